"""What results do: retreats, losses, exchange, advance (T11.4, T11.6, T11.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Final

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.hiding import unmask
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.tlnb.events.combat import AdvanceMade, ExchangeDue
from hexwar.systems.tlnb.rules.cards.effects import knows_ford
from hexwar.systems.tlnb.rules.cards.tactics import stands_fast
from hexwar.systems.tlnb.rules.combat.guard import is_guard
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.command.leaders import go_along, leaders_fate
from hexwar.systems.tlnb.rules.losses.losses import eliminate, is_last_step, step_sp, take_step
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.rules.movement.vedettes import enter
from hexwar.systems.tlnb.rules.special.ground import bank_refusal, bars_way
from hexwar.systems.tlnb.rules.special.places import advance_refusal
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.forces import UnitId
from hexwar.table.question import Question
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import unit_list

MOST: Final = 400

# -- who pays (T11.91, T11.92)


@dataclass(frozen=True, slots=True)
class Toll:
    """The steps that a side gives: how many of each unit, in the order of the question."""

    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChooseLosses(Question[Toll], rule="T11.91", is_open=True):
    """T11.91, T11.92: which steps a side loses."""

    words = mark("Which steps do {side} lose, at least {sp} SP?")
    units: tuple[UnitId, ...]
    sp: int  # at least so many; 0: one step of any unit (T11.92)

    def options(self, state: TlnbState) -> Sequence[Toll]:
        """Every legal set of steps, the cheapest first."""
        free = payers(state, self.units)
        ranges = [range(_steps_left(state, u) + 1) if u in free else range(1) for u in self.units]
        found = [Toll(steps) for steps in product(*ranges) if self._is_legal(state, steps)]
        return sorted(found, key=lambda toll: (self._cost(state, toll.steps), toll.steps))[:MOST]

    def _is_legal(self, state: TlnbState, steps: tuple[int, ...]) -> bool:
        if not self.sp:
            return sum(steps) == 1
        if self._cost(state, steps) < self.sp:
            return False
        less = ((*steps[:at], n - 1, *steps[at + 1 :]) for at, n in enumerate(steps) if n)
        return all(self._cost(state, fewer) < self.sp for fewer in less)

    def _cost(self, state: TlnbState, steps: Sequence[int]) -> int:
        return sum(_toll_of(state, u, n) for u, n in zip(self.units, steps, strict=True))

    def refusal(self, state: TlnbState, answer: Toll) -> Refusal | None:
        """The law: enough, and no step more than needed."""
        free = payers(state, self.units)
        if len(answer.steps) != len(self.units):
            return refuse("T11.91", "Name the steps of each unit.")
        for unit, n in zip(self.units, answer.steps, strict=True):
            if not 0 <= n <= (_steps_left(state, unit) if unit in free else 0):
                return refuse("T11.91", "{name} cannot lose that.", name=state.card(unit).name)
        if self._is_legal(state, answer.steps):
            return None
        return refuse("T11.91", "At least {sp} SP, and no step that is not needed.", sp=self.sp)

    def sentence(self, view: TlnbState) -> str:
        """It says how much is lost at least, unless that is a step of any unit."""
        any_step = mark("Which unit of {side} loses a step?")
        return self.told(view, self.words if self.sp else any_step)

    def choices(self, view: TlnbState, options: Sequence[Toll]) -> Sequence[Choice[Any]]:
        """A button for each set; where one unit pays, a click on it."""
        found: list[Choice[Any]] = []
        for option in options:
            paid = [(u, n) for u, n in zip(self.units, option.steps, strict=True) if n]
            words = [f"{view.card(u).name}: {count('{n} step', '{n} steps', n)}" for u, n in paid]
            id_ = "+".join(f"{u}-{n}" for u, n in paid)
            pieces = (paid[0][0],) if len(paid) == 1 else ()
            sp = say("{sp} SP", sp=self._cost(view, option.steps))
            found.append(Choice(id_, ", ".join(words), sp, option, pieces=pieces))
        return found


def _steps_left(state: TlnbState, unit: UnitId) -> int:
    return 1 if is_last_step(state, unit) else 2


def _toll_of(state: TlnbState, unit: UnitId, steps: int) -> int:
    """What the loss of so many steps costs, SP."""
    if not steps:
        return 0
    return step_sp(state, unit) if steps == 1 else state.sp(unit)


def payers(state: TlnbState, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Who may pay: the Old Guard only where nobody else is left (T11.3c)."""
    others = tuple(u for u in units if not is_guard(state, u))
    return others or tuple(units)


async def pay(table: Table[TlnbState], units: Sequence[UnitId], sp: int) -> None:
    """A side loses steps of its choice; 0 SP: one step."""
    state = table.state
    here = tuple(u for u in units if state.units[u].hex is not None)
    if not here:
        return
    named = payers(state, here)
    total = sum(state.sp(u) for u in named)
    if sp >= total:
        for unit in named:
            eliminate(table, unit)
        if sp > total:  # the Old Guard alone is left
            await pay(table, [u for u in here if u not in named], sp - total)
        return
    answer = await ChooseLosses(state.side_of(here[0]), here, sp)
    for unit, steps in zip(here, answer.steps, strict=True):
        for _ in range(steps):
            take_step(table, unit)


# -- a combat's result (T11.4)


@dataclass(frozen=True, slots=True)
class Clash:
    """Who fought in a combat, and where."""

    attackers: tuple[UnitId, ...]
    starts: tuple[Hex, ...]  # of the attackers, in order
    target: Hex
    defenders: tuple[UnitId, ...]


def clash_of(state: TlnbState, attackers: Sequence[UnitId], target: Hex) -> Clash:
    """A combat as it begins."""
    enemy = state.battle.enemy(state.side_of(attackers[0]))
    starts = dict.fromkeys(h for u in attackers if (h := state.units[u].hex) is not None)
    return Clash(tuple(attackers), tuple(starts), target, state.combat_units_in(target, enemy))


async def carry_out(table: Table[TlnbState], clash: Clash, effect: str) -> None:
    """T11.4: a result is carried out; losses first, then retreats; no advance (T11.94).

    Where both lose the defender chooses first (T2.8).
    """
    state = table.state
    if effect in ("Ae", "De"):
        lost = clash.attackers if effect == "Ae" else clash.defenders
        await _destroy(table, lost)
    elif effect == "Ex":
        await _exchange(table, clash)
    elif effect == "1R":
        await pay(table, clash.defenders, 0)
        await pay(table, clash.attackers, 0)
        await _fates(table, clash)
    elif effect.startswith("D"):
        arms = tuple(state.card(u).arm for u in clash.attackers)
        blame = Blame(clash.starts, arms)
        if not await stands_fast(table, clash.defenders):
            await retreat(table, clash.target, clash.defenders, length_of_result(effect), blame)
    elif effect.startswith("A"):
        arms = tuple(state.card(u).arm for u in clash.defenders)
        blame = Blame((clash.target,), arms)
        for start in clash.starts:
            here = [u for u in clash.attackers if state.units[u].hex == start]
            await retreat(table, start, here, length_of_result(effect), blame)


def length_of_result(effect: str) -> int:
    """How many hexes: `Dr` 1, `Dr2` 2."""
    return int(effect[2:] or 1)


async def _destroy(table: Table[TlnbState], units: Sequence[UnitId]) -> None:
    state = table.state
    hexes = dict.fromkeys(h for u in units if (h := state.units[u].hex) is not None)
    sides = {state.side_of(u) for u in units}
    for unit in units:
        eliminate(table, unit)
    for side in sides:
        for hex_ in hexes:
            await leaders_fate(table, hex_, side)


async def _exchange(table: Table[TlnbState], clash: Clash) -> None:
    """T11.91: the smaller side is eliminated, the other loses as many SP; equal sides both."""
    state = table.state
    attack = sum(state.sp(u) for u in clash.attackers)
    defence = sum(state.sp(u) for u in clash.defenders)
    if defence <= attack:
        await _destroy(table, clash.defenders)
    if attack <= defence:
        await _destroy(table, clash.attackers)
    if attack == defence:
        return
    payer = clash.attackers if attack > defence else clash.defenders
    due = min(attack, defence)
    table.emit(ExchangeDue(state.side_of(payer[0]), due))
    await pay(table, payer, due)
    await _fates(table, clash)


async def _fates(table: Table[TlnbState], clash: Clash) -> None:
    """Leaders whom a combat has left alone (T5.11)."""
    state = table.state
    side = state.side_of(clash.attackers[0])
    await leaders_fate(table, clash.target, state.battle.enemy(side))
    for start in clash.starts:
        await leaders_fate(table, start, side)


# -- advance (T11.6)


@dataclass(frozen=True, slots=True)
class Advance(Question[tuple[UnitId, ...]], rule="T11.61", is_open=True):
    """T11.64: which units advance into a hex; none: nobody."""

    words = mark("Who advances into {hex}?")
    units: tuple[UnitId, ...]
    hex: Hex

    def options(self, state: TlnbState) -> Sequence[tuple[UnitId, ...]]:
        """Those that fit, the strongest first; then nobody."""
        sizes = range(len(self.units), 0, -1)
        sets = [units for n in sizes for units in combinations(self.units, n)]
        fit = [units for units in sets[:MOST] if self._fits(state, units)]
        ranked = sorted(fit, key=lambda us: (-sum(state.sp(u) for u in us), us))
        return [*ranked[:40], ()]

    def _fits(self, state: TlnbState, units: tuple[UnitId, ...]) -> bool:
        return room_in(state, self.hex, units)

    def refusal(self, state: TlnbState, answer: tuple[UnitId, ...]) -> Refusal | None:
        """The law: any of the victors, as many as find room."""
        if not set(answer) <= set(self.units) or len(set(answer)) != len(answer):
            return refuse("T11.64", "These units do not advance.")
        if answer and not self._fits(state, answer):
            return refuse("T11.61", "There is no room for them in {hex}.", hex=self.hex)
        return None

    def choices(
        self, view: TlnbState, options: Sequence[tuple[UnitId, ...]]
    ) -> Sequence[Choice[Any]]:
        """A button for each set; a click on the hex is the strongest."""
        found: list[Choice[Any]] = []
        for place, units in enumerate(options):
            names = unit_list(view, units) or say("nobody")
            spots = (self.hex,) if units and not place else ()
            manner = Manner.MAIN if not place else Manner.PLAIN
            found.append(
                Choice("+".join(units) or "none", names, "", units, manner=manner, spots=spots)
            )
        return found


@dataclass(frozen=True, slots=True)
class RideOn(Question[Hex | None], rule="T11.61", is_open=True):
    """T11.61: whether cavalry that has advanced goes one hex on; None: it stays."""

    words = mark("Do {units} ride one hex on?")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[Hex | None]:
        """It stays, or goes to a hex next to it."""
        return [None, *on_from(state, self.units)]

    def sentence(self, view: TlnbState) -> str:
        """It lists the cavalry."""
        return self.told(view, self.words, units=unit_list(view, self.units))

    def choices(self, view: TlnbState, options: Sequence[Hex | None]) -> Sequence[Choice[Any]]:
        """A click on the hex."""
        found: list[Choice[Any]] = []
        for hex_ in options:
            if hex_ is None:
                found.append(Choice("stay", say("Stay"), "", None, manner=Manner.MAIN))
            else:
                name = view.battle.battlefield.name_of(hex_)
                found.append(Choice(hex_, name, "", hex_, spots=(hex_,)))
        return found


def on_from(state: TlnbState, units: Sequence[UnitId]) -> list[Hex]:
    """The hexes that cavalry may enter in a further advance, ignoring EZOC (T11.61)."""
    start, side = state.units[units[0]].hex, state.side_of(units[0])
    assert start is not None
    field = state.battle.battlefield
    near = [b for b in field.grid.neighbours[start] if b not in enemy_hexes(state, side)]
    dry = (Crossing.RIVER, Crossing.FORD)
    near = [b for b in near if crossing(field, state.spans, start, b) not in dry]
    near = [b for b in near if bank_refusal(state, units, start, b) is None]
    near = [b for b in near if not state.units_in(b, state.battle.enemy(side))]
    return [b for b in near if room_in(state, b, units)]


async def advance(table: Table[TlnbState], units: Sequence[UnitId], target: Hex) -> None:
    """T11.61, T11.64: victors next to a hex that is empty now may enter it."""
    state = table.state
    around = state.battle.battlefield.grid.neighbours[target]
    free = tuple(u for u in units if state.units[u].hex in around and _follows(state, u, target))
    if not free or state.combat_units_in(target):
        return
    side = state.side_of(free[0])
    answer = await Advance(side, free, target)
    if not answer:
        return
    await _go(table, answer, target)
    await leaders_fate(table, target, state.battle.enemy(side))
    riders = tuple(u for u in answer if state.card(u).arm.is_cavalry)
    known = knowledge(state, side)
    if riders and state.numbers.advance.cavalry_extra and on_from(known, riders):
        hex_ = await RideOn(side, riders)
        if hex_ is not None and not unmask(table, side, (hex_,)):
            table.emit(AdvanceMade(riders, (target, hex_)))
            await enter(table, riders, (target, hex_))


def _follows(state: TlnbState, unit: UnitId, target: Hex) -> bool:
    """Whether a unit can enter the hex that it has won: foot guns stay (T11.64)."""
    hex_, arm = state.units[unit].hex, state.card(unit).arm
    assert hex_ is not None
    met = crossing(state.battle.battlefield, state.spans, hex_, target)
    is_known = knows_ford(state, state.side_of(unit), hex_, target)
    if met is Crossing.RIVER or (met is Crossing.FORD and (arm.is_artillery or not is_known)):
        return False
    if bars_way(state, (unit,), hex_, target) or advance_refusal(state, unit, target):
        return False
    return arm.is_cavalry or not arm.is_artillery or arm.is_mounted


async def _go(table: Table[TlnbState], units: tuple[UnitId, ...], target: Hex) -> None:
    """Units of several hexes enter one; leaders of a hex that is left go along (T5.18)."""
    state = table.state
    starts = dict.fromkeys(h for u in units if (h := state.units[u].hex) is not None)
    for start in starts:
        here = tuple(u for u in units if state.units[u].hex == start)
        side = state.side_of(here[0])
        table.emit(AdvanceMade(here, (start, target)))
        if not state.combat_units_in(start, side):
            await go_along(table, state.leaders_in(start, side), (start, target))
        await enter(table, here, (start, target))


async def counter_advance(table: Table[TlnbState], clash: Clash) -> None:
    """T11.62, T11.65: defenders may enter one hex that the attackers have left."""
    state = table.state
    here = tuple(
        u
        for u in clash.defenders
        if state.units[u].hex == clash.target and not state.card(u).arm.is_artillery
    )
    if not here:
        return
    for start in clash.starts:
        free = tuple(u for u in here if _follows(state, u, start))
        if state.combat_units_in(start) or not free:
            continue
        answer = await Advance(state.side_of(free[0]), free, start)
        if answer:
            await _go(table, answer, start)
            await leaders_fate(table, start, state.side_of(clash.attackers[0]))
            return
