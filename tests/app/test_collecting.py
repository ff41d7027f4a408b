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


def test_what_a_game_is_made_of_is_looked_at_once(collector: Collector) -> None:
    kept = Thing()
    kept.own = kept
    collector.look()
    assert gc.get_freeze_count() > 0
    seen = {id(one) for one in gc.get_objects()}
    assert id(kept) not in seen


def test_a_game_that_is_left_goes_when_another_is_opened(collector: Collector) -> None:
    left = Thing()
    left.own = left
    gone = ref(left)
    collector.look()
    del left
    collector.look()
    assert gone() is not None, "it was there for good"
    collector.renew()
    collector.look()
    assert gone() is None


def test_what_dies_in_a_game_is_collected(collector: Collector) -> None:
    collector.look()
    made = Thing()
    made.own = made
    gone = ref(made)
    del made
    collector.look()
    assert gone() is None
