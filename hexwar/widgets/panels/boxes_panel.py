"""What is off the map: units awaiting recovery, eliminated, due, captured and exited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Arrival
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.widgets.panels.calendar_panel import CalendarPanel, time_of
from hexwar.widgets.panels.counter_flow import CounterFlow, Shown, shown_leader, shown_unit
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, card, hex_link, label, rule_link, spaced
from hexwar.widgets.panels.pieces import total_sp

_TITLES = {
    Box.UAR: ("Units awaiting recovery", "N13.2"),
    Box.PEU: ("Permanently eliminated", "N11.6"),
    Box.RECOVERED: ("Recovered", "N13.2"),
    Box.CAPTURED: ("Captured", "N14.7"),
    Box.EXITED: ("Exited", "N5.61"),
}
_ORDER = (Box.UAR, Box.PEU, Box.RECOVERED, Box.CAPTURED, Box.EXITED)


@dataclass(frozen=True, slots=True)
class _Group:
    """One box, or one group of arrivals: a title in HTML and its counters."""

    title: str
    counters: tuple[Shown, ...]


class BoxesPanel(Panel):
    """The boxes of both sides with their counters and losses, and the calendar of arrivals."""

    linkActivated = Signal(str)
    """A link or a counter: `hex:0401`, `unit:FR-2-01`, `rule:N11.6`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._ground = QWidget()
        self._columns = spaced(QVBoxLayout(self._ground), 8, 14)
        self._sides: dict[Side, _SideBoxes] = {}
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self._ground)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.calendar = CalendarPanel(look)
        self.calendar.linkActivated.connect(self.linkActivated)
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.addTab(area, "Off the map")
        self.pages.addTab(self.calendar, "Calendar")
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(self.pages)
        self.setAccessibleName("Boxes")
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
                self._add_side(side)
            self._sides[side].show_side(state, side, lost.get(side, 0), self.look)
        self.calendar.set_look(self.look)
        self.calendar.show_calendar(state)

    def open_calendar(self) -> None:
        """Turn to the page of who comes when."""
        self.pages.setCurrentWidget(self.calendar)

    def _add_side(self, side: Side) -> None:
        boxes = _SideBoxes(self.look)
        boxes.linkActivated.connect(self.linkActivated)
        self._sides[side] = boxes
        self._columns.addWidget(boxes)
        self._columns.addStretch(1)


class _SideBoxes(Panel):
    """The boxes of one side."""

    linkActivated = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.lost = label("heading"), label()
        self._groups: list[_GroupCard] = []
        self._layout = spaced(QVBoxLayout(self), 0, 8)
        head = spaced(QHBoxLayout(), 0, 8)
        head.addWidget(self.title, 1)
        head.addWidget(self.lost)
        self._layout.addLayout(head)
        self.settle()

    def show_side(self, state: GameState, side: Side, lost: int, look: Look) -> None:
        """Show the boxes of a side that hold something."""
        self._look = look
        colour = look.side(state.battle, side).name()
        name = escape(state.battle.side_names[side])
        self.title.setText(f'<span style="color:{colour}">\N{BLACK SQUARE}</span> {name}')
        self.lost.setText(f"lost <b>{lost} SP</b>")
        groups = list(_groups(state, side))
        while len(self._groups) < len(groups):
            self._add_card()
        for place, shown in enumerate(self._groups):
            shown.setVisible(place < len(groups))
            if place < len(groups):
                shown.show_group(groups[place], look)

    def _add_card(self) -> None:
        made = _GroupCard(self.look)
        made.linkActivated.connect(self.linkActivated)
        self._groups.append(made)
        self._layout.addWidget(made)


class _GroupCard(Panel):
    """A framed box with its title and its counters."""

    linkActivated = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        frame, inside = card()
        self.title = label()
        self.flow = CounterFlow(look)
        inside.addWidget(self.title)
        inside.addWidget(self.flow)
        whole = spaced(QHBoxLayout(self), 0, 0)
        whole.addWidget(frame)
        self.settle()
        self.title.linkActivated.connect(self.linkActivated)
        self.flow.activated.connect(self.linkActivated)

    def show_group(self, group: _Group, look: Look) -> None:
        """Show a box."""
        self.flow.set_look(look)
        self.title.setText(group.title)
        self.flow.show_counters(group.counters)
        self.flow.setAccessibleName("Counters")


def _groups(state: GameState, side: Side) -> Iterator[_Group]:
    """The boxes of a side that hold something; arrivals by turn and entry hex."""
    for box in _ORDER:
        units = state.in_box(box, side)
        lost = tuple(unit for unit in units if unit in state.exited_unsupplied)
        rest = tuple(unit for unit in units if unit not in lost)
        yield from _box(state, rest, _leaders_in(state, box, side), *_TITLES[box])
        yield from _box(state, lost, (), "Exited out of supply: they count as lost", "N15.1")
    yield from _due(state, side)


def _box(
    state: GameState,
    units: tuple[UnitId, ...],
    leaders: tuple[LeaderId, ...],
    title: str,
    rule: str,
) -> Iterator[_Group]:
    """A box with its title, if it holds anything."""
    counters = _counters(state, units, leaders)
    if counters:
        strength = _strength(state, units)
        yield _Group(f"<b>{title}</b>{strength} {rule_link(rule)}", counters)


def _due(state: GameState, side: Side) -> Iterator[_Group]:
    """Those who are still to come, by turn and entry hex."""
    groups: dict[tuple[int, Hex], list[Arrival]] = {}
    for arrival in state.arrivals:
        groups.setdefault((arrival.turn, arrival.entry), []).append(arrival)
    for (turn, entry), arrivals in sorted(groups.items()):
        units = tuple(u for a in arrivals for u in a.units if _is_due(state, u, side))
        leaders = tuple(x for a in arrivals for x in _leaders_due(state, a, side))
        if units or leaders:
            title = _due_title(state, turn, entry, units)
            yield _Group(title, _counters(state, units, leaders))


def _is_due(state: GameState, unit: UnitId, side: Side) -> bool:
    return state.units[unit].box is Box.DUE and state.side_of(unit) == side


def _leaders_due(state: GameState, arrival: Arrival, side: Side) -> Iterator[LeaderId]:
    """The leaders who come with a group: those of formations of which it is the first."""
    formations = [*arrival.formations, *(state.card(unit).formation for unit in arrival.units)]
    for formation in dict.fromkeys(formations):
        card_ = state.battle.formations[formation]
        if card_.side == side and _first_arrival(state, formation) is arrival:
            yield from (x for x in card_.leaders if state.leaders[x].box is Box.DUE)


def _first_arrival(state: GameState, formation: FormationId) -> Arrival | None:
    """The earliest group of a formation that is still due."""
    members = set(state.battle.formations[formation].units)
    for arrival in state.arrivals:
        waiting = any(u in members and state.units[u].box is Box.DUE for u in arrival.units)
        if formation in arrival.formations or waiting:
            return arrival
    return None


def _due_title(state: GameState, turn: int, entry: Hex, units: tuple[UnitId, ...]) -> str:
    time = time_of(state.battle, turn)
    place = hex_link(entry, state.battle.battlefield.name_of(entry))
    late = ", late" if turn < state.turn else ""
    when = f"<b>Due {time}</b> (turn {turn}{late}) at {place}"
    return f"{when}{_strength(state, units)}"


def _strength(state: GameState, units: tuple[UnitId, ...]) -> str:
    sp = total_sp(state, units)
    return f" · {sp} SP" if sp else ""


def _leaders_in(state: GameState, box: Box, side: Side) -> tuple[LeaderId, ...]:
    cards = state.battle.leaders
    return tuple(x.id for x in state.leaders.values() if x.box is box and cards[x.id].side == side)


def _counters(
    state: GameState, units: tuple[UnitId, ...], leaders: tuple[LeaderId, ...]
) -> tuple[Shown, ...]:
    return (
        *(shown_unit(state, unit) for unit in units),
        *(shown_leader(state, leader) for leader in leaders),
    )
