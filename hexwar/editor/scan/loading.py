"""A picture is read in a thread of its own, so that nobody waits for it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from hexwar.editor.align import Pin
from hexwar.editor.scan import beneath, vassal
from hexwar.editor.scan.pyramid import Cancelled, Pyramid, build
from hexwar.editor.scan.source import PictureError, source
from hexwar.hexes import Grid
from hexwar.messages import say


@dataclass(frozen=True, slots=True)
class Wish:
    """What shall be read."""

    path: Path  # a picture, or a VASSAL module
    cache: Path
    folder: Path | None  # into which it is brought
    grid: Grid
    board: vassal.Board | None = None  # of a module


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read."""

    path: Path
    name: str  # from the folder; empty where there is none
    pyramid: Pyramid
    pins: tuple[Pin, ...] | None = None  # by the grid of a module
    remark: str = ""


class Loader(QObject):
    """Reads one picture, and tells of it in signals, which come in the thread of who hears them."""

    progressed = Signal(float)
    done = Signal(object)
    """A `Loaded`."""
    failed = Signal(str)

    def __init__(self, wish: Wish, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wish, self._over = wish, threading.Event()
        self._thread = threading.Thread(target=self._run, name=say("picture"), daemon=True)

    def start(self) -> None:
        """Begin; who is to hear of it must listen by now: a stranger is refused at once."""
        self._thread.start()

    def close(self) -> None:
        """Stop reading; no signal comes afterwards that was not sent yet."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            found = self._load()
        except Cancelled:
            return
        except PictureError as fault:
            sentence = say("{name} cannot be used: {why}.", name=self._wish.path.name, why=fault)
            if not self._over.is_set():
                self.failed.emit(sentence)
            return
        if not self._over.is_set():
            self.done.emit(found)

    def _load(self) -> Loaded:
        wish, path, pins, remark = self._wish, self._wish.path, None, ""
        home = wish.folder or wish.cache / "modules"
        if wish.board is not None:
            path = vassal.take_out(path, wish.board.image, home)
            head = source(path)
            try:
                if wish.board.grid is not None:
                    pins = vassal.pins_of(wish.board, wish.grid, head.wide, head.high)
            except PictureError as fault:
                remark = say("The grid of the module does not help: {why}.", why=fault)
        else:
            source(path)  # before it is copied
        name = "" if wish.folder is None else beneath.bring(path, wish.folder)
        if name and wish.folder is not None:
            path = wish.folder / name
        tiles = build(path, wish.cache / "pictures", self._progress)
        return Loaded(path, name, tiles, pins, remark)

    def _progress(self, share: float) -> bool:
        if not self._over.is_set():
            self.progressed.emit(share)
        return not self._over.is_set()
