"""Two players on some scenarios: which of their games are to be played, and what they decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tools.trials.arena.games import Fixture, Game, Options, fixtures
from tools.trials.arena.running import Run
from tools.trials.arena.sequential import Verdict, verdict
from tools.trials.arena.store import Store
from tools.trials.arena.tables import rounds


@dataclass(frozen=True)
class Contest:
    """A contest of two players."""

    one: str
    other: str
    scenarios: tuple[str, ...]
    games: int  # of each scenario, both ways together
    seed: int = 0  # the first
    options: Options = ()
    bar: float = 0.5  # that the first player's share of wins is compared with

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All its games, seed by seed.

        Raises:
            ScenarioError: A scenario cannot be read.
            ValueError: It has no such player.
        """
        ways = 1 if self.one == self.other else 2
        seeds = range(self.seed, self.seed + -(-self.games // ways))
        found = fixtures(self.scenarios, self.one, self.other, seeds, self.options)
        return tuple(found)

    @property
    def round(self) -> int:
        """How many games a seed has."""
        return len(self.scenarios) * (1 if self.one == self.other else 2)

    def missing(self, store: Store) -> Iterator[Fixture]:
        """The games that have not been played."""
        return (fixture for fixture in self.fixtures if store.get(fixture) is None)

    def played(self, store: Store) -> list[Game]:
        """The games that have been played, in the order of their seeds."""
        return [game for fixture in self.fixtures if (game := store.get(fixture)) is not None]

    def verdict(self, store: Store) -> Verdict:
        """What the games of the contest decide so far."""
        return verdict(rounds(self.played(store), self.one, self.round), self.bar)

    def decision(self, store: Store) -> str:
        """The verdict in a sentence."""
        whole = len(rounds(self.played(store), self.one, self.round))
        found = self.verdict(store)
        if found is Verdict.OPEN:
            return f"not decided after {whole} whole rounds of {self.round} games"
        share = f"{100 * self.bar:.0f} %"
        return f"decided: the share of wins of {self.one} is {found} {share} ({whole} whole rounds)"

    def run(self, store: Store, tell: Callable[[str], None], *, until_decided: bool = False) -> Run:
        """A run that keeps its games in a folder and tells of each."""

        def keep(game: Game) -> None:
            store.keep(game)
            tell(f"{len(self.played(store))} of {len(self.fixtures)}: {told(game)}")

        def is_enough() -> bool:
            return until_decided and self.verdict(store) is not Verdict.OPEN

        return Run(keep, is_enough)


def say(line: str) -> None:
    """Print a line at once, whoever reads it."""
    print(line, flush=True)


def told(game: Game) -> str:
    """A game in one line."""
    seats = ", ".join(f"{side} {name} {game.vp[side]} VP" for side, name in game.players.items())
    winner = "nobody" if game.winner is None else game.winner
    fixture = game.fixture
    return f"{fixture.scenario} {fixture.seed}: {seats}; {winner} won ({game.level})"


def told_failures(failed: Mapping[Fixture, str]) -> str:
    """The games that broke down, a line each."""
    return "".join(
        f"FAILED {fixture.scenario} {fixture.seed} {dict(fixture.sides)}: {why}\n"
        for fixture, why in failed.items()
    )
