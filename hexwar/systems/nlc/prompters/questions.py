"""How questions are put: what ends an activation, and what the window answers by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwar.cards.records import CardId, Window
from hexwar.engine import Decision, Refusal
from hexwar.messages import mark, say
from hexwar.shell.prompter import Gesture, Prompter, StandingAnswers
from hexwar.systems.nlc.preview import left_undone
from hexwar.systems.nlc.prompters.cards import TargetPrompter
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard, Subjects
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, unmoved
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment

# -- an activation that one key ends: its questions, and what would be left undone


_Strike = type[ChooseBombardment] | type[DeclareCharge] | type[DeclareAssault]

_STRIKES: tuple[tuple[Segment, _Strike, str], ...] = (
    (Segment.BOMBARDMENT, ChooseBombardment, mark("{place} may still be bombarded")),
    (Segment.CHARGE, DeclareCharge, mark("{place} may still be charged")),
    (Segment.ASSAULT, DeclareAssault, mark("{place} may still be assaulted")),
)
"""The segments in which the enemy is struck, in order, with their question."""

_SEGMENTS = tuple(Segment)


TWICE = Refusal(mark("Leaders or trains could still move: press E again to end for good."), "N4.5")
"""What the key says at its first press, where its answer cannot be taken back."""


def left_in_activation(view: GameState, decision: Decision[Any]) -> list[str]:
    """Everything that is still possible, in sentences: strikes, moves, leaders and trains."""
    return [*_strikes(view), *left_undone(view, decision)]


def has_weight(view: GameState, decision: Decision[Any]) -> bool:
    """Whether troops could still act; leaders and trains alone need no question."""
    activation = view.activation
    if activation is None:
        return False
    may_move = isinstance(decision, ActivateUnit) and any(unmoved(view, activation.formation))
    return may_move or any(_strikes(view))


def _strikes(view: GameState) -> Iterator[str]:
    """What would be open now in segments that are under way or still to come."""
    activation = view.activation
    if activation is None:
        return
    place, now = view.battle.battlefield.name_of, _SEGMENTS.index(activation.segment)
    for segment, asked, words in _STRIKES:
        if _SEGMENTS.index(segment) >= now:
            question = asked(activation.side, activation.formation)
            found = (option.target for option in question.options(view) if option is not None)
            for target in dict.fromkeys(found):
                yield say(words, place=place(target))


# -- what the window answers by itself: moments for cards that pass, and aims that it keeps


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
