"""The Bombardment Segment: guns fire at hexes that they see, and what that brings about (N9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hexwar.engine import Choice, Refusal, Table
from hexwar.ground.hiding import spot, uncover
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.events.combat import BombardmentDeclared, BombardmentResolved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_rows import card_assumptions
from hexwar.systems.nlc.rules.cards.combat_windows import before_bombardment
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.bombardment_fire import (
    Bombardment,
    bombardment_fire,
    bombardment_refusal,
    bombardments,
    range_to,
)
from hexwar.systems.nlc.rules.combat.fight import (
    Units,
    attacking_hexes,
    by_hex,
    foes_in,
    hex_of,
    on_map,
)
from hexwar.systems.nlc.rules.combat.fire import FACES, result
from hexwar.systems.nlc.rules.combat.outcomes import play_by_default
from hexwar.systems.nlc.rules.losses.losses import (
    Toll,
    abandon_leaders,
    loss_words,
    take_step,
    unit_choices,
)
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    disrupt,
    holds,
    morale_report,
    passing_dice,
    unit_report,
)
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.pieces import Segment
from hexwar.table.reports import BombardmentReport
from hexwar.table.words import unit_name, whom

# -- what a bombardment brings about, and how likely that is (N9.6)


NOTHING, UNIT_CHECKS, STACK_CHECKS, STEP_LOST = "-", "d", "D", "1"
"""The cells of the Bombardment Table."""

UNDER_FIRE = Circumstances(defending=True, bombarded=True)
"""Of N2.32 only what a unit carries with it, that it is a target, and the guns (N2.44, N9.6)."""

CAUSE = "bombardment"


class BombardmentOutcome(StrEnum):
    """How a bombardment ends for those under fire."""

    NOTHING = mark("no effect")
    HELD = mark("they hold")
    UNIT_DISRUPTED = mark("one unit Disrupted")
    STACK_DISRUPTED = mark("the stack Disrupted")
    RETREAT = mark("retreat")
    STEP = mark("a step lost, they hold")
    STEP_DISRUPTED = mark("a step lost, the stack Disrupted")
    STEP_RETREAT = mark("a step lost, retreat")
    ELIMINATED = mark("eliminated")


@dataclass(frozen=True, slots=True)
class ChooseBombardmentVictim(Question[UnitId], rule="N9.6", is_open=True):
    """N9.6: which unit of the target is hit: it checks alone, or loses a step."""

    kinds = ("hit", "pass")
    target: Hex
    result: str  # d: it checks its morale; 1: it loses a step

    def options(self, state: GameState) -> Sequence[UnitId]:
        """The units that hold the target hex, the strongest first."""
        holders = state.holders_of(self.target, state.battle.enemy(Side(self.side)))
        return _strongest_first(state, holders)

    def sentence(self, view: GameState) -> str:
        """What befalls one of whom."""
        words = mark(
            "{who} must choose which unit in {target} checks its morale, because the bombardment"
            " shows {result}."
        )
        if self.result == STEP_LOST:
            words = mark(
                "{who} must choose which unit in {target} loses a step, because the bombardment"
                " shows {result}."
            )
        return self.told(view, words)

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """Where to click."""
        return say("Click a counter of the target, or its button.")

    def choices(self, view: GameState, options: Sequence[UnitId]) -> Sequence[Choice[UnitId]]:
        """Each unit, with what would become of it."""
        fate = loss_words if self.result == STEP_LOST else _check_words
        return unit_choices(view, options, fate, self.target)

    def marks(self, view: GameState) -> Overlays:
        """The target."""
        chosen = frozenset(self.options(view))
        return Overlays(chosen=chosen, targets=(Target(self.target, Aim.BOMBARD),))


def _strongest_first(state: GameState, units: Iterable[UnitId]) -> list[UnitId]:
    return sorted(units, key=lambda unit: (-state.sp(unit), unit))


def _check_words(state: GameState, unit: UnitId) -> tuple[str, str]:
    """A unit that may have to check its morale, with the dice by which it holds."""
    dice = passing_dice(state, unit_report(state, unit, UNDER_FIRE))
    name = unit_name(state, unit)
    tip = say("{name} checks its morale; it holds if the die shows {dice}", name=name, dice=dice)
    return say("{name} (holds on {dice})", name=name, dice=dice), tip


# -- the flow


async def suffer(
    table: Table[GameState], side: Side, declared: Bombardment, cell: str
) -> BombardmentOutcome:
    """N9.6: what a cell of the Bombardment Table does to the stack in the target hex.

    A unit of the firing side's choice checks; or it loses a step, and those who are left check.
    """
    stack = foes_in(table.state, declared.target, declared.units)
    if cell == NOTHING:
        return BombardmentOutcome.NOTHING
    if cell == STACK_CHECKS:
        return await _steady(table, declared, stack, BombardmentOutcome.STACK_DISRUPTED)
    victim = await ChooseBombardmentVictim(side, declared.target, cell)
    if cell == UNIT_CHECKS:
        return await _steady(table, declared, (victim,), BombardmentOutcome.UNIT_DISRUPTED)
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
    table: Table[GameState], declared: Bombardment, units: Units, shaken: BombardmentOutcome
) -> BombardmentOutcome:
    """N9.6: units check once; failing they are Disrupted, and those who were retreat a hex.

    They go away from the guns, as far as attackers do; where a card keeps all who fail in their
    hex (N11.3), or none was Disrupted, it ends as `shaken`.
    """
    if await holds(table, units, say("morale under bombardment"), CAUSE, UNDER_FIRE):
        return BombardmentOutcome.HELD
    broken = tuple(u for u in units if table.state.units[u].disrupted)
    disrupt(table, units)
    guns, side = attacking_hexes(table.state, declared.units), table.state.side_of(units[0])
    gone = [
        await retreat(table, Toll(side, part), guns, attacking=True, rout=False)
        for part in by_hex(table.state, broken)
    ]
    if not on_map(table.state, units):
        return BombardmentOutcome.ELIMINATED
    return BombardmentOutcome.RETREAT if any(gone) else shaken


# -- before the die


def bombardment_report(state: GameState, declared: Bombardment) -> BombardmentReport:
    """A bombardment laid open: its fire, the morale it meets and the chance of every end."""
    defenders = foes_in(state, declared.target, declared.units)
    return BombardmentReport(
        target=declared.target,
        units=declared.units,
        defenders=defenders,
        range=max(range_to(state, unit, declared.target) for unit in declared.units),
        fire=bombardment_fire(state, declared),
        morale=morale_report(state, defenders, UNDER_FIRE),
        outcomes=chances(state, declared),
        assumed=tuple(_assumed(state, defenders)),
    )


def chances(state: GameState, declared: Bombardment) -> tuple[tuple[str, float], ...]:
    """Each possible end of a bombardment and its chance, every open choice at its default.

    The flow that resolves it is played on copies of the state, with every face of both dice.
    """
    rows, fire = numbers_of(state.battle).bombardment, bombardment_fire(state, declared)
    if fire.column is None:
        return ((BombardmentOutcome.NOTHING.value, 1.0),)
    pips = sum(modifier for _, modifier, _ in fire.modifiers)
    cells = Counter(result(rows, fire.column, face + pips) for face in FACES)
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
        strongest = state.card(_strongest_first(state, defenders)[0]).name
        yield say("The firing side picks {card}, the strongest unit.", card=strongest)
    if any(state.units[unit].disrupted for unit in defenders):
        yield say("Who retreats goes the cheapest way.")
    yield from card_assumptions(state)


# -- the Bombardment Segment: guns fire at hexes that they see (N9)


@dataclass(frozen=True, slots=True)
class ChooseBombardment(Question[Bombardment | None], rule="N9.1"):
    """N9.1: which guns bombard which hex; None ends the Bombardment Segment."""

    kinds = ("bombard", "end")
    formation: FormationId  # the first of those who act, who may combine (N4.32)

    def options(self, state: GameState) -> Sequence[Bombardment | None]:
        """Each target with all guns that can fire at it, and with those of each hex; the end."""
        return [*bombardments(state, self.formation), None]

    def refusal(self, state: GameState, answer: Bombardment | None) -> Refusal | None:
        """Any guns of those who act that reach the hex; a battery fires once (N9.1, N9.5)."""
        return None if answer is None else bombardment_refusal(state, self.formation, answer)

    def sentence(self, view: GameState) -> str:
        """Who may bombard."""
        return count(
            "{who} may bombard with {body}: choose a hex of the enemy that its guns reach and see.",
            "{who} may bombard with {body}: choose a hex of the enemy that their guns reach and"
            " see.",
            len(body_of(view, self.formation)),
            who=whom(view, self.side),
            body=body_names(view, self.formation),
        )

    @property
    def ends_for(self) -> FormationId:
        """None ends the segment of those who act."""
        return self.formation


async def bombardment_segment(table: Table[GameState]) -> None:
    """N4.5 c, N4.52: one bombardment, or the end of the segment."""
    acting = active(table.state)
    if bombardments(knowledge(table.state, acting.side), acting.formation):
        declared = await ChooseBombardment(acting.side, acting.formation)
        if declared is not None:
            await bombard(table, acting.side, declared)
            return
    table.emit(SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE))
    spot(table)


async def bombard(table: Table[GameState], side: Side, declared: Bombardment) -> BombardmentOutcome:
    """N9.5, N9.6: guns bombard a hex: one die, and what it does to those there."""
    declared = Bombardment(declared.target, tuple(sorted(declared.units)))
    uncover(table, (*attacking_hexes(table.state, declared.units), declared.target), "attack")
    table.emit(BombardmentDeclared(declared.units, declared.target))
    await before_bombardment(table, side, declared.target)
    fire = bombardment_fire(table.state, declared)
    assert fire.column is not None
    die = await throw(table, side, f"bombardment of {declared.target}")
    pips = sum(modifier for _, modifier, _ in fire.modifiers)
    cell = result(numbers_of(table.state.battle).bombardment, fire.column, die + pips)
    table.emit(
        BombardmentResolved(
            side=side,
            units=declared.units,
            target=declared.target,
            strength=fire.strength,
            column=fire.column,
            die=die,
            modifiers=pips,
            result=cell,
        )
    )
    return await suffer(table, side, declared, cell)
