"""The scenarios that come with the program, by the kind of board that they are fought on."""

from __future__ import annotations

from hexwar.app.games import kit_of_scenario
from hexwar.scenario.summaries import scenario_ids

MAPS = tuple(name for name in scenario_ids() if kit_of_scenario(name).is_on_map)
"""Those on a map of hexes."""

TABLES = tuple(name for name in scenario_ids() if name not in MAPS)
"""Those on a measured table."""
