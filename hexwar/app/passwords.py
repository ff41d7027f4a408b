"""Asks at the terminal for the passwords of a locked game."""

from __future__ import annotations

import sys
from getpass import getpass

from hexwar.app.commands import UserError
from hexwar.engine.seal import LockedError, Seal, WrongPasswordError, name_of, unlocked
from hexwar.messages import say


def ask_passwords(file: str, fault: LockedError) -> Seal:
    """Have each side that locks a game type its password, until it is the right one.

    Raises:
        UserError: Nobody sits at the terminal, or whoever does gives it up.
    """
    if not sys.stdin.isatty():
        told = say(
            "{file}: {fault} Run this at a terminal, where passwords can be typed.",
            file=file,
            fault=fault,
        )
        raise UserError("{told}", told=told)
    given: dict[str, str] = {}
    for side, lock in sorted(fault.locks.items()):
        prompt = say("{file}: password of {side}: ", file=file, side=name_of(side, lock))
        while side not in given:
            typed = _typed(prompt, file)
            try:
                unlocked({side: lock}, {side: typed})
                given[side] = typed
            except WrongPasswordError as wrong:
                print(wrong, file=sys.stderr)
            except LockedError:
                continue  # nothing was typed
    return unlocked(fault.locks, given)


def _typed(prompt: str, file: str) -> str:
    """What is typed unseen.

    Raises:
        UserError: The terminal has come to its end.
    """
    try:
        return getpass(prompt)
    except EOFError as fault:
        raise UserError("{file}: the game stays locked.", file=file) from fault
