"""Building improved positions (N21, N21.1)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import PositionBuilt, PositionFailed
from hexwar.systems.nlc.rules.movement.works import (
    BuildImprovedPosition,
    build_positions,
    building_hexes,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from tests.systems.nlc.positions import Answers, play, position

GROUND = ".  .  .\n.  .  ."
TWO = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202")


def resting(*lines: str, orders: str = "FI:defend 0202", **more: Any) -> GameState:
    """The end of an activation of FI, in which nobody has moved."""
    return position(GROUND, *(lines or TWO), active="FI", orders=orders, **more)


def hexes(state: GameState) -> tuple[Hex, ...]:
    return building_hexes(state, FormationId("FI"))


@pytest.mark.rule("N21")
def test_two_infantry_units_under_defend_that_stood_still_may_dig() -> None:
    assert hexes(resting()) == ("0202",)
    assert hexes(resting(TWO[0])) == ()
    assert hexes(resting(TWO[0], "F3 light 4-3 0202")) == ()
    assert hexes(resting(TWO[0], "F2 infantry 4-3 0201")) == ()


@pytest.mark.rule("N21", "N21.1")
@pytest.mark.parametrize("word", ["spent:2", "disrupted"])
def test_who_moved_or_is_disrupted_does_not_dig(word: str) -> None:
    assert hexes(resting(f"{TWO[0]} {word}", TWO[1])) == ()


@pytest.mark.rule("N21.1")
@pytest.mark.parametrize("order", ["attack 0301", "reserve 0202", "delay 0202", "march 0301"])
def test_only_under_defend(order: str) -> None:
    assert hexes(resting(orders=f"FI:{order}")) == ()


@pytest.mark.rule("N21.1", "N14.4")
def test_not_out_of_command() -> None:
    assert hexes(resting(out="F1")) == ()


@pytest.mark.rule("N21")
@pytest.mark.parametrize(
    ("weather", "may"),
    [
        ("fair", True),
        ("mud", True),
        ("rain", True),
        ("frost", False),
        ("snow", False),
        ("snowstorm", False),
    ],
)
def test_not_in_frozen_ground(weather: str, may: bool) -> None:
    assert bool(hexes(resting(weather=weather))) is may


@pytest.mark.rule("N21")
def test_not_at_night() -> None:
    assert hexes(resting(kind=TurnKind.NIGHT_PM)) == ()


@pytest.mark.rule("N21.1")
def test_not_where_there_is_one_already() -> None:
    assert hexes(resting(positions=["0202"])) == ()


@pytest.mark.rule("N21")
def test_a_one_builds_and_a_marker_stays() -> None:
    dig: Answers = {BuildImprovedPosition: [Hex("0202")]}
    built = play(resting(), build_positions, (1,), dig)
    assert built.of(PositionBuilt) == [PositionBuilt(Hex("0202"), 1)]
    assert built.state.positions == {"0202"}
    failed = play(resting(), build_positions, (2,), dig)
    assert failed.of(PositionFailed) == [PositionFailed(Hex("0202"), 2)]
    assert failed.state.positions == frozenset()


@pytest.mark.rule("N21.1")
def test_each_hex_is_rolled_for_once_and_nobody_must() -> None:
    lines = (*TWO, "F3 infantry 4-3 0102", "F4 infantry 3-3 0102")
    both: Answers = {BuildImprovedPosition: [Hex("0202"), Hex("0102")]}
    played = play(resting(*lines), build_positions, (3, 1), both)
    assert played.state.positions == {"0102"}
    assert not play(resting(*lines), build_positions).events
