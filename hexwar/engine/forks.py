"""Playing on from a past instant of a game: a game of its own, with dice of its own."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

from hexwar.engine.chance import Chance
from hexwar.engine.decision import Entry
from hexwar.engine.saved import SavedGame, SavedMark, check, folded
from hexwar.engine.session import Session
from hexwar.engine.system import Header, S


def question_at(session: Session[S], told: int) -> int:
    """The last entry of the journal that was answered when no more than so many events were told.

    Where the game goes on at the end, it is the length of the journal.
    """
    if told >= len(session.events):
        return len(session.journal)
    return max(bisect_right(session.journal, told, key=attrgetter("events")) - 1, 0)


def taken_up(session: Session[S], entry: int, header: Header, chance: Chance) -> Session[S]:
    """A new game that stands just before an entry of a game's journal was answered.

    Chance, and who answers with one answer only, is asked at once. What other rules have played
    can only be taken up at a mark: then it stands there, earlier.

    Args:
        session: The game, which stays as it is.
        entry: An entry of its journal, or the length of it.
        header: What the new game states of itself.
        chance: Its dice.

    Raises:
        SaveError: The header names another battle.
        ReplayMismatch: The rules ask otherwise than the journal answers.
        RulesFault: The rules broke down.
    """
    marks, journal = session.marks, session.journal
    mark = marks[bisect_right(marks, entry, key=attrgetter("journal")) - 1]
    tail: list[Entry] = journal[mark.journal : entry] if mark.journal >= session.floor else []
    kept = [
        SavedMark(one.journal, one.events, one.known_digest)
        for one in marks
        if one.journal <= mark.journal
    ]
    events, floor = session.events[: mark.events], min(session.floor, mark.journal)
    played, revision = journal[: mark.journal], session.system.revision
    record = SavedGame(revision, dict(header), None, floor, events, kept, played, [], entry)
    check(record)
    history = folded(session.system, record)
    made = Session(session.system, header, chance, history, floor=floor, dealt=entry)
    made.seal, made.memos = session.seal, session.memos.copy()
    made.memos.cut(mark.journal + len(tail))
    made.resume(tail, is_judged=True)
    return made
