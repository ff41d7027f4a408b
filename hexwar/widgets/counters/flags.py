"""Flags: of nations, on a staff and waving, and the guidons of formations."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF

from hexwar.resources import assets
from hexwar.widgets.counters.easel import EDGE, Easel
from hexwar.widgets.counters.lettering import Script
from hexwar.widgets.drawings import drawing
from hexwar.widgets.theme import Tint

_LINE = (("ink", "#19120c"),)


def paint_flag(easel: Easel, nation: str, rect: QRectF) -> None:
    """Paint a nation's flag on its staff into a rectangle, scene units."""
    known = nation if nation in _nations() else "unknown"
    edge = round(easel.hair(0.45) * 100 / rect.height(), 1)
    drawing(f"flags/{known}", _LINE, edge).render(easel.painter, rect)


@cache
def _nations() -> frozenset[str]:
    return frozenset(path.stem for path in (assets() / "art/flags").glob("*.svg"))


def paint_guidon(easel: Easel, tint: Tint, text: str) -> None:
    """Paint the swallow-tailed flag of a formation on the square of a counter."""
    bar = tint.ink if tint.barred else "none"
    cloth = drawing(
        "flags/guidon", (*_LINE, ("field", tint.field), ("bar", bar)), round(easel.hair(0.6), 1)
    )
    cloth.render(easel.painter, QRectF(0, 0, EDGE, EDGE))
    easel.text(text, 19.4, 16.4, 9.0, tint.ink, script=Script.NUMERAL, room=24)
