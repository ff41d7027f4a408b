"""The last unit of a formation that must still move: chosen by hand, taken back alone (N4.52)."""

from __future__ import annotations

import pytest

from hexwar.app.games import new_game
from hexwar.engine import SeededChance, Session
from hexwar.hexes import Hex
from hexwar.shell.seats import OPEN_ORDERS
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.widgets.panels.stack_panel import StackPanel
from tests.shell.hand import Hand, Key, Modifier, until_activation

I_CAVALRY_FIRST = "4"
"""With this seed the French I Cavalry Corps is the first to act."""


def end_of_way(session: Session[GameState]) -> Hex:
    """Where the longest of the listed moves ends for whoever is chosen."""
    routes: list[Route] = [r for r in session.options if not r.column and not r.leaders]
    return max(routes, key=lambda route: len(route.hexes)).hexes[-1]


def with_one_left() -> tuple[Session[GameState], UnitId]:
    """Vauchamps when all of the corps but one unit, which owes a march, have moved."""
    session = new_game("vauchamps", SeededChance(I_CAVALRY_FIRST), {"orders": OPEN_ORDERS})
    until_activation(session)
    while len(session.options) > 1:
        session.answer(session.options[0])
        assert isinstance(session.pending, ChoosePath)
        end = end_of_way(session)
        session.answer(next(r for r in session.options if r.hexes and r.hexes[-1] == end))
    (group,) = session.options
    return session, group[0]


def place_of(hand: Hand, unit: UnitId) -> Hex:
    found = hand.session.state.units[unit].hex
    assert found is not None
    return found


@pytest.mark.rule("N4.52", "N27.4")
def test_the_last_unit_is_chosen_by_hand_and_its_move_taken_back_alone(hand: Hand) -> None:
    session, last = with_one_left()
    hand.open(session)
    assert isinstance(hand.pending, ActivateUnit)
    assert {"End movement", "End activation"} <= set(hand.buttons)
    before, start = hand.session.digest(), place_of(hand, last)

    hand.click(start)
    assert hand.game.controller.offer.picked[0] == last
    assert last in hand.window.panes.panel(StackPanel).model.chosen_pieces
    assert "End movement" in hand.buttons
    hand.board.board.fans.close()
    hand.key(Key.Key_Escape)
    assert hand.game.controller.offer.picked == ()
    hand.press("End movement")
    assert "must" in hand.refusal
    assert isinstance(hand.pending, ActivateUnit)

    fork = session.fork()
    fork.answer((last,))
    hand.click(start)
    hand.click(end_of_way(fork))
    assert place_of(hand, last) != start
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert hand.session.digest() == before
    assert isinstance(hand.pending, ActivateUnit)
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, ActivateUnit)
    assert len(hand.session.options) > 1
