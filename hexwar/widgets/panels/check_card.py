"""What a die is up against, line by line: Attack Confidence, and forming square."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import ConfidenceReport, MoraleReport, limit_words
from hexwar.widgets.panels.chance_bar import ChanceBar
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, card, label, rule_link, signed, small, spaced

Reason = tuple[str, int, str]
"""Why the value is what it is: words, pips, the rule."""

_FACES = 6


class CheckCard(Panel):
    """A value with its reasons, the dice that succeed, and how likely they are."""

    linkActivated = Signal(str)
    """A link to a rule."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        frame, inside = card()
        self.title, self.reasons = label("heading"), label()
        self.verdict, self.note = label(), label("quiet")
        self.bar = ChanceBar(look)
        for part in (self.title, self.reasons, self.verdict, self.bar, self.note):
            inside.addWidget(part)
        inside.addStretch(1)
        for line in (self.title, self.reasons, self.verdict, self.note):
            line.linkActivated.connect(self.linkActivated)
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(frame)
        self.settle()

    def show_confidence(self, report: ConfidenceReport, die: int | None = None) -> None:
        """Show an Attack Confidence (N8.31), and its die once it is thrown."""
        self._again = lambda: self.show_confidence(report, die)
        self.title.setText(f"Attack Confidence {rule_link('N8.3')}")
        self.reasons.setText(_lines(self.look, report.lines))
        self._show_value(report.value, report.chance, "the assault is made", "N8.32", die)
        must = f"Their order bids them roll: they may not drop it. {rule_link('N8.33')}"
        self._show_note(must if report.must_roll and die is None else "")
        self.bar.show_chances((("made", report.chance), ("", 0.0), ("not made", 1 - report.chance)))

    def show_square(self, state: GameState, report: MoraleReport, die: int | None = None) -> None:
        """Show the morale check for a square (N10.3), and its die once it is thrown."""
        self._again = lambda: self.show_square(state, report, die)
        name = escape(state.card(report.unit).name)
        self.title.setText(f"Square {rule_link('N10.3')}")
        first = (f"{name}, initiative + 1", report.base, "N2.3")
        limit = limit_words(report.total, report.value)
        self.reasons.setText(_lines(self.look, (first, *report.modifiers), limit))
        chance = report.value / _FACES
        self._show_value(report.value, chance, "they form square", "N2.3", die)
        self._show_note(f"If they try: it is their choice. {rule_link('N10.32')}")
        self.bar.show_chances((("formed", chance), ("", 0.0), ("not formed", 1 - chance)))

    def dress(self) -> None:
        """The bar follows the look."""
        self.bar.set_look(self.look)

    def _show_value(self, value: int, chance: float, what: str, rule: str, die: int | None) -> None:
        highest = round(chance * _FACES)
        dice = "a die of 1" if highest == 1 else f"a die of {highest} or less"
        thrown = "" if die is None else f"<br>The die showed <b>{die}</b>."
        minus = "\N{MINUS SIGN}" if value < 0 else ""
        self.verdict.setText(
            f"Value <b>{minus}{abs(value)}</b>: {what} with {dice}. {rule_link(rule)}{thrown}"
        )

    def _show_note(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))


def _lines(look: Look, reasons: Iterable[Reason], limit: str = "") -> str:
    """Pips, reasons and rules, each in a column of its own; then the limit that they met."""
    parts = [(signed(pips), words, rule) for words, pips, rule in reasons]
    parts += [("", limit, "N2.3")] if limit else []
    rows = [
        f'<tr><td align="right">{pips}</td>'
        f'<td style="padding-left:{look.px(8)}px">{escape(words)} {rule_link(rule)}</td></tr>'
        for pips, words, rule in parts
    ]
    return small(look, f'<table cellspacing="0" cellpadding="1">{"".join(rows)}</table>')
