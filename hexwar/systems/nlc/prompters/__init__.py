"""How questions are put: gestures, what ends an activation, what the window answers by itself.

Most questions have the common prompter; those of gestures have one of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from hexwar.cards.records import CardId, Window
from hexwar.engine import Decision, Refusal
from hexwar.messages import count, mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Acting, Deed, Gesture, Prompter, Questions, StandingAnswers
from hexwar.systems.nlc.blunders import blunders
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.prompters import (
    acting,
    advised,
    cards,
    charging,
    journeys,
    movement,
    retreating,
    shaping,
    striking,
    visit,
    writing,
)
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.prompters.desk import Desk
from hexwar.systems.nlc.prompters.pad import Draft
from hexwar.systems.nlc.prompters.possible import possible
from hexwar.systems.nlc.prompters.proposing import ProposingPrompter
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard, Subjects
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.pad import givers, most_orders
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.rules.turn.activation import body_names
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, overlays_of
from hexwar.table.peril import Warning
from hexwar.table.reports import Undone

# -- which prompter takes up a question

_CHAPTERS = (
    acting,
    cards,
    charging,
    journeys,
    movement,
    retreating,
    shaping,
    striking,
    visit,
    writing,
)


def _gestures() -> Iterator[tuple[type[Decision[Any]], type[NlcPrompter[Any]]]]:
    """Each prompter of the chapters, with the questions that it names as its own."""
    for chapter in _CHAPTERS:
        for made in vars(chapter).values():
            if isinstance(made, type) and issubclass(made, NlcPrompter):
                for base in vars(made).get("__orig_bases__", ()):
                    for asked in get_args(base):
                        kinds = get_args(asked) or (asked,)
                        yield from ((kind, made) for kind in kinds if isinstance(kind, type))


PROMPTERS: Mapping[type[Decision[Any]], type[NlcPrompter[Any]]] = MappingProxyType(
    dict(_gestures())
)
"""The prompters of gestures: moving, striking, writing, playing cards, shaping an answer."""


def prompter_for(
    view: GameState, decision: Decision[Any], options: Sequence[Any]
) -> NlcPrompter[Any]:
    """The prompter that takes up a question."""
    return PROMPTERS.get(type(decision), NlcPrompter)(view, decision, options)


# -- the questions


class NlcQuestions(Questions):
    """How questions are put."""

    def prompter(
        self, view: GameState, decision: Decision[Any], options: Sequence[Any]
    ) -> MapPrompter[Any]:
        """The prompter of its class."""
        return prompter_for(view, decision, options)

    def standing_answers(self) -> CardAnswers:
        """Moments for cards that pass."""
        return CardAnswers()

    def errand(self, view: GameState, decision: Decision[Any]) -> str:
        """The whole visit to the pad, the deeds of a formation, or one question."""
        if isinstance(decision, IssueOrder):
            side = Side(decision.side)
            orders = sum(most_orders(view, giver) for giver in givers(view, side))
            words = mark("To write the orders of this turn: about {time}.")
            return say(words, time=count("{n} minute", "{n} minutes", 1 + orders // 2))
        if isinstance(decision, ActivateUnit):
            words = mark("To move {body}: a few minutes.")
            return say(words, body=body_names(view, decision.formation))
        return super().errand(view, decision)

    def acting(self, view: GameState) -> Acting | None:
        """The formation that is active."""
        active = view.activation
        return None if active is None else Acting(active.side, active.formation)

    def possible(self, view: GameState, prompter: Prompter[Any, Any]) -> Sequence[Deed]:
        """By piece, with where; then what stands on buttons."""
        return possible(view, prompter)

    def words_of(self, view: GameState, decision: Decision[Any], answer: Any) -> str:
        """Marches, fights, rides and orders have words of their own."""
        return advised.words_of(view, decision, answer) or super().words_of(view, decision, answer)

    def drawn(self, view: GameState, decision: Decision[Any], answer: Any) -> Overlays:
        """Moves are drawn as ghosts."""
        found = advised.drawn(view, decision, answer)
        return found if found != Overlays() else overlays_of(super().drawn(view, decision, answer))

    def warnings(
        self, view: GameState, decision: Decision[Any], gesture: Gesture
    ) -> Sequence[Warning]:
        """Trains and commanders left alone, and gaps in a line."""
        return tuple(blunders(view, decision, [(one.asked, one.value) for one in gesture]))

    def is_last(self, decision: Decision[Any]) -> bool:
        """Consolidation is the last segment."""
        return isinstance(decision, MoveLeaderOrTrain)

    def left(self, view: GameState, decision: Decision[Any]) -> Sequence[Undone]:
        """Moves, arrivals, strikes, leaders and trains that are still possible."""
        return tuple(left_undone(view, decision))


# -- what the window answers by itself: moments for cards that pass, and aims that it keeps


class CardAnswers(StandingAnswers):
    """Lets moments pass that the player does not want to be asked about (N23.6).

    In full play both sides choose before the first card names anybody. So what a player aims his
    card at when he plays it is kept until that is asked. So is what is open on the page of his
    orders, from one of them to the next.
    """

    def __init__(self) -> None:
        super().__init__()
        self._aims: dict[tuple[str, CardId], Subjects] = {}
        self._desk = Desk()
        self._proposed: tuple[int, Decision[Any]] | None = None  # at which question last
        self._page: tuple[str, Draft, LineId | None] | None = None

    def lets_pass(self, decision: Decision[Any] | None) -> bool:
        """Whether a question is answered with no by itself."""
        if isinstance(decision, PlayWindowCard):
            return decision.window.value in self.passes
        return isinstance(decision, ChooseReroll) and Window.DIE.value in self.passes

    def note(self, side: str, gesture: Gesture) -> None:
        """A gesture is given: keep what a card is aimed at."""
        values = {answer.asked: answer.value for answer in gesture}
        card, subjects = values.get(ChooseCard), values.get(ChooseCardTarget)
        if card is not None and subjects is not None:
            self._aims[side, card] = subjects

    def leave(self, prompter: Prompter[Any, Any]) -> None:
        """An answer is given: keep what is to be open on the page of orders."""
        self._page = None
        if isinstance(prompter, visit.OrderPrompter):
            self._page = (prompter.side, prompter.later, prompter.at)

    def prepare(self, prompter: Prompter[Any, Any]) -> None:
        """A question is put: recall what the player has aimed at, proposed or begun to write."""
        self._desk.under_way = ()
        if isinstance(prompter, ProposingPrompter):
            prompter.take_desk(self._desk)
            self._propose_at_once(prompter)
        decision = prompter.decision
        if isinstance(prompter, visit.OrderPrompter):
            side, draft, at = self._page or ("", None, None)
            if side == prompter.side and draft is not None:
                prompter.resume(draft, at)
        if isinstance(prompter, cards.TargetPrompter) and isinstance(decision, ChooseCardTarget):
            subjects = self._aims.pop((decision.side, decision.card), None)
            if subjects is not None:
                prompter.aim(subjects)

    def _propose_at_once(self, prompter: ProposingPrompter[Any]) -> None:
        """Propose unasked, once for each question that a player likes to have it so at."""
        now = prompter.view.turn, prompter.decision
        if self.proposes and now != self._proposed and prompter.proposing.plan is None:
            prompter.propose()
        self._proposed = now

    # -- a proposal that is being carried out

    @property
    def goes_on(self) -> bool:
        """Whether moves are left that were accepted together."""
        return self._desk.is_running

    def onward(self, prompter: Prompter[Any, Any]) -> Gesture | None:
        """The next of these moves, if the question asks for it and nothing came in the way."""
        if not isinstance(prompter, ProposingPrompter):
            if prompter.decision.ends_for is not None:  # a fight is to be thought over
                self._desk.stop(prompter.view)
            return None
        prompter.take_desk(self._desk)
        return prompter.onward()

    def halted(self) -> Refusal | None:
        """What came in the way."""
        note, self._desk.note = self._desk.note, None
        return note

    def held_end(self) -> bool:
        """What is left undone when a march is made that was to end all (N4.55)."""
        was, self._desk.holds_end = self._desk.holds_end, False
        return was

    def meanwhile(self, view: GameState, side: Side | None) -> Overlays:
        """The ghosts of those who have not gone yet."""
        return Overlays(ghosts=self._desk.left(view, side))

    def rewound(self) -> None:
        """What is not made any more is proposed again."""
        self._desk.is_running, self._desk.ends, self._desk.under_way = False, False, ()
