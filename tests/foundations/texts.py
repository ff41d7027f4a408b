"""Finds the texts of a module that do not pass the door for messages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

DOOR = {"say", "count", "tell", "tell_count", "mark", "error", "warning", "Action"}
DOOR |= {"SaveError", "UserError", "UsageError", "refuse"}
"""The functions of `hexwar.messages`, those of a `Pen`, rows that the menus say, told errors."""

SAID = {"say", "count", "tell", "tell_count"}

SINKS = {"Button", "Choice", "Offer", "Prompt", "QAction", "QCheckBox", "QLabel", "QPushButton"}
SINKS |= {"QGroupBox", "QRadioButton", "QToolButton", "Refusal", "addAction", "addMenu", "addRow"}
SINKS |= {"addTab", "button", "label", "setAccessibleDescription", "setText"}
SINKS |= {"setAccessibleName", "setInformativeText", "setPlaceholderText", "setPrefix"}
SINKS |= {"setStatusTip", "setSuffix", "setTitle", "setToolTip", "setWindowTitle"}
"""What shows a player whatever it is given, be it a single word."""

KEPT = {"Roll", "throw"}
"""What keeps a text in saves, as English as it was made: it is said where it is shown."""

READ = {"Button": slice(1, None), "Choice": slice(1, None), "label": slice(1, None)}
READ |= {"button": slice(1), "Action": slice(1, 3)}
"""Which arguments of a sink a player reads; the others are ids and roles."""

WORDS = {"FigureKind", "NAME", "NAPOLEON", "RUSSIAN", "SANS", "SERIF", "WORDS"}
WORDS |= {"__all__", "_BADGES", "_COMMON", "_NOT_BUILT", "_SHORT", "_STYLES", "_SUITS", "kinds"}
"""Constants and classes with words that stand so in files or names, where they are looked for."""

TOLD = DOOR | {"ArgumentTypeError", "ScenarioError"}
"""Errors that are told to a player; of any other the program itself is at fault."""

FILLED = {"format", "join"}
"""Methods of a text that put others into it."""

STYLES = {
    "TypeVarTuple",
    "NewType",
    "cast",
    "Shows",
    "TypeVar",
    "__init__",
    "compile",
    "setStyleSheet",
}
"""What takes strings that look like prose and are none, or tell of a fault of the program."""

_TAG = re.compile(
    r"<style>.*</style>|<[^>]*>|[\w-]+:( …px)+;|&\w+;|&(?=\w)|\b(hexwar|Python)\b", re.S
)
_WORD = re.compile(r"[^\W\d_]{2}")
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:.]?\s+\(?([^\W\d_]{2}|a\b|I\b)|\b[aA]\s+[^\W\d_]{2}")
_TITLE = re.compile(r"[A-Z][a-z]+")
_RULE = re.compile(r"[MNT]\d[\w.]*")
_ADDRESS = re.compile(r"\w+:…")
_GLUED = re.compile(r"\}e?s\b")
"""A plural that the source forms by itself."""


@dataclass(frozen=True)
class Bypass:
    """A text that does not pass the door."""

    node: ast.Constant | ast.JoinedStr
    words: str
    is_constant: bool  # of a module, class or default value, so that only `mark` fits


def bypasses(source: str) -> list[Bypass]:
    """The texts of a module: whatever reads as prose, and single words that are shown."""
    return list(_texts(ast.parse(source), is_sink=False, is_constant=True))


def _texts(node: ast.AST, *, is_sink: bool, is_constant: bool) -> Iterator[Bypass]:
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield from _own_text(node, is_sink=is_sink, is_constant=is_constant)
    for child, sink, constant in _children(node, is_sink, is_constant):
        yield from _texts(child, is_sink=sink, is_constant=constant)


def _own_text(
    node: ast.Constant | ast.JoinedStr, *, is_sink: bool, is_constant: bool
) -> Iterator[Bypass]:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    plain = [p.value if isinstance(p, ast.Constant) else None for p in parts]
    words = "".join("…" if p is None else p for p in plain if p is None or isinstance(p, str))
    shown = _TAG.sub("", words)
    has_words = _WORD.search(shown.replace("…", ""))
    is_prose = _PROSE.search(shown.replace("…", "xx")) or _TITLE.fullmatch(shown)
    if has_words and not _ADDRESS.fullmatch(shown) and (is_sink or is_prose):
        yield Bypass(node, words, is_constant)


def _children(node: ast.AST, sink: bool, constant: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    """What is to be looked at in a node, each with whether it is shown, and whether it stands."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) if name in WORDS:
            return
        case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if (
            name in WORDS or getattr(kind, "id", "") == "TypeAlias"
        ):
            return
        case ast.AnnAssign(value=value):
            yield from ([(value, sink, constant)] if value else [])
        case ast.arguments():
            usual = [*node.defaults, *(one for one in node.kw_defaults if one)]
            yield from ((one, sink, constant) for one in usual)
        case ast.Tuple():
            yield from ((one, sink or _has_rule(node.elts), constant) for one in node.elts)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in TOLD:
            yield from ((child, sink, constant) for child in ast.iter_child_nodes(node))
        case ast.Raise() | ast.Assert() | ast.MatchValue() | ast.Compare() | ast.Constant():
            return
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Subscript():
            yield node.value, sink, constant
        case ast.ClassDef(name=name) if name in WORDS:
            return
        case ast.ClassDef(bases=[ast.Name(id="StrEnum")]):
            values = [one.value for one in node.body if isinstance(one, ast.Assign)]
            is_said = any(_is_said(value) for value in values)
            yield from (
                (one, sink, constant) for one in node.body if not isinstance(one, ast.Assign)
            )
            yield from ((value, is_said, True) for value in values)
        case ast.Dict():
            is_said = sink or any(_is_said(value) for value in node.values)
            yield from ((value, is_said, constant) for value in node.values)
        case ast.BinOp(left=ast.Constant(), op=ast.Mod()):
            yield node.left, True, constant
            yield node.right, sink, constant
        case ast.JoinedStr():
            values = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
            yield from (
                (value, isinstance(value, ast.IfExp | ast.BoolOp), constant) for value in values
            )
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            yield node.args, False, True
            body = node.body if isinstance(node.body, list) else [node.body]
            yield from ((child, False, False) for child in body)
        case ast.IfExp(body=one, orelse=other) | ast.BoolOp(values=[one, other]):
            is_said = sink or _is_said(one) or _is_said(other)
            yield from ((child, is_said, constant) for child in (one, other))
            yield from ([(node.test, False, constant)] if isinstance(node, ast.IfExp) else [])
        case ast.Call():
            yield from _of_call(node, sink, constant)
        case _:
            yield from ((child, sink, constant) for child in ast.iter_child_nodes(node))


def _name(call: ast.Call) -> str:
    called = call.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _is_said(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_said(node.body) or _is_said(node.orelse)
    return isinstance(node, ast.Call) and _name(node) in DOOR


def _has_rule(parts: Sequence[ast.expr]) -> bool:
    """Whether the id of a rule stands beside: then the rest is what is said of it."""
    return any(isinstance(p, ast.Constant) and _RULE.fullmatch(str(p.value)) for p in parts)


def _is_no_message(arg: ast.expr) -> bool:
    is_glued = isinstance(arg, ast.Constant) and _GLUED.search(str(arg.value)) is not None
    return is_glued or isinstance(arg, ast.JoinedStr)


def _of_call(node: ast.Call, sink: bool, constant: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    called, name = node.func, _name(node)
    if name in STYLES:
        return
    filled = called.value if isinstance(called, ast.Attribute) and name in FILLED else None
    yield filled or called, filled is not None, constant
    args = node.args[READ.get(name, slice(None))]
    if name in KEPT:
        args = [arg for arg in args if not isinstance(arg, ast.JoinedStr)]
    if name in DOOR:
        yield from ((arg, True, constant) for arg in args if _is_no_message(arg))
        args = [arg for arg in args if not isinstance(arg, ast.Constant | ast.JoinedStr)]
    is_form = name == "Field"  # a form of files is described for those who write them
    named = [k.value for k in node.keywords if not (is_form and k.arg == "description")]
    shown = (
        name in SINKS
        or _has_rule(node.args)
        or (sink and name in ("escape", "join", "listed", "joined"))
    )
    yield from ((value, shown, constant) for value in args)
    yield from ((value, shown or name in SAID, constant) for value in named)
