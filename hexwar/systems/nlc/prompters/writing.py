"""Orders are written and sent, tried, or given for nothing (N12.12-N12.17, N12.6, N23.4)."""

from __future__ import annotations

from hexwar.cards.library import card as printed
from hexwar.engine import Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Response
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.panels.order_form import Odds, OrderForm
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.pad import NO_LINE, Draft, PadPrompter, Steps, recipient
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.order_effects import APPROACH_MARCH
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    IssueDivisionalOrder,
    Recall,
    detail_refusal,
    details,
    giver_of,
    recallable,
)
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, steps_refusal, trial_step
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    bounds,
    local_report,
    try_refusal,
)
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
    WingDuty,
    wing_duty,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import division_name, line_name, order_sentence
from hexwar.table.forces import FormationId, OrderStep, UnitId

RESULTS = {"C": mark("obeyed"), "D": mark("not yet"), "X": mark("lost")}
"""What a compliance roll comes to, in a word or two."""


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


ONE_LEADER = Refusal(
    mark("Another leader has been named to decide for himself: let him try, or not."), "N12.61"
)


class LocalPrompter(PadPrompter[TryLocalDecision]):
    """Write what the leader wants whom his side has named."""

    send_words = mark("He tries")
    none_words = mark("He does not try")

    def _begin(self) -> None:
        self.sole, self.lines = self.decision.line, (self.decision.line,)
        super()._begin()

    def _value(self) -> Steps:
        return self.draft.steps

    def _none(self) -> Response:
        """He does not try, whatever was written for him."""
        return self.give(None)

    def _line_refusal(self, line: LineId) -> Refusal | None:
        return None if line in self.lines else try_refusal(self.view, line) or ONE_LEADER

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


class DivisionPrompter(PadPrompter[IssueDivisionalOrder]):
    """Choose a division on the map, or its corps in the list; buttons recall divisions."""

    first_words = mark(
        "Choose a corps in the list for its divisions, or click a division on the map"
    )
    send_words = mark("Give the order")
    none_words = mark("No divisional orders")

    def _begin(self) -> None:
        """The divisions that can get an order of their own."""
        super()._begin()
        view, side = self.view, self.side
        self._groups = tuple(details(view, side))
        self.lines = tuple(dict.fromkeys(view.line_id_of(units[0]) for units in self._groups))

    def _value(self) -> Detail:
        return Detail(self.draft.units, self.draft.steps)

    def _choose(self, line: LineId) -> Response:
        """Choose a division of a line; chosen again, the next one."""
        groups = [units for units in self._groups if self.view.line_id_of(units[0]) == line]
        return self._take(groups) if groups else self._line_refusal(line)

    def choose_division(self, units: tuple[UnitId, ...]) -> None:
        """Write to a division."""
        self._take([units])

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
        return Button(f"recall-{line}", say("Recall {name}", name=name), tip, gives, spots=hexes)

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
