"""The thread that paints tiles while the window goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from hexwar.widgets.mapart.tilecache import TileKey

_MOST_WANTED = 512  # tiles; older wishes than these are forgotten


class TileWorker(QObject):
    """Paints the tile asked for last first: it is the one that is looked at.

    Args:
        paint: Paints a tile; called in the worker's thread.
    """

    painted = Signal(object, QImage)
    """A tile's key and picture, sent from the worker's thread."""

    def __init__(self, paint: Callable[[TileKey], QImage]) -> None:
        super().__init__()
        self._paint = paint
        self._wake = threading.Condition()
        self._wanted: dict[TileKey, None] = {}
        self._later: list[TileKey | Callable[[], None]] = []
        self._busy: TileKey | None = None
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="map tiles", daemon=True)
        self._thread.start()

    def want(self, key: TileKey) -> TileKey | None:
        """Asks for a tile before all that were asked for earlier.

        Returns:
            A tile that is forgotten for it, because too many are wanted.
        """
        with self._wake:
            self._wanted.pop(key, None)
            if key != self._busy:
                self._wanted[key] = None
            self._wake.notify()
            return self._forget_oldest() if len(self._wanted) > _MOST_WANTED else None

    def want_later(self, task: TileKey | Callable[[], None]) -> None:
        """Asks for a tile, or a call, once nothing else is wanted."""
        with self._wake:
            self._later.append(task)
            self._wake.notify()

    def keep_levels(self, levels: Collection[int]) -> set[TileKey]:
        """Forgets the tiles wanted of other levels: nobody looks at them any more.

        Returns:
            The tiles forgotten.
        """
        with self._wake:
            forgotten = {key for key in self._wanted if key.level not in levels}
            for key in forgotten:
                del self._wanted[key]
            return forgotten

    def _forget_oldest(self) -> TileKey:
        oldest = next(iter(self._wanted))
        del self._wanted[oldest]
        return oldest

    @property
    def is_closed(self) -> bool:
        """Whether the thread has been told to end."""
        return self._is_closing

    def close(self) -> None:
        """Ends the thread once the tile in hand is painted. No tile comes afterwards."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while (task := self._next_task()) is not None:
            if isinstance(task, TileKey):
                picture = self._paint(task)
                self._deliver(task, picture)
            else:
                task()

    def _next_task(self) -> TileKey | Callable[[], None] | None:
        """Waits for something to do; None is the end."""
        with self._wake:
            self._wake.wait_for(lambda: self._is_closing or self._wanted or self._later)
            if self._is_closing:
                return None
            if self._wanted:
                key, _ = self._wanted.popitem()
                self._busy = key
                if key in self._later:  # a key that is forgotten before stays asked for
                    self._later.remove(key)
                return key
            return self._later.pop(0)

    def _deliver(self, key: TileKey, picture: QImage) -> None:
        with self._wake:
            self._busy = None
            is_closing = self._is_closing
        if not is_closing:
            self.painted.emit(key, picture)
