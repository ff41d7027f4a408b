"""The docks: a unit, what is fought, the armies, the points."""

from __future__ import annotations

from typing import Any

from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.page_dock import PageDock
from hexwar.shell.prompter import Offer
from hexwar.shell.score_dock import Score, ScoreDock
from hexwar.systems.mininap.panels.cards import army_html, unit_html
from hexwar.systems.mininap.panels.last import last_html
from hexwar.systems.mininap.panels.sheets import attacks_of, sheet_html
from hexwar.systems.mininap.score import outlook, score_lines
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.words import unit_at
from hexwar.table.forces import UnitId
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import rule_link


class UnitDock(PageDock):
    """The unit that is chosen, else the one that the player looks at."""

    id = "unit"
    title = mark("Unit")
    help = "rule:M2.5"
    kinds = ("piece",)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._looked: UnitId | None = None

    def follow(self, controller: Controller | None) -> None:
        """Look at nobody yet."""
        super().follow(controller)
        self._looked = None

    def look_at(self, spot: Any) -> None:
        """Show who stands there."""
        if self.controller is not None:
            found = None if spot is None else unit_at(self.controller.view, spot)
            self._looked = found or self._looked
            self.renew()

    def offer(self, offer: Offer) -> None:
        """Show who is chosen."""
        if offer.picked:
            self._looked = UnitId(str(offer.picked[0]))
        self.renew()

    def html(self, controller: Controller) -> str:
        """His card, and the fight that he is in."""
        view: MiniState = controller.view
        unit = self._looked
        if unit is None or unit not in view.units:
            return say("Click a unit to read about it.")
        told = unit_html(view, unit)
        if view.units[unit].pose is None:
            return told
        fight = controller.offer.fight
        if fight is not None and fight.report is not None and unit in fight.units:
            return sheet_html(view, fight.report) + "<hr>" + told
        return told + sheet_html(view, tuple(attacks_of(view, unit)))


class FightDock(PageDock):
    """What is about to be thrown with every reason; else what was thrown last."""

    id = "combat"
    title = mark("Combat")
    help = "rule:M10.3"
    needs_height = True

    def offer(self, offer: Offer) -> None:  # noqa: ARG002
        """Show what is put together."""
        self.renew()

    def wants(self, offer: Offer) -> bool:
        """While fire is ordered, or a charge or a fight is asked about."""
        return offer.fight is not None and offer.fight.report is not None

    def html(self, controller: Controller) -> str:
        """The sheet of what is chosen, then the last throws of the phase."""
        view, fight = controller.view, controller.offer.fight
        report = None if fight is None else fight.report
        sheet = "" if report is None else sheet_html(view, report)
        parts = [part for part in (sheet, last_html(controller)) if part]
        if not parts:
            return say("Nothing is fought. A shot, a charge or a fight is shown before its dice.")
        return "<hr>".join(parts)


class ArmyDock(PageDock):
    """The brigades of both sides."""

    id = "army"
    title = mark("Armies")
    help = "rule:M13.5"
    kinds = ("formation",)

    def html(self, controller: Controller) -> str:
        """The side that looks first."""
        view, viewer = controller.view, controller.viewer.side
        sides = sorted(view.battle.sides, key=lambda side: side != viewer)
        return "".join(army_html(view, side) for side in sides)


class VictoryDock(ScoreDock):
    """The score."""

    help = "rule:M23.6"

    def score(self, view: MiniState) -> Score:
        """With how the battle would end now."""
        law = say("How a battle ends: {rule}.", rule=rule_link("M23.7"))
        return Score(score_lines(view), outlook(view), law)
