"""What the window answers by itself: moments for cards that pass, and aims that it keeps."""

from __future__ import annotations

from typing import Any

from hexwar.cards.records import CardId, Window
from hexwar.engine import Decision
from hexwar.shell.prompter import Gesture, Prompter
from hexwar.shell.questions import StandingAnswers
from hexwar.systems.nlc.prompters.cards import TargetPrompter
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard, Subjects


class CardAnswers(StandingAnswers):
    """Lets moments pass that the player does not want to be asked about (N23.6).

    In full play both sides choose before the first card names anybody. So what a player aims his
    card at when he plays it is kept until that is asked.
    """

    def __init__(self) -> None:
        super().__init__()
        self._aims: dict[tuple[str, CardId], Subjects] = {}

    def lets_pass(self, decision: Decision[Any] | None) -> bool:
        """Whether a question is answered with no by itself."""
        if isinstance(decision, PlayWindowCard):
            return decision.window.value in self.passes
        return isinstance(decision, ChooseReroll) and Window.DIE.value in self.passes

    def note(self, side: str, gesture: Gesture) -> None:
        """A gesture is given: keep what a card is aimed at."""
        values = {answer.asked: answer.value for answer in gesture}
        card, subjects = values.get(ChooseCard), values.get(ChooseCardTarget)
        if card is not None and subjects is not None:
            self._aims[side, card] = subjects

    def prepare(self, prompter: Prompter[Any]) -> None:
        """A question is put: recall what the player has aimed at."""
        decision = prompter.decision
        if isinstance(prompter, TargetPrompter):
            subjects = self._aims.pop((decision.side, decision.card), None)
            if subjects is not None:
                prompter.aim(subjects)
