"""What every prompter is made of: gestures, buttons, offers, and the prompter itself.

A prompter turns clicks and keys into answers to one question. It sees what its side may see, holds
what has been chosen so far, and asks the law before it gives anything away. No Qt here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from hexwar.cards.records import CardId
from hexwar.engine import Choice, Decision, Manner, Refusal
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.laid import NOTHING, Laid
from hexwar.table.peril import Warning
from hexwar.table.reports import BombardmentReport, CombatReport, Undone
from hexwar.table.spot import Spot

PieceId = UnitId | LeaderId

Report = CombatReport | BombardmentReport
"""What a sheet lays open."""

D = TypeVar("D", bound=Decision[Any])
P = TypeVar("P", bound=Spot)
"""How places on the board of a game are typed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the next question of a class; it is dropped when another is asked."""

    asked: type[Decision[Any]]
    value: Any


Gesture = tuple[Answer, ...]
"""Answers that are given one after another, as one action of the player's."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A combat that the player looks at before he decides."""

    target: Spot
    eligible: tuple[UnitId, ...]  # who may take part
    ticked: tuple[UnitId, ...]  # who takes part so far
    report: Callable[[tuple[UnitId, ...]], Report]  # the preview for some of them
    refusal: Callable[[tuple[UnitId, ...]], Refusal | None]  # why they may not, or None
    gesture: Callable[[tuple[UnitId, ...]], Gesture]  # what goes through with it


Response = Gesture | Refusal | Sheet | None
"""What an action of the player's leads to; None: something else is chosen, or nothing happens."""


@dataclass(frozen=True, slots=True)
class Button:
    """A choice that can be named: it gives a gesture away, or chooses pieces first.

    One that does neither is a click on its first spot.
    """

    id: str
    text: str
    tooltip: str
    response: Response = None
    picks: tuple[PieceId, ...] = ()  # chosen by it instead
    manner: Manner = Manner.PLAIN
    spots: tuple[Spot, ...] = ()  # that it is about
    word: str = ""  # what it writes on the order form instead


# -- what the player can do: of every question, and beyond that of cards, marches and writing


@dataclass(frozen=True, slots=True)
class CardsOffer:
    """What a question wants of the cards in hand."""

    ready: frozenset[CardId]  # that can be played now
    refusals: Mapping[CardId, Refusal]  # why the others cannot
    taken: CardId | None = None  # chosen, and not played yet
    how: str = ""  # what to do with the chosen card, in a sentence


@dataclass(frozen=True, slots=True)
class MarchOffer:
    """What a question about a march lets one choose besides the way."""

    road: bool = False  # whether road movement is on
    drops: tuple[Any, ...] = ()  # who stays behind on the way that is thought of
    entries: tuple[Spot, ...] = ()  # where arrivals may enter, brought into view once


@dataclass(frozen=True, slots=True)
class PadOffer:
    """An order that is being written: a click on the board names its objective."""

    form: Any = None  # as the panel of the game shows it; None: nothing is written
    line: str = ""  # the line of the order pad that it is written to
    lines: frozenset[str] = frozenset()  # lines that it can be written to


@dataclass(frozen=True, slots=True)
class FightOffer:
    """A fight that is being put together: the game's own panel shows it beside the board."""

    report: Any = None  # all of it before the die, as the rules reckon it; None: nothing chosen
    units: tuple[UnitId, ...] = ()  # who takes part so far


@dataclass(frozen=True, slots=True)
class Offer:
    """All that the player can do now, and what the board shows of it."""

    hint: str  # what a click does
    buttons: tuple[Button, ...] = ()
    overlays: Laid = NOTHING  # as the board of the game reads them
    pickable: frozenset[str] = frozenset()  # pieces that may be chosen
    picked: tuple[PieceId, ...] = ()
    decides: bool = False  # whether to choose a piece is to answer
    verdict: str = ""  # what the chosen pieces can do as they are
    barred: Refusal | None = None  # why they cannot act as they are
    sources: frozenset[Spot] = frozenset()  # places from which a path may be drawn
    ghosts: frozenset[Spot] = frozenset()  # places where a move that is proposed ends
    extra: CardsOffer | MarchOffer | PadOffer | FightOffer | None = None  # what few questions have
    report: Report | None = None  # a combat that is laid open beside the question
    is_idle: bool = False  # whether nobody has anything better to do than to end it

    @property
    def cards(self) -> CardsOffer | None:
        """What can be done with cards; None: no card is asked for."""
        return self.extra if isinstance(self.extra, CardsOffer) else None

    @property
    def march(self) -> MarchOffer:
        """What can be chosen besides a way."""
        return self.extra if isinstance(self.extra, MarchOffer) else MarchOffer()

    @property
    def fight(self) -> FightOffer | None:
        """A fight that is being put together; None: none is asked for."""
        return self.extra if isinstance(self.extra, FightOffer) else None

    @property
    def pad(self) -> PadOffer:
        """The order that is being written, if any."""
        return self.extra if isinstance(self.extra, PadOffer) else PadOffer()


class Prompter(Generic[D, P]):
    """Mouse and keys for one question: each choice by its button, or by a click on the board.

    Subclasses are for gestures: they change what a click, a choice of pieces or a drawn path means.
    """

    def __init__(self, view: Any, decision: D, options: Sequence[Any]) -> None:
        """Take up a question, with the table as the side that is asked may see it."""
        self.view = view
        self.told = view
        """The table as those may see it who read the words of the choices."""
        self.decision = decision
        self.options = tuple(options)

    @cached_property
    def choices(self) -> tuple[Choice[Any], ...]:
        """The answers as the question names them."""
        return tuple(self.decision.choices(self.told, self.options))

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """A button for each of them."""
        return tuple(
            Button(c.id, c.label, c.tip, self._answer(c), manner=c.manner, spots=c.spots)
            for c in self.choices
        )

    @cached_property
    def marks(self) -> Laid:
        """What the board shows meanwhile: by default where a click is an answer."""
        marks = self.decision.marks(self.view)
        if isinstance(marks, Laid):
            return marks
        spots = [spot for choice in self.choices for spot in choice.spots]
        pieces = [piece for choice in self.choices for piece in choice.pieces]
        laid: Laid = self.view.battle.aimed(spots, pieces)
        return laid

    def offer(self) -> Offer:
        """What the player can do now."""
        pieces = frozenset(piece for choice in self.choices for piece in choice.pieces)
        hint = self.decision.hint(self.view)
        return Offer(hint, self.buttons, self.marks, pieces, decides=bool(pieces))

    def click(self, spot: P, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A place is clicked: the answer that alone has it among its spots is given.

        `joins`: he goes there even if he could choose the units that are there. `adds`: what is
        there is added to what is chosen.
        """
        found = [choice for choice in self.choices if spot in choice.spots]
        if len(found) == 1:
            return self._answer(found[0])
        return self.decision.why_not(self.view, spot)

    def held_back(self) -> None:
        """What it has led to was not given: all is as it was before."""

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These pieces are chosen from now on, and no others; the last one may be an answer."""
        named = [c for piece in pieces for c in self.choices if piece in c.pieces]
        return self._answer(named[-1]) if named else None

    def hover(self, spot: P | None) -> None:
        """The pointer or the cursor is over a place, or over none."""

    def draw(self, path: tuple[P, ...]) -> None:
        """A path is being drawn; an empty one is given up."""

    def drop(self, path: tuple[P, ...]) -> Response:  # noqa: ARG002
        """A path has been drawn to its end."""
        return None

    def back(self) -> bool:
        """Give up the last choice; False when nothing is chosen."""
        return False

    def write(self, word: str) -> Response:  # noqa: ARG002
        """A button with a word was pressed, or something on the form of an order."""
        return None

    def cycle(self, step: int) -> P | None:  # noqa: ARG002
        """Choose the next (1) or the last (-1) of what can still act; the place where it is."""
        return None

    @property
    def sentence(self) -> str:
        """Who must do what, and why: by default as the question says it."""
        return self.decision.sentence(self.view)

    @property
    def rule(self) -> str:
        """The rule that asks it."""
        return self.decision.rule

    # -- for subclasses

    def _answer(self, choice: Choice[Any]) -> Response:
        is_listed = any(option is choice.answer for option in self.options)
        return self.give(choice.answer) if is_listed else self.law(choice.answer)

    def law(self, value: Any) -> Response:
        """The gesture of one answer, or why it is not legal."""
        refusal = self.decision.refusal(self.view, value)
        return refusal if refusal is not None else self.give(value)

    def give(self, value: Any) -> Gesture:
        """The gesture of one answer."""
        return (Answer(type(self.decision), value),)


# -- what only some prompters can do


@runtime_checkable
class TakesCards(Protocol):
    """A prompter that answers when a card is taken up, be it with a refusal."""

    def take(self, card: CardId) -> Response:
        """A card of the hand is clicked, or lifted to be carried to the map."""
        ...


@runtime_checkable
class LeadsMarch(Protocol):
    """A prompter of a march, which may go by road and leave some of those who march behind."""

    def switch_road(self) -> None:
        """Switch road movement on or off."""
        ...

    def leavable(self, spot: Spot) -> tuple[PieceId, ...] | Refusal:
        """Who of those chosen may stay behind in a place on their way (N5.9, T7.8)."""
        ...

    def leave(self, spot: Spot, pieces: Sequence[PieceId]) -> Refusal | None:
        """Lead the way through a place, and leave some of them there."""
        ...


@runtime_checkable
class Proposes(Protocol):
    """A prompter that can propose many moves at once, and shows them as ghosts."""

    def propose(self) -> Response:
        """Lay a proposal on the board; once more gives it up."""
        ...

    def strike(self, spot: Spot) -> bool:
        """Strike out a ghost: that one stays."""
        ...


# -- how the questions of a game are put to a person: what the controller asks a game's face for


@dataclass(frozen=True, slots=True)
class Acting:
    """Whose turn it is."""

    side: Side
    body: str | None = None  # the part of the side that acts, such as a formation


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done now, or cannot and why: a line of the list behind `?`."""

    who: str  # the piece's name; empty where no piece does it
    words: str  # what it may do, and where
    piece: str = ""  # its id, to be found and chosen by a click
    spot: Spot | None = None  # where
    rule: str = ""
    is_open: bool = True  # False: `words` says why it is not possible


class StandingAnswers:
    """What the window answers by itself in one game, as the player has told it before."""

    def __init__(self) -> None:
        self.passes: Collection[str] = ()
        """The moments that he lets pass without a question; see `Preferences.passes`."""
        self.proposes = False
        """Whether moves are proposed as soon as they are asked for."""

    def lets_pass(self, decision: Decision[Any] | None) -> bool:  # noqa: ARG002
        """Whether a question is answered with no by itself."""
        return False

    def note(self, side: str, gesture: Gesture) -> None:
        """A gesture is given: keep of it what a later question will ask."""

    def leave(self, prompter: Prompter[Any, Any]) -> None:
        """An answer is given: keep what a later question of the kind shall take up."""

    def prepare(self, prompter: Prompter[Any, Any]) -> None:
        """A question is put: recall what the player has said already."""

    # -- many answers that the player has given as one

    @property
    def goes_on(self) -> bool:
        """Whether answers are left that are given one after another."""
        return False

    def onward(self, prompter: Prompter[Any, Any]) -> Gesture | None:  # noqa: ARG002
        """The next of them; None where this question is for the player to answer."""
        return None

    def halted(self) -> Refusal | None:
        """Why they were not all given, once; None where nothing came in the way."""
        return None

    def held_end(self) -> bool:
        """Whether the end that was to follow them waits for what is left undone, once."""
        return False

    def meanwhile(self, view: Any, side: Side | None) -> Laid:  # noqa: ARG002
        """What lies on the board while they are shown, as far as a side may see it."""
        return NOTHING

    def rewound(self) -> None:
        """Answers were taken back, or the table is laid out anew: nothing goes on by itself."""


@dataclass(frozen=True, slots=True)
class EndWords:
    """How a game names the end of all that who acts may still do."""

    button: str = mark("End activation")  # empty where a segment only can be ended
    tip: str = mark("Do nothing more with those who act")
    last: str = mark("This is the last segment: its end is that of the activation")
    left: str = mark("Left undone in this activation")


class Questions:
    """How a game puts its questions; each says the rest itself."""

    end_words = EndWords()
    over_rule: ClassVar[str] = "N22"
    """The rule that says who has won."""
    moments_rule: ClassVar[str] = "N23.6"
    """The rule that says at which moments cards are played."""

    def __init__(self, kit: Kit[Any]) -> None:
        self.kit = kit

    def prompter(
        self, view: Any, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any, Any]:
        """What turns clicks and keys into answers to a question."""
        return Prompter(view, decision, options)

    def standing_answers(self) -> StandingAnswers:
        """What is answered by itself in one game."""
        return StandingAnswers()

    def acting(self, view: Any) -> Acting | None:  # noqa: ARG002
        """Who acts now; None where it is nobody's turn."""
        return None

    def possible(self, view: Any, prompter: Prompter[Any, Any]) -> Sequence[Deed]:  # noqa: ARG002
        """What the side that is asked can do now: by default what stands on buttons."""
        rule = prompter.decision.rule
        return [
            Deed("", b.tooltip or b.text, spot=next(iter(b.spots), None), rule=rule)
            for b in prompter.offer().buttons
        ]

    def errand(self, view: Any, decision: Decision[Any]) -> str:  # noqa: ARG002
        """Why the machine is handed over for a question, and how long that takes, roughly."""
        return say("A question waits that only this side may see: a moment.")

    # -- advice and warnings

    def words_of(self, view: Any, decision: Decision[Any], answer: Any) -> str:
        """An answer as advice names it: by default by its button, else by its kind."""
        prompter = self.prompter(view, decision, decision.options(view))
        gesture = (Answer(type(decision), answer),)
        given = [b.text for b in prompter.offer().buttons if b.response == gesture]
        found = [c.label for c in decision.choices(view, [answer]) if c.answer == answer]
        return next(iter((*given, *found)), decision.kind(answer))

    def drawn(self, view: Any, decision: Decision[Any], answer: Any) -> Laid:
        """What the board shows of an answer: by default where a click gives it."""
        found = [c for c in decision.choices(view, [answer]) if c.answer == answer]
        spots = [spot for choice in found for spot in choice.spots]
        laid: Laid = view.battle.aimed(spots, [p for choice in found for p in choice.pieces])
        return laid

    def warnings(self, view: Any, decision: Decision[Any], gesture: Gesture) -> Sequence[Warning]:  # noqa: ARG002
        """What a side would risk by the answers of a gesture, judged on what it knows."""
        return ()

    # -- ending a segment, or all that are still to come

    def is_last(self, decision: Decision[Any]) -> bool:  # noqa: ARG002
        """Whether an activation ends with the segment that the question may end."""
        return False

    def left(self, view: Any, decision: Decision[Any]) -> Sequence[Undone]:  # noqa: ARG002
        """What could still be done, in this segment and in later ones of the activation."""
        return ()
