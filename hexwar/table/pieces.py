"""The moving parts: where each piece is and in what state. Frozen records, replaced whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId


class Phase(StrEnum):
    """The phases of a turn, in order (N4)."""

    WEATHER = mark("weather")
    CARDS = mark("cards")
    ORDERS = mark("orders")
    INITIAL = mark("initial action")
    COORDINATED = mark("coordinated action")
    CHITS = mark("chit pull")
    ACTIONS = mark("action")  # of a game without chits
    RALLY = mark("rally")
    TURN_END = mark("turn end")


class Writing(StrEnum):
    """The steps of the Orders Phase (N12.9)."""

    DELIVERY = mark("delivery")
    COMPLIANCE = mark("compliance")
    LOCAL = mark("local decision")
    ORDERS = mark("orders")
    SENDING = mark("sending")


class Segment(StrEnum):
    """The steps of an activation, in order (N4.5)."""

    COMMAND = mark("command")
    MOVEMENT = mark("movement")
    BOMBARDMENT = mark("bombardment")
    CHARGE = mark("charge")
    ASSAULT = mark("assault")
    CONSOLIDATION = mark("consolidation")


class Box(StrEnum):
    """Where a piece is that is not on the map (N3.9)."""

    DUE = mark("due")  # arrives by schedule
    RESERVE = mark("not in play")  # an alternate or a campaign formation that was not called
    UAR = mark("UAR")  # units awaiting recovery
    RECOVERED = mark("recovered")
    PEU = mark("PEU")  # permanently eliminated
    EXITED = mark("exited")
    CAPTURED = mark("captured")  # leaders and trains
    UNSEEN = mark("out of sight")  # in a view: the enemy has it somewhere (N20)
    WITH_UNIT = mark("with its unit")  # a vedette that is not deployed (N20.31)
    SPREAD = mark("spread out in vedettes")  # a unit whose vedettes stand for it


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in play: exactly one of `hex` and `box` is set."""

    id: UnitId
    hex: Hex | None = None
    box: Box | None = None
    reduced: bool = False
    disrupted: bool = False
    column: bool = False  # in road column (N5.32)
    moved: bool = False  # this activation (N4.46)
    assaulted: bool = False  # this activation
    charged: bool = False  # this activation
    bombarded: Hex | None = None  # the hex that it bombarded this activation
    square: bool = False  # in square (N10.31)
    attacked: bool = False  # the target of an assault this turn (N10.3)
    done: bool = False  # advanced after combat: acts no more this activation (N8.92)
    tail: Hex | None = None  # the second hex of a strong unit in road column (N5.33)
    spent: int = 0  # half MP used this activation
    rested: bool = False  # a pontoon train that has stayed for a whole activation (T18.2)
    bridging: Hexside | None = None  # a pontoon train that is a bridge here (T18.2)
    sought: Hexside | None = None  # where it has looked for a ford in vain (T18.34)

    def driven_to(self, hex_: Hex | None) -> Unit:
        """The same unit elsewhere, in neither road column nor square."""
        return replace(self, hex=hex_, column=False, tail=None, square=False, sought=None)


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader or HQ counter in play: exactly one of `hex` and `box` is set."""

    id: LeaderId
    hex: Hex | None = None
    box: Box | None = None
    moved: bool = False  # this turn (N14.51)
    successor: int = 0  # how many of his predecessors were captured (N14.71)

    def ready(self) -> Leader:
        """The same leader, free to move again."""
        return replace(self, moved=False)


@dataclass(frozen=True, slots=True)
class Activation:
    """The activation under way (N4.5)."""

    formation: FormationId  # the first of them
    side: Side
    segment: Segment
    had_contact: bool  # a unit of the formation was in an EZOC when it began (N5.34)
    also: tuple[FormationId, ...] = ()  # who act with it in a Coordinated Action (N4.32)
    also_had_contact: tuple[FormationId, ...] = ()  # those of them that were in an EZOC
    out_of_command: tuple[UnitId, ...] = ()  # marked in step a (N14.31)
    assaulted: tuple[Hex, ...] = ()  # hexes assaulted so far (N8.1)
    acting: tuple[
        UnitId, ...
    ] = ()  # who moved or worked last: one finishes before the next (N4.52)
    tried: tuple[Hexside, ...] = ()  # spans worked at so far (N5.72)
    bombarded: tuple[Hex, ...] = ()  # hexes bombarded so far (N9.5)
    withdrew: tuple[UnitId, ...] = ()  # enemies that withdrew before an assault (N8.21)
    reacted: tuple[UnitId, ...] = ()  # enemies that made a reaction charge (N4.54)
    met_advance: bool = False  # the enemy has tried a reaction against a move (N10.25)
    confident: tuple[FormationId, ...] = ()  # who rolled Attack Confidence (N8.33)
    daunted: tuple[FormationId, ...] = ()  # who may assault no more (N8.32)
    forced: tuple[FormationId, ...] = ()  # on a forced march (N20.81)

    @property
    def formations(self) -> tuple[FormationId, ...]:
        """All formations that act, as one body (N4.32)."""
        return (self.formation, *self.also)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended (N22)."""

    winner: Side | None  # None for a draw
    level: str  # draw, marginal, tactical, substantial, strategic, decisive
    vp: tuple[tuple[Side, int], ...]
    reason: str  # points, or what ended it at once
