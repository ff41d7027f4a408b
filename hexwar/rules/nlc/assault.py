"""The Assault Segment: who assaults what, and how one assault runs (N8.1, N8.35)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Refusal, Roll, Table
from hexwar.hexes import Hex
from hexwar.model.events import AssaultDeclared, ColumnLeft, FireResolved, SegmentEnded
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.pieces import Segment
from hexwar.model.reports import CombatReport, FireReport
from hexwar.model.state import GameState
from hexwar.rules.common.zones import contact_hexes
from hexwar.rules.nlc.acting import body_of
from hexwar.rules.nlc.assault_orders import (
    assault_permission,
    attackers_with,
    has_advanced,
    has_assaulted,
)
from hexwar.rules.nlc.command import is_in_command
from hexwar.rules.nlc.fight import Fight, fight_over, hexes_to_fire_at, on_map
from hexwar.rules.nlc.fire import NO_EFFECT, Hit, attack_report, defence_report, parse, result
from hexwar.rules.nlc.improved_positions import build_positions
from hexwar.rules.nlc.morale import morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import permissions
from hexwar.rules.nlc.outcomes import distribution
from hexwar.rules.nlc.pontoons import work_pontoons
from hexwar.rules.nlc.results import (
    AssaultOutcome,
    Combat,
    attackers_check,
    defenders_check,
    results,
)


@dataclass(frozen=True, slots=True)
class Assault:
    """Units that assault a hex next to theirs."""

    target: Hex
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class DeclareAssault(Decision[Assault | None]):
    """N8.35 (1): which hex to assault with which units; None ends the Assault Segment."""

    rule: ClassVar[str] = "N8.35"
    formation: FormationId  # the first of those who act, who may combine (N4.32)

    def options(self, state: GameState) -> Sequence[Assault | None]:
        """Each target with all units that can, and with those of each hex; and the end."""
        found: list[Assault | None] = []
        for target, units in _targets(state, self.formation).items():
            stacks = _by_hex(state, units)
            found.append(Assault(target, units))
            if len(stacks) > 1:
                own = (stack for stack in stacks if _has_own(state, self.formation, stack))
                found += [Assault(target, stack) for stack in own]
        return [*found, None]

    def refusal(self, state: GameState, answer: Assault | None) -> Refusal | None:
        """Any units of the formation that are free to assault and in contact with the target."""
        if answer is None:
            return None
        refusal = target_refusal(state, Side(self.side), answer.target)
        if refusal is not None:
            return refusal
        if not answer.units or len(set(answer.units)) < len(answer.units):
            return Refusal("Name at least one unit, each once.", self.rule)
        for unit in answer.units:
            refusal = attacker_refusal(state, self.formation, unit, answer.target)
            if refusal is not None:
                return refusal
        if not _has_own(state, self.formation, answer.units):
            return Refusal("A unit of the formation that acts must take part.", "N12.36")
        return None

    def kind(self, answer: Assault | None) -> str:
        """`assault` or `end`."""
        return "end" if answer is None else "assault"


@dataclass(frozen=True, slots=True)
class ChooseDefenderTarget(Decision[Hex]):
    """N8.6: at which attacking hex the defender fires."""

    rule: ClassVar[str] = "N8.6"
    target: Hex  # that is assaulted
    units: tuple[UnitId, ...]  # attackers

    def options(self, state: GameState) -> Sequence[Hex]:
        """The attacking hexes, by id; none of artillery alone while another holds infantry."""
        return hexes_to_fire_at(state, self.units)

    def kind(self, answer: Hex) -> str:  # noqa: ARG002
        """Always `fire`."""
        return "fire"


# -- the law of a declaration


def target_refusal(state: GameState, side: Side, target: Hex) -> Refusal | None:
    """Why a side may not assault a hex now, or None."""
    if not state.holders_of(target, state.battle.enemy(side)):
        return Refusal(f"There is no enemy combat unit in {target}.", "N8.1")
    assert state.activation is not None
    if target in state.activation.assaulted:
        return Refusal(f"{target} has been assaulted in this activation.", "N8.1")
    return None


def attacker_refusal(
    state: GameState, formation: FormationId, unit: UnitId, target: Hex
) -> Refusal | None:
    """Why a unit may not take part in an assault on a hex, or None."""
    refusal = assaulter_refusal(state, formation, unit)
    if refusal is not None:
        return refusal
    hex_ = state.units[unit].hex
    if hex_ is None or target not in contact_hexes(state, hex_):
        return Refusal(f"{state.card(unit).name} is not in contact with {target}.", "N3.7")
    return assault_permission(state, unit, target)


def assaulter_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    """Why a unit may not assault anything now, or None (N4.53, N8.35)."""
    if unit not in attackers_with(state, formation):
        return Refusal("Only units of the formation that acts may assault.", "N4.33")
    record, card = state.units[unit], state.card(unit)
    if record.hex is None:
        return Refusal(f"{card.name} is not on the map.", "N8.35")
    if not card.is_combat_unit:
        return Refusal(f"{card.name} is no combat unit.", "N16.4")
    if record.disrupted:
        return Refusal(f"{card.name} is Disrupted.", "N11.8")
    if record.column:
        return Refusal(f"{card.name} is in road column.", "N4.53")
    if has_assaulted(state, formation, unit):
        return Refusal(f"{card.name} has assaulted already.", "N8.1")
    if has_advanced(state, formation, unit):
        return Refusal(f"{card.name} has advanced and may not act again.", "N8.92")
    if not is_in_command(state, unit):
        return Refusal(f"{card.name} is out of command.", "N14.4")
    if not permissions(state, unit).assault:
        return Refusal("The order of the formation does not allow it to assault.", "N12.2")
    return None


def _targets(state: GameState, formation: FormationId) -> dict[Hex, tuple[UnitId, ...]]:
    """Each hex that those who act can assault, by id, with all units that can."""
    side = state.battle.formations[formation].side
    found: dict[Hex, list[UnitId]] = {}
    for unit in attackers_with(state, formation):
        hex_ = state.units[unit].hex
        if hex_ is None or assaulter_refusal(state, formation, unit) is not None:
            continue
        for target in contact_hexes(state, hex_):
            is_held = target in state.occupants or target in state.tails
            if is_held and _is_open(state, side, unit, target):
                found.setdefault(target, []).append(unit)
    return {
        target: tuple(found[target])
        for target in sorted(found)
        if _has_own(state, formation, found[target])
    }


def _is_open(state: GameState, side: Side, unit: UnitId, target: Hex) -> bool:
    return (
        target_refusal(state, side, target) is None
        and assault_permission(state, unit, target) is None
    )


def _has_own(state: GameState, formation: FormationId, units: Iterable[UnitId]) -> bool:
    """Whether any unit is of those who act: supporters do not assault by themselves (N12.36)."""
    body = body_of(state, formation)
    return any(state.formation_of(unit).id in body for unit in units)


def _by_hex(state: GameState, units: tuple[UnitId, ...]) -> list[tuple[UnitId, ...]]:
    hexes = sorted({hex_ for unit in units if (hex_ := state.units[unit].hex) is not None})
    return [tuple(u for u in units if state.units[u].hex == hex_) for hex_ in hexes]


# -- the flow


async def assault_segment(table: Table[GameState]) -> None:
    """N4.52, N8.1: one assault, or the end of the segment; then pontoon trains work (T18.2)."""
    activation = table.state.activation
    assert activation is not None
    declared = await DeclareAssault(activation.side, activation.formation)
    if declared is None:
        table.emit(SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION))
        await work_pontoons(table)
        await build_positions(table)
    else:
        await assault(table, activation.side, declared)


async def assault(table: Table[GameState], side: Side, declared: Assault) -> AssaultOutcome:
    """N8.35: one assault in its seven steps.

    Between (1) and (5) lie Attack Confidence (N8.3), retreat before assault (N8.2), cards and
    leader bonuses (N7.7); after (7) a second round (N8.10).
    """
    units = tuple(sorted(declared.units))
    table.emit(AssaultDeclared(units, declared.target))  # (1)
    enemy = table.state.battle.enemy(side)
    hit_hex = await ChooseDefenderTarget(enemy, declared.target, units)  # (5)
    fight = fight_over(table.state, declared.target, units, hit_hex)
    combat = combat_of(table.state, fight)
    on_target, on_attackers = await exchange_fire(table, combat)  # (6)
    outcome = await results(table, combat, on_target, on_attackers)  # (7)
    for unit in on_map(table.state, fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))  # N5.32
    return outcome


def combat_of(state: GameState, fight: Fight) -> Combat:
    """A fight with both sides' fire as it is now."""
    return Combat(fight, attack_report(state, fight), defence_report(state, fight))


async def exchange_fire(table: Table[GameState], combat: Combat) -> tuple[Hit, Hit]:
    """N8.6, N8.8: both sides roll, then both results are read: on the target, on the attackers."""
    attack_die = await _fire_die(combat.attack, "attackers' fire")
    defence_die = await _fire_die(combat.defence, "defenders' fire")
    fight = combat.fight
    return (
        _read(table, combat.attack, attack_die, fight.target),
        _read(table, combat.defence, defence_die, fight.hit_hex),
    )


async def _fire_die(report: FireReport, purpose: str) -> int | None:
    """N8.8: one die; none for a side without fire strength."""
    return None if report.column is None else await Roll(CHANCE, purpose)


def _read(table: Table[GameState], report: FireReport, die: int | None, target: Hex) -> Hit:
    """Look a die up on the Fire Table and tell it."""
    if die is None:
        return NO_EFFECT
    assert report.column is not None
    pips = sum(modifier for _, modifier, _ in report.modifiers)
    cell = result(numbers_of(table.state.battle).fire, report.column, die + pips)
    table.emit(
        FireResolved(
            side=report.side,
            units=tuple(line.unit for line in report.lines),
            target=target,
            strength=report.strength,
            column=report.column,
            die=die,
            modifiers=pips,
            result=cell,
        )
    )
    return parse(cell)


# -- the preview


def combat_report(state: GameState, declared: Assault, hit_hex: Hex) -> CombatReport:
    """An assault laid open before the dice: fire, morale and the chances of every end.

    Args:
        state: The table; it may be a view.
        declared: The assault, legal or about to be.
        hit_hex: The attacking hex that the defender would fire at.
    """
    fight = fight_over(state, declared.target, declared.units, hit_hex)
    combat = combat_of(state, fight)
    stack = state.combat_units_in(hit_hex, fight.side)
    return CombatReport(
        target=fight.target,
        attackers=fight.attackers,
        defenders=fight.defenders,
        hit_hex=hit_hex,
        flank=fight.flank,
        attack=combat.attack,
        defence=combat.defence,
        morale_defender=morale_report(
            state, fight.defenders, defenders_check(state, combat, NO_EFFECT)
        ),
        morale_attacker=morale_report(state, stack, attackers_check(state, combat, NO_EFFECT)),
        outcomes=distribution(state, combat),
        leaders=tuple(x for hex_ in (*fight.hexes, fight.target) for x in state.leaders_in(hex_)),
    )
