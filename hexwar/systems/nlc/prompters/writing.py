"""Orders are written and sent (N12.12); a late wing commander must copy his own (N12.17)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer, Button, Gesture, Response
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.pad_view.arrows import due_words
from hexwar.systems.nlc.panels.order_form import Choice, Courier, Odds, OrderForm
from hexwar.systems.nlc.prompters.pad import NO_LINE, PadPrompter
from hexwar.systems.nlc.rules.cards.order_effects import extra_orders
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.orders.compliance import (
    ComplianceReport,
    compliance_report,
    needs_roll,
)
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder, has_choice
from hexwar.systems.nlc.rules.orders.forms import steps_refusal, trial_step
from hexwar.systems.nlc.rules.orders.pad import (
    assignment_refusal,
    capacity_refusal,
    lift_of,
    most_orders,
    orders_left,
)
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
    IssueOrder,
    Paper,
    WingDuty,
    author_of,
    courier,
    recipient_refusal,
    recipients,
    steps_of_paper,
    wing_duty,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name, order_sentence
from hexwar.table.forces import FormationId, LeaderId, Side

RESULTS = {"C": "obeyed", "D": "not yet", "X": "lost"}
"""What a compliance roll comes to, in a word or two."""


class OrderPrompter(PadPrompter[IssueOrder]):
    """Choose a formation, a type of order and its objective; the courier is drawn on the map."""

    def __init__(
        self, view: GameState, decision: IssueOrder, options: Sequence[Paper | None]
    ) -> None:
        super().__init__(view, decision, options)
        self.lines = recipients(view, self._side)
        self._has_divisions = has_choice(view, self._side)

    def none(self) -> Response:
        """Neither an order nor a divisional one, which would be asked for next."""
        return self._left_unsent() or (*self.give(None), Answer(IssueDivisionalOrder, None))

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        *found, end = super()._buttons(form)
        if not self._has_divisions:
            return (*found, end)
        tip = "Close the orders to corps; then their commanders may order or recall divisions"
        words = "Done with corps; divisions \N{HORIZONTAL ELLIPSIS}"
        return (
            *found,
            Button("divisions", words, tip, self._left_unsent() or self.give(None)),
            end,
        )

    @property
    def _side(self) -> Side:
        return Side(self.decision.side)

    @property
    def _giver(self) -> LeaderId | None:
        return None if self.draft.line is None else author_of(self.view, self.value())

    def value(self) -> Paper:
        """The paper as it is written."""
        assert self.draft.line is not None
        return Paper(self.draft.line, self.draft.steps, self.draft.wing)

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why no order can be written to a line."""
        return recipient_refusal(self.view, self._side, line)

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What cannot be ordered to this line, or not by a giver who has used up his rating."""
        line, giver = self.draft.line, self._giver
        if line is None or giver is None:
            return NO_LINE
        step = trial_step(self.view, line, verb)
        first = self.draft.finished[0].verb if self.draft.finished else verb
        return steps_refusal(self.view, line, (*self.draft.finished, step)) or capacity_refusal(
            self.view, giver, first
        )

    def title(self) -> str:
        """To whom, with his name."""
        assert self.draft.line is not None
        return f"To {recipient(self.view, self.draft.line)}"

    def giver_words(self) -> str:
        """Who writes, and how many orders he has left for this turn."""
        giver = self._giver
        if giver is None:
            return ""
        steps = steps_of_paper(self.view, self.value())
        most = most_orders(self.view, giver) - self.view.issued.get(giver, 0)
        most += extra_orders(self.view, self._side, None)
        left = orders_left(self.view, giver, steps[0].verb) if steps else most
        count = "1 order" if left == 1 else f"{left} orders"
        return f"From {self.view.battle.leaders[giver].name}, who can give {count} this turn"

    def courier(self) -> Courier | None:
        """How far the courier rides, and when the order is delivered."""
        line, giver = self.draft.line, self._giver
        if line is None or giver is None:
            return None
        ride = courier(self.view, giver, line)
        waits = " It takes the place of the order on its way." if self._replaces else ""
        return Courier(f"Courier: {ride.reason}{waits}", ride.rule)

    @property
    def _replaces(self) -> bool:
        return self.draft.line in self.view.dispatches

    def ride(self) -> tuple[Hex, ...]:
        """The way of the courier."""
        line, giver = self.draft.line, self._giver
        return () if line is None or giver is None else courier(self.view, giver, line).path

    def ride_words(self) -> str:
        """When the courier is there."""
        line, giver = self.draft.line, self._giver
        due = None if line is None or giver is None else courier(self.view, giver, line).due
        return "" if due is None else f"due {due_words(self.view, due)}"

    def odds(self) -> Odds | None:
        """Whether he would obey, if he rolled now."""
        line, giver = self.draft.line, self._giver
        if line is None or giver is None:
            return None
        steps = steps_of_paper(self.view, self.value())
        if not steps or not needs_roll(self.view, line):
            return None
        turn, cards = self.view.turn, lift_of(self.view, giver, steps).cards
        order = Dispatch(steps, giver, turn, turn, cards=cards)
        report = compliance_report(self.view, line, order)
        return compliance_odds(self.view, line, report)

    def wings(self) -> tuple[Choice, ...]:
        """The wings that he can be assigned to with this order."""
        line = self.draft.line
        if line is None:
            return ()
        cards = self.view.battle.formations.values()
        return tuple(
            Choice(card.id, card.name, chosen=card.id == self.draft.wing)
            for card in cards
            if card.side == self._side
            and not card.has_chit
            and assignment_refusal(self.view, line, card.id) is None
        )


def compliance_odds(view: GameState, line: LineId, report: ComplianceReport) -> Odds:
    """A compliance roll laid open."""
    chances = tuple((RESULTS[result], chance) for result, chance in report.chances)
    base = f"{recipient_leader(view, line)}'s rating {report.rating}"
    return Odds("Compliance", "N12.5", base, report.shifts, report.column, chances)


def recipient(view: GameState, line: LineId) -> str:
    """A line as one writes to it: `II Corps (Victor)`."""
    leader, units = commander_of(view, line), view.lines[line].units
    name = line_name(view.battle, line, units)
    return name if leader is None else f"{name} ({view.battle.leaders[leader].name})"


def recipient_leader(view: GameState, line: LineId) -> str:
    """Who is to obey: the leader, or the formation that has none."""
    leader = commander_of(view, line)
    return line_name(view.battle, line) if leader is None else view.battle.leaders[leader].name


class WingDutyPrompter(PadPrompter[CompleteWcDuty]):
    """Choose the corps that get a copy of their wing commander's order."""

    def __init__(
        self, view: GameState, decision: CompleteWcDuty, options: Sequence[tuple[FormationId, ...]]
    ) -> None:
        super().__init__(view, decision, options)
        self._corps: tuple[FormationId, ...] = ()
        self.lines = tuple(LineId(corps) for corps in self._duty.open)

    @property
    def _duty(self) -> WingDuty:
        duty = wing_duty(self.view, self.decision.wing)
        assert duty is not None
        return duty

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why a line gets no copy."""
        duty, corps, battle = self._duty, FormationId(line), self.view.battle
        if corps in duty.open:
            return None
        name = line_name(battle, line, self.view.lines[line].units)
        why = f"is not of the {battle.formations[self.decision.wing].name}"
        if corps in duty.met:
            why = "has orders to attack or probe already"
        elif corps in duty.corps:
            why = "cannot be reached by its wing commander"
        return Refusal(f"{name} {why}.", "N12.17")

    def value(self) -> tuple[FormationId, ...]:
        """The corps chosen so far, in the order of the army."""
        return tuple(corps for corps in self._duty.open if corps in self._corps)

    def choose(self, line: LineId) -> Response:
        """Take a corps in, or out again."""
        refusal = self.line_refusal(line)
        if refusal is not None:
            return refusal
        corps = FormationId(line)
        others = tuple(one for one in self._corps if one != corps)
        self._corps = others if corps in self._corps else (*others, corps)
        return None

    def send(self) -> Response:
        """Send the copies, if enough are chosen."""
        return self.law(self.value())

    def none(self) -> Gesture:
        """The first corps of the army, as many as are missing."""
        return self.give(self.options[0])

    def none_words(self) -> str:
        """What that button says."""
        names = ", ".join(self.view.battle.formations[corps].name for corps in self.options[0])
        return f"Send to {names}"

    def back(self) -> bool:
        """Give up the corps chosen last."""
        was, self._corps = self._corps, self._corps[:-1]
        return bool(was)

    def _form(self) -> OrderForm:
        battle, duty = self.view.battle, self._duty
        chosen = self.value()
        names = " and ".join(battle.formations[corps].name for corps in chosen)
        copied = order_sentence(battle, self.view.lines[LineId(self.decision.wing)].steps)
        number = "one corps" if duty.missing == 1 else f"{duty.missing} corps"
        return OrderForm(
            f"Copies of {recipient_leader(self.view, LineId(self.decision.wing))}'s order",
            copied,
            sentence=f"Copies to {names}" if names else "",
            is_open=len(chosen) < duty.missing,
            hint=f"Choose {number} in the list or on the map",
            can_go_back=bool(chosen),
            send="Send the copies",
            can_send=self.decision.refusal(self.view, chosen) is None,
            none=self.none_words(),
        )
