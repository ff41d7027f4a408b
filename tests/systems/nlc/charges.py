"""Charges of French cavalry from 0406, and from nearer, on the Allies in 0403."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from hexwar.engine import Chance
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import FireLine, FireReport
from tests.systems.nlc.positions import Answers, Played, hexes, play, unit, units

TARGET = Hex("0403")
F1 = "F1 heavy 6-3 0406"
F2 = "F2 light 4-3 0406"
A1 = "A1 infantry 5-3 0403"

FAR = hexes("0406 0405 0404 0403")
"""The way of a charge over three hexes, which hits from 0404."""

CLOSE = hexes("0404 0403")
"""The way of a charge from the next hex."""


def of(named: str = "F1", path: tuple[Hex, ...] = FAR) -> Charge:
    """A charge of some units along a path."""
    return Charge(units(named), path[-1], path)


def ride(
    state: GameState,
    dice: Sequence[int] | Chance = (),
    answers: Answers | None = None,
    *,
    named: str = "F1",
    path: tuple[Hex, ...] = FAR,
) -> Played[StrEnum]:
    """One charge from its declaration to its end."""
    return play(state, lambda table: charge(table, of(named, path)), dice, answers)


def line(report: FireReport, name: str) -> FireLine:
    """One unit's line of a side's fire."""
    return next(found for found in report.lines if found.unit == unit(name))


def percents(report: FireReport, name: str) -> dict[str, int]:
    """The percentages of a unit, by their words."""
    return {words: percent for words, percent, _ in line(report, name).percents}
