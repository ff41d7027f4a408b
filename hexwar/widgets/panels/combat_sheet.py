"""A combat laid open: the preview before the dice, and the same sheet with the dice after."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexwar.engine import Refusal
from hexwar.model.forces import UnitId
from hexwar.model.reports import CombatReport
from hexwar.model.state import GameState
from hexwar.widgets.panels.dice_row import DiceRow
from hexwar.widgets.panels.fire_card import FireCard, Share
from hexwar.widgets.panels.fire_table import FireMark, FireTable, FireTableView, bands
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.outcome_bars import OutcomeBars
from hexwar.widgets.panels.parts import (
    Panel,
    button,
    card,
    hex_link,
    label,
    rule_link,
    spaced,
)

ATTACK_DIE, DEFENCE_DIE = "attackers' fire", "defenders' fire"
"""How the dice of both fires are named among a report's dice."""

_LEGEND = (
    f"M: the stack checks morale; M1: at \N{MINUS SIGN}1; a number: steps lost. {rule_link('N8.8')}"
)


class CombatSheet(Panel):
    """Both sides' fire, the Fire Table, morale, and what may happen or has happened."""

    attackersChanged = Signal(list)
    """Ids of the units that shall attack, after the player ticked or unticked one."""
    assaultAsked = Signal()
    """The player goes on with the assault."""
    closed = Signal()
    """The player gives it up, or has read the result."""
    linkActivated = Signal(str)
    """A link: `rule:N8.5`, `hex:0913`, `unit:ID`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._taking_part: list[UnitId] = []
        self.title, self.about = label("title"), label("quiet")
        self.attack, self.defence = FireCard(look), FireCard(look)
        self.table, self.legend = FireTableView(look), label("quiet", _LEGEND)
        self.bars, self.dice, self.story = OutcomeBars(look), DiceRow(look), label()
        self.refusal = label("refusal")
        self.go, self.close_button = button("Assault", "main"), button("Cancel")
        self._arrange()
        self._connect()
        self.settle()

    def show_report(
        self,
        state: GameState,
        report: CombatReport,
        table: FireTable,
        eligible: Collection[UnitId] = (),
        happened: Sequence[str] = (),
    ) -> None:
        """Show a combat.

        Args:
            state: the view of the side that looks; after the dice, the state before them.
            report: the combat; with dice in it, it has been fought.
            table: the Fire Table.
            eligible: units that may attack; the player ticks those that shall.
            happened: after the dice, what they brought about, as HTML sentences.
        """
        self._again = lambda: self.show_report(state, report, table, eligible, happened)
        self._taking_part = list(report.attackers)
        self._show_head(state, report)
        self._show_sides(state, report, table, eligible)
        self.bars.show_outcomes(report.outcomes)
        self.dice.show_dice(report.dice)
        fought = bool(report.dice)
        self.story.setText("<br>".join(happened) if fought else "The dice have not been thrown.")
        self.go.setVisible(not fought)
        self.close_button.setText("Close" if fought else "Cancel")
        if fought:
            self.refusal.clear()

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why these units may not assault; None when they may."""
        words = "" if refusal is None else f"{escape(refusal.sentence)} {rule_link(refusal.rule)}"
        self.refusal.setText(words)
        self.go.setEnabled(refusal is None)
        self.go.setToolTip("" if refusal is None else refusal.sentence)

    def dress(self) -> None:
        """All parts follow the look."""
        for part in (self.attack, self.defence, self.table, self.bars, self.dice):
            part.set_look(self.look)

    # -- what is shown

    def _show_head(self, state: GameState, report: CombatReport) -> None:
        field = state.battle.battlefield
        place = hex_link(report.target, field.name_of(report.target))
        self.title.setText(f"Assault on {place}")
        fired_at = hex_link(report.hit_hex, field.name_of(report.hit_hex))
        parts = [f"The defender fires at {fired_at} {rule_link('N8.6')}."]
        if report.flank:
            parts.insert(0, f"<b>Flank attack</b> {rule_link('N8.7')}.")
        leaders = [escape(state.battle.leaders[leader].name) for leader in report.leaders]
        if leaders:
            parts.append(f"Leaders present: {', '.join(leaders)}.")
        self.about.setText(" ".join(parts))

    def _show_sides(
        self,
        state: GameState,
        report: CombatReport,
        table: FireTable,
        eligible: Collection[UnitId],
    ) -> None:
        """Both fires on their cards and on the Fire Table."""
        thrown, names = dict(report.dice), bands(table)
        idle = tuple(unit for unit in eligible if unit not in report.attackers)
        may_choose = () if report.dice else tuple(eligible)
        shares = (
            Share("attack", report.attack, report.morale_attacker, ATTACK_DIE, idle, may_choose),
            Share("defence", report.defence, report.morale_defender, DEFENCE_DIE),
        )
        marks = []
        for share, side in zip(shares, (self.attack, self.defence), strict=True):
            side.show_share(state, share, names)
            fire, colour = share.fire, self.look.side(state.battle, share.fire.side)
            pips = sum(pips for _, pips, _ in fire.modifiers)
            name = share.title(state)
            marks.append(FireMark(name, colour, fire.column, pips, thrown.get(share.die)))
        self.table.show_fire(table, marks)

    # -- how it is laid out

    def _arrange(self) -> None:
        ground = QWidget()
        inside = spaced(QVBoxLayout(ground), 8, 10)
        inside.addWidget(self.title)
        inside.addWidget(self.about)
        inside.addLayout(self._fire_row())
        inside.addWidget(_framed("What happened", self.dice, self.story))
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

    def _fire_row(self) -> QHBoxLayout:
        middle = spaced(QVBoxLayout(), 0, 8)
        middle.addWidget(self.table)
        middle.addWidget(self.legend)
        middle.addWidget(_framed("What may happen", self.bars), 1)
        row = spaced(QHBoxLayout(), 0, 10)
        row.addWidget(self.attack, 1)
        row.addLayout(middle)
        row.addWidget(self.defence, 1)
        return row

    def _connect(self) -> None:
        for line in (self.title, self.about, self.legend, self.story, self.refusal):
            line.linkActivated.connect(self.linkActivated)
        for side in (self.attack, self.defence):
            side.linkActivated.connect(self.linkActivated)
        self.attack.ticked.connect(self._tick)
        self.go.clicked.connect(self.assaultAsked)
        self.close_button.clicked.connect(self.closed)

    def _tick(self, unit: str, taken: bool) -> None:
        kept = [other for other in self._taking_part if other != unit]
        self._taking_part = [*kept, UnitId(unit)] if taken else kept
        self.attackersChanged.emit(list(self._taking_part))


def _framed(title: str, *parts: QWidget) -> QWidget:
    frame, inside = card()
    inside.addWidget(label("heading", title))
    for part in parts:
        inside.addWidget(part)
    inside.addStretch(1)
    return frame
