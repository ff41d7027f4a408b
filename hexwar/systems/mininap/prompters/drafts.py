"""What a player has thought out for a unit so far, and the orders that it makes (M29.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.rules.acting import orders_refusal
from hexwar.systems.mininap.rules.charge import Charge, charge_of
from hexwar.systems.mininap.rules.manoeuvre import reformed, walk_of
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind, Walk, stepped
from hexwar.systems.mininap.rules.shapes import Change
from hexwar.systems.mininap.rules.standing import is_in_contact
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId


@dataclass(frozen=True, slots=True)
class Draft:
    """A move that is being put together.

    The steps that were made by a handle are kept; those by which the unit was dragged to a place
    are thought of anew when it is dragged again.
    """

    unit: UnitId
    kept: tuple[Step, ...] = ()
    way: tuple[Step, ...] = ()
    change: Change | None = None
    is_first: bool = False  # the change comes before the steps (M14.5)
    is_double: bool = False
    switches: bool = False  # guns limber up, or unlimber
    turn: int = 0  # with which guns unlimber, tenths of a degree
    target: UnitId | None = None  # of a charge
    leaves: bool = False  # off the table

    @property
    def steps(self) -> tuple[Step, ...]:
        """All of them."""
        return (*self.kept, *self.way)

    @property
    def is_empty(self) -> bool:
        """Whether the unit would do nothing."""
        return not (self.steps or self.change or self.switches or self.target)

    def by_way(self, *steps: Step) -> Draft:
        """The same on another way from where the kept steps lead."""
        return replace(self, way=tuple(step for step in steps if step.value))

    def by_handle(self, step: Step) -> Draft:
        """The same with one step more that is kept; turns of one kind are added."""
        steps = list(self.steps)
        if steps and steps[-1].kind is step.kind is StepKind.PIVOT:
            turn = (steps.pop().value + step.value + 1800) % 3600 - 1800
            step = Step(StepKind.PIVOT, 1800 if turn == -1800 else turn)
        elif steps and steps[-1].kind is step.kind:
            step = Step(step.kind, steps.pop().value + step.value)
        kept = (*steps, step) if step.value else tuple(steps)
        return replace(self, kept=kept, way=(), target=None)

    def back(self) -> Draft | None:
        """The same without what was added last; None where nothing was."""
        if self.is_empty:
            return None
        if self.target is not None or self.turn:
            return Draft(self.unit) if self.target is not None else replace(self, turn=0)
        if self.change is not None and not (self.is_first and self.steps):
            return replace(self, change=None, is_first=False)
        if self.way:
            return replace(self, way=(), is_double=self.is_double and bool(self.kept))
        if self.kept:
            return replace(self, kept=self.kept[:-1])
        return Draft(self.unit)


def action_of(state: MiniState, draft: Draft) -> Action:
    """What kind of action it is (M14.5)."""
    unit, card = state.units[draft.unit], state.card(draft.unit)
    if draft.target is not None:
        return Action.CHARGE
    if unit.began_in_contact and is_in_contact(state, unit.id):
        return Action.DISENGAGE
    if card.arm is Arm.ARTILLERY and unit.is_limbered:
        return Action.MOVE_AND_UNLIMBER if draft.switches else Action.MANOEUVRE
    if card.arm is Arm.ARTILLERY:
        if not draft.switches:
            return Action.PROLONG
        return Action.LIMBER_AND_MOVE if draft.steps else Action.LIMBER
    is_first = draft.is_first and draft.change is not None
    return Action.CHANGE_THEN_MANOEUVRE if is_first else Action.MANOEUVRE


def orders_of(state: MiniState, draft: Draft) -> Orders:
    """The orders that it makes."""
    action = action_of(state, draft)
    turn = draft.turn if action is Action.MOVE_AND_UNLIMBER else 0
    return Orders(
        *(draft.unit, action, draft.steps, draft.change, draft.is_double, turn),
        *(draft.target, draft.leaves),
    )


def refusal_of(state: MiniState, draft: Draft) -> Refusal | None:
    """Why the law refuses it, or None."""
    return orders_refusal(state, orders_of(state, draft))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a draft comes to that is legal."""

    after: Unit
    spent: float  # cm
    allowance: float  # cm; 0 where nothing is spent
    charge: Charge | None = None
    walk: Walk | None = None


def outcome_of(state: MiniState, draft: Draft) -> Outcome | Refusal:
    """Where it leads, or why not."""
    refusal = refusal_of(state, draft)
    if refusal is not None:
        return refusal
    orders = orders_of(state, draft)
    if orders.target is not None:
        charge = charge_of(state, orders)
        assert isinstance(charge, Charge)  # the law has judged it
        after = replace(state.units[draft.unit], pose=charge.turned.moved(charge.length))
        return Outcome(after, charge.spent + charge.length, 0.0, charge=charge)
    walk = walk_of(state, orders)
    assert isinstance(walk, Walk)
    return Outcome(walk.after, walk.spent, walk.allowance, walk=walk)


def standing_after(state: MiniState, draft: Draft) -> Unit:
    """The unit where the kept steps lead, whether they are legal or not: the way begins there."""
    unit = state.units[draft.unit]
    if draft.is_first and draft.change is not None:
        after = reformed(state, unit, draft.change)
        unit = unit if isinstance(after, Refusal) else after
    if draft.switches and state.card(unit.id).arm is Arm.ARTILLERY and not unit.is_limbered:
        unit = replace(unit, is_limbered=True)
    for step in draft.kept:
        unit = stepped(state, unit, step)
    return unit
