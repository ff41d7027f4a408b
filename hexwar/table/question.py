"""How a question of a board game is told: by a line of words about what stands in its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, TypeAlias, TypeVar, get_args, get_type_hints

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed, say
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.state import TableState
from hexwar.table.words import (
    formation_name,
    hex_name,
    leader_name,
    side_name,
    unit_name,
    unit_names,
    whom,
)

T = TypeVar("T")

Plain: TypeAlias = Mapping[Any, Callable[[Any, Any], str]]
"""For types what their values are called, as a view knows them, without links."""

_hints = cache(get_type_hints)


class Question(Decision[T]):
    """A question whose sentence is told by `words`; the head of its class says rule and traits."""

    __slots__ = ()

    words: ClassVar[str] = ""
    """Its sentence, with the names of its fields where `told` puts what is in them."""

    called: ClassVar[Plain] = MappingProxyType(
        {
            Hex: hex_name,
            UnitId: unit_name,
            tuple[UnitId, ...]: unit_names,
            tuple[Hex, ...]: lambda view, hexes: listed(hex_name(view, hex_) for hex_ in hexes),
            LeaderId: leader_name,
            FormationId: formation_name,
            Side: side_name,
        }
    )
    """How what is of a type is called; whoever has types of his own adds them in a subclass."""

    def __init_subclass__(
        cls,
        rule: str = "",
        *,
        is_open: bool = False,
        is_secret: bool = False,
        continues: bool = False,
    ) -> None:
        super().__init_subclass__()  # so that typing learns the variables of a generic subclass
        cls.rule = rule or cls.rule
        cls.is_open, cls.continues = is_open or cls.is_open, continues or cls.continues
        cls.is_secret = is_secret or cls.is_secret

    def sentence(self, view: Any) -> str:
        """Who must do what, and why."""
        return self.told(view, self.words)

    def told(self, view: TableState, message: str, /, **values: object) -> str:
        """A message about it, whose arguments are its fields and some more values.

        Who is asked is `{who}` at the beginning of a sentence and `{side}` within one.
        """
        asked = {"who": whom(view, self.side), "side": side_name(view, Side(self.side))}
        values = {**asked, **values}
        for name, kind in _hints(type(self)).items():
            if f"{{{name}}}" in message and name not in values:
                found = getattr(self, name)
                one = get_args(kind)[0] if NoneType in get_args(kind) else kind
                is_named = one in self.called and found is not None
                values[name] = self.called[one](view, found) if is_named else found
        return say(message, **values)
