"""The manoeuvre phases: one unit after the other acts (M14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.events import ContactsKept, SideEnded, UnitDone, UnitMoved, UnitRemoved
from hexwar.systems.mininap.rules.charge import DefendByFire, charge, charge_of, whole_shot
from hexwar.systems.mininap.rules.choices import MOST, options_for
from hexwar.systems.mininap.rules.dice import passes
from hexwar.systems.mininap.rules.fire import silence, targets
from hexwar.systems.mininap.rules.firing import resolve
from hexwar.systems.mininap.rules.losses import is_shaken
from hexwar.systems.mininap.rules.manoeuvre import cannot_act, walk_of
from hexwar.systems.mininap.rules.moving import Action, Orders, Walk
from hexwar.systems.mininap.rules.shapes import needed
from hexwar.systems.mininap.rules.standing import contacts, footprint, in_command, nearest_enemy
from hexwar.systems.mininap.state import Cause, MiniState, Shot
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.tabletop.measure import rounded, within

EACH = 12
"""Orders of a unit in the list of all units; the window and players ask for those of one."""


@dataclass(frozen=True, slots=True)
class ActWithUnit(Question[Orders | None], rule="M14.2", is_open=True):
    """M14.2: which unit acts, and how; None: the phase is over."""

    words = mark("{who} move and charge.")
    clue = mark("Drag a unit, or end the phase.")

    def options(self, state: MiniState) -> Sequence[Orders | None]:
        """The end, and for each unit that can act some of what it can do (M31)."""
        units = [u.id for u in state.in_play(Side(self.side)) if cannot_act(state, u.id) is None]
        found = (o for unit in units for o in options_for(state, unit, EACH))
        return [None, *found][:MOST]

    def refusal(self, state: MiniState, answer: Orders | None) -> Refusal | None:
        """The law, step by step."""
        return None if answer is None else orders_refusal(state, answer)

    def choices(
        self,
        view: MiniState,  # noqa: ARG002
        options: Sequence[Orders | None],
    ) -> Sequence[Choice[Orders | None]]:
        """The end; all else is done on the table."""
        return (
            [Choice("end", say("End the phase"), "", None, Manner.END)] if None in options else []
        )


def orders_refusal(state: MiniState, orders: Orders) -> Refusal | None:
    """Why a unit may not do as it is told, or None."""
    if orders.action is Action.CHARGE:
        found = charge_of(state, orders)
        return found if isinstance(found, Refusal) else None
    walk = walk_of(state, orders)
    if isinstance(walk, Refusal):
        return walk
    if walk.is_off != orders.leaves:
        return refuse("M14.11", mark("A unit leaves the table only by a move that says so."))
    return _shaken_refusal(state, orders, walk)


def _shaken_refusal(state: MiniState, orders: Orders, walk: Walk) -> Refusal | None:
    """M23.3: a shaken brigade does not come nearer to the enemy in double-time."""
    card = state.card(orders.unit)
    if not (orders.is_double and card.brigade and is_shaken(state, card.brigade)):
        return None
    before = nearest_enemy(state, card.side, footprint(state, state.units[orders.unit]), 500.0)
    after = nearest_enemy(state, card.side, footprint(state, walk.after), 500.0)
    if before is None or after is None or rounded(after) >= rounded(before):
        return None
    words = mark("{name} is of a shaken brigade: no double-time towards the enemy.")
    return refuse("M23.3", words, name=card.name)


async def begin_moves(table: Table[MiniState]) -> None:
    """M14.10: who is in contact as the phase begins is kept for all of it."""
    state = table.state
    met = tuple(unit.id for unit in state.in_play() if unit.id in contacts(state))
    table.emit(ContactsKept(met))


async def act_one(table: Table[MiniState], side: Side) -> None:
    """M14.2: one unit acts, or the phase of a side is over."""
    orders = await ActWithUnit(side)
    if orders is None:
        table.emit(SideEnded(side))
    elif orders.action is Action.CHARGE:
        await charge(table, orders)
    elif orders.action is Action.DISENGAGE and not await _gets_away(table, orders):
        table.emit(UnitDone(orders.unit))
    else:
        walk = walk_of(table.state, orders)
        assert isinstance(walk, Walk)  # the law has judged it
        _move(table, walk)
        await _be_shot_at(table, orders.unit)


async def _gets_away(table: Table[MiniState], orders: Orders) -> bool:
    """M20.2: out of command cavalry tests."""
    state = table.state
    if state.card(orders.unit).arm is not Arm.CAVALRY or in_command(state, orders.unit):
        return True
    most = needed(state, orders.unit, state.numbers.disengaging.hold)
    return await passes(table, orders.unit, mark("disengaging"), most)


async def _be_shot_at(table: Table[MiniState], unit: UnitId) -> None:
    """M25.2: enemies who hold their fire may fire at who ends a manoeuvre close by."""
    state = table.state
    if state.battle.options.get("opportunity_fire") != "on" or state.units[unit].pose is None:
        return
    able = lurkers(state, unit)
    if not able:
        return
    side = state.battle.enemy(state.side_of(unit))
    for shooter in await DefendByFire(side, tuple(able), unit):
        await resolve(table, able[shooter], at=table.state.units[unit])


def lurkers(state: MiniState, unit: UnitId) -> dict[UnitId, Shot]:
    """The enemies who hold their fire and have a unit before them, close by (M25.2)."""
    near, found = state.numbers.fire.opportunity, dict[UnitId, Shot]()
    for other in state.in_play(state.battle.enemy(state.side_of(unit))):
        if other.has_fired or silence(state, other) is not None:
            continue
        is_foot = state.card(other.id).arm is Arm.INFANTRY
        reach = near.muskets if is_foot else near.canister
        target = next((t for t in targets(state, other.id) if t.unit == unit), None)
        if target is not None and within(target.range, reach):
            found[other.id] = whole_shot(state, other, target)
    return found


def _move(table: Table[MiniState], walk: Walk) -> None:
    """A unit stands where its move led, or has left the table (M14.11)."""
    after = walk.after
    assert after.pose is not None
    table.emit(
        UnitMoved(after.id, walk.poses, after.pose, after.formation, after.bend, after.is_limbered)
    )
    if walk.is_off:
        table.emit(UnitRemoved(after.id, Cause.TABLE, table.state.card(after.id).sp))
