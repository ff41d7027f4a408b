"""What an event of a board game is to those who read of it and see it happen."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import capital, tell
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.names import Names
from hexwar.text import Text


class LogKind(StrEnum):
    """What an event is about: a system's own enum of the classes in its filter."""

    @property
    def is_usual(self) -> bool:
        """Whether the log shows them unless told otherwise."""
        return True


@dataclass(frozen=True, slots=True)
class Scene:
    """What a sentence may know besides its event."""

    names: Names
    place: Hex | None = None  # where its piece stood before the event

    @property
    def there(self) -> Text:
        """` in Brienne-le-Château (0913)`; empty for a piece that stood nowhere."""
        return Text() if self.place is None else tell(" in {hex}", hex=self.names.hex(self.place))


@dataclass(frozen=True, slots=True)
class Walk:
    """Pieces that go together along hexes."""

    path: tuple[Hex, ...]  # ends where they stand; empty: off the map
    units: tuple[UnitId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """Units, then leaders."""
        return (*self.units, *self.leaders)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an event does on the board."""

    walks: tuple[Walk, ...] = ()
    units: tuple[UnitId, ...] = ()  # that it is about, and which stay where they are
    hexes: tuple[Hex, ...] = ()  # to which the eye is led


def walk(path: tuple[Hex, ...], *units: UnitId) -> Effect:
    """Units go along a path; with one hex they are set down there, with none taken off the map."""
    return Effect((Walk(path, units),))


def ride(path: tuple[Hex, ...], *leaders: LeaderId) -> Effect:
    """Leaders go along a path, as `walk`."""
    return Effect((Walk(path, leaders=leaders),))


@dataclass(frozen=True, slots=True)
class Heading:
    """How an event divides the log."""

    opens: bool = True  # it begins a section
    leads: bool = False  # so that what follows at once belongs to it, and opens none
    closes: bool = False  # it is the last of its section
    turn: int | None = None  # that begins with it
    title: str = ""  # of the part of the turn that begins
    formation: FormationId | None = None  # who acts from now on
    side: Side | None = None  # whose it is


class Fact(Event):
    """An event that is told and shown."""

    __slots__ = ()

    kind: ClassVar[LogKind]
    """What it is about."""
    rest: ClassVar[int] = 0
    """How long it stands at the usual pace, milliseconds; a walk takes its own time before that."""
    is_rush: ClassVar[bool] = False
    """Whether its walk is a move of combat, which a player may have shown at once."""

    @abstractmethod
    def sentence(self, scene: Scene) -> Text:
        """It in one sentence; the log makes the first letter a capital."""

    def effect(self) -> Effect:
        """What it does on the board; by default nothing that need be shown."""
        return Effect()

    def heading(self) -> Heading | None:
        """How it divides the log; by default not at all."""
        return None

    @property
    def log_kind(self) -> LogKind:
        """Its `kind`, unless what it tells makes it of another."""
        return self.kind


def told(event: Fact, scene: Scene) -> Text:
    """An event in one sentence, as the log has it."""
    return capital(event.sentence(scene))
