"""Finds the texts of a module that do not pass the door for messages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

DOOR = {"say", "count", "tell", "tell_count", "mark", "error", "warning"}
"""The functions of `hexwar.messages`, and those of a `Pen`, which say what they are given."""

SINKS = {"Button", "Choice", "Offer", "Prompt", "QAction", "QCheckBox", "QLabel", "QPushButton"}
SINKS |= {"QGroupBox", "QRadioButton", "QToolButton", "Refusal", "addAction", "addMenu", "addRow"}
SINKS |= {"addTab", "button", "label", "setAccessibleDescription", "setText"}
SINKS |= {"setAccessibleName", "setInformativeText", "setPlaceholderText", "setPrefix"}
SINKS |= {"setStatusTip", "setSuffix", "setTitle", "setToolTip", "setWindowTitle"}
"""What shows a player whatever it is given, be it a single word."""

KEPT = {"Roll", "throw"}
"""What keeps a text in saves, as English as it was made: it is said where it is shown."""

NAMED = {"Button", "Choice", "label"}
"""What begins with an id or a role, which nobody reads."""

STYLES = {"Shows", "__init__", "compile", "setStyleSheet"}
"""What takes strings that look like prose and are none, or tell of a fault as `raise` does."""

_TAG = re.compile(r"<style>.*</style>|<[^>]*>|&\w+;|\b(hexwar|Python)\b", re.S)
_WORD = re.compile(r"[^\W\d_]{2}")
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:.]? +[^\W\d_]{2,}")


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
    if has_words and (is_sink or _PROSE.search(shown.replace("…", "xx"))):
        yield Bypass(node, words, is_constant)


def _children(node: ast.AST, sink: bool, constant: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    """What is to be looked at in a node, each with whether it is shown, and whether it stands."""
    match node:
        case ast.Raise() | ast.Assert() | ast.MatchValue() | ast.Compare() | ast.Constant():
            return
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Subscript():
            yield node.value, sink, constant
        case ast.JoinedStr():
            values = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
            yield from ((value, False, constant) for value in values)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            yield node.args, False, True
            body = node.body if isinstance(node.body, list) else [node.body]
            yield from ((child, False, False) for child in body)
        case ast.Call():
            yield from _of_call(node, sink, constant)
        case _:
            yield from ((child, sink, constant) for child in ast.iter_child_nodes(node))


def _of_call(node: ast.Call, sink: bool, constant: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name in STYLES:
        return
    yield called, False, constant
    args = node.args[1:] if name in NAMED else node.args
    if name in KEPT:
        args = [arg for arg in args if not isinstance(arg, ast.JoinedStr)]
    if name in DOOR:
        args = [arg for arg in args if not isinstance(arg, ast.Constant)]
    is_form = name == "Field"  # a form of files is described for those who write them
    named = [k.value for k in node.keywords if not (is_form and k.arg == "description")]
    values = [*args, *named]
    shown = name in SINKS or (sink and name in ("escape", "join", "listed", "joined"))
    yield from ((value, shown, constant) for value in values)
