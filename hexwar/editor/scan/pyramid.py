"""A picture kept on disk as tiles, whole and at half, a quarter, an eighth ... of its size.

It is made once, in bounded memory, and any part of it is then had at any size at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage, QImageReader

from hexwar.editor.scan.source import PictureError, Pixels, Source, pixels, source
from hexwar.engine import SaveError
from hexwar.engine.budget import NOTE, OverBudget, read_bytes
from hexwar.engine.files import write_file
from hexwar.messages import mark

TILE: Final = 512
"""Pixels along the side of a tile."""

QUALITY: Final = 92
"""Of the JPEG in which tiles are kept, of 100."""

KEPT: Final = 4
"""Pictures whose tiles stay on disk; the longest unused go."""

_FORMAT: Final = 2  # in the first one photographs lay as their camera was held
_DONE: Final = "pyramid.json"
_STORE: Final = 64 << 20  # bytes of tiles in memory

Progress = Callable[[float], bool]
"""Hears of the share that is done, 0 to 1, and says whether to go on."""

Sink = Callable[[int, int, int, Pixels], None]
"""Takes a tile: its level, its column and row, its pixels."""

Array = npt.NDArray[np.float64]


class Cancelled(Exception):  # noqa: N818
    """Nobody wants the picture any more."""


# -- making


def halved(rows: Pixels) -> Pixels:
    """Pixels at half the size: each the mean of two by two; an odd edge is taken twice."""
    rows = np.pad(rows, ((0, len(rows) % 2), (0, rows.shape[1] % 2), (0, 0)), mode="edge")
    wide: npt.NDArray[np.uint16] = np.add(rows[::2], rows[1::2], dtype=np.uint16)
    found: Pixels = ((wide[:, ::2] + wide[:, 1::2] + 2) >> 2).astype(np.uint8)
    return found


class Level:
    """Rows of one size come in at the top and leave as tiles, and at half their size below."""

    def __init__(self, number: int, wide: int, high: int, sink: Sink) -> None:
        """Make room for a strip of tiles, and the levels below.

        Args:
            number: Of the level; 0 is the picture itself.
            wide: Pixels of a row.
            high: Rows that will come.
            sink: Where the tiles go.
        """
        self._number, self._wide, self._high, self._sink = number, wide, high, sink
        self._strip = np.empty((min(TILE, high), wide, 3), np.uint8)
        self._filled = self._row = self._seen = 0
        is_last = max(wide, high) <= TILE
        self._below = None if is_last else Level(number + 1, (wide + 1) // 2, (high + 1) // 2, sink)

    def take(self, rows: Pixels) -> None:
        """Take the next rows."""
        while len(rows):
            count = min(len(rows), len(self._strip) - self._filled, self._high - self._seen)
            self._strip[self._filled : self._filled + count] = rows[:count]
            self._filled, self._seen, rows = self._filled + count, self._seen + count, rows[count:]
            if self._filled == len(self._strip) or self._seen == self._high:
                self._send()

    def _send(self) -> None:
        strip = self._strip[: self._filled]
        for column, x in enumerate(range(0, self._wide, TILE)):
            self._sink(self._number, column, self._row, strip[:, x : x + TILE])
        if self._below is not None:
            for top in range(0, len(strip), 64):  # an even number; few at a time need little room
                self._below.take(halved(strip[top : top + 64]))
        self._filled, self._row = 0, self._row + 1


def build(path: Path, cache: Path, progress: Progress = lambda _: True) -> Pyramid:
    """Make the tiles of a picture, unless they are there from an earlier time.

    Args:
        path: The picture.
        cache: A folder for tiles; it may be cleared at any time.
        progress: Hears how far it is.

    Raises:
        PictureError: The picture cannot be used, or there is no room for its tiles.
        Cancelled: The progress said so.
    """
    found = source(path)
    folder = cache / _name_of(path)
    old = _opened(folder)
    if old is not None and (old.wide, old.high) == (found.wide, found.high):
        with suppress(OSError):
            os.utime(folder)
        return old
    draft = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        draft.mkdir(parents=True, exist_ok=True)
        _fill(found, draft, progress)
        shutil.rmtree(folder, ignore_errors=True)
        draft.replace(folder)
    except (OSError, SaveError) as fault:
        words = mark("there is no room for its tiles in {folder}")
        raise PictureError(words, folder=cache) from fault
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    _clear(cache, folder)
    return Pyramid(folder, found.wide, found.high)


def _fill(found: Source, folder: Path, progress: Progress) -> None:
    def keep(level: int, column: int, row: int, tile: Pixels) -> None:
        if not picture(tile).save(str(folder / _tile_name(level, column, row)), quality=QUALITY):
            raise OSError

    first, seen = Level(0, found.wide, found.high, keep), 0
    for rows in found.bands():
        for top in range(0, len(rows), TILE):
            first.take(rows[top : top + TILE])
            seen += len(rows[top : top + TILE])
            if not progress(seen / found.high):
                raise Cancelled
    told = {"format": _FORMAT, "wide": found.wide, "high": found.high}
    write_file(folder / _DONE, json.dumps(told))


def picture(rows: Pixels) -> QImage:
    """Rows of pixels as a picture."""
    rows = np.ascontiguousarray(rows)
    high, wide, _ = rows.shape
    return QImage(rows.data, wide, high, wide * 3, QImage.Format.Format_RGB888).copy()


def _tile_name(level: int, column: int, row: int) -> str:
    return f"{level}-{column}-{row}.jpg"


def _name_of(path: Path) -> str:
    """A name that no other picture has, nor the same one once it was changed."""
    told = path.stat()
    sources = f"{path.resolve()} {told.st_size} {told.st_mtime_ns} {TILE} {QUALITY}"
    return hashlib.sha256(sources.encode(errors="surrogateescape")).hexdigest()[:32]


def _opened(folder: Path) -> Pyramid | None:
    """The tiles in a folder, if all were made."""
    try:
        told = json.loads(read_bytes(folder / _DONE, NOTE.size))
        if told["format"] == _FORMAT:
            return Pyramid(folder, int(told["wide"]), int(told["high"]))
    except (OSError, OverBudget, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def _clear(cache: Path, latest: Path) -> None:
    """Remove the tiles of pictures that were not used for longest."""
    with suppress(OSError):
        done = [path.parent for path in cache.glob(f"*/{_DONE}") if path.parent != latest]
        done.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in done[: max(0, len(done) - KEPT + 1)]:
            shutil.rmtree(folder, ignore_errors=True)


# -- looking


@dataclass(eq=False)
class Pyramid:
    """The tiles of a picture. One thread looks at them."""

    folder: Path
    wide: int  # pixels
    high: int
    _store: dict[tuple[int, int, int], Pixels] = field(default_factory=dict, repr=False)
    _held: int = 0

    @property
    def levels(self) -> int:
        """How many sizes there are."""
        longest, count = max(self.wide, self.high), 1
        while longest > TILE:
            longest, count = (longest + 1) // 2, count + 1
        return count

    def size(self, level: int) -> tuple[int, int]:
        """Width and height of a level, pixels."""
        wide, high = self.wide, self.high
        for _ in range(level):
            wide, high = (wide + 1) // 2, (high + 1) // 2
        return wide, high

    def level_for(self, step: float) -> int:
        """The level whose pixels are about so many pixels of the picture apart, rather less."""
        level = 0
        while level + 1 < self.levels and 2 ** (level + 1) <= step * 1.2:
            level += 1
        return level

    def tile(self, level: int, column: int, row: int) -> Pixels:
        """The pixels of a tile; grey where it cannot be read any more."""
        key = level, column, row
        found = self._store.pop(key, None)
        if found is None:
            found = self._read(level, column, row)
            self._held += found.nbytes
        self._store[key] = found  # the latest used stands last
        while self._held > _STORE and len(self._store) > 1:
            self._held -= self._store.pop(next(iter(self._store))).nbytes
        return found

    def _read(self, level: int, column: int, row: int) -> Pixels:
        wide, high = self.size(level)
        size = min(TILE, high - row * TILE), min(TILE, wide - column * TILE)
        reader = QImageReader(str(self.folder / _tile_name(level, column, row)), b"jpg")
        told = reader.size()
        if (told.height(), told.width()) == size:
            image = reader.read()
            if not image.isNull():
                return pixels(image)
        return np.full((*size, 3), 128, np.uint8)

    def nearest(self, level: int, x: Array, y: Array) -> tuple[Pixels, npt.NDArray[np.bool_]]:
        """The pixels of a level that lie nearest to points of the picture.

        Args:
            level: Of the pyramid.
            x: Of the points, pixels of the picture; not a number for one that is nowhere.
            y: Likewise.

        Returns:
            Red, green and blue for each point, and whether it lies in the picture.
        """
        with np.errstate(invalid="ignore"):
            inside = (x >= 0) & (y >= 0) & (x < self.wide) & (y < self.high)
        wide, high = self.size(level)
        scale = 0.5**level
        at_x = np.minimum(np.where(inside, x, 0) * scale, wide - 1).astype(np.int64)
        at_y = np.minimum(np.where(inside, y, 0) * scale, high - 1).astype(np.int64)
        found = np.zeros((len(x), 3), np.uint8)
        tiles = (at_y // TILE) * (-(-wide // TILE)) + at_x // TILE
        for which in self._parts(tiles, inside):
            column, row = int(at_x[which[0]]) // TILE, int(at_y[which[0]]) // TILE
            tile = self.tile(level, column, row)
            found[which] = tile[at_y[which] - row * TILE, at_x[which] - column * TILE]
        return found, inside

    @staticmethod
    def _parts(
        tiles: npt.NDArray[np.int64], inside: npt.NDArray[np.bool_]
    ) -> Iterator[npt.NDArray[np.int64]]:
        """The places of the points of each tile."""
        known = np.flatnonzero(inside)
        order = known[np.argsort(tiles[known], kind="stable")]
        cuts = np.flatnonzero(np.diff(tiles[order])) + 1
        return (part for part in np.split(order, cuts) if len(part))

    def part(self, level: int, left: int, top: int, right: int, bottom: int) -> Pixels:
        """A rectangle of a level, within its bounds; right and bottom are one beyond."""
        found = np.empty((bottom - top, right - left, 3), np.uint8)
        for row in range(top // TILE, (bottom - 1) // TILE + 1):
            for column in range(left // TILE, (right - 1) // TILE + 1):
                x, y = column * TILE, row * TILE
                tile = self.tile(level, column, row)
                y0, y1 = max(top, y), min(bottom, y + tile.shape[0])
                x0, x1 = max(left, x), min(right, x + tile.shape[1])
                found[y0 - top : y1 - top, x0 - left : x1 - left] = tile[
                    y0 - y : y1 - y, x0 - x : x1 - x
                ]
        return found
