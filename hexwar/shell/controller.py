"""One game under way: the player's actions go to the session, what follows to the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.ai.minutes import kept_of, memory_of, whys_of
from hexwar.engine import (
    CHANCE,
    Barrier,
    BarrierKind,
    Decision,
    Event,
    Manner,
    Refusal,
    SeededChance,
    Session,
    fresh_seed,
)
from hexwar.messages import say
from hexwar.shell.exchange import HAND_OVER, Exchange
from hexwar.shell.gestures import Gestures
from hexwar.shell.giving import Giving
from hexwar.shell.playback import Beat, Playback, Stage
from hexwar.shell.prompter import (
    Deed,
    Gesture,
    Offer,
    Prompter,
    Questions,
)
from hexwar.shell.seats import HotSeat, Seats, Viewer, witness_of
from hexwar.shell.show import Show
from hexwar.shell.thinker import Thinker
from hexwar.shell.undoing import Undoing
from hexwar.table.aftermath import readers_of
from hexwar.table.forces import Side
from hexwar.table.hearsay import Hearsay
from hexwar.table.reports import Prompt
from hexwar.table.why import Why


class Controller(Gestures):
    """Holds the session. The window sees views only, and asks for nothing but what is offered."""

    asked = Signal(object, object)
    """A question is put to a person: `Prompt`, `Offer`."""
    endHeld = Signal()
    """An activation that was to end goes on, for something is left undone in it."""
    shown = Signal(object)
    """The table has changed: what the player may see of it."""
    told = Signal(object)
    """The `Beat` that has just been shown."""
    taken = Signal()
    """Somebody else looks at the table: what is shown may be less than before."""
    rewound = Signal()
    """The table has been laid out anew: nothing that was shown before holds."""
    handoverAsked = Signal(object)
    """Who must take the seat before the next question: a `Side`; None when nobody must."""
    waiting = Signal(str)
    """Whom the game waits for; empty when it is a person."""
    stepsChanged = Signal()
    """What can be undone or redone may have changed."""
    answered = Signal()
    """The session has moved on."""
    reseated = Signal()
    """Others play from now on."""
    skipped = Signal()
    """The player wants to wait for nothing that is being shown."""
    over = Signal()
    """A part of a game that has ended was shown once more."""
    ended = Signal()
    """The game is over and everything has been shown."""

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        questions: Questions,
        stage: Stage,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.seats = seats
        self.questions = questions
        self.kit = questions.kit
        self.standing = questions.standing_answers()
        battle = session.state.battle
        self._seat = HotSeat(seats, battle.sides, battle.secrecy)
        self.undoing = Undoing(session, seats, self._seat, questions, self.standing, self.can_see)
        """What is taken back and given again."""
        self.exchange = Exchange(
            session, seats, self._seat, self.undoing, lambda: self.is_asking, self
        )
        """How the machine goes from one player to the other."""
        self.exchange.settled.connect(self._put_anew)
        self.exchange.takenBack.connect(self._start_anew)
        self.exchange.asked.connect(self.handoverAsked)
        self.exchange.refused.connect(self.refused)
        self._hearsay = Hearsay(session.state.battle)
        session.witness = witness_of(session, seats, lambda: self.viewer.readers)
        self.thinker = Thinker(self.kit.players, self)
        self.thinker.answered.connect(self._take_thought)
        self.show = Show(session, seats, stage, self.thinker, self.can_see, self)
        """What is shown, at what pace."""
        self.show.shown.connect(self._show_beat)
        self.show.taken_back.connect(self._show_again)
        self.show.again.connect(self._set_aside)
        self.show.finished.connect(self._ask)
        self.giving = Giving(session, questions)
        """What gives answers to the session, and has them kept."""
        self._aside: Prompter[Any, Any] | None = None  # while a part of the game is shown once more

    # -- what there is

    @property
    def viewer(self) -> Viewer:
        """Who looks at the table, and what he may see of it."""
        return self._seat.viewer

    @property
    def readers(self) -> tuple[str, ...]:
        """For whom the game may be told now: of one that is over nothing is secret."""
        return readers_of(self.view, None) if self.view.over else self.viewer.readers

    @property
    def view(self) -> Any:
        """The table as shown, as far as the one who looks may see it."""
        return self.viewer.view(self.playback.table, self.kit.view)

    @property
    def playback(self) -> Playback:
        """What the board shows: the game, or a part of it once more."""
        return self.show.playback

    @property
    def told_of(self) -> int:
        """How many events may be read about: those that have been shown."""
        return self.show.live.told

    @property
    def recounted(self) -> int:
        """How many events the recap tells of."""
        return self.told_of

    def is_persons_now(self, side: str) -> bool:
        """Whether a side is played by the person who looks."""
        return self.seats.is_human(side) and side == self.viewer.side

    def reasons_in(self, first: int, end: int) -> tuple[str, ...]:
        """Why computer players did what some events tell, as far as the one who looks may know."""
        return tuple(dict.fromkeys(why.sentence for why in self.whys_in(first, end)))

    def whys_in(self, first: int, end: int) -> tuple[Why, ...]:
        """The same with what was weighed."""
        return whys_of(self.session, self.readers, first, end)

    def possible(self) -> Sequence[Deed]:
        """What can be done now, line by line; nothing while no person is asked."""
        prompter = self._prompter
        return () if prompter is None else self.questions.possible(prompter.view, prompter)

    # -- begin and end

    def start(self) -> None:
        """Show the session's table at once, and put its question."""
        self._seat.peeks = None
        self.giving.forget()
        self.standing.rewound()
        self.rewound.emit()
        self._prompter = self._aside = None
        self.show.lay_out()
        self.answered.emit()
        self._seat.look(self.session.pending)
        self.shown.emit(self.view)
        self._ask()

    def stop(self) -> None:
        """Leave the table: no thread, no timer runs on."""
        self.show.stop()
        self._prompter = None

    # -- what the player does besides

    def end_segment(self) -> None:
        """Answer that nothing more is to be done in this segment."""
        if not self._press(lambda b: b.manner is Manner.END):
            self.refused.emit(self.why_no_end())

    def why_no_end(self) -> Refusal:
        """Why no segment can be ended now, where none can."""
        pending = self.session.pending
        if pending is None:
            return Refusal(say("The game is over."), "")
        if self.playback.is_running:
            return Refusal(say("Wait until all is shown, or press . to see the end of it."), "")
        if self._seat.awaited(pending) is not None:
            return HAND_OVER
        if not self._is_for_person(pending):
            names = self.session.state.battle.side_names
            name = names.get(Side(pending.side), pending.side)
            return Refusal(say("Wait for {name} (computer) to choose.", name=name), "")
        if self.questions.acting(self.view) is None:
            return Refusal(say("Nobody acts: there is no segment to end. Answer the question."), "")
        return Refusal(say("Answer the question first: it does not end the segment."), pending.rule)

    @property
    def can_end_activation(self) -> bool:
        """Whether a person may end an activation now."""
        return self.is_asking and self.giving.ends_for is not None

    def end_activation(self) -> None:
        """End every segment of the activation that is still to come."""
        if not self.can_end_activation:
            self.refused.emit(self.why_no_end())
            return
        if self._is_early():
            return
        self.giving.end_activation()
        self._go(())

    def show_part(self, first: int, end: int) -> None:
        """Show some events once more, then what was there before."""
        if not self.exchange.is_under_way:
            self.show.once_more(first, end)

    # -- who plays

    def is_there(self, side: Side) -> bool:
        """Whether the person who plays a side sits there, or nothing is secret from who does."""
        return not self.exchange.is_under_way and self._seat.may_leave(side, self.session.pending)

    def reseat(self, players: Mapping[Side, str]) -> None:
        """Let others play from now on; the question at hand is put to whom it is for."""
        session = self.session
        self.thinker.drop()
        self.seats.change(players)
        session.header = self.seats.stated(session.header)
        session.witness = witness_of(session, self.seats, lambda: self.viewer.readers)
        self._seat.renew()
        self.reseated.emit()
        self.start()

    # -- pace

    def play_now(self) -> None:
        """Have the computer answer at once."""
        if not self.exchange.is_under_way:
            self.thinker.play_now(self.kit.quick)

    def skip(self) -> None:
        """Show at once what is still being shown, and what is to come until a person is asked."""
        self.skipped.emit()
        self.show.skip()

    # -- undo and redo

    def barrier(self) -> Barrier | None:
        """What blocks undo, or None."""
        if self.exchange.is_under_way:
            return Barrier(BarrierKind.SIDE, HAND_OVER.sentence)
        return self.undoing.barrier()

    @property
    def can_redo(self) -> bool:
        """Whether an answer was taken back that can be given again."""
        return self.session.can_redo and not self.exchange.is_under_way

    @property
    def can_take_back(self) -> bool:
        """Whether answers can be taken back at all: not in a game that is only looked at."""
        return True

    def undo(self) -> None:
        """Take the last answer back, with all that followed from it."""
        self._take_back(self.undoing.undo)

    def undo_to(self, entry: int) -> None:
        """Take answers back, one after the other, until the game stands before one of them."""
        self._take_back(partial(self.undoing.undo_to, entry))

    def redo(self) -> None:
        """Give the answer again that was taken back last."""
        self._take_back(self.undoing.redo)

    def redo_all(self) -> None:
        """Give all answers again that were taken back."""
        self._take_back(self.undoing.redo_all)

    def _take_back(self, deed: Callable[[], Refusal | None]) -> None:
        """Take answers back or give them again, and show that table, or why none were."""
        refusal = HAND_OVER if self.exchange.is_under_way else deed()
        if refusal is not None:
            self.refused.emit(refusal)
            return
        self._start_anew()

    def _start_anew(self) -> None:
        self.thinker.drop()
        self.start()

    # -- inside: answering

    def _may_act(self) -> bool:
        """Whether a person may answer; a click while something is shown skips to its end."""
        is_shown = self._prompter is None and self.playback.is_running
        if is_shown and self._is_for_person(self.session.pending):
            self.playback.skip()
            return False
        return self._prompter is not None

    def _is_for_person(self, pending: Decision[Any] | None) -> bool:
        return pending is not None and (pending.side == CHANCE or self.seats.is_human(pending.side))

    def _go(self, gesture: Gesture) -> None:
        """Give a gesture's answers, then those that end the activation, and show what follows."""
        before = len(self.session.journal)
        self.show.begin()
        if self.session.pending is not None:
            self.standing.note(self.session.pending.side, gesture)
        refusal = self.giving.give(gesture)
        while refusal is None and (more := self._onward()) is not None:
            refusal = self.giving.give(more)
        if refusal is not None:
            self.refused.emit(refusal)
        if len(self.session.journal) == before:
            self._refresh()
            return
        self._seat.peeks = None
        if self._prompter is not None:
            self.standing.leave(self._prompter)
        self._prompter = None
        self.offer = self._meanwhile(self.view)
        self.offered.emit(self.offer)
        self.answered.emit()
        self.stepsChanged.emit()
        self.show.go_on()

    def can_see(self, event: Event) -> bool:
        """Whether those who look may know of an event."""
        self._hearsay.follow(self.session.events)
        return self.viewer.can_see(event, self._hearsay)

    # -- inside: showing and asking

    def _meanwhile(self, view: Any) -> Offer:
        """While something is shown: nothing to answer, and what is left of a march."""
        return Offer("", overlays=self.standing.meanwhile(view, self.viewer.side))

    def _show_beat(self, beat: Beat) -> None:
        view = self.view
        if not self.is_asking and not self.show.is_again:
            self.offer = self._meanwhile(view)
        self.shown.emit(view)
        self.told.emit(beat)

    def _show_again(self) -> None:
        """The table is as it was before."""
        self.shown.emit(self.view)
        self.told.emit(Beat(()))

    def _set_aside(self) -> None:
        """While a part of the game is shown once more no question is put; then it is put again."""
        if self.show.is_again:
            self._aside, self._prompter = self._prompter, None
            self.offer = Offer("")
            self.offered.emit(self.offer)
            return
        self._prompter, self._aside = self._aside, None
        self.shown.emit(self.view)
        if self._prompter is not None:
            self.offer = self._prompter.offer()
            self.asked.emit(self.prompt(), self.offer)
        elif self.session.pending is None:
            self.over.emit()

    def _put_anew(self) -> None:
        """Others sit there, or may see more or less than before."""
        self._prompter = None
        self._ask()

    def _ask(self) -> None:
        """Everything has been shown: put the next question."""
        pending = self.session.pending
        if pending is not None and self._is_computers_throw(pending):
            self._throw(pending)
            return
        if self._is_for_person(pending) and self.standing.lets_pass(pending):
            self._take_thought(None)
            return
        before = self.viewer
        if self._seat.look(pending) != before:
            self.taken.emit()
            self.shown.emit(self.view)
        awaited = self.exchange.await_one()
        if awaited is not None:  # behind the screen nothing is left to press
            self._prompter = None
            self.offer = Offer("")
            self.offered.emit(self.offer)
        self.stepsChanged.emit()
        self.handoverAsked.emit(awaited)
        if pending is not None and awaited is None and not self._is_for_person(pending):
            self._think(pending)
            return
        self.show.rest()
        self.waiting.emit("")
        if pending is not None and awaited is None:
            self._put(pending)
            return
        self._prompter = None
        if pending is None:
            self.ended.emit()

    def _is_computers_throw(self, pending: Decision[Any]) -> bool:
        """Whether a real die, or card, is to be seen by a computer player alone."""
        owner = pending.seen_by() if pending.side == CHANCE else None
        return owner is not None and bool(self.seats.humans) and not self.seats.is_human(owner)

    def _throw(self, pending: Decision[Any]) -> None:
        """Nobody at the machine may see what a computer player throws or draws in secret."""
        options = self.session.options
        place = SeededChance(fresh_seed()).answer(0, pending, options)
        self.session.answer(options[place])
        self.answered.emit()
        self.show.go_on()

    def _onward(self) -> Gesture | None:
        """The next of many answers that the player has given as one."""
        pending = self.session.pending
        if pending is None or not self.standing.goes_on:
            return None
        seen = self._seen_by_asked(pending)
        return self.standing.onward(self.questions.prompter(seen, pending, self.session.options))

    def _put(self, pending: Decision[Any]) -> None:
        if (more := self._onward()) is not None:
            self._go(more)
            return
        self.guard.put(pending)
        seen = self._seen_by_asked(pending)
        self._prompter = self.questions.prompter(seen, pending, self.session.options)
        if self._seat.has_closed_pads(pending):
            self._prompter.told = self.view
        self.standing.prepare(self._prompter)
        self.offer = self._prompter.offer()
        self.asked.emit(self.prompt(), self.offer)
        if (halt := self.standing.halted()) is not None:
            self.refused.emit(halt)
        if self.standing.held_end():
            self.endHeld.emit()

    def prompt(self) -> Prompt | None:
        """The pending question in a sentence, as the viewer may know it."""
        pending = self.session.pending
        if pending is None:
            return None
        asks = self._prompter
        if asks is not None and asks.decision is pending:
            return Prompt(Side(pending.side), asks.sentence, asks.rule)
        sentence = pending.sentence(self._seen_by_asked(pending))
        return Prompt(Side(pending.side), sentence, pending.rule)

    def _seen_by_asked(self, pending: Decision[Any]) -> Any:
        """The table as the side asked knows it: what it may do follows from its own orders."""
        side = self.viewer.side if pending.side == CHANCE else Side(pending.side)
        return self.kit.view(self.session.state, side)

    def _think(self, pending: Decision[Any]) -> None:
        side = Side(pending.side)
        name = self.session.state.battle.side_names.get(side, side)
        self.waiting.emit(say("{name} (computer)", name=name))
        if self.offer.buttons or self.offer.pickable:  # what a person was asked before he left
            self.offer = self._meanwhile(self.view)
            self.offered.emit(self.offer)
        seed = f"{self.session.chance.seed}/{side}/{len(self.session.journal)}"
        seen = self.kit.view(self.session.state, side)
        options = list(self.session.options)
        memory = memory_of(self.session, side)
        player = self.seats.players[side]
        past = self.kit.told_to(player, self.session)
        self.thinker.ask(player, pending, options, seen, seed, memory, past)

    def _take_thought(self, answer: object) -> None:
        """A computer player has answered; what the law refuses is not given."""
        pending = self.session.pending
        legal = answer if self.giving.is_legal(answer) else self.thinker.stand_in()
        thought, self.thinker.thought = self.thinker.thought, None
        if pending is None or thought is None:
            self.giving.answer(legal)
        else:
            self.giving.answer(legal, kept_of(self.session, pending.side, thought))
        self.answered.emit()
        self.show.go_on()
