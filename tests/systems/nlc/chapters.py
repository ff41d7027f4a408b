"""Fields of a state by their names alone, whichever chapter they stand in."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hexwar.cards.records import CardsInPlay
from hexwar.systems.nlc import state as chapters
from hexwar.systems.nlc.state import GameState
from hexwar.table.state import Sky

KINDS = {
    "pad": chapters.Pad,
    "chits": chapters.Chits,
    "schedule": chapters.Schedule,
    "assaults": chapters.Assaults,
    "losses": chapters.Losses,
    "spirit": chapters.Spirit,
    "supply": chapters.Supply,
    "cards": CardsInPlay,
    "sky": Sky,
    "holding": chapters.Holding,
}
CHAPTER_OF = {field.name: name for name, kind in KINDS.items() for field in fields(kind)}


def changed(state: GameState, **marks: Any) -> GameState:
    """A copy with some fields otherwise: `weather="rain"` is that of its sky."""
    twin = state.copy()
    put(twin, **marks)
    return twin


def put(state: GameState, **marks: Any) -> None:
    """Write some fields of a state."""
    for mark, value in marks.items():
        chapter = CHAPTER_OF.get(mark)
        if chapter is None:
            setattr(state, mark, value)
        else:
            setattr(state, chapter, replace(getattr(state, chapter), **{mark: value}))


def field_of(state: GameState, mark: str) -> Any:
    """A field of a state, or of the chapter that it stands in."""
    chapter = CHAPTER_OF.get(mark)
    return getattr(state if chapter is None else getattr(state, chapter), mark)
