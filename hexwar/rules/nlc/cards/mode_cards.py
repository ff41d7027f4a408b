"""Mode cards: how the troops stand at the start (N23.6).

They touch units at the start only (N23.9); leaders heed Late Start alone, but the commander of a
Road Column rides at its head (18.39, T24.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from hexwar.engine import Table
from hexwar.model.cards import CardId
from hexwar.model.events import UnitReplaced
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards import road_column, scattering
from hexwar.rules.nlc.cards.effects import begin
from hexwar.rules.nlc.cards.forces import eligible, forces_at_start, units_at_start
from hexwar.rules.nlc.cards.plays import Play, Subjects
from hexwar.rules.nlc.numbers import numbers_of

LATE_START = CardId("late-start")
REPLACEMENTS = CardId("replacements")
EARLY_ARRIVAL = CardId("early-arrival")


# -- 1, Road Column


def forces_near_roads(state: GameState, side: Side) -> Sequence[Subjects]:
    """The forces that the card can pick and that find a road."""
    forces = eligible(state, forces_at_start(state, side))
    return [force for force in forces if road_column.column_of(state, force)]


async def march(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """T24.3: the force stands in road column."""
    road_column.form_column(table, tuple(UnitId(unit) for unit in subjects))


# -- 2 and 5, Late Start and Early Arrival


async def sleep(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N4.24: the side has no Initial Action this turn."""
    begin(table, side, LATE_START)


async def wake(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N4.24: the side has an Initial Action on turn 1."""
    begin(table, side, EARLY_ARRIVAL)


# -- 4, Replacements


def reduced_units(state: GameState, side: Side) -> Sequence[Subjects]:
    """Each choice of as many reduced units at the start as the card makes full again."""
    reduced = [unit for unit in units_at_start(state, side) if state.units[unit].reduced]
    number = min(len(reduced), numbers_of(state.battle).card.replaced_units)
    return list(combinations(reduced, number)) if number else []


async def replace_losses(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """T24.3: the units are full again."""
    for unit in subjects:
        table.emit(UnitReplaced(UnitId(unit)))


# -- 6, Formation Scattered


def forces_to_scatter(state: GameState, side: Side) -> Sequence[Subjects]:
    """The forces that the card can pick."""
    return eligible(state, forces_at_start(state, side))


async def scatter(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """18.56: each stack of the force goes astray."""
    await scattering.scatter(table, tuple(UnitId(unit) for unit in subjects))


PLAYS: Mapping[CardId, Play] = {
    road_column.CARD: Play(march, forces_near_roads, is_force=True),
    LATE_START: Play(sleep),
    REPLACEMENTS: Play(replace_losses, reduced_units),
    EARLY_ARRIVAL: Play(wake),
    scattering.CARD: Play(scatter, forces_to_scatter, is_force=True),
}
