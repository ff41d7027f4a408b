"""The paper: a warm sheet with a grain of fibres."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QImage, QTransform

from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.noise import Floats, lattice
from hexwar.widgets.mapart.pixels import see_through

_SIDE = 256  # pixels of a patch of grain; patches join without a seam
_DEEPEST = 15  # of 255: how strongly the grain shows


class Paper:
    """A sheet and its grain."""

    def __init__(self, sheet: QRectF) -> None:
        self._sheet = sheet
        self._grain = _grain()

    def paint_sheet(self, canvas: Canvas) -> None:
        """Paints the bare sheet."""
        canvas.painter.fillRect(self._sheet & canvas.rect, palette.PAPER)

    def paint_grain(self, canvas: Canvas) -> None:
        """Paints the grain over everything, a device pixel fine at every scale."""
        brush = QBrush(self._grain)
        brush.setTransform(QTransform.fromScale(1 / canvas.scale, 1 / canvas.scale))
        canvas.painter.fillRect(self._sheet & canvas.rect, brush)


def _grain() -> QImage:
    """Light and dark fibres as a patch that repeats."""
    column, row = np.meshgrid(np.arange(_SIDE), np.arange(_SIDE))
    specks = _ringed(lattice(column, row, 31) - 0.5, 0, 1)
    fibres = _ringed(lattice(column, row, 32) - 0.5, 1, 5)
    depth = np.clip(specks * 34 + fibres * 48, -_DEEPEST, _DEEPEST).round()
    alpha = np.abs(depth)
    is_dark = depth < 0
    inks = ((30, 240), (45, 250), (70, 255))  # blue, green, red: dark and light
    blue, green, red = (np.where(is_dark, dark, light) * alpha / 255 for dark, light in inks)
    return see_through(blue, green, red, alpha)


def _ringed(field: Floats, axis: int, rounds: int) -> Floats:
    """A field softened along an axis as if its ends met."""
    for _ in range(rounds):
        field = (field + np.roll(field, 1, axis) + np.roll(field, -1, axis)) / 3
    return field
