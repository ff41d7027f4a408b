"""Demoralization, exhaustion, forced marches and recovery."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import joined, listed, mark, say, tell, tell_count
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MARKERS, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text, die


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
        state.spirit = replace(
            state.spirit, demoralized=(*state.spirit.demoralized, self.formation)
        )


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
        state.spirit = replace(
            state.spirit,
            demoralized=tuple(f for f in state.spirit.demoralized if f != self.formation),
        )


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
        state.spirit = replace(state.spirit, exhausted=(*state.spirit.exhausted, self.formation))
        state.spirit = replace(
            state.spirit, rested_hours=without(state.spirit.rested_hours, self.formation)
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
        state.spirit = replace(
            state.spirit, exhausted=tuple(f for f in state.spirit.exhausted if f != self.formation)
        )
        state.spirit = replace(
            state.spirit, rested_hours=without(state.spirit.rested_hours, self.formation)
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
        state.spirit = replace(
            state.spirit,
            forced_hours={
                **state.spirit.forced_hours,
                self.formation: state.spirit.forced_hours.get(self.formation, 0) + 1,
            },
        )


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

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


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

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


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
