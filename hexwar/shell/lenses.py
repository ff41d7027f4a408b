"""What is laid over the board at will, and what the board says: what it asks a game's face for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, Generic, TypeVar

from hexwar.engine import Event
from hexwar.hexes import Hex, Hexside
from hexwar.messages import say
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays, Reach
from hexwar.table.reports import PathQuote, SightLine
from hexwar.widgets.board.contents import NO_MARKERS, Markers

S = TypeVar("S")
G = TypeVar("G", bound="Glance[Any]")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hex is in or out: one sentence, and the rule that says so."""

    sentence: str
    rule: str


@dataclass(frozen=True)
class Glance(Generic[S]):
    """Where the player looks, and what he has chosen."""

    view: S  # as he may see it
    viewer: Side
    over: Hex | None = None  # under the pointer or the hex cursor
    looked: Hex | None = None  # whose stack the panel shows
    picked: tuple[UnitId | LeaderId, ...] = ()
    selected: Hex | None = None  # where the picked pieces are
    path: PathQuote | None = None  # that the player is thinking of
    drops: tuple[Any, ...] = ()  # who stays behind on it, as the game has it

    @property
    def planned(self) -> Hex | None:
        """The end of the path that is thought of."""
        return self.path.hexes[-1] if self.path is not None and self.path.hexes else None


class Lenses(Generic[G]):
    """Which lenses of a game are on, and how the player looks through them.

    A game that has lenses overrides what they show and what they say.
    """

    ids: ClassVar[Sequence[str]] = ()
    """The lenses by the ids of their actions."""
    first: ClassVar[Collection[str]] = ()
    """Those that are on when a game opens."""
    sight: ClassVar[str] = ""
    """The lens through which lines are drawn with the mouse while its key is held."""

    glance: type[G]
    """What they look at."""

    def __init__(self) -> None:
        self._on = set(self.first)
        self._held: set[str] = set()
        self.anchor: Hex | None = None
        """The hex where a line of sight is fixed; None lets it follow the pointer."""

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of `ids`."""
        (self._on.add if on else self._on.discard)(lens)

    def hold(self, lens: str, *, on: bool) -> None:
        """Show one of `ids` while its key is held."""
        (self._held.add if on else self._held.discard)(lens)

    def shows(self, lens: str) -> bool:
        """Whether a lens is switched on."""
        return lens in self._on

    def is_on(self, lens: str) -> bool:
        """Whether a lens is switched on or held."""
        return lens in self._on or lens in self._held

    def holds(self, lens: str) -> bool:
        """Whether the key of a lens is held."""
        return lens in self._held

    @property
    def is_glancing(self) -> bool:
        """Whether the player looks at something for a moment: by a held key or along a line."""
        return bool(self._held) or self.anchor is not None

    def follow(self, view: Any, told: Callable[[], Sequence[Event]]) -> None:
        """The table has changed; `told` gives what has been shown of the game."""

    def origin(self, glance: G) -> Hex | None:  # noqa: ARG002
        """The hex that lines of sight begin in; None while nobody looks along any."""
        return self.anchor

    def laid(self, glance: G, overlays: Overlays) -> Overlays:  # noqa: ARG002
        """Some overlays with those of the lenses."""
        return overlays

    def line(self, glance: G) -> SightLine | None:  # noqa: ARG002
        """The line of sight to the hex that is pointed at; None while there is none to show."""
        return None

    def reasons(self, glance: G) -> tuple[Reason, ...]:  # noqa: ARG002
        """Why the hex that is pointed at is in or out of what is shown, a sentence a lens."""
        return ()

    def spans(self, view: Any) -> Collection[Hexside]:  # noqa: ARG002
        """The hexsides that can be clicked now."""
        return ()

    def click_span(self, span: Hexside) -> None:
        """One of them is clicked."""


class NoLenses(Lenses[Glance[Any]]):
    """Those of a game that has none."""

    glance = Glance


class BoardWords:
    """What the board of a game says, and what it may reckon ahead."""

    def lenses(self) -> Lenses[Any]:
        """The lenses of one game."""
        return NoLenses()

    def hex_tip(self, view: Any, hex_: Hex) -> str:
        """Everything in a hex, as HTML."""
        return escape(self.hex_words(view, hex_))

    def hex_words(self, view: Any, hex_: Hex) -> str:
        """A hex as it is spoken."""
        pieces = (*view.units_in(hex_), *view.leaders_in(hex_))
        place = view.battle.battlefield.name_of(hex_)
        return ". ".join([place, *(self.piece_words(view, piece) for piece in pieces)])

    def piece_words(self, view: Any, piece: str) -> str:
        """A counter as it is spoken."""
        if piece in view.leaders:
            return str(view.battle.leaders[piece].name)
        return say("{unit}, {sp} SP", unit=view.card(piece).name, sp=view.sp(piece))

    def help_for(self, view: Any, piece: str, hex_: Hex) -> str:  # noqa: ARG002
        """The address of the help for a counter, or where it is empty for a hex; or nothing."""
        return ""

    def markers(self, view: Any) -> Markers:  # noqa: ARG002
        """What lies on the map beside the counters."""
        return NO_MARKERS

    def zones(self, state: Any) -> Mapping[Side, frozenset[Hex]]:  # noqa: ARG002
        """The ground that each side controls, for a picture of the board."""
        return {}

    def reach(self, state: Any, hex_: Hex) -> Reach | None:  # noqa: ARG002
        """Where the stack in a hex could go, for a picture; None where none stands there."""
        return None

    def fields(self, state: Any) -> Iterator[Callable[[], object]]:  # noqa: ARG002
        """What reckons ahead the stores that belong to a map, one after the other."""
        return iter(())
