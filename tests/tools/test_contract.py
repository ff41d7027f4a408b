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
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.orders import put_orders, steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit
from tools.trials import contract
from tools.trials.contract import BrokenContractError

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")
LINES = (
    "F1 infantry 5-3 0101",
    "F2 infantry 5-3 0101",
    "F3 battery 2-3 0102",
    "F8 leader 0101",
    "A1 infantry 5-3 0303",
    "A8 leader 0303",
)


def table() -> GameState:
    return position(OPEN, *LINES)


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


def test_what_is_in_order_passes() -> None:
    contract.check_state(table())
    contract.check_stacks(table())
    contract.check_view(table())


def set_unit(name: str, **marks: Any) -> GameState:
    """The table with a record put in behind the back of the derived lists."""
    state = table()
    state.units[unit(name)] = replace(state.units[unit(name)], **marks)
    return state


def test_a_unit_in_two_places() -> None:
    broken(contract.check_state, set_unit("F1", box=Box.UAR), "no place or in two")


def test_a_unit_nowhere() -> None:
    broken(contract.check_state, set_unit("F1", hex=None), "no place or in two")


def test_a_battery_on_a_reduced_side_that_it_has_not() -> None:
    broken(contract.check_state, set_unit("F3", reduced=True), "one step and is reduced")


def test_a_unit_that_is_not_listed_in_its_hex() -> None:
    broken(contract.check_state, set_unit("F1", hex=Hex("0102")), "not listed in its hex")


def test_a_unit_in_a_hex_that_lists_nobody() -> None:
    with pytest.raises((BrokenContractError, KeyError)):
        contract.check_state(set_unit("F1", hex=Hex("0707")))


def test_a_hex_that_lists_a_unit_that_has_left() -> None:
    gone = set_unit("F1", hex=None, box=Box.UAR)
    broken(contract.check_state, gone, "lists a unit that is elsewhere")


MARCHING = "F1 infantry 9-3 0101 tail:0102"
WAY: dict[str, Any] = {"roads": ["0101 0102"]}


def test_a_tail_beside_its_column_is_in_order() -> None:
    state = position(OPEN, MARCHING, **WAY)
    contract.check_state(state)
    contract.check_tails(state)


def test_a_tail_of_a_unit_in_no_column() -> None:
    state = position(OPEN, MARCHING, **WAY)
    state.put_unit(replace(state.units[unit("F1")], column=False))
    broken(contract.check_tails, state, "has a tail and is in no column")


def test_a_tail_of_a_unit_off_the_map() -> None:
    state = position(OPEN, MARCHING, **WAY)
    state.put_unit(replace(state.units[unit("F1")], hex=None, box=Box.UAR))
    broken(contract.check_tails, state, "has a tail and is in no column")


def test_a_tail_off_the_way() -> None:
    broken(contract.check_tails, position(OPEN, MARCHING), "no road or trail joins")


def test_a_tail_that_is_not_listed_and_one_that_is_gone() -> None:
    state = position(OPEN, MARCHING, **WAY)
    state.units[unit("F1")] = replace(state.units[unit("F1")], tail=None)
    broken(contract.check_tails, state, "lists a tail that is elsewhere")
    state.units[unit("F1")] = replace(state.units[unit("F1")], tail=Hex("0201"))
    broken(contract.check_tails, state, "the tail of .* is not listed")


def test_an_enemy_in_a_tail() -> None:
    state = position(OPEN, MARCHING, "A1 infantry 1-1 0102", **WAY)
    broken(contract.check_state, state, "both sides have combat units in 0102")


def test_too_many_in_the_hex_of_a_tail() -> None:
    state = position(OPEN, MARCHING, "F2 infantry 4-3 0102", **WAY)
    broken(contract.check_stacks, state, "french is overstacked in 0102")


RIVER: dict[str, Any] = {"rivers": ["0303-0304"]}
BOATS = "F5 pontoon 0303 bridging:0303-0304"


def test_spans_in_order() -> None:
    whole = position(OPEN, BOATS, **RIVER)
    contract.check_spans(whole)
    contract.check_spans(position(OPEN, BOATS, bridges=["0101-0102"], damaged=["0101-0102"]))


def test_a_damaged_span_that_is_nowhere() -> None:
    state = position(OPEN, "F1 infantry 5-3 0101", damaged=["0101-0102"], **RIVER)
    broken(contract.check_spans, state, "is damaged, and no span is there")


def test_a_pontoon_bridge_without_a_train() -> None:
    state = position(OPEN, "F1 infantry 5-3 0101", pontoons=["0303-0304"])
    broken(contract.check_spans, state, "not those of the trains")


def test_a_train_that_is_a_bridge_and_none_is_there() -> None:
    state = position(OPEN, BOATS, **RIVER)
    state.put_spans(Spans())
    broken(contract.check_spans, state, "not those of the trains")


def test_two_trains_that_are_one_bridge() -> None:
    state = position(OPEN, BOATS, "F6 pontoon 0304 bridging:0303-0304", **RIVER)
    broken(contract.check_spans, state, "two trains are one pontoon bridge")


def test_a_train_that_is_a_bridge_elsewhere() -> None:
    state = position(OPEN, "F5 pontoon 0101 bridging:0303-0304", **RIVER)
    broken(contract.check_spans, state, "is a bridge elsewhere")


def test_an_improved_position_off_the_map() -> None:
    broken(contract.check_spans, position(OPEN, BOATS, positions=["9999"], **RIVER), "off the map")


def test_a_leader_in_no_place() -> None:
    state = table()
    leader = LeaderId("F8")
    state.leaders[leader] = replace(state.leaders[leader], hex=None)
    broken(contract.check_state, state, "no place or two")


def test_enemies_in_one_hex() -> None:
    state = table()
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0101")))
    broken(contract.check_state, state, "both sides have combat units in 0101")


def test_too_many_in_one_hex() -> None:
    state = table()
    state.put_unit(replace(state.units[unit("F3")], hex=Hex("0101")))
    broken(contract.check_stacks, state, "french is overstacked in 0101")


def test_too_many_in_one_hex_are_allowed_while_their_side_acts() -> None:
    state = table()
    state.put_unit(replace(state.units[unit("F3")], hex=Hex("0101")))
    movement = Segment.MOVEMENT
    state.activation = Activation(FormationId("FI"), FRENCH, movement, had_contact=False)
    contract.check_stacks(state)
    state.activation = Activation(FormationId("AI"), ALLIED, movement, had_contact=False)
    broken(contract.check_stacks, state, "french is overstacked in 0101")


def test_a_view_that_shows_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    put_orders(state, "AI: march 0707")
    contract.check_view(state)
    monkeypatch.setattr(contract, "view", lambda state, side: state)
    broken(contract.check_view, state, "french sees the orders of AI")


AI = LineId("AI")
SECRETS: list[tuple[str, dict[str, Any], str]] = [
    ("a courier", {"dispatches": {AI: None}}, "french sees a courier to AI"),
    ("a wish", {"wanted": {AI: ()}}, "french sees a wish of AI"),
    ("who asked", {"asked": (AI,)}, "french sees that one asked AI"),
    ("an order", {"addressed": (AI,)}, "french sees an order come to AI"),
    ("a roll", {"complied": (AI,)}, "french sees that one tried AI"),
    ("a division", {"detached": {"A1": "AI/1"}}, "french sees the detachment of AI/1"),
    (
        "its line",
        {"lines": {"AI/1": Line(())}, "detached": {"A1": "AI/1"}},
        "french sees the division AI/1",
    ),
    ("who gave orders", {"issued": {"A8": 1}}, "french sees that A8 gave orders"),
]


@pytest.mark.parametrize(
    ("marks", "sentence"), [case[1:] for case in SECRETS], ids=[case[0] for case in SECRETS]
)
def test_a_view_of_the_enemys_pad(
    marks: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = changed(table(), **marks)
    contract.check_view(state)
    monkeypatch.setattr(contract, "view", lambda state, side: state)
    broken(contract.check_view, state, sentence)


# -- the order pad


HELD = "FI: march 0505 via 0303, attack 0707; AI: support AI; FI/1st: defend 0101"
RIDING = Dispatch(steps("attack 0303"), LeaderId("F8"), 0, 2)


def pad(orders: str = HELD, **marks: Any) -> GameState:
    state = position(OPEN, *LINES, "F4 infantry 5-3 0202 division:1st")
    put_orders(state, orders)
    marks.setdefault("dispatches", {LineId("FI"): RIDING})
    return changed(state, **marks)


def test_a_pad_in_order() -> None:
    contract.check_pad(pad(wings={FormationId("FI"): FormationId("FI")}))


def lines_of(state: GameState, **changes: Line) -> dict[LineId, Line]:
    return {**state.pad.lines} | {LineId(name): line for name, line in changes.items()}


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        ({"lines": {"FI": Line(steps("march 0101"))}}, "AI has no line"),
        ({"lines": lines_of(pad(), FI=Line(()))}, "FI has an order without a step"),
        (
            {"lines": lines_of(pad(), FI=Line(steps("march 0101"), units=(unit("F1"),)))},
            "the line of FI names units",
        ),
        ({"lines": lines_of(pad(), X=Line(steps("march 0101")))}, "X is nobody's line"),
        ({"lines": lines_of(pad(), FI=Line((OrderStep("loiter"),)))}, "FI is told to loiter"),
        ({"lines": lines_of(pad(), FI=Line(steps("march 9999")))}, "FI is sent off the map"),
        (
            {"lines": lines_of(pad(), FI=Line(steps("march 0101 via 9999")))},
            "FI is sent off the map",
        ),
        ({"lines": lines_of(pad(), FI=Line(steps("support AI")))}, "FI is to support the enemy"),
        ({"detached": {}}, "the detached units are not those of the lines"),
        ({"dispatches": {"FII": RIDING}}, "a courier rides to FII, which is no line"),
        ({"dispatches": {"AI": RIDING}}, "F8 gives an order to AI"),
        ({"dispatches": {"FI": replace(RIDING, giver=LeaderId("?"))}}, "gives an order to FI"),
        ({"dispatches": {"FI": replace(RIDING, due=-1)}}, "is before its time"),
        ({"dispatches": {"FI": replace(RIDING, sent=2)}}, "is before its time"),
        ({"dispatches": {"FI": replace(RIDING, steps=())}}, "an order without a step"),
        ({"wings": {"FI": "AI"}}, "FI is under the enemy's wing AI"),
    ],
)
def test_a_pad_with_a_fault(marks: dict[str, Any], sentence: str) -> None:
    broken(contract.check_pad, pad(**marks), sentence)


def test_a_division_of_the_enemys_units_and_one_of_nobody() -> None:
    theirs = Line(steps("march 0101"), units=(unit("A1"),))
    stolen = pad("FI: march 0101; AI: march 0101")
    stolen.pad = replace(
        stolen.pad,
        lines={**stolen.pad.lines, LineId("FI/2nd"): theirs},
        detached={unit("A1"): LineId("FI/2nd")},
    )
    broken(contract.check_pad, stolen, "FI/2nd commands units of the enemy")
    empty = pad("FI: march 0101; AI: march 0101")
    empty.pad = replace(
        empty.pad, lines={**empty.pad.lines, LineId("FI/2nd"): Line(steps("march 0101"))}
    )
    broken(contract.check_pad, empty, "FI/2nd is a division of nobody")


@pytest.mark.parametrize("purpose", ["compliance of Ney", "the local decision of Ney"])
def test_a_secret_die_in_the_open(finished: Session[GameState], purpose: str) -> None:
    contract.check_rolls(finished)
    twin = finished.fork()
    twin.events.append(DieRolled(purpose, 3, 0, 3))
    broken(contract.check_rolls, twin, "was rolled in the open")


def test_a_view_into_the_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    state.chits = replace(state.chits, cups={FRENCH: (HIDDEN,), ALLIED: (FormationId("AI"),)})
    contract.check_view(state)
    monkeypatch.setattr(contract, "view", lambda state, side: state)
    broken(contract.check_view, state, "french sees into the enemy's cup")


# -- losses


def test_losses_that_nobody_told_of(finished: Session[GameState]) -> None:
    contract.check_losses(finished)
    twin = finished.fork()
    lost = next(
        u for u in twin.state.on_map() if twin.state.card(u.id).steps == 2 and not u.reduced
    )
    twin.state.put_unit(replace(lost, reduced=True))
    broken(contract.check_losses, twin, "SP by events")


def test_losses_that_were_told_and_not_taken(finished: Session[GameState]) -> None:
    twin = finished.fork()
    at = next(i for i, e in enumerate(twin.events) if isinstance(e, StepLost | UnitEliminated))
    told = twin.events[at]
    assert isinstance(told, StepLost | UnitEliminated)
    twin.events[at] = replace(told, sp=told.sp + 1)
    broken(contract.check_losses, twin, "SP by events")


# -- questions


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
        self.state = table()
        self.state.chits = replace(
            self.state.chits, cups={FRENCH: (FormationId("FI"),), ALLIED: (FormationId("AI"),)}
        )
        self.options = [] if decision is None else decision.options(self.state)


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (Odd(FRENCH, listed=()), "has no legal answer"),
        (Odd(FRENCH, refused="b"), "lists 'b' and refuses it"),
        (Odd(FRENCH, peeps=True), "has other answers on a view"),
    ],
)
def test_a_question_with_a_fault(decision: Odd, sentence: str) -> None:
    broken(contract.check_options, Asked(decision), sentence)


@pytest.mark.parametrize("decision", [Odd(FRENCH), Odd(CHANCE, listed=()), None])
def test_a_question_without_fault(decision: Odd | None) -> None:
    asked: Any = Asked(decision)
    contract.check_options(asked)


# -- copies


COPYING = (
    contract.check_fork,
    contract.check_undo,
    contract.check_save,
    contract.check_replay,
)


@pytest.mark.parametrize("check", COPYING)
def test_a_game_in_order_passes_and_one_that_was_tampered_with_does_not(
    check: Callable[[Any], None],
) -> None:
    session = game()
    assert session.can_undo
    check(session)
    unit = next(session.state.on_map())
    session.state.put_unit(replace(unit, moved=not unit.moved))
    broken(check, session, "leads to another table")


def test_an_undo_that_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = game()
    monkeypatch.setattr(Session, "redo", lambda self: None)
    broken(contract.check_undo, session, "undo and redo leads to another")


def test_what_cannot_be_undone_is_not_tried() -> None:
    session = new_game(MELEE, SeededChance(1))
    assert not session.can_undo
    contract.check_undo(session)


def test_a_loaded_game_that_saves_as_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Twin(table="another"), "table"),
        (Twin(pending="another"), "question"),
        (Twin(journal=()), "journal"),
    ],
)
def test_copies_are_compared_by_table_question_and_journal(other: Twin, what: str) -> None:
    contract.check_fork(cast("Session[GameState]", Twin(forked=Twin())))
    broken(contract.check_fork, Twin(forked=other), f"a fork leads to another {what}")


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        (
            contract.check_answer,
            ("state", "stacks", "options", "view", "fork", "undo"),
        ),
        (contract.check_whole, ("state", "stacks", "losses", "save", "replay")),
    ],
)
def test_nothing_is_left_out(
    whole: Callable[[Any], None], parts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    for part in parts:
        monkeypatch.setattr(contract, f"check_{part}", lambda _, part=part: called.append(part))
    whole(game(5))
    assert tuple(called) == parts


def test_a_whole_game_passes(finished: Session[GameState]) -> None:
    contract.check_whole(finished)
    contract.check_answer(finished)
