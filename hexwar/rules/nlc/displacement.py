"""Friends make room for a retreat (N11.41)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.model.events import FriendDisplaced, UnitDisrupted
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import has_room, is_overstacked, stack_in
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.morale import Verdict, check_morale, morale_report
from hexwar.rules.nlc.stacks import Displacement, free_hexes

Plan = tuple[Displacement, ...]
"""Displacements one after another."""


@dataclass(frozen=True, slots=True)
class DisplaceFriend(Decision[Displacement]):
    """N11.41: which friend makes room for units that retreated, and in which hex next to his."""

    rule: ClassVar[str] = "N11.41"
    hex: Hex
    arrived: tuple[UnitId, ...]  # who retreated there and stay

    def options(self, state: GameState) -> Sequence[Displacement]:
        """Each friend with each free hex next to his, as long as room can still be made."""
        return [
            move
            for move in _moves(state, self.hex, self.arrived, ())
            if room_plan(state, self.hex, self.arrived, (move,)) is not None
        ]

    def kind(self, answer: Displacement) -> str:  # noqa: ARG002
        """Always `displace`."""
        return "displace"


def room_plan(
    state: GameState, hex_: Hex, coming: Sequence[UnitId], made: Plan = ()
) -> Plan | None:
    """Displacements that make room in a hex for units, empty where there is room.

    Args:
        state: The table.
        hex_: Where the units retreat to.
        coming: The units of one side; they may be there already.
        made: Displacements to think of as made.

    Returns:
        None where friends cannot make enough room.
    """
    staying = _friends(state, hex_, coming, made)
    tails = (u for u in stack_in(state, hex_, state.side_of(coming[0])) if u not in staying)
    others = (u for u in tails if state.units[u].hex != hex_ and u not in coming)
    if not is_overstacked(state, (*staying, *others, *coming)):
        return made
    for move in _moves(state, hex_, coming, made):
        plan = room_plan(state, hex_, coming, (*made, move))
        if plan is not None:
            return plan
    return None


def _friends(
    state: GameState, hex_: Hex, coming: Sequence[UnitId], made: Plan
) -> tuple[UnitId, ...]:
    """Who would still be in the hex besides those who come."""
    gone = [*coming, *(move.unit for move in made)]
    here = state.units_in(hex_, state.side_of(coming[0]))
    return tuple(unit for unit in here if unit not in gone)


def _moves(
    state: GameState, hex_: Hex, coming: Sequence[UnitId], made: Plan
) -> Iterator[Displacement]:
    for unit in _friends(state, hex_, coming, made):
        if state.units[unit].bridging is not None:
            continue  # a pontoon bridge stays where it lies
        for free in free_hexes(state, unit, hex_, made):
            yield Displacement(unit, free)


async def make_room(
    table: Table[GameState], side: Side, hex_: Hex, arrived: tuple[UnitId, ...]
) -> None:
    """N11.41: until the hex holds no more than it may, its owner displaces a friend by one hex."""
    while not has_room(table.state, hex_, side, arrived):
        move = await DisplaceFriend(side, hex_, arrived)
        assert move.hex is not None
        table.emit(FriendDisplaced(move.unit, move.hex))
        if table.state.card(move.unit).is_combat_unit:
            for event in control_events(table.state, (move.unit,), (move.hex,)):
                table.emit(event)
            await _check_displaced(table, move.unit)


async def _check_displaced(table: Table[GameState], unit: UnitId) -> None:
    """N11.41: a displaced friend checks morale or is Disrupted; who is already need not roll."""
    if table.state.units[unit].disrupted:
        return
    report = morale_report(table.state, (unit,))
    name = table.state.card(unit).name
    found = await check_morale(
        table, (unit,), report, die_for=f"morale of {name}, displaced", purpose="displacement"
    )
    if found is not Verdict.PASSED:
        table.emit(UnitDisrupted(unit))
