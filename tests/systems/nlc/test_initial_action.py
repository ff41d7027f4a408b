"""The Initial Action (N4.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import ScriptedChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.turn import (
    ActivationBegan,
    InitialGranted,
    InitialRolled,
    PhaseBegan,
)
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseInitialFormation,
    fill_cups,
    has_fresh_order,
    initial_phase,
    initial_refusal,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.system import nlc
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    Played,
    battle_of,
    board,
    play,
    position,
    units,
)

STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI, FII, AI = FormationId("FI"), FormationId("FII"), FormationId("AI")
LINES = (
    "F1 infantry 5-3 0102",
    "F8 leader 0102",
    "F6 overall 0102 of:FHQ rating:3",
    "A1 infantry 5-3 1402",
    "A8 leader 1402",
    "A6 overall 1402 of:AHQ rating:2",
)
LATE = 9
"""A turn on which the orders of the start are no longer fresh."""


def before(*lines: str, turn: int = 1, **more: Any) -> GameState:
    """As the Initial Action Phase begins."""
    state = position(STRIP, *LINES, *lines, length=LATE, **more)
    state.phase, state.turn = Phase.INITIAL, turn
    return state


def rolled(state: GameState, *dice: int, answers: Any = None) -> Played[None]:
    return play(state, initial_phase, dice, answers)


def law(state: GameState, formation: FormationId, side: Side = FRENCH) -> str | None:
    refusal = initial_refusal(state, side, formation)
    assert (refusal is None) == (ChooseInitialFormation(side).refusal(state, formation) is None)
    return None if refusal is None else refusal.rule


# -- who has it


@pytest.mark.rule("N4.21")
@pytest.mark.parametrize(
    ("dice", "totals", "winner"),
    [
        ((3, 3), (6, 5), FRENCH),
        ((3, 4), (6, 6), None),
        ((3, 5), (6, 7), ALLIED),
        ((1, 6), (4, 8), ALLIED),
        ((6, 6), (9, 8), FRENCH),
    ],
)
def test_the_higher_total_of_die_and_rating_wins(
    dice: tuple[int, int], totals: tuple[int, int], winner: Side | None
) -> None:
    told = rolled(before(), *dice).of(InitialRolled)
    assert told == [
        InitialRolled(
            ((FRENCH, dice[0]), (ALLIED, dice[1])),
            ((FRENCH, totals[0]), (ALLIED, totals[1])),
            winner,
        )
    ]


@pytest.mark.rule("N4.21")
def test_a_tie_gives_nobody_an_initial_action() -> None:
    played = rolled(before(), 3, 4)
    assert played.questions(ChooseInitialFormation) == []
    assert played.events[1:] == [PhaseBegan(Phase.COORDINATED)]


@pytest.mark.rule("N4.25")
def test_without_an_oc_on_the_map_a_side_rolls_with_0() -> None:
    state = before()
    state.put_leader(replace(state.leaders[LeaderId("F6")], hex=None, box=Box.DUE))
    [told] = rolled(state, 5, 3).of(InitialRolled)
    assert told.totals == ((FRENCH, 5), (ALLIED, 5))
    assert told.winner is None


@pytest.mark.rule("N4.27")
def test_the_dice_are_rolled_even_if_nobody_can_act() -> None:
    state = before(turn=LATE)
    for unit in units("F1 A1"):
        state.put_unit(replace(state.units[unit], hex=None, box=Box.UAR))
    played = rolled(state, 6, 1)
    assert len(played.of(InitialRolled)) == 1
    assert [list(q.options(state)) for q in played.questions(ChooseInitialFormation)] == [[None]]


# -- what it does


@pytest.mark.rule("N4.22")
def test_the_winner_activates_a_formation_before_any_chit() -> None:
    played = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]})
    assert played.story == ["InitialRolled", "InitialGranted", "FlagsCleared", "ActivationBegan"]
    assert played.of(InitialGranted) == [InitialGranted(FRENCH, FI)]
    assert played.of(ActivationBegan)[0].formation == FI
    assert played.state.chits.initiatives == ()
    assert played.state.phase is Phase.INITIAL


@pytest.mark.rule("N4.22")
def test_after_the_action_the_phase_is_over_without_new_dice() -> None:
    acted = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]}).state
    acted.activation = None
    assert rolled(acted).events == [PhaseBegan(Phase.COORDINATED)]


@pytest.mark.rule("N4.22")
def test_the_chit_of_the_formation_that_acted_is_left_out() -> None:
    state = before("F2 infantry 5-3 0202 of:FII")
    acted = rolled(state, 6, 1, answers={ChooseInitialFormation: [FI]}).state
    acted.activation = None
    assert play(acted, fill_cups).state.chits.cups == {FRENCH: (FII,), ALLIED: (AI,)}


@pytest.mark.rule("N4.26")
def test_choosing_nobody_keeps_the_chits_in() -> None:
    played = rolled(before(), 1, 6, answers={ChooseInitialFormation: [None]})
    assert played.of(InitialGranted) == [InitialGranted(ALLIED, None)]
    assert played.state.phase is Phase.COORDINATED
    assert play(played.state, fill_cups).state.chits.cups == {FRENCH: (FI,), ALLIED: (AI,)}


@pytest.mark.rule("N4.26")
def test_sides_that_hold_one_act_one_after_the_other() -> None:
    state = before()
    state.chits = replace(state.chits, initiatives=(ALLIED, FRENCH))
    first = rolled(state, answers={ChooseInitialFormation: [AI]})
    assert first.of(ActivationBegan)[0].side == ALLIED
    assert first.state.chits.initiatives == (FRENCH,)
    first.state.activation = None
    second = rolled(first.state, answers={ChooseInitialFormation: [FI]})
    assert second.of(ActivationBegan)[0].side == FRENCH


def test_choosing_nobody_leaves_the_action_to_the_next_side() -> None:
    state = before()
    state.chits = replace(state.chits, initiatives=(ALLIED, FRENCH))
    played = rolled(state, answers={ChooseInitialFormation: [None, FI]})
    assert [event.side for event in played.of(InitialGranted)] == [ALLIED, FRENCH]
    assert played.of(ActivationBegan)[0].formation == FI


# -- who may act


@pytest.mark.rule("N4.23")
@pytest.mark.parametrize(("hex_", "rule"), [("1102", None), ("1202", "N4.23")])
def test_the_commander_must_be_in_range_of_the_oc(hex_: str, rule: str | None) -> None:
    state = before("F2 infantry 5-3 0102 of:FII", f"F9 leader {hex_} of:FII", turn=LATE)
    assert law(state, FII) == rule


@pytest.mark.rule("N4.23")
@pytest.mark.parametrize(("since", "rule"), [(7, None), (6, None), (5, "N4.23")])
def test_or_he_holds_an_order_of_the_last_three_turns(since: int, rule: str | None) -> None:
    state = before("F2 infantry 5-3 1302 of:FII", "F9 leader 1302 of:FII", turn=LATE)
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FII"): Line((), since=since)})
    assert law(state, FII) == rule


@pytest.mark.rule("N4.26")
@pytest.mark.parametrize(("turn", "rule"), [(1, None), (3, None), (4, "N4.23")])
def test_an_order_of_the_start_counts_as_received_on_the_turn_before_the_first(
    turn: int, rule: str | None
) -> None:
    state = before("F2 infantry 5-3 1302 of:FII", "F9 leader 1302 of:FII", turn=turn)
    assert law(state, FII) == rule


@pytest.mark.rule("N4.26")
def test_a_wing_commanders_order_counts_for_his_corps() -> None:
    state = before(
        "F2 infantry 5-3 1302 of:FII",
        "F9 leader 1302 of:FII",
        "F5 wing 1402 of:FW",
        formations={"FII": {"assigned_to": FormationId("FW")}},
        turn=LATE,
    )
    assert law(state, FII) == "N4.23"
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FW"): Line((), since=LATE)})
    assert law(state, FII) is None


def test_a_bad_move_is_no_order() -> None:
    state = before()
    state.pad = replace(
        state.pad, lines={**state.pad.lines, LineId("FI"): Line((), since=1, bad_until=3)}
    )
    assert not has_fresh_order(state, FI)
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FI"): Line((), since=1)})
    assert has_fresh_order(state, FI)


@pytest.mark.rule("N4.27")
def test_a_formation_that_is_due_may_be_chosen() -> None:
    arrival = (Arrival(1, Hex("0105"), units("F2")),)
    state = before("F2 infantry 5-3 due of:FII", arrivals=arrival)
    assert law(state, FII) is None
    assert FII in ChooseInitialFormation(FRENCH).options(state)


def test_neither_the_enemys_nor_spent_nor_unknown_formations_may_act() -> None:
    state = before("F2 infantry 5-3 uar of:FII")
    assert law(state, AI) == "N4.22"
    assert law(state, FormationId("FX")) == "N4.22"
    assert law(state, FII) == "N4.44"
    assert law(state, FormationId("FHQ")) == "N4.44"  # it has no chit
    assert list(ChooseInitialFormation(FRENCH).options(state)) == [None, FI]
    state.chits = replace(state.chits, acted=(FI,))
    assert law(state, FI) == "N4.44"


def test_the_prompt_says_what_is_chosen_and_what_not_choosing_means() -> None:
    assert ChooseInitialFormation(FRENCH).sentence(before()) == (
        "The French may let one formation act before any chit is drawn, or leave its chit in the"
        " cup."
    )


def test_the_prompt_of_its_moves_speaks_of_no_chit() -> None:
    acted = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]}).state
    assert ActivateUnit(FRENCH, FI).sentence(acted) == (
        "The French may move FI Corps (F8): choose a unit or a stack, then the hex where it goes."
    )


# -- in the course of a turn


@pytest.mark.rule("N4.22")
def test_in_a_game_the_action_comes_before_coordination_and_chits() -> None:
    turns = (TurnCard(1, 29, 12, TurnKind.DAY),)
    battle, _ = battle_of(board(STRIP), *LINES, turns=turns)
    dice = ScriptedChance([6, 1])
    session = Session.begin(nlc(lambda _: battle), {}, dice)
    while not isinstance(session.pending, ChooseInitialFormation):
        assert session.pending is not None
        session.answer(next(o for o in session.options if not o))
    assert session.state.phase is Phase.INITIAL
    session.answer(FI)
    assert session.state.activation is not None
    assert session.state.activation.formation == FI
    assert session.state.chits.drawn == ()
