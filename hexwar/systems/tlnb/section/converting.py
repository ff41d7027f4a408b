"""Battles that were written for another game of the series (T34.4, T34.5)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib import resources
from math import ceil
from types import MappingProxyType
from typing import Any

from hexwar.hexes import Hex
from hexwar.series.battle import SeriesBattle
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.numbers import PRINTED, numbers_of
from hexwar.table.battle import Briefing
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    LeaderId,
    Role,
    UnitCard,
    UnitId,
)


@dataclass(frozen=True, slots=True)
class Gains:
    """What an officer's rating gains (T34.5)."""

    cavalry: int
    others: int
    most: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A leader whose rating no formula tells: [n], (n) or both (T34.5)."""

    commander: int | None = None
    officer: int | None = None


@lru_cache(maxsize=1)
def ratings() -> tuple[Gains, Mapping[str, Rating]]:
    """The rows of the data file: what officers gain, and leaders by their names."""
    text = resources.files(__package__).joinpath("leaders.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    return Gains(**raw["gains"]), {name: Rating(**row) for name, row in raw["leaders"].items()}


def converted(
    battle: SeriesBattle, options: Mapping[str, str], *, is_other_scale: bool = True
) -> TlnbBattle:
    """A battle of the series as the player-turn game plays it.

    Args:
        battle: What the files tell.
        options: The flags of this game, all of them (T25.1).
        is_other_scale: Whether ratings and victory hexes stand on the scale of NLC (T34.3).
    """
    common: dict[str, Any] = {f.name: getattr(battle, f.name) for f in fields(SeriesBattle)}
    units = {id_: _unit(card) for id_, card in battle.units.items()}
    formations = {id_: _formation(card, units) for id_, card in battle.formations.items()}
    commanders, officers = leaders_of(battle, is_other_scale=is_other_scale)
    common |= {
        "units": MappingProxyType(units),
        "formations": MappingProxyType(formations),
        "options": MappingProxyType(dict(options)),
        "numbers": MappingProxyType({}),
        "leader_hexes": MappingProxyType(
            {x: h for x, h in battle.leader_hexes.items() if x in commanders or x in officers}
        ),
    }
    made = TlnbBattle(
        **common,
        commanders=MappingProxyType(commanders),
        officers=MappingProxyType(officers),
        reach=MappingProxyType(_reach(battle, commanders)),
    )
    if not is_other_scale:
        return made
    return replace(made, vp_hexes=MappingProxyType(_vp_hexes(made)))


def _vp_hexes(battle: TlnbBattle) -> dict[Hex, int]:
    """T23.9: hexes on the scale of the other game count more here, rounded up."""
    factor = numbers_of(battle).victory.hex_factor
    return {hex_: ceil(vp * factor) for hex_, vp in battle.vp_hexes.items()}


# -- units and formations (T1.12, T15.2)


def _unit(card: UnitCard) -> UnitCard:
    """A unit of more than 1 SP has two steps, batteries too (T1.12)."""
    if not card.is_combat_unit:
        return card
    if card.sp <= 1:
        return replace(card, steps=1, reduced_sp=0)
    return replace(card, steps=2, reduced_sp=card.reduced_sp or (card.sp + 1) // 2)


def _formation(card: FormationCard, units: Mapping[UnitId, UnitCard]) -> FormationCard:
    """Corps and divisions have a level: 40 % of their SP where none is told (T15.2)."""
    is_counted = card.kind in (FormationKind.CORPS, FormationKind.DIVISION)
    cards = [units[u] for u in card.units if units[u].is_combat_unit]
    if not is_counted or not cards or card.demoralization_sp is not None:
        return card
    flags = {flag for unit in cards for flag in unit.flags}
    numbers = PRINTED.with_own({}).demoralization
    is_guard, is_militia = "guard" in flags or "old_guard" in flags, "landwehr" in flags
    percent = numbers.guard_percent if is_guard else numbers.percent
    percent = numbers.landwehr_percent if is_militia else percent
    total = sum(unit.sp for unit in cards)
    return replace(card, demoralization_sp=max((total * percent + 50) // 100, 1))


# -- leaders (T34.5)


def leaders_of(
    battle: SeriesBattle, *, is_other_scale: bool = True
) -> tuple[dict[LeaderId, int], dict[LeaderId, int]]:
    """The [n] of commanders and the (n) of officers."""
    commanders: dict[LeaderId, int] = {}
    officers: dict[LeaderId, int] = {}
    for id_, card in battle.leaders.items():
        if card.role is Role.HQ:
            continue
        if not is_other_scale:
            is_commander = card.role in (Role.OVERALL, Role.WING)
            (commanders if is_commander else officers)[id_] = card.rating
            continue
        own = ratings()[1].get(card.name) or _plain_rating(battle, card)
        if own.commander is not None:
            commanders[id_] = own.commander
        if own.officer is not None:
            officers[id_] = own.officer
    return commanders, officers


def _plain_rating(battle: SeriesBattle, card: LeaderCard) -> Rating:
    """What the formula makes of a leader (T34.5)."""
    is_commander = card.role in (Role.OVERALL, Role.WING)
    return Rating(commander=card.rating) if is_commander else Rating(None, _officer(battle, card))


def _officer(battle: SeriesBattle, card: LeaderCard) -> int:
    units = [battle.units[u] for u in battle.formations[card.formation].units]
    arms = [unit.arm for unit in units if unit.is_combat_unit]
    is_mounted = bool(arms) and all(arm.is_mounted for arm in arms)
    gains = ratings()[0]
    return min(card.rating + (gains.cavalry if is_mounted else gains.others), gains.most)


def _reach(
    battle: SeriesBattle, commanders: Mapping[LeaderId, int]
) -> dict[LeaderId, tuple[FormationId, ...]]:
    """Whom a wing commander may name: those assigned to him; an overall one his army (T5.13)."""
    found: dict[LeaderId, tuple[FormationId, ...]] = {}
    for leader in commanders:
        card = battle.leaders[leader]
        own = battle.formations[card.formation]
        cards = [f for f in battle.formations.values() if f.side == card.side and f.has_chit]
        if own.may_order:
            found[leader] = tuple(f.id for f in cards if f.id in own.may_order)
        elif card.role is Role.WING:
            found[leader] = tuple(f.id for f in cards if f.assigned_to == own.id)
        elif own.army is not None:
            found[leader] = tuple(f.id for f in cards if f.army == own.army)
        else:
            found[leader] = tuple(f.id for f in cards)
    return found


# -- the page about a battle


def plain_briefing(page: Briefing, special: tuple[str, ...]) -> Briefing:
    """What of a page that was written for the other game holds in this one: the day, no rule.

    `special` tells the special rules of the battle in this game (T34.6).
    """
    return replace(
        page,
        situation=_plain(page.situation),
        aims=MappingProxyType({side: _plain(aim) for side, aim in page.aims.items()}),
        forces=_plain(page.forces),
        history=_plain(page.history),
        hints=(),
        special=special,
        victory="",
        difficulty=MappingProxyType({}),
        par=None,
    )


_OTHER_RULES = re.compile(r"\s*\([^()]*\bN\d[^()]*\)")
"""Rules of the other game in brackets."""


def _plain(words: str) -> str:
    """Words without the rules of the other game that they name."""
    return _OTHER_RULES.sub("", words)
