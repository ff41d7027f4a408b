"""Leaders who change their own order (N12.6), and divisions with an order of their own (N12.13)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Response
from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.pad_view.draft import Draft
from hexwar.systems.nlc.panels.order_form import Odds, OrderForm, Word
from hexwar.systems.nlc.prompters.pad import NO_LINE, PadPrompter
from hexwar.systems.nlc.prompters.writing import recipient, recipient_leader
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    DivisionPaper,
    Group,
    IssueDivisionalOrder,
    Recall,
    detail_refusal,
    details,
    giver_of,
    recallable,
)
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, steps_refusal, trial_step
from hexwar.systems.nlc.rules.orders.local_decision import (
    Steps,
    TryLocalDecision,
    bounds,
    local_report,
    may_try,
    try_refusal,
)
from hexwar.systems.nlc.rules.orders.writing import can_write, has_written
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import division_name, line_name
from hexwar.table.forces import OrderStep, Side

RESULTS = {"OK": "done as he wants", "NE": "no effect", "BM": "a Bad Move"}
"""What a Local Decision comes to, in a word or two."""

ASKED_BEFORE = Refusal("He has been asked before: take that answer back to ask again.", "N12.61")


class LocalPrompter(PadPrompter[TryLocalDecision]):
    """Write what the leader wants; leaders are asked one after the other, in the army's order.

    To choose a leader who is asked later passes over those before him.
    """

    def __init__(
        self, view: GameState, decision: TryLocalDecision, options: Sequence[Steps | None]
    ) -> None:
        super().__init__(view, decision, options)
        self.lines = may_try(view, Side(decision.side))
        self.draft = Draft(decision.line)

    def value(self) -> Steps:
        """What he wants."""
        return self.draft.steps

    def choose(self, line: LineId) -> Response:
        """Go on to a leader who is asked later; those before him do not try."""
        if line == self.decision.line:
            return None
        if line not in self.lines:
            return try_refusal(self.view, line) or ASKED_BEFORE
        between = self.lines.index(line) - self.lines.index(self.decision.line)
        return self.give(None) * between if between > 0 else ASKED_BEFORE

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why a leader cannot try."""
        if line in self.lines:
            return None
        return try_refusal(self.view, line) or ASKED_BEFORE

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What nobody can order himself."""
        line = self.decision.line
        steps = (*self.draft.finished, trial_step(self.view, line, verb))
        refusal = steps_refusal(self.view, line, steps)
        if refusal is None and verb == Verb.GENERAL_RETREAT:
            return alone_refusal(self.view, line)
        return refusal

    def title(self) -> str:
        """Who tries."""
        return f"Local Decision of {recipient(self.view, self.decision.line)}"

    def giver_words(self) -> str:
        """Where his objectives must lie."""
        leader = commander_of(self.view, self.decision.line)
        if leader is None:
            return ""
        _, radius, whom = bounds(self.view, leader)
        return f"Objectives within {radius} hexes of {whom}"

    def none_words(self) -> str:
        """What the button says that goes on to the next leader."""
        return "He does not try"

    def send_words(self) -> str:
        """What the main button says."""
        return "He tries"

    def odds(self) -> Odds | None:
        """Whether he would have his way, if he rolled now."""
        line = self.decision.line
        report = local_report(self.view, line, self.value())
        shifts = tuple((reason, columns, "N12.64") for reason, columns in report.shifts)
        sixths = tuple((RESULTS[result], count / 6) for result, count in report.chances)
        base = f"{recipient_leader(self.view, line)}'s rating {report.rating}"
        return Odds("Local Decision", "N12.63", base, shifts, report.column, sixths)

    @property
    def _can_go_back(self) -> bool:
        """The leader himself is not taken back: he is the one who is asked."""
        return self.draft != Draft(self.decision.line)

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        *found, _ = super()._buttons(form)
        name = recipient_leader(self.view, self.decision.line)
        tip = f"{name} keeps his order; the next leader is asked"
        skip = Button("skip", f"{name} does not try", tip, word=Word.NONE)
        left = len(self.lines) - self.lines.index(self.decision.line)
        tip = f"None of the {left} leaders still to be asked tries to change his order"
        end = Button("end", "Nobody tries", tip, self.give(None) * left, manner=Manner.END)
        return (*found, skip, end)

    def back(self) -> bool:
        """Take back what was said last; the leader stays the one who is asked."""
        was, after = self.draft, self.draft.back()
        self.draft = after if after.line is not None else Draft(self.decision.line)
        return was != self.draft

    def cycle(self, step: int) -> Hex | None:  # noqa: ARG002
        """Show where he is."""
        return centre_of(self.view, self.decision.line)


class DivisionPrompter(PadPrompter[IssueDivisionalOrder]):
    """Choose a division on the map, or its corps in the list; buttons recall divisions."""

    def __init__(
        self, view: GameState, decision: IssueDivisionalOrder, options: Sequence[DivisionPaper]
    ) -> None:
        super().__init__(view, decision, options)
        self._groups = tuple(details(view, Side(decision.side)))
        lines = (view.line_id_of(units[0]) for units in self._groups)
        self.lines = tuple(dict.fromkeys(lines))

    def value(self) -> Detail:
        """The division and its order."""
        return Detail(self.draft.units, self.draft.steps)

    def choose(self, line: LineId) -> Response:
        """Choose a division of a line; chosen again, the next one."""
        groups = self._groups_of(line)
        if not groups:
            return self.line_refusal(line)
        at = groups.index(self.draft.units) + 1 if self.draft.units in groups else 0
        self.draft = Draft(line, groups[at % len(groups)])
        return None

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why no division of a line can get an order."""
        if line in self.lines:
            return None
        units = self.view.lines[line].units or self.view.units_of(formation_of_line(line))
        refusal = detail_refusal(self.view, Side(self.decision.side), Detail(units[:1], ()))
        return refusal or NO_LINE if units else NO_LINE

    def _groups_of(self, line: LineId) -> list[Group]:
        return [units for units in self._groups if self.view.line_id_of(units[0]) == line]

    def _choose_at(self, hex_: Hex) -> Response:
        """Choose a division with a unit in a hex; clicked again, the next one there."""
        here = set(self.view.units_in(hex_))
        groups = [units for units in self._groups if here.intersection(units)]
        if not groups:
            return super()._choose_at(hex_)
        at = groups.index(self.draft.units) + 1 if self.draft.units in groups else 0
        units = groups[at % len(groups)]
        self.draft = Draft(self.view.line_id_of(units[0]), units)
        return None

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What cannot be ordered to a division."""
        line, places = self.draft.line, self._places()
        if line is None or not places:
            return NO_LINE
        step = OrderStep(verb, None if verb == Verb.GENERAL_RETREAT else places[0])
        return steps_refusal(self.view, line, (*self.draft.finished, step))

    def first_hint(self) -> str:
        """What to do before there is a division, and how to come back to the corps."""
        words = "Choose a corps in the list for its divisions, or click a division on the map"
        side = Side(self.decision.side)
        if not can_write(self.view, side) and not has_written(self.view, side):
            return words  # nobody was asked for an order to a corps
        return f"{words}. Orders to corps are closed: Ctrl+Z goes back to them"

    def title(self) -> str:
        """Which division."""
        return f"To the {division_name(self.view.battle, self.draft.units)}"

    def giver_words(self) -> str:
        """Whose divisional order it is."""
        assert self.draft.line is not None
        giver = giver_of(self.view, formation_of_line(self.draft.line))
        name = "" if giver is None else self.view.battle.leaders[giver].name
        return f"Divisional order of {name}: it is followed at once"

    def none(self) -> Response:
        """No more, unless one is written and not given yet."""
        return self._left_unsent() or self.give(None)

    def none_words(self) -> str:
        """What the button says that gives no more."""
        return "No divisional orders"

    def send_words(self) -> str:
        """What the main button says."""
        return "Give the order"

    def _places(self) -> list[Hex]:
        hexes = (self.view.units[unit].hex for unit in self.draft.units)
        return [hex_ for hex_ in hexes if hex_ is not None]

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        recalls = [self._recall(line) for line in recallable(self.view, Side(self.decision.side))]
        *found, end = super()._buttons(form)
        return (*found, *recalls, end)

    def _recall(self, line: LineId) -> Button:
        units = self.view.lines[line].units
        name = line_name(self.view.battle, line, units)
        corps = self.view.battle.formations[formation_of_line(line)].name
        tip = f"{name} comes under the order of {corps} again"
        hexes = tuple(h for unit in units if (h := self.view.units[unit].hex) is not None)
        return Button(f"recall-{line}", f"Recall {name}", tip, self.give(Recall(line)), hexes=hexes)

    def cycle(self, step: int) -> Hex | None:
        """Write to the next division."""
        if not self._groups:
            return None
        last = -1 if step > 0 else 0
        at = self._groups.index(self.draft.units) if self.draft.units in self._groups else last
        units = self._groups[(at + step) % len(self._groups)]
        self.draft = Draft(self.view.line_id_of(units[0]), units)
        return next(iter(self._places()), None)
