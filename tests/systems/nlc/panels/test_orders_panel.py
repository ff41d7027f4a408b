"""The orders dock: the list of the pad and the composer, fed with plain records."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.panels.order_form import (
    Choice,
    Courier,
    Odds,
    OrderForm,
    OrderRow,
    VerbChoice,
    Word,
)
from hexwar.systems.nlc.panels.orders_list import ROW, OrdersList
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.widgets.panels.bars import ChanceBar
from tests.widgets.skirmish import hosted, look

VICTOR = OrderRow(
    "FR-2",
    "II Corps",
    "Army of France",
    leader="Victor",
    rating="(2)",
    where="Maizières (1803)",
    hex=Hex("1803"),
    letter="M",
    order="March to Crespy (1912), then Attack Brienne (0913)",
    since="since 13:00",
    coming="Attack Perthes (1004)",
    due="from Napoléon, due 15:00, as the courier rides on",
    roll="Compliance at 14:00: rolled 5 in column 2, the order waits",
    life=("13:00: Napoléon wrote.", "14:00: Victor rolled."),
    is_free=True,
)
NEY = OrderRow("FR-YG", "Young Guard <Corps>", "Army of France", leader="Ney", order="Defend here")
PAHLEN = OrderRow("CO-AG", "AG Corps", "Army of Bohemia", leader="Pahlen", order="Delay the enemy")
ROWS = (VICTOR, NEY, PAHLEN)

NO_CARD = Refusal("A General Retreat needs its card.", "N12.29")
VERBS = (
    VerbChoice("march", "March", "M"),
    VerbChoice("attack", "Attack", "A", chosen=True),
    VerbChoice("general retreat", "General Retreat", "G", barred=NO_CARD),
)
FORM = OrderForm(
    "To II Corps (Victor)",
    "From Napoléon, who can give 2 orders this turn",
    VERBS,
    "Attack Perthes (1004)",
    is_open=False,
    can_go_on=True,
    can_go_by=True,
    can_go_back=True,
    formations=(Choice("FR-YG", "Young Guard Corps"),),
    wings=(Choice("FR-GRO", "Cavalry wing", chosen=True),),
    courier=Courier("Courier: 12 hexes. Delivered at 14:00.", "N12.41"),
    odds=Odds(
        "Compliance",
        "N12.5",
        "Victor's rating 2",
        (("in Reserve", 1, "N12.51"), ("waited 2 turns", 2, "N12.5")),
        2,
        (("obeyed", 4 / 6), ("not yet", 2 / 6), ("lost", 0.0)),
    ),
    can_send=True,
    none="Close the pad",
)
OPEN = replace(
    FORM, sentence="Attack", is_open=True, hint="Click the objective", odds=None, can_send=False
)


@pytest.fixture
def panel(qtbot: QtBot) -> OrdersPanel:
    made = hosted(qtbot, OrdersPanel(look()), 360, 760)
    made.show_rows(ROWS)
    return made


def shown(panel: OrdersPanel) -> list[str]:
    """The lines and headings that pass the filter, from top to bottom."""
    model = panel.list.rows
    rows = [model.index(place).data(ROW) for place in range(model.rowCount())]
    return [row if isinstance(row, str) else row.line for row in rows]


def click_row(list_: OrdersList, line: str) -> None:
    index = list_.rows.index_of(line)
    list_.scrollTo(index)
    where = list_.visualRect(index).topLeft() + QPoint(90, 14)
    QTest.mouseClick(
        list_.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where
    )


# -- the list


def test_rows_stand_under_the_heading_of_their_army_and_pass_filters(panel: OrdersPanel) -> None:
    assert shown(panel) == ["Army of France", "FR-2", "FR-YG", "Army of Bohemia", "CO-AG"]
    for words, found in (
        ("crespy vict", ["Army of France", "FR-2"]),
        ("bohemia", ["Army of Bohemia", "CO-AG"]),
        ("nobody", []),
        ("", ["Army of France", "FR-2", "FR-YG", "Army of Bohemia", "CO-AG"]),
    ):
        panel.search.setText(words)
        assert shown(panel) == found
    panel.open_only.setChecked(True)  # only orders on the way
    assert shown(panel) == ["Army of France", "FR-2"]
    panel.open_only.setChecked(False)
    assert len(shown(panel)) == 5


def test_a_row_is_spoken_whole_and_no_heading_is_chosen(panel: OrdersPanel) -> None:
    index = panel.list.rows.index_of("FR-2")
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "II Corps. Victor (2). Maizières (1803). March to Crespy (1912), then Attack Brienne"
        " (0913). on the way: Attack Perthes (1004), from Napoléon, due 15:00, as the courier"
        " rides on. Compliance at 14:00: rolled 5 in column 2, the order waits"
    )
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "since 13:00" in tip
    assert "Napoléon wrote." in tip
    guard = panel.list.rows.index_of("FR-YG").data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;Corps&gt;" in guard

    heading = panel.list.rows.index(0)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert heading.data(Qt.ItemDataRole.DisplayRole) == "Army of France"


def test_a_sentence_that_wraps_makes_its_row_higher(panel: OrdersPanel) -> None:
    def height(line: str) -> int:
        return panel.list.visualRect(panel.list.rows.index_of(line)).height()

    wide = height("FR-2")
    assert wide > height("FR-YG") + 40
    panel.resize(300, 760)
    panel.list.doItemsLayout()
    assert height("FR-2") > wide


def test_a_double_click_leads_to_the_leader_and_a_click_writes(
    panel: OrdersPanel, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(panel.linkActivated) as link:
        panel.list.doubleClicked.emit(panel.list.rows.index_of("FR-2"))
    assert link.args == ["hex:1803"]
    with qtbot.assertNotEmitted(panel.linkActivated):
        panel.list.doubleClicked.emit(panel.list.rows.index_of("FR-YG"))

    with qtbot.assertNotEmitted(panel.told):
        click_row(panel.list, "FR-YG")
    panel.show_form(OPEN, "FR-2")
    with qtbot.waitSignal(panel.told) as told:
        click_row(panel.list, "FR-YG")
    assert told.args == ["line:FR-YG"]
    panel.list.mark("CO-AG")
    with qtbot.waitSignal(panel.told) as told:
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert told.args == ["line:CO-AG"]


def test_the_mark_follows_the_line_until_there_is_no_game(panel: OrdersPanel) -> None:
    panel.show_form(OPEN, "CO-AG")
    assert panel.list.currentIndex().data(ROW).line == "CO-AG"
    panel.show_rows((NEY, PAHLEN))
    assert panel.list.currentIndex().data(ROW).line == "CO-AG"
    panel.show_form(None)
    assert not panel.list.currentIndex().isValid()

    panel.show_form(FORM, "FR-2")
    panel.show_nothing()
    assert shown(panel) == []
    assert panel.composer.isHidden()


# -- the composer


def test_the_composer_shows_the_whole_form_and_its_buttons_tell_their_words(
    panel: OrdersPanel, qtbot: QtBot
) -> None:
    panel.show_form(FORM, "FR-2")
    composer, verbs = panel.composer, panel.composer.verbs

    assert composer.isVisible()
    assert composer.title.text() == "To II Corps (Victor)"
    assert composer.sentence.text() == "Attack Perthes (1004)."
    assert [made.isChecked() for made in composer.verbs.values()] == [False, True, False]
    assert "12 hexes" in composer.courier.text()
    assert "rule:N12.41" in composer.courier.text()
    assert composer.chances.text() == "<b>Obeyed 67&nbsp;%, not yet 33&nbsp;%</b>"
    assert composer.bar.words == "Obeyed 67 %, not yet 33 %"
    assert "column <b>2</b>" in composer.odds.text()
    assert "+1 in Reserve" in composer.odds.text()
    assert "+2 waited 2 turns" in composer.odds.text()
    assert composer.refusal.isHidden()
    assert composer.send.isEnabled()

    for part, word in (
        (composer.then, Word.THEN),
        (composer.by, Word.BY),
        (composer.back, Word.BACK),
        (composer.send, Word.SEND),
        (composer.none, Word.NONE),
        (verbs["attack"], "verb:attack"),
        (verbs["general retreat"], "verb:general retreat"),
    ):
        with qtbot.waitSignal(panel.told) as told:
            QTest.mouseClick(part, Qt.MouseButton.LeftButton)
        assert told.args == [word]
    assert verbs["attack"].isChecked()  # it stays chosen when it is pressed again
    assert verbs["general retreat"].toolTip() == "A General Retreat needs its card. (N12.29)"
    assert verbs["march"].toolTip() == "March (1)"
    assert verbs["general retreat"].shortcut() == QKeySequence("Alt+3")


def test_an_open_sentence_says_what_to_click(panel: OrdersPanel) -> None:
    why = Refusal("Napoléon gives 3 orders a turn, and has.", "N12.12")
    panel.show_form(replace(OPEN, refusal=why), "FR-2")
    composer = panel.composer

    assert composer.sentence.text() == "Attack \N{HORIZONTAL ELLIPSIS}"
    assert composer.hint.text() == "Click the objective"
    assert "and has" in composer.refusal.text()
    assert "rule:N12.12" in composer.refusal.text()
    assert composer.odds.isHidden()
    assert composer.bar.isHidden()
    assert not composer.send.isEnabled()

    panel.show_form(OrderForm("Orders", hint="Choose a formation", none="Close the pad"))

    assert composer.hint.text() == "Choose a formation"
    assert composer.verbs == {}
    hidden = (composer.then, composer.by, composer.back, composer.beside, composer.send)
    assert all(part.isHidden() for part in hidden)
    assert composer.none.isVisible()


def test_formations_and_wings_are_menus(panel: OrdersPanel, qtbot: QtBot) -> None:
    panel.show_form(FORM, "FR-2")
    composer = panel.composer
    for made, word in ((composer.beside, "beside:FR-YG"), (composer.wing, "wing:FR-GRO")):
        (action,) = made.menu().actions()
        with qtbot.waitSignal(panel.told) as told:
            action.trigger()
        assert told.args == [word]
    panel.show_form(FORM, "FR-2")
    assert composer.wing.menu().actions()[0].isChecked()
    panel.show_form(replace(FORM, formations=(), wings=()), "FR-2")
    assert composer.beside.isHidden()
    assert composer.wing.isHidden()


def test_the_buttons_stay_in_sight_however_little_room_there_is(panel: OrdersPanel) -> None:
    panel.resize(360, 420)
    panel.show_form(FORM, "FR-2")
    QTest.qWait(0)
    for part in (panel.composer.then, panel.composer.send, panel.composer.none):
        assert not part.visibleRegion().isEmpty()
    assert panel.list.height() > 60


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_verb_is_cut_off(qtbot: QtBot, scale: float) -> None:
    made = hosted(qtbot, OrdersPanel(look(scale)), round(360 * scale), round(760 * scale))
    names = ("march", "attack", "probe", "defend", "delay", "fall back", "reserve", "support")
    verbs = tuple(VerbChoice(name, name.title(), name[0]) for name in names)
    last = VerbChoice("general retreat", "General Retreat", "G")
    made.show_form(replace(FORM, verbs=(*verbs, last)), "FR-2")
    QTest.qWait(0)

    viewport = made.composer.area.viewport().width()
    body = made.composer.area.widget()
    assert body is not None
    assert body.minimumSizeHint().width() <= viewport


def test_where_there_is_little_height_the_line_that_finds_a_row_gives_way(
    panel: OrdersPanel,
) -> None:
    assert panel.search.isVisible()
    panel.resize(360, 300)
    panel.show_form(FORM, "FR-2")
    assert not panel.search.isVisible()
    assert panel.composer.send.isVisible()
    panel.show_form(None)
    assert panel.search.isVisible()


def test_another_look_keeps_what_is_shown(panel: OrdersPanel) -> None:
    panel.show_form(FORM, "FR-2")
    panel.set_look(look(1.5, "dark"))
    assert panel.composer.sentence.text() == "Attack Perthes (1004)."
    assert shown(panel)[1] == "FR-2"
    assert panel.composer.look.scale == 1.5


# -- the bar


def test_the_bar_is_divided_as_the_die_divides(qtbot: QtBot) -> None:
    bar, good = ChanceBar(look()), look().colour("good")
    hosted(qtbot, bar, 200, 14)
    bar.show_chances((("obeyed", 0.5), ("not yet", 0.0), ("lost", 0.5)))
    picture = bar.grab().toImage()
    assert picture.pixelColor(50, 7) == good
    assert picture.pixelColor(150, 7) != good
    assert bar.toolTip() == "Obeyed 50 %, lost 50 %"
