"""The figures of a book: drawings in assets/art/figures, in the colours of the window."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hexwar.resources import assets
from hexwar.widgets.drawings import Dyes, drawing
from hexwar.widgets.panels.look import Look

_FIGURE: Final = re.compile(r"(?:\.\./)*assets/art/figures/([a-z-]{1,40})\.svg")


def figure(address: str, look: Look, ratio: float, room: float) -> QImage | None:
    """A figure as a page shows it; None where there is none at an address.

    Args:
        address: As the page has it, a path from the folder of the book.
        look: Its colours, and how large it is drawn.
        ratio: Pixels of the screen to one of the window.
        room: How wide it may be, pixels of the window.
    """
    found = _FIGURE.fullmatch(address)
    if found is None or not (assets() / "art" / "figures" / f"{found[1]}.svg").is_file():
        return None
    made = drawing(f"figures/{found[1]}", _dyes(look))
    plain = made.defaultSize()
    scale = min(look.scale, max(room, 1) / plain.width())
    image = QImage(plain * (scale * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    made.render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def _dyes(look: Look) -> Dyes:
    """What the parts of a figure are made of."""
    overlays = look.theme.overlays
    return (
        ("own", overlays["zoc_own"]),
        ("zone", overlays["zoc_own"]),
        ("foe", overlays["zoc_enemy"]),
        ("mark", overlays["ready"]),
        ("ink", look.theme.window.ink),
    )
