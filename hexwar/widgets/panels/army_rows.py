"""The order of battle as a tree: sides, formations, their leaders and units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from html import escape
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from hexwar.hexes import Hex
from hexwar.systems.nlc.markers import formation_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.pieces import (
    chit_of,
    formation_title,
    leader_face_of,
    leader_numbers,
    leader_tooltip,
    state_words,
    strength_of,
    unit_face,
    unit_tooltip,
)

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()  # the parent of the sides
LINE = Qt.ItemDataRole.UserRole
"""The role under which the model gives a whole line."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What a formation has lost, and how much makes it demoralized (N15.1), SP."""

    lost: int
    level: int

    @property
    def share(self) -> float:
        """How near it is to its level; 1 is there."""
        return min(self.lost / self.level, 1.0) if self.level else 1.0

    @property
    def words(self) -> str:
        """As it stands under the bar: `13 of 18 lost`."""
        return f"{self.lost} of {self.level} lost"


Levels = Mapping[FormationId, Losses]
"""The losses of the formations that have a level."""

NO_LEVELS: Levels = MappingProxyType({})


class LineKind(Enum):
    """What a line of the tree is."""

    SIDE = auto()
    FORMATION = auto()
    LEADER = auto()
    UNIT = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the tree as it is shown."""

    kind: LineKind
    address: str  # `side:french`, `formation:FR-2`, `leader:FR-2-L`, `unit:FR-2-01`
    title: str
    where: str = ""
    hex: Hex | None = None
    states: str = ""
    sp: int = 0
    full_sp: int = 0  # 0 for what has no strength
    losses: Losses | None = None  # of a formation with a level
    is_bad: bool = False  # what `states` begins with weighs on it
    face: Face | None = None
    colour: QColor | None = None  # of the side
    tip: Callable[[], str] = field(default=str, compare=False)  # HTML, made when it is asked for

    @property
    def spoken(self) -> str:
        """The line for a screen reader."""
        strength = f"{self.sp} of {self.full_sp} SP" if self.full_sp else ""
        losses = "" if self.losses is None else f"{self.losses.words} before it is demoralized"
        parts = (self.title, strength, losses, self.where, self.states)
        return ", ".join(part for part in parts if part)


@dataclass(eq=False, slots=True)
class Node:
    """A line's place in the tree."""

    kind: LineKind
    piece: str
    parent: Node | None = None
    row: int = 0
    children: list[Node] = field(default_factory=list)

    def add(self, kind: LineKind, piece: str) -> Node:
        """Hang a line below this one."""
        child = Node(kind, piece, self, len(self.children))
        self.children.append(child)
        return child


def tree_of(battle: Battle) -> Node:
    """The tree of a battle: it never changes while the battle lasts."""
    root = Node(LineKind.SIDE, "")
    for side in battle.sides:
        branch = root.add(LineKind.SIDE, side)
        for formation in battle.formations.values():
            if formation.side == side:
                node = branch.add(LineKind.FORMATION, formation.id)
                for leader in formation.leaders:
                    node.add(LineKind.LEADER, leader)
                for unit in formation.units:
                    node.add(LineKind.UNIT, unit)
    return root


class ArmyModel(QAbstractItemModel):
    """The tree for Qt; lines are made when they are first shown in a state."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state: GameState | None = None
        self._root = Node(LineKind.SIDE, "")
        self._colours: dict[Side, QColor] = {}
        self._levels: Levels = NO_LEVELS
        self._lines: dict[Node, Line] = {}

    def show_state(
        self, state: GameState, colours: dict[Side, QColor], levels: Levels = NO_LEVELS
    ) -> None:
        """Show a state; the tree is built anew only for another battle."""
        is_other = self._state is None or self._state.battle is not state.battle
        self._state, self._colours, self._levels = state, colours, levels
        self._lines.clear()
        if is_other:
            self.beginResetModel()
            self._root = tree_of(state.battle)
            self.endResetModel()
        else:
            self._all_changed(self._root)

    def index_of(self, address: str) -> QModelIndex:
        """Where a line is; an invalid index for one that is not there."""
        for node in _walk(self._root):
            if _address(node) == address:
                return self.createIndex(node.row, 0, node)
        return QModelIndex()

    def line(self, node: Node) -> Line:
        """What a line shows now."""
        if node not in self._lines:
            assert self._state is not None
            self._lines[node] = _line(self._state, node, self._colours, self._levels)
        return self._lines[node]

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        """The child of a line."""
        node = self._node(parent)
        if column != 0 or not 0 <= row < len(node.children):
            return QModelIndex()
        return self.createIndex(row, column, node.children[row])

    def parent(self, index: Index = _TOP) -> Any:
        """The line above."""
        above = self._node(index).parent
        if above is None or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many lines hang below a line."""
        return len(self._node(parent).children)

    def columnCount(self, _: Index = _TOP) -> int:
        """One: a line is painted whole."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A line's words; under `LINE` the line itself."""
        if not index.isValid():
            return None
        line = self.line(self._node(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.tip()
        roles = {
            LINE: line,
            Qt.ItemDataRole.DisplayRole: line.title,
            Qt.ItemDataRole.AccessibleTextRole: line.spoken,
        }
        return roles.get(Qt.ItemDataRole(role))

    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, Node) else self._root

    def _all_changed(self, node: Node) -> None:
        if node.children:
            first, last = node.children[0], node.children[-1]
            self.dataChanged.emit(
                self.createIndex(first.row, 0, first), self.createIndex(last.row, 0, last)
            )
        for child in node.children:
            self._all_changed(child)


def _walk(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _walk(child)


def _address(node: Node) -> str:
    return f"{node.kind.name.lower()}:{node.piece}"


def _line(state: GameState, node: Node, colours: dict[Side, QColor], levels: Levels) -> Line:
    match node.kind:
        case LineKind.SIDE:
            return _side_line(state, Side(node.piece), colours)
        case LineKind.FORMATION:
            formation = FormationId(node.piece)
            return _formation_line(state, formation, colours, levels.get(formation))
        case LineKind.LEADER:
            return _leader_line(state, LeaderId(node.piece))
        case LineKind.UNIT:
            return _unit_line(state, UnitId(node.piece))


def _side_line(state: GameState, side: Side, colours: dict[Side, QColor]) -> Line:
    cards, records = state.battle.units, state.units
    units = [u for u in cards if cards[u].side == side and records[u].box is not Box.RESERVE]
    sp, full = strength_of(state, units)
    name = state.battle.side_names[side]
    where = _present(state, units)
    address, colour = f"side:{side}", colours[side]
    return Line(LineKind.SIDE, address, name, where, sp=sp, full_sp=full, colour=colour)


def _formation_line(
    state: GameState,
    formation: FormationId,
    colours: dict[Side, QColor],
    losses: Losses | None,
) -> Line:
    battle = state.battle
    card = battle.formations[formation]
    sp, full = strength_of(state, card.units)
    acting = state.activation is not None and formation in state.activation.formations
    has_acted = formation in state.acted and not acting
    plights = formation_states(state, formation)
    done = ("acts now",) if acting else ("has acted",) if has_acted else ()
    return Line(
        LineKind.FORMATION,
        f"formation:{formation}",
        formation_title(battle, formation),
        _present(state, card.units),
        None,
        ", ".join((*plights, *done)),
        sp,
        full,
        losses if full else None,
        is_bad=bool(plights),
        face=chit_of(battle, formation, spent=has_acted),
        colour=colours[card.side],
        tip=lambda: _formation_tip(state, formation, losses),
    )


def formation_states(state: GameState, formation: FormationId) -> tuple[str, ...]:
    """What weighs on a whole formation (N15.2, N20.83), in words."""
    lists = (("demoralized", state.demoralized), ("exhausted", state.exhausted))
    words = tuple(word for word, those in lists if formation in those)
    out = [unit for unit in state.units_of(formation) if unit in state.unsupplied]
    if not out:
        return words
    units = "1 unit" if len(out) == 1 else f"{len(out)} units"
    return (*words, f"{units} out of supply")


def _formation_tip(state: GameState, formation: FormationId, losses: Losses | None) -> str:
    """Its note, what weighs on it, and how far it is from being demoralized."""
    lines = [escape(state.battle.formations[formation].note)]
    lines += [remark_html(remark) for remark in formation_remarks(state, formation)]
    if losses is not None:
        far = max(losses.level - losses.lost, 0)
        rest = f", {far} SP from now." if far else "."
        lines.append(f"Lost {losses.lost} SP; demoralized at {losses.level} SP (N15.2){rest}")
    return "<br>".join(line for line in lines if line)


def _leader_line(state: GameState, leader: LeaderId) -> Line:
    card, record = state.battle.leaders[leader], state.leaders[leader]
    return Line(
        LineKind.LEADER,
        f"leader:{leader}",
        card.name,
        _where(state, record),
        record.hex,
        leader_numbers(state, leader),
        face=leader_face_of(state, leader),
        tip=lambda: leader_tooltip(state, leader),
    )


def _unit_line(state: GameState, unit: UnitId) -> Line:
    card, record, face = state.card(unit), state.units[unit], unit_face(state, unit)
    sp, full = strength_of(state, [unit])
    states = ", ".join(state_words(state, unit))
    return Line(
        LineKind.UNIT,
        f"unit:{unit}",
        card.name,
        _where(state, record),
        record.hex,
        states,
        sp,
        full,
        face=face,
        tip=lambda: unit_tooltip(state, unit),
    )


def _present(state: GameState, units: Sequence[UnitId]) -> str:
    """How much of a force is on the map; of one that is wholly elsewhere, where."""
    if not units:
        return "no units of its own"
    boxes = {state.units[unit].box for unit in units}
    elsewhere = next(iter(boxes))
    if len(boxes) == 1 and elsewhere is not None:
        return _BOX_WORDS.get(elsewhere, f"all in the {elsewhere.value} box")
    on_map = sum(state.units[unit].hex is not None for unit in units)
    return f"{on_map} of {len(units)} units on the map"


def _where(state: GameState, piece: Unit | Leader) -> str:
    if piece.hex is not None:
        return state.battle.battlefield.name_of(piece.hex)
    return "nowhere" if piece.box is None else _BOX_WORDS.get(piece.box, f"{piece.box.value} box")


_BOX_WORDS = {
    Box.DUE: "due",
    Box.RESERVE: "not in play",
    Box.EXITED: "exited",
    Box.CAPTURED: "captured",
}
