"""What was built and broken before the first turn: improved positions, damaged spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.scenario.checks.hexes import is_hexside
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.schema.base import hexside_of
from hexwar.table.battlefield import Battlefield


def check_works(scenario: ScenarioFile, field: Battlefield, pen: Pen) -> None:
    """Each position and each damage is listed once, and what is damaged is a span."""
    for i in _repeats(scenario.improved_positions):
        sentence = f"{scenario.improved_positions[i]} is listed twice"
        pen.error(("improved_positions", i), sentence)
    sides = [hexside_of(text) for text in scenario.damaged_spans]
    for i in _repeats(sides):
        pen.error(("damaged_spans", i), f"{scenario.damaged_spans[i]} is listed twice")
    for i, text in enumerate(scenario.damaged_spans):
        if is_hexside(text, field.grid) and sides[i] not in field.span_at:
            pen.error(("damaged_spans", i), f"no span stands at {text}")


def _repeats(items: Sequence[object]) -> Iterator[int]:
    """The positions of items that stand earlier in the list too."""
    return (i for i, item in enumerate(items) if item in items[:i])
