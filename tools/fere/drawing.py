"""The map of Fère-Champenoise, drawn stroke by stroke with the tools of the editor.

Communes lie where their latitude and longitude put them on a sheet without any turn: Fère comes to
1615. Everything else is an estimate: the course of brooks and ways, heights, marshes and woods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexwar.editor.document import Document, Draft, Json, put
from hexwar.editor.shapes import alike
from hexwar.editor.sheet import ORDER, blank, letter_at, level_at
from hexwar.editor.tools.ground import LevelTool, TerrainTool
from hexwar.editor.tools.lines import RoadTool, SpanTool, WaterTool
from hexwar.editor.tools.names import AreaTool, ExitTool, PlaceTool
from hexwar.editor.tools.tool import Spot, Tool, side_at
from hexwar.editor.ways import bare_crossings
from hexwar.hexes import Grid, Hex, Layout

GRID: Final = Grid(32, 23)
LAYOUT: Final = Layout(GRID)

Strokes = Sequence[tuple[int, str]]
"""Strokes of a brush: how wide, and the hexes through which it goes, with spaces between."""

LEVELS: Final[Sequence[tuple[int, Strokes]]] = (
    (
        1,
        (
            (2, "1112 1311 1611 2011"),  # north of Fère
            (1, "1012 1410 1710 1909 2112 2212"),
            (2, "2512 2711 2912 3112"),  # between the Vaure and the Somme
            (1, "2411 2710 2910 3110 3210"),
            (2, "1520 1619 1920"),  # south of the Vaure
            (1, "1420 2019 2119 2220 2221"),
            (2, "2519 2719"),
            (1, "2420 2518 2818 2920 3019 3219 3220"),
            (2, "0615 0816"),  # between Connantre and Broussy
            (1, "0517 0915 0917"),
            (2, "0211"),  # the Mont Août
            (1, "0312 0413"),
            (2, "1706 1906"),  # between Morains and Écury
            (1, "1605 2007 2105"),
        ),
    ),
    (2, ((1, "0211"), (1, "1711 1811 1911 2011"), (1, "1820 1920"), (1, "2811 2912"))),
)
"""The heights: level by level."""

WOODS: Final[Strokes] = (
    (1, "2205 2206 2306"),
    (1, "0418 0519 0518"),
    (1, "3021 3122 3121"),
    (1, "1222 1322"),
    (1, "0912 1013"),
)
MARSH: Final[Strokes] = (
    (1, "0102 0302 0502 0702 0902 1102 1202"),
    (1, "0103 0303 0503 0703 0903 1003"),
    (1, "0101 0401 0701 0801"),
    (1, "0222 0322"),
)

TOWNS: Final = "1615 1515 2915 0422 0204 2403 2904 1501"
CASTLES: Final = "0421"

WATERS: Final = (
    (
        "Vaure",
        "3217-3218 3017-3117 2915-2916 2716-2717 2516-2517 2216-2217 2015-2016 1816-1817 1615-1616"
        " 1415-1416 1216-1217 1018-1019 0819-0820 0621-0622 0422-0423 0322-0323 0122-0123",
    ),
    ("Somme", "3106-3207 3005-3006 2904-2905 2703-2704 2503-2504 2403-2503 2402-2502 2401-2501"),
    (
        "Petit Morin",
        "1402-1403 1202-1302 1102-1103 0902-0903 0702-0703 0502-0503 0302-0303 0202-0203 0102-0103",
    ),
)
"""Brooks from the spring down: hexsides through which they run."""

WAYS: Final = (
    ("road", "Vitry - Fère - Sézanne chaussée", "3216 0620 0420 0321 0120"),
    ("road", "Fère - Morains - Vertus road", "1615 1501"),
    ("trail", "Fère - Écury - Clamanges trail", "1615 1906 2403 2401 2501"),
    ("trail", "Fère - Normée - Châlons trail", "1615 2311 2408 2507 3003 3204"),
    ("trail", "Fère - Lenharrée trail", "2013 2710 3009 3208"),
    ("trail", "Fère - Bannes trail", "1515 1008 0204"),
    ("trail", "Bannes - Coizard causeway", "0204 0201"),
    ("trail", "Fère - Broussy - Allemant trail", "1515 1114 0109"),
    ("trail", "Bannes - Broussy trail", "0204 0208"),
    ("trail", "Morains - Écury - Normée trail", "1501 2705 2904"),
    ("trail", "Connantre - Pleurs trail", "0520 0421 0423 0323"),
    ("trail", "Fère - Euvy trail", "1615 1616 2119 2223"),
    ("trail", "Connantray - Gourgançon trail", "2915 2919 2720 2723"),
)
"""Roads and trails with the hexes through which they go by the best path."""

PLACES: Final = (
    ("Fère-Champenoise", "1615", "fit"),
    ("Connantray", "2915", "fit, to the next hex; the table has it joined with Vaurefroy"),
    ("Connantre", "0422", "fit"),
    ("Château de Connantre", "0421", "geo: beside the village"),
    ("Bannes", "0204", "fit"),
    ("Écury-le-Repos", "2403", "fit"),
    ("Normée", "2904", "geo: on the Somme between Écury and Lenharrée"),
    ("Morains-le-Petit", "1501", "geo: at the eastern end of the marshes"),
)
AREAS: Final = (
    ("Marais de Saint-Gond", "marsh", "m", "0102"),
    ("Prés de la Vaure", "marsh", "m", "0222"),
    ("Bois d'Écury", "woods", "w", "2205"),
    ("Bois de Connantre", "woods", "w", "0418"),
    ("Bois de Vaurefroy", "woods", "w", "3021"),
    ("Bois de Corroy", "woods", "w", "1222"),
    ("Garenne de Fère", "woods", "w", "0912"),
    ("Mont Août", "height", "1", "0211"),
    ("Hauteurs de Fère", "height", "1", "1611"),
    ("Hauteurs d'Euvy", "height", "1", "1619"),
    ("Hauteurs de Connantre", "height", "1", "0615"),
    ("Hauteurs de Connantray", "height", "1", "2711"),
)
"""Name, kind, what the hexes are like that hang together, and one of them."""

EXITS: Final = (
    ("Sommesous and Vitry chaussée", "3216", "E"),
    ("Sézanne chaussée (Linthes)", "0120", "W"),
    ("Allemant trail (Broussy-le-Grand)", "0109", "W"),
    ("Coizard causeway", "0201", "N"),
    ("Vertus road", "1501", "N"),
    ("Clamanges trail", "2501", "N"),
    ("Châlons trail (Lenharrée)", "3204", "E"),
    ("Lenharrée trail", "3208", "E"),
    ("Pleurs trail", "0323", "S"),
    ("Euvy and Arcis trail", "2223", "S"),
    ("Gourgançon trail", "2723", "S"),
)


class Hand:
    """Works a tool as the pointer does, at a bench of its own."""

    def __init__(self, draft: Draft) -> None:
        """Begin with a draft."""
        self.document = Document(draft)
        self.selection = frozenset[Hex]()
        self.said: list[str] = []
        """What the tools had to object; nothing, if all went well."""

    @property
    def draft(self) -> Draft:
        """What is at work."""
        return self.document.draft

    @property
    def grid(self) -> Grid:
        """Its hexes."""
        return GRID

    def do_map(self, words: str, map_: Json, stroke: object = None) -> bool:
        """Take a step that changes the map."""
        return self.document.do(words, self.draft.having("map", map_), stroke)

    def select(self, hexes: Sequence[Hex] | frozenset[Hex]) -> None:
        """Choose hexes."""
        self.selection = frozenset(hexes)

    def say(self, sentence: str) -> None:
        """Keep what a tool objects."""
        self.said.append(sentence)


def at(hex_: str) -> Spot:
    """The middle of a hex."""
    x, y = LAYOUT.centre(Hex(hex_))
    return Spot(x, y, Hex(hex_), side_at(LAYOUT, Hex(hex_), (x + 1, y)))


def on(side: str) -> Spot:
    """Just within the second hex of a hexside, at the side to the first."""
    (ax, ay), (bx, by) = (LAYOUT.centre(Hex(hex_)) for hex_ in side.split("-"))
    x, y = 0.45 * ax + 0.55 * bx, 0.45 * ay + 0.55 * by
    hex_ = Hex(side[5:])
    return Spot(x, y, hex_, side_at(LAYOUT, hex_, (x, y)))


def drag(tool: Tool, hexes: str) -> None:
    """Press at the first hex, go over the others, let go at the last."""
    spots = [at(hex_) for hex_ in hexes.split()]
    tool.press(spots[0])
    for spot in spots[1:]:
        tool.move(spot)
    tool.release(spots[-1])


def click(tool: Tool, spots: Sequence[Spot]) -> None:
    """Click at one after the other; then the thing is complete."""
    for spot in spots:
        tool.press(spot)
        tool.release(spot)
    tool.finish()


def draw_ground(hand: Hand) -> None:
    """Heights, marshes, woods and villages."""
    levels = LevelTool(hand)
    for level, strokes in LEVELS:
        levels.set("level", level)
        for size, hexes in strokes:
            levels.set("size", size)
            drag(levels, hexes)
    terrain = TerrainTool(hand)
    for letter, strokes in (("w", WOODS), ("m", MARSH)):
        terrain.set("letter", letter)
        for size, hexes in strokes:
            terrain.set("size", size)
            drag(terrain, hexes)
    for letter, hexes in (("t", TOWNS), ("c", CASTLES)):
        terrain.set("letter", letter)
        for hex_ in hexes.split():
            drag(terrain, hex_)


def draw_ways(hand: Hand) -> None:
    """Brooks, roads and trails, and a trestle wherever the one meets the other."""
    water = WaterTool(hand)
    for name, sides in WATERS:
        water.set("name", name)
        click(water, [on(side) for side in sides.split()])
    road = RoadTool(hand)
    for kind, name, hexes in WAYS:
        road.set("kind", kind)
        road.set("name", name)
        click(road, [at(hex_) for hex_ in hexes.split()])
    span = SpanTool(hand)
    for (a, b), _ in bare_crossings(hand.draft.map):
        click(span, [on(f"{a}-{b}")])


def draw_names(hand: Hand) -> None:
    """Places, areas and exits."""
    place = PlaceTool(hand)
    for name, hex_, _ in PLACES:
        drag(place, hex_)
        place.set("name", name)
        place.finish()
    area = AreaTool(hand)
    for name, kind, look, hex_ in AREAS:
        area.set("kind", kind)
        drag(area, " ".join(hexes_like(hand.draft.map, look, hex_)))
        area.set("name", name)
        area.finish()
    leaving = ExitTool(hand)
    for name, hex_, edge in EXITS:
        drag(leaving, hex_)
        leaving.set("name", name)
        leaving.set("edge", edge)
        leaving.finish()


def hexes_like(map_: Json, look: str, hex_: str) -> Sequence[Hex]:
    """The hexes that hang together with one: of its terrain, or of a level at least as high."""

    def is_like(other: Hex) -> bool:
        height = level_at(map_, other)
        return height >= int(look) if look.isdigit() else letter_at(map_, other) == look

    return alike(GRID, Hex(hex_), is_like)


def mark(hand: Hand) -> None:
    """Say of each thing whether it is an estimate, which no tool of the map does."""
    map_, bases = hand.draft.map, {name: basis for name, _, basis in PLACES}
    fields: Json = {
        name: [put(record, {"estimate": True}, ESTIMATE_BEFORE) for record in map_[name]]
        for name in ("rivers", "roads", "spans", "areas")
    }
    fields["places"] = [
        {**record, "basis": bases[record["name"]]}
        | ({} if bases[record["name"]] == "fit" else {"estimate": True})
        for record in map_["places"]
    ]
    fields["estimates"] = ["terrain", "elevation", "slopes"]
    fields["notes"] = [
        "Fère, Connantre, Bannes and Écury lie as a public table of the communes of France has them"
        " (latitude and longitude), on a sheet without any turn; all else is drawn by hand.",
        "Bare chalk with few woods, as the Champagne was then, without the plantations of today.",
    ]
    hand.do_map("Mark the estimates", put(map_, fields, ORDER))


ESTIMATE_BEFORE: Final = ("name", "kind", "hexside", "estimate", "hexsides", "hexes")


def drawn() -> Hand:
    """The whole map, and by which steps it came to be."""
    hand = Hand(Draft(map=blank("Fère-Champenoise", GRID)))
    draw_ground(hand)
    draw_ways(hand)
    draw_names(hand)
    mark(hand)
    return hand
