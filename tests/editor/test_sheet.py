"""What can be done to a map: it becomes what the shipped files say."""

from __future__ import annotations

import pytest

from hexwar.editor.sheet import blank, grid_of, letter_at, level_at, painted, raised, sided
from hexwar.hexes import Hex
from tests.editor.test_document import shipped

MAPS = ("brienne", "montmirail", "first-steps", "hold-the-bridge", "proving-ground")


@pytest.mark.parametrize("name", MAPS)
def test_the_ground_of_a_shipped_map_comes_of_a_blank_sheet(name: str) -> None:
    """Levels by the brush alone give its slopes; crests are set by hand."""
    goal = shipped(name)
    grid, size = grid_of(goal), goal["grid"]
    map_ = blank(goal["name"], grid, size["metres"], size["north"])
    map_ = painted(map_, {hex_: letter_at(goal, hex_) for hex_ in grid.hexes})
    map_ = raised(map_, {hex_: level_at(goal, hex_) for hex_ in grid.hexes})
    map_ = sided(map_, "crests", goal.get("crests", ()), is_on=True)
    for field in ("format", "kind", "name", "terrain", "elevation", "slopes"):
        assert map_[field] == goal[field], field
    assert map_.get("crests", []) == goal.get("crests", [])


def test_a_slope_made_by_hand_is_let_be_and_a_crest_gives_way_to_a_slope() -> None:
    map_ = sided(
        blank("A sheet", grid_of(shipped("first-steps"))), "crests", ["0203-0303"], is_on=True
    )
    byhand = sided(map_, "slopes", ["0302-0303"], is_on=True)  # both are level
    up = raised(byhand, {Hex("0303"): 1})
    assert "0302-0303" in up["slopes"]
    assert "0203-0303" in up["slopes"]
    assert up["crests"] == []
    down = raised(up, {Hex("0303"): 0})
    assert down["slopes"] == []  # when the levels agreed with it, it followed them again
    assert sided(up, "slopes", ["0303-0203"], is_on=True)["slopes"].count("0203-0303") == 0


def test_a_place_says_what_its_hex_is() -> None:
    map_ = painted(shipped("first-steps"), {Hex("0804"): "c"})
    assert next(p for p in map_["places"] if p["hex"] == "0804")["terrain"] == "chateau"
    assert shipped("first-steps")["places"] != map_["places"]
