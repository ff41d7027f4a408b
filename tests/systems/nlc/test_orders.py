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
from hexwar.systems.nlc.events.orders import DivisionRejoined, OrderStepChanged, WishNoted
from hexwar.systems.nlc.events.turn import ActivationBegan, TurnBegan
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Line, LineId, Offer, Verb, Wish
from hexwar.systems.nlc.rules.combat import permits
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.orders import steps as order_steps
from hexwar.systems.nlc.rules.orders.duties import DUTIES
from hexwar.systems.nlc.rules.orders.offers import offer_refusal, offers
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn import sequence
from hexwar.systems.nlc.rules.turn.actions import begin_activation
from hexwar.systems.nlc.rules.turn.consolidation import consolidation_segment
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
from hexwar.table.pieces import Box, Phase, Segment
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position, unit

# -- how the steps of an order end and follow each other (N12.21-N12.34)


FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  ."] * 12)
FI, CORPS = LineId("FI"), FormationId("FI")
FAR_ENEMY = "A9 infantry 4-3 1212"
OC = "F9 leader 0606"
FOOT = "F1 infantry 4-3"
MET = ("F9 leader 0303", "F1 infantry 4-3 0303", "A1 infantry 4-3 0403")
DELAY = "FI: delay 0505, fall back 0101"
HELD = "F1 infantry 4-3 0505"


def checked(
    state: GameState, *formations: str, answers: Any = None, turn_end: bool = False
) -> Played[None]:
    """The test of formations; FI alone if none is named."""
    if turn_end:
        state.phase = Phase.TURN_END
    named = [FormationId(f) for f in formations or ("FI",)]
    return play(state, lambda table: order_steps.test_steps(table, named), answers=answers)


def wishing(state: GameState, offer: Offer, line: str = "FI") -> GameState:
    """The same when its side has said something beforehand of an order."""
    said = state.copy()
    WishNoted(FRENCH, offer, LineId(line)).apply(said)
    return said


def order_after(state: GameState, *, line: str = "FI", **more: Any) -> tuple[OrderStep, ...]:
    return checked(state, **more).state.pad.lines[LineId(line)].steps


def marching(*lines: str, orders: str = "FI: march 0606", **more: Any) -> GameState:
    return position(FIELD, FAR_ENEMY, *lines, orders=orders, **more)


def becomes(order: str, *lines: str, turn_end: bool = False, **more: Any) -> tuple[OrderStep, ...]:
    """What the order of FI is after its test."""
    return order_after(marching(*lines, orders=f"FI: {order}", **more), turn_end=turn_end)


@pytest.mark.rule("N12.31")
@each(
    "lines arrived",
    ((OC, f"{FOOT} 0606", "F2 heavy 4-3 0606"), True),
    (("F9 leader 0604", f"{FOOT} 0604", "F2 heavy 4-3 0604"), True),  # two hexes away
    (("F9 leader 0603", f"{FOOT} 0606", "F2 heavy 4-3 0606"), False),  # three hexes away
    ((OC, f"{FOOT} 0606", "F2 heavy 4-3 0101"), True),  # half of two units
    ((OC, f"{FOOT} 0101", "F2 heavy 4-3 0101"), False),
    ((OC, f"{FOOT} 0606", "F2 light 4-3 0101", "F3 light 4-3 0102"), False),  # a third
    ((OC, f"{FOOT} 0606", "F2 light 4-3 0101", "F3 light 4-3 0102", "F4 light 4-3 0607"), True),
    # Without a commander the senior unit must be there.
    (("F1 infantry 6-3 0606", "F2 infantry 4-3 0101", "F5 train 0101"), True),
    (("F1 infantry 6-3 0101", "F2 infantry 4-3 0606"), False),
)
def test_a_march_is_done_when_commander_and_half_the_units_are_near(
    lines: tuple[str, ...], arrived: bool
) -> None:
    assert becomes("march 0606", *lines) == steps("defend 0606" if arrived else "march 0606")


@pytest.mark.rule("N12.21", "N3.4")
def test_on_arrival_the_next_step_begins_but_an_unknown_order_has_no_end() -> None:
    played = checked(marching(OC, orders="FI: march 0606, attack 1212"))
    assert played.state.pad.lines[FI].steps == steps("attack 1212")
    (event,) = played.of(OrderStepChanged)
    assert event == OrderStepChanged(FRENCH, FI, steps("attack 1212"), "it has arrived")
    assert (event.is_known_to(FRENCH), event.is_known_to(ALLIED)) == (True, False)
    state = marching(OC, orders="AI: march 1212")
    assert not checked(state).events
    assert not checked(view(state, ALLIED), "FI").events


@pytest.mark.rule("N12.3", "N12.26", "N12.1", "N12.31", "N12.16", "N12.22")
@each(
    "order after lines",
    # steps that are reached already are passed at once
    (
        "march 0606, march 0607, march 0101, reserve 0101",
        "march 0101, reserve 0101",
        (OC,),
    ),
    ("fall back 0606", "defend 0606", ("F9 leader 0605",)),
    ("fall back 0606", "fall back 0606", ("F9 leader 0603",)),
    ("march FII", "defend 0505", (OC, "F8 leader 0505 of:FII")),
    ("march FII", "march FII", ("F9 leader 0808", "F8 leader 0505 of:FII")),
    # a friend who is not on the map
    *(
        (f"{verb} FII",) * 2 + ((OC, "F8 leader due of:FII"),)
        for verb in ("march", "attack", "probe")
    ),
    ("march 0606", "march 0606", ("F9 leader due", f"{FOOT} due")),  # it is still to come
    # without objective it means the commander's hex
    ("reserve, defend", "reserve 0304, defend 0304", ("F9 leader 0304",)),
    # after the last attack its objective is defended
    ("attack 0606", "defend 0606", ("F9 leader 0101", "F7 infantry 4-3 0606 of:FII")),
)
def test_what_becomes_of_an_order(order: str, after: str, lines: tuple[str, ...]) -> None:
    assert becomes(order, *lines) == steps(after)


@pytest.mark.rule("N12.32")
@each("following", "attack 1212", "probe 1212", "support FII")
@each("turn_end", False, True)
def test_contact_on_the_march_starts_an_attack_that_follows(following: str, turn_end: bool) -> None:
    lines, order = (*MET, "F8 leader 0101 of:FII"), f"march 0909, {following}"
    assert becomes(order, *lines, turn_end=turn_end) == steps(following)


@pytest.mark.rule("N12.21")
def test_contact_on_the_march_becomes_defend_there_in_turn_end() -> None:
    for order in ("march 0909", "march 0909, reserve 0909"):
        assert becomes(order, *MET) == steps(order)  # it may still step out
        assert becomes(order, *MET, turn_end=True) == steps("defend 0303")
    # One unit is enough, but trains and divisions of their own do not count.
    others = ("F9 leader 0101", "F2 infantry 4-3 0101", "A1 infantry 4-3 0403")
    assert becomes("march 0909", f"{FOOT} 0303", *others, turn_end=True) == steps("defend 0101")
    for line, order in (
        ("F3 train 0303", "march 0909"),
        (f"{FOOT} 0303 division:1st", "march 0909; FI/1st: defend 0303"),
    ):
        assert becomes(order, line, *others, turn_end=True) == steps("march 0909")


@pytest.mark.rule("N12.21", "N12.32")
@each(
    "order lines after",
    ("march 0909", MET, "defend 0303"),
    ("march 0909, reserve 0909", MET, "defend 0303"),
    ("march 0909, attack 1212", MET, "march 0909, attack 1212"),  # at the next test (N12.32)
    ("march 0303", MET, "march 0303"),  # it has arrived: so too
    ("march 0909", (*MET[:2], "A1 infantry 4-3 0603"), "march 0909"),  # nobody is near
    ("fall back 0909", MET, "fall back 0909"),
    (  # a division of its own is tested by itself
        "march 0909; FI/1st: march 0909",
        ("F9 leader 0101", "F1 infantry 4-3 0303 division:1st", MET[2]),
        "march 0909; FI/1st: defend 0303",
    ),
)
def test_contact_ends_a_march_when_its_activation_ends(
    order: str, lines: tuple[str, ...], after: str
) -> None:
    def outcome(order: str) -> dict[LineId, Any]:
        ready: dict[str, Any] = {"active": "FI", "segment": Segment.CONSOLIDATION}
        state = marching(*lines, orders=f"FI: {order}", **ready)
        answers = {"MoveLeaderOrTrain": [None]}
        played = play(state, consolidation_segment, answers=answers)
        assert played.of("ActivationEnded")
        return {line: held.steps for line, held in played.state.pad.lines.items()}

    expected = marching(*lines, orders=f"FI: {after}").pad.lines
    assert outcome(order) == {line: held.steps for line, held in expected.items()}


@pytest.mark.rule("N12.22")
@each(
    "holder enemy done",
    ("0606", "0609", True),
    ("0606", "0608", False),  # an enemy within two hexes
    ("0605", "0609", False),  # nobody holds the objective
)
@each("verb", "attack", "probe")
def test_an_attack_is_done_when_its_objective_is_taken_and_no_enemy_is_near(
    verb: str, holder: str, enemy: str, done: bool
) -> None:
    lines = (f"{FOOT} {holder}", f"A1 infantry 4-3 {enemy}", "F9 leader 0101")
    order = f"{verb} 0606, reserve 0101"
    assert becomes(order, *lines) == steps("reserve 0101" if done else order)


@pytest.mark.rule("N12.23")
def test_a_probe_is_done_where_it_finds_nobody_and_may_stop_after_two_lost_steps() -> None:
    for enemy, done in (("0609", True), ("0608", False)):
        lines = ("F9 leader 0604", "F1 light 3-3 0605", f"A1 infantry 4-3 {enemy}")
        assert becomes("probe 0606", *lines) == steps("defend 0606" if done else "probe 0606")
        assert becomes("attack 0606", *lines) == steps("attack 0606")
    for turn_end in (False, True):
        state = marching(
            "F9 leader 0203", "F1 light 3-3 0202", orders="FI: probe 1111, reserve 0101"
        )
        state.losses = replace(state.losses, steps_lost={CORPS: 1})
        assert not checked(state).asked
        state.losses = replace(state.losses, steps_lost={CORPS: 2})
        for stops, order in ((True, "defend 0203"), (False, "probe 1111, reserve 0101")):
            said = wishing(state, Offer.STOP) if stops else state
            played = checked(said, turn_end=turn_end)
            assert played.state.pad.lines[FI].steps == steps(order)
            assert not played.asked, "the enemy must not see that somebody is asked"
    state = marching(f"{FOOT} 0101", "F2 infantry 4-3 0102 reduced", "F3 battery 2-3 0101")
    StepLost(unit("F1"), 2, "fire").apply(state)
    assert state.losses.steps_lost == {CORPS: 1}
    for name, lost in (("F1", 2), ("F2", 3), ("F3", 4)):
        UnitEliminated(unit(name), Box.UAR, 2, "fire").apply(state)
        assert state.losses.steps_lost == {CORPS: lost}
    UnitEliminated(unit("A9"), Box.UAR, 4, "surrender").apply(state)
    assert state.losses.steps_lost == {CORPS: 4, FormationId("AI"): 2}
    TurnBegan(2, "day").apply(state)
    assert state.losses.steps_lost == {}


@pytest.mark.rule("N12.25", "N12.34")
@each(
    "lines words forced",
    (("A1 infantry 6-3 0604",), {}, True),  # 3:2
    (("A1 infantry 5-3 0604",), {}, False),
    (("A1 infantry 3-3 0604", "A2 infantry 3-3 0405"), {}, True),
    (("A1 infantry 9-3 0703",), {}, False),  # not next to it
    (("A1 infantry 6-3 0504",), {"rivers": ["0505-0504"]}, False),
    (("A1 infantry 6-3 0504", "F2 infantry 1-3 0505 of:FII"), {}, False),  # a whole stack
    (("A1 infantry 6-3 0504", "F2 infantry 9-3 0506"), {}, True),
)
def test_a_stack_that_is_outnumbered_in_contact_forces_the_fall_back(
    lines: tuple[str, ...], words: dict[str, Any], forced: bool
) -> None:
    played = checked(marching(HELD, "F9 leader 0508", *lines, orders=DELAY, **words))
    after = "fall back 0101" if forced else "delay 0505, fall back 0101"
    assert played.state.pad.lines[FI].steps == steps(after)
    assert not played.asked


@pytest.mark.rule("N12.32")
def test_the_owner_may_begin_the_fall_back_in_any_activation() -> None:
    state = marching("F9 leader 0508", orders=DELAY)
    assert not checked(state).events
    said = wishing(state, Offer.FALL_BACK)
    begun = checked(said)
    assert begun.state.pad.lines[FI].steps == steps("fall back 0101")
    assert not begun.asked
    assert begun.state.pad.wishes == {}, "what was said is done with"
    # Turn End does not begin it, nor is there anything to begin in a delay alone.
    assert not checked(said, turn_end=True).events
    alone = checked(marching("F9 leader 0508", orders="FI: delay 0505"))
    assert not alone.asked
    assert not alone.events


@pytest.mark.rule("N12.32", "N12.23")
@each(
    "order lost asked after",
    ("delay 0505, fall back 0101", 0, "BeginFallBack", "fall back 0101"),
    ("probe 1111, reserve 0101", 2, "StopProbe", "defend 0508"),
)
def test_who_acts_may_turn_back_before_anybody_moves(
    order: str, lost: int, asked: str, after: str
) -> None:
    state = marching(HELD, "F9 leader 0508", orders=f"FI: {order}")
    state.losses = replace(state.losses, steps_lost={CORPS: lost})
    ActivationBegan(CORPS, FRENCH, had_contact=False).apply(state)
    question = ActivateUnit(FRENCH, CORPS)
    back = order_steps.TurnBack(FI)
    assert back in question.options(state)
    for goes, then in ((True, after), (False, order)):
        played = play(state, movement_segment, answers={ActivateUnit: [back], asked: [goes]})
        assert played.state.pad.lines[FI].steps == steps(then)
    state.put_unit(replace(state.units[unit("F1")], moved=True))
    assert back not in question.options(state)
    refusal = question.refusal(state, back)
    assert refusal is not None
    assert "has begun to move already" in refusal.sentence


@pytest.mark.rule("N12.9")
def test_what_is_said_of_an_order_is_forgotten_with_it_and_each_line_has_its_own() -> None:
    state = marching(HELD, "F2 infantry 4-3 0808 of:FII", orders=f"{DELAY}; FII: probe 1111")
    first, second = Wish(Offer.FALL_BACK, FI), Wish(Offer.STOP, LineId("FII"))
    listed = [wish for wish in offers(state, FRENCH) if wish.offer.is_of_order]
    assert listed == [first, second]
    said = wishing(wishing(state, Offer.FALL_BACK), Offer.STOP, "FII")
    assert said.pad.wishes[FRENCH] == (first, second)
    assert rule_of(offer_refusal(said, FRENCH, Wish(Offer.STOP, FI))) == "N12.23"
    assert rule_of(offer_refusal(said, FRENCH, Wish(Offer.FALL_BACK, LineId("FII")))) == "N12.32"
    assert rule_of(offer_refusal(said, ALLIED, first)) == "N12.32"
    OrderStepChanged(FRENCH, FI, steps("reserve 0101"), "so").apply(said)
    assert said.pad.wishes[FRENCH] == (second,)
    WishNoted(FRENCH, Offer.STOP, LineId("FII"), is_on=False).apply(said)
    assert said.pad.wishes == {}


@pytest.mark.rule("N12.32")
@each("order", "defend 0505", "delay 0505", "reserve 0505", "defend 0505, march 0101")
@each("turn_end", False, True)
def test_defend_delay_and_reserve_have_no_end(order: str, turn_end: bool) -> None:
    lines = ("F9 leader 0505", HELD, "A1 infantry 9-3 0504")
    assert not checked(marching(*lines, orders=f"FI: {order}"), turn_end=turn_end).events


@pytest.mark.rule("N12.92", "N14.53")
def test_a_division_that_is_done_rejoins_its_corps_and_a_headquarters_arrives() -> None:
    for place, order, rejoins in (
        ("0904", "march 0909", True),  # four hexes
        ("0903", "march 0909", False),  # five hexes: it defends there
        ("0908", "march 0909, defend 0909", False),  # it has a step to come
    ):
        lines = (f"F9 leader {place}", "F2 infantry 4-3 0101", "F1 infantry 4-3 0908 division:1st")
        played = checked(marching(*lines, orders=f"FI: defend 0101; FI/1st: {order}"))
        division, lines_after = LineId("FI/1st"), played.state.pad.lines
        back = DivisionRejoined(FRENCH, division, "it has arrived")
        assert played.of(DivisionRejoined) == [back] * rejoins
        assert played.state.line_id_of(unit("F1")) == ("FI" if rejoins else "FI/1st")
        assert (division in lines_after) is not rejoins
        if not rejoins:
            assert lines_after[division].steps == steps("defend 0909")
    for hq, arrived in (("0604", True), ("0603", False)):
        staff = {"FH": {"kind": FormationKind.HEADQUARTERS}}
        counters = ("F8 overall 0606 of:FH", f"F7 hq {hq} of:FH")
        state = marching(*counters, orders="FH: march 0606", formations=staff)
        wanted = steps("defend 0606" if arrived else "march 0606")
        assert checked(state, "FH", turn_end=True).state.pad.lines[LineId("FH")].steps == wanted


# -- wings, headquarters, all of them in Turn End


@pytest.mark.rule("N4.71", "N24.1")
def test_turn_end_tests_every_line_when_command_has_moved_the_first_player_s_first() -> None:
    lines = ("F9 leader 0606", "F1 infantry 4-3 0606 division:1st", "A8 leader 1212")
    orders = "AI: march 1212; FI: march 0606; FI/1st: march 0606, reserve 0101"
    state = marching(*lines, orders=orders)
    state.phase = Phase.TURN_END
    changed = play(state, order_steps.test_all_steps).of(OrderStepChanged)
    assert [event.line for event in changed] == ["FI", "FI/1st", "AI"]
    state = marching(*MET, orders="FI: march 0909")
    state.phase, state.commanded = Phase.TURN_END, (FRENCH, ALLIED)
    played = play(state, sequence.turn_end)
    assert played.story == ["OrderStepChanged", "TurnEnded", "TurnBegan"]
    assert played.state.pad.lines[FI].steps == steps("defend 0303")
    state.turn = 0  # before the first turn nothing is tested
    assert play(state, sequence.turn_end).story == ["TurnBegan"]


@pytest.mark.rule("N12.31", "N14.51")
def test_an_activation_begins_with_the_test_of_the_corps_and_its_wing() -> None:
    state = marching(OC, f"{FOOT} 0606", orders="FI: march 0606, probe 0909")
    played = play(state, lambda table: begin_activation(table, CORPS))
    assert played.story == ["OrderStepChanged", "FlagsCleared", "ActivationBegan"]
    assert permissions(played.state, unit("F1")).name == "Probe"
    wing, orders = {"FW": {"kind": FormationKind.WING}}, "FW: march 0606, probe 1111"
    lines = (f"{FOOT} 0101", "F8 wing 0606 of:FW")
    state = marching(*lines, orders=f"FI: defend 0101; {orders}", formations=wing)
    assert not checked(state).events
    state.pad = replace(state.pad, wings={**state.pad.wings, FormationId("FI"): FormationId("FW")})
    assert order_after(state, line="FW") == steps("probe 1111")
    state = set_up(battle_with("brienne", ()))
    state.turn, state.phase = 1, Phase.CHITS
    played = checked(state, "FR-5C")
    changed = [(event.line, event.steps[0].verb) for event in played.of(OrderStepChanged)]
    assert changed == [("FR-GRO", "probe"), ("FR-5C", "probe")]
    assert played.state.pad.lines[LineId("FR-5C")].step.target == Hex("0913")


# -- orders in words: as a rulebook writes them, with every place named


BRIENNE = Hex("0913")
FIRST = "March to Perthes-en-Rothière (1004)"


@cache
def battle() -> NlcBattle:
    return load_battle("brienne", FILES_ONLY)


SENTENCES = {
    "FR-HQ": "March to Maizières (1803)",
    "FR-5C": "March to Maizières (1803), then Probe towards Brienne-le-Château (0913) by way of"
    " the bridge (1604)",
    "FR-2": "March to Crespy (1912) by way of Maizières (1803) and Juzanvigny (1908), then Attack"
    " Brienne-le-Château (0913)",
    "FR-RES": "March to the crossroads (0403) and act as Reserve",
    "CO-9": "Defend Brienne-le-Château (0913)",
    "CO-4AG": "March to and Defend the bridge (2325)",
    "delay 0913, fall back 1316": "Delay the enemy approaching Brienne-le-Château (0913), then"
    " Fall Back to the crossroads (1316)",
    # A march joins only the step to the same place.
    "march 1004, attack 1004": "March to and Attack Perthes-en-Rothière (1004)",
    "march 1004, attack 1004, attack 0913": "March to and Attack Perthes-en-Rothière (1004), then"
    " Attack Brienne-le-Château (0913)",
    "march 1004, attack 0913": f"{FIRST}, then Attack Brienne-le-Château (0913)",
    "march 1004, march 1004, attack 1004": f"{FIRST}, then March to and Attack"
    " Perthes-en-Rothière (1004)",
    "march 1004, fall back 1004": f"{FIRST}, then Fall Back to Perthes-en-Rothière (1004)",
    # The way is named but not the objective again.
    "probe 0913 via 1803 1604 0913": "Probe towards Brienne-le-Château (0913) by way of"
    " Maizières (1803) and the bridge (1604)",
    "march 0913 via 1803, attack 0913": "March to and Attack Brienne-le-Château (0913) by way of"
    " Maizières (1803)",
    "defend": "Defend here",
    "march 1803, defend": "March to Maizières (1803), then Defend there",
    "support FR-2": "Support II Corps",
    "reserve FR-2": "Reserve with II Corps",
    "march FR-2, reserve FR-2": "March to II Corps, then Reserve with II Corps",
    "support 0913": "Support the attack on Brienne-le-Château (0913)",
    "support nobody": "Support a formation",
    # Leave of the scenario is part of the sentence.
    "defend 0913 within 2 fixed": "Defend Brienne-le-Château (0913), with leave to enter zones of"
    " control and attack within 2 hexes, not to be changed",
    "defend 0913 within 1": "Defend Brienne-le-Château (0913), with leave to enter zones of"
    " control and attack within 1 hex",
}


@pytest.mark.rule("N12.1", "N12.16", "N12.24", "N12.28")
@each("order", *SENTENCES)
def test_orders_read_as_a_rulebook_writes_them(order: str) -> None:
    """Those of a formation at its start, and others."""
    card = battle().formations.get(FormationId(order))
    given = steps(order) if card is None else card.start_order
    assert order_sentence(battle(), given) == SENTENCES[order]


@each("verb", *list(Verb))
def test_every_type_of_order_has_words_a_letter_of_its_own_and_a_duty(verb: Verb) -> None:
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
    assert list(order_types()) == list(Verb) == list(DUTIES)


@pytest.mark.rule("N12.92", "N3.4")
def test_a_line_is_named_after_formation_or_division_and_an_unknown_order_says_nothing() -> None:
    assert line_name(battle(), LineId("CO-C")) == "Cavalry Corps"
    assert line_name(battle(), LineId("CO-C/2")) == "detached division 2 of Cavalry Corps"
    hussars = UnitId("CO-C-01")
    assert line_name(battle(), LineId("CO-C/2"), (hussars,)) == "2nd Hussar Division (Lanskoy)"
    ricard = (UnitId("FR-RES-02"), UnitId("FR-RES-03"), UnitId("FR-RES-04"))
    assert division_name(battle(), ricard) == "8th Division"
    assert order_sentence(battle(), ()) == UNKNOWN_ORDER == "Order unknown"


# -- the words of the table of orders for charges, reactions, pursuit and guns (N12.2)


TARGET = Hex("0403")
A1 = "A1 infantry 5-3 0403"
ORDERS = "march, attack, probe, defend, delay, fall back, reserve, support, general retreat"


def under(order: str, *lines: str, arm: str = "heavy") -> GameState:
    """F1 in 0404 under an order."""
    return position(OPEN, f"F1 {arm} 5-3 0404", *(lines or (A1,)), orders=f"FI: {order}")


def charging(order: str, *lines: str, arm: str = "heavy") -> Refusal | None:
    return permits.charge_permission(under(order, *lines, arm=arm), unit("F1"), TARGET)


def pursuing(order: str) -> Refusal | None:
    return permits.pursuit_permission(under(order), unit("F1"), TARGET)


@pytest.mark.rule("N12.2", "N10.2")
@each(
    "question yes no what",
    (
        permits.may_react,
        ORDERS.removesuffix(", general retreat"),
        "A General Retreat",
        "a reaction charge",
    ),
    (permits.may_bombard, "attack, probe, defend, delay, support", "A March", "any bombardment"),
    (
        permits.may_pull_back,
        "probe, delay, fall back, reserve, general retreat",
        "An Attack",
        "pulling back",
    ),
    # under Delay: a lone enemy
    (
        lambda at, who: permits.charge_permission(at, who, TARGET),
        "attack, probe, delay",
        "A March",
        "any charge",
    ),
    (
        lambda at, who: permits.pursuit_permission(at, who, TARGET),
        "attack, probe",
        "A March",
        "any pursuit",
    ),
)
def test_which_orders_say_yes(
    question: Callable[[GameState, UnitId], Refusal | None], yes: str, no: str, what: str
) -> None:
    found = {order: question(under(f"{order} 0707"), unit("F1")) for order in ORDERS.split(", ")}
    assert [order for order, refusal in found.items() if refusal is None] == yes.split(", ")
    refused = Refusal(f"{no} order does not allow {what}.", "N12.2")
    assert found[no.split(" ", 1)[1].lower()] == refused


@pytest.mark.rule("N12.2", "N12.35")
def test_defend_charges_near_its_objective_and_who_strayed_comes_back_first() -> None:
    for order, legal in (
        ("defend 0403", True),
        ("defend 0405", True),  # two hexes from the target
        ("defend 0406", False),
        ("defend 0406 within 3", True),
        ("defend 0405 within 1", True),  # a narrower permission takes nothing away
    ):
        for what, refusal in (("charge", charging(order)), ("pursuit", pursuing(order))):
            sentence = f"A Defend order allows a {what} within 2 hexes of 0406 only."
            assert refusal == (None if legal else Refusal(sentence, "N12.35"))
    sentence, there = "F1 must come back within 4 hexes of 0402 first.", Hex("0404")
    for hex_, refusal in (("0407", Refusal(sentence, "N12.35")), ("0406", None)):
        lines = (f"F1 heavy 5-3 {hex_}", "A1 infantry 5-3 0404")
        state = position(OPEN, *lines, orders="FI: defend 0402")
        assert permits.charge_permission(state, unit("F1"), there) == refusal
        assert permits.pursuit_permission(state, unit("F1"), there) is None
    sentence = "A Defend order allows a charge near its objective only."
    assert charging("defend") == Refusal(sentence, "N12.35")
    state = under("march 0707")
    state.pad = replace(state.pad, lines={**state.pad.lines, FI: Line(())})
    for permission in (permits.charge_permission, permits.pursuit_permission):
        assert permission(state, unit("F1"), TARGET) is None
    assert permits.may_react(state, unit("F1")) is None
    assert permits.may_bombard(state, unit("F1")) is None


@pytest.mark.rule("N12.2", "N12.28", "N12.36")
def test_delay_charges_lone_enemies_and_support_what_its_friend_has_struck() -> None:
    for arm, lines, legal in (
        ("light", (A1,), True),
        ("light", (A1, "A2 infantry 2-3 0403"), True),
        ("heavy", (A1,), True),
        ("heavy", (A1, "A2 infantry 2-3 0403"), False),
        ("heavy", (A1, "A2 train 0403"), True),
    ):
        no = Refusal("A Delay order lets heavy cavalry charge lone enemy units only.", "N12.2")
        assert charging("delay 0707", *lines, arm=arm) == (None if legal else no)
    for turn, legal in ((3, True), (2, True), (1, False)):
        state = under("support FII", "F2 infantry 3-3 0303 of:FII", A1)
        state.turn = 3
        state.assaults = replace(state.assaults, struck={FormationId("FII"): ((turn, TARGET),)})
        assert (permits.charge_permission(state, unit("F1"), TARGET) is None) is legal
        assert permits.charge_permission(state, unit("F1"), Hex("0503")) == Refusal(
            "A Support order allows a charge only on a hex that FII Corps has assaulted, charged or"
            " bombarded this turn or last.",
            "N12.28",
        )
        sentence = "A Support order allows no charge: it names no formation."
        assert charging("support 0403") == Refusal(sentence, "N12.28")
