"""The port of a game system: what it adds to the envelope of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hexwar.scenario.build import build
from hexwar.scenario.checks.case import Case
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import AnyForces, Envelope, ForcesFile, ScenarioFile
from hexwar.table.battle import Battle
from hexwar.table.forces import Side

F = TypeVar("F", bound=Envelope)
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a list of scenarios shows beside the envelope."""

    options: Mapping[str, str] = field(default_factory=dict)  # that it proposes (N3.8)
    recorded_weather: str = ""  # for the option of the weather as it was; empty: none is named
    decks: Mapping[Side, str] = field(default_factory=dict)  # ids of the decks that it names
    is_campaign: bool = False  # a mini-campaign: never one deck for both sides (N23.8)


@dataclass(frozen=True)
class Section(Generic[F, B]):
    """How the scenarios of one system are read, judged and built.

    Where it speaks of a field, that is the `Battlefield` of a map or the `Ground` of a table; the
    files that are built of are `Loaded` or a `LoadedTable`.
    """

    schema: type[F]  # the form of the whole file: the envelope with the fields of the section
    case: Callable[..., Any]  # what its checks look at: a `Case` or a `TableCase`
    check_alone: Callable[[F, Any, Pen], None]
    """Judges a scenario without its forces; the map may be unreadable, its field is None then."""
    check_together: Callable[[Any, Any, bool], None]
    """Judges a `case`; the last argument asks for what is probably not meant too."""
    build: Callable[[F, Any], B]
    facts: Callable[[F], Facts]
    forces: type[AnyForces] = ForcesFile
    check_forces: Callable[[Any, Pen], None] | None = None
    """Judges forces by themselves that are not those of a map."""


def _judge_nothing(*_: object) -> None:
    """The section adds no fields, so it has nothing to judge."""


PLAIN: Final[Section[ScenarioFile, Battle]] = Section(
    schema=ScenarioFile,
    case=Case,
    check_alone=_judge_nothing,
    check_together=_judge_nothing,
    build=lambda _, loaded: build(loaded),
    facts=lambda _: Facts(),
)
"""The section of a system for which the envelope is enough."""

Sections: TypeAlias = Mapping[str, Section[Any, B]]
"""The sections by the ids of their systems."""


def musters_of(sections: Sections[Any]) -> Mapping[str, type[AnyForces]]:
    """The forms of forces of the games that have their own."""
    forms = {id_: section.forces for id_, section in sections.items()}
    return {id_: form for id_, form in forms.items() if form is not ForcesFile}
