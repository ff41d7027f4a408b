"""The dialog that writes a battle for others, and terrain that comes in from Tiled."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from hexwar.app.games import kit_named
from hexwar.editor import sheet, tiled
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.editor.sharing import ENDINGS, WAYS, Runner, ShareDialog, take_terrain
from hexwar.engine import SaveError
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.scenario.pack import contents
from hexwar.scenario.validate import NO_SECTIONS
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """First steps, in a folder of one's own."""
    draft, files, _ = Files.read(scenarios() / "first-steps")
    draft, _ = files.save_as(tmp_path / "mine", draft)
    light = theme("light")
    made = Desk(
        {"nlc": kit_named("nlc")}, Look(light, CounterArt(CounterStyle.PERIOD, light)), tmp_path
    )
    made.open(Document(draft), files)
    assert qtbot is not None
    return made


@pytest.fixture
def dialog(qtbot: QtBot, desk: Desk) -> Iterator[ShareDialog]:
    made = ShareDialog(desk)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.runner.stop()


def choose(dialog: ShareDialog, way: str, ending: str) -> None:
    dialog.what.setCurrentIndex(dialog.what.findData(way))
    dialog.form.setCurrentIndex(dialog.form.findData(ending))


@pytest.mark.parametrize(
    ("way", "ending"), [(way, ending) for way in WAYS for ending in ENDINGS[way]]
)
def test_everything_can_be_written(
    qtbot: QtBot, dialog: ShareDialog, tmp_path: Path, way: str, ending: str
) -> None:
    choose(dialog, way, ending)
    dialog.hex_mm.setValue(6)
    dialog.dpi.setValue(60)
    assert dialog.plan.text()
    path = tmp_path / f"it{ending}"
    with qtbot.waitSignal(dialog.written, timeout=60_000) as heard:
        dialog.write(path)
    assert heard.args == [path]
    assert path.stat().st_size > 1000
    assert dialog.remark.text() == f"Written: {path}"
    assert dialog.write_button.isEnabled()
    heads = {".pdf": b"%PDF", ".png": b"\x89PNG", ".html": b"<!doctype", ".hexpack": b"PK"}
    assert path.read_bytes().startswith(heads.get(ending, b""))


def test_a_package_holds_what_lies_beside_the_battle(
    qtbot: QtBot, dialog: ShareDialog, desk: Desk, tmp_path: Path
) -> None:
    assert desk.folder is not None
    shutil.copy(scenarios() / "maps" / "first-steps.png", desk.folder / "scan.png")
    desk.put("Name", "scenario", {"name": "Mine, unsaved"})
    choose(dialog, "package", ".hexpack")
    assert dialog.plan.text() == "4 files in a package"
    with qtbot.waitSignal(dialog.written, timeout=60_000):
        dialog.write(tmp_path / "it.hexpack")
    found = contents(tmp_path / "it.hexpack", NO_SECTIONS)
    assert (found.id, found.name) == ("mine", "Mine, unsaved")
    assert "scan.png" in [piece.name for piece in found.pieces]


def test_what_is_too_large_cannot_be_written_and_says_why(dialog: ShareDialog, desk: Desk) -> None:
    desk.do_map("New", sheet.blank("Large", Grid(99, 99)))
    choose(dialog, "map", ".png")
    before = dialog.plan.text()
    assert "pixels" in before
    dialog.hex_mm.setValue(80)
    dialog.dpi.setValue(600)
    assert not dialog.write_button.isEnabled()
    assert "choose smaller hexes" in dialog.remark.text()
    dialog.dpi.setValue(96)
    assert dialog.write_button.isEnabled()
    assert dialog.plan.text() not in ("", before)


def test_only_what_belongs_to_a_choice_is_shown(dialog: ShareDialog) -> None:
    def shown() -> set[str]:
        return {key for key, (_, part) in dialog._rows.items() if part.isVisible()}

    choose(dialog, "map", ".pdf")
    assert shown() == {"what", "form", "paper", "hex", "dpi", "overlap"}
    dialog.paper.setCurrentIndex(dialog.paper.findData("sheet"))
    assert shown() == {"what", "form", "paper", "hex", "dpi"}
    choose(dialog, "counters", ".pdf")
    assert shown() == {"what", "paper", "edge", "chits"}
    assert dialog.paper.currentData() == "a4"
    choose(dialog, "package", ".hexpack")
    assert shown() == {"what"}


def test_a_map_that_is_given_up_leaves_no_file(
    qtbot: QtBot, dialog: ShareDialog, tmp_path: Path
) -> None:
    choose(dialog, "map", ".png")
    dialog.dpi.setValue(300)
    with qtbot.waitSignal(dialog.runner.told, timeout=60_000):
        dialog.write(tmp_path / "it.png")
    assert dialog.close_button.text() == "Cancel"
    dialog.close_button.click()
    assert dialog.isVisible()
    assert not dialog.runner.is_busy
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    dialog.close_button.click()
    assert not dialog.isVisible()


def test_counters_that_are_given_up_leave_no_file(
    qtbot: QtBot, dialog: ShareDialog, tmp_path: Path
) -> None:
    choose(dialog, "counters", ".pdf")
    with qtbot.waitSignal(dialog.runner.told, timeout=60_000):
        dialog.write(tmp_path / "it.pdf")
    dialog.reject()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_what_cannot_be_written_is_told(qtbot: QtBot, dialog: ShareDialog, tmp_path: Path) -> None:
    choose(dialog, "forces", ".html")
    with qtbot.waitSignal(dialog.runner.ended, timeout=60_000) as heard:
        dialog.write(tmp_path)
    assert isinstance(heard.args[0], SaveError)
    assert "cannot be written" in dialog.remark.text()


def test_a_draft_that_is_not_complete_says_so(dialog: ShareDialog, desk: Desk) -> None:
    desk.do("Empty", Draft(map={"grid": 5}))
    for way in WAYS:
        choose(dialog, way, next(iter(ENDINGS[way])))
        dialog.show_plan()
        if way != "package":
            assert not dialog.write_button.isEnabled(), way
            assert dialog.remark.text(), way


def test_a_fault_of_the_program_is_no_sentence(qtbot: QtBot) -> None:
    runner = Runner()

    def fails() -> Iterator[float]:
        yield 0.5
        raise KeyError("x")

    with qtbot.waitSignal(runner.ended, timeout=10_000) as heard:
        runner.start(fails(), in_thread=True)
    assert isinstance(heard.args[0], KeyError)
    runner.stop()


def test_terrain_from_tiled_is_one_step(desk: Desk, tmp_path: Path) -> None:
    told: list[str] = []
    desk.told.connect(told.append)
    path = tmp_path / "x.tmx"
    other = sheet.painted(desk.draft.map, {Hex("0202"): "m"})
    path.write_text(tiled.written(other, path), "utf-8")
    before = desk.draft
    assert take_terrain(desk, path) == ""
    assert sheet.letter_at(desk.draft.map, Hex("0202")) == "m"
    assert [step.words for step in desk.document.done] == ["Terrain from Tiled"]
    assert take_terrain(desk, path) == ""
    assert told == [
        "Terrain, levels and places are those of x.tmx.",
        "x.tmx says what the map says already.",
    ]
    desk.document.undo()
    assert desk.draft is before
    path.write_text(json.dumps({"orientation": "isometric"}), "utf-8")
    assert "hexes in columns" in take_terrain(desk, path)
    assert desk.draft is before
