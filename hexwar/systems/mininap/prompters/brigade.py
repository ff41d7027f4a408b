"""A brigade that goes the same way: the leading units first, each as far as it can (M14.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Refusal
from hexwar.systems.mininap.prompters.drafts import Draft, orders_of, outcome_of
from hexwar.systems.mininap.prompters.judging import led, most_of
from hexwar.systems.mininap.rules.moving import Orders
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Vector


@dataclass(frozen=True, slots=True)
class Train:
    """Several units that go the same way."""

    orders: tuple[Orders, ...]  # in the order in which they go
    after: tuple[Unit, ...]  # where those who follow then stand
    left: tuple[UnitId, ...]  # who cannot


def train_of(state: MiniState, draft: Draft, others: tuple[UnitId, ...]) -> Train:
    """A unit with others, who make the same steps one after the other."""
    twin, way = state.copy(), _way(state, draft)
    orders, after, left = list[Orders](), list[Unit](), list[UnitId]()
    for unit in _order(state, way, (draft.unit, *others)):
        own = replace(draft, unit=unit)
        made = own if unit == draft.unit else _made(twin, own, way)
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


def _made(twin: MiniState, draft: Draft, way: Vector) -> Draft | None:
    """What one who follows does: the same steps, and a commander, who does not wheel, the same way.

    Nothing where nothing of it is legal.
    """
    if not twin.card(draft.unit).is_command:
        return most_of(twin, _fitted(twin, draft))
    x, y = twin.pose(draft.unit).point
    return led(twin, Draft(draft.unit), (x + way[0], y + way[1])).draft


def _fitted(state: MiniState, draft: Draft) -> Draft:
    """A draft of another unit without a change that it cannot make."""
    change = draft.change
    if change is not None and not state.card(draft.unit).may_form(change.formation):
        return replace(draft, change=None, is_first=False)
    return draft


def _way(state: MiniState, draft: Draft) -> Vector:
    """How far east and north the leading unit comes, cm."""
    found, (x, y) = outcome_of(state, draft), state.pose(draft.unit).point
    if isinstance(found, Refusal) or found.after.pose is None:
        return 0.0, 0.0
    there = found.after.pose.point
    return there[0] - x, there[1] - y


def _order(state: MiniState, way: Vector, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Those in front go first, seen the way that the leading unit goes."""

    def ahead(unit: UnitId) -> float:
        x, y = state.pose(unit).point
        return -(x * way[0] + y * way[1])

    return sorted(units, key=ahead)
