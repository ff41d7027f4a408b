"""What many games have come to, in a file that grows from run to run."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tools.trials.fuzzing.play import Game
from tools.trials.fuzzing.reached import Reached, missing

FILE: Final = "results.json"

SHARES: Final[Mapping[str, int]] = {"clash": 100, "melee": 6}
"""How many answers a ground gets; the others get one share each."""


class Results:
    """Counts by ground: games, answers, players, checks, and what was reached."""

    def __init__(self, folder: Path) -> None:
        """Read what is there."""
        self.path = folder / FILE
        raw = json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}
        self.grounds: dict[str, dict[str, Any]] = raw.get("grounds", {})
        self.faults: list[str] = raw.get("faults", [])
        self.seconds: float = raw.get("seconds", 0.0)
        self.reached = Reached()
        for row in self.grounds.values():
            self.reached.add(Reached(row["reached"]))

    @property
    def answers(self) -> int:
        """All answers so far."""
        return sum(row["answers"] for row in self.grounds.values())

    def games(self, ground: str) -> int:
        """How many games were played on a ground."""
        return int(self._row(ground)["games"])

    def _row(self, ground: str) -> dict[str, Any]:
        empty = {"games": 0, "over": 0, "answers": 0, "faults": 0, "players": {}, "checks": {}}
        return self.grounds.setdefault(ground, {**empty, "reached": {}})

    def begin(self, ground: str) -> int:
        """Count a game that begins; its number."""
        row = self._row(ground)
        row["games"] += 1
        return int(row["games"]) - 1

    def add(self, game: Game) -> None:
        """Count a game."""
        row = self._row(game.task.ground)
        row["answers"] += game.answers
        row["over"] += game.is_over
        row["faults"] += bool(game.fault)
        row["players"] = dict(Counter(row["players"]) + game.by_player)
        row["checks"] = dict(Counter(row["checks"]) + game.done)
        known = Reached(row["reached"])
        known.add(game.reached)
        row["reached"] = known.to_raw()
        self.reached.add(game.reached)
        if game.fault:
            self.faults.append(f"{game.task.ground} {game.task.number}: {last_line(game.fault)}")

    def next_ground(self, names: Mapping[str, object]) -> str:
        """The ground that is furthest behind its share."""
        return min(names, key=lambda name: self._row(name)["answers"] / SHARES.get(name, 1))

    def write(self) -> None:
        """Replace the file."""
        raw = {"answers": self.answers, "seconds": round(self.seconds), "grounds": self.grounds}
        text = json.dumps({**raw, "faults": self.faults}, indent=1)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        other = self.path.with_suffix(".part")
        other.write_text(text, "utf-8")
        os.replace(other, self.path)

    def table(self) -> Iterator[str]:
        """The counts by ground as a table of Markdown, and what was never reached."""
        yield "| scenario | games | answers | decisions | answer kinds | events | table cells |"
        yield "|---|---|---|---|---|---|---|"
        for name, row in sorted(self.grounds.items()):
            parts = Reached(row["reached"]).parts.values()
            cells = (name, row["games"], f"{row['answers']:,}", *(len(part) for part in parts))
            yield f"| {' | '.join(map(str, cells))} |"
        total = (len(part) for part in self.reached.parts.values())
        games = sum(row["games"] for row in self.grounds.values())
        yield f"| all | {games} | {self.answers:,} | {' | '.join(map(str, total))} |"
        for what in ("players", "checks"):
            sums: Counter[str] = Counter()
            for row in self.grounds.values():
                sums.update(row[what])
            yield f"{what}: " + ", ".join(f"{name} {n:,}" for name, n in sorted(sums.items()))
        for what, names in missing(self.reached).items():
            yield f"never reached, {what}: {', '.join(names) or 'nothing is missing'}"


def last_line(fault: str) -> str:
    """What a traceback comes to."""
    return fault.strip().splitlines()[-1][:300]
