"""The folder of an arena: one line of JSON for each game that was played, in one file."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tools.trials.arena.games import Fixture, Game

GAMES = "games.jsonl"

_FORM = TypeAdapter(Game)


class Store:
    """The games of a folder, which need not be there yet.

    A line that is torn, by a kill in the midst of it, is a game that has not been played.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / GAMES
        self._games: dict[Fixture, Game] = {}
        self.torn = 0
        """Lines that could not be read."""
        self._is_whole = True
        if self._file.exists():
            self._read(self._file.read_bytes())

    def _read(self, text: bytes) -> None:
        self._is_whole = text.endswith(b"\n") or not text
        for line in text.splitlines():
            try:
                game = _FORM.validate_json(line)
            except ValidationError:
                self.torn += 1
            else:
                self._games[game.fixture] = game

    @property
    def games(self) -> tuple[Game, ...]:
        """All of them, by seed and scenario: the order does not tell who was quick."""
        ordered = sorted(self._games.values(), key=lambda game: _place(game.fixture))
        return tuple(ordered)

    def get(self, fixture: Fixture) -> Game | None:
        """The game of a fixture, if it has been played."""
        return self._games.get(fixture)

    def keep(self, game: Game) -> None:
        """Add a game; it is in the file when this returns."""
        self._games[game.fixture] = game
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("ab") as file:
            file.write((b"" if self._is_whole else b"\n") + _FORM.dump_json(game) + b"\n")
        self._is_whole = True


def _place(fixture: Fixture) -> tuple[object, ...]:
    return (int(fixture.seed), fixture.scenario, fixture.sides, fixture.options)
