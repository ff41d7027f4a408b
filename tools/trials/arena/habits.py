"""The habits of players, from the games of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tools.trials.arena.games import Game
from tools.trials.arena.tables import scenario_name
from tools.trials.conduct import HABITS, Conduct
from tools.trials.documents import table


def conduct_of(games: Iterable[Game], player: str) -> Conduct:
    """What a player did in some games, each of his sides being counted as a game."""
    found = Conduct()
    for game in games:
        for side, name in game.players.items():
            if name == player and side in game.conduct:
                found.add(game.conduct[side])
    return found


def apart(games: Iterable[Game], player: str) -> dict[str, Conduct]:
    """What a player did, by scenario and side."""
    found: dict[str, Conduct] = {}
    for game in games:
        for side, conduct in game.conduct.items():
            if game.players[side] == player:
                seat = f"{player}, {scenario_name(game)}, {side}"
                found.setdefault(seat, Conduct()).add(conduct)
    return dict(sorted(found.items()))


def habit_table(counted: Mapping[str, Conduct]) -> str:
    """A row for each habit, a column for each player."""
    rows = [("games", *(str(found.games) for found in counted.values()))]
    rows += [(one.name, *(one.told(found) for found in counted.values())) for one in HABITS]
    return table(("habit", *counted), rows)
