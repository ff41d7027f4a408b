"""What a person does between two answers: takes back, gives again, saves, loads, is cut off."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hexwar.ai.policy import CounterDice
from hexwar.engine import CannotUndo, Session
from hexwar.engine.gamefile import Note
from hexwar.engine.journal import Journal
from hexwar.engine.save import Record, save
from tools.trials.contract import require
from tools.trials.fuzzing.grounds import Ground

ONE_IN: Final = 30
"""One answer in this many has an interlude before it."""

NOTED_ONE_IN: Final = 12
"""The table is noted before one answer in this many, to be known again after undo."""

SAVED_AT: Final = 12
"""A game is saved at this entry, and when it is twice as long as at the last time."""

KEPT_ONE_IN: Final = 8
"""The journal is brought up to the game before one answer in this many; so lines hold several."""

STEPS: Final = 4
"""So many answers are taken back at most."""


class Kept:
    """The program's own journal of a game: what would be left of it if it were killed now."""

    def __init__(self, ground: Ground) -> None:
        """Nothing is kept yet; the file lies in a folder of its own until the game is put away."""
        self.ground = ground
        self._folder = TemporaryDirectory(prefix="hexwar-fuzz-")
        self.path = Path(self._folder.name) / "game.hexwar"
        self._journal = Journal(self.path)

    def keep(self, session: Session[Any]) -> None:
        """Bring the file up to the game."""
        self._journal.keep(Record.of(session), Note(turn=session.state.turn))

    def continued(self, session: Session[Any], *, half_a_line: bool) -> Session[Any]:
        """The game as it is found after a kill; nothing of it may be lost.

        Args:
            session: The game.
            half_a_line: Whether it is killed while the next line is being written.
        """
        self.keep(session)
        text = self.path.read_text("utf-8")
        return self.ground.load(f'{text}{{"note"' if half_a_line else text)

    def drop(self) -> None:
        """Let go of the file."""
        self._journal.drop()
        self._folder.cleanup()


@dataclass
class Interludes:
    """The interludes of one game."""

    ground: Ground
    dice: CounterDice
    done: dict[str, int]  # how often each was made
    log: list[str]  # what was done, in words
    kept: Kept = field(init=False)
    noted: dict[int, str] = field(default_factory=dict)  # answers so far, digest
    saved_at: int = SAVED_AT

    def __post_init__(self) -> None:
        """Nothing is kept yet."""
        self.kept = Kept(self.ground)

    def put_away(self) -> None:
        """The game is over."""
        self.kept.drop()

    def before_answer(self, session: Session[Any]) -> Session[Any]:
        """Perhaps do something; the session to go on with."""
        at = len(session.journal)
        if self.dice.below(KEPT_ONE_IN) == 0:
            self.kept.keep(session)
            self.done["kept in the journal"] = self.done.get("kept in the journal", 0) + 1
        if at in self.noted:
            require(self.noted[at] == session.digest(), f"answer {at} finds another table")
        elif self.dice.below(NOTED_ONE_IN) == 0:
            self.noted[at] = session.digest()
        if at >= self.saved_at:
            self.saved_at = 2 * at
            return self._load(session) if self.dice.below(2) else self._kill(session)
        if self.dice.below(ONE_IN):
            return session
        return self._any(session)

    def _any(self, session: Session[Any]) -> Session[Any]:
        kind = self.dice.below(5)
        if kind == 0:
            return self._fork(session)
        if kind == 1:
            return self._undo_to(session)
        if kind == 2:
            return self._kill(session) if len(session.journal) < 2 * SAVED_AT else session
        return self._undo(session)

    def _count(self, word: str) -> None:
        self.done[word] = self.done.get(word, 0) + 1
        self.log.append(word)

    def _forget(self, at: int) -> None:
        """What was noted of answers that are no more."""
        self.noted = {n: digest for n, digest in self.noted.items() if n <= at}

    def _undo(self, session: Session[Any]) -> Session[Any]:
        """Take back a few answers and give some of them again."""
        marks: list[tuple[int, str]] = []
        for _ in range(1 + self.dice.below(STEPS)):
            if not session.can_undo:
                break
            marks.append((len(session.journal), session.digest()))
            session.undo()
            self._count("undo")
            at = len(session.journal)
            known = self.noted.get(at)
            require(known in (None, session.digest()), f"undo to answer {at} finds another table")
        for at, digest in reversed(marks[self.dice.below(len(marks) + 1) :]):
            session.redo()
            self._count("redo")
            same = (len(session.journal), session.digest()) == (at, digest)
            require(same, f"redo to answer {at} leads to another table")
        self._forget(len(session.journal))
        return session

    def _undo_to(self, session: Session[Any]) -> Session[Any]:
        """Go back to an entry of the last few, or be told what blocks; then nothing has changed."""
        end, before = len(session.journal), session.digest()
        if not end:
            return session
        entry = max(0, end - 1 - self.dice.below(12))
        try:
            session.undo_to(entry)
        except CannotUndo:
            require(session.digest() == before, "an undo that was blocked has changed the table")
            self._count("undo blocked")
            return session
        self._count("undo to")
        at = len(session.journal)
        require(at <= entry, f"undo to entry {entry} stands at {at}")
        known = self.noted.get(at)
        require(known in (None, session.digest()), f"undo to answer {at} finds another table")
        self._forget(at)
        return session

    def _fork(self, session: Session[Any]) -> Session[Any]:
        """Go on with a fork; what is played there leaves the game where it was."""
        twin = session.fork()
        self._count("fork")
        require(twin.digest() == session.digest(), "a fork stands elsewhere")
        return twin

    def _load(self, session: Session[Any]) -> Session[Any]:
        """Save, load, and go on with what was loaded; its file is the same file."""
        text = save(session)
        twin = self.ground.load(text)
        self._count("save and load")
        self._same(session, twin, "save and load")
        require(twin.notice is None, f"a saved game is told of: {twin.notice}")
        require(save(twin) == text, "a loaded game saves as another file")
        return twin

    def _kill(self, session: Session[Any]) -> Session[Any]:
        """Be killed, and continue with what was kept."""
        twin = self.kept.continued(session, half_a_line=self.dice.below(2) == 0)
        self._count("kill and continue")
        self._same(session, twin, "kill and continue")
        return twin

    def _same(self, one: Session[Any], other: Session[Any], what: str) -> None:
        require(one.digest() == other.digest(), f"{what} leads to another table")
        require(one.pending == other.pending, f"{what} leads to another question")
        require(list(one.options) == list(other.options), f"{what} leads to other answers")
        require(one.journal == other.journal, f"{what} leads to another journal")
        require(one.undone == other.undone, f"{what} leads to other answers to give again")
