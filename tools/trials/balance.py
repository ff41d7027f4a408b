"""Is a scenario a good game: what many games between computer players say of each side's chances.

A line of the table is a scenario and who played which side. The numbers are of games between
computer players; they tell how even a battle is for players of one strength, no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from hexwar.table.forces import Side
from tools.trials.duels import Bout, interval, percentile

BEGIN, END = "<!-- balance -->", "<!-- end of balance -->"
"""What stands before and after the table in a document."""

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


def line_of(scenario: str, names: Mapping[Side, str], bouts: Sequence[Bout]) -> Line:
    """What the games of a scenario with one pairing of players come to, the first player first."""
    sides = tuple(_side_record(side, name, bouts) for side, name in names.items())
    return Line(scenario, len(bouts), sides, spread(bout.turns for bout in bouts))


def _side_record(side: Side, name: str, bouts: Sequence[Bout]) -> SideRecord:
    wins = sum(bout.side == side for bout in bouts)
    share, vp = interval(wins, len(bouts)), spread(bout.vp[side] for bout in bouts)
    demoralized = fmean(bout.demoralized.get(side, 0) for bout in bouts)
    obeyed, refused = (share_of(result, side, bouts) for result in (OBEYED, REFUSED))
    player = bouts[0].players[side]
    return SideRecord(name, player, wins, share, vp, demoralized, obeyed, refused)


def share_of(result: str, side: Side, bouts: Iterable[Bout]) -> float | None:
    """The share of a side's compliance rolls that had a result; None where there was no roll."""
    counts = [bout.obedience.get(side, {}) for bout in bouts]
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
    return "\n".join(_texts([HEAD, ("---",) * len(HEAD), *map(row, lines)]))


def _texts(rows: Iterable[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(cells) + " |" for cells in rows]


def put_in(document: str, lines: Sequence[Line]) -> str:
    """A document whose table has the lines, each in place of an older one of its kind.

    Raises:
        ValueError: the document has no place for a table.
    """
    before, begin, rest = document.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the document has no lines {BEGIN} and {END}")
    rows = {key: cells for cells in _rows(old) if (key := cells[:2]) and cells[0] != HEAD[0]}
    rows |= {cells[:2]: cells for cells in map(row, lines)}
    made = _texts([HEAD, ("---",) * len(HEAD), *(rows[key] for key in sorted(rows))])
    return f"{before}{begin}\n\n" + "\n".join(made) + f"\n\n{end}{after}"


def _rows(text: str) -> list[tuple[str, ...]]:
    """The rows of the table that a text holds, without the line of dashes."""
    rows = (line.strip("|\n ").split(" | ") for line in text.splitlines() if line.startswith("|"))
    return [tuple(cell.strip() for cell in cells) for cells in rows if "---" not in cells]
