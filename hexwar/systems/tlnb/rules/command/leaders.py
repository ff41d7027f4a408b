"""Leaders: how they move, sleep, are taken and replaced (T5)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.cards.readings import reading
from hexwar.cards.records import Pile
from hexwar.engine import CHANCE, Choice, Manner, Refusal, Roll, Table, YesNo, refuse
from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Reach, Steps, reach
from hexwar.ground.costs import Gait, ground_of, steps_of
from hexwar.ground.hiding import (
    Halt,
    first_halt,
    halt_on,
    uncover,
    uncover_halt,
    unit_halt,
    unseen_zone,
)
from hexwar.ground.vedettes import held_by_any_unit
from hexwar.ground.zones import cells_of, enemy_zone_cells, standing
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.cards import LeaderRescued, WakeRolled
from hexwar.systems.tlnb.events.command import (
    LeaderCaptured,
    LeaderDisplaced,
    LeaderMoved,
    LeaderReplaced,
    LeadersAlong,
    LeadersDone,
    LeaderWoke,
)
from hexwar.systems.tlnb.rules.cards.effects import AIDE, knows_ford, rating_of
from hexwar.systems.tlnb.rules.cards.effects import NAPOLEON as EMPEROR
from hexwar.systems.tlnb.rules.cards.piles import show
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.special.places import leader_waits
from hexwar.systems.tlnb.rules.special.registry import NAPOLEON
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.question import Question
from hexwar.table.words import hex_name, leader_name

# -- the Command Movement Segment


async def leaders_segment(table: Table[TlnbState]) -> None:
    """A-4: leaders move one by one, each once; one who was captured is replaced first (T5.12)."""
    state = table.state
    if not state.command.moved:
        replace_officers(table)
    answer = await MoveLeader(state.phasing)
    if answer is None:
        table.emit(LeadersDone(state.phasing))
        next_step(table)
    else:
        ride(table, answer)


@dataclass(frozen=True, slots=True)
class LeaderMove:
    """A leader rides along hexes, that where he stands the first."""

    leader: LeaderId
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class MoveLeader(Question[LeaderMove | None], rule="T5.2"):
    """T5.2: which leader moves, and where; None: no other does."""

    words = mark("{who} may move their leaders.")
    clue = mark("Click a leader, then where he rides.")

    def options(self, state: TlnbState) -> Sequence[LeaderMove | None]:
        """None; then each leader to each friendly stack that he can reach."""
        return [None, *listed_rides(state, free_leaders(state, Side(self.side)))][:400]

    def refusal(self, state: TlnbState, answer: LeaderMove | None) -> Refusal | None:
        """The law: any path that he can pay (T5.17)."""
        if answer is None:
            return None
        if answer.leader not in free_leaders(state, Side(self.side)):
            why = leader_waits(state, answer.leader) if answer.leader in state.leaders else None
            return why or refuse("T5.2", "This leader does not move now.")
        return ride_refusal(state, answer)

    def choices(
        self, view: TlnbState, options: Sequence[LeaderMove | None]
    ) -> Sequence[Choice[Any]]:
        """A button to end; each ride by a click on the leader and where it ends."""
        end = Choice("end", say("Leaders are done"), "", None, manner=Manner.END)
        return [end, *(ride_choice(view, o) for o in options if o is not None)]


def listed_rides(state: TlnbState, leaders: Sequence[LeaderId]) -> Iterator[LeaderMove]:
    """Each of some leaders to each friendly stack that he can reach."""
    for leader in leaders:
        yield from _rides_to_friends(state, leader)


def ride_choice(view: TlnbState, ride: LeaderMove) -> Choice[Any]:
    """A ride by a click on the leader and where it ends."""
    name, end = view.battle.leaders[ride.leader].name, ride.path[-1]
    label = say("{name} to {hex}", name=name, hex=view.battle.battlefield.name_of(end))
    id_ = f"{ride.leader}-{end}"
    return Choice(id_, label, "", ride, spots=(end,), pieces=(ride.leader,))


def ride(table: Table[TlnbState], move: LeaderMove) -> None:
    """T5.17: a leader rides as far as no enemy stops him whom he did not see."""
    side = table.state.battle.leaders[move.leader].side
    halt = ride_halt(table.state, side, move.path)
    path = move.path if halt is None else move.path[: halt.place + 1]
    table.emit(LeaderMoved(move.leader, path))
    if not table.state.hiding.is_empty:
        uncover(table, path[1:], "met", table.state.battle.enemy(side))
    if halt is not None:
        uncover_halt(table, side, halt)


def ride_halt(state: TlnbState, side: Side, path: Sequence[Hex]) -> Halt | None:
    """What stops a leader who rides alone: unseen units, and their zone where no friend is."""
    if state.hiding.is_empty:
        return None
    halt = first_halt(
        halt_on(state, side, path, entering=False, heeds_zones=False),
        unit_halt(state, side, path),
    )
    zone = unseen_zone(state, side)
    met = (n for n, hex_ in enumerate(path) if n and hex_ in zone)
    place = next(met, None)
    if place is None:
        return halt
    is_held = bool(state.combat_units_in(path[place], side))
    return first_halt(halt, Halt(place if is_held else place - 1, zone=path[place]))


def free_leaders(state: TlnbState, side: Side) -> tuple[LeaderId, ...]:
    """The leaders who may still move in this segment (T5.2, T5.10, T5.11)."""
    command = state.command
    barred = command.moved | command.asleep | command.displaced
    free = (card.id for card in state.leaders_on_map(side) if card.id not in barred)
    return tuple(leader for leader in free if leader_waits(state, leader) is None)


def _ride_ground(state: TlnbState, leader: LeaderId) -> tuple[Hashable, ...]:
    """What a leader's rides hang on: that another leader has ridden changes nothing."""
    return *standing(state), state.leaders[leader].hex, ground_of(state)


@kept_by(_ride_ground)
def _rides_to_friends(state: TlnbState, leader: LeaderId) -> tuple[LeaderMove, ...]:
    """The rides of a leader to each friendly stack that he can reach, near ones first."""
    grid, ways = state.battle.battlefield.grid, rides(state, leader)
    ends = _friends(state, state.battle.leaders[leader].side) - {ways.start}
    near = sorted((cell for cell in ways.cost if cell in ends), key=ways.cost.__getitem__)
    return tuple(LeaderMove(leader, tuple(grid.hexes[c] for c in ways.path(cell))) for cell in near)


@kept_by(_ride_ground)
def rides(state: TlnbState, leader: LeaderId) -> Reach:
    """Where a leader can ride: cavalry costs, roads at half; into an EZOC only to friends."""
    card, hex_ = state.battle.leaders[leader], state.leaders[leader].hex
    assert hex_ is not None
    index = state.battle.battlefield.grid.index
    zone, held = enemy_zone_cells(state, card.side), _friends(state, card.side)
    blocked = held_by_any_unit(state, card.side) | (zone - held)
    limit, start = 2 * card.movement, index[hex_]
    steps = _steps_from(state, leader, hex_)
    return reach(steps, start, limit, blocked=blocked - {start}, stops=zone - {start})


def _steps_from(state: TlnbState, leader: LeaderId, hex_: Hex) -> Steps:
    """The steps of a leader; from where he stands through fords too (T18.31, T18.35)."""
    card = state.battle.leaders[leader]
    steps, field = steps_of(state, Gait.LEADER), state.battle.battlefield
    if not (field.fords or state.spans.found):
        return steps
    ground, index = ground_of(state), field.grid.index
    dry, limit = {cell for cell, _ in steps[index[hex_]]}, 2 * card.movement
    near = (b for b in field.grid.neighbours[hex_] if index[b] not in dry)
    known = (b for b in near if knows_ford(state, card.side, hex_, b))
    waded = (ground.ford(Gait.LEADER, hex_, b, limit) for b in known)
    fords = [(index[step.hex], step.halves) for step in waded if step is not None]
    return steps.altered({index[hex_]: [*steps[index[hex_]], *fords]}) if fords else steps


@kept
def _friends(state: TlnbState, side: Side) -> frozenset[int]:
    cards = state.battle.units
    hexes = (u.hex for u in state.on_map(side) if cards[u.id].is_combat_unit)
    return cells_of(state, (hex_ for hex_ in hexes if hex_ is not None))


def ride_refusal(state: TlnbState, move: LeaderMove) -> Refusal | None:
    """Why a leader may not ride along a path, or None (T5.3, T5.17)."""
    grid, index = state.battle.battlefield.grid, state.battle.battlefield.grid.index
    side = state.battle.leaders[move.leader].side
    if not move.path or move.path[0] != state.leaders[move.leader].hex:
        return refuse("T5.2", "The path does not begin where the leader stands.")
    if any(hex_ not in grid for hex_ in move.path):
        return refuse("T5.2", "The path leaves the map.")
    zone, enemies = enemy_zone_cells(state, side), held_by_any_unit(state, side)
    plain, spent = steps_of(state, Gait.LEADER), 0
    first = _steps_from(state, move.leader, move.path[0])
    for place, (a, b) in enumerate(zip(move.path, move.path[1:], strict=False)):
        cost = dict((plain if place else first)[index[a]]).get(index[b])
        if cost is None or index[b] in enemies:
            return refuse("T5.17", "He cannot ride from {a} to {b}.", a=a, b=b)
        if place and index[a] in zone:
            return refuse("T5.3", "A leader stops in the enemy zone in {a}.", a=a)
        if index[b] in zone and index[b] not in _friends(state, side):
            return refuse("T5.3", "A leader enters an enemy zone only to friends, not {b}.", b=b)
        spent += cost
    if spent > 2 * state.battle.leaders[move.leader].movement:
        return refuse("T5.2", "The ride costs more MP than he has.")
    return None


def replace_officers(table: Table[TlnbState]) -> None:
    """T5.12: a generic officer takes over from one who was captured, on a unit of the formation."""
    state = table.state
    for leader in state.losses.captured:
        card = state.battle.leaders[leader]
        is_gone = state.leaders[leader].hex is None
        if card.side != state.phasing or leader not in state.battle.officers or not is_gone:
            continue
        units = (state.units[u] for u in state.units_of(card.formation))
        hex_ = next((u.hex for u in units if u.hex is not None), None)
        if hex_ is not None:
            table.emit(LeaderReplaced(leader, hex_))


# -- who is where


def officer_rating(state: TlnbState, leader: LeaderId) -> int:
    """An officer's initiative, less for each successor (T5.12)."""
    by_card = rating_of(state, leader)
    if by_card is not None:
        return by_card
    loss = state.numbers.command.replacement_loss * state.leaders[leader].successor
    return max(state.battle.officers[leader] - loss, state.numbers.initiative.least)


@dataclass(frozen=True, slots=True)
class LeadersStay(Question[bool], YesNo, rule="T5.18", is_open=True):
    """T5.18: whether leaders go along with troops that retreat or advance."""

    words = mark("Do {leaders} go along to {hex}?")
    kinds = ("go", "stay")
    leaders: tuple[LeaderId, ...]
    path: tuple[Hex, ...]

    def sentence(self, view: TlnbState) -> str:
        """It lists the leaders, and says where the troops end."""
        names = ", ".join(leader_name(view, leader) for leader in self.leaders)
        return self.told(view, self.words, leaders=names, hex=hex_name(view, self.path[-1]))


async def go_along(
    table: Table[TlnbState], leaders: Sequence[LeaderId], path: tuple[Hex, ...]
) -> None:
    """T5.18: leaders go along with troops, unless their owner wants them to stay."""
    if not leaders or len(path) < 2:
        return
    side = table.state.battle.leaders[leaders[0]].side
    if await LeadersStay(side, tuple(leaders), path):
        table.emit(LeadersAlong(tuple(leaders), path))


# -- the fate of leaders whom their troops have left (T5.11)


async def leaders_fate(table: Table[TlnbState], hex_: Hex, side: Side) -> None:
    """T5.11: a side's leaders who stand alone in a hex are captured or get away."""
    state = table.state
    if state.combat_units_in(hex_, side):
        return
    for leader in state.leaders_in(hex_, side):
        die = await Roll(CHANCE, mark("the capture of a leader"))
        is_caught = die <= state.numbers.command.capture_die
        if is_caught and leader in state.battle.commanders and is_napoleon(state, leader):
            second = await Roll(CHANCE, mark("the capture of Napoleon"))
            is_caught = second <= state.numbers.command.napoleon_second_die
        path = None if is_caught else _refuge(state, hex_, side)
        if path is None and await saves(table, side, leader):
            path = _refuge(state, hex_, side) or (hex_,)
        if path is None:
            table.emit(LeaderCaptured(leader, die))
        else:
            table.emit(LeaderDisplaced(leader, path))


@dataclass(frozen=True, slots=True)
class SaveLeader(Question[bool], YesNo, rule="T24.9"):
    """T24.9: whether a side plays its Aide de Camp, so that a leader is not captured."""

    words = mark("{leader} is about to be captured. Does an Aide de Camp save him?")
    default = False
    kinds = ("play", "pass")
    labels = (mark("Play Aide de Camp"), mark("No card"))
    leader: LeaderId


async def saves(table: Table[TlnbState], side: Side, leader: LeaderId) -> bool:
    """Whether a card of a side's hand keeps a leader from being captured (card 31)."""
    piles = table.state.cards.piles.get(side)
    if piles is None or AIDE not in piles.of(Pile.HAND):
        return False
    if not await SaveLeader(side, leader):
        return False
    show(table, side, AIDE, (leader,))
    table.emit(LeaderRescued(leader, AIDE))
    return True


# -- leaders who sleep (T5.10)


async def call_sleepers(table: Table[TlnbState], side: Side) -> None:
    """T5.10: each commander of a side who sleeps is called once at the start of its A-5."""
    state = table.state
    for leader in sorted(state.command.asleep - state.command.called):
        if state.battle.leaders[leader].side == side:
            die = await throw(table, side, mark("waking a commander"))
            is_awake = die <= state.numbers.command.wake_die
            table.emit(WakeRolled(leader, die, is_awake))


def raise_alarm(table: Table[TlnbState], hex_: Hex) -> None:
    """T5.10: a fight near a commander of those who are attacked wakes him at once."""
    state = table.state
    distance, limit = state.battle.battlefield.grid.distance, state.numbers.command.wake_distance
    for leader in sorted(state.command.asleep):
        where = state.leaders[leader].hex
        is_theirs = state.battle.leaders[leader].side == state.waiting
        if is_theirs and where is not None and distance(where, hex_) <= limit:
            table.emit(LeaderWoke(leader))


def is_napoleon(state: TlnbState, leader: LeaderId) -> bool:
    """Whether a leader is Napoleon, who is captured by two dice only: by his rule, or his name."""
    card = state.battle.leaders[leader]
    return NAPOLEON in card.special or card.name == reading(EMPEROR).leader


def _refuge(state: TlnbState, hex_: Hex, side: Side) -> tuple[Hex, ...] | None:
    """The hex of friends where a displaced leader goes, with that where he was (T5.11, T4.6)."""
    distance = state.battle.battlefield.grid.distance
    cards = state.battle.units
    hexes = {u.hex for u in state.on_map(side) if cards[u.id].is_combat_unit and u.hex is not None}
    near = [h for h in hexes if distance(hex_, h) <= state.numbers.command.refuge]
    best = min(near, key=lambda h: (distance(hex_, h), h), default=None)
    return None if best is None else (hex_, best)
