"""Real dice and chits: the player types in what he rolled or drew."""

from __future__ import annotations

from hexwar.engine import Roll
from hexwar.rules.nlc.chits import DrawChit
from hexwar.ui.prompters.base import Button, Offer, Prompter


class RollPrompter(Prompter[Roll]):
    """A button for each face of the die."""

    def offer(self) -> Offer:
        """The faces."""
        buttons = tuple(
            Button(str(face), str(face), f"The die shows {face}", self.give(face))
            for face in self.options
        )
        return Offer("Roll the die and press what it shows.", buttons)


class ChitPrompter(Prompter[DrawChit]):
    """A button for each chit that is still in the cup."""

    def offer(self) -> Offer:
        """The chits by the names of their formations."""
        formations = self.view.battle.formations
        buttons = tuple(
            Button(
                chit, formations[chit].name, f"{formations[chit].name} was drawn", self.give(chit)
            )
            for chit in self.options
        )
        return Offer("Draw a chit and press whose it is.", buttons)
