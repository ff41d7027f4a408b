"""Counts what a turn costs a player: clicks, keys and changes of seat, by the question put.

The player sits at the real window and uses its own doors: mouse and keyboard. He writes one order
a side and turn, lets those who act march by their orders until enough pieces have moved, and
otherwise presses what the window names as the usual answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from hexwar.app.games import new_game
from hexwar.engine import Manner, SeededChance
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from tests.shell.hand import Hand, Key, Modifier

MARCH, ACCEPT, ACCEPT_AND_END = "March by its order", "Accept", "Accept and end"

TABLES = "HEXWAR_CLICKS"
"""The variable that names a file for the tables."""

STUCK = 5
"""How often the same question may be answered in vain."""


@dataclass
class Tally:
    """What was done, by the name of the question."""

    clicks: Counter[str] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    moved: int = 0  # pieces

    def sums(self) -> tuple[int, int, int]:
        """Clicks, keys, changes of seat."""
        return self.clicks.total(), self.keys.total(), self.seats.total()

    def lines(self, title: str) -> Iterator[str]:
        """A table in Markdown."""
        yield f"| {title}, {self.moved} pieces moved | clicks | keys | handovers |"
        yield "|---|---|---|---|"
        names = sorted({*self.clicks, *self.keys, *self.seats})
        for name in names:
            yield f"| {name} | {self.clicks[name]} | {self.keys[name]} | {self.seats[name]} |"
        clicks, keys, seats = self.sums()
        yield f"| together | {clicks} | {keys} | {seats} |"


@dataclass
class Evening:
    """A player, or two at one machine."""

    hand: Hand
    is_told: bool  # whether marches are proposed to him unasked
    enough: int  # pieces; from then on the activations are only ended
    tally: Tally = field(default_factory=Tally)
    _written: set[tuple[int, str]] = field(default_factory=set)
    _tried: set[int] = field(default_factory=set)  # answers before proposals that led to nothing
    _last: tuple[int, str] = (0, "")
    _again: int = 0

    def play(self, turns: int) -> Tally:
        """Play to the end of a turn."""
        while self._is_on(turns):
            self._step()
        moves = (e for e in self.hand.session.events if isinstance(e, UnitMoved))
        self.tally.moved = sum(len(event.units) for event in moves)
        return self.tally

    def _is_on(self, turns: int) -> bool:
        self.hand.until(self._is_put)
        return self.hand.session.pending is not None and self.hand.session.state.turn <= turns

    def _is_put(self) -> bool:
        hand = self.hand
        is_covered = hand.window.handover.isVisible()
        return hand.session.pending is None or is_covered or hand.game.controller.is_asking

    # -- the doors

    def _click(self, where: QWidget | str, name: str, spot: QPoint | None = None) -> None:
        if isinstance(where, str):
            self.hand.click(where)
        else:
            at = spot or where.rect().center()
            QTest.mouseClick(where, Qt.MouseButton.LeftButton, Modifier.NoModifier, at)
        self.tally.clicks[name] += 1

    def _key(
        self, key: Qt.Key, name: str, modifier: Qt.KeyboardModifier = Modifier.NoModifier
    ) -> None:
        self.hand.key(key, modifier)
        self.tally.keys[name] += 1

    def _button(self, words: str) -> QPushButton | None:
        return self.hand.buttons.get(words)

    # -- what he does

    def _step(self) -> None:
        hand = self.hand
        name = type(hand.pending).__name__
        if hand.window.handover.isVisible():
            self.tally.seats[name] += 1
            self.tally.keys[name] += 1
            QTest.keyClick(hand.window.handover, Key.Key_Return)
            return
        now = len(hand.session.journal), name
        self._again = self._again + 1 if now == self._last else 0
        self._last = now
        assert self._again < STUCK, f"{name}: {hand.sentence} {hand.refusal}"
        if not self._writes(name) and not self._marches(name) and not self._fights(name):
            self._answers(name)

    def _writes(self, name: str) -> bool:
        """One march for each side and turn, by mouse: whose, what, and where to."""
        hand, asked = self.hand, self.hand.pending
        if not isinstance(asked, IssueOrder):
            return False
        page = hand.session.state.turn, asked.side
        paper = next(filter(None, map(_march, hand.session.options)), None)
        if page in self._written or paper is None:
            return False
        self._written.add(page)
        panel = hand.window.panes.panel(OrdersPanel)
        line, goal = paper.line, paper.steps[0].target
        assert goal is not None
        rows = panel.list
        index = rows.rows.index_of(line)
        rows.scrollTo(index)
        self._click(rows.viewport(), name, rows.visualRect(index).topLeft() + QPoint(90, 14))
        self._click(panel.composer.verbs["march"], name)
        self._click(goal, name)
        return True

    def _marches(self, name: str) -> bool:
        """The staff proposes, and he accepts."""
        at, propose = len(self.hand.session.journal), self._button(MARCH)
        accept = self._button(ACCEPT_AND_END) or self._button(ACCEPT)
        if not isinstance(self.hand.pending, ActivateUnit):
            return False
        if accept is not None:
            self._click(accept, name)
            return True
        may_end = self.hand.session.refusal(None) is None
        if (
            propose is None
            or self.is_told
            or at in self._tried
            or (may_end and self._moved() >= self.enough)
        ):
            return False
        self._tried.add(at)
        self._click(propose, name)
        return True

    def _fights(self, name: str) -> bool:
        """What an order demands: an assault, on its sheet."""
        combat, options = self.hand.combat, self.hand.session.options
        if combat.is_asking:
            self._click(combat.sheet.go, name)
        elif isinstance(self.hand.pending, DeclareAssault) and None not in options:
            self._click(options[0].target, name)
        else:
            return False
        return True

    def _moved(self) -> int:
        events = self.hand.session.events
        return sum(len(event.units) for event in events if isinstance(event, UnitMoved))

    def _answers(self, name: str) -> None:
        """The usual answer: to end the activation, what ends something, the main button."""
        controller = self.hand.game.controller
        manners = [button.manner for button in controller.offer.buttons]
        if isinstance(self.hand.pending, MoveLeaderOrTrain) and self.hand.session.refusal(None):
            self._key(Key.Key_Space, name)  # somebody has orders to go: all follow
        elif controller.can_end_activation:
            self._key(Key.Key_E, name, Modifier.ShiftModifier)
        elif Manner.END in manners:
            self._key(Key.Key_E, name)
        elif Manner.MAIN in manners:
            self._key(Key.Key_Space, name)
        else:
            buttons = self.hand.buttons
            self._click(buttons[self.hand.answers[0]], name)


def _march(option: Any) -> Paper | None:
    """An order to march somewhere."""
    if not isinstance(option, Paper) or not option.steps:
        return None
    step = option.steps[0]
    return option if step.verb == "march" and step.target is not None else None


def evening(
    hand: Hand,
    scenario: str,
    turns: int,
    enough: int,
    options: Mapping[str, str],
    *,
    is_told: bool = False,
) -> Tally:
    """Play a scenario from its beginning to the end of a turn."""
    hand.window.apply(replace(hand.window.preferences, proposes=is_told))
    hand.open(new_game(scenario, SeededChance("7"), dict(options)))
    return Evening(hand, is_told, enough).play(turns)
