"""The small scenarios to learn on: whole, small, and true in what they say of the rules."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.resources import rulebook
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import SpanKind, Water
from hexwar.table.forces import Arm, FormationId, Role, Side

LESSONS = {"first-steps": 5, "cavalry-charge": 4, "hold-the-bridge": 6, "river-crossing": 8}
"""Each with its turns."""

MENTION = re.compile(r"\b[NT]\d+(?:\.\d+[a-z]?)?\b")
CAVALRY = {Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY}


@pytest.fixture(params=sorted(LESSONS))
def battle(request: pytest.FixtureRequest) -> NlcBattle:
    return load_battle(request.param, FILES_ONLY)


def words(battle: NlcBattle) -> str:
    """All that the briefing says."""
    page = battle.briefing
    assert page is not None
    return "\n".join(
        (page.situation, page.forces, page.victory, *page.aims.values(), *page.special)
    )


def test_it_is_small_and_everybody_has_orders_supply_and_a_train(battle: NlcBattle) -> None:
    assert len(battle.turns) == LESSONS[battle.id]
    units = Counter(unit.side for unit in battle.units.values())
    assert set(units) == set(battle.sides)
    assert all(4 <= count <= 14 for count in units.values())
    assert battle.battlefield.grid.columns * battle.battlefield.grid.rows <= 16 * 13
    assert set(battle.supply_sources.values()) == set(battle.sides)
    assert {battle.control[hex_] for hex_ in battle.vp_hexes} == set(battle.sides)
    for formation in battle.formations.values():
        assert formation.start_order
        trains = [u for u in formation.units if battle.units[u].arm is Arm.BAGGAGE_TRAIN]
        assert len(trains) == (1 if formation.units else 0)
    assert not any(unit.estimate for unit in battle.units.values())


def test_the_briefing_names_rules_that_there_are(battle: NlcBattle) -> None:
    mentioned = set(MENTION.findall(words(battle)))
    known = {
        rule
        for page in rulebook().glob("[nt]*.md")
        for rule in re.findall(r"^#+ ([NT][\d.]+[a-z]?) ", page.read_text("utf-8"), re.MULTILINE)
    }
    assert len(mentioned) >= 10
    assert mentioned <= known


def test_the_first_lesson_needs_no_written_orders_and_the_second_is_a_charge() -> None:
    battle = load_battle("first-steps", FILES_ONLY)
    assert not any(leader.role is Role.OVERALL for leader in battle.leaders.values())
    assert [f.side for f in battle.formations.values()] == ["french", "allied"]
    battle = load_battle("cavalry-charge", FILES_ONLY)
    arms = {side: {u.arm for u in battle.units.values() if u.side == side} for side in battle.sides}
    french, allied = arms[Side("french")], arms[Side("allied")]
    assert Arm.INFANTRY not in french
    assert french >= {*CAVALRY, Arm.HORSE_ARTILLERY}
    assert Arm.INFANTRY in allied
    assert Arm.HEAVY_CAVALRY not in allied
    column = battle.formations[FormationId("CO-1")]
    assert [step.verb for step in column.start_order] == [Verb.FALL_BACK, Verb.DEFEND]


def test_the_bridge_is_one_of_three_ways_and_the_pontoon_train_can_lay_its_own() -> None:
    battle = load_battle("hold-the-bridge", FILES_ONLY)
    field = battle.battlefield
    bridges = {span.hexside for span in field.spans if span.kind is SpanKind.BRIDGE}
    assert bridges == {("0706", "0806"), ("0709", "0809")}
    assert battle.damaged_spans == {("0709", "0809")}
    assert field.fords == {("0702", "0802")}
    assert battle.improved_positions == {"0706"}
    assert battle.vp_hexes[Hex("0706")] == max(battle.vp_hexes.values())
    (arrival,) = battle.arrivals
    assert (arrival.turn, arrival.entry) == (2, "0105")
    battle = load_battle("river-crossing", FILES_ONLY)
    field = battle.battlefield
    trains = [unit.id for unit in battle.units.values() if unit.arm is Arm.PONTOON_TRAIN]
    assert trains == ["CO-1-06"]
    ((units, steps),) = battle.formations[FormationId("CO-1")].divisional_orders
    assert units == ("CO-1-06",)
    assert [(step.verb, step.target) for step in steps] == [(Verb.MARCH, "0609")]
    crossing = hexside(Hex("0608"), Hex("0609"))
    assert field.water[crossing] is Water.RIVER
    assert crossing not in {span.hexside for span in field.spans} | field.fords
