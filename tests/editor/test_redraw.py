"""What is drawn again after a step: neither more than must be, nor less."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.editor import ground
from hexwar.editor.ground import battlefield_of, touched
from hexwar.editor.sheet import painted, raised, sided
from hexwar.editor.ways import flowed, laid
from hexwar.hexes import Grid, Hex, hexside
from hexwar.resources import scenarios

BRIENNE: dict[str, Any] = json.loads((scenarios() / "maps/brienne.json").read_text("utf-8"))
GRID = Grid(35, 38)
HEXES = st.sampled_from(GRID.hexes)
SIDES = st.sampled_from([f"{a}-{b}" for a in GRID.hexes for b in GRID.neighbours[a]])


def as_built(map_: dict[str, Any]) -> dict[str, Any]:
    """A battlefield built of nothing known, by its fields."""
    ground._known.clear()
    made = battlefield_of(map_)
    return {field.name: getattr(made, field.name) for field in fields(made)}


@given(
    st.dictionaries(HEXES, st.sampled_from(".wmtc"), max_size=3),
    st.dictionaries(HEXES, st.integers(0, 9), max_size=3),
    st.lists(SIDES, max_size=2),
)
@settings(max_examples=25, deadline=None)
def test_a_battlefield_led_on_from_a_known_one_is_as_if_built_anew(
    letters: dict[Hex, str], levels: dict[Hex, int], sides: list[str]
) -> None:
    steps = [painted(BRIENNE, letters)]
    steps.append(raised(steps[-1], levels))
    steps.append(sided(steps[-1], "crests", sides, is_on=True))
    ground._known.clear()
    battlefield_of(BRIENNE)
    for map_ in steps:
        led = battlefield_of(map_)
        found = {field.name: getattr(led, field.name) for field in fields(led)}
        assert found == as_built(map_)
        battlefield_of(map_)


def test_a_brush_touches_the_hexes_that_it_paints_and_no_other() -> None:
    after = painted(BRIENNE, {Hex("1515"): "w", Hex("1516"): "m"})
    assert touched(BRIENNE, after) == frozenset({Hex("1515"), Hex("1516")})
    assert touched(BRIENNE, BRIENNE) == frozenset()


def test_water_and_roads_touch_the_hexes_along_them() -> None:
    side = hexside(Hex("3030"), Hex("3031"))
    assert touched(BRIENNE, flowed(BRIENNE, [side], "stream", "brook")) == frozenset(side)
    way = (Hex("3030"), Hex("3031"), Hex("3032"))
    found = touched(BRIENNE, laid(BRIENNE, way, "trail", "track"))
    assert found is not None
    assert found >= {*way}


def test_another_sheet_is_drawn_as_a_whole() -> None:
    wider = {**BRIENNE, "grid": {**BRIENNE["grid"], "columns": 36}}
    assert touched(BRIENNE, wider) is None
