"""The state of a game: a thin shell of dicts of frozen records.

Only an event's `apply` writes to it. `copy` is cheap: the records and the battle are shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hexwar.cards.records import SPIES, CardScore, Effect, Piles
from hexwar.ground.law import GroundLaw
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import Numbers, numbers_of
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, formation_of_line
from hexwar.table.battle import Alternate, Arrival, Battle, TurnCard
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    LeaderId,
    OrderStep,
    Presence,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.pieces import Activation, Box, Leader, Outcome, Phase, Unit, Writing
from hexwar.table.spans import INTACT, Spans

HIDDEN = FormationId("?")
"""Stands for what a view may not show, such as a chit that is still in the enemy's cup."""


@dataclass(slots=True)
class GameState:
    """Everything that moves in a game."""

    battle: Battle
    units: dict[UnitId, Unit]
    leaders: dict[LeaderId, Leader]
    control: dict[Hex, Side]  # who was last in each VP hex and supply source (N22.2)
    lines: dict[LineId, Line]  # the order pad: orders in force, of detached divisions too
    law: GroundLaw[GameState] = field(repr=False)  # what the rules of the ground ask
    last_in: dict[Hex, UnitId] = field(default_factory=dict)  # the unit that won such a hex (N22.2)
    detached: dict[UnitId, LineId] = field(default_factory=dict)  # units of detached divisions
    dispatches: dict[LineId, Dispatch] = field(default_factory=dict)  # on their way or waiting
    wings: dict[FormationId, FormationId] = field(default_factory=dict)  # who is under which wing
    writing: Writing = Writing.DELIVERY  # the step of the Orders Phase (N12.9)
    served: tuple[Side, ...] = ()  # sides that are through with this step
    asked: tuple[LineId, ...] = ()  # lines whose turn in this step is over
    wanted: dict[LineId, tuple[OrderStep, ...]] = field(default_factory=dict)  # N12.62, secret
    issued: dict[LeaderId, int] = field(default_factory=dict)  # orders given this turn (N12.12)
    addressed: tuple[LineId, ...] = ()  # lines that received an order this turn (N12.61)
    complied: tuple[LineId, ...] = ()  # lines that have rolled compliance this turn (N12.91)
    initiatives: tuple[Side, ...] = ()  # who may still take an Initial Action, in order (N4.26)
    steps_lost: dict[FormationId, int] = field(default_factory=dict)  # this turn (N12.23)
    hit: tuple[FormationId, ...] = ()  # assaulted since their last activation (N12.64)
    struck: dict[FormationId, tuple[tuple[int, Hex], ...]] = field(default_factory=dict)
    # the hexes that a formation assaulted this turn and last, each with its turn (N12.28)
    stormed: frozenset[Hex] = frozenset()  # hexes of special rules that have been assaulted
    misled: tuple[LineId, ...] = ()  # who has made a Bad Move in this game (N12.65), secret
    lent: tuple[UnitId, ...] = ()  # that assaulted with a formation they support (N12.36)
    lost_leaders: dict[LeaderId, int] = field(default_factory=dict)  # captured: on which turn
    turn: int = 0  # 0 before the first turn
    phase: Phase = Phase.TURN_END
    weather: str = "fair"
    is_wet: bool = False  # rain or mud has occurred this day (T18.33)
    is_dark_dawn: bool = False  # the early turns of this day count as night (T2.2)
    arrivals: tuple[Arrival, ...] = ()  # who is due when and where, as it stands now (N5.8)
    called: tuple[Alternate, ...] = ()  # alternates that have been called (T20.5)
    unsupplied: frozenset[UnitId] = frozenset()  # out of supply since the last check (N16.5)
    trains_of: dict[UnitId, UnitId] = field(default_factory=dict)  # foreign trains (N16.3)
    exited_unsupplied: tuple[UnitId, ...] = ()  # left the map out of supply (N5.6)
    retreating: tuple[Side, ...] = ()  # who may order a General Retreat (N12.29)
    cups: dict[Side, tuple[FormationId, ...]] = field(default_factory=dict)
    drawn: tuple[FormationId, ...] = ()  # this turn, in order
    acted: tuple[FormationId, ...] = ()  # formations that have acted this turn (N4.43)
    cup_in_turn: Side | None = None  # whose cup the next chit comes from; None before the die
    activation: Activation | None = None
    rallied: tuple[Side, ...] = ()  # sides that have finished their rally this turn
    commanded: tuple[Side, ...] = ()  # sides that have moved OC and HQ this Turn End
    outcome: Outcome | None = None
    demoralized: tuple[FormationId, ...] = ()  # N15
    exhausted: tuple[FormationId, ...] = ()  # N20.83
    forced_hours: dict[FormationId, int] = field(default_factory=dict)  # of this day (N20.82)
    rested_hours: dict[FormationId, int] = field(default_factory=dict)  # in Reserve, N20.83
    inspired: dict[LeaderId, int] = field(default_factory=dict)
    # the turn on which a leader last used his bonus in combat (N7.5)
    dismayed: int = 0  # the turn on which the Old Guard last broke (N7.4)
    tied: tuple[LeaderId, ...] = ()  # who must stay near those who attack (N7.6), secret
    piles: dict[Side, Piles] = field(default_factory=dict)  # of cards; empty without (N23.1)
    effects: tuple[Effect, ...] = ()  # of cards, in the order in which they began
    effects_begun: int = 0  # how many there have been
    card_scores: tuple[CardScore, ...] = ()  # of cards that were played (18.23)
    tactics: tuple[Side, ...] = ()  # that played a Tactics card in this activation (N23.7)
    spans: Spans = INTACT  # damaged ones and pontoon bridges
    positions: frozenset[Hex] = frozenset()  # hexes with an improved position (N21)
    occupants: dict[Hex, tuple[UnitId, ...]] = field(default_factory=dict)  # derived from units
    tails: dict[Hex, tuple[UnitId, ...]] = field(default_factory=dict)  # derived (N5.33)
    leaders_at: dict[Hex, tuple[LeaderId, ...]] = field(default_factory=dict)  # derived
    cache: dict[str, Any] = field(default_factory=dict, repr=False)
    # what was worked out from the rest; emptied after every event, never copied, never saved

    @property
    def numbers(self) -> Numbers:
        """The numbers that are played with."""
        return numbers_of(self.battle)

    @property
    def over(self) -> bool:
        """Whether the game has ended (N4.9)."""
        return self.outcome is not None

    @property
    def turn_card(self) -> TurnCard:
        """The space of the turn track that the marker stands on; the first before the game."""
        return self.battle.turn(max(self.turn, 1))

    def copy(self) -> GameState:
        """An independent state that shares the frozen records."""
        return replace(
            self,
            units=self.units.copy(),
            leaders=self.leaders.copy(),
            control=self.control.copy(),
            last_in=self.last_in.copy(),
            lines=self.lines.copy(),
            detached=self.detached.copy(),
            dispatches=self.dispatches.copy(),
            wings=self.wings.copy(),
            wanted=self.wanted.copy(),
            issued=self.issued.copy(),
            steps_lost=self.steps_lost.copy(),
            struck=self.struck.copy(),
            lost_leaders=self.lost_leaders.copy(),
            forced_hours=self.forced_hours.copy(),
            rested_hours=self.rested_hours.copy(),
            inspired=self.inspired.copy(),
            trains_of=self.trains_of.copy(),
            piles=self.piles.copy(),
            cups=self.cups.copy(),
            occupants=self.occupants.copy(),
            tails=self.tails.copy(),
            leaders_at=self.leaders_at.copy(),
            cache={},
        )

    def forget(self) -> None:
        """Drop the fields that were worked out from this state."""
        self.cache.clear()

    # -- writing: for events only

    def put_unit(self, unit: Unit) -> None:
        """Replace a unit's record; keeps the derived lists true.

        Who leaves the map is no longer marked as out of supply.
        """
        before = self.units[unit.id]
        self.units[unit.id] = unit
        self.forget()
        if unit.hex is None and unit.id in self.unsupplied:
            self.unsupplied -= {unit.id}
        if before.hex != unit.hex:
            _leave(self.occupants, before.hex, unit.id)
            _enter(self.occupants, unit.hex, unit.id)
        if before.tail != unit.tail:
            _leave(self.tails, before.tail, unit.id)
            _enter(self.tails, unit.tail, unit.id)

    def put_spans(self, spans: Spans) -> None:
        """Replace the state of the spans."""
        self.spans = spans
        self.forget()

    def put_positions(self, positions: frozenset[Hex]) -> None:
        """Replace the improved positions."""
        self.positions = positions
        self.forget()

    def put_leader(self, leader: Leader) -> None:
        """Replace a leader's record; keeps the derived lists true."""
        before = self.leaders[leader.id]
        self.leaders[leader.id] = leader
        if before.hex != leader.hex:
            _leave(self.leaders_at, before.hex, leader.id)
            _enter(self.leaders_at, leader.hex, leader.id)

    # -- reading

    def card(self, unit: UnitId) -> UnitCard:
        """What is printed on a unit."""
        return self.battle.units[unit]

    def line_id_of(self, unit: UnitId) -> LineId:
        """The line of the order pad that binds a unit: its division's, if that is detached."""
        detached = self.detached.get(unit)
        return detached if detached is not None else LineId(self.battle.formation_of[unit].id)

    def side_of_line(self, line: LineId) -> Side:
        """The side whose pad a line stands on."""
        return self.battle.formations[formation_of_line(line)].side

    def formation_of(self, unit: UnitId) -> FormationCard:
        """The formation on whose chit a unit acts."""
        return self.battle.formation_of[unit]

    def sp(self, unit: UnitId) -> int:
        """A unit's strength on the side that lies up, SP."""
        card = self.battle.units[unit]
        return card.reduced_sp if self.units[unit].reduced else card.sp

    def side_of(self, unit: UnitId) -> Side:
        """The side a unit belongs to."""
        return self.battle.units[unit].side

    def units_in(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The units in a hex, trains too, by id; of one side if asked."""
        here = self.occupants.get(hex_, ())
        if side is None or not here:
            return here
        cards = self.battle.units
        return tuple(u for u in here if cards[u].side == side)

    def combat_units_in(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The combat units in a hex, without trains; of one side if asked."""
        here = self.occupants.get(hex_)
        if not here:
            return ()
        cards = self.battle.units
        return tuple(
            u for u in here if cards[u].is_combat_unit and (side is None or cards[u].side == side)
        )

    def holders_of(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The combat units that hold a hex, by their own place or by their tail (N5.33)."""
        here = self.combat_units_in(hex_, side)
        tails = self.tails.get(hex_)
        if not tails:
            return here
        cards = self.battle.units
        return (*here, *(u for u in tails if side is None or cards[u].side == side))

    def leaders_in(self, hex_: Hex, side: Side | None = None) -> tuple[LeaderId, ...]:
        """The leaders and HQ counters in a hex, by id; of one side if asked."""
        here = self.leaders_at.get(hex_, ())
        cards = self.battle.leaders
        return here if side is None else tuple(x for x in here if cards[x].side == side)

    def units_of(self, formation: FormationId) -> tuple[UnitId, ...]:
        """The units that act with a formation, wherever they are."""
        return self.battle.formations[formation].units

    def on_map(self, side: Side | None = None) -> Iterator[Unit]:
        """The units on the map, in the order of the order of battle."""
        cards = self.battle.units
        for unit in self.units.values():
            if unit.hex is not None and (side is None or cards[unit.id].side == side):
                yield unit

    def in_box(self, box: Box, side: Side) -> tuple[UnitId, ...]:
        """A side's units in a box."""
        cards = self.battle.units
        return tuple(u.id for u in self.units.values() if u.box is box and cards[u.id].side == side)


def _leave(index: dict[Hex, tuple[Any, ...]], hex_: Hex | None, piece: Any) -> None:
    if hex_ is None:
        return
    rest = tuple(p for p in index[hex_] if p != piece)
    if rest:
        index[hex_] = rest
    else:
        del index[hex_]


def _enter(index: dict[Hex, tuple[Any, ...]], hex_: Hex | None, piece: Any) -> None:
    if hex_ is not None:
        index[hex_] = tuple(sorted((*index.get(hex_, ()), piece)))


def view(state: GameState, side: Side) -> GameState:
    """The state as one side may know it: the enemy's orders and cup are blank.

    Spies read the orders in force (N23.4). The view is a state of the same class, so every rule
    works on it.
    """
    battle, read = state.battle, _read_by_spies(state, side)
    seen = state.copy()
    for line in state.lines:
        if state.side_of_line(line) != side:
            if line not in read:
                seen.lines[line] = Line(())
            seen.dispatches.pop(line, None)
            seen.wanted.pop(line, None)
    _blank_assignments(seen, side, read)
    seen.tied = tuple(leader for leader in state.tied if battle.leaders[leader].side == side)
    theirs = [x for x in seen.issued if battle.leaders[x].side != side]
    for leader in theirs:
        del seen.issued[leader]
    seen.misled = tuple(line for line in state.misled if state.side_of_line(line) == side)
    seen.asked, seen.addressed, seen.complied = (
        tuple(line for line in lines if state.side_of_line(line) == side)
        for lines in (state.asked, state.addressed, state.complied)
    )
    for other, cup in state.cups.items():
        if other != side:
            seen.cups[other] = (HIDDEN,) * len(cup)
    _cover_cards(seen, side)
    return seen


def _cover_cards(seen: GameState, side: Side) -> None:
    """The enemy's cards lie face down but for those that all have seen; not at the end (N23.2)."""
    if seen.over:
        return
    _cover_schedule(seen, side)
    for other, piles in seen.piles.items():
        if other != side:
            seen.piles[other] = piles.covered()
    seen.effects = tuple(e for e in seen.effects if e.side == side or not e.is_secret)
    seen.card_scores = tuple(x for x in seen.card_scores if x.side == side or x.is_shown)


def _cover_schedule(seen: GameState, side: Side) -> None:
    """What a card did in secret to the enemy's schedule is not known: it stands as printed."""
    theirs = (e for e in seen.effects if e.side != side and e.is_secret)
    named = {subject for effect in theirs for subject in effect.subjects}
    hidden = {group.key for group in seen.arrivals if group.history and group.key in named}
    if not hidden:
        return
    printed = {group.key: group for group in seen.battle.arrivals}
    known = (printed.get(g.key) if g.key in hidden else g for g in seen.arrivals)
    seen.arrivals = tuple(group for group in known if group is not None)
    for called in seen.called:
        if called.key in hidden:
            _put_back(seen, called)
    seen.called = tuple(called for called in seen.called if called.key not in hidden)


def _put_back(seen: GameState, called: Alternate) -> None:
    """Alternates of whom the enemy does not know yet that they were called."""
    for unit in called.units:
        seen.put_unit(replace(seen.units[unit], box=Box.RESERVE))
    formations = seen.battle.formations
    owners = (seen.battle.formation_of[unit].id for unit in called.units)
    for formation in dict.fromkeys((*called.formations, *owners)):
        is_listed = formations[formation].presence in (Presence.START, Presence.REINFORCEMENT)
        for leader in formations[formation].leaders:
            if seen.leaders[leader].box is Box.DUE and not is_listed:
                seen.put_leader(replace(seen.leaders[leader], box=Box.RESERVE))


def _read_by_spies(state: GameState, side: Side) -> frozenset[LineId]:
    """The enemy's lines that a side reads: as they were before this turn's were written (N12.9)."""
    if not any(e.card == SPIES and e.side == side and not e.subjects for e in state.effects):
        return frozenset()
    return frozenset(
        line
        for line, held in state.lines.items()
        if state.side_of_line(line) != side and not (held.units and held.since == state.turn)
    )


def _blank_assignments(seen: GameState, side: Side, read: frozenset[LineId]) -> None:
    """The enemy's divisions with orders of their own are not known, nor who is under which wing."""
    formations = seen.battle.formations
    for unit, line in list(seen.detached.items()):
        if seen.side_of_line(line) != side and line not in read:
            del seen.detached[unit]
            seen.lines.pop(line, None)
    for card in formations.values():
        if card.side != side:
            seen.wings.pop(card.id, None)
            if card.assigned_to is not None:
                seen.wings[card.id] = card.assigned_to
