"""Turns, phases, dice and points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import joined, mark, tell
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import phase_words, vp_words
from hexwar.table.battle import SourceChange
from hexwar.table.fact import DICE, MARKERS, VICTORY, Fact, Heading, Scene, Shows, Topic
from hexwar.table.forces import Side, UnitId
from hexwar.table.names import when_words
from hexwar.table.pieces import Outcome, Phase
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """The turn marker stands on a new space."""

    rule: ClassVar[str] = "N4"
    topic: ClassVar[Topic] = MARKERS
    rest: ClassVar[int] = 500
    turn: int
    kind: str

    def sentence(self, scene: Scene) -> Text:
        """Turn 3 began: 14:00, day."""
        when = when_words(scene.names.battle, self.turn)
        if not when:
            return tell("Turn {turn} began.", turn=self.turn)
        return tell("Turn {turn} began: {when}.", turn=self.turn, when=when)

    def heading(self) -> Heading:
        """A turn begins, and its first phase."""
        return Heading(turn=self.turn, title=phase_words(Phase.WEATHER))

    def apply(self, state: GameState) -> None:
        """Advance the marker and begin the first phase; a new day forgets forced hours (N20.82)."""
        if state.battle.turn(self.turn).day != state.turn_card.day:
            state.spirit = replace(state.spirit, forced_hours={})
        state.turn = self.turn
        state.phase = Phase.WEATHER
        state.chits = replace(state.chits, drawn=())
        state.chits = replace(state.chits, acted=())
        state.chits = replace(state.chits, cup_in_turn=None)
        state.rallied = ()
        state.commanded = ()
        state.pad = replace(state.pad, issued={})
        state.pad = replace(state.pad, addressed=())
        state.pad = replace(state.pad, complied=())
        state.chits = replace(state.chits, initiatives=())
        state.losses = replace(state.losses, steps_lost={})
        state.assaults = replace(state.assaults, lent=())
        for change in state.battle.source_changes:
            if change.turn == self.turn:
                _change_source(state, change)


def _change_source(state: GameState, change: SourceChange) -> None:
    """A supply source is another side's from now on; an enemy who stands in it holds it (N16.2)."""
    if change.side is None or state.holding.control.get(change.hex) == change.side:
        return
    if not state.holders_of(change.hex, state.battle.enemy(change.side)):
        state.holding = replace(
            state.holding, control={**state.holding.control, change.hex: change.side}
        )
        state.holding = replace(state.holding, last_in=without(state.holding.last_in, change.hex))


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase of the turn began."""

    rule: ClassVar[str] = "N4"
    topic: ClassVar[Topic] = MARKERS
    phase: Phase

    def sentence(self, _: Scene) -> Text:
        """The Rally Phase began."""
        return tell("The {phase} began.", phase=phase_words(self.phase))

    def heading(self) -> Heading:
        """A phase begins."""
        return Heading(title=phase_words(self.phase))

    def apply(self, state: GameState) -> None:
        """Set the phase."""
        state.phase = self.phase


@dataclass(frozen=True, slots=True)
class TurnEnded(Fact):
    """The Turn End Phase is over: markers of the turn go off (N4.46, N4.71)."""

    rule: ClassVar[str] = "N4.71"
    topic: ClassVar[Topic] = MARKERS
    turn: int

    def sentence(self, _: Scene) -> Text:
        """Turn 3 ended."""
        return tell("Turn {turn} ended.", turn=self.turn)

    def apply(self, state: GameState) -> None:
        """Leaders may move again; nobody has been assaulted this turn."""
        for leader in list(state.leaders.values()):
            if leader.moved:
                state.put_leader(leader.ready())
        for unit in list(state.units.values()):
            if unit.attacked:
                state.put_unit(replace(unit, attacked=False))


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The game is decided (N4.9, N22)."""

    rule: ClassVar[str] = "N4.9"
    topic: ClassVar[Topic] = VICTORY
    winner: Side | None
    level: str
    vp: tuple[tuple[Side, int], ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The game ended: French, marginal victory (French 9 VP and Coalition 4 VP; points)."""
        score = joined(f"{scene.names.side(side)} {vp_words(vp)}" for side, vp in self.vp)
        if self.winner is None:
            words = mark("The game ended in a draw ({score}; {reason}).")
            return tell(words, score=score, reason=self.reason)
        return tell(
            "The game ended: {side}, {level} victory ({score}; {reason}).",
            side=scene.names.side(self.winner),
            level=self.level,
            score=score,
            reason=self.reason,
        )

    def apply(self, state: GameState) -> None:
        """Keep the outcome; nothing follows."""
        state.outcome = Outcome(self.winner, self.level, self.vp, self.reason)


@dataclass(frozen=True, slots=True)
class DieRolled(Fact, Remark):
    """A die that no other event shows."""

    rule: ClassVar[str] = "N4.27"
    topic: ClassVar[Topic] = DICE
    rest: ClassVar[int] = 700
    purpose: str
    die: int
    modifiers: int
    total: int

    def sentence(self, _: Scene) -> Text:
        """Die for capture of Blücher: 4."""
        thrown = sum_of(die(self.die), self.modifiers, self.total)
        return tell("Die for {purpose}: {thrown}.", purpose=self.purpose, thrown=thrown)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class HexControlled(Fact):
    """A side was the last in a victory hex or supply source (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    topic: ClassVar[Topic] = VICTORY
    rest: ClassVar[int] = 250
    shows: ClassVar[Shows] = Shows(hexes="hex")
    hex: Hex
    side: Side
    unit: UnitId | None = None  # of several the strongest; old saves do not tell

    def sentence(self, scene: Scene) -> Text:
        """The French took control of Brienne-le-Château (0913)."""
        side, where = scene.names.side(self.side), scene.names.hex(self.hex)
        return tell("The {side} took control of {hex}.", side=side, hex=where)

    def apply(self, state: GameState) -> None:
        """Change the control; the unit must be able to hold it in the end."""
        state.holding = replace(
            state.holding, control={**state.holding.control, self.hex: self.side}
        )
        if self.unit is None:
            state.holding = replace(state.holding, last_in=without(state.holding.last_in, self.hex))
        else:
            state.holding = replace(
                state.holding, last_in={**state.holding.last_in, self.hex: self.unit}
            )


@dataclass(frozen=True, slots=True)
class HexPassed(Fact):
    """Another unit of the side that has a victory hex or supply source was in it (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    topic: ClassVar[Topic] = MARKERS
    hex: Hex
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Brienne-le-Château (0913) now hangs on 2nd Guard Division."""
        where, unit = scene.names.hex(self.hex), scene.names.unit(self.unit)
        return tell("{hex} now hangs on {unit}.", hex=where, unit=unit)

    def apply(self, state: GameState) -> None:
        """The hex now hangs on this unit."""
        state.holding = replace(
            state.holding, last_in={**state.holding.last_in, self.hex: self.unit}
        )


@dataclass(frozen=True, slots=True)
class VpScored(Fact, Remark):
    """A line of the final score (N22)."""

    rule: ClassVar[str] = "N22"
    topic: ClassVar[Topic] = VICTORY
    side: Side
    delta: int
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The French scored 4 VP: holds Brienne-le-Château (0913)."""
        side, vp = scene.names.side(self.side), abs(self.delta)
        if self.delta >= 0:
            return tell("The {side} scored {vp} VP: {why}.", side=side, vp=vp, why=self.reason)
        return tell("The {side} lost {vp} VP: {why}.", side=side, vp=vp, why=self.reason)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes; the outcome follows."""


@dataclass(frozen=True, slots=True)
class RallyEnded(Fact):
    """A side has tried to rally all it may this turn (N13.6)."""

    rule: ClassVar[str] = "N13.6"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French finished rallying."""
        return tell("The {side} finished rallying.", side=scene.names.side(self.side))

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to rally."""
        state.rallied = (*state.rallied, self.side)


@dataclass(frozen=True, slots=True)
class CommandMoved(Fact):
    """A side has moved its OC and HQ this Turn End (N4.71)."""

    rule: ClassVar[str] = "N4.71"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French finished moving commander and HQ."""
        side = scene.names.side(self.side)
        return tell("The {side} finished moving commander and HQ.", side=side)

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to move its command."""
        state.commanded = (*state.commanded, self.side)
