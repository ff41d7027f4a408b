"""What goes between the window and the computer players' own process: lines of JSON.

A frame's first line is an object of named parts; what is the game's own (a question, its answers,
a view) follows, a line each, by the types of its fields as in a save (`hexwar.engine.codec`). What
is printed, which is most of a view, is not sent: each end has made its own from the game's header.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass, replace
from types import GenericAlias
from typing import Any, BinaryIO, Final

from hexwar.ai.policy import Look, Reason
from hexwar.engine import Decision, SaveError, System
from hexwar.engine.codec import Codec, Row, answer_type, codec_of
from hexwar.engine.foresight import Past
from hexwar.engine.records import printed_of, told_fields

_HEAD: Final = 4
"""Bytes that tell how many follow."""


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
    past: Past[Any] | None = None  # how it came about, for players who look ahead

    def look(self, is_hurried: Callable[[], bool] = lambda: False) -> Look:
        """Shows what is sent of the table."""
        return Look(lambda: self.view, lambda: self.past, is_hurried)


@dataclass(frozen=True, slots=True)
class Answer:
    """What it answers, or that it broke down."""

    number: int
    asked: str  # class name of the decision
    answer: Any
    reason: Reason | None = None
    fault: str = ""  # the name of what went wrong; there is no answer then
    memory: Mapping[str, Any] | None = None  # what it keeps in mind


def packed_question(system: System[Any], asked: Question) -> bytes:
    """A question as a frame.

    Raises:
        SaveError: It holds what has no place in a file, so it cannot be sent.
    """
    codec, kind = codec_of(system), type(asked.decision)
    parts = {
        "number": asked.number,
        "player": asked.player,
        "seed": asked.seed,
        "memory": dict(asked.memory),
        "asked": kind.__name__,
    }
    return _frame(
        parts,
        codec.text(codec.decision_kind(kind.__name__, "asked"), asked.decision, "decision"),
        codec.text(_listed(kind), asked.options, "options"),
        _packed_view(codec, asked.view, "view"),
        *_packed_past(codec, asked),
    )


def unpacked_question(system: System[Any], state: Any, data: bytes) -> Question:
    """The question of a frame; what is printed is that of `state`, the game's own at any time.

    Raises:
        SaveError: This end knows another game.
    """
    codec = codec_of(system)
    head, decision, options, view, *past = data.split(b"\n")
    parts = json.loads(head)
    kind = codec.decision_kind(parts.pop("asked"), "asked")
    asked = Question(
        decision=codec.value(kind, decision, "decision"),
        options=codec.value(_listed(kind), options, "options"),
        view=_unpacked_view(codec, state, view, "view"),
        **parts,
    )
    return replace(asked, past=_unpacked_past(codec, state, asked, *past)) if past else asked


def _packed_view(codec: Codec, view: Any, place: str) -> bytes:
    told = _told_of(type(view))
    return codec.text(told, told(**{n: getattr(view, n) for n in told.__annotations__}), place)


def _unpacked_view(codec: Codec, state: Any, data: bytes, place: str) -> Any:
    told = codec.value(_told_of(type(state)), data, place)
    shown = {name: getattr(told, name) for name in type(told).__annotations__}
    return type(state)(**shown, **printed_of(state))


def _packed_past(codec: Codec, asked: Question) -> tuple[bytes, ...]:
    """The view of the last mark, empty where it is the present one, and the answers since."""
    if (past := asked.past) is None:
        return ()
    is_same = not past.answers and past.view == asked.view
    answers = (codec.entry_text(entry, "past.answers") for entry in past.answers)
    view = b"" if is_same else _packed_view(codec, past.view, "past.view")
    return view, b"[%b]" % b",".join(answers)


def _unpacked_past(
    codec: Codec, state: Any, asked: Question, view: bytes, answers: bytes
) -> Past[Any]:
    rows = codec.value(list[Row], answers, "past.answers")
    return Past(
        asked.decision,
        _unpacked_view(codec, state, view, "past.view") if view else asked.view,
        tuple(codec.entry(row, "past.answers") for row in rows),
    )


def packed_answer(system: System[Any], answer: Answer) -> bytes:
    """An answer as a frame.

    Raises:
        SaveError: It is none to such a question, so it cannot be sent.
    """
    codec = codec_of(system)
    parts = {
        "number": answer.number,
        "asked": answer.asked,
        "fault": answer.fault,
        "memory": None if answer.memory is None else dict(answer.memory),
    }
    kind = None if answer.fault else answer_type(codec.decision_kind(answer.asked, "asked"))
    return _frame(
        parts,
        codec.text(kind, answer.answer, "answer"),
        codec.text(Reason | None, answer.reason, "reason"),
    )


def unpacked_answer(system: System[Any], data: bytes) -> Answer:
    """The answer of a frame.

    Raises:
        SaveError: This end knows another game.
    """
    codec = codec_of(system)
    head, answer, reason = data.split(b"\n")
    parts = json.loads(head)
    kind = answer_type(codec.decision_kind(parts["asked"], "asked"))
    return Answer(
        answer=codec.value(None if parts["fault"] else kind, answer, "answer"),
        reason=codec.value(Reason | None, reason, "reason"),
        **parts,
    )


def _listed(kind: type[Decision[Any]]) -> GenericAlias:
    """The type of a list of answers."""
    return GenericAlias(list, (answer_type(kind),))


_TOLD: Final[dict[type, type[Any]]] = {}


def _told_of(kind: type) -> type[Any]:
    """What is sent of a state: its fields but for what is printed or worked out.

    Raises:
        SaveError: It is no dataclass, or does not tell the types of its fields.
    """
    if kind not in _TOLD:
        try:
            _TOLD[kind] = make_dataclass(kind.__name__, told_fields(kind), slots=True)
        except (TypeError, NameError) as fault:
            raise SaveError("{kind} cannot be sent.", kind=kind.__name__) from fault
    return _TOLD[kind]


def _frame(parts: dict[str, Any], *lines: bytes) -> bytes:
    try:
        head = json.dumps(parts).encode()
    except (TypeError, ValueError, RecursionError) as fault:
        raise SaveError("{kind} cannot be sent.", kind=type(fault).__name__) from fault
    return framed(b"\n".join((head, *lines)))


def packed_hurry(number: int) -> bytes:
    """That the answer to a question is wanted now, as a frame."""
    return framed(b"%d" % number)


def unpacked_hurry(data: bytes) -> int | None:
    """The number of the question whose answer is wanted now; None for a frame that asks one."""
    return int(data) if data.isdigit() else None


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
