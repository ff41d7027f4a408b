"""Advice: what a computer player would do here, why, and what a player is warned of beforehand.

The computer player is asked on what the side sees, in a process of its own, and can be stopped.
What it says stands on a card over the board and is drawn there; one click gives the answer. In
coach mode the same card tells at once why the other side does what it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF

from hexwar.ai.minutes import memory_of, why_of
from hexwar.engine import CHANCE, Decision, KernelError, Refusal, Session
from hexwar.messages import mark, say
from hexwar.shell.engine import Engine
from hexwar.shell.face import Follower, Place
from hexwar.shell.guard import ANSWERS_CHANGED, Guard
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Answer, Gesture
from hexwar.shell.thinker import Thinker
from hexwar.table.forces import Side
from hexwar.table.laid import NOTHING, Laid
from hexwar.table.peril import Warning
from hexwar.table.spot import Spot
from hexwar.table.story import Story
from hexwar.table.why import Why
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import rule_link
from hexwar.widgets.panels.why_card import WhyCard

NOT_ASKED = Refusal(mark("Nobody is asked now: there is nothing to advise."), "")
NO_ADVISER = Refusal(mark("This game has no computer player who could advise."), "")
PADS_CLOSED = Refusal(mark("Open your order pad first: advice goes by your orders."), "")
NO_ADVICE = mark("The computer player has no advice here.")

_MOST: Final = 6
"""Answers of one gesture that are asked for, one after the other."""

_COACHED: Final = 3
"""Rows of what was weighed that the card shows beside what goes on; the recap has them all."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """What is advised so far: answers that belong together."""

    gesture: Gesture = ()
    words: tuple[str, ...] = ()
    why: Why | None = None
    laid: Laid = NOTHING


class Advice(Follower):
    """Holds the card of one game, and whom it asks."""

    def __init__(self, place: Place, thinking: Sequence[str]) -> None:
        """Follow a game; `thinking` starts the adviser's process, empty for a thread."""
        super().__init__()
        self.controller, self._table = place.table.controller, place.table
        self._thinking = thinking
        self.card = WhyCard(place.look, place.table.board)
        """What stands over the board."""
        self.thinker = Thinker(self.controller.kit.players, self)
        """Who is asked; nobody else's answers pass through it."""
        self.thinker.speed = 0
        self._guard = Guard(self.controller.guard.clock)
        """Withholds the main button where it has come under a press for something else."""
        self._twin: Session[Any] | None = None  # where the answers that belong together are tried
        self._counsel = Counsel()
        self._warned: Gesture = ()  # what the player has been warned of
        self._preferences = place.preferences
        self._is_coaching = False  # the card tells of the other side
        self._story = Story(self.controller.kit.names(self.controller.session.state.battle))
        self.is_silent = False
        """Whether nobody is warned: a lesson says itself what to do."""
        self._connect()

    def _connect(self) -> None:
        controller, card = self.controller, self.card
        self.thinker.answered.connect(self._hear)
        self.thinker.overslept.connect(lambda _: self._give_up())
        controller.answered.connect(self._put_away)
        controller.rewound.connect(self.dismiss)
        controller.taken.connect(self.dismiss)
        controller.ended.connect(self.dismiss)
        controller.handoverAsked.connect(self._mind_handover)
        controller.show.shown.connect(self._coach)
        controller.is_held_back = self._warns
        card.accepted.connect(self._accept)
        card.closed.connect(self.dismiss)
        card.linkActivated.connect(self.linkActivated)

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Warn and coach as the player likes it from now on."""
        self._preferences = preferences
        self.card.set_look(look)

    def close(self) -> None:
        """The game is left."""
        self.dismiss()
        self.thinker.close()

    # -- what would you do?

    def ask(self) -> None:
        """Ask what to do at the question; a second time gives it up."""
        if self.thinker.is_thinking:
            self.dismiss()
            return
        refusal = self._why_not()
        if refusal is not None:
            self.controller.refused.emit(refusal)
            return
        self.dismiss()
        self._engage()
        self._twin = self.controller.session.fork()
        self._counsel = Counsel()
        self.card.show_busy(say("What would you do? The staff thinks …"), say("Cancel"))
        self._ask_next()

    def _why_not(self) -> Refusal | None:
        controller = self.controller
        pending = controller.session.pending
        if not controller.is_asking or pending is None or pending.side == CHANCE:
            return NOT_ASKED
        if not controller.kit.adviser:
            return NO_ADVISER
        return None if pending.side in controller.viewer.pads else PADS_CLOSED

    def _engage(self) -> None:
        """A process of its own, from the first time on that anybody wants advice."""
        session = self.controller.session
        if self._thinking and self.thinker.engine is None:
            kit = self.controller.kit
            engine = Engine(self._thinking, kit.id, session.header, kit.system, self)
            self.thinker.engage(engine)

    def _ask_next(self) -> None:
        """Put the question that the answers so far have led to."""
        twin, controller = self._twin, self.controller
        assert twin is not None
        pending = twin.pending
        assert pending is not None
        side = Side(pending.side)
        seed, kit = f"advice/{side}/{len(twin.journal)}", controller.kit
        options, seen, memory = (
            list(twin.options),
            kit.view(twin.state, side),
            memory_of(twin, side),
        )
        past = kit.told_to(kit.adviser, twin)
        self.thinker.ask(kit.adviser, pending, options, seen, seed, memory, past)

    def _hear(self, answer: object) -> None:
        twin = self._twin
        pending = None if twin is None else twin.pending
        if twin is None or pending is None:
            return
        view = self.controller.kit.view(twin.state, Side(pending.side))
        try:
            is_legal = twin.refusal(answer) is None
            if is_legal:
                self._note(view, pending, answer)
                twin.answer(answer)
        except KernelError:
            is_legal = False
        if not is_legal:
            self._give_up()
            return
        after, most = twin.pending, len(self._counsel.gesture) < _MOST
        if most and after is not None and after.continues and after.side == pending.side:
            self._ask_next()
        else:
            self._show()

    def _note(self, view: Any, decision: Decision[Any], answer: object) -> None:
        """Add an answer to what is advised; the reason that weighed most is told."""
        counsel, questions = self._counsel, self.controller.questions
        thought = self.thinker.thought
        reason = None if thought is None else thought.reason
        why = None if reason is None else why_of(reason)
        if counsel.why is not None and (why is None or not why.weighed):
            why = counsel.why
        self._counsel = Counsel(
            (*counsel.gesture, Answer(type(decision), answer)),
            (*counsel.words, questions.words_of(view, decision, answer)),
            why,
            counsel.laid.beside(questions.drawn(view, decision, answer)),
        )

    def _show(self) -> None:
        counsel = self._counsel
        words = f"<b>{escape(' '.join(counsel.words))}</b>"
        if counsel.why is not None:
            words += f"<br>{escape(counsel.why.sentence)}"
        cancel = self.card.spot(self.card.cross)
        self.card.show_card(say("What I would do"), words, counsel.why, say("Do it"))
        self._draw(counsel.laid)
        if cancel.intersects(self.card.spot(self.card.go)):
            self._guard.put(counsel)

    def _give_up(self) -> None:
        if self._twin is not None:
            self.dismiss()
            self.card.show_card(say("What I would do"), escape(say(NO_ADVICE)))

    def _accept(self) -> None:
        """Give what is advised, or what the player was warned of.

        However new the question is: the card is about no other.
        """
        if self._guard.is_early:
            self.controller.refused.emit(ANSWERS_CHANGED)
            return
        self.controller.guard.lift()
        if self._counsel.gesture:
            self._warned = self._counsel.gesture
            self.controller.give(self._warned)
        elif self._warned:
            self.controller.do_again()  # of a proposal the rest follows

    # -- warn me

    def _warns(self, gesture: Gesture) -> bool:
        """Whether the player is warned of a gesture now; who gives it once more means it."""
        pending, wanted = self.controller.session.pending, self._preferences.warns
        is_meant = not gesture or gesture == self._warned or self.is_silent
        if is_meant or not wanted or pending is None:
            return False
        if pending.side not in self.controller.viewer.pads:
            return False
        view = self.controller.kit.view(self.controller.session.state, Side(pending.side))
        found = self.controller.questions.warnings(view, pending, gesture)
        warnings = [one for one in found if one.peril in wanted]
        if not warnings:
            return False
        self.dismiss()
        self._warned = gesture
        self._show_warnings(warnings)
        return True

    def _show_warnings(self, warnings: Sequence[Warning]) -> None:
        lines = [
            f"{escape(one.sentence)} {rule_link(one.rule) if one.rule else ''}" for one in warnings
        ]
        self.card.show_card(
            say("Mind this first"), "<br>".join(lines), go=say("Do it anyway"), close=say("Not so")
        )
        spots = dict.fromkeys(hex_ for one in warnings for hex_ in one.hexes)
        self._draw(self.controller.view.battle.aimed(spots, ()))
        self._guard.put(warnings)  # nobody has asked for it: it may lie below a second click

    def _draw(self, laid: Laid) -> None:
        """Draw what the card is about, and let it stand beside that."""
        self._table.advise(laid)
        own = self._table.known(self._table.meant(laid).aims)
        self._stand(own)
        if own and self.card.hides:
            self._make_room(self._table.area(own))
            self._stand(own)

    def _stand(self, own: Sequence[Spot]) -> None:
        """Let the card stand beside some places, and beside the targets of the question."""
        table = self._table
        others = table.known(table.meant(self.controller.offer.overlays).aims)
        clear = [table.box_of(spot).toAlignedRect() for spot in (*own, *others)]
        self.card.stand_clear(clear, table.taken())

    def _make_room(self, area: QRectF) -> None:
        """Push a part of the map to the right, to where the card at the left leaves room for it."""
        camera, room = self._table.camera, self._table.board.viewport().width()
        taken = self.card.width()
        if area.width() * camera.zoom < room - taken:
            across = area.center().x() - taken / (2 * camera.zoom)
            camera.centre_on(QPointF(across, camera.centre.y()))

    # -- coach mode

    def _coach(self, beat: Beat) -> None:
        """Tell at once why the other side has done what is being shown, as far as one may know."""
        show = self.controller.show
        if not self._preferences.explains or show.is_again or self.controller.is_asking:
            return
        told = show.live.told
        whys = self.controller.whys_in(told - len(beat.events), told)
        if whys:
            self._is_coaching = True
            deed, why = self._deed(told - len(beat.events), told), whys[-1]
            words = "<br>".join(
                filter(None, (deed and f"<b>{escape(deed)}</b>", escape(why.sentence)))
            )
            self.card.show_card(self._asks_why(why), words, why, most=_COACHED, spares_foot=True)
            self._stand(self._table.known(beat.spots))

    def _asks_why(self, why: Why) -> str:
        """The title of a reason: whose it is."""
        names = self.controller.view.battle.side_names
        return say("Why? ({side})", side=names.get(Side(why.side), why.side))

    def _deed(self, first: int, end: int) -> str:
        """What some events tell first, as far as one may know; empty where that is nothing."""
        story = self._story
        story.readers = self.controller.readers
        story.follow(self.controller.session.events[:end])
        told = (at for at in range(first, end) if story.is_told(at))
        usual = (at for at in told if story.entries[at].topic.is_usual)
        at = next(usual, None)
        return "" if at is None else story.text(at).plain

    # -- the card goes

    def dismiss(self) -> None:
        """Take the card and what it has drawn away, and think no more."""
        self.thinker.drop()
        self._twin, self._counsel, self._warned = None, Counsel(), ()
        self._is_coaching = False
        self._guard.put(None)
        self._guard.lift()
        self.card.hide()
        if self._table.advised is not NOTHING:
            self._table.advise(NOTHING)

    def _put_away(self) -> None:
        """An answer was given: advice is past; why the other side acts stays until the next."""
        if not self._is_coaching or self.controller.is_asking:
            self.dismiss()

    def _mind_handover(self, side: Side | None) -> None:
        if side is not None:
            self.dismiss()
