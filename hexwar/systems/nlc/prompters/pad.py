"""What all questions of the order pad have in common: an order is written, word by word.

A formation is chosen in the dock or on the map, then a type of order, then a click on the map
names the objective; type and objective may be said in either order. `then` adds a step. The last
click sends it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar

from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.map_prompter import find_hex
from hexwar.shell.prompter import Button, Offer, PadOffer, Response
from hexwar.systems.nlc.numbers import NO_ORDER, OrderRow, order_types
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.panels.order_form import Choice, Courier, Odds, OrderForm, VerbChoice, Word
from hexwar.systems.nlc.prompters.common import NlcPrompter, following
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of, units_under
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name, open_phrase, order_sentence
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.overlays import OrderArrow, Overlays, Ride, Stage, Target

D = TypeVar("D", bound=Decision[Any])
Steps = tuple[OrderStep, ...]

FIRST_WORDS = mark("Choose the type of the order, or click its objective on the map")
NO_LINE = Refusal(mark("Choose a formation first, in the Orders dock or on the map."), "N12.11")
NO_VERB = Refusal(mark("Choose the type of order first."), "N12.2")
NO_GOAL = Refusal(mark("Click the objective on the map first."), "N12.1")


@dataclass(frozen=True, slots=True)
class Draft:
    """To whom, the steps that are finished, and the step that is being written."""

    line: LineId | None = None  # to whom; for a division its corps, or its own line
    units: tuple[UnitId, ...] = ()  # the division that gets a divisional order
    finished: Steps = ()
    verb: str = ""  # of the step that is being written
    route: tuple[Hex, ...] = ()
    target: Hex | None = None
    beside: FormationId | None = None  # a friendly formation for an objective
    wing: FormationId | None = None  # the wing that the recipient is assigned to
    is_by: bool = False  # the next hex is on the way

    @property
    def has_goal(self) -> bool:
        """Whether the step that is being written has its objective."""
        return self.target is not None or self.beside is not None

    @property
    def steps(self) -> Steps:
        """The order as it would be sent now."""
        if not self.verb:
            return self.finished
        return (*self.finished, OrderStep(self.verb, self.target, self.route, self.beside))

    def with_verb(self, verb: str) -> Draft:
        """The step is of another type; its objective stays."""
        return replace(self, verb=verb)

    def to(self, hex_: Hex) -> Draft:
        """The step has this objective."""
        return replace(self, target=hex_, beside=None, is_by=False)

    def by(self, hex_: Hex) -> Draft:
        """The way of the step leads by a hex."""
        return replace(self, route=(*self.route, hex_), is_by=False)

    def with_friend(self, formation: FormationId) -> Draft:
        """The step has a friendly formation for its objective."""
        return replace(self, target=None, beside=formation, is_by=False)

    def then(self) -> Draft:
        """The step is finished, and another is begun."""
        return Draft(self.line, self.units, self.steps, wing=self.wing)

    def back(self) -> Draft:
        """Without what was said last; what cannot be taken back is none the worse."""
        if self.is_by:
            return replace(self, is_by=False)
        if self.has_goal:
            return replace(self, target=None, beside=None)
        if self.route:
            return replace(self, route=self.route[:-1])
        if self.verb:
            return replace(self, verb="")
        if self.finished:
            *rest, last = self.finished
            step = (last.verb, last.route, last.target, last.target_formation)
            return Draft(self.line, self.units, tuple(rest), *step, self.wing)
        return Draft() if self.wing is None else replace(self, wing=None)


def chain(
    view: GameState,
    side: Side,
    start: Hex,
    steps: Sequence[OrderStep],
    stage: Stage,
    *,
    is_pale: bool,
) -> Iterator[OrderArrow]:
    """The steps of one order, each from where the one before it leads."""
    for step in steps:
        end = objective_of(view, step)
        way = (start, *step.route, start if end is None else end)
        hexes, row = tuple(hex_ for hex_, _ in groupby(way)), order_types()[step.verb]
        yield OrderArrow(side, row.arrow, row.letter, hexes, stage, is_pale)
        start, stage = hexes[-1], Stage.NEXT


def recipient(view: GameState, line: LineId) -> str:
    """A line as one writes to it: `II Corps (Victor)`."""
    leader = commander_of(view, line)
    name = line_name(view.battle, line, view.pad.lines[line].units)
    return name if leader is None else f"{name} ({view.battle.leaders[leader].name})"


class PadPrompter(NlcPrompter[D]):
    """Holds the order that is being written; subclasses know whose it may be and what it takes."""

    lines: tuple[LineId, ...] = ()
    """The lines of the pad that an order can be written to."""
    sole: LineId | None = None
    """The only line that is written to, where the question names it."""
    first_words = mark("Choose a formation in the list, or click its troops on the map")
    """What to do before there is a recipient."""
    send_words = mark("Send the order")
    """What the main button says."""
    none_words = mark("Close the pad")
    """What the button says that writes nothing."""

    def _begin(self) -> None:
        self.draft = Draft(self.sole)

    # -- what a subclass knows

    @abstractmethod
    def _value(self) -> Any:
        """The answer that sends the order as it is written."""

    def _line_refusal(self, line: LineId) -> Refusal | None:
        """Why nothing can be written to a line."""
        return None if line in self.lines else NO_LINE

    def _verb_refusal(self, verb: str) -> Refusal | None:  # noqa: ARG002
        """Why a type of order cannot be written now, whatever its objective."""
        return None

    def _none(self) -> Response:
        """What the button gives that writes nothing; what is written and not sent comes first."""
        return self._left_unsent() or self.give(None)

    def _title(self) -> str:
        """To whom the order goes, with his name."""
        line = self.draft.line
        return "" if line is None else say("To {recipient}", recipient=recipient(self.view, line))

    def _giver_words(self) -> str:
        """From whom it comes."""
        return ""

    def _courier(self) -> tuple[Courier, Ride] | None:
        """How the order would travel, in words and on the map."""
        return None

    def _odds(self) -> Odds | None:
        """Whether it would be obeyed."""
        return None

    def _wings(self) -> tuple[Choice, ...]:
        """Wings that the recipient can be assigned to."""
        return ()

    # -- what is offered

    def offer(self) -> Offer:
        """The form, and on the map the recipient, the objectives and the courier."""
        form = self._form()
        extra = PadOffer(form, self.draft.line or "", frozenset(self.lines))
        return Offer(form.hint, self._buttons(form), self._overlays(), extra=extra)

    def _form(self) -> OrderForm:
        draft = self.draft
        if draft.line is None:
            words = say(self.first_words)
            return OrderForm(say("Orders"), hint=words, none=say(self.none_words))
        refusal, courier = self._refusal(), self._courier()
        can_send = self._is_written and refusal is None
        return OrderForm(
            self._title(),
            self._giver_words(),
            self._verbs(),
            self._sentence(),
            is_open=not self._is_written or (bool(draft.verb) and not draft.has_goal),
            hint=self._hint(),
            can_go_on=bool(draft.verb) and self._is_written,
            can_go_by=bool(draft.verb),
            is_by=draft.is_by,
            can_go_back=self._one_back != draft,
            formations=self._friends() if draft.verb else (),
            wings=self._wings(),
            courier=None if courier is None else courier[0],
            odds=self._odds() if can_send else None,
            refusal=refusal,
            send=say(self.send_words),
            can_send=can_send,
            none=say(self.none_words),
        )

    @property
    def _is_written(self) -> bool:
        """Whether nothing is missing: what needs no objective of its own may go without."""
        draft = self.draft
        if not draft.verb:
            return draft.wing is not None and not draft.finished and not draft.has_goal
        return draft.has_goal or (not draft.is_by and self._needs_no_goal)

    @property
    def _one_back(self) -> Draft:
        """What is left if the last thing said is taken back; the line that is named stays."""
        before = self.draft.back()
        return Draft(self.sole) if before.line is None else before

    @property
    def _type(self) -> OrderRow:
        return order_types().get(self.draft.verb, NO_ORDER)

    @property
    def _needs_no_goal(self) -> bool:
        return self._type.placeless or bool(self.draft.finished)

    def _refusal(self) -> Refusal | None:
        """Why what is written cannot be sent, even if something is still missing."""
        if self._is_written:
            return self.decision.refusal(self.view, self._value())
        return self._verb_refusal(self.draft.verb) if self.draft.verb else None

    def _left_unsent(self) -> Refusal | None:
        """An order that only waits to be sent is not thrown away by closing the pad."""
        if self.draft.line is None or not self._is_written or self._refusal() is not None:
            return None
        to = self._title()
        words = mark("The order {to} is not sent: send it or take it back.")
        return refuse(self.decision.rule, words, to=to[0].lower() + to[1:])

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
            return say("Choose the type of order for {place}", place=self.place(draft.target))
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
        now, barred = self.draft.verb, self._verb_refusal
        return tuple(
            VerbChoice(verb, say(row.name), row.letter, chosen=verb == now, barred=barred(verb))
            for verb, row in order_types().items()
        )

    def _friends(self) -> tuple[Choice, ...]:
        own, beside = self._formation, self.draft.beside
        return tuple(
            Choice(card.id, card.name, chosen=card.id == beside)
            for card in self.view.battle.formations.values()
            if card.side == self.side
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
        draft, places, courier = self.draft, self._places(), self._courier()
        is_written, stage = self._is_written, Stage.COMING
        shown = draft.steps if is_written else draft.finished
        here = places[0] if places else None
        arrows = chain(self.view, self.side, here, shown, stage, is_pale=False) if here else ()
        waits = () if draft.verb or draft.target is None else (draft.target,)
        said = () if is_written else (*draft.route, *waits)
        return Overlays(
            selection=frozenset(places),
            targets=tuple(Target(hex_) for hex_ in said),
            orders=tuple(arrows),
            rides=(courier[1],) if courier and len(courier[1].path) > 1 else (),
        )

    def _places(self) -> list[Hex]:
        line = self.draft.line
        if line is None:
            return []
        hexes = [self.view.units[unit].hex for unit in units_under(self.view, line)]
        return [hex_ for hex_ in (centre_of(self.view, line), *hexes) if hex_ is not None]

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Choose who is there, or name the objective; with Shift, a hex on the way to it."""
        draft, there = self.draft, self._lines_in(hex_)
        if not draft.verb and not draft.finished and (there or not draft.line):
            return self._choose_at(hex_)
        if adds or draft.is_by:
            self.draft = draft.by(hex_)
            return None
        friends = (formation_of_line(line) for line in there if self._type.supports)
        friend = next((f for f in friends if f != self._formation), None)
        self.draft = draft.to(hex_) if friend is None else draft.with_friend(friend)
        return None

    def _choose_at(self, hex_: Hex) -> Response:
        """Choose a line with pieces in a hex; clicked again, the next one there."""
        there = self._lines_in(hex_)
        if not there:
            return NO_LINE
        free = [line for line in there if self._line_refusal(line) is None]
        if not free:
            return self._line_refusal(there[0])
        return self._choose(following(free, self.draft.line, 1))

    def _lines_in(self, hex_: Hex) -> list[LineId]:
        """The lines of own pieces in a hex: first those whose leader is there."""
        view, side = self.view, self.side
        cards = view.battle.leaders
        lines = [LineId(cards[leader].formation) for leader in view.leaders_in(hex_, side)]
        lines += [view.line_id_of(unit) for unit in view.units_in(hex_, side)]
        return list(dict.fromkeys(lines))

    def _choose(self, line: LineId) -> Response:
        refusal = self._line_refusal(line)
        if refusal is None and line != self.draft.line:
            self.draft = Draft(line)
        return refusal

    def write(self, word: str) -> Response:
        """Something was pressed on the form."""
        what, _, name = word.partition(":")
        draft = self.draft
        match what:
            case Word.LINE:
                return self._choose(LineId(name))
            case Word.VERB:
                return self._choose_verb(name)
            case Word.THEN:
                return self._go_on()
            case Word.SEND:
                return self._send()
            case Word.NONE:
                return self._none()
            case Word.NEXT:
                self.cycle(int(name))
            case Word.GOAL:
                return self._name_goal(name)
            case Word.BESIDE if draft.verb:
                self.draft = draft.with_friend(FormationId(name))
            case Word.WING:
                wing = FormationId(name)
                self.draft = replace(draft, wing=None if draft.wing == wing else wing)
            case Word.BY:
                self.draft = replace(draft, is_by=not draft.is_by)
            case Word.BACK:
                self.back()
        return None

    def _name_goal(self, words: str) -> Response:
        """The objective is typed: the number of a hex, or the name of a place or a friend."""
        if self.draft.line is None:
            return NO_LINE
        wanted = words.strip().casefold()
        friend = next((one for one in self._friends() if one.name.casefold() == wanted), None)
        if friend is not None and self.draft.verb and self._type.supports:
            self.draft = self.draft.with_friend(FormationId(friend.id))
            return None
        hex_ = find_hex(self.view.battle.battlefield, words)
        if hex_ is None:
            message = mark("There is no such hex or place on this map: {words}.")
            return refuse("N12.1", message, words=words.strip())
        self.draft = self.draft.by(hex_) if self.draft.is_by else self.draft.to(hex_)
        return None

    def _choose_verb(self, verb: str) -> Response:
        if self.draft.line is None:
            return NO_LINE
        refusal = self._verb_refusal(verb)
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

    def _send(self) -> Response:
        if self.draft.line is None:
            return NO_LINE
        if not self._is_written:
            return NO_GOAL if self.draft.verb else NO_VERB
        return self.law(self._value())

    def back(self) -> bool:
        """Take back what was said last."""
        was, self.draft = self.draft, self._one_back
        return was != self.draft

    def back_within(self) -> bool:
        """Take back what was said last, but for the recipient; whether there was anything."""
        return bool(self.draft.steps or self.draft.route or self.draft.target) and self.back()

    def cycle(self, step: int) -> Hex | None:
        """Write to the next line that an order can be written to."""
        line = self.sole
        if line is None and self.lines:
            line = following(self.lines, self.draft.line, step)
            self.draft = Draft(line)
        return None if line is None else centre_of(self.view, line)
