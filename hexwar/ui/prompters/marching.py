"""A group that has been chosen to move, and the path that the player is thinking of (N5)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import LeaderId, UnitId
from hexwar.model.reports import PathQuote, points
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import has_room
from hexwar.rules.common.zones import enemy_zone
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex, ChoosePath, Route, riders
from hexwar.ui.prompters.base import Answer, Gesture, PieceId
from hexwar.ui.prompters.march import March
from hexwar.widgets.board.overlays.records import Overlays

Group = tuple[UnitId, ...]


class Marching:
    """A group that has been chosen, and the path that the player is thinking of."""

    def __init__(self, view: GameState, units: Group, entry: Hex | None) -> None:
        self.view = view
        self.march = March(view, units, entry)
        self.leaders: tuple[LeaderId, ...] | None = None  # None: the companions of the rules
        self.road = False
        self._over: Hex | None = None
        self._drawn: tuple[Hex, ...] = ()

    @property
    def picked(self) -> tuple[PieceId, ...]:
        """The units, and the leaders who go along."""
        leaders = self.march.companions if self.leaders is None else self.leaders
        return (*self.march.units, *leaders)

    @property
    def pickable(self) -> tuple[LeaderId, ...]:
        """The leaders who may go along."""
        return riders(self.view, self.march.units) if self.march.entry is None else ()

    def hover(self, hex_: Hex | None) -> None:
        """Think of the path to a hex."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Think of a path of one's own."""
        self._drawn = path

    def route_to(self, hex_: Hex, *, joins: bool) -> Route | Refusal:
        """The route that a click on a hex means, or why there is none.

        Only who insists may go where the stack will be too large: one of it must leave later.
        """
        route = self.march.route_to(hex_, self.leaders, road=self.road)
        if route is None and joins:
            route = self.march.route_along(self.march.direct(hex_), self.leaders, road=self.road)
        if route is None:
            return self.march.why_not(hex_)
        refusal = self.march.refusal(route)
        return route if refusal is None else refusal

    def route_along(self, path: tuple[Hex, ...]) -> Route | Refusal:
        """The route along a drawn path, or why it is not legal."""
        route = self.march.route_along(path, self.leaders, road=self.road)
        refusal = self.march.refusal(route)
        return route if refusal is None else refusal

    def gesture(self, route: Route) -> Gesture:
        """Choose the units, their entry hex if they have one, and the route, at once."""
        march = self.march
        entering = () if march.entry is None else (Answer(ChooseEntryHex, march.entry),)
        chosen = Answer(ActivateUnit, march.units)
        return (chosen, *entering, Answer(ChoosePath, route))

    def overlays(self) -> Overlays:
        """The reach, and the path that is thought of."""
        return Overlays(
            selection=frozenset({self.march.start}),
            chosen=frozenset(self.picked),
            reach=self.march.reach(road=self.road),
            path=self._quote(),
        )

    def verdict(self) -> str:
        """How far the units can go."""
        hexes = len(self.march.ends(road=self.road))
        way = " by road movement" if self.road else ""
        return f"{hexes} hexes within reach{way}" if hexes else "No hex is within reach"

    def hint(self) -> str:
        """What a click does, or what the path that is thought of means."""
        quoted = self._quote()
        if quoted is not None:
            return self._words(quoted)
        if self._over is not None and self._over != self.march.start:
            return f"Out of reach: {self.march.why_not(self._over).sentence}"
        who = ", ".join(self.view.card(unit).name for unit in self.march.units)
        if self.march.entry is not None:
            place = self.view.battle.battlefield.name_of(self.march.entry)
            return f"{who} enters at {place}: click there to halt, or how far to go on."
        return f"Click where {who} will go, or drag a path of your own; Esc gives up the choice."

    def _route(self) -> Route | None:
        if len(self._drawn) > 1:
            return self.march.route_along(self._drawn, self.leaders, road=self.road)
        if self._over is None or self._over == self.march.start:
            return None
        return self.march.route_to(self._over, self.leaders, road=self.road)

    def _quote(self) -> PathQuote | None:
        route = self._route()
        return None if route is None else self.march.cost(route)

    def _words(self, quoted: PathQuote) -> str:
        """The price of a path and what happens at its end."""
        end, field = quoted.hexes[-1], self.view.battle.battlefield
        how = " by road movement" if quoted.column else ""
        left = quoted.allowance - quoted.halves
        route = self._route()
        refusal = None if route is None else self.march.refusal(route)
        words = f"To {field.name_of(end)}{how}: {points(quoted.halves)} MP"
        if refusal is not None:
            return f"{words}. {refusal.sentence}"
        if left < 0:
            return f"{words}, more than the units have: one hex is always possible."
        return f"{words}, {points(left)} left{self._consequence(end)}."

    def _consequence(self, end: Hex) -> str:
        side = self.march.group.side
        enemies = self.view.units_in(end, self.view.battle.enemy(side))
        if not has_room(self.view, end, side, self.march.units):
            return "; more than may stand there, so one must leave it again"
        if enemies:
            return "; trains and leaders there are overrun"
        if end in self.view.control and self.view.control[end] != side:
            return "; control of it changes"
        return "; in an enemy zone of control" if end in enemy_zone(self.view, side) else ""
