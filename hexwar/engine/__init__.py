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

from hexwar.engine.chance import (
    Chance,
    ManualChance,
    Roll,
    SeededChance,
    chance_from_seed,
    fresh_seed,
)
from hexwar.engine.decision import CHANCE, Choice, Decision, Entry, Manner, Refusal, YesNo, refuse
from hexwar.engine.errors import (
    CannotRedo,
    ChanceError,
    IllegalAnswer,
    KernelError,
    ReplayMismatch,
    RulesFault,
    SaveError,
)
from hexwar.engine.event import Event, Remark
from hexwar.engine.files import read_file, write_file
from hexwar.engine.history import Barrier, BarrierKind, CannotUndo
from hexwar.engine.save import Verdict, load, save, verify
from hexwar.engine.session import Session
from hexwar.engine.system import Flow, Header, System, Table, decisions_in

__all__ = [
    "CHANCE",
    "Barrier",
    "BarrierKind",
    "CannotRedo",
    "CannotUndo",
    "Chance",
    "ChanceError",
    "Choice",
    "Decision",
    "Entry",
    "Event",
    "Flow",
    "Header",
    "IllegalAnswer",
    "KernelError",
    "Manner",
    "ManualChance",
    "Refusal",
    "Remark",
    "ReplayMismatch",
    "Roll",
    "RulesFault",
    "SaveError",
    "SeededChance",
    "Session",
    "System",
    "Table",
    "Verdict",
    "YesNo",
    "chance_from_seed",
    "decisions_in",
    "fresh_seed",
    "load",
    "read_file",
    "refuse",
    "save",
    "verify",
    "write_file",
]
