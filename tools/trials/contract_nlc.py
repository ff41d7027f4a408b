"""What must hold in every game of NLC beside the contract of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from hexwar.cards.records import COVERED, OPEN, SPIES
from hexwar.cards.setup_facts import UnitReplaced
from hexwar.engine import Session
from hexwar.ground.stacking import is_overstacked, stack_in
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import StepLost, StepRegained, UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.victory.victory import lost_sp
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from tools.trials import contract
from tools.trials.contract import (
    check_fork,
    check_options,
    check_replay,
    check_save,
    check_undo,
    require,
)

SECRET_ROLLS = ("compliance of", "local decision of", "bad move of")
"""What the dice are for that the enemy must not see."""


def check_state(state: GameState) -> None:
    """The pieces are in order, and no enemies are in one hex."""
    contract.check_pieces(state)
    for hex_ in state.occupants:
        sides = {state.side_of(u) for u in state.holders_of(hex_)}
        require(len(sides) < 2, f"both sides have combat units in {hex_}")


def check_tails(state: GameState) -> None:
    """A tail belongs to a column and lies next to it along a road or trail (N5.33)."""
    contract.check_tails(state)
    for unit in state.units.values():
        is_way = unit.tail is None or (unit.tail, unit.hex) in state.battle.battlefield.ways
        require(is_way, f"no road or trail joins {unit.id} to its tail")


def check_spans(state: GameState) -> None:
    """The spans are in order; each pontoon bridge is a train on the map (N5.71)."""
    contract.check_damage(state)
    bridges = [unit.bridging for unit in state.units.values() if unit.bridging is not None]
    require(len(bridges) == len(set(bridges)), "two trains are one pontoon bridge")
    require(state.spans.pontoons == set(bridges), "the pontoon bridges are not those of the trains")
    for unit in state.units.values():
        if unit.bridging is not None:
            require(unit.hex in unit.bridging, f"{unit.id} is a bridge elsewhere")


def check_pad(state: GameState) -> None:
    """Every formation has one line of its side's pad, and what rides is an order (N3.4, N12.4)."""
    for formation in state.battle.formations.values():
        line = state.pad.lines.get(LineId(formation.id))
        require(line is not None, f"{formation.id} has no line")
        require(line is None or not line.units, f"the line of {formation.id} names units")
    for line_id, line in state.pad.lines.items():
        is_somebody = formation_of_line(line_id) in state.battle.formations
        require(is_somebody, f"{line_id} is nobody's line")
        _check_steps(state, line_id, line.steps)
    _check_detached(state)
    for line_id, dispatch in state.pad.dispatches.items():
        require(line_id in state.pad.lines, f"a courier rides to {line_id}, which is no line")
        _check_steps(state, line_id, dispatch.steps)
        giver = state.battle.leaders.get(dispatch.giver)
        is_own = giver is not None and giver.side == state.side_of_line(line_id)
        require(is_own, f"{dispatch.giver} gives an order to {line_id}")
        is_timely = 0 <= dispatch.sent <= state.turn and dispatch.sent <= dispatch.due
        require(is_timely, f"the order to {line_id} is before its time")
    for unit, wing in state.pad.wings.items():
        sides = {state.battle.formations[f].side for f in (unit, wing)}
        require(len(sides) == 1, f"{unit} is under the enemy's wing {wing}")


def _check_steps(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> None:
    """An order has a step, each of a known type, and its hexes are on the map (N12.1)."""
    require(bool(steps), f"{line} has an order without a step")
    for step in steps:
        require(step.verb in order_types(), f"{line} is told to {step.verb}")
        hexes = (*step.route, *([] if step.target is None else [step.target]))
        on_map = all(hex_ in state.battle.battlefield.grid.index for hex_ in hexes)
        require(on_map, f"{line} is sent off the map: {step}")
        friend = step.target_formation
        side = None if friend is None else state.battle.formations[friend].side
        require(side in (None, state.side_of_line(line)), f"{line} is to support the enemy")


def _check_detached(state: GameState) -> None:
    """The units of the detached divisions are those that are listed as detached (N12.92)."""
    told = {unit: id_ for id_, line in state.pad.lines.items() for unit in line.units}
    require(told == state.pad.detached, "the detached units are not those of the lines")
    for line_id, line in state.pad.lines.items():
        is_own = all(state.battle.units[u].side == state.side_of_line(line_id) for u in line.units)
        require(is_own, f"{line_id} commands units of the enemy")
        require(bool(line.units) == _is_division(line_id), f"{line_id} is a division of nobody")


def _is_division(line: LineId) -> bool:
    return formation_of_line(line) != FormationId(line)


def check_cards(state: GameState) -> None:
    """Each card of a side lies in one pile, and none came or went (N23.10); no score is lost."""
    for side, piles in state.cards.piles.items():
        stock = state.battle.stocks[side]
        lying = Counter(card for cards in piles.lying.values() for card in cards)
        require(lying == Counter((*stock.main, *stock.mode)), f"the cards of {side} are not whole")
    numbers = [(effect.side, effect.number) for effect in state.cards.effects]
    require(len(numbers) == len(set(numbers)), "two effects have one number")
    for effect in state.cards.effects:
        require(effect.left >= 0, f"{effect.card} acts more often than it may")


def check_stacks(state: GameState) -> None:
    """No hex is overstacked between two procedures; a segment may be till it ends (N6.2)."""
    active = state.activation and state.activation.side
    sides = [side for side in state.battle.sides if side != active]
    for hex_, side in product((*state.occupants, *state.tails), sides):
        units = stack_in(state, hex_, side)
        require(not is_overstacked(state, units), f"{side} is overstacked in {hex_}: {units}")
    for hex_, units in state.occupants.items():
        if any(state.card(unit).is_vedette for unit in units):
            met = {state.side_of(unit) for unit in units}
            require(len(met) < 2, f"vedettes and enemies are in {hex_}")


def check_losses(session: Session[GameState]) -> None:
    """The SP in the boxes and on flipped counters are those that the events tell of."""
    state = session.state
    told: Counter[UnitId] = Counter()
    weak = state.battle.reduced_at_start
    for event in session.events:
        if isinstance(event, StepLost | UnitEliminated):
            sp = told[event.unit] + event.sp
            told[event.unit] = sp if event.unit not in weak else _weak(state, event)
        elif isinstance(event, UnitReplaced):
            told[event.unit] = 0
        elif (isinstance(event, OverstackCured) and event.hex is None) or (
            isinstance(event, UnitExited) and not event.supplied
        ):
            told[event.unit] = state.card(event.unit).sp
        elif isinstance(event, UnitReturned):
            told[event.unit] = 0 if event.unit in weak else _step(state, event.unit)
        elif isinstance(event, StepRegained):
            told[event.unit] = 0
    for side in state.battle.sides:
        by_events = sum(sp for unit, sp in told.items() if state.side_of(unit) == side)
        lost = lost_sp(state, side)
        require(lost == by_events, f"{side} lost {by_events} SP by events, {lost} by the boxes")


def _weak(state: GameState, event: StepLost | UnitEliminated) -> int:
    """What a unit counts that began the battle reduced: nothing, or all once it is gone (N15.6)."""
    return state.card(event.unit).sp if isinstance(event, UnitEliminated) else 0


def _step(state: GameState, unit: UnitId) -> int:
    """The SP of the step that a unit lacks when it comes back from its box (N13.2)."""
    card = state.card(unit)
    return card.sp - card.reduced_sp if card.steps > 1 and card.reduced_sp > 0 else 0


def check_view(state: GameState) -> None:
    """No side's view shows the other's pad (N3.4) or the chits in its cup (N4.45)."""
    for side in state.battle.sides:
        _check_seen(state, view(state, side), side)


def _check_seen(state: GameState, seen: GameState, side: Side) -> None:
    mine = (effect for effect in state.cards.effects if effect.side == side)
    spied = any(effect.card == SPIES and not effect.subjects for effect in mine)
    is_read = spied or state.battle.is_basic  # where all is open (N26.1)
    for line, order in seen.pad.lines.items():
        if state.side_of_line(line) != side and not is_read:
            require(not order.steps, f"{side} sees the orders of {line}")
            require(not _is_division(line), f"{side} sees the division {line}")
    for what, lines in (
        ("a courier to", seen.pad.dispatches),
        ("a wish of", seen.pad.wanted),
        ("that one asked", seen.pad.asked),
        ("an order come to", seen.pad.addressed),
        ("that one tried", seen.pad.complied),
        ("the detachment of", () if is_read else seen.pad.detached.values()),
    ):
        for line in lines:
            require(state.side_of_line(line) == side, f"{side} sees {what} {line}")
    for giver in seen.pad.issued:
        require(state.battle.leaders[giver].side == side, f"{side} sees that {giver} gave orders")
    _check_cards_seen(state, seen, side)
    enemy_cup = seen.chits.cups.get(state.battle.enemy(side), ())
    require(all(chit == "?" for chit in enemy_cup), f"{side} sees into the enemy's cup")


def _check_cards_seen(state: GameState, seen: GameState, side: Side) -> None:
    """Of the enemy's cards only those are seen that lie open, until the game is over (N23.2)."""
    if state.over:
        return
    for other, piles in seen.cards.piles.items():
        for pile, cards in piles.lying.items():
            is_seen = other == side or pile in OPEN or all(card == COVERED for card in cards)
            require(is_seen, f"{side} sees the {pile.value} cards of {other}")
            lying = state.cards.piles[other].of(pile)
            require(len(cards) == len(lying), f"{side} counts other cards")
    for effect in seen.cards.effects:
        require(effect.side == side or not effect.is_secret, f"{side} sees {effect.card} at work")
    for score in seen.cards.scores:
        require(score.side == side or score.is_shown, f"{side} sees that {score.card} counts")
    theirs = (effect for effect in state.cards.effects if effect.side != side and effect.is_secret)
    named = {subject for effect in theirs for subject in effect.subjects}
    for group in seen.schedule.arrivals:
        is_open = not group.history or group.key not in named
        require(is_open, f"{side} knows what a card did to {group.key}")


def check_rolls(session: Session[GameState]) -> None:
    """No die for what a leader does with his order was rolled in the open (N12.5, N12.6)."""
    for event in session.events:
        if isinstance(event, DieRolled):
            is_public = not any(roll in event.purpose for roll in SECRET_ROLLS)
            require(is_public, f"the die for {event.purpose} was rolled in the open")


def check_table(session: Session[GameState]) -> None:
    """The pieces, spans and stacks of a game under way are in order."""
    for check in (check_state, check_tails, check_spans, check_pad, check_cards):
        check(session.state)
    check_stacks(session.marks[-1].state)


def check_answer(session: Session[GameState]) -> None:
    """All that is checked at every answer."""
    check_table(session)
    check_options(session)
    check_view(session.state)
    check_fork(session)
    check_undo(session)


def check_whole(session: Session[GameState]) -> None:
    """All that is checked now and then, and at the end of a game."""
    for check in (check_table, check_losses, check_rolls, check_save, check_replay):
        check(session)
