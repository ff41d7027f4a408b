"""The overview of a map on disk: a few tiles that show the whole sheet at the next start."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import PySide6
from PySide6.QtGui import QImage

from hexwar.widgets import fonts
from hexwar.widgets.mapart.palette import inks_file
from hexwar.widgets.mapart.raster import Words, opaque, words

TILE: Final = 256
"""Device pixels along a tile's side."""

_LARGEST_FILE: Final = 64 * 2**20  # bytes; no overview comes near it

Key = TypeVar("Key", bound=Hashable)


class OverviewStore:
    """Keeps the tiles of one coarse level on disk, so that the next start shows the map at once.

    The folder is a cache: whatever is wrong with it, the map is painted anew.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._path = folder / f"{name}-{art_revision()[:16]}.npz"

    def load(self, keys: Sequence[Key]) -> dict[Key, QImage]:
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

    def save(self, tiles: Mapping[Key, QImage]) -> None:
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
    for path in (*sorted(Path(__file__).parent.glob("*.py")), inks_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()
