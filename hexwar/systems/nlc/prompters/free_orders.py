"""The order that a card gives a formation for nothing (N23.4)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.cards.library import card as printed
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Response
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.pad_view.draft import Draft
from hexwar.systems.nlc.prompters.pad import PadPrompter
from hexwar.systems.nlc.prompters.writing import recipient
from hexwar.systems.nlc.rules.cards.march_cards import Steps, WriteFreeOrder
from hexwar.systems.nlc.rules.cards.order_effects import APPROACH_MARCH
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.forms import steps_refusal, trial_step
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep

OTHER_LINE = Refusal("The card names one formation: it alone gets this order.", "N23.4")


class FreeOrderPrompter(PadPrompter[WriteFreeOrder]):
    """Write to the formation that the card names, and to no other."""

    def __init__(
        self, view: GameState, decision: WriteFreeOrder, options: Sequence[Steps | None]
    ) -> None:
        super().__init__(view, decision, options)
        self.lines = (decision.line,)
        self.draft = Draft(decision.line)

    def value(self) -> Steps:
        """The order as it is written."""
        return self.draft.steps

    def choose(self, line: LineId) -> Response:
        """Nobody else can be chosen."""
        return None if line == self.decision.line else OTHER_LINE

    def line_refusal(self, line: LineId) -> Refusal | None:
        """Nothing can be written to any other."""
        return None if line == self.decision.line else OTHER_LINE

    def verb_refusal(self, verb: str) -> Refusal | None:
        """What cannot be ordered to this formation, or not by this card."""
        line = self.decision.line
        steps: tuple[OrderStep, ...] = (*self.draft.finished, trial_step(self.view, line, verb))
        return self.decision.refusal(self.view, steps) or steps_refusal(self.view, line, steps)

    def none(self) -> Response:
        """No order, unless one is written and not sent yet."""
        return self._left_unsent() or self.give(None)

    def none_words(self) -> str:
        """What the button says that gives up the order."""
        return "No order"

    def title(self) -> str:
        """To whom it goes."""
        return f"To {recipient(self.view, self.decision.line)}"

    def giver_words(self) -> str:
        """By which card, and how soon it is obeyed."""
        title = printed(self.decision.card).title
        if self.decision.card == APPROACH_MARCH:
            return f"By the card {title}: it begins with a March and is obeyed at once"
        return f"By the card {title}: it is delivered at once"

    @property
    def _can_go_back(self) -> bool:
        """The formation is not taken back: the card names it."""
        return self.draft != Draft(self.decision.line)

    def back(self) -> bool:
        """Take back what was said last; the formation stays."""
        was, after = self.draft, self.draft.back()
        self.draft = after if after.line is not None else Draft(self.decision.line)
        return was != self.draft

    def cycle(self, step: int) -> Hex | None:  # noqa: ARG002
        """Show where it is."""
        return centre_of(self.view, self.decision.line)
