"""A measured table by itself, and what the envelope of a scenario says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexwar.messages import mark
from hexwar.scenario.build import date_of, is_day
from hexwar.scenario.checks.hexes import check_estimates
from hexwar.scenario.checks.schedule import check_par
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.measured import PieceRecord, Point, TableFile, TableScenario

if TYPE_CHECKING:  # which brings arrays along
    from hexwar.tabletop.ground import Ground

FEWEST_CORNERS = 3
FEWEST_PLACES = 2


def check_table(table: TableFile, pen: Pen) -> None:
    """Reports pieces of ground that cannot be."""
    seen: set[str] = set()
    for i, piece in enumerate(table.pieces):
        place: Place = ("pieces", i)
        if piece.id in seen:
            pen.error((*place, "id"), "the id {text} is listed twice", text=quoted(piece.id))
        seen.add(piece.id)
        _check_shape(piece, place, pen)
        for name in ("ring", "line"):
            _check_on_table(getattr(piece, name), table, (*place, name), pen)
    check_estimates(table.estimates, pen)


def _check_shape(piece: PieceRecord, place: Place, pen: Pen) -> None:
    """A piece is an area with corners, or a line with places."""
    if bool(piece.ring) == bool(piece.line):
        pen.error(place, "a piece of ground has either a ring or a line")
    elif piece.ring:
        _check_ring(piece.ring, (*place, "ring"), pen)
        if piece.width:
            pen.warning((*place, "width"), "only a line has a width: this piece is an area")
    elif len(piece.line) < FEWEST_PLACES:
        words = mark("a line needs {n} places at least")
        pen.error((*place, "line"), words, n=FEWEST_PLACES)


def _check_ring(ring: Sequence[Point], place: Place, pen: Pen) -> None:
    """The corners of an area are three at least, and its edge nowhere crosses itself."""
    from hexwar.tabletop.ground import is_sound

    if len(ring) < FEWEST_CORNERS:
        pen.error(place, "an area needs {n} corners at least", n=FEWEST_CORNERS)
    elif not is_sound([(x, y) for x, y in ring]):
        pen.error(place, "the edge of the area crosses or touches itself")


def _check_on_table(points: Sequence[Point], table: TableFile, place: Place, pen: Pen) -> None:
    for i, (x, y) in enumerate(points):
        if x > table.width or y > table.depth:
            words = mark("{x}, {y} is off the table, which ends at {width}, {depth}")
            pen.error((*place, i), words, x=x, y=y, width=table.width, depth=table.depth)


def check_envelope(scenario: TableScenario, ground: Ground | None, pen: Pen) -> None:
    """Reports a date that there is not, and objectives and zones that the table does not bear."""
    year, month, day = date_of(scenario.date)
    if year == 0:
        pen.error(("date",), "there is no year 0000: the first is 0001")
    elif not is_day(year, month, day):
        pen.error(("date",), "there is no day {date}", date=quoted(scenario.date))
    check_par(scenario, pen)
    check_estimates(scenario.estimates, pen)
    for i, zone in enumerate(scenario.zones):
        _check_ring(zone.ring, ("zones", i, "ring"), pen)
    seen: set[str] = set()
    for i, objective in enumerate(scenario.objectives):
        place: Place = ("objectives", i, "piece")
        if objective.piece in seen:
            pen.error(place, "{id} is listed twice", id=objective.piece)
        seen.add(objective.piece)
        if ground is not None:
            _check_objective(objective.piece, ground, place, pen)


def _check_objective(piece: str, ground: Ground, place: Place, pen: Pen) -> None:
    """An objective is an area of the table."""
    known = {one.id: one for one in ground.pieces}
    if piece not in known:
        words = mark("the table has no piece of ground {id}")
        pen.error(place, words, piece, known, id=quoted(piece))
    elif known[piece].is_line:
        pen.error(place, "{id} is a line: nobody can stand in it", id=quoted(piece))
