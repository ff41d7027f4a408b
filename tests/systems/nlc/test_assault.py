"""The Assault Segment: declaring, what orders allow, step by step, the advance (N8)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded, TurnBegan
from hexwar.systems.nlc.rules.combat import assault, assault_law
from hexwar.systems.nlc.rules.combat.permits import assault_permission
from hexwar.systems.nlc.rules.combat.previews import combat_report
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Activation, Segment
from tests.systems.nlc.assaults import A1, F1, F2, F3, fight, on, terrain
from tests.systems.nlc.cases import case, each, rule_of, told
from tests.systems.nlc.orders import MARCH
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.tasks import FI

# -- declaring an assault: who may, whom, and what the segment records (N8.1, N8.35)


ASK = assault.DeclareAssault(FRENCH, FI)
FII, OLSUFIEV = FormationId("FII"), LeaderId("A-Olsufiev")


def at(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """The Assault Segment of FI."""
    return position(rows, *lines, active="FI", **more)


def law(state: GameState, attackers: str = "F1", target: str = "0403") -> str | None:
    """The rule that refuses an assault, or None."""
    return rule_of(ASK.refusal(state, on(target, attackers)))


ONLY_F1 = [on("0403", "F1"), None]


@pytest.mark.rule("N8.35")
def test_all_units_of_each_hex_and_all_together_are_offered_and_any_part_is_legal() -> None:
    state = at(F1, F2, F3, A1)
    every = [on("0403", named) for named in ("F1 F2 F3", "F3", "F1 F2")]
    assert ASK.options(state) == [*every, None]
    for attackers in ("F1", "F2", "F3", "F1 F3", "F3 F1", "F2 F3", "F1 F2 F3"):
        assert law(state, attackers) is None
        assert ASK.kind(on("0403", attackers)) == "assault"
    assert [law(state, named) for named in ("", "F1 F1")] == ["N8.35", "N8.35"]


@pytest.mark.rule("N8.35", "N8.1", "N4.53", "N3.7")
@each(
    "lines more listed",
    case(
        "in the order of the map",
        (F1, A1, "A2 infantry 3-3 0304", "A3 infantry 3-3 0405"),
        {},
        ["0304", "0403", "0405"],
    ),
    case("nobody in contact", (F1, "A1 infantry 5-3 0402"), {}, []),
    case("who has moved", ("F1 infantry 5-3 0404 moved", A1), {}, ["0403"]),
    case("behind a river", (F1, A1), {"rivers": ["0403-0404"]}, []),
    case("over a bridge", (F1, A1), {"bridges": ["0403-0404"]}, ["0403"]),
    case("the Disrupted", (F1, f"{A1} disrupted"), {}, ["0403"]),
)
def test_targets(lines: tuple[str, ...], more: dict[str, Any], listed: list[str]) -> None:
    assert ASK.options(at(*lines, **more)) == [*(on(target, "F1") for target in listed), None]
    assert ASK.kind(None) == "end"


@pytest.mark.rule("N8.35", "N8.1", "N4.53", "N4.33", "N11.8", "N8.92", "N16.4", "N3.7")
@each(
    "line rule word",
    ("F2 infantry 4-3 0404 disrupted", "N11.8", "Disrupted"),
    ("F2 infantry 4-3 0404 column", "N4.53", "column"),
    ("F2 infantry 4-3 0404 assaulted", "N8.1", "already"),
    ("F2 infantry 4-3 0404 done", "N8.92", "advanced"),
    ("F2 infantry 4-3 uar", "N8.35", "not on the map"),
    ("F2 infantry 4-3 0405", "N3.7", "not in contact"),
    ("F2 infantry 4-3 0404 of:FII", "N4.33", "formation"),
    ("F2 train 0404", "N16.4", "no combat unit"),
)
def test_who_may_not_assault(line: str, rule: str, word: str) -> None:
    state = at(F1, line, A1)
    refusal = ASK.refusal(state, on("0403", "F1 F2"))
    assert refusal is not None
    assert (refusal.rule, word in refusal.sentence) == (rule, True)
    assert ASK.options(state) == ONLY_F1


@pytest.mark.rule("N12.2", "N14.4")
@each("name answer rule", ("permissions", MARCH, "N12.2"), ("is_in_command", False, "N14.4"))
def test_order_and_command_must_allow_it(
    monkeypatch: pytest.MonkeyPatch, name: str, answer: object, rule: str
) -> None:
    monkeypatch.setattr(assault_law, name, lambda *_: answer)
    assert law(at(F1, A1)) == rule
    assert ASK.options(at(F1, A1)) == [None]


@pytest.mark.rule("N8.1")
@each(
    "target more",
    ("0402", ()),
    ("9999", ()),
    ("0304", ("AT train 0304",)),
    ("0305", ("A-Olsufiev leader 0305",)),
    ("0405", ("F4 infantry 3-3 0405",)),
)
def test_a_target_holds_an_enemy_combat_unit(target: str, more: tuple[str, ...]) -> None:
    state = at(F1, A1, *more)
    assert law(state, "F1", target) == "N8.1"
    assert ASK.options(state) == ONLY_F1


@pytest.mark.rule("N4.52", "N8.1", "N8.35")
def test_one_assault_marks_units_and_hex_until_the_segment_ends() -> None:
    ended = play(at(F1, A1), assault.assault_segment, answers={"DeclareAssault": [None]})
    assert ended.events == [SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)]
    both = {"DeclareAssault": [on("0403", "F2 F1")]}
    played = play(at(F1, F2, A1), assault.assault_segment, [1, 1, 1], both)
    assert played.events[0] == combat.AssaultDeclared(units("F1 F2"), Hex("0403"))
    assert ASK.options(played.state) == [None]
    assert played.state.activation is not None
    assert played.state.activation.assaulted == hexes("0403")
    one = {"DeclareAssault": [on("0403", "F1")]}
    apart = play(at(F1, F2, A1, "A2 infantry 3-3 0405"), assault.assault_segment, [1, 1, 1], one)
    assert ASK.options(apart.state) == [on("0405", "F2"), None]
    state = at(F1, A1, assaulted="0403")
    assert (law(state), ASK.options(state)) == ("N8.1", [None])


# -- which assaults an order allows: the words of the table, objectives, Support (N12.2, N12.36)


LINES = ("F1 infantry 6-3 0404", "A1 infantry 5-3 0403")
SUPPORTER = "F2 infantry 5-3 0304 of:FII"


def facing(order: str, *lines: str, **more: Any) -> GameState:
    """F1 in 0404 under an order, A1 before it in 0403."""
    return at(*LINES, *lines, orders=f"FI: {order}", **more)


def refused(state: GameState, who: str = "F1", target: str = "0403") -> str | None:
    """The rule that refuses an assault, or None."""
    acting = state.activation
    assert acting is not None
    question = assault.DeclareAssault(acting.side, acting.formation)
    refusal = question.refusal(state, on(target, who))
    named = [option for option in question.options(state) if option and option.target == target]
    assert refusal is not None or named
    return rule_of(refusal)


def targets(state: GameState) -> list[tuple[str, tuple[str, ...]]]:
    """The listed assaults."""
    acting = state.activation
    assert acting is not None
    options = assault.DeclareAssault(acting.side, acting.formation).options(state)
    return [(option.target, option.units) for option in options if option is not None]


@pytest.mark.rule("N12.2")
@each(
    "order rule",
    ("march 0401", "N12.2"),
    ("attack 0401", None),
    ("probe 0401", None),
    ("defend 0403", None),
    ("delay 0407", "N12.2"),
    ("fall back 0407", "N12.2"),
    ("reserve 0404", "N12.2"),
    ("support FII", "N12.36"),
    ("general retreat 0407", "N12.2"),
)
def test_each_type_of_order_allows_its_assaults(order: str, rule: str | None) -> None:
    state = facing(order, "F2 infantry 5-3 0707 of:FII")
    assert refused(state) == rule
    assert targets(state) == ([] if rule else [("0403", ("F1",))])


@pytest.mark.rule("N14.4", "N12.24", "N12.35")
@each(
    "order out rule",
    ("attack 0401", "F1", "N14.4"),
    ("defend 0403", "", None),
    ("defend 0404", "", "N12.35"),
    ("defend 0401 within 2", "", None),  # a scenario may widen the zone of a defence
    ("defend 0405 within 2", "", None),
    ("defend 0406 within 2", "", "N12.35"),
)
def test_command_and_the_zone_of_a_defence(order: str, out: str, rule: str | None) -> None:
    assert refused(facing(order, out=out)) == rule


@pytest.mark.rule("N12.92", "N12.35")
def test_a_detached_division_and_who_is_far_away_assault_under_their_orders() -> None:
    lines = ["F1 infantry 6-3 0404 division:1st", "F2 infantry 6-3 0304", LINES[1]]
    state = at(*lines, orders="FI: attack 0401; FI/1st: march 0407")
    assert (refused(state, "F1"), refused(state, "F2")) == ("N12.2", None)
    assert targets(state) == [("0403", ("F2",))]
    for row, rule in ((6, "N12.35"), (5, None)):
        lines = [f"F1 infantry 6-3 040{row}", f"A1 infantry 5-3 040{row - 1}"]
        state = at(*lines, orders="FI: defend 0401 within 5")
        assert refused(state, target=f"040{row - 1}") == rule


def supporting(acting: str, *lines: str, support: str = "FI", **more: Any) -> GameState:
    """FI in 0404 attacks 0403 and FII in 0304 supports it, or an attack on a hex."""
    orders = f"FI: attack 0401; FII: support {support}"
    pieces = (*LINES, SUPPORTER, *lines)
    return position(OPEN, *pieces, active=acting, orders=orders, length=3, **more)


def declared(state: GameState, who: str, target: str = "0403") -> GameState:
    """The same table once an assault is declared and its confidence has passed."""
    after = state.copy()
    combat.AssaultDeclared(units(who), Hex(target)).apply(after)
    combat.ConfidenceRolled(units(who), Hex(target), 4, 1, passed=True, is_final=False).apply(after)
    return after


def later(state: GameState, formation: str, turns: int = 0) -> GameState:
    """The same table in the Assault Segment of another formation, some turns on."""
    after = state.copy()
    for _ in range(turns):
        TurnBegan(after.turn + 1, "day").apply(after)
    id_ = FormationId(formation)
    after.activation = Activation(id_, after.battle.formations[id_].side, Segment.ASSAULT, True)
    after.chits = replace(after.chits, acted=(*after.chits.acted, id_))
    return after


@pytest.mark.rule("N12.28", "N12.36")
def test_supporters_are_named_with_those_they_support_or_follow_them() -> None:
    state = supporting("FI")
    assert targets(state)[0] == ("0403", ("F1", "F2"))
    assert ("0403", ("F1",)) in targets(state)
    assert ("0403", ("F2",)) not in targets(state)
    assert (refused(state, "F1 F2"), refused(state, "F2")) == (None, "N12.36")
    state = declared(supporting("FI"), "F1 F2")
    assert state.assaults.struck == {FI: ((1, "0403"),), FII: ((1, "0403"),)}
    assert declared(later(state, "FI", 2), "F1").assaults.struck[FI] == ((3, "0403"),)
    state = supporting("FI", "F3 infantry 3-3 0306 of:FII", "F4 infantry 3-3 0707 of:FII")
    assert [refused(state, who) for who in ("F1 F3", "F1 F4")] == ["N3.7", "N14.4"]
    for support in ("FI", "0401"):
        # To support an attack is to support whoever attacks there.
        state = supporting("FI", support=support)
        assert (refused(state, "F1 F2"), refused(state, "F2")) == (None, "N12.36")
        assert refused(supporting("FII", support=support), "F2") == "N12.36"
        struck = declared(state, "F1")
        found = [refused(later(struck, "FII", turns), "F2") for turns in range(3)]
        assert found == [None, None, "N12.36"]


@pytest.mark.rule("N12.36", "N4.46", "N12.28", "N4.33", "N4.32")
def test_who_supports_assaults_once_a_turn_or_does_not_join() -> None:
    state = declared(supporting("FI", "A2 infantry 4-3 0405"), "F1 F2")
    assert state.assaults.lent == ("F2",)
    own = later(state, "FII")
    own.put_unit(supporting("FI").units[unit("F2")])  # its marks go off (N4.46)
    assert (refused(own, "F2"), refused(later(own, "FII", 1), "F2")) == ("N8.1", None)
    marked = declared(later(supporting("FI"), "FII"), "F2", "0303")
    again = later(marked, "FI")
    again.chits = replace(again.chits, acted=(FII, FI))
    assert refused(again, "F1 F2") == "N8.1"
    assert targets(again) == [("0403", ("F1",))]
    next_turn = later(marked, "FI", 1)
    assert next_turn.units[unit("F2")].assaulted
    assert refused(next_turn, "F1 F2") is None
    state = supporting("FI", support="0407")
    asked = assault_permission(later(declared(state, "F1"), "FII"), unit("F2"), Hex("0403"))
    assert rule_of(asked) == "N12.28"
    assert asked is not None
    assert asked.sentence.endswith("while no formation has orders to attack 0407.")
    assert refused(state, "F1 F2") == "N4.33"
    state = later(declared(supporting("FI", "A2 infantry 4-3 0303"), "F1"), "FII")
    assert [refused(state, "F2", hex_) for hex_ in ("0403", "0303")] == [None, "N12.36"]
    orders = "FI: attack 0401; FII: attack 0401"
    state = at(*LINES, SUPPORTER, orders=orders)
    assert refused(state, "F1 F2") == "N4.33"
    assert targets(state) == [("0403", ("F1",))]
    together = at(*LINES, SUPPORTER, orders=orders, also="FII")
    assert [refused(together, who) for who in ("F1 F2", "F2")] == [None, None]


def test_an_order_that_a_view_does_not_show_may_do_anything() -> None:
    state = position(OPEN, *LINES, active="AI")
    assert state.activation is not None
    assert state.activation.side == ALLIED != FRENCH
    assert assault_permission(state, unit("A1"), Hex("0404")) is None


# -- one assault, step by step (N8.35, N8.6, N8.9)

HIT_0404: Answers = {"ChooseDefenderTarget": [Hex("0404")]}
STAY: Answers = {"ChooseAdvance": [None]}


def kinds(played: Played[Any]) -> str:
    """The story after the roll for confidence, without fire."""
    return " ".join(name for name in played.story[2:] if name != "FireResolved")


@pytest.mark.rule("N8.6", "N8.35", "N8.8", "N8.81")
def test_the_defender_chooses_and_both_dice_fall_before_either_is_read() -> None:
    state = at(F1, F3, A1)
    played = fight(state, [1, 1], "F1 F3", HIT_0404)
    assert [e.target for e in played.of("FireResolved")] == ["0403", "0404"]
    question = played.questions("ChooseDefenderTarget")[0]
    assert (question.side, question.kind(Hex("0404"))) == (ALLIED, "fire")
    assert question.refusal(state, Hex("0403")) is not None
    played = fight(at("F1 infantry 9-3 0404", "A1 infantry 5-3 0403"), [1, 5, 1])
    assert [question.about() for question, _ in played.asked if question.side == "chance"] == [
        "die for Attack Confidence",
        "die for attackers' fire",
        "die for defenders' fire",
        "die for attackers' morale",
    ]
    assert played.of("FireResolved") == [
        combat.FireResolved(FRENCH, units("F1"), Hex("0403"), 9, 3, 1, 0, "-"),
        combat.FireResolved(ALLIED, units("A1"), Hex("0404"), 5, 2, 5, 0, "M1"),
    ]
    played = fight(at(F1, "A1 infantry 5-3 0403 disrupted", rows=terrain("w")), [1])
    assert [e.side for e in played.of("FireResolved")] == [FRENCH]
    state = at("F1 infantry 5-3 0404", F3, "F4 battery 2-3 0404", A1)
    attack = fight(state, [1, 1, 1], "F1 F3 F4", HIT_0404).of("FireResolved")[0]
    assert (attack.die, attack.modifiers, attack.result) == (1, 1, "M")


BIG = "F1 infantry 12-3 0404"


def tale(played: Played[Any]) -> str:
    """What happened after the roll for confidence, but for fire."""
    events: list[Any] = played.events[2:]
    words = []
    for event in events:
        kind = type(event).__name__
        if kind == "MoraleRolled":
            words.append(f"{' '.join(event.units)} checks {event.purpose}")
        elif kind in ("StepLost", "UnitEliminated"):
            words.append(f"{event.unit} {'lost' if kind == 'StepLost' else 'gone'} {event.cause}")
        elif kind == "UnitRetreated":
            words.append(f"{event.unit} back {len(event.path) - 1}")
        elif kind == "UnitDisrupted":
            words.append(f"{event.unit} disrupted")
        elif kind == "StalemateReached":
            words.append("stalemate")
    return ", ".join(words)


STEPS = f"""
nobody checks where nothing is hit: {F1}, {A1} | 1 1 | - | STALEMATE | stalemate
the defender retreats and the attackers' check is dropped: {F1}, A1 infantry 5-2 0403
    | 3 3 5 | - | DEFENDER_RETREATS | A1 checks retreat, A1 back 2, A1 disrupted
the defender routs by a margin of four: {BIG}, A1 infantry 5-1 0403
    | 1 1 6 | - | DEFENDER_ROUTS | A1 checks retreat, A1 lost rout, A1 back 3, A1 disrupted
losses fall on both before anybody checks: {BIG}, A1 infantry 6-3 0403, A2 infantry 6-3 0403
    | 6 6 1 1 | stacks | STALEMATE
    | A1 lost fire, F1 lost fire, A1 A2 checks retreat, F1 checks retreat, stalemate
the attacker fails and retreats one hex: {F1}, {A1}
    | 1 3 5 | - | ATTACKER_REPULSED | F1 checks retreat, F1 back 1, F1 disrupted
the attacker routs two hexes and loses a step: F1 infantry 5-1 0404, {A1}
    | 1 3 6 | - | ATTACKER_ROUTS | F1 checks retreat, F1 lost rout, F1 back 2, F1 disrupted
both pass and stay in contact: {F1}, {A1}
    | 3 3 4 4 | - | STALEMATE | A1 checks retreat, F1 checks retreat, stalemate
a defender without units checks nothing: {BIG}, A1 light 1/0-3 0403, AT train 0401
    | 6 1 | - | DEFENDER_ELIMINATED | A1 gone fire
a defender who cannot retreat: {F1}, {A1}
    | 3 1 6 | north | DEFENDER_ELIMINATED | A1 checks retreat, A1 gone no retreat
an attacker who cannot retreat: {F1}, {A1}
    | 1 3 6 | south | ATTACKER_ELIMINATED | F1 checks retreat, F1 gone no retreat
"""
"""The pieces, the dice, what else holds, how it ends, and what happened. 12 SP fire in column
11-14: M M M M1 M1 1M1; 5 SP in column 5-7: - M M M M1 1."""

MORE: dict[str, dict[str, Any]] = {
    "-": {},
    "stacks": {"formations": {"AI": {"stacks_as_division": True}}},
    "north": {"rivers": ["0303-0403", "0402-0403", "0403-0503"]},
    "south": {"rivers": ["0305-0404", "0404-0405", "0404-0505"]},
}


@pytest.mark.rule("N8.9", "N11.2", "N8.91", "N11.15")
@each("lines dice more result happened", *told(STEPS))
def test_step_by_step(lines: str, dice: str, more: str, result: str, happened: str) -> None:
    answers = STAY if result.startswith("DEFENDER") else {}
    state = at(*lines.split(", "), **MORE[more])
    played = fight(state, [int(die) for die in dice.split()], answers=answers)
    assert played.result is assault.AssaultOutcome[result]
    assert tale(played) == happened


@pytest.mark.rule("N3.5", "N8.6", "N8.91", "N8.9")
def test_losses_fall_on_the_stack_that_was_hit_and_who_stands_by_in_it() -> None:
    apart = at("F1 infantry 5-3 0404", "F2 infantry 7-3 0304", "A1 infantry 12-3 0403")
    assert [e.unit for e in fight(apart, [1, 6, 1, 1], "F1 F2", HIT_0404).of("StepLost")] == ["F1"]
    beside = at("F1 infantry 5-3 0404", "F2 infantry 6-3 0404", "A1 infantry 5-3 0403")
    played = fight(beside, [1, 6, 6], "F1")
    assert played.of("MoraleRolled")[0].units == units("F1 F2")
    assert [e.unit for e in played.of("UnitRetreated")] == ["F1", "F2"]
    played = fight(at(BIG, "A1 light 1/0-3 0403"), [6, 1], answers=STAY)
    assert [(e.unit, e.sp, e.cause) for e in played.of("UnitEliminated")] == [("A1", 1, "fire")]
    played = fight(at(F1, F3, A1), [1, 3, 5], "F1 F3", HIT_0404)
    assert [e.unit for e in played.of("UnitRetreated")] == ["F1"]
    assert played.state.units[unit("F3")].hex == "0304"
    assert played.of("StalemateReached") == []
    state = at("F1 light 1/0-3 0404", "F2 infantry 5-3 0304", "A1 infantry 12-3 0403")
    gone = fight(state, [1, 6], "F1 F2", HIT_0404)
    assert kinds(gone) == "UnitEliminated"
    assert gone.result is assault.AssaultOutcome.ATTACKER_ELIMINATED


@pytest.mark.rule("N8.9", "N8.91")
def test_who_won_checks_after_a_lost_step_and_lost_guns_matter_no_more() -> None:
    # defence 12 SP, 6: "1M1"; attack 12 SP, 3: "M"
    state, go = at(BIG, "A1 infantry 12-2 0403"), {"ChooseAdvance": [units("F1")]}
    played = fight(state, [3, 6, 6, 6], answers=go)
    assert played.result is assault.AssaultOutcome.DEFENDER_RETREATS
    assert kinds(played).endswith("AdvanceMade MoraleRolled UnitDisrupted")
    last = played.of("MoraleRolled")[-1]
    assert (last.units, last.purpose, last.passed) == (units("F1"), "advance", False)
    assert played.state.units[unit("F1")].hex == "0403"
    calm = fight(state, [3, 6, 6, 1], answers=go)
    assert calm.of("UnitDisrupted")[-1].unit == "A1"
    lines = ("F1 infantry 9-3 0404", "F2 infantry 3-3 0404 disrupted", "A1 infantry 12-2 0403")
    beside = fight(at(*lines), [6, 6, 6, 6], answers=STAY)
    assert [e.unit for e in beside.of("UnitDisrupted")] == ["A1", "F1"]  # F2 is already
    state = at(BIG, "A1 infantry 9-2 0403", "A2 battery 3-3 0403")
    won = fight(state, [3, 6, 6, 1], answers=STAY).of("MoraleRolled")[-1]
    assert (won.purpose, won.modifiers) == ("advance", -2)  # reduced, M1
    stayed = fight(state, [3, 6, 1, 1]).of("MoraleRolled")[-1]
    assert (stayed.purpose, stayed.modifiers) == ("retreat", -3)  # reduced, M1, artillery


@pytest.mark.rule("N8.12", "N14.71", "N5.32", "N8.7", "N2.46", "N8.71")
def test_stacks_shot_to_pieces_leave_leaders_and_columns_form_up() -> None:
    lines = ("A1 light 1/0-3 0403", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401")
    taken = fight(at(BIG, *lines), [6, 1, 2], answers=STAY)
    assert taken.of("LeaderCaptured") == [LeaderCaptured(OLSUFIEV, FRENCH)]
    free = fight(at(BIG, *lines), [6, 1, 3], answers=STAY)
    assert free.of("LeaderDisplaced") == [LeaderDisplaced(OLSUFIEV, Hex("0401"))]
    state = at(F1, f"{A1} column")
    played = fight(state, [3, 1, 1])
    assert played.of("FireResolved")[1].strength == 3
    assert played.of("MoraleRolled")[0].modifiers == -1  # the flank; 5 to 3 weighs 1
    assert played.of("ColumnLeft") == [ColumnLeft(unit("A1"))]
    assert fight(state, [3, 1, 6], answers=STAY).of("ColumnLeft") == []
    flanked = fight(at(F1, "F2 infantry 4-3 0402", A1), [3, 1, 1], "F1 F2", HIT_0404)
    assert flanked.of("MoraleRolled")[0].modifiers == -2  # 9 to 5 weighs nothing


@pytest.mark.rule("N8.35")
def test_the_report_lays_the_assault_open_and_changes_nothing() -> None:
    lines = (F1, F3, "F4 infantry 2-5 0404", A1, "A2 battery 3-3 0403", "A-Ols leader 0403")
    state = at(*lines, "F-Ney leader 0404")
    before = state.copy()
    report = combat_report(state, on("0403", "F3 F1"), Hex("0404"))
    assert (state.units, state.activation) == (before.units, before.activation)
    assert (report.target, report.attackers) == ("0403", units("F1 F3"))
    assert (report.defenders, report.hit_hex, report.flank) == (units("A1 A2"), "0404", False)
    # 5 + 3 x 75 % = 7.25; 5 + 3 = 8
    assert (report.attack.strength, report.defence.strength) == (7, 8)
    modifiers = {reason: pips for reason, pips, _ in report.morale_defender.modifiers}
    assert modifiers == {"leader": 1, "weight of fire": 2}
    assert report.morale_attacker is not None
    assert (report.morale_attacker.unit, report.morale_attacker.value) == (
        "F4",
        4,
    )  # 7, of which 5 count; the guns
    assert report.leaders == (LeaderId("F-Ney"), LeaderId("A-Ols"))
    assert report.dice == ()


TWO = (F1, F2, F3, "A1 infantry 3-1 0403")
ONE_GOES: Answers = {"ChooseAdvance": [units("F1"), None]}


def won(state: GameState, answers: Answers, attackers: str = "F1 F2 F3") -> Played[StrEnum | None]:
    """A1 routs or retreats from 0403; nobody else was hit."""
    first: Answers = HIT_0404 if "F3" in attackers else {}
    return fight(state, [6, 1, 6], attackers, {**first, **answers})


@pytest.mark.rule("N8.92", "N8.11", "N6.1", "N22.2")
def test_each_attacking_hex_is_asked_once_for_its_units_the_strongest_first() -> None:
    state = at(*TWO, control={Hex("0403"): ALLIED})
    played = won(state, {"ChooseAdvance": [None, None]})
    assert [q.units for q in played.questions("ChooseAdvance")] == [units("F1 F2"), units("F3")]
    played = won(state, ONE_GOES)
    assert played.of("AdvanceMade") == [combat.AdvanceMade(units("F1"), Hex("0403"))]
    assert [played.state.units[unit(name)].done for name in ("F1", "F2")] == [True, False]
    assert played.of("HexControlled") == [HexControlled(Hex("0403"), FRENCH, unit("F1"))]
    full = won(state, {"ChooseAdvance": [units("F1 F2")]})
    question = full.questions("ChooseAdvance")[1]
    assert question.options(full.state) == [None]
    assert rule_of(question.refusal(full.state, units("F3"))) == "N6.1"
    alone = won(state, STAY, "F1")  # only attackers advance
    assert [q.units for q in alone.questions("ChooseAdvance")] == [units("F1")]
    question, state = ChooseAdvance(FRENCH, units("F1 F2"), Hex("0403")), at(F1, F2, F3)
    for answer in ("", "F3", "F1 F1", "F1 F3"):
        assert rule_of(question.refusal(state, units(answer))) == "N8.11"
    assert question.options(state) == [units("F1 F2"), units("F1"), units("F2"), None]
    assert (question.kind(None), question.kind(units("F1"))) == ("stay", "advance")
    single = ChooseAdvance(FRENCH, units("F1"), Hex("0403"))
    assert single.options(at(F1)) == [units("F1"), None]


@pytest.mark.rule("N8.92", "N16.4", "N14.7", "N14.52", "N14.51")
def test_who_enters_takes_trains_and_leaders_and_his_own_go_along() -> None:
    state = at(*TWO, "AT train 0403", "A-Olsufiev leader 0403")
    go: Answers = {"ChooseAdvance": [units("F1"), units("F3")], "ChooseLeaderStay": [False]}
    # attack 6: "1" removes nobody; morale 1 against a 3 is a retreat; 2 captures the leader
    played = fight(state, [6, 1, 3, 2], "F1 F2 F3", {**HIT_0404, **go})
    assert played.of("TrainDestroyed") == [TrainDestroyed(unit("AT"), FRENCH)]
    assert played.of("LeaderCaptured") == [LeaderCaptured(OLSUFIEV, FRENCH)]
    story = played.story
    assert story.index("AdvanceMade") < story.index("TrainDestroyed")
    assert story.count("AdvanceMade") == 2
    nobody = won(at(*TWO, "AT train 0403"), {"ChooseAdvance": [None, None]})
    assert nobody.state.units[unit("AT")].hex == "0403"
    state = at(*TWO, "F-Ney leader 0404")
    went = LeaderMoved(LeaderId("F-Ney"), hexes("0404 0403"), free=True)
    assert won(state, ONE_GOES).of("LeaderMoved") == [went]
    assert won(state, {**ONE_GOES, "ChooseLeaderStay": [False]}).of("LeaderMoved") == []
    quiet = at(*TWO, "F-HQ hq 0404")
    assert len(won(quiet, ONE_GOES).of("LeaderMoved")) == 1
    watched = at(*TWO, "F-HQ hq 0404", "A9 light 3-3 0503")
    assert won(watched, ONE_GOES).of("LeaderMoved") == []


# -- the second round of an assault after a stalemate (N8.10, N8.93)


AGAIN: Answers = {"RepeatAssault": [True]}
NEY = "F-Ney leader 0506 rating:2"


def attack(*lines: str, orders: str = "FI: attack 0401") -> GameState:
    return at(*lines, orders=orders)


@pytest.mark.rule("N8.10", "N8.93", "N8.32")
def test_an_attack_may_stop_or_go_on_once_if_it_has_the_confidence() -> None:
    played = fight(attack(F1, A1), [1, 1])
    question = played.questions("RepeatAssault")[0]
    assert (question.side, question.units) == (FRENCH, units("F1"))
    assert question.options(played.state) == (False, True)
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "assault"]
    assert played.result is assault.AssaultOutcome.STALEMATE
    assert played.of("AssaultRepeated") == []
    state = attack(F1, "A1 infantry 5-2 0403", NEY)
    played = fight(state, [1, 1, 3, 3, 3, 5], answers={**AGAIN, **STAY})
    assert played.of("AssaultRepeated") == [combat.AssaultRepeated(units("F1"), Hex("0403"))]
    assert [(e.value, e.die) for e in played.of("ConfidenceRolled")] == [(4, 1), (3, 3)]
    assert len(played.of("FireResolved")) == 4
    assert played.result is assault.AssaultOutcome.DEFENDER_RETREATS
    assert len(played.of("StalemateReached")) == 1
    twice = fight(attack(F1, A1, NEY), [1, 1, 1, 1, 1], answers=AGAIN)
    assert len(twice.questions("RepeatAssault")) == 1
    assert len(twice.of("StalemateReached")) == 2
    for die, is_final in ((4, False), (6, True)):
        played = fight(attack(F1, A1, NEY), [1, 1, die], answers=AGAIN)
        last = played.of("ConfidenceRolled")[-1]
        assert (last.passed, last.is_final) == (False, is_final)
        assert played.result is assault.AssaultOutcome.STALEMATE
        assert len(played.of("FireResolved")) == 2


SHOT_AWAY = ("F1 light 5/0-3 0404", "F2 infantry 4-3 0404 of:FII", "A1 infantry 12-3 0403")
TAIL = (F1, "A1 infantry 9-5 0402 tail:0403", NEY)


@pytest.mark.rule("N8.10", "N5.32", "N5.33", "N8.93", "N12.36")
@each(
    "lines orders dice result",
    case("a probe", (F1, A1), "probe 0401", "1 1", "STALEMATE"),
    case("a defence", (F1, A1), "defend 0403", "1 1", "STALEMATE"),
    case("a support", (F1, A1), "support FII", "1 1", "STALEMATE"),
    case("the defender gave way", (F1, A1), "attack 0401", "3 1 6", "DEFENDER_RETREATS"),
    case("the attacker gave way", (F1, A1), "attack 0401", "1 3 5", "ATTACKER_REPULSED"),
    case(  # the tail that was assaulted is gone
        "a column", TAIL, "attack 0401", "1 1", "STALEMATE"
    ),
    case(  # supporters do not go on alone
        "supporters",
        SHOT_AWAY,
        "attack 0401; FII: support FI",
        "1 6 1",
        "STALEMATE",
    ),
)
def test_who_does_not_go_on(lines: tuple[str, ...], orders: str, dice: str, result: str) -> None:
    answers: Answers = STAY if result == "DEFENDER_RETREATS" else {}
    who = "F1 F2" if lines is SHOT_AWAY else "F1"
    thrown = [int(die) for die in dice.split()]
    played = fight(attack(*lines, orders=f"FI: {orders}"), thrown, who, answers)
    assert played.result is assault.AssaultOutcome[result]
    assert played.questions("RepeatAssault") == []
    assert played.of("ColumnLeft") == ([ColumnLeft(unit("A1"))] if lines is TAIL else [])


@pytest.mark.rule("N8.93")
def test_those_who_are_left_go_on_and_the_defender_stays_but_chooses_anew() -> None:
    lines = ("F1 infantry 4-3 0404", "F2 light 5/0-3 0404", "A1 infantry 12-3 0403")
    played = fight(attack(*lines), [1, 6, 1, 1, 1, 1, 1], "F1 F2", AGAIN)
    assert played.state.units[unit("F2")].hex is None
    assert played.of("AssaultRepeated") == [combat.AssaultRepeated(units("F1"), Hex("0403"))]
    assert played.of("FireResolved")[2].units == units("F1")
    answers: Answers = {**AGAIN, "ChooseDefenderTarget": [Hex("0404"), Hex("0304")]}
    played = fight(attack(F1, F3, "A1 light 5-3 0403"), [1, 1, 1, 1, 1], "F1 F3", answers)
    assert len(played.questions("ChooseRetreatBeforeAssault")) == 1
    assert [e.target for e in played.of("FireResolved")] == ["0403", "0404", "0403", "0304"]


@pytest.mark.rule("N8.93", "N7.7", "N5.32", "N8.10")
def test_a_second_round_is_fought_and_reported_on_its_own() -> None:
    state, dice = attack(F1, A1, "F-Nap overall 0404 of:FHQ napoleon"), [1, 1, 1, 1, 1]
    used = fight(state, dice, answers={**AGAIN, "ChooseLeaderBonus": [True]})
    assert [e.strength for e in used.of("FireResolved")] == [6, 5, 5, 5]  # 5 at 125 %
    assert len(used.questions("ChooseLeaderBonus")) == 1
    saved = fight(state, dice, answers={**AGAIN, "ChooseLeaderBonus": [False, True]})
    assert [e.strength for e in saved.of("FireResolved")] == [5, 5, 6, 5]
    assert saved.state.spirit.inspired == {LeaderId("F-Nap"): 1}
    played = fight(attack(F1, f"{A1} column", NEY), [1, 1, 1, 3, 1, 1], answers=AGAIN)
    assert [e.strength for e in played.of("FireResolved")] == [5, 3, 5, 5]
    assert [e.modifiers for e in played.of("MoraleRolled")] == [1]  # no flank; 5 to 5
    state = fight(attack(F1, A1, NEY), [1, 1]).state
    assert combat_report(state, on("0403", "F1"), Hex("0404")).confidence is None
    second = combat_report(state, on("0403", "F1"), Hex("0404"), second_round=True)
    assert second.confidence is not None
    assert second.confidence.value == 3
    assert "After a stalemate the attackers stop." not in second.assumed
