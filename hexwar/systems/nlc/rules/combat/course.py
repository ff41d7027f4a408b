"""How far a declared combat has come, as its events tell: for sheets and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    AssaultRepeated,
    BombardmentDeclared,
    BonusUsed,
    ChargeDeclared,
    ChargeResolved,
    CheckWaived,
    FireResolved,
    NeyDieChosen,
    ReactionDeclared,
    ReactionResolved,
)
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_report
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at, on_map
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import BombardmentReport, CombatKind, CombatReport

Declared = AssaultDeclared | BombardmentDeclared | ChargeDeclared | ReactionDeclared
"""What a combat begins with; a reaction charge does only against a move (N10.25)."""


def begins(event: Event) -> TypeGuard[Declared]:
    """Whether an event declares a combat; a reaction charge does only against a move (N10.25)."""
    if isinstance(event, ReactionDeclared):
        return event.against_move
    return isinstance(event, AssaultDeclared | BombardmentDeclared | ChargeDeclared)


@dataclass(frozen=True, slots=True)
class Course:
    """How far a declared combat has come."""

    declared: Declared
    first: int  # the place of the declaration among the events
    side: Side  # that attacks
    bonus: tuple[LeaderId, ...] = ()  # leaders who lead in person (N7.5)
    lowered: tuple[Side, ...] = ()  # whose die the enemy's Marshal Ney lowers (N23.4)
    meets: bool = False  # chargers and reactors are at each other (N10.21)
    met: bool = False  # the chargers have beaten the reactors
    fired: bool = False  # both sides have fired, or the guns have

    def after(self, before: GameState, event: Event) -> Course:
        """The course after an event; `before` is the table as it was before it."""
        is_met = not isinstance(self.declared, ReactionDeclared)  # nobody meets a move (N10.25)
        match event:
            case MoraleRolled(purpose="reaction", passed=passed):
                return replace(self, meets=is_met and passed)
            case CheckWaived(purpose="reaction"):
                return replace(self, meets=is_met)
            case ReactionResolved(loser=loser):
                return replace(self, meets=False, met=loser == "reactors", lowered=())
            case BonusUsed(leader=leader):
                return replace(self, bonus=(*self.bonus, leader))
            case NeyDieChosen(side=side, on_enemy=True):
                return replace(self, lowered=(*self.lowered, before.battle.enemy(side)))
            case AssaultRepeated():
                return replace(self, bonus=(), lowered=(), fired=False)
        return self

    def is_over(self, event: Event) -> bool:
        """Whether a charge against a move ends with an event; the move goes on (N10.25)."""
        if not isinstance(self.declared, ReactionDeclared):
            return False
        if isinstance(event, MoraleRolled) and event.purpose == "reaction":
            return not event.passed
        return isinstance(event, ChargeResolved)

    def report(
        self, table: GameState, events: Sequence[Event] = ()
    ) -> CombatReport | BombardmentReport:
        """The combat laid open.

        Args:
            table: The table now.
            events: What follows now, from which is read whom the defenders fire at.
        """
        bonus, lowered = self.bonus, self.lowered
        fires = bool(events) and isinstance(events[0], FireResolved)
        match self.declared:
            case AssaultDeclared(units=units, target=target):
                assault = Assault(target, on_map(table, units))
                hit_hex = _hit_hex(table, assault, events)
                return combat_report(table, assault, hit_hex, bonus=bonus, lowered=lowered)
            case BombardmentDeclared(units=units, target=target):
                return bombardment_report(table, Bombardment(target, units))
            case ChargeDeclared(units=units, target=target, path=path):
                charge, met = Charge(on_map(table, units), target, path), self.met
                return charge_report(
                    table, charge, met=met, bonus=bonus, lowered=lowered, tried=fires
                )
            case ReactionDeclared(units=units, target=target, path=path):
                charge = Charge(units, target, (*path, target))
                report = charge_report(table, charge, bonus=bonus, lowered=lowered, tried=fires)
                return replace(report, kind=CombatKind.REACTION)


def _hit_hex(before: GameState, assault: Assault, events: Sequence[Event]) -> Hex:
    """Where the defenders fired; where they could not fire, where they would have."""
    fires = (event for event in events if isinstance(event, FireResolved))
    others = (event.target for event in fires if event.target != assault.target)
    return next(others, hexes_to_fire_at(before, assault.units)[0])
