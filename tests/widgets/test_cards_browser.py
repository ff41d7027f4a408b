"""Decks to look through: every card with how many of it there are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.cards.library import cards
from hexwar.cards.records import CardId
from hexwar.widgets.cards.browser import CARD, CardBrowser, Lot
from tests.widgets.skirmish import look

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FEW = Lot("few", "A few", ((cards()[CardId("fire")], 2), (cards()[CardId("probe")], 4)))
ONE = Lot("one", "One", ((cards()[CardId("delay")], 1),), about="18.9")
MANY = Lot("many", "All", tuple((card, 1) for card in cards().values()))


@pytest.fixture
def browser(qtbot: QtBot) -> CardBrowser:
    made = CardBrowser(look(), [FEW, ONE, MANY])
    qtbot.addWidget(made)
    made.show()
    return made


def ids(browser: CardBrowser) -> list[str]:
    return [spot.id for spot in browser.gallery.spots]


def test_the_first_lot_is_shown_with_its_counts_until_one_is_chosen(browser: CardBrowser) -> None:
    assert browser.title.text() == "A few"
    assert "6 cards, 2 kinds" in browser.about.text()
    assert ids(browser) == ["fire", "probe"]
    assert "4 of them" in browser.gallery.spots[1].words
    assert "4 of them are in the deck" in browser.gallery.spots[1].tooltip

    browser.list.setCurrentRow(1)
    assert browser.title.text() == "One"
    assert "18.9" in browser.about.text()
    assert ids(browser) == ["delay"]
    for name in ("few", "none such"):
        browser.show_lot(name)
        assert ids(browser) == ["fire", "probe"]


def test_a_card_is_found_in_the_lot_that_has_it(browser: CardBrowser, qtbot: QtBot) -> None:
    browser.show_card("delay")
    assert browser.title.text() == "One"
    browser.show_card("gneisenau")
    assert browser.title.text() == "All"
    bar = browser.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    assert browser.gallery.current is not None
    assert browser.gallery.current.id == "gneisenau"
    seen = browser.gallery.visibleRegion().boundingRect()
    assert seen.intersects(browser.gallery.current.box.toRect())
    browser.show_card("none such")
    assert browser.title.text() == "All"


def test_cards_lie_in_rows_within_the_width(browser: CardBrowser) -> None:
    browser.show_lot("many")
    browser.resize(1000, 700)
    spots = browser.gallery.spots
    assert len(spots) == len(cards())
    assert all(spot.box.width() == CARD for spot in spots)
    assert max(spot.box.right() for spot in spots) <= browser.gallery.width()
    assert max(spot.box.bottom() for spot in spots) <= browser.gallery.height()
    assert len({spot.box.left() for spot in spots}) >= 2


def test_a_single_lot_needs_no_list_and_esc_closes(qtbot: QtBot) -> None:
    made = CardBrowser(look(), [ONE], title="French discard")
    qtbot.addWidget(made)
    made.show()
    assert made.windowTitle() == "French discard"
    assert made.list.isHidden()
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()
