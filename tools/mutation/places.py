"""Where the code of a rule stands: what names its id, in the program and in the data file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NUMBERS: Final = ("hexwar/systems/nlc/numbers.toml", "hexwar/systems/mininap/numbers.toml")
NLC, MINI = "hexwar/systems/nlc", "hexwar/systems/mininap"
RULES: Final = (
    *(f"{NLC}/rules", f"{NLC}/events", f"{NLC}/section", f"{NLC}/orders.py", f"{NLC}/state.py"),
    *(f"{NLC}/system.py", f"{NLC}/numbers.py", f"{NLC}/question.py", f"{NLC}/battle.py"),
    *("hexwar/systems/tlnb", "hexwar/ground", "hexwar/cards", "hexwar/table", "hexwar/grid"),
    *(f"{MINI}/rules", f"{MINI}/section", f"{MINI}/events.py", f"{MINI}/events_setup.py"),
    *(f"{MINI}/events_unseen.py", f"{MINI}/state.py", f"{MINI}/battle.py", f"{MINI}/points.py"),
    *(f"{MINI}/numbers.py", f"{MINI}/system.py", "hexwar/tabletop", "hexwar/engine"),
)
"""Folders and files of the checkout: what decides, without words, panels and computer players."""

WORDS: Final = frozenset(
    {"sentence", "words", "hint", "choices", "told", "tip", "label", "marks", "overlays", "clue"}
)
"""Methods that make words or pictures for a player."""

ID: Final = r"[MNT]\d+(?:\.\d+)?[a-j]?"
MENTION: Final = re.compile(rf"\b({ID})(?:-({ID}))?(?![\w.]*\d)")
FIRST, NAMED, HEAD, SPAN, MODULE, VISITED = range(6)
"""How code belongs to a rule: its docstring opens with the id; it names it; the head of its class,
the numbers from one id to another, or its module does; nothing does, but a test of the rule comes
by. The nearest comes first."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A function, or a line of the data file, and how near it is to a rule."""

    rank: int
    path: str  # within the checkout
    line: int  # the first, from 1
    name: str  # of the function with its class; empty in the data file


Map = Mapping[str, Sequence[Place]]
"""Rule id to its places, the nearest first."""


@cache
def text_of(path: Path) -> str:
    """The text of a file as it was when it was first asked for, as the program has it."""
    return path.read_text("utf-8")


def map_of(ids: Sequence[str], root: Path = ROOT) -> Map:
    """The places of each rule; the ids are in reading order, as a span of them needs.

    A step with a letter that nothing names has the places of its rule.
    """
    found: dict[str, dict[tuple[str, int], Place]] = {id_: {} for id_ in ids}
    for path in rule_files(root):
        name = str(path.relative_to(root))
        mentions = _in_module(path, name) if path.suffix == ".py" else _in_numbers(path, name)
        for text, place in mentions:
            for id_, rank in ids_in(text, ids, place.rank):
                places = found[id_]
                known = places.get((name, place.line))
                if known is None or rank < known.rank:
                    places[name, place.line] = Place(rank, name, place.line, place.name)
    for id_ in ids:
        found[id_] = found[id_] or found.get(id_.rstrip("abcdefghij"), {})
    return {id_: sorted(places.values()) for id_, places in found.items()}


def ids_in(text: str, ids: Sequence[str], rank: int) -> Iterator[tuple[str, int]]:
    """The rules that a text names, and with `SPAN` those between two that it joins by a dash."""
    for match in MENTION.finditer(text):
        first, last = match.groups()
        ends = [ids.index(id_) if id_ in ids else -1 for id_ in (first, last or first)]
        if min(ends) < 0:
            yield from ((id_, rank) for id_ in (first, last) if id_ in ids)
            continue
        for id_ in ids[ends[0] : ends[1] + 1]:
            yield id_, rank if id_ in (first, last) else max(rank, SPAN)


def rule_files(root: Path = ROOT) -> list[Path]:
    """The modules and the data files in which rules stand."""
    places = [root / name for name in RULES]
    files = [p for place in places for p in (place.rglob("*.py") if place.is_dir() else [place])]
    data = [root / name for name in NUMBERS]
    return [path for path in (*sorted(files), *data) if path.is_file()]


def functions_of(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int, tuple[ast.ClassDef, ...]]]:
    """The functions and methods of a module, no nested ones: node, name, first line, classes."""

    def inside(
        node: ast.Module | ast.ClassDef, classes: tuple[ast.ClassDef, ...]
    ) -> Iterator[tuple[ast.AST, str, int, tuple[ast.ClassDef, ...]]]:
        for part in node.body:
            if isinstance(part, ast.ClassDef):
                yield from inside(part, (*classes, part))
            elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([part.lineno, *(word.lineno for word in part.decorator_list)])
                yield part, ".".join([*(c.name for c in classes), part.name]), first, classes

    return inside(tree, ())


def _in_module(path: Path, name: str) -> Iterator[tuple[str, Place]]:
    """Each text of a module that may name a rule, with the function that it speaks of."""
    source = text_of(path)
    lines, tree = source.split("\n"), ast.parse(source)
    about = ast.get_docstring(tree) or ""
    for node, full, first, classes in functions_of(tree):
        if full.rpartition(".")[2] in WORDS or not isinstance(
            node, (ast.FunctionDef, ast.AsyncFunctionDef)
        ):
            continue
        opening = (ast.get_docstring(node) or "").partition(":")[0]
        if re.match(ID, opening):
            yield opening, Place(FIRST, name, first, full)
        yield "\n".join(lines[first - 1 : node.end_lineno]), Place(NAMED, name, first, full)
        yield about, Place(MODULE, name, first, full)
        for class_ in classes:
            head = [ast.unparse(word.value) for word in class_.keywords]
            text = " ".join([*head, ast.get_docstring(class_) or ""])
            yield text, Place(HEAD, name, first, full)


def _in_numbers(path: Path, name: str) -> Iterator[tuple[str, Place]]:
    """Each comment of the data file with the lines that it speaks of: its own, or its table's."""
    head, above = "", ""
    for number, line in enumerate(text_of(path).split("\n"), 1):
        code, _, comment = line.partition("#")
        if code.startswith("["):
            head, above = comment, ""
        elif not code.strip():
            above = f"{above} {comment}" if comment else ""
        else:
            yield comment, Place(NAMED, name, number, "")
            yield f"{above} {head}", Place(HEAD, name, number, "")
