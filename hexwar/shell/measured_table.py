"""The measured table of one game, with its blocks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from html import escape
from typing import Any, ClassVar, Self

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from hexwar.kit import Coming
from hexwar.messages import mark
from hexwar.shell.board import Meant
from hexwar.shell.lenses import BoardWords, Glance
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Questions
from hexwar.shell.table import Setting, Table
from hexwar.table.fact import Fact, Sound
from hexwar.table.laid import Laid
from hexwar.table.spot import Spot
from hexwar.table.stands import Arrow, Block, Cloth, Marks, Patch, Post, Ruling, Wish
from hexwar.tabletop.spots import pose_at, spot_of, spot_of_pose
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.measured.key import TableKey
from hexwar.widgets.measured.plane import UNIT, Frame
from hexwar.widgets.measured.small import SmallTable
from hexwar.widgets.measured.view import MeasuredView
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import theme
from hexwar.widgets.words import plain

Modifier = Qt.KeyboardModifier
Key = Qt.Key

_REST = 25  # milliseconds between two places of the pointer that a question hears of
_ROOM = UNIT * 1.5  # round a bare place, scene units

_TURNS = (Key.Key_Comma, Key.Key_Period, Key.Key_Less, Key.Key_Greater, Key.Key_M)


class MeasuredWords(BoardWords):
    """What the measured table of a game says and shows."""

    ticks: ClassVar[tuple[float, ...]] = ()
    """cm at which rulers are marked, such as ranges."""

    @abstractmethod
    def cloth(self, state: Any) -> Cloth:
        """The table with its ground."""

    @abstractmethod
    def blocks(self, view: Any) -> Sequence[Block]:
        """Everything that stands on it."""

    def posts(self, view: Any) -> Sequence[Post]:  # noqa: ARG002
        """Flags, where something counts."""
        return ()

    def piece_tip(self, view: Any, piece: str) -> str:
        """What is told of a block beside the pointer, as HTML."""
        return escape(self.piece_words(view, piece))


class MeasuredTable(Table):
    """A table with blocks that are dragged, and a ruler; its spots are points and poses in cm."""

    title = mark("Table")
    way_to = mark("To the table")

    board: MeasuredView
    words: MeasuredWords

    def __init__(self, setting: Setting, questions: Questions, words: MeasuredWords) -> None:
        self._own_words = words  # asked before the rest is there
        super().__init__(setting, questions, words)

    @classmethod
    def of(cls, table: Table) -> Self:
        """A table that is known to be measured."""
        assert isinstance(table, cls), table
        return table

    def make_board(self, setting: Setting) -> tuple[MeasuredView, Camera]:
        """The cloth, and what waits for the pointer to rest."""
        cloth = self._own_words.cloth(setting.session.state)
        board = MeasuredView(cloth, theme(setting.preferences.theme), self)
        board.ticks = self._own_words.ticks
        self._heard: Spot | None = None  # the place that the question is to hear of
        self._resting = QTimer(self, singleShot=True, interval=_REST)
        self._resting.timeout.connect(lambda: self.hover(self._heard))
        return board, board.camera

    def connect_board(self) -> None:
        """Clicks, drags and the ruler."""
        board, controller, words = self.board, self.controller, self.words
        board.pieceClicked.connect(self._click_block)
        board.spotClicked.connect(self.click_spot)
        board.hovered.connect(self._hear)
        board.contextRequested.connect(lambda spot, _, where: self.open_menu(spot, where))
        board.cycled.connect(self._cycle_cursor)
        controller.show.begun.connect(self._tell_of)
        controller.show.finished.connect(lambda: board.board.show_deed(Marks()))
        board.judge = self._judge
        board.dropped.connect(self._let_go)
        board.tooltip = self._tip
        board.describe = self._describe
        board.describe_piece = lambda piece: words.piece_words(controller.view, piece)
        board.help_for = lambda piece, spot: words.help_for(controller.view, piece, spot)

    def dress(self, preferences: Preferences) -> None:
        """Theme, seasons and pace."""
        self.board.set_theme(theme(preferences.theme))
        self.board.board.set_seasons(on=preferences.shows_seasons)
        self.board.board.walks.speed = preferences.pace.speed

    def close_board(self) -> None:
        """Nothing of the table runs on."""
        self._resting.stop()
        self.board.close_board()

    @property
    def is_painted(self) -> bool:
        """Whether the tiles in view are painted."""
        return self.board.board.ground.is_settled

    def open_view(self) -> None:
        """Show all of it: a table is looked at as a whole."""
        self.camera.fit()

    # -- the stage

    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        """Let a block slide along poses, and turn on its way."""
        way = [pose for spot in path if (pose := pose_at(spot)) is not None]
        self.board.board.walk(pieces[0], way, done)

    def hurry(self) -> None:
        """Bring to its goal what is on its way."""
        self.board.board.walks.finish()

    def show_pieces(self, *, on: bool) -> None:
        """Take the blocks off the table for a moment."""
        self.board.board.put_blocks_away(on=not on)

    # -- where things are

    def spot_of(self, piece: str) -> Spot | None:
        """The pose of a block."""
        block = self.board.board.blocks.get(piece)
        return None if block is None else spot_of_pose(block.pose)

    def knows(self, spot: Spot) -> bool:
        """Whether it is a point of the cloth."""
        pose = pose_at(spot)
        return pose is not None and self.board.plane.holds(pose.point)

    def area(self, spots: Collection[Spot]) -> QRectF:
        """The box round the blocks that stand there, or round the bare places."""
        box = QRectF()
        for spot in self.known(spots):
            block = self._block_at(spot)
            box |= self._bare(spot) if block is None else self.board.plane.box(block)
        return box

    def _bare(self, spot: Spot) -> QRectF:
        pose = pose_at(spot)
        assert pose is not None, "it is known"
        at, room = self.board.plane.to_scene(pose.point), QPointF(_ROOM, _ROOM)
        return QRectF(at - room, at + room)

    def _block_at(self, spot: Spot) -> Block | None:
        pose = pose_at(spot)
        return None if pose is None else self.board.board.block_at(pose.point)

    def standing(self) -> Sequence[QRectF]:
        """The boxes of the blocks."""
        return [self.board.plane.box(block) for block in self.board.board.blocks]

    def meant(self, laid: Laid) -> Meant:
        """The poses of the blocks that marks are about, and of ghosts."""
        marks = _marks(laid)
        ghosts = [spot_of_pose(g.block.pose) for g in marks.ghosts if not g.is_pale]
        targets = self._spots([target.piece for target in marks.targets])
        return Meant(
            ready=self._spots(marks.ready),
            chosen=self._spots(marks.selected),
            targets=(*targets, *(place.spot for place in marks.places)),
            ways=(*ghosts, *(spot_of(leg.points[-1]) for leg in marks.legs)),
        )

    def _spots(self, pieces: Collection[str]) -> tuple[Spot, ...]:
        found = (self.spot_of(piece) for piece in sorted(pieces))
        return tuple(spot for spot in found if spot is not None)

    def point_out(self, spots: Sequence[Spot]) -> None:
        """The blocks that stand there are ringed for a moment."""
        self.bring(spots)
        found = (self._block_at(spot) for spot in spots)
        self.board.board.emphasise([block.id for block in found if block is not None])

    @property
    def cursor_spot(self) -> Spot | None:
        """The pose of the cursor."""
        cursor = self.board.cursor_
        return spot_of_pose(cursor.pose) if cursor.is_shown and cursor.pose else None

    # -- beside the table

    def small_board(self) -> QWidget:
        """The whole table in small."""
        return SmallTable(self.board)

    def briefing_board(self, look: Look, comings: Sequence[Coming]) -> QWidget:  # noqa: ARG002
        """The whole table with all blocks."""
        return SmallTable(self.board)

    def key_card(self, look: Look) -> TableKey:
        """The key to markers and marks."""
        return TableKey(look, self.board, self.board.board)

    def place_names(self) -> Sequence[str]:
        """What lies on the cloth and has a name."""
        return sorted(patch.name for patch in self._named())

    def spot_named(self, words: str) -> Spot | None:
        """The middle of what a name means, or a point by its cm: `45 30`."""
        if not plain(words).strip():
            return None
        found = [patch for patch in self._named() if plain(words) in plain(patch.name)]
        if found:
            return spot_of(_middle(found[0]))
        parts = words.replace(";", " ").split()
        if len(parts) == 2 and all(part.replace(".", "", 1).isdigit() for part in parts):
            spot = spot_of((float(parts[0]), float(parts[1])))
            return spot if self.knows(spot) else None
        return None

    def _named(self) -> list[Patch]:
        return [patch for patch in self.board.board.cloth.patches if patch.name]

    # -- what the player does

    def _hear(self, spot: Spot | None, piece: str) -> None:
        """The pointer is elsewhere: over another block at once, else when it rests a little."""
        before = None if self.over is None else self._block_at(self.over)
        self._heard = spot
        if spot is None or piece != ("" if before is None else before.id):
            self._resting.stop()
            self.hover(spot)
        elif not self._resting.isActive():
            self._resting.start()

    def _click_block(
        self, piece: str, spot: Spot, modifiers: Modifier, button: Qt.MouseButton
    ) -> None:
        if button is Qt.MouseButton.LeftButton:
            self.click_piece(piece, modifiers)
        else:
            self.click_spot(spot, modifiers, button)

    def _judge(self, wish: Wish) -> Ruling:
        return self.controller.judge(wish)

    def _let_go(self, wish: Wish, _: Ruling) -> None:
        self.controller.let_go(wish)
        self.lay()

    def _cycle_cursor(self, step: int) -> None:
        """The next or the last of those who can act; of all blocks where nobody can."""
        spot = self.controller.cycle(step)
        block = None if spot is None else self._block_at(spot)
        if block is None:
            order = [block.id for block in self.board.board.blocks]
            now = self.board.cursor_.piece
            place = order.index(now) + step if now in order else 0
            block = self.board.board.blocks[order[place % len(order)]] if order else None
        if block is not None:
            self.board.put_cursor(block.id)
            self.look(spot_of_pose(block.pose))

    def is_boards(self, event: QKeyEvent) -> bool:
        """Leave to the table what its cursor and its ruler obey."""
        is_plain = not event.modifiers() & ~(Modifier.ShiftModifier | Modifier.KeypadModifier)
        if event.key() == Key.Key_Space:
            return self.board.can_take_up
        if is_plain and event.key() in _TURNS:
            return event.key() == Key.Key_M or self.cursor_spot is not None
        return super().is_boards(event)

    def _tip(self, piece: str, spot: Spot) -> str:
        view = self.controller.view
        return self.words.piece_tip(view, piece) if piece else self.words.spot_tip(view, spot)

    def _describe(self, spot: Spot) -> str:
        """A place as it is spoken: what is there, and what the lenses say."""
        glance = replace(self.glance(), over=spot)
        reasons = [reason.sentence for reason in self.lenses.reasons(glance)]
        return " ".join([f"{self.words.spot_words(self.view, spot)}.", *reasons])

    # -- what is shown

    def show_view(self, view: Any) -> None:
        """The blocks."""
        self.board.show_blocks(self.words.blocks(view), self.words.posts(view))

    def _tell_of(self, beat: Beat) -> None:
        """Point out whom an event is about, and where it comes from."""
        told = Marks()
        for event in beat.events if self.board.board.walks.speed else ():
            if isinstance(event, Fact) and event.rest and self.controller.can_see(event):
                told = told.beside(self._deed_of(event))
        self.board.board.show_deed(told)

    def _deed_of(self, event: Fact) -> Marks:
        """Rings round those it is about; of a fight an arrow from the first to each of the others.

        Powder smoke hangs before who has fired.
        """
        known = self.board.board.blocks
        units = [block for id_ in event.display().units if (block := known.get(id_)) is not None]
        marks = Marks(selected=frozenset(block.id for block in units))
        if not units or event.sound not in (Sound.VOLLEY, Sound.GUN, Sound.DICE):
            return marks
        first, *others = units
        arrows = tuple(Arrow((first.pose.point, other.pose.point)) for other in others)
        front = Frame(first)
        smoke = () if event.sound is Sound.DICE else ((front.front_left, front.front_right),)
        return replace(marks, arrows=arrows, smoke=smoke)

    def lay_over(self, laid: Laid, glance: Glance[Any]) -> None:  # noqa: ARG002
        """Marks."""
        self.board.show_marks(_marks(laid))


def _marks(laid: Laid) -> Marks:
    """What is laid over a table; what only another board could show is nothing there."""
    return laid if isinstance(laid, Marks) else Marks()


def _middle(patch: Patch) -> tuple[float, float]:
    """The mean of a piece's corners, cm."""
    xs, ys = zip(*patch.ring, strict=True)
    return sum(xs) / len(xs) / 100, sum(ys) / len(ys) / 100
