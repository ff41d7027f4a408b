"""A computer player in the window has its own side's memory with the question, and no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from hexwar.ai.minutes import memory_of
from hexwar.ai.policy import Dice, Look
from hexwar.engine import Decision, load, read_file, save
from hexwar.kit import Player
from hexwar.systems.nlc.kit import NLC
from tests.shell.hand import Hand, new_brienne


class Counter:
    """Remembers how often its side was asked, and answers with the first that there is."""

    def __init__(self) -> None:
        self.asked = 0

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.asked = memory.get("asked", 0)

    def memory(self) -> dict[str, Any]:
        return {"asked": self.asked}

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        self.asked += 1
        return options[0]


def test_what_each_side_remembers_goes_on_through_save_load_and_a_kill(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    players: Mapping[str, Player] = {**NLC.players, "greedy": Player(Counter, "counts")}
    hand.open(new_brienne(options={"player.allied": "greedy"}))
    controller, session = hand.game.controller, hand.session
    monkeypatch.setattr(controller.thinker, "_players", players)
    controller.show.set_paused(True)
    controller.reseat(dict.fromkeys(session.state.battle.sides, "greedy"))
    first = len(session.journal)
    for count in range(1, 7):
        controller.show.step()
        hand.until(partial(has_given, hand, first, count))
    asked = {
        side: sum(entry.side == side and entry.is_given for entry in session.journal[first:])
        for side in session.state.battle.sides
    }
    kept = hand.game.diary.path
    hand.until(lambda: not hand.game.diary.is_behind)
    for found in (session, load(NLC.system, save(session)), load(NLC.system, read_file(kept))):
        for side, count in asked.items():
            assert memory_of(found, side).get("asked", 0) == count, side
    assert sum(asked.values()) >= 6
    controller.thinker.drop()


def has_given(hand: Hand, first: int, count: int) -> bool:
    """Whether computer players have given so many answers."""
    return sum(entry.is_given for entry in hand.session.journal[first:]) >= count
