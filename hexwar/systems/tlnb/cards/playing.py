"""Playing a card: what it names, what it counts, what it does (18.35)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.cards.events import CardPlayed, CardReturned, CardScored
from hexwar.cards.library import card
from hexwar.cards.readings import Act, reading
from hexwar.cards.records import CardId, CardKind, CardScore, Pile
from hexwar.engine import CHANCE, Decision, Flow, Table
from hexwar.messages import say
from hexwar.systems.tlnb.cards.effects import allow_rerolls, begin
from hexwar.systems.tlnb.cards.events import CardSeen
from hexwar.systems.tlnb.cards.records import StormState
from hexwar.systems.tlnb.cards.schedule import call, cancel, delay, divert, hasten
from hexwar.systems.tlnb.cards.targets import Subjects, targets
from hexwar.table.forces import Side


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
