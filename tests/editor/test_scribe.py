"""Places of a file, names of pieces, and what is written where, without a window."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.editor.scribe import (
    Words,
    at,
    moved,
    own_refusal,
    pieces_of,
    refusal_in,
    shown,
    written,
)
from hexwar.messages import mark
from hexwar.scenario.form import Kind, field_of
from hexwar.scenario.schema import ScenarioFile, VpHexRecord
from hexwar.systems.nlc.section.schema import NlcScenario
from tests.editor.desks import shipped

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("id", "hex", "units", "turn", "x")), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_a_value_is_written_where_its_path_leads_and_the_rest_is_shared() -> None:
    tree = {"control": [{"hex": "0913", "side": "french"}], "victory": {"hexes": []}, "turns": []}
    made = written(tree, NlcScenario, ("control", 0, "side"), "allied")
    assert made["control"] == [{"hex": "0913", "side": "allied"}]
    assert tree["control"] == [{"hex": "0913", "side": "french"}]
    assert made["victory"] is tree["victory"]
    assert made["turns"] is tree["turns"]


def test_a_new_field_takes_its_place_in_the_order_of_the_schema() -> None:
    made = written({"name": "A", "date": "1814-01-29"}, ScenarioFile, ("system",), "nlc")
    assert list(made) == ["name", "system", "date"]
    deep = written({"weather": {"turns": [1]}}, NlcScenario, ("weather", "start"), "fair")
    assert list(deep["weather"]) == ["start", "turns"]


@pytest.mark.parametrize("battle", ["brienne", "three-battles"])
def test_a_field_comes_back_to_where_shipped_files_have_it(battle: str) -> None:
    whole = shipped(battle).scenario
    for name, value in whole.items():
        without = {field: told for field, told in whole.items() if field != name}
        assert list(written(without, NlcScenario, (name,), value)) == list(whole), name


def test_every_field_of_a_scenario_has_a_place_in_its_file() -> None:
    assert sorted(NlcScenario.layout()) == sorted(NlcScenario.model_fields)
    assert ScenarioFile.layout() == tuple(ScenarioFile.model_fields)


def test_what_says_nothing_any_more_is_left_out_but_no_more_than_that() -> None:
    tree = {"victory": {"hexes": [{"hex": "0913", "vp": 4}]}, "exits": [{"hex": "0913"}]}
    assert "victory" not in written(tree, NlcScenario, ("victory", "hexes", 0), None)
    # No exit at all is something else than those that the rules give.
    assert written(tree, NlcScenario, ("exits", 0), None)["exits"] == []
    kept = written({"weather": {"start": "fair"}}, NlcScenario, ("weather", "start"), None)
    assert kept == {"weather": {}}  # the file needs it


def test_an_item_behind_the_last_one_is_a_new_one() -> None:
    made = written({}, NlcScenario, ("special_rules", 0), {"id": "a"})
    assert written(made, NlcScenario, ("special_rules", 1), {"id": "b"}) == {
        "special_rules": [{"id": "a"}, {"id": "b"}]
    }


def test_an_item_moves_and_the_list_stays_as_it_was() -> None:
    items = ["a", "b", "c"]
    assert moved(items, 0, 2) == ["b", "c", "a"]
    assert items == ["a", "b", "c"]


@given(JSON, st.lists(st.sampled_from(("id", "hex", "x", 0, 1)), max_size=4))
def test_looking_and_writing_bear_any_tree(tree: Any, path: list[str | int]) -> None:
    at(tree, path)
    shown(tree)
    if isinstance(tree, dict) and path and isinstance(path[0], str):
        made = written(tree, None, path, "new")
        assert at(made, [0 if step == 1 else step for step in path]) == "new" or 1 in path


@given(JSON, JSON)
def test_names_are_read_off_any_forces(formations: Any, places: Any) -> None:
    pieces = pieces_of({"formations": formations, "side_names": places}, {"places": places})
    assert pieces.name(Kind.UNIT, "nobody") == "nobody"


def test_pieces_of_one_name_are_told_apart_by_their_formation() -> None:
    units = [{"id": "F-1", "name": "Train"}]
    forces = {"formations": [{"id": "F", "name": "II Corps", "side": "french", "units": units}]}
    pieces = pieces_of(forces, {"places": [{"hex": "0913", "name": "Brienne"}]})
    assert pieces.name(Kind.UNIT, "F-1") == "Train"
    assert pieces.apart(Kind.UNIT, "F-1") == "Train · II Corps"
    assert pieces.side_of["F-1"] == "french"
    assert pieces.place("0913") == "0913 Brienne"
    assert pieces.place("0914") == "0914"


def test_a_field_is_at_fault_where_it_is_needed_or_wrong() -> None:
    vp = field_of(VpHexRecord, "vp")
    assert vp is not None
    assert refusal_in(vp, {}) == "this field is missing"
    assert "too large" in refusal_in(vp, {"vp": 100})
    assert refusal_in(vp, {"vp": 4}) == ""


def test_a_list_is_blamed_only_where_no_item_of_it_is() -> None:
    turns = field_of(ScenarioFile, "turns")
    assert turns is not None
    assert "too few" in own_refusal(turns.shape, [])
    assert own_refusal(turns.shape, [{"turn": "x"}]) == ""


def test_a_game_names_its_fields_before_all_games_do() -> None:
    words = Words({"weather.start": mark("Sky"), "hex.0913": mark("Here")})
    assert words.field("weather.start") == "Sky"
    assert words.field("victory.hexes.vp") == "VP"
    assert words.field("from_turn") == "From turn"
    assert words.value("turns.kind", "night_pm") == "Night, before midnight"
    assert words.value("weather.start", "snowstorm") == "Snowstorm"
