"""Every secret of the other side may be any other: the window shows the same, in each corner.

The table, the events and the dice that only the other side knows are swapped for others, at the
handover and while a side sits there. Every text, tip, name and painted picture stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QComboBox, QTabBar, QWidget

from hexwar.app.games import new_game
from hexwar.cards.records import CardId
from hexwar.engine import Event, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.shell.main_window import MainWindow
from hexwar.shell.undo_menu import undo_menu
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import Fact
from hexwar.table.forces import FormationId, OrderStep, UnitId
from tests.shell.hand import Hand
from tests.shell.test_handover import give, sit_down, texts
from tests.systems.nlc.cases import each
from tools.trials.secrets import SECRETS, is_told

FOG = {
    "orders": "secret",
    "hidden_forces": "on",
    "hidden_movement": "on",
    "vedettes": "on",
    "cards": "full",
}

pytestmark = pytest.mark.rule("N3.4", "N20.2", "N23.2")


# -- what the window shows


def everything(window: MainWindow) -> dict[str, str]:
    """Each text and picture of the window, by where it stands."""
    game = window.game
    assert game is not None
    found = {} if window.lock.is_closed else pictures(window)  # what is painted is up to date
    found |= {f"text {n}": line for n, line in enumerate(texts(window).split("\n"))}
    for n, widget in enumerate(window.findChildren(QWidget)):
        found[f"help of {n}"] = widget.whatsThis()
        if isinstance(widget, QComboBox | QTabBar):
            count, text = widget.count(), _text_of(widget)
            found[f"items of {n}"] = "|".join(text(at) for at in range(count))
    for n, action in enumerate(window.findChildren(QAction)):
        found[f"action {n}"] = f"{action.whatsThis()} {action.isEnabled()} {action.isVisible()}"
    barrier = game.controller.barrier()
    found["barrier"] = "" if barrier is None else barrier.sentence
    found["deeds"] = str(game.controller.possible())
    found["end"] = str(game.controller.why_no_end())
    if not window.lock.is_closed:
        menu = undo_menu(game.controller, window)
        found["undo"] = "\n".join(action.text() for action in menu.actions())
        menu.deleteLater()
    found["picture"] = settled(window)
    return found


PANEL = QSize(360, 350)
"""As large as a panel is that is shown."""


def pictures(window: MainWindow) -> dict[str, str]:
    """What each dock shows, those behind a tab too."""
    docks = window.panes.docks.items()
    for _, dock in docks:
        if dock.panel.size().isEmpty():  # it was behind a tab ever since the window opened
            dock.panel.resize(PANEL)
    return {f"picture of {name}": settled(dock.panel) for name, dock in docks}


def _text_of(widget: QComboBox | QTabBar) -> Any:
    return widget.itemText if isinstance(widget, QComboBox) else widget.tabText


def settled(widget: QWidget) -> str:
    """Its picture once it is laid out: what stands behind a tab is so by being painted."""
    before, now = "", painted(widget)
    for _ in range(6):
        QCoreApplication.sendPostedEvents()
        before, now = now, painted(widget)
        if now == before:
            break
    return now


def painted(widget: QWidget) -> str:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return sha256(bytes(image.constBits())).hexdigest()


# -- other secrets


@contextmanager
def other_secrets(session: Session[GameState], hand: Hand, dice: Random) -> Iterator[int]:
    """Meanwhile all that those who look may not know is otherwise; how many secrets that are."""
    state, pads = session.state, hand.game.controller.viewer.pads
    whole, events, journal = state.copy(), [*session.events], [*session.journal]
    owners = [side for side in state.battle.sides if side not in pads]
    can_see = hand.game.controller.can_see
    unknown = [at for at, event in enumerate(events) if not can_see(event)]
    changed = 0
    for owner in owners:
        for name, scramble in SECRETS.items():
            if is_told(name, state, state.battle.enemy(owner)):
                continue  # his spies have read it: it is no secret, and both know that
            before = state.copy()
            try:
                scramble(state, owner, dice)
            except LookupError:  # nobody lies there, or not all of them are under the flag
                _put(state, before)
            changed += _value(before, name) != _value(state, name)
    state.forget()
    for at in unknown:
        session.events[at] = _another(state, events[at], dice)
    changed += sum(one is not other for one, other in zip(events, session.events, strict=True))
    for at, entry in enumerate(journal):
        if entry.is_luck and any(first == entry.events for first in unknown):
            session.journal[at] = replace(entry, note=f"another {entry.note}")
    try:
        yield changed
    finally:
        _put(state, whole)
        session.events[:], session.journal[:] = events, journal


def _put(state: GameState, whole: GameState) -> None:
    """Make a state what another is."""
    twin = whole.copy()
    for field in fields(state):
        setattr(state, field.name, getattr(twin, field.name))
    state.forget()


def _value(state: GameState, name: str) -> object:
    found: Any = state
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _another(state: GameState, event: Event, dice: Random) -> Event:
    """The same event with other pieces, places, orders and dice; who is hidden stays so."""
    if not is_dataclass(event) or not isinstance(event, Fact):
        return event
    if event.conceals() or event.discloses():
        return event
    changes: dict[str, Any] = {}
    for name, kind in get_type_hints(type(event)).items():
        held = getattr(event, name, None)
        if kind is int and name == "die":
            changes[name] = 7 - int(held or 1)
        elif held is not None and (other := _other(state, kind, held, dice)) is not None:
            changes[name] = other
    return replace(event, **changes) if changes else event


def _other(state: GameState, kind: Any, held: Any, dice: Random) -> Any:
    battle = state.battle
    if kind in (FormationId, LineId):
        side = state.side_of_line(held)
        return kind(dice.choice([c.id for c in battle.formations.values() if c.side == side]))
    if kind is UnitId:
        side = battle.units[held].side
        return dice.choice([card.id for card in battle.units.values() if card.side == side])
    if kind is Hex:
        return dice.choice(battle.battlefield.grid.hexes)
    if kind is CardId:
        return CardId(dice.choice(["delay", "fire", "probe"]))
    if kind == tuple[OrderStep, ...]:
        where = Hex(dice.choice(battle.battlefield.grid.hexes))
        return (OrderStep(dice.choice(list(Verb)), where),)
    return None


# -- a game


def differences(hand: Hand, dice: Random) -> tuple[int, Mapping[str, tuple[str, str]]]:
    """How many secrets were swapped, and where the window shows any of it."""
    controller, window = hand.game.controller, hand.window
    controller.start()
    before = everything(window)
    with other_secrets(hand.session, hand, dice) as changed:
        controller.start()
        after = everything(window)
    controller.start()
    keys: Sequence[str] = sorted({*before, *after})
    pairs = {key: (before.get(key, ""), after.get(key, "")) for key in keys}
    return changed, {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def sweep(hand: Hand, scenario: str, handovers: int) -> int:
    """Play with all of the fog on, and swap at each handover and after it; how many secrets."""
    hand.open(new_game(scenario, SeededChance(7), FOG))
    hand.window.menus["orders"].setChecked(True)
    hand.game.table.switch("orders", on=True)
    dice, seen, swapped, turn = Random(scenario), 0, 0, 0
    while seen < handovers and hand.session.pending is not None:
        if hand.window.handover.isVisible():
            for _ in range(2):
                changed, shown = differences(hand, dice)
                assert shown == {}, (seen, hand.pending, hand.game.controller.viewer)
                swapped += changed
                if hand.window.handover.isVisible():
                    sit_down(hand)
            seen += 1
        give(hand, turn := turn + 1)
    assert seen == handovers
    return swapped


HANDOVERS = max(5, min(settings().max_examples // 8, 60))
"""At how many handovers of a game: 5 at your desk, 60 in the night."""


@each("scenario", "brienne", "champaubert", "vauchamps")
def test_no_secret_of_the_other_side_is_anywhere_in_the_window(hand: Hand, scenario: str) -> None:
    assert sweep(hand, scenario, HANDOVERS) > 20 * HANDOVERS
