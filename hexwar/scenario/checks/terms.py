"""What is worth points, who holds it, and for whom all is."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import quoted


def check_victory(case: Case) -> None:
    """Every victory hex has a holder at the start (N22.2)."""
    victory = [vp.hex for vp in case.scenario.victory.hexes]
    held = [holder.hex for holder in case.scenario.control]
    sources = case.held()
    check_repeats(case, "control", held)
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


def check_repeats(case: Case, name: str, hexes: list[Hex]) -> None:
    """No hex of a list is there twice."""
    for i, hex_ in enumerate(hexes):
        if hex_ in hexes[:i]:
            case.pen.error((name, i, "hex"), f"{hex_} is listed twice")


def check_sides(case: Case) -> None:
    """Every side that the scenario names is one of the two."""
    sides = case.forces.side_names
    for place, side in case.sides():
        if side not in sides:
            sentence = f"there is no side {quoted(side)}; the sides are {' and '.join(sides)}"
            case.pen.error(place, sentence)
