"""The ways to play with cards, the stock of each side, and what cards count.

Rules: N23.1, N17.3, 18.2, 18.23.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from hexwar.cards.library import card as printed
from hexwar.cards.library import stock_of
from hexwar.cards.records import Card, CardId, CardKind, CardScore, Pile, Piles, Stock
from hexwar.messages import say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from hexwar.table.reports import ScoreLine, ScoreReason

# -- the ways to play with cards, and when cards are played at all (N23.1, N17.3)


CARDS = "cards"
"""The name of the option (N23.1)."""


PASSING = "passing"
"""The option by which a side may play no card in the Card Phase: on or off (N23.7)."""


class Way(StrEnum):
    """How cards are played (N23.1)."""

    NONE = "none"
    FULL = "full"  # hands (N23.2)
    RESTRICTED = "restricted"  # a card and a die each turn, no hands (N23.3)
    SOLITAIRE = "solitaire"  # one deck for both sides (N23.3 g)
    EVENTS = "events"  # tables instead of decks (N23.5)


def way_of(battle: NlcBattle) -> Way:
    """The way that the players agreed on; without cards where nothing known is said."""
    return way_called(battle.options.get(CARDS, Way.NONE))


def way_called(name: str) -> Way:
    """The way of a name, without cards where nothing known is said."""
    return next((way for way in Way if way == name), Way.NONE)


def is_open(battle: NlcBattle, way: Way) -> bool:
    """Whether a battle can be played in a way.

    Cards need decks (N23.1), and a campaign is not played with one deck for both sides (N23.8).
    """
    if not battle.stocks:
        return way is Way.NONE
    return way is not Way.SOLITAIRE or not battle.is_campaign


def is_card_turn(state: GameState) -> bool:
    """Whether cards are played on the present turn: not in Night AM (N17.3)."""
    return state.turn_card.kind is not TurnKind.NIGHT_AM


SECRET_NEWS = CardId("spies-bring-news")


def is_face_down(battle: NlcBattle, card: Card) -> bool:
    """Whether the enemy does not see which card is played (N23.2, N23.3).

    In full play the cards say so. In restricted play all stay secret whose effect does not show
    at once: orders, arrivals and news too. With one deck or none for both sides all is open.
    """
    way = way_of(battle)
    if way is not Way.RESTRICTED:
        return way is Way.FULL and card.is_hidden
    is_order = card.kind is CardKind.MARCH and not card.is_enduring
    return card.is_hidden or is_order or card.kind is CardKind.ARRIVAL or card.id == SECRET_NEWS


# -- the cards of a battle: the stock of each side, and where it lies before the first turn (18.2)


def stocks_of(battle: NlcBattle) -> Mapping[Side, Stock]:
    """The cards of each side for which the scenario names a deck.

    Raises:
        DeckError: there is no such deck, or more is taken out of it than is in it.
    """
    return {side: stock_of(allotment) for side, allotment in battle.allotments.items()}


def piles_at_start(battle: NlcBattle) -> dict[Side, Piles]:
    """Where the cards lie before the first turn; nowhere where none are played with (N23.1)."""
    if way_of(battle) is Way.NONE:
        return {}
    return {
        side: Piles({Pile.DECK: tuple(sorted(stock.main)), Pile.MODE: tuple(sorted(stock.mode))})
        for side, stock in battle.stocks.items()
    }


# -- what the cards count in the score (N22, 18.23)


def card_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """A line for each day on which a side played cards, with each card as its reason (18.23).

    On a view the enemy's cards are missing that he played face down; at the end none is.
    """
    own = [score for score in state.cards.scores if score.side == side]
    for day in dict.fromkeys(score.day for score in own):
        names = (turn.day_words for turn in state.battle.turns if turn.day == day)
        words = say("cards played on {day}", day=next(names, say("day {day}", day=day)))
        played = [score for score in own if score.day == day]
        reasons = tuple(_reason(state, score) for score in played)
        yield ScoreLine(side, sum(score.vp for score in played), words, reasons=reasons)


def _reason(state: GameState, score: CardScore) -> ScoreReason:
    time = state.battle.turn(score.turn).time  # the line tells the day
    sign = "−" if score.vp < 0 else "+"
    worth = say("{sign}{n} VP", sign=sign, n=abs(score.vp)) if score.vp else say("no VP")
    words = say("was played at {time}: {worth}.", time=time, worth=worth)
    return ScoreReason(printed(score.card).title, words, rule="N23.7", counts=bool(score.vp))
