"""The charges that a unit can make, the best first (M18)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.prompters.drafts import Draft
from hexwar.systems.mininap.rules.charge import charge_of, charger_refusal
from hexwar.systems.mininap.rules.choices import charges_at, comes_on_flank
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import bearing_to, turn_between


class Charges:
    """The charges of all units of a table; each is worked out once, when it is asked for."""

    def __init__(self, view: MiniState) -> None:
        self.view = view
        self._ways: dict[tuple[UnitId, UnitId], list[Orders]] = {}

    def best(self, unit: UnitId, enemy: UnitId) -> Draft | Refusal:
        """The best charge at an enemy: on its flank if it can be; else why there is none."""
        ways = self.ways(unit, enemy)
        if ways:
            return drafted(ways[0])
        record = self.view.units[unit]
        assert record.pose is not None
        towards = bearing_to(record.pose.point, self.view.pose(enemy).point)
        turn = turn_between(record.pose.bearing, towards)
        limit = 10 * self.view.numbers.charge.turn
        turn = max(-limit, min(limit, turn))
        orders = Orders(unit, Action.CHARGE, self._first_turn(unit, turn), target=enemy)
        found = charge_of(self.view, orders)
        if isinstance(found, Refusal):
            return found
        return drafted(orders)

    def _first_turn(self, unit: UnitId, turn: int) -> tuple[Step, ...]:
        if not turn:
            return ()
        if self.view.card(unit).arm is Arm.CAVALRY:
            return (Step(StepKind.PIVOT, turn),)
        return (Step(StepKind.WHEEL_RIGHT if turn > 0 else StepKind.WHEEL_LEFT, abs(turn)),)

    def ways(self, unit: UnitId, enemy: UnitId) -> list[Orders]:
        """The charges of a unit at an enemy, on its flank first."""
        key = unit, enemy
        if key not in self._ways:
            record = self.view.units[unit]
            found = (
                list(charges_at(self.view, record, enemy))
                if charger_refusal(self.view, record) is None
                else []
            )
            self._ways[key] = sorted(found, key=self._is_frontal)
        return self._ways[key]

    def _is_frontal(self, orders: Orders) -> bool:
        charge = charge_of(self.view, orders)
        return isinstance(charge, Refusal) or not comes_on_flank(self.view, charge)


def drafted(orders: Orders) -> Draft:
    """A charge as a draft."""
    return Draft(orders.unit, kept=orders.steps, target=orders.target)
