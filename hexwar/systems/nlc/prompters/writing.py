"""Orders are written and sent, tried, or given for nothing (N12.12-N12.17, N12.6, N23.4)."""

from __future__ import annotations

from hexwar.cards.library import card as printed
from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell.prompter import Answer, Button, Gesture, Response
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Dispatch, LineId, formation_of_line
from hexwar.systems.nlc.pad_view.draft import Draft
from hexwar.systems.nlc.panels.order_form import Choice, Courier, Odds, OrderForm, Word
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.pad import NO_LINE, PadPrompter
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.order_effects import APPROACH_MARCH, extra_orders
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.orders.compliance import (
    ComplianceReport,
    compliance_report,
    needs_roll,
)
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
from hexwar.systems.nlc.rules.orders.forms import (
    alone_refusal,
    steps_refusal,
    trial_step,
)
from hexwar.systems.nlc.rules.orders.local_decision import (
    Steps,
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
from hexwar.table.forces import FormationId, LeaderId, OrderStep

RESULTS = {"C": mark("obeyed"), "D": mark("not yet"), "X": mark("lost")}
"""What a compliance roll comes to, in a word or two."""


class OrderPrompter(PadPrompter[IssueOrder]):
    """Choose a formation, a type of order and its objective; the courier is drawn on the map."""

    def begin(self) -> None:
        """Every line is open that an order can reach."""
        super().begin()
        self.lines = recipients(self.view, self.side)
        self._has_divisions = has_choice(self.view, self.side)

    def none(self) -> Response:
        """Neither an order nor a divisional one, which would be asked for next."""
        return self._left_unsent() or (*self.give(None), Answer(IssueDivisionalOrder, None))

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        *found, end = super()._buttons(form)
        if not self._has_divisions:
            return (*found, end)
        tip = say("Close the orders to corps; then their commanders may order or recall divisions")
        words = say("Done with corps; divisions \N{HORIZONTAL ELLIPSIS}")
        return (
            *found,
            Button("divisions", words, tip, self._left_unsent() or self.give(None)),
            end,
        )

    @property
    def _giver(self) -> LeaderId | None:
        return None if self.draft.line is None else author_of(self.view, self.value())

    def value(self) -> Paper:
        """The paper as it is written."""
        assert self.draft.line is not None
        return Paper(self.draft.line, self.draft.steps, self.draft.wing)

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why no order can be written to a line."""
        return recipient_refusal(self.view, self.side, line)

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
        return say("To {recipient}", recipient=recipient(self.view, self.draft.line))

    def giver_words(self) -> str:
        """Who writes, and how many orders he has left for this turn."""
        giver = self._giver
        if giver is None:
            return ""
        steps = steps_of_paper(self.view, self.value())
        most = most_orders(self.view, giver) - self.view.pad.issued.get(giver, 0)
        most += extra_orders(self.view, self.side, None)
        left = orders_left(self.view, giver, steps[0].verb) if steps else most
        return count(
            "From {leader}, who can give {n} order this turn",
            "From {leader}, who can give {n} orders this turn",
            left,
            leader=self.view.battle.leaders[giver].name,
        )

    def courier(self) -> Courier | None:
        """How far the courier rides, and when the order is delivered."""
        line, giver = self.draft.line, self._giver
        if line is None or giver is None:
            return None
        ride = courier(self.view, giver, line)
        waits = (
            say(" It takes the place of the order on its way.")
            if line in self.view.pad.dispatches
            else ""
        )
        return Courier(say("Courier: {reason}{waits}", reason=ride.reason, waits=waits), ride.rule)

    def ride(self) -> tuple[Hex, ...]:
        """The way of the courier."""
        line, giver = self.draft.line, self._giver
        return () if line is None or giver is None else courier(self.view, giver, line).path

    def ride_words(self) -> str:
        """When the courier is there."""
        line, giver = self.draft.line, self._giver
        due = None if line is None or giver is None else courier(self.view, giver, line).due
        return "" if due is None else say("due {when}", when=due_words(self.view, due))

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
            if card.side == self.side
            and not card.has_chit
            and assignment_refusal(self.view, line, card.id) is None
        )


def compliance_odds(view: GameState, line: LineId, report: ComplianceReport) -> Odds:
    """A compliance roll laid open."""
    chances = tuple((say(RESULTS[result]), chance) for result, chance in report.chances)
    base = rating_words(view, line, report.rating)
    return Odds(say("Compliance"), "N12.5", base, report.shifts, report.column, chances)


def rating_words(view: GameState, line: LineId, rating: int) -> str:
    """By what a die is rolled: `Victor's rating 2`."""
    leader = recipient_leader(view, line)
    return say("{leader}'s rating {rating}", leader=leader, rating=rating)


def recipient(view: GameState, line: LineId) -> str:
    """A line as one writes to it: `II Corps (Victor)`."""
    leader, units = commander_of(view, line), view.pad.lines[line].units
    name = line_name(view.battle, line, units)
    return name if leader is None else f"{name} ({view.battle.leaders[leader].name})"


def recipient_leader(view: GameState, line: LineId) -> str:
    """Who is to obey: the leader, or the formation that has none."""
    leader = commander_of(view, line)
    return line_name(view.battle, line) if leader is None else view.battle.leaders[leader].name


class WingDutyPrompter(PadPrompter[CompleteWcDuty]):
    """Choose the corps that get a copy of their wing commander's order."""

    def begin(self) -> None:
        """No corps is chosen yet."""
        super().begin()
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
        name = line_name(battle, line, self.view.pad.lines[line].units)
        why = mark("{name} is not of the {wing}.")
        if corps in duty.met:
            why = mark("{name} has orders to attack or probe already.")
        elif corps in duty.corps:
            why = mark("{name} cannot be reached by its wing commander.")
        wing = battle.formations[self.decision.wing].name
        return Refusal(say(why, name=name, wing=wing), "N12.17")

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
        return say("Send to {names}", names=names)

    def back(self) -> bool:
        """Give up the corps chosen last."""
        was, self._corps = self._corps, self._corps[:-1]
        return bool(was)

    def _form(self) -> OrderForm:
        battle, duty = self.view.battle, self._duty
        chosen = self.value()
        names = say(" and ").join(battle.formations[corps].name for corps in chosen)
        copied = order_sentence(battle, self.view.pad.lines[LineId(self.decision.wing)].steps)
        number = (
            say("one corps") if duty.missing == 1 else say("{missing} corps", missing=duty.missing)
        )
        return OrderForm(
            say(
                "Copies of {leader}'s order",
                leader=recipient_leader(self.view, LineId(self.decision.wing)),
            ),
            copied,
            sentence=say("Copies to {names}", names=names) if names else "",
            is_open=len(chosen) < duty.missing,
            hint=say("Choose {number} in the list or on the map", number=number),
            can_go_back=bool(chosen),
            send=say("Send the copies"),
            can_send=self.decision.refusal(self.view, chosen) is None,
            none=self.none_words(),
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

    def begin(self) -> None:
        """It is the turn of one leader."""
        self.sole, self.lines = self.decision.line, may_try(self.view, self.side)
        super().begin()

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

    def none(self) -> Response:
        """He does not try, whatever was written for him."""
        return self.give(None)

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
        if refusal is None and order_types()[verb].leaves:
            return alone_refusal(self.view, line)
        return refusal

    def title(self) -> str:
        """Who tries."""
        return say(
            "Local Decision of {recipient}", recipient=recipient(self.view, self.decision.line)
        )

    def giver_words(self) -> str:
        """Where his objectives must lie."""
        leader = commander_of(self.view, self.decision.line)
        if leader is None:
            return ""
        _, radius, whom = bounds(self.view, leader)
        return say("Objectives within {radius} hexes of {whom}", radius=radius, whom=whom)

    def none_words(self) -> str:
        """What the button says that goes on to the next leader."""
        return say("He does not try")

    def send_words(self) -> str:
        """What the main button says."""
        return say("He tries")

    def odds(self) -> Odds | None:
        """Whether he would have his way, if he rolled now."""
        line = self.decision.line
        report = local_report(self.view, line, self.value())
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
        tip = say(
            "None of the {left} leaders still to be asked tries to change his order", left=left
        )
        end = Button("end", say("Nobody tries"), tip, self.give(None) * left, manner=Manner.END)
        return (*found, skip, end)


class DivisionPrompter(PadPrompter[IssueDivisionalOrder]):
    """Choose a division on the map, or its corps in the list; buttons recall divisions."""

    def begin(self) -> None:
        """The divisions that can get an order of their own."""
        super().begin()
        self._groups = tuple(details(self.view, self.side))
        lines = (self.view.line_id_of(units[0]) for units in self._groups)
        self.lines = tuple(dict.fromkeys(lines))

    def value(self) -> Detail:
        """The division and its order."""
        return Detail(self.draft.units, self.draft.steps)

    def choose(self, line: LineId) -> Response:
        """Choose a division of a line; chosen again, the next one."""
        groups = [units for units in self._groups if self.view.line_id_of(units[0]) == line]
        if not groups:
            return self.line_refusal(line)
        self.draft = Draft(line, following(groups, self.draft.units, 1))
        return None

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why no division of a line can get an order."""
        if line in self.lines:
            return None
        units = self.view.pad.lines[line].units or self.view.units_of(formation_of_line(line))
        refusal = detail_refusal(self.view, self.side, Detail(units[:1], ()))
        return refusal or NO_LINE if units else NO_LINE

    def _choose_at(self, hex_: Hex) -> Response:
        """Choose a division with a unit in a hex; clicked again, the next one there."""
        here = set(self.view.units_in(hex_))
        groups = [units for units in self._groups if here.intersection(units)]
        if not groups:
            return super()._choose_at(hex_)
        units = following(groups, self.draft.units, 1)
        self.draft = Draft(self.view.line_id_of(units[0]), units)
        return None

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What cannot be ordered to a division."""
        line, places = self.draft.line, self._places()
        if line is None or not places:
            return NO_LINE
        step = OrderStep(verb, None if order_types()[verb].leaves else places[0])
        return steps_refusal(self.view, line, (*self.draft.finished, step))

    def first_hint(self) -> str:
        """What to do before there is a division, and how to come back to the corps."""
        words = say("Choose a corps in the list for its divisions, or click a division on the map")
        side = self.side
        if not can_write(self.view, side) and not has_written(self.view, side):
            return words  # nobody was asked for an order to a corps
        return say("{words}. Orders to corps are closed: Ctrl+Z goes back to them", words=words)

    def title(self) -> str:
        """Which division."""
        return say(
            "To the {division}",
            division=division_name(self.view.battle, self.draft.units),
        )

    def giver_words(self) -> str:
        """Whose divisional order it is."""
        assert self.draft.line is not None
        giver = giver_of(self.view, formation_of_line(self.draft.line))
        name = "" if giver is None else self.view.battle.leaders[giver].name
        return say("Divisional order of {name}: it is followed at once", name=name)

    def none_words(self) -> str:
        """What the button says that gives no more."""
        return say("No divisional orders")

    def send_words(self) -> str:
        """What the main button says."""
        return say("Give the order")

    def _places(self) -> list[Hex]:
        hexes = (self.view.units[unit].hex for unit in self.draft.units)
        return [hex_ for hex_ in hexes if hex_ is not None]

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        recalls = [self._recall(line) for line in recallable(self.view, self.side)]
        *found, end = super()._buttons(form)
        return (*found, *recalls, end)

    def _recall(self, line: LineId) -> Button:
        units = self.view.pad.lines[line].units
        name = line_name(self.view.battle, line, units)
        corps = self.view.battle.formations[formation_of_line(line)].name
        tip = say("{name} comes under the order of {corps} again", name=name, corps=corps)
        hexes = tuple(h for unit in units if (h := self.view.units[unit].hex) is not None)
        return Button(
            f"recall-{line}",
            say("Recall {name}", name=name),
            tip,
            self.give(Recall(line)),
            hexes=hexes,
        )

    def cycle(self, step: int) -> Hex | None:
        """Write to the next division."""
        if not self._groups:
            return None
        units = following(self._groups, self.draft.units, step)
        self.draft = Draft(self.view.line_id_of(units[0]), units)
        return next(iter(self._places()), None)


OTHER_LINE = Refusal(mark("The card names one formation: it alone gets this order."), "N23.4")


class FreeOrderPrompter(PadPrompter[WriteFreeOrder]):
    """Write to the formation that the card names, and to no other."""

    def begin(self) -> None:
        """The card names the formation."""
        self.sole, self.lines = self.decision.line, (self.decision.line,)
        super().begin()

    def value(self) -> Steps:
        """The order as it is written."""
        return self.draft.steps

    def choose(self, line: LineId) -> Response:
        """Nobody else can be chosen."""
        return None if line == self.decision.line else OTHER_LINE

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Nothing can be written to any other."""
        return None if line == self.decision.line else OTHER_LINE

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What cannot be ordered to this formation, or not by this card."""
        line = self.decision.line
        steps: tuple[OrderStep, ...] = (*self.draft.finished, trial_step(self.view, line, verb))
        return self.decision.refusal(self.view, steps) or steps_refusal(self.view, line, steps)

    def none_words(self) -> str:
        """What the button says that gives up the order."""
        return say("No order")

    def title(self) -> str:
        """To whom it goes."""
        return say("To {recipient}", recipient=recipient(self.view, self.decision.line))

    def giver_words(self) -> str:
        """By which card, and how soon it is obeyed."""
        title = printed(self.decision.card).title
        if self.decision.card == APPROACH_MARCH:
            return say(
                "By the card {title}: it begins with a March and is obeyed at once", title=title
            )
        return say("By the card {title}: it is delivered at once", title=title)
