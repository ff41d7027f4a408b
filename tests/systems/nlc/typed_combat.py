"""The numbers of combat, morale and collapse, typed from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PLAIN_OF_COMBAT = """
N2.32 morale: demoralized -1, exhausted -1, caught -1
N8.2 withdrawal: hexes 2
N8.31 confidence: attack 2, probe_or_support 0, other 0, two_to_one 2, three_halves 1, even 0,
    below_even -1, half -3, commander_near 1, blucher 1, shaken_target 1, strong_target -1,
    disrupted -1, demoralized -2
N8.32 confidence: always_passes 1, always_fails 6, stop_margin 3
N8.5 assault: rain_infantry -50, rain_cavalry 100, snowstorm_infantry -25, mud_artillery -50
N8.81 fire: at_square 1, from_square 1
N8.10 confidence: second_round -1
N10.2 charge: advance_radius 2, reaction_radius 3
N10.3 square: close -1, column -1, rain -1, assaulted -1, disrupted -2, flank -2
N10.4 charge: halted -25
N10.4 evasion: artillery 1
N10.5 charge: town -50, slope_up -50, stream -25, marsh -75, woods -75, snow -25,
    rain_on_infantry 100, caught 100, at_square -75, halted_target 50, heavy_on_light 25,
    met -25, caught_fire -50
N10.11 charge: distance 3, dim_distance 2, movement_divisor 2
N10.32 assault: behind_square -100
N10.33 square: clear_distance 3
N10.41 evasion: cavalry 2
N11.7 pursuit: reach 2, distance 3, least_die 4, routed 1, no_cavalry 1, rough -1, fewer -1
N13.1 rally: reserve_distance 3
N13.2 recovery: returns_die 4
N15.1 demoralization: percent 40, least 5, least_sp_for_vp 6
N17.2 rally: night_modifier 1
N20.81 exhaustion: movement_percent 150
N20.82 exhaustion: straggler_margin 2, hard_hours 3, hard_die 5
N20.83 exhaustion: rest_hours 3
N20.11 hidden_movement: lift_distance 5, closed_distance 2
N20.12 hidden_movement: notice_distance 9
N25.5 hidden_movement: watched 1, watch_distance 6, large 1, large_sp 20, covered -1, night -2
"""
"""Rule, chapter, and the numbers of it by their keys."""

COMBAT: Mapping[str, Mapping[str, Any]] = {
    "N10.5": {"charge.snowy": ["snow", "snowstorm"]},
    "N10.11": {"charge.barred": ["mud"]},
}
"""Rule, dotted key, value."""
