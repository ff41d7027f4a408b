"""Who enters the hex that was won (N8.92)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, Units
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target


class AdvancePrompter(Prompter[ChooseAdvance]):
    """Click the hex that was won: the chosen units enter it."""

    def __init__(
        self, view: GameState, decision: ChooseAdvance, options: Sequence[Units | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._picked: Units = next(option for option in options if option is not None)

    def offer(self) -> Offer:
        """Each listed party, and nobody."""
        start = attacking_hexes(self.view, self.decision.units)
        return Offer(
            f"Click {self.place(self.decision.target)} to enter it.",
            self._buttons(),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self._picked),
                targets=(Target(self.decision.target, sources=start),),
            ),
            frozenset(self.decision.units),
            self._picked,
            barred=self.decision.refusal(self.view, self._picked),
        )

    def _buttons(self) -> tuple[Button, ...]:
        parties = [option for option in self.options if option is not None]
        buttons = [
            Button(
                "+".join(units),
                self._words(units),
                f"Advance into {self.place(self.decision.target)}",
                self.give(units),
                manner=Manner.MAIN if units == parties[0] else Manner.PLAIN,
            )
            for units in parties
        ]
        stay = Button("nobody", "Nobody advances", "All stay where they are", self.give(None))
        return (*buttons, stay)

    def _words(self, units: Units) -> str:
        if len(units) > 1:
            return "All advance"
        return f"{self.name(units[0])} advances"

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Enter the hex with the chosen units."""
        if hex_ == self.decision.target:
            return self.law(self._picked)
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who enters."""
        self._picked = tuple(UnitId(p) for p in pieces if p in self.decision.units)
        return None
