"""A recorded game in the window: its board, its bar, its bookmarks, and playing on from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from hexwar.engine import SeededChance, Session, fresh_seed
from hexwar.engine.forks import question_at, taken_up
from hexwar.engine.system import plain_header
from hexwar.messages import mark, say
from hexwar.shell.actions import BY_ID
from hexwar.shell.face import Face, Place
from hexwar.shell.following import PACE_WORDS, Guide
from hexwar.shell.game import Frame, Shown
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.preferences import Preferences
from hexwar.shell.screening import Screening, eyes_of
from hexwar.shell.seats import HUMAN, Seats, Viewer, unseated
from hexwar.shell.table import Setting, Table
from hexwar.table.forces import Side
from hexwar.table.reel import Level
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import bare
from hexwar.widgets.panels.replay_bar import Course, ReplayBar, Spot, Standing
from hexwar.widgets.words import keyless

FORKED = "forked"
"""The key of a header that says from which game, and where in it, a game was played on."""

SECRETS = mark(
    "This game still runs, and its sides have secrets: whoever played on from here would see what"
    " the other side hides. When it is over it can be played on from anywhere."
)
"""Why a running game cannot be played on from a past instant where its sides have secrets."""

_STEPS: Mapping[str, tuple[Level, int]] = {
    "step-back": (Level.EVENT, -1),
    "step-on": (Level.EVENT, 1),
    "activation-back": (Level.ACTIVATION, -1),
    "activation-on": (Level.ACTIVATION, 1),
    "skip-activation": (Level.ACTIVATION, 1),
    "turn-back": (Level.TURN, -1),
    "turn-on": (Level.TURN, 1),
}


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place in a recorded game."""

    told: int  # how many events there were
    words: str


def key_of(session: Session[Any]) -> str:
    """What a game's bookmarks are kept by: the same for every save of it, whoever plays."""
    return _key_by(session, unseated(session.header))


def former_key_of(session: Session[Any]) -> str:
    """What they were kept by before sides could change hands: by those who play, too."""
    return _key_by(session, session.header)


def _key_by(session: Session[Any], header: Mapping[str, Any]) -> str:
    about = f"{session.system.id}|{header}|{session.chance.seed}"
    first = "".join(f"|{entry.asked}{entry.events}" for entry in session.journal[:40])
    return blake2b((about + first).encode(), digest_size=8).hexdigest()


class Marks(Protocol):
    """Where the bookmarks of recorded games are kept, beside the settings."""

    def bookmarks(self, game: str) -> Sequence[tuple[int, str]]:
        """Those of a game, by its key: how many events there were, and what is noted there."""

    def keep_bookmarks(self, game: str, marks: Sequence[tuple[int, str]]) -> None:
        """Keep others."""


class Replay(Shown):
    """Ties a recorded game to the window for as long as it is looked at."""

    left = Signal()
    """The player has seen enough."""
    forkAsked = Signal(object)
    """A function that makes the new game in which it is played on."""

    def __init__(
        self,
        session: Session[Any],
        eyes: Viewer,
        preferences: Preferences,
        frame: Frame,
        marks: Marks,
        parent: QObject,
    ) -> None:
        super().__init__(session, frame, parent)
        self._marks = marks
        self._face: Face = frame.face
        self._eyes = _with_usual(eyes, eyes_of(session, self.seats))

        def screening(stage: Table) -> Screening:
            seats, questions = self.seats, self._face.questions
            return Screening(session, seats, questions, stage, eyes, stage)

        setting = Setting(session, self.seats, preferences, frame.cache, screening)
        self.table = self._face.table(setting)
        controller = self.table.controller
        assert isinstance(controller, Screening)
        self.controller: Screening = controller
        self.bar = ReplayBar(frame.look, [self._eyes_words(one) for one in self._eyes])
        self.bar.eyes.setCurrentIndex(self._eyes.index(eyes))
        self.widget = QWidget()
        bare(self.widget, (self.table, 1), self.bar)
        self.widget.setFocusProxy(self.table)
        place = Place(self.table, frame.look, preferences, frame.window, frame.places)
        self._take_up((KeyToMarks(place), *self._face.followers(place)))
        self._guide = Guide(controller, self.table, lambda _: True)
        known = marks.bookmarks(key_of(session)) or marks.bookmarks(former_key_of(session))
        kept = (Bookmark(*one) for one in known)
        self.bookmarks = [one for one in kept if one.told <= len(session.events)]
        self._goal = 0  # the stop that the slider stands at
        self._goes = QTimer(self, singleShot=True, interval=0)
        self._goes.timeout.connect(lambda: self.go_to_stop(self._goal))
        self._connect()
        self.apply(preferences, frame.look)

    def _connect(self) -> None:
        controller, bar = self.controller, self.bar
        controller.moved.connect(self._show_place)
        controller.show.changed.connect(self._show_place)
        bar.asked.connect(self._ask)
        bar.stopAsked.connect(self._aim)
        bar.eyesAsked.connect(self._look_with)
        bar.set_tips({name: spec.tooltip for name, spec in BY_ID.items()})

    # -- begin and end

    def start(self) -> None:
        """Show the game at its beginning."""
        super().start()
        self._show_course()
        self.controller.start()
        self.hinted.emit(
            say("P plays, < and > step, Ctrl+W leaves; the recap in the log leads on.")
        )

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        super().apply(preferences, look)
        self.bar.set_look(look)
        self._guide.chase.is_on = preferences.follows
        self._guide.chase.speed = self.controller.show.live.pace.speed
        self._show_place()

    def close(self) -> None:
        """Leave the table."""
        self._guide.close()
        super().close()

    # -- what the player does

    def do(self, action: str) -> None:
        """Do what an action of the menu of the show asks."""
        if action in _STEPS:
            self.controller.step(*_STEPS[action])
        elif action == "pause":
            self.controller.play(on=not self.controller.is_playing)
        elif action == "skip":
            self.controller.skip()
        elif action == "bookmark":
            self._switch_bookmark()
        elif action == "play-on":
            self._ask_side()
        elif action == "leave-replay":
            self.left.emit()

    def _ask(self, action: str) -> None:
        """A key of the bar: it stands for an action of the menu, or for the whole recap."""
        self.linkActivated.emit("recap:all" if action == "recap" else f"action:{action}")

    def _aim(self, stop: int) -> None:
        """Go to a stop when the mouse has been heard: of a drag no more than its last place."""
        self._goal = stop
        self._goes.start()

    def go_to_stop(self, stop: int) -> None:
        """Show a stop by its number."""
        stops = self.controller.stops.all
        self.controller.go_to(stops[min(max(stop, 0), len(stops) - 1)])

    def go_to_turn(self, turn: int) -> None:
        """Show where a turn begins."""
        for stop, number in self.course.turns:
            if number == str(turn):
                self.go_to_stop(stop)

    # -- playing on

    @property
    def can_fork(self) -> bool:
        """Whether it can be played on from here: never where that would lay secrets open (N3.4)."""
        if self.controller.is_over:
            return True
        battle = self.session.state.battle
        return (
            len(self.controller.viewer.pads) == len(battle.sides) and not battle.secrecy.has_hands
        )

    def fork(self, players: Mapping[Side, str]) -> Session[Any]:
        """A new game from here, with dice of its own, in which these play.

        Raises:
            KernelError: It cannot be taken up.
        """
        told, session = self.controller.playback.told, self.session
        entry = question_at(session, told)
        if self.controller.is_over and entry == len(session.journal):
            entry -= 1
        options = session.header.get("options", {})
        stated = {**options, **Seats(dict(players)).options()}
        about = {"game": key_of(session), "event": told}
        header = plain_header({**session.header, "options": stated, FORKED: about})
        return taken_up(session, entry, header, SeededChance(fresh_seed()))

    def choices(self) -> Sequence[tuple[str, Mapping[Side, str]]]:
        """Who may play on, in words, and who then plays which side."""
        battle, known = self.session.state.battle, self._face.kit.players
        if not self.controller.is_over:
            return [(self.seats.words(battle.side_names, known), dict(self.seats.players))]
        rival = next((name for name in self.seats.players.values() if name in known), "")
        rival = rival or next(iter(known), HUMAN)
        found: list[tuple[str, Mapping[Side, str]]] = []
        for side in battle.sides:
            players = {other: rival if other != side else HUMAN for other in battle.sides}
            name = battle.side_names.get(side, side)
            found.append((say("As the {side}, against the computer", side=name), players))
        both = dict.fromkeys(battle.sides, HUMAN)
        return [*found, (say("Both sides at this machine"), both)]

    def _ask_side(self) -> None:
        if not self.can_fork:
            self.hinted.emit(say(SECRETS))
            return
        menu = QMenu(self.bar)
        menu.setObjectName("play-on")
        for words, players in self.choices():
            menu.addAction(
                keyless(words), partial(self.forkAsked.emit, partial(self.fork, players))
            )
        corner = self.bar.fork.mapToGlobal(QPoint(0, 0))
        menu.popup(corner - QPoint(0, menu.sizeHint().height()))

    # -- bookmarks

    def _switch_bookmark(self) -> None:
        """Set a bookmark here, or take the one away that is here."""
        told = self.controller.playback.told
        others = [one for one in self.bookmarks if one.told != told]
        if len(others) == len(self.bookmarks):
            others.append(Bookmark(told, self._words()))
        self.bookmarks = sorted(others, key=lambda one: one.told)
        lines = [(one.told, one.words) for one in self.bookmarks]
        self._marks.keep_bookmarks(former_key_of(self.session), ())
        self._marks.keep_bookmarks(key_of(self.session), lines)
        self._show_course()
        self._show_place()

    # -- what the bar shows

    @property
    def course(self) -> Course:
        """The game as the timeline shows it."""
        recap, place = self.controller.recap, self.controller.stop_of
        turns: dict[int, int] = {}
        spots: list[Spot] = []
        for part in recap.parts:
            turns.setdefault(part.turn, place(part.first))
            if part.side is not None:
                spots.append(Spot(place(part.first), recap.title(part).plain))
            for deed in part.deeds:
                if deed.is_fight:
                    words = recap.clause(deed).plain
                    spots.append(Spot(place(deed.first), words, is_fight=True))
        return Course(
            len(self.controller.stops.all) - 1,
            tuple((at, str(turn)) for turn, at in turns.items() if turn),
            tuple(spot.stop for spot in spots if spot.is_fight),
            tuple((self.controller.stops.place_of(one.told), one.words) for one in self.bookmarks),
            tuple(spots),
        )

    def _show_course(self) -> None:
        self.bar.show_course(self.course)

    def _show_place(self) -> None:
        controller = self.controller
        told = controller.playback.told
        self.bar.show_standing(
            Standing(
                controller.place,
                self._words(),
                is_playing=controller.is_playing,
                speed=say(PACE_WORDS[controller.show.live.pace]),
                is_bookmarked=any(one.told == told for one in self.bookmarks),
                can_fork=self.can_fork,
                why_no_fork=say(SECRETS),
            )
        )

    def _words(self) -> str:
        """Where one stands: the turn, and what has just been told."""
        controller, told = self.controller, self.controller.playback.told
        story = controller.recap.story
        turn = story.turn_title(controller.playback.table.turn)
        for at in range(min(told, len(story.entries)) - 1, max(told - 12, -1), -1):
            if story.entries[at].topic.is_usual and story.is_told(at):
                return f"{turn}. {story.text(at).plain}"
        return turn

    def _look_with(self, number: int) -> None:
        self.controller.look_with(self._eyes[number])
        self._show_course()
        self._show_place()

    def _eyes_words(self, eyes: Viewer) -> str:
        names = self.session.state.battle.side_names
        if len(eyes.pads) > 1:
            return say("Both sides' eyes")
        if not eyes.pads:
            return say("What both may see")
        return say("{side} eyes", side=names.get(eyes.side, eyes.side))


def _with_usual(eyes: Viewer, found: Sequence[Viewer]) -> tuple[Viewer, ...]:
    """The eyes that one may change to: of a running game none but those he has."""
    return tuple(found) if len(found) > 1 and len(found[0].pads) > 1 else (eyes,)
