"""Pieces of a map: cut out, turned, mirrored and put down with all that is on them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.editor.clip import Clip, copied, pasted
from hexwar.editor.sheet import blank, grid_of, letter_at, level_at
from hexwar.editor.ways import waters
from hexwar.hexes import Grid, Hex, Low
from tests.editor.test_document import shipped

PROVING = shipped("proving-ground")
INNER = [h for h in grid_of(PROVING).hexes if len(grid_of(PROVING).within(h, 2)) == 19]


def said(map_: dict[str, Any]) -> dict[str, Any]:
    """What a map says, without the order of its lists."""
    sets = ("slopes", "crests", "fords")
    return {
        "ground": [(letter_at(map_, h), level_at(map_, h)) for h in grid_of(map_).hexes],
        **{name: sorted(map_.get(name, ())) for name in sets},
        "water": sorted(waters(map_)),
        "spans": sorted((s["hexside"], s["kind"]) for s in map_.get("spans", ())),
        "places": sorted((p["name"], p["hex"]) for p in map_.get("places", ())),
        "areas": sorted((a["name"], sorted(a["hexes"])) for a in map_.get("areas", ())),
        "links": sorted(
            tuple(sorted(link))
            for road in map_.get("roads", ())
            for link in zip(road["hexes"], road["hexes"][1:], strict=False)
        ),
    }


def sides(clip: Clip) -> list[Any]:
    """The hexsides of a clip; of all but a slope it is no matter which hex comes first."""
    return sorted((n, pair if n == "slopes" else tuple(sorted(pair))) for n, pair in clip.sides)


@given(st.sampled_from(INNER), st.integers(0, 2))
@settings(max_examples=25, deadline=None)
def test_a_piece_put_down_where_it_was_changes_nothing(centre: Hex, radius: int) -> None:
    clip = copied(PROVING, grid_of(PROVING).within(centre, radius), centre)
    assert said(pasted(PROVING, clip, centre)) == said(PROVING)


@given(st.sampled_from(INNER), st.sampled_from(INNER), st.integers(0, 5), st.booleans())
@settings(max_examples=40, deadline=None)
def test_turns_and_mirrors_lead_back_and_a_piece_is_the_same_elsewhere(
    centre: Hex, other: Hex, times: int, mirrors: bool
) -> None:
    clip = copied(PROVING, grid_of(PROVING).within(centre, 2), centre)
    assert clip.turned(times).turned(6 - times) == clip
    assert clip.mirrored().mirrored() == clip
    assert clip.mirrored().turned(times) == clip.turned(-times).mirrored()
    clip = clip.turned(times)
    clip = clip.mirrored() if mirrors else clip
    sheet = pasted(blank("A sheet", grid_of(PROVING)), clip, other)
    again = copied(sheet, grid_of(sheet).within(other, 2), other)
    assert sorted(again.hexes) == sorted(clip.hexes)
    assert sides(again) == sides(clip)
    assert sorted(p.run for p in again.places) == sorted(p.run for p in clip.places)
    back = again.mirrored() if mirrors else again
    whole = pasted(PROVING, back.turned(6 - times), centre)
    assert said(whole)["ground"] == said(PROVING)["ground"]
    assert said(whole)["slopes"] == said(PROVING)["slopes"]


@pytest.mark.parametrize("low", ["even", "odd"])
def test_a_form_holds_on_columns_of_either_kind(low: str) -> None:
    sheet = blank("A sheet", Grid(15, 12, Low(low)))
    clip = copied(PROVING, grid_of(PROVING).within(Hex("0706"), 2), Hex("0706"))
    for at in ("0505", "0605"):
        map_ = pasted(sheet, clip, Hex(at))
        again = copied(map_, grid_of(map_).within(Hex(at), 2), Hex(at))
        assert sorted(again.hexes) == sorted(clip.hexes)


def test_what_falls_off_the_sheet_is_lost() -> None:
    clip = copied(PROVING, grid_of(PROVING).within(Hex("0706"), 2), Hex("0706"))
    map_ = pasted(PROVING, clip, Hex("0101"))
    assert len(map_["terrain"]) == len(PROVING["terrain"])
    assert {len(row) for row in map_["terrain"]} == {15}
