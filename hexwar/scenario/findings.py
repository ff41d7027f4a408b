"""What a check has to say about a file, and the pen it writes with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final

from hexwar.messages import count, mark, say
from hexwar.scenario.errors import Place, place_text, quoted
from hexwar.text import visible

MOST_FINDINGS: Final = 1000
"""Errors, and warnings, that a file may have before the rest is left out: a report has an end."""

MOST_COMPARED: Final = 100_000
"""Names looked at for the hints of a file: a second of work, and plenty for any scenario."""


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = mark("error")  # the scenario cannot be played
    WARNING = mark("warning")  # it can, but something is probably not meant


_REST: Final = {
    Severity.ERROR: mark("there are more than {most} errors; the rest is left out"),
    Severity.WARNING: mark("there are more than {most} warnings; the rest is left out"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one place of one file."""

    severity: Severity
    file: str  # as the user named it
    place: str  # such as `roads[3].hexes[0]`, or empty for the whole file
    sentence: str

    @property
    def is_error(self) -> bool:
        """Whether it stops the scenario from being played."""
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        parts = (visible(self.file), self.place, say(self.severity.value), self.sentence)
        return ": ".join(filter(None, parts))


@dataclass(slots=True)
class _Tally:
    """How much was written of a file; its pens share it."""

    places: set[Place] = field(default_factory=set)  # as in the file
    written: Counter[Severity] = field(default_factory=Counter)
    compared: int = 0  # names that were looked at for hints


@dataclass(slots=True)
class Pen:
    """Writes the findings of one file.

    `original` turns a place of the record that is checked into the place in the file: they
    differ where a broken part was left out so that the rest could be checked.
    """

    file: str
    findings: list[Finding]
    original: Callable[[Place], Place] = lambda place: place
    tally: _Tally = field(default_factory=_Tally, repr=False)

    def error(
        self,
        place: Place,
        message: str,
        unknown: str = "",
        known: Collection[str] = (),
        /,
        **values: object,
    ) -> None:
        """Writes down a fault that stops the scenario from being played.

        `say` is given the message and the values. Where the fault is a name that is not known, the
        nearest of those that are ends the sentence as a hint.
        """
        self._write(Severity.ERROR, place, say(message, **values), unknown, known)

    def warning(
        self,
        place: Place,
        message: str,
        unknown: str = "",
        known: Collection[str] = (),
        /,
        **values: object,
    ) -> None:
        """Writes down something that is probably not meant, as `error` does."""
        self._write(Severity.WARNING, place, say(message, **values), unknown, known)

    def is_full(self, severity: Severity) -> bool:
        """Whether what is still found of a severity is left out of the report."""
        return self.tally.written[severity] >= MOST_FINDINGS

    def has_written_of(self, place: Place) -> bool:
        """Whether a place of the file has a finding already."""
        return place in self.tally.places

    def written_within(self, depth: int) -> frozenset[Place]:
        """The places of the file that have findings, or have some below them, down to a depth."""
        return frozenset(place[:depth] for place in self.tally.places)

    def moved(self, original: Callable[[Place], Place]) -> Pen:
        """The same pen for a record whose parts stand elsewhere in the file."""
        return Pen(self.file, self.findings, original, self.tally)

    def _write(
        self, severity: Severity, place: Place, sentence: str, unknown: str, known: Collection[str]
    ) -> None:
        is_left_out = self.is_full(severity)
        written = self.tally.written
        written[severity] += 1
        place = self.original(place)
        self.tally.places.add(place)
        if not is_left_out:
            told = sentence + self._hint(unknown, known)
            self.findings.append(Finding(severity, self.file, place_text(place), told))
        elif written[severity] == MOST_FINDINGS + 1:
            rest = say(_REST[severity], most=MOST_FINDINGS)
            self.findings.append(Finding(severity, self.file, "", rest))

    def _hint(self, unknown: str, known: Collection[str]) -> str:
        """The nearest name that is known, as long as looking for it is no great work."""
        if not unknown or self.tally.compared + len(known) > MOST_COMPARED:
            return ""
        self.tally.compared += len(known)
        return nearest(unknown, known)


def nearest(name: str, known: Iterable[str]) -> str:
    """The hint that ends a sentence about an unknown name, or nothing where none is near.

    >>> nearest("terain", ("terrain", "roads"))
    '; did you mean "terrain"?'
    >>> nearest("zzz", ("terrain", "roads"))
    ''
    """
    close = get_close_matches(name[:100], list(known), n=1)
    return say("; did you mean {name}?", name=quoted(close[0])) if close else ""


def findings_text(findings: Sequence[Finding]) -> str:
    """A line for each finding, and how many there are."""
    errors = sum(finding.is_error for finding in findings)
    told = count("{n} error", "{n} errors", errors)
    told += ", " + count("{n} warning", "{n} warnings", len(findings) - errors)
    return "\n".join([*map(str, findings), told])


def findings_json(findings: Sequence[Finding]) -> str:
    """An object with the numbers of errors and warnings, and the findings."""
    errors = sum(finding.is_error for finding in findings)
    report: dict[str, Any] = {"errors": errors, "warnings": len(findings) - errors}
    report["findings"] = [asdict(finding) for finding in findings]
    return json.dumps(report, ensure_ascii=False, indent=2)
