"""Files of real games that are damaged or changed: nothing of it goes unnoticed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwar.app.games import battle_with, kit_named, load_game, new_match
from hexwar.engine import SaveError, Session, save
from hexwar.engine.files import read_file
from hexwar.engine.gamefile import Chain, Head, Note, first_line, read
from hexwar.engine.journal import Journal
from hexwar.engine.save import Record, document
from hexwar.engine.saved import not_closed
from hexwar.engine.seal import PACKED

FOLDER = Path(__file__).parent
FLIPS = 100
"""For each of three files."""

SYSTEM = kit_named("nlc").system


def running(_: Path) -> str:
    return save(load_game(read_file(FOLDER / "brienne-0.2.0-running.hexwar")), Note("Brienne", 2))


def finished(_: Path) -> str:
    return save(load_game(read_file(FOLDER / "montmirail-0.2.0-finished.hexwar")))


def journal_of_many_lines(folder: Path) -> str:
    """A journal that was never closed, with a line for each of 150 answers and 20 undos."""
    path = folder / "game"
    journal, session = Journal(path), played(0)
    for n in range(150):
        assert session.pending is not None
        session.answer(session.options[n % len(session.options)])
        journal.keep(Record.of(session), Note("Melee", session.state.turn, words=f"answer {n}"))
        if n % 7 == 0 and session.can_undo:
            session.undo()
            journal.keep(Record.of(session), Note("Melee", session.state.turn))
    journal.drop()
    text = path.read_text("utf-8")
    assert text.count("\n") > 150
    return text


def played(answers: int) -> Session[Any]:
    """A game of random players, so many answers long."""
    sides = battle_with("first-steps").sides
    match = new_match("first-steps", dict.fromkeys(sides, "random"), "29")
    while match.answers < answers:
        match.step()
    return match.session


@pytest.mark.parametrize("made", [running, finished, journal_of_many_lines])
def test_one_flipped_bit_of_a_real_game_is_noticed(
    made: Callable[[Path], str], tmp_path: Path
) -> None:
    text = made(tmp_path)
    data, luck = text.encode(), random.Random(1814)
    whole = read(text)
    assert not whole.damage
    for _ in range(FLIPS):
        raw, at = bytearray(data), luck.randrange(len(data))
        raw[at] ^= 1 << luck.randrange(8)
        changed = bytes(raw).decode(errors="replace")
        line = data.count(b"\n", 0, at) + 1
        told = finding(changed)
        if at == len(data) - 1:  # the end of the last line: all before it is good
            assert not_closed() in told
            continue
        assert told.startswith("refused: ")
        found = re.search(r"line (\d+)", told)
        assert line == 1 or (found is not None and int(found[1]) == line), (at, told)


def finding(text: str) -> str:
    """Why a file is refused, or what is said of it when it opens."""
    try:
        return str(load_game(text).notice)
    except SaveError as fault:
        return f"refused: {fault}"


def changed_file(session: Session[Any], seed: str | None = "29") -> str:
    """A file that somebody has written anew, its checks and all."""
    raw = document(replace(Record.of(session), seed=seed))
    text = first_line(Head(SYSTEM.id, SYSTEM.format))
    chain = Chain.of(text)
    lines = chain.line(Note(), raw, PACKED), chain.line(Note(end="closed"), b"", PACKED)
    return text + "".join(lines)


def test_a_changed_seed_is_found_by_verify() -> None:
    session = played(80)
    assert any(entry.is_luck for entry in session.journal)
    verify = kit_named("nlc").verify_game
    assert verify(changed_file(session)).ok
    found = verify(changed_file(session, seed="another"))
    assert (found.ok, found.is_other) == (False, False)
    assert found.sentence.endswith(".")
