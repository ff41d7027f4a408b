"""What the prompters of all chapters share: whom a click is about, and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from hexwar.engine import Decision, Refusal
from hexwar.messages import listed, say
from hexwar.shell.prompter import Prompter, Response
from hexwar.systems.mininap.rules.charge import Charge
from hexwar.systems.mininap.rules.fire import fronts, reach_of
from hexwar.systems.mininap.rules.shapes import blocks, stands
from hexwar.systems.mininap.rules.standing import footprint, index
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.systems.mininap.words import unit_at
from hexwar.table.forces import UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import Arrow, Hue, Marks, Ruler, Zone
from hexwar.tabletop.base import Base, Disc
from hexwar.tabletop.measure import distance, shortest
from hexwar.tabletop.pose import Pose, Vector
from hexwar.tabletop.regions import TRIM
from hexwar.tabletop.spots import pose_at, spot_of_pose

D = TypeVar("D", bound=Decision[Any])


class Word(StrEnum):
    """What buttons and keys write on the draft."""

    ABOUT = "about"  # turn about
    BRIGADE = "brigade"  # the brigade goes along
    FEWER = "fewer"  # fire with a SP fewer
    FORM = "form"  # the formation is named behind a colon
    HOLD = "hold"  # hold its fire, or not
    LEAVE = "leave"  # the table
    LIMBER = "limber"  # up, or unlimber
    OTHER = "other"  # another way, turn or target
    TURN = "turn"  # by tenths of a degree behind a colon


Gestures = Mapping[type[Decision[Any]], Callable[..., Prompter[Any, Any]]]
"""The prompters of a chapter by the questions that they answer."""


def gestures(found: Gestures) -> Gestures:
    """The prompters of a chapter, not to be changed."""
    return MappingProxyType(dict(found))


class StandPrompter(Prompter[D, Spot], Generic[D]):
    """A question about units: each is pointed at by the place where it stands."""

    view: MiniState

    def unit_at(self, spot: str) -> UnitId | None:
        """The unit that lies under a spot."""
        return unit_at(self.view, spot)

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A click on a unit chooses it."""
        unit = self.unit_at(spot)
        return None if unit is None else self.pick((unit,))

    def spot_of(self, unit: UnitId) -> Spot:
        """Where a unit stands."""
        return spot_of_pose(self.view.pose(unit))

    def next_of(self, units: Sequence[UnitId], now: UnitId | None, step: int) -> UnitId | None:
        """The next or the last of some units."""
        if not units:
            return None
        if now not in units:
            return units[0 if step > 0 else -1]
        return units[(units.index(now) + step) % len(units)]


def names_of(view: MiniState, units: Iterable[UnitId]) -> str:
    """Some units by their names."""
    return listed(view.card(unit).name for unit in units)


def name_of(view: MiniState, unit: UnitId) -> str:
    """What a unit is called."""
    return view.card(unit).name


def point_at(spot: str) -> Vector | None:
    """The point of a spot in cm."""
    pose = pose_at(spot)
    return None if pose is None else pose.point


def is_on(view: MiniState, unit: Unit, point: Vector, grow: float = 0.0) -> bool:
    """Whether a point lies on a unit, where its record has it."""
    return any(_holds(pose, base, point, grow) for pose, base in stands(view, unit))


def _holds(pose: Pose, base: Base | Disc, point: Vector, grow: float) -> bool:
    ahead, aside = pose.ahead_of(point), pose.aside_of(point)
    if isinstance(base, Base):
        is_wide = abs(aside) <= base.width / 200 + grow
        return is_wide and abs(ahead) <= base.depth / 200 + grow
    radius = base.diameter / 200 + grow
    return ahead * ahead + aside * aside <= radius * radius


# -- marks


def fire_zones(view: MiniState, unit: Unit, hue: Hue = Hue.OWN, reach: float = 0.0) -> Marks:
    """The zones of fire of a unit, from where its record has it."""
    depth = reach or reach_of(view, unit.id)
    if not depth or unit.is_limbered:
        return Marks()
    zones = tuple(
        Zone(_zone_ring(front.pose, front.base, depth), hue, is_faint=True)
        for front in fronts(view, unit)
    )
    return Marks(zones=zones)


def _zone_ring(pose: Pose, base: Base, depth: float) -> tuple[Vector, ...]:
    half, front = base.width / 200 - TRIM, base.depth / 200
    return (
        pose.at(front, -half),
        pose.at(front + depth, -half),
        pose.at(front + depth, half),
        pose.at(front, half),
    )


def run_arrow(view: MiniState, charge: Charge, hue: Hue = Hue.ENEMY) -> Arrow:
    """The run of a charge: from its front edge to where it touches."""
    unit = replace(view.units[charge.unit], pose=charge.turned)
    (pose, base), *_ = blocks(view, unit)
    assert isinstance(base, Base)
    front, width = base.depth / 200, base.width / 100
    points = pose.at(front), pose.at(front + charge.length)
    return Arrow(points, hue, say("{cm} cm", cm=f"{charge.length:.1f}"), width)


def gap_ruler(view: MiniState, unit: Unit, other: UnitId, hue: Hue = Hue.PLAIN) -> Ruler:
    """The shortest way from a unit, wherever its record has it, to another."""
    a, b = shortest(footprint(view, unit), index(view).areas(other))
    far = distance(footprint(view, unit), index(view).areas(other))
    return Ruler(a, b, say("{cm} cm", cm=f"{far:.1f}"), hue)


def nearest_foe(view: MiniState, unit: Unit, limit: float = 30.0) -> tuple[UnitId, float] | None:
    """The nearest enemy of a unit from where its record has it, and how far it is."""
    side = view.side_of(unit.id)
    near = index(view).near(footprint(view, unit), limit, (unit.id,))
    found = next((n for n in near if view.side_of(n.key) != side), None)
    return None if found is None else (found.key, found.length)


def cited(refusal: Refusal | None) -> str:
    """A refusal as the pointer has it beside it."""
    if refusal is None:
        return ""
    return f"{refusal.sentence} ({refusal.rule})" if refusal.rule else refusal.sentence
