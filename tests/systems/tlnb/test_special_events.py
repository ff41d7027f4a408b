"""Special rules with a die or a question of their own, and those that count VP (T34.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Refusal, Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.events.special import (
    DrivenUpon,
    GreatChargeCalled,
    SnowRolled,
    UnitsDeparted,
)
from hexwar.systems.tlnb.rules.combat.charge import charge_segment, charges, rider_refusal
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.declaration import declaration
from hexwar.systems.tlnb.rules.combat.duties import duties_of
from hexwar.systems.tlnb.rules.combat.odds import has_combined_arms
from hexwar.systems.tlnb.rules.movement.reach import allowance, ends
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    exit_refusal,
    go,
    movement_segment,
)
from hexwar.systems.tlnb.rules.special.call_charge import GreatCharge
from hexwar.systems.tlnb.rules.victory.victory import score_lines, totals
from hexwar.systems.tlnb.state import Marches, Ride, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Answers, play, position, units
from tests.systems.tlnb.hands import in_force
from tests.systems.tlnb.specials import bearing, ruled

WIDE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  ."] * 8)


def way(text: str) -> tuple[Hex, ...]:
    return tuple(map(Hex, text.split()))


# -- snow-blindness


def storm(*lines: str, weather: str = "snowstorm", roads: tuple[str, ...] = ()) -> TlnbState:
    state = position(
        WIDE, *lines, step=Step.MOVEMENT, weather=weather, allowances=(6, 6), roads=roads
    )
    return ruled(state, "snow-blindness", left_on=1, right_on=6)


def gone(state: TlnbState, path: str, dice: list[int]) -> TlnbState:
    """Where F1 comes that wants to go a path; then it stays."""

    async def flow(table: Table[TlnbState]) -> None:
        await go(table, units("F1"), March(way(path)), 0)

    return play(state, flow, dice).state


NORTH = "0406 0405 0404 0403"
"""Three hexes straight to the north: one of an even column."""


@pytest.mark.rule("T34.6")
@each(
    "dice end",
    ([2, 5], "0403"),  # the way is kept
    ([3, 1], "0304"),  # one to the left of 0403, as it comes from 0404
    ([3, 6], "0504"),  # one to the right
    ([1], "0305"),
    ([6], "0505"),
)
def test_snow_blindness_pushes_a_stack_aside_on_1_and_6(dice: list[int], end: str) -> None:
    state = gone(storm("F1 infantry 4-3 0406"), NORTH, dice)
    assert state.units[UnitId("F1")].hex == end


@pytest.mark.rule("T34.6")
def test_snow_blindness_spares_the_first_hex_roads_trains_and_other_weather() -> None:
    assert gone(storm("F1 infantry 4-3 0406"), "0406 0405", []).units[UnitId("F1")].hex == "0405"
    road = storm("F1 infantry 4-3 0406", roads=("0406 0405 0404 0403",))
    assert gone(road, NORTH, []).units[UnitId("F1")].hex == "0403"
    assert gone(storm("F1 train 0406"), NORTH, []).units[UnitId("F1")].hex == "0403"
    snow = storm("F1 infantry 4-3 0406", weather="snow")
    assert gone(snow, NORTH, []).units[UnitId("F1")].hex == "0403"


@pytest.mark.rule("T34.6")
def test_snow_blindness_stops_at_the_edge_of_the_map() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await go(table, units("F1"), March(way("0103 0102 0101")), 0)

    played = play(storm("F1 infantry 4-3 0103"), flow, [1])
    assert played.of(SnowRolled)[0].entered is None
    assert played.state.units[UnitId("F1")].hex == "0102"


@pytest.mark.rule("T34.6")
def test_snow_blindness_stops_before_an_enemy() -> None:
    state = storm("F1 heavy 4-4 0406", "A1 infantry 4-3 0306")
    state.put_unit(replace(state.units[UnitId("F1")], spent=2))

    async def flow(table: Table[TlnbState]) -> None:
        await go(table, units("F1"), March(way("0406 0405")), 0)

    played = play(state, flow, [1])
    assert played.of(SnowRolled)[0].entered is None
    assert played.state.units[UnitId("F1")].hex == "0406"


@pytest.mark.rule("T34.6")
def test_snow_blindness_leaves_the_mp_that_are_left() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await go(table, units("F1"), March(way(NORTH)), 0)

    answers = {
        ChoosePath: [
            March(way("0305 0304")),
            March(
                way(
                    "0404",
                )
            ),
        ]
    }
    played = play(storm("F1 infantry 4-3 0406"), flow, [1, 6], answers)
    assert [question.units for question in played.questions(ChoosePath)] == [units("F1")] * 2
    assert played.state.units[UnitId("F1")].hex == "0404"
    assert played.state.units[UnitId("F1")].spent == 2 * 3


@pytest.mark.rule("T34.6")
def test_snow_blindness_ends_a_march_where_none_could_be_chosen_to_end() -> None:
    """By Sound of Guns the march must end nearer to 0801; 0306, where F1 strays, is not."""
    state = in_force(storm("F1 infantry 4-3 0406"), FRENCH, "sound-of-guns", "FI", "0801")
    assert Hex("0306") not in ends(state, units("F1"))
    after = gone(state, "0406 0306 0305", [1])
    assert after.units[UnitId("F1")].hex == "0205"
    assert after.units[UnitId("F1")].spent == 2 * 2


@pytest.mark.rule("T34.6", "T12.6")
def test_snow_blindness_counts_the_hex_into_which_guns_were_driven() -> None:
    after = gone(storm("F1 battery 4-3 0406"), "0406 0405 0404", [1])
    assert after.units[UnitId("F1")].hex == "0305"
    assert after.marks.far == {"F1"}


@pytest.mark.rule("T34.6", "T10.11", "T10.7")
@each("arm driven", ("infantry", True), ("heavy", False))
def test_snow_blindness_obliges_infantry_to_attack_without_combined_arms(
    arm: str, *, driven: bool
) -> None:
    state = storm(
        f"F1 {arm} 4-3 0406",
        "A1 infantry 4-3 0303",
        "F2 heavy 4-3 0202",
        "F3 battery 4-3 0202",
    )

    async def flow(table: Table[TlnbState]) -> None:
        await go(table, units("F1"), March(way(NORTH)), 0)

    played = play(state, flow, [3, 1])
    assert played.state.units[UnitId("F1")].hex == "0304"
    assert bool(played.of(DrivenUpon)) is driven
    after = played.state
    after.battle = replace(after.battle, options={**after.battle.options, "mandatory": "off"})
    after.forget()
    assert duties_of(after)[0] == (units("F1") if driven else ())


@pytest.mark.rule("T34.6", "T10.7")
def test_snow_blindness_takes_combined_arms_from_who_came_upon_the_enemy() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0303",
        "F2 heavy 4-3 0403",
        "F3 battery 4-3 0203",
        "A1 infantry 4-3 0304",
        weather="snow",
    )
    assert has_combined_arms(state, units("F1 F2 F3"), Hex("0304"))
    state.special = replace(state.special, blinded=frozenset(units("F1")))
    assert not has_combined_arms(state, units("F1 F2 F3"), Hex("0304"))


@pytest.mark.rule("T34.6")
def test_snow_blindness_is_played_in_the_movement_segment() -> None:
    state = storm("F1 infantry 4-3 0406")
    answers: Answers = {"MoveUnits": [units("F1")], ChoosePath: [March(way("0406 0405 0404"))]}
    assert play(state, movement_segment, [6], answers).of(SnowRolled)


# -- murat-charge


def reserve(*lines: str, step: Step = Step.DECLARATION, weather: str = "fair") -> TlnbState:
    """Heavy cavalry out of command, 6 hexes from its target; Murat 2 hexes behind."""
    state = position(
        WIDE,
        "FM leader 0308 rating:4 of:FC name:Murat",
        "F1 heavy 5-4 0308 of:FC",
        "A1 infantry 5-3 0302",
        *lines,
        step=step,
        weather=weather,
        command="",
        length=9,
    )
    state = bearing(state, "FM", "murat-charge")
    return ruled(state, "murat-charge", formations="FC FG", range=4, path=6, moved_mp=2, drm=-1)


def called(state: TlnbState) -> TlnbState:
    state.special = replace(state.special, great=state.count)
    state.forget()
    return state


@pytest.mark.rule("T34.6")
def test_murat_charge_is_called_once_a_game_when_charges_are_named() -> None:
    played = play(reserve(), declaration, [], {GreatCharge: [True], "DeclareCharge": [None]})
    assert played.of(GreatChargeCalled)
    again = played.state
    again.step, again.turn = Step.DECLARATION, 3
    assert not play(again, declaration).questions(GreatCharge)
    asked = GreatCharge(FRENCH, LeaderId("FM"))
    assert asked.marks(reserve()).ready == {"0308"}
    assert asked.hint(reserve()).startswith("The marked cavalry may ride 6 hexes")
    passed = play(reserve(), declaration, [], {GreatCharge: [False]})
    assert not passed.questions("DeclareCharge"), "out of command nobody charges otherwise"


@pytest.mark.rule("T34.6")
@each(
    "lines turn calls",
    (("F2 heavy 4-4 0606 of:FC",), 1, True),  # two stacks at 1:1 and 1:2
    ((), 1, False),
    ((), 8, True),  # of 9 turns
    (("A2 infantry 9-3 0302",), 8, False),  # 14 against 5
)
def test_murat_charge_is_called_by_who_has_no_idea_when_it_is_worth_it(
    lines: tuple[str, ...], turn: int, *, calls: bool
) -> None:
    state = reserve(*lines)
    state.turn = turn
    state.forget()
    asked = GreatCharge(FRENCH, LeaderId("FM"))
    assert asked.fallback(state, asked.options(state)) is calls


@pytest.mark.rule("T34.6")
def test_murat_charge_rides_6_hexes_out_of_command() -> None:
    state = called(reserve())
    ride = charges(state)[0]
    assert (ride.units, ride.target, len(ride.path)) == (units("F1"), "0302", 6)
    far = called(reserve("A2 infantry 5-3 0301"))
    assert {one.target for one in charges(far)} == {"0302"}
    assert not charges(reserve())


@pytest.mark.rule("T34.6")
@each(
    "line rides",
    ("F2 heavy 4-4 0406 of:FC", True),
    ("F2 light 4-4 0406 of:FG", True),
    ("F2 heavy 4-4 0406 of:FX", False),
    ("F2 heavy 4-4 0305 of:FC", True),  # 3 hexes from Murat
    ("F2 heavy 4-4 0803 of:FC", False),  # farther than 4
    ("F2 infantry 4-4 0406 of:FC", False),
)
def test_murat_charge_is_for_cavalry_of_two_formations_within_4_hexes(
    line: str, *, rides: bool
) -> None:
    assert (rider_refusal(called(reserve(line)), UnitId("F2")) is None) is rides


@pytest.mark.rule("T34.6")
@each("halves rides", (0, True), (4, True), (5, False))
def test_murat_charge_even_after_2_mp(halves: int, *, rides: bool) -> None:
    state = reserve()
    state.put_unit(replace(state.units[UnitId("F1")], spent=halves, moved=True))
    state.marks = replace(state.marks, stirred=frozenset(units("F1")))
    assert (rider_refusal(called(state), UnitId("F1")) is None) is rides


@pytest.mark.rule("T34.6")
def test_murat_charge_has_1_less_on_the_die_and_says_why() -> None:
    state = called(reserve())
    told = onset(state, charges(state)[0])
    assert [(m.words, m.by, m.rule) for m in told.modifiers] == [("The great charge", -1, "T34.6")]


def charged(state: TlnbState, *rides: Ride, die: int) -> TlnbState:
    state = called(state)
    state.step = Step.CHARGE
    state.fights = replace(state.fights, rides=rides)
    return play(state, charge_segment, [die]).state


RIDE = Ride(units("F1"), Hex("0302"), way("0308 0307 0306 0305 0304 0303"))


@pytest.mark.rule("T34.6")
def test_murat_charge_leaves_them_where_they_end() -> None:
    after = charged(reserve("A2 infantry 5-3 0302"), RIDE, die=6)  # 1:2, 5: Ae/0
    assert after.units[UnitId("F1")].hex == "0303"
    assert after.units[UnitId("F1")].reduced
    assert after.special.ridden == {"F1"}


@pytest.mark.rule("T34.6")
def test_murat_charge_lets_two_stacks_join_on_one_target() -> None:
    state = reserve("F2 heavy 4-4 0606 of:FC", "A2 battery 3-3 0302")
    other = Ride(units("F2"), Hex("0302"), way("0606 0505 0404 0403"))
    state = called(state)
    state.step = Step.CHARGE
    state.fights = replace(state.fights, rides=(RIDE, other))
    told = onset(state, RIDE)
    assert (told.charging, told.standing, told.column_name) == (9, 11, "1:2")
    played = play(state, charge_segment, [1])
    assert len(played.of("ChargeBegan")) == 2
    assert [e.column for e in played.of("ChargeResolved")] == ["1:2"]
    assert played.state.combat_units_in(Hex("0302"), ALLIED) == ()


@pytest.mark.rule("T34.6")
@each("count rests", (1, False), (3, True), (5, False))
def test_murat_charge_keeps_them_from_charging_on_the_next_turn(count: int, *, rests: bool) -> None:
    state = reserve()
    state.command = replace(state.command, units=frozenset(units("F1")))
    state.special = replace(state.special, great=1, ridden=frozenset(units("F1")))
    state.turn, state.player = (count + 1) // 2, (count + 1) % 2
    state.forget()
    refusal = rider_refusal(state, UnitId("F1"))
    assert refusal == (
        Refusal("F1 rode in the great charge, and rests now.", "T34.6") if rests else None
    )


@pytest.mark.rule("T34.6")
def test_murat_charge_is_not_bound_by_what_one_sees_in_snow() -> None:
    assert charges(called(reserve(weather="snow")))[0].path == RIDE.path


# -- evening-by-moonlight


@pytest.mark.rule("T34.6", "T22.8")
@each("turn is_ordered horse", (10, True, 3), (11, True, 4), (12, False, 3), (13, True, 3))
def test_evening_by_moonlight_marches_faster_under_orders(
    turn: int, is_ordered: bool, horse: int
) -> None:
    state = position(
        OPEN,
        "F1 heavy 4-3 0303",
        "F2 infantry 4-3 0404",
        step=Step.MOVEMENT,
        length=14,
        kind=TurnKind.NIGHT_PM,
    )
    state.turn = turn
    order = MarchOrder(FormationId("FI"), way("0303 0302"), Hex("0302"))
    state.marches = Marches({FormationId("FI"): order} if is_ordered else {})
    state = ruled(state, "evening-by-moonlight", first_turn=11, last_turn=12)
    assert allowance(state, UnitId("F1")) == 2 * horse
    assert allowance(state, UnitId("F2")) == 2 * (horse - 1)


# -- road-to-luckau


def road(line: str, turn: int = 5) -> TlnbState:
    state = position(
        OPEN,
        line,
        "A1 infantry 4-3 0707",
        step=Step.MOVEMENT,
        length=9,
        bases=("french:0101", "allied:0707"),
    )
    state.turn = turn
    return ruled(
        state, "road-to-luckau", formations="FI", at="0104", from_turn=5, vp_per_sp=1, most=8
    )


LEAVE = March(way("0104"), exits=True)


@pytest.mark.rule("T34.6")
def test_road_to_luckau_is_open_from_turn_5_to_units_in_supply() -> None:
    state = road("F1 infantry 5-3 0104")
    assert exit_refusal(state, units("F1"), LEAVE) is None
    assert exit_refusal(road("F1 infantry 5-3 0104", turn=4), units("F1"), LEAVE) == Refusal(
        "0104 is no exit of this side.", "T7.9"
    )
    state.supply = replace(state.supply, unsupplied=frozenset(units("F1")))
    state.battle = replace(state.battle, supply_sources={})
    state.holding = replace(state.holding, control={})
    state.forget()
    assert exit_refusal(state, units("F1"), LEAVE) == Refusal(
        "F1 is out of supply, and does not leave by this road.", "T34.6"
    )
    state.player = 1
    assert exit_refusal(state, units("A1"), LEAVE) is not None


@pytest.mark.rule("T34.6", "T23.1")
@each("sp vp", (5, 5), (8, 8), (9, 8))
def test_road_to_luckau_counts_1_vp_for_each_sp_8_at_most(sp: int, vp: int) -> None:
    answers: Answers = {"MoveUnits": [units("F1")], ChoosePath: [LEAVE]}
    played = play(road(f"F1 infantry {sp}-3 0104"), movement_segment, [], answers)
    assert [event.sp for event in played.of(UnitsDeparted)] == [sp]
    assert totals(played.state)[FRENCH] == vp
    assert ("The road to Luckau", "T34.6") in [
        (x.reason, x.rule) for x in score_lines(played.state)
    ]


@pytest.mark.rule("T34.6")
def test_road_to_luckau_counts_no_guns() -> None:
    answers: Answers = {"MoveUnits": [units("F1")], ChoosePath: [LEAVE]}
    played = play(road("F1 battery 5-3 0104"), movement_segment, [], answers)
    assert not played.of(UnitsDeparted)
    assert totals(played.state)[FRENCH] == 0


# -- crown-prince: VP


@pytest.mark.rule("T34.6", "T23.1")
def test_crown_prince_infantry_lost_counts_2_vp_a_sp() -> None:
    state = position(
        OPEN,
        "A1 infantry 5-3 uar of:AS",
        "A2 battery 3-3 uar of:AS",
        "A3 infantry 4-3 uar of:AP",
        "A4 infantry 4-3 0707",
        "F1 infantry 4-3 0101",
        length=9,
    )
    assert totals(state)[FRENCH] == 12
    state = ruled(state, "crown-prince", formations="AS", turn=10, vp_per_sp=2)
    assert totals(state)[FRENCH] == 17
    assert state.units[UnitId("A1")].box is Box.UAR
