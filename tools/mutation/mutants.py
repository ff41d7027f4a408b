"""Mutants of a running program: one change in the code of its functions, or in its data file."""

from __future__ import annotations

import ast
import functools
import gc
import inspect
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from tools.mutation.changes import changed_numbers, rule_changes_in
from tools.mutation.places import ROOT, Place, functions_of, text_of

PER_PLACE: Final = 24
"""Mutants of one function, and cells of one line of the data file, at most."""

PACKAGES: Final = ("hexwar.systems", "hexwar.ground", "hexwar.cards")
"""Modules whose caches may hold numbers of the rules."""

Functions = Mapping[tuple[str, int], Sequence[FunctionType]]
"""The living functions by file and first line: more than one where code is shared."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change at a place."""

    place: Place
    index: int  # which change of the place, counted from 0
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.place.path}:{self.line}: {self.what}"


def living_functions(root: Path = ROOT) -> Functions:
    """Every function of the checkout that the program has by now, wrapped ones too."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    start = f"{root}/"
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(start):
            code = thing.__code__
            key = (code.co_filename.removeprefix(start), code.co_firstlineno)
            found.setdefault(key, []).append(thing)
    return found


def mutants_of(places: Sequence[Place], root: Path = ROOT) -> list[Mutant]:
    """The mutants of a rule: of its nearest places first, and of these one in turn."""
    made: list[Mutant] = []
    for rank in sorted({place.rank for place in places}):
        near = [place for place in places if place.rank == rank]
        # Cells of one table prove much the same: all its lines have their turn as one place.
        code = [deque(_mutants_at(place, root)) for place in near if place.name]
        cells = [m for place in near if not place.name for m in _mutants_at(place, root)]
        made += _in_turn([*code, deque(_spread(cells))])
    return made


def _spread(cells: Sequence[Mutant]) -> list[Mutant]:
    """Cells from all over a table first."""
    step = max(1, len(cells) // PER_PLACE)
    return [cell for start in range(step) for cell in cells[start::step]]


def _in_turn(rows: Sequence[deque[Mutant]]) -> Iterator[Mutant]:
    while any(rows):
        yield from (row.popleft() for row in rows if row)


def _mutants_at(place: Place, root: Path) -> Iterator[Mutant]:
    text = text_of(root / place.path)
    if not place.name:
        cells = changed_numbers(text.split("\n")[place.line - 1])
        for index, (_, what) in enumerate(cells):
            yield Mutant(place, index, place.line, what)
        return
    for index in range(len(rule_changes_in(_node_of(ast.parse(text), place)))):
        if index < PER_PLACE:
            line, change = rule_changes_in(_node_of(ast.parse(text), place))[index]
            yield Mutant(place, index, line, change())


def _node_of(tree: ast.Module, place: Place) -> ast.AST:
    return next(
        n for n, name, first, _ in functions_of(tree) if (name, first) == (place.name, place.line)
    )


def apply(mutant: Mutant, functions: Functions, root: Path = ROOT) -> None:
    """Change the program that runs; for good, so do it in a process of its own."""
    place, path = mutant.place, root / mutant.place.path
    text = text_of(path)
    if not place.name:
        lines = text.split("\n")
        lines[place.line - 1] = list(changed_numbers(lines[place.line - 1]))[mutant.index][0]
        _read_instead(path, "\n".join(lines))
        return
    tree = ast.parse(text)
    rule_changes_in(_node_of(tree, place))[mutant.index][1]()
    whole = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
    code = next(c for c in _codes_in(whole) if is_code_of(c, place))
    for function in functions[place.path, place.line]:
        function.__code__ = code


def is_code_of(code: CodeType, place: Place) -> bool:
    """Whether code is that of the function at a place."""
    return code.co_firstlineno == place.line and code.co_name == place.name.rpartition(".")[2]


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if inspect.iscode(part):
            yield part
            yield from _codes_in(part)


def _read_instead(path: Path, text: str) -> None:
    """Let the data file read otherwise, and forget what was worked out from it."""
    read = Path.read_text

    def read_text(self: Path, *args: Any, **more: Any) -> str:
        return text if self == path else read(self, *args, **more)

    pytest.MonkeyPatch().setattr(Path, "read_text", read_text)
    for module in [m for name, m in sys.modules.items() if name.startswith(PACKAGES)]:
        for thing in vars(module).values():
            if isinstance(thing, functools._lru_cache_wrapper):
                thing.cache_clear()
