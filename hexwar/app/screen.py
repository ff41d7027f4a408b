"""Qt's application, or one sentence where there is no screen for it."""

from __future__ import annotations

import os
import sys
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from hexwar.messages import say

NO_SCREEN: Final = 1
"""The exit status."""


def application() -> QApplication:
    """The application, made once.

    Where Qt finds no screen it would abort the process, with a core dump and advice to install it
    anew: the process ends with a sentence and a status instead.
    """
    present = QApplication.instance()
    if isinstance(present, QApplication):
        return present
    _kept.append(_made())
    return _kept[-1]


_kept: list[QApplication] = []  # Qt's application ends with the last that holds it


def _made() -> QApplication:
    said: list[str] = []

    def hear(kind: QtMsgType, _: QMessageLogContext, words: str) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            said.append(words)
            return
        why = say("hexwar: there is no screen to open a window on; see hexwar --help for the rest")
        print(why, file=sys.stderr, flush=True)
        os._exit(NO_SCREEN)  # Qt aborts as soon as this returns

    before = qInstallMessageHandler(hear)
    try:
        made = QApplication(["hexwar"])
    finally:
        qInstallMessageHandler(before)
    for words in said:
        print(words, file=sys.stderr)
    return made
