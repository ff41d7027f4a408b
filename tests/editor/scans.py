"""Pictures for the tests of scans: of maps, photographed askew, and files of strangers."""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from hexwar.editor.scan.source import Pixels, raw
from hexwar.hexes import Hex, Layout
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.mapart.painter import MapPainter

Array = npt.NDArray[np.float64]

SCALE = 1.5
"""Pixels of the printed map to one of the sheet."""


def png(path: Path, wide: int, high: int, rows: bytes, kind: int = 2, lace: int = 0) -> Path:
    """A PNG whose head says what it likes."""
    head = struct.pack(">IIBBBBB", wide, high, 8, kind, 0, 0, lace)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    data = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + data)
    return path


def speckled(wide: int, high: int) -> Pixels:
    """Colours that flow, with some noise."""
    rng = np.random.default_rng(7)
    y, x = np.mgrid[:high, :wide]
    flow = np.stack([x * 200 // wide, y * 200 // high, (x + y) * 90 // (wide + high)], axis=2)
    found: Pixels = (flow + rng.integers(0, 24, (high, wide, 3))).astype(np.uint8)
    return found


def image_of(pixels: Pixels) -> QImage:
    high, wide, _ = pixels.shape
    return QImage(pixels.tobytes(), wide, high, wide * 3, QImage.Format.Format_RGB888).copy()


class Photograph:
    """A map, printed and photographed: turned, seen from below, and the paper bulges."""

    def __init__(self, field: Battlefield, layout: Layout, scale: float = SCALE) -> None:
        self.layout, self._scale = layout, scale
        painter = MapPainter(field, layout)
        box = painter.bounds
        self._corner = np.array([box.left(), box.top()])
        print_ = raw(painter.picture(box, scale), QImage.Format.Format_RGB888, 3)
        high, wide, _ = print_.shape
        self._size = np.array([wide, high], dtype=float)
        x, y = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
        at = self._printed(np.stack([x.ravel(), y.ravel()], axis=1))
        column, row = (np.floor(at[:, i]).astype(int) for i in (0, 1))
        inside = (column >= 0) & (row >= 0) & (column < wide) & (row < high)
        seen = np.full((high * wide, 3), 60, np.uint8)
        seen[inside] = print_[row[inside], column[inside]]
        self.image = image_of(seen.reshape(high, wide, 3))

    def save(self, path: Path) -> None:
        """Write it as a file that is not packed tight, which would take ten times as long."""
        assert self.image.save(str(path), quality=100)

    def _printed(self, at: Array) -> Array:
        """Where points of the photograph are in the print, pixels."""
        u, v = (at / self._size).T
        depth = 1 + 0.04 * u + 0.06 * v
        turn = math.radians(1.5)
        x = (math.cos(turn) * (u - 0.5) - math.sin(turn) * (v - 0.5)) * 1.1 / depth + 0.5
        y = (math.sin(turn) * (u - 0.5) + math.cos(turn) * (v - 0.5)) * 1.1 / depth + 0.5
        x = x + 0.004 * np.sin(math.pi * u) * np.sin(math.pi * v)
        y = y - 0.003 * np.cos(math.pi * u) * v
        found: Array = np.stack([x, y], axis=1) * self._size
        return found

    def where(self, hex_: Hex) -> tuple[float, float]:
        """Where the centre of a hex is in the photograph: found step by step."""
        goal = (np.array(self.layout.centre(hex_)) - self._corner) * self._scale
        at = goal.copy()
        for _ in range(60):
            at = at + 0.8 * (goal - self._printed(at[None])[0])
        return float(at[0]), float(at[1])
