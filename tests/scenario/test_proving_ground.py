"""The proving ground: that the map and the armies hold what tests and learners look for there."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, SpanKind, Terrain, Water, Way
from hexwar.table.forces import Arm, FormationId, FormationKind, Role, Side, UnitId

FRENCH, ALLIED = Side("french"), Side("allied")


@pytest.fixture(scope="module")
def battle() -> NlcBattle:
    return load_battle("proving-ground", FILES_ONLY)


@pytest.fixture(scope="module")
def field(battle: NlcBattle) -> Battlefield:
    return battle.battlefield


def test_every_terrain_is_there_over_three_levels(field: Battlefield) -> None:
    assert (field.grid.columns, field.grid.rows) == (15, 12)
    assert {field.terrain_at(hex_) for hex_ in field.grid.hexes} == set(Terrain)
    assert {road.way for road in field.roads} == set(Way)
    assert {field.level(hex_) for hex_ in field.grid.hexes} == {0, 1, 2, 3}
    rises = {field.level(high) - field.level(low) for low, high in field.slopes}
    assert rises == {1, 2}
    assert any(low in field.way_hexes and (low, high) in field.ways for low, high in field.slopes)
    assert {field.level(a) for a, _ in field.crests} == {0, 2}
    assert all(field.level(a) == field.level(b) for a, b in field.crests)


def test_the_river_has_bridges_and_a_ford_and_the_stream_trestles(field: Battlefield) -> None:
    river = {side for side, water in field.water.items() if water is Water.RIVER}
    bridges = {span.hexside for span in field.spans if span.kind is SpanKind.BRIDGE}
    assert bridges == {("0807", "0808"), ("1309", "1310")}
    assert field.fords == {("0308", "0309")}
    assert len(river - bridges - field.fords) == 26
    ferry = hexside(Hex("0208"), Hex("0209"))
    assert ferry in river - bridges - field.fords
    assert set(ferry) <= field.way_hexes.keys()  # a pontoon train can come here (T18.1)
    stream = {side for side, water in field.water.items() if water is Water.STREAM}
    trestles = {span.hexside for span in field.spans if span.kind is SpanKind.TRESTLE}
    assert trestles == {("1005", "1105"), ("1006", "1107")}
    assert len(stream - trestles) == 13


def test_both_sides_have_all_arms_and_every_formation_a_train(battle: NlcBattle) -> None:
    printed = set(Arm) - {Arm.VEDETTE}
    for side, wanted in ((FRENCH, printed), (ALLIED, printed - {Arm.PONTOON_TRAIN})):
        assert {unit.arm for unit in battle.units.values() if unit.side == side} == wanted
        corps = [f for f in battle.formations.values() if f.side == side and f.leaders]
        assert [f.kind for f in corps] == [FormationKind.HEADQUARTERS, *[FormationKind.CORPS] * 2]
    for formation in battle.formations.values():
        trains = [id_ for id_ in formation.units if battle.units[id_].arm is Arm.BAGGAGE_TRAIN]
        assert len(trains) == (1 if formation.units else 0)


def test_the_pieces_that_rules_single_out(battle: NlcBattle) -> None:
    units = battle.units
    assert units[UnitId("FR-1-03")].sp == 8
    assert {unit.id for unit in units.values() if unit.steps == 1 and unit.sp == 1} == {
        *("FR-2-05", "CO-D-02", "CO-D-03")
    }
    assert units[UnitId("FR-2-02")].flags == ("guard", "old_guard")
    russians = battle.formations[FormationId("CO-2")]
    assert (russians.stacks_as_division, russians.nation) == (True, "Russian")
    stack = [id_ for id_, hex_ in battle.unit_hexes.items() if hex_ == "1204"]
    assert stack == ["CO-2-01", "CO-2-02", "CO-2-03"]
    detached = battle.formations[FormationId("CO-D")]
    assert (detached.kind, detached.leaders, detached.division_of) == (
        *(FormationKind.DIVISION, ()),
        "CO-1",
    )
    headquarters = [x for x in battle.leaders.values() if x.role in (Role.OVERALL, Role.HQ)]
    assert len(headquarters) == 4


@pytest.mark.rule("N16.2")
def test_how_it_starts_and_its_road(battle: NlcBattle, field: Battlefield) -> None:
    assert battle.name == "Proving ground"
    assert [turn.kind for turn in battle.turns] == [*[TurnKind.DAY] * 5, TurnKind.NIGHT_PM]
    (arrival,) = battle.arrivals
    assert (arrival.turn, arrival.entry, arrival.units) == (2, "0105", ("FR-2-03", "FR-2-04"))
    assert battle.improved_positions == {"1106"}
    assert battle.damaged_spans == {("1309", "1310")}
    assert sum(battle.vp_hexes.values()) == 11
    assert battle.supply_sources == {"0105": FRENCH, "1504": ALLIED, "0912": ALLIED}
    chaussee = field.roads[0]
    assert (chaussee.hexes[0], chaussee.hexes[-1]) == ("0105", "1504")
    assert {field.ways[step] for step in pairwise(chaussee.hexes)} == {Way.ROAD}
