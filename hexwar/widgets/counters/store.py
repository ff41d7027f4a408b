"""A store of pictures that forgets those unused longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from PySide6.QtGui import QPixmap


class PictureStore:
    """Pictures by key, at most so many bytes of them.

    Args:
        budget: bytes of pixels to keep; the picture put last is kept in any case.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def kept_bytes(self) -> int:
        """The size of the pictures that are kept now."""
        return self._bytes

    def get(self, key: Hashable) -> QPixmap | None:
        """The picture of a key, now the latest used, or None."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def put(self, key: Hashable, picture: QPixmap) -> None:
        """Keep a picture; the longest unused go where there is no room."""
        self._forget(key)
        self._pictures[key] = picture
        self._bytes += _bytes_of(picture)
        while self._bytes > self._budget and len(self._pictures) > 1:
            self._forget(next(iter(self._pictures)))

    def _forget(self, key: Hashable) -> None:
        picture = self._pictures.pop(key, None)
        if picture is not None:
            self._bytes -= _bytes_of(picture)


def _bytes_of(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4
