"""What a game is to the window: the half of the port that needs Qt.

A window has one face of each game that it has shown. What a face gives is made of small parts: a
chip of the strip, a dock, something that follows a game, each with a base class here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QEvent, QObject, Signal, SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.engine import Decision, Event, Refusal, Roll
from hexwar.kit import Kit
from hexwar.shell.actions import Action
from hexwar.shell.board_keys import MAP_KEYS, Keys
from hexwar.shell.controller import Controller
from hexwar.shell.lenses import BoardWords
from hexwar.shell.pictures import Pictures
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Answer, Offer, Questions
from hexwar.shell.table import Setting, Table
from hexwar.table.reports import Prompt, ScoreLine
from hexwar.table.spot import Spot
from hexwar.table.telling import LossCurve
from hexwar.widgets.panels.dice import FACES, DieDialog
from hexwar.widgets.panels.framed import Frame, Places
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, Panel
from hexwar.widgets.worker import Worker

if TYPE_CHECKING:
    from hexwar.widgets.panels.score import Strength


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of the strip above the board, such as a turn track."""

    widget: Panel
    show: Callable[[Any], None]
    """Shows a view."""
    activated: SignalInstance | None = None
    """Tells of a spot that was clicked."""
    address: Callable[[str], str] = str
    """The address that a click on a spot leads to; empty for none."""
    help: str = ""
    """The address of its help."""


class Dock(QObject):
    """A panel in a tab at the side of the board, and what it shows of a game.

    What is hidden is not kept in step: `renew` brings it up to date when it is shown.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    kinds: ClassVar[Collection[str]] = ()
    """The kinds of address that lead to it, such as `formation`."""
    help: ClassVar[str] = ""
    """The address of the help on all of it."""
    is_usual: ClassVar[bool] = True
    """Whether its tab is there from the first; else a menu or a link opens it."""
    needs_height: ClassVar[bool] = False
    """Whether the small map makes room for it while it is wanted."""
    needs_width: ClassVar[int] = 0
    """The width that it has at least while it stands in front, pixels at 100 %; 0 for any."""

    linkActivated = Signal(str)
    """An address to follow, such as `spot:0913`, `unit:ID` or `rule:N8.5`."""
    dialogMade = Signal(object)
    """A `QDialog` to open over the window."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.panel = panel
        panel.linkActivated.connect(self.linkActivated)
        panel.setProperty(HELP, self.help)
        panel.installEventFilter(self)
        self.controller: Controller | None = None
        """The game that is shown."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the panel comes into sight, be it with the whole window."""
        if watched is self.panel and event.type() is QEvent.Type.Show:
            self.renew()
        return super().eventFilter(watched, event)

    def follow(self, controller: Controller | None) -> None:
        """Show another game from now on, or none."""
        self.controller = controller

    def dress(self, look: Look) -> None:
        """Follow theme and scale."""
        self.panel.set_look(look)

    def renew(self) -> None:
        """Show the table as it now is."""

    def cover(self) -> None:
        """Keep nothing, while the panel is hidden, that those who look now may not know."""
        self.renew()

    def offer(self, offer: Offer) -> None:
        """The player can do something else now."""

    def look_at(self, spot: Spot | None) -> None:
        """The player looks at another place."""

    def refuse(self, refusal: Refusal) -> None:
        """Something that the player wanted was refused."""

    def wants(self, offer: Offer) -> bool:  # noqa: ARG002
        """Whether it is to stand in front while this can be done."""
        return False

    def reveal(self, address: str) -> None:
        """Turn to what an address of one of its kinds names; it is in front already."""


class Follower(QObject):
    """Something that follows a game from its opening to its end, beside the board and the docks."""

    announced = Signal(str)
    """What is new, as HTML; empty when that is no news any more."""
    linkActivated = Signal(str)
    """An address to follow."""

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""

    def show_last(self) -> bool:
        """Show again what it showed last; False where it shows nothing of that kind."""
        return False

    def show_event(self, at: int) -> bool:  # noqa: ARG002
        """Show again what it showed of the event at a place; False where that is nothing."""
        return False

    def close(self) -> None:
        """The game is left."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is shown: what a follower may stand on."""

    table: Table
    look: Look
    preferences: Preferences
    window: QWidget
    places: Places
    """Where dialogs are put."""


class RealDice(Follower):
    """Asks for the dice of one game. Who closes the dialog uses the prompt's buttons.

    A game that asks for other things, such as chits, has one of its own for them.
    """

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place, self.look = place, place.look
        self.controller = place.table.controller
        self.dialog: QDialog | None = None
        """The dialog that is open."""
        self.controller.asked.connect(self._ask)
        self.controller.answered.connect(self.close)

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Dress the next dialog anew."""
        self.look = look

    def close(self) -> None:
        """Ask no more."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()

    def made(self, pending: Decision[Any], prompt: Prompt) -> tuple[QDialog, SignalInstance] | None:
        """A dialog that asks a question, and what tells its answer; None for another question."""
        if not isinstance(pending, Roll) or pending.sides != FACES:
            return None
        die = DieDialog(self.look, prompt.text, self.place.table)
        return die, die.thrown

    def _ask(self, prompt: Prompt, _: Offer) -> None:
        pending = self.controller.session.pending
        made = None if pending is None else self.made(pending, prompt)
        if pending is None or made is None:
            return
        dialog, told = made
        asked = type(pending)
        told.connect(lambda value: self.controller.give((Answer(asked, value),)))
        self.close()
        self.dialog = dialog
        Frame(self.look, dialog, self.place.places)
        dialog.open()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a battle ended, or stands: what a sheet of the end shows at once."""

    score: Sequence[ScoreLine]
    strengths: Sequence[Strength]
    curves: Sequence[LossCurve]


@dataclass(frozen=True, slots=True)
class EndSheet:
    """What tells who won, and why."""

    widget: QWidget
    links: SignalInstance
    """Tells of addresses to follow."""
    closed: SignalInstance
    begins: SignalInstance
    """Tells that the player wants a new game."""
    replays: SignalInstance | None = None
    """Tells that he wants to see the game again; its button is there once this is connected."""
    supposes: SignalInstance | None = None
    """Tells that he wants to play it otherwise from some turn on; likewise."""
    leave: Callable[[], None] = lambda: None
    """Ends what it has begun; it is closed."""


class Face:
    """What a game is to one window."""

    actions: ClassVar[Sequence[Action]] = ()
    """What the player can ask for beside what every game has: lenses, docks, links."""
    first_rule: ClassVar[str] = ""
    """Where the rulebook opens at a question that names no rule."""
    board_keys: ClassVar[Keys] = MAP_KEYS
    """What its kind of board obeys."""
    keys: ClassVar[Keys] = ()
    """What its board obeys beside that."""
    turns_up: ClassVar[Collection[str]] = ()
    """The kinds of address that, in a sentence of the log, show again what its event showed."""

    def __init__(self, kit: Kit[Any]) -> None:
        self.kit = kit
        self.questions = Questions(kit)
        """How its questions are put."""
        self.words = BoardWords()
        """What its board says."""

    @abstractmethod
    def table(self, setting: Setting) -> Table:
        """The board of a game, with its controller."""

    def pictures(self, state: Any) -> Pictures:  # noqa: ARG002
        """Pictures of the board for a report; `state` is any of the game."""
        return Pictures()

    def plan(self, state: Any, look: Look, width: int, ratio: float) -> QImage | None:  # noqa: ARG002
        """A small picture of the board before a game, off the GUI thread; None: there is none.

        Args:
            state: What stands on it.
            look: Whose colours it has.
            width: Pixels of the screen.
            ratio: Of these to a pixel of the window.
        """
        return None

    def chips(self, look: Look) -> Sequence[Chip]:  # noqa: ARG002
        """The parts of the strip, at most three, the one that takes spare room first."""
        return ()

    def docks(self, look: Look) -> Sequence[Dock]:  # noqa: ARG002
        """The docks, in the order of their tabs."""
        return ()

    def followers(self, place: Place) -> Sequence[Follower]:  # noqa: ARG002
        """What follows a game that has been opened."""
        return ()

    def act(self, action: str, table: Table) -> None:  # noqa: ARG002
        """Do what one of `actions` asks that is no lens, opens no dock and has no address.

        Raises:
            LookupError: It has no such action.
        """
        raise LookupError(action)

    def switches(self, table: Table) -> Mapping[str, bool]:
        """How those of `actions` stand that are switches."""
        return {lens: table.lenses.shows(lens) for lens in table.lenses.ids}

    def when(self, view: Any) -> str:
        """Where a game stands, in a few words."""
        return view.battle.when(max(view.turn, 1)) if view.turn else ""

    def end_sheet(self, table: Table, look: Look) -> EndSheet | None:
        """What tells who won, and why; None for a plain sentence.

        It opens with what is there at once, and tells the story as soon as it is made.
        """
        controller = table.controller
        session, told = controller.session, controller.playback.told
        # When all is over nothing is secret, and the score is that of the whole table.
        state = session.state if controller.view.over else controller.view
        ending = self.ending(state, session.events[:told])
        if ending is None:
            return None
        from hexwar.widgets.panels import end_sheet  # with its charts, not before

        sheet = end_sheet.EndSheet(look)
        sheet.show_end(state, ending.score, ending.strengths, ending.curves)
        worker = Worker(sheet)
        worker.finished.connect(sheet.show_told)
        left: list[bool] = []  # so that nobody waits for a story that is not wanted any more
        tell = partial(self.kit.aftermath, session.fork(), controller.readers, told)
        worker.run(partial(tell, is_wanted=lambda: not left))

        def leave() -> None:
            left.append(True)
            worker.wait()

        return EndSheet(
            *(sheet, sheet.linkActivated, sheet.closed, sheet.newGameAsked),
            replays=sheet.replayAsked,
            supposes=sheet.whatIfAsked,
            leave=leave,
        )

    def ending(self, state: Any, events: Sequence[Event]) -> Ending | None:  # noqa: ARG002
        """How a battle stands after some events, as far as a state or view tells; None: unsaid."""
        return None

    def dialog(
        self,
        address: str,  # noqa: ARG002
        table: Table | None,  # noqa: ARG002
        look: Look,  # noqa: ARG002
        parent: QWidget,  # noqa: ARG002
    ) -> QDialog | None:
        """What opens at an address that leads neither to the board nor to a dock."""
        return None


def face_of(kit: Kit[Any]) -> Face:
    """The face of a game.

    Raises:
        TypeError: The game has made something else.
    """
    made = kit.face()
    if not isinstance(made, Face):
        raise TypeError(f"the face of {kit.id} is a {type(made).__name__}")
    return made
