"""Arrivals, alternates and departures (N5.8, N24.2, T20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, tell, tell_count
from hexwar.series.battle import Alternate, Arrival, ArrivalChange
from hexwar.series.variation import clock, shift_words, without_called
from hexwar.systems.nlc.battle import NlcBattle, own
from hexwar.systems.nlc.state import GameState, Schedule
from hexwar.table.fact import MOVEMENT, Fact, Scene, Shows
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class UnitEntered(
    Fact, rule="N5.81", topic=MOVEMENT, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A reinforcement stands on its entry hex (N5.81)."""

    words = mark("{unit} entered the map in {hex}.")
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Bring it onto the map."""
        state.put_unit(replace(state.units[self.unit], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class ArrivalDelayed(Fact, Remark, rule="N5.81", topic=MOVEMENT, shows=Shows(units="units")):
    """Due units wait another turn (N5.81, N5.82)."""

    words = mark("{units} did not enter the map this turn.")
    units: tuple[UnitId, ...]
    secret_of: Side | None = None  # the side that alone knows that they are due (N23.3)

    def is_known_to(self, side: str) -> bool:
        """Of forces whose coming a card has changed in secret the enemy does not hear."""
        return self.secret_of is None or side == self.secret_of


def _group(scene: Scene, units: Sequence[UnitId], formations: Sequence[FormationId]) -> Text:
    """A group by its units; one of commanders only by its headquarters."""
    return scene.names.units(units) if units else scene.names.formation(formations[0])


@dataclass(frozen=True, slots=True)
class ArrivalVaried(Fact, rule="T20.4", topic=MOVEMENT, rest=700, is_open=True):
    """A group comes earlier or later than listed, or on time (T20.4)."""

    group: int  # its place in the schedule, from 0
    die: int
    modifier: int
    shift: int  # turns; below 0 earlier

    def sentence(self, scene: Scene) -> Text:
        """Decouz and Meunier come a turn late, at 15:00 in 0101 (die 5)."""
        battle = own(scene.names.battle)
        if not 0 <= self.group < len(battle.arrivals):  # those called later do not roll
            return tell("Nobody comes {shift}.", shift=shift_words(self.shift))
        group = battle.arrivals[self.group]
        return tell_count(
            "{who} comes {shift}, {when} in {hex} (die {thrown}).",
            "{who} come {shift}, {when} in {hex} (die {thrown}).",
            len(group.units or group.formations),
            who=_group(scene, group.units, group.formations),
            shift=shift_words(self.shift),
            when=clock(battle, group.turn + self.shift),
            hex=scene.on_map.hex(group.entry),
            thrown=sum_of(die(self.die), self.modifier, self.die + self.modifier),
        )

    def apply(self, state: GameState) -> None:
        """Move it along the turn track."""
        groups = list(state.schedule.arrivals)
        turn = max(1, groups[self.group].turn + self.shift)
        groups[self.group] = replace(groups[self.group], turn=turn, shift=self.shift, rolled=True)
        state.schedule = replace(state.schedule, arrivals=tuple(groups))


@dataclass(frozen=True, slots=True)
class AlternateCalled(Fact, rule="T20.5", topic=MOVEMENT, rest=900):
    """Alternate forces were called and will come (T20.5).

    Of forces that are due by schedule as well those come who are not on the map yet.
    """

    side: Side
    number: int  # of the side's lists
    die: int
    due: int  # the turn
    card: CardId | None = None  # that called them
    is_shown: bool = True  # whether the enemy knows of it

    def sentence(self, scene: Scene) -> Text:
        """The French called VI Corps onto the field, at 15:00 in 0401 (die 3)."""
        battle = own(scene.names.battle)
        group = self._called(battle)
        return self.told(
            scene,
            mark("The {side} called {who} onto the field, {when} in {hex}{by} (die {die})."),
            who=_group(scene, () if group.formations else group.units, group.formations),
            when=clock(battle, self.due),
            hex=scene.on_map.hex(group.entry),
            by="" if self.card is None else self.told(scene, mark(", by {card}")),
        )

    def is_known_to(self, side: str) -> bool:
        """Of what a card brings the enemy learns when it comes (N23.2, N23.3)."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Put them into the Due box and on the turn track."""
        found = self._called(state.battle)
        units = tuple(u for u in found.units if state.units[u].box in (Box.RESERVE, Box.DUE))
        told: tuple[ArrivalChange, ...] = ()
        if self.card is not None:
            told = (ArrivalChange(self.card, state.turn, self.due, found.entry, die=self.die),)
        group = Arrival(self.due, found.entry, units, found.formations, found.note)
        group = replace(group, rolled=True, history=told)
        left = without_called(state.schedule.arrivals, found)
        state.schedule = Schedule((*left, group), (*state.schedule.called, found))
        for unit in units:
            state.put_unit(replace(state.units[unit], box=Box.DUE))
        owners = (state.battle.formation_of[unit].id for unit in found.units)
        for formation in dict.fromkeys((*found.formations, *owners)):
            for leader in state.battle.formations[formation].leaders:
                if state.leaders[leader].box is Box.RESERVE:
                    state.put_leader(replace(state.leaders[leader], box=Box.DUE))

    def _called(self, battle: NlcBattle) -> Alternate:
        return next(a for a in battle.alternates if (a.side, a.number) == (self.side, self.number))


@dataclass(frozen=True, slots=True)
class ArrivalChanged(Fact, rule="N23.4", topic=MOVEMENT, rest=700):
    """A card has brought a group forward, held it up or sent it another way (18.73)."""

    side: Side
    group: str  # its key
    change: ArrivalChange
    is_shown: bool = True  # whether the enemy knows of it

    def sentence(self, scene: Scene) -> Text:
        """Decouz comes at 15:00 in 0101, by Delay – March Confusion (27) (die 5)."""
        names, change = scene.names, self.change
        rolled = "" if change.die is None else tell(" (die {die})", die=die(change.die))
        return tell(
            "{who} comes {when} in {hex}, by {card}{rolled}.",
            who=names.subject(self.group) or names.formation(FormationId(self.group)),
            when=clock(names.battle, change.due),
            hex=scene.on_map.hex(change.entry),
            card=card_words(change.card),
            rolled=rolled,
        )

    def is_known_to(self, side: str) -> bool:
        """Of what a card does to the schedule the enemy learns when the group comes (N23.2)."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Move it along the turn track and the edge of the map; its history tells of it."""
        change, groups = self.change, list(state.schedule.arrivals)
        for place, group in enumerate(groups):
            if group.key == self.group:
                groups[place] = replace(
                    group,
                    turn=change.due,
                    entry=change.entry,
                    shift=group.shift + change.shift,
                    history=(*group.history, change),
                )
        state.schedule = replace(state.schedule, arrivals=tuple(groups))


@dataclass(frozen=True, slots=True)
class UnitExited(
    Fact, rule="N5.61", topic=MOVEMENT, rest=500, shows=Shows(units="unit", off=True), is_open=True
):
    """A unit left the map (N5.61)."""

    unit: UnitId
    hex: Hex  # that it left by
    supplied: bool  # else it counts as lost (N15.1)
    retreating: bool = False  # driven off (N11.41)

    def sentence(self, scene: Scene) -> Text:
        """Piré left the map in 0101, out of supply: it counts as lost."""
        if self.retreating:
            return self.told(scene, mark("{unit} retreated off the map in {hex}."))
        is_lost = not self.supplied and scene.on_map.battle.units[self.unit].is_combat_unit
        lost = mark("{unit} left the map in {hex}, out of supply: it counts as lost.")
        return self.told(scene, lost if is_lost else mark("{unit} left the map in {hex}."))

    def apply(self, state: GameState) -> None:
        """It is out of play."""
        state.put_unit(replace(state.units[self.unit].driven_to(None), box=Box.EXITED, moved=True))
        if not self.supplied:
            gone = (*state.losses.exited_unsupplied, self.unit)
            state.losses = replace(state.losses, exited_unsupplied=gone)


@dataclass(frozen=True, slots=True)
class LeaderExited(
    Fact,
    rule="N5.61",
    topic=MOVEMENT,
    rest=400,
    shows=Shows(leaders="leader", off=True),
    is_open=True,
):
    """A leader left the map (N5.61)."""

    words = mark("{leader} left the map in {hex}.")
    leader: LeaderId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """He is out of play."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.EXITED))
