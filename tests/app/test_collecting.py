"""What Python's collector looks at while a game is open."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from hexwar.app.window import Collector


class Thing:
    """Holds itself, as soon as it is told to."""

    own: Thing


@pytest.fixture
def collector(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """The oldest generation is always due."""
    parent = QObject()
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 1000))
    made = Collector(parent)
    yield made
    made.stop()
    gc.unfreeze()


def left_behind() -> ref[Thing]:
    """Something that only holds itself."""
    left = Thing()
    left.own = left
    return ref(left)


def test_what_was_there_at_the_beginning_is_not_looked_at(collector: Collector) -> None:
    kept = Thing()
    kept.own = kept
    gone = left_behind()
    collector.begin()
    collector.look()
    assert id(kept) not in {id(one) for one in gc.get_objects()}
    assert gone() is not None, "it was there for good"


def test_a_game_that_is_left_goes_however_old_it_is(collector: Collector) -> None:
    collector.begin()
    left = Thing()
    left.own = left
    gone = ref(left)
    for _ in range(4):
        collector.look()
    assert gone() is not None
    del left
    collector.look()
    assert gone() is None


def test_what_dies_in_a_game_is_collected(collector: Collector) -> None:
    collector.begin()
    gone = left_behind()
    collector.look()
    assert gone() is None
