"""Desks for the tests of the editor, with a battle on them or nothing."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from hexwar.app.games import kit_named, on_maps
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.resources import scenarios
from hexwar.widgets import theme as themes
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.look import Look


def look(scale: float = 1.0) -> Look:
    """The light look."""
    theme = themes.theme("light")
    return Look(theme, CounterArt(CounterStyle.PERIOD, theme), scale)


def desk(state: Path, battle: str = "", scale: float = 1.0) -> Desk:
    """A desk with a shipped battle on it."""
    made = Desk({name: kit_named(name) for name in on_maps()}, look(scale), state)
    if battle:
        draft, files, _ = Files.read(scenarios() / battle)
        made.open(Document(draft), files)
    return made


@lru_cache(maxsize=32)
def shipped(battle: str) -> Draft:
    """The draft of a shipped battle; nobody changes a draft in place."""
    return Files.read(scenarios() / battle)[0]


def brienne() -> Draft:
    """The draft of a shipped battle."""
    return shipped("brienne")


def desk_with(state: Path, draft: Draft | None = None) -> Desk:
    """A desk on which a draft lies."""
    made = desk(state)
    made.open(Document(brienne() if draft is None else draft), Files())
    return made


def having(draft: Draft, **fields: Any) -> Draft:
    """A draft with some fields of its scenario changed; None leaves one out."""
    changed = {**draft.scenario, **fields}
    return draft.having("scenario", {k: v for k, v in changed.items() if v is not None})
