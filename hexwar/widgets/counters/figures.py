"""The silhouettes by name, in the uniforms of their nations, painted into a rectangle."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from hexwar.resources import assets
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.drawings import Dyes, drawing

_EDGE = 0.9  # of ink round a figure, its own units: a standing man is 100 high
_EDGE_PX = 0.35  # and in device pixels, at least


def paint_figure(
    painter: QPainter, kind: FigureKind, nation: str, rect: QRectF, unit: float
) -> None:
    """Paint a silhouette standing on the lower edge of a rectangle, as large as it fits.

    Args:
        painter: in scene units.
        kind: which silhouette.
        nation: key of the uniform; an unknown one wears grey.
        rect: where, scene units.
        unit: device pixels to a scene unit.
    """
    box = figure(kind).viewBoxF()
    size = min(rect.width() / box.width(), rect.height() / box.height())
    width, height = box.width() * size, box.height() * size
    edge = max(_EDGE, round(2 * _EDGE_PX / (size * unit)) / 2)  # few widths: each is read anew
    where = QRectF(rect.center().x() - width / 2, rect.bottom() - height, width, height)
    figure(kind, nation, edge).render(painter, where)


def figure(kind: FigureKind, nation: str = "", edge: float = _EDGE) -> QSvgRenderer:
    """A silhouette in the uniform of a nation, inked as wide as `edge` says."""
    return drawing(f"counters/{_file(kind)}", uniform(nation, kind), 2 * edge)


@cache
def uniform(nation: str, kind: FigureKind) -> Dyes:
    """The colour of each part of a silhouette."""
    worn, name = _wardrobe(), _file(kind)
    colours = {
        **worn["plain"],
        **worn["nations"].get(nation, {}),
        **worn["horses"].get(name, {}),
        **(worn["generals"].get(nation, {}) if kind is FigureKind.GENERAL else {}),
        **worn["branches"].get(nation, {}).get(name, {}),
    }
    return tuple(colours.items())


@cache
def _wardrobe() -> dict[str, Any]:
    return tomllib.loads((assets() / "art/counters/uniforms.toml").read_text(encoding="utf-8"))


def _file(kind: FigureKind) -> str:
    return kind.replace(" ", "-")
