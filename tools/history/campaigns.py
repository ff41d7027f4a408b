"""Mini-campaigns: one game of all the days, made of the battles' files and the campaign's notes.

The battles' own scenario files are the originals; the notes say which unit of one battle is which
of another, who comes between the battles, and what holds only in the campaign.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tools.history import ImportFaultError, Raw, present
from tools.history.battles import SCENARIO_ESTIMATES
from tools.history.muster import WITHOUT_UNITS, Call, Muster, Part, forces_raw

WEATHER_HOURS: Final = (12, 15)  # N18.1, beside the first day turn of a day

LATER_HEXES: Final = {
    "brienne-la-rothiere": "allied",
    "three-battles": "allied",
    "three-battles-montmirail": "french",
}
"""Who holds the victory hexes of later battles when the campaign begins: whose army was there."""

NAMES: Final = {"three-battles-montmirail": "{} (from 11 February)"}
"""What a start variant is called, with the name of the campaign in it."""

WON_BEFORE: Final = {"three-battles-montmirail": {"french": 3}}
"""Bonus cards more than listed for a side that won the battle before (T24.2): Champaubert was a
decisive victory."""

KEPT: Final = ("briefing", "notes")
"""Fields of a scenario that are written by hand and survive another import."""

CARRIED: Final = ("options", "reduced", "improved_positions", "damaged_spans")
"""What the campaign takes over from the battle that it begins with."""


@dataclass(frozen=True)
class Plan:
    """A campaign from one of its battles on."""

    id: str
    name: str
    notes: Raw  # the campaign as the notes hold it
    parts: Mapping[str, Part]  # by battle
    start: Part
    offset: int  # turns of the campaign that are over
    presences: tuple[str, ...]  # of the formations that are in play at the start

    @cached_property
    def turns(self) -> list[Raw]:
        """The turns, numbered from 1."""
        rows = self.notes["turns"][self.offset :]
        return [{**row, "turn": row["turn"] - self.offset} for row in rows]

    def first_turn(self, day: int, hour: int = 0) -> int:
        """The first turn at or after an hour of a day."""
        month = next(t["month"] for t in self.notes["turns"] if t["day"] == day)
        moment = (month, day, hour)
        later = (t["turn"] for t in self.turns if (t["month"], t["day"], t["hour"]) >= moment)
        return next(later, len(self.turns) + 1)


def plans_of(notes: Raw, scenarios: Path, ids: Mapping[str, str]) -> list[Plan]:
    """A campaign from its beginning, and from each later start that its notes name.

    `ids` has the scenario ids that differ from the name of the battle in the notes.
    """
    battles = [battle["id"] for battle in notes["battles"]]
    parts = {id_: _part(notes, id_, scenarios / ids.get(id_, id_)) for id_ in battles}
    name, start, usual = notes["name"], parts[notes["start_battle"]], ("start", "reinforcement")
    plans = [Plan(notes["id"], name, notes, parts, start, 0, usual)]
    for row in notes["start_variants"]:
        named = NAMES[row["id"]].format(name)
        offset, presences = row["turn"] - 1, tuple(row["presence"])
        plans.append(Plan(row["id"], named, notes, parts, parts[row["battle"]], offset, presences))
    return plans


def _part(notes: Raw, battle: str, folder: Path) -> Part:
    files = ("scenario.json", "forces.json")
    scenario, forces = (json.loads((folder / name).read_text("utf-8")) for name in files)
    there = (row for row in notes["formations"] if battle in row["battles"])
    renamed = {row["battles"][battle]: row["formation"] for row in there}
    return Part(battle, scenario, forces, renamed)


def campaign_raw(plan: Plan, before: Raw) -> tuple[Raw, Raw]:
    """The raw objects of a campaign's forces file and scenario file.

    From the file as it stands comes what was written by hand.

    Raises:
        ImportFaultError: the battles do not fit together.
    """
    muster = Muster()
    muster.call(_at_start(plan))
    arrivals = [*_own_arrivals(plan, muster), *_later_arrivals(plan, muster)]
    alternates = list(_alternates(plan, muster))
    muster.check_merged(plan.notes["merged"])
    arrivals.sort(key=lambda row: int(row["turn"]))
    units = ([muster.ids[slug] for slug in row.get("units", [])] for row in arrivals)
    due = [row | present(units=ids) for row, ids in zip(arrivals, units, strict=True)]
    forces = forces_raw(muster, plan.notes, plan.start)
    start = plan.start.scenario
    scenario: Raw = {
        "format": 1,
        "kind": "scenario",
        "id": plan.id,
        "name": plan.name,
        "date": f"{start['date'][:4]}-{plan.turns[0]['month']:02d}-{plan.turns[0]['day']:02d}",
        "map": start["map"],
        "forces": "forces.json",
        "first_player": start["first_player"],
        "turns": [turn_raw(plan, turn) for turn in plan.turns],
        "weather": {"start": start["weather"]["start"], "turns": weather_turns(plan.turns)},
        "setup": setup_raw(plan, muster),
        **{name: start[name] for name in CARRIED if name in start},
        **present(cards=_cards(plan)),
        "mini_campaign": True,
        **present(exhausted=exhausted(plan, muster)),
        **present(arrivals=due, alternates=alternates),
        **present(
            cumulative_alternates=bool(alternates) and plan.notes["alternates"]["cumulative"]
        ),
        **orders_raw(plan, muster),
        "supply_sources": list(sources_raw(plan)),
        **victory_raw(plan),
        "special_rules": special_rules(plan, forces),
        "estimates": SCENARIO_ESTIMATES,
        **{name: before[name] for name in KEPT if name in before},
    }
    return forces, scenario


def _cards(plan: Plan) -> Raw:
    """The cards of the battle that it begins with, and those that earlier victories bring."""
    cards: Raw = plan.start.scenario.get("cards", {})
    more = WON_BEFORE.get(plan.id, {})
    listed = cards.get("bonus_cards", {})
    bonus = {side: count + more.get(side, 0) for side, count in listed.items()}
    return cards | present(bonus_cards=bonus)


def turn_raw(plan: Plan, turn: Raw) -> Raw:
    """A space of the turn track; the month where it is not that of the first turn."""
    month = {} if turn["month"] == plan.turns[0]["month"] else {"month": turn["month"]}
    return {"turn": turn["turn"], **month, **{k: turn[k] for k in ("day", "hour", "kind")}}


def weather_turns(turns: Sequence[Raw]) -> list[int]:
    """N18.1: the first day turn of the campaign, and noon and 3 PM of each day."""
    days = [turn for turn in turns if turn["kind"] == "day"]
    return [t["turn"] for t in days if t is days[0] or t["hour"] in WEATHER_HOURS]


# -- who is there, who comes


def _at_start(plan: Plan) -> Call:
    part = plan.start
    placed = {id_ for row in part.scenario["setup"] for id_ in row.get("units", [])}
    leaders = {id_ for row in part.scenario["setup"] for id_ in row.get("leaders", [])}
    records = [f for f in part.forces["formations"] if f["presence"] in plan.presences]
    units = [u["slug"] for f in records for u in f.get("units", []) if u["id"] in placed]
    bodies = [f for f in records if f["kind"] in WITHOUT_UNITS]
    led = [f for f in bodies if any(leader["id"] in leaders for leader in f["leaders"])]
    formations = [part.name(f["id"]) for f in led]
    return Call(part, tuple(units), tuple(formations), "start")


def _own_arrivals(plan: Plan, muster: Muster) -> Iterator[Raw]:
    for row in plan.start.scenario.get("arrivals", []):
        units = tuple(plan.start.slugs[id_] for id_ in row.get("units", []))
        formations = tuple(plan.start.name(f) for f in row.get("formations", []))
        called = muster.call(Call(plan.start, units, formations, "reinforcement"))
        yield _due(called, row["turn"], row["entry"], row.get("note", ""))


def _later_arrivals(plan: Plan, muster: Muster) -> Iterator[Raw]:
    """Who comes before and between the later battles, as far as they are not there already."""
    for row in plan.notes["arrivals"]:
        part, turn = plan.parts[row["from_battle"]], row["turn"] - plan.offset
        if turn < 1:
            continue
        bodies = [f for f in row["formations"] if part.formations[f]["kind"] in WITHOUT_UNITS]
        called = muster.call(Call(part, tuple(row["units"]), tuple(bodies), "reinforcement"))
        if called.units or called.formations:
            yield _due(called, turn, row["entry_hex"])


def _due(called: Call, turn: int, entry: str, note: str = "") -> Raw:
    """A group of the schedule, its units by their slugs: they are numbered when all are known."""
    units, formations = list(called.units), list(called.formations)
    return {"turn": turn, "entry": entry} | present(units=units, formations=formations, note=note)


def _alternates(plan: Plan, muster: Muster) -> Iterator[Raw]:
    """Who comes only by card: each list from its day on, or for the days of its battle."""
    numbers: dict[str, int] = {}
    for row in plan.notes["alternates"]["lists"]:
        part = plan.parts[row["battle"]]
        away = [f for f in row["formations"] if muster.presences.get(f) != "start"]
        if not away:
            continue
        for formation in away:
            _call_alternate(plan, muster, part, formation)
        numbers[row["side"]] = numbers.get(row["side"], 0) + 1
        head = {"side": row["side"], "list": numbers[row["side"]], "entry": row["entry_hex"]}
        yield {**head, "formations": away, **list_times(plan, row)}


def _call_alternate(plan: Plan, muster: Muster, part: Part, formation: str) -> None:
    """Adds a formation that comes by card only, unless the schedule has it as well."""
    if formation in muster.bases:
        return
    base = next(p for p in (part, *plan.parts.values()) if formation in p.formations)
    record = base.formations[formation]
    bodies = (formation,) if record["kind"] in WITHOUT_UNITS else ()
    units = tuple(unit["slug"] for unit in record.get("units", []))
    muster.call(Call(base, units, bodies, "alternate"))


def list_times(plan: Plan, row: Raw) -> Raw:
    """From which turn on a list may be called, and up to which; cumulative ones have no end."""
    alternates, first = plan.notes["alternates"], plan.first_turn(row["from_day"])
    rivals = [other for other in alternates["lists"] if other["side"] == row["side"]]
    later = [turn for other in rivals if (turn := plan.first_turn(other["from_day"])) > first]
    last = None if alternates["cumulative"] or not later else min(later) - 1
    return present(from_turn=first if first > 1 else None, to_turn=last)


# -- the table and the orders


def setup_raw(plan: Plan, muster: Muster) -> list[Raw]:
    """What stands in each hex: the set-up of the first battle, in the campaign's words."""
    part, rows = plan.start, []
    for row in part.scenario["setup"]:
        slugs = [part.slugs[id_] for id_ in row.get("units", [])]
        units = [muster.ids[slug] for slug in slugs if muster.parts.get(slug) is part]
        leaders = [part.leader(id_) for id_ in row.get("leaders", [])]
        here = present(units=units, leaders=leaders)
        if here:
            rows.append({"hex": row["hex"], **here})
    return rows


def exhausted(plan: Plan, muster: Muster) -> list[str]:
    """The formations that come exhausted by forced marches (N20.84)."""
    parts = plan.parts.values()
    named = ((part, part.name(f)) for part in parts for f in part.scenario.get("exhausted", []))
    return [formation for part, formation in named if muster.bases.get(formation) is part]


def orders_raw(plan: Plan, muster: Muster) -> Raw:
    """Each formation begins with its order of the battle that it is from; so do divisions."""
    orders, divisional = [], []
    for part in plan.parts.values():
        for order in part.scenario.get("orders", []):
            id_ = part.name(order["formation"])
            if muster.bases.get(id_) is part:
                orders.append({"formation": id_, "steps": steps_raw(part, order["steps"])})
        for order in part.scenario.get("divisional_orders", []):
            id_, slugs = part.name(order["formation"]), [part.slugs[u] for u in order["units"]]
            if all(muster.parts.get(slug) is part for slug in slugs):
                units = [muster.ids[slug] for slug in slugs]
                steps = steps_raw(part, order["steps"])
                divisional.append({"formation": id_, "units": units, "steps": steps})
    return present(orders=orders, divisional_orders=divisional)


def steps_raw(part: Part, steps: list[Raw]) -> list[Raw]:
    """The steps of an order, formations in the campaign's words."""
    friends = [part.name(step.get("target_formation", "")) for step in steps]
    told = zip(steps, friends, strict=True)
    return [step | present(target_formation=friend) for step, friend in told]


def special_rules(plan: Plan, forces: Raw) -> list[Raw]:
    """The special rules that somebody bears, in the words of the first battle."""
    leaders = (x for f in forces["formations"] for x in f.get("leaders", []))
    borne = {rule for leader in leaders for rule in leader.get("special", [])}
    found: dict[str, Raw] = {}
    for part in plan.parts.values():
        for rule in part.scenario["special_rules"]:
            if rule["id"] in borne:
                named = [part.name(f) for f in rule.get("formations", [])]
                found.setdefault(rule["id"], rule | present(formations=named))
    for id_, rule in plan.notes["special_rules"].items():
        if id_ in borne:
            found.setdefault(id_, {"id": id_, "text": rule["text"]})
    missing = sorted(borne - set(found))
    if missing:
        raise ImportFaultError(f"nothing tells what {missing[0]} is")
    return list(found.values())


# -- supply and victory


def sources_raw(plan: Plan) -> Iterator[Raw]:
    """The sources of supply, each with its time where it has one."""
    last = len(plan.turns)
    for row in plan.notes["supply_sources"]:
        first = plan.first_turn(row["from_day"], row["from_hour"]) if "from_day" in row else 1
        end = plan.first_turn(row["to_day"], row["to_hour"] + 1) - 1 if "to_day" in row else last
        if end < 1:
            continue
        times = present(from_turn=first if first > 1 else 0, to_turn=end if end < last else 0)
        yield {"hex": row["hex"], "side": row["side"], **times}


def victory_raw(plan: Plan) -> Raw:
    """The victory hexes of the battles to come, each once with its most points (N22.2)."""
    parts, points = list(plan.parts.values()), dict[str, int]()
    for part in parts[parts.index(plan.start) :]:
        for row in part.scenario["victory"]["hexes"]:
            points[row["hex"]] = max(row["vp"], points.get(row["hex"], 0))
    held = {row["hex"]: row["side"] for row in plan.start.scenario["control"]}
    sides = {hex_: held.get(hex_, LATER_HEXES[plan.id]) for hex_ in points}
    return {
        "victory": {"hexes": [{"hex": hex_, "vp": vp} for hex_, vp in points.items()]},
        "control": [{"hex": hex_, "side": side} for hex_, side in sides.items()],
    }
