"""Refusals of files are for people: no word of Python's, nor of the library that reads them."""

from __future__ import annotations

from typing import get_args

from pydantic_core.core_schema import ErrorType

from hexwar.engine.errors import SaveError
from hexwar.engine.faults import because, place_of, sentence_of
from tests.systems.nlc.cases import each
from tests.words_of_python import words_of_python


def test_every_kind_of_fault_has_a_sentence() -> None:
    kinds = get_args(ErrorType)
    assert len(kinds) > 80
    for kind in kinds:
        assert sentence_of(kind)
        assert words_of_python(sentence_of(kind)) == [], kind


@each(
    "fault sentence",
    (KeyError("piers"), "what stands here does not fit"),
    (TypeError("'NoneType' object is not subscriptable"), "what stands here does not fit"),
    (SaveError("header: it is missing."), "header: it is missing."),
)
def test_a_fault_of_python_is_told_as_a_misfit(fault: Exception, sentence: str) -> None:
    assert because(fault) == sentence


@each(
    "parts before place",
    ((), "events.3", "events.3"),
    (("a", 0, "b_c"), "", "a.0.b_c"),
    (("lax-or-strict[lax=str]", "unit"), "events.3", "events.3.unit"),
    (("x" * 500,), "", "x" * 60),
    (("\x1b[2J",), "events.0", "events.0"),
)
def test_a_place_is_of_names_only(parts: tuple[str | int, ...], before: str, place: str) -> None:
    assert place_of(parts, before) == place
