"""The page of what players read before a battle: what it is called, its briefing, a preview."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QWidget

from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.forms import Block, GroupBlock
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.scribe import Pieces, printable, records_of, texts_of
from hexwar.messages import count, mark, say
from hexwar.scenario.build import date_text, is_day
from hexwar.scenario.form import Field
from hexwar.table.battle import Briefing, Difficulty, Par
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, fill_label, label, scrolled
from hexwar.widgets.panels.scenario_card import briefing_html

# -- the briefing of a draft, as far as it goes


def date_words(value: Any) -> str:
    """A date as a player reads it; empty where it is none."""
    parts = value.split("-") if isinstance(value, str) else []
    if len(parts) != len(("year", "month", "day")) or not all(_is_number(part) for part in parts):
        return ""
    year, month, day = map(int, parts)
    return date_text(value) if year >= 1 and is_day(year, month, day) else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len("1814")


def briefing_of(scenario: Json) -> Briefing:
    """The page that a draft has so far: what is missing or of a wrong kind is empty."""
    told = scenario.get("briefing")
    page: Json = told if isinstance(told, dict) else {}
    hard = {
        side: Difficulty(level)
        for side, level in _table(page.get("difficulty")).items()
        if level in tuple(Difficulty)
    }
    return Briefing(
        situation=_text(page.get("situation")),
        forces=_text(page.get("forces")),
        aims=_table(page.get("aims")),
        special=_texts(page.get("special")),
        victory=_text(page.get("victory")),
        history=_text(page.get("history")),
        difficulty=hard,
        minutes=_number(page.get("minutes"), 0) or 0,
        sources=_texts(page.get("sources")),
        estimates=_text(page.get("estimates")),
        par=_par_of(page.get("par")),
        hints=_texts(page.get("hints")),
    )


def _number(value: Any, least: int) -> int | None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return int(value) if is_number and least <= value <= MOST else None


MOST = 99_999
"""Of what is counted in a preview."""


def _text(value: Any) -> str:
    return printable(value) if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(printable(text) for text in texts_of(value))


def _table(value: Any) -> Mapping[Side, str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {Side(printable(k)): printable(v) for k, v in pairs if isinstance(v, str)}


def _par_of(value: Any) -> Par | None:
    if not isinstance(value, dict) or not isinstance(value.get("side"), str):
        return None
    vp, spread = _number(value.get("vp"), -MOST), _number(value.get("spread"), 0)
    games, won = _number(value.get("games"), 1), _number(value.get("won"), 0)
    if vp is None or spread is None or games is None:
        return None
    drawn = _number(value.get("drawn"), 0) or 0
    side, player = Side(printable(value["side"])), _text(value.get("player"))
    return Par(side, vp, spread, games, player, won, drawn)


def preview_html(scenario: Json, pieces: Pieces) -> str:
    """The page as the player will see it, HTML."""
    turns = len(records_of(scenario.get("turns")))
    length = count("{n} turn", "{n} turns", turns) if turns else ""
    when = " \N{MIDDLE DOT} ".join(filter(None, (date_words(scenario.get("date")), length)))
    head = f"<h2>{escape(_text(scenario.get('name')))}</h2><p>{escape(when)}</p>"
    if not isinstance(scenario.get("briefing"), dict):
        return head + f"<p>{say('There is no briefing of this battle.')}</p>"
    names = {Side(side): name for side, name in pieces.sides.items()}
    return head + briefing_html(briefing_of(scenario), names)


class Paper(Panel):
    """The page as the player will see it."""

    def __init__(self, look: Look) -> None:
        """Show nothing yet."""
        super().__init__(look)
        self.text = label()
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(say("The briefing as the player will see it"))
        ground = QWidget()
        column(ground, 18, 0, self.text, None)
        column(self, 0, 0, scrolled(ground)).setContentsMargins(0, 0, 0, 0)
        self.settle()

    def show_page(self, html: str) -> None:
        """Show a page."""
        fill_label(self.text, html)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper."""
        QPainter(self).fillRect(self.rect(), self.look.colour("paper"))


class BriefingPage(FormPage):
    """What lists tell of the battle, and the page that opens it."""

    title = mark("Briefing")
    key = "briefing"
    own = ("name", "id", "shelf", "briefing")
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": own}

    def __init__(self, desk: Desk) -> None:
        """Make no form before it is seen."""
        super().__init__(desk)
        self.paper: Paper | None = None

    def block_for(self, told: Field) -> Block | None:
        """The heading says enough."""
        block = super().block_for(told)
        if isinstance(block, GroupBlock):
            block.about.hide()
        return block

    def area_of(self, ground: QWidget) -> QWidget:
        """The form at the left, the page at the right."""
        self.paper = Paper(self.look)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(super().area_of(ground))
        both.addWidget(self.paper)
        both.setChildrenCollapsible(False)
        both.setStretchFactor(0, 3)
        both.setStretchFactor(1, 2)
        both.setSizes([self.look.px(780), self.look.px(520)])
        return both

    def advice_for(self, draft: Draft) -> str:
        """A briefing begins with the situation."""
        if draft.scenario.get("briefing"):
            return ""
        return say("Name the battle, then write what players read before it, the situation first.")

    def show_fields(self, draft: Draft) -> None:
        """The form, and the page."""
        super().show_fields(draft)
        if self.paper is not None:
            self.paper.show_page(preview_html(draft.scenario, self.scribe.pieces))
