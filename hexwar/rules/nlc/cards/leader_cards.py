"""Cards of commanders and of their staff (N23.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine import Table
from hexwar.model.cards import CardId
from hexwar.model.forces import Side
from hexwar.model.pieces import Phase
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.effects import begin
from hexwar.rules.nlc.cards.order_effects import AIDE_DE_CAMP, EMPEROR, ORDER, TRACE
from hexwar.rules.nlc.cards.plays import Play, Subjects
from hexwar.rules.nlc.victory import is_napoleon

ERRANDS = (ORDER, TRACE)
"""What an Aide de Camp can be sent for before the chits: one order, or the traces of the turn."""


def emperors(state: GameState, side: Side) -> Sequence[Subjects]:
    """Napoleon, if he is on the map."""
    cards = state.battle.leaders
    here = (leader.id for leader in state.leaders.values() if leader.hex is not None)
    return [(x,) for x in here if cards[x].side == side and is_napoleon(cards[x])]


async def inspire(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: a rating of 5 this turn, a Coordinated Action chit and an Initial Action."""
    begin(table, side, EMPEROR, subjects=subjects)


def errands(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """What the Aide de Camp is sent for: before the chits a choice, else a captured leader."""
    is_before = state.phase in (Phase.CARDS, Phase.ORDERS)
    return [(errand,) for errand in ERRANDS] if is_before else ((),)


async def ride(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N12.4, N12.12: he rides for an order or for the traces of this turn.

    At a capture the card itself has said all: who has lost the leader keeps him (N14.7).
    """
    if subjects:
        uses = 1 if ORDER in subjects else 0
        begin(table, side, AIDE_DE_CAMP, subjects=subjects, uses=uses)


PLAYS: Mapping[CardId, Play] = {
    EMPEROR: Play(inspire, emperors),
    AIDE_DE_CAMP: Play(ride, errands),
}
