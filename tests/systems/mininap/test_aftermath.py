"""What is told of a game of Mini-Nap 2: its dice, its losses, its fights."""

from __future__ import annotations

from hexwar.engine import SeededChance
from hexwar.systems.mininap import events
from hexwar.systems.mininap.aftermath import loss_curves, throws_of
from hexwar.systems.mininap.events import (
    HitsMarked,
    HitsRecovered,
    ShotRolled,
    TurnBegan,
    UnitRemoved,
)
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.rules.firing import OrderFire
from hexwar.systems.mininap.state import Cause
from hexwar.table.dice import Wish
from hexwar.table.forces import UnitId
from tests.systems.mininap.positions import FRENCH, RUSSIAN, position

F1, R1 = UnitId("F1"), UnitId("R1")
STATE = position("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 30 36 180 R-1")


def test_every_die_of_a_throw_is_told_with_whose_it_is() -> None:
    """A pool of three, and a test; low is good."""
    shot = ShotRolled(F1, R1, (1, 0, 0, 0, 0, 2), 1)
    found = list(throws_of(STATE, shot, 4))
    assert [(one.pips, one.side, one.wish) for one in found] == [
        (1, FRENCH, Wish.LOW),
        (6, FRENCH, Wish.LOW),
        (6, FRENCH, Wish.LOW),
    ]
    test = events.TestRolled(R1, "evade", 4, 3, passed=False)
    assert [(one.pips, one.side) for one in throws_of(STATE, test, 5)] == [(4, RUSSIAN)]


def test_losses_are_told_turn_by_turn() -> None:
    """Two hits, one of them recovered; then the unit is lost with all its SP."""
    told = (
        TurnBegan(1),
        HitsMarked(((R1, 2),)),
        HitsRecovered((R1,), 1),
        TurnBegan(2),
        UnitRemoved(R1, Cause.COMBAT, 5),
    )
    (curve,) = loss_curves(STATE, told)
    assert curve.formation == "R-1"
    assert curve.lost == (0, 1, 5)


def test_a_game_is_told_with_its_fights() -> None:
    """The first turn of the farm of Les Grenaux: who fired, and what was to be expected."""
    session = MININAP.new_game("mininap-small", SeededChance("7"))
    while session.state.turn < 2:
        pending, options = session.pending, session.options
        wants = isinstance(pending, OrderFire) and options[-1] is not None
        session.answer(options[-1] if wants else None if None in options else options[0])
    told = MININAP.aftermath(session, ("",), len(session.events))
    assert told is not None
    assert told.throws
    (shot,) = told.fights
    assert shot.kind == "fire"
    assert shot.expected is not None
    assert all(0 < hits < 6 for hits in shot.expected.values())
    assert {toll.side for toll in told.tolls} == {FRENCH, RUSSIAN}
