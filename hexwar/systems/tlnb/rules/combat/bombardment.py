"""Bombardment: who can hit what, the odds, and what follows (T12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo, refuse
from hexwar.engine.derived import kept
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.ground.zones import enemy_hexes, is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.combat import (
    BombardmentDeclared,
    BombardmentResolved,
    ShockResolved,
)
from hexwar.systems.tlnb.rules.cards.effects import gun_row, title
from hexwar.systems.tlnb.rules.cards.tactics import stands_fast
from hexwar.systems.tlnb.rules.combat.charge import promise_charge
from hexwar.systems.tlnb.rules.combat.odds import (
    SHOCK,
    Factor,
    Part,
    Shift,
    shock_initiatives,
    shock_result,
    special_shift,
)
from hexwar.systems.tlnb.rules.combat.results import carry_out, clash_of, pay
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate, raise_alarm
from hexwar.systems.tlnb.rules.command.marches import end_by_fight
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.losses import eliminate, take_step
from hexwar.systems.tlnb.rules.movement.hidden import show_up
from hexwar.systems.tlnb.rules.movement.stacking import settle_stacks
from hexwar.systems.tlnb.rules.special.fights import DIE, gun_die, tell
from hexwar.systems.tlnb.rules.special.places import held_back
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import Shot, TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Arm, UnitId
from hexwar.table.question import Question
from hexwar.table.words import hex_name, unit_list

MOST: Final = 400

# -- who may (T12.1, T12.6, T12.7, T12.9)


def gun_refusal(state: TlnbState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why a battery may not bombard a hex, or None."""
    record, card = state.units[unit], state.card(unit)
    if record.hex is None or card.side != state.phasing or not card.arm.is_artillery:
        return refuse("T12.9", "{name} cannot bombard.", name=card.name)
    if record.bombarded is not None or record.column or unit in state.marks.returned:
        return refuse("T12.9", "{name} does not bombard now.", name=card.name)
    if record.charged or record.assaulted:
        return refuse("T12.9", "{name} has fought.", name=card.name)
    distance = state.battle.battlefield.grid.distance(record.hex, target)
    if not 1 <= distance <= reach_of(state, unit):
        words = mark("{name} cannot hit {target} from where it stands.")
        return refuse("T12.1", words, name=card.name, target=target)
    if not has_line_of_sight(state.battle.battlefield, record.hex, target, distance):
        return refuse("T12.7", "{name} does not see {target}.", name=card.name, target=target)
    return held_back(state, unit)


def reach_of(state: TlnbState, unit: UnitId) -> int:
    """How far a battery can fire now, hexes; 0: not at all (T12.6, T12.7)."""
    if state.sky.weather in state.numbers.weather.no_bombardment:
        return 0
    far = min(state.numbers.bombardment.range, state_sight_limit(state))
    is_slow = state.card(unit).arm is Arm.FOOT_ARTILLERY
    has_marched = is_slow and unit in state.marks.far
    return min(far, 1) if has_marched or is_in_contact(state, unit) else far


def target_refusal(state: TlnbState, target: Hex) -> Refusal | None:
    """Why a hex may not be bombarded, or None (T12.2, T12.9)."""
    if not state.combat_units_in(target, state.waiting):
        return refuse("T12.9", "No enemy combat unit stands in {target}.", target=target)
    named = {shot.target for shot in state.fights.shots} | state.fights.bombarded
    if target in named:
        return refuse("T12.2", "{target} is bombarded once only.", target=target)
    return None


def shot_refusal(state: TlnbState, shot: Shot) -> Refusal | None:
    """Why a bombardment may not be declared, or None."""
    if not shot.units or len(set(shot.units)) != len(shot.units):
        return refuse("T12.9", "Name the batteries.")
    if shot.target not in state.battle.battlefield.grid:
        return refuse("T12.9", "There is no such hex.")
    refusal = target_refusal(state, shot.target)
    for unit in shot.units:
        if unit not in state.units:
            return refuse("T12.9", "There is no such unit.")
        refusal = refusal or gun_refusal(state, unit, shot.target)
    if refusal is None and report(state, shot).strength < state.numbers.bombardment.columns[0]:
        return refuse("T12.8", "So few guns do nothing.")
    return refusal


@kept
def shots(state: TlnbState) -> tuple[Shot, ...]:
    """The bombardments that are offered: all batteries that reach a hex, then each by itself."""
    side = state.phasing
    records = (u for u in state.on_map(side) if state.card(u.id).arm.is_artillery)
    guns = [(u.id, u.hex, reach_of(state, u.id)) for u in records if u.bombarded is None and u.hex]
    distance = state.battle.battlefield.grid.distance
    found: list[Shot] = []
    for target in sorted(enemy_hexes(state, side)):
        near = [u for u, hex_, far in guns if distance(hex_, target) <= far]
        if not near or target_refusal(state, target) is not None:
            continue
        able = tuple(u for u in near if gun_refusal(state, u, target) is None)
        groups = [able, *((u,) for u in able)] if len(able) > 1 else [able]
        made = [Shot(units, target) for units in groups if units]
        found.extend(shot for shot in made if shot_refusal(state, shot) is None)
    return tuple(found[: MOST - 1])


@dataclass(frozen=True, slots=True)
class DeclareBombardment(Question[Shot | None], rule="T12.9"):
    """T12.9: which batteries bombard which hex; None: no other."""

    words = mark("{who} may bombard.")
    clue = mark("Click a hex to bombard, or press the button to end.")

    def options(self, state: TlnbState) -> Sequence[Shot | None]:
        """None; then each hex with all batteries that reach it, and with each of them."""
        return [None, *shots(state)]

    def refusal(self, state: TlnbState, answer: Shot | None) -> Refusal | None:
        """The law: any batteries that reach."""
        return None if answer is None else shot_refusal(state, answer)

    def choices(self, view: TlnbState, options: Sequence[Shot | None]) -> Sequence[Choice[Any]]:
        """A button for each; a click on a hex is all guns that reach it."""
        found: list[Choice[Any]] = []
        clicked: set[Hex] = set()
        for option in options:
            if option is None:
                end = Choice("end", say("No other bombardment"), "", None, manner=Manner.END)
                found.append(end)
                continue
            names = unit_list(view, option.units)
            where = view.battle.battlefield.name_of(option.target)
            told = report(view, option)
            label = say("{hex}: {names}", hex=where, names=names)
            tip = say("{sp} SP", sp=str(told.strength))
            spots = () if option.target in clicked else (option.target,)
            clicked.add(option.target)
            id_ = f"{'+'.join(option.units)}-{option.target}"
            found.append(Choice(id_, label, tip, option, spots=spots))
        return found


# -- the odds (T12.3, T12.4, T12.8, T12.10, T28.1)


@dataclass(frozen=True, slots=True)
class Barrage:
    """All of a bombardment before its die."""

    target: Hex
    parts: tuple[Part, ...]
    town: Factor | None
    column: int
    column_name: str
    modifiers: tuple[Shift, ...]
    results: tuple[str, ...]  # for each face of the die, a star as it is printed

    @property
    def strength(self) -> Fraction:
        """SP, exact."""
        total = sum((part.strength for part in self.parts), Fraction())
        return total if self.town is None else total * self.town.value

    @property
    def die_modifier(self) -> int:
        """What is added to the die."""
        return sum(shift.by for shift in self.modifiers)


def report(state: TlnbState, shot: Shot) -> Barrage:
    """The odds of a bombardment; the ground but for houses changes nothing (T12.8, T12.13)."""
    numbers = state.numbers.bombardment
    parts = tuple(Part(u, state.sp(u), _factors(state, u, shot.target)) for u in shot.units)
    terrain = state.battle.battlefield.terrain_at(shot.target)
    is_built = terrain in (Terrain.TOWN, Terrain.CHATEAU)
    town = Factor(say("into houses"), numbers.town_factor, "T12.1") if is_built else None
    modifiers = tuple(_modifiers(state, shot))
    made = Barrage(shot.target, parts, town, 0, "", modifiers, ())
    column = max(sum(least <= made.strength for least in numbers.columns) - 1, 0)
    chart = numbers.charts[state.battle.flag("charts")]
    faces = range(1, 7)
    results = [chart.result(die + made.die_modifier, column) for die in faces]
    if state.battle.flag("bombard_loss") == "1E":
        results = [result.replace("1R", "1E") for result in results]
    name = _column_name(state, column)
    return Barrage(shot.target, parts, town, column, name, modifiers, tuple(results))


def _column_name(state: TlnbState, column: int) -> str:
    columns = state.numbers.bombardment.columns
    if column == len(columns) - 1:
        return f"{columns[column]}+"
    last = columns[column + 1] - 1
    return str(last) if last == columns[column] else f"{columns[column]}-{last}"


def _factors(state: TlnbState, unit: UnitId, target: Hex) -> tuple[Factor, ...]:
    numbers, hex_ = state.numbers.bombardment, state.units[unit].hex
    assert hex_ is not None
    if state.battle.battlefield.grid.distance(hex_, target) < numbers.far:
        return ()
    return (Factor(say("long range"), numbers.far_factor, "T12.1"),)


def _modifiers(state: TlnbState, shot: Shot) -> Iterator[Shift]:
    numbers = state.numbers.bombardment
    row = gun_row(state, shot.units)
    if row is not None:
        yield Shift(say(title(row.card)), row.die, "T24.6")
    if any(ride.target == shot.target for ride in state.fights.rides):
        yield Shift(say("a charge follows"), numbers.will_charge, "T12.4")
    if state.sky.weather == "mud":
        yield Shift(say("mud"), numbers.mud, "T12.4")
    yield from map(special_shift, gun_die(state, shot.units))


# -- the segment (C-2)


async def declare_bombardment(table: Table[TlnbState]) -> Shot | None:
    """The phasing side names a bombardment (T12.9); None where it names no other."""
    shot = await DeclareBombardment(table.state.phasing) if shots(table.state) else None
    if shot is not None:
        show_up(table, shot.units)
        table.emit(BombardmentDeclared(shot.units, shot.target))
    return shot


async def bombardment_segment(table: Table[TlnbState]) -> None:
    """C-2: the bombardments that were named, one after the other; where none is, the next step.

    With `declare = none` each is named when it is made, and a charge on its target may be
    promised (T10.24).
    """
    state = table.state
    if state.battle.flag("declare") == "none":
        shot = await declare_bombardment(table)
        if shot is not None:
            await promise_charge(table, shot.target)
    if not state.fights.shots:
        for side in state.battle.sides:
            await settle_stacks(table, side)
        next_step(table)
        return
    await bombard(table, state.fights.shots[0])


async def bombard(table: Table[TlnbState], shot: Shot) -> None:
    """T12.3: one roll for a hex, and what follows; who is not there any more is not hit."""
    state = table.state
    told = report(state, shot)
    raise_alarm(table, shot.target)
    end_by_fight(table, shot.target)
    tell(table, gun_die(state, shot.units), DIE)
    die = await throw(table, state.phasing, mark("the bombardment"))
    printed = told.results[die - 1]
    enemies = state.combat_units_in(shot.target, state.waiting)
    result = effect_of(state, shot, printed) if enemies else "-"
    told_result = SHOCK if result == SHOCK else printed.removesuffix("*") if enemies else "-"
    table.emit(
        BombardmentResolved(
            shot.target,
            str(told.strength),
            told.column_name,
            die,
            told.die_modifier,
            told_result,
            state.phasing,
        )
    )
    if result == SHOCK:
        await _shock(table, shot)
    elif result == "Dr" and not await stands_fast(table, enemies):
        await retreat(table, shot.target, enemies, 1, _blame(state, shot))
    elif result in ("1R", "1E"):
        await _hit(table, shot, enemies, is_lost=result == "1E")


def effect_of(state: TlnbState, shot: Shot, printed: str) -> str:
    """What a result comes to: a star is Shock against guns, or at the next hex (T12.11)."""
    if not printed.endswith("*"):
        return printed
    has_guns = bool(_guns_in(state, shot.target))
    grid = state.battle.battlefield.grid
    starts = [h for u in shot.units if (h := state.units[u].hex) is not None]
    is_near = all(grid.distance(start, shot.target) == 1 for start in starts)
    return SHOCK if has_guns or is_near else printed.removesuffix("*")


def _guns_in(state: TlnbState, hex_: Hex) -> tuple[UnitId, ...]:
    units = state.combat_units_in(hex_, state.waiting)
    return tuple(u for u in units if state.card(u).arm.is_artillery)


async def _shock(table: Table[TlnbState], shot: Shot) -> None:
    """T12.11: guns against guns; at the next hex without guns, against the best there."""
    state = table.state
    guns = _guns_in(state, shot.target)
    if guns:
        least = state.numbers.initiative.artillery_alone
        result = shock_result(state, least, least)
        table.emit(ShockResolved(shot.target, least, least, result))
        await pay(table, guns, 0)
        await pay(table, shot.units, 0)
        await leaders_fate(table, shot.target, state.waiting)
        return
    units = state.combat_units_in(shot.target, state.waiting)
    attacker, defender = shock_initiatives(state, shot.units, units, 0)
    result = shock_result(state, attacker, defender)
    table.emit(ShockResolved(shot.target, attacker, defender, result))
    await carry_out(table, clash_of(state, shot.units, shot.target), result)


def _blame(state: TlnbState, shot: Shot) -> Blame:
    starts = dict.fromkeys(h for u in shot.units if (h := state.units[u].hex) is not None)
    return Blame(tuple(starts), (), is_bombardment=True)


@dataclass(frozen=True, slots=True)
class ChooseVictim(Question[UnitId], rule="T12.12", is_open=True):
    """T12.12: which unit of a bombarded hex is hit."""

    words = mark("Which unit in {hex} do the guns hit?")
    clue = mark("Click the unit that is hit.")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[UnitId]:
        """Each of them, the strongest first."""
        return sorted(self.units, key=lambda u: (-state.sp(u), u))

    def sentence(self, view: TlnbState) -> str:
        """It says where they stand, as long as they stand on the map."""
        hex_ = view.units[self.units[0]].hex
        if hex_ is None:
            return say("Which unit do the guns hit?")
        return self.told(view, self.words, hex=hex_name(view, hex_))

    def choices(self, view: TlnbState, options: Sequence[UnitId]) -> Sequence[Choice[Any]]:
        """A click on it."""
        sp = {u: say("{sp} SP", sp=view.sp(u)) for u in options}
        return [Choice(u, view.card(u).name, sp[u], u, pieces=(u,)) for u in options]


@dataclass(frozen=True, slots=True)
class FallBack(Question[bool], YesNo, rule="T12.12", is_open=True):
    """T12.12: whether the rest of a bombarded stack goes back a hex."""

    words = mark("Do the units in {hex} fall back one hex?")
    default = False
    kinds = ("go", "stay")
    labels = (mark("Fall back"), mark("Stay"))
    hex: Hex


async def _hit(
    table: Table[TlnbState], shot: Shot, enemies: Sequence[UnitId], *, is_lost: bool
) -> None:
    """T12.5: a unit that the bombarding player picks; then the rest stays or goes."""
    state = table.state
    victim = await ChooseVictim(state.phasing, tuple(enemies))
    if is_lost:
        eliminate(table, victim)
    else:
        take_step(table, victim)
    left = state.combat_units_in(shot.target, state.waiting)
    await leaders_fate(table, shot.target, state.waiting)
    if left and await FallBack(state.waiting, shot.target):
        await retreat(table, shot.target, left, 1, _blame(state, shot))
