"""Keys that show something only while they are held."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

PAUSE_MS: Final = 40
"""A key that comes down again within this time was held all along: some systems repeat a held key
as if it were let go and pressed again and again."""


class HeldKeys(QObject):
    """Tells when some keys go down and up in a window, wherever the keyboard is.

    A key that is held when the window loses the keyboard counts as let go.
    """

    pressed = Signal(str)
    """The id of what a key shows that goes down."""
    released = Signal(str)
    """The id of what a key shows that goes up."""

    def __init__(self, window: QWidget, keys: Mapping[str, str]) -> None:
        """Watch some keys.

        Args:
            window: The window that they belong to, or a part of it: they go with it.
            keys: Letters, each with the id of what it shows.
        """
        super().__init__(window)
        self._window = window
        self._held: dict[int, str] = {}
        self._rising: set[int] = set()  # keys that went up just now
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._release_all)
        for letter, id_ in keys.items():
            shortcut = QShortcut(QKeySequence(letter), window)
            shortcut.activated.connect(partial(self._press, ord(letter), id_))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice a key that goes up."""
        if event.type() is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() in self._held and not event.isAutoRepeat():
                self._rising.add(event.key())
                self._pause.start()
        elif event.type() is QEvent.Type.WindowDeactivate and watched is self._window.window():
            self._rising.update(self._held)
            self._release_all()
        return super().eventFilter(watched, event)

    def _press(self, key: int, id_: str) -> None:
        """A key goes down, or repeats itself."""
        self._rising.discard(key)
        if key not in self._held:
            if not self._held:
                _application().installEventFilter(self)
            self._held[key] = id_
            self.pressed.emit(id_)

    def _release_all(self) -> None:
        """Let go the keys that went up and did not come down again."""
        self._pause.stop()
        gone = [self._held.pop(key) for key in sorted(self._rising)]
        self._rising.clear()
        if not self._held:
            _application().removeEventFilter(self)
        for id_ in gone:
            self.released.emit(id_)


def _application() -> QCoreApplication:
    found = QCoreApplication.instance()
    assert found is not None
    return found
