"""Orders: written, carried, obeyed or not, changed (N12). Each is known to its own side only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated

from hexwar.cards.records import CardId
from hexwar.engine import Fits
from hexwar.engine.records import without
from hexwar.messages import mark, say, tell
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, Offer, Wish
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import ORDERS
from hexwar.table.fact import MARKERS, Fact, Scene, Shows, Sound, Topic
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Side, UnitId
from hexwar.table.pieces import Writing
from hexwar.text import Text

_WRITING: Mapping[Writing, str] = MappingProxyType(
    {
        Writing.DELIVERY: mark("Couriers delivered the orders that were due."),
        Writing.COMPLIANCE: mark("Leaders were asked to obey."),
        Writing.LOCAL: mark("Leaders could decide for themselves."),
        Writing.ORDERS: mark("Orders were written."),
        Writing.SENDING: mark("Couriers rode off with the new orders."),
    }
)

_OBEYED: Mapping[str, str] = MappingProxyType(
    {
        "C": mark("he obeys"),
        "D": mark("he delays, and the order waits"),
        "X": mark("he does not obey"),
    }
)

_DECIDED: Mapping[str, str] = MappingProxyType(
    {"OK": mark("he does as he wants"), "NE": mark("nothing changes"), "BM": mark("a bad move")}
)


def _are_known(steps: tuple[OrderStep, ...]) -> bool:
    return all(step.verb in order_types() for step in steps)


Steps = Annotated[tuple[OrderStep, ...], Fits(_are_known)]
"""Of an order, of the types that there are (N12.2)."""


@dataclass(frozen=True, slots=True)
class PadEvent(Fact, topic=ORDERS):
    """Something on a side's order pad; the enemy does not see it (N3.4)."""

    side: Side

    def is_known_to(self, side: str) -> bool:
        """Only to the side whose pad it is."""
        return side == self.side


@dataclass(frozen=True, slots=True)
class WritingBegan(Fact, rule="N12.9", topic=MARKERS, keeps_derived=True, is_open=True):
    """A step of the Orders Phase began (N12.9)."""

    step: Writing

    def sentence(self, _: Scene) -> Text:
        """Leaders were asked to obey."""
        return tell(_WRITING[self.step])

    def apply(self, state: GameState) -> None:
        """Nobody is through with it."""
        state.pad = replace(state.pad, writing=self.step, served=(), asked=())


@dataclass(frozen=True, slots=True)
class PadClosed(Fact, rule="N4.8", topic=MARKERS, keeps_derived=True, is_open=True):
    """A side is through with a secret step of the Orders Phase (N4.8)."""

    words = mark("The {side} closed their order pad.")
    side: Side

    def apply(self, state: GameState) -> None:
        """The other side is asked, or the step is over."""
        state.pad = replace(state.pad, served=(*state.pad.served, self.side))


@dataclass(frozen=True, slots=True)
class CommanderTied(PadEvent, rule="N7.8"):
    """An OC must stay near those who attack under his orders, or no more (N7.6, N7.8)."""

    leader: LeaderId
    is_tied: bool

    def sentence(self, scene: Scene) -> Text:
        """Blücher must stay in range of those who attack."""
        if self.is_tied:
            return self.told(scene, mark("{leader} must stay in range of those who attack."))
        return self.told(scene, mark("{leader} may ride where he likes."))

    def apply(self, state: GameState) -> None:
        """Write it down."""
        rest = tuple(leader for leader in state.pad.tied if leader != self.leader)
        state.pad = replace(state.pad, tied=(*rest, self.leader) if self.is_tied else rest)


@dataclass(frozen=True, slots=True)
class OrderDispatched(PadEvent, rule="N12.4", keeps_derived=True, sound=Sound.PAPER):
    """An order was written and a courier rides (N12.4); it takes the place of one on its way."""

    line: LineId
    steps: Steps
    giver: LeaderId
    due: int  # the turn of delivery
    wing: FormationId | None = None  # assigns the recipient (N12.7)
    cards: tuple[CardId, ...] = ()  # that help it to be obeyed (N12.67)
    is_extra: bool = False  # by a card: the giver's rating does not count it (N12.12)

    def sentence(self, scene: Scene) -> Text:
        """Napoléon sent II Corps (Victor) an order, due on turn 3: March to 0303."""
        words = mark("{giver} sent {line} an order, due on turn {due}{under}: {steps}.")
        under = self.told(scene, mark(" and put it under {wing}")) if self.wing else ""
        return self.told(scene, words, under=under)

    def apply(self, state: GameState) -> None:
        """The giver has given one more."""
        rider = Dispatch(
            self.steps, self.giver, state.turn, self.due, wing=self.wing, cards=self.cards
        )
        state.pad = state.pad.with_dispatch(self.line, rider)
        if not self.is_extra:
            state.pad = state.pad.with_order_given(self.giver)


@dataclass(frozen=True, slots=True)
class OrderDelivered(PadEvent, rule="N12.9"):
    """The recipient holds the order (N12.9)."""

    words = mark("The order on its way reached {line}.")
    line: LineId

    def apply(self, state: GameState) -> None:
        """He received an order this turn (N12.61)."""
        state.pad = replace(state.pad, addressed=(*state.pad.addressed, self.line))


@dataclass(frozen=True, slots=True)
class ComplianceRolled(PadEvent, rule="N12.5", rest=700):
    """A leader was asked to obey (N12.5)."""

    line: LineId
    column: int
    die: int
    result: Annotated[str, Fits(_OBEYED.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """Compliance of II Corps (Victor) in column 3: die 5, D: he delays, and the order waits."""
        words = mark("Compliance of {line} in column {column}: die {die}, {result}: {verdict}.")
        return self.told(scene, words, verdict=say(_OBEYED[self.result]))

    def apply(self, state: GameState) -> None:
        """He has rolled this turn; an order not obeyed yet waits (N12.91)."""
        state.pad = replace(state.pad, complied=(*state.pad.complied, self.line))
        if self.result == "D":
            waiting = state.pad.dispatches[self.line]
            waiting = replace(waiting, waited=waiting.waited + 1)
            state.pad = state.pad.with_dispatch(self.line, waiting)


@dataclass(frozen=True, slots=True)
class OrderInForce(PadEvent, rule="N12.1"):
    """A new order governs a line from now on (N12.1)."""

    line: LineId
    steps: Steps
    bad_until: int = 0  # a Bad Move: no Local Decision before this turn (N12.65)

    def sentence(self, scene: Scene) -> Text:
        """In force for II Corps (Victor): March to 0303."""
        plain = mark("In force for {line}: {steps}.")
        bad = mark("In force for {line}: {steps}; no Local Decision before turn {bad_until}.")
        return self.told(scene, bad if self.bad_until else plain)

    def apply(self, state: GameState) -> None:
        """What was on its way has come or is void (N12.42); a Bad Move stops no courier."""
        old = state.pad.lines.get(self.line, Line(()))
        held = Line(self.steps, state.turn, self.bad_until, old.units)
        state.pad = state.pad.with_line(self.line, held)
        if not self.bad_until:
            state.pad = state.pad.without_dispatch(self.line)


@dataclass(frozen=True, slots=True)
class TaskChosen(Fact, rule="N26.1", topic=ORDERS, rest=500, is_open=True):
    """A formation of the basic game acts, and this is what it does; both sides see it (N26.1)."""

    words = mark("{line} acts: {steps}.")
    line: LineId
    steps: Steps

    def apply(self, state: GameState) -> None:
        """It holds as an order until the formation acts again."""
        state.pad = state.pad.with_line(self.line, Line(self.steps, state.turn))


@dataclass(frozen=True, slots=True)
class OrderLost(PadEvent, rule="N12.5"):
    """An order was not obeyed and is void: the old one stays (N12.5)."""

    words = mark("The order for {line} is void; the old one stays in force.")
    line: LineId

    def apply(self, state: GameState) -> None:
        """Nothing is on its way any more."""
        state.pad = state.pad.without_dispatch(self.line)


@dataclass(frozen=True, slots=True)
class OrderDropped(PadEvent, rule="N12.42"):
    """An order on its way was cancelled by a newer one (N12.42)."""

    words = mark("The order on its way to {line} was cancelled by a newer one.")
    line: LineId

    def apply(self, state: GameState) -> None:
        """Nothing is on its way any more."""
        state.pad = state.pad.without_dispatch(self.line)


@dataclass(frozen=True, slots=True)
class OrderStepChanged(PadEvent, rule="N12.3"):
    """A step of an order is done or turned into another (N12.21, N12.3)."""

    words = mark("The order of {line} is now {steps}: {reason}.")
    line: LineId
    steps: Steps  # what is left
    reason: str

    def apply(self, state: GameState) -> None:
        """The next step governs."""
        held = replace(state.pad.lines[self.line], steps=self.steps, stepped=state.turn)
        state.pad = state.pad.with_line(self.line, held)


@dataclass(frozen=True, slots=True)
class OrderReaimed(PadEvent, rule="N23.4"):
    """A force that comes by another road has its orders changed to suit it (N23.4)."""

    words = mark("The order of {line} now reads: {steps}.")
    line: LineId
    steps: Steps

    def apply(self, state: GameState) -> None:
        """The same order with other objectives: it is as old as before."""
        held = replace(state.pad.lines[self.line], steps=self.steps)
        state.pad = state.pad.with_line(self.line, held)


@dataclass(frozen=True, slots=True)
class LocalDecisionWanted(PadEvent, rule="N12.62", keeps_derived=True):
    """A leader was asked whether he will change his order himself (N12.62)."""

    line: LineId
    steps: Steps  # what he wants; none: he does not try

    def sentence(self, scene: Scene) -> Text:
        """II Corps (Victor) wants by Local Decision: Defend here."""
        if not self.steps:
            return self.told(scene, mark("{line} tries no Local Decision."))
        return self.told(scene, mark("{line} wants by Local Decision: {steps}."))

    @property
    def log_topic(self) -> Topic:
        """That a leader tries nothing need not be read."""
        return self.topic if self.steps else MARKERS

    def apply(self, state: GameState) -> None:
        """He has been asked in this step."""
        state.pad = replace(state.pad, asked=(*state.pad.asked, self.line))
        if self.steps:
            state.pad = replace(state.pad, wanted={**state.pad.wanted, self.line: self.steps})


_WISHES: Mapping[tuple[Offer, bool], str] = MappingProxyType(
    {
        (Offer.FIRST, True): mark("{line} is to act first if the Initial Action is won."),
        (Offer.FIRST, False): mark("Who acts first is asked if the Initial Action is won."),
        (Offer.RALLY, False): mark("Which hex rallies first is asked."),
        (Offer.FALL_BACK, True): mark("{line} is to fall back when it acts."),
        (Offer.STOP, True): mark("{line} is to stop its Probe when it has lost too many steps."),
    }
)


@dataclass(frozen=True, slots=True)
class WishNoted(PadEvent, rule="N12.9", topic=MARKERS, keeps_derived=True):
    """A side says beforehand what it wants, or takes that back (N4.22, N13.6)."""

    offer: Offer
    line: LineId | None = None  # of whom it is said; None: the side is asked when it is time
    is_on: bool = True  # False: what was said is taken back

    def sentence(self, scene: Scene) -> Text:
        """II Corps (Victor) is to act first if the Initial Action is won."""
        if not self.is_on:
            return tell(mark("A wish for this battle is taken back."))
        return self.told(scene, _WISHES[self.offer, self.line is not None])

    def apply(self, state: GameState) -> None:
        """It stands until it is taken back."""
        wish = Wish(self.offer, self.line)
        before = state.pad.wishes.get(self.side, ()) if self.offer.is_of_order else ()
        others = (one for one in before if one.offer is self.offer and one != wish)
        said = (wish,) if self.is_on else ()
        state.pad = state.pad.with_wishes(self.side, self.offer, *others, *said)


@dataclass(frozen=True, slots=True)
class LocalDecisionRolled(PadEvent, rule="N12.63", rest=700, keeps_derived=True):
    """A leader tried to change his order himself (N12.63)."""

    line: LineId
    column: int
    die: int
    result: Annotated[str, Fits(_DECIDED.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """Local Decision of II Corps (Victor) in column 2: die 5, NE: nothing changes."""
        words = mark("Local Decision of {line} in column {column}: die {die}, {result}: {verdict}.")
        return self.told(scene, words, verdict=say(_DECIDED[self.result]))

    def apply(self, state: GameState) -> None:
        """His wish is spent."""
        state.pad = replace(state.pad, wanted=without(state.pad.wanted, self.line))


@dataclass(frozen=True, slots=True)
class BadMoveTaken(PadEvent, rule="N12.65", rest=500):
    """A Local Decision went wrong (N12.65); `OrderInForce` follows."""

    line: LineId
    die: int  # 0 where a special rule says what his first one is

    def sentence(self, scene: Scene) -> Text:
        """Bad Move of II Corps (Victor): die 4."""
        rolled = mark("Bad Move of {line}: die {die}.")
        told = mark("Bad Move of {line}: the battle's special rule says what it is.")
        return self.told(scene, rolled if self.die else told)

    def apply(self, state: GameState) -> None:
        """Nothing moves yet; that he has made one is remembered."""
        if self.line not in state.pad.misled:
            state.pad = replace(state.pad, misled=(*state.pad.misled, self.line))


@dataclass(frozen=True, slots=True)
class DivisionDetached(PadEvent, rule="N12.92"):
    """A division has an order of its own (N12.13, N12.92)."""

    line: LineId
    units: tuple[UnitId, ...]
    steps: Steps
    giver: LeaderId | None = None  # None at the start of the game

    def sentence(self, scene: Scene) -> Text:
        """Olsufiev gave 9th Division (Udom) a divisional order: Defend 0303."""
        began = mark("{units} began with a divisional order: {steps}.")
        given = mark("{giver} gave {units} a divisional order: {steps}.")
        return self.told(scene, began if self.giver is None else given)

    def apply(self, state: GameState) -> None:
        """It has a line of its own."""
        state.pad = state.pad.with_division(
            self.line, Line(self.steps, state.turn, units=self.units)
        )
        if self.giver is not None:
            state.pad = state.pad.with_order_given(self.giver)


@dataclass(frozen=True, slots=True)
class DivisionRejoined(PadEvent, rule="N12.92", rest=500):
    """A division is under its corps' order again (N12.92)."""

    line: LineId
    reason: str = ""  # why its own order is done; empty where it was recalled

    def sentence(self, scene: Scene) -> Text:
        """CO-1, 1st division: its order is done (it has arrived); under its corps again."""
        if not self.reason:
            return self.told(scene, mark("{line} is under the order of its corps again."))
        words = mark("{line} has done its order ({reason}) and is under that of its corps again.")
        return self.told(scene, words, reason=say(self.reason))

    def apply(self, state: GameState) -> None:
        """Its line is struck out."""
        pad = state.pad
        state.pad = replace(
            pad,
            lines=without(pad.lines, self.line),
            detached=without(pad.detached, *pad.lines[self.line].units),
        )


@dataclass(frozen=True, slots=True)
class FormationAssigned(PadEvent, rule="N12.7"):
    """A formation is under another wing commander, or under none (N12.7)."""

    formation: FormationId
    wing: FormationId | None

    def sentence(self, scene: Scene) -> Text:
        """II Corps (Victor) is now under the Right Wing (Ney)."""
        if self.wing is None:
            return self.told(scene, mark("{formation} is under no wing any more."))
        return self.told(scene, mark("{formation} is now under {wing}."))

    def apply(self, state: GameState) -> None:
        """Write the wing."""
        wings = without(state.pad.wings, self.formation)
        if self.wing is not None:
            wings = {**state.pad.wings, self.formation: self.wing}
        state.pad = replace(state.pad, wings=wings)


@dataclass(frozen=True, slots=True)
class CommandMarked(Fact, rule="N14.31", topic=ORDERS, shows=Shows(units="out"), is_open=True):
    """Units out of command range are marked for this activation (N4.5 a, N14.31)."""

    out: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """9th Division (Udom): out of command for this activation."""
        if not self.out:
            return tell("Every unit is in command.")
        return self.told(scene, mark("{out}: out of command for this activation."))

    def apply(self, state: GameState) -> None:
        """They are marked until the activation ends."""
        assert state.activation is not None
        state.activation = replace(state.activation, out_of_command=self.out)


@dataclass(frozen=True, slots=True)
class DutyWaived(PadEvent, rule="N27.4", rest=400, keeps_derived=True):
    """A duty of an order that nobody could meet (N27.4)."""

    formation: FormationId
    duty: str  # the sentence of the duty

    def sentence(self, scene: Scene) -> Text:
        """Nobody of II Corps (Victor) could do what its order demands: every unit must move."""
        words = mark("Nobody of {formation} could do what its order demands: {duty}.")
        return self.told(scene, words, duty=self.duty.rstrip("."))

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class RetreatAllowed(Fact, rule="N12.29", topic=ORDERS, rest=900, is_open=True):
    """A side may order a General Retreat from now on (N12.29)."""

    words = mark("The {side} may order a General Retreat from now on.")
    side: Side

    def apply(self, state: GameState) -> None:
        """Keep it."""
        if self.side not in state.pad.retreating:
            state.pad = replace(state.pad, retreating=(*state.pad.retreating, self.side))
