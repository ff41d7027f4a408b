"""The turn: sequence, weather, supply, recovery, demoralization, victory (T2, T3, T14-T23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.tlnb.rules.arrivals.arrivals import entry_cost, entry_segment
from hexwar.systems.tlnb.rules.cards.segment import card_segment
from hexwar.systems.tlnb.rules.losses.demoralization import is_collapsed, losses_of, review
from hexwar.systems.tlnb.rules.losses.recovery import recovery_segment
from hexwar.systems.tlnb.rules.movement.segment import movement_segment
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.rules.supply.trains import capture_trains
from hexwar.systems.tlnb.rules.turn.status import status_segment
from hexwar.systems.tlnb.rules.turn.steps import is_played
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.rules.victory.victory import level, score_lines, take_hexes, totals
from hexwar.systems.tlnb.state import Holding, Losses, Spirit, Step, TlnbState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box, Unit
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units

# -- the sequence (T2.3, T2.4)


@pytest.mark.rule("T2.3", "T2.4", "T22.6")
def test_the_segments_of_a_day_and_of_a_night() -> None:
    day = position(OPEN, "F1 infantry 4-3 0304")
    night = position(OPEN, "F1 infantry 4-3 0304", kind=TurnKind.NIGHT_PM)
    letters = [step.letter for step in Step if is_played(day, step)]
    assert " ".join(letters) == "A-1 A-2 A-3 A-4 A-5 A-6 B-1 B-2 C-1 C-2 C-3 C-4 D"
    letters = [step.letter for step in Step if is_played(night, step)]
    assert " ".join(letters) == "A-1 A-3 A-4 A-5 A-6 B-1 B-2 D"
    fights = position(
        OPEN, "F1 infantry 4-3 0304", kind=TurnKind.NIGHT_PM, flags={"night_attack": "on"}
    )
    assert is_played(fights, Step.COMBAT)


@pytest.mark.rule("T2.1", "T2.11", "T2.12")
def test_one_player_turn_follows_the_other_and_points_end_the_game() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 4-3 0701", step=Step.STATUS)
    first = play(state, status_segment).state
    assert (first.turn, first.phasing) == (1, ALLIED)
    first.step = Step.STATUS
    second = play(first, status_segment).state
    assert (second.turn, second.phasing) == (2, FRENCH)
    second.player, second.step = 1, Step.STATUS
    ended = play(second, status_segment).state
    assert ended.outcome is not None
    assert ended.outcome.level == "draw"


# -- weather


def sky(die: int, weather: str = "fair", **more: Any) -> TlnbState:
    state = position(OPEN, "F1 infantry 4-3 0304", step=Step.WEATHER, weather=weather)
    turns = (TurnCard(1, 29, 8, TurnKind.DAY, month=1), TurnCard(2, 29, 12, TurnKind.DAY, month=1))
    state.battle = replace(state.battle, weather_turns=(1,), turns=turns, **more)
    return play(state, weather_segment, [die]).state


@pytest.mark.rule("T3.2")
@each("was die now", ("fair", 5, "frost"), ("frost", 6, "snowstorm"), ("mud", 1, "fair"))
def test_the_die_turns_the_weather(was: str, die: int, now: str) -> None:
    assert sky(die, was).sky.weather == now


@pytest.mark.rule("T3.4")
def test_a_scenario_modifies_the_die_within_one_and_six() -> None:
    assert sky(5, "fair", weather_die={1: 2}).sky.weather == "mud"
    assert sky(1, "fair", weather_die={1: -3}).sky.weather == "fair"


@pytest.mark.rule("T2.2", "T2.10")
def test_bad_weather_makes_the_winter_dawn_dark() -> None:
    state = sky(4, "fair")
    assert (state.sky.weather, state.sky.is_dark_dawn) == ("cloudy", True)
    assert not is_played(state, Step.BOMBARDMENT)
    assert is_played(state, Step.COMBAT)
    assert not sky(1, "fair").sky.is_dark_dawn


@pytest.mark.rule("T3.5", "T18.33")
def test_mud_wets_the_day() -> None:
    assert sky(6, "fair").sky.is_wet
    assert not sky(1, "fair").sky.is_wet


@pytest.mark.rule("T7.44")
@each("die foot horse", (1, 2, 3), (2, 3, 4), (3, 3, 5), (4, 4, 5), (5, 4, 6), (6, 4, 6))
def test_without_cards_a_die_sets_the_allowance(die: int, foot: int, horse: int) -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", step=Step.CARDS)
    assert play(state, card_segment, [die]).state.deal.allowances[FRENCH] == (foot, horse)


# -- supply and trains

LONG = "\n".join([".  " * 18] * 3)


@pytest.mark.rule("T19.2", "T19.8")
def test_supply_reaches_fourteen_hexes() -> None:
    state = position(LONG, "F1 infantry 4-3 1502", "F2 infantry 4-3 1602", bases=["french:0102"])
    assert is_supplied(state, UnitId("F1"))
    assert not is_supplied(state, UnitId("F2"))


@pytest.mark.rule("T19.8", "T4.4")
def test_an_enemy_zone_cuts_supply_where_no_friend_stands() -> None:
    lines = ("F1 infantry 4-3 0802", "A1 infantry 4-3 0402")
    cut = position("\n".join([".  " * 9] * 3), *lines, bases=["french:0102"])
    assert not is_supplied(cut, UnitId("F1"))
    held = position(
        "\n".join([".  " * 9] * 3),
        *lines,
        "F2 infantry 2-3 0303",
        "F3 infantry 2-3 0403",
        "F4 infantry 2-3 0503",
        bases=["french:0102"],
    )
    assert is_supplied(held, UnitId("F1"))


@pytest.mark.rule("T19.2")
def test_a_train_feeds_on_a_road_to_a_source() -> None:
    road = " ".join(f"{n:02d}02" for n in range(1, 18))
    lines = ("F1 infantry 4-3 1702", "FT train 1202")
    fed = position(LONG, *lines, roads=[road], bases=["french:0102"])
    assert is_supplied(fed, UnitId("F1"))
    off = position(LONG, *lines, bases=["french:0102"])
    assert not is_supplied(off, UnitId("F1"))


@pytest.mark.rule("T19.6")
def test_a_train_alone_next_to_the_enemy_is_lost() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        capture_trains(table)

    state = position(OPEN, "FT train 0304", "A1 infantry 4-3 0404")
    state.marks = replace(state.marks, ended=frozenset(units("A1")))
    assert play(state, flow).state.units[UnitId("FT")].box is Box.CAPTURED
    kept = position(OPEN, "FT train 0304", "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    kept.marks = state.marks
    assert play(kept, flow).state.units[UnitId("FT")].hex == "0304"


# -- recovery


@pytest.mark.rule("T14.2", "T14.3")
@each("die box", (3, Box.RECOVERED), (4, Box.RECOVERED), (5, Box.UAR), (6, Box.PEU))
def test_recovery_near_the_train(die: int, box: Box) -> None:
    state = position(
        OPEN,
        "FL leader 0304 rating:3",
        "FT train 0504",
        "F1 infantry 4-3 uar",
        kind=TurnKind.NIGHT_AM,
        step=Step.RECOVERY,
        bases=["french:0101"],
    )
    done = play(state, recovery_segment, [die], {"ReturnUnit": [None]} if die < 5 else {})
    assert done.state.units[UnitId("F1")].box is box


@pytest.mark.rule("T14.4", "T14.5", "T14.10")
def test_an_officer_who_stayed_brings_a_unit_back_reduced() -> None:
    state = position(OPEN, "FL leader 0304 rating:3", "F1 infantry 4-3 due", step=Step.RECOVERY)
    state.put_unit(Unit(UnitId("F1"), box=Box.RECOVERED, reduced=True))
    done = play(state, recovery_segment)
    back = done.state.units[UnitId("F1")]
    assert (back.hex, back.reduced) == ("0304", True)
    assert done.state.marks.returned == {"F1"}
    state.command = replace(state.command, moved=frozenset({LeaderId("FL")}))
    assert play(state, recovery_segment).of("UnitReturned") == []


# -- demoralization


@pytest.mark.rule("T15.1", "T15.7")
def test_a_formation_breaks_at_its_level() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        review(table)

    lines = ("F1 infantry 6-3 uar", "F2 infantry 4-3 0304 reduced")
    state = position(OPEN, *lines, formations={"FI": {"demoralization_sp": 8}})
    assert losses_of(state, FormationId("FI")) == 6 + 2
    done = play(state, flow)
    assert done.state.spirit.demoralized == {"FI"}
    steady = position(OPEN, *lines, formations={"FI": {"demoralization_sp": 9}})
    assert play(steady, flow).state.spirit.demoralized == frozenset()


@pytest.mark.rule("T15.6")
def test_a_side_of_which_all_are_broken_has_lost() -> None:
    state = position(
        OPEN,
        "F1 infantry 6-3 0304",
        "F2 infantry 6-3 0305 of:FII",
        "A1 infantry 4-3 0701",
        step=Step.STATUS,
        formations={"FI": {"demoralization_sp": 0}},
    )
    state.spirit = Spirit(demoralized=frozenset({FormationId("FI")}))
    assert not is_collapsed(state, FRENCH)
    state.spirit = Spirit(demoralized=frozenset({FormationId("FI"), FormationId("FII")}))
    assert is_collapsed(state, FRENCH)


# -- victory


@pytest.mark.rule("T35.10", "T23.4", "T23.10")
@each(
    "one other name",
    (30, 20, "tactical"),
    (22, 20, "draw"),
    (23, 20, "marginal"),
    (40, 20, "substantial"),
    (60, 20, "strategic"),
    (80, 20, "decisive"),
    (3, 0, "strategic"),
)
def test_levels_of_victory(one: int, other: int, name: str) -> None:
    state = position(OPEN, "F1 infantry 4-3 0304")
    winner, found = level(state, {FRENCH: one, ALLIED: other})
    assert found == name
    assert winner == (None if name == "draw" else FRENCH)


@pytest.mark.rule("T35.10", "T23.1")
def test_losses_spirits_trains_and_leaders_score() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "A1 infantry 11-3 uar",
        "A2 infantry 8-3 0701 reduced",
        "AT train due",
        "AL leader due rating:2",
    )
    state.spirit = Spirit(demoralized=frozenset({FormationId("AI")}))
    state.losses = Losses(trains=units("AT"), captured={LeaderId("AL"): 1})
    assert totals(state)[FRENCH] == 11 + 4 + 5 + 5 + 3
    assert {line.rule for line in score_lines(state)} == {"T23.1"}


@pytest.mark.rule("T23.2", "T23.6")
def test_a_victory_hex_counts_for_who_was_last_in_it_and_has_supply() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        take_hexes(table)

    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        vp_hexes={Hex("0304"): 10},
        command="",
        bases=["french:0101", "allied:0707"],
    )
    done = play(state, flow).state
    assert done.holding.control[Hex("0304")] == FRENCH
    assert totals(done)[FRENCH] == 10
    cut = position(OPEN, "F1 infantry 4-3 0304", vp_hexes={Hex("0304"): 10}, command="")
    cut.holding = Holding({Hex("0304"): FRENCH}, {Hex("0304"): UnitId("F1")})
    assert totals(cut)[FRENCH] == 0


# -- reinforcements


@pytest.mark.rule("T20.1", "T20.8")
def test_a_force_enters_in_column_and_who_cannot_pay_waits() -> None:
    names = [f"F{n}" for n in range(1, 8)]
    lines = [f"{name} infantry 2-3 due" for name in names]
    state = position(
        OPEN,
        *lines,
        roads=["0104 0204 0304"],
        step=Step.ENTRY,
        allowances=(3, 4),
        arrivals=(Arrival(1, Hex("0104"), units(" ".join(names))),),
    )
    assert [entry_cost(state, UnitId("F1"), Hex("0104"), n) for n in (0, 1, 2)] == [1, 2, 3]
    done = play(state, entry_segment).state
    inside = [u for u in names if done.units[UnitId(u)].hex == "0104"]
    assert inside == names[:6]
    assert done.units[UnitId("F7")].box is Box.DUE


@pytest.mark.rule("T20.2")
def test_a_blocked_force_enters_near_by_or_waits() -> None:
    state = position(
        OPEN,
        "F1 infantry 2-3 due",
        "A1 infantry 4-3 0105",
        step=Step.ENTRY,
        roads=["0104 0204", "0101 0201"],
        arrivals=(Arrival(1, Hex("0104"), units("F1")),),
    )
    done = play(state, entry_segment)
    assert done.state.units[UnitId("F1")].hex == "0101"
    waits = play(state, entry_segment, [], {"ChooseEntryHex": [None]})
    assert waits.state.units[UnitId("F1")].box is Box.DUE


@pytest.mark.rule("T20.9")
def test_who_finds_no_room_at_the_entry_hex_goes_off_again() -> None:
    lines = [f"F{n} infantry 2-3 due" for n in range(1, 5)]
    state = position(
        OPEN,
        *lines,
        roads=["0104 0204 0304"],
        step=Step.ENTRY,
        arrivals=(Arrival(1, Hex("0104"), units("F1 F2 F3 F4")),),
    )
    there = play(state, entry_segment).state
    assert len(there.units_in(Hex("0104"))) == 4
    done = play(there, movement_segment, [], {"MoveUnits": [None]}).state
    assert done.units_in(Hex("0104")) == units("F1 F2")
    assert done.units[UnitId("F4")].box is Box.DUE
