"""Where each formation is to go: hexes that count VP, and the enemy who can be beaten (T32.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Outlook, march_costs
from hexwar.table.forces import FormationId

PREY: Final = 0.7
"""VP that an enemy SP in the field is worth to go after it."""

NEAR: Final = 3
"""Hexes around an aim whose enemies must be beaten for it."""

THREAT: Final = 6
"""Hexes from which an enemy threatens a hex that is held."""

KEEPING: Final = 1.3
"""By how much the aim of the turn before is liked better than a new one."""

HOUR: Final = 9.0
"""Half MP that a formation makes in a turn on its way."""

LATE: Final = 1.5
"""Turns that halve what an aim is worth, about."""

ENOUGH: Final = 1.4
"""SP to SP of the enemies at an aim, beyond which more troops add little."""

GARRISON: Final = 4
"""SP that hold a hex where no enemy is near."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a formation is to go, and why."""

    hex: Hex
    worth: float
    is_prize: bool


def aims(outlook: Outlook, before: Mapping[FormationId, Hex]) -> Mapping[FormationId, Aim]:
    """An aim for each formation, the strongest first; what is taken care of counts less.

    Args:
        outlook: The table.
        before: The aims of the turn before, which nobody gives up lightly.
    """
    sent: dict[Hex, float] = {}
    found: dict[FormationId, Aim] = {}
    state = outlook.state
    strength = {f: sum(state.sp(u) for u in units) for f, units in outlook.places.items()}
    values = {**_prey(outlook), **_places(outlook)}
    for formation in sorted(strength, key=lambda f: (-strength[f], f)):
        best: Aim | None = None
        for hex_, value in values.items():
            share = _share(outlook, hex_, sent.get(hex_, 0.0), strength[formation])
            worth = value * share / (LATE + turns_to(outlook, formation, hex_))
            worth *= KEEPING if before.get(formation) == hex_ else 1.0
            if best is None or worth > best.worth:
                best = Aim(hex_, worth, hex_ in outlook.prizes)
        if best is not None:
            found[formation] = best
            soon = LATE / (LATE + turns_to(outlook, formation, best.hex))
            sent[best.hex] = sent.get(best.hex, 0.0) + 1.5 * soon * strength[formation]
    return found


def _places(outlook: Outlook) -> dict[Hex, float]:
    """The hexes that count, those of the enemy twice; own ones as far as they are threatened."""
    found: dict[Hex, float] = {}
    sources = outlook.state.battle.sources_on(outlook.state.turn)
    for hex_, vp in outlook.prizes.items():
        is_source = hex_ in sources and hex_ not in outlook.state.battle.vp_hexes
        if outlook.is_ours(hex_) and hex_ not in outlook.enemies:
            foes = outlook.enemies_within(hex_, THREAT)
            share = (0.6 if is_source else 1.2) * min(foes / 8, 1.0)
            found[hex_] = vp * share + 0.02 * vp
        else:
            is_held = outlook.state.holding.control.get(hex_) is not None
            found[hex_] = (2.0 if is_held and not is_source else 1.0) * vp
    return found


def _prey(outlook: Outlook) -> dict[Hex, float]:
    """The enemy's stacks, for what stands around each."""
    return {hex_: PREY * outlook.enemies_within(hex_, 2) * 0.6 for hex_ in outlook.enemies}


def _share(outlook: Outlook, hex_: Hex, sent: float, strength: int) -> float:
    """What a formation adds to those who are sent to an aim already, 0 to 1."""
    needed = max(ENOUGH * outlook.enemies_within(hex_, NEAR), GARRISON)
    if sent >= needed:
        return 0.15
    able = min((sent + strength) / needed, 1.0)
    return able if sent else max(able, 0.1) ** 1.2


def turns_to(outlook: Outlook, formation: FormationId, hex_: Hex) -> float:
    """The turns that most of a formation takes to a hex; very many if it comes too late."""
    state = outlook.state
    costs, index = march_costs(state, hex_), state.battle.battlefield.grid.index
    cells = [index[hex_] for hex_ in outlook.places[formation].values()]
    reached = sorted(costs[cell] for cell in cells if cell in costs)
    if not reached:
        return _NEVER
    turns = reached[len(reached) // 2] / HOUR
    return turns if turns <= outlook.turns_left + 1 else 10 * turns


_NEVER: Final = 999.0
