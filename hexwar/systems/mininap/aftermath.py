"""What is told of a game of Mini-Nap 2 when it is over, or so far: no Qt, no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.engine import Event
from hexwar.messages import count, mark, say
from hexwar.systems.mininap.events import (
    AttackRolled,
    BounceRolled,
    ChargeDeclared,
    ChargeHalted,
    ContactMade,
    Faces,
    HitsMarked,
    HitsRecovered,
    ObjectiveTaken,
    PursuitHeld,
    PursuitRun,
    ShotRolled,
    SquareFormed,
    TestRolled,
    ThrownAgain,
    TurnBegan,
    UnitHeld,
    UnitRemoved,
)
from hexwar.systems.mininap.rules.combat import attack_report
from hexwar.systems.mininap.rules.victory import points_of
from hexwar.systems.mininap.score import score_lines
from hexwar.systems.mininap.state import Attack, MiniState
from hexwar.table.aftermath import Fight, March, Toll
from hexwar.table.dice import Throw, Wish
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.reports import ScoreLine
from hexwar.table.telling import Audience, LossCount, LossCurve, Teller
from hexwar.tabletop.spots import spot_of_pose

VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fire": mark("{who} fired at {whom}: {verdict}."),
        "hand-to-hand": mark("{who} fought {whom}: {verdict}."),
        "charge": mark("{who} charged {whom}: {verdict}."),
    }
)
"""Fights in a sentence, by their kind."""

HITS: Final = mark("hits on those who stand")
"""What has cost a unit strength that is still there."""


class MiniTeller(Teller[MiniState]):
    """Tells fire, fights, charges, losses and dice of a game, phase by phase."""

    notable = (SquareFormed, UnitRemoved, ObjectiveTaken)
    verbs = VERBS

    def __init__(self, audience: Audience[MiniState]) -> None:
        super().__init__(audience)
        self._found: list[Fight] = []
        self._charge: tuple[UnitId, int] | None = None  # whom the last one was at, and where

    def begins_turn(self, table: MiniState, event: Event) -> bool:
        """With the event of a turn."""
        return isinstance(event, TurnBegan) and event.turn != table.turn

    def see(self, table: MiniState, events: Sequence[Event], at: int) -> None:
        """Shots and attacks with what was to be expected of them, and charges."""
        match events[at]:
            case ShotRolled(unit=unit, target=target, faces=faces, hits=hits) if sum(faces):
                chance = table.numbers.fire.hit / 6
                self._note(table, at, mark("fire"), (unit, target), (hits, chance * sum(faces)))
            case AttackRolled(unit=unit, target=target, faces=faces, hits=hits):
                value = attack_report(table, Attack(unit, target, 1)).value
                hoped = value / 6 * sum(faces)
                self._note(table, at, mark("hand-to-hand"), (unit, target), (hits, hoped))
            case ChargeDeclared(target=target):
                self._charge = target, at
            case ContactMade(unit=unit):
                self._charged(table, unit, say("contact"))
            case ChargeHalted(unit=unit):
                self._charged(table, unit, say("it did not come home"))

    def _note(
        self,
        table: MiniState,
        at: int,
        kind: str,
        pair: tuple[UnitId, UnitId],
        came: tuple[int, float],
    ) -> None:
        """A throw of one unit at another, with its hits and those to be expected."""
        (unit, target), (hits, hoped) = pair, came
        enemy = table.side_of(target)
        verdict = count("{n} hit", "{n} hits", hits)
        self._found.append(
            Fight(
                turn=table.turn,
                kind=kind,
                side=table.side_of(unit),
                spot=_spot(table, target),
                attackers=(unit,),
                defenders=(target,),
                verdict=verdict,
                lost={enemy: hits},
                expected={enemy: hoped},
                exchanged={enemy: hits},
                event=at,
            )
        )

    def _charged(self, table: MiniState, unit: UnitId, verdict: str) -> None:
        if self._charge is None:
            return
        target, at = self._charge
        self._charge = None
        self._found.append(
            Fight(
                turn=table.turn,
                kind=mark("charge"),
                side=table.side_of(unit),
                spot=_spot(table, target),
                attackers=(unit,),
                defenders=(target,),
                verdict=verdict,
                lost={},
                expected=None,
                exchanged={},
                event=at,
            )
        )

    def throws(self, table: MiniState, event: Event, at: int) -> Iterator[Throw]:
        """Each die of fire, fights and tests."""
        return throws_of(table, event, at)

    def fights(self, view: MiniState) -> Sequence[Fight]:  # noqa: ARG002
        """Shots, attacks and charges."""
        return self._found

    def vp(self, view: MiniState) -> Mapping[Side, int]:
        """By the score (M23.6)."""
        return dict(points_of(view))

    def score(self, view: MiniState) -> Sequence[ScoreLine]:
        """Line by line (M23.6)."""
        return score_lines(view)

    def tolls(self, view: MiniState) -> Iterator[Toll]:
        """What each brigade has lost, by what took it."""
        for brigade, units in view.battle.brigades.items():
            body = view.battle.body(brigade)
            causes = Counter[str]()
            for unit in units:
                record, sp = view.units[unit], view.card(unit).sp
                if record.lost_by is not None:
                    causes[record.lost_by] += sp
                elif record.hits:
                    causes[HITS] += min(sp, record.hits)
            name, side = (brigade if body is None else body.name), view.side_of(units[0])
            start = sum(view.card(unit).sp for unit in units)
            yield Toll(FormationId(brigade), name, side, start, causes, 0)

    def marches(self) -> Iterable[March]:
        """Nothing: ways are measured in cm, and no record has those."""
        return ()


def _spot(table: MiniState, unit: UnitId) -> str:
    """Where a unit stands, or stood at first if it is lost."""
    pose = table.units[unit].pose or table.battle.placed[unit].pose
    return spot_of_pose(pose)


# -- dice


def throws_of(state: MiniState, event: Event, at: int) -> Iterator[Throw]:
    """Each die that an event tells of; low dice are good (M1.3). The state may be a later one."""
    match event:
        case ShotRolled(unit=unit, faces=faces):
            yield from _pool(mark("fire"), faces, state.side_of(unit), at)
        case BounceRolled(unit=unit, faces=faces):
            yield from _pool(mark("bounce-through"), faces, state.side_of(unit), at)
        case AttackRolled(unit=unit, faces=faces) | ThrownAgain(unit=unit, faces=faces):
            yield from _pool(mark("hand-to-hand"), faces, state.side_of(unit), at)
        case TestRolled(unit=unit, die=die):
            yield Throw(mark("tests"), die, state.side_of(unit), Wish.LOW, event=at)
        case UnitHeld(unit=unit, die=die) | PursuitHeld(unit=unit, die=die):
            if die is not None:
                yield Throw(mark("tests"), die, state.side_of(unit), Wish.LOW, event=at)
        case PursuitRun(unit=unit, die=die) if die is not None:
            yield Throw(mark("tests"), die, state.side_of(unit), Wish.LOW, event=at)


def _pool(kind: str, faces: Faces, side: Side, at: int) -> Iterator[Throw]:
    for pips, n in enumerate(faces, start=1):
        for _ in range(n):
            yield Throw(kind, pips, side, Wish.LOW, event=at)


# -- losses over the turns


def loss_curves(state: MiniState, events: Iterable[Event]) -> tuple[LossCurve, ...]:
    """The losses of every brigade that ever lost something, in the order of battle."""
    tally, hits, gone = LossCount(), Counter[UnitId](), set[UnitId]()
    for event in events:
        match event:
            case TurnBegan():
                tally.turn()
            case HitsMarked(hits=marked):
                hits.update(dict(marked))
            case ShotRolled(target=target, hits=n, is_reaction=True):
                hits[target] += n
            case HitsRecovered(units=units, hits=n):
                hits.subtract(dict.fromkeys(units, n))
            case UnitRemoved(unit=unit):
                gone.add(unit)
        tally.note(_lost(state, hits, gone))
    order = map(FormationId, state.battle.brigades)
    return tally.curves(order, lambda unit: FormationId(state.card(unit).brigade))


def _lost(state: MiniState, hits: Counter[UnitId], gone: set[UnitId]) -> dict[UnitId, int]:
    units = {*(unit for unit, n in hits.items() if n), *gone}
    return {
        unit: (sp if unit in gone else min(sp, hits[unit]))
        for unit in units
        if state.card(unit).brigade
        for sp in [state.card(unit).sp]
    }
