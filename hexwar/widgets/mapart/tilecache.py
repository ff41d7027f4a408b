"""Squares of the map, painted once and kept: their names, their store in memory and on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import PySide6
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from hexwar.widgets import fonts
from hexwar.widgets.mapart.pixels import Words, opaque, words

TILE: Final = 256
"""Device pixels along a tile's side."""

SCALES: Final = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Device pixels to a scene pixel at each level of detail; 8 is 400 % on a screen of ratio 2."""

_SOFTEST: Final = 1.12  # how far a tile may be enlarged before the next finer level is painted
_LARGEST_FILE: Final = 64 * 2**20  # bytes; no overview comes near it


@dataclass(frozen=True, slots=True)
class TileKey:
    """Which tile: columns and rows count from the scene's origin and may be negative."""

    level: int  # index in `SCALES`
    column: int
    row: int

    @property
    def rect(self) -> QRectF:
        """What the tile shows, scene pixels."""
        side = TILE / SCALES[self.level]
        return QRectF(self.column * side, self.row * side, side, side)

    def ancestor(self, level: int) -> TileKey:
        """The tile of a coarser level that shows this one's ground and more."""
        steps = self.level - level
        return TileKey(level, self.column >> steps, self.row >> steps)


def level_for(scale: float) -> int:
    """The level to paint for so many device pixels to a scene pixel."""
    return next((i for i, s in enumerate(SCALES) if s * _SOFTEST >= scale), len(SCALES) - 1)


def keys_within(rect: QRectF, level: int) -> Iterator[TileKey]:
    """The tiles that touch a rectangle of the scene, row by row."""
    side = TILE / SCALES[level]
    for row in range(int(rect.top() // side), int(rect.bottom() // side) + 1):
        for column in range(int(rect.left() // side), int(rect.right() // side) + 1):
            yield TileKey(level, column, row)


class TileCache:
    """Tiles in memory; those used longest ago go first when it is full, pinned ones never."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity  # bytes
        self._tiles: OrderedDict[TileKey, QImage] = OrderedDict()
        self._pinned: dict[TileKey, QImage] = {}
        self._size = 0

    @property
    def size(self) -> int:
        """Bytes of the tiles that are not pinned."""
        return self._size

    def get(self, key: TileKey) -> QImage | None:
        """A tile, which counts as used now."""
        if key in self._pinned:
            return self._pinned[key]
        if key in self._tiles:
            self._tiles.move_to_end(key)
            return self._tiles[key]
        return None

    def put(self, key: TileKey, tile: QImage) -> None:
        """Keeps a tile, and lets go of others if there is no room."""
        if key in self._pinned or key in self._tiles:
            return
        self._tiles[key] = tile
        self._size += tile.sizeInBytes()
        while self._size > self._capacity:
            _, oldest = self._tiles.popitem(last=False)
            self._size -= oldest.sizeInBytes()

    def pin(self, key: TileKey, tile: QImage) -> None:
        """Keeps a tile for good."""
        self._pinned[key] = tile


class OverviewStore:
    """Keeps the tiles of one coarse level on disk, so that the next start shows the map at once.

    The folder is a cache: whatever is wrong with it, the map is painted anew.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._path = folder / f"{name}-{art_revision()[:16]}.npz"

    def load(self, keys: list[TileKey]) -> dict[TileKey, QImage]:
        """The tiles of an earlier run; none if any is missing or the file is unfit."""
        try:
            if self._path.stat().st_size > _LARGEST_FILE:
                return {}
            with self._path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                pixels = stored["tiles"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return {}
        if pixels.shape != (len(keys), TILE, TILE) or pixels.dtype != np.uint32:
            return {}
        return {key: opaque(tile) for key, tile in zip(keys, pixels, strict=True)}

    def save(self, tiles: Mapping[TileKey, QImage]) -> None:
        """Keeps tiles for the next run, in the place of older pictures of the same map."""
        pixels = np.stack([words(tile) for tile in tiles.values()])
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(pixels)
            for old in self._folder.glob(f"{self._name}-*.npz"):
                if old != self._path:
                    old.unlink()

    def _write(self, pixels: Words) -> None:
        """Writes beside the file and moves it into place: no reader sees half a picture."""
        handle, name = tempfile.mkstemp(suffix=".part", dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, tiles=pixels)
            Path(name).replace(self._path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


@cache
def art_revision() -> str:
    """A digest of all that decides how a map is drawn, but the map."""
    digest = hashlib.sha256(PySide6.__version__.encode() + fonts.load_fonts().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
