"""Assaults: choose a target, look at the sheet, go; and choose whom to fire at (N8.35, N8.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.reports import CombatReport
from hexwar.model.state import GameState
from hexwar.rules.common.zones import contact_hexes
from hexwar.rules.nlc.assault import (
    Assault,
    ChooseDefenderTarget,
    DeclareAssault,
    attacker_refusal,
    combat_report,
    target_refusal,
)
from hexwar.rules.nlc.fight import attacking_hexes, hexes_to_fire_at
from hexwar.ui.prompters.base import Button, Manner, Offer, PieceId, Prompter, Response, Sheet
from hexwar.widgets.board.overlays.records import Aim, Overlays, Target

Units = tuple[UnitId, ...]


class AssaultPrompter(Prompter[DeclareAssault]):
    """Click a target that is lit to see the combat sheet; the sheet gives the assault."""

    def __init__(
        self, view: GameState, decision: DeclareAssault, options: Sequence[Assault | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._targets: dict[Hex, Units] = {}
        for option in options:
            if option is not None:
                known = self._targets.get(option.target, ())
                self._targets[option.target] = max(known, option.units, key=len)
        self._picked: Units = ()
        self._over: Hex | None = None

    def offer(self) -> Offer:
        """The targets, with arrows from those who can assault them."""
        return Offer(
            self._hint(),
            self._buttons(),
            Overlays(
                selection=frozenset(attacking_hexes(self.view, self._picked)),
                chosen=frozenset(self._picked),
                targets=tuple(self._aim(hex_) for hex_ in self._targets),
            ),
            frozenset(unit for units in self._targets.values() for unit in units),
            self._picked,
        )

    def _hint(self) -> str:
        if self._over in self._targets:
            units = ", ".join(self.name(u) for u in self._able(self._over))
            return f"Assault {self.place(self._over)} with {units}: click to see the chances."
        return "Click a target that is ringed to see the chances before you decide."

    def _buttons(self) -> tuple[Button, ...]:
        targets = tuple(
            Button(
                hex_,
                f"Assault {self.place(hex_)}",
                f"See the chances of an assault on {self.place(hex_)}",
                self._sheet(hex_),
                hexes=(hex_,),
            )
            for hex_ in self._targets
        )
        end = Button(
            "end",
            "End assaults",
            "Assault no more with this formation",
            self.give(None),
            manner=Manner.END,
        )
        return (*targets, end)

    def _aim(self, hex_: Hex) -> Target:
        lit = self._over in (hex_, None) or self._over not in self._targets
        sources = attacking_hexes(self.view, self._able(hex_)) if lit else ()
        return Target(hex_, Aim.ASSAULT, sources)

    def _able(self, hex_: Hex) -> Units:
        """Those of the chosen units who can assault a target; without a choice, all who can."""
        units = self._targets[hex_]
        return tuple(u for u in units if u in self._picked) or units

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the assault on a target; choose units of one's own."""
        if hex_ in self._targets:
            return self._sheet(hex_)
        here = tuple(u for u in self.view.units_in(hex_) if u in self.offer().pickable)
        if here:
            self._picked = here if here != self._picked else ()
            return None
        return self._why_not(hex_)

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex of the enemy is no target; nothing for another hex."""
        side = Side(self.decision.side)
        if not self.view.units_in(hex_, self.view.battle.enemy(side)):
            return None
        refusal = target_refusal(self.view, side, hex_)
        if refusal is not None:
            return refusal
        formation = self.decision.formation
        near = set(contact_hexes(self.view, hex_))
        units = self.view.units_of(formation)
        beside = [u for u in units if self.view.units[u].hex in near]
        found = (attacker_refusal(self.view, formation, u, hex_) for u in (*beside, *units))
        return next((refusal for refusal in found if refusal is not None), None)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the units that shall assault."""
        able = self.offer().pickable
        self._picked = tuple(UnitId(p) for p in pieces if p in able)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Tell who can assault a target."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the chosen units."""
        was, self._picked = self._picked, ()
        return bool(was)

    def cycle(self, step: int) -> Hex | None:
        """Go to the next target."""
        targets = list(self._targets)
        if not targets:
            return None
        last = -1 if step > 0 else 0
        place = targets.index(self._over) if self._over in self._targets else last
        self._over = targets[(place + step) % len(targets)]
        return self._over

    def _sheet(self, target: Hex) -> Sheet:
        return Sheet(
            target,
            self._targets[target],
            self._able(target),
            partial(self._report, target),
            lambda units: self.decision.refusal(self.view, Assault(target, units)),
            lambda units: self.give(Assault(target, units)),
        )

    def _report(self, target: Hex, units: Units) -> CombatReport:
        hit_hex = hexes_to_fire_at(self.view, units)[0]
        return combat_report(self.view, Assault(target, units), hit_hex)


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
