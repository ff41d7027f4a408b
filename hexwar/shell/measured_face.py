"""What a game on a measured table is to the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from hexwar.shell.board_keys import TABLE_KEYS, Keys
from hexwar.shell.face import Face
from hexwar.shell.measured_table import MeasuredTable, MeasuredWords
from hexwar.shell.pictures import Pictures
from hexwar.shell.table import Setting
from hexwar.table.aftermath import Aftermath, shown_moments
from hexwar.table.stands import Cloth
from hexwar.tabletop.pose import Vector
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.brushwork import finely
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.cloth import ClothPainter
from hexwar.widgets.measured.plan import plan_of
from hexwar.widgets.measured.scene import TableScene, render_table
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import theme

_WIDTH: Final = 1440  # of a picture, pixels: 200 dots to the inch on the paper
_STRIP: Final = 160  # the height of what is painted at once, pixels


class MeasuredPictures(Pictures):
    """The table of one battle with its blocks."""

    def __init__(self, state: Any, words: MeasuredWords) -> None:
        self._words, self._cloth = words, words.cloth(state)
        self._painter = ClothPainter(self._cloth)

    def grounds(self, told: Aftermath) -> Sequence[Picture]:
        """The cloth alone, all of it each time."""
        sheet = self._painter.bounds
        season, scale = Season(self._cloth.season), _WIDTH / sheet.width()
        image = self._painter.picture(sheet, scale, season, 1.0)
        return [Picture(moment, sheet, image) for moment in shown_moments(told)]

    def lay(self, told: Aftermath, grounds: Sequence[Picture]) -> Iterator[Sequence[Picture]]:  # noqa: ARG002
        """With blocks and flags, strip by strip."""
        made = list[Picture]()
        for ground in grounds:
            made.append(Picture(ground.moment, ground.cut, QImage(ground.image)))
            for _ in _laid(made[-1], self._cloth, self._words):
                yield made


def _laid(picture: Picture, cloth: Cloth, words: MeasuredWords) -> Iterator[None]:
    """Paints what stands on the table at a moment; no strip takes long."""
    scene, state = TableScene(cloth, theme("light"), is_direct=True), picture.moment.state
    scene.ground.setVisible(False)
    scene.show_blocks(words.blocks(state), words.posts(state))
    size, cut = picture.image.size(), picture.cut
    scale = cut.height() / size.height()
    for top in range(0, size.height(), _STRIP):
        strip = QRectF(0, top, size.width(), min(_STRIP, size.height() - top))
        part = QRectF(cut.left(), cut.top() + top * scale, cut.width(), strip.height() * scale)
        painter = finely(picture.image)
        scene.render(painter, strip, part, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        yield
    scene.close()


class MeasuredFace(Face):
    """What such a game is to one window."""

    board_keys: ClassVar[Keys] = TABLE_KEYS
    words: MeasuredWords

    def table(self, setting: Setting) -> MeasuredTable:
        """The table, with its controller."""
        return MeasuredTable(setting, self.questions, self.words)

    def pictures(self, state: Any) -> Pictures:
        """Tables for a report."""
        return MeasuredPictures(state, self.words)

    def plan(self, state: Any, look: Look, width: int, ratio: float) -> QImage:
        """The table with its blocks."""
        cloth, blocks = self.words.cloth(state), self.words.blocks(state)
        return plan_of(cloth, blocks, look.theme, width, ratio)

    def picture(
        self, state: Any, size: tuple[int, int], zoom: float | None, centre: Vector | None
    ) -> QImage:
        """The table as a picture; without a centre, cm, its middle, without a zoom all of it.

        Raises:
            ValueError: It would be too large.
        """
        words = self.words
        return render_table(
            words.cloth(state),
            words.blocks(state),
            theme=theme("light"),
            size=size,
            zoom=zoom,
            centre=centre,
            posts=words.posts(state),
        )
