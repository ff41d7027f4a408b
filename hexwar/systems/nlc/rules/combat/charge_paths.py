"""The ways of a charge: what cavalry gallops over, and what it cannot hit (N10.11, N10.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hexwar.engine import Refusal, refuse
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, Terrain, Way
from hexwar.table.forces import UnitId
from hexwar.table.spans import Crossing, Spans, crossing

Path = tuple[Hex, ...]
"""Hexes from the start hex to the target, both included."""

GALLOPED = (Crossing.OPEN, Crossing.TRESTLE)
"""The hexsides that cavalry charges over on its way."""

HIT_OVER = (*GALLOPED, Crossing.STREAM)
"""The hexsides over which it hits the target; never a river, bridge or no bridge (N8.51)."""


@dataclass(frozen=True, slots=True)
class Charge:
    """Cavalry of one hex that charges; it stays on its start hex until the charge is over."""

    units: tuple[UnitId, ...]
    target: Hex
    path: Path  # from the start hex to the target

    @property
    def start(self) -> Hex:
        """Where the chargers come from."""
        return self.path[0]

    @property
    def last(self) -> Hex:
        """The hex from which they hit: the last one crossed, or the start hex."""
        return self.path[-2]


def charge_distance(state: GameState) -> int:
    """How far cavalry charges now, from the start hex to the target, hexes; 0 when it cannot."""
    numbers = numbers_of(state.battle)
    if state.sky.weather in numbers.charge.barred or state.turn_card.kind is TurnKind.NIGHT_AM:
        return 0
    dim = state_sight_limit(state) <= numbers.sight.adjacent
    return numbers.charge.dim_distance if dim else numbers.charge.distance


def charge_paths(state: GameState, start: Hex, target: Hex, longest: int) -> list[Path]:
    """Every legal path of a charge, the shortest first; none without a line of sight (N10.14).

    The weather only shortens charges (N10.11). Whether an enemy is in the target hex, which may
    also be where other cavalry is met, is asked elsewhere.
    """
    is_seen = has_line_of_sight(state.battle.battlefield, start, target, longest)
    if not is_seen or _target_refusal(state, target) is not None:
        return []
    return approach_paths(state, start, target, longest)


def approach_paths(state: GameState, start: Hex, target: Hex, longest: int) -> list[Path]:
    """The paths of `charge_paths`, whatever one sees and whatever stands in the target hex."""
    if start == target or state.battle.battlefield.grid.distance(start, target) > longest:
        return []
    found = _ways(state, (start,), target, longest)
    return sorted(found, key=lambda path: (len(path), path))


def _ways(state: GameState, path: Path, target: Hex, left: int) -> Iterator[Path]:
    """Every way on from the end of a path that reaches the target in the steps left."""
    field, here = state.battle.battlefield, path[-1]
    if field.grid.distance(here, target) > left:
        return
    if target in _hits(field, state.spans)[here]:
        yield (*path, target)
    if left == 1:
        return
    for hex_ in _gallops(field, state.spans)[here]:
        if hex_ != target and hex_ not in path and not state.holders_of(hex_):
            yield from _ways(state, (*path, hex_), target, left - 1)


def may_cross(state: GameState, a: Hex, b: Hex) -> bool:
    """Whether charging cavalry may go from a hex to the next one on its way (N10.14)."""
    field = state.battle.battlefield
    return b in _gallops(field, state.spans)[a] and not state.holders_of(b)


def charge_path_refusal(state: GameState, path: Sequence[Hex], longest: int) -> Refusal | None:
    """Why cavalry may not charge along a path, or None; it names the first hex that is wrong."""
    field = state.battle.battlefield
    if len(path) < 2 or len(set(path)) < len(path) or any(hex_ not in field.grid for hex_ in path):
        return refuse("N10.14", "A charge goes from hex to hex, each once, to its target.")
    if len(path) - 1 > longest:
        return _too_far(state, longest)
    refusal = _target_refusal(state, path[-1])
    if refusal is not None:
        return refusal
    if not has_line_of_sight(field, path[0], path[-1], longest):
        words = mark("There is no line of sight from {path} to {where}.")
        return refuse("N10.14", words, path=path[0], where=field.name_of(path[-1]))
    crossed = (_step_refusal(state, a, b, hits=b == path[-1]) for a, b in pairwise(path))
    return next(filter(None, crossed), None)


def _too_far(state: GameState, longest: int) -> Refusal:
    if longest:
        return refuse("N10.14", "A charge is at most {longest} hexes long.", longest=longest)
    if state.turn_card.kind is TurnKind.NIGHT_AM:
        return refuse("N17.2", "Nobody charges in the Night AM turn.")
    return refuse("N10.11", "Cavalry cannot charge in {weather}.", weather=state.sky.weather)


def _target_refusal(state: GameState, target: Hex) -> Refusal | None:
    if state.battle.battlefield.terrain_at(target).cover.closed:
        words = mark("Cavalry cannot charge into the chateau in {target}.")
        return refuse("N10.11", words, target=target)
    if target in state.positions:
        words = mark("Cavalry cannot charge the improved position in {target}.")
        return refuse("N10.11", words, target=target)
    return None


def _step_refusal(state: GameState, a: Hex, b: Hex, *, hits: bool) -> Refusal | None:
    """Why a charge does not go from a hex to another, or does not hit it from there."""
    field = state.battle.battlefield
    if not field.grid.is_adjacent(a, b):
        return refuse("N10.14", "{b} is not next to {a}.", b=b, a=a)
    met = crossing(field, state.spans, a, b)
    if hits:
        words = mark("A charge does not hit over the {met} from {a} to {b}.")
        return None if met in HIT_OVER else refuse("N8.51", words, met=met.value, a=a, b=b)
    if state.holders_of(b):
        return refuse("N10.14", "A charge does not go through {b}: units stand there.", b=b)
    if not _is_open_ground(field, b):
        words, kind = mark("A charge does not go through the {kind} in {b}."), field.terrain_at(b)
        return refuse("N10.14", words, kind=kind.value, b=b)
    words = mark("A charge does not cross the {met} from {a} to {b}.")
    return None if met in GALLOPED else refuse("N10.14", words, met=met.value, a=a, b=b)


# -- the ground, which only spans can change


def _is_open_ground(field: Battlefield, hex_: Hex) -> bool:
    """Whether a charge may cross a hex: it is clear, or a town on a road (N10.14)."""
    terrain = field.terrain_at(hex_)
    if terrain.cover.streets:
        return field.way_hexes.get(hex_) is Way.ROAD
    return terrain is Terrain.CLEAR


@lru_cache(maxsize=16)
def _gallops(field: Battlefield, spans: Spans) -> Mapping[Hex, tuple[Hex, ...]]:
    """The hexes that a charge may cross next after each hex, units left out."""
    return {
        hex_: tuple(
            b
            for b in around
            if _is_open_ground(field, b) and crossing(field, spans, hex_, b) in GALLOPED
        )
        for hex_, around in field.grid.neighbours.items()
    }


@lru_cache(maxsize=16)
def _hits(field: Battlefield, spans: Spans) -> Mapping[Hex, tuple[Hex, ...]]:
    """The hexes that a charge may hit from each hex."""
    return {
        hex_: tuple(b for b in around if crossing(field, spans, hex_, b) in HIT_OVER)
        for hex_, around in field.grid.neighbours.items()
    }
