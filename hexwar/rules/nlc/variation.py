"""Arrivals that are not certain: variation and alternate forces (T20.4, T20.5, N24.2)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.battle import Alternate, Arrival, Battle
from hexwar.model.cards import CardId
from hexwar.model.events import AlternateCalled, ArrivalVaried
from hexwar.model.forces import FormationId, LeaderId, Side, UnitId
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.cards.ways import Way, way_of
from hexwar.rules.nlc.numbers import numbers_of

VARIED = "varied"
"""The option of uncertain arrivals (T20.4)."""

DIE = 6


# -- variation


async def vary_arrivals(table: Table[GameState]) -> None:
    """T20.4: before the orders of a turn a die is thrown for each group that is due two turns on.

    Both sides see it. Groups due on the first turns, for whom there is no turn so early, come as
    listed (house rule). Where cards are played, it is they that make arrivals uncertain.
    """
    if not is_varied(table.state.battle):
        return
    for group in groups_to_roll(table.state):
        die = await Roll(CHANCE, f"the arrival of {group_name(table.state, group)}")
        modifier = balance(table.state, side_of_group(table.state, table.state.arrivals[group]))
        table.emit(ArrivalVaried(group, die, modifier, shift_of(table.state, group, die, modifier)))


def is_varied(battle: Battle) -> bool:
    """Whether dice vary the schedule: the players chose it, and play without cards."""
    return battle.options.get("arrivals") == VARIED and way_of(battle) is Way.NONE


def groups_to_roll(state: GameState) -> tuple[int, ...]:
    """The places in the schedule of the groups for whom the die is thrown now."""
    ahead = numbers_of(state.battle).arrival.ahead
    return tuple(
        place
        for place, group in enumerate(state.arrivals)
        if not group.rolled and group.turn == state.turn + ahead
    )


def shift_of(state: GameState, group: int, die: int, modifier: int) -> int:
    """By how many turns a die moves a group; it passes nobody on its road (T20.4).

    Args:
        state: The table.
        group: Its place in the schedule.
        die: As it fell.
        modifier: To the die.
    """
    found = state.arrivals[group]
    shifts = numbers_of(state.battle).arrival.shifts
    turn = found.turn + shifts[max(1, min(DIE, die + modifier)) - 1]
    return max([turn, *_ahead_of(state, found)]) - found.turn


def _ahead_of(state: GameState, group: Arrival) -> Iterable[int]:
    """The turns on which those come who were listed before a group at its entry hex."""
    for other in state.arrivals:
        if other.entry == group.entry and listed_turn(other) < listed_turn(group):
            yield other.turn


def listed_turn(group: Arrival) -> int:
    """The turn that the scenario names."""
    return group.turn - group.shift


def balance(state: GameState, side: Side) -> int:
    """The modifier to the die: against what has befallen more of a side's formations (T20.4)."""
    own = [group for group in state.arrivals if side_of_group(state, group) == side]
    late = len({f for group in own if group.shift > 0 for f in formations_of(state, group)})
    early = len({f for group in own if group.shift < 0 for f in formations_of(state, group)})
    by = numbers_of(state.battle).arrival.balance
    return by * ((early > late) - (late > early))


def formations_of(state: GameState, group: Arrival) -> tuple[FormationId, ...]:
    """The formations of which a group has units, or which come as such."""
    owners = (state.card(unit).formation for unit in group.units)
    return tuple(dict.fromkeys((*group.formations, *owners)))


def side_of_group(state: GameState, group: Arrival) -> Side:
    """Whose forces a group is."""
    return state.battle.formations[formations_of(state, group)[0]].side


def group_name(state: GameState, group: int) -> str:
    """The formations of a group, as a die is told of."""
    battle = state.battle
    names = [battle.formations[f].name for f in formations_of(state, state.arrivals[group])]
    return " and ".join(names)


# -- alternates


def open_alternates(state: GameState, side: Side) -> tuple[Alternate, ...]:
    """The alternate forces that a side may still call on this turn, in the order of its lists.

    Lists have their time (N24.2). Who was called, is on the map or has been there is not called
    again.
    """
    waiting = (a for a in state.battle.alternates if a.side == side and a not in state.called)
    found = (a for a in waiting if _is_in_time(state, a) and is_awaited(state, a))
    return tuple(sorted(found, key=lambda alternate: alternate.number))


def _is_in_time(state: GameState, alternate: Alternate) -> bool:
    last = alternate.last_turn or len(state.battle.turns)
    return alternate.first_turn <= state.turn <= last


def is_awaited(state: GameState, alternate: Alternate) -> bool:
    """Whether somebody of alternate forces is neither on the map nor gone from it, nor called."""
    called = frozenset(piece for group in state.called for piece in _pieces(state, group))
    left = (piece for piece in _pieces(state, alternate) if piece not in called)
    return any(_box(state, piece) in (Box.RESERVE, Box.DUE) for piece in left)


def _pieces(state: GameState, alternate: Alternate) -> tuple[UnitId | LeaderId, ...]:
    """The units of alternate forces; the leaders of those that have none."""
    staffs = (state.battle.formations[f].leaders for f in alternate.formations)
    return alternate.units or tuple(leader for staff in staffs for leader in staff)


def _box(state: GameState, piece: UnitId | LeaderId) -> Box | None:
    units, leaders = state.units, state.leaders
    return units[UnitId(piece)].box if piece in units else leaders[LeaderId(piece)].box


def callable_alternates(state: GameState, side: Side) -> tuple[Alternate, ...]:
    """The groups among which a side's next call chooses; none where nobody is left to call.

    Lists are called in their order (T20.5), but any that is open where they add up (N24.4).
    """
    found = open_alternates(state, side)
    return found if state.battle.has_cumulative_alternates else found[:1]


async def call_alternate(
    table: Table[GameState],
    side: Side,
    found: Alternate,
    card: CardId | None = None,
    *,
    is_shown: bool = True,
) -> None:
    """T20.5: an alternate group will come, after half a die in turns, rounded up.

    Args:
        table: The table.
        side: Whose group.
        found: The group, one of `callable_alternates`.
        card: That calls it, if one does.
        is_shown: Whether the enemy learns of it before it comes.
    """
    purpose = f"when alternate group {found.number} comes"
    die = await throw(table, side, purpose, is_secret=not is_shown)
    divisor = numbers_of(table.state.battle).arrival.alternate_divisor
    due = table.state.turn + -(-die // divisor)
    table.emit(AlternateCalled(side, found.number, die, due, card, is_shown))
