"""The Charge Segment: who charges whom, and how one charge runs (N10.1, N10.13, N10.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.engine import Refusal, Table, refuse
from hexwar.ground.hiding import spot, uncover, unmask
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import count, mark
from hexwar.systems.nlc.events.combat import ChargeDeclared, ChargeResolved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_rows import is_held_back
from hexwar.systems.nlc.rules.combat.charge_paths import (
    Charge,
    Path,
    charge_distance,
    charge_path_refusal,
    charge_paths,
)
from hexwar.systems.nlc.rules.combat.fight import Units, foes_in, hex_of, on_map, parts_of, ready
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome, strike
from hexwar.systems.nlc.rules.combat.permits import Bar, charge_permission, first_bar
from hexwar.systems.nlc.rules.combat.reaction import Reacted, react_to_charge
from hexwar.systems.nlc.rules.combat.square import is_square_bound
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.command.guard import may_commit
from hexwar.systems.nlc.rules.losses.pursuit import aftermath
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Segment
from hexwar.table.words import whom


@dataclass(frozen=True, slots=True)
class DeclareCharge(Question[Charge | None], rule="N10.13"):
    """N10.13 (1): which cavalry charges which hex by which way; None ends the Charge Segment."""

    kinds = ("charge", "end")
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
        return (
            next(
                filter(None, (charger_refusal(state, self.formation, u) for u in answer.units)),
                None,
            )
            or _stack_refusal(state, answer.units)
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
    return first_bar(state, unit, _charger_bars(state, unit)) or _order_refusal(state, unit)


def _charger_bars(state: GameState, unit: UnitId) -> Iterator[Bar]:
    """What a unit is, what a card of the enemy forbids it, its markers, and how far it has gone."""
    record = state.units[unit]
    yield not state.card(unit).arm.is_cavalry, "N10.15", mark("{name} is no cavalry.")
    yield record.hex is None, "N10.13", mark("{name} is not on the map.")
    held_back = mark("{name} may not charge this turn: the enemy has played a card.")
    yield is_held_back(state, unit), "N10.12", held_back
    yield record.disrupted, "N11.8", mark("{name} is Disrupted.")
    yield record.column, "N4.53", mark("{name} is in road column.")
    yield record.charged, "N10.15", mark("{name} has charged already.")
    yield record.done, "N8.92", mark("{name} has advanced and may not act again.")
    yield is_square_bound(state, unit), "N10.32", mark("{name} is kept behind a square.")
    spent = record.spent * numbers_of(state.battle).charge.movement_divisor
    tired = spent > allowance(state, unit)
    yield tired, "N10.11", mark("{name} has used more than half of its movement.")


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
    if not foes_in(state, charge.target, charge.units):
        return refuse("N10.1", "There is no enemy combat unit in {target}.", target=charge.target)
    barred = (charge_permission(state, unit, charge.target) for unit in charge.units)
    return next(filter(None, barred), None)


def _way_refusal(state: GameState, charge: Charge) -> Refusal | None:
    start, target = state.units[charge.units[0]].hex, charge.target
    if charge.path[:1] != (start,) or charge.path[-1] != target:
        words = mark("The charge goes from {start} to {target}.")
        return refuse("N10.14", words, start=start, target=target)
    return charge_path_refusal(state, charge.path, charge_distance(state))


# -- the charges there are


def _charges(state: GameState, formation: FormationId) -> Iterator[Charge]:
    """Each stack and each of its units on each target, from each hex that it can hit it from."""
    side, longest = state.battle.formations[formation].side, charge_distance(state)
    distance, enemies = state.battle.battlefield.grid.distance, sorted(enemy_hexes(state, side))
    for start, stack in _ready_stacks(state, formation):
        for target in (hex_ for hex_ in enemies if distance(start, hex_) <= longest):
            able = tuple(u for u in stack if charge_permission(state, u, target) is None)
            ways: dict[Hex, Path] = {}  # the shortest to each hex from which it can be hit
            for path in charge_paths(state, start, target, longest) if able else ():
                ways.setdefault(path[-2], path)
            for path in ways.values():
                yield from (Charge(units, target, path) for units in parts_of(able))


def _ready_stacks(state: GameState, formation: FormationId) -> Iterator[tuple[Hex, Units]]:
    """The cavalry that may charge, hex by hex and formation by formation."""
    stacks: dict[tuple[Hex, FormationId], Units] = {}
    for unit in on_map(state, units_of_body(state, formation)):
        if charger_refusal(state, formation, unit) is None:
            place = hex_of(state, unit), state.formation_of(unit).id
            stacks[place] = (*stacks.get(place, ()), unit)
    for (hex_, _), units in stacks.items():
        yield hex_, units


# -- the flow


async def charge_segment(table: Table[GameState]) -> None:
    """N4.5 d: one charge, or the end of the segment (N4.52)."""
    acting = active(table.state)
    declared = await DeclareCharge(acting.side, acting.formation)
    if declared is None:
        table.emit(SegmentEnded(Segment.CHARGE, Segment.ASSAULT))
        spot(table)
    else:
        await charge(table, declared)


async def charge(table: Table[GameState], declared: Charge) -> StrEnum:
    """N10.13: one charge: it is declared (1), it may be met (2), it hits home (3)-(9).

    A charge that runs into an enemy whom it did not see ends there (N20.2).
    """
    uncover(table, (declared.path[0], declared.target), "attack")
    table.emit(ChargeDeclared(declared.units, declared.target, declared.path))
    if unmask(table, table.state.side_of(declared.units[0]), declared.path[1:-1]):
        reacted = Reacted(goes_on=False)
    else:
        reacted = await react_to_charge(table, declared)
    riders = ready(table.state, declared.units)
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
