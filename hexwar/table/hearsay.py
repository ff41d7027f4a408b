"""What each side may know of the events of a game, told in their order (N3.4, N20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from hexwar.engine import Event
from hexwar.table.battle import Battle
from hexwar.table.fact import Fact
from hexwar.table.hiding import side_of_piece


class Hearsay:
    """Walks the events of a game and keeps who was out of whose sight when each happened.

    An event by itself knows who may be told of it (`is_known_to`). Where forces may be hidden, a
    side is also not told what befalls pieces of the enemy's that it does not see, unless its own
    have a part in it; nor how the spirits of his formations are. When the game is over all is
    laid open.
    """

    def __init__(self, battle: Battle) -> None:
        """Begin before the first event."""
        self._battle = battle
        self._events: list[Event] = []
        self._unseen: list[frozenset[str]] = []  # at each event, before it
        self._places: dict[int, int] = {}  # of the events by their identity
        self._now: frozenset[str] = frozenset()
        self._is_open = False

    def follow(self, events: Sequence[Event]) -> None:
        """Keep in step with a game whose events are these now."""
        if not self._battle.has_fog:
            return
        stayed = min(len(events), len(self._events))
        while stayed and self._events[stayed - 1] is not events[stayed - 1]:
            stayed -= 1
        if stayed < len(self._events):
            self._now = self._unseen[stayed]
            for event in self._events[stayed:]:
                self._places.pop(id(event), None)
            del self._events[stayed:], self._unseen[stayed:]
            self._is_open = any(_opens(event) for event in self._events)
        for event in events[stayed:]:
            self._add(event)

    def knows(self, event: Event, side: str) -> bool:
        """Whether a side, or both for an empty one, may know of an event that was followed."""
        if not event.is_known_to(side):
            return False
        if not self._battle.has_fog or self._is_open:
            return True
        if isinstance(event, Fact) and event.tells_spirit:
            return self._side_of(event) == side
        place = self._places.get(id(event))
        unseen = self._now if place is None else self._unseen[place]
        if not unseen or event.reveals:
            return True
        if isinstance(event, Fact) and self._tells_march(event, side, unseen):
            return False
        pieces = set(pieces_of(self._battle, event))
        theirs = {piece for piece in pieces if side_of_piece(self._battle, piece) != side}
        return not theirs & unseen or bool(side and pieces - theirs)

    def _tells_march(self, event: Fact, side: str, unseen: frozenset[str]) -> bool:
        """Whether it tells of the march of a formation of which a side does not see all."""
        is_theirs = event.tells_march and self._side_of(event) != side
        return is_theirs and not unseen.isdisjoint(self._units_of(event))

    def _add(self, event: Event) -> None:
        self._places[id(event)] = len(self._events)
        self._events.append(event)
        self._unseen.append(self._now)
        self._is_open = self._is_open or _opens(event)
        if isinstance(event, Fact):
            changed = self._now | set(event.conceals())
            changed -= set(event.discloses())
            if changed != self._now:
                self._now = frozenset(changed)

    def _side_of(self, event: Fact) -> str:
        body = self._battle.body(_formation(event))
        return "" if body is None else body.side

    def _units_of(self, event: Fact) -> tuple[str, ...]:
        return self._battle.members(_formation(event))


def _formation(event: Fact) -> str:
    formation: str = getattr(event, "formation")  # noqa: B009
    return formation


def _opens(event: Event) -> bool:
    return isinstance(event, Fact) and event.opens


def pieces_of(battle: Battle, told: object) -> Iterator[str]:
    """The units and leaders that an event, or anything in it, names."""
    for name in texts_in(told):
        if battle.piece(name) is not None:
            yield name


def texts_in(told: object) -> Iterator[str]:
    """All texts in a record, or in anything in it: ids and hexes are texts."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping):
        for key, value in told.items():
            yield from texts_in(key)
            yield from texts_in(value)
    elif isinstance(told, tuple | list):
        for one in told:
            yield from texts_in(one)
    elif is_dataclass(told) and not isinstance(told, type):
        record: Any = told
        for field in fields(record):
            yield from texts_in(getattr(record, field.name))
