"""A game under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, Generic

from hexwar.engine.chance import Chance
from hexwar.engine.decision import Decision, Entry, Refusal
from hexwar.engine.errors import (
    CannotRedo,
    ChanceError,
    IllegalAnswer,
    KernelError,
    ReplayMismatch,
    RulesFault,
)
from hexwar.engine.event import Event
from hexwar.engine.history import (
    AT_START,
    Barrier,
    CannotUndo,
    Gesture,
    History,
    Mark,
    Witness,
    gestures,
    step_before,
)
from hexwar.engine.memos import NONE_KEPT, Memos
from hexwar.engine.run import Run
from hexwar.engine.seal import PACKED, Seal
from hexwar.engine.system import Header, S, System, plain_header
from hexwar.messages import mark, say

TAIL = 20
"""How many entries of the journal a `RulesFault` carries."""

GAME_OVER = Refusal(mark("The game is over."), "")

NO_LONGER_FITS: Final = mark("The undone answer no longer fits the game.")


class Session(Generic[S]):
    """One game: its state, its journal, and the decision that is now pending.

    Do not keep `state`, `journal`, `events` or `marks` across a change: undo replaces them.
    """

    def __init__(
        self,
        system: System[S],
        header: Header,
        chance: Chance,
        history: History[S],
        *,
        undone: Sequence[tuple[Entry, ...]] = (),
        floor: int = 0,
        dealt: int | None = 0,
    ) -> None:
        """Lay out a recorded game at its last mark; `begin` and ``load`` are the usual ways in.

        Args:
            system: The game system.
            header: What the system set up the game from.
            chance: Who answers for `CHANCE`.
            history: A record that ends at its last mark. The session goes on writing it.
            undone: Answers taken back, one group for each undo, the latest undo last.
            floor: Entries of the journal before this one were played under other rules.
            dealt: From this entry of the journal on the dice are of this seed; None: nobody knows.
        """
        self.system = system
        self.header = header
        self.chance = chance
        self.floor = floor
        self.dealt = dealt
        self.notice: str | None = None
        """What the player should know about how the game was loaded, in one sentence."""
        self.seal: Seal = PACKED
        """What its files are locked by: all of them, and those of its copies."""
        self.memos = Memos()
        """What its sides keep for themselves beside their answers."""
        self.witness: Witness | None = None
        """Whose unseen answers undo takes back with the answer before them; None: nobody's."""
        self._undone = list(undone)
        self._run = Run(system, chance, history)

    @classmethod
    def begin(cls, system: System[S], header: Header, chance: Chance) -> Session[S]:
        """Set up a new game and run it to its first question.

        Raises:
            KernelError: The header is no JSON object, or too long.
            RulesFault: The rules broke down.
        """
        plain = plain_header(header)
        mark = Mark(0, 0, 0, system.start(plain), system.digest)
        session = cls(system, plain, chance, History([mark]))
        session.resume()
        return session

    def resume(
        self,
        tail: Sequence[Entry] = (),
        *,
        is_judged: bool = False,
        dice: Chance | None = None,
    ) -> None:
        """Run on from the last mark; once, after `__init__`.

        Args:
            tail: The answers given since the mark.
            is_judged: Whether the law is asked about each of them.
            dice: What those of chance must be; None where nobody can say.

        Raises:
            ReplayMismatch: The rules ask something else than the tail answers.
            RulesFault: The rules broke down.
        """
        self._start(self._run, tail, is_judged=is_judged, dice=dice)

    # What is there

    @property
    def state(self) -> S:
        """The state now. Read it; only events write."""
        return self._run.state

    @property
    def pending(self) -> Decision[Any] | None:
        """The question that waits for an answer; None when the game is over."""
        return self._run.pending

    @property
    def options(self) -> Sequence[Any]:
        """The pending decision's listed answers, asked for once; empty when the game is over."""
        return self._run.options

    @property
    def journal(self) -> list[Entry]:
        """Every answer since the start, those of chance and the forced ones included."""
        return self._run.history.journal

    @property
    def events(self) -> list[Event]:
        """Every event since the start."""
        return self._run.history.events

    @property
    def marks(self) -> list[Mark[S]]:
        """Every instant between two flows since the start."""
        return self._run.history.marks

    @property
    def undone(self) -> list[tuple[Entry, ...]]:
        """Answers that `redo` would give again, one group for each undo, the latest undo last."""
        return self._undone

    @property
    def luck(self) -> int:
        """How many times chance has chosen among two or more options."""
        return self._run.luck

    def since_mark(self) -> Sequence[Gesture]:
        """What was answered since the last mark, gesture by gesture, with what happened by it."""
        return gestures(self._run.history, self._run.asked)

    def where(self) -> tuple[str, ...]:
        """Names of the flows under way, outermost first."""
        return self._run.where()

    def digest(self) -> str:
        """The system's hash of the state now."""
        return self.system.digest(self.state)

    # Play

    def answer(self, value: Any, kept: Mapping[str, Any] = NONE_KEPT) -> None:
        """Answer the pending decision and run the rules to the next question for a person.

        One of the `options` is legal, so the law is asked about other answers only.

        Args:
            value: The answer.
            kept: What the side that answers keeps for itself with it: JSON by topic.

        Raises:
            IllegalAnswer: The law refuses it, or the game is over; nothing has changed.
            ChanceError: Chance could not answer a question since; nothing has changed.
            RulesFault: The rules broke down; nothing has changed.
        """
        decision = self.pending
        if decision is None:
            raise IllegalAnswer(GAME_OVER)
        if not any(option is value for option in self.options):
            refusal = self._refusal(decision, value)
            if refusal is not None:
                raise IllegalAnswer(refusal)
        entry = len(self.journal)
        self._give(decision, value)
        self._undone.clear()
        self.memos.keep(entry, decision.side, kept)

    def refusal(self, value: Any) -> Refusal | None:
        """Why the pending decision may not be answered so, or None when it may."""
        return GAME_OVER if self.pending is None else self._refusal(self.pending, value)

    def fork(self, chance: Chance | None = None) -> Session[S]:
        """An independent copy at the same question.

        Args:
            chance: Other dice for what is still to come; the same ones when None.
        """
        dice = self.chance if chance is None else chance
        twin = copy(self)
        twin.chance, twin._undone, twin.memos = dice, list(self._undone), self.memos.copy()
        twin._run = self._run.twin(dice)
        return twin

    # Undo and redo

    def barrier(self) -> Barrier | None:
        """What blocks undo, or None when the last answer can be taken back."""
        return self._step_before(len(self.journal), self._undoing_side())[1]

    @property
    def can_undo(self) -> bool:
        """Whether the last answer can be taken back."""
        return self.barrier() is None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone answer to give again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Go back to just before the last answer that a side gave.

        Forced answers are no step, and an answer that continues a gesture takes the whole gesture
        with it. Answers of a player that answers anew by itself go with the one before them, where
        the `witness` has seen nothing of them.

        Raises:
            CannotUndo: A barrier blocks it; nothing has changed.
        """
        self.undo_to(len(self.journal) - 1)

    def undo_to(self, entry: int) -> None:
        """Go back to just before entry `entry` of the journal was answered, or further.

        Further, when the entry was forced or continues a gesture.

        Raises:
            CannotUndo: A barrier lies in between, or there is no such entry; nothing has changed.
        """
        end, side = len(self.journal), self._undoing_side()
        if entry >= end:
            raise CannotUndo(AT_START)
        steps: list[tuple[Entry, ...]] = []
        while end > entry:
            start, barrier = self._step_before(end, side)
            if barrier is not None:
                raise CannotUndo(barrier)
            steps.append(tuple(taken for taken in self.journal[start:end] if taken.is_given))
            end, side = start, self.journal[start].side
        self._run = self._rebuilt(end)
        self._undone += steps

    def rewind(self, entry: int) -> None:
        """Go back to just before entry `entry` of the journal, whatever lies in between.

        Only for a game whose dice and secrets are no secret, such as a lesson; nothing can be
        given again afterwards.

        Raises:
            CannotUndo: There is no such entry; nothing has changed.
        """
        if not self.floor <= entry <= len(self.journal):
            raise CannotUndo(AT_START)
        self._run = self._rebuilt(entry)
        self._undone.clear()
        self.memos.cut(entry)

    def redo(self) -> None:
        """Give the answers again that the last undo took back.

        Raises:
            CannotRedo: There are none, or they no longer fit; nothing has changed.
        """
        if not self._undone:
            raise CannotRedo("There is no answer to give again.")
        before = len(self.journal)
        try:
            for entry in self._undone[-1]:
                self._give_again(entry)
        except KernelError as fault:
            self._run = self._rebuilt(before)
            if isinstance(fault, RulesFault):  # they may come from a file, and fit no game
                raise CannotRedo(NO_LONGER_FITS) from fault
            raise
        self._undone.pop()

    # Inside

    def _undoing_side(self) -> str | None:
        """The side whose answers were taken back just now, if any."""
        return self._undone[-1][0].side if self._undone else None

    def _step_before(self, end: int, side: str | None) -> tuple[int, Barrier | None]:
        return step_before(self._run.history, end, side, self.floor, self.witness)

    def _give_again(self, entry: Entry) -> None:
        """Give an undone answer, if it answers the pending decision."""
        decision = self.pending
        if (
            decision is None
            or (type(decision).__name__, decision.side) != (entry.asked, entry.side)
            or self._refusal(decision, entry.answer) is not None
        ):
            raise CannotRedo(NO_LONGER_FITS)
        self._give(decision, entry.answer)

    def _refusal(self, decision: Decision[Any], value: Any) -> Refusal | None:
        """Ask the law; where that is the list of options, ask the list that is there already."""
        if type(decision).refusal is Decision.refusal:
            return decision.unlisted(self.options, value)
        try:
            return decision.refusal(self._run.known_to(decision.side), value)
        except Exception as fault:
            raise self._fault(self._run, fault) from fault

    def _give(self, decision: Decision[Any], value: Any) -> None:
        """Answer the pending decision; after a fault the game stands as before."""
        before = len(self.journal)
        try:
            self._run.answer(decision, value)
        except Exception as fault:
            error = self._fault(self._run, fault)
            self._run = self._rebuilt(before)
            raise error from fault

    def _rebuilt(self, entry: int) -> Run[S]:
        """A run that stands just before entry `entry` of the journal."""
        record, tail = self._run.history.before(entry)
        run = Run(self.system, self.chance, record)
        self._start(run, tail)
        return run

    def _start(
        self,
        run: Run[S],
        tail: Sequence[Entry],
        *,
        is_judged: bool = False,
        dice: Chance | None = None,
    ) -> None:
        try:
            run.start(tail, is_judged=is_judged, dice=dice)
        except Exception as fault:
            raise self._fault(run, fault) from fault

    def _fault(self, run: Run[S], fault: Exception) -> KernelError:
        """What to raise for `fault`: an error of the rules says where it arose."""
        if isinstance(fault, ChanceError | ReplayMismatch):
            return fault
        sentence = say(
            "The rules broke down: {type}: {fault}", type=type(fault).__name__, fault=fault
        )
        return RulesFault(sentence, run.where_failed(fault), tuple(run.history.journal[-TAIL:]))
