"""Weather and light over the land: tints, fog that closes in, rain and snow. Nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRadialGradient, QTransform

from hexwar.hexes import Layout
from hexwar.messages import mark
from hexwar.table.battle import TurnKind
from hexwar.widgets.board.contents import SkyView
from hexwar.widgets.board.geometry import sheet_rect
from hexwar.widgets.board.overlays.layer import Canvas, Drawing
from hexwar.widgets.board.overlays.pens import Inks
from hexwar.widgets.brushwork import clear_pixmap, graded, kept, round_ended, smooth
from hexwar.widgets.mapart.raster import Floats, Jitter, fractal, grey_levels, see_through

# -- what falls from the sky, as a pattern that is laid side by side: streaks, flakes, dust


EDGE: Final = 512
"""The edge of a pattern, pixels of the window."""

_STREAK: Final = QPointF(-5.0, 17.0)  # how rain falls
_REACH: Final = 32  # pixels that a streak or flake goes on from its place at most
_DRIFT: Final = QPointF(13.0, 4.5)  # how a storm drives


@lru_cache(maxsize=16)
def texture_of(weather: str, ratio: float) -> QPixmap | None:
    """The pattern of a weather for a screen's pixel ratio; None where nothing falls."""
    paint = _FALLS.get(weather)
    if paint is None:
        return None
    pixmap = clear_pixmap(EDGE, EDGE, ratio)
    painter = smooth(pixmap)
    paint(painter)
    painter.end()
    return pixmap


def _places(name: str, number: int) -> Iterator[tuple[QPointF, float]]:
    """Places of a pattern, each with a value from 0 up to 1; what crosses an edge comes again."""
    row = Jitter(name)
    for _ in range(number):
        x, y, value = row.between(0, EDGE), row.between(0, EDGE), row.value()
        for across in (0, -EDGE)[: 1 + (x > EDGE - _REACH)]:
            for down in (0, -EDGE)[: 1 + (y > EDGE - _REACH)]:
                yield QPointF(x + across, y + down), value


def _lines(painter: QPainter, name: str, number: int, fall: QPointF, colour: str) -> None:
    ink = QColor(colour)
    for place, value in _places(name, number):
        ink.setAlphaF((0.35 + 0.65 * value) * _LINE)
        painter.setPen(round_ended(ink, 0.9 + 0.5 * value))
        painter.drawLine(place, place + fall * (0.55 + 0.6 * value))


_LINE: Final = 0.34


def _flakes(painter: QPainter, name: str, number: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for place, value in _places(name, number):
        size = 0.9 + 1.5 * value
        painter.setBrush(QColor(66, 92, 122, 60))
        painter.drawEllipse(place + QPointF(0.5, 0.9), size, size)
        painter.setBrush(QColor(255, 255, 255, 235))
        painter.drawEllipse(place, size, size)


def _snowstorm(painter: QPainter) -> None:
    _lines(painter, "drift", 240, _DRIFT, "#ffffff")
    _lines(painter, "shadow", 130, _DRIFT, "#6f88a3")
    _flakes(painter, "storm", 380)


_FALLS: Final[Mapping[str, Callable[[QPainter], None]]] = {
    "rain": lambda painter: _lines(painter, "rain", 210, _STREAK, "#2f4a63"),
    "thunderstorm": lambda painter: _lines(painter, "downpour", 420, _STREAK * 1.35, "#22384f"),
    "snow": lambda painter: _flakes(painter, "snow", 260),
    "snowstorm": _snowstorm,
    mark("dust storm"): lambda painter: _lines(painter, "dust", 260, _DRIFT, "#8a6431"),
}


# -- weather and light over the land: tints, fog that closes in, rain and snow. Nothing moves


_ONE: Final = QSize(1, 1)
_COARSE: Final = 12.0
"""Scene pixels between samples of the haze."""

_CLEAR, _GONE = 0.5, 1.15
"""How far beyond the last hex that is seen the haze is still thin, and where it is whole; hexes."""

_WISPS: Final = 0.35
"""How much thicker and thinner than usual the haze is in places."""

Tint = tuple[str, int]
"""A colour, and how much of it from 0 to 255."""

_BY_NIGHT: Final = 0.45
"""How much is seen by night of what falls."""

_NONE: Final = ("#000000", 0)
_TINTS: Final[dict[str, Tint]] = {
    "cloudy": ("#6f7680", 20),
    "rain": ("#56646f", 46),
    "thunderstorm": ("#3f4a58", 74),
    "mud": ("#6e4f2c", 44),
    "fog": ("#e3e4e0", 60),
    mark("dust storm"): ("#cfa669", 50),
    "frost": ("#dcecf6", 78),
    "snow": ("#33445c", 14),
    "snowstorm": ("#33445c", 30),
}
"""What the weather lays over all of the land; fair weather nothing.

Where snow falls the land itself is white: a white veil would take its lines away.
"""

_HAZES: Final[dict[str, Tint]] = {
    "rain": ("#7d8994", 92),
    "thunderstorm": ("#4d5866", 104),
    "fog": ("#e9e9e4", 150),
    mark("dust storm"): ("#d8b57e", 118),
    "snow": ("#26364e", 40),
    "snowstorm": ("#26364e", 56),
}
"""What hides the land that nobody is near to."""

_NIGHT: Final[dict[TurnKind, tuple[Tint, Tint]]] = {
    TurnKind.DAY: (_NONE, _NONE),
    TurnKind.NIGHT_PM: (_NONE, ("#040816", 28)),
    TurnKind.NIGHT_AM: (("#040816", 14), ("#040816", 28)),
}
"""What the night lays over all of the land, and over what nobody is near to: the map itself is
painted in the colours of the night, its lines and names light.
"""


@dataclass(frozen=True, slots=True)
class _Wash:
    """A colour with its part from 0 to 1, that takes others in."""

    red: float = 0.0
    green: float = 0.0
    blue: float = 0.0
    alpha: float = 0.0

    def under(self, tint: Tint) -> _Wash:
        """This colour seen through another that is laid over it."""
        colour, part = QColor(tint[0]), tint[1] / 255
        alpha = part + self.alpha * (1 - part)
        if not alpha:
            return self
        share = part / alpha
        return _Wash(
            colour.red() * share + self.red * (1 - share),
            colour.green() * share + self.green * (1 - share),
            colour.blue() * share + self.blue * (1 - share),
            alpha,
        )

    @property
    def colour(self) -> QColor:
        mixed = QColor(round(self.red), round(self.green), round(self.blue))
        mixed.setAlphaF(self.alpha)
        return mixed


def sky_drawing(layout: Layout, _: Inks, sky: SkyView) -> Drawing:
    """One wash over the whole land, or a haze that leaves it clear round those who are there."""
    field = sheet_rect(layout)
    dark, darker = _NIGHT[sky.light]
    wash, haze = _Wash().under(_TINTS.get(sky.weather, _NONE)).under(dark), None
    if sky.sight is not None:
        thick = wash.under(_HAZES.get(sky.weather, _NONE)).under(darker)
        haze = _haze(wash, thick, _hidden(layout, field, sky))

    def draw(canvas: Canvas) -> None:
        part = canvas.exposed & field
        if part.isEmpty():
            return
        if haze is None:
            canvas.painter.fillRect(part, wash.colour)
        else:
            canvas.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            source = QRectF(part.topLeft() / _COARSE, part.size() / _COARSE)
            canvas.painter.drawImage(part, haze, source)
        canvas.painter.setOpacity(1.0 if sky.light is TurnKind.DAY else _BY_NIGHT)
        _rain(canvas.painter, part, sky.weather)
        canvas.painter.setOpacity(1.0)

    is_clear = not wash.alpha and haze is None and sky.weather not in _FALLS
    return Drawing(QRectF() if is_clear else field, draw)


def _rain(painter: QPainter, part: QRectF, weather: str) -> None:
    """Paints what falls: as large at every zoom, and it goes with the sheet."""
    device = painter.device()
    texture = texture_of(weather, 1.0 if device is None else device.devicePixelRatio())
    if texture is None:
        return
    world = painter.worldTransform()
    box = world.mapRect(part).translated(-world.dx(), -world.dy())
    with kept(painter):
        painter.setWorldTransform(QTransform.fromTranslate(world.dx(), world.dy()))
        edge = texture.deviceIndependentSize()
        start = QPointF(box.x() % edge.width(), box.y() % edge.height())
        painter.drawTiledPixmap(box, texture, start)


def _hidden(layout: Layout, field: QRectF, sky: SkyView) -> Floats:
    """How much of the haze lies at each sample, from 0 near a watcher to 1; rows x columns."""
    size = (field.size() / _COARSE).toSize().expandedTo(_ONE)
    mask = QImage(size, QImage.Format.Format_Grayscale8)
    mask.fill(Qt.GlobalColor.white)
    painter = QPainter(mask)
    painter.scale(1 / _COARSE, 1 / _COARSE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    reach = (sky.sight or 0) * layout.row_pitch
    inner, outer = reach + _CLEAR * layout.row_pitch, reach + _GONE * layout.row_pitch
    for hex_ in sorted(sky.watchers):
        middle = QPointF(*layout.centre(hex_))
        greys = (0, "black"), (inner / outer, "#282828"), (1, "white")
        painter.setBrush(graded(QRadialGradient(middle, outer), *greys))
        painter.drawEllipse(middle, outer, outer)
    painter.end()
    return grey_levels(mask)


def _haze(thin: _Wash, thick: _Wash, hidden: Floats) -> QImage:
    """The picture of a haze between two washes."""
    share = hidden * (1 + _WISPS * _wisps(*hidden.shape)).clip(0.0, 1.0)
    alpha = thin.alpha + (thick.alpha - thin.alpha) * share
    levels = [
        (low * thin.alpha + (high * thick.alpha - low * thin.alpha) * share)
        for low, high in ((thin.blue, thick.blue), (thin.green, thick.green), (thin.red, thick.red))
    ]
    return see_through(levels[0], levels[1], levels[2], alpha * 255)


@lru_cache(maxsize=4)
def _wisps(rows: int, columns: int) -> Floats:
    """Where a haze is thicker and thinner, about -1 to 1."""
    x, y = np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64)
    return fractal(x, y, 224.0 / _COARSE, 3, seed=18)
