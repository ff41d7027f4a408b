"""The map: hexes, hexsides and ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.table.battlefield import Battlefield, Place, Road, SpanKind, Terrain, Water, Way, covers
from tests.systems.nlc.positions import board, hexes

A, B, C = hexes("0202 0203 0201")
SHEET = board(
    ". . .\n. w .\n. c .",
    rivers=["0101-0102"],
    bridges=["0202-0203"],
    streams=["0201-0202"],
    trestles=["0301-0302"],
    roads=["0201 0202 0203"],
    trails=["0203 0202 0302"],
    slopes=["0202-0203"],
    crests=["0202-0303"],
)


def test_terrain_levels_slopes_crests_and_names() -> None:
    high = replace(SHEET, elevation={B: 2})
    assert [SHEET.terrain_at(hex_) for hex_ in (A, B, C)] == [
        Terrain.WOODS,
        Terrain.CHATEAU,
        Terrain.CLEAR,
    ]
    assert [high.level(hex_) for hex_ in (A, B)] == [0, 2]
    assert SHEET.is_upward(A, B)
    assert not SHEET.is_upward(B, A)
    assert SHEET.is_crest(*hexes("0303 0202"))
    assert SHEET.is_crest(*hexes("0202 0303"))
    assert not SHEET.is_crest(A, B)
    named = replace(SHEET, places=(Place("Brienne-le-Château", A, Terrain.TOWN),))
    assert named.name_of(A) == "Brienne-le-Château (0202)"
    assert named.name_of(B) == "0203"
    assert dict(named.place_names) == {A: "Brienne-le-Château"}
    assert replace(SHEET) != SHEET
    assert hexside(A, B) == hexside(B, A)
    assert isinstance(SHEET, Battlefield)


@pytest.mark.rule("N5.1", "N6.3")
def test_water_is_found_from_both_sides_and_only_a_bare_river_bars() -> None:
    for a, b in ((A, B), (B, A)):
        assert SHEET.water.get(hexside(a, b)) is Water.RIVER
        span = SHEET.span_at.get(hexside(a, b))
        assert span is not None
        assert span.kind is SpanKind.BRIDGE
    assert SHEET.water.get(hexside(A, C)) is Water.STREAM
    assert SHEET.span_at.get(hexside(A, C)) is None
    assert SHEET.water.get(hexside(*hexes("0302 0301"))) is Water.STREAM
    assert SHEET.water.get(hexside(*hexes("0302 0303"))) is None
    assert SHEET.is_river_bar(*hexes("0101 0102"))
    assert SHEET.is_river_bar(*hexes("0102 0101"))
    for pair in ("0202 0203", "0201 0202", "0301 0302", "0302 0303"):
        assert not SHEET.is_river_bar(*hexes(pair))
    around = SHEET.crossable_neighbours
    assert around[Hex("0101")] == hexes("0201")
    assert Hex("0203") in around[A]
    assert set(around) == set(SHEET.grid.hexes)


def test_a_road_goes_before_a_trail_in_any_order_and_alone_leads_nowhere() -> None:
    assert SHEET.ways[A, B] is SHEET.ways[B, A] is Way.ROAD
    assert SHEET.ways[A, Hex("0302")] is Way.TRAIL
    assert (Hex("0101"), Hex("0201")) not in SHEET.ways
    assert SHEET.way_hexes == {
        Hex("0201"): Way.ROAD,
        Hex("0202"): Way.ROAD,
        Hex("0203"): Way.ROAD,
        Hex("0302"): Way.TRAIL,
    }
    turned = replace(SHEET, roads=tuple(reversed(SHEET.roads)))
    assert dict(turned.ways) == dict(SHEET.ways)
    assert dict(turned.way_hexes) == dict(SHEET.way_hexes)
    lone = replace(SHEET, roads=(Road("stub", Way.ROAD, (A,)),))
    assert not lone.ways
    assert not lone.way_hexes


COVERS = {
    Terrain.CLEAR: (".", ""),
    Terrain.WOODS: ("w", "hides opened tangled rough"),
    Terrain.MARSH: ("m", "opened rough"),
    Terrain.TOWN: ("t", "hides built rough streets"),
    Terrain.CHATEAU: ("c", "hides built closed"),
}
WORDS = ("hides", "opened", "built", "tangled", "rough", "closed", "streets")


@pytest.mark.rule("N5.1", "N19.1")
def test_each_terrain_is_a_block_of_data() -> None:
    assert list(covers()) == list(Terrain) == list(COVERS)
    for terrain, (letter, words) in COVERS.items():
        cover = terrain.cover
        assert (cover.letter, [w for w in WORDS if getattr(cover, w)]) == (letter, words.split())
        assert cover.name
        assert bool(cover.art) == (terrain is not Terrain.CLEAR)
