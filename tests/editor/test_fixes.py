"""Ways out of problems: a shipped battle is broken, and the problem is gone after a click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.app.games import kit_named, sections
from hexwar.editor.checks import Checks, Problem
from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.files import Files, Home
from hexwar.editor.fixes import changed, fixed, fixes_of
from hexwar.editor.sheet import grid_of
from tests.editor.desks import shipped

BRIENNE = shipped("brienne")
FOLDER = "brienne"
SCHEMA = kit_named("nlc").form.schema
CHECKS = Checks(sections())
FILES = Files({"scenario": Home(Path(FOLDER, "scenario.json"), {}, "")})
MAP, FORCES, SCENARIO = BRIENNE.map, BRIENNE.forces, BRIENNE.scenario


def found_in(draft: Draft) -> tuple[Problem, ...]:
    """The problems of a draft of Brienne, whose folder has its name."""
    named = draft.having("scenario", draft.scenario | {"map": "map.json", "forces": "forces.json"})
    return CHECKS.problems(named, FILES, is_thorough=False)


QUIET = {problem.sentence for problem in found_in(BRIENNE)}
"""What is said of the battle as it is."""


@dataclass(frozen=True)
class Break:
    """Something that is wrong, where that is told, and what mends it."""

    part: Part
    at: tuple[str | int, ...]  # what is changed
    value: Any  # None takes it away
    path: tuple[str | int, ...]
    words: str


def renamed(record: Json, old: str, new: str) -> Json:
    return {new if key == old else key: value for key, value in record.items()}


def doubled(rows: list[Any], at: int = 0) -> list[Any]:
    return [*rows, rows[at]]


def _is_dry(hex_: str) -> bool:
    return not any(hex_ in side for river in MAP["rivers"] for side in river["hexsides"])


ROAD = next(i for i, road in enumerate(MAP["roads"]) if len(road["hexes"]) > 6)
HEXES = MAP["roads"][ROAD]["hexes"]
RIVER = next(i for i, river in enumerate(MAP["rivers"]) if len(river["hexsides"]) > 6)
SIDES = MAP["rivers"][RIVER]["hexsides"]
SLOPE = MAP["slopes"][0]
WOOD = next(i for i, area in enumerate(MAP["areas"]) if area["kind"] == "woods")
CLEAR = next(h for h in grid_of(MAP).hexes if MAP["terrain"][int(h[2:]) - 1][int(h[:2]) - 1] == ".")
STACK = next(i for i, stack in enumerate(SCENARIO["setup"]) if stack.get("units"))
UNIT = SCENARIO["setup"][STACK]["units"][0]
LAST = len(SCENARIO["setup"])
VP = len(SCENARIO["victory"]["hexes"])
BRIDGE = next(i for i, span in enumerate(MAP["spans"]) if span["kind"] == "bridge")
DRY = next(f"{h}-{h[:2]}{int(h[2:]) + 1:02}" for h in grid_of(MAP).hexes if _is_dry(h))
EXITS = len(MAP["exits"])
UNITED = next(i for i, one in enumerate(FORCES["formations"]) if one.get("units"))
FIRST = ("formations", UNITED, "units", 0)
LEADER = ("formations", UNITED, "leaders", 0)
KINDLESS = {key: value for key, value in SCENARIO.items() if key != "kind"}

BREAKS = (
    Break("map", ("places", 0, "terrain"), "swamp", ("places", 0, "terrain"), "Take"),
    Break("map", (), renamed(MAP, "exits", "exit"), ("exit",), "Rename it to exits"),
    Break("map", ("unheard",), 1, ("unheard",), "Remove it"),
    Break("map", ("slopes",), None, ("slopes",), "Fill it in as usual"),
    Break("map", ("grid", "low"), "evn", ("grid", "low"), "Take even"),
    Break("map", ("slopes",), MAP["slopes"][1:], ("slopes",), "Put a slope there"),
    Break("map", ("slopes",), doubled(MAP["slopes"]), ("slopes", len(MAP["slopes"])), "Remove it"),
    Break("map", ("slopes", 0), f"{SLOPE[5:]}-{SLOPE[:4]}", ("slopes", 0), "Turn it round"),
    Break("map", ("crests",), [SLOPE], ("crests", 0), "Remove it"),
    Break("map", ("terrain", 3), MAP["terrain"][3][:-2], ("terrain", 3), "Cut and fill up"),
    Break("map", ("elevation",), MAP["elevation"][:-1], ("elevation",), "Cut and fill up"),
    Break(
        "map",
        ("areas", WOOD, "hexes"),
        [*MAP["areas"][WOOD]["hexes"], CLEAR],
        ("areas", WOOD, "hexes", len(MAP["areas"][WOOD]["hexes"])),
        "Take it out of the area",
    ),
    Break(
        "map",
        ("areas", WOOD, "hexes"),
        doubled(MAP["areas"][WOOD]["hexes"]),
        ("areas", WOOD, "hexes"),
        "Keep each hex once",
    ),
    Break(
        "map",
        ("roads", ROAD, "hexes"),
        [*HEXES[:2], *HEXES[4:]],
        ("roads", ROAD, "hexes", 2),
        "Lay the best way between",
    ),
    Break(
        "map",
        ("rivers", RIVER, "hexsides"),
        [SIDES[0], SIDES[2], SIDES[1], *SIDES[3:]],
        ("rivers", RIVER, "hexsides", 1),
        "Put its hexsides into the order of the stream",
    ),
    Break(
        "map",
        ("rivers", RIVER, "hexsides"),
        [*SIDES[:2], *SIDES[4:]],
        ("rivers", RIVER, "hexsides", 2),
        "Let another water begin here",
    ),
    Break(
        "map",
        ("rivers", RIVER, "hexsides"),
        doubled(SIDES),
        ("rivers", RIVER, "hexsides", len(SIDES)),
        "Remove it",
    ),
    Break(
        "map",
        ("spans",),
        [*MAP["spans"], {"name": "Bridge", "kind": "bridge", "hexside": DRY}],
        ("spans", len(MAP["spans"]), "hexside"),
        "Remove it",
    ),
    Break(
        "map", ("spans", BRIDGE, "kind"), "trestle", ("spans", BRIDGE, "kind"), "Make it a bridge"
    ),
    Break("map", (), MAP | {"fords": [DRY]}, ("fords", 0), "Remove it"),
    Break("map", ("exits", 0, "edge"), "SW", ("exits", 0, "edge"), "Take"),
    Break(
        "map",
        ("exits",),
        [*MAP["exits"], MAP["exits"][0] | {"hex": "1010"}],
        ("exits", EXITS, "hex"),
        "Remove it",
    ),
    Break("scenario", (), KINDLESS, ("kind",), "Fill it in as usual"),
    Break("scenario", ("id",), "bryenne", ("id",), "Take the name of the folder"),
    Break("scenario", ("first_player",), "frensh", ("first_player",), "Take French"),
    Break("scenario", ("turns", 2, "turn"), 7, ("turns", 2, "turn"), "Number the turns"),
    Break("scenario", ("turns", 0, "day"), 28, ("turns", 0, "day"), "Take the day of the date"),
    Break(
        "scenario",
        ("setup",),
        [*SCENARIO["setup"], {"hex": "0101", "units": [UNIT]}],
        ("setup", LAST, "units", 0),
        "Remove it here",
    ),
    Break(
        "scenario",
        ("setup", STACK, "units", 0),
        f"{UNIT}x",
        ("setup", STACK, "units", 0),
        "Take ",
    ),
    Break(
        "scenario",
        ("setup",),
        [*SCENARIO["setup"], {"hex": "0101", "units": ["ZZ"]}],
        ("setup", LAST, "units", 0),
        "Remove it",
    ),
    Break(
        "scenario",
        ("victory", "hexes"),
        [*SCENARIO["victory"]["hexes"], {"hex": "9999", "vp": 2}],
        ("victory", "hexes", VP, "hex"),
        "Remove it",
    ),
    Break(
        "scenario",
        ("victory", "hexes"),
        doubled(SCENARIO["victory"]["hexes"]),
        ("victory", "hexes", VP, "hex"),
        "Remove it",
    ),
    Break(
        "scenario", ("control",), SCENARIO["control"][1:], ("victory", "hexes", 0, "hex"), "French"
    ),
    Break(
        "scenario",
        ("control",),
        [*SCENARIO["control"], {"hex": "0101", "side": "french"}],
        ("control", len(SCENARIO["control"]), "hex"),
        "Remove it",
    ),
    Break("scenario", ("reduced",), ["ZZ"], ("reduced", 0), "Remove it"),
    Break("scenario", ("damaged_spans",), [DRY], ("damaged_spans", 0), "Remove it"),
    Break("scenario", ("improved_positions",), ["0913", "0913"], ("improved_positions", 1), "Rem"),
    Break("scenario", ("estimates", 0), "turnes", ("estimates", 0), "Remove it"),
    Break("scenario", ("numbers",), {"no-such": 1}, ("numbers", "no-such"), "Remove it"),
    Break("scenario", ("weather", "start"), "cloudi", ("weather", "start"), "Take cloudy"),
    Break("scenario", ("shelf",), "batle", ("shelf",), "Take battle"),
    Break("forces", (*FIRST, "movement"), 200, (*FIRST, "movement"), "Take 99"),
    Break("forces", (*FIRST, "flags"), ["gard"], (*FIRST, "flags", 0), "Take guard"),
    Break("forces", (*FIRST, "source"), "NONE", (*FIRST, "source"), "Remove it"),
    Break("forces", (*LEADER, "picture"), "lost.png", (*LEADER, "picture"), "Remove it"),
    Break("forces", ("formations", UNITED, "side"), "alied", ("formations", UNITED, "side"), "Ta"),
)


def broken(one: Break) -> Draft:
    return BRIENNE.having(one.part, changed(BRIENNE.part(one.part), one.at, one.value))


@pytest.mark.parametrize("one", BREAKS, ids=lambda one: f"{one.part} {one.path} {one.words}")
def test_a_click_mends_it(one: Break) -> None:
    draft = broken(one)
    told = found_in(draft)
    problem = next((p for p in told if (p.part, p.path) == (one.part, one.path)), None)
    assert problem is not None, [(p.part, p.path, p.sentence) for p in told]
    ways_out = fixes_of(draft, problem, SCHEMA, FOLDER)
    fix = next((fix for fix in ways_out if fix.words.startswith(one.words)), None)
    assert fix is not None, [problem.sentence, [fix.words for fix in ways_out]]
    mended = fixed(draft, fix)
    assert mended is not None
    left = found_in(mended)
    assert (problem.path, problem.sentence) not in {(p.path, p.sentence) for p in left}
    before = {p.sentence for p in told if p.is_error}
    assert not [p for p in left if p.is_error and p.sentence not in before | QUIET]
    for part in ("map", "forces", "scenario"):
        assert part == one.part or mended.part(part) is draft.part(part), "nothing else is touched"


def test_a_bridge_is_put_where_a_road_crosses_a_river() -> None:
    at = {span["hexside"] for span in MAP["spans"]}
    draft = BRIENNE.having("map", {key: v for key, v in MAP.items() if key != "spans"})
    crossings = [p for p in found_in(draft) if p.part == "map" and p.path[0] == "roads"]
    assert crossings
    for problem in crossings:
        for fix in fixes_of(draft, problem, SCHEMA)[:1]:
            draft = fixed(draft, fix) or draft
    assert not [p for p in found_in(draft) if p.part == "map" and p.path[0] == "roads"]
    assert {span["hexside"] for span in draft.map["spans"]} <= at


def test_a_stack_goes_with_the_last_who_stood_in_it() -> None:
    one = next(one for one in BREAKS if one.words == "Remove it here")
    draft = broken(one)
    problem = next(p for p in found_in(draft) if p.path == one.path)
    fix = fixes_of(draft, problem, SCHEMA)[0]
    assert fix.make().scenario["setup"] == SCENARIO["setup"]


def test_what_needs_thought_has_no_way_out() -> None:
    draft = BRIENNE.having("scenario", changed(SCENARIO, ("setup", STACK), None))
    nowhere = [p for p in found_in(draft) if p.part == "forces"]
    assert nowhere
    assert not any(fixes_of(draft, problem, SCHEMA) for problem in nowhere)
    assert fixes_of(BRIENNE, Problem("map", (), "All is lost.", is_error=True)) == ()


STEPS: list[str | int] = [
    *("slopes", "roads", "rivers", "hexes", "hexsides", "spans", "setup", "units", "turns", "turn"),
    *("hex", "id", "victory", "exits", "areas", "places", "terrain", "control", "formations"),
    *(0, 1, 2, 99),
]
junk: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(-2, 120) | st.sampled_from(["0101", "x", "0101-0102", "french"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([str(s) for s in STEPS]), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(
    st.sampled_from(("map", "forces", "scenario")),
    st.lists(st.sampled_from(STEPS), min_size=1, max_size=5),
    junk,
    st.sampled_from([*MAP, *SCENARIO, "formations"]),
)
def test_no_draft_makes_it_fail(part: Part, path: list[str | int], value: Any, name: str) -> None:
    draft = BRIENNE.having(part, BRIENNE.part(part) | {name: value})
    problem = Problem(part, tuple(path), "Something is wrong.", is_error=True)
    make: Callable[[], tuple[Any, ...]] = lambda: fixes_of(draft, problem, SCHEMA, FOLDER)  # noqa: E731
    for fix in make():
        made = fixed(draft, fix)
        assert made is None or not made.is_same(draft)
