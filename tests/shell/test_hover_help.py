"""Every row and number of every panel and dialog explains itself under the pointer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QTextBrowser,
    QWidget,
)

from hexwar.app.games import new_match
from hexwar.shell.helping import help_of
from hexwar.table.forces import Side
from hexwar.widgets.cards.hand import Hand as CardHand
from hexwar.widgets.panels.parts import HELP_ROLE
from hexwar.widgets.panels.spots import SpotPanel
from tests.shell.hand import Hand, brienne

HEADINGS = ("title", "heading", "bar", "quiet")
"""Labels of dialogs that name a group, or that are the explanation themselves."""


def unexplained(panel: QWidget, *, is_dialog: bool = False) -> Iterator[str]:
    """What of a panel has no tip, neither of its own nor of the row or card that it stands in."""
    for part in (panel, *panel.findChildren(QWidget)):
        if part is not panel and not part.isVisibleTo(panel):
            continue
        if isinstance(part, CardHand) or part.property("role") == "prompt":
            continue  # the card that is pointed at is shown large; the question is a sentence
        if isinstance(part, SpotPanel):
            yield from (f"spot {spot.id}" for spot in part.spots if not spot.tooltip)
        elif isinstance(part, QAbstractItemView):
            yield from (f"row {words}" for words in _bare_rows(part.model()))
        elif isinstance(part, QLabel):
            if part.text() and not (is_dialog and part.property("role") in HEADINGS):
                yield from _untold(part, panel, part.text()[:60], is_dialog=is_dialog)
        elif isinstance(part, QAbstractButton) and is_dialog and part.text():
            continue  # a button of a dialog says what it does
        elif isinstance(part, QAbstractButton | QComboBox | QLineEdit):
            words = part.text() if isinstance(part, QAbstractButton) else part.accessibleName()
            yield from _untold(part, panel, f"{type(part).__name__} {words}")


def _untold(part: QWidget, panel: QWidget, words: str, *, is_dialog: bool = False) -> Iterator[str]:
    buddy = part.buddy() if isinstance(part, QLabel) and is_dialog else None
    if buddy is not None and buddy.toolTip():
        return
    above: QWidget | None = part
    while above is not None and above is not panel.parentWidget():
        if above.toolTip():
            return
        above = above.parentWidget()
    yield words


def _bare_rows(model: QAbstractItemModel, top: QModelIndex | None = None) -> Iterator[str]:
    parent = top or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(model.rowCount(parent)):
        for column in range(columns):
            index = model.index(row, column, parent)
            if not index.data(Qt.ItemDataRole.ToolTipRole):
                yield str(index.data())
        if not isinstance(model, QAbstractListModel):
            yield from _bare_rows(model, model.index(row, 0, parent))


DOCKS = ("stack", "orders", "cards", "army", "boxes", "victory", "log", "dice")


@pytest.mark.parametrize("cards", ["none", "full"])
def test_every_row_of_every_panel_explains_itself(hand: Hand, cards: str) -> None:
    hand.open(brienne(options={"cards": cards}))
    hand.window.follow_link("hex:1704")
    docks = hand.window.docks
    assert set(DOCKS) | {"map", "rules"} == set(docks.docks)
    found = {}
    for name in DOCKS:
        docks.show_dock(name)
        hand.qtbot.wait(20)
        panel = docks.docks[name].widget()
        assert panel is not None
        found[name] = list(unexplained(panel))
    found["strip"] = list(unexplained(hand.window.panes.strip))
    found["prompt"] = list(unexplained(hand.window.panes.prompt))
    assert {name: bare for name, bare in found.items() if bare} == {}


def test_every_choice_of_a_dialog_explains_itself(hand: Hand) -> None:
    hand.open(brienne())
    for ask in (hand.window.dialogs.ask_new, hand.window.dialogs.ask_preferences):
        ask()
        dialog = hand.window.dialogs.dialog
        assert dialog is not None
        lists = [one for one in dialog.findChildren(QListWidget) if not one.count()]
        assert not lists
        assert not dialog.findChildren(QTextBrowser)
        bare = [words for words in unexplained(dialog, is_dialog=True) if "·" not in words]
        assert bare == []


def test_the_sheet_of_the_end_and_the_bars_explain_themselves(hand: Hand) -> None:
    players = dict.fromkeys((Side("french"), Side("allied")), "greedy")
    match = new_match("first-steps", players, "7", {"orders": "open"})
    match.play()
    hand.open(match.session)
    hand.until(lambda: hand.window.dialogs.dialog is not None)
    sheet = hand.window.dialogs.dialog
    assert sheet is not None
    hand.until(lambda: "told" not in " ".join(label.text() for label in sheet.findChildren(QLabel)))
    bare = [words for words in unexplained(sheet) if words != sheet.windowTitle()]
    assert bare == []
    hand.window.dialogs.close()
    hand.window.replay_this()
    assert hand.window.replay is not None
    assert list(unexplained(hand.window.replay.bar)) == []
    hand.window.replay.do("leave-replay")


def test_f1_over_a_row_opens_its_rule(hand: Hand) -> None:
    hand.open(brienne())
    hand.window.docks.show_dock("log")
    model = hand.window.panes.log.log.list.model()
    rules = {model.index(row, 0).data(HELP_ROLE) for row in range(model.rowCount())}
    assert "rule:N4.4" in rules  # the chit that was drawn
    hand.window.docks.show_dock("victory")
    panel = hand.window.docks.docks["victory"].widget()
    assert panel is not None
    told = {part.property("help") for part in panel.findChildren(QWidget)} - {None, ""}
    assert {"rule:N22.2"} <= told
    row = next(part for part in panel.findChildren(QLabel) if "N22.2" in part.text())
    assert help_of(row, row.mapToGlobal(row.rect().center())) == "rule:N22.2"
