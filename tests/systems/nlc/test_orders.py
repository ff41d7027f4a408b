"""Orders: how their steps follow each other, their words, what they allow in combat (N12.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.orders import DivisionRejoined, OrderStepChanged
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Line, LineId, Verb
from hexwar.systems.nlc.rules.combat.permits import (
    charge_permission,
    may_bombard,
    may_pull_back,
    may_react,
    pursuit_permission,
)
from hexwar.systems.nlc.rules.orders import steps as order_steps
from hexwar.systems.nlc.rules.orders.duties import DUTIES
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn import sequence
from hexwar.systems.nlc.rules.turn.actions import begin_activation
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.words import (
    UNKNOWN_ORDER,
    division_name,
    line_name,
    open_phrase,
    order_sentence,
    step_phrase,
)
from hexwar.table.forces import FormationId, FormationKind, OrderStep, UnitId
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position, unit

# -- how the steps of an order end and follow each other (N12.21-N12.34)


FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  ."] * 12)
FI = LineId("FI")
FAR_ENEMY = "A9 infantry 4-3 1212"


def checked(
    state: GameState, *formations: str, answers: Any = None, turn_end: bool = False
) -> Played[None]:
    """The test of formations; FI alone if none is named."""
    if turn_end:
        state.phase = Phase.TURN_END
    named = [FormationId(f) for f in formations or ("FI",)]
    return play(state, lambda table: order_steps.test_steps(table, named), answers=answers)


def order_after(state: GameState, *, line: str = "FI", **more: Any) -> tuple[OrderStep, ...]:
    return checked(state, **more).state.pad.lines[LineId(line)].steps


def marching(*lines: str, orders: str = "FI: march 0606", **more: Any) -> GameState:
    return position(FIELD, FAR_ENEMY, *lines, orders=orders, **more)


# -- arrival


@pytest.mark.rule("N12.31")
@pytest.mark.parametrize(
    ("places", "arrived"),
    [
        ("0606 0606 0606", True),
        ("0604 0604 0604", True),  # two hexes away
        ("0603 0606 0606", False),  # the commander is three hexes away
        ("0606 0606 0101", True),  # half of two units
        ("0606 0101 0101", False),
    ],
)
def test_a_march_is_done_when_commander_and_half_the_units_are_near(
    places: str, *, arrived: bool
) -> None:
    leader, first, second = places.split()
    state = marching(f"F9 leader {leader}", f"F1 infantry 4-3 {first}", f"F2 heavy 4-3 {second}")
    after = order_after(state)
    assert after == steps("defend 0606") if arrived else after == steps("march 0606")


@pytest.mark.rule("N12.31")
def test_half_of_three_units_are_two() -> None:
    near, far = "F1 infantry 4-3 0606", ("F2 infantry 4-3 0101", "F3 infantry 4-3 0102")
    assert order_after(marching("F9 leader 0606", near, *far)) == steps("march 0606")
    more = ("F4 infantry 4-3 0607", "F5 train 0101")
    assert order_after(marching("F9 leader 0606", near, *far, *more)) == steps("defend 0606")


@pytest.mark.rule("N12.31")
def test_without_a_commander_the_senior_unit_must_be_there() -> None:
    strong, weak = "F1 infantry 6-3", "F2 infantry 4-3"
    assert order_after(marching(f"{strong} 0606", f"{weak} 0101")) == steps("defend 0606")
    assert order_after(marching(f"{strong} 0101", f"{weak} 0606")) == steps("march 0606")


@pytest.mark.rule("N12.21")
def test_on_arrival_the_next_step_begins_and_the_log_says_why() -> None:
    state = marching("F9 leader 0606", orders="FI: march 0606, attack 1212")
    played = checked(state)
    assert played.state.pad.lines[FI].steps == steps("attack 1212")
    (event,) = played.of(OrderStepChanged)
    assert event == OrderStepChanged(FRENCH, FI, steps("attack 1212"), "it has arrived")
    assert event.is_known_to("french")
    assert not event.is_known_to("allied")


@pytest.mark.rule("N12.3")
def test_steps_that_are_reached_already_are_passed_at_once() -> None:
    orders = "FI: march 0606, march 0607, march 0101, reserve 0101"
    assert order_after(marching("F9 leader 0606", orders=orders)) == steps(
        "march 0101, reserve 0101"
    )


@pytest.mark.rule("N12.26")
def test_a_fall_back_that_has_arrived_becomes_defend_there() -> None:
    state = marching("F9 leader 0605", orders="FI: fall back 0606")
    assert order_after(state) == steps("defend 0606")
    state = marching("F9 leader 0603", orders="FI: fall back 0606")
    assert order_after(state) == steps("fall back 0606")


@pytest.mark.rule("N12.1")
def test_a_march_to_a_friend_is_done_where_he_is_now() -> None:
    friend = "F8 leader 0505 of:FII"
    assert order_after(marching("F9 leader 0606", friend, orders="FI: march FII")) == steps(
        "defend 0505"
    )
    assert order_after(marching("F9 leader 0808", friend, orders="FI: march FII")) == steps(
        "march FII"
    )


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize("verb", ["march", "attack", "probe"])
def test_an_objective_that_is_not_on_the_map_is_not_reached(verb: str) -> None:
    state = marching("F9 leader 0606", "F8 leader due of:FII", orders=f"FI: {verb} FII")
    assert not checked(state).events


@pytest.mark.rule("N12.31")
def test_a_formation_that_is_still_to_come_is_not_tested() -> None:
    state = marching("F9 leader due", "F1 infantry 4-3 due")
    assert not checked(state).events


@pytest.mark.rule("N3.4")
def test_an_unknown_order_has_no_end() -> None:
    state = marching("F9 leader 0606", orders="AI: march 1212")
    assert not checked(state).events
    assert not checked(view(state, ALLIED), "FI").events


# -- contact


MET = ("F9 leader 0303", "F1 infantry 4-3 0303", "A1 infantry 4-3 0403")


@pytest.mark.rule("N12.32")
@pytest.mark.parametrize("following", ["attack 1212", "probe 1212", "support FII"])
@pytest.mark.parametrize("turn_end", [False, True])
def test_contact_on_the_march_starts_an_attack_that_follows(
    following: str, *, turn_end: bool
) -> None:
    state = marching(*MET, "F8 leader 0101 of:FII", orders=f"FI: march 0909, {following}")
    assert order_after(state, turn_end=turn_end) == steps(following)


@pytest.mark.rule("N12.21")
@pytest.mark.parametrize("orders", ["march 0909", "march 0909, reserve 0909"])
def test_contact_on_the_march_becomes_defend_there_in_turn_end(orders: str) -> None:
    state = marching(*MET, orders=f"FI: {orders}")
    assert order_after(state) == steps(orders)  # it may still step out
    assert order_after(state, turn_end=True) == steps("defend 0303")


@pytest.mark.rule("N12.21")
def test_one_unit_in_contact_is_enough_but_trains_and_divisions_of_their_own_do_not_count() -> None:
    others = ("F9 leader 0101", "F2 infantry 4-3 0101", "A1 infantry 4-3 0403")
    unit_, train = "F1 infantry 4-3 0303", "F3 train 0303"
    state = marching(unit_, *others, orders="FI: march 0909")
    assert order_after(state, turn_end=True) == steps("defend 0101")
    state = marching(train, *others, orders="FI: march 0909")
    assert order_after(state, turn_end=True) == steps("march 0909")
    state = marching(f"{unit_} division:1st", *others, orders="FI: march 0909; FI/1st: defend 0303")
    assert order_after(state, turn_end=True) == steps("march 0909")


# -- attack and probe


@pytest.mark.rule("N12.22")
@pytest.mark.parametrize(
    ("holder", "enemy", "done"),
    [
        ("0606", "0609", True),
        ("0606", "0608", False),  # an enemy within two hexes
        ("0605", "0609", False),  # nobody holds the objective
    ],
)
@pytest.mark.parametrize("verb", ["attack", "probe"])
def test_an_attack_is_done_when_its_objective_is_taken_and_no_enemy_is_near(
    verb: str, holder: str, enemy: str, *, done: bool
) -> None:
    lines = (f"F1 infantry 4-3 {holder}", f"A1 infantry 4-3 {enemy}", "F9 leader 0101")
    state = marching(*lines, orders=f"FI: {verb} 0606, reserve 0101")
    after = order_after(state)
    assert after == (steps("reserve 0101") if done else steps(f"{verb} 0606, reserve 0101"))


@pytest.mark.rule("N12.22")
def test_after_the_last_attack_its_objective_is_defended() -> None:
    friend = "F7 infantry 4-3 0606 of:FII"
    state = marching("F9 leader 0101", friend, orders="FI: attack 0606")
    assert order_after(state) == steps("defend 0606")


@pytest.mark.rule("N12.23")
@pytest.mark.parametrize(("enemy", "done"), [("0609", True), ("0608", False)])
def test_a_probe_is_done_too_when_it_has_arrived_and_found_nobody(
    enemy: str, *, done: bool
) -> None:
    lines = ("F9 leader 0604", "F1 light 3-3 0605", f"A1 infantry 4-3 {enemy}")
    after = order_after(marching(*lines, orders="FI: probe 0606"))
    assert after == steps("defend 0606" if done else "probe 0606")
    assert order_after(marching(*lines, orders="FI: attack 0606")) == steps("attack 0606")


def losing(lost: int) -> GameState:
    state = marching("F9 leader 0203", "F1 light 3-3 0202", orders="FI: probe 1111, reserve 0101")
    state.losses = replace(
        state.losses, steps_lost={**state.losses.steps_lost, FormationId("FI"): lost}
    )
    return state


@pytest.mark.rule("N12.23")
@pytest.mark.parametrize("turn_end", [False, True])
def test_a_probe_that_has_lost_two_steps_may_stop(*, turn_end: bool) -> None:
    stopped = checked(losing(2), answers={"StopProbe": [True]}, turn_end=turn_end)
    assert stopped.state.pad.lines[FI].steps == steps("defend 0203")
    assert [question.side for question in stopped.questions("StopProbe")] == ["french"]
    gone_on = checked(losing(2), answers={"StopProbe": [False]}, turn_end=turn_end)
    assert gone_on.state.pad.lines[FI].steps == steps("probe 1111, reserve 0101")


@pytest.mark.rule("N12.23")
def test_a_probe_that_has_lost_one_step_goes_on() -> None:
    assert not checked(losing(1)).asked


@pytest.mark.rule("N12.23")
def test_steps_lost_are_counted_by_formation_for_a_turn() -> None:
    state = marching("F1 infantry 4-3 0101", "F2 infantry 4-3 0102 reduced", "F3 battery 2-3 0101")
    fi = FormationId("FI")
    StepLost(unit("F1"), 2, "fire").apply(state)
    assert state.losses.steps_lost == {fi: 1}
    UnitEliminated(unit("F1"), Box.UAR, 2, "fire").apply(state)
    assert state.losses.steps_lost == {fi: 2}
    UnitEliminated(unit("F2"), Box.UAR, 2, "fire").apply(state)
    UnitEliminated(unit("F3"), Box.UAR, 2, "fire").apply(state)
    assert state.losses.steps_lost == {fi: 4}
    UnitEliminated(unit("A9"), Box.UAR, 4, "surrender").apply(state)
    assert state.losses.steps_lost == {fi: 4, FormationId("AI"): 2}
    TurnBegan(2, "day").apply(state)
    assert state.losses.steps_lost == {}


# -- delay, then fall back


DELAY = "FI: delay 0505, fall back 0101"


@pytest.mark.rule("N12.25")
@pytest.mark.parametrize(
    ("own", "enemies", "forced"),
    [
        (4, ["6 0604"], True),  # 3:2
        (4, ["5 0604"], False),
        (4, ["3 0604", "3 0405"], True),
        (4, ["9 0703"], False),  # not next to it
    ],
)
def test_a_stack_that_is_outnumbered_in_contact_forces_the_fall_back(
    own: int, enemies: list[str], *, forced: bool
) -> None:
    lines = [f"F1 infantry {own}-3 0505", "F9 leader 0508"]
    for number, enemy in enumerate(enemies, start=1):
        sp, place = enemy.split()
        lines.append(f"A{number} infantry {sp}-3 {place}")
    played = checked(marching(*lines, orders=DELAY))
    assert played.state.pad.lines[FI].steps == (
        steps("fall back 0101") if forced else steps("delay 0505, fall back 0101")
    )
    assert len(played.questions("BeginFallBack")) == (0 if forced else 1)


@pytest.mark.rule("N12.34")
def test_an_enemy_across_a_river_is_not_in_contact_and_a_whole_stack_is_counted() -> None:
    lines = ("F1 infantry 4-3 0505", "F9 leader 0508", "A1 infantry 6-3 0504")
    across = marching(*lines, orders=DELAY, rivers=["0505-0504"])
    assert checked(across).questions("BeginFallBack")
    stack = marching(*lines, "F2 infantry 1-3 0505 of:FII", orders=DELAY)
    assert checked(stack).questions("BeginFallBack")
    apart = marching(*lines, "F2 infantry 9-3 0506", orders=DELAY)
    assert order_after(apart) == steps("fall back 0101")


@pytest.mark.rule("N12.32")
def test_the_owner_may_begin_the_fall_back_in_any_activation() -> None:
    state = marching("F9 leader 0508", orders=DELAY)
    begun = checked(state, answers={"BeginFallBack": [True]})
    assert begun.state.pad.lines[FI].steps == steps("fall back 0101")
    held = checked(state, answers={"BeginFallBack": [False]})
    assert held.state.pad.lines[FI].steps == steps("delay 0505, fall back 0101")
    assert not held.events
    assert held.asked[0][0].options(state)[0] is False  # to hold on is the default


@pytest.mark.rule("N12.32")
def test_turn_end_does_not_ask_for_a_fall_back_nor_does_a_delay_alone() -> None:
    assert not checked(marching("F9 leader 0508", orders=DELAY), turn_end=True).asked
    alone = checked(marching("F9 leader 0508", orders="FI: delay 0505"))
    assert not alone.asked
    assert not alone.events


@pytest.mark.rule("N12.32")
@pytest.mark.parametrize(
    "order", ["defend 0505", "delay 0505", "reserve 0505", "defend 0505, march 0101"]
)
@pytest.mark.parametrize("turn_end", [False, True])
def test_defend_delay_and_reserve_have_no_end(order: str, *, turn_end: bool) -> None:
    lines = ("F9 leader 0505", "F1 infantry 4-3 0505", "A1 infantry 9-3 0504")
    assert not checked(marching(*lines, orders=f"FI: {order}"), turn_end=turn_end).events


# -- what an order leaves out


@pytest.mark.rule("N12.16")
def test_an_order_without_objective_means_the_commanders_hex() -> None:
    state = marching("F9 leader 0304", orders="FI: reserve, defend")
    assert order_after(state) == steps("reserve 0304, defend 0304")


# -- detached divisions


def detached(place: str, order: str = "march 0909") -> GameState:
    """A division that has arrived at 0909, with its corps commander in a hex."""
    return marching(
        f"F9 leader {place}",
        "F2 infantry 4-3 0101",
        "F1 infantry 4-3 0908 division:1st",
        orders=f"FI: defend 0101; FI/1st: {order}",
    )


@pytest.mark.rule("N12.92")
def test_a_division_whose_order_is_done_rejoins_its_corps_in_range() -> None:
    played = checked(detached("0904"))  # four hexes
    assert played.of(DivisionRejoined) == [DivisionRejoined(FRENCH, LineId("FI/1st"))]
    assert LineId("FI/1st") not in played.state.pad.lines
    assert played.state.line_id_of(unit("F1")) == "FI"


@pytest.mark.rule("N12.92")
def test_a_division_whose_order_is_done_out_of_range_defends_there() -> None:
    played = checked(detached("0903"))  # five hexes
    assert not played.of(DivisionRejoined)
    assert played.state.pad.lines[LineId("FI/1st")].steps == steps("defend 0909")


@pytest.mark.rule("N12.92")
def test_a_division_with_a_step_to_come_stays_detached() -> None:
    played = checked(detached("0908", "march 0909, defend 0909"))
    assert played.state.pad.lines[LineId("FI/1st")].steps == steps("defend 0909")


# -- wings, headquarters, all of them in Turn End


@pytest.mark.rule("N14.51")
def test_a_wing_is_tested_with_its_corps() -> None:
    state = marching(
        "F1 infantry 4-3 0101",
        "F8 wing 0606 of:FW",
        orders="FI: defend 0101; FW: march 0606, probe 1111",
        formations={"FW": {"kind": FormationKind.WING}},
    )
    assert not checked(state).events
    state.pad = replace(state.pad, wings={**state.pad.wings, FormationId("FI"): FormationId("FW")})
    assert order_after(state, line="FW") == steps("probe 1111")


@pytest.mark.rule("N14.53")
@pytest.mark.parametrize(("hq", "arrived"), [("0604", True), ("0603", False)])
def test_a_headquarters_has_arrived_with_its_counter(hq: str, *, arrived: bool) -> None:
    state = marching(
        "F8 overall 0606 of:FH",
        f"F7 hq {hq} of:FH",
        orders="FH: march 0606",
        formations={"FH": {"kind": FormationKind.HEADQUARTERS}},
    )
    played = checked(state, "FH", turn_end=True)
    wanted = steps("defend 0606" if arrived else "march 0606")
    assert played.state.pad.lines[LineId("FH")].steps == wanted


@pytest.mark.rule("N4.71")
def test_turn_end_tests_every_line_of_the_first_player_first() -> None:
    lines = ("F9 leader 0606", "F1 infantry 4-3 0606 division:1st", "A8 leader 1212")
    orders = "AI: march 1212; FI: march 0606; FI/1st: march 0606, reserve 0101"
    state = marching(*lines, orders=orders)
    state.phase = Phase.TURN_END
    changed = play(state, order_steps.test_all_steps).of(OrderStepChanged)
    assert [event.line for event in changed] == ["FI", "FI/1st", "AI"]


@pytest.mark.rule("N4.71")
def test_turn_end_tests_orders_when_command_has_moved() -> None:
    state = marching(*MET, orders="FI: march 0909")
    state.phase, state.commanded = Phase.TURN_END, (FRENCH, ALLIED)
    played = play(state, sequence.turn_end)
    assert played.story == ["OrderStepChanged", "TurnEnded", "TurnBegan"]
    assert played.state.pad.lines[FI].steps == steps("defend 0303")


@pytest.mark.rule("N24.1")
def test_nothing_is_tested_before_the_first_turn() -> None:
    state = marching(*MET, orders="FI: march 0909")
    state.turn, state.phase = 0, Phase.TURN_END
    assert play(state, sequence.turn_end).story == ["TurnBegan"]


@pytest.mark.rule("N12.31")
def test_an_activation_begins_with_the_test_so_that_the_new_step_governs_it() -> None:
    state = marching("F9 leader 0606", "F1 infantry 4-3 0606", orders="FI: march 0606, probe 0909")
    played = play(state, lambda table: begin_activation(table, FormationId("FI")))
    assert played.story == ["OrderStepChanged", "FlagsCleared", "ActivationBegan"]
    assert permissions(played.state, unit("F1")).name == "Probe"


# -- Brienne


@pytest.mark.rule("N12.31")
def test_v_cavalry_corps_begins_brienne_on_its_probe() -> None:
    state = set_up(battle_with("brienne", ()))
    state.turn, state.phase = 1, Phase.CHITS
    played = checked(state, "FR-5C")
    assert [(event.line, event.steps[0].verb) for event in played.of(OrderStepChanged)] == [
        ("FR-GRO", "probe"),
        ("FR-5C", "probe"),
    ]
    assert played.state.pad.lines[LineId("FR-5C")].step.target == Hex("0913")


# -- orders in words: as a rulebook writes them, with every place named


BRIENNE, MAIZIERES, BRIDGE, PERTHES = Hex("0913"), Hex("1803"), Hex("1604"), Hex("1004")


@cache
def battle() -> NlcBattle:
    return load_battle("brienne", FILES_ONLY)


def words(*steps: OrderStep) -> str:
    return order_sentence(battle(), steps)


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize(
    ("formation", "sentence"),
    [
        ("FR-HQ", "March to Maizières (1803)"),
        (
            "FR-5C",
            "March to Maizières (1803), then Probe towards Brienne-le-Château (0913) by way of"
            " the bridge (1604)",
        ),
        (
            "FR-2",
            "March to Crespy (1912) by way of Maizières (1803) and Juzanvigny (1908), then Attack"
            " Brienne-le-Château (0913)",
        ),
        ("FR-RES", "March to the crossroads (0403) and act as Reserve"),
        ("CO-9", "Defend Brienne-le-Château (0913)"),
        ("CO-4AG", "March to and Defend the bridge (2325)"),
    ],
)
def test_at_start_orders_read_as_a_rulebook_writes_them(formation: str, sentence: str) -> None:
    card = battle().formations[FormationId(formation)]

    assert order_sentence(battle(), card.start_order) == sentence


@pytest.mark.rule("N12.1")
def test_a_delay_that_falls_back_is_one_sentence() -> None:
    steps = (OrderStep(Verb.DELAY, BRIENNE), OrderStep(Verb.FALL_BACK, Hex("1316")))

    assert words(*steps) == (
        "Delay the enemy approaching Brienne-le-Château (0913), then Fall Back to the crossroads"
        " (1316)"
    )


@pytest.mark.rule("N12.1")
def test_a_march_joins_only_the_step_to_the_same_place() -> None:
    march, attack = OrderStep(Verb.MARCH, PERTHES), OrderStep(Verb.ATTACK, PERTHES)
    onward = OrderStep(Verb.ATTACK, BRIENNE)

    assert words(march, attack) == "March to and Attack Perthes-en-Rothière (1004)"
    assert words(march, attack, onward) == (
        "March to and Attack Perthes-en-Rothière (1004), then Attack Brienne-le-Château (0913)"
    )
    assert words(march, onward) == (
        "March to Perthes-en-Rothière (1004), then Attack Brienne-le-Château (0913)"
    )
    assert words(march, march, attack) == (
        "March to Perthes-en-Rothière (1004), then March to and Attack Perthes-en-Rothière (1004)"
    )
    assert words(march, OrderStep(Verb.FALL_BACK, PERTHES)) == (
        "March to Perthes-en-Rothière (1004), then Fall Back to Perthes-en-Rothière (1004)"
    )


def test_the_way_is_named_but_not_the_objective_again() -> None:
    step = OrderStep(Verb.PROBE, BRIENNE, (MAIZIERES, BRIDGE, BRIENNE))

    assert words(step) == (
        "Probe towards Brienne-le-Château (0913) by way of Maizières (1803) and the bridge (1604)"
    )
    joined = (OrderStep(Verb.MARCH, BRIENNE, (MAIZIERES,)), OrderStep(Verb.ATTACK, BRIENNE))
    assert words(*joined) == (
        "March to and Attack Brienne-le-Château (0913) by way of Maizières (1803)"
    )


@pytest.mark.rule("N12.16")
def test_a_step_without_objective_says_here_or_there() -> None:
    assert words(OrderStep(Verb.DEFEND)) == "Defend here"
    steps = (OrderStep(Verb.MARCH, MAIZIERES), OrderStep(Verb.DEFEND))
    assert words(*steps) == "March to Maizières (1803), then Defend there"


@pytest.mark.rule("N12.28")
def test_a_friendly_formation_is_an_objective_too() -> None:
    def step(verb: Verb) -> OrderStep:
        return OrderStep(verb, target_formation=FormationId("FR-2"))

    assert words(step(Verb.SUPPORT)) == "Support II Corps"
    assert words(step(Verb.RESERVE)) == "Reserve with II Corps"
    assert words(step(Verb.MARCH), step(Verb.RESERVE)) == (
        "March to II Corps, then Reserve with II Corps"
    )
    assert words(OrderStep(Verb.SUPPORT, BRIENNE)) == (
        "Support the attack on Brienne-le-Château (0913)"
    )
    missing = OrderStep(Verb.SUPPORT, target_formation=FormationId("nobody"))
    assert words(missing) == "Support a formation"


@pytest.mark.rule("N12.24")
def test_leave_of_the_scenario_is_part_of_the_sentence() -> None:
    step = OrderStep(Verb.DEFEND, BRIENNE, zone=2, fixed=True)

    assert words(step) == (
        "Defend Brienne-le-Château (0913), with leave to enter zones of control and attack within"
        " 2 hexes, not to be changed"
    )
    assert "within 1 hex" in words(OrderStep(Verb.DEFEND, BRIENNE, zone=1))


@pytest.mark.rule("N3.4")
def test_an_order_that_is_not_known_says_nothing() -> None:
    assert words() == UNKNOWN_ORDER == "Order unknown"


@pytest.mark.parametrize("verb", list(Verb))
def test_every_type_of_order_has_words_and_a_letter_of_its_own(verb: Verb) -> None:
    phrases = [
        step_phrase(battle(), OrderStep(verb, BRIENNE)),
        step_phrase(battle(), OrderStep(verb)),
        step_phrase(battle(), OrderStep(verb), is_first=False),
        step_phrase(battle(), OrderStep(verb, target_formation=FormationId("FR-2"))),
    ]
    assert all(phrase.startswith(order_types()[verb].name) for phrase in phrases)
    assert "0913" in phrases[0]
    assert "II Corps" in phrases[3]
    assert phrases[0].startswith(open_phrase(verb))
    assert len({row.letter for row in order_types().values()}) == len(Verb)
    assert len(order_types()[verb].letter) == 1


def test_each_type_of_order_is_a_row_with_a_duty() -> None:
    assert list(order_types()) == list(Verb) == list(DUTIES)


@pytest.mark.rule("N12.92")
def test_a_line_is_named_after_its_formation_or_its_division() -> None:
    assert line_name(battle(), LineId("CO-C")) == "Cavalry Corps"
    assert line_name(battle(), LineId("CO-C/2")) == "detached division 2 of Cavalry Corps"
    hussars = UnitId("CO-C-01")
    assert line_name(battle(), LineId("CO-C/2"), (hussars,)) == "2nd Hussar Division (Lanskoy)"
    ricard = (UnitId("FR-RES-02"), UnitId("FR-RES-03"), UnitId("FR-RES-04"))
    assert division_name(battle(), ricard) == "8th Division"


# -- the words of the table of orders for charges, reactions, pursuit and guns (N12.2)


TARGET = Hex("0403")
A1 = "A1 infantry 5-3 0403"


def under(order: str, *lines: str, arm: str = "heavy") -> GameState:
    """F1 in 0404 under an order."""
    return position(OPEN, f"F1 {arm} 5-3 0404", *(lines or (A1,)), orders=f"FI: {order}")


def charging(order: str, *lines: str, arm: str = "heavy") -> Refusal | None:
    return charge_permission(under(order, *lines, arm=arm), unit("F1"), TARGET)


# -- plain words

ORDERS = (
    "march",
    "attack",
    "probe",
    "defend",
    "delay",
    "fall back",
    "reserve",
    "support",
    "general retreat",
)


def allowed(question: Callable[[GameState, UnitId], Refusal | None]) -> set[str]:
    """The orders that say yes to a question about a unit."""
    return {order for order in ORDERS if question(under(f"{order} 0707"), unit("F1")) is None}


@pytest.mark.rule("N12.2", "N10.2")
def test_who_may_react() -> None:
    assert allowed(may_react) == set(ORDERS) - {"general retreat"}
    assert may_react(under("general retreat 0707"), unit("F1")) == Refusal(
        "A General Retreat order does not allow a reaction charge.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_bombard() -> None:
    assert allowed(may_bombard) == {"attack", "probe", "defend", "delay", "support"}
    assert may_bombard(under("march 0707"), unit("F1")) == Refusal(
        "A March order does not allow any bombardment.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_pull_back() -> None:
    expected = {"probe", "delay", "fall back", "reserve", "general retreat"}
    assert allowed(may_pull_back) == expected
    assert may_pull_back(under("attack 0707"), unit("F1")) == Refusal(
        "An Attack order does not allow pulling back.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_charge_and_pursue_anywhere() -> None:
    far = "0707"
    assert allowed(lambda state, one: charge_permission(state, one, TARGET)) == {
        "attack",
        "probe",
        "delay",  # a lone enemy
    }
    assert allowed(lambda state, one: pursuit_permission(state, one, TARGET)) == {
        "attack",
        "probe",
    }
    assert charging(f"march {far}") == Refusal("A March order does not allow any charge.", "N12.2")
    refusal = pursuit_permission(under("march 0707"), unit("F1"), TARGET)
    assert refusal == Refusal("A March order does not allow any pursuit.", "N12.2")


# -- in zone (N12.35)


@pytest.mark.rule("N12.2", "N12.35")
@pytest.mark.parametrize(
    ("order", "legal"),
    [
        ("defend 0403", True),
        ("defend 0405", True),  # two hexes from the target
        ("defend 0406", False),
        ("defend 0406 within 3", True),
        ("defend 0405 within 1", True),  # a narrower permission takes nothing away
    ],
)
def test_defend_charges_and_pursues_near_its_objective(order: str, legal: bool) -> None:
    assert (charging(order) is None) is legal
    refusal = pursuit_permission(under(order), unit("F1"), TARGET)
    assert (refusal is None) is legal


@pytest.mark.rule("N12.35")
def test_the_reason_names_the_zone() -> None:
    assert charging("defend 0406") == Refusal(
        "A Defend order allows a charge within 2 hexes of 0406 only.", "N12.35"
    )
    refusal = pursuit_permission(under("defend 0406"), unit("F1"), TARGET)
    assert refusal == Refusal(
        "A Defend order allows a pursuit within 2 hexes of 0406 only.", "N12.35"
    )


@pytest.mark.rule("N12.35")
def test_a_unit_that_strayed_comes_back_before_it_charges() -> None:
    state = position(OPEN, "F1 heavy 5-3 0407", "A1 infantry 5-3 0404", orders="FI: defend 0402")
    assert charge_permission(state, unit("F1"), Hex("0404")) == Refusal(
        "F1 must come back within 4 hexes of 0402 first.", "N12.35"
    )
    assert pursuit_permission(state, unit("F1"), Hex("0404")) is None
    near = position(OPEN, "F1 heavy 5-3 0406", "A1 infantry 5-3 0404", orders="FI: defend 0402")
    assert charge_permission(near, unit("F1"), Hex("0404")) is None  # four hexes away


@pytest.mark.rule("N12.35")
def test_defend_without_an_objective_charges_nothing() -> None:
    assert charging("defend") == Refusal(
        "A Defend order allows a charge near its objective only.", "N12.35"
    )


# -- Delay: light or lone


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    ("arm", "lines", "legal"),
    [
        ("light", (A1,), True),
        ("light", (A1, "A2 infantry 2-3 0403"), True),
        ("heavy", (A1,), True),
        ("heavy", (A1, "A2 infantry 2-3 0403"), False),
        ("heavy", (A1, "A2 train 0403"), True),
    ],
)
def test_delay_charges_with_light_cavalry_or_on_lone_enemies(
    arm: str, lines: tuple[str, ...], legal: bool
) -> None:
    refusal = charging("delay 0707", *lines, arm=arm)
    assert (refusal is None) is legal
    if refusal is not None:
        assert refusal == Refusal(
            "A Delay order lets heavy cavalry charge lone enemy units only.", "N12.2"
        )


# -- Support (N12.28)


@pytest.mark.rule("N12.28", "N12.36")
@pytest.mark.parametrize(("turn", "legal"), [(3, True), (2, True), (1, False)])
def test_support_charges_what_its_friend_has_struck_this_turn_or_last(
    turn: int, legal: bool
) -> None:
    state = under("support FII", "F2 infantry 3-3 0303 of:FII", A1)
    state.turn = 3
    state.assaults = replace(
        state.assaults, struck={**state.assaults.struck, FormationId("FII"): ((turn, TARGET),)}
    )
    refusal = charge_permission(state, unit("F1"), TARGET)
    assert (refusal is None) is legal
    assert charge_permission(state, unit("F1"), Hex("0503")) == Refusal(
        "A Support order allows a charge only on a hex that FII Corps has assaulted, charged or"
        " bombarded this turn or last.",
        "N12.28",
    )


@pytest.mark.rule("N12.28")
def test_support_of_nobody_charges_nothing() -> None:
    assert charging("support 0403") == Refusal(
        "A Support order allows no charge: it names no formation.", "N12.28"
    )


@pytest.mark.rule("N12.93")
def test_an_order_that_a_view_hides_forbids_nothing() -> None:
    state = under("march 0707")
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FI"): Line(())})
    assert charge_permission(state, unit("F1"), TARGET) is None
    assert may_react(state, unit("F1")) is None
    assert may_bombard(state, unit("F1")) is None
    assert pursuit_permission(state, unit("F1"), TARGET) is None
