"""What comes with an answer: why it was given, what was weighed, and what is kept in mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexwar.ai.policy import Considered, Dice, Look, RandomPlayer, Reason, Thought, thought
from hexwar.engine import Decision


@dataclass
class Diarist:
    """Counts its answers and says what it has weighed."""

    mind: dict[str, Any] = field(default_factory=dict)

    def recall(self, memory: Mapping[str, Any]) -> None:
        self.mind = dict(memory)

    def memory(self) -> dict[str, Any]:
        return self.mind

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        self.mind["answers"] = self.mind.get("answers", 0) + 1
        return options[-1]

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:
        weighed = Considered("stand", 1.5), Considered("fall back", 0.25)
        return Reason("The hill is worth it.", is_open=True, considered=weighed)


@dataclass(frozen=True, slots=True)
class Yes(Decision[bool]):
    """A question."""

    def options(self, state: Any) -> Sequence[bool]:
        return (True, False)


def test_a_thought_has_the_answer_its_reason_and_what_is_kept_in_mind() -> None:
    first = thought(Diarist(), Yes("red"), (True, False), Look(dict), "a seed")
    assert first.answer is False
    assert first.reason is not None
    assert [one.what for one in first.reason.considered] == ["stand", "fall back"]
    assert first.memory == {"answers": 1}
    again = thought(Diarist(), Yes("red"), (True, False), Look(dict), "a seed", first.memory)
    assert again.memory == {"answers": 2}


def test_who_says_nothing_and_remembers_nothing_only_answers() -> None:
    found = thought(RandomPlayer(), Yes("red"), (True, False), Look(dict), "a seed", {"answers": 1})
    assert found == Thought(found.answer)
