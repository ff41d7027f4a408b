"""Games in thought: played on from what one side knows, and forked so cheaply that many can be.

Nothing of the true game is in one. It begins at the view that a side had of the last mark, which a
guess completes to a whole state; then the answers follow that the side knows of, up to the
question that it is asked. What it may not know of is answered by the guess.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol

from hexwar.engine.chance import Chance
from hexwar.engine.decision import CHANCE, Decision, Entry
from hexwar.engine.errors import KernelError
from hexwar.engine.event import Event
from hexwar.engine.run import MAX_STEPS
from hexwar.engine.session import Session
from hexwar.engine.system import Flow, S, System, Table


class Astray(KernelError):  # noqa: N818
    """A game in thought cannot be: its rules ask otherwise than they did, or break over a guess."""


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """How a question came about, as far as the side knows that is asked."""

    asked: Decision[Any]
    view: S  # what the side saw at the last mark
    answers: tuple[Entry, ...] = ()
    """Those since then of which it knows, in order; they tell nothing but what was answered."""


class Guess(Protocol[S]):
    """What a side takes for true of what it does not know. The same guess says the same again."""

    def completed(self, past: Past[S]) -> S:
        """A whole state at the last mark, of which the side may have had its view.

        The view stays as it is. What the answers since then show of it is heeded.
        """
        ...

    def answer(self, decision: Decision[Any], state: S) -> Any:
        """What may have been answered to a question of which the side was not told.

        Args:
            decision: A question to the enemy, or of chance.
            state: The game in thought as it is then.
        """
        ...


def past_of(session: Session[S], view: Callable[[S, Any], S]) -> Past[S]:
    """How the pending question came about, as far as the side knows that is asked.

    Args:
        session: A game that waits for an answer.
        view: From a state and a side to what that side sees of it.
    """
    asked = session.pending
    assert asked is not None
    side, mark = asked.side, session.marks[-1].state

    def is_hidden(told: Any) -> bool:
        conceals = session.system.conceals
        return conceals(mark, side, told) or conceals(session.state, side, told)

    known = [
        replace(entry, events=0, forced=False)
        for gesture, events in session.since_mark()
        for decision, entry in gesture
        if is_told(decision, entry, events, side, is_hidden)
    ]
    return Past(asked, view(mark, side), tuple(known))


def is_told(
    decision: Decision[Any],
    entry: Entry,
    events: Sequence[Event],
    side: str,
    is_hidden: Callable[[Any], bool],
) -> bool:
    """Whether a side knows how a question was answered.

    It knows its own answers and dice that are shown. Of the enemy's it knows those that were given
    before the eyes of both, and those of which an event told it.

    Args:
        decision: The question.
        entry: Its answer.
        events: What happened by it, and by what belongs to the same gesture.
        side: Who wants to know.
        is_hidden: Whether something names what the side does not see.
    """
    if decision.side == side:
        return True
    if decision.side == CHANCE:
        return _is_shown(decision, side)
    if decision.is_secret or is_hidden((decision, entry.answer)):
        return False
    return decision.is_open or any(e.is_known_to(side) and not is_hidden(e) for e in events)


def foresight(system: System[S], past: Past[S], guess: Guess[S], chance: Chance) -> Foresight[S]:
    """A game in thought that stands at the question that a side is asked.

    Args:
        system: The rules.
        past: How the question came about.
        guess: What is taken for true of the rest.
        chance: The dice of what is still to come.

    Raises:
        Astray: With this guess the rules do not come to that question.
    """
    game = Foresight(system, _guessed(past, guess), chance)
    known = deque(past.answers)
    game.begin()
    for _ in range(MAX_STEPS):
        asked = game.pending
        if asked is None:
            raise Astray("The game in thought ends before the question.")
        is_hidden = asked.side == CHANCE and not _is_shown(asked, past.asked.side)
        named = type(asked).__name__, asked.side
        if known and not is_hidden and (known[0].asked, known[0].side) == named:
            game.go(known.popleft().answer)
        elif not known and asked == past.asked:
            return game
        elif is_hidden or asked.side not in (CHANCE, past.asked.side):
            game.go(_answered(guess, asked, game))
        else:
            raise Astray(f"The rules ask {asked} on the way to {past.asked}.")
    raise Astray("The game in thought does not come to the question.")


def _guessed(past: Past[S], guess: Guess[S]) -> S:
    try:
        return guess.completed(past)
    except Exception as fault:
        raise Astray(f"No state can be guessed: {fault!r}") from fault


def _answered(guess: Guess[S], asked: Decision[Any], game: Foresight[S]) -> Any:
    try:
        return guess.answer(asked, game.state)
    except Exception as fault:
        raise Astray(f"No answer can be guessed: {fault!r}") from fault


def _is_shown(thrown: Decision[Any], side: str) -> bool:
    """Whether a side sees what chance answers."""
    return thrown.seen_by() in (None, side)


class Foresight(Generic[S]):
    """A game in thought: a state, and the question that waits. It records nothing.

    Answers are trusted, so only legal ones may be given. A question to which there is but one
    answer is asked like any other: whether that is so would take the list of them.
    """

    __slots__ = (
        "_base",
        "_flow",
        "_given",
        "_has_passed",
        "_keeps",
        "_known",
        "_options",
        "_system",
        "_table",
        "answers",
        "chance",
        "luck",
        "pending",
    )

    def __init__(self, system: System[S], state: S, chance: Chance, luck: int = 0) -> None:
        """Stand at a mark: a state between two flows, which is the game's own from now on."""
        self.chance = chance
        """The dice; a fork may be given others."""
        self.luck = luck
        """How many times chance has chosen."""
        self.answers = 0
        """How many questions of the sides have been answered since the fork."""
        self.pending: Decision[Any] | None = None
        """The question that waits for an answer; None when the game is over."""
        self._system = system
        self._base = state  # at a mark, the last one where it keeps them; never changed
        self._given: list[Any] = []  # the answers since then, those of chance too
        self._keeps = False  # whether it keeps the marks that it passes: not before it is forked
        self._has_passed = False  # whether there was a mark since then that it has not kept
        self._table: Table[S] | None = None  # None: it rests, and is run again when it is needed
        self._flow: Flow | None = None
        self._options: Sequence[Any] | None = None
        self._known: S | None = None

    # What is there

    @property
    def state(self) -> S:
        """The state now. Read it; only events write."""
        return self._awake().state

    @property
    def options(self) -> Sequence[Any]:
        """The listed answers to the question, made when they are asked for; one at least."""
        if self._options is None:
            self._options = () if self.pending is None else list(self.pending.options(self.known))
            if self.pending is not None and not self._options:
                raise Astray(f"{self.pending} has no legal answer.")
        return self._options

    @property
    def known(self) -> S:
        """What the side that is asked judges by."""
        if self._known is None:
            assert self.pending is not None
            self._known = self._system.knowledge(self.state, self.pending.side)
        return self._known

    # Play

    def answer(self, value: Any) -> None:
        """Answer the question and run the rules to the next one for a side.

        Raises:
            Astray: The rules break over what was guessed, or over an answer that is not legal.
        """
        self.answers += 1
        self.go(value)
        self.settle()

    def settle(self) -> None:
        """Let chance answer what it is asked."""
        for _ in range(MAX_STEPS):
            asked = self.pending
            if asked is None or asked.side != CHANCE:
                return
            faces = asked.options(self.state)
            at = 0
            if len(faces) > 1:
                drawn = self.chance.answer(self.luck, asked, faces)
                if drawn is None:
                    raise Astray("Nobody throws these dice.")
                at, self.luck = drawn, self.luck + 1
            self.go(faces[at])
        raise Astray(f"{MAX_STEPS} answers in a row of chance: play would never end.")

    def fork(self, chance: Chance | None = None) -> Foresight[S]:
        """An independent game at the same question; it costs next to nothing until it is played.

        Args:
            chance: Other dice for what is still to come; the same ones when None.
        """
        if not self._keeps:
            self._keeps = True
            if self._has_passed:
                self._flow = None
                self._wake()  # once more, to where the last mark was
        twin = Foresight(self._system, self._base, chance or self.chance, self.luck)
        twin.pending, twin._given, twin._options = self.pending, self._given.copy(), self._options
        return twin

    # Inside

    def begin(self) -> None:
        """Run to the first question; once, after `__init__`."""
        self._wake()

    def go(self, value: Any) -> None:
        """Hand an answer to the rules and run to the next question, be it of chance."""
        table = self._awake()
        self._given.append(value)
        self._run(table, value)

    def _awake(self) -> Table[S]:
        return self._wake() if self._table is None else self._table

    def _wake(self) -> Table[S]:
        """Run the flow from the mark through the answers since."""
        given, options, self._given = self._given, self._options, []
        table = self._table = _Bare(self._base.copy())
        self._run(table, None)
        for value in given:
            self._given.append(value)
            self._run(table, value)
        self._options = options
        return table

    def _run(self, table: Table[S], value: Any) -> None:
        self._options = self._known = None
        try:
            self.pending = self._next(table, value)
        except Astray:
            raise
        except Exception as fault:
            raise Astray(f"The rules broke down in thought: {fault!r}") from fault

    def _next(self, table: Table[S], value: Any) -> Decision[Any] | None:
        for _ in range(MAX_STEPS):
            if self._flow is None:
                if table.state.over:
                    return None
                self._flow = self._system.sequence(table)
            try:
                asked: Decision[Any] = self._flow.send(value)
            except StopIteration:
                if self._keeps:
                    self._base, self._given = table.state.copy(), []
                self._has_passed = not self._keeps
                self._flow = value = None
                continue
            return asked
        raise Astray(f"{MAX_STEPS} flows in a row asked nothing: play would never end.")


class _Bare(Table[S]):
    """A table that keeps no events, and of which nobody reads what is told."""

    __slots__ = ()

    tells = False

    def emit(self, event: Event) -> None:
        """Apply `event` to the state."""
        event.happen(self.state)
