"""Real dice and chits: the player types in what he rolled or drew."""

from __future__ import annotations

from hexwar.engine import Roll
from hexwar.shell.prompter import Button, Offer, Prompter
from hexwar.systems.nlc.panels.describe import chit_name
from hexwar.systems.nlc.rules.turn.actions import DrawChit


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
        names = {chit: chit_name(self.view.battle, chit) for chit in self.options}
        buttons = tuple(
            Button(chit, name, f"{name} was drawn", self.give(chit)) for chit, name in names.items()
        )
        return Offer("Draw a chit and press whose it is.", buttons)
