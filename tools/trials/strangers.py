"""Files that cost as much as they can: for scenarios, and for saved games.

Each is small for the harm that it would do to a reader who trusts it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

MEGA: Final = 1 << 20


def hostile_texts(size: int) -> Iterator[tuple[str, bytes]]:
    """Texts of about a size in bytes that are no file of ours, each with a name."""
    yield "lists in one another", b"[" * size
    yield "objects in one another", b'{"a":' * (size // 5)
    yield "empty lists", b"[" + b"[]," * (size // 3 - 1) + b"[]]"
    yield "small objects", b"[" + b'{"a":1},' * (size // 8 - 1) + b"1]"
    yield "small lists in a row", b"[[1],[2]]" * (size // 9)
    yield "a long number", b'{"layout":' + b"9" * size + b"}"
    yield "numbers beyond all bounds", b"[" + b"1e999," * (size // 6) + b"1]"
    yield "no numbers", b"[" + b"NaN," * (size // 4) + b"1]"
    yield "a long text", b'{"kind":"' + b"a" * size + b'"}'
    yield "many texts", b"[" + b'"",' * (size // 3) + b"1]"
    yield "escapes", b'["' + b"\\\\" * (size // 2) + b'"]'
    yield "quotation marks", b'"' * size
    yield "the same key", b"{" + b'"a":1,' * (size // 6) + b'"a":1}'
    yield "many keys", json.dumps({f"{n:x}": 1 for n in range(size // 12)}).encode()
    yield "no bytes of text", b"\0" * size
    yield "another encoding", ('{"a": 1}' * (size // 16)).encode("utf-16")
    yield "half a character", b'{"kind":"\\ud800"}'
    yield "a line turned about", '{"kind":"\u202e"}'.encode()
    yield "spaces", b" " * size
    yield "brackets the wrong way", b"][" * (size // 2)
    yield "a bit of everything", (b'{"a":[1,"b",{"c":null}],' * (size // 24))


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
