"""Supply, trains, and who recovers in supply (T14, T19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.tlnb.battle import MarchOrder, SharedTrains
from hexwar.systems.tlnb.events.combat import AdvanceMade
from hexwar.systems.tlnb.events.movement import UnitMoved
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.cards.segment import card_segment
from hexwar.systems.tlnb.rules.combat.charge import rider_refusal
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.retreat import length_of
from hexwar.systems.tlnb.rules.command.command import initiative
from hexwar.systems.tlnb.rules.losses.losses import take_step
from hexwar.systems.tlnb.rules.losses.recovery import (
    qualifies,
    recovery_modifiers,
    recovery_segment,
    rolls_now,
)
from hexwar.systems.tlnb.rules.movement.reach import quote
from hexwar.systems.tlnb.rules.supply.check import AssignTrain, check_supply
from hexwar.systems.tlnb.rules.supply.supply import (
    applicants,
    borrowers,
    is_supplied,
    is_unsupplied,
    march_columns,
)
from hexwar.systems.tlnb.rules.supply.trains import capture_trains
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Marches, Spirit, Step, Supply, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box, Unit
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Played, play, position, units
from tests.systems.tlnb.hands import dealt, in_force

LONG = "\n".join([".  " * 20] * 3)
ROAD = " ".join(f"{n:02d}02" for n in range(1, 21))
"""A map of 20 columns, 3 rows, with a road through its middle; the French base at its west end."""
F1, F2, F3, F4 = (UnitId(f"F{n}") for n in (1, 2, 3, 4))


def at(*lines: str, **more: Any) -> TlnbState:
    words: dict[str, Any] = {"roads": [ROAD], "bases": ["french:0102"], "step": Step.WEATHER}
    return position(LONG, *lines, **(words | more))


def fed(state: TlnbState, who: str) -> list[bool]:
    return [is_supplied(state, u) for u in units(who)]


def checked(state: TlnbState, *chosen: str) -> Played:
    answers: Any = {AssignTrain: [units(one) for one in chosen]} if chosen else {}
    return play(state, check_supply, (), answers)


# -- when it is checked (T19.2, T19.9)


@pytest.mark.rule("T19.2", "T2.11")
@each("turns side unsupplied", ((1,), FRENCH, {"F1"}), ((2,), FRENCH, set()), ((1,), ALLIED, set()))
def test_both_sides_are_checked_on_weather_turns(
    turns: tuple[int, ...], side: Any, unsupplied: set[str]
) -> None:
    lines = "F1 infantry 4-3 2002", "A1 infantry 4-3 0102"
    state = at(*lines, side=side, weather_turns=turns, bases=["allied:0101"])
    state.supply = Supply(frozenset(units("A1")))
    dice = [1] if turns == (1,) and side is FRENCH else []
    done = play(state, weather_segment, dice).state
    assert done.supply.unsupplied == (unsupplied or {"A1"})


@pytest.mark.rule("T19.2", "T14.2")
@each("card unsupplied", ("probe", {"F1"}), ("infiltration", set()))
def test_a_card_with_the_recovery_mark_checks_the_units_of_its_side(
    card: str, unsupplied: set[str]
) -> None:
    state = dealt("F1 infantry 4-3 0404", "A1 infantry 4-3 0707", french=card)
    assert play(state, card_segment).state.supply.unsupplied == unsupplied


@pytest.mark.rule("T19.9")
def test_a_status_holds_to_the_next_check() -> None:
    state = at("F1 infantry 4-3 2002")
    assert not is_unsupplied(state, F1)
    out = checked(state).state
    assert is_unsupplied(out, F1)
    out.put_unit(replace(out.units[F1], hex=Hex("0402")))
    assert is_supplied(out, F1)
    assert is_unsupplied(out, F1)
    back = checked(out)
    assert [(e.units, e.is_in) for e in back.of("SupplyChanged")] == [(units("F1"), True)]
    assert not is_unsupplied(back.state, F1)


# -- traces (T19.2, T19.8)


@pytest.mark.rule("T19.2")
@each(
    "train roads is_fed",
    ("1202", [ROAD], True),
    ("1203", [ROAD], False),  # off the road
    ("1202", [ROAD[:19]], False),  # a road that leads nowhere
)
def test_a_train_feeds_from_a_road_to_a_source(train: str, roads: list[str], is_fed: bool) -> None:
    roads = [*roads, "1102 1202 1302"] if len(roads[0]) < 20 else roads
    state = at("F1 infantry 4-3 1902", f"FT train {train}", roads=roads)
    assert fed(state, "F1") == [is_fed]


@pytest.mark.rule("T19.8")
@each("line half is_fed", ("1602", False, False), ("1602", True, True), ("1603", True, True))
def test_road_hexes_count_half_only_where_the_battle_says_so(
    line: str, half: bool, is_fed: bool
) -> None:
    state = at(f"F1 infantry 4-3 {line}")
    state.battle = replace(state.battle, has_road_half=half)
    assert fed(state, "F1") == [is_fed]


@pytest.mark.rule("T34.2", "T19.8")
def test_a_battle_may_have_lines_of_another_length() -> None:
    state = at("F1 infantry 4-3 0602", "F2 infantry 4-3 0702")
    state.battle = replace(state.battle, supply_hexes=5)
    assert fed(state, "F1 F2") == [True, False]


@pytest.mark.rule("T19.2")
def test_a_source_in_the_hands_of_the_enemy_feeds_nobody() -> None:
    state = at("F1 infantry 4-3 0402")
    state.holding = state.holding.of(Hex("0102"), ALLIED, None)
    assert fed(state, "F1") == [False]


# -- whose train (T19.3, T19.9)

AFAR = ["F1 infantry 4-3 1802 of:FII", "F2 infantry 4-3 1902 of:FII", "F3 infantry 4-3 1702 of:FII"]
TRAIN = "FT train 1202"


@pytest.mark.rule("T19.3")
def test_a_train_feeds_two_units_of_formations_without_one() -> None:
    state = at(*AFAR, TRAIN, "F4 infantry 4-3 1902")  # of the train's own formation
    assert borrowers(state, FRENCH) == {F3: "FT", F1: "FT"}  # the nearest
    assert fed(state, "F1 F2 F3 F4") == [True, False, True, True]
    assert applicants(state, FRENCH) == {"FT": units("F3 F1 F2")}


@pytest.mark.rule("T19.3")
def test_its_owner_says_whom_a_train_feeds() -> None:
    state = at(*AFAR, TRAIN)
    done = checked(state, "F1 F2")
    (asked,) = done.questions("AssignTrain")
    assert list(asked.options(state)) == [units("F3 F1"), units("F3 F2"), units("F1 F2")]
    assert asked.refusal(state, units("F1")) is not None
    assert asked.refusal(state, units("F1 F1")) is not None
    assert [e.units for e in done.of("TrainAssigned")] == [units("F1 F2")]
    assert done.state.supply.unsupplied == {"F3"}
    assert checked(at(*AFAR[:2], TRAIN)).questions("AssignTrain") == []


@pytest.mark.rule("T19.1", "T19.3")
def test_who_has_a_train_on_the_map_borrows_none() -> None:
    state = at(AFAR[0], TRAIN, "FU train 1203 of:FII")  # which is off the road
    assert fed(state, "F1") == [False]
    away = at(AFAR[0], TRAIN, "FU train due of:FII")
    assert fed(away, "F1") == [True]


@pytest.mark.rule("T19.9")
def test_shared_trains_feed_without_limit() -> None:
    state = at(*AFAR, TRAIN)
    shared = (SharedTrains((FormationId("FII"),), units("FT")),)
    state.battle = replace(state.battle, shared_trains=shared)
    assert fed(state, "F1 F2 F3") == [True, True, True]


@pytest.mark.rule("T19.3")
@each("entry is_fed", ("2002", True), ("2001", True), ("0101", False))
def test_a_train_that_is_due_feeds_from_its_entry_hex(entry: str, is_fed: bool) -> None:
    groups = (Arrival(3, Hex(entry), units("FT")),)
    state = at("F1 infantry 4-3 1702", "FT train due", arrivals=groups)
    assert fed(state, "F1") == [is_fed]
    state.put_unit(Unit(UnitId("FT"), box=Box.CAPTURED))
    assert fed(state, "F1") == [False]


# -- march columns (T19.10)


@pytest.mark.rule("T19.10", "T19.3")
@each(
    "line ordered is_fed",
    ("1702", True, True),  # gaps of one hex
    ("1802", True, False),  # a gap of two
    ("1702", False, False),  # without a March Order
)
def test_a_column_under_a_march_order_is_fed_at_one_end(
    line: str, ordered: bool, is_fed: bool
) -> None:
    state = at("F1 infantry 4-3 1502", f"F2 infantry 4-3 {line}")
    order = MarchOrder(FormationId("FI"), (), Hex("2002"))
    state.marches = Marches({FormationId("FI"): order} if ordered else {})
    assert fed(state, "F1 F2") == [True, is_fed]


@pytest.mark.rule("T19.10")
def test_units_in_road_march_are_a_column_and_others_are_not() -> None:
    state = at("F1 infantry 4-3 1502", "F2 infantry 4-3 1702", "F3 infantry 4-3 1902")
    for unit in (F1, F2):
        state.put_unit(replace(state.units[unit], column=True))
    assert march_columns(state, FormationId("FI")) == (units("F1 F2"),)
    assert fed(state, "F1 F2 F3") == [True, True, False]


# -- trains on the move (T19.5)


@pytest.mark.rule("T19.5")
@each(
    "more reached",
    ({}, True),
    ({"streams": ["0304-0404"]}, False),
    ({"streams": ["0304-0404"], "trestles": ["0304-0404"]}, True),
    ({"slopes": ["0304-0404"]}, False),
    ({"slopes": ["0304-0404"], "roads": ["0304 0404"]}, True),
    ({"rivers": ["0304-0404"]}, False),
    ({"enemy": "A1 infantry 4-3 0504"}, False),  # it enters no zone
)
def test_where_trains_go(more: dict[str, Any], reached: bool) -> None:
    enemy = [more.pop("enemy")] if "enemy" in more else []
    state = position(OPEN, "FT train 0304", *enemy, step=Step.MOVEMENT, **more)
    path = Hex("0304"), Hex("0404")
    found = quote(state, units("FT"), path, column=False)
    assert isinstance(found, Refusal) is not reached


@pytest.mark.rule("T19.5")
def test_a_train_has_no_zone_and_no_strength() -> None:
    state = position(OPEN, "FT train 0304", "A1 infantry 4-3 0504")
    assert enemy_zone(state, ALLIED) == frozenset()
    assert state.combat_units_in(Hex("0304")) == ()


async def closing(table: Any) -> None:
    capture_trains(table)


@pytest.mark.rule("T19.6", "T19.7")
@each(
    "enemy ended lost",
    ("0404", "A1", True),
    ("0404", "", False),  # it came there by a retreat or a charge, or stood there before
    ("0304", "", True),  # it has entered
    ("0504", "A1", False),  # two hexes off
)
def test_a_train_is_lost_to_who_ends_a_move_next_to_it(enemy: str, ended: str, lost: bool) -> None:
    state = position(OPEN, "FT train 0304", f"A1 infantry 4-3 {enemy}")
    state.marks = replace(state.marks, ended=frozenset(units(ended)))
    after = play(state, closing).state
    assert (after.units[UnitId("FT")].box is Box.CAPTURED) is lost


@pytest.mark.rule("T19.6")
def test_moves_and_advances_end_beside_trains_until_the_next_player_turn() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "F2 infantry 4-3 0305")

    async def flow(table: Any) -> None:
        table.emit(UnitMoved(units("F1"), (Hex("0304"), Hex("0303")), 2))
        table.emit(AdvanceMade(units("F2"), (Hex("0305"), Hex("0304"))))

    done = play(state, flow).state
    assert done.marks.ended == {"F1", "F2"}

    async def turn(table: Any) -> None:
        table.emit(PlayerTurnBegan(1, ALLIED, "day"))

    assert play(done, turn).state.marks.ended == frozenset()


# -- what it does (T19.4)


@pytest.mark.rule("T19.4", "T15.3")
@each("unsupplied demoralized", (False, False), (True, False), (False, True), (True, True))
def test_who_is_unsupplied_bears_the_effects_of_demoralization_once(
    unsupplied: bool, demoralized: bool
) -> None:
    state = position(OPEN, "F1 heavy 6-4 0304", "A1 infantry 5-3 0404")
    state.supply = Supply(frozenset(units("F1")) if unsupplied else frozenset())
    broken = frozenset({FormationId("FI")} if demoralized else ())
    state.spirit = Spirit(demoralized=broken)
    is_shaken = unsupplied or demoralized
    assert initiative(state, units("F1")) == (3 if is_shaken else 4)
    assert str(odds_of(state, units("F1"), Hex("0404")).attack) == ("3" if is_shaken else "6")
    assert (rider_refusal(state, F1) is not None) == is_shaken
    assert length_of(state, units("F1"), 2) == (3 if is_shaken else 2)
    assert odds_of(state, units("F1"), Hex("0404")).initiatives[0] == 4  # in Shock as printed


# -- who recovers


def waiting(*lines: str, **more: Any) -> TlnbState:
    words = {"kind": TurnKind.NIGHT_AM, "step": Step.RECOVERY, "bases": ["french:0101"]} | more
    return position(OPEN, "FL leader 0304 rating:3", "F1 infantry 4-3 uar", *lines, **words)


@pytest.mark.rule("T14.3")
@each(
    "lines more does",
    ((), {}, True),
    ((), {"bases": []}, False),  # out of supply
    (("A1 infantry 4-3 0404",), {"kind": TurnKind.DAY}, False),  # in an enemy zone
)
def test_an_officer_has_units_roll_in_supply_and_out_of_zones(
    lines: tuple[str, ...], more: dict[str, Any], does: bool
) -> None:
    assert qualifies(waiting(*lines, **more), LeaderId("FL")) is does


@pytest.mark.rule("T14.3", "T14.8")
def test_without_such_an_officer_nobody_rolls() -> None:
    assert play(waiting(bases=[]), recovery_segment).of("RecoveryRolled") == []
    box = play(waiting(), recovery_segment, [4]).state.units[F1].box
    assert box is Box.UAR  # 3 is needed


@pytest.mark.rule("T14.1")
@each(
    "line sp box reduced",
    ("F1 infantry 5-3 0304", 2, None, True),  # 5 SP, reduced 3
    ("F1 infantry 5-3 0304 reduced", 3, Box.PEU, True),
    ("F1 battery 1-3 0304", 1, Box.PEU, False),  # of one step
)
def test_a_step_flips_a_unit_and_the_last_one_eliminates_it(
    line: str, sp: int, box: Box | None, reduced: bool
) -> None:
    async def flow(table: Any) -> None:
        take_step(table, F1)

    done = play(position(OPEN, line), flow)
    (event,) = done.of("StepLost" if box is None else "UnitEliminated")
    assert event.sp == sp
    assert (done.state.units[F1].box, done.state.units[F1].reduced) == (box, reduced)


@pytest.mark.rule("T14.9", "T14.3")
@each(
    "train broken day modifier",
    ("", False, False, 0),
    ("FT train 0504", False, False, -1),  # within 5 hexes of the officer
    ("FT train 0704", True, False, 0),  # -1 and +1
    ("", True, True, -1),  # +1 and -2
    ("FT train 0504", False, True, -3),
)
def test_what_is_added_to_recovery_dice_adds_up(
    train: str, broken: bool, day: bool, modifier: int
) -> None:
    state = waiting(*([train] if train else []))
    if broken:
        state.spirit = Spirit(demoralized=frozenset({FormationId("FI")}))
    if day:
        state = in_force(state, FRENCH, "second-day")
    assert recovery_modifiers(state, LeaderId("FL"), FormationId("FI")) == modifier


@pytest.mark.rule("T14.9")
def test_each_unit_of_each_formation_rolls_once_and_a_six_loses_it() -> None:
    """Guns by what is printed on them; a 6 whatever is taken off."""
    lines = "F2 battery 3-2 uar", "F3 infantry 4-5 uar", "F4 infantry 4-5 uar of:FII"
    state = waiting(*lines, "FL2 leader 0306 rating:3 of:FII", "FT train 0504")
    done = play(state, recovery_segment, [4, 3, 6, 5], {"ReturnUnit": [None, None]})
    assert [(e.unit, e.needed, e.box) for e in done.of("RecoveryRolled")] == [
        ("F1", 3, Box.RECOVERED),  # 4 - 1
        ("F2", 2, Box.RECOVERED),  # 3 - 1
        ("F3", 5, Box.PEU),
        ("F4", 5, Box.RECOVERED),
    ]


@pytest.mark.rule("T14.11")
@each("turn rolls", (1, False), (4, True), (5, False))
def test_without_cards_units_roll_on_later_weather_turns(turn: int, rolls: bool) -> None:
    state = waiting(kind=TurnKind.DAY, weather_turns=(1, 4), length=6)
    state.turn = turn
    assert rolls_now(state) is rolls


@pytest.mark.rule("T14.6")
@each(
    "where bases rolls",
    ("0304", ["french:0101"], True),
    ("0305", ["french:0101"], False),  # not with the officer
    ("0304", [], False),  # out of supply
)
def test_at_night_am_a_unit_with_its_officer_may_be_full_again(
    where: str, bases: list[str], rolls: bool
) -> None:
    line = f"F2 infantry 4/2-4 {where} reduced"
    state = position(
        OPEN,
        "FL leader 0304 rating:3",
        line,
        kind=TurnKind.NIGHT_AM,
        step=Step.RECOVERY,
        bases=bases,
    )
    done = play(state, recovery_segment, [1] if rolls else [])
    assert bool(done.of("StepRegained")) is rolls
    assert done.state.units[F2].reduced is not rolls
