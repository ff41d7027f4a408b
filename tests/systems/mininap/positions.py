"""Positions of Mini-Nap 2 for tests, written as the scenarios of the rules are (M34.1).

A unit is a line: id, arm, type, SP, formation, x and y in cm, bearing in degrees, brigade. Arms are
I, C, A and G (command); ids that begin with F are French, the others Russian.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hexwar.systems.mininap.battle import Arm, Formation, Kind, MiniBattle, Placed, UnitCard
from hexwar.systems.mininap.state import MiniState, Phase, Step, Unit
from hexwar.table.battle import numbered
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.ground import Ground, Piece
from hexwar.tabletop.pose import Pose
from tests.systems.nlc import plays

FRENCH, RUSSIAN = Side("french"), Side("russian")

ARMS = {"I": Arm.INFANTRY, "C": Arm.CAVALRY, "A": Arm.ARTILLERY, "G": Arm.COMMAND}
FORMATIONS = {
    "col": Formation.COLUMN,
    "line": Formation.LINE,
    "skir": Formation.SKIRMISH,
    "square": Formation.SQUARE,
}


def position(
    *lines: str,
    phase: Phase = Phase.FIRST_MANOEUVRE,
    step: Step = Step.ALL,
    initiative: Side = FRENCH,
    pieces: Iterable[Piece] = (),
    width: int = 12_000,
    height: int = 8_000,
    options: Mapping[str, str] = MappingProxyType({}),
    numbers: Mapping[str, object] = MappingProxyType({}),
    last_turn: int = 10,
    **more: Any,
) -> MiniState:
    """Units on a table of 120 by 80 cm, in a phase of the first turn."""
    cards, placed, marks = (
        dict[UnitId, UnitCard](),
        dict[UnitId, Placed](),
        dict[UnitId, set[str]](),
    )
    for line in sorted(lines, key=lambda line: line[0] != "F"):
        card, place, words = _read(line)
        cards[card.id], placed[card.id], marks[card.id] = card, place, words
    divisions = {c.division: c.commands for c in cards.values() if c.kind is Kind.DIVISION}
    battle = MiniBattle(
        id="test",
        name="Test",
        ground=Ground(width, height, tuple(pieces)),
        sides=(FRENCH, RUSSIAN),
        side_names={FRENCH: "French", RUSSIAN: "Russians"},
        units=cards,
        placed=placed,
        divisions=divisions,
        options=options,
        numbers=numbers,
        turns=numbered(last_turn),
        **more,
    )
    units = {id_: _unit(id_, place, marks[id_]) for id_, place in placed.items()}
    return MiniState(
        battle=battle, units=units, turn=1, phase=phase, step=step, initiative=initiative
    )


def _read(line: str) -> tuple[UnitCard, Placed, set[str]]:
    id_, arm, type_, sp, form, x, y, bearing, brigade, *words = line.split()
    kind, _, horse = type_.partition("-")
    side = FRENCH if id_[0] == "F" else RUSSIAN
    is_command, rank = arm == "G", Kind(kind)
    card = UnitCard(
        id=UnitId(id_),
        name=id_,
        side=side,
        arm=ARMS[arm],
        kind=rank,
        sp=int(sp),
        brigade="" if is_command or brigade.startswith("(") else brigade.strip("-"),
        division=brigade.strip("()") if brigade.startswith("(") else id_ * (rank is Kind.DIVISION),
        commands=tuple(brigade.split("+")) if is_command else (),
        is_horse=horse == "horse",
        is_lancer="lancers" in words,
        is_veteran="veteran" in words,
    )
    pose = Pose(round(float(x) * 100), round(float(y) * 100), round(float(bearing) * 10))
    place = Placed(pose, FORMATIONS.get(form, Formation.SKIRMISH), form == "limbered")
    return card, place, set(words)


def _unit(id_: UnitId, place: Placed, words: set[str]) -> Unit:
    hits = next((int(word[5:]) for word in words if word.startswith("hits:")), 0)
    return Unit(
        id_,
        place.pose,
        place.formation,
        is_limbered=place.is_limbered,
        hits=hits,
        has_fired="fired" in words,
        began_in_contact="contact" in words,
    )


def ids(text: str) -> tuple[UnitId, ...]:
    """Ids from ``F1 R2``."""
    return tuple(UnitId(word) for word in text.split())


def area(id_: str, kind: str, *corners: tuple[float, float]) -> Piece:
    """A piece of ground by its corners in cm."""
    return Piece(id_, kind, tuple((round(x * 100), round(y * 100)) for x, y in corners))


def rectangle(id_: str, kind: str, west: float, south: float, east: float, north: float) -> Piece:
    """A piece of ground with four right angles, cm."""
    return area(id_, kind, (west, south), (east, south), (east, north), (west, north))


def wall(id_: str, kind: str, *places: tuple[float, float]) -> Piece:
    """A wall or a hedge along places in cm."""
    ring = tuple((round(x * 100), round(y * 100)) for x, y in places)
    return Piece(id_, kind, ring, is_line=True)


@dataclass(frozen=True)
class Played:
    """A flow that has been played to its end."""

    state: MiniState
    found: plays.Played[Any]

    def of(self, kind: str) -> list[Any]:
        """The events of a class by its name."""
        return self.found.of(kind)

    def questions(self, kind: str) -> list[Any]:
        """The questions of a class by its name."""
        return self.found.questions(kind)


def played(state: MiniState, flow: Any, dice: Sequence[int] = (), answers: Any = None) -> Played:
    """A flow played to its end with dice and answers thought of beforehand."""
    run: Any = plays.play
    found = run(state, flow, dice, answers, lambda known, _side: known)
    return Played(found.state, found)
