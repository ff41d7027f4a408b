"""Full play: hands, and a card of each side in the Card Phase (N23.2, N23.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.model.battle import TurnKind
from hexwar.model.cards import CardId, Pile, Window
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.drawing import draw
from hexwar.rules.nlc.cards.playing import play_card, targets
from hexwar.rules.nlc.cards.windows import TACTICS
from hexwar.rules.nlc.numbers import numbers_of


@dataclass(frozen=True, slots=True)
class ChooseCard(Decision[CardId | None]):
    """N23.7: the card that a side plays in the Card Phase."""

    rule: ClassVar[str] = "N23.7"

    def options(self, state: GameState) -> Sequence[CardId | None]:
        """None, each card that has a use now, then those that can only go under the deck."""
        cards = in_phase(state, Side(self.side))
        useful = [id_ for id_ in cards if targets(state, Side(self.side), id_)]
        return (None, *useful, *(id_ for id_ in cards if id_ not in useful))

    def kind(self, answer: CardId | None) -> str:
        """`pass` or `play`."""
        return "pass" if answer is None else "play"


def in_phase(state: GameState, side: Side) -> tuple[CardId, ...]:
    """The kinds of card in a side's hand that can be played in the Card Phase."""
    hand = dict.fromkeys(state.piles[side].of(Pile.HAND))
    return tuple(id_ for id_ in hand if Window.CARDS in printed(id_).windows)


async def full_phase(table: Table[GameState]) -> None:
    """N23.7, N4.8: both draw; each chooses unseen by the other; the first player's card is first.

    Who holds cards only that have their moment later plays none (18.36).
    """
    sides = [side for side in table.state.battle.sides if side in table.state.piles]
    for side in sides:
        for _ in range(draws(table.state, side)):
            await draw(table, side)
    chosen = [(side, await ChooseCard(side)) for side in sides if in_phase(table.state, side)]
    for side, id_ in chosen:
        if id_ is not None:
            await play_card(table, side, id_, Pile.HAND)


def draws(state: GameState, side: Side) -> int:
    """How many cards a side draws on the present turn (18.31-18.33)."""
    if state.turn < 2:
        return 0
    stock, rules = state.battle.stocks[side], numbers_of(state.battle).card
    is_bonus_turn = _last_draw(state) < stock.bonus_turn <= state.turn
    bonus = max(stock.bonus_draws, rules.least_bonus) if is_bonus_turn else 0
    return rules.draws + bonus + replaced(state, side)


def replaced(state: GameState, side: Side) -> int:
    """The Tactics cards that a side played since its last draw: it draws as many more (18.33)."""
    since = _last_draw(state)
    return sum(
        score.side == side and since <= score.turn < state.turn and score.card in TACTICS
        for score in state.card_scores
    )


def _last_draw(state: GameState) -> int:
    """The last turn before this on which cards were drawn or mode cards played (N17.3)."""
    before = state.battle.turns[: state.turn - 1]
    return max((t.number for t in before if t.kind is not TurnKind.NIGHT_AM), default=0)
