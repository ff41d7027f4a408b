"""What cards in force do for ratings, for givers, for single orders and for units under them.

Rules: N23.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.cards.records import CardId, Effect
from hexwar.engine import Table
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.cards.combat_rows import MARMONT
from hexwar.systems.nlc.rules.cards.effects import effect_of, effects_of, end, is_in_force
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, OrderStep, Side, UnitId

EMPEROR = CardId("emperor-napoleon")
FORCED_MARCH = CardId("forced-march")
TURNING_MOVEMENT = CardId("turning-movement")
AIDE_DE_CAMP = CardId("aide-de-camp")
APPROACH_MARCH = CardId("approach-march")

HELPERS = (FORCED_MARCH, TURNING_MOVEMENT)
"""The cards that shift the compliance of an order to the right (N12.51)."""

TRACE, ORDER = "trace", "order"
"""What an Aide de Camp is for in the Orders Phase: the subject that his effect names."""


def is_full_play(state: GameState) -> bool:
    """Whether cards are read as in full play; else they are as in restricted play (N23.8)."""
    return way_of(state.battle) is Way.FULL


def is_solo(state: GameState) -> bool:
    """Whether both sides have one deck, or a table, in common: cards read as alone (N23.4)."""
    return way_of(state.battle) in (Way.SOLITAIRE, Way.EVENTS)


# -- ratings and actions


def raised_rating(state: GameState, side: Side, leader: LeaderId) -> int | None:
    """The rating that a card gives a leader this turn, or None."""
    if is_in_force(state, side, EMPEROR, leader):
        return numbers_of(state.battle).card.emperor_rating
    if is_in_force(state, side, MARMONT, leader):
        return numbers_of(state.battle).card.marmont_rating
    return None


def end_all(table: Table[GameState], side: Side, card: CardId) -> None:
    """All effects of a kind of card that serve a side are over."""
    for effect in tuple(effects_of(table.state, side, card)):
        end(table, effect)


# -- single orders


def is_march_order(steps: Sequence[OrderStep]) -> bool:
    """Whether an order is a March order: its first step is a March (house rule)."""
    return bool(steps) and steps[0].verb == Verb.MARCH


def is_march_and_attack(steps: Sequence[OrderStep]) -> bool:
    """Whether an order is to march and then to attack (N23.4): Marches, and one Attack at last."""
    *before, last = (step.verb for step in steps) if steps else ("",)
    return bool(before) and last == Verb.ATTACK and set(before) == {Verb.MARCH}


@dataclass(frozen=True, slots=True)
class Lift:
    """What cards do for an order: they are used up when it is sent."""

    effects: tuple[Effect, ...] = ()
    is_extra: bool = False  # its giver's capacity does not count it (N12.12)

    @property
    def cards(self) -> tuple[CardId, ...]:
        """The cards that help it to be obeyed (N12.67)."""
        return tuple(e.card for e in self.effects if e.card in HELPERS)

    def use_up(self, table: Table[GameState]) -> None:
        """The effects are over; the enemy, who sees no order, does not see the cards either."""
        for effect in self.effects:
            end(table, effect)


ALONE = Lift()
"""An order for which no card does anything."""


def lift(state: GameState, side: Side, steps: Sequence[OrderStep], *, is_beyond: bool) -> Lift:
    """What cards do for a new order of a side (N23.4).

    A Forced March carries the next March order that the side writes, a Turning Movement helps the
    next order to march and then to attack.

    Args:
        state: The table.
        side: Whose order.
        steps: The order.
        is_beyond: Whether its giver has used up his capacity: else no Aide de Camp rides.
    """
    forced = effect_of(state, side, FORCED_MARCH) if is_march_order(steps) else None
    turning = effect_of(state, side, TURNING_MOVEMENT) if is_march_and_attack(steps) else None
    couriers = _couriers(state, side)[:1] if is_beyond and forced is None else []
    found = (forced, turning, *couriers)
    is_extra = forced is not None or bool(couriers)
    return Lift(tuple(effect for effect in found if effect is not None), is_extra)


def extra_orders(state: GameState, side: Side, verb: str | None) -> int:
    """How many orders more than their ratings allow a side's givers may write (N12.12).

    Args:
        state: The table.
        side: Whose givers; what one of them uses up no other has.
        verb: The type of the order, by its first step; None where no type is meant.
    """
    marches = len([*effects_of(state, side, FORCED_MARCH)]) if verb == Verb.MARCH else 0
    return len(_couriers(state, side)) + marches


def extra_words(state: GameState, side: Side) -> list[str]:
    """What cards let a side write beyond the ratings of its givers, in clauses."""
    any_type = extra_orders(state, side, None)
    marches = extra_orders(state, side, Verb.MARCH) - any_type
    kinds = ((any_type, say("order")), (marches, say("March order")))
    words = mark("cards allow {number} {kind} more")
    return [say(words, number=number, kind=kind) for number, kind in kinds if number]


def _couriers(state: GameState, side: Side) -> list[Effect]:
    return [e for e in effects_of(state, side, AIDE_DE_CAMP) if ORDER in e.subjects]


# -- traces


def traces_through_zones(state: GameState, side: Side) -> bool:
    """Whether a side's command traces go through EZOC: an Aide de Camp rides (N12.4)."""
    return is_in_force(state, side, AIDE_DE_CAMP, TRACE)


# -- what cards let units under an Attack do that the order does not: Probe and Infiltration
#    (N23.4)
#
# Both are played face down. They are shown when units do what only they allow (N23.2).


PROBE = CardId("probe")
INFILTRATION = CardId("infiltration")


def as_carried_out(state: GameState, line: LineId, step: OrderStep) -> OrderStep:
    """The step of a line as its units carry it out: by a card an Attack is a Probe."""
    if step.verb != Verb.ATTACK or _probe_of(state, line) is None:
        return step
    return replace(step, verb=Verb.PROBE)


def _probe_of(state: GameState, line: LineId) -> Effect | None:
    played = effects_of(state, state.side_of_line(line), PROBE)
    return next((effect for effect in played if line in effect.subjects), None)


def excuse_of(state: GameState, unit: UnitId) -> Effect | None:
    """The effect that lets a unit under an Attack decline its assault, or None (N8.33).

    A Probe excuses a whole formation, in full play an Infiltration all cavalry.
    """
    id_ = state.line_id_of(unit)
    line = state.pad.lines.get(id_) if state.cards.effects else None
    if line is None or not line.steps or line.step.verb != Verb.ATTACK:
        return None
    by_card = is_full_play(state) and state.card(unit).arm.is_cavalry
    infiltration = effect_of(state, state.side_of(unit), INFILTRATION) if by_card else None
    return _probe_of(state, id_) or infiltration
