"""The Charge Segment: who charges whom, and how one charge runs (N10.1, N10.13, N10.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table, refuse
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import count
from hexwar.systems.nlc.events.combat import ChargeDeclared, ChargeResolved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.combat_rows import is_held_back
from hexwar.systems.nlc.rules.combat.charge_paths import (
    Charge,
    Path,
    charge_distance,
    charge_path_refusal,
    charge_paths,
)
from hexwar.systems.nlc.rules.combat.fight import on_map
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome, strike
from hexwar.systems.nlc.rules.combat.permits import charge_permission
from hexwar.systems.nlc.rules.combat.reaction import react_to_charge
from hexwar.systems.nlc.rules.combat.square import is_square_bound
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.command.guard import may_commit
from hexwar.systems.nlc.rules.losses.pursuit import aftermath
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import whom
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Segment

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class DeclareCharge(Decision[Charge | None]):
    """N10.13 (1): which cavalry charges which hex by which way; None ends the Charge Segment."""

    rule: ClassVar[str] = "N10.13"
    kinds: ClassVar[tuple[str, str]] = ("charge", "end")
    formation: FormationId  # the first of those who act

    def options(self, state: GameState) -> Sequence[Charge | None]:
        """Each stack, and each of its units, on each target from each hex next to it; the end."""
        return [*_charges(state, self.formation), None]

    def refusal(self, state: GameState, answer: Charge | None) -> Refusal | None:
        """Any cavalry of one hex and formation that may charge, by any way that is open."""
        if answer is None:
            return None
        if not answer.units or len(set(answer.units)) < len(answer.units):
            return refuse(self.rule, "Name at least one cavalry unit, each once.")
        for unit in answer.units:
            refusal = charger_refusal(state, self.formation, unit)
            if refusal is not None:
                return refusal
        return (
            _stack_refusal(state, answer.units)
            or _target_refusal(state, answer)
            or _way_refusal(state, answer)
        )

    def sentence(self, view: GameState) -> str:
        """Who may charge."""
        return count(
            "{who} may charge with {body}: choose a hex of the enemy that its cavalry can reach.",
            "{who} may charge with {body}: choose a hex of the enemy that their cavalry can reach.",
            len(body_of(view, self.formation)),
            who=whom(view, self.side),
            body=body_names(view, self.formation),
        )

    @property
    def ends_for(self) -> FormationId:
        """None ends the segment of those who act."""
        return self.formation


# -- the law of a declaration


def charger_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    """Why a unit may not charge anything now, or None (N4.53, N10.1, N10.15)."""
    if unit not in units_of_body(state, formation):
        return refuse("N4.33", "Only cavalry of the formation that acts may charge.")
    return (
        _kind_refusal(state, unit)
        or _card_refusal(state, unit)
        or _marker_refusal(state, unit)
        or _pace_refusal(state, unit)
        or _order_refusal(state, unit)
    )


def _kind_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    card = state.card(unit)
    if not card.arm.is_cavalry:
        return refuse("N10.15", "{card} is no cavalry.", card=card.name)
    if state.units[unit].hex is None:
        return refuse("N10.13", "{card} is not on the map.", card=card.name)
    return None


def _card_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What a card of the enemy forbids (N10.12)."""
    if not is_held_back(state, unit):
        return None
    name = state.card(unit).name
    return refuse(
        "N10.12", "{name} may not charge this turn: the enemy has played a card.", name=name
    )


def _marker_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What a unit's markers forbid it (N4.53)."""
    record, name = state.units[unit], state.card(unit).name
    if record.disrupted:
        return refuse("N11.8", "{name} is Disrupted.", name=name)
    if record.column:
        return refuse("N4.53", "{name} is in road column.", name=name)
    if record.charged:
        return refuse("N10.15", "{name} has charged already.", name=name)
    if record.done:
        return refuse("N8.92", "{name} has advanced and may not act again.", name=name)
    if is_square_bound(state, unit):
        return refuse("N10.32", "{name} is kept behind a square.", name=name)
    return None


def _pace_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Horses that have gone far do not charge (N10.11, N5.11)."""
    divisor = numbers_of(state.battle).charge.movement_divisor
    if state.units[unit].spent * divisor <= allowance(state, unit):
        return None
    name = state.card(unit).name
    return refuse("N10.11", "{name} has used more than half of its movement.", name=name)


def _order_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What command and the time of day forbid (N14.4, N17.2)."""
    if state.turn_card.kind is TurnKind.NIGHT_AM:
        return refuse("N17.2", "Nobody charges in the Night AM turn.")
    if not charge_distance(state):
        return refuse("N10.11", "Cavalry cannot charge in {weather}.", weather=state.sky.weather)
    if not is_in_command(state, unit):
        return refuse("N14.4", "{card} is out of command.", card=state.card(unit).name)
    return may_commit(state, unit)


def _stack_refusal(state: GameState, units: Units) -> Refusal | None:
    if len({state.units[unit].hex for unit in units}) > 1:
        return refuse("N10.13", "Units that charge together start in one hex.")
    if len({state.formation_of(unit).id for unit in units}) > 1:
        return refuse("N10.13", "Units that charge together are of one formation.")
    return None


def _target_refusal(state: GameState, charge: Charge) -> Refusal | None:
    enemy = state.battle.enemy(state.side_of(charge.units[0]))
    if not state.holders_of(charge.target, enemy):
        return refuse("N10.1", "There is no enemy combat unit in {target}.", target=charge.target)
    refusals = (charge_permission(state, unit, charge.target) for unit in charge.units)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _way_refusal(state: GameState, charge: Charge) -> Refusal | None:
    start = state.units[charge.units[0]].hex
    if charge.path[:1] != (start,) or charge.path[-1] != charge.target:
        return refuse(
            "N10.14", "The charge goes from {start} to {target}.", start=start, target=charge.target
        )
    return charge_path_refusal(state, charge.path, charge_distance(state))


# -- the charges there are


def _charges(state: GameState, formation: FormationId) -> Iterator[Charge]:
    """Each stack and each of its units on each target, from each hex that it can hit it from."""
    side = state.battle.formations[formation].side
    for start, ready in _ready_stacks(state, formation):
        for target in _near_enemies(state, side, start):
            able = tuple(u for u in ready if charge_permission(state, u, target) is None)
            if not able:
                continue
            parts = [able] if len(able) == 1 else [able, *((unit,) for unit in able)]
            for path in _best_ways(state, start, target):
                for units in parts:
                    yield Charge(units, target, path)


def _ready_stacks(state: GameState, formation: FormationId) -> Iterator[tuple[Hex, Units]]:
    """The cavalry that may charge, hex by hex and formation by formation."""
    stacks: dict[tuple[Hex, FormationId], list[UnitId]] = {}
    for unit in units_of_body(state, formation):
        hex_ = state.units[unit].hex
        if hex_ is not None and charger_refusal(state, formation, unit) is None:
            stacks.setdefault((hex_, state.formation_of(unit).id), []).append(unit)
    for (hex_, _), units in stacks.items():
        yield hex_, tuple(units)


def _near_enemies(state: GameState, side: Side, start: Hex) -> list[Hex]:
    """The hexes that the enemy holds within a charge's distance, by id."""
    distance, longest = state.battle.battlefield.grid.distance, charge_distance(state)
    return sorted(h for h in enemy_hexes(state, side) if distance(start, h) <= longest)


def _best_ways(state: GameState, start: Hex, target: Hex) -> list[Path]:
    """The shortest way to each hex from which a target can be hit."""
    ways: dict[Hex, Path] = {}
    for path in charge_paths(state, start, target, charge_distance(state)):
        ways.setdefault(path[-2], path)
    return list(ways.values())


# -- the flow


async def charge_segment(table: Table[GameState]) -> None:
    """N4.5 d: one charge, or the end of the segment (N4.52)."""
    acting = active(table.state)
    declared = await DeclareCharge(acting.side, acting.formation)
    if declared is None:
        table.emit(SegmentEnded(Segment.CHARGE, Segment.ASSAULT))
    else:
        await charge(table, declared)


async def charge(table: Table[GameState], declared: Charge) -> StrEnum:
    """N10.13: one charge: it is declared (1), it may be met (2), it hits home (3)-(9)."""
    table.emit(ChargeDeclared(declared.units, declared.target, declared.path))
    reacted = await react_to_charge(table, declared)
    riders = _still_riding(table.state, declared.units)
    if reacted.goes_on and riders:
        return await strike(
            table,
            replace(declared, units=riders),
            met=reacted.met,
            fled=reacted.fugitives,
            routed=reacted.routed,
        )
    await aftermath(table, declared.units)
    table.emit(ChargeResolved(declared.units, declared.target, ChargeOutcome.MET.value))
    return ChargeOutcome.MET


def _still_riding(state: GameState, units: Units) -> Units:
    """Chargers who are left and in order after they were met."""
    return tuple(u for u in on_map(state, units) if not state.units[u].disrupted)
