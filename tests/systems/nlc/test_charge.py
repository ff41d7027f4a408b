"""Charges: declaring, ways and results (N10)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat, losses
from hexwar.systems.nlc.events.movement import ColumnLeft
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
from hexwar.systems.nlc.rules.combat.reaction import Reaction
from hexwar.systems.nlc.rules.losses.pursuit import Pursuit
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import case, each, rule_of, told
from tests.systems.nlc.charges import A1, CLOSE, F1, F2, FAR, TARGET, of, ride
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# -- the Charge Segment: what may be declared, and the steps of one charge (N10.1, N10.13, N10.15)


FI = FormationId("FI")
ASKED = DeclareCharge(FRENCH, FI)
NO_SQUARE: Answers = {"ChooseFormSquare": [False]}
STAY: Answers = {"ChooseAdvance": [None]}


def charging(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """A position in the Charge Segment of FI."""
    return position(rows, *lines, active="FI", segment=Segment.CHARGE, **more)


def reason(state: GameState, answer: Charge | None = None) -> Refusal | None:
    return ASKED.refusal(state, answer or of())


@pytest.mark.rule("N10.13")
def test_every_listed_charge_is_legal_and_the_end_comes_last() -> None:
    state = charging(F1, F2, A1, "A2 infantry 3-3 0505")
    options = ASKED.options(state)
    assert options[-1] is None
    assert all(ASKED.refusal(state, answer) is None for answer in options)
    charges = [answer for answer in options if answer is not None]
    assert {answer.target for answer in charges} == {"0403", "0505"}
    named = {answer.units for answer in charges if answer.target == "0403"}
    assert named == {units("F1 F2"), units("F1"), units("F2")}
    assert of("F1 F2") in options
    assert (ASKED.kind(options[0]), ASKED.kind(None)) == ("charge", "end")
    # each hex that the target can be hit from is listed once
    near = ASKED.options(charging("F1 heavy 6-3 0405", A1))
    paths = [answer.path for answer in near if answer is not None]
    assert sorted(path[-2] for path in paths) == ["0304", "0404", "0504"]
    assert paths[0] == hexes("0405 0404 0403")
    far = charging("F1 infantry 6-3 0404", "F2 heavy 3-3 0707", A1)
    assert ASKED.options(far) == [None]
    assert ASKED.is_forced(far, [None])


OLD_GUARD = "F1 heavy 6-4 0406 old_guard"
OTHERS = "F2 light 4-3 0406 of:FII"


NO_CHARGE = f"""
infantry: F1 infantry 6-3 0406, {A1} | - | F1 is no cavalry. | N10.15
horse artillery: F1 horse 6-3 0406, {A1} | - | F1 is no cavalry. | N10.15
off the map: F1 heavy 6-3 due, {A1} | - | F1 is not on the map. | N10.13
Disrupted: {F1} disrupted, {A1} | - | F1 is Disrupted. | N11.8
in column: {F1} column, {A1} | - | F1 is in road column. | N4.53
charged: {F1} charged, {A1} | - | F1 has charged already. | N10.15
done: {F1} done, {A1} | - | F1 has advanced and may not act again. | N8.92
7 of 12 half MP: {F1} spent:7 moved, {A1} | - | F1 has used more than half of its movement. | N10.11
behind a square: {F1}, F3 infantry 4-3 0406 square, {A1} | - | F1 is kept behind a square. | N10.32
out of command: {F1}, {A1} | out=F1 | F1 is out of command. | N14.4
in the small hours: {F1}, {A1} | kind=Night AM | Nobody charges in the Night AM turn. | N17.2
under a March: {F1}, {A1} | orders=FI: march 0707
    | A March order does not allow any charge. | N12.2
at a train: {F1}, A1 train 0403 | - | There is no enemy combat unit in 0403. | N10.1
at a friend: {F1}, F2 infantry 3-3 0403 | - | There is no enemy combat unit in 0403. | N10.1
at a leader: {F1}, A1 leader 0403 | - | There is no enemy combat unit in 0403. | N10.1
"""


@pytest.mark.rule(
    *("N10.1", "N10.11", "N10.13", "N10.15", "N10.32", "N4.53", "N8.92", "N11.8", "N12.2"),
    *("N14.4", "N17.2"),
)
@each("lines more words rule", *told(NO_CHARGE))
def test_who_may_not_charge(lines: str, more: str, words: str, rule: str) -> None:
    key, _, value = more.partition("=")
    given_ = {key: TurnKind.NIGHT_AM if key == "kind" else value} if value else {}
    state = charging(*lines.split(", "), **given_)
    assert reason(state) == Refusal(words, rule)
    assert ASKED.options(state) == [None]


@pytest.mark.rule("N10.11", "N5.11", "N7.4")
@each(
    "lines",
    ("F1 heavy 6-3 0406 spent:6 moved", A1),
    ("F1 light 6-3-7 0406 spent:7 moved", A1),  # half of an odd allowance is not rounded
    (OLD_GUARD, A1, "F9 leader 0407"),
)
def test_who_may_charge_after_all(lines: tuple[str, ...]) -> None:
    assert reason(charging(*lines)) is None


@pytest.mark.rule("N7.4", "N10.11", "N18", "N10.13", "N10.1")
def test_a_segment_lasts_until_it_is_ended_and_the_old_guard_waits() -> None:
    assert rule_of(reason(charging(OLD_GUARD, A1))) == "N7.4"
    mud = charging("F1 heavy 6-3 0404", A1, weather="mud")
    assert reason(mud, of(path=CLOSE)) == Refusal("Cavalry cannot charge in mud.", "N10.11")
    assert ASKED.options(mud) == [None]
    for named in ("", "F1 F1"):  # each charger is named once
        assert rule_of(reason(charging(F1, A1), of(named))) == "N10.13"
    state = charging(F1, A1)
    ended = play(state, charge_segment, answers={"DeclareCharge": [None]})
    assert ended.events == [SegmentEnded(Segment.CHARGE, Segment.ASSAULT)]
    ridden = play(state, charge_segment, [6, 1, 1, 1, 1], {"DeclareCharge": [of()]})
    assert ridden.story[0] == "ChargeDeclared"
    assert ridden.state.activation is not None
    assert ridden.state.activation.segment is Segment.CHARGE


@pytest.mark.rule("N4.33", "N10.13", "N12.2", "N12.92")
def test_chargers_are_of_one_formation_hex_and_order() -> None:
    for state, words, rule in (
        (charging(F1, OTHERS, A1), "Only cavalry of the formation that acts may charge.", "N4.33"),
        (
            charging(F1, OTHERS, A1, also="FII"),
            "Units that charge together are of one formation.",
            "N10.13",
        ),
        (
            charging(F1, "F2 light 4-3 0405", A1),
            "Units that charge together start in one hex.",
            "N10.13",
        ),
    ):
        assert reason(state, of("F1 F2")) == Refusal(words, rule)
    assert reason(charging(F1, OTHERS, A1, also="FII"), of("F2")) is None
    lines = ("F1 heavy 6-3 0406", "F2 heavy 4-3 0406 division:1st", A1)
    state = charging(*lines, orders="FI: march 0707; FI/1st: attack 0403")
    assert ASKED.options(state) == [of("F2"), None]
    assert rule_of(reason(state, of("F1 F2"))) == "N12.2"


@pytest.mark.rule("N10.15", "N4.53", "N10.14")
def test_a_hex_may_be_charged_by_several_stacks_by_any_legal_way() -> None:
    state = charging(F1, "F2 heavy 4-3 0503", "A1 infantry 5-3 0403 square")
    after = ride(state, [1, 1, 1, 1]).state
    assert after.units[unit("F1")].charged
    assert reason(after, Charge(units("F2"), TARGET, hexes("0503 0403"))) is None
    assert reason(after) == Refusal("F1 has charged already.", "N10.15")
    assert rule_of(assaulter_refusal(after, FI, unit("F1"))) == "N4.53"
    state = charging("F1 heavy 6-3 0405", A1)
    round_about = of(path=hexes("0405 0305 0404 0403"))
    assert round_about not in ASKED.options(state)
    assert reason(state, round_about) is None
    wrong = Charge(units("F1"), TARGET, hexes("0405 0404"))
    for answer in (of(path=FAR), wrong):
        assert reason(state, answer) == Refusal("The charge goes from 0405 to 0403.", "N10.14")


@pytest.mark.rule("N10.13", "N8.6", "N10.32", "N5.32", "N12.28", "N10.3")
def test_the_steps_of_a_charge_on_infantry() -> None:
    # square: a 5 fails; 12 SP in column 11-14: a 1 is M; 3 SP: a 1 is nothing; morale 3: a 1
    # passes; the check after the charge
    played = ride(charging(F1, A1), [5, 1, 1, 1, 1])
    assert " ".join(played.story) == (
        "ChargeDeclared MoraleRolled FireResolved FireResolved MoraleRolled MoraleRolled "
        "ChargeResolved"
    )
    purposes = [event.purpose for event in played.of("MoraleRolled")]
    assert purposes == ["square", "retreat", "aftermath"]
    assert played.events[0] == combat.ChargeDeclared(units("F1"), TARGET, FAR)
    assert played.of("ChargeResolved") == [
        combat.ChargeResolved(units("F1"), TARGET, "charge held")
    ]
    assert played.result is ChargeOutcome.HELD
    played = ride(charging(F1, "A1 infantry 5-3 0403 square"), [1, 1, 1, 1])
    dice = [asked.about() for asked, _ in played.asked if asked.side == "chance"]
    assert dice == [
        "die for chargers' fire",
        "die for fire at the chargers",
        "die for chargers' morale",
        "die for morale after the charge",
    ]
    assert played.of("FireResolved") == [
        combat.FireResolved(FRENCH, units("F1"), TARGET, 2, 0, 1, 0, "-"),
        combat.FireResolved(ALLIED, units("A1"), Hex("0406"), 5, 2, 1, 1, "M"),
    ]
    played = ride(charging(F1, A1), [1, 1, 1, 1], NO_SQUARE)
    assert [one.side for one in played.questions("ChooseFormSquare")] == [ALLIED]
    assert played.of("FireResolved")[0].strength == 12
    column = ride(charging(F1, "A1 infantry 5-3 0403 column"), [1, 1, 1], NO_SQUARE)
    assert column.of("ColumnLeft") == [ColumnLeft(unit("A1"))]
    after = ride(charging(F1, A1), [5, 1, 1, 1, 1]).state
    assert after.assaults.struck[FI] == ((1, TARGET),)
    assert not after.units[unit("A1")].attacked


@pytest.mark.rule("N10.13", "N10.2", "N10.21", "N10.5", "N10.24", "N10.41")
def test_a_reaction_charge_or_evasion_comes_before_everything_else() -> None:
    state = charging(F1, A1, "A2 light 4-3 0504")
    answers: Answers = {"ChooseReactionCharge": [Reaction(units("A2"), hexes("0504 0404"))]}
    # the reactors pass; 8 SP (heavy on light) in column 8-10: a 1 is nothing; 4 SP: a 1 is nothing
    played = ride(state, [1, 1, 1], answers)
    assert played.result is ChargeOutcome.MET
    assert played.of("ChargeResolved")[0].outcome == "charge broken off"
    assert not played.questions("ChooseFormSquare")
    assert all(played.state.units[unit(name)].disrupted for name in ("F1", "A2"))
    # reaction: passes; the chargers' 3 is M, the reactors' 1 nothing; a 6 fails; then the square
    # fails, 175 % of 6 SP
    beaten = ride(state, [1, 3, 1, 6, 5, 1, 1, 1, 1], answers)
    last = [event for event in beaten.of("FireResolved") if event.side == FRENCH][-1]
    assert last.strength == 11  # 10 1/2
    assert beaten.result is ChargeOutcome.HELD
    # it awaits them; the chargers' 3 is M; a 5 fails by one; the chargers enter its hex
    await_: Answers = {"ChooseReactionCharge": [Reaction(units("A1"), hexes("0403"))]}
    met = ride(charging(F1, "A1 light 4-3 0403"), [1, 3, 1, 5, 1], await_)
    state = charging(F1, "A1 light 4-3 0403", orders="AI: probe 0707")
    gone = ride(state, [1, 1], {"ChooseEvasion": [True]})
    for played in (met, gone):
        assert played.result is ChargeOutcome.GONE
        assert played.state.units[unit("F1")].hex == TARGET
        assert played.state.units[unit("A1")].hex != TARGET
    assert not gone.of("FireResolved")
    assert [event.purpose for event in gone.of("MoraleRolled")] == ["evasion", "aftermath"]


# -- the ways of a charge (N10.11, N10.14)


START = Hex("0406")


def column(*letters: str, **more: Any) -> GameState:
    """A map of one column, from 0101 down: there is one way only."""
    return position("\n".join(letters), **more)


def ways(state: GameState, start: str = "0103") -> list[tuple[Hex, ...]]:
    return charge_paths(state, Hex(start), Hex("0101"), 3)


def barred(state: GameState, path: str, longest: int = 3) -> Refusal | None:
    return charge_path_refusal(state, hexes(path), longest)


@pytest.mark.rule("N10.11", "N10.14")
def test_a_charge_is_three_hexes_long_at_most_the_shortest_way_first() -> None:
    state = position(OPEN, F1, A1)
    assert charge_distance(state) == 3
    assert charge_paths(state, START, TARGET, 3) == [FAR]
    assert charge_path_refusal(state, FAR, 3) is None
    assert charge_paths(state, Hex("0407"), TARGET, 3) == []
    too_far = barred(state, "0407 0406 0405 0404 0403")
    assert too_far == Refusal("A charge is at most 3 hexes long.", "N10.14")
    assert approach_paths(state, TARGET, TARGET, 3) == []
    state = position(OPEN, "F1 heavy 6-3 0405", A1)
    found = charge_paths(state, Hex("0405"), TARGET, 3)
    assert found[0] == hexes("0405 0404 0403")
    rest = "0305 0304, 0305 0404, 0404 0304, 0404 0504, 0505 0404, 0505 0504"
    longer = {hexes(f"0405 {way} 0403") for way in rest.split(", ")}
    assert set(found) == {hexes("0405 0404 0403"), *longer}
    assert all(charge_path_refusal(state, path, 3) is None for path in found)
    adjacent = charge_paths(state, Hex("0404"), TARGET, 3)
    assert adjacent[0] == hexes("0404 0403")
    assert {path[-2] for path in adjacent} == set(hexes("0404 0304 0504 0303 0503"))


@pytest.mark.rule("N10.11", "N10.15", "N17.4", "N18")
@each(
    "weather kind far",
    ("fair", TurnKind.DAY, 3),
    ("frost", TurnKind.DAY, 3),
    ("rain", TurnKind.DAY, 2),
    ("fog", TurnKind.DAY, 2),
    ("snow", TurnKind.DAY, 2),
    ("snowstorm", TurnKind.DAY, 2),
    ("fair", TurnKind.NIGHT_PM, 2),
    ("mud", TurnKind.DAY, 0),
)
def test_who_sees_the_next_hex_charges_over_two(weather: str, kind: TurnKind, far: int) -> None:
    state = position(OPEN, F1, A1, weather=weather, kind=kind)
    assert charge_distance(state) == far
    assert charge_paths(state, Hex("0405"), TARGET, far)[:1] == (
        [hexes("0405 0404 0403")] if far else []
    )
    if not far:
        assert charge_paths(state, Hex("0404"), TARGET, far) == []
        said = Refusal("Cavalry cannot charge in mud.", "N10.11")
        assert barred(state, "0404 0403", far) == said


@pytest.mark.rule("N10.14", "N10.11")
def test_only_clear_hexes_and_towns_on_roads_are_crossed() -> None:
    for letter in (".", "w", "m", "t", "c"):
        way = [hexes("0103 0102 0101")] if letter == "." else []
        state = column(".", letter, ".")
        assert approach_paths(state, Hex("0103"), Hex("0101"), 3) == way
    for words, legal in (("roads", True), ("trails", False)):
        more: Any = {words: ["0103 0102 0101"]}
        assert may_cross(column(".", "t", ".", **more), Hex("0103"), Hex("0102")) is legal


@pytest.mark.rule("N10.14", "N5.71")
@each(
    "water first last",
    ("rivers", False, False),
    ("bridges", False, False),
    ("fords", False, False),
    ("pontoons", False, False),
    ("streams", False, True),
    ("trestles", True, True),
)
def test_water_on_the_way_and_before_the_target(water: str, first: bool, last: bool) -> None:
    more: Any = {water: ["0103-0102"]}
    assert bool(ways(column(".", ".", ".", **more))) is first
    if water == "trestles":  # a damaged one is a mere stream
        assert ways(column(".", ".", ".", damaged=["0103-0102"], **more)) == []
    more = {water: ["0102-0101"]}
    at_the_end = column(".", ".", ".", **more)
    assert bool(ways(at_the_end)) is last
    assert (barred(at_the_end, "0103 0102 0101") is None) is last


CENTRE = ". . .\n. . .\n. w .\n. . .\n. . ."


BARRED = """
over marsh: . . m . | - | 0104 0103 0102 0101
    | A charge does not go through the marsh in 0103. | N10.14
over a bridge before the target: . . | bridges 0102-0101 | 0102 0101
    | A charge does not hit over the bridge from 0102 to 0101. | N8.51
over a bridge on the way: . . . | bridges 0103-0102 | 0103 0102 0101
    | A charge does not cross the bridge from 0103 to 0102. | N10.14
through a friend: . . . | F2 infantry 1-3 0102 | 0103 0102 0101
    | A charge does not go through 0102: units stand there. | N10.14
through an enemy: . . . | A2 infantry 1-3 0102 | 0103 0102 0101
    | A charge does not go through 0102: units stand there. | N10.14
into a château: c . | - | 0102 0101 | Cavalry cannot charge into the chateau in 0101. | N10.11
on an improved position: . . | positions 0101 | 0102 0101
    | Cavalry cannot charge the improved position in 0101. | N10.11
"""
"""A column of hexes from 0101 down, what else there is, the way, and what is said."""


@pytest.mark.rule("N10.11", "N10.14", "N8.51", "N19.2")
@each("letters more path words rule", *told(BARRED))
def test_what_bars_a_way_and_its_reason(
    letters: str, more: str, path: str, words: str, rule: str
) -> None:
    kind, *rest = more.split()
    drawn: dict[str, Any] = {kind: rest} if len(rest) == 1 else {}
    rows = "\n".join(letters.split())
    state = position(rows, *([more] if len(rest) > 1 else []), **drawn)
    assert barred(state, path) == Refusal(words, rule)
    first, *_, last = hexes(path)
    assert charge_paths(state, first, last, 3) == []
    unseen = barred(position(CENTRE), "0204 0104 0103 0202")
    assert unseen == Refusal("There is no line of sight from 0204 to 0202.", "N10.14")


@pytest.mark.rule("N10.14")
def test_a_path_goes_from_hex_to_hex_and_only_units_bar_it() -> None:
    for path in ("0403", "0404 0404", "0404 0405 0404 0403", "0404 9999"):
        assert rule_of(barred(position(OPEN), path)) == "N10.14"
    for path, words in (
        ("0406 0404 0403", "0404 is not next to 0406."),
        ("0406 0405 0403", "0403 is not next to 0405."),
    ):
        assert barred(position(OPEN), path) == Refusal(words, "N10.14")
    assert approach_paths(position(CENTRE), Hex("0204"), Hex("0202"), 3)
    tailed = position(". .\n. .\n. .", "A2 infantry 9-3 0202 tail:0102")
    assert not may_cross(tailed, Hex("0103"), Hex("0102"))
    free = position(".\n.\n.", "A2 train 0102", "A3 leader 0102")
    assert may_cross(free, Hex("0103"), Hex("0102"))
    state = position(OPEN, F1, A1, "A2 infantry 5-3 0505", "A3 infantry 5-3 0305")
    assert charge_paths(state, START, TARGET, 3) == [FAR]
    assert (of().start, of().last, of().target) == ("0406", "0404", "0403")
    assert of(path=hexes("0404 0403")).last == "0404"


# -- what a charge brings about, in its order (N10.6, N10.61, N10.7)


SQUARE = "A1 infantry 5-3 0403 square"
BIG_SQUARE = "A1 infantry 9-3 0403 square"

# 6 SP on a square are 2, column 1-2: 1-4 nothing, 5-6 M.
# 6 SP on infantry caught are 12, column 11-14: 1-3 M, 4-5 M1, 6 a step and M1.
# 5 SP of a square, column 5-7, one added: 1-3 M, 4 M1, 5-6 a step; of infantry caught 3,
# column 3-4: 1-2 nothing, 3-5 M, 6 M1.


def checks(played: Played[Any]) -> list[tuple[str, int]]:
    """Each morale check: what for, and the morale with all its modifiers."""
    return [(event.purpose, event.value) for event in played.of("MoraleRolled")]


def is_disrupted(played: Played[Any], name: str) -> bool:
    return played.state.units[unit(name)].disrupted


def at(played: Played[Any], name: str) -> str | None:
    return played.state.units[unit(name)].hex


@pytest.mark.rule("N10.42", "N10.6", "N8.9", "N8.8", "N10.61")
def test_cavalry_at_the_halt_routs_by_margin_and_others_whenever_they_fail() -> None:
    for initiative, outcome, length in (
        (3, ChargeOutcome.TARGET_RETREATS, 3),
        (1, ChargeOutcome.TARGET_ROUTS, 4),
    ):
        rows = "\n".join([OPEN, OPEN])
        state = charging("F1 light 6-3 0412", f"A1 light 4-{initiative} 0409", rows=rows)
        path = hexes("0412 0411 0410 0409")
        played = ride(state, [3, 1, 6, 1], STAY, path=path)
        assert checks(played)[0] == ("retreat", initiative + 1)
        assert played.result is outcome
        assert played.of("RetreatBegan")[0].hexes == length
    played = ride(charging(F1, SQUARE), [5, 1, 4, 1, 1])
    assert checks(played) == [("retreat", 4), ("retreat", 4), ("aftermath", 4)]
    assert played.result is ChargeOutcome.HELD
    assert (at(played, "F1"), at(played, "A1")) == ("0406", TARGET)
    missed = ride(charging(F1, SQUARE), [3, 1, 1, 1])  # a target that is not hit does not check
    assert [" ".join(event.units) for event in missed.of("MoraleRolled")] == ["F1", "F1"]
    assert missed.result is ChargeOutcome.HELD
    failed = ride(charging(F1, SQUARE), [5, 1, 5, 1], STAY)
    assert failed.result is ChargeOutcome.TARGET_RETREATS
    began = failed.of("RetreatBegan")[0]
    assert (began.hexes, began.rout) == (2, False)
    assert not failed.of("StepLost")
    assert not failed.state.units[unit("A1")].square
    # chargers who lost no step do not check when the target is gone
    spared = ride(charging(F1, SQUARE), [5, 2, 5, 1], STAY)
    assert checks(spared) == [("retreat", 4), ("aftermath", 4)]
    # morale 4, caught 3; a 4 fails by one
    played = ride(charging(F1, A1), [1, 1, 4, 1], {**NO_SQUARE, **STAY})
    assert checks(played)[0] == ("retreat", 3)
    assert played.result is ChargeOutcome.TARGET_ROUTS
    began = played.of("RetreatBegan")[0]
    assert (began.hexes, began.rout) == (3, True)
    assert played.of("StepLost") == [losses.StepLost(unit("A1"), 2, "rout")]
    # two batteries, morale 4, caught 3; the rout costs one of them
    guns = (F1, "A1 battery 3-3 0403", "A2 battery 2-3 0403")
    lost = ride(charging(*guns, orders="AI: general retreat 0401"), [1, 1, 4, 1])
    assert lost.result is ChargeOutcome.TARGET_ROUTS
    assert [event.unit for event in lost.of("UnitEliminated")] == ["A1"]


@each(
    "lines die morale",
    case("shaken", (F1, A1), 4, 2, rules="N8.8 N10.3"),  # 4, caught, shaken
    case("flanked", (F1, A1, "F3 infantry 2-3 0402"), 1, 1, rules="N8.7 N2.32"),
    case("Russian", (F1, "A1 infantry 5-3 0403 russian"), 1, 4, rules="N2.44"),
)
def test_what_changes_the_check_of_the_target(
    lines: tuple[str, ...], die: int, morale: int
) -> None:
    played = ride(charging(*lines), [die, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", morale)


@pytest.mark.rule("N2.32", "N10.6", "N11.13")
def test_the_rows_of_an_assault_do_not_count_and_one_retreats_from_who_hit() -> None:
    # no town, no woods, no weight of fire, no artillery: those are of assaults
    state = charging("F1 heavy 16-3 0404", "A1 infantry 5-3 0403", rows=terrain("w"))
    assert checks(ride(state, [4, 1, 4, 1], path=CLOSE))[0] == ("retreat", 4)  # 4 SP
    state = charging("F1 heavy 6-3 0404", SQUARE)
    end = at(ride(state, [5, 1, 5, 1], STAY, path=hexes("0404 0304 0403")), "A1")
    assert end is not None
    assert state.battle.battlefield.grid.distance(Hex(end), Hex("0304")) == 3


@pytest.mark.rule("N11.5", "N10.61", "N10.13", "N10.6")
def test_losses_fall_on_the_arm_that_was_charged_and_who_is_destroyed_leaves_its_hex() -> None:
    state = charging(F1, "A1 infantry 3-3 0403", "A2 light 6-3 0403")
    played = ride(state, [6, 1, 1, 1], NO_SQUARE)
    assert [event.unit for event in played.of("StepLost")] == ["A1"]
    state = charging(F1, "F2 heavy 4-3 0406", BIG_SQUARE)
    played = ride(state, [1, 5, 1, 1], named="F2")  # column 8-10, 6: a step
    assert [event.unit for event in played.of("StepLost")] == ["F2"]
    assert not played.state.units[unit("F1")].charged
    played = ride(charging(F1, "A1 infantry 2-3 0403 reduced"), [6, 1, 1], NO_SQUARE)
    assert played.result is ChargeOutcome.TARGET_ELIMINATED
    assert at(played, "F1") == TARGET
    assert not played.questions("DeclarePursuit")


@pytest.mark.rule("N10.61", "N11.2", "N8.9")
def test_chargers_who_fail_are_back_where_they_started_disrupted() -> None:
    # square 5 SP, die 2 and one: M; morale 4, a 5 fails; nothing is left to check afterwards
    played = ride(charging(F1, SQUARE), [1, 2, 5])
    assert checks(played) == [("retreat", 4)]
    assert played.result is ChargeOutcome.CHARGERS_REPULSED
    assert (at(played, "F1"), is_disrupted(played, "F1")) == ("0406", True)
    routed = ride(charging("F1 heavy 6-1 0406", SQUARE), [1, 2, 6])  # they go on
    assert routed.result is ChargeOutcome.CHARGERS_ROUT
    assert routed.of("StepLost") == [losses.StepLost(unit("F1"), 3, "rout")]
    assert routed.of("RetreatBegan")[0].hexes == 2
    assert is_disrupted(routed, "F1")
    assert len(routed.questions("ChooseRetreatPath")) == 1
    # they check after a target that stayed
    held = ride(charging(F1, SQUARE), [5, 2, 1, 1, 1])
    checked = [" ".join(event.units) for event in held.of("MoraleRolled")]
    assert (checked, held.result) == (["A1", "F1", "F1"], ChargeOutcome.HELD)


@pytest.mark.rule("N10.61", "N8.9", "N10.6", "N10.15", "N14.7")
def test_chargers_who_lost_a_step_check_before_they_enter_or_are_destroyed() -> None:
    # square 9 SP, column 8-10: a 5 and one is a step; the target fails by one
    beaten = ride(charging(F1, BIG_SQUARE), [5, 5, 5, 4])  # reduced, 3: a 4 fails
    assert checks(beaten) == [("retreat", 4), ("retreat", 3)]
    assert beaten.result is ChargeOutcome.TARGET_RETREATS
    assert not beaten.questions("ChooseAdvance")
    assert (at(beaten, "F1"), is_disrupted(beaten, "F1")) == ("0406", True)
    assert at(ride(charging(F1, BIG_SQUARE), [5, 5, 5, 3, 1]), "F1") == TARGET
    played = ride(charging(f"{F1} reduced", BIG_SQUARE), [1, 5])
    assert played.result is ChargeOutcome.CHARGERS_ELIMINATED
    assert played.of("ChargeResolved")[0].outcome == "chargers eliminated"
    led = ride(charging(f"{F1} reduced", "F8 leader 0406", BIG_SQUARE), [1, 5, 1])
    assert [event.leader for event in led.of("LeaderCaptured")] == [LeaderId("F8")]


@pytest.mark.rule("N8.11", "N8.92", "N10.6", "N11.7", "N10.61", "N10.7")
def test_who_enters_the_emptied_hex_pursues_and_checks() -> None:
    lines = (F1, F2, "F8 leader 0406", SQUARE, "A3 train 0403")
    played = ride(charging(*lines), [4, 1, 5, 1], named="F1 F2")
    assert played.of("AdvanceMade") == [combat.AdvanceMade(units("F1 F2"), TARGET)]
    assert played.of("LeaderMoved")[0].leader == "F8"
    assert [event.train for event in played.of("TrainDestroyed")] == ["A3"]
    stayed = ride(charging(*lines), [4, 1, 5, 1], STAY, named="F1 F2")
    assert at(stayed, "F1") == "0406"
    state = charging(F1, BIG_SQUARE, "F3 light 4-3 0503")
    beaten = ride(state, [5, 5, 5, 4])  # they lose a step, and a 4 fails
    assert is_disrupted(beaten, "F1")
    question = beaten.questions("DeclarePursuit")[0]
    assert [riders.units for riders in question.riders] == [units("F3")]
    answers: Answers = {"ChooseAdvance": [units("F2")]}
    played = ride(charging(F1, F2, SQUARE), [4, 1, 5, 1, 6], answers, named="F1 F2")
    assert [event.units for event in played.of("MoraleRolled")][1:] == [units("F1"), units("F2")]
    assert (is_disrupted(played, "F1"), is_disrupted(played, "F2")) == (False, True)
    for die, disrupted in ((4, False), (5, True), (6, True)):
        played = ride(charging(F1, SQUARE), [1, 1, 1, die])
        assert is_disrupted(played, "F1") is disrupted
        assert played.of("UnitDisrupted") == (
            [losses.UnitDisrupted(unit("F1"))] if disrupted else []
        )


def first_way(state: GameState, fugitives: Hex) -> tuple[Hex, ...]:
    """A straight way from 0403 to a hex next to the fugitives."""
    grid = state.battle.battlefield.grid
    path = [TARGET]
    while not grid.is_adjacent(path[-1], fugitives):
        path.append(min(grid.neighbours[path[-1]], key=lambda h: grid.distance(h, fugitives)))
    return tuple(path)


@pytest.mark.rule("N11.7", "N10.7")
@each("more start", ({}, ()), (STAY, ("0404",)))
def test_chargers_pursue_and_check_once_at_the_end(more: Answers, start: tuple[str, ...]) -> None:
    """From the hex that they entered, or from where they hit."""
    state, answers = charging(F1, A1), {**NO_SQUARE, **more}
    calm = ride(state, [1, 1, 4, 1], answers)
    fugitives = calm.state.units[unit("A1")].hex
    (question,) = calm.questions("DeclarePursuit")
    assert fugitives is not None
    assert question.fugitives == units("A1")
    riders = [(group.units, group.hex) for group in question.riders]
    assert riders == [(units("F1"), (*start, "0403")[0])]
    way = (*(Hex(hex_) for hex_ in start), *first_way(calm.state, fugitives))
    chosen = Pursuit(units("F1"), fugitives, way)
    played = ride(state, [1, 1, 4, 1, 1, 1], {**answers, "DeclarePursuit": [chosen]})
    assert [purpose for purpose, _ in checks(played)] == ["retreat", "pursuit", "aftermath"]
