"""Where forces enter, where supply comes from, what is worth points, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.ground import is_at_edge
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.schema.scenario import HolderRecord
from hexwar.table.battlefield import Battlefield


def check_entries(case: Case, field: Battlefield) -> None:
    """Forces enter by a road or trail at the edge of the map (N5.8)."""
    entries: list[tuple[Place, Hex]] = [
        *((("arrivals", i, "entry"), a.entry) for i, a in enumerate(case.scenario.arrivals)),
        *((("alternates", i, "entry"), a.entry) for i, a in enumerate(case.scenario.alternates)),
    ]
    for place, hex_ in entries:
        check_edge_road(case, place, hex_, field)


def check_edge_road(case: Case, place: Place, hex_: Hex, field: Battlefield) -> None:
    """A hex is at the edge of the map, and a road or trail is in it."""
    if hex_ not in field.grid:
        return
    if not is_at_edge(hex_, field.grid):
        case.pen.error(place, f"{hex_} is not at the edge of the map")
    elif hex_ not in field.way_hexes:
        case.pen.error(place, f"no road or trail reaches {hex_}")


def check_sources(case: Case, field: Battlefield) -> None:
    """A supply source is where a road leaves the map (N16.2)."""
    exits = {exit_.hex for exit_ in field.exits}
    for i, source in enumerate(case.scenario.supply_sources):
        place: Place = ("supply_sources", i, "hex")
        check_edge_road(case, place, source.hex, field)
        is_sound = source.hex in field.way_hexes and is_at_edge(source.hex, field.grid)
        if is_sound and source.hex not in exits:
            case.pen.error(place, f"the map has no road exit at {source.hex}")
    check_times(case)
    _check_repeats(case, "exits", [exit_.hex for exit_ in case.scenario.exits or ()])
    for i, exit_ in enumerate(case.scenario.exits or ()):
        check_edge_road(case, ("exits", i, "hex"), exit_.hex, field)


def check_times(case: Case) -> None:
    """No hex is a supply source twice at one time."""
    last = len(case.scenario.turns)
    seen: set[tuple[Hex, int]] = set()
    for i, source in enumerate(case.scenario.supply_sources):
        turns = range(source.from_turn or 1, (source.to_turn or last) + 1)
        if any((source.hex, turn) in seen for turn in turns):
            sentence = f"{source.hex} is listed twice"
            case.pen.error(("supply_sources", i, "hex"), sentence)
        seen |= {(source.hex, turn) for turn in turns}


def check_victory(case: Case) -> None:
    """Every victory hex has a holder at the start (N22.2)."""
    victory = [vp.hex for vp in case.scenario.victory.hexes]
    held = [holder.hex for holder in case.scenario.control]
    sources = {source.hex for source in case.scenario.supply_sources}
    _check_repeats(case, "control", held)
    for i, hex_ in enumerate(victory):
        if hex_ in victory[:i]:
            case.pen.error(("victory", "hexes", i, "hex"), f"{hex_} is listed twice")
        if hex_ not in held and hex_ not in sources and hex_ not in case.lost:
            sentence = f"nobody holds {hex_} at the start: it is not in `control`"
            case.pen.warning(("victory", "hexes", i, "hex"), sentence)
    for i, hex_ in enumerate(held):
        if hex_ not in victory and hex_ not in sources and hex_ not in case.lost:
            sentence = f"{hex_} is neither a victory hex nor a supply source"
            case.pen.warning(("control", i, "hex"), sentence)


def _check_repeats(case: Case, name: str, hexes: list[Hex]) -> None:
    for i, hex_ in enumerate(hexes):
        if hex_ in hexes[:i]:
            case.pen.error((name, i, "hex"), f"{hex_} is listed twice")


def check_sides(case: Case) -> None:
    """Every side that the scenario names is one of the two."""
    sides = case.forces.side_names
    for place, side in _sides(case):
        if side not in sides:
            sentence = f"there is no side {quoted(side)}; the sides are {' and '.join(sides)}"
            case.pen.error(place, sentence)


def _sides(case: Case) -> Iterator[tuple[Place, str]]:
    scenario = case.scenario
    yield ("first_player",), scenario.first_player
    lists: dict[str, Sequence[HolderRecord]] = {
        "supply_sources": scenario.supply_sources,
        "exits": scenario.exits or (),
        "control": scenario.control,
    }
    for name, holders in lists.items():
        for i, holder in enumerate(holders):
            yield (name, i, "side"), holder.side
    for i, alternate in enumerate(scenario.alternates):
        yield ("alternates", i, "side"), alternate.side
    for i, removal in enumerate(scenario.cards.removals):
        yield ("cards", "removals", i, "side"), removal.side
    for side in scenario.cards.decks:
        yield ("cards", "decks", side), side
    for name, counts in (
        ("mode_cards", scenario.cards.mode_cards),
        ("bonus_cards", scenario.cards.bonus_cards),
    ):
        for side in counts:
            yield ("cards", name, side), side
    page = scenario.briefing
    for name, words in (
        () if page is None else (("aims", page.aims), ("difficulty", page.difficulty))
    ):
        for side in words:
            yield ("briefing", name, side), side
