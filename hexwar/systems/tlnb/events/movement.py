"""Movement, entries and exits, works (T7, T18, T20, T21)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Remark
from hexwar.ground.pontoons import lift_bridge
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say
from hexwar.series.variation import clock, shift_words
from hexwar.systems.tlnb.numbers import numbers_of
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import MARKERS, MOVEMENT, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import points
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class UnitMoved(
    Fact,
    rule="T7.1",
    topic=MOVEMENT,
    shows=Shows(units="units", leaders="leaders", to="path"),
    is_open=True,
):
    """Units moved together (T7.1)."""

    units: tuple[UnitId, ...]
    path: Way
    halves: int  # half MP
    is_column: bool = False  # in Road March (T7.55)
    tail: Hex | None = None  # the second hex of a strong unit in Road March
    leaders: tuple[LeaderId, ...] = ()  # who ride along (T5.2)

    def sentence(self, scene: Scene) -> Text:
        """Udom moved 0913 to 1012 (3 MP, Road March)."""
        plain = mark("{units} moved {path} ({mp} MP).")
        column = mark("{units} moved {path} ({mp} MP, Road March).")
        return self.told(scene, column if self.is_column else plain, mp=points(self.halves))

    def apply(self, state: TlnbState) -> None:
        """They stand at its end."""
        for id_ in self.units:
            unit = state.units[id_]
            state.put_unit(
                replace(
                    unit,
                    hex=self.path[-1],
                    box=None,
                    moved=True,
                    spent=unit.spent + self.halves,
                    column=self.is_column,
                    tail=self.tail,
                    sought=None,
                )
            )
        for leader in self.leaders:
            state.put_leader(replace(state.leaders[leader], hex=self.path[-1]))
        state.command = replace(state.command, moved=state.command.moved | set(self.leaders))
        marks = state.marks
        hexes = len(self.path) - 1
        units = set(self.units)
        is_far = hexes > state.numbers.bombardment.moved_hexes
        far = marks.far | (units if is_far else units & marks.ended)  # who was pushed aside
        state.marks = replace(
            marks, stirred=marks.stirred | units, ended=marks.ended | units, far=far
        )


@dataclass(frozen=True, slots=True)
class StayedBehind(UnitMoved, rule="T7.8", is_open=True):
    """Some of those who moved together stayed behind in a hex on the way (T7.8)."""

    def sentence(self, scene: Scene) -> Text:
        """Udom moved 0913 to 1012 (3 MP) and stayed there; the others went on."""
        words = mark("{who} moved {path} ({mp} MP) and stayed there; the others went on.")
        who = scene.names.subjects((*self.units, *self.leaders))
        return self.told(scene, words, who=who, mp=points(self.halves))


@dataclass(frozen=True, slots=True)
class UnitStayed(Fact, rule="T7.1", topic=MARKERS, is_open=True):
    """Units that could move stay where they are (T7.1)."""

    words = mark("{units} stayed where they were.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """They are not asked again."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], moved=True))


@dataclass(frozen=True, slots=True)
class RoadMarchEnded(Fact, rule="T7.56", topic=MARKERS, is_open=True):
    """Units are in Road March no more (T7.56)."""

    words = mark("In Road March no more: {units}.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """Unmark them."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], column=False, tail=None))


@dataclass(frozen=True, slots=True)
class HoldsEnded(Fact, rule="T13.9", topic=MARKERS, is_open=True):
    """Units that a charge had held may move again (T13.9)."""

    words = mark("Free to move again: {units}.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """Unmark them."""
        held = {u: mp for u, mp in state.marks.held.items() if u not in self.units}
        state.marks = replace(state.marks, held=held)


@dataclass(frozen=True, slots=True)
class ArrivalVaried(Fact, rule="T20.4", topic=MOVEMENT, rest=700, sound=Sound.DICE, is_open=True):
    """A group comes earlier or later than listed, or on time (T20.4)."""

    force: str  # the key of the group
    die: int
    modifier: int
    shift: int  # turns; below 0 earlier
    due: int  # the turn
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Decouz and Meunier come a turn late, at 15:00 in 0101 (die 5)."""
        words = mark("Reinforcements {shift}: {who}, {when} in {hex} (die {thrown}).")
        return self.told(
            scene,
            words,
            who=scene.names.subjects((self.force,)),
            shift=shift_words(self.shift),
            when=clock(scene.names.battle, self.due),
            thrown=sum_of(die(self.die), self.modifier, self.die + self.modifier),
        )

    def apply(self, state: TlnbState) -> None:
        """Move it along the turn track."""
        groups = tuple(
            replace(group, turn=self.due, shift=self.shift, rolled=True)
            if group.key == self.force
            else group
            for group in state.schedule.arrivals
        )
        state.schedule = replace(state.schedule, arrivals=groups)


@dataclass(frozen=True, slots=True)
class UnitEntered(
    Fact, rule="T20.1", topic=MOVEMENT, rest=300, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A unit came onto the map (T20.1)."""

    words = mark("{unit} came onto the map in {hex}.")
    unit: UnitId
    hex: Hex
    halves: int  # half MP that it has used
    leaders: tuple[LeaderId, ...] = ()  # who come with it

    def apply(self, state: TlnbState) -> None:
        """It stands in its entry hex, in command (T20.6)."""
        state.put_unit(replace(state.units[self.unit], hex=self.hex, box=None, spent=self.halves))
        for leader in self.leaders:
            state.put_leader(replace(state.leaders[leader], hex=self.hex, box=None))
        state.command = replace(state.command, units=state.command.units | {self.unit})
        state.marks = replace(state.marks, stirred=state.marks.stirred | {self.unit})


@dataclass(frozen=True, slots=True)
class LeaderEntered(
    Fact,
    rule="T20.8",
    topic=MOVEMENT,
    rest=300,
    shows=Shows(leaders="leader", to="hex"),
    is_open=True,
):
    """A leader came onto the map by himself."""

    words = mark("{leader} came onto the map in {hex}.")
    leader: LeaderId
    hex: Hex

    def apply(self, state: TlnbState) -> None:
        """He stands in the entry hex."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class UnitWaits(Fact, Remark, rule="T20.8", topic=MOVEMENT, is_open=True):
    """A unit that is due cannot enter, or waits (T20.2, T20.3)."""

    words = mark("{unit} waits to enter.")
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UnitsSentBack(
    Fact, rule="T20.9", topic=MOVEMENT, shows=Shows(units="units", off=True), is_open=True
):
    """Units that found no room at their entry hex went off again and wait (T20.9)."""

    words = mark("No room where they entered: {units} wait.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """They are due again."""
        for unit in self.units:
            back = replace(
                state.units[unit], hex=None, tail=None, column=False, box=Box.DUE, spent=0
            )
            state.put_unit(back)


@dataclass(frozen=True, slots=True)
class UnitExited(
    Fact, rule="T7.9", topic=MOVEMENT, rest=400, shows=Shows(units="units", off=True), is_open=True
):
    """Units left the map for good (T7.9)."""

    units: tuple[UnitId, ...]
    is_supplied: bool
    counts: bool = False  # by a card (T23.1)

    def sentence(self, scene: Scene) -> Text:
        """Udom left the map, in supply."""
        supplied = mark("{units} left the map{there}, in supply.")
        lost = mark("{units} left the map{there}, out of supply: they count as lost.")
        return self.told(scene, supplied if self.is_supplied else lost)

    def apply(self, state: TlnbState) -> None:
        """They are off the map."""
        for unit in self.units:
            gone = replace(state.units[unit], hex=None, tail=None, column=False, box=Box.EXITED)
            state.put_unit(gone)
        if not self.is_supplied:
            lost = (*state.losses.exited_unsupplied, *self.units)
            state.losses = replace(state.losses, exited_unsupplied=lost)
        if self.counts:
            counted = (*state.losses.withdrawn, *self.units)
            state.losses = replace(state.losses, withdrawn=counted)


@dataclass(frozen=True, slots=True)
class LeadersExited(
    Fact,
    rule="T7.9",
    topic=MOVEMENT,
    rest=300,
    shows=Shows(leaders="leaders", off=True),
    is_open=True,
):
    """Leaders left the map for good, with the units that they rode with (T7.9)."""

    words = mark("{leaders} left the map{there}.")
    leaders: tuple[LeaderId, ...]

    def apply(self, state: TlnbState) -> None:
        """They are off the map."""
        for leader in self.leaders:
            state.put_leader(replace(state.leaders[leader], hex=None, box=Box.EXITED))


@dataclass(frozen=True, slots=True)
class SpanDamaged(
    Fact,
    rule="T7.62",
    topic=MOVEMENT,
    rest=500,
    shows=Shows(units="unit", spots="hexside"),
    is_open=True,
):
    """A unit damaged a span (T7.62)."""

    words = mark("{unit} damaged the span at {hexside}.")
    unit: UnitId
    hexside: Hexside
    halves: int

    def apply(self, state: TlnbState) -> None:
        """It is damaged; a pontoon bridge is gone, and others tell of its train (T18.21)."""
        spans = state.spans
        if self.hexside in spans.pontoons:
            state.put_spans(replace(spans, pontoons=spans.pontoons - {self.hexside}))
        else:
            state.put_spans(replace(spans, damaged=spans.damaged | {self.hexside}))
        _worked(state, self.unit, self.hexside, self.halves)


@dataclass(frozen=True, slots=True)
class SpanDestroyed(
    Fact,
    rule="T7.63",
    topic=MOVEMENT,
    rest=500,
    shows=Shows(units="unit", spots="hexside"),
    is_open=True,
):
    """A unit destroyed a bridge that was damaged (T7.63)."""

    words = mark("{unit} destroyed the bridge at {hexside}: nobody crosses or repairs it any more.")
    unit: UnitId
    hexside: Hexside
    halves: int

    def apply(self, state: TlnbState) -> None:
        """It is gone for good."""
        spans = state.spans
        state.put_spans(replace(spans, destroyed=spans.destroyed | {self.hexside}))
        _worked(state, self.unit, self.hexside, self.halves)


@dataclass(frozen=True, slots=True)
class SpanRepaired(
    Fact,
    rule="T7.64",
    topic=MOVEMENT,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(units="unit", spots="hexside"),
    is_open=True,
):
    """A unit tried to repair a span (T7.64)."""

    unit: UnitId
    hexside: Hexside
    halves: int
    die: int
    needed: int
    passed: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom worked at the span at 0913-1013: die 2 against 4, it is whole again."""
        words = mark("{unit} worked at the span at {hexside}: die {die} against {needed}, {end}.")
        end = say("it is whole again") if self.passed else say("in vain")
        return self.told(scene, words, end=end)

    def apply(self, state: TlnbState) -> None:
        """It is whole, or as before."""
        if self.passed:
            damaged = state.spans.damaged - {self.hexside}
            state.put_spans(replace(state.spans, damaged=damaged))
        _worked(state, self.unit, self.hexside, self.halves)


def _worked(state: TlnbState, unit: UnitId, side: Hexside, halves: int) -> None:
    """Work costs MP, and a span is tried once in a Player-Turn (T7.64, T7.67)."""
    record = state.units[unit]
    state.put_unit(replace(record, spent=record.spent + halves))
    state.marks = replace(state.marks, tried=(*state.marks.tried, side))
    state.stir(unit)


@dataclass(frozen=True, slots=True)
class PontoonLost(
    Fact,
    rule="T18.21",
    topic=MOVEMENT,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(units="train", off=True),
    is_open=True,
):
    """A pontoon train fell to the enemy who entered its hex, or whose work broke its bridge."""

    train: UnitId
    die: int  # 0 where none was thrown: its bridge was broken

    def sentence(self, scene: Scene) -> Text:
        """The pontoon train was captured in 1010 (die 2)."""
        captured = mark("{train} was captured{there} (die {die}).")
        destroyed = mark("{train} was destroyed{there} (die {die}).")
        broken = mark("{train} was lost with its bridge{there}.")
        if not self.die:
            return self.told(scene, broken)
        is_captured = self.die <= numbers_of(scene.names.battle).pontoon.captured_die
        return self.told(scene, captured if is_captured else destroyed)

    def apply(self, state: TlnbState) -> None:
        """It is off the map for good, its bridge too."""
        lift_bridge(state, self.train)
        record = state.units[self.train]
        state.put_unit(replace(record, hex=None, tail=None, box=Box.CAPTURED, bridging=None))


@dataclass(frozen=True, slots=True)
class PositionRolled(
    Fact,
    rule="T21.1",
    topic=MOVEMENT,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(spots="hex"),
    is_open=True,
):
    """Infantry dug in, or tried to (T21.1)."""

    hex: Hex
    die: int
    is_built: bool

    def sentence(self, scene: Scene) -> Text:
        """An improved position in 0913: die 1, it is built."""
        words = mark("An improved position in {hex}: die {die}, {end}.")
        end = say("it is built") if self.is_built else say("not yet")
        return self.told(scene, words, end=end)

    def apply(self, state: TlnbState) -> None:
        """Place the marker."""
        state.marks = replace(state.marks, rolled=(*state.marks.rolled, self.hex))
        if self.is_built:
            state.positions |= {self.hex}


@dataclass(frozen=True, slots=True)
class OverstackCured(
    Fact, rule="T9.5", topic=MOVEMENT, rest=300, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A unit made room (T9.5)."""

    words = mark("{unit} made room and stands in {hex}.")
    unit: UnitId
    hex: Hex

    def apply(self, state: TlnbState) -> None:
        """It stands there."""
        record = state.units[self.unit]
        state.put_unit(replace(record, hex=self.hex, column=False, tail=None))
