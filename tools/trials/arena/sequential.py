"""Has it been decided: a test that may look after every game and still errs as seldom as it says.

The test bets against a doubter. Who doubts that a player is worth more than the bar sells, before
each round, a fair bet on its points; whoever is better than the bar grows rich by them. While the
doubter is right the capital is a nonnegative supermartingale that begins at 1, so by Ville's
inequality it ever reaches 1 / alpha with a chance of alpha at most. A second capital bets that the
player is worth less. The bets are those called aGRAPA in I. Waudby-Smith and A. Ramdas, Estimating
means of bounded random variables by betting, J. R. Stat. Soc. B 86 (2024) 1-27, section B.3: the
share of the capital that would have grown it most, judged by the rounds before.

A round is one seed on every scenario, with both sides: its points are a mean between 0 and 1, and
rounds are alike and independent, which single games, mirrored and on other maps, are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

ALPHA = 0.05
"""The chance, at most, of either verdict where it is wrong."""

MOST = 0.75
"""The share of the capital at most that a round may cost."""


class Verdict(StrEnum):
    """What the rounds so far decide."""

    ABOVE = "above"  # the player is worth more than the bar
    BELOW = "below"
    OPEN = "open"


def verdict(points: Sequence[float], bar: float = 0.5, alpha: float = ALPHA) -> Verdict:
    """What the points of some rounds decide, in the order in which they were set.

    What has been decided once stays so, whatever comes later.

    Args:
        points: Of each round, a mean from 0 to 1.
        bar: The share that the player is compared with, above 0 and below 1.
        alpha: The chance of error.
    """
    above = reached(points, bar, alpha)
    below = reached([1 - one for one in points], 1 - bar, alpha)
    if above is None and below is None:
        return Verdict.OPEN
    if below is None or (above is not None and above < below):
        return Verdict.ABOVE
    return Verdict.BELOW


def reached(points: Sequence[float], bar: float, alpha: float) -> int | None:
    """After how many rounds the doubter, who thinks the mean to be at most the bar, was broken."""
    grown = enumerate(capitals(points, bar), 1)
    return next((count for count, capital in grown if capital >= 1 / alpha), None)


def capitals(points: Sequence[float], bar: float) -> Iterator[float]:
    """What the capital against a mean of at most the bar comes to, after each round."""
    capital, total, squares, mean, spread = 1.0, 0.5, 0.25, 0.5, 0.25
    for count, one in enumerate(points, 2):
        lead = mean - bar
        share = min(max(lead / (spread + lead * lead), 0.0), MOST / bar)
        capital *= 1 + share * (one - bar)
        yield capital
        total += one
        mean = total / count
        squares += (one - mean) ** 2
        spread = squares / count
