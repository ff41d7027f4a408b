"""Units move, work at spans, or stay (N5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from hexwar.engine import Manner, Refusal
from hexwar.ground.vedettes import vedettes_of
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Answer, Button, MarchOffer, Offer, PieceId, Response
from hexwar.systems.nlc.orders import Line
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.marching import Group, Marching, MarchPrompter
from hexwar.systems.nlc.prompters.proposing import ProposingPrompter, Word
from hexwar.systems.nlc.proposals.follow import has_goers
from hexwar.systems.nlc.proposals.march import propose_march
from hexwar.systems.nlc.proposals.plan import Plan
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units, entry_hexes
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch, Hurry
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.systems.nlc.rules.movement.works import (
    DamageOrRepairSpan,
    Labour,
    SpanTask,
    span_tasks,
    work_choice,
)
from hexwar.systems.nlc.rules.orders.steps import (
    BeginFallBack,
    StopProbe,
    TurnBack,
    may_fall_back,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays, Target

GO = mark("go")
"""What the button writes by which the chosen units march by their order."""

LEADERS_LATER = Refusal(mark("Leaders move alone at the end of the activation."), "N14.51")


class MovePrompter(ProposingPrompter[ActivateUnit], MarchPrompter[ActivateUnit]):
    """Choose units, then where they go or what they work at; or bring arrivals in; or end it.

    Or have all moves proposed at once.
    """

    def _begin(self) -> None:
        super()._begin()
        groups = [option for option in self.options if isinstance(option, tuple)]
        working = [option.unit for option in self.options if isinstance(option, Labour)]
        self._single = [group[0] for group in groups if len(group) == 1]
        self._halted = [unit for unit in working if unit not in self._single]  # can only work
        self._deployments = [o for o in self.options if isinstance(o, Deployment)]
        self._due = due_units(self.view, self.decision.formation)
        self._chosen: Marching | None = None
        self._worker: UnitId | None = None  # chosen of those that can only work
        self._order_of: tuple[Group, Plan] | None = None  # where it leads those last chosen
        self._road = False

    # -- what there is to choose

    def offer(self) -> Offer:
        """Units that may move, and the reach of those that are chosen; the ghosts of a proposal."""
        return self.with_ghosts(self._offer())

    def _offer(self) -> Offer:
        chosen, able = self._chosen, frozenset((*self._single, *self._halted))
        sources = frozenset((*self.hexes_of(self._single), *self._entries()))
        if chosen is None and self.proposing.plan is not None:
            return Offer(
                self.proposing.hint(),
                (*self.proposing.buttons(), self._end()),
                self.proposing.overlays(),
                able,
                self.proposing.picked,
                sources=sources | self.proposing.hexes,
            )
        if chosen is None:
            return Offer(
                self._hint(),
                self._buttons(),
                self._overlays(),
                able,
                self._now(),
                sources=sources,
                extra=MarchOffer(entries=tuple(self._entries())),
                is_idle=self._worker is None and not self._has_goers,
            )
        return Offer(
            chosen.hint(),
            self._buttons(),
            chosen.overlays(),
            able.union(chosen.pickable),
            chosen.picked,
            verdict=chosen.verdict(),
            sources=sources | ({chosen.march.entry} if chosen.march.entry else set()),
            extra=MarchOffer(chosen.road, chosen.drops),
        )

    def _hint(self) -> str:
        if self._worker is not None:
            return say("{unit} can work at a span: press a button.", unit=self.name(self._worker))
        if not self._single and self._halted:
            return say("Nobody can move any more; a unit that is marked can work at a span.")
        if not self._single:
            return say("Nobody can move any more.")
        waiting = [u for u in self._due if u in self._single]
        if not waiting and not self._has_goers:
            return say(
                "Nobody has a better place to go to. Click a unit that is marked, then a hex, to"
                " move it all the same."
            )
        if not waiting:
            return say("Click a unit that is marked, then the hex where it goes.")
        places = say(" or ").join(self.place(hex_) for hex_ in self._entries())
        unit = say("Click a unit that is marked, or ") if self._ready() else say("Click ")
        words = mark(
            "{unit}the entry hex {places} for {arrivals}, or the hex where the first of them goes."
        )
        return say(words, unit=unit, places=places, arrivals=self.names(waiting))

    def _buttons(self) -> tuple[Button, ...]:
        end, propose = self._end(), self._propose_button()
        if self._chosen is None and self._worker is None:
            ahead = (*self._hurries(), *self._turn_backs())
            return (*propose, *self._works(), *self._vedettes(), *ahead, end)
        if self._chosen is None or self._chosen.march.entry is not None:
            return (*self._works(), *self._vedettes(), *self._hurries(), end)
        road = self._chosen.road_buttons()
        return (*self._go_or_stay(self._chosen), *self._works(), *self._vedettes(), *road, end)

    def _go_or_stay(self, chosen: Marching) -> tuple[Button, Button]:
        """The main one is what their order means for those who are chosen."""
        why = self.proposing.why_none(self._led(chosen.march.units))
        tip = say("The chosen units go where their order leads (Space)")
        go = Button("go", say("By its order"), tip, word=GO, manner=Manner.MAIN)
        if why is not None:
            go = Button("go", say("By its order"), tip, why)
        manner = Manner.PLAIN if why is None else Manner.MAIN
        words = say("Stay here"), say("The chosen units do not move in this activation")
        return go, Button("stay", *words, chosen.gesture(Route()), manner=manner)

    def _led(self, units: Group) -> Plan:
        """Where their order leads those who are chosen; thought of once."""
        if self._order_of is None or self._order_of[0] != units:
            self._order_of = units, propose_march(self.view, self.decision, only=units)
        return self._order_of[1]

    def _end(self) -> Button:
        return self.nothing("end", say("End movement"), say("Move no more units of this formation"))

    @cached_property
    def _has_goers(self) -> bool:
        """Whether anybody has a better place to go to, or would follow those who have moved."""
        return has_goers(self.view, self.decision)

    def _propose_button(self) -> tuple[Button, ...]:
        if not self._single or not self._has_goers:
            return ()
        tip = say("Propose where all of them go, as ghosts that you can alter and accept (A)")
        words = say("March by its order")
        return (Button("propose", words, tip, word=Word.PROPOSE, manner=Manner.MAIN),)

    def _hurries(self) -> tuple[Button, ...]:
        """Who may march forced, with what it may cost; said before anybody moves."""
        hurries = [option for option in self.options if isinstance(option, Hurry)]
        return tuple(self._hurry(one, names=len(hurries) > 1) for one in hurries)

    def _hurry(self, hurry: Hurry, *, names: bool) -> Button:
        """Ask for the forced march and declare it, at once."""
        asked = DeclareForcedMarch(self.decision.side, hurry.formation)
        choice = next(one for one in asked.choices(self.view, (True,)) if one.answer)
        name = self.view.battle.formations[hurry.formation].name
        label = f"{choice.label}: {name}" if names else choice.label
        gesture = (Answer(ActivateUnit, hurry), Answer(DeclareForcedMarch, value=True))
        return Button(f"force-{hurry.formation}", label, choice.tip, gesture)

    def _turn_backs(self) -> Iterator[Button]:
        """Who may begin to fall back, or stop a Probe; nothing while the pads are closed."""
        for one in self.options:
            if isinstance(one, TurnBack) and _held(self.told, one) == _held(self.view, one):
                kind = BeginFallBack if may_fall_back(self.view, one.line) else StopProbe
                asked = kind(self.decision.side, one.line)
                choice = next(c for c in asked.choices(self.view, (True,)) if c.answer)
                gesture = (Answer(ActivateUnit, one), Answer(kind, value=True))
                yield Button(f"turn-{one.line}", choice.label, choice.tip, gesture)

    def _works(self) -> tuple[Button, ...]:
        """What those who are chosen can do at spans, each by the first of them who can."""
        units = reversed(self._now())
        able = {task: unit for unit in units for task in span_tasks(self.view, unit)}
        return tuple(self._work(unit, task) for task, unit in able.items())

    def _work(self, unit: UnitId, task: SpanTask) -> Button:
        """Choose the unit for work, and the work, at once."""
        choice = work_choice(self.view, unit, task)
        gesture = (Answer(ActivateUnit, Labour(unit)), Answer(DamageOrRepairSpan, task))
        return Button(choice.id, choice.label, choice.tip, gesture, spots=choice.spots)

    def _vedettes(self) -> tuple[Button, ...]:
        """Who spreads out or gathers: of those who are chosen, else of those who cannot move."""
        now, cards = self._now(), self.view.battle.units
        owners = {cards[unit].vedette_of or unit for unit in now}
        if not now:
            owners = {o.owner for o in self._deployments if not self._can_choose(o)}
        return tuple(self._deploy(o) for o in self._deployments if o.owner in owners)

    def _can_choose(self, answer: Deployment) -> bool:
        """Whether a unit that has vedettes, or one of them, can be chosen for a move."""
        pieces = (answer.owner, *vedettes_of(self.view.battle, answer.owner))
        return any(piece in self._single for piece in pieces)

    def _deploy(self, answer: Deployment) -> Button:
        name = self.name(answer.owner)
        label = say("Gather vedettes") if answer.gathers else say("Send vedettes out")
        tip = say("The vedettes of {name} gather: {mp} MP", name=name, mp=self._toll())
        if not answer.gathers:
            tip = say("{name} sends its vedettes out: {mp} MP", name=name, mp=self._toll())
        if not self._now():
            label = f"{label}: {name}"
        word = "gather" if answer.gathers else "deploy"
        return Button(f"{word}-{answer.owner}", label, tip, (Answer(ActivateUnit, answer),))

    def _toll(self) -> int:
        return self.view.numbers.vedette.cost

    def _overlays(self) -> Overlays:
        if self._worker is None:
            targets = tuple(Target(hex_) for hex_ in self._entries())
            return Overlays(ready=self._ready(), targets=targets)
        return Overlays(
            selection=frozenset(self.hexes_of((self._worker,))),
            chosen=frozenset({self._worker}),
            targets=tuple(Target(Hex(spot)) for work in self._works() for spot in work.spots),
        )

    def _ready(self) -> frozenset[Hex]:
        return frozenset(self.hexes_of((*self._single, *self._halted)))

    def _entries(self) -> dict[Hex, UnitId]:
        """Where arrivals may enter, each with the first of them."""
        found: dict[Hex, UnitId] = {}
        for unit in self._due:
            if unit in self._single:
                found |= {h: unit for h in entry_hexes(self.view, unit) if h not in found}
        return found

    def _here(self, hex_: Hex) -> Group:
        """The units of a hex that may still move, then those that can only work."""
        able = (*self._single, *self._halted)
        return tuple(u for u in able if self.view.units[u].hex == hex_)

    def write(self, word: str) -> Response:
        """The chosen units march by their order; or what a proposal is told."""
        if word != GO or self._chosen is None:
            return super().write(word)
        refusal = self.proposing.lay(self._led(self._chosen.march.units), alone=True)
        return self.proposing.accept() if refusal is None else refusal

    # -- choosing

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Go to a hex, or choose the units there; once more, another part of the stack."""
        if self._chosen is None and self._worker is None and self.has_ghost(hex_):
            return self.click_ghosts(hex_, joins=joins)
        chosen, here = self._chosen, self._here(hex_)
        if self._worker is not None and not here:
            works = (work.response for work in self._works() if hex_ in work.spots)
            return next(works, None) or self._why_nobody(hex_)
        can_move = any(unit in self._single for unit in here)
        if chosen is None or (can_move and not joins):
            return self._choose_in(hex_, here, adds=adds)
        march = chosen.march
        if march.entry not in (None, hex_) and hex_ in entry_hexes(self.view, march.units[0]):
            self._choose(march.units, hex_)  # enter by another hex
            return None
        route = chosen.route_to(hex_, joins=joins and march.entry != hex_)
        if isinstance(route, Refusal):
            return self._by_another_entry(hex_) or route
        return chosen.gesture(route)

    def _by_another_entry(self, hex_: Hex) -> Response:
        """The way of the chosen arrival to a hex by another entry than the one thought of."""
        assert self._chosen is not None
        march = self._chosen.march
        others = () if march.entry is None else entry_hexes(self.view, march.units[0])
        for entry in others:
            marching = Marching(self.view, march.units, entry)
            route = marching.route_to(hex_, joins=False)
            if not isinstance(route, Refusal):
                return marching.gesture(route)
        return None

    def _choose_in(self, hex_: Hex, here: Group, *, adds: bool) -> Response:
        if not here and hex_ not in self._entries():
            return self._enter_for(hex_) or self._why_nobody(hex_)
        if not here:
            self._choose((self._entries()[hex_],), hex_)
        else:
            self._choose(here if adds and self._is_legal(here) else self._next_part(here))
        return None

    def _enter_for(self, hex_: Hex) -> Response:
        """The first arrival that can come as far as a hex enters and goes there, by any entry."""
        for unit in self._due:
            if unit not in self._single:
                continue
            for entry in entry_hexes(self.view, unit):
                marching = Marching(self.view, (unit,), entry)
                marching.road = self._road and marching.march.bars_road() is None
                route = marching.route_to(hex_, joins=False)
                if not isinstance(route, Refusal):
                    return marching.gesture(route)
        return None

    def _next_part(self, here: Group) -> Group:
        """The whole stack; if that is chosen its first unit; and so on to its last."""
        cards = self.view.battle.units
        screen = tuple(unit for unit in here if cards[unit].is_vedette)
        troops = tuple(unit for unit in here if unit not in screen)
        stack = tuple(unit for unit in troops if unit in self._single)
        found = [*_with_each(stack, troops), *_with_each(screen, screen)]
        return following([part for part in found if self._is_legal(part)], self._now(), 1)

    def _now(self) -> Group:
        if self._worker is not None:
            return (self._worker,)
        return self._chosen.march.units if self._chosen else ()

    def _is_legal(self, units: Group) -> bool:
        if len(units) == 1 and units[0] in self._halted:
            return True
        return self.decision.refusal(self.view, units) is None

    def _why_nobody(self, hex_: Hex) -> Refusal | None:
        units = self.view.units_in(hex_, self.side)
        return self.decision.refusal(self.view, units[:1]) if units else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose exactly these units, and the leaders who go along."""
        units = tuple(UnitId(p) for p in pieces if p in self.view.units)
        leaders = tuple(LeaderId(p) for p in pieces if p in self.view.leaders)
        if not units:
            self._chosen = self._worker = None
            return LEADERS_LATER if leaders else None
        if not self._is_legal(units):
            return self.decision.refusal(self.view, units)
        is_same = self._chosen is not None and self._chosen.march.units == units
        self._choose(units, self._entry_of(units[0]))
        if is_same and self._chosen is not None:
            self._chosen.leaders = tuple(x for x in leaders if x in self._chosen.pickable)
        return None

    def _entry_of(self, unit: UnitId) -> Hex | None:
        if self.view.units[unit].hex is not None:
            return None
        return next(iter(entry_hexes(self.view, unit)), None)

    def _choose(self, units: Group, entry: Hex | None = None) -> None:
        self._chosen = self._worker = None
        if units[0] in self._halted:
            self._worker = units[0]
            return
        self._chosen = Marching(self.view, units, entry)
        self._chosen.road = self._road and self._chosen.march.bars_road() is None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit that may still move or work."""
        able = [*self._single, *self._halted]
        if not able:
            return None
        unit = following(able, next(iter(self._now()), None), step)
        self._choose((unit,), self._entry_of(unit))
        return self._chosen.march.start if self._chosen else self.view.units[unit].hex

    def back(self) -> bool:
        """Give up the last hex on the way, then the chosen units."""
        if self._chosen is not None and self._chosen.back():
            return True
        was = self._now()
        self._chosen = self._worker = None
        return bool(was) or self.proposing.back()

    # -- moving

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a path of one's own, from chosen units, from others or from a ghost."""
        if self.drags_ghost(path):
            self._chosen = None
            return
        if path and (self._chosen is None or self._chosen.march.start != path[0]):
            here = tuple(unit for unit in self._here(path[0]) if unit in self._single)
            if here:
                self._chosen = None
                self._choose(self._next_part(here))
            elif (arrival := self._entries().get(path[0])) is not None:
                self._choose((arrival,), path[0])
        if self._chosen is not None:
            self._chosen.draw(path)

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go along a path of one's own, or send a ghost to its end."""
        if self.drags_ghost(path):
            return self.drop_ghost(path)
        self.draw(path)
        if self._chosen is None or len(path) < 2:
            return None
        route = self._chosen.route_along(path)
        self._chosen.draw(())
        return route if isinstance(route, Refusal) else self._chosen.gesture(route)

    def switch_road(self) -> None:
        """Switch road movement for the chosen units and those to come."""
        self._road = not self._road
        if self._chosen is not None and self._chosen.march.bars_road() is None:
            self._chosen.road = self._road


def _held(table: GameState, one: TurnBack) -> Line | None:
    return table.pad.lines.get(one.line)


def _with_each(stack: Group, units: Group) -> list[Group]:
    """A stack as a whole, then each of some units alone; nothing twice."""
    parts = [stack, *((unit,) for unit in units)]
    return list(dict.fromkeys(part for part in parts if part))


class PathPrompter(MarchPrompter[ChoosePath]):
    """Click or draw where units go that have been chosen already."""

    _chosen: Marching

    def _begin(self) -> None:
        self._chosen = Marching(self.view, self.decision.units, self.decision.entry)

    def offer(self) -> Offer:
        """The reach of the units."""
        chosen, words = self._chosen, (say("Stay here"), say("The units do not move"))
        if self.decision.entry is not None:
            words = say("Do not enter"), say("The unit waits off the map")
        return Offer(
            chosen.hint(),
            (Button("stay", *words, self.law(Route())), *chosen.road_buttons()),
            chosen.overlays(),
            frozenset({*self.decision.units, *chosen.pickable}),
            chosen.picked,
            verdict=chosen.verdict(),
            sources=frozenset({chosen.march.start}),
            extra=MarchOffer(chosen.road, chosen.drops),
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Go to a hex."""
        return self._last(self._chosen.route_to(hex_, joins=joins))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the leaders who go along; the units are chosen already."""
        able = self._chosen.pickable
        self._chosen.leaders = tuple(LeaderId(p) for p in pieces if p in able)
        return None

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a path of one's own."""
        self._chosen.draw(path)

    def back(self) -> bool:
        """Give up the last hex on the way."""
        return self._chosen.back()

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go along a path of one's own."""
        self._chosen.draw(())
        return self._last(self._chosen.route_along(path)) if len(path) > 1 else None

    def _last(self, route: Route | Refusal) -> Response:
        return route if isinstance(route, Refusal) else self._chosen.gesture(route)[-1:]
