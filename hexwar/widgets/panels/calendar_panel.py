"""The calendar of reinforcements: turn by turn who comes, where, and why late or early.

Who has come already stands below.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexwar.systems.nlc.rules.arrivals.calendar import Coming, Entry, calendar
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import Role, UnitId
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, card, hex_link, label, rule_link, small, spaced
from hexwar.widgets.panels.pieces import total_sp

_WORDS = {
    Coming.LATER: "",
    Coming.DUE: "due now",
    Coming.WAITING: "waiting",
    Coming.NEVER: "too late for this battle",
}


class CalendarPanel(Panel):
    """A card for each turn on which somebody is still to come, and one for those who have."""

    linkActivated = Signal(str)
    """A link: `hex:2101`, `formation:FR-2`, `rule:T20.4`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.nothing = label("quiet", "No reinforcements come in this battle.")
        self._cards: list[_TurnCard] = []
        ground = QWidget()
        self._rows = spaced(QVBoxLayout(ground), 8, 8)
        self._rows.addWidget(self.nothing)
        self._rows.addStretch(1)
        self._area = area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(ground)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        spaced(QVBoxLayout(self), 0, 0).addWidget(area)
        self.setAccessibleName("Calendar of reinforcements")
        self.settle()

    def show_calendar(self, state: GameState) -> None:
        """Show who comes as the schedule stands now.

        Args:
            state: the view of the side that looks.
        """
        self._again = lambda: self.show_calendar(state)
        entries = calendar(state)
        still = [entry for entry in entries if entry.coming is not Coming.ENTERED]
        here = [entry for entry in entries if entry.coming is Coming.ENTERED]
        turns = [list(group) for _, group in groupby(still, key=lambda entry: entry.turn)]
        self.nothing.setVisible(not entries)
        while len(self._cards) < len(turns) + bool(here):
            self._add_card()
        for place, shown in enumerate(self._cards):
            shown.setVisible(place < len(turns) + bool(here))
            if place < len(turns):
                shown.show_turn(state, turns[place], self.look)
            elif here:
                shown.show_past(state, here, self.look)

    def look_at(self, turn: int) -> None:
        """Bring the card of a turn to the top, or of the next one on which somebody comes."""
        later = (shown for shown in self._cards if not shown.isHidden() and shown.turn >= turn)
        found = next(later, None)
        if found is not None:  # the page may have been opened just now, and is not laid out yet
            QTimer.singleShot(0, found, lambda: self._area.verticalScrollBar().setValue(found.y()))

    def _add_card(self) -> None:
        made = _TurnCard(self.look)
        made.linkActivated.connect(self.linkActivated)
        self._cards.append(made)
        self._rows.insertWidget(len(self._cards), made)


class _TurnCard(Panel):
    """The arrivals of one turn, or all that are over."""

    linkActivated = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        frame, inside = card()
        self.turn = 0
        """Whose arrivals it shows; 0 for those who have come."""
        self.title, self.lines = label("heading"), label()
        inside.addWidget(self.title)
        inside.addWidget(self.lines)
        spaced(QHBoxLayout(self), 0, 0).addWidget(frame)
        self.settle()
        self.lines.linkActivated.connect(self.linkActivated)

    def show_turn(self, state: GameState, entries: Sequence[Entry], look: Look) -> None:
        """Show those who come on a turn."""
        self.set_look(look)
        self.turn = turn = entries[0].turn
        is_now = turn == state.turn
        words = f"{time_of(state.battle, turn)} {small(look, f'turn {turn}')}"
        self.title.setText(f"{words} {small(look, '<b>now</b>')}" if is_now else words)
        self.lines.setText("".join(_entry_html(state, entry, look) for entry in entries))
        self.setAccessibleName(f"Turn {turn}")

    def show_past(self, state: GameState, entries: Sequence[Entry], look: Look) -> None:
        """Show those who have entered, a line for each group."""
        self.set_look(look)
        self.turn = 0
        self.title.setText("Have come")
        self.lines.setText(small(look, "<br>".join(_past_html(state, e, look) for e in entries)))
        self.setAccessibleName("Have come")


def time_of(battle: Battle, turn: int) -> str:
    """The hour of a turn; of one after the last, that it is.

    Args:
        battle: whose turn track.
        turn: its number, from 1; a die can put an arrival beyond the end.
    """
    return battle.when(turn) if turn <= len(battle.turns) else "After the end"


def _entry_html(state: GameState, entry: Entry, look: Look) -> str:
    """A group: who and how strong, where, and what there is to say about it."""
    second = ", ".join(part for part in (f"at {_place(state, entry)}", _status(entry)) if part)
    remarks = [f"{escape(entry.reason)} {rule_link(entry.rule)}" if entry.reason else ""]
    remarks.append(f"<i>{escape(entry.note)}</i>" if entry.note else "")
    rest = "<br>".join(small(look, words) for words in (second, *remarks) if words)
    return f'<p style="margin:0 0 {look.px(6)}px 0">{_who(state, entry, look)}<br>{rest}</p>'


def _past_html(state: GameState, entry: Entry, look: Look) -> str:
    """A group that has entered: when it was due, who, and where."""
    when = time_of(state.battle, entry.turn)
    return f"{when} {_who(state, entry, look)}, at {_place(state, entry)}"


def _place(state: GameState, entry: Entry) -> str:
    return hex_link(entry.entry, state.battle.battlefield.name_of(entry.entry))


def _who(state: GameState, entry: Entry, look: Look) -> str:
    """A group by its formations, in the colour of its side, with its strength."""
    formations = state.battle.formations
    colour = look.side(state.battle, entry.side).name()
    names = ", ".join(
        f'<a href="formation:{escape(f)}">{escape(formations[f].name)}</a>'
        for f in entry.formations
    )
    square = f'<span style="color:{colour}">\N{BLACK SQUARE}</span>'
    return f"{square} {names}{_strength(state, entry)}"


def _strength(state: GameState, entry: Entry) -> str:
    """`, 3 units, 12 SP`; of headquarters the leaders by name."""
    units: tuple[UnitId, ...] = entry.units
    if not units:
        leaders = (state.battle.leaders[leader] for leader in entry.leaders)
        return "".join(f", {escape(x.name)}" for x in leaders if x.role is not Role.HQ)
    number = "1 unit" if len(units) == 1 else f"{len(units)} units"
    sp = total_sp(state, units)
    return f", {number}, {sp} SP" if sp else f", {number}"


def _status(entry: Entry) -> str:
    """How far it has come, and by how much its turn is another than listed."""
    words = [_WORDS[entry.coming]]
    if entry.shift:
        turns = "1 turn" if abs(entry.shift) == 1 else f"{abs(entry.shift)} turns"
        words.append(f"<b>{turns} {'late' if entry.shift > 0 else 'early'}</b>")
    return ", ".join(word for word in words if word)
