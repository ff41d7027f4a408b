"""The Command Segment: who is named, who rolls, who is in command (T5, T6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.traces import CommandField, command_field
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.systems.tlnb.events.command import (
    CommandSettled,
    OfficerChecked,
    OfficerLeads,
    OfficersNamed,
    UnitsChecked,
)
from hexwar.systems.tlnb.rules.cards.effects import (
    capacity,
    commanded,
    commands_all,
    is_barred,
)
from hexwar.systems.tlnb.rules.command.leaders import call_sleepers, officer_rating
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.demoralization import is_shaken
from hexwar.systems.tlnb.rules.special.leading import (
    check_refusal,
    commander_range,
    exhaustion,
    leads_alone,
)
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, LeaderId, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.reports import points
from hexwar.table.words import unit_list

MOST_LISTS: Final = 100
"""Lists of officers that are offered for one commander; the law takes any."""

# -- initiative (T1.13, T6)


def initiative(state: TlnbState, units: Sequence[UnitId]) -> int:
    """What a unit or stack rolls against: the best of them, with what shakes it (T6.32-T6.6)."""
    return max(_unit_initiative(state, unit, units) for unit in units)


def _unit_initiative(state: TlnbState, unit: UnitId, units: Sequence[UnitId]) -> int:
    numbers = state.numbers.initiative
    is_alone = all(state.card(u).arm.is_artillery for u in units)
    value = numbers.artillery_alone if is_alone else printed_initiative(state, unit)
    value += numbers.demoralized if is_shaken(state, unit) else 0
    value -= state.count <= state.spirit.dismayed.get(unit, 0)
    value += exhaustion(state, unit)
    return min(max(value, numbers.least), numbers.most)


def printed_initiative(state: TlnbState, unit: UnitId) -> int:
    """A unit's initiative on the side that lies up (T1.6): Russian infantry keeps its full one."""
    card = state.card(unit)
    is_steady = card.nation == "Russian" and not (card.arm.is_cavalry or card.arm.is_artillery)
    loss = state.units[unit].reduced and not is_steady
    return max(card.initiative - loss, state.numbers.initiative.least)


def officer_initiative(state: TlnbState, leader: LeaderId) -> int:
    """What an officer rolls against (T6.31, T6.6)."""
    numbers = state.numbers.initiative
    formation = state.battle.leaders[leader].formation
    shaken = numbers.demoralized if formation in state.spirit.demoralized else 0
    return min(max(officer_rating(state, leader) + shaken, numbers.least), numbers.most)


# -- ranges (T4.3, T5.4)


def field_of(state: TlnbState, leader: LeaderId, limit: int) -> CommandField | None:
    """The command distances from a leader; None where he is off the map."""
    hex_, side = state.leaders[leader].hex, state.battle.leaders[leader].side
    return None if hex_ is None else command_field(state, side, hex_, limit)


@kept
def officers_in_reach(state: TlnbState, commander: LeaderId) -> tuple[LeaderId, ...]:
    """The officers whom a commander could name by rank and distance (T5.4, T5.13)."""
    limit = commander_range(state)
    field, side = field_of(state, commander, limit), state.battle.leaders[commander].side
    if field is None:
        return ()
    reach = state.battle.reach.get(commander)
    found: list[tuple[int, LeaderId]] = []
    for officer in state.battle.officers:
        card, hex_ = state.battle.leaders[officer], state.leaders[officer].hex
        if card.side != side or hex_ is None or officer == commander:
            continue
        if reach is not None and card.formation not in reach:
            continue
        halves = field.halves(hex_)
        if halves is not None:
            found.append((halves, officer))
    return tuple(officer for _, officer in sorted(found))


@kept
def stacks_in_reach(state: TlnbState, commander: LeaderId) -> tuple[tuple[UnitId, ...], ...]:
    """The stacks that a commander could name instead of an officer (T5.5)."""
    limit = commander_range(state)
    field, side = field_of(state, commander, limit), state.battle.leaders[commander].side
    if field is None:
        return ()
    hexes = sorted({unit.hex for unit in state.on_map(side) if unit.hex is not None})
    stacks = (state.combat_units_in(h, side) for h in hexes if field.halves(h) is not None)
    return tuple(stack for stack in stacks if stack)


@kept
def led_by(state: TlnbState, officer: LeaderId) -> frozenset[UnitId]:
    """The units of an officer's formation within his range (T5.6)."""
    limit = state.numbers.command.officer_range
    field = field_of(state, officer, limit)
    if field is None:
        return frozenset()
    units = state.units_of(state.battle.leaders[officer].formation)
    placed = ((u, state.units[u].hex) for u in units)
    return frozenset(u for u, h in placed if h is not None and field.halves(h) is not None)


def is_in_command(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit is in command in this Player-Turn (T5.15, T6.36).

    A pontoon train needs an officer or a March Order (T18.1).
    """
    card = state.card(unit)
    needs = card.is_combat_unit or card.arm is Arm.PONTOON_TRAIN
    return not needs or unit in state.command.units


# -- naming (T5.5)


@dataclass(frozen=True, slots=True)
class Naming:
    """Whom a commander names: officers, and stacks by one of their units."""

    officers: tuple[LeaderId, ...] = ()
    stacks: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class NameOfficers(Question[Naming], rule="T5.5"):
    """T5.5: whom a commander names, all at once."""

    words = mark("{commander} may put up to {n} officers or stacks in command.")
    commander: LeaderId

    def options(self, state: TlnbState) -> Sequence[Naming]:
        """The fullest lists of officers first, the nearest first; then shorter ones; then none."""
        free = in_want(state, nameable(state, self.commander))
        most = min(capacity(state, self.commander), len(free))
        lists = (c for size in range(most, -1, -1) for c in combinations(free, size))
        found = [Naming(officers) for officers, _ in zip(lists, range(MOST_LISTS), strict=False)]
        return found if Naming() in found else [*found, Naming()]

    def refusal(self, state: TlnbState, answer: Naming) -> Refusal | None:
        """The law: up to [n] officers and stacks in range, none of them named before."""
        named = (*answer.officers, *answer.stacks)
        most = capacity(state, self.commander)
        if len(named) > most:
            return refuse("T5.5", "He names at most {n}.", n=most)
        free = nameable(state, self.commander)
        for officer in answer.officers:
            if officer not in free or answer.officers.count(officer) > 1:
                name = state.battle.leaders[officer].name if officer in state.leaders else officer
                return refuse("T5.5", "He cannot name {name}.", name=name)
        stacks = stacks_in_reach(state, self.commander)
        for unit in answer.stacks:
            if not any(unit in stack for stack in stacks) or answer.stacks.count(unit) > 1:
                return refuse("T5.5", "He cannot name this stack.")
        return None

    def sentence(self, view: TlnbState) -> str:
        """It says how many he may name today."""
        return self.told(view, self.words, n=capacity(view, self.commander))

    def choices(self, view: TlnbState, options: Sequence[Naming]) -> Sequence[Choice[Any]]:
        """A button a list, with the distance of each officer."""
        return [
            Choice(
                "-".join(option.officers) or "none",
                self._label(view, option),
                self._tip(view, option),
                option,
                manner=Manner.MAIN if place == 0 else Manner.PLAIN,
            )
            for place, option in enumerate(options)
        ]

    def _label(self, view: TlnbState, option: Naming) -> str:
        names = (view.battle.leaders[x].name for x in option.officers)
        return ", ".join(names) or say("nobody")

    def _tip(self, view: TlnbState, option: Naming) -> str:
        field = field_of(view, self.commander, commander_range(view))
        told: list[str] = []
        for officer in option.officers:
            hex_ = view.leaders[officer].hex
            halves = None if field is None or hex_ is None else field.halves(hex_)
            name = view.battle.leaders[officer].name
            far = points(halves) if halves is not None else "-"
            told.append(say("{name}: {far} hexes away", name=name, far=far))
        return "\n".join(told)


def nameable(state: TlnbState, commander: LeaderId) -> tuple[LeaderId, ...]:
    """The officers whom a commander may still name: nobody is named twice (T5.13)."""
    taken = state.command.officers
    free = (x for x in officers_in_reach(state, commander) if x not in taken)
    return tuple(x for x in free if not is_barred(state, commander, x))


def in_want(state: TlnbState, officers: Iterable[LeaderId]) -> tuple[LeaderId, ...]:
    """Those of some officers whose formation needs command: no March Order leads it (T7.53)."""
    leaders, orders = state.battle.leaders, state.marches.orders
    return tuple(x for x in officers if leaders[x].formation not in orders)


# -- checks (T6.31, T6.32)


@dataclass(frozen=True, slots=True)
class CheckOfficer(Question[LeaderId | None], rule="T6.31"):
    """T6.31: which officer rolls his initiative; None: no other does."""

    words = mark("Officers of {side} who were not named may roll their initiative.")

    def options(self, state: TlnbState) -> Sequence[LeaderId | None]:
        """Each officer whom nobody has named; then none."""
        return [*unchecked_officers(state, Side(self.side)), None]

    def refusal(self, state: TlnbState, answer: LeaderId | None) -> Refusal | None:
        """The law: an officer who was not named, and whom no special rule keeps from it."""
        if answer is None or answer in self.options(state):
            return None
        is_officer = answer in state.battle.officers
        why = check_refusal(state, answer) if is_officer else None
        return why or refuse("T6.31", "This officer does not roll.")

    def choices(self, view: TlnbState, options: Sequence[LeaderId | None]) -> Sequence[Choice[Any]]:
        """A button and a click for each."""
        found = [
            Choice(
                officer,
                view.battle.leaders[officer].name,
                say("in command on 1 to {n}", n=officer_initiative(view, officer)),
                officer,
                pieces=(officer,),
            )
            for officer in options
            if officer is not None
        ]
        return [*found, Choice("end", say("No other officer"), "", None, manner=Manner.END)]


def unchecked_officers(state: TlnbState, side: Side) -> tuple[LeaderId, ...]:
    """The officers on the map who are not in command and have not rolled (T5.9, T6.10).

    Who marches by order need not roll (T7.53).
    """
    done = state.command.officers | state.command.failed
    own = (x for x in state.battle.officers if state.battle.leaders[x].side == side)
    here = (x for x in own if state.leaders[x].hex is not None and x not in done)
    return tuple(x for x in in_want(state, here) if check_refusal(state, x) is None)


@dataclass(frozen=True, slots=True)
class CheckUnits(Question[tuple[UnitId, ...] | None], rule="T6.32"):
    """T6.32: which unit or stack rolls its initiative; None: no other does."""

    words = mark("Units of {side} out of command may roll their initiative.")

    def options(self, state: TlnbState) -> Sequence[tuple[UnitId, ...] | None]:
        """Each stack, those nearest the enemy first, and each unit of it; then none."""
        found: list[tuple[UnitId, ...] | None] = []
        for stack in unchecked_stacks(state, Side(self.side)):
            found.append(stack)
            if len(stack) > 1:
                found.extend((unit,) for unit in stack)
        return [*found[:399], None]

    def refusal(self, state: TlnbState, answer: tuple[UnitId, ...] | None) -> Refusal | None:
        """The law: any units of one stack who have not rolled (T6.5)."""
        if answer is None:
            return None
        stacks = unchecked_stacks(state, Side(self.side))
        if answer and any(set(answer) <= set(stack) for stack in stacks):
            return None
        return refuse("T6.32", "These units do not roll.")

    def choices(
        self, view: TlnbState, options: Sequence[tuple[UnitId, ...] | None]
    ) -> Sequence[Choice[Any]]:
        """A button for each stack and unit; a click on a unit is that unit."""
        found: list[Choice[Any]] = []
        for units in options:
            if units is None:
                found.append(Choice("end", say("No other unit"), "", None, manner=Manner.END))
                continue
            names = unit_list(view, units)
            tip = say("in command on 1 to {n}", n=initiative(view, units))
            hexes = (view.units[units[0]].hex,) if len(units) > 1 else ()
            pieces = tuple(units) if len(units) == 1 else ()
            found.append(Choice("+".join(units), names, tip, units, spots=hexes, pieces=pieces))
        return found


@kept
def unchecked_stacks(state: TlnbState, side: Side) -> tuple[tuple[UnitId, ...], ...]:
    """The units of each hex that may roll for themselves, nearest to the enemy first (T6.7)."""
    command = state.command
    hexes = sorted({unit.hex for unit in state.on_map(side) if unit.hex is not None})
    found: list[tuple[int, Hex, tuple[UnitId, ...]]] = []
    enemies, distance = enemy_hexes(state, side), state.battle.battlefield.grid.distance
    in_command = settled(state, side)
    for hex_ in hexes:
        here = [x for x in state.leaders_in(hex_, side) if x in command.failed]
        failed = {state.battle.leaders[x].formation for x in here}  # T6.33
        units = tuple(
            u
            for u in state.combat_units_in(hex_, side)
            if u not in command.checked
            and u not in in_command
            and state.formation_of(u).id not in failed
            and u not in state.marks.returned
        )
        if units:
            near = min((distance(hex_, e) for e in enemies), default=99)
            found.append((near, hex_, units))
    return tuple(units for _, _, units in sorted(found))


def settled(state: TlnbState, side: Side) -> frozenset[UnitId]:
    """The units that are in command so far: named, led, passed or under a March Order (T5.6)."""
    units, by_card = set(state.command.units), commanded(state, side)
    for officer in state.command.officers | (by_card & state.leaders.keys()):
        if state.battle.leaders[LeaderId(officer)].side == side:
            units |= led_by(state, LeaderId(officer))
    units |= {UnitId(unit) for unit in by_card & state.units.keys()}
    for formation in by_card & state.battle.formations.keys():
        units |= set(state.units_of(FormationId(formation)))
    if commands_all(state, side):
        units |= {u.id for u in state.on_map(side) if u.id in state.battle.unit_hexes}
    for formation in state.marches.orders:
        if state.battle.formations[formation].side == side:
            units |= set(state.units_of(formation))
    return frozenset(u for u in units if state.units[u].hex is not None)


# -- the segment


async def command_segment(table: Table[TlnbState]) -> None:
    """A-5: commanders name, officers and units roll; then command is settled (T5.16)."""
    state, side = table.state, table.state.phasing
    await call_sleepers(table, side)
    own_officers(table, side)
    commander = next_commander(state, side)
    if commander is not None:
        naming = await NameOfficers(side, commander)
        units = tuple(u for s in naming.stacks for u in _stack_of(state, s))
        table.emit(OfficersNamed(commander, naming.officers, units))
        return
    while unchecked_officers(state, side):
        officer = await CheckOfficer(side)
        if officer is None:
            break
        needed = officer_initiative(state, officer)
        die = await throw(table, side, _check_of(state, (officer,), needed))
        table.emit(OfficerChecked(officer, die, needed, die <= needed))
    while unchecked_stacks(state, side):
        units_ = await CheckUnits(side)
        if units_ is None:
            break
        needed = initiative(state, units_)
        die = await throw(table, side, _check_of(state, units_, needed))
        table.emit(UnitsChecked(units_, die, needed, die <= needed))
    settle_command(table, side)
    next_step(table)


def _check_of(state: TlnbState, pieces: Sequence[LeaderId | UnitId], needed: int) -> str:
    """What a die of initiative is for, with whose it is where both sides see him (T6.3)."""
    if state.hiding.unseen.intersection(pieces):
        return mark("initiative")
    battle = state.battle
    names = [battle.leaders[LeaderId(x)].name for x in pieces if x in battle.leaders]
    names += [battle.units[UnitId(x)].name for x in pieces if x in battle.units]
    words = mark("the initiative of {names}, {n} or less")
    return say(words, names=listed(names), n=needed)


def settle_command(table: Table[TlnbState], side: Side) -> None:
    """T5.15: who is in command stays so; the enemy is not told of those whom he does not see."""
    state, unseen = table.state, table.state.hiding.unseen
    in_command = settled(state, side)
    units = [u for u in state.units if u in in_command]
    table.emit(CommandSettled(tuple(u for u in units if u not in unseen)))
    if hidden := tuple(u for u in units if u in unseen):
        table.emit(CommandSettled(hidden))


def _stack_of(state: TlnbState, unit: UnitId) -> tuple[UnitId, ...]:
    hex_ = state.units[unit].hex
    return () if hex_ is None else state.combat_units_in(hex_, state.side_of(unit))


def own_officers(table: Table[TlnbState], side: Side) -> None:
    """T5.7, T1.9: a Commander-Officer who is awake commands his own formation without naming."""
    state = table.state
    for leader in commanders_of(state, side):
        is_officer = leader in state.battle.officers
        if is_officer and leader not in state.command.officers and leads_alone(state, leader):
            table.emit(OfficerLeads(leader))


def commanders_of(state: TlnbState, side: Side) -> Iterator[LeaderId]:
    """A side's commanders who are on the map and awake (T5.14)."""
    for leader in state.battle.commanders:
        is_own = state.battle.leaders[leader].side == side
        record = state.leaders[leader]
        is_here = record.hex is not None and not record.successor  # T5.12
        if is_own and is_here and leader not in state.command.asleep:
            yield leader


def in_command_range(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit stands in range of its officer, or of a commander who may name him (T23.2)."""
    formation, side = state.formation_of(unit).id, state.side_of(unit)
    officer, hex_ = state.battle.officer_of.get(formation), state.units[unit].hex
    if hex_ is None:
        return False
    if officer is not None and unit in led_by(state, officer):
        return True
    for commander in commanders_of(state, side):
        reach = state.battle.reach.get(commander)
        field = field_of(state, commander, commander_range(state))
        is_his = reach is None or formation in reach
        if is_his and field is not None and field.halves(hex_) is not None:
            return True
    return False


def next_commander(state: TlnbState, side: Side) -> LeaderId | None:
    """The next commander who has not named yet, the highest rating first."""
    left = [x for x in commanders_of(state, side) if x not in state.command.named]
    useful = [x for x in left if in_want(state, nameable(state, x)) and capacity(state, x) > 0]
    return min(useful, key=lambda x: (-state.battle.commanders[x], x), default=None)
