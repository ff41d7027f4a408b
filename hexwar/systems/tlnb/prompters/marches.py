"""March Orders by clicks: who marches, where to and by which road (T7.5); rides of 2010 (T2.6)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexwar.engine import Manner, Refusal, refuse
from hexwar.ground.costs import Gait, ground_of
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Answer, Button, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.command import LeaderPrompter
from hexwar.systems.tlnb.prompters.common import D, gestures, hexes_of
from hexwar.systems.tlnb.prompters.movement import MovePrompter
from hexwar.systems.tlnb.rules.command.leaders import MoveLeader, free_leaders
from hexwar.systems.tlnb.rules.command.marches import (
    CancelMarchOrder,
    ChooseRoute,
    GiveMarchOrder,
    Plan,
    bar,
    cancellable,
    givers,
    march_arrows,
    placed,
    route_refusal,
)
from hexwar.systems.tlnb.rules.command.routes import goals_of, lay, price_of
from hexwar.systems.tlnb.rules.movement.segment import MoveUnits, riding_leaders
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays, Target, overlays_of
from hexwar.table.reports import PathQuote, StepCost, points


def route_quote(view: TlnbState, route: Sequence[Hex]) -> PathQuote | None:
    """A route as a path with its price by Road March; None where it has no step."""
    if len(route) < 2:
        return None
    ground = ground_of(view)
    steps = (ground.step(Gait.COLUMN, a, b) or StepCost(b, 0, ()) for a, b in pairwise(route))
    return PathQuote(tuple(route), column=True, steps=tuple(steps), allowance=price_of(view, route))


# -- March Orders


class RoutePrompter(MapPrompter[D]):
    """Click where a formation marches; with Shift a hex that the road is to lead through."""

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self.formation: FormationId | None = None
        self._via: tuple[Hex, ...] = ()
        self._goal: Hex | None = None
        self._over: Hex | None = None

    @abstractmethod
    def able(self) -> Mapping[FormationId, LeaderId | None]:
        """The formations that may march, each with who orders it."""

    def ends(self) -> tuple[Button, ...]:
        """The buttons that are always there."""
        return ()

    # -- what is offered

    def offer(self) -> Offer:
        """Who may march; of the formation that is chosen the road thought of."""
        able, pickable = self.able(), frozenset(self._pieces())
        arrows = march_arrows(self.view, Side(self.decision.side), is_pale=True)
        if self.formation is None:
            ready = hexes_of(self.view, (u for f in able for u in placed(self.view, f)))
            hint = say("Click a stack that is marked, then the place on a road where it marches.")
            overlays = Overlays(ready=ready, orders=arrows)
            return Offer(hint, self.ends(), overlays, pickable, is_idle=not able)
        units = placed(self.view, self.formation)
        overlays = Overlays(
            selection=hexes_of(self.view, units),
            chosen=frozenset(units),
            targets=tuple(Target(goal) for goal in self.goals()),
            path=self._quote(),
            orders=arrows,
        )
        buttons = (*self._go(), *self.ends())
        sources = hexes_of(self.view, units)
        return Offer(self._hint(), buttons, overlays, pickable, tuple(units), sources=sources)

    def goals(self) -> Sequence[Hex]:
        """The places that are marked for the formation that is chosen."""
        return () if self.formation is None else goals_of(self.view, self.formation)

    def _pieces(self) -> Iterator[PieceId]:
        for formation in self.able():
            yield from placed(self.view, formation)

    def _plan(self, goal: Hex) -> Plan:
        assert self.formation is not None
        return Plan(self.formation, goal, self._via, self.able()[self.formation])

    def _quote(self) -> PathQuote | None:
        goal = self._over if self._is_road(self._over) else self._goal
        if goal is None or self.formation is None:
            return None
        return route_quote(self.view, lay(self.view, self.formation, goal, self._via))

    def _is_road(self, hex_: Hex | None) -> bool:
        return hex_ in self.view.battle.battlefield.way_hexes

    def _go(self) -> tuple[Button, ...]:
        if self._goal is None:
            return ()
        plan = self._plan(self._goal)
        place = self.view.battle.battlefield.name_of(plan.goal)
        words = say("March to {place}", place=place)
        tip = say("The formation marches there by itself until the order ends (T7.53)")
        return (Button("go", words, tip, self.law(plan), manner=Manner.MAIN),)

    def _hint(self) -> str:
        assert self.formation is not None
        name = self.view.battle.formations[self.formation].name
        quoted = self._quote()
        if quoted is None:
            return say("Click a place on a road where {name} marches; Esc gives it up.", name=name)
        place = self.view.battle.battlefield.name_of(quoted.hexes[-1])
        mp = points(quoted.halves)
        words = say("{name} to {place}: {mp} MP of road", name=name, place=place, mp=mp)
        if self._goal is None:
            return say("{words}. Click to choose it.", words=words)
        return say("{words}. Shift-click: by that place; Esc: back.", words=words)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Who marches, then where; the place that is chosen once more gives the order."""
        here = [f for f in self.able() if hex_ in hexes_of(self.view, placed(self.view, f))]
        others = [f for f in here if f != self.formation]
        if self.formation is None or (others and not joins and not adds):
            return self._choose(here, hex_)
        if not self._is_road(hex_):
            return refuse("T7.57", "A March Order leads along roads and trails.")
        if adds:
            return self._lead_by(hex_)
        if hex_ == self._goal:
            return self.law(self._plan(hex_))
        refusal = route_refusal(self.view, self._plan(hex_))
        if refusal is None:
            self._goal = hex_
        return refusal

    def _choose(self, here: Sequence[FormationId], hex_: Hex) -> Response:
        if not here:
            return self._why_not(hex_)
        place = here.index(self.formation) + 1 if self.formation in here else 0
        self.formation = here[place % len(here)]
        self._goal, self._via = None, ()
        return None

    def _why_not(self, hex_: Hex) -> Refusal:
        """Why nobody in a hex marches."""
        own = self.view.units_in(hex_, Side(self.decision.side))
        barred = (bar(self.view, self.view.formation_of(unit).id) for unit in own)
        nobody = refuse("T7.51", "Nobody in {hex} can get a March Order now.", hex=hex_)
        return next((why for why in barred if why is not None), nobody)

    def _lead_by(self, hex_: Hex) -> Response:
        """The road is to lead through a hex, or no more."""
        if hex_ in self._via:
            self._via = tuple(h for h in self._via if h != hex_)
            return None
        assert self.formation is not None
        if not lay(self.view, self.formation, hex_, self._via):
            return refuse("T7.57", "No road leads there.")
        self._via = (*self._via, hex_)
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The formation of the last of these units marches."""
        found = [self.view.formation_of(UnitId(p)).id for p in pieces if p in self.view.units]
        able = [f for f in found if f in self.able()]
        if able and able[-1] != self.formation:
            self.formation, self._goal, self._via = able[-1], None, ()
        return None

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """A road is drawn: it leads through the hexes of the line."""
        if self.formation is None or not path or not self._is_road(path[-1]):
            return None
        self._via = tuple(hex_ for hex_ in path[1:-1] if self._is_road(hex_))
        self._goal = path[-1]
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Think of the road to a hex."""
        self._over = hex_

    def back(self) -> bool:
        """Give up a hex on the way, then the goal, then the formation."""
        if self._via:
            self._via = self._via[:-1]
        elif self._goal is not None:
            self._goal = None
        else:
            return self.give_up()
        return True

    def give_up(self) -> bool:
        """Give up the formation; False where none is chosen."""
        had, self.formation = self.formation is not None, None
        return had

    def cycle(self, step: int) -> Hex | None:
        """Choose the next formation that may march."""
        able = list(self.able())
        if not able:
            return None
        place = able.index(self.formation) + step if self.formation in able else 0
        self.formation, self._goal, self._via = able[place % len(able)], None, ()
        hex_: Hex | None = self.view.units[placed(self.view, self.formation)[0]].hex
        return hex_


class GivePrompter(RoutePrompter[GiveMarchOrder]):
    """March Orders of commanders (T7.52)."""

    def able(self) -> Mapping[FormationId, LeaderId | None]:
        """Whom a commander can order."""
        return dict(givers(self.view, Side(self.decision.side)))

    def ends(self) -> tuple[Button, ...]:
        """No other order."""
        tip = say("Formations without one wait for command")
        words = say("No March Order")
        return (Button("end", words, tip, self.law(None), manner=Manner.END),)


class CancelPrompter(RoutePrompter[CancelMarchOrder]):
    """March Orders that are taken back, or given after that (T7.54, T7.52)."""

    @cached_property
    def _kept(self) -> frozenset[FormationId]:
        """The formations whose order can be taken back."""
        return frozenset(cancellable(self.view, Side(self.decision.side)))

    @cached_property
    def _givers(self) -> Mapping[FormationId, LeaderId]:
        return givers(self.view, Side(self.decision.side))

    def able(self) -> Mapping[FormationId, LeaderId | None]:
        """Who marches by an order that can be taken back, and whom a commander can order."""
        return {**dict.fromkeys(sorted(self._kept)), **self._givers}

    def goals(self) -> Sequence[Hex]:
        """Of one whom nobody can order anew, none."""
        return super().goals() if self.formation in self._givers else ()

    def offer(self) -> Offer:
        """With a button that takes the order of the chosen formation back."""
        found = super().offer()
        if self.formation not in self._kept:
            return found
        return replace(found, buttons=(self._cancel(self.formation), *found.buttons))

    def _cancel(self, formation: FormationId) -> Button:
        name = self.view.battle.formations[formation].name
        goal = self.view.marches.orders[formation].goal
        words = say("Cancel the march of {name}", name=name)
        tip = say("to {place}", place=self.view.battle.battlefield.name_of(goal))
        manner = Manner.PLAIN if formation in self._givers else Manner.MAIN
        return Button("cancel", words, tip, self.law(formation), manner=manner)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """As ever; one whom nobody can order anew gets no other goal."""
        here = (self.view.formation_of(u).id for u in self.view.units_in(hex_))
        others = [f for f in here if f in self.able() and f != self.formation]
        if self.formation is not None and self.formation not in self._givers and not others:
            name = self.view.battle.formations[self.formation].name
            return refuse("T7.52", "Nobody can order {name} to another place now.", name=name)
        return super().click(hex_, joins=joins, adds=adds)

    def ends(self) -> tuple[Button, ...]:
        """No other order, and none is taken back."""
        tip, words = say("The orders that are in force stay so"), say("No other March Order")
        nothing = (Answer(CancelMarchOrder, None), Answer(GiveMarchOrder, None))
        return (Button("end", words, tip, nothing, manner=Manner.END),)

    def law(self, value: Any) -> Response:
        """An order that is given says too that no other is taken back."""
        if not isinstance(value, Plan):
            return super().law(value)
        refusal = GiveMarchOrder(self.decision.side).refusal(self.view, value)
        given = (Answer(CancelMarchOrder, None), Answer(GiveMarchOrder, value))
        return refusal if refusal is not None else given


WRITE_ORDERS, LEAVE_ORDERS = "march-orders", "leaders"
"""What the buttons write that turn from leaders to March Orders, and back."""


Asked = CancelMarchOrder | GiveMarchOrder
"""The questions of A-3."""


class StaffPrompter(MapPrompter[Asked]):
    """Leaders who ride, and before that March Orders for who wants to give or cancel one.

    Most players want none in most Player-Turns: so the question about orders (A-3) is put as that
    about leaders (A-4), which follows it, and a button turns to the orders.
    """

    def __init__(self, view: TlnbState, decision: Asked, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._orders = _plain(view, decision, options)
        self._riders = LeaderPrompter(view, MoveLeader(decision.side), ())
        self.is_writing = False

    @property
    def _now(self) -> MapPrompter[Any]:
        return self._orders if self.is_writing else self._riders

    @property
    def sentence(self) -> str:
        """Whose orders, and whose leaders."""
        name = self.view.battle.side_names[Side(self.decision.side)]
        return say("The {side} may give March Orders, then move their leaders.", side=name)

    @property
    def rule(self) -> str:
        """Who orders whom, also where the question is which order is taken back."""
        return GiveMarchOrder.rule

    def offer(self) -> Offer:
        """Leaders, with a button for orders; or orders, with one that leads back."""
        found = self._now.offer()
        if self.is_writing:
            tip = say("Give no March Order, and move leaders")
            back = Button("back", say("Back to the leaders"), tip, word=LEAVE_ORDERS)
            return replace(found, buttons=(*found.buttons[:-1], back, found.buttons[-1]))
        end = next(button for button in found.buttons if button.manner is Manner.END)
        tip = say("Give or cancel one: they come before leaders move, and none is needed (T7.52)")
        orders = Button("orders", say("March Orders …"), tip, word=WRITE_ORDERS)
        done = replace(end, response=self._passed(end.response))
        return replace(found, buttons=(orders, done))

    def _passed(self, response: Response) -> Response:
        """What leaders do, behind the answer that no order is given."""
        if not isinstance(response, tuple):
            return response
        return (Answer(CancelMarchOrder, None), Answer(GiveMarchOrder, None), *response)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """A leader and where he rides; or who marches, and where."""
        made = self._now.click(hex_, joins=joins, adds=adds)
        return made if self.is_writing else self._passed(made)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """A leader, or a formation by a unit of it."""
        return self._now.pick(pieces)

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """A road is drawn for a march."""
        return self._now.drop(path)

    def hover(self, hex_: Hex | None) -> None:
        """Think of the way to a hex."""
        self._now.hover(hex_)

    def back(self) -> bool:
        """Give up the choice; then the orders."""
        if self._now.back():
            return True
        had, self.is_writing = self.is_writing, False
        return had

    def write(self, word: str) -> Response:
        """Turn to the orders, or back."""
        if word in (WRITE_ORDERS, LEAVE_ORDERS):
            self.is_writing = word == WRITE_ORDERS
        return None

    def cycle(self, step: int) -> Hex | None:
        """The next leader, or the next formation."""
        return self._now.cycle(step)


def orders_prompter(view: TlnbState, decision: Asked, options: Sequence[Any]) -> MapPrompter[Any]:
    """March Orders: beside leaders who ride, where these come next and any can (T2.6)."""
    if view.battle.flag("sequence") == "2022" and free_leaders(view, Side(decision.side)):
        return StaffPrompter(view, decision, options)
    return _plain(view, decision, options)


def _plain(view: TlnbState, decision: Asked, options: Sequence[Any]) -> MapPrompter[Any]:
    if isinstance(decision, CancelMarchOrder):
        return CancelPrompter(view, decision, options)
    return GivePrompter(view, decision, options)


class CardRoutePrompter(RoutePrompter[ChooseRoute]):
    """The March Order that a card gives (T7.57)."""

    def __init__(self, view: TlnbState, decision: ChooseRoute, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self.formation = decision.formation

    def able(self) -> Mapping[FormationId, LeaderId | None]:
        """The formation that the card names."""
        return {self.decision.formation: None}

    def give_up(self) -> bool:
        """It stays chosen."""
        return False


# -- leaders among the units (T2.6)


class RidingPrompter(MovePrompter):
    """Moves with `sequence = 2010`: a click on a leader has him ride."""

    def __init__(self, view: TlnbState, decision: MoveUnits, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._free = riding_leaders(view, Side(decision.side))
        self._ride: LeaderPrompter | None = None

    def offer(self) -> Offer:
        """Who may move or ride; of a leader who is chosen where he can go."""
        if self._ride is not None:
            found = self._ride.offer()
            return replace(found, buttons=(self._end(),), pickable=found.pickable | self._able)
        found = super().offer()
        if found.picked:
            return found
        seats = frozenset(h for x in self._free if (h := self.view.leaders[x].hex) is not None)
        laid = overlays_of(found.overlays)
        overlays = replace(laid, ready=laid.ready | seats)
        hint = say("Click a stack or a leader, then where it goes.") if self._free else found.hint
        is_idle = found.is_idle and not self._free
        pickable = found.pickable | frozenset(self._free)
        return replace(found, hint=hint, overlays=overlays, pickable=pickable, is_idle=is_idle)

    def _rider(self) -> LeaderPrompter:
        """The gesture of a ride, whose answers are those of the move."""
        rides = [o for o in self.options if o is not None and not isinstance(o, tuple)]
        asked = MoveLeader(self.decision.side)
        return LeaderPrompter(self.view, asked, rides)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """A stack before a leader in the same hex; he is chosen in the list of the stack."""
        if self._ride is not None:
            return self._ridden(self._ride.click(hex_, joins=joins))
        is_leader = any(x in self._free for x in self.view.leaders_in(hex_))
        if self._units or not is_leader or self._has_able(hex_):
            return super().click(hex_, joins=joins, adds=adds)
        self._ride = self._rider()
        return self._ridden(self._ride.click(hex_))

    def _has_able(self, hex_: Hex) -> bool:
        return any(unit in self._able for unit in self.view.units_in(hex_))

    def _ridden(self, response: Response) -> Response:
        """A ride as an answer to the question who moves."""
        if not isinstance(response, tuple):
            return response
        (answer,) = response
        return self.law(answer.value)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Leaders alone ride; with units they go along."""
        leaders = [p for p in pieces if p in self._free]
        if leaders and not any(p in self._able for p in pieces):
            self._ride = self._rider()
            return self._ride.pick(leaders)
        self._ride = None
        return super().pick(pieces)

    def hover(self, hex_: Hex | None) -> None:
        """Where he, or they, might go."""
        super().hover(hex_)
        if self._ride is not None:
            self._ride.hover(hex_)

    def back(self) -> bool:
        """Give up the choice."""
        had, self._ride = self._ride is not None, None
        return had or super().back()


def move_prompter(view: TlnbState, decision: MoveUnits, options: Sequence[Any]) -> MovePrompter:
    """Moves of units, and of leaders among them with `sequence = 2010`."""
    is_old = view.battle.flag("sequence") == "2010"
    return (RidingPrompter if is_old else MovePrompter)(view, decision, options)


GESTURES = gestures(
    {
        CancelMarchOrder: orders_prompter,
        GiveMarchOrder: orders_prompter,
        ChooseRoute: CardRoutePrompter,
        MoveUnits: move_prompter,
    }
)
