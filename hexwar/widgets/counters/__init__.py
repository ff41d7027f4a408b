"""Counters: their faces as records, their painting, and the stacks they lie in on the map.

`face_of`, `leader_face` and `chit_face` turn records of the model into faces; `CounterArt` paints
faces and keeps the pictures; `StackItem` and `StackFan` are the items of the board.
"""

from hexwar.widgets.counters.art import CounterArt, Frame
from hexwar.widgets.counters.card import LETTERS, CounterStyle
from hexwar.widgets.counters.easel import EDGE, MARGIN, Detail
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    Face,
    FigureKind,
    FlagFace,
    FormationMark,
    LeaderFace,
    MarkerFace,
    MarkerKind,
    State,
    chit_back,
    chit_face,
    face_of,
    formation_marks,
    leader_face,
    nation_key,
)
from hexwar.widgets.counters.stacks import Piece, StackFan, StackItem

__all__ = [
    "EDGE",
    "LETTERS",
    "MARGIN",
    "ChitFace",
    "CounterArt",
    "CounterFace",
    "CounterStyle",
    "Detail",
    "Face",
    "FigureKind",
    "FlagFace",
    "FormationMark",
    "Frame",
    "LeaderFace",
    "MarkerFace",
    "MarkerKind",
    "Piece",
    "StackFan",
    "StackItem",
    "State",
    "chit_back",
    "chit_face",
    "face_of",
    "formation_marks",
    "leader_face",
    "nation_key",
]
