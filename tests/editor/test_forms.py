"""Forms: what stands in a field is shown however wrong, and what is entered is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.entries import (
    ChoiceEntry,
    FlagEntry,
    HexEntry,
    HexsideEntry,
    LineEntry,
    NumberEntry,
    ProseEntry,
    Spot,
    number_of,
)
from hexwar.editor.forms import FieldBlock, GroupBlock, KeysBlock, RecordForm, RowsBlock, block_of
from hexwar.editor.scribe import Scribe
from hexwar.editor.series import (
    ChipsEntry,
    LinesEntry,
    SeriesEntry,
    entry_of,
)
from hexwar.scenario.form import field_of, fields_of
from hexwar.scenario.schema import ScenarioFile, SpanRecord, UnitRecord, VpHexRecord
from hexwar.series.schema import ArrivalRecord
from hexwar.systems.nlc.section.schema import NlcScenario
from tests.editor.desks import brienne, desk_with, having

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    return desk_with(tmp_path)


@pytest.fixture
def scribe(desk: Desk) -> Scribe:
    return Scribe(desk)


def form_on(qtbot: QtBot, scribe: Scribe, *names: str) -> RecordForm:
    """A form of some fields of the scenario that follows the desk."""
    fields = [told for told in fields_of(NlcScenario) if told.name in names]
    form = RecordForm(scribe, fields, ())
    qtbot.addWidget(form)
    scribe.desk.changed.connect(lambda _, after: form.show_tree(after.scenario))
    form.show_tree(scribe.tree)
    form.show()
    qtbot.waitExposed(form)
    return form


def field_block(form: RecordForm, name: str) -> FieldBlock:
    block = form.block(name)
    assert isinstance(block, FieldBlock)
    return block


def rows_block(form: RecordForm, name: str) -> RowsBlock:
    block = form.block(name)
    assert isinstance(block, RowsBlock)
    return block


# -- a field


def test_what_is_typed_at_one_go_is_one_step_and_keeps_the_cursor(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    block = field_block(form_on(qtbot, scribe, "name"), "name")
    entry = block.entry
    assert isinstance(entry, LineEntry)
    entry.line.setCursorPosition(3)
    QTest.keyClicks(entry.line, "XYZ")
    assert desk.draft.scenario["name"] == "BriXYZenne"
    assert entry.line.cursorPosition() == 6
    assert len(desk.document.done) == 1
    desk.document.undo()
    assert entry.line.text() == "Brienne"
    assert desk.draft.scenario["name"] == "Brienne"


def test_after_leaving_a_field_typing_is_another_step(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    entry = field_block(form_on(qtbot, scribe, "name"), "name").entry
    assert isinstance(entry, LineEntry)
    QTest.keyClicks(entry.line, "A")
    entry.line.left.emit()
    QTest.keyClicks(entry.line, "B")
    assert [step.words for step in desk.document.done] == ["Name", "Name"]


def test_what_is_emptied_is_left_out_and_the_file_says_what_it_needs(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    form = form_on(qtbot, scribe, "name", "system")
    block = field_block(form, "name")
    assert isinstance(block.entry, LineEntry)
    block.entry.line.selectAll()
    QTest.keyClick(block.entry.line, Qt.Key.Key_Delete)
    assert "name" not in desk.draft.scenario
    assert block.refusal.text() == "this field is missing"
    assert block.refusal.isVisible()


def test_a_wrong_value_is_kept_with_a_sentence_beside_it(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    block = field_block(form_on(qtbot, scribe, "date"), "date")
    assert isinstance(block.entry, LineEntry)
    assert not block.refusal.isVisible()
    QTest.keyClicks(block.entry.line, "th")
    assert desk.draft.scenario["date"] == "th1814-01-29"
    assert "is no date" in block.refusal.text()


def test_a_value_of_a_wrong_kind_is_shown_and_not_touched(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    odd = {"name": [1, 2], "first_player": 5, "turns": "none", "briefing": 7, "numbers": []}
    desk.open(type(desk.document)(having(brienne(), **odd)), desk.files)
    form = form_on(qtbot, scribe, *odd)
    line = field_block(form, "name").entry
    assert isinstance(line, LineEntry)
    assert line.line.text() == "[1, 2]"
    box = field_block(form, "first_player").entry
    assert isinstance(box, ChoiceEntry)
    assert box.box.currentText() == "5"
    for name in ("turns", "briefing", "numbers"):
        block = form.block(name)
        assert isinstance(block, (RowsBlock, GroupBlock, KeysBlock))
        assert block.refusal.isVisible()
        assert block.anew.isVisible()
    assert desk.document.done == []
    turns = rows_block(form, "turns")
    turns.anew.click()
    assert "turns" not in desk.draft.scenario


def test_numbers_are_numbers_and_the_rest_stays_as_typed() -> None:
    typed = ("12", " -3 ", "2.5", "1x", "", "00", "٣", "9" * 40)
    assert [number_of(words) for words in typed] == [
        12,
        -3,
        2.5,
        "1x",
        None,
        0,
        "٣",
        "9" * 40,
    ]


def entry_for(qtbot: QtBot, scribe: Scribe, record: Any, name: str) -> tuple[Any, list[Any]]:
    """An entry for a field, and what it gives."""
    told = field_of(record, name)
    assert told is not None
    entry = entry_of(Spot(name, name, told.shape, told.usual, told.about), scribe)
    qtbot.addWidget(entry)
    given: list[Any] = []
    entry.given.connect(given.append)
    return entry, given


def test_every_kind_has_its_entry(qtbot: QtBot, scribe: Scribe) -> None:
    kinds: list[tuple[Any, str, type[Any]]] = [
        (VpHexRecord, "hex", HexEntry),
        (VpHexRecord, "vp", NumberEntry),
        (SpanRecord, "hexside", HexsideEntry),
        (SpanRecord, "kind", ChoiceEntry),
        (SpanRecord, "estimate", FlagEntry),
        (UnitRecord, "attached_from", ChoiceEntry),
        (UnitRecord, "note", ProseEntry),
        (ArrivalRecord, "units", ChipsEntry),
        (ScenarioFile, "notes", LinesEntry),
        (NlcScenario, "improved_positions", SeriesEntry),
    ]
    for record, name, kind in kinds:
        entry, _ = entry_for(qtbot, scribe, record, name)
        assert type(entry) is kind, name


def test_a_choice_gives_its_value_and_the_dash_leaves_it_out(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, ScenarioFile, "shelf")
    assert entry.box.itemText(0) == "as usual: Battles"
    for place in (2, 0):
        entry.box.setCurrentIndex(place)
        entry.box.activated.emit(place)
    assert given == ["small", None]


def test_a_flag_leaves_out_what_is_usual(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, UnitRecord, "estimate")
    entry.box.click()
    entry.box.click()
    assert given == [True, None]
    entry.show_value("perhaps")
    assert entry.box.checkState() is Qt.CheckState.PartiallyChecked


def test_a_hex_tells_its_place_and_is_picked_on_the_map(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, VpHexRecord, "hex")
    entry.show_value("0913")
    assert entry.place.text() == "Brienne-le-Château"
    asked: list[Any] = []
    scribe.pickAsked.connect(asked.append)
    entry.pick.click()
    asked.pop()("1832")
    assert given == ["1832"]
    assert (entry.line.text(), entry.place.text()) == ("1832", "Trannes")


def test_a_hexside_is_picked_hex_by_hex(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, SpanRecord, "hexside")
    asked: list[Any] = []
    scribe.pickAsked.connect(asked.append)
    entry.pick.click()
    asked.pop()("1604")
    asked.pop()("1505")
    assert given == ["1505-1604"]


def test_prose_keeps_lines_and_spaces_that_do_not_break(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, UnitRecord, "note")
    entry.show_value("12\N{NO-BREAK SPACE}guns\nand men")
    assert given == []
    QTest.keyClicks(entry.field, "A")
    assert given == ["A12\N{NO-BREAK SPACE}guns\nand men"]


def test_series_and_texts_are_lists(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, NlcScenario, "improved_positions")
    QTest.keyClicks(entry.line, "0913, 0912")
    assert given[-1] == ["0913", "0912"]
    assert "0912 Brienne north quarter" in entry.names.text()
    lines, texts = entry_for(qtbot, scribe, ScenarioFile, "notes")
    lines.show_value(["one", "two"])
    lines.add_text()
    QTest.keyClicks(lines.part_at(2), "three")
    assert texts[-1] == ["one", "two", "three"]
    lines._move(2)
    lines._drop(0)
    assert texts[-1] == ["three", "two"]


def test_pieces_are_chosen_by_their_names(qtbot: QtBot, scribe: Scribe) -> None:
    entry, given = entry_for(qtbot, scribe, ArrivalRecord, "units")
    entry.show_value(["FR-2-03", "NOBODY"])
    assert [told for told, _ in entry._told] == ["3rd Division (Duhesme)", "NOBODY"]
    entry.open_list()
    chooser = entry.chooser
    assert chooser is not None
    chooser.narrow("krasinski")
    shown = [i for i in range(chooser.list.count()) if not chooser.list.item(i).isHidden()]
    assert len(shown) == 1
    chooser.list.item(shown[0]).setCheckState(Qt.CheckState.Checked)
    assert given[-1] == ["FR-2-03", "NOBODY", "FR-GC-02"]
    chooser.close()
    entry._drop(0)
    assert given[-1] == ["NOBODY", "FR-GC-02"]


# -- tables


def test_rows_are_added_entered_moved_and_taken_away(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    table = rows_block(form_on(qtbot, scribe, "control"), "control").table
    view, model = table.view, table.model
    assert model.data(model.index(1, 0)) == "0913 Brienne-le-Château"
    assert model.data(model.index(1, 1)) == "Coalition"
    table.choose(4)
    table.add.click()
    assert desk.draft.scenario["control"][5] == {}
    index = model.index(5, 0)
    assert model.data(index) == "…"
    assert model.data(index, Qt.ItemDataRole.ToolTipRole) == "this field is missing"
    delegate = view.itemDelegate()
    editor = delegate.createEditor(view.viewport(), QStyleOptionViewItem(), index)
    delegate.setEditorData(editor, index)
    assert isinstance(editor, HexEntry)
    QTest.keyClicks(editor.line, "1505")
    delegate.setModelData(editor, model, index)
    assert desk.draft.scenario["control"][5] == {"hex": "1505"}
    table.choose(5)
    table.up.click()
    assert [one["hex"] for one in desk.draft.scenario["control"]][4:] == ["1505", "0921"]
    assert table.row() == 4
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert desk.draft.is_same(brienne())


def test_a_cell_is_entered_by_keys_and_escape_leaves_it_as_it_was(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    table = rows_block(form_on(qtbot, scribe, "turns"), "turns").table
    table.choose(0, "hour")
    table.view.setFocus()
    for key, hour in ((Qt.Key.Key_Escape, 12), (Qt.Key.Key_Return, 11)):
        table.view.edit(table.view.currentIndex())
        entry = table.view.findChild(NumberEntry)
        assert entry is not None
        line = entry.line
        line.selectAll()
        QTest.keyClicks(line, "11")
        QTest.keyClick(line, key)
        qtbot.waitUntil(lambda: table.view.findChild(NumberEntry) is None)
        assert desk.draft.scenario["turns"][0]["hour"] == hour


def test_what_has_no_room_in_a_cell_is_asked_below_for_its_row(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    block = rows_block(form_on(qtbot, scribe, "arrivals"), "arrivals")
    assert block.go_to((2, "note"))
    assert block.detail is not None
    note = block.detail.block("note")
    assert isinstance(note, FieldBlock)
    assert isinstance(note.entry, ProseEntry)
    QTest.keyClicks(note.entry.field, "X")
    assert desk.draft.scenario["arrivals"][2]["note"] == "XNapoléon"
    block.table.choose(0)
    QTest.keyClicks(note.entry.field, "Y")
    assert desk.draft.scenario["arrivals"][0]["note"].startswith("Yarrived")
    assert desk.draft.scenario["arrivals"][2]["note"] == "XNapoléon"


def test_a_pick_fills_the_row_or_makes_one(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    block = form_on(qtbot, scribe, "victory").block("victory")
    assert isinstance(block, GroupBlock)
    table = rows_block(block.form, "hexes").table
    asked: list[Any] = []
    scribe.pickAsked.connect(asked.append)
    table.pick.click()
    asked.pop()("1505")
    assert desk.draft.scenario["victory"]["hexes"][-1] == {"hex": "1505"}
    table.pick.click()
    asked.pop()("1506")
    assert desk.draft.scenario["victory"]["hexes"][-1] == {"hex": "1506"}
    assert len(desk.draft.scenario["victory"]["hexes"]) == 6


def test_rows_that_are_no_objects_are_shown_and_kept(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    desk.open(type(desk.document)(having(brienne(), control=["odd", {"hex": "0913"}])), desk.files)
    table = rows_block(form_on(qtbot, scribe, "control"), "control").table
    assert table.model.data(table.model.index(0, 0)) == "odd"
    assert not table.model.flags(table.model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    table.choose(1)
    table.up.click()
    assert desk.draft.scenario["control"] == [{"hex": "0913"}, "odd"]


# -- tables by keys, and what the schema does not know


def test_each_side_has_its_row_and_others_are_shown_too(
    qtbot: QtBot, desk: Desk, scribe: Scribe
) -> None:
    decks = {"cards": {"mode_cards": {"french": 2, "turkish": 1}}}
    desk.open(type(desk.document)(having(brienne(), **decks)), desk.files)
    cards = form_on(qtbot, scribe, "cards").block("cards")
    assert isinstance(cards, GroupBlock)
    modes = cards.form.block("mode_cards")
    assert isinstance(modes, KeysBlock)
    assert list(modes._rows) == ["french", "allied", "turkish"]
    entry = modes._rows["allied"].entry
    assert isinstance(entry, NumberEntry)
    QTest.keyClicks(entry.line, "3")
    told = desk.draft.scenario["cards"]["mode_cards"]
    assert told == {"french": 2, "turkish": 1, "allied": 3}


def test_keys_are_added_and_taken_away(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    block = form_on(qtbot, scribe, "numbers").block("numbers")
    assert isinstance(block, KeysBlock)
    assert block.key is not None
    block.key.setText("victory.supply_source")
    block.add.click()
    assert desk.draft.scenario["numbers"] == {"victory.supply_source": ""}
    entry = block._rows["victory.supply_source"].entry
    entry.give(0)
    assert desk.draft.scenario["numbers"] == {"victory.supply_source": 0}
    block._rows["victory.supply_source"]._write(None)
    assert "numbers" not in desk.draft.scenario


def test_unknown_fields_are_told_and_kept(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    weather = {"start": "fair", "moon": "full"}
    desk.open(type(desk.document)(having(brienne(), weather=weather)), desk.files)
    block = form_on(qtbot, scribe, "weather").block("weather")
    assert isinstance(block, GroupBlock)
    assert block.form.others.text() == "Kept as they are: moon = full"
    start = field_block(block.form, "start").entry
    assert isinstance(start, ChoiceEntry)
    start.give("mud")
    assert desk.draft.scenario["weather"] == {"start": "mud", "moon": "full"}


def test_unknown_fields_of_a_row_are_told_too(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    lay = [{"hex": "0913", "side": "french", "moon": 1}, {"hex": "0912", "side": "french"}]
    desk.open(type(desk.document)(having(brienne(), control=lay)), desk.files)
    block = rows_block(form_on(qtbot, scribe, "control"), "control")
    block.table.choose(0)
    assert block.others.text() == "Kept as they are: moon = 1"
    block.table.choose(1)
    assert not block.others.isVisible()


def test_a_form_follows_forces_that_change(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    entry = field_block(form_on(qtbot, scribe, "first_player"), "first_player").entry
    assert isinstance(entry, ChoiceEntry)
    assert entry.box.currentText() == "French"
    names = {"french": "The French", "allied": "Coalition"}
    desk.put("rename", "forces", {"side_names": names})
    assert entry.box.currentText() == "The French"


def test_an_empty_draft_has_forms_too(qtbot: QtBot, desk: Desk, scribe: Scribe) -> None:
    desk.open(type(desk.document)(Draft()), desk.files)
    for told in fields_of(NlcScenario):
        block = block_of(scribe, told, (), told.name)
        block.show_in(desk.draft.scenario)
        block.go_to(())
