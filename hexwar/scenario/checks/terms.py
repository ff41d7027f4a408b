"""What is worth points, who holds it, and for whom all is."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.forces import check_known_side


def check_victory(case: Case) -> None:
    """Every victory hex has a holder at the start (N22.2)."""
    victory = [vp.hex for vp in case.scenario.victory.hexes]
    held = [holder.hex for holder in case.scenario.control]
    sources = case.held()
    check_repeats(case, "control", held)
    for i, hex_ in enumerate(victory):
        if hex_ in victory[:i]:
            case.pen.error(("victory", "hexes", i, "hex"), "{hex} is listed twice", hex=hex_)
        if hex_ not in held and hex_ not in sources and hex_ not in case.lost:
            sentence = say("nobody holds {hex} at the start: it is not in `control`", hex=hex_)
            case.pen.warning(("victory", "hexes", i, "hex"), sentence)
    for i, hex_ in enumerate(held):
        if hex_ not in victory and hex_ not in sources and hex_ not in case.lost:
            sentence = say("{hex} is neither a victory hex nor a supply source", hex=hex_)
            case.pen.warning(("control", i, "hex"), sentence)


def check_repeats(case: Case, name: str, hexes: list[Hex]) -> None:
    """No hex of a list is there twice."""
    for i, hex_ in enumerate(hexes):
        if hex_ in hexes[:i]:
            case.pen.error((name, i, "hex"), "{hex} is listed twice", hex=hex_)


def check_sides(case: Case) -> None:
    """Every side that the scenario names is one of the two."""
    for place, side in case.sides():
        check_known_side(side, case.forces, place, case.pen)
