"""Attack Confidence: its leader and every row (N8.3, N8.31, N8.36, N8.37)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.reports import ConfidenceReport
from tests.systems.nlc.assaults import A1, F1, F2, F3, terrain
from tests.systems.nlc.positions import ALLIED, OPEN, position, units

NEY = "F-Ney leader 0506 rating:2"
PROBE = "FI: probe 0401"


def at(*lines: str, rows: str = OPEN, active: str = "FI", **more: Any) -> GameState:
    return position(rows, *lines, active=active, **{"orders": PROBE, **more})


def rolled(state: GameState, attackers: str = "F1", target: str = "0403") -> ConfidenceReport:
    return confidence_report(state, Hex(target), units(attackers))


def rows_of(report: ConfidenceReport) -> dict[str, int]:
    """The rows after the leader's."""
    return {reason: pips for reason, pips, _ in report.lines[1:]}


# -- the leader (N8.31)


@pytest.mark.rule("N8.3", "N8.31")
@pytest.mark.parametrize("rating", [0, 1, 2, 3, 4, 5])
def test_confidence_begins_with_the_commanders_rating(rating: int) -> None:
    report = rolled(at(F1, A1, f"F-Ney leader 0404 rating:{rating}"))
    assert report.lines == (("F-Ney", rating, "N8.31"),)
    assert report.value == rating


@pytest.mark.rule("N8.31", "N14.6")
def test_without_a_commander_it_is_one() -> None:
    assert rolled(at(F1, A1)).lines == (("no commander", 1, "N8.31"),)
    assert rolled(at(F1, A1, "F-Ney leader due rating:4")).lines[0][1] == 1


@pytest.mark.rule("N8.31")
@pytest.mark.parametrize(("hex_", "who", "value"), [("0404", "F-Gr", 4), ("0405", "F-Ney", 2)])
def test_a_wing_commander_with_the_attackers_uses_his_own(hex_: str, who: str, value: int) -> None:
    wing = f"F-Gr wing {hex_} of:FW rating:4"
    state = at(F1, A1, NEY, wing, formations={"FI": {"assigned_to": FormationId("FW")}})
    assert rolled(state).lines[0] == (who, value, "N8.31")


@pytest.mark.rule("N8.31")
def test_a_wing_commander_of_others_does_not_lead() -> None:
    state = at(F1, A1, NEY, "F-Gr wing 0404 of:FW rating:4")
    assert rolled(state).lines[0] == ("F-Ney", 2, "N8.31")


@pytest.mark.rule("N8.31")
def test_an_overall_commander_leads_in_person_and_is_near_as_well() -> None:
    report = rolled(at(F1, A1, NEY, "F-Nap overall 0404 of:FHQ rating:3"))
    assert report.lines == (("F-Nap", 3, "N8.31"), ("F-Nap in command range", 1, "N8.31"))


@pytest.mark.rule("N8.31")
def test_the_better_of_commander_and_superior_counts() -> None:
    state = at(F1, A1, "F-Ney leader 0404 rating:4", "F-Nap overall 0404 of:FHQ rating:3")
    assert rolled(state).lines[0] == ("F-Ney", 4, "N8.31")


@pytest.mark.rule("N8.31", "N12.92")
@pytest.mark.parametrize(
    ("limit", "row"), [(4, ("F-Ney", 3, "N8.31")), (1, ("no commander", 1, "N8.31"))]
)
def test_a_detached_division_uses_its_corps_commander_in_his_range(
    limit: int, row: tuple[str, int, str]
) -> None:
    state = at(
        "F1 infantry 5-3 0404 division:1st",
        A1,
        "F2 infantry 3-3 0707",
        "F-Ney leader 0406 rating:3",
        orders="FI: defend 0707; FI/1st: attack 0401",
        numbers={"leader.command_range": limit},
    )
    assert rolled(state).lines[:2] == (row, ("Attack order", 2, "N8.31"))


@pytest.mark.rule("N8.31", "N12.53")
@pytest.mark.parametrize(("order", "rating"), [("probe 0401", 3), ("defend 0403", 1)])
def test_a_split_rating_goes_by_the_order(order: str, rating: int) -> None:
    state = at(F1, A1, NEY, orders=f"FI: {order}")
    ney = LeaderId("F-Ney")
    split = replace(state.battle.leaders[ney], ratings=(("probe", 3), ("other", 1)))
    state.battle = replace(state.battle, leaders={**state.battle.leaders, ney: split})
    assert rolled(state).lines[0] == ("F-Ney", rating, "N8.31")


@pytest.mark.rule("N4.35", "N8.31")
@pytest.mark.parametrize(
    ("sp", "who", "order"), [(4, "F-Ney", {}), (6, "F-Victor", {"Attack order": 2})]
)
def test_the_formation_with_most_sp_leads(sp: int, who: str, order: dict[str, int]) -> None:
    state = at(
        F1,
        NEY,
        f"F2 infantry {sp}-3 0304 of:FII",
        "F-Victor leader 0305 of:FII rating:3",
        "A1 infantry 12-3 0403",
        also="FII",
        orders="FI: probe 0401; FII: attack 0401",
    )
    report = rolled(state, "F1 F2")
    assert report.lines[0][0] == who
    assert {row: pips for row, pips in rows_of(report).items() if "order" in row} == order


@pytest.mark.rule("N12.36", "N8.31")
def test_a_supporter_does_not_lead_however_strong() -> None:
    state = at(
        F1,
        NEY,
        "F2 infantry 9-3 0304 of:FII",
        "F-Victor leader 0305 of:FII rating:4",
        A1,
        orders="FI: probe 0401; FII: support FI",
    )
    assert rolled(state, "F1 F2").lines[0] == ("F-Ney", 2, "N8.31")


# -- the other rows


@pytest.mark.rule("N8.31")
@pytest.mark.parametrize(
    ("order", "rows"),
    [
        ("attack 0401", {"Attack order": 2}),
        ("probe 0401", {}),
        ("support FII", {}),
        ("defend 0403", {}),
    ],
)
def test_an_attack_order_adds_two(order: str, rows: dict[str, int]) -> None:
    assert rows_of(rolled(at(F1, A1, orders=f"FI: {order}"))) == rows


@pytest.mark.rule("N8.31", "N8.36")
@pytest.mark.parametrize(
    ("own", "theirs", "pips"),
    [
        (12, 6, 2),
        (12, 5, 2),
        (11, 6, 1),
        (9, 6, 1),
        (8, 6, 0),
        (6, 6, 0),
        (5, 6, -1),
        (7, 12, -1),
        (6, 12, -3),
        (1, 12, -3),
    ],
)
def test_strength_against_strength(own: int, theirs: int, pips: int) -> None:
    state = at(f"F1 infantry {own}-3 0404", f"A1 infantry {theirs}-3 0403")
    expected = {f"{own} SP against {theirs}": pips} if pips else {}
    assert rows_of(rolled(state)) == expected


@pytest.mark.rule("N8.36")
def test_counter_faces_of_the_named_against_all_of_the_hex() -> None:
    state = at(
        "F1 infantry 6-3 0404 reduced",
        F2,
        "A1 infantry 5-3 0403",
        "A2 battery 4-3 0403",
        "A3 infantry 3-3 0302 tail:0403",
    )
    assert list(rows_of(rolled(state, "F1"))) == ["3 SP against 12", "flank attack"]
    assert next(iter(rows_of(rolled(state, "F1 F2")))) == "7 SP against 12"


@pytest.mark.rule("N8.31", "N14.31")
def test_an_overall_commander_in_range_adds_one() -> None:
    lines = (F1, A1, NEY, "F-Nap overall 0101 of:FHQ")
    assert rows_of(rolled(at(*lines))) == {"F-Nap in command range": 1}
    assert rows_of(rolled(at(*lines, numbers={"leader.wing_range": 1}))) == {}


@pytest.mark.rule("N8.31", "N14.31")
def test_the_range_is_counted_from_the_commander_not_from_the_attackers() -> None:
    lines = (F1, A1, NEY, "F-Nap overall 0507 of:FHQ")
    near = rolled(at(*lines, numbers={"leader.wing_range": 1}))
    assert rows_of(near) == {"F-Nap in command range": 1}


@pytest.mark.rule("N8.31", "N7.6")
def test_blucher_adds_one_more() -> None:
    lines = ("A1 infantry 5-3 0404", "F1 infantry 5-3 0403", "A-Bl overall 0405 of:AHQ blucher")
    state = at(*lines, active="AI", orders="AI: probe 0401")
    assert rows_of(rolled(state, "A1")) == {
        "A-Bl in command range": 1,
        "Blücher drives them on": 1,
    }
    as_corps = at(*lines[:2], "A-Bl leader 0405 blucher", active="AI", orders="AI: probe 0401")
    assert rows_of(rolled(as_corps, "A1")) == {"Blücher drives them on": 1}


@pytest.mark.rule("N8.31")
def test_a_disrupted_target_adds_one() -> None:
    assert rows_of(rolled(at(F1, f"{A1} disrupted"))) == {"target Disrupted": 1}


@pytest.mark.rule("N8.31")
def test_a_target_is_disrupted_when_all_of_it_is() -> None:
    state = at("F1 infantry 8-3 0404", f"{A1} disrupted", "A2 infantry 3-3 0403")
    assert rows_of(rolled(state)) == {}


@pytest.mark.rule("N8.31", "N8.36")
def test_a_flank_attack_adds_one_and_only_one() -> None:
    state = at(F1, "F2 infantry 1-3 0402", "A1 infantry 6-3 0403 disrupted")
    assert rows_of(rolled(state, "F1 F2")) == {"flank attack": 1}


@pytest.mark.rule("N8.31")
@pytest.mark.parametrize("letter", ["t", "c", "w"])
def test_strong_ground_takes_one(letter: str) -> None:
    assert rows_of(rolled(at(F1, A1, rows=terrain(letter)))) == {"strong ground": -1}


@pytest.mark.rule("N8.31")
@pytest.mark.parametrize("letter", [".", "m"])
def test_other_ground_takes_nothing(letter: str) -> None:
    assert rows_of(rolled(at(F1, A1, rows=terrain(letter)))) == {}


@pytest.mark.rule("N8.31", "N8.36")
def test_improved_positions_and_slopes_count_once_together() -> None:
    strong = {"strong ground": -1}
    assert rows_of(rolled(at(F1, A1, positions=["0403"]))) == strong
    assert rows_of(rolled(at(F1, A1, slopes=["0404-0403"]))) == strong
    both = at(F1, A1, rows=terrain("t"), positions=["0403"], slopes=["0404-0403"])
    assert rows_of(rolled(both)) == strong
    assert rows_of(rolled(at(F1, A1, slopes=["0403-0404"]))) == {}


@pytest.mark.rule("N8.31")
def test_one_attacking_hex_below_the_slope_is_enough() -> None:
    state = at(F1, F3, "A1 infantry 8-3 0403", slopes=["0304-0403"])
    assert rows_of(rolled(state, "F1 F3")) == {"strong ground": -1}


@pytest.mark.rule("N8.37")
def test_any_disrupted_attacker_takes_one() -> None:
    state = at(F1, f"{F2} disrupted", "A1 infantry 9-3 0403")
    assert rows_of(rolled(state, "F1 F2")) == {"attackers Disrupted": -1}
    assert rows_of(rolled(state, "F1"))["5 SP against 9"] == -1


@pytest.mark.rule("N8.31", "N15.2", "N20.83")
@pytest.mark.parametrize(
    ("demoralized", "exhausted", "rows"),
    [
        ((), (), {}),
        (("FI",), (), {"demoralized formation": -2}),
        ((), ("FI",), {"exhausted formation": -2}),
        (("FI",), ("FI",), {"demoralized formation": -2}),
        (("AI",), ("AI",), {}),
    ],
)
def test_a_demoralized_or_exhausted_formation_takes_two(
    demoralized: tuple[str, ...], exhausted: tuple[str, ...], rows: dict[str, int]
) -> None:
    state = at(F1, A1)
    state.spirit = replace(
        state.spirit,
        demoralized=tuple(FormationId(f) for f in demoralized),
        exhausted=tuple(FormationId(f) for f in exhausted),
    )
    assert rows_of(rolled(state)) == rows


@pytest.mark.rule("N8.31", "N17.1")
def test_night_takes_one() -> None:
    assert rows_of(rolled(at(F1, A1, kind=TurnKind.NIGHT_PM))) == {"night": -1}


@pytest.mark.rule("N8.10")
def test_the_second_round_takes_one() -> None:
    report = confidence_report(at(F1, A1), Hex("0403"), units("F1"), second_round=True)
    assert report.lines == (("no commander", 1, "N8.31"), ("second round", -1, "N8.10"))
    assert report.value == 0


@pytest.mark.rule("N8.31")
def test_rows_add_up() -> None:
    lines = ("F1 infantry 12-3 0404", "A1 infantry 6-3 0403 disrupted", NEY)
    state = at(*lines, "F-Nap overall 0507 of:FHQ", rows=terrain("t"), orders="FI: attack 0401")
    report = rolled(state)
    assert [pips for _, pips, _ in report.lines] == [2, 2, 2, 1, 1, -1]
    assert report.value == 7


@pytest.mark.rule("N8.31")
def test_the_enemy_sees_what_he_may_know() -> None:
    state = at(F1, A1, NEY, orders="FI: attack 0401")
    seen = rolled(view(state, ALLIED))
    assert (seen.value, seen.must_roll) == (4, False)
