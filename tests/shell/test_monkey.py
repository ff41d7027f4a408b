"""Whatever is clicked and typed, the window goes on and the game stays legal."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexwar.ai.policy import CounterDice
from hexwar.hexes import Hex
from hexwar.table.overlays import overlays_of
from tests.shell.hand import Button, Hand, Key, Modifier, brienne
from tools.trials.contract_nlc import check_state

KEYS = (
    *(Key.Key_N, Key.Key_E, Key.Key_R, Key.Key_Space, Key.Key_Escape, Key.Key_Return),
    *(Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Right, Key.Key_1, Key.Key_2, Key.Key_3),
    *(Key.Key_Z, Key.Key_X, Key.Key_M, Key.Key_V, Key.Key_C, Key.Key_Period, Key.Key_0),
    *(Key.Key_F1, Key.Key_F2, Key.Key_F3, Key.Key_F4, Key.Key_F5, Key.Key_F8, Key.Key_Plus),
)
BUTTONS = (*[Button.LeftButton] * 6, Button.RightButton)
MODIFIERS = (
    *[Modifier.NoModifier] * 5,
    Modifier.ShiftModifier,
    Modifier.ControlModifier,
    Modifier.AltModifier,
)


@pytest.mark.parametrize("seed", ["monkey", "ape"])
def test_random_clicks_and_keys_break_nothing(hand: Hand, seed: str) -> None:
    hand.open(brienne(seed))
    dice = CounterDice(seed)
    for _ in range(130):
        if hand.session.pending is None:
            break
        act(hand, dice)
        hand.qtbot.wait(1)
        check_state(hand.session.state)

    assert len(hand.session.journal) > 30


def act(hand: Hand, dice: CounterDice) -> None:
    """Do one thing or another."""
    questions, combat = hand.window.dialogs, hand.combat
    dialog = questions.dialog
    if dialog is not None:
        dialog.reject()
    elif combat.isVisible():
        (combat.sheet.go if combat.is_asking else combat.sheet.close_button).click()
    elif dice.below(3) == 0:
        QTest.keyClick(hand.board, KEYS[dice.below(len(KEYS))])
    elif dice.below(4) == 0 and hand.buttons:
        words = list(hand.buttons)
        hand.press(words[dice.below(len(words))])
    elif dice.below(8) == 0:
        hand.game.controller.undo()
    else:
        click(hand, dice)
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def click(hand: Hand, dice: CounterDice) -> None:
    """Click a hex that is marked, or now and then any hex."""
    overlays = overlays_of(hand.game.controller.offer.overlays)
    reach = overlays.reach.left if overlays.reach else ()
    marked = sorted({*reach, *overlays.ready, *(target.hex for target in overlays.targets)})
    everywhere: list[Hex] = list(hand.board.board.battlefield.grid.hexes)
    hexes = marked if marked and dice.below(6) else everywhere
    button = BUTTONS[dice.below(len(BUTTONS))]
    modifier = MODIFIERS[dice.below(len(MODIFIERS))]
    hand.click(hexes[dice.below(len(hexes))], button, modifier)
