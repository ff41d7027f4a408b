"""Cards of marches and orders, and orders that a card gives for nothing (N23.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from hexwar.cards.records import SPIES, CardId, Effect
from hexwar.engine import Refusal, Table, refuse
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import OrderDispatched, OrderDropped, RetreatAllowed
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.decision_effects import (
    GENERAL_ADVANCE,
    GENERAL_RETREAT,
    OVERALL,
    SOUND_OF_GUNS,
    guns_heard,
    is_free_of_zones,
)
from hexwar.systems.nlc.rules.cards.effects import ALWAYS, begin, end, is_in_force
from hexwar.systems.nlc.rules.cards.order_effects import (
    APPROACH_MARCH,
    FORCED_MARCH,
    INFILTRATION,
    PROBE,
    TURNING_MOVEMENT,
    is_full_play,
    is_march_order,
)
from hexwar.systems.nlc.rules.cards.windows import NOBODY, Play, Subjects, lasting, register
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.movement.law import MOBILE_DEFENSE
from hexwar.systems.nlc.rules.orders.forms import exits_of, filled, steps_refusal
from hexwar.systems.nlc.rules.orders.local_decision import try_refusal
from hexwar.systems.nlc.rules.orders.pad import giver_of, givers, put_in_force
from hexwar.systems.nlc.rules.orders.permissions import line_row, unit_row
from hexwar.systems.nlc.rules.orders.writing import plain_steps
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationCard, OrderStep, Side

# -- orders that a card gives for nothing, outside the chain of command (N23.4)


Steps = tuple[OrderStep, ...]

LISTED = 20
"""How many orders are listed at most; the law accepts many more."""


@dataclass(frozen=True, slots=True)
class WriteFreeOrder(Question[Steps | None], rule="N23.4", is_secret=True):
    """N23.4: the order that a card gives a formation; None: it gets none."""

    kinds = ("order", "pass")
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
            return refuse(self.rule, "An Approach March gives an order that begins with a March.")
        return steps_refusal(state, self.line, answer)

    def is_forced(self, state: GameState, options: Sequence[Steps | None]) -> bool:  # noqa: ARG002
        """Never: more is legal than is listed."""
        return False

    def sentence(self, view: GameState) -> str:
        """Who gets what kind of order."""
        kind = say("a March order") if self.card == APPROACH_MARCH else say("an order")
        order = self.told(view, mark("{kind} by the card {card}"), kind=kind)
        return self.told(view, mark("{who} may give {line} {order}."), order=order)


def free_order(state: GameState, side: Side) -> Effect | None:
    """The next effect that still owes a side's formation an order, or None."""
    own = (e for e in state.cards.effects if e.side == side and e.subjects)
    return next((e for e in own if e.card in (APPROACH_MARCH, SPIES)), None)


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
        return
    giver = giver_of(table.state, line)
    assert giver is not None
    if line in table.state.pad.dispatches:
        table.emit(OrderDropped(side, line))
    table.emit(OrderDispatched(side, line, order, giver, table.state.turn, is_extra=True))


# -- whom a card can name


def _named(
    state: GameState, side: Side, fits: Callable[[GameState, FormationCard, LineId], bool]
) -> Sequence[Subjects]:
    """Each formation of a side with an order that fits, in the order of the army list."""
    own = (card for card in state.battle.formations.values() if card.side == side)
    lines = ((card, LineId(card.id)) for card in own if state.pad.lines[LineId(card.id)].steps)
    return [(card.id,) for card, line in lines if fits(state, card, line)]


def marchers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations that an Approach March can name: on the map, and with no unit in an EZOC."""
    return _named(state, side, _can_approach)


def _can_approach(state: GameState, formation: FormationCard, line: LineId) -> bool:
    is_bound = not formation.has_chit or state.pad.lines[line].step.fixed
    return not is_bound and centre_of(state, line) is not None and is_free_of_zones(state, line)


def deciders(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations whose leaders may decide for themselves this turn (N12.66)."""
    return _named(state, side, lambda state, _, line: try_refusal(state, line) is None)


def hearers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations that can follow the Sound of Guns: none of their units is in an EZOC."""
    return _named(state, side, _can_hear)


def _can_hear(state: GameState, _: FormationCard, line: LineId) -> bool:
    is_free = try_refusal(state, line) is None and is_free_of_zones(state, line)
    return is_free and bool(guns_heard(state, line))


def attackers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations under an order to Attack (N23.9)."""
    return _named(state, side, lambda s, card, x: card.has_chit and line_row(s, x).attacks)


def holders(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; one formation or division must be under Defend or Delay."""
    own = (line for line in state.pad.lines if state.side_of_line(line) == side)
    return NOBODY if any(line_row(state, x).slips for x in own) else ()


def infiltrators(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; in full play there must be cavalry that could decline its assault."""
    units = [unit.id for unit in state.on_map(side)] if is_full_play(state) else []
    horse = (unit for unit in units if state.card(unit).arm.is_cavalry)
    can_act = not is_full_play(state) or any(unit_row(state, unit).fights for unit in horse)
    return NOBODY if can_act else ()


def writers(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; a commander must be on the map who can write the order."""
    return NOBODY if givers(state, side) else ()


def retreaters(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; the army must have a way out, and the card not have been played (N12.29).

    Who has leave by The Battle Ends may play it too: only its player scores what leaves (N22).
    """
    is_played = is_in_force(state, side, GENERAL_RETREAT)
    return () if is_played or not exits_of(state, side) else NOBODY


# -- what it does


async def allow_retreat(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N12.29, N23.8: the army may be ordered off the map; in restricted play by the OC alone."""
    if side not in table.state.pad.retreating:
        table.emit(RetreatAllowed(side))
    alone = () if is_full_play(table.state) else (OVERALL,)
    begin(table, side, GENERAL_RETREAT, subjects=alone, until=ALWAYS)


register(
    {
        APPROACH_MARCH: Play(lasting(APPROACH_MARCH, 1), marchers),
        GENERAL_RETREAT: Play(allow_retreat, retreaters),
        GENERAL_ADVANCE: Play(lasting(GENERAL_ADVANCE), deciders),
        PROBE: Play(lasting(PROBE), attackers),
        INFILTRATION: Play(lasting(INFILTRATION), infiltrators),
        SOUND_OF_GUNS: Play(lasting(SOUND_OF_GUNS), hearers),
        MOBILE_DEFENSE: Play(lasting(MOBILE_DEFENSE), holders),
        TURNING_MOVEMENT: Play(lasting(TURNING_MOVEMENT, 1), writers),
        FORCED_MARCH: Play(lasting(FORCED_MARCH, 1), writers),
    }
)
