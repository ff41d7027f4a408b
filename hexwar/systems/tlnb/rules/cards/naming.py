"""Whom cards can name, and when they are of no use (18.35, 18.55, T24.3, T24.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hexwar.cards.readings import Act, Reading, reading
from hexwar.cards.records import CardId, Pile
from hexwar.ground.edges import other_entries
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.series.battle import Alternate, Arrival
from hexwar.series.variation import is_awaited
from hexwar.systems.tlnb.rules.arrivals.arrivals import side_of
from hexwar.systems.tlnb.rules.cards.effects import (
    BATTLE_ENDS,
    CAPACITY,
    TRACE,
    is_cover,
    is_in_force,
    leader_called,
)
from hexwar.systems.tlnb.rules.cards.modes import columns, reduced_units, strongest
from hexwar.systems.tlnb.rules.command.command import commanders_of, field_of
from hexwar.systems.tlnb.rules.command.marches import is_clear, is_fed, may_march, placed
from hexwar.systems.tlnb.rules.command.routes import start_of
from hexwar.systems.tlnb.rules.special.leading import commander_range
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import SpanKind
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Box

Subjects = tuple[str, ...]

MOST = 200
"""Choices that are listed."""

ONE_DAY = mark("one day")
"""A fact of a battle that is to end with its first day."""

RIVER_BRIDGE = mark("river bridge")
"""A fact of a map: a whole bridge over a river."""


def targets(state: TlnbState, side: Side, id_: CardId) -> Sequence[Subjects]:
    """Every choice of what a card names, the default first; none where it is inapplicable."""
    read = reading(id_)
    is_here = not read.leader or read.names or leader_called(state, read.leader, side) is not None
    if not suits_turn(state, read) or not is_here:
        return ()
    if id_ == BATTLE_ENDS:
        return () if is_in_force(state, side, BATTLE_ENDS) else ((),)
    if read.act in _BY_ACT:
        return _BY_ACT[read.act](state, side, read)[:MOST]
    if read.names:
        return _BY_NAME[read.names](state, side, read)[:MOST]
    return ((),)


def suits_turn(state: TlnbState, read: Reading) -> bool:
    """Whether weather and map of this turn let a card act."""
    facts = turn_facts(state)
    wanted = not read.needs or any(fact in facts for fact in read.needs)
    return wanted and not any(fact in facts for fact in read.bars)


def turn_facts(state: TlnbState) -> frozenset[str]:
    """What holds on this turn, as readings ask for it."""
    spans = state.battle.battlefield.span_at
    bridges = {side for side, span in spans.items() if span.kind is SpanKind.BRIDGE}
    facts = {state.sky.weather}
    if bridges - state.spans.damaged:
        facts.add(RIVER_BRIDGE)
    if state.last_turn < len(state.battle.turns):
        facts.add(ONE_DAY)
    return frozenset(facts)


# -- formations, leaders, places


def formations(state: TlnbState, side: Side) -> list[FormationId]:
    """A side's formations that have combat units on the map."""
    cards = state.battle.formations.values()
    return [f.id for f in cards if f.side == side and placed(state, f.id)]


def _formations(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    """The formations whose officer is on the map."""
    led = state.battle.officer_of
    found = [f for f in formations(state, side) if f in led]
    return [(f,) for f in found if state.leaders[led[f]].hex is not None]


def _marchers(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [(f,) for f in formations(state, side) if may_march(state, f)]


def _ordered(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    """The formations in supply in a commander's range; nobody where there is none (T24.6)."""
    leader = leader_called(state, read.leader, side)
    assert leader is not None
    field = field_of(state, leader, commander_range(state))
    found: list[Subjects] = []
    for formation in formations(state, side):
        hex_ = start_of(state, formation)
        is_near = field is not None and hex_ is not None and field.halves(hex_) is not None
        if is_near and is_fed(state, formation) and may_march(state, formation):
            found.append((formation,))
    return found or [()]


def _near_guns(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    """A formation out of EZOC, with a hex that was attacked or bombarded last turn (card 15)."""
    distance = state.battle.battlefield.grid.distance
    heard = sorted({*state.fights.last, *state.fights.before})
    return [
        (formation, hex_)
        for formation in formations(state, side)
        if is_clear(state, formation)
        for hex_ in heard
        if any(distance(h, hex_) <= read.radius for h in _hexes(state, formation))
    ]


def _hexes(state: TlnbState, formation: FormationId) -> list[Hex]:
    return [h for u in placed(state, formation) if (h := state.units[u].hex) is not None]


def _in_cover(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    names = formations(state, side)
    return [(f,) for f in names if any(is_cover(state, h) for h in _hexes(state, f))]


def _under_orders(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [(f,) for f in formations(state, side) if f in state.marches.orders]


def _commanders(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [(x,) for x in commanders_of(state, side)]


def _awake(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    asleep = state.command.asleep
    return [(card.id,) for card in state.leaders_on_map(side) if card.id not in asleep]


def _reluctant(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    leader = leader_called(state, read.leader, state.battle.enemy(side))
    return [] if leader is None else [(leader,)]


def _errands(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    """Command through EZOCs, or one more whom a commander names (card 31)."""
    return [(TRACE,), *((CAPACITY, x) for x in commanders_of(state, side))]


def _towns(state: TlnbState, _side: Side, _read: Reading) -> list[Subjects]:
    return [(hex_,) for hex_ in state.battle.battlefield.towns]


def _enemy_horse(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    """The cavalry of each enemy stack; of Cossacks where the card asks for them (card 23)."""
    enemy = state.battle.enemy(side)
    wanted = "cossack" if read.names == "enemy Cossacks" else ""
    stacks: dict[Hex, list[UnitId]] = {}
    for record in state.on_map(enemy):
        card = state.card(record.id)
        if record.hex is not None and card.arm.is_cavalry and (not wanted or wanted in card.flags):
            stacks.setdefault(record.hex, []).append(record.id)
    return [tuple(stacks[h]) for h in sorted(stacks)]


def _spans(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    """The bridges near a town that is in no enemy zone (card 24, Populace).

    One that is destroyed stays so (T7.63).
    """
    field, zone = state.battle.battlefield, enemy_zone(state, side)
    towns = [Hex(t[0]) for t in _towns(state, side, read) if Hex(t[0]) not in zone]
    distance = field.grid.distance
    found: list[Subjects] = []
    for ends, span in sorted(field.span_at.items()):
        is_near = any(distance(end, town) <= read.radius for end in ends for town in towns)
        is_left = ends not in state.spans.destroyed
        if span.kind is SpanKind.BRIDGE and is_left and is_near:
            found.append(tuple(ends))
    return found


def _awaiting(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    """The formations with units in UAR; nobody where there is none (card 30, Gneisenau)."""
    box = set(state.in_box(Box.UAR, side))
    found = [f.id for f in state.battle.formations.values() if box.intersection(f.units)]
    return [(f,) for f in found] or [()]


# -- whom Commander Arrives brings (24.91)


def newcomers(state: TlnbState, side: Side) -> list[Subjects]:
    """The commanders of a side who are not on the map, and free."""
    boxes = (Box.DUE, Box.RESERVE)
    own = (x for x in state.battle.commanders if state.battle.leaders[x].side == side)
    found: list[Subjects] = [(x,) for x in own if state.leaders[x].box in boxes]
    return found if landing(state, side) is not None else []


def landing(state: TlnbState, side: Side) -> Hex | None:
    """Where a commander comes: the first own source of supply out of the enemy's hands."""
    from_sources = (h for h, owner in state.battle.sources_on(state.turn).items() if owner == side)
    return next((h for h in sorted(from_sources) if not _is_lost(state, side, h)), None)


def _is_lost(state: TlnbState, side: Side, hex_: Hex) -> bool:
    enemy = state.battle.enemy(side)
    return hex_ in enemy_zone(state, side) or bool(state.units_in(hex_, enemy))


def fed_marchers(state: TlnbState, side: Side) -> list[Subjects]:
    """The corps in supply that may get a March Order."""
    names = formations(state, side)
    return [(f,) for f in names if is_fed(state, f) and may_march(state, f)]


def fed_commands(state: TlnbState, side: Side) -> list[Subjects]:
    """The officers and stacks in supply that may be put in command."""
    found: list[Subjects] = []
    for officer in state.battle.officers:
        card, hex_ = state.battle.leaders[officer], state.leaders[officer].hex
        if card.side == side and hex_ is not None and is_fed(state, card.formation):
            found.append((officer,))
    hexes = sorted({u.hex for u in state.on_map(side) if u.hex is not None})
    stacks = (state.combat_units_in(h, side) for h in hexes)
    return [*found, *(s for s in stacks if s and all(is_supplied(state, u) for u in s))]


PARTS: Mapping[str, Callable[[TlnbState, Side], list[Subjects]]] = {
    mark("the commander who comes"): newcomers,
    mark("the corps that marches"): fed_marchers,
    mark("who is in command"): fed_commands,
}
"""What Commander Arrives asks for, one after the other (24.91)."""


def _commander(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [()] if any(part(state, side) for part in PARTS.values()) else []


# -- cards that act on arrivals (18.7, T20)


def coming(state: TlnbState, side: Side) -> list[Arrival]:
    """The groups of a side that are still to come, all of them."""
    groups = (g for g in state.schedule.arrivals if side_of(state, g) == side)
    return [g for g in groups if g.units and _is_whole(state, g)]


def _is_whole(state: TlnbState, group: Arrival) -> bool:
    return all(state.units[u].box is Box.DUE for u in group.units)


def due_of(state: TlnbState, group: Arrival) -> int:
    """The turn on which a group comes, as a Card Segment sees it.

    One that was kept waiting comes on its side's next turn.
    """
    has_passed = side_of(state, group) != state.phasing and state.player == 1
    return max(group.turn, state.turn + has_passed)


def open_alternates(state: TlnbState, side: Side) -> list[Alternate]:
    """The alternate groups that may be called now, in the order of the lists (18.72, T20.10).

    One that was called and then cancelled is the next again. Where any open list may be called,
    all of them; else the first.
    """
    battle, called = state.battle, state.schedule.called
    own = [a for a in battle.alternates if a.side == side and a not in called]
    own = [a for a in own if a.first_turn <= state.turn <= (a.last_turn or state.turn)]
    found = sorted((a for a in own if is_awaited(state, battle, called, a)), key=lambda a: a.number)
    return found if state.battle.has_cumulative_alternates else found[:1]


def _first(state: TlnbState, groups: Sequence[Arrival]) -> list[Subjects]:
    """The groups that are due first."""
    first = min((due_of(state, g) for g in groups), default=0)
    return [(g.key,) for g in groups if due_of(state, g) == first]


def _cancelled(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    theirs = coming(state, state.battle.enemy(side))
    return [(g.key,) for g in theirs if due_of(state, g) <= state.turn]


def _hastened(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return _first(state, [g for g in coming(state, side) if due_of(state, g) > state.turn])


def _delayed(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return _first(state, coming(state, state.battle.enemy(side)))


def _diverted(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    field = state.battle.battlefield
    return [(g.key, h) for g in coming(state, side) for h in other_entries(field, g.entry)]


def _called(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [(a.key,) for a in open_alternates(state, side)]


# -- all together


def _always(_state: TlnbState, _side: Side, _read: Reading) -> list[Subjects]:
    return [()]


def _seen(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    piles = state.cards.piles.get(state.battle.enemy(side))
    is_open = state.battle.cards_way == "full" and piles is not None
    return [()] if is_open and piles is not None and piles.of(Pile.HAND) else []


def _sleepers(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return [()] if any(True for _ in commanders_of(state, side)) else []


def _columns(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return columns(state, side)


def _strongest(state: TlnbState, side: Side, _read: Reading) -> list[Subjects]:
    return list(strongest(state, side))


def _reduced(state: TlnbState, side: Side, read: Reading) -> list[Subjects]:
    return reduced_units(state, side, read.most)


Finder = Callable[[TlnbState, Side, Reading], list[Subjects]]

_BY_ACT: Mapping[Act, Finder] = {
    Act.LOOK: _seen,
    Act.CANCEL: _cancelled,
    Act.EARLY: _hastened,
    Act.ROUTE: _diverted,
    Act.DELAY: _delayed,
    Act.ALTERNATE: _called,
    Act.REROLL: _always,
    Act.SLEEP: _sleepers,
    Act.WAKE: _always,
    Act.REPLACE: _reduced,
    Act.COLUMN: _columns,
    Act.SCATTER: _strongest,
    Act.MARCH: _marchers,
    Act.ORDER: _ordered,
    Act.COMMANDER: _commander,
    Act.PROLONG: _always,
    Act.POPULACE: _spans,
    Act.MARMONT: _always,
    Act.MUSTER: _awaiting,
}

_BY_NAME: Mapping[str, Finder] = {
    "formation": _formations,
    "formation near the guns": _near_guns,
    "formation in cover": _in_cover,
    "marching formation": _under_orders,
    "commander": _commanders,
    "leader awake": _awake,
    "Yorck": _reluctant,
    "errand": _errands,
    "town": _towns,
    "enemy Cossacks": _enemy_horse,
    "enemy cavalry": _enemy_horse,
}
