"""Turns, segments, weather, control, spirits and points (T2, T3, T15, T19, T23)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from hexwar.cards.records import CardId
from hexwar.engine import Fits
from hexwar.hexes import Hex
from hexwar.messages import joined, mark, say, tell
from hexwar.systems.tlnb.state import Command, Fights, Step, TlnbState
from hexwar.table import weather_facts
from hexwar.table.battle import TurnKind
from hexwar.table.fact import (
    LOSSES,
    MARKERS,
    VICTORY,
    Fact,
    Heading,
    Scene,
    Shows,
    Topic,
)
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.hiding import Belief, won
from hexwar.table.names import when_words
from hexwar.table.pieces import Box, Outcome
from hexwar.table.state import Sky
from hexwar.text import Text, link

WEATHER = Topic(mark("Weather"), 1)
SUPPLY = Topic(mark("Supply"), 9)
_KINDS = frozenset(kind.value for kind in TurnKind)


@dataclass(frozen=True, slots=True)
class PlayerTurnBegan(Fact, rule="T2.1", topic=MARKERS, rest=500, is_open=True):
    """A side's half of a Game-Turn began (T2.1)."""

    turn: int
    side: Side
    kind: Annotated[str, Fits(_KINDS.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """Turn 3: the French Player-Turn began, 10:00."""
        when = when_words(scene.names.battle, self.turn)
        words = mark("Turn {turn}, {when}: the Player-Turn of the {side} began.")
        return self.told(scene, words, when=when or str(self.turn))

    def heading(self) -> Heading:
        """A turn begins, or its second half."""
        return Heading(turn=self.turn, title=say("Player-Turn"), side=self.side)

    def apply(self, state: TlnbState) -> None:
        """Set the markers; nobody has fought yet."""
        sides = state.battle.sides
        is_new = self.turn != state.turn
        last = state.fights.attacked | state.fights.bombarded
        state.turn, state.player = self.turn, sides.index(self.side)
        state.step = Step.WEATHER
        state.fights = Fights(last=tuple(sorted(last)), before=state.fights.last)
        state.marks = replace(state.marks, ended=frozenset())
        state.cards = replace(state.cards, tactics=())
        state.deal = replace(state.deal, recovery=False)
        if is_new:
            state.marches = replace(state.marches, given={})
            for change in state.battle.source_changes:
                if change.turn == self.turn and change.side is not None:
                    state.holding = state.holding.of(change.hex, change.side, None)


@dataclass(frozen=True, slots=True)
class SegmentBegan(Fact, rule="T2.3", topic=MARKERS, is_open=True):
    """A segment of the Player-Turn began (T2.3)."""

    step: Step

    def sentence(self, _: Scene) -> Text:
        """The movement segment began (B-2)."""
        return tell("The {step} began ({letter}).", step=say(self.step), letter=self.step.letter)

    def heading(self) -> Heading:
        """A segment begins."""
        return Heading(title=say(self.step), goes_on=True)

    def apply(self, state: TlnbState) -> None:
        """Set the marker."""
        state.step = self.step


@dataclass(frozen=True, slots=True)
class MarksCleared(Fact, rule="T2.7", topic=MARKERS, is_open=True):
    """The marks of a side's last Player-Turn go off (T2.7)."""

    words = mark("The {side} took off the marks of their last Player-Turn.")
    side: Side

    def apply(self, state: TlnbState) -> None:
        """Units and leaders are free again; who stirred is remembered for works."""
        for unit in list(state.on_map(self.side)):
            fresh = replace(
                unit, moved=False, charged=False, assaulted=False, bombarded=None, spent=0
            )
            if fresh != unit:
                state.put_unit(fresh)
        cards = state.battle.units
        others = frozenset(u for u in state.marks.stirred_before if cards[u].side != self.side)
        mine = frozenset(u for u in state.marks.stirred if cards[u].side == self.side)
        rest = state.marks.stirred - mine
        state.marks = replace(
            state.marks,
            returned=frozenset(),
            stirred=rest,
            stirred_before=others | mine,
            tried=(),
            rolled=(),
            far=frozenset(),
            pushed=frozenset(),
            feinted=(),
            stacked=_stacked(state, self.side),
        )
        state.special = replace(state.special, blinded=frozenset())
        asleep, displaced = state.command.asleep, state.command.displaced
        state.command = Command(asleep=asleep, displaced=displaced)


def _stacked(state: TlnbState, side: Side) -> frozenset[UnitId]:
    """The units of a side that are not alone in their hex."""
    here = ((u.id, u.hex) for u in state.on_map(side) if u.hex is not None)
    return frozenset(u for u, hex_ in here if len(state.units_in(hex_, side)) > 1)


@dataclass(frozen=True, slots=True)
class WeatherRolled(weather_facts.WeatherRolled, rule="T3.2", topic=WEATHER, is_open=True):
    """The weather was rolled for (T3.2)."""


@dataclass(frozen=True, slots=True)
class WeatherChanged(Fact, rule="T2.9", topic=WEATHER, rest=500, is_open=True):
    """The weather is as the record or the hour says (T2.2, T2.9)."""

    weather: str
    is_wet: bool
    is_dark_dawn: bool = False

    def sentence(self, scene: Scene) -> Text:
        """The weather is cloudy; the dawn is dark."""
        plain = mark("The weather is {weather}.")
        dark = mark("The weather is {weather}, and the dawn is dark.")
        sky = link(say(self.weather), f"sky:{self.weather}")
        return self.told(scene, dark if self.is_dark_dawn else plain, weather=sky)

    def apply(self, state: TlnbState) -> None:
        """It applies at once."""
        state.put_sky(Sky(self.weather, state.sky.is_wet or self.is_wet, self.is_dark_dawn))


@dataclass(frozen=True, slots=True)
class DayBegan(Fact, rule="T2.12", topic=WEATHER, rest=500, is_open=True):
    """A new day begins (T2.12)."""

    words = mark("A new day began: swollen fords have gone down.")
    day: int  # of the month

    def apply(self, state: TlnbState) -> None:
        """Fords are dry."""
        state.sky = Sky(state.sky.weather)


@dataclass(frozen=True, slots=True)
class AllowanceSet(Fact, rule="T7.4", topic=MARKERS, is_open=True):
    """The movement allowance of a Player-Turn is known (T7.4)."""

    words = mark("The {side} march with {foot} MP on foot and {horse} on horseback.")
    side: Side
    foot: int  # MP of infantry, foot artillery and trains
    horse: int  # MP of cavalry and horse artillery
    card: CardId | None = None  # the card that sets it

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        allowances = {**state.deal.allowances, self.side: (self.foot, self.horse)}
        state.deal = replace(state.deal, allowances=allowances)


@dataclass(frozen=True, slots=True)
class HexControlled(
    Fact, rule="T23.6", topic=VICTORY, rest=400, shows=Shows(spots="hex"), is_open=True
):
    """A side holds a victory hex or a source of supply (T23.6)."""

    words = mark("The {side} hold {hex}.")
    hex: Hex
    side: Side
    unit: UnitId | None = None  # that was last in it

    def apply(self, state: TlnbState) -> None:
        """Write it down; the enemy does not know what a unit has won that he does not see."""
        held, belief = state.holding.control.get(self.hex), None
        if held is not None and held != self.side:
            belief = Belief(held, state.holding.last_in.get(self.hex), self.unit)
        state.hiding = won(state.hiding, self.hex, self.unit, belief)
        state.holding = state.holding.of(self.hex, self.side, self.unit)


@dataclass(frozen=True, slots=True)
class FormationDemoralized(Fact, rule="T15.1", topic=LOSSES, rest=700, is_open=True):
    """A formation has lost as much as it can bear (T15.1)."""

    words = mark("{formation} is demoralized: {lost} SP lost, its level is {level}.")
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: TlnbState) -> None:
        """Mark it."""
        broken = state.spirit.demoralized | {self.formation}
        state.spirit = replace(state.spirit, demoralized=broken)


@dataclass(frozen=True, slots=True)
class FormationRecovered(Fact, rule="T15.4", topic=LOSSES, rest=500, is_open=True):
    """A formation is not demoralized any more (T15.4)."""

    words = mark("{formation} has recovered: {lost} SP lost, its level is {level}.")
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: TlnbState) -> None:
        """Unmark it."""
        broken = state.spirit.demoralized - {self.formation}
        state.spirit = replace(state.spirit, demoralized=broken)


@dataclass(frozen=True, slots=True)
class SupplyChanged(
    Fact, rule="T19.2", topic=SUPPLY, rest=400, shows=Shows(units="units"), is_open=True
):
    """Units are out of supply from now on, or in supply again (T19.2)."""

    units: tuple[UnitId, ...]
    is_in: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom is out of supply."""
        back, out = mark("In supply again: {units}."), mark("Out of supply: {units}.")
        return self.told(scene, back if self.is_in else out)

    def apply(self, state: TlnbState) -> None:
        """Mark them."""
        now = state.supply.unsupplied
        changed = now - set(self.units) if self.is_in else now | set(self.units)
        state.supply = replace(state.supply, unsupplied=frozenset(changed))


@dataclass(frozen=True, slots=True)
class TrainAssigned(
    Fact, rule="T19.3", topic=SUPPLY, shows=Shows(units="train units"), is_open=True
):
    """Units of formations without a train live off another formation's (T19.3)."""

    units: tuple[UnitId, ...]
    train: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom and Karnielov live off the baggage train of IX Corps."""
        if not self.units:
            return self.told(scene, mark("Nobody lives off {train} any more."))
        one, many = mark("{units} lives off {train}."), mark("{units} live off {train}.")
        return self.counted(scene, one, many, len(self.units))

    def apply(self, state: TlnbState) -> None:
        """Keep it until the train is assigned anew."""
        trains = state.supply.trains_of.items()
        others = {unit: train for unit, train in trains if train != self.train}
        assigned = others | dict.fromkeys(self.units, self.train)
        state.supply = replace(state.supply, trains_of=assigned)


@dataclass(frozen=True, slots=True)
class TrainCaptured(
    Fact, rule="T19.6", topic=SUPPLY, rest=700, shows=Shows(units="unit"), is_open=True
):
    """A train is lost to the enemy (T19.6)."""

    words = mark("{unit} was captured{there}.")
    unit: UnitId

    def apply(self, state: TlnbState) -> None:
        """It is off the map for good."""
        gone = replace(state.units[self.unit], hex=None, tail=None, box=Box.CAPTURED)
        state.put_unit(gone)
        state.losses = replace(state.losses, trains=(*state.losses.trains, self.unit))


@dataclass(frozen=True, slots=True)
class DutyWaived(Fact, rule="T10.14", topic=MARKERS, is_open=True):
    """A duty to attack that nobody can meet (T10.14)."""

    hexes: tuple[Hex, ...]
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Nobody can attack 0913; Udom has nobody to attack."""
        hexes = tell("Nobody could attack {hexes} any more.", hexes=joined(map(str, self.hexes)))
        units = self.told(scene, mark("{units} had nobody left to attack."))
        return hexes if self.hexes else units

    def apply(self, state: TlnbState) -> None:
        """The duties are off."""
        fights = state.fights
        state.fights = replace(
            fights,
            duty_hexes=fights.duty_hexes - set(self.hexes),
            duty_units=fights.duty_units - set(self.units),
        )


@dataclass(frozen=True, slots=True)
class GameEnded(Fact, rule="T23.4", topic=VICTORY, opens=True, is_open=True):
    """The game is decided (T2.12, T15.6, T23.4)."""

    winner: Side | None
    level: str
    vp: tuple[tuple[Side, int], ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The game ended: French, marginal victory (French 30 VP, Coalition 20 VP; points)."""
        draw = mark("The game ended in a draw ({score}; {reason}).")
        won = mark("The game ended: {winner}, {level} victory ({score}; {reason}).")
        score = joined(
            say("{side} {vp} VP", side=scene.names.side(side), vp=vp) for side, vp in self.vp
        )
        words = draw if self.winner is None else won
        return self.told(scene, words, score=score, level=say(self.level), reason=say(self.reason))

    def apply(self, state: TlnbState) -> None:
        """Keep the outcome; nothing follows."""
        state.outcome = Outcome(self.winner, self.level, self.vp, self.reason)
