"""The drawings in assets/art: SVG files whose parts are dyed before they are read.

A part says with its class what it is made of (`class="coat"`), and gets the colour of that name.
`ink` is filled and has a line round it, `edge` is the line alone; its width is told, because a
line that is thin on a large picture must not vanish on a small one. The style sheet of a file is
for the eye of whoever opens it elsewhere.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from hexwar.resources import assets

Dyes = tuple[tuple[str, str], ...]
"""Colours by what a part is made of."""

_PART: Final = re.compile(r'class="([\w-]+)"')
_STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)


@lru_cache(maxsize=512)
def drawing(name: str, dyes: Dyes = (), edge: float = 1.0) -> QSvgRenderer:
    """A drawing below assets/art, ready to be rendered into a rectangle of its shape.

    `edge` is how wide the line is round what is inked, in its own units.
    """
    colours = dict(dyes)
    ink = colours.get("ink", "#1e1813")
    line = f'stroke="{ink}" stroke-width="{edge:g}"'
    looks = {part: f'fill="{colour}" stop-color="{colour}"' for part, colour in dyes}
    looks |= {"ink": f'fill="{ink}" {line}', "edge": f'fill="none" {line}'}
    return QSvgRenderer(QByteArray(_PART.sub(lambda part: looks[part[1]], _source(name)).encode()))


@cache
def _source(name: str) -> str:
    return _STYLE.sub("", (assets() / "art" / f"{name}.svg").read_text(encoding="utf-8"))
