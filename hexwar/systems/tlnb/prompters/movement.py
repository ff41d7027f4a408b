"""Movement: who moves, and where to, by a click each (T7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from hexwar.engine import Manner, Refusal, refuse
from hexwar.ground.hiding import is_uncertain
from hexwar.ground.vedettes import vedettes_of
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Answer, Button, MarchOffer, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.common import (
    Units,
    gestures,
    hexes_of,
)
from hexwar.systems.tlnb.rules.command.marches import march_arrows
from hexwar.systems.tlnb.rules.movement.dropping import Drop, drop_refusal
from hexwar.systems.tlnb.rules.movement.hidden import Sham, stealth_choice
from hexwar.systems.tlnb.rules.movement.marching import (
    debtors,
    duty_of,
    left_of,
    open_ends,
    owed,
)
from hexwar.systems.tlnb.rules.movement.onward import Onward
from hexwar.systems.tlnb.rules.movement.reach import End, order_of, quote, standing_refusal
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    leaders_free,
    trapped_trains,
)
from hexwar.systems.tlnb.rules.movement.vedettes import Deployment
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import OrderArrow, Overlays, Reach, Stay
from hexwar.table.reports import PathQuote, points
from hexwar.widgets.counters.faces import unit_name

NOBODY_GOES = Refusal(mark("Choose the units first that are to go by this hex."), "T7.8")
NOT_WHERE_THEY_STAND = Refusal(
    mark("Who stays where the move begins is not chosen in the first place."), "T7.8"
)

ROAD, MARCH_ON, MARCH_AND_END = "road", "march-on", "march-and-end"
"""What the buttons of Road March, of marches by order, and of these before the end write."""


@dataclass
class Marching:
    """All who owe a march make it, one after the other, as one deed of the player's."""

    is_running: bool = False
    then_ends: bool = False  # the movement, with the same deed

    def stop(self) -> None:
        """Nobody marches by himself any more."""
        self.is_running = self.then_ends = False


def companions(view: TlnbState, units: Units) -> tuple[LeaderId, ...]:
    """The officers who ride along unless the player says otherwise (T5.2).

    Who leaves none of his formation's units behind in the hex has no reason to stay there. With
    `sequence = 2010` he can ride by himself among the units, and so he waits to be chosen (T2.6).
    """
    if view.battle.flag("sequence") == "2010":
        return ()
    hex_ = view.units[units[0]].hex
    assert hex_ is not None
    staying = (u for u in view.combat_units_in(hex_, view.side_of(units[0])) if u not in units)
    left = {view.formation_of(unit).id for unit in staying}
    going = {view.formation_of(unit).id for unit in units if view.card(unit).is_combat_unit}
    led = view.battle.leaders
    officers = (x for x in leaders_free(view, units) if x in view.battle.officers)
    return tuple(x for x in officers if led[x].formation in going - left)


def marches_due(view: TlnbState, side: Side) -> Iterator[tuple[UnitId, March]]:
    """Who owes a march, with the move that does most of it (T7.58)."""
    for unit in debtors(view, side):
        march = _duty_march(view, (unit,), companions(view, (unit,)))
        if march is not None:
            yield unit, march


def _duty_march(view: TlnbState, units: Units, leaders: tuple[LeaderId, ...]) -> March | None:
    """The move that does most of what a unit owes its order; None where it owes nothing."""
    duty = duty_of(view, units[0]) if len(units) == 1 else None
    if duty is None or not duty.is_owed or not duty.legal:
        return None
    course = duty.legal[0]
    return March(tuple(course.end.path), course.is_column, leaders=leaders)


def can_march_and_end(view: TlnbState, side: Side) -> bool:
    """Whether only marches by order stand before the end of movement, some at least (T7.58)."""
    due, owing = [unit for unit, _ in marches_due(view, side)], list(debtors(view, side))
    return bool(due) and due == owing and not any(trapped_trains(view, side))


class MovePrompter(MapPrompter[MoveUnits]):
    """Click a stack, or pick units of it; then the hex where they go, with or without Road March.

    The question which units move and the question where to are answered together.
    """

    def __init__(self, view: TlnbState, decision: MoveUnits, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        groups = [option for option in options if isinstance(option, tuple)]
        self._able = frozenset(unit for group in groups for unit in group)
        self._deployments = [option for option in options if isinstance(option, Deployment)]
        shams = [option for option in options if isinstance(option, Sham)]
        self._dummies = {view.hiding.dummies[sham.dummy]: sham for sham in shams}
        self._units: Units = ()
        self._leaders: tuple[LeaderId, ...] = ()
        self._column = False
        self._over: Hex | None = None
        self._legs: list[Onward] = []  # the hexes on the way that are settled, one after another
        self.marching = Marching()
        """Whether those who owe a march go on by themselves; the window keeps it."""

    # -- what is offered

    def offer(self) -> Offer:
        """Who may move; of those who are chosen the hexes in reach, and the path thought of."""
        ready = hexes_of(self.view, self._able)
        if not self._units:
            overlays = Overlays(ready=ready | frozenset(self._dummies))
            hint = say("Click a stack that is marked, then the hex where it goes.")
            buttons = (*self._by_order(), *self._of_vedettes(), self._end())
            is_idle = False
            if not self._able:
                hint = say("Nobody can move any more.")
                is_idle = len(buttons) == 1 and not self._dummies
            return Offer(hint, buttons, overlays, self._able, is_idle=is_idle)
        pickable = self._able | frozenset(leaders_free(self.view, self._units))
        return Offer(
            self._hint(),
            (*self._on(), *self._others(), *self._of_vedettes(), self._end()),
            self._overlays(),
            pickable,
            (*self._units, *self._leaders),
            verdict=self._verdict(),
            barred=self.decision.refusal(self.view, self._units),
            sources=self._start,
            extra=MarchOffer(self._column, self._drops),
        )

    @property
    def _start(self) -> frozenset[Hex]:
        return hexes_of(self.view, self._units)

    def _end(self) -> Button:
        side, text = Side(self.decision.side), say("End of movement")
        if can_march_and_end(self.view, side):
            tip = count(
                "{n} unit marches by its order, then movement ends (T7.58)",
                "{n} units march by their orders, then movement ends (T7.58)",
                len(list(marches_due(self.view, side))),
            )
            text = say("March on and end movement")
            return Button("end", text, tip, manner=Manner.END, word=MARCH_AND_END)
        tip = say("Move no more units in this Player-Turn")
        return Button("end", text, tip, self.law(None), manner=Manner.END)

    # -- marches that are owed (T7.58)

    def _by_order(self) -> tuple[Button, ...]:
        """All who owe a march by its order make it."""
        n = len(list(marches_due(self.view, Side(self.decision.side))))
        if not n:
            return ()
        text = count("{n} unit marches by its order", "{n} units march by their orders", n)
        tip = say("Each goes as far along its route as it can, the foremost first (T7.58)")
        return (Button(MARCH_ON, text, tip, manner=Manner.MAIN, word=MARCH_ON),)

    def _on(self) -> tuple[Button, ...]:
        """The march that the chosen unit owes."""
        march = _duty_march(self.view, self._units, self._leaders)
        if march is None:
            return ()
        place = self.view.battle.battlefield.name_of(march.path[-1])
        tip = say("As far along its route as it can (T7.58)")
        text = say("March on to {place}", place=place)
        return (Button("on", text, tip, self._gesture(march), manner=Manner.MAIN),)

    def march_on(self) -> Response:
        """The first who owes a march makes it; None where nobody does."""
        found = next(marches_due(self.view, Side(self.decision.side)), None)
        if found is None:
            return None
        self._units, self._leaders, self._legs = (found[0],), (), []
        return self._gesture(found[1])

    def _others(self) -> list[Button]:
        """Road March, staying, leaving the map, works at spans."""
        if self.decision.refusal(self.view, self._units) is not None:
            return []
        buttons = []
        if self._reach(column=True) and self._reach(column=False):
            words = say("Road March"), say("Along roads in column; not into enemy zones (T7.55)")
            if self._column:
                words = say("No Road March"), say("March as usual, over any ground")
            buttons.append(Button("road", *words, word=ROAD))
        asked = ChoosePath(self.decision.side, self._units)
        rest = [o for o in asked.options(self.view) if len(o.path) == 1]
        for choice in asked.choices(self.view, rest):
            tip = choice.tip or say("The chosen units do not move in this Player-Turn")
            if choice.answer.exits:
                tip = say("For good; leaders who are chosen go with them (T7.9)")
            march = choice.answer
            march = replace(march, leaders=self._leaders) if march.exits else march
            buttons.append(Button(choice.id, choice.label, tip, self._gesture(march)))
        return buttons

    def _of_vedettes(self) -> tuple[Button, ...]:
        """Vedettes go out or gather: of those who are chosen; else of whom nobody can be chosen."""
        battle, chosen = self.view.battle, frozenset(self._units)
        found = []
        for answer in self._deployments:
            pieces = {answer.owner, *vedettes_of(battle, answer.owner)}
            if pieces & chosen if chosen else not pieces & self._able:
                choice = stealth_choice(self.view, answer)
                short = say("Gather vedettes") if answer.gathers else say("Send vedettes out")
                label, given = short if chosen else choice.label, (Answer(MoveUnits, answer),)
                found.append(Button(choice.id, label, choice.tip, given))
        return tuple(found)

    def _overlays(self) -> Overlays:
        zone = enemy_zone(self.view, self.view.phasing)
        found = {hex_: self._left(hex_, end) for hex_, end in self._ends.items()}
        column = frozenset(h for h in found if self._is_by_road(h))
        return Overlays(
            selection=self._start,
            chosen=frozenset((*self._units, *self._leaders)),
            reach=Reach(found, zone.intersection(found), column),
            path=self._quote(),
            orders=self._order(),
            stays=self._stays(),
        )

    def _order(self) -> tuple[OrderArrow, ...]:
        """The March Order of who is chosen."""
        order = order_of(self.view, self._units[0])
        arrows = march_arrows(self.view, Side(self.decision.side))
        return tuple(a for a in arrows if order is not None and a.hexes == order.route)

    @property
    def _ends(self) -> Mapping[Hex, End]:
        """Where they may end: by Road March if that is on, else by the cheaper way."""
        if self._legs:
            return self._legs[-1].ends
        if not self._units or self.decision.refusal(self.view, self._units) is not None:
            return MappingProxyType({})
        column = self._reach(column=True)
        return column if self._column else {**column, **self._reach(column=False)}

    def _reach(self, *, column: bool) -> Mapping[Hex, End]:
        """Where they may end in one manner, as their orders allow it."""
        return open_ends(self.view, self._units, column=column)

    def _left(self, hex_: Hex, end: End) -> int:
        if self._legs:
            return max(self._legs[-1].left_at(end), 0)
        column = self._is_by_road(hex_)
        return max(left_of(self.view, self._units, end, column=column), 0)

    def _is_by_road(self, hex_: Hex) -> bool:
        if self._legs:
            return self._legs[-1].column
        return self._column or hex_ not in self._reach(column=False)

    def _march(self, hex_: Hex) -> March:
        path, column = self._ends[hex_].path, self._is_by_road(hex_)
        return March(path, column, leaders=self._leaders, drops=self._drops)

    def _quote(self) -> PathQuote | None:
        if self._over is None or self._over not in self._ends:
            return None
        march = self._march(self._over)
        found = ChoosePath(self.decision.side, self._units).quoted(self.view, march)
        return found if isinstance(found, PathQuote) else None

    def _hint(self) -> str:
        quoted = self._quote()
        if quoted is None:
            if self._over is not None and self._over not in self._start:
                return say("Out of reach: {reason}", reason=self._why_not(self._over).sentence)
            debt = next((w for u in self._units if (w := owed(self.view, u)) is not None), None)
            if debt is not None:
                return say("{duty} Click the hex that is marked.", duty=debt.sentence)
            words = mark("Click where to move {who}; Esc gives up the choice.")
            cards = self.view.battle.leaders
            names = (self.view.card(unit).name for unit in self._units)
            return say(words, who=listed((*names, *(cards[x].name for x in self._leaders))))
        place = self.view.battle.battlefield.name_of(quoted.hexes[-1])
        how = say(" in Road March") if quoted.column else ""
        left = points(max(quoted.allowance - quoted.halves, 0))
        mp = points(quoted.halves)
        words = say("To {place}{how}: {mp} MP, {left} left", place=place, how=how, mp=mp, left=left)
        if quoted.hexes[-1] in enemy_zone(self.view, self.view.phasing):
            words = say("{words}; in an enemy zone of control, where they halt", words=words)
        for stay in self._stays():
            words = say("{words}; {text} in {hex}", words=words, text=stay.text, hex=stay.hex)
        if is_uncertain(self.view, quoted.hexes[1:]):  # T16.9
            words = say("{words}; an enemy flag is near, so it may come otherwise", words=words)
        return f"{words}."

    def _verdict(self) -> str:
        return count("{n} hex within reach", "{n} hexes within reach", len(self._ends))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """A hex in reach is gone to; one with a stack that may move is chosen."""
        units = tuple(u for u in self.view.units_in(hex_) if u in self._able)
        is_end = hex_ in self._ends
        if is_end and (joins or not units):
            return self._gesture(self._march(hex_))
        if units:
            return self._choose(units, adds=adds)
        if not self._units and hex_ in self._dummies:
            return (Answer(MoveUnits, self._dummies[hex_]),)
        if not self._units:
            return self._why_idle(hex_)
        return self._why_not(hex_)

    def _choose(self, units: Units, *, adds: bool) -> Response:
        cards = self.view.battle.units
        alone = [u for u in units if order_of(self.view, u) is not None]
        if alone:  # each by itself; another click means the next
            now = next((u for u in self._units if u in alone), None)
            place = 0 if now is None else alone.index(now) + 1
            units = (alone[place % len(alone)],)
        fit = tuple(u for u in units if cards[u].is_combat_unit)
        fit = fit or tuple(u for u in units if cards[u].is_vedette) or units[:1]
        same = self._start == hexes_of(self.view, fit)
        self._units = tuple(dict.fromkeys((*self._units, *fit))) if adds and same else fit
        self._leaders, self._column, self._legs = companions(self.view, self._units), False, []
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These units go, with these leaders."""
        units = tuple(UnitId(p) for p in pieces if p in self._able)
        if units != self._units:
            self._column = False
        self._units, self._legs = units, []
        free = leaders_free(self.view, units) if units else ()
        self._leaders = tuple(x for x in free if x in pieces)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Think of the path to a hex."""
        self._over = hex_

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go a path of one's own, which forgets what was settled of another."""
        self._legs = []
        if not self._units:
            units = tuple(u for u in self.view.units_in(path[0]) if u in self._able)
            if not units:
                return None
            self._choose(units, adds=False)
        return self._gesture(March(path, self._column, leaders=self._leaders))

    def back(self) -> bool:
        """Give up the last hex on the way, then the choice."""
        if self._legs:
            self._legs.pop()
            return True
        had, self._units, self._leaders, self._column = bool(self._units), (), (), False
        return had

    def write(self, word: str) -> Response:
        """Road March on or off; or all who owe a march set out, and movement ends with it."""
        if word in (MARCH_ON, MARCH_AND_END):
            self.marching.is_running = True
            self.marching.then_ends = word == MARCH_AND_END
            return self.march_on()
        if word == ROAD:
            self.switch_road()
        return None

    def switch_road(self) -> None:
        """Switch Road March."""
        self._column = bool(self._units) and not self._column
        self._legs = []

    # -- who stays behind in a hex on the way (T7.8)

    @property
    def _drops(self) -> tuple[Drop, ...]:
        return self._legs[-1].drops if self._legs else ()

    def leavable(self, hex_: Hex) -> tuple[PieceId, ...] | Refusal:
        """Who of the chosen may stay behind in a hex on their way; nobody if they may only pass."""
        gone = {drop.piece for drop in self._drops}
        chosen: tuple[PieceId, ...] = (*self._units, *self._leaders)
        left, passed = [p for p in chosen if p not in gone], self._leg(hex_, ())
        able = tuple(p for p in left if isinstance(self._leg(hex_, (Drop(p, hex_),)), Onward))
        return passed if isinstance(passed, Refusal) and not able else able

    def leave(self, hex_: Hex, pieces: Sequence[PieceId]) -> Refusal | None:
        """Lead the way through a hex, and leave some of those who go there."""
        rest = self._leg(hex_, tuple(Drop(piece, hex_) for piece in pieces))
        if isinstance(rest, Refusal):
            return rest
        self._legs.append(rest)
        return None

    def _leg(self, hex_: Hex, drops: Sequence[Drop]) -> Onward | Refusal:
        """What is left of the move beyond a hex on the way, or why it may not lead there."""
        why = self.decision.refusal(self.view, self._units) if self._units else NOBODY_GOES
        if why is not None:
            return why
        before = self._legs[-1] if self._legs else self._beginning(hex_)
        path = before.path_to(hex_)
        if path is None or len(path) < 2:
            return self._why_not(hex_) if path is None else NOT_WHERE_THEY_STAND
        rest = before.settled(path, drops)
        if isinstance(rest, Refusal):
            return rest
        longer = (*path, hex_)  # as if they had gone on already
        why = drop_refusal(self.view, self._units, self._leaders, longer, rest.drops)
        return rest if why is None else why

    def _beginning(self, hex_: Hex) -> Onward:
        """The whole move: in the wanted manner if that leads through a hex, else in the other."""
        (start,) = self._start
        ways = [
            column
            for column in (self._column, not self._column)
            if not column or self._reach(column=True)
        ]
        found = [Onward(self.view, self._units, column, (start,)) for column in ways]
        return next((way for way in found if way.path_to(hex_) is not None), found[0])

    def _stays(self) -> tuple[Stay, ...]:
        """Who stays where, as the board writes it at the foot of the hex."""
        by_hex: dict[Hex, list[str]] = {}
        for drop in self._drops:
            by_hex.setdefault(drop.hex, []).append(self._called(drop.piece))
        return tuple(
            Stay(hex_, say("{names} stays", names=listed(names)))
            if len(names) == 1
            else Stay(hex_, say("{names} stay", names=listed(names)))
            for hex_, names in by_hex.items()
        )

    def _called(self, piece: PieceId) -> str:
        view: TlnbState = self.view
        if piece in view.leaders:
            return view.battle.leaders[LeaderId(piece)].name
        card = view.card(UnitId(piece))
        return unit_name(card) or card.name

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack that may move."""
        hexes = sorted(hexes_of(self.view, self._able))
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


GESTURES = gestures({MoveUnits: MovePrompter})
