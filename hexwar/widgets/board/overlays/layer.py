"""The ground of every overlay: one item of the scene that shows one piece of plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.hexes import Layout
from hexwar.widgets.board.overlays.inks import Inks
from hexwar.widgets.board.overlays.stamps import Placed, Stamps

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a drawing paints on."""

    painter: QPainter  # in scene units
    exposed: QRectF  # the part that must be painted
    zoom: float  # pixels a scene unit
    stamps: Stamps

    def stamp(self, marks: Iterable[Placed]) -> None:
        """Paints those of the marks that the exposed part touches."""
        self.stamps.draw(self.painter, marks, self.exposed, self.zoom)


class Drawing(Protocol):
    """Data laid out on the sheet, ready to be painted."""

    @property
    def box(self) -> QRectF:
        """The box that it fills, in scene units; null where there is nothing to paint."""

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""


class Layer(QGraphicsItem, Generic[Data]):
    """Shows data by a drawing of them, which is made anew only when they change.

    Clicks go through it.
    """

    def __init__(
        self,
        layout: Layout,
        inks: Inks,
        arrange: Callable[[Layout, Inks, Data], Drawing],
        data: Data,
    ) -> None:
        super().__init__()
        self._layout, self._inks, self._arrange = layout, inks, arrange
        self._data = data
        self._drawing = arrange(layout, inks, data)
        self._stamps = Stamps()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def shown(self) -> Data:
        """What is shown."""
        return self._data

    def show_data(self, data: Data) -> None:
        """Shows other data; equal data cost nothing."""
        if data != self._data:
            self._data = data
            self._lay_out()

    def set_inks(self, inks: Inks) -> None:
        """Draws in other colours from now on."""
        self._inks = inks
        self._stamps = Stamps()
        self._lay_out()

    def _lay_out(self) -> None:
        self.prepareGeometryChange()
        self._drawing = self._arrange(self._layout, self._inks, self._data)
        self.update()

    def boundingRect(self) -> QRectF:
        """The box that the drawing fills."""
        return self._drawing.box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints the exposed part."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        zoom = painter.worldTransform().m11()
        self._drawing.draw(Canvas(painter, option.exposedRect, zoom, self._stamps))
