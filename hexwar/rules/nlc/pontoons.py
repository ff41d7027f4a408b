"""Pontoon trains lay their bridges and take them up (T18.2, T18.21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.model.crossings import Crossing, crossing
from hexwar.model.events import PontoonDeployed, PontoonTakenUp
from hexwar.model.forces import Arm, FormationId, Side, UnitId
from hexwar.model.orders import Verb
from hexwar.model.state import GameState
from hexwar.rules.common.zones import enemy_hexes, is_in_enemy_zone
from hexwar.rules.nlc.acting import active, units_of_body
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import step_of


class PontoonAct(StrEnum):
    """What a pontoon train does."""

    DEPLOY = "deploy"
    TAKE_UP = "take up"


@dataclass(frozen=True, slots=True)
class PontoonTask:
    """A bridge to be laid or taken up."""

    hexside: Hexside
    act: PontoonAct


@dataclass(frozen=True, slots=True)
class WorkPontoon(Decision[PontoonTask | None]):
    """T18.2: whether a pontoon train lays its bridge, and where, or takes it up; None: neither."""

    rule: ClassVar[str] = "T18.2"
    train: UnitId

    def options(self, state: GameState) -> Sequence[PontoonTask | None]:
        """Each river hexside that can be bridged, or the bridge to take up, and neither."""
        return [*pontoon_tasks(state, self.train), None]

    def refusal(self, state: GameState, answer: PontoonTask | None) -> Refusal | None:
        """The law of T18.2."""
        return None if answer is None else pontoon_refusal(state, self.train, answer)

    def kind(self, answer: PontoonTask | None) -> str:
        """`stay`, `deploy` or `take up`."""
        return "stay" if answer is None else answer.act.value


# -- what can be done


def pontoon_tasks(state: GameState, train: UnitId) -> tuple[PontoonTask, ...]:
    """What a pontoon train may do now: bridge a hexside next to it, or take up its bridge."""
    record = state.units[train]
    if record.hex is None:
        return ()
    if record.bridging is not None:
        near = [PontoonTask(record.bridging, PontoonAct.TAKE_UP)]
    else:
        around = state.battle.battlefield.grid.neighbours[record.hex]
        near = [PontoonTask(hexside(record.hex, b), PontoonAct.DEPLOY) for b in around]
    return tuple(task for task in near if pontoon_refusal(state, train, task) is None)


def is_to_march(state: GameState, train: UnitId) -> bool:
    """Whether a pontoon train has orders to march: then it bridges nothing (N16.4)."""
    return step_of(state, train).verb == Verb.MARCH


def pontoon_refusal(state: GameState, train: UnitId, task: PontoonTask) -> Refusal | None:
    """Why a pontoon train may not lay or take up a bridge, or None: the law of T18.2."""
    record, card = state.units[train], state.card(train)
    if card.arm is not Arm.PONTOON_TRAIN or record.hex is None:
        return Refusal(f"{card.name} is no pontoon train on the map.", "T18.2")
    if is_in_enemy_zone(state, card.side, record.hex):
        return Refusal("No pontoon bridge is laid or taken up in an enemy zone.", "T18.2")
    if task.act is PontoonAct.TAKE_UP:
        return _take_up_refusal(state, train, task.hexside)
    return _deploy_refusal(state, train, record.hex, task.hexside)


def _take_up_refusal(state: GameState, train: UnitId, side: Hexside) -> Refusal | None:
    if state.units[train].bridging == side:
        return None
    a, b = side
    return Refusal(f"{state.card(train).name} is no bridge between {a} and {b}.", "T18.2")


def _deploy_refusal(state: GameState, train: UnitId, hex_: Hex, side: Hexside) -> Refusal | None:
    record, card = state.units[train], state.card(train)
    if record.bridging is not None:
        return Refusal(f"{card.name} is a bridge already.", "T18.2")
    if not record.rested or record.moved:
        return Refusal(f"{card.name} must first stay a whole activation where it is.", "T18.2")
    if is_to_march(state, train):
        return Refusal(f"{card.name} has orders to march.", "N16.4")
    if state.weather in numbers_of(state.battle).weather.no_pontoons:
        return Refusal(f"No pontoon bridge is laid in {state.weather}.", "T18.2")
    return _site_refusal(state, card.side, hex_, side)


def _site_refusal(state: GameState, owner: Side, hex_: Hex, side: Hexside) -> Refusal | None:
    """Why no pontoon bridge can lie on a hexside."""
    field = state.battle.battlefield
    others = [near for near in field.grid.neighbours[hex_] if hexside(hex_, near) == side]
    if not others:
        return Refusal(f"The train in {hex_} does not stand at that hexside.", "T18.2")
    other = others[0]
    met = crossing(field, state.spans, hex_, other)
    if met not in (Crossing.RIVER, Crossing.FORD):
        return Refusal(f"No river without a span lies between {hex_} and {other}.", "T18.2")
    if other in enemy_hexes(state, owner):
        return Refusal(f"The enemy holds the other bank in {other}.", "T18.2")
    return None


# -- the flow


async def work_pontoons(table: Table[GameState]) -> None:
    """T18.2: each pontoon train of those who act that can do something is asked once.

    A bridge with orders to march is taken up without asking (N16.4).
    """
    acting = active(table.state)
    for train in units_of_body(table.state, acting.formation):
        tasks = pontoon_tasks(table.state, train)
        if tasks and is_to_march(table.state, train):
            _work(table, train, tasks[0])
        elif tasks:
            task = await WorkPontoon(acting.side, train)
            if task is not None:
                _work(table, train, task)


def _work(table: Table[GameState], train: UnitId, task: PontoonTask) -> None:
    if task.act is PontoonAct.DEPLOY:
        table.emit(PontoonDeployed(train, task.hexside))
    else:
        table.emit(PontoonTakenUp(train, task.hexside))


def rested_trains(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The pontoon trains of those who act that stayed where they are all the activation."""
    return tuple(
        unit
        for unit in units_of_body(state, formation)
        if state.card(unit).arm is Arm.PONTOON_TRAIN and _has_stayed(state, unit)
    )


def _has_stayed(state: GameState, train: UnitId) -> bool:
    record = state.units[train]
    return record.hex is not None and not record.moved and record.bridging is None
