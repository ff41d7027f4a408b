"""A tiny game without hexes: a few stands on a bare table, two questions, a die.

Each turn each side moves a stand by 10 cm at most, and then fires with one at an enemy within
15 cm, who is lost on a 4 or more. Places are texts as on any measured table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any

from hexwar.engine import CHANCE, Choice, Flow, Manner, Refusal, Roll, Table
from hexwar.engine.records import FLEETING, OPEN, PRINTED
from hexwar.messages import mark, say
from hexwar.table.battle import Battle, Named, numbered
from hexwar.table.fact import COMBAT, MOVEMENT, VICTORY, Fact, Heading, Shows
from hexwar.table.forces import Side, UnitId
from hexwar.table.laid import Laid
from hexwar.table.pieces import Outcome
from hexwar.table.question import Question
from hexwar.table.spot import Spot
from hexwar.table.state import TableState

RED, BLUE = Side("red"), Side("blue")
WIDTH, HEIGHT = 6_000, 4_000  # hundredths of a cm
PACE, RANGE = 1_000, 1_500
TURNS = 2


def point(spot: Spot) -> tuple[int, int]:
    x, _, y = spot.partition(",")
    return int(x), int(y)


def between(a: Spot, b: Spot) -> float:
    return dist(point(a), point(b))


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    side: Side
    spot: Spot  # at the start


@dataclass(frozen=True, slots=True)
class Marks(Laid):
    """What is laid over this table: rings round stands, crosses at places."""

    rings: frozenset[str] = frozenset()
    crosses: tuple[Spot, ...] = ()
    picked: str = ""

    def beside(self, more: Laid) -> Marks:
        if not isinstance(more, Marks):
            return self
        crosses = (*self.crosses, *more.crosses)
        return replace(self, rings=self.rings | more.rings, crosses=crosses)


@dataclass(frozen=True, eq=False, kw_only=True)
class StandsBattle(Battle):
    cards: Mapping[str, Card]

    def piece(self, id_: str) -> Named | None:
        return self.cards.get(id_)

    def body(self, id_: str) -> Named | None:
        return Card(id_, Side(id_), "") if id_ in self.sides else None

    def members(self, body: str) -> tuple[str, ...]:
        return tuple(id_ for id_, card in self.cards.items() if card.side == body)

    def first_spots(self) -> Mapping[str, Spot]:
        return {id_: card.spot for id_, card in self.cards.items()}

    def name_of(self, spot: Spot) -> str:
        x, y = point(spot)
        return say("{x} cm east, {y} cm north", x=x // 100, y=y // 100)

    def aimed(self, spots: Iterable[Spot], pieces: Iterable[str]) -> Marks:
        return Marks(frozenset(pieces), tuple(spots))

    def nation_of(self, side: Side) -> str:
        return "french" if side == RED else "russian"


BATTLE = StandsBattle(
    id="two-lines",
    name="Two lines",
    sides=(RED, BLUE),
    side_names={RED: "Red", BLUE: "Blue"},
    turns=numbered(TURNS),
    cards={
        "R1": Card("1st Red", RED, "1000,1000"),
        "R2": Card("2nd Red", RED, "2000,1000"),
        "B1": Card("1st Blue", BLUE, "1000,2800"),
        "B2": Card("2nd Blue", BLUE, "2000,2800"),
    },
    sha256="0" * 64,
)


@dataclass(slots=True, kw_only=True)
class Stands(TableState):
    battle: StandsBattle = field(metadata=PRINTED)
    spots: dict[str, Spot] = field(metadata=OPEN)  # of those that are not lost
    turn: int = field(default=1, metadata=OPEN)
    side: Side = field(default=RED, metadata=OPEN)
    has_moved: bool = field(default=False, metadata=OPEN)
    outcome: Outcome | None = field(default=None, metadata=OPEN)
    cache: dict[Hashable, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata=FLEETING
    )

    def spot_of(self, piece: str) -> Spot | None:
        return self.spots.get(piece)

    def of(self, side: Side) -> list[str]:
        return [piece for piece in self.spots if self.battle.cards[piece].side == side]


def set_up(battle: StandsBattle) -> Stands:
    return Stands(battle=battle, spots=dict(battle.first_spots()))


# -- questions


@dataclass(frozen=True, slots=True)
class To:
    piece: UnitId
    spot: Spot


@dataclass(frozen=True, slots=True)
class MoveStand(Question[To | None], rule="S1", is_open=True):
    """Answered by pointing at a stand, then at a place."""

    words = mark("{who} may move a stand.")

    def options(self, view: Stands) -> Sequence[To | None]:
        found = [
            To(UnitId(piece), f"{x + dx},{y + dy}")
            for piece in view.of(Side(self.side))
            for x, y in [point(view.spots[piece])]
            for dx, dy in ((PACE, 0), (0, PACE), (-PACE, 0), (0, -PACE))
        ]
        return [*(to for to in found if self.refusal(view, to) is None), None]

    def refusal(self, view: Stands, answer: To | None) -> Refusal | None:
        if answer is None:
            return None
        way = between(view.spots[answer.piece], answer.spot)
        if way > PACE:
            return Refusal(say("It is {n} cm too far.", n=round((way - PACE) / 100, 1)), "S1")
        x, y = point(answer.spot)
        is_on = 0 <= x <= WIDTH and 0 <= y <= HEIGHT
        return None if is_on else Refusal(say("That is off the table."), "S1")


@dataclass(frozen=True, slots=True)
class FireAt(Question[To | None], rule="S2", is_open=True):
    """Answered by a button, or by a click on the target."""

    words = mark("{who} may fire.")

    def options(self, view: Stands) -> Sequence[To | None]:
        side = Side(self.side)
        enemies = view.of(view.battle.enemy(side))
        pairs = [(mine, his) for mine in view.of(side) for his in enemies]
        near = [p for p in pairs if between(view.spots[p[0]], view.spots[p[1]]) <= RANGE]
        return [*(To(UnitId(mine), view.spots[his]) for mine, his in near), None]

    def choices(self, view: Stands, options: Sequence[To | None]) -> Sequence[Choice[Any]]:
        cards = view.battle.cards
        found = [
            Choice(
                f"fire:{at}", say("{unit} fires", unit=cards[o.piece].name), "", o, spots=(o.spot,)
            )
            for at, o in enumerate(options)
            if o is not None
        ]
        return [*found, Choice("end", say("Hold fire"), "", None, manner=Manner.END)]


# -- facts


@dataclass(frozen=True, slots=True)
class Moved(Fact, rule="S1", topic=MOVEMENT, is_open=True, shows=Shows(units="unit", to="to")):
    words = mark("{unit} moved.")
    unit: UnitId
    to: Spot

    def apply(self, state: Stands) -> None:
        state.spots[self.unit], state.has_moved = self.to, True


@dataclass(frozen=True, slots=True)
class Fired(Fact, rule="S2", topic=COMBAT, rest=100, is_open=True, shows=Shows(spots="at")):
    words = mark("{unit} fired: {die}.")
    unit: UnitId
    at: Spot
    die: int

    def apply(self, state: Stands) -> None:
        if self.die >= 4:
            state.spots = {p: spot for p, spot in state.spots.items() if spot != self.at}


@dataclass(frozen=True, slots=True)
class PartEnded(Fact, rule="S3", topic=VICTORY, is_open=True):
    words = mark("The {side} are done.")
    side: Side
    turn: int  # that begins with it, or goes on

    def heading(self) -> Heading:
        begins = None if self.side == RED else self.turn
        return Heading(closes=True, turn=begins)

    def apply(self, state: Stands) -> None:
        state.has_moved, state.turn = False, self.turn
        state.side = state.battle.enemy(self.side)


@dataclass(frozen=True, slots=True)
class Ended(Fact, rule="S4", topic=VICTORY, is_open=True, opens=True):
    words = mark("The game is over.")
    winner: Side | None

    def apply(self, state: Stands) -> None:
        vp = tuple((side, len(state.of(side))) for side in state.battle.sides)
        state.outcome = Outcome(self.winner, "" if self.winner else "draw", vp, "points")


DECISIONS = (Roll, MoveStand, FireAt)
EVENTS = (Moved, Fired, PartEnded, Ended)


# -- flows


async def move(table: Table[Stands]) -> None:
    to = await MoveStand(table.state.side)
    if to is not None:
        table.emit(Moved(to.piece, to.spot))
    await fire(table)


async def fire(table: Table[Stands]) -> None:
    state = table.state
    side = state.side
    asked = FireAt(side)
    target = await asked if len(asked.options(state)) > 1 else None
    if target is not None:
        table.emit(Fired(target.piece, target.spot, await Roll(CHANCE, "the shot")))
    table.emit(PartEnded(side, state.turn + (side == BLUE)))
    left = [len(state.of(one)) for one in state.battle.sides]
    if state.turn > TURNS or not all(left):
        first, second = state.battle.sides
        winner = first if left[0] > left[1] else second if left[1] > left[0] else None
        table.emit(Ended(winner))


def sequence(table: Table[Stands]) -> Flow:
    return move(table)
