"""Each finding about forces, from the small forces with one thing broken."""

from __future__ import annotations

import pytest

from tests.scenario.small import GONE, Small, formation, hq, named, train, unit

FORCES = "bourg/forces.json"

CASES = [
    pytest.param(
        "formations[2].units[1].id",
        "FR-1-01",
        [
            'formations[2].units[1].id: error: the id "FR-1-01" is listed twice',
            'bourg/scenario.json: setup[0].units[1]: error: there is no unit "FR-1-02"; '
            'did you mean "FR-1-04"?',
            "bourg/scenario.json: divisional_orders[0].units[0]: error: there is no unit "
            '"FR-1-02"; did you mean "FR-1-04"?',
        ],
        id="unit twice listed",
    ),
    pytest.param(
        "formations[2].units[1].slug",
        "fr-1-01",
        ['formations[2].units[1].slug: warning: the slug "fr-1-01" is listed twice'],
        id="slug twice",
    ),
    pytest.param(
        "formations[1].side",
        "frensh",
        [
            'formations[1].side: error: there is no side "frensh"; the sides are french and allied',
            "formations[1].may_order[0]: error: FR-1 is on the other side",
            "formations[2].assigned_to: error: FR-W is on the other side",
            "bourg/scenario.json: setup[0].leaders[0]: error: FR-W-L stands in 0103 with an enemy",
        ],
        id="unknown side",
    ),
    pytest.param(
        "formations[2].assigned_to",
        "FR-V",
        ['formations[2].assigned_to: error: there is no formation "FR-V"; did you mean "FR-W"?'],
        id="unknown formation",
    ),
    pytest.param(
        "formations[2].assigned_to",
        "FR-HQ",
        ["formations[2].assigned_to: error: FR-HQ is no wing"],
        id="assigned to no wing",
    ),
    pytest.param(
        "formations[1].may_order[+]",
        "CO-1",
        ["formations[1].may_order[1]: error: CO-1 is on the other side"],
        id="orders to the enemy",
    ),
    pytest.param(
        "formations[3].division_of",
        "CO-7",
        ['formations[3].division_of: error: there is no formation "CO-7"; did you mean "CO-9"?'],
        id="division of nothing",
    ),
    pytest.param(
        "off_map",
        [],
        [
            'formations[4].units[0].attached_from: error: there is no formation "CO-9"; '
            'did you mean "CO-2"?'
        ],
        id="attached from nothing",
    ),
    pytest.param(
        "formations[3].leaders",
        [],
        [
            "formations[3].leaders: warning: the corps has no commander",
            'bourg/scenario.json: setup[2].leaders[0]: error: there is no leader "CO-1-L"; '
            'did you mean "CO-2-L"?',
        ],
        id="corps without a commander",
    ),
    pytest.param(
        "formations[0].leaders[1]",
        GONE,
        ["formations[0].leaders: error: there are 0 leaders of role hq, not one"],
        id="headquarters without its counter",
    ),
    pytest.param(
        "formations[0].units",
        [train("FR-HQ-01")],
        [
            "formations[0].units: error: a formation of kind headquarters has no units",
            "formations[0].units[0]: error: FR-HQ-01 is nowhere: FR-HQ is in play, "
            "but has no hex and no turn for it",
        ],
        id="headquarters with units",
    ),
    pytest.param(
        "formations[1].assigned_to",
        "FR-W",
        ["formations[1].assigned_to: error: FR-W is under itself"],
        id="assigned to itself",
    ),
    pytest.param(
        "formations[3].division_of",
        "CO-1",
        ["formations[3].division_of: error: CO-1 is under itself"],
        id="division of itself",
    ),
    pytest.param(
        "formations[4].leaders[+]",
        hq("CO-2"),
        [
            "formations[4].leaders[1].role: error: "
            "a formation of kind corps has no leader of role hq"
        ],
        id="HQ counter with a corps",
    ),
    pytest.param(
        "formations[2].units[0].reduced_sp",
        6,
        [
            "formations[2].units[0].reduced_sp: error: "
            "the reduced strength should be 1 to 5 SP, not 6"
        ],
        id="reduced side too strong",
    ),
    pytest.param(
        "formations[2].units[2].reduced_sp",
        1,
        [
            "formations[2].units[2].reduced_sp: error: "
            "a unit of one step has no reduced strength (N2.22)"
        ],
        id="reduced side of a battery",
    ),
    pytest.param(
        "formations[2].units[0].sp",
        0,
        [
            "formations[2].units[0].sp: error: "
            "a combat unit needs strength and at least one step (N2.2)"
        ],
        id="unit without strength",
    ),
    pytest.param(
        "formations[2].units[3].sp",
        1,
        ["formations[2].units[3].sp: error: a train has no strength and no steps (N2.22)"],
        id="train with strength",
    ),
    pytest.param(
        "formations[2].units[0].initiative",
        GONE,
        ["formations[2].units[0].initiative: error: a combat unit needs an initiative (N2.1)"],
        id="unit without initiative",
    ),
    pytest.param(
        "formations[3].units[0].movement",
        0,
        [
            "formations[3].units[0].movement: error: "
            "the unit cannot move: its movement allowance is 0"
        ],
        id="unit that cannot move",
    ),
    pytest.param(
        "formations[2].units[1].flags",
        ["gard"],
        [
            'formations[2].units[1].flags[0]: warning: the flag "gard" is not known; '
            'did you mean "guard"?'
        ],
        id="unknown flag",
    ),
    pytest.param(
        "formations[2].units[0].source",
        "WK",
        ['formations[2].units[0].source: warning: "WK" is not listed in `sources`'],
        id="unknown source",
    ),
    pytest.param(
        "formations[3].leaders[0].special",
        ["french-seal"],
        [
            "formations[3].leaders[0].special[0]: error: the scenario has no special rule "
            '"french-seal"; did you mean "french-zeal"?'
        ],
        id="unknown special rule",
    ),
    pytest.param(
        "formations[3].units[+]",
        unit("CO-1-03"),
        [
            "formations[3].units[2]: error: CO-1-03 is nowhere: CO-1 is in play, "
            "but has no hex and no turn for it"
        ],
        id="unit in no place",
    ),
    pytest.param(
        "formations[3].presence",
        "alternate",
        [
            "formations[3].units[0]: error: CO-1-01 has a place, but CO-1 comes only by card",
            "formations[3].units[1]: error: CO-1-02 has a place, but CO-1 comes only by card",
            "formations[3].leaders[0]: error: CO-1-L has a place, but CO-1 comes only by card",
        ],
        id="alternate on the map",
    ),
    pytest.param(
        "side_names",
        {"french": "French"},
        ["side_names: error: there are too few: at least 2"],
        id="one side",
    ),
]


@pytest.mark.parametrize(("place", "value", "expected"), CASES)
def test_finding(small: Small, place: str, value: object, expected: list[str]) -> None:
    small.change("forces", place, value)
    assert small.sentences() == named("forces", expected)


def test_wings_have_no_units(small: Small) -> None:
    small.change("forces", "formations[1].units", [unit("FR-W-01")])
    small.change("scenario", "setup[+]", {"hex": "0104", "units": ["FR-W-01"]})
    assert small.sentences() == [
        f"{FORCES}: formations[1].units: error: a formation of kind wing has no units"
    ]


@pytest.mark.parametrize("name", ["assigned_to", "division_of"])
def test_no_formation_is_under_itself_by_way_of_another(small: Small, name: str) -> None:
    """A circle of three is told at each of them; who is below the circle is not at fault."""
    wings = [formation(f"FR-W{i}", "french", "wing", presence="campaign") for i in range(3)]
    for i, wing in enumerate(wings):
        small.change("forces", "formations[+]", wing | {name: f"FR-W{(i + 1) % 3}"})
    small.change("forces", f"formations[2].{name}", "FR-W0")
    assert small.sentences() == [
        f"{FORCES}: formations[5].{name}: error: FR-W0 is under itself by way of FR-W1",
        f"{FORCES}: formations[6].{name}: error: FR-W1 is under itself by way of FR-W2",
        f"{FORCES}: formations[7].{name}: error: FR-W2 is under itself by way of FR-W0",
    ]


def test_a_long_chain_of_command_is_no_circle(small: Small) -> None:
    wings = [formation(f"FR-W{i}", "french", "wing", presence="campaign") for i in range(9)]
    for i, wing in enumerate(wings):
        above = f"FR-W{i + 1}" if i < 8 else "FR-W"
        small.change("forces", "formations[+]", wing | {"assigned_to": above})
    assert small.sentences() == []
