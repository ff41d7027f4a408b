"""What the schema's faults are in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic_core import ErrorDetails

from hexwar.messages import mark, say
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import nearest
from hexwar.scenario.schema.base import PATTERNS, TERRAIN_KEY

_WANTED: Final[Mapping[str, str]] = {
    "string_type": mark("a text"),
    "int_type": mark("a whole number"),
    "float_type": mark("a number"),
    "bool_type": mark("true or false"),
    "tuple_type": mark("a list"),
    "dict_type": mark("an object"),
    "model_type": mark("an object"),
    "model_attributes_type": mark("an object"),
}

_SENTENCES: Final[Mapping[str, str]] = {
    "missing": mark("this field is missing"),
    "greater_than_equal": mark("{value} is too small: at least {ge}"),
    "less_than_equal": mark("{value} is too large: at most {le}"),
    "string_too_long": mark("the text is too long: at most {max_length} characters"),
    "too_long": mark("there are too many: at most {max_length}"),
    "too_short": mark("there are too few: at least {min_length}"),
    "value_error": mark("{value} {error}"),
}
"""What is said of a value; the bounds have the names that the schema gives them."""


def sentence_of(fault: ErrorDetails) -> str:
    """One sentence about a fault that the schema found."""
    kind = fault["type"]
    value = fault.get("input")
    context = fault.get("ctx", {})
    if kind in _WANTED:
        wanted = say(_WANTED[kind])
        return say("this should be {wanted}, not {value}", wanted=wanted, value=quoted(value))
    if kind in ("enum", "literal_error"):
        return _one_of(value, str(context["expected"]))
    if kind == "string_pattern_mismatch":
        return say(PATTERNS[context["pattern"]], value=quoted(value), key=TERRAIN_KEY)
    known = _SENTENCES.get(kind, "{value}: {msg}")
    return say(known, value=quoted(value), msg=fault["msg"], **context)


def _one_of(value: object, expected: str) -> str:
    """`expected` is what pydantic says: 'a', 'b' or 'c'."""
    known = expected.split("'")[1::2]
    wanted = quoted(known[0]) if known else expected
    if len(known) <= 1:
        return say("{value} should be {wanted}", value=quoted(value), wanted=wanted)
    hint = nearest(value, known) if isinstance(value, str) else ""
    words = ", ".join(known)
    return say("{value} is none of {words}{hint}", value=quoted(value), words=words, hint=hint)
