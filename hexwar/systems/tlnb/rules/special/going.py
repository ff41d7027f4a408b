"""The ground of a battle as its special rules make it: what streams and marshes cost (T34.6)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from hexwar.ground.numbers import HexCost
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.numbers import Numbers, numbers_of
from hexwar.systems.tlnb.rules.special.registry import BANKS, FROZEN


@lru_cache(maxsize=16)
def numbers_on(battle: TlnbBattle) -> Numbers:
    """The numbers that a battle is played with, on its own ground."""
    numbers, marsh, stream = numbers_of(battle), None, None
    frozen, banks = battle.special.get(FROZEN), battle.special.get(BANKS)
    if frozen is not None:
        marsh, stream = frozen.number("marsh_mp"), frozen.number("stream_mp")
    if banks is not None:
        stream = banks.number("infantry_mp")
    return numbers if stream is None else _with_costs(numbers, marsh, stream)


@lru_cache(maxsize=16)
def _with_costs(numbers: Numbers, marsh: int | None, stream: int) -> Numbers:
    """Numbers with other MP, the same for all games of a battle: they share its tables of steps."""
    movement = replace(numbers.movement, stream=stream)
    if marsh is not None:
        movement = replace(movement, marsh=HexCost(marsh, marsh))
    return replace(numbers, movement=movement)
