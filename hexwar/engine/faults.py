"""What a parser or Python itself finds wrong in a file, in words for whoever reads the refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwar.messages import ToldError, mark, say

_MISFIT: Final = mark("what stands here does not fit")

_SENTENCES: Final[Mapping[str, str]] = {
    "bool_type": mark("true or false should stand here"),
    "date_type": mark("a date should stand here"),
    "dict_type": mark("an object should stand here"),
    "enum": mark("none of the known words stands here"),
    "extra_forbidden": mark("nothing of this name belongs here"),
    "finite_number": mark("this is no number that can be used"),
    "float_type": mark("a number should stand here"),
    "frozen_set_type": mark("a list should stand here"),
    "greater_than": mark("the number is too small"),
    "greater_than_equal": mark("the number is too small"),
    "int_from_float": mark("a whole number should stand here"),
    "int_parsing_size": mark("the number is too long"),
    "int_type": mark("a whole number should stand here"),
    "json_invalid": mark("this is no saved game, or not the whole of one"),
    "less_than": mark("the number is too large"),
    "less_than_equal": mark("the number is too large"),
    "list_type": mark("a list should stand here"),
    "literal_error": mark("none of the known words stands here"),
    "missing": mark("this is missing"),
    "missing_argument": mark("this is missing"),
    "model_type": mark("an object should stand here"),
    "none_required": mark("nothing should stand here"),
    "set_type": mark("a list should stand here"),
    "string_pattern_mismatch": mark("a text of another form should stand here"),
    "string_too_long": mark("the text is too long"),
    "string_too_short": mark("the text is too short"),
    "string_type": mark("a text should stand here"),
    "string_unicode": mark("this is no text that can be read"),
    "too_long": mark("there are too many"),
    "too_short": mark("there are too few"),
    "tuple_type": mark("a list should stand here"),
    "unexpected_keyword_argument": mark("nothing of this name belongs here"),
}
"""What is said of the kinds of fault that pydantic knows."""

_ALIKE: Final = {
    "dataclass_type": "dict_type",
    "dataclass_exact_type": "dict_type",
    "mapping_type": "dict_type",
    "model_attributes_type": "dict_type",
    "iterable_type": "list_type",
    "unexpected_positional_argument": "too_long",
}


def sentence_of(kind: str) -> str:
    """One sentence without its stop about a value of a file, by the kind of the fault.

    >>> sentence_of("int_type"), sentence_of("a kind of the next version")
    ('a whole number should stand here', 'what stands here does not fit')
    """
    return say(_SENTENCES.get(_ALIKE.get(kind, kind), _MISFIT))


def place_of(parts: tuple[Any, ...], before: str = "") -> str:
    """A place in a file, such as `events.3.unit`; names of types in it are left out.

    >>> place_of((3, "function-after[check(), str]", "unit"), "events")
    'events.3.unit'
    """
    named = [str(part) for part in parts if str(part).replace("_", "").replace("-", "").isalnum()]
    return ".".join(filter(None, (before, *(name[:60] for name in named))))


def because(fault: BaseException) -> str:
    """What a fault that a file has led to tells a person: its own sentence, if it has one.

    What Python says of a missing key or a wrong type is for who mends the program.
    """
    if isinstance(fault, ToldError):
        return str(fault)
    is_own = type(fault).__module__.startswith("hexwar.")
    return str(fault) if is_own and str(fault) else say(_MISFIT)
