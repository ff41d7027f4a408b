"""The rules at work: from one mark on, forward only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import CO_COROUTINE
from traceback import walk_tb
from typing import Any, Generic

from hexwar.engine.chance import Chance
from hexwar.engine.decision import CHANCE, Decision, Entry
from hexwar.engine.errors import KernelError, ReplayMismatch
from hexwar.engine.history import History, Mark
from hexwar.engine.system import Flow, S, System, Table
from hexwar.messages import say

MAX_STEPS = 10_000
"""Answers of the kernel's own, or flows without a question, before play counts as endless."""


class Run(Generic[S]):
    """A flow under way on a table, and the question that it waits for.

    It writes into the record that it was given. When it raises, that record is spoiled: whoever
    drives it starts a new run from a mark.
    """

    def __init__(
        self, system: System[S], chance: Chance, history: History[S], state: S | None = None
    ) -> None:
        """Lay the table of the last mark, with another state if one is given; nothing runs yet."""
        self.history = history
        self.luck = history.marks[-1].luck
        self.pending: Decision[Any] | None = None
        self.options: Sequence[Any] = ()
        self._system, self._chance = system, chance
        self._known_decisions = frozenset(system.decisions)
        laid = history.marks[-1].state.copy() if state is None else state
        self._table = Table(laid, history.events, frozenset(system.events))
        self._flow: Flow | None = None
        self._rests = False
        self._known: tuple[tuple[int, str], S] | None = None  # by events so far and side
        self.asked: list[Decision[Any]] = []
        """The questions that were answered since the last mark."""

    def twin(self, chance: Chance) -> Run[S]:
        """The same instant with a table and a record of its own.

        Its flow rests: it is run again from the mark when the first answer is given. So a twin
        that is only looked at costs no more than the copies.
        """
        twin = Run(self._system, chance, self.history.copy(), self.state.copy())
        twin.luck, twin.pending, twin.options = self.luck, self.pending, self.options
        twin.asked = self.asked.copy()
        twin._rests = True
        return twin

    @property
    def state(self) -> S:
        """The state on the table."""
        return self._table.state

    def known_to(self, side: str) -> S:
        """What a side's questions are listed and its answers judged by."""
        now = len(self.history.events), side
        if self._known is None or self._known[0] != now:
            self._known = now, self._system.knowledge(self.state, side)
        return self._known[1]

    def start(
        self,
        replay: Sequence[Entry] = (),
        *,
        is_judged: bool = False,
        dice: Chance | None = None,
    ) -> None:
        """Run from the mark through the answers of `replay` to the first open question.

        The law is asked about each where `is_judged`, as it must be for a stranger's file. Where
        `dice` are given, the answers of chance must be theirs.

        Raises:
            ReplayMismatch: The rules ask something else, or refuse an answer.
        """
        answers = iter(replay)
        decision = self._replay(answers, is_judged, dice)
        if next(answers, None) is not None:
            raise ReplayMismatch("The game ends before the journal does.")
        self._settle(decision)

    def answer(self, decision: Decision[Any], value: Any) -> None:
        """Answer the pending decision, as the law has allowed, and run to the next one."""
        self.wake()
        self._record(decision, value, is_forced=False)
        self._settle(self._ask(value))

    def wake(self) -> None:
        """Run the flow of a resting twin from the mark to its question.

        Raises:
            ReplayMismatch: The rules ask something else than they did.
        """
        if not self._rests:
            return
        record, tail = self.history.before(len(self.history.journal))
        run = Run(self._system, self._chance, record)
        asked = run._replay(iter(tail), is_judged=False)
        if asked != self.pending:
            raise ReplayMismatch(f"The rules ask {asked} where they asked {self.pending}.")
        self.history, self._table, self._flow, self._rests = record, run._table, run._flow, False

    def where(self) -> tuple[str, ...]:
        """Names of the flows under way, outermost first."""
        self.wake()
        names: list[str] = []
        flow: Any = self._flow
        while hasattr(flow, "cr_await"):
            names.append(flow.__name__)
            flow = flow.cr_await
        return tuple(names)

    def where_failed(self, fault: BaseException) -> tuple[str, ...]:
        """Names of the flows that `fault` broke, or of those that waited while it arose."""
        frames = (frame.f_code for frame, _ in walk_tb(fault.__traceback__))
        broken = tuple(code.co_name for code in frames if code.co_flags & CO_COROUTINE)
        return broken or self.where()

    def _ask(self, value: Any) -> Decision[Any] | None:
        """Hand `value` to the flow and run to the next question; None when the game is over."""
        for _ in range(MAX_STEPS):
            if self._flow is None:
                if self.state.over:
                    return None
                self._flow = self._system.sequence(self._table)
            try:
                asked: Decision[Any] = self._flow.send(value)
            except StopIteration:
                self._set_mark()
                self._flow = value = None
                continue
            if type(asked) not in self._known_decisions:
                name = type(asked).__name__
                raise KernelError(f"A flow awaits {name}, which the system does not list.")
            return asked
        raise KernelError(f"{MAX_STEPS} flows in a row asked nothing: play would never end.")

    def _set_mark(self) -> None:
        history, last = self.history, self.history.marks[-1]
        journal, events = len(history.journal), len(history.events)
        if (last.journal, last.events) == (journal, events):
            raise KernelError("A flow neither asked nor told anything: it would start for ever.")
        self.asked.clear()
        state = self.state.copy()
        history.marks.append(Mark(journal, events, self.luck, state, self._system.digest))

    def _replay(
        self, answers: Iterator[Entry], is_judged: bool, dice: Chance | None = None
    ) -> Decision[Any] | None:
        """Give the journal's answers; the first question after them, or None at the end."""
        decision = self._ask(None)
        while decision is not None and (entry := next(answers, None)) is not None:
            self._match(decision, entry)
            if is_judged:
                self._judge(decision, entry)
            if dice is not None and entry.is_luck:
                self._compare(decision, entry, dice)
            self._record(decision, entry.answer, is_forced=entry.forced)
            decision = self._ask(entry.answer)
        return decision

    def _match(self, decision: Decision[Any], entry: Entry) -> None:
        asked = (type(decision).__name__, decision.side, len(self.history.events))
        if asked != (entry.asked, entry.side, entry.events):
            raise ReplayMismatch(
                f"Entry {len(self.history.journal)} of the journal answers {entry.asked}"
                f" ({entry.side}) after {entry.events} events; the rules ask {asked[0]}"
                f" ({asked[1]}) after {asked[2]}."
            )

    def _judge(self, decision: Decision[Any], entry: Entry) -> None:
        known = self.known_to(decision.side)
        refusal = decision.refusal(known, entry.answer)
        forced = decision.is_forced(known, list(decision.options(known)))
        if refusal is not None or forced != entry.forced:
            why = say("may not say whether it was forced") if refusal is None else refusal.sentence
            raise ReplayMismatch(f"Entry {len(self.history.journal)} of the journal: {why}")

    def _compare(self, decision: Decision[Any], entry: Entry, dice: Chance) -> None:
        options = list(decision.options(self.known_to(decision.side)))
        at = dice.answer(self.luck, decision, options)
        if at is not None and options[at] != entry.answer:
            place = len(self.history.journal)
            raise ReplayMismatch(f"Entry {place} of the journal: the game's dice fell otherwise.")

    def _settle(self, decision: Decision[Any] | None) -> None:
        """Answer what is forced and what chance decides, up to a question for a person."""
        for _ in range(MAX_STEPS):
            self.pending, self.options = decision, ()
            if decision is None:
                return
            known = self.known_to(decision.side)
            self.options = options = list(decision.options(known))
            if not options:
                raise KernelError(f"{decision} has no legal answer.")
            is_forced = decision.is_forced(known, options)
            if not is_forced and decision.side != CHANCE:
                return
            at = 0 if is_forced else self._chance.answer(self.luck, decision, options)
            if at is None:
                return
            self._record(decision, options[at], is_forced=is_forced)
            decision = self._ask(options[at])
        raise KernelError(f"{MAX_STEPS} answers in a row left no choice: play would never end.")

    def _record(self, decision: Decision[Any], value: Any, *, is_forced: bool) -> None:
        note = decision.about() if decision.side == CHANCE else ""
        asked = type(decision).__name__, decision.side, value, len(self.history.events)
        entry = Entry(*asked, is_forced, decision.continues, note)
        self.history.journal.append(entry)
        self.asked.append(decision)
        self.luck += entry.is_luck
