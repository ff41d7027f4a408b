"""The real window, offscreen, and a hand to play it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import hexwar.systems.nlc.system  # noqa: F401 - its chapters of cards enter how each card acts
from hexwar.kit import Kit
from hexwar.rulebook import Rulebook
from hexwar.shell import panes
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.panes import book_of
from hexwar.table.battle import MapBattle
from hexwar.widgets import theme as themes
from hexwar.widgets.brushwork import PictureStore
from hexwar.widgets.counters.art import BUDGET, CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.mapart.tiles import MapLayer, TileWorker
from hexwar.widgets.theme import Theme
from tests.shell.hand import Hand, Shelf, brienne, services


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform cannot raise windows, and says so each time."""
    for item in items:
        if "tests/shell" in str(item.path):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(autouse=True)
def _bare_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the map is painted, no name of it placed: that takes a second each time.

    Both have tests of their own.
    """
    monkeypatch.setattr(MapLayer, "paint_part", lambda layer, painter, part, widget: None)
    monkeypatch.setattr(TileWorker, "want", lambda worker, key: None)
    monkeypatch.setattr(TileWorker, "want_soon", lambda worker, task: None)
    monkeypatch.setattr(TileWorker, "want_later", lambda worker, task: None)


_BOOKS: dict[tuple[str, str], Rulebook | None] = {}


@pytest.fixture(autouse=True)
def _one_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rulebook is read once, not by each window anew."""

    def kept(kit: Kit[Any], battle: MapBattle | None) -> Rulebook | None:
        key = (kit.id, repr(battle and battle.numbers))
        if key not in _BOOKS:
            _BOOKS[key] = book_of(kit, battle)
        return _BOOKS[key]

    monkeypatch.setattr(panes, "book_of", kept)


Pictures = PictureStore[Hashable, QPixmap]


@pytest.fixture(scope="session")
def _albums(qapp: QApplication) -> Iterator[dict[Hashable, Pictures]]:
    """The pictures of counters by style and theme; they go before the application does."""
    albums: dict[Hashable, Pictures] = {}
    yield albums
    albums.clear()


@pytest.fixture(autouse=True)
def _one_album(_albums: dict[Hashable, Pictures], monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter is painted once, not by each window anew."""
    make = CounterArt.__init__

    def kept(art: CounterArt, style: CounterStyle, theme: Theme, budget: int = BUDGET) -> None:
        make(art, style, theme, budget)
        art.pictures = _albums.setdefault((style, theme, budget), art.pictures)

    monkeypatch.setattr(CounterArt, "__init__", kept)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path, shelf: Shelf) -> Iterator[MainWindow]:
    """The window of a player who likes everything shown at once."""
    look = look_of(shelf.preferences())
    themes.apply(qapp, look.theme, look.scale)
    made = MainWindow(services(tmp_path, shelf))
    qtbot.addWidget(made, before_close_func=lambda _: _settle(made, qtbot))
    made.resize(1366, 768)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def _settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait for the disk: until it has the last answer the window does not let itself be closed.

    It would be deleted all the same, with all that runs in it.
    """
    game = window.game
    if game is not None:
        diary = game.diary
        qtbot.waitUntil(lambda: diary.is_stuck or not diary.is_behind, timeout=20_000)


@pytest.fixture
def hand(window: MainWindow, qtbot: QtBot) -> Hand:
    return Hand(window, qtbot)


@pytest.fixture
def table(hand: Hand) -> Hand:
    """At Brienne, when V Cavalry Corps acts."""
    return hand.open(brienne())
