"""The lenses: zones of fire, charge reaches, command circles, regions, distances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hexwar.engine.derived import kept
from hexwar.messages import mark, say
from hexwar.shell.lenses import Glance, Lenses, Reason
from hexwar.systems.mininap.battle import Arm, Formation, Kind
from hexwar.systems.mininap.prompters.common import gap_ruler
from hexwar.systems.mininap.rules.charge import charger_refusal
from hexwar.systems.mininap.rules.fire import fronts, reach_of, silence, things_ahead
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.shapes import blocks
from hexwar.systems.mininap.rules.standing import commander_near, footprint, gap_to, index
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.systems.mininap.words import unit_at
from hexwar.table.forces import Side, UnitId
from hexwar.table.laid import Laid
from hexwar.table.stands import Circle, Hue, Marks, Ring, Zone
from hexwar.tabletop.base import Base, Disc, corners
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.regions import TRIM

NEAR: Final = 25.0
"""cm within which distances are drawn."""

MOST: Final = 5
"""Distances that are drawn at once."""

REGION: Final = 8.0
"""cm to which the regions of a unit are drawn."""


class MiniLenses(Lenses[Glance[MiniState]]):
    """The lenses of one game."""

    ids = ("fire-own", "threat", "command", "regions", "distances")
    glance = Glance[MiniState]

    def laid(self, glance: Glance[MiniState], laid: Laid) -> Laid:
        """What is laid over the table with that of the lenses."""
        found = laid if isinstance(laid, Marks) else Marks()
        for marks in self._shown(glance):
            found = found.beside(marks)
        return found

    def _shown(self, glance: Glance[MiniState]) -> Iterator[Marks]:
        view, viewer = glance.view, glance.viewer
        unit = looked_at(glance)
        if self.is_on("fire-own"):
            yield fire_of(view, viewer, Hue.OWN)
        if self.is_on("threat"):
            enemy = view.battle.enemy(viewer)
            yield fire_of(view, enemy, Hue.ENEMY).beside(charges_of(view, enemy))
        if self.is_on("command"):
            yield command_of(view, viewer, unit)
        if unit is not None and self.is_on("regions"):
            yield regions_of(view, unit)
        if unit is not None and self.is_on("distances"):
            yield distances_of(view, unit)

    def reasons(self, glance: Glance[MiniState]) -> tuple[Reason, ...]:
        """Why the unit that is pointed at is in command, or is not."""
        unit = looked_at(glance)
        if unit is None or not self.is_on("command") or glance.view.card(unit).is_command:
            return ()
        view, name = glance.view, glance.view.card(unit).name
        by = commander_near(view, unit)
        if by is None:
            words = say("{name} is out of command.", name=name)
        else:
            words = say("{name} is in command of {by}.", name=name, by=view.card(by).name)
        return (Reason(words, "M5.3"),)


def looked_at(glance: Glance[MiniState]) -> UnitId | None:
    """The unit under the pointer, else the one that is chosen or looked at."""
    view = glance.view
    for spot in (glance.over, glance.looked):
        found = None if spot is None else unit_at(view, spot)
        if found is not None:
            return found
    chosen = (UnitId(str(piece)) for piece in glance.picked if piece in view.units)
    return next((unit for unit in chosen if view.units[unit].pose is not None), None)


# -- zones of fire and reaches


@kept
def fire_of(state: MiniState, side: Side, hue: Hue) -> Marks:
    """What the units of a side have before them, as far as the first that stands there (M9.11)."""
    zones = (zone for unit in state.in_play(side) for zone in fire_zones_of(state, unit, hue))
    return Marks(zones=tuple(zones))


def fire_zones_of(state: MiniState, unit: Unit, hue: Hue) -> Iterator[Zone]:
    """The zones of one unit; none of one that cannot fire; plain those of one that has fired."""
    reach = reach_of(state, unit.id)
    if not reach or silence(state, unit) is not None:
        return
    shown = Hue.PLAIN if unit.has_fired else hue
    for front in fronts(state, unit):
        things = [t for t in things_ahead(state, unit, front, reach) if t.unit is not None]
        if things and things[0].unit == unit.id:  # the rear stand of a column
            continue
        depth = min([reach, *(max(0.2, t.extent.near) for t in things)])
        yield Zone(zone_ring(front.pose, front.base, depth), shown, is_faint=True)


def zone_ring(pose: Pose, base: Base, depth: float) -> Ring:
    """The zone before a front edge, so many cm deep (M6.17)."""
    half, front = base.width / 200 - TRIM, base.depth / 200
    near, far = front, front + depth
    return pose.at(near, -half), pose.at(far, -half), pose.at(far, half), pose.at(near, half)


@kept
def charges_of(state: MiniState, side: Side) -> Marks:
    """How far the units of a side could charge: a fan before each (M18.5)."""
    zones = []
    for unit in state.in_play(side):
        if charger_refusal(state, unit) is None:
            reach = allowance_of(state, unit).charge
            zones.append(Zone(fan(state, unit, reach), Hue.ENEMY, is_faint=True))
    return Marks(zones=tuple(zones))


def fan(state: MiniState, unit: Unit, reach: float) -> Ring:
    """From the front edge as far as a charge goes, turned to either side as far as it may."""
    (pose, base), *_ = blocks(state, unit)
    assert isinstance(base, Base)
    limit, (left, right, _, _) = 10 * state.numbers.charge.turn, corners(pose, base)
    ring = [right, left]
    for step in range(-4, 5):
        way = pose.turned(limit * step // 4)
        start = left if step < 0 else right if step > 0 else pose.at(base.depth / 200)
        (fx, fy) = way.forward
        ring.append((start[0] + fx * reach, start[1] + fy * reach))
    return tuple(ring)


# -- command, regions, distances


def command_of(state: MiniState, side: Side, unit: UnitId | None) -> Marks:
    """The circles of a side's commanders, or of those of one unit's chain (M5.3)."""
    numbers = state.numbers.command
    reach = {
        Kind.BRIGADE: numbers.brigade,
        Kind.DIVISION: numbers.division,
        Kind.CORPS: numbers.corps,
    }
    chain = () if unit is None else (unit, *state.battle.chain_of.get(unit, ()))
    found = [u for u in state.in_play(side) if state.card(u.id).is_command]
    if any(one.id in chain for one in found):
        found = [one for one in found if one.id in chain]
    disc = state.battle.bases[Arm.COMMAND]
    core = disc.diameter / 200 if isinstance(disc, Disc) else 0.0
    circles = []
    for one in found:
        card = state.card(one.id)
        cm = reach[card.kind]
        text = say("{cm} cm", cm=f"{cm:g}")
        assert one.pose is not None
        circles.append(Circle(one.pose.point, cm, Hue.COMMAND, text, core))
    return Marks(circles=tuple(circles))


_REGIONS: Final = (mark("front"), mark("right flank"), mark("rear"), mark("left flank"))


def regions_of(state: MiniState, unit: UnitId) -> Marks:
    """Front, flanks and rear of a unit (M6.8); a square has fronts only."""
    record = state.units[unit]
    if state.card(unit).is_command or record.bend is not None:
        return Marks()
    (pose, base), *_ = blocks(state, record)
    assert isinstance(base, Base)
    half, deep = base.width / 200, base.depth / 200
    far = REGION
    rings = (
        _box(pose, deep, deep + far, -half - far, half + far),
        _box(pose, -deep, deep, half, half + far),
        _box(pose, -deep - far, -deep, -half - far, half + far),
        _box(pose, -deep, deep, -half - far, -half),
    )
    hues = (Hue.GOOD, Hue.DOUBT, Hue.BAD, Hue.DOUBT)
    is_square = record.formation is Formation.SQUARE
    zones = tuple(
        Zone(ring, Hue.GOOD if is_square else hue, say(_REGIONS[0] if is_square else words))
        for ring, hue, words in zip(rings, hues, _REGIONS, strict=True)
    )
    return Marks(zones=tuple(replace(zone, is_faint=True) for zone in zones))


def _box(pose: Pose, near: float, far: float, left: float, right: float) -> Ring:
    return pose.at(near, left), pose.at(far, left), pose.at(far, right), pose.at(near, right)


def distances_of(state: MiniState, unit: UnitId) -> Marks:
    """The distances from a unit to the nearest enemies, and to the commanders of its chain."""
    record, side = state.units[unit], state.side_of(unit)
    near = index(state).near(footprint(state, record), NEAR, (unit,))
    foes = [one.key for one in near if state.side_of(one.key) != side][:MOST]
    rulers = [gap_ruler(state, record, foe, Hue.ENEMY) for foe in foes]
    for commander in state.battle.chain_of.get(unit, ()):
        is_here = state.units[commander].pose is not None
        if is_here and gap_to(state, index(state).areas(unit), commander) <= NEAR:
            rulers.append(gap_ruler(state, record, commander, Hue.COMMAND))
    return Marks(rulers=tuple(rulers))
