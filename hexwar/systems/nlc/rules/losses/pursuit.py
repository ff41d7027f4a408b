"""What winners do: advance into the hex, pursuit, and what a charge costs the cavalry.

Rules: N8.92, N10.7, N11.7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwar.engine import Refusal, Table, refuse
from hexwar.ground.hiding import uncover, unmask
from hexwar.ground.stacking import has_room
from hexwar.ground.zones import contact_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import AdvanceMade, PursuitMade, PursuitResolved
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_windows import calls_off_pursuit, waives_pursuit
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.charge_paths import Path, may_cross
from hexwar.systems.nlc.rules.combat.fight import (
    Fight,
    Units,
    attacking_hexes,
    by_hex,
    foes_in,
    hex_of,
    on_map,
    parts_of,
    ready,
)
from hexwar.systems.nlc.rules.combat.fire import Line
from hexwar.systems.nlc.rules.combat.permits import pursuit_permission
from hexwar.systems.nlc.rules.combat.screening import free_fire
from hexwar.systems.nlc.rules.combat.square import is_square_bound
from hexwar.systems.nlc.rules.losses.losses import Toll, abandon_leaders, lose_steps
from hexwar.systems.nlc.rules.losses.morale import holds, steady
from hexwar.systems.nlc.rules.losses.retreat import leaders_who_go, walk
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import LeaderId, Role, Side, UnitId

# -- what a charge costs the cavalry that made it, when all is over (N10.7)


async def aftermath(table: Table[GameState], units: Iterable[UnitId]) -> None:
    """N10.7: cavalry that charged, reacted or pursued is Disrupted unless it passes a check.

    Those who are Disrupted already or gone have nothing to roll for; each hex rolls once.
    """
    for stack in by_hex(table.state, ready(table.state, units)):
        await steady(table, stack, say("morale after the charge"), "aftermath")


# -- advance into a hex that the defender left (N8.11, N8.92)


@dataclass(frozen=True, slots=True)
class ChooseAdvance(Question[Units | None], rule="N8.92", is_open=True):
    """N8.92: which units of one attacking hex enter the hex that they won; None for nobody."""

    words = mark("{who} may advance with {units} into {target}, which the enemy has left.")
    kinds = ("advance", "stay")
    units: Units  # attackers of one hex
    target: Hex

    def options(self, state: GameState) -> Sequence[Units | None]:
        """The whole stack, each unit alone, as far as they fit, and nobody."""
        return [*(units for units in parts_of(self.units) if self._fits(state, units)), None]

    def refusal(self, state: GameState, answer: Units | None) -> Refusal | None:
        """Any of the units, within the stacking limit."""
        if answer is None:
            return None
        if not answer or len(set(answer)) < len(answer) or not set(answer) <= set(self.units):
            return refuse("N8.11", "Only attackers of this hex may advance, each once.")
        if not self._fits(state, answer):
            return refuse("N6.1", "So many units do not fit into {target}.", target=self.target)
        return None

    def _fits(self, state: GameState, units: Units) -> bool:
        return has_room(state, self.target, Side(self.side), units)


async def advance(table: Table[GameState], fight: Fight, *, once: bool = False) -> None:
    """N8.92: each attacking hex is asked once, the one with most SP first.

    Args:
        table: The table.
        fight: The fight for the hex.
        once: Whether one stack may enter at most, as where the defenders left before the assault
            (N8.21).
    """
    stacks = by_hex(table.state, on_map(table.state, fight.attackers))
    places = {units: hex_of(table.state, units[0]) for units in stacks}
    for units in sorted(stacks, key=lambda x: (-sum(map(table.state.sp, x)), places[x])):
        chosen = await ChooseAdvance(fight.side, units, fight.target)
        if chosen is not None:
            await _enter(table, fight, chosen)
            if once:
                return


async def _enter(table: Table[GameState], fight: Fight, units: Units) -> None:
    """N8.92: units enter; trains of the enemy are destroyed, his leaders roll (N14.7).

    An HQ never goes along into an EZOC (N14.51).
    """
    start, side = hex_of(table.state, units[0]), fight.side
    leaders = _riding_leaders(table.state, side, start)
    if fight.target not in enemy_zone(table.state, side):
        leaders = table.state.leaders_in(start, side)
    going = await leaders_who_go(side, leaders, units)
    await free_fire(table, units, fight.target)
    moved = (AdvanceMade(units, fight.target),)
    await walk(table, side, units, (start, fight.target), moved, going)


def _riding_leaders(state: GameState, side: Side, start: Hex) -> tuple[LeaderId, ...]:
    """The leaders of a hex who may go near the enemy; an HQ stays away (N14.51)."""
    cards = state.battle.leaders
    return tuple(x for x in state.leaders_in(start, side) if cards[x].role is not Role.HQ)


# -- pursuit: cavalry of the winners after a retreat or rout (N11.7, N11.73)


@dataclass(frozen=True, slots=True)
class Riders:
    """Cavalry of one hex, and where it is: chargers are where they hit the enemy from."""

    units: Units
    hex: Hex


@dataclass(frozen=True, slots=True)
class Pursuit:
    """Cavalry that goes after fugitives."""

    units: Units
    fugitives: Hex  # where they are now
    path: Path  # from where the cavalry is to a hex next to them; one hex when it is there


@dataclass(frozen=True, slots=True)
class DeclarePursuit(Question[Pursuit | None], rule="N11.73", is_open=True):
    """N11.73: which cavalry pursues which fugitives by which way; None for nobody."""

    words = mark("{who} may pursue {fugitives}, who fled, with one stack of cavalry.")
    kinds = ("pursue", "stay")
    riders: tuple[Riders, ...]  # who could
    fugitives: Units

    def options(self, state: GameState) -> Sequence[Pursuit | None]:
        """Nobody; each stack and each of its units, to each hex next to fugitives."""
        return [None, *_pursuits(state, self.riders, self.fugitives)]

    def refusal(self, state: GameState, answer: Pursuit | None) -> Refusal | None:
        """Any cavalry of one stack whose order allows it, by any free way (N10.14)."""
        if answer is None:
            return None
        group = next((r for r in self.riders if set(answer.units) <= set(r.units)), None)
        if group is None or not answer.units or len(set(answer.units)) < len(answer.units):
            return refuse("N11.7", "Undisrupted cavalry of one hex pursues, each unit once.")
        if answer.fugitives not in attacking_hexes(state, on_map(state, self.fugitives)):
            where = answer.fugitives
            return refuse(self.rule, "There are no fugitives in {fugitives}.", fugitives=where)
        barred = (pursuit_permission(state, unit, answer.fugitives) for unit in answer.units)
        return next(filter(None, barred), None) or _way_refusal(state, group, answer)


# -- who may pursue, and where to


def _riders(
    state: GameState, side: Side, emptied: Hex, hit: Riders | None, *, only_hit: bool
) -> Iterator[Riders]:
    """The cavalry stacks of a side near the emptied hex that are fit for it, the nearest first."""
    away = () if hit is None else _fit(state, hit.units)
    if hit is not None and away:
        yield Riders(away, hit.hex)
    for hex_ in () if only_hit else _near(state, emptied):
        units = _fit(state, (u for u in state.combat_units_in(hex_, side) if u not in away))
        if units:
            yield Riders(units, hex_)


def _near(state: GameState, emptied: Hex) -> Sequence[Hex]:
    """The hexes from which pursuers may start: the emptied one, then ring by ring (N11.7)."""
    grid, reach = state.battle.battlefield.grid, numbers_of(state.battle).pursuit.reach
    within = grid.within(emptied, reach)
    rings = sorted(within, key=lambda hex_: grid.distance(hex_, emptied))
    return [
        emptied,
        *grid.neighbours[emptied],
        *(h for h in rings if grid.distance(h, emptied) > 1),
    ]


def _fit(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units that could pursue, orders aside (N11.73)."""
    return tuple(
        u
        for u in ready(state, units)
        if state.card(u).arm.is_cavalry
        and not state.units[u].column
        and not is_square_bound(state, u)
    )


def _pursuits(state: GameState, riders: Iterable[Riders], fugitives: Units) -> Iterator[Pursuit]:
    """Each stack, and each unit alone, after the fugitives of each hex, to each end there is."""
    for group in riders:
        for hex_ in attacking_hexes(state, on_map(state, fugitives)):
            able = tuple(u for u in group.units if pursuit_permission(state, u, hex_) is None)
            for units in parts_of(able):
                for path in _ways(state, Riders(units, group.hex), hex_):
                    yield Pursuit(units, hex_, path)


def _ways(state: GameState, group: Riders, target: Hex) -> list[Path]:
    """A shortest way to each hex next to a target, the shortest first."""
    around = state.battle.battlefield.grid.neighbours
    distance = numbers_of(state.battle).pursuit.distance
    known: dict[Hex, Path] = {group.hex: (group.hex,)}
    edge = [group.hex]
    for a in edge:  # it grows
        for b in around[a] if len(known[a]) <= distance else ():
            if b not in known and may_cross(state, a, b):
                known[b] = (*known[a], b)
                edge.append(b)
    ends = contact_hexes(state, target)
    return [way for end, way in known.items() if end in ends and _has_place(state, group, end)]


def _has_place(state: GameState, group: Riders, hex_: Hex) -> bool:
    """Whether cavalry may end a pursuit in a hex."""
    if hex_of(state, group.units[0]) == hex_:
        return True
    side = state.side_of(group.units[0])
    is_held = bool(foes_in(state, hex_, group.units))
    return not is_held and has_room(state, hex_, side, group.units)


def _way_refusal(state: GameState, group: Riders, answer: Pursuit) -> Refusal | None:
    path, limit = answer.path, numbers_of(state.battle).pursuit.distance
    if not path or path[0] != group.hex:
        return refuse("N11.73", "The pursuit begins in {hex}.", hex=group.hex)
    if len(path) - 1 > limit:
        return refuse("N11.7", "A pursuit goes {limit} hexes at most.", limit=limit)
    around = state.battle.battlefield.grid.neighbours
    for a, b in pairwise(path):
        if b not in around[a] or not may_cross(state, a, b):
            return refuse("N10.14", "Cavalry cannot pursue from {a} to {b}.", a=a, b=b)
    if path[-1] not in contact_hexes(state, answer.fugitives):
        return refuse("N11.73", "{path} is not next to the fugitives.", path=path[-1])
    if not _has_place(state, Riders(answer.units, group.hex), path[-1]):
        return refuse("N6.1", "There is no room in {path}.", path=path[-1])
    return None


# -- the flow


async def pursue(
    table: Table[GameState],
    winner: Side,
    emptied: Hex,
    fugitives: Units,
    *,
    routed: bool,
    hit: Riders | None = None,
    only_hit: bool = False,
) -> Units:
    """N11.7, N11.73: one cavalry stack of the winners may go after those who fled.

    Args:
        table: The table.
        winner: The side whose cavalry may.
        emptied: The hex that the fugitives left.
        fugitives: Who fled; those who are lost by now are passed over.
        routed: Whether they routed.
        hit: Chargers or reactors who have not entered the emptied hex, and the hex from which
            they hit the enemy, which is where they are now. Their check after the charge
            (N10.7) is left to the caller; other pursuers make theirs here.
        only_hit: Whether nobody else may, as after a reaction charge (N10.21).

    Returns:
        Who pursued; nobody when the check failed, or the enemy's card held them back (N11.71).
    """
    known = knowledge(table.state, winner)
    riders = tuple(_riders(known, winner, emptied, hit, only_hit=only_hit))
    if not any(_pursuits(known, riders, fugitives)):
        return ()
    chosen = await DeclarePursuit(winner, riders, fugitives)
    if chosen is None or await calls_off_pursuit(
        table, table.state.battle.enemy(winner), chosen.units
    ):
        return ()
    uncover(table, attacking_hexes(table.state, chosen.units), "attack")
    if unmask(table, winner, chosen.path):
        return ()  # an enemy whom they did not see bars the way (N20.2)
    spared = await waives_pursuit(table, winner, chosen.units)
    if not spared and not await holds(table, chosen.units, say("morale for a pursuit"), "pursuit"):
        return ()
    await _ride(table, winner, chosen)
    await _strike(table, chosen, fugitives, routed=routed)
    if hit is None or not set(chosen.units) <= set(hit.units):
        await aftermath(table, chosen.units)
    return chosen.units


async def _ride(table: Table[GameState], side: Side, pursuit: Pursuit) -> None:
    """N11.73: the pursuers go to where they end; what they ride over is lost."""
    units, path = pursuit.units, pursuit.path
    start = hex_of(table.state, units[0])
    going: tuple[LeaderId, ...] = ()
    if path[-1] != start:
        going = await leaders_who_go(side, _riding_leaders(table.state, side, start), units)
    way = path if path[0] == start else (start, *path)
    await walk(table, side, units, way, (PursuitMade(units, path),), going)


async def _strike(
    table: Table[GameState], pursuit: Pursuit, fugitives: Units, *, routed: bool
) -> None:
    """N11.7: a die tells whether the fugitives of a hex lose a step, of their owner's choice."""
    state = table.state
    caught = tuple(u for u in on_map(state, fugitives) if hex_of(state, u) == pursuit.fugitives)
    pips = sum(row for _, row, _ in pursuit_modifiers(state, pursuit.units, caught, routed=routed))
    die = await throw(table, state.side_of(pursuit.units[0]), "pursuit")
    loss = die + pips >= numbers_of(state.battle).pursuit.least_die
    table.emit(PursuitResolved(pursuit.units, caught, die, pips, loss))
    if loss:
        side = state.side_of(caught[0])
        await lose_steps(table, Toll(side, caught), 1, "pursuit")
        await abandon_leaders(table, side, pursuit.fugitives)


def pursuit_modifiers(
    state: GameState, pursuers: Units, fugitives: Units, *, routed: bool
) -> tuple[Line, ...]:
    """The rows of N11.7 for the die of a pursuit of fugitives in one hex."""
    rules = numbers_of(state.battle).pursuit
    terrain = state.battle.battlefield.terrain_at(hex_of(state, fugitives[0]))
    has_cavalry = any(state.card(u).arm.is_cavalry for u in fugitives)
    fewer = sum(map(state.sp, pursuers)) < sum(map(state.sp, fugitives))
    rows = (
        (routed, "routed", rules.routed),
        (not has_cavalry, say("no cavalry among the fugitives"), rules.no_cavalry),
        (terrain.cover.rough, say("in {terrain}", terrain=terrain.value), rules.rough),
        (fewer, say("fewer pursuers"), rules.fewer),
    )
    return tuple((words, pips, "N11.7") for holds, words, pips in rows if holds)
