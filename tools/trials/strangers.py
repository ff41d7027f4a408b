"""Files that cost as much as they can: for scenarios, and for saved games.

Each is small for the harm that it would do to a reader who trusts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

MEGA: Final = 1 << 20


TEXTS: Final[Mapping[str, Callable[[int], bytes]]] = {
    "lists in one another": lambda size: b"[" * size,
    "objects in one another": lambda size: b'{"a":' * (size // 5),
    "empty lists": lambda size: b"[" + b"[]," * (size // 3 - 1) + b"[]]",
    "small objects": lambda size: b"[" + b'{"a":1},' * (size // 8 - 1) + b"1]",
    "small lists in a row": lambda size: b"[[1],[2]]" * (size // 9),
    "a long number": lambda size: b'{"layout":' + b"9" * size + b"}",
    "numbers beyond all bounds": lambda size: b"[" + b"1e999," * (size // 6) + b"1]",
    "no numbers": lambda size: b"[" + b"NaN," * (size // 4) + b"1]",
    "a long text": lambda size: b'{"kind":"' + b"a" * size + b'"}',
    "many texts": lambda size: b"[" + b'"",' * (size // 3) + b"1]",
    "escapes": lambda size: b'["' + b"\\\\" * (size // 2) + b'"]',
    "quotation marks": lambda size: b'"' * size,
    "the same key": lambda size: b"{" + b'"a":1,' * (size // 6) + b'"a":1}',
    "many keys": lambda size: json.dumps({f"{n:x}": 1 for n in range(size // 12)}).encode(),
    "no bytes of text": lambda size: b"\0" * size,
    "another encoding": lambda size: ('{"a": 1}' * (size // 16)).encode("utf-16"),
    "half a character": lambda _: b'{"kind":"\\ud800"}',
    "a line turned about": lambda _: '{"kind":"\u202e"}'.encode(),
    "spaces": lambda size: b" " * size,
    "brackets the wrong way": lambda size: b"][" * (size // 2),
    "a bit of everything": lambda size: b'{"a":[1,"b",{"c":null}],' * (size // 24),
}
"""Texts of about a size in bytes that are no file of ours, by their names."""


def _unit(id_: str) -> dict[str, Any]:
    return {
        "id": id_,
        "slug": id_.lower(),
        "name": f"unit {id_}",
        "movement": 4,
        "arm": "infantry",
        "sp": 1,
        "reduced_sp": 1,
        "steps": 2,
        "initiative": 3,
        "division": "1st",
    }


def _formation(id_: str, units: int) -> dict[str, Any]:
    leader = {"id": f"{id_}-L", "name": id_, "role": "corps", "rating": 2, "movement": 8}
    return {
        "id": id_,
        "name": id_,
        "side": "allied",
        "kind": "corps",
        "nation": "French",
        "presence": "start",
        "leaders": [leader],
        "units": [_unit(f"{id_}-{n}") for n in range(units)],
    }


def hostile_battles() -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """What to put into the files of a scenario without a fault, each with a name."""
    yield (
        "a unit put down 34,000 times",
        {"scenario": {"setup": [{"hex": "0101", "units": ["FR-1-01"] * 200}] * 170}},
    )
    yield (
        "34,000 unknown units",
        {
            "scenario": {
                "setup": [
                    {"hex": "0801", "units": [f"X-{r}-{n}" for n in range(200)]} for r in range(170)
                ]
            }
        },
    )
    yield "100,000 units", {"forces": {"formations": [_formation("CO-7", 100_000)]}}
    yield (
        "a map of a million hexes",
        {
            "map": {
                "grid": {"columns": 1000, "rows": 1000},
                "terrain": ["." * 1000] * 1000,
                "elevation": ["." * 1000] * 1000,
            }
        },
    )
    yield "30,000 slopes", {"map": {"slopes": ["0604-0705"] * 30_000}}
    yield "wrong slopes", {"map": {"slopes": ["06"] * 30_000}}
    yield (
        "rivers that break off",
        {
            "map": {
                "rivers": [{"name": "r", "kind": "river", "hexsides": ["0401-0501"] * 2000}] * 19
            }
        },
    )
    yield "unknown fields", {"scenario": {f"field{n}": n for n in range(19_000)}}
    yield "numbers of the rules", {"scenario": {"numbers": {f"a.b{n}": n for n in range(19_000)}}}
    yield (
        "who stands under himself",
        {
            "forces": {
                "formations": [
                    {
                        **_formation(f"CO-{n}", 1),
                        "assigned_to": f"CO-{n + 1}",
                        "division_of": f"CO-{n}",
                    }
                    for n in range(190)
                ]
            }
        },
    )
    yield (
        "arrivals",
        {
            "scenario": {
                "arrivals": [{"turn": 2, "entry": "0103", "units": ["FR-1-03"] * 200}] * 170
            }
        },
    )
    yield "long marches", _long_marches()


def _long_marches() -> dict[str, dict[str, Any]]:
    """Over a map of full size a hundred formations march to a corner that nobody reaches."""
    formations = [_formation(f"CO-{n}", 20) for n in range(10, 110)]
    stacks = [
        {
            "hex": f"{20 + n % 70:02}{20 + n // 2 + half:02}",
            "units": [unit["id"] for unit in formation["units"][half * 10 :][:10]],
            "leaders": [] if half else [formation["leaders"][0]["id"]],
        }
        for n, formation in enumerate(formations)
        for half in (0, 1)
    ]
    march = [{"verb": "march", "target": "9999"}]
    return {
        "map": {
            "grid": {"columns": 99, "rows": 99},
            "terrain": ["." * 99] * 99,
            "elevation": ["." * 99] * 99,
            "slopes": [],
            "rivers": [],
            "roads": [],
            "spans": [],
            "exits": [],
            "places": [],
            "areas": [],
        },
        "forces": {"formations": formations},
        "scenario": {
            "setup": stacks,
            "orders": [{"formation": f["id"], "steps": march} for f in formations],
        },
    }
