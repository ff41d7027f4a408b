"""The files of a battle: the ground as the notes hold it, formations and units, the scenario."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from hexwar.scenario.schema import TERRAIN_LETTERS
from tools.history import (
    ImportFaultError,
    Raw,
    formations_of,
    hq_id,
    leader_id,
    marked,
    present,
    taken,
    told,
)

NORTH: Final = {"montmirail": {"north": "right", "north_degrees": 71.2}}
"""Sheets that are turned: the side nearest to north, and how far north lies from the top."""

MAP_ESTIMATES: Final = ["terrain", "elevation", "slopes"]
"""What the notes call an estimate as a whole."""


def map_raw(source: Raw, map_id: str) -> Raw:
    """The raw object of a map file."""
    columns, rows = source["columns"], source["rows"]
    letters = {terrain.value: letter for letter, terrain in TERRAIN_LETTERS.items()}
    terrain = {hex_: letters[kind] for hex_, kind in source["terrain"].items()}
    levels = {hex_: str(level) for hex_, level in source["elevation"].items()}
    return {
        "format": 1,
        "kind": "map",
        "name": source["name"],
        "grid": {
            "columns": columns,
            "rows": rows,
            "low": "even",
            "metres": source["hex_metres"],
            **NORTH.get(map_id, {"north": "top"}),
        },
        "terrain": text_map(terrain, columns, rows),
        "elevation": text_map(levels, columns, rows),
        "slopes": sorted("-".join(side) for side in source["slopes"]),
        "rivers": rivers_raw(source["rivers"]),
        "roads": [
            taken(road, "name", "kind", "hexes") | marked(road["kind"] == "trail")
            for road in source["roads"]  # most trails are estimates, and it is not told which
        ],
        "spans": [span_raw(span) for span in source["bridges"]],
        "places": [place_raw(place) for place in source["places"]],
        "areas": [
            {**taken(area, "name", "kind"), "estimate": True, "hexes": sorted(area["hexes"])}
            for area in source["named_areas"]  # all outlines are estimates
            if not _is_named(area, source["places"])
        ],
        "exits": [exit_raw(exit_) for exit_ in source["exits"]],
        "estimates": MAP_ESTIMATES,
    }


def _is_named(area: Raw, places: list[Raw]) -> bool:
    """Whether a hill has the name of a place on it already: it would be read twice."""
    hills = [place for place in places if place["terrain"] == "clear"]
    here = [place["name"] for place in hills if place["hex"] in area["hexes"]]
    return area["kind"] == "height" and any(area["name"].startswith(name) for name in here)


def text_map(letters: dict[str, str], columns: int, rows: int) -> list[str]:
    """A text for each row with a letter for each column; what is not listed is a dot."""
    return [
        "".join(letters.get(f"{column:02d}{row:02d}", ".") for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    ]


def rivers_raw(rivers: list[Raw]) -> list[Raw]:
    """Rivers and streams. The notes call all streams estimates.

    A stream that runs into a river on the river's own hexside ends one hexside earlier.
    """
    made: list[Raw] = []
    for river in rivers:
        hexsides = ["-".join(sorted(side)) for side in river["hexsides"]]
        if any(hexsides[-1] in earlier["hexsides"] for earlier in made):
            hexsides.pop()
        estimate = marked(river["kind"] == "stream")
        made.append({**taken(river, "name", "kind"), **estimate, "hexsides": hexsides})
    return made


def span_raw(span: Raw) -> Raw:
    """A span. Trestles that only follow from a trail, and the Jessains bridge, are estimates."""
    hexside = "-".join(sorted((span["hexA"], span["hexB"])))
    made = {**taken(span, "name", "kind"), "hexside": hexside}
    return made | marked(" trestle " in span["name"] or "Jessains" in span["name"])


def place_raw(place: Raw) -> Raw:
    """A named hex; a name that ends with the hex's own id loses it, for the id is shown anyway."""
    known = [name for name in ("hex", "terrain", "basis", "source_name") if name in place]
    made = {"name": re.sub(r" \d{4}$", "", place["name"]), **taken(place, *known)}
    return made | marked("EST" in place["basis"] or "approx" in place["basis"])


def exit_raw(exit_: Raw) -> Raw:
    """A road exit; a corner of the map is on two edges."""
    edge = "".join(re.findall(r"\b[NESW]\b", exit_["edge"]))
    return {"name": exit_["name"], "hex": exit_["hex"], "edge": edge}


def add_victory_places(map_: Raw, oob: Raw) -> None:
    """Names victory hexes that the map has no name for, so that a player reads one."""
    named = {place["hex"] for place in map_["places"]}
    for vp_hex in oob["scenario"]["vp_hexes"]:
        hex_ = vp_hex["hex"]
        if hex_ not in named:
            letter = map_["terrain"][int(hex_[2:]) - 1][int(hex_[:2]) - 1]
            terrain = TERRAIN_LETTERS[letter].value
            place = {"name": vp_hex["name"], "hex": hex_, "terrain": terrain}
            map_["places"].append({**place, "basis": "victory hex", "estimate": True})


LEADER_MOVEMENT: Final = 8  # N2.11
HQ_MOVEMENT: Final = 5  # N3.2

FORCES_ESTIMATES: Final = [
    *("initiative", "movement", "steps", "vedettes", "guns", "demoralization_sp"),
]
"""What the notes call an estimate as a whole."""


def forces_raw(oob: Raw) -> Raw:
    """The raw object of a forces file."""
    sides = oob["sides"]
    others = [(o, side) for side, forces in sides.items() for o in forces.get("off_map", [])]
    off_map = [{**taken(other, "id", "name"), "side": side} for other, side in others]
    formations = [(f, side) for side, forces in sides.items() for f in forces["formations"]]
    return {
        "format": 1,
        "kind": "forces",
        **taken(oob, "side_names", "sources"),
        "formations": [formation_raw(formation, side) for formation, side in formations],
        **present(off_map=off_map),
        "estimates": FORCES_ESTIMATES,
    }


def formation_raw(formation: Raw, side: str) -> Raw:
    """A formation with its leaders and units."""
    units = [unit_raw(unit) for unit in formation["units"]]
    links = told(formation, "army", "assigned_to", "division_of", "may_order")
    return {
        **taken(formation, "id", "name", "kind", "nation", "presence"),
        "side": side,
        **links,
        **told(formation, "stacks_as_division", "demoralization_sp", "note"),
        **present(leaders=leaders_raw(formation), units=units),
    }


def leaders_raw(formation: Raw) -> list[Raw]:
    """The commander, and the HQ counter of an overall commander."""
    leader = formation["leader"]
    if leader is None:
        return []
    command = leader["command"]
    ratings = dict(command.get("ratings", {}))
    rating = ratings.pop("other") if ratings else command["rating"]
    head = {"id": leader_id(formation), "name": leader["name"], "role": leader["kind"]}
    numbers = {"rating": rating, "movement": LEADER_MOVEMENT, **present(ratings=ratings)}
    commander = head | numbers | told(leader, "special") | told(command, "estimate")
    if "hq" not in formation:
        return [commander]
    hq = {"id": hq_id(formation), "name": formation["name"], "role": "hq", "rating": 0}
    return [commander, {**hq, "movement": HQ_MOVEMENT}]


def unit_raw(unit: Raw) -> Raw:
    """A unit; numbers that are nought or not there are left out."""
    made = {"slug": unit["unit"], **taken(unit, "id", "name", "arm", "sp", "steps", "movement")}
    made |= told(unit, "division", "attached_from", "men", "guns", "reduced_sp", "initiative")
    return made | told(unit, "vedettes", "own_vedettes", "flags", "estimate", "source", "note")


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
    """The raw object of a scenario file.

    Raises:
        ImportFaultError: the battle is not won by the rules' own numbers.
    """
    source = oob["scenario"]
    exits = exits_raw(source)
    if source["victory"] != STANDARD_VICTORY:
        raise ImportFaultError("the victory conditions are not those of the rules")
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
        "turns": [taken(turn, "turn", "day", "hour", "kind") for turn in source["turn_list"]],
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
        "victory": {"hexes": [taken(v, "hex", "vp") for v in source["vp_hexes"]]},
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
    return told(arrival, "units", "formations", "note")


def orders_raw(oob: Raw) -> Raw:
    """The orders at the start, of formations and of detached divisions."""
    orders, divisional = [], []
    for formation in formations_of(oob):
        id_ = formation["id"]
        if formation["start_order"]:
            steps = [step_raw(step) for step in formation["start_order"]["steps"]]
            orders.append({"formation": id_, "steps": steps})
        for order in formation["divisional_orders"]:
            steps = [step_raw(step) for step in order["steps"]]
            divisional.append({"formation": id_, "units": order["units"], "steps": steps})
    return present(orders=orders, divisional_orders=divisional)


def step_raw(step: Raw) -> Raw:
    """A step of an order."""
    fields = told(step, "target", "route", "target_formation", "zone", "fixed")
    return {"verb": step["type"], **fields}


def exits_raw(source: Raw) -> Raw:
    """Exits that are not simply the supply sources of their side."""
    exits, sources = (
        sorted((row["hex"], row["side"]) for row in source[name])
        for name in ("exits", "supply_sources")
    )
    ways = [{"hex": hex_, "side": side} for hex_, side in exits]
    return {} if exits == sources else {"exits": ways}


def rule_raw(id_: str, rule: Raw) -> Raw:
    """A special rule: numbers by name, formations, hexes and a step of an order."""
    numbers = {key: value for key, value in rule.items() if isinstance(value, int)}
    steps = [step_raw(value) for value in rule.values() if isinstance(value, dict)]
    text = {"id": id_, "text": TEXTS.get(id_, rule["text"])}
    return text | present(numbers=numbers, steps=steps) | told(rule, "formations", "hexes")
