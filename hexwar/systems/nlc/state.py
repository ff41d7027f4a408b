"""The state of a game, chapter by chapter, and what one side may know of it.

Each chapter is a frozen record that events replace whole, so copies share it. A secret field
names beside it what a view shows instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from hexwar.cards.records import SPIES, CardsInPlay
from hexwar.engine import CHANCE
from hexwar.engine.records import CHAPTER, OPEN, PRINTED, secret, seen_by, without
from hexwar.ground.hiding import hiding_seen, take_off
from hexwar.ground.law import GroundState
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import Numbers, numbers_of
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, Offer, Wish, formation_of_line
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Presence, Side, UnitId
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
from hexwar.table.pieces import Activation, Box, Leader, Phase, Unit, Writing
from hexwar.table.state import place_of

HIDDEN = FormationId("?")
"""Stands for what a view may not show, such as a chit that is still in the enemy's cup."""

BLANK = Line(())
"""Stands for an order that the enemy does not see."""

V = TypeVar("V", bound=Mapping[Any, Any] | tuple[Any, ...])


# -- who looks, and what he sees of each secret


@dataclass(frozen=True, slots=True)
class Reader:
    """One side as it looks at the table."""

    state: GameState
    side: Side
    formations: frozenset[FormationId]  # his own
    read: frozenset[LineId]  # the enemy's lines that spies have told of (N23.4)
    hidden: frozenset[str]  # groups of the schedule that a card of the enemy's changed in secret
    unseen: frozenset[str] = frozenset()  # the enemy's pieces that he does not see (N20)

    @property
    def key(self) -> tuple[object, ...]:
        """All that decides what he sees of a record."""
        return self.battle, self.side, self.read, self.hidden, self.unseen, self.is_over

    @property
    def is_fogged(self) -> bool:
        """Whether he is not told of the enemy's spirits (N20.2)."""
        return self.battle.has_fog and not self.is_over

    @property
    def battle(self) -> NlcBattle:
        """What is printed."""
        return self.state.battle

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: cards and schedule are laid open then."""
        return self.state.over

    def owns(self, line: LineId) -> bool:
        """Whether a line stands on his own pad."""
        return formation_of_line(line) in self.formations

    def reads(self, line: LineId) -> bool:
        """Whether he knows the order of a line; his own (N12.93), or all (N26.1)."""
        if self.battle.is_basic:
            return True
        return formation_of_line(line) in self.formations or line in self.read

    def leads(self, leader: LeaderId) -> bool:
        """Whether a leader is his own."""
        return self.battle.leaders[leader].side == self.side


def reader_of(state: GameState, side: Side) -> Reader:
    """A side, with what its spies have told and what the enemy's cards have hidden from it."""
    spied = any(e.card == SPIES and e.side == side and not e.subjects for e in state.cards.effects)
    own = _own_formations(state.battle, side)
    read = _read(state, side) if spied else frozenset()
    unseen = frozenset() if state.over else unseen_by(state.battle, state.hiding, side)
    return Reader(state, side, own, read, _hidden(state, side), unseen)


@lru_cache(maxsize=16)
def _own_formations(battle: NlcBattle, side: Side) -> frozenset[FormationId]:
    return frozenset(card.id for card in battle.formations.values() if card.side == side)


def _read(state: GameState, side: Side) -> frozenset[LineId]:
    """The enemy's lines as they were before this turn's were written (N12.9)."""
    return frozenset(
        line
        for line, held in state.pad.lines.items()
        if state.side_of_line(line) != side and not (held.units and held.since == state.turn)
    )


def _hidden(state: GameState, side: Side) -> frozenset[str]:
    theirs = (e for e in state.cards.effects if e.side != side and e.is_secret)
    named = {subject for effect in theirs for subject in effect.subjects}
    if not named or state.over:
        return frozenset()
    groups = state.schedule.arrivals
    return frozenset(group.key for group in groups if group.history and group.key in named)


def _lines_seen(lines: Mapping[LineId, Line], reader: Reader) -> Mapping[LineId, Line]:
    """A side reads its own orders (N12.93); the enemy's are blank (N27.7), some lines unknown."""
    known = {line for line in lines if reader.reads(line)}
    return {
        line: held if line in known else BLANK
        for line, held in lines.items()
        if line in known or FormationId(line) in reader.battle.formations
    }


def _detached_seen(units: Mapping[UnitId, LineId], reader: Reader) -> Mapping[UnitId, LineId]:
    return {u: line for u, line in units.items() if reader.reads(line)} if units else units


def _own_lines(lines: V, reader: Reader) -> V:
    return _kept(lines, reader.owns)


def _own_sides(sides: V, reader: Reader) -> V:
    return _kept(sides, lambda side: side == reader.side)


def _own_leaders(leaders: V, reader: Reader) -> V:
    return _kept(leaders, reader.leads)


def _kept(ids: V, is_known: Callable[[Any], bool]) -> V:
    """Those of some ids, or of a mapping by ids, that are known; itself where it is empty."""
    known = [id_ for id_ in ids if is_known(id_)]
    seen = {id_: ids[id_] for id_ in known} if isinstance(ids, Mapping) else tuple(known)
    return cast("V", seen) if ids else ids


def _wings_seen(
    wings: Mapping[FormationId, FormationId], reader: Reader
) -> Mapping[FormationId, FormationId]:
    """Who of the enemy's is under which wing is known as it was printed (N12.7)."""
    cards, own = reader.battle.formations.values(), reader.formations
    known = {formation: wing for formation, wing in wings.items() if formation in own}
    return known | {c.id: c.assigned_to for c in cards if c.assigned_to and c.id not in own}


def _cups_seen(
    cups: Mapping[Side, tuple[FormationId, ...]], reader: Reader
) -> Mapping[Side, tuple[FormationId, ...]]:
    """How many chits are in the enemy's cup is known, not whose (N4.45)."""
    return {
        side: cup if side == reader.side else (HIDDEN,) * len(cup) for side, cup in cups.items()
    }


def _arrivals_seen(groups: tuple[Arrival, ...], reader: Reader) -> tuple[Arrival, ...]:
    """What a card did in secret to the enemy's schedule is not known: it stands as printed."""
    if not reader.hidden:
        return groups
    printed = {group.key: group for group in reader.battle.arrivals}
    known = (printed.get(g.key) if g.key in reader.hidden else g for g in groups)
    return tuple(group for group in known if group is not None)


def _called_seen(called: tuple[Alternate, ...], reader: Reader) -> tuple[Alternate, ...]:
    seen = tuple(group for group in called if group.key not in reader.hidden)
    return seen if reader.hidden else called


def _units_seen(units: dict[UnitId, Unit], reader: Reader) -> dict[UnitId, Unit]:
    """Alternates of whom the enemy does not know yet that they were called are not in play."""
    groups = [group for group in reader.state.schedule.called if group.key in reader.hidden]
    if not groups:
        return units
    back = (replace(units[unit], box=Box.RESERVE) for group in groups for unit in group.units)
    return units | {unit.id: unit for unit in back}


def _leaders_seen(leaders: dict[LeaderId, Leader], reader: Reader) -> dict[LeaderId, Leader]:
    groups = [group for group in reader.state.schedule.called if group.key in reader.hidden]
    if not groups:
        return leaders
    cards, owner = reader.battle.formations, reader.battle.formation_of
    formations = {f for g in groups for f in (*g.formations, *(owner[u].id for u in g.units))}
    back = (
        replace(leaders[leader], box=Box.RESERVE)
        for formation in formations
        if cards[formation].presence not in (Presence.START, Presence.REINFORCEMENT)
        for leader in cards[formation].leaders
        if leaders[leader].box is Box.DUE
    )
    return leaders | {leader.id: leader for leader in back}


# -- what hidden forces would tell (N20)


def _hiding_seen(hiding: Hiding, reader: Reader) -> Hiding:
    return hiding if reader.is_over else hiding_seen(reader.state, hiding, reader.side)


def _activation_seen(acting: Activation | None, reader: Reader) -> Activation | None:
    """Who of the enemy's acted or reacted is known of those that are seen."""
    if acting is None or not reader.unseen:
        return acting
    seen = replace(
        acting,
        out_of_command=_seen_of(acting.out_of_command, reader),
        acting=_seen_of(acting.acting, reader),
        withdrew=_seen_of(acting.withdrew, reader),
        reacted=_seen_of(acting.reacted, reader),
    )
    units = (u for f in acting.formations for u in reader.battle.formations[f].units)
    if not any(unit in reader.unseen for unit in units):
        return seen
    return replace(seen, had_contact=False, also_had_contact=(), tried=())


def _seen_of(pieces: V, reader: Reader) -> V:
    return _kept(pieces, lambda piece: piece not in reader.unseen) if reader.unseen else pieces


def _of_seen_formations(formations: V, reader: Reader) -> V:
    """What is told by formations, without those of the enemy's of whom anything is hidden."""
    if not reader.unseen:
        return formations
    owners = (reader.state.formation_of_piece(piece) for piece in reader.unseen)
    hidden = set(owners)
    return _kept(formations, lambda formation: formation not in hidden)


def _own_spirits(formations: V, reader: Reader) -> V:
    """Where forces may be hidden, each side keeps its track of losses for itself."""
    return _kept(formations, lambda f: f in reader.formations) if reader.is_fogged else formations


def _unsupplied_seen(units: frozenset[UnitId], reader: Reader) -> frozenset[UnitId]:
    return units - reader.unseen if reader.unseen else units


def _trains_seen(trains: Mapping[UnitId, UnitId], reader: Reader) -> Mapping[UnitId, UnitId]:
    unseen = reader.unseen
    known = {u: t for u, t in trains.items() if u not in unseen and t not in unseen}
    return known if len(known) < len(trains) else trains


def _control_seen(control: Mapping[Hex, Side], reader: Reader) -> Mapping[Hex, Side]:
    """What the enemy has won unseen is still his who held it before."""
    return control if reader.is_over else control_seen(control, reader.state.hiding, reader.side)


def _last_in_seen(units: Mapping[Hex, UnitId], reader: Reader) -> Mapping[Hex, UnitId]:
    if reader.is_over:
        return units
    return last_in_seen(units, reader.state.hiding, reader.side, reader.unseen)


# -- the chapters


@dataclass(frozen=True, slots=True)
class Pad:
    """The order pad of both sides, and how far its writing is this turn (N12)."""

    lines: Mapping[LineId, Line] = field(default_factory=dict, metadata=secret(_lines_seen))
    # orders in force, of detached divisions too
    detached: Mapping[UnitId, LineId] = field(default_factory=dict, metadata=secret(_detached_seen))
    # units of detached divisions (N12.92)
    dispatches: Mapping[LineId, Dispatch] = field(default_factory=dict, metadata=secret(_own_lines))
    # on their way or waiting
    wings: Mapping[FormationId, FormationId] = field(
        default_factory=dict, metadata=secret(_wings_seen)
    )  # who is under which wing (N12.7)
    wanted: Mapping[LineId, tuple[OrderStep, ...]] = field(
        default_factory=dict, metadata=secret(_own_lines)
    )  # Local Decisions (N12.62)
    issued: Mapping[LeaderId, int] = field(default_factory=dict, metadata=secret(_own_leaders))
    # orders given this turn (N12.12)
    asked: tuple[LineId, ...] = field(default=(), metadata=secret(_own_lines))
    # lines whose turn in this step is over
    addressed: tuple[LineId, ...] = field(default=(), metadata=secret(_own_lines))
    # lines that received an order this turn (N12.61)
    complied: tuple[LineId, ...] = field(default=(), metadata=secret(_own_lines))
    # lines that have rolled compliance this turn (N12.91)
    misled: tuple[LineId, ...] = field(default=(), metadata=secret(_own_lines))
    # who has made a Bad Move in this game (N12.65)
    tied: tuple[LeaderId, ...] = field(default=(), metadata=secret(_own_leaders))
    # who must stay near those who attack (N7.6)
    writing: Writing = field(default=Writing.DELIVERY, metadata=OPEN)
    # the step of the Orders Phase (N12.9)
    served: tuple[Side, ...] = field(default=(), metadata=OPEN)
    # sides that are through with this step
    retreating: tuple[Side, ...] = field(default=(), metadata=OPEN)
    # who may order a General Retreat (N12.29)
    wishes: Mapping[Side, tuple[Wish, ...]] = field(
        default_factory=dict, metadata=secret(_own_sides)
    )  # what a side has said beforehand; it stands until it is taken back (N4.22, N13.6)

    def with_line(self, line: LineId, held: Line) -> Pad:
        """The same with another order on a line; what was said of the old one is forgotten."""
        pad = replace(self, lines={**self.lines, line: held})
        stale = {wish for said in self.wishes.values() for wish in said if wish.is_of(line)}
        if stale:
            left = {s: tuple(w for w in said if w not in stale) for s, said in self.wishes.items()}
            pad = replace(pad, wishes={side: said for side, said in left.items() if said})
        return pad

    def with_division(self, line: LineId, held: Line) -> Pad:
        """The same with a detached division, whose units obey a line of their own."""
        detached = {**self.detached, **dict.fromkeys(held.units, line)}
        return replace(self.with_line(line, held), detached=detached)

    def with_dispatch(self, line: LineId, rider: Dispatch) -> Pad:
        """The same with another order on its way to a line."""
        return replace(self, dispatches={**self.dispatches, line: rider})

    def without_dispatch(self, line: LineId) -> Pad:
        """The same with nothing on its way to a line."""
        return replace(self, dispatches=without(self.dispatches, line))

    def wish_of(self, side: Side, offer: Offer) -> Wish | None:
        """What a side has said beforehand about an offer."""
        return next((wish for wish in self.wishes.get(side, ()) if wish.offer is offer), None)

    def has_wish(self, side: Side, wish: Wish) -> bool:
        """Whether a side has said just this beforehand."""
        return wish in self.wishes.get(side, ())

    def with_wishes(self, side: Side, offer: Offer, *wishes: Wish) -> Pad:
        """The same with other wishes of a side for an offer; none takes back what it said."""
        rest = tuple(one for one in self.wishes.get(side, ()) if one.offer is not offer)
        others, said = without(self.wishes, side), (*rest, *wishes)
        return replace(self, wishes={**others, side: said} if said else others)

    def with_order_given(self, leader: LeaderId) -> Pad:
        """The same with one order more that a leader has given this turn."""
        return replace(self, issued={**self.issued, leader: self.issued.get(leader, 0) + 1})


@dataclass(frozen=True, slots=True)
class Chits:
    """Who acts when: the Initial Action, the cups, and who has acted this turn (N4)."""

    cups: Mapping[Side, tuple[FormationId, ...]] = field(
        default_factory=dict, metadata=secret(_cups_seen)
    )
    drawn: tuple[FormationId, ...] = field(default=(), metadata=OPEN)  # this turn, in order
    waiting: tuple[FormationId, ...] = field(default=(), metadata=OPEN)
    # drawn beforehand and not played yet (N26.2)
    acted: tuple[FormationId, ...] = field(default=(), metadata=OPEN)
    # formations that have acted this turn (N4.43)
    cup_in_turn: Side | None = field(default=None, metadata=OPEN)
    # whose cup the next chit comes from; None before the die
    initiatives: tuple[Side, ...] = field(default=(), metadata=OPEN)
    # who may still take an Initial Action, in order (N4.26)
    to_act: tuple[Side, ...] | None = field(default=None, metadata=OPEN)
    # in the basic game: sides that have not acted yet, in order; None before the dice (N26.1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who is to come (N5.8, T20)."""

    arrivals: tuple[Arrival, ...] = field(default=(), metadata=secret(_arrivals_seen))
    # who is due when and where, as it stands now (N5.8)
    called: tuple[Alternate, ...] = field(default=(), metadata=secret(_called_seen))
    # alternates that have been called (T20.5)


@dataclass(frozen=True, slots=True)
class Assaults:
    """Who has assaulted whom: what orders and Local Decisions ask for (N12)."""

    hit: tuple[FormationId, ...] = field(default=(), metadata=OPEN)
    # assaulted since their last activation (N12.64)
    struck: Mapping[FormationId, tuple[tuple[int, Hex], ...]] = field(
        default_factory=dict, metadata=OPEN
    )
    # the hexes that a formation assaulted this turn and last, each with its turn (N12.28)
    stormed: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)
    # hexes of special rules that have been assaulted
    lent: tuple[UnitId, ...] = field(default=(), metadata=OPEN)
    # that assaulted with a formation they support (N12.36)

    def with_hit(self, formations: Iterable[FormationId]) -> Assaults:
        """The same with formations that have been assaulted."""
        return replace(self, hit=tuple(dict.fromkeys((*self.hit, *formations))))


@dataclass(frozen=True, slots=True)
class Losses:
    """What was lost and is asked for later."""

    steps_lost: Mapping[FormationId, int] = field(
        default_factory=dict, metadata=secret(_of_seen_formations)
    )  # this turn (N12.23)
    lost_leaders: Mapping[LeaderId, int] = field(
        default_factory=dict, metadata=OPEN
    )  # captured: on which turn
    exited_unsupplied: tuple[UnitId, ...] = field(default=(), metadata=OPEN)
    # left the map out of supply (N5.6)


@dataclass(frozen=True, slots=True)
class Spirit:
    """What formations and leaders can still bear (N7, N15, N20.8)."""

    demoralized: tuple[FormationId, ...] = field(default=(), metadata=secret(_own_spirits))  # N15
    exhausted: tuple[FormationId, ...] = field(default=(), metadata=secret(_of_seen_formations))
    # N20.83
    forced_hours: Mapping[FormationId, int] = field(
        default_factory=dict, metadata=secret(_of_seen_formations)
    )  # of this day (N20.82)
    rested_hours: Mapping[FormationId, int] = field(
        default_factory=dict, metadata=secret(_of_seen_formations)
    )  # in Reserve, N20.83
    inspired: Mapping[LeaderId, int] = field(default_factory=dict, metadata=OPEN)
    # the turn on which a leader last used his bonus in combat (N7.5)
    dismayed: int = field(default=0, metadata=OPEN)
    # the turn on which the Old Guard last broke (N7.4)


@dataclass(frozen=True, slots=True)
class Supply:
    """Who is out of supply, and who lives off another's train (N16)."""

    unsupplied: frozenset[UnitId] = field(
        default=frozenset(), metadata=secret(_unsupplied_seen)
    )  # out of supply since the last check (N16.5)
    trains_of: Mapping[UnitId, UnitId] = field(
        default_factory=dict, metadata=secret(_trains_seen)
    )  # foreign trains (N16.3)


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds victory hexes and supply sources (N22.2)."""

    control: Mapping[Hex, Side] = field(default_factory=dict, metadata=secret(_control_seen))
    # who was last in each
    last_in: Mapping[Hex, UnitId] = field(default_factory=dict, metadata=secret(_last_in_seen))
    # the unit that won it

    def of(self, hex_: Hex, side: Side, unit: UnitId | None) -> Holding:
        """The same with a hex that is a side's now, won by a unit if it is known by which."""
        units = self.last_in
        won = without(units, hex_) if unit is None else {**units, hex_: unit}
        return Holding({**self.control, hex_: side}, won)


@dataclass(slots=True, kw_only=True)
class GameState(GroundState):
    """Everything that moves in a game."""

    battle: NlcBattle = field(metadata=PRINTED)
    units: dict[UnitId, Unit] = field(metadata=secret(_units_seen))
    leaders: dict[LeaderId, Leader] = field(metadata=secret(_leaders_seen))
    phase: Phase = field(default=Phase.TURN_END, metadata=OPEN)
    hiding: Hiding = field(default=SEEN, metadata=secret(_hiding_seen))
    activation: Activation | None = field(default=None, metadata=secret(_activation_seen))
    rallied: tuple[Side, ...] = field(default=(), metadata=OPEN)
    # sides that have finished their rally this turn
    commanded: tuple[Side, ...] = field(default=(), metadata=OPEN)
    # sides that have moved OC and HQ this Turn End
    pad: Pad = field(default=Pad(), metadata=CHAPTER)
    chits: Chits = field(default=Chits(), metadata=CHAPTER)
    schedule: Schedule = field(default=Schedule(), metadata=CHAPTER)
    assaults: Assaults = field(default=Assaults(), metadata=CHAPTER)
    losses: Losses = field(default=Losses(), metadata=CHAPTER)
    spirit: Spirit = field(default=Spirit(), metadata=CHAPTER)
    supply: Supply = field(default=Supply(), metadata=CHAPTER)
    cards: CardsInPlay = field(default_factory=CardsInPlay, metadata=CHAPTER)
    holding: Holding = field(default=Holding(), metadata=CHAPTER)

    @property
    def numbers(self) -> Numbers:
        """The numbers that are played with."""
        return numbers_of(self.battle)

    def put_unit(self, unit: Unit) -> None:
        """Replace a unit's record; who leaves the map is no longer out of supply."""
        GroundState.put_unit(self, unit)  # slots=True makes the class anew: no bare super()
        if unit.hex is None and unit.id in self.supply.unsupplied:
            self.supply = replace(self.supply, unsupplied=self.supply.unsupplied - {unit.id})
        if unit.hex is None:
            self.hiding = without_pieces(self.hiding, (unit.id,))

    def put_leader(self, leader: Leader) -> None:
        """Replace a leader's record; who leaves the map no longer lies under a flag."""
        GroundState.put_leader(self, leader)
        if leader.hex is None:
            self.hiding = without_pieces(self.hiding, (leader.id,))

    def line_id_of(self, unit: UnitId) -> LineId:
        """The line of the order pad that binds a unit: its division's, if that is detached."""
        detached = self.pad.detached.get(unit)
        return detached if detached is not None else LineId(self.battle.formation_of[unit].id)

    def formation_of_piece(self, piece: str) -> FormationId:
        """The formation of a unit or leader."""
        leader = self.battle.leaders.get(LeaderId(piece))
        return self.battle.formation_of[UnitId(piece)].id if leader is None else leader.formation

    def side_of_line(self, line: LineId) -> Side:
        """The side whose pad a line stands on."""
        return self.battle.formations[formation_of_line(line)].side


def view(state: GameState, side: Side) -> GameState:
    """The state as one side may know it: the enemy's orders, cup and cards are blank (N27.7).

    Spies read the orders in force (N23.4). What the enemy hides is off the map (N20). The view is
    a state of the same class, so every rule works on it.
    """
    reader = reader_of(state, side)
    seen = seen_by(state, reader)
    if reader.unseen:
        take_off(seen, reader.unseen, state.battle.enemy(side))
    if state.battle.has_hidden_movement and not state.over:
        _veil_arrivals(seen, state.battle.enemy(side))
    return seen


def _veil_arrivals(seen: GameState, of: Side) -> None:
    """N20.41: of arrivals that nobody sees the schedule alone tells whether they have come."""
    battle = seen.battle
    for group in battle.arrivals:
        box = Box.UNSEEN if group.turn <= seen.turn else Box.DUE
        formations = {*group.formations, *(battle.formation_of[u].id for u in group.units)}
        leaders = [x for f in sorted(formations) for x in battle.formations[f].leaders]
        for unit in (seen.units[u] for u in group.units if battle.units[u].side == of):
            if unit.box in _AWAY:
                seen.put_unit(replace(unit, box=box))
        for leader in (seen.leaders[x] for x in leaders if battle.leaders[x].side == of):
            if leader.box in _AWAY:
                seen.put_leader(replace(leader, box=box))


_AWAY = (Box.DUE, Box.UNSEEN)


def knowledge(state: GameState, side: str) -> GameState:
    """What a side judges by: the state, or its view of it where forces may be hidden (N20.2)."""
    if side == CHANCE or not (state.battle.has_fog or state.hiding.unseen):
        return state
    return view(state, Side(side))


def conceals(state: GameState, side: str, told: Any) -> bool:
    """Whether something names what a side does not know of (N12.93, N20).

    That is a piece of the enemy's that it does not see, where one is, a dummy of his, or one of
    his detached divisions.
    """
    unseen = unseen_by(state.battle, state.hiding, Side(side))
    secret_names = {place_of(state, piece) for piece in unseen} | unseen
    theirs = (line for line in state.pad.lines if "/" in line and state.side_of_line(line) != side)
    dummies = (d for d in state.hiding.dummies if side_of_piece(state.battle, d) != side)
    secret_names.update(theirs, dummies)
    return any(name in secret_names for name in texts_in(told))
