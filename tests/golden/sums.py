"""Sums as one Python or the other makes them: up to 3.11 from left to right, from 3.12 on with what
rounding has lost added in the end. `python tests/golden/sums.py MANNER` tells a game under one.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from tests.golden.playthrough import WEIGHED, WEIGHED_TURNS, digests, told

GAMES = (WEIGHED, WEIGHED_TURNS)


def plain(numbers: Iterable[Any], /, start: Any = 0) -> Any:
    """From left to right.

    >>> plain([0.1] * 10) == 1.0
    False
    """
    for number in numbers:
        start = start + number
    return start


def compensated(numbers: Iterable[Any], /, start: Any = 0) -> Any:
    """By Neumaier's way, once there is a float.

    >>> compensated([0.1] * 10) == 1.0
    True
    """
    total, lost = start, 0.0
    for number in numbers:
        before, total = total, total + number
        if isinstance(total, float):
            big, small = (before, number) if abs(before) >= abs(number) else (number, before)
            lost += (big - total) + small
    return total + lost if lost else total


MANNERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"plain": plain, "compensated": compensated}
)


def main() -> int:
    builtins.sum = MANNERS[sys.argv[1]]
    sys.stdout.write(" ".join(turn for game in GAMES for turn in digests(told(*game))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
