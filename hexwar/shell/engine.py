"""The computer players' own process, as the window holds it: asked, listened to, ended for good.

What hangs in a thread can neither be ended nor be kept from slowing the window down; a process can.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

import hexwar
from hexwar.ai.wire import (
    Answer,
    Frames,
    Question,
    framed,
    packed_hurry,
    packed_question,
    unpacked_answer,
)
from hexwar.engine import SaveError, System

GRACE: Final = 1_000
"""How long a question that nobody wants answered any more may keep the process, milliseconds."""

_END: Final = 1_000
"""How long a process that was killed is waited for; it takes a few of these milliseconds."""


class Engine(QObject):
    """A process for the computer players of one game; another one when it has hung or died."""

    answered = Signal(object)
    """The `Answer` to the question that was asked last."""
    died = Signal()
    """The process has ended while it was to answer; a new one is there for the next question."""
    lost = Signal()
    """No process can be had: nothing more will be answered."""

    def __init__(
        self,
        command: Sequence[str],
        kit: str,
        header: Mapping[str, Any],
        system: System[Any],
        parent: QObject | None = None,
    ) -> None:
        """Start the first process; the header is that of the game, the system that of its kit."""
        super().__init__(parent)
        self._command, self._system = command, system
        self._hello = framed(json.dumps({"kit": kit, "header": dict(header)}).encode())
        self._frames = Frames()
        self._process: QProcess | None = None
        self.is_ready = False
        """Whether the process has made its battle and listens."""
        self._asked: Question | None = None  # whose answer is wanted
        self._sent: deque[int] = deque()  # the questions that are not answered yet
        self._grace = QTimer(self, singleShot=True, interval=GRACE)
        self._grace.timeout.connect(self.end)
        self._begin()

    def ask(self, question: Question) -> bool:
        """Put a question; False where it cannot be sent."""
        if self._process is None:
            return False
        try:
            data = packed_question(self._system, question)
        except SaveError:
            return False
        self._asked = question
        self._sent.append(question.number)
        self._process.write(data)
        return True

    def hurry(self) -> None:
        """The answer is wanted now: who thinks on ends with what he has."""
        if self._process is not None and self._asked is not None:
            self._process.write(packed_hurry(self._asked.number))

    def drop(self) -> None:
        """The answer is not wanted any more: what thinks about it for long is ended."""
        self._asked = None
        self._mind_time()

    def end(self) -> None:
        """End what the process is at for good; a new one takes up the question that is asked."""
        asked = self._asked
        self._kill()
        self._begin()
        if asked is not None:
            self.ask(asked)

    def close(self) -> None:
        """End the process."""
        self._kill()

    @property
    def process(self) -> int:
        """The number of the process; 0 where there is none."""
        return 0 if self._process is None else self._process.processId()

    # -- inside

    def _begin(self) -> None:
        process = self._process = QProcess(self)
        self._frames, self.is_ready = Frames(), False
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        process.setProcessEnvironment(_environment())
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._bury)
        process.errorOccurred.connect(self._mind_error)
        process.start(self._command[0], [*self._command[1:]])
        process.write(self._hello)

    def _kill(self) -> None:
        process, self._process = self._process, None
        self._asked = None
        self._sent.clear()
        self._grace.stop()
        if process is not None:
            process.readyReadStandardOutput.disconnect(self._read)
            process.finished.disconnect(self._bury)
            process.errorOccurred.disconnect(self._mind_error)
            process.kill()
            process.waitForFinished(_END)
            process.deleteLater()

    def _read(self) -> None:
        assert self._process is not None
        for data in self._frames.feed(bytes(self._process.readAllStandardOutput().data())):
            if self.is_ready:
                self._hear(unpacked_answer(self._system, data))
            else:
                self.is_ready = True
                self._mind_time()

    def _hear(self, answer: Answer) -> None:
        self._grace.stop()
        self._sent.popleft()
        if self._asked is not None and self._asked.number == answer.number:
            self._asked = None
            self.answered.emit(answer)
        else:
            self._mind_time()

    def _mind_time(self) -> None:
        """Give what is thought about in vain a little time, and then an end."""
        wanted = None if self._asked is None else self._asked.number
        is_vain = self.is_ready and bool(self._sent) and self._sent[0] != wanted
        if is_vain and not self._grace.isActive():
            self._grace.start()

    def _bury(self, *_: object) -> None:
        """A process has ended by itself: at once, so that none can be had, or at a question."""
        was_ready, was_asked = self.is_ready, self._asked is not None
        self._kill()
        if not was_ready:
            self.lost.emit()
            return
        self._begin()
        if was_asked:
            self.died.emit()

    def _mind_error(self, fault: QProcess.ProcessError) -> None:
        if fault is QProcess.ProcessError.FailedToStart:
            self._bury()


def _environment() -> QProcessEnvironment:
    """What is inherited, and where this program lies: the process is to be the same one."""
    made = QProcessEnvironment.systemEnvironment()
    places = [str(Path(hexwar.__file__).parents[1]), made.value("PYTHONPATH")]
    made.insert("PYTHONPATH", os.pathsep.join(filter(None, places)))
    return made
