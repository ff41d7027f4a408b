"""Counters that lie on the board: dressed alike, of one size, and put away together."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Layout
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.stacks import CounterItem

Key = TypeVar("Key")
Item = TypeVar("Item", bound=CounterItem)


class Laid(Generic[Key, Item]):
    """The items of a scene that draw counters of one sort, by what each stands for."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, art: CounterArt) -> None:
        self._scene, self._layout, self._art = scene, layout, art
        self._items: dict[Key, Item] = {}
        self.size = 1.0
        """Of a counter: 1 is as printed for the map, 1.2 a fifth larger."""
        self._is_away = False  # all of them are off the board, so that the map is seen

    def set_art(self, art: CounterArt) -> None:
        """Draws them in another style or theme."""
        self._art = art
        for item in self._items.values():
            item.set_art(art)

    def set_size(self, size: float) -> None:
        """Draws them larger or smaller from now on."""
        self.size = size
        for item in self._items.values():
            item.setScale(size)

    def put_away(self, *, on: bool) -> None:
        """Takes them off the board for a while, or lays them back."""
        self._is_away = on
        for item in self._items.values():
            item.setVisible(not on)

    def _lay(self, key: Key, item: Item) -> Item:
        """Lays another one on the board."""
        self._items[key] = item
        item.setScale(self.size)
        item.setVisible(not self._is_away)
        self._scene.addItem(item)
        return item

    def _take_off(self, key: Key) -> None:
        self._scene.removeItem(self._items.pop(key))
