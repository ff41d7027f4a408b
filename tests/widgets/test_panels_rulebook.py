"""The rulebook beside the board: chapters, search, links, and the way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.rulebook import Chapter, Rule, Rulebook
from hexwar.widgets.panels.rulebook import RulebookView
from tests.widgets.skirmish import hosted, look

FILLER = "Filler.\n\n" * 60


def book(**pages: str) -> Rulebook:
    """A book of some pages; N8.5 is its only rule."""
    rule = Rule("N8.5", "Terrain", "n08", "", house=False, built=True, background=False)
    chapters = [Chapter(n, text.split("\n")[0][2:], text, ()) for n, text in pages.items()]
    return Rulebook(tuple(chapters), {rule.id: rule}, (), ())


BOOK = book(
    n08=f"# N8 Assault\n\n{FILLER}### N8.5 Terrain\n\n{FILLER}",
    n11=f"# N11 Retreat\n\nSee N8.5.\n\n{FILLER}",
)


@pytest.fixture
def view(qtbot: QtBot) -> RulebookView:
    return hosted(qtbot, RulebookView(look(), BOOK), 800, 500)


def titles(view: RulebookView) -> list[str]:
    return [view.list.item(row).text() for row in range(view.list.count())]


def offset(view: RulebookView) -> int:
    return view.page.verticalScrollBar().value()


def test_the_first_chapter_is_open_until_one_is_chosen(view: RulebookView, qtbot: QtBot) -> None:
    assert view.chapter == "n08"
    assert titles(view) == ["N8 Assault", "N11 Retreat"]
    assert view.find_line.toolTip() == "Find words or the number of a rule, such as N8.5"
    assert view.list.currentItem().text() == "N8 Assault"
    assert "N8 Assault" in view.page.toPlainText()
    assert not view.back.isEnabled()  # there is nothing before the beginning
    view.go_back()
    view.go_forward()
    assert view.chapter == "n08"
    view.show_chapter("n08")
    assert not view.back.isEnabled()
    kind = QTextDocument.ResourceType.ImageResource.value
    assert bytes(view.page.loadResource(kind, QUrl("file:///etc/hostname"))) == b""

    with qtbot.waitSignal(view.placeChanged) as changed:
        view.list.itemClicked.emit(view.list.item(1))
    assert changed.args == ["n11"]
    view.list.itemActivated.emit(view.list.item(0))
    assert view.chapter == "n08"


def test_a_rule_opens_its_chapter_at_its_place(view: RulebookView) -> None:
    view.show_chapter("n11")
    assert not view.show_rule("N99.9")
    assert view.chapter == "n11"
    assert view.show_rule("N8.5")
    assert view.chapter == "n08"
    assert offset(view) > 0
    assert view.list.currentItem().text() == "N8 Assault"

    view.set_look(look(2.0, "dark"))
    assert view.page.document().defaultFont().pixelSize() == 31
    assert view.chapter == "n08"
    assert look(2.0, "dark").theme.window.link in view.page.document().defaultStyleSheet()


def test_a_link_in_the_text_is_followed_and_left_again(view: RulebookView, qtbot: QtBot) -> None:
    view.show_chapter("n11")
    view.page.anchorClicked.emit(QUrl("rule:N8.5"))
    assert view.chapter == "n08"
    view.back.click()
    assert view.chapter == "n11"
    view.forward.click()
    assert view.chapter == "n08"
    assert offset(view) > 0
    view.go_back()
    assert view.forward.isEnabled()
    view.show_rule("N8.5")  # a new way closes the way forward
    assert not view.forward.isEnabled()
    view.go_forward()
    assert view.chapter == "n08"
    for address in ("hex:0303", "https://example.org", "chapter:../etc"):
        with qtbot.waitSignal(view.linkActivated) as followed:
            view.page.anchorClicked.emit(QUrl(address))
        assert followed.args == [address]
        assert view.chapter == "n08"


def test_a_search_lists_the_rules_that_are_found(view: RulebookView) -> None:
    view.find_line.setText("pontoon")
    QTest.keyClick(view.find_line, Qt.Key.Key_Return)
    assert titles(view) == ["Nothing was found."]
    assert (view.chapter, offset(view)) == ("n08", 0)
    view.find_line.clear()
    QTest.keyClicks(view.find_line, "terr")
    assert titles(view) == ["N8.5 Terrain"]
    QTest.keyClick(view.find_line, Qt.Key.Key_Return)
    assert offset(view) > 0
    view.find_line.clear()
    assert titles(view) == ["N8 Assault", "N11 Retreat"]


def test_an_empty_book_opens_nothing(qtbot: QtBot) -> None:
    view = hosted(qtbot, RulebookView(look(), book()), 600, 400)

    assert view.chapter == ""
    assert titles(view) == []


def test_a_wide_table_is_scrolled_and_its_words_stay_whole(view: RulebookView) -> None:
    """Wrapping cuts no word, however narrow the dock."""
    cells = "".join("<td>unbreakable</td>" for _ in range(20))
    view.page.setHtml(f"<table><tr>{cells}</tr></table>")
    view.page.resize(300, 200)
    width = view.page.fontMetrics().horizontalAdvance("unbreakable")
    assert view.page.document().idealWidth() >= 20 * width


def test_a_page_shows_figures_in_its_colours_and_no_other_picture(qtbot: QtBot) -> None:
    address = "../../assets/art/figures/formations.svg"
    words = book(m04=f"# M4 Formations\n\n![As they lie.]({address})\n")
    html = words.to_html("m04")
    assert f'<p class="figure"><img src="{address}" alt="As they lie." /></p>' in html
    assert '<p class="caption">As they lie.</p>' in html
    sizes = []
    for width in (1200, 420):
        page = hosted(qtbot, RulebookView(look(), words), width, 500).page
        drawn = page.loadResource(kind := QTextDocument.ResourceType.ImageResource.value, address)
        assert isinstance(drawn, QImage)
        sizes.append(drawn.width())
    assert sizes[1] < sizes[0]  # it fits the page
    for other in ("../../assets/art/figures/none.svg", "figures/x.svg", "../../etc/figures/a.svg"):
        assert bytes(page.loadResource(kind, QUrl(other))) == b""
