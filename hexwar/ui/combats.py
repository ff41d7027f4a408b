"""Follows an assault through its events and lays it open again, with its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.model.events import AssaultDeclared, FireResolved, MoraleRolled
from hexwar.model.reports import CombatReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.assault import Assault, combat_report
from hexwar.rules.nlc.fight import hexes_to_fire_at
from hexwar.widgets.panels.combat_sheet import ATTACK_DIE, DEFENCE_DIE

_OF_COMBAT = ("retreat", "advance")
"""The purposes of the morale checks of an assault."""


@dataclass(frozen=True, slots=True)
class Fought:
    """An assault whose dice have begun to fall."""

    before: GameState  # the table when its first die fell
    report: CombatReport  # as it was then, with the dice that have fallen since
    first: int  # the place of its declaration among the events of the game


class CombatWatch:
    """Remembers the last assault of a game."""

    def __init__(self) -> None:
        self._fought: Fought | None = None

    @property
    def fought(self) -> Fought | None:
        """The last assault; None before its first die."""
        return self._fought

    def forget(self) -> None:
        """Remember none."""
        self._fought = None

    def see(self, before: GameState, history: Sequence[Event], at: int) -> bool:
        """Take note of an event.

        Args:
            before: The table before it, as far as the player may see it.
            history: The events of the game, as far as the session has come.
            at: Its place among them.

        Returns:
            Whether a die of an assault has fallen by it.
        """
        match history[at]:
            case AssaultDeclared():
                self._fought = None
            case FireResolved(side=side, die=die):
                self._open(before, history, at)
                self._add(ATTACK_DIE if self._is_attacker(side) else DEFENCE_DIE, die)
                return True
            case MoraleRolled(purpose=purpose, die=die, units=units) if purpose in _OF_COMBAT:
                is_attacker = self._is_attacker(before.side_of(units[0]))
                self._add(f"{'attackers' if is_attacker else 'defenders'}' morale", die)
                return self._fought is not None
        return False

    def _is_attacker(self, side: str) -> bool:
        return self._fought is not None and self._fought.report.attack.side == side

    def _open(self, before: GameState, history: Sequence[Event], at: int) -> None:
        """Lay the assault open as it was when the first die fell."""
        if self._fought is not None:
            return
        for first in range(at - 1, -1, -1):
            declared = history[first]
            if isinstance(declared, AssaultDeclared):
                assault = Assault(declared.target, declared.units)
                hit_hex = _hit_hex(before, assault, history[at : at + 2])
                table = before.copy()
                self._fought = Fought(table, combat_report(table, assault, hit_hex), first)
                return

    def _add(self, label: str, die: int) -> None:
        if self._fought is not None:
            report = self._fought.report
            report = replace(report, dice=(*report.dice, (label, die)))
            self._fought = replace(self._fought, report=report)


def _hit_hex(before: GameState, assault: Assault, events: Sequence[Event]) -> Hex:
    """Where the defenders fired; where they could not fire, where they would have."""
    fires = (event for event in events if isinstance(event, FireResolved))
    others = (event.target for event in fires if event.target != assault.target)
    return next(others, hexes_to_fire_at(before, assault.units)[0])
