"""Making room: choose a unit, then the hex next to its own that it goes to (N5.10, N11.41)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.rules.losses.retreat import DisplaceFriend
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure, Displacement
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target

Crowding = ChooseOverstackCure | DisplaceFriend


class RoomPrompter(Prompter[Crowding]):
    """A unit is chosen already; click a hex to send it there, or choose another unit first."""

    def __init__(
        self, view: GameState, decision: Crowding, options: Sequence[Displacement]
    ) -> None:
        super().__init__(view, decision, options)
        self._hexes: dict[UnitId, list[Hex]] = {}
        for option in options:
            free = self._hexes.setdefault(option.unit, [])
            if option.hex is not None:
                free.append(option.hex)
        self._unit = next(iter(self._hexes))

    def offer(self) -> Offer:
        """The units, and the free hexes of the chosen one."""
        targets = tuple(
            Target(hex_, sources=(self.decision.hex,)) for hex_ in self._hexes[self._unit]
        )
        return Offer(
            self._hint(),
            tuple(self._button(unit) for unit in self._hexes),
            Overlays(
                selection=frozenset({self.decision.hex}),
                chosen=frozenset({self._unit}),
                targets=targets,
            ),
            frozenset(self._hexes),
            (self._unit,),
        )

    def _hint(self) -> str:
        if not self._hexes[self._unit]:
            return "There is no room anywhere: one unit is lost."
        return f"Click a hex for {self.name(self._unit)}, or choose another unit."

    def _button(self, unit: UnitId) -> Button:
        manner = Manner.MAIN if unit == self._unit else Manner.PLAIN
        if not self._hexes[unit]:
            answer = self.give(Displacement(unit, None))
            return Button(unit, f"{self.name(unit)} is lost", "It goes to the UAR box", answer)
        if len(self._hexes[unit]) == 1:
            hex_ = self._hexes[unit][0]
            return Button(
                unit,
                f"{self.name(unit)} to {hex_}",
                f"{self.name(unit)} goes to {self.place(hex_)}",
                self.give(Displacement(unit, hex_)),
                manner=manner,
            )
        return Button(
            unit,
            self.name(unit),
            f"Choose {self.name(unit)}, then a hex for it",
            picks=(unit,),
            manner=manner,
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Send the chosen unit to a hex; in the crowded hex, choose the next unit."""
        if hex_ == self.decision.hex:
            self.cycle(1)
            return None
        return self.law(Displacement(self._unit, hex_))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the unit that goes."""
        units = [UnitId(p) for p in pieces if p in self._hexes]
        fresh = [unit for unit in units if unit != self._unit] or units
        if fresh:
            self._unit = fresh[-1]
        return None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit."""
        units = list(self._hexes)
        self._unit = units[(units.index(self._unit) + step) % len(units)]
        return self.decision.hex
