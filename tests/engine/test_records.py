"""What of a state a reader is shown: what its fields say, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from hexwar.engine.records import CHAPTER, FLEETING, INDEX, OPEN, PRINTED, secret, seen_by


class Eye(NamedTuple):
    key: str


@dataclass(frozen=True, slots=True)
class Purse:
    coins: int = field(default=0, metadata=OPEN)
    letters: tuple[str, ...] = field(
        default=(), metadata=secret(lambda held, eye: held if eye.key == "owner" else ())
    )
    new: int = 7


@dataclass(slots=True, kw_only=True)
class Room:
    name: str = field(metadata=PRINTED)
    lamps: int = field(metadata=OPEN)
    purse: Purse = field(default=Purse(), metadata=CHAPTER)
    whole: Purse = field(default=Purse(), metadata=OPEN)
    index: dict[str, int] = field(default_factory=dict, metadata=INDEX)
    cache: dict[str, int] = field(default_factory=dict, metadata=FLEETING)
    new: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Bare:
    new: int


def test_a_field_that_does_not_say_who_may_see_it_is_hidden_from_everybody() -> None:
    held = Purse(3, ("of Ney",), 9)
    room = Room(name="hall", lamps=2, purse=held, whole=held, new={"secret": 1})
    room.index["door"] = room.cache["sum"] = 1
    for reader, letters in (("owner", ("of Ney",)), ("other", ())):
        seen = seen_by(room, Eye(reader))
        assert seen.purse == Purse(3, letters, 7)
        assert (seen.name, seen.lamps, seen.whole, seen.index) == ("hall", 2, held, {"door": 1})
        assert seen.new == {}
        assert seen.cache == {}
    assert room.new == {"secret": 1}
    assert room.purse is held


def test_one_without_a_default_is_no_field_of_a_state_that_is_looked_at() -> None:
    state: Any = Bare(4)
    with pytest.raises(TypeError, match=r"Bare\.new tells nobody who may see it"):
        seen_by(state, Eye("other"))
