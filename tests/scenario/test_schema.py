"""The form of the files: round trips, unknown fields, bounds, and what is wrong in plain words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import ErrorDetails

from hexwar.resources import scenarios
from hexwar.scenario.files import migrated
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.salvage import salvage, sentence_of
from hexwar.scenario.schema import ForcesFile, MapFile
from hexwar.scenario.validate import validate
from hexwar.scenario.writing import to_text
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.section.schema import NlcScenario
from tests.scenario.small import MAP, Small
from tests.systems.nlc.cases import each
from tools.write_schema import FOLDER, FORMS, form_of, stale_files, texts

SIGNS = "digits and single hyphens"
UNIT = "formations[2].units[0]"
KINDS = "the kind of file should be one of map, forces, scenario, table"
SHIPPED = sorted(scenarios().rglob("*.json"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_of_ours_is_written_back_as_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    raw = json.loads(text)
    record = form_of(raw).from_raw(raw)
    assert to_text(record.to_raw()) == text


def test_unknown_fields_come_back_and_are_named(small: Small) -> None:
    small.change("map", "raods", ["kept"])
    small.change("map", "roads[0].colour", {"red": 1})
    small.change("forces", "formations[2].units[0].inititative", 4)
    small.change("scenario", "zzz", None)
    assert small.sentences() == [
        "bourg/scenario.json: zzz: warning: this field is not known",
        'maps/bourg.json: raods: warning: this field is not known; did you mean "roads"?',
        "maps/bourg.json: roads[0].colour: warning: this field is not known",
        "bourg/forces.json: formations[2].units[0].inititative: warning: "
        'this field is not known; did you mean "initiative"?',
    ]
    for file, raw in small.raw.items():
        assert FORMS[file].from_raw(raw).to_raw() == raw


def test_the_published_schemas_are_up_to_date_and_stale_ones_noticed(tmp_path: Path) -> None:
    assert stale_files(FOLDER) == []
    for name, text in texts().items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "map.schema.json").write_text("{}", "utf-8")
    (tmp_path / "forces.schema.json").unlink()
    assert [path.name for path in stale_files(tmp_path)] == [
        "map.schema.json",
        "forces.schema.json",
    ]
    assert not any('"morale"' in text for text in texts().values())
    assert "Rû" in to_text(MapFile.from_raw(MAP).to_raw())


@each(
    "file place value sentence",
    ("map", "name", 7, "this should be a text, not 7"),
    ("map", "name", " ", '" " is empty'),
    ("map", "name", "x" * 121, "the text is too long: at most 120 characters"),
    ("map", "grid.columns", 100, "100 is too large: at most 99"),
    ("map", "grid.columns", 0, "0 is too small: at least 1"),
    ("map", "grid.columns", True, "this should be a whole number, not true"),
    ("map", "grid.rows", "6", 'this should be a whole number, not "6"'),
    ("map", "grid.rows", 6.0, "this should be a whole number, not 6.0"),
    ("map", "grid", [], "this should be an object, not a list"),
    ("map", "roads", {}, "this should be a list, not an object"),
    ("map", "roads", ["x"], 'this should be an object, not "x"'),
    ("map", "spans[0].hexside", "0403:0503", '"0403:0503" is no hexside such as 1505-1604'),
    ("map", "exits[0].edge", "X", '"X" is none of N, NE, E, SE, S, SW, W, NW'),
    ("map", "grid.low", "eben", '"eben" is none of even, odd; did you mean "even"?'),
    ("map", "rivers[0].estimate", 1, "this should be true or false, not 1"),
    ("map", "fords", ["0403-0503"] * 1001, "there are too many: at most 1000"),
    ("forces", "formations[0].id", "FR HQ", f'"FR HQ" is no id: letters, {SIGNS}'),
    ("forces", f"{UNIT}.sp", None, "this should be a whole number, not null"),
    ("forces", f"{UNIT}.sp", -1, "-1 is too small: at least 0"),
    ("forces", f"{UNIT}.slug", "FR-1", f'"FR-1" is no id: small letters, {SIGNS}'),
    (
        *("forces", f"{UNIT}.arm", "infanterie"),
        '"infanterie" is none of infantry, light cavalry, heavy cavalry, foot artillery, '
        'horse artillery, baggage train, pontoon train, vedette; did you mean "infantry"?',
    ),
    ("scenario", "date", "29.1.1814", '"29.1.1814" is no date such as 1814-01-29'),
    ("scenario", "turns", [], "there are too few: at least 1"),
    ("scenario", "numbers", {"a.b": True}, "true should be a number or a word"),
    ("scenario", "format", 2, "format 2 is newer than this program reads (1)"),
    ("scenario", "format", "1", "the format should be a whole number such as 1"),
    ("scenario", "format", 0, "format 0 is not known"),
    ("scenario", "kind", "battle", KINDS),
    ("scenario", "kind", "senario", f'{KINDS}; did you mean "scenario"?'),
)
def test_what_does_not_fit_is_told_in_plain_words(
    small: Small, file: str, place: str, value: object, sentence: str
) -> None:
    small.change(file, place, value)
    told = [finding.sentence for finding in small.findings()]
    assert told.count(sentence) == 1


@each("path", "../map.json", "/etc/map.json", "a\\b.json", "maps/x.txt", "~/a")
def test_a_path_stays_below_the_folder_of_scenarios(small: Small, path: str) -> None:
    small.change("scenario", "map", path)
    (finding,) = (f for f in small.findings() if f.place == "map")
    assert finding.sentence.endswith(
        "is no path of a .json file below the folder of scenarios, such as maps/brienne.json"
    )


def test_a_number_that_is_none_and_a_fault_without_words_are_told(small: Small) -> None:
    path = small.write().parent / "forces.json"
    path.write_text(path.read_text("utf-8").replace('"sp": 2', '"sp": NaN'), "utf-8")
    (finding,) = validate([path], FILES_ONLY)
    assert (finding.place, finding.sentence) == (
        "formations[2].units[2].sp",
        '"NaN" is no number that can be used',
    )
    fault = ErrorDetails(type="frozen_field", loc=("name",), msg="Field is frozen", input="Bourg")
    assert sentence_of(fault) == '"Bourg": Field is frozen'


def test_a_file_with_faults_without_end_has_a_report_with_an_end(small: Small) -> None:
    for number in range(1500):
        small.change("map", f"odd_{number}", 1)
    small.change("map", "places[0].terrain", "woods")
    *warnings, end, error = small.findings()
    assert len(warnings) == 1000
    assert end.sentence == "there are more than 1000 warnings; the rest is left out"
    assert error.is_error


# -- migrators, with a form that never was: format 0 called the name `title`, format -1 `label`

OLDER = {
    "map": {
        -1: lambda raw: {"title": raw.pop("label"), **raw},
        0: lambda raw: {"name": raw.pop("title"), **raw},
    }
}


def test_older_forms_are_brought_up_step_by_step_or_refused() -> None:
    for old in ({"format": 0, "title": "Bourg"}, {"format": -1, "label": "Bourg"}, {"format": 1}):
        raw = {**({key: MAP[key] for key in MAP if key != "name"} if len(old) > 1 else MAP), **old}
        before = json.dumps(raw)
        findings: list[Finding] = []
        new = migrated(raw, "map", Pen("map.json", findings), OLDER, newest=1)
        assert findings == []
        assert new == MAP
        assert json.dumps(raw) == before
    findings = []
    assert migrated({"format": -2}, "map", Pen("map.json", findings), OLDER, newest=1) is None
    assert [finding.sentence for finding in findings] == ["format -2 is not known"]


# -- whatever stands in a file

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(kind=st.sampled_from([MapFile, ForcesFile, NlcScenario]), data=st.data())
def test_any_object_becomes_a_record_or_findings(
    kind: type[MapFile | ForcesFile | NlcScenario], data: st.DataObject
) -> None:
    fields = st.dictionaries(st.sampled_from(sorted(kind.model_fields)), JSON)
    raw = data.draw(fields)
    findings: list[Finding] = []
    saved = salvage(kind, raw, Pen("file.json", findings))
    assert saved.record is not None or findings
