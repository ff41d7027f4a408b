"""Forces: formations with their leaders and units."""

from __future__ import annotations

from typing import Final

from tools.history import Raw, hq_id, leader_id, present

LEADER_MOVEMENT: Final = 8  # N2.11
HQ_MOVEMENT: Final = 5  # N3.2

FORCES_ESTIMATES: Final = [
    *("initiative", "movement", "steps", "vedettes", "guns", "demoralization_sp"),
]
"""What the notes call an estimate as a whole."""


def forces_raw(oob: Raw) -> Raw:
    """The raw object of a forces file."""
    sides = oob["sides"]
    off_map = [
        {"id": other["id"], "name": other["name"], "side": side}
        for side, forces in sides.items()
        for other in forces.get("off_map", [])
    ]
    return {
        "format": 1,
        "kind": "forces",
        "side_names": oob["side_names"],
        "formations": [
            formation_raw(formation, side)
            for side, forces in sides.items()
            for formation in forces["formations"]
        ],
        **present(off_map=off_map),
        "estimates": FORCES_ESTIMATES,
        "sources": oob["sources"],
    }


def formation_raw(formation: Raw, side: str) -> Raw:
    """A formation with its leaders and units."""
    return {
        "id": formation["id"],
        "name": formation["name"],
        "side": side,
        "kind": formation["kind"],
        "nation": formation["nation"],
        "presence": formation["presence"],
        **present(
            army=formation.get("army"),
            assigned_to=formation.get("assigned_to"),
            division_of=formation.get("division_of"),
            may_order=formation.get("may_order"),
            stacks_as_division=formation.get("stacks_as_division"),
            demoralization_sp=formation["demoralization_sp"],
            leaders=leaders_raw(formation),
            units=[unit_raw(unit) for unit in formation["units"]],
            note=formation["note"],
        ),
    }


def leaders_raw(formation: Raw) -> list[Raw]:
    """The commander, and the HQ counter of an overall commander."""
    leader = formation["leader"]
    if leader is None:
        return []
    command = leader["command"]
    ratings = dict(command.get("ratings", {}))
    rating = ratings.pop("other") if ratings else command["rating"]
    commander = {
        "id": leader_id(formation),
        "name": leader["name"],
        "role": leader["kind"],
        "rating": rating,
        **present(ratings=ratings),
        "movement": LEADER_MOVEMENT,
        **present(special=leader["special"], estimate=command.get("estimate")),
    }
    if "hq" not in formation:
        return [commander]
    hq = {"id": hq_id(formation), "name": formation["name"], "role": "hq", "rating": 0}
    return [commander, {**hq, "movement": HQ_MOVEMENT}]


def unit_raw(unit: Raw) -> Raw:
    """A unit; numbers that are nought or not there are left out."""
    return {
        "id": unit["id"],
        "slug": unit["unit"],
        "name": unit["name"],
        "arm": unit["arm"],
        **present(
            division=unit["division"],
            attached_from=unit.get("attached_from"),
            men=unit["men"],
            guns=unit["guns"],
        ),
        "sp": unit["sp"],
        **present(reduced_sp=unit["reduced_sp"]),
        "steps": unit["steps"],
        **present(initiative=unit["initiative"]),
        "movement": unit["movement"],
        **present(
            vedettes=unit["vedettes"],
            own_vedettes=unit.get("own_vedettes"),
            flags=unit["flags"],
            estimate=unit["estimate"],
            source=unit["source"],
            note=unit.get("note"),
        ),
    }
