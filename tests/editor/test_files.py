"""Files of a document: what is not changed is not touched, and nothing that was in them is lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hexwar.editor.document import Draft
from hexwar.editor.files import SHIPPED, Files
from hexwar.editor.sheet import painted
from hexwar.engine import SaveError
from hexwar.engine.files import write_file
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.validate import validate
from tests.boards import MAPS


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A battle of one's own: First steps in a folder of its own."""
    draft, files, found = Files.read(scenarios() / "first-steps")
    assert not found
    _, refusal = files.save_as(tmp_path / "my-steps", draft)
    assert refusal is None
    return tmp_path / "my-steps"


@pytest.mark.parametrize("name", MAPS)
def test_what_is_read_is_written_letter_for_letter(name: str) -> None:
    draft, files, found = Files.read(scenarios() / name)
    assert not found
    assert files.changed(draft) == ()
    for part, home in files.homes.items():
        assert files.text(part, draft) == home.path.read_text("utf-8")
        assert draft.part(part) == json.loads(home.path.read_text("utf-8"))


def test_a_battle_of_ones_own_names_its_own_files_and_is_valid(own: Path) -> None:
    scenario = json.loads((own / "scenario.json").read_text("utf-8"))
    assert (scenario["id"], scenario["map"], scenario["forces"]) == (
        "my-steps",
        "map.json",
        "forces.json",
    )
    assert not [finding for finding in validate([own]) if finding.is_error]


def test_only_what_has_changed_is_written_and_unknown_fields_stay(own: Path) -> None:
    path = own / "map.json"
    strange = json.loads(path.read_text("utf-8")) | {"my_field": {"deep": [1, None]}}
    path.write_text(json.dumps(strange), "utf-8")  # on one line, as no editor of ours would
    before = {file: file.stat().st_mtime_ns for file in own.glob("*.json")}
    draft, files, _ = Files.read(own)
    assert files.save(draft) is None
    assert {file: file.stat().st_mtime_ns for file in own.glob("*.json")} == before
    other = draft.having("map", painted(draft.map, {Hex("0101"): "m"}))
    assert files.save(other) is None
    again = json.loads(path.read_text("utf-8"))
    assert again["my_field"] == {"deep": [1, None]}
    assert again["terrain"][0][0] == "m"
    assert (own / "forces.json").stat().st_mtime_ns == before[own / "forces.json"]


def test_shipped_files_stay_as_they_are() -> None:
    draft, files, _ = Files.read(scenarios() / "first-steps")
    other = draft.having("map", painted(draft.map, {Hex("0101"): "m"}))
    assert files.save(other) == SHIPPED
    assert files.save_as(scenarios() / "mine", other)[1] == SHIPPED
    assert not (scenarios() / "mine").exists()


def test_a_file_that_somebody_else_changed_is_noticed(own: Path) -> None:
    _, files, _ = Files.read(own)
    assert files.elsewhere() == ()
    (own / "map.json").write_text("{}", "utf-8")
    (own / "forces.json").unlink()
    assert set(files.elsewhere()) == {own / "map.json", own / "forces.json"}


def test_a_draft_with_faults_is_read_and_written(own: Path) -> None:
    path = own / "scenario.json"
    broken = json.loads(path.read_text("utf-8")) | {"turns": "none yet", "map": 7}
    path.write_text(json.dumps(broken), "utf-8")
    draft, files, _ = Files.read(own)
    assert draft.scenario["turns"] == "none yet"
    assert draft.map == {}
    assert draft.forces
    changed = draft.having("scenario", {**draft.scenario, "name": "Mine"})
    assert files.save(changed) is None
    assert json.loads(path.read_text("utf-8"))["turns"] == "none yet"
    path.write_text("{ no json", "utf-8")
    empty, _, found = Files.read(own)
    assert empty == Draft()
    assert "no JSON" in found[0].sentence
    shutil.rmtree(own)
    assert Files.read(own)[2]


def test_a_map_alone_is_a_document(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    shutil.copy(scenarios() / "maps" / "first-steps.json", path)
    draft, files, found = Files.read(path)
    assert not found
    assert draft.map["name"] == "Saulx"
    assert draft.scenario == {}
    assert files.save(draft.having("map", painted(draft.map, {Hex("0101"): "m"}))) is None
    assert json.loads(path.read_text("utf-8"))["terrain"][0][0] == "m"


def test_what_is_gone_is_written_again_with_its_folder(own: Path) -> None:
    draft, files, _ = Files.read(own)
    (own / "map.json").unlink()
    assert files.save(draft) is None
    shutil.rmtree(own)
    assert files.save(draft) is None
    assert Files.read(own)[0].is_same(draft)


def test_a_disk_that_is_full_leaves_the_battle_where_it_was(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, files, _ = Files.read(own)
    other = draft.having("map", painted(draft.map, {Hex("0101"): "m"}))

    def full(path: Path, text: str) -> None:
        if path.name == "forces.json":
            raise SaveError("{path} cannot be written: {why}.", path=path, why="no space is left")
        write_file(path, text)

    monkeypatch.setattr("hexwar.editor.files.write_file", full)
    _, refusal = files.save_as(tmp_path / "other", other)
    assert refusal is not None
    assert refusal.sentence.endswith("forces.json cannot be written: no space is left.")
    assert {home.path.parent for home in files.homes.values()} == {own}
    assert files.changed(other) == ("map",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "no JSON"),
        ("[1]", "an object"),
        ('{"hello": 1}', "no file of a battle"),
        (None, "the folder holds no scenario.json"),
    ],
)
def test_what_is_no_battle_is_not_opened(text: str | None, why: str, tmp_path: Path) -> None:
    path = tmp_path
    if text is not None:
        path = tmp_path / "some.json"
        path.write_text(text, "utf-8")
    _, files, found = Files.read(path)
    assert not files.homes
    assert why in found[0].sentence


@pytest.mark.parametrize("name", ["My Steps", "Fère", "...", "x" * 100])
def test_any_folder_gives_an_id_that_is_valid(name: str, tmp_path: Path) -> None:
    draft, files, _ = Files.read(scenarios() / "first-steps")
    _, refusal = files.save_as(tmp_path / "here" / name, draft)
    assert refusal is None
    assert not [finding for finding in validate([tmp_path / "here" / name]) if finding.is_error]
