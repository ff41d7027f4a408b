"""Recovery: units that come back, and the steps that the night gives back (N13.2-N13.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.model.battle import TurnKind
from hexwar.model.events import RecoveryRolled, StepRegained, UnitLostForGood, UnitReturned
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.orders import LineId, Verb
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import is_overstacked, stack_in
from hexwar.rules.common.supply import is_hex_supplied
from hexwar.rules.common.zones import enemy_hexes, enemy_zone
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.command import centre_of, commander_of, leader_of
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.morale import Circumstances, Verdict, check_morale, morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import is_ordered


@dataclass(frozen=True, slots=True)
class Recovery:
    """A unit that shall come back, and where."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class ChooseRecovery(Decision[Recovery | None]):
    """N13.2, N13.7: which unit a formation in Reserve tries to get back, and where; None: none."""

    rule: ClassVar[str] = "N13.2"
    formation: FormationId

    def options(self, state: GameState) -> Sequence[Recovery | None]:
        """None, and each unit in each hex where it may appear, the commander's first."""
        return [None, *recoveries(state, self.formation)]

    def kind(self, answer: Recovery | None) -> str:
        """`recover` or `pass`."""
        return "pass" if answer is None else "recover"


@dataclass(frozen=True, slots=True)
class RestoreStep(Decision[UnitId | None]):
    """N13.5: which reduced unit of a formation in Reserve tries to regain a step in the night."""

    rule: ClassVar[str] = "N13.5"
    formation: FormationId

    def options(self, state: GameState) -> Sequence[UnitId | None]:
        """None, and the reduced units of the formation, in the order of battle."""
        return [None, *restorable(state, self.formation)]

    def kind(self, answer: UnitId | None) -> str:
        """`restore` or `pass`."""
        return "pass" if answer is None else "restore"


# -- who is in Reserve


def is_in_reserve(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is under a Reserve order (N12.27)."""
    return is_ordered(state, state.line_id_of(unit), Verb.RESERVE)


def _reserves(state: GameState, side: Side) -> tuple[FormationId, ...]:
    """The formations of a side that are in Reserve, in the order of battle."""
    return tuple(
        card.id
        for card in state.battle.formations.values()
        if card.side == side and card.has_chit and is_ordered(state, LineId(card.id), Verb.RESERVE)
    )


# -- back from the box (N13.2)


def recoveries(state: GameState, formation: FormationId) -> list[Recovery]:
    """Each unit of a formation in a box with each hex where it may come back; often none.

    The formation is in Reserve; its commander is on the map, in supply and in no EZOC.
    """
    centre = _rallying_point(state, formation)
    if centre is None or not is_ordered(state, LineId(formation), Verb.RESERVE):
        return []
    waiting = [u for u in state.units_of(formation) if _may_return(state, u)]
    if not waiting:
        return []
    hexes = _open_hexes(state, formation, centre)
    return [Recovery(u, hex_) for u in waiting for hex_ in hexes if _has_place(state, u, hex_)]


def _may_return(state: GameState, unit: UnitId) -> bool:
    is_waiting = state.units[unit].box in (Box.UAR, Box.RECOVERED)
    return is_waiting and state.card(unit).is_combat_unit


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
    return [hex_ for hex_ in (centre, *around) if hex_ not in closed]


def _has_place(state: GameState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit may appear in a hex: within stacking, as strong as it comes back (N13.7)."""
    side, copy = state.side_of(unit), state.copy()
    UnitReturned(unit, hex_).apply(copy)
    return not is_overstacked(copy, stack_in(copy, hex_, side))


async def recover(table: Table[GameState], side: Side) -> None:
    """N13.2: each formation of a side in Reserve tries for one of its units."""
    for formation in _reserves(table.state, side):
        if recoveries(table.state, formation):
            chosen = await ChooseRecovery(side, formation)
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
    """The reduced units on the map of a formation in Reserve at Night AM (N13.5)."""
    if state.turn_card.kind is not TurnKind.NIGHT_AM or not is_ordered(
        state, LineId(formation), Verb.RESERVE
    ):
        return ()
    units = state.units_of(formation)
    return tuple(u for u in units if state.units[u].reduced and state.units[u].hex is not None)


async def restore_steps(table: Table[GameState], side: Side) -> None:
    """N13.5: at Night AM one unit of each formation in Reserve may regain a step."""
    for formation in _reserves(table.state, side):
        if restorable(table.state, formation):
            unit = await RestoreStep(side, formation)
            if unit is not None:
                await _restore(table, unit)


async def _restore(table: Table[GameState], unit: UnitId) -> None:
    """N13.5: the unit checks its morale; the night helps it (N17.2)."""
    report = morale_report(table.state, (unit,), Circumstances(night=True))
    name = table.state.card(unit).name
    found = await check_morale(
        table, (unit,), report, die_for=f"recovery of {name}", purpose="recovery"
    )
    if found is Verdict.PASSED:
        table.emit(StepRegained(unit))
