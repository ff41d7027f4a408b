"""The report as a whole: folders, each file once, text and JSON, and the command."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.app.games import sections
from hexwar.app.main import main
from hexwar.resources import scenarios
from hexwar.scenario.build import build
from hexwar.scenario.files import Loaded
from hexwar.scenario.findings import findings_json, findings_text
from hexwar.scenario.validate import Inspection, validate
from hexwar.systems.nlc.section import FILES_ONLY
from tests.scenario.small import GONE, SECTIONS, Small
from tests.systems.nlc.cases import each


def test_our_scenarios_have_no_fault_and_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert validate([scenarios()], sections()) == ()
    assert main(["list"]) == 0
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for line in (
        "brienne Brienne, 29 January 1814: 9 turns, French 78 SP, Coalition 68 SP",
        "la-rothiere La Rothière, 1 February 1814: 9 turns, French 86 SP, Coalition 170 SP",
        "champaubert Champaubert, 10 February 1814: 10 turns, French 49 SP, Coalition 11 SP",
        "montmirail Montmirail, 11 February 1814: 10 turns, French 42 SP, Coalition 57 SP",
        "vauchamps Vauchamps, 14 February 1814: 12 turns, French 58 SP, Coalition 36 SP",
        "fere-champenoise Fère-Champenoise, 25 March 1814: 8 turns, French 46 SP, Coalition 37 SP",
        "proving-ground Proving ground, 22 February 1814: 6 turns, French 38 SP, Coalition 44 SP",
    ):
        assert line in told


def test_a_folder_is_looked_through_and_each_file_reported_once(small: Small) -> None:
    small.change("map", "places[0].terrain", "woods")
    small.write()
    once = validate([small.folder], SECTIONS)
    assert [finding.place for finding in once] == ["places[0].terrain"]
    again = [small.folder, small.folder / "maps" / "bourg.json", small.folder]
    assert validate(again, SECTIONS) == once


@each("file", "map", "forces", "scenario")
def test_each_kind_of_file_can_be_looked_at(small: Small, file: str) -> None:
    small.change("map", "places[0].terrain", "woods")
    small.change("forces", "formations[2].units[1].flags", ["gard"])
    small.write()
    path = {"map": "maps/bourg.json", "forces": "bourg/forces.json"}.get(file)
    found = validate([small.folder / (path or "bourg/scenario.json")], SECTIONS)
    places = {
        "map": ["places[0].terrain"],
        "forces": ["formations[2].units[1].flags[0]"],
        "scenario": ["places[0].terrain", "formations[2].units[1].flags[0]"],
    }
    assert [finding.place for finding in found] == places[file]


def test_a_folder_of_no_files_and_one_of_too_many(tmp_path: Path) -> None:
    (finding,) = validate([tmp_path], FILES_ONLY)
    assert finding.sentence == "the folder holds no .json file"
    for number in range(501):
        (tmp_path / f"{number:03d}.json").write_text("{}", "utf-8")
    first, *others = validate([tmp_path], FILES_ONLY)
    assert first.sentence == "the folder holds more than 500 .json files"
    assert len(others) == 500


def test_the_report_as_json_and_as_text(small: Small) -> None:
    small.change("map", "places[0].terrain", "woods")
    where, wrong = (
        f"{small.folder.as_posix()}/maps/bourg.json",
        '"Bourg" is woods, but 0603 is town',
    )
    one = {"severity": "error", "file": where, "place": "places[0].terrain", "sentence": wrong}
    report = json.loads(findings_json(small.findings()))
    assert report == {"errors": 1, "warnings": 0, "findings": [one]}
    small.change("map", "colour", 1)
    assert findings_text(small.findings()) == (
        f"{where}: colour: warning: this field is not known\n"
        f'{where}: places[0].terrain: error: "Bourg" is woods, but 0603 is town\n'
        "1 error, 1 warning"
    )
    assert findings_text(()) == "0 errors, 0 warnings"


def test_the_command_succeeds_with_warnings_and_fails_with_an_error(
    small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    small.change("scenario", "special_rules", [])
    small.change("map", "colour", 1)
    assert main(["validate", str(small.write())]) == 0
    assert capsys.readouterr().out.endswith("0 errors, 1 warning\n")
    small.change("scenario", "numbers", {"victory.sp_for_vp": 4})
    assert main(["validate", "--json", str(small.write())]) == 1
    assert json.loads(capsys.readouterr().out)["errors"] == 1


# -- whatever is broken: findings, never a crash; and what has none can be built

VALUES = st.sampled_from(
    [
        *(GONE, None, True, 0, 1, 7, 99, -1, 1.5, "", "x", "0101", "0199", "0102-0103"),
        *("9999-0101", "FR-1-01", "FR-HQ-L", "FR-1", "french", "march", "road", "corps"),
        *([], ["0101"], {}, [[]]),
    ]
)


def places(raw: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place below a raw value."""
    items = raw.items() if isinstance(raw, dict) else enumerate(raw)
    found = []
    for key, value in items:
        found.append((*place, key))
        if isinstance(value, (dict, list)):
            found += places(value, (*place, key))
    return found


def replaced(raw: Any, place: tuple[str | int, ...], value: object) -> None:
    *way, last = place
    for key in way:
        raw = raw[key]
    if value is GONE:
        del raw[last]
    else:
        raw[last] = copy.deepcopy(value)


@settings(max_examples=150)
@given(data=st.data())
def test_whatever_is_broken_is_reported_or_can_be_built(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    small = Small(tmp_path_factory.mktemp("small"))
    for _ in range(data.draw(st.integers(1, 3))):
        file = data.draw(st.sampled_from(["map", "forces", "scenario"]))
        place = data.draw(st.sampled_from(places(small.raw[file])))
        replaced(small.raw[file], place, data.draw(VALUES))
    inspection = Inspection(FILES_ONLY)
    loaded = inspection.inspect_scenario(small.write())
    errors = [finding for finding in inspection.files.findings if finding.is_error]
    assert loaded is not None or errors
    if isinstance(loaded, Loaded) and not errors:
        battle = build(loaded)
        assert set(battle.unit_hexes.values()) <= set(battle.battlefield.grid.hexes)
        assert set(battle.formation_of) == set(battle.units)
    validate([small.folder], SECTIONS)
