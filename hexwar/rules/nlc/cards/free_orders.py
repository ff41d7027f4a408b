"""Orders that a card gives for nothing, outside the chain of command (N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.model.cards import SPIES, CardId, Effect
from hexwar.model.events import OrderDispatched, OrderDropped
from hexwar.model.forces import OrderStep, Side
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.effects import end
from hexwar.rules.nlc.cards.order_effects import APPROACH_MARCH, is_march_order
from hexwar.rules.nlc.order_forms import filled, steps_refusal
from hexwar.rules.nlc.pad import giver_of, put_in_force
from hexwar.rules.nlc.writing import plain_steps

Steps = tuple[OrderStep, ...]

LISTED = 20
"""How many orders are listed at most; the law accepts many more."""


@dataclass(frozen=True, slots=True)
class WriteFreeOrder(Decision[Steps | None]):
    """N23.4: the order that a card gives a formation; None: it gets none."""

    rule: ClassVar[str] = "N23.4"
    line: LineId
    card: CardId

    def options(self, state: GameState) -> Sequence[Steps | None]:
        """None, and some orders of one step."""
        steps = ((step,) for step in plain_steps(state, self.line))
        legal = (one for one in steps if self.refusal(state, one) is None)
        return [None, *islice(legal, LISTED)]

    def refusal(self, state: GameState, answer: Steps | None) -> Refusal | None:
        """Any order that can be written; of an Approach March one that begins with a March."""
        if answer is None:
            return None
        if self.card == APPROACH_MARCH and answer and not is_march_order(answer):
            return Refusal("An Approach March gives an order that begins with a March.", self.rule)
        return steps_refusal(state, self.line, answer)

    def is_forced(self, state: GameState, options: Sequence[Steps | None]) -> bool:  # noqa: ARG002
        """Never: more is legal than is listed."""
        return False

    def kind(self, answer: Steps | None) -> str:
        """`pass` or `order`."""
        return "pass" if answer is None else "order"


def free_order(state: GameState, side: Side) -> Effect | None:
    """The next effect that still owes a side's formation an order, or None."""
    if not state.effects:
        return None
    return next((e for e in state.effects if e.side == side and _gives(e)), None)


def _gives(effect: Effect) -> bool:
    return effect.card in (APPROACH_MARCH, SPIES) and bool(effect.subjects)


async def write_free_order(table: Table[GameState], effect: Effect) -> None:
    """N23.4, N12.52: a formation gets its free order.

    That of an Approach March is obeyed at once. That of the Spies is delivered at once, and the
    recipient rolls for it with the others of this step.
    """
    side, line = effect.side, LineId(effect.subjects[0])
    steps = await WriteFreeOrder(side, line, effect.card)
    end(table, effect)
    if steps is None:
        return
    order = filled(table.state, line, steps)
    if effect.card == APPROACH_MARCH:
        put_in_force(table, line, order)
    else:
        _hand_over(table, side, line, order)


def _hand_over(table: Table[GameState], side: Side, line: LineId, order: Steps) -> None:
    giver = giver_of(table.state, line)
    assert giver is not None
    if line in table.state.dispatches:
        table.emit(OrderDropped(side, line))
    turn = table.state.turn
    table.emit(OrderDispatched(side, line, order, giver, turn, is_extra=True))


def free_order_words(card: CardId) -> str:
    """What a free order is, as a prompt says it."""
    kind = "a March order" if card == APPROACH_MARCH else "an order"
    return f"{kind} by the card {printed(card).title}"
