"""Bombardments: choose a target on the map, look at the sheet, fire; and who is hit (N9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from hexwar.engine import Refusal
from hexwar.ground.sight import has_line_of_sight
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Report, Response
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.prompters.striking import Strike, StrikePrompter, Units
from hexwar.systems.nlc.rules.combat.bombardment import (
    STEP_LOST,
    UNDER_FIRE,
    Bombardment,
    ChooseBombardment,
    ChooseBombardmentVictim,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import (
    aim_refusal,
    bombardment_refusal,
    gun_refusal,
    longest_range,
    target_refusal,
    time_refusal,
)
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, hex_of
from hexwar.systems.nlc.rules.losses.losses import is_on_last_step
from hexwar.systems.nlc.rules.losses.morale import unit_report
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Sight, Target


class BombardmentPrompter(StrikePrompter[ChooseBombardment]):
    """Click a target that is lit to see the sheet; click a battery to see what it reaches."""

    strike: ClassVar[Strike] = Strike(
        "Bombard",
        "a bombardment of",
        Aim.BOMBARD,
        "End bombardments",
        "Bombard no more with this formation",
    )

    def declared(self, target: Hex, units: Units) -> Bombardment:
        """The bombardment."""
        return Bombardment(target, units)

    def report(self, target: Hex, units: Units) -> Report:
        """The bombardment laid open."""
        return bombardment_report(self.view, Bombardment(target, units))

    def _overlays(self) -> Overlays:
        """With what the chosen guns reach and see, the rest in shade."""
        return replace(super()._overlays(), sight=self._field())

    def _field(self) -> Sight | None:
        """What the chosen guns reach, if they stand in one hex."""
        hexes = attacking_hexes(self.view, self._picked)
        if len(hexes) != 1:
            return None
        start, reach = hexes[0], max(longest_range(self.view, gun) for gun in self._picked)
        field = self.view.battle.battlefield
        seen = frozenset(
            hex_
            for hex_ in field.grid.within(start, reach)
            if hex_ != start and has_line_of_sight(field, start, hex_, reach)
        )
        own = {h for h, guns in self._targets.items() if set(guns) & set(self._picked)}
        return Sight(start, seen, frozenset(own & seen))

    # -- why not

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Look at a sheet, choose a battery; one that cannot fire says why."""
        silent = next(self._silent_in(hex_), None)
        able = any(unit in self._pickable for unit in self.view.units_in(hex_))
        if silent is not None and not able:
            return silent
        return super().click(hex_, joins=joins, adds=adds)

    def _silent_in(self, hex_: Hex) -> Iterator[Refusal]:
        """Why each battery of those who act in a hex cannot fire at anything."""
        for unit in self._guns():
            if self.view.units[unit].hex == hex_:
                refusal = gun_refusal(self.view, unit)
                yield refusal or Refusal(
                    f"{self.name(unit)} has no target in range and sight.", "N9.1"
                )

    def _guns(self) -> list[UnitId]:
        """The artillery on the map of those who act."""
        units = units_of_body(self.view, self.decision.formation)
        return [
            unit
            for unit in units
            if self.view.card(unit).arm.is_artillery and self.view.units[unit].hex is not None
        ]

    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why nobody can bombard a hex: of those who may fire the nearest battery says it."""
        side = Side(self.decision.side)
        refusal = time_refusal(self.view) or target_refusal(self.view, side, hex_)
        if refusal is not None:
            return refusal
        distance = self.view.battle.battlefield.grid.distance
        guns = sorted(self._guns(), key=lambda gun: distance(hex_of(self.view, gun), hex_))
        ready = [gun for gun in guns if gun_refusal(self.view, gun) is None]
        for gun in ready[:1]:
            one = Bombardment(hex_, (gun,))
            law = bombardment_refusal(self.view, self.decision.formation, one)
            return aim_refusal(self.view, gun, hex_) or law
        return next((gun_refusal(self.view, gun) for gun in guns), None)


class VictimPrompter(Prompter[ChooseBombardmentVictim]):
    """A button for each unit of the target; a click on its counter does the same."""

    def offer(self) -> Offer:
        """The units, with what would become of them."""
        target = self.decision.target
        return Offer(
            "Click a counter of the target, or its button.",
            tuple(self._button(unit) for unit in self.options),
            Overlays(
                chosen=frozenset(self.options),
                targets=(Target(target, Aim.BOMBARD),),
            ),
            frozenset(self.options),
            decides=True,
        )

    def _button(self, unit: UnitId) -> Button:
        manner = Manner.MAIN if unit == self.options[0] else Manner.PLAIN
        words, tip = self._fate(unit)
        return Button(unit, f"{self.name(unit)} ({words})", tip, self.give(unit), manner=manner)

    def _fate(self, unit: UnitId) -> tuple[str, str]:
        name = self.name(unit)
        if self.decision.result == STEP_LOST:
            last = is_on_last_step(self.view, unit)
            left = 0 if last else self.view.card(unit).reduced_sp
            change = f"{self.view.sp(unit)} \N{RIGHTWARDS ARROW} {left} SP"
            return ("eliminated" if last else change), f"{name} loses the step"
        dice = passing_words(self.view, unit_report(self.view, unit, UNDER_FIRE))
        return f"holds on {dice}", f"{name} checks its morale; it holds if the die shows {dice}"

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The only unit of the target is hit."""
        if hex_ == self.decision.target and len(self.options) == 1:
            return self.give(self.options[0])
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The chosen unit is hit."""
        chosen = [UnitId(p) for p in pieces if p in self.options]
        return self.give(chosen[-1]) if chosen else None
