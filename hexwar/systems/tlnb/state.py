"""The state of a game, chapter by chapter, and what one side may know of it.

Each chapter is a frozen record that events replace whole, so copies share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar, cast

from hexwar.cards.readings import Allowance
from hexwar.cards.records import CardsInPlay
from hexwar.engine import CHANCE
from hexwar.engine.records import CHAPTER, OPEN, PRINTED, secret, seen_by, without
from hexwar.ground.hiding import hiding_seen, take_off
from hexwar.ground.law import GroundState
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.tlnb.battle import MarchOrder, TlnbBattle
from hexwar.systems.tlnb.numbers import Numbers
from hexwar.systems.tlnb.rules.special.going import numbers_on
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.hearsay import texts_in
from hexwar.table.hiding import (
    SEEN,
    Hiding,
    control_seen,
    last_in_seen,
    side_of_piece,
    unseen_by,
    without_pieces,
)
from hexwar.table.pieces import Leader, Unit
from hexwar.table.state import Sky, place_of

V = TypeVar("V", bound=Mapping[Any, Any] | tuple[Any, ...] | frozenset[Any])


class Step(StrEnum):
    """The segments of a Player-Turn, in order (T2.3)."""

    WEATHER = mark("weather segment")
    CARDS = mark("card segment")
    MARCH_ORDERS = mark("march order segment")
    LEADERS = mark("command movement segment")
    COMMAND = mark("command segment")
    RECOVERY = mark("recovery segment")
    ENTRY = mark("reinforcement segment")  # B-1
    MOVEMENT = mark("movement segment")  # B-2
    HIDDEN = mark("hidden forces segment")  # B-3
    DECLARATION = mark("declaration")  # C-1
    BOMBARDMENT = mark("bombardment segment")  # C-2
    CHARGE = mark("charge segment")  # C-3
    COMBAT = mark("combat segment")  # C-4
    STATUS = mark("status segment")  # D

    @property
    def letter(self) -> str:
        """Its place in the sequence of play, such as `A-2`."""
        return _LETTERS[self]


_PLACES = "A-1 A-2 A-3 A-4 A-5 A-6 B-1 B-2 B-3 C-1 C-2 C-3 C-4 D"
_LETTERS = dict(zip(Step, _PLACES.split(" "), strict=True))


# -- who looks, and what he sees of what hidden forces do (T16.9)


@dataclass(frozen=True, slots=True)
class Reader:
    """One side as it looks at the table."""

    state: TlnbState
    side: Side
    unseen: frozenset[str] = frozenset()  # the enemy's pieces that he does not see

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: all lies open then."""
        return self.state.over

    @property
    def key(self) -> object:
        """All that decides what he sees of a record."""
        return self.side, self.is_over, self.unseen


def _hiding_seen(hiding: Hiding, reader: Reader) -> Hiding:
    return hiding if reader.is_over else hiding_seen(reader.state, hiding, reader.side)


def _seen_of(pieces: V, reader: Reader) -> V:
    """What names pieces, or is told by them, without those that are not seen."""
    if not reader.unseen or reader.unseen.isdisjoint(pieces):
        return pieces
    return _kept(pieces, [piece for piece in pieces if piece not in reader.unseen])


def _kept(told: V, keys: Iterable[Any]) -> V:
    if isinstance(told, Mapping):
        return cast("V", {key: told[key] for key in keys})
    return cast("V", type(told)(keys))


def _named_seen(
    named: Mapping[LeaderId, tuple[LeaderId, ...]], reader: Reader
) -> Mapping[LeaderId, tuple[LeaderId, ...]]:
    if not reader.unseen:
        return named
    return {x: _seen_of(named[x], reader) for x in named if x not in reader.unseen}


def _of_seen_formations(formations: V, reader: Reader) -> V:
    """What is told by formations, without those of whom anything is hidden."""
    if not (reader.unseen and formations):
        return formations
    hidden = {formation_of_piece(reader.state, piece) for piece in reader.unseen}
    return _kept(formations, [formation for formation in formations if formation not in hidden])


def _trains_seen(trains: Mapping[UnitId, UnitId], reader: Reader) -> Mapping[UnitId, UnitId]:
    if not reader.unseen:
        return trains
    return {u: t for u, t in trains.items() if reader.unseen.isdisjoint((u, t))}


def _control_seen(control: Mapping[Hex, Side], reader: Reader) -> Mapping[Hex, Side]:
    return control if reader.is_over else control_seen(control, reader.state.hiding, reader.side)


def _last_in_seen(units: Mapping[Hex, UnitId], reader: Reader) -> Mapping[Hex, UnitId]:
    if reader.is_over:
        return units
    return last_in_seen(units, reader.state.hiding, reader.side, reader.unseen)


def _own_dummies(dummies: tuple[str, ...], reader: Reader) -> tuple[str, ...]:
    if reader.is_over or not dummies:
        return dummies
    battle = reader.state.battle
    return tuple(dummy for dummy in dummies if side_of_piece(battle, dummy) == reader.side)


_PIECES = secret(_seen_of)
"""Of a field that names units or leaders, or tells something of each."""


# -- the chapters


@dataclass(frozen=True, slots=True)
class Command:
    """Who is in command in this Player-Turn (T5, T6)."""

    named: Mapping[LeaderId, tuple[LeaderId, ...]] = field(
        default_factory=dict, metadata=secret(_named_seen)
    )
    # the officers whom each commander has named; a commander who has named nobody too (T5.5)
    officers: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)
    # officers who are in command, named or by their die (T5.6, T6.31)
    failed: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)
    # officers whose die failed (T6.33)
    checked: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # units that have rolled for themselves (T6.5)
    units: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # units in command; settled when A-5 ends (T5.15)
    is_settled: bool = field(default=False, metadata=OPEN)
    moved: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)
    # leaders who have moved in this Player-Turn (T5.2, T14.4)
    asleep: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)  # T5.10
    displaced: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)
    # leaders who lose their next A-4 move (T5.11)
    called: frozenset[LeaderId] = field(default=frozenset(), metadata=_PIECES)
    # sleeping commanders who have been called in this Player-Turn (T5.10)


@dataclass(frozen=True, slots=True)
class Marches:
    """March Orders (T7.5)."""

    orders: Mapping[FormationId, MarchOrder] = field(
        default_factory=dict, metadata=secret(_of_seen_formations)
    )
    # in force; their routes are whole, each hex next to the one before
    given: Mapping[LeaderId, int] = field(default_factory=dict, metadata=_PIECES)
    # how many each commander has given on this turn (T7.52)
    arrived: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)  # T7.58
    waiting: tuple[MarchOrder, ...] = field(default=(), metadata=OPEN)
    # of the scenario, not yet in force: from a later turn on, or on entry (T7.59)


@dataclass(frozen=True, slots=True)
class Marks:
    """What units have done and may do, beside what their own records tell (T1.16, T2.7)."""

    returned: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # came back in this Player-Turn: may not move nor attack (T14.5)
    held: Mapping[UnitId, int] = field(default_factory=dict, metadata=_PIECES)
    # MP that a unit may use in its next B-2, after a charge (T13.9)
    stirred: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # moved or fought since their owner's last Player-Turn began: no rest for works (T18.22, T21.4)
    stirred_before: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # the same in the Player-Turn before
    tried: tuple[Hexside, ...] = field(default=(), metadata=OPEN)
    # spans and fords worked at in this Player-Turn (T7.64)
    rolled: tuple[Hex, ...] = field(default=(), metadata=OPEN)
    # hexes where an improved position was rolled for in this Player-Turn (T21.4)
    stacked: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # did not begin the Player-Turn alone in their hex: they wade through no ford (T18.32)
    far: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # moved more than one hex in this Player-Turn: foot guns only fire at the next hex (T12.6)
    ended: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # have ended a move or an advance in this Player-Turn, beside whom trains are lost (T19.6)
    pushed: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # have pushed a weak enemy back in this Player-Turn (T17.7)
    feinted: tuple[str, ...] = field(default=(), metadata=secret(_own_dummies))
    # dummies that have moved in this Player-Turn (T16.10)


@dataclass(frozen=True, slots=True)
class Shot:
    """A bombardment that is declared (T12.9)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class Ride:
    """A charge that is declared (T13.12)."""

    units: tuple[UnitId, ...]
    target: Hex
    path: tuple[Hex, ...]  # from the start to the last hex before the target


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that is declared (T10.12)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class Fights:
    """What is fought in the Combat Phase of this Player-Turn (T10 to T13)."""

    shots: tuple[Shot, ...] = field(default=(), metadata=OPEN)  # declared, not yet resolved
    rides: tuple[Ride, ...] = field(default=(), metadata=OPEN)
    blows: tuple[Blow, ...] = field(default=(), metadata=OPEN)  # with `declare = all` (T10.24)
    duty_units: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)
    # who must attack, listed when C-4 begins (T10.11)
    duty_hexes: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)
    # which enemy hexes must be attacked
    has_duties: bool = field(default=False, metadata=OPEN)  # whether they have been listed
    attacked: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)  # T10.2
    bombarded: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)  # T12.2
    charged: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)  # hexes charged (T13.21)
    bridges: tuple[tuple[Hexside, Hex], ...] = field(default=(), metadata=OPEN)
    # over which an attack was made, each with the hex that it came from (T7.66)
    fled: tuple[Hexside, ...] = field(default=(), metadata=OPEN)
    # spans over which a unit has retreated in this combat, once for each unit (T11.54)
    shaken: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)
    # retreated in this phase: they add nothing in a hex attacked later (T11.55)
    last: tuple[Hex, ...] = field(default=(), metadata=OPEN)
    # hexes attacked or bombarded in the last Player-Turn, for Sound of Guns (T24.3)
    before: tuple[Hex, ...] = field(default=(), metadata=OPEN)  # in the one before that


@dataclass(frozen=True, slots=True)
class Losses:
    """What was lost and is asked for later (T5.12, T15, T23)."""

    exited_unsupplied: tuple[UnitId, ...] = field(default=(), metadata=OPEN)
    withdrawn: tuple[UnitId, ...] = field(default=(), metadata=OPEN)
    # who left the map while a card made that count VP (T23.1)
    captured: Mapping[LeaderId, int] = field(default_factory=dict, metadata=OPEN)
    # leaders: on which turn
    trains: tuple[UnitId, ...] = field(default=(), metadata=OPEN)  # captured or destroyed
    guard_vp: Mapping[Side, int] = field(default_factory=dict, metadata=OPEN)
    # VP of a side for the enemy's Old Guard that gave way (T11.3b)
    guard_day: Mapping[Side, int] = field(default_factory=dict, metadata=OPEN)
    # the day on which it last did


@dataclass(frozen=True, slots=True)
class Spirit:
    """What formations can still bear (T15)."""

    demoralized: frozenset[FormationId] = field(default=frozenset(), metadata=OPEN)
    lowered: Mapping[FormationId, int] = field(default_factory=dict, metadata=OPEN)
    # SP off a formation's level, by cards (T15.5)
    dismayed: Mapping[UnitId, int] = field(default_factory=dict, metadata=_PIECES)
    # units near an Old Guard that gave way: up to the end of which Player-Turn, counted by
    # `TlnbState.count` (T11.3b)


@dataclass(frozen=True, slots=True)
class Supply:
    """Who is out of supply, and who lives off another's train (T19)."""

    unsupplied: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    trains_of: Mapping[UnitId, UnitId] = field(default_factory=dict, metadata=secret(_trains_seen))


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds victory hexes and supply sources (T23.6)."""

    control: Mapping[Hex, Side] = field(default_factory=dict, metadata=secret(_control_seen))
    last_in: Mapping[Hex, UnitId] = field(default_factory=dict, metadata=secret(_last_in_seen))

    def of(self, hex_: Hex, side: Side, unit: UnitId | None) -> Holding:
        """The same with a hex that is a side's now, won by a unit if it is known by which."""
        units = self.last_in
        won = without(units, hex_) if unit is None else {**units, hex_: unit}
        return Holding({**self.control, hex_: side}, won)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who is to come (T20)."""

    arrivals: tuple[Arrival, ...] = field(default=(), metadata=OPEN)
    called: tuple[Alternate, ...] = field(default=(), metadata=OPEN)


@dataclass(frozen=True, slots=True)
class Deal:
    """What the card procedure remembers beside the piles (T24.2)."""

    allowances: Mapping[Side, Allowance] = field(default_factory=dict, metadata=OPEN)
    # MP of foot and of horse in the side's Player-Turn (T7.41)
    dealt: tuple[Side, ...] = field(default=(), metadata=OPEN)  # who has drawn bonus cards
    owed: Mapping[Side, int] = field(default_factory=dict, metadata=OPEN)
    # Tactics cards played since a side's last draw (18.33)
    recovery: bool = field(default=False, metadata=OPEN)
    # whether a card with the RECOVERY mark was played in this Player-Turn (T14.2)
    has_thundered: bool = field(default=False, metadata=OPEN)
    # whether a thunderstorm has occurred: fords are harder to find (T18.34)


@dataclass(frozen=True, slots=True)
class Special:
    """What the special rules of a battle remember (T34.6); Player-Turns as `TlnbState.count`."""

    lapsed: frozenset[str] = field(default=frozenset(), metadata=OPEN)
    # ids of rules that bind nobody any more
    led: Mapping[LeaderId, tuple[int, Hex]] = field(default_factory=dict, metadata=OPEN)
    # leaders who have led a combat: in which Player-Turn, and for which hex (T10.23)
    fought: Mapping[LeaderId, int] = field(default_factory=dict, metadata=OPEN)
    # leaders with whom units attacked or were attacked: in which Player-Turn
    stormed: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)
    # hexes that a rule names, attacked or bombarded so far
    rested: Mapping[FormationId, int] = field(
        default_factory=dict, metadata=secret(_of_seen_formations)
    )
    # exhausted formations: turns in a row without a march
    blinded: frozenset[UnitId] = field(default=frozenset(), metadata=_PIECES)
    # infantry that snow has driven upon an enemy in this Player-Turn
    great: int = field(default=0, metadata=OPEN)  # the Player-Turn of the great charge
    ridden: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)  # who rode in it
    departed: Mapping[UnitId, int] = field(default_factory=dict, metadata=OPEN)
    # units that left by an exit of a rule: the SP that count


@dataclass(slots=True, kw_only=True)
class TlnbState(GroundState):
    """Everything that moves in a game."""

    battle: TlnbBattle = field(metadata=PRINTED)
    player: int = field(default=0, metadata=OPEN)  # whose Player-Turn: 0 for the first player
    step: Step = field(default=Step.WEATHER, metadata=OPEN)
    last_turn: int = field(default=0, metadata=OPEN)
    # of the game; less than the battle's turns unless a second day is fought (T2.12)
    hiding: Hiding = field(default=SEEN, metadata=secret(_hiding_seen))  # T16
    command: Command = field(default=Command(), metadata=CHAPTER)
    marches: Marches = field(default=Marches(), metadata=CHAPTER)
    marks: Marks = field(default=Marks(), metadata=CHAPTER)
    fights: Fights = field(default=Fights(), metadata=CHAPTER)
    losses: Losses = field(default=Losses(), metadata=CHAPTER)
    spirit: Spirit = field(default=Spirit(), metadata=CHAPTER)
    supply: Supply = field(default=Supply(), metadata=CHAPTER)
    holding: Holding = field(default=Holding(), metadata=CHAPTER)
    schedule: Schedule = field(default=Schedule(), metadata=CHAPTER)
    cards: CardsInPlay = field(default_factory=CardsInPlay, metadata=CHAPTER)
    deal: Deal = field(default=Deal(), metadata=CHAPTER)
    special: Special = field(default=Special(), metadata=CHAPTER)

    @property
    def numbers(self) -> Numbers:
        """The numbers that are played with."""
        return numbers_on(self.battle)

    def put_unit(self, unit: Unit) -> None:
        """Replace a unit's record; who leaves the map lies under no flag any more."""
        GroundState.put_unit(self, unit)  # slots=True makes the class anew: no bare super()
        if unit.hex is None and unit.id in self.hiding.hidden:
            self.hiding = without_pieces(self.hiding, (unit.id,))

    def put_leader(self, leader: Leader) -> None:
        """Replace a leader's record; who leaves the map lies under no flag any more."""
        GroundState.put_leader(self, leader)
        if leader.hex is None and leader.id in self.hiding.hidden:
            self.hiding = without_pieces(self.hiding, (leader.id,))

    def put_sky(self, sky: Sky) -> None:
        """Replace the weather; a thunderstorm is remembered (T18.34)."""
        GroundState.put_sky(self, sky)
        if sky.weather == "thunderstorm":
            self.deal = replace(self.deal, has_thundered=True)

    def stir(self, unit: UnitId) -> None:
        """A unit has not rested in this Player-Turn (T18.22)."""
        self.marks = replace(self.marks, stirred=self.marks.stirred | {unit})

    @property
    def phasing(self) -> Side:
        """Whose Player-Turn it is."""
        return self.battle.sides[self.player]

    @property
    def waiting(self) -> Side:
        """The other side."""
        return self.battle.sides[1 - self.player]

    @property
    def count(self) -> int:
        """The Player-Turns so far, this one too."""
        return 2 * max(self.turn, 1) - 1 + self.player


def view(state: TlnbState, side: Side) -> TlnbState:
    """The state as one side may know it: the enemy's hand lies face down (T24.2).

    What he hides is off the map (T16.9).
    """
    hides = bool(state.hiding.unseen) and not state.over
    unseen = unseen_by(state.battle, state.hiding, side) if hides else frozenset[str]()
    seen = seen_by(state, Reader(state, side, unseen))
    if unseen:
        take_off(seen, unseen, state.battle.enemy(side))
    return seen


def knowledge(state: TlnbState, side: str) -> TlnbState:
    """What a side judges by: the state, or its view of it where forces may be hidden (T16.9)."""
    if side == CHANCE or not (state.battle.has_fog or state.hiding.unseen):
        return state
    return view(state, Side(side))


def conceals(state: TlnbState, side: str, told: Any) -> bool:
    """Whether something names what a side does not know of: a hidden piece, its hex, a dummy."""
    if state.hiding.is_empty:
        return False
    unseen = unseen_by(state.battle, state.hiding, Side(side))
    secret_names = {place_of(state, piece) for piece in unseen} | unseen
    dummies = (d for d in state.hiding.dummies if side_of_piece(state.battle, d) != side)
    secret_names.update(dummies)
    return any(name in secret_names for name in texts_in(told))


def formation_of_piece(state: TlnbState, piece: str) -> FormationId:
    """The formation of a unit or leader."""
    leader = state.battle.leaders.get(LeaderId(piece))
    return state.battle.formation_of[UnitId(piece)].id if leader is None else leader.formation
