"""Cards of orders, command and decision (N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.events.orders import (
    LocalDecisionRolled,
    OrderDropped,
    OrderInForce,
    RetreatAllowed,
)
from hexwar.systems.nlc.orders import Line, LineId, Offer, Wish
from hexwar.systems.nlc.rules.cards.effects import begin, end_due
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.command.command import is_in_range, overall_rating
from hexwar.systems.nlc.rules.orders import local_decision, writing
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, retreat_refusal
from hexwar.systems.nlc.rules.orders.pad import capacity, orders_left
from hexwar.systems.nlc.rules.turn import actions
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.pieces import Box, Phase, Writing
from tests.systems.nlc import chapters, staffs
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.hands import holding, in_force, is_returned, named, played, put, scores, vps
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, position
from tests.systems.nlc.staffs import leader, line, on_its_way, order, staff, with_leader

# -- cards by which orders are written: 8, 10, 21, 28 and 31 (N12.12, N12.51, N12.67, N23.4)


APPROACH, FORCED, TURNING = "approach-march", "forced-march", "turning-movement"
AIDE, SPIES = "aide-de-camp", "spies-bring-news"
NEAR_ENEMY = "A1 infantry 6-3 0402"
"""An enemy between I Corps in 0302 and II Corps in 0502: all French are in his zone."""

OF_ONE = "FOC overall 0102 of:FHQ rating:1"
"""An OC who gives one order a turn."""

FAR = Hex("0602")


async def rest_of_phase(table: Table[GameState]) -> None:
    """The procedures of the Orders Phase from where it is to its end."""
    while table.state.phase is Phase.ORDERS:
        await sequence(table)


def written(
    state: GameState,
    *papers: writing.Paper | None,
    dice: Sequence[int] = (),
    free: tuple[OrderStep, ...] | str = "-",
) -> Played[None]:
    """The French write, and what a card gives for nothing; the Coalition does not."""
    answers: dict[str, Any] = {"IssueOrder": [*papers, None, None]}
    if free != "-":
        answers["WriteFreeOrder"] = [free or None]
    return play(state, rest_of_phase, dice, answers)


async def one_order(table: Table[GameState]) -> None:
    """A side writes one order."""
    await writing.write_order(table, FRENCH)


def written_only(state: GameState, *papers: writing.Paper) -> GameState:
    """The position once the French have written some orders, which nobody has obeyed yet."""
    for one in papers:
        state = play(state, one_order, answers={"IssueOrder": [one]}).state
    return state


def paper(to: str, text: str) -> writing.Paper:
    return writing.Paper(line(to), order(text))


def with_card(card: str, *subjects: str, state: GameState | None = None, **words: Any) -> GameState:
    """The staffs once the French have played a card."""
    found = staff(**words) if state is None else state
    return put(holding(found, card), card, *subjects).state


def shifts(state: GameState, to: str) -> list[tuple[str, int, str]]:
    return list(compliance_report(state, line(to)).shifts)


ISSUE = writing.IssueOrder(FRENCH)
FREE = WriteFreeOrder(FRENCH, LineId("FI"), CardId(APPROACH))


@pytest.mark.rule("N23.4", "N12.52", "N12.42")
def test_an_approach_march_is_written_for_nothing_and_obeyed_without_a_die() -> None:
    march = order("march 0903")
    done = written(with_card(APPROACH, "FI"), free=march)
    assert done.of("OrderInForce") == [OrderInForce(FRENCH, line("FI"), march)]
    assert done.of("ComplianceRolled") == done.of("OrderDispatched") == []
    assert done.state.pad.issued == {}
    assert done.state.pad.lines[line("FI")].since == 1
    # it takes the place of an order on its way
    done = written(on_its_way(with_card(APPROACH, "FI"), "FI", "attack 2602", due=3), free=march)
    assert done.of("OrderDropped") == [OrderDropped(FRENCH, line("FI"))]
    assert line("FI") not in done.state.pad.dispatches
    # no order is an answer, and the card is over
    done = written(with_card(APPROACH, "FI"), free="")
    assert done.of("OrderInForce") == []
    assert [event.effect.card for event in done.of("EffectEnded")] == [APPROACH]
    assert in_force(done.state, APPROACH) == []


@pytest.mark.rule("N23.4")
@each(
    "text rule",
    ("march 0902, attack 2602", None),
    ("attack 2602", "N23.4"),
    ("defend 0302, march 0902", "N23.4"),
    ("march 9999", "N12.1"),
    ("march", "N12.1"),
)
def test_it_begins_with_a_march(text: str, rule: str | None) -> None:
    state = with_card(APPROACH, "FI")
    assert rule_of(FREE.refusal(state, order(text))) == rule
    assert FREE.refusal(state, ()) is not None


@pytest.mark.rule("N23.4", "N23.7", "N12.12")
def test_an_approach_march_names_a_free_formation_and_lists_its_orders() -> None:
    assert named(staff(), APPROACH) == [("FI",), ("FII",)]  # neither staffs nor wings
    assert named(staff("A2 infantry 6-3 0202"), APPROACH) == [("FII",)]
    # nor one whose order is fixed
    away = staff("F1 infantry 6-3 due", "FL leader due rating:3", orders="FII: defend 0502 fixed")
    assert named(away, APPROACH) == []
    # with all in enemy zones it goes under the deck and counts nothing
    state = holding(staff(NEAR_ENEMY, "F1 infantry 6-3 0302"), APPROACH)
    assert named(state, APPROACH) == []
    done = played(state, APPROACH)
    assert is_returned(done)
    assert done.state.cards.piles[FRENCH].of(Pile.BOTTOM) == (APPROACH,)
    state = with_card(APPROACH, "FI", vp_hexes={Hex("0902"): 1, Hex("1502"): 1})
    said = "The French may give FI Corps a March order by the card Approach March."
    assert FREE.sentence(state) == said
    assert list(FREE.options(state)) == [None, order("march 0902"), order("march 1502")]
    assert ISSUE.sentence(with_card(FORCED, state=staff(OF_ONE))) == (
        "The French may write orders: FOC has 1 of 1 left, FWL has 2 of 2 left and cards allow"
        " 1 March order more."
    )
    told = ISSUE.sentence(with_card(AIDE, "order", state=staff(OF_ONE)))
    assert told.endswith("and cards allow 1 order more.")


@pytest.mark.rule("N23.10", "T24.3")
@each(
    "card subjects vp",
    (APPROACH, ("FI",), -1),
    (SPIES, (), -1),
    (TURNING, (), -1),
    (FORCED, (), -1),
    (AIDE, ("order",), -1),
    (AIDE, ("trace",), -1),
)
def test_what_the_cards_of_orders_count(card: str, subjects: tuple[str, ...], vp: int) -> None:
    done = put(holding(staff(), card), card, *subjects)
    [score] = scores(done)
    assert (score.side, score.card, score.vp) == (FRENCH, card, vp)
    assert [event.subjects for event in done.of("CardPlayed")] == [subjects]


@pytest.mark.rule("N23.4", "N12.9")
def test_spies_read_the_orders_of_all_lines_until_ones_own_are_written() -> None:
    state = with_card(SPIES)
    told = view(state, FRENCH)
    assert told.pad.lines[line("AI")] == state.pad.lines[line("AI")]
    assert told.pad.lines[line("AI")].steps == order("defend 2602")
    assert view(state, ALLIED).pad.lines[line("FI")].steps == ()  # he reads nothing in turn
    later = written(state).state
    assert view(later, FRENCH).pad.lines[line("AI")].steps == ()
    assert in_force(later, SPIES) == []
    # nor do they read what couriers carry
    state = on_its_way(with_card(SPIES), "AI", "march 2002", giver="AOC", due=2)
    assert line("AI") not in view(state, FRENCH).pad.dispatches
    assert line("AI") in view(state, ALLIED).pad.dispatches
    division, name = "A1 infantry 6-3 2602 division:1st", line("AI/1st")
    state = with_card(SPIES, state=staff(division, orders="AI/1st: defend 2602"))
    assert view(state, FRENCH).pad.lines[name].steps == order("defend 2602")
    assert UnitId("A1") in view(state, FRENCH).pad.detached
    fresh = replace(state.pad.lines[name], since=state.turn)
    chapters.put(state, lines={**state.pad.lines, name: fresh})
    assert name not in view(state, FRENCH).pad.lines
    assert view(state, FRENCH).pad.detached == {}


@pytest.mark.rule("N23.4", "N23.7")
def test_alone_spies_bring_an_order_for_nothing_that_is_rolled_for() -> None:
    for way in ("full", "restricted"):
        assert named(holding(staff(), SPIES, way=way), SPIES) == [()]
    state = holding(staff(), SPIES, way="solitaire")
    assert named(state, SPIES) == [("FHQ",), ("FW",), ("FI",), ("FII",)]
    staffs.put(state, "FOC", box=Box.DUE)  # nobody commands
    assert named(state, SPIES) == []
    assert is_returned(played(state, SPIES))
    far = staff("F1 infantry 6-3 2202", "FL leader 2202 rating:3")
    state = put(holding(far, SPIES, way="solitaire"), SPIES, "FI").state
    assert view(state, FRENCH).pad.lines[line("AI")].steps == ()
    steps = order("attack 2602")
    done = written(state, dice=[1], free=steps)
    [sent] = done.of("OrderDispatched")
    assert (sent.line, sent.due, sent.giver, sent.is_extra) == ("FI", 1, "FOC", True)
    assert [(event.line, event.result) for event in done.of("ComplianceRolled")] == [("FI", "C")]
    assert done.state.pad.lines[line("FI")].steps == steps
    assert done.state.pad.issued == {}


@pytest.mark.rule("N23.4", "N12.12", "N12.51", "N12.67")
def test_a_forced_march_is_one_march_order_more_obeyed_two_columns_further() -> None:
    state = with_card(FORCED, state=staff(OF_ONE))
    assert [orders_left(state, leader("FOC"), verb) for verb in ("march", "attack")] == [2, 1]
    done = written(state, paper("FI", "march 0902"), paper("FII", "attack 2602"), dice=[1, 1])
    assert [event.is_extra for event in done.of("OrderDispatched")] == [True, False]
    assert done.state.pad.issued == {"FOC": 1}
    chapters.put(state, issued={leader("FOC"): 1})
    assert writing.recipients(state, FRENCH)  # but for a March
    assert rule_of(ISSUE.refusal(state, paper("FII", "attack 2602"))) == "N12.12"
    assert ISSUE.refusal(state, paper("FII", "march 0902")) is None
    listed = {one.steps[0].verb for one in ISSUE.options(state) if isinstance(one, writing.Paper)}
    assert listed <= {"march"}
    sent = written_only(with_card(FORCED), paper("FII", "march 0902"))
    forced = ("Forced March", 2, "N12.67")
    assert shifts(sent, "FII") == [forced]
    assert compliance_report(sent, line("FII")).column == 2 + 2
    waiting = play(sent, rest_of_phase, [6])  # D in column 4
    assert [event.result for event in waiting.of("ComplianceRolled")] == ["D"]
    assert shifts(waiting.state, "FII") == [forced, ("waited a turn", 1, "N12.5")]


@pytest.mark.rule("N23.4", "N23.6", "N23.2", "N23.7")
def test_only_the_next_march_order_is_forced_where_anybody_writes() -> None:
    sent = written_only(with_card(FORCED), paper("FI", "march 0902"), paper("FII", "march 0902"))
    assert [sent.pad.dispatches[line(name)].cards for name in ("FI", "FII")] == [(FORCED,), ()]
    assert sent.pad.issued == {"FOC": 1}
    for card, subjects in ((FORCED, ()), (TURNING, ()), (APPROACH, ("FI",))):
        assert at_once(with_card(card, *subjects), end_due).state.cards.effects == ()
    done = put(holding(staff(), FORCED), FORCED)
    after = play(done.state, one_order, answers={"IssueOrder": [paper("FI", "march 0902")]})
    assert done.known_to(ALLIED) == [CardLaidDown(FRENCH)]
    assert after.known_to(ALLIED) == []
    assert view(done.state, ALLIED).cards.effects == ()
    for card in (FORCED, TURNING):
        state = holding(staff(), card)
        for name in ("FOC", "FWL"):
            staffs.put(state, name, box=Box.DUE)
        assert named(state, card) == []
        assert is_returned(played(state, card))


@pytest.mark.rule("N12.51", "N12.67")
def test_a_turning_movement_helps_one_order_to_march_and_attack_with_another_card() -> None:
    state = with_card(TURNING)
    for text in ("march 0902", "attack 2602", "march 0902, defend 0902", "attack 2602, march 0902"):
        assert written_only(state, paper("FII", text)).pad.dispatches[line("FII")].cards == ()
    sent = written_only(state, paper("FII", "march 0902, attack 2602"))
    assert shifts(sent, "FII") == [("Turning Movement", 2, "N12.67")]
    assert sent.pad.issued == {"FOC": 1}  # it is no extra order
    second = written_only(sent, paper("FI", "march 0902, attack 2602"))
    assert second.pad.dispatches[line("FI")].cards == ()
    state = put(holding(staff(), FORCED, TURNING), FORCED).state
    state = put(state, TURNING).state
    sent = written_only(state, paper("FII", "march 0902, attack 2602"))
    assert [by for _, by, _ in shifts(sent, "FII")] == [2, 2]
    assert compliance_report(sent, line("FII")).column == 5  # kept within the table


@pytest.mark.rule("N23.4", "N12.12", "N7.5", "N12.17")
def test_an_aide_carries_one_order_more_but_not_for_every_leader() -> None:
    state = with_card(AIDE, "order", state=staff(OF_ONE))
    assert orders_left(state, leader("FOC"), "attack") == 2
    sent = written_only(state, paper("FI", "attack 2602"))
    assert sent.pad.issued == {"FOC": 1}
    assert len(in_force(sent, AIDE)) == 1  # he rides only where the rating does not suffice
    second = written_only(sent, paper("FII", "attack 2602"))
    assert second.pad.issued == {"FOC": 1}
    assert in_force(second, AIDE) == []
    assert not writing.can_write(second, FRENCH)
    assert second.pad.dispatches[line("FII")].cards == ()  # and he helps nobody to obey
    state = with_leader(staff(), "FOC", special=("napoleon-infantry-bonus",))
    state = with_card(AIDE, "order", state=state)
    chapters.put(state, turn=2, inspired={leader("FOC"): 1})
    assert orders_left(state, leader("FOC"), "march") == 0
    state = with_card(AIDE, "order", state=staff(wings="FI", orders="FW: attack 2602"))
    effects = tuple(replace(effect, until=3) for effect in state.cards.effects)
    chapters.put(state, turn=3, issued={leader("FWL"): 2}, effects=effects)
    done = play(state, rest_of_phase, [1])
    assert [(sent.line, sent.is_extra) for sent in done.of("OrderDispatched")] == [("FI", False)]
    assert in_force(done.state, AIDE)


@pytest.mark.rule("N12.4", "N23.4", "N23.6")
def test_an_aide_offered_while_orders_are_written_passes_enemy_zones() -> None:
    state = staff("A2 infantry 6-3 0401", "A3 infantry 6-3 0403", "A4 infantry 6-3 0404")
    closed = writing.courier(state, leader("FOC"), line("FII"))
    assert closed.due is None
    assert not is_in_range(state, leader("FOC"), FAR)
    opened = with_card(AIDE, "trace", state=state)
    assert writing.courier(opened, leader("FOC"), line("FII")).due == 1
    assert is_in_range(opened, leader("FOC"), FAR)
    assert at_once(opened, end_due).state.cards.effects == ()  # to the end of the turn
    state = holding(staff(), AIDE)
    answers: Answers = {"PlayWindowCard": [CardId(AIDE)], "ChooseCardTarget": [("trace",)]}
    done = play(state, rest_of_phase, answers=answers)
    [asked] = done.questions("PlayWindowCard")
    assert (asked.side, asked.window) == (FRENCH, "orders")
    assert in_force(done.state, AIDE)[0].subjects == ("trace",)
    kept = play(state, rest_of_phase)
    assert kept.questions("PlayWindowCard")
    assert kept.state.cards.piles[FRENCH].of(Pile.HAND) == (AIDE,)
    for without in (holding(staff()), staff()):
        assert play(without, rest_of_phase).questions("PlayWindowCard") == []


# -- cards of the army's first action: 2, 5 and 7 Emperor Napoleon (N4.24, N4.26, N23.4)


EMPEROR = "emperor-napoleon"
FI, FII, AI = FormationId("FI"), FormationId("FII"), FormationId("AI")


def before(*effects: tuple[str, Side]) -> GameState:
    """As the Initial Action Phase begins, with cards in force for a side; both wish to choose."""
    state = wishful(holding(staff()))
    state.phase = Phase.INITIAL

    table = Table(state)
    for card, side in effects:
        begin(table, side, CardId(card))
    return state


def wishful(state: GameState) -> GameState:
    for side in (FRENCH, ALLIED):
        state.pad = state.pad.with_wishes(side, Offer.FIRST, Wish(Offer.FIRST))
    return state


def imperial() -> GameState:
    """The OC of the French, rated 3, is Napoleon; they hold his card."""
    return holding(with_leader(staff(), "FOC", special=("napoleon-infantry-bonus",)), EMPEROR)


def rolled(state: GameState, *dice: int, chosen: Sequence[FormationId | None] = ()) -> Played[None]:
    return play(state, actions.initial_phase, dice, {"ChooseInitialFormation": chosen})


@pytest.mark.rule("N4.24", "N4.26", "N4.21")
def test_late_start_denies_an_action_and_two_let_two_formations_act() -> None:
    done = rolled(before(("late-start", FRENCH)), 6, 1)
    [told] = done.of("InitialRolled")
    assert (told.winner, told.denied) == (FRENCH, (FRENCH,))
    assert done.questions("ChooseInitialFormation") == []
    assert done.state.phase is Phase.COORDINATED
    # the other side does not win by it but keeps what it wins
    other = rolled(before(("late-start", FRENCH)), 1, 6, chosen=[AI])
    assert [event.side for event in other.of("InitialGranted")] == [ALLIED]
    # and it is stronger than Early Arrival
    both = rolled(before(("late-start", FRENCH), ("early-arrival", FRENCH)), 1, 1)
    assert both.questions("ChooseInitialFormation") == []
    first = rolled(before(("early-arrival", FRENCH)), 6, 1, chosen=[FI])
    assert first.state.chits.initiatives == (FRENCH,)
    second = rolled(chapters.changed(first.state, activation=None), chosen=[FII])
    assert [event.formation for event in second.of("InitialGranted")] == [FII]
    assert second.state.chits.initiatives == ()
    # who has it by a card is asked though he has wished for nothing
    unasked = before(("early-arrival", FRENCH))
    unasked.pad = replace(unasked.pad, wishes={})
    assert len(rolled(unasked, 1, 3, chosen=[None]).questions("ChooseInitialFormation")) == 1
    # without cards the dice alone decide
    [told] = rolled(before(), 6, 1, chosen=[None]).of("InitialRolled")
    assert (told.winner, told.by_card, told.denied) == (FRENCH, (), ())


@pytest.mark.rule("N4.24", "N4.26")
@each(
    "cards dice order",
    ((FRENCH,), (1, 6), (ALLIED, FRENCH)),
    ((FRENCH,), (1, 3), (FRENCH,)),  # a tie
    ((FRENCH,), (6, 1), (FRENCH, FRENCH)),
    ((ALLIED,), (6, 1), (FRENCH, ALLIED)),
    ((ALLIED, FRENCH), (1, 3), (FRENCH, ALLIED)),
    ((ALLIED, FRENCH), (1, 6), (ALLIED, FRENCH, ALLIED)),
)
def test_early_arrival_grants_an_action_besides_that_of_the_dice(
    cards: tuple[Side, ...], dice: tuple[int, int], order: tuple[Side, ...]
) -> None:
    state = before(*(("early-arrival", side) for side in cards))
    done = rolled(state, *dice, chosen=[None] * len(order))
    assert [asked.side for asked in done.questions("ChooseInitialFormation")] == list(order)
    assert done.state.chits.initiatives == ()


@pytest.mark.rule("N4.24", "N23.4", "N4.31", "N23.7", "N23.10")
def test_the_emperor_is_rated_5_and_has_both_actions_unless_away() -> None:
    state = put(imperial(), EMPEROR, "FOC").state
    assert overall_rating(state, FRENCH) == 5
    assert capacity(state, leader("FOC")) == 5
    assert actions.most_together(state, FRENCH) == 3  # N4.32 knows no more
    assert overall_rating(state, ALLIED) == 1
    assert overall_rating(at_once(state, end_due).state, FRENCH) == 3
    state = put(imperial(), EMPEROR, "FOC").state
    state.phase = Phase.INITIAL
    done = rolled(wishful(state), 1, 6, chosen=[None, None])
    [told] = done.of("InitialRolled")
    assert told.totals == ((FRENCH, 1 + 5), (ALLIED, 6 + 1))
    assert told.by_card == (FRENCH,)
    assert [asked.side for asked in done.questions("ChooseInitialFormation")] == [ALLIED, FRENCH]
    state = put(imperial(), EMPEROR, "FOC").state
    done = play(state, actions.determine_coordination, [6])  # of the Coalition
    assert [event.side for event in done.of("CoordinationRolled")] == [ALLIED]
    assert [event.cup for event in done.of("ChitPlaced")] == [FRENCH]
    assert len(done.state.chits.cups[FRENCH]) == 1
    assert vps(put(imperial(), EMPEROR, "FOC")) == [-2]
    away = staffs.put(imperial(), "FOC", box=Box.DUE)
    assert named(away, EMPEROR) == []
    assert is_returned(played(away, EMPEROR))
    assert in_force(away, EMPEROR) == []
    assert named(holding(staff(), EMPEROR), EMPEROR) == []  # who is not Napoleon is no Emperor


# -- cards for leaders who decide alone: 9, 11, 15 and The Battle Ends (N12.29, N12.64, N12.67)


ADVANCE, SOUND = "general-advance", "sound-of-guns"
RETREAT, ENDS = "general-retreat", "battle-ends"
LINE, SECOND = LineId("FI"), LineId("FII")
TRY = local_decision.TryLocalDecision(FRENCH, LINE)
FIELD = "\n".join([" ".join(["."] * 16)] * 14)
PIECES = (
    *("FL leader 0101 rating:2", "F1 infantry 4-3 0101"),
    *("A9 leader 0109", "A1 infantry 4-3 0108"),
)
ORDERS = "FI: defend 0101; AI: defend 0108"
WAY_OUT = {"exits": {Hex("0101"): FRENCH, Hex("1614"): ALLIED}}
OFF = steps("general retreat")


def pads(
    *lines: str, orders: str = "", cards: str = "", way: str = "full", **more: Any
) -> GameState:
    """I Corps, rated 2, seven hexes from the enemy, in the Local Decision step of turn 2."""
    text = ORDERS + (f"; {orders}" if orders else "")
    state = position(FIELD, *PIECES, *lines, orders=text, length=6, **(WAY_OUT | more))
    chapters.put(state, phase=Phase.ORDERS, writing=Writing.LOCAL, turn=2)
    return holding(state, *cards.split(), way=way)


def decided(state: GameState, wish: str, *dice: int) -> Played[None]:
    answers = {"TryLocalDecision": [steps(wish)]}
    return play(state, lambda t: local_decision.try_local_decision(t, FRENCH, LINE), dice, answers)


def refused(state: GameState, text: str) -> str | None:
    return rule_of(local_decision.wish_refusal(state, LINE, steps(text)))


def misled(state: GameState) -> GameState:
    """I Corps is held by a bad move."""
    bad = Line(steps("defend 0101"), bad_until=4)
    return chapters.changed(state, lines={**state.pad.lines, LINE: bad})


@pytest.mark.rule("N12.64", "N23.4", "N12.63", "N12.66", "N23.7")
def test_a_general_advance_shifts_the_try_of_one_formation_by_two() -> None:
    more = ("F2 infantry 4-3 0501 of:FII", "FM leader 0501 of:FII rating:2")
    state = pads(*more, orders="FII: defend 0501", cards=ADVANCE)
    state = put(state, ADVANCE, "FI").state
    report = local_decision.local_report(state, LINE, steps("defend 0101"))
    assert ("General Advance", 2) in report.shifts
    assert report.column == 2 + 2
    assert report.chances == (("OK", 4), ("NE", 2), ("BM", 0))  # column 4 of N12.63
    assert local_decision.local_report(state, SECOND, steps("defend 0501")).column == 2
    done = decided(put(pads(cards=ADVANCE), ADVANCE, "FI").state, "march 0505", 4)
    assert done.of("LocalDecisionRolled") == [LocalDecisionRolled(FRENCH, LINE, 4, 4, "OK")]
    assert named(pads(), ADVANCE) == [("FI",)]
    state = misled(pads(cards=ADVANCE))
    assert named(state, ADVANCE) == []
    assert is_returned(played(state, ADVANCE))


def firing(
    *lines: str, turn: int = 1, hex_: str = "0108", by: str = "FII", **more: Any
) -> GameState:
    """Somebody has assaulted a hex."""
    state = pads(*lines, cards=SOUND, **more)
    return chapters.changed(state, struck={FormationId(by): ((turn, Hex(hex_)),)})


def heard(**more: Any) -> GameState:
    """The guns have sounded, and I Corps hears them."""
    return put(firing(**more), SOUND, "FI").state


TO_THE_GUNS = "march 0107, attack 0108"


@pytest.mark.rule("N12.67", "N23.4")
def test_who_hears_the_guns_tries_two_columns_further_and_makes_no_bad_move() -> None:
    report = local_decision.local_report(heard(), LINE, steps(TO_THE_GUNS))
    assert (report.shifts, report.column) == ((("Sound of Guns", 2),), 2 + 2)
    done = decided(heard(), TO_THE_GUNS, 4)
    assert [event.steps for event in done.of("OrderInForce")] == [steps(TO_THE_GUNS)]
    for text in ("attack 0108", "march 0108", "march 0107, attack 0107"):  # no other wish is
        assert local_decision.local_report(heard(), LINE, steps(text)).shifts == ()
    wanted = steps("march 0108, attack 0108")
    assert wanted in TRY.options(heard())
    assert wanted not in TRY.options(pads())
    state = with_leader(heard(), "FL", rating=0)
    report = local_decision.local_report(state, LINE, steps(TO_THE_GUNS))
    assert report.column == 0 + 2
    assert report.chances == (("OK", 2), ("NE", 4), ("BM", 0))  # column 2: two, three and one
    done = decided(state, TO_THE_GUNS, 6)
    assert [event.result for event in done.of("LocalDecisionRolled")] == ["NE"]
    assert done.of("BadMoveTaken") == []
    assert decided(state, "march 0107", 6, 2).of("BadMoveTaken")


@pytest.mark.rule("N23.4", "N12.67", "N23.7")
@each(
    "turn hex_ found",
    (1, "0108", True),
    (2, "0108", False),
    (0, "0108", False),
    (1, "0111", True),
    (1, "0112", False),
)
def test_only_last_turns_guns_within_ten_hexes_are_heard(turn: int, hex_: str, found: bool) -> None:
    assert bool(named(firing(turn=turn, hex_=hex_), SOUND)) == found
    assert named(firing(by="AI", hex_="0103"), SOUND) == [("FI",)]  # those of either side
    state = firing("A2 infantry 4-3 0102")  # but by nobody in an enemy zone
    assert named(state, SOUND) == []
    assert is_returned(played(state, SOUND))


@pytest.mark.rule("N12.29", "N23.4", "N23.7", "N23.10", "N23.8")
def test_a_general_retreat_may_be_ordered_or_taken_in_full_play_once_played() -> None:
    state = pads(cards=RETREAT)
    assert retreat_refusal(state, LINE) is not None
    done = put(state, RETREAT)
    assert done.of("RetreatAllowed") == [RetreatAllowed(FRENCH)]
    assert retreat_refusal(done.state, LINE) is None
    assert retreat_refusal(done.state, LineId("AI")) is not None
    assert done.state.cards.piles[FRENCH].of(Pile.ENDURING) == (RETREAT,)
    assert [effect.left for effect in in_force(done.state, RETREAT)] == [0]
    assert named(pads(exits={Hex("1614"): ALLIED}), RETREAT) == []  # with no way out
    taken = decided(done.state, "general retreat", 1)
    assert taken.state.pad.lines[LINE].step.verb == "general retreat"
    assert taken.of("CardDiscarded") == []
    state = put(pads("FO overall 0301 of:FHQ", cards=RETREAT), RETREAT).state
    assert refused(state, "general retreat") == "N12.29"
    assert retreat_refusal(state, LINE) is None
    # he keeps the card whatever his leaders try
    assert decided(state, "march 0505", 5).of("CardDiscarded") == []
    first = put(pads(cards=f"{RETREAT} {RETREAT}"), RETREAT)
    assert vps(first) == [0]
    second = played(first.state, RETREAT)
    assert second.state.cards.piles[FRENCH].of(Pile.BOTTOM) == (RETREAT,)
    assert scores(second) == []
    for way in ("restricted", "solitaire", "events"):
        state = put(pads(cards=RETREAT, way=way), RETREAT).state
        assert rule_of(alone_refusal(state, LINE)) == "N23.8"
        assert retreat_refusal(state, LINE) is None


@pytest.mark.rule("N12.29", "N12.65")
def test_who_fails_may_try_again_who_tries_anything_else_loses_the_card() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, "general retreat", 6, 2)
    assert done.of("BadMoveTaken")
    after = chapters.changed(done.state, turn=3, asked=(), served=())
    assert after.pad.lines[LINE].bad_until > 3
    assert local_decision.may_try(after, FRENCH) == (LINE,)
    texts = ("general retreat", "march 0505", "general retreat, defend 0101")
    assert [refused(after, text) for text in texts] == [None, "N12.65", "N12.65"]
    assert list(TRY.options(after)) == [None, OFF]
    # without the card nobody tries
    assert (
        local_decision.may_try(misled(chapters.changed(pads(), retreating=(FRENCH,))), FRENCH) == ()
    )
    done = decided(put(pads(cards=RETREAT), RETREAT).state, "march 0505", 5)
    [gone] = done.of("CardDiscarded")
    assert (gone.card, gone.source, gone.target) == (RETREAT, Pile.ENDURING, Pile.DISCARD)
    assert refused(done.state, "general retreat") == "N23.8"
    assert retreat_refusal(done.state, LINE) is None  # an OC may still order it


@pytest.mark.rule("N12.29", "N23.4", "N23.8", "N23.7", "N23.10", "T24.3")
def test_the_battle_ends_for_both_armies_and_what_such_cards_count() -> None:
    done = put(pads(cards=ENDS), ENDS)
    assert done.of("RetreatAllowed") == [RetreatAllowed(FRENCH), RetreatAllowed(ALLIED)]
    assert alone_refusal(done.state, LINE) is alone_refusal(done.state, LineId("AI")) is None
    assert vps(done) == [-1]
    assert view(done.state, ALLIED).pad.retreating == (FRENCH, ALLIED)
    # it gives leaders the right that a restricted card left to the OC
    state = put(pads(cards=f"{RETREAT} {ENDS}", way="restricted"), RETREAT).state
    assert alone_refusal(put(state, ENDS).state, LINE) is None
    # whom it allows the retreat may still play the card that scores it, and is told nothing new
    after = put(put(pads(cards=f"{RETREAT} {ENDS}"), ENDS).state, RETREAT)
    assert after.of("RetreatAllowed") == []
    assert RETREAT in after.state.cards.piles[FRENCH].of(Pile.ENDURING)
    assert alone_refusal(after.state, LINE) is None
    # and it is of no use when both may retreat
    state = put(pads(cards=f"{ENDS} {ENDS}"), ENDS).state
    assert named(state, ENDS) == []
    assert played(state, ENDS).state.cards.piles[FRENCH].of(Pile.BOTTOM) == (CardId(ENDS),)
    for card, vp in ((ADVANCE, -2), (SOUND, -1)):
        assert vps(put(holding(firing(), card), card, "FI")) == [vp]
