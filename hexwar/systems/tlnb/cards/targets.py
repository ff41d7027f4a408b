"""What a card can name now, and so whether it is of any use (18.35, 18.83)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from hexwar.cards.library import card
from hexwar.cards.readings import Act, Reading, reading
from hexwar.cards.records import CardId, CardKind, Pile
from hexwar.messages import mark
from hexwar.systems.tlnb.cards.records import Force, StormState
from hexwar.table.forces import Side

Subjects = tuple[str, ...]

ONE_DAY = mark("one day")
"""A fact of a battle that is to end with its first day."""


def targets(state: StormState, side: Side, id_: CardId) -> Sequence[Subjects]:
    """Every choice of what a card names, the default first; none where it is inapplicable."""
    read = reading(id_)
    if not suits_turn(state, read):
        return ()
    if read.act in _ACTS:
        return _ACTS[read.act](state, side)
    if read.names:
        named = state.hour.named.get(side, {}).get(read.names, ())
        sizes = range(min(read.most, len(named)), 0, -1)
        return [chosen for size in sizes for chosen in combinations(named, size)]
    return ((),)


def is_tactics(id_: CardId) -> bool:
    """Whether it is played in a Combat Phase only (18.36)."""
    return card(id_).kind is CardKind.TACTICS


def suits_turn(state: StormState, read: Reading) -> bool:
    """Whether weather and map of this turn let a card act."""
    facts = state.hour.facts | ({ONE_DAY} if state.course.is_one_day else frozenset())
    wanted = not read.needs or any(fact in facts for fact in read.needs)
    return wanted and not any(fact in facts for fact in read.bars)


def next_due(state: StormState, side: Side, *, after: int) -> list[Force]:
    """The forces of a side that are due first, at a turn later than one, in schedule order."""
    due = [f for f in state.forces if f.side == side and f.is_due and _turn(f) > after]
    first = min((_turn(force) for force in due), default=0)
    return [force for force in due if _turn(force) == first]


def next_group(state: StormState, side: Side) -> Force | None:
    """The alternate group that comes next; they are called in the order of their list (18.72)."""
    mine = (force for force in state.forces if force.side == side and force.is_alternate)
    return next((force for force in mine if not force.is_called), None)


def _turn(force: Force) -> int:
    return -1 if force.turn is None else force.turn


def _look(state: StormState, side: Side) -> Sequence[Subjects]:
    hand = state.cards.piles[state.course.enemy(side)].of(Pile.HAND)
    return ((),) if hand else ()


def _cancel(state: StormState, side: Side) -> Sequence[Subjects]:
    enemy = state.course.enemy(side)
    due = (force for force in state.forces if force.side == enemy and force.is_due)
    return [(force.id,) for force in due if _turn(force) <= state.turn]


def _early(state: StormState, side: Side) -> Sequence[Subjects]:
    return [(force.id,) for force in next_due(state, side, after=state.turn)]


def _delay(state: StormState, side: Side) -> Sequence[Subjects]:
    enemy = state.course.enemy(side)
    return [(force.id,) for force in next_due(state, enemy, after=0)]


def _route(state: StormState, side: Side) -> Sequence[Subjects]:
    return [
        (force.id, entry)
        for force in state.forces
        if force.side == side and force.is_due
        for entry in state.course.routes.get(force.entry, ())
    ]


def _alternate(state: StormState, side: Side) -> Sequence[Subjects]:
    group = next_group(state, side)
    return () if group is None else ((group.id,),)


_ACTS: Mapping[Act, Callable[[StormState, Side], Sequence[Subjects]]] = {
    Act.LOOK: _look,
    Act.CANCEL: _cancel,
    Act.EARLY: _early,
    Act.DELAY: _delay,
    Act.ROUTE: _route,
    Act.ALTERNATE: _alternate,
}
