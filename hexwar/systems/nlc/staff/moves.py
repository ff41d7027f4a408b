"""Where the staff's troops go (N5): the greedy terms by other weights, and terms of its own.

A point is about what a strength point is worth, as in `player/values.py`. The staff looks further
than the next hex: at who of the enemy can be there within the hour, at all who act together, at
the flank that a comrade leaves open and at guns that are still to fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from types import MappingProxyType
from typing import Final

from hexwar.ai.policy import Considered, Reason
from hexwar.engine.derived import kept_by
from hexwar.ground.movement import movers
from hexwar.ground.sight import has_line_of_sight, is_dark
from hexwar.ground.zones import contact_hexes, enemy_stance
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.movement import RESTLESS, WAITING
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.values import (
    GARRISON,
    GREEDY,
    Aim,
    Place,
    Weights,
    aim_of,
)
from hexwar.systems.nlc.player.values import TERMS as GREEDY_TERMS
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, choices
from hexwar.systems.nlc.rules.orders.permissions import step_of, unit_row
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.stakes import STAKES
from hexwar.systems.nlc.staff.weighing import misjudged
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import order_sentence
from hexwar.table.forces import Arm, Role, Side, UnitId
from hexwar.table.words import hex_name


@dataclass(frozen=True, slots=True)
class Scales:
    """What the terms of the staff weigh: points, unless told otherwise."""

    greedy: Weights  # the terms that it shares with the greedy player
    flank: float = 1.0  # of coming next to an enemy opposite a friend (N8.7)
    riders: float = 1.0  # lost by cavalry that ends next to the enemy without infantry
    alone: float = 0.5  # lost within the enemy's reach with no friend at hand
    ready: float = 2.0  # of guns of 4 SP that can fire this hour at a stack of 5 SP
    far: float = 0.5  # what fire from the longest range counts
    covered: float = 0.4  # what fire into cover counts
    bare: float = 1.5  # lost by guns within the enemy's reach with no foot or horse in their hex
    ahead: float = 3.0  # lost besides if there is none next to them that is as far forward
    keep: float = 0.5  # for each VP of an own hex within the enemy's reach that lacks a garrison
    escort: float = 8.0  # of who stands alone with an overall commander within the enemy's reach
    late: float = 1.0  # for each VP of a hex more in the last two turns, half in the one before


SCALES: Final = Scales(GREEDY)
"""The staff's."""

AT_HAND: Final = 2
"""Hexes within which friends are at hand."""

BATTERY, STACK = 4.0, 10.0
"""SP of guns that count in full, and of a stack that counts one and a half times."""


@kept_by(enemy_stance)
def threat(state: GameState, side: Side) -> Mapping[Hex, float]:
    """The enemy SP that can about come next to each hex within the next hour."""
    found: dict[Hex, float] = {}
    outlook, within = Outlook(state, side), state.battle.battlefield.grid.within
    for unit in state.on_map(outlook.enemy):
        card = state.card(unit.id)
        if unit.hex is None or not card.is_combat_unit or card.arm.is_artillery:
            continue
        sp = outlook.strength(unit.id)
        for hex_ in within(unit.hex, 1 + (1 + card.movement) // 2):
            found[hex_] = found.get(hex_, 0.0) + sp
    return found


@dataclass(frozen=True)
class Going:
    """Some units that are about to move, and what the staff knows that bears on it."""

    aim: Aim
    scales: Scales
    spent: Mapping[Hex, int]  # half MP of the way to each hex, for guns

    @property
    def outlook(self) -> Outlook:
        """The table."""
        return self.aim.outlook

    @property
    def state(self) -> GameState:
        """The view."""
        return self.aim.outlook.state

    @cached_property
    def threat(self) -> Mapping[Hex, float]:
        """The enemy SP that can come next to each hex."""
        return threat(self.state, self.outlook.side)

    @cached_property
    def others(self) -> Mapping[Hex, float]:
        """The other friends by hex, SP."""
        held = {self.state.units[unit].hex for unit in self.aim.units}
        found = {
            h: self.aim.company(h) if h in held else sp for h, sp in self.outlook.friends.items()
        }
        return {hex_: sp for hex_, sp in found.items() if sp > 0}

    @cached_property
    def solid(self) -> frozenset[Hex]:
        """Where other foot and horse stands: who can keep the enemy from guns."""
        state, units = self.state, self.aim.units
        cards = ((unit, state.card(unit.id)) for unit in state.on_map(self.outlook.side))
        return frozenset(
            unit.hex
            for unit, card in cards
            if unit.hex is not None
            and unit.id not in units
            and card.is_combat_unit
            and not card.arm.is_artillery
        )

    @cached_property
    def foot(self) -> frozenset[Hex]:
        """Where other infantry stands."""
        state, units = self.state, self.aim.units
        own = state.on_map(self.outlook.side)
        foot = (u for u in own if u.id not in units and state.card(u.id).arm is Arm.INFANTRY)
        return frozenset(unit.hex for unit in foot if unit.hex is not None)

    @cached_property
    def late(self) -> float:
        """What each VP of a hex counts more because the game is nearly over."""
        left = len(self.state.battle.turns) - self.state.turn
        return self.scales.late if left <= 1 else self.scales.late / 2 if left == 2 else 0.0

    def is_alone(self, hex_: Hex) -> bool:
        """Whether no other friend would be at hand in a hex."""
        away = self.outlook.distance
        return not any(away(other, hex_) <= AT_HAND for other in self.others)


# -- the terms


Term = Callable[[Going, Place], float]


def _flank(go: Going, place: Place) -> float:
    """Opposite a friend, with the enemy between (N8.71)."""
    if place.column or not go.aim.order.engages or place.hex not in go.outlook.pressure:
        return 0.0
    grid = go.state.battle.battlefield.grid
    found = any(
        other in go.others and grid.is_opposite(place.hex, target, other)
        for target in contact_hexes(go.state, place.hex)
        if target in go.outlook.enemies
        for other in grid.neighbours[target]
    )
    return go.scales.flank if found else 0.0


def _riders(go: Going, place: Place) -> float:
    """Cavalry does not stand in the first line: its own hour is the charge."""
    if place.hex not in go.outlook.pressure or place.hex in go.foot:
        return 0.0
    is_cavalry = all(go.state.card(unit).arm.is_cavalry for unit in go.aim.units)
    return -go.scales.riders if is_cavalry else 0.0


def _line(go: Going, place: Place) -> float:
    """Within the enemy's reach troops keep together."""
    is_lost = place.hex in go.threat and go.is_alone(place.hex)
    return -go.scales.alone if is_lost else 0.0


def _guns(go: Going, place: Place) -> float:
    """Guns that have somebody to keep the enemy off, and whom to fire at this hour."""
    if not go.aim.is_guns:
        return 0.0
    fire = 0.0 if place.column else go.scales.ready * _fire(go, place.hex)
    return fire - _exposure(go, place.hex)


def _exposure(go: Going, hex_: Hex) -> float:
    """What it costs that guns stand by themselves within the enemy's reach (N10.61)."""
    if hex_ in go.solid or hex_ not in go.threat:
        return 0.0
    far = go.outlook.enemy_distance
    near = go.state.battle.battlefield.grid.neighbours[hex_]
    is_screened = any(other in go.solid and far(other) <= far(hex_) for other in near)
    return go.scales.bare + (0.0 if is_screened else go.scales.ahead)


def _fire(go: Going, hex_: Hex) -> float:
    """What guns can do from a hex in this activation (N9.1-N9.8)."""
    state, outlook, rows = go.state, go.outlook, numbers_of(go.state.battle).bombardment
    if go.aim.order.bombard == "no" or is_dark(state) or state.sky.weather in rows.barred:
        return 0.0
    is_horse = all(state.card(u).arm is Arm.HORSE_ARTILLERY for u in go.aim.units)
    if not is_horse and rows.movement_divisor * go.spent.get(hex_, 0) > go.aim.allowance:
        return 0.0
    is_short = hex_ in outlook.pressure or state.sky.weather in rows.dim
    longest = 1 if is_short else rows.range
    field, best = state.battle.battlefield, 0.0
    for target, sp in outlook.enemies.items():
        away, cover = outlook.distance(hex_, target), field.terrain_at(target).cover
        if away > longest or cover.closed or not has_line_of_sight(field, hex_, target, longest):
            continue
        share = go.scales.far if away >= rows.far else 1.0
        share *= go.scales.covered if cover.tangled else 1.0
        best = max(best, share * (0.5 + sp / STACK))
    return best * min(1.0, go.aim.strength / BATTERY)


def _keep(go: Going, place: Place) -> float:
    """Nobody leaves what the enemy would take, and in the last turns all goes for such hexes."""
    vp = go.outlook.prizes.get(place.hex, 0)
    if not vp or go.aim.is_guns:
        return 0.0
    if go.outlook.is_lost(place.hex):
        return go.late * vp
    wanted = min(GARRISON, go.threat.get(place.hex, 0.0))
    if go.others.get(place.hex, 0.0) >= wanted:
        return 0.0
    stake = 2 * vp if place.hex in go.state.battle.vp_hexes else vp  # lost to us, and his
    return go.scales.keep * stake + go.late * vp


def _escort(go: Going, place: Place) -> float:
    """The last troops do not leave an overall commander to the enemy (N14.7)."""
    if place.hex not in go.threat or place.hex in go.others or go.aim.is_guns:
        return 0.0
    here, cards = go.state.leaders_in(place.hex, go.outlook.side), go.state.battle.leaders
    has_him = any(cards[leader].role is Role.OVERALL for leader in here)
    return go.scales.escort if has_him else 0.0


ANYWHERE: Final[Mapping[str, Term]] = MappingProxyType({"battery": _guns, "keep": _keep})
"""The terms that count far from the enemy too."""

NEAR_HIM: Final[Mapping[str, Term]] = MappingProxyType(
    {"flank": _flank, "riders": _riders, "line": _line, "escort": _escort}
)
"""The terms that count within his reach, and next to him."""


def terms(go: Going, place: Place) -> dict[str, float]:
    """What each term finds in a place, points."""
    shared = {name: term(go.aim, place) for name, term in GREEDY_TERMS.items()}
    own = {**ANYWHERE, **NEAR_HIM} if _is_near(go, place) else ANYWHERE
    return {**shared, **{name: term(go, place) for name, term in own.items()}}


def worth(go: Going, place: Place) -> float:
    """What it is worth to end in a place: the sum of all terms, points."""
    found = [term(go.aim, place) for term in GREEDY_TERMS.values()]
    found += [term(go, place) for term in ANYWHERE.values()]
    if _is_near(go, place):
        found += [term(go, place) for term in NEAR_HIM.values()]
    return fsum(found)


def _is_near(go: Going, place: Place) -> bool:
    return place.hex in go.threat or place.hex in go.outlook.pressure


TOLD: Final = 5
"""How many ends a reason names at most."""

WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "way": mark("It brings them nearer to where their order leads."),
        "post": mark("It is nearer to the place that they keep."),
        "contact": mark("From there they can fall upon the enemy."),
        "flank": mark("There the enemy stands between them and friends."),
        "danger": mark("There they can stand against who is next to them."),
        "riders": mark("Cavalry keeps out of the first line there."),
        "escort": mark("There they guard the overall commander."),
        "line": mark("There they keep together with friends."),
        "shelter": mark("The ground gives them cover."),
        "guns": mark("It is a better place for guns."),
        "battery": mark("From there the guns do more."),
        "prize": mark("The hex gives VP."),
        "keep": mark("The hex gives VP, and the enemy is near."),
        "command": mark("It is nearer to their commander."),
        "column": mark("It is safer than in road column."),
    }
)
"""What a place has before staying, by the term that speaks most for it."""


# -- where to


def path(question: Desk[ChoosePath, Route]) -> Route:
    """The end that is worth most; the reason names what it has before staying."""
    weighing = Weighing(question, SCALES, lambda: misjudged(question) / 2)
    best = weighing.best()
    return question.because(best, lambda: weighing.reason(best))


def best_path(asking: Question[ChoosePath, Route], scales: Scales = SCALES) -> Route:
    """The same without a reason, for games in thought."""
    return Weighing(asking, scales).best()


def _ways(asking: Question[ChoosePath, Route]) -> Mapping[Hex, int]:
    """Half MP of the way to each hex, by the way that is listed."""
    state, asked = asking.state, asking.asked
    index = state.battle.battlefield.grid.index
    ends = choices(state, asked.units, asked.entry).legal_ends
    return {end.hex: end.found.cost[index[end.hex]] for end in ends if not end.column}


def _body(state: GameState) -> tuple[UnitId, ...]:
    """The combat units of formations that act together, where they may attack (N4.32)."""
    acting = state.activation
    if acting is None or not acting.also:
        return ()
    return tuple(
        unit
        for unit in units_of_body(state, acting.formation)
        if state.units[unit].hex is not None
        and state.card(unit).is_combat_unit
        and unit_row(state, unit).engages
    )


class Weighing:
    """The listed answers to where some units go, and what each is worth."""

    def __init__(
        self,
        asking: Question[ChoosePath, Route],
        scales: Scales,
        error: Callable[[], float] = float,
    ) -> None:
        """Weigh the answers to a question; `error` is by what each is misjudged, points."""
        asked, self._asking, self._error = asking.asked, asking, error
        self._group = movers(asking.state, asked.units, asked.entry)
        aim = aim_of(asking.state, self._group, scales.greedy, asking.outlook)
        aim = replace(aim, body=_body(asking.state))
        self.going = Going(aim, scales, _ways(asking) if aim.is_guns else {})
        self._stay = RESTLESS if asked.entry is None else -WAITING
        self._ride = 0.05 if not aim.is_guns and aim.strength >= 3 else 0.0  # it breaks ties
        self._known: dict[Place, float] = {}

    def best(self) -> Route:
        """What is worth most, the first among equals."""
        return max(self._asking.options, key=self._points)

    def _place(self, route: Route) -> Place:
        return Place(route.hexes[-1] if route.hexes else self._group.start, route.column)

    def _worth(self, place: Place) -> float:
        if place not in self._known:
            self._known[place] = worth(self.going, place) + self._error()
        return self._known[place]

    def _points(self, route: Route) -> float:
        extra = (self._ride if route.leaders else 0.0) if route.hexes else self._stay
        return self._worth(self._place(route)) + extra

    # -- why

    def reason(self, best: Route) -> Reason:
        """What the best end has before staying, and the ends that come next."""
        places = {self._place(route): route for route in reversed(self._asking.options)}
        chosen = self._place(best)
        others = sorted((one for one in places if one != chosen), key=lambda one: -self._worth(one))
        start = Place(self._group.start)
        told = self._told(chosen, others, start)
        words = f"{self._order()} {self._sentence(chosen, start)}".lstrip()
        return Reason(words, considered=tuple(told))

    def _order(self) -> str:
        """The order that they go by."""
        state = self.going.state
        step = step_of(state, self.going.aim.units[0])
        return say("By its order: {order}.", order=order_sentence(state.battle, [step]))

    def _told(self, chosen: Place, others: list[Place], start: Place) -> Iterator[Considered]:
        shown = [chosen, *others[: TOLD - 1]]
        if start in others and start not in shown:
            shown[-1] = start
        here = self._worth(start)
        for place in shown:
            points = self._worth(place) - here
            yield Considered(self._words(place, start), round(points * STAKES.sp, 2))

    def _words(self, place: Place, start: Place) -> str:
        if place == start and self._asking.asked.entry is None:
            return say("stay")
        words = mark("by road to {place}") if place.column else mark("to {place}")
        return say(words, place=hex_name(self.going.state, place.hex))

    def _sentence(self, chosen: Place, start: Place) -> str:
        if chosen == start:
            return say("No other place is worth more.")
        before, after = terms(self.going, start), terms(self.going, chosen)
        gains = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {**before, **after}}
        first = max(gains, key=gains.__getitem__)
        words = WORDS[first] if gains[first] > 0 else mark("Of the ways open it loses least.")
        return say(words)
