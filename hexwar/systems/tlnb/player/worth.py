"""What a table is worth to a side, in VP: losses, spirit, places, and what they lead to (T23.1)."""

from __future__ import annotations

from typing import Final

from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Outlook
from hexwar.systems.tlnb.rules.losses.demoralization import counts, level_of, lost_sp
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Box

SP: Final = 1.4
"""VP that an SP is worth that is lost: its own VP, and what it would have done later."""

GONE: Final = 0.25
"""VP more for each SP that is lost for good, and cannot recover."""

BROKEN: Final = 6.5
"""VP for a demoralized formation: its own 5, and that it attacks no more."""

BEATEN: Final = 25.0
"""VP for an army of which every formation is demoralized: the battle is won (T15.6)."""

NEARING: Final = 0.6
"""What part of that a formation counts that is on the way there."""

HELD: Final = 0.75
"""What a VP of a hex is worth while there are turns left in which it may change hands."""

GROUND: Final = 0.1
"""VP for each SP that is driven back."""


def gain(before: TlnbState, after: TlnbState, side: Side) -> float:
    """What a side has won from one table to another, VP."""
    total = 0.0
    touched: dict[FormationId, float] = {}
    for id_, record in after.units.items():
        was = before.units[id_]
        if was is record:
            continue
        card = after.card(id_)
        sign = -1.0 if card.side == side else 1.0
        if card.arm.is_train:
            total += sign * _train(before, after, id_)
            continue
        lost = float(lost_sp(after, id_) - lost_sp(before, id_))
        total += sign * SP * lost
        if record.box is Box.PEU and was.box is not Box.PEU:
            total += sign * GONE * card.sp
        if record.hex is not None and was.hex is not None and record.hex != was.hex:
            total += sign * GROUND * after.sp(id_) * (id_ in after.fights.shaken)
        formation = after.formation_of(id_).id
        touched[formation] = touched.get(formation, 0.0) + lost
    for formation, lost in touched.items():
        if lost:
            total += _spirit(before, after, formation, side)
    return total + _leaders(before, after, side) + _places(before, after, side)


def _train(before: TlnbState, after: TlnbState, train: UnitId) -> float:
    is_taken = before.units[train].hex is not None and after.units[train].hex is None
    return float(after.numbers.victory.baggage_train) if is_taken else 0.0


def _spirit(before: TlnbState, after: TlnbState, formation: FormationId, side: Side) -> float:
    owner = after.battle.formations[formation].side
    sign = -1.0 if owner == side else 1.0
    now, was = dread(after, formation), dread(before, formation)
    if now >= BROKEN > was and _is_beaten(after, owner):
        return sign * (now - was + BEATEN)
    return sign * (now - was)


def _is_beaten(state: TlnbState, side: Side) -> bool:
    """Whether every formation of a side that counts is broken: it loses at once (T15.6)."""
    counted = [f for f in state.battle.levels if counts(state, f, side)]
    return all(dread(state, formation) >= BROKEN for formation in counted)


def dread(state: TlnbState, formation: FormationId) -> float:
    """What a formation's losses count besides themselves: how near it is to break, VP."""
    level = level_of(state, formation)
    if level is None:
        return 0.0
    lost = sum(lost_sp(state, unit) for unit in state.units_of(formation))
    if lost >= level > 0:
        return BROKEN
    share: float = lost / max(level, 1)
    return NEARING * BROKEN * float(share**1.5)


def _leaders(before: TlnbState, after: TlnbState, side: Side) -> float:
    numbers, total = after.numbers.victory, 0.0
    for leader in after.losses.captured.keys() - before.losses.captured.keys():
        is_commander = leader in after.battle.commanders
        vp = numbers.commander if is_commander else numbers.officer
        total += -vp if after.battle.leaders[leader].side == side else vp
    return total


def _places(before: TlnbState, after: TlnbState, side: Side) -> float:
    """VP of hexes that change hands, when who is in them now stays."""
    outlook = Outlook(before, side)
    share = HELD if outlook.turns_left > 1 else 1.0
    total = 0.0
    for hex_, vp in outlook.prizes.items():
        total += share * vp * (_held(after, hex_, side) - _held(before, hex_, side))
    return total


def _held(state: TlnbState, hex_: Hex, side: Side) -> int:
    """1 where a side holds a hex or stands in it, -1 where the enemy does."""
    units = state.combat_units_in(hex_)
    owner = state.side_of(units[0]) if units else state.holding.control.get(hex_)
    is_source = hex_ in state.battle.sources_on(state.turn) and hex_ not in state.battle.vp_hexes
    if is_source and owner is not None and state.battle.sources_on(state.turn)[hex_] == owner:
        return 0
    return 0 if owner is None else 1 if owner == side else -1
