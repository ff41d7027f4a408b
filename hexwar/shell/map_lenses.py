"""Lenses over a map of hexes, and what such a map says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, TypeVar

from hexwar.hexes import Hex, Hexside
from hexwar.messages import say
from hexwar.shell.lenses import BoardWords, Glance, Lenses
from hexwar.table.forces import Side
from hexwar.table.laid import Laid
from hexwar.table.overlays import Overlays, Reach, overlays_of
from hexwar.table.reports import PathQuote, SightLine
from hexwar.table.spot import Spot
from hexwar.widgets.board.contents import NO_MARKERS, Markers

S = TypeVar("S")
G = TypeVar("G", bound="MapGlance[Any]")


@dataclass(frozen=True)
class MapGlance(Glance[S]):
    """Where the player looks on a map."""

    over: Hex | None = None  # under the pointer or the hex cursor
    looked: Hex | None = None  # whose stack the panel shows
    selected: Hex | None = None  # where the picked pieces are
    path: PathQuote | None = None  # that the player is thinking of
    drops: tuple[Any, ...] = ()  # who stays behind on it, as the game has it

    @property
    def planned(self) -> Hex | None:
        """The end of the path that is thought of."""
        return self.path.hexes[-1] if self.path is not None and self.path.hexes else None


class MapLenses(Lenses[G]):
    """Lenses of a game on a map, through one of which lines of sight may be drawn."""

    sight: ClassVar[str] = ""
    """The lens through which lines are drawn with the mouse while its key is held."""

    def __init__(self) -> None:
        super().__init__()
        self.anchor: Hex | None = None
        """The hex where a line of sight is fixed; None lets it follow the pointer."""

    @property
    def is_glancing(self) -> bool:
        """Whether the player looks at something for a moment: by a held key or along a line."""
        return super().is_glancing or self.anchor is not None

    def origin(self, glance: G) -> Hex | None:  # noqa: ARG002
        """The hex that lines of sight begin in; None while nobody looks along any."""
        return self.anchor

    def laid(self, glance: G, laid: Laid) -> Overlays:
        """What is laid over the map with that of the lenses."""
        return self.over_map(glance, overlays_of(laid))

    def over_map(self, glance: G, overlays: Overlays) -> Overlays:  # noqa: ARG002
        """Some overlays with those of the lenses."""
        return overlays

    def line(self, glance: G) -> SightLine | None:  # noqa: ARG002
        """The line of sight to the hex that is pointed at; None while there is none to show."""
        return None

    def spans(self, view: Any) -> Collection[Hexside]:  # noqa: ARG002
        """The hexsides that can be clicked now."""
        return ()

    def click_span(self, span: Hexside) -> None:
        """One of them is clicked."""


class NoMapLenses(MapLenses[MapGlance[Any]]):
    """Those of a game on a map that has none."""

    glance = MapGlance


class MapWords(BoardWords):
    """What the map of a game says and shows."""

    def lenses(self) -> MapLenses[Any]:
        """The lenses of one game."""
        return NoMapLenses()

    def spot_tip(self, view: Any, spot: Spot) -> str:
        """Everything in a hex, as HTML."""
        return self.hex_tip(view, Hex(spot))

    def spot_words(self, view: Any, spot: Spot) -> str:
        """A hex as it is spoken."""
        return self.hex_words(view, Hex(spot))

    def hex_tip(self, view: Any, hex_: Hex) -> str:
        """Everything in a hex, as HTML."""
        return escape(self.hex_words(view, hex_))

    def hex_words(self, view: Any, hex_: Hex) -> str:
        """A hex as it is spoken."""
        pieces = (*view.units_in(hex_), *view.leaders_in(hex_))
        place = view.battle.name_of(hex_)
        return ". ".join([place, *(self.piece_words(view, piece) for piece in pieces)])

    def piece_words(self, view: Any, piece: str) -> str:
        """A counter as it is spoken."""
        if piece in view.leaders:
            return str(view.battle.leaders[piece].name)
        return say("{unit}, {sp} SP", unit=view.card(piece).name, sp=view.sp(piece))

    def markers(self, view: Any) -> Markers:  # noqa: ARG002
        """What lies on the map beside the counters."""
        return NO_MARKERS

    def zones(self, state: Any) -> Mapping[Side, frozenset[Hex]]:  # noqa: ARG002
        """The ground that each side controls, for a picture of the board."""
        return {}

    def reach(self, state: Any, hex_: Hex) -> Reach | None:  # noqa: ARG002
        """Where the stack in a hex could go, for a picture; None where none stands there."""
        return None
