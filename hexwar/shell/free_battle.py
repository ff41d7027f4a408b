"""The dialog of a battle that a game makes by itself: choices, a seed, the table, both armies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QSpinBox, QWidget

from hexwar.engine.chance import fresh_seed
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.making import MOST_SEED, MadeBattle, Maker, Roster
from hexwar.shell.face import Face, face_of
from hexwar.shell.sitting import ranked, tempers_of
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.new_game import PERSON
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    ChoiceBox,
    bar,
    box_sheet,
    button,
    card,
    column,
    fill,
    label,
    line_label,
    row,
    scrolled,
    small,
    spaced,
)
from hexwar.widgets.panels.seat_boxes import SeatBoxes, Temper
from hexwar.widgets.worker import Worker

_WIDTH, _HEIGHT = 1120, 700  # pixels at 100 %
_OF_SCREEN = 0.94  # of the screen at most
_PLAN = 460  # the width of the plan, pixels at 100 %

Draw = Callable[[MadeBattle, int, float], QImage | None]
"""A plan of a battle: so many pixels wide, and so many of these to one of the window."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that makes battles."""

    title: str
    maker: Maker
    players: Mapping[str, str]  # the computer players by id, each with its name
    tempers: Mapping[str, Temper]
    rival: str  # the id of who is proposed for the other side
    draw: Draw


@dataclass(frozen=True, slots=True)
class Drawn:
    """A battle that was made, and its plan."""

    battle: MadeBattle
    plan: QImage | None


class Plan(QWidget):
    """Shows the plan as large as there is room."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._picture = QImage()
        self.setMinimumSize(look.px(300), look.px(220))
        self.setAccessibleName(say("The table in small"))

    def sizeHint(self) -> QSize:
        """As large as the picture wants."""
        if self._picture.isNull():
            return self.minimumSize()
        return self._picture.deviceIndependentSize().toSize()

    def show_picture(self, picture: QImage | None) -> None:
        """Show a picture, or nothing."""
        self._picture = picture or QImage()
        self.updateGeometry()
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The picture in the middle."""
        if self._picture.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter.drawImage(self.rect().adjusted(left, top, -left, -top), self._picture)


class FreeBattleDialog(QDialog):
    """Choose what a game makes a battle of; what it comes to is shown at once."""

    def __init__(self, look: Look, offer: Offer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Free battle: {game}", game=say(offer.title)))
        self.setProperty(HELP, "help:free-battles")
        self._look, self._offer = look, offer
        self.drawn: Drawn | None = None
        """What the choices come to, once it is made."""
        self.boxes = {
            one.key: ChoiceBox(look, {value: say(words) for value, words in one.values.items()})
            for one in offer.maker.fields
        }
        self.seed, self.another = QSpinBox(), button(say("Another"))
        players = {PERSON: say("Person at this machine"), **offer.players}
        self.seats = [SeatBoxes(look, players, offer.tempers) for _ in "12"]
        self.seat_names = [line_label() for _ in self.seats]
        self.refusal, self.plan = label("refusal"), Plan(look)
        self.rosters = [label() for _ in self.seats]
        self.start, self.cancel = button(say("Begin"), "main"), button(say("Cancel"))
        self._worker = Worker(self)
        self._arrange()
        self._connect()
        self._make()

    @property
    def chosen(self) -> dict[str, str]:
        """A value for each field."""
        return {key: str(box.currentData()) for key, box in self.boxes.items()}

    @property
    def players(self) -> dict[Side, str]:
        """Who plays each side of the battle that is shown."""
        assert self.drawn is not None
        pairs = zip(_sides(self.drawn.battle), self.seats, strict=True)
        return {side: seat.value for side, seat in pairs}

    def done(self, result: int) -> None:
        """Wait for nothing any longer."""
        self._worker.drop()
        super().done(result)

    # -- parts

    def _arrange(self) -> None:
        body, form = Body(self._look), spaced(QFormLayout(), 0, 8)
        for one in self._offer.maker.fields:
            box, title = self.boxes[one.key], line_label(say(one.label))
            title.setBuddy(box)
            box.setAccessibleName(say(one.label))
            box.setToolTip(say(one.tip or mark("What the battle is made of.")))
            box.setCurrentIndex(box.findData(one.usual))
            form.addRow(title, box)
        self.seed.setRange(0, MOST_SEED)
        self.seed.setAccessibleName(say("Seed"))
        self.seed.setToolTip(say("The same number makes the same battle on every machine."))
        self.another.setToolTip(say("Make another battle of the same choices"))
        self._draw_seed()
        form.addRow(line_label(say("Seed")), _beside(self.seed, self.another))
        seats = spaced(QFormLayout(), 0, 8)
        for place, (name, seat) in enumerate(zip(self.seat_names, self.seats, strict=True)):
            seat.choose(self._offer.rival if place and self._offer.rival else PERSON)
            seat.player.setToolTip(say("A person at this machine, or a computer player"))
            seats.addRow(name, seat)
        made, _ = card(label("heading", say("The battle")), form, self.refusal)
        played, _ = card(label("heading", say("Players")), seats)
        self._finish(body, made, played)

    def _finish(self, body: Body, made: QWidget, played: QWidget) -> None:
        ways, armies = QWidget(), QWidget()
        column(ways, 0, 12, made, played, None)
        top = Qt.AlignmentFlag.AlignTop
        for roster in self.rosters:
            roster.setAlignment(top)
        row(16, *((roster, 1) for roster in self.rosters), on=armies)
        right = column(None, 0, 12, (self.plan, 3), (scrolled(armies), 2))
        house = label("quiet", say("Army lists and tables are a house rule of this program (M24)."))
        area = scrolled(ways)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        columns = row(16, (area, 2), (right, 3))
        column(body, 18, 14, (columns, 1), row(8, (house, 1), self.cancel, self.start))
        fill(self, body)
        body.setStyleSheet(box_sheet(self._look))
        for box in self.boxes.values():
            box.ensurePolished()
        bar_width = area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(ways.minimumSizeHint().width() + bar_width)
        wished = QSize(self._look.px(_WIDTH), self._look.px(_HEIGHT))
        self.resize(wished.boundedTo(self.screen().availableGeometry().size() * _OF_SCREEN))

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.currentIndexChanged.connect(lambda _: self._make())
        self.seed.valueChanged.connect(lambda _: self._make())
        self.another.clicked.connect(self._take_another)
        self._worker.finished.connect(self._show)
        self._worker.failed.connect(self._fail)
        self.start.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.start.setDefault(True)

    def _draw_seed(self) -> None:
        with QSignalBlocker(self.seed):
            self.seed.setValue(int(fresh_seed(), 16) % 1_000_000)

    def _take_another(self) -> None:
        self._draw_seed()
        self._make()

    # -- the battle

    def _make(self) -> None:
        """Make the battle beside the window, and show it when it is there."""
        chosen, seed, offer = self.chosen, self.seed.value(), self._offer
        why = offer.maker.refusal(chosen, seed)
        self.refusal.setText(escape(why))
        self.refusal.setVisible(bool(why))
        self.drawn = None
        bar(self.start, why or say("The battle is being made."))
        if why:
            self._worker.drop()
            return
        ratio = self.devicePixelRatioF()
        width = round(self._look.px(_PLAN) * ratio)
        self._worker.run(partial(_drawn, offer, chosen, seed, (width, ratio)))

    def _show(self, drawn: Drawn) -> None:
        self.drawn = drawn
        self.plan.show_picture(drawn.plan)
        for place, roster in enumerate(drawn.battle.rosters):
            self.rosters[place].setText(_roster_html(self._look, roster))
            self.seat_names[place].setText(escape(roster.name))
            self.seats[place].player.setAccessibleName(say("{side} is played by", side=roster.name))
        bar(self.start, "")

    def _fail(self, fault: Exception) -> None:
        """A fault of the program: it is told where all are."""
        raise fault


def _drawn(offer: Offer, chosen: Mapping[str, str], seed: int, size: tuple[int, float]) -> Drawn:
    battle = offer.maker.make(chosen, seed)
    return Drawn(battle, offer.draw(battle, *size))


def _sides(battle: MadeBattle) -> Sequence[Side]:
    """The sides in the order of the rosters."""
    return [Side(side) for side in battle.files["forces.json"]["side_names"]]


def _roster_html(look: Look, roster: Roster) -> str:
    parts = [f"<b>{escape(roster.name)}</b><br>{small(look, escape(roster.about))}"]
    for group in roster.groups:
        lines = "<br>".join(escape(line) for line in group.lines)
        parts.append(f"<p><i>{escape(group.title)}</i><br>{small(look, lines)}</p>")
    return "".join(parts)


# -- the games that make battles


def offers_of(kits: Mapping[str, Kit[Any]], look: Look) -> dict[str, Offer]:
    """What they offer, by their ids."""
    found = {}
    for id_, kit in kits.items():
        if kit.maker is not None:
            players = ranked(dict(kit.players))
            words = mark("Computer: {player}")
            names = {name: say(words, player=one.called(name)) for name, one in players.items()}
            draw = partial(_plan, face_of(kit), look)
            tempers = tempers_of(players)
            found[id_] = Offer(kit.title, kit.maker, names, tempers, kit.opponent, draw)
    return found


def _plan(face: Face, look: Look, made: MadeBattle, width: int, ratio: float) -> QImage | None:
    """The board of a battle that was made, in small."""
    kit = face.kit
    state = kit.set_up(kit.carried(dict(made.files), ()))
    return face.plan(state, look, width, ratio)


def _beside(box: QWidget, press: QWidget) -> QWidget:
    ground = QWidget()
    row(8, (box, 1), press, on=ground)
    return ground
