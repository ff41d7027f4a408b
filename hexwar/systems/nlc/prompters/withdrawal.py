"""Whether the defenders leave before an assault, and by which way (N8.2, N8.21)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.combat.withdrawal import (
    ChooseRetreatBeforeAssault,
    withdrawal,
    withdrawal_report,
)
from hexwar.systems.nlc.rules.losses.retreat import Path, zone_losses
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Aim, Overlays, Target, Track


class WithdrawalPrompter(Prompter[ChooseRetreatBeforeAssault]):
    """Click the hex where they go, or draw the way; or let them stand."""

    def __init__(
        self,
        view: GameState,
        decision: ChooseRetreatBeforeAssault,
        options: Sequence[Path | None],
    ) -> None:
        super().__init__(view, decision, options)
        self._by_end: dict[Hex, Path] = {}
        for path in options:
            if path is not None:
                self._by_end.setdefault(path[-1], path)
        self._over: Hex | None = None
        self._drawn: Path = ()

    def offer(self) -> Offer:
        """To stand, and every end of a way."""
        target, shown = self.decision.target, self._shown()
        sources = attacking_hexes(self.view, self.decision.attackers)
        ends = tuple(Target(end) for end in self._by_end)
        tracks = () if shown is None else (Track(Side(self.decision.side), shown),)
        return Offer(
            self._hint(shown),
            (self._stand(), *(self._button(path) for path in self._by_end.values())),
            Overlays(
                selection=frozenset({target}),
                targets=(Target(target, Aim.ASSAULT, sources), *ends),
                tracks=tracks,
            ),
            sources=frozenset({target}),
        )

    def _shown(self) -> Path | None:
        if len(self._drawn) > 1:
            return self._drawn
        return None if self._over is None else self._by_end.get(self._over)

    def _hint(self, shown: Path | None) -> str:
        if shown is None:
            return f"Click a marked hex to leave before the assault{self._check()}, or stand."
        return f"To {self.place(shown[-1])}: {self._price(shown)}{self._check()}."

    def _check(self) -> str:
        """The check that infantry must pass first."""
        stack = withdrawal(self.view, self.decision.target, self.decision.attackers, 1).units
        report = withdrawal_report(self.view, stack)
        if report is None:
            return ""
        return f", if the morale check shows {passing_words(self.view, report)}"

    def _price(self, path: Path) -> str:
        losses = zone_losses(self.view, Side(self.decision.side), path)
        return "no loss" if not losses else f"{losses} step{'s' if losses > 1 else ''} lost"

    def _stand(self) -> Button:
        where = self.place(self.decision.target)
        tip = f"The assault on {where} goes on"
        return Button("stand", "Stand", tip, self.give(None), manner=Manner.MAIN)

    def _button(self, path: Path) -> Button:
        end = path[-1]
        tip = f"Leave by {', '.join(path[1:])}: {self._price(path)}{self._check()}"
        return Button(end, f"To {end}, {self._price(path)}", tip, self.give(path), hexes=(end,))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Leave for a hex."""
        path = self._by_end.get(hex_)
        if path is not None:
            return self.give(path)
        if hex_ == self.decision.target:
            return None
        if hex_ in self.view.battle.battlefield.grid.neighbours[self.decision.target]:
            return self.law((self.decision.target, hex_))
        return Refusal(
            f"They cannot leave for {self.place(hex_)}: only for a hex that is marked.", "N8.21"
        )

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to an end."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Leave by a way of one's own."""
        self._drawn = ()
        return self.law(path) if len(path) > 1 else None

    def cycle(self, step: int) -> Hex | None:
        """Show the next way."""
        ends = list(self._by_end)
        last = -1 if step > 0 else 0
        at = ends.index(self._over) if self._over in self._by_end else last
        self._over = ends[(at + step) % len(ends)]
        return self._over
