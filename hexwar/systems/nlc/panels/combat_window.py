"""The combat sheet in a window of its own, before a combat and after its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QScrollArea, QWidget

from hexwar.engine import Event, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Gesture, Sheet
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    AssaultRepeated,
    BombardmentDeclared,
    BombardmentResolved,
    BonusUsed,
    ChargeDeclared,
    ChargeResolved,
    CheckWaived,
    ConfidenceRolled,
    FireResolved,
    NeyDieChosen,
    PursuitResolved,
    ReactionDeclared,
    ReactionResolved,
)
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.panels.combat_sheet import (
    ATTACK_DIE,
    BOMBARDMENT_DIE,
    CONFIDENCE_DIE,
    DEFENCE_DIE,
    SQUARE_DIE,
    CombatSheet,
    Report,
)
from hexwar.systems.nlc.panels.fire_table import FireTable
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_report
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at, on_map
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.reports import BombardmentReport, CombatKind, CombatReport
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import fill

# -- follows a combat through its events and lays it open again, with its dice


Declared = AssaultDeclared | BombardmentDeclared | ChargeDeclared | ReactionDeclared
"""What a combat begins with; a reaction charge does only against a move (N10.25)."""

_CHECKS = {
    "square": SQUARE_DIE,
    "evasion": mark("getting away"),
    "withdrawal": mark("withdrawal"),
    "reaction": mark("reaction charge"),
    "pursuit": mark("pursuit"),
    "aftermath": mark("after the charge"),
    "bombardment": mark("target's morale"),
}
"""The purposes of morale checks in a combat, as dice are named; the other two name the side."""

_BY_SIDE = ("retreat", "advance")


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat whose dice have begun to fall."""

    before: GameState  # the table when its first die fell, or when both sides fired
    report: Report  # as it was then, with the dice that have fallen since
    first: int  # the place of its declaration among the events of the game
    end: int | None = None  # the place behind its last event; None where other events tell it


@dataclass(frozen=True, slots=True)
class _Course:
    """How far a declared combat has come."""

    declared: Declared
    first: int  # the place of the declaration among the events
    side: Side  # that attacks
    bonus: tuple[LeaderId, ...] = ()  # leaders who lead in person (N7.5)
    lowered: tuple[Side, ...] = ()  # whose die the enemy's Marshal Ney lowers (N23.4)
    meets: bool = False  # chargers and reactors are at each other (N10.21)
    met: bool = False  # the chargers have beaten the reactors
    fired: bool = False  # both sides have fired, or the guns have


class CombatWatch:
    """Remembers the last combat of a game: an assault, a bombardment or a charge."""

    def __init__(self) -> None:
        self._fought: Fought | None = None
        self._course: _Course | None = None

    @property
    def fought(self) -> Fought | None:
        """The last combat; None before its first die."""
        return self._fought

    def forget(self) -> None:
        """Remember none."""
        self._fought = self._course = None

    def veil(self, view: GameState) -> None:
        """Keep of the last combat what a player may see: not the order behind a confidence.

        Args:
            view: The table as he may see it.
        """
        if self._fought is not None:
            self._fought = replace(self._fought, report=_veiled(view, self._fought.report))

    def see(self, before: GameState, history: Sequence[Event], at: int) -> bool:
        """Take note of an event.

        Args:
            before: The table before it, as far as the player may see it.
            history: The events of the game, as far as the session has come.
            at: Its place among them.

        Returns:
            Whether a die has fallen by it that decides a combat, or follows from one that did.
        """
        event, course = history[at], self._course
        if _begins(event):
            self._fought = None
            self._course = _Course(event, at, before.side_of(event.units[0]))
        elif isinstance(event, SegmentEnded):
            self._course = None
        elif course is not None:
            self._course = _followed(course, before, event)
            if isinstance(event, AssaultRepeated):
                self._fought = None
            is_wanted = self._see_die(before, history, at)
            if _is_over(course, event):
                self._course = None
                if self._fought is not None:
                    self._fought = replace(self._fought, end=at + 1)
            return is_wanted
        return False

    def _see_die(self, before: GameState, history: Sequence[Event], at: int) -> bool:
        """Note the die of an event, if it has one that belongs to the combat."""
        event, course, fought = history[at], self._course, self._fought
        thrown = None if course is None else _die_of(course, before, event)
        if course is None or thrown is None:
            return False
        is_fire = isinstance(event, FireResolved | BombardmentResolved) and not course.meets
        if fought is None or (is_fire and not course.fired):
            fought = self._opened(course, before, history[at : at + 2])
        self._course = course = replace(course, fired=course.fired or is_fire)
        report = replace(fought.report, dice=(*fought.report.dice, thrown))
        self._fought = replace(fought, report=report)
        return course.fired or (isinstance(event, ConfidenceRolled) and not event.passed)

    def _opened(self, course: _Course, before: GameState, events: Sequence[Event]) -> Fought:
        """The combat laid open as it is now; dice that have fallen stay, as does their check."""
        table, old = before.copy(), self._fought
        report = _report(course, table, events)
        if old is not None:
            report = replace(report, dice=old.report.dice)
            if isinstance(report, CombatReport) and isinstance(old.report, CombatReport):
                check, square = old.report.confidence, report.square or old.report.square
                report = replace(report, confidence=check, square=square)
        return Fought(table, _veiled(before, report), course.first)


# -- what an event means


def _begins(event: Event) -> TypeGuard[Declared]:
    """Whether an event declares a combat; a reaction charge does only against a move (N10.25)."""
    if isinstance(event, ReactionDeclared):
        return event.against_move
    return isinstance(event, AssaultDeclared | BombardmentDeclared | ChargeDeclared)


def _is_over(course: _Course, event: Event) -> bool:
    """Whether a charge against a move ends with an event; the move goes on behind it (N10.25)."""
    if not isinstance(course.declared, ReactionDeclared):
        return False
    if isinstance(event, MoraleRolled) and event.purpose == "reaction":
        return not event.passed
    return isinstance(event, ChargeResolved)


def _followed(course: _Course, before: GameState, event: Event) -> _Course:
    """The course of a combat after an event; `before` is the table as it was before it."""
    is_met = not isinstance(course.declared, ReactionDeclared)  # a move is met by nobody (N10.25)
    match event:
        case MoraleRolled(purpose="reaction", passed=passed):
            return replace(course, meets=is_met and passed)
        case CheckWaived(purpose="reaction"):
            return replace(course, meets=is_met)
        case ReactionResolved(loser=loser):
            return replace(course, meets=False, met=loser == "reactors", lowered=())
        case BonusUsed(leader=leader):
            return replace(course, bonus=(*course.bonus, leader))
        case NeyDieChosen(side=side, on_enemy=True):
            return replace(course, lowered=(*course.lowered, before.battle.enemy(side)))
        case AssaultRepeated():
            return replace(course, bonus=(), lowered=(), fired=False)
    return course


def _die_of(course: _Course, before: GameState, event: Event) -> tuple[str, int] | None:
    """What a die of a combat was for, and its pips; None for another event."""
    match event:
        case ConfidenceRolled(die=die):
            return CONFIDENCE_DIE, die
        case BombardmentResolved(die=die):
            return BOMBARDMENT_DIE, die
        case PursuitResolved(die=die):
            return say("losses in pursuit"), die
        case FireResolved(side=side, die=die) if course.meets:
            is_attacker = side == course.side
            return say("chargers, when met") if is_attacker else say("those who met them"), die
        case FireResolved(side=side, die=die):
            return ATTACK_DIE if side == course.side else DEFENCE_DIE, die
        case MoraleRolled(purpose=purpose, die=die, units=units) if purpose in _BY_SIDE:
            is_attacker = before.side_of(units[0]) == course.side
            return mark("attackers' morale") if is_attacker else mark("defenders' morale"), die
        case MoraleRolled(purpose=purpose, die=die) if purpose in _CHECKS:
            return _CHECKS[purpose], die
    return None


def _report(course: _Course, table: GameState, events: Sequence[Event]) -> Report:
    """A combat laid open.

    Args:
        course: How far it has come.
        table: The table now.
        events: What follows now, from which is read whom the defenders fire at.
    """
    bonus, lowered, fires = course.bonus, course.lowered, isinstance(events[0], FireResolved)
    match course.declared:
        case AssaultDeclared(units=units, target=target):
            assault = Assault(target, on_map(table, units))
            hit_hex = _hit_hex(table, assault, events)
            return combat_report(table, assault, hit_hex, bonus=bonus, lowered=lowered)
        case BombardmentDeclared(units=units, target=target):
            return bombardment_report(table, Bombardment(target, units))
        case ChargeDeclared(units=units, target=target, path=path):
            charge, met = Charge(on_map(table, units), target, path), course.met
            return charge_report(table, charge, met=met, bonus=bonus, lowered=lowered, tried=fires)
        case ReactionDeclared(units=units, target=target, path=path):
            charge = Charge(units, target, (*path, target))
            report = charge_report(table, charge, bonus=bonus, lowered=lowered, tried=fires)
            return replace(report, kind=CombatKind.REACTION)


def _veiled(view: GameState, report: Report) -> Report:
    """A report without the Attack Confidence of those whose order is hidden (N3.4)."""
    if not isinstance(report, CombatReport) or report.confidence is None:
        return report
    lines = {view.line_id_of(unit) for unit in report.attackers}
    is_known = all(line in view.pad.lines and view.pad.lines[line].steps for line in lines)
    return report if is_known else replace(report, confidence=None)


def _hit_hex(before: GameState, assault: Assault, events: Sequence[Event]) -> Hex:
    """Where the defenders fired; where they could not fire, where they would have."""
    fires = (event for event in events if isinstance(event, FireResolved))
    others = (event.target for event in fires if event.target != assault.target)
    return next(others, hexes_to_fire_at(before, assault.units)[0])


# -- the window


_AFTER = (AssaultDeclared, BombardmentDeclared, ChargeDeclared, SegmentEnded)
"""These events do not belong to a combat that was declared before."""

_SIZE = QSize(1120, 900)  # at 100 %


class CombatWindow(QDialog):
    """Shows one combat at a time beside the board, which stays usable."""

    decided = Signal(object)
    """The `Gesture` of the combat that the player has decided on."""
    linkActivated = Signal(str)
    """A link of the sheet."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Combat"))
        self.setModal(False)
        self.sheet = CombatSheet(look, self)
        fill(self, self.sheet)
        self._asked: Sheet | None = None
        self._units: tuple[UnitId, ...] = ()
        self._view: GameState | None = None
        self.sheet.attackersChanged.connect(self._take)
        self.sheet.assaultAsked.connect(self._go)
        self.sheet.closed.connect(self.reject)
        self.sheet.linkActivated.connect(self.linkActivated)
        self.finished.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """Whether it shows a combat that is still to be decided on."""
        return self._asked is not None

    @property
    def target(self) -> Hex | None:
        """The hex of the combat that is to be decided on."""
        return None if self._asked is None else self._asked.target

    def ask(self, view: GameState, asked: Sheet) -> None:
        """Show a combat before its dice."""
        self._asked, self._view = asked, view
        self._take(list(asked.ticked))
        self._come_up()
        self.sheet.go.setFocus()

    def tell(self, fought: Fought, happened: Sequence[str]) -> None:
        """Show a combat with its dice and what they brought about."""
        self._asked = None
        table = _table(fought.before.battle, fought.report)
        self.sheet.show_refusal(None)
        self.sheet.show_report(fought.before, fought.report, table, happened=happened)
        self._come_up()
        self.sheet.close_button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Esc gives up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._asked is None:
                self.reject()
            elif self.sheet.go.isEnabled():
                self._go()
            return
        super().keyPressEvent(event)

    def _take(self, units: Sequence[UnitId]) -> None:
        """Show the combat with these units; without any the last sheet stays."""
        asked, view = self._asked, self._view
        if asked is None or view is None:
            return
        self._units = tuple(u for u in asked.eligible if u in units)
        if self._units:
            report = asked.report(self._units)
            table = _table(view.battle, report)
            self.sheet.show_report(view, report, table, asked.eligible)
        self.sheet.show_refusal(asked.refusal(self._units))

    def _go(self) -> None:
        asked = self._asked
        if asked is not None and asked.refusal(self._units) is None:
            gesture: Gesture = asked.gesture(self._units)
            self.accept()
            self.decided.emit(gesture)

    def _forget(self) -> None:
        self._asked = self._view = None

    def _come_up(self) -> None:
        """Open beside the middle of the window, within the screen, and read from the top."""
        area = self.sheet.findChild(QScrollArea)
        if area is not None:
            area.verticalScrollBar().setValue(0)
        if self.isVisible():
            self.raise_()
            return
        room = self.screen().availableGeometry().size()
        self.resize((_SIZE * self.sheet.look.scale).boundedTo(room * 0.94))
        self.show()


class CombatReports(Follower):
    """Lays combats open: before they are decided on, and when their dice have fallen."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.controller = controller = place.table.controller
        self.window = CombatWindow(place.look, place.window)
        """Where they are shown."""
        self.watch = CombatWatch()
        """Follows what is shown of the game."""
        self._shows_results = place.preferences.shows_results
        self._story = Story(controller.kit.names(controller.session.state.battle))
        self._has_dice = False  # in the beat that is being shown
        self._is_unread = False  # the sheet of the last combat has not been shown
        self._holds = False  # a computer player waits until a sheet has been read
        window = self.window
        window.sheet.cut.set_map(place.table.board.board.map)
        controller.playback.applying.connect(self._see)
        controller.told.connect(lambda _: self._note_dice())
        controller.rewound.connect(self.watch.forget)
        controller.taken.connect(lambda: self.watch.veil(controller.view))
        controller.sheetAsked.connect(lambda sheet: window.ask(controller.view, sheet))
        # When the machine is handed over, what its player has looked at is not for the next one.
        controller.handoverAsked.connect(lambda whom: None if whom is None else window.reject())
        controller.asked.connect(lambda _, __: self._show(holds=False))
        controller.waiting.connect(lambda whom: self._show(holds=bool(whom)))
        window.finished.connect(self._go_on)
        window.decided.connect(controller.give)
        window.linkActivated.connect(self.linkActivated)

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        self._shows_results = preferences.shows_results
        self.window.sheet.set_look(look)

    def close(self) -> None:
        """The game is left."""
        self.window.finished.disconnect(self._go_on)
        self.window.reject()
        self.window.sheet.cut.set_map(None)
        self.window.deleteLater()

    def show_last(self) -> bool:
        """Show the last combat with its dice."""
        fought = self.watch.fought
        if fought is None:
            self.controller.refused.emit(refuse("", "No combat has been fought yet."))
        else:
            self._tell(fought)
        return True

    def _see(self) -> None:
        controller = self.controller
        told = controller.playback.told
        self._has_dice |= self.watch.see(controller.view, controller.session.events, told)

    def _note_dice(self) -> None:
        if self._has_dice:
            self._has_dice = False
            self._is_unread = self._shows_results

    def _show(self, *, holds: bool) -> None:
        """Everything has been shown: show the sheet of a combat whose dice have fallen.

        A sheet that waits for a decision goes: another question is put.

        Args:
            holds: Whether a computer player waits until it has been read.
        """
        is_unread, self._is_unread = self._is_unread, False
        fought = self.watch.fought  # as far as he may see it who is asked now
        if self.window.is_asking:
            self.window.reject()
        if is_unread and fought is not None:
            self._tell(fought)
            if holds:
                self._holds = True
                self.controller.thinker.set_paused(True)

    def _go_on(self) -> None:
        """The sheet has been read: a computer player that waited for it goes on."""
        if self._holds:
            self._holds = False
            self.controller.thinker.set_paused(self.controller.playback.is_paused)

    def _tell(self, fought: Fought) -> None:
        told, events = self.controller.playback.told, self.controller.session.events
        self._story.readers = self.controller.viewer.readers
        self._story.follow(events[:told])
        end = _end_of(fought, events, told)
        known = (at for at in range(fought.first + 1, end) if self._story.is_told(at))
        self.window.tell(fought, [self._story.text(at).html for at in known])


def _end_of(fought: Fought, events: Sequence[Event], told: int) -> int:
    if fought.end is not None:
        return min(fought.end, told)
    others = (at for at in range(fought.first + 1, told) if isinstance(events[at], _AFTER))
    return next(others, told)


def _table(battle: Battle, report: Report) -> FireTable:
    numbers = numbers_of(battle)
    return numbers.bombardment if isinstance(report, BombardmentReport) else numbers.fire
