"""Weather and light over the land: what lies there, where it is thin, and that it can be off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from hexwar.hexes import Hex, Layout
from hexwar.systems.nlc.panels.markers import markers_of, sky_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.pieces import Box
from hexwar.widgets.board.contents import SkyView
from hexwar.widgets.board.overlays.layer import Canvas, Stamps
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.overlays.sky import EDGE, sky_drawing, texture_of
from hexwar.widgets.board.scene import render_board
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import OPEN, position
from tests.widgets.board.conftest import show

WATCHED, FAR = Hex("0101"), Hex("0707")
CLOSES_IN = ["rain", "thunderstorm", "fog", "dust storm", "snow", "snowstorm"]
TINTED = ["cloudy", "mud", "frost", *CLOSES_IN]

pytestmark = pytest.mark.usefixtures("qapp")


def table(weather: str = "fair", kind: TurnKind = TurnKind.DAY) -> GameState:
    return position(OPEN, "F1 infantry 5-3 0101", weather=weather, kind=kind)


def picture(state: GameState) -> QImage:
    field, markers = state.battle.battlefield, markers_of(state)
    return render_board(field, state, markers, size=None, theme=theme("light"), zoom=1.0)


def shade(weather: str, kind: TurnKind = TurnKind.DAY) -> dict[Hex, int]:
    """How much of the land under a watcher and far from him a sky takes away, of 255."""
    state = table(weather, kind)
    layout = Layout(state.battle.battlefield.grid)
    drawing = sky_drawing(layout, inks_of(theme("light"), None), sky_of(state))
    size = QRectF(0, 0, *layout.size).toAlignedRect().size()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    drawing.draw(Canvas(painter, QRectF(image.rect()), 1.0, Stamps()))
    painter.end()
    return {
        hex_: image.pixelColor(*(round(c) for c in layout.centre(hex_))).alpha()
        for hex_ in (WATCHED, FAR)
    }


@pytest.mark.rule("N18")
def test_clear_weather_is_even_and_what_closes_in_is_thin_round_those_who_are_there() -> None:
    for weather in ("fair", "cloudy", "mud", "frost"):
        assert sky_of(table(weather)) == SkyView(weather)
        shades = shade(weather)
        assert (shades[FAR] > 0) is (weather != "fair")
        assert shades[FAR] == shades[WATCHED] < 100, weather
    for weather in ("rain", "fog", "snow", "dust storm"):
        shades = shade(weather)
        assert shades[FAR] > shades[WATCHED] + 20, weather


@pytest.mark.rule("N17.1", "N18")
def test_where_one_sees_little_the_sky_knows_who_is_there() -> None:
    assert sky_of(table("fog")) == SkyView("fog", TurnKind.DAY, 1, frozenset({WATCHED}))
    night = sky_of(table(kind=TurnKind.NIGHT_PM))
    assert night == SkyView("fair", TurnKind.NIGHT_PM, 1, frozenset({WATCHED}))
    # Leaders watch, and who is off the map does not.
    state = position(OPEN, "F1 infantry 5-3 0101", "F9 leader 0303", weather="snow")
    unit = next(iter(state.units.values()))
    state.put_unit(replace(unit, hex=None, box=Box.UAR))
    assert sky_of(state).watchers == {Hex("0303")}


@pytest.mark.rule("N17.1")
def test_the_small_hours_are_darker_and_fair_days_lie_bare() -> None:
    evening, small_hours = shade("fair", TurnKind.NIGHT_PM), shade("fair", TurnKind.NIGHT_AM)
    assert evening[FAR] > evening[WATCHED] + 20
    assert small_hours[WATCHED] > evening[WATCHED]
    assert small_hours[FAR] < 230  # the map can still be read

    layout = Layout(table().battle.battlefield.grid)
    assert sky_drawing(layout, inks_of(theme("light"), None), SkyView()).box.isNull()


def test_every_weather_and_light_looks_its_own_and_no_counter_is_veiled() -> None:
    skies = [table(weather) for weather in ("fair", *TINTED)]
    skies += [table(kind=kind) for kind in (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM)]
    pictures = [picture(sky) for sky in skies]
    assert all(a != b for i, a in enumerate(pictures) for b in pictures[:i])
    field = table().battle.battlefield
    layout = Layout(field.grid)
    corner = MapPainter(field, layout).bounds.topLeft()
    at = (QPointF(*layout.centre(WATCHED)) - corner).toPoint()
    assert len({each.pixelColor(at).name() for each in pictures}) == 1


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_what_falls_is_as_large_on_every_screen(ratio: float) -> None:
    texture = texture_of("snow", ratio)
    assert texture is not None
    assert texture.deviceIndependentSize().width() == EDGE
    assert texture.width() == EDGE * ratio
    assert texture_of("fog", ratio) is None


def test_the_board_follows_the_weather_and_it_can_be_off() -> None:
    view = BoardView(table().battle.battlefield, theme("light"))
    show(view, table("fog"))
    assert view.board.pile.sky.shown.weather == "fog"
    view.board.set_weather(on=False)
    assert view.board.pile.sky.shown == SkyView()
    show(view, table("snow"))
    assert view.board.pile.sky.shown == SkyView()
    view.board.set_weather(on=True)
    assert view.board.pile.sky.shown.weather == "snow"
    view.close_board()
