"""What the games of a folder say of two players, and of how long each of them thinks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import fsum
from pathlib import Path
from statistics import fmean

from hexwar.table.forces import Side
from tools.trials.arena.games import Game, Thinking
from tools.trials.arena.rating import Rating
from tools.trials.arena.statistics import Interval, mean_interval, wilson
from tools.trials.documents import Row

ALL = "all of these"
"""What stands for the scenario in the line of several."""

PAIR_HEAD = (
    *("player", "against", "scenario", "games", "won / drawn / lost", "share of wins"),
    *("VP more a game", "revision"),
)

TIME_HEAD = (
    *("player", "scenario", "seconds a game", "slowest turn, s", "answers: p50 / p95 / most, ms"),
    *("long answers a game: p95, ms", "the classes that took most: p95 / most, ms"),
)

RATING_HEAD = ("player", "rating", "deviation", "games")

FEW = 20
"""How many defeats of a pair are named at most."""

LONG = 20.0
"""Milliseconds from which an answer is a long one: most answers need no search."""

SLOWEST = 4
"""How many classes of question the table of times names."""


def points_of(game: Game, player: str) -> float:
    """A win is 1, a draw a half; of a player against himself the first side's."""
    if game.winner is None:
        return 0.5
    return float(game.winner == side_of(game, player))


def lead_of(game: Game, player: str) -> int:
    """The VP that a player has more than the other."""
    own = side_of(game, player)
    return sum(vp if side == own else -vp for side, vp in game.vp.items())


def side_of(game: Game, player: str) -> Side:
    """The side that a player has; the first of them where he has both."""
    return next(side for side, name in game.players.items() if name == player)


def rounds(games: Iterable[Game], player: str, whole: int) -> list[float]:
    """The points of each round that is whole, by seed, up to the first that is not.

    A round is the games of one seed; those of a later one do not count before it, lest quick
    games count more than slow ones.

    Args:
        games: Those of one pair of players, in the order of their seeds.
        player: Whose points.
        whole: How many games a round has.
    """
    found: list[float] = []
    for _, of_seed in groupby(games, lambda game: game.fixture.seed):
        points = [points_of(game, player) for game in of_seed]
        if len(points) < whole:
            break
        found.append(fmean(points))
    return found


@dataclass(frozen=True)
class Match:
    """Two players on some scenarios: all their games there."""

    player: str
    other: str
    games: Sequence[Game]

    @cached_property
    def results(self) -> tuple[int, int, int]:
        """Games won, drawn and lost."""
        points = [points_of(game, self.player) for game in self.games]
        won, drawn, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
        return won, drawn, lost

    @property
    def share(self) -> float:
        """The share of games won, a draw counting half."""
        won, drawn, _ = self.results
        return (won + drawn / 2) / len(self.games)

    @property
    def share_interval(self) -> Interval:
        """Between what the share lies."""
        return wilson(self.share * len(self.games), len(self.games))

    @cached_property
    def leads(self) -> list[float]:
        """The VP more, a mean for each seed and scenario that has been played both ways."""
        found: dict[tuple[object, ...], list[int]] = {}
        for game in self.games:
            key = (game.fixture.seed, game.fixture.scenario, game.fixture.options)
            found.setdefault(key, []).append(lead_of(game, self.player))
        both = 1 if self.player == self.other else 2
        return [fmean(leads) for leads in found.values() if len(leads) == both]


def matches(games: Iterable[Game]) -> Iterator[Match]:
    """The pairs of players of some games, each with who won more first."""
    pairs: dict[frozenset[str], list[Game]] = {}
    for game in games:
        pairs.setdefault(frozenset(game.players.values()), []).append(game)
    for names, found in pairs.items():
        one, other = sorted(names) if len(names) == 2 else [*names, *names]
        match = Match(one, other, found)
        yield match if match.share >= 0.5 or one == other else Match(other, one, found)


def by_scenario(match: Match) -> Iterator[tuple[str, Match]]:
    """A pair of players, scenario by scenario, and on all of them where there are several."""
    found: dict[str, list[Game]] = {}
    for game in match.games:
        found.setdefault(scenario_name(game), []).append(game)
    for scenario, games in sorted(found.items()):
        yield scenario, Match(match.player, match.other, games)
    if len(found) > 1 and match.player != match.other:  # a first side is another in each
        yield ALL, match


def scenario_name(game: Game) -> str:
    """The id of the scenario, or the last part of its path, with the options that were chosen."""
    chosen = "".join(f", {name}={value}" for name, value in game.fixture.options)
    return Path(game.fixture.scenario).name + chosen


# -- rows


def pair_rows(games: Iterable[Game]) -> list[Row]:
    """A row for each pair and scenario."""
    return [
        _pair_row(scenario, found)
        for match in matches(games)
        for scenario, found in by_scenario(match)
    ]


def pair_key(cells: Row) -> Hashable:
    """What a row of the pairs tells of, whoever of the two comes first."""
    return frozenset(cells[:2]), cells[2]


def _pair_row(scenario: str, match: Match) -> Row:
    low, high = match.share_interval
    other = f"itself, as {_second(match)}" if match.player == match.other else match.other
    return (
        match.player,
        other,
        scenario,
        str(len(match.games)),
        " / ".join(map(str, match.results)),
        f"{100 * match.share:.0f} % ({100 * low:.0f} to {100 * high:.0f})",
        _lead(match.leads),
        ", ".join(dict.fromkeys(game.revision for game in match.games)),
    )


def _second(match: Match) -> str:
    """The sides whose points are not counted where a player plays himself."""
    return " or ".join(dict.fromkeys([*game.players][1] for game in match.games))


def _lead(leads: Sequence[float]) -> str:
    if not leads:
        return "-"
    found = mean_interval(leads)
    between = "" if found is None else f" ({found[0]:+.1f} to {found[1]:+.1f})"
    return f"{fmean(leads):+.1f}{between}"


def time_rows(games: Iterable[Game]) -> list[Row]:
    """A row for each player and scenario: how long he thinks."""
    found: dict[tuple[str, str], list[tuple[Game, Side]]] = {}
    for game in games:
        for side, name in game.players.items():
            found.setdefault((name, scenario_name(game)), []).append((game, side))
    return [(*key, *_times(found[key])) for key in sorted(found)]


def _times(seats: Sequence[tuple[Game, Side]]) -> Row:
    by_class: dict[str, list[Thinking]] = {}
    for game, side in seats:
        for asked, thinking in game.thinking[side].items():
            by_class.setdefault(asked, []).append(thinking)
    pooled = {asked: Thinking.pooled(parts) for asked, parts in by_class.items()}
    if not pooled:
        return ("-",) * (len(TIME_HEAD) - 2)
    every = Thinking.pooled(pooled.values())
    long, slow = every.longer(LONG)
    slowest = sorted(pooled, key=lambda asked: -pooled[asked].total)[:SLOWEST]
    return (
        f"{fsum(game.seconds[side] for game, side in seats) / len(seats):.1f}",
        f"{max(game.slowest_turn[side] for game, side in seats):.1f}",
        f"{every.p50:.1f} / {_slow(every)}",
        f"{long / len(seats):.1f}: {slow:.0f}" if long else "none",
        ", ".join(f"{asked} {_slow(pooled[asked])}" for asked in slowest),
    )


def _slow(found: Thinking) -> str:
    return f"{found.p95:.1f} / {found.most:.1f}"


def rating_rows(found: Iterable[Rating]) -> list[Row]:
    """A row for each player."""
    return [(o.player, f"{o.skill:.1f}", f"{o.deviation:.1f}", str(o.games)) for o in found]


def defeats(games: Iterable[Game]) -> list[str]:
    """Each game that the better player of a pair has lost, where these are few, to be looked at."""
    found = []
    for match in matches(games):
        lost = [game for game in match.games if points_of(game, match.player) == 0.0]
        if lost and len(lost) <= FEW and match.player != match.other:
            seats = (f"{scenario_name(g)} {g.fixture.seed} as {_seat(g, match)}" for g in lost)
            found.append(f"{match.player} lost to {match.other}: {', '.join(seats)}.")
    return found


def _seat(game: Game, match: Match) -> str:
    own = side_of(game, match.player)
    theirs = (vp for side, vp in game.vp.items() if side != own)
    return f"{own} with {game.vp[own]} VP to {sum(theirs)}"


def revisions(games: Iterable[Game]) -> Mapping[str, int]:
    """How many games were played by each revision of the program."""
    found: dict[str, int] = {}
    for game in games:
        found[game.revision] = found.get(game.revision, 0) + 1
    return found
