"""Large TIFF pictures, a band of rows at a time.

A TIFF is stored in strips, or in tiles, each packed by itself. Some of them with a head of their
own are a small TIFF, which Qt reads.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize

from hexwar.editor.scan.source import (
    BAND,
    DAMAGED,
    ENDS_EARLY,
    PictureError,
    Pixels,
    decoded,
    pixels,
)
from hexwar.engine.budget import open_plain

SIGNATURES: Final = (b"II*\0", b"MM\0*")

_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
_CODES: Final = {1: "B", 3: "H", 4: "I"}
_SUBSAMPLED: Final = 6  # a photometric kind with fewer colours than pixels
_PLAIN: Final = 1 << 20  # bytes of a block that is cut out of a strip that is not packed
_MOST_TAGS: Final = 256
_MOST_VALUES: Final = 1 << 18  # strips, or tiles

DEPTH, PHOTOMETRIC, CHANNELS = 258, 262, 277
WIDE, HIGH, PACKING, STRIPS, COUNTS, ROWS, PLANAR = 256, 257, 259, 273, 279, 278, 284
TILE_WIDE, TILE_HIGH, TILES, TILE_COUNTS = 322, 323, 324, 325

_KEPT: Final = (
    WIDE,
    DEPTH,
    PACKING,
    PHOTOMETRIC,
    266,
    CHANNELS,
    PLANAR,
    317,
    320,
    TILE_WIDE,
    TILE_HIGH,
)
_KEPT_TOO: Final = (338, 339, 347, 529, 530, 531, 532)
"""Tags that say what the bytes of a strip or tile mean."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A field of the head: its kind, how many values it has, and their bytes."""

    kind: int
    count: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """The head of the first picture in a file."""

    order: str  # of bytes, as struct has it
    tags: Mapping[int, Tag]

    def numbers(self, tag: int, *usual: int) -> Sequence[int]:
        """The values of a tag.

        Raises:
            PictureError: They are no whole numbers.
        """
        found = self.tags.get(tag)
        if found is None:
            return usual
        if found.kind not in _CODES:
            raise PictureError(DAMAGED)
        return struct.unpack(f"{self.order}{found.count}{_CODES[found.kind]}", found.data)

    def number(self, tag: int, usual: int = 0) -> int:
        """The first value of a tag."""
        return (*self.numbers(tag, usual), usual)[0]

    @property
    def wide(self) -> int:
        """Pixels."""
        return self.number(WIDE)

    @property
    def high(self) -> int:
        """Pixels."""
        return self.number(HIGH)

    @property
    def block(self) -> int:
        """Rows that are packed together."""
        if TILES in self.tags:
            return self.number(TILE_HIGH)
        if self.is_plain:
            return max(1, min(self.high, _PLAIN // max(1, self.row)))
        return min(self.number(ROWS, self.high), self.high)

    @property
    def is_plain(self) -> bool:
        """Whether all of it is one strip that is not packed: it can be cut at any row."""
        is_bare = self.number(PACKING, 1) == 1 and self.number(PHOTOMETRIC) != _SUBSAMPLED
        return is_bare and TILES not in self.tags and self.number(ROWS, self.high) >= self.high

    @property
    def row(self) -> int:
        """Bytes of a row that is not packed."""
        channels = self.number(CHANNELS, 1)
        return (self.wide * channels * self.number(DEPTH, 1) + 7) // 8

    def blocks(self) -> Sequence[tuple[int, int]]:
        """Place and size in the file of all that is packed together, row by row.

        Raises:
            PictureError: There are too few.
        """
        is_tiled, down = TILES in self.tags, -(-self.high // self.block)
        places = self.numbers(TILES if is_tiled else STRIPS)
        sizes = self.numbers(TILE_COUNTS if is_tiled else COUNTS)
        if self.is_plain and places:
            cuts = range(0, self.high, self.block)
            each = [(y * self.row, min(self.block, self.high - y) * self.row) for y in cuts]
            return [(places[0] + start, size) for start, size in each]
        if min(len(places), len(sizes)) < down * self.across:
            raise PictureError(DAMAGED)
        return list(zip(places, sizes, strict=False))

    @property
    def across(self) -> int:
        """Strips or tiles side by side."""
        return -(-self.wide // max(1, self.number(TILE_WIDE))) if TILES in self.tags else 1

    @property
    def is_banded(self) -> bool:
        """Whether its strips or tiles can be read some at a time."""
        is_chunky = self.number(PLANAR, 1) == 1
        return is_chunky and self.block > 0 and 4 * self.block * self.wide <= BAND


def read_page(file: BufferedReader) -> Page:
    """Read the head of a TIFF.

    Raises:
        PictureError: It is none that can be read.
        struct.error: The file ends in it.
    """
    file.seek(0)
    order = "<" if file.read(4)[:1] == b"I" else ">"
    file.seek(struct.unpack(f"{order}I", file.read(4))[0])
    count = struct.unpack(f"{order}H", file.read(2))[0]
    if not 0 < count <= _MOST_TAGS:
        raise PictureError(DAMAGED)
    rows = [struct.unpack(f"{order}HHI4s", file.read(12)) for _ in range(count)]
    wanted = {*_KEPT, *_KEPT_TOO, HIGH, STRIPS, COUNTS, ROWS, TILES, TILE_COUNTS}
    tags = {
        tag: _read_tag(file, order, kind, count, place)
        for tag, kind, count, place in rows
        if tag in wanted
    }
    return Page(order, tags)


def _read_tag(file: BufferedReader, order: str, kind: int, count: int, place: bytes) -> Tag:
    size = _SIZES.get(kind, 0) * count
    if not size or count > _MOST_VALUES:
        raise PictureError(DAMAGED)
    if size <= 4:
        return Tag(kind, count, place[:size])
    file.seek(struct.unpack(f"{order}I", place)[0])
    data = file.read(size)
    if len(data) < size:
        raise PictureError(ENDS_EARLY)
    return Tag(kind, count, data)


def bands(path: Path, most: int) -> Iterator[Pixels]:
    """The rows of a TIFF, some at a time.

    Args:
        path: Where it is.
        most: Bytes of the pixels of a band, if its strips are not larger.

    Raises:
        PictureError: It is damaged.
    """
    with open_plain(path) as file:
        page = read_page(file)
        found, across = page.blocks(), page.across
        down = -(-page.high // page.block)
        blocks = max(1, most // (16 * page.wide * page.block))  # they are held several times
        for first in range(0, down, blocks):
            last = min(down, first + blocks)
            high = min(page.high, last * page.block) - first * page.block
            data = [_read_block(file, *at) for at in found[first * across : last * across]]
            small = _small(page, high, data)
            yield pixels(decoded(small, b"tiff", QSize(page.wide, high)))


def _read_block(file: BufferedReader, place: int, size: int) -> bytes:
    """A strip or a tile."""
    if size > BAND or place + size > os.fstat(file.fileno()).st_size:
        raise PictureError(ENDS_EARLY if size <= BAND else DAMAGED)
    file.seek(place)
    return file.read(size)


def _small(page: Page, high: int, blocks: Sequence[bytes]) -> bytes:
    """A TIFF of some strips or tiles of a large one."""
    order, is_tiled = page.order, TILES in page.tags
    count = len(blocks)
    body = b"".join(blocks)
    places = [8 + sum(map(len, blocks[:i])) for i in range(count)]

    def numbers(values: Sequence[int]) -> Tag:
        return Tag(4, len(values), struct.pack(f"{order}{len(values)}I", *values))

    tags = {tag: page.tags[tag] for tag in (*_KEPT, *_KEPT_TOO) if tag in page.tags}
    tags[HIGH] = numbers([high])
    tags[TILES if is_tiled else STRIPS] = numbers(places)
    tags[TILE_COUNTS if is_tiled else COUNTS] = numbers([len(block) for block in blocks])
    if not is_tiled:
        tags[ROWS] = numbers([page.block])
    body += b"\0" * (len(body) % 2)
    rows, start = b"", 8 + len(body)
    for tag, told in sorted(tags.items()):
        place = told.data.ljust(4, b"\0")
        if len(told.data) > 4:
            place = struct.pack(f"{order}I", 8 + len(body))
            body += told.data + b"\0" * (len(told.data) % 2)
        rows += struct.pack(f"{order}HHI", tag, told.kind, told.count) + place
    start = 8 + len(body)
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}I", start)
    return head + body + struct.pack(f"{order}H", len(tags)) + rows + b"\0\0\0\0"
