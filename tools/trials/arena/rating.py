"""Ratings of players over many games, by the kept library openskill.

The model is that of Bradley and Terry with a normal belief of each player's skill (R. Weng and
C.-J. Lin, A Bayesian approximation method for online ranking, J. Mach. Learn. Res. 12 (2011)
267-300). Players do not change here, so no belief is widened from game to game. The belief of
a player begins at 25 with a deviation of 8.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from tools.trials.arena.games import Game


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player."""

    player: str
    skill: float
    deviation: float
    games: int


def ratings(games: Iterable[Game]) -> list[Rating]:
    """The players of some games, the best first; games of a player against himself say nothing."""
    model = BradleyTerryFull(tau=0.0)
    known: dict[str, BradleyTerryFullRating] = {}
    played: Counter[str] = Counter()
    for game in games:
        names = tuple(game.players.values())
        if len(set(names)) < 2:
            continue
        places = [0.0 if game.winner in (None, side) else 1.0 for side in game.players]
        teams = [[known.setdefault(name, model.rating(name=name))] for name in names]
        for name, (rating,) in zip(names, model.rate(teams, ranks=places), strict=True):
            known[name] = rating
            played[name] += 1
    found = [Rating(name, one.mu, one.sigma, played[name]) for name, one in known.items()]
    return sorted(found, key=lambda one: (-one.skill, one.player))
