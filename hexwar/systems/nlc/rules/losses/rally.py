"""The Rally Phase, and recovery of units and steps (N13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.stacking import is_overstacked, stack_in
from hexwar.ground.vedettes import vedettes_in
from hexwar.ground.zones import enemy_hexes, enemy_zone, is_adjacent_to_enemy
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import (
    RecoveryRolled,
    StepRegained,
    UnitLostForGood,
    UnitRallied,
    UnitReturned,
)
from hexwar.systems.nlc.events.turn import RallyEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Offer
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, hex_of, on_map
from hexwar.systems.nlc.rules.combat.square import end_squares
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of, leader_of
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    holds,
    leader_with,
    morale_report,
    passing_dice,
)
from hexwar.systems.nlc.rules.movement.stacks import fit_when_full
from hexwar.systems.nlc.rules.orders.goals import enemies_within
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.rules.supply.lines import is_hex_supplied
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Box
from hexwar.table.reports import MoraleReport
from hexwar.table.words import unit_name

# -- the Rally Phase: who rallies, and in which order (N13.1, N13.6)


Order = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class ChooseRallyOrder(Question[Order], rule="N13.6", is_open=True):
    """N13.6: in which order a side's hexes try to rally."""

    words = mark("{who} must choose which of {hexes} tries to rally first.")
    kinds = ("rally", "pass")
    hexes: Order  # by id

    def options(self, state: GameState) -> Sequence[Order]:  # noqa: ARG002
        """By id, and the same round beginning with each other hex."""
        return [self.hexes[i:] + self.hexes[:i] for i in range(len(self.hexes))]

    def refusal(self, state: GameState, answer: Order) -> Refusal | None:  # noqa: ARG002
        """Any order in which each hex stands once."""
        if sorted(answer) == list(self.hexes):
            return None
        return refuse(self.rule, "Name each hex that may rally, once.")


async def rally_phase(table: Table[GameState]) -> None:
    """N13.1, N13.6: one side rallies hex by hex, then recovers (N13.2, N13.5); by turns.

    Before that its squares end where no enemy cavalry is near (N10.33). The Disrupted units of a
    hex check together. The hexes go by their numbers, unless their side wished to be asked.
    """
    side = next(s for s in table.state.battle.sides if s not in table.state.rallied)
    end_squares(table, side)
    for unit in rallied_in_reserve(table.state, side):
        table.emit(UnitRallied(unit))
    order = hexes_to_rally(table.state, side)
    if len(order) > 1 and table.state.pad.wish_of(side, Offer.RALLY) is not None:
        order = await ChooseRallyOrder(side, order)
    for hex_ in order:
        units, report = disrupted_in(table.state, side, hex_), rally_report(table.state, side, hex_)
        if await holds(table, units, say("rally in {hex}", hex=hex_), "rally", report):
            for unit in units:
                table.emit(UnitRallied(unit))
    await recover(table, side)
    await restore_steps(table, side)
    table.emit(RallyEnded(side))


def rallied_in_reserve(state: GameState, side: Side) -> tuple[UnitId, ...]:
    """The Disrupted units that rally without a roll: in Reserve, no enemy near them (N13.1)."""
    far = numbers_of(state.battle).rally.reserve_distance
    return tuple(
        unit.id
        for unit in state.on_map(side)
        if unit.disrupted
        and unit.hex is not None
        and is_in_reserve(state, unit.id)
        and not enemies_within(state, side, unit.hex, far)
    )


def hexes_to_rally(state: GameState, side: Side) -> Order:
    """The hexes of a side whose Disrupted units may check, vedettes too (N13.4), by id."""
    hexes = attacking_hexes(state, (unit.id for unit in state.on_map(side) if unit.disrupted))
    return tuple(hex_ for hex_ in hexes if can_rally(state, side, hex_))


def can_rally(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether Disrupted units may check: next to the enemy only with a leader of theirs (N13.1)."""
    if not is_adjacent_to_enemy(state, side, hex_):
        return True
    return any(leader_with(state, u) is not None for u in disrupted_in(state, side, hex_))


def disrupted_in(state: GameState, side: Side, hex_: Hex) -> tuple[UnitId, ...]:
    """A side's Disrupted units in a hex."""
    return tuple(u for u in state.units_in(hex_, side) if state.units[u].disrupted)


def rally_report(state: GameState, side: Side, hex_: Hex) -> MoraleReport:
    """What the Disrupted units of a hex test with."""
    near = is_adjacent_to_enemy(state, side, hex_)
    night = state.turn_card.kind is TurnKind.NIGHT_AM
    about = Circumstances(rallying=True, near_enemy=near, night=night)
    return morale_report(state, disrupted_in(state, side, hex_), about)


# -- recovery: units that come back, and the steps that the night gives back (N13.2-N13.7)


@dataclass(frozen=True, slots=True)
class Recovery:
    """A unit that shall come back, and where."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class ChooseRecovery(Question[Recovery | None], rule="N13.2", is_open=True):
    """N13.2, N13.7: which unit a formation in Reserve tries to get back, and where; None: none."""

    words = mark("{who} may try to get a lost unit of {formation} back, because it is in Reserve.")
    kinds = ("recover", "pass")
    formation: FormationId

    def options(self, state: GameState) -> Sequence[Recovery | None]:
        """None, and each unit in each hex where it may appear, the commander's first."""
        return [None, *recoveries(state, self.formation)]


@dataclass(frozen=True, slots=True)
class RestoreStep(Question[UnitId | None], rule="N13.5", is_open=True):
    """N13.5: which reduced unit of a formation in Reserve tries to regain a step in the night."""

    words = mark("{who} may let a reduced unit of {formation} try to regain a step in the night.")
    kinds = ("restore", "pass")
    formation: FormationId

    def options(self, state: GameState) -> Sequence[UnitId | None]:
        """None, and the reduced units of the formation, in the order of battle."""
        return [None, *restorable(state, self.formation)]

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """Where to click."""
        return say("Click a counter, or its button.")

    def choices(
        self, view: GameState, options: Sequence[UnitId | None]
    ) -> Sequence[Choice[UnitId | None]]:
        """The reduced units, with the dice by which each regains its step; and nobody."""
        found: list[Choice[UnitId | None]] = []
        for unit in filter(None, options):
            dice = passing_dice(view, morale_report(view, (unit,), Circumstances(night=True)))
            name = unit_name(view, unit)
            tip = say("{name} regains its step if the die shows {dice}", name=name, dice=dice)
            here = (hex_of(view, unit),)
            found.append(Choice(unit, f"{name} ({dice})", tip, unit, spots=here, pieces=(unit,)))
        return (*found, nobody())

    def marks(self, view: GameState) -> Overlays:
        """The reduced units."""
        units = restorable(view, self.formation)
        targets = tuple(Target(hex_) for hex_ in attacking_hexes(view, units))
        return Overlays(chosen=frozenset(units), targets=targets)


# -- who is in Reserve


def is_in_reserve(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is under a Reserve order (N12.27)."""
    return line_row(state, state.line_id_of(unit)).rests


def _reserves(state: GameState, side: Side) -> tuple[FormationId, ...]:
    """The formations of a side that are in Reserve, in the order of battle."""
    return tuple(
        card.id
        for card in state.battle.formations.values()
        if card.side == side and card.has_chit and line_row(state, LineId(card.id)).rests
    )


# -- back from the box (N13.2)


def recoveries(state: GameState, formation: FormationId) -> list[Recovery]:
    """Each unit of a formation in a box with each hex where it may come back; often none.

    The formation is in Reserve; its commander is on the map, in supply and in no EZOC.
    """
    centre = _rallying_point(state, formation)
    if centre is None or not line_row(state, LineId(formation)).rests:
        return []
    waiting = [
        unit
        for unit in state.units_of(formation)
        if state.units[unit].box in (Box.UAR, Box.RECOVERED) and state.card(unit).is_combat_unit
    ]
    hexes = _open_hexes(state, formation, centre) if waiting else []
    return [Recovery(u, hex_) for u in waiting for hex_ in hexes if _has_place(state, u, hex_)]


def _rallying_point(state: GameState, formation: FormationId) -> Hex | None:
    """The hex of a commander round whom units gather, or None where nobody can (N13.2).

    The senior unit stands for the commander of a division that has none (N4.47).
    """
    line, side = LineId(formation), state.battle.formations[formation].side
    if leader_of(state, formation) is None:
        hex_ = centre_of(state, line)
    else:
        leader = commander_of(state, line)
        hex_ = None if leader is None else state.leaders[leader].hex
    if hex_ is None or hex_ in enemy_zone(state, side):
        return None
    return hex_ if is_hex_supplied(state, formation, hex_) else None


def _open_hexes(state: GameState, formation: FormationId, centre: Hex) -> list[Hex]:
    """The commander's hex and those next to it, without enemies and EZOC (N13.7)."""
    side = state.battle.formations[formation].side
    closed = enemy_hexes(state, side) | enemy_zone(state, side)
    around = state.battle.battlefield.grid.neighbours[centre]
    enemy = state.battle.enemy(side)
    open_ = (hex_ for hex_ in (centre, *around) if hex_ not in closed)
    return [hex_ for hex_ in open_ if not vedettes_in(state, hex_, enemy)]


def _has_place(state: GameState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit may appear in a hex: within stacking, as strong as it comes back (N13.7)."""
    side, copy = state.side_of(unit), state.copy()
    UnitReturned(unit, hex_).happen(copy)
    return not is_overstacked(copy, stack_in(copy, hex_, side))


async def recover(table: Table[GameState], side: Side) -> None:
    """N13.2: each formation of a side in Reserve tries for one of its units."""
    for formation in _reserves(table.state, side):
        is_open = recoveries(table.state, formation)
        chosen = await ChooseRecovery(side, formation) if is_open else None
        if chosen is not None:
            await _bring_back(table, chosen)


async def _bring_back(table: Table[GameState], chosen: Recovery) -> None:
    """N13.2, N13.3: the unit comes back, or is lost; one from the Recovered box comes back."""
    state, unit = table.state, chosen.unit
    if state.units[unit].box is Box.UAR:
        die = await throw(table, state.side_of(unit), f"recovery of {state.card(unit).name}")
        returns = die <= numbers_of(state.battle).recovery.returns_die
        table.emit(RecoveryRolled(unit, die, returns))
        if not returns:
            table.emit(UnitLostForGood(unit))
            return
    table.emit(UnitReturned(unit, chosen.hex))
    for event in control_events(table.state, (unit,), (chosen.hex,)):
        table.emit(event)


# -- a step in the night (N13.5)


def restorable(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The reduced units on the map of a formation in Reserve at Night AM (N13.5).

    Each has room where it stands once it is at full strength (N6.1).
    """
    is_night = state.turn_card.kind is TurnKind.NIGHT_AM
    if not is_night or not line_row(state, LineId(formation)).rests:
        return ()
    reduced = (u for u in on_map(state, state.units_of(formation)) if state.units[u].reduced)
    return tuple(unit for unit in reduced if fit_when_full(state, (unit,)))


async def restore_steps(table: Table[GameState], side: Side) -> None:
    """N13.5: at Night AM one unit of each formation in Reserve may regain a step.

    It checks its morale; the night helps it (N17.2).
    """
    for formation in _reserves(table.state, side):
        is_open = restorable(table.state, formation)
        unit = await RestoreStep(side, formation) if is_open else None
        if unit is not None:
            die_for = say("recovery of {name}", name=table.state.card(unit).name)
            if await holds(table, (unit,), die_for, "recovery", Circumstances(night=True)):
                table.emit(StepRegained(unit))


def nobody() -> Choice[Any]:
    """The choice of a formation that tries for no unit."""
    return Choice("nobody", say("Nobody"), say("The next formation is asked"), None, Manner.MAIN)
