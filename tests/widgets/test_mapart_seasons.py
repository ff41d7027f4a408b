"""The land by season and by night: chosen by the date, and legible whatever lies over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex, Layout
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Terrain, Way
from hexwar.widgets.board.contents import SkyView
from hexwar.widgets.board.overlays.layer import Canvas, Stamps
from hexwar.widgets.board.overlays.pens import inks_of as overlay_inks
from hexwar.widgets.board.overlays.sky import sky_drawing
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.canvas import Detail, normals
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.land import Survey
from hexwar.widgets.mapart.names import plan
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season, inks_of, season_of
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.tiles import MapLayer
from hexwar.widgets.theme import NAMES, theme
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import OPEN, position
from tests.widgets.board.conftest import show
from tests.widgets.mapart_fields import FULL

pytestmark = pytest.mark.usefixtures("qapp")

Light = npt.NDArray[np.float64]
LAYOUT = Layout(FULL.grid)
PART = QRectF(200, 300, 900, 700)
"""Of the map of Brienne: town, woods, roads, river and open fields."""

NIGHT = SkyView("cloudy", TurnKind.NIGHT_AM, 1, frozenset({Hex("2901")}))
SNOWY = SkyView("snow", TurnKind.DAY, 3, frozenset({Hex("2901")}))
WHITE_NIGHT = replace(NIGHT, weather="snow")


# Which season it is


@each(
    "month day weather season",
    pytest.param(0, 1, "fair", Season.SUMMER, id="no date"),
    pytest.param(1, 29, "cloudy", Season.WINTER, id="Brienne"),
    pytest.param(2, 1, "snow", Season.SNOW, id="La Rothiere"),
    pytest.param(4, 15, "mud", Season.WINTER, id="before the leaves"),
    pytest.param(4, 16, "mud", Season.SUMMER, id="the leaves"),
    pytest.param(9, 15, "fair", Season.SUMMER, id="before the harvest is in"),
    pytest.param(9, 16, "fair", Season.AUTUMN, id="Leipzig"),
    pytest.param(11, 16, "fair", Season.WINTER, id="bare"),
    pytest.param(10, 20, "snowstorm", Season.SNOW, id="early snow"),
)
def test_the_season_follows_the_date_and_the_snow(
    month: int, day: int, weather: str, season: Season
) -> None:
    assert season_of(month, day, weather) is season


def test_every_season_has_a_night_and_every_ink_in_the_file_is_one() -> None:
    for season in Season:
        assert season.by_night.by_day is season.by_day
        inks = inks_of(season)
        assert inks.ground[0].lightnessF() > 0.8 or season is season.by_night
    day, night = inks_of(Season.SNOW), inks_of(Season.SNOW_NIGHT)
    assert night.ground[0].lightnessF() < 0.5 < day.ground[0].lightnessF()
    assert night.bareness == day.bareness
    assert len({inks_of(season).woods.name() for season in Season}) == len(Season)


def test_every_season_is_the_same_picture_each_time_and_like_no_other() -> None:
    first, again = MapPainter(FULL, LAYOUT), MapPainter(FULL, LAYOUT)
    pictures = [words(first.picture(first.bounds, 1.0, season)) for season in Season]
    for season, picture in zip(reversed(Season), reversed(pictures), strict=True):
        assert (words(again.picture(again.bounds, 1.0, season)) == picture).all()
    for i, one in enumerate(pictures):
        assert all((one != other).mean() > 0.2 for other in pictures[:i])


# The board


def dated(month: int, weather: str = "cloudy", kind: TurnKind = TurnKind.DAY) -> GameState:
    state = position(OPEN, "F1 infantry 5-3 0101", weather=weather, kind=kind)
    turns = tuple(replace(turn, month=month, day=10) for turn in state.battle.turns)
    state.battle = replace(state.battle, turns=turns)
    return state


@pytest.fixture
def board() -> Iterator[BoardView]:
    view = BoardView(dated(1).battle.battlefield, theme("light"))
    yield view
    view.close_board()


def test_the_board_shows_the_season_of_the_turn_unless_the_player_likes_summer(
    board: BoardView,
) -> None:
    def now() -> Season:
        return board.board.map.season

    def shown(state: GameState) -> Season:
        show(board, state)
        return now()

    assert shown(dated(1)) is Season.WINTER
    assert shown(dated(6)) is Season.SUMMER
    assert shown(dated(10)) is Season.AUTUMN
    assert shown(dated(1, "snow")) is Season.SNOW
    assert shown(dated(1, "snow", TurnKind.NIGHT_PM)) is Season.SNOW_NIGHT
    board.board.set_seasons(on=False)
    assert now() is Season.SUMMER_NIGHT
    board.board.set_seasons(on=True)
    board.board.set_weather(on=False)
    assert now() is Season.WINTER


@pytest.mark.rule("T34.6")
def test_where_all_waters_are_frozen_ice_is_shown_in_any_weather() -> None:
    state = TLNB.set_up(TLNB.battle("eylau"))
    view = BoardView(state.battle.battlefield, theme("light"))
    for weather in ("frost", "snow", "fair"):
        state.sky = replace(state.sky, weather=weather)
        view.show_state(state)
        assert view.board.map.season is Season.ICE
    view.close_board()


def looked_at(layer: MapLayer) -> QImage:
    """What a view of the sheet at half its size shows."""
    sheet = layer.boundingRect()
    image = QImage((sheet.size() * 0.5).toSize(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(0.5, 0.5)
    painter.translate(-sheet.topLeft())
    option = QStyleOptionGraphicsItem()
    option.exposedRect = sheet
    layer.paint(painter, option)
    painter.end()
    return image


def test_the_first_picture_has_the_colours_of_the_land_and_never_black() -> None:
    for season in Season:
        layer = MapLayer(MapPainter(FULL, LAYOUT))
        layer.set_season(season)
        first = words(looked_at(layer)) & 0xFFFFFF
        layer.close()
        inner = first[2:-2, 2:-2]
        assert (inner != 0).all()
        for ink in (inks_of(season).ground[0], inks_of(season).woods_far):
            assert (inner == ink.rgb() & 0xFFFFFF).mean() > 0.01, season


def test_another_season_takes_the_place_of_the_last_and_comes_back(
    qtbot: QtBot, tmp_path: Path
) -> None:
    layer = MapLayer(MapPainter(replace(FULL, sha256="cd" * 32), LAYOUT), tmp_path)
    seen: dict[Season, QImage] = {}
    for season in (Season.WINTER, Season.SNOW_NIGHT, Season.WINTER):
        layer.set_season(season)
        assert (words(looked_at(layer))[2:-2, 2:-2] & 0xFFFFFF != 0).all()
        qtbot.waitUntil(lambda: layer.is_settled, timeout=20_000)
        picture = looked_at(layer)
        assert seen.setdefault(season, picture) == picture
    assert seen[Season.WINTER] != seen[Season.SNOW_NIGHT]
    qtbot.waitUntil(lambda: len(list(tmp_path.glob("*.npz"))) == 2, timeout=20_000)
    layer.close()


# Contrast, as it is painted


@dataclass(frozen=True)
class Sheet:
    """What is measured, and where it lies."""

    art: MapPainter
    survey: Survey
    names: list[QRectF]

    def light(self, season: Season, sky: SkyView | None, colours: str) -> Light:
        """The luminance of each pixel, 0 to 1."""
        image = self.art.picture(PART, 1.0, season)
        if sky is not None:
            layout = self.survey.ground.layout
            drawing = sky_drawing(layout, overlay_inks(theme(colours), None), sky)
            painter = QPainter(image)
            painter.translate(-PART.topLeft())
            drawing.draw(Canvas(painter, PART, 1.0, Stamps()))
            painter.end()
        pixels = words(image).astype(np.int64)
        parts = [(pixels >> shift & 255) / 255 for shift in (16, 8, 0)]
        red, green, blue = (
            np.where(p <= 0.04045, p / 12.92, ((p + 0.055) / 1.055) ** 2.4) for p in parts
        )
        return np.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


@pytest.fixture(scope="module")
def brienne() -> Sheet:
    field = load_battle("brienne", FILES_ONLY).battlefield
    ground = Ground(field, Layout(field.grid))
    survey = Survey(ground)
    names = [name.bounds for name in plan(ground, survey.courses, survey.ink, Detail.CLOSE)]
    return Sheet(MapPainter(field, ground.layout), survey, [b for b in names if PART.contains(b)])


def contrast(one: float, other: float) -> float:
    """As the guidelines for the web reckon it: 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def most(part: Light, ground: float, share: float = 3.0) -> float:
    """How far the darkest or lightest of a part stands out from the ground."""
    return max(contrast(float(np.percentile(part, p)), ground) for p in (share, 100 - share))


def about(light: Light, x: float, y: float, reach: int) -> Light:
    column, row = round(x - PART.x()), round(y - PART.y())
    return light[row - reach : row + reach + 1, column - reach : column + reach + 1]


def of_roads(sheet: Sheet, light: Light) -> Iterator[float]:
    inner = PART.adjusted(12, 12, -12, -12)
    for track in sheet.survey.tracks:
        if track.way is not Way.ROAD:
            continue
        pairs = zip(track.points.tolist(), normals(track.points).tolist(), strict=True)
        for (x, y), (nx, ny) in list(pairs)[3::6]:
            if inner.contains(QPointF(x, y)):
                spots = [(x + nx * k - PART.x(), y + ny * k - PART.y()) for k in range(-9, 10)]
                line = np.array([light[round(b), round(a)] for a, b in spots])
                yield most(line[5:-5], float(np.median(np.r_[line[:3], line[-3:]])), 0.0)


def of_names(sheet: Sheet, light: Light) -> Iterator[float]:
    for box in sheet.names:
        moved = box.translated(-PART.topLeft()).toRect()
        part = light[moved.top() : moved.bottom(), moved.left() : moved.right()]
        yield most(part, float(np.median(part)))


def hexes_of(sheet: Sheet, terrain: Terrain) -> list[Hex]:
    field, layout = sheet.survey.ground.battlefield, sheet.survey.ground.layout
    inner = PART.adjusted(40, 40, -40, -40)
    return [
        hex_
        for hex_ in field.grid.hexes
        if field.terrain_at(hex_) is terrain
        and hex_ not in field.way_hexes
        and inner.contains(QPointF(*layout.centre(hex_)))
    ]


def of_corners(sheet: Sheet, light: Light) -> Iterator[float]:
    layout = sheet.survey.ground.layout
    for terrain in (Terrain.CLEAR, Terrain.WOODS):
        for hex_ in hexes_of(sheet, terrain):
            ground = float(np.median(about(light, *layout.centre(hex_), 10)))
            yield max(most(about(light, x, y, 1), ground, 0.0) for x, y in layout.corners(hex_))


def of_numbers(sheet: Sheet, light: Light) -> Iterator[float]:
    layout = sheet.survey.ground.layout
    for hex_ in hexes_of(sheet, Terrain.CLEAR):
        x, y = layout.centre(hex_)
        ground = float(np.median(about(light, x, y, 10)))
        yield most(about(light, x, y - layout.row_pitch / 2 + 6, 4), ground)


Measure = Callable[[Sheet, Light], Iterator[float]]
MEASURES: tuple[Measure, ...] = (of_roads, of_names, of_corners, of_numbers)


@each(
    "season sky",
    *(pytest.param(season, None, id=season.value) for season in Season),
    pytest.param(Season.WINTER_NIGHT, NIGHT, id="far from everybody by night"),
    pytest.param(Season.SNOW, SNOWY, id="far from everybody in snow"),
    pytest.param(Season.SNOW_NIGHT, WHITE_NIGHT, id="far from everybody in a night of snow"),
)
def test_roads_names_and_hexes_stand_out_three_to_one(
    brienne: Sheet, season: Season, sky: SkyView | None
) -> None:
    for colours in NAMES if sky is not None else NAMES[:1]:
        light = brienne.light(season, sky, colours)
        for measure in MEASURES:
            found = sorted(measure(brienne, light))
            assert found[len(found) // 2] >= 3.0, (season, colours, measure.__name__)
