"""The score as the window tells it: a line a side and reason, and how it would end now (M23)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.messages import mark, say
from hexwar.systems.mininap.rules.victory import points_of, score, verdict_now
from hexwar.systems.mininap.state import MiniState
from hexwar.table.names import verdict_words
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine


def score_lines(state: MiniState) -> Sequence[ScoreLine]:
    """The victory points of both sides (M23.6)."""
    found = []
    for line in score(state):
        is_unit = any(card.name == line.what for card in state.battle.units.values())
        words = mark("{what} broken") if is_unit else mark("{what} held")
        reason = say(words, what=line.what)
        found.append(ScoreLine(line.side, line.vp, reason, rule="M23.6"))
    return found


def outlook(state: MiniState) -> str:
    """How the battle would end by points if it ended now (M23.7)."""
    if state.outcome is not None:
        return verdict_words(state.battle, state.outcome)
    winner, level = verdict_now(state)
    told = verdict_words(state.battle, Outcome(winner, level, points_of(state), ""))
    return say("As it stands: {verdict}.", verdict=told)
