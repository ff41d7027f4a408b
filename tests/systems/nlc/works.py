"""What the tests of spans share: a bridge, a trestle, and a unit at work (N5.72)."""

from __future__ import annotations

from typing import Any

from hexwar.engine import Refusal
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.movement.works import Act, DamageOrRepairSpan, Labour, SpanTask
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, OPEN, Played, hexes, play, position, unit, units

FI = FormationId("FI")
BRIDGE, TRESTLE = "0303-0304", "0303-0302"
"""South of 0303 a river with a bridge, north of it a stream with a trestle."""
WATER: dict[str, Any] = {"bridges": [BRIDGE], "trestles": [TRESTLE]}


def side(text: str) -> Hexside:
    a, b = text.split("-")
    return hexside(Hex(a), Hex(b))


def damage(text: str) -> SpanTask:
    return SpanTask(side(text), Act.DAMAGE)


def repair(text: str) -> SpanTask:
    return SpanTask(side(text), Act.REPAIR)


def moving(*lines: str, **more: Any) -> GameState:
    water = WATER if not {"bridges", "trestles"} & more.keys() else {}
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, **(water | more))


def tasks(state: GameState, who: str = "F1") -> list[SpanTask]:
    return list(DamageOrRepairSpan(FRENCH, unit(who)).options(state))


def why_not(state: GameState, task: SpanTask, who: str = "F1") -> tuple[str, str]:
    refusal = DamageOrRepairSpan(FRENCH, unit(who)).refusal(state, task)
    assert isinstance(refusal, Refusal)
    return refusal.rule, refusal.sentence


def why_no_labour(state: GameState, who: str = "F1") -> tuple[str, str]:
    refusal = ActivateUnit(FRENCH, FI).refusal(state, Labour(unit(who)))
    assert isinstance(refusal, Refusal)
    return refusal.rule, refusal.sentence


def work(state: GameState, task: SpanTask, *dice: int, who: str = "F1") -> Played[None]:
    answers: dict[Any, list[Any]] = {
        ActivateUnit: [Labour(unit(who))],
        DamageOrRepairSpan: [task],
    }
    return play(state, movement_segment, dice, answers)


def walk(state: GameState, who: str, path: str, *, column: bool = False) -> GameState:
    answers: dict[Any, list[Any]] = {
        ActivateUnit: [units(who)],
        ChoosePath: [Route(hexes(path), column)],
    }
    return play(state, movement_segment, answers=answers).state
