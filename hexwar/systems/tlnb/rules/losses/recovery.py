"""The Recovery Segment: who comes out of the boxes, and back to the map (T14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.engine import Choice, Manner, Table
from hexwar.ground.hiding import unmask
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.losses import RecoveryRolled, StepRegained, UnitReturned
from hexwar.systems.tlnb.rules.cards.effects import recovery_die
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.stacking import room_in, settle_stacks
from hexwar.systems.tlnb.rules.supply.supply import is_place_supplied, is_supplied
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Arm, FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.question import Question
from hexwar.table.spans import crossing


@dataclass(frozen=True, slots=True)
class Return:
    """A unit comes back in a hex."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class ReturnUnit(Question[Return | None], rule="T14.4"):
    """T14.10: which unit comes back with an officer, and where; None: no other does."""

    words = mark("A unit that has recovered may come back with {officer}.")
    officer: LeaderId

    def options(self, state: TlnbState) -> Sequence[Return | None]:
        """Each unit in each hex: the officer's, then those next to it."""
        return [*returns(state, self.officer), None]

    def choices(self, view: TlnbState, options: Sequence[Return | None]) -> Sequence[Choice[Any]]:
        """A button for each."""
        found: list[Choice[Any]] = []
        for option in options:
            if option is None:
                end = Choice("none", say("No other"), "", None, manner=Manner.END)
                found.append(end)
                continue
            name = view.card(option.unit).name
            where = view.battle.battlefield.name_of(option.hex)
            label = say("{name} in {hex}", name=name, hex=where)
            found.append(Choice(f"{option.unit}-{option.hex}", label, "", option))
        return found


def returns(state: TlnbState, officer: LeaderId) -> list[Return]:
    """Where the recovered units of an officer's formation may come back (T14.4, T14.10)."""
    hex_, card = state.leaders[officer].hex, state.battle.leaders[officer]
    if hex_ is None or officer in state.command.moved:
        return []
    field = state.battle.battlefield
    near = [
        n for n in field.grid.neighbours[hex_] if crossing(field, state.spans, hex_, n).is_joined
    ]
    barred = enemy_zone(state, card.side) | enemy_hexes(state, card.side)
    enemy = state.battle.enemy(card.side)
    hexes = [h for h in (hex_, *near) if h not in barred and not state.units_in(h, enemy)]
    units = [u for u in state.units_of(card.formation) if state.units[u].box is Box.RECOVERED]
    return [Return(u, h) for u in units for h in hexes if room_in(state, h, (u,))]


# -- the segment


async def recovery_segment(table: Table[TlnbState]) -> None:
    """A-6: recovery rolls, then reorganization, officer by officer (T14.8)."""
    state, side = table.state, table.state.phasing
    if rolls_now(state):
        for officer in officers_of(state, side):
            if qualifies(state, officer):
                await roll_recovery(table, officer)
            if state.turn_card.kind is TurnKind.NIGHT_AM:
                await regain_step(table, officer)
    numbers = state.numbers.recovery
    is_late = state.turn_card.kind is TurnKind.NIGHT_AM
    for officer in officers_of(state, side):
        for _ in range(numbers.night_back if is_late else numbers.back):
            if not returns(knowledge(state, side), officer):
                break
            answer = await ReturnUnit(side, officer)
            if answer is None:
                break
            if not unmask(table, side, (answer.hex,)):  # an enemy whom nobody saw may be there
                table.emit(UnitReturned(answer.unit, answer.hex))
    await settle_stacks(table, side)
    next_step(table)


def rolls_now(state: TlnbState) -> bool:
    """Whether units awaiting recovery roll (T14.2, T14.11).

    At Night AM; on the turn of a card with the mark; without cards on weather turns but the first.
    """
    has_mark = state.deal.recovery and state.battle.flag("sequence") == "2022"
    if state.turn_card.kind is TurnKind.NIGHT_AM or has_mark:
        return True
    turns = state.battle.weather_turns
    has_cards = state.battle.cards_way != "none"
    return not has_cards and state.turn in turns and state.turn != min(turns)


def officers_of(state: TlnbState, side: Side) -> tuple[LeaderId, ...]:
    """A side's officers on the map who lead a formation (T14.10)."""
    led = state.battle.officer_of.values()
    officers = (x for x in led if state.battle.leaders[x].side == side)
    return tuple(x for x in officers if state.leaders[x].hex is not None)


def qualifies(state: TlnbState, officer: LeaderId) -> bool:
    """Whether an officer has his formation's units roll: in supply, and in no EZOC (T14.3)."""
    hex_, card = state.leaders[officer].hex, state.battle.leaders[officer]
    if hex_ is None or hex_ in enemy_zone(state, card.side):
        return False
    return is_place_supplied(state, card.formation, hex_)


async def roll_recovery(table: Table[TlnbState], officer: LeaderId) -> None:
    """T14.3, T14.9: each unit of a formation in UAR rolls once, low is good, a 6 loses it."""
    state = table.state
    formation = state.battle.leaders[officer].formation
    for unit in state.units_of(formation):
        if state.units[unit].box is not Box.UAR:
            continue
        modifiers = recovery_modifiers(state, officer, formation)
        needed = state.card(unit).initiative
        die = await throw(table, state.phasing, mark("recovery"))
        box = Box.RECOVERED if die + modifiers <= needed else Box.UAR
        if die == state.numbers.recovery.lost_die:
            box = Box.PEU
        table.emit(RecoveryRolled(unit, die, modifiers, needed, box))


def recovery_modifiers(state: TlnbState, officer: LeaderId, formation: FormationId) -> int:
    """What is added to a recovery roll (T14.3)."""
    numbers, side = state.numbers.recovery, state.battle.leaders[officer].side
    total = recovery_die(state, side)
    hex_ = state.leaders[officer].hex
    distance = state.battle.battlefield.grid.distance
    for unit in state.units_of(formation):
        train = state.units[unit].hex
        if state.card(unit).arm is not Arm.BAGGAGE_TRAIN or train is None or hex_ is None:
            continue
        if distance(train, hex_) <= numbers.train_near:
            total += numbers.train_modifier
            break
    return total + (numbers.demoralized if formation in state.spirit.demoralized else 0)


async def regain_step(table: Table[TlnbState], officer: LeaderId) -> None:
    """T14.6: at Night AM one reduced unit with its officer, in supply, may be full again."""
    state = table.state
    hex_, formation = state.leaders[officer].hex, state.battle.leaders[officer].formation
    for unit in state.units_of(formation):
        record = state.units[unit]
        is_here = record.hex == hex_ and record.reduced
        if is_here and is_supplied(state, unit):
            needed = state.card(unit).initiative - state.numbers.recovery.step_margin
            die = await throw(table, state.phasing, mark("regaining a step"))
            table.emit(StepRegained(unit, die, needed, die <= needed))
            return
