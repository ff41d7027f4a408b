"""Assaults of the French from 0404 and around on the Allies in 0403."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import Assault, assault
from hexwar.systems.nlc.rules.combat.fight import Fight, fight_over
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.positions import FRENCH, Answers, Played, play, units

F1 = "F1 infantry 5-3 0404"
F2 = "F2 infantry 4-3 0404"
F3 = "F3 light 3-3 0304"
A1 = "A1 infantry 5-3 0403"

CLEAR = ".  .  .  .  .  .  .\n"


def terrain(target: str, start: str = ".") -> str:
    """Seven by seven clear hexes, but for those letters in 0403 and 0404."""
    rows = f".  .  .  {target}  .  .  .\n.  .  .  {start}  .  .  .\n"
    return (CLEAR * 2 + rows + CLEAR * 3).strip()


def on(target: str, attackers: str) -> Assault:
    return Assault(Hex(target), units(attackers))


def face(state: GameState, attackers: str = "F1", hit: str | None = None) -> Fight:
    """The fight for 0403; the defender fires at the hex of the first attacker unless told."""
    named = units(attackers)
    hit_hex = Hex(hit) if hit else state.units[named[0]].hex
    assert hit_hex is not None
    return fight_over(state, Hex("0403"), named, hit_hex)


def fight(
    state: GameState,
    dice: Sequence[int],
    attackers: str = "F1",
    answers: Answers | None = None,
    confidence: int = 1,
) -> Played[StrEnum | None]:
    """One assault on 0403, from its declaration to its end; its first die is `confidence`."""
    declared = on("0403", attackers)
    thrown = [confidence, *dice]
    return play(state, lambda table: assault(table, FRENCH, declared), thrown, answers)
