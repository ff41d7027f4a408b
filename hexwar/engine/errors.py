"""What can go wrong in the kernel. Every message is one sentence."""

from __future__ import annotations

from hexwar.engine.decision import Entry, Refusal
from hexwar.messages import ToldError


class KernelError(ToldError):
    """Base of all errors of the kernel."""


class IllegalAnswer(KernelError):  # noqa: N818
    """The law refuses the answer; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        super().__init__(refusal.sentence + rule)
        self.refusal = refusal
        """Sentence and rule number for the player."""


class CannotRedo(KernelError):  # noqa: N818
    """There is no answer to give again, or it no longer fits; nothing has changed."""


class ReplayMismatch(KernelError):  # noqa: N818
    """The rules asked something else than the journal answers, or refuse its answer."""


class ChanceError(KernelError):
    """Chance cannot answer: a script has run out, or does not fit the question."""


class RulesFault(KernelError):  # noqa: N818
    """The rules broke down: an error of the program. The session stands as before the answer."""

    def __init__(self, sentence: str, where: tuple[str, ...], tail: tuple[Entry, ...]) -> None:
        super().__init__(f"{sentence} (in {' > '.join(where) or 'no flow'})")
        self.where = where
        """Names of the flows that were running, outermost first."""
        self.tail = tail
        """The last entries of the journal, the answer that led to the fault included."""


class SaveError(KernelError):
    """A saved game cannot be read or written; the sentence names the place."""


class UnknownError(SaveError):
    """A saved game is of a newer version of the program, or of a game that is not there."""
