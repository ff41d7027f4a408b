"""What a card can name now, what it does and what it counts (18.35, 18.7, 18.83)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from hexwar.cards.events import CardPlayed, CardReturned, CardScored
from hexwar.cards.library import card
from hexwar.cards.readings import Act, Reading, numbers, reading
from hexwar.cards.records import CardId, CardKind, CardScore, Pile
from hexwar.engine import CHANCE, Decision, Flow, Table
from hexwar.messages import mark, say
from hexwar.systems.tlnb.cards.effects import allow_rerolls, begin, throw
from hexwar.systems.tlnb.cards.events import CardSeen, ForceChanged, ForceEntered, StepBegan
from hexwar.systems.tlnb.cards.records import Change, Force, Step, StormState
from hexwar.table.forces import Side

Subjects = tuple[str, ...]

ONE_DAY = mark("one day")
"""A fact of a battle that is to end with its first day."""


def targets(state: StormState, side: Side, id_: CardId) -> Sequence[Subjects]:
    """Every choice of what a card names, the default first; none where it is inapplicable."""
    read = reading(id_)
    if not suits_turn(state, read):
        return ()
    if read.act in _NAMED:
        return _NAMED[read.act](state, side)
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


_NAMED: Mapping[Act, Callable[[StormState, Side], Sequence[Subjects]]] = {
    Act.LOOK: _look,
    Act.CANCEL: _cancel,
    Act.EARLY: _early,
    Act.DELAY: _delay,
    Act.ROUTE: _route,
    Act.ALTERNATE: _alternate,
}


# -- cards that change when, where and whether forces come (18.7); several on one force (18.73)


@dataclass(frozen=True, slots=True)
class KeepForceWaiting(Decision[bool]):
    """Whether a force that is due waits another turn off the map; a card may delay it further."""

    rule: ClassVar[str] = "T24.2"
    force: str

    def options(self, state: StormState) -> Sequence[bool]:  # noqa: ARG002
        """It enters, or it waits."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`stay` for waiting."""
        return "stay" if answer else "enter"

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which force."""
        return say("The {side} side may keep {force} waiting.", side=self.side, force=self.force)


async def cancel(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force never comes; what the card that called it counted is void (18.35)."""
    force = table.state.force(subjects[0])
    _change(table, force, Change(id_, side, table.state.turn, entry=force.entry))
    if force.is_alternate:
        _make_void(table, force.history[0])


async def hasten(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next force comes this turn."""
    now = table.state.turn
    force = table.state.force(subjects[0])
    _change(table, force, Change(id_, side, now, turn=now, entry=force.entry))


async def divert(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes by another road."""
    force = table.state.force(subjects[0])
    now = table.state.turn
    _change(table, force, Change(id_, side, now, turn=force.turn, entry=subjects[1]))


async def delay(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes later, and so do all parts of its formation that follow it (24.97)."""
    state = table.state
    force = state.force(subjects[0])
    die = await throw(table, side, f"delay of {force.id}")
    turns = numbers().delays[die - 1]
    for part in state.forces:
        if part == force or _follows(part, force):
            later = (part.turn or 0) + turns
            _change(table, part, Change(id_, side, state.turn, die, later, part.entry))


async def call(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next alternate group comes, after as many turns as a die says (18.72)."""
    group = table.state.force(subjects[0])
    die = await throw(table, side, f"arrival of {group.id}")
    now = table.state.turn
    due = now + numbers().delays[die - 1]
    _change(table, group, Change(id_, side, now, die, due, group.entry))


async def entry_segment(table: Table[StormState]) -> None:
    """Forces that are due come onto the map, unless their player keeps them waiting."""
    state = table.state
    due = [f for f in state.forces if f.side == state.phasing and f.is_due]
    for force in due:
        if force.turn is not None and force.turn <= state.turn:
            await _enter(table, force)
    table.emit(StepBegan(state.turn, state.player, Step.COMBAT))


async def _enter(table: Table[StormState], force: Force) -> None:
    if await KeepForceWaiting(force.side, force.id):
        now = table.state.turn
        _change(table, force, Change(None, force.side, now, turn=now + 1, entry=force.entry))
    else:
        table.emit(ForceEntered(force.id))


def _change(table: Table[StormState], force: Force, change: Change) -> None:
    table.emit(ForceChanged(force.id, change))


def _make_void(table: Table[StormState], call_up: Change) -> None:
    """18.35, 18.73: the card that called a group counts nothing."""
    played = (call_up.side, call_up.card, call_up.at)
    for score in table.state.cards.scores:
        if (score.side, score.card, score.turn) == played:
            table.emit(CardScored(score, is_void=True))
            return


def _follows(part: Force, force: Force) -> bool:
    """Whether a force is a later part of the formation of another."""
    same = (part.side, part.formation) == (force.side, force.formation)
    return same and part.is_due and (part.turn or 0) > (force.turn or 0)


# -- playing a card: what it names, what it counts, what it does (18.35)


@dataclass(frozen=True, slots=True)
class NameSubjects(Decision[Subjects]):
    """What a card is played on."""

    rule: ClassVar[str] = "T24.3"
    card: CardId

    def options(self, state: StormState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, Side(self.side), self.card)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which card."""
        title = card(self.card).title
        return say("The {side} side must name whom {card} befalls.", side=self.side, card=title)


@dataclass(frozen=True, slots=True)
class PickEnemyCard(Decision[CardId]):
    """The card of a hand that the enemy's spies see."""

    rule: ClassVar[str] = "T24.3"
    owner: Side

    def options(self, state: StormState) -> Sequence[CardId]:
        """The hand."""
        return sorted(state.cards.piles[self.owner].of(Pile.HAND))

    def about(self) -> str:
        """What is picked."""
        return say("a card of the hand of {owner}", owner=self.owner)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Whose hand."""
        return say("Pick a card of the hand of the {side} side, and enter it.", side=self.owner)


async def play(table: Table[StormState], side: Side, id_: CardId) -> bool:
    """18.35: a side plays a card of its hand; one of no use goes back and counts nothing.

    Returns:
        Whether it had an effect.
    """
    if not targets(table.state, side, id_):
        give_back(table, side, id_)
        return False
    subjects = await NameSubjects(side, id_)
    show(table, side, id_, subjects)
    await act(table, side, id_, subjects)
    return True


def give_back(table: Table[StormState], side: Side, id_: CardId) -> None:
    """18.35: a card of no use goes under the main deck; a mode card out of the game."""
    is_mode = card(id_).kind is CardKind.MODE
    target = Pile.ASIDE if is_mode else Pile.BOTTOM
    table.emit(CardReturned(side, id_, Pile.HAND, target, is_shown=True))


def show(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """18.23: a card is played face up and counts its VP."""
    printed, state = card(id_), table.state
    pile = Pile.ENDURING if printed.is_enduring else Pile.DISCARD
    table.emit(CardPlayed(side, id_, Pile.HAND, pile, is_shown=True, subjects=subjects))
    table.emit(CardScored(CardScore(side, id_, printed.vp, state.hour.day, state.turn)))


async def act(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """What a card that was played in the Card Segment does."""
    read = reading(id_)
    if read.act is Act.LOOK:
        await look(table, side)
    elif read.act in _ACTS:
        await _ACTS[read.act](table, side, id_, subjects)
    if read.rerolls:
        allow_rerolls(table, side, id_, read.rerolls)
    if read.act is Act.NONE:
        begin(table, side, id_, subjects, read.uses)


async def look(table: Table[StormState], side: Side) -> None:
    """A side sees a card of the enemy's hand."""
    seen = await PickEnemyCard(CHANCE, table.state.course.enemy(side))
    table.emit(CardSeen(side, seen))


_ACTS: Mapping[Act, Callable[[Table[StormState], Side, CardId, Subjects], Flow]] = {
    Act.CANCEL: cancel,
    Act.EARLY: hasten,
    Act.ROUTE: divert,
    Act.DELAY: delay,
    Act.ALTERNATE: call,
}
