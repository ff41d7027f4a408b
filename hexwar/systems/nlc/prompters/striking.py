"""Assaults and bombardments: lit targets, units of one's own, and the sheet (N8.35, N8.10, N9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, TypeVar

from hexwar.engine import Decision, Manner, Refusal
from hexwar.ground.sight import has_line_of_sight
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Answer, Button, Gesture, Offer, PieceId, Report, Response, Sheet
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.rules.combat.assault import (
    Assault,
    DeclareAssault,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.assault_law import attacker_refusal
from hexwar.systems.nlc.rules.combat.assault_law import target_refusal as assault_refusal
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    ChooseBombardment,
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
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, hex_of, hexes_to_fire_at
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Sight, Target
from hexwar.table.reports import CombatReport

Units = tuple[UnitId, ...]


D = TypeVar("D", bound=Decision[Any])


@dataclass(frozen=True, slots=True)
class Strike:
    """How a way to hit the enemy is called and marked."""

    verb: str  # as a button begins: `Assault`
    noun: str  # `an assault on`
    aim: Aim
    end: str  # the words of the button that ends the segment
    end_tip: str


class StrikePrompter(NlcPrompter[D]):
    """Click a target that is lit to see its sheet; the sheet gives the order.

    Some of the units are chosen by a click on their hex, or in the stack panel. A hex of the enemy
    that is no target says why when it is pointed at, and again when it is clicked.
    """

    strike: ClassVar[Strike]

    def __init__(self, view: GameState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._targets: dict[Hex, Units] = {}
        for option in options:
            if option is not None:
                known = self._targets.get(option.target, ())
                self._targets[option.target] = max(known, option.units, key=len)
        self._picked: Units = ()
        self._over: Hex | None = None

    # -- what subclasses know

    @abstractmethod
    def declared(self, target: Hex, units: Units) -> Any:
        """The answer that names these units and this target."""

    @abstractmethod
    def report(self, target: Hex, units: Units) -> Report:
        """The sheet of it."""

    @abstractmethod
    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex with enemies is no target; None where the law cannot say."""

    def gesture(self, target: Hex, units: Units) -> Gesture:
        """What the sheet gives away."""
        return self.give(self.declared(target, units))

    # -- what is offered

    def offer(self) -> Offer:
        """The targets, with arrows from those who can strike them."""
        return Offer(
            self._hint(),
            self._buttons(),
            self._overlays(),
            self._pickable,
            self._picked,
        )

    @property
    def _pickable(self) -> frozenset[str]:
        return frozenset(unit for units in self._targets.values() for unit in units)

    def _overlays(self) -> Overlays:
        able = tuple(UnitId(unit) for unit in sorted(self._pickable))
        return Overlays(
            selection=frozenset(attacking_hexes(self.view, self._picked)),
            chosen=frozenset(self._picked),
            ready=frozenset(attacking_hexes(self.view, able)),
            targets=tuple(self._aim(hex_) for hex_ in self._targets),
        )

    def _aim(self, hex_: Hex) -> Target:
        lit = self._over in (hex_, None) or self._over not in self._targets
        sources = attacking_hexes(self.view, self._able(hex_)) if lit else ()
        return Target(hex_, self.strike.aim, sources)

    def _hint(self) -> str:
        if self._over in self._targets:
            units = ", ".join(self.name(u) for u in self._able(self._over))
            where = self.place(self._over)
            return say(
                "{verb} {where} with {units}: click to see the chances.",
                verb=say(self.strike.verb),
                where=where,
                units=units,
            )
        refusal = None if self._over is None else self._refusal_at(self._over)
        if refusal is not None:
            return f"{refusal.sentence} ({refusal.rule})"
        return say("Click a target that is ringed to see the chances before you decide.")

    def _buttons(self) -> tuple[Button, ...]:
        targets = tuple(self._button(hex_) for hex_ in self._targets)
        end = Button(
            "end", say(self.strike.end), say(self.strike.end_tip), self.law(None), manner=Manner.END
        )
        return (*targets, end)

    def _button(self, hex_: Hex) -> Button:
        where, strike = self.place(hex_), self.strike
        tip = say("See the chances of {noun} {where}", noun=say(strike.noun), where=where)
        return Button(
            hex_,
            say("{verb} {where}", verb=say(strike.verb), where=where),
            tip,
            self.sheet(hex_),
            hexes=(hex_,),
        )

    def _able(self, hex_: Hex) -> Units:
        """Those of the chosen units who can strike a target; without a choice, all who can."""
        units = self._targets[hex_]
        return tuple(u for u in units if u in self._picked) or units

    def sheet(self, target: Hex) -> Response:
        """The sheet of a strike on a target."""
        return Sheet(
            target,
            self._targets[target],
            self._able(target),
            partial(self.report, target),
            lambda units: self.decision.refusal(self.view, self.declared(target, units)),
            lambda units: self.gesture(target, units),
        )

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the sheet of a target; choose units of one's own."""
        if hex_ in self._targets:
            return self.sheet(hex_)
        here = tuple(u for u in self.view.units_in(hex_) if u in self._pickable)
        if here:
            self._picked = here if here != self._picked else ()
            return None
        return self._refusal_at(hex_)

    def _refusal_at(self, hex_: Hex) -> Refusal | None:
        """Why a hex of the enemy is no target; nothing for another hex."""
        enemy = self.view.battle.enemy(Side(self.decision.side))
        if hex_ in self._targets or not self.view.holders_of(hex_, enemy):
            return None
        return self.why_not(hex_)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the units that shall strike."""
        self._picked = tuple(UnitId(p) for p in pieces if p in self._pickable)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Tell who can strike a target."""
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


class AssaultPrompter(StrikePrompter[DeclareAssault]):
    """Click a target that is lit to see the combat sheet; the sheet gives the assault.

    Who has seen the sheet has seen the Attack Confidence too: it is rolled for at once (N8.34).
    """

    strike: ClassVar[Strike] = Strike(
        mark("Assault"),
        mark("an assault on"),
        Aim.ASSAULT,
        mark("End assaults"),
        mark("Assault no more with this formation"),
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
        refusal = assault_refusal(self.view, Side(self.decision.side), hex_)
        if refusal is not None:
            return refusal
        formation = self.decision.formation
        near = set(contact_hexes(self.view, hex_))
        units = self.view.units_of(formation)
        beside = [u for u in units if self.view.units[u].hex in near]
        found = (attacker_refusal(self.view, formation, u, hex_) for u in (*beside, *units))
        return next((refusal for refusal in found if refusal is not None), None)


class BombardmentPrompter(StrikePrompter[ChooseBombardment]):
    """Click a target that is lit to see the sheet; click a battery to see what it reaches."""

    strike: ClassVar[Strike] = Strike(
        mark("Bombard"),
        mark("a bombardment of"),
        Aim.BOMBARD,
        mark("End bombardments"),
        mark("Bombard no more with this formation"),
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
                    say("{unit} has no target in range and sight.", unit=self.name(unit)), "N9.1"
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


class RepeatPrompter(NlcPrompter[RepeatAssault]):
    """A click on the target shows the sheet of the second round."""

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the second round."""
        target, units = self.decision.target, self.decision.units
        if hex_ != target:
            return None
        return Sheet(
            target,
            units,
            units,
            self._report,
            self._refusal,
            lambda _: self.give(True),  # noqa: FBT003
        )

    def _report(self, units: Units) -> CombatReport:
        hit_hex = hexes_to_fire_at(self.view, units)[0]
        assault = Assault(self.decision.target, units)
        return combat_report(self.view, assault, hit_hex, second_round=True)

    def _refusal(self, units: Units) -> Refusal | None:
        """The same units go on, less those that left (N8.93)."""
        if set(units) == set(self.decision.units):
            return None
        return Refusal(say("The same units go on, or the assault stops."), "N8.93")
