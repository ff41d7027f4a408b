"""A small scenario without a fault, for tests to break.

column   1  2  3  4  5  6  7  8
row 3    road through all columns, trestle from 0203 to 0303, bridge from 0403 to 0503
0603     the town of Bourg; 0705 a hill; 0102 woods; 0806 marsh
Sud, a river between columns 4 and 5; Rû, a stream between columns 2 and 3
"""

from __future__ import annotations

import copy
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from hexwar.ground.numbers import GroundNumbers
from hexwar.scenario.findings import Finding
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.section import NLC, section_of
from hexwar.systems.nlc.section.checks import RuleNeeds, Rules

Raw = dict[str, Any]

GONE: Final = object()
"""As a new value: take the field away."""

MAP: Final[Raw] = {
    "format": 1,
    "kind": "map",
    "name": "Bourg",
    "grid": {"columns": 8, "rows": 6, "low": "even", "metres": 480, "north": "top"},
    "terrain": ["........", "w.......", ".....t..", "........", "........", ".......m"],
    "elevation": ["........", "........", "........", "........", "......1.", "........"],
    "slopes": ["0604-0705", "0605-0705", "0704-0705", "0706-0705", "0804-0705", "0805-0705"],
    "rivers": [
        {
            "name": "Sud",
            "kind": "river",
            "hexsides": [
                *("0401-0501", "0401-0502", "0402-0502", "0402-0503", "0403-0503", "0403-0504"),
                *("0404-0504", "0404-0505", "0405-0505", "0405-0506", "0406-0506"),
            ],
        },
        {
            "name": "Rû",
            "kind": "stream",
            "estimate": True,
            "hexsides": ["0201-0301", "0201-0302", "0202-0302", "0202-0303", "0203-0303"],
        },
    ],
    "roads": [
        {
            "name": "chaussée",
            "kind": "road",
            "hexes": ["0103", "0203", "0303", "0403", "0503", "0603", "0703", "0803"],
        }
    ],
    "spans": [
        {"name": "Sud bridge", "kind": "bridge", "hexside": "0403-0503"},
        {"name": "Rû trestle", "kind": "trestle", "hexside": "0203-0303"},
    ],
    "places": [{"name": "Bourg", "hex": "0603", "terrain": "town"}],
    "areas": [{"name": "Bois", "kind": "woods", "hexes": ["0102"]}],
    "exits": [
        {"name": "west road", "hex": "0103", "edge": "W"},
        {"name": "east road", "hex": "0803", "edge": "E"},
    ],
    "estimates": ["terrain"],
}


def unit(id_: str, **fields: Any) -> Raw:
    """An infantry unit of 5 SP, or another with the fields given."""
    plain = {"arm": "infantry", "sp": 5, "reduced_sp": 3, "steps": 2, "initiative": 3}
    names = {"id": id_, "slug": id_.lower(), "name": f"unit {id_}", "movement": 4}
    return names | plain | fields


def train(id_: str) -> Raw:
    """A baggage train."""
    bare = {"sp": 0, "reduced_sp": 0, "steps": 0, "initiative": None}
    return unit(id_, arm="baggage train", **bare)


def formation(id_: str, side: str, kind: str, **fields: Any) -> Raw:
    """A formation in play from the start with a leader."""
    role = {"headquarters": "overall"}.get(kind, kind)
    leader = {"id": f"{id_}-L", "name": f"leader {id_}", "role": role, "rating": 2, "movement": 8}
    head = {"id": id_, "name": f"formation {id_}", "side": side, "kind": kind}
    return head | {"nation": "French", "presence": "start", "leaders": [leader]} | fields


def hq(id_: str) -> Raw:
    """An HQ counter."""
    return {"id": f"{id_}-HQ", "name": f"HQ {id_}", "role": "hq", "rating": 0, "movement": 5}


def _headquarters(id_: str, side: str, **fields: Any) -> Raw:
    made = formation(id_, side, "headquarters", **fields)
    return made | {"leaders": [*made["leaders"], hq(id_)]}


FORCES: Final[Raw] = {
    "format": 1,
    "kind": "forces",
    "side_names": {"french": "French", "allied": "Coalition"},
    "formations": [
        _headquarters("FR-HQ", "french", presence="reinforcement"),
        formation("FR-W", "french", "wing", may_order=["FR-1"]),
        formation(
            "FR-1",
            "french",
            "corps",
            assigned_to="FR-W",
            units=[
                unit("FR-1-01", division="1st Division", estimate=True, source="EST"),
                unit("FR-1-02", division="1st Division", flags=["guard"]),
                unit("FR-1-03", arm="foot artillery", steps=1, sp=2, reduced_sp=0, guns=16),
                train("FR-1-04"),
            ],
        ),
        formation("CO-1", "allied", "corps", units=[unit("CO-1-01"), unit("CO-1-02")]),
        formation(
            "CO-2",
            "allied",
            "corps",
            presence="alternate",
            units=[unit("CO-2-01", attached_from="CO-9")],
        ),
    ],
    "off_map": [{"id": "CO-9", "name": "IX Corps", "side": "allied"}],
    "sources": {"EST": "estimate"},
}

SCENARIO: Final[Raw] = {
    "format": 1,
    "kind": "scenario",
    "id": "bourg",
    "name": "Bourg",
    "date": "1814-01-29",
    "map": "maps/bourg.json",
    "forces": "forces.json",
    "first_player": "french",
    "turns": [
        {"turn": 1, "day": 29, "hour": 15, "kind": "day"},
        {"turn": 2, "day": 29, "hour": 16, "kind": "day"},
        {"turn": 3, "day": 29, "hour": 17, "kind": "day"},
        {"turn": 4, "day": 29, "hour": 18, "kind": "night_pm"},
    ],
    "weather": {"start": "cloudy", "turns": [1], "historical": "mud"},
    "setup": [
        {"hex": "0103", "units": ["FR-1-01", "FR-1-02"], "leaders": ["FR-W-L", "FR-1-L"]},
        {"hex": "0102", "units": ["FR-1-04"]},
        {"hex": "0603", "units": ["CO-1-01", "CO-1-02"], "leaders": ["CO-1-L"]},
    ],
    "arrivals": [
        {"turn": 2, "entry": "0103", "formations": ["FR-HQ"]},
        {"turn": 2, "entry": "0103", "units": ["FR-1-03"], "note": "late"},
    ],
    "alternates": [{"side": "allied", "list": 1, "entry": "0803", "formations": ["CO-2"]}],
    "orders": [
        {"formation": "FR-1", "steps": [{"verb": "attack", "target": "0603", "route": ["0503"]}]},
        {"formation": "CO-1", "steps": [{"verb": "defend", "target": "0603"}]},
    ],
    "divisional_orders": [
        {
            "formation": "FR-1",
            "units": ["FR-1-02"],
            "steps": [{"verb": "support", "target_formation": "FR-1"}],
        }
    ],
    "supply_sources": [{"hex": "0103", "side": "french"}, {"hex": "0803", "side": "allied"}],
    "victory": {"hexes": [{"hex": "0603", "vp": 4}]},
    "control": [{"hex": "0603", "side": "allied"}],
    "special_rules": [{"id": "french-zeal", "text": "The French hurry.", "numbers": {"hexes": 2}}],
    "numbers": {"victory.sp_per_vp": 4},
    "estimates": ["setup"],
    "notes": ["Made for tests."],
}

NUMBERS: Final[Raw] = {
    **{field.name: PRINTED.tables[field.name] for field in fields(GroundNumbers)},
    "victory": {"sp_per_vp": 5},
    "orders": {"march": {"react": "no"}},
}
"""The numbers of the ground as the rulebook prints them, and some of N12.2 and N22."""

DECKS: Final = {"blue": {"fire": 2, "probe": 1}, "patrie-coalition": {}}

RULES: Final = Rules(NUMBERS, PRINTED.fault, {"french-zeal": RuleNeeds()}, DECKS)
"""These numbers and decks, and a special rule of the small scenario."""

SECTIONS: Final = {NLC: section_of(RULES)}

FILES: Final = {
    "map": "maps/bourg.json",
    "forces": "bourg/forces.json",
    "scenario": "bourg/scenario.json",
}


class Small:
    """The small scenario in a folder, each of its files open to change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.raw = {"map": MAP, "forces": FORCES, "scenario": SCENARIO}
        self.raw = copy.deepcopy(self.raw)

    def change(self, file: str, place: str, value: object) -> None:
        """Puts a value at a place such as `roads[0].hexes[2]`; `[+]` adds to a list."""
        keys: list[str | int] = [
            int(number) if number else name
            for name, number in re.findall(r"(\w+|\+)|\[(\d+)\]", place.replace("[+]", ".+"))
        ]
        raw: Any = self.raw[file]
        for key in keys[:-1]:
            raw = raw[key]
        if value is GONE:
            del raw[keys[-1]]
        elif keys[-1] == "+":
            raw.append(value)
        else:
            raw[keys[-1]] = value

    def write(self) -> Path:
        """Writes the three files; answers with the scenario's."""
        for file, name in FILES.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(self.raw[file]), "utf-8")
        return self.folder / FILES["scenario"]

    def findings(self) -> tuple[Finding, ...]:
        """All findings of the scenario, with the rules' numbers at hand."""
        return validate([self.write()], SECTIONS)

    def sentences(self) -> list[str]:
        """All findings as `file: place: severity: sentence`, files below the folder."""
        head = f"{self.folder.as_posix()}/"
        return [str(finding).removeprefix(head) for finding in self.findings()]
