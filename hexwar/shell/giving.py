"""Answers go to a session: each when the one before is on the disk, a gesture as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwar.ai.policy import NOTHING
from hexwar.engine import IllegalAnswer, KernelError, Refusal, Session
from hexwar.shell.journal import Diary
from hexwar.shell.prompter import Gesture, Questions


class Giving:
    """Gives the answers of a gesture, and with them those that only end segments."""

    def __init__(self, session: Session[Any], questions: Questions) -> None:
        self._session, self._questions = session, questions
        self.diary: Diary | None = None
        """What keeps every answer before the next is given; None for a game that is not kept."""
        self._ending: str | None = None  # whose activation is being ended

    @property
    def ends_for(self) -> str | None:
        """Whose segment would end with the next answer."""
        pending = self._session.pending
        return None if pending is None else pending.ends_for

    def end_activation(self) -> None:
        """With the next gesture, end every segment of the activation that is still to come."""
        self._ending = self.ends_for

    def forget(self) -> None:
        """The game has been laid out anew: no activation is being ended."""
        self._ending = None

    def give(self, gesture: Gesture) -> Refusal | None:
        """Give the answers that are still asked for; a refusal takes the whole gesture back."""
        given, ended = 0, None
        for answer in gesture:
            if type(self._session.pending) is not answer.asked:
                continue
            ended = self._still_open if answer.value is None else None
            try:
                self.answer(answer.value)
            except IllegalAnswer as fault:
                if given:
                    self._session.undo()
                    self._keep()
                return fault.refusal
            given += 1
        while ended is not None and self.ends_for == ended and [*self._session.options] == [None]:
            ended = self._still_open  # who ends a segment ends those too in which nothing is left
            self.answer(None)
        return self._end_all()

    def answer(self, value: object, kept: Mapping[str, Any] = NOTHING) -> None:
        """Give one answer, when the one before is on the disk; `kept` is its side's own.

        Raises:
            IllegalAnswer: The law refuses it.
        """
        if self.diary is not None:
            self.diary.hold()
        self._session.answer(value, kept)
        self._keep()

    def is_legal(self, answer: object) -> bool:
        """Whether the law accepts an answer."""
        try:
            return self._session.refusal(answer) is None
        except KernelError:  # not even of the type that the question asks for
            return False

    def _keep(self) -> None:
        if self.diary is not None:
            self.diary.keep()

    @property
    def _still_open(self) -> str | None:
        """Whose activation goes on when the segment of the question is ended."""
        pending = self._session.pending
        return None if pending is None or self._questions.is_last(pending) else pending.ends_for

    def _end_all(self) -> Refusal | None:
        """Answer the questions that only end segments, while an activation is being ended.

        A unit that owes something to its order keeps it open (N27.4): then the refusal.
        """
        while self._ending is not None:
            if self.ends_for == self._ending:
                refusal = self._session.refusal(None)
                if refusal is not None:
                    self._ending = None
                    return refusal
                self.answer(None)
                continue
            acting = self._questions.acting(self._session.state)
            if acting is None or acting.body != self._ending:
                self._ending = None
            break
        return None
