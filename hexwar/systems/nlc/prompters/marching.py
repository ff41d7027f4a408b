"""Where units can go, and the path that the player is thinking of (N5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from hexwar.engine import Decision, Refusal, refuse
from hexwar.grid.reach import Reach as Found
from hexwar.grid.reach import reach
from hexwar.ground.costs import steps_of
from hexwar.ground.hiding import is_uncertain
from hexwar.ground.movement import (
    Drop,
    Movers,
    ends,
    find_reach,
    group_at,
    movers,
    path_to,
    quote,
    tail_of,
)
from hexwar.ground.stacking import has_room
from hexwar.ground.vedettes import screen_of
from hexwar.ground.zones import enemy_zone, is_in_enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell.prompter import Answer, Button, Gesture, PieceId, Response
from hexwar.systems.nlc.preview import End, move_ends, reactors
from hexwar.systems.nlc.prompters.common import NlcPrompter, Units
from hexwar.systems.nlc.rules.movement.routes import (
    ChoosePath,
    Route,
    column_refusal,
    companions,
    quote_route,
    riders,
)
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays, Reach, Stay
from hexwar.table.reports import PathQuote, points
from hexwar.widgets.board.steps import lengthened
from hexwar.widgets.counters.faces import unit_name

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

    @cached_property
    def _ends(self) -> tuple[Mapping[Hex, End], Mapping[Hex, End]]:
        """The hexes within reach without road movement, and by it."""
        by_road = move_ends(self.view, self.units, self.entry, column=True)
        return move_ends(self.view, self.units, self.entry), by_road

    def ends(self, *, road: bool) -> Mapping[Hex, End]:
        """Every hex within reach: in the wanted manner, else in the other."""
        plain, by_road = self._ends
        return {**plain, **by_road} if road else {**by_road, **plain}

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
            self._led(Route(path, column, self.companions), leaders) for column in (road, not road)
        ]
        return next((route for route in routes if self.refusal(route) is None), routes[0])

    def cost(self, route: Route) -> PathQuote | None:
        """What a route costs, legal or not; None where it cannot be walked at all."""
        quoted = quote_route(self.view, self.units, self.entry, route)
        return quoted if isinstance(quoted, PathQuote) else None

    def refusal(self, route: Route) -> Refusal | None:
        """What the law says against a route."""
        asked = ChoosePath(self.group.side, self.units, self.entry)
        return asked.refusal(self.view, route)

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
        place = self.view.battle.battlefield.name_of(hex_)
        words = say("There is no room for these units in {place}.", place=place)
        return self.refusal(Route(self.direct(hex_))) or Refusal(words, "N6.1")

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


@dataclass(frozen=True)
class Onward:
    """The rest of a move from a hex on its way."""

    view: GameState
    group: Movers  # those who go on, as if they began here with the MP that they have left
    column: bool
    begun: tuple[Hex, ...]  # the hexes gone, from the first to this one
    drops: tuple[Drop, ...] = ()  # who stays behind on them

    @property
    def here(self) -> Hex:
        """The hex on the way."""
        return self.begun[-1]

    @cached_property
    def left(self) -> dict[Hex, int]:
        """The hexes where they may end, with the half MP that they then have left."""
        index, group = self.view.battle.battlefield.grid.index, self.group
        order = permissions(self.view, group.units[0])
        found = ends(self.view, group, order, column=self.column)
        return {h: group.allowance - reach.cost[index[h]] for h, reach in found.items()}

    @cached_property
    def _found(self) -> Found:
        order = permissions(self.view, self.group.units[0])
        return find_reach(self.view, self.group, order, column=self.column)

    def path_to(self, hex_: Hex) -> tuple[Hex, ...] | None:
        """The whole path to a hex, by what is gone; None where the MP do not lead there."""
        if self.view.battle.battlefield.grid.index[hex_] not in self._found.cost:
            return None
        return (*self.begun, *path_to(self.view, self._found, hex_)[1:])


def onward(
    view: GameState, group: Movers, path: Sequence[Hex], drops: tuple[Drop, ...], *, column: bool
) -> Onward | None:
    """The rest of a group's move from the end of a path; None where it must halt there.

    Args:
        view: The table.
        group: Who moves.
        path: The hexes gone so far, from the first.
        drops: Who stays behind on them, the last one included.
        column: By road movement.
    """
    quoted = quote(view, group, path, column=column, drops=drops)
    if isinstance(quoted, Refusal):
        return None
    left = group_at(view, group, path, drops, len(path) - 1)
    rest = left.allowance - quoted.halves
    halts = left.heeds_zones and not left.is_train and is_in_enemy_zone(view, left.side, path[-1])
    if halts or rest < 0:
        return None
    here = replace(left, start=path[-1], entering=False, allowance=rest, fresh=False, alone=False)
    return Onward(view, here, column, tuple(path), drops)


ROAD = mark("road march")
"""What the switch of the road march writes."""

D = TypeVar("D", bound=Decision[Any])

Group = Units


ON_THE_WAY = Refusal(
    mark("Who stays where the move begins is not chosen in the first place."), "N5.9"
)


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
        self._meetings: dict[tuple[object, ...], tuple[UnitId, ...]] = {}  # who may meet a route

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
        words = say("Road march"), say("March along roads and trails in column, for less MP a hex")
        if self.road:
            words = say("No road march"), say("March as usual, over any ground")
        return (Button("road", *words, word=ROAD),)

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
        self._legs += [] if isinstance(leg, Refusal) else [leg]
        return leg if isinstance(leg, Refusal) else None

    def _leg(self, hex_: Hex, units: Group) -> Onward | Refusal:
        """What is left of the move beyond a hex on the way, or why it may not lead there."""
        before = self._legs[-1] if self._legs else self._beginning(hex_)
        path = before.path_to(hex_)
        if path is None or len(path) < 2:
            return self.march.why_not(hex_) if path is None else ON_THE_WAY
        drops = (*before.drops, *(Drop(unit, hex_) for unit in units))
        if len(drops) == len(self.march.units):
            return refuse("N5.9", "Somebody must go to the end of the path.")
        words = say("The units must halt in {hex}: the way cannot lead on.", hex=hex_)
        found = onward(self.view, self.march.group, path, drops, column=before.column)
        return found or Refusal(words, "N6.5")

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
        return self.why_not(hex_) if route is None else self.march.refusal(route) or route

    def _route_to(self, hex_: Hex, *, joins: bool = False) -> Route | None:
        march, leg = self.march, self._legs[-1] if self._legs else None
        if leg is not None:  # by the hexes that are settled
            path = leg.path_to(hex_)
            if path is None or not (joins or hex_ == leg.here or hex_ in leg.left):
                return None
            leaders = march.companions if self.leaders is None else self.leaders
            return Route(path, leg.column, () if march.entry else leaders, leg.drops)
        route = march.route_to(hex_, self.leaders, road=self.road)
        if route is None and joins:
            return march.route_along(march.direct(hex_), self.leaders, road=self.road)
        return route

    def why_not(self, hex_: Hex) -> Refusal:
        """Why the units cannot go to a hex out of reach."""
        refusal = None
        if self._legs:
            grid, leg = self.view.battle.battlefield.grid, self._legs[-1]
            path = leg.path_to(hex_) or lengthened(grid, leg.begun, hex_)
            refusal = self.march.refusal(Route(path, leg.column, (), leg.drops))
        return refusal or self.march.why_not(hex_)

    def route_along(self, path: tuple[Hex, ...]) -> Route | Refusal:
        """The route along a drawn path, or why it is not legal."""
        route = self.march.route_along(path, self.leaders, road=self.road)
        return self.march.refusal(route) or route

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
        return tuple(
            Stay(h, say("{names} stays", names=", ".join(names))) for h, names in by_hex.items()
        )

    def verdict(self) -> str:
        """How far the units can go."""
        hexes = len(self._legs[-1].left if self._legs else self.march.ends(road=self.road))
        way = say(" by road movement") if self.road else ""
        words = mark("{hexes} hexes within reach{way}") if hexes else mark("No hex is within reach")
        return say(words, hexes=hexes, way=way)

    def hint(self) -> str:
        """What a click does, or what the path that is thought of means."""
        route, over, march = self._route(), self._over, self.march
        quoted = None if route is None else march.cost(route)
        if route is not None and quoted is not None:
            return self._words(route, quoted)
        if over is not None and over != march.start:
            by_road = march.why_not_by_road(over) if self.road and not self._legs else None
            return say("Out of reach: {reason}", reason=(by_road or self.why_not(over)).sentence)
        who, place = ", ".join(self.view.card(unit).name for unit in march.units), ""
        words = mark(
            "Click where {who} will go, or drag a path of your own; Esc gives up the choice."
        )
        if march.entry is not None:
            place = self.view.battle.battlefield.name_of(march.entry)
            words = mark("{who} enters at {place}: click there to halt, or how far to go on.")
        return say(words, who=who, place=place)

    def _route(self) -> Route | None:
        if len(self._drawn) > 1:
            return self.march.route_along(self._drawn, self.leaders, road=self.road)
        if self._over is None or self._over == self.march.start:
            return None
        return self._route_to(self._over)

    def _words(self, route: Route, quoted: PathQuote) -> str:
        end, march = quoted.hexes[-1], self.march
        how, mp = say(" by road movement") if quoted.column else "", points(quoted.halves)
        place, left = self.view.battle.battlefield.name_of(end), quoted.allowance - quoted.halves
        words = say("To {hex}{how}: {mp} MP", hex=place, how=how, mp=mp)
        refusal = march.refusal(route)
        if refusal is not None:
            return f"{words}. {refusal.sentence}"
        if left < 0:
            over = mark("{words}, more than the units have: one hex is always possible.")
            return say(over, words=words)
        tail, more = march.tail(route), ""
        if tail:  # a strong column takes up two hexes (N5.33)
            more = say("; takes {tail} and {tail2}", tail=tail[0], tail2=tail[1])
        for stay in self._stays():
            more += say("; {text} in {hex}", text=stay.text, hex=stay.hex)
        is_bent = not route.column and self.road and not self._legs and not self._drawn
        barred = march.why_not_by_road(end) if is_bent else None  # although a road is wanted
        if barred is not None:
            more += say("; not by road: {reason}", reason=barred.sentence.rstrip("."))
        if is_uncertain(self.view, quoted.hexes[1:]):
            more += say("; an unseen enemy may be there")
        more += self._provoked(route)
        told = {"words": words, "mp": points(left), "consequence": self._consequence(end)}
        return say("{words}, {mp} left{consequence}{more}.", more=more, **told)

    def _provoked(self, route: Route) -> str:
        """Which enemies may meet the move, and what is fired at on the way (N10.25, N20.31)."""
        march, view = self.march, self.view
        key = (route.hexes, route.column, route.drops)
        if key not in self._meetings:
            self._meetings[key] = reactors(view, march.units, route, march.entry)
        foes, enemy, told = self._meetings[key], view.battle.enemy(march.group.side), ""
        if foes:
            who = listed(view.card(unit).name for unit in foes)
            told = say("; {who} may charge them there", who=who)
        rides = any(view.card(unit).arm.is_cavalry for unit in march.units)
        met = [hex_ for hex_ in route.hexes[1:] if rides and screen_of(view, hex_, enemy)]
        if met:
            told += say("; they fire at the vedettes in {hexes}", hexes=", ".join(met))
        return told

    def _consequence(self, end: Hex) -> str:
        side = self.march.group.side
        enemies = self.view.units_in(end, self.view.battle.enemy(side))
        if not has_room(self.view, end, side, self.march.units):
            return say("; more than may stand there, so one must leave it again")
        if enemies:
            return say("; trains and leaders there are overrun")
        if end in self.view.holding.control and self.view.holding.control[end] != side:
            return say("; control of it changes")
        if end not in enemy_zone(self.view, side):
            return ""
        if self.march.group.heeds_zones:
            return say("; in an enemy zone of control, where they must halt")
        return say("; in an enemy zone of control")


class MarchPrompter(NlcPrompter[D]):
    """What questions about a march have in common: the road, and who stays behind on the way."""

    _chosen: Marching | None = None

    def write(self, word: str) -> Response:
        """The switch of the road march was pressed."""
        if word == ROAD:
            self.switch_road()
        return None

    def switch_road(self) -> None:
        """Switch road movement."""
        if self._chosen is not None:
            self._chosen.road = not self._chosen.road

    def leavable(self, hex_: Hex) -> Group | Refusal:
        """Who of the chosen units may stay behind in a hex on their way."""
        return super().leavable(hex_) if self._chosen is None else self._chosen.leavable(hex_)

    def leave(self, hex_: Hex, pieces: Sequence[PieceId]) -> Refusal | None:
        """Lead the way through a hex, and leave some units there."""
        chosen = self._chosen
        if chosen is None:
            return super().leave(hex_, pieces)
        return chosen.leave(hex_, tuple(UnitId(piece) for piece in pieces))

    def hover(self, hex_: Hex | None) -> None:
        """Show the path to a hex."""
        if self._chosen is not None:
            self._chosen.hover(hex_)
