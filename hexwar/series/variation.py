"""Arrivals that are not certain: dice move groups along the turn track, others are called (T20).

The functions look at a schedule and change nothing; a game throws the die and tells of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from hexwar.messages import count, say
from hexwar.series.battle import Alternate, Arrival, SeriesBattle
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.state import MapState

DIE = 6


class VariationNumbers(Protocol):
    """The numbers of T20.4."""

    @property
    def ahead(self) -> int:
        """Turns before it is due the die is thrown for a group."""

    @property
    def shifts(self) -> Sequence[int]:
        """Turns, for each die from 1."""

    @property
    def balance(self) -> int:
        """To the die, against what has come more often so far."""


def listed_turn(group: Arrival) -> int:
    """The turn that the scenario names."""
    return group.turn - group.shift


def uncertain(groups: Sequence[Arrival], turn: int, numbers: VariationNumbers) -> list[int]:
    """The places of the groups for which a die is thrown on a turn: those due two turns on."""
    due = turn + numbers.ahead
    return [at for at, group in enumerate(groups) if not group.rolled and group.turn == due]


def shift_of(groups: Sequence[Arrival], place: int, thrown: int, numbers: VariationNumbers) -> int:
    """By how many turns a die moves a group; it passes nobody listed before it on its road (T20.4).

    Args:
        groups: The schedule as it stands.
        place: The group's in it.
        thrown: The die with its modifier.
        numbers: Of the game.
    """
    found = groups[place]
    turn = found.turn + numbers.shifts[max(1, min(DIE, thrown)) - 1]
    road = (other for other in groups if other.entry == found.entry)
    ahead = (other.turn for other in road if listed_turn(other) < listed_turn(found))
    return max([turn, *ahead]) - found.turn


def balance(
    battle: SeriesBattle, groups: Sequence[Arrival], side: Side, numbers: VariationNumbers
) -> int:
    """The modifier to the die: against what has befallen more of a side's formations (T20.4)."""
    own = [group for group in groups if side_of_group(battle, group) == side]
    late = len({f for group in own if group.shift > 0 for f in formations_of(battle, group)})
    early = len({f for group in own if group.shift < 0 for f in formations_of(battle, group)})
    return numbers.balance * ((early > late) - (late > early))


def formations_of(battle: SeriesBattle, group: Arrival) -> tuple[FormationId, ...]:
    """The formations of which a group has units, or which come as such."""
    owners = (battle.units[unit].formation for unit in group.units)
    return tuple(dict.fromkeys((*group.formations, *owners)))


def side_of_group(battle: SeriesBattle, group: Arrival) -> Side:
    """Whose forces a group is."""
    return battle.formations[formations_of(battle, group)[0]].side


def group_name(battle: SeriesBattle, group: Arrival) -> str:
    """The formations of a group, as a die is told of."""
    return say(" and ").join(battle.formations[f].name for f in formations_of(battle, group))


def shift_words(shift: int) -> str:
    """How a shift of an arrival is told.

    >>> shift_words(0), shift_words(-1), shift_words(2)
    ('on time', '1 turn early', '2 turns late')
    """
    if not shift:
        return say("on time")
    if shift > 0:
        return count("{n} turn late", "{n} turns late", shift)
    return count("{n} turn early", "{n} turns early", -shift)


def clock(battle: Battle, turn: int) -> str:
    """When a turn is: `at 15:00`; after the last one, that it is too late."""
    if turn > len(battle.turns):
        return say("after the last turn")
    return say("at {time}", time=battle.when(max(turn, 1)))


# -- alternates (T20.5, N24.2)


def is_awaited(
    state: MapState, battle: SeriesBattle, called: Sequence[Alternate], alternate: Alternate
) -> bool:
    """Whether somebody of alternate forces is neither on the map nor gone from it, nor called."""
    gone = frozenset(piece for group in called for piece in _pieces(battle, group))
    left = (piece for piece in _pieces(battle, alternate) if piece not in gone)
    return any(_box(state, piece) in (Box.RESERVE, Box.DUE) for piece in left)


def _pieces(battle: SeriesBattle, alternate: Alternate) -> tuple[UnitId | LeaderId, ...]:
    """The units of alternate forces; the leaders of those that have none."""
    staffs = (battle.formations[f].leaders for f in alternate.formations)
    return alternate.units or tuple(leader for staff in staffs for leader in staff)


def _box(state: MapState, piece: UnitId | LeaderId) -> Box | None:
    units, leaders = state.units, state.leaders
    return units[UnitId(piece)].box if piece in units else leaders[LeaderId(piece)].box


def without_called(groups: Sequence[Arrival], called: Alternate) -> tuple[Arrival, ...]:
    """A schedule without those who have been called; they come but once."""
    left = (
        replace(
            group,
            units=tuple(unit for unit in group.units if unit not in called.units),
            formations=tuple(f for f in group.formations if f not in called.formations),
        )
        for group in groups
    )
    return tuple(group for group in left if group.units or group.formations)
