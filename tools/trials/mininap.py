"""What must hold of every table of Mini-Nap 2, and answers to it that nobody listed (M33.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.rules.firing import FireOrder, Pivot
from hexwar.systems.mininap.rules.ground import barring
from hexwar.systems.mininap.rules.moving import Orders
from hexwar.systems.mininap.rules.setup import Place
from hexwar.systems.mininap.rules.standing import contacts, firm, footprint, index
from hexwar.systems.mininap.state import MiniState, Phase, Step, Unit
from hexwar.table.forces import UnitId
from tools.trials.contract import require

WIDE = (Formation.LINE, Formation.SKIRMISH)


def check_table(state: MiniState) -> None:
    """Nobody overlaps anybody, is off the table, where he may not be, or used twice."""
    for unit in state.units.values():
        if unit.pose is not None:
            check_place(state, unit)
            check_form(state, unit)
    check_lost(state)
    check_contacts(state)
    check_fire(state)


def check_place(state: MiniState, unit: Unit) -> None:
    """It stands on the table, alone, on ground that bears it (M33.1 a to c)."""
    areas = firm(state, unit)
    met = index(state).overlapped(areas, (unit.id,))
    require(not met, f"{unit.id} overlaps {met}")
    whole = footprint(state, unit)
    require(state.battle.ground.overhang(whole) <= 0.02, f"{unit.id} is over the edge")
    is_as_placed = unit.pose == state.battle.placed[unit.id].pose  # M22.8
    piece = None if is_as_placed else barring(state, unit, areas)
    require(piece is None, f"{unit.id} stands in {piece}")


def check_form(state: MiniState, unit: Unit) -> None:
    """It is in a formation that it may have, its numbers are whole ones (M33.1 d, e, k)."""
    card = state.card(unit.id)
    require(card.may_form(unit.formation), f"{unit.id} is in {unit.formation}")
    require(unit.bend is None or unit.formation in WIDE, f"{unit.id} is bent in no line")
    require(unit.hits >= 0, f"{unit.id} has {unit.hits} hits")
    pose = unit.pose
    assert pose is not None
    numbers = (pose.x, pose.y, pose.bearing)
    require(all(type(n) is int for n in numbers), f"{unit.id} stands at {numbers}")
    require(0 <= pose.bearing < 3600, f"{unit.id} faces {pose.bearing}")


def check_lost(state: MiniState) -> None:
    """Who is not on the table is lost, once; nobody without strength stays (M33.1 f, g)."""
    lost = Counter(one.unit for one in state.lost)
    require(all(n == 1 for n in lost.values()), f"lost twice: {lost}")
    gone = {unit.id for unit in state.units.values() if unit.pose is None}
    if state.turn:
        require(gone == set(lost), f"lost: {sorted(lost)}; not on the table: {sorted(gone)}")
    if state.phase is Phase.LOSSES and state.step is Step.PURSUIT:
        weak = [unit.id for unit in state.in_play() if state.sp(unit.id) <= 0]
        require(not weak, f"{weak} have no strength and stay")


def check_contacts(state: MiniState) -> None:
    """Whoever touches is touched, and both are enemies (M33.1 i)."""
    found = contacts(state)
    for unit, touched in found.items():
        for other in touched:
            require(unit in found.get(other, ()), f"{unit} touches {other}, and not back")
            is_enemy = state.side_of(unit) != state.side_of(other)
            require(is_enemy, f"{unit} touches its friend {other}")


def check_fire(state: MiniState) -> None:
    """No SP fires twice, no limbered gun at all, and nobody is named twice (M33.1 h, j)."""
    orders = [shots for plan in state.plans.values() for shots in plan.orders]
    shots = [*state.shots, *chain.from_iterable(orders)]
    spent: Counter[UnitId] = Counter()
    for shot in shots:
        spent[shot.unit] += shot.sp
        require(not state.units[shot.unit].is_limbered, f"{shot.unit} fires limbered")
    for unit, sp in spent.items():
        has = state.card(unit).sp
        require(sp <= has, f"{unit} fires with {sp} of {has} SP")
    stands = Counter((shot.unit, stand) for shot in shots for stand in shot.stands)
    require(all(n == 1 for n in stands.values()), f"a stand fires twice: {stands}")


# -- answers that nobody listed


def mutants(
    decision: Decision[Any],  # noqa: ARG001
    options: Sequence[Any],
    state: MiniState,
    dice: Dice,
) -> Iterator[Any]:
    """A few answers near the listed ones: longer and shorter steps, fewer SP, other bearings."""
    for _ in range(3):
        option = options[dice.below(len(options))]
        if isinstance(option, Orders):
            yield from _orders(option, state, dice)
        elif isinstance(option, Pivot):
            yield replace(option, bearing=(option.bearing + _shift(dice, 300)) % 3600)
        elif isinstance(option, FireOrder):
            yield from _fire(option, dice)
        elif isinstance(option, Place):
            yield from _places(option, dice)
        elif isinstance(option, tuple):
            yield tuple(item for item in option if dice.below(2))
            yield tuple(reversed(option))


def _shift(dice: Dice, most: int) -> int:
    return dice.below(2 * most + 1) - most


def _orders(option: Orders, state: MiniState, dice: Dice) -> Iterator[Orders]:
    if option.steps:
        at = dice.below(len(option.steps))
        step = option.steps[at]
        for value in (step.value + _shift(dice, 200), dice.below(2_000), -step.value):
            other = (*option.steps[:at], replace(step, value=value), *option.steps[at + 1 :])
            yield replace(option, steps=other)
        yield replace(option, steps=option.steps[::-1])
        yield replace(option, steps=option.steps * 2)
    units = [unit.id for unit in state.in_play()]
    yield replace(option, unit=units[dice.below(len(units))])
    yield replace(option, is_double=not option.is_double)
    yield replace(option, leaves=not option.leaves)
    if option.target is not None:
        yield replace(option, target=units[dice.below(len(units))])
    yield replace(option, turn=option.turn + _shift(dice, 450))


def _fire(option: FireOrder, dice: Dice) -> Iterator[FireOrder]:
    at = dice.below(len(option.shots))
    shot = option.shots[at]
    for other in (
        replace(shot, sp=shot.sp + _shift(dice, 2)),
        replace(shot, stands=shot.stands[:1]),
        replace(shot, target=shot.unit),
    ):
        yield replace(option, shots=(*option.shots[:at], other, *option.shots[at + 1 :]))


def _places(option: Place, dice: Dice) -> Iterator[Place]:
    pose = option.pose
    yield replace(option, pose=replace(pose, x=pose.x + _shift(dice, 500)))
    yield replace(option, pose=replace(pose, y=pose.y + _shift(dice, 500)))
    yield replace(option, pose=replace(pose, bearing=(pose.bearing + _shift(dice, 900)) % 3600))
    kinds = tuple(Formation)
    yield replace(option, formation=kinds[dice.below(len(kinds))])
    yield replace(option, is_limbered=not option.is_limbered)
