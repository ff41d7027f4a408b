"""The dock of dice: what has been thrown so far, as far as the one who looks may know."""

from __future__ import annotations

from hexwar.messages import mark
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock, Face
from hexwar.table.dice import Throw, tallies
from hexwar.table.story import Story
from hexwar.widgets.panels.dice_panel import DicePanel
from hexwar.widgets.panels.look import Look

_LAST = 12  # throws that are shown one by one


class DiceDock(Dock):
    """Sums of the dice by kind and side, and the last throws."""

    id = "dice"
    title = mark("Dice")
    kinds = ("dice",)
    is_usual = False

    def __init__(self, look: Look, face: Face) -> None:
        self.dice = DicePanel(look)
        super().__init__(self.dice)
        self._kit = face.kit
        self._story: Story | None = None
        self._throws: list[tuple[Throw, ...]] = []  # of each event

    def follow(self, controller: Controller | None) -> None:
        """Count another game's dice."""
        super().follow(controller)
        self._story, self._throws = None, []
        self.dice.show_nothing()

    def cover(self) -> None:
        """Count nothing before the dice are looked at: late in a game there are thousands."""
        self.dice.show_nothing()

    def renew(self) -> None:
        """Count what has fallen since, and leave out what was taken back."""
        controller = self.controller
        if controller is None:
            return
        view, events = controller.view, controller.session.events[: controller.playback.told]
        if self._story is None:
            self._story = Story(self._kit.names(view.battle))
        story = self._story
        story.readers = controller.readers
        stayed = story.follow(events)
        del self._throws[stayed:]
        new = enumerate(events[stayed:], stayed)
        self._throws += (tuple(self._kit.throws(view, event, at)) for at, event in new)
        known = [throw for at in story.told for throw in self._throws[at]]
        last = [(t.pips, story.text(t.event)) for t in reversed(known[-_LAST:])]
        self.dice.show_dice(view.battle, tallies(known, view.battle.sides), last)
