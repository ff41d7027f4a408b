"""A unit by itself: numbers that no counter can bear, words that no rule knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwar.messages import say
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema.forces import UnitRecord

FLAGS: Final = (
    *("guard", "young_guard", "old_guard", "grenadier"),
    *("cossack", "conscripts", "landwehr", "untrained"),
)
"""The words that a unit's `flags` may hold."""


def check_counter(unit: UnitRecord, place: Place, sources: Mapping[str, str], pen: Pen) -> None:
    """Reports a unit whose numbers do not fit together, and words that are not known."""
    check_steps(unit, place, pen)
    if unit.movement == 0:
        pen.error((*place, "movement"), "the unit cannot move: its movement allowance is 0")
    if not unit.arm.is_train and unit.initiative is None:
        pen.error((*place, "initiative"), "a combat unit needs an initiative (N2.1)")
    for i, flag in enumerate(unit.flags):
        if flag not in FLAGS:
            pen.warning(
                (*place, "flags", i), "the flag {flag} is not known", flag, FLAGS, flag=quoted(flag)
            )
    if unit.source is not None and unit.source not in sources:
        pen.warning(
            (*place, "source"), "{source} is not listed in `sources`", source=quoted(unit.source)
        )


def check_steps(unit: UnitRecord, place: Place, pen: Pen) -> None:
    """Strength and steps agree (N2.2, N2.22): a train has neither."""
    if unit.arm.is_train:
        if unit.sp or unit.steps:
            pen.error((*place, "sp"), "a train has no strength and no steps (N2.22)")
        return
    if unit.sp == 0 or unit.steps == 0:
        pen.error((*place, "sp"), "a combat unit needs strength and at least one step (N2.2)")
    elif unit.steps == 1 and unit.reduced_sp:
        pen.error((*place, "reduced_sp"), "a unit of one step has no reduced strength (N2.22)")
    elif unit.steps == 2 and not 1 <= unit.reduced_sp <= unit.sp:
        sentence = say(
            "the reduced strength should be 1 to {unit.sp} SP, not {unit.reduced_sp}", unit=unit
        )
        pen.error((*place, "reduced_sp"), sentence)
