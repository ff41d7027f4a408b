"""Arrival cards: who comes early, late, elsewhere, or at all (N23.4).

A card names groups of the schedule by their keys. What it does to a group stands in the group's
history. Where the card lies face down, an effect tells that its enemy does not know of it yet; it
is over when the force comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.battle import Alternate, Arrival, ArrivalChange
from hexwar.model.cards import CardId
from hexwar.model.events import ArrivalChanged
from hexwar.model.forces import Side, UnitId
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.effects import ALWAYS, begin
from hexwar.rules.nlc.cards.plays import Play, Subjects
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.cards.rerouting import other_entries, re_aim
from hexwar.rules.nlc.cards.ways import Way, is_face_down, way_of
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.variation import (
    call_alternate,
    callable_alternates,
    formations_of,
    group_name,
    side_of_group,
)

EARLY = CardId("arrives-early")
ELSEWHERE = CardId("other-route")
LATE = CardId("delay")
ALTERNATE = CardId("alternate-reinforcements")


# -- the schedule


def expected(state: GameState, side: Side) -> list[Arrival]:
    """The groups of a side of whom somebody is still to come, by turn, then as listed."""
    own = (g for g in state.arrivals if side_of_group(state, g) == side and _is_awaited(state, g))
    return sorted(own, key=lambda group: group.turn)


def _is_awaited(state: GameState, group: Arrival) -> bool:
    if any(state.units[unit].box is Box.DUE for unit in group.units):
        return True
    cards = state.battle.formations
    staff = (leader for formation in group.formations for leader in cards[formation].leaders)
    return any(state.leaders[leader].box is Box.DUE for leader in staff)


def _group(state: GameState, key: str) -> Arrival:
    return next(group for group in state.arrivals if group.key == key)


def _change(
    table: Table[GameState],
    side: Side,
    card: CardId,
    group: Arrival,
    due: int,
    *,
    entry: Hex | None = None,
    die: int | None = None,
) -> None:
    """Emit what a card does to a group."""
    state = table.state
    change = ArrivalChange(
        card=card,
        turn=state.turn,
        due=due,
        entry=group.entry if entry is None else entry,
        shift=due - group.turn,
        die=die,
    )
    table.emit(ArrivalChanged(side, group.key, change, is_shown=_is_shown(state, card)))


def _is_shown(state: GameState, card: CardId) -> bool:
    return not is_face_down(state.battle, printed(card))


def _keep_secret(table: Table[GameState], side: Side, card: CardId, *keys: str) -> None:
    """Until one of the groups comes the enemy sees the printed schedule of them."""
    if not _is_shown(table.state, card):
        begin(table, side, card, subjects=keys, until=ALWAYS, uses=1)


# -- 25, Reinforcement Arrives Early


def next_later(state: GameState, side: Side) -> Sequence[Subjects]:
    """The next group that is not due before a later turn; it is not chosen."""
    return [(g.key,) for g in expected(state, side) if g.turn > state.turn][:1]


async def bring_forward(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: the next group that is due comes this turn."""
    group = _group(table.state, subjects[0])
    _change(table, side, EARLY, group, table.state.turn)
    _keep_secret(table, side, EARLY, group.key)


# -- 27, Delay


def next_expected(state: GameState, side: Side) -> Sequence[Subjects]:
    """The next group, also one that could enter by now; it is not chosen."""
    return [(group.key,) for group in expected(state, side)[:1]]


async def hold_up(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4, 24.97: a die says by how many turns the next group is late.

    It holds up what comes of the same formations after it, too.
    """
    state, first = table.state, _group(table.state, subjects[0])
    secret = not _is_shown(state, LATE)
    purpose = f"the delay of {group_name(state, state.arrivals.index(first))}"
    die = await throw(table, side, purpose, is_secret=secret)
    turns = numbers_of(state.battle).card.delays[die - 1]
    delayed = [first, *_followers(table.state, side, first)]
    for group in delayed:
        due = max(group.turn, table.state.turn) + turns
        _change(table, side, LATE, group, due, die=die)
    _keep_secret(table, side, LATE, *(group.key for group in delayed))


def _followers(state: GameState, side: Side, first: Arrival) -> list[Arrival]:
    """The groups with units of the same formations that come after one."""
    late = set(formations_of(state, first))
    return [
        group
        for group in expected(state, side)
        if group.turn > first.turn and late & set(formations_of(state, group))
    ]


# -- 26, Reinforcement Takes Other Route


def routes(state: GameState, side: Side) -> Sequence[Subjects]:
    """Each group that is to come with each hex where it could come instead."""
    return [(g.key, hex_) for g in expected(state, side) for hex_ in other_entries(state, g)]


async def send_round(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: a group comes by another road, and its march leads to a place on that."""
    key, entry = subjects
    group = _group(table.state, key)
    re_aim(table, side, group, Hex(entry))
    _change(table, side, ELSEWHERE, group, group.turn, entry=Hex(entry))
    _keep_secret(table, side, ELSEWHERE, key)


# -- 29, Alternate Reinforcements


def calls(state: GameState, side: Side) -> Sequence[Subjects]:
    """The groups of alternates that can be called; none once all are."""
    return [_named(state, group) for group in callable_alternates(state, side)]


def _named(state: GameState, group: Alternate) -> Subjects:
    """A group by its key; by its formations and entry hex where it is one of several."""
    if not state.battle.has_cumulative_alternates:
        return (group.key,)
    return (*(group.formations or group.units), group.entry)


def _alternate(state: GameState, side: Side, subjects: Subjects) -> Alternate:
    found = callable_alternates(state, side)
    return next(group for group in found if _named(state, group) == subjects)


async def call(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """T20.5: a group of alternates will come."""
    group, shown = _alternate(table.state, side, subjects), _is_shown(table.state, ALTERNATE)
    await call_alternate(table, side, group, ALTERNATE, is_shown=shown)
    _keep_secret(table, side, ALTERNATE, group.key)


def alternates_worth(state: GameState, side: Side, subjects: Subjects) -> int:
    """N23.3: calling a group costs a quarter of its SP, but in full play the VP of the card."""
    if way_of(state.battle) is Way.FULL:
        return printed(ALTERNATE).vp
    found = _alternate(state, side, subjects)
    strength = sum(_strength(state, unit) for unit in found.units)
    divisor = numbers_of(state.battle).card.alternate_divisor
    return -((2 * strength + divisor) // (2 * divisor))


def _strength(state: GameState, unit: UnitId) -> int:
    return state.sp(unit) if state.card(unit).is_combat_unit else 0


PLAYS: Mapping[CardId, Play] = {
    EARLY: Play(bring_forward, next_later),
    ELSEWHERE: Play(send_round, routes),
    LATE: Play(hold_up, next_expected),
    ALTERNATE: Play(call, calls, worth=alternates_worth, is_force=True),
}
