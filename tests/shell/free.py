"""Scenarios with orders that leave everybody free: for tests of the window, not of the orders."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hexwar import resources

_KEPT = TemporaryDirectory(prefix="hexwar-tests-")
"""Lives as long as the tests do, so that a saved game finds its scenario again."""


CORNERS = {"brienne": "0138", "proving-ground": "0101"}
"""Where everybody is sent. Nobody gets there, so no order comes to its end."""


Places = tuple[tuple[str, str], ...]
"""Pieces and the hexes where they stand instead."""


@cache
def free(name: str, places: Places = ()) -> str:
    """The folder of a copy of a scenario in which everybody attacks a far corner and is "near" it.

    An Attack lets units enter and leave zones and assault what they like, and who is near his goal
    owes nothing (N12.22, N12.33). The weather stays what it is at the start.

    Args:
        name: The scenario.
        places: Units and leaders that are set up elsewhere.
    """
    root = Path(_KEPT.name) / f"free-{name}-{len(list(Path(_KEPT.name).iterdir()))}"
    for folder in ("maps", name):
        shutil.copytree(resources.scenarios() / folder, root / folder)
    file = root / name / "scenario.json"
    scenario = json.loads(file.read_text(encoding="utf-8"))
    attack = [{"verb": "attack", "target": CORNERS[name]}]
    scenario["orders"] = [
        {"formation": one["id"], "steps": attack}
        for one in _formations(root / name)
        if one.get("units")
    ]
    scenario["divisional_orders"] = []
    scenario["weather"]["turns"] = []
    scenario["setup"] = _set_up(scenario["setup"], dict(places))
    scenario["numbers"] = {"duty.goal_radius": 99}
    file.write_text(json.dumps(scenario), encoding="utf-8")
    return str(root / name)


def _set_up(stacks: list[dict[str, Any]], places: dict[str, str]) -> list[dict[str, Any]]:
    """The stacks of the set-up with some pieces elsewhere."""
    hexes: dict[str, dict[str, list[str]]] = {}
    for stack in stacks:
        for kind in ("units", "leaders"):
            for piece in stack.get(kind, []):
                here = hexes.setdefault(places.get(piece, stack["hex"]), {})
                here.setdefault(kind, []).append(piece)
    return [{"hex": hex_, **pieces} for hex_, pieces in sorted(hexes.items())]


def _formations(folder: Path) -> list[dict[str, Any]]:
    forces = json.loads((folder / "forces.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = forces["formations"]
    return found
