"""When the staff breaks a bridge, and when it mends one (N5.7-N5.72)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ai.chapters import Notes
from hexwar.ai.policy import CounterDice, Look
from hexwar.hexes import Grid, Hex, hexside
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.works import Act, DamageOrRepairSpan, Labour, SpanTask
from hexwar.systems.nlc.staff.characters import character
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.spans import best_task, gain_of, next_to_move, work
from hexwar.systems.nlc.staff.staffwork import staffwork
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Phase, Segment
from tests.systems.nlc.staffs import staff

FRENCH, FI, F1 = Side("french"), FormationId("FI"), UnitId("F1")
BRIDGE = hexside(Hex("0502"), Hex("0602"))


def river() -> tuple[str, ...]:
    """The hexsides between the fifth and the sixth column, all but the bridge."""
    grid = Grid(30, 4)
    sides = (
        hexside(near, far)
        for near in grid.hexes
        if near.startswith("05")
        for far in grid.neighbours[near]
        if far.startswith("06")
    )
    return tuple(f"{a}-{b}" for a, b in sides if (a, b) != BRIDGE)


def at_the_bridge(own: int, his: int, orders: str, **more: Any) -> GameState:
    """I Corps at the bridge before 5 VP of its own, the enemy beyond it before 5 VP of his."""
    vp = {Hex("0302"): 5, Hex("1102"): 5}
    held = {Hex("0302"): FRENCH, Hex("1102"): Side("allied")}
    pieces = (f"F1 infantry {own}-4 0502", f"A1 infantry {his}-4 0902", "AL leader 0902 rating:2")
    state = staff(
        *pieces,
        "FL leader 0502 rating:3",
        "F2 infantry 2-3 0102 of:FII",
        orders=orders,
        vp_hexes=vp,
        control=held,
        rivers=river(),
        bridges=("0502-0602",),
        active="FI",
        segment=Segment.MOVEMENT,
        **more,
    )
    state.phase = Phase.CHITS
    return state


def desk(state: GameState, asked: Any) -> Desk[Any, Any]:
    """The question before a staff that misjudges nothing."""
    seen = view(state, FRENCH)
    outlook, look = Outlook(seen, FRENCH), Look(lambda: seen)
    options = asked.options(state)
    return Desk(asked, options, outlook, look, CounterDice("x"), character(), Notes())


@pytest.mark.rule("N5.72")
def test_the_weaker_side_breaks_the_bridge_before_the_enemy_comes() -> None:
    state = at_the_bridge(6, 12, "FI: defend 0302; AI: attack 0302")
    asked = desk(state, ActivateUnit(FRENCH, FI))
    assert next_to_move(asked) == Labour(F1)
    chosen = desk(state, DamageOrRepairSpan(FRENCH, F1))
    assert work(chosen) == SpanTask(BRIDGE, Act.DAMAGE)
    assert "the plan is worth" in chosen.notes.reason.sentence  # type: ignore[union-attr]


@pytest.mark.rule("N5.72")
def test_the_stronger_side_keeps_its_way_over_the_river() -> None:
    state = at_the_bridge(16, 3, "FI: attack 1102; AI: defend 1102")
    asked = desk(state, ActivateUnit(FRENCH, FI))
    assert gain_of(staffwork(asked), asked, F1, SpanTask(BRIDGE, Act.DAMAGE)) < 0
    assert not isinstance(next_to_move(asked), Labour)


@pytest.mark.rule("N5.72")
def test_it_mends_a_bridge_that_its_supply_wants() -> None:
    """The source of supply lies beyond the river (N16.6): 18 SP are in supply once it is whole."""
    words: dict[str, Any] = {"damaged": ("0502-0602",), "supply_sources": {Hex("0802"): FRENCH}}
    cut_off = at_the_bridge(16, 3, "FI: defend 0302; AI: defend 1102", **words)
    asked = desk(cut_off, ActivateUnit(FRENCH, FI))
    task = SpanTask(BRIDGE, Act.REPAIR)
    assert best_task(asked, F1) == task
    # 16 and 2 SP at 0.05 VP each, mended on dice of 1 to 4 (T7.64)
    assert gain_of(staffwork(asked), asked, F1, task) == pytest.approx(0.6, abs=0.01)
