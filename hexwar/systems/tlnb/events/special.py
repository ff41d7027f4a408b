"""What special rules of a battle bring about (T34.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from hexwar.engine import Fits, Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import COMBAT, LEADERS, MARKERS, MOVEMENT, Fact, Scene, Shows, Sound
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.text import Text, signed

RuleId: TypeAlias = Annotated[str, Fits(KNOWN.__contains__)]
"""The id of a special rule that this game knows."""


def title_of(id_: str) -> str:
    """What a special rule is called."""
    return say(KNOWN[id_].title)


@dataclass(frozen=True, slots=True)
class SpecialRuleActed(Fact, Remark, rule="T34.6", topic=COMBAT, is_open=True):
    """A special rule adds to a die, or shifts columns (T34.6)."""

    id: RuleId
    by: int
    what: str  # a marked text: the die, or columns

    def sentence(self, scene: Scene) -> Text:
        """Ney in the smoke: −1 to the die."""
        words = mark("{title}: {signed} {what}.")
        told = {"title": title_of(self.id), "signed": signed(self.by), "what": say(self.what)}
        return self.told(scene, words, **told)


@dataclass(frozen=True, slots=True)
class SpecialRuleLapsed(Fact, rule="T34.6", topic=MARKERS, rest=700, is_open=True):
    """A special rule binds nobody any more (T34.6)."""

    id: RuleId
    reason: str  # a marked text

    def sentence(self, scene: Scene) -> Text:
        """Bülow waits: no more, for the enemy is near."""
        words = mark("{title}: no more, for {reason}.")
        return self.told(scene, words, title=title_of(self.id), reason=say(self.reason))

    def apply(self, state: TlnbState) -> None:
        """For good."""
        lapsed = state.special.lapsed | {self.id}
        state.special = replace(state.special, lapsed=lapsed)


@dataclass(frozen=True, slots=True)
class LeaderLed(Fact, rule="T10.23", topic=LEADERS, rest=700, is_open=True):
    """A leader leads a combat in person (T10.23, T34.6)."""

    words = mark("{leader} led the fight for {hex} in person.")
    leader: LeaderId
    hex: Hex  # the target

    def apply(self, state: TlnbState) -> None:
        """Once in this Player-Turn."""
        led = {**state.special.led, self.leader: (state.count, self.hex)}
        state.special = replace(state.special, led=led)


@dataclass(frozen=True, slots=True)
class LeaderUnderFire(Fact, rule="T34.6", topic=LEADERS, is_open=True):
    """Units stacked with a leader attacked, or were attacked (T34.6)."""

    words = mark("{leader} was in the thick of the fight.")
    leader: LeaderId

    def apply(self, state: TlnbState) -> None:
        """It is remembered to his next Command Segment."""
        fought = {**state.special.fought, self.leader: state.count}
        state.special = replace(state.special, fought=fought)


@dataclass(frozen=True, slots=True)
class FormationRested(Fact, rule="T34.6", topic=MARKERS, tells_march=True, is_open=True):
    """An exhausted formation has not marched on this turn, or has (T34.6)."""

    formation: FormationId
    turns: int  # in a row without a march
    is_fresh: bool  # it is exhausted no more

    def sentence(self, scene: Scene) -> Text:
        """Yorck's corps has rested for 2 turns."""
        fresh = mark("{formation} has rested for {turns} turns and is exhausted no more.")
        still = mark("{formation} has rested for {turns} turns, and is still exhausted.")
        return self.told(scene, fresh if self.is_fresh else still)

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        rested = {**state.special.rested, self.formation: self.turns}
        state.special = replace(state.special, rested=rested)


@dataclass(frozen=True, slots=True)
class SnowRolled(
    Fact, Remark, rule="T34.6", topic=MOVEMENT, rest=400, sound=Sound.DICE, is_open=True
):
    """Units on their way in a snowstorm rolled for a hex (T34.6)."""

    units: tuple[UnitId, ...]
    hex: Hex  # that they wanted to enter
    die: int
    entered: Hex | None  # the hex that they enter; None: they stop

    def sentence(self, scene: Scene) -> Text:
        """Udom lost the way in the snow (die 1): 0912 in place of 0913."""
        if self.entered is None:
            words = mark("{units} lost the way to {hex} in the snow (die {die}) and stopped.")
        elif self.entered == self.hex:
            words = mark("{units} kept the way to {hex} in the snow (die {die}).")
        else:
            words = mark("{units} lost the way to {hex} in the snow (die {die}): {entered}.")
        return self.told(scene, words)


@dataclass(frozen=True, slots=True)
class DrivenUpon(
    Fact, rule="T34.6", topic=MOVEMENT, rest=400, shows=Shows(units="units"), is_open=True
):
    """Infantry was driven upon an enemy by the snow: it must attack (T34.6)."""

    words = mark("{units} came upon the enemy in the snow and must attack.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """Up to the end of this Player-Turn."""
        blinded = state.special.blinded | set(self.units)
        state.special = replace(state.special, blinded=blinded)


@dataclass(frozen=True, slots=True)
class GreatChargeCalled(Fact, rule="T34.6", topic=COMBAT, rest=900, is_open=True):
    """The great charge of a battle, once a game (T34.6)."""

    words = mark("{leader} called the great charge.")
    leader: LeaderId

    def apply(self, state: TlnbState) -> None:
        """In this Player-Turn."""
        state.special = replace(state.special, great=state.count)


@dataclass(frozen=True, slots=True)
class GreatRideMade(Fact, rule="T34.6", topic=MARKERS, is_open=True):
    """Cavalry rides in the great charge (T34.6)."""

    words = mark("{units} ride in the great charge: they stay where they end, and rest next turn.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """They do not charge on the next turn."""
        ridden = state.special.ridden | set(self.units)
        state.special = replace(state.special, ridden=ridden)


@dataclass(frozen=True, slots=True)
class UnitsDeparted(Fact, rule="T34.6", topic=MOVEMENT, is_open=True):
    """Units left the map by a road that counts VP for it (T34.6)."""

    words = mark("{units} are on their way: {sp} SP that count.")
    units: tuple[UnitId, ...]
    sp: int

    def apply(self, state: TlnbState) -> None:
        """Their SP as they stood."""
        departed = {**state.special.departed, **{u: state.sp(u) for u in self.units}}
        state.special = replace(state.special, departed=departed)
