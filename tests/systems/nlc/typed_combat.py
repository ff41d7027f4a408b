"""The numbers of combat, morale and collapse, typed from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

COMBAT: Mapping[str, Mapping[str, Any]] = {
    "N2.32": {
        "morale.demoralized": -1,
        "morale.exhausted": -1,
        "morale.caught": -1,
    },
    "N8.2": {"withdrawal.hexes": 2},
    "N8.31": {
        "confidence.attack": 2,
        "confidence.probe_or_support": 0,
        "confidence.other": 0,
        "confidence.two_to_one": 2,
        "confidence.three_halves": 1,
        "confidence.even": 0,
        "confidence.below_even": -1,
        "confidence.half": -3,
        "confidence.commander_near": 1,
        "confidence.blucher": 1,
        "confidence.shaken_target": 1,
        "confidence.strong_target": -1,
        "confidence.disrupted": -1,
        "confidence.demoralized": -2,
        "confidence.night": -1,
    },
    "N8.32": {
        "confidence.always_passes": 1,
        "confidence.always_fails": 6,
        "confidence.stop_margin": 3,
    },
    "N8.5": {
        "assault.rain_infantry": -50,
        "assault.rain_cavalry": 100,
        "assault.snowstorm_infantry": -25,
        "assault.mud_artillery": -50,
    },
    "N8.81": {"fire.at_square": 1, "fire.from_square": 1},
    "N8.10": {"confidence.second_round": -1},
    "N10.2": {"charge.advance_radius": 2, "charge.reaction_radius": 3},
    "N10.3": {
        "square.close": -1,
        "square.column": -1,
        "square.rain": -1,
        "square.assaulted": -1,
    },
    "N10.4": {"charge.halted": -25, "evasion.artillery": 1},
    "N10.5": {
        "charge.town": -50,
        "charge.slope_up": -50,
        "charge.stream": -25,
        "charge.marsh": -75,
        "charge.woods": -75,
        "charge.snow": -25,
        "charge.snowy": ["snow", "snowstorm"],
        "charge.rain_on_infantry": 100,
        "charge.caught": 100,
        "charge.at_square": -50,
        "charge.heavy_on_light": 25,
        "charge.met": -25,
        "charge.caught_fire": -50,
    },
    "N10.11": {
        "charge.distance": 3,
        "charge.dim_distance": 2,
        "charge.movement_divisor": 2,
        "charge.barred": ["mud"],
    },
    "N10.32": {"assault.behind_square": -100},
    "N10.33": {"square.clear_distance": 3},
    "N10.41": {"evasion.cavalry": 2},
    "N11.7": {
        "pursuit.distance": 3,
        "pursuit.least_die": 4,
        "pursuit.routed": 1,
        "pursuit.no_cavalry": 1,
        "pursuit.rough": -1,
        "pursuit.fewer": -1,
    },
    "N13.1": {"rally.reserve_distance": 3},
    "N13.2": {"recovery.returns_die": 4},
    "N15.1": {
        "demoralization.percent": 40,
        "demoralization.least": 3,
        "demoralization.least_sp_for_vp": 6,
    },
    "N17.2": {"rally.night_modifier": 1},
    "N20.81": {"exhaustion.movement_percent": 150},
    "N20.82": {
        "exhaustion.straggler_margin": 2,
        "exhaustion.hard_hours": 3,
        "exhaustion.hard_die": 5,
    },
    "N20.83": {"exhaustion.rest_hours": 3},
}
"""Rule, dotted key, value."""
