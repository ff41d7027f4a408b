"""Forces that the enemy does not see: what he is shown, and what reveals them (N20, T16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias, TypeVar

from hexwar.engine import Table
from hexwar.engine.derived import kept
from hexwar.grid.reach import reach
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.law import GroundState
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.ground.vedettes import closed_to_vedettes
from hexwar.ground.zones import enemy_cells, enemy_zone_cells
from hexwar.hexes import Hex
from hexwar.messages import count, say
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.hiding import DUMMY, Hiding, side_of_piece, unseen_by
from hexwar.table.hiding_facts import DummyRemoved, ForceRevealed
from hexwar.table.pieces import Box, Unit
from hexwar.table.spans import joined_neighbours
from hexwar.table.state import MapState, Stance, place_of

S = TypeVar("S", bound=GroundState)

Pieces = tuple[str, ...]
"""Units and leaders."""

Finding: TypeAlias = Callable[[GroundState, Hex, Side], bool]
"""Tells whether a side finds what is hidden in a hex."""

# -- how a table looks to him who does not see everything


def hiding_seen(state: MapState, hiding: Hiding, side: Side) -> Hiding:
    """What a side knows of the hidden forces: its own, and the enemy's flags.

    A flag tells a hex and whose it is, not whether anything but cover markers lies there.
    """
    battle = state.battle
    theirs = unseen_by(battle, hiding, side)
    dummies = {d: h for d, h in hiding.dummies.items() if side_of_piece(battle, d) != side}
    gains = {h: b for h, b in hiding.gains.items() if b.holder == side}
    if not (theirs or dummies or gains):
        return hiding
    places = [place_of(state, piece) for piece in sorted(theirs & hiding.hidden)]
    flags = {hex_: battle.enemy(side) for hex_ in (*places, *dummies.values()) if hex_ is not None}
    reports = {
        (place_of(state, piece) or piece) if piece in theirs else piece: turns
        for piece, turns in hiding.reports.items()
    }
    return Hiding(
        hidden=hiding.hidden - theirs,
        lifted=hiding.lifted - theirs,
        dummies={d: h for d, h in hiding.dummies.items() if d not in dummies},
        reports=reports,
        gains={
            hex_: replace(belief, last_in=None) if belief.last_in in theirs else belief
            for hex_, belief in hiding.gains.items()
            if hex_ not in gains
        },
        flags=dict(sorted({**hiding.flags, **flags}.items())),
    )


def take_off(seen: MapState, unseen: Set[str], of: Side) -> None:
    """Take a side's unseen pieces off the map of a view; its indexes agree.

    What is worked out from the rest is kept by where the side truly stands and who is unseen.
    """
    stance = seen.stances[of]
    for piece in sorted(unseen):
        if UnitId(piece) in seen.units:
            seen.put_unit(Unit(UnitId(piece), box=Box.UNSEEN))
        else:
            leader = seen.leaders[LeaderId(piece)]
            seen.put_leader(replace(leader, hex=None, box=Box.UNSEEN, moved=False))
    seen.stances[of] = _stance_without(stance, frozenset(unseen))


@lru_cache(maxsize=256)
def _stance_without(_stance: Stance, _unseen: frozenset[str]) -> Stance:
    """Stands for how a side stands, as one sees it who does not see some of its pieces."""
    return Stance()


# -- who lies where


def hidden_stacks(state: GroundState, side: Side) -> dict[Hex, Pieces]:
    """A side's pieces that the enemy does not see, hex by hex."""
    found: dict[Hex, list[str]] = {}
    for piece in sorted(state.hiding.unseen):
        hex_ = place_of(state, piece)
        if hex_ is not None and side_of_piece(state.battle, piece) == side:
            found.setdefault(hex_, []).append(piece)
    return {hex_: tuple(pieces) for hex_, pieces in sorted(found.items())}


def dummies_of(state: MapState, side: Side) -> dict[str, Hex]:
    """A side's dummy stacks."""
    dummies = state.hiding.dummies.items()
    return {dummy: hex_ for dummy, hex_ in dummies if side_of_piece(state.battle, dummy) == side}


def unseen_holders(state: GroundState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    """The combat units that hold a hex against a side, which does not see them."""
    unseen, enemy = state.hiding.unseen, state.battle.enemy(side)
    if not unseen:
        return ()
    return tuple(unit for unit in state.holders_of(hex_, enemy) if unit in unseen)


def is_uncertain(view: GroundState, hexes: Iterable[Hex]) -> bool:
    """Whether an enemy flag lies in one of some hexes or next to it: forecasts may fail (T16.9)."""
    flags = view.hiding.flags
    around = view.battle.battlefield.grid.neighbours
    return bool(flags) and any(n in flags for hex_ in hexes for n in (hex_, *around[hex_]))


def flag_words(view: MapState, hex_: Hex) -> list[str]:
    """What is said of flags in a hex: a hidden force of the enemy's, or one's own (N20.2)."""
    hiding, found = view.hiding, []
    if hex_ in hiding.flags:
        side = view.battle.side_names[hiding.flags[hex_]]
        found.append(say("A hidden force of the {side}", side=side))
        if hex_ in hiding.reports:
            turns = hiding.reports[Hex(hex_)]
            found.append(count("A report comes in {n} turn", "A report comes in {n} turns", turns))
    pieces = (*view.units_in(hex_), *view.leaders_in(hex_))
    if any(piece in hiding.hidden for piece in pieces):
        found.append(say("Hidden from the enemy"))
    if hex_ in hiding.dummies.values():
        found.append(say("A dummy stack of yours"))
    return found


# -- spotting (N20.2, T16.3)


def is_hilltop(state: GroundState, hex_: Hex) -> bool:
    """Whether no hex next to this one is higher, and one at least is lower."""
    field = state.battle.battlefield
    around = [field.level(near) for near in field.grid.neighbours[hex_]]
    level = field.level(hex_)
    return level > min(around) and level >= max(around)


@kept
def _watchers(state: GroundState, side: Side) -> tuple[tuple[Hex, int], ...]:
    """Where a side watches from, and how far it spots hidden forces from there, hexes.

    Combat units spot a few hexes far; leaders on a hilltop, and units that such a leader could
    ride to, as far as from higher ground. Of vedettes the game says whether they reveal. Who
    moves off the map watches nothing.
    """
    near, far = state.numbers.sight.spotting, state.numbers.sight.farthest
    lifted, cards, reveals = state.hiding.lifted, state.battle.units, state.law.reveals
    units = {
        unit.hex
        for unit in state.on_map(side)
        if unit.hex is not None and reveals(cards[unit.id]) and unit.id not in lifted
    }
    lookouts = {
        hex_: card.movement
        for card in state.leaders_on_map(side)
        if (hex_ := state.leaders[card.id].hex) is not None
        and card.id not in lifted
        and is_hilltop(state, hex_)
    }
    near_lookouts = {b for hex_, mp in lookouts.items() for b in _ridden(state, hex_, mp)}
    watch = {hex_: far if hex_ in near_lookouts else near for hex_ in units}
    watch |= dict.fromkeys(lookouts, far)
    limit = state_sight_limit(state)
    return tuple(sorted((hex_, min(reach_, limit)) for hex_, reach_ in watch.items()))


def _ridden(state: GroundState, start: Hex, mp: int) -> Iterator[Hex]:
    """The hexes that a leader's movement allowance takes him to, enemies aside."""
    grid = state.battle.battlefield.grid
    found = reach(steps_of(state, Gait.LEADER), grid.index[start], 2 * mp)
    return (grid.hexes[cell] for cell in found.cost)


def is_touched(state: GroundState, hex_: Hex, by: Side) -> bool:
    """Whether a unit of a side that reveals stands next to a hex, or in it."""
    around = (hex_, *state.battle.battlefield.grid.neighbours[hex_])
    lifted, cards, reveals = state.hiding.lifted, state.battle.units, state.law.reveals
    units = (u for near in around for u in state.units_in(near, by))
    return any(u not in lifted and reveals(cards[u]) for u in units)


def is_seen(state: GroundState, hex_: Hex, by: Side) -> bool:
    """Whether a side sees what is hidden in a hex: next to it, or in line of sight near enough."""
    if is_touched(state, hex_, by):
        return True
    field = state.battle.battlefield
    distance = field.grid.distance
    return any(
        distance(eye, hex_) <= reach and has_line_of_sight(field, eye, hex_, reach)
        for eye, reach in _watchers(state, by)
    )


# -- who can be hidden, and where dummies lie (N20.2, T16.8, T16.10)


def hidable(state: GroundState, side: Side) -> Iterator[Hex]:
    """The hexes of a side in which somebody can be hidden: no enemy sees them."""
    places = {*state.occupants, *state.leaders_at}
    unseen = state.hiding.unseen
    for hex_ in sorted(places):
        pieces = (*state.units_in(hex_, side), *state.leaders_in(hex_, side))
        is_open = any(piece not in unseen for piece in pieces)
        if is_open and not is_seen(state, hex_, state.battle.enemy(side)):
            yield hex_


def next_dummy(state: MapState, side: Side, most: int) -> str | None:
    """The id of the next dummy stack that a side may set up, of so many at most, or None."""
    there = dummies_of(state, side)
    ids = (f"{side}{DUMMY}{number}" for number in range(1, most + 1))
    return next((id_ for id_ in ids if id_ not in there), None) if len(there) < most else None


def dummy_ends(state: GroundState, side: Side, dummy: str, mp: int) -> Iterator[Hex]:
    """Where a dummy stack can be set down: out of the enemy's sight, zones and hexes.

    A new one next to a friendly stack; one that is there goes as far as cavalry with so many MP.
    """
    grid = state.battle.battlefield.grid
    enemy, closed = state.battle.enemy(side), enemy_cells(state, side)
    closed |= enemy_zone_cells(state, side)
    steps, start = steps_of(state, Gait.HORSE), state.hiding.dummies.get(dummy)
    if start is None:
        stacks = (grid.index[u.hex] for u in state.on_map(side) if u.hex is not None)
        cells = {cell for stack in stacks for cell, _ in steps[stack]} - closed
    else:
        cells = set(reach(steps, grid.index[start], 2 * mp, blocked=closed).cost)
    taken = set(dummies_of(state, side).values())
    for hex_ in (grid.hexes[cell] for cell in sorted(cells)):
        is_free = hex_ not in taken and not state.units_in(hex_, enemy)
        if is_free and not is_seen(state, hex_, enemy):
            yield hex_


# -- revealing


def uncover(table: Table[S], hexes: Iterable[Hex], cause: str, side: Side | None = None) -> bool:
    """What is hidden in some hexes is laid open, of one side if asked (N20.2).

    Returns:
        Whether there was anybody but cover markers.
    """
    state, found = table.state, False
    if state.hiding.is_empty:
        return False
    places = dict.fromkeys(hexes)
    for owner in state.battle.sides if side is None else (side,):
        stacks = hidden_stacks(state, owner)
        for hex_ in places:
            if hex_ in stacks:
                found = True
                table.emit(ForceRevealed(owner, stacks[hex_], hex_, cause))
        for dummy, hex_ in dummies_of(state, owner).items():
            if hex_ in places:
                table.emit(DummyRemoved(owner, dummy, hex_))
    return found


def spot(table: Table[S]) -> None:
    """N20.2: at the start of a segment each side looks for what the other hides."""
    _uncover_where(table, is_seen, "seen")


def touch(table: Table[S]) -> None:
    """Who stands next to the enemy is found at once, in or out of a segment."""
    _uncover_where(table, is_touched, "contact")


def touched(state: GroundState) -> bool:
    """Whether anybody who is hidden stands next to the enemy."""
    if state.hiding.is_empty:
        return False
    return any(any(_where(state, side, is_touched)) for side in state.battle.sides)


def _uncover_where(table: Table[S], finds: Finding, cause: str) -> None:
    if table.state.hiding.is_empty:
        return
    # Both sides look at once: who is revealed to one may have been hidden from the other.
    seen = {side: [*_where(table.state, side, finds)] for side in table.state.battle.sides}
    for side, hexes in seen.items():
        uncover(table, hexes, cause, side)


def _where(state: GroundState, side: Side, finds: Finding) -> Iterator[Hex]:
    enemy = state.battle.enemy(side)
    places = {*hidden_stacks(state, side), *dummies_of(state, side).values()}
    return (hex_ for hex_ in sorted(places) if finds(state, hex_, enemy))


# -- who goes where an unseen enemy may be (N6.7, N20.2)


def unmask(table: Table[S], side: Side, hexes: Iterable[Hex]) -> bool:
    """Whether a side's way over some hexes is barred by enemies that it did not see.

    They are revealed; of dummies and of others who cannot bar the way nothing is left.
    """
    if table.state.hiding.is_empty:
        return False
    enemy = table.state.battle.enemy(side)
    barred = [hex_ for hex_ in hexes if unseen_holders(table.state, hex_, side)]
    uncover(table, barred, "met", enemy)
    return bool(barred)


@dataclass(frozen=True, slots=True)
class Halt:
    """Where a march ends that runs into what it did not see."""

    place: int  # of the last hex that is entered, in the path; below 0: not even the first
    foe: Hex | None = None  # that the movers tried to enter
    zone: Hex | None = None  # in whose zone of control they stop
    is_barred: bool = False  # their order forbids them to enter zones at all


def halt_on(
    state: GroundState,
    side: Side,
    path: Sequence[Hex],
    *,
    entering: bool,
    heeds_zones: bool,
    shuns_zones: bool = False,
) -> Halt | None:
    """The first thing on a path that a side did not know of and that stops it, or None.

    Args:
        state: The table as it truly is.
        side: Who moves.
        path: The hexes.
        entering: Whether they come onto the map in the first of them.
        heeds_zones: Whether a zone of control stops them.
        shuns_zones: Whether they stop before it.
    """
    if state.hiding.is_empty:
        return None
    zone = unseen_zone(state, side) if heeds_zones or shuns_zones else frozenset()
    for place, hex_ in enumerate(path):
        if place == 0 and not entering:
            continue
        if unseen_holders(state, hex_, side):
            return Halt(place - 1, foe=hex_)
        if hex_ in zone and shuns_zones:
            return Halt(place - 1, zone=hex_)
        # Who would go on into the hex of the enemy himself runs into him there.
        ahead = path[place + 1 : place + 2]
        if hex_ in zone and not any(unseen_holders(state, next_, side) for next_ in ahead):
            return Halt(place, zone=hex_)
    return None


def first_halt(*halts: Halt | None) -> Halt | None:
    """The first on a path of what stops a march; None where nothing does."""
    met = [halt for halt in halts if halt is not None]
    return min(met, key=lambda halt: halt.place, default=None)


def unit_halt(state: GroundState, side: Side, path: Sequence[Hex]) -> Halt | None:
    """Trains and leaders stop before unseen units that hold no hex, such as vedettes."""
    unseen, enemy = state.hiding.unseen, state.battle.enemy(side)
    held = (
        n for n, hex_ in enumerate(path) if n and unseen.intersection(state.units_in(hex_, enemy))
    )
    place = next(held, None)
    return None if place is None else Halt(place - 1, foe=path[place])


def screen_halt(state: GroundState, side: Side, path: Sequence[Hex]) -> Halt | None:
    """Vedettes stop before any enemy piece that they did not see (N20.3)."""
    closed, index = closed_to_vedettes(state, side), state.battle.battlefield.grid.index
    met = (n for n, hex_ in enumerate(path) if n and index[hex_] in closed)
    place = next(met, None)
    return None if place is None else Halt(place - 1, foe=path[place])


def uncover_halt(table: Table[S], side: Side, halt: Halt) -> None:
    """Those whom a march has run into are revealed."""
    around = table.state.battle.battlefield.grid.neighbours
    enemy = table.state.battle.enemy(side)
    unseen = hidden_stacks(table.state, enemy)
    near = () if halt.zone is None else around[halt.zone]
    met = [hex_ for hex_ in (halt.foe, *near) if hex_ in unseen]
    uncover(table, met, "met", enemy)


def unseen_zone(state: GroundState, side: Side) -> frozenset[Hex]:
    """The hexes next to enemies whom a side does not see, as far as their zone goes."""
    unseen, enemy = state.hiding.unseen, state.battle.enemy(side)
    shape = state.law.zone_shape(state)
    if shape.sleeps:
        return frozenset()
    around = joined_neighbours(state.battle.battlefield, state.spans, over_fords=shape.fords)
    hexes = {
        near
        for unit in state.on_map(enemy)
        if unit.id in unseen and unit.hex is not None and not unit.disrupted
        if state.card(unit.id).is_combat_unit
        for near in around[unit.hex]
    }
    return frozenset(hexes) - state.positions - shape.shuns
