"""Cavalry Pursuit: a charge on who has just retreated (card 17, 18.82)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.cards.readings import Moment
from hexwar.engine import Choice, Table
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.rules.cards.tactics import PURSUIT, PlayTactics, offer
from hexwar.systems.tlnb.rules.combat.charge import (
    charge,
    charge_paths,
    column_of,
    may_all_charge,
    report,
    target_refusal,
)
from hexwar.systems.tlnb.rules.combat.results import Clash
from hexwar.systems.tlnb.rules.losses.demoralization import is_shaken
from hexwar.systems.tlnb.rules.movement.hidden import show_up
from hexwar.systems.tlnb.state import Ride, TlnbState
from hexwar.table.forces import Arm, UnitId
from hexwar.table.question import Question
from hexwar.table.words import unit_list


def pursuits(
    state: TlnbState, attackers: Sequence[UnitId], starts: Sequence[Hex], fled: Sequence[UnitId]
) -> tuple[Ride, ...]:
    """The charges by which a side could pursue: cavalry in the combat or next to its hexes.

    It need not be in command, and may have moved and attacked; who charges whom is as in T13.
    """
    field, side = state.battle.battlefield, state.phasing
    centres = {*starts, *(h for u in attackers if (h := state.units[u].hex) is not None)}
    near = {b for hex_ in centres for b in field.grid.neighbours[hex_]} | centres
    targets = sorted({h for u in fled if (h := state.units[u].hex) is not None})
    found: list[Ride] = []
    for hex_ in sorted(near):
        riders = tuple(u for u in state.combat_units_in(hex_, side) if _may_pursue(state, u))
        groups = [riders, *((u,) for u in riders)] if len(riders) > 1 else [riders]
        for target in targets:
            for units in groups if riders else ():
                ride = _ride(state, units, target)
                if ride is not None:
                    found.append(ride)
    return tuple(found)


def _may_pursue(state: TlnbState, unit: UnitId) -> bool:
    record, arm = state.units[unit], state.card(unit).arm
    is_rider = arm is Arm.HEAVY_CAVALRY or (arm.is_cavalry and may_all_charge(state))
    is_free = not record.charged and not record.column and unit not in state.marks.returned
    return is_rider and is_free and not is_shaken(state, unit)


def _ride(state: TlnbState, units: tuple[UnitId, ...], target: Hex) -> Ride | None:
    path = next(charge_paths(state, units, target), None)
    if path is None or column_of(state, units, target) is None:
        return None
    ride = Ride(units, target, path)
    return ride if target_refusal(state, ride) is None else None


@dataclass(frozen=True, slots=True)
class Pursue(Question[Ride], rule="T24.3"):
    """T24.3: which cavalry pursues whom."""

    words = mark("Which cavalry pursues?")
    clue = mark("Click a hex to charge.")
    attackers: tuple[UnitId, ...]
    starts: tuple[Hex, ...]
    fled: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[Ride]:
        """Each stack of cavalry, and each unit of it, on each hex with those who fled."""
        return pursuits(state, self.attackers, self.starts, self.fled)

    def choices(self, view: TlnbState, options: Sequence[Ride]) -> Sequence[Choice[Any]]:
        """A button for each with its column."""
        found: list[Choice[Any]] = []
        for option in options:
            names = unit_list(view, option.units)
            where = view.battle.battlefield.name_of(option.target)
            column = report(view, option).column_name
            words = mark("{column} on {hex}: {names}")
            label = say(words, column=column, hex=where, names=names)
            id_ = f"{'+'.join(option.units)}-{option.target}"
            found.append(Choice(id_, label, "", option))
        return found


async def pursue(table: Table[TlnbState], clash: Clash) -> None:
    """18.82: after a Dr the phasing side may charge those who have retreated, by a card."""
    state = table.state
    around = (*clash.starts, clash.target)
    fled = tuple(u for u in clash.defenders if state.units[u].hex not in (None, clash.target))
    if not pursuits(state, clash.attackers, around, fled):
        return
    asked = PlayTactics(state.phasing, clash.target, clash.attackers, Moment.AFTER)
    if await offer(table, asked) == PURSUIT:
        ride = await Pursue(state.phasing, clash.attackers, around, fled)
        show_up(table, ride.units)
        await charge(table, ride, is_pursuit=True)
