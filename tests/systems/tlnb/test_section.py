"""The section of a scenario: what is read of it, and what can be wrong with it (T34)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexwar.app.games import sections
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.library import load_battle
from hexwar.scenario.validate import validate
from hexwar.systems.tlnb.battle import TlnbBattle, own
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.section import SECTION
from hexwar.table.forces import LeaderId
from tests.scenario.small import GONE, Small
from tests.systems.nlc.cases import each, told
from tests.systems.tlnb.cases import FRENCH

OF_NLC = ("orders", "divisional_orders", "special_rules", "numbers")

SECTION_RAW: dict[str, Any] = {
    "ratings": "tlnb",
    "leaders": [
        {"leader": "FR-HQ-L", "commander": 3},
        {"leader": "FR-W-L", "commander": 1, "officer": 4},
        {"leader": "FR-1-L", "officer": 2},
        {"leader": "CO-1-L", "officer": 3},
    ],
    "reach": [{"leader": "FR-W-L", "formations": ["FR-1"]}],
    "options": {"charts": "rev8"},
    "march_orders": [{"formation": "FR-1", "route": ["0103", "0403"], "goal": "0603"}],
    "special_rules": [
        {"id": "guard-in-hand", "formations": ["FR-1"], "hexes": ["0103"]}
        | {"numbers": {"until_turn": 2, "radius": 2, "release": 3}}
    ],
}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """The small scenario as one of this game."""
    small = Small(tmp_path)
    for name in OF_NLC:
        small.change("scenario", name, GONE)
    small.change("scenario", "system", "tlnb")
    small.change("scenario", "tlnb", json.loads(json.dumps(SECTION_RAW)))
    for i, level in ((2, 6), (3, 4), (4, 2)):
        small.change("forces", f"formations[{i}].demoralization_sp", level)
    return small


def sentences(small: Small) -> list[str]:
    head = f"{small.folder.as_posix()}/"
    found = validate([small.write()], {"tlnb": SECTION})
    return [str(finding).removeprefix(head).removeprefix("bourg/") for finding in found]


def battle_of(small: Small) -> TlnbBattle:
    return own(load_battle(small.write(), {"tlnb": SECTION}))


S, F = "scenario.json: ", "forces.json: "


def test_the_small_battle_has_no_fault(small: Small) -> None:
    assert sentences(small) == []
    battle = battle_of(small)
    assert dict(battle.commanders) == {"FR-HQ-L": 3, "FR-W-L": 1}
    assert dict(battle.officers) == {"FR-W-L": 4, "FR-1-L": 2, "CO-1-L": 3, "CO-2-L": 2}
    assert battle.flag("charts") == "rev8"
    (rule,) = battle.special_rules
    assert (rule.id, rule.number("radius"), rule.hexes) == ("guard-in-hand", 2, ("0103",))


@pytest.mark.rule("T34.7")
@each(
    "place value sentence",
    *told("""
options: "options.chart" | "4lb5" | error: the rules have no such option; did you mean
    "charts"?
value of an option: "options.charts" | "x" | error: the option should be one of 4lb5, rev8
number: "numbers" | {"combat.mud": 1} | numbers["combat.mud"]: error: the rules have no
    number of this name; did you mean "combat.improved"?
deck: "decks" | {"french": "coming-strom"} | decks.french: error: there is no deck
    "coming-strom"; did you mean "coming-storm"?
leader: "leaders[0].leader" | "FR-H-L" | error: there is no leader "FR-H-L"; did you mean
    "FR-HQ-L"?
a leader twice: "leaders[2].leader" | "FR-W-L" | leaders[2]: error: FR-W-L is listed twice
no rating: "leaders[2]" | {"leader": "FR-1-L"} | error: FR-1-L needs a rating: `commander`,
    `officer` or both
reach of an officer: "reach[0].leader" | "FR-1-L" | error: FR-1-L is no commander: he names
    nobody
reach of the enemy: "reach[0].formations[0]" | "CO-1" | error: CO-1 is on the other side
reach of nobody: "reach[0].formations[0]" | "FR-W1" | error: there is no formation "FR-W1";
    did you mean "FR-W"?
march of nobody: "march_orders[0].formation" | "FR-W1" | error: there is no formation "FR-W1";
    did you mean "FR-W"?
march off the road: "march_orders[0].goal" | "0604" | error: no road or trail reaches 0604
march off the map: "march_orders[0].goal" | "0907" | error: hex "0907" is not on the map,
    which has 8 columns and 6 rows
march too late: "march_orders[0].from_turn" | 5 | error: turn 5 never comes:
    the last turn is 4
special rule: "special_rules[0].id" | "guard-in-hands" | error: there is no special rule
    "guard-in-hands"; did you mean "guard-in-hand"?
special rule without its hex: "special_rules[0].hexes" | [] | special_rules[0]: error: the
    rule "guard-in-hand" needs `hexes`
special rule without a number: "special_rules[0].numbers" | {"until_turn": 2, "radius": 2} |
    special_rules[0]: error: the rule "guard-in-hand" needs the number `release`
special rule off its span: "special_rules[0]" | {"id": "ahe-banks", "numbers": {"infantry_mp":
    2}, "hexsides": ["0101-0102"]} | special_rules[0].hexsides[0]: error: there is no bridge or
    trestle at 0101-0102
special rule of nobody: "special_rules[0].formations[0]" | "FR-W1" | error: there is no
    formation "FR-W1"; did you mean "FR-W"?
weather by turn: "weather" | {"by_turn": {"9": "mud"}} | weather.by_turn["9"]: error: turn 9
    never comes: the last turn is 4
row of weather: "weather" | {"table": {"slush": ["mud", "mud", "mud", "mud", "mud", "mud"]}}
    | weather.table.slush: error: there is no weather "slush"
shared train: "supply" | {"shared_trains": [{"formations": ["FR-1"], "trains":
    ["FR-1-01"]}]} | supply.shared_trains[0].trains[0]: error: FR-1-01 is no train
    """),
)
def test_what_is_wrong_with_the_section(
    small: Small, place: str, value: str, sentence: str
) -> None:
    where = json.loads(place)
    small.change("scenario", f"tlnb.{where}", json.loads(value))
    told_place = "" if "error:" in sentence.split(" ")[1:2] else f"{where}: "
    assert sentences(small) == [f"{S}tlnb.{told_place}{sentence}"]


@pytest.mark.rule("T34.7")
def test_a_route_runs_along_one_net_of_ways(small: Small) -> None:
    trail = {"name": "", "kind": "trail", "hexes": ["0105", "0205"]}
    small.change("map", "roads[+]", trail)
    small.change("scenario", "tlnb.march_orders[0].route", ["0103", "0205"])
    place = "tlnb.march_orders[0].route[1]"
    words = "no road or trail leads from 0103 to 0205"
    assert sentences(small) == [f"{S}{place}: error: {words}"]


@pytest.mark.rule("T34.7", "T34.3")
def test_ratings_stand_on_one_scale(small: Small) -> None:
    small.change("forces", "formations[4].leaders[0].ratings", {"march": 3})
    words = "CO-2-L has ratings by type of order, which this scale does not know"
    place = "formations[4].leaders[0].ratings"
    assert sentences(small) == [f"{F}{place}: error: {words}"]
    small.change("scenario", "tlnb.ratings", "nlc")
    assert sentences(small) == []


@pytest.mark.rule("T34.7", "T15.2")
@each(
    "level words",
    (GONE, ": warning: CO-1 has no level of demoralization; the rules take a part of its SP"),
    (0, ".demoralization_sp: warning: CO-1 has 10 SP: a level of 0 means nothing"),
    (11, ".demoralization_sp: warning: CO-1 has 10 SP: a level of 11 means nothing"),
)
def test_a_formation_has_a_level(small: Small, level: object, words: str) -> None:
    small.change("forces", "formations[3].demoralization_sp", level)
    assert sentences(small) == [f"{F}formations[3]{words}"]


@pytest.mark.rule("T34.7", "T9.1", "T9.3")
@each(
    "unit hex_ words",
    ("CO-2-01", "0603", ""),  # three units, 15 SP, and the officer of two of them
    ("FR-1-04", "0103", "22 SP, where 16 are the limit and a train counts as 12"),
)
def test_a_hex_that_is_too_full_is_told(small: Small, unit: str, hex_: str, words: str) -> None:
    place = 0 if hex_ == "0103" else 2
    small.change("scenario", "alternates", [])
    small.change("forces", "formations[4].presence", "start")
    small.change("scenario", "setup[1].units", ["FR-1-04"] if unit != "FR-1-04" else [])
    if unit != "CO-2-01":
        small.change("scenario", "setup[+]", {"hex": "0701", "units": ["CO-2-01"]})
    small.change("scenario", "setup[+]", {"hex": "0703", "leaders": ["CO-2-L"]})
    small.change("scenario", f"setup[{place}].units[+]", unit)
    head = f"{S}setup[{place}].units[0]: warning: {hex_} is overstacked"
    found = f"{head}, so that its owner must make room: {words}"
    assert sentences(small) == ([found] if words else [])


@pytest.mark.rule("T34.7", "T9.1")
def test_without_the_officer_two_units_and_12_sp_are_the_limit(small: Small) -> None:
    small.change("forces", "formations[3].units[0].sp", 8)
    small.change("scenario", "setup[2].leaders", [])
    small.change("scenario", "setup[+]", {"hex": "0703", "leaders": ["CO-1-L"]})
    (found,) = sentences(small)
    assert found.endswith("13 SP, where 12 are the limit and a train counts as 12")


@pytest.mark.rule("T34.7", "T8.1", "T8.7")
def test_who_starts_in_an_enemy_zone_is_told_and_may(small: Small) -> None:
    small.change("scenario", "setup[0].hex", "0703")
    small.change("scenario", "setup[1].hex", "0604")
    zone = "starts in an enemy zone of control"
    assert sentences(small) == [
        *(
            f"{S}setup[{i}].units[{j}]: warning: {unit} {zone}: it must attack from turn 1 on"
            for i, j, unit in ((0, 0, "FR-1-01"), (0, 1, "FR-1-02"))
        ),
        f"{S}setup[1].units[0]: warning: the train FR-1-04 {zone}",
        *(
            f"{S}setup[2].units[{j}]: warning: CO-1-0{j + 1} {zone}: it must attack from turn 1 on"
            for j in (0, 1)
        ),
    ]
    # no zone reaches over the river
    small.change("scenario", "setup[0].hex", "0401")
    small.change("scenario", "setup[1].hex", "0101")
    small.change("scenario", "setup[2].hex", "0501")
    assert sentences(small) == []


# -- what is read of a battle of the other game (T34.4, T34.6)


@pytest.mark.rule("T34.4")
def test_a_first_march_becomes_a_march_order() -> None:
    orders = own(TLNB.battle("champaubert")).march_orders
    assert {order.formation for order in orders}.isdisjoint({"FR-HQ", "FR-GRO", "CO-HQ"})
    (first, *_) = [order for order in orders if order.formation == "FR-6"]
    assert (first.goal, first.from_turn) == (Hex("1272"), 1)
    assert not [order for order in orders if order.formation == "CO-9"]  # Olsufiev defends


@pytest.mark.rule("T34.4")
def test_at_brienne_and_eylau_attacks_are_made_by_night() -> None:
    assert {TLNB.battle(name).options["night_attack"] for name in ("brienne", "eylau")} == {"on"}
    assert TLNB.battle("la-rothiere").options["night_attack"] == "off"


@pytest.mark.rule("T34.6")
def test_special_rules_that_both_games_know_are_taken_over() -> None:
    ids = {rule.id for rule in own(TLNB.battle("montmirail")).special_rules}
    assert {"napoleon-infantry-bonus", "yorck-exhausted", "blucher-charge"} < ids
    assert "defend-licence" not in ids  # of orders, which this game has not


@pytest.mark.rule("T23.5")
def test_the_battles_of_a_campaign_begin_in_the_morning() -> None:
    for name, days in (("brienne-la-rothiere", [1]), ("three-battles", [11, 14]), ("eylau", [])):
        battle = own(TLNB.battle(name))
        begun = [battle.turn(number) for number in battle.later_battles]
        assert [(turn.day, turn.hour) for turn in begun] == [(day, 8) for day in days]


# -- Eylau and Dennewitz


def test_our_battles_have_no_fault() -> None:
    folders = [scenarios() / name for name in ("dennewitz", "eylau")]
    assert validate(folders, sections(), scenarios()) == ()


@pytest.mark.rule("T34.3")
def test_the_list_of_leaders_wins() -> None:
    battle = own(TLNB.battle("dennewitz"))
    tauentzien, bernadotte = LeaderId("CO-P4-L"), LeaderId("CO-BER-L")
    assert battle.commanders[tauentzien] == 1  # Tauentzien [1](3)
    assert battle.officers[tauentzien] == 3
    assert battle.reach[bernadotte] == ("CO-RU", "CO-SW", "CO-RI")
    (shared,) = battle.shared_trains
    assert shared.trains == ("CO-4B-07", "CO-3B-05")
    assert battle.has_road_half
    assert {a.number: a.first_turn for a in battle.alternates if a.side == "french"} == {1: 3, 2: 7}
    assert {side: one.deck for side, one in battle.allotments.items()} == {
        "french": "four-lost-battles-french",
        "allied": "four-lost-battles-coalition",
    }
    assert dict(battle.allotments[FRENCH].removals) == {"reluctant-yorck": 1}


@pytest.mark.rule("T2.12")
def test_a_second_day_is_no_part_of_the_usual_track() -> None:
    battle = TLNB.battle("dennewitz")
    assert len(battle.turns) > 11
    assert [turn.number for turn in battle.usual_track] == list(range(1, 12))
    assert len(TLNB.battle("eylau").usual_track) == 12


@pytest.mark.rule("T34.3", "T2.9")
def test_the_weather_of_eylau_is_its_own() -> None:
    battle = own(TLNB.battle("eylau"))
    assert battle.weather_start == "frost"
    assert battle.weather_turns == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert battle.weather_table is not None
    assert battle.weather_table["frost"] == (*["frost"] * 3, "snow", "snow", "snowstorm")
    assert [battle.weather_by_turn[turn] for turn in (1, 3, 10)] == ["frost", "snowstorm", "frost"]
    assert battle.not_varied_turns == (1,)
    assert (battle.flag("arrivals"), battle.flag("charts")) == ("varied", "4lb5")
    assert battle.vp_hexes[Hex("2216")] == 4  # on this game's scale already
