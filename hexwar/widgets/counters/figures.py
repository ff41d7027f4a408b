"""Silhouettes in the uniforms of their nations, and flags: the drawings that counters share."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from hexwar.resources import assets
from hexwar.widgets.counters.easel import Easel
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.drawings import Dyes, drawing

_EDGE = 0.9  # of ink round a figure, its own units: a standing man is 100 high
_EDGE_PX = 0.35  # and in device pixels, at least


def paint_figure(
    painter: QPainter, kind: FigureKind, nation: str, rect: QRectF, unit: float
) -> None:
    """Paint a silhouette standing on the lower edge of a rectangle, as large as it fits.

    An unknown nation wears grey. `unit` is device pixels to a scene unit.
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


# -- flags


def paint_flag(easel: Easel, nation: str, rect: QRectF) -> None:
    """Paint a nation's flag on its staff into a rectangle, scene units."""
    known = nation if nation in _nations() else "unknown"
    edge = round(easel.hair(0.45) * 100 / rect.height(), 1)
    drawing(f"flags/{known}", (("ink", "#19120c"),), edge).render(easel.painter, rect)


@cache
def _nations() -> frozenset[str]:
    return frozenset(path.stem for path in (assets() / "art/flags").glob("*.svg"))
