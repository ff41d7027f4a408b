"""Brings files of older forms up to the form of this program.

Each change of form adds one step: a function from the raw object of one format to that of the
next. A file of any age runs through the steps from its own number on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from hexwar.messages import say
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.reading import Json
from hexwar.scenario.schema import FORMAT

Migrator: TypeAlias = Callable[[Json], Json]

MIGRATORS: Final[Mapping[str, Mapping[int, Migrator]]] = {"map": {}, "forces": {}, "scenario": {}}
"""For each kind of file the step away from each older format."""


def migrated(
    raw: Json,
    kind: str,
    pen: Pen,
    migrators: Mapping[str, Mapping[int, Migrator]] = MIGRATORS,
    newest: int = FORMAT,
) -> Json | None:
    """The raw object in the newest form, or None where its format cannot be read.

    The argument is left as it is.
    """
    number = raw.get("format")
    if isinstance(number, bool) or not isinstance(number, int):
        pen.error(("format",), "the format should be a whole number such as {n}", n=newest)
        return None
    if number > newest:
        sentence = say(
            "format {n} is newer than this program reads ({newest})", n=number, newest=newest
        )
        pen.error(("format",), sentence)
        return None
    steps = migrators.get(kind, {})
    for older in range(number, newest):
        if older not in steps:
            pen.error(("format",), "format {number} is not known", number=quoted(number))
            return None
        raw = {**steps[older](dict(raw)), "format": older + 1}
    return raw
