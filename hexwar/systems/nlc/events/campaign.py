"""Weather, supply, improved positions, arrivals and departures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.records import CardId
from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Alternate, Arrival, ArrivalChange
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.pieces import Box


@dataclass(frozen=True, slots=True)
class WeatherRolled(Event):
    """The weather was rolled for (N18.1)."""

    rule: ClassVar[str] = "N18.1"
    die: int
    was: str
    weather: str
    is_wet: bool  # fords cost all MP for the rest of the day (T18.33)
    is_dark_dawn: bool = False  # the early turns count as night (T2.2)

    def apply(self, state: GameState) -> None:
        """It applies at once."""
        state.weather = self.weather
        state.is_wet = state.is_wet or self.is_wet
        state.is_dark_dawn = self.is_dark_dawn


@dataclass(frozen=True, slots=True)
class DayBegan(Event):
    """A new day of a campaign begins: the marks of the day before go off (N20.82, T18.33)."""

    rule: ClassVar[str] = "N4"
    day: int  # of the month

    def apply(self, state: GameState) -> None:
        """Fords are dry, nobody has marched."""
        state.is_wet = False
        state.is_dark_dawn = False
        state.forced_hours.clear()


@dataclass(frozen=True, slots=True)
class SupplyChanged(Event):
    """Supply was checked: some units fell out of it, others are in it again (N16.1)."""

    rule: ClassVar[str] = "N16.1"
    side: Side
    out: tuple[UnitId, ...]
    back: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """Keep who is out until the next check (N16.5)."""
        state.unsupplied = (state.unsupplied | frozenset(self.out)) - frozenset(self.back)


@dataclass(frozen=True, slots=True)
class TrainAssigned(Event):
    """Units of formations without a train live off another formation's (N16.3)."""

    rule: ClassVar[str] = "N16.3"
    units: tuple[UnitId, ...]
    train: UnitId

    def apply(self, state: GameState) -> None:
        """Keep it until the train is assigned anew."""
        others = {unit: train for unit, train in state.trains_of.items() if train != self.train}
        state.trains_of = others | dict.fromkeys(self.units, self.train)


@dataclass(frozen=True, slots=True)
class PositionBuilt(Event):
    """Infantry has built an improved position (N21)."""

    rule: ClassVar[str] = "N21"
    hex: Hex
    die: int

    def apply(self, state: GameState) -> None:
        """Set the marker down; it stays for good."""
        state.put_positions(state.positions | {self.hex})


@dataclass(frozen=True, slots=True)
class PositionFailed(Remark):
    """An improved position is not ready yet (N21)."""

    rule: ClassVar[str] = "N21"
    hex: Hex
    die: int

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class ArrivalVaried(Event):
    """A group comes earlier or later than listed, or on time (T20.4)."""

    rule: ClassVar[str] = "T20.4"
    group: int  # its place in the schedule, from 0
    die: int
    modifier: int
    shift: int  # turns; below 0 earlier

    def apply(self, state: GameState) -> None:
        """Move it along the turn track."""
        groups = list(state.arrivals)
        old = groups[self.group]
        groups[self.group] = replace(
            old, turn=max(1, old.turn + self.shift), shift=self.shift, rolled=True
        )
        state.arrivals = tuple(groups)


@dataclass(frozen=True, slots=True)
class AlternateCalled(Event):
    """Alternate forces were called and will come (T20.5).

    Of forces that are due by schedule as well those come who are not on the map yet.
    """

    rule: ClassVar[str] = "T20.5"
    side: Side
    number: int  # of the side's lists
    die: int
    due: int  # the turn
    card: CardId | None = None  # that called them
    is_shown: bool = True  # whether the enemy knows of it

    def is_known_to(self, side: str) -> bool:
        """Of what a card brings the enemy learns when it comes (N23.2, N23.3)."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Put them into the Due box and on the turn track."""
        found = next(
            a for a in state.battle.alternates if (a.side, a.number) == (self.side, self.number)
        )
        units = tuple(u for u in found.units if state.units[u].box in (Box.RESERVE, Box.DUE))
        group = Arrival(self.due, found.entry, units, found.formations, found.note)
        told = () if self.card is None else (self._change(state, found.entry),)
        others = (_without(other, found) for other in state.arrivals)
        left = (other for other in others if other.units or other.formations)
        state.arrivals = (*left, replace(group, rolled=True, history=told))
        state.called = (*state.called, found)
        for unit in units:
            state.put_unit(replace(state.units[unit], box=Box.DUE))
        owners = (state.battle.formation_of[unit].id for unit in found.units)
        for formation in dict.fromkeys((*found.formations, *owners)):
            for leader in state.battle.formations[formation].leaders:
                if state.leaders[leader].box is Box.RESERVE:
                    state.put_leader(replace(state.leaders[leader], box=Box.DUE))

    def _change(self, state: GameState, entry: Hex) -> ArrivalChange:
        assert self.card is not None
        return ArrivalChange(self.card, state.turn, self.due, entry, die=self.die)


@dataclass(frozen=True, slots=True)
class ArrivalChanged(Event):
    """A card has brought a group forward, held it up or sent it another way (18.73)."""

    rule: ClassVar[str] = "N23.4"
    side: Side
    group: str  # its key
    change: ArrivalChange
    is_shown: bool = True  # whether the enemy knows of it

    def is_known_to(self, side: str) -> bool:
        """Of what a card does to the schedule the enemy learns when the group comes (N23.2)."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Move it along the turn track and the edge of the map; its history tells of it."""
        state.arrivals = tuple(
            self._changed(group) if group.key == self.group else group for group in state.arrivals
        )

    def _changed(self, group: Arrival) -> Arrival:
        change = self.change
        return replace(
            group,
            turn=change.due,
            entry=change.entry,
            shift=group.shift + change.shift,
            history=(*group.history, change),
        )


def _without(group: Arrival, called: Alternate) -> Arrival:
    """A group of the schedule without those who have been called; they come but once."""
    units = tuple(unit for unit in group.units if unit not in called.units)
    formations = tuple(f for f in group.formations if f not in called.formations)
    return replace(group, units=units, formations=formations)


@dataclass(frozen=True, slots=True)
class UnitExited(Event):
    """A unit left the map (N5.61)."""

    rule: ClassVar[str] = "N5.61"
    unit: UnitId
    hex: Hex  # that it left by
    supplied: bool  # else it counts as lost (N15.1)

    def apply(self, state: GameState) -> None:
        """It is out of play."""
        old = state.units[self.unit]
        state.put_unit(
            replace(
                old, hex=None, box=Box.EXITED, column=False, tail=None, square=False, moved=True
            )
        )
        if not self.supplied:
            state.exited_unsupplied = (*state.exited_unsupplied, self.unit)


@dataclass(frozen=True, slots=True)
class LeaderExited(Event):
    """A leader left the map (N5.61)."""

    rule: ClassVar[str] = "N5.61"
    leader: LeaderId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """He is out of play."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.EXITED))


@dataclass(frozen=True, slots=True)
class RetreatAllowed(Event):
    """A side may order a General Retreat from now on (N12.29)."""

    rule: ClassVar[str] = "N12.29"
    side: Side

    def apply(self, state: GameState) -> None:
        """Keep it."""
        if self.side not in state.retreating:
            state.retreating = (*state.retreating, self.side)
