"""Is a scenario a good game: what many games between computer players say of each side's chances.

A line of the table is a scenario and who played which side. The numbers are of games between
computer players; they tell how even a battle is for players of one strength, no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pstdev

from hexwar.scenario.writing import to_text
from hexwar.table.battle import Par
from hexwar.table.forces import Side
from tools.trials import documents
from tools.trials.arena.games import Game
from tools.trials.arena.statistics import percentile, wilson
from tools.trials.conduct import Conduct

NAME = "balance"
"""That of the table in a document."""

HEAD = (
    *("scenario", "players", "games", "first side wins", "second side wins", "drawn"),
    *("VP of the first", "VP of the second", "turns", "demoralized", "obeyed", "refused"),
)

OBEYED, DELAYED, REFUSED = "C", "D", "X"
"""Results of a compliance roll (N12.5)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Some numbers: their mean, and between what half of them lie."""

    mean: float
    low: float  # lower quartile
    high: float  # upper quartile

    def __str__(self) -> str:
        return f"{self.mean:.1f} ({self.low:.0f} to {self.high:.0f})"


@dataclass(frozen=True, slots=True)
class SideRecord:
    """How a side fared in the games of a line."""

    name: str  # as the scenario has it
    player: str
    wins: int
    share: tuple[float, float]  # 95 % interval of the share of games won
    vp: Spread
    demoralized: float  # formations a game
    obeyed: float | None  # share of the compliance rolls; None where nobody was asked
    refused: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """A scenario and a pairing of players."""

    scenario: str
    games: int
    sides: tuple[SideRecord, ...]  # the first player first
    turns: Spread

    @property
    def drawn(self) -> int:
        """Games that nobody won."""
        return self.games - sum(side.wins for side in self.sides)

    @property
    def players(self) -> str:
        """Who played which side: `French greedy, Coalition random`."""
        return ", ".join(f"{side.name} {side.player}" for side in self.sides)


def pairings(sides: Sequence[Side], players: Sequence[str]) -> list[dict[Side, str]]:
    """Who plays which side: one player both, two players each side in turn."""
    one, *others = players
    if not others or others[0] == one:
        return [dict.fromkeys(sides, one)]
    return [dict(zip(sides, pair, strict=True)) for pair in ((one, *others), (*others, one))]


def spread(values: Iterable[float]) -> Spread:
    """The mean of some numbers and their quartiles.

    >>> str(spread([1, 2, 3, 10]))
    '4.0 (1 to 3)'
    """
    found = list(values)
    return Spread(fmean(found), percentile(found, 25), percentile(found, 75))


def line_of(scenario: str, names: Mapping[Side, str], games: Sequence[Game]) -> Line:
    """What the games of a scenario with one pairing of players come to, the first player first."""
    sides = tuple(_side_record(side, name, games) for side, name in names.items())
    return Line(scenario, len(games), sides, spread(game.turns for game in games))


def _side_record(side: Side, name: str, games: Sequence[Game]) -> SideRecord:
    wins = sum(game.winner == side for game in games)
    share, vp = wilson(wins, len(games)), spread(game.vp[side] for game in games)
    conducts = [game.conduct.get(side, Conduct()) for game in games]
    broken = fmean(conduct.broken for conduct in conducts)
    obeyed, refused = (share_of(result, conducts) for result in (OBEYED, REFUSED))
    return SideRecord(name, games[0].players[side], wins, share, vp, broken, obeyed, refused)


def share_of(result: str, conducts: Iterable[Conduct]) -> float | None:
    """The share of a side's compliance rolls that had a result; None where there was no roll."""
    counts = [conduct.obedience for conduct in conducts]
    rolls = sum(sum(count.values()) for count in counts)
    return sum(count.get(result, 0) for count in counts) / rolls if rolls else None


# -- the table


def row(line: Line) -> tuple[str, ...]:
    """The cells of a line."""
    first, second = line.sides
    return (
        line.scenario,
        line.players,
        str(line.games),
        _wins(first),
        _wins(second),
        str(line.drawn),
        str(first.vp),
        str(second.vp),
        str(line.turns),
        f"{first.demoralized:.1f} / {second.demoralized:.1f}",
        f"{_per_cent(first.obeyed)} / {_per_cent(second.obeyed)}",
        f"{_per_cent(first.refused)} / {_per_cent(second.refused)}",
    )


def _wins(side: SideRecord) -> str:
    low, high = side.share
    return f"{side.wins} ({100 * low:.0f} to {100 * high:.0f} %)"


def _per_cent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def table(lines: Iterable[Line]) -> str:
    """The table in Markdown."""
    return documents.table(HEAD, map(row, lines))


def put_in(document: str, lines: Iterable[Line], name: str = NAME) -> str:
    """A document whose table has the lines, each in place of an older one of its kind.

    Raises:
        ValueError: The document has no place for a table.
    """
    return documents.put_rows(document, name, HEAD, map(row, lines))


# -- the par of a briefing


def par_of(side: Side, enemy: Side, games: Sequence[Game]) -> Par:
    """What the games of one player against himself come to, as a side of the scenario sees it."""
    leads = [game.vp[side] - game.vp[enemy] for game in games]
    return Par(
        side,
        round(median(leads)),
        round(pstdev(leads)),
        len(games),
        games[0].players[side],
        sum(game.winner == side for game in games),
        sum(game.winner is None for game in games),
    )


def with_par(scenario: str, par: Par) -> str:
    """The text of a scenario's file with the par in its briefing, in place of an older one.

    Raises:
        ValueError: It has no briefing.
    """
    tree = json.loads(scenario)
    briefing = tree.get("briefing")
    if not briefing:
        raise ValueError("the scenario has no briefing in which a par could stand")
    briefing["par"] = {name: getattr(par, name) for name in Par.__dataclass_fields__}
    return to_text(tree)
