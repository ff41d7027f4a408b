"""The coach: leads a player through a lesson in the window, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from hexwar.engine import Refusal, Session
from hexwar.kit import Kit
from hexwar.lessons.script import Lesson, LessonError, Target, lessons
from hexwar.lessons.tutor import Stand, Tutor
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.docks import Docks
from hexwar.shell.game import Game
from hexwar.shell.guard import TOO_SOON
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.menus import Menus
from hexwar.shell.panes import Panes
from hexwar.shell.pointing import Pointing, is_dialog_open
from hexwar.shell.preferences import Progress
from hexwar.shell.prompter import Answer, Button, Offer
from hexwar.shell.saves import Services
from hexwar.shell.seats import HUMAN
from hexwar.shell.start import LessonRow
from hexwar.table.spot import Spot
from hexwar.widgets.panels.coach_card import AIR, CardButtons, CardText, CoachCard, Glow, best_place
from hexwar.widgets.panels.look import Look

_LOOK_MS = 120  # how often it looks whether what glows has moved
_GO_ON = mark("Go on")
_PUT_BACK = Target("action", "back")
"""The button that gives up a card that was taken."""
_NEAR = 70.0  # how far from the edge of the board a target is brought, pixels


class School(Protocol):
    """What the coach needs of the window."""

    services: Services
    look: Look
    menus: Menus
    docks: Docks
    panes: Panes
    dialogs: Dialogs
    game: Game | None

    def open_session(self, session: Session[Any], path: None) -> None:
        """Show a game."""

    def close_game(self) -> None:
        """Leave the game."""

    def show_start(self) -> None:
        """Show what there is to play."""

    def follow_link(self, address: str) -> None:
        """Go where a link leads."""


class Coach(QObject):
    """Holds the card and the glow of the lesson that is under way, if any."""

    stepped = Signal()
    """Another step is shown, or the end of the lesson."""

    def __init__(self, school: School, window: QMainWindow) -> None:
        super().__init__(window)
        self._school, self._window = school, window
        self.tutor: Tutor | None = None
        """Where the learner is; None outside of lessons."""
        self.card: CoachCard | None = None
        self.glow: Glow | None = None
        self.is_over = False
        """Whether the lesson has been learnt to its end."""
        self._remark = ""
        self._put: QPoint | None = None  # where the card was put
        self.pointing = Pointing(school, window, self._answering)
        """Where everything is."""
        self._stand: Stand | None = None  # as the card has told it last
        self._given = 0  # how many answers there were when the coach looked last
        self._shows = False  # the step is being done by the program
        self._looks = QTimer(self, interval=_LOOK_MS)
        self._looks.timeout.connect(self._follow)
        window.installEventFilter(self)

    # -- lessons

    def lessons(self) -> Sequence[Lesson]:
        """All lessons, in order.

        Raises:
            LessonError: A file is wrong.
        """
        return lessons()

    def rows(self) -> Sequence[LessonRow]:
        """The lessons as the start page lists them; none where a file is wrong."""
        known = self._school.services.store.lessons()
        try:
            found = self.lessons()
        except LessonError:
            return ()
        return [_row(lesson, known.get(lesson.id, Progress())) for lesson in found]

    def begin(self, id_: str, place: int | None = None) -> str:
        """Begin a lesson, or go on where it was left; why that cannot be, or nothing."""
        try:
            lesson = next(one for one in self.lessons() if one.id == id_)
            tutor = Tutor(lesson, self._kit(lesson))
            tutor.play_to(self._kept(lesson) if place is None else place)
        except (LessonError, ScenarioError, RuntimeError) as fault:
            return str(fault)
        self._school.open_session(tutor.session, None)
        self._take_up(tutor)
        return ""

    def _kept(self, lesson: Lesson) -> int:
        """Where the learner left a lesson."""
        step = self._school.services.store.lessons().get(lesson.id, Progress()).step
        return step if step < len(lesson.steps) else 0

    def _keep(self, lesson: Lesson, step: int, *, is_learnt: bool = False) -> None:
        self._school.services.store.keep_lesson(lesson.id, Progress(step, is_learnt))

    def _kit(self, lesson: Lesson) -> Kit[Any]:
        """The game that a lesson teaches."""
        kits = self._school.services.kits
        return kits[lesson.game] if lesson.game in kits else next(iter(kits.values()))

    def _take_up(self, tutor: Tutor) -> None:
        game = self._school.game
        assert game is not None
        game.forget()
        controller = game.controller
        controller.thinker.seat(tutor.rival, tutor.enemy)
        controller.asked.connect(lambda _, __: self._later())
        controller.ended.connect(self._later)
        controller.rewound.connect(self._mind_undo)
        controller.offered.connect(lambda _: self._place())
        controller.refused.connect(self._mind_refusal)
        game.table.clicked.connect(self._mind_click)
        self.tutor, self.is_over, self._remark, self._shows = tutor, False, "", False
        self.card = CoachCard(self._school.look, self._window)
        self.glow = Glow(self._school.look.colour("accent"), self._window)
        self._connect(self.card)
        self._looks.start()
        self._later()

    def _connect(self, card: CoachCard) -> None:
        card.forwardAsked.connect(self._forward)
        card.backAsked.connect(self._back)
        card.showAsked.connect(self._show_me)
        card.undoAsked.connect(self._take_back)
        card.leaveAsked.connect(self._go_home)
        card.againAsked.connect(lambda: QTimer.singleShot(0, self._begin_again))
        card.linkActivated.connect(self._school.follow_link)

    def leave(self) -> None:
        """The lesson's game is left; where it was is kept."""
        self._looks.stop()
        self.tutor = None
        for part in (self.card, self.glow):
            if part is not None:
                part.hide()
                part.deleteLater()
        self.card = self.glow = None

    def set_look(self, look: Look) -> None:
        """Dress the card anew."""
        if self.card is not None:
            self.card.set_look(look)
            self._tell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Find a place again when the window gets another size."""
        if event.type() is QEvent.Type.Resize and self.card is not None:
            self.card.fit()
            self._place()
        return super().eventFilter(watched, event)

    # -- the step

    def _later(self) -> None:
        """Look once all others have heard of the question."""
        QTimer.singleShot(0, self._look)

    def _look(self) -> None:
        """The game has moved on: see how the learner stands."""
        tutor, game = self.tutor, self._school.game
        if tutor is None or game is None or self.is_over:
            return
        self._given = len(tutor.session.journal)
        tutor.note_turn()
        quiet = tutor.quiet()
        if quiet is not None and game.controller.is_asking:
            tutor.pass_over()
            self._give(quiet[0])
            return
        if self._shows and self._do():
            return
        self._shows = False
        if tutor.stand() is Stand.DONE:
            self._advance()
        else:
            self._tell()

    def _advance(self) -> None:
        tutor = self.tutor
        assert tutor is not None
        self._remark = ""
        if tutor.is_last:
            self._keep(tutor.lesson, 0, is_learnt=True)
            self.is_over = True
            self._tell()
        else:
            tutor.go_on()
            self._keep(tutor.lesson, tutor.place)
            self._tell()
            self._later()
        self.stepped.emit()

    def _forward(self) -> None:
        """Next: the card has been read, or the lesson is over."""
        if self.tutor is None:
            return
        if not self.is_over:
            self._advance()
        elif (after := self._after()) is not None:
            self.begin(after.id, 0)
        elif self._battle():
            lesson, sides = self.tutor.lesson, self.tutor.session.state.battle.sides
            rival = next(iter(self._kit(lesson).players), HUMAN)
            seated = {str(side): rival for side in sides if side != lesson.side}
            self._school.dialogs.ask_new(first=lesson.then, seated=seated)
        else:
            self._go_home()

    def _after(self) -> Lesson | None:
        """The lesson behind this one, of the same game."""
        if self.tutor is None:
            return None
        here = self.tutor.lesson
        later = (x for x in self.lessons() if x.game == here.game and x.place > here.place)
        return next(later, None)

    def _battle(self) -> str:
        """The name of the battle to which the end of the lesson leads, or nothing."""
        then = "" if self.tutor is None else self.tutor.lesson.then
        known = self._school.services.scenarios() if then else ()
        return next((one.name for one in known if one.id == then), "")

    def _back(self) -> None:
        if self.tutor is not None:
            self.tutor.go_back()
            self._tell()

    def _show_me(self) -> None:
        self._shows = True
        if not self._do():
            self._shows = False

    def _do(self) -> bool:
        """Give the next answer of the step; whether there was one to give."""
        tutor, game = self.tutor, self._school.game
        if tutor is None or game is None or tutor.stand() is not Stand.DO:
            return False
        answer = tutor.answer()
        if answer is None or not game.controller.is_asking:
            return False
        self._give(answer[0])
        return True

    def _give(self, value: Any) -> None:
        game = self._school.game
        if game is not None and game.session.pending is not None:
            game.controller.guard.lift()
            game.controller.give((Answer(type(game.session.pending), value),))

    def _take_back(self) -> None:
        """Where the step began; if that is past mending, the step is laid out anew."""
        tutor, game = self.tutor, self._school.game
        if tutor is None or game is None:
            return
        self._remark = ""
        game.controller.stop()
        is_mended, self._given = tutor.take_back(), 0
        if is_mended:
            game.controller.start()
        else:
            QTimer.singleShot(0, lambda: self.begin(tutor.lesson.id, tutor.place))

    def _begin_again(self) -> None:
        if self.tutor is not None:
            self._keep(self.tutor.lesson, 0)
            self.begin(self.tutor.lesson.id, 0)

    def _go_home(self) -> None:
        self._school.close_game()
        self._school.show_start()

    def _mind_undo(self) -> None:
        """Answers were taken back: the lesson goes back with them."""
        tutor, game = self.tutor, self._school.game
        if tutor is None or game is None:
            return
        before, self._given = self._given, len(tutor.session.journal)
        if self._given >= before:
            return
        tutor.follow_undo()
        self.is_over, self._remark, self._shows = False, "", False
        self._keep(tutor.lesson, tutor.place)
        if tutor.quiet() is not None and game.controller.barrier() is None:
            QTimer.singleShot(0, game.controller.undo)  # it was not the learner's own answer

    def _follow(self) -> None:
        """Keep up with what moves on the screen; open the panel that the step needs."""
        game, tutor, target = self._school.game, self.tutor, self.target()
        is_asking = game is not None and game.controller.is_asking
        if is_asking and tutor is not None and tutor.stand() is not self._stand:
            self._look()
        if is_asking and target is not None:
            shut = None if self.pointing.found(target) else self.pointing.shut_dock(target)
            if shut is not None:
                self._school.docks.docks[shut].show()
                self._school.docks.bring_up(shut)
        self._place()

    # -- clicks elsewhere

    def _mind_click(self, spot: Spot) -> None:
        wanted = [self.pointing.spot_of(target) for target in self._targets()]
        if any(wanted) and spot not in wanted:
            self._nudge()

    def _mind_refusal(self, refusal: Refusal) -> None:
        """An answer that came too soon may well have been the right one."""
        if refusal != TOO_SOON:
            self._nudge()

    def _nudge(self) -> None:
        """Say kindly what to do instead."""
        tutor = self.tutor
        if tutor is not None and not self.is_over and tutor.stand() is Stand.DO:
            usual = say("Not there. Nothing is lost: what glows is what you look for.")
            self._remark = tutor.step.instead or usual
            self._tell()

    # -- the card

    def _tell(self) -> None:
        card, tutor = self.card, self.tutor
        if card is None or tutor is None:
            return
        self._stand = tutor.stand()
        card.tell(self._words(tutor), self._buttons(tutor))
        game = self._school.game
        if game is not None and not self._room(game).contains(card.geometry()):
            self._put = None  # there may be a place on the board again
        card.show()
        self._reveal()
        self._place()

    def _words(self, tutor: Tutor) -> CardText:
        """What the card says now."""
        step, lesson = tutor.step, tutor.lesson
        head = (lesson.title, tutor.place + 1, len(lesson.steps))
        if self.is_over:
            return CardText(*head, say("Well done"), lesson.achieved)
        if tutor.stand() is Stand.ASTRAY:
            other = say("That is allowed too, but this lesson goes another way.")
            return CardText(*head, step.title, step.text, remark=other)
        also = say("That was fine too. Now this:") if tutor.has_strayed() else ""
        return CardText(*head, step.title, step.text, step.why, step.rule, self._remark or also)

    def _buttons(self, tutor: Tutor) -> CardButtons:
        """What the card's buttons do now."""
        stand = tutor.stand()
        if self.is_over:
            after = self._after()
            if after is not None:
                return CardButtons(say("Next: {title}", title=say(after.title)))
            battle = self._battle()
            begin = say("Begin {battle} \N{HORIZONTAL ELLIPSIS}", battle=battle) if battle else ""
            return CardButtons(begin or say("To the start page"))
        if stand is Stand.ASTRAY:
            return CardButtons(undo=True)
        if stand is Stand.READ:
            return CardButtons(say("Next"), back=tutor.can_go_back)
        return CardButtons(show=stand is Stand.DO)

    # -- what glows

    def _targets(self) -> Sequence[Target]:
        tutor = self.tutor
        if tutor is None or self.is_over or tutor.stand() not in (Stand.READ, Stand.DO):
            return ()
        return tutor.step.targets

    def target(self) -> Target | None:
        """What is to be clicked now, or looked at: the first that has not been done."""
        targets, game = self._targets(), self._school.game
        if game is None:
            return None
        offer = game.controller.offer
        for target, after in pairwise(targets):
            if not self._is_met(target, after, offer):
                return target if self._is_there(target) else _PUT_BACK
        if not targets and self.tutor is not None and not self.is_over:
            reads = Target("sheet", _GO_ON)  # a result that waits until it has been read
            return reads if self.pointing.button(reads) is not None else None
        return targets[-1] if targets else None

    def _is_there(self, target: Target) -> bool:
        """Whether it can be clicked; or nothing wrong has been taken up that could be put back."""
        is_card = target.kind == "action" and self.pointing.button(_PUT_BACK) is not None
        return not is_card or self.pointing.button(target) is not None

    def _is_met(self, target: Target, after: Target, offer: Offer) -> bool:
        """Whether the learner has done with a target that is followed by another."""
        leads_on = after.kind not in ("hex", "piece") and self.pointing.button(after) is not None
        game, spot = self._school.game, self.pointing.spot_of(target)
        if game is not None and spot is not None:
            return spot in game.table.meant(offer.overlays).chosen or leads_on
        if target.name == "road" and offer.march.road:
            return True
        made = self.pointing.button(target)
        if made is not None and made.isChecked():
            return True
        return leads_on and made is None

    def _reveal(self) -> None:
        """Bring the places of the step into view, off the card."""
        for target in self._targets():
            self.pointing.scroll_to(target)
        game = self._school.game
        found = (self.pointing.spot_of(target) for target in self._targets())
        spots = [spot for spot in found if spot is not None]
        if game is None or not spots:
            return
        for spot in (*spots, spots[0]):
            game.table.camera.reveal(game.table.area([spot]), _NEAR)

    def box_of(self, target: Target) -> QRect | None:
        """Where a target is in the window; None where it is not to be seen."""
        spot = self.pointing.found(target)
        return None if spot is None else spot.box

    def _answering(self) -> Sequence[Button]:
        """The buttons that give the answer that is wanted."""
        tutor, game = self.tutor, self._school.game
        wanted = None if tutor is None else tutor.wanted
        if wanted is None or game is None:
            return ()

        def gives(made: Button) -> bool:
            answers = made.response if isinstance(made.response, tuple) else ()
            return any(a.asked.__name__ == wanted.asks and wanted.fits(a.value) for a in answers)

        return [made for made in game.controller.offer.buttons if gives(made)]

    def _place(self) -> None:
        """Put glow and card where they belong now."""
        card, glow, game = self.card, self.glow, self._school.game
        if card is None or glow is None or game is None or not card.isVisible():
            return
        target = self.target()
        spot = None if target is None else self.pointing.found(target)
        if spot is None or is_dialog_open():
            glow.hide()
        else:
            glow.show_round(spot.box, is_hex=spot.is_place, on=spot.on)
        room = self._room(game)
        shuns = self.pointing.kept_clear(self._targets())
        here = card.geometry()
        apart = here.adjusted(-AIR, -AIR, AIR, AIR)
        is_free = self._window.rect().contains(here) and here.topLeft() == self._put
        if not is_free or any(apart.intersects(one) for shun in shuns for one in shun):
            near = room if spot is None else spot.box
            card.move(best_place(card.size(), (room, *self._spares()), shuns, self._mind(), near))
            self._put = card.pos()
        card.raise_()
        board = game.table.board
        corner = board.mapFromGlobal(card.mapToGlobal(QPoint(0, 0)))
        game.follower(KeyToMarks).avoid(QRect(corner, card.size()))

    def _room(self, game: Game) -> QRect:
        """The board, as far as nothing stands beside it."""
        board = game.table.board.viewport()
        return self.pointing.mapped(board, board.rect())

    def _spares(self) -> Sequence[QRect]:
        """Where the card lies if the board has no place for it: on the docks, on anything else."""
        docks = self._school.docks
        seen = (d for d in docks.docks.values() if not d.visibleRegion().isEmpty())
        boxes = [self.pointing.mapped(d, d.rect()) for d in seen if not d.isFloating()]
        column = QRect()
        for box in boxes:
            column = column.united(box)
        top, low = self._window.menuBar().geometry(), self._school.panes.prompt
        body = QRect(top.bottomLeft(), self.pointing.mapped(low, low.rect()).topRight())
        return (*([column] if boxes else []), body, self._window.rect())

    def _mind(self) -> Sequence[QRect]:
        """Where pieces stand that can be seen."""
        game = self._school.game
        if game is None:
            return ()
        board = game.table.board
        seen = (box & board.viewport().rect() for box in game.table.taken())
        return [self.pointing.mapped(board.viewport(), box) for box in seen if not box.isEmpty()]


def _row(lesson: Lesson, far: Progress) -> LessonRow:
    is_begun = 0 < far.step < len(lesson.steps)
    return LessonRow(lesson.id, lesson.title, lesson.about, lesson.minutes, far.is_learnt, is_begun)
