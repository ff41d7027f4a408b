"""The Assault Segment: who assaults what, and how one assault runs (N8.1, N8.35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.events import AssaultDeclared, AssaultRepeated, ColumnLeft, SegmentEnded
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.pieces import Segment
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import active
from hexwar.rules.nlc.advance import follow
from hexwar.rules.nlc.assault_law import (
    attacker_refusal,
    end_refusal,
    has_own,
    target_refusal,
    targets,
)
from hexwar.rules.nlc.bonuses import leader_bonuses
from hexwar.rules.nlc.confidence import have_confidence, may_repeat, roll_confidence
from hexwar.rules.nlc.exchange import read, throw
from hexwar.rules.nlc.fight import attacking_hexes, fight_over, hex_of, hexes_to_fire_at, on_map
from hexwar.rules.nlc.fire import Hit
from hexwar.rules.nlc.improved_positions import build_positions
from hexwar.rules.nlc.pontoons import work_pontoons
from hexwar.rules.nlc.results import AssaultOutcome, Combat, combat_of, results
from hexwar.rules.nlc.withdrawal import retreat_before_assault


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
        """Each target with all units that can, and with those of each hex; and the end.

        An Attack that has rolled for none yet must try before it ends (N8.33).
        """
        found: list[Assault | None] = []
        for target, units in targets(state, self.formation).items():
            stacks = _by_hex(state, units)
            found.append(Assault(target, units))
            if len(stacks) > 1:
                own = (stack for stack in stacks if has_own(state, self.formation, stack))
                found += [Assault(target, stack) for stack in own]
        return found if end_refusal(state, self.formation) is not None else [*found, None]

    def refusal(self, state: GameState, answer: Assault | None) -> Refusal | None:
        """Any units of the formation that are free to assault and in contact with the target."""
        if answer is None:
            return end_refusal(state, self.formation)
        refusal = target_refusal(state, Side(self.side), answer.target)
        if refusal is not None:
            return refusal
        if not answer.units or len(set(answer.units)) < len(answer.units):
            return Refusal("Name at least one unit, each once.", self.rule)
        for unit in answer.units:
            refusal = attacker_refusal(state, self.formation, unit, answer.target)
            if refusal is not None:
                return refusal
        if not has_own(state, self.formation, answer.units):
            return Refusal("A unit of the formation that acts must take part.", "N12.36")
        return None

    def is_forced(self, state: GameState, options: Sequence[Assault | None]) -> bool:  # noqa: ARG002
        """An assault is never made by itself, even where it is the only one and must be."""
        return list(options) == [None]

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


@dataclass(frozen=True, slots=True)
class RepeatAssault(Decision[bool]):
    """N8.10: whether attackers under an Attack order go on after a stalemate."""

    rule: ClassVar[str] = "N8.10"
    target: Hex
    units: tuple[UnitId, ...]  # the attackers that are left (N8.93)

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """Stop, or roll for a second round."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`assault` or `pass`."""
        return "assault" if answer else "pass"


def _by_hex(state: GameState, units: tuple[UnitId, ...]) -> list[tuple[UnitId, ...]]:
    hexes = sorted({hex_ for unit in units if (hex_ := state.units[unit].hex) is not None})
    return [tuple(u for u in units if state.units[u].hex == hex_) for hex_ in hexes]


# -- the flow


async def assault_segment(table: Table[GameState]) -> None:
    """N4.52, N8.1: one assault, or the end of the segment; then pontoon trains work (T18.2)."""
    activation = active(table.state)
    declared = await DeclareAssault(activation.side, activation.formation)
    if declared is None:
        table.emit(SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION))
        await work_pontoons(table)
        await build_positions(table)
    else:
        await assault(table, activation.side, declared)


async def assault(table: Table[GameState], side: Side, declared: Assault) -> AssaultOutcome | None:
    """N8.35: one assault in its seven steps, and again after a stalemate (N8.10).

    Returns:
        How the last round ended; None when no shot was fired.
    """
    units, target = tuple(sorted(declared.units)), declared.target
    table.emit(AssaultDeclared(units, target))  # (1)
    if not await have_confidence(table, side, target, units):  # (2)
        return None
    against = fight_over(table.state, target, units, hex_of(table.state, units[0]))
    if await retreat_before_assault(table, target, units):  # (3)
        await follow(table, against)
        return None
    outcome = await _fire_fight(table, side, target, units)
    left = on_map(table.state, units)
    if outcome is AssaultOutcome.STALEMATE and await _goes_on(table, side, target, left):
        outcome = await _fire_fight(table, side, target, left)
    return outcome


async def _fire_fight(
    table: Table[GameState], side: Side, target: Hex, units: tuple[UnitId, ...]
) -> AssaultOutcome:
    """N8.35 (4) to (7): leaders, whom the defender fires at, both dice, and what they do."""
    state, enemy = table.state, table.state.battle.enemy(side)
    hexes = (*attacking_hexes(state, units), target)
    fighting = (*units, *state.holders_of(target, enemy))
    bonus = await leader_bonuses(table, side, hexes, fighting)
    hit_hex = await ChooseDefenderTarget(enemy, target, units)
    combat = combat_of(table.state, fight_over(table.state, target, units, hit_hex, bonus))
    on_target, on_attackers = await exchange_fire(table, combat)
    outcome = await results(table, combat, on_target, on_attackers)
    for unit in on_map(table.state, combat.fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))  # N5.32
    return outcome


async def _goes_on(
    table: Table[GameState], side: Side, target: Hex, units: tuple[UnitId, ...]
) -> bool:
    """N8.10, N8.93: after a stalemate an Attack may go on once, if its confidence lasts.

    Not against the tail of a column, which has left the hex by forming up (N5.32).
    """
    state = table.state
    if not state.holders_of(target, state.battle.enemy(side)):
        return False
    if not may_repeat(state, units) or not await RepeatAssault(side, target, units):
        return False
    table.emit(AssaultRepeated(units, target))
    return await roll_confidence(table, target, units, second_round=True)


async def exchange_fire(table: Table[GameState], combat: Combat) -> tuple[Hit, Hit]:
    """N8.6, N8.8: both sides roll, then both results are read: on the target, on the attackers."""
    attack_die = await throw(combat.attack, "attackers' fire")
    defence_die = await throw(combat.defence, "defenders' fire")
    fight = combat.fight
    return (
        read(table, combat.attack, attack_die, fight.target),
        read(table, combat.defence, defence_die, fight.hit_hex),
    )
