"""What only a game of several days has: sources that change hands, lists with their time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival, SourceChange
from hexwar.systems.nlc.events.arrivals import AlternateCalled
from hexwar.systems.nlc.events.losses import ExhaustionEnded, RestCounted
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.rules.arrivals.arrivals import callable_alternates, open_alternates
from hexwar.systems.nlc.rules.movement.exhaustion import count_rest
from hexwar.systems.nlc.rules.orders.forms import exits_of
from hexwar.systems.nlc.rules.supply.lines import is_supplied, source_hexes
from hexwar.systems.nlc.rules.victory.victory import score_lines
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, Side
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units

WEST, EAST = Hex("0101"), Hex("0701")
TURNS = tuple(TurnCard(n, 10 + n, 8, TurnKind.DAY) for n in range(1, 7))
CHANGES = (
    SourceChange(3, WEST, FRENCH),
    SourceChange(3, EAST, None),
    SourceChange(5, EAST, ALLIED),
)


def long_game(*lines: str, **more: Any) -> GameState:
    """The west is the Coalition's at first, the French have it from turn 3 on."""
    fields: dict[str, Any] = {
        "turns": TURNS,
        "supply_sources": {WEST: ALLIED, EAST: ALLIED},
        "exits": {WEST: ALLIED, EAST: ALLIED, Hex("0407"): FRENCH},
        "control": {WEST: ALLIED, EAST: ALLIED},
        "source_changes": CHANGES,
        "roads": ["0101 0102 0103", "0701 0702"],
    }
    return position(OPEN, *(lines or ("F1 infantry 5-3 0404",)), **(fields | more))


def on_turn(state: GameState, turn: int) -> GameState:
    for number in range(state.turn + 1, turn + 1):
        TurnBegan(number, "day").apply(state)
    return state


@pytest.mark.rule("N16.2", "N5.61")
def test_a_source_has_its_time_which_supply_and_exits_follow() -> None:
    for turn, french, allied in (
        (2, (), (WEST, EAST)),
        (3, (WEST,), ()),
        (4, (WEST,), ()),
        (5, (WEST,), (EAST,)),
    ):
        state = on_turn(long_game(), turn)
        assert source_hexes(state, FRENCH) == french
        assert source_hexes(state, ALLIED) == allied
    later = (SourceChange(3, WEST, FRENCH),)
    state = long_game("F1 infantry 5-3 0102", "A1 infantry 5-3 0505", source_changes=later)
    blocked = long_game("A1 infantry 5-3 0102", "F1 infantry 5-3 0701", source_changes=later)
    assert is_supplied(blocked, unit("A1"))
    assert not is_supplied(on_turn(blocked, 3), unit("A1"))
    assert is_supplied(on_turn(state, 3), unit("F1"))
    state = long_game()
    assert exits_of(state, FRENCH) == ("0407",)
    assert exits_of(state, ALLIED) == (WEST, EAST)
    state = on_turn(state, 3)
    assert exits_of(state, FRENCH) == (WEST, "0407")
    assert exits_of(state, ALLIED) == ()


@pytest.mark.rule("N22.2")
def test_a_source_goes_to_its_new_side_unless_an_enemy_is_in_it() -> None:
    state = on_turn(long_game(), 3)
    assert state.holding.control[WEST] == FRENCH
    assert [line for line in score_lines(state) if line.address == f"hex:{WEST}"] == []
    state = on_turn(long_game("A1 infantry 5-3 0101", "F1 infantry 5-3 0404"), 3)
    assert state.holding.control[WEST] == ALLIED
    (line,) = (line for line in score_lines(state) if line.address == f"hex:{WEST}")
    assert (line.side, line.points) == (ALLIED, 4)
    state = long_game("F1 infantry 5-3 0101")
    state.holding = replace(state.holding, control={**state.holding.control, WEST: FRENCH})
    state.holding = replace(state.holding, last_in={**state.holding.last_in, WEST: unit("F1")})
    assert on_turn(state, 3).holding.last_in[WEST] == unit("F1")


# -- alternates with their time (N24.2)

EARLY = Alternate(FRENCH, 1, WEST, units("F2"), (FormationId("FII"),), last_turn=3)
LATE = Alternate(FRENCH, 2, EAST, units("F2 F3"), (FormationId("FII"),), first_turn=3)


def with_lists(*alternates: Alternate, schedule: tuple[Arrival, ...] = ()) -> GameState:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 6-3 due of:FII", "F3 light 4-3 due of:FII")
    return long_game(*lines, alternates=alternates, arrivals=schedule)


def numbers(state: GameState, turn: int, side: Side = FRENCH) -> list[int]:
    state.turn = turn
    return [alternate.number for alternate in open_alternates(state, side)]


@pytest.mark.rule("N24.2", "N20.83")
def test_a_list_is_open_in_its_time_and_who_is_to_come_does_not_rest() -> None:
    state = with_lists(LATE, EARLY)
    assert [numbers(state, turn) for turn in (1, 2, 3, 4, 6)] == [[1], [1], [1, 2], [2], [2]]
    assert numbers(state, 3, ALLIED) == []
    state = with_lists(EARLY, LATE)
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0505"), box=None))
    assert numbers(state, 3) == [2]
    state.put_unit(replace(state.units[unit("F3")], box=Box.PEU))
    assert numbers(state, 3) == []
    assert callable_alternates(state, FRENCH) == ()
    for line, told in (
        ("F1 infantry 5-3 0404", [RestCounted, RestCounted, ExhaustionEnded]),
        ("F1 infantry 5-3 due", []),
    ):
        assert rested(line) == told


@pytest.mark.rule("T20.5")
def test_who_is_called_comes_once_and_of_forces_half_here_the_others() -> None:
    schedule = (Arrival(5, WEST, units("F2 F3")), Arrival(6, WEST, units("F1")))
    state = with_lists(LATE, schedule=schedule)
    AlternateCalled(FRENCH, 2, 3, 4).apply(state)
    assert [(g.turn, g.entry, g.units) for g in state.schedule.arrivals] == [
        (6, WEST, units("F1")),
        (4, EAST, units("F2 F3")),
    ]
    state = with_lists(LATE, schedule=(Arrival(5, WEST, units("F2 F3")),))
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0505"), box=None))
    AlternateCalled(FRENCH, 2, 3, 4).apply(state)
    assert [(g.turn, g.units) for g in state.schedule.arrivals] == [(4, units("F3"))]
    assert state.units[unit("F2")].hex == "0505"


def rested(line: str) -> list[type]:
    state = long_game(line, "A1 infantry 5-3 0707", orders="FI: reserve 0404")
    state.spirit = replace(state.spirit, exhausted=(FormationId("FI"),))

    table = Table(state)
    for _ in range(3):
        count_rest(table)
    return [type(event) for event in table.events]
