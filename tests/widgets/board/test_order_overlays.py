"""Orders on the map: each type and each stage is told apart by its shape."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.table.overlays import Bond, OrderArrow, Overlays, Ride, Stage
from hexwar.widgets.board.view import BoardView
from tests.systems.nlc.positions import FRENCH
from tests.widgets.board.conftest import pixels
from tests.widgets.board.test_overlays import alpha, layer, pictured

HERE, THERE = Hex("0505"), Hex("0905")
MARCH = OrderArrow(FRENCH, "head", "", (HERE, THERE))


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

    back = replace(MARCH, hexes=(THERE, HERE))
    by = replace(MARCH, hexes=(HERE, Hex("0707"), THERE))
    alone = shape_of(view, MARCH)
    assert shape_of(view, MARCH, back) != alone
    assert shape_of(view, by) != alone


@pytest.mark.rule("N12.4")
def test_letters_stages_ranks_and_hours_look_different(view: BoardView) -> None:
    for name, looks in (
        ("orders", [replace(MARCH, letter=letter) for letter in "MA"]),
        ("orders", [replace(MARCH, stage=stage) for stage in Stage]),
        ("bonds", [Bond(HERE, THERE, rank) for rank in (1, 2, 3)]),
        ("rides", [Ride((HERE, THERE), due) for due in ("due 14:00", "due 18:00")]),
    ):
        assert len({look_of(view, name, look) for look in looks}) == len(looks)
    view.board.show_overlays(Overlays())
    assert all(layer(view, name).boundingRect().isNull() for name in ("orders", "rides", "bonds"))
