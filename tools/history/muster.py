"""The forces of a mini-campaign: those of its battles, each unit once, by its slug.

A unit comes as the first of the battles has it in which the campaign brings it on. What a later
battle has of it, weaker or merged with others, is what the game itself will make of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tools.history import ImportFaultError, Raw, present, taken

LEAST_DEMORALIZATION: Final = 5
DEMORALIZATION: Final = (2, 5)
"""A formation is demoralized by the loss of two fifths of its SP, rounded up, at least 5 SP."""

WITHOUT_UNITS: Final = ("headquarters", "wing")
"""Kinds of formations that are due as such."""


@dataclass(frozen=True)
class Part:
    """A battle of a campaign: its two files, and what the campaign calls its formations."""

    id: str  # in the notes
    scenario: Raw
    forces: Raw
    renamed: Mapping[str, str]  # formations whose id in the campaign is another

    def name(self, formation: str) -> str:
        """What the campaign calls a formation of the battle."""
        return self.renamed.get(formation, formation)

    @cached_property
    def formations(self) -> dict[str, Raw]:
        """The formations by their id in the campaign."""
        return {self.name(f["id"]): f for f in self.forces["formations"]}

    @cached_property
    def slugs(self) -> dict[str, str]:
        """The slug of each unit by its id in the battle."""
        return {u["id"]: u["slug"] for f in self.forces["formations"] for u in f.get("units", [])}

    @cached_property
    def owners(self) -> dict[str, str]:
        """The formation, as the campaign calls it, of each unit by its slug."""
        units = ((f, u) for f in self.forces["formations"] for u in f.get("units", []))
        return {unit["slug"]: self.name(formation["id"]) for formation, unit in units}

    def leader(self, id_: str) -> str:
        """What the campaign calls a leader of the battle."""
        for formation in self.forces["formations"]:
            if any(leader["id"] == id_ for leader in formation.get("leaders", [])):
                return self.name(formation["id"]) + id_.removeprefix(formation["id"])
        raise ImportFaultError(f"{self.id} has no leader {id_}")


@dataclass(frozen=True)
class Call:
    """Units and formations that the campaign brings on together."""

    part: Part
    units: tuple[str, ...]  # slugs
    formations: tuple[str, ...]  # headquarters and wings
    presence: str


@dataclass
class Muster:
    """Who takes part: units in the order in which they come, and the battle that each is from."""

    parts: dict[str, Part] = field(default_factory=dict)  # by slug
    owners: dict[str, str] = field(default_factory=dict)  # formations by slug
    bases: dict[str, Part] = field(default_factory=dict)  # by formation
    presences: dict[str, str] = field(default_factory=dict)  # by formation

    def call(self, wanted: Call) -> Call:
        """Adds those who are not there yet; answers with these."""
        units = tuple(slug for slug in wanted.units if slug not in self.parts)
        formations = tuple(f for f in wanted.formations if f not in self.bases)
        for slug in units:
            self.parts[slug] = wanted.part
            self.owners[slug] = wanted.part.owners[slug]
        for formation in (*(self.owners[slug] for slug in units), *formations):
            self.bases.setdefault(formation, wanted.part)
            self.presences.setdefault(formation, wanted.presence)
        return Call(wanted.part, units, formations, wanted.presence)

    @cached_property
    def ids(self) -> dict[str, str]:
        """The id of each unit in the campaign, by slug: numbered as they come."""
        found: dict[str, str] = {}
        for formation in self.bases:
            own = [slug for slug, owner in self.owners.items() if owner == formation]
            found |= {slug: f"{formation}-{n:02d}" for n, slug in enumerate(own, start=1)}
        return found

    def check_merged(self, merged: list[Raw]) -> None:
        """Makes sure that no unit takes part beside one that is merged of it.

        Raises:
            ImportFaultError: one does.
        """
        for row in merged:
            unit, others = row["unit"], {*(row.get("from") or row.get("into") or [])}
            is_whole = unit in self.parts and unit not in row.get("from", [])
            if is_whole and self.parts.keys() & others - {unit}:
                raise ImportFaultError(f"{unit} takes part beside what it is merged of")


# -- the file


def forces_raw(muster: Muster, campaign: Raw, start: Part) -> Raw:
    """The raw object of a campaign's forces file."""
    order = [row["formation"] for row in campaign["formations"]]
    ids, sources = sorted(muster.bases, key=order.index), Sources()
    formations = [formation_raw(muster, id_, campaign, sources) for id_ in ids]
    levels = demoralization_of(formations)
    for formation in formations:
        formation.update(present(demoralization_sp=levels.get(formation["id"])))
    return {
        "format": 1,
        "kind": "forces",
        "side_names": start.forces["side_names"],
        "formations": formations,
        **present(off_map=off_map_raw(muster, formations)),
        "estimates": start.forces["estimates"],
        "sources": sources.texts,
    }


class Sources:
    """The sources of several files: one key for one text."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def key(self, wanted: str, text: str) -> str:
        """The key of a text: the wanted one, with a number where that is another's."""
        number, key = 1, wanted
        while self.texts.setdefault(key, text) != text:
            number += 1
            key = f"{wanted}-{number}"
        return key


def formation_raw(muster: Muster, id_: str, campaign: Raw, sources: Sources) -> Raw:
    """A formation as its battle has it, with its units and its links in the campaign's words."""
    part = muster.bases[id_]
    base = part.formations[id_]
    command = _command(campaign, id_)
    units = [unit_raw(muster, slug, sources) for slug in muster.ids if muster.owners[slug] == id_]
    links = {
        name: part.name(base[name])
        for name in ("assigned_to", "division_of")
        if name in base and part.name(base[name]) in muster.bases
    }
    made = {key: base[key] for key in base if key not in ("assigned_to", "division_of")}
    made |= {"id": id_, "presence": muster.presences[id_]} | links
    if "may_order" in base:
        made["may_order"] = _may_order(muster, id_, command)
    if "leaders" in base:
        made["leaders"] = [_leader_raw(part, leader, command) for leader in base["leaders"]]
    return made | present(units=units)


def _command(campaign: Raw, id_: str) -> Raw:
    rows: list[Raw] = [row for row in campaign["command"] if row["formation"] == id_]
    return rows[0] if rows else {}


def _may_order(muster: Muster, id_: str, command: Raw) -> list[str]:
    """The formations that a commander may order in one of the battles, or by the campaign."""
    if "may_order" in command:
        return [f for f in command["may_order"] if f in muster.bases]
    parts = dict.fromkeys(part.id for part in muster.bases.values())
    by_id = {part.id: part for part in muster.bases.values()}
    records = [(by_id[p], by_id[p].formations[id_]) for p in parts if id_ in by_id[p].formations]
    named = [part.name(f) for part, record in records for f in record.get("may_order", [])]
    return [f for f in dict.fromkeys(named) if f in muster.bases]


def _leader_raw(part: Part, leader: Raw, command: Raw) -> Raw:
    """A leader with the special rules of the campaign in place of those that they replace."""
    made = leader | {"id": part.leader(leader["id"])}
    if leader["role"] == "hq" or "special" not in command:
        return made
    replaced = [SUPERSEDED.get(rule) for rule in command["special"]]
    kept = [rule for rule in leader.get("special", []) if rule not in replaced]
    return made | {"special": list(dict.fromkeys([*kept, *command["special"]]))}


SUPERSEDED: Final = {"blucher-orders-bohemia": "blucher-orders-ag"}
"""Special rules of a campaign that say more than one of a battle's, and that one."""


def unit_raw(muster: Muster, slug: str, sources: Sources) -> Raw:
    """A unit with its id in the campaign."""
    part = muster.parts[slug]
    formation = part.formations[muster.owners[slug]]
    unit: Raw = next(u for u in formation["units"] if u["slug"] == slug)
    made = unit | {"id": muster.ids[slug]}
    if "attached_from" in unit:
        made["attached_from"] = part.name(unit["attached_from"])
    if "source" in unit:
        key = unit["source"]
        made["source"] = sources.key(key, part.forces["sources"][key])
    return made


def demoralization_of(formations: list[Raw]) -> dict[str, int]:
    """The level of each formation with units; attached units count for their own corps."""
    known = {f["id"] for f in formations if f["presence"] != "alternate"}
    strength: dict[str, int] = {f["id"]: 0 for f in formations if f.get("units")}
    for formation in formations:
        for unit in formation.get("units", []):
            own = unit.get("attached_from")
            strength[own if own in known else formation["id"]] += unit["sp"]
    part, whole = DEMORALIZATION
    return {id_: max(LEAST_DEMORALIZATION, -(-sp * part // whole)) for id_, sp in strength.items()}


def off_map_raw(muster: Muster, formations: list[Raw]) -> list[Raw]:
    """The formations that are not in the campaign, but have units attached to one that is."""
    wanted = {u.get("attached_from") for f in formations for u in f.get("units", [])}
    found: dict[str, Raw] = {}
    for part in muster.bases.values():
        for row in (*part.forces.get("off_map", []), *part.forces["formations"]):
            id_ = part.name(row["id"])
            if id_ in wanted and id_ not in muster.bases:
                found[id_] = {"id": id_, **taken(row, "name", "side")}
    return list(found.values())
