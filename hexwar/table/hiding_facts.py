"""What happens to forces that the enemy does not see, as facts (N20, N32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated

from hexwar.engine import Fits
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import joined, mark
from hexwar.table.fact import MARKERS, MOVEMENT, Fact, Scene, Shows
from hexwar.table.forces import Side
from hexwar.table.hiding import without_pieces
from hexwar.table.state import MapState
from hexwar.text import Text

_REVEALED: Mapping[str, str] = MappingProxyType(
    {
        "seen": mark("{pieces} came in sight of the enemy in {hex}."),
        "contact": mark("{pieces} were found in {hex}: the enemy stands next to them."),
        "attack": mark("{pieces} showed themselves in {hex} to fight."),
        "met": mark("The enemy ran into {pieces} in {hex}."),
        "report": mark("Vedettes told of {pieces} in {hex}."),
        "bare": mark("{pieces} lie under no flag any more in {hex}."),
    }
)
"""How a force was found, by its cause."""


def _named(scene: Scene, pieces: tuple[str, ...]) -> Text:
    return joined(scene.names.subject(piece) for piece in pieces)


@dataclass(frozen=True, slots=True)
class ForceHidden(Fact, rule="N20.2", topic=MOVEMENT, shows=Shows(spots="hex")):
    """A stack lies under a flag or under cover markers from now on (N20.2)."""

    words = mark("The {side} hid {pieces} in {hex}.")
    side: Side
    pieces: tuple[str, ...]  # units and leaders of one hex
    hex: Hex

    def is_known_to(self, side: str) -> bool:
        """The enemy sees a flag, and is not told what lies under it."""
        return side == self.side

    def conceals(self) -> tuple[str, ...]:
        """All of them."""
        return self.pieces

    def sentence(self, scene: Scene) -> Text:
        """The French hid Duhesme and Ricard in 1704."""
        return self.told(scene, self.words, pieces=_named(scene, self.pieces))

    def apply(self, state: MapState) -> None:
        """Turn the stack over."""
        hidden = state.hiding.hidden | set(self.pieces)
        state.hiding = replace(state.hiding, hidden=hidden)


@dataclass(frozen=True, slots=True)
class ForceRevealed(
    Fact,
    rule="N20.2",
    topic=MOVEMENT,
    rest=900,
    reveals=True,
    shows=Shows(spots="hex"),
    is_open=True,
):
    """The enemy sees what stands in a hex (N20.2)."""

    side: Side  # whose pieces they are
    pieces: tuple[str, ...]
    hex: Hex
    cause: Annotated[str, Fits(_REVEALED.__contains__)]

    def discloses(self) -> tuple[str, ...]:
        """All of them."""
        return self.pieces

    def sentence(self, scene: Scene) -> Text:
        """Duhesme and Ricard were seen in 1704."""
        return self.told(scene, _REVEALED[self.cause], pieces=_named(scene, self.pieces))

    def apply(self, state: MapState) -> None:
        """Both sides see them; what they have won is known too (N22.2)."""
        state.hiding = without_pieces(state.hiding, self.pieces)


@dataclass(frozen=True, slots=True)
class DummySet(Fact, rule="N20.2", topic=MOVEMENT, shows=Shows(spots="hex")):
    """A stack of cover markers was set up, or went on (N20.2)."""

    words = mark("The {side} set a dummy stack down in {hex}.")
    side: Side
    dummy: str
    hex: Hex

    def is_known_to(self, side: str) -> bool:
        """The enemy sees a flag like any other."""
        return side == self.side

    def apply(self, state: MapState) -> None:
        """It lies there now."""
        dummies = {**state.hiding.dummies, self.dummy: self.hex}
        state.hiding = replace(state.hiding, dummies=dummies)


@dataclass(frozen=True, slots=True)
class DummyRemoved(
    Fact,
    rule="N20.2",
    topic=MOVEMENT,
    rest=700,
    reveals=True,
    shows=Shows(spots="hex"),
    is_open=True,
):
    """A dummy stack was seen through and is gone (N20.2)."""

    words = mark("Under the flag of the {side} in {hex} there was nobody.")
    side: Side
    dummy: str
    hex: Hex

    def apply(self, state: MapState) -> None:
        """Take it off."""
        dummies = without(dict(state.hiding.dummies), self.dummy)
        state.hiding = replace(state.hiding, dummies=dummies)


@dataclass(frozen=True, slots=True)
class ReportSet(
    Fact,
    rule="N20.3",
    topic=MOVEMENT,
    rest=500,
    reveals=True,
    shows=Shows(spots="hex"),
    is_open=True,
):
    """A vedette has seen a hidden force, and its report is on its way (N20.3)."""

    side: Side  # whose vedette it is
    force: str  # a piece of the force, or the dummy; nobody is told which
    hex: Hex
    turns: int

    def sentence(self, scene: Scene) -> Text:
        """A vedette of the French sees troops in 1704: its report takes 2 turns."""
        one = mark("A vedette of the {side} sees troops in {hex}: its report takes {n} turn.")
        many = mark("A vedette of the {side} sees troops in {hex}: its report takes {n} turns.")
        return self.counted(scene, one, many, self.turns)

    def apply(self, state: MapState) -> None:
        """Put a counter on the force."""
        reports = {**state.hiding.reports, self.force: self.turns}
        state.hiding = replace(state.hiding, reports=reports)


@dataclass(frozen=True, slots=True)
class ReportsCounted(Fact, rule="N20.3", topic=MARKERS, is_open=True):
    """Reports of vedettes are a turn nearer (N20.3)."""

    words = mark("The reports of vedettes are a turn nearer.")

    def apply(self, state: MapState) -> None:
        """Turn the counters down."""
        reports = {piece: turns - 1 for piece, turns in state.hiding.reports.items()}
        state.hiding = replace(state.hiding, reports=reports)
