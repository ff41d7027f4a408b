"""What the staff makes of a fight's end, and of the rest after it (N8.92, N11, N13).

Losses, ways back, advance, pursuit and recovery are weighed by the table that each leaves.
"""

from __future__ import annotations

from math import fsum

from hexwar.ai.chapters import deeds
from hexwar.engine import Event, Table
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.events.combat import AdvanceMade, Evaded, PursuitMade
from hexwar.systems.nlc.events.losses import FriendDisplaced, StepRegained, UnitReturned
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.bombardment import (
    STEP_LOST,
    UNDER_FIRE,
    ChooseBombardmentVictim,
)
from hexwar.systems.nlc.rules.combat.fight import Units, hex_of, on_map
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.combat.outcomes import play_by_default
from hexwar.systems.nlc.rules.combat.withdrawal import pull_back
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss, Toll, lose_steps, take_step
from hexwar.systems.nlc.rules.losses.morale import Circumstances, disrupt
from hexwar.systems.nlc.rules.losses.pursuit import (
    ChooseAdvance,
    DeclarePursuit,
    Pursuit,
    pursuit_modifiers,
)
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    DisplaceFriend,
    go_back,
    leads_off,
    walk,
)
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure, Displacement
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import step_of, unit_row
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.exchanges import blown, steadiness
from hexwar.systems.nlc.staff.rear import Rear
from hexwar.systems.nlc.staff.replies import Path, ledger_of, likely_ways
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.telling import on_faces, place_words, prize_words
from hexwar.systems.nlc.staff.weighing import Weighed, best_of, told_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box
from hexwar.table.words import hex_name, unit_list, unit_name

ONWARD = 0.15
"""VP that a hex nearer to their objective is worth to those who advance into it."""

LONELY, GUNS_ALONE = 0.5, 0.12
"""VP, and VP for each SP, of guns that would hold a won hex without other arms."""

DUG, HELD = 0.06, 0.1
"""VP for each SP that will be attacked behind works, and for each VP of their hex."""

THREAT = 6
"""Hexes from works within which the enemy is likely to attack them."""

LEAVES = 0.1
"""VP for each SP that goes off the map: it fights no more."""


# -- who loses what


def step_loss(question: Desk[ChooseStepLoss, UnitId]) -> UnitId:
    """Whoever's loss costs least: SP, spirit of its formation, and who is steadier."""
    state, ledger, cause = question.state, ledger_of(question), question.asked.cause
    weighed = [
        Weighed(unit, _hurt(ledger, state, unit, cause), unit_name(state, unit))
        for unit in question.options
    ]

    def words(unit: UnitId) -> str:
        return say("{unit} would lose {n} SP.", unit=unit_name(state, unit), n=_step(state, unit))

    return best_of(question, weighed, words)


def bombardment_victim(question: Desk[ChooseBombardmentVictim, UnitId]) -> UnitId:
    """Who of the enemy's is hurt most."""
    state, ledger = question.state, ledger_of(question)
    is_step = question.asked.result == STEP_LOST

    def worth(unit: UnitId) -> float:
        if is_step:
            return _hurt(ledger, state, unit, "bombardment")
        table = Table(state.copy())
        disrupt(table, (unit,))
        held = steadiness(state, (unit,), UNDER_FIRE)
        return (1 - held) * ledger.worth(table.state) + held * ledger.worth(state)

    weighed = [Weighed(unit, worth(unit), unit_name(state, unit)) for unit in question.options]

    def words(unit: UnitId) -> str:
        name = unit_name(state, unit)
        if is_step:
            return say("{unit} would lose {n} SP.", unit=name, n=_step(state, unit))
        n = on_faces(1 - steadiness(state, (unit,), UNDER_FIRE))
        return say("{unit} wavers on {n} dice of 6.", unit=name, n=n)

    return best_of(question, weighed, words)


def _step(state: GameState, unit: UnitId) -> int:
    """The SP that a unit loses with a step."""
    card, sp = state.card(unit), state.sp(unit)
    return sp if state.units[unit].reduced else sp - card.reduced_sp


def _hurt(ledger: Ledger, state: GameState, unit: UnitId, cause: str) -> float:
    table = Table(state.copy())
    take_step(table, unit, cause)
    return ledger.worth(table.state)


# -- ways back (N11.13)


def retreat_path(question: Desk[ChooseRetreatPath, Path]) -> Path:
    """The way whose end leaves most: few steps, out of reach, in supply, near their commander."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    group = asked.withdrawal
    on_map_only = [path for path in question.options if not leads_off(path)]
    ways = likely_ways(ledger, state, on_map_only)
    off = [path for path in question.options if leads_off(path)][:1]
    if question.default not in ways and question.default in on_map_only:
        ways.append(question.default)
    weighed: list[Weighed[Path]] = []
    for path in (*ways, *off):
        table = Table(state.copy())
        if asked.evades:
            flow = pull_back(table, group, path, Evaded(asked.units, path))
        else:
            flow = go_back(table, group, Toll(group.side, asked.units), path)
        play_by_default(flow, table.state)
        worth = ledger.worth(table.state) + ledger.post(table.state, asked.units)
        if leads_off(path):
            worth -= LEAVES * sum(map(state.sp, asked.units))
        weighed.append(Weighed(path, worth, say("to {hex}", hex=hex_name(state, path[-1]))))

    def words(path: Path) -> str:
        if leads_off(path):
            return say("Any other way back costs more.")
        return say("{place}.", place=place_words(question.outlook, path[-1]))

    return best_of(question, weighed, words)


def displacement(
    question: Desk[ChooseOverstackCure | DisplaceFriend, Displacement],
) -> Displacement:
    """Whoever loses least by going next door; nobody is given up while there is room."""
    state, ledger = question.state, ledger_of(question)
    weighed: list[Weighed[Displacement]] = []
    for move in question.options:
        if move.hex is None:
            lost = ledger.stakes.sp * 2 * (1 + state.sp(move.unit))
            weighed.append(Weighed(move, ledger.worth(state) - lost, unit_name(state, move.unit)))
            continue
        table = Table(state.copy())
        table.emit(FriendDisplaced(move.unit, move.hex))
        worth = ledger.worth(table.state)
        if state.card(move.unit).is_combat_unit:
            worth += ledger.post(table.state, (move.unit,))
            worth += blown(ledger, table.state, (move.unit,))
        words = say("{unit} to {hex}", unit=unit_name(state, move.unit), hex=move.hex)
        weighed.append(Weighed(move, worth, words))

    def why(move: Displacement) -> str:
        if move.hex is None:
            return say("There is no room left for all of them.")
        return say("{place}.", place=place_words(question.outlook, move.hex))

    return best_of(question, weighed, why)


# -- the fruits (N8.92, N11.7)


def advance(question: Desk[ChooseAdvance, Units | None]) -> Units | None:
    """Enter the hex with those who will hold it, where that leaves more than to stay."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    stay = ledger.post(state, asked.units)
    rear, start = Rear(question.outlook, ledger), hex_of(state, asked.units[0])
    weighed: list[Weighed[Units | None]] = []
    for units in deeds(question.options):
        worth = _advanced(ledger, state, units, asked.target) - rear.left_behind(start, units)
        weighed.append(Weighed(units, worth, unit_list(state, units)))
    stay -= rear.left_behind(start, ())
    weighed.append(Weighed(None, stay, say("nobody")))
    place = place_words(question.outlook, asked.target)
    prize = prize_words(question.outlook, asked.target)
    return best_of(question, weighed, say("{place}{prize}.", place=place, prize=prize))


def _advanced(ledger: Ledger, state: GameState, units: Units, target: Hex) -> float:
    """What is left when units have entered a hex that they won."""
    table, start = Table(state.copy()), hex_of(state, units[0])
    leaders = tuple(
        x for x in state.leaders_in(start, ledger.side) if _goes_along(state, str(x), units)
    )
    flow = walk(table, ledger.side, units, (start, target), (AdvanceMade(units, target),), leaders)
    play_by_default(flow, table.state)
    after = table.state
    worth = ledger.worth(after) + ledger.post(after, units)
    goal = objective_of(state, step_of(state, units[0]))
    distance = state.battle.battlefield.grid.distance
    if goal is not None and unit_row(state, units[0]).engages:
        worth += ONWARD * ledger.fade * (distance(start, goal) - distance(target, goal))
    holders = after.combat_units_in(target, ledger.side)
    if all(state.card(unit).arm.is_artillery for unit in holders):
        worth -= LONELY + GUNS_ALONE * ledger.fade * sum(map(state.sp, units))
    return worth


def _goes_along(state: GameState, leader: str, units: Units) -> bool:
    """Whether a leader is of the corps of some units."""
    return state.formation_of_piece(leader) in {state.formation_of(unit).id for unit in units}


def declare_pursuit(question: Desk[DeclarePursuit, Pursuit | None]) -> Pursuit | None:
    """Ride where the step that fugitives may lose is worth more than where the riders end up."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    now = ledger.worth(state)
    weighed: list[Weighed[Pursuit | None]] = [Weighed(None, now, say("nobody"))]
    for one in deeds(question.options):
        rides = steadiness(state, one.units)
        worth = rides * _pursued(ledger, state, one, asked.fugitives) + (1 - rides) * now
        weighed.append(Weighed(one, worth, unit_list(state, one.units)))
    fleeing = fsum(state.sp(unit) for unit in asked.fugitives)

    def words(chosen: Pursuit | None) -> str:
        best = told_of(chosen, weighed)
        n = 0 if best is None else on_faces(steadiness(state, best.units))
        return say("{sp:g} SP flee; they are followed on {n} dice of 6.", sp=fleeing, n=n)

    return best_of(question, weighed, words)


def _pursued(ledger: Ledger, state: GameState, one: Pursuit, fugitives: Units) -> float:
    """What is left when cavalry has ridden after fugitives, by the die of the pursuit."""
    table, start = Table(state.copy()), hex_of(state, one.units[0])
    way = one.path if one.path[0] == start else (start, *one.path)
    moved: tuple[Event, ...] = (PursuitMade(one.units, one.path),)
    play_by_default(walk(table, ledger.side, one.units, way, moved, ()), table.state)
    after = table.state
    missed = ledger.worth(after) + blown(ledger, after, one.units) + ledger.post(after, one.units)
    missed -= ledger.post(state, one.units)
    caught = tuple(u for u in on_map(after, fugitives) if hex_of(after, u) == one.fugitives)
    if not caught:
        return missed
    pips = sum(row for _, row, _ in pursuit_modifiers(state, one.units, caught, routed=False))
    least = numbers_of(state.battle).pursuit.least_die
    chance = sum(die + pips >= least for die in FACES) / len(FACES)
    hit = Table(after.copy())
    flow = lose_steps(hit, Toll(ledger.enemy, caught), 1, "pursuit")
    play_by_default(flow, hit.state)
    return missed + chance * (ledger.worth(hit.state) - ledger.worth(after))


# -- rest and recovery: units that come back, and steps in the night (N13.2, N13.5)


def recovery(question: Desk[ChooseRecovery, Recovery | None]) -> Recovery | None:
    """Who gives back most, where it stands best."""
    state, ledger = question.state, ledger_of(question)
    now, rules = ledger.worth(state), numbers_of(state.battle).recovery
    weighed: list[Weighed[Recovery | None]] = [Weighed(None, now, say("nobody"))]
    for one in deeds(question.options):
        copy = state.copy()
        UnitReturned(one.unit, one.hex).happen(copy)
        gain = ledger.worth(copy) + ledger.post(copy, (one.unit,)) - now
        is_sure = state.units[one.unit].box is Box.RECOVERED
        chance = 1.0 if is_sure else rules.returns_die / len(FACES)
        words = say("{unit} in {hex}", unit=unit_name(state, one.unit), hex=one.hex)
        weighed.append(Weighed(one, now + chance * gain, words))

    def why(one: Recovery | None) -> str:
        if one is None:
            return say("Nobody could come back where he is of use.")
        is_sure = state.units[one.unit].box is Box.RECOVERED
        n = len(FACES) if is_sure else rules.returns_die
        return say("{n} dice of 6 bring back {sp} SP.", n=n, sp=state.sp(one.unit))

    return best_of(question, weighed, why)


def restored(question: Desk[RestoreStep, UnitId | None]) -> UnitId | None:
    """The unit that gives back most by its chance."""
    state, ledger = question.state, ledger_of(question)
    now = ledger.worth(state)
    weighed: list[Weighed[UnitId | None]] = [Weighed(None, now, say("nobody"))]
    for unit in deeds(question.options):
        copy = state.copy()
        StepRegained(unit).happen(copy)
        chance = steadiness(state, (unit,), Circumstances(night=True))
        worth = now + chance * (ledger.worth(copy) - now)
        weighed.append(Weighed(unit, worth, unit_name(state, unit)))

    def why(unit: UnitId | None) -> str:
        if unit is None:
            return say("Nobody gains by it.")
        n = on_faces(steadiness(state, (unit,), Circumstances(night=True)))
        return say("{n} dice of 6 bring its step back.", n=n)

    return best_of(question, weighed, why)


# -- where infantry that has stood still digs in (N21.1)


def build(question: Desk[BuildImprovedPosition, Hex | None]) -> Hex | None:
    """Dig where most is to be held against most: it costs nothing but the die."""
    outlook, ledger = question.outlook, ledger_of(question)
    chance = numbers_of(question.state.battle).position.built_die / len(FACES)
    weighed: list[Weighed[Hex | None]] = []
    for hex_ in deeds(question.options):
        own, foes = outlook.friends.get(hex_, 0.0), outlook.enemies_within(hex_, THREAT)
        gain = DUG * min(own, foes) + HELD * outlook.prizes.get(hex_, 0)
        weighed.append(Weighed(hex_, chance * ledger.fade * gain, hex_name(question.state, hex_)))
    weighed.append(Weighed(None, 0.0, say("nowhere")))

    def why(hex_: Hex | None) -> str:
        if hex_ is None:
            return say("No enemy is within {n} hexes of them.", n=THREAT)
        own, foes = outlook.friends.get(hex_, 0.0), outlook.enemies_within(hex_, THREAT)
        prize = prize_words(outlook, hex_)
        return say(
            "{own:g} SP hold it, {foes:g} SP of the enemy's are within {n} hexes{prize}.",
            own=own,
            foes=foes,
            n=THREAT,
            prize=prize,
        )

    return best_of(question, weighed, why)
