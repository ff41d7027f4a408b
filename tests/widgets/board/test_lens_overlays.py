"""Line of sight, fields of distance, marches and orders: told apart without colour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.table.overlays import (
    Bond,
    Distances,
    OrderArrow,
    Overlays,
    Ray,
    Reach,
    Ride,
    Sight,
    Stage,
    Task,
    TraceLine,
    Verdict,
)
from hexwar.widgets.board.geometry import outline
from hexwar.widgets.board.view import BoardView
from tests.systems.nlc.positions import FRENCH
from tests.widgets.board.conftest import pixels
from tests.widgets.board.test_overlays import alpha, layer, pictured

HERE, THERE, FAR = Hex("0505"), Hex("0605"), Hex("0705")


def shown(view: BoardView, name: str, **overlays: Any) -> npt.NDArray[np.uint32]:
    view.board.show_overlays(Overlays(**overlays))
    return pixels(pictured(layer(view, name), view))


def shade_at(view: BoardView, drawn: npt.NDArray[np.uint32], hex_: Hex) -> int:
    """How opaque a picture is in the middle of a hex, 0 to 255."""
    corner = view.board.sceneRect().topLeft()
    x, y = view.board.sheet.centre(hex_)
    return int(drawn[round(y - corner.y()), round(x - corner.x())] >> np.uint32(24))


@pytest.mark.rule("N19.2", "N19.21")
def test_what_is_not_seen_lies_in_shade_and_spotted_hexes_have_a_line(view: BoardView) -> None:
    sight = Sight(HERE, frozenset({THERE, FAR}), frozenset({THERE}))
    drawn = shown(view, "sight", sight=sight)
    assert [shade_at(view, drawn, hex_) for hex_ in (HERE, THERE, FAR)] == [0, 0, 0]
    assert min(shade_at(view, drawn, Hex(hex_)) for hex_ in ("0510", "1401")) > 90
    ring = frozenset(view.board.battlefield.grid.neighbours[FAR])
    drawn = shown(view, "sight", sight=Sight(HERE, ring, frozenset()))
    assert shade_at(view, drawn, FAR) > 90  # an island

    seen = frozenset({THERE, FAR})
    pictures = [
        shown(view, "sight", sight=Sight(HERE, seen, frozenset(spotted)))
        for spotted in ((), (THERE,), (THERE, FAR))
    ]
    assert len({picture.tobytes() for picture in pictures}) == 3


def shape(view: BoardView, name: str, zoom: float = 1.0, **overlays: Any) -> bytes:
    """What a layer covers, whatever its colour."""
    view.board.show_overlays(Overlays(**overlays))
    return alpha(pictured(layer(view, name), view, zoom)).tobytes()


def test_verdicts_and_fields_differ_in_shape_and_a_field_pales(view: BoardView) -> None:
    rays = {shape(view, "ray", ray=Ray(HERE, Hex("0905"), verdict, 4)) for verdict in Verdict}
    assert len(rays) == len(Verdict)
    fields = [(Distances(task, {HERE: 0, THERE: 2}),) for task in Task]
    assert len({shape(view, "distances", 0.3, distances=field) for field in fields}) == 2

    field = Distances(Task.COMMAND, {HERE: 0, THERE: 10, FAR: 20})
    drawn = shown(view, "distances", distances=(field,))
    shades = [shade_at(view, drawn, hex_) for hex_ in (HERE, THERE, FAR)]
    assert shades[0] > shades[1] > shades[2] > 0


def test_a_hidden_ray_marks_the_hex_or_the_hexside_that_blocks(view: BoardView) -> None:
    end = Hex("0905")
    free = Ray(HERE, end, Verdict.HIDDEN, 4)
    by_hex = Ray(HERE, end, Verdict.HIDDEN, 4, (FAR,), (), "woods", FAR)
    by_side = Ray(HERE, end, Verdict.HIDDEN, 4, (), ((THERE, FAR),), "crest", THERE)
    pictures = [shown(view, "ray", ray=ray) for ray in (free, by_hex, by_side)]
    x, y = (round(v) for v in view.board.sheet.centre(FAR))
    corner = view.board.sceneRect().topLeft()
    at = np.s_[y - round(corner.y()) + 8 : y - round(corner.y()) + 20, x - round(corner.x())]
    assert [bool((picture[at] >> np.uint32(24)).any()) for picture in pictures[:2]] == [False, True]
    assert len({picture.tobytes() for picture in pictures}) == 3


@pytest.mark.rule("N5.3")
def test_the_unsupplied_roads_to_sources_and_ends_by_road_are_marked(view: BoardView) -> None:
    way = (HERE, THERE, FAR)
    ends = {HERE: 4, THERE: 2}
    pairs: dict[str, tuple[Any, Any]] = {
        "distances": (
            (Distances(Task.SUPPLY, {HERE: 0}),),
            (Distances(Task.SUPPLY, {HERE: 0}, frozenset({FAR})),),
        ),
        "traces": ((TraceLine(Task.SUPPLY, way),), (TraceLine(Task.SUPPLY, (), way),)),
        "reach": (Reach(ends), Reach(ends, by_road=frozenset({THERE}))),
    }
    for name, (plain, marked) in pairs.items():
        first, second = (shown(view, name, **{name: data}) for data in (plain, marked))
        assert (first != second).any(), name


def test_an_outline_is_closed_and_leaves_out_shared_hexsides(view: BoardView) -> None:
    sheet = view.board.sheet
    one, two = outline(sheet, [HERE]), outline(sheet, [HERE, THERE])
    assert one.elementCount() == 7
    assert two.elementCount() == 11
    assert two.contains(one.boundingRect().center())
    assert outline(sheet, []).isEmpty()


AWAY = Hex("0905")
MARCH = OrderArrow(FRENCH, "head", "", (HERE, AWAY))


def look_of(view: BoardView, name: str, one: object) -> bytes:
    """What a layer shows of one thing; of a bond, whatever its colour."""
    shown: dict[str, Any] = {name: (one,)}
    view.board.show_overlays(Overlays(**shown))
    read = alpha if name == "bonds" else pixels
    return read(pictured(layer(view, name), view)).tobytes()


def shape_of(view: BoardView, *orders: OrderArrow) -> bytes:
    """What of the board an order covers, whatever its colour."""
    view.board.show_overlays(Overlays(orders=orders))
    return (alpha(pictured(layer(view, "orders"), view)) > 0).tobytes()


@pytest.mark.rule("N12.2")
def test_every_type_of_order_and_every_way_has_a_shape_of_its_own(view: BoardView) -> None:
    """Without its letter, and without its colour."""
    rows = order_types().values()
    shapes = {shape_of(view, replace(MARCH, shape=row.arrow)) for row in rows}
    assert len(shapes) == len(rows) == 9
    for row in rows:
        arrow = replace(MARCH, shape=row.arrow, letter=row.letter, hexes=(HERE,))
        assert any(shape_of(view, arrow))

    back = replace(MARCH, hexes=(AWAY, HERE))
    by = replace(MARCH, hexes=(HERE, Hex("0707"), AWAY))
    alone = shape_of(view, MARCH)
    assert shape_of(view, MARCH, back) != alone
    assert shape_of(view, by) != alone


@pytest.mark.rule("N12.4")
def test_letters_stages_ranks_and_hours_look_different(view: BoardView) -> None:
    for name, looks in (
        ("orders", [replace(MARCH, letter=letter) for letter in "MA"]),
        ("orders", [replace(MARCH, stage=stage) for stage in Stage]),
        ("bonds", [Bond(HERE, AWAY, rank) for rank in (1, 2, 3)]),
        ("rides", [Ride((HERE, AWAY), due) for due in ("due 14:00", "due 18:00")]),
    ):
        assert len({look_of(view, name, look) for look in looks}) == len(looks)
    view.board.show_overlays(Overlays())
    assert all(layer(view, name).boundingRect().isNull() for name in ("orders", "rides", "bonds"))
