"""Rows of parametrized tests, and the rule that a refusal names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from hexwar.engine import Refusal


def ints(text: str) -> list[tuple[int, ...]]:
    """Rows of numbers from ``1 2, 3 4``."""
    return [tuple(int(word) for word in row.split()) for row in text.split(",")]


def rule_of(refusal: Refusal | None) -> str | None:
    """The rule that refuses an answer; None for one that is legal."""
    return None if refusal is None else refusal.rule


def each(names: str, *rows: object) -> pytest.MarkDecorator:
    """A test of many rows: ``each("die turns", (1, 1), (2, 1))``; of one name, the bare values."""
    return pytest.mark.parametrize(", ".join(names.split()), rows)


def case(words: str, *values: object, rules: str = "") -> ParameterSet:
    """A row of a parametrized test: its id in words, its values, the rules that it proves."""
    marks = [pytest.mark.rule(*rules.split())] if rules else []
    return pytest.param(*values, id=words, marks=marks)


def told(text: str) -> Iterator[ParameterSet]:
    """Rows from ``words: value | value``; the further lines of a row are set in."""
    for row in re.split(r"\n(?=\S)", text.strip()):
        words, _, values = " ".join(row.split()).partition(": ")
        yield case(words, *values.split(" | "))
