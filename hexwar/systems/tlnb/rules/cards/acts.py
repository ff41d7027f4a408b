"""What cards do when they are played in the Card Segment (18.35, T24.3, T24.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.cards.events import CardReturned, CardScored
from hexwar.cards.library import CardQuestion, card
from hexwar.cards.readings import Act, numbers, reading
from hexwar.cards.records import CardId, Pile
from hexwar.engine import CHANCE, Choice, Flow, Table
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say
from hexwar.series.battle import ArrivalChange
from hexwar.systems.tlnb.events.cards import (
    AlternateCalled,
    CardSeen,
    CommanderPlaced,
    DayProlonged,
    ForceCancelled,
    ForceChanged,
    PopulaceHelped,
    RecoveryMarked,
    UnitsMustered,
)
from hexwar.systems.tlnb.events.command import LeaderSlept, LeaderWoke
from hexwar.systems.tlnb.rules.arrivals.arrivals import (
    group_of,
    side_of,
    waiting_leaders,
    waiting_units,
)
from hexwar.systems.tlnb.rules.cards.effects import REROLL, STAND
from hexwar.systems.tlnb.rules.cards.modes import form_column, replace_losses, scatter
from hexwar.systems.tlnb.rules.cards.naming import PARTS, coming, due_of, landing, targets
from hexwar.systems.tlnb.rules.cards.piles import begin, give_back, show
from hexwar.systems.tlnb.rules.command.command import commanders_of
from hexwar.systems.tlnb.rules.command.marches import ChooseRoute, give
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.supply.check import check_supply
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.question import Question

Subjects = tuple[str, ...]


# -- playing a card: what it names, what it counts, what it does (18.35)


@dataclass(frozen=True, slots=True)
class NameSubjects(CardQuestion[Subjects], rule="T24.3"):
    """T24.3: what a card is played on."""

    words = mark("{who} must name whom {card} befalls.")
    card: CardId
    part: str = ""  # of a card that names several, one after the other

    def options(self, state: TlnbState) -> Sequence[Subjects]:
        """Everything that it can name."""
        side = Side(self.side)
        if self.part:
            return PARTS[self.part](state, side)
        return targets(state, side, self.card)

    def sentence(self, view: TlnbState) -> str:
        """Of a card that names several it says which of them is asked for."""
        if self.part:
            part = say(self.part)
            return self.told(view, mark("{card} of {side}: {part}."), part=part)
        return self.told(view, self.words)

    def choices(self, view: TlnbState, options: Sequence[Subjects]) -> Sequence[Choice[Any]]:
        """A button for each."""
        return [
            Choice("-".join(option) or "none", subject_words(view, option), "", option)
            for option in options
        ]


def subject_words(view: TlnbState, subjects: Sequence[str]) -> str:
    """Some subjects by their names."""
    return ", ".join(_subject(view, one) for one in subjects) or say("nobody")


def _subject(view: TlnbState, id_: str) -> str:
    battle = view.battle
    if id_ in battle.units:
        return battle.units[UnitId(id_)].name
    if id_ in battle.leaders:
        return battle.leaders[LeaderId(id_)].name
    if id_ in battle.formations:
        return battle.formations[FormationId(id_)].name
    if id_ in battle.battlefield.grid:
        return battle.battlefield.name_of(Hex(id_))
    return say(id_)


@dataclass(frozen=True, slots=True)
class PickEnemyCard(Question[CardId], rule="T24.3"):
    """T24.3: the card of a hand that the enemy's spies see."""

    words = mark("Pick a card of the hand of {owner} side, and enter it.")
    owner: Side

    def options(self, state: TlnbState) -> Sequence[CardId]:
        """The hand."""
        return sorted(state.cards.piles[self.owner].of(Pile.HAND))

    def about(self) -> str:
        """What is picked."""
        return say("a card of the enemy's hand")


async def play(table: Table[TlnbState], side: Side, id_: CardId) -> bool:
    """18.35: a side plays a card of its hand; one of no use goes back, and the answer is no.

    With the RECOVERY mark the supply of its units is checked (T19.2).
    """
    if not targets(knowledge(table.state, side), side, id_):
        give_back(table, side, id_)
        return False
    subjects = await NameSubjects(side, id_)
    show(table, side, id_, subjects)
    if card(id_).checks_supply:
        table.emit(RecoveryMarked(side, id_))
        await check_supply(table, side)
    await act(table, side, id_, subjects)
    return True


async def act(table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """What a card that was played in the Card Segment does."""
    read = reading(id_)
    if read.act in _ACTS:
        await _ACTS[read.act](table, side, id_, subjects)
    if read.rerolls:
        begin(table, side, id_, (REROLL,), read.rerolls)
    if read.act in _IN_FORCE:
        begin(table, side, id_, subjects, read.uses)


_IN_FORCE = (Act.NONE, Act.WAKE, Act.MARCH, Act.ORDER, Act.PROLONG, Act.MARMONT)
"""The cards that stay in force beside what they do at once."""


# -- cards that look, wake and call (18.6, T5.10)


async def look(table: Table[TlnbState], side: Side, _id: CardId, _subjects: Subjects) -> None:
    """A side sees a card of the enemy's hand."""
    seen = await PickEnemyCard(CHANCE, table.state.battle.enemy(side))
    table.emit(CardSeen(side, seen))


async def sleep(table: Table[TlnbState], side: Side, _id: CardId, _subjects: Subjects) -> None:
    """T5.10: all commanders of a side sleep."""
    for leader in tuple(commanders_of(table.state, side)):
        table.emit(LeaderSlept(leader))


async def wake(table: Table[TlnbState], side: Side, _id: CardId, _subjects: Subjects) -> None:
    """T5.10: all commanders of a side awake."""
    leaders = table.state.battle.leaders
    for leader in sorted(table.state.command.asleep):
        if leaders[leader].side == side:
            table.emit(LeaderWoke(leader))


async def prolong(table: Table[TlnbState], _side: Side, _id: CardId, _subjects: Subjects) -> None:
    """T2.12: a second day is fought."""
    table.emit(DayProlonged(len(table.state.battle.turns)))


async def muster(table: Table[TlnbState], _side: Side, _id: CardId, subjects: Subjects) -> None:
    """T24.6: a formation's units in UAR are recovered without a roll."""
    state = table.state
    for formation in subjects:
        units = state.units_of(FormationId(formation))
        here = tuple(u for u in units if state.units[u].box is Box.UAR)
        table.emit(UnitsMustered(here))


async def stand(table: Table[TlnbState], side: Side, id_: CardId, _subjects: Subjects) -> None:
    """T24.6: one stack near Marmont will ignore a retreat."""
    begin(table, side, id_, (STAND,), 1)


async def help_out(table: Table[TlnbState], _side: Side, _id: CardId, subjects: Subjects) -> None:
    """T24.3: the people damage a whole bridge, and mend a damaged one."""
    ends: Hexside = (Hex(subjects[0]), Hex(subjects[1]))
    table.emit(PopulaceHelped(ends, ends not in table.state.spans.damaged))


# -- March Orders by card (cards 7, 8)


async def order(table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """T7.51: a formation gets a March Order at once, by the cheapest road to its goal."""
    for formation in map(FormationId, subjects):
        give(table, await ChooseRoute(side, formation, id_))


async def arrive(table: Table[TlnbState], side: Side, id_: CardId, _subjects: Subjects) -> None:
    """24.91: a commander comes, a corps marches, an officer or stack is in command."""
    comes, marches, leads = PARTS
    if PARTS[comes](knowledge(table.state, side), side):
        leader = (await NameSubjects(side, id_, comes))[0]
        hex_ = landing(table.state, side)
        assert hex_ is not None
        table.emit(CommanderPlaced(LeaderId(leader), hex_))
    if PARTS[marches](knowledge(table.state, side), side):
        await order(table, side, id_, await NameSubjects(side, id_, marches))
    if PARTS[leads](knowledge(table.state, side), side):
        begin(table, side, id_, await NameSubjects(side, id_, leads))


# -- cards that change when, where and whether forces come (18.7); several on one force (18.73)


async def cancel(table: Table[TlnbState], _side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force does not come; the card that called it is of no use any more (18.35)."""
    state = table.state
    group = group_of(state, subjects[0])
    owner, units = side_of(state, group), waiting_units(state, group)
    leaders = () if _others(state, group.key) else waiting_leaders(state, group)
    is_alternate = any(one.key == group.key for one in state.schedule.called)
    table.emit(ForceCancelled(group.key, id_, units, leaders))
    if is_alternate:
        calls = (c for c in reversed(group.history) if reading(c.card).act is Act.ALTERNATE)
        _make_void(table, owner, next(calls))


def _others(state: TlnbState, key: str) -> bool:
    """Whether other groups of the same formations are still to come, with whom leaders come."""
    own = group_of(state, key)
    names = {state.formation_of(u).id for u in own.units}
    groups = (g for g in coming(state, side_of(state, own)) if g.key != key)
    return any(not names.isdisjoint(state.formation_of(u).id for u in g.units) for g in groups)


async def hasten(table: Table[TlnbState], _side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next force comes this turn."""
    _change(table, subjects[0], id_, table.state.turn)


async def divert(table: Table[TlnbState], _side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes by another road."""
    group = group_of(table.state, subjects[0])
    _change(table, group.key, id_, group.turn, entry=Hex(subjects[1]))


async def delay(table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes later, and so do all parts of its formations that follow it (24.97)."""
    state = table.state
    group = group_of(state, subjects[0])
    die = await throw(table, side, mark("the delay"))
    turns, due = numbers().delays[die - 1], due_of(state, group)
    names = {state.formation_of(u).id for u in group.units}
    for part in coming(state, side_of(state, group)):
        is_same = not names.isdisjoint(state.formation_of(u).id for u in part.units)
        if part.key == group.key or (is_same and due_of(state, part) > due):
            _change(table, part.key, id_, due_of(state, part) + turns, die)


async def call(table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next alternate group comes, after as many turns as a die says (18.72, T20.5)."""
    die = await throw(table, side, mark("the arrival of alternates"))
    turn = table.state.turn
    due = turn + numbers().delays[die - 1]
    table.emit(AlternateCalled(subjects[0], id_, turn, die, due))


def _change(
    table: Table[TlnbState], key: str, id_: CardId, due: int, die: int = 0, entry: Hex | None = None
) -> None:
    group = group_of(table.state, key)
    shift = due - group.turn
    change = ArrivalChange(id_, table.state.turn, due, entry or group.entry, shift, die or None)
    table.emit(ForceChanged(key, change))


def _make_void(table: Table[TlnbState], side: Side, call_up: ArrivalChange) -> None:
    """18.35, 18.73: the card that called a group counts nothing and goes under its deck.

    If the deck was made up anew since, it is in the deck already.
    """
    played, scores = (side, call_up.card, call_up.turn), table.state.cards.scores
    score = next((s for s in scores if (s.side, s.card, s.turn) == played), None)
    if score is not None:
        table.emit(CardScored(score, is_void=True))
    if call_up.card in table.state.cards.piles[side].of(Pile.DISCARD):
        table.emit(CardReturned(side, call_up.card, Pile.DISCARD, Pile.BOTTOM, is_shown=True))


_ACTS: Mapping[Act, Callable[[Table[TlnbState], Side, CardId, Subjects], Flow]] = {
    Act.LOOK: look,
    Act.CANCEL: cancel,
    Act.EARLY: hasten,
    Act.ROUTE: divert,
    Act.DELAY: delay,
    Act.ALTERNATE: call,
    Act.SLEEP: sleep,
    Act.WAKE: wake,
    Act.REPLACE: replace_losses,
    Act.COLUMN: form_column,
    Act.SCATTER: scatter,
    Act.MARCH: order,
    Act.ORDER: order,
    Act.COMMANDER: arrive,
    Act.PROLONG: prolong,
    Act.POPULACE: help_out,
    Act.MARMONT: stand,
    Act.MUSTER: muster,
}
