"""The key to what stands on a measured table and is laid over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.table.forces import Side
from hexwar.table.stands import (
    Block,
    Circle,
    Cloth,
    Edge,
    Ghost,
    Handles,
    Hue,
    Marker,
    Marks,
    Post,
    Sign,
    Target,
    Zone,
)
from hexwar.tabletop.base import Base
from hexwar.tabletop.pose import Pose
from hexwar.widgets.board.legend import KeySlip
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.dyes import dyes_of
from hexwar.widgets.measured.scene import TableScene, render_table
from hexwar.widgets.measured.tags import paint_marker
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import Theme
from hexwar.widgets.words import capital

_SIZE: Final = QSize(62, 32)  # pixels at 100 %
_CLOTH: Final = Cloth(1000, 600)
_POSE: Final = Pose(500, 300)
_BASE: Final = Base(250, 200)
_ZOOM: Final = 0.62

Entry = tuple[str, Callable[[], QWidget]]


class TableKey(KeySlip):
    """Explains the markers of the blocks and the marks that are shown just now."""

    def __init__(self, look: Look, board: QWidget, scene: TableScene) -> None:
        self._scene = scene
        super().__init__(look, board)
        scene.overlaid.connect(lambda _: self._renew())
        self._renew()

    def _renew(self) -> None:
        blocks, marks = list(self._scene.blocks), self._scene.over.marks
        theme = self._scene.theme
        self.explain(
            [
                *_markers(self.look, blocks),
                *_looks(self.look, theme, blocks, self._scene.posts.shown),
                *_laid(self.look, theme, marks),
            ]
        )


def _markers(look: Look, blocks: list[Block]) -> Iterator[Entry]:
    """A row for each sign that lies by a block, in the order of the signs."""
    found: dict[Sign, Marker] = {}
    for block in blocks:
        for marker in block.markers:
            found.setdefault(marker.sign, marker)
    for sign in Sign:
        if sign in found and found[sign].words:
            yield capital(found[sign].words), partial(_SignSample, look, found[sign])


def _looks(
    look: Look, theme: Theme, blocks: list[Block], posts: tuple[Post, ...]
) -> Iterator[Entry]:
    """What blocks show of themselves, and flags."""
    picture = partial(_Sample, look, theme)
    own = _sample_of(blocks)
    if any(block.is_led for block in blocks):
        yield say("A light line round it: in command"), partial(picture, replace(own, is_led=True))
    if any(block.is_spent for block in blocks):
        yield say("Darker: it can do nothing now"), partial(picture, replace(own, is_spent=True))
    if posts:
        post = replace(posts[0], at=(4.0, 1.6))
        words = say("Who holds a place, and what it is worth")
        yield words, partial(picture, None, Marks(), (post,))


def _sample_of(blocks: list[Block]) -> Block:
    """A small unit in the coat of the first."""
    coat = blocks[0].coat if blocks else ""
    return Block("sample", "", Side(""), _POSE, ((_POSE, _BASE),), coat=coat, has_flag=False)


def _laid(look: Look, theme: Theme, marks: Marks) -> Iterator[Entry]:
    """A row for each kind of mark."""
    own = _sample_of([])
    shown = partial(_Sample, look, theme)
    ring, corner = ((2.0, 1.0), (8.0, 1.0), (8.0, 5.0), (2.0, 5.0)), ((3.0, 2.0), (7.0, 2.0))
    if marks.ready:
        yield say("Can act now"), partial(shown, own, Marks(ready=frozenset({own.id})))
    if marks.selected:
        yield say("Chosen"), partial(shown, own, Marks(selected=frozenset({own.id})))
    if marks.handles:
        grips = frozenset(grip for handles in marks.handles for grip in handles.grips)
        held = Marks(handles=(Handles(own.id, grips),))
        yield say("Drag these to wheel, to turn, to bend it"), partial(shown, own, held)
    if any(not ghost.is_pale for ghost in marks.ghosts):
        ghosts = Marks(ghosts=(Ghost(own),))
        yield say("Where it would stand"), partial(shown, None, ghosts)
    if marks.targets:
        target = Marks(targets=(Target(own.id, marks.targets[0].aim),))
        yield say("May be chosen: click it"), partial(shown, own, target)
    for hue, words in (
        (Hue.OWN, say("How far own units reach")),
        (Hue.ENEMY, say("How far the enemy reaches")),
        (Hue.PLAIN, say("How far those reach who can do it no more")),
    ):
        if any(zone.hue is hue for zone in marks.zones):
            yield words, partial(shown, None, Marks(zones=(Zone(ring, hue, is_faint=True),)))
    if marks.circles:
        circle = Marks(circles=(Circle((5.0, 3.0), 2.2),))
        yield say("How far a commander reaches"), partial(shown, None, circle)
    if marks.edges:
        edge = Marks(edges=(Edge(corner),))
        yield say("An edge or a corner that is outflanked"), partial(shown, None, edge)


class _SignSample(QWidget):
    """A marker."""

    def __init__(self, look: Look, marker: Marker) -> None:
        super().__init__()
        self._look, self._marker = look, marker
        self.setFixedSize(QSize(look.px(_SIZE.width()), look.px(_SIZE.height())))

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paints it on grass."""
        painter = smooth(self)
        painter.fillRect(self.rect(), dyes_of(Season.SUMMER).grass[0])
        painter.translate(QRectF(self.rect()).center())
        painter.scale(1.3 * self._look.scale, 1.3 * self._look.scale)
        paint_marker(painter, self._marker)
        painter.end()


class _Sample(QWidget):
    """A small piece of a table with a mark."""

    def __init__(
        self,
        look: Look,
        theme: Theme,
        block: Block | None,
        marks: Marks | None = None,
        posts: tuple[Post, ...] = (),
    ) -> None:
        super().__init__()
        self._look, self._theme = look, theme
        self._blocks = [] if block is None else [block]
        self._marks, self._posts = marks, posts
        self.setFixedSize(QSize(look.px(_SIZE.width()), look.px(_SIZE.height())))

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paints it as the table does."""
        ratio = self.devicePixelRatioF()
        size = round(self.width() * ratio), round(self.height() * ratio)
        picture = render_table(
            _CLOTH,
            self._blocks,
            theme=self._theme,
            size=size,
            zoom=_ZOOM * ratio * self._look.scale,
            marks=self._marks,
            posts=self._posts,
        )
        painter = QPainter(self)
        painter.drawImage(self.rect(), picture)
        painter.setPen(QPen(self._look.colour("line"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
