"""The list of games: the one place that names systems, and the door by which others come in.

A game is found by the word `module:attribute` that leads to its kit. The games of this program
are listed here; an installed package adds one by the entry-point group `hexwar.games`; a program
that runs hexwar adds one by `register`. Nothing of a game is imported before it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from hexwar.ai.arena import Match
from hexwar.engine import Chance, Session
from hexwar.engine.codec import short
from hexwar.engine.errors import UnknownError
from hexwar.engine.save import system_of
from hexwar.engine.seal import PACKED, Seal
from hexwar.kit import RULES, Kit
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.findings import Pen
from hexwar.scenario.library import find
from hexwar.scenario.reading import read_object
from hexwar.scenario.register import REGISTER
from hexwar.scenario.section import Sections
from hexwar.scenario.summaries import Summary
from hexwar.scenario.summaries import summaries as library_summaries
from hexwar.table.battle import Battle
from hexwar.table.forces import Side

GROUP: Final = "hexwar.games"
"""The group of entry points by which an installed package brings a game."""

BUILT_IN: Final = (
    EntryPoint("nlc", "hexwar.systems.nlc.kit:NLC", GROUP),
    EntryPoint("tlnb", "hexwar.systems.tlnb.kit:TLNB", GROUP),
    EntryPoint("mininap", "hexwar.systems.mininap.kit:MININAP", GROUP),
)
"""The games of this program, the usual one first."""

USUAL: Final = BUILT_IN[0].name
"""The system of a scenario that names none."""

REGISTER.place = lambda: user_data_path("hexwar", appauthor=False) / "scenarios.json"


def library() -> Path:
    """The folder of the user's own scenarios, one folder each."""
    return user_data_path("hexwar", appauthor=False) / "scenarios"


_registered: dict[str, Kit[Any]] = {}


class UnknownGameError(LookupError):
    """There is no game of a name."""

    def __init__(self, name: str) -> None:
        known = ", ".join(names())
        super().__init__(f"there is no game system {short(name)} (there are: {known})")


def register(kit: Kit[Any]) -> None:
    """Add a game, in place of one of the same id."""
    _registered[kit.id] = kit


def names() -> tuple[str, ...]:
    """The ids of all games, the usual one first."""
    return tuple(dict.fromkeys((*(door.name for door in _doors()), *_registered)))


def shown() -> tuple[str, ...]:
    """The ids of the games that windows show."""
    return tuple(name for name in names() if kit_named(name).is_shown)


def on_maps() -> tuple[str, ...]:
    """The ids of the games that are played on maps of hexes, which the editor makes."""
    return tuple(name for name in names() if kit_named(name).is_on_map)


def kit_named(name: str) -> Kit[Any]:
    """The kit of a game.

    Raises:
        UnknownGameError: There is none of that name.
    """
    if name not in _registered:
        door = next((door for door in _doors() if door.name == name), None)
        if door is None:
            raise UnknownGameError(name)
        register(door.load())
    return _registered[name]


def kit_of_scenario(scenario: str, rules: str = "") -> Kit[Any]:
    """The kit of a scenario, by its id or path.

    Args:
        scenario: Which.
        rules: The game by whose rules it is to be played, if not its own.

    Raises:
        ScenarioError: There is no such scenario, or it is of an unknown game, or of one that these
            rules do not play.
    """
    path = find(scenario)
    # Whoever reads it again says what is wrong.
    told = read_object(path, Pen(path.as_posix(), [])) or {}
    named = told.get("system", USUAL)
    system = named if isinstance(named, str) else USUAL
    try:
        kit = kit_named(rules or system)
    except UnknownGameError as fault:
        raise ScenarioError(str(fault), path, "" if rules else "system") from fault
    if system not in (kit.id, *kit.also_reads):
        words = mark("it cannot be played by the rules of {rules}")
        raise ScenarioError(say(words, rules=kit.id), path)
    return kit


def rules_for(system: str) -> tuple[Kit[Any], ...]:
    """The games by whose rules a scenario of a system can be played, its own first (T34.1)."""
    kits = [kit_named(name) for name in names()]
    able = [kit for kit in kits if system in (kit.id, *kit.also_reads)]
    return tuple(sorted(able, key=lambda kit: kit.id != system))


def kit_of_save(text: str | bytes) -> Kit[Any]:
    """The kit of a saved game.

    Raises:
        SaveError: The text is no saved game, or of an unknown game.
    """
    try:
        return kit_named(system_of(text))
    except UnknownGameError as fault:
        raise UnknownError("system: {fault}", fault=fault) from fault


def sections() -> Sections[Any]:
    """The sections of all games, with all that their rules know to check."""
    return {name: kit_named(name).section for name in names()}


def summaries() -> tuple[Summary, ...]:
    """The scenarios of the program, of its games, and of the user, as a list shows them."""
    kits = [kit_named(name) for name in names()]
    forms = {kit.id: kit.form for kit in kits}
    folders = [kit.scenarios for kit in kits if kit.scenarios is not None]
    return library_summaries(forms, folders, library())


def shown_summaries() -> tuple[Summary, ...]:
    """The same without the scenarios of games that windows do not show."""
    left_out = set(names()) - set(shown())
    return tuple(summary for summary in summaries() if summary.system not in left_out)


def battle_with(scenario: str, options: tuple[tuple[str, str], ...] = ()) -> Battle:
    """A scenario by id or path, with the players' options over its own.

    Raises:
        ScenarioError: The scenario cannot be read or not be played with these options.
    """
    return kit_of_scenario(scenario).battle(scenario, options)


def new_game(
    scenario: str, chance: Chance, options: Mapping[str, str] | None = None
) -> Session[Any]:
    """A new game, run to its first question.

    The option `RULES` names the game by whose rules it is played, if not its own.

    Raises:
        ScenarioError: The scenario cannot be read.
    """
    chosen = dict(options or {})
    rules = chosen.pop(RULES, "")
    return kit_of_scenario(scenario, rules).new_game(scenario, chance, chosen)


def new_match(
    scenario: str, players: Mapping[Side, str], seed: str, options: Mapping[str, str] | None = None
) -> Match:
    """A new game between computer players, who are called by their names.

    Raises:
        ScenarioError: The scenario cannot be read.
    """
    return kit_of_scenario(scenario).new_match(scenario, players, seed, options)


def load_game(
    text: str | bytes,
    chance: Chance | None = None,
    seal: Seal = PACKED,
    beside: Path | None = None,
) -> Session[Any]:
    """A saved game, ready to play on; its scenario may lie in the folder `beside`.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: The text is no saved game of this program, or is damaged.
    """
    return kit_of_save(text).load_game(text, chance, seal, beside)


def _doors() -> Iterator[EntryPoint]:
    yield from BUILT_IN
    yield from _installed()


@lru_cache(maxsize=1)
def _installed() -> tuple[EntryPoint, ...]:
    """The games of other packages: asked for once, since every installed package is looked at."""
    return tuple(entry_points(group=GROUP))
