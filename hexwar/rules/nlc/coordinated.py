"""The Coordinated Action: several formations act as one body (N4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.model.events import ChitDiscarded, ChitPlaced, CoordinationRolled
from hexwar.model.forces import FormationId, Side
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.nlc.beginnings import begin_activations
from hexwar.rules.nlc.cards.effects import is_in_force
from hexwar.rules.nlc.cards.order_effects import EMPEROR
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.command import centre_of, is_in_range, overall_commander, overall_rating
from hexwar.rules.nlc.cups import coordinated_chit, cup_of, discard_reason
from hexwar.rules.nlc.numbers import numbers_of

Body = tuple[FormationId, ...]
"""Formations that act as one body."""

LISTED = 400
"""How many answers are listed at most; the law accepts the others too."""


@dataclass(frozen=True, slots=True)
class ChooseCoordinatedFormations(Decision[Body | None]):
    """N4.32: which formations act together; None: the chit has no effect (N4.34)."""

    rule: ClassVar[str] = "N4.32"

    def options(self, state: GameState) -> Sequence[Body | None]:
        """Nobody, and the formations that may act, alone and together."""
        side = Side(self.side)
        able = [f for f in state.battle.formations if member_refusal(state, side, f) is None]
        sizes = range(1, most_together(state, side) + 1)
        bodies = chain.from_iterable(combinations(able, size) for size in sizes)
        return [None, *islice(bodies, LISTED)]

    def refusal(self, state: GameState, answer: Body | None) -> Refusal | None:
        """The law of N4.32."""
        if answer is None:
            return None
        side = Side(self.side)
        if not answer or len(set(answer)) < len(answer):
            return Refusal("Choose at least one formation, each once.", self.rule)
        most = most_together(state, side)
        if len(answer) > most:
            return Refusal(f"At most {most} formations may act together.", self.rule)
        refusals = (member_refusal(state, side, formation) for formation in answer)
        return next((refusal for refusal in refusals if refusal is not None), None)


def most_together(state: GameState, side: Side) -> int:
    """How many formations a side may coordinate: the rating of its OC, three at most (N4.32)."""
    return min(overall_rating(state, side), numbers_of(state.battle).coordination.most)


def member_refusal(state: GameState, side: Side, formation: FormationId) -> Refusal | None:
    """Why a formation may not take part in a Coordinated Action now, or None (N4.32)."""
    card = state.battle.formations.get(formation)
    if card is None or card.side != side:
        return Refusal("Choose formations of your own.", "N4.32")
    reason = discard_reason(state, formation)
    if reason is not None:
        return Refusal(f"{card.name} cannot act: {reason}.", "N4.32")
    leader, hex_ = overall_commander(state, side), centre_of(state, LineId(formation))
    if leader is not None and hex_ is not None and is_in_range(state, leader, hex_):
        return None
    return Refusal(f"{card.name} is out of the overall commander's command range.", "N4.32")


# -- the flow


async def determine_coordination(table: Table[GameState]) -> None:
    """N4.31: a side whose die is not above the rating of its OC has its chit in the cup.

    By a card it has it without a die (N23.4).
    """
    for side in table.state.battle.sides:
        if is_in_force(table.state, side, EMPEROR):
            table.emit(ChitPlaced(cup_of(table.state, side), coordinated_chit(side)))
            continue
        die = await throw(table, side, f"coordination, {table.state.battle.side_names[side]}")
        rating = overall_rating(table.state, side)
        table.emit(CoordinationRolled(side, die, rating, has_action=die <= rating))
        if die <= rating:
            table.emit(ChitPlaced(cup_of(table.state, side), coordinated_chit(side)))


async def coordinate(table: Table[GameState], chit: FormationId, side: Side) -> None:
    """N4.32, N4.34: the chosen formations act in one activation, or nobody does."""
    chosen = await ChooseCoordinatedFormations(side)
    if chosen is None:
        table.emit(ChitDiscarded(chit, "nobody was chosen to act together"))
    else:
        await begin_activations(table, chosen)
