"""What a bombardment brings about, and how likely that is (N9.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.model.events import UnitDisrupted
from hexwar.model.forces import Side, UnitId
from hexwar.model.reports import BombardmentReport, MoraleReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.bombardment_fire import Bombardment, bombardment_fire, cell_of, range_to
from hexwar.rules.nlc.cards.combat_rows import card_assumptions
from hexwar.rules.nlc.fight import by_hex, hex_of, on_map
from hexwar.rules.nlc.fire import FACES
from hexwar.rules.nlc.losses import Toll, abandon_leaders, take_step
from hexwar.rules.nlc.morale import Circumstances, Verdict, check_morale, morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.outcomes import play_by_default
from hexwar.rules.nlc.retreat import retreat

NOTHING, UNIT_CHECKS, STACK_CHECKS, STEP_LOST = "-", "d", "D", "1"
"""The cells of the Bombardment Table."""

UNDER_FIRE = Circumstances(defending=True)
"""Of N2.32 only what a unit carries with it, and that it is a target (N2.44, N9.9)."""

CAUSE = "bombardment"


class BombardmentOutcome(StrEnum):
    """How a bombardment ends for those under fire."""

    NOTHING = "no effect"
    HELD = "they hold"
    UNIT_DISRUPTED = "one unit Disrupted"
    STACK_DISRUPTED = "the stack Disrupted"
    RETREAT = "retreat"
    STEP = "a step lost, they hold"
    STEP_DISRUPTED = "a step lost, the stack Disrupted"
    STEP_RETREAT = "a step lost, retreat"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class ChooseBombardmentVictim(Decision[UnitId]):
    """N9.6: which unit of the target is hit: it checks alone, or loses a step."""

    rule: ClassVar[str] = "N9.6"
    target: Hex
    result: str  # d: it checks its morale; 1: it loses a step

    def options(self, state: GameState) -> Sequence[UnitId]:
        """The units that hold the target hex, the strongest first."""
        holders = state.holders_of(self.target, state.battle.enemy(Side(self.side)))
        return sorted(holders, key=lambda unit: (-state.sp(unit), unit))

    def kind(self, answer: UnitId) -> str:  # noqa: ARG002
        """Always `hit`."""
        return "hit"


# -- the flow


async def suffer(
    table: Table[GameState], side: Side, declared: Bombardment, cell: str
) -> BombardmentOutcome:
    """N9.6: what a cell of the Bombardment Table does to the stack in the target hex.

    Args:
        table: The table.
        side: Who fires.
        declared: The bombardment.
        cell: Of the table: `-`, `d`, `D` or `1`.
    """
    if cell == NOTHING:
        return BombardmentOutcome.NOTHING
    stack = table.state.holders_of(declared.target, table.state.battle.enemy(side))
    if cell == UNIT_CHECKS:
        victim = await ChooseBombardmentVictim(side, declared.target, cell)
        return await _steady(table, declared, (victim,), BombardmentOutcome.UNIT_DISRUPTED)
    if cell == STACK_CHECKS:
        return await _steady(table, declared, stack, BombardmentOutcome.STACK_DISRUPTED)
    return await _lose_a_step(table, side, declared, stack)


async def _lose_a_step(
    table: Table[GameState], side: Side, declared: Bombardment, stack: tuple[UnitId, ...]
) -> BombardmentOutcome:
    """N9.6: a unit of the firing side's choice loses a step; then those who are left check."""
    victim = await ChooseBombardmentVictim(side, declared.target, STEP_LOST)
    start = hex_of(table.state, victim)
    take_step(table, victim, CAUSE)
    await abandon_leaders(table, table.state.side_of(victim), start)
    left = on_map(table.state, stack)
    if not left:
        return BombardmentOutcome.ELIMINATED
    found = await _steady(table, declared, left, BombardmentOutcome.STEP_DISRUPTED)
    worse = {
        BombardmentOutcome.HELD: BombardmentOutcome.STEP,
        BombardmentOutcome.RETREAT: BombardmentOutcome.STEP_RETREAT,
    }
    return worse.get(found, found)


async def _steady(
    table: Table[GameState],
    declared: Bombardment,
    units: tuple[UnitId, ...],
    shaken: BombardmentOutcome,
) -> BombardmentOutcome:
    """N9.6: units check once; failing they are Disrupted, and those who were retreat a hex.

    Args:
        table: The table.
        declared: The bombardment.
        units: Who check.
        shaken: The outcome where all who fail stay in their hex.
    """
    report = morale_report(table.state, units, UNDER_FIRE)
    die_for = "morale under bombardment"
    found = await check_morale(table, units, report, die_for=die_for, purpose=CAUSE)
    if found is Verdict.PASSED:
        return BombardmentOutcome.HELD
    broken = tuple(u for u in units if table.state.units[u].disrupted)
    for unit in units:
        if unit not in broken:
            table.emit(UnitDisrupted(unit))
    parts = by_hex(table.state, broken)
    gone = [await _give_ground(table, declared, part) for part in parts]
    if not on_map(table.state, units):
        return BombardmentOutcome.ELIMINATED
    return BombardmentOutcome.RETREAT if any(gone) else shaken


async def _give_ground(
    table: Table[GameState], declared: Bombardment, units: tuple[UnitId, ...]
) -> bool:
    """N9.6: units of one hex retreat one hex away from the guns, as far as attackers do.

    Returns:
        Whether they have left their hex: a card may keep them in it (N11.3).
    """
    guns = tuple(sorted({hex_of(table.state, gun) for gun in declared.units}))
    toll = Toll(table.state.side_of(units[0]), units)
    return await retreat(table, toll, guns, attacking=True, rout=False)


# -- before the die


def bombardment_report(state: GameState, declared: Bombardment) -> BombardmentReport:
    """A bombardment laid open: its fire, the morale it meets and the chance of every end.

    Args:
        state: The table; it may be a view.
        declared: The bombardment, legal or about to be.
    """
    side = state.side_of(declared.units[0])
    defenders = state.holders_of(declared.target, state.battle.enemy(side))
    return BombardmentReport(
        target=declared.target,
        units=declared.units,
        defenders=defenders,
        range=max(range_to(state, unit, declared.target) for unit in declared.units),
        fire=bombardment_fire(state, declared),
        morale=stack_morale(state, defenders),
        outcomes=chances(state, declared),
        assumed=tuple(_assumed(state, defenders)),
    )


def stack_morale(state: GameState, units: Sequence[UnitId]) -> MoraleReport:
    """What units under bombardment test with."""
    return morale_report(state, units, UNDER_FIRE)


def chances(state: GameState, declared: Bombardment) -> tuple[tuple[str, float], ...]:
    """Each possible end of a bombardment and its chance, every open choice at its default.

    The flow that resolves it is played on copies of the state, with every face of both dice.
    """
    rows, fire = numbers_of(state.battle).bombardment, bombardment_fire(state, declared)
    if fire.column is None:
        return ((BombardmentOutcome.NOTHING.value, 1.0),)
    pips = sum(modifier for _, modifier, _ in fire.modifiers)
    cells = Counter(cell_of(rows, fire.column, face + pips) for face in FACES)
    weights: Counter[BombardmentOutcome] = Counter()
    for cell, faces in cells.items():
        for face in FACES:
            copy = state.copy()
            flow = suffer(Table(copy), fire.side, declared, cell)
            weights[play_by_default(flow, copy, face)] += faces
    throws = len(FACES) ** 2
    return tuple((end.value, weights[end] / throws) for end in BombardmentOutcome if weights[end])


def _assumed(state: GameState, defenders: Sequence[UnitId]) -> Iterator[str]:
    """What the chances take for granted, a sentence each."""
    if len(defenders) > 1:
        strongest = min(defenders, key=lambda unit: (-state.sp(unit), unit))
        yield f"The firing side picks {state.card(strongest).name}, the strongest unit."
    if any(state.units[unit].disrupted for unit in defenders):
        yield "Who retreats goes the cheapest way."
    yield from card_assumptions(state)
