"""Gestures: who moves where, who attacks, bombards or charges whom, whom a commander names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeVar

from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell.prompter import (
    Acting,
    Answer,
    Button,
    EndWords,
    FightOffer,
    MarchOffer,
    Offer,
    PieceId,
    Prompter,
    Questions,
    Response,
)
from hexwar.systems.tlnb.rules.combat import bombardment, charge
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment
from hexwar.systems.tlnb.rules.combat.charge import DeclareCharge
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.duties import eligible
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.command.command import NameOfficers, Naming, nameable
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    MoveLeader,
    free_leaders,
    rides,
)
from hexwar.systems.tlnb.rules.movement.reach import End, allowance, ends, quote, standing_refusal
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits, leaders_free
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Reach, Target
from hexwar.table.reports import PathQuote, Undone, points

Units = tuple[UnitId, ...]
D = TypeVar("D", bound=Decision[Any])

ROAD, END = "road", "end"
"""What buttons write, and the id of the last one."""


def _hexes(view: TlnbState, pieces: Iterable[str]) -> frozenset[Hex]:
    """Where pieces stand."""
    units = (view.units[UnitId(p)].hex for p in pieces if p in view.units)
    return frozenset(hex_ for hex_ in units if hex_ is not None)


def _names(view: TlnbState, units: Iterable[UnitId]) -> str:
    return listed(view.card(unit).name for unit in units)


# -- movement: who, and where to


class MovePrompter(Prompter[MoveUnits]):
    """Click a stack, or pick units of it; then the hex where they go, with or without Road March.

    The question which units move and the question where to are answered together.
    """

    def __init__(self, view: TlnbState, decision: MoveUnits, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        listed_ = (unit for option in options if option is not None for unit in option)
        self._able = frozenset(listed_)
        self._units: Units = ()
        self._leaders: tuple[LeaderId, ...] = ()
        self._column = False
        self._over: Hex | None = None

    # -- what is offered

    def offer(self) -> Offer:
        """Who may move; of those who are chosen the hexes in reach, and the path thought of."""
        ready = _hexes(self.view, self._able)
        if not self._units:
            overlays = Overlays(ready=ready)
            hint = say("Click a stack that is marked, then the hex where it goes.")
            if not self._able:
                hint = say("Nobody can move any more.")
            return Offer(hint, (self._end(),), overlays, self._able, is_idle=not self._able)
        pickable = self._able | frozenset(leaders_free(self.view, self._units))
        return Offer(
            self._hint(),
            (*self._others(), self._end()),
            self._overlays(),
            pickable,
            (*self._units, *self._leaders),
            verdict=self._verdict(),
            barred=self.decision.refusal(self.view, self._units),
            sources=self._start,
            extra=MarchOffer(self._column),
        )

    @property
    def _start(self) -> frozenset[Hex]:
        return _hexes(self.view, self._units)

    def _end(self) -> Button:
        tip = say("Move no more units in this Player-Turn")
        return Button("end", say("End of movement"), tip, self.law(None), manner=Manner.END)

    def _others(self) -> list[Button]:
        """Road March, staying, leaving the map, works at spans."""
        if self.decision.refusal(self.view, self._units) is not None:
            return []
        buttons = []
        if ends(self.view, self._units, column=True):
            words = say("Road March"), say("Along roads in column; not into enemy zones (T7.55)")
            if self._column:
                words = say("No Road March"), say("March as usual, over any ground")
            buttons.append(Button("road", *words, word=ROAD))
        asked = ChoosePath(self.decision.side, self._units)
        rest = [o for o in asked.options(self.view) if len(o.path) == 1]
        for choice in asked.choices(self.view, rest):
            tip = choice.tip or say("The chosen units do not move in this Player-Turn")
            buttons.append(Button(choice.id, choice.label, tip, self._gesture(choice.answer)))
        return buttons

    def _overlays(self) -> Overlays:
        zone = enemy_zone(self.view, self.view.phasing)
        left = min(allowance(self.view, u) - self.view.units[u].spent for u in self._units)
        found = {hex_: max(left - end.spent, 0) for hex_, end in self._ends.items()}
        column = frozenset(h for h in found if self._is_by_road(h))
        return Overlays(
            selection=self._start,
            chosen=frozenset((*self._units, *self._leaders)),
            reach=Reach(found, zone.intersection(found), column),
            path=self._quote(),
        )

    @property
    def _ends(self) -> Mapping[Hex, End]:
        """Where they may end: by Road March if that is on, else by the cheaper way."""
        if not self._units or self.decision.refusal(self.view, self._units) is not None:
            return MappingProxyType({})
        column = ends(self.view, self._units, column=True)
        return column if self._column else {**column, **ends(self.view, self._units)}

    def _is_by_road(self, hex_: Hex) -> bool:
        return self._column or hex_ not in ends(self.view, self._units)

    def _march(self, hex_: Hex) -> March:
        return March(self._ends[hex_].path, self._is_by_road(hex_), leaders=self._leaders)

    def _quote(self) -> PathQuote | None:
        if self._over is None or self._over not in self._ends:
            return None
        march = self._march(self._over)
        found = quote(self.view, self._units, march.path, column=march.is_column)
        return found if isinstance(found, PathQuote) else None

    def _hint(self) -> str:
        quoted, who = self._quote(), _names(self.view, self._units)
        if quoted is None:
            if self._over is not None and self._over not in self._start:
                return say("Out of reach: {reason}", reason=self._why_not(self._over).sentence)
            return say("Click where {who} go; Esc gives up the choice.", who=who)
        place = self.view.battle.battlefield.name_of(quoted.hexes[-1])
        how = say(" in Road March") if quoted.column else ""
        left = points(max(quoted.allowance - quoted.halves, 0))
        mp = points(quoted.halves)
        words = say("To {place}{how}: {mp} MP, {left} left", place=place, how=how, mp=mp, left=left)
        if quoted.hexes[-1] in enemy_zone(self.view, self.view.phasing):
            return say("{words}; in an enemy zone of control, where they halt.", words=words)
        return f"{words}."

    def _verdict(self) -> str:
        return say("{n} hexes within reach", n=len(self._ends))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """A hex in reach is gone to; one with a stack that may move is chosen."""
        units = tuple(u for u in self.view.units_in(hex_) if u in self._able)
        is_end = hex_ in self._ends
        if is_end and (joins or not units):
            return self._gesture(self._march(hex_))
        if units:
            return self._choose(units, adds=adds)
        if not self._units:
            return self._why_idle(hex_)
        return self._why_not(hex_)

    def _choose(self, units: Units, *, adds: bool) -> Response:
        cards = self.view.battle.units
        fit = tuple(u for u in units if not cards[u].arm.is_train) or units[:1]
        same = self._start == _hexes(self.view, fit)
        self._units = tuple(dict.fromkeys((*self._units, *fit))) if adds and same else fit
        self._leaders, self._column = (), False
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These units go, with these leaders."""
        units = tuple(UnitId(p) for p in pieces if p in self._able)
        if units != self._units:
            self._column = False
        self._units = units
        free = leaders_free(self.view, units) if units else ()
        self._leaders = tuple(x for x in free if x in pieces)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Think of the path to a hex."""
        self._over = hex_

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go a path of one's own."""
        if not self._units:
            units = tuple(u for u in self.view.units_in(path[0]) if u in self._able)
            if not units:
                return None
            self._choose(units, adds=False)
        return self._gesture(March(path, self._column, leaders=self._leaders))

    def back(self) -> bool:
        """Give up the choice."""
        had, self._units, self._leaders, self._column = bool(self._units), (), (), False
        return had

    def write(self, word: str) -> Response:
        """Road March on or off."""
        if word == ROAD:
            self.switch_road()
        return None

    def switch_road(self) -> None:
        """Switch Road March."""
        self._column = bool(self._units) and not self._column

    def leavable(self, hex_: Hex) -> Units | Refusal:  # noqa: ARG002
        """Nobody stays behind on the way: units of a stack move by themselves."""
        return refuse("T7.8", "Units that move together end together.")

    def leave(self, hex_: Hex, units: Units) -> Refusal | None:  # noqa: ARG002
        """Likewise."""
        return refuse("T7.8", "Units that move together end together.")

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack that may move."""
        hexes = sorted(_hexes(self.view, self._able))
        if not hexes:
            return None
        now = next(iter(self._start), None)
        place = hexes.index(now) + step if now in hexes else (0 if step > 0 else -1)
        found = hexes[place % len(hexes)]
        self._choose(tuple(u for u in self.view.units_in(found) if u in self._able), adds=False)
        return found

    def _gesture(self, march: March) -> Response:
        """Both answers at once, or why they are not legal."""
        refusal = self.decision.refusal(self.view, self._units)
        refusal = refusal or ChoosePath(self.decision.side, self._units).refusal(self.view, march)
        return refusal or (Answer(MoveUnits, self._units), Answer(ChoosePath, march))

    def _why_not(self, hex_: Hex) -> Refusal:
        start = next(iter(self._start))
        if hex_ in self.view.battle.battlefield.grid.neighbours[start]:
            found = quote(self.view, self._units, (start, hex_), column=self._column)
            if isinstance(found, Refusal):
                return found
        return refuse("T7.1", "{hex} is beyond the reach of these units.", hex=hex_)

    def _why_idle(self, hex_: Hex) -> Refusal | None:
        """Why nobody in a hex moves."""
        own = self.view.units_in(hex_, self.view.phasing)
        return next((w for u in own if (w := standing_refusal(self.view, u)) is not None), None)


# -- leaders


class LeaderPrompter(Prompter[MoveLeader]):
    """Click a leader, then where he rides (T5.2)."""

    def __init__(self, view: TlnbState, decision: MoveLeader, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._free = free_leaders(view, Side(decision.side))
        self._leader: LeaderId | None = None
        self._over: Hex | None = None

    def offer(self) -> Offer:
        """The leaders who may move; of the one who is chosen the hexes in reach."""
        view, leader = self.view, self._leader
        hexes = frozenset(h for x in self._free if (h := view.leaders[x].hex) is not None)
        tip = say("The others stay where they are")
        end = Button("end", say("Leaders are done"), tip, self.law(None), manner=Manner.END)
        pickable = frozenset(self._free)
        if leader is None:
            hint = say("Click a leader who is marked, then where he rides.")
            overlays = Overlays(ready=hexes)
            return Offer(hint, (end,), overlays, pickable, is_idle=not self._free)
        seat = view.leaders[leader].hex
        overlays = Overlays(
            selection=frozenset({seat} if seat else ()),
            chosen=frozenset({leader}),
            reach=Reach(self._left),
        )
        return Offer(self._hint(leader), (end,), overlays, pickable, (leader,))

    @property
    def _left(self) -> Mapping[Hex, int]:
        """The hexes in reach of the chosen leader, with the half MP left in each."""
        if self._leader is None:
            return {}
        hexes = self.view.battle.battlefield.grid.hexes
        most = 2 * self.view.battle.leaders[self._leader].movement
        found = rides(self.view, self._leader)
        return {hexes[cell]: most - cost for cell, cost in found.cost.items()}

    def _hint(self, leader: LeaderId) -> str:
        name, place = self.view.battle.leaders[leader].name, self.view.battle.battlefield.name_of
        if self._over is None or self._over not in self._left:
            return say("Click where {name} rides; Esc gives up the choice.", name=name)
        left, to = points(self._left[self._over]), place(self._over)
        words = mark("{name} to {place}: {left} MP left.")
        return say(words, name=name, place=to, left=left)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A hex in reach is ridden to; else the next leader there is chosen."""
        here = [x for x in self.view.leaders_in(hex_) if x in self._free]
        seat = None if self._leader is None else self.view.leaders[self._leader].hex
        if self._leader is not None and hex_ != seat and (joins or hex_ in self._left):
            return self._ride(hex_)
        if here:
            place = here.index(self._leader) + 1 if self._leader in here else 0
            self._leader = here[place % len(here)]
            return None
        if self._leader is None:
            return refuse("T5.2", "No leader in {hex} may move now.", hex=hex_)
        return refuse("T5.2", "{hex} is beyond his reach.", hex=hex_)

    def _ride(self, hex_: Hex) -> Response:
        assert self._leader is not None
        if hex_ not in self._left:
            return refuse("T5.2", "{hex} is beyond his reach.", hex=hex_)
        grid = self.view.battle.battlefield.grid
        path = rides(self.view, self._leader).path(grid.index[hex_])
        return self.law(LeaderMove(self._leader, tuple(grid.hexes[cell] for cell in path)))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """This leader is chosen."""
        found = [x for x in self._free if x in pieces and x != self._leader]
        kept = self._leader if self._leader in pieces else None
        self._leader = found[-1] if found else kept
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Point at where he might ride."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the choice."""
        had, self._leader = self._leader is not None, None
        return had

    def cycle(self, step: int) -> Hex | None:
        """Choose the next leader who may move."""
        if not self._free:
            return None
        place = self._free.index(self._leader) + step if self._leader in self._free else 0
        leader = self._leader = self._free[place % len(self._free)]
        hex_: Hex | None = self.view.leaders[leader].hex
        return hex_


# -- fights (T10, T12, T13): click a target, leave out or take in units, go


class FightPrompter(Prompter[D]):
    """Click a target, then the units that take part; the panel shows the whole reckoning."""

    aim: ClassVar[Aim]
    verb: ClassVar[str]  # of the button that begins it
    done: ClassVar[str]  # of the button that ends the segment
    clue: ClassVar[str] = mark(
        "Click a target that is ringed to see the chances before you decide."
    )

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._target: Hex | None = None
        self._units: Units = ()
        self._over: Hex | None = None

    @cached_property
    def able(self) -> Mapping[Hex, Units]:
        """The targets, each with those who may take part."""
        found: dict[Hex, dict[UnitId, None]] = {}
        for blow in self.options:
            if blow is not None:
                found.setdefault(blow.target, {}).update(dict.fromkeys(blow.units))
        return {hex_: tuple(units) for hex_, units in found.items()}

    @abstractmethod
    def blow(self) -> Any:
        """The answer that is put together now; None where it cannot be one."""

    @abstractmethod
    def report(self, blow: Any) -> object:
        """All of it before the die."""

    def first(self, target: Hex) -> Units:
        """Who takes part as long as nobody is left out."""
        return self.able[target]

    def offer(self) -> Offer:
        """The targets; of one that is clicked its chances, and who takes part."""
        target = self._target
        blow = self.blow() if target is not None and self._units else None
        refusal = None if blow is None else self.decision.refusal(self.view, blow)
        buttons = [self._end()]
        if target is not None:
            buttons.insert(0, self._go(blow, refusal))
        pickable = self.able[target] if target is not None else ()
        report = None if blow is None or self._is_hopeless(refusal) else self.report(blow)
        return Offer(
            self._hint(),
            tuple(buttons),
            self._overlays(),
            frozenset(pickable),
            self._units,
            barred=refusal,
            extra=FightOffer(report, self._units),
        )

    def _is_hopeless(self, refusal: Refusal | None) -> bool:  # noqa: ARG002
        """Whether no table has a column for it."""
        return False

    def _go(self, blow: Any, refusal: Refusal | None) -> Button:
        assert self._target is not None
        place = self.view.battle.battlefield.name_of(self._target)
        words = say("{verb} {place}", verb=say(self.verb), place=place)
        if blow is None:
            refusal = refuse(self.decision.rule, "Choose who takes part.")
        response: Response = refusal if refusal is not None else self.give(blow)
        tip = say("With {units}", units=_names(self.view, self._units))
        return Button("go", words, tip, response, manner=Manner.MAIN)

    def _end(self) -> Button:
        tip = say("The next segment begins")
        return Button(END, say(self.done), tip, self.law(None), manner=Manner.END)

    def _overlays(self) -> Overlays:
        lit = self._target or (self._over if self._over in self.able else None)
        targets = tuple(
            Target(hex_, self.aim, self._sources(hex_, units) if hex_ == lit or not lit else ())
            for hex_, units in self.able.items()
        )
        units = [unit for units in self.able.values() for unit in units]
        return Overlays(
            selection=_hexes(self.view, self._units),
            chosen=frozenset(self._units),
            ready=_hexes(self.view, units),
            targets=targets,
        )

    def _sources(self, hex_: Hex, units: Units) -> tuple[Hex, ...]:
        shown = self._units if hex_ == self._target else units
        return tuple(sorted(_hexes(self.view, shown)))

    def _hint(self) -> str:
        if self._target is None:
            return say(self.clue) if self.able else say("There is nothing more to do here.")
        return say("Click units to leave them out or take them in, then press the button; or Esc.")

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A target is looked at; once more it is gone through with; own units go in or out."""
        if hex_ in self.able:
            if hex_ == self._target:
                blow = self.blow() if self._units else None
                return None if blow is None else self.law(blow)
            self._target, self._units = hex_, self.first(hex_)
            return None
        return self._toggle(hex_)

    def _toggle(self, hex_: Hex) -> Response:
        if self._target is None:
            return self.decision.why_not(self.view, hex_)
        here = [u for u in self.able[self._target] if self.view.units[u].hex == hex_]
        if not here:
            words = mark("Nobody in {hex} can take part against {target}.")
            return refuse(self.decision.rule, words, hex=hex_, target=self._target)
        is_in = all(unit in self._units for unit in here)
        kept = tuple(u for u in self._units if u not in here)
        self._units = kept if is_in else (*kept, *here)
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These take part, and no others of their hexes."""
        if self._target is None:
            return None
        able = self.able[self._target]
        self._units = tuple(unit for unit in able if unit in pieces)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Point at a target."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the target."""
        had, self._target, self._units = self._target is not None, None, ()
        return had

    def cycle(self, step: int) -> Hex | None:
        """Look at the next target."""
        hexes = list(self.able)
        if not hexes:
            return None
        place = hexes.index(self._target) + step if self._target in hexes else 0
        self._target = hexes[place % len(hexes)]
        self._units = self.first(self._target)
        return self._target


class AttackPrompter(FightPrompter[DeclareAttack]):
    """Attacks (T10.12), with the duties that are still owed."""

    aim, verb, done = Aim.ASSAULT, mark("Attack"), mark("End of combat")

    @cached_property
    def able(self) -> Mapping[Hex, Units]:
        """Every hex that may be attacked, each with all who may."""
        return eligible(self.view)

    def first(self, target: Hex) -> Units:
        """Those of the first attack that is offered there: duties of others are kept."""
        found = (b.units for b in self.options if b is not None and b.target == target)
        return next(found, self.able[target])

    def blow(self) -> Blow:
        """The units on the target."""
        assert self._target is not None
        return Blow(self._units, self._target)

    def report(self, blow: Blow) -> object:
        """The odds."""
        return odds_of(self.view, blow.units, blow.target)


class BombardmentPrompter(FightPrompter[DeclareBombardment]):
    """Bombardments (T12.9)."""

    aim, verb, done = Aim.BOMBARD, mark("Bombard"), mark("No other bombardment")

    def blow(self) -> Shot:
        """The guns on the target."""
        assert self._target is not None
        return Shot(self._units, self._target)

    def report(self, blow: Shot) -> object:
        """Strength, column and faces."""
        return bombardment.report(self.view, blow)


class ChargePrompter(FightPrompter[DeclareCharge]):
    """Charges (T13.12): the cavalry of one hex, by the shortest way."""

    aim, verb, done = Aim.CHARGE, mark("Charge"), mark("No other charge")

    def first(self, target: Hex) -> Units:
        """The cavalry of one hex."""
        return next(b.units for b in self.options if b is not None and b.target == target)

    def blow(self) -> Ride | None:
        """The cavalry, by its shortest way."""
        assert self._target is not None
        if len(_hexes(self.view, self._units)) != 1:
            return None
        path = next(charge.charge_paths(self.view, self._units, self._target), None)
        return None if path is None else Ride(self._units, self._target, path)

    def report(self, blow: Ride) -> object:
        """Strengths, column and faces."""
        return charge.report(self.view, blow)

    def _is_hopeless(self, refusal: Refusal | None) -> bool:
        """Whether the odds are below the chart, so that there is no column."""
        return refusal is not None

    def _overlays(self) -> Overlays:
        """The way of the ride too."""
        made, ride = super()._overlays(), self.blow() if self._target and self._units else None
        if ride is None:
            return made
        way = (*ride.path, ride.target)
        targets = (replace(t, way=way) if t.hex == ride.target else t for t in made.targets)
        return replace(made, targets=tuple(targets))


# -- command (T5.5)


class NamePrompter(Prompter[NameOfficers]):
    """Click the officers whom a commander names, then the button."""

    def __init__(self, view: TlnbState, decision: NameOfficers, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._named: tuple[LeaderId, ...] = options[0].officers if options else ()

    def offer(self) -> Offer:
        """The officers in range; those that are named are ringed."""
        view, free = self.view, nameable(self.view, self.decision.commander)
        hexes = [view.leaders[x].hex for x in free]
        seat = view.leaders[self.decision.commander].hex
        targets = tuple(
            Target(h, sources=(seat,) if seat else ()) for h in dict.fromkeys(hexes) if h
        )
        overlays = Overlays(
            selection=frozenset({seat} if seat else ()),
            chosen=frozenset(self._named),
            targets=targets,
        )
        most = view.battle.commanders[self.decision.commander]
        hint = say(
            "Click officers to name them or not: {n} of {most} are named. {rest}",
            n=len(self._named),
            most=most,
            rest=say("The others roll for themselves."),
        )
        buttons = self._buttons()
        return Offer(hint, buttons, overlays, frozenset(free), self._named)

    def _buttons(self) -> tuple[Button, ...]:
        names = listed(self.view.battle.leaders[x].name for x in self._named)
        words = say("Name {names}", names=names) if names else say("Name nobody")
        tip = say("They and their units in range are in command in this Player-Turn (T5.6)")
        go = Button("go", words, tip, self.law(Naming(self._named)), manner=Manner.MAIN)
        none = Button(
            "none", say("Nobody"), say("Each officer rolls for himself"), self.law(Naming())
        )
        return (go, none) if self._named else (go,)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The officers in a hex are named, or no more."""
        free = nameable(self.view, self.decision.commander)
        here = [x for x in free if self.view.leaders[x].hex == hex_]
        if not here:
            return refuse("T5.5", "He can name no officer in {hex}.", hex=hex_)
        return self._toggle(here)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These officers are named; those of the other hexes stay as they are."""
        free = nameable(self.view, self.decision.commander)
        self._named = tuple(x for x in free if x in pieces)
        return None

    def _toggle(self, officers: Sequence[LeaderId]) -> Response:
        is_in = all(x in self._named for x in officers)
        kept = tuple(x for x in self._named if x not in officers)
        wanted = kept if is_in else (*kept, *officers)
        most = self.view.battle.commanders[self.decision.commander]
        if len(wanted) > most:
            return refuse("T5.5", "He names at most {n}: give up another first.", n=most)
        self._named = wanted
        return None

    def back(self) -> bool:
        """Give up the last who was named."""
        had, self._named = bool(self._named), self._named[:-1]
        return had


# -- the questions of the game

_PROMPTERS: Final[Mapping[type[Decision[Any]], Callable[..., Prompter[Any]]]] = MappingProxyType(
    {
        MoveLeader: LeaderPrompter,
        MoveUnits: MovePrompter,
        DeclareAttack: AttackPrompter,
        DeclareBombardment: BombardmentPrompter,
        DeclareCharge: ChargePrompter,
        NameOfficers: NamePrompter,
    }
)


class TlnbQuestions(Questions):
    """Moves, fights and namings by gestures; every other question by its choices."""

    end_words = EndWords("", "", "", mark("Left undone in this segment"))
    over_rule = "T23.4"

    def prompter(
        self, view: TlnbState, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any]:
        """The prompter of its class."""
        return _PROMPTERS.get(type(decision), Prompter)(view, decision, options)

    def acting(self, view: TlnbState) -> Acting:
        """Whose Player-Turn it is."""
        return Acting(view.phasing)

    def left(self, view: TlnbState, decision: Decision[Any]) -> Sequence[Undone]:
        """Duties to attack that are still owed."""
        if not isinstance(decision, DeclareAttack):
            return ()
        words = mark("{name} must be attacked")
        name = view.battle.battlefield.name_of
        owed = sorted(view.fights.duty_hexes)
        return [Undone(say(words, name=name(hex_)), f"hex:{hex_}") for hex_ in owed]
