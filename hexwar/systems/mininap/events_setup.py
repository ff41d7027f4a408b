"""What happens while both sides place their units (M24.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.state import MiniState, Placing
from hexwar.table.fact import MARKERS, MOVEMENT, Fact, Heading, Scene, Shows, Sound
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.pose import Pose
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class SetupRolled(Fact, rule="M24.3", topic=MARKERS, sound=Sound.DICE, rest=600, is_open=True):
    """Both sides have thrown for who places first (M24.3)."""

    words = mark("{here} against {there}: the {side} place first.")
    here: int
    there: int
    side: Side | None

    def heading(self) -> Heading:
        """It opens the set-up."""
        return Heading(title=say("Set-up"))

    def sentence(self, scene: Scene) -> Text:
        """Who throws higher places first; a tie is thrown again."""
        if self.side is None:
            return self.told(scene, mark("{here} against {there}: both throw again."))
        return self.told(scene, self.words)

    def apply(self, state: MiniState) -> None:
        """Whose brigade it is."""
        state.placing = None if self.side is None else Placing(self.side)


@dataclass(frozen=True, slots=True)
class UnitPlaced(
    Fact,
    rule="M24.3",
    topic=MOVEMENT,
    sound=Sound.STEPS,
    rest=200,
    is_open=True,
    shows=Shows("unit"),
):
    """A unit was placed (M24.3)."""

    words = mark("{unit} took its place, in {formation}.")
    unit: UnitId
    pose: Pose
    formation: Formation
    is_limbered: bool
    body: str  # its brigade, or what else is placed together

    def sentence(self, scene: Scene) -> Text:
        """Who stands there, and how."""
        return self.told(scene, self.words, formation=say(self.formation))

    def apply(self, state: MiniState) -> None:
        """It stands; the rest of its brigade comes next."""
        unit = state.units[self.unit]
        limbered = self.is_limbered
        state.put(replace(unit, pose=self.pose, formation=self.formation, is_limbered=limbered))
        assert state.placing is not None
        state.placing = replace(state.placing, body=self.body)


@dataclass(frozen=True, slots=True)
class BrigadePlaced(Fact, rule="M24.3", topic=MARKERS, is_open=True):
    """A brigade stands; who places the next one (M24.3)."""

    words = mark("The {side} place a brigade.")
    side: Side | None  # whose turn it is now; None: all stand

    def sentence(self, scene: Scene) -> Text:
        """Whose turn it is."""
        return self.told(scene, self.words if self.side else mark("All units stand."))

    def apply(self, state: MiniState) -> None:
        """The other side, or nobody."""
        state.placing = None if self.side is None else Placing(self.side)


SETUP_EVENTS: tuple[type[Event], ...] = (SetupRolled, UnitPlaced, BrigadePlaced)
"""Every fact of the set-up."""
