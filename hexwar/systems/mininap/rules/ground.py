"""The ground: what it costs to move, whom it keeps out, how it hinders an attack (M22)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.numbers import TerrainRow
from hexwar.systems.mininap.rules.standing import firm, footprint, ground_under, run
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Areas
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.measure import TOUCH, distance
from hexwar.tabletop.pose import Vector
from hexwar.tabletop.sweep import stop_distance, straight

OPENINGS = ("bridge", "ford")
"""Ground that lies on a stream and cancels it (M22.2)."""

WALLS = ("wall", "hedge")
"""Ground that is a line, and is crossed."""


def mover_of(state: MiniState, unit: Unit) -> str:
    """The column of the table of movement that a unit goes by (M22.2)."""
    arm = state.card(unit.id).arm
    return "square" if unit.formation is Formation.SQUARE else str(arm)


def word_of(row: TerrainRow, mover: str) -> str:
    """What a kind of ground is to who moves: "1", "2", "no", or "+2" for a crossing."""
    return str(getattr(row, mover))


def barring(
    state: MiniState, unit: Unit, swept: Areas, but: Collection[Piece] = ()
) -> Piece | None:
    """The ground that a unit may not enter and would, on a way that its firm footprint sweeps.

    But for some pieces, in which it may be.
    """
    return next((piece for piece in _closed(state, unit, swept) if piece not in but), None)


def closed_around(state: MiniState, unit: Unit) -> tuple[Piece, ...]:
    """The pieces that are closed to a unit and in which it stands: it may leave them (M22.8)."""
    return tuple(_closed(state, unit, firm(state, unit)))


def _closed(state: MiniState, unit: Unit, areas: Areas) -> Iterator[Piece]:
    """The pieces closed to a unit that areas enter, but for streams under bridges and fords."""
    mover, terrain, ground = mover_of(state, unit), state.numbers.terrain, state.battle.ground
    kinds = {row.kind for row in terrain.rows if word_of(row, mover) == "no"}
    for piece in ground.met(areas, kinds):
        is_open = piece.kind == "stream" and ground.is_bridged(
            areas, piece, OPENINGS, terrain.bridge_room
        )
        if not is_open:
            yield piece


def is_barred(state: MiniState, unit: Unit, length: float) -> bool:
    """Whether a straight run of so many cm leads into ground that keeps a unit out, or off it."""
    assert unit.pose is not None
    (fx, fy) = unit.pose.forward
    swept = straight(firm(state, unit), (fx * length, fy * length))
    return barring(state, unit, swept) is not None or not state.battle.ground.holds(swept)


def extra_cost(state: MiniState, unit: Unit, way: Sequence[Vector]) -> float:
    """The cm that ground adds to a straight step of a unit's centre (M6.16, M22.2)."""
    mover, terrain, ground = mover_of(state, unit), state.numbers.terrain, state.battle.ground
    double = {row.kind for row in terrain.rows if word_of(row, mover) == "2"}
    cost = ground.length_in(way, double) if double else 0.0
    crossings = {row.kind: word_of(row, mover) for row in terrain.rows}
    start, end = way[0], way[-1]
    for piece in ground.crossed(start, end, [k for k, w in crossings.items() if w[:1] == "+"]):
        if piece.kind == "stream" and _is_over(state, piece, start, end):
            continue
        cost += int(crossings[piece.kind])
    return cost


def _is_over(state: MiniState, stream: Piece, start: Vector, end: Vector) -> bool:
    """Whether a step meets a stream only where a bridge or a ford lies on it."""
    ground = state.battle.ground
    wet = ground.length_in([start, end], {stream.kind})
    return wet <= ground.length_in([start, end], set(OPENINGS))


# -- attacks: M22.6


def hindrances(state: MiniState, unit: Unit, target: Unit) -> Iterator[Piece]:
    """The ground that makes an attack on a unit harder."""
    theirs = ground_under(state, target)
    mine = {piece.id for piece in ground_under(state, unit)}
    yield from (p for p in theirs if p.kind in ("village", "hill") and p.id not in mine)
    ground = state.battle.ground
    assert unit.pose is not None
    assert target.pose is not None
    here = footprint(state, unit)
    yield from ground.crossed(unit.pose.point, target.pose.point, WALLS)
    for piece in ground.pieces:
        if piece.kind == "stream" and ground.met(here, {"stream"}):
            touched = distance(here, ground.shape(piece)) <= TOUCH
            bridged = ground.is_bridged(here, piece, OPENINGS, state.numbers.terrain.bridge_room)
            if touched and not bridged:
                yield piece


def is_cavalry_ground(state: MiniState, unit: Unit) -> bool:
    """Whether cavalry can charge a unit where it stands: no wood, village or marsh (M18.4)."""
    return not any(p.kind in ("wood", "village", "marsh") for p in ground_under(state, unit))


def may_square(state: MiniState, unit: Unit) -> bool:
    """Whether a square can be formed and kept where a unit stands (M22.4)."""
    return state.card(unit.id).arm is Arm.INFANTRY and is_cavalry_ground(state, unit)


# -- straight runs: M18, M19.9, M21.3


@dataclass(frozen=True, slots=True)
class Run:
    """How a unit goes straight ahead until something stops it."""

    length: float  # cm
    met: tuple[UnitId, ...] = ()  # the enemies it then touches


def free_run(state: MiniState, unit: Unit, limit: float, edge: float = 1.0) -> Run:
    """How far a unit runs straight ahead: to the first enemy, in contact, or short of a stop.

    It stops `gap` (M16.9) short of friends, squares and ground that keeps it out, and `edge` cm
    short of the edge of the table.
    """
    assert unit.pose is not None
    gap = state.numbers.movement.gap
    length, met = run(state, unit, limit)
    enemies = tuple(u for u in met if _is_prey(state, unit, u))
    if met and len(enemies) < len(met):
        length, enemies = max(0.0, length - gap), ()
    barred = open_length(state, unit, length, gap, edge)
    return Run(barred, enemies if barred >= length else ())


def _is_prey(state: MiniState, unit: Unit, other: UnitId) -> bool:
    is_square = state.units[other].formation is Formation.SQUARE
    return state.side_of(other) != state.side_of(unit.id) and not is_square


def open_length(state: MiniState, unit: Unit, length: float, gap: float, edge: float) -> float:
    """How much of a straight run is open: short of ground that keeps out, and of the edge.

    Args:
        state: The table.
        unit: Who runs.
        length: cm that it would run.
        gap: cm that are left to ground.
        edge: cm that are left to the edge of the table.
    """
    assert unit.pose is not None
    ground, mover = state.battle.ground, mover_of(state, unit)
    rows, room = state.numbers.terrain.rows, state.numbers.terrain.bridge_room
    areas, kinds = footprint(state, unit), {r.kind for r in rows if word_of(r, mover) == "no"}
    (fx, fy) = unit.pose.forward
    swept = straight(firm(state, unit), (fx * length, fy * length))
    shapes = [
        piece
        for piece in ground.met(swept, kinds)
        if not (piece.kind == "stream" and ground.is_bridged(swept, piece, OPENINGS, room))
    ]
    for piece in shapes:
        stop = stop_distance(areas, unit.pose, ground.shape(piece), length)
        length = min(length, max(0.0, stop - gap))
    if not ground.holds(straight(areas, (fx * (length + edge), fy * (length + edge)))):
        length = max(0.0, ground.length_to_edge(areas, unit.pose, length + edge) - edge)
    return length
