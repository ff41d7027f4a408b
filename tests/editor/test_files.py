"""Files of a document: what is not changed is not touched, and nothing that was in them is lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hexwar.editor.document import Draft
from hexwar.editor.files import SHIPPED, Files
from hexwar.editor.sheet import painted
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.summaries import scenario_ids
from hexwar.scenario.validate import validate


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A battle of one's own: First steps in a folder of its own."""
    draft, files, found = Files.read(scenarios() / "first-steps")
    assert not found
    _, refusal = files.save_as(tmp_path / "my-steps", draft)
    assert refusal is None
    return tmp_path / "my-steps"


@pytest.mark.parametrize("name", scenario_ids())
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
