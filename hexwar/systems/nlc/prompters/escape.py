"""Where an HQ goes to escape the enemy's zone of control (N14.51)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Offer, Prompter, Response
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut, Path
from hexwar.systems.nlc.state import GameState
from hexwar.table.overlays import Overlays, Target


class EscapePrompter(Prompter[MoveHqOut]):
    """Click a marked hex out of the zone, or let the HQ stay."""

    def __init__(
        self, view: GameState, decision: MoveHqOut, options: Sequence[Path | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._paths = {path[-1]: path for path in options if path is not None}

    def offer(self) -> Offer:
        """The hexes where it is safe."""
        start = self.view.leaders[self.decision.hq].hex
        assert start is not None
        name = self.view.battle.leaders[self.decision.hq].name
        buttons = (
            Button(hex_, self.place(hex_), f"{name} goes to {self.place(hex_)}", self.give(path))
            for hex_, path in self._paths.items()
        )
        stay = Button("end", "Stay here", f"{name} stays in the enemy's zone", self.give(None))
        return Offer(
            f"Click a marked hex: {name} goes there, out of the enemy's zone of control.",
            (*buttons, stay),
            Overlays(
                selection=frozenset({start}),
                chosen=frozenset({self.decision.hq}),
                targets=tuple(Target(hex_) for hex_ in self._paths),
            ),
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Go there."""
        path = self._paths.get(hex_)
        if path is not None:
            return self.give(path)
        name = self.view.battle.leaders[self.decision.hq].name
        return Refusal(f"{name} cannot go there: choose a marked hex.", self.decision.rule)
