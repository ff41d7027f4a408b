"""A measured table as a scene: cloth, blocks, tags, overlays; and pictures of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QGraphicsScene

from hexwar.table.stands import Block, Cloth, Marks, Post, nearest_block
from hexwar.tabletop.pose import Pose, Vector
from hexwar.widgets.board.scene import EMPHASIS_MS, MOST_PIXELS
from hexwar.widgets.brushwork import finely
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.tiles import SheetLayer
from hexwar.widgets.measured.blocks import BlockItem, Blocks, Walks
from hexwar.widgets.measured.cloth import ClothPainter
from hexwar.widgets.measured.laid import (
    OVER_Z,
    UNDER_Z,
    Sheet,
    paint_over,
    paint_under,
    paint_under_drag,
    reach_of,
)
from hexwar.widgets.measured.page import Inks
from hexwar.widgets.measured.plane import Plane
from hexwar.widgets.measured.posts import Posts
from hexwar.widgets.measured.tags import Tags
from hexwar.widgets.theme import Theme

GHOSTS_Z: Final = 24.0

_GHOSTLY: Final = 0.72
"""How far a ghost is seen."""


class TableScene(QGraphicsScene):
    """Everything on a table, in the units of its `Plane`.

    `is_direct` paints the cloth at once when asked, without a thread: for pictures.
    """

    overlaid = Signal(object)
    """`Marks` were laid over the table."""

    def __init__(
        self,
        cloth: Cloth,
        theme: Theme,
        *,
        is_direct: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.cloth, self.theme = cloth, theme
        self.plane = Plane(cloth)
        self.ground = SheetLayer(ClothPainter(cloth), is_direct=is_direct)
        self.ground.set_season(Season(cloth.season))
        self.addItem(self.ground)
        self.setSceneRect(self.plane.sheet)
        self.blocks = Blocks(self, self.plane, theme)
        self.walks = Walks(self.blocks)
        self.walks.moved.connect(self._renew)
        inks = Inks(theme)
        self.under = Sheet(self.plane, inks, self.blocks, paint_under, UNDER_Z)
        self.over = Sheet(self.plane, inks, self.blocks, paint_over, OVER_Z)
        self.drag_under = Sheet(self.plane, inks, self.blocks, paint_under_drag, UNDER_Z + 1)
        self.drag_over = Sheet(self.plane, inks, self.blocks, paint_over, OVER_Z + 1)
        self.tags = Tags(self.plane, self.blocks, theme)
        self.posts = Posts(self.plane)
        for item in (*self._sheets, self.tags, self.posts):
            self.addItem(item)
        self._ghosts: list[BlockItem] = []
        self._marks = Marks()
        self._deed = Marks()
        self._drag = Marks()
        self._dragged = ""
        self._emphasised: frozenset[str] = frozenset()
        self._emphasis = QTimer(self, singleShot=True)
        self._emphasis.timeout.connect(self.end_emphasis)

    @property
    def _sheets(self) -> tuple[Sheet, ...]:
        return self.under, self.over, self.drag_under, self.drag_over

    # -- what is shown

    def show_blocks(self, blocks: Collection[Block], posts: Sequence[Post] = ()) -> None:
        """Shows these blocks and flags, and no others; only what differs is painted."""
        self.blocks.show(blocks)
        self.posts.show_posts(posts)
        self._renew()

    def set_seasons(self, *, on: bool) -> None:
        """Sets whether the land looks as it did on the day, or always as in summer."""
        self.ground.set_season(Season(self.cloth.season) if on else Season.SUMMER)

    def show_marks(self, marks: Marks) -> None:
        """Lays this over the table, and nothing else but what a drag shows."""
        self._marks = marks
        self._lay()
        self.overlaid.emit(marks)

    def show_deed(self, marks: Marks) -> None:
        """Lays what an event did over the table, until another is told."""
        if marks != self._deed:
            self._deed = marks
            self._lay()

    def show_drag(self, marks: Marks, piece: str = "", margin: float = 200.0) -> None:
        """Lays what a drag or a ruler shows beside it.

        Args:
            marks: of the drag.
            piece: that is dragged: what was shown of its way is not, meanwhile.
            margin: scene units that words and handles reach beyond what they are about.
        """
        if (marks, piece) != (self._drag, self._dragged):
            is_other = piece != self._dragged
            self._drag, self._dragged = marks, piece
            if is_other:
                self._lay()
            box = reach_of(self.plane, marks, self.blocks)
            box = box.adjusted(-margin, -margin, margin, margin)
            self.drag_under.show_marks(marks, box)
            self.drag_over.show_marks(marks, box)
            self._show_ghosts()

    def _lay(self) -> None:
        marks = self._marks
        if self._dragged:
            others = tuple(ghost for ghost in marks.ghosts if ghost.block.id != self._dragged)
            marks = replace(marks, ghosts=others, legs=(), contacts=(), edges=(), notes=())
            marks = replace(marks, handles=(), arrows=(), rulers=())
        marks = marks.beside(self._deed)
        if self._emphasised:
            marks = replace(marks, selected=marks.selected | self._emphasised)
        self.under.show_marks(marks)
        self.over.show_marks(marks)
        self._show_ghosts()

    def _show_ghosts(self) -> None:
        still = [ghost for ghost in self.over.marks.ghosts if not ghost.is_pale]
        painted = still + [ghost for ghost in self._drag.ghosts if not ghost.is_pale]
        while len(self._ghosts) > len(painted):
            self.removeItem(self._ghosts.pop())
        for place, ghost in enumerate(painted):
            block = replace(ghost.block, markers=(), is_spent=False, is_led=False)
            if place == len(self._ghosts):
                item = BlockItem(self.plane, self.theme, block, self.blocks.quota)
                item.setZValue(GHOSTS_Z)
                item.setOpacity(_GHOSTLY)
                self.addItem(item)
                self._ghosts.append(item)
            self._ghosts[place].show_block(block)
            self._ghosts[place].hasten(on=place >= len(still))

    def _renew(self) -> None:
        for sheet in self._sheets:
            sheet.update()
        self.tags.renew()

    # -- where things are

    def block_at(self, point: Vector) -> Block | None:
        """The topmost block whose base holds a point in cm."""
        return nearest_block(list(self.blocks), point)

    # -- for a while

    def emphasise(self, pieces: Collection[str]) -> None:
        """Rings some blocks for a moment."""
        self._emphasised = frozenset(pieces)
        self._lay()
        self._emphasis.start(EMPHASIS_MS)

    def end_emphasis(self) -> None:
        """Takes the rings off."""
        self._emphasis.stop()
        if self._emphasised:
            self._emphasised = frozenset()
            self._lay()

    def walk(self, piece: str, way: Sequence[Pose], done: Callable[[], None]) -> None:
        """Moves a block along poses, then calls `done`, which is to show the new state."""
        self.walks.start(piece, way, done)

    def put_blocks_away(self, *, on: bool) -> None:
        """Takes the blocks off so that the ground is seen, or puts them back."""
        self.blocks.put_away(on=on)
        for item in (*self._sheets, self.tags):
            item.setVisible(not on)

    def rest(self) -> None:
        """Ends ways and rings."""
        self.walks.finish()
        self.end_emphasis()

    def close(self) -> None:
        """Ends all that goes on by itself, the thread of the cloth too."""
        self.rest()
        self.ground.close()

    # -- how it is drawn

    def set_theme(self, theme: Theme) -> None:
        """Draws in other colours from now on."""
        self.theme = theme
        self.blocks.set_theme(theme)
        self.tags.set_theme(theme)
        for ghost in self._ghosts:
            ghost.set_theme(theme)
        for sheet in self._sheets:
            sheet.inks = Inks(theme)
            sheet.update()


# -- pictures of a table, without a window


def render_table(
    cloth: Cloth,
    blocks: Collection[Block],
    *,
    theme: Theme,
    size: tuple[int, int] | None = None,
    zoom: float | None = None,
    centre: Vector | None = None,
    marks: Marks | None = None,
    posts: Sequence[Post] = (),
) -> QImage:
    """A picture of a table. Needs a QApplication.

    Without a centre (cm) it shows the middle, without a zoom the whole of it. Without a size it is
    as large as the table at the zoom, or at 100 %.

    Raises:
        ValueError: the picture would be larger than `MOST_PIXELS`, or has no pixel at all.
    """
    scene = TableScene(cloth, theme, is_direct=True)
    scene.show_blocks(blocks, posts)
    if marks is not None:
        scene.show_marks(marks)
    sheet = scene.sceneRect()
    wanted = QSize(*size) if size else (sheet.size() * (zoom or 1.0)).toSize()
    if wanted.isEmpty() or wanted.width() * wanted.height() > MOST_PIXELS:
        raise ValueError(
            f"a picture of {wanted.width()} x {wanted.height()} pixels cannot be made: "
            f"it must have 1 to {MOST_PIXELS} pixels"
        )
    image = QImage(wanted, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window.leather).darker(130))
    if zoom is None:
        zoom = min(image.width() / sheet.width(), image.height() / sheet.height())
    middle = sheet.center() if centre is None else scene.plane.to_scene(centre)
    target = QRectF(image.rect())
    source = QRectF(QPointF(0.0, 0.0), target.size() / zoom)
    source.moveCenter(middle)
    painter = finely(image)
    scene.render(painter, target, source)
    painter.end()
    scene.close()
    return image
