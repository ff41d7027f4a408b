"""A card that has just been played, shown large over the board for as long as its beat stands."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hexwar.cards.events import CardPlayed
from hexwar.cards.library import card as printed
from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell.controller import Controller
from hexwar.shell.face import Follower, Place
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Preferences
from hexwar.systems.nlc.events.cards import CardEventRolled, CardRevealed
from hexwar.systems.nlc.panels.card_table import suit_of
from hexwar.table.forces import Side
from hexwar.widgets.cards.painting import RATIO, Face, paint_card
from hexwar.widgets.panels.look import Look

_WIDTH, _EDGE, _CAPTION = 220, 16, 30  # pixels at 100 %

Told = CardPlayed | CardRevealed | CardEventRolled


class CardsPlayed(Follower):
    """Shows the cards of a game as they are played."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.card = CardShow(place.table.controller, place.look, place.table.board)

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Dress the next card anew."""
        self.card.look = look


class CardShow(QWidget):
    """Lies on the board; it takes neither mouse nor keyboard."""

    def __init__(self, controller: Controller, look: Look, board: QWidget) -> None:
        super().__init__(board)
        self.look = look
        self.face = Face(None)
        self.caption = ""
        """Who has played it."""
        self._controller = controller
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        controller.told.connect(self._hear)
        controller.asked.connect(lambda *_: self.hide())
        controller.handoverAsked.connect(lambda side: self.hide() if side is not None else None)
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the board."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _hear(self, beat: Beat) -> None:
        """Show the last card of a beat, as far as the one who looks may see it."""
        found = [event for event in beat.events if self._is_told(event)]
        if not found:
            self.hide()
            return
        self._show(found[-1])

    def _is_told(self, event: Event) -> bool:
        if isinstance(event, CardEventRolled) and event.card is None:
            return False
        return isinstance(event, Told) and self._controller.viewer.can_see(event)

    def _show(self, event: Event) -> None:
        assert isinstance(event, Told)
        assert event.card is not None
        battle = self._controller.view.battle
        by = event.by if isinstance(event, CardPlayed) else ""
        side = Side(by or event.side)
        verb = {CardPlayed: "play", CardRevealed: "show"}.get(type(event), say("are met by"))
        self.caption = say("The {side_names} {verb}", side_names=battle.side_names[side], verb=verb)
        self.face = Face(printed(event.card), suit_of(battle, event.side, self.look))
        self._place()
        self.show()
        self.raise_()
        self.update()

    def _place(self) -> None:
        look, parent = self.look, self.parentWidget()
        edge = 2 * look.px(_EDGE)
        height = round(look.px(_WIDTH) * RATIO) + look.px(_CAPTION) + edge
        self.resize(QSize(look.px(_WIDTH) + edge, height))
        if parent is not None:
            self.move((parent.width() - self.width()) // 2, (parent.height() - height) // 2)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The caption above the card."""
        look, painter = self.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge, width, above = look.px(_EDGE), look.px(_WIDTH), look.px(_CAPTION)
        tag = QRectF(edge, edge / 2, width, above)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("leather"))
        painter.drawRoundedRect(tag, look.px(4), look.px(4))
        painter.setPen(look.colour("on_leather"))
        painter.setFont(look.serif(15))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, self.caption)
        box = QRectF(edge, edge / 2 + above + look.px(8), width, width * RATIO)
        paint_card(painter, look, self.face, box)
