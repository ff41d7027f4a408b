"""Small battles made up by number, their armies in touch: random games of large ones hardly fight.

A number gives the same files everywhere. They are whole scenarios, so the program opens a game that
was saved in one of them. Each has what a battle of the program may have: all arms, guards, Napoleon
and Ney, decks of cards, two days with a night between, reinforcements, reduced units, reserves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hexwar.ai.policy import CounterDice, pick

MAPS: Final = 6
"""So many maps there are; the steps and lines of sight of each are worked out once."""

COLUMNS, ROWS = 10, 9

GROUND: Final = "....................wwwmtc"
"""Letters of terrain, as often as they are drawn."""

ROADS: Final = (
    ("High road", "road", tuple(f"05{row:02}" for row in range(1, 10))),
    (
        "Cross trail",
        "trail",
        ("0105", "0205", "0305", "0405", "0505", "0605", "0705", "0805", "0905", "1004"),
    ),
)
BROOK: Final = ("0204-0205", "0204-0305", "0304-0305", "0305-0404")
RIVER: Final = ("0805-0906", "0805-0905", "0804-0905", "0804-0904")

ARMS: Final = {
    "infantry": (2, 4, (3, 13)),
    "light cavalry": (2, 6, (2, 7)),
    "heavy cavalry": (2, 6, (3, 7)),
    "foot artillery": (1, 4, (1, 6)),
    "horse artillery": (1, 6, (1, 4)),
}
"""Steps, movement, and the least and one more than the most SP of each arm."""

CORPS: Final = (
    ("infantry", "infantry", "infantry", "foot artillery", "light cavalry"),
    ("infantry", "infantry", "foot artillery", "heavy cavalry", "light cavalry"),
    ("light cavalry", "heavy cavalry", "heavy cavalry", "horse artillery"),
)
"""The units of each corps of a side."""

DUE: Final = 2
"""So many units of the second corps come later."""

CALLED: Final = ("infantry", "light cavalry")
"""The units of a fourth corps, which comes only by card."""

HEAVY_ONE_IN: Final = 3
"""In one battle of so many the foot is as strong as it can be: the last columns of a table."""

SIDES: Final = (("french", "FR", "French"), ("allied", "CO", "Coalition"))

BACK: Final = (("0501", "0601", "0903"), ("0509", "0609", "0907"))
"""Where the trains of each side stand, those with boats not far from the river."""

BONUS: Final = ("napoleon-infantry-bonus", "ney-attack-bonus", "blucher-charge")

KINDS: Final = (
    ("day", "day", "day", "night_pm", "night_am", "day", "day"),
    ("day", "day", "night_pm", "night_am", "night_am", "day"),
    ("night_am", "day", "day", "day"),
)
"""The light of the turns of a battle."""

WEATHERS: Final = ("fair", "cloudy", "mud", "rain", "fog", "frost", "snow", "snowstorm")

VERBS: Final = ("attack", "attack", "attack", "probe", "defend", "delay", "reserve", "fall back")

Record = dict[str, Any]


def clash(number: int, folder: Path) -> Path:
    """The folder of a battle by its number; its files are written where they are not there yet."""
    home = folder / f"clash-{number:04}"
    if not (home / "scenario.json").exists():
        home.mkdir(parents=True, exist_ok=True)
        ground = number % MAPS
        _write(folder / "maps" / f"clash-{ground}.json", map_of(ground))
        dice = CounterDice(f"clash/{number}")
        forces = forces_of(dice)
        _write(home / "forces.json", forces)
        _write(home / "scenario.json", scenario_of(number, forces, dice))
    return home


def _write(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False), "utf-8")


# -- the map


def map_of(number: int) -> Record:
    """Ground drawn by lot, with the same two ways, brook, river and bridge on each map."""
    dice = CounterDice(f"clash map/{number}")
    rows = [[pick(GROUND, dice) for _ in range(COLUMNS)] for _ in range(ROWS)]
    for hex_ in ("0504", "0405"):
        rows[int(hex_[2:]) - 1][int(hex_[:2]) - 1] = "t"
    places = [("Upper", "0504"), ("Lower", "0405")]
    exits = [("North", "0501", "N"), ("South", "0509", "S"), ("West", "0105", "W")]
    return {
        "format": 1,
        "kind": "map",
        "name": f"Clash {number}",
        "grid": {"columns": COLUMNS, "rows": ROWS, "low": "even", "metres": 480, "north": "top"},
        "terrain": ["".join(row) for row in rows],
        "elevation": ["." * COLUMNS] * ROWS,
        "slopes": [],
        "rivers": [
            {"name": "Brook", "kind": "stream", "hexsides": list(BROOK)},
            {"name": "River", "kind": "river", "hexsides": list(RIVER)},
        ],
        "roads": [{"name": n, "kind": k, "hexes": list(h)} for n, k, h in ROADS],
        "spans": [{"name": "The bridge", "kind": "bridge", "hexside": "0805-0905"}],
        "places": [{"name": n, "hex": h, "terrain": "town"} for n, h in places],
        "exits": [{"name": n, "hex": h, "edge": e} for n, h, e in exits],
    }


# -- the forces


def forces_of(dice: CounterDice) -> Record:
    """Three corps a side under an army's headquarters."""
    is_heavy = dice.below(HEAVY_ONE_IN) == 0
    formations = [one for side in SIDES for one in _army(side, dice, is_heavy=is_heavy)]
    names = {id_: name for id_, _, name in SIDES}
    return {"format": 1, "kind": "forces", "side_names": names, "formations": formations}


def _army(side: tuple[str, str, str], dice: CounterDice, *, is_heavy: bool) -> Iterator[Record]:
    id_, short, _ = side
    is_french = id_ == "french"
    nation = "French" if is_french else pick(("Prussian", "Russian", "British"), dice)
    first = BONUS[0] if is_french else BONUS[2]
    head = f"{short}-HQ"
    yield {
        "id": head,
        "name": f"Army HQ {short}",
        "side": id_,
        "kind": "headquarters",
        "nation": nation,
        "presence": "start",
        "leaders": [
            _leader(f"{head}-L", f"Commander {short}", "overall", 2 + dice.below(2), first),
            _leader(f"{head}-HQ", f"Staff {short}", "hq", 0),
        ],
    }
    for number, arms in enumerate((*CORPS, CALLED), start=1):
        corps = f"{short}-{number}"
        special = BONUS[1:2] if is_french and number == 1 else ()
        leader = _leader(f"{corps}-L", f"{corps} commander", "corps", 1 + dice.below(4), *special)
        yield {
            "id": corps,
            "name": f"{corps} Corps",
            "side": id_,
            "kind": "corps",
            "nation": nation,
            "presence": "alternate" if arms is CALLED else "start",
            "demoralization_sp": 4 + dice.below(16),
            "leaders": [leader],
            "units": list(_units(corps, arms, dice, is_heavy=is_heavy)),
        }


def _leader(id_: str, name: str, role: str, rating: int, *special: str) -> Record:
    told: Record = {"id": id_, "name": name, "role": role, "rating": rating}
    return told | {"movement": 5 if role == "hq" else 8, "special": list(special)}


def _units(
    corps: str, arms: Sequence[str], dice: CounterDice, *, is_heavy: bool
) -> Iterator[Record]:
    for number, arm in enumerate(arms, start=1):
        steps, movement, (least, most) = ARMS[arm]
        sp = most - 1 if is_heavy and arm == "infantry" else least + dice.below(most - least)
        unit: Record = {"id": f"{corps}-{number:02}", "name": f"{corps} {arm} {number}", "arm": arm}
        unit |= {"slug": unit["id"].lower(), "steps": steps, "sp": sp, "movement": movement}
        unit |= {"initiative": 1 + dice.below(5), "division": f"{(number + 1) // 2}. Division"}
        if steps == 2:
            unit["reduced_sp"] = max(1, sp // 2)
        if arm == "light cavalry":
            unit |= {"vedettes": dice.below(3), "own_vedettes": dice.below(2)}
        if dice.below(5) == 0:
            unit["flags"] = ["guard", pick(("young_guard", "old_guard"), dice)]
        yield unit
    train = f"{corps}-{len(arms) + 1:02}"
    kind = "pontoon train" if corps.endswith("3") else "baggage train"
    told: Record = {"id": train, "slug": train.lower(), "name": f"{corps} train", "arm": kind}
    yield told | {"sp": 0, "steps": 0, "movement": 4}


# -- the scenario


def scenario_of(number: int, forces: Record, dice: CounterDice) -> Record:
    """Both armies in touch in the middle of the map."""
    kinds = pick(KINDS, dice)
    hours = range(14, 14 + len(kinds))
    turns = [
        {"turn": turn, "day": 29 + hour // 24, "hour": hour % 24, "kind": kind}
        for turn, (hour, kind) in enumerate(zip(hours, kinds, strict=True), start=1)
    ]
    combat = [u["id"] for f in forces["formations"] for u in f.get("units", ()) if u["steps"] == 2]
    return {
        "format": 1,
        "kind": "scenario",
        "id": f"clash-{number:04}",
        "name": f"Clash {number}",
        "date": "1814-01-29",
        "map": f"maps/clash-{number % MAPS}.json",
        "forces": "forces.json",
        "first_player": pick(SIDES, dice)[0],
        "turns": turns,
        "weather": {
            "start": pick(WEATHERS, dice),
            "turns": [1, 3, len(kinds)],
            "historical": pick(WEATHERS, dice),
        },
        "setup": list(_setup(forces, dice)),
        "reduced": [unit for unit in combat if dice.below(5) == 0],
        "improved_positions": ["0504"] if dice.below(3) == 0 else [],
        "arrivals": [
            {"turn": 3, "entry": entry, "units": [f"{short}-2-{n:02}" for n in range(1, 1 + DUE)]}
            for entry, short in (("0501", "FR"), ("0509", "CO"))
        ],
        "alternates": [
            {"side": side, "list": 1, "entry": entry, "units": _units_of(forces, f"{short}-4")}
            for (side, short, _), entry in zip(SIDES, ("0501", "0509"), strict=True)
        ],
        "orders": [
            {"formation": formation["id"], "steps": [_order(formation["side"], dice)]}
            for formation in forces["formations"]
            if formation["presence"] == "start" and formation["kind"] == "corps"
        ],
        "supply_sources": _holders("0501", "0509"),
        "control": _holders("0504", "0405"),
        "victory": {"hexes": [{"hex": "0504", "vp": 3}, {"hex": "0405", "vp": 3}]},
        "cards": {
            "decks": {"french": "patrie-french", "allied": "patrie-coalition"},
            "mode_cards": {"french": 2, "allied": 2},
            "bonus_cards": {"french": 8, "allied": 8},
            "bonus_turn": 1 if kinds[0] == "day" else 2,
        },
        "special_rules": [{"id": id_, "text": id_} for id_ in BONUS],
    }


def _units_of(forces: Record, formation: str) -> list[str]:
    (found,) = (f["units"] for f in forces["formations"] if f["id"] == formation)
    return [unit["id"] for unit in found]


def _holders(french: str, allied: str) -> list[Record]:
    return [{"hex": french, "side": "french"}, {"hex": allied, "side": "allied"}]


def _order(side: str, dice: CounterDice) -> Record:
    own, enemy = ("0504", "0405") if side == "french" else ("0405", "0504")
    verb = pick(VERBS, dice)
    return {"verb": verb, "target": enemy if verb in ("attack", "probe") else own}


def _setup(forces: Record, dice: CounterDice) -> Iterator[Record]:
    """A unit a hex, the nearest rows first, leaders with the first unit of theirs."""
    for side, rows, back in (("french", (4, 3, 2), BACK[0]), ("allied", (5, 6, 7), BACK[1])):
        places = [f"{column:02}{row:02}" for row in rows for column in range(2, 10)]
        front = places[:8]
        order = sorted(range(len(front)), key=lambda _: dice.below(1 << 30))
        places = [front[at] for at in order] + places[8:]
        leaders: list[str] = []
        trains: list[str] = []
        at_start = (f for f in forces["formations"] if f["presence"] == "start")
        for formation in (f for f in at_start if f["side"] == side):
            leaders += [leader["id"] for leader in formation["leaders"]]
            units = [unit["id"] for unit in formation.get("units", ())]
            trains += units[-1:]
            for unit in units[DUE if formation["id"].endswith("-2") else 0 : -1]:
                yield {"hex": places.pop(0), "units": [unit], "leaders": leaders}
                leaders = []
        for hex_, train in zip(back, trains, strict=True):
            yield {"hex": hex_, "units": [train]}
