"""The lens of line of sight: the field of a hex, and the line to another (N19.2, N19.21)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.ground.sight import (
    light_of,
    line_of_sight,
    sight_field,
    spotted_field,
    state_sight_limit,
)
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.glance import Glance, counted, place
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.table.overlays import Ray, Sight, Verdict
from hexwar.table.sight import Obstacle, SightLine


def viewpoint(glance: Glance) -> Hex | None:
    """The hex to look from: the planned one, else that of the picked pieces, else the one below."""
    return glance.planned or glance.selected or glance.over


def field_from(glance: Glance, origin: Hex) -> Sight:
    """What can be seen from a hex by the light and the weather of now."""
    view = glance.view
    field, limit = view.battle.battlefield, state_sight_limit(view)
    seen = sight_field(field, origin, limit)
    return Sight(origin, seen, spotted_field(field, origin, numbers_of(view.battle), limit))


def line_from(glance: Glance, origin: Hex) -> SightLine | None:
    """The line from a hex to the one that is pointed at; None where that is the same."""
    if glance.over is None or glance.over == origin:
        return None
    view = glance.view
    return line_of_sight(
        view.battle.battlefield,
        origin,
        glance.over,
        numbers_of(view.battle),
        view.sky.weather,
        light_of(view),
    )


def ray_of(line: SightLine) -> Ray:
    """A line as it is drawn, with what blocks it."""
    verdict = Verdict.SPOTTED if line.spotted else Verdict.SEEN
    blocks = [] if line.blocked_by is None else list(_single(line.blocked_by))
    return Ray(
        line.a,
        line.b,
        verdict if line.visible else Verdict.HIDDEN,
        line.distance,
        hidden_by=tuple(hex_ for block in blocks if len(block.hexes) == 1 for hex_ in block.hexes),
        hidden_at=tuple((b.hexes[0], b.hexes[1]) for b in blocks if len(b.hexes) == 2),
        name=" / ".join(dict.fromkeys(block.kind for block in blocks)),
        at=next((block.hexes[0] for block in blocks if block.hexes), None),
    )


def _single(obstacle: Obstacle) -> Iterator[Obstacle]:
    """An obstacle, or of a tie the obstacles of both ways; the map's edge is none to be marked."""
    for block in obstacle.ways or (obstacle,):
        if block.kind != "edge of the map":
            yield block


def why_sight(glance: Glance, origin: Hex) -> Reason:
    """Whether the hex that is pointed at is seen, and what hides it; else how much is seen."""
    view = glance.view
    line = line_from(glance, origin)
    if line is not None:
        where = say("{place} from {origin}", place=place(view, line.b), origin=place(view, origin))
        return Reason(f"{where}: {line.reason}", line.rule)
    sight, limit = field_from(glance, origin), state_sight_limit(view)
    words = say(
        "From {place} {counted} are seen",
        place=place(view, origin),
        counted=counted(len(sight.seen), "hex"),
    )
    spotted = say("troops are spotted in {n}", n=len(sight.spotted))
    return Reason(
        say(
            "{words} within {limit}, {spotted} of them.", words=words, limit=limit, spotted=spotted
        ),
        "N19.21",
    )
