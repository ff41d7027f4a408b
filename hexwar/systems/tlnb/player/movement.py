"""Who moves where: attacks are built first, then everyone else goes by his aim (T32.2-T32.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hexwar.ground.zones import contact_hexes, enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.command import aims_of, ride
from hexwar.systems.tlnb.player.fights import mean
from hexwar.systems.tlnb.player.outlook import Outlook, Question, march_costs
from hexwar.systems.tlnb.player.results import danger
from hexwar.systems.tlnb.rules.combat.outcomes import ends_of_attack, without_hands
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.movement.reach import End, ends, standing_refusal
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    Units,
    leaders_free,
)
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.state import Blow, TlnbState
from hexwar.table.forces import Arm, FormationId, UnitId
from hexwar.table.spans import Crossing, crossing

INDUCED: Final = 1.3
"""VP lost for each other enemy hex that must be attacked because of a move."""

CONTACT: Final = 2.5
"""VP lost by a unit that goes into contact without a plan."""

AWAY: Final = 0.10
"""VP for each half MP nearer to its aim."""

REACH: Final = 5
"""Hexes from which an enemy stack may attack in its next Player-Turn."""

BESIDE: Final = 2
"""Hexes within which friends stand by a stack."""

CALM: Final = 9
"""Hexes to the enemy beyond which troops march by road."""


@dataclass(slots=True)
class Draft:
    """A table in thought on which units are put where a plan wants them."""

    state: TlnbState
    outlook: Outlook
    placed: dict[UnitId, Hex] = field(default_factory=dict)
    ways: dict[UnitId, Mapping[Hex, End]] = field(default_factory=dict)

    def put(self, unit: UnitId, hex_: Hex) -> None:
        """A unit stands in a hex."""
        self.placed[unit] = hex_
        self._set(unit, hex_)

    def _set(self, unit: UnitId, hex_: Hex) -> None:
        record = self.state.units[unit]
        if record.hex != hex_ or record.column:
            self.state.put_unit(replace(record, hex=hex_, column=False, tail=None))

    def lift(self, unit: UnitId) -> None:
        """It stands where it began."""
        self.placed.pop(unit, None)
        start = self.outlook.state.units[unit].hex
        assert start is not None
        self._set(unit, start)

    def reach(self, unit: UnitId) -> Mapping[Hex, End]:
        """Where a unit can go from where it began."""
        if unit not in self.ways:
            state = self.outlook.state
            is_free = standing_refusal(state, unit) is None
            self.ways[unit] = ends(state, (unit,)) if is_free else {}
        return self.ways[unit]


def draft_of(outlook: Outlook) -> Draft:
    """A draft on which nobody has moved."""
    return Draft(without_hands(outlook.state), outlook)


# -- attacks


def build(draft: Draft, question: Question[Any, Any]) -> list[Blow]:
    """The attacks for which units move, the best first; each takes units from the later ones."""
    found: list[Blow] = []
    targets = _targets(draft)
    while targets:
        scored = [(_best_on(draft, target, question), target) for target in targets]
        scored = [(plan, target) for plan, target in scored if plan[0] >= question.level.least]
        if not scored:
            return found
        (_, placing), target = max(scored, key=lambda pair: (pair[0][0], pair[1]))
        for unit, hex_ in placing:
            draft.put(unit, hex_)
        found.append(Blow(tuple(sorted(unit for unit, _ in placing)), target))
        targets = [hex_ for _, hex_ in scored if hex_ != target]
    return found


def _targets(draft: Draft) -> list[Hex]:
    """The enemy's hexes that anybody can reach."""
    outlook = draft.outlook
    state = outlook.state
    near: set[Hex] = set()
    around = state.battle.battlefield.grid.neighbours
    enemies = enemy_hexes(state, outlook.side)
    for record in state.on_map(outlook.side):
        if record.hex is None or not state.card(record.id).is_combat_unit:
            continue
        hexes = (record.hex, *draft.reach(record.id))
        near.update(n for hex_ in hexes for n in around[hex_] if n in enemies)
    return sorted(near)


Placing = tuple[tuple[UnitId, Hex], ...]


def _best_on(draft: Draft, target: Hex, question: Question[Any, Any]) -> tuple[float, Placing]:
    """The best attack that can be built on a hex, and what it promises."""
    spots = _spots(draft, target)
    able = _able(draft, spots)
    placing: list[tuple[UnitId, Hex]] = []
    best: tuple[float, Placing] = (-99.0, ())
    foes = draft.outlook.enemies.get(target, 0)
    for unit in able[: question.level.joins + 3]:
        if len(placing) >= question.level.joins:
            break
        hex_ = _spot_for(draft, unit, spots, target)
        if hex_ is None:
            continue
        draft.put(unit, hex_)
        placing.append((unit, hex_))
        own = sum(draft.state.sp(u) for u, _ in placing)
        if own < question.level.odds * foes * 0.8:
            continue
        worth = _promise(draft, placing, target, question)
        if worth > best[0]:
            best = worth, tuple(placing)
    for unit, _ in placing:
        draft.lift(unit)
    return best


def _spots(draft: Draft, target: Hex) -> list[Hex]:
    state = draft.state
    field_, spans = state.battle.battlefield, state.spans
    barred = (Crossing.RIVER,)
    held = enemy_hexes(state, draft.outlook.side)
    near = [h for h in field_.grid.neighbours[target] if h not in held]
    return [h for h in near if crossing(field_, spans, h, target) not in barred]


def _able(draft: Draft, spots: Sequence[Hex]) -> list[UnitId]:
    """Who can attack from some hexes, foot and horse before guns, the strongest first."""
    state, outlook = draft.state, draft.outlook
    found: list[UnitId] = []
    for record in outlook.state.on_map(outlook.side):
        unit = record.id
        if unit in draft.placed or not state.card(unit).is_combat_unit:
            continue
        if unit in state.marks.returned or record.assaulted:
            continue
        reach = draft.reach(unit)
        if record.hex in spots or any(spot in reach for spot in spots):
            found.append(unit)
    is_gun = {unit: state.card(unit).arm.is_artillery for unit in found}
    return sorted(found, key=lambda u: (is_gun[u], -state.sp(u), u))


def _spot_for(draft: Draft, unit: UnitId, spots: Sequence[Hex], target: Hex) -> Hex | None:
    """The hex from which a unit attacks: where it helps to surround, and meets nobody else."""
    state = draft.state
    start = draft.outlook.state.units[unit].hex
    zone = enemy_zone(draft.outlook.state, draft.outlook.side)
    reach = draft.reach(unit)
    is_stuck = start in zone and not reach
    if is_stuck:
        return start if start in spots else None
    best, most = None, -99.0
    for spot in spots:
        if (spot != start and spot not in reach) or not room_in(state, spot, (unit,)):
            continue
        worth = _surrounds(draft, spot, target) - 0.6 * _others(draft, spot, target)
        worth += 0.1 * (spot == start)
        if worth > most:
            best, most = spot, worth
    return best


def _surrounds(draft: Draft, spot: Hex, target: Hex) -> float:
    """How many hexes around a target a unit would close that are open to it."""
    state, around = draft.state, draft.state.battle.battlefield.grid.neighbours
    closed = enemy_zone(state, draft.outlook.enemy)
    ring = [h for h in around[target] if h not in closed]
    return 0.3 * sum(h == spot or h in around[spot] for h in ring)


def _others(draft: Draft, spot: Hex, target: Hex) -> int:
    """How many enemy hexes but the target have a hex in their zone."""
    state = draft.state
    held = enemy_hexes(state, draft.outlook.side)
    return sum(n != target and n in held for n in contact_hexes(state, spot))


def _promise(
    draft: Draft, placing: Sequence[tuple[UnitId, Hex]], target: Hex, question: Question[Any, Any]
) -> float:
    """What an attack is worth with the duties and dangers that the moves bring."""
    state, outlook = draft.state, draft.outlook
    units = tuple(sorted(unit for unit, _ in placing))
    ends_ = ends_of_attack(state, Blow(units, target))
    worth = mean(state, outlook.side, ends_)
    gone = sum(end.faces for end in ends_ if end.is_empty) / 6
    hexes = {hex_ for _, hex_ in placing}
    held = enemy_hexes(state, outlook.side)
    others = {n for h in hexes for n in contact_hexes(state, h) if n in held and n != target}
    worth -= INDUCED * len(others)
    for hex_ in hexes:
        own = sum(state.sp(u) for u in state.combat_units_in(hex_, outlook.side))
        near = outlook.enemies_within(hex_, 2) - gone * outlook.enemies.get(target, 0)
        worth -= 0.15 * max(near - own, 0.0)
    return worth + noise(question)


def noise(question: Question[Any, Any]) -> float:
    """By how much the player misjudges what it compares."""
    most = question.level.noise
    return most * (question.dice.below(201) - 100) / 100 if most else 0.0


# -- everyone else


def settle(draft: Draft, attacked: Sequence[Blow], aims: Mapping[FormationId, Hex]) -> None:
    """Everyone who does not attack goes to where he is worth most, the foremost first."""
    outlook, state = draft.outlook, draft.state
    targets = {blow.target for blow in attacked}
    fighters = [u.id for u in outlook.state.on_map(outlook.side) if state.card(u.id).is_combat_unit]
    free = [u for u in fighters if u not in draft.placed and draft.reach(u)]

    def front(unit: UnitId) -> tuple[int, UnitId]:
        hex_ = outlook.state.units[unit].hex
        assert hex_ is not None
        return outlook.enemy_distance(hex_), unit

    for unit in sorted(free, key=front):
        start = outlook.state.units[unit].hex
        assert start is not None
        hexes = [start, *draft.reach(unit)]
        worth = _worths(draft, unit, targets, aims.get(state.formation_of(unit).id))
        scored = [(worth(hex_), hex_) for hex_ in hexes]
        scored.sort(key=lambda pair: (-pair[0], pair[1] != start, pair[1]))
        fit = (h for w, h in scored if h == start or room_in(state, h, (unit,)))
        draft.put(unit, next(fit))


def _worths(draft: Draft, unit: UnitId, targets: set[Hex], aim: Hex | None) -> Any:
    """From a hex to what it is worth to a unit that ends there."""
    outlook, state = draft.outlook, draft.state
    sp = state.sp(unit)
    costs = march_costs(state, aim) if aim is not None else {}
    index, side = state.battle.battlefield.grid.index, outlook.side
    zone = enemy_zone(state, side)
    arm, formation = state.card(unit).arm, state.formation_of(unit).id
    officer = state.battle.officer_of.get(formation)
    seat = None if officer is None else state.leaders[officer].hex
    held = enemy_hexes(state, side)

    def worth(hex_: Hex) -> float:
        friends = [u for u in state.combat_units_in(hex_, side) if u != unit]
        beside = sum(state.sp(u) for u in friends)
        total = -AWAY * min(costs.get(index[hex_], 120), 120)
        if hex_ in zone:
            foes = {n for n in contact_hexes(state, hex_) if n in held}
            fresh = foes - targets
            total -= CONTACT * len(fresh) + (0.0 if foes & targets else 0.3)
        total -= _threat(draft, unit, hex_, sp + beside)
        total -= 0.5 * danger(outlook, hex_, sp + beside) * (hex_ in zone)
        if arm.is_artillery and not friends:
            total -= 0.8 if outlook.enemy_distance(hex_) <= REACH else 0.0
        if seat is not None:
            total -= 0.15 * max(outlook.distance(hex_, seat) - 4, 0)
        total += _prize(draft, hex_, friends)
        return total

    return worth


def _threat(draft: Draft, unit: UnitId, hex_: Hex, own: int) -> float:
    """What the enemies who could come may do to a stack of so many SP, VP."""
    near = draft.outlook.enemies_within(hex_, REACH)
    if not near:
        return 0.0
    state, distance = draft.state, draft.outlook.distance
    friends = sum(
        state.sp(record.id)
        for record in state.on_map(draft.outlook.side)
        if record.id != unit
        and record.hex is not None
        and state.card(record.id).is_combat_unit
        and 0 < distance(record.hex, hex_) <= BESIDE
    )
    return 0.08 * min(max(0.7 * near - own - friends, 0.0), 2.0 * own)


def _prize(draft: Draft, hex_: Hex, friends: Sequence[UnitId]) -> float:
    """What is won in a hex that counts, or lost by leaving one."""
    outlook = draft.outlook
    total = 0.0
    if hex_ in outlook.prizes and not friends:
        vp = outlook.prizes[hex_]
        if not outlook.is_ours(hex_):
            total += 1.5 * vp
        elif outlook.enemies_within(hex_, 2 * REACH):
            total += 0.5 * vp
    return total


# -- trains


def haven(outlook: Outlook, train: UnitId, ways: Mapping[Hex, End]) -> Hex:
    """Where a train is safe, and not too far from its troops."""
    state = outlook.state
    start = state.units[train].hex
    assert start is not None
    own = outlook.formations.get(state.formation_of(train).id, ())
    hexes = [h for u in own if (h := state.units[u].hex) is not None] or [*outlook.friends]
    roads = state.battle.battlefield.way_hexes

    def worth(hex_: Hex) -> float:
        enemy = min(outlook.enemy_distance(hex_), 11)
        away = min((outlook.distance(hex_, h) for h in hexes), default=0)
        held = bool(state.combat_units_in(hex_, outlook.side))
        total = 1.0 * enemy - 0.35 * max(away - 4, 0) + (hex_ in roads) - 0.02 * away
        return total + (1.0 if held else 0.0) + (0.8 if hex_ == start else 0.0)

    return max([start, *ways], key=lambda h: (worth(h), h))


# -- the questions


def move(question: Question[MoveUnits, Units | LeaderMove | None]) -> Units | LeaderMove | None:
    """The next units of the plan who are not where it wants them."""
    state, goals = question.state, plan_of(question)
    for unit, goal in goals.items():
        record = state.units.get(unit)
        if record is None or record.hex is None or record.hex == goal:
            continue
        if standing_refusal(state, unit) is not None:
            continue
        group = _together(state, unit, goals)
        return group if question.listed(group) else (unit,)
    if None not in question.options:
        return question.default
    rides = [option for option in question.options if isinstance(option, LeaderMove)]
    return _ride(question, rides) if rides else None


def _ride(
    question: Question[MoveUnits, Units | LeaderMove | None], rides: Sequence[LeaderMove]
) -> LeaderMove | None:
    """With `sequence = 2010` leaders ride when the units have moved (T2.6)."""
    asked: Question[MoveLeader, LeaderMove | None] = Question(
        MoveLeader(question.outlook.side),
        (None, *rides),
        question.outlook,
        question.look,
        question.dice,
        question.level,
        question.notes,
    )
    return ride(asked)


def _together(state: TlnbState, unit: UnitId, goals: Mapping[UnitId, Hex]) -> tuple[UnitId, ...]:
    """A unit with those of its hex who go to the same goal at the same pace."""
    record, card = state.units[unit], state.card(unit)
    if card.arm.is_train:
        return (unit,)
    group = (
        [u for u in state.units_in(record.hex, card.side) if record.hex is not None]
        if record.hex is not None
        else []
    )
    pace = card.arm.is_mounted, card.arm is Arm.INFANTRY
    fit = [
        u
        for u in group
        if goals.get(u) == goals[unit]
        and (state.card(u).arm.is_mounted, state.card(u).arm is Arm.INFANTRY) == pace
        and standing_refusal(state, u) is None
    ]
    return tuple(fit)


def path(question: Question[ChoosePath, March]) -> March:
    """To where the plan wants them, or as near as they come."""
    state, units = question.state, question.asked.units
    start = state.units[units[0]].hex
    assert start is not None
    goal = plan_of(question).get(units[0], start)
    plain = [m for m in question.options if m.work is None and not m.exits]
    outlook = question.outlook
    exact = [m for m in plain if m.path[-1] == goal]
    zone = enemy_zone(state, outlook.side)
    if exact:
        chosen = exact[0]
    else:
        safe = [m for m in plain if m.path[-1] not in zone or m.path[-1] == start]
        rooms = [m for m in safe if m.path[-1] == start or room_in(state, m.path[-1], units)]
        chosen = min(rooms or plain, key=lambda m: (outlook.distance(m.path[-1], goal), m.path))
    if len(chosen.path) == 1:
        return chosen
    left = [u for u in state.combat_units_in(start, outlook.side) if u not in units]
    riders = () if left else leaders_free(state, units)
    with_them = replace(chosen, leaders=riders)
    return with_them if riders and question.listed(with_them) else chosen


MEMORY: Final = "moves"


def plan_of(question: Question[Any, Any]) -> Mapping[UnitId, Hex]:
    """Where the plan of this Player-Turn wants each unit, the attackers first."""
    kept = question.notes.memory.get(MEMORY)
    count = question.state.count
    if isinstance(kept, dict) and kept.get("count") == count:
        return {UnitId(u): Hex(h) for u, h in kept["goals"]}
    goals = made(question)
    told = [[str(u), str(h)] for u, h in goals.items()]
    question.notes.memory[MEMORY] = {"count": count, "goals": told}
    return goals


def made(question: Question[Any, Any]) -> dict[UnitId, Hex]:
    """The plan of a Player-Turn: attacks, everyone else, trains."""
    outlook = question.outlook
    draft = draft_of(outlook)
    blows = build(draft, question)
    attackers = list(draft.placed)
    settle(draft, blows, aims_of(question))
    goals = {unit: draft.placed[unit] for unit in attackers}
    goals |= {unit: hex_ for unit, hex_ in draft.placed.items() if unit not in goals}
    for record in outlook.state.on_map(outlook.side):
        if outlook.state.card(record.id).arm.is_train and record.hex is not None:
            goals[record.id] = haven(outlook, record.id, draft.reach(record.id))
    return goals
