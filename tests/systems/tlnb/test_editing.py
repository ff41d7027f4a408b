"""The page of the player turn in the editor, and battles of the other game that it plays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from hexwar.app.games import sections
from hexwar.editor.army import LEADERS, UNITS, at, places
from hexwar.editor.blank import new_battle
from hexwar.editor.checks import Checks
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.editor.forms import FieldBlock
from hexwar.editor.helping import chapters, named_by
from hexwar.editor.muster import changed
from hexwar.editor.pages.forces import ForcesPage
from hexwar.editor.port import editing_of, followed
from hexwar.editor.tabs import Tabs
from hexwar.resources import scenarios
from hexwar.scenario.form import fields_of
from hexwar.scenario.validate import validate
from hexwar.systems.tlnb.editing import FlagsBlock, PlayerTurnPage
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.options import FLAGS
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.section.schema import TlnbRecord, TlnbScenario
from tests.editor.desks import desk_with, having, shipped
from tests.systems.nlc.cases import each

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def page_on(qtbot: QtBot, tmp_path: Path, draft: Draft) -> PlayerTurnPage:
    page = PlayerTurnPage(desk_with(tmp_path, draft))
    qtbot.addWidget(page)
    page.resize(1366, 768)
    page.show()
    qtbot.waitExposed(page)
    return page


def section(page: PlayerTurnPage) -> Any:
    return page.desk.draft.scenario.get("tlnb")


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> PlayerTurnPage:
    return page_on(qtbot, tmp_path, shipped("eylau"))


@pytest.fixture
def guest(qtbot: QtBot, tmp_path: Path) -> PlayerTurnPage:
    """On a battle of the other game, which says nothing to this one."""
    return page_on(qtbot, tmp_path, shipped("champaubert"))


def test_every_field_of_the_section_has_its_part_and_says_what_it_is(page: PlayerTurnPage) -> None:
    assert [block.path for block in page.blocks] == [
        ("tlnb", told.name) for told in fields_of(TlnbRecord)
    ]
    for told in fields_of(TlnbRecord):
        assert told.about, told.name
        name = f"tlnb.{told.name}"
        assert name in editing_of(TLNB).words, name


def test_every_field_of_a_scenario_stands_on_one_page(qtbot: QtBot, tmp_path: Path) -> None:
    tabs = Tabs(desk_with(tmp_path, shipped("eylau")))
    qtbot.addWidget(tabs)
    elsewhere = {"format", "kind", "setup", "reduced", "improved_positions", "damaged_spans"}
    forms = [page for page in tabs.pages.values() if page.key not in ("map", "setup", "forces")]
    for told in fields_of(TlnbScenario):
        holders = [page.key for page in forms if page.holds("scenario", (told.name,))]
        assert len(holders) == (told.name not in elsewhere), (told.name, holders)


@each("battle", "eylau", "dennewitz", "brienne")
def test_shipped_battles_are_shown_without_a_fault_or_a_change(
    qtbot: QtBot, tmp_path: Path, battle: str
) -> None:
    page = page_on(qtbot, tmp_path, shipped(battle))
    for label in page.findChildren(QLabel):
        if label.property("role") == "refusal":
            assert label.isHidden(), label.text()
    assert page.desk.document.done == []


def test_each_option_is_asked_for_with_its_values_in_words(page: PlayerTurnPage) -> None:
    block = next(block for block in page.blocks if isinstance(block, FlagsBlock))
    asked = {inner.path[-1]: inner for inner in block.form.blocks if isinstance(inner, FieldBlock)}
    assert set(asked) == {name for name, values in FLAGS.items() if len(values) > 1}
    charts = asked["charts"]
    charts.entry.given.emit("rev8")
    assert section(page)["options"]["charts"] == "rev8"
    charts.entry.given.emit(None)
    assert "charts" not in section(page)["options"]


def test_a_battle_of_the_other_game_gets_its_section(guest: PlayerTurnPage) -> None:
    assert section(guest) is None
    assert "converted" in guest.advice.text()
    block = next(block for block in guest.blocks if isinstance(block, FlagsBlock))
    (arrivals,) = [b for b in block.form.blocks if b.path[-1] == "arrivals"]
    assert isinstance(arrivals, FieldBlock)
    arrivals.entry.given.emit("varied")
    assert section(guest) == {"options": {"arrivals": "varied"}}
    assert guest.advice.text() == ""
    assert [
        p for p in Checks(sections()).problems(guest.desk.draft) if p.path[:1] == ("tlnb",)
    ] == []
    guest.desk.document.undo()
    assert section(guest) is None


PLACES: tuple[tuple[str | int, ...], ...] = (
    ("tlnb", "ratings"),
    ("tlnb", "leaders", 3, "officer"),
    ("tlnb", "options", "charts"),
    ("tlnb", "weather", "by_turn", "3"),
    ("tlnb", "march_orders", 1, "goal"),
    ("tlnb", "special_rules", 0, "numbers"),
    ("tlnb", "numbers"),
    ("tlnb",),
)


@each("path", *PLACES)
def test_a_problem_leads_to_its_place(page: PlayerTurnPage, path: tuple[Any, ...]) -> None:
    assert page.holds("scenario", path)
    assert page.go_to("scenario", path)
    assert page.focusWidget() is not None


def test_special_rules_and_numbers_are_those_of_this_game(page: PlayerTurnPage) -> None:
    editing = editing_of(TLNB)
    assert list(editing.special_rules()) == list(KNOWN)
    asked = editing.special_rules()["ahe-banks"]
    assert (asked.numbers, asked.others) == ({"infantry_mp": 1}, ("hexsides",))
    assert editing.number_refusal("crt.bogus", 1)
    assert editing.number_refusal("arrival.ahead", "two")
    assert not editing.number_refusal("arrival.ahead", 3)
    assert page.scribe.choices("tlnb.decks").keys() == page.scribe.choices("cards.decks").keys()


def test_it_has_a_chapter_of_help() -> None:
    assert named_by(PlayerTurnPage.title) in chapters()


# -- the window


@pytest.fixture
def tabs(qtbot: QtBot, tmp_path: Path) -> Iterator[Tabs]:
    made = Tabs(desk_with(tmp_path, shipped("champaubert")))
    qtbot.addWidget(made)
    yield made
    made.close_pages()


def test_both_games_of_the_series_have_the_page(tabs: Tabs, qtbot: QtBot) -> None:
    assert {"orders", "tlnb"} <= set(tabs.pages)
    tabs.show_page("rules")
    desk = tabs.desk
    desk.do("another game", having(desk.draft, system="tlnb"))
    qtbot.waitUntil(lambda: "orders" not in tabs.pages)
    assert tabs.key == "rules"
    desk.document.undo()
    qtbot.waitUntil(lambda: "orders" in tabs.pages)


def test_a_new_battle_of_the_game_has_no_fault_but_that_nobody_is_there(tmp_path: Path) -> None:
    draft = new_battle(TLNB)
    assert (draft.scenario["system"], draft.scenario["tlnb"]) == ("tlnb", {"ratings": "tlnb"})
    made = desk_with(tmp_path, draft)
    assert made.kit is TLNB
    made.open(Document(draft), Files())
    errors = [p for p in Checks(sections()).problems(draft) if p.is_error]
    assert [(p.part, p.path) for p in errors] == [("forces", ("formations",))]


# -- what a scenario says to another game that plays it is judged by that game


def test_the_section_in_a_battle_of_the_other_game_is_judged(tmp_path: Path) -> None:
    draft = having(shipped("champaubert"), tlnb={"options": {"charts": "rev9"}, "bogus": 1})
    folder = tmp_path / "champaubert"
    Files().save_as(folder, draft)
    found = validate([folder], sections(), scenarios())
    told = {(one.place, one.is_error) for one in found if one.place.startswith("tlnb")}
    assert told == {("tlnb.options.charts", True), ("tlnb.bogus", False)}


# -- ids are followed into the section of a battle of the other game

SECTION: dict[str, Any] = {
    "leaders": [{"leader": "FR-6-L", "officer": 4}, {"leader": "FR-YG-L", "officer": 3}],
    "reach": [{"leader": "FR-HQ-L", "formations": ["FR-6"]}],
    "march_orders": [{"formation": "FR-6", "goal": "1010"}, {"formation": "FR-YG", "goal": "1011"}],
    "supply": {
        "road_half": True,
        "shared_trains": [{"formations": ["FR-6", "FR-YG"], "trains": ["FR-6-04", "FR-YG-06"]}],
    },
    "special_rules": [{"id": "bulow-waits", "formations": ["FR-6"]}],
}
"""What a battle says to this game; it need not make sense."""


@pytest.fixture
def forces(qtbot: QtBot, tmp_path: Path) -> Iterator[ForcesPage]:
    """The forces of a battle of the other game, which has a section of this one."""
    made = ForcesPage(desk_with(tmp_path, having(shipped("champaubert"), tlnb=SECTION)))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def said(page: ForcesPage) -> Any:
    return page.desk.draft.scenario["tlnb"]


def choose(page: ForcesPage, id_: str) -> None:
    listed = page.desk.draft.forces["formations"]
    index = next(n for n, formation in enumerate(listed) if formation["id"] == id_)
    assert page.tree.choose(lambda line: line.formation == index)


def type_id(page: ForcesPage, id_: str) -> None:
    """Give the chosen formation another id, as one does in its form."""
    page.tabs.setCurrentIndex(2)
    box = page.form.boxes["id"]
    assert isinstance(box, QLineEdit)
    box.selectAll()
    QTest.keyClicks(box, id_)
    QTest.keyClick(box, Qt.Key.Key_Return)


def place(page: ForcesPage, id_: str) -> tuple[str | int, ...]:
    forces = page.desk.draft.forces
    listed = [*places(forces, UNITS), *places(forces, LEADERS)]
    return next(one for one in listed if at(forces, one)["id"] == id_)


def test_another_id_of_a_formation_is_followed_into_the_section_and_back(
    forces: ForcesPage,
) -> None:
    before = json.dumps(said(forces))
    choose(forces, "FR-6")
    type_id(forces, "ZZ")
    assert json.dumps(said(forces)) == before.replace('"FR-6"', '"ZZ"')
    forces.desk.document.undo()
    assert json.dumps(said(forces)) == before


@each("id_", "FR-6-L", "FR-6-04", "FR-HQ-L")
def test_another_id_of_a_piece_is_followed_too(forces: ForcesPage, id_: str) -> None:
    before, desk = json.dumps(said(forces)), forces.desk
    change = (place(forces, id_), "id", "ZZ")
    draft, refused = changed(desk.draft, followed(desk), [change])
    assert refused == ()
    desk.do("another id", draft)
    assert json.dumps(said(forces)) == before.replace(f'"{id_}"', '"ZZ"')
    desk.document.undo()
    assert json.dumps(said(forces)) == before


def test_with_a_formation_falls_away_what_the_section_says_of_it(forces: ForcesPage) -> None:
    before = said(forces)
    choose(forces, "FR-6")
    forces.do("remove")
    assert forces.question is not None
    words = forces.question.words.text()
    assert "leaders 1" in words
    assert "march orders 1" in words
    forces.question.go.click()
    assert said(forces) == {
        "leaders": [{"leader": "FR-YG-L", "officer": 3}],
        "march_orders": [{"formation": "FR-YG", "goal": "1011"}],
        "supply": {
            "road_half": True,
            "shared_trains": [{"formations": ["FR-YG"], "trains": ["FR-YG-06"]}],
        },
        "special_rules": [{"id": "bulow-waits"}],
    }
    choose(forces, "FR-YG")
    forces.do("remove")
    assert forces.question is not None
    forces.question.go.click()
    assert said(forces) == {
        "march_orders": [],
        "supply": {"road_half": True},
        "special_rules": [{"id": "bulow-waits"}],
    }
    forces.desk.document.undo()
    forces.desk.document.undo()
    assert said(forces) == before


def test_a_game_that_does_not_read_the_battle_follows_nothing(tmp_path: Path) -> None:
    made = desk_with(tmp_path, shipped("eylau"))
    assert followed(made) is TlnbScenario  # its own form has the section
    alone = desk_with(tmp_path, shipped("champaubert"))
    assert "tlnb" in followed(alone).model_fields
    alone.kits = {"nlc": alone.kit}
    assert "tlnb" not in followed(alone).model_fields
