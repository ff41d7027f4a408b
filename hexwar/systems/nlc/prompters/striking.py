"""Assaults and bombardments: lit targets, units of one's own, and the sheet (N8.35, N8.10, N9)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, TypeVar, cast

from hexwar.engine import Decision, Refusal, refuse
from hexwar.ground.sight import has_line_of_sight
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Answer, Button, Gesture, Offer, Report, Response, Sheet
from hexwar.systems.nlc.prompters.common import NlcPrompter, PartyPrompter, Units, following
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, RepeatAssault
from hexwar.systems.nlc.rules.combat.assault_law import attacker_refusal
from hexwar.systems.nlc.rules.combat.assault_law import target_refusal as assault_refusal
from hexwar.systems.nlc.rules.combat.bombardment import (
    ChooseBombardment,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import (
    Bombardment,
    aim_refusal,
    bombardment_refusal,
    gun_refusal,
    longest_range,
    target_refusal,
    time_refusal,
)
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, hex_of, hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.previews import combat_report
from hexwar.systems.nlc.rules.combat.replies import replies_to_assault, replies_to_bombardment
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Sight, Target
from hexwar.table.reports import CombatReport

D = TypeVar("D", bound=Decision[Any])


@dataclass(frozen=True, slots=True)
class Strike:
    """How a way to hit the enemy is called and marked."""

    verb: str  # as a button begins: `Assault`
    noun: str  # `an assault on`
    aim: Aim
    end: str  # the words of the button that ends the segment
    end_tip: str
    hint: str = mark("Click a target that is ringed to see the chances before you decide.")


class StrikePrompter(PartyPrompter[D]):
    """Click a target that is lit to see its sheet; the sheet gives the order.

    Some of the units are chosen by a click on their hex, or in the stack panel. A hex of the enemy
    that is no target says why when it is pointed at, and again when it is clicked.
    """

    strike: ClassVar[Strike]

    def _begin(self) -> None:
        """Know every blow that is listed; all who can strike somebody may be chosen."""
        self.blows: list[Any] = [option for option in self.options if option is not None]
        self.able = frozenset(unit for blow in self.blows for unit in blow.units)

    # -- what subclasses know

    @abstractmethod
    def _report(self, blow: Any) -> Report:
        """The sheet of a blow."""

    @abstractmethod
    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex with enemies is no target; None where the law cannot say."""

    def _why_silent(self, hex_: Hex) -> Refusal | None:  # noqa: ARG002
        """Why those of one's own who are in a hex cannot strike at anybody."""
        return None

    def _gesture(self, blow: Any) -> Gesture:
        """What the sheet gives away."""
        return self.give(blow)

    @property
    def _best(self) -> dict[Hex, Any]:
        """The blow at each target: with the most units that can strike it."""
        return self._most

    @cached_property
    def _most(self) -> dict[Hex, Any]:
        found: dict[Hex, Any] = {}
        for blow in self.blows:
            known = found.get(blow.target, blow)
            found[blow.target] = max(known, blow, key=lambda one: len(one.units))
        return found

    # -- what is offered

    def offer(self) -> Offer:
        """The targets, with arrows from those who can strike them."""
        end, best = self.strike.end, self._best
        buttons = [self._button(blow) for blow in best.values()]
        buttons.append(self.nothing("end", say(end), say(self.strike.end_tip)))
        shown = self._overlays(best)
        return Offer(self._hint(best), tuple(buttons), shown, self.able, self.picked)

    def _overlays(self, best: dict[Hex, Any]) -> Overlays:
        return Overlays(
            selection=frozenset(attacking_hexes(self.view, self.picked)),
            chosen=frozenset(self.picked),
            ready=frozenset(attacking_hexes(self.view, self.able)),
            targets=tuple(self._target(blow, best) for blow in best.values()),
        )

    def _target(self, blow: Any, best: dict[Hex, Any]) -> Target:
        """A target, with arrows from its attackers unless another one is pointed at."""
        lit = self.over in (blow.target, None) or self.over not in best
        sources = attacking_hexes(self.view, self.chosen_of(blow.units)) if lit else ()
        return Target(blow.target, self.strike.aim, sources)

    def _hint(self, best: dict[Hex, Any]) -> str:
        if self.over in best:
            return self._hint_on(best[self.over])
        refusal = None if self.over is None else self._refusal_at(self.over)
        if refusal is not None:
            return f"{refusal.sentence} ({refusal.rule})"
        return say(self.strike.hint)

    def _hint_on(self, blow: Any) -> str:
        """What a click on a target means."""
        return say(
            "{verb} {where} with {units}: click to see the chances.",
            verb=say(self.strike.verb),
            where=self.place(blow.target),
            units=self.names(self.chosen_of(blow.units)),
        )

    def _tip(self, blow: Any) -> str:
        """What the button of a target leads to."""
        noun, where = say(self.strike.noun), self.place(blow.target)
        return say("See the chances of {noun} {where}", noun=noun, where=where)

    def _button(self, blow: Any) -> Button:
        text = say("{verb} {where}", verb=say(self.strike.verb), where=self.place(blow.target))
        return Button(blow.target, text, self._tip(blow), self._sheet(blow), spots=(blow.target,))

    def _eligible(self, blow: Any) -> Units:
        """Who may be taken in on the sheet of a blow."""
        return cast("Units", blow.units)

    def _sheet(self, blow: Any) -> Sheet:
        return Sheet(
            blow.target,
            self._eligible(blow),
            self.chosen_of(blow.units),
            lambda units: self._report(replace(blow, units=units)),
            lambda units: self.decision.refusal(self.view, replace(blow, units=units)),
            lambda units: self._gesture(replace(blow, units=units)),
        )

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the sheet of a target; choose units of one's own, or hear why they cannot."""
        blow = self._best.get(hex_)
        if blow is not None:
            return self._sheet(blow)
        here = tuple(u for u in self.view.units_in(hex_) if u in self.able)
        if here:
            self.picked = here if here != self.picked else ()
            return None
        return self._why_silent(hex_) or self._refusal_at(hex_)

    def _refusal_at(self, hex_: Hex) -> Refusal | None:
        """Why a hex of the enemy is no target; nothing for another hex."""
        enemy = self.view.battle.enemy(self.side)
        is_other = hex_ in self._best or not self.view.holders_of(hex_, enemy)
        return None if is_other else self._why_not(hex_)

    def back(self) -> bool:
        """Give up the chosen units."""
        was, self.picked = self.picked, ()
        return bool(was)

    def cycle(self, step: int) -> Hex | None:
        """Go to the next target."""
        targets = list(self._best)
        if targets:
            self.over = following(targets, self.over, step)
        return self.over if targets else None


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

    def _gesture(self, blow: Assault) -> Gesture:
        return (*self.give(blow), Answer(ConfirmAssault, True))  # noqa: FBT003

    def _report(self, blow: Assault) -> Report:
        """The assault laid open, its defenders firing at the hex that they would by default."""
        report = combat_report(self.view, blow, hexes_to_fire_at(self.view, blow.units)[0])
        return replace(report, replies=replies_to_assault(self.view, blow))

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why nobody can assault a hex: those next to it are asked first."""
        view, formation = self.view, self.decision.formation
        near, units = set(contact_hexes(view, hex_)), view.units_of(formation)
        first = sorted(units, key=lambda unit: view.units[unit].hex not in near)
        found = (attacker_refusal(view, formation, unit, hex_) for unit in first)
        return assault_refusal(view, self.side, hex_) or next(filter(None, found), None)


class BombardmentPrompter(StrikePrompter[ChooseBombardment]):
    """Click a target that is lit to see the sheet; click a battery to see what it reaches."""

    strike: ClassVar[Strike] = Strike(
        mark("Bombard"),
        mark("a bombardment of"),
        Aim.BOMBARD,
        mark("End bombardments"),
        mark("Bombard no more with this formation"),
    )

    def _report(self, blow: Bombardment) -> Report:
        report = bombardment_report(self.view, blow)
        return replace(report, replies=replies_to_bombardment(self.view, blow))

    def _overlays(self, best: dict[Hex, Any]) -> Overlays:
        """With what the chosen guns reach and see, the rest in shade."""
        return replace(super()._overlays(best), sight=self._field())

    def _field(self) -> Sight | None:
        """What the chosen guns reach, if they stand in one hex."""
        hexes = attacking_hexes(self.view, self.picked)
        if len(hexes) != 1:
            return None
        start, reach = hexes[0], max(longest_range(self.view, gun) for gun in self.picked)
        field = self.view.battle.battlefield
        seen = frozenset(
            hex_
            for hex_ in field.grid.within(start, reach)
            if hex_ != start and has_line_of_sight(field, start, hex_, reach)
        )
        own = {h for h, blow in self._best.items() if set(blow.units) & set(self.picked)}
        return Sight(start, seen, frozenset(own & seen))

    # -- why not

    def _why_silent(self, hex_: Hex) -> Refusal | None:
        """Why the first battery of those who act in a hex cannot fire at anything."""
        gun = next((gun for gun in self._guns() if self.view.units[gun].hex == hex_), None)
        if gun is None:
            return None
        words = say("{unit} has no target in range and sight.", unit=self.name(gun))
        return gun_refusal(self.view, gun) or Refusal(words, "N9.1")

    def _guns(self) -> list[UnitId]:
        view, units = self.view, units_of_body(self.view, self.decision.formation)
        guns = (unit for unit in units if view.card(unit).arm.is_artillery)
        return [gun for gun in guns if view.units[gun].hex is not None]

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why nobody can bombard a hex: of those who may fire the nearest battery says it."""
        refusal = time_refusal(self.view) or target_refusal(self.view, self.side, hex_)
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
    """The second round is laid open beside the question; a click on the target shows its sheet."""

    def offer(self) -> Offer:
        """The question, with the chances of the second round."""
        return replace(super().offer(), report=self._laid_open)

    @cached_property
    def _laid_open(self) -> CombatReport:
        """The second round with all who may go on; worked out once."""
        return self._report(self.decision.units)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the second round."""
        units, gives = self.decision.units, self.give(True)  # noqa: FBT003
        if hex_ != self.decision.target:
            return None
        return Sheet(hex_, units, units, self._report, self._refusal, lambda _: gives)

    def _report(self, units: Units) -> CombatReport:
        hit_hex = hexes_to_fire_at(self.view, units)[0]
        assault = Assault(self.decision.target, units)
        return combat_report(self.view, assault, hit_hex, second_round=True)

    def _refusal(self, units: Units) -> Refusal | None:
        """The same units go on, less those that left (N8.93)."""
        if set(units) == set(self.decision.units):
            return None
        return refuse("N8.93", "The same units go on, or the assault stops.")
