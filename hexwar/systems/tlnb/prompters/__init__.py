"""How questions are put: those of gestures by a prompter of their own, the others by choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from hexwar.cards.readings import Moment
from hexwar.cards.records import Window
from hexwar.engine import Decision
from hexwar.messages import mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Acting, EndWords, Gesture, Prompter, Questions, StandingAnswers
from hexwar.systems.tlnb.blunders import blunders
from hexwar.systems.tlnb.prompters import (
    cards,
    command,
    fights,
    hidden,
    marches,
    movement,
    pieces,
    places,
)
from hexwar.systems.tlnb.prompters.common import hexes_of, names_of
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.duties import is_naming
from hexwar.systems.tlnb.rules.combat.retreat import Flight
from hexwar.systems.tlnb.rules.command.command import CheckUnits
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, SaveLeader
from hexwar.systems.tlnb.rules.dice import ThrowAgain
from hexwar.systems.tlnb.rules.movement.marching import debtors, owed
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits, WorkAtSpan
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Target, Track, overlays_of
from hexwar.table.peril import Warning
from hexwar.table.reports import Undone

_CHAPTERS = (cards, command, fights, hidden, movement, marches, pieces, places)
"""Each names in `GESTURES` the prompters of its questions."""

GESTURES: Final[Mapping[type[Decision[Any]], Callable[..., MapPrompter[Any]]]] = MappingProxyType(
    {kind: made for chapter in _CHAPTERS for kind, made in chapter.GESTURES.items()}
)
"""The prompters of gestures by what they answer."""


def _marches_left(view: TlnbState, side: Side) -> Sequence[Undone]:
    """Who must still move before B-2 ends; nobody where the button of the end has them march."""
    if movement.can_march_and_end(view, side):
        return ()
    why = ((unit, owed(view, unit)) for unit in debtors(view, side))
    return [Undone(w.sentence.rstrip("."), f"unit:{u}") for u, w in why if w is not None]


class TlnbQuestions(Questions):
    """Moves, fights and namings by gestures; every other question by its choices."""

    end_words = EndWords("", "", "", mark("Left undone in this segment"))
    over_rule = "T23.4"
    moments_rule = "T24.9"

    def prompter(
        self, view: TlnbState, decision: Decision[Any], options: Sequence[Any]
    ) -> MapPrompter[Any]:
        """The prompter of its class."""
        return GESTURES.get(type(decision), pieces.PlainPrompter)(view, decision, options)

    def acting(self, view: TlnbState) -> Acting:
        """Whose Player-Turn it is."""
        return Acting(view.phasing)

    def errand(self, view: TlnbState, decision: Decision[Any]) -> str:
        """A whole Player-Turn, or a card for a fight."""
        if isinstance(decision, PlayTactics):
            where = view.battle.battlefield.name_of(decision.hex)
            return say("A card may be brought into the fight for {hex}: a moment.", hex=where)
        if decision.side == view.phasing and view.step.letter[0] in "AB":
            return say("To play a Player-Turn: some minutes.")
        return super().errand(view, decision)

    def words_of(self, view: TlnbState, decision: Decision[Any], answer: Any) -> str:
        """Moves have words of their own."""
        name_of = view.battle.battlefield.name_of
        match decision, answer:
            case MoveUnits(), tuple():
                return say("Move {names}", names=names_of(view, answer))
            case ChoosePath(), March(path=(_,), exits=False, work=None):
                return say("to stay")
            case ChoosePath(), March(path=path, exits=False, work=None):
                words = mark("by Road March to {place}") if answer.is_column else mark("to {place}")
                return say(words, place=name_of(path[-1]))
        return super().words_of(view, decision, answer)

    def drawn(self, view: TlnbState, decision: Decision[Any], answer: Any) -> Overlays:
        """Moves and rides are drawn as the ways they take."""
        side = Side(decision.side)
        match answer:
            case March(path=path) | LeaderMove(path=path) | Flight(path=path) if len(path) > 1:
                return Overlays(targets=(Target(path[-1]),), tracks=(Track(side, tuple(path)),))
            case tuple() if isinstance(decision, MoveUnits | CheckUnits):
                return Overlays(selection=hexes_of(view, answer))
        return overlays_of(super().drawn(view, decision, answer))

    def standing_answers(self) -> TlnbAnswers:
        """Moments for cards that pass."""
        return TlnbAnswers()

    def warnings(
        self, view: TlnbState, decision: Decision[Any], gesture: Gesture
    ) -> Sequence[Warning]:
        """Forced attacks at poor odds, trains in reach, victory hexes left empty."""
        return tuple(blunders(view, decision, [(one.asked, one.value) for one in gesture]))

    def left(self, view: TlnbState, decision: Decision[Any]) -> Sequence[Undone]:
        """Duties to attack, or to march, that are still owed."""
        if isinstance(decision, MoveUnits):
            return _marches_left(view, Side(decision.side))
        if not isinstance(decision, DeclareAttack):
            return ()
        words = mark("{name} must be attacked")
        name = view.battle.battlefield.name_of
        named = {blow.target for blow in view.fights.blows} if is_naming(view) else set()
        left = sorted(view.fights.duty_hexes - named)
        return [Undone(say(words, name=name(hex_)), f"hex:{hex_}") for hex_ in left]


# -- what the window answers by itself

_MOMENTS: Mapping[Moment, Window] = MappingProxyType(
    {
        Moment.BEFORE: Window.ASSAULT,
        Moment.CHARGE: Window.CHARGE,
        Moment.AFTER: Window.PURSUIT,
        Moment.PURSUIT: Window.ENEMY_PURSUIT,
        Moment.RETREAT: Window.RETREAT,
    }
)
"""The moments of a fight by the windows that a player may let pass (T24.9)."""


NEAR: Final = 8
"""So near an enemy must be, hexes, that works at a span are asked for after a move."""


def is_work_idle(view: TlnbState, decision: WorkAtSpan) -> bool:
    """Whether nobody wants to work at the spans of a hex: no enemy is near (T7.67)."""
    hex_, battle = view.units[decision.units[0]].hex, view.battle
    distance, enemy = battle.battlefield.grid.distance, battle.enemy(Side(decision.side))
    fighters = (u for u in view.on_map(enemy) if view.card(u.id).is_combat_unit)
    return hex_ is None or all(u.hex is None or distance(u.hex, hex_) > NEAR for u in fighters)


class TlnbAnswers(StandingAnswers):
    """Lets moments for cards and idle works pass, and lets all march who owe it (T24.9, T7.58)."""

    def __init__(self) -> None:
        super().__init__()
        self._marching = movement.Marching()
        self._has_moved = False  # by the last gesture, so that works may be asked for

    def note(self, side: str, gesture: Gesture) -> None:  # noqa: ARG002
        """A move may be followed by the question of works."""
        self._has_moved = any(one.asked is ChoosePath for one in gesture)

    def prepare(self, prompter: Prompter[Any, Any]) -> None:
        """The next question of movement knows whether marches go on by themselves."""
        if isinstance(prompter, movement.MovePrompter):
            prompter.marching = self._marching

    @property
    def goes_on(self) -> bool:
        """Whether those who owe a march are making it, or somebody has only just moved."""
        return self._marching.is_running or self._has_moved

    def onward(self, prompter: Prompter[Any, Any]) -> Gesture | None:
        """The next march, or no work at a span; any other question is for the player to answer."""
        asked, is_marching = prompter.decision, self._marching.is_running
        if isinstance(asked, WorkAtSpan) and (is_marching or is_work_idle(prompter.view, asked)):
            return prompter.give(None)
        if is_marching and isinstance(prompter, movement.MovePrompter):
            made = prompter.march_on() or self._end_of(prompter)
            if isinstance(made, tuple):
                return made
        self._marching.stop()
        self._has_moved = False
        return None

    def _end_of(self, prompter: movement.MovePrompter) -> Gesture | None:
        """The end of movement that was wanted; what a player may regret he is asked about first."""
        asked, view = prompter.decision, prompter.view
        is_open = self._marching.then_ends and asked.refusal(view, None) is None
        if not is_open or any(blunders(view, asked, [(MoveUnits, None)])):
            return None
        return prompter.give(None)

    def rewound(self) -> None:
        """Answers were taken back: nobody marches by himself."""
        self._marching.stop()
        self._has_moved = False

    def lets_pass(self, decision: Decision[Any] | None) -> bool:
        """Whether a question is answered with no by itself."""
        if isinstance(decision, PlayTactics):
            return _MOMENTS[decision.moment].value in self.passes
        if isinstance(decision, SaveLeader):
            return Window.CAPTURE.value in self.passes
        return isinstance(decision, ThrowAgain) and Window.DIE.value in self.passes
