"""Rally, recovery, forced marches and rest (N13, N20.8)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events import losses
from hexwar.systems.nlc.events.orders import WishNoted
from hexwar.systems.nlc.events.turn import ActivationEnded, RallyEnded, TurnBegan
from hexwar.systems.nlc.orders import Offer
from hexwar.systems.nlc.rules.losses import rally
from hexwar.systems.nlc.rules.losses.demoralization import lost_of
from hexwar.systems.nlc.rules.movement import exhaustion
from hexwar.systems.nlc.rules.movement.law import allowance, is_forced
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    command_segment,
    movement_segment,
)
from hexwar.systems.nlc.rules.turn.consolidation import consolidation_segment
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box, Phase, Segment, Unit
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.chapters import changed, put
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.plays import Answers, Played, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FAR = "A9 infantry 5-3 0701"
BROKEN = "F1 infantry 5-3 0404 disrupted"
HERE = Hex("0404")
ENEMY = "A1 infantry 5-3 0403"
THREE = (BROKEN, "F2 infantry 5-3 0202 disrupted", "F3 infantry 5-3 0606 disrupted")


def rallied(played: Played[Any]) -> list[str]:
    return [event.unit for event in played.of("UnitRallied")]


@pytest.mark.rule("N13.1", "N13.6", "N2.4")
def test_the_disrupted_of_a_hex_check_without_their_own_row_the_first_player_s_first() -> None:
    for die, is_rallied in ((4, True), (5, False)):
        played = play(position(OPEN, BROKEN, FAR), rally.rally_phase, [die])
        roll = played.of("MoraleRolled")[0]
        assert (roll.value, roll.modifiers, roll.purpose) == (4, 0, "rally")
        assert played.state.units[unit("F1")].disrupted is not is_rallied
        assert rallied(played) == (["F1"] if is_rallied else [])
        assert played.questions("ChooseRallyOrder") == []  # one hex needs no order
    state = position(OPEN, BROKEN, "A1 infantry 5-3 0101 disrupted")
    first = play(state, rally.rally_phase, [1])
    assert first.events[-1] == RallyEnded(FRENCH)
    assert first.state.rallied == (FRENCH,)
    second = play(first.state, rally.rally_phase, [1])
    assert rallied(second) == ["A1"]
    assert second.state.rallied == (FRENCH, ALLIED)
    lines = ("F1 infantry 5-2 0404 disrupted", "F2 light 3-5 0404 disrupted")
    played = play(position(OPEN, *lines, "F3 infantry 4-5 0404", FAR), rally.rally_phase, [3])
    roll = played.of("MoraleRolled")[0]
    assert (roll.units, roll.value) == (units("F1 F2"), 3)
    assert rallied(played) == ["F1", "F2"]
    nobody = play(position(OPEN, "F1 infantry 5-3 0404", FAR), rally.rally_phase)
    assert nobody.events == [RallyEnded(FRENCH)]


@pytest.mark.rule("N13.1", "N13.6", "N2.45")
@each(
    "lines more expected",
    ((ENEMY,), {}, False),
    ((ENEMY,), {"rivers": ["0403-0404"]}, False),  # next is next
    (("A1 battery 5-3 0403",), {}, False),
    ((f"{ENEMY} disrupted",), {}, True),
    (("A1 infantry 5-3 0402",), {}, True),
    (("AT train 0403",), {}, True),
    (("A-Ols leader 0403",), {}, True),
    ((ENEMY, "F-Ney leader 0404"), {}, True),  # a leader of theirs is needed
    ((ENEMY, "F-Ney leader 0405"), {}, False),
    ((ENEMY, "F-Other leader 0404 of:FII"), {}, False),
    ((ENEMY, "F-HQ hq 0404"), {}, False),
)
def test_next_to_an_undisrupted_enemy_nobody_rallies_without_a_leader(
    lines: tuple[str, ...], more: dict[str, Any], expected: bool
) -> None:
    state = position(OPEN, BROKEN, FAR, *lines, **more)
    assert rally.can_rally(state, FRENCH, HERE) is expected
    assert rally.hexes_to_rally(state, FRENCH) == ((HERE,) if expected else ())


@pytest.mark.rule("N13.1", "N2.32", "N13.6", "N2.44", "N17.2", "N15.2", "N20.83")
@each(
    "lines more rows value",
    case("alone", (FAR,), {}, {}, 4),
    case(
        "next to the enemy",
        (ENEMY, "F-Ney leader 0404"),
        {},
        {"leader": 1, "next to the enemy": -1},
        4,
    ),
    case("Night PM", (FAR,), {"kind": TurnKind.NIGHT_PM}, {}, 4),
    case("Night AM", (FAR,), {"kind": TurnKind.NIGHT_AM}, {"night": 1}, 5),
    case("demoralized", (FAR,), {"spirit": "demoralized"}, {"demoralized": -1}, 3),
    case("exhausted", (FAR,), {"spirit": "exhausted"}, {"exhausted": -1}, 3),
    case("in woods", (FAR,), {"rows": "\n".join(["w  w  w  w  w  w  w"] * 7)}, {}, 4),
)
def test_what_helps_and_what_does_not(
    lines: tuple[str, ...], more: dict[str, Any], rows: dict[str, int], value: int
) -> None:
    words = {"rows": OPEN, **more}
    spirit = words.pop("spirit", "")
    state = position(words.pop("rows"), f"{BROKEN} russian", *lines, **words)
    if spirit:
        put(state, **{spirit: (FormationId("FI"),)})
    report = rally.rally_report(state, FRENCH, HERE)
    assert {reason: pips for reason, pips, _ in report.modifiers} == rows
    assert report.value == value


def wishful(state: GameState) -> GameState:
    """The same after the French have asked to order their hexes."""
    return at_once(state, lambda table: table.emit(WishNoted(FRENCH, Offer.RALLY))).state


@pytest.mark.rule("N13.6")
def test_the_owner_orders_the_hexes_and_each_can_come_first() -> None:
    order = hexes("0606 0202 0404")
    answers: Answers = {"ChooseRallyOrder": [order]}
    played = play(wishful(position(OPEN, *THREE, FAR)), rally.rally_phase, [1, 1, 1], answers)
    assert tuple(roll.hex for roll in played.of("MoraleRolled")) == order
    silent = play(position(OPEN, *THREE, FAR), rally.rally_phase, [1, 1, 1])  # wishes nothing
    assert silent.questions("ChooseRallyOrder") == []
    assert tuple(roll.hex for roll in silent.of("MoraleRolled")) == hexes("0202 0404 0606")
    two = play(wishful(position(OPEN, *THREE[:2], FAR)), rally.rally_phase, [1, 1])
    assert [q.hexes for q in two.questions("ChooseRallyOrder")] == [hexes("0202 0404")]
    question, state = (
        rally.ChooseRallyOrder(FRENCH, hexes("0202 0404 0606")),
        position(OPEN, *THREE),
    )
    assert question.kind(question.hexes) == "rally"
    first = [hexes(text) for text in ("0202 0404 0606", "0404 0606 0202", "0606 0202 0404")]
    assert question.options(state) == first
    for order in permutations(hexes("0202 0404 0606")):
        assert question.refusal(state, order) is None
    for wrong in ("0202 0404", "0202 0404 0404", "0202 0404 0606 0606", "0202 0404 0505", ""):
        assert rule_of(question.refusal(state, hexes(wrong))) == "N13.6"


@pytest.mark.rule("N13.1", "N12.27", "N13.6", "N12.92")
def test_in_reserve_with_no_enemy_within_three_hexes_they_rally_without_a_roll() -> None:
    lines = (BROKEN, "F2 light 5-3 0303 disrupted of:FII")
    state = position(OPEN, *lines, FAR, orders="FI: reserve 0404; FII: defend 0303")
    played = play(state, rally.rally_phase, [6])
    assert played.story == ["UnitRallied", "MoraleRolled", "RallyEnded"]
    assert rallied(played) == ["F1"]
    assert played.state.units[unit("F2")].disrupted
    both = play(position(OPEN, *THREE[:2], FAR, orders="FI: reserve 0404"), rally.rally_phase)
    assert (both.asked, rallied(both)) == ([], ["F1", "F2"])  # nor is an order of hexes asked
    lines = ("F1 infantry 5-3 0404 disrupted", "F2 infantry 5-3 0405 disrupted division:1st")
    state = position(OPEN, *lines, FAR, orders="FI: defend 0404; FI/1st: reserve 0405")
    assert rally.rallied_in_reserve(state, FRENCH) == units("F2")
    pieces = ("F1 infantry 6-3 0404", "F2 infantry 6-3 0405 division:1st", FOE)
    state = resting(*pieces, orders="FI: reserve 0404; FI/1st: defend 0405")
    assert [rally.is_in_reserve(state, u) for u in units("F1 F2 A1")] == [True, False, False]
    for enemy, is_free in (
        ("A1 infantry 5-3 0401", False),  # three hexes away
        ("A1 infantry 5-3 0401 disrupted", False),
        ("A1 infantry 5-3 0701", True),  # four or more
        ("A1 infantry 5-3 0104", False),
        ("AT train 0403", True),
    ):
        lines = ("F1 infantry 5-3 0404 disrupted", "A9 infantry 5-3 0707")
        state = position(OPEN, *lines, enemy, orders="FI: reserve 0404")
        assert rally.rallied_in_reserve(state, FRENCH) == (units("F1") if is_free else ())


# -- recovery: units from the UAR box, and steps in the night (N13.2-N13.7)


FI, FII = FormationId("FI"), FormationId("FII")
LEADER, FOE = "FL leader 0404 rating:2", "A1 infantry 5-3 0701"
AROUND = {"0404", "0403", "0405", "0304", "0305", "0504", "0505"}
FOE_OF_EXHAUSTION = "A1 infantry 5-3 0707"
STRIP = "\n".join([" ".join(["."] * 20)] * 3)


def resting(*lines: str, orders: str = "FI: reserve 0404", **more: Any) -> GameState:
    """I Corps in Reserve round its commander, a unit of it in the UAR box."""
    return position(OPEN, *(lines or ("F1 infantry 6/2-3 uar", LEADER, FOE)), orders=orders, **more)


def recovered(state: GameState, *dice: int, **answers: Any) -> Played[None]:
    return play(state, lambda table: rally.recover(table, FRENCH), dice, answers)


def tried(state: GameState, *dice: int, at: str = "0404") -> Played[None]:
    return recovered(state, *dice, ChooseRecovery=[rally.Recovery(unit("F1"), Hex(at))])


def places(state: GameState, name: str = "F1") -> set[str]:
    return {found.hex for found in rally.recoveries(state, FI) if found.unit == name}


@pytest.mark.rule("N13.2", "N28.8")
def test_up_to_four_a_unit_comes_back_reduced_and_disrupted_from_five_it_is_lost() -> None:
    for die in range(1, 7):
        played = tried(resting(), die)
        record, f1 = played.state.units[unit("F1")], unit("F1")
        rolled = losses.RecoveryRolled(f1, die, returns=die <= 4)
        if die > 4:
            assert played.events == [rolled, losses.UnitLostForGood(f1)]
            assert record.box is Box.PEU
            assert rally.recoveries(played.state, FI) == []
        else:
            assert played.events == [rolled, losses.UnitReturned(f1, HERE)]
            assert (record.hex, record.box) == ("0404", None)
            assert (record.reduced, record.disrupted, played.state.sp(f1)) == (True, True, 2)
            assert lost_of(played.state, FI) == 4  # it still lacks its step (N13.7)
    # VI Corps in Reserve, one brigade in the UAR box, tried for beside its commander.
    for die, box in ((3, None), (5, Box.PEU)):
        record = tried(resting(), die, at="0403").state.units[unit("F1")]
        assert (record.box, record.hex) == (box, "0403" if box is None else None)


@pytest.mark.rule("N13.2")
def test_one_unit_of_each_formation_after_the_rally_and_a_battery_comes_back_whole() -> None:
    lines = ("F1 infantry 6-3 uar", "F2 infantry 6-3 uar", LEADER, "F3 infantry 6-3 uar of:FII")
    orders = "FI: reserve 0404; FII: reserve 0202"
    state = resting(*lines, "FIIL leader 0202 of:FII", FOE, orders=orders)
    answers = [rally.Recovery(unit("F2"), HERE), rally.Recovery(unit("F3"), Hex("0202"))]
    played = recovered(state, 1, 1, ChooseRecovery=answers)
    assert [question.formation for question in played.questions("ChooseRecovery")] == ["FI", "FII"]
    assert [event.unit for event in played.of("UnitReturned")] == ["F2", "F3"]
    question = rally.ChooseRecovery(FRENCH, FI)
    options = question.options(resting())
    assert (options[0], len(options)) == (None, 8)
    assert (question.kind(None), question.kind(options[1])) == ("pass", "recover")
    assert recovered(resting()).events == []
    state = resting("F1 infantry 6-3 uar", "F2 infantry 6-3 0403 disrupted", LEADER, FOE)
    chosen = rally.Recovery(unit("F1"), HERE)
    played = play(state, rally.rally_phase, [1], answers={"ChooseRecovery": [chosen]})
    assert played.story == ["UnitRallied", "RecoveryRolled", "UnitReturned", "RallyEnded"]
    assert played.state.units[unit("F1")].disrupted
    played = tried(resting("F1 battery 3-3 uar", LEADER, FOE), 1)
    assert not played.state.units[unit("F1")].reduced
    assert lost_of(played.state, FI) == 0


@pytest.mark.rule("N13.2")
def test_only_a_formation_in_reserve_whose_commander_is_fit_recovers() -> None:
    for order in ("defend 0404", "march 0404", "attack 0101", "fall back 0404"):
        assert rally.recoveries(resting(orders=f"FI: {order}"), FI) == []
    lost, source = "F1 infantry 6-3 uar", {Hex("0107"): FRENCH}
    for state in (
        resting(lost, FOE, "FL leader due"),
        resting(lost, FOE, "FL leader 0404", "A2 infantry 5-3 0403"),  # in an EZOC
        resting(lost, FOE, "FL leader 0404 of:FII"),  # another's commander
        resting(lost, LEADER, "A1 infantry 5-3 0107", supply_sources=source),
    ):
        assert rally.recoveries(state, FI) == []
        assert recovered(state).asked == []
    assert rally.recoveries(resting(lost, LEADER, FOE, supply_sources=source), FI) != []


@pytest.mark.rule("N13.2", "N4.47", "N14.6")
def test_the_senior_unit_stands_for_a_commander_who_never_was_and_for_no_captured_one() -> None:
    state = resting("F1 infantry 6-3 uar", "F2 infantry 4-3 0202", "F3 infantry 6-3 0505", FOE)
    assert "0505" in places(state)
    assert "0202" not in places(state)
    state = resting("F1 infantry 6-3 uar", "F2 infantry 4-3 0202", LEADER, FOE)
    assert places(state) == AROUND
    leader = next(iter(state.leaders.values()))
    state.put_leader(type(leader)(leader.id, box=Box.CAPTURED))
    assert rally.recoveries(state, FI) == []


@pytest.mark.rule("N13.2", "N11.6", "N13.3", "N13.7")
def test_who_may_come_back_where_there_is_room() -> None:
    for box in (Box.UAR, Box.RECOVERED, Box.PEU, Box.DUE):
        state = resting()
        state.put_unit(Unit(unit("F1"), box=box))
        assert bool(rally.recoveries(state, FI)) is (box in (Box.UAR, Box.RECOVERED))
        if box is Box.RECOVERED:  # without a roll
            assert tried(state).events == [losses.UnitReturned(unit("F1"), HERE)]
    full = [f"F{n} infantry 12-3 {hex_}" for n, hex_ in enumerate(sorted(AROUND), start=2)]
    state = resting("F1 infantry 6-3 uar", LEADER, *full, FOE)
    assert rally.recoveries(state, FI) == []
    assert recovered(state).asked == []
    state = resting("F1 infantry 6-3 uar", "F2 infantry 6-3 0101", LEADER, FOE)
    question = rally.ChooseRecovery(FRENCH, FI)
    for name, hex_, legal in (("F1", "0101", False), ("F2", "0404", False), ("F1", "0403", True)):
        refusal = question.refusal(state, rally.Recovery(unit(name), Hex(hex_)))
        assert (refusal is None) is legal
    assert question.refusal(state, None) is None


@pytest.mark.rule("N13.2", "N13.7", "N6.1")
@each(
    "lines barred",
    case("in or next to the commander's hex", ("F1 infantry 6-3 uar", FOE), set()),
    case("not in an EZOC", ("F1 infantry 6-3 uar", "A1 infantry 5-3 0402"), {"0403"}),
    case("not at the enemy", ("F1 infantry 6-3 uar", f"{ENEMY} disrupted"), {"0403"}),
    # within stacking as it comes back
    case("9 + 3 SP", ("F1 infantry 8/3-3 uar", "F2 infantry 9-3 0404", FOE), set()),
    case("9 + 4 SP", ("F1 infantry 8/4-3 uar", "F2 infantry 9-3 0404", FOE), {"0404"}),
    case(
        "a third unit",
        ("F1 infantry 8/3-3 uar", "F2 infantry 1-3 0404", "F3 infantry 1-3 0404", FOE),
        {"0404"},
    ),
)
def test_where_a_unit_appears(lines: tuple[str, ...], barred: set[str]) -> None:
    state = resting(*lines, LEADER)
    assert places(state) == AROUND - barred
    assert (rally.recoveries(state, FI)[0].hex == "0404") is ("0404" not in barred)


def night(*lines: str, kind: TurnKind = TurnKind.NIGHT_AM, **more: Any) -> GameState:
    units_ = lines or ("F1 infantry 6/2-2 0404 reduced", FOE)
    return resting(*units_, kind=kind, **more)


def restored(state: GameState, *dice: int, who: str = "F1") -> Played[None]:
    answers: Answers = {"RestoreStep": [unit(who)]}
    return play(state, lambda table: rally.restore_steps(table, FRENCH), dice, answers=answers)


@pytest.mark.rule("N13.5", "N17.2")
def test_at_night_am_and_not_by_day_a_unit_in_reserve_may_regain_its_step() -> None:
    for die, passes in ((3, True), (4, False)):
        played = restored(night(), die)
        roll = played.of("MoraleRolled")[0]
        # initiative 2 + 1, reduced -1, night +1
        assert (roll.morale, roll.modifiers, roll.value, roll.purpose) == (3, 0, 3, "recovery")
        assert played.of("StepRegained") == ([losses.StepRegained(unit("F1"))] if passes else [])
        assert played.state.units[unit("F1")].reduced is not passes
        assert lost_of(played.state, FI) == (0 if passes else 4)
    for kind in (TurnKind.DAY, TurnKind.NIGHT_PM):
        state = night(kind=kind)
        assert rally.restorable(state, FI) == ()
        assert play(state, lambda table: rally.restore_steps(table, FRENCH)).asked == []


@pytest.mark.rule("N13.5", "N13.6", "N6.1")
def test_one_reduced_unit_of_each_formation_in_reserve_and_nobody_by_default() -> None:
    lines = ("F1 infantry 6-3 0404 reduced", "F2 infantry 6-3 0405", "F3 infantry 6-3 uar reduced")
    orders = "FI: reserve 0404; FII: defend 0202"
    state = night(*lines, "F4 infantry 6-3 0202 of:FII reduced", FOE, orders=orders)
    assert rally.restorable(state, FI) == units("F1")
    assert rally.restorable(state, FII) == ()
    state = night("F1 infantry 6-3 0404 reduced", "F2 infantry 6-3 0405 reduced", FOE)
    question = rally.RestoreStep(FRENCH, FI)
    assert question.options(state) == [None, *units("F1 F2")]
    assert (question.kind(None), question.kind(unit("F1"))) == ("pass", "restore")
    assert play(state, lambda table: rally.restore_steps(table, FRENCH)).events == []
    assert restored(state, 1, who="F2").of("StepRegained") == [losses.StepRegained(unit("F2"))]
    full = (
        "F1 infantry 8/4-3 0404 reduced",
        "F2 infantry 8-3 0404",
        "F3 infantry 6-3 0405 reduced",
    )
    assert rally.restorable(night(*full, FOE), FI) == units("F3")  # 8 and 8 SP in 0404 are too many
    played = play(night(), rally.rally_phase, [1], answers={"RestoreStep": [unit("F1")]})
    assert played.story == ["MoraleRolled", "StepRegained", "RallyEnded"]


def marching(*lines: str, orders: str = "FI: march 0105", **more: Any) -> GameState:
    """I Corps in the Command Segment of its activation, under March."""
    words: dict[str, Any] = {"active": "FI", "segment": Segment.COMMAND} | more
    pieces = (*(lines or ("F1 infantry 5-3 0101",)), FOE_OF_EXHAUSTION)
    return position(OPEN, *pieces, orders=orders, **words)


def forced(state: GameState, *formations: FormationId) -> GameState:
    """The same after they were told to march forced."""
    table: Table[GameState] = Table(state)
    for formation in formations or (FI,):
        table.emit(losses.ForcedMarchDeclared(formation))
    return state


@pytest.mark.rule("N20.81", "N4.35")
def test_each_formation_under_march_is_asked_for_itself_and_only_if_its_owner_wants() -> None:
    state = marching()
    question = exhaustion.DeclareForcedMarch(FRENCH, FI)
    assert question.options(state) == (False, True)
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "force"]
    assert play(state, command_segment).asked == []
    acting, hurry = ActivateUnit(FRENCH, FI), exhaustion.Hurry(FI)
    assert acting.kind(hurry) == "force"
    assert hurry in acting.options(state)
    wishes: Answers = {ActivateUnit: [hurry], "DeclareForcedMarch": [False]}
    assert play(state, movement_segment, answers=wishes).events == []  # he thinks better of it
    wishes = {ActivateUnit: [hurry], "DeclareForcedMarch": [True]}
    again = play(state, movement_segment, answers=wishes)
    assert again.events == [losses.ForcedMarchDeclared(FI)]
    assert again.state.activation is not None
    assert again.state.activation.forced == (FI,)
    assert rule_of(acting.refusal(again.state, hurry)) == "N20.81"
    begun = play(state, movement_segment, answers={ActivateUnit: [units("F1")]}).state
    assert rule_of(acting.refusal(begun, hurry)) == "N20.81"
    assert rule_of(acting.refusal(state, exhaustion.Hurry(FII))) == "N4.43"
    state = marching(orders="FI: attack 0105; AI: march 0101")
    assert rule_of(acting.refusal(state, hurry)) == "N20.81"
    assert hurry not in acting.options(state)
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII", "F3 light 5-3 0301 of:FIII")
    orders = "FI: march 0105; FII: attack 0105; FIII: march 0105"
    state = marching(*lines, orders=orders, also="FII FIII")
    listed = [one for one in acting.options(state) if isinstance(one, exhaustion.Hurry)]
    assert [one.formation for one in listed] == ["FI", "FIII"]
    wishes = {ActivateUnit: listed[1:], "DeclareForcedMarch": [True]}
    played = play(state, movement_segment, answers=wishes)
    assert played.state.activation is not None
    assert played.state.activation.forced == ("FIII",)
    assert is_forced(played.state, unit("F3"))
    assert not is_forced(played.state, unit("F1"))


@pytest.mark.rule("N20.81", "N20.8", "N20.83", "N15.2", "N5.81")
def test_who_may_march_forced() -> None:
    for order in (
        "attack 0105",
        "probe 0105",
        "defend 0101",
        "fall back 0105",
        "reserve 0101",
        "delay",
    ):
        state = marching(orders=f"FI: {order}")
        assert not exhaustion.may_force(state, FI)
    assert not exhaustion.may_force(changed(marching(), demoralized=(FI,)), FI)
    assert not exhaustion.may_force(changed(marching(), demoralized=(FII,), exhausted=(FI,)), FI)
    assert exhaustion.may_force(changed(marching(), demoralized=(FII,)), FI)
    assert not exhaustion.may_force(marching("F1 infantry 5-3 uar"), FI)
    assert not exhaustion.may_force(marching("FT train 0101"), FI)
    state = marching("F1 infantry 5-3 0101 division:1st", orders="FI: march 0105; FI/1st: march 07")
    assert not exhaustion.may_force(state, FI)  # its only unit has an order of its own (N12.92)
    for turn, is_asked in ((1, True), (2, False)):
        arrival = Arrival(turn, Hex("0101"), units("F1"))
        state = marching("F1 infantry 5-3 due", arrivals=(arrival,))
        assert exhaustion.may_force(state, FI) is is_asked


@pytest.mark.rule("N20.81", "N12.92")
def test_the_allowance_is_half_as_much_again_until_the_activation_ends() -> None:
    for line, halves in (
        ("F1 infantry 5-3-4 0101", 12),  # 6 MP
        ("F1 infantry 5-3-5 0101", 16),  # 7 1/2, so 8
        ("F1 light 5-3-6 0101", 18),
        ("F1 light 5-3-7 0101", 22),  # 10 1/2, so 11
        ("F1 light 5-3-7 0101 disrupted", 12),  # 4 x 1.5
        ("F1 infantry 5-3-5 0101 disrupted", 10),  # 3 x 1.5 = 4 1/2, so 5
        ("FT train 0101", 12),
    ):
        state = forced(marching(line))
        assert allowance(state, unit(line.split(maxsplit=1)[0])) == halves
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII")
    state = forced(marching(*lines))
    assert [allowance(state, u) for u in units("F1 F2 A1")] == [12, 8, 8]
    ActivationEnded(FI).apply(state)
    assert allowance(state, unit("F1")) == 8
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 division:1st")
    state = forced(marching(*lines, orders="FI: march 0105; FI/1st: march 0105"))
    assert [allowance(state, u) for u in units("F1 F2")] == [12, 8]
    lines = ("F1 infantry 5-3 0102", "A1 infantry 5-3 2002")
    words: dict[str, Any] = {"active": "FI", "segment": Segment.MOVEMENT}
    state = position(STRIP, *lines, orders="FI: march 1902", **words)
    for easternmost in ("05", "07"):
        routes = ChoosePath(FRENCH, units("F1")).options(state)
        assert max(route.hexes[-1][:2] for route in routes if route.hexes) == easternmost
        forced(state)


def rolled(state: GameState, die: int, **more: Any) -> Any:
    return play(state, exhaustion.end_forced_marches, [die], **more)


@pytest.mark.rule("N20.82")
@each(
    "rating die straggles",
    (1, 3, False),
    (1, 4, True),
    (2, 4, False),
    (2, 5, True),
    (3, 5, False),
    (3, 6, True),
    (4, 6, False),
)
def test_above_the_rating_and_two_a_unit_loses_a_step(
    rating: int, die: int, straggles: bool
) -> None:
    state = forced(marching("F1 infantry 5/3-3 0101", f"FL leader 0101 rating:{rating}"))
    played = rolled(state, die)
    limit = rating + 2
    assert played.of("ForcedMarchRolled") == [
        losses.ForcedMarchRolled(FI, die, limit, 1, straggles, exhausts=False)
    ]
    assert played.of("StepLost") == (
        [losses.StepLost(unit("F1"), 2, "stragglers")] if straggles else []
    )


@pytest.mark.rule("N20.82", "N11.6", "N15.3")
def test_the_owner_chooses_who_straggles_and_all_are_in_the_uar_box() -> None:
    lines = ("F1 infantry 6/2-3 0101", "F2 infantry 5/4-3 0102", "F3 battery 1-3 0103")
    state = forced(marching(*lines, "FT train 0104", "F4 light 5-3 uar"))
    played = rolled(state, 6, answers={"ChooseStepLoss": [unit("F3")]})
    question = played.questions("ChooseStepLoss")[0]
    # the default loses least and removes nobody
    assert (question.side, question.units) == (FRENCH, units("F2 F1 F3"))
    assert played.of("UnitEliminated") == [
        losses.UnitEliminated(unit("F3"), Box.UAR, 1, "stragglers")
    ]
    cut_off = {Hex("0707"): FRENCH}  # where the enemy stands
    state = forced(marching("F1 battery 3-3 0101", supply_sources=cut_off))
    assert rolled(state, 6).of("UnitEliminated")[0].box is Box.UAR
    more: dict[str, Any] = {
        "formations": {"FI": {"demoralization_sp": 2}},
        "options": {"demoralization": "at_once"},
    }
    played = rolled(forced(marching("F1 infantry 5/3-3 0101", **more)), 6)
    assert played.of("FormationDemoralized") == [losses.FormationDemoralized(FI, 2, 2)]


@pytest.mark.rule("N20.82")
def test_from_the_third_forced_hour_of_a_day_five_and_six_exhaust() -> None:
    for hours, die, exhausts in (
        (1, 6, False),
        (2, 6, False),
        (3, 4, False),
        (3, 5, True),
        (3, 6, True),
        (4, 5, True),
    ):
        state = marching("F1 infantry 5-3 0101", "FL leader 0101 rating:4")
        played = rolled(forced(changed(state, forced_hours={FI: hours - 1})), die)
        assert played.of("ForcedMarchRolled") == [
            losses.ForcedMarchRolled(FI, die, 6, hours, straggles=False, exhausts=exhausts)
        ]
        assert played.of("FormationExhausted") == (
            [losses.FormationExhausted(FI)] if exhausts else []
        )
        assert played.state.spirit.exhausted == ((FI,) if exhausts else ())
    state = changed(marching("F1 infantry 5/3-3 0101"), forced_hours={FI: 2})  # one die does both
    assert rolled(forced(state), 5).story == ["ForcedMarchRolled", "StepLost", "FormationExhausted"]
    for day, left in ((29, {FI: 2}), (30, {})):
        turns = (TurnCard(1, 29, 23, TurnKind.NIGHT_PM), TurnCard(2, day, 0, TurnKind.DAY))
        state = changed(marching(turns=turns), forced_hours={FI: 2})
        TurnBegan(2, "day").apply(state)
        assert state.spirit.forced_hours == left


@pytest.mark.rule("N20.82", "N4.35", "N14.6")
def test_the_roll_comes_at_the_end_of_the_activation_for_each_forced_formation() -> None:
    state = forced(marching(segment=Segment.CONSOLIDATION))
    played = play(state, consolidation_segment, [1])
    assert played.story == ["ForcedMarchRolled", "ActivationEnded"]
    usual = play(marching(segment=Segment.CONSOLIDATION), consolidation_segment)
    assert usual.story == ["ActivationEnded"]
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII")
    played = play(
        forced(marching(*lines, also="FII"), FI, FII), exhaustion.end_forced_marches, [1, 2]
    )
    rolls = [(r.formation, r.die) for r in played.of("ForcedMarchRolled")]
    assert rolls == [("FI", 1), ("FII", 2)]
    state = forced(marching("F1 infantry 5-3 uar"))
    assert exhaustion.marchers(state, FI) == ()
    assert play(state, exhaustion.end_forced_marches).events == []
    assert rolled(forced(marching()), 4).of("ForcedMarchRolled")[0].limit == 3


def rest(state: GameState) -> Any:
    async def flow(table: Table[GameState]) -> None:
        exhaustion.count_rest(table)

    return play(state, flow)


def tired(orders: str, **hours: int) -> GameState:
    lines = ("F1 infantry 5-3 0101", "F2 light 5-3 0102 of:FII", FOE_OF_EXHAUSTION)
    rested = {FormationId(formation): n for formation, n in hours.items()}
    state = position(OPEN, *lines, orders=orders)
    return changed(state, exhausted=(FI, FII), rested_hours=rested)


@pytest.mark.rule("N20.83", "N4.71")
def test_three_hours_in_reserve_that_follow_each_other_end_exhaustion() -> None:
    state = tired("FI: reserve 0101; FII: march 0105")
    first = rest(state)
    assert first.events == [losses.RestCounted(((FI, 1),))]
    second = rest(first.state)
    assert second.events == [losses.RestCounted(((FI, 2),))]
    third = rest(second.state)
    assert third.events == [losses.ExhaustionEnded(FI)]
    assert (third.state.spirit.exhausted, third.state.spirit.rested_hours) == ((FII,), {})
    state = tired("FI: march 0105; FII: reserve 0102", FI=2, FII=1)
    played = rest(state)
    assert played.events == [losses.RestCounted(((FII, 2),))]
    put_orders(played.state, "FI: reserve 0101; FII: defend 0102")
    assert rest(played.state).state.spirit.rested_hours == {FI: 1}
    played = rest(tired("FI: march 0105; FII: march 0105", FI=2))
    assert played.events == [losses.RestCounted(())]
    assert rest(played.state).events == []
    fresh = changed(tired("FI: reserve 0101; FII: reserve 0102"), exhausted=())
    assert rest(fresh).events == []  # who is not exhausted is not counted
    state = changed(tired("FI: reserve 0101", FI=2), exhausted=())
    losses.FormationExhausted(FI).apply(state)
    assert rest(state).events == [losses.RestCounted(((FI, 1),))]
    state = tired("FI: reserve 0101; FII: march 0105", FI=2)
    put(state, phase=Phase.TURN_END, commanded=state.battle.sides)
    assert play(state, turn_end).story[:2] == ["ExhaustionEnded", "TurnEnded"]
