"""A combat laid open: the preview before the dice, and the same sheet with the dice after."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexwar.engine import Refusal
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.reports import CombatReport
from hexwar.widgets.panels.check_card import CheckCard
from hexwar.widgets.panels.combat_words import (
    ATTACK_DIE,
    BOMBARDMENT_DIE,
    CONFIDENCE_DIE,
    DEFENCE_DIE,
    SQUARE_DIE,
    Report,
    about,
    attackers_of,
    fought_hexes,
    manner_of,
    overlays_of,
    shares_of,
    title_of,
)
from hexwar.widgets.panels.dice_row import DiceRow
from hexwar.widgets.panels.fire_card import FireCard, Share
from hexwar.widgets.panels.fire_table import FireMark, FireTable, FireTableView, bands
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.map_cut import MapCut
from hexwar.widgets.panels.outcome_bars import OutcomeBars, percent
from hexwar.widgets.panels.parts import Panel, button, card, label, rule_link, spaced

__all__ = [
    "ATTACK_DIE",
    "BOMBARDMENT_DIE",
    "CONFIDENCE_DIE",
    "DEFENCE_DIE",
    "SQUARE_DIE",
    "CombatSheet",
]


_CARD, _AROUND = 205, 70  # the least width of a side's card, and what is beside all, at 100 %
_BETWEEN = ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1))
_BELOW = ((0, 0, 1, 1), (1, 0, 1, 2), (0, 1, 1, 1))
"""Row, column and how many of each: of the attackers, the table and the defenders."""


class CombatSheet(Panel):
    """The ground, both sides' fire, its table, each check, and what may happen or has happened."""

    attackersChanged = Signal(list)
    """Ids of the units that shall attack, after the player ticked or unticked one."""
    assaultAsked = Signal()
    """The player goes on with the combat."""
    closed = Signal()
    """The player gives it up, or has read the result."""
    linkActivated = Signal(str)
    """A link: `rule:N8.5`, `hex:0913`, `unit:ID`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._taking_part: list[UnitId] = []
        self._is_narrow = False
        self.title, self.about = label("title"), label("quiet")
        self.cut, self.check = MapCut(look), CheckCard(look)
        self.attack, self.defence = FireCard(look), FireCard(look)
        self.table, self.legend = FireTableView(look), label("quiet")
        self.bars, self.condition, self.assumed = OutcomeBars(look), label("quiet"), label("quiet")
        self.chances = label("heading")
        self.dice, self.story = DiceRow(look), label()
        self.refusal = label("refusal")
        self.go, self.close_button = button("Assault", "main"), button("Cancel")
        self._arrange()
        self._connect()
        self.settle()

    def show_report(
        self,
        state: GameState,
        report: Report,
        table: FireTable,
        eligible: Collection[UnitId] = (),
        happened: Sequence[str] = (),
    ) -> None:
        """Show a combat.

        Args:
            state: the view of the side that looks; after the dice, the state before them.
            report: the combat; with dice in it, it has been fought.
            table: the Fire Table; that of bombardments for one.
            eligible: units that may take part; the player ticks those that shall.
            happened: after the dice, what they brought about, as HTML sentences.
        """
        self._again = lambda: self.show_report(state, report, table, eligible, happened)
        self._taking_part = list(attackers_of(report))
        self.title.setText(title_of(state, report))
        self.about.setText(about(state, report))
        self.cut.show_fight(state, fought_hexes(state, report), overlays_of(state, report))
        self._show_check(state, report)
        self._show_sides(state, report, table, eligible)
        self._show_chances(report)
        self._show_end(report, happened)
        self._fold()

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why these units may not; None when they may."""
        words = "" if refusal is None else f"{escape(refusal.sentence)} {rule_link(refusal.rule)}"
        self.refusal.setText(words)
        self.go.setEnabled(refusal is None)
        self.go.setToolTip("" if refusal is None else refusal.sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self._fold()

    def dress(self) -> None:
        """All parts follow the look."""
        parts = (self.cut, self.check, self.attack, self.defence, self.table, self.bars, self.dice)
        for part in parts:
            part.set_look(self.look)
        self._fold()

    # -- what is shown

    def _show_check(self, state: GameState, report: Report) -> None:
        """The check before the fire: Attack Confidence, or forming square; else its place goes."""
        thrown = dict(report.dice)
        confidence = report.confidence if isinstance(report, CombatReport) else None
        square = report.square if isinstance(report, CombatReport) else None
        self.check.setVisible(confidence is not None or square is not None)
        if confidence is not None:
            self.check.show_confidence(confidence, thrown.get(CONFIDENCE_DIE))
        elif square is not None:
            self.check.show_square(state, square, thrown.get(SQUARE_DIE))

    def _show_sides(
        self,
        state: GameState,
        report: Report,
        table: FireTable,
        eligible: Collection[UnitId],
    ) -> None:
        """Both sides on their cards and on the table."""
        thrown, names, words = dict(report.dice), bands(table), manner_of(report)
        idle = tuple(unit for unit in eligible if unit not in attackers_of(report))
        may_choose = () if report.dice else tuple(eligible)
        shares = shares_of(state, report, idle, may_choose)
        marks = []
        for share, side in zip(shares, (self.attack, self.defence), strict=True):
            side.show_share(state, share, names)
            if not share.silence:
                marks.append(self._mark(state, share, thrown.get(share.die)))
        self.table.setAccessibleName(words.table)
        self.table.show_fire(table, marks, words.result)
        self.legend.setText(words.legend)

    def _mark(self, state: GameState, share: Share, die: int | None) -> FireMark:
        fire, colour = share.fire, self.look.side(state.battle, share.fire.side)
        pips = sum(pips for _, pips, _ in fire.modifiers)
        return FireMark(share.title(state), colour, fire.column, pips, die)

    def _show_chances(self, report: Report) -> None:
        """The chances before the dice, and what they rest on."""
        self.chances.setText("What might have happened" if report.dice else "What may happen")
        self.bars.show_outcomes(report.outcomes)
        condition = _condition(report)
        self.condition.setText(condition)
        self.condition.setVisible(bool(condition))
        self.assumed.setText(escape(" ".join(("Taken for granted:", *report.assumed))))
        self.assumed.setVisible(bool(report.assumed))

    def _show_end(self, report: Report, happened: Sequence[str]) -> None:
        """The dice and what they brought about; before them, the button that goes on."""
        fought = bool(report.dice)
        self.dice.show_dice(report.dice)
        self.story.setText("<br>".join(happened) if fought else "")
        self._result.setVisible(fought)
        self.go.setText(manner_of(report).button)
        self.go.setVisible(not fought)
        self.close_button.setText("Close" if fought else "Cancel")
        if fought:
            self.refusal.clear()

    # -- how it is laid out

    def _arrange(self) -> None:
        ground = QWidget()
        inside = spaced(QVBoxLayout(ground), 8, 10)
        inside.addWidget(self.title)
        inside.addWidget(self.about)
        self._result = self._result_card()
        inside.addWidget(self._result)
        inside.addLayout(self._ground_row())
        inside.addLayout(self._fire_row())
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(ground)
        whole = spaced(QVBoxLayout(self), 8, 8)
        whole.addWidget(area, 1)
        row = spaced(QHBoxLayout(), 0, 8)
        row.addWidget(self.refusal, 1)
        row.addWidget(self.close_button)
        row.addWidget(self.go)
        whole.addLayout(row)
        self.setAccessibleName("Combat sheet")

    def _result_card(self) -> QWidget:
        """The dice beside what they brought about."""
        frame, inside = card()
        inside.addWidget(label("heading", "What happened"))
        row = spaced(QHBoxLayout(), 0, 16)
        row.addWidget(self.dice, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.story, 1, Qt.AlignmentFlag.AlignTop)
        inside.addLayout(row)
        return frame

    def _ground_row(self) -> QHBoxLayout:
        """Where it happens, and what may come of it."""
        chances, inside = card()
        for part in (self.chances, self.condition, self.bars, self.assumed):
            inside.addWidget(part)
        inside.addStretch(1)
        row = spaced(QHBoxLayout(), 0, 10)
        row.addWidget(self.cut, 6)
        row.addWidget(chances, 5)
        return row

    def _fire_row(self) -> QGridLayout:
        """Why: each side's fire, and the table with the check before it, between or below them."""
        self._middle = QWidget()
        middle = spaced(QVBoxLayout(self._middle), 0, 8)
        middle.addWidget(self.table)
        middle.addWidget(self.legend)
        middle.addWidget(self.check)
        middle.addStretch(1)
        self._fires = spaced(QGridLayout(), 0, 10)
        self._fold()
        return self._fires

    def _fold(self) -> None:
        """Put the table between both sides where there is room, else below them."""
        look, fires = self.look, self._fires
        needed = self.table.sizeHint().width() + 2 * look.px(_CARD) + look.px(_AROUND)
        is_narrow = self.width() < needed
        if fires.count() and is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        parts = (self.attack, self._middle, self.defence)
        for part in parts:
            fires.removeWidget(part)
        places = _BELOW if is_narrow else _BETWEEN
        for part, place in zip(parts, places, strict=True):
            fires.addWidget(part, *place)
        for column, stretch in enumerate((1, 1, 0) if is_narrow else (1, 0, 1)):
            fires.setColumnStretch(column, stretch)

    def _connect(self) -> None:
        lines = (self.title, self.about, self.legend, self.condition, self.story, self.refusal)
        for line in lines:
            line.linkActivated.connect(self.linkActivated)
        for part in (self.cut, self.check, self.attack, self.defence):
            part.linkActivated.connect(self.linkActivated)
        self.attack.ticked.connect(self._tick)
        self.go.clicked.connect(self.assaultAsked)
        self.close_button.clicked.connect(self.closed)

    def _tick(self, unit: str, taken: bool) -> None:
        kept = [other for other in self._taking_part if other != unit]
        self._taking_part = [*kept, UnitId(unit)] if taken else kept
        self.attackersChanged.emit(list(self._taking_part))


def _condition(report: Report) -> str:
    """What must come first for the chances to hold, as HTML; empty for nothing."""
    if not isinstance(report, CombatReport) or report.confidence is None:
        return ""
    if report.dice:
        was_made = any(name != CONFIDENCE_DIE for name, _ in report.dice)
        return "Once the assault was made:" if was_made else "Had the assault been made:"
    likely = percent(report.confidence.chance)
    return f"Once the assault is made, which is {likely} likely {rule_link('N8.3')}:"
