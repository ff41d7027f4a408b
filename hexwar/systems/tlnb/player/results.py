"""What follows from fights: losses, retreats, advances, and the like."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Outlook, Question
from hexwar.systems.tlnb.player.worth import gain
from hexwar.systems.tlnb.rules.arrivals.arrivals import EnterForce
from hexwar.systems.tlnb.rules.cards.tactics import StandFast
from hexwar.systems.tlnb.rules.combat.bombardment import ChooseVictim
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses, RideOn, Toll
from hexwar.systems.tlnb.rules.combat.retreat import Flight, RetreatStack
from hexwar.systems.tlnb.rules.command.leaders import SaveLeader
from hexwar.systems.tlnb.rules.dice import ThrowAgain
from hexwar.systems.tlnb.rules.losses.losses import take_step
from hexwar.systems.tlnb.rules.losses.recovery import Return, ReturnUnit
from hexwar.systems.tlnb.rules.movement.stacking import DisplaceExcess, Room
from hexwar.systems.tlnb.rules.movement.works import BuildPosition
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId

GOOD_DIE, BAD_DIE = 2, 5
"""Dice that are thrown again: up to the one where high is good, from the other where low is."""


def after_steps(state: TlnbState, units: Sequence[UnitId], steps: Sequence[int]) -> TlnbState:
    """The table after some steps are lost."""
    table = Table(state.copy())
    for unit, n in zip(units, steps, strict=True):
        for _ in range(n):
            take_step(table, unit)
    return table.state


def losses(question: Question[ChooseLosses, Toll]) -> Toll:
    """The steps that cost least, the spirit of their formations reckoned in."""
    state, side = question.state, question.outlook.side

    def worth(toll: Toll) -> float:
        return gain(state, after_steps(state, question.asked.units, toll.steps), side)

    return max(question.options[:40], key=worth)


def victim(question: Question[ChooseVictim, UnitId]) -> UnitId:
    """The unit whose step hurts the enemy most."""
    state, side = question.state, question.outlook.side
    return max(question.options, key=lambda u: gain(state, after_steps(state, (u,), (1,)), side))


def retreat(question: Question[RetreatStack, Flight]) -> Flight:
    """To where it is safest: away from the enemy, to friends, into a hex that counts."""
    outlook = question.outlook
    return max(question.options, key=lambda flight: _refuge(outlook, flight))


def _refuge(outlook: Outlook, flight: Flight) -> float:
    end, state = flight.path[-1], outlook.state
    units = sum(state.sp(u) for u in flight.units)
    pressed = outlook.pressure.get(end, 0)
    friends = outlook.friends.get(end, 0)
    near = outlook.enemies_within(end, 3)
    worth = len(flight.units) - 1.5 * (pressed > 0) - 0.05 * near
    worth += min(friends, 8) * 0.05 * (pressed > 0)
    if pressed > units + friends:
        worth -= 1.0
    if end in outlook.prizes:
        worth += 0.3 * outlook.prizes[end]
    here = flight.path[0]
    if here in outlook.prizes:
        worth -= 0.1 * outlook.distance(here, end)
    return worth


# -- advances


def danger(outlook: Outlook, hex_: Hex, own: int) -> float:
    """VP that a stack of so many SP risks in a hex from those who stand next to it."""
    pressed = outlook.pressure.get(hex_, 0)
    if not pressed or not own:
        return 0.0
    ratio = pressed / own
    return 0.0 if ratio < 1 else min(0.25 * (ratio - 0.5), 0.7) * own


def advance(question: Question[Advance, tuple[UnitId, ...]]) -> tuple[UnitId, ...]:
    """Into a hex that counts, or where it is as safe as where they stand."""
    outlook, target = question.outlook, question.asked.hex
    return max(question.options, key=lambda units: _step_forward(outlook, units, target))


def _step_forward(outlook: Outlook, units: tuple[UnitId, ...], target: Hex) -> float:
    state = outlook.state
    going = sum(state.sp(u) for u in units)
    if not going:
        return 0.0
    prize = outlook.prizes.get(target, 0)
    worth = (2.0 * prize if prize and not outlook.is_ours(target) else 0.3 * prize) + 0.01
    worth -= danger(outlook, target, going)
    for hex_ in {h for u in units if (h := state.units[u].hex) is not None}:
        leaving = sum(state.sp(u) for u in units if state.units[u].hex == hex_)
        stays = outlook.friends.get(hex_, 0) - leaving
        worth += danger(outlook, hex_, stays + leaving) - danger(outlook, hex_, stays)
        if hex_ in outlook.prizes and not stays and outlook.is_ours(hex_):
            worth -= 0.7 * outlook.prizes[hex_]
    return worth


def ride_on(question: Question[RideOn, Hex | None]) -> Hex | None:
    """One hex on to what counts; else they stay."""
    outlook, state = question.outlook, question.state
    own = sum(state.sp(u) for u in question.asked.units)
    best, most = None, 0.2
    for hex_ in question.options:
        if hex_ is None:
            continue
        prize = 0 if outlook.is_ours(hex_) else outlook.prizes.get(hex_, 0)
        worth = 2.0 * prize - danger(outlook, hex_, own)
        if worth > most:
            best, most = hex_, worth
    return best


# -- small things


def enter(question: Question[EnterForce, bool]) -> bool:  # noqa: ARG001
    """Forces come as soon as they may."""
    return True


def stand(question: Question[StandFast | SaveLeader, bool]) -> bool:  # noqa: ARG001
    """A card that saves something is used."""
    return True


def throw_again(question: Question[ThrowAgain, bool]) -> bool:
    """Bad dice are thrown again: low is good everywhere but with guns."""
    asked = question.asked
    if asked.purpose == "the bombardment":
        return asked.die <= GOOD_DIE
    return asked.die >= BAD_DIE


def make_room(question: Question[DisplaceExcess, Room]) -> Room:
    """Whoever makes room goes where the enemy is farthest."""
    outlook = question.outlook

    def worth(room: Room) -> float:
        if room.hex is None:
            return -float(outlook.state.sp(room.unit))
        return min(outlook.enemy_distance(room.hex), 5) - 0.01 * outlook.state.sp(room.unit)

    return max(question.options, key=worth)


def dig(question: Question[BuildPosition, Hex | None]) -> Hex | None:
    """Wherever it may be tried."""
    return next((hex_ for hex_ in question.options if hex_ is not None), None)


def come_back(question: Question[ReturnUnit, Return | None]) -> Return | None:
    """The strongest unit, where the enemy is farthest."""
    outlook = question.outlook
    found = [option for option in question.options if option is not None]
    card = question.state.card
    return max(
        found,
        key=lambda back: (card(back.unit).reduced_sp, outlook.enemy_distance(back.hex)),
        default=None,
    )
