"""Each finding, from the small scenario with something broken.

The rows stand in `findings`: a heading, with the rules that it proves in brackets; the changes, as
`file place = JSON` or `gone`; and behind a `!` each finding that they bring, in its order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import FILES_ONLY
from tests.scenario.small import FILES, GONE, Small, formation
from tests.systems.nlc.cases import each

ROWS = Path(__file__).parent / "findings"


def rows() -> Iterator[Any]:
    """Each row of the files, with its changes and its findings."""
    for path in sorted(ROWS.glob("*.txt")):
        for heading, body in re.findall(r"^(\w.*)\n((?: {4}.*\n)*)", path.read_text("utf-8"), re.M):
            lines = [line.strip() for line in body.splitlines()]
            found = [line[2:].split(" ", 1) for line in lines if line.startswith("! ")]
            yield pytest.param(
                [re.split(" = | ", line, maxsplit=2) for line in lines if not line.startswith("!")],
                [f"{FILES[file]}: {text}" for file, text in found],
                marks=[pytest.mark.rule(rule) for rule in re.findall(r"\[([NT][\d.]+)\]", heading)],
                id=f"{path.stem}: {heading.split(' [')[0]}",
            )


@each("changes expected", *rows())
def test_finding(small: Small, changes: list[list[str]], expected: list[str]) -> None:
    for file, place, value in changes:
        small.change(file, place, GONE if value == "gone" else json.loads(value))
    assert small.sentences() == expected


def wings(count: int) -> list[dict[str, Any]]:
    """Some wings that are in no battle."""
    return [formation(f"FR-W{i}", "french", "wing", presence="campaign") for i in range(count)]


@each("name", "assigned_to", "division_of")
def test_no_formation_is_under_itself_by_way_of_another(small: Small, name: str) -> None:
    """A circle of three is told at each of them; who is below the circle is not at fault."""
    for i, wing in enumerate(wings(3)):
        small.change("forces", "formations[+]", wing | {name: f"FR-W{(i + 1) % 3}"})
    small.change("forces", f"formations[2].{name}", "FR-W0")
    assert small.sentences() == [
        f"bourg/forces.json: formations[{5 + i}].{name}: error: "
        f"FR-W{i} is under itself by way of FR-W{(i + 1) % 3}"
        for i in range(3)
    ]


@pytest.mark.rule("N6.1")
def test_a_long_chain_of_command_is_no_circle_and_stacks_fit_the_numbers(small: Small) -> None:
    for wing, above in zip(wings(9), [*wings(9)[1:], {"id": "FR-W"}], strict=True):
        small.change("forces", "formations[+]", wing | {"assigned_to": above["id"]})
    assert small.sentences() == []
    small.change("scenario", "numbers", {"stacking.sp": 1, "stacking.units": 1})
    assert any("overstacked" in text for text in small.sentences())
    small.change("scenario", "numbers", {"no.such": 1})
    small.change("scenario", "special_rules[0].id", "anything")
    assert validate([small.write()], FILES_ONLY) == ()
