"""The small menu that asks who stays behind in a hex on the way (N5.9)."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.controller import Controller
from hexwar.table.forces import UnitId


def ask_who_stays(controller: Controller, hex_: Hex, parent: QWidget, where: QPoint) -> None:
    """Lead the way of the chosen units through a hex; ask whom to leave there, if anybody can stay.

    Args:
        controller: The game.
        hex_: The hex on the way.
        parent: Whose menu it is.
        where: The place of the menu on the screen.
    """
    able = controller.leavable(hex_)
    if isinstance(able, Refusal):
        controller.refused.emit(able)
    elif able:
        _menu(controller, hex_, able, parent).popup(where)
    else:
        controller.leave(hex_, ())


def _menu(controller: Controller, hex_: Hex, able: tuple[UnitId, ...], parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setObjectName("leave")
    for unit in able:
        name = controller.view.card(unit).name
        words = say("Leave here: {name}", name=name)
        menu.addAction(words, partial(controller.leave, hex_, (unit,)))
    menu.addSeparator()
    menu.addAction(say("Nobody: only go by here"), partial(controller.leave, hex_, ()))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
