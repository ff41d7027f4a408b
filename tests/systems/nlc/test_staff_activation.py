"""Activations thought through: the courses that there are, how one is found and kept in mind."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.policy import Look, Reason
from hexwar.engine import Decision, SeededChance
from hexwar.engine.foresight import Foresight
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player.movement import next_to_move
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.staff.activation import MEMORY, Trial
from hexwar.systems.nlc.staff.characters import character
from hexwar.systems.nlc.staff.courses import USUAL, Course, Intent, courses_for
from hexwar.systems.nlc.staff.moves import best_path
from hexwar.systems.nlc.staff.player import Staff, by_chapter
from hexwar.systems.nlc.staff.quick import UNNAMED, named, quick
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, OPEN, position, unit, units

THOROUGH = character("hard")
FI = FormationId("FI")
Found = tuple[Trial, dict[Course, Sequence[float]], int]
"""A search, what it found, and its budget."""

F1, F2 = "F1 infantry 5-4 0205", "F2 infantry 4-4 0405"
FOE = "A1 infantry 3-3 0303"
RIDERS = "A1 light 3-4-7 0606"


def at(*lines: str, order: str = "attack 0303") -> GameState:
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, orders=f"FI: {order}")


def asked(decision: Decision[Any], state: GameState) -> Question[Any, Any]:
    return Question(decision, list(decision.options(state)), Outlook(state, Side(decision.side)))


def end_of(course: Course, state: GameState, who: str) -> str:
    question = asked(ChoosePath(FRENCH, units(who)), state)
    route = course.path(question.asked, question.outlook)
    return str(route.hexes[-1] if route.hexes else state.units[unit(who)].hex)


# -- the courses


def test_each_intent_leads_where_it_says() -> None:
    state = at(F1, F2, FOE)
    grid = state.battle.battlefield.grid
    guarding = at(F1, F2, FOE, order="defend 0406")
    assert end_of(USUAL, guarding, "F1") != "0205"
    assert end_of(Course(Intent.STAND), guarding, "F1") == "0205"
    assert end_of(Course(Intent.MASS, Hex("0303")), state, "F1") in contact_hexes(
        state, Hex("0303")
    )
    back = end_of(Course(Intent.BACK), guarding, "F1")
    assert grid.distance(Hex(back), Hex("0303")) > grid.distance(Hex("0205"), Hex("0303"))
    assert end_of(Course(Intent.SEIZE, Hex("0506")), guarding, "F2") == "0506"


def test_one_goes_to_guard_what_is_alone_and_the_others_are_free() -> None:
    wing = "FW wing 0405 of:FW rating:2"
    state = at(F1, "F2 infantry 4-4 0206", RIDERS, wing, order="defend 0205")
    found = courses_for(Outlook(state, FRENCH), units("F1 F2"))
    guard = Course(Intent.GUARD, Hex("0405"))
    assert guard in found
    assert end_of(guard, state, "F1") == "0405"
    held = at("F1 infantry 5-4 0405", "F2 infantry 4-4 0206", RIDERS, wing, order="defend 0205")
    assert end_of(guard, held, "F2") == end_of(USUAL, held, "F2")
    assert all(
        one.intent is not Intent.GUARD for one in courses_for(Outlook(held, FRENCH), units("F2"))
    )


def test_who_falls_back_assaults_nobody_and_a_mass_as_the_odds_are() -> None:
    lines = "F1 infantry 5-4 0304", "F2 infantry 5-4 0403", FOE, "A2 infantry 3-3 0503"
    state = position(OPEN, *lines, active="FI", orders="FI: probe 0303")
    question = asked(DeclareAssault(FRENCH, FI), state)
    assert {one.target for one in question.options if one} == {"0303", "0503"}
    assert Course(Intent.BACK).answer(question, by_chapter) is None
    for target in ("0303", "0503"):
        massed = Course(Intent.MASS, Hex(target))
        assert massed.answer(question, quick) == quick(question)


def test_the_usual_course_in_thought_is_that_of_the_staff() -> None:
    """What needs no list of answers comes to the same as with one."""
    moves = turns = 0
    match = played(Staff(character("easy")), 0)
    for _ in range(160):
        session = match.session
        if session.pending is None:
            break
        question: Question[Any, Any] = Question(
            session.pending,
            session.options,
            Outlook(session.state, Side(session.pending.side)),
        )
        if isinstance(session.pending, ChoosePath):
            found = USUAL.path(session.pending, question.outlook)
            assert found == best_path(question)
            assert session.pending.refusal(session.state, found) is None
            moves += 1
        if isinstance(session.pending, ActivateUnit):
            told = named(session.pending, question.outlook)
            assert told is UNNAMED or told == next_to_move(question)
            turns += told is not UNNAMED
        match.step()
    assert min(moves, turns) > 10


def test_far_from_the_enemy_there_is_one_course() -> None:
    state = position(OPEN, "F1 infantry 5-1 0101", "A1 infantry 3-3 0707", active="FI")
    assert courses_for(Outlook(state, FRENCH), units("F1")) == [USUAL]
    near = courses_for(Outlook(at(F1, FOE), FRENCH), units("F1"))
    assert near[0] == USUAL
    assert Course(Intent.MASS, Hex("0303")) in near


# -- what a course leaves


def left_with(*lines: str, order: str = "defend 0205") -> float:
    """What the French ledger has of a table in which they hold 0205, 2 VP."""
    held: dict[str, Any] = {"vp_hexes": {Hex("0205"): 2}, "control": {Hex("0205"): FRENCH}}
    pieces = (RIDERS, *lines)
    state = position(OPEN, *pieces, active="FI", orders=f"FI: {order}", **held)
    game = cast("Foresight[GameState]", SimpleNamespace(state=state))
    desk = asked(ActivateUnit(FRENCH, FI), state)
    staffed = cast("Any", SimpleNamespace(asked=desk.asked, look=None, character=THOROUGH))
    return Trial([game], staffed, "1").worth(state)


def test_it_costs_to_leave_a_hex_with_vp_bare_where_the_enemy_could_come() -> None:
    bare = left_with("F1 infantry 5-4 0204")
    assert bare < left_with("F1 infantry 5-4 0205")
    assert bare < 0


def test_it_costs_to_leave_a_commander_alone_unless_he_can_still_go() -> None:
    troops = "F1 infantry 5-4 0205"
    other = left_with(troops, "FW wing 0405 of:FW rating:2")
    own = left_with(troops, "FL leader 0405 of:FI rating:2")
    assert other < own == left_with(troops)


def test_it_costs_to_leave_a_train_alone() -> None:
    troops = "F1 infantry 5-4 0205"
    assert left_with(troops, "FT train 0405 of:FII") < left_with(troops)
    with_it = left_with(troops, "FT train 0405 of:FII", "F2 infantry 4-4 0405 of:FII")
    assert with_it == left_with(troops)


# -- the search


@pytest.fixture
def found(
    monkeypatch: pytest.MonkeyPatch,
) -> list[Found]:
    """What each search of a staff found, with its budget."""
    kept: list[Found] = []
    ranked: Callable[..., dict[Course, Sequence[float]]] = Trial.ranked

    def watched(self: Trial, courses: list[Course], budget: int) -> dict[Course, Sequence[float]]:
        worths = ranked(self, courses, budget)
        kept.append((self, worths, budget))
        return worths

    monkeypatch.setattr(Trial, "ranked", watched)
    return kept


def played(staff: Staff, answers: int = 120, seed: str = "7") -> Match:
    match = Match(
        NLC.new_game("first-steps", SeededChance(seed)),
        {"french": staff, "allied": Staff(character("easy"))},
        NLC.view,
        seed,
    )
    for _ in range(answers):
        if match.session.pending is None:
            break
        match.step()
    return match


def test_the_budget_of_games_in_thought_is_kept(
    found: list[Found],
) -> None:
    played(Staff(THOROUGH))
    assert found
    for trial, worths, budget in found:
        assert budget == THOROUGH.level.forks
        assert len(worths) <= trial.played <= max(budget, len(worths))


def test_the_usual_course_is_in_every_round(found: list[Found]) -> None:
    played(Staff(THOROUGH))
    assert found
    for _, worths, _ in found:
        assert len(worths[USUAL]) == max(map(len, worths.values()))


def test_where_nobody_throws_dice_a_course_is_played_once_by_each_guess(
    monkeypatch: pytest.MonkeyPatch, found: list[Found]
) -> None:
    ways = count()
    monkeypatch.setattr(Trial, "_goes_on", lambda *_: False)
    monkeypatch.setattr(Trial, "worth", lambda *_: float(next(ways)))
    played(Staff(THOROUGH), 60)
    assert found
    for trial, worths, _ in found:
        assert trial.played == THOROUGH.level.guesses * len(worths)


@pytest.mark.parametrize(
    ("more", "intent"),
    [
        ([0.6, 0.6, 0.6], "stand"),
        ([0.2, 0.2, 0.2], "usual"),
        ([4.0, -2.0, -0.5], "usual"),  # as much on the whole, by the luck of one game
        ([0.6], "stand"),
    ],
)
def test_another_course_is_taken_where_it_is_surely_better(
    monkeypatch: pytest.MonkeyPatch, more: list[float], intent: str
) -> None:
    def ranked(
        trial: Trial,
        courses: list[Course],
        budget: int,
    ) -> dict[Course, list[float]]:
        rest = [0.0] * len(more)
        return {one: more if one.intent is Intent.STAND else rest for one in courses}

    monkeypatch.setattr(Trial, "ranked", ranked)
    staff = Staff(THOROUGH)
    match = played(staff, 0)
    while MEMORY not in staff.memory() or not match.session.pending:
        match.step()
    assert staff.memory()[MEMORY]["intent"] == intent
    told = staff.notes.reason
    assert isinstance(told, Reason)
    assert len(told.considered) == 2  # those that come to the same are one
    named = {one.what: one.worth for one in told.considered}
    assert named["stand"] == pytest.approx(sum(more) / len(more), abs=0.006)
    assert told.considered[0].what == ("stand" if intent == "stand" else "go on by the order")
    assert ("surely" in told.sentence) == (intent == "usual")


def test_the_course_chosen_is_kept_and_another_activation_has_its_own(
    found: list[Found],
) -> None:
    staff = Staff(THOROUGH)
    match = played(staff)
    assert found
    kept = json.loads(json.dumps(staff.memory()))[MEMORY]
    assert Course(Intent(kept["intent"]), kept["hex"]) in found[-1][1]
    assert kept["key"][0] <= match.session.state.turn
    chosen = [trial for trial, _, _ in found]
    assert len(chosen) <= sum(1 for mark in match.session.marks if _acts(mark.state))


def _acts(state: GameState) -> bool:
    """Whether an activation of the French begins at a mark."""
    acting = state.activation
    return acting is not None and acting.side == "french" and acting.segment is Segment.MOVEMENT


def test_a_hasty_staff_searches_nothing(
    found: list[Found],
) -> None:
    played(Staff(character("easy")), 60)
    assert found == []


def test_without_a_past_the_usual_course_is_taken() -> None:
    state = at(F1, F2, FOE)
    decision = ActivateUnit(FRENCH, FI)
    staff = Staff()
    answer = staff.answer(
        decision, list(decision.options(state)), Look(lambda: state), activation_dice()
    )
    assert decision.refusal(state, answer) is None
    assert staff.memory()[MEMORY]["intent"] == "usual"


def activation_dice() -> Any:
    class First:
        def below(self, count: int) -> int:
            return 0

    return First()


def test_a_course_of_another_activation_is_not_followed() -> None:
    state = at(F1, F2, FOE, order="defend 0406")
    staff = Staff()
    staff.recall({MEMORY: {"key": [state.turn, "FI"], "intent": "stand", "hex": None}})
    decision = ChoosePath(FRENCH, units("F1"))
    options = list(decision.options(state))
    stays = staff.answer(decision, options, Look(lambda: state), activation_dice())
    assert stays.hexes == ()
    staff.recall({MEMORY: {"key": [state.turn + 1, "FI"], "intent": "stand", "hex": None}})
    goes = staff.answer(decision, options, Look(lambda: state), activation_dice())
    assert goes.hexes


def test_who_is_hurried_ends_the_search_with_the_games_it_has(
    found: list[tuple[Trial, dict[Course, float], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Look, "is_hurried", lambda _: True)
    played(Staff(THOROUGH))
    assert found
    for trial, worths, _ in found:
        assert trial.played == len(worths)
