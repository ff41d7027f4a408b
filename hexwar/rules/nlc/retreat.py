"""Retreat and rout (N11.1, N11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.events import LeaderMoved, RetreatBegan, UnitDisrupted, UnitRetreated
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.combat_windows import slips_through, stands_fast
from hexwar.rules.nlc.displacement import make_room
from hexwar.rules.nlc.fight import hex_of, on_map
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.leaders import overrun
from hexwar.rules.nlc.losses import Toll, abandon_leaders, eliminate, lose_steps
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.retreat_paths import (
    Path,
    Withdrawal,
    retreat_length,
    retreat_path_refusal,
    retreat_paths,
    unwalked_losses,
    zone_losses,
)

LISTED_PATHS = 60
"""How many legal paths are offered; the law takes the others too."""


@dataclass(frozen=True, slots=True)
class SplitRetreat(Decision[bool]):
    """N11.12: whether foot and horse of one hex retreat by arm, each over its own distance."""

    rule: ClassVar[str] = "N11.12"
    units: tuple[UnitId, ...]

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """Together, or by arm."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`by arm` or `together`."""
        return "by arm" if answer else "together"


@dataclass(frozen=True, slots=True)
class ChooseLeaderStay(Decision[bool]):
    """N11.12, N14.52: whether a leader goes with units that leave his hex."""

    rule: ClassVar[str] = "N14.52"
    leader: LeaderId
    units: tuple[UnitId, ...]  # who leave
    must_go: bool  # with the last that rout (N8.12)

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """He goes, or he stays."""
        return (True,) if self.must_go else (True, False)

    def kind(self, answer: bool) -> str:
        """`go` or `stay`."""
        return "go" if answer else "stay"


@dataclass(frozen=True, slots=True)
class ChooseRetreatPath(Decision[Path]):
    """N11.13: along which hexes units retreat, from the hex that they leave."""

    rule: ClassVar[str] = "N11.13"
    units: tuple[UnitId, ...]
    hexes: int  # how far
    threats: tuple[Hex, ...]  # what they must get away from

    def options(self, state: GameState) -> Sequence[Path]:
        """The paths of the best class, the default first."""
        return retreat_paths(state, self.withdrawal)[:LISTED_PATHS]

    def refusal(self, state: GameState, answer: Path) -> Refusal | None:
        """Any path whose every hex is of the best class."""
        return retreat_path_refusal(state, self.withdrawal, answer)

    def kind(self, answer: Path) -> str:  # noqa: ARG002
        """Always `retreat`."""
        return "retreat"

    @property
    def withdrawal(self) -> Withdrawal:
        """The retreat as its rules see it."""
        return Withdrawal(Side(self.side), self.units, self.hexes, self.threats)


async def retreat(
    table: Table[GameState],
    toll: Toll,
    threats: tuple[Hex, ...],
    *,
    attacking: bool,
    rout: bool,
) -> bool:
    """N11.1, N11.2: a stack that failed its check leaves its hex; a rout costs a step first.

    A card may keep it there, Disrupted (N11.3).

    Args:
        table: The table.
        toll: The stack, with its losses so far in this combat.
        threats: The hexes to get away from.
        attacking: Whether it is the stack of an attacker, which retreats less far.
        rout: Whether the check was missed by a rout's margin.

    Returns:
        Whether it has left its hex, or is gone.
    """
    if await stands_fast(table, toll.side, toll.units):
        return False
    start = hex_of(table.state, on_map(table.state, toll.units)[0])
    if rout:
        steps = numbers_of(table.state.battle).retreat.rout_step_losses
        toll = await lose_steps(table, toll, steps, "rout")
    parts = await _parts(table, toll, attacking=attacking)
    for number, units in enumerate(parts, start=1):
        hexes = retreat_length(table.state, units, attacking=attacking, rout=rout)
        group = Withdrawal(toll.side, units, hexes, threats)
        table.emit(RetreatBegan(units, start, hexes, rout))
        await _withdraw(table, group, toll.only(units), must_go=rout and number == len(parts))
    if not parts:
        await abandon_leaders(table, toll.side, start)
    return True


async def _parts(
    table: Table[GameState], toll: Toll, *, attacking: bool
) -> list[tuple[UnitId, ...]]:
    """N11.12: all together, or foot and horse apart if their owner wants it so."""
    units = on_map(table.state, toll.units)
    mounted = tuple(u for u in units if table.state.card(u).arm.is_mounted)
    foot = tuple(u for u in units if u not in mounted)
    if not attacking and foot and mounted and await SplitRetreat(toll.side, units):
        return [foot, mounted]
    return [units] if units else []


async def _withdraw(
    table: Table[GameState], group: Withdrawal, toll: Toll, *, must_go: bool
) -> None:
    """N11.13-N11.15: units choose their way and walk it, or are lost where there is none."""
    start = hex_of(table.state, group.units[0])
    ways = retreat_paths(table.state, group)
    if not ways:
        for unit in group.units:
            eliminate(table, unit, "no retreat")
        await abandon_leaders(table, group.side, start)
        return
    is_free = await slips_through(
        table, group.side, group.units, zone_losses(table.state, group.side, ways[0])
    )
    path = await ChooseRetreatPath(group.side, group.units, group.hexes, group.threats)
    here = table.state.leaders_in(start, group.side)
    leaders = await leaders_who_go(group.side, here, group.units, must_go=must_go)
    zones = 0 if is_free else zone_losses(table.state, group.side, path)
    unwalked = unwalked_losses(table.state, group, path)
    await _walk(table, group, path, leaders)
    toll = await lose_steps(table, toll, zones, "zone of control")
    await lose_steps(table, toll, unwalked, "no retreat")
    await _arrive(table, group.side, path[-1], on_map(table.state, group.units))


async def leaders_who_go(
    side: Side, leaders: tuple[LeaderId, ...], units: tuple[UnitId, ...], *, must_go: bool = False
) -> tuple[LeaderId, ...]:
    """N14.52: which of the leaders in a hex go with units that leave it."""
    return tuple([x for x in leaders if await ChooseLeaderStay(side, x, units, must_go)])


async def _walk(
    table: Table[GameState], group: Withdrawal, path: Path, leaders: tuple[LeaderId, ...]
) -> None:
    """N11.15: units and leaders go over a path; trains and leaders of the enemy are run over."""
    for unit in group.units:
        table.emit(UnitRetreated(unit, path))
    for leader in leaders:
        table.emit(LeaderMoved(leader, path, free=True))
    for event in control_events(table.state, group.units, path):
        table.emit(event)
    for hex_ in path[1:]:
        await overrun(table, group.side, hex_)


async def _arrive(
    table: Table[GameState], side: Side, hex_: Hex, units: tuple[UnitId, ...]
) -> None:
    """N11.1, N11.41: friends make room for those who arrived, and these are Disrupted."""
    if not units:
        await abandon_leaders(table, side, hex_)
        return
    await make_room(table, side, hex_, units)
    for unit in units:
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))
