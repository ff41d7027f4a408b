"""The dock of what has happened: the log, and the recap of who has done what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QTabBar

from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock, Face
from hexwar.shell.undo_menu import line_words
from hexwar.table.fact import Fact, topics_of
from hexwar.table.forces import Side
from hexwar.table.recap import Part, Recap
from hexwar.table.why import Why
from hexwar.text import Run, Text
from hexwar.widgets.log.log_view import LogView
from hexwar.widgets.log.recap_view import Choice, DeedLine, PartLine, RecapView
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, bare
from hexwar.widgets.words import keyless


class Pages(Panel):
    """The log and the recap, one before the other."""

    turned = Signal()
    """Another page is in front."""

    def __init__(self, look: Look, log: LogView, recap: RecapView) -> None:
        super().__init__(look)
        self.log, self.recap = log, recap
        self.tabs, self._stack = QTabBar(), QStackedWidget()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(True)
        for page, title in ((log, say("Log")), (recap, say("Recap"))):
            self.tabs.addTab(keyless(title))
            self._stack.addWidget(page)
            page.linkActivated.connect(self.linkActivated)
        self.tabs.currentChanged.connect(self._turn)
        bare(self, self.tabs, (self._stack, 1))
        self.setFocusProxy(log)
        self.settle()

    def show_recap(self, *, shown: bool) -> None:
        """Turn to the recap, or to the log."""
        self.tabs.setCurrentIndex(int(shown))

    @property
    def shows_recap(self) -> bool:
        """Whether the recap is in front."""
        return self.tabs.currentIndex() == 1

    def set_look(self, look: Look) -> None:
        """Dress both."""
        super().set_look(look)
        self.log.set_look(look)
        self.recap.set_look(look)

    def _turn(self, page: int) -> None:
        self._stack.setCurrentIndex(page)
        self.setFocusProxy(self.recap if page else self.log)
        self.turned.emit()


class LogDock(Dock):
    """What has happened."""

    id = "log"
    title = mark("Log")
    kinds = ("recap",)

    def __init__(self, look: Look, face: Face) -> None:
        self._kit, self._turns_up = face.kit, face.turns_up
        self.log = LogView(look, topics_of(self._kit.system.events))
        self.recap = RecapView(look)
        self.pages = Pages(look, self.log, self.recap)
        super().__init__(self.pages)
        self.pages.turned.connect(self.renew)
        self.recap.played.connect(self._play)
        self.log.entryAsked.connect(self._open_menu)
        self.log.linkFollowed.connect(self._follow)
        self._recap: Recap | None = None
        self._shown: tuple[object, ...] | None = None  # what the recap tells of

    def follow(self, controller: Controller | None) -> None:
        """Show another game from now on, or none."""
        super().follow(controller)
        self._recap = self._shown = None
        self.recap.look_back(on=controller is not None and controller.show.is_recorded)

    def renew(self) -> None:
        """Tell what has been shown, as far as the one who looks may know of it.

        What is shown once more has been told already: the page stays as it is.
        """
        controller = self.controller
        if controller is None or controller.show.is_again:
            return
        told, readers = controller.playback.told, controller.viewer.readers
        events = controller.session.events[:told]
        names = self._kit.names(controller.view.battle)
        self.log.show_events(names, events, readers)
        if not self.pages.shows_recap:
            self.recap.show_parts(())  # nothing of it outlives other eyes
            self._shown = None
            return
        told = controller.recounted
        last = controller.session.events[told - 1] if told else None
        shown = (told, last, controller.viewer, self.pages.look)
        if shown != self._shown:
            self._shown = shown
            self.recap.show_parts(self._lines(controller))
        if controller.show.is_recorded:
            self.recap.show_place(controller.told_of)

    def reveal(self, address: str) -> None:
        """Turn to the recap: `recap:since`, `recap:all` or `recap:fights`."""
        wanted = address.partition(":")[2].upper()
        if wanted in Choice.__members__:
            self.recap.choose(Choice[wanted])
        self.pages.show_recap(shown=True)
        self.renew()

    def _play(self, first: int, end: int) -> None:
        """Show a part on the board; a fight with its sheet, where that does not fill itself."""
        controller = self.controller
        if controller is None:
            return
        controller.show_part(first, end)
        event = controller.session.events[first]
        if isinstance(event, Fact) and event.deed and not controller.show.is_recorded:
            self.linkActivated.emit(f"event:{first}")

    def _follow(self, link: str, event: int) -> None:
        """Follow a link of a sentence; what its event turned up is turned up again."""
        is_again = link.partition(":")[0] in self._turns_up
        self.linkActivated.emit(f"event:{event}:{link}" if is_again else link)

    def _open_menu(self, event: int, where: QPoint) -> None:
        """What can be done with a line: take back to it, or see it again."""
        menu = self.menu_of(event)
        if menu is not None:
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(where)

    def menu_of(self, event: int) -> QMenu | None:
        """The menu of a line of the log; None where there is no game."""
        controller = self.controller
        if controller is None:
            return None
        menu = QMenu(self.log)
        menu.addAction(say("Show it on the board"), lambda: controller.show_part(event, event + 1))
        found = controller.session.events[event]
        if isinstance(found, Fact) and found.deed:
            again = partial(self.linkActivated.emit, f"event:{event}")
            menu.addAction(say("Read the fight beside the board"), again)
        if controller.can_take_back:
            words, step = line_words(controller, event)
            taken = menu.addAction(keyless(words))
            taken.setEnabled(step is not None)
            if step is not None:
                taken.triggered.connect(lambda: controller.undo_to(step.entry))
        return menu

    def _lines(self, controller: Controller) -> Sequence[PartLine]:
        if self._recap is None:
            self._recap = Recap(self._kit.names(controller.session.state.battle))
        recap = self._recap
        events = controller.session.events[: controller.recounted]
        recap.follow(events, controller.viewer.readers)
        new = {part.first for part in recap.others_since(controller.viewer.side)}
        return [self._line(recap, part, part.first in new) for part in recap.parts]

    def _line(self, recap: Recap, part: Part, is_new: bool) -> PartLine:
        assert self.controller is not None
        look, battle = self.pages.look, recap.story.names.battle
        names = battle.side_names
        heading = recap.story.turn_title(part.turn)
        colour = "" if part.side is None else look.side(battle, part.side).name()
        deeds = tuple(
            DeedLine(
                deed.first,
                deed.end,
                self._turned(recap.text(deed), deed.first).html,
                deed.is_fight,
                recap.story.names.spot(deed.spots[-1]).plain if deed.spots else "",
                recap.clause(deed).plain if deed.is_fight else "",
            )
            for deed in part.deeds
        )
        reasons = [
            _by(names.get(Side(why.side), why.side), why) if why.side != part.side else why
            for why in self.controller.whys_in(part.first, part.end)
        ]
        html = recap.summary(part).html
        return PartLine(part.first, part.end, html, heading, colour, deeds, tuple(reasons), is_new)

    def _turned(self, words: Text, event: int) -> Text:
        """A sentence whose links turn up again what its event turned up."""

        def led(run: Run) -> Run:
            is_again = run.link.partition(":")[0] in self._turns_up
            return replace(run, link=f"event:{event}:{run.link}") if is_again else run

        return Text(tuple(map(led, words.runs)))


def _by(name: str, why: Why) -> Why:
    """A reason of who does not act himself, as who answers an assault: with his name before it."""
    return replace(why, sentence=say("{side}: {reason}", side=name, reason=why.sentence))
