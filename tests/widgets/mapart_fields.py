"""Small battlefields to draw."""

from __future__ import annotations

from dataclasses import replace

from hexwar.hexes import Grid, Hex, hexside
from hexwar.table.battlefield import (
    Area,
    Battlefield,
    Place,
    River,
    Road,
    RoadExit,
    Span,
    SpanKind,
    Terrain,
    Water,
    Way,
)


def h(text: str) -> Hex:
    return Hex(text)


BARE = Battlefield(name="", grid=Grid(7, 6), terrain={}, elevation={}, slopes=frozenset())
"""Forty-two clear hexes."""

STREAM = River(
    "Rill",
    Water.STREAM,
    (
        hexside(h("0305"), h("0405")),
        hexside(h("0404"), h("0405")),
        hexside(h("0404"), h("0505")),
        hexside(h("0404"), h("0504")),
    ),
)
TRAIL = Road("lane", Way.TRAIL, (h("0403"), h("0404"), h("0405"), h("0406")))
ROAD = Road("post road", Way.ROAD, tuple(map(h, ("0103", "0203", "0303", "0403", "0502", "0602"))))

FULL = replace(
    BARE,
    name="Full Field",
    id="full",
    sha256="f0" * 32,
    terrain={
        h("0202"): Terrain.WOODS,
        h("0203"): Terrain.WOODS,
        h("0303"): Terrain.WOODS,
        h("0605"): Terrain.MARSH,
        h("0403"): Terrain.TOWN,
        h("0702"): Terrain.CHATEAU,
    },
    elevation={h("0602"): 1, h("0603"): 1, h("0701"): 1, h("0205"): 2},
    slopes=frozenset({(h("0503"), h("0602")), (h("0503"), h("0603"))}),
    crests=frozenset({hexside(h("0302"), h("0402"))}),
    fords=frozenset({hexside(h("0404"), h("0504"))}),
    rivers=(STREAM,),
    roads=(ROAD, TRAIL),
    spans=(Span("plank", SpanKind.TRESTLE, hexside(h("0404"), h("0405"))),),
    places=(
        Place("Mill (ruined)", h("0403"), Terrain.TOWN),
        Place("Hill 12", h("0602"), Terrain.CLEAR),
        Place("crossroads", h("0303"), Terrain.CLEAR),
    ),
    areas=(
        Area("Long wood", "woods", (h("0202"), h("0203"), h("0303"))),
        Area("Old walls", "ruins", (h("0602"), h("0603"))),
    ),
    exits=(RoadExit("West", h("0103"), "W"), RoadExit("nowhere", h("0706"), "S")),
)
"""One of everything."""
