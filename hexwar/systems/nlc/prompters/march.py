"""Where a group of units can go: ends, prices and reasons, reckoned once for each choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from hexwar.engine import Refusal
from hexwar.grid.reach import reach
from hexwar.ground.costs import steps_of
from hexwar.ground.movement import movers, tail_of
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.preview import End, move_ends, price
from hexwar.systems.nlc.rules.movement.routes import (
    ChoosePath,
    Route,
    column_refusal,
    companions,
    quote_route,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Reach
from hexwar.table.reports import PathQuote
from hexwar.widgets.board.steps import lengthened

FAR = 400
"""Half MP: more than any path over a map costs that the law could be asked about."""


class March:
    """The moves open to units of one hex, or to one that enters the map."""

    def __init__(self, view: GameState, units: tuple[UnitId, ...], entry: Hex | None) -> None:
        self.view, self.units, self.entry = view, units, entry
        self.group = movers(view, units, entry)
        self.companions = companions(view, units)

    @property
    def start(self) -> Hex:
        """Where the move begins."""
        return self.group.start

    @property
    def decision(self) -> ChoosePath:
        """The question that its routes answer."""
        return ChoosePath(self.group.side, self.units, self.entry)

    @cached_property
    def plain(self) -> Mapping[Hex, End]:
        """The hexes within reach without road movement."""
        return move_ends(self.view, self.units, self.entry)

    @cached_property
    def by_road(self) -> Mapping[Hex, End]:
        """The hexes within reach by road movement."""
        return move_ends(self.view, self.units, self.entry, column=True)

    def ends(self, *, road: bool) -> Mapping[Hex, End]:
        """Every hex within reach: in the wanted manner, else in the other."""
        first, other = (self.by_road, self.plain) if road else (self.plain, self.by_road)
        return {**other, **first}

    def bars_road(self) -> Refusal | None:
        """Why the units may not use road movement, or None."""
        return column_refusal(self.view, self.units, entering=self.entry is not None)

    def reach(self, *, road: bool) -> Reach:
        """The overlay of all ends."""
        zone = enemy_zone(self.view, self.group.side) if self.group.heeds_zones else frozenset()
        ends = self.ends(road=road)
        return Reach(
            {hex_: end.left for hex_, end in ends.items()},
            zone.intersection(ends),
            frozenset(hex_ for hex_, end in ends.items() if end.route.column),
        )

    def route_to(
        self, hex_: Hex, leaders: tuple[LeaderId, ...] | None, *, road: bool
    ) -> Route | None:
        """The cheapest route to a hex within reach; None to another."""
        end = self.ends(road=road).get(hex_)
        return None if end is None else self._led(end.route, leaders)

    def route_along(
        self, path: tuple[Hex, ...], leaders: tuple[LeaderId, ...] | None, *, road: bool
    ) -> Route:
        """The route along a drawn path: by road where the player wants it or nothing else goes."""
        routes = [
            self._led(Route(path, column, self.companions), leaders)
            for column in ((True, False) if road else (False, True))
        ]
        legal = [route for route in routes if self.refusal(route) is None]
        return (legal or [self._led(Route(path, road, self.companions), leaders)])[0]

    def price(self, route: Route) -> PathQuote | Refusal:
        """What a route costs hex by hex, or why it is not legal."""
        return price(self.view, self.units, self.entry, route)

    def cost(self, route: Route) -> PathQuote | None:
        """What a route costs, legal or not; None where it cannot be walked at all."""
        quoted = quote_route(self.view, self.units, self.entry, route)
        return quoted if isinstance(quoted, PathQuote) else None

    def refusal(self, route: Route) -> Refusal | None:
        """What the law says against a route."""
        return self.decision.refusal(self.view, route)

    def direct(self, hex_: Hex, *, column: bool = False) -> tuple[Hex, ...]:
        """The way to a hex that costs least if it is walked at all, else the straight one."""
        grid = self.view.battle.battlefield.grid
        gait = self.group.gait.in_column() if column else self.group.gait
        found = reach(steps_of(self.view, gait), grid.index[self.start], FAR)
        if grid.index[hex_] in found.cost:
            return tuple(grid.hexes[cell] for cell in found.path(grid.index[hex_]))
        return lengthened(grid, (self.start,), hex_)

    def why_not(self, hex_: Hex) -> Refusal:
        """Why the units cannot go to a hex out of reach."""
        refusal = self.refusal(Route(self.direct(hex_)))
        place = self.view.battle.battlefield.name_of(hex_)
        return refusal or Refusal(f"There is no room for these units in {place}.", "N6.1")

    def why_not_by_road(self, hex_: Hex) -> Refusal | None:
        """Why the units cannot go to a hex by road movement; None if they can."""
        return self.refusal(Route(self.direct(hex_, column=True), column=True))

    def tail(self, route: Route) -> tuple[Hex, ...]:
        """The two hexes that a strong column takes up at the end of a route, else none (N5.33)."""
        tail = tail_of(self.view, self.group, route.hexes) if route.column else None
        return () if tail is None else (tail, route.hexes[-1])

    def _led(self, route: Route, leaders: tuple[LeaderId, ...] | None) -> Route:
        """A route with other leaders than the companions, where the player has chosen them."""
        if self.entry is not None:
            return replace(route, leaders=())
        return route if leaders is None else replace(route, leaders=leaders)
