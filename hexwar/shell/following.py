"""Follows what the other side does: the map goes along, and a bar holds, hastens and shows again.

When all has been shown the bar tells in a line who has acted, until the player does something. It
lies over no counter, and folds into a button when the board is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QTimer

from hexwar.messages import count, mark, say
from hexwar.shell.actions import BY_ID
from hexwar.shell.controller import Controller
from hexwar.shell.face import Follower, Place
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.shell.prompter import Offer
from hexwar.shell.seats import both_watch
from hexwar.shell.table import Table
from hexwar.table.recap import Part, Recap
from hexwar.table.spot import Spot
from hexwar.widgets.board.camera import Chase
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.transport import Running, TransportBar

PACES = (Pace.SLOW, Pace.NORMAL, Pace.FAST)
"""The paces of a show, from the slowest."""

PACE_WORDS = {
    Pace.OFF: mark("at once"),
    Pace.SLOW: mark("slow"),
    Pace.NORMAL: mark("normal"),
    Pace.FAST: mark("fast"),
}

_APPEARS_MS = 300
"""How long something must be shown before the bar appears: it does not flash, milliseconds."""

_STANDS_MS = 8_000
"""How long the line on who has acted stands before it folds, milliseconds."""

_LAYS_MS = 60
"""How soon it finds another place when the map has been moved, milliseconds."""

_THINKS_MS = 1_000
"""How long a computer player thinks before it is told how long, and can be hurried."""

_TICK_MS = 250

_RECENT = 6  # events of which the bar tells why they happened
_NAMED = 3  # formations that the bar names; of more the number is told


def other_pace(pace: Pace, step: int) -> Pace:
    """The next slower pace (-1) or faster one (1); the same where there is none."""
    if pace not in PACES:  # at once: nothing is faster
        return PACES[-1] if step < 0 else pace
    return PACES[min(max(PACES.index(pace) + step, 0), len(PACES) - 1)]


class Guide(QObject):
    """Brings into view what is shown of a game, as far as it is to be followed."""

    def __init__(
        self, controller: Controller, table: Table, follows: Callable[[Beat], bool]
    ) -> None:
        super().__init__(table.board)
        self._controller, self._table, self._follows = controller, table, follows
        self.chase = Chase(table.camera)
        """What moves the map."""
        controller.show.begun.connect(self._lead)

    def close(self) -> None:
        """The game is left."""
        self.chase.stop()
        self._controller.show.begun.disconnect(self._lead)

    def _lead(self, beat: Beat) -> None:
        if not self._follows(beat):
            return
        spots = self._table.known(self._shown_spots(beat))
        if spots:
            self.chase.lead(self._table.area(spots), self._table.area(spots[-1:]))

    def _shown_spots(self, beat: Beat) -> Sequence[Spot]:
        seen = [event for event in beat.events if self._controller.can_see(event)]
        if not seen:
            return ()
        return beat.path or Beat(tuple(seen)).spots


class Following(Follower):
    """Leads the map and keeps the bar of one game."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        table = place.table
        self.controller: Controller = table.controller
        self._table = table
        self.guide = Guide(self.controller, table, self._is_followed)
        """What leads the map."""
        self.bar = TransportBar(place.look, table.board)
        """What stands over the board."""
        self._recap = Recap(self.controller.kit.names(self.controller.session.state.battle))
        self._seen: tuple[int, ...] = ()  # the parts that the player has put away
        self._parts: Sequence[Part] = ()  # that the bar tells of
        self._pauses = self._explains = False
        self._is_folded = False  # the line is out of the way
        self._folds = QTimer(self, singleShot=True, interval=_STANDS_MS)
        self._folds.timeout.connect(self._fold)
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self._mind_thought)
        self._lays = QTimer(self, singleShot=True, interval=_LAYS_MS)
        self._lays.timeout.connect(self._lay)
        self._appears = QTimer(self, singleShot=True, interval=_APPEARS_MS)
        self._appears.timeout.connect(self._show_bar)
        self._connect()
        self.apply(place.preferences, place.look)
        table.board.installEventFilter(self)
        table.board.viewport().installEventFilter(self)
        table.camera.moved.connect(self._lay_soon)

    def _connect(self) -> None:
        controller, bar = self.controller, self.bar
        controller.show.changed.connect(self._renew)
        controller.show.again.connect(self.chase.forget_hand)
        controller.waiting.connect(lambda _: self._renew())
        controller.asked.connect(lambda *_: self._tell())
        controller.answered.connect(self._put_away)
        controller.offered.connect(self._make_way)
        controller.over.connect(self._hide)
        controller.ended.connect(self._hide)
        controller.handoverAsked.connect(lambda side: None if side is None else self._hide())
        bar.asked.connect(self._do)
        bar.closed.connect(self._put_away)
        bar.set_tips({name: BY_ID[name].tooltip for name in _TIPPED} | _own_tips())

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Follow as the player likes it from now on."""
        self.chase.is_on = preferences.follows
        self.chase.speed = preferences.pace.speed
        self._pauses, self._explains = preferences.pauses, preferences.explains
        self.controller.show.pauses = preferences.pauses
        self.bar.set_look(look)
        if self.bar.isVisible() and self._is_watched:
            self._show_bar()

    def close(self) -> None:
        """The game is left."""
        for timer in (self._appears, self._folds, self._lays, self._ticks):
            timer.stop()
        self.guide.close()
        self._table.camera.moved.disconnect(self._lay_soon)
        self._table.board.viewport().removeEventFilter(self)
        self._table.board.removeEventFilter(self)
        self.bar.hide()
        self.bar.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge of the board, and fold when it is used."""
        if event.type() is QEvent.Type.Resize and self.bar.isVisible():
            self.bar.place()
            self._lay()
        elif event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
            self._fold()
        return super().eventFilter(watched, event)

    @property
    def chase(self) -> Chase:
        """What moves the map."""
        return self.guide.chase

    def _is_followed(self, beat: Beat) -> bool:
        show = self.controller.show
        if show.is_again:
            return True
        side = show.acting_at(show.live.told + len(beat.events))
        return side is None or not self.controller.is_persons_now(side)

    # -- the bar

    @property
    def _is_watched(self) -> bool:
        """Whether the player looks on: something is shown that is not his own doing."""
        show = self.controller.show
        if self.controller.is_asking:
            return False
        if show.is_again or self.controller.thinker.is_thinking:
            return True
        if not show.live.is_running or show.is_paused:
            return show.live.is_running
        side = show.acting_at(show.live.told + min(show.live.waiting, 1))
        return side is not None and not self.controller.is_persons_now(side)

    def _mind_thought(self) -> None:
        """Tell how long a computer player has thought, once that is long."""
        controller = self.controller
        if controller.is_asking or controller.exchange.is_under_way or controller.view.over:
            self._ticks.stop()
        elif self._thinks_long:
            self._show_bar()

    def _renew(self) -> None:
        if not self.controller.is_asking and not self._ticks.isActive():
            self._ticks.start()
        if not self._is_watched:
            self._appears.stop()
            # Between two answers of the computer's it stays: a pause may last there.
            is_between = not (self.controller.is_asking or self.controller.show.live.is_running)
            if not self._parts and not is_between:
                self._hide()
            return
        if self.bar.isVisible() or self.controller.show.is_paused:
            self._show_bar()
        elif not self._appears.isActive():
            self._appears.start()

    def _show_bar(self) -> None:
        if not self._is_watched:
            return
        self._parts = ()
        show = self.controller.show
        pace = show.live.pace
        self.bar.show_running(
            Running(
                self._caption(),
                is_paused=show.is_paused,
                can_go_back=show.playback.can_go_back,
                speed=say(PACE_WORDS[pace]),
                can_slow=other_pace(pace, -1) is not pace,
                can_hasten=other_pace(pace, 1) is not pace,
                stops_after_each=self._pauses,
                thinks=self._thinks_long,
            )
        )

    @property
    def _thinks_long(self) -> bool:
        thinker = self.controller.thinker
        return thinker.thinks_for >= _THINKS_MS and not self.controller.show.is_again

    def _caption(self) -> str:
        """Whose activation it is; who thinks long, and how long."""
        controller = self.controller
        if self._thinks_long:
            battle, pending = controller.view.battle, controller.session.pending
            side = "" if pending is None else pending.side
            name = battle.side_names.get(side, side)
            seconds = controller.thinker.thinks_for // 1000
            return say("{name} thinks: {n} s", name=name, n=seconds)
        view = controller.view
        if controller.show.is_again:
            return say("Once more")
        acting = controller.questions.acting(view)
        if acting is None:
            return say("Between activations") if controller.show.is_paused else ""
        card = view.battle.body(acting.body or "")
        side_name = view.battle.side_names.get(acting.side, acting.side)
        name = str(side_name if card is None else card.name)
        if self._explains:  # a card tells why
            return name
        told = controller.show.live.told
        reasons = controller.reasons_in(told - _RECENT, told + 1)
        return f"{name}. {reasons[-1]}" if reasons else name

    def _tell(self) -> None:
        """A question is put: say who has acted since the player did, until he has seen it."""
        controller = self.controller
        self._appears.stop()
        self._parts = ()
        if both_watch(controller.seats, controller.session.state.battle.secrecy):
            self._hide()
            return
        self._recap.follow(controller.session.events, controller.viewer.readers)
        parts = self._recap.others_since(controller.viewer.side)
        if not parts or tuple(part.first for part in parts) == self._seen:
            self._hide()
            return
        self._parts, self._is_folded = parts, False
        self._folds.start()
        self._lay()

    def _fold(self) -> None:
        """The line has been read, or is in the way."""
        self._folds.stop()
        if self._parts and not self._is_folded:
            self._is_folded = True
            self._lay()

    def _lay_soon(self) -> None:
        """The map is being moved: find a place when it lies still."""
        if self._parts:
            self._lays.start()

    def _lay(self) -> None:
        """Show who has acted where it covers no counter and no target: whole, folded, or not."""
        if not self._parts:
            return
        boxes, words = self._kept_clear(), self._names_of(self._parts)
        for is_folded in (True,) if self._is_folded else (False, True):
            self.bar.show_over(words, is_folded=is_folded)
            if self.bar.stand_clear(boxes):
                return
        self.bar.hide()

    def _kept_clear(self) -> Sequence[QRect]:
        """Where pieces and targets are on the board."""
        offer, table = self.controller.offer, self._table
        spots = table.known({*offer.sources, *table.meant(offer.overlays).targets})
        return [*table.taken(), *(table.box_of(spot).toAlignedRect() for spot in spots)]

    def _names_of(self, parts: Sequence[Part]) -> str:
        titles = list(dict.fromkeys(map(self._name_of, parts)))
        if len(titles) > _NAMED:
            n = len(titles)
            return count("{n} formation acted since", "{n} formations acted since", n)
        names = ", ".join(_short(title) for title in titles)
        return say("Acted since: {names}", names=names)

    def _name_of(self, part: Part) -> str:
        if part.formation is None and part.side is not None:
            return str(self.controller.view.battle.side_names[part.side])
        return self._recap.title(part).plain

    def _hide(self) -> None:
        self._parts = ()
        self._folds.stop()
        self._lays.stop()
        self.bar.hide()

    def _put_away(self) -> None:
        if self._parts:
            self._seen = tuple(part.first for part in self._parts)
            self._hide()

    def _make_way(self, offer: Offer) -> None:
        """Who is chosen goes somewhere: the bar is not to lie over his hexes."""
        if offer.picked:
            self._put_away()
        else:
            self._lay()

    def _do(self, action: str) -> None:
        if action == "recap":
            self.linkActivated.emit("recap:since")
        elif action == "show-again" and self._parts:
            self.controller.show_part(self._parts[0].first, self._parts[-1].end)
        else:
            self.linkActivated.emit(f"action:{action}")


_TIPPED = (
    "play-now",
    *("step-back", "pause", "step-on", "skip-activation", "skip", "slower", "faster"),
    "stop-after-each",
)


def _own_tips() -> dict[str, str]:
    return {
        "recap": say("Read what was done, and see any of it again (F5)"),
        "show-again": say("Show all of it on the board once more"),
    }


def _short(title: str) -> str:
    """The name of a formation without its leader."""
    return title.partition(" (")[0]
