"""Handing a side over while the game goes on: to a computer player, or back to a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from PySide6.QtWidgets import QDialog, QFormLayout, QWidget

from hexwar.engine import Refusal
from hexwar.engine.seal import Lock, name_of
from hexwar.kit import Player
from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.exchange import HAND_OVER
from hexwar.shell.seats import HUMAN
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    bar,
    box_sheet,
    button,
    column,
    fill,
    label,
    line_label,
    row,
    small,
    spaced,
)
from hexwar.widgets.panels.seat_boxes import SeatBoxes, Temper
from hexwar.widgets.words import capital

IN_LESSON = Refusal(mark("In a lesson it is fixed who plays."), "")
NOT_THERE = mark("Who plays the {name} hands them over while sitting at the machine.")
LOCKED = mark("The {name} have a password, which is asked for before they are taken over.")
NO_COMPUTER = Refusal(mark("This game has no computer player."), "")

_WIDTH = 520  # pixels at 100 %


def tempers_of(players: Mapping[str, Player]) -> dict[str, Temper]:
    """The computer players that have a temper, by id."""
    return {
        id_: Temper(one.level, say(one.temper), say(one.minded))
        for id_, one in players.items()
        if one.temper
    }


def ranked(players: Mapping[str, Player]) -> dict[str, Player]:
    """Computer players as they are listed: those of several tempers, who plan, before the rest."""
    return dict(sorted(players.items(), key=lambda item: not item[1].temper))


def barred(controller: Controller, side: Side) -> str:
    """Why a side cannot be handed over now; empty where it can."""
    session, seats = controller.session, controller.seats
    name = session.state.battle.side_names.get(side, side)
    is_there = not seats.is_human(side) or controller.is_there(side)
    return "" if is_there else say(NOT_THERE, name=name)


def locks_of(controller: Controller, players: Mapping[Side, str]) -> dict[str, Lock]:
    """The locks of those whom a computer plays, and who are to be played by these.

    While no person plays nobody is kept out: whoever watches may take a side over.
    """
    seats, locks = controller.seats, controller.session.seal.locks
    changed = {side for side, who in players.items() if seats.players[side] != who}
    asked = [side for side in changed if seats.humans and not seats.is_human(side)]
    return {str(side): locks[str(side)] for side in asked if str(side) in locks}


def lend(controller: Controller) -> Mapping[Side, str] | Refusal:
    """Who plays when the side that looks goes to the computer, or comes back; or why it cannot."""
    side, known = controller.viewer.side, controller.kit.players
    if controller.exchange.is_under_way:
        return HAND_OVER
    if not known:
        return NO_COMPUTER
    why = barred(controller, side)
    if why:
        return Refusal(why, "")
    is_human = controller.seats.is_human(side)
    return {side: controller.kit.opponent if is_human else HUMAN}


class PlayersDialog(QDialog):
    """Who plays each side from now on."""

    def __init__(
        self,
        look: Look,
        controller: Controller,
        parent: QWidget,
        take: Callable[[Mapping[Side, str]], object],
    ) -> None:
        """Show who plays now; `take` is given who is chosen instead."""
        super().__init__(parent)
        self.setWindowTitle(say("Who plays"))
        self.setProperty(HELP, "help:who-plays")
        self._look, self._take, self._controller = look, take, controller
        battle, known = controller.session.state.battle, ranked(controller.kit.players)
        names = {id_: say("Computer: {player}", player=p.called(id_)) for id_, p in known.items()}
        names = {HUMAN: say("Person at this machine"), **names}
        self._about = {id_: say(one.about) for id_, one in known.items()}
        self.seats: dict[Side, SeatBoxes] = {}
        """The boxes of each side."""
        self.opponents = label()
        form = spaced(QFormLayout(), 0, 8)
        for side in battle.sides:
            seat = self.seats[side] = SeatBoxes(look, names, tempers_of(known))
            seat.choose(controller.seats.players.get(side, HUMAN))
            seat.changed.connect(self._describe)
            name = battle.side_names.get(side, str(side))
            seat.player.setAccessibleName(say("{side} is played by", side=name))
            for part in (seat.player, seat.temper):
                bar(part, barred(controller, side))
            words = line_label()
            words.setText(name)
            form.addRow(words, seat)
        self.go, self.cancel = button(say("Play on"), "main"), button(say("Cancel"))
        told = label(
            "quiet",
            say(
                "Who plays a side sees its orders. The question at hand is put"
                " to whoever plays it now; a save keeps who plays."
            ),
        )
        body = Body(look)
        column(body, 18, 12, form, self.opponents, told, row(8, None, self.cancel, self.go))
        fill(self, body)
        body.setStyleSheet(box_sheet(look))
        self.setMinimumWidth(look.px(_WIDTH))
        self.go.clicked.connect(self._accept)
        self.go.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self._describe()

    @property
    def choice(self) -> dict[Side, str]:
        """Who is chosen for each side."""
        return {side: seat.value for side, seat in self.seats.items()}

    def _describe(self) -> None:
        """What the computer players do that are chosen, and whose password will be asked for."""
        chosen = dict.fromkeys(self.choice.values())
        lines = [capital(self._about[one]) + "." for one in chosen if one in self._about]
        locks = locks_of(self._controller, self.choice)
        lines += [say(LOCKED, name=escape(name_of(side, lock))) for side, lock in locks.items()]
        self.opponents.setText(small(self._look, "<br>".join(lines)))
        self.opponents.setVisible(bool(lines))

    def _accept(self) -> None:
        self.accept()
        self._take(self.choice)
