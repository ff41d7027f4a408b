"""What a window shows has passed the catalogue, but for what comes from files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QWidget

from hexwar.widgets.panels.rulebook import RulebookView
from tests.foundations.catalogue import unsaid, wide_letters
from tests.shell.hand import Hand, brienne

GETTERS = (
    *("text", "toolTip", "statusTip", "windowTitle", "title", "placeholderText"),
    *("accessibleName", "accessibleDescription"),
)
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
DIALOGS = ("new", "preferences", "keys", "about", "go-to", "decks")
SWITCHES = ("sight", "further", "command", "supply", "suppose", "orders")


@pytest.fixture(autouse=True)
def _wide() -> Iterator[None]:
    with wide_letters():
        yield


def texts(top: QWidget) -> Iterator[tuple[str, str]]:
    """Whatever stands in a window and its parts but the rulebook, each with what shows it."""
    books = top.findChildren(RulebookView)
    for one in (top, *top.findChildren(QWidget), *top.findChildren(QAction)):
        in_book = isinstance(one, QWidget) and any(book.isAncestorOf(one) for book in books)
        if in_book or one.objectName().startswith(("qt_", "Scroll")):
            continue
        name = f"{type(one).__name__} {one.objectName()}"
        getters = (getattr(one, getter, None) for getter in GETTERS)
        yield from ((name, str(getter())) for getter in getters if callable(getter))
        if isinstance(one, QComboBox):
            yield from ((name, one.itemText(row)) for row in range(one.count()))
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            yield from ((name, words) for words in items(one.model(), QModelIndex()))


def items(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield from (str(index.data(role) or "") for role in ROLES)
        yield from items(model, index)


def bypasses(top: QWidget) -> dict[str, str]:
    return {f"{name}: {found[:5]}": words for name, words in texts(top) if (found := unsaid(words))}


def test_dialogs_and_menus_pass_the_catalogue(hand: Hand) -> None:
    hand.open(brienne())
    assert bypasses(hand.window) == {}
    for name in DIALOGS:
        hand.window.menus[name].trigger()
        dialog = hand.window.dialogs.dialog
        assert dialog is not None, name
        assert bypasses(dialog) == {}, name
        dialog.reject()


def test_the_briefing_passes_the_catalogue(hand: Hand) -> None:
    hand.open(brienne())
    hand.window.briefing.show()
    assert bypasses(hand.window) == {}


def test_docks_lenses_and_answers_pass_the_catalogue(hand: Hand) -> None:
    hand.open(brienne())
    hand.hover("1604")
    for spec in hand.window.menus.specs:
        if spec.id.startswith("dock-") or spec.id in SWITCHES:
            hand.window.menus[spec.id].trigger()
            assert bypasses(hand.window) == {}, spec.id
    for turn in range(14):
        words = list(hand.buttons)
        if words:
            hand.press(words[turn % len(words)])
        assert bypasses(hand.window) == {}, words
    assert len(hand.session.journal) > 5
