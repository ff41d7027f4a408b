"""Whether pieces leave the map where they stand (N5.61)."""

from __future__ import annotations

from hexwar.shell.prompter import Button, Manner, Offer, Prompter
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.supply.lines import is_supplied
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays


class ExitPrompter(Prompter[ExitMap]):
    """Two buttons; whether they are in supply is said, because it is checked as they leave."""

    def offer(self) -> Offer:
        """Both answers, and what leaving means."""
        names, hex_ = self._names(), self.decision.hex
        return Offer(
            f"Who leaves the map does not come back. {self._supply()}",
            (
                Button(
                    "stay",
                    "Stay on the map",
                    f"{names}: in {self.place(hex_)} until the next activation",
                    self.give(value=False),
                    manner=Manner.MAIN,
                ),
                Button(
                    "exit",
                    "Leave the map",
                    f"{names}: out of play from now on. {self._supply()}",
                    self.give(value=True),
                ),
            ),
            Overlays(
                selection=frozenset({hex_}),
                chosen=frozenset(self._units()),
            ),
        )

    def _units(self) -> list[UnitId]:
        return [UnitId(piece) for piece in self.decision.pieces if piece in self.view.units]

    def _names(self) -> str:
        leaders = self.view.battle.leaders
        return ", ".join(
            self.name(UnitId(piece)) if piece in self.view.units else leaders[LeaderId(piece)].name
            for piece in self.decision.pieces
        )

    def _supply(self) -> str:
        """What the check of supply will say (N5.6)."""
        fighters = [unit for unit in self._units() if self.view.card(unit).is_combat_unit]
        out = [self.name(unit) for unit in fighters if not is_supplied(self.view, unit)]
        if out:
            verb = "is" if len(out) == 1 else "are"
            return f"{', '.join(out)} {verb} out of supply and would count as lost."
        return "In supply: nothing counts as lost." if fighters else ""
