"""March Orders: how they are given, cancelled and end (T7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.cards.library import CardQuestion
from hexwar.cards.records import CardId
from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.events.command import MarchOrderEnded, MarchOrderGiven
from hexwar.systems.tlnb.events.turn import MarksCleared
from hexwar.systems.tlnb.rules.cards.effects import rank_of
from hexwar.systems.tlnb.rules.command.command import commanders_of, officers_in_reach
from hexwar.systems.tlnb.rules.command.routes import goals_of, is_on_roads, lay, price_of
from hexwar.systems.tlnb.rules.special.leading import orders_himself, own_goals
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import OrderArrow, Overlays
from hexwar.table.pieces import Box
from hexwar.table.question import Question
from hexwar.table.reports import points

MOST: Final = 400
"""Answers that are listed; the law takes more."""

# -- the segment


async def march_order_segment(table: Table[TlnbState]) -> None:
    """A-3: the marks of the last Player-Turn go off (T2.7); orders are cancelled and given.

    At night none is given but by who orders himself (T7.52, T22.6, T34.6).
    """
    state, side = table.state, table.state.phasing
    table.emit(MarksCleared(side))
    end_by_contact(table)
    for order in listed_orders(state, side):
        begin_listed(table, order)
    while cancellable(state, side):
        formation = await CancelMarchOrder(side)
        if formation is None:
            break
        table.emit(MarchOrderEnded(formation, "cancelled"))
    while givers(state, side):
        plan = await GiveMarchOrder(side)
        if plan is None:
            break
        give(table, plan)
    next_step(table)


@dataclass(frozen=True, slots=True)
class Plan:
    """A March Order as it is written (T7.57)."""

    formation: FormationId
    goal: Hex
    via: tuple[Hex, ...] = ()  # each reached by the cheapest road or trail from the one before
    by: LeaderId | None = None  # the commander who gives it; None: a card does


def give(table: Table[TlnbState], plan: Plan) -> None:
    """T7.51: an order is in force at once; its route is settled."""
    route = lay(table.state, plan.formation, plan.goal, plan.via)
    table.emit(MarchOrderGiven(plan.formation, plan.by, route, plan.goal))


# -- who may be ordered, and by whom (T7.51, T7.52, T15.3)


def placed(state: TlnbState, formation: FormationId) -> list[UnitId]:
    """The combat units of a formation that are on the map."""
    units = (u for u in state.units_of(formation) if state.card(u).is_combat_unit)
    return [u for u in units if state.units[u].hex is not None]


def is_clear(state: TlnbState, formation: FormationId) -> bool:
    """Whether no unit of a formation is in an EZOC, no train either (T7.51, T7.54)."""
    zone = enemy_zone(state, state.battle.formations[formation].side)
    units = (state.units[u] for u in state.units_of(formation) if not state.card(u).is_vedette)
    return not any(unit.hex in zone or unit.tail in zone for unit in units)


def is_fed(state: TlnbState, formation: FormationId) -> bool:
    """Whether all units of a formation on the map are in supply (T19.2)."""
    units = placed(state, formation)
    return bool(units) and all(is_supplied(state, u) for u in units)


def bar(state: TlnbState, formation: FormationId) -> Refusal | None:
    """Why a formation gets no March Order, whoever would give it; None where it may (T7.51)."""
    name = state.battle.formations[formation].name
    if not placed(state, formation):
        return refuse("T7.51", "{name} is not on the map.", name=name)
    if formation in state.spirit.demoralized:
        return refuse("T15.3", "{name} is demoralized: it gets no March Order.", name=name)
    if not is_clear(state, formation):
        words = mark("{name} has a unit in an enemy zone of control.")
        return refuse("T8.8", words, name=name)
    return None


def may_march(state: TlnbState, formation: FormationId) -> bool:
    """Whether a card may give a formation a March Order: out of EZOC, with a way (T7.51, T15.3)."""
    return bar(state, formation) is None and bool(goals_of(state, formation))


def left_to_give(state: TlnbState, commander: LeaderId) -> int:
    """How many March Orders a commander may still give on this turn (T7.52).

    One on a day turn; up to [n] on the last day turn of a day, for the night.
    """
    most = state.numbers.march.orders_a_turn
    if is_last_of_day(state):
        most = max(most, rank_of(state, commander))
    return most - state.marches.given.get(commander, 0)


def is_last_of_day(state: TlnbState) -> bool:
    """Whether night falls after this turn."""
    following = state.turn + 1
    if is_night(state) or following > state.last_turn:
        return False
    return state.battle.turn(following).kind is not TurnKind.DAY


@kept
def commands(state: TlnbState, commander: LeaderId) -> tuple[FormationId, ...]:
    """The formations whose officer is in a commander's range; his own, if he is an officer too."""
    leaders = state.battle.leaders
    own = (commander,) if commander in state.battle.officers else ()
    return tuple(leaders[x].formation for x in (*own, *officers_in_reach(state, commander)))


@kept
def givers(state: TlnbState, side: Side) -> Mapping[FormationId, LeaderId]:
    """The formations that could get a March Order now, each with who would give it."""
    found: dict[FormationId, LeaderId] = {}
    for formation, card in state.battle.formations.items():
        officer = orders_himself(state, formation) if card.side == side else None
        if officer is not None and not state.marches.given.get(officer):
            found[formation] = officer
    for commander in commanders_of(state, side):
        if not is_night(state) and left_to_give(state, commander) > 0:
            for formation in commands(state, commander):
                found.setdefault(formation, commander)
    return {f: x for f, x in found.items() if may_march(state, f) and is_fed(state, f)}


# -- the question


@dataclass(frozen=True, slots=True)
class GiveMarchOrder(Question[Plan | None], rule="T7.51"):
    """T7.51, T7.52: which formation gets a March Order, and where to; None: no other does."""

    words = mark("{who} may give March Orders.")
    clue = mark("Click a formation, then where it marches.")

    def options(self, state: TlnbState) -> Sequence[Plan | None]:
        """None; then each formation without an order to each goal by its cheapest road."""
        found: list[Plan | None] = [None]
        for formation, by in givers(state, Side(self.side)).items():
            if formation not in state.marches.orders:
                goals = goals_of(state, formation)
                if by == orders_himself(state, formation):
                    goals = tuple(goal for goal in goals if goal in own_goals(state))
                found.extend(Plan(formation, goal, by=by) for goal in goals)
        return found[:MOST]

    def refusal(self, state: TlnbState, answer: Plan | None) -> Refusal | None:
        """The law: any route of road and trail hexes (T7.57)."""
        if answer is None:
            return None
        known = state.battle.formations.get(answer.formation)
        if known is None or known.side != self.side:
            return refuse("T7.51", "This is no formation of yours.")
        return self._giver_refusal(state, answer) or route_refusal(state, answer)

    def _giver_refusal(self, state: TlnbState, answer: Plan) -> Refusal | None:
        name, by = state.battle.formations[answer.formation].name, answer.by
        if by is not None and by == orders_himself(state, answer.formation):
            return self._own_refusal(state, answer, by)
        if is_night(state):
            return refuse("T7.52", "At night no March Order is given.")
        if by is None or by not in commanders_of(state, Side(self.side)):
            return refuse("T7.52", "A commander who is awake gives it.")
        who = state.battle.leaders[by].name
        if left_to_give(state, by) <= 0:
            return refuse("T7.52", "{who} gives no other order on this turn.", who=who)
        if answer.formation not in commands(state, by):
            words = mark("{name} is led by nobody in the range of {who}.")
            return refuse("T7.52", words, name=name, who=who)
        barred = bar(state, answer.formation)
        if barred is None and not is_fed(state, answer.formation):
            return refuse("T7.51", "{name} is not in supply.", name=name)
        return barred

    def _own_refusal(self, state: TlnbState, answer: Plan, by: LeaderId) -> Refusal | None:
        """Why an officer may not give his own formation an order, or None (T34.6)."""
        name = state.battle.leaders[by].name
        if state.marches.given.get(by):
            return refuse("T7.52", "{who} gives no other order on this turn.", who=name)
        if answer.goal not in own_goals(state):
            names = ", ".join(map(state.battle.battlefield.name_of, own_goals(state)))
            return refuse("T34.6", "{name} marches only to {places}.", name=name, places=names)
        barred = bar(state, answer.formation)
        if barred is None and not is_fed(state, answer.formation):
            formation = state.battle.formations[answer.formation].name
            return refuse("T7.51", "{name} is not in supply.", name=formation)
        return barred

    def sentence(self, view: TlnbState) -> str:
        """On the last turn of the day the orders are for the night."""
        night = mark("{who} may give March Orders for the night.")
        return self.told(view, night if is_last_of_day(view) else self.words)

    def choices(self, view: TlnbState, options: Sequence[Plan | None]) -> Sequence[Choice[Any]]:
        """A button to end; each order by a click on a unit and where it leads."""
        tip = say("Formations without one wait for command")
        end = Choice("end", say("No March Order"), tip, None, manner=Manner.END)
        return [end, *(plan_choice(view, plan) for plan in options if plan is not None)]


def plan_choice(view: TlnbState, plan: Plan) -> Choice[Any]:
    """A March Order as a choice, with the length of its road."""
    name = view.battle.formations[plan.formation].name
    place = view.battle.battlefield.name_of(plan.goal)
    words = say("{name} to {place}", name=name, place=place)
    id_ = "-".join((plan.formation, *plan.via, plan.goal))
    return Choice(id_, words, plan_tip(view, plan), plan, spots=(plan.goal,))


def plan_tip(view: TlnbState, plan: Plan) -> str:
    """How long the road is, and who orders it."""
    mp = points(price_of(view, lay(view, plan.formation, plan.goal, plan.via)))
    if plan.by is None:
        return say("{mp} MP of road", mp=mp)
    name = view.battle.leaders[plan.by].name
    return say("{mp} MP of road; {name} orders it", mp=mp, name=name)


def route_refusal(state: TlnbState, plan: Plan) -> Refusal | None:
    """Why a March Order cannot lead as it is written, or None (T7.57)."""
    if not is_on_roads(state, (*plan.via, plan.goal)):
        return refuse("T7.57", "A March Order leads along roads and trails.")
    if not lay(state, plan.formation, plan.goal, plan.via):
        return refuse("T7.57", "No road leads there.")
    order = MarchOrder(plan.formation, (), plan.goal)
    if all(is_near_goal(state, order, unit) for unit in placed(state, plan.formation)):
        return refuse("T7.57", "It stands there already.")
    return None


# -- March Orders by card (cards 7, 8)


@dataclass(frozen=True, slots=True)
class ChooseRoute(CardQuestion[Plan], rule="T7.57"):
    """T7.57: where a March Order that a card gives leads."""

    words = mark("{card}: where does the March Order of {formation} lead?")
    clue = mark("Click where it leads.")
    formation: FormationId
    card: CardId

    def options(self, state: TlnbState) -> Sequence[Plan]:
        """To each goal by the cheapest road, the nearest first."""
        return [Plan(self.formation, goal) for goal in goals_of(state, self.formation)]

    def refusal(self, state: TlnbState, answer: Plan) -> Refusal | None:
        """The law: any route of road and trail hexes (T7.57)."""
        if answer.formation != self.formation or answer.by is not None:
            return refuse("T7.57", "The card orders another formation.")
        return route_refusal(state, answer)

    def sentence(self, view: TlnbState) -> str:
        """It names the card, and the formation without its commander."""
        name = view.battle.formations[self.formation].name
        return self.told(view, self.words, formation=name)

    def choices(self, view: TlnbState, options: Sequence[Plan]) -> Sequence[Choice[Any]]:
        """A click on the hex."""
        name_of = view.battle.battlefield.name_of
        return [
            Choice(p.goal, name_of(p.goal), plan_tip(view, p), p, spots=(p.goal,)) for p in options
        ]


# -- cancelling (T7.54)


@dataclass(frozen=True, slots=True)
class CancelMarchOrder(Question[FormationId | None], rule="T7.54"):
    """T7.54: which March Order its owner takes back; None: no other."""

    words = mark("{who} may cancel March Orders.")
    clue = mark("Click a stack that is to march no longer, or press a button.")

    def options(self, state: TlnbState) -> Sequence[FormationId | None]:
        """None; then each order that can be cancelled."""
        return [None, *cancellable(state, Side(self.side))]

    def choices(
        self, view: TlnbState, options: Sequence[FormationId | None]
    ) -> Sequence[Choice[Any]]:
        """A button each, and that all stay in force."""
        tip = say("All March Orders stay in force")
        keep = Choice("end", say("Keep the orders"), tip, None, manner=Manner.END)
        return [keep, *(self._choice(view, f) for f in options if f is not None)]

    def _choice(self, view: TlnbState, formation: FormationId) -> Choice[Any]:
        name, goal = view.battle.formations[formation].name, view.marches.orders[formation].goal
        label = say("Cancel the march of {name}", name=name)
        tip = say("to {place}", place=view.battle.battlefield.name_of(goal))
        hexes = tuple(h for u in placed(view, formation) if (h := view.units[u].hex) is not None)
        return Choice(formation, label, tip, formation, spots=hexes)

    def marks(self, view: TlnbState) -> Overlays:
        """The units that march."""
        formations = cancellable(view, Side(self.side))
        hexes = (view.units[u].hex for f in formations for u in placed(view, f))
        ready = frozenset(h for h in hexes if h is not None)
        return Overlays(ready=ready, orders=march_arrows(view, Side(self.side)))


def march_arrows(view: TlnbState, side: Side, *, is_pale: bool = False) -> tuple[OrderArrow, ...]:
    """The March Orders of a side that are in force, as arrows along their roads (T7.57)."""
    own = (o for f, o in view.marches.orders.items() if view.battle.formations[f].side == side)
    return tuple(
        OrderArrow(side, "head", say("M"), order.route, is_pale=is_pale)
        for order in own
        if order.route
    )


def cancellable(state: TlnbState, side: Side) -> tuple[FormationId, ...]:
    """The orders of a side that it may cancel now (T7.54).

    A commander is in range of the formation's officer, or one unit has reached the goal.
    """
    own = [f for f in state.marches.orders if state.battle.formations[f].side == side]
    led = {f for x in commanders_of(state, side) for f in commands(state, x)}
    return tuple(f for f in own if f in led or _has_reached(state, f))


def _has_reached(state: TlnbState, formation: FormationId) -> bool:
    goal = state.marches.orders[formation].goal
    return any(state.units[u].hex == goal for u in placed(state, formation))


# -- orders of the scenario (T7.59)


def marches_at_start(state: TlnbState) -> tuple[dict[FormationId, MarchOrder], list[MarchOrder]]:
    """The orders in force when a battle begins, with whole routes, and those that still wait."""
    begun: dict[FormationId, MarchOrder] = {}
    waiting: list[MarchOrder] = []
    for order in state.battle.march_orders:
        units = state.units_of(order.formation)
        if not any(state.card(u).is_combat_unit for u in units):
            continue  # an HQ has no part in this game (T34.4)
        if order.from_turn > 1 or not placed(state, order.formation):
            waiting.append(order)
        elif route := lay(state, order.formation, order.goal, order.route):
            begun[order.formation] = MarchOrder(order.formation, route, order.goal)
    return begun, waiting


def listed_orders(state: TlnbState, side: Side) -> Iterator[MarchOrder]:
    """The orders of the scenario that come into force now, for who is on the map already."""
    for order in state.marches.waiting:
        is_own = state.battle.formations[order.formation].side == side
        if is_own and order.from_turn <= state.turn and placed(state, order.formation):
            yield order


def begin_listed(table: Table[TlnbState], order: MarchOrder, entry: Hex | None = None) -> None:
    """T7.59: an order of the scenario comes into force, for who enters from his entry hex."""
    route = lay(table.state, order.formation, order.goal, order.route, entry)
    if route:
        table.emit(MarchOrderGiven(order.formation, None, route, order.goal))


def order_on_entry(state: TlnbState, formation: FormationId) -> MarchOrder | None:
    """The order with which a formation comes onto the map (T7.59)."""
    if formation in state.marches.orders:
        return None
    mine = (o for o in state.marches.waiting if o.formation == formation)
    return next((o for o in mine if o.from_turn <= state.turn), None)


# -- how orders end (T7.54)


def end_by_contact(table: Table[TlnbState]) -> None:
    """T7.54: the orders of both sides end where a unit is in an EZOC."""
    state = table.state
    for formation in list(state.marches.orders):
        if not is_clear(state, formation):
            table.emit(MarchOrderEnded(formation, "contact"))


def end_by_fight(table: Table[TlnbState], hex_: Hex) -> None:
    """T7.54: an attack, charge or bombardment on a unit ends the order of its formation."""
    state = table.state
    units = state.holders_of(hex_, state.waiting)
    for formation in dict.fromkeys(state.formation_of(u).id for u in units):
        if formation in state.marches.orders:
            table.emit(MarchOrderEnded(formation, "fight"))


def end_marches(table: Table[TlnbState]) -> None:
    """T7.54, T15.3: in D orders end, in their owner's also where all are near the goal."""
    state = table.state
    end_by_contact(table)
    for formation, order in list(state.marches.orders.items()):
        here = placed(state, formation)
        if formation in state.spirit.demoralized:  # T15.3
            table.emit(MarchOrderEnded(formation, "demoralized"))
            continue
        is_own = state.battle.formations[formation].side == state.phasing
        if not here:
            if not any(state.units[u].box is Box.DUE for u in state.units_of(formation)):
                table.emit(MarchOrderEnded(formation, "nobody"))
        elif is_own and all(is_near_goal(state, order, u) for u in here):
            table.emit(MarchOrderEnded(formation, "arrived"))


def is_near_goal(state: TlnbState, order: MarchOrder, unit: UnitId) -> bool:
    """Whether a unit is in the goal of its order or near enough (T7.54)."""
    hex_ = state.units[unit].hex
    radius = state.numbers.march.goal_radius
    return hex_ is not None and state.battle.battlefield.grid.distance(hex_, order.goal) <= radius
