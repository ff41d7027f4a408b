"""What a person has seen of a computer player's answers: undo passes over what showed nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from hexwar.engine import Decision, Entry, Event
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.table.hearsay import Hearsay


class Unseen:
    """Tells which answers of computer players a person may take back with his own (N27.8).

    Nothing was seen of an answer if all that he may know of since is of his own doing, or of
    nobody's. An answer that does something, and is no secret one, was seen with whatever came of
    it. Dice, draws and what was revealed are barriers before this is asked.
    """

    def __init__(
        self,
        battle: Battle,
        persons: Sequence[str],
        readers: Callable[[], Sequence[str]],
        decision_named: Callable[[str], type[Decision[Any]]],
    ) -> None:
        """Watch for some persons, the sides that they play; `readers` may know of their events."""
        self._battle, self._persons, self._readers = battle, tuple(persons), readers
        self._decision_named = decision_named
        self._hearsay = Hearsay(battle)

    def answers_anew(self, side: str) -> bool:
        """Whether a computer plays a side, and a person the other."""
        return bool(self._persons) and side not in self._persons and side in self._battle.sides

    def has_seen(self, answers: Sequence[Entry], events: Sequence[Event]) -> Entry | None:
        """The last of a computer's answers that a person has seen anything of."""
        self._hearsay.follow(events)
        return next((one for one in reversed(answers) if self._shows(one, events)), None)

    def _shows(self, answer: Entry, events: Sequence[Event]) -> bool:
        known = [event for event in events[answer.events :] if self._is_known(event)]
        if not _is_idle(answer) and not self._decision_named(answer.asked).is_secret:
            return bool(known)
        return any(side not in self._persons for event in known for side in self._sides_in(event))

    def _is_known(self, event: Event) -> bool:
        return any(self._hearsay.knows(event, reader) for reader in self._readers())

    def _sides_in(self, told: object) -> Iterator[Side]:
        """The sides that an event, or anything in it, names by themselves or by what is theirs."""
        if isinstance(told, str):
            side = self._side_of(told)
            if side is not None:
                yield side
        elif isinstance(told, Mapping):
            for key, value in told.items():
                yield from self._sides_in(key)
                yield from self._sides_in(value)
        elif isinstance(told, tuple | list):
            for one in told:
                yield from self._sides_in(one)
        elif is_dataclass(told) and not isinstance(told, type):
            record: Any = told
            for field in fields(record):
                yield from self._sides_in(getattr(record, field.name))

    def _side_of(self, name: str) -> Side | None:
        battle = self._battle
        if name in battle.sides:
            return Side(name)
        named = battle.piece(name) or battle.body(name)
        return None if named is None else named.side


def _is_idle(answer: Entry) -> bool:
    """Whether it did nothing: a pass, a no, an end."""
    return answer.answer is None or answer.answer is False
