"""Orders on the map: each type and each stage is told apart by its shape."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.table.overlays import Bond, OrderArrow, Ride, Stage
from hexwar.widgets.board import BoardView, Overlays
from tests.systems.nlc.positions import FRENCH
from tests.widgets.board.conftest import pixels
from tests.widgets.board.test_overlays import alpha, layer, pictured

HERE, THERE = Hex("0505"), Hex("0905")
MARCH = OrderArrow(FRENCH, "head", "", (HERE, THERE))


def shape_of(view: BoardView, *orders: OrderArrow) -> bytes:
    """What of the board an order covers, whatever its colour."""
    view.show_overlays(Overlays(orders=orders))
    return (alpha(pictured(layer(view, "orders"), view)) > 0).tobytes()


@pytest.mark.rule("N12.2")
def test_every_type_of_order_has_a_shape_of_its_own(view: BoardView) -> None:
    """Without its letter, and without its colour."""
    rows = order_types().values()
    shapes = {shape_of(view, replace(MARCH, shape=row.arrow)) for row in rows}
    assert len(shapes) == len(rows) == 9


@pytest.mark.rule("N12.2")
def test_every_type_of_order_can_be_told_where_it_stays(view: BoardView) -> None:
    for row in order_types().values():
        arrow = replace(MARCH, shape=row.arrow, letter=row.letter, hexes=(HERE,))
        assert any(shape_of(view, arrow))


def test_the_letter_stands_on_the_flag(view: BoardView) -> None:
    view.show_overlays(Overlays(orders=(replace(MARCH, letter="M"),)))
    march = pixels(pictured(layer(view, "orders"), view)).tobytes()
    view.show_overlays(Overlays(orders=(replace(MARCH, letter="A"),)))

    assert pixels(pictured(layer(view, "orders"), view)).tobytes() != march


def test_the_stages_of_an_order_look_different(view: BoardView) -> None:
    looks = set()
    for stage in Stage:
        view.show_overlays(Overlays(orders=(replace(MARCH, stage=stage),)))
        looks.add(pixels(pictured(layer(view, "orders"), view)).tobytes())

    assert len(looks) == len(Stage)


def test_to_and_fro_are_two_ways(view: BoardView) -> None:
    back = replace(MARCH, hexes=(THERE, HERE))

    assert shape_of(view, MARCH, back) != shape_of(view, MARCH)


def test_an_order_leads_by_its_via_points(view: BoardView) -> None:
    by = replace(MARCH, hexes=(HERE, Hex("0707"), THERE))

    assert shape_of(view, by) != shape_of(view, MARCH)


def test_ranks_are_counted_in_ticks(view: BoardView) -> None:
    shapes = set()
    for rank in (1, 2, 3):
        view.show_overlays(Overlays(bonds=(Bond(HERE, THERE, rank),)))
        shapes.add(alpha(pictured(layer(view, "bonds"), view)).tobytes())

    assert len(shapes) == 3


@pytest.mark.rule("N12.4")
def test_a_courier_shows_when_he_is_due(view: BoardView) -> None:
    view.show_overlays(Overlays(rides=(Ride((HERE, THERE), "due 14:00"),)))
    early = pixels(pictured(layer(view, "rides"), view)).tobytes()
    view.show_overlays(Overlays(rides=(Ride((HERE, THERE), "due 18:00"),)))

    assert pixels(pictured(layer(view, "rides"), view)).tobytes() != early


def test_nothing_to_show_covers_nothing(view: BoardView) -> None:
    view.show_overlays(Overlays())

    assert all(layer(view, name).boundingRect().isNull() for name in ("orders", "rides", "bonds"))
