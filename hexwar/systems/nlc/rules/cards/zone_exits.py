"""Ways out of an enemy's zone of control that a card opens for more MP (N23.4, N23.8).

A Mobile Defense lets units under Defend and Delay leave it; in restricted play an Infiltration
lets infantry and cavalry go on to another hex of it. Who moves so begins in the zone: nobody goes
on from a zone that he has just entered (house rule). Both cards are played face down and shown
when units go by them (N23.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, Effect
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.rules.cards.effects import effect_of
from hexwar.systems.nlc.rules.cards.order_effects import INFILTRATION, is_full_play
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import StepCost

MOBILE_DEFENSE = CardId("mobile-defense")

HOLDING = (Verb.DEFEND, Verb.DELAY)
"""The orders under which a Mobile Defense helps."""


@dataclass(frozen=True, slots=True)
class ZoneExit:
    """A first step out of an EZOC that a card allows, and the order does not."""

    effect: Effect
    into_zone: bool  # to another EZOC, else into the open
    toll: int  # half MP more

    @property
    def name(self) -> str:
        """What the step is called among its costs."""
        return printed(self.effect.card).title


def zone_exits(
    state: GameState, side: Side, units: Sequence[UnitId], start: Hex
) -> tuple[ZoneExit, ...]:
    """The ways that cards open for units which move together from a hex.

    Trains need none: they leave a zone whatever their order is.
    """
    if not state.effects or start not in enemy_zone(state, side):
        return ()
    if any(state.card(unit).arm.is_train for unit in units):
        return ()
    found = (_mobile_defense(state, side, units), _infiltration(state, side, units))
    return tuple(way for way in found if way is not None)


def exit_to(state: GameState, side: Side, exits: Sequence[ZoneExit], hex_: Hex) -> ZoneExit | None:
    """Of some ways out of an EZOC the one that leads to a hex next to it, or None."""
    if not exits:
        return None
    into_zone = hex_ in enemy_zone(state, side)
    return next((way for way in exits if way.into_zone == into_zone), None)


def dearer(step: StepCost, way: ZoneExit | None) -> StepCost:
    """A first step with what a way out of an EZOC adds to it."""
    if way is None:
        return step
    return StepCost(step.hex, step.halves + way.toll, (*step.parts, (way.name, way.toll)))


def _mobile_defense(state: GameState, side: Side, units: Sequence[UnitId]) -> ZoneExit | None:
    effect = effect_of(state, side, MOBILE_DEFENSE)
    orders = [permissions(state, unit) for unit in units]
    if effect is None or any(order.step.verb not in HOLDING for order in orders):
        return None
    if all(order.leave_zone for order in orders):
        return None
    return ZoneExit(effect, into_zone=False, toll=_toll(state))


def _infiltration(state: GameState, side: Side, units: Sequence[UnitId]) -> ZoneExit | None:
    effect = effect_of(state, side, INFILTRATION)
    if effect is None or is_full_play(state):
        return None
    arms = [state.card(unit).arm for unit in units]
    if any(arm.is_artillery for arm in arms):
        return None
    if all(permissions(state, unit).zone_to_zone for unit in units):
        return None
    return ZoneExit(effect, into_zone=True, toll=_toll(state))


def _toll(state: GameState) -> int:
    return 2 * numbers_of(state.battle).card.zone_cost
