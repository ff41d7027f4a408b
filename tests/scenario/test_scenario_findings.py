"""Each finding about a scenario, from the small scenario with one thing broken."""

from __future__ import annotations

import pytest

from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import FILES_ONLY
from tests.scenario.small import GONE, Small, named

SCENARIO = "bourg/scenario.json"
OFF = "is not on the map, which has 8 columns and 6 rows"

CASES = [
    pytest.param(
        "setup[1].hex", "1102", [f'setup[1].hex: error: hex "1102" {OFF}'], id="off-map hex"
    ),
    pytest.param(
        "setup[1].hex",
        "0007",
        ['setup[1].hex: error: "0007" is no hex id such as 0913'],
        id="text that is no hex",
    ),
    pytest.param(
        "setup[1].units[+]",
        "FR-1-03",
        [
            "arrivals[1].units[0]: error: FR-1-03 is in two places: "
            "hex 0102 and the arrivals of turn 2",
            "setup[1].units[1]: error: 0102 is overstacked: "
            "14 SP, where 12 are the limit and a train counts as full (N6.1)",
        ],
        id="unit in two places, train not alone",
    ),
    pytest.param(
        "setup[1].units[+]",
        "FR-1-04",
        [
            "setup[1].units[1]: error: FR-1-04 is in two places: hex 0102 and hex 0102",
            "setup[1].units[1]: error: 0102 is overstacked: "
            "24 SP, where 12 are the limit and a train counts as full (N6.1)",
        ],
        id="unit twice in a hex",
    ),
    pytest.param(
        "setup[1].units[0]",
        "FR-1-40",
        [
            'setup[1].units[0]: error: there is no unit "FR-1-40"; did you mean "FR-1-04"?',
            "bourg/forces.json: formations[2].units[3]: error: FR-1-04 is nowhere: "
            "FR-1 is in play, but has no hex and no turn for it",
        ],
        id="unknown unit",
    ),
    pytest.param(
        "setup[0].leaders",
        ["FR-1-L"],
        [
            "bourg/forces.json: formations[1].leaders[0]: error: FR-W-L is nowhere: "
            "FR-W is in play, but has no hex and no turn for it"
        ],
        id="leader in no place",
    ),
    pytest.param(
        "setup[1].hex",
        "0603",
        [
            "setup[2].units[0]: error: CO-1-01 stands in 0603 with an enemy",
            "setup[2].units[1]: error: CO-1-02 stands in 0603 with an enemy",
            "setup[2].leaders[0]: error: CO-1-L stands in 0603 with an enemy",
            "setup[2].units[0]: error: 0603 is overstacked: "
            "17 SP, where 12 are the limit and a train counts as full (N6.1)",
            "setup[2].units[1]: error: 0603 is overstacked: "
            "22 SP, where 12 are the limit and a train counts as full (N6.1)",
        ],
        id="enemies in one hex",
    ),
    pytest.param(
        "reduced",
        ["FR-1-03", "FR-1-02"],
        ["reduced[0]: error: FR-1-03 has no reduced side"],
        id="no reduced side",
    ),
    pytest.param(
        "exhausted",
        ["FR-1", "FR-2"],
        ['exhausted[1]: error: there is no formation "FR-2"; did you mean "FR-W"?'],
        id="exhausted nobody",
    ),
    pytest.param(
        "arrivals[0].turn",
        5,
        ["arrivals[0].turn: error: turn 5 never comes: the last turn is 4"],
        id="arrival after the end",
    ),
    pytest.param(
        "arrivals[1].entry",
        "0303",
        ["arrivals[1].entry: error: 0303 is not at the edge of the map"],
        id="entry inside the map",
    ),
    pytest.param(
        "alternates[0].entry",
        "0801",
        ["alternates[0].entry: error: no road or trail reaches 0801"],
        id="entry without a road",
    ),
    pytest.param(
        "alternates[0].formations",
        ["CO-3"],
        ['alternates[0].formations[0]: error: there is no formation "CO-3"; did you mean "CO-2"?'],
        id="alternate of nothing",
    ),
    pytest.param(
        "alternates[0]",
        {"side": "french", "list": 1, "entry": "0103", "units": ["FR-1-03", "FR-1-40"]},
        [
            'alternates[0].units[1]: error: there is no unit "FR-1-40"; did you mean "FR-1-04"?',
            "alternates[0].units[0]: error: FR-1-03 is in two places: "
            "the arrivals of turn 2 and the alternates",
        ],
        id="alternate that is due as well",
    ),
    pytest.param(
        "supply_sources[+]",
        {"hex": "0801", "side": "allied"},
        ["supply_sources[2].hex: error: no road or trail reaches 0801"],
        id="source without a road",
    ),
    pytest.param(
        "supply_sources[+]",
        {"hex": "0803", "side": "french"},
        ["supply_sources[2].hex: error: 0803 is listed twice"],
        id="source of both sides",
    ),
    pytest.param(
        "exits",
        [{"hex": "0303", "side": "french"}],
        ["exits[0].hex: error: 0303 is not at the edge of the map"],
        id="exit inside the map",
    ),
    pytest.param(
        "victory.hexes[0].hex",
        "0907",
        [
            f'victory.hexes[0].hex: error: hex "0907" {OFF}',
            "victory.hexes[0].hex: warning: nobody holds 0907 at the start: it is not in `control`",
            "control[0].hex: warning: 0603 is neither a victory hex nor a supply source",
        ],
        id="victory hex off the map",
    ),
    pytest.param(
        "victory.hexes[+]",
        {"hex": "0603", "vp": 1},
        ["victory.hexes[1].hex: error: 0603 is listed twice"],
        id="victory hex twice",
    ),
    pytest.param(
        "turns[2].turn",
        4,
        ["turns[2].turn: error: turn 3 should stand here, not 4"],
        id="turns not consecutive",
    ),
    pytest.param(
        "turns[2].hour",
        16,
        ["turns[2]: error: the turn is not later than the one before"],
        id="time stands still",
    ),
    pytest.param(
        "date",
        "1814-02-29",
        ['date: error: there is no day "1814-02-29"'],
        id="no leap year",
    ),
    pytest.param(
        "date",
        "1814-01-28",
        ["turns[0].day: error: the first turn is not on 1814-01-28"],
        id="another day",
    ),
    pytest.param(
        "weather.turns",
        [1, 9],
        ["weather.turns[1]: error: turn 9 never comes: the last turn is 4"],
        id="weather after the end",
    ),
    pytest.param(
        "weather.start",
        "sunny",
        [
            'weather.start: error: "sunny" is none of '
            "fair, cloudy, mud, rain, fog, frost, snow, snowstorm"
        ],
        id="unknown weather",
    ),
    pytest.param(
        "cards",
        {
            "bonus_turn": 7,
            "mode_cards": {"allied": 2, "english": 1},
            "removals": [{"side": "saxon", "card": "fire"}],
            "decks": {"english": "patrie-coalition"},
        },
        [
            "cards.bonus_turn: error: turn 7 never comes: the last turn is 4",
            'cards.removals[0].side: error: there is no side "saxon"; '
            "the sides are french and allied",
            'cards.decks.english: error: there is no side "english"; '
            "the sides are french and allied",
            'cards.mode_cards.english: error: there is no side "english"; '
            "the sides are french and allied",
        ],
        id="cards of nobody",
    ),
    pytest.param(
        "first_player",
        "english",
        [
            'first_player: error: there is no side "english"; the sides are french and allied',
        ],
        id="unknown first player",
    ),
    pytest.param(
        "control[0].side",
        "english",
        ['control[0].side: error: there is no side "english"; the sides are french and allied'],
        id="unknown holder",
    ),
    pytest.param(
        "orders[1].formation",
        "CO-3",
        ['orders[1].formation: error: there is no formation "CO-3"; did you mean "CO-2"?'],
        id="order to nobody",
    ),
    pytest.param(
        "orders[1].formation",
        "FR-1",
        ["orders[1].formation: error: FR-1 has an order already"],
        id="two orders",
    ),
    pytest.param(
        "orders[1].steps[0].target",
        "4040",
        [f'orders[1].steps[0].target: error: hex "4040" {OFF}'],
        id="objective off the map",
    ),
    pytest.param(
        "orders[1].steps[0].verb",
        "defent",
        [
            'orders[1].steps[0].verb: error: "defent" is none of march, attack, probe, defend, '
            'delay, fall back, reserve, support, general retreat; did you mean "defend"?'
        ],
        id="unknown type of order",
    ),
    pytest.param(
        "divisional_orders[0].units",
        ["CO-1-01"],
        ["divisional_orders[0].units[0]: error: CO-1-01 is a unit of CO-1, not of FR-1"],
        id="division of another corps",
    ),
    pytest.param(
        "divisional_orders[0].steps[0].target_formation",
        "FR-9",
        [
            "divisional_orders[0].steps[0].target_formation: error: "
            'there is no formation "FR-9"; did you mean "FR-W"?'
        ],
        id="support of nobody",
    ),
    pytest.param(
        "special_rules[+]",
        {"id": "french-seal", "text": "", "formations": ["FR-2"]},
        [
            'special_rules[1].id: error: there is no special rule "french-seal"; '
            'did you mean "french-zeal"?',
            'special_rules[1].formations[0]: error: there is no formation "FR-2"; '
            'did you mean "FR-W"?',
        ],
        id="unknown special rule",
    ),
    pytest.param(
        "special_rules[+]",
        {"id": "french-zeal", "text": ""},
        ['special_rules[1].id: error: the rule "french-zeal" is listed twice'],
        id="special rule twice",
    ),
    pytest.param(
        "numbers",
        {"victory.sp_for_vp": 4},
        [
            'numbers["victory.sp_for_vp"]: error: the rules have no number of this name; '
            'did you mean "victory.sp_per_vp"?'
        ],
        id="unknown number",
    ),
    pytest.param(
        "numbers",
        {"orders.march.react": 3, "victory.sp_per_vp": "five", "stacking.units": 2.5},
        [
            'numbers["orders.march.react"]: error: the value should be a word, not 3',
            'numbers["victory.sp_per_vp"]: error: the value should be a whole number, not "five"',
            'numbers["stacking.units"]: error: the value should be a whole number, not 2.5',
        ],
        id="number of another kind",
    ),
    pytest.param(
        "map",
        "maps/burg.json",
        ['map: error: there is no file "maps/burg.json"'],
        id="missing map",
    ),
    pytest.param(
        "forces",
        "scenario.json",
        ["kind: error: this is a file of kind scenario; forces is needed"],
        id="file of another kind",
    ),
    pytest.param(
        "id",
        "burg",
        ['id: warning: the id is burg, but its folder is called "bourg"'],
        id="id and folder differ",
    ),
    pytest.param(
        "improved_positions",
        ["0603", "0902", "0603"],
        [
            'improved_positions[1]: error: hex "0902" is not on the map, '
            "which has 8 columns and 6 rows",
            "improved_positions[2]: error: 0603 is listed twice",
        ],
        id="improved position off the map and twice",
    ),
    pytest.param(
        "damaged_spans",
        ["0403-0503", "0503-0403", "0402-0502", "0403-0603", "0803-0903"],
        [
            "damaged_spans[3]: error: 0403 and 0603 are not next to each other",
            'damaged_spans[4]: error: hex "0903" is not on the map, which has 8 columns and 6 rows',
            "damaged_spans[1]: error: 0503-0403 is listed twice",
            "damaged_spans[2]: error: no span stands at 0402-0502",
        ],
        id="damage where no span stands, and twice",
    ),
    pytest.param(
        "damaged_spans",
        ["0403:0503"],
        ['damaged_spans[0]: error: "0403:0503" is no hexside such as 1505-1604'],
        id="damage at no hexside",
    ),
    pytest.param("turns", GONE, ["turns: error: this field is missing"], id="missing field"),
]


@pytest.mark.parametrize(("place", "value", "expected"), CASES)
def test_finding(small: Small, place: str, value: object, expected: list[str]) -> None:
    small.change("scenario", place, value)
    assert small.sentences() == named("scenario", expected)


def test_a_file_of_another_kind_is_named_once(small: Small) -> None:
    small.change("scenario", "map", "scenario.json")
    small.change("scenario", "forces", "scenario.json")
    assert small.sentences() == [
        f"{SCENARIO}: kind: error: this is a file of kind scenario; map is needed"
    ]


@pytest.mark.rule("N6.1")
def test_three_units_of_two_divisions_are_too_many(small: Small) -> None:
    small.change("scenario", "setup[0].units[+]", "FR-1-03")
    small.change("scenario", "arrivals[1]", GONE)
    assert small.sentences() == [
        f"{SCENARIO}: setup[0].units[2]: error: 0103 is overstacked: "
        "3 units, where 2 are the limit (N6.1)"
    ]


@pytest.mark.rule("N6.1")
def test_three_units_of_one_division_may_share_a_hex(small: Small) -> None:
    small.change("scenario", "setup[0].units[+]", "FR-1-03")
    small.change("scenario", "arrivals[1]", GONE)
    small.change("forces", "formations[2].units[2].division", "1st Division")
    assert small.sentences() == []


@pytest.mark.rule("N6.1")
def test_a_russian_corps_stacks_as_a_division(small: Small) -> None:
    small.change("scenario", "setup[0].units[+]", "FR-1-03")
    small.change("scenario", "arrivals[1]", GONE)
    small.change("forces", "formations[2].stacks_as_division", True)
    assert small.sentences() == []


@pytest.mark.rule("N6.1")
def test_a_reduced_unit_counts_with_its_reduced_strength(small: Small) -> None:
    small.change("forces", "formations[3].units[0].sp", 8)
    overstacked = (
        f"{SCENARIO}: setup[2].units[1]: error: 0603 is overstacked: "
        "13 SP, where 12 are the limit and a train counts as full (N6.1)"
    )
    assert small.sentences() == [overstacked]
    small.change("scenario", "reduced", ["CO-1-01"])
    assert small.sentences() == []


def test_a_unit_between_rivers_cannot_leave(small: Small) -> None:
    small.change("scenario", "setup[1].hex", "0101")
    moat = {"name": "Moat", "kind": "river", "hexsides": ["0101-0201", "0101-0102"]}
    small.change("map", "rivers[+]", moat)
    assert small.sentences() == [
        f"{SCENARIO}: setup[1].units[0]: error: FR-1-04 cannot leave 0101: rivers are on every side"
    ]


@pytest.mark.rule("N24.2")
def test_commander_and_hq_counter_start_together(small: Small) -> None:
    small.change("forces", "formations[0].presence", "start")
    small.change("scenario", "arrivals[0]", GONE)
    small.change("scenario", "setup[0].leaders[+]", "FR-HQ-L")
    small.change("scenario", "setup[1].leaders", ["FR-HQ-HQ"])
    assert small.sentences() == [
        f"{SCENARIO}: setup: warning: the HQ counter of FR-HQ does not start with its commander "
        "(N24.2)"
    ]


@pytest.mark.rule("N16.2")
def test_a_source_is_where_a_road_leaves_the_map(small: Small) -> None:
    small.change("map", "exits[1]", GONE)
    assert small.sentences() == [
        f"{SCENARIO}: supply_sources[1].hex: error: the map has no road exit at 0803"
    ]


def test_units_of_a_mini_campaign_may_have_a_place(small: Small) -> None:
    small.change("forces", "formations[4].presence", "campaign")
    small.change("scenario", "alternates", [])
    setup = {"hex": "0801", "units": ["CO-2-01"], "leaders": ["CO-2-L"]}
    small.change("scenario", "setup[+]", setup)
    assert small.sentences() == []


@pytest.mark.rule("N6.1")
def test_stacks_are_held_against_the_numbers_of_the_scenario(small: Small) -> None:
    small.change("scenario", "numbers", {"stacking.sp": 1, "stacking.units": 1})
    crowded = [text for text in small.sentences() if "overstacked" in text]
    small.change("scenario", "numbers", {})
    assert crowded
    assert not [text for text in small.sentences() if "overstacked" in text]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"weather": "rolled", "cards": "none"}, []),
        (
            {"weather": "historical"},
            ["options.weather: error: the scenario records no historical weather"],
        ),
        ({"cards": "full"}, ["options.cards: error: the scenario names no decks of cards"]),
    ],
)
def test_what_it_proposes_can_be_played(small: Small, options: object, expected: list[str]) -> None:
    small.change("scenario", "options", options)
    small.raw["scenario"]["weather"].pop("historical", None)
    assert small.sentences() == [f"{SCENARIO}: {text}" for text in expected]


def test_without_the_rules_numbers_only_files_are_compared(small: Small) -> None:
    small.change("scenario", "numbers", {"no.such": 1})
    small.change("scenario", "special_rules[0].id", "anything")
    assert validate([small.write()], FILES_ONLY) == ()
