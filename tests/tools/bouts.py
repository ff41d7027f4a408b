"""Games of the arena as tests want them: how they ended, typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH
from tools.trials.arena.games import Fixture, Game, Thinking
from tools.trials.conduct import Conduct

SELF = ("greedy", "greedy")


def bout(
    side: Side | None,
    vp: tuple[int, int],
    turns: int = 9,
    obedience: Mapping[Side, Mapping[str, int]] | None = None,
    demoralized: tuple[int, int] = (0, 0),
    *,
    players: tuple[str, str] = SELF,
    seed: int = 1,
    scenario: str = "brienne",
    thinking: Mapping[str, Thinking] | None = None,
) -> Game:
    """A game that a side has won, None for a draw; the French come first."""
    sides, rolls = (FRENCH, ALLIED), obedience or {}
    return Game(
        fixture=Fixture(scenario, str(seed), tuple(zip(sides, players, strict=True))),
        winner=side,
        level="draw" if side is None else "marginal",
        vp=dict(zip(sides, vp, strict=True)),
        turns=turns,
        answers=100,
        seconds=dict.fromkeys(sides, 1.0),
        slowest_turn=dict.fromkeys(sides, 0.5),
        thinking=dict.fromkeys(sides, thinking or {}),
        conduct={
            one: Conduct(games=1, broken=broken, obedience=Counter(rolls.get(one, {})))
            for one, broken in zip(sides, demoralized, strict=True)
        },
        revision="abc",
    )
