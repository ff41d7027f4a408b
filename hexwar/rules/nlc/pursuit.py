"""Pursuit: cavalry of the winners after a retreat or rout (N11.7, N11.73)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.battlefield import Terrain
from hexwar.model.events import LeaderMoved, PursuitMade, PursuitResolved
from hexwar.model.forces import LeaderId, Role, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import has_room
from hexwar.rules.common.zones import contact_hexes
from hexwar.rules.nlc.aftermath import aftermath
from hexwar.rules.nlc.cards.combat_windows import calls_off_pursuit, waives_pursuit
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.charge_paths import may_cross
from hexwar.rules.nlc.combat_orders import pursuit_permission
from hexwar.rules.nlc.fight import hex_of, on_map
from hexwar.rules.nlc.fire import Line
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.leaders import overrun
from hexwar.rules.nlc.losses import Toll, abandon_leaders, lose_steps
from hexwar.rules.nlc.morale import Verdict, check_morale, morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.retreat import leaders_who_go
from hexwar.rules.nlc.square import is_square_bound

Units = tuple[UnitId, ...]
Path = tuple[Hex, ...]

ROUGH = (Terrain.WOODS, Terrain.TOWN, Terrain.MARSH)
"""Where fugitives are harder to catch (N11.7)."""


@dataclass(frozen=True, slots=True)
class Riders:
    """Cavalry of one hex, and where it is: chargers are where they hit the enemy from."""

    units: Units
    hex: Hex


@dataclass(frozen=True, slots=True)
class Pursuit:
    """Cavalry that goes after fugitives."""

    units: Units
    fugitives: Hex  # where they are now
    path: Path  # from where the cavalry is to a hex next to them; one hex when it is there


@dataclass(frozen=True, slots=True)
class DeclarePursuit(Decision[Pursuit | None]):
    """N11.73: which cavalry pursues which fugitives by which way; None for nobody."""

    rule: ClassVar[str] = "N11.73"
    riders: tuple[Riders, ...]  # who could
    fugitives: Units

    def options(self, state: GameState) -> Sequence[Pursuit | None]:
        """Nobody; each stack and each of its units, to each hex next to fugitives."""
        return [None, *_pursuits(state, self.riders, self.fugitives)]

    def refusal(self, state: GameState, answer: Pursuit | None) -> Refusal | None:
        """Any cavalry of one stack whose order allows it, by any free way (N10.14)."""
        if answer is None:
            return None
        group = next((r for r in self.riders if set(answer.units) <= set(r.units)), None)
        if group is None or not answer.units or len(set(answer.units)) < len(answer.units):
            return Refusal("Undisrupted cavalry of one hex pursues, each unit once.", "N11.7")
        if answer.fugitives not in _hexes(state, self.fugitives):
            return Refusal(f"There are no fugitives in {answer.fugitives}.", self.rule)
        for unit in answer.units:
            refusal = pursuit_permission(state, unit, answer.fugitives)
            if refusal is not None:
                return refusal
        return _way_refusal(state, group, answer)

    def kind(self, answer: Pursuit | None) -> str:
        """`pursue` or `stay`."""
        return "stay" if answer is None else "pursue"


# -- who may pursue, and where to


def _riders(
    state: GameState, side: Side, emptied: Hex, hit: Riders | None, *, only_hit: bool
) -> Iterator[Riders]:
    """The cavalry stacks of a side in or next to the emptied hex that are fit for it (N11.73)."""
    away = _fit(state, on_map(state, hit.units)) if hit is not None else ()
    if hit is not None and away:
        yield Riders(away, hit.hex)
    if only_hit:
        return
    for hex_ in (emptied, *state.battle.battlefield.grid.neighbours[emptied]):
        here = (u for u in state.combat_units_in(hex_, side) if u not in away)
        units = _fit(state, here)
        if units:
            yield Riders(units, hex_)


def _fit(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units that could pursue, orders aside (N11.73)."""
    return tuple(
        u
        for u in units
        if state.card(u).arm.is_cavalry
        and not state.units[u].disrupted
        and not state.units[u].column
        and not is_square_bound(state, u)
    )


def _pursuits(state: GameState, riders: Iterable[Riders], fugitives: Units) -> Iterator[Pursuit]:
    """Each stack, and each unit alone, after the fugitives of each hex, to each end there is."""
    for group in riders:
        for hex_ in _hexes(state, fugitives):
            able = tuple(u for u in group.units if pursuit_permission(state, u, hex_) is None)
            parts = [able] if len(able) == 1 else [able, *((u,) for u in able)] if able else []
            for units in parts:
                for path in _ways(state, Riders(units, group.hex), hex_):
                    yield Pursuit(units, hex_, path)


def _hexes(state: GameState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """Where those of some units are who are on the map, by id."""
    return tuple(sorted({hex_of(state, unit) for unit in on_map(state, units)}))


def _ways(state: GameState, group: Riders, target: Hex) -> list[Path]:
    """A shortest way to each hex next to a target, the shortest first."""
    around = state.battle.battlefield.grid.neighbours
    known: dict[Hex, Path] = {group.hex: (group.hex,)}
    edge = [group.hex]
    for _ in range(numbers_of(state.battle).pursuit.distance):
        beyond: list[Hex] = []
        for a in edge:
            for b in around[a]:
                if b not in known and may_cross(state, a, b):
                    known[b] = (*known[a], b)
                    beyond.append(b)
        edge = beyond
    ends = contact_hexes(state, target)
    return [way for end, way in known.items() if end in ends and _has_place(state, group, end)]


def _has_place(state: GameState, group: Riders, hex_: Hex) -> bool:
    """Whether cavalry may end a pursuit in a hex."""
    if hex_of(state, group.units[0]) == hex_:
        return True
    side = state.side_of(group.units[0])
    held = state.holders_of(hex_, state.battle.enemy(side))
    return not held and has_room(state, hex_, side, group.units)


def _way_refusal(state: GameState, group: Riders, answer: Pursuit) -> Refusal | None:
    path, limit = answer.path, numbers_of(state.battle).pursuit.distance
    if not path or path[0] != group.hex:
        return Refusal(f"The pursuit begins in {group.hex}.", "N11.73")
    if len(path) - 1 > limit:
        return Refusal(f"A pursuit goes {limit} hexes at most.", "N11.7")
    around = state.battle.battlefield.grid.neighbours
    for a, b in pairwise(path):
        if b not in around[a] or not may_cross(state, a, b):
            return Refusal(f"Cavalry cannot pursue from {a} to {b}.", "N10.14")
    if path[-1] not in contact_hexes(state, answer.fugitives):
        return Refusal(f"{path[-1]} is not next to the fugitives.", "N11.73")
    if not _has_place(state, Riders(answer.units, group.hex), path[-1]):
        return Refusal(f"There is no room in {path[-1]}.", "N6.1")
    return None


# -- the flow


async def pursue(
    table: Table[GameState],
    winner: Side,
    emptied: Hex,
    fugitives: Units,
    *,
    routed: bool,
    hit: Riders | None = None,
    only_hit: bool = False,
) -> Units:
    """N11.7, N11.73: one cavalry stack of the winners may go after those who fled.

    Args:
        table: The table.
        winner: The side whose cavalry may.
        emptied: The hex that the fugitives left.
        fugitives: Who fled; those who are lost by now are passed over.
        routed: Whether they routed.
        hit: Chargers or reactors who have not entered the emptied hex, and the hex from which
            they hit the enemy, which is where they are now. Their check after the charge
            (N10.7) is left to the caller; other pursuers make theirs here.
        only_hit: Whether nobody else may, as after a reaction charge (N10.21).

    Returns:
        Who pursued; nobody when the check failed, or the enemy's card held them back (N11.71).
    """
    riders = tuple(_riders(table.state, winner, emptied, hit, only_hit=only_hit))
    if next(_pursuits(table.state, riders, fugitives), None) is None:
        return ()
    chosen = await DeclarePursuit(winner, riders, fugitives)
    if chosen is None:
        return ()
    if await calls_off_pursuit(table, table.state.battle.enemy(winner), chosen.units):
        return ()
    if not await _dares(table, winner, chosen.units):
        return ()
    await _ride(table, winner, chosen)
    await _strike(table, chosen, fugitives, routed=routed)
    if hit is None or not set(chosen.units) <= set(hit.units):
        await aftermath(table, chosen.units)
    return chosen.units


async def _dares(table: Table[GameState], side: Side, units: Units) -> bool:
    """N11.7, N11.71: cavalry that is to pursue checks its morale, unless a card spares it that."""
    if await waives_pursuit(table, side, units):
        return True
    report = morale_report(table.state, units)
    found = await check_morale(
        table, units, report, die_for="morale for a pursuit", purpose="pursuit"
    )
    return found is Verdict.PASSED


async def _ride(table: Table[GameState], side: Side, pursuit: Pursuit) -> None:
    """N11.73: the pursuers go to where they end; what they ride over is lost."""
    start = hex_of(table.state, pursuit.units[0])
    way = pursuit.path if pursuit.path[0] == start else (start, *pursuit.path)
    going: tuple[LeaderId, ...] = ()
    if pursuit.path[-1] != start:
        going = await leaders_who_go(side, _companions(table.state, side, start), pursuit.units)
    table.emit(PursuitMade(pursuit.units, pursuit.path))
    for leader in going:
        table.emit(LeaderMoved(leader, way, free=True))
    for event in control_events(table.state, pursuit.units, way):
        table.emit(event)
    for hex_ in pursuit.path:
        await overrun(table, side, hex_)


def _companions(state: GameState, side: Side, start: Hex) -> tuple[LeaderId, ...]:
    """The leaders who may ride along; an HQ stays away from the enemy (N14.51)."""
    cards = state.battle.leaders
    return tuple(x for x in state.leaders_in(start, side) if cards[x].role is not Role.HQ)


async def _strike(
    table: Table[GameState], pursuit: Pursuit, fugitives: Units, *, routed: bool
) -> None:
    """N11.7: a die tells whether the fugitives of a hex lose a step, of their owner's choice."""
    state = table.state
    caught = tuple(u for u in on_map(state, fugitives) if hex_of(state, u) == pursuit.fugitives)
    pips = sum(row for _, row, _ in pursuit_modifiers(state, pursuit.units, caught, routed=routed))
    die = await throw(table, state.side_of(pursuit.units[0]), "pursuit")
    loss = die + pips >= numbers_of(state.battle).pursuit.least_die
    table.emit(PursuitResolved(pursuit.units, caught, die, pips, loss))
    if loss:
        side = state.side_of(caught[0])
        await lose_steps(table, Toll(side, caught), 1, "pursuit")
        await abandon_leaders(table, side, pursuit.fugitives)


def pursuit_modifiers(
    state: GameState, pursuers: Units, fugitives: Units, *, routed: bool
) -> tuple[Line, ...]:
    """The rows of N11.7 for the die of a pursuit of fugitives in one hex."""
    rules = numbers_of(state.battle).pursuit
    terrain = state.battle.battlefield.terrain_at(hex_of(state, fugitives[0]))
    has_cavalry = any(state.card(u).arm.is_cavalry for u in fugitives)
    fewer = sum(map(state.sp, pursuers)) < sum(map(state.sp, fugitives))
    rows = (
        (routed, "routed", rules.routed),
        (not has_cavalry, "no cavalry among the fugitives", rules.no_cavalry),
        (terrain in ROUGH, f"in {terrain.value}", rules.rough),
        (fewer, "fewer pursuers", rules.fewer),
    )
    return tuple((words, pips, "N11.7") for holds, words, pips in rows if holds)
