"""Hints cost a look at every known name: they are given where they are read, and to a bound."""

from __future__ import annotations

import pytest
from pydantic_core import ErrorDetails

from hexwar.scenario import findings
from hexwar.scenario.findings import Finding, Pen, Severity, nearest
from hexwar.scenario.salvage import sentence_of
from tests.scenario.small import Small
from tests.systems.nlc.cases import each

MOST = 1000
"""Errors and warnings of a file that are told."""


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names for which a nearest one was looked for."""
    names: list[str] = []

    def counted(name: str, known: list[str]) -> str:
        names.append(name)
        return nearest(name, known)

    monkeypatch.setattr(findings, "nearest", counted)
    return names


def test_a_hint_ends_the_sentence_of_what_is_not_known_among_few_names(sought: list[str]) -> None:
    told: list[Finding] = []
    pen = Pen("file.json", told)
    pen.error(("a",), "there is no colour", "gren", ("green", "blue"))
    pen.warning(("b",), "there is no colour", "zzz", ("green", "blue"))
    pen.error(("c",), "this is wrong")
    assert [finding.sentence for finding in told] == [
        'there is no colour; did you mean "green"?',
        "there is no colour",
        "this is wrong",
    ]
    assert sought == ["gren", "zzz"]
    sought.clear()
    told.clear()
    pen = Pen("file.json", told)
    known = [f"FR-{number}" for number in range(40_000)]
    for number in range(10):
        pen.error((number,), "there is no such formation", f"CO-{number}", known)
    assert sought == ["CO-0", "CO-1"]
    pen.error((10,), "there is no such colour", "gren", ("green",))
    assert told[-1].sentence == 'there is no such colour; did you mean "green"?'
    assert len(told) == 11


def test_a_full_report_looks_for_no_hints(small: Small, sought: list[str]) -> None:
    for row in range(1, 7):
        strangers = [f"FR-7-{row}{number}" for number in range(200)]
        small.change("scenario", "setup[+]", {"hex": f"080{row}", "units": strangers})
    told = [finding for finding in small.findings() if finding.file.endswith("scenario.json")]
    assert len(told) == MOST + 1
    assert told[-1].sentence == f"there are more than {MOST} errors; the rest is left out"
    assert len(sought) == MOST


@each("severity", *list(Severity))
def test_errors_and_warnings_fill_the_report_each_for_itself(
    severity: Severity, sought: list[str]
) -> None:
    told: list[Finding] = []
    pen = Pen("file.json", told)
    other = next(x for x in Severity if x is not severity)
    write = {Severity.ERROR: pen.error, Severity.WARNING: pen.warning}
    for number in range(MOST):
        assert not pen.is_full(severity)
        write[severity]((number,), "this is not known", "gren", ("green",))
    assert pen.is_full(severity)
    assert len(sought) == MOST
    write[severity]((MOST,), "this is not known", "gren", ("green",))
    assert len(sought) == MOST
    assert not pen.is_full(other)
    write[other]((0,), "this is not known", "gren", ("green",))
    assert told[-1] == Finding(
        other, "file.json", "[0]", 'this is not known; did you mean "green"?'
    )
    assert len(sought) == MOST + 1


def test_a_full_report_of_faults_of_form_makes_no_more_sentences(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(fault: ErrorDetails) -> str:
        made.append(sentence_of(fault))
        return made[-1]

    monkeypatch.setattr("hexwar.scenario.salvage.sentence_of", counted)
    for name in ("fords", "crests"):
        small.change("map", name, ["0401:0501"] * 900)
    small.change("scenario", "orders[1].steps[0].verb", "marsh")
    small.findings()
    assert len(made) == MOST + 1
    assert made[0].endswith('did you mean "march"?')
