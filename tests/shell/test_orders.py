"""The order pad by mouse and keyboard: the dock, the composer, and the questions of the phase."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import pytest

from hexwar.engine import Decision, Refusal, Session
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.events.orders import ComplianceRolled, OrderDispatched
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.orders import Dispatch, LineId, Verb
from hexwar.systems.nlc.pad_view.draft import Draft
from hexwar.systems.nlc.pad_view.lives import Life, lives
from hexwar.systems.nlc.pad_view.rows import order_rows
from hexwar.systems.nlc.pad_words import order_line
from hexwar.systems.nlc.panels.order_form import LINE, VERB, OrderForm, OrderRow, Word
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.rules.orders.divisions import Detail, IssueDivisionalOrder, Recall
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder, Paper, wing_duty
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Role, Side, UnitId
from hexwar.table.overlays import Stage
from hexwar.table.pieces import Phase
from tests.shell.hand import new_brienne

FRENCH, ALLIED = Side("french"), Side("allied")
MILHAUD, GROUCHY, OLSUFIEV = LineId("FR-5C"), LineId("FR-GRO"), LineId("CO-9")
HEADQUARTERS = FormationId("FR-HQ")
PERTHES, BRIENNE, MAIZIERES = Hex("1004"), Hex("0913"), Hex("1803")

D = TypeVar("D", bound=Decision[Any])


def at_question(asked: type[D], side: Side = FRENCH) -> Session[GameState]:
    """A game of Brienne at its first question of a class to a side."""
    session = new_brienne()
    while not (isinstance(session.pending, asked) and session.pending.side == side):
        pending = session.pending
        assert pending is not None
        assert session.state.phase is Phase.ORDERS
        session.answer(None)
    return session


@cache
def seen(asked: type[Decision[Any]], side: Side = FRENCH) -> tuple[GameState, Decision[Any]]:
    """What a side sees at such a question."""
    session = at_question(asked, side)
    assert session.pending is not None
    return view(session.state, side), session.pending


def take_up(asked: type[Decision[Any]], side: Side = FRENCH) -> Prompter[Any]:
    table, pending = seen(asked, side)
    return prompter_for(table, pending, list(pending.options(table)))


def form(prompter: Prompter[Any]) -> OrderForm:
    found = prompter.offer().pad.form
    assert isinstance(found, OrderForm)
    return found


def say(prompter: Prompter[Any], *words: str) -> Any:
    """Press these on the form, or click the hexes among them; what the last one leads to."""
    response: Any = None
    for word in words:
        response = prompter.click(Hex(word)) if word.isdigit() else prompter.write(word)
    return response


def values(response: Any) -> list[Any]:
    assert isinstance(response, tuple), response
    return [answer.value for answer in response]


# -- a draft


def test_a_draft_is_taken_back_piece_by_piece() -> None:
    draft = Draft(MILHAUD).with_verb("attack").to(PERTHES).then().with_verb("march")
    draft = draft.by(MAIZIERES).to(BRIENNE)
    assert draft.steps == (
        OrderStep("attack", PERTHES),
        OrderStep("march", BRIENNE, (MAIZIERES,)),
    )

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


def test_a_friend_takes_the_place_of_a_hex() -> None:
    draft = Draft(MILHAUD).with_verb("support").to(BRIENNE).with_friend(FormationId("FR-2"))
    assert draft.steps == (OrderStep("support", target_formation=FormationId("FR-2")),)
    assert draft.to(BRIENNE).steps == (OrderStep("support", BRIENNE),)


# -- writing an order (N12.12)


@pytest.mark.rule("N12.12")
def test_an_order_is_written_word_by_word() -> None:
    prompter = take_up(IssueOrder)
    assert form(prompter).hint.startswith("Choose a formation")
    assert MILHAUD in prompter.offer().pad.lines

    say(prompter, LINE + MILHAUD)
    now = form(prompter)
    assert now.title == "To V Cavalry Corps (Milhaud)"
    assert now.giver == "From Grouchy, who can give 3 orders this turn"
    assert [choice.verb for choice in now.verbs] == list(Verb)
    assert now.courier is not None
    assert "Delivered this turn" in now.courier.words

    say(prompter, VERB + "attack")
    assert (form(prompter).sentence, form(prompter).is_open) == ("Attack", True)
    say(prompter, PERTHES)
    assert form(prompter).sentence == "Attack Perthes-en-Rothière (1004)"
    assert form(prompter).can_send

    paper = Paper(MILHAUD, (OrderStep("attack", PERTHES),))
    assert values(say(prompter, Word.SEND)) == [paper]


@pytest.mark.rule("N12.12")
def test_the_objective_may_come_before_the_type() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, PERTHES)
    assert form(prompter).hint == "Choose the type of order for Perthes-en-Rothière (1004)"
    assert not form(prompter).can_send
    assert [target.hex for target in prompter.offer().overlays.targets] == [PERTHES]

    say(prompter, VERB + "attack")
    assert form(prompter).sentence == "Attack Perthes-en-Rothière (1004)"
    assert form(prompter).can_send

    say(prompter, Word.THEN, BRIENNE)
    assert not form(prompter).can_send
    say(prompter, VERB + "defend")
    assert form(prompter).can_send
    (paper,) = values(prompter.write(Word.SEND))
    assert paper.steps == (OrderStep("attack", PERTHES), OrderStep("defend", BRIENNE))


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

    (paper,) = values(say(prompter, Word.SEND))
    assert paper.steps == (
        OrderStep("march", PERTHES, (Hex("1604"), Hex("1408"))),
        OrderStep("attack", BRIENNE),
    )


def test_what_is_missing_is_named() -> None:
    prompter = take_up(IssueOrder)
    words = [Word.SEND, VERB + "attack", Word.THEN, LINE + MILHAUD, Word.SEND]
    said = [say(prompter, word) for word in words]
    assert [r.rule for r in said if isinstance(r, Refusal)] == [
        "N12.11",
        "N12.11",
        "N12.2",
        "N12.2",
    ]
    say(prompter, VERB + "attack")
    for word in (Word.SEND, Word.THEN):
        refusal = say(prompter, word)
        assert isinstance(refusal, Refusal)
        assert "objective" in refusal.sentence
    say(prompter, PERTHES, Word.THEN)
    refusal = say(prompter, BRIENNE, Word.SEND)
    assert isinstance(refusal, Refusal)
    assert "type of order" in refusal.sentence


def test_what_may_go_without_objective_can_be_sent_at_once() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD, VERB + "defend")
    assert form(prompter).sentence == "Defend here"
    assert form(prompter).is_open
    assert form(prompter).can_send
    say(prompter, VERB + "probe", PERTHES, Word.THEN, VERB + "defend")
    assert form(prompter).sentence.endswith("then Defend there")
    assert form(prompter).can_send


@pytest.mark.rule("N12.29")
def test_the_impossible_is_refused_with_its_rule() -> None:
    prompter = take_up(IssueOrder)
    say(prompter, LINE + MILHAUD)
    barred = {choice.verb: choice.barred for choice in form(prompter).verbs}
    refusal = barred["general retreat"]
    assert refusal is not None
    assert refusal.rule == "N12.29"
    assert [verb for verb, why in barred.items() if why] == ["general retreat"]
    assert say(prompter, VERB + "general retreat") == refusal
    assert not any(choice.chosen for choice in form(prompter).verbs)


@pytest.mark.rule("N12.7")
def test_a_line_that_cannot_be_reached_says_why() -> None:
    prompter = take_up(IssueOrder)
    refusal = say(prompter, LINE + "FR-2")
    assert isinstance(refusal, Refusal)
    assert "4 hours ahead" in refusal.sentence
    foreign = say(prompter, LINE + OLSUFIEV)
    assert isinstance(foreign, Refusal)
    assert prompter.offer().pad.line == ""


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


@pytest.mark.rule("N12.53")
def test_the_map_shows_the_order_and_its_courier() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + "CO-11", VERB + "attack", PERTHES)
    shown = prompter.offer().overlays
    (arrow,) = shown.orders
    assert (arrow.letter, arrow.hexes[-1], arrow.stage) == ("A", PERTHES, Stage.COMING)
    (ride,) = shown.rides
    assert ride.text == "due 12:00"
    assert len(ride.path) > 1
    assert arrow.hexes[0] in shown.selection


def test_a_click_on_troops_chooses_their_line_and_the_next_one() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    assert isinstance(prompter.click(Hex("2030")), Refusal)
    chosen = []
    for _ in range(3):
        assert prompter.click(Hex("0611")) is None
        chosen.append(prompter.offer().pad.line)
    assert chosen == ["CO-6", "CO-SAC", "CO-6"]


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


@pytest.mark.rule("N12.7")
def test_an_assignment_is_an_order_too() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    say(prompter, LINE + "CO-6")
    wings = {choice.id for choice in form(prompter).wings}
    assert wings == {"CO-HQ"}
    say(prompter, "wing:CO-HQ")
    now = form(prompter)
    assert now.can_send
    assert now.giver.startswith("From Blücher")
    (paper,) = values(say(prompter, Word.SEND))
    assert paper == Paper(LineId("CO-6"), (), FormationId("CO-HQ"))
    say(prompter, "wing:CO-HQ")
    assert not form(prompter).can_send


def test_next_goes_from_line_to_line_and_back_gives_up() -> None:
    prompter = take_up(IssueOrder, ALLIED)
    first = prompter.cycle(1)
    line = prompter.offer().pad.line
    assert first is not None
    prompter.cycle(1)
    assert prompter.offer().pad.line != line
    prompter.cycle(-1)
    assert prompter.offer().pad.line == line
    assert prompter.back()
    assert prompter.offer().pad.line == ""
    assert not prompter.back()


# -- Local Decision (N12.6)


@pytest.mark.rule("N12.62")
def test_a_leader_may_want_what_is_near_him() -> None:
    prompter = take_up(TryLocalDecision)
    assert prompter.offer().pad.line == GROUCHY
    assert form(prompter).giver == "Objectives within 10 hexes of Grouchy"
    say(prompter, VERB + "march", "2030")
    refusal = form(prompter).refusal
    assert refusal is not None
    assert refusal.rule == "N12.62"
    assert not form(prompter).can_send
    say(prompter, PERTHES)
    assert values(say(prompter, Word.SEND)) == [(OrderStep("march", PERTHES),)]


@pytest.mark.rule("N12.63", "N12.53")
def test_the_chances_of_a_local_decision_go_by_the_wanted_order() -> None:
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


@pytest.mark.rule("N12.61")
def test_the_leader_who_is_asked_is_not_taken_back() -> None:
    prompter = take_up(TryLocalDecision)
    assert not form(prompter).can_go_back
    say(prompter, VERB + "defend")
    assert form(prompter).can_go_back


def test_a_later_leader_is_chosen_by_passing_over_the_others() -> None:
    prompter = take_up(TryLocalDecision)
    lines = sorted(prompter.offer().pad.lines)
    assert lines == [MILHAUD, GROUCHY]
    assert values(say(prompter, LINE + MILHAUD)) == [None]
    assert say(prompter, LINE + GROUCHY) is None
    refusal = say(prompter, LINE + "FR-HQ")
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "N12.66"


def test_nobody_tries_is_one_press() -> None:
    prompter = take_up(TryLocalDecision)
    buttons = {b.id: b for b in prompter.offer().buttons}
    assert values(buttons["end"].response) == [None, None]
    assert buttons["skip"].text == "Grouchy does not try"
    assert values(say(prompter, Word.NONE)) == [None]
    say(prompter, VERB + "defend")
    assert prompter.back()
    assert prompter.offer().pad.line == GROUCHY


# -- divisional orders (N12.13)


@pytest.mark.rule("N12.13")
def test_a_division_is_chosen_by_its_corps_or_on_the_map() -> None:
    prompter = take_up(IssueDivisionalOrder)
    say(prompter, LINE + MILHAUD)
    assert form(prompter).title == "To the 9th Light Cavalry Division (Piré)"
    say(prompter, LINE + MILHAUD)
    assert form(prompter).title == "To the 5th Dragoon Division (Briche)"
    prompter = take_up(IssueDivisionalOrder)
    where = seen(IssueDivisionalOrder)[0].units[UnitId("FR-5C-03")].hex
    assert where is not None
    while "6th Dragoon" not in form(prompter).title:
        assert prompter.click(where) is None
    say(prompter, VERB + "probe", PERTHES)
    (paper,) = values(say(prompter, Word.SEND))
    assert paper == Detail((UnitId("FR-5C-03"),), (OrderStep("probe", PERTHES),))


@pytest.mark.rule("N12.13")
def test_a_divisional_order_that_is_written_is_not_thrown_away() -> None:
    prompter = take_up(IssueDivisionalOrder)
    assert values(say(prompter, Word.NONE)) == [None]
    say(prompter, LINE + MILHAUD, VERB + "defend")
    kept = say(prompter, Word.NONE)
    assert isinstance(kept, Refusal)
    assert kept.rule == "N12.13"
    assert kept.sentence.startswith("The order to the ")
    assert kept.sentence.endswith(" is not sent: send it or take it back.")
    prompter.back()
    assert values(say(prompter, Word.NONE)) == [None]


@pytest.mark.rule("N12.13")
def test_a_corps_without_a_division_in_reach_says_why() -> None:
    prompter = take_up(IssueDivisionalOrder)
    for line in ("FR-2", "FR-HQ"):
        assert isinstance(say(prompter, LINE + line), Refusal)
    assert prompter.cycle(1) is not None
    assert prompter.offer().pad.line == MILHAUD


@pytest.mark.rule("N12.92")
def test_a_detached_division_is_recalled_by_a_button() -> None:
    session = at_question(IssueDivisionalOrder)
    session.answer(Detail((UnitId("FR-5C-01"),), (OrderStep("probe", PERTHES),)))
    table = view(session.state, FRENCH)
    asked = IssueDivisionalOrder(FRENCH)
    prompter = prompter_for(table, asked, [None])
    recall = next(b for b in prompter.offer().buttons if b.id.startswith("recall"))
    assert recall.text == "Recall 9th Light Cavalry Division (Piré)"
    assert values(recall.response) == [Recall(LineId("FR-5C/1"))]
    (row,) = [r for r in order_rows(table, [FRENCH]) if r.line == "FR-5C/1"]
    assert (row.title, row.depth) == ("9th Light Cavalry Division (Piré)", 2)
    assert row.order == "Probe towards Perthes-en-Rothière (1004)"


# -- what a wing commander owes (N12.17)


@pytest.mark.rule("N12.17")
def test_a_late_wing_commander_sends_copies() -> None:
    state = at_question(IssueOrder, ALLIED).state.copy()
    sacken = LineId("CO-SAC")
    state.pad = replace(
        state.pad,
        lines={
            **state.pad.lines,
            sacken: replace(state.pad.lines[sacken], steps=(OrderStep("attack", PERTHES),)),
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
    assert values(say(prompter, Word.SEND)) == [("CO-11",)]
    assert prompter.back()
    assert values(say(prompter, Word.NONE)) == [("CO-6",)]


# -- orders that turn


@pytest.mark.rule("N12.32", "N12.23")
@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        (BeginFallBack, ["Go on delaying", "Begin to fall back"]),
        (StopProbe, ["Go on", "Stop the Probe"]),
    ],
)
def test_an_order_turns_by_a_button(asked: Any, texts: list[str]) -> None:
    table, _ = seen(IssueOrder, ALLIED)
    question = asked(ALLIED, LineId("CO-AG"))
    offer = prompter_for(table, question, [False, True]).offer()
    assert [b.text for b in offer.buttons] == texts
    assert [values(b.response) for b in offer.buttons] == [[False], [True]]
    assert offer.overlays.selection


# -- the rows of the dock


def rows(state: GameState, side: Side = FRENCH, **more: Any) -> dict[str, OrderRow]:
    return {row.line: row for row in order_rows(view(state, side), [side], **more)}


@pytest.fixture
def table() -> GameState:
    made = set_up(load_battle("brienne", FILES_ONLY))
    made.turn = 2
    return made


def test_rows_are_sorted_by_army_and_wing(table: GameState) -> None:
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


def test_a_row_says_who_commands_and_what_he_is_to_do(table: GameState) -> None:
    row = rows(table)["FR-5C"]
    assert (row.leader, row.rating, row.where) == ("Milhaud", "(3)", "Maizières (1803)")
    assert (row.letter, row.since) == ("M", "from the start")
    assert row.order.startswith("March to Maizières (1803), then Probe towards")
    assert rows(table)["FR-2"].where == "due 12:00"
    assert rows(table, free={MILHAUD})["FR-5C"].is_free


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
    steps, giver = (OrderStep("attack", PERTHES),), LeaderId("FR-GRO-L")

    def due(order: Dispatch, *delivered: LineId) -> str:
        table.pad = replace(
            table.pad, dispatches={**table.pad.dispatches, MILHAUD: order}, addressed=delivered
        )
        row = rows(table)["FR-5C"]
        assert row.coming == "Attack Perthes-en-Rothière (1004)"
        return row.due

    assert due(Dispatch(steps, giver, 2, 3)) == "from Grouchy, due 14:00, as the courier rides on"
    assert due(Dispatch(steps, giver, 2, 99)).startswith("from Grouchy, due after the battle")
    assert due(Dispatch(steps, giver, 2, 2)) == "from Grouchy, delivered this turn"
    assert due(Dispatch(steps, giver, 1, 2), MILHAUD) == (
        "from Grouchy, delivered, waits to be obeyed"
    )
    assert due(Dispatch(steps, giver, 1, 1, waited=1), MILHAUD) == (
        "from Grouchy, delivered, has waited 1 turn to be obeyed"
    )


@pytest.mark.rule("N14.6")
def test_a_row_without_a_commander_shows_the_rating_that_holds(table: GameState) -> None:
    row = rows(table, ALLIED)["CO-4AG"]
    assert (row.leader, row.rating) == ("without a commander", "(1)")


@pytest.mark.rule("N3.4")
def test_rows_of_the_enemy_say_nothing(table: GameState) -> None:
    blank = order_rows(view(table, ALLIED), [FRENCH])
    assert {row.order for row in blank} == {"Order unknown"}
    assert {row.letter for row in blank} == {""}


def test_the_life_of_an_order_is_told_to_its_side_only() -> None:
    battle = load_battle("brienne", FILES_ONLY)
    steps = (OrderStep("attack", PERTHES),)
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
    shown = rows(state, lives={MILHAUD: Life(["one"], "two")})["FR-5C"]
    assert (shown.life, shown.roll) == (("one",), "two")


def test_a_tip_names_a_detached_division() -> None:
    (allied, _), (french, _) = seen(IssueOrder, ALLIED), seen(IssueOrder, FRENCH)
    words = order_line(allied, LineId("CO-C/1"))
    assert words == "2nd Hussar Division (Lanskoy): March to Chaumesnil (1920)."
    assert order_line(french, LineId("CO-C/1")) == ""
