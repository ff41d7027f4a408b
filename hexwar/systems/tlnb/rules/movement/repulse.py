"""Repulse: moves that run into a hidden force, weak stacks that are pushed back (T17.6, T17.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.engine import Choice, Manner, Table
from hexwar.ground.hiding import Halt, uncover, uncover_halt, unseen_holders
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.hidden import ForcePushed, ForceRepulsed
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.command.command import initiative
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.dropping import Drops, parts
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.movement.vedettes import enter
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.table.words import unit_list

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class RevealForce(Question[bool], rule="T17.6"):
    """T17.6: who is run into shows himself; there is no choice."""

    words = mark("Who hides in {hex} is run into, and shows himself.")
    hex: Hex

    def options(self, state: TlnbState) -> Sequence[bool]:  # noqa: ARG002
        """It is revealed."""
        return (True,)


@dataclass(frozen=True, slots=True)
class PushBack(Question[Hex | None], rule="T17.7"):
    """T17.7: whether a strong stack pushes a weak one back that it has come up to; None: no."""

    words = mark("{units} may push a weak enemy back for {mp} MP and go on.")
    kinds = ("push", "pass")
    clue = mark("Click the enemy, or press the button.")
    units: Units

    def options(self, state: TlnbState) -> Sequence[Hex | None]:
        """No; each weak stack next to them."""
        return [None, *pushable(state, self.units)]

    def sentence(self, view: TlnbState) -> str:
        """It says what that costs."""
        names, mp = unit_list(view, self.units), view.numbers.repulse.cost
        return self.told(view, self.words, units=names, mp=mp)

    def choices(self, view: TlnbState, options: Sequence[Hex | None]) -> Sequence[Choice[Any]]:
        """A click on the hex."""
        name, hexes = view.battle.battlefield.name_of, view.numbers.repulse.push
        found: list[Choice[Any]] = []
        for hex_ in options:
            if hex_ is None:
                found.append(Choice("none", say("No"), say("The move is over"), None, Manner.END))
                continue
            label = say("Push back {hex}", hex=name(hex_))
            tip = say("The stack goes {n} hexes back, or is eliminated", n=hexes)
            found.append(Choice(hex_, label, tip, hex_, spots=(hex_,)))
        return found


# -- what a move has met (T17.4, T17.6)


async def meet(
    table: Table[TlnbState],
    units: Units,
    path: Sequence[Hex],
    halt: Halt | None,
    drops: Drops = (),
) -> None:
    """T16.3, T17.4, T17.6, T17.10: all that a move has run into, in its order.

    Args:
        table: The table, with the units where they went.
        units: Who moved.
        path: The hexes that they went, the first where they stood.
        halt: What stopped them that they had not seen.
        drops: Who stayed behind on the way.
    """
    state, side = table.state, table.state.side_of(units[0])
    enemy = state.battle.enemy(side)
    holders: Units = ()
    if halt is not None and halt.foe is not None:
        holders = unseen_holders(state, halt.foe, side)
        if holders:
            await RevealForce(enemy, halt.foe)
    if not state.hiding.is_empty:
        uncover(table, path[1:], "met", enemy)
        if halt is not None:
            uncover_halt(table, side, halt)
    await enter(table, units, tuple(path), drops)
    if state.battle.flag("hidden") != "on":
        return
    for place, staying in parts(units, path, drops):
        fighters = tuple(u for u in staying if state.card(u).is_combat_unit)
        if not fighters:
            continue
        if place == len(path) - 1 and halt is not None and halt.foe is not None and holders:
            await _repulsed(table, fighters, halt.foe)
        elif len(path) > 1:
            await _push(table, fighters)


async def _repulsed(table: Table[TlnbState], units: Units, foe: Hex) -> None:
    """T17.6: the movers roll their initiative; who fails retreats one more hex."""
    state, side = table.state, table.state.side_of(units[0])
    needed = initiative(state, units)
    die = await throw(table, side, mark("the repulse"))
    table.emit(ForceRepulsed(units, foe, die, needed, die > needed))
    start = state.units[units[0]].hex
    if die > needed and start is not None:
        await retreat(table, start, units, 1, Blame((foe,), is_bombardment=True))


# -- pushing back (T17.7)


def pushable(state: TlnbState, units: Units) -> tuple[Hex, ...]:
    """The hexes next to a stack whose lone, weak enemies it can push back now."""
    numbers = state.numbers.repulse
    here = state.units[units[0]].hex
    if here is None or any(unit in state.marks.pushed for unit in units):
        return ()
    if any(allowance(state, u) - state.units[u].spent < 2 * numbers.cost for u in units):
        return ()
    enemy = state.battle.enemy(state.side_of(units[0]))
    own = sum(state.sp(unit) for unit in units)
    return tuple(
        hex_
        for hex_ in contact_hexes(state, here)
        if 0 < (sp := _lone_sp(state, hex_, enemy)) <= numbers.most_sp and own >= numbers.ratio * sp
    )


def _lone_sp(state: TlnbState, hex_: Hex, side: Side) -> int:
    """The SP of a side's stack in a hex that has no friend next to it; 0 where it has, or none."""
    around = state.battle.battlefield.grid.neighbours[hex_]
    if any(state.combat_units_in(near, side) for near in around):
        return 0
    return sum(state.sp(unit) for unit in state.combat_units_in(hex_, side))


async def _push(table: Table[TlnbState], units: Units) -> None:
    """T17.7: a weak stack goes two hexes back or is eliminated; the mover may go on."""
    state, side = table.state, table.state.side_of(units[0])
    if not pushable(knowledge(state, side), units):
        return
    target = await PushBack(side, units)
    if target is None:
        return
    here = state.units[units[0]].hex
    assert here is not None
    pushed = state.combat_units_in(target, state.battle.enemy(side))
    uncover(table, (target,), "met", state.battle.enemy(side))
    table.emit(ForcePushed(units, target, 2 * state.numbers.repulse.cost))
    arms = tuple(state.card(unit).arm for unit in units)
    await retreat(table, target, pushed, state.numbers.repulse.push, Blame((here,), arms))
