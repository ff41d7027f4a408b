"""What goes between the window and the computer players' own process.

Both ends are the same program, and nothing of it is ever kept in a file: so it is pickled. The
battle, which is most of a view, is not sent: each end has made its own from the game's header.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from hexwar.ai.policy import Reason
from hexwar.engine import Decision

_HEAD: Final = 4
"""Bytes that tell how many follow."""

_BATTLE: Final = "battle"
"""Stands for the battle."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer player is asked, with all that its side can see, and no more."""

    number: int
    player: str
    decision: Decision[Any]
    options: Sequence[Any]
    view: Any
    seed: str
    memory: Mapping[str, Any] = field(default_factory=dict)  # what it has kept in mind


@dataclass(frozen=True, slots=True)
class Answer:
    """What it answers, or that it broke down."""

    number: int
    answer: Any
    reason: Reason | None = None
    fault: str = ""  # the name of what went wrong
    memory: Mapping[str, Any] | None = None  # what it keeps in mind


def packed(value: Question | Answer, battle: Any) -> bytes:
    """A question or an answer as a frame.

    Raises:
        PicklingError, TypeError, AttributeError: It holds what cannot be sent.
    """
    buffer = io.BytesIO()
    _Pickler(buffer, battle).dump(value)
    return framed(buffer.getvalue())


def unpacked(data: bytes, battle: Any) -> Any:
    """What was packed, over this end's battle."""
    return _Unpickler(io.BytesIO(data), battle).load()


def framed(data: bytes) -> bytes:
    """Some bytes with their number before them."""
    return len(data).to_bytes(_HEAD, "little") + data


def read_frame(source: BinaryIO) -> bytes | None:
    """The next frame, waiting for it; None at the end of what there is."""
    head = source.read(_HEAD)
    size = int.from_bytes(head, "little")
    data = source.read(size) if len(head) == _HEAD else b""
    return data if len(head) == _HEAD and len(data) == size else None


class Frames:
    """Puts frames together from what comes bit by bit.

    >>> frames = Frames()
    >>> [*frames.feed(framed(b"one")[:5])], [*frames.feed(framed(b"one")[5:] + framed(b""))]
    ([], [b'one', b''])
    """

    def __init__(self) -> None:
        self._left = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The frames that are whole now."""
        self._left += data
        while len(self._left) >= _HEAD:
            end = _HEAD + int.from_bytes(self._left[:_HEAD], "little")
            if len(self._left) < end:
                return
            whole, self._left = self._left[_HEAD:end], self._left[end:]
            yield whole


class _Pickler(pickle.Pickler):
    def __init__(self, buffer: BinaryIO, battle: Any) -> None:
        super().__init__(buffer, pickle.HIGHEST_PROTOCOL)
        self._battle = battle

    def persistent_id(self, obj: object) -> str | None:
        return _BATTLE if obj is self._battle else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, buffer: BinaryIO, battle: Any) -> None:
        super().__init__(buffer)
        self._battle = battle

    def persistent_load(self, _pid: object) -> Any:
        return self._battle
