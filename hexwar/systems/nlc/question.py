"""How a question of NLC is told: as one of every game, and lines of the pad by their names."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, TypeVar

from hexwar.cards.library import CardQuestion
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.words import line_name
from hexwar.table.question import Plain

T = TypeVar("T")


class Question(CardQuestion[T]):
    """A question of NLC."""

    __slots__ = ()

    called: ClassVar[Plain] = MappingProxyType(
        {**CardQuestion.called, LineId: lambda view, line: line_name(view.battle, line)}
    )
