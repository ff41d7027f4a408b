"""What a person does at a question: clicks, keys and buttons become the answers of a gesture."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.cards.records import CardId
from hexwar.engine import Manner, Refusal
from hexwar.messages import mark
from hexwar.shell.dragging import Drags, ruling_of
from hexwar.shell.guard import TOO_SOON, Guard
from hexwar.shell.prompter import (
    Button,
    Gesture,
    LeadsMarch,
    Offer,
    PieceId,
    Prompter,
    Proposes,
    Response,
    Sheet,
    TakesCards,
)
from hexwar.table.spot import Spot
from hexwar.table.stands import Ruling, Wish

NOTHING_PROPOSED = Refusal(mark("There is nothing to propose at this question."), "")
NOT_NOW = Refusal(mark("There is no march whose way could be led."), "")
"""What is said to a gesture of a march at any other question."""


class Gestures(QObject):
    """Holds what turns clicks and keys into answers, while a person is asked.

    A subclass puts the questions, and does with a whole gesture what it likes.
    """

    offered = Signal(object)
    """The offer has changed: something else is chosen or pointed at."""
    refused = Signal(object)
    """A `Refusal`: why a click, a key or a button did nothing."""
    sheetAsked = Signal(object)
    """The player wants to look at a `Sheet`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.guard = Guard()
        """Withholds answers from a question that has only just come."""
        self.is_held_back: Callable[[Gesture], bool] = lambda _: False
        """Whether a gesture is not given yet, because the player is warned of it first."""
        self._deed: Callable[[Prompter[Any, Any]], Response] | None = None  # what was done last
        self._held: Callable[[Prompter[Any, Any]], Response] | None = (
            None  # whose answer was held back
        )
        self._prompter: Prompter[Any, Any] | None = None
        self.offer = Offer("")
        """What the player can do; nothing while something is being shown."""

    @property
    def is_asking(self) -> bool:
        """Whether a person may answer now."""
        return self._prompter is not None

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> None:
        """A place was clicked."""
        self._act(lambda prompter: prompter.click(spot, joins=joins, adds=adds))

    def pick(self, pieces: Sequence[PieceId]) -> None:
        """These pieces were chosen."""
        self._act(lambda prompter: prompter.pick(pieces))

    def hover(self, spot: Spot | None) -> None:
        """The pointer is over a place, or over none."""
        if self._prompter is not None:
            self._prompter.hover(spot)
            self._refresh()

    def draw(self, path: tuple[Spot, ...]) -> None:
        """A path is being drawn; an empty one was given up."""
        if self._prompter is not None:
            self._prompter.draw(path)
            self._refresh()

    def drop(self, path: tuple[Spot, ...]) -> None:
        """A path was drawn to its end."""
        self._act(lambda prompter: prompter.drop(path))

    def judge(self, wish: Wish) -> Ruling:
        """What would become of a drag on a measured table."""
        return ruling_of(self._prompter, wish)

    def let_go(self, wish: Wish) -> None:
        """A piece was dragged there, and let go."""
        self._act(lambda prompter: prompter.let_go(wish) if isinstance(prompter, Drags) else None)

    def back(self) -> bool:
        """Give up the last choice; False when nothing was chosen."""
        if self._prompter is None or not self._prompter.back():
            return False
        self._refresh()
        return True

    def switch_road(self) -> None:
        """Switch road movement."""
        if isinstance(self._prompter, LeadsMarch):
            self._prompter.switch_road()
            self._refresh()

    def propose(self) -> None:
        """Propose all the moves that are asked for, or give the proposal up."""
        if self._may_act():
            prompter = self._prompter
            self._respond(
                prompter.propose() if isinstance(prompter, Proposes) else NOTHING_PROPOSED
            )

    def strike(self, spot: Spot) -> None:
        """Strike out a move that is proposed."""
        if isinstance(self._prompter, Proposes) and self._prompter.strike(spot):
            self._refresh()

    def leavable(self, spot: Spot) -> tuple[PieceId, ...] | Refusal:
        """Who of those chosen may stay behind in a place on their way."""
        prompter = self._prompter
        return prompter.leavable(spot) if isinstance(prompter, LeadsMarch) else NOT_NOW

    def leave(self, spot: Spot, pieces: Sequence[PieceId]) -> None:
        """Lead the way of those chosen through a place, and leave some of them there."""
        if isinstance(self._prompter, LeadsMarch):
            refusal = self._prompter.leave(spot, pieces)
            if refusal is not None:
                self.refused.emit(refusal)
            self._refresh()

    def take(self, card: CardId) -> None:
        """A card of the hand was clicked, or lifted."""
        if self._may_act() and isinstance(self._prompter, TakesCards):
            self._respond(self._prompter.take(card))

    def write(self, word: str) -> None:
        """Something was pressed on the order form."""
        self._act(lambda prompter: prompter.write(word))

    def cycle(self, step: int) -> Spot | None:
        """Choose the next or the last of what can act; the place where it is."""
        if not self._may_act() or self._prompter is None:
            return None
        if self.offer.pad.form is not None:  # the order before may be ready to go off
            self.write(f"next:{step}")
            return None
        spot = self._prompter.cycle(step)
        self._refresh()
        return spot

    def press(self, button: str) -> None:
        """A button of the offer was pressed."""
        self._press(lambda b: b.id == button)

    def confirm(self) -> None:
        """Press the main button, where there is one."""
        self._press(lambda b: b.manner is Manner.MAIN)

    def give(self, gesture: Gesture) -> None:
        """Answer, as a sheet or a dialog has decided."""
        self._act(lambda _: gesture)

    def do_again(self) -> None:
        """Do once more what led to the answer that was held back last."""
        if self._held is not None:
            self._act(self._held)

    # -- for subclasses

    def _may_act(self) -> bool:
        """Whether what a person does now is meant for the question."""
        return self._prompter is not None

    @abstractmethod
    def _go(self, gesture: Gesture) -> None:
        """Give the answers of a gesture."""

    def _refresh(self) -> None:
        if self._prompter is not None:
            self.offer = self._prompter.offer()
            self.offered.emit(self.offer)

    def _is_early(self) -> bool:
        """Whether an answer comes too soon to be meant for this question; then it is told."""
        if self.guard.is_early:
            self.refused.emit(TOO_SOON)
            return True
        return False

    # -- inside

    def _act(self, deed: Callable[[Prompter[Any, Any]], Response]) -> None:
        if self._may_act() and self._prompter is not None:
            self._deed = deed
            self._respond(deed(self._prompter))

    def _press(self, is_meant: Callable[[Button], bool]) -> bool:
        """Press the first button that is meant; whether there is one."""
        found = next((b for b in self.offer.buttons if is_meant(b)), None)
        if found is not None:
            self._act(lambda prompter: _pressed(prompter, found))
        return found is not None

    def _respond(self, response: Response) -> None:
        match response:
            case None:
                self._refresh()
            case Refusal():
                self.refused.emit(response)
                self._refresh()
            case Sheet():
                self.sheetAsked.emit(response)
            case _ if self._is_early():
                self._keep_back()
            case _ if self.is_held_back(response):
                self._held = self._deed
                self._keep_back()
            case _:
                self._go(response)

    def _keep_back(self) -> None:
        """An answer is not given: all stays as it was before."""
        if self._prompter is not None:
            self._prompter.held_back()
        self._refresh()


def _pressed(prompter: Prompter[Any, Any], button: Button) -> Response:
    if button.response is not None:
        return button.response
    if button.picks:
        return prompter.pick(button.picks)
    if button.word:
        return prompter.write(button.word)
    return prompter.click(button.spots[0]) if button.spots else None
