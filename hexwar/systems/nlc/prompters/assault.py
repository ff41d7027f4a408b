"""Assaults: choose a target, look at the sheet, go; and choose whom to fire at (N8.35, N8.6)."""

from __future__ import annotations

from typing import ClassVar

from hexwar.engine import Refusal
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer, Button, Gesture, Offer, Prompter, Report, Response
from hexwar.systems.nlc.prompters.striking import Strike, StrikePrompter, Units
from hexwar.systems.nlc.rules.combat.assault import Assault, ChooseDefenderTarget, DeclareAssault
from hexwar.systems.nlc.rules.combat.assault_law import attacker_refusal, target_refusal
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.table.forces import Side
from hexwar.table.overlays import Aim, Overlays, Target


class AssaultPrompter(StrikePrompter[DeclareAssault]):
    """Click a target that is lit to see the combat sheet; the sheet gives the assault.

    Who has seen the sheet has seen the Attack Confidence too: it is rolled for at once (N8.34).
    """

    strike: ClassVar[Strike] = Strike(
        "Assault",
        "an assault on",
        Aim.ASSAULT,
        "End assaults",
        "Assault no more with this formation",
    )

    def declared(self, target: Hex, units: Units) -> Assault:
        """The assault."""
        return Assault(target, units)

    def gesture(self, target: Hex, units: Units) -> Gesture:
        """The assault, and the roll for Attack Confidence."""
        return (*self.give(Assault(target, units)), Answer(ConfirmAssault, True))  # noqa: FBT003

    def report(self, target: Hex, units: Units) -> Report:
        """The assault laid open, its defenders firing at the hex that they would by default."""
        hit_hex = hexes_to_fire_at(self.view, units)[0]
        return combat_report(self.view, Assault(target, units), hit_hex)

    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why nobody can assault a hex: those next to it are asked first."""
        refusal = target_refusal(self.view, Side(self.decision.side), hex_)
        if refusal is not None:
            return refusal
        formation = self.decision.formation
        near = set(contact_hexes(self.view, hex_))
        units = self.view.units_of(formation)
        beside = [u for u in units if self.view.units[u].hex in near]
        found = (attacker_refusal(self.view, formation, u, hex_) for u in (*beside, *units))
        return next((refusal for refusal in found if refusal is not None), None)


class FirePrompter(Prompter[ChooseDefenderTarget]):
    """Click the attacking hex that the defenders fire at."""

    def offer(self) -> Offer:
        """The attacking hexes, with who stands there."""
        targets = tuple(Target(h, Aim.FIRE, (self.decision.target,)) for h in self.options)
        return Offer(
            "Click the hex to fire at.",
            tuple(self._button(hex_) for hex_ in self.options),
            Overlays(selection=frozenset({self.decision.target}), targets=targets),
        )

    def _button(self, hex_: Hex) -> Button:
        units = [u for u in self.decision.units if self.view.units[u].hex == hex_]
        strength = sum(self.view.sp(u) for u in self.view.combat_units_in(hex_))
        names = ", ".join(self.name(u) for u in units)
        tooltip = f"Fire at {names} in {self.place(hex_)}"
        return Button(hex_, f"{hex_}: {strength} SP", tooltip, self.give(hex_), hexes=(hex_,))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Fire at a hex."""
        return self.law(hex_)
