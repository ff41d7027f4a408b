"""The dock of the hex that the player looks at; a game says what its rows show."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock
from hexwar.shell.prompter import Offer
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.spot import Spot
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import rule_link
from hexwar.widgets.panels.stack_panel import HexStack, StackPanel


class StackDock(Dock):
    """Who stands in the hex that the player looks at."""

    id = "stack"
    title = mark("Stack")

    def __init__(self, look: Look) -> None:
        self.stack = StackPanel(look)
        super().__init__(self.stack)
        self._hex: Hex | None = None
        self._shown: tuple[object, ...] = ()
        self.stack.subsetChanged.connect(self._pick)
        self.stack.pieceActivated.connect(lambda piece: self.linkActivated.emit(f"unit:{piece}"))

    @abstractmethod
    def rows(self, view: Any, hex_: Hex, pickable: frozenset[str]) -> HexStack:
        """A hex as the panel shows it, with those who may be chosen."""

    def follow(self, controller: Controller | None) -> None:
        """Look at nothing yet."""
        super().follow(controller)
        self._hex, self._shown = None, ()
        self.stack.show_nothing()

    def look_at(self, spot: Spot | None) -> None:
        """Show who stands in a hex."""
        self._hex = None if spot is None else Hex(spot)
        if self.controller is not None:
            self.offer(self.controller.offer)

    def offer(self, offer: Offer) -> None:
        """Show who can be chosen, and what those who are chosen can do."""
        if self.controller is None or self._hex is None:
            return
        view, told = self.controller.view, self.controller.playback.told
        viewer = self.controller.viewer
        now = (self._hex, offer.pickable, offer.picked, told, view.turn, viewer)
        if now != self._shown:
            self._shown = now
            self.stack.show_stack(self.rows(view, self._hex, offer.pickable), offer.picked)
        if offer.barred is not None:
            self._show_legality(offer.barred)
        elif any(
            p in offer.picked for p in (*view.units_in(self._hex), *view.leaders_in(self._hex))
        ):
            self.stack.show_legality(escape(offer.verdict))
        else:
            self.stack.show_legality("")

    def refuse(self, refusal: Refusal) -> None:
        """Say it beside the stack too."""
        if self._hex is not None:
            self._show_legality(refusal)

    def _show_legality(self, refusal: Refusal) -> None:
        html = f"{escape(refusal.sentence)} {rule_link(refusal.rule)}"
        self.stack.show_legality(html, legal=False)

    def _pick(self, units: Sequence[UnitId], leaders: Sequence[LeaderId]) -> None:
        if self.controller is not None:
            self.controller.pick([*units, *leaders])
