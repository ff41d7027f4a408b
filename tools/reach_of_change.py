#!/usr/bin/env python3
"""Counts in how many modules one has to work to add something, from where an existing one is named.

    tools/reach_of_change.py [--root DIR] [--files]

For a system, an order type, a decision, an event, a card and a terrain it tells how many modules
and data files of hexwar/ name an existing one (comments and docstrings apart), then how many files
and lines there are, and the import circles. `--files` lists the modules too. `--root` is another
checkout, such as one of before a change.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

SAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "system": ("nlc",),
    "order type": ("delay", "probe", "defend"),
    "decision": ("ChooseEvasion", "ConfirmAssault", "WorkPontoon"),
    "event": ("SquareFormed", "StepLost", "SpanRepaired"),
    "card": ("late-start", "cossacks", "general-advance"),
    "terrain": ("chateau", "marsh"),
}
"""What is added, and existing ones of its kind. A system's own folder bears its name."""

DATA: Final = (".toml", ".json", ".svg")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=ROOT, metavar="DIR", help="of a checkout")
    parser.add_argument("--files", action="store_true", help="list the modules as well")
    asked = parser.parse_args()
    print("| to add | modules touched | named |\n|---|---|---|")
    texts = texts_of(asked.root / "hexwar")
    for kind, samples in SAMPLES.items():
        found = {name: naming(texts, name, own_folder=kind == "system") for name in samples}
        counts = sorted({len(paths) for paths in found.values()})
        told = f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        print(f"| {kind} | {told} | {', '.join(f'{n} {len(p)}' for n, p in found.items())} |")
        if asked.files:
            for name, paths in found.items():
                print(f"  {name}: {' '.join(paths)}")
    print("\n| folder | Python files | lines | data files |\n|---|---|---|---|")
    for folder in ("hexwar", "tools", "tests"):
        files, lines, data = size_of(asked.root / folder)
        print(f"| {folder} | {files} | {lines} | {data} |")
    print()
    for lazy, what in ((False, "while modules load"), (True, "lazy imports included")):
        rings = circles(imports_of(asked.root / "hexwar", lazy=lazy))
        print(f"import circles, {what}: {len(rings)}")
        for ring in rings:
            print(f"  {len(ring)} modules: {' '.join(ring)}")
    return 0


# -- where something is named


def texts_of(package: Path) -> dict[str, str]:
    """The words of each module and data file of a package, by their paths in it."""
    texts = {}
    for path in sorted(package.rglob("*")):
        if path.suffix == ".py":
            texts[str(path.relative_to(package))] = "\n".join(words_of(path.read_text("utf-8")))
        elif path.suffix in DATA:
            texts[str(path.relative_to(package))] = path.read_text("utf-8")
    return texts


def words_of(source: str) -> Iterator[str]:
    """Every name of a module, and every string of it that is no sentence (or docstring)."""
    tree = ast.parse(source)
    texts = {id(line.value) for line in ast.walk(tree) if isinstance(line, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in texts and not re.search(r"\w \w+ \w", text):
            yield text
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            word = getattr(node, field, None)
            if isinstance(word, str):
                yield word


def naming(texts: Mapping[str, str], name: str, *, own_folder: bool = False) -> list[str]:
    """The paths of the texts that name something.

    >>> naming({"a.py": "FORCED_MARCH", "b.py": "forced marches"}, "forced-march")
    ['a.py']
    """
    spaced = re.sub(r"[-_]", "[-_ ]", name)
    named = re.compile(rf"(?<![A-Za-z])(?:{spaced}|{spaced.upper()}|{spaced.title()})(?![A-Za-z])")
    if re.match(r"[A-Z][a-z]+[A-Z]", name):  # a class
        named = re.compile(rf"\b{name}\b")
    foreign = [path for path in texts if not (own_folder and name in Path(path).parts)]
    return [path for path in foreign if named.search(texts[path])]


# -- how much there is


def size_of(folder: Path) -> tuple[int, int, int]:
    """How many Python files with how many lines, and how many files of data."""
    files = lines = data = 0
    for path in folder.rglob("*"):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        raw = path.read_bytes()
        if path.suffix == ".py" or raw.startswith(b"#!/usr/bin/env python"):
            files, lines = files + 1, lines + raw.count(b"\n")
        else:
            data += 1
    return files, lines, data


# -- import circles


def imports_of(package: Path, *, lazy: bool) -> dict[str, set[str]]:
    """Which module of a package imports which others of it, inside of functions too if `lazy`."""
    paths = {_module(package, path): path for path in package.rglob("*.py")}
    imports: dict[str, set[str]] = {}
    for module, path in paths.items():
        tree = ast.parse(path.read_text("utf-8"))
        nodes = ast.walk(tree) if lazy else iter(tree.body)
        named = {name for node in nodes for name in _imported(node)}
        known = {name if name in paths else name.rpartition(".")[0] for name in named}
        imports[module] = (known & paths.keys()) - {module}
    return imports


def _module(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(node: ast.AST) -> Iterator[str]:
    """The dotted names that a statement imports, a module's or of something in it."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that all import each other, straight or by way of others.

    >>> circles({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    [['b', 'c']]
    """
    reach = {module: _reached(imports, module) for module in imports}
    inside = [module for module in imports if module in reach[module]]
    rings = {tuple(sorted(n for n in reach[module] if module in reach[n])) for module in inside}
    return [list(ring) for ring in sorted(rings)]


def _reached(imports: Mapping[str, set[str]], module: str) -> set[str]:
    reached: set[str] = set()
    new = [module]
    while new:
        fresh = imports.get(new.pop(), set()) - reached
        reached |= fresh
        new += fresh
    return reached


if __name__ == "__main__":
    sys.exit(main())
