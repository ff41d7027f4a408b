"""Playing a card: whom it names, what it scores, what it does (N23.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Table
from hexwar.model.cards import Card, CardId, CardKind, CardScore, Pile
from hexwar.model.events import CardLaidDown, CardPlayed, CardReturned, CardScored
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.plays import Subjects
from hexwar.rules.nlc.cards.registry import plays
from hexwar.rules.nlc.cards.ways import Way, is_face_down, way_of
from hexwar.rules.nlc.supply_check import check_all_supply


@dataclass(frozen=True, slots=True)
class ChooseCardTarget(Decision[Subjects]):
    """N23.4: whom a card names."""

    rule: ClassVar[str] = "N23.4"
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, Side(self.side), self.card)


@dataclass(frozen=True, slots=True)
class DrawCardTarget(Decision[Subjects]):
    """N23.3: chance picks whom a card names."""

    rule: ClassVar[str] = "N23.3"
    owner: Side
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, self.owner, self.card)

    def about(self) -> str:
        """What is drawn."""
        return f"the force of {printed(self.card).title}"


def targets(state: GameState, side: Side, card: CardId) -> Sequence[Subjects]:
    """Every choice of subjects for a card, the default first; none where it is inapplicable."""
    play = plays().get(card)
    return () if play is None else play.targets(state, side)


async def play_card(
    table: Table[GameState],
    side: Side,
    id_: CardId,
    source: Pile,
    *,
    by_chance: bool = False,
    serves: Side | None = None,
    vp: int | None = None,
) -> bool:
    """N23.7: a card is played; one that is of no use goes under the deck and counts nothing.

    A mode card of no use is out of the game (18.51).

    Args:
        table: The table.
        side: Whose card it is.
        id_: The card.
        source: Where it lies.
        by_chance: Whether chance picks a force that it names (N23.3).
        serves: The side that plays it, if it was passed on to the other (N23.3).
        vp: What it counts, if it is not what it counts by itself (N23.3, N23.5).

    Returns:
        Whether it had an effect.
    """
    card, player = printed(id_), side if serves is None else serves
    shown = player != side or not is_face_down(table.state.battle, card)
    if not targets(table.state, player, id_):
        under = Pile.ASIDE if card.kind is CardKind.MODE else Pile.BOTTOM
        table.emit(CardReturned(side, id_, source, under, is_shown=shown))
        return False
    subjects = await choose_subjects(player, id_, by_chance=by_chance)
    target = pile_of(card, shown=shown)
    by = player if player != side else ""
    table.emit(CardPlayed(side, id_, source, target, is_shown=shown, subjects=subjects, by=by))
    if not shown and way_of(table.state.battle) is Way.FULL:
        table.emit(CardLaidDown(side))
    worth = worth_of(table.state, player, card, subjects) if vp is None else vp
    turn = table.state.turn_card
    table.emit(CardScored(CardScore(player, id_, worth, turn.day, turn.number, is_shown=shown)))
    if card.checks_supply:
        await check_all_supply(table)
    await plays()[id_].act(table, player, subjects)
    return True


async def choose_subjects(side: Side, id_: CardId, *, by_chance: bool) -> Subjects:
    """N23.4: whom a card names, as its player chooses, or chance where it picks a force (N23.3)."""
    if by_chance and plays()[id_].is_force:
        return await DrawCardTarget(CHANCE, side, id_)
    return await ChooseCardTarget(side, id_)


def worth_of(state: GameState, side: Side, card: Card, subjects: Subjects) -> int:
    """The VP that a card counts when it is played on some subjects."""
    worth = plays()[card.id].worth
    return card.vp if worth is None else worth(state, side, subjects)


def pile_of(card: Card, *, shown: bool) -> Pile:
    """Where a card lies once it is played."""
    if not shown:
        return Pile.SECRET
    return Pile.ENDURING if card.is_enduring else Pile.DISCARD
