"""Overlays: what each draws, where, how large, and that it is told apart without colour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.panels.markers import sites_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.overlays import (
    Aim,
    Bond,
    Distances,
    Entry,
    OrderArrow,
    Overlays,
    Ray,
    Reach,
    Ride,
    Sight,
    Sites,
    Stage,
    Stay,
    Target,
    Task,
    TraceLine,
    Track,
    Verdict,
)
from hexwar.table.pieces import Box
from hexwar.table.reports import PathQuote, StepCost
from hexwar.widgets.board.contents import Markers
from hexwar.widgets.board.overlays.layer import Layer
from hexwar.widgets.board.overlays.marks import short
from hexwar.widgets.board.overlays.pens import hatch, inks_of
from hexwar.widgets.board.pieces import STACKS_Z
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH
from tests.widgets.board.conftest import pixels, show


def quote(*hexes: str, allowance: int = 12) -> PathQuote:
    steps = tuple(StepCost(Hex(h), 3, (("clear", 3),)) for h in hexes[1:])
    return PathQuote(tuple(map(Hex, hexes)), column=False, steps=steps, allowance=allowance)


HERE, THERE = Hex("0505"), Hex("0605")
EACH: dict[str, Any] = {
    "selection": frozenset({HERE}),
    "reach": Reach({HERE: 4, THERE: 1}, stops=frozenset({THERE})),
    "path": quote("0505", "0605", "0606"),
    "targets": (
        Target(THERE, Aim.ASSAULT, (HERE,)),
        Target(Hex("0404")),
        Target(HERE, Aim.FIRE),
        Target(Hex("0707"), Aim.BOMBARD, (HERE,)),
        Target(Hex("0304"), Aim.CHARGE, way=(HERE, Hex("0404"), Hex("0304"))),
    ),
    "zones": {FRENCH: frozenset({HERE, THERE}), ALLIED: frozenset({THERE})},
    "tracks": (Track(ALLIED, (HERE, THERE)),),
    "further": Reach({HERE: 4, THERE: 1}),
    "tail": (HERE, THERE),
    "orders": (OrderArrow(FRENCH, "double head", "A", (HERE, THERE)),),
    "rides": (Ride((HERE, THERE), "due 14:00"),),
    "bonds": (Bond(HERE, THERE, 3),),
    "stays": (Stay(HERE, "Piré stays"),),
    "distances": (
        Distances(Task.COMMAND, {HERE: 0, THERE: 1}),
        Distances(Task.SUPPLY, {HERE: 2}, lacking=frozenset({THERE})),
    ),
    "traces": (
        TraceLine(Task.COMMAND, (HERE, THERE)),
        TraceLine(Task.SUPPLY, (HERE, THERE), link=(THERE, Hex("0606"))),
    ),
    "sight": Sight(HERE, frozenset({THERE, Hex("0606")}), frozenset({THERE})),
    "ray": Ray(HERE, Hex("0807"), Verdict.HIDDEN, 4, (THERE,), ((HERE, THERE),), "woods", THERE),
}


def layer(view: BoardView, name: str) -> Layer[Any]:
    found = getattr(view.board.pile, name)
    assert isinstance(found, Layer)
    return found


def pictured(item: Layer[Any], view: BoardView, zoom: float = 1.0, ratio: float = 1.0) -> QImage:
    """What one overlay paints of the whole sheet."""
    sheet = view.board.sceneRect()
    image = QImage((sheet.size() * zoom * ratio).toSize(), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(zoom, zoom)
    painter.translate(-sheet.topLeft())
    option = QStyleOptionGraphicsItem()
    option.exposedRect = sheet
    item.paint(painter, option)
    painter.end()
    return image


def alpha(image: QImage) -> npt.NDArray[np.uint32]:
    return pixels(image) >> np.uint32(24)


def drawn_box(image: QImage) -> QRectF:
    """The box of what is not transparent, in the image's own pixels."""
    ys, xs = np.nonzero(alpha(image))
    if not len(xs):
        return QRectF()
    left, top = int(xs.min()), int(ys.min())
    return QRectF(left, top, int(xs.max()) - left + 1, int(ys.max()) - top + 1)


def test_each_is_drawn_within_the_box_that_it_claims_and_taken_off(view: BoardView) -> None:
    for name, data in EACH.items():
        item = layer(view, name)
        blank = pictured(item, view)
        view.board.show_overlays(replace(Overlays(), **{name: data}))
        assert item.shown == data, name
        assert pictured(item, view) != blank, name
        view.board.show_overlays(Overlays())
        assert pictured(item, view) == blank, name
        assert item.boundingRect().isNull(), name

    view.board.show_overlays(Overlays(**EACH))
    assert [name for name in (*EACH, "sites") if not keeps_inside(view, name)] == []


def test_a_declared_fight_is_ticked_with_the_way_it_comes_until_it_is_over(
    view: BoardView, state: GameState
) -> None:
    item = layer(view, "declared")
    blank, looks = pictured(item, view), []
    for target in (
        Target(THERE, Aim.ASSAULT, (HERE,)),
        Target(THERE, Aim.BOMBARD, (HERE,)),
        Target(THERE, Aim.CHARGE, way=(HERE, THERE)),
    ):
        view.board.show_state(state, Markers(declared=(target,)))
        assert item.shown == (target,)
        assert keeps_inside(view, "declared")
        looks.append(pictured(item, view))
    assert all(look != blank for look in looks)
    assert looks[0] != looks[1]  # a shot is dotted, and flies in a bow
    view.board.show_state(state, Markers())
    assert pictured(item, view) == blank


def keeps_inside(view: BoardView, name: str) -> bool:
    """Whether a layer paints something at every zoom, and nothing out of the box that it claims."""
    item = layer(view, name)
    claimed = item.boundingRect().translated(-view.board.sceneRect().topLeft())
    for zoom in (0.3, 1.0, 2.5):
        drawn = drawn_box(pictured(item, view, zoom))
        on_sheet = QRectF(claimed.topLeft() * zoom, claimed.size() * zoom).adjusted(-1, -1, 1, 1)
        if drawn.isNull() or not on_sheet.contains(drawn):
            return False
    return True


def test_showing_the_same_again_draws_nothing_again(
    view: BoardView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlays = Overlays(**EACH)
    view.board.show_overlays(overlays)
    view.board.pile.sites.setVisible(True)
    QTest.qWait(50)
    painted: list[Layer[Any]] = []
    monkeypatch.setattr(Layer, "paint", lambda item, *_: painted.append(item))
    view.board.show_overlays(Overlays(**EACH))
    QTest.qWait(30)
    assert painted == []


def test_places_that_may_be_chosen_are_tinted_whole_below_their_counters(view: BoardView) -> None:
    near, far = Hex("0404"), Hex("0405")
    view.board.show_overlays(Overlays(targets=(Target(near), Target(THERE, Aim.ASSAULT))))
    item = layer(view, "grounds")
    one = int((alpha(pictured(item, view, 1.0)) > 0).sum())
    assert one > 1_000
    view.board.show_overlays(Overlays(targets=(Target(near), Target(far))))
    two = int((alpha(pictured(item, view, 1.0)) > 0).sum())
    assert two == pytest.approx(2 * one, rel=0.03)  # and an assault's target has none
    assert item.zValue() < STACKS_Z < layer(view, "targets").zValue()


def test_zones_slant_against_each_other_and_are_as_dense_at_every_zoom() -> None:
    up, down = (
        alpha(hatch(QColor("black"), 1.0, 1.0, rises=rises).textureImage()).astype(int)
        for rises in (True, False)
    )
    assert np.abs(up - down).mean() > 50
    assert np.abs(up - down[::-1]).mean() < 10
    for zoom in (0.4, 1.0, 3.0):
        brush = hatch(QColor("black"), zoom, 1.0, rises=True)
        assert brush.transform().m11() * zoom == pytest.approx(1.0)


def test_a_path_too_dear_is_dashed_and_none_covers_its_counter(view: BoardView) -> None:
    item = layer(view, "path")

    def tones(allowance: int) -> int:
        """How many colours the line has along its middle, away from its marks."""
        view.board.show_overlays(Overlays(path=quote("0505", "0506", "0507", allowance=allowance)))
        image = pixels(pictured(item, view, 2.0))
        at = (view.board.sheet.centre(Hex("0506")) - np.array(corner(view))) * 2
        return len(np.unique(image[int(at[1]) - 14 : int(at[1]) + 14, int(at[0])]))

    assert tones(6) == 1
    assert tones(5) > 1

    view.board.show_overlays(Overlays(path=quote("0505", "0506", "0507")))
    drawn = alpha(pictured(layer(view, "path"), view))
    x, y = (round(at) for at in view.board.sheet.centre(HERE) - np.array(corner(view)))
    assert not drawn[y - 17 : y + 18, x - 17 : x + 18].any()
    assert drawn[y + 20 : y + 40, x].any()


def corner(view: BoardView) -> tuple[float, float]:
    """The upper left corner of the scene, where pictures begin."""
    at = view.board.sceneRect().topLeft()
    return at.x(), at.y()


def test_numbers_of_reach_have_halves_and_vanish_when_they_would_crowd(view: BoardView) -> None:
    item = layer(view, "reach")
    for zoom, differs in ((1.0, True), (0.3, False)):
        view.board.show_overlays(Overlays(reach=Reach({HERE: 4})))
        four = pictured(item, view, zoom)
        view.board.show_overlays(Overlays(reach=Reach({HERE: 7})))
        assert (pictured(item, view, zoom) != four) is differs

    assert [short(halves) for halves in (0, 1, 2, 7, 24)] == ["0", "½", "1", "3½", "12"]


# -- sites


def test_sites_are_read_off_the_state_and_follow_it(view: BoardView, state: GameState) -> None:
    sites = sites_of(state)
    assert sites.points == {"0708": 3}
    assert sites.control == {"0708": FRENCH}
    assert sites.sources == {"0103": FRENCH, "1406": ALLIED}
    assert sites.entries == (Entry(Hex("0103"), FRENCH, "3"),)

    item = layer(view, "sites")
    before = pictured(item, view)
    after = state.copy()
    unit = next(u for u in state.units.values() if u.box is Box.DUE)
    after.put_unit(replace(unit, hex=Hex("0103"), box=None))
    show(view, after)
    assert item.shown.entries == ()  # all have arrived
    after.holding = replace(after.holding, control={**after.holding.control, Hex("0708"): ALLIED})
    show(view, after)
    assert item.shown.control == {"0708": ALLIED}
    assert pictured(item, view) != before
    view.board.show_overlays(Overlays(shows_sites=False))
    assert not item.isVisible()
    view.board.show_overlays(Overlays())
    assert item.isVisible()


def test_flags_differ_in_shape_and_are_sharp_at_a_pixel_ratio_of_two(view: BoardView) -> None:
    """Seen without colour: where one has ink and the other none."""
    item = layer(view, "sites")
    shapes = []
    for side in (FRENCH, ALLIED):
        item.show_data(Sites(control={Hex("0708"): side}))
        image = pictured(item, view, 2.0).convertToFormat(QImage.Format.Format_Alpha8)
        shapes.append(image)
    assert shapes[0] != shapes[1]

    once, twice = pictured(item, view, 2.0), pictured(item, view, 1.0, ratio=2.0)
    twice.setDevicePixelRatio(1.0)
    assert drawn_box(once) == drawn_box(twice)


def test_sides_have_the_colours_of_their_nations_white_ones_ink(state: GameState) -> None:
    inks = inks_of(theme("light"), state.battle)
    liveries = theme("light").liveries
    assert inks.sides[FRENCH] == QColor(liveries["french"].field)
    assert inks.sides[ALLIED] == QColor(liveries["prussian"].field)
    assert [inks.place(side) for side in (FRENCH, ALLIED)] == [0, 1]

    units = {
        id_: replace(unit, nation="Austrian") if unit.side == ALLIED else unit
        for id_, unit in state.battle.units.items()
    }
    for name in ("light", "light-safe"):
        inks = inks_of(theme(name), replace(state.battle, units=units))
        assert inks.sides[ALLIED] == QColor(theme(name).liveries["austrian"].ink)


def test_another_theme_reaches_the_overlays(view: BoardView) -> None:
    view.board.show_overlays(Overlays(**EACH))
    before = pictured(layer(view, "reach"), view)
    view.set_theme(theme("light-safe"))
    assert pictured(layer(view, "reach"), view) != before


# -- emphasis


def test_a_hex_of_the_log_is_ringed_for_a_moment(view: BoardView, qtbot: QtBot) -> None:
    view.camera.zoom_to(4.0)
    view.show_hexes([Hex("1309"), Hex("1409")])
    assert view.viewport().rect().contains(view.box_of(Hex("1409")).toRect())
    assert layer(view, "emphasis").shown == ("1309", "1409")
    assert drawn_box(pictured(layer(view, "emphasis"), view)).width() > 64
    qtbot.waitUntil(lambda: layer(view, "emphasis").shown == (), timeout=4000)

    before, item = view.camera.centre, layer(view, "emphasis")
    view.show_hexes([])
    assert view.camera.centre == before
    assert item.shown == ()
    view.show_hexes([HERE])
    assert item.shown == (HERE,)
    view.hide()
    assert item.shown == ()


FAR = Hex("0705")


def drawn_as(view: BoardView, name: str, **overlays: Any) -> npt.NDArray[np.uint32]:
    view.board.show_overlays(Overlays(**overlays))
    return pixels(pictured(layer(view, name), view))


def shade_at(view: BoardView, drawn: npt.NDArray[np.uint32], hex_: Hex) -> int:
    """How opaque a picture is in the middle of a hex, 0 to 255."""
    x, y = (round(at) for at in view.board.sheet.centre(hex_) - np.array(corner(view)))
    return int(drawn[y, x] >> np.uint32(24))


@pytest.mark.rule("N19.2", "N19.21")
def test_what_is_not_seen_lies_in_shade_and_spotted_hexes_have_a_line(view: BoardView) -> None:
    sight = Sight(HERE, frozenset({THERE, FAR}), frozenset({THERE}))
    drawn = drawn_as(view, "sight", sight=sight)
    assert [shade_at(view, drawn, hex_) for hex_ in (HERE, THERE, FAR)] == [0, 0, 0]
    assert min(shade_at(view, drawn, Hex(hex_)) for hex_ in ("0510", "1401")) > 90
    ring = frozenset(view.board.battlefield.grid.neighbours[FAR])
    drawn = drawn_as(view, "sight", sight=Sight(HERE, ring, frozenset()))
    assert shade_at(view, drawn, FAR) > 90  # an island

    seen = frozenset({THERE, FAR})
    pictures = [
        drawn_as(view, "sight", sight=Sight(HERE, seen, frozenset(spotted)))
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
    drawn = drawn_as(view, "distances", distances=(field,))
    shades = [shade_at(view, drawn, hex_) for hex_ in (HERE, THERE, FAR)]
    assert shades[0] > shades[1] > shades[2] > 0


def test_a_hidden_ray_marks_the_hex_or_the_hexside_that_blocks(view: BoardView) -> None:
    end = Hex("0905")
    free = Ray(HERE, end, Verdict.HIDDEN, 4)
    by_hex = Ray(HERE, end, Verdict.HIDDEN, 4, (FAR,), (), "woods", FAR)
    by_side = Ray(HERE, end, Verdict.HIDDEN, 4, (), ((THERE, FAR),), "crest", THERE)
    pictures = [drawn_as(view, "ray", ray=ray) for ray in (free, by_hex, by_side)]
    x, y = (round(at) for at in view.board.sheet.centre(FAR) - np.array(corner(view)))
    at = np.s_[y + 8 : y + 20, x]
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
        first, second = (drawn_as(view, name, **{name: data}) for data in (plain, marked))
        assert (first != second).any(), name


AWAY = Hex("0905")
MARCH = OrderArrow(FRENCH, "head", "", (HERE, AWAY))


def look_of(view: BoardView, name: str, one: object) -> bytes:
    """What a layer shows of one thing; of a bond, whatever its colour."""
    drawn_as: dict[str, Any] = {name: (one,)}
    view.board.show_overlays(Overlays(**drawn_as))
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
