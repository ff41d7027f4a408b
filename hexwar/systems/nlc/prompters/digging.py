"""Where infantry tries to build an improved position (N21, N21.1)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.prompters.plain import dice_words
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition, may_build
from hexwar.table.overlays import Overlays, Target


class DiggingPrompter(Prompter[BuildImprovedPosition]):
    """Click a marked hex: its infantry digs, and one die says whether the position is ready."""

    def offer(self) -> Offer:
        """A button for each hex, and that nobody digs any more."""
        hexes = self.decision.hexes
        end = Button(
            "end",
            "Dig nowhere else",
            "Nobody else builds a position in this activation",
            self.give(None),
            manner=Manner.END,
        )
        return Offer(
            f"Click a marked hex: its infantry digs, and a die of {self._dice()} builds an improved"
            " position.",
            (*(self._button(hex_) for hex_ in hexes), end),
            Overlays(targets=tuple(Target(hex_) for hex_ in hexes)),
        )

    def _button(self, hex_: Hex) -> Button:
        names = ", ".join(
            self.name(unit) for unit in self.view.units_in(hex_) if may_build(self.view, unit)
        )
        return Button(
            hex_,
            f"Dig in {hex_}",
            f"{names} in {self.place(hex_)}: ready on {self._dice()}",
            self.give(hex_),
            hexes=(hex_,),
        )

    def _dice(self) -> str:
        return dice_words(range(1, numbers_of(self.view.battle).position.built_die + 1))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Dig there, or why not."""
        if hex_ in self.decision.hexes:
            return self.give(hex_)
        return Refusal(f"Nobody can dig in {self.place(hex_)} now.", self.decision.rule)
