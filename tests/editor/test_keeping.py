"""Nothing is lost: by a kill, a full disk, a damaged file, or another program."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop
from pytestqt.qtbot import QtBot

from hexwar.editor import autosave, keeping
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.files import Files
from hexwar.editor.keeping import Keeper
from hexwar.engine import SaveError
from hexwar.engine import files as writing
from hexwar.resources import scenarios
from tests.editor.desks import desk

pytestmark = pytest.mark.qt_log_ignore("does not support")


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """A battle of the user's own."""
    folder = tmp_path / "battles" / "first-steps"
    shutil.copytree(scenarios() / "first-steps", folder)
    for path in folder.iterdir():
        path.chmod(0o644)
    scenario = json.loads((folder / "scenario.json").read_text(encoding="utf-8"))
    for part in ("map", "forces"):
        if not (folder / scenario[part]).exists():
            shutil.copy(scenarios() / scenario[part], folder / f"{part}.json")
            scenario[part] = f"{part}.json"
    text = json.dumps(scenario, ensure_ascii=False, indent=1)
    (folder / "scenario.json").write_text(text, encoding="utf-8")
    return folder


class Sittings:
    """Windows of the editor, one after the other or side by side."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.keepers: list[Keeper] = []

    def begin(self) -> tuple[Desk, Keeper]:
        at_work = desk(self.state)
        keeper = Keeper(at_work)
        self.keepers.append(keeper)
        return at_work, keeper

    def die(self, keeper: Keeper) -> None:
        """As a program that is killed: nothing is cleared, only its claim is dead."""
        keeper._soon.stop()
        keeper._writer.wait()
        keeper._is_closed = True
        keeper._release()
        keeper._disk.blockSignals(True)


@pytest.fixture
def sittings(tmp_path: Path, qtbot: QtBot) -> Iterator[Sittings]:
    made = Sittings(tmp_path / "state")
    yield made
    for keeper in made.keepers:
        keeper._rest.stop()
        keeper.close()
        keeper.banner.deleteLater()


def press(keeper: Keeper, words: str) -> None:
    made = next(b for b in keeper.banner.buttons if b.text() == words and not b.isHidden())
    made.click()


def kept_beside(battle: Path) -> Path:
    return battle / ".scenario.json.autosave"


def rename(at_work: Desk, name: str) -> None:
    assert at_work.put("Name it", "scenario", {"name": name})


def keep(keeper: Keeper, qtbot: QtBot) -> None:
    keeper.keep_now()
    qtbot.waitUntil(lambda: not keeper._writer.is_busy)


# -- a draft that is not saved


def test_a_change_is_kept_beside_the_file_and_goes_with_saving(
    sittings: Sittings, battle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, keeper = sittings.begin()
    keeper._soon.setInterval(0)
    monkeypatch.setattr(keeping, "SOON_MS", 20)
    assert keeper.open(battle) == ""
    rename(at_work, "Other")
    qtbot.waitUntil(lambda: kept_beside(battle).exists())
    qtbot.waitUntil(lambda: not keeper._writer.is_busy)
    assert autosave.read(kept_beside(battle)).draft.is_same(at_work.draft)
    assert keeper.save() is None
    assert not any(battle.glob(".*"))
    assert not at_work.document.is_changed
    assert json.loads((battle / "scenario.json").read_text(encoding="utf-8"))["name"] == "Other"


def test_it_is_kept_while_somebody_works_without_a_pause(
    sittings: Sittings, battle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert keeping.LATEST_MS <= 10_000
    monkeypatch.setattr(keeping, "SOON_MS", 200)
    monkeypatch.setattr(keeping, "LATEST_MS", 400)
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    for number in range(2_000):
        rename(at_work, f"Name {number}")
        qtbot.wait(20)
        if kept_beside(battle).exists():
            return
    pytest.fail("it was never kept")


def test_what_was_taken_back_needs_not_be_kept(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    assert kept_beside(battle).exists()
    at_work.document.undo()
    keep(keeper, qtbot)
    assert not any(battle.glob(".*"))


@pytest.mark.parametrize("choice", ["Take up", "Look", "Leave it"])
def test_after_a_crash_it_is_offered(
    choice: str, sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    sittings.die(keeper)
    at_work, keeper = sittings.begin()
    assert keeper.restore()
    assert not keeper.banner.isHidden()
    assert "Other" in keeper.banner.line.text()
    before = at_work.draft.scenario["name"]
    assert before != "Other"
    press(keeper, choice)
    assert at_work.draft.scenario["name"] == ("Other" if choice != "Leave it" else before)
    if choice == "Look":
        press(keeper, "Back")
        assert at_work.draft.scenario["name"] == before
        press(keeper, "Look")
        press(keeper, "Keep it")
        assert at_work.draft.scenario["name"] == "Other"
    assert keeper.banner.isHidden()
    left = [p for p in battle.iterdir() if p.name.startswith(".")]
    assert left == ([] if choice == "Leave it" else [kept_beside(battle)])
    if choice == "Leave it":
        assert len([*(sittings.state / "left").iterdir()]) == 1, "nothing is lost"
    else:
        assert at_work.document.undo() is None
        assert at_work.draft.scenario["name"] == before


def test_what_was_found_is_not_written_over_before_somebody_decides(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Lost")
    keep(keeper, qtbot)
    sittings.die(keeper)
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    sittings.die(keeper)
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    press(keeper, "Take up")
    assert at_work.draft.scenario["name"] == "Other"
    assert any(
        "Lost" in p.read_text(encoding="utf-8") for p in sittings.state.rglob("*") if p.is_file()
    )


def test_a_battle_without_files_is_offered_too(sittings: Sittings, qtbot: QtBot) -> None:
    at_work, keeper = sittings.begin()
    keeper.open_new(Draft(map={"kind": "map", "name": "Heath"}))
    at_work.put("Name it", "map", {"name": "Moor"})
    keep(keeper, qtbot)
    sittings.die(keeper)
    at_work, keeper = sittings.begin()
    assert keeper.restore()
    assert "Moor" in keeper.banner.line.text()
    press(keeper, "Take up")
    assert at_work.draft.map["name"] == "Moor"
    assert at_work.document.is_changed
    assert len([*autosave.nameless(sittings.state)]) == 1


def test_two_windows_keep_their_own(sittings: Sittings, battle: Path, qtbot: QtBot) -> None:
    pair = [sittings.begin() for _ in range(2)]
    for number, (at_work, keeper) in enumerate(pair):
        keeper.open(battle)
        rename(at_work, f"Name {number}")
        keep(keeper, qtbot)
    names = {autosave.read(path).name for path in autosave.nameless(sittings.state)}
    assert names == {"Name 1"}
    assert autosave.read(kept_beside(battle)).name == "Name 0"
    assert not pair[0][1].offer_nameless(), "the other window is at work with it"


def test_a_folder_that_takes_nothing_is_none_of_our_business(
    sittings: Sittings, battle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = writing.write_file

    def readonly(path: Path, text: str) -> None:
        if path.is_relative_to(battle):
            raise SaveError("{path} cannot be written: {why}.", path=path, why="No space left")
        write(path, text)

    monkeypatch.setattr(autosave, "write_file", readonly)
    monkeypatch.setattr("hexwar.editor.files.write_file", readonly)
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    assert [autosave.read(p).name for p in autosave.nameless(sittings.state)] == ["Other"]
    refusal = keeper.save()
    assert refusal is not None
    assert "No space left" in refusal.sentence
    assert "No space left" in keeper.banner.line.text()
    assert at_work.draft.scenario["name"] == "Other"
    assert at_work.document.is_changed
    monkeypatch.setattr("hexwar.editor.files.write_file", write)
    press(keeper, "Try again")
    assert not at_work.document.is_changed
    assert keeper.banner.isHidden()


def test_a_disk_that_takes_nothing_at_all_is_told(
    sittings: Sittings, battle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: str) -> None:
        raise SaveError("{path} cannot be written: {why}.", path=path, why="No space left")

    at_work, keeper = sittings.begin()
    keeper.open(battle)
    monkeypatch.setattr(autosave, "write_file", full)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    assert "No space left" in keeper.banner.line.text()
    assert at_work.draft.scenario["name"] == "Other"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": 1}', b"\xff\xfe", b"9" * 5000])
def test_a_damaged_one_is_a_sentence(
    damage: bytes, sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    kept_beside(battle).write_bytes(damage)
    (sittings.state).mkdir()
    (sittings.state / "session.json").write_bytes(damage)
    at_work, keeper = sittings.begin()
    told: list[str] = []
    at_work.told.connect(told.append)
    assert keeper.open(battle) == ""
    assert "damaged" in keeper.banner.line.text()
    qtbot.waitUntil(lambda: bool(told))
    assert "session.json" in told[0]
    press(keeper, "Put it aside")
    assert [path.read_bytes() for path in (sittings.state / "left").iterdir()] == [damage]


def test_leaving_puts_aside_what_was_not_saved(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keeper.leave()
    assert not any(battle.glob(".*"))
    assert "Other" in next((sittings.state / "left").iterdir()).read_text(encoding="utf-8")


def test_steps_are_there_after_saving_and_opening_again(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    before = at_work.draft.scenario["name"]
    rename(at_work, "Other")
    assert keeper.save() is None
    keeper.close()
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    assert at_work.document.undo() is None
    assert at_work.draft.scenario["name"] == before


def test_saving_elsewhere_takes_the_autosave_along(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Other")
    keep(keeper, qtbot)
    other = battle.parent / "other"
    assert keeper.save_as(other) is None
    assert not any(battle.glob(".*"))
    assert json.loads((other / "scenario.json").read_text(encoding="utf-8"))["id"] == "other"
    assert not at_work.document.is_changed
    rename(at_work, "Third")
    keep(keeper, qtbot)
    assert kept_beside(other).exists()
    assert not any(battle.glob(".*"))


def test_where_somebody_was_at_work_is_known_again(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    keeper.remember({"page": "setup", "zoom": 1.5, "centre": [10.0, 20.0], "tool": "road"})
    keeper.close()
    at_work, keeper = sittings.begin()
    assert keeper.restore()
    assert keeper.sitting.view["page"] == "setup"
    assert keeper.sitting.opened == (str(battle / "scenario.json"),)
    assert at_work.folder == battle


# -- files that others change


def changed_elsewhere(battle: Path, name: str) -> None:
    path = battle / "scenario.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(told | {"name": name}), encoding="utf-8")


def test_a_file_that_another_program_changes_is_noticed(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Mine")
    changed_elsewhere(battle, "Theirs")
    qtbot.waitUntil(lambda: not keeper.banner.isHidden())
    assert "scenario.json" in keeper.banner.line.text()
    press(keeper, "Reload")
    assert at_work.draft.scenario["name"] == "Theirs"
    assert not at_work.document.is_changed
    at_work.document.undo()
    assert at_work.draft.scenario["name"] == "Mine", "undo brings mine back"
    assert at_work.document.is_changed


@pytest.mark.parametrize("is_removed", [False, True])
def test_mine_can_be_kept(is_removed: bool, sittings: Sittings, battle: Path, qtbot: QtBot) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    before = at_work.draft
    if is_removed:
        (battle / "scenario.json").unlink()
    else:
        changed_elsewhere(battle, "Theirs")
    keeper.look_at_disk()
    press(keeper, "Keep mine")
    assert at_work.draft is before
    assert at_work.document.is_changed, "mine is not what lies on the disk"
    keeper.look_at_disk()
    assert keeper.banner.isHidden(), "it is asked once"
    assert keeper.save() is None
    told = json.loads((battle / "scenario.json").read_text(encoding="utf-8"))
    assert told == before.scenario


def test_what_one_saves_oneself_is_no_change_of_others(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    rename(at_work, "Mine")
    assert keeper.save() is None
    keeper.look_at_disk()
    assert keeper.banner.isHidden()
    (battle / "scenario.json").write_text("{", encoding="utf-8")
    keeper.look_at_disk()
    press(keeper, "Reload")
    assert "cannot be read" in keeper.banner.line.text()
    assert at_work.draft.scenario["name"] == "Mine"


def test_what_others_have_written_is_not_written_over_unasked(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    _, second = sittings.begin()
    keeper.open(battle)
    second.open(battle)
    rename(at_work, "Mine")
    rename(second._desk, "Theirs")
    assert second.save() is None
    assert keeper.save() is not None, "at once, before the disk has told of it"
    assert "scenario.json" in keeper.banner.line.text()
    assert Files.read(battle)[0].scenario["name"] == "Theirs"
    press(keeper, "Save mine")
    assert Files.read(battle)[0].scenario["name"] == "Mine"
    assert not at_work.document.is_changed


def test_another_battle_is_replaced_when_somebody_says_so(
    sittings: Sittings, battle: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    other = shutil.copytree(battle, tmp_path / "other")
    keeper.open(battle)
    rename(at_work, "Mine")
    assert keeper.save_as(other) is not None
    assert Files.read(other)[0].scenario["name"] != "Mine"
    press(keeper, "Replace it")
    assert Files.read(other)[0].scenario["name"] == "Mine"
    assert at_work.folder == other
    rename(at_work, "Again")
    assert keeper.save_as(other) is None, "its own folder"


def test_saving_elsewhere_is_tried_again_there(
    sittings: Sittings, battle: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    (tmp_path / "other").write_text("no folder", "utf-8")
    assert keeper.save_as(tmp_path / "other") is not None
    assert at_work.folder == battle
    (tmp_path / "other").unlink()
    press(keeper, "Try again")
    assert at_work.folder == tmp_path / "other"


def test_a_battle_that_is_not_whole_opens_and_says_so(
    sittings: Sittings, battle: Path, qtbot: QtBot
) -> None:
    (battle / "map.json").write_text("{", "utf-8")
    at_work, keeper = sittings.begin()
    assert keeper.open(battle) == ""
    assert "map.json" in keeper.banner.line.text()
    rename(at_work, "Mine")
    assert keeper.save() is None
    assert (battle / "map.json").read_text("utf-8") == "{"


# -- a kill

WORKER = """
import sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from hexwar.editor import keeping
keeping.SOON_MS, keeping.LATEST_MS = 30, 60
from tests.editor.desks import desk
at_work = desk(Path(sys.argv[1]))
keeper = keeping.Keeper(at_work)
assert keeper.open(Path(sys.argv[2])) == ""
for number in range(1_000_000):
    at_work.put("Name it", "scenario", {"name": f"Name {number}"})
    app.processEvents()
    print(number, flush=True)
    time.sleep(0.002)
"""


def test_a_kill_at_any_moment_leaves_a_whole_draft(
    tmp_path: Path, battle: Path, sittings: Sittings
) -> None:
    for pause in (0.25, 0.4):
        words = [sys.executable, "-c", WORKER, str(sittings.state), str(battle)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = [process.stdout.readline()]
            while not kept_beside(battle).exists():
                told.append(process.stdout.readline())
            end = time.monotonic() + pause
            while time.monotonic() < end:
                told.append(process.stdout.readline())
            os.kill(process.pid, signal.SIGKILL)
            told += process.stdout.read().splitlines()
            last = int(told[-1])
        kept = autosave.read(kept_beside(battle))
        number = int(kept.name.removeprefix("Name "))
        assert number <= last + 1
        assert number > 0
        assert kept.draft.map == Files.read(battle)[0].map
        at_work, keeper = sittings.begin()
        keeper.open(battle)
        press(keeper, "Take up")
        assert at_work.draft.scenario["name"] == kept.name
        keeper.close()
        keeper._writer.wait()
        for path in battle.glob(".*"):
            path.unlink()


def test_events_are_not_needed_to_close(sittings: Sittings, battle: Path, qtbot: QtBot) -> None:
    at_work, keeper = sittings.begin()
    keeper.open(battle)
    keeper.close()
    rename(at_work, "Other")
    loop: Any = QEventLoop()
    loop.processEvents()
    assert not keeper._soon.isActive()
    assert not any(battle.glob(".*"))
