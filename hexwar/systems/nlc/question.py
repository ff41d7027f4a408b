"""How a question of NLC is told: by a line of words about what stands in its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId
from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed, say
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import (
    formation_name,
    hex_name,
    leader_name,
    line_name,
    side_name,
    unit_name,
    unit_names,
    whom,
)
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId

T = TypeVar("T")

_hints = cache(get_type_hints)

_NAMES: Mapping[Any, Callable[[GameState, Any], str]] = MappingProxyType(
    {
        Hex: hex_name,
        UnitId: unit_name,
        tuple[UnitId, ...]: unit_names,
        tuple[Hex, ...]: lambda view, hexes: listed(hex_name(view, hex_) for hex_ in hexes),
        LeaderId: leader_name,
        FormationId: formation_name,
        LineId: lambda view, line: line_name(view.battle, line),
        Side: side_name,
        CardId: lambda _, card: printed(card).title,
    }
)


class Question(Decision[T]):
    """A question whose sentence is told by `words`."""

    __slots__ = ()

    words: ClassVar[str] = ""
    """Its sentence, with the names of its fields where `told` puts what is in them."""

    def __init_subclass__(
        cls,
        rule: str = "",
        *,
        is_open: bool = False,
        is_secret: bool = False,
        continues: bool = False,
    ) -> None:
        cls.rule = rule or cls.rule
        cls.is_open, cls.continues = is_open or cls.is_open, continues or cls.continues
        cls.is_secret = is_secret or cls.is_secret

    def sentence(self, view: GameState) -> str:
        """Who must do what, and why."""
        return self.told(view, self.words)

    def told(self, view: GameState, message: str, /, **values: object) -> str:
        """A message about it, whose arguments are its fields, who is asked and some more values."""
        values = {"who": whom(view, self.side), **values}
        for name, kind in _hints(type(self)).items():
            if f"{{{name}}}" in message and name not in values:
                found = getattr(self, name)
                one = get_args(kind)[0] if NoneType in get_args(kind) else kind
                is_named = one in _NAMES and found is not None
                values[name] = _NAMES[one](view, found) if is_named else found
        return say(message, **values)
