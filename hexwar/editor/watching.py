"""Judges the draft while somebody works on it, and never keeps him waiting.

Shortly after the last change the draft is judged in a thread; when nothing has changed for longer,
also what may be meant otherwise, such as marches that come too late.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer

from hexwar.editor.checks import Checks, Problem, value_at
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.files import Files
from hexwar.editor.portraits import store_in
from hexwar.messages import say
from hexwar.scenario.section import Sections
from hexwar.widgets.worker import Worker

SOON_MS: Final = 150
"""How long after the last change a draft is judged, milliseconds."""

IDLE_MS: Final = 700
"""How long after that it is judged thoroughly, milliseconds."""


@dataclass(frozen=True, slots=True)
class _Report:
    """What was found of a draft."""

    draft: Draft
    problems: tuple[Problem, ...]
    is_thorough: bool


class Watcher(QObject):
    """Tells the problems of what lies on a desk by its signal `checked`."""

    def __init__(self, desk: Desk, sections: Sections[Any], parent: QObject | None = None) -> None:
        """Begin with what lies there.

        Args:
            desk: What is watched.
            sections: What each game asks of its section of a scenario.
            parent: Whose it is; the desk's, where nobody is named.
        """
        super().__init__(parent or desk)
        self._desk, self._checks = desk, Checks(sections, (store_in(desk.state),))
        self.problems: tuple[Problem, ...] = ()
        """What was found last."""
        self.judged: Draft | None = None
        """Of which draft; None before the first."""
        self._thorough: tuple[Problem, ...] = ()  # what only the thorough look has found
        self._is_closed = False
        self._met: set[type[Exception]] = set()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._soon.timeout.connect(partial(self._judge, is_thorough=False))
        self._idle.timeout.connect(partial(self._judge, is_thorough=True))
        self._worker = Worker(self)
        self._worker.finished.connect(self._take)
        self._worker.failed.connect(self._fail)
        desk.changed.connect(self.look)
        desk.opened.connect(self._begin)
        self._begin()

    @property
    def is_current(self) -> bool:
        """Whether what was found is of the draft as it is."""
        return self.judged is self._desk.draft

    def look(self) -> None:
        """Judge soon; what is being judged now is too old."""
        if self._is_closed:
            return
        self._worker.drop()
        self._idle.stop()
        self._soon.start()

    def close(self) -> None:
        """Judge no more, and wait until the thread has ended."""
        self._is_closed = True
        self._soon.stop()
        self._idle.stop()
        self._worker.wait()

    def _begin(self) -> None:
        """Another document lies there: what was found of the last one says nothing of it."""
        self._thorough = ()
        self._tell(None, ())
        self.look()

    def _judge(self, *, is_thorough: bool) -> None:
        draft, files = self._desk.draft, Files(self._desk.files.homes)
        checks = self._checks

        def task() -> _Report:
            found = checks.problems(draft, files, is_thorough=is_thorough)
            return _Report(draft, found, is_thorough)

        self._worker.run(task)

    def _take(self, report: _Report) -> None:
        if report.is_thorough:
            quick = frozenset(self.problems) - frozenset(self._thorough)
            self._thorough = tuple(p for p in report.problems if p not in quick)
            self._tell(report.draft, report.problems)
            return
        # What the thorough look has found stays in sight until the next one, where it still can.
        known = frozenset(report.problems)
        self._thorough = tuple(
            p for p in self._thorough if p not in known and _is_there(p, report.draft)
        )
        self._tell(report.draft, (*report.problems, *self._thorough))
        self._idle.start()

    def _tell(self, draft: Draft | None, problems: tuple[Problem, ...]) -> None:
        self.judged, self.problems = draft, problems
        self._desk.checked.emit(problems)

    def _fail(self, fault: Exception) -> None:
        """The checks themselves are at fault: that is told, and recorded the first time."""
        told = say("The checks have failed here ({kind}).", kind=type(fault).__name__)
        self._tell(self._desk.draft, (Problem("scenario", (), told, is_error=False),))
        if type(fault) not in self._met:
            self._met.add(type(fault))
            raise fault


def _is_there(problem: Problem, draft: Draft) -> bool:
    """Whether the place of a problem is still in a draft."""
    return value_at(draft.part(problem.part), problem.path) is not None
