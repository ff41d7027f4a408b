"""The orders at the start, written into a scenario by the composer of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hexwar.editor.document import Json, put
from hexwar.editor.placing import records, texts
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Response
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.panels.order_form import Aside, OrderForm, Word
from hexwar.systems.nlc.prompters.pad import NO_LINE, Draft, PadPrompter, Steps
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import place_of_line
from hexwar.systems.nlc.rules.command.command import centre_of, is_detached
from hexwar.systems.nlc.rules.orders.divisions import divisions
from hexwar.systems.nlc.rules.orders.forms import steps_refusal, trial_step
from hexwar.systems.nlc.section.schema import DivisionalOrderRecord, OrderRecord, StepRecord
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import division_name
from hexwar.table.forces import FormationId, OrderStep, UnitId

Units = tuple[UnitId, ...]

STEP: Final = tuple(StepRecord.model_fields)
"""The order of the fields of a step."""

_ORDER: Final = tuple(OrderRecord.model_fields)
_DIVISION: Final = tuple(DivisionalOrderRecord.model_fields)


# -- the question, and how it is asked


@dataclass(frozen=True, slots=True)
class HoldAtStart(Question[Steps], rule="N12.16"):
    """N12.16: the order that a formation or a division holds when the battle begins."""

    words = mark("{line} gets the order that it starts with.")
    line: LineId

    def options(self, state: GameState) -> Sequence[Steps]:  # noqa: ARG002
        """None is proposed: whoever makes a battle knows what was ordered."""
        return ()

    def refusal(self, state: GameState, answer: Steps) -> Refusal | None:
        """Any order that can be written (N12.1); leave beyond that is the scenario's to give."""
        return steps_refusal(state, self.line, tuple(_bare(step) for step in answer))


def _bare(step: OrderStep) -> OrderStep:
    """A step as one could write it: without what only a scenario may say, with one objective."""
    target = None if step.target_formation is not None else step.target
    return replace(step, target=target, zone=None, fixed=False)


class StartPrompter(PadPrompter[HoldAtStart]):
    """Writes the order of any formation of a side; a chosen one shows what it holds already."""

    send_words = mark("Hold this order at the start")
    none_words = mark("No order of its own")

    def __init__(self, view: GameState, side: str, held: dict[LineId, Steps]) -> None:
        """Ask for the orders of a side.

        Args:
            view: The table before the first turn.
            side: Whose orders.
            held: The orders that the scenario gives, by the lines of the pad.
        """
        self.held = held
        first = next((line for line in view.pad.lines if view.side_of_line(line) == side), "")
        super().__init__(view, HoldAtStart(side, LineId(first)), ())

    def _begin(self) -> None:
        super()._begin()
        pad = self.view.pad.lines
        self.lines = tuple(line for line in pad if self.view.side_of_line(line) == self.side)

    def choose(self, line: LineId, units: Units = ()) -> None:
        """Write to a line, or to a division of it that has no line yet; what it holds is there."""
        own = units or self.view.pad.lines[line].units
        steps = () if units else self.held.get(line, ())
        self.decision = replace(self.decision, line=line)
        self.draft = Draft(line, own)
        if steps:
            *before, last = (_bare(step) for step in steps)
            told = (last.verb, last.route, last.target, last.target_formation)
            self.draft = Draft(line, own, tuple(before), *told)

    @property
    def is_new(self) -> bool:
        """Whether it is written to a division that has no order yet."""
        return self.draft.line is not None and bool(self.draft.units) and not self._is_detached

    @property
    def _is_detached(self) -> bool:
        return self.draft.line is not None and is_detached(self.draft.line)

    def _value(self) -> Steps:
        return self.draft.steps

    def _choose(self, line: LineId) -> Response:
        refusal = self._line_refusal(line)
        if refusal is None and (line != self.draft.line or self.is_new):
            self.choose(line)
        return refusal

    def _none(self) -> Response:
        """The order of the line is taken from the scenario."""
        return NO_LINE if self.draft.line is None else self.give(())

    def _verb_refusal(self, verb: str) -> Refusal | None:
        line = self.draft.line
        if line is None:
            return NO_LINE
        step = trial_step(self.view, line, verb)
        if step.target is None and self.draft.target is not None:
            step = replace(step, target=self.draft.target)
        return steps_refusal(self.view, line, (*self.draft.finished, step))

    def _places(self) -> list[Hex]:
        line = self.draft.line
        found = self.hexes_of(self.draft.units) if self.draft.units else super()._places()
        entry = None if line is None or found else place_of_line(self.view, line)
        return found if entry is None else [entry]

    def _form(self) -> OrderForm:
        form = super()._form()
        line = self.draft.line
        if line is None:
            return replace(form, none="")
        has_own = line in self.held and not self.is_new
        none = say("Drop this order") if has_own else ""
        if self.is_new:
            name = division_name(self.view.battle, self.draft.units)
            form = replace(form, title=say("To the {division}", division=name))
        return replace(form, none=none, asides=self._asides(line))

    def _asides(self, line: LineId) -> tuple[Aside, ...]:
        """The divisions of the formation: each can hold an order of its own (N12.13)."""
        view = self.view
        corps = view.battle.formations[formation_of_line(line)]
        apart = {unit for one in view.pad.lines.values() for unit in one.units}
        tip = say("A division with an order of its own at the start (N12.13)")
        return tuple(
            Aside(f"{Word.DIVISION}:{units[0]}", division_name(view.battle, units), tip, chosen)
            for units in divisions(view, corps)
            if not apart.intersection(units)
            for chosen in (units == self.draft.units,)
        )

    def write(self, word: str) -> Response:
        """Something was pressed on the form."""
        what, _, name = word.partition(":")
        if what != Word.DIVISION or self.draft.line is None:
            return super().write(word)
        corps = self.view.battle.formations[formation_of_line(self.draft.line)]
        found = (units for units in divisions(self.view, corps) if name in units)
        units: Units = next(found, ())
        if units:
            self.choose(LineId(corps.id), () if units == self.draft.units else units)
        return None


# -- the records


def held_in(state: GameState, scenario: Json) -> dict[LineId, Steps]:
    """The orders that a scenario gives itself, by the lines of the pad."""
    found = {}
    named = {one.get("formation") for one in records(scenario, "orders")}
    for line, entry in state.pad.lines.items():
        card = state.battle.formations[formation_of_line(line)]
        if not is_detached(line):
            if card.id in named and card.start_order:
                found[line] = card.start_order
            continue
        told = (steps for units, steps in card.divisional_orders if units == entry.units)
        if steps := next(told, None):
            found[line] = steps
    return found


def ordered(
    scenario: Json, order: tuple[str, ...], formation: FormationId, steps: list[Json]
) -> Json:
    """The scenario with the order of a formation; without steps it has none of its own."""
    items = _items(scenario, "orders")
    at = [i for i, one in enumerate(items) if _is_for(one, formation)]
    return put(scenario, {"orders": _replaced(items, at, formation, (), steps)}, order)


def ordered_apart(
    scenario: Json,
    order: tuple[str, ...],
    formation: FormationId,
    units: Units,
    steps: list[Json],
) -> Json:
    """The scenario with the order of a division; without steps it has none of its own."""
    items = _items(scenario, "divisional_orders")
    at = [
        i
        for i, one in enumerate(items)
        if _is_for(one, formation) and set(units).intersection(texts(one, "units"))
    ]
    made = _replaced(items, at, formation, units, steps)
    return put(scenario, {"divisional_orders": made}, order)


def _items(scenario: Json, field: str) -> list[Any]:
    found = scenario.get(field)
    return found if isinstance(found, list) else []


def _is_for(item: Any, formation: FormationId) -> bool:
    return isinstance(item, dict) and item.get("formation") == formation


def _replaced(
    items: list[Any], at: list[int], formation: FormationId, units: Units, steps: list[Json]
) -> list[Any] | None:
    """The records with one changed, added or left out; None where none is left."""
    fields: dict[str, Any] = {"steps": steps}
    if units:
        fields["units"] = list(units)
    names = _DIVISION if units else _ORDER
    if not steps:
        return [one for i, one in enumerate(items) if i not in at] or None
    if not at:
        return [*items, put({}, {"formation": formation, **fields}, names)]
    if units:  # who holds it together stays together
        fields.pop("units")
    made = put(items[at[0]], fields, names)
    return [made if i == at[0] else one for i, one in enumerate(items)]


def step_records(state: GameState, steps: Steps, before: Sequence[Json]) -> list[Json]:
    """The records of an order; a step that says what it said keeps its record.

    Args:
        state: The table.
        steps: The order.
        before: The records of the order that it takes the place of.
    """
    made: list[Json] = []
    for place, step in enumerate(steps):
        old = before[place] if place < len(before) else {}
        target = step.target
        if step.target_formation is not None:  # then the hex is where the formation starts
            target = centre_of(state, LineId(step.target_formation))
        fields: dict[str, Any] = {
            "verb": str(step.verb),
            "target": target,
            "route": list(step.route) or None,
            "target_formation": step.target_formation,
        }
        same = old.get("verb") == fields["verb"]
        made.append(put(old if same else {}, fields, STEP))
    return made


def records_of(scenario: Json, formation: FormationId, units: Units) -> tuple[Json, ...]:
    """The records of the steps that a formation, or a division, has now."""
    field = "divisional_orders" if units else "orders"
    for one in records(scenario, field):
        is_its = not units or set(units).intersection(texts(one, "units"))
        if one.get("formation") == formation and is_its:
            return records(one, "steps")
    return ()
