"""Advance into a hex that the defender left (N8.11, N8.92)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.events import AdvanceMade, LeaderMoved
from hexwar.model.forces import LeaderId, Role, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import has_room
from hexwar.rules.common.zones import enemy_zone
from hexwar.rules.nlc.fight import Fight, hex_of, on_map
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.leaders import overrun
from hexwar.rules.nlc.retreat import leaders_who_go

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ChooseAdvance(Decision[Units | None]):
    """N8.92: which units of one attacking hex enter the hex that they won; None for nobody."""

    rule: ClassVar[str] = "N8.92"
    units: Units  # attackers of one hex
    target: Hex

    def options(self, state: GameState) -> Sequence[Units | None]:
        """The whole stack, each unit alone, as far as they fit, and nobody."""
        choices: list[Units] = [self.units] if len(self.units) > 1 else []
        choices += [(unit,) for unit in self.units]
        return [*(c for c in choices if self._fits(state, c)), None]

    def refusal(self, state: GameState, answer: Units | None) -> Refusal | None:
        """Any of the units, within the stacking limit."""
        if answer is None:
            return None
        if not answer or len(set(answer)) < len(answer) or not set(answer) <= set(self.units):
            return Refusal("Only attackers of this hex may advance, each once.", "N8.11")
        if not self._fits(state, answer):
            return Refusal(f"So many units do not fit into {self.target}.", "N6.1")
        return None

    def _fits(self, state: GameState, units: Units) -> bool:
        return has_room(state, self.target, Side(self.side), units)

    def kind(self, answer: Units | None) -> str:
        """`advance` or `stay`."""
        return "stay" if answer is None else "advance"


async def advance(table: Table[GameState], fight: Fight) -> None:
    """N8.92: each attacking hex is asked once, the one with most SP first."""
    for units in _stacks(table.state, fight):
        chosen = await ChooseAdvance(fight.side, units, fight.target)
        if chosen is not None:
            await _enter(table, fight, chosen)


async def follow(table: Table[GameState], fight: Fight) -> None:
    """N8.21: one attacking stack may enter a hex that the defenders left before the assault."""
    for units in _stacks(table.state, fight):
        chosen = await ChooseAdvance(fight.side, units, fight.target)
        if chosen is not None:
            await _enter(table, fight, chosen)
            return


def _stacks(state: GameState, fight: Fight) -> list[Units]:
    """The attackers who are left, hex by hex, the strongest first."""
    left = on_map(state, fight.attackers)
    stacks = [tuple(u for u in left if state.units[u].hex == hex_) for hex_ in fight.hexes]
    stacks = [stack for stack in stacks if stack]
    return sorted(stacks, key=lambda stack: -sum(state.sp(unit) for unit in stack))


async def _enter(table: Table[GameState], fight: Fight, units: Units) -> None:
    """N8.92: units enter; trains of the enemy are destroyed, his leaders roll (N14.7)."""
    start = hex_of(table.state, units[0])
    leaders = _may_follow(table.state, fight, start)
    going = await leaders_who_go(fight.side, leaders, units)
    table.emit(AdvanceMade(units, fight.target))
    for leader in going:
        table.emit(LeaderMoved(leader, (start, fight.target), free=True))
    for event in control_events(table.state, units, (start, fight.target)):
        table.emit(event)
    await overrun(table, fight.side, fight.target)


def _may_follow(state: GameState, fight: Fight, start: Hex) -> tuple[LeaderId, ...]:
    """The leaders of a hex who may go along; an HQ never into an EZOC (N14.51)."""
    leaders = state.leaders_in(start, fight.side)
    if fight.target not in enemy_zone(state, fight.side):
        return leaders
    cards = state.battle.leaders
    return tuple(leader for leader in leaders if cards[leader].role is not Role.HQ)
