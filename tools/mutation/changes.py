"""What can be changed in a syntax tree and in a data file, one thing at a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeGuard

TWINS = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn)),
    *((ast.Is, ast.IsNot), (ast.Add, ast.Sub), (ast.And, ast.Or)),
)
SWAPS: dict[type[ast.AST], type[ast.AST]] = {ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
SWAPS |= {one: other for twins in TWINS for one, other in (twins, twins[::-1])}
"""Operators and what stands in for them."""

NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
"""Functions that are taken for each other."""

NO_RULES = ("frozen", "slots", "eq", "repr", "strict", "maxsize")
"""Arguments of dataclasses, of `zip` and of caches."""

TELLING: Final = frozenset({"say", "tell", "count", "tell_count", "mark", "refuse"})
"""Calls that make words for a player: what stands in them is no rule."""

EMPTY: Final = {
    **dict.fromkeys(("tuple", "Sequence", "Units", "Path", "Subjects", "Tolls"), "()"),
    "list": "[]",
    "frozenset": "frozenset()",
    "dict": "{}",
    "Mapping": "{}",
}
"""What returns instead of a collection."""

NUMBER: Final = re.compile(r'(?<![\w."])-?\d+(?:\.\d+)?(?![\w."])|"(?:-|\d?M?1?)"')
"""A number of the data file, or a cell of a table of results."""

Change = Callable[[], str]
"""Makes one change in a syntax tree and says what it was."""


def changes_in(tree: ast.AST) -> Iterator[tuple[int, Change]]:
    """Every change of one operator, number, test or statement, with its line."""
    words = (word for word in ast.walk(tree) if isinstance(word, ast.keyword))
    left_alone = {id(word.value) for word in words if word.arg in NO_RULES}
    for node in ast.walk(tree):
        if _is_dropped(node):
            yield node.lineno, partial(_drop, node)
        elif isinstance(node, ast.Constant) and id(node) not in left_alone:
            if type(node.value) in (int, bool):
                yield node.lineno, partial(_step, node)
        elif isinstance(node, ast.expr):
            for change in _expression_changes(node):
                yield node.lineno, change


def rule_changes_in(body: ast.AST) -> list[tuple[int, Change]]:
    """Every change of a function that may break its rule, those that break most of it first.

    Beside `changes_in` these are refusals that are dropped, tests that are turned round, results
    that are empty or one more, and numbers that are one less; words for players are left alone.
    """
    told = {id(part) for call in ast.walk(body) if _is_told(call) for part in ast.walk(call)}
    found: list[tuple[int, int, Change]] = []
    for node in ast.walk(body):
        if id(node) in told:
            continue
        found += [(rank, _line_of(node), make) for rank, make in _strong_changes(node, body)]
        if _is_dropped(node):
            found.append((1, node.lineno, partial(_drop, node)))
        elif isinstance(node, ast.Constant):
            if type(node.value) in (int, bool):
                found.append((2, node.lineno, partial(_step, node)))
            if type(node.value) is int:
                found.append((3, node.lineno, partial(_step, node, -1)))
        elif isinstance(node, ast.expr):
            found += [(2, node.lineno, change) for change in _expression_changes(node)]
            found += [(3, node.lineno, change) for change in _part_changes(node)]
    found.sort(key=lambda change: change[:1])
    return [(line, change) for _, line, change in found]


def changed_numbers(line: str) -> Iterator[tuple[str, str]]:
    """A line of the data file with each of its numbers one up, and what was changed."""
    code = line.split("#", maxsplit=1)[0]
    for match in NUMBER.finditer(code):
        old = match.group()
        new = ('"M"' if old == '"-"' else '"-"') if old.startswith('"') else _more(old)
        yield line[: match.start()] + new + line[match.end() :], f"{old} -> {new}"


def _more(number: str) -> str:
    return str(float(number) + 0.5) if "." in number else str(int(number) + 1)


def _line_of(node: ast.AST) -> int:
    line: int = node.target.lineno if isinstance(node, ast.comprehension) else vars(node)["lineno"]
    return line


def _is_told(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TELLING
        case ast.Call(func=ast.Attribute(attr=name)):
            return name == "told"
    return False


def _strong_changes(node: ast.AST, body: ast.AST) -> Iterator[tuple[int, Change]]:
    """Changes with their rank; 0 comes first."""
    match node:
        case ast.If(body=[ast.Return(value=value) as refused]) if _is_refusal(value):
            yield 0, partial(_drop, refused)
            yield 1, partial(_negate, node)
        case ast.If() | ast.IfExp() | ast.While():
            yield 1, partial(_negate, node)
        case ast.comprehension(ifs=tests):
            yield from ((1, partial(_negate_in, tests, n)) for n in range(len(tests)))
        case ast.Return(value=ast.expr()) if not _is_refusal(node.value):
            annotation = getattr(body, "returns", None)
            what = ast.unparse(annotation) if annotation else ""
            if _instead(what, "_"):
                yield 1, partial(_return_other, node, what)


def _is_refusal(value: ast.AST | None) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "refuse"


def _instead(what: str, value: str) -> str:
    """What a function returns instead of a value of a type; empty where nothing is known."""
    if what == "bool":
        return f"not ({value})"
    if what in ("int", "float"):
        return f"({value}) + 1"
    if what.endswith("| None"):
        return "None"
    return EMPTY.get(what.partition("[")[0], "")


def _return_other(node: Any, what: str) -> str:
    old = ast.unparse(node.value)
    new: Any = ast.parse(_instead(what, "_"), mode="eval").body
    for part in ast.walk(new):
        for name, value in ast.iter_fields(part):
            if isinstance(value, ast.Name) and value.id == "_":
                setattr(part, name, node.value)
    node.value = ast.copy_location(new, node.value)
    return f"returns {_instead(what, old[:40])}"


def _negate(node: Any) -> str:
    old = ast.unparse(node.test)
    node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    return f"if not ({old[:50]})"


def _negate_in(tests: list[ast.expr], place: int) -> str:
    old = tests[place]
    tests[place] = ast.copy_location(ast.UnaryOp(ast.Not(), old), old)
    return f"if not ({ast.unparse(old)[:50]})"


def _expression_changes(node: ast.expr) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            yield from (partial(_swap, ops, n) for n, old in enumerate(ops) if type(old) in SWAPS)
        case ast.BinOp() | ast.BoolOp() if type(node.op) in SWAPS:
            yield partial(_replace, node)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield partial(_unsign, node)
        case ast.Call(func=ast.Name(id=name) as called) if name in NAMES:
            yield partial(_rename, called)
        case ast.IfExp():
            yield partial(_turn, node)


def _part_changes(node: ast.expr) -> Iterator[Change]:
    """Each named argument, and each mapping that another takes in, left out."""
    match node:
        case ast.Call(keywords=words):
            named = [n for n, word in enumerate(words) if word.arg not in NO_RULES]
            yield from (partial(_leave_out, words, n) for n in named)
        case ast.Dict(keys=keys, values=values):
            taken = [n for n, key in enumerate(keys) if key is None]
            yield from (partial(_leave_out, values, n, keys) for n in taken)


def _leave_out(parts: list[Any], place: int, keys: list[Any] | None = None) -> str:
    if keys is not None:
        del keys[place]
    return f"without {ast.unparse(parts.pop(place))[:60]}"


def _swap(operators: list[Any], place: int) -> str:
    old = type(operators[place])
    operators[place] = SWAPS[old]()
    return f"{old.__name__} -> {SWAPS[old].__name__}"


def _replace(node: Any) -> str:
    old = type(node.op)
    node.op = SWAPS[old]()
    return f"{old.__name__} -> {SWAPS[old].__name__}"


def _unsign(node: ast.UnaryOp) -> str:
    old = "not" if isinstance(node.op, ast.Not) else "-"
    # A sum with one term is the expression without its sign.
    node.op = ast.UAdd() if old == "-" else ast.Not()
    if old == "not":
        node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node)
    return f"without {old}"


def _rename(node: ast.Name) -> str:
    old, node.id = node.id, NAMES[node.id]
    return f"{old} -> {node.id}"


def _turn(node: ast.IfExp) -> str:
    node.body, node.orelse = node.orelse, node.body
    return "if and else change places"


def _step(node: Any, by: int = 1) -> str:
    old = node.value
    node.value = not old if isinstance(old, bool) else old + by
    return f"{old} -> {node.value}"


def _is_dropped(node: ast.AST) -> TypeGuard[ast.Expr | ast.Continue]:
    """Whether it is a call for its effect, such as an event, or a `continue`; no docstring."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Continue)


def _drop(node: ast.AST) -> str:
    what = ast.unparse(node)
    node.__class__ = ast.Pass  # in place, so that no parent need be known
    return f"without {what[:60]}"
