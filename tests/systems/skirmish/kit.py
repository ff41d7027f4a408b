"""The second game as the program knows it: one kit, one face."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from hexwar.ai.policy import RandomPlayer
from hexwar.engine import System
from hexwar.engine.records import digest
from hexwar.kit import Kit, Player, Reach, ReachEnd
from hexwar.table.battle import Battle, on_map
from hexwar.table.forces import UnitId
from tests.systems.skirmish import rules


class SkirmishKit(Kit[rules.Skirmish]):
    id = "skirmish"
    title = "Skirmish"
    scenarios = Path(__file__).parent / "scenarios"

    @cached_property
    def system(self) -> System[rules.Skirmish]:
        return System(
            id=self.id,
            revision=1,
            start=lambda header: rules.set_up(on_map(self.battle_of(header))),
            sequence=rules.sequence,
            events=rules.EVENTS,
            decisions=rules.DECISIONS,
            digest=digest,
        )

    @cached_property
    def players(self) -> Mapping[str, Player]:
        return {"random": Player(RandomPlayer, "makes any legal move")}

    def set_up(self, battle: Battle) -> rules.Skirmish:
        return rules.set_up(on_map(battle))

    def reach(self, state: rules.Skirmish, unit: str) -> Reach | None:
        piece = state.units[UnitId(unit)]
        if piece.hex is None:
            return None
        found = rules.ends(state, piece)
        halves = {to: 2 * (len(path) - 1) for to, path in found.items()}
        whole = 2 * rules.REACH
        ends = {to: ReachEnd(halves[to], whole - halves[to], path) for to, path in found.items()}
        return Reach(unit, state.card(piece.id).name, piece.hex, whole, ends)

    def face(self) -> object:
        from tests.systems.skirmish.face import SkirmishFace

        return SkirmishFace(self)


SKIRMISH = SkirmishKit()
