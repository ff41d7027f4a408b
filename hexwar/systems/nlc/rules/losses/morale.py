"""Morale: what a stack tests with, and the test (N2.3-N2.46)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.engine import Table
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import MoraleRolled, UnitDisrupted
from hexwar.systems.nlc.numbers import Morale, numbers_of
from hexwar.systems.nlc.rules.cards.combat_rows import retreat_rows, show_pressure
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.fight import MainArm, hex_of, main_arm
from hexwar.systems.nlc.rules.combat.fire import FACES, Line
from hexwar.systems.nlc.rules.command.blucher import leads_charge
from hexwar.systems.nlc.rules.losses.demoralization import (
    OUT_OF_SUPPLY,
    counted_for,
    is_demoralized,
    is_exhausted,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import dice_words
from hexwar.table.forces import LeaderId, Role, UnitId
from hexwar.table.reports import MoraleReport

RUSSIAN = "Russian"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What surrounds a check; the rows of N2.32 that the units do not carry with them."""

    defending: bool = False  # N2.44
    sheltered: bool = False  # defending a town, a chateau or an improved position
    artillery_fire: bool = False  # fired at by artillery, or bombarded before (N9.9)
    bombarded: bool = False  # under bombardment (N9.6)
    flank: bool = False
    woods: bool = False  # the stack stands in woods, in assault
    shaken: bool = False  # Fire Table result M1 or nM1
    strengths: tuple[int, int] | None = None  # attackers' and defenders' fire, SP
    rallying: bool = False  # the units' own Disrupted does not count (N13.1)
    near_enemy: bool = False  # rallying next to an undisrupted enemy
    caught: bool = False  # charged, and neither in square nor counted as formed (N10.3)
    against_blucher: bool = False  # forming square against cavalry that Blücher leads (N7.6)
    reacting: bool = False  # it tries a reaction charge; who leads it the unit tells (N10.2)
    night: bool = False  # in the Rally Phase of Night AM (N17.2)
    retreating: bool = False  # who fails retreats, so that the enemy's card may press him (N23.4)


PLAIN = Circumstances()


class Verdict(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    ROUTED = "routed"  # failed by the margin of N2.42


def verdict(rules: Morale, value: int, die: int) -> Verdict:
    """What a die means for a morale value (N2.4-N2.42)."""
    if die == rules.always_passes or (die <= value and die != rules.always_fails):
        return Verdict.PASSED
    return Verdict.ROUTED if die - value >= rules.rout_margin else Verdict.FAILED


def morale_report(
    state: GameState, units: Sequence[UnitId], about: Circumstances = PLAIN
) -> MoraleReport:
    """What units test with: the best of their infantry, else cavalry, else artillery (N2.45)."""
    arms = {unit: main_arm(state, unit) for unit in units}
    leading = next(arm for arm in MainArm if arm in arms.values())
    reports = [unit_report(state, unit, about) for unit in units if arms[unit] is leading]
    return max(reports, key=lambda report: (report.total, report.base))


def unit_report(state: GameState, unit: UnitId, about: Circumstances) -> MoraleReport:
    """What one unit tests with (N2.3-N2.43)."""
    rules = numbers_of(state.battle).morale
    base = state.card(unit).initiative + rules.base
    own = tuple(_reduced_rows(state, rules, unit))
    rows = (*_unit_rows(state, rules, unit, about), *_fight_rows(state, rules, about))
    raised = (*own, *(row for row in rows if row[1] > 0))
    limit = _limit_rows(rules, base + sum(pips for _, pips, _ in raised))
    modifiers = (*own, *rows, *limit, *_weight_rows(rules, about))
    return within_limits(rules, MoraleReport(hex_of(state, unit), unit, base, modifiers, base))


def within_limits(rules: Morale, report: MoraleReport) -> MoraleReport:
    """A report whose value is its sum between the least and the highest morale (N2.3, N2.43)."""
    return replace(report, value=min(max(report.total, rules.minimum), rules.maximum))


def _limit_rows(rules: Morale, raised: int) -> Iterator[Line]:
    """N2.43: what goes beyond the limit of bonuses is lost before penalties are taken off."""
    if raised > rules.bonus_limit:
        words = say("bonuses count up to {limit}", limit=rules.bonus_limit)
        yield words, rules.bonus_limit - raised, "N2.43"


def _reduced_rows(state: GameState, rules: Morale, unit: UnitId) -> Iterator[Line]:
    """The initiative of a reduced side, which Russian infantry does not use (N2.31)."""
    if state.units[unit].reduced and not _is_russian_infantry(state, unit):
        yield say("reduced"), -rules.reduced_initiative_loss, "N2.31"


def _is_russian_infantry(state: GameState, unit: UnitId) -> bool:
    infantry = main_arm(state, unit) is MainArm.INFANTRY
    return infantry and state.card(unit).nation == RUSSIAN


def _unit_rows(
    state: GameState, rules: Morale, unit: UnitId, about: Circumstances
) -> Iterator[Line]:
    """The rows that depend on the unit."""
    arm = main_arm(state, unit)
    if _is_russian_infantry(state, unit) and about.defending:
        yield say("Russian infantry defending"), rules.russian_defending, "N2.32"
    is_british = state.card(unit).nation in rules.british_nations
    if arm is MainArm.INFANTRY and about.defending and is_british:
        words = mark("British or King's German Legion infantry defending")
        yield say(words), rules.british_defending, "N2.32"
    if leader_with(state, unit) is not None:
        yield say("leader"), rules.leader, "N2.45"
    if state.units[unit].disrupted and not about.rallying:
        yield say("Disrupted"), rules.disrupted, "N11.8"
    if arm is MainArm.INFANTRY and about.sheltered:
        yield say("town, chateau or position"), rules.defending_town, "N2.32"
    yield from _spirit_rows(state, rules, unit)
    if about.caught and arm is not MainArm.CAVALRY:
        yield say("caught out of square"), rules.caught, "N10.3"
    if about.reacting and leads_charge(state, (unit,)):
        yield say("Blücher's reaction charge"), rules.blucher_reaction, "N7.6"
    if about.near_enemy:
        yield say("next to the enemy"), numbers_of(state.battle).rally.adjacent_modifier, "N13.1"
    if about.night:
        yield say("night"), numbers_of(state.battle).rally.night_modifier, "N17.2"
    if about.retreating:
        yield from retreat_rows(state, unit)


def _spirit_rows(state: GameState, rules: Morale, unit: UnitId) -> Iterator[Line]:
    """The row of N15.2, and its like: out of supply and exhausted do not add to it."""
    formation = counted_for(state, unit)
    if is_demoralized(state, formation):
        yield say("demoralized"), rules.demoralized, "N15.2"
    elif unit in state.supply.unsupplied:
        yield OUT_OF_SUPPLY, rules.demoralized, "N15.5"
    elif is_exhausted(state, formation):
        yield say("exhausted"), rules.exhausted, "N20.83"


def _fight_rows(state: GameState, rules: Morale, about: Circumstances) -> Iterator[Line]:
    """The rows that are the same for every unit of the stack."""
    if about.artillery_fire:
        yield say("fired at by artillery"), rules.artillery_fire, "N2.32"
    if about.bombarded:
        yield say("under bombardment"), numbers_of(state.battle).bombardment.morale, "N9.6"
    if about.flank:
        yield say("flank attack"), rules.flank, "N2.46"
    elif about.woods:
        yield say("in woods"), rules.woods, "N2.46"
    if about.against_blucher:
        yield say("charged by Blücher's cavalry"), rules.charged_by_blucher, "N7.6"
    if about.shaken:
        yield say("shaken by fire"), rules.shaken_result, "N8.8"


def _weight_rows(rules: Morale, about: Circumstances) -> Iterator[Line]:
    """The row for the fire of both sides, which no limit of bonuses cuts (N2.43)."""
    weight = 0 if about.strengths is None else _weight(rules, *about.strengths)
    if weight:
        yield say("weight of fire"), weight, "N2.32"


def _weight(rules: Morale, attack: int, defence: int) -> int:
    """The row for the attackers' fire against the defenders'."""
    if attack < rules.even_ratio * defence:
        return rules.weight_below_even
    if attack < rules.favourable_ratio * defence:
        return rules.weight_below_favourable
    return rules.weight_overwhelming if attack >= rules.overwhelming_ratio * defence else 0


# -- leaders (N2.45)


def leader_with(state: GameState, unit: UnitId) -> LeaderId | None:
    """A leader in a unit's hex who counts for it, or None."""
    here = state.leaders_in(hex_of(state, unit), state.side_of(unit))
    return next((leader for leader in here if leads(state, leader, unit)), None)


def leads(state: GameState, leader: LeaderId, unit: UnitId) -> bool:
    """Whether a leader counts for a unit: his formation's, a WC his wing's, an OC his army's."""
    card, formation = state.battle.leaders[leader], state.formation_of(unit)
    if card.role is Role.HQ:
        return False
    if card.role is Role.OVERALL:
        return state.battle.formations[card.formation].army == formation.army
    is_his_wing = card.role is Role.WING and state.pad.wings.get(formation.id) == card.formation
    return is_his_wing or card.formation == formation.id


# -- the check


async def check_morale(
    table: Table[GameState],
    units: tuple[UnitId, ...],
    die_for: str,
    purpose: str,
    about: Circumstances | MoraleReport = PLAIN,
) -> Verdict:
    """N2.4: roll one die for units against their morale in some circumstances, or a given one."""
    report = about if isinstance(about, MoraleReport) else morale_report(table.state, units, about)
    show_pressure(table, report)
    die = await throw(table, table.state.side_of(units[0]), die_for)
    found = verdict(numbers_of(table.state.battle).morale, report.value, die)
    table.emit(
        MoraleRolled(
            units=units,
            hex=report.hex,
            morale=report.base,
            modifiers=sum(pips for _, pips, _ in report.modifiers),
            value=report.value,
            die=die,
            margin=die - report.value,
            passed=found is Verdict.PASSED,
            purpose=purpose,
        )
    )
    return found


async def holds(
    table: Table[GameState],
    units: tuple[UnitId, ...],
    die_for: str,
    purpose: str,
    about: Circumstances | MoraleReport = PLAIN,
) -> bool:
    """Whether units pass a check of their morale (N2.4)."""
    return await check_morale(table, units, die_for, purpose, about) is Verdict.PASSED


async def steady(
    table: Table[GameState], units: tuple[UnitId, ...], die_for: str, purpose: str
) -> None:
    """Units check their morale, or are Disrupted."""
    if not await holds(table, units, die_for, purpose):
        disrupt(table, units)


def disrupt(table: Table[GameState], units: Iterable[UnitId]) -> None:
    """Those of some units on the map that are not yet Disrupted become so (N11.8)."""
    for unit in units:
        record = table.state.units[unit]
        if record.hex is not None and not record.disrupted:
            table.emit(UnitDisrupted(unit))


def passing_dice(state: GameState, report: MoraleReport) -> str:
    """The dice by which a stack passes a check of its morale: `1-4` (N2.4)."""
    rules = numbers_of(state.battle).morale
    return dice_words(die for die in FACES if verdict(rules, report.value, die) is Verdict.PASSED)
