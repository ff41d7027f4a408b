"""Lays combats open while they are decided on and fought, and keeps their results to read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor

from hexwar.engine import CHANCE, Event, refuse
from hexwar.messages import say
from hexwar.shell.face import Follower, Place
from hexwar.shell.guard import ANSWERS_CHANGED
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.shell.prompter import Gesture, Offer, Report, Sheet
from hexwar.systems.nlc.events.combat import AssaultDeclared, BombardmentDeclared, ChargeDeclared
from hexwar.systems.nlc.events.turn import ActivationBegan, SegmentEnded
from hexwar.systems.nlc.headlines import Sides, headline, is_fought, losses
from hexwar.systems.nlc.panels.combat_pane import CombatPane, Leaf
from hexwar.systems.nlc.panels.combat_sheet import Told, attackers_of
from hexwar.systems.nlc.panels.combat_watch import CombatWatch
from hexwar.systems.nlc.panels.look_back import LookBack, combat_at, declared_at
from hexwar.systems.nlc.rules.combat.course import begins
from hexwar.systems.nlc.state import GameState
from hexwar.table.names import turn_words
from hexwar.table.reports import BombardmentReport, CombatKind, Prompt
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look
from hexwar.widgets.reading import ReadingTime

ROLL_MS = 700
"""How long a die rolls at the usual pace; its beat lasts longer, so that nobody waits for it."""

READ_MS = 5_000
"""How long a computer player lets a result be read at the usual pace, milliseconds."""

_AFTER = (AssaultDeclared, BombardmentDeclared, ChargeDeclared, SegmentEnded)
"""These events do not belong to a combat that was declared before."""


class CombatReports(Follower):
    """Shows combats beside the board: before they are declared, as they go, and their results."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.controller = controller = place.table.controller
        self.pane = CombatPane(place.look, place.table.beside)
        """Where they are shown."""
        self._past: LookBack | None = None  # until one of before is asked for
        self._beside = place.table.beside
        self.watch = CombatWatch()
        """Follows what is shown of the game."""
        self._apply(place.preferences, place.look)
        self._story = Story(controller.kit.names(controller.session.state.battle))
        self._opening: tuple[int, Report, GameState] | None = None  # of the combat under way
        self._has_dice = False  # in the beat that is being shown
        self._is_unread = False  # the result of the last combat has not been shown whole
        self._is_past = False  # what was shown last belongs to a segment that is over
        self._reading = ReadingTime(self.pane)  # a computer player waits meanwhile
        self._reading.over.connect(self._read_on)
        self._holds = False
        self._prompt: Prompt | None = None  # the question that is put
        self._put_by: Report | None = None  # laid open with it, and put away by the player
        self._connect()

    def _connect(self) -> None:
        controller, pane = self.controller, self.pane
        controller.show.live.applying.connect(self._see)
        controller.show.taken_back.connect(self._take_back)
        controller.told.connect(self._follow)
        controller.rewound.connect(self._forget)
        controller.taken.connect(self._veil)
        controller.sheetAsked.connect(self._look_at)
        # When the machine is handed over, what its player has looked at is not for the next one.
        controller.handoverAsked.connect(lambda whom: None if whom is None else self._hand_over())
        controller.asked.connect(self._ask)
        controller.offered.connect(self._offer)
        controller.waiting.connect(self._wait)
        controller.ended.connect(self._show)
        controller.skipped.connect(self._skip)
        pane.closed.connect(self._put_away)
        pane.decided.connect(self._declare)
        pane.linkActivated.connect(self.linkActivated)
        foot = pane.sheet.question
        foot.pressed.connect(controller.press)
        foot.steady.clock = controller.guard.clock
        foot.tooSoon.connect(lambda: controller.refused.emit(ANSWERS_CHANGED))

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        self._apply(preferences, look)
        self.pane.set_look(look)
        if self._past is not None:
            self._past.set_look(look)

    def _apply(self, preferences: Preferences, look: Look) -> None:
        self._shows_results, self._moves = preferences.shows_results, preferences.shows_motion
        self._look = look

    def close(self) -> None:
        """The game is left."""
        self._reading.stop()
        self.pane.closed.disconnect(self._put_away)
        self._forget_past()
        if self._past is not None:
            self._past.deleteLater()
        self.pane.forget()
        self.pane.deleteLater()

    def show_last(self) -> bool:
        """Show the combats of the last activation that had any, the last in front.

        Where nobody has watched one, as in a game that has been opened, the last of the game.
        """
        if self.watch.fights:
            self.pane.tell(self._leaves())
            self._repeat_question(self.controller.offer)
            return True
        events = self.controller.session.events[: self.controller.told_of]
        known = (n for n in reversed(range(len(events))) if begins(events[n]))
        last = next((n for n in known if self.controller.can_see(events[n])), None)
        if last is None or not self.show_event(last):
            self.controller.refused.emit(refuse("", "No combat has been fought yet."))
        return True

    def show_event(self, at: int) -> bool:
        """Read the combat that an event belongs to, as it was fought and as it ended."""
        controller = self.controller
        events, first = controller.session.events, declared_at(controller.session.events, at)
        if first is None or not controller.can_see(events[first]):
            return False
        viewer, kit = controller.viewer, controller.kit
        table = controller.show.reel.at(first)
        found = combat_at(events, at, table, first, lambda state: viewer.view(state, kit.view))
        if found is None:
            return False
        if controller.told_of < found.end and not controller.show.is_recorded:
            return False  # it is still being shown
        told = self._told_of(found.report, found.first, found.end)
        turn = turn_words(found.state.battle, found.state.turn)
        when = say("A combat of before: {turn}", turn=turn)
        self.past.look_at(when, Leaf(found.state, found.report, told))
        return True

    @property
    def past(self) -> LookBack:
        """Where one of before is read; it is made when it is first wanted."""
        if self._past is None:
            self._past = LookBack(self._look, self._beside, self.pane)
            self._past.linkActivated.connect(self.linkActivated)
        return self._past

    @property
    def _is_past_open(self) -> bool:
        return self._past is not None and self._past.is_open

    def _forget_past(self) -> None:
        if self._past is not None:
            self._past.forget()

    # -- what goes on

    def _see(self) -> None:
        controller = self.controller
        told, events = controller.told_of, controller.session.events
        self._has_dice |= self.watch.see(controller.view, events, told)
        self._is_past |= isinstance(events[told], SegmentEnded | ActivationBegan)

    def _follow(self, beat: Beat) -> None:
        """A beat has been shown: the sheet of a combat under way is filled as far as that.

        What was skipped takes no time; its result follows with the next question.
        """
        has_news = self._has_dice or self.watch.is_under_way
        if self._has_dice:
            self._has_dice, self._is_unread = False, self._shows_results
        show = self.controller.show
        is_live = self._shows_results and show.live.pace is not Pace.OFF and not show.is_again
        if is_live and has_news and beat.rest:
            self.pane.tell(self._leaves(), self._roll_ms)
            self._is_past = False

    def _show(self) -> bool:
        """Everything has been shown: show the result of a combat whose dice have fallen.

        A sheet that waits for a decision goes: another question is put. So does a result that has
        been read, when its segment is over.

        Returns:
            Whether there was something new to read.
        """
        is_unread, self._is_unread = self._is_unread, False
        is_past, self._is_past = self._is_past, False
        pane = self.pane
        if pane.is_asking:
            pane.reject()
        if is_unread and self.watch.fights:
            pane.tell(self._leaves())
            return True
        if pane.is_open and self.watch.is_under_way and not is_past:
            if self._shows_results:
                pane.tell(self._leaves())
            else:
                pane.reject()
        elif pane.is_open and is_past:
            pane.reject()
        return False

    def _ask(self, prompt: Prompt, offer: Offer) -> None:
        self._prompt, has_news = prompt, self._show()
        self._put_by = None
        self._lay_open(offer, in_front=not has_news)
        self._repeat_question(offer)

    def _offer(self, offer: Offer) -> None:
        if not self.controller.is_asking:
            self._prompt = None
            self.pane.sheet.question.clear()
        elif not self.pane.is_asking and not self._is_past_open:
            self._lay_open(offer, in_front=True)
            self._repeat_question(offer)

    def _lay_open(self, offer: Offer, *, in_front: bool) -> None:
        """Show the combat that a question is about, with its chances before any die."""
        report = offer.report
        if report is not None and report != self._put_by and not self.pane.is_asking:
            self.pane.lay_open(self.controller.view, report, in_front=in_front)

    def _repeat_question(self, offer: Offer) -> None:
        """Put the question at the foot of the sheet, while that is open."""
        asked = self._prompt
        if asked is None or self.pane.is_asking or not self.pane.is_open:
            return
        battle = self.controller.view.battle
        is_ours = asked.side != CHANCE
        colour = self._look.side(battle, asked.side) if is_ours else QColor()
        self.pane.sheet.question.show_question(asked, offer.buttons, colour)

    # -- what the player does

    def _look_at(self, sheet: Sheet) -> None:
        self.pane.ask(self.controller.view, sheet)

    def _declare(self, gesture: Gesture) -> None:
        """The combat goes on as decided; where the law bars it the sheet waits as before."""
        controller, answers = self.controller, len(self.controller.session.journal)
        asked = self.pane.commit()
        controller.give(gesture)
        if len(controller.session.journal) == answers and asked is not None:
            self.pane.ask(controller.view, asked)

    # -- a computer player waits until a result has been read

    def _wait(self, whom: str) -> None:
        if not whom:  # a question follows, or the end
            return
        seats, pace = self.controller.seats, self.controller.show.live.pace
        has_person = any(map(seats.is_human, self.controller.view.battle.sides))
        if pace is Pace.OFF and not has_person:
            self._is_unread = False  # nobody is there to read it
            return
        self.pane.sheet.question.clear()
        if self._show() and not self.controller.thinker.hurries:
            self._holds = True
            self.controller.thinker.set_paused(True)
            self.pane.sheet.offer_to_go_on(shown=True)
            if pace is not Pace.OFF:
                self._reading.begin(round(READ_MS / pace.speed))

    def _read_on(self) -> None:
        """The time to read is over; a show that is held goes on by the player's word."""
        if self.controller.show.is_paused:
            self._reading.begin()
        else:
            self._go_on()

    def _put_away(self) -> None:
        """The sheet has been put away: what the question laid open does not come by itself."""
        self._put_by = self.controller.offer.report
        self._go_on()

    def _go_on(self) -> None:
        """The result has been read: a computer player that waited for it goes on."""
        self._reading.stop()
        if self._holds:
            self._holds = False
            self.pane.sheet.offer_to_go_on(shown=False)
            self.controller.thinker.set_paused(self.controller.show.is_paused)

    def _skip(self) -> None:
        self.pane.sheet.dice.settle_dice()
        self._go_on()

    def _hand_over(self) -> None:
        self._forget_past()
        self.pane.reject()

    def _veil(self) -> None:
        """Somebody else looks: no sheet tells him what only the one before might see (N3.4)."""
        if self._past is not None:
            self._past.leave()
        self.watch.veil(self.controller.view)
        self._opening = None
        if self.pane.is_open and not self.pane.is_asking:
            if self.watch.fights or self.watch.is_under_way:
                self.pane.tell(self._leaves())
            else:
                self.pane.reject()

    def _take_back(self) -> None:
        """What was shown is taken off the table, and may be shown again."""
        if not self.controller.show.is_again:
            self._forget()

    def _forget(self) -> None:
        """The table has been laid out anew."""
        self._go_on()
        self.watch.forget()
        self._opening, self._has_dice, self._is_unread = None, False, False
        self._forget_past()
        self.pane.forget()

    # -- what there is to read

    @property
    def _roll_ms(self) -> int:
        speed = self.controller.show.live.pace.speed
        return round(ROLL_MS / speed) if speed and self._moves else 0

    def _leaves(self) -> list[Leaf]:
        """The combats of the activation, the one under way last, as far as they have been shown."""
        told, events = self.controller.told_of, self.controller.session.events
        self._story.readers = self.controller.viewer.readers
        self._story.follow(events[:told])
        leaves = [
            Leaf(f.before, f.report, self._told(f.report, f.first, f.end))
            for f in self.watch.fights
        ]
        if self.watch.is_under_way and self.watch.fought is None:
            report, state = self._opened()
            leaves.append(Leaf(state, report, self._told(report, self.watch.first, None)))
        return leaves

    def _opened(self) -> tuple[Report, GameState]:
        """The combat that has been declared, before its dice; worked out once."""
        first = self.watch.first
        if self._opening is None or self._opening[0] != first:
            view = self.controller.view.copy()
            report = self.watch.opening(view)
            assert report is not None
            self._opening = first, report, view
        return self._opening[1], self._opening[2]

    def _told(self, report: Report, first: int, end: int | None) -> Told:
        events, last = self.controller.session.events, self.controller.told_of
        if end is None:
            others = (at for at in range(first + 1, last) if isinstance(events[at], _AFTER))
            end = next(others, last)
        is_over = not self.controller.show.live.is_running
        return self._summed_up(report, range(first + 1, min(end, last)), is_over=is_over)

    def _told_of(self, report: Report, first: int, end: int) -> Told:
        """What a combat of before has come to."""
        self._story.readers = self.controller.viewer.readers
        self._story.follow(self.controller.session.events[:end])
        return self._summed_up(report, range(first + 1, end), is_over=True)

    def _summed_up(self, report: Report, places: range, *, is_over: bool) -> Told:
        known = [at for at in places if self._story.is_told(at)]
        happened = [self._story.entries[at].event for at in known]
        words = headline(happened, sides_of(report))
        story = tuple(self._story.text(at).html for at in known)
        return Told(words, self._lost(happened), story, is_over=bool(words) and is_over)

    def _lost(self, happened: Sequence[Event]) -> str:
        """What both sides have lost, in a line; empty before anybody has fired."""
        if not is_fought(happened):
            return ""
        view = self.controller.view
        lost, names = losses(happened, view.side_of), view.battle.side_names
        parts = [_loss(names[side], lost.get(side, 0)) for side in view.battle.sides]
        return say("Losses: {parts}.", parts=", ".join(parts))


def _loss(name: str, sp: int) -> str:
    if not sp:
        return say("{name} none", name=name)
    return say("{name} {sp} SP", name=name, sp=sp)


def sides_of(report: Report) -> Sides:
    """Who fights whom in a report."""
    is_charge = not isinstance(report, BombardmentReport) and report.kind is not CombatKind.ASSAULT
    return Sides(attackers_of(report), report.defenders, is_charge)
