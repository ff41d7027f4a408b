"""Rally (N13.1, N13.6)."""

from __future__ import annotations

from itertools import permutations

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import MoraleRolled, UnitRallied
from hexwar.systems.nlc.events.turn import RallyEnded
from hexwar.systems.nlc.rules.losses.rally import (
    ChooseRallyOrder,
    can_rally,
    hexes_to_rally,
    rallied_in_reserve,
    rally_phase,
    rally_report,
)
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from tests.systems.nlc.chapters import put
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, unit, units

FAR = "A9 infantry 5-3 0701"


@pytest.mark.rule("N13.1")
@pytest.mark.parametrize(("die", "is_rallied"), [(4, True), (5, False)])
def test_a_disrupted_unit_checks_without_its_own_row(die: int, is_rallied: bool) -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 disrupted", FAR)
    played = play(state, rally_phase, [die])
    roll = played.of(MoraleRolled)[0]
    assert (roll.value, roll.modifiers, roll.purpose) == (4, 0, "rally")
    assert played.state.units[unit("F1")].disrupted is not is_rallied
    assert played.of(UnitRallied) == ([UnitRallied(unit("F1"))] if is_rallied else [])


@pytest.mark.rule("N13.6")
def test_the_first_player_rallies_first_then_the_other() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "A1 infantry 5-3 0101 disrupted")
    state = position(OPEN, *lines)
    first = play(state, rally_phase, [1])
    assert first.events[-1] == RallyEnded(FRENCH)
    assert first.state.rallied == (FRENCH,)
    second = play(first.state, rally_phase, [1])
    assert [event.unit for event in second.of(UnitRallied)] == ["A1"]
    assert second.state.rallied == (FRENCH, ALLIED)


@pytest.mark.rule("N13.6")
def test_who_is_not_disrupted_does_not_roll() -> None:
    played = play(position(OPEN, "F1 infantry 5-3 0404", FAR), rally_phase)
    assert played.events == [RallyEnded(FRENCH)]


@pytest.mark.rule("N13.6", "N2.4")
def test_the_disrupted_units_of_a_hex_check_among_themselves() -> None:
    lines = (
        "F1 infantry 5-2 0404 disrupted",
        "F2 light 3-5 0404 disrupted",
        "F3 infantry 4-5 0404",
    )
    played = play(position(OPEN, *lines, FAR), rally_phase, [3])
    roll = played.of(MoraleRolled)[0]
    assert (roll.units, roll.value) == (units("F1 F2"), 3)
    assert [event.unit for event in played.of(UnitRallied)] == ["F1", "F2"]


# -- next to the enemy


@pytest.mark.rule("N13.1", "N13.6")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A1 infantry 5-3 0403", False),
        ("A1 battery 5-3 0403", False),
        ("A1 infantry 5-3 0403 disrupted", True),
        ("A1 infantry 5-3 0402", True),
        ("AT train 0403", True),
        ("A-Ols leader 0403", True),
    ],
)
def test_next_to_an_undisrupted_enemy_nobody_rallies_alone(line: str, expected: bool) -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 disrupted", FAR, line)
    assert can_rally(state, FRENCH, Hex("0404")) is expected
    assert hexes_to_rally(state, FRENCH) == (hexes("0404") if expected else ())


@pytest.mark.rule("N13.6")
def test_next_means_the_next_hex_even_across_a_river() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "A1 infantry 5-3 0403")
    state = position(OPEN, *lines, rivers=["0403-0404"])
    assert not can_rally(state, FRENCH, Hex("0404"))


@pytest.mark.rule("N13.1", "N2.45")
@pytest.mark.parametrize(
    ("leader", "expected"),
    [
        ("F-Ney leader 0404", True),
        ("F-Ney leader 0405", False),
        ("F-Other leader 0404 of:FII", False),
        ("F-HQ hq 0404", False),
    ],
)
def test_next_to_the_enemy_a_leader_of_theirs_is_needed(leader: str, expected: bool) -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "A1 infantry 5-3 0403", leader)
    assert can_rally(position(OPEN, *lines), FRENCH, Hex("0404")) is expected


@pytest.mark.rule("N13.1", "N2.32")
def test_next_to_the_enemy_the_check_is_at_minus_one() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "A1 infantry 5-3 0403", "F-Ney leader 0404")
    report = rally_report(position(OPEN, *lines), FRENCH, Hex("0404"))
    assert {reason: pips for reason, pips, _ in report.modifiers} == {
        "leader": 1,
        "next to the enemy": -1,
    }
    assert report.value == 4


@pytest.mark.rule("N13.6", "N2.44")
def test_terrain_and_nation_do_not_matter() -> None:
    woods = "\n".join(["w  w  w  w  w  w  w"] * 7)
    state = position(woods, "A1 infantry 5-3 0404 disrupted russian", "F1 infantry 5-3 0101")
    assert rally_report(state, ALLIED, Hex("0404")).modifiers == ()


# -- the order of the hexes

THREE = (
    "F1 infantry 5-3 0404 disrupted",
    "F2 infantry 5-3 0202 disrupted",
    "F3 infantry 5-3 0606 disrupted",
)


@pytest.mark.rule("N13.6")
def test_the_owner_orders_the_hexes() -> None:
    state = position(OPEN, *THREE, FAR)
    order = hexes("0606 0202 0404")
    played = play(state, rally_phase, [1, 1, 1], {ChooseRallyOrder: [order]})
    assert tuple(roll.hex for roll in played.of(MoraleRolled)) == order


@pytest.mark.rule("N13.6")
def test_the_default_is_by_id_and_each_hex_can_come_first() -> None:
    question = ChooseRallyOrder(FRENCH, hexes("0202 0404 0606"))
    assert question.kind(question.hexes) == "rally"
    assert question.options(position(OPEN, *THREE)) == [
        hexes("0202 0404 0606"),
        hexes("0404 0606 0202"),
        hexes("0606 0202 0404"),
    ]


@pytest.mark.rule("N13.6")
def test_every_order_is_legal_and_nothing_else() -> None:
    state = position(OPEN, *THREE)
    question = ChooseRallyOrder(FRENCH, hexes("0202 0404 0606"))
    for order in permutations(hexes("0202 0404 0606")):
        assert question.refusal(state, order) is None
    for wrong in ("0202 0404", "0202 0404 0404", "0202 0404 0606 0606", "0202 0404 0505", ""):
        refusal = question.refusal(state, hexes(wrong))
        assert refusal is not None
        assert refusal.rule == "N13.6"


@pytest.mark.rule("N13.6")
def test_two_hexes_need_one() -> None:
    played = play(position(OPEN, *THREE[:2], FAR), rally_phase, [1, 1])
    assert [q.hexes for q in played.questions(ChooseRallyOrder)] == [hexes("0202 0404")]


@pytest.mark.rule("N13.6")
def test_one_hex_needs_no_order() -> None:
    played = play(position(OPEN, THREE[0], FAR), rally_phase, [1])
    assert played.questions(ChooseRallyOrder) == []


# -- in Reserve (N13.1)


@pytest.mark.rule("N13.1", "N12.27")
def test_a_formation_in_reserve_rallies_without_a_roll() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "F2 light 5-3 0303 disrupted of:FII")
    state = position(OPEN, *lines, FAR, orders="FI: reserve 0404; FII: defend 0303")
    played = play(state, rally_phase, [6])
    assert played.story == ["UnitRallied", "MoraleRolled", "RallyEnded"]
    assert played.of(UnitRallied) == [UnitRallied(unit("F1"))]
    assert played.state.units[unit("F2")].disrupted


@pytest.mark.rule("N13.1")
@pytest.mark.parametrize(
    ("enemy", "is_free"),
    [
        ("A1 infantry 5-3 0401", False),  # three hexes away
        ("A1 infantry 5-3 0401 disrupted", False),
        ("A1 infantry 5-3 0701", True),  # four or more
        ("A1 infantry 5-3 0104", False),
        ("AT train 0403", True),
    ],
)
def test_no_enemy_may_be_within_three_hexes(enemy: str, is_free: bool) -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "A9 infantry 5-3 0707")
    state = position(OPEN, *lines, enemy, orders="FI: reserve 0404")
    assert rallied_in_reserve(state, FRENCH) == (units("F1") if is_free else ())


@pytest.mark.rule("N13.1", "N12.92")
def test_a_detached_division_goes_by_its_own_order() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "F2 infantry 5-3 0405 disrupted division:1st")
    state = position(OPEN, *lines, FAR, orders="FI: defend 0404; FI/1st: reserve 0405")
    assert rallied_in_reserve(state, FRENCH) == units("F2")


@pytest.mark.rule("N13.1", "N13.6")
def test_who_rallied_so_is_not_asked_for_an_order_of_hexes() -> None:
    lines = ("F1 infantry 5-3 0404 disrupted", "F2 infantry 5-3 0202 disrupted")
    state = position(OPEN, *lines, FAR, orders="FI: reserve 0404")
    played = play(state, rally_phase)
    assert played.asked == []
    assert [event.unit for event in played.of(UnitRallied)] == ["F1", "F2"]


# -- what helps and what does not (N13.6, N17.2)


@pytest.mark.rule("N17.2")
@pytest.mark.parametrize(
    ("kind", "value"), [(TurnKind.DAY, 4), (TurnKind.NIGHT_PM, 4), (TurnKind.NIGHT_AM, 5)]
)
def test_at_night_am_a_rally_is_at_plus_one(kind: TurnKind, value: int) -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 disrupted", FAR, kind=kind)
    assert rally_report(state, FRENCH, Hex("0404")).value == value


@pytest.mark.rule("N13.6", "N15.2", "N20.83")
@pytest.mark.parametrize("spirit", ["demoralized", "exhausted"])
def test_the_spirit_of_the_formation_counts(spirit: str) -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 disrupted", FAR)
    put(state, **{spirit: (FormationId("FI"),)})
    report = rally_report(state, FRENCH, Hex("0404"))
    assert [(reason, pips) for reason, pips, _ in report.modifiers] == [(spirit, -1)]
    assert report.value == 3
