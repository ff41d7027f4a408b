"""What is laid over the board at will, and what the board says: what it asks a game's face for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, Generic, TypeVar

from hexwar.engine import Event
from hexwar.table.forces import Side
from hexwar.table.laid import Laid
from hexwar.table.spot import Spot

S = TypeVar("S")
G = TypeVar("G", bound="Glance[Any]")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a place is in or out: one sentence, and the rule that says so."""

    sentence: str
    rule: str


@dataclass(frozen=True)
class Glance(Generic[S]):
    """Where the player looks, and what he has chosen. A board may have more to tell."""

    view: S  # as he may see it
    viewer: Side
    over: Spot | None = None  # under the pointer or the cursor
    looked: Spot | None = None  # of which a panel shows more
    picked: tuple[str, ...] = ()


class Lenses(Generic[G]):
    """Which lenses of a game are on, and how the player looks through them.

    A game that has lenses overrides what they show and what they say.
    """

    ids: ClassVar[Sequence[str]] = ()
    """The lenses by the ids of their actions."""
    first: ClassVar[Collection[str]] = ()
    """Those that are on when a game opens."""

    glance: type[G]
    """What they look at."""

    def __init__(self) -> None:
        self._on = set(self.first)
        self._held: set[str] = set()

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
        """Whether the player looks at something for a moment, such as by a held key."""
        return bool(self._held)

    def follow(self, view: Any, told: Callable[[], Sequence[Event]]) -> None:
        """The table has changed; `told` gives what has been shown of the game."""

    def laid(self, glance: G, laid: Laid) -> Laid:  # noqa: ARG002
        """What is laid over the board with that of the lenses."""
        return laid

    def reasons(self, glance: G) -> tuple[Reason, ...]:  # noqa: ARG002
        """Why the place that is pointed at is in or out of what is shown, a sentence a lens."""
        return ()


class NoLenses(Lenses[Glance[Any]]):
    """Those of a game that has none."""

    glance = Glance


class BoardWords:
    """What the board of a game says, and what it may reckon ahead."""

    def lenses(self) -> Lenses[Any]:
        """The lenses of one game."""
        return NoLenses()

    def spot_tip(self, view: Any, spot: Spot) -> str:
        """Everything in a place, as HTML."""
        return escape(self.spot_words(view, spot))

    def spot_words(self, view: Any, spot: Spot) -> str:
        """A place as it is spoken."""
        return str(view.battle.name_of(spot))

    def piece_words(self, view: Any, piece: str) -> str:
        """A piece as it is spoken."""
        card = view.battle.piece(piece)
        return piece if card is None else str(card.name)

    def help_for(self, view: Any, piece: str, spot: Spot) -> str:  # noqa: ARG002
        """The address of the help for a piece, or where it is empty for a place; or nothing."""
        return ""

    def fields(self, state: Any) -> Iterator[Callable[[], object]]:  # noqa: ARG002
        """What reckons ahead the stores that belong to a board, one after the other."""
        return iter(())
