"""What games between computer players tell of a battle: who wins, by how much, and how long."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, pstdev
from typing import Any, Final

from hexwar.editor.document import Draft, Json, put
from hexwar.messages import say

LEAST_FOR_PAR: Final = 20
"""Games from which a par can be told (N30)."""

_NORMAL: Final = 1.959964  # the quantile of the normal distribution for 95 of 100


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end."""

    seed: int
    winner: str  # a side; empty where nobody won
    vp: Mapping[str, int]
    turns: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers in brief."""

    middle: float  # the median
    low: int
    high: int
    deviation: float  # standard


@dataclass(frozen=True, slots=True)
class Balance:
    """What some games tell, as the first side sees it."""

    sides: tuple[str, str]
    games: int
    won: Mapping[str, int]  # by each side
    drawn: int
    vp: Mapping[str, Spread]
    lead: Spread  # VP of the first side less those of the second
    turns: Spread

    def share(self, side: str) -> tuple[float, float]:
        """Between which shares of games a side wins, with 95 % certainty, a draw half a win.

        By Wilson's interval (J. Am. Stat. Assoc. 22, 1927, 209-212).
        """
        games, z = self.games, _NORMAL
        share = (self.won[side] + self.drawn / 2) / games
        middle = share + z * z / (2 * games)
        half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
        whole = 1 + z * z / games
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def played_of(told: object) -> Played | None:
    """A game as its process tells it; None where that is no game."""
    if not isinstance(told, dict):
        return None
    vp, seed, turns = told.get("vp"), told.get("seed"), told.get("turns")
    if not isinstance(vp, dict) or not isinstance(seed, int) or not isinstance(turns, int):
        return None
    points = {str(side): int(value) for side, value in vp.items() if isinstance(value, int)}
    return Played(seed, str(told.get("winner", "")), points, turns)


def balance_of(games: Sequence[Played], sides: tuple[str, str]) -> Balance:
    """What games tell; there is at least one."""
    one, other = sides
    return Balance(
        sides,
        len(games),
        {side: sum(game.winner == side for game in games) for side in sides},
        sum(game.winner not in sides for game in games),
        {side: _spread([game.vp.get(side, 0) for game in games]) for side in sides},
        _spread([game.vp.get(one, 0) - game.vp.get(other, 0) for game in games]),
        _spread([game.turns for game in games]),
    )


def _spread(values: Sequence[int]) -> Spread:
    return Spread(median(values), min(values), max(values), pstdev(values))


def rows_of(balance: Balance, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The figures as rows of a table: what, and the text for each side."""
    one, other = balance.sides
    rows = [
        (
            say("Games won"),
            *(say("{n} of {all}", n=balance.won[s], all=balance.games) for s in balance.sides),
        ),
        (say("Share of wins, 95 % certain"), *(_share(balance, side) for side in balance.sides)),
        (say("VP, median"), *(f"{balance.vp[side].middle:g}" for side in balance.sides)),
        (
            say("VP, from and to"),
            *(
                say("{low} to {high}", low=balance.vp[s].low, high=balance.vp[s].high)
                for s in balance.sides
            ),
        ),
    ]
    leader = one if balance.lead.middle >= 0 else other
    lead = say(
        "{side} by {n:g}, give or take {spread:.0f}",
        side=names.get(leader, leader),
        n=abs(balance.lead.middle),
        spread=balance.lead.deviation,
    )
    turns = say(
        "{middle:g} turns ({low} to {high})",
        middle=balance.turns.middle,
        low=balance.turns.low,
        high=balance.turns.high,
    )
    return [
        *rows,
        (say("Nobody won"), say("{n} of {all}", n=balance.drawn, all=balance.games)),
        (say("Lead in VP, median"), lead),
        (say("Length, median"), turns),
    ]


def _share(balance: Balance, side: str) -> str:
    low, high = balance.share(side)
    return say("{low:.0f} to {high:.0f} %", low=low * 100, high=high * 100)


def par_bar(balance: Balance, players: Mapping[str, str], draft: Draft) -> str:
    """Why the figures cannot be written as the par of a battle; empty where they can."""
    if balance.games < LEAST_FOR_PAR:
        return say("A par is measured in {n} games at least.", n=LEAST_FOR_PAR)
    if len(set(players.values())) > 1:
        return say("A par is measured with the same player on both sides.")
    if not isinstance(draft.scenario.get("briefing"), dict):
        return say("The battle has no briefing yet, in which a par stands.")
    return ""


def with_par(draft: Draft, balance: Balance, player: str) -> Draft:
    """The draft with the figures as the par in its briefing."""
    side = balance.sides[0]
    briefing: Json = draft.scenario["briefing"]
    known = briefing.get("par")
    named = known.get("side") if isinstance(known, dict) else None
    if named in balance.sides:
        side = named
    sign = 1 if side == balance.sides[0] else -1
    par: dict[str, Any] = {
        "side": side,
        "vp": round(sign * balance.lead.middle),
        "spread": round(balance.lead.deviation),
        "games": min(balance.games, 99),
        "player": player,
        "won": balance.won[side],
        "drawn": balance.drawn,
    }
    kept = known if isinstance(known, dict) else {}
    return draft.having(
        "scenario", put(draft.scenario, {"briefing": put(briefing, {"par": put(kept, par)})})
    )
