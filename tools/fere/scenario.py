"""The scenario of Fère-Champenoise: who stands where, with which orders, and what it is about."""

from __future__ import annotations

from typing import Final

from hexwar.editor.document import Json
from tools.fere.words import BRIEFING, NOTES

ID: Final = "fere-champenoise"
FIRST_HOUR, LAST_DAY_HOUR, LAST_HOUR = 13, 18, 20

SETUP: Final[tuple[tuple[str, str, str], ...]] = (
    ("1715", "FR-YG-05", ""),
    ("1916", "FR-6-05", ""),
    ("2413", "FR-YG-01", "FR-YG-L"),
    ("2415", "", "FR-HQ-L FR-HQ-HQ"),
    ("2610", "FR-C-03", ""),
    ("2611", "FR-YG-03", ""),
    ("2612", "FR-YG-02 FR-YG-04", ""),
    ("2615", "FR-6-03", ""),
    ("2713", "FR-6-01", "FR-6-L"),
    ("2714", "FR-6-02 FR-6-04", ""),
    ("2716", "FR-C-02", ""),
    ("2812", "FR-C-01 FR-C-04", "FR-C-L"),
    ("3109", "CO-AG-02", ""),
    ("3111", "CO-AG-01", "CO-AG-L"),
    ("3115", "CO-4-01 CO-4-02", "CO-4-L"),
    ("3116", "CO-4-03", ""),
    ("3117", "CO-A-01 CO-A-03", "CO-A-L"),
    ("3212", "CO-AG-03 CO-AG-04", ""),
    ("3215", "", "CO-HQ-L CO-HQ-HQ"),
    ("3216", "CO-AG-05", ""),
    ("3217", "CO-A-02", ""),
)
"""Hexes with their units and leaders."""

ARRIVALS: Final = (
    (1, "2501", "FR-NG", 4, "Pacthod and Amey with the convoy, by Clamanges [estimate time]"),
    (2, "3216", "CO-GC", 3, "the Russian Guard, led here by the noise of guns [estimate time]"),
    (3, "3204", "CO-C", 3, "the horse of the Army of Silesia, after Pacthod [estimate time]"),
)
"""Turn, hex, formation, how many units it has, and a word on it."""

ORDERS: Final = (
    ("FR-HQ", (("march", "1615", ""),)),
    ("FR-6", (("fall back", "1615", ""), ("defend", "1615", ""))),
    ("FR-YG", (("fall back", "1513", ""), ("defend", "1513", ""))),
    ("FR-C", (("delay", "2016", ""), ("fall back", "1216", ""))),
    ("FR-NG", (("march", "1615", ""),)),
    ("CO-HQ", (("march", "2415", ""),)),
    ("CO-AG", (("attack", "1615", ""),)),
    ("CO-4", (("attack", "2915", ""), ("attack", "1615", ""))),
    ("CO-A", (("attack", "2416", ""), ("attack", "1615", ""))),
    ("CO-GC", (("march", "2615", ""), ("attack", "1615", ""))),
    ("CO-C", (("attack", "2403", ""), ("attack", "1501", ""))),
)
"""The orders at the start: verb, objective, and by way of which hex."""

VICTORY: Final = (
    ("1615", 5, "french"),
    ("2915", 1, "french"),
    ("0204", 2, "french"),
    ("0422", 2, "french"),
)
"""Victory hexes, their points, and who holds them at the start."""


def turns() -> list[Json]:
    """The hours of the afternoon and evening."""
    return [
        {
            "turn": at,
            "day": 25,
            "hour": hour,
            "kind": "day" if hour <= LAST_DAY_HOUR else "night_pm",
        }
        for at, hour in enumerate(range(FIRST_HOUR, LAST_HOUR + 1), 1)
    ]


def placed(hex_: str, units: str, leaders: str) -> Json:
    """What stands in a hex."""
    told = {"units": units.split(), "leaders": leaders.split()}
    return {"hex": hex_, **{name: found for name, found in told.items() if found}}


def step(verb: str, target: str, route: str) -> Json:
    """A step of an order."""
    return {"verb": verb, "target": target} | ({"route": route.split()} if route else {})


def scenario() -> Json:
    """The file of the scenario."""
    return {
        "format": 1,
        "kind": "scenario",
        "id": ID,
        "name": "Fère-Champenoise",
        "date": "1814-03-25",
        "map": f"maps/{ID}.json",
        "forces": "forces.json",
        "first_player": "allied",
        "turns": turns(),
        "weather": {"start": "rain", "turns": [3], "historical": "rain"},
        "setup": [placed(*one) for one in SETUP],
        "arrivals": [
            {
                "turn": turn,
                "entry": entry,
                "units": [f"{corps}-{at:02}" for at in range(1, count + 1)],
                "note": note,
            }
            for turn, entry, corps, count, note in ARRIVALS
        ],
        "orders": [
            {"formation": corps, "steps": [step(*one) for one in steps]} for corps, steps in ORDERS
        ],
        "supply_sources": [
            {"hex": "0120", "side": "french"},
            {"hex": "3216", "side": "allied"},
        ],
        "exits": [
            {"hex": "0109", "side": "french"},
            {"hex": "0120", "side": "french"},
            {"hex": "3204", "side": "allied"},
            {"hex": "3216", "side": "allied"},
        ],
        "victory": {"hexes": [{"hex": hex_, "vp": vp} for hex_, vp, _ in VICTORY]},
        "control": [{"hex": hex_, "side": side} for hex_, _, side in VICTORY],
        "cards": {
            "decks": {"french": "patrie-french", "allied": "patrie-coalition"},
            "mode_cards": {"french": 1, "allied": 2},
            "bonus_cards": {"french": 3, "allied": 3},
            "bonus_turn": 2,
        },
        "estimates": [
            *("turns", "first_player", "weather", "setup", "arrivals", "orders"),
            *("supply_sources", "victory", "control", "cards", "exits"),
        ],
        "notes": [*NOTES],
        "briefing": BRIEFING,
        "shelf": "battle",
    }
