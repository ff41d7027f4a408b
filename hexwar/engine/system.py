"""What the kernel is told about a game."""

from __future__ import annotations

import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Container, Coroutine, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from inspect import isabstract
from types import ModuleType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from hexwar.engine.decision import Decision
from hexwar.engine.errors import KernelError
from hexwar.engine.event import Event

Flow: TypeAlias = Coroutine[Any, Any, None]
"""One procedure of the rulebook under way: an ``async def`` that awaits only decisions."""

Header: TypeAlias = Mapping[str, Any]
"""What a system needs to set up a game: JSON values of its own choice, at most 64 KiB."""


class GameState(Protocol):
    """What the kernel needs of a state."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def copy(self) -> Self:
        """An independent copy, cheap: one is kept at every mark."""
        ...

    def forget(self) -> None:
        """Drop what was worked out from its fields and kept; nothing where nothing is kept."""
        ...


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True, eq=False)
class Table(Generic[S]):
    """What a flow may touch: the state to read, and `emit` to change it."""

    state: S
    """As the events so far have made it. Read it; only events write."""
    events: list[Event] = field(default_factory=list)  # the events so far, oldest first
    known: Container[type[Event]] | None = None
    """The event classes that may be emitted; any when None."""

    tells: ClassVar[bool] = True
    """Whether anybody reads what is told. Where nobody does, a flow may spare itself to find out
    what does no more than tell: it changes nothing that is asked or done."""

    def emit(self, event: Event) -> None:
        """Apply `event` to the state and keep it.

        Raises:
            KernelError: The system does not list the event's class.
        """
        if self.known is not None and type(event) not in self.known:
            raise KernelError(f"The system does not list the event {type(event).__name__}.")
        event.happen(self.state)
        self.events.append(event)


@dataclass(frozen=True)
class System(Generic[S]):
    """A game system: rules, events and decisions as the kernel needs them."""

    id: str  # names the system in save files
    revision: int  # rises whenever a rule changes so that an old journal may no longer fit
    start: Callable[[Header], S]  # sets up a new game; the same header gives the same state
    sequence: Callable[[Table[S]], Flow]
    """The next flow, told from the state on the table alone. It emits and asks nothing itself."""
    events: tuple[type[Event], ...]  # every event class, written out
    decisions: tuple[type[Decision[Any]], ...]  # every decision class, those of chance included
    digest: Callable[[S], str]  # a hash of all that matters of a state; the same on every machine
    migrate: Callable[[int, Any], Any] = lambda _format, raw: raw
    """Brings a save file's JSON value from an older `format` to the present one."""
    knowledge: Callable[[S, str], S] = lambda state, _side: state
    """What a side judges by: its questions are listed and its answers judged on that."""
    conceals: Callable[[S, str, Any], bool] = lambda _state, _side, _told: False
    """Whether a question, an answer or an event names what a side does not see."""
    format: int = 1  # rises whenever a field of an event, answer or header changes in the file

    def __post_init__(self) -> None:
        names = Counter(kind.__name__ for kind in (*self.events, *self.decisions))
        for name, times in names.items():
            if times > 1:
                raise KernelError(f"The system {self.id} lists {name} {times} times.")

    def decision_named(self, name: str) -> type[Decision[Any]]:
        """The class of the decisions that an entry of the journal names."""
        return next(kind for kind in self.decisions if kind.__name__ == name)


def decisions_in(package: ModuleType) -> tuple[type[Decision[Any]], ...]:
    """The concrete classes of decision that the modules of a package define.

    They come by the names of their modules, and those of one module as they are written.
    """
    found: dict[type[Decision[Any]], None] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for kind in vars(import_module(info.name)).values():
            is_own = isinstance(kind, type) and kind.__module__ == info.name
            if is_own and issubclass(kind, Decision) and not isabstract(kind):
                found[kind] = None
    return tuple(found)


MAX_HEADER = 64 << 10
"""Length of the longest header, as JSON in characters."""


def plain_header(header: Header) -> dict[str, Any]:
    """A copy of `header` as a save file would give it back.

    Raises:
        KernelError: It is no JSON object, or too long.
    """
    try:
        text = json.dumps(header, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as fault:
        raise KernelError(f"The header cannot be written as JSON: {fault}.") from fault
    see_length(len(text))
    plain: dict[str, Any] = json.loads(text)
    return plain


def see_length(header: int) -> None:
    """See that a header of so many characters is not too long.

    Raises:
        KernelError: It is.
    """
    if header > MAX_HEADER:
        raise KernelError(f"The header has {header} characters; {MAX_HEADER} are allowed.")
