"""What NLC answers to the rules of the ground: allowances, ways out of zones by cards, light.

Rules: N5.1, N11.81, N20.11, N20.81, N23.4, N23.8.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, Effect
from hexwar.ground.law import NO_FIRE, OPEN, Blaze, GroundLaw, ZoneExit
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.effects import effect_of
from hexwar.systems.nlc.rules.cards.order_effects import (
    INFILTRATION,
    is_full_play,
    traces_through_zones,
)
from hexwar.systems.nlc.rules.movement.hidden_ground import closed_cells
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Segment

# -- how far a unit goes (N5.1, N11.81, N20.81)


def allowance(state: GameState, unit: UnitId) -> int:
    """A unit's MA in half MP: less while Disrupted (N11.81), more on a forced march (N20.81)."""
    mp, numbers = state.card(unit).movement, numbers_of(state.battle)
    if state.units[unit].disrupted:
        mp = -(-mp // numbers.disrupted.movement_divisor)
    if is_forced(state, unit):
        mp = (mp * numbers.exhaustion.movement_percent + 50) // 100
    return mp * 2


def is_forced(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is on a forced march in this activation (N20.81).

    A detached division has an order of its own, and does not go along. Vedettes have none.
    """
    acting = state.activation
    if acting is None or not acting.forced:
        return False
    if unit in state.pad.detached or state.card(unit).is_vedette:
        return False
    return state.formation_of(unit).id in acting.forced


# -- ways out of an enemy's zone of control that a card opens for more MP (N23.4, N23.8)
#
# A Mobile Defense lets units under Defend and Delay leave it; in restricted play an Infiltration
# lets infantry and cavalry go on to another hex of it. Who moves so begins in the zone: nobody
# goes on from a zone that he has just entered (house rule). Both cards are played face down and
# shown when units go by them (N23.2).


MOBILE_DEFENSE = CardId("mobile-defense")


def _exit(state: GameState, effect: Effect, *, into_zone: bool) -> ZoneExit:
    toll = 2 * numbers_of(state.battle).card.zone_cost
    return ZoneExit(printed(effect.card).title, into_zone, toll, effect.number)


def _mobile_defense(state: GameState, side: Side, units: Sequence[UnitId]) -> ZoneExit | None:
    effect = effect_of(state, side, MOBILE_DEFENSE)
    if effect is None:
        return None
    orders = [permissions(state, unit) for unit in units]
    if not all(order.row.slips for order in orders) or all(order.leave_zone for order in orders):
        return None
    return _exit(state, effect, into_zone=False)


def _infiltration(state: GameState, side: Side, units: Sequence[UnitId]) -> ZoneExit | None:
    effect = effect_of(state, side, INFILTRATION)
    if effect is None or is_full_play(state):
        return None
    has_guns = any(state.card(unit).arm.is_artillery for unit in units)
    if has_guns or all(permissions(state, unit).zone_to_zone for unit in units):
        return None
    return _exit(state, effect, into_zone=True)


# -- the answers


FIRE = CardId("fire")
"""The card that sets a town on fire; its effect names the hex (N23.4)."""


class Law(GroundLaw[GameState]):
    """The answers of NLC."""

    def allowance(self, state: GameState, unit: UnitId) -> int:
        """A unit's MA in half MP: less while Disrupted, more on a forced march."""
        return allowance(state, unit)

    def zone_exits(
        self, state: GameState, units: Sequence[UnitId], start: Hex
    ) -> tuple[ZoneExit, ...]:
        """The ways that cards open for units which move together from a hex.

        Trains need none: they leave a zone whatever their order is.
        """
        side = state.side_of(units[0])
        if not state.cards.effects or start not in enemy_zone(state, side):
            return ()
        if any(state.card(unit).arm.is_train for unit in units):
            return ()
        found = (_mobile_defense(state, side, units), _infiltration(state, side, units))
        return tuple(way for way in found if way is not None)

    def may_make_room(self, state: GameState, unit: UnitId) -> bool:
        """Whether a unit of a formation that moves in this segment has not moved yet (N6.2)."""
        acting, record = state.activation, state.units[unit]
        return (
            acting is not None
            and acting.segment is Segment.MOVEMENT
            and not (record.moved or record.square or state.card(unit).arm.is_train)
            and state.formation_of(unit).id in acting.formations
        )

    def closed_cells(self, state: GameState, units: Sequence[UnitId]) -> frozenset[int]:
        """Where troops that move hidden do not go (N20.11)."""
        lifted = state.hiding.lifted
        if not lifted or lifted.isdisjoint(units):
            return OPEN
        return closed_cells(state, state.side_of(units[0]))

    def opens_zones(self, state: GameState, side: Side) -> bool:
        """Whether an Aide de Camp rides (N12.4)."""
        return traces_through_zones(state, side)

    def blaze(self, state: GameState) -> Blaze:
        """The towns that a card has set on fire, whosever card it was (N23.4)."""
        if not state.cards.effects:
            return NO_FIRE
        towns = frozenset(Hex(h) for e in state.cards.effects if e.card == FIRE for h in e.subjects)
        return Blaze(towns, numbers_of(state.battle).card.fire) if towns else NO_FIRE


LAW = Law()
