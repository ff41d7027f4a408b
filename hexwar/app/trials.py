"""Battles that are tried out from the editor, each in a process of its own.

The editor starts it as `python -P -m hexwar.app.trials`: `games` plays games between computer
players and writes a line of JSON for each, `play` opens the window. Neither leaves a trace among
the user's games. What hangs in it, or dies, the editor outlives.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hexwar.ai.arena import EndlessGameError, Match
from hexwar.app import crash
from hexwar.app.commands import UserError
from hexwar.app.games import kit_of_scenario
from hexwar.app.main import COLLECTION, CRASHED
from hexwar.editor.services import Trial
from hexwar.engine import KernelError, save
from hexwar.engine.files import write_file
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.register import REGISTER
from hexwar.table.forces import Side

COMMAND: Final = (sys.executable, "-P", "-m", "hexwar.app.trials")
"""How the process is started."""


def words_of(trial: Trial) -> Sequence[str]:
    """The words that start the games of a trial."""
    told = {
        "scenario": str(trial.scenario.absolute()),
        "players": dict(trial.players),
        "games": trial.games,
        "seed": trial.seed,
        "turn": trial.turn,
        "seats": dict(trial.seats),
        "to": "" if trial.to is None else str(trial.to.absolute()),
        "rules": trial.rules,
    }
    return (*COMMAND, "games", json.dumps(told))


def words_to_play(place: Path, options: Mapping[str, str]) -> Sequence[str]:
    """The words that open the window on a battle or a saved game."""
    return (*COMMAND, "play", str(place.absolute()), json.dumps(dict(options)))


def main(words: Sequence[str]) -> int:
    """Do what the words say; another status than 0 is told why, in a line of JSON."""
    kind, *rest = words
    try:
        if kind == "play":
            return _play(Path(rest[0]), json.loads(rest[1]))
        return _games(rest)
    except Exception as fault:
        _tell_fault(crash.record(fault, ["trial", kind]))
        return CRASHED


def _tell_fault(why: str) -> None:
    print(json.dumps({"fault": why}), flush=True)


def _games(rest: Sequence[str]) -> int:
    """Games between computer players, a line each."""
    told = json.loads(rest[0])
    to = Path(told["to"]) if told["to"] else None
    trial = Trial(**{**told, "scenario": Path(told["scenario"]), "to": to})
    gc.set_threshold(*COLLECTION)
    _forget_register(trial.scenario.parent)
    try:
        for number in range(trial.seed, trial.seed + trial.games):
            print(json.dumps(_played(trial, number)), flush=True)
    except BrokenPipeError:  # the editor is gone, and nobody waits for the games any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (KernelError, ScenarioError, EndlessGameError, OSError) as fault:
        _tell_fault(str(fault))
        return 1
    return 0


class _Reached(Exception):  # noqa: N818 - nothing has gone wrong
    """The turn has begun in which somebody plays on."""


def _played(trial: Trial, number: int) -> dict[str, Any]:
    """One game, to its end or to the turn that is wanted."""
    kit = kit_of_scenario(str(trial.scenario), trial.rules)
    seats = {f"player.{side}": player for side, player in trial.seats.items()}
    players = {Side(side): player for side, player in trial.players.items()}
    match = kit.new_match(str(trial.scenario), players, str(number), seats)

    def watch(running: Match) -> None:
        if trial.turn and running.session.state.turn >= trial.turn:
            raise _Reached

    try:
        result = match.play(watch)
    except _Reached:
        if trial.to is not None:
            write_file(trial.to, save(match.session))
        return {"seed": number, "turn": match.session.state.turn}
    return {
        "seed": number,
        "winner": result.winner or "",
        "level": result.level,
        "vp": dict(result.vp),
        "turns": result.turns,
    }


def _forget_register(folder: Path) -> None:
    """Keep the names of battles that are tried out beside them, not among the user's."""
    REGISTER.place = lambda: folder / "register" / "scenarios.json"


def _play(place: Path, options: Mapping[str, str]) -> int:
    """The window on what is tried out; its games are kept beside it."""
    gc.disable()
    from hexwar.app import window
    from hexwar.app.opening import open_named
    from hexwar.shell.preferences import Settings

    class Aside(Settings):
        """The user's own, in which a trial leaves nothing."""

        def recent(self) -> list[Path]:
            return []

        def add_recent(self, path: Path) -> None:
            pass

        def add_played(self, battle: str) -> None:
            pass

        def keep_seated(self, players: Mapping[str, str]) -> None:
            pass

    _forget_register(place.parent)
    try:
        rules = options.get("rules", "")
        opened = open_named(str(place), leaves_games=True, rules=rules)
    except UserError as fault:
        _tell_fault(str(fault))
        return 1
    services = replace(window.services_of_user(), store=Aside(), saves=place.parent / "saves")
    return window.run(opened, ["play", str(place)], options, services=services)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
