"""Steps and the way back: to the last byte, whatever was done before."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.editor.document import Document, Draft, put
from hexwar.editor.sheet import ORDER, painted, raised, sided
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.scenario.writing import to_text

Act = Callable[[dict[str, Any]], dict[str, Any]]


def shipped(name: str) -> dict[str, Any]:
    """A map that comes with hexwar, as its file has it."""
    found: dict[str, Any] = json.loads((scenarios() / "maps" / f"{name}.json").read_text("utf-8"))
    return found


GRID = Grid(15, 12)
HEXES = st.sampled_from(GRID.hexes)
SIDES = st.sampled_from([f"{a}-{b}" for a in GRID.hexes for b in GRID.neighbours[a]])


def paint(letters: dict[Hex, str]) -> Act:
    return lambda map_: painted(map_, letters)


def raise_(levels: dict[Hex, int]) -> Act:
    return lambda map_: raised(map_, levels)


def side(field: str, sides: list[str], is_on: bool) -> Act:
    return lambda map_: sided(map_, field, sides, is_on=is_on)


ACTS = st.one_of(
    st.builds(paint, st.dictionaries(HEXES, st.sampled_from(".wmtc"), max_size=4)),
    st.builds(raise_, st.dictionaries(HEXES, st.integers(0, 9), max_size=4)),
    st.builds(
        side,
        st.sampled_from(["slopes", "crests", "fords"]),
        st.lists(SIDES, max_size=3),
        st.booleans(),
    ),
)
STROKES = st.one_of(st.none(), st.integers(0, 2))


@given(st.lists(st.tuples(ACTS, STROKES, st.booleans()), max_size=20))
@settings(max_examples=60, deadline=None)
def test_undo_of_all_is_the_start_and_redo_of_all_the_end_byte_for_byte(
    plan: list[tuple[Act, int | None, bool]],
) -> None:
    begun = Draft(map=shipped("proving-ground"))
    document = Document(begun)
    for act, stroke, steps_back in plan:
        document.do("a step", document.draft.having("map", act(document.draft.map)), stroke)
        if steps_back:
            document.undo()
    end = to_text(document.draft.map)
    count = len(document.done)
    while document.undo() is None:
        pass
    assert to_text(document.draft.map) == to_text(begun.map) == to_text(shipped("proving-ground"))
    assert not document.is_changed
    for _ in range(count):
        assert document.redo() is None
    assert to_text(document.draft.map) == end


def test_a_drag_is_one_step_and_one_that_comes_to_nothing_is_none() -> None:
    document = Document(Draft(map=shipped("first-steps")))
    told: list[tuple[Draft, Draft]] = []
    document.watchers.append(lambda before, after: told.append((before, after)))

    def step(hex_: str, letter: str, stroke: object) -> bool:
        map_ = painted(document.draft.map, {Hex(hex_): letter})
        return document.do("Paint", document.draft.having("map", map_), stroke)

    assert step("0101", "w", "first")
    assert step("0102", "w", "first")
    assert len(document.done) == 1
    assert not step("0102", "w", "first")  # it is wood already
    assert step("0103", "m", "second")
    assert step("0103", ".", "second")  # back again within the drag
    assert len(document.done) == 1
    assert len(told) == 4
    document.undo()
    assert not document.is_changed
    assert document.undo() is not None


def test_a_new_field_takes_its_place_in_the_order_of_the_file() -> None:
    tree = {"format": 1, "kind": "map", "roads": [], "mine": 1}
    assert list(put(tree, {"slopes": []}, ORDER)) == ["format", "kind", "slopes", "roads", "mine"]
    assert list(put(tree, {"notes": []}, ORDER))[-1] == "notes"
    assert "roads" not in put(tree, {"roads": None}, ORDER)
    assert tree == {"format": 1, "kind": "map", "roads": [], "mine": 1}
