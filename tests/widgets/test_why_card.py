"""What was weighed: unfolded in the recap, and on a card over the board."""

from __future__ import annotations

from PySide6.QtCore import QRect, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hexwar.table.why import Why
from hexwar.widgets.log.recap_view import PartLine, RecapView
from hexwar.widgets.panels.why_card import WhyCard
from tests.widgets.skirmish import look, owned

WEIGHED = Why("The bridge is worth it.", (("take the <b>bridge</b>", 1.5), ("wait", -0.2)))


def test_the_recap_unfolds_what_was_weighed_and_folds_it_again(qtbot: QtBot) -> None:
    view = owned(qtbot, RecapView(look()))
    plain = Why("By its order.")
    view.show_parts([PartLine(1, 9, "V Corps", "Turn 1", reasons=(WEIGHED, plain), is_new=True)])
    page = view.page
    assert "The bridge is worth it." in page.toPlainText()
    assert "wait" not in page.toPlainText()
    page.anchorClicked.emit(QUrl("why:1-0"))
    assert "take the <b>bridge</b>" in page.toPlainText()
    assert "+1.5" in page.toPlainText()
    assert "−0.2" in page.toPlainText()
    page.anchorClicked.emit(QUrl("why:1-0"))
    assert "+1.5" not in page.toPlainText()
    assert page.toHtml().count("why:1-") == 1  # where nothing was weighed nothing unfolds


def card_on_a_board(qtbot: QtBot, width: int, height: int) -> tuple[QWidget, WhyCard]:
    """A board of some pixels that shows, and the card that will stand on it."""
    board = owned(qtbot, QWidget())
    board.resize(width, height)
    card = WhyCard(look(), board)
    board.show()
    return board, card


def test_a_card_shows_as_much_as_it_has_and_stays_in_its_corner(qtbot: QtBot) -> None:
    board, card = card_on_a_board(qtbot, 800, 600)
    card.show_busy("The staff thinks", "Cancel")
    assert card.busy.isVisible()
    assert not card.go.isVisible()
    assert card.cross.text() == "Cancel"
    card.show_card("March", "To Orme.", WEIGHED, "Do it")
    assert not card.busy.isVisible()
    assert card.go.text() == "Do it"
    assert "+1.5" in card.table.text()
    assert "VP, by its own reckoning" in card.table.text()
    card.show_card("March", "", Why("It is calm.", (("<go>", 0.4), ("<stay>", 0.0))), "Do it")
    assert "VP more than “&lt;stay&gt;”" in card.table.text()
    assert board.rect().contains(card.geometry())
    with qtbot.waitSignal(card.accepted):
        card.go.click()
    with qtbot.waitSignal(card.closed):
        card.cross.click()
    card.show_card("March", "To Orme.")
    assert not card.table.isVisible()
    assert not card.go.isVisible()


def test_a_card_on_a_low_board_shows_fewer_rows_and_leaves_the_bar_of_the_show_free(
    qtbot: QtBot,
) -> None:
    board, card = card_on_a_board(qtbot, 600, 800)
    rows = tuple(
        (f"to the {n}th of many villages on the long road to Paris", -1.0 - n) for n in range(6)
    )
    card.show_card("Why", "It is far.", Why("It is far.", rows), spares_foot=True)
    assert card.table.text().count("villages") == 6
    board.resize(600, 330)
    card.show_card("Why", "It is far.", Why("It is far.", rows), spares_foot=True)
    assert 2 <= card.table.text().count("villages") < 6
    assert board.rect().adjusted(0, 0, 0, -60).contains(card.geometry())
    card.show_card("Why", "It is far.", Why("It is far.", rows), most=3)
    assert card.table.text().count("villages") <= 3


def test_a_card_hides_rather_what_stands_by_than_what_it_is_about(qtbot: QtBot) -> None:
    _, card = card_on_a_board(qtbot, 800, 600)
    card.show_card("Why", "It is far.")
    left, right = QRect(0, 0, 300, 600), QRect(500, 0, 300, 600)
    card.stand_clear([left], [right])
    assert not card.geometry().intersects(left)
    card.stand_clear([], [right])
    assert not card.geometry().intersects(right)
