"""The Initial Action: one formation acts before any chit is drawn (N4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.model.cards import CardId
from hexwar.model.events import InitialGranted, InitialRolled, PhaseBegan
from hexwar.model.forces import FormationId, Side
from hexwar.model.orders import LineId
from hexwar.model.pieces import Phase
from hexwar.model.state import GameState
from hexwar.rules.nlc.beginnings import begin_activation
from hexwar.rules.nlc.cards.effects import is_in_force
from hexwar.rules.nlc.cards.order_effects import EMPEROR
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.command import (
    centre_of,
    is_in_range,
    overall_commander,
    overall_rating,
    wing_of,
)
from hexwar.rules.nlc.cups import discard_reason
from hexwar.rules.nlc.numbers import numbers_of

LATE_START, EARLY_ARRIVAL = CardId("late-start"), CardId("early-arrival")


@dataclass(frozen=True, slots=True)
class ChooseInitialFormation(Decision[FormationId | None]):
    """N4.22: which formation acts before any chit; None: the chits stay in."""

    rule: ClassVar[str] = "N4.22"

    def options(self, state: GameState) -> Sequence[FormationId | None]:
        """Nobody, and each formation that is near enough or has fresh orders."""
        side = Side(self.side)
        formations = state.battle.formations.values()
        own = [f.id for f in formations if f.side == side]
        return [None, *(f for f in own if initial_refusal(state, side, f) is None)]

    def refusal(self, state: GameState, answer: FormationId | None) -> Refusal | None:
        """The law of N4.23."""
        return None if answer is None else initial_refusal(state, Side(self.side), answer)


def initial_refusal(state: GameState, side: Side, formation: FormationId) -> Refusal | None:
    """Why a formation may not take its side's Initial Action, or None (N4.22, N4.23, N4.27)."""
    card = state.battle.formations.get(formation)
    if card is None or card.side != side:
        return Refusal("Choose a formation of your own.", "N4.22")
    reason = discard_reason(state, formation)
    if reason is not None:
        return Refusal(f"{card.name} cannot act: {reason}.", "N4.44")
    if _is_near(state, side, formation) or has_fresh_order(state, formation):
        return None
    turns = numbers_of(state.battle).initial.recent_turns
    return Refusal(
        f"{card.name} is out of command range of the overall commander and has received no order"
        f" in the last {turns} turns.",
        "N4.23",
    )


def _is_near(state: GameState, side: Side, formation: FormationId) -> bool:
    """Whether a formation's commander, or the unit in his place, is in range of the OC."""
    leader, hex_ = overall_commander(state, side), centre_of(state, LineId(formation))
    return leader is not None and hex_ is not None and is_in_range(state, leader, hex_)


def has_fresh_order(state: GameState, formation: FormationId) -> bool:
    """Whether a formation, or its wing, holds an order of the last turns (N4.23, N4.26).

    An order held at the start counts as received on the turn before the first; what a Bad Move
    brought about is no order.
    """
    recent = numbers_of(state.battle).initial.recent_turns
    wing = wing_of(state, formation)
    lines = [state.lines.get(LineId(one)) for one in (formation, wing) if one is not None]
    return any(
        line is not None and not line.bad_until and state.turn - line.since <= recent
        for line in lines
    )


def granted(state: GameState) -> tuple[Side, ...]:
    """The sides that have an Initial Action by a card, besides the one of the dice (N4.24)."""
    return tuple(
        side
        for side in state.battle.sides
        for card in (EARLY_ARRIVAL, EMPEROR)
        if is_in_force(state, side, card)
    )


def sleepers(state: GameState) -> tuple[Side, ...]:
    """The sides that may take no Initial Action this turn (N4.24)."""
    return tuple(side for side in state.battle.sides if is_in_force(state, side, LATE_START))


# -- the flow


async def initial_phase(table: Table[GameState]) -> None:
    """N4.2: the sides roll; the winner's choice acts; then coordination is determined.

    Before the chits only an Initial Action makes anybody act: it tells that the dice are cast.
    """
    if not table.state.initiatives and not table.state.acted:
        await _roll(table)
    for side in table.state.initiatives:
        chosen = await ChooseInitialFormation(side)
        table.emit(InitialGranted(side, chosen))
        if chosen is not None:
            await begin_activation(table, chosen)
            return
    table.emit(PhaseBegan(Phase.COORDINATED))


async def _roll(table: Table[GameState]) -> None:
    """N4.21, N4.25: a die and the rating of the OC; the higher total wins, a tie nobody."""
    battle, dice = table.state.battle, []
    for side in battle.sides:
        die = await throw(table, side, f"initial action, {battle.side_names[side]}")
        dice.append((side, die))
    totals = tuple((side, die + overall_rating(table.state, side)) for side, die in dice)
    (first, mine), (second, theirs) = totals
    winner = None if mine == theirs else first if mine > theirs else second
    by_card, denied = granted(table.state), sleepers(table.state)
    table.emit(InitialRolled(tuple(dice), totals, winner, by_card, denied))
