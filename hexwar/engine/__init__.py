"""The kernel: decisions, events, flows, and the session that runs, records and undoes them.

A game is told to the kernel in five nouns. A `Decision` is a question to one side. An `Event` is
a fact, and the only thing that changes the state. A flow is one procedure of the rulebook written
as an ``async def`` that awaits decisions and emits events on a `Table`. A `System` names them all.
A `Session` runs the flows; no event loop is involved, for it hands each answer in itself.

Example:
    A tug of war. The state needs `over`, `copy` and `forget`:

    >>> from dataclasses import dataclass, replace
    >>> @dataclass
    ... class Rope:
    ...     knot: int = 0
    ...     pulls: int = 0
    ...
    ...     @property
    ...     def over(self) -> bool:
    ...         return abs(self.knot) >= 3
    ...
    ...     def copy(self) -> Rope:
    ...         return replace(self)
    ...
    ...     def forget(self) -> None:
    ...         pass

    One question, one fact:

    >>> @dataclass(frozen=True, slots=True)
    ... class ChoosePull(Decision[str]):
    ...     rule = "R1"
    ...
    ...     def options(self, state: Rope) -> list[str]:
    ...         return ["steady", "hard"]
    >>> @dataclass(frozen=True, slots=True)
    ... class RopePulled(Event):
    ...     by: int
    ...
    ...     def apply(self, state: Rope) -> None:
    ...         state.knot += self.by
    ...         state.pulls += 1

    The procedure, as the rulebook has it: a hard pull is for the dice to judge.

    >>> async def pull(table: Table[Rope]) -> None:
    ...     side = "left" if table.state.pulls % 2 else "right"
    ...     strength = 1
    ...     if await ChoosePull(side) == "hard":
    ...         strength = 2 if await Roll(CHANCE, "a hard pull") > 3 else 0
    ...     table.emit(RopePulled(strength if side == "right" else -strength))
    >>> system = System(
    ...     id="rope",
    ...     revision=1,
    ...     start=lambda header: Rope(header["knot"]),
    ...     sequence=pull,
    ...     events=(RopePulled,),
    ...     decisions=(ChoosePull, Roll),
    ...     digest=repr,
    ... )

    Play, undo, and what undo cannot do:

    >>> session = Session.begin(system, {"knot": 0}, SeededChance("knot"))
    >>> session.pending, session.options
    (ChoosePull(side='right'), ['steady', 'hard'])
    >>> session.answer("steady")
    >>> session.state
    Rope(knot=1, pulls=1)
    >>> session.undo()
    >>> session.state
    Rope(knot=0, pulls=0)
    >>> session.answer("hard")
    >>> session.state, session.barrier().sentence
    (Rope(knot=2, pulls=1), 'Chance has decided since: die for a hard pull.')
    >>> session.answer("harder")
    Traceback (most recent call last):
    hexwar.engine.errors.IllegalAnswer: This is not one of the answers allowed here. [R1]

    A saved game goes on where it was:

    >>> later = load(system, save(session))
    >>> later.state, later.pending
    (Rope(knot=2, pulls=1), ChoosePull(side='left'))
    >>> verify(system, save(session)).sentence
    'The rules give the same game.'
"""

from __future__ import annotations

from hexwar.engine.chance import Chance as Chance
from hexwar.engine.chance import ManualChance as ManualChance
from hexwar.engine.chance import Roll as Roll
from hexwar.engine.chance import SeededChance as SeededChance
from hexwar.engine.chance import chance_from_seed as chance_from_seed
from hexwar.engine.chance import fresh_seed as fresh_seed
from hexwar.engine.decision import CHANCE as CHANCE
from hexwar.engine.decision import Choice as Choice
from hexwar.engine.decision import Decision as Decision
from hexwar.engine.decision import Entry as Entry
from hexwar.engine.decision import Manner as Manner
from hexwar.engine.decision import Refusal as Refusal
from hexwar.engine.decision import YesNo as YesNo
from hexwar.engine.decision import refuse as refuse
from hexwar.engine.errors import CannotRedo as CannotRedo
from hexwar.engine.errors import ChanceError as ChanceError
from hexwar.engine.errors import IllegalAnswer as IllegalAnswer
from hexwar.engine.errors import KernelError as KernelError
from hexwar.engine.errors import ReplayMismatch as ReplayMismatch
from hexwar.engine.errors import RulesFault as RulesFault
from hexwar.engine.errors import SaveError as SaveError
from hexwar.engine.event import Event as Event
from hexwar.engine.event import Fits as Fits
from hexwar.engine.event import Remark as Remark
from hexwar.engine.files import read_file as read_file
from hexwar.engine.files import write_file as write_file
from hexwar.engine.history import Barrier as Barrier
from hexwar.engine.history import BarrierKind as BarrierKind
from hexwar.engine.history import CannotUndo as CannotUndo
from hexwar.engine.history import Witness as Witness
from hexwar.engine.save import load as load
from hexwar.engine.save import save as save
from hexwar.engine.save import verify as verify
from hexwar.engine.saved import Verdict as Verdict
from hexwar.engine.session import Session as Session
from hexwar.engine.system import Flow as Flow
from hexwar.engine.system import Header as Header
from hexwar.engine.system import System as System
from hexwar.engine.system import Table as Table
from hexwar.engine.system import decisions_in as decisions_in
