"""What the cards count in the score (N22, 18.23)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.model.cards import CardScore
from hexwar.model.forces import Side
from hexwar.model.score import ScoreLine, ScoreReason
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed


def card_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """A line for each day on which a side played cards, with each card as its reason (18.23).

    On a view the enemy's cards are missing that he played face down; at the end none is.
    """
    days = dict.fromkeys(score.day for score in state.card_scores if score.side == side)
    for day in days:
        played = [x for x in state.card_scores if (x.side, x.day) == (side, day)]
        yield ScoreLine(
            side,
            sum(score.vp for score in played),
            f"cards played on {_day_words(state, day)}",
            rule="N22",
            reasons=tuple(_reason(state, score) for score in played),
        )


def _day_words(state: GameState, day: int) -> str:
    found = (turn.day_words for turn in state.battle.turns if turn.day == day)
    return next(found, f"day {day}")


def _reason(state: GameState, score: CardScore) -> ScoreReason:
    time = state.battle.turn(score.turn).time  # the line tells the day
    sign = "−" if score.vp < 0 else "+"
    worth = f"{sign}{abs(score.vp)} VP" if score.vp else "no VP"
    words = f"was played at {time}: {worth}."
    return ScoreReason(printed(score.card).title, words, rule="N23.7", counts=bool(score.vp))
