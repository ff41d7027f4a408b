"""Hand-to-hand combat: who must join in, who outflanks whom, dice and hits (M12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import dist

from hexwar.engine.derived import kept
from hexwar.messages import mark
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.rules.fire import Row
from hexwar.systems.mininap.rules.ground import hindrances, is_barred
from hexwar.systems.mininap.rules.shapes import blocks, in_skirmish_line, needed
from hexwar.systems.mininap.rules.standing import (
    contacts,
    footprint,
    in_command,
    index,
    is_in_contact,
    run,
    touched_by,
)
from hexwar.systems.mininap.state import Attack, MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Area, Base, corners, spot
from hexwar.tabletop.measure import reaches_corner, shortest
from hexwar.tabletop.pose import Vector
from hexwar.tabletop.regions import front_edge, rear_edge

# -- joining in: M12.5 to M12.9


@dataclass(frozen=True, slots=True)
class Joining:
    """How a unit would join in."""

    unit: UnitId
    length: float  # cm straight ahead
    enemies: tuple[UnitId, ...]  # whom it then touches


def joining_of(state: MiniState, unit: UnitId) -> Joining | None:
    """How a unit must join in if nobody holds it back (M12.5); None where it need not."""
    card, record = state.card(unit), state.units[unit]
    never = card.is_single or record.formation is Formation.SQUARE or record.bend is not None
    if never or record.pose is None or state.sp(unit) <= 1 or is_in_contact(state, unit):
        return None
    reach, areas, standing = state.numbers.joining.reach, footprint(state, record), index(state)
    near = (one.key for one in standing.near(areas, reach, (unit,)))
    if not any(_is_fought(state, unit, enemy) for enemy in near):
        return None
    length, met = run(state, record, reach)
    is_open = not is_barred(state, record, length)
    if not met or not is_open or not all(_is_fought(state, unit, one) for one in met):
        return None
    return Joining(unit, length, met)


def _is_fought(state: MiniState, unit: UnitId, enemy: UnitId) -> bool:
    """Whether a unit is an enemy that a friend fights."""
    return state.side_of(enemy) != state.side_of(unit) and bool(touched_by(state, enemy))


def hold_number(state: MiniState, unit: UnitId) -> int:
    """The highest die that holds a unit back which is out of command (M12.8)."""
    return needed(state, unit, state.numbers.joining.hold)


# -- outflanking: M12.3


@kept
def outflanked(state: MiniState) -> tuple[tuple[UnitId, UnitId], ...]:
    """Who has outflanked whom, as they stand (M12.2)."""
    return tuple(
        (unit, enemy)
        for unit, enemies in contacts(state).items()
        for enemy in enemies
        if outflanks(state, state.units[unit], state.units[enemy])
    )


def outflanks(state: MiniState, unit: Unit, enemy: Unit) -> bool:
    """Whether a unit, from where its record has it, has outflanked an enemy (M12.3, M6.22)."""
    return any(reaches_corner(edge, corner) for edge, corner in _flank_pairs(state, unit, enemy))


def flank_gap(state: MiniState, unit: Unit, enemy: Unit) -> tuple[Vector, Vector] | None:
    """The points by which a unit comes nearest to outflanking an enemy (M12.3); None: it cannot."""
    lines = [shortest([edge], [corner]) for edge, corner in _flank_pairs(state, unit, enemy)]
    return min(lines, key=lambda line: (dist(*line), line), default=None)


def _flank_pairs(state: MiniState, unit: Unit, enemy: Unit) -> list[tuple[Area, Area]]:
    """Each edge and corner of which one touches the other where a unit outflanks (M12.3)."""
    if not (_has_flanks(state, unit) and _has_flanks(state, enemy)):
        return []
    mine, theirs = _outline(state, unit), _outline(state, enemy)
    on_corners = [(edge, corner) for edge in mine.fronts for corner in theirs.rear_corners]
    return on_corners + [(edge, c) for edge in theirs.rears for c in mine.front_corners]


def _has_flanks(state: MiniState, unit: Unit) -> bool:
    """Squares and commanders outflank nobody and are not outflanked (M12.4)."""
    return unit.formation is not Formation.SQUARE and not state.card(unit.id).is_command


@dataclass(frozen=True, slots=True)
class _Outline:
    """The edges and outer corners by which units outflank one another (M6.22)."""

    fronts: tuple[Area, ...]
    rears: tuple[Area, ...]
    front_corners: tuple[Area, Area]
    rear_corners: tuple[Area, Area]


def _outline(state: MiniState, unit: Unit) -> _Outline:
    """Of a line, column or battery one rectangle; of a bent unit two, the left one first."""
    parts = [(pose, base) for pose, base in blocks(state, unit) if isinstance(base, Base)]
    front_left, _, _, rear_left = corners(*parts[0])
    _, front_right, rear_right, _ = corners(*parts[-1])
    return _Outline(
        tuple(front_edge(pose, base) for pose, base in parts),
        tuple(rear_edge(pose, base) for pose, base in parts),
        (spot(front_left), spot(front_right)),
        (spot(rear_left), spot(rear_right)),
    )


# -- the combat value: M12.11, M12.12, M22.6


def combat_rows(state: MiniState, unit: UnitId, target: UnitId) -> tuple[int, tuple[Row, ...]]:
    """The combat value of a unit against an enemy that it touches, and what changes it."""
    numbers = state.numbers.combat
    value = basic_value(state, unit)
    rows = [*_formation_rows(state, state.units[unit], state.units[target])]
    if state.units[unit].is_caught:
        rows.append(Row(mark("caught standing"), numbers.changes.caught, "M19.10"))
    rows.extend(_ground_rows(state, state.units[unit], state.units[target]))
    changed = value + sum(row.value for row in rows if row.rule != "M22.6")
    on_ground = sum(row.value for row in rows if row.rule == "M22.6")
    if on_ground:
        changed = max(min(changed, 1), changed + on_ground)  # terrain takes nobody below 1
    return min(max(changed, numbers.least), numbers.most), tuple(rows)


def basic_value(state: MiniState, unit: UnitId) -> int:
    """The combat value of a unit before anything changes it (M12.11)."""
    card, values = state.card(unit), state.numbers.combat.values
    if card.is_single:
        return int(getattr(values, card.arm))
    return int(getattr(values, f"{card.kind}_{card.arm}"))


def _formation_rows(state: MiniState, unit: Unit, target: Unit) -> Iterator[Row]:
    """M12.12."""
    changes, enemy = state.numbers.combat.changes, state.card(target.id)
    if in_skirmish_line(state, unit):
        yield Row(mark("in skirmish line"), changes.skirmish_line, "M12.12")
    if state.card(unit.id).arm is not Arm.CAVALRY:
        return
    if enemy.arm is not Arm.CAVALRY and in_skirmish_line(state, target):
        yield Row(mark("on a skirmish line"), changes.cavalry_on_skirmish_line, "M12.12")
    if enemy.arm is Arm.INFANTRY and target.formation is Formation.COLUMN:
        yield Row(mark("on a column"), changes.cavalry_on_column, "M12.12")
    if target.formation is Formation.SQUARE:
        yield Row(mark("on a square"), changes.cavalry_on_square, "M12.12")


def _ground_rows(state: MiniState, unit: Unit, target: Unit) -> Iterator[Row]:
    """M22.6: the most severe one only."""
    found = [
        Row(piece.kind, state.numbers.terrain.row(piece.kind).combat, "M22.6")
        for piece in hindrances(state, unit, target)
    ]
    hard = min(found, key=lambda row: row.value, default=None)
    if hard is not None and hard.value:
        yield hard


# -- the dice: M12.10, M12.13


@dataclass(frozen=True, slots=True)
class AttackReport:
    """What an attack is up against: the same to who resolves it."""

    attack: Attack
    value: int  # a die that is no higher hits
    rows: tuple[Row, ...]
    outflanks: bool
    dice: int
    may_throw_again: bool  # M12.15


def attack_report(state: MiniState, attack: Attack) -> AttackReport:
    """The dice of an attack, with each reason."""
    value, rows = combat_rows(state, attack.unit, attack.target)
    has_outflanked = (attack.unit, attack.target) in state.outflanked
    each = state.numbers.combat.outflanking_dice if has_outflanked else 1
    may = attack.unit not in state.thrown_again and in_command(state, attack.unit)
    return AttackReport(attack, value, rows, has_outflanked, max(0, attack.sp) * each, may)


def strength_of(state: MiniState, unit: UnitId) -> int:
    """The SP that a unit has for its attacks, those of the start of the phase (M12.10, R6).

    Hits of the phase, that for contact too, go on at its end.
    """
    return max(0, state.sp(unit))


def splits(state: MiniState, unit: UnitId, most: int = 40) -> list[tuple[Attack, ...]]:
    """The listed ways to allot a unit's SP to the enemies it touches (M12.10).

    All on each, an even split, and all splits where there are few.
    """
    enemies, sp = touched_by(state, unit), strength_of(state, unit)
    ways = [tuple(sp if other == enemy else 0 for other in enemies) for enemy in enemies]
    share, rest = divmod(sp, len(enemies))
    ways.append(tuple(share + (place < rest) for place in range(len(enemies))))
    every = list(_sums(sp, len(enemies), most + 1))
    ways.extend(every if len(every) <= most else [])
    return [
        tuple(Attack(unit, enemy, n) for enemy, n in zip(enemies, way, strict=True) if n)
        for way in dict.fromkeys(ways)
    ]


def _sums(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a total as so many parts, no more than are asked for."""
    if parts == 1:
        yield (total,)
        return
    found = (
        (first, *rest)
        for first in range(total + 1)
        for rest in _sums(total - first, parts - 1, most)
    )
    yield from islice(found, most)
