"""The port for boards: what the shell asks of a board of any kind."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QGraphicsView, QWidget

from hexwar.kit import Coming
from hexwar.messages import mark
from hexwar.shell.lenses import Glance
from hexwar.shell.preferences import Preferences
from hexwar.table.laid import Laid
from hexwar.table.spot import Spot
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.panels.look import Look

_NEAR = 60.0  # how far from the edge of the view what is to be seen is brought, pixels


@dataclass(frozen=True, slots=True)
class Meant:
    """The places that marks on the board are about, as far as the shell asks."""

    ready: tuple[Spot, ...] = ()  # where those stand who can act
    chosen: tuple[Spot, ...] = ()  # where those stand who are chosen
    targets: tuple[Spot, ...] = ()  # where a click means something
    ways: tuple[Spot, ...] = ()  # that moves lead from, through and to

    @property
    def aims(self) -> tuple[Spot, ...]:
        """Ways and targets, each place once."""
        return tuple(dict.fromkeys((*self.ways, *self.targets)))


class KeyCard(Protocol):
    """A card on the board that explains its marks."""

    def toggle(self) -> None:
        """Open or close it."""

    def set_look(self, look: Look) -> None:
        """Follow theme and scale."""

    def avoid(self, box: QRect) -> None:
        """Stand where it does not lie under a box of the board."""


class Board(QWidget):
    """A board of a game, as the window sees it.

    Its `board` is a `QGraphicsView` that a `Camera` moves over a sheet, so that zoom, pan and where
    things are on the screen are the same for all kinds. Places are spots: prompters, links and
    events give them, and nobody but the board looks into them. A kind of board must say where
    pieces and places are (`spot_of`, `knows`, `area`, `standing`), show a view and marks
    (`show_view`, `lay_over`), tell which places marks are about (`meant`) and let pieces walk. The
    rest has a plain body here, which it overrides as it can do better.
    """

    title: ClassVar[str] = mark("Board")
    """What the window calls it, marked for the catalogue."""
    way_to: ClassVar[str] = mark("To the board")
    """What leads to it from the page that opens a battle."""

    board: QGraphicsView
    """What is seen of it, and has the keyboard."""
    camera: Camera
    """From where it is looked at."""

    # -- what a kind of board must have

    @abstractmethod
    def dress(self, preferences: Preferences) -> None:
        """Paint it as the player likes it."""

    @abstractmethod
    def show_view(self, view: Any) -> None:
        """Put the pieces where a view has them."""

    @abstractmethod
    def lay_over(self, laid: Laid, glance: Glance[Any]) -> None:
        """Show marks over the board, and no others."""

    @abstractmethod
    def meant(self, laid: Laid) -> Meant:
        """The places that marks are about."""

    @abstractmethod
    def spot_of(self, piece: str) -> Spot | None:
        """Where a piece stands, as far as the player can see."""

    @abstractmethod
    def knows(self, spot: Spot) -> bool:
        """Whether a place is on this board."""

    @abstractmethod
    def area(self, spots: Collection[Spot]) -> QRectF:
        """The box of the scene round some places that it knows; null round none."""

    @abstractmethod
    def standing(self) -> Sequence[QRectF]:
        """The boxes of the scene in which pieces stand."""

    @abstractmethod
    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        """Let pieces walk over the board, then call `done`."""

    @abstractmethod
    def hurry(self) -> None:
        """Bring to their goal all pieces that walk."""

    # -- what it may have

    def close_board(self) -> None:
        """End all that goes on by itself."""

    def show_pieces(self, *, on: bool) -> None:
        """Take the pieces off the board for a moment, or put them back."""

    @property
    def is_painted(self) -> bool:
        """Whether the board has painted what it paints in the background."""
        return True

    @property
    def cursor_spot(self) -> Spot | None:
        """Where the keyboard's cursor is; None while it is not in use."""
        return None

    def menu_rules(self) -> Sequence[tuple[str, str]]:
        """Rules that the menu of a place leads to, each behind its words as they are marked."""
        return ()

    def joins(self, piece: str) -> bool:  # noqa: ARG002
        """Whether a click adds a piece to those that are chosen, without any other key."""
        return False

    def small_board(self) -> QWidget | None:
        """The whole board in small, for the corner of the window."""
        return None

    def briefing_board(self, look: Look, comings: Sequence[Coming]) -> QWidget | None:  # noqa: ARG002
        """The whole board for the page that opens a battle, with who comes where."""
        return None

    def key_card(self, look: Look) -> KeyCard | None:  # noqa: ARG002
        """A card on the board that explains its marks."""
        return None

    def place_names(self) -> Sequence[str]:
        """What a player may enter to be led to a place; none where he cannot."""
        return ()

    def spot_named(self, words: str) -> Spot | None:  # noqa: ARG002
        """The place that a player means; None for none on this board."""
        return None

    def bring(self, spots: Sequence[Spot]) -> None:
        """Bring places into view, no farther than it takes."""
        box = self.area(spots)
        if not box.isNull():
            self.camera.reveal(box, _NEAR)

    def bring_one(self, spots: Sequence[Spot]) -> None:
        """Bring places into view unless one of them is seen already; far apart, only the first."""
        boxes = [box for spot in spots if not (box := self.area([spot])).isNull()]
        seen = self.camera.seen()
        if boxes and not any(seen.contains(box.center()) for box in boxes):
            whole = self.area(spots)
            fits = whole.width() <= seen.width() and whole.height() <= seen.height()
            self.camera.reveal(whole if fits else boxes[0], _NEAR)

    def point_out(self, spots: Sequence[Spot]) -> None:
        """Bring places into view, and mark them for a moment where the board can."""
        self.bring(spots)

    def centre_on(self, spots: Sequence[Spot]) -> None:
        """Bring places into the middle; from farther off where they must."""
        box, seen = self.area(spots), self.camera.seen()
        if not box.isNull():
            share = min(seen.width() / box.width(), seen.height() / box.height())
            if share < 1:
                self.camera.zoom_to(self.camera.zoom * share)
            self.camera.centre_on(self.camera.within(box.center()))

    # -- where things are on the screen

    def box_of(self, spot: Spot) -> QRectF:
        """Where a place is in the viewport of the board."""
        return self.board.viewportTransform().mapRect(self.area([spot]))

    def taken(self) -> Sequence[QRect]:
        """Where pieces are in the viewport."""
        moved = self.board.viewportTransform()
        return [moved.mapRect(box).toAlignedRect() for box in self.standing()]

    def known(self, spots: Collection[Spot]) -> list[Spot]:
        """Those of some places that are on this board."""
        return [spot for spot in spots if self.knows(spot)]
