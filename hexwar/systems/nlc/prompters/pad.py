"""What all questions of the order pad have in common: an order is written, word by word.

A formation is chosen in the dock or on the map, then a type of order, then a click on the map
names the objective; type and objective may be said in either order. `then` adds a step. The last
click sends it.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any, TypeVar

from hexwar.engine import Decision, Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Offer, PadOffer, Response
from hexwar.systems.nlc.numbers import NO_ORDER, OrderRow, order_types
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.pad_view.draft import Draft, chain
from hexwar.systems.nlc.panels.order_form import (
    BESIDE,
    LINE,
    VERB,
    WING,
    Choice,
    Courier,
    Odds,
    OrderForm,
    VerbChoice,
    Word,
)
from hexwar.systems.nlc.prompters.common import NlcPrompter, following
from hexwar.systems.nlc.rules.command.command import centre_of, units_under
from hexwar.systems.nlc.words import open_phrase, order_sentence
from hexwar.table.forces import FormationId, OrderStep
from hexwar.table.overlays import Overlays, Ride, Stage, Target

D = TypeVar("D", bound=Decision[Any])

FIRST_WORDS = mark("Choose the type of the order, or click its objective on the map")
NO_LINE = Refusal(mark("Choose a formation first, in the Orders dock or on the map."), "N12.11")
NO_VERB = Refusal(mark("Choose the type of order first."), "N12.2")
NO_GOAL = Refusal(mark("Click the objective on the map first."), "N12.1")


class PadPrompter(NlcPrompter[D]):
    """Holds the order that is being written; subclasses know whose it may be and what it takes."""

    lines: tuple[LineId, ...] = ()
    """The lines of the pad that an order can be written to."""
    sole: LineId | None = None
    """The only line that is written to, where the question names it."""

    def begin(self) -> None:
        """Nothing is written yet."""
        self.draft = Draft(self.sole)

    # -- what a subclass knows

    @abstractmethod
    def value(self) -> Any:
        """The answer that sends the order as it is written."""

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Why nothing can be written to a line."""
        return None if line in self.lines else NO_LINE

    def verb_refusal(self, verb: str) -> Refusal | None:  # noqa: ARG002
        """Why a type of order cannot be written now, whatever its objective."""
        return None

    def none(self) -> Response:
        """What the button gives that writes nothing; what is written and not sent comes first."""
        return self._left_unsent() or self.give(None)

    def none_words(self) -> str:
        """What that button says."""
        return say("Close the pad")

    def first_hint(self) -> str:
        """What to do before there is a recipient."""
        return say("Choose a formation in the list, or click its troops on the map")

    def title(self) -> str:
        """To whom the order goes."""
        return ""

    def giver_words(self) -> str:
        """From whom it comes."""
        return ""

    def send_words(self) -> str:
        """What the main button says."""
        return say("Send the order")

    def courier(self) -> Courier | None:
        """How the order would travel."""
        return None

    def ride(self) -> tuple[Hex, ...]:
        """The way of the courier."""
        return ()

    def ride_words(self) -> str:
        """When he is there."""
        return ""

    def odds(self) -> Odds | None:
        """Whether it would be obeyed."""
        return None

    def wings(self) -> tuple[Choice, ...]:
        """Wings that the recipient can be assigned to."""
        return ()

    # -- what is offered

    def offer(self) -> Offer:
        """The form, and on the map the recipient, the objectives and the courier."""
        form = self._form()
        return Offer(
            form.hint,
            self._buttons(form),
            self._overlays(),
            extra=PadOffer(form, self.draft.line or "", frozenset(self.lines)),
        )

    def _form(self) -> OrderForm:
        draft = self.draft
        if not self._has_recipient:
            return OrderForm(say("Orders"), hint=self.first_hint(), none=self.none_words())
        refusal = self._refusal()
        can_send = self._is_written and refusal is None
        return OrderForm(
            self.title(),
            self.giver_words(),
            self._verbs(),
            self._sentence(),
            is_open=not self._is_written or (bool(draft.verb) and not draft.has_goal),
            hint=self._hint(),
            can_go_on=bool(draft.verb) and self._is_written,
            can_go_by=bool(draft.verb),
            is_by=draft.is_by,
            can_go_back=self._can_go_back,
            formations=self._friends() if draft.verb else (),
            wings=self.wings(),
            courier=self.courier(),
            odds=self.odds() if can_send else None,
            refusal=refusal,
            send=self.send_words(),
            can_send=can_send,
            none=self.none_words(),
        )

    @property
    def _has_recipient(self) -> bool:
        return self.draft.line is not None

    @property
    def _is_written(self) -> bool:
        """Whether nothing is missing: what needs no objective of its own may go without."""
        draft = self.draft
        if not draft.verb:
            return draft.wing is not None and not draft.finished and not draft.has_goal
        return draft.has_goal or (not draft.is_by and self._needs_no_goal)

    @property
    def _can_go_back(self) -> bool:
        """Whether anything is said that can be taken back."""
        return self._one_back != self.draft

    @property
    def _one_back(self) -> Draft:
        """What is left if the last thing said is taken back; the line that is named stays."""
        before = self.draft.back()
        return Draft(self.sole) if before.line is None else before

    @property
    def _type(self) -> OrderRow:
        """The type of order that is being written."""
        return order_types().get(self.draft.verb, NO_ORDER)

    @property
    def _needs_no_goal(self) -> bool:
        return self._type.placeless or bool(self.draft.finished)

    def _refusal(self) -> Refusal | None:
        """Why what is written cannot be sent, even if something is still missing."""
        if self._is_written:
            return self.decision.refusal(self.view, self.value())
        return self.verb_refusal(self.draft.verb) if self.draft.verb else None

    def _left_unsent(self) -> Refusal | None:
        """An order that only waits to be sent is not thrown away by closing the pad."""
        if not self._has_recipient or not self._is_written or self._refusal() is not None:
            return None
        to = self.title()
        words = say(
            "The order {to} is not sent: send it or take it back.", to=to[0].lower() + to[1:]
        )
        return Refusal(words, self.decision.rule)

    def _sentence(self) -> str:
        draft, battle = self.draft, self.view.battle
        if self._is_written:
            return order_sentence(battle, draft.steps) if draft.steps else ""
        before = [order_sentence(battle, draft.finished)] if draft.finished else []
        if draft.verb and draft.route:
            step = OrderStep(draft.verb, route=draft.route)
            return say(", then ").join([*before, order_sentence(battle, (step,)) + say(" to")])
        words = [open_phrase(draft.verb)] if draft.verb else [""] if before else []
        return say(", then ").join([*before, *words]).rstrip()

    def _hint(self) -> str:
        draft = self.draft
        if not draft.verb and draft.target is not None:
            place = self.view.battle.battlefield.name_of(draft.target)
            return say("Choose the type of order for {place}", place=place)
        if not draft.verb:
            return say("Choose the type of order") if draft.finished else FIRST_WORDS
        if draft.is_by:
            return say("Click a hex that the way must lead by")
        if draft.has_goal:
            return say("Click another hex to change the objective")
        if self._needs_no_goal:
            return say("Click the objective, or send it as it stands")
        return say("Click the objective on the map; Shift and a click name a hex on the way")

    def _verbs(self) -> tuple[VerbChoice, ...]:
        return tuple(
            VerbChoice(
                verb,
                say(row.name),
                row.letter,
                chosen=verb == self.draft.verb,
                barred=self.verb_refusal(verb),
            )
            for verb, row in order_types().items()
        )

    def _friends(self) -> tuple[Choice, ...]:
        """Own formations on the map that can be the objective."""
        side, own = self.side, self._formation
        return tuple(
            Choice(card.id, card.name, chosen=card.id == self.draft.beside)
            for card in self.view.battle.formations.values()
            if card.side == side
            and card.id != own
            and centre_of(self.view, LineId(card.id)) is not None
        )

    @property
    def _formation(self) -> FormationId | None:
        return None if self.draft.line is None else formation_of_line(self.draft.line)

    def _buttons(self, form: OrderForm) -> tuple[Button, ...]:
        found = []
        if form.can_send:
            words = f"{form.send}: {form.sentence}." if form.sentence else form.send
            main = Manner.MAIN
            found.append(Button("send", form.send, words, manner=main, word=Word.SEND))
        if form.can_go_on:
            tip = say("Add a further step to the order")
            found.append(Button("then", say("then \N{HORIZONTAL ELLIPSIS}"), tip, word=Word.THEN))
        end = Button("end", form.none, say("Write nothing more"), word=Word.NONE, manner=Manner.END)
        return (*found, end)

    def _overlays(self) -> Overlays:
        """The recipient, what is written as arrows, and the courier."""
        places, ride = self._places(), self.ride()
        side, stage = self.side, Stage.COMING
        shown = self.draft.steps if self._is_written else self.draft.finished
        arrows = chain(self.view, side, places[0], shown, stage, is_pale=False) if places else ()
        draft = self.draft
        waits = () if draft.verb or draft.target is None else (draft.target,)
        said = () if self._is_written else (*draft.route, *waits)
        return Overlays(
            selection=frozenset(places),
            targets=tuple(Target(hex_) for hex_ in said),
            orders=tuple(arrows),
            rides=(Ride(ride, self.ride_words()),) if len(ride) > 1 else (),
        )

    def _places(self) -> list[Hex]:
        """Where the recipient and his troops are."""
        line = self.draft.line
        if line is None:
            return []
        here = centre_of(self.view, line)
        hexes = [self.view.units[unit].hex for unit in units_under(self.view, line)]
        return [hex_ for hex_ in (here, *hexes) if hex_ is not None]

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Choose who is there, or name the objective; with Shift, a hex on the way to it."""
        draft = self.draft
        if not draft.verb and not draft.finished and (self._lines_in(hex_) or not draft.line):
            return self._choose_at(hex_)
        if adds or draft.is_by:
            self.draft = draft.by(hex_)
            return None
        friend = self._friend_at(hex_)
        self.draft = draft.to(hex_) if friend is None else draft.with_friend(friend)
        return None

    def _choose_at(self, hex_: Hex) -> Response:
        """Choose a line with pieces in a hex; clicked again, the next one there."""
        there = self._lines_in(hex_)
        if not there:
            return NO_LINE
        free = [line for line in there if self.line_refusal(line) is None]
        if not free:
            return self.line_refusal(there[0])
        return self.choose(following(free, self.draft.line, 1))

    def _lines_in(self, hex_: Hex) -> list[LineId]:
        """The lines of own pieces in a hex: first those whose leader is there."""
        view, side = self.view, self.side
        cards = view.battle.leaders
        lines = [LineId(cards[leader].formation) for leader in view.leaders_in(hex_, side)]
        lines += [view.line_id_of(unit) for unit in view.units_in(hex_, side)]
        return list(dict.fromkeys(lines))

    def _friend_at(self, hex_: Hex) -> FormationId | None:
        """Whom a click on own troops means to support."""
        if not self._type.supports:
            return None
        there = (formation_of_line(line) for line in self._lines_in(hex_))
        return next((f for f in there if f != self._formation), None)

    def choose(self, line: LineId) -> Response:
        """Write to a line from now on."""
        refusal = self.line_refusal(line)
        if refusal is None and line != self.draft.line:
            self.draft = Draft(line)
        return refusal

    def write(self, word: str) -> Response:
        """Something was pressed on the form."""
        before, colon, name = word.partition(":")
        if colon:
            return self._name(before + colon, name)
        match word:
            case Word.THEN:
                return self._go_on()
            case Word.BY:
                self.draft = replace(self.draft, is_by=not self.draft.is_by)
            case Word.BACK:
                self.back()
            case Word.SEND:
                return self.send()
            case Word.NONE:
                return self.none()
        return None

    def _name(self, what: str, name: str) -> Response:
        """A line, a type of order, a formation or a wing was chosen."""
        if what == LINE:
            return self.choose(LineId(name))
        if what == VERB:
            return self._choose_verb(name)
        if what == BESIDE and self.draft.verb:
            self.draft = self.draft.with_friend(FormationId(name))
        elif what == WING:
            wing = FormationId(name)
            self.draft = replace(self.draft, wing=None if self.draft.wing == wing else wing)
        return None

    def _choose_verb(self, verb: str) -> Response:
        if not self._has_recipient:
            return NO_LINE
        refusal = self.verb_refusal(verb)
        if refusal is None:
            self.draft = self.draft.with_verb(verb)
        return refusal

    def _go_on(self) -> Response:
        if not self.draft.verb:
            return NO_VERB
        if not self._is_written:
            return NO_GOAL
        self.draft = self.draft.then()
        return None

    def send(self) -> Response:
        """Send the order, if it is written and legal."""
        if not self._has_recipient:
            return NO_LINE
        if not self._is_written:
            return NO_GOAL if self.draft.verb else NO_VERB
        return self.law(self.value())

    def back(self) -> bool:
        """Take back what was said last."""
        was, self.draft = self.draft, self._one_back
        return was != self.draft

    def cycle(self, step: int) -> Hex | None:
        """Write to the next line that an order can be written to."""
        if self.sole is not None:
            return centre_of(self.view, self.sole)
        if not self.lines:
            return None
        line = following(self.lines, self.draft.line, step)
        self.draft = Draft(line)
        return centre_of(self.view, line)
