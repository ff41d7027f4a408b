"""Where a retreat may go: legal hexes, their classes, and the ways home (N11.13-N11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from itertools import takewhile

from hexwar.engine import Refusal
from hexwar.grid.reach import Steps, reach
from hexwar.hexes import Hex
from hexwar.model.battle import Battle
from hexwar.model.crossings import Spans, joined_neighbours
from hexwar.model.forces import Arm, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.zones import contact_hexes, enemy_hexes, enemy_zone, lost_landings
from hexwar.rules.nlc.displacement import room_plan
from hexwar.rules.nlc.fight import hex_of
from hexwar.rules.nlc.numbers import numbers_of

Path = tuple[Hex, ...]

NO_WAY = 1 << 20
"""The distance, in half hexes, to where no way leads."""


class HexClass(IntEnum):
    """How good a retreat hex is; the owner must take the best class (N11.13)."""

    FREE = auto()
    CROWDED = auto()  # friends must make room
    ENEMY_ZONE = auto()


_REASONS = {
    HexClass.CROWDED: "a hex outside enemy zones with room is open",
    HexClass.ENEMY_ZONE: "a hex outside enemy zones is open",
}


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Units that must go a number of hexes away from threats."""

    side: Side
    units: tuple[UnitId, ...]  # of one hex
    hexes: int  # how far
    threats: tuple[Hex, ...]  # attacking hexes, or the target of an attack that failed


def retreat_length(
    state: GameState, units: Iterable[UnitId], *, attacking: bool, rout: bool
) -> int:
    """How many hexes units retreat together (N11.1, N11.12, N11.2)."""
    rules = numbers_of(state.battle).retreat
    mounted = all(state.card(unit).arm.is_mounted for unit in units)
    length = rules.attacker if attacking else rules.mounted if mounted else rules.foot
    return length + (rules.rout_extra if rout else 0)


def retreat_paths(state: GameState, group: Withdrawal) -> list[Path]:
    """Every legal path from the hex left, the default first; none at all means: all are lost.

    A path is shorter than the retreat only where it comes to a dead end (N11.14). The default
    costs the fewest steps; among those it ends nearest by road to the own train, then to a
    supply source.
    """
    start = hex_of(state, group.units[0])
    paths = [(start, *tail) for tail in _tails(state, group, start, group.hexes)]
    return sorted(paths, key=lambda way: (losses_on(state, group, way), _home(state, group, way)))


def losses_on(state: GameState, group: Withdrawal, path: Sequence[Hex]) -> int:
    """The steps that a path costs: for EZOC hexes (N11.4) and for hexes not walked (N11.14)."""
    return zone_losses(state, group.side, path) + unwalked_losses(state, group, path)


def unwalked_losses(state: GameState, group: Withdrawal, path: Sequence[Hex]) -> int:
    """The steps that the hexes not walked cost (N11.14)."""
    each = numbers_of(state.battle).retreat.unwalked_step_losses
    return each * (group.hexes + 1 - len(path))


def zone_losses(state: GameState, side: Side, path: Sequence[Hex]) -> int:
    """The steps that the EZOC hexes of a path cost (N11.4)."""
    each = numbers_of(state.battle).retreat.enemy_zone_step_losses
    return each * sum(is_zone_for_retreat(state, side, hex_) for hex_ in path[1:])


def is_zone_for_retreat(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is an EZOC for a retreat: an undisrupted friend there cancels it (N6.9)."""
    if hex_ not in enemy_zone(state, side):
        return False
    friends = state.combat_units_in(hex_, side)
    return all(state.units[friend].disrupted for friend in friends)


def retreat_path_refusal(state: GameState, group: Withdrawal, path: Path) -> Refusal | None:
    """Why a path is not a legal retreat, or None; it names the first hex that is wrong."""
    legal = retreat_paths(state, group)
    if path in legal:
        return None
    start = hex_of(state, group.units[0])
    if not path or path[0] != start:
        return Refusal(f"The retreat begins in {start}.", "N11.1")
    walked = max((_shared(path, way) for way in legal), default=1)
    if walked == len(path):
        return Refusal(f"The retreat goes on: it is {group.hexes} hexes long.", "N11.1")
    if walked > group.hexes:
        return Refusal(f"The retreat is only {group.hexes} hexes long.", "N11.1")
    left = group.hexes - walked
    return _step_refusal(state, group, path[walked - 1], path[walked], left)


def _shared(path: Path, way: Path) -> int:
    """How many hexes two paths have in common from their start."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(path, way, strict=False))))


def _step_refusal(state: GameState, group: Withdrawal, a: Hex, b: Hex, left: int) -> Refusal:
    """Why units may not go from a hex to another, with so many hexes left to go after it."""
    if b not in contact_hexes(state, a) or (a, b) in lost_landings(state, group.side):
        return Refusal(f"There is no way for a retreat from {a} to {b}.", "N11.13")
    if b in enemy_hexes(state, group.side):
        return Refusal(f"Enemy combat units hold {b}.", "N11.13")
    if _exposure(state, group, b) <= _exposure(state, group, a):
        return Refusal(f"{b} is not farther from the enemy than {a}.", "N11.13")
    found = _class_of(state, group, b, is_end=not _tails(state, group, b, left))
    if found is None:
        return Refusal(f"Friends in {b} cannot make room.", "N11.41")
    return Refusal(f"The units may not retreat to {b}: {_REASONS[found]}.", "N11.13")


# -- the tree of steps


def _tails(state: GameState, group: Withdrawal, start: Hex, left: int) -> list[Path]:
    """Every way on from a hex, without it; each step is of the best class there is."""
    if left == 0:
        return []
    found: dict[HexClass, list[Path]] = {}
    for hex_ in _farther(state, group, start):
        onward = _tails(state, group, hex_, left - 1)
        kind = _class_of(state, group, hex_, is_end=not onward)
        if kind is not None:
            found.setdefault(kind, []).extend((hex_, *tail) for tail in onward or [()])
    return found[min(found)] if found else []


def _farther(state: GameState, group: Withdrawal, start: Hex) -> Iterator[Hex]:
    """The hexes next to one that units may enter and that lead away from the threats."""
    enemies, lost = enemy_hexes(state, group.side), lost_landings(state, group.side)
    now = _exposure(state, group, start)
    for hex_ in contact_hexes(state, start):
        if (
            hex_ not in enemies
            and (start, hex_) not in lost
            and _exposure(state, group, hex_) > now
        ):
            yield hex_


def _exposure(state: GameState, group: Withdrawal, hex_: Hex) -> int:
    """The sum of the distances from the threats, which each step must raise."""
    distance = state.battle.battlefield.grid.distance
    return sum(distance(hex_, threat) for threat in group.threats)


def _class_of(state: GameState, group: Withdrawal, hex_: Hex, *, is_end: bool) -> HexClass | None:
    """The class of a retreat hex; None where the retreat would end without room.

    Stacking binds only where the retreat ends (N6.2).
    """
    plan = room_plan(state, hex_, group.units) if is_end else ()
    if plan is None:
        return None
    if is_zone_for_retreat(state, group.side, hex_):
        return HexClass.ENEMY_ZONE
    return HexClass.CROWDED if plan else HexClass.FREE


# -- the way home


def _home(state: GameState, group: Withdrawal, path: Path) -> tuple[int, int, Path]:
    """How far a path ends from the own train and from a supply source; ties by the hexes."""
    battle, end = state.battle, path[-1]
    trains = _trains(state, group.units)
    sources = [h for h, side in battle.sources_on(state.turn).items() if side == group.side]
    spans = state.spans
    return _nearest(battle, spans, end, trains), _nearest(battle, spans, end, sources), path


def _trains(state: GameState, units: Iterable[UnitId]) -> list[Hex]:
    formations = {state.formation_of(unit).id: None for unit in units}
    return [
        hex_
        for formation in formations
        for unit in state.units_of(formation)
        if state.card(unit).arm is Arm.BAGGAGE_TRAIN and (hex_ := state.units[unit].hex) is not None
    ]


def _nearest(battle: Battle, spans: Spans, end: Hex, goals: list[Hex]) -> int:
    cell = battle.battlefield.grid.index[end]
    ways = (_road_distances(battle, spans, goal).get(cell, NO_WAY) for goal in goals)
    return min(ways, default=0)


@lru_cache(maxsize=512)
def _road_distances(battle: Battle, spans: Spans, goal: Hex) -> dict[int, int]:
    """Each cell's distance by road from a goal, in half hexes: a road or trail counts half."""
    grid = battle.battlefield.grid
    limit = 2 * grid.columns * grid.rows
    return reach(_road_steps(battle, spans), grid.index[goal], limit).cost


@lru_cache(maxsize=16)
def _road_steps(battle: Battle, spans: Spans) -> Steps:
    field = battle.battlefield
    around, index = joined_neighbours(field, spans), field.grid.index
    return tuple(
        tuple((index[b], 1 if (a, b) in field.ways else 2) for b in around[a])
        for a in field.grid.hexes
    )
