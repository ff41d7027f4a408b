"""Work at bridges: damage, repair, and pontoon bridges (N5.72, T18.2)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex, Hexside
from hexwar.shell.prompter import Answer, Button, Gesture, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.works import (
    Act,
    DamageOrRepairSpan,
    Labour,
    PontoonAct,
    PontoonTask,
    SpanTask,
    WorkPontoon,
    repair_limit,
    span_tasks,
    work_cost,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.reports import points


class Work:
    """What one unit can do at a span, in words and as a gesture."""

    def __init__(self, view: GameState, unit: UnitId, task: SpanTask) -> None:
        self.view, self.unit, self.task = view, unit, task

    @property
    def end(self) -> Hex:
        """The far end of the span."""
        return _other_end(self.task.hexside, self.view.units[self.unit].hex)

    @property
    def gesture(self) -> Gesture:
        """Choose the unit for work, and the work, at once."""
        return (
            Answer(ActivateUnit, Labour(self.unit)),
            Answer(DamageOrRepairSpan, self.task),
        )

    def button(self) -> Button:
        """The button that gives the gesture."""
        a, b = self.task.hexside
        return Button(
            f"{self.task.act.value} {a}-{b}",
            self._text(),
            self._tooltip(),
            self.gesture,
            hexes=(self.end,),
        )

    @property
    def _span(self) -> str:
        return self.view.battle.battlefield.span_name(self.task.hexside)

    def _text(self) -> str:
        price = f"{points(work_cost(self.view, self.task.hexside))} MP"
        if self.task.act is Act.REPAIR:
            price += f", succeeds on {self._odds()}"
        return f"{self.task.act.value.title()} the {self._span} ({price})"

    def _tooltip(self) -> str:
        name = self.view.card(self.unit).name
        place = self.view.battle.battlefield.name_of(self.end)
        if self.task.act is Act.REPAIR:
            return f"{name} repairs the {self._span} to {place} if the die shows {self._odds()}"
        loss = ", and its train is lost" if self.task.hexside in self.view.spans.pontoons else ""
        return f"{name} breaks down the {self._span} to {place}{loss}"

    def _odds(self) -> str:
        limit = repair_limit(self.view, self.view.side_of(self.unit), self.task.hexside)
        return "1" if limit == 1 else f"1-{limit}"


def works_of(view: GameState, units: Sequence[UnitId]) -> tuple[Work, ...]:
    """Everything that units can do at spans now, each by the first of them who can."""
    able = {task: unit for unit in reversed(units) for task in span_tasks(view, unit)}
    return tuple(Work(view, unit, task) for task, unit in able.items())


class SpanPrompter(Prompter[DamageOrRepairSpan]):
    """Click the far end of the span that the unit works at, or its button."""

    def __init__(
        self, view: GameState, decision: DamageOrRepairSpan, options: Sequence[SpanTask]
    ) -> None:
        super().__init__(view, decision, options)
        self._works = tuple(Work(view, decision.unit, task) for task in options)

    def offer(self) -> Offer:
        """Every span with what can be done to it."""
        hex_ = self.view.units[self.decision.unit].hex
        return Offer(
            "Click the far end of a span, or press a button.",
            tuple(work.button() for work in self._works),
            Overlays(
                selection=frozenset({hex_} if hex_ else ()),
                chosen=frozenset({self.decision.unit}),
                targets=tuple(Target(work.end) for work in self._works),
            ),
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Work at the span that leads to a hex."""
        found = (work for work in self._works if work.end == hex_)
        return next((self.law(work.task) for work in found), None)


class PontoonPrompter(Prompter[WorkPontoon]):
    """Click the far bank to bridge the river, or press a button."""

    def offer(self) -> Offer:
        """Each hexside that can be bridged, or the bridge to take up, and neither."""
        hex_ = self.view.units[self.decision.train].hex
        tasks = self._tasks()
        leaves = Button(
            "leave",
            "Leave it as it is",
            "The pontoon train neither lays a bridge nor takes one up now",
            self.give(None),
        )
        return Offer(
            self._hint(),
            (*(self._button(end, task) for end, task in tasks.items()), leaves),
            Overlays(
                selection=frozenset({hex_} if hex_ else ()),
                chosen=frozenset({self.decision.train}),
                targets=tuple(Target(end) for end in tasks),
            ),
        )

    def _tasks(self) -> dict[Hex, PontoonTask]:
        hex_ = self.view.units[self.decision.train].hex
        tasks = (task for task in self.options if task is not None)
        return {_other_end(task.hexside, hex_): task for task in tasks}

    def _hint(self) -> str:
        if any(task.act is PontoonAct.TAKE_UP for task in self._tasks().values()):
            return "The bridge is gone at once; the train may move from its next activation on."
        return "Click the far bank where the bridge shall lead, or press a button."

    def _button(self, end: Hex, task: PontoonTask) -> Button:
        train, place = self.name(self.decision.train), self.place(end)
        if task.act is PontoonAct.DEPLOY:
            text, tooltip = f"Bridge to {end}", f"{train} bridges the river to {place}"
        else:
            text, tooltip = "Take up the bridge", f"{train} takes up its bridge to {place}"
        manner = Manner.MAIN if task.act is PontoonAct.DEPLOY else Manner.PLAIN
        return Button(end, text, tooltip, self.give(task), manner=manner, hexes=(end,))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Bridge the river to a hex, or take up the bridge to it."""
        task = self._tasks().get(hex_)
        return None if task is None else self.law(task)


def _other_end(side: Hexside, hex_: Hex | None) -> Hex:
    a, b = side
    return b if hex_ == a else a
