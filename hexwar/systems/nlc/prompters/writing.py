"""Orders are written and sent, tried, or given for nothing (N12.12-N12.17, N12.6, N23.4)."""

from __future__ import annotations

from hexwar.cards.library import card as printed
from hexwar.engine import Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell.prompter import Answer, Button, Response
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Dispatch, LineId, formation_of_line
from hexwar.systems.nlc.panels.order_form import Choice, Courier, Odds, OrderForm, Word
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.pad import NO_LINE, Draft, PadPrompter, Steps, recipient
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.order_effects import APPROACH_MARCH, extra_orders
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.orders.compliance import compliance_report, needs_roll
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    IssueDivisionalOrder,
    Recall,
    detail_refusal,
    details,
    giver_of,
    has_choice,
    recallable,
)
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, steps_refusal, trial_step
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    bounds,
    local_report,
    may_try,
    try_refusal,
)
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
    can_write,
    courier,
    has_written,
    recipient_refusal,
    recipients,
    steps_of_paper,
    wing_duty,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import division_name, due_words, line_name, order_sentence
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.overlays import Ride

RESULTS = {"C": mark("obeyed"), "D": mark("not yet"), "X": mark("lost")}
"""What a compliance roll comes to, in a word or two."""


class OrderPrompter(PadPrompter[IssueOrder]):
    """Choose a formation, a type of order and its objective; the courier is drawn on the map."""

    def _begin(self) -> None:
        """Every line is open that an order can reach."""
        super()._begin()
        self.lines = recipients(self.view, self.side)
        self._has_divisions = has_choice(self.view, self.side)

    def _none(self) -> Response:
        """Neither an order nor a divisional one, which would be asked for next."""
        return self._left_unsent() or (*self.give(None), Answer(IssueDivisionalOrder, None))

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        *found, end = super()._buttons(form)
        if not self._has_divisions:
            return (*found, end)
        tip = say("Close the orders to corps; then their commanders may order or recall divisions")
        words = say("Done with corps; divisions \N{HORIZONTAL ELLIPSIS}")
        close = Button("divisions", words, tip, self._left_unsent() or self.give(None))
        return (*found, close, end)

    @property
    def _giver(self) -> LeaderId | None:
        return None if self.draft.line is None else author_of(self.view, self._value())

    def _value(self) -> Paper:
        assert self.draft.line is not None
        return Paper(self.draft.line, self.draft.steps, self.draft.wing)

    def _line_refusal(self, line: LineId) -> Refusal | None:
        return recipient_refusal(self.view, self.side, line)

    def _verb_refusal(self, verb: str) -> Refusal | None:
        view, line, giver = self.view, self.draft.line, self._giver
        if line is None or giver is None:
            return NO_LINE
        steps = (*self.draft.finished, trial_step(view, line, verb))
        return steps_refusal(view, line, steps) or capacity_refusal(view, giver, steps[0].verb)

    def _giver_words(self) -> str:
        """Who writes, and how many orders he has left for this turn."""
        giver = self._giver
        if giver is None:
            return ""
        steps = steps_of_paper(self.view, self._value())
        most = most_orders(self.view, giver) - self.view.pad.issued.get(giver, 0)
        most += extra_orders(self.view, self.side, None)
        left = orders_left(self.view, giver, steps[0].verb) if steps else most
        return count(
            "From {leader}, who can give {n} order this turn",
            "From {leader}, who can give {n} orders this turn",
            left,
            leader=self.view.battle.leaders[giver].name,
        )

    def _courier(self) -> tuple[Courier, Ride] | None:
        view, line, giver = self.view, self.draft.line, self._giver
        if line is None or giver is None:
            return None
        ride, is_second = courier(view, giver, line), line in view.pad.dispatches
        waits = say(" It takes the place of the order on its way.") if is_second else ""
        words = say("Courier: {reason}{waits}", reason=ride.reason, waits=waits)
        due = "" if ride.due is None else say("due {when}", when=due_words(view, ride.due))
        return Courier(words, ride.rule), Ride(ride.path, due)

    def _odds(self) -> Odds | None:
        view, line, giver = self.view, self.draft.line, self._giver
        if line is None or giver is None:
            return None
        steps = steps_of_paper(view, self._value())
        if not steps or not needs_roll(view, line):
            return None
        cards = lift_of(view, giver, steps).cards
        report = compliance_report(
            view, line, Dispatch(steps, giver, view.turn, view.turn, cards=cards)
        )
        chances = tuple((say(RESULTS[result]), chance) for result, chance in report.chances)
        base = rating_words(view, line, report.rating)
        return Odds(say("Compliance"), "N12.5", base, report.shifts, report.column, chances)

    def _wings(self) -> tuple[Choice, ...]:
        line, wing = self.draft.line, self.draft.wing
        return tuple(
            Choice(card.id, card.name, chosen=card.id == wing)
            for card in self.view.battle.formations.values()
            if line is not None
            and card.side == self.side
            and not card.has_chit
            and assignment_refusal(self.view, line, card.id) is None
        )


def rating_words(view: GameState, line: LineId, rating: int) -> str:
    """By what a die is rolled: `Victor's rating 2`."""
    leader = recipient_leader(view, line)
    return say("{leader}'s rating {rating}", leader=leader, rating=rating)


def recipient_leader(view: GameState, line: LineId) -> str:
    """Who is to obey: the leader, or the formation that has none."""
    leader = commander_of(view, line)
    return line_name(view.battle, line) if leader is None else view.battle.leaders[leader].name


class WingDutyPrompter(PadPrompter[CompleteWcDuty]):
    """Choose the corps that get a copy of their wing commander's order."""

    def _begin(self) -> None:
        """No corps is chosen yet; without a choice the first ones of the army get it."""
        super()._begin()
        self._corps: tuple[FormationId, ...] = ()
        self.lines = tuple(LineId(corps) for corps in self._duty.open)
        names = ", ".join(self.view.battle.formations[corps].name for corps in self.options[0])
        self.none_words = say("Send to {names}", names=names)

    @property
    def _duty(self) -> WingDuty:
        duty = wing_duty(self.view, self.decision.wing)
        assert duty is not None
        return duty

    def _line_refusal(self, line: LineId) -> Refusal | None:
        duty, corps, battle = self._duty, FormationId(line), self.view.battle
        if corps in duty.open:
            return None
        name = line_name(battle, line, self.view.pad.lines[line].units)
        why = mark("{name} is not of the {wing}.")
        if corps in duty.met:
            why = mark("{name} has orders to attack or probe already.")
        elif corps in duty.corps:
            why = mark("{name} cannot be reached by its wing commander.")
        wing = battle.formations[self.decision.wing].name
        return refuse("N12.17", why, name=name, wing=wing)

    def _value(self) -> tuple[FormationId, ...]:
        """The corps chosen so far, in the order of the army."""
        return tuple(corps for corps in self._duty.open if corps in self._corps)

    def _choose(self, line: LineId) -> Response:
        refusal, corps = self._line_refusal(line), FormationId(line)
        if refusal is None:
            others = tuple(one for one in self._corps if one != corps)
            self._corps = others if corps in self._corps else (*others, corps)
        return refusal

    def _send(self) -> Response:
        return self.law(self._value())

    def _none(self) -> Response:
        return self.give(self.options[0])

    def back(self) -> bool:
        """Give up the corps chosen last."""
        was, self._corps = self._corps, self._corps[:-1]
        return bool(was)

    def _form(self) -> OrderForm:
        view, chosen, missing = self.view, self._value(), self._duty.missing
        wing = LineId(self.decision.wing)
        names = say(" and ").join(view.battle.formations[corps].name for corps in chosen)
        number = say("one corps") if missing == 1 else say("{missing} corps", missing=missing)
        return OrderForm(
            say("Copies of {leader}'s order", leader=recipient_leader(view, wing)),
            order_sentence(view.battle, view.pad.lines[wing].steps),
            sentence=say("Copies to {names}", names=names) if names else "",
            is_open=len(chosen) < missing,
            hint=say("Choose {number} in the list or on the map", number=number),
            can_go_back=bool(chosen),
            send=say("Send the copies"),
            can_send=self.decision.refusal(view, chosen) is None,
            none=self.none_words,
        )


TRIES = {
    "OK": mark("done as he wants"),
    "NE": mark("no effect"),
    "BM": mark("a Bad Move"),
}
"""What a Local Decision comes to, in a word or two."""


ASKED_BEFORE = Refusal(
    mark("He has been asked before: take that answer back to ask again."), "N12.61"
)


class LocalPrompter(PadPrompter[TryLocalDecision]):
    """Write what the leader wants; leaders are asked one after the other, in the army's order.

    To choose a leader who is asked later passes over those before him.
    """

    send_words = mark("He tries")
    none_words = mark("He does not try")

    def _begin(self) -> None:
        self.sole, self.lines = self.decision.line, may_try(self.view, self.side)
        super()._begin()

    def _value(self) -> Steps:
        return self.draft.steps

    def _choose(self, line: LineId) -> Response:
        """Go on to a leader who is asked later; those before him do not try."""
        refusal, now = self._line_refusal(line), self.decision.line
        if line == now or refusal is not None:
            return None if line == now else refusal
        between = self.lines.index(line) - self.lines.index(now)
        return self.give(None) * between if between > 0 else ASKED_BEFORE

    def _none(self) -> Response:
        """He does not try, whatever was written for him."""
        return self.give(None)

    def _line_refusal(self, line: LineId) -> Refusal | None:
        return None if line in self.lines else try_refusal(self.view, line) or ASKED_BEFORE

    def _verb_refusal(self, verb: str) -> Refusal | None:
        view, line = self.view, self.decision.line
        refusal = steps_refusal(view, line, (*self.draft.finished, trial_step(view, line, verb)))
        if refusal is None and order_types()[verb].leaves:
            return alone_refusal(view, line)
        return refusal

    def _title(self) -> str:
        name = recipient(self.view, self.decision.line)
        return say("Local Decision of {recipient}", recipient=name)

    def _giver_words(self) -> str:
        leader = commander_of(self.view, self.decision.line)
        if leader is None:
            return ""
        _, radius, whom = bounds(self.view, leader)
        return say("Objectives within {radius} hexes of {whom}", radius=radius, whom=whom)

    def _odds(self) -> Odds | None:
        line = self.decision.line
        report = local_report(self.view, line, self._value())
        shifts = tuple((reason, columns, "N12.64") for reason, columns in report.shifts)
        sixths = tuple((say(TRIES[result]), count / 6) for result, count in report.chances)
        base = rating_words(self.view, line, report.rating)
        return Odds(say("Local Decision"), "N12.63", base, shifts, report.column, sixths)

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        *found, _ = super()._buttons(form)
        name = recipient_leader(self.view, self.decision.line)
        tip = say("{name} keeps his order; the next leader is asked", name=name)
        skip = Button("skip", say("{name} does not try", name=name), tip, word=Word.NONE)
        left = len(self.lines) - self.lines.index(self.decision.line)
        words = mark("None of the {left} leaders still to be asked tries to change his order")
        tip, gives = say(words, left=left), self.give(None) * left
        return (*found, skip, Button("end", say("Nobody tries"), tip, gives, manner=Manner.END))


class DivisionPrompter(PadPrompter[IssueDivisionalOrder]):
    """Choose a division on the map, or its corps in the list; buttons recall divisions."""

    first_words = mark(
        "Choose a corps in the list for its divisions, or click a division on the map"
    )
    send_words = mark("Give the order")
    none_words = mark("No divisional orders")

    def _begin(self) -> None:
        """The divisions that can get an order of their own; how to come back to the corps."""
        super()._begin()
        view, side = self.view, self.side
        self._groups = tuple(details(view, side))
        self.lines = tuple(dict.fromkeys(view.line_id_of(units[0]) for units in self._groups))
        if can_write(view, side) or has_written(view, side):  # else nobody was asked for one
            back = mark("{words}. Orders to corps are closed: Ctrl+Z goes back to them")
            self.first_words = say(back, words=say(self.first_words))

    def _value(self) -> Detail:
        return Detail(self.draft.units, self.draft.steps)

    def _choose(self, line: LineId) -> Response:
        """Choose a division of a line; chosen again, the next one."""
        groups = [units for units in self._groups if self.view.line_id_of(units[0]) == line]
        return self._take(groups) if groups else self._line_refusal(line)

    def _take(self, groups: list[tuple[UnitId, ...]], step: int = 1) -> Response:
        units = following(groups, self.draft.units, step)
        self.draft = Draft(self.view.line_id_of(units[0]), units)
        return None

    def _line_refusal(self, line: LineId) -> Refusal | None:
        if line in self.lines:
            return None
        units = self.view.pad.lines[line].units or self.view.units_of(formation_of_line(line))
        refusal = detail_refusal(self.view, self.side, Detail(units[:1], ()))
        return refusal or NO_LINE if units else NO_LINE

    def _choose_at(self, hex_: Hex) -> Response:
        """Choose a division with a unit in a hex; clicked again, the next one there."""
        here = set(self.view.units_in(hex_))
        groups = [units for units in self._groups if here.intersection(units)]
        return self._take(groups) if groups else super()._choose_at(hex_)

    def _verb_refusal(self, verb: str) -> Refusal | None:
        line, places = self.draft.line, self._places()
        if line is None or not places:
            return NO_LINE
        step = OrderStep(verb, None if order_types()[verb].leaves else places[0])
        return steps_refusal(self.view, line, (*self.draft.finished, step))

    def _title(self) -> str:
        name = division_name(self.view.battle, self.draft.units)
        return say("To the {division}", division=name)

    def _giver_words(self) -> str:
        assert self.draft.line is not None
        giver = giver_of(self.view, formation_of_line(self.draft.line))
        name = "" if giver is None else self.view.battle.leaders[giver].name
        return say("Divisional order of {name}: it is followed at once", name=name)

    def _places(self) -> list[Hex]:
        return self.hexes_of(self.draft.units)

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        recalls = [self._recall(line) for line in recallable(self.view, self.side)]
        *found, end = super()._buttons(form)
        return (*found, *recalls, end)

    def _recall(self, line: LineId) -> Button:
        units = self.view.pad.lines[line].units
        name = line_name(self.view.battle, line, units)
        corps = self.view.battle.formations[formation_of_line(line)].name
        tip = say("{name} comes under the order of {corps} again", name=name, corps=corps)
        hexes, gives = tuple(self.hexes_of(units)), self.give(Recall(line))
        return Button(f"recall-{line}", say("Recall {name}", name=name), tip, gives, hexes=hexes)

    def cycle(self, step: int) -> Hex | None:
        """Write to the next division."""
        if self._groups:
            self._take([*self._groups], step)
        return next(iter(self._places()), None) if self._groups else None


OTHER_LINE = Refusal(mark("The card names one formation: it alone gets this order."), "N23.4")


class FreeOrderPrompter(PadPrompter[WriteFreeOrder]):
    """Write to the formation that the card names, and to no other."""

    none_words = mark("No order")

    def _begin(self) -> None:
        self.sole, self.lines = self.decision.line, (self.decision.line,)
        super()._begin()

    def _value(self) -> Steps:
        return self.draft.steps

    def _line_refusal(self, line: LineId) -> Refusal | None:
        return None if line == self.decision.line else OTHER_LINE

    def _verb_refusal(self, verb: str) -> Refusal | None:
        view, line = self.view, self.decision.line
        steps: Steps = (*self.draft.finished, trial_step(view, line, verb))
        return self.decision.refusal(view, steps) or steps_refusal(view, line, steps)

    def _giver_words(self) -> str:
        words = mark("By the card {title}: it is delivered at once")
        if self.decision.card == APPROACH_MARCH:
            words = mark("By the card {title}: it begins with a March and is obeyed at once")
        return say(words, title=printed(self.decision.card).title)
