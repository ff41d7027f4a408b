"""What stands round the board: strip, prompt line and docks of a game system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar import resources
from hexwar.engine import Refusal
from hexwar.kit import Kit
from hexwar.messages import mark
from hexwar.shell.chronicle import LogDock
from hexwar.shell.controller import Controller
from hexwar.shell.dice import DiceDock
from hexwar.shell.face import Chip, Dock, Face
from hexwar.shell.prompter import Offer
from hexwar.shell.seats import Viewer
from hexwar.table.battle import Battle
from hexwar.table.reports import Prompt
from hexwar.table.spot import Spot
from hexwar.table.state import TableState
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, Panel, bare
from hexwar.widgets.panels.prompt_line import PromptLine
from hexwar.widgets.panels.rulebook import RulebookView
from hexwar.widgets.panels.spots import SpotPanel
from hexwar.widgets.worker import Worker

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook  # with its reader of Markdown: not before it is shown

P = TypeVar("P", bound=QWidget)

# -- the strip above the board: a game's chips in one row or two, as room allows

_LOW = 480  # of the window, below it there is height for one row only, pixels at 100 %
_SLIM = 640  # of the window, below it rows and prompt line are slim, pixels at 100 %

Row = tuple[Panel, ...]


class Strip(QWidget):
    """One row where all chips find room, else two; where room is scarcer those in between go.

    In a low window the board needs the height: there one row is left, the first.
    """

    activated = Signal(str)
    """The address that a click on a chip leads to."""

    def __init__(self, look: Look, chips: Sequence[Chip]) -> None:
        super().__init__()
        self._look, self._chips = look, tuple(chips)
        self._all: Row = tuple(chip.widget for chip in chips)
        for chip in chips:
            chip.widget.setParent(self)
            chip.widget.setProperty(HELP, chip.help)
            # A click leaves the keyboard where it is: Enter goes to the question.
            chip.widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if chip.activated is not None:
                chip.activated.connect(partial(self._follow, chip))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def chip(self, kind: type[P]) -> P:
        """The chip of a class.

        Raises:
            LookupError: There is none.
        """
        for panel in self._all:
            if isinstance(panel, kind):
                return panel
        raise LookupError(kind.__name__)

    def _follow(self, chip: Chip, spot: str) -> None:
        address = chip.address(spot)
        if address:
            self.activated.emit(address)

    def show_view(self, view: Any) -> None:
        """Show the table as it now is."""
        for chip in self._chips:
            chip.show(view)

    def set_look(self, look: Look) -> None:
        """Dress all chips anew."""
        self._look = look
        for panel in self._all:
            panel.set_look(look)
        self.arrange()

    def sizeHint(self) -> QSize:
        """All in one row."""
        return QSize(self._row_hint(self._all), self._height())

    def minimumSizeHint(self) -> QSize:
        """The widest of the first and the last alone."""
        ends = (*self._all[:1], *self._all[-1:])
        least = max((panel.minimumSizeHint().width() for panel in ends), default=0)
        return QSize(least, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find the arrangement that fits the new width."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Lay the panels out on the present width."""
        is_slim = self._is_lower_than(_SLIM)
        for panel in self._all:
            if isinstance(panel, SpotPanel):
                panel.set_slim(is_slim=is_slim)
        rows = self._rows()
        shown = {panel for row in rows for panel in row}
        for panel in self._all:
            panel.setVisible(panel in shown)
        top = 0
        for row in rows:
            height = max(panel.sizeHint().height() for panel in row)
            self._place(row, top, height)
            top += height
        if self.height() != top or self.minimumHeight() != top:
            self.setFixedHeight(top)

    def _rows(self) -> Sequence[Row]:
        if len(self._all) < 2:
            return (self._all,) if self._all else ()
        first, last = self._all[:1], self._all[-1:]
        ways: tuple[Sequence[Row], ...] = ((self._all,), (first, self._all[1:]), (first, last))
        fitting = (way for way in ways if all(_least(row) <= self.width() for row in way))
        found = next(fitting, ways[-1])
        return found[:1] if self._is_lower_than(_LOW) else found

    def _is_lower_than(self, height: int) -> bool:
        return self.window().height() < self._look.px(height)

    def _place(self, row: Row, top: int, height: int) -> None:
        """Give each panel its least width; what is left goes to the first that wants it."""
        left = max(self.width() - _least(row), 0)
        widths: dict[QWidget, int] = {}
        for panel in row:
            least = panel.minimumSizeHint().width()
            more = min(max(panel.sizeHint().width() - least, 0), left)
            widths[panel] = least + more
            left -= more
        widths[row[0]] += left
        x = 0
        for panel in row:
            panel.setGeometry(x, top, widths[panel], height)
            x += widths[panel]

    def _row_hint(self, row: Row) -> int:
        return sum(panel.sizeHint().width() for panel in row)

    def _height(self) -> int:
        return max((panel.sizeHint().height() for panel in self._all[:1]), default=0)


def _least(row: Row) -> int:
    return sum(panel.minimumSizeHint().width() for panel in row)


# -- the docks that every game has


def book_of(kit: Kit[Any], battle: Battle | None) -> Rulebook | None:
    """The rulebook of a game with the numbers of a battle; None for a game without one.

    Raises:
        RulebookError: A file of the rulebook is missing or broken.
    """
    return kit.rulebook({} if battle is None else battle.numbers)


def kit_of_rule(rule: str, shown: Kit[Any], kits: Mapping[str, Kit[Any]]) -> Kit[Any]:
    """The game in whose book a rule is read: the one that is shown, if the rule stands there.

    Raises:
        RulebookError: The list of the games that have rules is missing or broken.
    """
    from hexwar.rulebook import read_parts

    parts = read_parts(resources.rulebook())
    own = parts.get(shown.id)
    game = next((part.game for part in parts.values() if rule.startswith(part.letter)), shown.id)
    is_there = own is not None and game in (shown.id, *own.beside)
    return shown if is_there else kits.get(game, shown)


class RulesDock(Dock):
    """The place of the rulebook, which is read when it is first shown."""

    id = "rules"
    title = mark("Rules")
    kinds = ("rule",)
    needs_width = 500

    def __init__(self, look: Look, face: Face) -> None:
        super().__init__(Panel(look))
        self._kit = face.kit
        self.book: RulebookView | None = None
        """The rulebook; None before it is first shown, and in a game without one."""
        self._inside = bare(self.panel)
        self._reader = Worker(self)
        self._reader.finished.connect(self._take)

    def follow(self, controller: Controller | None) -> None:
        """Another battle may have other numbers: read the rulebook anew when it is next shown."""
        super().follow(controller)
        self._reader.drop()
        book, self.book = self.book, None
        if book is not None:
            book.hide()
            book.deleteLater()

    def renew(self) -> None:
        """Open the rulebook, if it is looked for: the board's first picture goes before it."""
        if self.book is None:
            QTimer.singleShot(0, self.panel, self._open_if_seen)

    def _open_if_seen(self) -> None:
        """Read the rulebook in a thread: it takes longer than a window may stand still."""
        is_seen = not self.panel.visibleRegion().isEmpty()  # behind a tab it is not
        if is_seen and self.book is None and not self._reader.is_busy:
            self._reader.run(self._read())

    def reveal(self, address: str) -> None:
        """Open the rulebook at a rule."""
        book = self._open()
        if book is not None:
            book.show_rule(address.partition(":")[2])
            book.give_room()

    def dress(self, look: Look) -> None:
        """Dress the rulebook too."""
        self.panel.set_look(look)
        if self.book is not None:
            self.book.set_look(look)

    def _open(self) -> RulebookView | None:
        """The rulebook, read now if it is not there yet: somebody wants to see a rule of it."""
        if self.book is None:
            self._reader.drop()
            self._take(self._read()())
        return self.book

    def _read(self) -> Callable[[], Rulebook | None]:
        """What reads the rulebook of the game that is shown."""
        battle = None if self.controller is None else self.controller.view.battle
        return partial(book_of, self._kit, battle)

    def _take(self, found: Rulebook | None) -> None:
        if found is None:
            return
        self.book = RulebookView(self.panel.look, found)
        self.book.linkActivated.connect(self.linkActivated)
        self._inside.addWidget(self.book)
        self.panel.setFocusProxy(self.book)


class Panes(QObject):
    """Owns the panels that live as long as the window, and keeps them in step with a game."""

    linkActivated = Signal(str)
    """An address of any panel: `hex:0913`, `unit:ID`, `leader:ID`, `rule:N8.5` and others."""
    dialogMade = Signal(object)
    """A dialog that a panel wants to open."""

    def __init__(self, look: Look, face: Face, parent: QWidget) -> None:
        super().__init__(parent)
        self.strip = Strip(look, face.chips(look))
        self.prompt = PromptLine(look)
        self.log = LogDock(look, face)
        self.rules = RulesDock(look, face)
        self.dice = DiceDock(look, face)
        found: Sequence[Dock] = (*face.docks(look), self.log, self.dice, self.rules)
        self.docks: Mapping[str, Dock] = {dock.id: dock for dock in found}
        """The docks by their ids, in the order of their tabs."""
        self._controller: Controller | None = None
        self._eyes: Viewer | None = None
        self.prompt.linkActivated.connect(self.linkActivated)
        self.strip.activated.connect(self.linkActivated)
        for dock in found:
            dock.setParent(self)
            dock.linkActivated.connect(self.linkActivated)
            dock.dialogMade.connect(self.dialogMade)

    def panel(self, kind: type[P]) -> P:
        """The panel of a class.

        Raises:
            LookupError: There is none.
        """
        for dock in self.docks.values():
            if isinstance(dock.panel, kind):
                return dock.panel
        raise LookupError(kind.__name__)

    def set_look(self, look: Look) -> None:
        """Dress all panels anew."""
        self.strip.set_look(look)
        self.prompt.set_look(look)
        self.fit()
        for dock in self.docks.values():
            dock.dress(look)

    def fit(self) -> None:
        """Leave the board the height that it needs in the present window."""
        self.strip.arrange()
        self.prompt.set_slim(is_slim=self.strip.window().height() < self.prompt.look.px(_SLIM))

    def follow(self, controller: Controller | None) -> None:
        """Show another game from now on, or none."""
        self._controller = controller
        for dock in self.docks.values():
            dock.follow(controller)
        if controller is not None:
            controller.shown.connect(self.show_view)
            controller.offered.connect(self._show_offer)
            controller.asked.connect(self._take_up)
            controller.refused.connect(self._show_refusal)

    def show_view(self, view: TableState) -> None:
        """Show the table as it now is."""
        self.strip.show_view(view)
        is_covered = self._have_eyes_changed() and self._are_shared
        for dock in self.docks.values():
            if not dock.panel.visibleRegion().isEmpty():  # behind a tab it is
                dock.renew()
            elif is_covered:
                dock.cover()
        if self._controller is not None and not self._controller.is_asking:
            self._show_offer(self._controller.offer)

    @property
    def _are_shared(self) -> bool:
        """Whether several persons look; between computer players eyes change with every answer."""
        return self._controller is not None and len(self._controller.seats.humans) > 1

    def _have_eyes_changed(self) -> bool:
        """Whether somebody else looks now: then not even what is hidden may stay as it was."""
        before, self._eyes = self._eyes, self._controller.viewer if self._controller else None
        return before is not None and self._eyes != before

    def look_at(self, spot: Spot | None) -> None:
        """The player looks at another place."""
        for dock in self.docks.values():
            dock.look_at(spot)

    def dock_of(self, kind: str) -> Dock | None:
        """The dock that addresses of a kind lead to."""
        return next((dock for dock in self.docks.values() if kind in dock.kinds), None)

    def wanted(self, offer: Offer) -> str:
        """The dock that is to stand in front while something can be done; or nothing."""
        return next((name for name, dock in self.docks.items() if dock.wants(offer)), "")

    def _take_up(self, prompt: Prompt, offer: Offer) -> None:
        self.prompt.setProperty(HELP, f"rule:{prompt.rule}" if prompt.rule else "")
        self._show_offer(offer)

    def _show_offer(self, offer: Offer) -> None:
        for dock in self.docks.values():
            dock.offer(offer)

    def _show_refusal(self, refusal: Refusal) -> None:
        self.prompt.show_refusal(refusal)
        for dock in self.docks.values():
            dock.refuse(refusal)
