"""A group that has been chosen to move, and the path that the player is thinking of (N5)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.ground.movement import Drop
from hexwar.ground.stacking import has_room
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.shell.prompter import ROAD, Answer, Button, Gesture, PieceId
from hexwar.systems.nlc.prompters.march import March
from hexwar.systems.nlc.prompters.onward import Onward, onward
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, riders
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays, Reach, Stay
from hexwar.table.reports import PathQuote, points
from hexwar.widgets.board.steps import lengthened
from hexwar.widgets.counters.faces import unit_name

Group = tuple[UnitId, ...]

ON_THE_WAY = Refusal("Who stays where the move begins is not chosen in the first place.", "N5.9")


class Marching:
    """A group that has been chosen, and the path that the player is thinking of."""

    def __init__(self, view: GameState, units: Group, entry: Hex | None) -> None:
        self.view = view
        self.march = March(view, units, entry)
        self.leaders: tuple[LeaderId, ...] | None = None  # None: the companions of the rules
        self.road = False
        self._over: Hex | None = None
        self._drawn: tuple[Hex, ...] = ()
        self._legs: list[Onward] = []  # the hexes on the way that are settled, one after another

    @property
    def picked(self) -> tuple[PieceId, ...]:
        """The units, and the leaders who go along."""
        leaders = self.march.companions if self.leaders is None else self.leaders
        return (*self.march.units, *leaders)

    @property
    def pickable(self) -> tuple[LeaderId, ...]:
        """The leaders who may go along."""
        return riders(self.view, self.march.units) if self.march.entry is None else ()

    @property
    def drops(self) -> tuple[Drop, ...]:
        """Who stays behind on the way."""
        return self._legs[-1].drops if self._legs else ()

    def hover(self, hex_: Hex | None) -> None:
        """Think of the path to a hex."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Think of a path of one's own, which forgets what was settled of another."""
        self._drawn = path
        if path:
            self._legs.clear()

    def road_buttons(self) -> tuple[Button, ...]:
        """The switch between the usual movement and road movement, where the units may use it."""
        if self.march.bars_road() is not None:
            return ()
        if self.road:
            return (Button("road", "No road march", "March as usual, over any ground", word=ROAD),)
        tip = "March along roads and trails in column, for less MP a hex"
        return (Button("road", "Road march", tip, word=ROAD),)

    def back(self) -> bool:
        """Forget the last hex that was settled; False where none was."""
        return bool(self._legs and self._legs.pop())

    # -- hexes on the way

    def leavable(self, hex_: Hex) -> Group | Refusal:
        """Who may stay behind in a hex on the way, nobody where one unit is left (N5.9)."""
        leg = self._leg(hex_, ())
        if isinstance(leg, Refusal):
            return leg
        return leg.group.units if len(leg.group.units) > 1 else ()

    def leave(self, hex_: Hex, units: Group) -> Refusal | None:
        """Settle that the way leads through a hex, and that some units stay there (N5.9)."""
        leg = self._leg(hex_, units)
        if isinstance(leg, Refusal):
            return leg
        self._legs.append(leg)
        return None

    def _leg(self, hex_: Hex, units: Group) -> Onward | Refusal:
        """What is left of the move beyond a hex on the way, or why it may not lead there."""
        before = self._legs[-1] if self._legs else self._beginning(hex_)
        path = before.path_to(hex_)
        if path is None or len(path) < 2:
            return self.march.why_not(hex_) if path is None else ON_THE_WAY
        drops = (*before.drops, *(Drop(unit, hex_) for unit in units))
        if len(drops) == len(self.march.units):
            return Refusal("Somebody must go to the end of the path.", "N5.9")
        found = onward(self.view, self.march.group, path, drops, column=before.column)
        if found is None:
            return Refusal(f"The units must halt in {hex_}: the way cannot lead on.", "N6.5")
        return found

    def _beginning(self, hex_: Hex) -> Onward:
        """The whole move: in the wanted manner if that leads through a hex, else in the other."""
        ways = [self.road, not self.road] if self.march.bars_road() is None else [False]
        group, start = self.march.group, (self.march.start,)
        found = [Onward(self.view, group, column, start) for column in ways]
        return next((way for way in found if way.path_to(hex_) is not None), found[0])

    # -- routes

    def route_to(self, hex_: Hex, *, joins: bool) -> Route | Refusal:
        """The route that a click on a hex means, or why there is none.

        Only who insists may go where the stack will be too large: one of it must leave later.
        """
        route = self._route_to(hex_, joins=joins)
        if route is None:
            return self.why_not(hex_)
        refusal = self.march.refusal(route)
        return route if refusal is None else refusal

    def _route_to(self, hex_: Hex, *, joins: bool = False) -> Route | None:
        if self._legs:
            return self._route_on(self._legs[-1], hex_, joins=joins)
        route = self.march.route_to(hex_, self.leaders, road=self.road)
        if route is None and joins:
            return self.march.route_along(self.march.direct(hex_), self.leaders, road=self.road)
        return route

    def _route_on(self, leg: Onward, hex_: Hex, *, joins: bool) -> Route | None:
        """The route by the hexes that are settled."""
        path = leg.path_to(hex_)
        if path is None or not (joins or hex_ == leg.here or hex_ in leg.left):
            return None
        leaders = self.march.companions if self.leaders is None else self.leaders
        along = leaders if self.march.entry is None else ()
        return Route(path, leg.column, along, leg.drops)

    def why_not(self, hex_: Hex) -> Refusal:
        """Why the units cannot go to a hex out of reach."""
        if self._legs:
            grid, leg = self.view.battle.battlefield.grid, self._legs[-1]
            path = leg.path_to(hex_) or lengthened(grid, leg.begun, hex_)
            refusal = self.march.refusal(Route(path, leg.column, (), leg.drops))
            return refusal or self.march.why_not(hex_)
        return self.march.why_not(hex_)

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
        route = self._route()
        return Overlays(
            selection=frozenset({self.march.start}),
            chosen=frozenset(self.picked),
            reach=self._reach(),
            path=None if route is None else self.march.cost(route),
            tail=() if route is None else self.march.tail(route),
            stays=self._stays(),
        )

    def _reach(self) -> Reach:
        if not self._legs:
            return self.march.reach(road=self.road)
        leg = self._legs[-1]
        zone = enemy_zone(self.view, leg.group.side) if leg.group.heeds_zones else frozenset()
        by_road = frozenset(leg.left) if leg.column else frozenset()
        return Reach(leg.left, zone.intersection(leg.left), by_road)

    def _stays(self) -> tuple[Stay, ...]:
        by_hex: dict[Hex, list[str]] = {}
        for drop in self.drops:
            card = self.view.card(drop.unit)
            by_hex.setdefault(drop.hex, []).append(unit_name(card) or card.name)
        return tuple(Stay(h, f"{', '.join(names)} stays") for h, names in by_hex.items())

    def verdict(self) -> str:
        """How far the units can go."""
        hexes = len(self._legs[-1].left if self._legs else self.march.ends(road=self.road))
        way = " by road movement" if self.road else ""
        return f"{hexes} hexes within reach{way}" if hexes else "No hex is within reach"

    def hint(self) -> str:
        """What a click does, or what the path that is thought of means."""
        quoted = self._quote()
        if quoted is not None:
            return self._words(quoted)
        if self._over is not None and self._over != self.march.start:
            return f"Out of reach: {self._why_not_over(self._over)}"
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
        return self._route_to(self._over)

    def _why_not_over(self, hex_: Hex) -> str:
        """Why a hex is out of reach, by road if that is wanted."""
        by_road = self.march.why_not_by_road(hex_) if self.road and not self._legs else None
        return (by_road or self.why_not(hex_)).sentence

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
        stays = "".join(f"; {stay.text} in {stay.hex}" for stay in self._stays())
        more = f"{self._tail_words(route)}{stays}{self._bar_words(route)}"
        return f"{words}, {points(left)} left{self._consequence(end)}{more}."

    def _tail_words(self, route: Route | None) -> str:
        """Which two hexes a strong column takes up (N5.33)."""
        tail = () if route is None else self.march.tail(route)
        return f"; takes {tail[0]} and {tail[1]}" if tail else ""

    def _bar_words(self, route: Route | None) -> str:
        """Why a path is no road movement although that is wanted."""
        if route is None or route.column or not self.road or self._legs or self._drawn:
            return ""
        refusal = self.march.why_not_by_road(route.hexes[-1])
        return "" if refusal is None else f"; not by road: {refusal.sentence.rstrip('.')}"

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
