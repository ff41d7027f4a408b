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
    numbers, movement = numbers_of(battle), numbers_of(battle).movement
    frozen, banks = battle.special.get(FROZEN), battle.special.get(BANKS)
    if frozen is not None:
        marsh = frozen.number("marsh_mp")
        stream = frozen.number("stream_mp")
        movement = replace(movement, stream=stream, marsh=HexCost(marsh, marsh))
    if banks is not None:
        movement = replace(movement, stream=banks.number("infantry_mp"))
    return numbers if movement is numbers.movement else replace(numbers, movement=movement)
