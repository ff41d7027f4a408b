"""JSON that a person can read and a diff can follow."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from hexwar.scenario.writing import WIDTH, to_text

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=30)
HEXES = st.lists(st.sampled_from(["0101", "0102", "0201", "0201-0202", "3538"]), max_size=60)
VALUES = st.recursive(
    SCALARS | HEXES,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=9), inner, max_size=6)
    ),
    max_leaves=30,
)


@given(VALUES)
def test_what_is_written_reads_back(value: object) -> None:
    assert json.loads(to_text(value)) == value


def test_short_things_stand_on_one_line_and_the_rows_of_a_map_below_each_other() -> None:
    value = {
        "name": "Épothémont",
        "turns": [1, 4],
        "setup": [{"hex": "0913", "units": ["CO-9-01", "CO-9-03"]}],
        "empty": [],
    }
    assert to_text(value) == (
        "{\n"
        '  "name": "Épothémont",\n'
        '  "turns": [1, 4],\n'
        '  "setup": [\n'
        '    {"hex": "0913", "units": ["CO-9-01", "CO-9-03"]}\n'
        "  ],\n"
        '  "empty": []\n'
        "}\n"
    )
    assert to_text({"terrain": ["..w", "m.t"]}) == (
        '{\n  "terrain": [\n    "..w",\n    "m.t"\n  ]\n}\n'
    )


def test_one_more_hex_of_an_area_changes_one_line() -> None:
    hexes = [f"{column:02d}{row:02d}" for column in range(3, 9) for row in range(10, 16)]
    before = to_text({"hexes": hexes}).splitlines()
    after = to_text({"hexes": sorted([*hexes, "0520"])}).splitlines()
    assert len(before) == len(after)
    assert [b for b, a in zip(before, after, strict=True) if b != a] == [
        '    "0510", "0511", "0512", "0513", "0514", "0515",'
    ]


def test_roads_and_long_objects_run_on_to_the_end_of_the_line() -> None:
    hexes = [f"{column:02d}13" for column in range(1, 30)]
    lines = to_text({"hexes": hexes}).splitlines()
    assert len(lines) == 7
    assert max(map(len, lines)) <= WIDTH
    unit = {f"field_{i}": "x" * 12 for i in range(12)}
    lines = to_text({"units": [unit]}).splitlines()
    assert len(lines) == 10
    assert max(map(len, lines)) <= WIDTH
