"""Who loses a step (N11.5)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss, is_on_last_step
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target


class LossPrompter(Prompter[ChooseStepLoss]):
    """A button for each unit that may lose the step; a click on its counter does the same."""

    def offer(self) -> Offer:
        """The units with what the loss would leave of them."""
        hexes = attacking_hexes(self.view, self.decision.units)
        return Offer(
            "Click a counter of the stack, or its button.",
            tuple(self._button(unit) for unit in self.options),
            Overlays(
                selection=frozenset(hexes),
                chosen=frozenset(self.options),
                targets=tuple(Target(hex_) for hex_ in hexes),
            ),
            frozenset(self.options),
            decides=True,
        )

    def _button(self, unit: UnitId) -> Button:
        card, left = self.view.card(unit), 0
        if not is_on_last_step(self.view, unit):
            left = card.reduced_sp
        change = f"{self.view.sp(unit)} \N{RIGHTWARDS ARROW} {left} SP" if left else "eliminated"
        manner = Manner.MAIN if unit == self.options[0] else Manner.PLAIN
        return Button(
            unit,
            f"{card.name} ({change})",
            f"{card.name} loses the step",
            self.give(unit),
            manner=manner,
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The only unit of a hex that may lose the step loses it."""
        here = [u for u in self.options if self.view.units[u].hex == hex_]
        return self.give(here[0]) if len(here) == 1 else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The chosen unit loses the step."""
        chosen = [UnitId(p) for p in pieces if p in self.options]
        return self.give(chosen[-1]) if chosen else None
