"""The menu of what can be taken back and done again, and what a line of the log offers (N3.4)."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from hexwar.messages import count, say
from hexwar.shell.controller import Controller
from hexwar.shell.undoing import Reach, Step
from hexwar.table.story import Story
from hexwar.widgets.words import keyless

_LISTED = 12  # steps that the menu names
_LONG = 70  # letters of a sentence in the menu


def undo_menu(controller: Controller, parent: QWidget) -> QMenu:
    """What can be taken back, and what can be done again, to choose from."""
    reach, menu = controller.undoing.reach(), QMenu(parent)
    menu.setObjectName("undo-to")
    menu.setToolTipsVisible(True)
    story = Story(controller.kit.names(controller.session.state.battle), controller.viewer.readers)
    story.follow(controller.session.events)
    _add_steps(menu, controller, reach, story)
    if reach.barrier is not None:
        menu.addSeparator()
        sentence = say(reach.barrier.sentence)
        menu.addAction(keyless(say("No further: {why}", why=sentence))).setEnabled(False)
    again = len(controller.session.undone)
    if again:
        menu.addSeparator()
        menu.addAction(say("Redo one step"), controller.redo)
        words = count("Redo {n} step", "Redo all {n} steps", again)
        menu.addAction(keyless(words), controller.redo_all)
    return menu


def _add_steps(menu: QMenu, controller: Controller, reach: Reach, story: Story) -> None:
    if not reach.steps:
        return
    menu.addAction(say("Take back the last step"), controller.undo)
    start = reach.activation
    if start is not None:
        back = reach.steps.index(start) + 1
        words = count(
            "Back to the start of the activation ({n} step)",
            "Back to the start of the activation ({n} steps)",
            back,
        )
        menu.addAction(keyless(words), partial(controller.undo_to, start.entry))
    menu.addSeparator()
    for step in reach.steps[:_LISTED]:
        words = say("Before: {what}", what=_sentence(story, step.events))
        menu.addAction(keyless(words), partial(controller.undo_to, step.entry))


def _sentence(story: Story, event: int) -> str:
    """What came of an answer first, in a sentence."""
    entries = story.entries[event : event + 12]
    told = (entry.index for entry in entries if entry.topic.is_usual and story.is_told(entry.index))
    index = next(told, None)
    if index is None:
        return say("a choice that the log does not tell")
    words = story.text(index).plain
    return words if len(words) <= _LONG else f"{words[: _LONG - 1]}\N{HORIZONTAL ELLIPSIS}"


def open_undo_menu(controller: Controller, parent: QWidget, where: QPoint) -> QMenu:
    """Let the player choose how far to take back; the menu stands above a place on the screen."""
    menu = undo_menu(controller, parent)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where - QPoint(0, menu.sizeHint().height()))
    return menu


def line_words(controller: Controller, event: int) -> tuple[str, Step | None]:
    """What the menu of a line of the log offers, and where that leads; None beyond the barrier."""
    reach = controller.undoing.reach()
    step = reach.before(event)
    if step is not None:
        return say("Take back to here"), step
    why = say(reach.barrier.sentence) if reach.barrier is not None else ""
    return say("Take back to here: {why}", why=why), None
