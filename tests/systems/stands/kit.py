"""The game without hexes as the program knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwar.ai.policy import RandomPlayer
from hexwar.engine import System
from hexwar.engine.records import digest
from hexwar.kit import Kit, Player
from hexwar.table.battle import Battle
from tests.systems.stands import rules


def own(battle: Battle) -> rules.StandsBattle:
    assert isinstance(battle, rules.StandsBattle)
    return battle


class StandsKit(Kit[rules.Stands]):
    id = "stands"
    title = "Stands"

    @cached_property
    def system(self) -> System[rules.Stands]:
        return System(
            id=self.id,
            revision=1,
            start=lambda header: rules.set_up(own(self.battle_of(header))),
            sequence=rules.sequence,
            events=rules.EVENTS,
            decisions=rules.DECISIONS,
            digest=digest,
        )

    def battle(self, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> Battle:
        return rules.BATTLE

    @cached_property
    def players(self) -> Mapping[str, Player]:
        return {"random": Player(RandomPlayer, "makes any legal move")}

    def set_up(self, battle: Battle) -> rules.Stands:
        return rules.set_up(own(battle))

    def face(self) -> object:
        from tests.systems.stands.face import StandsFace

        return StandsFace(self)


STANDS = StandsKit()
