"""Every action of the window: it stands in a menu, has one handler and a key of its own."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from hexwar.shell.actions import BY_ID, Menu, with_own
from hexwar.shell.main_window import MainWindow
from hexwar.shell.menus import Menus
from hexwar.systems.nlc.panels.actions import OWN_ACTIONS

ACTIONS = with_own(OWN_ACTIONS)


def menus_of(window: MainWindow) -> dict[str, QMenu]:
    found = {}
    for action in window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        found[action.text()] = menu
    return found


def test_every_action_stands_in_its_menu_and_its_tip_has_the_key(window: MainWindow) -> None:
    menus = menus_of(window)
    assert list(menus) == [menu.value for menu in Menu]
    for spec in ACTIONS:
        action = window.menus[spec.id]
        assert action in menus[spec.menu.value].actions(), spec.id
        assert spec.tip[0].isupper(), spec.id
        assert not spec.tip.endswith("."), spec.id
        assert all(f"({key})" in action.toolTip() for key in spec.keys[:1]), spec.id
        assert action.isEnabled() == (not spec.needs_game), spec.id

    for title, menu in menus.items():
        texts = [action.text() for action in menu.actions() if not action.isSeparator()]
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert len(letters) == len(texts), title
        assert max(Counter(letters).values()) == 1, title


def test_ids_and_keys_are_unique() -> None:
    assert max(Counter(spec.id for spec in ACTIONS).values()) == 1
    keys = [QKeySequence(key).toString() for spec in ACTIONS for key in spec.keys]
    assert all(keys)
    assert max(Counter(keys).values()) == 1
    assert not set(keys) & set("123456789")


def test_a_barred_action_says_why_and_one_without_a_handler_is_an_error(window: MainWindow) -> None:
    undo: QAction = window.menus["undo"]
    window.menus.bar("undo", "A die was rolled.")
    assert not undo.isEnabled()
    assert undo.toolTip().endswith("A die was rolled.")
    window.menus.bar("undo", "")
    assert undo.isEnabled()
    assert undo.toolTip() == BY_ID["undo"].tooltip
    with pytest.raises(KeyError):
        Menus(window, ACTIONS, {})
