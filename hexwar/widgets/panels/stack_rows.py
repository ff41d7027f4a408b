"""The rows of the stack panel: what is in a hex, and which of it is chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.pieces import (
    ROLE_WORDS,
    formation_title,
    leader_face_of,
    leader_numbers,
    leader_tooltip,
    number_words,
    state_words,
    total_sp,
    unit_face,
    unit_tooltip,
)

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()  # the parent of all rows
ROW = Qt.ItemDataRole.UserRole
"""The role under which the model gives the whole row."""


class RowKind(Enum):
    """What a row is."""

    SIDE = auto()
    UNIT = auto()
    LEADER = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is shown."""

    kind: RowKind
    piece: str  # id of the unit, leader or side
    title: str
    below: str = ""  # formation and arm
    numbers: str = ""
    brief: str = ""  # the numbers where there is little room; the rest is told otherwise
    states: tuple[str, ...] = ()
    mark: str = ""  # such as `estimate`
    morale: int | None = None  # where the owner knows it, 1 to 5
    face: Face | None = None
    colour: QColor | None = None  # of a side
    tooltip: str = ""
    eligible: bool = False  # may be chosen

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        parts = (self.title, self.below, self.numbers, ", ".join(self.states))
        return ", ".join(part for part in parts if part)


def rows_of(
    state: GameState,
    hex_: Hex,
    eligible: Collection[str],
    morale: Mapping[UnitId, int],
    colours: Mapping[Side, QColor],
) -> list[Row]:
    """All that is in a hex: for each side a heading, its units, its tails and its leaders."""
    rows = []
    for side in state.battle.sides:
        units, leaders = state.units_in(hex_, side), state.leaders_in(hex_, side)
        tails = [u for u in state.tails.get(hex_, ()) if state.side_of(u) == side]
        if units or leaders or tails:
            rows.append(_side_row(state, side, units, colours))
        rows += [_unit_row(state, unit, eligible, morale) for unit in units]
        rows += [_tail_row(state, unit, eligible, morale) for unit in tails]
        rows += [_leader_row(state, leader, eligible) for leader in leaders]
    return rows


def _side_row(
    state: GameState, side: Side, units: tuple[UnitId, ...], colours: Mapping[Side, QColor]
) -> Row:
    count = f"{len(units)} unit{'' if len(units) == 1 else 's'}"
    words = f"{count}, {total_sp(state, units)} SP"
    name = state.battle.side_names[side]
    return Row(RowKind.SIDE, side, name, numbers=words, colour=colours.get(side))


def _unit_row(
    state: GameState, unit: UnitId, eligible: Collection[str], morale: Mapping[UnitId, int]
) -> Row:
    card, record, face = state.card(unit), state.units[unit], unit_face(state, unit)
    return Row(
        RowKind.UNIT,
        unit,
        card.name,
        f"{formation_title(state.battle, card.formation)} · {card.arm}",
        number_words(card, record, morale.get(unit)),
        number_words(card, record),
        tuple(state_words(state, unit)),
        "strength: estimate" if card.estimate and card.is_combat_unit else "",
        morale.get(unit),
        face,
        tooltip=unit_tooltip(state, unit, morale.get(unit)),
        eligible=unit in eligible,
    )


def _tail_row(
    state: GameState, unit: UnitId, eligible: Collection[str], morale: Mapping[UnitId, int]
) -> Row:
    """The tail of a unit that stands in the next hex (N5.33)."""
    row = _unit_row(state, unit, eligible, morale)
    return replace(row, states=(f"tail of the unit in {state.units[unit].hex}",))


def _leader_row(state: GameState, leader: LeaderId, eligible: Collection[str]) -> Row:
    card = state.battle.leaders[leader]
    formation = state.battle.formations[card.formation].name
    return Row(
        RowKind.LEADER,
        leader,
        card.name,
        f"{formation} · {ROLE_WORDS[card.role]}",
        leader_numbers(state, leader),
        face=leader_face_of(state, leader),
        tooltip=leader_tooltip(state, leader),
        eligible=leader in eligible,
    )


class StackModel(QAbstractListModel):
    """The rows, and which of them are chosen."""

    chosenChanged = Signal()
    """The player chose or left out a piece."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._chosen: set[str] = set()

    @property
    def rows(self) -> list[Row]:
        """What is shown."""
        return self._rows

    def show_rows(self, rows: list[Row], chosen: Collection[str]) -> None:
        """Show other rows; rows that stay in place keep the keyboard."""
        self._chosen = {row.piece for row in rows if row.eligible and row.piece in chosen}
        if [row.piece for row in rows] == [row.piece for row in self._rows]:
            self._rows = rows
            self._all_changed()
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def chosen(self, kind: RowKind) -> list[str]:
        """The chosen pieces of a kind, in the order of the rows."""
        return [r.piece for r in self._rows if r.kind is kind and r.piece in self._chosen]

    @property
    def chosen_pieces(self) -> tuple[str, ...]:
        """All chosen pieces, in the order of the rows."""
        return tuple(row.piece for row in self._rows if row.piece in self._chosen)

    def is_chosen(self, row: Row) -> bool:
        """Whether a row is chosen."""
        return row.piece in self._chosen

    def choose(self, pieces: Collection[str]) -> None:
        """Choose exactly these of the pieces that may be chosen."""
        chosen = {row.piece for row in self._rows if row.eligible and row.piece in pieces}
        if chosen != self._chosen:
            self._chosen = chosen
            self._all_changed()
            self.chosenChanged.emit()

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be reached; rows that may be chosen can be checked."""
        if not index.isValid() or self._rows[index.row()].kind is RowKind.SIDE:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        eligible = self._rows[index.row()].eligible
        return flags | Qt.ItemFlag.ItemIsUserCheckable if eligible else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row's words, its check, its tooltip; under `ROW` the row itself."""
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tooltip
        if role == Qt.ItemDataRole.CheckStateRole and row.eligible:
            return Qt.CheckState.Checked if self.is_chosen(row) else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Choose or leave out a piece."""
        row = self._rows[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not row.eligible:
            return False
        wanted = Qt.CheckState(value) == Qt.CheckState.Checked
        self.choose(self._chosen | {row.piece} if wanted else self._chosen - {row.piece})
        return True

    def _all_changed(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
