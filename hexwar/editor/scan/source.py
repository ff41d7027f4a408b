"""A picture file of a stranger, read from top to bottom in bands: its size decides nothing.

What it says of itself is checked before anything is made of it. Qt decodes the pixels, but of most
formats it would hold the whole picture for that; so a large PNG is cut into small ones, a large
TIFF likewise, and of a JPEG one band after the other is asked for. A photograph stands upright,
however its camera was held.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize
from PySide6.QtGui import QImage, QImageReader

from hexwar.engine.budget import OverBudget, open_plain
from hexwar.engine.files import reason
from hexwar.messages import ToldError, mark, say

Pixels = npt.NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""

EDGE: Final = 30_000
"""The longest side of a picture, pixels."""

AREA: Final = 300_000_000
"""The most pixels of a picture: 20,000 x 15,000."""

WHOLE: Final = 24_000_000
"""The most pixels of a picture that is decoded at once."""

LAYERED: Final = 40_000_000
"""The most pixels of a JPEG that is stored in several passes: they must all be held."""

BAND: Final = 96 << 20
"""Bytes of the pixels that are decoded at once."""

FILE: Final = 2 << 30
"""The largest file, bytes."""

_PASSES: Final = 200  # of a JPEG; usual are ten

ENDS_EARLY: Final = mark("it is damaged, its end is missing")
DAMAGED: Final = mark("it is damaged")


class PictureError(ToldError):
    """A picture, or what belongs to one, that cannot be used: the end of a sentence says why."""


@dataclass(frozen=True, slots=True)
class Source:
    """A picture whose head has been read."""

    path: Path
    form: str  # PNG, JPEG, TIFF or GIF
    wide: int
    high: int
    is_banded: bool  # whether it can be read a band at a time
    turn: int = 1  # how its pixels are stored, by the orientation of EXIF; its size is upright

    def bands(self, most: int = BAND, whole: int = WHOLE) -> Iterator[Pixels]:
        """Its rows from top to bottom, some at a time.

        Args:
            most: Bytes of the pixels of a band.
            whole: Pixels up to which it is decoded at once.

        Raises:
            PictureError: It is damaged, or cannot be read in parts though it is large.
        """
        if self.wide * self.high <= whole:
            return iter((upright(_whole(self), self.turn),))
        if not self.is_banded:
            raise _too_large_at_once(self)
        return _BANDS[self.form](self, most)


def source(path: Path) -> Source:
    """Read the head of a picture.

    Raises:
        PictureError: It is no picture that can be used.
    """
    try:
        with open_plain(path) as file:
            if os.fstat(file.fileno()).st_size > FILE:
                raise PictureError("it is larger than 2 GiB")
            return _headed(path, file)
    except OverBudget as fault:
        raise PictureError("{why}", why=fault) from fault
    except (OSError, ValueError) as fault:
        why = say("there is no such file")
        raise PictureError(
            "{why}", why=why if isinstance(fault, FileNotFoundError) else reason(fault)
        ) from fault
    except struct.error as fault:
        raise PictureError(ENDS_EARLY) from fault


def _headed(path: Path, file: BufferedReader) -> Source:
    from hexwar.editor.scan import png, tiff  # each knows what is above

    start = file.read(8)
    file.seek(0)
    if start == png.SIGNATURE:
        head = png.read_head(file)
        found = Source(path, "PNG", head.wide, head.high, not head.is_interlaced)
    elif start[:2] == b"\xff\xd8":
        found = _jpeg(path, file)
    elif start[:4] in tiff.SIGNATURES:
        page = tiff.read_page(file)
        found = Source(path, "TIFF", page.wide, page.high, page.is_banded)
    elif start[:6] in (b"GIF87a", b"GIF89a"):
        wide, high = struct.unpack("<6xHH", file.read(10))
        found = Source(path, "GIF", wide, high, is_banded=False)
    else:
        raise PictureError("it is no PNG, JPEG, TIFF or GIF picture")
    return _weighed(found)


def _weighed(found: Source) -> Source:
    wide, high = found.wide, found.high
    if wide < 1 or high < 1:
        raise PictureError("it says that it has no pixels")
    if max(wide, high) > EDGE or wide * high > AREA:
        words = mark("it says that it has {wide} x {high} pixels, where 20000 x 15000 is the limit")
        raise PictureError(words, wide=wide, high=high)
    if not found.is_banded and wide * high > WHOLE:
        raise _too_large_at_once(found)
    return found


def _too_large_at_once(found: Source) -> PictureError:
    words = mark(
        "a {form} of {wide} x {high} pixels in this manner could only be read at once, which takes"
        " too much memory: save it as an ordinary JPEG, or as a PNG that is not interlaced"
    )
    return PictureError(words, form=found.form, wide=found.wide, high=found.high)


# -- JPEG


def _jpeg(path: Path, file: BufferedReader) -> Source:
    """The head of a JPEG; its end must be there too, and its passes are counted."""
    file.seek(2)
    size: tuple[int, int] | None = None
    parts, is_layered, turn = 0, False, 0
    while True:
        sign, code, length = struct.unpack(">BBH", file.read(4))
        if sign != 0xFF or length < 2:
            raise PictureError(DAMAGED)
        if code == 0xDA:
            break
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC):
            high, wide, parts = struct.unpack(">xHHB", file.read(6))
            size, is_layered = (wide, high), code not in (0xC0, 0xC1)
            length -= 6
        elif code == 0xE1 and not turn:
            turn = _turn_of(file.read(length - 2))
            length = 2
        file.seek(length - 2, os.SEEK_CUR)
    is_layered |= file.read(1) != bytes([parts])
    if size is None:
        raise PictureError(DAMAGED)
    _see_the_end(file)
    is_small = size[0] * size[1] <= LAYERED
    wide, high = size[::-1] if turn in _LYING else size
    return Source(path, "JPEG", wide, high, is_small or not is_layered, turn or 1)


def _turn_of(told: bytes) -> int:
    """The orientation that a part of a JPEG tells, 1 to 8; 0 where it is none of EXIF."""
    if told[:6] != b"Exif\0\0":
        return 0
    exif, order = told[6:], "<" if told[6:8] == b"II" else ">"
    try:
        (at,) = struct.unpack_from(f"{order}4xI", exif)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        for place in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind, many, value = struct.unpack_from(f"{order}HHIH", exif, place)
            if (tag, kind, many) == (0x0112, 3, 1):
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1


def _see_the_end(file: BufferedReader) -> None:
    """Look for the mark at the end: a picture without it would be filled up with grey."""
    passes, before = 1, b""
    while piece := file.read(1 << 20):
        passes += (before + piece).count(b"\xff\xda")
        if passes > _PASSES:
            raise PictureError(DAMAGED)
        if b"\xff\xd9" in before + piece:
            return
        before = piece[-1:]
    raise PictureError(ENDS_EARLY)


def _jpeg_bands(found: Source, most: int) -> Iterator[Pixels]:
    for box in _boxes(found.turn, found.wide, found.high, most // (4 * found.wide)):
        reader = QImageReader(str(found.path), b"jpeg")
        reader.setAutoTransform(False)
        reader.setClipRect(box)
        yield from _in_pieces(_read(reader, box.size()), found.turn)


_LYING: Final = (5, 6, 7, 8)  # the orientations whose rows are columns when it stands upright
_FROM_END: Final = (3, 4, 7, 8)  # and those whose first row is stored last


def _boxes(turn: int, wide: int, high: int, rows: int) -> Iterator[QRect]:
    """Where rows of an upright picture are stored, so many at a time, from top to bottom."""
    rows = max(1, rows)
    for top in range(0, high, rows):
        count = min(rows, high - top)
        first = high - top - count if turn in _FROM_END else top
        box = QRect(0, first, wide, count)
        yield QRect(first, 0, count, wide) if turn in _LYING else box


def upright(stored: Pixels, turn: int) -> Pixels:
    """Pixels as they stand upright, which are stored by an orientation of EXIF."""
    if turn in _LYING:
        stored = stored.transpose(1, 0, 2)
    across = -1 if turn in (2, 3, 6, 7) else 1
    down = -1 if turn in _FROM_END else 1
    return stored[::down, ::across]


# -- what the formats share


def _whole(found: Source) -> Pixels:
    """All pixels of a picture, as they are stored."""
    reader = QImageReader(str(found.path), found.form.lower().encode())
    reader.setAutoTransform(False)
    size = QSize(found.wide, found.high)
    return pixels(_read(reader, size.transposed() if found.turn in _LYING else size))


def _read(reader: QImageReader, size: QSize) -> QImage:
    """What a reader gives, which must be as large as was said."""
    image = reader.read()
    if image.isNull() or image.size() != size:
        raise PictureError(DAMAGED)
    return image


def decoded(data: bytes, form: bytes, size: QSize) -> QImage:
    """A picture out of memory, which must be as large as was said.

    Raises:
        PictureError: It is not, or is none.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(form))
    reader.setAutoTransform(False)
    try:
        return _read(reader, size)
    finally:
        del reader  # it looks at the buffer to its end


def pixels(image: QImage) -> Pixels:
    """Red, green and blue of a picture; what can be seen through is seen on white paper."""
    if image.hasAlphaChannel():
        return on_paper(raw(image, QImage.Format.Format_RGBA8888, 4))
    return raw(image, QImage.Format.Format_RGB888, 3)


def on_paper(coloured: Pixels) -> Pixels:
    """Pixels of red, green, blue and opacity as they look on white paper."""
    solid = coloured[..., 3:].astype(np.uint16)
    found: Pixels = ((coloured[..., :3] * solid + 255 * (255 - solid) + 127) // 255).astype(
        np.uint8
    )
    return found


def raw(image: QImage, form: QImage.Format, depth: int) -> Pixels:
    """The bytes of a picture in a format, so many to a pixel."""
    image = image.convertToFormat(form)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    found: Pixels = rows[:, : image.width() * depth].reshape(image.height(), -1, depth).copy()
    return found


def _in_pieces(image: QImage, turn: int) -> Iterator[Pixels]:
    """The rows of a picture, some at a time: another copy of them all would double the memory."""
    wide, high = image.width(), image.height()
    if turn in _LYING:
        wide, high = high, wide
    for box in _boxes(turn, wide, high, (16 << 20) // max(1, wide) // 3):
        yield upright(pixels(image.copy(box)), turn)


def _png_bands(found: Source, most: int) -> Iterator[Pixels]:
    from hexwar.editor.scan import png

    return png.bands(found.path, most)


def _tiff_bands(found: Source, most: int) -> Iterator[Pixels]:
    from hexwar.editor.scan import tiff

    return tiff.bands(found.path, most)


_BANDS: Final[dict[str, Callable[[Source, int], Iterator[Pixels]]]] = {
    "JPEG": _jpeg_bands,
    "PNG": _png_bands,
    "TIFF": _tiff_bands,
}
