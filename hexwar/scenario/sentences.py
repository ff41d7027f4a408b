"""What the schema's faults are in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import ErrorDetails

from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import nearest
from hexwar.scenario.schema.base import PATTERNS

_WANTED: Final[Mapping[str, str]] = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def sentence_of(fault: ErrorDetails) -> str:
    """One sentence about a fault that the schema found."""
    kind = fault["type"]
    value = fault.get("input")
    context = fault.get("ctx", {})
    if kind == "missing":
        return "this field is missing"
    if kind in _WANTED:
        return f"this should be {_WANTED[kind]}, not {quoted(value)}"
    if kind in ("enum", "literal_error"):
        return _one_of(value, str(context["expected"]))
    if kind == "string_pattern_mismatch":
        return f"{quoted(value)} {PATTERNS[context['pattern']]}"
    return _bound(kind, value, context) or f"{quoted(value)}: {fault['msg']}"


def _one_of(value: object, expected: str) -> str:
    """`expected` is what pydantic says: 'a', 'b' or 'c'."""
    known = expected.split("'")[1::2]
    if not known:
        return f"{quoted(value)} should be {expected}"
    hint = nearest(value, known) if isinstance(value, str) else ""
    if len(known) == 1:
        return f"{quoted(value)} should be {quoted(known[0])}"
    return f"{quoted(value)} is none of {', '.join(known)}{hint}"


def _bound(kind: str, value: object, context: Mapping[str, Any]) -> str | None:
    """A value that is too large, too small, too long or too short."""
    match kind:
        case "greater_than_equal":
            return f"{quoted(value)} is too small: at least {context['ge']}"
        case "less_than_equal":
            return f"{quoted(value)} is too large: at most {context['le']}"
        case "string_too_long":
            return f"the text is too long: at most {context['max_length']} characters"
        case "too_long":
            return f"there are too many: at most {context['max_length']}"
        case "too_short":
            return f"there are too few: at least {context['min_length']}"
        case "value_error":
            return f"{quoted(value)} {context['error']}"
    return None
