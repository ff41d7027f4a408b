"""Morale, retreat and losses; demoralization, exhaustion and recovery (N11, N13, N15, N20.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexwar.engine import Remark
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import count, joined, listed, mark, say, tell, tell_count
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MARKERS, MOVEMENT, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box, Segment
from hexwar.table.reports import limit_words
from hexwar.text import Text, signed

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
class MoraleRolled(
    Fact,
    Remark,
    rule="N2.4",
    topic=LOSSES,
    rest=900,
    shows=Shows(spots="hex"),
    sound=Sound.DICE,
    is_open=True,
):
    """A stack checked its morale (N2.4)."""

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
        words = mark(
            "Morale of {units} in {hex} ({purpose}): die {die} against {value} ({sum}), {verdict}."
        )
        limit = limit_words(self.morale + self.modifiers, self.value)
        return self.told(
            scene,
            words,
            purpose=say(_PURPOSES.get(self.purpose, self.purpose)),
            sum=f"{self.morale} {signed(self.modifiers)}{limit and f', {limit}'}",
            verdict=say("passed") if self.passed else say("failed by {n}", n=max(self.margin, 1)),
        )


@dataclass(frozen=True, slots=True)
class UnitDisrupted(
    Fact, rule="N11.8", topic=LOSSES, rest=250, shows=Shows(units="unit"), is_open=True
):
    """A unit is Disrupted (N11.8)."""

    words = mark("{unit} was Disrupted{there}.")
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitRallied(
    Fact, rule="N13.1", topic=LOSSES, rest=400, shows=Shows(units="unit"), is_open=True
):
    """A unit is no longer Disrupted (N13.1)."""

    words = mark("{unit} rallied{there}.")
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=False))


@dataclass(frozen=True, slots=True)
class RetreatBegan(
    Fact, Remark, rule="N11.1", topic=LOSSES, shows=Shows(spots="hex"), is_open=True
):
    """Units must leave their hex (N11.1, N11.2)."""

    units: tuple[UnitId, ...]
    hex: Hex
    hexes: int  # how far
    rout: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom had to retreat 2 hexes from 0913."""
        rout = mark("{units} routed and had to run {far} from {hex}.")
        retreat = mark("{units} had to retreat {far} from {hex}.")
        far = count("{n} hex", "{n} hexes", self.hexes)
        return self.told(scene, rout if self.rout else retreat, far=far)


@dataclass(frozen=True, slots=True)
class UnitRetreated(
    Fact,
    rule="N11.1",
    topic=LOSSES,
    is_rush=True,
    shows=Shows(units="unit", to="path"),
    is_open=True,
):
    """A unit retreated; it leaves road column (N5.32) and square (N10.33)."""

    words = mark("{unit} retreated {path}.")
    unit: UnitId
    path: Way  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.units[self.unit]
        done = old.done or is_driven_off(state, self.unit)
        state.put_unit(replace(old.driven_to(self.path[-1]), done=done))


def is_driven_off(state: GameState, unit: UnitId) -> bool:
    """Whether a unit that gives way now was met in its own move: it has acted then (N10.25)."""
    acting = state.activation
    if acting is None or acting.segment is not Segment.MOVEMENT:
        return False
    return state.formation_of(unit).id in acting.formations


@dataclass(frozen=True, slots=True)
class FriendDisplaced(
    Fact,
    rule="N11.41",
    topic=LOSSES,
    is_rush=True,
    shows=Shows(units="unit", to="hex"),
    is_open=True,
):
    """A unit made room for friends that retreat (N11.41)."""

    words = mark("{unit} made room for friends{there} and stands in {hex}.")
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set it down."""
        state.put_unit(replace(state.units[self.unit].driven_to(self.hex), rested=False))


def _count_steps(state: GameState, unit: UnitId, steps: int) -> None:
    """Steps that a formation has lost this turn, those of attached units too (N12.8)."""
    formation = state.formation_of(unit).id
    lost = state.losses.steps_lost
    lost = {**lost, formation: lost.get(formation, 0) + steps}
    state.losses = replace(state.losses, steps_lost=lost)


@dataclass(frozen=True, slots=True)
class StepLost(Fact, rule="N2.2", topic=LOSSES, rest=500, shows=Shows(units="unit"), is_open=True):
    """A unit lost a step but not its last: it shows its reduced side (N2.2)."""

    words = mark("{unit} lost a step{there}: {sp} SP, {cause}.")
    unit: UnitId
    sp: int  # SP lost by it
    cause: str  # fire, rout, zone of control, no retreat

    def toll(self) -> tuple[UnitId, int]:
        """The unit, and what its step was worth."""
        return self.unit, self.sp

    def apply(self, state: GameState) -> None:
        """Flip it; its formation has lost a step this turn (N12.23)."""
        _count_steps(state, self.unit, 1)
        state.put_unit(replace(state.units[self.unit], reduced=True))


@dataclass(frozen=True, slots=True)
class UnitEliminated(
    Fact, rule="N11.6", topic=LOSSES, rest=700, shows=Shows(units="unit", off=True), is_open=True
):
    """A unit lost its last step (N11.6)."""

    unit: UnitId
    box: Box
    sp: int  # SP lost by it
    cause: str

    def sentence(self, scene: Scene) -> Text:
        """Udom was eliminated in 0913 and went to the UAR box: 3 SP, fire."""
        words = mark("{unit} was eliminated{there} and went to the {box} box: {sp} SP, {cause}.")
        box = self.box.value
        return self.told(scene, words, box=box[:1].upper() + box[1:])

    def toll(self) -> tuple[UnitId, int]:
        """The unit, and what was left of it."""
        return self.unit, self.sp

    def apply(self, state: GameState) -> None:
        """Put it into the box; its formation has lost all its steps (N12.23)."""
        old, card = state.units[self.unit], state.card(self.unit)
        _count_steps(state, self.unit, 1 if old.reduced else card.steps)
        state.put_unit(replace(old.driven_to(None), box=self.box, disrupted=False))


@dataclass(frozen=True, slots=True)
class FormationDemoralized(
    Fact, rule="N15.2", topic=LOSSES, rest=900, tells_spirit=True, is_open=True
):
    """A formation has lost as much as it can bear (N15.2)."""

    words = mark("{formation} is demoralized: {lost} SP are lost, its level is {level}.")
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: GameState) -> None:
        """Mark it."""
        weary = (*state.spirit.demoralized, self.formation)
        state.spirit = replace(state.spirit, demoralized=weary)


@dataclass(frozen=True, slots=True)
class FormationRecovered(
    Fact, rule="N15.3", topic=LOSSES, rest=500, tells_spirit=True, is_open=True
):
    """A formation is below its level again (N15.3)."""

    words = mark("{formation} is no longer demoralized: {lost} SP are lost, its level is {level}.")
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        left = tuple(f for f in state.spirit.demoralized if f != self.formation)
        state.spirit = replace(state.spirit, demoralized=left)


def _begin_rest(state: GameState, who: FormationId, exhausted: tuple[FormationId, ...]) -> None:
    rested = without(state.spirit.rested_hours, who)
    state.spirit = replace(state.spirit, exhausted=exhausted, rested_hours=rested)


@dataclass(frozen=True, slots=True)
class FormationExhausted(
    Fact, rule="N20.82", topic=LOSSES, rest=700, tells_march=True, is_open=True
):
    """A forced march has exhausted a formation (N20.82)."""

    words = mark("{formation} is exhausted by its forced march.")
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """Mark it; its rest begins anew."""
        exhausted = (*state.spirit.exhausted, self.formation)
        _begin_rest(state, self.formation, exhausted)


@dataclass(frozen=True, slots=True)
class ExhaustionEnded(Fact, rule="N20.83", topic=LOSSES, rest=400, tells_march=True, is_open=True):
    """A formation has rested (N20.83)."""

    words = mark("{formation} has rested: no longer exhausted.")
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        exhausted = tuple(f for f in state.spirit.exhausted if f != self.formation)
        _begin_rest(state, self.formation, exhausted)


@dataclass(frozen=True, slots=True)
class RestCounted(Fact, rule="N20.83", topic=MARKERS, is_open=True):
    """How many hours in a row exhausted formations have been in Reserve (N20.83)."""

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
class ForcedMarchDeclared(
    Fact, rule="N20.81", topic=MOVEMENT, rest=500, tells_march=True, is_open=True
):
    """A formation marches half as far again (N20.81)."""

    words = mark("{formation} makes a forced march: its units go half as far again.")
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """It has one forced hour more today (N20.82)."""
        acting = state.activation
        assert acting is not None
        state.activation = replace(acting, forced=(*acting.forced, self.formation))
        hours = state.spirit.forced_hours
        hours = {**hours, self.formation: hours.get(self.formation, 0) + 1}
        state.spirit = replace(state.spirit, forced_hours=hours)


@dataclass(frozen=True, slots=True)
class ForcedMarchRolled(
    Fact, Remark, rule="N20.82", topic=MOVEMENT, rest=700, tells_march=True, is_open=True
):
    """A formation rolled for what its forced march has cost it (N20.82)."""

    formation: FormationId
    die: int
    limit: int  # a die above it leaves stragglers behind
    hours: int  # forced today, this one included
    straggles: bool
    exhausts: bool

    def sentence(self, scene: Scene) -> Text:
        """Forced march of II Corps (Victor), hour 3: die 6, above 4: a unit loses a step."""
        above = mark("Forced march of {formation}, hour {hours}: die {die}, above {limit}: {cost}.")
        below = mark(
            "Forced march of {formation}, hour {hours}: die {die}, not above {limit}: {cost}."
        )
        straggler = [mark("a unit loses a step as stragglers")] if self.straggles else []
        costs = [*straggler, *([mark("it is exhausted")] if self.exhausts else [])]
        cost = listed(map(say, costs)) or say("no stragglers")
        return self.told(scene, above if self.straggles else below, cost=cost)


@dataclass(frozen=True, slots=True)
class GuardDismayed(
    Fact, rule="N7.4", topic=LOSSES, rest=900, shows=Shows(spots="hex"), is_open=True
):
    """The Old Guard gave way: every French stack in sight checks (N7.4)."""

    unit: UnitId  # of the Old Guard
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Old Guard gave way in 0913: every French stack that sees it checks morale."""
        card = scene.on_map.battle.units.get(self.unit)
        if card is None:
            words = mark("{unit} gave way in {hex}: every stack that sees it checks morale.")
            return self.told(scene, words)
        words = mark("{unit} gave way in {hex}: every {side} stack that sees it checks morale.")
        return self.told(scene, words, side=scene.names.side(card.side))

    def apply(self, state: GameState) -> None:
        """It happens once a turn."""
        state.spirit = replace(state.spirit, dismayed=state.turn)


@dataclass(frozen=True, slots=True)
class RecoveryRolled(Fact, Remark, rule="N13.2", topic=LOSSES, rest=700, is_open=True):
    """A unit in the UAR box was tried for (N13.2)."""

    unit: UnitId
    die: int
    returns: bool

    def sentence(self, scene: Scene) -> Text:
        """Recovery of Udom: die 3, it returns."""
        back = mark("Recovery of {unit}: die {die}, it returns.")
        gone = mark("Recovery of {unit}: die {die}, it is lost for good.")
        return self.told(scene, back if self.returns else gone)


@dataclass(frozen=True, slots=True)
class UnitReturned(
    Fact, rule="N13.2", topic=LOSSES, rest=400, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A unit came back from the UAR box, reduced and Disrupted (N13.2)."""

    words = mark("{unit} came back from the UAR box to {hex}, Disrupted.")
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old, card = state.units[self.unit], state.card(self.unit)
        reduced = card.steps > 1 and card.reduced_sp > 0
        state.put_unit(replace(old, hex=self.hex, box=None, reduced=reduced, disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitLostForGood(
    Fact, rule="N13.2", topic=LOSSES, rest=500, shows=Shows(units="unit"), is_open=True
):
    """A unit went from the UAR box to the PEU box (N13.2)."""

    words = mark("{unit} went from the UAR box to the PEU box.")
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """It does not come back."""
        state.put_unit(replace(state.units[self.unit], box=Box.PEU))


@dataclass(frozen=True, slots=True)
class StepRegained(
    Fact, rule="N13.5", topic=LOSSES, rest=400, shows=Shows(units="unit"), is_open=True
):
    """A reduced unit regained a step in the night (N13.5)."""

    words = mark("{unit} regained a step{there}.")
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))
