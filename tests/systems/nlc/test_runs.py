"""Play by mail: the chits of a turn are drawn beforehand and played in runs (N26.2)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from hexwar.app.games import battle_with, new_match
from hexwar.systems.nlc.events.turn import ChitDiscarded, ChitDrawn, ChitPlayed, PhaseBegan
from hexwar.systems.nlc.rules.turn import actions
from hexwar.systems.nlc.rules.turn.runs import ChooseChit, chit_phase, run_of
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Phase
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.plays import Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position
from tools.trials import contract_nlc

BEFOREHAND = MappingProxyType({"draw": "beforehand"})
FI, FII, FIII, AI, AII = map(FormationId, ("FI", "FII", "FIII", "AI", "AII"))
TOGETHER = FormationId("coordinated:french")
LINES = (
    *("F1 infantry 5-3 0101", "F2 infantry 5-3 0202 of:FII", "F3 infantry 5-3 0303 of:FIII"),
    *("A1 infantry 5-3 0705", "A2 infantry 5-3 0706 of:AII"),
    *("F6 overall 0102 of:FHQ rating:3", "F8 leader 0101", "F9 leader 0202 of:FII"),
)


def drawn(*order: FormationId, **more: Any) -> GameState:
    """The chits lie open in this order, and none has been played."""
    state = position(OPEN, *LINES, options=BEFOREHAND, **more)
    cups = {FRENCH: (), ALLIED: ()}
    chapters.put(state, phase=Phase.CHITS, cups=cups, drawn=order, waiting=order)
    return state


def at_ease(played: Played[Any]) -> GameState:
    """Afterwards, when those who act have done so."""
    return chapters.changed(played.state, activation=None)


@pytest.mark.rule("N26.2")
def test_all_chits_are_drawn_before_the_first_is_played_and_lie_open() -> None:
    state = position(OPEN, *LINES, options=BEFOREHAND)
    state.phase = Phase.COORDINATED
    state = play(state, actions.fill_cups).state
    dice = [2, AI, 1, FIII, 1, FI, 4, AII, FII]  # no die for the last: one cup is empty
    played = play(state, chit_phase, dice)
    assert [event.chit for event in played.of(ChitDrawn)] == [AI, FIII, FI, AII, FII]
    assert not played.of("ActivationBegan")
    assert played.state.chits.waiting == (AI, FIII, FI, AII, FII)
    assert not any(played.state.chits.cups.values())
    assert view(played.state, FRENCH).chits.waiting == (AI, FIII, FI, AII, FII)


@pytest.mark.rule("N26.2")
def test_runs_follow_one_another_and_their_owner_orders_each() -> None:
    state, told = drawn(AI, FIII, FI, AII, FII), list[str]()
    answers = {1: FI}  # of the French run, the one that was drawn later comes first
    for place in range(5):
        chosen = {"ChooseChit": [answers[place]]} if place in answers else None
        played = play(state, chit_phase, answers=chosen)
        assert len(played.questions(ChooseChit)) == (place in answers)
        told += [event.chit for event in played.of(ChitPlayed)]
        assert played.state.activation is not None
        assert played.state.activation.formation == told[-1]
        state = at_ease(played)
    assert told == ["AI", "FI", "FIII", "AII", "FII"]
    assert play(state, chit_phase).events == [PhaseBegan(Phase.RALLY)]


@pytest.mark.rule("N26.2")
def test_only_chits_of_the_run_may_be_chosen() -> None:
    state = drawn(FIII, FI, AII, FII)
    assert run_of(state) == (FIII, FI)
    question = ChooseChit(FRENCH)
    assert list(question.options(state)) == [FIII, FI]
    assert question.refusal(state, FI) is None
    assert question.refusal(state, FII) is not None  # the Coalition comes between
    assert [choice.id for choice in question.choices(state, (FIII, FI))] == [FIII, FI]
    where = {unit.hex for unit in state.on_map(FRENCH) if state.formation_of(unit.id).id == FII}
    assert rule_of(question.why_not(state, next(hex_ for hex_ in where if hex_))) == "N26.2"


@pytest.mark.rule("N26.2", "N4.44")
def test_a_chit_without_effect_asks_nobody() -> None:
    state = chapters.changed(drawn(FIII, FI, AII), acted=(FI,))
    played = play(state, chit_phase)
    assert played.of(ChitPlayed) == [ChitPlayed(FI)]
    assert played.of(ChitDiscarded) == [ChitDiscarded(FI, "it has acted this turn")]
    assert not played.questions(ChooseChit)
    assert played.state.chits.waiting == (FIII, AII)


@pytest.mark.rule("N26.2", "N4.32")
def test_a_coordinated_action_may_be_put_before_the_other_chits_of_its_run() -> None:
    played = play(
        drawn(FI, TOGETHER, AII),
        chit_phase,
        answers={"ChooseChit": [TOGETHER], "ChooseCoordinatedFormations": [(FI, FII)]},
    )
    assert played.state.activation is not None
    assert played.state.activation.formations == (FI, FII)
    after = play(at_ease(played), chit_phase)
    assert after.of(ChitDiscarded) == [ChitDiscarded(FI, "it has acted this turn")]


@each("scenario", "first-steps", "river-crossing")
def test_a_random_game_with_runs_keeps_the_contract(scenario: str) -> None:
    sides = battle_with(scenario, ()).sides
    options = {"draw": "beforehand", "cups": "cover"}
    match = new_match(scenario, dict.fromkeys(sides, "random"), "5", options)
    while match.session.pending is not None:
        if match.answers % 25 == 0:
            contract_nlc.check_answer(match.session)
        match.step()
    contract_nlc.check_whole(match.session)
