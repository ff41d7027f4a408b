"""Steps that outlast the window: kept in a folder, and found again by what the files say.

A history is the oldest draft and what each step changed of it, so it costs little more than one
copy of the files. It is taken up only where they still say what they said when it was written.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from hexwar.editor.document import PARTS, Document, Draft, Step, is_same
from hexwar.engine import SaveError
from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.engine.files import write_file
from hexwar.scenario.reading import content_hash

FORMAT: Final = 1
MOST_BYTES: Final = 4 << 20
"""Size of a history, in bytes; its oldest steps go first."""

MOST_KEPT: Final = 40
"""Histories in the folder; the oldest go first."""

DEEPEST: Final = 40
"""How deep the parts of a change may stand."""

Patch = Any
"""What turns one value of JSON into another; None where they are the same.

``["=", value]`` puts another in its place. ``{"keys": [...], "in": {...}}`` is of an object: the
order of its keys where that changes, and what changes within. Of a list ``{"at": 3, "of": 2, "put":
[...]}`` is so many items from there on that give way to others; with ``in`` alone items change.
"""


def patch(before: Any, after: Any) -> Patch:
    """What turns a value into another."""
    if is_same(before, after):
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        inner = {
            key: ["=", value] if key not in before else found
            for key, value in after.items()
            if key not in before or (found := patch(before[key], value)) is not None
        }
        same_keys = list(before) == list(after)
        return {"in": inner} if same_keys else {"keys": list(after), "in": inner}
    if isinstance(before, list) and isinstance(after, list):
        return _list_patch(before, after)
    return ["=", after]


def _list_patch(before: list[Any], after: list[Any]) -> Patch:
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {"in": {str(i): p for i, (a, b) in pairs if (p := patch(a, b)) is not None}}
    start = 0
    while start < min(len(before), len(after)) and is_same(before[start], after[start]):
        start += 1
    end = 0
    most = min(len(before), len(after)) - start
    while end < most and is_same(before[-1 - end], after[-1 - end]):
        end += 1
    return {"at": start, "of": len(before) - start - end, "put": after[start : len(after) - end]}


def patched(value: Any, change: Patch, deep: int = 0) -> Any:
    """A value as a change leaves it.

    Raises:
        ValueError: The change is none of this value.
    """
    if change is None:
        return value
    if deep > DEEPEST:
        raise ValueError("a change within too many others")
    if isinstance(change, list):
        _, found = change
        return found
    if isinstance(value, dict):
        inner = {k: patched(value.get(k), p, deep + 1) for k, p in change["in"].items()}
        keys = change.get("keys", list(value))
        return {key: inner[key] if key in inner else value[key] for key in keys}
    if isinstance(value, list) and "put" in change:
        at, of = change["at"], change["of"]
        return [*value[:at], *change["put"], *value[at + of :]]
    if isinstance(value, list):
        found = list(value)
        for key, part in change["in"].items():
            found[int(key)] = patched(found[int(key)], part, deep + 1)
        return found
    raise ValueError("a change of nothing")


# -- in a folder


def name_of(draft: Draft) -> str:
    """The name of the history of a draft: by what its files say."""
    return f"{content_hash([draft.part(part) for part in PARTS])}.json"


def keep(document: Document, folder: Path) -> None:
    """Write the steps of a document that has just been saved; what cannot be written is let be.

    Steps beside the files are not among them: what they changed may be another by then.
    """
    both = (document.done, document.undone)
    before, after = ([step for step in steps if step.beside is None] for steps in both)
    steps = [*before, *reversed(after)]
    if not steps:
        return
    changes = [
        {"words": step.words, "parts": {p: _between(step, p) for p in PARTS}} for step in steps
    ]
    base, done = steps[0].before, len(before)
    text = _text(base, changes, done)
    while len(text.encode()) > MOST_BYTES and changes:
        half = max(1, len(changes) // 2)
        base, changes, done = steps[half - 1].after, changes[half:], max(0, done - half)
        steps = steps[half:]
        text = _text(base, changes, done)
    if changes:
        with suppress(SaveError, OSError):
            folder.mkdir(parents=True, exist_ok=True)
            write_file(folder / name_of(document.draft), text)
            _thin_out(folder)


def _between(step: Step, part: Any) -> Patch:
    return patch(step.before.part(part), step.after.part(part))


def _text(base: Draft, changes: list[dict[str, Any]], done: int) -> str:
    parts = {part: base.part(part) for part in PARTS}
    told = {"format": FORMAT, "base": parts, "done": done, "steps": changes}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def _thin_out(folder: Path) -> None:
    kept = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST_KEPT:]:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.bak").unlink(missing_ok=True)


def document_of(draft: Draft, folder: Path) -> Document:
    """A document of a draft as it lies on the disk, with its steps if they are kept."""
    document = Document(draft)
    with suppress(OSError, OverBudget, ValueError, KeyError, TypeError, IndexError, RecursionError):
        told = json.loads(read_bytes(folder / name_of(draft), 2 * MOST_BYTES))
        steps, done = _steps(told), told["done"]
        at = steps[done - 1].after if done else steps[0].before
        if told["format"] == FORMAT and 0 <= done <= len(steps) and at.is_same(draft):
            document.done = steps[:done]
            document.undone = steps[done:][::-1]
            document.draft = document.saved = at
    return document


def _steps(told: Any) -> list[Step]:
    before = Draft(**{part: dict(told["base"][part]) for part in PARTS})
    found: list[Step] = []
    for one in told["steps"]:
        parts = {part: patched(before.part(part), one["parts"].get(part)) for part in PARTS}
        after = Draft(**parts)
        found.append(Step(str(one["words"]), before, after))
        before = after
    return found
