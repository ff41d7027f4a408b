"""What is edited: three files, every step that changed them, and the way back.

A draft holds the files as they are read, unknown fields and faults too: it need not be valid to be
kept. It is never changed in place. Each step makes a new draft that shares with the old one all
that it did not touch, so a step back is the old draft itself, to the last byte of its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args

from hexwar.engine import Refusal
from hexwar.messages import mark

Json = dict[str, Any]

Part = Literal["map", "forces", "scenario"]
"""One of the three files."""

PARTS: Final[tuple[Part, ...]] = get_args(Part)

MOST_STEPS: Final = 2000
"""Steps that can be taken back; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The three files at one time, as objects of JSON; nobody changes them."""

    map: Json = field(default_factory=dict)
    forces: Json = field(default_factory=dict)
    scenario: Json = field(default_factory=dict)

    def part(self, name: Part) -> Json:
        """One of the files."""
        found: Json = getattr(self, name)
        return found

    def is_same(self, other: Draft) -> bool:
        """Whether all files would be written alike."""
        return all(is_same(self.part(part), other.part(part)) for part in PARTS)

    def having(self, name: Part, value: Json) -> Draft:
        """The draft with another file in the place of one."""
        parts: dict[str, Any] = {name: value}
        return replace(self, **parts)


def put(tree: Json, fields: Mapping[str, Any], order: tuple[str, ...] = ()) -> Json:
    """An object with some of its fields changed; what is None is left out.

    Args:
        tree: The object, which stays as it is.
        fields: The new values by name.
        order: The order that new fields take their places by; one that it does not name comes last.
    """
    kept = (name for name in tree if name not in fields or fields[name] is not None)
    found = {name: tree[name] for name in kept}
    for name, value in fields.items():
        if value is None:
            continue
        if name in found or name not in order:
            found[name] = value
            continue
        later = set(order[order.index(name) + 1 :])
        place = next((i for i, other in enumerate(found) if other in later), len(found))
        items = list(found.items())
        found = dict([*items[:place], (name, value), *items[place:]])
    return found


def is_same(one: Any, other: Any) -> bool:
    """Whether two values would be written alike: the order of keys counts, and 1 is not true.

    Drafts share what no step has touched, so it looks at little more than what was.
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_same(v, other[k]) for k, v in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


@dataclass(frozen=True, slots=True)
class Step:
    """A step that can be taken back: what it is called, and the draft before and after it."""

    words: str
    before: Draft
    after: Draft
    stroke: object = None  # steps of one stroke of the mouse are one
    beside: tuple[Act, Act] | None = None  # take back what is in no file, and do it again


Act = Callable[[], object]
"""Does something that is in no file of a draft."""


NOTHING_TO_UNDO: Final = Refusal(mark("There is nothing to take back."), "")
NOTHING_TO_REDO: Final = Refusal(mark("There is nothing to do again."), "")


class Document:
    """A draft that is worked on, with its steps."""

    def __init__(self, draft: Draft) -> None:
        """Begin with a draft as it lies on the disk; without any step."""
        self.draft = draft
        self.saved = draft
        """As it was saved last."""
        self.done: list[Step] = []
        """The steps that can be taken back, the last one last."""
        self.undone: list[Step] = []
        """Those that were taken back, the next to be done again last."""
        self.watchers: list[Callable[[Draft, Draft], None]] = []
        """Who is told of each change: the draft before it, and after."""

    @property
    def is_changed(self) -> bool:
        """Whether it says anything else than what was saved."""
        return not self.draft.is_same(self.saved)

    def do(self, words: str, draft: Draft, stroke: object = None) -> bool:
        """Take a step; False where it changes nothing and is none.

        Args:
            words: What it is called in the menu.
            draft: What it makes of the draft.
            stroke: What it is a part of, such as a drag: with the step before of the same stroke it
                is one, and where both come to nothing there was none.
        """
        before = self.draft
        if draft.is_same(before):
            return False
        last = self.done[-1] if self.done and not self.undone else None
        self.undone.clear()
        if last is not None and stroke is not None and last.stroke == stroke:
            self.done.pop()
            if draft.is_same(last.before):
                draft = last.before
            else:
                self.done.append(replace(last, after=draft))
        else:
            self.done.append(Step(words, before, draft, stroke))
            del self.done[:-MOST_STEPS]
        self._go(draft)
        return True

    def do_beside(self, words: str, back: Act, again: Act) -> None:
        """Note a step that was taken beside the files, among the others; the draft stays.

        Args:
            words: What it is called in the menu.
            back: Takes it back.
            again: Does it again.
        """
        self.undone.clear()
        self.done.append(Step(words, self.draft, self.draft, beside=(back, again)))
        del self.done[:-MOST_STEPS]
        self._go(self.draft)

    def forget_beside(self) -> None:
        """Forget all steps that were taken beside the files: what they changed is gone."""
        done, undone = ([s for s in old if s.beside is None] for old in (self.done, self.undone))
        if len(done) + len(undone) < len(self.done) + len(self.undone):
            self.done, self.undone = done, undone
            self._go(self.draft)

    def undo(self) -> Refusal | None:
        """Take the last step back."""
        if not self.done:
            return NOTHING_TO_UNDO
        step = self.done.pop()
        self.undone.append(step)
        if step.beside is not None:
            step.beside[0]()
        self._go(step.before)
        return None

    def redo(self) -> Refusal | None:
        """Do again what was taken back last."""
        if not self.undone:
            return NOTHING_TO_REDO
        step = self.undone.pop()
        self.done.append(step)
        if step.beside is not None:
            step.beside[1]()
        self._go(step.after)
        return None

    def mark_saved(self) -> None:
        """What it says now lies on the disk."""
        self.saved = self.draft

    def _go(self, draft: Draft) -> None:
        before, self.draft = self.draft, draft
        for watcher in tuple(self.watchers):
            watcher(before, draft)
