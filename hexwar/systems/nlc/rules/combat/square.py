"""Squares: how infantry forms them, what they forbid, and how they end (N10.3-N10.33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo, refuse
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import SquareFormed, SquareRemoved
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import (
    MainArm,
    Units,
    by_hex,
    cavalry_within,
    foes_in,
    hex_of,
    is_sheltered,
    main_arm,
    ready,
)
from hexwar.systems.nlc.rules.combat.fire import Line, is_raining
from hexwar.systems.nlc.rules.command.blucher import leads_charge
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    holds,
    morale_report,
    passing_dice,
    within_limits,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.reports import MoraleReport
from hexwar.table.words import hex_name, unit_list, unit_names


@dataclass(frozen=True, slots=True)
class ChooseFormSquare(Question[bool], YesNo, rule="N10.32", is_open=True):
    """N10.32: whether infantry that is charged tries to form square."""

    kinds = ("square", "stay")
    charge: Charge
    units: Units  # infantry of its target

    def sentence(self, view: GameState) -> str:
        """Whose infantry is charged by whom."""
        words = mark(
            "{who} must choose whether {units} in {hex} try to form square, because {chargers}"
            " charge them."
        )
        where, chargers = hex_name(view, self.charge.target), unit_names(view, self.charge.units)
        return self.told(view, words, hex=where, chargers=chargers)

    def hint(self, view: GameState) -> str:
        """The dice that form it."""
        dice = passing_dice(view, square_report(view, self.charge))
        return say("A square is formed by {dice}. Press one of the buttons.", dice=dice)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Both, with the dice by which the square is formed."""
        dice = passing_dice(view, square_report(view, self.charge))
        names, form = unit_list(view, self.units), say("Form square ({dice})", dice=dice)
        words = mark("{names}: in square when the die shows {dice}, else out of square")
        tip = say(words, names=names, dice=dice)
        stands = say("{names}: out of square when the charge comes", names=names)
        return (
            Choice("square", form, tip, answer=True, manner=Manner.MAIN),
            Choice("stand", say("Stand as they are"), stands, answer=False),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """The charge as it comes."""
        return charge_marks(self.charge, self.units)


@dataclass(frozen=True, slots=True)
class RemoveSquare(Question[bool], YesNo, rule="N10.33", is_open=True):
    """N10.33: whether the units of a hex leave their square as their activation begins."""

    words = mark(
        "{who} may let {units} in {hex} leave their square: in it they neither move nor assault."
    )
    kinds = ("remove", "stay")
    hex: Hex
    units: Units

    def hint(self, view: GameState) -> str:
        """Whether enemy cavalry is near."""
        if is_near_cavalry(view, self.units[0]):
            return say("Enemy cavalry is near. Press one of the buttons.")
        return say("No enemy cavalry is near. Press one of the buttons.")

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Leave it, or stay in it."""
        names = unit_list(view, self.units)
        leave = say("{names}: free to move and assault, and out of square if charged", names=names)
        stay = say("{names}: no movement and no assault in this activation", names=names)
        return (
            Choice("leave", say("Leave the square"), leave, answer=True, manner=Manner.MAIN),
            Choice("stay", say("Stay in square"), stay, answer=False),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """Where the square stands."""
        return Overlays(selection=frozenset({self.hex}), chosen=frozenset(self.units))


def charge_marks(charge: Charge, units: Units) -> Overlays:
    """A charge as it comes, and those whom it is for to do something about it."""
    return Overlays(
        selection=frozenset({charge.target}),
        chosen=frozenset(units),
        targets=(Target(charge.target, Aim.CHARGE, way=charge.path),),
    )


# -- what a square is


def is_in_square(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether a stack is in square: any of its units bears the marker (N10.32)."""
    return any(state.units[unit].square for unit in units)


def is_square_bound(state: GameState, unit: UnitId) -> bool:
    """Whether a unit, cavalry too, is held in its hex by a square there (N10.32)."""
    hex_ = state.units[unit].hex
    stack = () if hex_ is None else state.combat_units_in(hex_, state.side_of(unit))
    return is_in_square(state, (unit, *stack))


def counts_as_formed(state: GameState, hex_: Hex) -> bool:
    """Whether infantry in a hex needs no square: the ground protects it (N10.3)."""
    woods = state.battle.battlefield.terrain_at(hex_).cover.tangled
    return woods or is_sheltered(state, hex_)


def square_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit in square may not move or assault, or None (N10.31)."""
    if not state.units[unit].square:
        return None
    name = state.card(unit).name
    return refuse("N10.31", "{name} is in square: it may not move or assault.", name=name)


# -- forming


async def form_square(table: Table[GameState], charge: Charge) -> bool:
    """N10.3, N10.32: infantry that is charged may try to form square; a stack in square is formed.

    Returns:
        Whether the infantry of the target is in square now.
    """
    state = table.state
    infantry = charged_infantry(state, charge)
    if is_in_square(state, infantry):
        return _close_up(table, infantry, charge.target)
    if not infantry or counts_as_formed(state, charge.target):
        return False
    if not await ChooseFormSquare(state.side_of(infantry[0]), charge, infantry):
        return False
    about = square_report(table.state, charge)
    formed = await holds(table, infantry, say("forming square"), "square", about)
    return formed and _close_up(table, infantry, charge.target)


def _close_up(table: Table[GameState], infantry: Units, hex_: Hex) -> bool:
    """Every infantry unit of a stack in square bears the marker and is in the hex."""
    loose = tuple(u for u in infantry if not table.state.units[u].square)
    if loose:
        table.emit(SquareFormed(loose, hex_))
    return True


def charged_infantry(state: GameState, charge: Charge) -> Units:
    """The infantry in the target of a charge."""
    foes = foes_in(state, charge.target, charge.units)
    return tuple(u for u in foes if main_arm(state, u) is MainArm.INFANTRY)


def square_report(state: GameState, charge: Charge) -> MoraleReport:
    """What the infantry that is charged tests with to form square (N10.3)."""
    infantry = charged_infantry(state, charge)
    about = Circumstances(defending=True, against_blucher=leads_charge(state, charge.units))
    report = morale_report(state, infantry, about)
    rows = (*report.modifiers, *_square_rows(state, infantry, charge))
    return within_limits(numbers_of(state.battle).morale, replace(report, modifiers=rows))


def _square_rows(state: GameState, infantry: Units, charge: Charge) -> Iterator[Line]:
    """The modifiers of N10.3 besides those of any check; Disrupted counts in both."""
    rows = numbers_of(state.battle).square
    if state.battle.battlefield.grid.distance(charge.start, charge.target) == 1:
        yield say("charge from the next hex"), rows.close, "N10.3"
    if any(state.units[u].column for u in infantry):
        yield say("road column"), rows.column, "N10.3"
    if is_raining(state):
        yield say("rain"), rows.rain, "N10.3"
    if any(state.units[u].attacked for u in infantry):
        yield say("assaulted already this turn"), rows.assaulted, "N10.3"
    if any(state.units[u].disrupted for u in infantry):
        yield say("Disrupted infantry"), rows.disrupted, "N10.3"
    if is_flank_charge(state, charge):
        yield say("flank charge"), rows.flank, "N10.3"


def is_flank_charge(state: GameState, charge: Charge) -> bool:
    """Whether a charge hits a road column, or from opposite a friend in contact (N8.7, N8.71)."""
    if is_sheltered(state, charge.target):
        return False
    if any(state.units[u].column for u in foes_in(state, charge.target, charge.units)):
        return True
    grid, side = state.battle.battlefield.grid, state.side_of(charge.units[0])
    return any(
        grid.is_opposite(charge.last, charge.target, hex_)
        and ready(state, state.combat_units_in(hex_, side))
        for hex_ in contact_hexes(state, charge.target)
    )


# -- its end


async def leave_squares(table: Table[GameState], side: Side, units: Sequence[UnitId]) -> None:
    """N10.33: as their activation begins, the owner may take the squares of his units off."""
    formed = tuple(u for u in units if table.state.units[u].square)
    for stack in by_hex(table.state, formed):
        if await RemoveSquare(side, hex_of(table.state, stack[0]), stack):
            table.emit(SquareRemoved(stack))


def end_squares(table: Table[GameState], side: Side) -> None:
    """N10.33: in the Rally Phase squares end that no enemy cavalry is near."""
    formed = tuple(unit.id for unit in table.state.on_map(side) if unit.square)
    for stack in by_hex(table.state, formed):
        if not is_near_cavalry(table.state, stack[0]):
            table.emit(SquareRemoved(stack))


def is_near_cavalry(state: GameState, unit: UnitId) -> bool:
    """Whether enemy cavalry is so near that a unit stays in square (N10.31)."""
    enemy = state.battle.enemy(state.side_of(unit))
    radius = numbers_of(state.battle).square.clear_distance
    return bool(cavalry_within(state, enemy, hex_of(state, unit), radius))
