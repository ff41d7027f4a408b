"""The firing phase: turn units, then fire as it is proposed or otherwise (M9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hexwar.engine import Manner, Refusal, refuse
from hexwar.messages import count, mark, say
from hexwar.shell.prompter import Answer, Button, FightOffer, Offer, PieceId, Response
from hexwar.systems.mininap.prompters.common import (
    StandPrompter,
    Word,
    cited,
    fire_zones,
    gestures,
    name_of,
)
from hexwar.systems.mininap.rules.fire import (
    ShotReport,
    aims_of,
    shot_report,
    silence,
    targets_of,
)
from hexwar.systems.mininap.rules.firing import (
    FireOrder,
    OrderFire,
    Pivot,
    PivotToFire,
    bound_to_fire,
    pivot_refusal,
    turned,
)
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.words import block_of
from hexwar.table.forces import Side, UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import Aim, Arrow, Ghost, Grip, Handles, Hue, Marks, Ruling, Target, Wish
from hexwar.tabletop.pose import turn_between

# -- pivots (M9.8)


class PivotPrompter(StandPrompter[PivotToFire]):
    """Click a unit: it turns to the next target that it would gain; or turn it by its knob."""

    def __init__(self, view: MiniState, decision: PivotToFire, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._unit: UnitId | None = None
        self._pivot: Pivot | None = None
        self._at = -1

    @cached_property
    def listed(self) -> dict[UnitId, list[Pivot]]:
        """The turns of each unit that gain something, the smallest first."""
        found: dict[UnitId, list[Pivot]] = {}
        for option in self.options:
            if option is not None:
                found.setdefault(option.unit, []).append(option)
        for unit, pivots in found.items():
            here = self.view.pose(unit).bearing
            turns = {pivot: abs(turn_between(here, pivot.bearing)) for pivot in pivots}
            pivots.sort(key=turns.__getitem__)
        return found

    @cached_property
    def able(self) -> tuple[UnitId, ...]:
        """Who may turn at all: a turn may be wanted that gains nothing that is listed."""
        side = Side(self.decision.side)
        units = (u for u in self.view.in_play(side) if u.bend is None and not u.has_pivoted)
        return tuple(u.id for u in units if silence(self.view, u) is None)

    def offer(self) -> Offer:
        """Who gains by a turn; of a chosen unit the turn with what it would have before it."""
        buttons = [*self._buttons()]
        end = Button("end", say("No more pivots"), "", self.law(None), manner=Manner.END)
        ready = frozenset(str(u) for u in self.listed)
        grips = frozenset({Grip.TURN})
        shown = (u for u in self.able if u in self.listed or u == self._unit)
        handles = tuple(Handles(str(u), grips) for u in shown)
        marks = Marks(ready=ready, handles=handles).beside(self._unit_marks())
        picked = () if self._unit is None else (self._unit,)
        pickable = frozenset(str(u) for u in self.able)
        return Offer(
            self._hint(),
            (*buttons, end),
            marks,
            pickable,
            picked,
            verdict=self._verdict(),
            is_idle=not self.listed,
        )

    def _buttons(self) -> Iterator[Button]:
        if self._pivot is not None:
            words = say("Turn {name}", name=name_of(self.view, self._pivot.unit))
            yield Button("go", words, self._verdict(), self.law(self._pivot), manner=Manner.MAIN)
        if self._unit is not None and len(self.listed.get(self._unit, ())) > 1:
            yield Button(
                "other", say("Other turn"), say("The next turn that gains"), word=Word.OTHER
            )

    def _hint(self) -> str:
        if self._unit is None:
            return say("Click a unit that is ringed to turn it to what it would gain.")
        return say("Space turns it; click it again for the next turn, or drag its knob.")

    def _verdict(self) -> str:
        if self._pivot is None:
            return ""
        unit = turned(self.view.units[self._pivot.unit], self._pivot.bearing)
        turn = turn_between(self.view.pose(unit.id).bearing, self._pivot.bearing) / 10
        words = mark("{n}° to the left") if turn < 0 else mark("{n}° to the right")
        told = say(words, n=f"{abs(turn):.0f}")
        found = targets_of(self.view, unit, aims_of(self.view, unit))
        if not found:
            return say("{turn}: no target", turn=told)
        names = ", ".join(name_of(self.view, t.unit) for t in found)
        return say("{turn}: then at {names}, and it must fire", turn=told, names=names)

    def _unit_marks(self) -> Marks:
        if self._unit is None:
            return Marks()
        unit = self.view.units[self._unit]
        marks = Marks(selected=frozenset({str(self._unit)}))
        if self._pivot is None:
            return marks.beside(fire_zones(self.view, unit))
        after = turned(unit, self._pivot.bearing)
        found = targets_of(self.view, after, aims_of(self.view, after))
        aims = tuple(Target(str(t.unit), Aim.FIRE) for t in found)
        ghost = Ghost(block_of(self.view, after), Hue.GOOD, self._verdict())
        return marks.beside(fire_zones(self.view, after)).beside(
            Marks(ghosts=(ghost,), targets=aims)
        )

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """A unit is chosen with its first turn; once more the next."""
        unit = UnitId(str(pieces[-1])) if pieces else None
        if unit is None or self.view.side_of(unit) != self.decision.side:
            return None
        refusal = silence(self.view, self.view.units[unit])
        if refusal is not None:
            return refusal
        self._at = self._at + 1 if unit == self._unit else 0
        self._unit = unit
        ways = self.listed.get(unit, [])
        self._pivot = ways[self._at % len(ways)] if ways else None
        return None

    def write(self, word: str) -> Response:
        """The next turn."""
        return self.pick((self._unit,)) if word == Word.OTHER and self._unit is not None else None

    def cycle(self, step: int) -> Spot | None:
        """The next unit that gains by a turn."""
        unit = self.next_of(tuple(self.listed), self._unit, step)
        if unit is None:
            return None
        self._unit, self._at = None, -1
        self.pick((unit,))
        return self.spot_of(unit)

    def back(self) -> bool:
        """Give up the turn."""
        had, self._unit, self._pivot = self._unit is not None, None, None
        return had

    def judge(self, wish: Wish) -> Ruling:
        """How far a unit turns by its knob."""
        found = self._wanted(wish)
        if isinstance(found, Refusal):
            return Ruling(None, is_legal=False, reason=cited(found))
        self._unit, self._pivot = found.unit, found
        after = turned(self.view.units[found.unit], found.bearing)
        return Ruling(
            block_of(self.view, after),
            abs(wish.turn) <= 10 * self.view.numbers.fire.pivot,
            self._verdict(),
            marks=fire_zones(self.view, after),
        )

    def _wanted(self, wish: Wish) -> Pivot | Refusal:
        limit = 10 * self.view.numbers.fire.pivot
        turn = max(-limit, min(limit, wish.turn))
        unit = UnitId(wish.piece)
        pivot = Pivot(unit, (self.view.pose(unit).bearing + turn) % 3600)
        refusal = pivot_refusal(self.view, Side(self.decision.side), pivot)
        return pivot if refusal is None else refusal

    def let_go(self, wish: Wish) -> Response:
        """It stays so until it is gone through with."""
        found = self._wanted(wish)
        if isinstance(found, Refusal):
            return found
        self._unit, self._pivot = found.unit, found
        return None


# -- fire orders (M9.7)


@dataclass(frozen=True, slots=True)
class Expected:
    """A way to fire, and the hits that it may be expected to make."""

    order: FireOrder
    reports: tuple[ShotReport, ...]
    hits: float


@dataclass(frozen=True, slots=True)
class Volley:
    """All fire that is planned."""

    reports: tuple[ShotReport, ...]


class FirePrompter(StandPrompter[OrderFire]):
    """All fire is proposed; click a unit and another target, or have it hold its fire."""

    def __init__(self, view: MiniState, decision: OrderFire, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._unit: UnitId | None = None
        self._at: dict[UnitId, int | None] = {
            unit: 0 if ways[0].hits or unit in self.bound else None
            for unit, ways in self.ways.items()
        }
        self._over: UnitId | None = None

    @cached_property
    def ways(self) -> dict[UnitId, list[Expected]]:
        """How each unit may fire, the best first."""
        found: dict[UnitId, list[Expected]] = {}
        for option in self.options:
            if option is not None:
                found.setdefault(option.unit, []).append(self._expected(option))
        for ways in found.values():
            ways.sort(key=lambda way: (-way.hits, way.reports[0].range))
        return found

    @cached_property
    def bound(self) -> frozenset[UnitId]:
        """Who has turned to fire, and must."""
        return frozenset(bound_to_fire(self.view, Side(self.decision.side)))

    def _expected(self, order: FireOrder) -> Expected:
        reports = tuple(shot_report(self.view, shot) for shot in order.shots)
        chance = self.view.numbers.fire.hit / 6
        return Expected(order, reports, chance * sum(report.pool for report in reports))

    def chosen(self, unit: UnitId) -> Expected | None:
        """How a unit is to fire as it is planned; None: it holds its fire."""
        at = self._at[unit]
        return None if at is None else self.ways[unit][at]

    @property
    def plan(self) -> list[Expected]:
        """All who are to fire."""
        found = (self.chosen(unit) for unit in self.ways)
        return [way for way in found if way is not None]

    def offer(self) -> Offer:
        """The fire that is planned; of a chosen unit its targets."""
        way = None if self._unit is None else self.chosen(self._unit)
        pickable = frozenset(str(unit.id) for unit in self.view.in_play())
        picked = () if self._unit is None else (self._unit,)
        all_ = Volley(tuple(report for one in self.plan for report in one.reports))
        report = way.reports if way is not None else all_ if self._unit is None else None
        return Offer(
            self._hint(),
            tuple(self._buttons()),
            self._marks(),
            pickable,
            picked,
            verdict=self._verdict(),
            extra=FightOffer(report, picked),
            is_idle=not self.ways,
        )

    def _hint(self) -> str:
        if self._unit is None:
            return say("Arrows show what is proposed. Click a unit to change it or hold its fire.")
        return say("Click what it fires at; click the unit again and it holds its fire.")

    def _verdict(self) -> str:
        if self._unit is None:
            return ""
        way = self.chosen(self._unit)
        if way is None:
            return say("{name} holds its fire", name=name_of(self.view, self._unit))
        return "; ".join(report_words(self.view, report) for report in way.reports)

    def _buttons(self) -> Iterator[Button]:
        plan = self.plan
        if plan:
            words = count("Fire as shown ({n} unit)", "Fire as shown ({n} units)", len(plan))
            hits = sum(way.hits for way in plan)
            tip = say("{n} hits may be expected; all others hold their fire", n=f"{hits:.1f}")
            yield Button("fire", words, tip, self._fire(), manner=Manner.MAIN)
        unit = self._unit
        if unit is not None:
            text = say("Hold its fire") if self._at[unit] is not None else say("Fire after all")
            yield Button("hold", text, say("It may fire in reaction then"), word=Word.HOLD)
            if len(self.ways[unit]) > 1:
                tip = say("The next target, or with its stands at two")
                yield Button("other", say("Other target"), tip, word=Word.OTHER)
            if self._most(unit) > 1:
                tip = say("It fires with one SP fewer")
                yield Button("fewer", say("One SP fewer"), tip, word=Word.FEWER)
        hold = say("Hold all fire") if plan else say("No fire")
        yield Button("end", hold, "", self.law(None), manner=Manner.END)

    def _most(self, unit: UnitId) -> int:
        way = self.chosen(unit)
        return 0 if way is None else min(shot.sp for shot in way.order.shots)

    def _fire(self) -> Response:
        """Each order, then the end if anybody is left who could fire."""
        kind = type(self.decision)
        answers = [Answer(kind, way.order) for way in self.plan]
        silent = [unit for unit in self.ways if self._at[unit] is None]
        bound = self.bound.intersection(silent)
        if bound:
            words = mark("{name} has turned to fire and must.")
            return refuse("M9.8", words, name=name_of(self.view, min(bound)))
        return (*answers, Answer(kind, None)) if silent else tuple(answers)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """An own unit is chosen, or holds its fire; an enemy is fired at by who is chosen."""
        unit = UnitId(str(pieces[-1])) if pieces else None
        if unit is None:
            return None
        if self.view.side_of(unit) != self.decision.side:
            return self._aim(unit)
        if unit not in self.ways:
            return self._why_not(unit)
        if unit == self._unit:
            return self.write(Word.HOLD)
        self._unit = unit
        return None

    def _why_not(self, unit: UnitId) -> Refusal:
        name = name_of(self.view, unit)
        if self.view.units[unit].has_fired or any(s.unit == unit for s in self.view.shots):
            return refuse("M9.4", mark("{name} fires once a turn."), name=name)
        found = silence(self.view, self.view.units[unit])
        return found or refuse("M9.11", mark("{name} has no target before it."), name=name)

    def _aim(self, enemy: UnitId) -> Response:
        """The chosen unit fires at an enemy; with nobody chosen all who can do."""
        if self._unit is None:
            able = [unit for unit in self.ways if self._place(unit, enemy) is not None]
            if not able:
                words = mark("Nobody can fire at {name}.")
                return refuse("M9.11", words, name=name_of(self.view, enemy))
            for unit in able:
                self._at[unit] = self._place(unit, enemy)
            return None
        place = self._place(self._unit, enemy)
        if place is None:
            words = mark("{name} has {target} not before it, or something stands between.")
            told = {"name": name_of(self.view, self._unit), "target": name_of(self.view, enemy)}
            return refuse("M9.11", words, **told)
        self._at[self._unit] = place
        return None

    def _place(self, unit: UnitId, enemy: UnitId) -> int | None:
        """The best way of a unit to fire at an enemy."""
        ways = self.ways[unit]
        found = (n for n, way in enumerate(ways) if way.order.shots[0].target == enemy)
        return next(found, None)

    def write(self, word: str) -> Response:
        """Hold its fire or not; another target; a SP fewer."""
        unit = self._unit
        if unit is None:
            return None
        at = self._at[unit]
        if word == Word.HOLD:
            self._at[unit] = None if at is not None else 0
        elif word == Word.OTHER:
            self._at[unit] = 0 if at is None else (at + 1) % len(self.ways[unit])
        elif word == Word.FEWER and at is not None:
            way = self.ways[unit][at]
            shots = tuple(replace(shot, sp=shot.sp - 1) for shot in way.order.shots)
            self.ways[unit].append(self._expected(FireOrder(unit, shots)))
            self._at[unit] = len(self.ways[unit]) - 1
        return None

    def cycle(self, step: int) -> Spot | None:
        """The next unit that can fire."""
        unit = self.next_of(tuple(self.ways), self._unit, step)
        if unit is None:
            return None
        self._unit = unit
        return self.spot_of(unit)

    def back(self) -> bool:
        """Nobody is chosen any more."""
        had, self._unit = self._unit is not None, None
        return had

    def _marks(self) -> Marks:
        """Arrows of the fire that is planned, with the dice; of a chosen unit its zones too."""
        arrows = tuple(arrow for way in self.plan for arrow in self._arrows(way))
        ready = frozenset(str(unit) for unit in self.ways)
        marks = Marks(ready=ready, arrows=arrows)
        if self._unit is None:
            return marks
        unit = self.view.units[self._unit]
        reached = {way.order.shots[0].target: way for way in reversed(self.ways[self._unit])}
        aims = tuple(
            Target(str(target), Aim.FIRE, text=dice_words(way.reports[0].pool))
            for target, way in reached.items()
        )
        chosen = Marks(selected=frozenset({str(self._unit)}), targets=aims)
        return marks.beside(chosen).beside(fire_zones(self.view, unit)).beside(self._bounce())

    def _arrows(self, way: Expected) -> Iterator[Arrow]:
        is_lit = self._unit is None  # else its target has them
        for report in way.reports:
            a, b = self.view.pose(report.shot.unit).point, self.view.pose(report.shot.target).point
            yield Arrow((a, b), Hue.OWN, dice_words(report.pool) if is_lit else "")

    def _bounce(self) -> Marks:
        """Where what misses goes on to; red if that is a friend."""
        way = None if self._unit is None else self.chosen(self._unit)
        arrows = []
        for report in way.reports if way is not None else ():
            if report.bounces_to is None:
                continue
            is_own = self.view.side_of(report.bounces_to) == self.decision.side
            a = self.view.pose(report.shot.target).point
            b = self.view.pose(report.bounces_to).point
            arrows.append(Arrow((a, b), Hue.BAD if is_own else Hue.DOUBT, say("misses bounce on")))
        return Marks(arrows=tuple(arrows))


def dice_words(pool: int) -> str:
    """So many dice."""
    return count("{n} die", "{n} dice", pool)


def report_words(view: MiniState, report: ShotReport) -> str:
    """A shot in a line: at whom, from how far, with what, and what bounces."""
    chance = view.numbers.fire.hit / 6
    words = mark("at {name}, {cm} cm: {dice}, {hits} hits to be expected")
    told = say(
        words,
        name=name_of(view, report.shot.target),
        cm=f"{report.range:.1f}",
        dice=dice_words(report.pool),
        hits=f"{chance * report.pool:.1f}",
    )
    if report.bounces_to is None:
        return told
    name = name_of(view, report.bounces_to)
    return say("{shot}; misses bounce on to {name}", shot=told, name=name)


GESTURES = gestures({PivotToFire: PivotPrompter, OrderFire: FirePrompter})
