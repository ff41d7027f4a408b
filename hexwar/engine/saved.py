"""Games out of files: do their parts fit, what session do they give, and does a replay agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from hexwar.engine.chance import Chance, ManualChance, SeededChance
from hexwar.engine.decision import Decision, Entry
from hexwar.engine.errors import ReplayMismatch, RulesFault, SaveError
from hexwar.engine.event import Event
from hexwar.engine.faults import because
from hexwar.engine.history import History, Mark
from hexwar.engine.memos import Memo, Memos
from hexwar.engine.seal import PACKED, Seal
from hexwar.engine.session import Session
from hexwar.engine.system import S, System
from hexwar.messages import say


def other_rules() -> str:
    """What the player is told of a game that other rules have played."""
    return say(
        "This game was played under another revision of the rules: what was played before can be"
        " seen but not taken back."
    )


def not_closed() -> str:
    """What the player is told of a file that goes on after the last thing that stands in it."""
    return say(
        "The file was never closed: the program was stopped while it was played, or the end of the"
        " file is missing."
    )


class SavedMark(NamedTuple):
    """A mark as a file holds it."""

    journal: int
    events: int
    digest: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as a file holds it, its events and answers decoded."""

    revision: int  # revision of the rules that wrote it
    header: dict[str, Any]
    seed: str | None  # seed of the dice; None for dice that a person rolls
    floor: int  # entries of the journal before this one were played under earlier revisions
    events: list[Event]  # events up to the last mark
    marks: list[SavedMark]
    journal: list[Entry]
    undone: list[tuple[Entry, ...]]
    dealt: int | None = None
    """Answers of chance from this entry of the journal on are of the seed; None: nobody knows."""
    is_open: bool = False
    """Whether nothing in the file says that it ends where it ends."""
    seal: Seal = PACKED
    """What the file is locked by."""
    memos: tuple[Memo, ...] = ()
    """What its sides keep for themselves."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay of a saved game found."""

    ok: bool  # whether the rules give the same events and the same digest at every mark
    sentence: str  # the finding, in one sentence
    answers: int  # entries of the journal that were replayed
    marks: int  # marks that were compared
    mark: int | None = None  # the first mark that differs
    is_other: bool = False
    """Whether other rules or another scenario played it: then what differs is no damage."""


def check(saved: SavedGame) -> None:
    """Check that the parts of a saved game fit one another.

    Raises:
        SaveError: They do not.
    """
    first, last = saved.marks[0], saved.marks[-1]
    if (first.journal, first.events) != (0, 0):
        raise SaveError("marks.0: the first mark must stand at the start of the game.")
    for place, (earlier, later) in enumerate(pairwise(saved.marks), start=1):
        steps = (later.journal - earlier.journal, later.events - earlier.events)
        if min(steps) < 0 or max(steps) == 0:
            raise SaveError("marks.{n}: a mark must stand after the mark before it.", n=place)
    if last.events != len(saved.events) or last.journal > len(saved.journal):
        raise SaveError("marks.{n}: the last mark stands past the end.", n=len(saved.marks) - 1)
    if saved.floor not in {mark.journal for mark in saved.marks}:
        raise SaveError("floor: there is no mark at this entry of the journal.")
    _check_journal(saved.journal, saved.marks)
    for n, (before, after) in enumerate(pairwise(saved.memos), start=1):
        if after.entry < before.entry:
            raise SaveError("memos.{n}: kept with an earlier answer than the one before it.", n=n)


def _check_journal(journal: Sequence[Entry], marks: Sequence[SavedMark]) -> None:
    """Check that answers and marks agree on how many events there had been."""
    for n, (earlier, later) in enumerate(pairwise(journal), start=1):
        if later.events < earlier.events:
            raise SaveError("journal.{n}.events: fewer than at the answer before it.", n=n)
    for n, (entry, events, _) in enumerate(marks):
        before = journal[entry - 1].events if entry else 0
        after = journal[entry].events if entry < len(journal) else events
        if not before <= events <= after:
            raise SaveError("marks.{n}.events: does not fit the answers around it.", n=n)


def restored(system: System[S], saved: SavedGame, chance: Chance) -> Session[S]:
    """The session that `saved` was taken from.

    Answers since the last mark that no longer fit the rules are left out, and
    `Session.notice` says so. Other dice than those of the file answer from here on.

    Raises:
        SaveError: The parts do not fit one another, or the game cannot go on.
    """
    check(saved)
    is_same = saved.revision == system.revision
    history = folded(system, saved)
    place = f"marks.{len(saved.marks) - 1}"
    with _blaming(place):
        digest = history.marks[-1].digest
    if is_same and digest != saved.marks[-1].digest:
        raise SaveError("{place}: the events do not lead to the state that was saved.", place=place)
    at = history.marks[-1].journal
    floor, header = saved.floor if is_same else at, saved.header
    dealt = saved.dealt if chance.seed == saved.seed else _length(saved)
    session = Session(
        system, header, chance, history.copy(), undone=saved.undone, floor=floor, dealt=dealt
    )
    try:
        session.resume(saved.journal[at:], is_judged=True)
    except (ReplayMismatch, RulesFault):
        session = _resumed_at_mark(
            Session(system, header, chance, history, floor=floor, dealt=dealt)
        )
        session.notice = say(
            "The last answers of this game ({lost}) no longer fit the rules: play goes on before"
            " them.",
            lost=len(saved.journal) - at,
        )
    session.seal, session.memos = saved.seal, Memos(saved.memos)
    if not session.can_redo:
        session.memos.cut(len(session.journal))
    before = [other_rules() if not is_same else "", not_closed() if saved.is_open else ""]
    session.notice = " ".join(filter(None, (*before, session.notice))) or None
    return session


def _length(saved: SavedGame) -> int:
    """How long the journal can be before other dice answer: all that can be redone counts too."""
    return len(saved.journal) + sum(map(len, saved.undone))


def _resumed_at_mark(session: Session[S]) -> Session[S]:
    try:
        session.resume()
    except (ReplayMismatch, RulesFault) as fault:
        raise SaveError("The game cannot go on from its last mark: {fault}", fault=fault) from fault
    return session


def folded(system: System[S], saved: SavedGame) -> History[S]:
    """The record up to the last mark, made from the events without running a rule.

    Marks keep the digests that were saved, but for the last, whose digest is computed anew.

    Raises:
        SaveError: The game cannot be set up, or an event cannot be applied.
    """
    with _blaming("header"):
        state = system.start(saved.header)
    marks: list[Mark[S]] = []
    done = entry = luck = 0
    for kept in saved.marks:
        for place in range(done, kept.events):
            with _blaming(f"events.{place}"):
                saved.events[place].happen(state)
        luck += sum(answer.is_luck for answer in saved.journal[entry : kept.journal])
        done, entry = kept.events, kept.journal
        digest = "" if len(marks) == len(saved.marks) - 1 else kept.digest
        with _blaming(f"marks.{len(marks)}"):
            marks.append(Mark(entry, done, luck, state.copy(), system.digest, digest))
    return History(marks, saved.journal[:entry], list(saved.events))


@contextmanager
def _blaming(place: str) -> Iterator[None]:
    """Name `place` of the file when the system breaks down over what stands there."""
    try:
        yield
    except Exception as fault:
        raise SaveError(f"{place}: {because(fault)}") from fault


def verdict(system: System[Any], saved: SavedGame) -> Verdict:
    """Replay the whole journal with the rules and compare every mark and every event.

    What was played under earlier revisions (before `SavedGame.floor`) cannot be replayed: the
    comparison begins at the mark there.

    Raises:
        SaveError: The parts do not fit one another.
    """
    check(saved)
    record, _ = folded(system, saved).before(saved.floor)
    base = len(record.marks) - 1
    session = Session(system, saved.header, ManualChance(), record, floor=saved.floor)
    fault: Exception | None = None
    try:
        session.resume(saved.journal[saved.floor :], is_judged=True, dice=_dice_of(saved))
    except (ReplayMismatch, RulesFault) as error:
        fault = error
    mark = _first_difference(system, session, saved, base)
    sentence = _finding(session, saved, mark, fault)
    is_other = saved.revision != system.revision
    if sentence and is_other:
        was, now = saved.revision, system.revision
        other = say(" It was saved under revision {was} of the rules, not {now}.", was=was, now=now)
        sentence += other
    told = sentence or say("The rules give the same game.")
    answers, marks = len(saved.journal) - saved.floor, len(saved.marks) - base
    return Verdict(not sentence, told, answers, marks, mark, is_other)


def _dice_of(saved: SavedGame) -> Chance | None:
    """What the answers of chance must be; None where a person rolled, or nobody knows."""
    if saved.seed is None or saved.dealt is None:
        return None
    earlier = sum(entry.is_luck for entry in saved.journal[: saved.dealt])
    return _Dealt(saved.seed, earlier)


class _Dealt:
    """Seeded dice that say nothing of what was thrown before they came into the game."""

    def __init__(self, seed: str, earlier: int) -> None:
        self.seed = seed
        self._dice, self._earlier = SeededChance(seed), earlier

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int | None:
        """Index of the option that throw `number` gives, or None."""
        return None if number < self._earlier else self._dice.answer(number, decision, options)


def _first_difference(
    system: System[S], session: Session[S], saved: SavedGame, base: int
) -> int | None:
    """The first mark from `base` on that the replay makes otherwise than the file has it."""
    for place in range(base, min(len(session.marks), len(saved.marks))):
        mark = session.marks[place]
        with _blaming(f"marks.{place}"):
            digest = system.digest(mark.state)
        if SavedMark(mark.journal, mark.events, digest) != saved.marks[place]:
            return place
    return None


def _finding(
    session: Session[Any], saved: SavedGame, mark: int | None, fault: Exception | None
) -> str:
    if mark is not None:
        n, at = mark, saved.marks[mark].journal
        return say("Mark {n}, after {at} answers, is another state than the file says.", n=n, at=at)
    if fault is not None:
        return str(fault)
    if len(session.marks) != len(saved.marks):
        made, kept = len(session.marks), len(saved.marks)
        return say("The rules make {made} marks; the file has {kept}.", made=made, kept=kept)
    if session.events[: len(saved.events)] != saved.events:
        return say("The rules tell other events than the file does.")
    return ""
