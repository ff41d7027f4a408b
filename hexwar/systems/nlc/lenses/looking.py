"""The lenses that are laid over the board: which are on, what they show and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexwar.engine import Event
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark
from hexwar.shell import lenses
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.fields import (
    Supposed,
    acting_reach,
    bonds,
    command_distances,
    command_line,
    command_of,
    line_of,
    marked_of,
    next_supposed,
    order_arrows,
    rides,
    spans_of,
    supplied_formation,
    supply_distances,
    supply_trace,
    supposed_marks,
    supposing,
    why_command_range,
    why_order,
    why_supplied,
    why_supposed,
)
from hexwar.systems.nlc.lenses.sights import (
    Glance,
    field_from,
    further,
    last_moves,
    line_from,
    ray_of,
    viewpoint,
    why_further,
    why_sight,
    why_zone,
    zones,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import (
    Bond,
    Distances,
    OrderArrow,
    Overlays,
    Reach,
    TraceLine,
    Track,
)
from hexwar.table.pieces import Phase
from hexwar.table.sight import SightLine

POINT: Final = Reason(
    mark(
        "Point at a unit to see how its formation is supplied; click a bridge to suppose "
        "that it falls"
    ),
    "N16.2",
)
"""What the lens of supply says where it has nothing to show."""


class Looking(lenses.Lenses[Glance]):
    """Which lenses are on, and how the player looks through them."""

    ids = (
        "sight",
        "further",
        "command",
        "supply",
        "zones-own",
        "zones-enemy",
        "moves",
        "orders",
        "sites",
    )
    first = ("sites",)
    glance = Glance
    sight = "sight"

    def __init__(self) -> None:
        super().__init__()
        self.tracks: tuple[Track, ...] = ()
        """The moves of the last turn."""
        self._acted: tuple[GameState, Reach | None] | None = None
        self.supposed: Supposed = frozenset()
        """The bridges of which the lens of supply supposes that they fall, or are repaired."""
        self._after: tuple[GameState, Supposed, GameState] | None = None

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of the lenses."""
        super().switch(lens, on=on)
        if lens == "supply":
            self.supposed = frozenset()

    def follow(self, view: GameState, told: Callable[[], Sequence[Event]]) -> None:
        """The table has changed."""
        if self.is_on("moves"):
            self.tracks = last_moves(view, told())

    def spans(self, view: GameState) -> Sequence[Hexside]:
        """The spans that can be supposed to fall."""
        return spans_of(view) if self.is_on("supply") else ()

    def click_span(self, span: Hexside) -> None:
        """Suppose that it falls, or no more."""
        self.suppose(span)

    def suppose(self, span: Hexside) -> None:
        """Suppose that a bridge falls, or a damaged one is repaired; or no more."""
        self.supposed ^= {span}

    def suppose_next(self, view: GameState, hex_: Hex | None) -> None:
        """Suppose that the next bridge of a hex falls; after the last one that none does."""
        self.supposed = next_supposed(view, hex_, self.supposed)

    def origin(self, glance: Glance) -> Hex | None:
        """The hex that lines of sight begin in; None while nobody looks along any."""
        if self.anchor is not None:
            return self.anchor
        return viewpoint(glance) if self.is_on("sight") else None

    # -- what is shown

    def laid(self, glance: Glance, overlays: Overlays) -> Overlays:
        """Some overlays with those of the lenses."""
        line, origin = self.line(glance), self.origin(glance)
        sees = origin is not None and self.is_on("sight")
        distances, traces = self._fields(glance)
        return replace(
            overlays,
            zones=zones(glance.view, *self._zone_sides(glance)),
            tracks=overlays.tracks or (self.tracks if self.is_on("moves") else ()),
            orders=(*overlays.orders, *self._orders(glance)),
            rides=(*overlays.rides, *(rides(glance.view) if self._shows_pad(glance) else ())),
            bonds=self._bonds(glance),
            shows_sites=self.is_on("sites"),
            further=self._further(glance, overlays),
            sight=field_from(glance, origin) if sees and origin else overlays.sight,
            ray=None if line is None else ray_of(line),
            distances=distances,
            traces=traces,
        )

    def line(self, glance: Glance) -> SightLine | None:
        """The line of sight to the hex that is pointed at; None while there is none to show."""
        origin = self.origin(glance)
        return None if origin is None else line_from(glance, origin)

    def _shows_pad(self, glance: Glance) -> bool:
        """Orders are shown while the lens is on, and always while they are written."""
        return self.is_on("orders") or glance.view.phase is Phase.ORDERS

    def _orders(self, glance: Glance) -> tuple[OrderArrow, ...]:
        return order_arrows(glance.view, marked_of(glance)) if self._shows_pad(glance) else ()

    def _bonds(self, glance: Glance) -> tuple[Bond, ...]:
        """The chain of command of the formation that is pointed at."""
        formation = marked_of(glance) if self.is_on("command") else None
        return () if formation is None else bonds(glance.view, formation)

    def _further(self, glance: Glance, overlays: Overlays) -> Reach | None:
        """What the key asks for; else, before anybody is picked, where those who act can go."""
        if self.is_on("further"):
            return further(glance)
        if glance.picked or overlays.reach is not None or not overlays.ready:
            return None
        return self._acting(glance.view, glance.viewer)

    def _acting(self, view: GameState, viewer: Side) -> Reach | None:
        """The reach of those who act, reckoned once for each view."""
        if self._acted is None or self._acted[0] is not view:
            self._acted = (view, acting_reach(view, viewer))
        return self._acted[1]

    def _zone_sides(self, glance: Glance) -> list[Side]:
        sides = {"zones-own": glance.viewer, "zones-enemy": glance.view.battle.enemy(glance.viewer)}
        return [side for lens, side in sides.items() if self.is_on(lens)]

    def _fields(self, glance: Glance) -> tuple[tuple[Distances, ...], tuple[TraceLine, ...]]:
        """The fields of command and of supply, and the lines of the hex that is pointed at."""
        fields: list[Distances] = []
        lines: list[TraceLine | None] = []
        command = command_of(glance) if self.is_on("command") else None
        if command is not None:
            fields.append(command_distances(glance.view, command))
            lines.append(command_line(glance, command))
        formation = supplied_formation(glance) if self.is_on("supply") else None
        if formation is not None:
            after = self._supposing(glance)
            fields.append(supply_distances(after.view, formation))
            traced = line_of(after, formation)
            lines.append(None if traced is None else supply_trace(traced))
        if self.supposed:
            lines.append(supposed_marks(glance.view, self.supposed))
        return tuple(fields), tuple(line for line in lines if line is not None)

    def _supposing(self, glance: Glance) -> Glance:
        """A glance at what would be if bridges fell; made once for each view."""
        view, spans = glance.view, self.supposed
        if not spans:
            return glance
        if self._after is None or self._after[0] is not view or self._after[1] != spans:
            self._after = (view, spans, supposing(view, spans))
        return replace(glance, view=self._after[2])

    # -- what is said

    def reasons(self, glance: Glance) -> tuple[Reason, ...]:
        """Why the hex that is pointed at is in or out of what is shown, a sentence a lens."""
        return tuple(reason for reason in self._reasons(glance) if reason is not None)

    def _reasons(self, glance: Glance) -> Iterator[Reason | None]:
        origin = self.origin(glance)
        if origin is not None:
            yield why_sight(glance, origin)
        if self.is_on("further"):
            yield why_further(glance, further(glance))
        if self._shows_pad(glance):
            yield why_order(glance, marked_of(glance))
        if self.is_on("command"):
            yield why_command_range(glance, command_of(glance))
        if self.is_on("supply"):
            formation = supplied_formation(glance)
            if self.supposed:
                yield why_supposed(glance.view, self._supposing(glance).view, self.supposed)
            yield why_supplied(self._supposing(glance), formation)
            if formation is None and not self.supposed:
                yield POINT
        if glance.over is not None:
            for side in self._zone_sides(glance):
                yield why_zone(glance.view, side, glance.over)
