"""How the questions of a game are put to a person: what the controller asks a game's face for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.engine import Decision, Refusal
from hexwar.kit import Kit
from hexwar.shell.prompter import Gesture, Prompter
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class Acting:
    """Whose turn it is."""

    side: Side
    body: str | None = None  # the part of the side that acts, such as a formation


class StandingAnswers:
    """What the window answers by itself in one game, as the player has told it before."""

    def __init__(self) -> None:
        self.passes: Collection[str] = ()
        """The moments that he lets pass without a question; see `Preferences.passes`."""

    def lets_pass(self, decision: Decision[Any] | None) -> bool:  # noqa: ARG002
        """Whether a question is answered with no by itself."""
        return False

    def note(self, side: str, gesture: Gesture) -> None:
        """A gesture is given: keep of it what a later question will ask."""

    def prepare(self, prompter: Prompter[Any]) -> None:
        """A question is put: recall what the player has said already."""


class Questions:
    """How a game puts its questions; each says the rest itself."""

    def __init__(self, kit: Kit[Any]) -> None:
        self.kit = kit

    def prompter(self, view: Any, decision: Decision[Any], options: Sequence[Any]) -> Prompter[Any]:
        """What turns clicks and keys into answers to a question.

        Args:
            view: The table as the side that is asked may see it.
            decision: The question.
            options: Its listed answers.
        """
        return Prompter(view, decision, options)

    def standing_answers(self) -> StandingAnswers:
        """What is answered by itself in one game."""
        return StandingAnswers()

    def acting(self, view: Any) -> Acting | None:  # noqa: ARG002
        """Who acts now; None where it is nobody's turn."""
        return None

    # -- ending an activation: all segments that are still to come, by one key

    def has_end_button(self, decision: Decision[Any]) -> bool:
        """Whether a button beside the question does the same as the key."""
        return decision.ends_for is not None

    def left(self, view: Any, decision: Decision[Any]) -> Sequence[str]:  # noqa: ARG002
        """What could still be done, in sentences."""
        return ()

    def has_weight(self, view: Any, decision: Decision[Any]) -> bool:  # noqa: ARG002
        """Whether so much is left that the player is asked first."""
        return False

    def warning(self, decision: Decision[Any]) -> Refusal | None:  # noqa: ARG002
        """What the key that ends a segment says at its first press, where that is for good."""
        return None
