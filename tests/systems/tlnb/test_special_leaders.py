"""Special rules about leaders: who leads in person, checks, commands less, is exhausted (T34.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Refusal, Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.special import LeaderLed, SpecialRuleActed
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.combat.bombardment import bombard
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.command.command import (
    CheckOfficer,
    command_segment,
    initiative,
    next_commander,
    officers_in_reach,
    unchecked_officers,
    unchecked_stacks,
)
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.special.leading import count_rest, is_exhausted
from hexwar.systems.tlnb.rules.special.use_leader import UseLeader
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Blow, Command, Ride, Shot, Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units
from tests.systems.tlnb.specials import bearing, ruled

LONG = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)
TARGET = Hex("0304")

# -- Napoléon and Ney lead in person (T10.23)


def field(*lines: str) -> TlnbState:
    """5 against 5 SP, 1:1, with equal initiative."""
    return position(
        OPEN,
        "F1 infantry 5-3 0303",
        "A1 infantry 5-3 0304",
        *lines,
        bases=("french:0101", "allied:0107"),
        length=9,
    )


def fought(state: TlnbState, *, leads: list[bool], die: int = 3) -> TlnbState:
    """The state after an attack by F1."""

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    return play(state, flow, [die], {UseLeader: leads}).state


@pytest.mark.rule("T34.6", "T10.23")
def test_napoleon_infantry_bonus_is_one_column_for_the_attack() -> None:
    state = field("FN overall 0303 rating:3 of:FH napoleon")

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    led = play(state, flow, [4], {UseLeader: [True]})
    assert led.of("CombatResolved")[0].column == "1.5:1"
    assert [(e.leader, e.hex) for e in led.of(LeaderLed)] == [("FN", "0304")]
    assert [(e.id, e.by) for e in led.of(SpecialRuleActed)] == [("napoleon-infantry-bonus", 1)]
    stays = play(state, flow, [3], {UseLeader: [False]})
    assert stays.of("CombatResolved")[0].column == "1:1"
    assert not stays.of(LeaderLed)


@pytest.mark.rule("T34.6", "T10.23")
def test_napoleon_infantry_bonus_is_one_column_for_the_defence() -> None:
    state = field("AN overall 0304 rating:3 of:AH napoleon")

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    led = play(state, flow, [3], {UseLeader: [True]})
    assert led.of("CombatResolved")[0].column == "1:1.5"
    assert led.questions(UseLeader)[0].side == ALLIED


@pytest.mark.rule("T34.6", "T10.23")
def test_napoleon_infantry_bonus_needs_infantry_in_his_hex() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F2"), TARGET))

    for line in (
        "FN overall 0302 rating:3 of:FH napoleon",
        "FN overall 0204 rating:3 of:FH napoleon",
    ):
        state = field(line, "F2 light 5-3 0204")
        assert not play(state, flow, [3]).questions(UseLeader)


@pytest.mark.rule("T34.6", "T10.23")
@each("count asked", (1, 0), (-1, 1))
def test_napoleon_infantry_bonus_is_once_a_player_turn(count: int, asked: int) -> None:
    state = field("FN overall 0303 rating:3 of:FH napoleon")
    state.special = replace(state.special, led={LeaderId("FN"): (count, Hex("0204"))})
    assert state.count == 1

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    assert len(play(state, flow, [3]).questions(UseLeader)) == asked


@pytest.mark.rule("T34.6", "T10.23")
def test_napoleon_infantry_bonus_shows_its_column_and_reason_in_the_odds() -> None:
    state = field("FN overall 0303 rating:3 of:FH napoleon")
    asked = UseLeader(FRENCH, LeaderId("FN"), units("F1"), TARGET)
    assert asked.hint(state) == (
        "1:1 becomes 1.5:1. In his next Command Segment he does not command."
    )
    ney = field("FY wing 0303 rating:1 ney")
    asked = UseLeader(FRENCH, LeaderId("FY"), units("F1"), TARGET)
    assert asked.hint(ney).endswith("In his next Command Segment others must name him.")
    assert asked.marks(ney).ready == {"0303"}
    assert asked.fallback(ney, (False, True))
    napoleon = UseLeader(FRENCH, LeaderId("FN"), units("F1"), TARGET)
    assert not napoleon.fallback(state, (False, True))
    state.turn = 9
    assert napoleon.fallback(state, (False, True)), "on the last turn"
    state.turn = 1
    state.special = replace(state.special, led={LeaderId("FN"): (state.count, TARGET)})
    shift = odds_of(state, units("F1"), TARGET).shifts[0]
    assert (shift.words, shift.by, shift.rule) == ("Napoléon leads the infantry", 1, "T34.6")


@pytest.mark.rule("T34.6")
@each("used count number", (1, 1, 3), (1, 3, 0), (2, 3, 0), (1, 5, 3), (2, 5, 3))
def test_napoleon_infantry_bonus_costs_his_next_command_segment(
    used: int, count: int, number: int
) -> None:
    state = field("FN overall 0303 rating:3 of:FH napoleon", "FL leader 0303 rating:3")
    state.special = replace(state.special, led={LeaderId("FN"): (used, TARGET)})
    state.turn, state.player = (count + 1) // 2, (count + 1) % 2
    assert state.count == count
    assert capacity(state, LeaderId("FN")) == number
    assert next_commander(state, FRENCH) == ("FN" if number else None)


@pytest.mark.rule("T34.6", "T10.23")
def test_ney_attack_bonus_is_for_any_units_that_attack_with_him_not_for_defenders() -> None:
    state = field("FY wing 0303 rating:1 ney")

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    led = play(state, flow, [4], {UseLeader: [True]})
    assert led.of("CombatResolved")[0].column == "1.5:1"
    assert [(e.id, e.by) for e in led.of(SpecialRuleActed)] == [("ney-attack-bonus", 1)]
    defends = field("AY wing 0304 rating:1 ney")
    assert not play(defends, flow, [3]).questions(UseLeader)


@pytest.mark.rule("T34.6")
def test_ney_attack_bonus_costs_his_next_check_and_leading_by_himself() -> None:
    state = position(
        LONG,
        "FY leader 0303 rating:4 ney name:Ney",
        "F1 infantry 5-3 0303",
        "A1 infantry 5-3 1604",
        step=Step.COMMAND,
        command="",
        length=9,
    )
    state.command, state.turn = Command(), 2
    assert unchecked_officers(state, FRENCH) == ("FY",)
    state.special = replace(state.special, led={LeaderId("FY"): (1, TARGET)})
    state.forget()
    assert unchecked_officers(state, FRENCH) == ()
    assert CheckOfficer(FRENCH).refusal(state, LeaderId("FY")) == Refusal(
        "Ney has led an attack in person, and makes no check now.", "T34.6"
    )
    both = {LeaderId("FY"): 1}
    state.battle = replace(state.battle, commanders=both)
    stays = play(state, command_segment, [], {"CheckUnits": [None]})
    assert not stays.of("OfficerLeads")
    state.special = replace(state.special, led={LeaderId("FY"): (3, TARGET)})
    assert play(state, command_segment).of("OfficerLeads")


# -- who makes no check (T6.31)


def officer(*lines: str) -> TlnbState:
    """An officer FL in 0202 who was not named, in the Command Segment."""
    state = position(
        LONG,
        "FL leader 0202 rating:3 of:F2 name:Ney",
        "F1 infantry 5-3 0202 of:F2",
        "A1 infantry 5-3 1604",
        *lines,
        step=Step.COMMAND,
        command="",
        length=9,
    )
    state.command = Command()
    return state


@pytest.mark.rule("T34.6")
@each("place checks", ("1002", True), ("1102", False), ("", False))
def test_ney_near_napoleon_checks_only_within_8_hexes_of_him(place: str, *, checks: bool) -> None:
    lines = [f"FN overall {place} rating:3 of:FH napoleon"] if place else []
    state = bearing(officer(*lines), "FL", "ney-near-napoleon")
    state = ruled(state, "ney-near-napoleon", hexes_from_leader=8)
    assert (unchecked_officers(state, FRENCH) == ("FL",)) is checks
    if not checks:
        assert CheckOfficer(FRENCH).refusal(state, LeaderId("FL")) == Refusal(
            "Ney checks only within 8 hexes of Napoléon.", "T34.6"
        )


@pytest.mark.rule("T34.6")
def test_olsufiev_baye_makes_no_check_before_baye_is_attacked_or_bombarded() -> None:
    state = bearing(officer(), "FL", "olsufiev-baye")
    state = ruled(state, "olsufiev-baye", at="0304")
    assert unchecked_officers(state, FRENCH) == ()
    assert CheckOfficer(FRENCH).refusal(state, LeaderId("FL")) == Refusal(
        "Ney holds to his orders until 0304 is attacked or bombarded.", "T34.6"
    )
    state.special = replace(state.special, stormed=frozenset({Hex("0304")}))
    state.forget()
    assert unchecked_officers(state, FRENCH) == ("FL",)


@pytest.mark.rule("T34.6")
def test_olsufiev_baye_remembers_attacks_and_bombardments() -> None:
    state = ruled(field("F2 battery 4-3 0305"), "olsufiev-baye", at="0304")

    async def fire(table: Table[TlnbState]) -> None:
        await bombard(table, Shot(units("F2"), TARGET))

    assert fought(state, leads=[]).special.stormed == {"0304"}
    assert play(state, fire, [1]).state.special.stormed == {"0304"}
    other = ruled(field(), "olsufiev-baye", at="0505")
    assert fought(other, leads=[]).special.stormed == frozenset()


@pytest.mark.rule("T34.6")
@each("place checks", ("1202", False), ("1302", True), ("", True))
def test_oudinot_to_the_letter_makes_no_check_near_a_commander_who_has_not_named_him(
    place: str, *, checks: bool
) -> None:
    lines = [f"FC overall {place} rating:2 of:FH name:Michel"] if place else []
    state = ruled(officer(*lines), "oudinot-to-the-letter", formations="F2", hexes=10)
    assert (unchecked_officers(state, FRENCH) == ("FL",)) is checks
    if not checks:
        assert CheckOfficer(FRENCH).refusal(state, LeaderId("FL")) == Refusal(
            "Ney obeys to the letter: Michel is near, and has not named him.", "T34.6"
        )


@pytest.mark.rule("T34.6")
def test_oudinot_to_the_letter_leaves_his_units_their_checks() -> None:
    state = officer("FC overall 1202 rating:2 of:FH", "F9 infantry 4-4 1003 of:F2")
    state = ruled(state, "oudinot-to-the-letter", formations="F2", hexes=10)
    assert unchecked_officers(state, FRENCH) == ()
    assert units("F9") in unchecked_stacks(state, FRENCH)


# -- smoke (ney-in-the-smoke)


def smoke(*lines: str) -> TlnbState:
    state = field("FY overall 0303 rating:2 of:FH", *lines)
    return ruled(state, "ney-in-the-smoke", formations="FH", die=-1, rating=1)


@pytest.mark.rule("T34.6")
def test_ney_in_the_smoke_takes_1_off_the_die_of_attacks_with_him() -> None:
    state = smoke("F2 infantry 5-3 0403")
    odds = odds_of(state, units("F1"), TARGET)
    assert [(m.words, m.by, m.rule) for m in odds.modifiers] == [("Ney in the smoke", -1, "T34.6")]
    assert [face.result for face in odds.faces] == ["Dr2", "Dr2", "Dr", "Dr", "Sk", "Ar*"]
    assert odds_of(state, units("F2"), TARGET).modifiers == ()


@pytest.mark.rule("T34.6")
def test_ney_in_the_smoke_is_told_in_the_log() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), TARGET))

    played = play(smoke(), flow, [3])
    assert [(e.id, e.by) for e in played.of(SpecialRuleActed)] == [("ney-in-the-smoke", -1)]
    assert played.of("CombatResolved")[0].modifiers == -1


@pytest.mark.rule("T34.6")
@each("count number", (1, 2), (3, 1), (5, 2))
def test_ney_in_the_smoke_has_rating_1_in_the_next_command_segment(count: int, number: int) -> None:
    state = fought(smoke("FL leader 0303 rating:3"), leads=[])
    assert state.special.fought == {"FY": 1}
    state.turn, state.player = (count + 1) // 2, (count + 1) % 2
    state.forget()
    assert capacity(state, LeaderId("FY")) == number


@pytest.mark.rule("T34.6")
def test_ney_in_the_smoke_of_an_enemy_attack_too_but_not_of_others() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("A1"), Hex("0303")))

    state = smoke()
    state.player = 1
    state.command = replace(state.command, units=frozenset(units("A1")))
    assert play(state, flow, [4]).state.special.fought == {"FY": 2}
    away = ruled(
        field("FY overall 0101 rating:2 of:FH"),
        "ney-in-the-smoke",
        formations="FH",
        die=-1,
        rating=1,
    )
    assert fought(away, leads=[]).special.fought == {}


# -- charges near Blücher, guns without ammunition


@pytest.mark.rule("T34.6")
@each("place die", ("0705", -1), ("0707", 0))
def test_blucher_charge_takes_1_off_the_die_of_charges_that_start_within_4_hexes(
    place: str, die: int
) -> None:
    state = position(
        OPEN,
        f"AB overall {place} rating:3 of:AH blucher",
        "A1 heavy 5-4 0304",
        "F1 infantry 5-3 0302",
        side=ALLIED,
        step=Step.CHARGE,
    )
    told = onset(state, Ride(units("A1"), Hex("0302"), (Hex("0304"), Hex("0303"))))
    assert told.die_modifier == die
    assert [m.words for m in told.modifiers] == (["Marschall Vorwärts"] if die else [])


def guns(turn: int) -> TlnbState:
    state = position(
        OPEN,
        "A1 battery 4-3 0302 of:AR",
        "A2 battery 4-3 0402 of:AP",
        "F1 infantry 5-3 0304",
        side=ALLIED,
        step=Step.BOMBARDMENT,
        length=12,
    )
    state.turn = turn
    return ruled(state, "ammunition-runs-low", formations="AR", from_turn=9, drm=-2)


@pytest.mark.rule("T34.6", "T12.4")
@each("turn who die", (8, "A1", 0), (9, "A1", -2), (9, "A2", 0), (12, "A1 A2", -2))
def test_ammunition_runs_low_takes_2_off_the_die_from_turn_9(turn: int, who: str, die: int) -> None:
    async def fire(table: Table[TlnbState]) -> None:
        await bombard(table, Shot(units(who), TARGET))

    played = play(guns(turn), fire, [2])
    assert played.of("BombardmentResolved")[0].modifiers == die
    told = [("ammunition-runs-low", -2)] if die else []
    assert [(e.id, e.by) for e in played.of(SpecialRuleActed)] == told


# -- dust in the wind


def dust(weather: str = "fair", turn: int = 4) -> TlnbState:
    state = position(
        LONG,
        "FC overall 0102 rating:2 of:FH",
        "FL leader 0702 rating:3 of:F2",
        "FM leader 0802 rating:3 of:F3",
        "F1 infantry 5-3 0702 of:F2",
        "F2 infantry 5-3 0802 of:F3",
        "A1 infantry 5-3 1604",
        step=Step.WEATHER,
        weather=weather,
        length=9,
        flags={"cards": "none", "allowance": "roll"},
    )
    state.turn = turn
    state.battle = replace(state.battle, weather_turns=(4, 7))
    return ruled(state, "dust-in-the-wind", turns=(4, 7), die=1, range=6)


@pytest.mark.rule("T34.6", "T3.4")
def test_dust_in_the_wind_adds_1_to_the_weather_die_at_most_6() -> None:
    rolled = play(dust(), weather_segment, [4])
    assert rolled.of("WeatherRolled")[0].weather == "frost"  # the winter row of fair, as on a 5
    assert [(e.id, e.by) for e in rolled.of(SpecialRuleActed)] == [("dust-in-the-wind", 1)]
    assert play(dust(), weather_segment, [6]).of("WeatherRolled")[0].die == 6
    other = dust()
    other.battle = replace(other.battle, weather_turns=(4, 5, 7))
    other.turn = 5
    assert not play(other, weather_segment, [4]).of(SpecialRuleActed)


@pytest.mark.rule("T34.6", "T5.4")
def test_dust_in_the_wind_lets_commanders_reach_6_hexes_in_a_dust_storm() -> None:
    assert set(officers_in_reach(dust(), LeaderId("FC"))) == {"FL", "FM"}
    assert set(officers_in_reach(dust("dust storm"), LeaderId("FC"))) == {"FL"}


# -- exhausted


def tired(rest: int = 0) -> TlnbState:
    state = position(
        LONG,
        "A1 infantry 5-3 0202 of:AY",
        "A2 infantry 5-3 0302 of:AZ",
        "F1 infantry 5-3 1604",
        side=ALLIED,
        step=Step.MOVEMENT,
        length=9,
    )
    state.special = replace(state.special, rested={FormationId("AY"): rest} if rest else {})
    return ruled(state, "yorck-exhausted", formations="AY")


@pytest.mark.rule("T34.6")
def test_yorck_exhausted_has_initiative_and_allowance_1_less() -> None:
    state = tired()
    assert (initiative(state, units("A1")), initiative(state, units("A2"))) == (2, 3)
    assert (allowance(state, UnitId("A1")), allowance(state, UnitId("A2"))) == (6, 8)
    rested = tired(rest=3)
    assert initiative(rested, units("A1")) == 3
    assert allowance(rested, UnitId("A1")) == 8


@pytest.mark.rule("T34.6")
@each(
    "before spent after fresh",
    (0, 0, 1, False),
    (1, 0, 2, False),
    (2, 0, 3, True),
    (2, 2, 0, False),
)
def test_yorck_exhausted_until_none_of_them_has_moved_for_3_turns(
    before: int, spent: int, after: int, *, fresh: bool
) -> None:
    state = tired(before)
    state.put_unit(replace(state.units[UnitId("A1")], spent=spent))

    async def flow(table: Table[TlnbState]) -> None:
        count_rest(table)

    played = play(state, flow)
    assert [(e.turns, e.is_fresh) for e in played.of("FormationRested")] == [(after, fresh)]
    assert is_exhausted(played.state, FormationId("AY")) is not fresh


@pytest.mark.rule("T34.6")
def test_yorck_exhausted_does_not_rest_in_the_enemy_player_turn_or_off_the_map() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        count_rest(table)

    state = tired()
    state.player = 0
    assert not play(state, flow).of("FormationRested")
    away = tired()
    away.put_unit(replace(away.units[UnitId("A1")], hex=None))
    assert not play(away, flow).of("FormationRested")
