"""How prompts name sides, formations, units and hexes: plain words without markup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwar.engine import CHANCE, Decision
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.state import GameState


def whom(state: GameState, decision: Decision[Any]) -> str:
    """Who is asked, as a sentence begins: `The French`."""
    if decision.side == CHANCE:
        return "Chance"
    name = side_name(state, Side(decision.side))
    return name[0].upper() + name[1:]


def side_name(state: GameState, side: Side) -> str:
    """A side within a sentence: `the French`."""
    return f"the {state.battle.side_names.get(side, side)}"


def formation_name(state: GameState, formation: FormationId) -> str:
    """A formation with its commander: `V Cavalry Corps (Milhaud)`."""
    card = state.battle.formations[formation]
    leaders = [state.battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def hex_name(state: GameState, hex_: Hex) -> str:
    """A hex with its place: `Brienne-le-Château (0913)`."""
    return state.battle.battlefield.name_of(hex_)


def unit_name(state: GameState, unit: UnitId) -> str:
    """A unit."""
    return state.card(unit).name


def unit_names(state: GameState, units: Iterable[UnitId]) -> str:
    """Units as a list."""
    return joined(unit_name(state, unit) for unit in units)


def joined(words: Iterable[str]) -> str:
    """A list as it is written.

    >>> joined(["Piré"]), joined(["Piré", "Briche", "Lhéritier"])
    ('Piré', 'Piré, Briche and Lhéritier')
    """
    *front, last = [*words] or [""]
    return f"{', '.join(front)} and {last}" if front else last


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: `1 hex`, `2 hexes`."""
    return f"{number} {one if number == 1 else many}"
