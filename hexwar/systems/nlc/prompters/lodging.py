"""Which units live on the train of another formation (N16.3)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.rules.combat.fight import hex_of
from hexwar.systems.nlc.rules.supply.check import AssignTrain, Units
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target


class LodgingPrompter(Prompter[AssignTrain]):
    """Choose the units by their buttons or counters; the nearest are chosen at first."""

    def __init__(self, view: GameState, decision: AssignTrain, options: Sequence[Units]) -> None:
        super().__init__(view, decision, options)
        self._room = len(options[0])
        self._chosen: list[UnitId] = list(options[0])

    def offer(self) -> Offer:
        """The units that could live on the train, and the button that puts them there."""
        units = self.decision.units
        hexes = sorted({hex_of(self.view, unit) for unit in units})
        return Offer(
            f"{self._count()} chosen; who is left may be out of supply. Click a counter or a"
            " button to choose another, then put them on the train.",
            (*(self._button(unit) for unit in units), self._done()),
            Overlays(
                selection=frozenset({hex_of(self.view, self.decision.train)}),
                chosen=frozenset(self._chosen),
                targets=tuple(Target(hex_) for hex_ in hexes),
            ),
            frozenset(units),
        )

    def _count(self) -> str:
        return f"{len(self._chosen)} of {self._room}"

    def _button(self, unit: UnitId) -> Button:
        name, where = self.name(unit), self.place(hex_of(self.view, unit))
        mark = "✓ " if unit in self._chosen else ""
        tip = f"{name} in {where} lives on the train, or no more"
        return Button(unit, f"{mark}{name}", tip, picks=(unit,), hexes=(hex_of(self.view, unit),))

    def _done(self) -> Button:
        train, answer = self.name(self.decision.train), tuple(self._chosen)
        return Button(
            "done",
            f"Put on the train ({self._count()})",
            f"These units live on {train} until supply is checked again",
            self.law(answer),
            manner=Manner.MAIN,
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Choose the next unit of a hex."""
        here = [unit for unit in self.decision.units if hex_of(self.view, unit) == hex_]
        if not here:
            return Refusal(f"Nobody in {self.place(hex_)} can live on this train.", "N16.3")
        fresh = [unit for unit in here if unit not in self._chosen]
        return self.pick(fresh[:1] or here[:1])

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose units; with more than the train feeds, who was chosen first gives way."""
        for piece in pieces:
            unit = UnitId(piece)
            if unit in self._chosen:
                self._chosen.remove(unit)
            elif unit in self.decision.units:
                self._chosen = [*self._chosen, unit][-self._room :]
        return None
