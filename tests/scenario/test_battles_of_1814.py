"""The five battles of 1814: their maps, their units and their orders against 37.17 to 37.21."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.resources import scenarios
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.schema import ForcesFile, FormationRecord, MapFile, RoadRecord, UnitRecord
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.section import NLC
from hexwar.systems.nlc.section.checks import NlcCase
from hexwar.systems.nlc.section.march import check_marches
from hexwar.systems.nlc.section.schema import NlcScenario
from hexwar.table.battlefield import Battlefield
from tests.systems.nlc.cases import each

BATTLES = ("brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps")
BRIENNE, MONTMIRAIL = "brienne", "montmirail"
T = TypeVar("T", MapFile, ForcesFile, NlcScenario)


def opened(path: str, form: type[T]) -> T:
    record = OpenFiles(forms={NLC: NlcScenario}).open(scenarios() / path, form).record
    assert record is not None
    return record


@cache
def map_of(name: str) -> MapFile:
    return opened(f"maps/{name}.json", MapFile)


@cache
def field_of(name: str) -> Battlefield:
    return build_battlefield(map_of(name))


@cache
def forces_of(battle: str) -> ForcesFile:
    return opened(f"{battle}/forces.json", ForcesFile)


def scenario_of(battle: str) -> NlcScenario:
    return opened(f"{battle}/scenario.json", NlcScenario)


# -- every place, road and span that the orders name. The eastern sheet of Montmirail has been put
#    beside the western one: its row r is row 52 + r here, so that 2202E is 2254.

PLACES = """
37.17 brienne
town: 1803 Maizières, 1004 Perthes-en-Rothière, 1908 Juzanvigny, 1912 Crespy,
    0913 Brienne-le-Château, 1832 Trannes, 1920 Chaumesnil
clear: 1008 Brienne approach, 0403 crossroads, 1316 crossroads, 1604 bridge
woods: 2325 bridge
37.18 brienne
town: 0921 Dienville, 1323 La Rothière, 1722 Petit-Mesnil, 2315 Morvilliers
clear: 1621 trail area, 2317 Morvilliers ridge S, 2314 Morvilliers ridge N, 1521 crossroads,
    1825 crossroads
chateau: 1924 La Giberie
37.19 montmirail
town: 1272 St-Prix (Talus), 1873 Baye, 1867 Bannay, 2673 Champaubert
clear: 2467 highroad
chateau: 2173 Hannoterie
37.20 montmirail
chateau: 1133 Le Tremblay, 1330 Les Gréneaux
clear: 1332 main road, 1533 Château-Thierry road, 1729 Russian left flank
town: 1031 Marchais-en-Brie, 0940 Montmirail, 3084 Étoges
37.21 montmirail
town: 1751 Vauchamps, 2254 Janvilliers, 2462 Fromentières, 0545 Mordant
woods: 1148 Beaumont forest, 1150 Beaumont forest
clear: 2157 highroad
"""


def places() -> Iterator[tuple[str, str, str, str]]:
    """The sheet, the name, the hex and the terrain of each of these places."""
    sheet = ""
    for line in PLACES.replace("\n    ", " ").strip().splitlines():
        terrain, colon, found = line.partition(": ")
        if not colon:
            sheet = line.split()[1]
        for hex_, name in (place.split(" ", 1) for place in found.split(", ") if place):
            yield sheet, name, hex_, terrain


OTHER_SPELLINGS = [
    (BRIENNE, "1004", "Perthes en Rothières"),
    (BRIENNE, "1920", "Chaumésnil"),
    (BRIENNE, "1722", "le Petit Mesnil"),
    (BRIENNE, "1924", "la Gibrie"),
    (MONTMIRAIL, "1031", "Marbais"),
    (MONTMIRAIL, "2254", "Jeanvillers"),
]


def test_each_place_and_road_that_an_order_names_is_where_it_says() -> None:
    for sheet, name, hex_, terrain in places():
        found = {place.hex: place for place in map_of(sheet).places}[Hex(hex_)]
        assert (found.name, found.terrain.value) == (name, terrain)
        assert field_of(sheet).terrain_at(Hex(hex_)).value == terrain
    for sheet, hex_, spelling in OTHER_SPELLINGS:
        (found,) = [place for place in map_of(sheet).places if place.hex == hex_]
        assert found.source_name == spelling
    for sheet, kind, through in ROADS:
        assert any(_runs(list(road.hexes), through) for road in _roads(sheet, kind))


# A road that an order names, as hexes through which one road or trail runs in this order.
ROADS = [
    (BRIENNE, "road", ["1803", "1604", "0913"]),  # Maizières - Brienne, by the bridge
    (BRIENNE, "trail", ["1803", "1908", "1912"]),  # Maizières - Juzanvigny - Crespy
    (BRIENNE, "trail", ["1323", "1621"]),  # La Rothière - Chaumesnil
    (BRIENNE, "road", ["1920", "2320", "3019", "3417"]),  # Chaumesnil - Doulevant
    (BRIENNE, "road", ["1832", "1323", "0913"]),  # Trannes - La Rothière - Brienne
    (MONTMIRAIL, "road", ["1272", "1873", "2173", "2673"]),  # St-Prix - Baye - Champaubert
    (MONTMIRAIL, "road", ["2673", "2467", "1751"]),  # Champaubert - Vauchamps
    (MONTMIRAIL, "road", ["1330", "1332", "0940"]),  # the main road, to Montmirail
    (MONTMIRAIL, "road", ["1333", "1533", "4507"]),  # to Château-Thierry
    (MONTMIRAIL, "road", ["1751", "2157", "2462", "2673", "3084"]),  # on to Étoges
    (MONTMIRAIL, "trail", ["1148", "1149", "1150", "1751"]),  # through the forest of Beaumont
    (MONTMIRAIL, "road", ["0940", "0545", "0150"]),  # Montmirail - Mordant - Sézanne
]


def _roads(sheet: str, kind: str) -> Iterator[RoadRecord]:
    return (road for road in map_of(sheet).roads if road.kind.value == kind)


def _runs(hexes: list[Hex], through: list[str]) -> bool:
    """Whether a road leads through some hexes in their order, in one direction or the other."""
    if not set(through) <= set(hexes):
        return False
    places = [hexes.index(Hex(hex_)) for hex_ in through]
    return places == sorted(places) or places == sorted(places, reverse=True)


def test_crossroads_bridges_and_a_road_are_where_the_orders_say() -> None:
    for sheet, hex_, ways in (
        (BRIENNE, "0403", 2),
        (BRIENNE, "1316", 3),
        (BRIENNE, "1521", 2),
        (BRIENNE, "1825", 2),
        (MONTMIRAIL, "2673", 4),
    ):
        assert sum(hex_ in road.hexes for road in map_of(sheet).roads) == ways
    for pair in ("1505 1604", "2325 2424"):
        field, (a, b) = field_of(BRIENNE), map(Hex, pair.split())
        span = field.span_at.get(hexside(a, b))
        assert span is not None
        assert (span.kind, field.water.get(hexside(a, b))) == ("trestle", "stream")
    # 37.21: the road between Jeanvillers and the Bois de Roises, 2105E.
    (wood,) = [area for area in map_of(MONTMIRAIL).areas if area.name == "Bois des Roises"]
    grid = field_of(MONTMIRAIL).grid
    assert Hex("2157") not in wood.hexes
    assert min(grid.distance(Hex("2157"), hex_) for hex_ in wood.hexes) == 1
    assert grid.distance(Hex("2157"), Hex("2254")) <= 4


# -- units


def test_a_slug_names_one_unit_of_a_battle_and_the_same_in_every_battle() -> None:
    for battle in BATTLES:
        slugs = [unit.slug for _, unit in _units(battle)]
        assert len(slugs) == len(set(slugs)), battle
    traits: dict[str, set[object]] = defaultdict(set)
    for battle in BATTLES:
        for formation, unit in _units(battle):
            counter = (unit.arm, unit.initiative, unit.movement, unit.flags)
            traits[unit.slug].add((formation.side, formation.nation, *counter))
    assert {slug: found for slug, found in traits.items() if len(found) > 1} == {}
    for row in SLUGS.strip().splitlines():
        slug, _, where = row.partition(" ")
        for battle, id_ in (place.split() for place in where.split(",")):
            assert [unit.id for _, unit in _units(battle) if unit.slug == slug] == [id_]


SLUGS = """
fr-6-lagrange  la-rothiere FR-6-01, vauchamps FR-6-02
fr-6-ricard    champaubert FR-6-02, montmirail FR-6-01, vauchamps FR-6-01
fr-6-ricard-1  brienne FR-RES-02, la-rothiere FR-RES-02
fr-yg-meunier  la-rothiere FR-YG-01, montmirail FR-YG-03
fr-og-friant   champaubert FR-YG-03, montmirail FR-YG-01, vauchamps FR-YG-03
fr-gc-guyot    la-rothiere FR-GC-03, champaubert FR-GC-02
al-c-lanskoy   brienne CO-C-01, la-rothiere CO-C-01, montmirail CO-C-01
al-9-udom      la-rothiere CO-9-01, champaubert CO-9-01
al-9-remnant   montmirail CO-9-01, vauchamps CO-9-01
al-p2-ziethen  champaubert CO-P2-02, vauchamps CO-P2-01
al-10-urusov   champaubert CO-10-01, vauchamps CO-10-01
al-11-fa       la-rothiere CO-11-04, montmirail CO-11-03
"""


def _units(battle: str) -> Iterator[tuple[FormationRecord, UnitRecord]]:
    for formation in forces_of(battle).formations:
        for unit in formation.units:
            yield formation, unit


# -- marches: what is ordered can be reached


def marches(battle: str, turns: int | None = None) -> list[Finding]:
    """What the check of marches says of a battle, or of its first turns alone."""
    found: list[Finding] = []
    scenario = scenario_of(battle)
    if turns is not None:
        scenario = scenario.model_copy(update={"turns": scenario.turns[:turns]})
    pen = Pen(battle, found)
    sheet = field_of(Path(scenario.map).stem)
    check_marches(NlcCase(scenario, forces_of(battle), pen, pen, frozenset()), sheet, _NUMBERS)
    return found


_NUMBERS = PRINTED.with_own({})


@each(
    "battle late",
    ("brienne", {"FR-2", "FR-YG"}),
    ("la-rothiere", {"CO-BAV", "CO-5", "CO-GR"}),
    ("champaubert", {"FR-GRO", "FR-1C", "FR-GC"}),
    ("montmirail", {"FR-OG2"}),
    ("vauchamps", {"FR-7"}),
)
def test_a_third_of_the_time_would_be_too_short_for_some(battle: str, late: set[str]) -> None:
    third = len(scenario_of(battle).turns) // 3
    assert late <= {finding.sentence.split()[0] for finding in marches(battle, third)}


RATED = """
    Blücher 3, Yorck 3, Kleist 3, Gyulai 2, Frimont 2, Wrede 3, Kronprinz von Württemberg 2,
    Barclay 1, Sacken 2, Olsufiev 2, Pahlen 3, Kaptsevich 2, Lieven 2, Scherbatov 2, Vasilchikov 2,
    Rajewski 2, Yermolov 3, Galitzin V 2,
    Napoléon 3, Grouchy 1, Nansouty 3, Mortier 2, Ney 4, Victor 2, Marmont 3, Macdonald 3, Gérard 2,
    Doumerc 3, Exelmans 3, Milhaud 3
"""


@pytest.mark.rule("N14.2")
def test_every_leader_with_a_printed_rating_is_in_play_with_it() -> None:
    """37.14: the lists of ratings."""
    wanted = {tuple(one.strip().rsplit(" ", 1)) for one in RATED.split(",")}
    forces = (opened(f"{name}/forces.json", ForcesFile) for name in BATTLES)
    leaders = (leader for file in forces for f in file.formations for leader in f.leaders)
    assert wanted <= {(leader.name, str(leader.rating)) for leader in leaders}


def test_ninth_corps_marches_behind_the_sixth() -> None:
    """37.18: behind VI Corps to the crossroads, and Reserve there."""
    scenario = opened("la-rothiere/scenario.json", NlcScenario)
    (order,) = [order for order in scenario.orders if order.formation == "CO-9"]
    march, reserve = order.steps
    assert (march.verb, march.target, march.route) == ("march", "1825", ("1727",))
    assert (reserve.verb, reserve.target) == ("reserve", "1825")
    (place,) = [row for row in scenario.setup if row.hex == "1727"]
    assert [unit.rpartition("-")[0] for unit in place.units] == ["CO-6"]
