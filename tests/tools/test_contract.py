"""Each promise of the contract is broken here once, to show that its check can fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from hexwar.app.games import kit_named, new_game, new_match
from hexwar.engine import CHANCE, Decision, Refusal, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.orders import Dispatch, Line, LineId
from hexwar.systems.nlc.state import HIDDEN, GameState
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Activation, Box, Segment
from hexwar.table.spans import Spans
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.orders import put_orders, steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit
from tools.trials import contract, contract_nlc
from tools.trials.contract import BrokenContractError

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")
LINES = (
    *("F1 infantry 5-3 0101", "F2 infantry 5-3 0101", "F3 battery 2-3 0102", "F8 leader 0101"),
    *("A1 infantry 5-3 0303", "A8 leader 0303"),
)


def table(*more: str) -> GameState:
    return position(OPEN, *LINES, *more)


def game(answers: int = 40) -> Session[GameState]:
    """A game under way, some answers old."""
    match = new_match(MELEE, {FRENCH: "random", ALLIED: "random"}, "5")
    while match.answers < answers:
        match.step()
    return match.session


@pytest.fixture(scope="module")
def finished() -> Session[GameState]:
    match = new_match(MELEE, {FRENCH: "random", ALLIED: "random"}, "5")
    match.play()
    return match.session


def broken(check: Callable[[Any], None], thing: Any, sentence: str) -> None:
    with pytest.raises(BrokenContractError, match=sentence):
        check(thing)


# -- states


WAY: dict[str, Any] = {"roads": ["0101 0102"]}
RIVER: dict[str, Any] = {"rivers": ["0303-0304"]}
MARCHING = "F1 infantry 9-3 0101 tail:0102"
BOATS = "F5 pontoon 0303 bridging:0303-0304"
ALONE = "F1 infantry 5-3 0101"


def test_what_is_in_order_passes() -> None:
    marching = position(OPEN, MARCHING, **WAY)
    contract_nlc.check_tails(marching)
    for state in (table(), marching):
        contract_nlc.check_state(state)
        contract_nlc.check_stacks(state)
        contract_nlc.check_view(state)
    contract_nlc.check_spans(position(OPEN, BOATS, **RIVER))
    contract_nlc.check_spans(position(OPEN, BOATS, bridges=["0101-0102"], damaged=["0101-0102"]))

    contract_nlc.check_pad(pad(wings={FormationId("FI"): FormationId("FI")}))


def marked(state: GameState, name: str, **marks: Any) -> GameState:
    """A table with a record put in behind the back of the derived lists."""
    state.units[unit(name)] = replace(state.units[unit(name)], **marks)
    return state


def moved(state: GameState, name: str, **marks: Any) -> GameState:
    """A table on which a unit is another, with all lists in order."""
    state.put_unit(replace(state.units[unit(name)], **marks))
    return state


@each(
    "state sentence",
    (marked(table(), "F1", box=Box.UAR), "no place or in two"),
    (marked(table(), "F1", hex=None), "no place or in two"),
    (marked(table(), "F3", reduced=True), "one step and is reduced"),
    (marked(table(), "F1", hex=Hex("0102")), "not listed in its hex"),
    (marked(table(), "F1", hex=None, box=Box.UAR), "lists a unit that is elsewhere"),
    (moved(table(), "A1", hex=Hex("0101")), "both sides have combat units in 0101"),
    (
        position(OPEN, MARCHING, "A1 infantry 1-1 0102", **WAY),
        "both sides have combat units in 0102",
    ),
)
def test_a_table_with_a_fault(state: GameState, sentence: str) -> None:
    broken(contract_nlc.check_state, state, sentence)


def test_a_unit_a_leader_or_a_bridge_in_no_place() -> None:
    with pytest.raises((BrokenContractError, KeyError)):
        contract_nlc.check_state(marked(table(), "F1", hex=Hex("0707")))

    state = table()
    leader = LeaderId("F8")
    state.leaders[leader] = replace(state.leaders[leader], hex=None)
    broken(contract_nlc.check_state, state, "no place or two")

    state = position(OPEN, BOATS, **RIVER)
    state.put_spans(Spans())
    broken(contract_nlc.check_spans, state, "not those of the trains")


@each(
    "state sentence",
    (
        moved(position(OPEN, MARCHING, **WAY), "F1", column=False),
        "has a tail and is in no column",
    ),
    (
        moved(position(OPEN, MARCHING, **WAY), "F1", hex=None, box=Box.UAR),
        "has a tail and is in no column",
    ),
    (position(OPEN, MARCHING), "no road or trail joins"),
    (
        marked(position(OPEN, MARCHING, **WAY), "F1", tail=None),
        "lists a tail that is elsewhere",
    ),
    (
        marked(position(OPEN, MARCHING, **WAY), "F1", tail=Hex("0201")),
        "the tail of .* is not listed",
    ),
)
def test_a_tail_with_a_fault(state: GameState, sentence: str) -> None:
    broken(contract_nlc.check_tails, state, sentence)


@each(
    "lines ground sentence",
    (ALONE, {"damaged": ["0101-0102"], **RIVER}, "is damaged, and no span is there"),
    (ALONE, {"pontoons": ["0303-0304"]}, "not those of the trains"),
    (f"{BOATS};F6 pontoon 0304 bridging:0303-0304", RIVER, "two trains are one pontoon bridge"),
    ("F5 pontoon 0101 bridging:0303-0304", RIVER, "is a bridge elsewhere"),
    (BOATS, {"positions": ["9999"], **RIVER}, "off the map"),
)
def test_a_span_with_a_fault(lines: str, ground: dict[str, Any], sentence: str) -> None:
    broken(contract_nlc.check_spans, position(OPEN, *lines.split(";"), **ground), sentence)


def test_too_many_in_one_hex_are_allowed_while_their_side_acts() -> None:
    tail = position(OPEN, MARCHING, "F2 infantry 4-3 0102", **WAY)
    broken(contract_nlc.check_stacks, tail, "french is overstacked in 0102")
    state = moved(table(), "F3", hex=Hex("0101"))
    broken(contract_nlc.check_stacks, state, "french is overstacked in 0101")
    movement = Segment.MOVEMENT
    state.activation = Activation(FormationId("FI"), FRENCH, movement, had_contact=False)
    contract_nlc.check_stacks(state)
    state.activation = Activation(FormationId("AI"), ALLIED, movement, had_contact=False)
    broken(contract_nlc.check_stacks, state, "french is overstacked in 0101")


AI = LineId("AI")
CUPS = {FRENCH: (HIDDEN,), ALLIED: (FormationId("AI"),)}


@each(
    "marks sentence",
    ({"cups": CUPS}, "french sees into the enemy's cup"),
    ({"lines": {AI: Line(steps("march 0707"))}}, "french sees the orders of AI"),
    ({"dispatches": {AI: None}}, "french sees a courier to AI"),
    ({"wanted": {AI: ()}}, "french sees a wish of AI"),
    ({"asked": (AI,)}, "french sees that one asked AI"),
    ({"addressed": (AI,)}, "french sees an order come to AI"),
    ({"complied": (AI,)}, "french sees that one tried AI"),
    ({"detached": {"A1": "AI/1"}}, "french sees the detachment of AI/1"),
    (
        {"lines": {"AI/1": Line(())}, "detached": {"A1": "AI/1"}},
        "french sees the division AI/1",
    ),
    ({"issued": {"A8": 1}}, "french sees that A8 gave orders"),
)
def test_a_view_of_the_enemys_pad_and_cup(
    marks: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = changed(table(), **marks)
    contract_nlc.check_view(state)
    monkeypatch.setattr(contract_nlc, "view", lambda state, side: state)
    broken(contract_nlc.check_view, state, sentence)


HELD = "FI: march 0505 via 0303, attack 0707; AI: support AI; FI/1st: defend 0101"
RIDING = Dispatch(steps("attack 0303"), LeaderId("F8"), 0, 2)
MARCH = steps("march 0101")


def pad(**marks: Any) -> GameState:
    state = table("F4 infantry 5-3 0202 division:1st")
    put_orders(state, HELD)
    marks.setdefault("dispatches", {LineId("FI"): RIDING})
    return changed(state, **marks)


def told(line: str, *orders: Any, units: str = "") -> dict[str, Any]:
    """The lines of the pad, with another order in one of them."""
    new = Line(tuple(orders), units=tuple(unit(name) for name in units.split()))
    return {"lines": {**pad().pad.lines, LineId(line): new}}


@each(
    "marks sentence",
    ({"lines": {"FI": Line(MARCH)}}, "AI has no line"),
    (told("FI"), "FI has an order without a step"),
    (told("FI", *MARCH, units="F1"), "the line of FI names units"),
    (told("X", *MARCH), "X is nobody's line"),
    (told("FI", OrderStep("loiter")), "FI is told to loiter"),
    (told("FI", *steps("march 9999")), "FI is sent off the map"),
    (told("FI", *steps("march 0101 via 9999")), "FI is sent off the map"),
    (told("FI", *steps("support AI")), "FI is to support the enemy"),
    ({"detached": {}}, "the detached units are not those of the lines"),
    ({"dispatches": {"FII": RIDING}}, "a courier rides to FII, which is no line"),
    ({"dispatches": {"AI": RIDING}}, "F8 gives an order to AI"),
    ({"dispatches": {"FI": replace(RIDING, giver=LeaderId("?"))}}, "gives an order to FI"),
    ({"dispatches": {"FI": replace(RIDING, due=-1)}}, "is before its time"),
    ({"dispatches": {"FI": replace(RIDING, sent=2)}}, "is before its time"),
    ({"dispatches": {"FI": replace(RIDING, steps=())}}, "an order without a step"),
    ({"wings": {"FI": "AI"}}, "FI is under the enemy's wing AI"),
    (
        told("FI/2nd", *MARCH, units="A1")
        | {"detached": {**pad().pad.detached, unit("A1"): LineId("FI/2nd")}},
        "FI/2nd commands units of the enemy",
    ),
    (told("FI/2nd", *MARCH), "FI/2nd is a division of nobody"),
)
def test_a_pad_with_a_fault(marks: dict[str, Any], sentence: str) -> None:
    broken(contract_nlc.check_pad, pad(**marks), sentence)


# -- rolls and losses


@each("purpose", "compliance of Ney", "the local decision of Ney")
def test_a_secret_die_in_the_open(finished: Session[GameState], purpose: str) -> None:
    contract_nlc.check_rolls(finished)
    twin = finished.fork()
    twin.events.append(DieRolled(purpose, 3, 0, 3))
    broken(contract_nlc.check_rolls, twin, "was rolled in the open")


def test_losses_are_told_of_and_what_is_told_is_taken(finished: Session[GameState]) -> None:
    contract_nlc.check_losses(finished)
    twin, other = finished.fork(), finished.fork()
    lost = next(
        u for u in twin.state.on_map() if twin.state.card(u.id).steps == 2 and not u.reduced
    )
    twin.state.put_unit(replace(lost, reduced=True))
    broken(contract_nlc.check_losses, twin, "SP by events")
    losses = (i for i, e in enumerate(other.events) if isinstance(e, StepLost | UnitEliminated))
    at = next(losses)
    event: Any = other.events[at]
    other.events[at] = replace(event, sp=event.sp + 1)
    broken(contract_nlc.check_losses, other, "SP by events")


@dataclass(frozen=True, slots=True)
class Odd(Decision[str]):
    """A question with faults, as the test wants them."""

    rule: ClassVar[str] = "N4.5"
    listed: tuple[str, ...] = ("a", "b")
    refused: str = ""
    peeps: bool = False

    def options(self, state: GameState) -> Sequence[str]:
        """Other answers on a view, if it peeps into cups."""
        hidden = any(HIDDEN in cup for cup in state.chits.cups.values())
        return self.listed[:1] if self.peeps and hidden else self.listed

    def refusal(self, state: GameState, answer: str) -> Refusal | None:
        """One answer may be refused although it is listed."""
        return Refusal("No.", self.rule) if answer == self.refused else None


class Asked:
    """A session that stands at a question."""

    def __init__(self, decision: Decision[Any] | None) -> None:
        self.pending = decision
        self.system = kit_named("nlc").system
        cups = {FRENCH: (FormationId("FI"),), ALLIED: (FormationId("AI"),)}
        self.state = changed(table(), cups=cups)
        self.options = [] if decision is None else decision.options(self.state)


@each(
    "decision sentence",
    (Odd(FRENCH, listed=()), "has no legal answer"),
    (Odd(FRENCH, refused="b"), "lists 'b' and refuses it"),
    (Odd(FRENCH, peeps=True), "has other answers on a view"),
    (Odd(FRENCH), ""),
    (Odd(CHANCE, listed=()), ""),
    (None, ""),
)
def test_a_question_with_a_fault_and_without(decision: Odd | None, sentence: str) -> None:
    asked: Any = Asked(decision)
    if sentence:
        broken(contract.check_options, asked, sentence)
    else:
        contract.check_options(asked)


# -- copies


@each("check", contract.check_fork, contract.check_undo, contract.check_save, contract.check_replay)
def test_a_game_in_order_passes_and_a_changed_one_does_not(check: Callable[[Any], None]) -> None:
    session = game()
    assert session.can_undo
    check(session)
    first = next(session.state.on_map())
    moved(session.state, first.id, moved=not first.moved)
    broken(check, session, "leads to another table")


def test_an_undo_that_is_not_given_again_and_a_save_that_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = new_game(MELEE, SeededChance(1))
    assert not session.can_undo
    contract.check_undo(session)

    session = game()
    monkeypatch.setattr(Session, "redo", lambda self: None)
    broken(contract.check_undo, session, "undo and redo leads to another")

    session, texts = game(), iter(("one", "another"))
    monkeypatch.setattr(contract, "save", lambda _: next(texts))
    monkeypatch.setattr(contract, "load_game", lambda _: session)
    broken(contract.check_save, session, "a loaded game saves as another file")


@dataclass
class Twin:
    """As much of a session as two of them are compared by."""

    pending: str = "a question"
    journal: tuple[str, ...] = ("an answer",)
    table: str = "a table"
    forked: Twin | None = None

    def digest(self) -> str:
        return self.table

    def fork(self) -> Twin:
        return self.forked or self

    def where(self) -> tuple[str, ...]:
        return ("a flow",)


@each(
    "other what",
    (Twin(table="another"), "table"),
    (Twin(pending="another"), "question"),
    (Twin(journal=()), "journal"),
)
def test_copies_are_compared_by_table_question_and_journal(other: Twin, what: str) -> None:
    contract.check_fork(cast("Session[GameState]", Twin(forked=Twin())))
    broken(contract.check_fork, Twin(forked=other), f"a fork leads to another {what}")


@each(
    "whole parts",
    (contract_nlc.check_answer, "state stacks options view fork undo"),
    (contract_nlc.check_whole, "state stacks losses save replay"),
)
def test_nothing_is_left_out(
    whole: Callable[[Any], None], parts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    for part in parts.split():
        monkeypatch.setattr(contract_nlc, f"check_{part}", lambda _, part=part: called.append(part))
    whole(game(5))
    assert called == parts.split()


def test_a_whole_game_passes(finished: Session[GameState]) -> None:
    contract_nlc.check_whole(finished)
    contract_nlc.check_answer(finished)
