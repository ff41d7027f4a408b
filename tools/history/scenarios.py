"""Scenarios: set-up, calendar, orders and victory."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from tools.history import ImportFaultError, Raw, formations_of, hq_id, leader_id, present

STANDARD_VICTORY: Final = {
    "loss_sp_per_vp": 5,
    "demoralized_formation": 4,
    "captured_baggage_train": 2,
    "enemy_supply_source": 4,
    "captured_overall_commander": "rating",
    "captured_napoleon": "allied_win",
    "all_demoralized": "enemy_win",
    "cards": True,
    "general_retreat": {"own_train_exited": 4, "units_exited_per_vp": 5},
}
"""N22: a battle that says the same needs no numbers of its own."""

SCENARIO_ESTIMATES: Final = [
    *("turns", "first_player", "weather", "setup", "arrivals", "alternates"),
    *("supply_sources", "victory", "control", "cards"),
]
"""What the notes call an estimate as a whole."""

TEXTS: Final = {
    "wing-orders-own-corps": "This wing commander may give orders only to the corps of his wing.",
}
"""Special rules whose text in the source speaks of fields of the data."""


def scenario_raw(oob: Raw, id_: str, map_id: str) -> Raw:
    """The raw object of a scenario file."""
    source = oob["scenario"]
    exits = exits_raw(source)
    check_victory(source["victory"])
    date = f"{source['year']}-{source['month']:02d}-{source['day']:02d}"
    return {
        "format": 1,
        "kind": "scenario",
        "id": id_,
        "name": oob["battle"].split(",")[0].removeprefix("Battle of "),
        "date": date,
        "map": f"maps/{map_id}.json",
        "forces": "forces.json",
        "first_player": source["first_player"],
        "turns": [
            {"turn": t["turn"], "day": t["day"], "hour": t["hour"], "kind": t["kind"]}
            for t in source["turn_list"]
        ],
        "weather": {
            "start": source["weather_start"],
            "turns": source["weather_turns"],
            "historical": source["historical_weather"],
        },
        "setup": setup_raw(oob),
        **present(arrivals=arrivals_raw(oob), alternates=alternates_raw(oob)),
        **orders_raw(oob),
        "supply_sources": source["supply_sources"],
        **exits,
        "victory": {"hexes": [{"hex": v["hex"], "vp": v["vp"]} for v in source["vp_hexes"]]},
        "control": source["control"],
        "cards": {
            "decks": DECKS,
            "mode_cards": source["mode_cards_at_start"],
            "bonus_cards": source["bonus_cards_turn2"],
            "bonus_turn": 2,
            **present(removals=source["card_removals"]),
        },
        "special_rules": [rule_raw(*item) for item in oob["special_rules"].items()],
        "estimates": [*SCENARIO_ESTIMATES, *exits],
        "notes": oob["notes"],
    }


DECKS = {"french": "patrie-french", "allied": "patrie-coalition"}
"""The decks of the sides of 1814, by the ids of the rules."""


def check_victory(victory: Raw) -> None:
    """Makes sure that a battle is won by the rules' own numbers.

    Raises:
        ImportFaultError: it has other numbers.
    """
    if victory != STANDARD_VICTORY:
        raise ImportFaultError("the victory conditions are not those of the rules")


def setup_raw(oob: Raw) -> list[Raw]:
    """What stands in each hex, in the order of the hexes."""
    stacks: dict[str, dict[str, list[str]]] = defaultdict(lambda: {"units": [], "leaders": []})
    for formation in formations_of(oob):
        leader = formation["leader"]
        if leader and leader["setup_hex"]:
            stacks[leader["setup_hex"]]["leaders"].append(leader_id(formation))
        if formation.get("hq", {}).get("hex"):
            stacks[formation["hq"]["hex"]]["leaders"].append(hq_id(formation))
        for unit in formation["units"]:
            if unit["setup_hex"]:
                stacks[unit["setup_hex"]]["units"].append(unit["id"])
    return [{"hex": hex_, **present(**stacks[hex_])} for hex_ in sorted(stacks)]


def arrivals_raw(oob: Raw) -> list[Raw]:
    """Who is due, in the order of the turns.

    Raises:
        ImportFaultError: a turn is not at the hour that the source says.
    """
    turns = {t["turn"]: (t["day"], t["hour"]) for t in oob["scenario"]["turn_list"]}
    arrivals = [a for side in oob["sides"].values() for a in side["reinforcements"]]
    for arrival in arrivals:
        if turns[arrival["turn"]] != (arrival["day"], arrival["hour"]):
            raise ImportFaultError(f"turn {arrival['turn']} is not at {arrival['hour']}:00")
    return [
        {"turn": a["turn"], "entry": a["entry_hex"], **_due(a)}
        for a in sorted(arrivals, key=lambda arrival: int(arrival["turn"]))
    ]


def alternates_raw(oob: Raw) -> list[Raw]:
    """Who comes only by card."""
    return [
        {"side": side, "list": a["list"], "entry": a["entry_hex"], **_due(a)}
        for side, forces in oob["sides"].items()
        for a in forces["alternate_reinforcements"]
    ]


def _due(arrival: Raw) -> Raw:
    return present(units=arrival["units"], formations=arrival["formations"], note=arrival["note"])


def orders_raw(oob: Raw) -> Raw:
    """The orders at the start, of formations and of detached divisions."""
    orders = [
        {"formation": f["id"], "steps": [step_raw(step) for step in f["start_order"]["steps"]]}
        for f in formations_of(oob)
        if f["start_order"]
    ]
    divisional = [
        {
            "formation": formation["id"],
            "units": order["units"],
            "steps": [step_raw(step) for step in order["steps"]],
        }
        for formation in formations_of(oob)
        for order in formation["divisional_orders"]
    ]
    return present(orders=orders, divisional_orders=divisional)


def step_raw(step: Raw) -> Raw:
    """A step of an order."""
    return {
        "verb": step["type"],
        **present(
            target=step.get("target"),
            route=step.get("route"),
            target_formation=step.get("target_formation"),
            zone=step.get("zone"),
            fixed=step.get("fixed"),
        ),
    }


def exits_raw(source: Raw) -> Raw:
    """Exits that are not simply the supply sources of their side."""
    exits = sorted((e["hex"], e["side"]) for e in source["exits"])
    sources = sorted((s["hex"], s["side"]) for s in source["supply_sources"])
    if exits == sources:
        return {}
    return {"exits": [{"hex": hex_, "side": side} for hex_, side in exits]}


def rule_raw(id_: str, rule: Raw) -> Raw:
    """A special rule: numbers by name, formations, hexes and a step of an order."""
    numbers = {key: value for key, value in rule.items() if isinstance(value, int)}
    steps = [step_raw(value) for value in rule.values() if isinstance(value, dict)]
    return {
        "id": id_,
        "text": TEXTS.get(id_, rule["text"]),
        **present(
            numbers=numbers,
            formations=rule.get("formations"),
            hexes=rule.get("hexes"),
            steps=steps,
        ),
    }
