"""Faults planted in the program, one at a time, to show that a run of games would find them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import hexwar.kit
from hexwar.engine import Chance, Entry, Event, Refusal, SeededChance, Session, System
from hexwar.engine.chance import chance_from_seed
from hexwar.engine.codec import Codec
from hexwar.engine.run import Run
from hexwar.systems.nlc import state as nlc_state
from hexwar.systems.nlc.events.losses import MoraleRolled, StepLost
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.combat import outcomes, previews
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from tools.trials.fuzzing.grounds import CLASH, grounds
from tools.trials.fuzzing.play import Table, Task
from tools.trials.fuzzing.reached import Reached
from tools.trials.fuzzing.results import last_line

Plant = Callable[[], AbstractContextManager[None]]

MOST: Final = 24
"""Within so many games a fault must be found."""


@dataclass(frozen=True)
class Planted:
    """A fault."""

    name: str
    plant: Plant


def found_within(planted: Planted, most: int = MOST, first: int = 0) -> tuple[int, str]:
    """Play games with a fault planted, from the first on: how many it took, and what was said."""
    reached = Reached()
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        (ground,) = grounds(Path(folder), (CLASH,)).values()
        with planted.plant():
            for number in range(first, first + most):
                task = Task(ground.name, number, f"planted/{number}", reached.to_raw())
                game = Table(ground, task).play()
                if game.fault:
                    return number - first + 1, last_line(game.fault)
                reached.add(game.reached)
    return most, ""


@contextmanager
def swapped(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another value of an attribute, for a while."""
    kept = vars(owner)[name]
    type.__setattr__(owner, name, value) if isinstance(owner, type) else setattr(owner, name, value)
    try:
        yield
    finally:
        (type.__setattr__ if isinstance(owner, type) else setattr)(owner, name, kept)


# -- the kernel


def undo_keeps_the_table() -> AbstractContextManager[None]:
    """Undo takes answers off the journal, and the table stands as it did."""
    rebuilt = Session._rebuilt

    def broken(session: Session[Any], entry: int) -> Run[Any]:
        run, state = rebuilt(session, entry), session.state.copy()
        object.__setattr__(run._table, "state", state)
        return run

    return swapped(Session, "_rebuilt", broken)


def redo_gives_another_answer() -> AbstractContextManager[None]:
    """Redo gives the last listed answer."""
    again = Session._give_again

    def broken(session: Session[Any], entry: Entry) -> None:
        answer = session.options[-1] if len(session.options) > 1 else entry.answer
        again(session, replace(entry, answer=answer))

    return swapped(Session, "_give_again", broken)


def undo_throws_dice_anew() -> AbstractContextManager[None]:
    """After undo the dice go on one throw later."""
    rebuilt = Session._rebuilt

    def broken(session: Session[Any], entry: int) -> Run[Any]:
        run = rebuilt(session, entry)
        run.luck += 1
        return run

    return swapped(Session, "_rebuilt", broken)


def marks_share_the_table() -> AbstractContextManager[None]:
    """A mark's state is the one that is played on."""
    mark = Run._set_mark

    def broken(run: Run[Any]) -> None:
        mark(run)
        run.history.marks[-1].state = run.state

    return swapped(Run, "_set_mark", broken)


def nothing_is_forgotten() -> AbstractContextManager[None]:
    """What was worked out from a table is kept after an event."""

    def broken(event: Event, state: Any) -> None:
        event.apply(state)

    return swapped(Event, "happen", broken)


def a_file_tells_other_dice() -> AbstractContextManager[None]:
    """What a loaded game was saved with is not what it goes on with."""

    def broken(seed: str | None) -> Chance:
        return chance_from_seed(seed) if seed is None else SeededChance(f"{seed}.")

    return swapped(hexwar.kit, "chance_from_seed", broken)


def a_file_loses_a_die() -> AbstractContextManager[None]:
    """A die is read as 1 from a file."""
    read = Codec.event

    def broken(codec: Codec, name: str, raw: Any, place: str) -> Event:
        event = read(codec, name, raw, place)
        return replace(event, die=1) if isinstance(event, MoraleRolled) else event

    return swapped(Codec, "event", broken)


# -- events


def a_loss_does_nothing() -> AbstractContextManager[None]:
    """Who loses a step stays as he is."""
    return swapped(StepLost, "apply", lambda _event, _state: None)


def a_move_is_not_listed() -> AbstractContextManager[None]:
    """Who moves is still listed in the hex that he left."""

    def broken(event: UnitMoved, state: GameState) -> None:
        for unit in event.units:
            state.units[unit] = replace(state.units[unit], hex=event.path[-1])

    return swapped(UnitMoved, "apply", broken)


def a_segment_never_ends() -> AbstractContextManager[None]:
    """The same segment begins again for ever."""
    return swapped(SegmentEnded, "apply", lambda _event, _state: None)


# -- questions


def an_option_is_illegal() -> AbstractContextManager[None]:
    """An assault on a hex at the other end of the map is listed."""
    options = DeclareAssault.options

    def broken(asked: DeclareAssault, state: GameState) -> Sequence[Assault | None]:
        found = options(asked, state)
        far = state.battle.battlefield.grid.hexes[0]
        return [*found, *(replace(one, target=far) for one in found if one is not None)]

    return swapped(DeclareAssault, "options", broken)


def an_option_is_refused() -> AbstractContextManager[None]:
    """A way of three hexes is listed and refused."""
    refusal = ChoosePath.refusal

    def broken(asked: ChoosePath, state: GameState, answer: Route) -> Refusal | None:
        return Refusal("No.", "") if len(answer.hexes) == 3 else refusal(asked, state, answer)

    return swapped(ChoosePath, "refusal", broken)


def a_question_without_answer() -> AbstractContextManager[None]:
    """Nobody may answer whether he advances."""
    return swapped(ChooseAdvance, "options", lambda _asked, _state: ())


def a_refusal_leaves_a_trace() -> AbstractContextManager[None]:
    """The law marks the table when it refuses."""
    refusal = ActivateUnit.refusal

    def broken(asked: ActivateUnit, state: GameState, answer: Any) -> Refusal | None:
        found = refusal(asked, state, answer)
        if found is not None:
            state.spirit = replace(state.spirit, dismayed=99)
        return found

    return swapped(ActivateUnit, "refusal", broken)


def guns_hang_on_the_enemys_pad() -> AbstractContextManager[None]:
    """Who may be bombarded depends on what the enemy has been ordered."""
    options = ChooseBombardment.options

    def broken(asked: ChooseBombardment, state: GameState) -> Sequence[Any]:
        found = options(asked, state)
        theirs = [x for x in state.pad.lines.items() if state.side_of_line(x[0]) != asked.side]
        return found[::-1] if any(line.steps for _, line in theirs) else found

    return swapped(ChooseBombardment, "options", broken)


# -- views and previews


def a_view_shows_the_cup() -> AbstractContextManager[None]:
    """The chits in the enemy's cup lie open."""
    view = nlc_state.view

    def broken(state: GameState, side: Side) -> GameState:
        seen = view(state, side)
        seen.chits = state.chits
        return seen

    return swapped(nlc_state, "view", broken)


def hidden_forces_are_known() -> AbstractContextManager[None]:
    """Questions are listed by the truth where forces are hidden."""

    @contextmanager
    def planted() -> Iterator[None]:
        system: System[GameState] = NLC.system
        kept = system.knowledge
        object.__setattr__(system, "knowledge", lambda state, _side: state)
        try:
            yield
        finally:
            object.__setattr__(system, "knowledge", kept)

    return planted()


def a_preview_is_off_by_one() -> AbstractContextManager[None]:
    """The sheet of a combat shows the next column of the Fire Table."""

    def broken(*args: Any) -> Any:
        report = outcomes.laid_open(*args)
        column = report.attack.column
        return replace(
            report, attack=replace(report.attack, column=None if column is None else column + 1)
        )

    return swapped(previews, "laid_open", broken)


def a_preview_forgets_losses() -> AbstractContextManager[None]:
    """The sheet of a combat tells of no losses of the attackers."""

    def broken(*args: Any) -> Any:
        weights = outcomes.weigh(*args)
        kept = {end: weight for end, weight in weights.items() if not end.lost[0]}
        return type(weights)(kept or weights)

    return swapped(previews, "weigh", broken)


_ALL: Final[Mapping[str, Plant]] = {
    plant.__name__: plant
    for plant in (
        *(undo_keeps_the_table, redo_gives_another_answer, undo_throws_dice_anew),
        *(marks_share_the_table, nothing_is_forgotten, a_file_tells_other_dice),
        *(a_file_loses_a_die, a_loss_does_nothing, a_move_is_not_listed, a_segment_never_ends),
        *(an_option_is_illegal, an_option_is_refused, a_question_without_answer),
        *(a_refusal_leaves_a_trace, guns_hang_on_the_enemys_pad, a_view_shows_the_cup),
        *(hidden_forces_are_known, a_preview_is_off_by_one, a_preview_forgets_losses),
    )
}

PLANTED: Final = tuple(Planted(name.replace("_", " "), plant) for name, plant in _ALL.items())
"""Every fault that can be planted."""
