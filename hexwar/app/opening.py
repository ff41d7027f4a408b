"""Opens what a player names: a scenario by id or path, or a saved game. No Qt here."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hexwar.app import games
from hexwar.app.commands import UserError
from hexwar.app.passwords import ask_passwords
from hexwar.engine import KernelError, SaveError, Session, read_file
from hexwar.engine.budget import OverBudget, open_plain
from hexwar.engine.gamefile import START
from hexwar.engine.seal import LockedError
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.pack import is_pack
from hexwar.scenario.summaries import scenario_ids
from hexwar.table.battle import Battle, MapBattle

Found = TypeVar("Found")

SUFFIX = ".hexwar"
"""How the name of a saved game ends."""

NOT_SHOWN = mark("{title} cannot be played in the window yet")

_HEAD = 400
"""Characters in which a saved game shows that it is one."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What was named: a scenario that is still to begin, or a game."""

    kit: Kit[Any]
    scenario: str = ""
    battle: Battle | None = None
    session: Session[Any] | None = None
    path: Path | None = None  # of the saved game
    package: Path | None = None  # of scenarios, that is still to be added

    @property
    def is_unread(self) -> bool:
        """Whether it is a saved game that is still to be read."""
        return self.session is None and self.battle is None and self.package is None

    @property
    def state(self) -> Any:
        """The table: as it was saved, or as the scenario sets it up.

        A game that still runs is shown as every person who plays it may see it.
        """
        if self.session is not None:
            return seen_by_all(self.kit, self.session)
        assert self.battle is not None
        return self.kit.set_up(self.battle)


def seen_by_all(kit: Kit[Any], session: Session[Any]) -> Any:
    """A game's table as every person who plays it may know it; all of one that is over."""
    seen = session.state
    if session.pending is None or not seen.battle.secrecy.has_secrets:
        return seen
    options = session.header.get("options")
    players = options if isinstance(options, dict) else {}
    for side in seen.battle.sides:
        if players.get(f"player.{side}") not in kit.players:
            seen = kit.view(seen, side)
    return seen


def open_named(word: str, *, leaves_games: bool = False, rules: str = "") -> Opened:
    """Open a scenario by id or path, or a saved game.

    Passwords of a game are asked for at the terminal. Or it is left to the window to read it, with
    all that takes long: then no more is known than that it is a game, and of which system. A
    scenario is played by its own rules, unless others are named.

    Raises:
        UserError: There is no such thing, or it is broken; the sentence names it.
    """
    path = Path(word)
    if is_pack(path) and os.path.isfile(path):
        if leaves_games:
            return Opened(games.kit_named(games.USUAL), package=path)
        raise UserError("{word} is a package: hexwar {word} adds it to your scenarios", word=word)
    if word not in scenario_ids() and os.path.isfile(path) and _is_save(path):
        if leaves_games:
            return Opened(shown(read_save(path, games.kit_of_save)), path=path)
        session = load_game(path)
        return Opened(games.kit_named(session.system.id), session=session, path=path)
    if path.suffix == SUFFIX and not os.path.isfile(path):  # never raises, whatever the name
        raise UserError("there is no file {word}", word=word)
    try:
        kit = games.kit_of_scenario(word, rules)
        kit = shown(kit) if leaves_games else kit
        return Opened(kit, scenario=word, battle=kit.battle(word))
    except ScenarioError as fault:
        raise UserError(str(fault)) from fault


def shown(kit: Kit[Any]) -> Kit[Any]:
    """A game that the window shows.

    Raises:
        UserError: It shows it not.
    """
    if not kit.is_shown:
        raise UserError(NOT_SHOWN, title=say(kit.title))
    return kit


def on_map(battle: Battle) -> MapBattle:
    """A battle that is fought on a map of hexes.

    Raises:
        UserError: It is not.
    """
    if not isinstance(battle, MapBattle):
        raise UserError("{battle} is not fought on a map of hexes", battle=battle.name)
    return battle


def load_game(path: Path) -> Session[Any]:
    """A saved game, ready to play on.

    Raises:
        UserError: It cannot be read, or does not fit; the sentence names the file.
    """
    return read_save(path, partial(games.load_game, beside=path.parent))


def read_save(path: Path, read: Callable[..., Found]) -> Found:
    """What a reader makes of the text of a saved game, and of a `seal` where it is locked.

    Passwords are asked for where somebody sits at the terminal.

    Raises:
        UserError: It cannot be read, or does not fit; the sentence names the file, once.
    """
    try:
        text = read_file(path)
    except SaveError as fault:
        raise UserError(str(fault)) from fault  # it names the file
    try:
        try:
            return read(text)
        except LockedError as fault:
            return read(text, seal=ask_passwords(str(path), fault))
    except (KernelError, ScenarioError) as fault:
        raise UserError(f"{path}: {fault}") from fault


def _is_save(path: Path) -> bool:
    """Whether a file is meant as a saved game: by its name, or by how it begins."""
    if path.suffix == SUFFIX:
        return True
    try:
        with open_plain(path) as file:
            head = file.read(_HEAD)
    except OverBudget as fault:
        raise UserError("{path} cannot be read: {why}", path=path, why=fault) from fault
    except OSError as fault:
        raise UserError("{path} cannot be read: {why}", path=path, why=fault.strerror) from fault
    return head.lstrip().startswith((b'{\n"layout"', START.encode()))
