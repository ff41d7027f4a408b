"""Reaction charges: who may meet a charge or a move, and how they meet (N10.2-N10.25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Refusal, Table, refuse
from hexwar.ground.hiding import uncover, unmask
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import ReactionDeclared, ReactionResolved
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_windows import (
    aim_marshals,
    before_charge,
    waives_reaction,
)
from hexwar.systems.nlc.rules.combat.charge_fire import cavalry_fire
from hexwar.systems.nlc.rules.combat.charge_paths import (
    Charge,
    Path,
    charge_distance,
    charge_path_refusal,
    charge_paths,
)
from hexwar.systems.nlc.rules.combat.fight import (
    MainArm,
    Units,
    arms_of,
    by_hex,
    cavalry_within,
    hex_of,
    main_arm,
    on_map,
    parts_of,
)
from hexwar.systems.nlc.rules.combat.fire import Hit, exchange_fire
from hexwar.systems.nlc.rules.combat.impact import chargers_check, strike
from hexwar.systems.nlc.rules.combat.permits import first_bar, may_react
from hexwar.systems.nlc.rules.combat.square import is_square_bound
from hexwar.systems.nlc.rules.command.guard import check_in_combat
from hexwar.systems.nlc.rules.losses.losses import Toll, Tolls, lose_both
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, disrupt, holds
from hexwar.systems.nlc.rules.losses.pursuit import Riders, aftermath, pursue
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import FireReport
from hexwar.table.words import hex_name


@dataclass(frozen=True, slots=True)
class Reaction:
    """Cavalry of one hex that rides against an enemy who charges or has come near."""

    units: Units
    path: Path  # from its hex to the hex that it hits; one hex for a target that stays in place

    @property
    def in_place(self) -> bool:
        """Whether it is the target itself, which awaits the chargers (N10.23)."""
        return len(self.path) == 1


@dataclass(frozen=True, slots=True)
class ChooseReactionCharge(Question[Reaction | None], rule="N10.2", is_open=True):
    """N10.2: which cavalry tries to meet a charge, or to charge who came near; None for nobody."""

    kinds = ("react", "stay")
    hex: Hex  # the last hex that the chargers crossed, or where infantry or artillery came to
    units: Units  # the chargers, or who came near
    charge: Charge | None = None  # that is to be met; None against a move (N10.25)

    def options(self, state: GameState) -> Sequence[Reaction | None]:
        """Nobody; each stack, and each of its units alone, by its shortest way."""
        return [None, *reactions(state, Side(self.side), self.hex, self.charge)]

    def refusal(self, state: GameState, answer: Reaction | None) -> Refusal | None:
        """Any cavalry of one hex that is free to react, by any way of a charge (N10.23)."""
        if answer is None:
            return None
        units = answer.units
        if not units or len(set(units)) < len(units) or not answer.path:
            return refuse(self.rule, "Name at least one unit, each once, and its way.")
        for unit in units:
            refusal = reactor_refusal(state, Side(self.side), unit)
            if refusal is not None:
                return refusal
            if state.units[unit].hex != answer.path[0]:
                return refuse("N10.23", "Cavalry of one hex reacts; its way begins there.")
        return self._way_refusal(state, answer)

    def _way_refusal(self, state: GameState, answer: Reaction) -> Refusal | None:
        start = answer.path[0]
        if not is_near(state, start, self.hex, self.charge):
            return refuse("N10.2", "The cavalry in {start} is too far away.", start=start)
        if answer.in_place:
            if self.charge is not None and awaits(state, start, self.charge):
                return None
            words = mark("The cavalry in {start} must ride to meet the enemy.")
            return refuse("N10.23", words, start=start)
        if answer.path[-1] != self.hex:
            return refuse("N10.23", "The reaction charge goes to {hex}.", hex=self.hex)
        return charge_path_refusal(state, answer.path, charge_distance(state))

    def sentence(self, view: GameState) -> str:
        """Who came near, or charges whom."""
        if self.charge is None:
            words = mark(
                "{who} may try a reaction charge on {units}, who came to {hex}: one try in this"
                " activation."
            )
            return self.told(view, words)
        words = mark("{who} may try to meet the charge of {units} on {hex} with cavalry.")
        return self.told(view, words, hex=hex_name(view, self.charge.target))


# -- who may react


def reactor_refusal(state: GameState, side: Side, unit: UnitId) -> Refusal | None:
    """Why a unit may not make a reaction charge in this activation, or None (N10.2, N10.23)."""
    record, card = state.units[unit], state.card(unit)
    if card.side != side or record.hex is None or not card.arm.is_cavalry:
        return refuse("N10.2", "Only cavalry on the map makes a reaction charge.")
    tried, bound = unit in active(state).reacted, is_square_bound(state, unit)
    bars = (
        (record.disrupted, "N11.8", mark("{name} is Disrupted.")),
        (record.column, "N10.2", mark("{name} is in road column.")),
        (unit in state.hiding.lifted, "N20.12", mark("{name} moves hidden.")),
        (tried, "N4.54", mark("{name} has tried a reaction charge already.")),
        (bound, "N10.23", mark("{name} is held behind a square.")),
    )
    return first_bar(state, unit, bars) or may_react(state, unit)


def is_near(state: GameState, start: Hex, hex_: Hex, charge: Charge | None) -> bool:
    """Whether cavalry is near enough to react: to a charge, or to a move that ended in a hex."""
    distance = state.battle.battlefield.grid.distance
    ends = (hex_,) if charge is None else (charge.target, charge.start)
    radius = numbers_of(state.battle).charge.reaction_radius
    return min(distance(start, end) for end in ends) <= radius


def awaits(state: GameState, start: Hex, charge: Charge) -> bool:
    """Whether cavalry is itself the target of a charge, without infantry: it stays (N10.23)."""
    if start != charge.target:
        return False
    here = state.combat_units_in(start, state.battle.enemy(state.side_of(charge.units[0])))
    return MainArm.INFANTRY not in arms_of(state, here)


def reactions(
    state: GameState, side: Side, hex_: Hex, charge: Charge | None = None
) -> Iterator[Reaction]:
    """Each stack, and each of its units alone, that may react now, by its shortest way."""
    longest = charge_distance(state)
    able = (
        unit.id
        for unit in state.on_map(side)
        if unit.hex is not None
        and state.card(unit.id).arm.is_cavalry
        and is_near(state, unit.hex, hex_, charge)
        and reactor_refusal(state, side, unit.id) is None
    )
    for stack in by_hex(state, able):
        start = hex_of(state, stack[0])
        if charge is not None and awaits(state, start, charge):
            path: Path = (start,)
        else:
            path = next(iter(charge_paths(state, start, hex_, longest)), ())
        if path:
            yield from (Reaction(units, path) for units in parts_of(stack))


# -- the flow


@dataclass(frozen=True, slots=True)
class Reacted:
    """What a reaction charge leaves of the charge that it met (N10.21)."""

    goes_on: bool = True  # the charge goes on; its target may have left its hex
    met: bool = False  # the chargers have beaten the reactors and ride on weaker (N10.5)
    fugitives: Units = ()  # cavalry of the target that met the chargers and gave way
    routed: bool = False  # it did so by a rout


async def dare(table: Table[GameState], reaction: Reaction, target: Hex, *, move: bool) -> bool:
    """N10.2: cavalry that is to react checks morale; who fails stays where it is (N10.23).

    A card may spare it the check. The target is the start hex of the chargers, or where infantry
    or artillery came to: against a `move` there is one try (N10.25).
    """
    units, path = reaction.units, reaction.path
    way = path if reaction.in_place else path[:-1]
    uncover(table, path[:1], "attack")
    table.emit(ReactionDeclared(units, target, way, against_move=move))
    if unmask(table, table.state.side_of(units[0]), path[1:-1]):
        return False  # an enemy whom they did not see bars the way (N20.2)
    if await waives_reaction(table, table.state.side_of(units[0]), units):
        return True
    die_for, about = say("morale for a reaction charge"), Circumstances(reacting=True)
    return await holds(table, units, die_for, "reaction", about)


async def react_to_charge(table: Table[GameState], charge: Charge) -> Reacted:
    """N10.2, N10.21, N4.51: one enemy cavalry stack may try to meet a charge; once it is met.

    The check after the charge (N10.7) is made here by the reactors; that of the chargers is left
    to the caller.
    """
    state = table.state
    side = state.battle.enemy(state.side_of(charge.units[0]))
    chosen = None
    if any(reactions(knowledge(state, side), side, charge.last, charge)):
        chosen = await ChooseReactionCharge(side, charge.last, charge.units, charge)
    if chosen is None or not await dare(table, chosen, charge.start, move=False):
        return Reacted()
    return await _meet(table, charge, chosen)


async def _meet(table: Table[GameState], charge: Charge, reaction: Reaction) -> Reacted:
    """N10.21: both fire, both lose steps, both check as told; then who failed goes."""
    await before_charge(table, charge.target)
    fires = meeting_fires(table.state, charge, reaction)
    lowered = await aim_marshals(table, charge.target, fires)
    fires = meeting_fires(table.state, charge, reaction, lowered)
    hexes = (reaction.path[0], charge.start)
    hits = await exchange_fire(table, fires, hexes, ("chargers' fire", "reactors' fire"))
    tolls = await meeting_losses(table, charge, reaction, *hits)
    met = await _check(table, tolls.defender, hits[0], "reactors' morale")
    ridden = await _check(table, tolls.attacker, hits[1], "chargers' morale")
    loser = LOSERS[ridden is not Verdict.PASSED, met is not Verdict.PASSED]
    table.emit(ReactionResolved(charge.units, reaction.units, loser))
    return await _settle(table, charge, reaction, tolls, ridden, met)


async def meeting_losses(
    table: Table[GameState], charge: Charge, reaction: Reaction, on_reactors: Hit, on_chargers: Hit
) -> Tolls:
    """N10.21: what reactors and chargers lose by each other's fire, at the same time."""
    reactors, chargers = (
        Toll(table.state.side_of(units[0]), units, frozenset({MainArm.CAVALRY}))
        for units in (reaction.units, charge.units)
    )
    steps, hexes = (on_reactors.losses, on_chargers.losses), (reaction.path[0], charge.start)
    return await lose_both(table, Tolls(reactors, chargers), steps, hexes)


LOSERS = {
    (True, True): "both",
    (True, False): "chargers",
    (False, True): "reactors",
    (False, False): "nobody",
}
"""Who lost a meeting, by whether chargers and reactors failed."""


def meeting_fires(
    state: GameState, charge: Charge, reaction: Reaction, lowered: tuple[Side, ...] = ()
) -> tuple[FireReport, FireReport]:
    """The fire of chargers and of reactors when they meet (N10.21).

    They meet in the open, but for a target that awaits the chargers in its own hex, and chargers
    whom the reactors hit in theirs. `lowered` are the sides whose die the enemy's Marshal Ney
    lowers (N23.4).
    """
    chargers_ground = charge.path[-2:] if reaction.in_place else ()
    is_caught = charge.last == charge.start and not reaction.in_place
    reactors_ground = reaction.path[-2:] if is_caught else ()
    return (
        cavalry_fire(state, charge.units, reaction.units, chargers_ground, lowered),
        cavalry_fire(state, reaction.units, charge.units, reactors_ground, lowered),
    )


async def _check(table: Table[GameState], toll: Toll, hit: Hit, die_for: str) -> Verdict:
    """The check of one side if it is told to; who is gone has failed it."""
    units = on_map(table.state, toll.units)
    if not units:
        return Verdict.FAILED
    if not hit.checks:
        return Verdict.PASSED
    return await check_in_combat(table, units, die_for, "retreat", chargers_check(hit))


async def _settle(
    table: Table[GameState],
    charge: Charge,
    reaction: Reaction,
    tolls: Tolls,
    ridden: Verdict,
    met: Verdict,
) -> Reacted:
    """N10.21, N10.24: who failed goes; the charge goes on when only the reactors failed.

    Reactors retreat as any cavalry does (N11.1). Chargers are back on their start hex, Disrupted;
    if both failed, or in a rout, they retreat from it as attackers do.
    """
    state, met_in = table.state, reaction.path[0] if reaction.in_place else reaction.path[-2]
    if met is not Verdict.PASSED and on_map(state, reaction.units):
        rout = met is Verdict.ROUTED
        await retreat(table, tolls.defender, (charge.last,), attacking=False, rout=rout)
    if ridden is Verdict.PASSED and met is not Verdict.PASSED:
        fled = reaction.units if reaction.in_place else ()
        return Reacted(met=True, fugitives=fled, routed=met is Verdict.ROUTED)
    gives_way = ridden is Verdict.ROUTED or Verdict.PASSED not in (ridden, met)
    if gives_way and on_map(state, charge.units):
        rout = ridden is Verdict.ROUTED
        await retreat(table, tolls.attacker, (met_in,), attacking=True, rout=rout)
    disrupt(table, charge.units)
    if met is Verdict.PASSED and ridden is Verdict.PASSED:
        disrupt(table, reaction.units)
    elif met is Verdict.PASSED:
        routed, hit = ridden is Verdict.ROUTED, Riders(on_map(state, reaction.units), met_in)
        winner, fled = tolls.defender.side, charge.units
        await pursue(table, winner, charge.last, fled, routed=routed, hit=hit, only_hit=True)
        await aftermath(table, reaction.units)
    return Reacted(goes_on=False)


# -- cavalry charges infantry or artillery that has come near (N10.22, N10.25)


async def react_to_move(table: Table[GameState], units: Units) -> None:
    """N10.25: where infantry or artillery has ended its move near enemy cavalry, that may charge.

    The enemy has one try in an activation. It is resolved as a charge with the roles reversed
    (N10.22).
    """
    enemy = table.state.battle.enemy(active(table.state).side)
    for stack in by_hex(table.state, provokers(knowledge(table.state, enemy), units)):
        hex_, known = hex_of(table.state, stack[0]), knowledge(table.state, enemy)
        if not any(reactions_to_move(known, enemy, hex_)):
            continue
        chosen = await ChooseReactionCharge(enemy, hex_, stack)
        if chosen is not None and await dare(table, chosen, hex_, move=True):
            await strike(table, Charge(chosen.units, hex_, chosen.path))


def reactions_to_move(state: GameState, enemy: Side, hex_: Hex) -> Iterator[Reaction]:
    """N10.25: how the enemy may charge infantry or artillery that has ended its move in a hex."""
    if not active(state).met_advance and comes_near(state, enemy, hex_):
        yield from reactions(state, enemy, hex_)


def comes_near(state: GameState, enemy: Side, hex_: Hex) -> bool:
    """Whether a move that ends in a hex ends near undisrupted cavalry of the enemy (N10.25)."""
    radius = numbers_of(state.battle).charge.advance_radius
    return any(not unit.disrupted for unit in cavalry_within(state, enemy, hex_, radius))


def provokers(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units whose move may be met: infantry and artillery on the map (N10.25)."""
    return tuple(
        unit
        for unit in on_map(state, units)
        if state.card(unit).is_combat_unit and main_arm(state, unit) is not MainArm.CAVALRY
    )
