"""Compliance: the roll, its shifts, and what comes of it (N12.5, N12.51-N12.55)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    FormationAssigned,
    OrderInForce,
    OrderLost,
)
from hexwar.systems.nlc.orders import Dispatch
from hexwar.systems.nlc.rules.orders.compliance import (
    compliance_report,
    comply,
    lines_to_roll,
    needs_roll,
    recipient_name,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import Played, play, units
from tests.systems.nlc.staffs import leader, line, move, on_its_way, order, put, staff, with_leader


def column(state: GameState, to: str = "FII") -> int:
    return compliance_report(state, line(to)).column


def shifts(state: GameState, to: str = "FII") -> list[tuple[str, int]]:
    """The shifts that hold, without their rules."""
    return [(reason, by) for reason, by, _ in compliance_report(state, line(to)).shifts]


def asked(text: str = "attack 2602", to: str = "FII", **words: Any) -> GameState:
    """II Corps (rating 2, five hexes from the OC) holds an order."""
    return on_its_way(staff(), to, text, **words)


def rolled(state: GameState, die: int, to: str = "FII") -> Played[None]:
    return play(state, lambda table: comply(table, line(to)), [die])


# -- the roll


@pytest.mark.rule("N12.5")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "C"), (2, "C"), (3, "C"), (4, "D"), (5, "D"), (6, "D")]
)
def test_a_leader_of_rating_2_obeys_on_3_or_less(die: int, result: str) -> None:
    played = rolled(asked(), die)
    [event] = played.of(ComplianceRolled)
    assert (event.column, event.die, event.result) == (2, die, result)
    held = played.state.pad.lines[line("FII")].steps
    assert held == order("attack 2602" if result == "C" else "defend 0502")


@pytest.mark.rule("N12.5")
def test_an_obeyed_order_is_in_force_from_this_turn() -> None:
    played = rolled(asked(), 1)
    [event] = played.of(OrderInForce)
    assert (event.line, event.steps) == ("FII", order("attack 2602"))
    assert played.state.pad.lines[line("FII")].since == 1
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N12.5")
def test_a_lost_order_leaves_the_old_one() -> None:
    state = with_leader(asked(), "FIIL", rating=1)
    played = rolled(state, 6)
    assert played.of(OrderLost)
    assert played.state.pad.lines[line("FII")].steps == order("defend 0502")
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N28.5")
def test_marmont_waits_a_turn_and_obeys_with_the_same_die() -> None:
    state = with_leader(asked("march 1202, attack 2602"), "FIIL", rating=3)
    played = rolled(state, 5)
    assert played.of(ComplianceRolled)[0].result == "D"
    waiting = played.state
    waiting.turn = 2
    waiting.pad = replace(waiting.pad, complied=())
    assert shifts(waiting) == [("waited a turn", 1)]
    again = rolled(waiting, 5)
    [event] = again.of(ComplianceRolled)
    assert (event.column, event.result) == (4, "C")
    assert again.state.pad.lines[line("FII")].since == 2


@pytest.mark.rule("N12.91")
def test_a_formation_rolls_once_a_turn() -> None:
    state = on_its_way(asked(), "FI", "march 0902", due=2)
    assert lines_to_roll(state) == ("FII",)
    after = rolled(state, 6).state
    assert lines_to_roll(after) == ()
    after.turn = 2
    after.pad = replace(after.pad, complied=())
    assert lines_to_roll(after) == ("FI", "FII")


@pytest.mark.rule("N12.91")
def test_the_first_players_lines_roll_first_then_by_id() -> None:
    state = on_its_way(asked(), "AI", "defend", giver="AOC")
    state = on_its_way(state, "FI", "defend 0302")
    assert lines_to_roll(state) == ("FI", "FII", "AI")


@pytest.mark.rule("N12.5")
def test_the_chances_are_the_cells_of_the_column() -> None:
    report = compliance_report(asked(), line("FII"))
    assert report.rating == 2
    assert dict(report.chances) == pytest.approx({"C": 1 / 2, "D": 1 / 2, "X": 0})
    slow = with_leader(asked(), "FIIL", rating=1)
    found = dict(compliance_report(slow, line("FII")).chances)
    assert found == pytest.approx({"C": 1 / 3, "D": 1 / 2, "X": 1 / 6})


@pytest.mark.rule("N12.5")
def test_the_preview_of_an_order_is_what_its_roll_will_use() -> None:
    sent = asked("march 1202")
    draft = Dispatch(order("march 1202"), leader("FOC"), 1, 1)
    assert compliance_report(staff(), line("FII"), draft) == compliance_report(sent, line("FII"))


# -- the shifts


@pytest.mark.rule("N12.51")
def test_without_a_reason_there_is_no_shift() -> None:
    assert shifts(asked()) == []


@pytest.mark.rule("N12.51")
def test_a_formation_in_reserve_obeys_more_readily() -> None:
    state = on_its_way(staff(orders="FII: reserve 0502"), "FII", "attack 2602")
    assert shifts(state) == [("in Reserve", 1)]


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(("hex_", "is_near"), [("0302", True), ("0202", False)])
def test_the_overall_commander_nearby_helps(hex_: str, is_near: bool) -> None:
    state = put(asked(), "FOC", hex=hex_)
    assert (("the overall commander within 2 hexes", 1) in shifts(state)) is is_near


@pytest.mark.rule("N12.51")
def test_an_overall_commander_off_the_map_is_not_near() -> None:
    assert shifts(put(asked(), "FOC", box=Box.DUE)) == []


@pytest.mark.rule("N12.51")
def test_the_own_wing_commander_is_obeyed_more_readily() -> None:
    assert shifts(asked(giver="FWL")) == [("from his wing commander", 1)]


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(
    ("verb", "by"),
    [
        ("defend", [1]),
        ("fall back", [1]),
        ("attack", [-1]),
        ("probe", [-1]),
        ("march", []),
        ("delay", []),
    ],
)
def test_a_demoralized_formation_would_rather_draw_off(verb: str, by: list[int]) -> None:
    state = asked(f"{verb} 0902")
    state.spirit = replace(state.spirit, demoralized=(FormationId("FII"),))
    assert shifts(state) == [("demoralized", one) for one in by]
    state.spirit = replace(state.spirit, exhausted=(FormationId("FII"),))  # adds nothing (N20.83)
    assert shifts(state) == [("demoralized", one) for one in by]


@pytest.mark.rule("N12.51", "N20.83")
@pytest.mark.parametrize(
    ("verb", "by"), [("defend", [1]), ("fall back", [1]), ("attack", [-1]), ("march", [])]
)
def test_an_exhausted_formation_obeys_like_a_demoralized_one(verb: str, by: list[int]) -> None:
    state = asked(f"{verb} 0902")
    state.spirit = replace(state.spirit, exhausted=(FormationId("FII"), FormationId("FIII")))
    assert shifts(state) == [("exhausted", one) for one in by]


@pytest.mark.rule("N12.51")
def test_the_spirit_of_others_does_not_matter() -> None:
    state = asked("attack 0902")
    state.spirit = replace(state.spirit, demoralized=(FormationId("FIII"),))
    assert shifts(state) == []


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(("verb", "by"), [("march", [-1]), ("reserve", [-1]), ("attack", [])])
def test_a_formation_in_contact_marches_off_less_readily(verb: str, by: list[int]) -> None:
    state = move(asked(f"{verb} 0902"), "A1", "0602")
    assert shifts(state) == [("in contact with the enemy", one) for one in by]


@pytest.mark.rule("N12.51")
def test_a_wing_commander_counts_the_contact_of_his_corps() -> None:
    state = on_its_way(staff(wings="FII"), "FW", "march 0902")
    assert "in contact with the enemy" not in dict(shifts(state, "FW"))
    assert "in contact with the enemy" in dict(shifts(move(state, "A1", "0602"), "FW"))


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize("kind", [TurnKind.NIGHT_PM, TurnKind.NIGHT_AM])
def test_at_night_one_obeys_less_readily(kind: TurnKind) -> None:
    assert shifts(on_its_way(staff(kind=kind), "FII", "attack 2602")) == [("night", -1)]


@pytest.mark.rule("N12.55")
def test_each_turn_of_waiting_adds_a_column() -> None:
    assert [column(asked(waited=n)) for n in range(5)] == [2, 3, 4, 5, 5]
    assert shifts(asked(waited=2)) == [("waited 2 turns", 2)]


@pytest.mark.rule("N12.55")
def test_the_column_stays_within_0_and_5() -> None:
    low = move(with_leader(asked("march 0902"), "FIIL", rating=0), "A1", "0602")
    assert column(low) == 0
    high = with_leader(put(asked(giver="FWL"), "FOC", hex="0502"), "FIIL", rating=5)
    assert column(high) == 5


@pytest.mark.rule("N12.51")
def test_every_shift_names_its_rule() -> None:
    state = move(put(asked("march 0902", giver="FWL", waited=1), "FOC", hex="0502"), "A1", "0602")
    found = compliance_report(state, line("FII")).shifts
    assert len(found) == 4
    assert {rule for _, _, rule in found} == {"N12.51", "N12.5"}


# -- split ratings


SPLIT = (("march", 3), ("attack", 3), ("probe", 3), ("other", 1))


@pytest.mark.rule("N12.53")
@pytest.mark.parametrize(("verb", "rating"), [("march", 3), ("attack", 3), ("defend", 1)])
def test_a_split_rating_goes_by_the_first_verb_of_the_new_order(verb: str, rating: int) -> None:
    state = with_leader(asked(f"{verb} 0902, probe 1202"), "FIIL", rating=1, ratings=SPLIT)
    assert compliance_report(state, line("FII")).rating == rating


@pytest.mark.rule("N12.55")
@pytest.mark.parametrize(("held", "rating"), [("march 0902", 3), ("defend 0402", 1)])
def test_that_of_a_wing_commander_goes_by_the_order_he_has(held: str, rating: int) -> None:
    state = on_its_way(staff(orders=f"FW: {held}"), "FW", "attack 2602")
    state = with_leader(state, "FWL", rating=1, ratings=SPLIT)
    assert compliance_report(state, line("FW")).rating == rating


@pytest.mark.rule("N14.6")
def test_without_a_commander_the_senior_unit_obeys_with_rating_1() -> None:
    state = put(asked(), "FIIL", box=Box.CAPTURED)
    assert compliance_report(state, line("FII")).rating == 1
    assert recipient_name(state, line("FII")) == "FII Corps"
    assert recipient_name(asked(), line("FII")) == "FIIL"


# -- without a roll


@pytest.mark.rule("N14.53")
def test_a_headquarters_obeys_without_a_roll() -> None:
    state = on_its_way(staff(), "FHQ", "march 0902")
    played = play(state, lambda table: comply(table, line("FHQ")))
    assert played.story == ["OrderInForce"]
    assert played.state.pad.lines[line("FHQ")].steps == order("march 0902")


@pytest.mark.rule("N12.52", "N16.4")
def test_pontoon_trains_march_without_a_roll() -> None:
    state = staff("FP pontoon 0602 of:FIII division:1", orders="FIII/1: defend 0602")
    assert not needs_roll(state, line("FIII/1"))
    assert needs_roll(state, line("FIII"))
    obeyed = play(
        on_its_way(state, "FIII/1", "march 0902"), lambda table: comply(table, line("FIII/1"))
    )
    assert obeyed.story == ["OrderInForce"]
    assert obeyed.state.pad.lines[line("FIII/1")].units == units("FP")


# -- assignment


@pytest.mark.rule("N12.7")
@pytest.mark.parametrize(("wing", "after"), [("FW", "FW"), ("FHQ", None)])
def test_an_obeyed_assignment_changes_the_wing(wing: str, after: str | None) -> None:
    state = staff(wings="FII" if after is None else "")
    state.pad = replace(
        state.pad,
        dispatches={
            **state.pad.dispatches,
            line("FII"): Dispatch(order("march 0902"), leader("FOC"), 1, 1, wing=FormationId(wing)),
        },
    )
    played = rolled(state, 1)
    [event] = played.of(FormationAssigned)
    assert (event.formation, event.wing) == ("FII", after)
    assert played.state.pad.wings.get(FormationId("FII")) == after
    assert not rolled(state, 6).of(FormationAssigned)


@pytest.mark.rule("N12.15")
def test_a_wings_obeyed_order_passes_to_the_corps_that_go_by_it() -> None:
    state = staff(orders="FW: march 0902; FII: march 0902", wings="FII")
    played = rolled(on_its_way(state, "FW", "attack 2602"), 1, "FW")
    assert [event.line for event in played.of(OrderInForce)] == ["FW", "FII"]


@pytest.mark.rule("N3.4")
def test_the_enemy_learns_nothing_of_a_roll() -> None:
    for die in range(1, 7):
        assert not any(event.is_known_to("allied") for event in rolled(asked(), die).events)
