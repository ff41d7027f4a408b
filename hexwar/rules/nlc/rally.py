"""The Rally Phase: who rallies, and in which order (N13.1, N13.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.battle import TurnKind
from hexwar.model.events import RallyEnded, UnitRallied
from hexwar.model.forces import Side, UnitId
from hexwar.model.reports import MoraleReport
from hexwar.model.state import GameState
from hexwar.rules.common.zones import is_adjacent_to_enemy
from hexwar.rules.nlc.morale import (
    Circumstances,
    Verdict,
    check_morale,
    leader_with,
    morale_report,
)
from hexwar.rules.nlc.nearest import enemies_within
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.recovery import is_in_reserve, recover, restore_steps
from hexwar.rules.nlc.square import end_squares

Order = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class ChooseRallyOrder(Decision[Order]):
    """N13.6: in which order a side's hexes try to rally."""

    rule: ClassVar[str] = "N13.6"
    hexes: Order  # by id

    def options(self, state: GameState) -> Sequence[Order]:  # noqa: ARG002
        """By id, and the same round beginning with each other hex."""
        return [self.hexes[i:] + self.hexes[:i] for i in range(len(self.hexes))]

    def refusal(self, state: GameState, answer: Order) -> Refusal | None:  # noqa: ARG002
        """Any order in which each hex stands once."""
        if sorted(answer) == list(self.hexes):
            return None
        return Refusal("Name each hex that may rally, once.", self.rule)

    def kind(self, answer: Order) -> str:  # noqa: ARG002
        """Always `rally`."""
        return "rally"


async def rally_phase(table: Table[GameState]) -> None:
    """N13.1, N13.6: one side rallies hex by hex, then recovers (N13.2, N13.5); by turns.

    Before that its squares end where no enemy cavalry is near (N10.33).
    """
    side = next(s for s in table.state.battle.sides if s not in table.state.rallied)
    end_squares(table, side)
    for unit in rallied_in_reserve(table.state, side):
        table.emit(UnitRallied(unit))
    order = hexes_to_rally(table.state, side)
    if len(order) > 1:
        order = await ChooseRallyOrder(side, order)
    for hex_ in order:
        await rally(table, side, hex_)
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


async def rally(table: Table[GameState], side: Side, hex_: Hex) -> None:
    """N13.6: the Disrupted units of a hex check together; if they pass they are rallied."""
    units = disrupted_in(table.state, side, hex_)
    report = rally_report(table.state, side, hex_)
    found = await check_morale(table, units, report, die_for=f"rally in {hex_}", purpose="rally")
    if found is Verdict.PASSED:
        for unit in units:
            table.emit(UnitRallied(unit))


def hexes_to_rally(state: GameState, side: Side) -> Order:
    """The hexes of a side whose Disrupted units may check, by id."""
    hexes = {unit.hex for unit in state.on_map(side) if unit.disrupted and unit.hex is not None}
    return tuple(sorted(hex_ for hex_ in hexes if can_rally(state, side, hex_)))


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
