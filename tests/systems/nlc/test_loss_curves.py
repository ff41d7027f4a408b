"""Losses over the turns of a game (N15.6)."""

from __future__ import annotations

import pytest

from hexwar.app.games import new_match
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import StepLost, StepRegained, UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.rules.losses.demoralization import loss_curves, lost_of
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit

F1, F2, A1, A2 = unit("F1"), unit("F2"), unit("A1"), unit("A2")
BEGIN, NEXT = TurnBegan(1, "day"), TurnBegan(2, "day")


def lost(*events: Event, begins_reduced: tuple[UnitId, ...] = ()) -> dict[str, tuple[int, ...]]:
    """F1 and F2 of FI have 5 (3) and 4 (2) SP, A1 and A2 of AI 7 (4) and 3 (1)."""
    french = ("F1 infantry 5/3-3 0101", "F2 infantry 4/2-3 0102")
    allied = ("A1 infantry 7/4-3 0707", "A2 infantry 3/1-3 0706")
    state = position(OPEN, *french, *allied, reduced_at_start=frozenset(begins_reduced))
    for event in events:
        if not isinstance(event, TurnBegan):
            event.happen(state)
    return {curve.formation: curve.lost for curve in loss_curves(state, events)}


@pytest.mark.rule("N15.6")
def test_losses_add_up_by_formation_and_turn() -> None:
    story = (
        BEGIN,
        StepLost(F1, 2, "fire"),
        StepLost(A1, 3, "fire"),
        NEXT,
        UnitEliminated(F1, Box.UAR, 3, "fire"),
        StepLost(F2, 2, "rout"),
    )
    assert lost(*story) == {"FI": (0, 2, 7), "AI": (0, 3, 3)}


@pytest.mark.rule("N15.6")
def test_who_comes_back_reduced_counts_less_and_a_step_regained_nothing() -> None:
    gone = UnitEliminated(F1, Box.UAR, 5, "fire")
    back = UnitReturned(F1, Hex("0101"))
    assert lost(BEGIN, gone, NEXT, back) == {"FI": (0, 5, 2)}
    assert lost(BEGIN, gone, NEXT, back, StepRegained(F1)) == {"FI": (0, 5, 0)}
    small = (UnitEliminated(A2, Box.UAR, 3, "fire"), UnitReturned(A2, Hex("0706")))
    assert lost(BEGIN, *small) == {"AI": (0, 2)}


@pytest.mark.rule("N15.1", "N15.6")
def test_who_leaves_the_map_counts_only_without_supply() -> None:
    assert lost(BEGIN, UnitExited(F1, Hex("0101"), supplied=True)) == {}
    assert lost(BEGIN, UnitExited(F1, Hex("0101"), supplied=False)) == {"FI": (0, 5)}


@pytest.mark.rule("N15.6")
def test_who_begins_reduced_has_not_lost_that_but_counts_in_full_when_gone() -> None:
    assert lost(BEGIN, StepLost(F1, 2, "fire"), begins_reduced=(F1,)) == {"FI": (0, 0)}
    gone = UnitEliminated(F1, Box.PEU, 3, "fire")
    assert lost(BEGIN, gone, begins_reduced=(F1,)) == {"FI": (0, 5)}


@pytest.mark.rule("N5.10")
def test_a_unit_for_which_there_was_no_room_is_lost() -> None:
    assert lost(BEGIN, OverstackCured(F1, None)) == {"FI": (0, 5)}
    assert lost(BEGIN, OverstackCured(F1, Hex("0102"))) == {}


def test_without_losses_there_is_no_curve() -> None:
    assert lost() == {}
    assert lost(BEGIN, NEXT) == {}


@pytest.mark.rule("N15.6")
def test_a_whole_game_ends_with_what_the_formations_have_lost() -> None:
    match = new_match("brienne", {FRENCH: "random", ALLIED: "random"}, "7")
    match.play()
    session = match.session
    curves = {c.formation: c.lost for c in loss_curves(session.state, session.events)}
    assert {len(curve) for curve in curves.values()} == {session.state.turn + 1}
    known = {f: lost_of(session.state, f) for f in session.state.battle.formations}
    assert {f: lost for f, lost in known.items() if lost} == {
        f: curve[-1] for f, curve in curves.items() if curve[-1]
    }
