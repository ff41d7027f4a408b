"""Building improved positions (N21, N21.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.model.events import PositionBuilt, PositionFailed
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.orders import Verb
from hexwar.model.state import GameState
from hexwar.rules.common.light import is_dark
from hexwar.rules.nlc.acting import active, units_of_body
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.command import is_in_command
from hexwar.rules.nlc.demoralization import weariness
from hexwar.rules.nlc.fight import MainArm, main_arm
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import step_of


@dataclass(frozen=True, slots=True)
class BuildImprovedPosition(Decision[Hex | None]):
    """N21.1: in which hex infantry that has not moved tries to dig in; None: in no other."""

    rule: ClassVar[str] = "N21.1"
    hexes: tuple[Hex, ...]  # where it may

    def options(self, state: GameState) -> Sequence[Hex | None]:  # noqa: ARG002
        """None, then each hex by id."""
        return [None, *self.hexes]

    def kind(self, answer: Hex | None) -> str:
        """`end` or `build`."""
        return "end" if answer is None else "build"


async def build_positions(table: Table[GameState]) -> None:
    """N21, N21.1: each hex whose infantry has stood still is rolled for once, if its side likes."""
    acting = active(table.state)
    left = building_hexes(table.state, acting.formation)
    while left:
        chosen = await BuildImprovedPosition(acting.side, left)
        if chosen is None:
            return
        await _dig(table, acting.side, chosen)
        left = tuple(hex_ for hex_ in left if hex_ != chosen)


async def _dig(table: Table[GameState], side: Side, hex_: Hex) -> None:
    die = await throw(table, side, f"improved position in {hex_}")
    is_built = die <= numbers_of(table.state.battle).position.built_die
    table.emit(PositionBuilt(hex_, die) if is_built else PositionFailed(hex_, die))


def building_hexes(state: GameState, formation: FormationId) -> tuple[Hex, ...]:
    """Where those who act may build now, by id (N21.1)."""
    numbers = numbers_of(state.battle)
    if is_dark(state) or state.weather in numbers.weather.no_positions:
        return ()
    builders: dict[Hex, int] = {}
    for _, hex_ in _builders(state, formation):
        builders[hex_] = builders.get(hex_, 0) + 1
    return tuple(sorted(h for h, number in builders.items() if number >= numbers.position.units))


def _builders(state: GameState, formation: FormationId) -> Iterator[tuple[UnitId, Hex]]:
    """The infantry that has spent its activation in its hex, with that hex."""
    for unit in units_of_body(state, formation):
        hex_ = state.units[unit].hex
        if hex_ is not None and hex_ not in state.positions and may_build(state, unit):
            yield unit, hex_


def may_build(state: GameState, unit: UnitId) -> bool:
    """Whether a unit counts towards a position: infantry in order that has stood still (N21.1)."""
    record, card = state.units[unit], state.card(unit)
    if not card.is_combat_unit or main_arm(state, unit) is not MainArm.INFANTRY:
        return False
    is_idle = not (record.spent or record.assaulted or record.done or record.disrupted)
    return (
        is_idle
        and unit not in state.unsupplied
        and step_of(state, unit).verb == Verb.DEFEND
        and is_in_command(state, unit)
        and weariness(state, state.formation_of(unit).id) is None
    )
