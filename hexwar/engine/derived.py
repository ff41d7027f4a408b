"""Fields that are worked out from a state, made once until something changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Final, Protocol, TypeVar, TypeVarTuple


class Caching(Protocol):
    """A state that keeps what is worked out from it until the next event."""

    @property
    def cache(self) -> dict[Hashable, Any]:
        """What is kept, by who made it and of what."""
        ...


S = TypeVar("S", bound=Caching)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


MOST_KEPT: Final = 512
"""Derived fields that are kept for later states and for copies."""

_NOT_MADE: Final = object()
"""Stands for a field that is not made yet: None is a value as others are."""


def kept(make: Callable[[S, *Ts], T]) -> Callable[[S, *Ts], T]:
    """A field derived from a state, made once until the next event."""

    @wraps(make)
    def field(state: S, *args: *Ts) -> T:
        key = (make, *args)
        found = state.cache.get(key, _NOT_MADE)
        if found is _NOT_MADE:
            found = state.cache[key] = make(state, *args)
        made: T = found
        return made

    return field


def kept_by(
    by: Callable[..., tuple[Hashable, ...]],
) -> Callable[[Callable[[S, *Ts], T]], Callable[[S, *Ts], T]]:
    """A field derived from some of a state, kept through other events, copies and views.

    Args:
        by: All of the state that it is worked out from; it lasts as long as they are the same.
            Stances stand for units.
    """

    def keeping(make: Callable[[S, *Ts], T]) -> Callable[[S, *Ts], T]:
        def field(state: S, *args: *Ts) -> T:
            place = _place((make, *args), by(state, *args))
            if not place:
                place.append(make(state, *args))
            found: T = place[0]
            return found

        return kept(wraps(make)(field))

    return keeping


@lru_cache(maxsize=MOST_KEPT)
def _place(_key: Hashable, _by: tuple[Hashable, ...]) -> list[Any]:
    """Where a derived field lies."""
    return []
