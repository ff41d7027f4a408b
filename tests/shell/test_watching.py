"""Two computer players are watched, and one who thinks long is hurried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

import pytest

from hexwar.ai.policy import Dice, Look
from hexwar.engine import Decision
from hexwar.kit import Player
from hexwar.shell import following
from hexwar.shell.following import Following
from hexwar.systems.nlc.kit import NLC
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand, new_brienne


def test_two_clicks_lead_from_the_start_page_to_two_computers_at_play(hand: Hand) -> None:
    window = hand.window
    window.start.watch.click()
    dialog = window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    assert set(dialog.choice.players.values()) == {NLC.opponent}
    dialog.start.click()
    hand.until(lambda: window.game is not None)
    assert window.briefing.page is None
    assert not hand.game.seats.humans
    assert hand.sentence.startswith("Now ")
    assert hand.game.controller.thinker.is_thinking or hand.session.journal
    assert not window.services.store.seated()  # nobody has sat down


class Ponderer:
    """Thinks until it is let go."""

    free = Event()

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        self.free.wait(20)
        return options[0]


def test_who_thinks_long_is_told_of_and_answers_at_once_when_hurried(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_THINKS_MS", 40)
    monkeypatch.setattr(following, "_TICK_MS", 20)
    players: Mapping[str, Player] = {**NLC.players, "normal": Player(Ponderer, "ponders")}
    hand.open(new_brienne(options={"player.allied": "greedy"}))
    controller, bar = hand.game.controller, hand.game.follower(Following).bar
    monkeypatch.setattr(controller.thinker, "_players", players)
    given = len(hand.session.journal)
    hand.window.menus["lend"].trigger()
    hand.until(bar.now.isVisible)
    assert "French thinks" in bar.caption.text()
    assert len(hand.session.journal) == given
    controller.show.set_paused(True)
    bar.now.click()
    controller.show.step()
    hand.until(lambda: len(hand.session.journal) > given)
    Ponderer.free.set()
    hand.window.menus["lend"].trigger()
    assert controller.is_asking
