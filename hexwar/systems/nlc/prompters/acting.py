"""The basic game: a formation is chosen, then what it does, in one gesture (N26.1).

A click on its troops chooses the formation, with what it did last. A click elsewhere says what it
does now: an enemy is attacked, its own hex is defended, to any other hex it marches; a type of
order that is pressed first goes before that. The main key lets it act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwar.engine import Refusal
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Response
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.panels.order_form import OrderForm, VerbChoice
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.pad import Draft, PadPrompter, recipient
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.turn.actions import fighting_hexes
from hexwar.systems.nlc.rules.turn.basic import (
    ChooseTask,
    Task,
    able,
    acting_refusal,
    task_now,
    verb_refusal,
)
from hexwar.table.overlays import Overlays


class TaskPrompter(PadPrompter[ChooseTask]):
    """Choose a formation and what it does; it acts at once."""

    first_words = mark("Click the troops of a formation that shall act, or choose it in the list")
    send_words = mark("Let it act")
    none_words = mark("No more act")

    def _begin(self) -> None:
        """Everybody is open who has not acted; no type of order has been pressed."""
        super()._begin()
        self.lines = tuple(LineId(one) for one in able(self.view, self.side))
        self._is_said = False

    def _value(self) -> Task:
        line = self.draft.line
        assert line is not None
        return Task(formation_of_line(line), self.draft.steps[0])

    def _none(self) -> Response:
        """The side is through; what a formation did last is no order that waits to be sent."""
        return self.give(None)

    def _line_refusal(self, line: LineId) -> Refusal | None:
        return acting_refusal(self.view, self.side, formation_of_line(line))

    def _verb_refusal(self, verb: str) -> Refusal | None:
        return verb_refusal(self.view, verb)

    def _title(self) -> str:
        line = self.draft.line
        return "" if line is None else recipient(self.view, line)

    def _verbs(self) -> tuple[VerbChoice, ...]:
        rows = order_types()
        return tuple(choice for choice in super()._verbs() if rows[choice.verb].basic)

    def _form(self) -> OrderForm:
        """One step, and a hex for its objective."""
        return replace(super()._form(), can_go_on=False, formations=())

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        """The end says what becomes of the others."""
        *found, end = super()._buttons(form)
        tip = say("The formations that have not acted stay where they are")
        return (*found, replace(end, tooltip=tip))

    def _hint(self) -> str:
        draft = self.draft
        if not draft.has_goal or draft.is_by or not draft.verb:
            return super()._hint()
        return say(
            "Let it act, or click where it shall go: an enemy to attack, its own hex to defend,"
            " any other to march there"
        )

    def _overlays(self) -> Overlays:
        ready = fighting_hexes(self.view, map(formation_of_line, self.lines))
        return replace(super()._overlays(), ready=ready)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Choose who is there, or say what the chosen formation does."""
        draft, there = self.draft, self._lines_in(hex_)
        open_ = [line for line in there if line in self.lines]
        if draft.line is None:
            return self._choose_at(hex_)
        if adds or draft.is_by:
            return super().click(hex_, joins=joins, adds=adds)
        if open_ and draft.line not in open_ and not self._is_said:
            return self._choose(following(open_, draft.line, 1))
        verb = draft.verb if self._is_said else self._fitting(hex_, there)
        self.draft = replace(draft.with_verb(verb).to(hex_), route=())
        return None

    def _fitting(self, hex_: Hex, there: Sequence[LineId]) -> str:
        """What a click on a hex means: attack, defend or march."""
        if hex_ in enemy_hexes(self.view, self.side):
            return Verb.ATTACK
        return Verb.DEFEND if self.draft.line in there else Verb.MARCH

    def _choose(self, line: LineId) -> Response:
        refusal = self._line_refusal(line)
        if refusal is None and line != self.draft.line:
            self.draft, self._is_said = self._drafted(line), False
        return refusal

    def _choose_verb(self, verb: str) -> Response:
        refusal = super()._choose_verb(verb)
        self._is_said = self._is_said or refusal is None
        return refusal

    def _drafted(self, line: LineId) -> Draft:
        """A line with what it did last, if it may do so again."""
        task = task_now(self.view, self.side, formation_of_line(line))
        if task is None:
            return Draft(line)
        return Draft(line, verb=task.step.verb, route=task.step.route, target=task.step.target)

    def cycle(self, step: int) -> Hex | None:
        """The next formation that may act."""
        if not self.lines:
            return None
        line = following(self.lines, self.draft.line, step)
        self._choose(line)
        return centre_of(self.view, line)
