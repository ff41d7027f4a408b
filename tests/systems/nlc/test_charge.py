"""Charges: declaring, ways and results (N10)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AdvanceMade,
    ChargeDeclared,
    ChargeResolved,
    FireResolved,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderMoved
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge, charge_segment
from hexwar.systems.nlc.rules.combat.charge_paths import (
    Charge,
    approach_paths,
    charge_distance,
    charge_path_refusal,
    charge_paths,
    may_cross,
)
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Pursuit
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.charges import A1, CLOSE, F1, F2, FAR, TARGET, of, ride
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- the Charge Segment: what may be declared, and the steps of one charge (N10.1, N10.13, N10.15)


FI = FormationId("FI")


def charging(*lines: str, **more: Any) -> GameState:
    """A position in the Charge Segment of FI."""
    more.setdefault("segment", Segment.CHARGE)
    return position(more.pop("rows", OPEN), *lines, active="FI", **more)


def question(formation: str = "FI") -> DeclareCharge:
    return DeclareCharge(FRENCH, FormationId(formation))


def reason(state: GameState, answer: Charge | None = None) -> Refusal:
    found = question().refusal(state, of() if answer is None else answer)
    assert found is not None
    return found


# -- what is listed


@pytest.mark.rule("N10.13")
def test_every_listed_charge_is_legal_and_the_end_comes_last() -> None:
    state = charging(F1, F2, A1, "A2 infantry 3-3 0505")
    options = question().options(state)
    assert options[-1] is None
    assert all(question().refusal(state, answer) is None for answer in options)
    charges = [answer for answer in options if answer is not None]
    assert {answer.target for answer in charges} == {"0403", "0505"}
    assert {answer.units for answer in charges if answer.target == "0403"} == {
        units("F1 F2"),
        units("F1"),
        units("F2"),
    }
    assert of("F1 F2") in options
    assert question().kind(options[0]) == "charge"
    assert question().kind(None) == "end"


@pytest.mark.rule("N10.13")
def test_each_hex_that_the_target_can_be_hit_from_is_listed_once() -> None:
    state = charging("F1 heavy 6-3 0405", A1)
    paths = [answer.path for answer in question().options(state) if answer is not None]
    assert sorted(path[-2] for path in paths) == ["0304", "0404", "0504"]
    assert paths[0] == hexes("0405 0404 0403")


@pytest.mark.rule("N10.13")
def test_without_cavalry_near_an_enemy_only_the_end_is_left() -> None:
    state = charging("F1 infantry 6-3 0404", "F2 heavy 3-3 0707", A1)
    assert question().options(state) == [None]
    assert question().is_forced(state, [None])


@pytest.mark.rule("N10.1", "N10.13")
def test_a_segment_lasts_until_it_is_ended() -> None:
    state = charging(F1, A1)
    ended = play(state, charge_segment, answers={DeclareCharge: [None]})
    assert ended.events == [SegmentEnded(Segment.CHARGE, Segment.ASSAULT)]
    ridden = play(state, charge_segment, [6, 1, 1, 1, 1], {DeclareCharge: [of()]})
    assert ridden.story[0] == "ChargeDeclared"
    assert ridden.state.activation is not None
    assert ridden.state.activation.segment is Segment.CHARGE


# -- who may charge


@pytest.mark.rule("N10.1", "N10.15", "N4.53", "N11.8", "N8.92")
@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("F1 infantry 6-3 0406", Refusal("F1 is no cavalry.", "N10.15")),
        ("F1 horse 6-3 0406", Refusal("F1 is no cavalry.", "N10.15")),
        ("F1 heavy 6-3 due", Refusal("F1 is not on the map.", "N10.13")),
        ("F1 heavy 6-3 0406 disrupted", Refusal("F1 is Disrupted.", "N11.8")),
        ("F1 heavy 6-3 0406 column", Refusal("F1 is in road column.", "N4.53")),
        ("F1 heavy 6-3 0406 charged", Refusal("F1 has charged already.", "N10.15")),
        (
            "F1 heavy 6-3 0406 done",
            Refusal("F1 has advanced and may not act again.", "N8.92"),
        ),
    ],
)
def test_who_may_not_charge(line: str, refusal: Refusal) -> None:
    state = charging(line, A1)
    assert reason(state) == refusal
    assert question().options(state) == [None]


@pytest.mark.rule("N10.32")
def test_cavalry_behind_a_square_does_not_charge() -> None:
    state = charging(F1, "F3 infantry 4-3 0406 square", A1)
    assert reason(state) == Refusal("F1 is kept behind a square.", "N10.32")


@pytest.mark.rule("N10.11", "N5.11")
@pytest.mark.parametrize(
    ("line", "legal"), [("6-3 0406 spent:6", True), ("6-3 0406 spent:7", False)]
)
def test_chargers_may_have_used_half_their_movement(line: str, legal: bool) -> None:
    state = charging(f"F1 heavy {line} moved", A1)  # MA 6: 12 half MP
    assert (question().refusal(state, of()) is None) is legal
    if not legal:
        assert reason(state) == Refusal("F1 has used more than half of its movement.", "N10.11")


@pytest.mark.rule("N10.11", "N5.11")
def test_half_of_an_odd_allowance_is_not_rounded() -> None:
    state = charging("F1 light 6-3-7 0406 spent:7 moved", A1)
    assert question().refusal(state, of()) is None


@pytest.mark.rule("N10.13", "N14.4")
def test_who_is_out_of_command_does_not_charge() -> None:
    state = charging(F1, A1, out="F1")
    assert reason(state) == Refusal("F1 is out of command.", "N14.4")


@pytest.mark.rule("N7.4")
def test_the_old_guard_charges_for_its_masters_only() -> None:
    state = charging("F1 heavy 6-4 0406 old_guard", A1)
    assert reason(state).rule == "N7.4"
    led = charging("F1 heavy 6-4 0406 old_guard", A1, "F9 leader 0407")
    assert question().refusal(led, of()) is None


@pytest.mark.rule("N17.2")
def test_nobody_charges_in_the_small_hours() -> None:
    state = charging(F1, A1, kind=TurnKind.NIGHT_AM)
    assert reason(state) == Refusal("Nobody charges in the Night AM turn.", "N17.2")
    assert question().options(state) == [None]


@pytest.mark.rule("N10.11", "N18")
def test_nobody_charges_in_mud() -> None:
    state = charging("F1 heavy 6-3 0404", A1, weather="mud")
    assert reason(state, of(path=CLOSE)) == Refusal("Cavalry cannot charge in mud.", "N10.11")
    assert question().options(state) == [None]


@pytest.mark.rule("N4.33", "N10.13")
def test_chargers_are_of_one_formation_and_one_hex() -> None:
    others = charging(F1, "F2 light 4-3 0406 of:FII", A1)
    assert reason(others, of("F1 F2")) == Refusal(
        "Only cavalry of the formation that acts may charge.", "N4.33"
    )
    together = charging(F1, "F2 light 4-3 0406 of:FII", A1, also="FII")
    assert reason(together, of("F1 F2")) == Refusal(
        "Units that charge together are of one formation.", "N10.13"
    )
    assert question().refusal(together, of("F2")) is None
    apart = charging(F1, "F2 light 4-3 0405", A1)
    assert reason(apart, of("F1 F2")) == Refusal(
        "Units that charge together start in one hex.", "N10.13"
    )


@pytest.mark.rule("N10.13")
@pytest.mark.parametrize("named", ["", "F1 F1"])
def test_each_charger_is_named_once(named: str) -> None:
    assert reason(charging(F1, A1), of(named)).rule == "N10.13"


# -- what may be charged


@pytest.mark.rule("N10.1")
@pytest.mark.parametrize("line", ["A1 train 0403", "F2 infantry 3-3 0403", "A1 leader 0403"])
def test_there_must_be_an_enemy_in_the_target_hex(line: str) -> None:
    assert reason(charging(F1, line)) == Refusal("There is no enemy combat unit in 0403.", "N10.1")


@pytest.mark.rule("N12.2")
def test_the_order_of_each_charger_must_allow_it() -> None:
    state = charging(F1, A1, orders="FI: march 0707")
    assert reason(state) == Refusal("A March order does not allow any charge.", "N12.2")
    assert question().options(state) == [None]


@pytest.mark.rule("N12.2", "N12.92")
def test_a_detached_division_charges_by_its_own_order() -> None:
    lines = ("F1 heavy 6-3 0406", "F2 heavy 4-3 0406 division:1st", A1)
    state = charging(*lines, orders="FI: march 0707; FI/1st: attack 0403")
    assert question().options(state) == [of("F2"), None]
    assert reason(state, of("F1 F2")).rule == "N12.2"


@pytest.mark.rule("N10.14")
def test_a_way_that_is_not_listed_is_legal_and_a_barred_one_is_not() -> None:
    state = charging("F1 heavy 6-3 0405", A1)
    round_about = of(path=hexes("0405 0305 0404 0403"))
    assert round_about not in question().options(state)
    assert question().refusal(state, round_about) is None
    assert reason(state, of(path=FAR)) == Refusal("The charge goes from 0405 to 0403.", "N10.14")
    wrong = Charge(units("F1"), TARGET, hexes("0405 0404"))
    assert reason(state, wrong) == Refusal("The charge goes from 0405 to 0403.", "N10.14")


@pytest.mark.rule("N10.15")
def test_a_hex_may_be_charged_by_several_stacks_in_turn() -> None:
    state = charging(F1, "F2 heavy 4-3 0503", "A1 infantry 5-3 0403 square")
    after = ride(state, [1, 1, 1]).state
    assert after.units[unit("F1")].charged
    assert question().refusal(after, Charge(units("F2"), TARGET, hexes("0503 0403"))) is None
    assert reason(after) == Refusal("F1 has charged already.", "N10.15")


@pytest.mark.rule("N4.53")
def test_cavalry_that_charged_may_not_assault() -> None:
    state = charging("F1 heavy 6-3 0404", "A1 infantry 5-3 0403 square")
    after = ride(state, [1, 1, 1], path=CLOSE).state
    refusal = assaulter_refusal(after, FI, unit("F1"))
    assert refusal is not None
    assert refusal.rule == "N4.53"


# -- the steps of a charge


@pytest.mark.rule("N10.13")
def test_the_steps_of_a_charge_on_infantry() -> None:
    # square: a 5 fails; 12 SP in column 11-14: a 1 is M; 3 SP: a 1 is nothing; morale 3: a 1
    # passes; the check after the charge
    played = ride(charging(F1, A1), [5, 1, 1, 1, 1])
    assert played.story == [
        "ChargeDeclared",
        "MoraleRolled",
        "FireResolved",
        "FireResolved",
        "MoraleRolled",
        "MoraleRolled",
        "ChargeResolved",
    ]
    assert [event.purpose for event in played.of(MoraleRolled)] == [
        "square",
        "retreat",
        "aftermath",
    ]
    assert played.events[0] == ChargeDeclared(units("F1"), TARGET, FAR)
    assert played.of(ChargeResolved) == [ChargeResolved(units("F1"), TARGET, "charge held")]
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N10.13", "N8.6")
def test_both_dice_fall_before_either_is_read() -> None:
    played = ride(charging(F1, "A1 infantry 5-3 0403 square"), [1, 1, 1])
    dice = [asked.about() for asked, _ in played.asked if asked.side == "chance"]
    assert dice == [
        "die for chargers' fire",
        "die for fire at the chargers",
        "die for morale after the charge",
    ]
    assert played.of(FireResolved) == [
        FireResolved(FRENCH, units("F1"), TARGET, 3, 1, 1, 0, "-"),
        FireResolved(ALLIED, units("A1"), Hex("0406"), 5, 2, 1, 1, "-"),
    ]


@pytest.mark.rule("N10.13", "N10.32")
def test_the_target_of_a_charge_is_asked_for_its_square() -> None:
    played = ride(charging(F1, A1), [1, 1, 1, 1], {ChooseFormSquare: [False]})
    asked = played.questions(ChooseFormSquare)
    assert [one.side for one in asked] == [ALLIED]
    assert played.of(FireResolved)[0].strength == 12


@pytest.mark.rule("N10.13", "N10.2", "N10.21")
def test_a_reaction_charge_comes_before_everything_else() -> None:
    state = charging(F1, A1, "A2 light 4-3 0504")
    reaction = Reaction(units("A2"), hexes("0504 0404"))
    # the reactors pass; 8 SP (heavy on light) in column 8-10: a 1 is nothing; 4 SP: a 1 is nothing
    played = ride(state, [1, 1, 1], {ChooseReactionCharge: [reaction]})
    assert played.result is ChargeOutcome.MET
    assert played.of(ChargeResolved)[0].outcome == "charge broken off"
    assert not played.questions(ChooseFormSquare)
    assert all(played.state.units[unit(name)].disrupted for name in ("F1", "A2"))


@pytest.mark.rule("N10.21", "N10.5")
def test_chargers_who_beat_a_reaction_charge_go_on_weaker() -> None:
    state = charging(F1, A1, "A2 light 4-3 0504")
    reaction = Reaction(units("A2"), hexes("0504 0404"))
    # reaction: passes; the chargers' 3 is M, the reactors' 1 nothing; a 6 fails; then the square
    # fails, 175 % of 6 SP
    dice = [1, 3, 1, 6, 5, 1, 1, 1, 1]
    played = ride(state, dice, {ChooseReactionCharge: [reaction]})
    last = [event for event in played.of(FireResolved) if event.side == FRENCH][-1]
    assert last.strength == 11  # 10 1/2
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N10.21", "N10.24")
def test_a_target_that_met_the_chargers_and_lost_leaves_its_hex_to_them() -> None:
    state = charging(F1, "A1 light 4-3 0403")
    # it awaits them; the chargers' 3 is M; a 5 fails by one; the chargers enter its hex
    dice = [1, 3, 1, 5, 1]
    played = ride(state, dice, {ChooseReactionCharge: [Reaction(units("A1"), hexes("0403"))]})
    assert played.result is ChargeOutcome.GONE
    assert played.state.units[unit("F1")].hex == TARGET
    assert played.state.units[unit("A1")].hex != TARGET


@pytest.mark.rule("N10.13", "N10.41")
def test_a_target_that_evades_leaves_its_hex_to_the_chargers() -> None:
    state = charging(F1, "A1 light 4-3 0403", orders="AI: probe 0707")
    played = ride(state, [1, 1], {ChooseEvasion: [True]})
    assert played.result is ChargeOutcome.GONE
    assert not played.of(FireResolved)
    assert played.state.units[unit("F1")].hex == TARGET
    assert [event.purpose for event in played.of(MoraleRolled)] == ["evasion", "aftermath"]


@pytest.mark.rule("N5.32")
def test_who_was_charged_in_road_column_leaves_it() -> None:
    state = charging(F1, "A1 infantry 5-3 0403 column")
    played = ride(state, [1, 1, 1], {ChooseFormSquare: [False]})
    assert played.of(ColumnLeft) == [ColumnLeft(unit("A1"))]


@pytest.mark.rule("N12.28", "N10.3")
def test_a_charge_is_written_down_for_its_supporters_and_is_no_assault() -> None:
    state = charging(F1, A1)
    after = ride(state, [5, 1, 1, 1, 1]).state
    assert after.assaults.struck[FI] == ((1, TARGET),)
    assert not after.units[unit("A1")].attacked


# -- the ways of a charge (N10.11, N10.14)


START = Hex("0406")


def column(*letters: str) -> str:
    """A map of one column, from 0101 down: there is one way only."""
    return "\n".join(letters)


def ways(state: GameState, start: str = "0104", target: str = "0101", longest: int = 3) -> Any:
    return charge_paths(state, Hex(start), Hex(target), longest)


def reason_charge_paths(state: GameState, path: str, longest: int = 3) -> Refusal:
    found = charge_path_refusal(state, hexes(path), longest)
    assert found is not None
    return found


# -- distance


@pytest.mark.rule("N10.11", "N10.14")
def test_a_charge_is_three_hexes_long_at_most() -> None:
    state = position(OPEN, F1, A1)
    assert charge_distance(state) == 3
    assert charge_paths(state, START, TARGET, 3) == [FAR]
    assert charge_path_refusal(state, FAR, 3) is None
    assert charge_paths(state, Hex("0407"), TARGET, 3) == []
    too_far = reason_charge_paths(state, "0407 0406 0405 0404 0403")
    assert too_far == Refusal("A charge is at most 3 hexes long.", "N10.14")


@pytest.mark.rule("N10.14")
def test_every_way_that_crosses_two_hexes_at_most_is_legal_the_shortest_first() -> None:
    state = position(OPEN, "F1 heavy 6-3 0405", A1)
    found = charge_paths(state, Hex("0405"), TARGET, 3)
    assert found[0] == hexes("0405 0404 0403")
    assert set(found) == {
        hexes("0405 0404 0403"),
        hexes("0405 0305 0304 0403"),
        hexes("0405 0305 0404 0403"),
        hexes("0405 0404 0304 0403"),
        hexes("0405 0404 0504 0403"),
        hexes("0405 0505 0404 0403"),
        hexes("0405 0505 0504 0403"),
    }
    assert all(charge_path_refusal(state, path, 3) is None for path in found)
    adjacent = charge_paths(state, Hex("0404"), TARGET, 3)
    assert adjacent[0] == hexes("0404 0403")
    assert {path[-2] for path in adjacent} == set(hexes("0404 0304 0504 0303 0503"))


@pytest.mark.rule("N10.11", "N10.15", "N17.4")
@pytest.mark.parametrize(
    ("weather", "kind", "hexes_"),
    [
        ("fair", TurnKind.DAY, 3),
        ("frost", TurnKind.DAY, 3),
        ("rain", TurnKind.DAY, 2),
        ("fog", TurnKind.DAY, 2),
        ("snow", TurnKind.DAY, 2),
        ("snowstorm", TurnKind.DAY, 2),
        ("fair", TurnKind.NIGHT_PM, 2),
        ("mud", TurnKind.DAY, 0),
    ],
)
def test_who_sees_only_the_next_hex_charges_over_two(
    weather: str, kind: TurnKind, hexes_: int
) -> None:
    assert charge_distance(position(OPEN, F1, A1, weather=weather, kind=kind)) == hexes_


@pytest.mark.rule("N10.11", "N18")
def test_nobody_charges_in_the_mud() -> None:
    state = position(OPEN, F1, A1, weather="mud")
    assert charge_paths(state, Hex("0404"), TARGET, charge_distance(state)) == []
    assert reason_charge_paths(state, "0404 0403", 0) == Refusal(
        "Cavalry cannot charge in mud.", "N10.11"
    )


@pytest.mark.rule("N10.15")
def test_at_night_a_charge_of_two_hexes_needs_no_more_light() -> None:
    state = position(OPEN, F1, A1, kind=TurnKind.NIGHT_PM)
    assert charge_paths(state, Hex("0405"), TARGET, charge_distance(state)) == [
        hexes("0405 0404 0403")
    ]


# -- what lies on the way


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(("letter", "crossed"), [(".", 1), ("w", 0), ("m", 0), ("t", 0), ("c", 0)])
def test_only_clear_hexes_are_crossed(letter: str, crossed: int) -> None:
    state = position(column(".", letter, "."))
    way = [hexes("0103 0102 0101")] if crossed else []
    assert approach_paths(state, Hex("0103"), Hex("0101"), 3) == way


@pytest.mark.rule("N10.14")
def test_the_reason_names_the_ground() -> None:
    state = position(column(".", ".", "m", "."))
    assert reason_charge_paths(state, "0104 0103 0102 0101") == Refusal(
        "A charge does not go through the marsh in 0103.", "N10.14"
    )


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(("words", "legal"), [("roads", True), ("trails", False)])
def test_a_town_is_crossed_where_it_lies_on_a_road(words: str, legal: bool) -> None:
    more: Any = {words: ["0103 0102 0101"]}
    state = position(column(".", "t", "."), **more)
    assert may_cross(state, Hex("0103"), Hex("0102")) is legal


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(
    ("water", "first", "last"),
    [
        ("rivers", False, False),
        ("bridges", False, False),
        ("fords", False, False),
        ("pontoons", False, False),
        ("streams", False, True),
        ("trestles", True, True),
    ],
)
def test_water_on_the_way_and_before_the_target(water: str, first: bool, last: bool) -> None:
    more: Any = {water: ["0103-0102"]}
    on_the_way = position(column(".", ".", "."), **more)
    assert bool(ways(on_the_way, "0103")) is first
    more = {water: ["0102-0101"]}
    at_the_end = position(column(".", ".", "."), **more)
    assert bool(ways(at_the_end, "0103")) is last
    assert (charge_path_refusal(at_the_end, hexes("0103 0102 0101"), 3) is None) is last


@pytest.mark.rule("N8.51", "N10.11")
def test_no_charge_over_a_bridge_and_the_reason_says_so() -> None:
    state = position(column(".", "."), bridges=["0102-0101"])
    assert reason_charge_paths(state, "0102 0101") == Refusal(
        "A charge does not hit over the bridge from 0102 to 0101.", "N8.51"
    )
    behind = position(column(".", ".", "."), bridges=["0103-0102"])
    assert reason_charge_paths(behind, "0103 0102 0101") == Refusal(
        "A charge does not cross the bridge from 0103 to 0102.", "N10.14"
    )


@pytest.mark.rule("N5.71", "N10.14")
def test_a_damaged_trestle_is_a_mere_stream() -> None:
    state = position(column(".", ".", "."), trestles=["0103-0102"], damaged=["0103-0102"])
    assert ways(state, "0103") == []


@pytest.mark.rule("N10.11", "N10.14")
@pytest.mark.parametrize("who", ["F2 infantry 1-3 0102", "A2 infantry 1-3 0102"])
def test_units_of_either_side_bar_the_way(who: str) -> None:
    state = position(column(".", ".", "."), who)
    assert ways(state, "0103") == []
    assert reason_charge_paths(state, "0103 0102 0101") == Refusal(
        "A charge does not go through 0102: units stand there.", "N10.14"
    )


@pytest.mark.rule("N10.14")
def test_a_tail_bars_the_way_and_trains_and_leaders_do_not() -> None:
    tailed = position(". .\n. .\n. .", "A2 infantry 9-3 0202 tail:0102")
    assert not may_cross(tailed, Hex("0103"), Hex("0102"))
    free = position(column(".", ".", "."), "A2 train 0102", "A3 leader 0102")
    assert may_cross(free, Hex("0103"), Hex("0102"))


@pytest.mark.rule("N10.14")
def test_an_enemy_zone_does_not_stop_a_charge() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 5-3 0505", "A3 infantry 5-3 0305")
    assert charge_paths(state, START, TARGET, 3) == [FAR]


# -- the target


@pytest.mark.rule("N10.11")
def test_no_charge_into_a_chateau() -> None:
    state = position(column("c", "."))
    assert ways(state, "0102") == []
    assert reason_charge_paths(state, "0102 0101") == Refusal(
        "Cavalry cannot charge into the chateau in 0101.", "N10.11"
    )


@pytest.mark.rule("N10.11")
def test_no_charge_on_an_improved_position() -> None:
    state = position(column(".", "."), positions=["0101"])
    assert ways(state, "0102") == []
    assert reason_charge_paths(state, "0102 0101") == Refusal(
        "Cavalry cannot charge the improved position in 0101.", "N10.11"
    )


@pytest.mark.rule("N10.14", "N19.2")
def test_the_chargers_must_see_their_target() -> None:
    rows = ". . .\n. . .\n. w .\n. . .\n. . ."
    state = position(rows)
    assert charge_paths(state, Hex("0204"), Hex("0202"), 3) == []
    assert approach_paths(state, Hex("0204"), Hex("0202"), 3)
    assert reason_charge_paths(state, "0204 0104 0103 0202") == Refusal(
        "There is no line of sight from 0204 to 0202.", "N10.14"
    )


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize("path", ["0403", "0404 0404", "0404 0405 0404 0403", "0404 9999"])
def test_a_path_goes_from_hex_to_hex_each_once(path: str) -> None:
    assert reason_charge_paths(position(OPEN), path).rule == "N10.14"


@pytest.mark.rule("N10.14")
def test_a_path_has_no_gaps() -> None:
    state = position(OPEN)
    assert reason_charge_paths(state, "0406 0404 0403").sentence == "0404 is not next to 0406."
    assert reason_charge_paths(state, "0406 0405 0403").sentence == "0403 is not next to 0405."


@pytest.mark.rule("N10.14")
def test_there_is_no_way_from_a_hex_to_itself() -> None:
    assert approach_paths(position(OPEN), TARGET, TARGET, 3) == []


def test_a_charge_knows_its_start_and_the_hex_that_it_hits_from() -> None:
    assert (of().start, of().last, of().target) == ("0406", "0404", "0403")
    assert of(path=hexes("0404 0403")).last == "0404"


# -- what a charge brings about, in its order (N10.6, N10.61, N10.7)


SQUARE = "A1 infantry 5-3 0403 square"
NO_SQUARE: Answers = {ChooseFormSquare: [False]}

# 6 SP in square meet 3 SP, column 3-4: 1-3 nothing, 4-6 M.
# 6 SP on infantry caught are 12, column 11-14: 1-3 M, 4 M1, 5-6 a step and M.
# 5 SP of a square, column 5-7, one added: 1 nothing, 2-4 M, 5 M1, 6 M1; of infantry caught 3,
# column 3-4: 1-3 nothing, 4-6 M.


def charging_charge_results(*lines: str, **more: Any) -> GameState:
    return position(more.pop("rows", OPEN), *lines, active="FI", **more)


def checks(played: Any) -> list[tuple[str, int]]:
    """Each morale check: what for, and the morale with all its modifiers."""
    return [(event.purpose, event.value) for event in played.of(MoraleRolled)]


def is_disrupted(played: Any, name: str) -> bool:
    return bool(played.state.units[unit(name)].disrupted)


# -- the target's check


@pytest.mark.rule("N10.6")
def test_a_square_that_stands_sends_the_chargers_back() -> None:
    played = ride(charging_charge_results(F1, SQUARE), [4, 1, 4, 1])
    assert checks(played) == [("retreat", 4), ("aftermath", 4)]
    assert played.result is ChargeOutcome.HELD
    assert played.state.units[unit("F1")].hex == "0406"
    assert played.state.units[unit("A1")].hex == TARGET


@pytest.mark.rule("N10.6", "N8.9")
def test_a_square_that_fails_by_one_retreats() -> None:
    played = ride(charging_charge_results(F1, SQUARE), [4, 1, 5, 1], {ChooseAdvance: [None]})
    assert played.result is ChargeOutcome.TARGET_RETREATS
    began = played.of(RetreatBegan)[0]
    assert (began.hexes, began.rout) == (2, False)
    assert not played.of(StepLost)
    assert not played.state.units[unit("A1")].square


@pytest.mark.rule("N10.6")
def test_infantry_out_of_square_routs_whenever_it_fails() -> None:
    # morale 4, caught 3; a 4 fails by one
    answers: Answers = {ChooseFormSquare: [False], ChooseAdvance: [None]}
    played = ride(charging_charge_results(F1, A1), [1, 1, 4, 1], answers)
    assert checks(played)[0] == ("retreat", 3)
    assert played.result is ChargeOutcome.TARGET_ROUTS
    began = played.of(RetreatBegan)[0]
    assert (began.hexes, began.rout) == (3, True)
    assert played.of(StepLost) == [StepLost(unit("A1"), 2, "rout")]


@pytest.mark.rule("N10.42")
def test_artillery_alone_routs_whenever_it_fails() -> None:
    # two batteries, morale 4, caught 3; the rout costs one of them
    lines = ("A1 battery 3-3 0403", "A2 battery 2-3 0403")
    played = ride(
        charging_charge_results(F1, *lines, orders="AI: general retreat 0401"), [1, 1, 4, 1]
    )
    assert played.result is ChargeOutcome.TARGET_ROUTS
    assert [event.unit for event in played.of(UnitEliminated)] == ["A1"]


@pytest.mark.rule("N10.42")
@pytest.mark.parametrize(
    ("initiative", "outcome", "length"),
    [(3, ChargeOutcome.TARGET_RETREATS, 3), (2, ChargeOutcome.TARGET_ROUTS, 4)],
)
def test_cavalry_at_the_halt_routs_by_margin_only(
    initiative: int, outcome: ChargeOutcome, length: int
) -> None:
    rows = "\n".join([OPEN, OPEN])
    state = charging_charge_results("F1 light 6-3 0412", f"A1 light 4-{initiative} 0409", rows=rows)
    path = hexes("0412 0411 0410 0409")
    played = ride(state, [3, 1, 6, 1], {ChooseAdvance: [None]}, path=path)
    assert checks(played)[0] == ("retreat", initiative + 1)
    assert played.result is outcome
    assert played.of(RetreatBegan)[0].hexes == length


@pytest.mark.rule("N10.6", "N8.8")
def test_a_target_that_is_not_hit_does_not_check() -> None:
    played = ride(charging_charge_results(F1, SQUARE), [3, 1, 1])
    assert checks(played) == [("aftermath", 4)]
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N8.8", "N10.3")
def test_a_shaken_result_makes_the_check_harder() -> None:
    played = ride(charging_charge_results(F1, A1), [4, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", 2)  # 4, caught, shaken


@pytest.mark.rule("N8.7", "N2.32")
def test_a_flank_charge_makes_the_check_harder() -> None:
    state = charging_charge_results(F1, A1, "F3 infantry 2-3 0402")
    played = ride(state, [1, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", 1)  # 4, caught, flank


@pytest.mark.rule("N2.44")
def test_russian_infantry_defends_against_a_charge() -> None:
    played = ride(
        charging_charge_results(F1, "A1 infantry 5-3 0403 russian"), [1, 1, 1, 1], NO_SQUARE
    )
    assert checks(played)[0] == ("retreat", 4)  # 4, Russian, caught


@pytest.mark.rule("N2.32", "N10.6")
def test_the_rows_of_an_assault_do_not_count() -> None:
    # no town, no woods, no weight of fire, no artillery: those are of assaults
    rows = OPEN.splitlines()
    rows[2] = ".  .  .  w  .  .  ."
    state = charging_charge_results(
        "F1 heavy 16-3 0404", "A1 infantry 5-3 0403", rows="\n".join(rows)
    )
    played = ride(state, [4, 1, 4, 1], path=hexes("0404 0403"))  # 4 SP
    assert checks(played)[0] == ("retreat", 4)


@pytest.mark.rule("N10.6", "N11.13")
def test_the_target_retreats_from_the_hex_that_was_hit_from() -> None:
    state = charging_charge_results("F1 heavy 6-3 0404", SQUARE)
    path = hexes("0404 0304 0403")
    played = ride(state, [4, 1, 5, 1], {ChooseAdvance: [None]}, path=path)
    end = played.state.units[unit("A1")].hex
    assert end is not None
    assert state.battle.battlefield.grid.distance(end, Hex("0304")) == 3


# -- losses


@pytest.mark.rule("N11.5", "N10.61")
def test_losses_fall_on_the_arm_that_was_charged() -> None:
    state = charging_charge_results(F1, "A1 infantry 3-3 0403", "A2 light 6-3 0403")
    played = ride(state, [5, 1, 1, 1], NO_SQUARE)
    assert [event.unit for event in played.of(StepLost)] == ["A1"]


@pytest.mark.rule("N10.13", "N11.5")
def test_only_those_who_charge_are_hit() -> None:
    state = charging_charge_results(
        "F1 heavy 6-3 0406", "F2 heavy 4-3 0406", "A1 infantry 9-3 0403 square"
    )
    played = ride(state, [1, 5, 1, 1], named="F2")  # column 8-10, 6: a step
    assert [event.unit for event in played.of(StepLost)] == ["F2"]
    assert not played.state.units[unit("F1")].charged


@pytest.mark.rule("N10.6")
def test_a_target_that_is_destroyed_leaves_its_hex() -> None:
    state = charging_charge_results(F1, "A1 infantry 2-3 0403 reduced")
    played = ride(state, [5, 1, 1], NO_SQUARE)
    assert played.result is ChargeOutcome.TARGET_ELIMINATED
    assert played.state.units[unit("F1")].hex == TARGET
    assert not played.questions(DeclarePursuit)


# -- the chargers' check


@pytest.mark.rule("N10.61")
def test_chargers_who_fail_are_back_where_they_started_disrupted() -> None:
    # square 5 SP, die 2 and one: M; morale 4, a 5 fails; nothing is left to check afterwards
    played = ride(charging_charge_results(F1, SQUARE), [1, 2, 5])
    assert checks(played) == [("retreat", 4)]
    assert played.result is ChargeOutcome.CHARGERS_REPULSED
    assert played.state.units[unit("F1")].hex == "0406"
    assert is_disrupted(played, "F1")


@pytest.mark.rule("N10.61", "N11.2")
def test_chargers_who_rout_go_on_and_lose_a_step() -> None:
    played = ride(charging_charge_results("F1 heavy 6-2 0406", SQUARE), [1, 2, 6])
    assert played.result is ChargeOutcome.CHARGERS_ROUT
    assert played.of(StepLost) == [StepLost(unit("F1"), 3, "rout")]
    assert played.of(RetreatBegan)[0].hexes == 2
    assert is_disrupted(played, "F1")
    assert len(played.questions(ChooseRetreatPath)) == 1


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_check_after_a_target_that_stayed() -> None:
    played = ride(charging_charge_results(F1, SQUARE), [4, 2, 1, 1, 1])
    assert [event.units for event in played.of(MoraleRolled)] == [
        units("A1"),
        units("F1"),
        units("F1"),
    ]
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_who_lost_no_step_do_not_check_when_the_target_is_gone() -> None:
    played = ride(charging_charge_results(F1, SQUARE), [4, 2, 5, 1], {ChooseAdvance: [None]})
    assert checks(played) == [("retreat", 4), ("aftermath", 4)]


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_who_lost_a_step_check_before_they_enter_the_emptied_hex() -> None:
    # square 9 SP, column 8-10: a 5 and one is a step; the target fails by one
    state = charging_charge_results(F1, "A1 infantry 9-3 0403 square")
    beaten = ride(state, [4, 5, 5, 4])  # reduced, 3: a 4 fails
    assert checks(beaten) == [("retreat", 4), ("retreat", 3)]
    assert beaten.result is ChargeOutcome.TARGET_RETREATS
    assert not beaten.questions(ChooseAdvance)
    assert beaten.state.units[unit("F1")].hex == "0406"
    assert is_disrupted(beaten, "F1")
    passed = ride(state, [4, 5, 5, 3, 1])
    assert passed.state.units[unit("F1")].hex == TARGET


@pytest.mark.rule("N10.6")
def test_chargers_who_are_destroyed() -> None:
    state = charging_charge_results("F1 heavy 6-3 0406 reduced", "A1 infantry 9-3 0403 square")
    played = ride(state, [1, 5])
    assert played.result is ChargeOutcome.CHARGERS_ELIMINATED
    assert played.of(ChargeResolved)[0].outcome == "chargers eliminated"


@pytest.mark.rule("N10.15", "N14.7")
def test_a_leader_who_rode_with_chargers_that_are_destroyed_may_be_captured() -> None:
    state = charging_charge_results(
        "F1 heavy 6-3 0406 reduced", "F8 leader 0406", "A1 infantry 9-3 0403 square"
    )
    played = ride(state, [1, 5, 1])
    assert [event.leader for event in played.of(LeaderCaptured)] == [LeaderId("F8")]


# -- after a charge that was won


@pytest.mark.rule("N8.11", "N8.92", "N10.6")
def test_the_chargers_may_enter_the_emptied_hex() -> None:
    lines = (F1, F2, "F8 leader 0406", SQUARE, "A3 train 0403")
    played = ride(charging_charge_results(*lines), [4, 1, 5, 1], named="F1 F2")
    assert played.of(AdvanceMade) == [AdvanceMade(units("F1 F2"), TARGET)]
    assert played.of(LeaderMoved)[0].leader == "F8"
    assert [event.train for event in played.of(TrainDestroyed)] == ["A3"]
    stayed = ride(
        charging_charge_results(*lines), [4, 1, 5, 1], {ChooseAdvance: [None]}, named="F1 F2"
    )
    assert stayed.state.units[unit("F1")].hex == "0406"


@pytest.mark.rule("N11.7", "N10.7")
def test_chargers_who_entered_pursue_and_check_once_when_all_is_over() -> None:
    state, dice = charging_charge_results(F1, A1), [1, 1, 4]
    stayed = ride(state, [*dice, 1], NO_SQUARE)
    fugitives = stayed.state.units[unit("A1")].hex
    assert fugitives is not None
    assert [question.fugitives for question in stayed.questions(DeclarePursuit)] == [units("A1")]
    pursuit = Pursuit(units("F1"), fugitives, first_way(stayed.state, fugitives))
    answers: Answers = {ChooseFormSquare: [False], DeclarePursuit: [pursuit]}
    played = ride(state, [*dice, 1, 1, 1], answers)
    assert [purpose for purpose, _ in checks(played)] == ["retreat", "pursuit", "aftermath"]


@pytest.mark.rule("N11.7", "N10.7")
def test_chargers_who_stayed_pursue_from_where_they_hit_and_check_once() -> None:
    state, dice = charging_charge_results(F1, A1), [1, 1, 4]
    stay: Answers = {ChooseFormSquare: [False], ChooseAdvance: [None]}
    stayed = ride(state, [*dice, 1], stay)
    question = stayed.questions(DeclarePursuit)[0]
    assert [(riders.units, riders.hex) for riders in question.riders] == [(units("F1"), "0404")]
    fugitives = stayed.state.units[unit("A1")].hex
    assert fugitives is not None
    way = ("0404", *first_way(stayed.state, fugitives))
    pursuit = Pursuit(units("F1"), fugitives, tuple(Hex(hex_) for hex_ in way))
    answers: Answers = {**stay, DeclarePursuit: [pursuit]}
    played = ride(state, [*dice, 1, 1, 1], answers)
    assert [purpose for purpose, _ in checks(played)] == ["retreat", "pursuit", "aftermath"]


def first_way(state: GameState, fugitives: Hex) -> tuple[Hex, ...]:
    """A straight way from 0403 to a hex next to the fugitives."""
    grid = state.battle.battlefield.grid
    path = [TARGET]
    while not grid.is_adjacent(path[-1], fugitives):
        path.append(min(grid.neighbours[path[-1]], key=lambda h: grid.distance(h, fugitives)))
    return tuple(path)


@pytest.mark.rule("N11.7", "N10.61")
def test_others_may_pursue_when_the_chargers_are_in_disorder() -> None:
    lines = (F1, "A1 infantry 9-3 0403 square", "F3 light 4-3 0503")
    beaten = ride(charging_charge_results(*lines), [4, 5, 5, 4])  # they lose a step, and a 4 fails
    assert is_disrupted(beaten, "F1")
    question = beaten.questions(DeclarePursuit)[0]
    assert [riders.units for riders in question.riders] == [units("F3")]


# -- N10.7


@pytest.mark.rule("N10.7")
@pytest.mark.parametrize(("die", "disrupted"), [(4, False), (5, True), (6, True)])
def test_cavalry_that_charged_is_disrupted_unless_it_passes(die: int, disrupted: bool) -> None:
    played = ride(charging_charge_results(F1, SQUARE), [1, 1, die])
    assert is_disrupted(played, "F1") is disrupted
    assert played.of(UnitDisrupted) == ([UnitDisrupted(unit("F1"))] if disrupted else [])


@pytest.mark.rule("N10.7")
def test_those_who_entered_and_those_who_stayed_check_apart() -> None:
    answers: Answers = {ChooseAdvance: [units("F2")]}
    played = ride(charging_charge_results(F1, F2, SQUARE), [4, 1, 5, 1, 6], answers, named="F1 F2")
    assert [event.units for event in played.of(MoraleRolled)][1:] == [units("F1"), units("F2")]
    assert not is_disrupted(played, "F1")
    assert is_disrupted(played, "F2")
