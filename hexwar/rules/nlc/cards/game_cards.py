"""Cards of news and of the end of the battle (N23.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine import Table
from hexwar.model.cards import SPIES, CardId
from hexwar.model.events import RetreatAllowed
from hexwar.model.forces import Side
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.decision_effects import BATTLE_ENDS
from hexwar.rules.nlc.cards.effects import ALWAYS, begin
from hexwar.rules.nlc.cards.order_effects import is_solo
from hexwar.rules.nlc.cards.plays import Play, Subjects
from hexwar.rules.nlc.pad import giver_of, giver_refusal, line_refusal


def news_for(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named: the enemy's orders are read. Alone, the formation that gets an order."""
    if not is_solo(state):
        return ((),)
    own = (card for card in state.battle.formations.values() if card.side == side)
    return [(card.id,) for card in own if _can_be_told(state, side, LineId(card.id))]


def _can_be_told(state: GameState, side: Side, line: LineId) -> bool:
    if line_refusal(state, side, line) is not None:
        return False
    return giver_refusal(state, giver_of(state, line), line) is None


async def bring_news(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4, N12.9: the side reads the enemy's orders until its own of this turn are written.

    Alone against the game it has one order for nothing instead.
    """
    begin(table, side, SPIES, subjects=subjects, uses=1)


def unsaid(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Nobody is named; a side must have no leave yet to retreat off the map."""
    return ((),) if any(s not in state.retreating for s in state.battle.sides) else ()


async def end_battle(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N12.29: both armies may be ordered off the map, to the end of the game."""
    for one in table.state.battle.sides:
        if one not in table.state.retreating:
            table.emit(RetreatAllowed(one))
        begin(table, one, BATTLE_ENDS, until=ALWAYS)


PLAYS: Mapping[CardId, Play] = {
    SPIES: Play(bring_news, news_for),
    BATTLE_ENDS: Play(end_battle, unsaid),
}
