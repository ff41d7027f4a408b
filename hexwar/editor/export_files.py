"""How exports get onto the disk: whole or not at all, a piece after the other, and to be given up.

An export is an iterator: each step does a piece of the work and tells how much of it is done, from
0 to 1. Who closes it before its end leaves no file, and what stood there before stays.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QIODevice, QMarginsF, QSaveFile, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from hexwar.engine import SaveError

Work = Iterator[float]
"""An export that is under way: how much of it is done, from 0 to 1."""

MM: Final = 25.4  # to the inch

_DENSE: Final = 6  # how hard zlib tries
_ROWS: Final = 64  # of a picture that are packed at a time


@contextmanager
def saved(path: Path) -> Iterator[QSaveFile]:
    """A file that is written; it takes its place when all went well.

    Raises:
        SaveError: It cannot be written.
    """
    file = QSaveFile(str(path))
    if path.is_dir() or not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise SaveError("{path} cannot be written: {why}.", path=path, why=file.errorString())
    try:
        yield file
    except BaseException:
        file.cancelWriting()
        raise
    if not file.commit():
        raise SaveError("{path} cannot be written: {why}.", path=path, why=file.errorString())


def save_bytes(path: Path, data: bytes) -> None:
    """Write a file in one go.

    Raises:
        SaveError: It cannot be written.
    """
    with saved(path) as file:
        file.write(data)


# -- pictures, a band after the other


class PngBands:
    """A PNG that is written in bands from above: no more of it is in memory than one of them."""

    def __init__(self, file: QIODevice, width: int, height: int, dots_a_metre: int) -> None:
        """Begin a picture of so many pixels."""
        self._file, self._width = file, width
        self._pack = zlib.compressobj(_DENSE)
        self._above = np.zeros((1, width * 3), np.uint8)
        file.write(b"\x89PNG\r\n\x1a\n")
        self._chunk(b"IHDR", struct.pack(">2L5B", width, height, 8, 2, 0, 0, 0))
        self._chunk(b"pHYs", struct.pack(">2LB", dots_a_metre, dots_a_metre, 1))

    def add(self, band: QImage) -> None:
        """Write the next rows."""
        rows = _rows_of(band)
        for top in range(0, len(rows), _ROWS):
            self._add(rows[top : top + _ROWS])

    def _add(self, rows: npt.NDArray[np.uint8]) -> None:
        above = np.concatenate((self._above, rows[:-1]))
        self._above = rows[-1:].copy()
        left = np.zeros_like(rows)
        left[:, 3:] = rows[:, :-3]
        found = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
        # Each row tells how it differs from the pixel to the left (1), or from the one above (2).
        by_left, by_above = rows - left, rows - above
        is_above = _weight(by_above) < _weight(by_left)
        found[:, 0] = np.where(is_above, 2, 1)
        found[:, 1:] = np.where(is_above[:, None], by_above, by_left)
        self._write(self._pack.compress(found.tobytes()))

    def end(self) -> None:
        """Write what is left."""
        self._write(self._pack.flush())
        self._chunk(b"IEND", b"")

    def _write(self, data: bytes) -> None:
        if data:
            self._chunk(b"IDAT", data)

    def _chunk(self, name: bytes, data: bytes) -> None:
        sum_ = struct.pack(">L", zlib.crc32(name + data))
        self._file.write(struct.pack(">L", len(data)) + name + data + sum_)


def _rows_of(image: QImage) -> npt.NDArray[np.uint8]:
    """The pixels of a picture: a row of red, green, blue, red … for each of its rows."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(plain.constBits(), np.uint8)
    lines = flat.reshape(plain.height(), plain.bytesPerLine())
    return lines[:, : plain.width() * 3].copy()  # the picture goes, and its bytes with it


def _weight(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """How much there is to pack in each row: small differences, up or down, pack well."""
    found: npt.NDArray[np.int64] = np.abs(rows.view(np.int8).astype(np.int16)).sum(axis=1)
    return found


# -- paper

PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Kinds of paper by name: width and height upright, mm."""


def page_layout(width: float, height: float) -> QPageLayout:
    """A page of a size in mm, without margins of its own."""
    size = QPageSize(QSizeF(width, height), QPageSize.Unit.Millimeter, "", _EXACT)
    return QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))


_EXACT: Final = QPageSize.SizeMatchPolicy.ExactMatch


@contextmanager
def pdf(
    path: Path, title: str, page: tuple[float, float], dpi: int
) -> Iterator[tuple[QPdfWriter, QPainter]]:
    """A PDF that is painted on its first page, in dots.

    Args:
        path: Where it goes.
        title: What readers call it.
        page: Width and height of its pages, mm.
        dpi: Dots to the inch.

    Raises:
        SaveError: It cannot be written.
    """
    with saved(path) as file:
        writer = QPdfWriter(file)
        writer.setTitle(title)
        writer.setCreator("hexwar")
        writer.setResolution(dpi)
        writer.setPageLayout(page_layout(*page))
        painter = QPainter()
        if not painter.begin(writer):
            raise SaveError("{path} cannot be written: {why}.", path=path, why=file.errorString())
        try:
            yield writer, painter
        finally:
            painter.end()
