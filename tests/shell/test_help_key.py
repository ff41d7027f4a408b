"""F1 over dialogs and in menus, and the reason of everything grey."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QMenu,
    QScrollArea,
    QToolTip,
    QWidget,
)

from hexwar import resources
from hexwar.app.games import kit_named, names
from hexwar.shell.actions import Menu
from hexwar.shell.helping import help_of
from hexwar.shell.helppages import FIRST, help_page, help_pages
from hexwar.shell.notices import Notice, PanelDialog
from hexwar.shell.panes import book_of, kit_of_rule
from hexwar.shell.preferences import PreferencesDialog
from hexwar.systems.nlc.kit import NLC
from hexwar.widgets.cards.browser import CardBrowser
from hexwar.widgets.panels.dice import DieDialog
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.parts import HELP
from hexwar.widgets.panels.rulebook import RulebookView
from tests.shell.hand import Button, Hand, Key, Modifier, brienne
from tests.systems.skirmish.kit import SKIRMISH


def dialog_of(hand: Hand) -> QDialog:
    found = hand.window.dialogs.dialog
    assert found is not None
    return found


def over(dialog: QWidget) -> QDialog:
    """The dialog that has opened over another one, or over the window."""
    kinds = (Notice, PanelDialog)
    found = [one for kind in kinds for one in dialog.findChildren(kind) if one.isVisible()]
    assert len(found) == 1, found
    return found[0]


def point_at(part: QWidget) -> None:
    where = part.mapToGlobal(part.rect().center())
    QCursor.setPos(where)
    assert QApplication.widgetAt(where) is not None


def f1(part: QWidget) -> None:
    QTest.keyClick(part, Key.Key_F1)


def rule_over(dialog: QWidget) -> str:
    found = over(dialog)
    assert isinstance(found, PanelDialog)
    assert isinstance(found.panel, RulebookView)
    assert found.panel._here is not None
    return found.panel._here.rule


# -- where it leads


def test_every_address_of_help_leads_somewhere(hand: Hand) -> None:
    book, pages = book_of(NLC, None), help_pages(resources.help_file())
    assert book is not None
    hand.open(brienne())
    hand.window.dialogs.ask_new()
    named = {spec.id: spec.help_address for spec in hand.window.specs}
    for part in hand.window.findChildren(QWidget):
        if part.property(HELP):
            named[f"{type(part).__name__} {part.objectName()}"] = part.property(HELP)
    assert len(named) > 80
    for what, address in named.items():
        kind, _, name = address.partition(":")
        known = book.rules if kind == "rule" else pages
        assert name in known, (what, address)
    assert help_page("no such page") == pages[FIRST]


def test_every_page_of_help_is_reached_by_something(hand: Hand) -> None:
    hand.open(brienne())
    reached = {spec.help_address for spec in hand.window.specs}
    by_dialogs = {"help:dice", "help:the-start-page", "help:the-games"}
    by_dialogs |= {f"help:{kit_named(name).how_to_play}" for name in names()}
    assert {f"help:{id_}" for id_ in help_pages(resources.help_file())} <= reached | by_dialogs


# -- over dialogs


@pytest.mark.rule("N3.8")
def test_f1_over_the_dialog_of_a_new_game_opens_the_rule_of_the_option(hand: Hand) -> None:
    hand.window.dialogs.ask_new()
    dialog = dialog_of(hand)
    assert isinstance(dialog, NewGameDialog)
    for name, rule in (("weather", "N18.2"), ("play", "N26.1")):
        box = dialog.options[name]
        _area(box).ensureWidgetVisible(box)
        point_at(box)
        f1(box)
        assert rule_over(dialog) == rule
        over(dialog).reject()
        hand.until(lambda: not any(one.isVisible() for one in dialog.findChildren(PanelDialog)))
    QCursor.setPos(QPoint(0, 0))
    f1(dialog.start)
    assert over(dialog).windowTitle() == "New game"


def _area(part: QWidget) -> QScrollArea:
    above = part.parentWidget()
    while not isinstance(above, QScrollArea):
        assert above is not None
        above = above.parentWidget()
    return above


def test_f1_over_other_dialogs_opens_the_page_or_rule_nearest(hand: Hand) -> None:
    hand.open(brienne())
    hand.window.dialogs.ask_preferences()
    dialog = dialog_of(hand)
    assert isinstance(dialog, PreferencesDialog)
    point_at(dialog.checks["follows"])
    f1(dialog.checks["follows"])
    page = over(dialog)
    assert isinstance(page, Notice)
    assert page.windowTitle() == "Preferences"
    assert "ticked" in page.text.text()
    f1(page)  # of the page itself there is none but the first
    assert over(page).windowTitle() == "The start page"
    over(page).reject()
    page.reject()
    assert dialog_of(hand) is dialog

    hand.window.follow_link("deck:")
    decks = dialog_of(hand)
    assert isinstance(decks, CardBrowser)
    f1(decks.list)
    assert rule_over(decks) == "N23.4"
    hand.window.dialogs.close()

    die = DieDialog(hand.window.look, "a rout", hand.window)
    assert help_of(die.buttons[0], QPoint()) == "help:dice"
    die.deleteLater()


# -- in menus


def menu_of(hand: Hand, title: Menu) -> QMenu:
    for entry in hand.window.menuBar().actions():
        menu = entry.menu()
        if isinstance(menu, QMenu) and entry.text() == title.value:
            return menu
    raise LookupError(title)


def opened(hand: Hand, title: Menu) -> QMenu:
    QCursor.setPos(QPoint(0, 0))
    menu = menu_of(hand, title)
    menu.popup(hand.window.mapToGlobal(QPoint(200, 200)))
    hand.until(menu.isVisible)
    return menu


def test_f1_in_an_open_menu_opens_the_help_of_the_entry(hand: Hand) -> None:
    hand.open(brienne())
    menu = opened(hand, Menu.GAME)
    for _ in menu.actions():
        if menu.activeAction() is not hand.window.menus["report"]:
            QTest.keyClick(menu, Key.Key_Down)
    f1(menu)
    assert not menu.isVisible()
    assert over(hand.window).windowTitle() == "Report"
    over(hand.window).reject()

    menu = opened(hand, Menu.VIEW)
    entry = hand.window.menus["zones-own"]
    QCursor.setPos(menu.mapToGlobal(menu.actionGeometry(entry).center()))
    f1(menu)
    assert not menu.isVisible()
    assert hand.window.docks.docks["rules"].isVisible()
    assert _shown_rule(hand) == "N6.3"


def _shown_rule(hand: Hand) -> str:
    here = hand.window.findChildren(RulebookView)[-1]._here
    assert here is not None
    return here.rule


def test_f1_on_the_board_is_the_windows_own_key_still(hand: Hand) -> None:
    hand.open(brienne())
    QCursor.setPos(QPoint(0, 0))
    hand.key(Key.Key_F1)
    assert _shown_rule(hand) == "N4.52"


# -- why not?


def grey(part: QWidget) -> Iterator[tuple[str, str]]:
    """Every control that is grey by itself, and every grey entry of a menu, with its tip."""
    for made in part.findChildren(QWidget):
        above = made.parentWidget()
        is_control = isinstance(made, QAbstractButton | QComboBox)
        is_control = is_control and not made.objectName().startswith("Scroll")  # Qt's, of tabs
        if is_control and not made.isEnabled() and (above is None or above.isEnabled()):
            yield (
                f"{type(made).__name__} {made.objectName()} {made.accessibleName()}",
                made.toolTip(),
            )
    for menu in part.findChildren(QMenu):
        for entry in menu.actions():
            if not entry.isEnabled() and not entry.isSeparator():
                bare = entry.text().replace("&", "").replace(" …", "")
                yield entry.text(), "" if entry.toolTip() == bare else entry.toolTip()


def test_everything_grey_says_why(hand: Hand) -> None:
    found = dict(grey(hand.window))  # on the start page
    assert "Open a game first." in found["&Save"]
    hand.open(brienne())
    hand.click("0912")
    hand.window.dialogs.ask_new()
    found |= dict(grey(hand.window))
    assert "Only a replay has this" in found["Book&mark"]
    assert [what for what, why in found.items() if not why] == []
    hand.window.dialogs.close()
    hand.window.replay_this()
    found = dict(grey(hand.window))
    assert "This is a replay" in found["&Undo"]
    assert [what for what, why in found.items() if not why] == []


def test_a_click_on_what_is_grey_in_a_dialog_or_a_menu_says_why_at_once(hand: Hand) -> None:
    hand.open(brienne())
    hand.window.dialogs.ask_new()
    dialog = dialog_of(hand)
    assert isinstance(dialog, NewGameDialog)
    dialog.options["play"].setCurrentIndex(1)
    box = dialog.options["cups"]
    assert not box.isEnabled()
    QTest.mouseClick(box, Button.LeftButton)
    assert QToolTip.text() == "The basic game has no such option."
    QToolTip.hideText()
    hand.window.dialogs.close()

    menu = opened(hand, Menu.SHOW)
    entry = hand.window.menus["bookmark"]
    assert not entry.isEnabled()
    where = menu.actionGeometry(entry).center()
    QTest.mousePress(menu, Button.LeftButton, Modifier.NoModifier, where)
    assert "Only a replay has this" in QToolTip.text()
    assert menu.isVisible()
    menu.close()
    QToolTip.hideText()


def test_the_menu_of_help_tells_how_the_game_goes_that_is_open(hand: Hand) -> None:
    hand.open(brienne())
    hand.window.menus["how"].trigger()
    found = hand.window.findChildren(Notice)
    assert [notice.windowTitle() for notice in found] == ["The chit-pull game"]
    assert "Chits are drawn one by one" in found[0].text.text()


def test_a_rule_is_read_in_the_book_of_its_game() -> None:
    kits = {name: kit_named(name) for name in names()}
    for rule, shown, read in (
        ("N8.8", "nlc", "nlc"),
        ("T10.4", "nlc", "nlc"),  # the series stands beside
        ("N8.8", "tlnb", "tlnb"),
        ("M9.11", "tlnb", "mininap"),
        ("X1.1", "nlc", "nlc"),  # of no game
    ):
        assert kit_of_rule(rule, kits[shown], kits).id == read
    assert kit_of_rule("M9.11", NLC, {}) is NLC
    assert kit_of_rule("N8.8", SKIRMISH, kits) is NLC
