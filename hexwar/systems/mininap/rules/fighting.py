"""The phase of hand-to-hand combat (M12.2): joining in, allocation, dice, hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Choice, Refusal, Roll, Table, YesNo, refuse
from hexwar.messages import mark, say
from hexwar.systems.mininap.events import (
    AttackDeclared,
    AttackRolled,
    CaughtCleared,
    ContactsMarked,
    HitsMarked,
    SideEnded,
    StepBegan,
    ThrownAgain,
    UnitHeld,
    UnitJoined,
)
from hexwar.systems.mininap.rules.combat import (
    attack_report,
    hold_number,
    joining_of,
    outflanked,
    splits,
    strength_of,
)
from hexwar.systems.mininap.rules.dice import hits_in, throw
from hexwar.systems.mininap.rules.standing import contacts, in_command, touched_by
from hexwar.systems.mininap.state import Attack, MiniState, Step
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question

# -- joining in: M12.5 to M12.9


def joiners(state: MiniState, side: Side) -> list[UnitId]:
    """The units of a side that must join in and were not yet looked at (M12.7)."""
    units = (unit.id for unit in state.in_play(side) if unit.id not in state.seen)
    return [unit for unit in units if joining_of(state, unit) is not None]


@dataclass(frozen=True, slots=True)
class ChooseJoiner(Question[UnitId], rule="M12.7", is_open=True):
    """M12.7: which unit that must join in is looked at next."""

    words = mark("Which unit of {side} joins in next?")
    clue = mark("Click a unit.")

    def options(self, state: MiniState) -> Sequence[UnitId]:
        """Each of them."""
        return joiners(state, Side(self.side))

    def choices(self, view: MiniState, options: Sequence[UnitId]) -> Sequence[Choice[UnitId]]:
        """Each by its name."""
        names = ((unit, view.card(unit).name) for unit in options)
        return [Choice(unit, name, "", unit, pieces=(unit,)) for unit, name in names]


@dataclass(frozen=True, slots=True)
class HoldBack(YesNo):
    """M12.8: whether a unit that must join in is held back."""

    rule: ClassVar[str] = "M12.8"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    labels: ClassVar[tuple[str, str]] = (mark("Hold it back"), mark("Let it join in"))
    unit: UnitId

    def sentence(self, view: MiniState) -> str:
        """Who, and what it takes."""
        name, number = view.card(self.unit).name, hold_number(view, self.unit)
        if in_command(view, self.unit):
            return say("{name} joins in, or is held back: it is in command.", name=name)
        words = mark("{name} joins in, or is held back by a die of {number} or less.")
        return say(words, name=name, number=number)


async def join_one(table: Table[MiniState], side: Side) -> None:
    """M12.5 to M12.9: one unit of a side joins in or is held back."""
    unit = await ChooseJoiner(side)
    if await HoldBack(side, unit):
        state, die = table.state, None
        if not in_command(state, unit):
            needed, die = hold_number(state, unit), await Roll(CHANCE, say("holding back"))
            table.emit(UnitHeld(unit, die, is_held=die <= needed))
        else:
            table.emit(UnitHeld(unit, None))
        if die is None or die <= hold_number(table.state, unit):
            return
    joining = joining_of(table.state, unit)
    assert joining is not None  # nobody has moved since
    table.emit(UnitJoined(unit, table.state.pose(unit).moved(joining.length)))


async def begin_allocation(table: Table[MiniState]) -> None:
    """M12.2 (2), (3): outflanking is found once; all in contact bear a hit."""
    state = table.state
    met = tuple(unit for unit in state.units if unit in contacts(state))
    table.emit(StepBegan(Step.ALLOCATION))
    if met:
        hits = state.numbers.combat.contact_hits
        table.emit(ContactsMarked(met, outflanked(state), hits))


# -- allocation: M12.10


@dataclass(frozen=True, slots=True)
class AllocateAttack(Question[tuple[Attack, ...]], rule="M12.10", is_open=True):
    """M12.10: how a unit allots its strength to the enemies that it touches."""

    clue = mark("Share its strength among the enemies it touches.")
    unit: UnitId

    def options(self, state: MiniState) -> Sequence[tuple[Attack, ...]]:
        """All on one, an even split, every split where there are few."""
        return splits(state, self.unit)

    def refusal(self, state: MiniState, answer: tuple[Attack, ...]) -> Refusal | None:
        """All of its SP, each enemy that it touches attacked once at most."""
        targets = [attack.target for attack in answer]
        enemies, sp = touched_by(state, self.unit), strength_of(state, self.unit)
        own = all(attack.unit == self.unit and attack.sp > 0 for attack in answer)
        if not own or len(set(targets)) < len(targets) or not set(targets) <= set(enemies):
            return refuse("M12.10", mark("It attacks each enemy that it touches once at most."))
        total = sum(attack.sp for attack in answer)
        if total != sp:
            words = mark("All of its {sp} SP are allotted, not {total}.")
            return refuse("M12.10", words, sp=sp, total=total)
        return None

    def sentence(self, view: MiniState) -> str:
        """Who, and how much."""
        words = mark("{name} touches several enemies: how are its {sp} SP shared?")
        return say(words, name=view.card(self.unit).name, sp=strength_of(view, self.unit))

    def choices(
        self, view: MiniState, options: Sequence[tuple[Attack, ...]]
    ) -> Sequence[Choice[tuple[Attack, ...]]]:
        """Each by whom it attacks with how much."""
        found = []
        for at, option in enumerate(options):
            label = ", ".join(f"{view.card(a.target).name} {a.sp}" for a in option)
            pieces = (option[0].target,) if len(option) == 1 else ()
            found.append(Choice(str(at), label, "", option, pieces=pieces))
        return found


def fighters(state: MiniState, side: Side) -> list[UnitId]:
    """The units of a side in contact that have not yet allotted their strength."""
    met = (u.id for u in state.in_play(side) if u.id not in state.seen and u.id in contacts(state))
    return [unit for unit in met if strength_of(state, unit) > 0]


async def allot_one(table: Table[MiniState], side: Side) -> None:
    """M12.10: one unit allots its strength; with one enemy there is nothing to choose."""
    unit = fighters(table.state, side)[0]
    attacks = await AllocateAttack(side, unit)
    table.emit(AttackDeclared(unit, attacks))


# -- dice: M12.13, M12.15, M12.16


@dataclass(frozen=True, slots=True)
class ThrowAttackAgain(YesNo):
    """M12.15: whether a unit in command throws an attack again, once a phase."""

    rule: ClassVar[str] = "M12.15"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    labels: ClassVar[tuple[str, str]] = (mark("Throw again"), mark("Let it stand"))
    unit: UnitId
    target: UnitId
    hits: int
    dice: int

    def sentence(self, view: MiniState) -> str:
        """What was thrown."""
        words = mark("{name} hit {hits} times with {dice} dice. In command it may throw again.")
        return say(words, name=view.card(self.unit).name, hits=self.hits, dice=self.dice)

    def fallback(self, view: MiniState, options: Sequence[bool]) -> bool:  # noqa: ARG002
        """Again where it hit fewer than two thirds of what is to be expected (M29.3)."""
        value = attack_report(view, Attack(self.unit, self.target, self.dice)).value
        return 9 * self.hits < self.dice * value


async def fight_one(table: Table[MiniState], attack: Attack) -> None:
    """M12.13 to M12.16: the dice of one attack; the hits wait."""
    state = table.state
    report = attack_report(state, attack)
    faces = await throw(report.dice, mark("the attack"))
    hits = hits_in(faces, report.value)
    if report.may_throw_again and report.dice:
        ask = ThrowAttackAgain(
            state.side_of(attack.unit), attack.unit, attack.target, hits, report.dice
        )
        if await ask:
            table.emit(ThrownAgain(attack.unit, attack.target, faces, hits))
            faces = await throw(report.dice, mark("the attack"))
            hits = hits_in(faces, report.value)
    table.emit(AttackRolled(attack.unit, attack.target, faces, hits))


async def mark_combat(table: Table[MiniState]) -> None:
    """M12.2 (6), M19.10: the hits go on together; who was caught has fought."""
    state = table.state
    table.emit(HitsMarked(tuple(state.pending.items())))
    caught = tuple(unit.id for unit in state.in_play() if unit.is_caught)
    if caught:
        table.emit(CaughtCleared(caught))


async def end_side(table: Table[MiniState], side: Side) -> None:
    """M7.5: a side has nothing more to do in a step."""
    table.emit(SideEnded(side))
