"""Chits and activations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.systems.nlc.state import HIDDEN, GameState
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Activation, Segment


@dataclass(frozen=True, slots=True)
class ChitPlaced(Event):
    """A chit went into a cup (N4.44)."""

    rule: ClassVar[str] = "N4.44"
    cup: Side
    chit: FormationId

    def apply(self, state: GameState) -> None:
        """Put it in."""
        state.cups[self.cup] = (*state.cups.get(self.cup, ()), self.chit)


@dataclass(frozen=True, slots=True)
class CupChosen(Event):
    """The die said whose cup is drawn from next (N4.41)."""

    rule: ClassVar[str] = "N4.41"
    cup: Side
    die: int

    def apply(self, state: GameState) -> None:
        """The next chit comes from this cup."""
        state.cup_in_turn = self.cup


@dataclass(frozen=True, slots=True)
class ChitDrawn(Event):
    """A chit was drawn (N4.4)."""

    rule: ClassVar[str] = "N4.4"
    reveals: ClassVar[bool] = True
    cup: Side
    chit: FormationId

    def apply(self, state: GameState) -> None:
        """Take it out and lay it open."""
        cup = list(state.cups[self.cup])
        cup.remove(self.chit if self.chit in cup else HIDDEN)
        state.cups[self.cup] = tuple(cup)
        state.cup_in_turn = None
        state.drawn = (*state.drawn, self.chit)


@dataclass(frozen=True, slots=True)
class ChitDiscarded(Remark):
    """A drawn chit has no effect (N4.44)."""

    rule: ClassVar[str] = "N4.44"
    chit: FormationId
    reason: str

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class InitialRolled(Event):
    """Both sides rolled for the Initial Action; the higher total has it (N4.21)."""

    rule: ClassVar[str] = "N4.21"
    dice: tuple[tuple[Side, int], ...]
    totals: tuple[tuple[Side, int], ...]  # die and rating of the OC
    winner: Side | None  # None for a tie
    by_card: tuple[Side, ...] = ()  # who has one by a card, first player first (N4.24, N4.26)
    denied: tuple[Side, ...] = ()  # who may take none (N4.24)

    def apply(self, state: GameState) -> None:
        """The winner may take it, then who has one by a card."""
        entitled = self.by_card if self.winner is None else (self.winner, *self.by_card)
        state.initiatives = tuple(side for side in entitled if side not in self.denied)


@dataclass(frozen=True, slots=True)
class InitialGranted(Event):
    """A side took its Initial Action, or let it go (N4.22)."""

    rule: ClassVar[str] = "N4.22"
    side: Side
    formation: FormationId | None  # that acts now; None: nobody does

    def apply(self, state: GameState) -> None:
        """It is used."""
        left = list(state.initiatives)
        left.remove(self.side)
        state.initiatives = tuple(left)


@dataclass(frozen=True, slots=True)
class CoordinationRolled(Remark):
    """A side rolled for a Coordinated Action (N4.31); if it has one, its chit is placed next."""

    rule: ClassVar[str] = "N4.31"
    side: Side
    die: int
    rating: int  # of its OC; 0 without one on the map
    has_action: bool

    def apply(self, state: GameState) -> None:
        """The chit follows."""


@dataclass(frozen=True, slots=True)
class FlagsCleared(Event):
    """Marks of the last activation went off the units (N4.46)."""

    rule: ClassVar[str] = "N4.46"
    units: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """Units may move and fight again, and leave road column."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(
                replace(
                    old,
                    moved=False,
                    assaulted=False,
                    charged=False,
                    bombarded=None,
                    done=False,
                    column=False,
                    tail=None,
                    spent=0,
                )
            )


@dataclass(frozen=True, slots=True)
class ActivationBegan(Event):
    """A formation acts (N4.5), or several as one body; they have acted this turn (N4.46)."""

    rule: ClassVar[str] = "N4.5"
    formation: FormationId
    side: Side
    had_contact: bool
    also: tuple[FormationId, ...] = ()  # in a Coordinated Action (N4.35)
    also_had_contact: tuple[FormationId, ...] = ()

    def apply(self, state: GameState) -> None:
        """Begin the first segment; nobody has assaulted them since they act."""
        state.activation = Activation(
            self.formation,
            self.side,
            Segment.COMMAND,
            self.had_contact,
            also=self.also,
            also_had_contact=self.also_had_contact,
        )
        formations = state.activation.formations
        state.acted = (*state.acted, *formations)
        state.hit = tuple(hit for hit in state.hit if hit not in formations)  # N12.64
        state.tactics = ()  # N23.7


@dataclass(frozen=True, slots=True)
class SegmentEnded(Event):
    """A segment of the activation is over."""

    rule: ClassVar[str] = "N4.5"
    segment: Segment
    then: Segment

    def apply(self, state: GameState) -> None:
        """Begin the next."""
        assert state.activation is not None
        state.activation = replace(state.activation, segment=self.then)


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    """The formation's activation is over."""

    rule: ClassVar[str] = "N4.5"
    formation: FormationId
    rested: tuple[UnitId, ...] = ()  # pontoon trains that stayed where they were (T18.2)

    def apply(self, state: GameState) -> None:
        """No formation acts; rested trains may become bridges in the next activation."""
        state.activation = None
        state.tactics = ()  # N23.7
        for train in self.rested:
            state.put_unit(replace(state.units[train], rested=True))
