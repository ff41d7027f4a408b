"""What the validator says of those who arrive and of those who can be called."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.scenario.validate import Inspection
from hexwar.systems.nlc.section import FILES_ONLY, NLC
from tests.scenario.small import GONE, Small, named

SCENARIO = "bourg/scenario.json"


def call(side: str, number: int, entry: str, **who: Any) -> dict[str, Any]:
    """A list of alternates."""
    return {"side": side, "list": number, "entry": entry} | who


CASES = [
    pytest.param(
        "arrivals[+]",
        {"turn": 3, "entry": "0103"},
        ["arrivals[2]: error: this names neither units nor formations"],
        id="nobody arrives",
    ),
    pytest.param(
        "arrivals[+]",
        {"turn": 3, "entry": "0103", "units": [], "formations": []},
        ["arrivals[2]: error: this names neither units nor formations"],
        id="empty lists arrive",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103"),
        ["alternates[1]: error: this names neither units nor formations"],
        id="nobody can be called",
    ),
    pytest.param(
        "arrivals[1].units",
        ["no id"],
        [
            'arrivals[1].units[0]: error: "no id" is no id: letters, digits and single hyphens',
            "bourg/forces.json: formations[2].units[2]: error: FR-1-03 is nowhere: "
            "FR-1 is in play, but has no hex and no turn for it",
        ],
        id="who arrives cannot be read",
    ),
    pytest.param(
        "arrivals[+]",
        {"turn": 3, "entry": "0103", "formations": ["CO-2"]},
        ["arrivals[2].formations[0]: error: CO-2 is a corps: name its units, each in `units`"],
        id="a corps arrives as a formation",
    ),
    pytest.param(
        "arrivals[+]",
        {"turn": 3, "entry": "0103", "formations": ["FR-W"]},
        [
            "arrivals[2].formations[0]: error: "
            "FR-W is on the map from the start, at 0103: it cannot come"
        ],
        id="a wing on the map arrives",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103", formations=["CO-2"]),
        ["alternates[1].formations[0]: error: CO-2 is on the other side"],
        id="a formation of the enemy is called",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103", units=["CO-2-01"]),
        ["alternates[1].units[0]: error: CO-2-01 is on the other side"],
        id="a unit of the enemy is called",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103", formations=["FR-1"]),
        [
            "alternates[1].formations[0]: error: "
            "FR-1 is on the map from the start, at 0103: it cannot come"
        ],
        id="who is on the map is called",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103", formations=["FR-W"]),
        [
            "alternates[1].formations[0]: error: "
            "FR-W is on the map from the start, at 0103: it cannot come"
        ],
        id="a wing on the map is called",
    ),
    pytest.param(
        "alternates[+]",
        call("french", 1, "0103", formations=["FR-HQ"]),
        [],
        id="who is due may be called earlier, and each side has its list 1",
    ),
    pytest.param(
        "alternates[+]",
        call("allied", 2, "0803", formations=["CO-2"]),
        [],
        id="two lists may name one formation",
    ),
    pytest.param(
        "alternates[+]",
        call("allied", 1, "0803", formations=["CO-2"]),
        ["alternates[1].list: error: the side allied has a list 1 already"],
        id="two lists of a side with one number",
    ),
    pytest.param(
        "alternates[0].formations",
        ["CO-2", "CO-2"],
        ["alternates[0].formations[1]: error: CO-2 is twice on this list"],
        id="a formation twice on a list",
    ),
    pytest.param(
        "alternates[0].units",
        ["CO-2-01"],
        ["alternates[0].units[0]: error: CO-2-01 is twice on this list"],
        id="a formation and its unit on a list",
    ),
    pytest.param(
        "alternates[0].side",
        "alied",
        [
            'alternates[0].side: error: there is no side "alied"; the sides are french and allied',
        ],
        id="a list of no side",
    ),
]


@pytest.mark.parametrize(("place", "value", "expected"), CASES)
def test_finding(small: Small, place: str, value: object, expected: list[str]) -> None:
    small.change("scenario", place, value)
    assert small.sentences() == named("scenario", expected)


@pytest.mark.rule("N5.8")
@pytest.mark.parametrize("field", ["units", "formations"])
def test_who_arrives_together_is_of_one_side(small: Small, field: str) -> None:
    small.change("forces", "formations[4].presence", "reinforcement")
    small.change("scenario", "alternates", [])
    small.change("scenario", "arrivals[1]", GONE)
    both = {"units": ["FR-1-03", "CO-2-01"]}
    if field == "formations":
        small.change("scenario", "arrivals[0]", GONE)
        both["formations"] = ["FR-HQ"]
        both["units"] = ["CO-2-01"]
        small.change("scenario", "setup[1].units[0]", "FR-1-03")
        small.change("scenario", "setup[+]", {"hex": "0104", "units": ["FR-1-04"]})
    small.change("scenario", "arrivals[+]", {"turn": 2, "entry": "0103", **both})
    at = len(small.raw["scenario"]["arrivals"]) - 1
    place, later, first = {
        "units": ("units[1]", "CO-2-01", "FR-1"),
        "formations": ("formations[0]", "FR-HQ", "CO-2"),
    }[field]
    assert small.sentences() == [
        f"{SCENARIO}: arrivals[{at}].{place}: error: "
        f"{later} is not on the side of {first}: they cannot arrive together"
    ]


@pytest.mark.rule("N24.2")
def test_a_formation_of_a_campaign_can_be_called_wherever_it_stood(small: Small) -> None:
    """What is not in play in a battle is not set up there (`presence` campaign)."""
    small.change("forces", "formations[4].presence", "campaign")
    setup = {"hex": "0801", "units": ["CO-2-01"], "leaders": ["CO-2-L"]}
    small.change("scenario", "setup[+]", setup)
    assert small.sentences() == []


def test_every_group_of_what_is_accepted_has_a_key(small: Small) -> None:
    inspection = Inspection(FILES_ONLY)
    loaded = inspection.inspect_scenario(small.write())
    assert loaded is not None
    battle = FILES_ONLY[NLC].build(loaded.scenario, loaded)
    assert [group.key for group in battle.arrivals] == ["FR-HQ", "FR-1-03"]
    assert [group.key for group in battle.alternates] == ["CO-2-01"]


# -- divisional orders


SUPPORT = [{"verb": "support", "target_formation": "FR-1"}]


def divisional(*units: str) -> dict[str, Any]:
    """A divisional order to units of FR-1."""
    return {"formation": "FR-1", "units": [*units], "steps": SUPPORT}


@pytest.mark.rule("N12.13")
@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (divisional(), "divisional_orders[1].units: error: the order is for no unit"),
        (
            divisional("FR-1-01", "FR-1-02"),
            "divisional_orders[1].units[1]: error: FR-1-02 has a divisional order already",
        ),
        (
            divisional("FR-1-01", "FR-1-01"),
            "divisional_orders[1].units[1]: error: FR-1-01 is listed twice",
        ),
    ],
)
def test_a_divisional_order_is_for_some_units_and_each_has_one(
    small: Small, order: dict[str, Any], sentence: str
) -> None:
    small.change("scenario", "divisional_orders[+]", order)
    assert small.sentences() == [f"{SCENARIO}: {sentence}"]


# -- leaving


@pytest.mark.rule("N5.61")
@pytest.mark.parametrize("second", ["allied", "french"])
def test_an_exit_is_of_one_side(small: Small, second: str) -> None:
    exits = [{"hex": "0103", "side": "french"}, {"hex": "0103", "side": second}]
    small.change("scenario", "exits", exits)
    assert small.sentences() == [f"{SCENARIO}: exits[1].hex: error: 0103 is listed twice"]


# -- switches


@pytest.mark.parametrize("name", ["mini_campaign", "cumulative_alternates"])
@pytest.mark.parametrize(("value", "told"), [("yes", '"yes"'), (1, "1")])
def test_a_switch_is_true_or_false(small: Small, name: str, value: object, told: str) -> None:
    small.change("scenario", name, value)
    assert small.sentences() == [
        f"{SCENARIO}: {name}: error: this should be true or false, not {told}"
    ]
    small.change("scenario", name, False)
    assert small.sentences() == []
