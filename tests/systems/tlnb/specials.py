"""Positions of `cases` in a battle that has a special rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexwar.hexes import Hex, hexside
from hexwar.series.battle import SpecialRule
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId


def ruled(
    state: TlnbState,
    id_: str,
    *,
    formations: str = "",
    at: str = "",
    sides: Iterable[str] = (),
    turns: tuple[int, ...] = (),
    **numbers: int,
) -> TlnbState:
    """The same in a battle with a special rule; hexsides as ``0101-0102``."""
    ends = (text.split("-") for text in sides)
    rule = SpecialRule(
        id_,
        id_,
        tuple(numbers.items()),
        tuple(map(FormationId, formations.split())),
        tuple(map(Hex, at.split())),
        hexsides=tuple(hexside(Hex(a), Hex(b)) for a, b in ends),
        turns=turns,
    )
    state.battle = replace(state.battle, special_rules=(*state.battle.special_rules, rule))
    state.forget()
    return state


def bearing(state: TlnbState, leader: str, *ids: str) -> TlnbState:
    """The same with a leader who bears special rules."""
    leaders = dict(state.battle.leaders)
    card = next(card for id_, card in leaders.items() if id_ == leader)
    leaders[card.id] = replace(card, special=(*card.special, *ids))
    state.battle = replace(state.battle, leaders=leaders)
    state.forget()
    return state
