"""Words that come from anywhere reach a tip, a button, a menu or a label by the door for them.

Qt guesses whether a tip or a label holds markup, and takes an ampersand in a button for a key. So
what is no text of the program's own passes `literal`, `keyless` or `rich` of the widgets,
and labels are made by the panels' parts, which say what they hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwar
from tests.systems.nlc.cases import each

PACKAGE = Path(hexwar.__file__).parent

TIPS = {"setToolTip": 0, "showText": 1, "setTabToolTip": 1, "setWhatsThis": 0}
KEYED = {"addAction": 0, "addMenu": 0, "setTabText": 1, "insertTab": 1}
"""The methods of Qt that guess, with the place of the words among the arguments."""

LABELS = ("hexwar/widgets/panels/parts.py", "hexwar/widgets/panels/left_sheet.py")
"""Where labels are made, each with its format."""

BANNED = ("QMessageBox", "QErrorMessage", "QInputDialog", "QWhatsThis", "QStaticText", "QGroupBox")
"""Widgets that guess, and that nothing here needs."""


def is_own(words: ast.expr) -> bool:
    """Whether words are a text of the program, with nothing put into it."""
    if isinstance(words, ast.IfExp):
        return is_own(words.body) and is_own(words.orelse)
    if isinstance(words, ast.Call) and isinstance(words.func, ast.Name):
        if words.func.id in ("literal", "rich", "keyless"):
            return True
        return words.func.id in ("say", "mark") and not words.keywords
    return isinstance(words, ast.Constant)


def is_object(words: ast.expr) -> bool:
    """Whether it is an action or a menu that was made before, by its name."""
    return ast.unparse(words) in ("action", "self.recent", "self.jump_menu", "made.text()")


def bypasses(source: str, name: str) -> Iterator[str]:
    """The calls of a module that bypass the doors."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        called = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        place = {**TIPS, **KEYED}.get(called)
        if called == "addTab" and len(call.args) == 1:
            place = 0
        if called == "setToolTip" and len(call.args) == 2:
            place = 1  # a row's column comes first
        if place is not None and isinstance(call.func, ast.Attribute) and len(call.args) > place:
            words = call.args[place]
            if not is_own(words) and not (called in KEYED and is_object(words)):
                yield f"{name}:{call.lineno}: {ast.unparse(call)}"
        if called in BANNED or (called == "QLabel" and name not in LABELS):
            yield f"{name}:{call.lineno}: {ast.unparse(call)}"


def test_nothing_bypasses_the_doors() -> None:
    modules = sorted(PACKAGE.rglob("*.py"))
    assert len(modules) > 200
    found = [
        line
        for path in modules
        for line in bypasses(path.read_text("utf-8"), path.relative_to(PACKAGE.parent).as_posix())
    ]
    assert found == []


@each(
    "line count",
    ('a.setToolTip(say("Close"))', 0),
    ("a.setToolTip(name)", 1),
    ("a.setToolTip(literal(name))", 0),
    ('a.setToolTip(say("{name}", name=name))', 1),
    ('a.setToolTip(f"{name}")', 1),
    ('a.setToolTip("a" if b else name)', 1),
    ("QToolTip.showText(at, words, a)", 1),
    ("menu.addAction(name)", 1),
    ("menu.addAction(action)", 0),
    ("menu.addAction(keyless(name), call)", 0),
    ("tabs.addTab(name)", 1),
    ("QLabel()", 1),
    ("QMessageBox.warning(a, name, name)", 0),
    ("QMessageBox(a)", 1),
)
def test_a_bypass_is_found(line: str, count: int) -> None:
    assert len(list(bypasses(line, "module.py"))) == count


@pytest.mark.parametrize("words", ["Murat & Ney", "<b>Ney</b>", "&lt;", "a < b && c", "Ney"])
def test_what_passes_the_doors_is_shown_as_it_stands(words: str) -> None:
    from hexwar.widgets.words import keyless, literal
    from tests.markup import pressed, shown

    assert shown(literal(words)).replace("\N{WORD JOINER}", "") == words
    assert literal("Ney & Murat: 1 < 2") == "Ney & Murat: 1 < 2"
    assert pressed(keyless(words)) == words
