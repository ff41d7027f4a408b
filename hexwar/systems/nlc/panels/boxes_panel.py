"""What is off the map: lost, captured, exited, and the calendar of who is still to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QTabWidget, QWidget

from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.panels.describe import shown_leader, shown_unit, square, total_sp
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, Entry, calendar
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Panel,
    card,
    column,
    explain,
    hex_link,
    label,
    row,
    rule_link,
    scrolled,
    small,
)
from hexwar.widgets.panels.spots import CounterFlow, Shown

# -- the calendar of reinforcements: turn by turn who comes, where, and why late or early
#
# Who has come already stands below.


_WORDS = {
    Coming.LATER: "",
    Coming.DUE: mark("due now"),
    Coming.WAITING: mark("waiting"),
    Coming.NEVER: mark("too late for this battle"),
}


class CalendarPanel(Panel):
    """A card for each turn on which somebody is still to come, and one for those who have."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.nothing = label("quiet", say("No reinforcements come in this battle."))
        self._cards: list[_TurnCard] = []
        ground = QWidget()
        self._rows = column(ground, 8, 8, self.nothing, None)
        self._area = scrolled(ground)
        column(self, 0, 0, self._area)
        self.setAccessibleName(say("Calendar of reinforcements"))
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
        number = len(turns) + bool(here)
        for _ in range(len(self._cards), number):
            made = _TurnCard(self.look)
            made.linkActivated.connect(self.linkActivated)
            self._cards.append(made)
            self._rows.insertWidget(len(self._cards), made)
        for place, shown in enumerate(self._cards):
            shown.setVisible(place < number)
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


class _TurnCard(Panel):
    """The arrivals of one turn, or all that are over."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.turn = 0
        """Whose arrivals it shows; 0 for those who have come."""
        self.title, self.lines = label("heading"), label()
        frame, _ = card(self.title, self.lines)
        row(0, frame, on=self)
        self.settle()
        self.lines.linkActivated.connect(self.linkActivated)

    def show_turn(self, state: GameState, entries: Sequence[Entry], look: Look) -> None:
        """Show those who come on a turn."""
        self.set_look(look)
        self.turn = turn = entries[0].turn
        explain(self, say("Who is to come on this turn, where, and why early or late"), "N5.8")
        is_now = turn == state.turn
        number = small(look, say("turn {turn}", turn=turn))
        words = f"{time_of(state.battle, turn)} {number}"
        self.title.setText(f"{words} {small(look, say('<b>now</b>'))}" if is_now else words)
        self.lines.setText("".join(_entry_html(state, entry, look) for entry in entries))
        self.setAccessibleName(say("Turn {turn}", turn=turn))

    def show_past(self, state: GameState, entries: Sequence[Entry], look: Look) -> None:
        """Show those who have entered, a line for each group."""
        self.set_look(look)
        self.turn = 0
        self.title.setText(say("Have come"))
        explain(self, say("Who has entered so far, when and where"), "N5.81")
        self.lines.setText(small(look, "<br>".join(_past_html(state, e, look) for e in entries)))
        self.setAccessibleName(say("Have come"))


def time_of(battle: NlcBattle, turn: int) -> str:
    """The hour of a turn; of one after the last, that it is.

    Args:
        battle: whose turn track.
        turn: its number, from 1; a die can put an arrival beyond the end.
    """
    return battle.when(turn) if turn <= len(battle.turns) else say("After the end")


def _entry_html(state: GameState, entry: Entry, look: Look) -> str:
    """A group: who and how strong, where, and what there is to say about it."""
    lines = [", ".join([say("at {place}", place=_place(state, entry)), *_status(entry)])]
    lines += [f"{escape(entry.reason)} {rule_link(entry.rule)}"] if entry.reason else []
    lines += [f"<i>{escape(entry.note)}</i>"] if entry.note else []
    rest = "<br>".join(small(look, words) for words in lines)
    return f'<p style="margin:0 0 {look.px(6)}px 0">{_who(state, entry, look)}<br>{rest}</p>'


def _past_html(state: GameState, entry: Entry, look: Look) -> str:
    when, place = time_of(state.battle, entry.turn), _place(state, entry)
    return say("{when} {who}, at {place}", when=when, who=_who(state, entry, look), place=place)


def _place(state: GameState, entry: Entry) -> str:
    return hex_link(entry.entry, state.battle.battlefield.name_of(entry.entry))


def _who(state: GameState, entry: Entry, look: Look) -> str:
    """A group by its formations, in the colour of its side, with its strength."""
    names = ", ".join(
        f'<a href="formation:{escape(f)}">{escape(state.battle.formations[f].name)}</a>'
        for f in entry.formations
    )
    return f"{square(look, state.battle, entry.side)} {names}{_strength(state, entry)}"


def _strength(state: GameState, entry: Entry) -> str:
    """`, 3 units, 12 SP`; of headquarters the leaders by name."""
    if not entry.units:
        leaders = (state.battle.leaders[leader] for leader in entry.leaders)
        return "".join(f", {escape(x.name)}" for x in leaders if x.role is not Role.HQ)
    number, sp = count("{n} unit", "{n} units", len(entry.units)), total_sp(state, entry.units)
    return say(", {number}, {sp} SP", number=number, sp=sp) if sp else f", {number}"


def _status(entry: Entry) -> Iterator[str]:
    """How far it has come, and by how much its turn is another than listed."""
    if _WORDS[entry.coming]:
        yield say(_WORDS[entry.coming])
    if entry.shift > 0:
        yield f"<b>{count('{n} turn late', '{n} turns late', entry.shift)}</b>"
    elif entry.shift:
        yield f"<b>{count('{n} turn early', '{n} turns early', -entry.shift)}</b>"


# -- what is off the map: units awaiting recovery, eliminated, due, captured and exited


Group = tuple[str, tuple[Shown, ...], str, str]
"""One box, or one group of arrivals: a title in HTML, its counters, what it is, and its rule."""

_TITLES = {
    Box.UAR: (
        mark("Units awaiting recovery"),
        "N13.2",
        mark("Lost in supply: each may be rolled for in a rally phase, and may come back"),
    ),
    Box.PEU: (
        mark("Permanently eliminated"),
        "N11.6",
        mark("Lost for good: they do not come back"),
    ),
    Box.RECOVERED: (
        mark("Recovered"),
        "N13.2",
        mark("Come back from those awaiting recovery; they enter as the rule says"),
    ),
    Box.CAPTURED: (mark("Captured"), "N14.7", mark("Leaders in the enemy's hands")),
    Box.EXITED: (mark("Exited"), "N5.61", mark("Left the map by an exit; they do not come back")),
    Box.SPREAD: (
        mark("Spread out in vedettes"),
        "N20.31",
        mark("Cavalry that is on the map as vedettes, and gathers again"),
    ),
}
_LOST = mark("They left the map out of supply, and count as lost for the score")
_DUE = mark(
    "They enter at this hex from this turn on, when their formation acts; until then they wait"
)


_LINKED = frozenset((*(rule for _, rule, _ in _TITLES.values()), "N15.1"))
"""The rules that a title names; those of arrivals find no room there."""


class BoxesPanel(Panel):
    """The boxes of both sides with their counters and losses, and the calendar of arrivals."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        ground = QWidget()
        self._columns = column(ground, 8, 14)
        self._sides: dict[Side, _SideBoxes] = {}
        self.calendar = CalendarPanel(look)
        self.calendar.linkActivated.connect(self.linkActivated)
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.addTab(scrolled(ground), say("Off the map"))
        self.pages.addTab(self.calendar, say("Calendar"))
        column(self, 0, 0, self.pages)
        self.setAccessibleName(say("Boxes"))
        self.settle()

    def show_boxes(self, state: GameState, lost: dict[Side, int]) -> None:
        """Show what is off the map.

        Args:
            state: the view of the side that looks.
            lost: the SP that each side has lost.
        """
        self._again = lambda: self.show_boxes(state, lost)
        for side in state.battle.sides:
            if side not in self._sides:
                self._sides[side] = boxes = _SideBoxes(self.look)
                boxes.linkActivated.connect(self.linkActivated)
                self._columns.addWidget(boxes)
                self._columns.addStretch(1)
            self._sides[side].show_side(state, side, lost.get(side, 0), self.look)
        self.calendar.set_look(self.look)
        self.calendar.show_calendar(state)


class _SideBoxes(Panel):
    """The boxes of one side."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.lost = label("heading"), label()
        self._groups: list[_GroupCard] = []
        self._layout = column(self, 0, 8, row(8, (self.title, 1), self.lost))
        self.settle()

    def show_side(self, state: GameState, side: Side, lost: int, look: Look) -> None:
        """Show the boxes of a side that hold something."""
        self.look = look
        name = escape(state.battle.side_names[side])
        self.title.setText(f"{square(look, state.battle, side)} {name}")
        self.lost.setText(say("lost <b>{lost} SP</b>", lost=lost))
        explain(self.title, say("Everything of this side that is off the map"), "N3.9")
        explain(self.lost, say("SP that this side has lost in the whole battle so far"), "N2.2")
        groups = list(_groups(state, side))
        for _ in groups[len(self._groups) :]:
            made = _GroupCard(self.look)
            made.linkActivated.connect(self.linkActivated)
            self._groups.append(made)
            self._layout.addWidget(made)
        for place, shown in enumerate(self._groups):
            shown.setVisible(place < len(groups))
            if place < len(groups):
                shown.show_group(*groups[place], look)


class _GroupCard(Panel):
    """A framed box with its title and its counters."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.flow = label(), CounterFlow(look)
        frame, _ = card(self.title, self.flow)
        row(0, frame, on=self)
        self.settle()
        self.title.linkActivated.connect(self.linkActivated)
        self.flow.activated.connect(self.linkActivated)

    def show_group(
        self, title: str, counters: Sequence[Shown], about: str, rule: str, look: Look
    ) -> None:
        """Show a box."""
        explain(self, about, rule)
        self.flow.set_look(look)
        self.title.setText(title)
        self.flow.show_counters(counters)
        self.flow.setAccessibleName(say("Counters"))


def _groups(state: GameState, side: Side) -> Iterator[Group]:
    """The boxes of a side that hold something; arrivals by turn and entry hex."""
    cards, gone = state.battle.leaders, say("Exited out of supply: they count as lost")
    for box, (title, rule, about) in _TITLES.items():
        units = state.in_box(box, side)
        leaders = [x.id for x in state.leaders.values() if x.box is box]
        lost = [unit for unit in units if unit in state.losses.exited_unsupplied]
        rest = [unit for unit in units if unit not in lost]
        own = [leader for leader in leaders if cards[leader].side == side]
        yield from _group(state, f"<b>{say(title)}</b>", rest, own, about, rule)
        yield from _group(state, f"<b>{gone}</b>", lost, (), _LOST, "N15.1")
    yield from _due(state, side)


def _group(
    state: GameState,
    title: str,
    units: Sequence[UnitId],
    leaders: Sequence[LeaderId],
    about: str,
    rule: str,
) -> Iterator[Group]:
    """A group with its title and strength, if it holds anybody."""
    counters = (
        *(shown_unit(state, unit) for unit in units),
        *(shown_leader(state, leader) for leader in leaders),
    )
    if counters:
        sp = total_sp(state, units)
        strength = say(" · {sp} SP", sp=sp) if sp else ""
        link = f" {rule_link(rule)}" if rule in _LINKED else ""
        yield f"{title}{strength}{link}", counters, say(about), rule


def _due(state: GameState, side: Side) -> Iterator[Group]:
    groups: dict[tuple[int, Hex], list[Arrival]] = {}
    for arrival in state.schedule.arrivals:
        groups.setdefault((arrival.turn, arrival.entry), []).append(arrival)
    waiting = set(state.in_box(Box.DUE, side))
    words = mark("<b>Due {time}</b> (turn {turn}{late}) at {place}")
    for (turn, entry), arrivals in sorted(groups.items()):
        units = [u for a in arrivals for u in a.units if u in waiting]
        leaders = [x for a in arrivals for x in _leaders_due(state, a, side)]
        place = hex_link(entry, state.battle.battlefield.name_of(entry))
        late = ", late" if turn < state.turn else ""
        title = say(words, time=time_of(state.battle, turn), turn=turn, late=late, place=place)
        yield from _group(state, title, units, leaders, _DUE, "N5.81")


def _leaders_due(state: GameState, arrival: Arrival, side: Side) -> Iterator[LeaderId]:
    """The leaders who come with a group: those of formations of which it is the first."""
    formations = [*arrival.formations, *(state.card(unit).formation for unit in arrival.units)]
    for formation in dict.fromkeys(formations):
        card_ = state.battle.formations[formation]
        if card_.side == side and _first_arrival(state, formation) is arrival:
            yield from (x for x in card_.leaders if state.leaders[x].box is Box.DUE)


def _first_arrival(state: GameState, formation: FormationId) -> Arrival | None:
    units = state.battle.formations[formation].units
    due = {unit for unit in units if state.units[unit].box is Box.DUE}
    for arrival in state.schedule.arrivals:
        if formation in arrival.formations or not due.isdisjoint(arrival.units):
            return arrival
    return None
