"""A side's visit to its order pad: all its formations on one page (N12.9).

A formation is chosen by a click on its row or its troops, or by Tab; then a type of order and an
objective. An order that is ready goes off when the next formation is chosen, or when the player
says that his orders are written. What stands beside the orders is offered on the same page: a
Local Decision, divisional orders, who acts first, in which order hexes rally.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell.prompter import Answer, Button, Gesture, PadOffer, Response
from hexwar.shell.prompter import Offer as Offered
from hexwar.systems.nlc.orders import Dispatch, LineId, Offer, Wish, formation_of_line
from hexwar.systems.nlc.panels.order_form import (
    Aside,
    Choice,
    Courier,
    Odds,
    OrderForm,
    Visit,
    Word,
)
from hexwar.systems.nlc.panels.order_rows import sorted_lines
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.pad import NO_LINE, Draft, PadPrompter
from hexwar.systems.nlc.prompters.writing import (
    RESULTS,
    DivisionPrompter,
    LocalPrompter,
    rating_words,
    recipient_leader,
)
from hexwar.systems.nlc.rules.cards.order_effects import extra_orders
from hexwar.systems.nlc.rules.command.command import is_detached
from hexwar.systems.nlc.rules.orders.compliance import compliance_report, needs_roll
from hexwar.systems.nlc.rules.orders.divisions import (
    IssueDivisionalOrder,
    Recall,
    details,
    recallable,
)
from hexwar.systems.nlc.rules.orders.forms import steps_refusal, trial_step
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.offers import local_tries, offer_refusal
from hexwar.systems.nlc.rules.orders.pad import (
    assignment_refusal,
    capacity_refusal,
    lift_of,
    most_orders,
    orders_left,
)
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    author_of,
    courier,
    recipient_refusal,
    recipients,
    steps_of_paper,
)
from hexwar.systems.nlc.words import division_name, due_words, line_name
from hexwar.table.forces import FormationId, FormationKind, LeaderId, UnitId
from hexwar.table.overlays import Ride

_ENDS = (
    (
        Offer.FALL_BACK,
        mark("falls back now"),
        mark("When it acts next it begins to fall back, as its order says (N12.32)"),
    ),
    (
        Offer.STOP,
        mark("stops if it costs too much"),
        mark("When it has lost two steps in a turn it stops its Probe and defends (N12.23)"),
    ),
)
"""What may be said of an order in force: the offer, and how it is put."""

ASK = "ask"
"""What stands for the wish to be asked when it is time."""


class OrderPrompter(PadPrompter[IssueOrder]):
    """Choose a formation, a type of order and its objective; the courier is drawn on the map."""

    none_words = mark("Orders are written")

    def _begin(self) -> None:
        """Every line is open to which something can be said."""
        super()._begin()
        view, side = self.view, self.side
        self._tries = local_tries(view, side)
        self._groups = tuple(details(view, side))
        self._recalls = recallable(view, side)
        divided = (view.line_id_of(units[0]) for units in self._groups)
        able = {*recipients(view, side), *self._tries, *self._recalls, *divided}
        self.lines = tuple(line for line, _ in sorted_lines(view, side) if line in able)
        self._aside: LocalPrompter | DivisionPrompter | None = None
        self.later = Draft()
        """What is to be open when the answer has been given."""
        self.at: LineId | None = None
        """The line that was open last: Tab goes on from it."""

    # -- what is chosen

    def resume(self, draft: Draft, at: LineId | None) -> None:
        """Go on where the answer before has left the page."""
        self.at = at
        if draft.line is not None and draft.line in self.lines:
            self._open(draft.line)
            if draft.line == self.draft.line and self._aside is None:
                self.draft = draft

    def _open(self, line: LineId) -> None:
        """Turn to a line: to what can be said to it at all."""
        self.draft, self.at, self._aside = Draft(line), line, None
        groups = [units for units in self._groups if self.view.line_id_of(units[0]) == line]
        if is_detached(line) and groups:
            self._open_division(groups[0])
        elif line in self._tries and recipient_refusal(self.view, self.side, line) is not None:
            self._open_local(line)

    def _open_local(self, line: LineId) -> None:
        self._aside = LocalPrompter(self.view, TryLocalDecision(self.side, line), ())

    def _open_division(self, units: tuple[UnitId, ...]) -> None:
        self._aside = DivisionPrompter(self.view, IssueDivisionalOrder(self.side), ())
        self._aside.choose_division(units)

    def _choose(self, line: LineId) -> Response:
        """Turn to a line; the order that is ready goes off before."""
        refusal = self._line_refusal(line)
        if refusal is not None or line == self.draft.line:
            return refusal
        ready = self._ready()
        if ready:
            self.later = Draft(line)
            return ready
        self._open(line)
        return None

    def _ready(self) -> Gesture:
        """The order that only waits to be sent; nothing where there is none."""
        if self._aside is not None or self.draft.line is None or not self._is_written:
            return ()
        return self.give(self._value()) if self._refusal() is None else ()

    def _none(self) -> Response:
        """Send what is ready, and close the pad; a try that only waits is not thrown away."""
        left = self._aside._left_unsent() if self._aside is not None else None
        return left or (*self._ready(), *self.give(None))

    def _line_refusal(self, line: LineId) -> Refusal | None:
        if line in self.lines:
            return None
        return recipient_refusal(self.view, self.side, line) or NO_LINE

    # -- what is offered

    def offer(self) -> Offered:
        """The form, and on the map the recipient, the objectives and the courier."""
        inner = self._aside
        found = super().offer() if inner is None else inner.offer()
        form = found.pad.form
        assert isinstance(form, OrderForm)
        form = replace(form, asides=self._asides(), visit=self._visit(), none="")
        if inner is None and form.verbs:  # the row above says to whom
            form = replace(form, title="")
        extra = PadOffer(form, self.draft.line or "", frozenset(self.lines))
        buttons = (*(b for b in found.buttons if b.id == "send"), self._end())
        return replace(found, buttons=buttons, extra=extra)

    def _end(self) -> Button:
        tip = say("Write nothing more this turn; an order that is ready is sent before")
        return Button("end", say(self.none_words), tip, word=Word.NONE, manner=Manner.END)

    def _visit(self) -> Visit:
        view, side, battle = self.view, self.side, self.view.battle
        wish = view.pad.wish_of(side, Offer.FIRST)
        now = "" if wish is None else wish.line or ASK
        named = [
            ("", say("nobody")),
            (ASK, say("I choose when it is won")),
            *((f.id, f.name) for f in battle.formations.values() if self._may_be_first(f.id)),
        ]
        return Visit(
            first=tuple(Choice(id_, name, chosen=id_ == now) for id_, name in named),
            orders_rally=view.pad.wish_of(side, Offer.RALLY) is not None,
            done=say(self.none_words),
        )

    def _may_be_first(self, formation: FormationId) -> bool:
        wish = Wish(Offer.FIRST, LineId(formation))
        on_map = any(self.view.units[unit].hex for unit in self.view.units_of(formation))
        return on_map and offer_refusal(self.view, self.side, wish) is None

    def _asides(self) -> tuple[Aside, ...]:
        """What else can be said to the line that is open."""
        line = self.draft.line
        if line is None:
            return ()
        return (
            *self._local_aside(line),
            *self._ends_asides(line),
            *self._division_asides(line),
        )

    def _ends_asides(self, line: LineId) -> Iterator[Aside]:
        """What may be said beforehand of the order in force."""
        for offer, words, tip in _ENDS:
            wish = Wish(offer, line)
            if offer_refusal(self.view, self.side, wish) is None:
                now = self.view.pad.has_wish(self.side, wish)
                yield Aside(f"{Word.ENDS}:{offer}", say(words), say(tip), chosen=now)

    def _local_aside(self, line: LineId) -> tuple[Aside, ...]:
        kind = self.view.battle.formations[formation_of_line(line)].kind
        if is_detached(line) or kind is FormationKind.HEADQUARTERS:
            return ()
        name, barred = (
            recipient_leader(self.view, line),
            offer_refusal(self.view, self.side, Wish(Offer.LOCAL, line)),
        )
        is_open = isinstance(self._aside, LocalPrompter)
        tip = say("{name} tries to change his own order, by a die (N12.6)", name=name)
        words = say("{name} decides himself", name=name)
        return (Aside(Word.LOCAL, words, tip, chosen=is_open, barred=barred),)

    def _division_asides(self, line: LineId) -> tuple[Aside, ...]:
        view, corps = self.view, formation_of_line(line)
        now = self._aside.draft.units if self._aside is not None else ()
        tip = say("An order of its own, followed at once (N12.13)")
        found = [
            Aside(
                f"{Word.DIVISION}:{units[0]}", division_name(view.battle, units), tip, now == units
            )
            for units in self._groups
            if view.formation_of(units[0]).id == corps
        ]
        back = say("It comes under the order of its corps again (N12.92)")
        for other in self._recalls:
            if formation_of_line(other) == corps:
                name = line_name(view.battle, other, view.pad.lines[other].units)
                found.append(Aside(f"{Word.RECALL}:{other}", say("Recall {name}", name=name), back))
        return tuple(found)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Choose who is there, or name the objective; with Shift, a hex on the way to it."""
        inner = self._aside
        if inner is not None and (inner.draft.steps or not self._lines_in(hex_)):
            return self._through(inner.click(hex_, joins=joins, adds=adds))
        return super().click(hex_, joins=joins, adds=adds)

    def write(self, word: str) -> Response:
        """Something was pressed on the page."""
        what, _, name = word.partition(":")
        match what:
            case Word.NEXT:
                return self._turn(int(name))
            case Word.LOCAL:
                return self._switch_local()
            case Word.DIVISION:
                return self._switch_division(UnitId(name))
            case Word.RECALL:
                self.later = Draft(LineId(formation_of_line(LineId(name))))
                recall = Answer(IssueDivisionalOrder, Recall(LineId(name)))
                return (*self.give(Wish(Offer.DIVISION)), recall)
            case Word.FIRST:
                return self._wish_first(name)
            case Word.RALLY:
                self.later = self.draft
                return self.give(Wish(Offer.RALLY))
            case Word.ENDS:
                self.later = self.draft
                return self.law(Wish(Offer(name), self.draft.line))
            case Word.LINE | Word.NONE:
                return super().write(word)
        if self._aside is not None:
            return self._through(self._aside.write(word))
        return super().write(word)

    def _turn(self, step: int) -> Response:
        return self._choose(following(self.lines, self.draft.line or self.at, step))

    def _switch_local(self) -> Response:
        line = self.draft.line
        if line is None:
            return NO_LINE
        if isinstance(self._aside, LocalPrompter):
            self._aside = None
            return None
        refusal = offer_refusal(self.view, self.side, Wish(Offer.LOCAL, line))
        if refusal is None:
            self._open_local(line)
        return refusal

    def _switch_division(self, unit: UnitId) -> Response:
        units = next((units for units in self._groups if units[0] == unit), ())
        if self._aside is not None and self._aside.draft.units == units:
            self._aside = None
        elif units:
            self._open_division(units)
        return None

    def _wish_first(self, name: str) -> Response:
        """Name who acts first, or that it is asked, or nobody: the wish that stands, again."""
        now = self.view.pad.wish_of(self.side, Offer.FIRST)
        wish = Wish(Offer.FIRST, None if name == ASK else LineId(name)) if name else now
        if wish is None or (name and wish == now):
            return None
        self.later = self.draft
        return self.law(wish)

    def _through(self, response: Response) -> Response:
        """What is said beside the orders goes through the offer that it takes up."""
        inner = self._aside
        if not isinstance(response, tuple) or inner is None:
            return response
        wish = Wish(Offer.DIVISION)
        if isinstance(inner, LocalPrompter):
            wish = Wish(Offer.LOCAL, inner.decision.line)
        return (*self.give(wish), *response)

    def back(self) -> bool:
        """Take back what was said last, then the offer, then the line."""
        if self._aside is None:
            return super().back()
        if not self._aside.back_within():
            self._aside = None
        return True

    # -- the order itself

    @property
    def _giver(self) -> LeaderId | None:
        return None if self.draft.line is None else author_of(self.view, self._value())

    def _value(self) -> Paper:
        assert self.draft.line is not None
        return Paper(self.draft.line, self.draft.steps, self.draft.wing)

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
