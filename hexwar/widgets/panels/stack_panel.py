"""Everything in a hex, row by row, and the choice of a subset of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from types import MappingProxyType

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from hexwar.hexes import Hex
from hexwar.systems.nlc.markers import hex_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.widgets.panels.ground import ground_words, stake_words, way_words, works_words
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, label, remark_html, spaced
from hexwar.widgets.panels.stack_list import StackList
from hexwar.widgets.panels.stack_rows import ROW, RowKind, StackModel, rows_of

_NO_MORALE: Mapping[UnitId, int] = MappingProxyType({})


class StackPanel(Panel):
    """Every counter of a hex, both sides; the player chooses a subset of his own."""

    subsetChanged = Signal(list, list)
    """Ids of the chosen units, ids of the chosen leaders."""
    pieceActivated = Signal(str)
    """The id of a piece that was double-clicked or entered."""
    linkActivated = Signal(str)
    """The address of a link in the line of legality."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.title, self.ground, self.stake = label("title"), label("quiet"), label("quiet")
        self.model = StackModel(self)
        self.list = StackList(self.model, look)
        self.legality = label()
        self.all_button, self.none_button = button("All"), button("None")
        self._layout = spaced(QVBoxLayout(self), 12, 3)
        self._arrange()
        self._connect()
        self.settle()
        self.show_nothing()

    def show_nothing(self) -> None:
        """No hex is chosen."""
        self._again = None
        self.title.setText("No hex chosen")
        self.ground.setText("Click a hex, or move the hex cursor with the arrow keys.")
        self.stake.clear()
        self.model.show_rows([], ())
        self.show_legality("")
        self._show_buttons()

    def show_stack(
        self,
        state: GameState,
        hex_: Hex,
        eligible: Collection[str] = (),
        chosen: Collection[str] = (),
        morale: Mapping[UnitId, int] = _NO_MORALE,
    ) -> None:
        """Show a hex.

        Args:
            state: the view of the side that looks.
            hex_: which hex.
            eligible: ids of units and leaders that may be chosen.
            chosen: those that are chosen.
            morale: the morale of units, where the owner knows it.
        """
        self._again = lambda: self.show_stack(
            state, hex_, eligible, self.model.chosen_pieces, morale
        )
        battle = state.battle
        colours = {side: self.look.side(battle, side) for side in battle.sides}
        self.title.setText(_title(state, hex_, self.look))
        self.ground.setText(_ground(state, hex_))
        self.ground.setToolTip(_ground_tip(state, hex_))
        stake = stake_words(state, hex_) or "no victory points, no supply source"
        self.stake.setText(_sentence(stake))
        self.model.show_rows(rows_of(state, hex_, eligible, morale, colours), chosen)
        self._show_buttons()

    def show_legality(self, html: str, *, legal: bool = True) -> None:
        """Say what may be done with the chosen subset, or why not."""
        mark = "\N{CHECK MARK}" if legal else "\N{MULTIPLICATION X}"
        colour = self.look.theme.window.good if legal else self.look.theme.window.accent
        words = f'<span style="color:{colour}">{mark}</span>&nbsp; {html}' if html else ""
        self.legality.setText(words)

    def dress(self) -> None:
        """Room for two lines of legality, and for more where it says more."""
        self.legality.setMinimumHeight(self.look.px(44))
        self.list.set_look(self.look)

    def _arrange(self) -> None:
        for line in (self.title, self.ground, self.stake):
            self._layout.addWidget(line)
        self._layout.addSpacing(self.look.px(6))
        self._layout.addWidget(self.list, 1)
        row = spaced(QHBoxLayout(), 0, 6)
        row.addWidget(self.legality, 1)
        row.addWidget(self.all_button)
        row.addWidget(self.none_button)
        self._layout.addLayout(row)
        self.setAccessibleName("Stack")

    def _connect(self) -> None:
        self.model.chosenChanged.connect(self._tell)
        self.list.activated.connect(self._activate)
        self.legality.linkActivated.connect(self.linkActivated)
        self.all_button.clicked.connect(self._choose_all)
        self.none_button.clicked.connect(lambda: self.model.choose(()))
        self.all_button.setToolTip("Choose every piece that may be chosen (Ctrl+A)")
        self.none_button.setToolTip("Choose none (Ctrl+Shift+A)")
        self.list.allAsked.connect(self._choose_all)
        self.list.noneAsked.connect(lambda: self.model.choose(()))

    def _choose_all(self) -> None:
        self.model.choose([row.piece for row in self.model.rows])

    def _tell(self) -> None:
        units = self.model.chosen(RowKind.UNIT)
        leaders = self.model.chosen(RowKind.LEADER)
        self.subsetChanged.emit([UnitId(u) for u in units], [LeaderId(x) for x in leaders])

    def _activate(self, index: QModelIndex) -> None:
        self.pieceActivated.emit(index.data(ROW).piece)

    def _show_buttons(self) -> None:
        eligible = any(row.eligible for row in self.model.rows)
        self.all_button.setEnabled(eligible)
        self.none_button.setEnabled(eligible)


def _title(state: GameState, hex_: Hex, look: Look) -> str:
    name = state.battle.battlefield.place_names.get(hex_)
    faint = look.theme.window.faint
    number = f'<span style="color:{faint}; font-weight:400">{hex_}</span>'
    return f"{escape(name)} &nbsp;{number}" if name else f"Hex {number}"


def _ground(state: GameState, hex_: Hex) -> str:
    """The ground in a sentence, and in another what troops have made of it."""
    parts = (ground_words(state.battle.battlefield, hex_), works_words(state, hex_))
    return ". ".join(_sentence(part) for part in parts if part)


def _ground_tip(state: GameState, hex_: Hex) -> str:
    """The names of its ways, and what was built or broken there does."""
    ways = escape(way_words(state.battle.battlefield, hex_))
    works = [remark_html(remark) for remark in hex_remarks(state, hex_)]
    return "<br>".join(line for line in (ways, *works) if line)


def _sentence(words: str) -> str:
    return escape(words[:1].upper() + words[1:])
