#!/usr/bin/env python3
"""Takes a picture of everything that a player sees of an evening, to be looked at.

tools/make_gallery.py FOLDER [--only WORD ...] [--size low|wide|fine]

The window is shown at 1366x768 (`low`), at 1920x1080 (`wide`), and as the same screen shows it at
200 % (`fine`); the pictures of each lie in a folder of their own. Nothing of it is kept in the
repository.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from hexwar.ai.policy import CounterDice, Look
from hexwar.app import window
from hexwar.app.games import new_game
from hexwar.app.window import load_file
from hexwar.cards.events import CardPlayed
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Decision, Roll, SeededChance, Session
from hexwar.shell.advice import Advice
from hexwar.shell.game import Game
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.main_window import MainWindow
from hexwar.shell.map_table import MapTable
from hexwar.shell.measured_table import MeasuredTable
from hexwar.shell.playback import Beat
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.tlnb.events.turn import FormationDemoralized
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard
from hexwar.systems.tlnb.rules.cards.tactics import COUNTER_CHARGE, PlayTactics
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment, FallBack
from hexwar.systems.tlnb.rules.combat.charge import CounterCharge, PromiseCharge
from hexwar.systems.tlnb.rules.combat.charge import DeclareCharge as DeclareRide
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.results import ChooseLosses
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack
from hexwar.systems.tlnb.rules.command.command import CheckUnits, NameOfficers
from hexwar.systems.tlnb.rules.command.leaders import LeadersStay
from hexwar.systems.tlnb.rules.dice import ThrowAgain
from hexwar.systems.tlnb.rules.losses.recovery import ReturnUnit
from hexwar.systems.tlnb.rules.movement.hidden import HideStacks
from hexwar.systems.tlnb.rules.movement.repulse import PushBack
from hexwar.systems.tlnb.rules.movement.segment import MoveUnits, WorkAtSpan
from hexwar.systems.tlnb.rules.special.call_charge import GreatCharge
from hexwar.systems.tlnb.rules.special.use_leader import UseLeader
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import overlays_of
from hexwar.tabletop.spots import pose_at
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.panels.new_game import NewGameDialog
from tools.stage import (  # before Qt, whose home it makes
    ROOT,
    battle,
    choose_move,
    player_turn,
    point_at,
    sharpen,
    wait,
)

SIZES = {"low": (1366, 768, 1), "wide": (1920, 1080, 1), "fine": (960, 540, 2)}
"""Width and height of the window, and pixels of the screen to each of its own."""

COMPUTER = {"player.allied": "greedy"}
FINISHED = ROOT / "tests" / "saves" / "brienne-0.2.0-finished.hexwar"


class Stage:
    """The window, and where its pictures go."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self._folder = folder
        self.window: MainWindow = window.make_window(window.application())
        self.window.resize(*size)
        self.window.show()
        wait(800)

    @property
    def game(self) -> Game:
        """The game that is open."""
        assert self.window.game is not None
        return self.window.game

    def take(self, name: str) -> None:
        """Take a picture of the window, or of the dialog that lies over it."""
        sharpen(self.window)
        dialog = self.window.dialogs.dialog
        seen = self.window if dialog is None or not dialog.isVisible() else dialog
        seen.grab().save(str(self._folder / f"{name}.png"))
        print(f"{self._folder.name}/{name}.png", flush=True)

    def press(self, words: str) -> bool:
        """Press the button that begins with these words, if it is there."""
        for made in self.window.findChildren(QPushButton):
            if made.isVisible() and made.isEnabled() and made.text().startswith(words):
                made.click()
                return True
        return False

    def dismiss(self) -> None:
        """Leave dialogs and news."""
        self.window.dialogs.close()
        wait(50)


# -- the plates: each shows one thing, and leaves the window as it likes


def start(stage: Stage) -> None:
    """The page that the program opens with, and the dialogs that lead from it."""
    stage.window.show_start()
    wait(1000)
    stage.take("start")
    stage.window.dialogs.ask_new()
    wait(1000)
    stage.take("new-game")
    stage.dismiss()
    stage.window.dialogs.ask_preferences()
    wait(500)
    stage.take("preferences")
    stage.dismiss()
    stage.window.dialogs.show_keys()
    wait(500)
    stage.take("keys")
    stage.dismiss()


def briefing(stage: Stage) -> None:
    """The page on a battle."""
    stage.window.open_session(new_game("brienne", SeededChance("5"), COMPUTER), None)
    wait(1500)
    stage.window.briefing.show()
    wait(2500)
    stage.take("briefing")
    stage.window.briefing.leave()


def lessons(stage: Stage) -> None:
    """A step of two lessons."""
    for lesson, step in (("1-march", 3), ("2-storm", 6)):
        why = stage.window.coach.begin(lesson, step)
        assert not why, why
        wait(3500)
        stage.take(f"lesson-{lesson}")
    stage.window.coach.leave()


def orders(stage: Stage) -> None:
    """The page of a side's orders."""
    stage.window.open_session(battle("brienne", IssueOrder, 1, COMPUTER), None)
    wait(4000)
    stage.take("orders")


def march(stage: Stage) -> None:
    """A move in hand, and a proposal with its ghosts."""
    stage.window.open_session(battle("brienne", ActivateUnit, 3, COMPUTER), None)
    wait(2500)
    choose_move(stage.game)
    wait(3000)
    stage.take("move")
    stage.game.controller.back()
    stage.game.table.camera.zoom_to(0.7)
    wait(1000)  # an answer that has only just come is not pressed
    assert stage.press("March by its order")
    wait(3000)
    stage.take("proposal")


def fight(stage: Stage) -> None:
    """The sheet of an assault and of a charge, before the dice and after them."""
    for name, kind in (("assault", DeclareAssault), ("charge", DeclareCharge)):
        stage.window.open_session(battle("brienne", kind, 4, COMPUTER), None)
        wait(3000)
        game = stage.game
        goal = overlays_of(game.controller.offer.overlays).targets[0].hex
        game.table.camera.zoom_to(1.2)
        game.table.show_spot(goal)
        game.controller.click(goal)
        point_at(game, goal)
        wait(2500)
        stage.take(f"{name}-before")
        game.follower(CombatReports).pane.sheet.go.click()
        wait(7000)
        stage.take(f"{name}-after")


def coach(stage: Stage) -> None:
    """Advice at a question; two computers who are watched, with their reasons, and the recap."""
    window = stage.window
    window.open_session(battle("brienne", ActivateUnit, 2, COMPUTER), None)
    wait(1500)
    window.menus["advise"].trigger()
    advice = stage.game.follower(Advice)
    while advice.thinker.is_thinking:
        wait(100)
    stage.take("advice")
    usual = window.preferences
    window.apply(replace(usual, explains=True))
    both = {"player.french": "normal", "player.allied": "normal"}
    window.open_session(new_game("brienne", SeededChance("5"), both), None)
    card = stage.game.follower(Advice).card
    while not card.table.isVisible():
        wait(100)
    stage.take("coach")
    window.follow_link("recap:all")
    wait(8000)
    stage.take("watched")
    window.apply(usual)


def cards(stage: Stage) -> None:
    """Cards in hand, and one that turns up."""
    stage.window.open_session(battle("vauchamps", ChooseCard, 4, {"cards": "full"}), None)
    wait(5000)
    stage.take("cards")
    played = CardPlayed(Side("allied"), CardId("fire"), Pile.HAND, Pile.DISCARD, is_shown=True)
    stage.game.controller.told.emit(Beat((played,)))
    wait(700)
    stage.take("card-turned-up")


def panels(stage: Stage) -> None:
    """Every panel beside the board."""
    stage.window.open_session(battle("brienne", ActivateUnit, 5, COMPUTER), None)
    wait(3000)
    hex_ = stage.game.controller.cycle(1)
    assert hex_ is not None
    stage.game.table.show_spot(hex_)
    for dock in stage.window.docks.docks:
        stage.window.docks.show_dock(dock)
        wait(700)
        stage.take(f"panel-{dock}")


def lenses(stage: Stage) -> None:
    """A choice with its reach, and every lens at once."""
    stage.window.open_session(battle("brienne", ActivateUnit, 4, COMPUTER), None)
    wait(2500)
    table = stage.game.table
    hex_ = stage.game.controller.cycle(1)
    assert hex_ is not None
    table.show_spot(hex_)
    stage.game.follower(KeyToMarks).toggle()
    for lens in table.lenses.ids:
        table.switch(lens, on=True)
        wait(400)
        stage.take(f"lens-{lens}")
        table.switch(lens, on=False)
    for lens in table.lenses.ids:
        table.switch(lens, on=True)
    wait(1500)
    stage.take("lenses-all")


def seasons(stage: Stage) -> None:
    """The same ground in every season, by day and by night; near enough to see the trees."""
    stage.window.open_session(battle("brienne", ActivateUnit, 4, COMPUTER), None)
    wait(1500)
    board = MapTable.of(stage.game.table).board
    board.camera.zoom_to(0.9)
    for season in Season:
        board.board.map.set_season(season)
        wait(4000)
        stage.take(f"season-{season.value}")


def later(stage: Stage) -> None:
    """What looks back: recap, replay, dice, the sheet of the end, the report."""
    finished = load_file(FINISHED)
    stage.window.open_session(finished, None)
    wait(2500)
    stage.window.dialogs.show_end(stage.game)
    wait(1500)
    stage.take("end")
    stage.dismiss()
    stage.window.follow_link("recap:all")
    wait(1200)
    stage.take("recap")
    stage.window.open_replay(finished.fork(), None)
    wait(2500)
    assert stage.window.replay is not None
    stage.window.replay.go_to_turn(6)
    wait(3000)
    stage.take("replay")
    stage.window.leave_replay()


TWO = {"player.french": "person", "player.allied": "person"}
"""Two at one machine, who play the player turn."""


def turn_begins(stage: Stage) -> None:
    """The player turn: the dialog with its rules, cards, command, a move, a lens."""
    window = stage.window
    window.dialogs.ask_new(first="brienne")
    wait(1000)
    dialog = window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    dialog.rules.setCurrentIndex(dialog.rules.findData("tlnb"))
    wait(500)
    stage.take("turn-new-game")
    stage.dismiss()
    for name, scenario, kind in (
        *(("cards", "brienne", PlayOneCard), ("names", "brienne", NameOfficers)),
        *(("checks", "brienne", CheckUnits), ("losses", "brienne", ChooseLosses)),
        *(("retreat", "vauchamps", RetreatStack), ("move", "brienne", MoveUnits)),
    ):
        window.open_session(player_turn(scenario, kind, 2, TWO), None)
        wait(1000)
        window.handover.ready.emit()
        wait(2000)
        if name == "move":
            choose_move(stage.game)
            wait(2000)
        stage.take(f"turn-{name}")
    for lens in ("duties", "command", "zones-enemy"):
        stage.game.table.switch(lens, on=True)
    wait(800)
    stage.take("turn-lenses")


def turn_fights(stage: Stage) -> None:
    """The player turn: guns, a charge and an attack, before the dice and after them; panels."""
    window = stage.window
    for name, kind in (
        *(("guns", DeclareBombardment), ("rides", DeclareRide), ("attack", DeclareAttack)),
        *(("tactics", PlayTactics),),
    ):
        session = player_turn("vauchamps", kind, 2, TWO)
        if session.pending is None:  # it never came to that
            continue
        window.open_session(session, None)
        wait(1000)
        window.handover.ready.emit()
        wait(1500)
        targets = overlays_of(stage.game.controller.offer.overlays).targets
        if targets:
            stage.game.table.camera.zoom_to(1.0)
            stage.game.controller.click(targets[0].hex)
            point_at(stage.game, targets[0].hex)
            wait(1500)
        stage.take(f"turn-{name}-before")
        if targets:
            stage.game.controller.click(targets[0].hex)
            wait(4000)
            stage.take(f"turn-{name}-after")
    for dock in window.docks.docks:
        window.docks.show_dock(dock)
        wait(700)
        stage.take(f"turn-panel-{dock}")


RARE: tuple[tuple[str, str, type[Decision[Any]], int, dict[str, str]], ...] = (
    ("span", "vauchamps", WorkAtSpan, 2, {}),
    ("again", "vauchamps", ThrowAgain, 2, {}),
    ("great-charge", "eylau", GreatCharge, 1, {}),
    ("leaders-stay", "eylau", LeadersStay, 1, {}),
    ("fall-back", "eylau", FallBack, 5, {}),
    ("return", "eylau", ReturnUnit, 5, {}),
    ("night", "eylau", MoveUnits, 11, {}),
    ("leads", "la-rothiere", UseLeader, 2, {}),
    ("hide", "brienne", HideStacks, 1, {"hidden": "on"}),
    ("repulse", "montmirail", PushBack, 2, {"hidden": "on"}),
)
"""What is seldom asked: name, battle, question, the turn from which it is looked for, options."""


def turn_rare(stage: Stage) -> None:
    """The player turn: works at spans, hidden forces, a repulse, recovery, leaders who lead."""
    for name, scenario, kind, turn, options in RARE:
        session = player_turn(scenario, kind, turn, {**TWO, **options}, "1")
        if session.pending is None:
            continue
        stage.window.open_session(session, None)
        wait(1000)
        stage.window.handover.ready.emit()
        wait(2000)
        stage.take(f"turn-{name}")
        if name in ("night", "return"):
            for dock in ("boxes", "command"):
                stage.window.docks.show_dock(dock)
                wait(700)
                stage.take(f"turn-{name}-{dock}")


def rides_at_all(asked: Decision[Any], options: Sequence[Any]) -> Any:
    """Cavalry that charges wherever it can, and against what charges it."""
    if isinstance(asked, PlayTactics):
        return next((o for o in options if o is not None and o.card == COUNTER_CHARGE), None)
    is_ride = isinstance(asked, DeclareRide | PromiseCharge)
    return next((o for o in options if o is not None), None) if is_ride else None


def turn_against(stage: Stage) -> None:
    """The player turn: a charge that cavalry rides against, before the die and after it."""
    options = {**TWO, "cards": "full"}
    session = player_turn("la-rothiere", CounterCharge, 1, options, "1", rides_at_all)
    open_for_whom_is_asked(stage, session)
    stage.take("turn-against-before")
    assert stage.press("Ride against it")
    wait(4000)
    stage.window.handover.ready.emit()
    wait(2500)
    stage.take("turn-against-after")


def open_for_whom_is_asked(stage: Stage, session: Session[TlnbState]) -> None:
    """Open a game of two at one machine, past the sheet that hands it over."""
    stage.window.open_session(session, None)
    wait(1000)
    stage.window.handover.ready.emit()
    wait(2000)


def turn_broken(stage: Stage) -> None:
    """The player turn: a formation is demoralized; the news, the log, the panels, its counters."""

    def is_broken(session: Session[TlnbState]) -> bool:
        return any(isinstance(e, FormationDemoralized) for e in session.events)

    session = player_turn("la-rothiere", MoveUnits, 3, TWO, "2", fits=is_broken)
    found = [e for e in session.events if isinstance(e, FormationDemoralized)]
    open_for_whom_is_asked(stage, session)
    state, game = session.state, stage.game
    broken = [h for u in state.units_of(found[-1].formation) if (h := state.units[u].hex)]
    game.table.camera.zoom_to(1.4)
    game.table.show_spot(broken[0])
    game.controller.told.emit(Beat((found[-1],)))
    wait(1500)
    stage.take("turn-broken")
    for dock in ("log", "command"):
        stage.window.docks.show_dock(dock)
        wait(700)
        stage.take(f"turn-broken-{dock}")


DEEDS: tuple[tuple[str, str, int, UnitId, str], ...] = (
    ("damage", "hold-the-bridge", 2, UnitId("CO-1-01"), "Damage"),
    ("repair", "river-crossing", 3, UnitId("CO-2-02"), "Repair"),
    ("pontoon", "proving-ground", 4, UnitId("FR-1-07"), "Bridge the river"),
    ("exit", "hold-the-bridge", 2, UnitId("CO-1-03"), "Leave the map"),
)
"""What a unit does by a button: name, battle, the turn, the unit, the button."""


def turn_deeds(stage: Stage) -> None:
    """The player turn: spans that are broken and mended, pontoons, units that leave the map."""
    for name, scenario, turn, unit, button in DEEDS:
        session = led_to(scenario, turn, unit)
        open_for_whom_is_asked(stage, session)
        hex_ = session.state.units[unit].hex
        assert hex_ is not None
        stage.game.table.camera.zoom_to(1.0)
        stage.game.table.show_spot(hex_)
        stage.game.controller.click(hex_)
        stage.game.controller.pick([unit])
        wait(1500)
        stage.take(f"turn-{name}-before")
        assert stage.press(button), name
        wait(3000)
        stage.take(f"turn-{name}-after")


def led_to(scenario: str, turn: int, unit: UnitId) -> Session[TlnbState]:
    """A game when a unit may move."""

    def fits(session: Session[TlnbState]) -> bool:
        return any(isinstance(o, tuple) and unit in o for o in session.options)

    return player_turn(scenario, MoveUnits, turn, TWO, "1", fits=fits)


def turn_declared(stage: Stage) -> None:
    """The player turn: a bombardment that is declared while others may be."""

    def fits(session: Session[TlnbState]) -> bool:
        return len({o.target for o in session.options if o is not None}) > 2

    session = player_turn("la-rothiere", DeclareBombardment, 2, TWO, "1", fits=fits)
    open_for_whom_is_asked(stage, session)
    stage.window.docks.show_dock("stack")
    for _ in range(2):
        goal = overlays_of(stage.game.controller.offer.overlays).targets[0].hex
        stage.game.table.camera.zoom_to(1.0)
        stage.game.table.show_spot(goal)
        stage.game.controller.click(goal)
        wait(1000)
        stage.game.controller.click(goal)
        wait(2500)
    stage.game.follower(KeyToMarks).toggle()
    wait(500)
    stage.take("turn-declared")
    point_at(stage.game, overlays_of(stage.game.controller.offer.overlays).targets[0].hex)
    wait(1000)
    stage.take("turn-declared-next")
    stage.game.follower(KeyToMarks).toggle()


def turn_ends(stage: Stage) -> None:
    """The player turn: the sheet of the end, the recap, the replay."""
    window, finished = stage.window, player_turn("first-steps", Roll, 99, {})
    window.open_session(finished, None)
    wait(2000)
    window.dialogs.show_end(stage.game)
    wait(2500)
    stage.take("turn-end")
    stage.dismiss()
    window.follow_link("recap:all")
    wait(1000)
    stage.take("turn-recap")
    window.open_replay(finished.fork(), None)
    wait(2500)
    assert window.replay is not None
    window.replay.go_to_turn(3)
    wait(2000)
    stage.take("turn-replay")
    window.leave_replay()


def largest(stage: Stage) -> None:
    """The largest map, as it opens."""
    session = battle("three-battles", ActivateUnit, 1, COMPUTER)
    stage.window.open_session(session, None)
    wait(8000)
    stage.take("largest")


def stands(stage: Stage) -> None:
    """A measured table: as it opens, a unit from near, a drag, what it ends in, every lens."""
    for name in ("mininap-small", "mininap-medium"):
        session = MININAP.new_game(name, SeededChance("5"))
        play_to(session, ActWithUnit)
        stage.window.open_session(session, None)
        wait(2000)
        stage.take(name)
        table = MeasuredTable.of(stage.game.table)
        spot, board = table.controller.cycle(1), table.board
        assert spot is not None
        table.camera.zoom_to(2.0)
        table.centre_on([spot])
        wait(500)
        stage.take(f"{name}-near")
        _drag(table, spot)
        stage.take(f"{name}-drag")
        board.give_up()
        for lens in table.lenses.ids:
            table.switch(lens, on=True)
            table.camera.fit()
            wait(300)
            stage.take(f"{name}-{lens}")
            table.switch(lens, on=False)


def _drag(table: MeasuredTable, spot: str) -> None:
    """Drags a unit ahead, farther than it may go."""
    pose, port = pose_at(spot), table.board.viewport()
    assert pose is not None
    start, end = (table.board.to_view(point).toPoint() for point in (pose.point, pose.at(9.0, 3.0)))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for goal in ((start + end) / 2, end):
        QTest.mouseMove(port, goal)
        wait(100)


def play_to(session: Session[MiniState], kind: type[Decision[Any]]) -> None:
    """Let the computer play up to a question of a kind."""
    player, dice = MININAP.players[MININAP.quick].make(), CounterDice("5")
    while (pending := session.pending) is not None and not isinstance(pending, kind):
        look = Look(partial(MININAP.view, session.state, Side(pending.side)))
        session.answer(player.answer(pending, session.options, look, dice))


PLATES: tuple[Callable[[Stage], None], ...] = (
    start,
    briefing,
    lessons,
    orders,
    march,
    fight,
    coach,
    cards,
    panels,
    lenses,
    seasons,
    later,
    turn_begins,
    turn_fights,
    turn_rare,
    turn_against,
    turn_broken,
    turn_declared,
    turn_deeds,
    turn_ends,
    largest,
    stands,
)


def hang(folder: Path, size: str, only: list[str]) -> None:
    """Take the pictures of one size, in this process."""
    width, height, _ = SIZES[size]
    folder.mkdir(parents=True, exist_ok=True)
    stage = Stage(folder, (width, height))
    for plate in PLATES:
        if not only or plate.__name__ in only:
            plate(stage)
            stage.dismiss()
    stage.window.close()


def main() -> int:
    """Take the pictures of each size, in a process of its own: Qt reads the scale once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], help=" ".join(p.__name__ for p in PLATES))
    parser.add_argument("--size", choices=SIZES)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        hang(asked.folder, asked.size, asked.only)
        return 0
    for size in [asked.size] if asked.size else SIZES:
        again = [sys.executable, "-P", __file__, str(asked.folder / size), "--size", size, "--here"]
        only = ["--only", *asked.only] if asked.only else []
        scale = {"HEXWAR_PICTURE_SCALE": str(SIZES[size][2])}
        done = subprocess.run([*again, *only], env=os.environ | scale, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
