"""What a side keeps for itself beside its answers: no rule reads it, and no other side is shown it.

A memo belongs to the answer that it was kept with: undo takes both back, redo gives both again. It
is JSON text, of which the kernel knows no more than its length.

>>> kept = Memos()
>>> kept.keep(4, "red", {"plan": "hold the hill"})
>>> kept.keep(9, "red", {"plan": "fall back"})
>>> kept.last(9, "red", "plan"), kept.last(10, "red", "plan"), kept.last(10, "blue", "plan")
('hold the hill', 'fall back', None)
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

MOST: Final = 16_000
"""Characters of one memo; a longer one is not kept."""

MOST_IN_ALL: Final = 4_000_000
"""Characters of all memos of a game; of more the older half is given up."""

NONE_KEPT: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Memo:
    """What a side has kept with one of its answers."""

    entry: int  # of the journal, the answer
    side: str
    topic: str  # what it is for, in a word
    text: str  # JSON


class Memos:
    """Those of one game, in the order of its answers."""

    def __init__(self, rows: Iterable[Memo] = ()) -> None:
        self._rows = list(rows)
        self._length = sum(len(memo.text) for memo in self._rows)

    @property
    def rows(self) -> tuple[Memo, ...]:
        """All of them, those of answers that were taken back too."""
        return tuple(self._rows)

    def copy(self) -> Memos:
        """The same, to go on by themselves."""
        return Memos(self._rows)

    def keep(self, entry: int, side: str, told: Mapping[str, Any]) -> None:
        """Keep something with the answer at an entry, by topic; what was kept from there on goes.

        Raises:
            TypeError, ValueError: It is no JSON.
        """
        self.cut(entry)
        for topic, value in told.items():
            text = json.dumps(value, separators=(",", ":"), allow_nan=False)
            if len(text) <= MOST:
                self._rows.append(Memo(entry, side, topic, text))
                self._length += len(text)
        if self._length > MOST_IN_ALL:
            del self._rows[: len(self._rows) // 2]
            self._length = sum(len(memo.text) for memo in self._rows)

    def cut(self, entry: int) -> None:
        """Forget what was kept with an entry and those after it."""
        while self._rows and self._rows[-1].entry >= entry:
            self._length -= len(self._rows.pop().text)

    def last(self, end: int, side: str, topic: str) -> Any:
        """What a side has kept last of a topic, before an entry of the journal; else None."""
        found = (m for m in reversed(self._rows) if (m.side, m.topic) == (side, topic))
        return next((_value(memo) for memo in found if memo.entry < end), None)

    def of(self, topic: str, first: int, end: int) -> Iterator[tuple[int, str, Any]]:
        """What was kept of a topic from an entry up to another: with which, and by which side."""
        begin = bisect_left(self._rows, first, key=attrgetter("entry"))
        for memo in islice(self._rows, begin, None):
            if memo.entry >= end:
                return
            if memo.topic == topic:
                yield memo.entry, memo.side, _value(memo)


def _value(memo: Memo) -> Any:
    """What a memo says; None where a file's is no JSON."""
    try:
        return json.loads(memo.text)
    except (ValueError, RecursionError):
        return None
