"""A brigade that goes the same way: the leading units first, each as far as it can (M14.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Refusal
from hexwar.systems.mininap.prompters.drafts import Draft, orders_of, outcome_of
from hexwar.systems.mininap.prompters.judging import most_of
from hexwar.systems.mininap.rules.moving import Orders
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId


@dataclass(frozen=True, slots=True)
class Train:
    """Several units that go the same way."""

    orders: tuple[Orders, ...]  # in the order in which they go
    after: tuple[Unit, ...]  # where those who follow then stand
    left: tuple[UnitId, ...]  # who cannot


def train_of(state: MiniState, draft: Draft, others: tuple[UnitId, ...]) -> Train:
    """A unit with others, who make the same steps one after the other."""
    twin = state.copy()
    orders, after, left = list[Orders](), list[Unit](), list[UnitId]()
    for unit in _order(state, draft, (draft.unit, *others)):
        own = replace(draft, unit=unit)
        made = own if unit == draft.unit else most_of(twin, _fitted(state, own))
        found = None if made is None else outcome_of(twin, made)
        if made is None or found is None or isinstance(found, Refusal):
            left.append(unit)
            continue
        orders.append(orders_of(twin, made))
        twin.put(replace(found.after, is_done=True))
        twin.forget()
        if unit != draft.unit:
            after.append(found.after)
    return Train(tuple(orders), tuple(after), tuple(left))


def _fitted(state: MiniState, draft: Draft) -> Draft:
    """A draft of another unit without a change that it cannot make."""
    change = draft.change
    if change is not None and not state.card(draft.unit).may_form(change.formation):
        return replace(draft, change=None, is_first=False)
    return draft


def _order(state: MiniState, draft: Draft, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Those in front go first, seen the way that the leading unit goes."""
    here = state.pose(draft.unit)
    found = outcome_of(state, draft)
    there = here.point if isinstance(found, Refusal) else _point(found.after)
    way = there[0] - here.point[0], there[1] - here.point[1]

    def ahead(unit: UnitId) -> float:
        x, y = state.pose(unit).point
        return -(x * way[0] + y * way[1])

    return sorted(units, key=ahead)


def _point(unit: Unit) -> tuple[float, float]:
    assert unit.pose is not None
    return unit.pose.point
