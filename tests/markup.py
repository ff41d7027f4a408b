"""A battle in whose every text stands markup, and what a person reads of it everywhere."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex
from PySide6.QtGui import QAction, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QMenu,
    QTabBar,
    QTextEdit,
    QWidget,
)

from hexwar import resources
from hexwar.widgets.panels.spots import SpotPanel

HEAD: Final = "\N{DOUBLE DAGGER}q"
REST: Final = "<img src=q.png><b>&amp;R&D{x}%s"
MARK: Final = HEAD + REST
"""A picture to load, a tag without an end, an entity, a mnemonic, and places to fill in."""

PROSE: Final = frozenset(
    (
        *("name", "basis", "source_name", "note", "notes", "division", "sources", "side_names"),
        *("situation", "aims", "history", "hints", "text", "nation"),
    )
)
BRIEFING: Final = frozenset(("forces", "special", "victory", "estimates"))
"""The fields of texts that no rule reads, in maps, forces and scenarios; and in briefings."""


def marked(folder: Path, scenario: str) -> Path:
    """A copy of a scenario of ours in whose every text there is markup."""
    for name in ("maps", scenario):
        shutil.copytree(resources.scenarios() / name, folder / name)
    for file in (*(folder / "maps").glob("*.json"), *(folder / scenario).glob("*.json")):
        raw = _with_marks(json.loads(file.read_text("utf-8")))
        file.write_text(json.dumps(raw), "utf-8")
    return folder / scenario


def _with_marks(value: Any, prose: frozenset[str] = PROSE, *, is_prose: bool = False) -> Any:
    if isinstance(value, str):
        return f"{value[:60]} {MARK}" if is_prose and value else value
    if isinstance(value, list):
        return [_with_marks(item, prose, is_prose=is_prose) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _with_marks(
            item,
            PROSE | BRIEFING if key == "briefing" else prose,
            is_prose=is_prose or key in prose,
        )
        for key, item in value.items()
    }


def spoilt(words: str) -> bool:
    """Whether a mark is not shown as it stands in the file; a text may be cut short."""
    rest = words.replace("\N{WORD JOINER}", "")
    for found in re.finditer(HEAD, rest):
        tail = rest[found.end() : found.end() + len(REST)]
        whole = tail.partition("\N{HORIZONTAL ELLIPSIS}")[0]
        if not REST.startswith(whole) or (whole == tail != REST and len(tail) < len(REST)):
            return True
    return False


def shown(words: str, how: Qt.TextFormat = Qt.TextFormat.AutoText) -> str:
    """What a widget shows of a text."""
    is_rich = how == Qt.TextFormat.RichText
    if how == Qt.TextFormat.AutoText:
        is_rich = Qt.mightBeRichText(words)
    if not is_rich:
        return words
    document = QTextDocument()
    document.setHtml(words)
    return document.toPlainText().replace("\u2028", "\n").replace("\n", " ")


def pressed(words: str) -> str:
    """What is shown where an ampersand marks a key."""
    return re.sub(r"&(.?)", r"\1", words)


def shown_by(top: QWidget) -> Iterator[tuple[str, str]]:
    """All that a window and its parts show, each with what shows it."""
    parts: list[QWidget | QAction] = [top, *top.findChildren(QWidget), *top.findChildren(QAction)]
    for one in parts:
        name = f"{type(one).__module__}.{type(one).__name__} {one.objectName()}"
        yield f"{name} tip", shown(one.toolTip())
        yield f"{name} status", one.statusTip()
        if isinstance(one, QAction):
            yield f"{name} action", pressed(one.text())
            continue
        yield f"{name} window title", one.windowTitle()
        yield f"{name} what is this", shown(one.whatsThis())
        if isinstance(one, QLabel):
            yield f"{name} label", shown(one.text(), one.textFormat())
        elif isinstance(one, QAbstractButton):
            yield f"{name} button", pressed(one.text())
        elif isinstance(one, QMenu | QGroupBox):
            yield f"{name} title", pressed(one.title())
        elif isinstance(one, QTabBar):
            for tab in range(one.count()):
                yield f"{name} tab", pressed(one.tabText(tab))
                yield f"{name} tab tip", shown(one.tabToolTip(tab))
        elif isinstance(one, QTextEdit):
            yield f"{name} page", one.toPlainText().replace("\n", " ")
        elif isinstance(one, SpotPanel):
            for spot in one.spots:
                yield f"{name} spot", shown(spot.tooltip)
        elif isinstance(one, QHeaderView):
            continue  # it has the model of its table
        elif isinstance(one, QComboBox) or (
            isinstance(one, QAbstractItemView) and one.model() is not None
        ):
            yield from _rows(one.model(), QModelIndex(), name)


def _rows(model: QAbstractItemModel, parent: QModelIndex, name: str) -> Iterator[tuple[str, str]]:
    for row in range(model.rowCount(parent)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            yield f"{name} row", str(index.data() or "")
            yield f"{name} row tip", shown(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))
        if not isinstance(model, QAbstractListModel):
            yield from _rows(model, model.index(row, 0, parent), name)


def holes(top: QWidget) -> dict[str, str]:
    """What shows a mark otherwise than it stands in the file."""
    return {name: words[:300] for name, words in shown_by(top) if spoilt(words)}
