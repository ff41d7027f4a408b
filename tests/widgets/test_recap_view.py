"""The recap as a list to read."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from hexwar.widgets.log.recap_view import Choice, DeedLine, PartLine, RecapView
from tests.widgets import skirmish as s


def fight(at: int, place: str, what: str) -> DeedLine:
    return DeedLine(at, at + 1, what, is_fight=True, place=place, what=what)


def test_fights_in_one_hex_are_told_apart(qtbot: QtBot) -> None:
    view = s.owned(qtbot, RecapView(s.look()))
    view.choose(Choice.ALL)
    fights = (
        fight(1, "Brienne", "bombarded Brienne"),
        fight(2, "Perthes", "assaulted Perthes"),
        fight(3, "Brienne", "assaulted Brienne"),
        fight(4, "Brienne", "assaulted Brienne"),
    )
    view.show_parts([PartLine(1, 9, "V Corps", "Turn 1", deeds=fights)])
    told = view.page.toPlainText()
    assert "bombarded Brienne, Perthes, assaulted Brienne (1), assaulted Brienne (2)" in told
