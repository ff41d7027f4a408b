"""The hand and the piles of a side, the lens over a card, and the browser of decks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDrag
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.cards.library import cards
from hexwar.cards.records import Card, CardId, Pile
from hexwar.widgets.cards.browser import CARD, CardBrowser, Lot
from hexwar.widgets.cards.hand import MIME
from hexwar.widgets.cards.panel import CardsPanel
from hexwar.widgets.cards.records import EffectNote, HandCard, Heap, SideCards, Suit, Tableau
from tests.widgets.skirmish import ALLIED, FRENCH, hosted, look, owned

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FRENCH_SUIT = Suit(FRENCH, "French", "#3d69ab")
ALLIED_SUIT = Suit(ALLIED, "Coalition", "#2e6246", "russian", "french")
LATER = "Counter Charge is played when a charge is declared."


def card(id_: str) -> Card:
    return cards()[CardId(id_)]


READY = HandCard(card("sound-of-guns"), is_ready=True)
BARRED = HandCard(card("counter-charge"), Pile.HELD, why=LATER, rule="N23.6")
TWIN = HandCard(card("sound-of-guns"), is_ready=True)
OWN = SideCards(
    FRENCH_SUIT,
    (READY, BARRED, TWIN),
    heaps=(
        Heap(Pile.DECK, 41),
        Heap(Pile.SECRET, 1),
        Heap(Pile.DISCARD, 2, (card("fire"), card("delay"))),
        Heap(Pile.ENDURING),
    ),
    effects=(
        EffectNote(card("area-defense"), "to the end of the turn", "II Corps", is_secret=True),
    ),
    vp=-3,
)
OTHER = SideCards(ALLIED_SUIT, unseen=2, heaps=(Heap(Pile.HAND, 2), Heap(Pile.DECK, 40)), vp=2)
TABLE = Tableau("Full play.", OWN, (OTHER,), asks="A card can be played now.")


@pytest.fixture
def panel(qtbot: QtBot) -> CardsPanel:
    made = hosted(qtbot, CardsPanel(look()), 360, 640)
    made.show_cards(TABLE)
    return made


def taken_by(panel: CardsPanel) -> list[str]:
    found: list[str] = []
    panel.taken.connect(found.append)
    return found


def middle(panel: CardsPanel, place: int) -> QPoint:
    """A point of a card that no other covers."""
    box = panel.hand.spots[place].box
    return QPointF(box.left() + 12, box.center().y()).toPoint()


def test_a_click_or_a_key_takes_a_card(panel: CardsPanel) -> None:
    taken = taken_by(panel)
    QTest.mousePress(panel.hand, Qt.MouseButton.LeftButton, pos=middle(panel, 0))
    QTest.mouseRelease(panel.hand, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert taken == []  # let go beside the card
    for place in (1, 0):
        QTest.mouseClick(panel.hand, Qt.MouseButton.LeftButton, pos=middle(panel, place))
    assert taken == ["counter-charge", "sound-of-guns"]

    taken = taken_by(panel)
    panel.hand.setFocus()
    QTest.keyClick(panel.hand, Qt.Key.Key_Right)
    QTest.keyClick(panel.hand, Qt.Key.Key_Return)
    assert taken == ["counter-charge"]
    assert "15. Sound of Guns" in panel.hand.spots[0].words
    assert "minus 1 VP" in panel.hand.spots[0].words
    assert "can be played now" in panel.hand.spots[0].words
    assert LATER in panel.hand.spots[1].words


def test_a_card_that_is_looked_at_is_shown_large_and_says_why_not(panel: CardsPanel) -> None:
    panel.hand.clearFocus()
    assert "A card can be played now." in panel.sentence
    QTest.mouseMove(panel.hand, middle(panel, 1))
    assert panel.lens.isVisible()
    assert panel.lens.face.card == card("counter-charge")
    assert not panel.lens.face.is_ready
    assert LATER in panel.sentence
    assert 'href="rule:N23.6"' in panel.sentence
    QTest.mouseMove(panel.hand, middle(panel, 0))
    assert panel.lens.face.is_ready
    assert "can be played now" in panel.sentence
    panel.hide()
    assert not panel.lens.isVisible()


def test_cards_to_be_played_lift_and_what_to_do_with_a_taken_one_is_said(panel: CardsPanel) -> None:
    before = panel.hand.spots[0].box.top()
    assert before < panel.hand.spots[1].box.top()
    barred = replace(OWN, hand=(replace(READY, is_ready=False), BARRED, TWIN))
    panel.show_cards(replace(TABLE, own=barred))
    assert panel.hand.spots[0].box.top() > before

    own = replace(OWN, hand=(replace(READY, how="Press Play."), BARRED))
    panel.show_cards(replace(TABLE, own=own, taken=READY.card.id))
    assert "Sound of Guns" in panel.sentence
    assert "Press Play." in panel.sentence


def test_of_two_cards_alike_the_one_that_was_clicked_is_taken(panel: CardsPanel) -> None:
    QTest.mouseClick(panel.hand, Qt.MouseButton.LeftButton, pos=middle(panel, 2))
    rest = replace(OWN, hand=tuple(replace(held, is_ready=False) for held in OWN.hand))
    panel.show_cards(replace(TABLE, own=rest, taken=CardId("sound-of-guns")))
    assert panel.hand.spots[2].box.top() < panel.hand.spots[0].box.top()


def test_only_what_is_ready_is_carried(panel: CardsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    carried: list[str] = []

    def carry(drag: QDrag, *_: object) -> Qt.DropAction:
        carried.append(bytes(drag.mimeData().data(MIME).data()).decode())
        return Qt.DropAction.IgnoreAction

    monkeypatch.setattr(QDrag, "exec", carry)
    taken = taken_by(panel)
    for place in (0, 1):
        start = middle(panel, place)
        QTest.mousePress(panel.hand, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(panel.hand, start + QPoint(0, 60))
        QTest.mouseRelease(panel.hand, Qt.MouseButton.LeftButton, pos=start + QPoint(0, 60))
    assert carried == ["sound-of-guns"]
    assert taken == ["sound-of-guns", "counter-charge"]  # of the other it is told why not


def test_piles_count_their_cards_and_an_open_one_can_be_looked_through(panel: CardsPanel) -> None:
    assert {spot.words for spot in panel.spread.spots} >= {
        "French deck: 41 cards",
        "French face down: 1 card",
        "French discard: 2 cards: Fire, Delay – March Confusion",
        "Coalition hand: 2 cards",
        "Area Defense on II Corps, to the end of the turn, not known to the enemy",
    }
    for width in (200, 360, 700):
        panel.resize(width, 640)
        boxes = [spot.box for spot in panel.spread.spots]
        assert all(box.right() <= panel.spread.width() + 1 for box in boxes)
        assert all(not a.intersects(b) for a in boxes for b in boxes if a is not b)
        assert max(box.bottom() for box in boxes) <= panel.spread.height()

    asked: list[tuple[str, tuple[Card, ...], Suit]] = []
    panel.browseAsked.connect(lambda *told: asked.append(told))
    links: list[str] = []
    panel.linkActivated.connect(links.append)
    for pile in ("deck", "discard", "enduring", "face down"):
        panel.spread.activated.emit(f"heap:{FRENCH}:{pile}")
    assert links == [f"deck:side:{FRENCH}"]  # what a deck began with is known to both
    assert asked == [("French discard", (card("delay"), card("fire")), FRENCH_SUIT)]


@pytest.mark.rule("N23.2")
def test_the_panel_can_be_dressed_anew_and_a_hidden_hand_has_no_faces(panel: CardsPanel) -> None:
    box = QRectF(panel.hand.spots[0].box)
    panel.set_look(look(1.5, "dark"))
    assert panel.hand.spots[0].box.width() == pytest.approx(box.width() * 1.5, abs=1)
    assert panel.lens.look is panel.look
    panel.show_cards(None)
    assert "played without cards" in panel.sentence
    assert "rule:N23.1" in panel.sentence
    panel.show_cards(None, "T24.8")
    assert "rule:T24.8" in panel.sentence
    assert panel.hand.spots == panel.spread.spots == []

    panel.show_cards(Tableau("Full play.", OTHER, (OWN,)))
    assert panel.hand.spots == []
    assert panel.hand.accessibleDescription() == "2 cards in hand, face down"
    hidden = panel.spread.heap(f"heap:{ALLIED}:hand")
    assert hidden is not None
    assert hidden[1] == Heap(Pile.HAND, 2)


FEW = Lot("few", "A few", ((cards()[CardId("fire")], 2), (cards()[CardId("probe")], 4)))
ONE = Lot("one", "One", ((cards()[CardId("delay")], 1),), about="18.9")
MANY = Lot("many", "All", tuple((card, 1) for card in cards().values()))


@pytest.fixture
def browser(qtbot: QtBot) -> CardBrowser:
    return owned(qtbot, CardBrowser(look(), [FEW, ONE, MANY]), shown=True)


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
    made = owned(qtbot, CardBrowser(look(), [ONE], title="French discard"), shown=True)
    assert made.windowTitle() == "French discard"
    assert made.list.isHidden()
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()
