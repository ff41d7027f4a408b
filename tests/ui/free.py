"""Brienne with orders that leave everybody free: for tests of the window, not of the orders."""

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


@cache
def free_brienne() -> str:
    """The folder of a copy in which each formation attacks the place where it stands or enters.

    An Attack lets units enter and leave zones and assault what they like, and who is at its goal
    owes nothing (N12.22).
    """
    root = Path(_KEPT.name)
    for folder in ("maps", "brienne"):
        shutil.copytree(resources.scenarios() / folder, root / folder)
    file = root / "brienne" / "scenario.json"
    scenario = json.loads(file.read_text(encoding="utf-8"))
    forces = json.loads((root / "brienne" / "forces.json").read_text(encoding="utf-8"))
    places = _places(scenario)
    scenario["orders"] = [
        {"formation": one["id"], "steps": [{"verb": "attack", "target": places[one["id"]]}]}
        for one in forces["formations"]
        if one["kind"] != "headquarters" and one["id"] in places
    ]
    scenario["divisional_orders"] = []
    file.write_text(json.dumps(scenario), encoding="utf-8")
    return str(root / "brienne")


def _places(scenario: dict[str, Any]) -> dict[str, str]:
    """Where the last named piece of each formation stands at the start, or where it enters."""
    found: dict[str, str] = {}
    for group in (*scenario["arrivals"], *scenario["setup"]):
        place = group.get("hex") or group.get("entry")
        for piece in (*group.get("units", ()), *group.get("leaders", ())):
            found[piece.rpartition("-")[0]] = place
    return found
