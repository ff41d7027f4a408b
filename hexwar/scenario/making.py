"""Battles that a game makes by itself, of a few choices and a seed: what such a game offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexwar.engine.files import write_file
from hexwar.messages import mark, say
from hexwar.scenario.errors import quoted
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.writing import to_text

MOST_SEED: Final = 999_999_999
"""The greatest seed of a battle; the least is 0."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is chosen before a battle is made."""

    key: str
    label: str
    values: Mapping[str, str]  # what each is called
    usual: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class RosterGroup:
    """Some units under a heading, such as a brigade under its commander."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """An army, as it is shown before the battle is begun."""

    name: str
    about: str
    groups: tuple[RosterGroup, ...]


@dataclass(frozen=True, slots=True)
class MadeBattle:
    """A battle that was made: the contents of its files by their names."""

    id: str
    files: Mapping[str, Any]
    rosters: tuple[Roster, ...]


class Maker(ABC):
    """What makes battles; the same choices and seed give the same battle on every machine."""

    @property
    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """What is chosen, in the order in which a person is asked."""

    @abstractmethod
    def unfit(self, chosen: Mapping[str, str]) -> str:
        """Why no battle can be made of values that are known one by one; empty where it can."""

    @abstractmethod
    def make(self, chosen: Mapping[str, str], seed: int) -> MadeBattle:
        """The battle of a value for each field."""

    @property
    def usual(self) -> dict[str, str]:
        """The usual value of each field."""
        return {field.key: field.usual for field in self.fields}

    def refusal(self, chosen: Mapping[str, str], seed: int) -> str:
        """Why no battle can be made of these choices, as a sentence; empty where it can."""
        known = {field.key: field for field in self.fields}
        for key, value in chosen.items():
            if key not in known:
                words = mark("there is no {key} to choose (there are: {known})")
                return say(words, key=quoted(key), known=", ".join(known))
            if value not in known[key].values:
                words = mark("{key} cannot be {value} (there are: {known})")
                there = ", ".join(filter(None, known[key].values))
                return say(words, key=key, value=quoted(value), known=there)
        if not 0 <= seed <= MOST_SEED:
            return say("a seed is a whole number from 0 to {most}", most=MOST_SEED)
        return self.unfit({**self.usual, **chosen})


def write_battle(made: MadeBattle, shelf: Path) -> Path:
    """Writes a battle into a folder of its name on a shelf, and answers with the folder.

    Raises:
        OSError: The folder cannot be made.
        SaveError: A file cannot be written.
    """
    folder = shelf / made.id
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(made.files.items(), key=lambda item: item[0] == SCENARIO_FILE)
    for name, told in files:  # the scenario last: before it is there, nobody finds the others
        write_file(folder / name, to_text(told))
    return folder
