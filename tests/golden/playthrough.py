"""Golden playthroughs: the log of a random game's first turns, as text or as a digest a turn.

python tests/golden/playthrough.py                  write the golden files anew: a commit of
                                                    its own that says why
python tests/golden/playthrough.py --explain REV    show where each game first reads otherwise
                                                    than at a commit
python tests/golden/playthrough.py --check          say which turns of which games are told
                                                    otherwise than the golden files say
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from hexwar.app.games import kit_of_scenario
from hexwar.engine import Event
from hexwar.table.fact import Fact
from hexwar.table.story import Story, to_text

HERE: Final = Path(__file__).parent
CHECKOUT: Final = HERE.parent.parent
DIGESTS: Final = HERE / "digests.json"
CONTEXT: Final = 4
"""Lines that are shown before the first difference, and after it."""


class Game(NamedTuple):
    """What is told of which game."""

    scenario: str  # an id, or a folder of the checkout
    seed: int
    turns: int
    player: str = "random"  # of both sides
    rules: str = ""  # by which it is played, if not by the scenario's own

    @property
    def name(self) -> str:
        player = "" if self.player == "random" else f"-{self.player}"
        rules = f"-{self.rules}" if self.rules else ""
        return f"{Path(self.scenario).name}-{self.seed}{player}{rules}"


READABLE: Final = Game("brienne", 1, 2)
"""The game that is kept as text."""

WEIGHED: Final = Game("brienne", 1, 5, "greedy")
"""A game in which one move hangs on the last bit of a sum."""

WEIGHED_TURNS: Final = Game("champaubert", 1, 4, "normal", "tlnb")
"""One of player turns whose computer players reckon in fractions."""

DIGESTED: Final = (
    *(Game("brienne", 4, 9), Game("tests/scenarios/melee", 2, 5), WEIGHED),
    *(Game("eylau", 1, 2), Game("vauchamps", 2, 4, rules="tlnb"), WEIGHED_TURNS),
)
"""Games of which digests are kept."""


def told(scenario: str, seed: int, turns: int, player: str = "random", rules: str = "") -> str:
    """The log of a game up to the end of a turn."""
    place = CHECKOUT / scenario
    name = str(place) if place.is_dir() else scenario
    kit = kit_of_scenario(name, rules)
    match = kit.new_match(name, dict.fromkeys(kit.battle(name).sides, player), str(seed))
    while match.session.pending is not None and match.session.state.turn <= turns:
        match.step()
    events = match.session.events
    after = (i for i, event in enumerate(events) if begun_by(event) > turns)
    story = Story(kit.names(match.session.state.battle))
    story.follow(events[: next(after, len(events))])
    return to_text(story)


def begun_by(event: Event) -> int:
    """The turn that an event begins; 0 for none."""
    heading = event.heading() if isinstance(event, Fact) else None
    return (heading.turn or 0) if heading is not None else 0


def digests(log: str) -> list[str]:
    """One for what stands before the first turn, and for each turn, of a log."""
    return [sha256(part.encode()).hexdigest()[:16] for part in re.split(r"\n(?=Turn \d+:)", log)]


def first_difference(old: str, new: str) -> str:
    """Where a log first reads otherwise: its headings, the lines before it, and both ways on.

    Empty where it reads as it did.
    """
    pairs = list(zip_longest(old.splitlines(), new.splitlines()))
    at = next((i for i, (was, is_now) in enumerate(pairs) if was != is_now), None)
    if at is None:
        return ""
    same = [line for line, _ in pairs[:at]]
    turns = [line for line in same if line and re.match(r"Turn \d+:", line)]
    parts = [line for line in same if line and line[0] not in " ="]
    head = " / ".join(dict.fromkeys((*turns[-1:], *parts[-1:])))
    ways = [
        *(f"- {was}" for was, _ in pairs[at : at + CONTEXT] if was is not None),
        *(f"+ {is_now}" for _, is_now in pairs[at : at + CONTEXT] if is_now is not None),
    ]
    return "\n".join([f"{head}, line {at + 1}:", *(f"  {line}" for line in same[-CONTEXT:]), *ways])


def told_at(checkout: Path, game: Game) -> str:
    """The log as the program of another checkout tells it."""
    asked = f"from tests.golden.playthrough import told; print(told(*{tuple(game)!r}), end='')"
    command = [sys.executable, "-c", asked]
    return subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True).stdout


def explain(revision: str) -> None:
    """Print the first difference of each game from what it was at a commit."""
    git = ["git", "-C", str(CHECKOUT), "worktree"]
    with TemporaryDirectory() as folder:
        there = Path(folder, "then")
        subprocess.run([*git, "add", "--quiet", "--detach", str(there), revision], check=True)
        try:
            for game in (READABLE, *DIGESTED):
                found = first_difference(told_at(there, game), told(*game))
                sys.stdout.write(f"== {game.name}: {found or 'reads as it did'}\n")
        finally:
            subprocess.run([*git, "remove", "--force", str(there)], check=True)


def kept() -> Mapping[str, Sequence[str]]:
    """The digests of each game, by turn."""
    found: dict[str, list[str]] = json.loads(DIGESTS.read_text("utf-8"))
    return found


def changed(game: Game) -> list[int]:
    """The turns of a game that are told otherwise than its digests say."""
    pairs = zip_longest(digests(told(*game)), kept()[game.name])
    return [turn for turn, (found, wanted) in enumerate(pairs) if found != wanted]


def check() -> int:
    """Say which turns are told otherwise; 1 where there are any."""
    found = {game.name: changed(game) for game in DIGESTED}
    for name, turns in found.items():
        sys.stdout.write(f"{name}: {f'otherwise in turns {turns}' if turns else 'as it was'}\n")
    return 1 if any(found.values()) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the golden files, or explain a difference.")
    parser.add_argument("--explain", metavar="REV", help="show differences from a commit")
    parser.add_argument("--check", action="store_true", help="compare with the golden files")
    asked = parser.parse_args()
    if asked.check:
        return check()
    if asked.explain is not None:
        explain(asked.explain)
        return 0
    (HERE / f"{READABLE.name}.txt").write_text(told(*READABLE), "utf-8")
    found = {game.name: digests(told(*game)) for game in DIGESTED}
    DIGESTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
