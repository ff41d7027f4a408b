"""The order pad by mouse and keyboard: the dock, the composer, and the questions of the phase."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import pytest

from hexwar.app.games import new_game
from hexwar.engine import Decision, Refusal, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.events.orders import ComplianceRolled, OrderDispatched, WishNoted
from hexwar.systems.nlc.events.turn import ActivationBegan, TurnBegan
from hexwar.systems.nlc.orders import Dispatch, LineId, Offer, Verb, Wish, formation_of_line
from hexwar.systems.nlc.panels.order_form import LINE, VERB, OrderForm, OrderRow, Word
from hexwar.systems.nlc.panels.order_rows import Life, lives, order_rows
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.prompters.pad import Draft
from hexwar.systems.nlc.prompters.visit import OrderPrompter
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.divisions import Detail, IssueDivisionalOrder, Recall
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import (
    BeginFallBack,
    StopProbe,
    TurnBack,
    is_before_fall_back,
)
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder, Paper, wing_duty
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.words import order_line
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Role, Side, UnitId
from hexwar.table.overlays import Stage, overlays_of
from hexwar.table.pieces import Phase
from tests.shell.hand import new_brienne
from tests.shell.questions import given, laid, refused, sentence
from tests.systems.nlc.cases import each

FRENCH, ALLIED = Side("french"), Side("allied")
MILHAUD, GROUCHY, OLSUFIEV = LineId("FR-5C"), LineId("FR-GRO"), LineId("CO-9")
HEADQUARTERS = FormationId("FR-HQ")
PERTHES, BRIENNE, MAIZIERES = Hex("1004"), Hex("0913"), Hex("1803")

D = TypeVar("D", bound=Decision[Any])


WISHES = {
    TryLocalDecision: Wish(Offer.LOCAL, GROUCHY),
    IssueDivisionalOrder: Wish(Offer.DIVISION),
}
"""The offers that lead to questions."""


def at_question(asked: type[D], side: Side = FRENCH) -> Session[GameState]:
    """A game of Brienne at its first question of a class to a side."""
    session = new_brienne()
    while not (isinstance(session.pending, asked) and session.pending.side == side):
        pending = session.pending
        assert pending is not None
        assert session.state.phase is Phase.ORDERS
        is_page = isinstance(pending, IssueOrder) and pending.side == side
        session.answer(WISHES.get(asked) if is_page else None)
    return session


@cache
def seen(asked: type[Decision[Any]], side: Side = FRENCH) -> tuple[GameState, Decision[Any]]:
    """What a side sees at such a question."""
    session = at_question(asked, side)
    assert session.pending is not None
    return view(session.state, side), session.pending


def take_up(asked: type[Decision[Any]], side: Side = FRENCH) -> MapPrompter[Any]:
    table, pending = seen(asked, side)
    return prompter_for(table, pending, list(pending.options(table)))


def form(prompter: Prompter[Any, Any]) -> OrderForm:
    found = prompter.offer().pad.form
    assert isinstance(found, OrderForm)
    return found


def say(prompter: Prompter[Any, Any], *words: str) -> Any:
    """Press these on the form, or click the hexes among them; what the last one leads to."""
    response: Any = None
    for word in words:
        response = prompter.click(Hex(word)) if word.isdigit() else prompter.write(word)
    return response


ATTACK = OrderStep("attack", PERTHES)


def test_a_draft_is_taken_back_piece_by_piece() -> None:
    draft = Draft(MILHAUD).with_verb("attack").to(PERTHES).then().with_verb("march")
    draft = draft.by(MAIZIERES).to(BRIENNE)
    assert draft.steps == (ATTACK, OrderStep("march", BRIENNE, (MAIZIERES,)))

    left = []
    while draft != Draft():
        draft = draft.back()
        left.append((len(draft.steps), draft.verb, draft.route, draft.target))
    assert left == [
        (2, "march", (MAIZIERES,), None),
        (2, "march", (), None),
        (1, "", (), None),
        (1, "attack", (), PERTHES),
        (1, "attack", (), None),
        (0, "", (), None),
        (0, "", (), None),
    ]
    draft = Draft(MILHAUD).with_verb("support").to(BRIENNE).with_friend(FormationId("FR-2"))
    assert draft.steps == (OrderStep("support", target_formation=FormationId("FR-2")),)
    assert draft.to(BRIENNE).steps == (OrderStep("support", BRIENNE),)


# -- writing an order (N12.12)


@pytest.mark.rule("N12.12")
def test_an_order_is_written_word_by_word_its_objective_last_first_or_not_at_all() -> None:
    prompter = take_up(IssueOrder)
    assert form(prompter).hint.startswith("Choose a formation")
    assert MILHAUD in prompter.offer().pad.lines

    say(prompter, LINE + MILHAUD)
    now = form(prompter)
    assert now.title == ""  # the row above says to whom
    assert now.giver == "From Grouchy, who can give 3 orders this turn"
    assert [choice.verb for choice in now.verbs] == list(Verb)
    assert now.courier is not None
    assert "Delivered this turn" in now.courier.words

    say(prompter, VERB + "attack")
    assert (form(prompter).sentence, form(prompter).is_open) == ("Attack", True)
    say(prompter, PERTHES)
    assert form(prompter).sentence == "Attack Perthes-en-Rothière (1004)"
    assert form(prompter).can_send
    assert given(say(prompter, Word.SEND)) == [Paper(MILHAUD, (ATTACK,))]

    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, PERTHES)
    assert form(prompter).hint == "Choose the type of order for Perthes-en-Rothière (1004)"
    assert not form(prompter).can_send
    assert [target.hex for target in overlays_of(prompter.offer().overlays).targets] == [PERTHES]

    say(prompter, VERB + "attack")
    assert form(prompter).sentence == "Attack Perthes-en-Rothière (1004)"
    assert form(prompter).can_send

    say(prompter, Word.THEN, BRIENNE)
    assert not form(prompter).can_send
    say(prompter, VERB + "defend")
    assert form(prompter).can_send
    (paper,) = given(prompter.write(Word.SEND))
    assert paper.steps == (ATTACK, OrderStep("defend", BRIENNE))

    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "defend")
    assert form(prompter).sentence == "Defend here"
    assert form(prompter).is_open
    assert form(prompter).can_send
    say(prompter, VERB + "probe", PERTHES, Word.THEN, VERB + "defend")
    assert form(prompter).sentence.endswith("then Defend there")
    assert form(prompter).can_send


@pytest.mark.rule("N12.1")
def test_a_sequence_goes_by_hexes_on_the_way() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "march", Word.BY)
    assert form(prompter).is_by
    say(prompter, "1604")
    assert form(prompter).sentence == "March by way of the bridge (1604) to"
    prompter.click(Hex("1408"), adds=True)
    say(prompter, PERTHES, Word.THEN, VERB + "attack")
    assert form(prompter).sentence == (
        "March to Perthes-en-Rothière (1004) by way of the bridge (1604) and 1408, then Attack"
        " there"
    )
    assert form(prompter).is_open
    say(prompter, BRIENNE)

    (paper,) = given(say(prompter, Word.SEND))
    assert paper.steps == (
        OrderStep("march", PERTHES, (Hex("1604"), Hex("1408"))),
        OrderStep("attack", BRIENNE),
    )


@pytest.mark.rule("N12.7", "N12.29")
def test_what_is_out_of_reach_missing_or_impossible_is_refused_with_its_rule() -> None:
    prompter = take_up(IssueOrder)
    assert "4 hours ahead" in sentence(say(prompter, LINE + "FR-2"))
    assert isinstance(say(prompter, LINE + OLSUFIEV), Refusal)
    assert prompter.offer().pad.line == ""

    words = [Word.SEND, VERB + "attack", Word.THEN, LINE + MILHAUD, Word.SEND]
    said = [say(prompter, word) for word in words]
    rules = [r.rule for r in said if isinstance(r, Refusal)]
    assert rules == ["N12.11", "N12.11", "N12.2", "N12.2"]
    say(prompter, VERB + "attack")
    for word in (Word.SEND, Word.THEN):
        assert "objective" in sentence(say(prompter, word))
    say(prompter, PERTHES, Word.THEN)
    assert "type of order" in sentence(say(prompter, BRIENNE, Word.SEND))

    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD)
    barred = {choice.verb: choice.barred for choice in form(prompter).verbs if choice.barred}
    assert list(barred) == ["general retreat"]
    refused(barred["general retreat"], "N12.29")
    assert say(prompter, VERB + "general retreat") == barred["general retreat"]
    assert not any(choice.chosen for choice in form(prompter).verbs)


@pytest.mark.rule("N12.5")
def test_the_chances_are_laid_open_with_every_shift() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "attack", PERTHES)
    odds = form(prompter).odds
    assert odds is not None
    assert odds.base == "Milhaud's rating 3"
    assert ("from his wing commander", 1, "N12.51") in odds.shifts
    assert odds.column == 4
    assert dict(odds.chances) == pytest.approx({"obeyed": 5 / 6, "not yet": 1 / 6, "lost": 0.0})


@pytest.mark.rule("N12.53", "N12.7")
def test_the_map_shows_an_order_and_its_courier_and_a_wing_is_assigned() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + "CO-11", VERB + "attack", PERTHES)
    shown = laid(prompter)
    (arrow,) = shown.orders
    assert (arrow.letter, arrow.hexes[-1], arrow.stage) == ("A", PERTHES, Stage.COMING)
    (ride,) = shown.rides
    assert ride.text == "due 12:00"
    assert len(ride.path) > 1
    assert arrow.hexes[0] in shown.selection

    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + "CO-6")
    assert {choice.id for choice in form(prompter).wings} == {"CO-HQ"}
    say(prompter, "wing:CO-HQ")
    assert form(prompter).can_send
    assert form(prompter).giver.startswith("From Blücher")
    assert given(say(prompter, Word.SEND)) == [Paper(LineId("CO-6"), (), FormationId("CO-HQ"))]
    say(prompter, "wing:CO-HQ")
    assert not form(prompter).can_send


def test_a_line_is_chosen_by_a_click_on_its_troops_or_as_the_next_one() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    assert isinstance(prompter.click(Hex("2030")), Refusal)
    chosen = []
    for _ in range(3):
        assert prompter.click(Hex("0611")) is None
        chosen.append(prompter.offer().pad.line)
    assert chosen == ["CO-6", "CO-SAC", "CO-6"]

    prompter = take_up(IssueOrder, ALLIED)
    assert prompter.cycle(1) is not None
    line = prompter.offer().pad.line
    prompter.cycle(1)
    assert prompter.offer().pad.line != line
    prompter.cycle(-1)
    assert prompter.offer().pad.line == line
    assert prompter.back()
    assert prompter.offer().pad.line == ""
    assert not prompter.back()


def test_support_means_the_troops_that_are_clicked() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + "CO-C", VERB + "support", BRIENNE)
    assert form(prompter).sentence == "Support IX Corps"
    say(prompter, PERTHES)
    assert form(prompter).sentence == "Support the attack on Perthes-en-Rothière (1004)"
    say(prompter, "beside:CO-AG")
    assert form(prompter).sentence.startswith("Support AG Corps")
    names = {choice.id for choice in form(prompter).formations}
    assert "CO-9" in names
    assert "CO-C" not in names


# -- Local Decision (N12.6)


@pytest.mark.rule("N12.62", "N12.61", "N12.63", "N12.53")
def test_a_leader_may_want_what_is_near_him_and_his_chances_go_by_it() -> None:
    prompter = take_up(TryLocalDecision)
    assert prompter.offer().pad.line == GROUCHY
    assert form(prompter).giver == "Objectives within 10 hexes of Grouchy"
    assert not form(prompter).can_go_back  # who is asked is not taken back
    say(prompter, VERB + "march", "2030")
    assert form(prompter).can_go_back
    refused(form(prompter).refusal, "N12.62")
    assert not form(prompter).can_send
    say(prompter, PERTHES)
    assert given(say(prompter, Word.SEND)) == [(OrderStep("march", PERTHES),)]

    prompter = take_up(TryLocalDecision)
    say(prompter, VERB + "defend")
    odds = form(prompter).odds
    assert odds is not None
    assert (odds.base, odds.column) == ("Grouchy's rating 1", 1)
    assert dict(odds.chances) == pytest.approx(
        {"done as he wants": 1 / 6, "no effect": 4 / 6, "a Bad Move": 1 / 6}
    )
    say(prompter, VERB + "probe", PERTHES)
    odds = form(prompter).odds
    assert odds is not None
    assert (odds.base, odds.column) == ("Grouchy's rating 3", 3)


def test_who_has_been_named_is_asked_alone() -> None:
    prompter = take_up(TryLocalDecision)
    assert sorted(prompter.offer().pad.lines) == [GROUCHY]
    refused(say(prompter, LINE + MILHAUD), "N12.61")
    refused(say(prompter, LINE + "FR-HQ"), "N12.66")
    assert given(say(prompter, Word.NONE)) == [None]
    say(prompter, VERB + "defend")
    assert prompter.back()
    assert prompter.offer().pad.line == GROUCHY


# -- the page: what stands beside the orders is offered on it (N12.9)


@pytest.mark.rule("N12.9", "N12.61")
def test_a_leader_decides_himself_on_the_page_of_orders_by_one_gesture() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD)
    (own,) = [one for one in form(prompter).asides if one.word == Word.LOCAL]
    assert (own.name, own.chosen, own.barred) == ("Milhaud decides himself", False, None)
    say(prompter, Word.LOCAL)
    assert form(prompter).title == "Local Decision of V Cavalry Corps (Milhaud)"
    say(prompter, VERB + "march", PERTHES)
    refused(say(prompter, Word.NONE), "N12.61")  # a try that only waits is not thrown away
    steps = (OrderStep("march", PERTHES),)
    assert given(say(prompter, Word.SEND)) == [Wish(Offer.LOCAL, MILHAUD), steps]
    while prompter.back() and prompter.offer().pad.line:
        pass
    assert given(say(prompter, Word.NONE)) == [None]
    say(prompter, LINE + MILHAUD, Word.LOCAL, Word.LOCAL)  # pressed again, it is an order
    assert form(prompter).giver.startswith("From Grouchy")


@pytest.mark.rule("N12.9", "N12.12")
def test_an_order_that_is_ready_goes_off_with_the_next_formation_or_the_end() -> None:
    paper = Paper(MILHAUD, (ATTACK,))
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "attack", PERTHES)
    assert given(say(prompter, LINE + GROUCHY)) == [paper]
    assert isinstance(prompter, OrderPrompter)
    assert prompter.later == Draft(GROUCHY)
    assert given(say(prompter, Word.NONE)) == [paper, None]
    assert given(say(prompter, "next:1")) == [paper]
    say(prompter, VERB + "march")  # the hex stays: another type of order is ready
    assert given(say(prompter, Word.NONE)) == [Paper(MILHAUD, (OrderStep("march", PERTHES),)), None]
    prompter.back()
    assert given(say(prompter, Word.NONE)) == [None]  # without its objective it is no order


def test_a_side_without_a_giver_of_orders_is_told_so() -> None:
    state = new_game("first-steps", SeededChance("1"), {}).state
    words = "The French have nobody who gives orders; their leaders may decide themselves."
    assert IssueOrder(FRENCH).sentence(view(state, FRENCH)) == words


@pytest.mark.rule("N4.22", "N13.6")
def test_who_acts_first_and_how_hexes_rally_is_said_beforehand() -> None:
    prompter = take_up(IssueOrder)
    visit = form(prompter).visit
    assert visit is not None
    assert [(one.id, one.chosen) for one in visit.first][:2] == [("", True), ("ask", False)]
    assert {one.id for one in visit.first} == {"", "ask", "FR-5C"}
    assert not visit.orders_rally
    assert say(prompter, "first:") is None
    for said, line in (("ask", None), (MILHAUD, MILHAUD)):
        assert given(say(prompter, f"first:{said}")) == [Wish(Offer.FIRST, line)]
    assert given(say(prompter, Word.RALLY)) == [Wish(Offer.RALLY)]
    session = at_question(IssueOrder)
    session.answer(Wish(Offer.FIRST, MILHAUD))
    assert session.state.pad.wish_of(FRENCH, Offer.FIRST) == Wish(Offer.FIRST, MILHAUD)
    assert view(session.state, ALLIED).pad.wishes == {}
    prompter = prompter_for(view(session.state, FRENCH), IssueOrder(FRENCH), [])
    assert given(say(prompter, "first:")) == [Wish(Offer.FIRST, MILHAUD)]  # taken back


@pytest.mark.rule("N12.1")
def test_an_objective_can_be_typed() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "attack")
    for words in (
        "1004",
        "perthes",
        "Perthes-en-Rothi\N{LATIN SMALL LETTER E WITH GRAVE}re (1004)",
    ):
        assert say(prompter, f"goal:{words}") is None
        assert (
            form(prompter).sentence
            == "Attack Perthes-en-Rothi\N{LATIN SMALL LETTER E WITH GRAVE}re (1004)"
        )
    refused(say(prompter, "goal:Moscow"), "N12.1")


# -- divisional orders (N12.13)


@pytest.mark.rule("N12.13")
def test_a_division_is_chosen_by_its_corps_or_on_the_map_and_its_order_not_thrown_away() -> None:
    prompter = take_up(IssueDivisionalOrder)
    for line in ("FR-2", "FR-HQ"):  # without a division in reach
        assert isinstance(say(prompter, LINE + line), Refusal)
    for division in ("9th Light Cavalry Division (Piré)", "5th Dragoon Division (Briche)"):
        say(prompter, LINE + MILHAUD)
        assert form(prompter).title == f"To the {division}"

    prompter = take_up(IssueDivisionalOrder)
    assert prompter.cycle(1) is not None
    assert prompter.offer().pad.line == MILHAUD
    where = seen(IssueDivisionalOrder)[0].units[UnitId("FR-5C-03")].hex
    assert where is not None
    while "6th Dragoon" not in form(prompter).title:
        assert prompter.click(where) is None
    say(prompter, VERB + "probe", PERTHES)
    detail = Detail((UnitId("FR-5C-03"),), (OrderStep("probe", PERTHES),))
    assert given(say(prompter, Word.SEND)) == [detail]

    prompter = take_up(IssueDivisionalOrder)
    assert given(say(prompter, Word.NONE)) == [None]
    say(prompter, LINE + MILHAUD, VERB + "defend")
    kept = refused(say(prompter, Word.NONE), "N12.13")
    assert kept.startswith("The order to the ")
    assert kept.endswith(" is not sent: send it or take it back.")
    prompter.back()
    assert given(say(prompter, Word.NONE)) == [None]


@pytest.mark.rule("N12.92")
def test_a_detached_division_is_recalled_by_a_button() -> None:
    session = at_question(IssueDivisionalOrder)
    session.answer(Detail((UnitId("FR-5C-01"),), (OrderStep("probe", PERTHES),)))
    table = view(session.state, FRENCH)
    asked = IssueDivisionalOrder(FRENCH)
    prompter = prompter_for(table, asked, [None])
    recall = next(b for b in prompter.offer().buttons if b.id.startswith("recall"))
    assert recall.text == "Recall 9th Light Cavalry Division (Piré)"
    assert given(recall.response) == [Recall(LineId("FR-5C/1"))]
    (row,) = [r for r in order_rows(table, [FRENCH]) if r.line == "FR-5C/1"]
    assert (row.title, row.depth) == ("9th Light Cavalry Division (Piré)", 2)
    assert row.order == "Probe towards Perthes-en-Rothière (1004)"


@pytest.mark.rule("N12.17")
def test_a_late_wing_commander_sends_copies() -> None:
    state = at_question(IssueOrder, ALLIED).state.copy()
    sacken = LineId("CO-SAC")
    state.pad = replace(
        state.pad,
        lines={
            **state.pad.lines,
            sacken: replace(state.pad.lines[sacken], steps=(ATTACK,)),
        },
    )
    table, wing = view(state, ALLIED), FormationId("CO-SAC")
    duty = wing_duty(table, wing)
    assert duty is not None
    assert duty.missing == 1
    asked = CompleteWcDuty(ALLIED, wing)
    prompter = prompter_for(table, asked, list(asked.options(table)))

    assert not form(prompter).can_send
    other = say(prompter, LINE + "CO-9")
    assert other == Refusal("IX Corps is not of the Sacken wing.", "N12.17")
    say(prompter, LINE + "CO-11")
    assert form(prompter).sentence == "Copies to XI Corps"
    assert given(say(prompter, Word.SEND)) == [("CO-11",)]
    assert prompter.back()
    assert given(say(prompter, Word.NONE)) == [("CO-6",)]


@pytest.mark.rule("N12.32", "N12.23")
@each(
    "asked texts",
    (BeginFallBack, ["Go on delaying", "Begin to fall back"]),
    (StopProbe, ["Go on", "Stop the Probe"]),
)
def test_an_order_turns_by_a_button(asked: Any, texts: list[str]) -> None:
    table, _ = seen(IssueOrder, ALLIED)
    question = asked(ALLIED, LineId("CO-AG"))
    offer = prompter_for(table, question, [False, True]).offer()
    assert [b.text for b in offer.buttons] == texts
    assert [given(b.response) for b in offer.buttons] == [[False], [True]]
    assert overlays_of(offer.overlays).selection


@pytest.mark.rule("N12.32", "N12.9")
def test_that_a_delay_ends_is_said_on_the_page_or_by_a_button_when_it_acts() -> None:
    table, _ = seen(IssueOrder, ALLIED)
    line = next(one for one in table.pad.lines if is_before_fall_back(table, one))
    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + line)
    aside = next(one for one in form(prompter).asides if one.word.startswith(Word.ENDS))
    assert (aside.name, aside.chosen) == ("falls back now", False)
    wish = Wish(Offer.FALL_BACK, line)
    assert given(say(prompter, aside.word)) == [wish]

    said = table.copy()
    WishNoted(ALLIED, Offer.FALL_BACK, line).apply(said)
    prompter = prompter_for(said, IssueOrder(ALLIED), [None])
    say(prompter, LINE + line)
    assert next(one for one in form(prompter).asides if one.word == aside.word).chosen
    assert given(say(prompter, aside.word)) == [wish], "it is taken back by the same word"

    acting = table.copy()
    formation = formation_of_line(line)
    ActivationBegan(formation, ALLIED, had_contact=False).apply(acting)
    question = ActivateUnit(ALLIED, formation)
    asks = prompter_for(acting, question, question.options(acting))
    found = [b for b in asks.offer().buttons if b.text == "Begin to fall back"]
    assert [given(b.response) for b in found] == [[TurnBack(line), True]]
    asks.told = view(acting, FRENCH)  # both sit before the board, and the pads are closed
    assert "Begin to fall back" not in [b.text for b in asks.offer().buttons]


# -- the rows of the dock


def rows(state: GameState, side: Side = FRENCH, **more: Any) -> dict[str, OrderRow]:
    return {row.line: row for row in order_rows(view(state, side), [side], **more)}


@pytest.fixture
def table() -> GameState:
    made = set_up(load_battle("brienne", FILES_ONLY))
    made.turn = 2
    return made


@pytest.mark.rule("N14.6", "N3.4")
def test_rows_are_sorted_by_army_and_wing_and_say_who_does_what(table: GameState) -> None:
    french = rows(table)
    assert list(french) == ["FR-HQ", "FR-GRO", "FR-5C", "FR-GC", "FR-2", "FR-YG", "FR-RES"]
    assert french["FR-5C"].depth == 1
    assert {row.army for row in french.values()} == {""}
    allied = rows(table, ALLIED)
    assert list(allied)[:4] == ["CO-HQ", "CO-SAC", "CO-6", "CO-11"]
    assert {row.army for row in allied.values()} == {"Army of Silesia", "Army of Bohemia"}
    both = order_rows(table, [FRENCH, ALLIED])
    assert both[0].army == "French"
    assert both[-1].army == "Coalition: Army of Bohemia"

    row = rows(table)["FR-5C"]
    assert (row.leader, row.rating, row.where) == ("Milhaud", "(3)", "Maizières (1803)")
    assert (row.letter, row.since) == ("M", "from the start")
    assert row.order.startswith("March to Maizières (1803), then Probe towards")
    assert rows(table)["FR-2"].where == "due 12:00"
    assert rows(table, free={MILHAUD})["FR-5C"].is_free

    row = rows(table, ALLIED)["CO-4AG"]
    assert (row.leader, row.rating) == ("without a commander", "(1)")
    blank = order_rows(view(table, ALLIED), [FRENCH])
    assert {row.order for row in blank} == {"Order unknown"}
    assert {row.letter for row in blank} == {""}


@pytest.mark.rule("N12.43")
def test_a_row_says_where_the_hq_counter_is_if_its_leader_is_elsewhere(table: GameState) -> None:
    staff = {table.battle.leaders[x].role: x for x in table.battle.formations[HEADQUARTERS].leaders}
    leader, counter = staff[Role.OVERALL], staff[Role.HQ]

    def where(his: Hex, its: Hex) -> str:
        table.put_leader(replace(table.leaders[leader], hex=his))
        table.put_leader(replace(table.leaders[counter], hex=its))
        return rows(table)["FR-HQ"].where

    assert where(PERTHES, PERTHES) == "Perthes-en-Rothière (1004)"
    assert where(PERTHES, Hex("1005")) == "Perthes-en-Rothière (1004), HQ in 1005"
    assert where(PERTHES, Hex("2010")).endswith(", HQ in 2010")
    assert "HQ" not in rows(table)["FR-GRO"].where


@pytest.mark.rule("N12.4")
def test_a_row_says_when_an_order_comes_and_why(table: GameState) -> None:
    giver = LeaderId("FR-GRO-L")

    def due(turn: int, due: int, *delivered: LineId, waited: int = 0) -> str:
        order = Dispatch((ATTACK,), giver, turn, due, waited=waited)
        dispatches = {**table.pad.dispatches, MILHAUD: order}
        table.pad = replace(table.pad, dispatches=dispatches, addressed=delivered)
        row = rows(table)["FR-5C"]
        assert row.coming == "Attack Perthes-en-Rothière (1004)"
        return row.due.removeprefix("from Grouchy, ")

    assert due(2, 3) == "due 14:00, as the courier rides on"
    assert due(2, 99).startswith("due after the battle")
    assert due(2, 2) == "delivered this turn"
    assert due(1, 2, MILHAUD) == "delivered, waits to be obeyed"
    assert due(1, 1, MILHAUD, waited=1) == "delivered, has waited 1 turn to be obeyed"


def test_an_orders_life_and_a_division_are_told_to_their_side_only() -> None:
    battle = load_battle("brienne", FILES_ONLY)
    steps = (ATTACK,)
    events = (
        TurnBegan(1, "day"),
        OrderDispatched(FRENCH, MILHAUD, steps, LeaderId("FR-GRO-L"), 1),
        TurnBegan(2, "day"),
        ComplianceRolled(FRENCH, MILHAUD, 2, 5, "D"),
    )
    known = lives(battle, events, lambda event: event.is_known_to(FRENCH))[MILHAUD]
    assert known.roll == "Compliance at 13:00: rolled 5 in column 2, the order waits"
    assert [sentence[:6] for sentence in known.sentences] == ["12:00:", "13:00:"]
    assert MILHAUD not in lives(battle, events, lambda event: event.is_known_to(ALLIED))
    state = set_up(battle)
    shown = rows(state, lives={MILHAUD: Life(["one"], roll="two")})["FR-5C"]
    assert (shown.life, shown.roll) == (("one",), "two")

    (allied, _), (french, _) = seen(IssueOrder, ALLIED), seen(IssueOrder, FRENCH)
    words = order_line(allied, LineId("CO-C/1"))
    assert words == "2nd Hussar Division (Lanskoy): March to Chaumesnil (1920)."
    assert order_line(french, LineId("CO-C/1")) == ""
