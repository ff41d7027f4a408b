"""Forced marches and exhaustion (N20.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import (
    ExhaustionEnded,
    ForcedMarchDeclared,
    ForcedMarchRolled,
    FormationExhausted,
    RestCounted,
)
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.command.command import rating_of, units_under
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss, is_on_last_step, take_step
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import dice_words
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Box
from hexwar.table.words import formation_name


@dataclass(frozen=True, slots=True)
class DeclareForcedMarch(Question[bool], rule="N20.81", continues=True):
    """N20.81: whether a formation under March marches half as far again in this activation."""

    kinds = ("force", "pass")
    words = mark("{who} may let {formation} make a forced march: half as far again, at a price.")
    formation: FormationId

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """At its usual pace, or forced."""
        return (False, True)

    def hint(self, view: GameState) -> str:
        """What it may cost."""
        return say("{price} Press one of the buttons.", price=self._price(view))

    def _price(self, view: GameState) -> str:
        """Which dice leave stragglers behind, and which exhaust (N20.82)."""
        rules = numbers_of(view.battle).exhaustion
        limit = rating_of(view, LineId(self.formation), Verb.MARCH) + rules.straggler_margin
        straggles = dice_words(die for die in FACES if die > limit)
        if view.spirit.forced_hours.get(self.formation, 0) + 1 < rules.hard_hours:
            return say("A forced march loses a step to stragglers on {dice}.", dice=straggles)
        return say(
            "A forced march loses a step to stragglers on {dice} and exhausts on {hard}.",
            dice=straggles,
            hard=dice_words(die for die in FACES if die >= rules.hard_die),
        )

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """At the usual pace, or forced; what that may cost is said."""
        name, price = view.battle.formations[self.formation].name, self._price(view)
        usual = say("{formation} marches as far as its units can", formation=name)
        forced = say("{formation} marches half as far again. {price}", formation=name, price=price)
        return (
            Choice("usual", say("At the usual pace"), usual, answer=False, manner=Manner.MAIN),
            Choice("forced", say("Forced march"), forced, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where the formation is."""
        hexes = (view.units[unit].hex for unit in view.units_of(self.formation))
        return Overlays(ready=frozenset(hex_ for hex_ in hexes if hex_ is not None))


# -- the march


@dataclass(frozen=True, slots=True)
class Hurry:
    """A formation that begins to act is to march forced."""

    formation: FormationId


def may_force(state: GameState, formation: FormationId) -> bool:
    """Whether a formation that acts may march forced: under March, and fit for it (N20.81).

    Neither a demoralized formation nor an exhausted one is (N20.83).
    """
    line = LineId(formation)
    if not line_row(state, line).marches or weariness(state, formation) is not None:
        return False
    due = due_units(state, formation)
    return any(
        state.card(unit).is_combat_unit and (state.units[unit].hex is not None or unit in due)
        for unit in units_under(state, line)
    )


def force_refusal(state: GameState, formation: FormationId) -> Refusal | None:
    """Why a formation cannot declare a forced march now, or None (N20.81, N20.83)."""
    acting = active(state)
    if formation not in acting.formations:
        return refuse("N4.43", "That formation does not act on this chit.")
    name = formation_name(state, formation)
    if formation in acting.forced:
        return refuse("N20.81", "{name} marches forced already.", name=name)
    if not may_force(state, formation):
        words = mark("Only who is under March, and neither demoralized nor exhausted, hurries.")
        return refuse("N20.81", words)
    if any(state.units[u].moved or u in acting.acting for u in state.units_of(formation)):
        return refuse("N20.81", "{name} has begun to move already.", name=name)
    return None


async def declare_forced_march(table: Table[GameState], formation: FormationId) -> None:
    """N20.81: a formation whose owner thinks of a forced march is asked for it, with its price."""
    if await DeclareForcedMarch(active(table.state).side, formation):
        table.emit(ForcedMarchDeclared(formation))


async def end_forced_marches(table: Table[GameState]) -> None:
    """N20.82: each formation that marched forced rolls for stragglers and for exhaustion."""
    for formation in active(table.state).forced:
        if marchers(table.state, formation):
            await _count_the_cost(table, formation)


async def _count_the_cost(table: Table[GameState], formation: FormationId) -> None:
    """N20.82: one die; above the rating and two a unit loses a step, late in the day 5-6 tires."""
    state, rules = table.state, numbers_of(table.state.battle).exhaustion
    limit = rating_of(state, LineId(formation), Verb.MARCH) + rules.straggler_margin
    hours = state.spirit.forced_hours.get(formation, 0)
    card = state.battle.formations[formation]
    die = await throw(table, card.side, f"forced march of {card.name}")
    exhausts = hours >= rules.hard_hours and die >= rules.hard_die
    table.emit(ForcedMarchRolled(formation, die, limit, hours, die > limit, exhausts))
    if die > limit:
        units = marchers(state, formation)
        unit = await ChooseStepLoss(active(state).side, units, "stragglers")
        take_step(table, unit, "stragglers", Box.UAR)
    if exhausts:
        table.emit(FormationExhausted(formation))


def marchers(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units that may lose stragglers (N20.82): those on the map under its order.

    First, as the default, those that lose least and are not removed by it.
    """
    under = (u for u in units_under(state, LineId(formation)) if state.card(u).is_combat_unit)
    on_map = (unit for unit in under if state.units[unit].hex is not None)

    def cost(unit: UnitId) -> tuple[bool, int, UnitId]:
        is_last = is_on_last_step(state, unit)
        return is_last, state.sp(unit) - (0 if is_last else state.card(unit).reduced_sp), unit

    return tuple(sorted(on_map, key=cost))


# -- rest


def count_rest(table: Table[GameState]) -> None:
    """N20.83: in Turn End another hour of Reserve counts; enough of them in a row end exhaustion.

    An hour counts whole if Reserve is in force at its end (house rule). Who is still to come
    does not rest.
    """
    state, enough = table.state, numbers_of(table.state.battle).exhaustion.rest_hours
    here = [f for f in state.spirit.exhausted if any(state.units[u].hex for u in state.units_of(f))]
    resting = [formation for formation in here if line_row(state, LineId(formation)).rests]
    hours = {formation: state.spirit.rested_hours.get(formation, 0) + 1 for formation in resting}
    for formation, rested in hours.items():
        if rested >= enough:
            table.emit(ExhaustionEnded(formation))
    left = {formation: rested for formation, rested in hours.items() if rested < enough}
    if left != state.spirit.rested_hours:
        table.emit(RestCounted(tuple(left.items())))
