"""Leaders, command and March Orders (T5, T6, T7.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from hexwar.engine import Fits, Remark
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import LEADERS, MARKERS, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class LeaderMoved(
    Fact, rule="T5.2", topic=LEADERS, shows=Shows(leaders="leader", to="path"), is_open=True
):
    """A leader moved (T5.2)."""

    words = mark("{leader} rode {path}.")
    leader: LeaderId
    path: Way

    def apply(self, state: TlnbState) -> None:
        """He stands at its end."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.path[-1], moved=True))
        state.command = replace(state.command, moved=state.command.moved | {self.leader})


@dataclass(frozen=True, slots=True)
class LeadersDone(Fact, rule="T5.2", topic=MARKERS, is_open=True):
    """A side's leaders have moved (T5.2)."""

    words = mark("The leaders of the {side} have moved.")
    side: Side

    def apply(self, state: TlnbState) -> None:
        """Who was displaced has lost his move (T5.11)."""
        cards = state.battle.leaders
        left = (x for x in state.command.displaced if cards[x].side != self.side)
        state.command = replace(state.command, displaced=frozenset(left))
        for leader in list(state.leaders_on_map(self.side)):
            if state.leaders[leader.id].moved:
                state.put_leader(state.leaders[leader.id].ready())


@dataclass(frozen=True, slots=True)
class OfficersNamed(Fact, rule="T5.5", topic=LEADERS, rest=400, is_open=True):
    """A commander named officers and stacks (T5.5)."""

    commander: LeaderId
    officers: tuple[LeaderId, ...]
    units: tuple[UnitId, ...] = ()  # of the stacks that he named

    def sentence(self, scene: Scene) -> Text:
        """Napoleon put Ney and Victor in command."""
        none = mark("{commander} named nobody.")
        both = mark("{commander} put {officers} and {units} in command.")
        officers = mark("{commander} put {officers} in command.")
        stacks = mark("{commander} put {units} in command.")
        if self.officers and self.units:
            return self.told(scene, both)
        return self.told(scene, officers if self.officers else stacks if self.units else none)

    def apply(self, state: TlnbState) -> None:
        """They are in command."""
        command = state.command
        state.command = replace(
            command,
            named={**command.named, self.commander: self.officers},
            officers=command.officers | set(self.officers),
            units=command.units | set(self.units),
        )


@dataclass(frozen=True, slots=True)
class OfficerLeads(Fact, rule="T5.7", topic=LEADERS, is_open=True):
    """A Commander-Officer commands his own formation (T5.7)."""

    words = mark("{leader} commands his own formation.")
    leader: LeaderId

    def apply(self, state: TlnbState) -> None:
        """He is in command without being named."""
        command = state.command
        state.command = replace(command, officers=command.officers | {self.leader})


@dataclass(frozen=True, slots=True)
class OfficerChecked(Fact, rule="T6.31", topic=LEADERS, rest=700, sound=Sound.DICE, is_open=True):
    """An officer rolled his initiative (T6.31)."""

    leader: LeaderId
    die: int
    needed: int
    passed: bool

    def sentence(self, scene: Scene) -> Text:
        """Kleist rolled his initiative: die 4 against 3, failed."""
        words = mark("{leader} rolled initiative: die {die} against {needed}, {verdict}.")
        return self.told(scene, words, verdict=say("passed") if self.passed else say("failed"))

    def apply(self, state: TlnbState) -> None:
        """He is in command, or not."""
        command = state.command
        if self.passed:
            state.command = replace(command, officers=command.officers | {self.leader})
        else:
            state.command = replace(command, failed=command.failed | {self.leader})


@dataclass(frozen=True, slots=True)
class UnitsChecked(
    Fact,
    rule="T6.32",
    topic=LEADERS,
    rest=500,
    sound=Sound.DICE,
    shows=Shows(units="units"),
    is_open=True,
):
    """A unit or stack rolled its initiative (T6.32)."""

    units: tuple[UnitId, ...]
    die: int
    needed: int
    passed: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom rolled initiative: die 2 against 3, passed."""
        words = mark("{units} rolled initiative: die {die} against {needed}, {verdict}.")
        return self.told(scene, words, verdict=say("passed") if self.passed else say("failed"))

    def apply(self, state: TlnbState) -> None:
        """They have rolled; who passed is in command."""
        command = state.command
        passed = set(self.units) if self.passed else set[UnitId]()
        state.command = replace(
            command, checked=command.checked | set(self.units), units=command.units | passed
        )


@dataclass(frozen=True, slots=True)
class CommandSettled(Fact, rule="T5.15", topic=MARKERS, is_open=True):
    """Who is in command is settled for the Player-Turn (T5.15)."""

    words = mark("Command was settled.")
    units: tuple[UnitId, ...]  # in command

    def apply(self, state: TlnbState) -> None:
        """Write it down, beside those who are in command already."""
        units = state.command.units | set(self.units)
        state.command = replace(state.command, units=units, is_settled=True)


@dataclass(frozen=True, slots=True)
class LeaderSlept(Fact, rule="T5.10", topic=LEADERS, rest=400, is_open=True):
    """A commander sleeps (T5.10)."""

    words = mark("{leader} sleeps.")
    leader: LeaderId

    def apply(self, state: TlnbState) -> None:
        """Mark him."""
        state.command = replace(state.command, asleep=state.command.asleep | {self.leader})


@dataclass(frozen=True, slots=True)
class LeaderWoke(Fact, rule="T5.10", topic=LEADERS, rest=400, is_open=True):
    """A commander is awake (T5.10)."""

    words = mark("{leader} awoke.")
    leader: LeaderId

    def apply(self, state: TlnbState) -> None:
        """Unmark him."""
        state.command = replace(state.command, asleep=state.command.asleep - {self.leader})


@dataclass(frozen=True, slots=True)
class LeaderCaptured(
    Fact,
    rule="T5.11",
    topic=LEADERS,
    rest=900,
    shows=Shows(leaders="leader", off=True),
    is_open=True,
):
    """A leader fell into the enemy's hands (T5.11)."""

    words = mark("{leader} was captured (die {die}).")
    leader: LeaderId
    die: int

    def apply(self, state: TlnbState) -> None:
        """He is off the map."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.CAPTURED))
        captured = {**state.losses.captured, self.leader: state.turn}
        state.losses = replace(state.losses, captured=captured)


@dataclass(frozen=True, slots=True)
class LeaderDisplaced(
    Fact,
    rule="T5.11",
    topic=LEADERS,
    rest=500,
    shows=Shows(leaders="leader", to="path"),
    is_open=True,
):
    """A leader got away to friends (T5.11)."""

    words = mark("{leader} got away {path}.")
    leader: LeaderId
    path: Way

    def apply(self, state: TlnbState) -> None:
        """He stands with them, and loses his next move."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.path[-1]))
        displaced = state.command.displaced | {self.leader}
        state.command = replace(state.command, displaced=displaced)


@dataclass(frozen=True, slots=True)
class LeaderReplaced(Fact, rule="T5.12", topic=LEADERS, rest=500, is_open=True):
    """Another officer leads a formation whose own was captured (T5.12)."""

    words = mark("Another officer took over from {leader} in {hex}.")
    leader: LeaderId
    hex: Hex

    def apply(self, state: TlnbState) -> None:
        """His counter stands for the successor."""
        record = state.leaders[self.leader]
        state.put_leader(replace(record, hex=self.hex, box=None, successor=record.successor + 1))


@dataclass(frozen=True, slots=True)
class LeadersAlong(
    Fact,
    rule="T5.18",
    topic=LEADERS,
    shows=Shows(leaders="leaders", to="path"),
    is_open=True,
):
    """Leaders went along with troops (T5.18)."""

    words = mark("{leaders} went along {path}.")
    leaders: tuple[LeaderId, ...]
    path: Way

    def apply(self, state: TlnbState) -> None:
        """They stand at its end."""
        for leader in self.leaders:
            state.put_leader(replace(state.leaders[leader], hex=self.path[-1]))


@dataclass(frozen=True, slots=True)
class MarchOrderGiven(Fact, rule="T7.51", topic=LEADERS, rest=400, is_open=True, tells_march=True):
    """A formation has a March Order (T7.51)."""

    words = mark("{formation} has a March Order to {goal}.")
    formation: FormationId
    by: LeaderId | None
    route: tuple[Hex, ...]
    goal: Hex

    def apply(self, state: TlnbState) -> None:
        """It is in force at once."""
        marches = state.marches
        order = MarchOrder(self.formation, self.route, self.goal, state.turn)
        given = marches.given
        if self.by is not None:
            given = {**given, self.by: given.get(self.by, 0) + 1}
        state.marches = replace(
            marches,
            orders={**marches.orders, self.formation: order},
            given=given,
            arrived=marches.arrived - set(state.units_of(self.formation)),
            waiting=tuple(o for o in marches.waiting if not self._replaces(o, state.turn)),
        )

    def _replaces(self, waiting: MarchOrder, turn: int) -> bool:
        """Whether an order of the scenario is out of date now."""
        return waiting.formation == self.formation and waiting.from_turn <= turn


_REASONS = {
    "contact": mark("contact with the enemy"),
    "fight": mark("the enemy fought it"),
    "demoralized": mark("the formation is demoralized"),
    "arrived": mark("the goal is reached"),
    "cancelled": mark("it was cancelled"),
    "nobody": mark("nobody is left to march"),
}


@dataclass(frozen=True, slots=True)
class MarchOrderEnded(Fact, rule="T7.54", topic=LEADERS, rest=300, is_open=True, tells_march=True):
    """A March Order ended (T7.54)."""

    formation: FormationId
    reason: Annotated[str, Fits(_REASONS.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """The March Order of Sacken ended: contact with the enemy."""
        words = mark("The March Order of {formation} ended: {reason}.")
        return self.told(scene, words, reason=say(_REASONS[self.reason]))

    def apply(self, state: TlnbState) -> None:
        """It is in force no more."""
        units = set(state.units_of(self.formation))
        state.marches = replace(
            state.marches,
            orders=without(state.marches.orders, self.formation),
            arrived=state.marches.arrived - units,
        )


@dataclass(frozen=True, slots=True)
class UnitArrived(Fact, rule="T7.58", topic=MARKERS, is_open=True):
    """A unit has done what its March Order wants (T7.58)."""

    words = mark("{unit} is where its March Order leads.")
    unit: UnitId

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        state.marches = replace(state.marches, arrived=state.marches.arrived | {self.unit})


@dataclass(frozen=True, slots=True)
class MarchWaived(Fact, Remark, rule="T7.58", topic=LEADERS, is_open=True):
    """Units could not go on by their March Order in this Player-Turn (T7.58)."""

    words = mark("No way on for now under their March Orders: {units}.")
    units: tuple[UnitId, ...]
