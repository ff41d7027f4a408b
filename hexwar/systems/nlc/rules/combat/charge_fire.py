"""The fire of a charge: who meets whom, and with how many per cent (N10.5, N10.61)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import Charge as Rows
from hexwar.systems.nlc.numbers import numbers_of, percent_in
from hexwar.systems.nlc.rules.cards.combat_rows import die_rows
from hexwar.systems.nlc.rules.combat.charge_paths import Charge, Path
from hexwar.systems.nlc.rules.combat.fight import (
    Fight,
    MainArm,
    arms_of,
    foes_in,
    main_arm,
)
from hexwar.systems.nlc.rules.combat.fire import SNOWSTORM, Line, fire_report, is_raining
from hexwar.systems.nlc.rules.combat.square import (
    counts_as_formed,
    is_flank_charge,
    is_in_square,
)
from hexwar.systems.nlc.rules.command.bonuses import bonus_lines
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, LeaderId, Side, UnitId
from hexwar.table.reports import FireReport
from hexwar.table.spans import Crossing, crossing


class Stance(StrEnum):
    """How the target of a charge stands when it is hit (N10.3, N10.4)."""

    SQUARE = mark("in square")
    FORMED = mark("formed in cover")  # infantry in a town or in woods (N10.3)
    CAUGHT = mark("caught out of square")
    GUNS = mark("artillery alone")
    HALTED = mark("cavalry at the halt")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeFight(Fight):
    """A charge as it hits; the chargers stand on their start hex until it is over."""

    charge: Charge
    stance: Stance
    met: bool = False  # the chargers have beaten a reaction charge (N10.21)


def charge_fight(
    state: GameState, charge: Charge, *, met: bool = False, bonus: tuple[LeaderId, ...] = ()
) -> ChargeFight:
    """The fight of a charge on its target as it stands now; an enemy is in the target hex."""
    charge = replace(charge, units=tuple(sorted(charge.units)))
    defenders = foes_in(state, charge.target, charge.units)
    stance = stance_of(state, charge.target, defenders)
    return ChargeFight(
        side=state.side_of(charge.units[0]),
        target=charge.target,
        attackers=charge.units,
        defenders=defenders,
        hexes=(charge.last,),
        hit_hex=charge.start,
        flank=stance is not Stance.SQUARE and is_flank_charge(state, charge),
        caught=stance in (Stance.CAUGHT, Stance.GUNS),  # N10.5, N10.42
        charge=charge,
        stance=stance,
        met=met,
        bonus=bonus,
    )


def stance_of(state: GameState, target: Hex, defenders: Sequence[UnitId]) -> Stance:
    """How the units that hold a hex would receive a charge now."""
    arms = arms_of(state, defenders)
    if MainArm.INFANTRY in arms:
        if is_in_square(state, defenders):
            return Stance.SQUARE
        return Stance.FORMED if counts_as_formed(state, target) else Stance.CAUGHT
    return Stance.HALTED if MainArm.CAVALRY in arms else Stance.GUNS


# -- one side's fire


def charge_fire(state: GameState, fight: ChargeFight) -> FireReport:
    """The chargers' fire on the target, line by line (N10.5)."""
    percents = {unit: tuple(_charger_lines(state, fight, unit)) for unit in fight.attackers}
    rows = die_rows(state, fight.side, fight.lowered, assault=False, attacking=True)
    return fire_report(state, percents, tuple(rows))


def target_fire(state: GameState, fight: ChargeFight) -> FireReport:
    """The target's fire on the chargers, line by line (N10.61)."""
    percents = {unit: tuple(_target_lines(state, fight, unit)) for unit in fight.defenders}
    return fire_report(state, percents, tuple(_target_modifiers(state, fight)))


def cavalry_fire(
    state: GameState,
    units: Sequence[UnitId],
    foes: Sequence[UnitId],
    ground: Path = (),
    lowered: tuple[Side, ...] = (),
) -> FireReport:
    """The fire of cavalry on cavalry that it meets in a reaction charge, line by line (N10.21).

    The ground is the hex that they hit from and the hex of the foes, when these have not come to
    meet them; without it both sides meet in the open. `lowered` are the sides whose die the enemy's
    Marshal Ney lowers (N23.4).
    """
    percents = {unit: tuple(_mounted_lines(state, unit, foes, ground)) for unit in units}
    rows = die_rows(state, state.side_of(units[0]), lowered, assault=False, attacking=True)
    return fire_report(state, percents, tuple(rows))


# -- percentages of those who charge (N10.5)


def _charger_lines(state: GameState, fight: ChargeFight, unit: UnitId) -> Iterator[Line]:
    rows = numbers_of(state.battle).charge
    yield from _mounted_lines(state, unit, fight.defenders, fight.charge.path[-2:])
    if is_raining(state) and MainArm.INFANTRY in arms_of(state, fight.defenders):
        yield say("rain, against infantry"), rows.rain_on_infantry, "N18"
    if fight.caught:
        yield say(fight.stance.value), rows.caught, "N10.5"
    if fight.stance is Stance.HALTED:
        yield say("cavalry at the halt"), rows.halted_target, "N10.5"
    if fight.stance is Stance.SQUARE:
        yield say("against a square"), rows.at_square, "N10.31"
    if fight.met:
        yield say("met by a reaction charge"), rows.met, "N10.21"
    yield from bonus_lines(state, fight.bonus, unit, rows.leader_bonus, attacking=True)


def _mounted_lines(
    state: GameState, unit: UnitId, foes: Sequence[UnitId], ground: Path
) -> Iterator[Line]:
    """What charging cavalry carries with it, and the ground that it charges into."""
    numbers = numbers_of(state.battle)
    if ground:
        yield from _ground_lines(state, numbers.charge, *ground)
    if state.sky.weather in numbers.charge.snowy:
        yield state.sky.weather, numbers.charge.snow, "N18"
    if _is_heavier(state, unit, foes):
        yield say("heavy against light cavalry"), numbers.charge.heavy_on_light, "N10.5"
    if state.units[unit].disrupted:
        yield say("Disrupted"), numbers.assault.disrupted, "N11.8"


def _ground_lines(state: GameState, rows: Rows, start: Hex, target: Hex) -> Iterator[Line]:
    """Terrain of the target hex and of the hexside to it; both count (N8.51)."""
    battlefield = state.battle.battlefield
    terrain = battlefield.terrain_at(target)
    percent = percent_in(rows, terrain)
    if percent is not None:
        yield say(terrain.value), percent, "N10.5"
    if crossing(battlefield, state.spans, start, target) in (Crossing.STREAM, Crossing.TRESTLE):
        yield say("stream"), rows.stream, "N10.5"
    if battlefield.is_upward(start, target):
        yield say("up a slope"), rows.slope_up, "N10.5"


def _is_heavier(state: GameState, unit: UnitId, foes: Sequence[UnitId]) -> bool:
    """Whether heavy cavalry meets cavalry that is all light, and no infantry (N10.5)."""
    if state.card(unit).arm is not Arm.HEAVY_CAVALRY:
        return False
    arms = {state.card(foe).arm for foe in foes}
    return Arm.LIGHT_CAVALRY in arms and not arms & {Arm.HEAVY_CAVALRY, Arm.INFANTRY}


# -- percentages of those who are charged (N10.61)


def _target_lines(state: GameState, fight: ChargeFight, unit: UnitId) -> Iterator[Line]:
    numbers = numbers_of(state.battle)
    is_cavalry = main_arm(state, unit) is MainArm.CAVALRY
    if fight.caught:
        yield say(fight.stance.value), numbers.charge.caught_fire, "N10.61"
    elif is_cavalry and fight.stance is Stance.SQUARE:
        yield say("behind a square"), numbers.assault.behind_square, "N10.32"
    elif is_cavalry:
        yield say("at the halt"), numbers.charge.halted, "N10.4"
    if state.units[unit].disrupted:
        yield say("Disrupted"), numbers.assault.disrupted, "N11.8"
    if state.units[unit].column:
        yield say("road column"), numbers.assault.road_column, "N5.3"
    if main_arm(state, unit) is MainArm.INFANTRY and is_raining(state):
        yield say("rain"), numbers.assault.rain_infantry, "N18"
    if main_arm(state, unit) is MainArm.INFANTRY and state.sky.weather == SNOWSTORM:
        yield say("snowstorm"), numbers.assault.snowstorm_infantry, "N18"
    yield from bonus_lines(state, fight.bonus, unit, numbers.charge.leader_bonus, attacking=False)


def _target_modifiers(state: GameState, fight: ChargeFight) -> Iterator[Line]:
    """Modifiers of the target's die (N8.81)."""
    if fight.stance is Stance.SQUARE:
        yield say("infantry in square"), numbers_of(state.battle).fire.from_square, "N8.81"
    side = state.battle.enemy(fight.side)
    yield from die_rows(state, side, fight.lowered, assault=False, attacking=False)
