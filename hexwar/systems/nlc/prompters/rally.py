"""In which order hexes try to rally (N13.6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.rules.losses.rally import (
    ChooseRallyOrder,
    Order,
    disrupted_in,
    rally_report,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Target


class RallyPrompter(Prompter[ChooseRallyOrder]):
    """Click the hexes in the order in which they shall try; the last one follows by itself."""

    def __init__(
        self, view: GameState, decision: ChooseRallyOrder, options: Sequence[Order]
    ) -> None:
        super().__init__(view, decision, options)
        self._first: Order = ()

    def offer(self) -> Offer:
        """The hexes that still have no place in the order."""
        left = [hex_ for hex_ in self.decision.hexes if hex_ not in self._first]
        return Offer(
            self._hint(),
            (*(self._button(hex_) for hex_ in left), self._rest(left)),
            Overlays(
                selection=frozenset(self._first), targets=tuple(Target(hex_) for hex_ in left)
            ),
        )

    def _hint(self) -> str:
        if not self._first:
            return "Click the hexes in the order in which they try."
        return f"First {', '.join(self._first)}; click the next, or Esc to begin again."

    def _button(self, hex_: Hex) -> Button:
        side = Side(self.decision.side)
        names = ", ".join(self.name(u) for u in disrupted_in(self.view, side, hex_))
        morale = rally_report(self.view, side, hex_).value
        return Button(
            hex_,
            f"{hex_} next" if self._first else f"{hex_} first",
            f"{names} in {self.place(hex_)}, morale {morale}",
            self._with(hex_) if len(self._first) + 2 == len(self.decision.hexes) else None,
            hexes=(hex_,),
        )

    def _rest(self, left: list[Hex]) -> Button:
        order = (*self._first, *left)
        return Button(
            "order", "In this order", ", ".join(order), self.give(order), manner=Manner.MAIN
        )

    def _with(self, hex_: Hex) -> Response:
        """The order that begins with what is chosen and a hex; the rest follow by number."""
        chosen = (*self._first, hex_)
        rest = [other for other in self.decision.hexes if other not in chosen]
        return self.law((*chosen, *rest))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The hex tries next."""
        if hex_ not in self.decision.hexes or hex_ in self._first:
            return None
        if len(self._first) + 2 == len(self.decision.hexes):
            return self._with(hex_)
        self._first = (*self._first, hex_)
        return None

    def back(self) -> bool:
        """Begin the order again."""
        was, self._first = self._first, ()
        return bool(was)
