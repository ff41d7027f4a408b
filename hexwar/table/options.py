"""Options of the rules in words, as a player chooses them before a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from hexwar.messages import mark


class Trait(StrEnum):
    """What a battle is or lacks, as far as values of options hang on it."""

    NO_DECKS = "no_decks"  # of cards
    NO_WEATHER = "no_weather"  # of its days is recorded
    CAMPAIGN = "campaign"


@dataclass(frozen=True, slots=True)
class Closed:
    """Values of an option that cannot be chosen in a battle, or beside another choice."""

    why: str  # a sentence without capital and full stop
    values: Collection[str] = ()  # none: the option as a whole
    stays: str = ""  # the value that an option has which is closed as a whole; empty: the usual one
    trait: Trait | None = None  # of the battle
    beside: tuple[str, str] | None = None  # another option, and its value

    def holds(self, chosen: Mapping[str, str], traits: Collection[Trait]) -> bool:
        """Whether it is so with what is chosen."""
        is_beside = self.beside is not None and chosen.get(self.beside[0]) == self.beside[1]
        return is_beside or self.trait in traits


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules that is chosen from a box."""

    name: str
    title: str
    rule: str
    values: Mapping[str, str]  # in words, the usual one first
    advice: str = ""  # when to choose what; shown as a tip
    closed: Sequence[Closed] = ()
    as_it_was: Mapping[str, str] = field(default_factory=dict)
    """Values in words that tell the `{weather}` of the day, where one is recorded."""


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together, under a heading."""

    title: str
    options: Sequence[Option]
    has_decks: bool = False  # whether a link to the decks of cards stands below


SWITCH: Mapping[str, str] = {"off": mark("Off"), "on": mark("On")}
"""The values of an option that is used or not."""

NO_RECORD = Closed(
    mark("no weather of these days is recorded"), ("historical",), trait=Trait.NO_WEATHER
)
"""The weather as it was needs a record."""

WITHOUT_DECKS = Closed(
    mark("this battle names no decks of cards"), stays="none", trait=Trait.NO_DECKS
)
"""Cards need decks."""


def options_of(groups: Sequence[Group]) -> Iterator[Option]:
    """All options of the groups, in their order."""
    return (option for group in groups for option in group.options)


def values_of(groups: Sequence[Group]) -> dict[str, tuple[str, ...]]:
    """The values of each option, the usual one first."""
    return {option.name: tuple(option.values) for option in options_of(groups)}
