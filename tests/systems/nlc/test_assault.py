"""The Assault Segment: declaring, what orders allow, step by step, the advance (N8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AdvanceMade,
    AssaultDeclared,
    AssaultRepeated,
    ConfidenceRolled,
    FireResolved,
    StalemateReached,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced, LeaderMoved
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
    UnitRetreated,
)
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded, TurnBegan
from hexwar.systems.nlc.rules.combat import assault_law
from hexwar.systems.nlc.rules.combat.assault import (
    Assault,
    AssaultOutcome,
    ChooseDefenderTarget,
    DeclareAssault,
    RepeatAssault,
    assault_segment,
)
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.permits import assault_permission
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.losses.retreat import ChooseLeaderStay
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Activation, Segment
from tests.systems.nlc.assaults import A1, F1, F2, F3, fight, on
from tests.systems.nlc.errands import FI
from tests.systems.nlc.orders import MARCH
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- declaring an assault: who may, whom, and what the segment records (N8.1, N8.35)


ASK = DeclareAssault(FRENCH, FormationId("FI"))


# -- N8.35 (1): who may


@pytest.mark.rule("N8.35")
def test_all_units_of_each_hex_and_all_together_are_offered() -> None:
    state = position(OPEN, F1, F2, F3, A1, active="FI")
    assert ASK.options(state) == [
        on("0403", "F1 F2 F3"),
        on("0403", "F3"),
        on("0403", "F1 F2"),
        None,
    ]


@pytest.mark.rule("N8.35")
def test_each_target_is_offered_in_the_order_of_the_map() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 3-3 0304", "A3 infantry 3-3 0405", active="FI")
    assert ASK.options(state) == [on("0304", "F1"), on("0403", "F1"), on("0405", "F1"), None]


@pytest.mark.rule("N8.1")
def test_without_an_enemy_in_contact_only_the_end_is_left() -> None:
    state = position(OPEN, F1, "A1 infantry 5-3 0402", active="FI")
    assert ASK.options(state) == [None]
    assert ASK.kind(None) == "end"


@pytest.mark.rule("N8.35")
@pytest.mark.parametrize("attackers", ["F1", "F2", "F3", "F1 F3", "F3 F1", "F2 F3", "F1 F2 F3"])
def test_any_part_of_the_units_is_legal(attackers: str) -> None:
    state = position(OPEN, F1, F2, F3, A1, active="FI")
    assert ASK.refusal(state, on("0403", attackers)) is None
    assert ASK.kind(on("0403", attackers)) == "assault"


@pytest.mark.rule("N8.35", "N8.1", "N4.53", "N4.33", "N11.8", "N8.92", "N16.4", "N3.7")
@pytest.mark.parametrize(
    ("line", "rule", "word"),
    [
        ("F2 infantry 4-3 0404 disrupted", "N11.8", "Disrupted"),
        ("F2 infantry 4-3 0404 column", "N4.53", "column"),
        ("F2 infantry 4-3 0404 assaulted", "N8.1", "already"),
        ("F2 infantry 4-3 0404 done", "N8.92", "advanced"),
        ("F2 infantry 4-3 uar", "N8.35", "not on the map"),
        ("F2 infantry 4-3 0405", "N3.7", "not in contact"),
        ("F2 infantry 4-3 0404 of:FII", "N4.33", "formation"),
        ("F2 train 0404", "N16.4", "no combat unit"),
    ],
)
def test_who_may_not_assault(line: str, rule: str, word: str) -> None:
    state = position(OPEN, F1, line, A1, active="FI")
    refusal = ASK.refusal(state, on("0403", "F1 F2"))
    assert refusal is not None
    assert refusal.rule == rule
    assert word in refusal.sentence
    assert ASK.options(state) == [on("0403", "F1"), None]


@pytest.mark.rule("N4.53")
def test_a_unit_that_has_moved_may_assault() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 moved", A1, active="FI")
    assert ASK.options(state)[0] == on("0403", "F1")


@pytest.mark.rule("N12.2", "N14.4")
@pytest.mark.parametrize(("name", "rule"), [("permissions", "N12.2"), ("is_in_command", "N14.4")])
def test_order_and_command_must_allow_it(
    monkeypatch: pytest.MonkeyPatch, name: str, rule: str
) -> None:
    state = position(OPEN, F1, A1, active="FI")
    calm = MARCH
    monkeypatch.setattr(assault_law, name, lambda *_: calm if name == "permissions" else False)
    refusal = ASK.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == rule
    assert ASK.options(state) == [None]


@pytest.mark.rule("N8.35")
@pytest.mark.parametrize("attackers", ["", "F1 F1"])
def test_at_least_one_unit_each_once(attackers: str) -> None:
    refusal = ASK.refusal(position(OPEN, F1, A1, active="FI"), on("0403", attackers))
    assert refusal is not None
    assert refusal.rule == "N8.35"


@pytest.mark.rule("N8.1")
@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("0402", ()),
        ("9999", ()),
        ("0304", ("AT train 0304",)),
        ("0305", ("A-Olsufiev leader 0305",)),
        ("0405", ("F4 infantry 3-3 0405",)),
    ],
)
def test_a_target_holds_an_enemy_combat_unit(target: str, more: tuple[str, ...]) -> None:
    state = position(OPEN, F1, A1, *more, active="FI")
    refusal = ASK.refusal(state, on(target, "F1"))
    assert refusal is not None
    assert refusal.rule == "N8.1"
    assert ASK.options(state) == [on("0403", "F1"), None]


@pytest.mark.rule("N8.1")
def test_a_hex_is_assaulted_once_an_activation() -> None:
    state = position(OPEN, F1, A1, active="FI", assaulted="0403")
    refusal = ASK.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == "N8.1"
    assert ASK.options(state) == [None]


@pytest.mark.rule("N3.7")
def test_an_unspanned_river_prevents_contact() -> None:
    assert ASK.options(position(OPEN, F1, A1, active="FI", rivers=["0403-0404"])) == [None]
    bridged = position(OPEN, F1, A1, active="FI", bridges=["0403-0404"])
    assert ASK.options(bridged) == [on("0403", "F1"), None]


@pytest.mark.rule("N3.7")
def test_a_disrupted_enemy_can_be_assaulted() -> None:
    state = position(OPEN, F1, f"{A1} disrupted", active="FI")
    assert ASK.options(state) == [on("0403", "F1"), None]


# -- the segment


@pytest.mark.rule("N4.52")
def test_the_end_of_the_segment() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = play(state, assault_segment, answers={DeclareAssault: [None]})
    assert played.events == [SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)]


@pytest.mark.rule("N8.1")
def test_one_assault_marks_units_and_hex() -> None:
    state = position(OPEN, F1, F2, A1, active="FI")
    played = play(state, assault_segment, [1, 1, 1], {DeclareAssault: [on("0403", "F2 F1")]})
    assert played.events[0] == AssaultDeclared(units("F1 F2"), Hex("0403"))
    assert DeclareAssault(FRENCH, FormationId("FI")).options(played.state) == [None]
    assert played.state.activation is not None
    assert played.state.activation.assaulted == hexes("0403")


@pytest.mark.rule("N8.35")
def test_units_of_one_hex_may_take_different_targets() -> None:
    state = position(OPEN, F1, F2, A1, "A2 infantry 3-3 0405", active="FI")
    played = play(state, assault_segment, [1, 1, 1], {DeclareAssault: [on("0403", "F1")]})
    assert ASK.options(played.state) == [on("0405", "F2"), None]


# -- which assaults an order allows: the words of the table, objectives, Support (N12.2, N12.36)


FII = FormationId("FII")
LINES = ("F1 infantry 6-3 0404", "A1 infantry 5-3 0403")


def facing(order: str, *lines: str, **more: Any) -> GameState:
    """F1 in 0404 under an order, A1 before it in 0403."""
    return position(OPEN, *LINES, *lines, active="FI", orders=f"FI: {order}", **more)


def refused(state: GameState, who: str = "F1", target: str = "0403") -> str | None:
    """The rule that refuses an assault, or None."""
    acting = state.activation
    assert acting is not None
    question = DeclareAssault(acting.side, acting.formation)
    answer = Assault(Hex(target), units(who))
    refusal = question.refusal(state, answer)
    listed = [option for option in question.options(state) if option is not None]
    named = [option for option in listed if option.target == target]
    assert refusal is not None or named
    return None if refusal is None else refusal.rule


def targets(state: GameState) -> list[tuple[str, tuple[str, ...]]]:
    """The listed assaults."""
    acting = state.activation
    assert acting is not None
    options = DeclareAssault(acting.side, acting.formation).options(state)
    return [(option.target, option.units) for option in options if option is not None]


# -- the words of the table


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("march 0401", "N12.2"),
        ("attack 0401", None),
        ("probe 0401", None),
        ("defend 0403", None),
        ("delay 0407", "N12.2"),
        ("fall back 0407", "N12.2"),
        ("reserve 0404", "N12.2"),
        ("support FII", "N12.36"),
        ("general retreat 0407", "N12.2"),
    ],
)
def test_each_type_of_order_allows_its_assaults(order: str, rule: str | None) -> None:
    state = facing(order, "F2 infantry 5-3 0707 of:FII")
    assert refused(state) == rule
    assert targets(state) == ([] if rule else [("0403", ("F1",))])


@pytest.mark.rule("N14.4")
def test_out_of_command_nobody_assaults() -> None:
    assert refused(facing("attack 0401", out="F1")) == "N14.4"


# -- Defend


@pytest.mark.rule("N12.24")
@pytest.mark.rule("N12.35")
def test_defend_assaults_an_enemy_in_the_objective_hex_only() -> None:
    assert refused(facing("defend 0403")) is None
    assert refused(facing("defend 0404")) == "N12.35"


@pytest.mark.rule("N12.35")
@pytest.mark.parametrize(
    ("objective", "rule"), [("0401", None), ("0405", None), ("0406", "N12.35")]
)
def test_a_scenario_may_widen_the_zone_of_a_defence(objective: str, rule: str | None) -> None:
    assert refused(facing(f"defend {objective} within 2")) == rule


@pytest.mark.rule("N12.35")
def test_who_is_beyond_four_hexes_must_come_back_first() -> None:
    lines = ["F1 infantry 6-3 0406", "A1 infantry 5-3 0405"]
    state = position(OPEN, *lines, active="FI", orders="FI: defend 0401 within 5")
    assert refused(state, target="0405") == "N12.35"
    lines = ["F1 infantry 6-3 0405", "A1 infantry 5-3 0404"]
    state = position(OPEN, *lines, active="FI", orders="FI: defend 0401 within 5")
    assert refused(state, target="0404") is None


@pytest.mark.rule("N12.92")
def test_a_detached_division_assaults_under_its_own_order() -> None:
    lines = ["F1 infantry 6-3 0404 division:1st", "F2 infantry 6-3 0304", LINES[1]]
    orders = "FI: attack 0401; FI/1st: march 0407"
    state = position(OPEN, *lines, active="FI", orders=orders)
    assert refused(state, "F1") == "N12.2"
    assert refused(state, "F2") is None
    assert targets(state) == [("0403", ("F2",))]


# -- Support


def supporting(acting: str, *lines: str, **more: Any) -> GameState:
    """FI in 0404 attacks 0403 and FII in 0304 supports it."""
    return position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        *lines,
        active=acting,
        orders="FI: attack 0401; FII: support FI",
        turns=tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in (1, 2, 3)),
        **more,
    )


def declared(state: GameState, who: str, target: str = "0403") -> GameState:
    """The same table once an assault is declared and its confidence has passed."""
    after = state.copy()
    AssaultDeclared(units(who), Hex(target)).apply(after)
    ConfidenceRolled(units(who), Hex(target), 4, 1, passed=True, is_final=False).apply(after)
    return after


def next_turn(state: GameState) -> GameState:
    after = state.copy()
    TurnBegan(after.turn + 1, "day").apply(after)
    return after


def activated(state: GameState, formation: str) -> GameState:
    """The same table in the Assault Segment of another formation."""
    after = state.copy()
    id_ = FormationId(formation)
    after.activation = Activation(id_, after.battle.formations[id_].side, Segment.ASSAULT, True)
    after.chits = replace(after.chits, acted=(*after.chits.acted, id_))
    return after


@pytest.mark.rule("N12.28")
@pytest.mark.rule("N12.36")
def test_supporters_may_be_named_in_the_assaults_of_those_they_support() -> None:
    state = supporting("FI")
    assert targets(state)[0] == ("0403", ("F1", "F2"))
    assert ("0403", ("F1",)) in targets(state)
    assert refused(state, "F1 F2") is None


@pytest.mark.rule("N12.36")
def test_supporters_do_not_assault_by_themselves_in_an_activation_that_is_not_theirs() -> None:
    state = supporting("FI")
    assert refused(state, "F2") == "N12.36"
    assert ("0403", ("F2",)) not in targets(state)


def supporting_an_attack(acting: str, hex_: str) -> GameState:
    """FI in 0404 attacks 0401 and FII in 0304 supports the attack on a hex."""
    lines = (*LINES, "F2 infantry 5-3 0304 of:FII")
    orders = f"FI: attack 0401; FII: support {hex_}"
    return position(OPEN, *lines, active=acting, orders=orders, length=3)


@pytest.mark.rule("N12.28")
def test_to_support_an_attack_is_to_support_whoever_attacks_there() -> None:
    state = supporting_an_attack("FI", "0401")
    assert refused(state, "F1 F2") is None
    assert refused(state, "F2") == "N12.36"
    struck = declared(state, "F1")
    assert refused(activated(struck, "FII"), "F2") is None
    assert refused(activated(next_turn(next_turn(struck)), "FII"), "F2") == "N12.36"


@pytest.mark.rule("N12.28")
def test_to_support_an_attack_that_nobody_makes_allows_no_assault() -> None:
    struck = declared(supporting_an_attack("FI", "0407"), "F1")
    asked = assault_permission(activated(struck, "FII"), unit("F2"), Hex("0403"))
    assert asked is not None
    assert asked.rule == "N12.28"
    assert asked.sentence.endswith("while no formation has orders to attack 0407.")
    assert refused(supporting_an_attack("FI", "0407"), "F1 F2") == "N4.33"


@pytest.mark.rule("N4.33")
def test_troops_that_support_somebody_else_may_not_join() -> None:
    state = position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        active="FI",
        orders="FI: attack 0401; FII: attack 0401",
    )
    assert refused(state, "F1 F2") == "N4.33"
    assert targets(state) == [("0403", ("F1",))]


@pytest.mark.rule("N12.36")
def test_in_their_own_activation_supporters_assault_what_was_assaulted_this_turn_or_last() -> None:
    fresh = supporting("FII")
    assert refused(fresh, "F2") == "N12.36"
    struck = declared(supporting("FI"), "F1")
    assert refused(activated(struck, "FII"), "F2") is None
    assert refused(activated(next_turn(struck), "FII"), "F2") is None
    assert refused(activated(next_turn(next_turn(struck)), "FII"), "F2") == "N12.36"


@pytest.mark.rule("N12.36")
def test_another_hex_than_the_one_that_was_assaulted_is_refused() -> None:
    state = declared(supporting("FI", "A2 infantry 4-3 0303"), "F1")
    assert refused(activated(state, "FII"), "F2", "0403") is None
    assert refused(activated(state, "FII"), "F2", "0303") == "N12.36"


@pytest.mark.rule("N12.36")
def test_who_has_joined_has_used_up_its_assault_of_the_turn() -> None:
    state = declared(supporting("FI", "A2 infantry 4-3 0405"), "F1 F2")
    assert state.assaults.lent == ("F2",)
    own = activated(state, "FII")
    own.put_unit(supporting("FI").units[unit("F2")])  # its marks go off (N4.46)
    assert refused(own, "F2") == "N8.1"
    assert refused(activated(next_turn(own), "FII"), "F2") is None


@pytest.mark.rule("N12.36")
def test_who_has_assaulted_in_its_own_activation_may_not_join_any_more() -> None:
    state = supporting("FI", assaulted="")
    marked = declared(activated(state, "FII"), "F2", "0303")
    again = activated(marked, "FI")
    again.chits = replace(again.chits, acted=(FII, FI))
    assert refused(again, "F1 F2") == "N8.1"
    assert targets(again) == [("0403", ("F1",))]


@pytest.mark.rule("N4.46")
def test_the_marks_of_an_earlier_turn_do_not_keep_supporters_from_joining() -> None:
    state = declared(activated(supporting("FI"), "FII"), "F2", "0303")
    later = activated(next_turn(state), "FI")
    assert later.units[unit("F2")].assaulted
    assert refused(later, "F1 F2") is None


@pytest.mark.rule("N12.36")
def test_an_assault_is_remembered_for_each_formation_that_took_part() -> None:
    state = declared(supporting("FI"), "F1 F2")
    assert state.assaults.struck == {FI: ((1, "0403"),), FII: ((1, "0403"),)}
    later = next_turn(next_turn(state))
    later.activation = state.activation
    assert declared(later, "F1").assaults.struck[FI] == ((3, "0403"),)


@pytest.mark.rule("N12.28")
def test_supporters_must_be_in_contact_and_in_command() -> None:
    state = supporting("FI", "F3 infantry 3-3 0306 of:FII", "F4 infantry 3-3 0707 of:FII")
    assert refused(state, "F1 F3") == "N3.7"
    assert refused(state, "F1 F4") == "N14.4"


@pytest.mark.rule("N4.32")
def test_formations_that_act_together_assault_together() -> None:
    state = position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        active="FI",
        also="FII",
        orders="FI: attack 0401; FII: attack 0401",
    )
    assert refused(state, "F1 F2") is None
    assert refused(state, "F2") is None


def test_an_order_that_a_view_does_not_show_may_do_anything() -> None:
    state = position(OPEN, *LINES, active="AI")
    assert state.activation is not None
    assert state.activation.side == ALLIED != FRENCH
    assert assault_permission(state, unit("A1"), Hex("0404")) is None


# -- one assault, step by step (N8.35, N8.6, N8.9)


def kinds(played: Played[Any], *left_out: type[Event]) -> list[str]:
    """The story after the roll for confidence, without some events."""
    names = [kind.__name__ for kind in left_out]
    return [name for name in played.story[2:] if name not in names]


@pytest.mark.rule("N8.6", "N8.35")
def test_the_defender_chooses_whom_he_fires_at() -> None:
    state = position(OPEN, F1, F3, A1, active="FI")
    played = fight(state, [1, 1], "F1 F3", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.target for e in played.of(FireResolved)] == ["0403", "0404"]
    question = played.questions(ChooseDefenderTarget)[0]
    assert (question.side, question.kind(Hex("0404"))) == (ALLIED, "fire")
    assert question.refusal(state, Hex("0403")) is not None


@pytest.mark.rule("N8.6", "N8.8")
def test_both_dice_fall_before_either_result_is_read() -> None:
    state = position(OPEN, "F1 infantry 9-3 0404", "A1 infantry 5-3 0403", active="FI")
    played = fight(state, [1, 6, 1])
    assert [question.about() for question, _ in played.asked if question.side == "chance"] == [
        "die for Attack Confidence",
        "die for attackers' fire",
        "die for defenders' fire",
        "die for attackers' morale",
    ]
    assert played.of(FireResolved) == [
        FireResolved(FRENCH, units("F1"), Hex("0403"), 9, 3, 1, 0, "-"),
        FireResolved(ALLIED, units("A1"), Hex("0404"), 5, 2, 6, 0, "M1"),
    ]


@pytest.mark.rule("N8.8")
def test_a_side_without_strength_does_not_roll() -> None:
    rows = "\n".join([".  .  .  .  .  .  .", ".  .  .  .  .  .  .", ".  .  .  w  .  .  ."])
    rows += "\n" + "\n".join([".  .  .  .  .  .  ."] * 4)
    state = position(rows, F1, "A1 infantry 5-3 0403 disrupted", active="FI")
    played = fight(state, [1])
    assert [e.side for e in played.of(FireResolved)] == [FRENCH]


@pytest.mark.rule("N8.81")
def test_combined_arms_add_to_the_die_that_is_told() -> None:
    lines = ("F1 infantry 5-3 0404", F3, "F4 battery 2-3 0404")
    state = position(OPEN, *lines, A1, active="FI")
    answers: Answers = {ChooseDefenderTarget: [Hex("0404")]}
    attack = fight(state, [1, 1, 1], "F1 F3 F4", answers).of(FireResolved)[0]
    assert (attack.die, attack.modifiers, attack.result) == (1, 1, "M")


# -- N8.9 step by step. Strengths: 12 SP fire in column 11-14, 5 SP in column 5-7.

BIG = "F1 infantry 12-3 0404"
ROWS_11 = {1: "M", 2: "M", 3: "M", 4: "M1", 5: "1", 6: "1"}
ROWS_5 = {1: "-", 2: "-", 3: "M", 4: "M", 5: "M", 6: "M1"}


@pytest.mark.rule("N8.9")
def test_nobody_checks_where_nothing_is_hit() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [2, 2])
    assert kinds(played) == ["FireResolved", "FireResolved", "StalemateReached"]
    assert played.result is AssaultOutcome.STALEMATE


@pytest.mark.rule("N8.9")
def test_defender_fails_and_retreats_and_the_attackers_check_is_dropped() -> None:
    # attack 3: M; defence 3: M; the defenders' morale is 4, and a 5 fails
    state = position(OPEN, F1, "A1 infantry 5-2 0403", active="FI")
    played = fight(state, [3, 3, 5], answers={ChooseAdvance: [None]})
    assert kinds(played, FireResolved) == [
        "MoraleRolled",
        "RetreatBegan",
        "UnitRetreated",
        "UnitDisrupted",
    ]
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert [e.units for e in played.of(MoraleRolled)] == [units("A1")]


@pytest.mark.rule("N8.9", "N11.2")
def test_defender_routs_by_a_margin_of_three() -> None:
    # 12 to 5 is no modifier; morale 3, a 6 misses by 3
    state = position(OPEN, BIG, "A1 infantry 5-2 0403", active="FI")
    played = fight(state, [1, 1, 6], answers={ChooseAdvance: [None]})
    assert played.result is AssaultOutcome.DEFENDER_ROUTS
    assert [e.cause for e in played.of(StepLost)] == ["rout"]
    assert len(played.of(UnitRetreated)[0].path) == 4


@pytest.mark.rule("N8.9", "N8.91")
def test_losses_fall_on_both_before_anybody_checks() -> None:
    # attack 5 in 11-14: "1"; defence 6 of 12 SP: "1"
    lines = (BIG, "A1 infantry 6-3 0403", "A2 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", formations={"AI": {"stacks_as_division": True}})
    played = fight(state, [5, 6, 1, 1])
    assert kinds(played, FireResolved) == [
        "StepLost",
        "StepLost",
        "MoraleRolled",
        "MoraleRolled",
        "StalemateReached",
    ]
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("A1", "fire"), ("F1", "fire")]
    checks = [(e.units, e.purpose) for e in played.of(MoraleRolled)]
    assert checks == [(units("A1 A2"), "retreat"), (units("F1"), "retreat")]


@pytest.mark.rule("N8.91")
def test_losses_fall_on_the_stack_that_was_hit_only() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 7-3 0304", "A1 infantry 12-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6, 1, 1], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.unit for e in played.of(StepLost)] == ["F1"]


@pytest.mark.rule("N3.5", "N8.6")
def test_units_that_stand_by_in_the_hex_are_hit_too() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 6-3 0404", "A1 infantry 5-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6, 6], "F1")
    assert played.of(MoraleRolled)[0].units == units("F1 F2")
    assert [e.unit for e in played.of(UnitRetreated)] == ["F1", "F2"]


@pytest.mark.rule("N8.9")
def test_attacker_fails_and_retreats_one_hex_disrupted() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [1, 3, 5])
    assert kinds(played, FireResolved) == [
        "MoraleRolled",
        "RetreatBegan",
        "UnitRetreated",
        "UnitDisrupted",
    ]
    assert played.result is AssaultOutcome.ATTACKER_REPULSED
    assert len(played.of(UnitRetreated)[0].path) == 2


@pytest.mark.rule("N8.9", "N11.15")
def test_attacker_routs_two_hexes_and_loses_a_step() -> None:
    state = position(OPEN, "F1 infantry 5-2 0404", A1, active="FI")
    played = fight(state, [1, 3, 6])
    assert played.result is AssaultOutcome.ATTACKER_ROUTS
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("F1", "rout")]
    assert len(played.of(UnitRetreated)[0].path) == 3


@pytest.mark.rule("N8.91")
def test_attackers_that_were_not_hit_stay() -> None:
    state = position(OPEN, F1, F3, A1, active="FI")
    played = fight(state, [1, 3, 5], "F1 F3", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.unit for e in played.of(UnitRetreated)] == ["F1"]
    assert played.state.units[unit("F3")].hex == "0304"
    assert played.of(StalemateReached) == []


@pytest.mark.rule("N8.9")
def test_both_pass_and_stay_in_contact() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [3, 3, 4, 4])
    assert kinds(played, FireResolved) == ["MoraleRolled", "MoraleRolled", "StalemateReached"]
    assert [e.units for e in played.of(MoraleRolled)] == [units("A1"), units("F1")]
    assert played.of(StalemateReached) == [StalemateReached(Hex("0403"))]


@pytest.mark.rule("N8.9")
def test_an_attacker_that_lost_a_step_still_checks_and_is_only_disrupted() -> None:
    # defence 12 SP, 6: "1"; attack 12 SP, 3: "M"
    lines = (BIG, "A1 infantry 12-2 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [3, 6, 6, 6], answers={ChooseAdvance: [units("F1")]})
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert kinds(played, FireResolved)[-3:] == ["AdvanceMade", "MoraleRolled", "UnitDisrupted"]
    last = played.of(MoraleRolled)[-1]
    assert (last.units, last.purpose, last.passed) == (units("F1"), "advance", False)
    assert played.state.units[unit("F1")].hex == "0403"
    calm = fight(state, [3, 6, 6, 1], answers={ChooseAdvance: [units("F1")]})
    assert calm.of(UnitDisrupted)[-1].unit == "A1"


@pytest.mark.rule("N8.9")
def test_a_bystander_who_is_disrupted_already_is_not_marked_twice() -> None:
    lines = ("F1 infantry 9-3 0404", "F2 infantry 3-3 0404 disrupted", "A1 infantry 12-2 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [6, 6, 6, 6], answers={ChooseAdvance: [None]})
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1", "F1"]


@pytest.mark.rule("N8.91")
def test_the_guns_of_a_defender_who_is_gone_no_longer_matter() -> None:
    lines = (BIG, "A1 infantry 9-2 0403", "A2 battery 3-3 0403")
    state = position(OPEN, *lines, active="FI")
    won = fight(state, [3, 6, 6, 1], answers={ChooseAdvance: [None]}).of(MoraleRolled)[-1]
    assert (won.purpose, won.modifiers) == ("advance", -1)  # reduced
    stayed = fight(state, [3, 6, 1, 1]).of(MoraleRolled)[-1]
    assert (stayed.purpose, stayed.modifiers) == ("retreat", -2)  # reduced, artillery


@pytest.mark.rule("N8.9")
def test_a_defender_without_units_checks_nothing() -> None:
    state = position(OPEN, BIG, "A1 light 1/0-3 0403", "AT train 0401", active="FI")
    played = fight(state, [5, 1], answers={ChooseAdvance: [None]})
    assert kinds(played, FireResolved) == ["UnitEliminated"]
    assert played.result is AssaultOutcome.DEFENDER_ELIMINATED


@pytest.mark.rule("N8.9", "N8.91")
def test_an_attacker_without_units_checks_nothing() -> None:
    lines = ("F1 light 1/0-3 0404", "F2 infantry 5-3 0304", "A1 infantry 12-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert kinds(played, FireResolved) == ["UnitEliminated"]
    assert played.result is AssaultOutcome.ATTACKER_ELIMINATED


@pytest.mark.rule("N8.9")
def test_a_defender_who_cannot_retreat_is_eliminated() -> None:
    rivers = ["0303-0403", "0402-0403", "0403-0503"]
    state = position(OPEN, F1, A1, active="FI", rivers=rivers)
    played = fight(state, [3, 1, 6], answers={ChooseAdvance: [None]})
    assert played.result is AssaultOutcome.DEFENDER_ELIMINATED


@pytest.mark.rule("N8.9")
def test_an_attacker_who_cannot_retreat_is_eliminated() -> None:
    rivers = ["0305-0404", "0404-0405", "0404-0505"]
    state = position(OPEN, F1, A1, active="FI", rivers=rivers)
    assert fight(state, [1, 3, 6]).result is AssaultOutcome.ATTACKER_ELIMINATED


@pytest.mark.rule("N8.12", "N14.71")
def test_leaders_of_stacks_shot_to_pieces_roll_before_the_checks() -> None:
    lines = ("A1 light 1/0-3 0403", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401")
    state = position(OPEN, BIG, *lines, active="FI")
    taken = fight(state, [5, 1, 2], answers={ChooseAdvance: [None]})
    assert taken.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Olsufiev"), FRENCH)]
    free = fight(state, [5, 1, 3], answers={ChooseAdvance: [None]})
    assert free.of(LeaderDisplaced) == [LeaderDisplaced(LeaderId("A-Olsufiev"), Hex("0401"))]


@pytest.mark.rule("N5.32", "N8.7")
def test_an_assaulted_column_is_flanked_fires_badly_and_forms_up() -> None:
    state = position(OPEN, F1, f"{A1} column", active="FI")
    played = fight(state, [3, 1, 1])
    assert played.of(FireResolved)[1].strength == 3
    assert played.of(MoraleRolled)[0].modifiers == -2
    assert played.of(ColumnLeft) == [ColumnLeft(unit("A1"))]
    gone = fight(state, [3, 1, 6], answers={ChooseAdvance: [None]})
    assert gone.of(ColumnLeft) == []


@pytest.mark.rule("N2.46", "N8.71")
def test_a_flanked_defender_checks_at_minus_two() -> None:
    lines = (F1, "F2 infantry 4-3 0402", A1)
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [3, 1, 1], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert played.of(MoraleRolled)[0].modifiers == -2  # 9 to 5 weighs nothing


# -- the preview


@pytest.mark.rule("N8.35")
def test_the_report_lays_the_assault_open() -> None:
    lines = (F1, F3, "F4 infantry 2-5 0404", A1, "A2 battery 3-3 0403", "A-Ols leader 0403")
    state = position(OPEN, *lines, "F-Ney leader 0404", active="FI")
    report = combat_report(state, on("0403", "F3 F1"), Hex("0404"))
    assert (report.target, report.attackers, report.defenders) == (
        "0403",
        units("F1 F3"),
        units("A1 A2"),
    )
    assert (report.hit_hex, report.flank) == ("0404", False)
    # 5 + 3 x 75 % = 7.25; 5 + 3 = 8
    assert (report.attack.strength, report.defence.strength) == (7, 8)
    assert {reason: pips for reason, pips, _ in report.morale_defender.modifiers} == {
        "leader": 1,
        "weight of fire": 2,
    }
    assert report.morale_attacker is not None
    assert (report.morale_attacker.unit, report.morale_attacker.value) == ("F4", 5)
    assert report.leaders == (LeaderId("F-Ney"), LeaderId("A-Ols"))
    assert report.dice == ()


@pytest.mark.rule("N8.35")
def test_the_report_changes_nothing() -> None:
    state = position(OPEN, F1, A1, active="FI")
    before = state.copy()
    combat_report(state, on("0403", "F1"), Hex("0404"))
    assert (state.units, state.activation) == (before.units, before.activation)


@pytest.mark.rule("N8.9")
def test_eliminated_units_leave_their_sp_in_the_story() -> None:
    state = position(OPEN, BIG, "A1 light 1/0-3 0403", active="FI")
    played = fight(state, [5, 1], answers={ChooseAdvance: [None]})
    assert [(e.unit, e.sp, e.cause) for e in played.of(UnitEliminated)] == [("A1", 1, "fire")]


# -- advance after an assault (N8.11, N8.92)


# -- N8.11, N8.92: advance

TWO = (F1, F2, F3, "A1 infantry 3-1 0403")


def won(
    state: GameState, answers: Answers, attackers: str = "F1 F2 F3"
) -> Played[AssaultOutcome | None]:
    """A1 routs or retreats from 0403; nobody else was hit."""
    first: Answers = {ChooseDefenderTarget: [Hex("0404")]} if "F3" in attackers else {}
    return fight(state, [6, 1, 6], attackers, {**first, **answers})


@pytest.mark.rule("N8.92")
def test_each_attacking_hex_is_asked_once_the_strongest_first() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [None, None]})
    assert [q.units for q in played.questions(ChooseAdvance)] == [units("F1 F2"), units("F3")]


@pytest.mark.rule("N8.92")
def test_who_advances_is_done_for_the_activation() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [units("F1"), None]})
    assert played.of(AdvanceMade) == [AdvanceMade(units("F1"), Hex("0403"))]
    assert played.state.units[unit("F1")].done
    assert not played.state.units[unit("F2")].done


@pytest.mark.rule("N8.11", "N6.1")
def test_advances_obey_the_stacking_limit() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [units("F1 F2")]})
    question = played.questions(ChooseAdvance)[1]
    assert question.options(played.state) == [None]
    refusal = question.refusal(played.state, units("F3"))
    assert refusal is not None
    assert refusal.rule == "N6.1"


@pytest.mark.rule("N8.92")
@pytest.mark.parametrize("answer", ["", "F3", "F1 F1", "F1 F3"])
def test_only_units_of_the_hex_may_advance(answer: str) -> None:
    state = position(OPEN, F1, F2, F3, active="FI")
    question = ChooseAdvance(FRENCH, units("F1 F2"), Hex("0403"))
    refusal = question.refusal(state, units(answer))
    assert refusal is not None
    assert refusal.rule == "N8.11"
    assert question.options(state) == [units("F1 F2"), units("F1"), units("F2"), None]
    assert (question.kind(None), question.kind(units("F1"))) == ("stay", "advance")


@pytest.mark.rule("N8.92")
def test_a_single_unit_is_offered_once() -> None:
    question = ChooseAdvance(FRENCH, units("F1"), Hex("0403"))
    assert question.options(position(OPEN, F1)) == [units("F1"), None]


@pytest.mark.rule("N8.11")
def test_only_attackers_advance() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [None]}, "F1")
    assert [q.units for q in played.questions(ChooseAdvance)] == [units("F1")]


@pytest.mark.rule("N8.92", "N16.4", "N14.7")
def test_the_first_that_enters_takes_trains_and_leaders() -> None:
    lines = (*TWO, "AT train 0403", "A-Olsufiev leader 0403")
    state = position(OPEN, *lines, active="FI")
    answers: Answers = {
        ChooseDefenderTarget: [Hex("0404")],
        ChooseAdvance: [units("F1"), units("F3")],
        ChooseLeaderStay: [False],
    }
    # attack 6: "1" removes nobody; morale 1 against a 3 is a retreat; 2 captures the leader
    played = fight(state, [6, 1, 3, 2], "F1 F2 F3", answers)
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("AT"), FRENCH)]
    assert played.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Olsufiev"), FRENCH)]
    story = played.story
    assert story.index("AdvanceMade") < story.index("TrainDestroyed")
    assert story.count("AdvanceMade") == 2


@pytest.mark.rule("N8.92")
def test_if_nobody_enters_trains_and_leaders_stay() -> None:
    state = position(OPEN, *TWO, "AT train 0403", active="FI")
    played = won(state, {ChooseAdvance: [None, None]})
    assert played.state.units[unit("AT")].hex == "0403"


@pytest.mark.rule("N22.2")
def test_an_advance_takes_control_of_a_victory_hex() -> None:
    state = position(OPEN, *TWO, active="FI", control={Hex("0403"): ALLIED})
    played = won(state, {ChooseAdvance: [units("F1"), None]})
    assert played.of(HexControlled) == [HexControlled(Hex("0403"), FRENCH, unit("F1"))]


@pytest.mark.rule("N14.52")
def test_leaders_advance_with_or_without_the_units() -> None:
    state = position(OPEN, *TWO, "F-Ney leader 0404", active="FI")
    going = won(state, {ChooseAdvance: [units("F1"), None]})
    assert going.of(LeaderMoved) == [LeaderMoved(LeaderId("F-Ney"), hexes("0404 0403"), free=True)]
    staying = won(state, {ChooseAdvance: [units("F1"), None], ChooseLeaderStay: [False]})
    assert staying.of(LeaderMoved) == []


@pytest.mark.rule("N14.51")
def test_an_hq_does_not_advance_into_an_enemy_zone() -> None:
    quiet = position(OPEN, *TWO, "F-HQ hq 0404", active="FI")
    assert len(won(quiet, {ChooseAdvance: [units("F1"), None]}).of(LeaderMoved)) == 1
    watched = position(OPEN, *TWO, "F-HQ hq 0404", "A9 light 3-3 0503", active="FI")
    assert won(watched, {ChooseAdvance: [units("F1"), None]}).of(LeaderMoved) == []


# -- the second round of an assault after a stalemate (N8.10, N8.93)


AGAIN: Answers = {RepeatAssault: [True]}
STAY: Answers = {ChooseAdvance: [None]}
NEY = "F-Ney leader 0506 rating:2"


def at(*lines: str, orders: str = "FI: attack 0401", **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", orders=orders, **more)


@pytest.mark.rule("N8.10")
def test_after_a_stalemate_an_attack_may_stop_and_that_is_the_default() -> None:
    played = fight(at(F1, A1), [2, 2])
    question = played.questions(RepeatAssault)[0]
    assert (question.side, question.units) == (FRENCH, units("F1"))
    assert question.options(played.state) == (False, True)
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "assault"]
    assert played.result is AssaultOutcome.STALEMATE
    assert played.of(AssaultRepeated) == []


@pytest.mark.rule("N8.10", "N8.93")
def test_it_goes_on_with_a_new_confidence_one_lower_and_both_fires() -> None:
    played = fight(
        at(F1, "A1 infantry 5-2 0403", NEY), [2, 2, 3, 3, 3, 5], answers={**AGAIN, **STAY}
    )
    assert played.of(AssaultRepeated) == [AssaultRepeated(units("F1"), Hex("0403"))]
    assert [(e.value, e.die) for e in played.of(ConfidenceRolled)] == [(4, 1), (3, 3)]
    assert len(played.of(FireResolved)) == 4
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert len(played.of(StalemateReached)) == 1


@pytest.mark.rule("N8.10", "N8.32")
@pytest.mark.parametrize(("die", "is_final"), [(4, False), (6, True)])
def test_without_confidence_it_ends_as_it_stood(die: int, is_final: bool) -> None:
    played = fight(at(F1, A1, NEY), [2, 2, die], answers=AGAIN)
    last = played.of(ConfidenceRolled)[-1]
    assert (last.passed, last.is_final) == (False, is_final)
    assert played.result is AssaultOutcome.STALEMATE
    assert len(played.of(FireResolved)) == 2


@pytest.mark.rule("N8.10", "N5.32", "N5.33")
def test_a_tail_that_was_assaulted_is_gone_before_a_second_round() -> None:
    played = fight(at(F1, "A1 infantry 9-5 0402 tail:0403", NEY), [2, 2])
    assert played.result is AssaultOutcome.STALEMATE
    assert played.of(ColumnLeft) == [ColumnLeft(unit("A1"))]
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.10")
def test_there_is_no_third_round() -> None:
    played = fight(at(F1, A1, NEY), [2, 2, 1, 2, 2], answers=AGAIN)
    assert len(played.questions(RepeatAssault)) == 1
    assert len(played.of(StalemateReached)) == 2


@pytest.mark.rule("N8.10")
@pytest.mark.parametrize("order", ["probe 0401", "defend 0403", "support FII"])
def test_only_an_attack_goes_on(order: str) -> None:
    played = fight(at(F1, A1, orders=f"FI: {order}"), [2, 2])
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.10")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ([3, 1, 6], AssaultOutcome.DEFENDER_RETREATS),
        ([1, 3, 5], AssaultOutcome.ATTACKER_REPULSED),
    ],
)
def test_not_after_one_side_gave_way(dice: list[int], outcome: AssaultOutcome) -> None:
    answers: Answers = STAY if outcome is AssaultOutcome.DEFENDER_RETREATS else {}
    played = fight(at(F1, A1), dice, answers=answers)
    assert played.result is outcome
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.93")
def test_those_who_are_left_go_on() -> None:
    lines = ("F1 infantry 4-3 0404", "F2 light 5/0-3 0404", "A1 infantry 12-3 0403")
    played = fight(at(*lines), [1, 5, 1, 1, 1, 1, 1], "F1 F2", AGAIN)
    assert played.state.units[unit("F2")].hex is None
    assert played.of(AssaultRepeated) == [AssaultRepeated(units("F1"), Hex("0403"))]
    assert played.of(FireResolved)[2].units == units("F1")


@pytest.mark.rule("N8.93", "N12.36")
def test_supporters_do_not_go_on_alone() -> None:
    lines = ("F1 light 5/0-3 0404", "F2 infantry 4-3 0404 of:FII", "A1 infantry 12-3 0403")
    state = at(*lines, orders="FI: attack 0401; FII: support FI")
    played = fight(state, [1, 5, 1], "F1 F2")
    assert played.result is AssaultOutcome.STALEMATE
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.93")
def test_the_defender_may_not_leave_between_the_rounds_but_chooses_anew() -> None:
    state = at(F1, F3, "A1 light 5-3 0403")
    answers: Answers = {**AGAIN, ChooseDefenderTarget: [Hex("0404"), Hex("0304")]}
    played = fight(state, [1, 2, 1, 1, 2], "F1 F3", answers)
    assert len(played.questions(ChooseRetreatBeforeAssault)) == 1
    assert [e.target for e in played.of(FireResolved)] == ["0403", "0404", "0403", "0304"]


@pytest.mark.rule("N8.93", "N7.7")
def test_a_bonus_is_for_one_round_and_once_a_turn() -> None:
    state = at(F1, A1, "F-Nap overall 0404 of:FHQ napoleon")
    dice = [2, 2, 1, 2, 2]
    used = fight(state, dice, answers={**AGAIN, ChooseLeaderBonus: [True]})
    assert [e.strength for e in used.of(FireResolved)] == [6, 5, 5, 5]  # 5 at 125 %
    assert len(used.questions(ChooseLeaderBonus)) == 1
    saved = fight(state, dice, answers={**AGAIN, ChooseLeaderBonus: [False, True]})
    assert [e.strength for e in saved.of(FireResolved)] == [5, 5, 6, 5]
    assert saved.state.spirit.inspired == {LeaderId("F-Nap"): 1}


@pytest.mark.rule("N5.32", "N8.93")
def test_a_column_has_formed_up_by_the_second_round() -> None:
    state = at(F1, f"{A1} column", NEY)
    played = fight(state, [1, 1, 1, 3, 1, 1], answers=AGAIN)
    assert [e.strength for e in played.of(FireResolved)] == [5, 3, 5, 5]
    assert [e.modifiers for e in played.of(MoraleRolled)] == [1]  # no flank; 5 to 5


@pytest.mark.rule("N8.10")
def test_the_report_of_a_second_round() -> None:
    state = fight(at(F1, A1, NEY), [2, 2]).state
    first = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert first.confidence is None
    second = combat_report(state, on("0403", "F1"), Hex("0404"), second_round=True)
    assert second.confidence is not None
    assert second.confidence.value == 3
    assert "After a stalemate the attackers stop." not in second.assumed
