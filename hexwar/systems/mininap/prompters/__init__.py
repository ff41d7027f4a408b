"""How questions are put: units are clicked and dragged, all else is answered by buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from hexwar.engine import Decision
from hexwar.messages import mark, say
from hexwar.shell.prompter import (
    Acting,
    Deed,
    EndWords,
    Prompter,
    Questions,
    StandingAnswers,
)
from hexwar.systems.mininap.prompters import fighting, firing, moving, placing
from hexwar.systems.mininap.prompters.common import StandPrompter
from hexwar.systems.mininap.prompters.drafts import Draft
from hexwar.systems.mininap.prompters.moving import MovePrompter
from hexwar.systems.mininap.prompters.telling import answer_marks, answer_words, deeds
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.rules.secret import is_secret, planned
from hexwar.systems.mininap.state import MiniState, Phase
from hexwar.systems.mininap.words import MANOEUVRES
from hexwar.table.forces import Side
from hexwar.table.laid import Laid
from hexwar.table.stands import Marks

_CHAPTERS = (moving, firing, fighting, placing)
"""Each names in `GESTURES` the prompters of its questions."""

GESTURES: Final[Mapping[type[Decision[Any]], Callable[..., Prompter[Any, Any]]]] = MappingProxyType(
    {kind: made for chapter in _CHAPTERS for kind, made in chapter.GESTURES.items()}
)
"""The prompters of gestures by what they answer."""


class MiniAnswers(StandingAnswers):
    """Goes on with the unit that was taken up while a move of another one was thought out."""

    def __init__(self) -> None:
        super().__init__()
        self._next: Draft | None = None

    def leave(self, prompter: Prompter[Any, Any]) -> None:
        """What the player wanted to go on with."""
        self._next = prompter.next if isinstance(prompter, MovePrompter) else None

    def prepare(self, prompter: Prompter[Any, Any]) -> None:
        """The next question of the same phase begins with it."""
        if isinstance(prompter, MovePrompter) and self._next is not None:
            prompter.take_up(self._next)
        self._next = None

    def rewound(self) -> None:
        """Answers were taken back: nothing is begun."""
        self._next = None


class MiniQuestions(Questions):
    """Moves and fire by gestures; every other question by its choices."""

    end_words = EndWords("", "", "", mark("Left undone in this phase"))
    over_rule = "M23.7"
    moments_rule = ""

    def prompter(
        self, view: MiniState, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any, Any]:
        """The prompter of its class, or of what it is a kind of."""
        if is_secret(view):  # of his own plans the player sees what they come to
            view = planned(view, Side(decision.side)) if decision.side in view.plans else view
        made = (GESTURES[kind] for kind in type(decision).__mro__ if kind in GESTURES)
        return next(made, StandPrompter)(view, decision, options)

    def standing_answers(self) -> MiniAnswers:
        """What is taken up again."""
        return MiniAnswers()

    def acting(self, view: MiniState) -> Acting | None:
        """Whose manoeuvre phase it is; in the other phases both act."""
        if view.initiative is None or view.phase not in MANOEUVRES:
            return None
        return Acting(view.acting)

    def errand(self, view: MiniState, decision: Decision[Any]) -> str:
        """A phase of moves, or fire."""
        if isinstance(decision, ActWithUnit):
            return say("To move and charge: some minutes.")
        if view.phase is Phase.FIRING:
            return say("To order fire: a moment.")
        return super().errand(view, decision)

    def words_of(self, view: MiniState, decision: Decision[Any], answer: Any) -> str:
        """Moves and fire have words of their own."""
        return answer_words(view, answer) or super().words_of(view, decision, answer)

    def drawn(self, view: MiniState, decision: Decision[Any], answer: Any) -> Laid:
        """Moves as ghosts with their ways, fire as arrows."""
        marks = answer_marks(view, answer)
        return marks if marks != Marks() else super().drawn(view, decision, answer)

    def possible(self, view: MiniState, prompter: Prompter[Any, Any]) -> Sequence[Deed]:
        """What each unit can do; where no unit is meant, the buttons."""
        return [*deeds(view, prompter)] or super().possible(view, prompter)
