"""Retreat before assault (N8.2, N8.21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AdvanceMade, FireResolved, RetreatedBeforeAssault
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderMoved
from hexwar.systems.nlc.events.losses import MoraleRolled, StepLost, UnitDisrupted
from hexwar.systems.nlc.rules.combat.assault import RepeatAssault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.losses.retreat import ChooseLeaderStay
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId
from tests.systems.nlc.assaults import F1, F3, fight, on
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, hexes, position, unit, units

HORSE = "A1 light 5-3 0403"
FOOT = "A1 infantry 5-3 0403"
ASK = ChooseRetreatBeforeAssault(ALLIED, Hex("0403"), units("F1"))
BACK = hexes("0403 0402 0401")
GOES: Answers = {ChooseRetreatBeforeAssault: [BACK], ChooseAdvance: [None]}


def at(*lines: str, orders: str = "FI: probe 0401", **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", orders=orders, **more)


def told(order: str) -> str:
    return f"FI: probe 0401; AI: {order}"


# -- who may (N8.2)


@pytest.mark.rule("N8.2", "N4.51")
@pytest.mark.parametrize(
    "lines",
    [
        (HORSE,),
        ("A1 heavy 5-3 0403",),
        ("A1 horse 3-3 0403",),
        (HORSE, "A2 horse 3-3 0403"),
    ],
)
def test_cavalry_and_horse_artillery_may_go_without_a_check(lines: tuple[str, ...]) -> None:
    played = fight(at(F1, *lines), [], answers=GOES)
    assert played.story[2:] == ["RetreatedBeforeAssault"]
    assert played.result is None


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(
    "lines",
    [(FOOT,), (HORSE, "A2 infantry 3-3 0403"), (HORSE, "A2 battery 3-3 0403")],
)
@pytest.mark.parametrize("order", ["attack 0407", "defend 0403", "march 0401", "support AII"])
def test_others_stand_under_orders_that_do_not_pull_back(
    lines: tuple[str, ...], order: str
) -> None:
    more = ("A9 infantry 1-3 0701 of:AII",)
    played = fight(at(F1, *lines, *more, orders=told(order)), [1, 1])
    assert played.questions(ChooseRetreatBeforeAssault) == []


@pytest.mark.rule("N8.2", "N12.2")
@pytest.mark.parametrize(
    "order",
    ["probe 0407", "delay 0401", "fall back 0401", "reserve 0403", "general retreat"],
)
def test_infantry_may_go_under_orders_that_pull_back(order: str) -> None:
    played = fight(at(F1, FOOT, orders=told(order)), [4], answers=GOES)
    assert played.story[2:] == ["MoraleRolled", "RetreatedBeforeAssault"]
    check = played.of(MoraleRolled)[0]
    assert (check.units, check.purpose, check.passed) == (units("A1"), "withdrawal", True)


@pytest.mark.rule("N8.2")
def test_every_unit_of_the_stack_must_be_allowed_to() -> None:
    lines = (F1, FOOT, "A2 infantry 3-3 0403 of:AII")
    some = at(*lines, orders="FI: probe 0401; AI: delay 0401; AII: defend 0403")
    assert ASK.options(some) == [None]
    both = at(*lines, orders="FI: probe 0401; AI: delay 0401; AII: delay 0401")
    assert len(ASK.options(both)) > 1


@pytest.mark.rule("N8.2")
def test_foot_artillery_alone_needs_no_check() -> None:
    state = at(F1, "A1 battery 3-3 0403", orders=told("delay 0401"))
    assert fight(state, [], answers=GOES).story[2:] == ["RetreatedBeforeAssault"]


@pytest.mark.rule("N8.2", "N2.44")
def test_the_check_is_one_of_a_defender_without_the_rows_of_the_fire_fight() -> None:
    lines = (F1, "A1 infantry 5-2 0403 russian", "F2 infantry 3-3 0402")
    state = at(*lines, orders=told("delay 0401"))
    rolled = fight(state, [4], "F1", {ChooseRetreatBeforeAssault: [hexes("0403 0303")]})
    assert rolled.of(MoraleRolled)[0].value == 4  # initiative 2, 1, and 1 for a Russian defending


@pytest.mark.rule("N8.2")
def test_infantry_that_fails_stays_is_disrupted_and_fights() -> None:
    state = at(F1, FOOT, "A2 battery 3-3 0403", orders=told("delay 0401"))
    played = fight(state, [5, 1, 1], answers={ChooseRetreatBeforeAssault: [BACK]})
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1", "A2"]
    assert played.of(RetreatedBeforeAssault) == []
    defence = played.of(FireResolved)[1]
    assert (defence.side, defence.strength) == (ALLIED, 4)  # 8 SP at half
    assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N8.2", "N27.3")
def test_the_owner_may_stand_and_that_is_the_default() -> None:
    played = fight(at(F1, HORSE), [1, 1])
    question = played.questions(ChooseRetreatBeforeAssault)[0]
    assert (question.side, question.options(at(F1, HORSE))[0]) == (ALLIED, None)
    assert [question.kind(answer) for answer in (None, BACK)] == ["stay", "withdraw"]
    assert len(played.of(FireResolved)) == 2


@pytest.mark.rule("N8.2")
def test_an_assault_without_confidence_drives_nobody_off() -> None:
    played = fight(at(F1, HORSE), [], confidence=6)
    assert played.questions(ChooseRetreatBeforeAssault) == []


@pytest.mark.rule("N8.2")
def test_an_enemy_does_not_know_who_could_go() -> None:
    state = at(F1, FOOT, orders=told("delay 0401"))
    assert len(ASK.options(state)) > 1
    assert ASK.options(view(state, FRENCH)) == [None]


# -- where to (N8.2, N8.21)


@pytest.mark.rule("N8.2", "N11.13")
def test_one_or_two_hexes_away_from_the_attackers() -> None:
    state = at(F1, HORSE)
    paths = [path for path in ASK.options(state) if path is not None]
    assert {len(path) for path in paths} == {2, 3}
    assert {path[-1] for path in paths if len(path) == 2} == {"0303", "0402", "0503"}
    for legal in (BACK, BACK[:2]):
        assert ASK.refusal(state, legal) is None


@pytest.mark.rule("N8.2", "N8.21", "N11.13")
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (hexes("0403"), "N8.2"),
        (hexes("0403 0402 0401 0301"), "N8.2"),
        (hexes("0402 0401"), "N11.1"),
        (hexes("0403 0404"), "N11.13"),
        (hexes("0403 0402 0403"), "N11.13"),
    ],
)
def test_other_ways_are_refused(path: tuple[Hex, ...], rule: str) -> None:
    refusal = ASK.refusal(at(F1, HORSE), path)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("N8.21")
def test_a_hex_in_contact_only_where_there_is_no_other() -> None:
    beside = at(F1, HORSE, "F7 infantry 3-3 0202")  # controls 0303
    ends = {path[1] for path in ASK.options(beside) if path is not None}
    assert ends == {"0402", "0503"}
    refusal = ASK.refusal(beside, hexes("0403 0303"))
    assert refusal is not None
    assert refusal.rule == "N11.13"


@pytest.mark.rule("N8.21", "N11.4")
def test_a_stack_pays_for_enemy_zones_and_is_not_disrupted() -> None:
    ring = ("F7 infantry 3-3 0202", "F8 infantry 3-3 0602", "F9 infantry 3-3 0401")
    state = at(F1, HORSE, *ring)
    way = hexes("0403 0402")
    played = fight(state, [], answers={ChooseRetreatBeforeAssault: [way], ChooseAdvance: [None]})
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("A1", "zone of control")]
    assert not played.state.units[unit("A1")].disrupted


@pytest.mark.rule("N8.21", "N14.71")
def test_a_leader_whose_stack_is_lost_on_the_way_looks_to_himself() -> None:
    ring = ("F7 infantry 3-3 0202", "F8 infantry 3-3 0602", "F9 infantry 3-3 0401")
    state = at(F1, "A1 light 1/0-3 0403", "A-Ols leader 0403", "A2 infantry 3-3 0701", *ring)
    gone: Answers = {
        ChooseRetreatBeforeAssault: [hexes("0403 0402")],
        ChooseAdvance: [None],
    }
    taken = fight(state, [2], answers=gone)
    assert taken.state.units[unit("A1")].hex is None
    assert taken.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Ols"), FRENCH)]


@pytest.mark.rule("N8.2")
def test_who_was_disrupted_already_is_not_marked_twice() -> None:
    state = at(F1, FOOT, "A2 battery 3-3 0403 disrupted", orders=told("delay 0401"))
    played = fight(state, [5, 1, 1], answers={ChooseRetreatBeforeAssault: [BACK]})
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1"]


@pytest.mark.rule("N8.21")
def test_who_has_nowhere_to_go_is_not_asked() -> None:
    rivers = ["0303-0403", "0402-0403", "0403-0503"]
    played = fight(at(F1, HORSE, rivers=rivers), [1, 1])
    assert played.questions(ChooseRetreatBeforeAssault) == []


@pytest.mark.rule("N8.21", "N5.33")
def test_only_the_whole_hex_goes_not_a_tail() -> None:
    state = at(F1, HORSE, "A2 light 3-3 0302 tail:0403")
    assert ASK.options(state) == [None]


# -- what follows (N8.21)


@pytest.mark.rule("N8.21", "N10.3", "N12.64")
def test_who_goes_counts_as_assaulted_and_goes_once_an_activation() -> None:
    after = fight(at(F1, HORSE), [], answers=GOES).state
    record = after.units[unit("A1")]
    assert (record.hex, record.attacked, record.disrupted) == ("0401", True, False)
    assert after.assaults.hit == (FormationId("AI"),)
    assert after.activation is not None
    assert after.activation.withdrew == units("A1")
    again = ChooseRetreatBeforeAssault(ALLIED, Hex("0401"), units("F1"))
    assert again.options(after) == [None]


@pytest.mark.rule("N8.21", "N14.52")
def test_leaders_go_along_if_their_owner_wants() -> None:
    state = at(F1, HORSE, "A-Ols leader 0403")
    olsufiev = LeaderId("A-Ols")
    went = fight(state, [], answers=GOES)
    assert went.of(LeaderMoved) == [LeaderMoved(olsufiev, BACK, free=True)]
    stayed = fight(state, [], answers={**GOES, ChooseLeaderStay: [False]})
    assert stayed.state.leaders[olsufiev].hex == "0403"


@pytest.mark.rule("N8.21")
def test_one_attacking_stack_may_enter_the_hex() -> None:
    state = at(F1, F3, HORSE)
    only: Answers = {ChooseRetreatBeforeAssault: [BACK], ChooseAdvance: [units("F1")]}
    played = fight(state, [], "F1 F3", only)
    assert len(played.questions(ChooseAdvance)) == 1
    assert played.of(AdvanceMade) == [AdvanceMade(units("F1"), Hex("0403"))]
    assert played.state.units[unit("F1")].done
    second: Answers = {
        ChooseRetreatBeforeAssault: [BACK],
        ChooseAdvance: [None, units("F3")],
    }
    assert fight(state, [], "F1 F3", second).of(AdvanceMade)[0].units == units("F3")


@pytest.mark.rule("N8.21")
def test_no_fire_no_pursuit_no_second_round() -> None:
    state = at(F1, F3, HORSE, orders="FI: attack 0401")
    played = fight(state, [], "F1 F3", {**GOES, ChooseAdvance: [None, None]})
    assert played.of(FireResolved) == []
    assert played.questions(RepeatAssault) == []
    assert not any("Pursuit" in type(question).__name__ for question, _ in played.asked)


# -- the preview


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(
    ("line", "order", "own", "seen"),
    [
        (HORSE, "attack 0407", True, True),
        (FOOT, "delay 0401", True, True),
        (FOOT, "attack 0407", False, True),
        (f"{FOOT} column", "attack 0407", False, True),
    ],
)
def test_the_report_says_when_it_takes_for_granted_that_they_stand(
    line: str, order: str, own: bool, seen: bool
) -> None:
    state = at(F1, line, orders=told(order))
    sentence = "The defenders stand: they do not retreat before the assault."
    for table, is_said in ((state, own), (view(state, FRENCH), seen)):
        report = combat_report(table, on("0403", "F1"), Hex("0404"))
        assert (sentence in report.assumed) is is_said


@pytest.mark.rule("N8.2")
def test_one_unit_that_must_stand_keeps_the_whole_stack_there() -> None:
    lines = (F1, FOOT, "A2 infantry 3-3 0403 of:AII")
    state = at(*lines, orders="FI: probe 0401; AI: delay 0401; AII: defend 0403")
    report = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert not any(sentence.startswith("The defenders stand") for sentence in report.assumed)


@pytest.mark.rule("N8.2")
def test_once_they_stood_the_report_does_not_say_it_again() -> None:
    state = fight(at(F1, HORSE), [1, 1]).state
    report = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert report.confidence is None
    assert not any(sentence.startswith("The defenders stand") for sentence in report.assumed)


@pytest.mark.rule("N8.21")
def test_the_report_knows_who_cannot_go_any_more() -> None:
    after = fight(at(F1, "F2 infantry 5-3 0707", HORSE), [], answers=GOES).state
    after.put_unit(replace(after.units[unit("F2")], hex=Hex("0502")))
    report = combat_report(after, on("0401", "F2"), Hex("0502"))
    assert not any(sentence.startswith("The defenders stand") for sentence in report.assumed)
