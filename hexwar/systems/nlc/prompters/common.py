"""What all prompters of NLC share."""

from __future__ import annotations

from typing import Any, TypeVar

from hexwar.cards.records import CardId
from hexwar.engine import Decision, Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.shell.prompter import Prompter, Response
from hexwar.systems.nlc.card_reasons import card_refusal
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import hex_name, unit_name
from hexwar.table.forces import Side, UnitId

NOBODY_GOES = Refusal(mark("Choose the units first that are to go by this hex."), "N5.9")
D = TypeVar("D", bound=Decision[Any])


class NlcPrompter(Prompter[D]):
    """The common prompter, and what it says to cards and marches at any other question."""

    view: GameState

    def take(self, card: CardId) -> Response:
        """A card of the hand is clicked, or lifted to be carried to the map."""
        return card_refusal(self.view, Side(self.decision.side), card)

    def switch_road(self) -> None:
        """Switch road movement on or off."""

    def leavable(self, hex_: Hex) -> tuple[UnitId, ...] | Refusal:  # noqa: ARG002
        """Who of the chosen units may stay behind in a hex on their way (N5.9)."""
        return NOBODY_GOES

    def leave(self, hex_: Hex, units: tuple[UnitId, ...]) -> Refusal | None:  # noqa: ARG002
        """Lead the way through a hex, and leave some units there."""
        return NOBODY_GOES

    # -- for subclasses

    def name(self, unit: UnitId) -> str:
        """A unit's name."""
        return unit_name(self.view, unit)

    def place(self, hex_: Hex) -> str:
        """A hex with the name of its place."""
        return hex_name(self.view, hex_)
