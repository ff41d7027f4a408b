"""Brienne as it is built, against values typed from the order of battle and the map notes."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex, Low
from hexwar.resources import scenarios
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import SpanKind, Terrain, Water, Way
from hexwar.table.forces import Arm, FormationKind, Presence, Role, Side
from tests.scenario.small import Small
from tests.systems.nlc.cases import each

FRENCH, ALLIED = Side("french"), Side("allied")
ID: Any = str
"""A text as the id of any piece."""


@pytest.fixture(scope="module")
def brienne() -> NlcBattle:
    return load_battle("brienne", FILES_ONLY)


UNITS = [
    # id, arm, SP, reduced SP, steps, initiative, MA, vedettes, guns, flags, set-up
    ("FR-5C-01", Arm.LIGHT_CAVALRY, 3, 2, 2, 3, 7, 3, 0, (), "1704"),
    ("FR-5C-04", Arm.HORSE_ARTILLERY, 2, 0, 1, 3, 6, 0, 12, (), "1803"),
    ("FR-5C-05", Arm.BAGGAGE_TRAIN, 0, 0, 0, 0, 4, 0, 0, (), "1902"),
    ("FR-2-03", Arm.INFANTRY, 6, 3, 2, 2, 4, 0, 0, (), None),
    ("FR-YG-01", Arm.INFANTRY, 6, 3, 2, 3, 4, 0, 0, ("guard", "young_guard"), None),
    ("FR-RES-01", Arm.INFANTRY, 8, 4, 2, 1, 4, 0, 0, ("conscripts",), None),
    ("FR-OG-01", Arm.INFANTRY, 8, 4, 2, 5, 4, 0, 0, ("guard", "old_guard"), None),
    ("CO-9-01", Arm.INFANTRY, 5, 3, 2, 3, 4, 0, 0, (), "0913"),
    ("CO-9-03", Arm.FOOT_ARTILLERY, 3, 0, 1, 3, 4, 0, 24, (), "0913"),
    ("CO-AG-03", Arm.LIGHT_CAVALRY, 1, 0, 1, 3, 7, 1, 0, (), "1209"),
    ("CO-AG-04", Arm.LIGHT_CAVALRY, 2, 1, 2, 2, 8, 2, 0, ("cossack",), "1505"),
    ("CO-11-04", Arm.FOOT_ARTILLERY, 5, 0, 1, 3, 4, 0, 36, (), "0310"),
    ("CO-C-02", Arm.HEAVY_CAVALRY, 3, 2, 2, 3, 6, 0, 0, (), "0812"),
    ("CO-4AG-02", Arm.LIGHT_CAVALRY, 1, 0, 1, 3, 7, 1, 0, (), "2631"),
]


@pytest.mark.rule("N2.1", "N2.11")
@pytest.mark.parametrize("row", UNITS, ids=lambda row: str(row[0]))
def test_units(brienne: NlcBattle, row: tuple[object, ...]) -> None:
    unit = brienne.units[ID(str(row[0]))]
    assert row == (
        *(unit.id, unit.arm, unit.sp, unit.reduced_sp, unit.steps, unit.initiative, unit.movement),
        *(unit.vedettes, unit.guns, unit.flags, brienne.unit_hexes.get(unit.id)),
    )


@pytest.mark.rule("N12.53")
def test_what_a_unit_a_split_rating_and_special_rules_say(brienne: NlcBattle) -> None:
    unit = brienne.units[ID("FR-GC-02")]
    assert unit.name == "2nd Guard Cavalry Division (Krasiński / Colbert, lancers)"
    assert (unit.side, unit.formation, unit.nation, unit.men) == (FRENCH, "FR-GC", "French", 1000)
    division = "2nd Guard Cavalry Division"
    assert (unit.division, unit.estimate, unit.source) == (division, True, "EST")
    battery = brienne.units[ID("CO-9-03")]
    assert (battery.estimate, battery.source, battery.note) == (False, "WK", "24 guns")
    ricard = brienne.units[ID("FR-RES-02")]
    assert (ricard.formation, ricard.attached_from) == ("FR-RES", "FR-6")
    grouchy = brienne.leaders[ID("FR-GRO-L")]
    assert dict(grouchy.ratings) == {"march": 3, "attack": 3, "probe": 3, "other": 1}
    assert grouchy.rating == 1
    assert {rule.id: rule.numbers for rule in brienne.special_rules} == {
        "napoleon-infantry-bonus": (),
        "ney-attack-bonus": (),
        "ney-near-napoleon": (("hexes_from_leader", 8),),
        "grouchy-cavalry-only": (),
        "blucher-charge": (),
        "wing-orders-own-corps": (),
        "blucher-orders-ag": (),
    }
    assert brienne.leaders[ID("FR-YG-L")].special == ("ney-attack-bonus", "ney-near-napoleon")
    assert len(brienne.sha256) == len(brienne.battlefield.sha256) == 64
    assert brienne.sha256 != brienne.battlefield.sha256
    assert load_battle("brienne", FILES_ONLY).sha256 == brienne.sha256


LEADERS = [
    # id, name, role, rating as printed, MA, set-up
    ("FR-HQ-L", "Napoléon", Role.OVERALL, "[3]", 8, None),
    ("FR-HQ-HQ", "Imperial HQ", Role.HQ, "(0)", 5, None),
    ("FR-GRO-L", "Grouchy", Role.WING, "[3/1]", 8, "1803"),
    ("FR-5C-L", "Milhaud", Role.CORPS, "(3)", 8, "1803"),
    ("FR-YG-L", "Ney", Role.CORPS, "(4)", 8, None),
    ("CO-HQ-L", "Blücher", Role.OVERALL, "[3]", 8, "0812"),
    ("CO-HQ-HQ", "Army of Silesia HQ", Role.HQ, "(0)", 5, "0812"),
    ("CO-SAC-L", "Sacken", Role.WING, "[2]", 8, "0611"),
    ("CO-9-L", "Olsufiev", Role.CORPS, "(2)", 8, "0913"),
    ("CO-AG-L", "Pahlen", Role.CORPS, "(3)", 8, "1008"),
    ("CO-11-L", "Lieven", Role.CORPS, "(2)", 8, "0210"),
    ("CO-4-L", "Kronprinz von Württemberg", Role.CORPS, "(2)", 8, None),
]


@pytest.mark.rule("N2.11", "N14.2")
@pytest.mark.parametrize("row", LEADERS, ids=lambda row: str(row[0]))
def test_leaders(brienne: NlcBattle, row: tuple[object, ...]) -> None:
    leader = brienne.leaders[ID(str(row[0]))]
    hex_ = brienne.leader_hexes.get(leader.id)
    assert row == (
        *(leader.id, leader.name, leader.role, leader.shown_rating, leader.movement, hex_),
    )


def test_sides_and_formations_who_is_in_play_and_how_strong(brienne: NlcBattle) -> None:
    assert (brienne.id, brienne.name) == ("brienne", "Brienne")
    assert brienne.sides == (FRENCH, ALLIED)
    assert brienne.side_names == {"french": "French", "allied": "Coalition"}
    assert (brienne.improved_positions, brienne.damaged_spans) == (frozenset(), frozenset())
    formations = brienne.formations
    assert len(formations) == 20
    sacken = formations[ID("CO-SAC")]
    assert (sacken.kind, sacken.may_order) == (FormationKind.WING, ("CO-6", "CO-11"))
    ninth = formations[ID("CO-9")]
    assert (ninth.stacks_as_division, ninth.army, ninth.demoralization_sp) == (True, "silesia", 6)
    cavalry = formations[ID("FR-5C")]
    assert (cavalry.assigned_to, cavalry.leaders) == ("FR-GRO", ("FR-5C-L",))
    division = formations[ID("CO-4AG")]
    assert (division.kind, division.division_of) == (FormationKind.DIVISION, "CO-4")
    assert (division.leaders, division.nation) == ((), "Württemberg")
    assert formations[ID("FR-HQ")].leaders == ("FR-HQ-L", "FR-HQ-HQ")
    by_presence = {
        presence: [f.id for f in brienne.formations.values() if f.presence is presence]
        for presence in Presence
    }
    assert by_presence == {
        Presence.START: [
            *("FR-GRO", "FR-5C", "CO-HQ", "CO-SAC", "CO-9", "CO-AG", "CO-6"),
            *("CO-11", "CO-C", "CO-4AG"),
        ],
        Presence.REINFORCEMENT: ["FR-HQ", "FR-GC", "FR-2", "FR-YG", "FR-RES"],
        Presence.ALTERNATE: ["FR-6", "FR-1C", "FR-OG", "CO-3", "CO-4"],
        Presence.CAMPAIGN: [],
    }

    def total(side: Side, field: str) -> int:
        return sum(
            int(getattr(unit, field))
            for unit in brienne.units.values()
            if unit.side == side
            and brienne.formations[unit.formation].presence is not Presence.ALTERNATE
        )

    assert [total(FRENCH, field) for field in ("men", "guns", "sp")] == [36700, 100, 78]
    assert [total(ALLIED, field) for field in ("men", "guns", "sp")] == [31270, 108, 68]


def test_orders_and_arrivals(brienne: NlcBattle) -> None:
    march, attack = brienne.formations[ID("FR-2")].start_order
    assert (march.verb, march.target, march.route) == ("march", "1912", ("1803", "1908", "1912"))
    assert (attack.verb, attack.target, attack.route) == ("attack", "0913", ())
    pahlen = brienne.formations[ID("CO-AG")].start_order
    assert [(step.verb, step.target) for step in pahlen] == [
        ("delay", "1008"),
        ("fall back", "1316"),
    ]
    ((units, (step,)),) = brienne.formations[ID("CO-C")].divisional_orders
    assert (units, step.verb, step.target) == (("CO-C-01",), "march", "1920")
    assert [(a.turn, a.entry, *a.formations, *a.units) for a in brienne.arrivals] == [
        (1, "2101", "FR-GC-01", "FR-GC-02", "FR-GC-03"),
        (1, "2101", "FR-2-03", "FR-2-05"),
        (2, "2101", "FR-HQ"),
        (2, "2101", "FR-2-02", "FR-2-04"),
        (3, "2101", "FR-YG-02", "FR-YG-04"),
        (3, "2101", "FR-2-01"),
        (4, "2101", "FR-YG-01", "FR-YG-05"),
        (
            *(5, "0401", "FR-RES-01", "FR-RES-02", "FR-RES-03", "FR-RES-04", "FR-RES-05"),
            "FR-RES-06",
        ),
        (6, "2101", "FR-YG-03"),
        (6, "2101", "FR-GC-04", "FR-2-06", "FR-YG-06"),
        (7, "0401", "FR-RES-07"),
    ]


def test_turns_weather_victory_and_supply(brienne: NlcBattle) -> None:
    assert [(t.number, t.day, t.hour) for t in brienne.turns] == [
        (number, 29, 11 + number) for number in range(1, 10)
    ]
    assert [t.kind for t in brienne.turns] == [TurnKind.DAY] * 6 + [TurnKind.NIGHT_PM] * 3
    assert (brienne.weather_start, brienne.date) == ("cloudy", "29 January 1814")
    assert brienne.vp_hexes == {"0812": 3, "0913": 4, "0912": 1, "1832": 2, "0921": 2}
    sources = {"2101": FRENCH, "2238": ALLIED}
    assert brienne.sources_on(1) == brienne.sources_on(4) == sources
    assert brienne.sources_on(5) == brienne.sources_on(9) == sources | {"0401": FRENCH}
    towns = dict.fromkeys(("0812", "0913", "0912", "1832", "0921"), ALLIED)
    assert brienne.control == sources | towns


@each(
    "side degrees north",
    ("top", None, 0.0),
    ("right", None, 90.0),
    ("left", None, 270.0),
    ("right", 71.2, 71.2),
)
def test_where_north_is(small: Small, side: str, degrees: float | None, north: float) -> None:
    small.change("map", "grid", {"columns": 8, "rows": 6, "metres": 400, "north": side})
    small.change("map", "exits", [])
    if degrees is not None:
        small.change("map", "grid.north_degrees", degrees)
    field = build_battlefield(MapFile.from_raw(small.raw["map"]))
    assert (field.metres, field.north) == (400, north)


def test_what_is_built_broken_and_due_at_the_start(small: Small) -> None:
    small.change("scenario", "improved_positions", ["0603", "0504"])
    small.change("scenario", "damaged_spans", ["0303-0203"])
    battle = load_battle(small.write(), FILES_ONLY)
    assert battle.improved_positions == {"0504", "0603"}
    assert battle.damaged_spans == {("0203", "0303")}
    assert [group.key for group in battle.arrivals] == ["FR-HQ", "FR-1-03"]
    assert [group.key for group in battle.alternates] == ["CO-2-01"]


def test_the_battlefield_its_water_and_spans(brienne: NlcBattle) -> None:
    field = brienne.battlefield
    assert (field.id, field.name) == ("brienne", "Brienne - La Rothière")
    assert (field.grid.columns, field.grid.rows, field.grid.low) == (35, 38, Low.EVEN)
    places = {
        "0913": ("Brienne-le-Château", Terrain.TOWN),
        "0812": ("Château de Brienne", Terrain.CHATEAU),
        "0912": ("Brienne north quarter", Terrain.TOWN),
        "1832": ("Trannes", Terrain.TOWN),
        "1924": ("La Giberie", Terrain.CHATEAU),
        "2325": ("bridge", Terrain.WOODS),
        "3007": ("Épothémont", Terrain.TOWN),
    }
    assert {h: (field.place_names[Hex(h)], field.terrain_at(Hex(h))) for h in places} == places
    assert [field.level(Hex(h)) for h in ("0812", "0913", "0811", "2329")] == [2, 0, 1, 2]
    assert field.is_upward(Hex("0913"), Hex("0812"))
    assert not field.is_upward(Hex("0812"), Hex("0913"))
    assert {(r.name, r.water, len(r.hexsides)) for r in field.rivers} == {
        ("Aube", Water.RIVER, 73),
        ("Voire", Water.RIVER, 6),
        ("Brévonne", Water.STREAM, 82),
        ("ru de la Giberie", Water.STREAM, 13),
        ("ru d'Amance", Water.STREAM, 17),
    }
    bridges = {s.hexside for s in field.spans if s.kind is SpanKind.BRIDGE}
    assert bridges == {("1127", "1226"), ("0821", "0921"), ("1633", "1733")}
    assert len(field.spans) == 14
    assert field.ways[Hex("1604"), Hex("1505")] is Way.ROAD
    assert field.ways[Hex("1908"), Hex("1909")] is Way.TRAIL
    assert len(field.roads) == 35
    assert len(field.exits) == 15


def test_the_map_of_montmirail() -> None:
    path = scenarios() / "maps" / "montmirail.json"
    map_ = OpenFiles().open(path, MapFile).record
    assert map_ is not None
    field = build_battlefield(map_)
    assert (field.grid.columns, field.grid.rows, field.grid.low) == (45, 99, Low.EVEN)
    assert (field.name, field.north) == ("Champaubert - Montmirail - Vauchamps", 71.2)
    places = {"0940": "Montmirail", "1031": "Marchais-en-Brie", "2673": "Champaubert"}
    assert {hex_: field.place_names[Hex(hex_)] for hex_ in places} == places
    assert [field.level(Hex(h)) for h in ("0940", "1031", "0117")] == [1, 1, 0]
    rivers = {(river.name, river.water) for river in field.rivers[:2]}
    assert rivers == {("Petit Morin", Water.RIVER), ("Marne", Water.RIVER)}
    assert (len(field.rivers), len(field.spans), len(field.roads)) == (11, 32, 50)
    assert (len(field.slopes), len(field.exits)) == (944, 16)
