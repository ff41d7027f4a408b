"""What a file calls an estimate is something that files hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexwar.messages import say
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import Record


def check_estimates(names: Sequence[str], pen: Pen) -> None:
    """Reports names in `estimates` that no field of any file has."""
    for i, name in enumerate(names):
        if name not in _field_names():
            sentence = say("no field is called {name}", name=quoted(name))
            pen.warning(("estimates", i), sentence, name, sorted(_field_names()))


@lru_cache(maxsize=1)
def _field_names() -> frozenset[str]:
    return frozenset(name for kind in _kinds(Record) for name in kind.model_fields)


def _kinds(kind: type[Record]) -> Iterator[type[Record]]:
    yield kind
    for inner in kind.__subclasses__():
        yield from _kinds(inner)
