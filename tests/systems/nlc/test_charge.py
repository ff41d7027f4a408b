"""The Charge Segment: what may be declared, and the steps of one charge (N10.1, N10.13, N10.15)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import ChargeDeclared, ChargeResolved, FireResolved
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge, charge_segment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.charges import A1, CLOSE, F1, F2, FAR, TARGET, of, ride
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, unit, units

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
