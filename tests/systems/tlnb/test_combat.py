"""Attacks: odds, duties, results, retreats, exchange (T10, T11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, attack, may_end
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal, list_duties, matching
from hexwar.systems.tlnb.rules.combat.odds import column_of, odds_of, shock_result
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses, Toll
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack, all_paths
from hexwar.systems.tlnb.state import Blow, Spirit, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Answers, Played, play, position, units

RATIOS = [Fraction(1, n) for n in (5, 4, 3, 2)] + [Fraction(2, 3), Fraction(1), Fraction(3, 2)]
RATIOS += [Fraction(n) for n in (2, 3, 4, 5, 6)]
NAMES = ["1:5", "1:4", "1:3", "1:2", "1:1.5", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


def strike(
    state: TlnbState, who: str, target: str, *dice: int, answers: Answers | None = None
) -> Played:
    blow = Blow(units(who), Hex(target))
    return play(state, lambda table: attack(table, blow), dice, answers)


def broken(*formations: str) -> Spirit:
    return Spirit(demoralized=frozenset(FormationId(f) for f in formations))


# -- odds


@pytest.mark.rule("T10.4", "T10.5")
@each(
    "attack defence name",
    (6, 8, "1:1.5"),
    (8, 8, "1:1"),
    (11, 8, "1:1"),
    (12, 8, "1.5:1"),
    (3, 5, "1:2"),
    (1, 9, "1:5"),
    (50, 1, "6:1"),
    (59, 10, "5:1"),
)
def test_ratios_favour_the_defender(attack: int, defence: int, name: str) -> None:
    assert NAMES[column_of(RATIOS, Fraction(attack), Fraction(defence))] == name


@pytest.mark.rule("T35.1", "T10.6", "T10.4", "T11.2", "T11.1")
def test_infantry_over_a_stream() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 0304",
        "F2 infantry 4-3 0403",
        "A1 infantry 5-3 0404",
        streams=["0304-0404", "0403-0404"],
    )
    odds = odds_of(state, units("F1 F2"), Hex("0404"))
    assert (str(odds.attack), str(odds.defence), odds.column_name) == ("6", "5", "1:1")
    assert [face.effect for face in odds.faces] == ["Dr2", "Dr", "Dr", "1R", "Ar", "Ar2"]


@pytest.mark.rule("T35.2", "T10.18", "T11.4", "T11.1")
def test_woods_turn_a_star_into_shock_and_halve_cavalry() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  .  w  .  .  ."
    state = position(
        "\n".join(rows),
        "F1 light 3-4 0304",
        "F2 infantry 4-3 0303",
        "A1 infantry 6-3 0404",
        "A2 light 4/2-4 0404 reduced",
    )
    odds = odds_of(state, units("F1 F2"), Hex("0404"))
    assert (str(odds.attack), str(odds.defence)) == ("11/2", "7")
    assert odds.column_name == "1:1.5"
    results = [(face.result, face.effect) for face in odds.faces]
    assert results[3:] == [("Sk", "Dr"), ("Ar*", "Dr"), ("Ar2", "Ar2")]


@pytest.mark.rule("T10.7", "T10.19")
def test_three_arms_together_shift_a_column() -> None:
    lines = ("F1 infantry 4-3 0304", "F2 light 2-3 0304", "F3 battery 2-3 0303")
    state = position(OPEN, *lines, "A1 infantry 8-3 0404")
    whole = odds_of(state, units("F1 F2 F3"), Hex("0404"))
    assert ([s.rule for s in whole.shifts], whole.column_name) == (["T10.7"], "1.5:1")
    assert odds_of(state, units("F1 F2"), Hex("0404")).shifts == ()
    wet = position(OPEN, *lines, "A1 infantry 8-3 0404", weather="mud")
    assert odds_of(wet, units("F1 F2 F3"), Hex("0404")).shifts == ()


@pytest.mark.rule("T10.8")
def test_in_rain_infantry_is_halved_against_a_side_without() -> None:
    state = position(
        OPEN, "F1 infantry 6-3 0304", "A1 light 3-3 0404", "A2 infantry 3-3 0305", weather="rain"
    )
    assert odds_of(state, units("F1"), Hex("0404")).attack == 3
    assert odds_of(state, units("F1"), Hex("0305")).attack == 6


@pytest.mark.rule("T15.3", "T15.9")
def test_the_demoralized_attack_at_half_and_defend_whole() -> None:
    state = position(OPEN, "F1 infantry 6-3 0304", "A1 infantry 6-3 0404")
    state.spirit = broken("FI", "AI")
    odds = odds_of(state, units("F1"), Hex("0404"))
    assert (str(odds.attack), str(odds.defence)) == ("3", "6")


@pytest.mark.rule("T11.21")
def test_three_to_one_adds_to_the_attackers_initiative() -> None:
    state = position(OPEN, "F1 infantry 9-3 0304", "A1 infantry 3-3 0404")
    assert odds_of(state, units("F1"), Hex("0404")).initiatives == (4, 3)
    state = position(OPEN, "F1 infantry 8-3 0304", "A1 infantry 3-3 0404")
    assert odds_of(state, units("F1"), Hex("0404")).initiatives == (3, 3)


@pytest.mark.rule("T11.23", "T25.1")
def test_equal_initiatives_lose_a_step_each_or_exchange() -> None:
    state = position(OPEN, "F1 infantry 5-3 0304", "A1 infantry 5-3 0404")
    assert shock_result(state, 3, 3) == "1R"
    state = position(
        OPEN, "F1 infantry 5-3 0304", "A1 infantry 5-3 0404", flags={"shock_diagonal": "exchange"}
    )
    assert shock_result(state, 3, 3) == "Ex"


@pytest.mark.rule("T11.3")
def test_the_old_guard_helps_the_die_and_shock() -> None:
    state = position(OPEN, "F1 infantry 5-4 0304 old_guard", "A1 infantry 5-3 0404")
    odds = odds_of(state, units("F1"), Hex("0404"))
    assert (odds.die_modifier, odds.initiatives) == (-1, (5, 3))


# -- duties (T35.3)


async def listed(table: Table[TlnbState]) -> None:
    list_duties(table)


def crowd(**more: Any) -> TlnbState:
    """F1 is next to both enemies, F2 only to the second."""
    state = position(
        OPEN,
        "F1 infantry 4-3 0403",
        "F2 infantry 4-3 0305",
        "A1 infantry 4-3 0503",
        "A2 infantry 4-3 0404",
        **more,
    )
    return play(state, listed).state


@pytest.mark.rule("T35.3", "T10.11", "T10.12")
def test_nobody_is_left_out_whom_a_duty_names() -> None:
    state = crowd()
    assert state.fights.duty_hexes == {"0503", "0404"}
    assert state.fights.duty_units == {"F1", "F2"}
    assert declaration_refusal(state, Blow(units("F1"), Hex("0404"))) is not None
    assert declaration_refusal(state, Blow(units("F1 F2"), Hex("0404"))) is not None
    assert declaration_refusal(state, Blow(units("F1"), Hex("0503"))) is None
    assert declaration_refusal(state, Blow(units("F2"), Hex("0404"))) is None


@pytest.mark.rule("T35.3", "T10.14")
def test_the_segment_does_not_end_while_somebody_must_attack() -> None:
    state = crowd()
    assert not may_end(state)
    assert None not in DeclareAttack(FRENCH).options(state)
    free = crowd(flags={"mandatory": "off"})
    assert may_end(free)
    assert DeclareAttack(FRENCH).options(free)[0] is None


@pytest.mark.rule("T10.12")
def test_a_matching_gives_each_hex_a_unit_of_its_own() -> None:
    able = {Hex("0101"): units("F1 F2"), Hex("0102"): units("F1"), Hex("0103"): units("F1")}
    assert matching(list(able), able, ()) == 2
    assert matching(list(able), able, units("F1")) == 1


@pytest.mark.rule("T10.11", "T22.7")
def test_there_are_no_duties_at_night() -> None:
    assert not crowd(kind=TurnKind.NIGHT_PM).fights.duty_hexes


@pytest.mark.rule("T10.6", "T7.66")
def test_nobody_attacks_over_a_river_and_one_hex_only_over_a_bridge() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "F2 infantry 4-3 0304",
        "A1 infantry 4-3 0404",
        rivers=["0305-0404"],
        bridges=["0304-0404"],
    )
    state.put_unit(type(state.units[UnitId("F2")])(UnitId("F2"), hex=Hex("0305")))
    refusal = declaration_refusal(state, Blow(units("F2"), Hex("0404")))
    assert refusal is not None
    assert refusal.rule == "T10.6"
    odds = odds_of(state, units("F1"), Hex("0404"))
    assert odds.attack == 2  # T7.65


# -- results


@pytest.mark.rule("T35.6", "T11.52", "T11.55", "T11.7")
def test_who_has_no_way_to_retreat_is_lost_for_good() -> None:
    lines = (
        "A5 infantry 5-3 0505",
        "F1 infantry 4-3 0504",
        "F2 infantry 4-3 0404",
        "F3 infantry 4-3 0406",
        "F4 infantry 4-3 0706",
    )
    state = position(OPEN, *lines)
    done = strike(state, "F1 F2", "0505", 4, answers={Advance: [()]})
    assert [event.result for event in done.of("CombatResolved")] == ["Dr"]
    assert done.state.units[UnitId("A5")].box is Box.PEU


@pytest.mark.rule("T35.6", "T11.52")
def test_a_friend_cancels_the_zone_for_a_retreat() -> None:
    lines = (
        "A5 infantry 5-3 0505",
        "A6 infantry 4-3 0506",
        "F1 infantry 4-3 0504",
        "F2 infantry 4-3 0404",
        "F3 infantry 4-3 0406",
        "F4 infantry 4-3 0706",
    )
    state = position(OPEN, *lines)
    done = strike(state, "F1 F2", "0505", 4, answers={Advance: [()]})
    assert done.state.units[UnitId("A5")].hex == "0506"
    hard = position(OPEN, *lines, flags={"friend_cancels_zone": "off"})
    lost = strike(hard, "F1 F2", "0505", 4, answers={Advance: [()]})
    assert lost.state.units[UnitId("A5")].box is Box.PEU


@pytest.mark.rule("T11.81")
def test_each_step_of_a_retreat_leads_away_from_the_threats() -> None:
    state = position(OPEN, "A1 infantry 5-3 0404", "F1 infantry 5-3 0403")
    found = all_paths(state, units("A1"), 2, [Hex("0403")], may_ride=False)
    distance = state.battle.battlefield.grid.distance
    assert found
    for path in found:
        assert [distance(Hex("0403"), hex_) for hex_ in path] == [1, 2, 3]


@pytest.mark.rule("T15.3")
def test_the_demoralized_retreat_a_hex_farther() -> None:
    state = position(OPEN, "F1 infantry 9-3 0403", "A1 infantry 5-3 0404")
    state.spirit = broken("AI")
    done = strike(state, "F1", "0404", 4, answers={Advance: [()]})
    (gone,) = done.of("UnitRetreated")
    assert len(gone.path) - 1 == 2


@pytest.mark.rule("T35.7", "T11.91")
def test_an_exchange_takes_no_step_more_than_needed() -> None:
    state = position(
        OPEN,
        "F1 infantry 7/4-3 0304",
        "F2 infantry 6/3-3 0304",
        "F3 infantry 6/3-3 0303",
        "F4 infantry 5/3-3 0403",
        "A1 infantry 6-3 0404",
    )
    asked = ChooseLosses(FRENCH, units("F1 F2 F3 F4"), 6)
    legal = {toll.steps for toll in asked.options(state)}
    assert {(1, 1, 0, 0), (0, 1, 1, 0), (0, 2, 0, 0)} <= legal
    for steps in ((1, 1, 0, 1), (1, 0, 0, 1)):
        assert asked.refusal(state, Toll(steps)) is not None


@pytest.mark.rule("T11.91", "T11.4")
def test_the_smaller_side_of_an_exchange_is_destroyed() -> None:
    state = position(
        OPEN,
        "F1 infantry 7/4-3 0304",
        "F2 infantry 6/3-3 0304",
        "F3 infantry 6/3-3 0303",
        "F4 infantry 5/3-3 0403",
        "A1 infantry 6-3 0404",
    )
    done = strike(state, "F1 F2 F3 F4", "0404", 6, answers={Advance: [()]})
    assert [e.effect for e in done.of("CombatResolved")] == ["Ex"]
    assert done.state.units[UnitId("A1")].hex is None
    lost = sum(event.sp for event in done.of("StepLost"))
    assert lost + sum(e.sp for e in done.of("UnitEliminated") if e.unit != "A1") >= 6


@pytest.mark.rule("T11.4", "T11.92")
def test_each_side_loses_a_step_by_1r() -> None:
    state = position(OPEN, "F1 infantry 6-3 0304", "A1 infantry 6-3 0404")
    done = strike(state, "F1", "0404", 4)
    assert {e.unit for e in done.of("StepLost")} == {"F1", "A1"}


@pytest.mark.rule("T11.7", "T19.2")
def test_the_lost_await_recovery_where_supply_reaches() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0304",
        "F2 infantry 9-3 0403",
        "A1 infantry 3-3 0404",
        bases=["allied:0707"],
    )
    done = strike(state, "F1 F2", "0404", 1, answers={Advance: [()]})
    assert [e.box for e in done.of("UnitEliminated")] == [Box.UAR]


@pytest.mark.rule("T11.61", "T11.64")
def test_victors_enter_the_empty_hex_and_cavalry_goes_on() -> None:
    state = position(
        OPEN,
        "F1 infantry 6-3 0304",
        "F2 light 3-3 0304",
        "A1 infantry 3-3 0404",
        "F3 battery 3-3 0304",
    )
    state.put_unit(type(state.units[UnitId("F3")])(UnitId("F3"), hex=Hex("0403")))
    done = strike(
        state,
        "F1 F2 F3",
        "0404",
        2,
        answers={Advance: [units("F1 F2")], "RideOn": [Hex("0405")]},
    )
    (asked,) = done.questions(Advance)
    assert set(asked.units) == {"F1", "F2"}  # foot guns stay
    assert done.state.units[UnitId("F1")].hex == "0404"
    assert done.state.units[UnitId("F2")].hex == "0405"


@pytest.mark.rule("T11.62", "T11.65")
def test_defenders_may_follow_who_is_driven_off() -> None:
    state = position(OPEN, "F1 infantry 3-3 0304", "A1 infantry 6-3 0404")
    done = strike(state, "F1", "0404", 4)
    assert [e.result for e in done.of("CombatResolved")] == ["Ar*"]
    assert done.state.units[UnitId("F1")].hex != "0304"
    assert done.state.units[UnitId("A1")].hex == "0304"


@pytest.mark.rule("T11.55")
def test_who_has_retreated_adds_nothing_to_a_later_defence() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 6-3 0404", "A2 infantry 2-3 0404")
    state.fights = type(state.fights)(shaken=frozenset(units("A1")))
    assert odds_of(state, units("F1"), Hex("0404")).defence == 2


@pytest.mark.rule("T10.12")
def test_an_attack_is_made_by_units_next_to_its_target_once() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "F2 infantry 4-3 0301", "A1 infantry 6-3 0404")
    refusal = declaration_refusal(state, Blow(units("F2"), Hex("0404")))
    assert refusal is not None
    assert refusal.rule == "T10.3"
    done = strike(state, "F1", "0404", 3)
    again = declaration_refusal(done.state, Blow(units("F1"), Hex("0404")))
    assert again is not None
    assert again.rule in ("T10.2", "T10.13", "T10.3")


@pytest.mark.rule("T11.51")
def test_the_owner_chooses_where_to_retreat() -> None:
    state = position(OPEN, "F1 infantry 9-3 0403", "A1 infantry 5-3 0404")
    asked = RetreatStack(state.waiting, units("A1"), 1, (Hex("0403"),))
    ends = {flight.path[-1] for flight in asked.options(state)}
    assert ends == {"0405", "0305", "0505"}
