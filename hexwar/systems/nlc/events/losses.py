"""Morale, retreat and losses; demoralization, exhaustion and recovery (N11, N13, N15, N20.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import count, joined, listed, mark, say, tell, tell_count
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MARKERS, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box, Segment
from hexwar.table.reports import limit_words
from hexwar.text import Text, die, signed

_PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "withdrawal": mark("retreat before assault"),
        "reaction": mark("reaction charge"),
        "evasion": mark("getting away"),
        "aftermath": mark("after the charge"),
        "guard": mark("the Old Guard gave way"),
        "displacement": mark("making room"),
    }
)
"""The purposes of a check that are written otherwise than they are called."""


@dataclass(frozen=True, slots=True)
class MoraleRolled(Fact, Remark):
    """A stack checked its morale (N2.4)."""

    rule: ClassVar[str] = "N2.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(hexes="hex")
    units: tuple[UnitId, ...]
    hex: Hex
    morale: int  # initiative + 1 of the unit used
    modifiers: int
    value: int  # limited to 1-5
    die: int
    margin: int  # die minus value
    passed: bool
    purpose: str  # what hangs on it, such as retreat, advance, rally, square, pursuit

    def sentence(self, scene: Scene) -> Text:
        """Morale of Udom in 0913 (retreat): die 3 against 5 (5 +1, at most 5), passed."""
        limit = limit_words(self.morale + self.modifiers, self.value)
        margin = max(self.margin, 1)
        return tell(
            "Morale of {units} in {hex} ({purpose}): die {die} against {value} ({sum}), {verdict}.",
            units=scene.names.units(self.units),
            hex=scene.names.hex(self.hex),
            purpose=say(_PURPOSES.get(self.purpose, self.purpose)),
            die=die(self.die),
            value=self.value,
            sum=f"{self.morale} {signed(self.modifiers)}{limit and f', {limit}'}",
            verdict=say("passed") if self.passed else say("failed by {n}", n=margin),
        )


@dataclass(frozen=True, slots=True)
class UnitDisrupted(Fact):
    """A unit is Disrupted (N11.8)."""

    rule: ClassVar[str] = "N11.8"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 250
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom was Disrupted in 0913."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} was Disrupted{there}.", unit=unit, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitRallied(Fact):
    """A unit is no longer Disrupted (N13.1)."""

    rule: ClassVar[str] = "N13.1"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom rallied in 0913."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} rallied{there}.", unit=unit, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=False))


@dataclass(frozen=True, slots=True)
class RetreatBegan(Fact, Remark):
    """Units must leave their hex (N11.1, N11.2)."""

    rule: ClassVar[str] = "N11.1"
    topic: ClassVar[Topic] = LOSSES
    shows: ClassVar[Shows] = Shows(hexes="hex")
    units: tuple[UnitId, ...]
    hex: Hex
    hexes: int  # how far
    rout: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom had to retreat 2 hexes from 0913."""
        far, names = count("{n} hex", "{n} hexes", self.hexes), scene.names
        rout = mark("{units} routed and had to run {far} from {hex}.")
        retreat = mark("{units} had to retreat {far} from {hex}.")
        units, where = names.units(self.units), names.hex(self.hex)
        return tell(rout if self.rout else retreat, units=units, far=far, hex=where)


@dataclass(frozen=True, slots=True)
class UnitRetreated(Fact):
    """A unit retreated; it leaves road column (N5.32) and square (N10.33)."""

    rule: ClassVar[str] = "N11.1"
    topic: ClassVar[Topic] = LOSSES
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="unit", to="path")
    unit: UnitId
    path: tuple[Hex, ...]  # from the hex it left

    def sentence(self, scene: Scene) -> Text:
        """Udom retreated from 0913 by 0914 to 0915."""
        unit, way = scene.names.unit(self.unit), scene.names.way(self.path)
        return tell("{unit} retreated {way}.", unit=unit, way=way)

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.units[self.unit]
        state.put_unit(
            replace(
                old,
                hex=self.path[-1],
                column=False,
                tail=None,
                square=False,
                done=old.done or is_driven_off(state, self.unit),
            )
        )


def is_driven_off(state: GameState, unit: UnitId) -> bool:
    """Whether a unit that gives way now was met in its own move: it has acted then (N10.25)."""
    acting = state.activation
    if acting is None or acting.segment is not Segment.MOVEMENT:
        return False
    return state.formation_of(unit).id in acting.formations


@dataclass(frozen=True, slots=True)
class FriendDisplaced(Fact):
    """A unit made room for friends that retreat (N11.41)."""

    rule: ClassVar[str] = "N11.41"
    topic: ClassVar[Topic] = LOSSES
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="unit", to="hex")
    unit: UnitId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Kornilov made room for friends in 0914 and stands in 0915."""
        unit, where = scene.names.unit(self.unit), scene.names.hex(self.hex)
        words = mark("{unit} made room for friends{there} and stands in {hex}.")
        return tell(words, unit=unit, there=scene.there, hex=where)

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.units[self.unit]
        state.put_unit(
            replace(old, hex=self.hex, column=False, tail=None, square=False, rested=False)
        )


def _count_steps(state: GameState, unit: UnitId, steps: int) -> None:
    """Steps that a formation has lost this turn, those of attached units too (N12.8)."""
    formation = state.formation_of(unit).id
    lost = state.losses.steps_lost
    lost = {**lost, formation: lost.get(formation, 0) + steps}
    state.losses = replace(state.losses, steps_lost=lost)


@dataclass(frozen=True, slots=True)
class StepLost(Fact):
    """A unit lost a step but not its last: it shows its reduced side (N2.2)."""

    rule: ClassVar[str] = "N2.2"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId
    sp: int  # SP lost by it
    cause: str  # fire, rout, zone of control, no retreat

    def sentence(self, scene: Scene) -> Text:
        """Udom lost a step in 0913: 2 SP, fire."""
        unit, cause = scene.names.unit(self.unit), say(self.cause)
        words = mark("{unit} lost a step{there}: {sp} SP, {cause}.")
        return tell(words, unit=unit, there=scene.there, sp=self.sp, cause=cause)

    def apply(self, state: GameState) -> None:
        """Flip it; its formation has lost a step this turn (N12.23)."""
        _count_steps(state, self.unit, 1)
        state.put_unit(replace(state.units[self.unit], reduced=True))


@dataclass(frozen=True, slots=True)
class UnitEliminated(Fact):
    """A unit lost its last step (N11.6)."""

    rule: ClassVar[str] = "N11.6"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="unit", off=True)
    unit: UnitId
    box: Box
    sp: int  # SP lost by it
    cause: str

    def sentence(self, scene: Scene) -> Text:
        """Udom was eliminated in 0913 and went to the UAR box: 3 SP, fire."""
        box = self.box.value
        return tell(
            "{unit} was eliminated{there} and went to the {box} box: {sp} SP, {cause}.",
            unit=scene.names.unit(self.unit),
            there=scene.there,
            box=box[:1].upper() + box[1:],
            sp=self.sp,
            cause=say(self.cause),
        )

    def apply(self, state: GameState) -> None:
        """Put it into the box; its formation has lost all its steps (N12.23)."""
        old, card = state.units[self.unit], state.card(self.unit)
        _count_steps(state, self.unit, 1 if old.reduced else card.steps)
        state.put_unit(
            replace(
                old,
                hex=None,
                box=self.box,
                column=False,
                tail=None,
                disrupted=False,
                square=False,
            )
        )


@dataclass(frozen=True, slots=True)
class FormationDemoralized(Fact):
    """A formation has lost as much as it can bear (N15.2)."""

    rule: ClassVar[str] = "N15.2"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 900
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def sentence(self, scene: Scene) -> Text:
        """IX Corps (Olsufiev) is demoralized: 6 SP are lost, its level is 5."""
        words = mark("{who} is demoralized: {lost} SP are lost, its level is {level}.")
        who = scene.names.formation(self.formation)
        return tell(words, who=who, lost=self.lost, level=self.level)

    def apply(self, state: GameState) -> None:
        """Mark it."""
        weary = (*state.spirit.demoralized, self.formation)
        state.spirit = replace(state.spirit, demoralized=weary)


@dataclass(frozen=True, slots=True)
class FormationRecovered(Fact):
    """A formation is below its level again (N15.3)."""

    rule: ClassVar[str] = "N15.3"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 500
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def sentence(self, scene: Scene) -> Text:
        """IX Corps (Olsufiev) is no longer demoralized: 4 SP are lost, its level is 5."""
        words = mark("{who} is no longer demoralized: {lost} SP are lost, its level is {level}.")
        who = scene.names.formation(self.formation)
        return tell(words, who=who, lost=self.lost, level=self.level)

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        left = tuple(f for f in state.spirit.demoralized if f != self.formation)
        state.spirit = replace(state.spirit, demoralized=left)


@dataclass(frozen=True, slots=True)
class FormationExhausted(Fact):
    """A forced march has exhausted a formation (N20.82)."""

    rule: ClassVar[str] = "N20.82"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 700
    formation: FormationId

    def sentence(self, scene: Scene) -> Text:
        """I Corps (Yorck) is exhausted by its forced march."""
        who = scene.names.formation(self.formation)
        return tell("{who} is exhausted by its forced march.", who=who)

    def apply(self, state: GameState) -> None:
        """Mark it; its rest begins anew."""
        spirit = state.spirit
        state.spirit = replace(
            spirit,
            exhausted=(*spirit.exhausted, self.formation),
            rested_hours=without(spirit.rested_hours, self.formation),
        )


@dataclass(frozen=True, slots=True)
class ExhaustionEnded(Fact):
    """A formation has rested (N20.83)."""

    rule: ClassVar[str] = "N20.83"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    formation: FormationId

    def sentence(self, scene: Scene) -> Text:
        """I Corps (Yorck) has rested: no longer exhausted."""
        who = scene.names.formation(self.formation)
        return tell("{who} has rested: no longer exhausted.", who=who)

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        spirit = state.spirit
        state.spirit = replace(
            spirit,
            exhausted=tuple(f for f in spirit.exhausted if f != self.formation),
            rested_hours=without(spirit.rested_hours, self.formation),
        )


@dataclass(frozen=True, slots=True)
class RestCounted(Fact):
    """How many hours in a row exhausted formations have been in Reserve (N20.83)."""

    rule: ClassVar[str] = "N20.83"
    topic: ClassVar[Topic] = MARKERS
    hours: tuple[tuple[FormationId, int], ...]

    def sentence(self, scene: Scene) -> Text:
        """Rest in Reserve: I Corps (Yorck) 2 hours in a row."""
        if not self.hours:
            return tell("No exhausted formation rests in Reserve.")
        one, many = mark("{who} {n} hour in a row"), mark("{who} {n} hours in a row")
        counts = joined(
            tell_count(one, many, hours, who=scene.names.formation(formation))
            for formation, hours in self.hours
        )
        return tell("Rest in Reserve: {counts}.", counts=counts)

    def apply(self, state: GameState) -> None:
        """Keep the count."""
        state.spirit = replace(state.spirit, rested_hours=dict(self.hours))


@dataclass(frozen=True, slots=True)
class ForcedMarchDeclared(Fact):
    """A formation marches half as far again (N20.81)."""

    rule: ClassVar[str] = "N20.81"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 500
    formation: FormationId

    def sentence(self, scene: Scene) -> Text:
        """II Corps (Victor) makes a forced march: its units go half as far again."""
        who = scene.names.formation(self.formation)
        return tell("{who} makes a forced march: its units go half as far again.", who=who)

    def apply(self, state: GameState) -> None:
        """It has one forced hour more today (N20.82)."""
        acting = state.activation
        assert acting is not None
        state.activation = replace(acting, forced=(*acting.forced, self.formation))
        hours = state.spirit.forced_hours
        hours = {**hours, self.formation: hours.get(self.formation, 0) + 1}
        state.spirit = replace(state.spirit, forced_hours=hours)


@dataclass(frozen=True, slots=True)
class ForcedMarchRolled(Fact, Remark):
    """A formation rolled for what its forced march has cost it (N20.82)."""

    rule: ClassVar[str] = "N20.82"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 700
    formation: FormationId
    die: int
    limit: int  # a die above it leaves stragglers behind
    hours: int  # forced today, this one included
    straggles: bool
    exhausts: bool

    def sentence(self, scene: Scene) -> Text:
        """Forced march of II Corps (Victor), hour 3: die 6, above 4: a unit loses a step."""
        above = mark("Forced march of {who}, hour {hour}: die {die}, above {limit}: {cost}.")
        below = mark("Forced march of {who}, hour {hour}: die {die}, not above {limit}: {cost}.")
        cost = [
            *([say("a unit loses a step as stragglers")] if self.straggles else []),
            *([say("it is exhausted")] if self.exhausts else []),
        ]
        return tell(
            above if self.straggles else below,
            who=scene.names.formation(self.formation),
            hour=self.hours,
            die=die(self.die),
            limit=self.limit,
            cost=listed(cost) or say("no stragglers"),
        )


@dataclass(frozen=True, slots=True)
class GuardDismayed(Fact):
    """The Old Guard gave way: every French stack in sight checks (N7.4)."""

    rule: ClassVar[str] = "N7.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(hexes="hex")
    unit: UnitId  # of the Old Guard
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Old Guard gave way in 0913: every French stack that sees it checks morale."""
        names = scene.names
        unit, where = names.unit(self.unit), names.hex(self.hex)
        card = names.battle.units.get(self.unit)
        if card is None:
            words = mark("{unit} gave way in {hex}: every stack that sees it checks morale.")
            return tell(words, unit=unit, hex=where)
        words = mark("{unit} gave way in {hex}: every {side} stack that sees it checks morale.")
        return tell(words, unit=unit, hex=where, side=names.side(card.side))

    def apply(self, state: GameState) -> None:
        """It happens once a turn."""
        state.spirit = replace(state.spirit, dismayed=state.turn)


@dataclass(frozen=True, slots=True)
class RecoveryRolled(Fact, Remark):
    """A unit in the UAR box was tried for (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 700
    unit: UnitId
    die: int
    returns: bool

    def sentence(self, scene: Scene) -> Text:
        """Recovery of Udom: die 3, it returns."""
        back = mark("Recovery of {unit}: die {die}, it returns.")
        gone = mark("Recovery of {unit}: die {die}, it is lost for good.")
        unit = scene.names.unit(self.unit)
        return tell(back if self.returns else gone, unit=unit, die=die(self.die))


@dataclass(frozen=True, slots=True)
class UnitReturned(Fact):
    """A unit came back from the UAR box, reduced and Disrupted (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit", to="hex")
    unit: UnitId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Udom came back from the UAR box to 0913, Disrupted."""
        unit, where = scene.names.unit(self.unit), scene.names.hex(self.hex)
        return tell("{unit} came back from the UAR box to {hex}, Disrupted.", unit=unit, hex=where)

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old, card = state.units[self.unit], state.card(self.unit)
        reduced = card.steps > 1 and card.reduced_sp > 0
        state.put_unit(replace(old, hex=self.hex, box=None, reduced=reduced, disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitLostForGood(Fact):
    """A unit went from the UAR box to the PEU box (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom went from the UAR box to the PEU box."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} went from the UAR box to the PEU box.", unit=unit)

    def apply(self, state: GameState) -> None:
        """It does not come back."""
        state.put_unit(replace(state.units[self.unit], box=Box.PEU))


@dataclass(frozen=True, slots=True)
class StepRegained(Fact):
    """A reduced unit regained a step in the night (N13.5)."""

    rule: ClassVar[str] = "N13.5"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom regained a step in 0913."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} regained a step{there}.", unit=unit, there=scene.there)

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))
