"""The tutor: follows a game by a lesson's script, and knows what comes next. No Qt.

Chance and the enemy are the script's: dice are told, so that what is taught happens, and nothing
is lost when the learner goes astray: he is led back to where the step began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final

from hexwar.ai.policy import CounterDice, Dice, Look, Policy
from hexwar.engine import CHANCE, Decision, SeededChance, Session
from hexwar.engine.codec import answer_from
from hexwar.kit import Kit, Player
from hexwar.lessons.script import Lesson, Pattern, Step
from hexwar.table.forces import Side

ENEMY: Final = "greedy"
"""The computer player who answers for the enemy what the script leaves open.

A game that has none of that name takes its last, who is its simplest.
"""

MOST: Final = 400
"""Answers in a row that are not the learner's; a lesson that needs more is broken."""


class Stand(Enum):
    """How the learner stands with a step."""

    READ = auto()  # there is nothing to do
    DO = auto()  # he is asked what the step is about
    WAIT = auto()  # another is asked, or nothing yet
    DONE = auto()
    ASTRAY = auto()  # he has gone another way, from where the step cannot be done


class LessonChance(SeededChance):
    """Dice that a script tells: those of a step first, each once; then those of the lesson."""

    def __init__(self, seed: str, always: Sequence[Pattern]) -> None:
        """Make dice of a seed for what no script tells."""
        super().__init__(seed)
        self._always = tuple(always)
        self._left: list[Pattern] = []
        self._thrown: dict[int, tuple[Decision[Any], int]] = {}

    def begin(self, told: Sequence[Pattern]) -> None:
        """A step begins: these are its dice."""
        self._left = list(told)
        self._thrown.clear()

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        """As the script tells, else as the seed does; the same for the same throw."""
        before = self._thrown.get(number)
        if before is None or before[0] != decision:
            found = self._told(decision, options)
            index = super().answer(number, decision, options) if found is None else found
            before = self._thrown[number] = (decision, index)
        return before[1]

    def _told(self, decision: Decision[Any], options: Sequence[Any]) -> int | None:
        for pattern in (*self._left, *self._always):
            if pattern.asked_by(decision):
                found = next((i for i, one in enumerate(options) if pattern.fits(one)), None)
                if found is not None:
                    if pattern in self._left:
                        self._left.remove(pattern)
                    return found
        return None


class Enemy:
    """Answers as a script tells; what it leaves open, a computer player answers."""

    def __init__(self, told: Sequence[Pattern], other: Policy) -> None:
        self._told, self._other = told, other

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """The first answer listed that fits the first pattern of the decision."""
        for pattern in self._told:
            found = [o for o in options if pattern.asked_by(decision) and pattern.fits(o)]
            if found:
                return found[0]
        return self._other.answer(decision, options, look, dice)


class Tutor:
    """Where a learner is in a lesson."""

    def __init__(self, lesson: Lesson, kit: Kit[Any]) -> None:
        """Begin the lesson's game."""
        self.lesson, self.kit = lesson, kit
        self._dice = LessonChance(lesson.seed, lesson.dice)
        self.rival = ENEMY if ENEMY in kit.players else list(kit.players)[-1]
        """The name of who plays the enemy."""
        usual = kit.players[self.rival]
        self.enemy = Player(lambda: Enemy(lesson.enemy, usual.make()), usual.about, usual.name)
        """Who plays the enemy."""
        self._dice.begin(lesson.steps[0].dice)
        self.session: Session[Any] = kit.new_game(lesson.scenario, self._dice, self._options())
        self.place = 0
        """The step, counted from 0."""
        self._began = len(self.session.journal)
        self._told = len(self.session.events)
        self._starts = [(self._began, self._told)]  # where each step up to this one began
        self._turn = self.session.state.turn
        self._silent: set[int] = set()  # entries of the journal that were given without a word

    def _options(self) -> Mapping[str, str]:
        """Open orders, so that nobody hands over; the script may say more."""
        state = {"orders": "open", **self.lesson.options}
        return {**state, **{f"player.{side}": self.rival for side in self._enemies()}}

    def _enemies(self) -> Sequence[str]:
        battle = self.kit.battle(self.lesson.scenario)
        return [side for side in battle.sides if side != self.lesson.side]

    # -- the step

    @property
    def step(self) -> Step:
        """The step."""
        return self.lesson.steps[self.place]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.place == len(self.lesson.steps) - 1

    @property
    def is_asked(self) -> bool:
        """Whether the learner is asked something, or the game is over."""
        pending = self.session.pending
        return pending is None or pending.side == self.lesson.side

    @property
    def wanted(self) -> Pattern | None:
        """What the learner is to answer next; None where nothing more is wanted of the step."""
        left = self.step.expect[self._given() :]
        pending = self.session.pending
        if left and not left[0].asked_by(pending) and self.step.expect[0].asked_by(pending):
            return self.step.expect[0]  # the gesture was broken off: from its beginning
        return left[0] if left else None

    def stand(self) -> Stand:
        """How the learner stands with the step."""
        if self.step.is_read:
            return Stand.ASTRAY if self._is_begun() else Stand.READ
        if self._is_done():
            return Stand.DONE if self.is_asked else Stand.WAIT
        if not self.is_asked:
            return Stand.WAIT
        if self.quiet() is not None:
            return Stand.WAIT
        if self.answer() is None or (self._is_begun() and self._is_later()):
            return Stand.ASTRAY
        return Stand.DO

    def _is_later(self) -> bool:
        """Whether another turn has come meanwhile, of which the lesson knows nothing."""
        return bool(self.session.state.turn != self._turn)

    def note_turn(self) -> None:
        """The learner is asked: until he does something, this is the turn of the step."""
        if not self._is_begun():
            self._turn = self.session.state.turn

    def has_strayed(self) -> bool:
        """Whether he has answered something else since the step began, which does no harm."""
        return self._is_begun() and self.stand() is Stand.DO and self._given() == 0

    def _is_begun(self) -> bool:
        return any(
            entry.is_given and entry.side == self.lesson.side and at not in self._silent
            for at, entry in enumerate(self._entries(), self._began)
        )

    def _entries(self) -> Sequence[Any]:
        return self.session.journal[self._began :]

    def _given(self) -> int:
        """How many of the wanted answers have been given, one after another."""
        found = 0
        for entry in self._entries():
            if entry.side != self.lesson.side or found == len(self.step.expect):
                continue
            wanted = self.step.expect[found]
            if entry.asked == wanted.asks and wanted.fits(entry.answer):
                found += 1
            elif entry.is_given and found and not entry.continues:
                found = 0  # a gesture of several answers was broken off
        return found

    def _is_done(self) -> bool:
        step, state = self.step, self.session.state
        if step.expect and self._given() == len(step.expect):
            return True
        if step.event and any(
            type(event).__name__ == step.event for event in self.session.events[self._told :]
        ):
            return True
        return bool(step.at) and all(state.spot_of(one) == spot for one, spot in step.at.items())

    # -- answers

    def answer(self) -> tuple[Any] | None:
        """What to answer now that the step be done, in a tuple; None where it cannot be done."""
        wanted, pending = self.wanted, self.session.pending
        if wanted is None or pending is None or not wanted.asked_by(pending):
            return None
        return self._answer(wanted, pending)

    def quiet(self) -> tuple[Any] | None:
        """What is answered for the learner without a word, in a tuple; None where he is asked."""
        pending = self.session.pending
        if pending is None or pending.side != self.lesson.side:
            return None
        is_behind = self.step.is_read or self._is_done()
        wanted = self._wanted_after() if is_behind else self.wanted
        if wanted is not None and wanted.asked_by(pending):
            return None
        fitting = (p for p in self.lesson.quiet if p.asked_by(pending))
        found = (self._answer(pattern, pending) for pattern in fitting)
        return next((answer for answer in found if answer is not None), None)

    def _wanted_after(self) -> Pattern | None:
        """What the next step that is not only read begins with."""
        after = (step for step in self.lesson.steps[self.place + 1 :] if not step.is_read)
        return next((step.expect[0] for step in after if step.expect), None)

    def pass_over(self) -> None:
        """The next answer is given without a word."""
        self._silent.add(len(self.session.journal))

    def _answer(self, pattern: Pattern, pending: Decision[Any]) -> tuple[Any] | None:
        """An answer that fits a pattern and that the law allows, in a tuple."""
        if pattern.give is not None:
            given = answer_from(self.session.system, pattern.asks, pattern.give, self.lesson.id)
            return (given,) if self.session.refusal(given) is None else None
        usual = pattern.answer is None and not pattern.passes
        if usual:
            return (pending.fallback(self.session.state, self.session.options),)
        for option in self.session.options:
            if pattern.fits(option) and self.session.refusal(option) is None:
                return (option,)
        if pattern.passes and self.session.refusal(None) is None:
            return (None,)
        return None

    # -- going on, and back

    def go_on(self) -> None:
        """The next step begins."""
        self._go_to(self.place + 1)

    def go_back(self) -> None:
        """Read again the card before, where it and this one are only read."""
        if self.can_go_back:
            self._go_to(self.place - 1)

    @property
    def can_go_back(self) -> bool:
        """Whether nothing has been done since the card before."""
        before = self.lesson.steps[self.place - 1] if self.place else None
        return before is not None and before.is_read and not self._is_begun()

    def _go_to(self, place: int) -> None:
        self.place = place
        self._dice.begin(self.step.dice)
        self._began, self._told = len(self.session.journal), len(self.session.events)
        self._starts = [*self._starts[:place], (self._began, self._told)]
        self.note_turn()

    def follow_undo(self) -> None:
        """Answers were taken back: the step in which they were given goes on."""
        now = len(self.session.journal)
        if now < self._began:
            begun = [at for at, (start, _) in enumerate(self._starts) if start <= now]
            self.place = begun[-1] if begun else 0
            self._began, self._told = self._starts[self.place]
            self._starts = self._starts[: self.place + 1]
            self._dice.begin(self.step.dice)
        self._silent = {at for at in self._silent if at < now}
        self.note_turn()

    def take_back(self) -> bool:
        """Everything is as it was when the step began; whether the step can be done from there."""
        self.session.rewind(self._began)
        self._dice.begin(self.step.dice)
        self._silent = {at for at in self._silent if at < self._began}
        return self.stand() is not Stand.ASTRAY

    # -- without a window

    def play_to(self, place: int) -> None:
        """Do all steps before one, as the script does them.

        Raises:
            RuntimeError: The script cannot be played; the sentence names the step.
        """
        while self.place < place:
            self.do_step()
            self.go_on()
        self.settle()

    def do_step(self) -> None:
        """Do the step as the script does it.

        Raises:
            RuntimeError: It cannot be done.
        """
        for _ in range(MOST):
            self.settle()
            stand = self.stand()
            if stand in (Stand.READ, Stand.DONE):
                return
            answer = self.answer()
            if answer is None:
                break
            self.session.answer(answer[0])
        raise RuntimeError(f"{self.lesson.id}: {self.step.id}: asked is {self.session.pending}")

    def settle(self) -> None:
        """Answer for the enemy, and what is answered without a word, until the learner is asked."""
        for _ in range(MOST):
            pending = self.session.pending
            if pending is None:
                return
            if pending.side in (self.lesson.side, CHANCE):
                quiet = self.quiet()
                if quiet is None:
                    return
                self.pass_over()
                self.session.answer(quiet[0])
            else:
                self.session.answer(self._enemy_answer(pending))

    def _enemy_answer(self, pending: Decision[Any]) -> Any:
        """With the seed that a window uses, so that both play the same game."""
        session, side = self.session, pending.side
        dice = CounterDice(f"{session.chance.seed}/{side}/{len(session.journal)}")
        view = self.kit.view(session.state, Side(side))
        return self.enemy.make().answer(pending, list(session.options), Look(lambda: view), dice)
