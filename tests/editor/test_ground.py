"""Any map gives a battlefield: what its file describes, as far as that is sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.editor.ground import battlefield_of, size_of
from hexwar.editor.sheet import blank
from hexwar.hexes import Grid, Hex, Layout, Low
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.schema import MapFile
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.mapart.painter import MapPainter
from tests.editor.test_document import shipped

MAPS = ("brienne", "montmirail", "first-steps", "hold-the-bridge", "proving-ground")

FIELDS = (
    *("terrain", "elevation", "slopes", "crests", "fords", "rivers", "roads", "spans"),
    *("places", "areas", "exits", "metres", "north", "name"),
)


@pytest.mark.parametrize("name", MAPS)
def test_a_sound_map_is_what_its_file_describes(name: str) -> None:
    raw = shipped(name)
    made, wanted = battlefield_of(raw), build_battlefield(MapFile.from_raw(raw))
    for field in FIELDS:
        assert getattr(made, field) == getattr(wanted, field), field
    assert (made.grid.columns, made.grid.rows) == (wanted.grid.columns, wanted.grid.rows)


def test_the_same_map_is_built_once() -> None:
    raw = shipped("first-steps")
    assert battlefield_of(raw) is battlefield_of(raw)
    assert battlefield_of(dict(raw)) is not battlefield_of(raw)


def test_what_is_unsound_is_left_out_and_the_rest_stays() -> None:
    raw = blank("A sheet", Grid(6, 5, Low.ODD))
    raw |= {
        "terrain": ["..w?", 7, "wwwwwwwwwww"],
        "elevation": "high",
        "slopes": ["0101-0102", "0101-0505", "0909-0910", None, "x"],
        "rivers": [{"name": "Aube", "kind": "river", "hexsides": ["0202-0203", "0101-0606"]}, 3],
        "roads": [
            {"name": "Way", "kind": "road", "hexes": ["0101", "0102", "0404", "0405", "9999"]},
            {"name": "Short", "kind": "road", "hexes": ["0101"]},
            {"name": "Odd", "kind": "canal", "hexes": ["0101", "0102"]},
        ],
        "spans": [{"name": "Pont", "kind": "bridge", "hexside": "0202-0909"}],
        "places": [{"name": "Off", "hex": "0909", "terrain": "town"}],
        "exits": [{"name": "Out", "hex": "0101", "edge": "up"}],
    }
    field = battlefield_of(raw)
    assert field.terrain_at(Hex("0301")) == "woods"
    assert field.terrain_at(Hex("0603")) == "woods"
    assert field.terrain_at(Hex("0401")) == "clear"
    assert field.slopes == {("0101", "0102")}
    assert [river.hexsides for river in field.rivers] == [(("0202", "0203"),)]
    assert [road.hexes for road in field.roads] == [("0101", "0102"), ("0404", "0405")]
    assert not field.spans
    assert not field.places
    assert not field.exits
    assert field.grid.low is Low.ODD


def test_a_map_without_a_size_has_the_usual_one_or_that_of_its_rows() -> None:
    assert size_of({}).columns == 15
    grid = size_of({"grid": {"columns": True, "rows": 400}, "terrain": ["....", "...."]})
    assert (grid.columns, grid.rows) == (4, 2)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["0101", "0102-0103", "w.", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["hex", "hexes", "name", "kind", "hexsides"]), inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(tuple(MapFile.model_fields)), JSON))
def test_whatever_stands_in_a_map_there_is_a_battlefield(raw: dict[str, Any]) -> None:
    assert isinstance(battlefield_of(raw), Battlefield)


@given(st.sampled_from(tuple(MapFile.model_fields)), JSON)
def test_a_field_that_is_wrong_costs_no_other(name: str, value: Any) -> None:
    raw = shipped("first-steps")
    field = battlefield_of(raw | {name: value})
    if name not in ("terrain", "grid"):
        assert field.terrain == battlefield_of(raw).terrain


@pytest.mark.usefixtures("qapp")
def test_a_board_can_paint_a_map_with_faults() -> None:
    field = battlefield_of({"roads": [{"name": "A", "kind": "road", "hexes": ["0101", "0102"]}]})
    MapPainter(field, Layout(field.grid), has_labels=False)
