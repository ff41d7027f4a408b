"""Each finding about a map, from the small map with one thing broken."""

from __future__ import annotations

import pytest

from tests.scenario.small import GONE, Small, named

MAP = "maps/bourg.json"
STREAM = ["0201-0301", "0201-0302", "0202-0302", "0202-0303"]

CASES = [
    pytest.param(
        "roads[0].hexes[4]",
        "0603",
        [
            "roads[0].hexes[4]: error: the road skips from 0403 to 0603, which is not next to it",
            "roads[0].hexes[5]: error: the road skips from 0603 to 0603, which is not next to it",
        ],
        id="road that skips a hex",
    ),
    pytest.param(
        "roads[0].hexes[7]",
        "0903",
        [
            'roads[0].hexes[7]: error: hex "0903" is not on the map, '
            "which has 8 columns and 6 rows",
            "exits[1].hex: warning: no road or trail reaches 0803",
            "bourg/scenario.json: alternates[0].entry: error: no road or trail reaches 0803",
            "bourg/scenario.json: supply_sources[1].hex: error: no road or trail reaches 0803",
        ],
        id="hex off the map",
    ),
    pytest.param(
        "spans[0].hexside",
        "0404-0504",
        ["roads[0].hexes[4]: error: the road crosses a river from 0403 to 0503 without a bridge"],
        id="road over a river without a span",
    ),
    pytest.param(
        "spans[1]",
        GONE,
        [
            "roads[0].hexes[2]: warning: the road crosses a stream from 0203 to 0303 "
            "without a trestle"
        ],
        id="road over a stream without a span",
    ),
    pytest.param(
        "spans[+]",
        {"name": "lost", "kind": "bridge", "hexside": "0604-0704"},
        ["spans[2].hexside: error: the bridge at 0604-0704 crosses no water"],
        id="span off the water",
    ),
    pytest.param(
        "spans[0].kind",
        "trestle",
        ["spans[0].kind: error: a trestle stands over a river, where a bridge belongs"],
        id="span of the wrong kind",
    ),
    pytest.param(
        "spans[+]",
        {"name": "second", "kind": "bridge", "hexside": "0503-0403"},
        ["spans[2].hexside: error: two spans stand at 0503-0403"],
        id="two spans",
    ),
    pytest.param(
        "spans[+]",
        {"name": "long", "kind": "bridge", "hexside": "0403-0603"},
        ["spans[2].hexside: error: 0403 and 0603 are not next to each other"],
        id="hexside that is none",
    ),
    pytest.param(
        "rivers[0].hexsides[3]",
        GONE,
        [
            "rivers[0].hexsides[3]: error: the river breaks off: "
            "0402-0502 and 0403-0503 do not touch"
        ],
        id="river in pieces",
    ),
    pytest.param(
        "rivers[+]",
        {"name": "Double", "kind": "stream", "hexsides": ["0406-0506"]},
        ["rivers[2].hexsides[0]: error: the hexside 0406-0506 already belongs to Sud"],
        id="two waters on a hexside",
    ),
    pytest.param(
        "fords",
        ["0404-0504", "0202-0302"],
        ["fords[1]: error: the ford 0202-0302 is not on a river"],
        id="ford off a river",
    ),
    pytest.param(
        "slopes[0]",
        "0705-0604",
        [
            "slopes[0]: error: the slope does not climb: 0705 and 0604 have levels 1 and 0",
        ],
        id="slope upside down",
    ),
    pytest.param(
        "slopes[+]",
        "0101-0201",
        ["slopes[6]: error: the slope does not climb: 0101 and 0201 have levels 0 and 0"],
        id="slope on level ground",
    ),
    pytest.param(
        "slopes[+]",
        "0604-0705",
        ["slopes[6]: warning: the slope 0604-0705 is listed twice"],
        id="slope twice",
    ),
    pytest.param(
        "slopes[+]",
        "0705-0604",
        [
            "slopes[6]: error: the slope 0705-0604 is listed the other way too",
            "slopes[6]: error: the slope does not climb: 0705 and 0604 have levels 1 and 0",
        ],
        id="slope both ways",
    ),
    pytest.param(
        "crests",
        ["0103-0203", "0705-0604", "0704-0804", "0203-0103"],
        [
            "crests[1]: error: a slope and a crest stand at 0705-0604",
            "crests[3]: warning: the crest 0203-0103 is listed twice",
        ],
        id="crest on a slope, crest twice",
    ),
    pytest.param(
        "crests",
        ["0804-0904", "0804-0604"],
        [
            'crests[0]: error: hex "0904" is not on the map, which has 8 columns and 6 rows',
            "crests[1]: error: 0804 and 0604 are not next to each other",
        ],
        id="crest off the map, crest at no hexside",
    ),
    pytest.param(
        "fords",
        ["0403-0503", "0203-0303"],
        [
            "fords[0]: error: the ford 0403-0503 lies where a bridge stands",
            "fords[1]: error: the ford 0203-0303 is not on a river",
            "fords[1]: error: the ford 0203-0303 lies where a trestle stands",
        ],
        id="ford where a span stands",
    ),
    pytest.param(
        "fords",
        ["0404-0504", "0504-0404"],
        ["fords[1]: warning: the ford 0504-0404 is listed twice"],
        id="ford twice",
    ),
    pytest.param(
        "spans[1].kind",
        "bridge",
        ["spans[1].kind: error: a bridge stands over a stream, where a trestle belongs"],
        id="bridge over a stream",
    ),
    pytest.param(
        "grid.north_degrees",
        71.2,
        ["grid.north_degrees: error: 71.2 degrees are nearest to the right, not top"],
        id="north at another side",
    ),
    pytest.param("grid.north_degrees", 350, [], id="north a little left of the top"),
    pytest.param(
        "grid.north_degrees",
        "71",
        ['grid.north_degrees: error: this should be a number, not "71"'],
        id="north that is no number",
    ),
    pytest.param(
        "grid.north_degrees",
        361,
        ["grid.north_degrees: error: 361 is too large: at most 360.0"],
        id="north beyond the circle",
    ),
    pytest.param(
        "slopes[0]",
        GONE,
        ["slopes: warning: 0604 and 0705 have levels 0 and 1, but no slope"],
        id="step without a slope",
    ),
    pytest.param(
        "places[0].terrain",
        "woods",
        ['places[0].terrain: error: "Bourg" is woods, but 0603 is town'],
        id="place of another terrain",
    ),
    pytest.param(
        "places[+]",
        {"name": "Faubourg", "hex": "0603", "terrain": "town"},
        ['places[1].hex: warning: 0603 is already called "Bourg"'],
        id="two names",
    ),
    pytest.param(
        "areas[0].hexes",
        ["0102", "0104", "0102"],
        [
            'areas[0].hexes[1]: warning: 0104 of "Bois" is clear, not woods',
            "areas[0].hexes: warning: 0102 is listed 2 times",
        ],
        id="area of another terrain",
    ),
    pytest.param(
        "areas[0].kind",
        "height",
        ['areas[0].hexes[0]: warning: 0102 of "Bois" is level 0, not height'],
        id="height in the plain",
    ),
    pytest.param(
        "exits[0].edge",
        "N",
        ["exits[0].edge: error: 0103 is at the edge W, not N"],
        id="exit at another edge",
    ),
    pytest.param(
        "grid.north",
        "left",
        [
            "exits[0].edge: error: 0103 is at the edge N, not W",
            "exits[1].edge: error: 0803 is at the edge S, not E",
        ],
        id="sheet turned",
    ),
    pytest.param(
        "exits[+]",
        {"name": "nowhere", "hex": "0303", "edge": "N"},
        ["exits[2].hex: error: 0303 is not at the edge of the map"],
        id="exit inside",
    ),
    pytest.param(
        "exits[+]",
        {"name": "wild", "hex": "0801", "edge": "NE"},
        ["exits[2].hex: warning: no road or trail reaches 0801"],
        id="exit without a road",
    ),
    pytest.param(
        "terrain[1]",
        "w......",
        ["terrain[1]: error: the row has 7 letters, but the grid has 8 columns"],
        id="row too short",
    ),
    pytest.param(
        "elevation[5]",
        GONE,
        ["elevation: error: there are 5 rows, but the grid has 6"],
        id="row missing",
    ),
    pytest.param(
        "terrain[0]",
        ".......x",
        [
            'terrain[0]: error: ".......x" is no row of terrain: '
            ". clear, w woods, m marsh, t town, c chateau"
        ],
        id="letter that is no terrain",
    ),
    pytest.param(
        "estimates",
        ["terain"],
        ['estimates[0]: warning: no field is called "terain"; did you mean "terrain"?'],
        id="estimate of nothing",
    ),
]


@pytest.mark.parametrize(("place", "value", "expected"), CASES)
def test_finding(small: Small, place: str, value: object, expected: list[str]) -> None:
    small.change("map", place, value)
    assert small.sentences() == named("map", expected)
