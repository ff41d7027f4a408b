"""The maps of a report: the table at some moments, cut to where the armies are.

The ground takes time, and any thread may paint it; counters are laid over it in the thread of the
window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Layout
from hexwar.table.aftermath import Aftermath, shown_moments
from hexwar.table.battle import MapBattle, on_map
from hexwar.table.state import MapState
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.board.contents import Contents, Markers
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.overlays.pile import Pile
from hexwar.widgets.board.pieces import Stacks
from hexwar.widgets.brushwork import finely
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.theme import theme

_WIDTH: Final = 1440  # of a picture, pixels: 200 dots to the inch on the paper
_STRIP: Final = 160  # the height of what is painted at once, pixels
_MARGIN = 90.0  # round the armies, scene pixels
_SHAPE = 0.72  # the height of a picture by its width
_LEAST = 900.0  # the width of a cut, scene pixels
_OUTERMOST = 0.1  # of the SP, on each side: they need not be seen


def grounds_of(told: Aftermath, painter: MapPainter | None = None) -> Sequence[Picture]:
    """The ground of the moments that are worth a map, painted with the board's own painter.

    Any thread may ask for it; a painter that is ready saves time.
    """
    field = on_map(told.battle).battlefield
    layout = Layout(field.grid)
    used = MapPainter(field, layout) if painter is None else painter
    found = []
    for moment in shown_moments(told):
        cut = _cut(layout, used.bounds, moment.state)
        image = used.picture(cut, _WIDTH / cut.width())
        found.append(Picture(moment, cut, image))
    return found


def lay_counters(
    told: Aftermath, grounds: Sequence[Picture], markers: Callable[[Any], Markers]
) -> Sequence[Picture]:
    """The same with works and counters. Needs a QApplication, and its thread."""
    counters = Counters(on_map(told.battle))
    return [[*counters.lay(one, markers(one.moment.state))][-1] for one in grounds]


class Counters:
    """Lays the counters of a battle over pictures of its ground."""

    def __init__(self, battle: MapBattle) -> None:
        self._scene, layout = QGraphicsScene(), Layout(battle.battlefield.grid)
        colours, self._contents = theme("light"), Contents(battle)
        self._pile = Pile(self._scene, layout, inks_of(colours, battle))
        self._stacks = Stacks(self._scene, layout, CounterArt(CounterStyle.PERIOD, colours))

    def lay(self, ground: Picture, shown: Markers) -> Iterator[Picture]:
        """A moment with all that lies on the map then, strip by strip; the last one is whole.

        A strip takes no longer than a window may stand still.
        """
        state, contents = ground.moment.state, self._contents
        self._stacks.show(contents.stacks(state, shown))
        self._stacks.show_others(contents.tails(state, shown), contents.bridges(state, shown))
        self._pile.show_ground(state, shown)
        found = Picture(ground.moment, ground.cut, QImage(ground.image))
        yield found
        size, scale = found.image.size(), ground.cut.height() / ground.image.height()
        for top in range(0, size.height(), _STRIP):
            strip = QRectF(0, top, size.width(), min(_STRIP, size.height() - top))
            part = QRectF(ground.cut)
            part.setTop(ground.cut.top() + strip.top() * scale)
            part.setHeight(strip.height() * scale)
            painter = finely(found.image)
            self._scene.render(painter, strip, part, Qt.AspectRatioMode.IgnoreAspectRatio)
            painter.end()
            yield found


def _cut(layout: Layout, sheet: QRectF, state: MapState) -> QRectF:
    """Where most of the armies are, in a pleasing shape, within the sheet; all of it without any.

    A few who march far from the others do not make everybody small.
    """
    found = [(layout.centre(u.hex), state.sp(u.id)) for u in state.on_map() if u.hex is not None]
    found = [(at, sp) for at, sp in found if sp]
    if not found:
        return sheet
    left, right = _span([(x, sp) for (x, _), sp in found])
    top, bottom = _span([(y, sp) for (_, y), sp in found])
    box = QRectF(left, top, right - left, bottom - top)
    box.adjust(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    width = min(max(box.width(), box.height() / _SHAPE, _LEAST), sheet.width())
    height = min(width * _SHAPE, sheet.height())
    cut = QRectF(0, 0, width, height)
    cut.moveCenter(box.center())
    cut.moveLeft(min(max(cut.left(), sheet.left()), sheet.right() - width))
    cut.moveTop(min(max(cut.top(), sheet.top()), sheet.bottom() - height))
    return cut


def _span(weights: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Between which places most of some weights lie: without the outermost on both sides."""
    spare = sum(weight for _, weight in weights) * _OUTERMOST
    return _reached(sorted(weights), spare), _reached(sorted(weights, reverse=True), spare)


def _reached(weights: Sequence[tuple[float, int]], spare: float) -> float:
    """The first place at which more than so much has been left out."""
    for place, weight in weights:
        spare -= weight
        if spare < 0:
            return place
    return weights[-1][0]
