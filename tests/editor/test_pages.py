"""The pages of calendar, victory, rules and briefing on shipped battles and on any draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar import resources
from hexwar.editor.blank import new_battle
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.entries import ProseEntry
from hexwar.editor.files import Files
from hexwar.editor.forms import FieldBlock, GroupBlock, RowsBlock
from hexwar.editor.pages.briefing import BriefingPage, date_words, preview_html
from hexwar.editor.pages.calendar import BEST, DUE, CalendarPage
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.pages.lists import ListsPage
from hexwar.editor.pages.rules import NumbersBlock, RulesPage, SpecialRulesBlock
from hexwar.editor.pages.victory import VictoryPage, points_words
from hexwar.editor.scribe import pieces_of, written
from hexwar.scenario.form import Field, Kind, fields_of
from hexwar.scenario.schema import ScenarioFile
from hexwar.systems.nlc.kit import NLC, NlcKit
from hexwar.systems.nlc.rules.command.special_rules import KNOWN
from hexwar.systems.nlc.section.schema import NlcScenario
from tests.boards import MAPS
from tests.editor.desks import brienne, desk_with, having
from tests.editor.test_scribe import JSON

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

PAGES: tuple[type[FormPage], ...] = (CalendarPage, VictoryPage, RulesPage, BriefingPage)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    return desk_with(tmp_path)


def page_on(qtbot: QtBot, desk: Desk, kind: type[Any]) -> Any:
    page = kind(desk)
    qtbot.addWidget(page)
    page.resize(1366, 768)
    page.show()
    qtbot.waitExposed(page)
    return page


def lay(desk: Desk, draft: Draft) -> None:
    desk.open(Document(draft), Files())


# -- all of them


@pytest.mark.parametrize("id_", MAPS)
def test_shipped_battles_are_shown_without_a_fault_or_a_change(
    qtbot: QtBot, tmp_path: Path, id_: str
) -> None:
    desk = desk_with(tmp_path, Files.read(resources.scenarios() / id_)[0])
    for kind in PAGES:
        page = page_on(qtbot, desk, kind)
        for label in page.findChildren(type(page.blocks[0].refusal)):
            if label.property("role") == "refusal":
                assert label.isHidden(), (kind.__name__, label.text())
    assert desk.document.done == []


def test_every_field_of_a_scenario_stands_on_one_page(qtbot: QtBot, desk: Desk) -> None:
    pages = [kind(desk) for kind in PAGES]
    for page in pages:
        qtbot.addWidget(page)
    elsewhere = {"format", "kind", "setup", "reduced", "exhausted", "orders", "divisional_orders"}
    elsewhere |= {"improved_positions", "damaged_spans"}
    for told in fields_of(NlcScenario):
        holders = [page.key for page in pages if page.holds("scenario", (told.name,))]
        assert len(holders) == (0 if told.name in elsewhere else 1), (told.name, holders)


PLACES: tuple[tuple[type[FormPage], tuple[str | int, ...]], ...] = (
    (CalendarPage, ("date",)),
    (CalendarPage, ("turns", 3, "hour")),
    (CalendarPage, ("weather", "turns", 1)),
    (CalendarPage, ("arrivals", 4, "units", 1)),
    (CalendarPage, ("alternates", 1, "entry")),
    (VictoryPage, ("victory", "hexes", 2, "vp")),
    (VictoryPage, ("control", 0, "side")),
    (VictoryPage, ("supply_sources", 0)),
    (RulesPage, ("options", "cards")),
    (RulesPage, ("cards", "decks", "french")),
    (RulesPage, ("special_rules", 2, "numbers", "hexes_from_leader")),
    (RulesPage, ("numbers",)),
    (RulesPage, ("notes", 2)),
    (BriefingPage, ("name",)),
    (BriefingPage, ("briefing", "aims", "allied")),
    (BriefingPage, ("briefing", "hints", 1)),
)


@pytest.mark.parametrize(("kind", "path"), PLACES)
def test_a_problem_leads_to_its_field(
    qtbot: QtBot, desk: Desk, kind: type[FormPage], path: tuple[str | int, ...]
) -> None:
    page = page_on(qtbot, desk, kind)
    assert page.go_to("scenario", path)
    focused = page.focusWidget()
    assert focused is not None
    assert focused.isVisible()
    assert not focused.visibleRegion().isEmpty()
    assert not page.go_to("map", path)
    assert not page.go_to("scenario", ("setup", 0))


def test_a_page_that_was_not_seen_leads_to_a_field_too(qtbot: QtBot, desk: Desk) -> None:
    page = VictoryPage(desk)
    qtbot.addWidget(page)
    assert page.go_to("scenario", ("control", 1, "side"))


def paths_of(fields: tuple[Field, ...], above: tuple[str | int, ...] = ()) -> Iterator[Any]:
    """The place of every field of a scenario, those in the first item of a list too."""
    for told in fields:
        path = (*above, told.name)
        yield path
        shape = told.shape
        if shape.kind is Kind.RECORD and shape.record is not None:
            yield from paths_of(fields_of(shape.record), path)
        elif shape.kind is Kind.LIST and shape.item is not None:
            yield (*path, 0)
            if shape.item.record is not None:
                yield from paths_of(fields_of(shape.item.record), (*path, 0))
        elif shape.kind is Kind.TABLE:
            yield from ((*path, "french"), (*path, "odd key"))


SPOILED = st.lists(st.tuples(st.sampled_from(list(paths_of(fields_of(NlcScenario)))), JSON))


@settings(suppress_health_check=list(HealthCheck), max_examples=30)
@given(SPOILED, JSON, JSON)
def test_any_draft_is_shown_and_nothing_of_it_is_changed(
    qapp: object, tmp_path_factory: Any, spoiled: Any, forces: Any, places: Any
) -> None:
    desk = _spoiled_desk(tmp_path_factory)
    draft = brienne()
    scenario = draft.scenario
    for path, value in spoiled:
        scenario = written(scenario, NlcScenario, path, value)
    draft = Draft(
        {**draft.map, "places": places},
        {**draft.forces, "formations": forces} if spoiled else draft.forces,
        scenario,
    )
    lay(desk, draft)
    for page in _SPOILED:
        page.show_draft(None, draft)
        for path, _ in spoiled:
            page.go_to("scenario", path)
    assert desk.document.done == []
    assert desk.draft is draft


_SPOILED: list[FormPage] = []


def _spoiled_desk(folders: Any) -> Desk:
    """Pages that are made once, for a few tenths of a second each time are too long."""
    if not _SPOILED:
        desk = desk_with(folders.mktemp("state"))
        _SPOILED.extend(kind(desk) for kind in PAGES)
    return _SPOILED[0].desk


@pytest.fixture(scope="module", autouse=True)
def _no_page_left() -> Iterator[None]:
    yield
    for page in _SPOILED:
        page.deleteLater()
    _SPOILED.clear()


# -- the calendar


def test_turns_are_made_from_a_few_numbers(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    page.maker.number.setText("14")
    page.maker.hour.setText("8")
    page.maker.make.click()
    turns = desk.draft.scenario["turns"]
    assert (len(turns), turns[0]["hour"], turns[-1]["hour"]) == (14, 8, 0)
    assert len(desk.document.done) == 1
    assert len(page.strip.spaces) == 14
    for text in ("0", "x", "201"):
        page.maker.number.setText(text)
        page.maker.make.click()
        assert page.maker.refusal.text() == "A battle has from 1 to 200 turns."
    assert len(desk.document.done) == 1


def test_a_turn_of_the_strip_is_the_row_of_the_table(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    at = page.strip.box(4).center().toPoint()
    QTest.mouseClick(page.strip, Qt.MouseButton.LeftButton, pos=at)
    turns = next(block for block in page.blocks if block.path == ("turns",))
    assert isinstance(turns, RowsBlock)
    assert turns.table.row() == 3
    QTest.keyClick(page.strip, Qt.Key.Key_Right)
    assert turns.table.row() == 4


def test_forces_are_dragged_to_another_turn(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    tree = page.coming
    assert tree.select(2)
    head = tree.topLevelItem(4)
    tree.scrollToItem(head)
    middle = QPointF(tree.visualItemRect(head).center())
    action, none = Qt.DropAction.MoveAction, Qt.KeyboardModifier.NoModifier
    data = QMimeData()
    tree.dropEvent(QDropEvent(middle, action, data, Qt.MouseButton.LeftButton, none))
    arrivals = desk.draft.scenario["arrivals"]
    told = [one["turn"] for one in arrivals if one.get("formations") == ["FR-HQ"]]
    assert told == [5]
    assert len(desk.document.done) == 1
    assert [due.id for due in tree.chosen()] == ["FR-HQ"]
    desk.document.undo()
    assert desk.draft.is_same(brienne())


def test_keys_and_the_menu_send_forces_too(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    tree = page.coming
    tree.select(2)
    QTest.keyClick(tree, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert _turn_of(desk, "FR-HQ") == 3
    menu = tree.menu()
    assert menu is not None
    acts = menu.actions()
    assert acts[7].text() == "To Turn 8: 19:00, 29 January"
    acts[7].trigger()
    assert _turn_of(desk, "FR-HQ") == 8
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert _turn_of(desk, "FR-HQ") is None
    waiting = tree.topLevelItem(tree.topLevelItemCount() - 1)
    assert waiting.text(0) == "Not yet on the calendar"
    assert [waiting.child(0).text(0), waiting.child(0).text(2)] == ["Imperial HQ", "French"]
    waiting.child(0).setSelected(True)
    page.send(tree.chosen(), 2)
    arrivals = desk.draft.scenario["arrivals"]
    told = [one for one in arrivals if "FR-HQ" in one.get("formations", ())]
    assert told == [{"turn": 2, "entry": "0401", "formations": ["FR-HQ"]}]


def test_the_best_march_stands_beside_each_arrival(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    tree = page.coming
    qtbot.waitUntil(lambda: not page.errand.is_busy, timeout=20_000)
    tree.select(2)
    row = tree.currentItem()
    assert (row.data(0, DUE).id, row.text(BEST)) == ("FR-HQ", "reaches Maizières (1803) on turn 2")
    page.send(tree.chosen(), 7)
    qtbot.waitUntil(lambda: not page.errand.is_busy, timeout=20_000)
    tree.select(next(due.place for due in tree.chosen()))
    assert tree.currentItem().text(BEST).startswith("reaches Maizières (1803) on turn 7")
    page.hide()
    page.send(tree.chosen(), 6)
    assert not page.errand.is_busy


def _turn_of(desk: Desk, id_: str) -> Any:
    arrivals = desk.draft.scenario["arrivals"]
    return next((one["turn"] for one in arrivals if id_ in one.get("formations", ())), None)


def test_who_stands_on_the_map_and_comes_too_is_shown(qtbot: QtBot, desk: Desk) -> None:
    more = [*brienne().scenario["arrivals"], {"turn": 12, "entry": "2101", "units": ["CO-9-01"]}]
    lay(desk, having(brienne(), arrivals=more))
    page = page_on(qtbot, desk, CalendarPage)
    assert page.odd.isVisible()
    assert "from the start, and comes too" in page.odd.text()
    heads = [page.coming.topLevelItem(at).text(0) for at in range(10)]
    assert heads[-1] == "Turn 12, which never comes"
    page.odd.linkActivated.emit("arrival:11")
    assert [due.id for due in page.coming.chosen()] == ["CO-9-01"]


def test_whether_arrivals_vary_is_asked_beside_them(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    page.variation.entry.give("varied")
    assert desk.draft.scenario["options"] == {"arrivals": "varied"}


# -- victory


def test_points_are_summed_by_who_holds_them() -> None:
    draft = brienne()
    pieces = pieces_of(draft.forces, draft.map)
    words = points_words(draft.scenario, pieces)
    assert words == "12 VP in all; at the start: Coalition 12 VP."
    held = [{"hex": "0913", "side": "french"}]
    words = points_words({**draft.scenario, "control": held}, pieces)
    assert words == "12 VP in all; at the start: French 4 VP, held by nobody 8 VP."
    assert points_words({}, pieces) == ""


def test_the_sums_follow_what_is_entered(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, VictoryPage)
    page.scribe.write(("victory", "hexes", 0, "vp"), 10, "points")
    assert page.sums.text().startswith("19 VP in all")


# -- rules


def special(page: RulesPage) -> SpecialRulesBlock:
    return next(block for block in page.blocks if isinstance(block, SpecialRulesBlock))


def test_every_special_rule_of_the_game_is_listed_with_what_it_needs() -> None:
    editing: Any = NLC.editing()
    rules = editing.special_rules()
    assert list(rules) == list(KNOWN)
    for id_, needs in KNOWN.items():
        told = rules[id_]
        assert (needs.hexes, needs.steps) == (told.hexes, told.steps), id_
        assert set(needs.numbers) == set(told.numbers), id_


def test_a_special_rule_is_ticked_and_asked_for_its_data(qtbot: QtBot, desk: Desk) -> None:
    lay(desk, having(brienne(), special_rules=None))
    page = page_on(qtbot, desk, RulesPage)
    block = special(page)
    assert block.list.item(2).text() == "Local Decision near Napoléon only"
    block.list.setCurrentRow(2)
    assert block.bearers.text() == "Borne by Ney."
    block.list.item(2).setCheckState(Qt.CheckState.Checked)
    (told,) = desk.draft.scenario["special_rules"]
    assert (told["id"], told["numbers"]) == ("ney-near-napoleon", {"hexes_from_leader": 8})
    assert block.data is not None
    assert [inner.path[-1] for inner in block.data.blocks] == ["text", "numbers"]
    text = block.data.block("text")
    assert isinstance(text, FieldBlock)
    assert isinstance(text.entry, ProseEntry)
    QTest.keyClicks(text.entry.field, "!")
    assert desk.draft.scenario["special_rules"][0]["text"].startswith("!Ney may")
    item = block.list.currentItem()
    assert item.checkState() is Qt.CheckState.Checked
    item.setCheckState(Qt.CheckState.Unchecked)
    assert "special_rules" not in desk.draft.scenario


def test_a_rule_that_the_game_does_not_know_stays(qtbot: QtBot, desk: Desk) -> None:
    lay(desk, having(brienne(), special_rules=[{"id": "odd-rule", "hexes": ["0913"]}, 5]))
    page = page_on(qtbot, desk, RulesPage)
    block = special(page)
    assert [block.list.item(i).text() for i in range(2)] == ["odd-rule", "5"]
    assert block.data is not None
    hexes = block.data.block("hexes")
    assert isinstance(hexes, FieldBlock)
    hexes.entry.give(["0912"])
    assert desk.draft.scenario["special_rules"] == [{"id": "odd-rule", "hexes": ["0912"]}, 5]


def test_decks_are_chosen_by_their_titles(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, RulesPage)
    cards = next(block for block in page.blocks if block.path == ("cards",))
    assert isinstance(cards, GroupBlock)
    decks: Any = cards.form.block("decks")
    assert decks._rows["french"].entry.box.currentText() == "La Patrie en Danger, French"


def test_a_number_has_its_usual_value_and_its_bounds(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, RulesPage)
    block = next(block for block in page.blocks if isinstance(block, NumbersBlock))
    assert block.key is not None
    block.key.setText("victory.supply_source")
    block.add_key()
    assert desk.draft.scenario["numbers"] == {"victory.supply_source": 4}
    line = block._rows["victory.supply_source"]
    assert line.label.text() == "victory.supply_source (usually 4)"
    line.entry.give(5000)
    assert "between -1000 and 1000" in line.refusal.text()
    page.scribe.write(("numbers", "no.such"), 1, "odd")
    assert "no number of this name" in block._rows["no.such"].refusal.text()


def test_fields_that_nobody_knows_are_told(qtbot: QtBot, desk: Desk) -> None:
    lay(desk, having(brienne(), moon="full"))
    page = page_on(qtbot, desk, RulesPage)
    assert page.others.text() == "Kept as they are: moon = full"


# -- the briefing


def test_the_preview_follows_what_is_typed(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, BriefingPage)
    assert page.paper is not None
    assert "Napoléon has come down" in page.paper.text.text()
    assert "29 January 1814" in page.paper.text.text()
    group = next(block for block in page.blocks if isinstance(block, GroupBlock))
    situation = group.form.block("situation")
    assert isinstance(situation, FieldBlock)
    assert isinstance(situation.entry, ProseEntry)
    QTest.keyClicks(situation.entry.field, "<b>At dawn ")
    assert "&lt;b&gt;At dawn Napoléon" in page.paper.text.text()


def test_a_briefing_begins_with_its_first_word(qtbot: QtBot, desk: Desk) -> None:
    lay(desk, having(brienne(), briefing=None))
    page = page_on(qtbot, desk, BriefingPage)
    assert page.paper is not None
    assert "There is no briefing of this battle." in page.paper.text.text()
    assert page.go_to("scenario", ("briefing", "situation"))
    QTest.keyClicks(page.focusWidget(), "Fog")
    assert desk.draft.scenario["briefing"] == {"situation": "Fog"}
    assert len(desk.document.done) == 1
    assert "Fog" in page.paper.text.text()


@given(JSON, JSON)
def test_any_briefing_has_a_preview(briefing: Any, name: Any) -> None:
    names = ("aims", "difficulty", "minutes", "special", "hints", "par", "history", "sources")
    draft = brienne()
    pieces = pieces_of(draft.forces, draft.map)
    for told in (briefing, dict.fromkeys(names, briefing)):
        preview_html({"briefing": told, "name": name, "date": name, "turns": briefing}, pieces)


def test_a_date_that_is_none_is_not_read() -> None:
    for text in ("1814-02-30", "1814-13-01", "0-1-1", "x", None, "1814-1-1-1", "٣٣٣٣-01-01"):
        assert date_words(text) == ""
    assert date_words("1814-02-28") == "28 February 1814"


def test_pages_can_be_dressed_anew(qtbot: QtBot, desk: Desk) -> None:
    for kind in PAGES:
        page = page_on(qtbot, desk, kind)
        before = page.blocks[0]
        page.set_look(desk.look)
        assert page.blocks[0] is not before


class PlainKit(NlcKit):
    """A game that adds no field to the envelope of a scenario."""

    id = "plain"
    form = replace(NlcKit.form, schema=ScenarioFile)

    def editing(self) -> object:
        return None


def test_a_game_without_fields_of_its_own_has_all_pages(qtbot: QtBot, tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    desk.kits = {"nlc": NLC, "plain": PlainKit()}
    pages = [page_on(qtbot, desk, kind) for kind in PAGES]
    lay(desk, having(brienne(), system="plain"))
    for page in pages:
        assert {block.path[0] for block in page.blocks} <= set(ScenarioFile.model_fields)
    rules = pages[PAGES.index(RulesPage)]
    assert "weather = " in rules.others.text()
    lay(desk, brienne())
    assert "weather" in {block.path[0] for block in pages[0].blocks}


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (CalendarPage, "Make the forces on the page Forces"),
        (VictoryPage, "Add the hexes that are worth VP"),
        (RulesPage, "All is as usual"),
        (BriefingPage, "Name the battle"),
        (ListsPage, "Draw roads, waters and places"),
    ],
)
def test_a_page_of_a_new_battle_says_what_to_do_first(
    qtbot: QtBot, desk: Desk, kind: type[Any], words: str
) -> None:
    page = page_on(qtbot, desk, kind)
    assert not page.advice.isVisible()
    lay(desk, new_battle(NLC))
    assert page.advice.isVisible()
    assert page.advice.text().startswith(words)


def test_without_a_date_or_turns_the_calendar_asks_for_them(qtbot: QtBot, desk: Desk) -> None:
    page = page_on(qtbot, desk, CalendarPage)
    lay(desk, having(brienne(), turns=None))
    assert page.advice.text().startswith("Make the turns")
    assert not page.strip.isVisible()
    lay(desk, having(brienne(), date=None))
    assert page.advice.text().startswith("Enter the date")
