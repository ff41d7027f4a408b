"""Large PNG pictures, a band of rows at a time.

The packed rows are unpacked here, as many as a band has, and wrapped up as a small PNG of their
own: so Qt undoes the filters, which hang on the pixels beside and above, as fast as C does.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from hexwar.editor.scan.source import (
    DAMAGED,
    ENDS_EARLY,
    PictureError,
    Pixels,
    decoded,
    on_paper,
    raw,
)
from hexwar.engine.budget import open_plain

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

_PIECE: Final = 256 << 10  # bytes that are read at once

_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}


@dataclass(frozen=True, slots=True)
class Head:
    """What a PNG says of itself."""

    wide: int
    high: int
    depth: int  # bits of a channel
    kind: int  # the colour type
    is_interlaced: bool

    @property
    def step(self) -> int:
        """Bytes of a pixel, one at least."""
        return max(1, _CHANNELS[self.kind] * self.depth // 8)

    @property
    def row(self) -> int:
        """Bytes of a row."""
        return (self.wide * _CHANNELS[self.kind] * self.depth + 7) // 8


def read_head(file: BufferedReader) -> Head:
    """Read the head of a PNG.

    Raises:
        PictureError: It is none.
        struct.error: The file ends in it.
    """
    file.seek(8)
    length, name = struct.unpack(">I4s", file.read(8))
    wide, high, depth, kind, _, _, lace = struct.unpack(">IIBBBBB", file.read(13))
    if (length, name) != (13, b"IHDR") or depth not in _DEPTHS.get(kind, ()):
        raise PictureError(DAMAGED)
    return Head(wide, high, depth, kind, lace != 0)


def bands(path: Path, most: int) -> Iterator[Pixels]:
    """The rows of a PNG that is not interlaced, some at a time.

    Args:
        path: Where it is.
        most: Bytes of the pixels of a band; the packed rows are held besides.

    Raises:
        PictureError: It is damaged.
    """
    with open_plain(path) as file:
        head = read_head(file)
        file.seek(4, 1)
        rows = max(1, min(head.high, most // (6 * max(head.row, head.wide))))
        above = np.zeros((1, head.row), np.uint8)
        palette: list[bytes] = [b"", b""]  # colours, and how solid they are
        packed = _Unpacked(_contents(file, palette))
        for top in range(0, head.high, rows):
            high = min(rows, head.high - top)
            found = _unfiltered(packed.take(high * (head.row + 1)), above, head)
            above = found[-1:].copy()
            yield _coloured(found, head, palette)


# -- what is in the file


def _contents(file: BufferedReader, palette: list[bytes]) -> Iterator[bytes]:
    """The packed rows, piece by piece; the palette on the way."""
    while True:
        start = file.read(8)
        if len(start) < 8:
            raise PictureError(ENDS_EARLY)
        length, name = struct.unpack(">I4s", start)
        if name == b"IEND":
            return
        if length >= 1 << 31:
            raise PictureError(DAMAGED)
        if name == b"IDAT":
            yield from _checked(file, length, name)
        elif name in (b"PLTE", b"tRNS") and length <= 768:
            palette[name == b"tRNS"] = b"".join(_checked(file, length, name))
        else:
            file.seek(length + 4, 1)


def _checked(file: BufferedReader, length: int, name: bytes) -> Iterator[bytes]:
    found = zlib.crc32(name)
    while length > 0:
        piece = file.read(min(length, _PIECE))
        if not piece:
            raise PictureError(ENDS_EARLY)
        found, length = zlib.crc32(piece, found), length - len(piece)
        yield piece
    if file.read(4) != struct.pack(">I", found):
        raise PictureError(DAMAGED)


class _Unpacked:
    """Unpacks no more than is asked for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._unpacker = pieces, zlib.decompressobj()

    def take(self, count: int) -> bytearray:
        """So many bytes.

        Raises:
            PictureError: They are not there, or not what was packed.
        """
        found = bytearray()
        while len(found) < count:
            rest = self._unpacker.unconsumed_tail or next(self._pieces, b"")
            if not rest or self._unpacker.eof:
                raise PictureError(ENDS_EARLY)
            try:
                found += self._unpacker.decompress(rest, count - len(found))
            except zlib.error as fault:
                raise PictureError(DAMAGED) from fault
        return found


# -- rows


_AS: Final = {1: (8, 0), 2: (8, 4), 3: (8, 2), 4: (8, 6), 6: (16, 2), 8: (16, 6)}
"""By the bytes of a pixel, the depth and colour type whose filters work alike."""


def _unfiltered(packed: bytearray, above: Pixels, head: Head) -> Pixels:
    """The bytes of rows as they were before each was told by its neighbours."""
    step = head.step
    depth, kind = _AS[step]
    wide, high = head.row // step, len(packed) // (head.row + 1)
    data = b"\0" + above.tobytes() + bytes(packed)
    start = struct.pack(">IIBBBBB", wide, high + 1, depth, kind, 0, 0, 0)
    chunks = ((b"IHDR", start), (b"IDAT", zlib.compress(data, 0)), (b"IEND", b""))
    small = SIGNATURE + b"".join(map(_chunk, *zip(*chunks, strict=True)))
    image = decoded(small, b"png", QSize(wide, high + 1))
    return _bytes_of(image, step)[1:].reshape(high, head.row)


def _chunk(name: bytes, data: bytes) -> bytes:
    ends = struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
    return struct.pack(">I", len(data)) + name + data + ends


def _bytes_of(image: QImage, step: int) -> Pixels:
    """The bytes of a small PNG just as they stood in it."""
    form = QImage.Format
    if step == 1:
        return raw(image, form.Format_Grayscale8, 1)
    if step == 2:
        return np.ascontiguousarray(raw(image, form.Format_RGBA8888, 4)[..., [0, 3]])
    if step == 3:
        return raw(image, form.Format_RGB888, 3)
    if step == 4:
        return raw(image, form.Format_RGBA8888, 4)
    deep = raw(image, form.Format_RGBA64 if step == 8 else form.Format_RGBX64, 8)
    swapped = deep.view(np.uint16).byteswap().view(np.uint8)
    return np.ascontiguousarray(swapped[..., :step])


def _coloured(rows: Pixels, head: Head, palette: list[bytes]) -> Pixels:
    """Red, green and blue of the bytes of rows."""
    channels = _CHANNELS[head.kind]
    if head.depth < 8:
        rows = _parted(rows, head.depth)[:, : head.wide]
        if head.kind == 0:
            rows = (rows * (255 // ((1 << head.depth) - 1))).astype(np.uint8)
    if head.depth == 16:
        rows = rows[:, ::2]  # the upper half is what a screen shows
    if head.kind == 3:
        return _table(*palette)[rows]
    found = rows.reshape(len(rows), head.wide, channels)
    if channels in (2, 4):
        return on_paper(found if channels == 4 else found[..., [0, 0, 0, 1]])
    return found if channels == 3 else found.repeat(3, axis=2)


def _parted(rows: Pixels, depth: int) -> Pixels:
    """Several pixels to a byte, each in a byte of its own."""
    shifts = np.arange(8 - depth, -1, -depth, dtype=np.uint8)
    found: Pixels = (rows[:, :, None] >> shifts) & np.uint8((1 << depth) - 1)
    return found.reshape(len(rows), -1)


def _table(colours: bytes, solid: bytes) -> Pixels:
    """The colours of a palette; one that is not told is black."""
    table = np.zeros((256, 4), np.uint8)
    table[:, 3] = 255
    count = min(256, len(colours) // 3)
    table[:count, :3] = np.frombuffer(colours, np.uint8)[: 3 * count].reshape(-1, 3)
    known = np.frombuffer(solid, np.uint8)[:256]
    table[: len(known), 3] = known
    return on_paper(table)
