"""The fights of a game, each from its declaration to its end, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.cards import ChargeCountered
from hexwar.systems.tlnb.events.combat import (
    AttackDeclared,
    AttackFailed,
    BombardmentResolved,
    ChargeBegan,
    ChargeResolved,
    CombatResolved,
    ShockResolved,
)
from hexwar.systems.tlnb.events.losses import RetreatBegan, StepLost, UnitEliminated
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan, SegmentBegan
from hexwar.systems.tlnb.rules.combat.outcomes import (
    FACES,
    ends_of_attack,
    ends_of_charge,
    ends_of_shot,
)
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.aftermath import Fight
from hexwar.table.forces import Side, UnitId

Seen = Callable[[], TlnbState]
"""The table before an event, as the readers know it."""

ATTACK, CHARGE, GUNS = mark("attack"), mark("charge"), mark("bombardment")
"""The kinds of fight."""


@dataclass(slots=True)
class _Account:
    """A fight under way, and what it has come to."""

    kind: str
    turn: int
    side: Side  # who attacks
    hex: Hex
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    event: int
    due: Mapping[Side, float] | None  # SP that each side loses by its chances; None: not known
    verdict: str = ""  # what an event said of the end
    effect: str = ""  # of the chart, Shock resolved
    broken: set[Side] = field(default_factory=set)  # who had to retreat
    lost: Counter[Side] = field(default_factory=Counter)


class Fights:
    """Gathers the fights that the readers know of, event by event."""

    def __init__(self) -> None:
        self.found: list[Fight] = []
        self._account: _Account | None = None

    @property
    def kind(self) -> str:
        """What sort of fight is under way; empty for none."""
        return "" if self._account is None else self._account.kind

    def see(self, state: TlnbState, event: Event, at: int, seen: Seen) -> None:
        """Take note of one of the events, which the readers know of; `state` is before it."""
        begun = _begun(state, event, at, seen)
        if begun is not None:
            self.close(seen)
            self._account = begun
        elif isinstance(event, SegmentBegan | PlayerTurnBegan):
            self.close(seen)
        elif self._account is not None:
            _note(self._account, state, event)

    def close(self, seen: Seen) -> None:
        """The fight under way, if any, is over."""
        account, self._account = self._account, None
        if account is not None:
            self.found.append(_told(account, seen()))


def _begun(state: TlnbState, event: Event, at: int, seen: Seen) -> _Account | None:
    """A fight that an event begins; who is attacked the readers' view tells."""
    match event:
        case AttackDeclared(units=units, target=target):
            kind = ATTACK
        case ChargeBegan(units=units, target=target):
            kind = CHARGE
        case BombardmentResolved(target=target):
            kind = GUNS
            shots = (shot for shot in state.fights.shots if shot.target == target)
            units = next((shot.units for shot in shots), ())
        case _:
            return None
    side, view = state.phasing, seen()
    foes = view.combat_units_in(target, state.battle.enemy(side))
    due = _due(view, event, tuple(units))
    made = _Account(kind, state.turn, side, target, tuple(units), tuple(foes), at, due)
    if isinstance(event, BombardmentResolved):
        made.effect = event.result.removesuffix("*")
    return made


def _due(view: TlnbState, event: Event, units: tuple[UnitId, ...]) -> Mapping[Side, float] | None:
    """What a fight costs each side on the average of its die, SP, as it was declared.

    None where the readers do not see everybody who fights.
    """
    if not units or any(view.units[unit].hex is None for unit in units):
        return None
    match event:
        case AttackDeclared(target=target):
            ends = ends_of_attack(view, Blow(units, target))
        case ChargeBegan(target=target, path=path):
            ends = ends_of_charge(view, Ride(units, target, path))
        case BombardmentResolved(target=target):
            ends = ends_of_shot(view, Shot(units, target))
        case _:
            return None
    side = view.phasing
    sums = [sum(end.faces * end.lost[who] for end in ends) / FACES for who in (0, 1)]
    return dict(zip((side, view.battle.enemy(side)), sums, strict=True))


def _note(account: _Account, state: TlnbState, event: Event) -> None:
    match event:
        case AttackFailed():
            account.verdict = say("not dared in the dark")
        case ChargeCountered(is_stopped=True):
            account.verdict = say("stopped by a counter charge")
        case CombatResolved(effect=effect) | ChargeResolved(result=effect):
            account.effect = effect
        case ShockResolved(result=result):
            account.effect = result
        case RetreatBegan(units=units) if units:
            account.broken.add(state.side_of(units[0]))
        case StepLost(unit=unit, sp=sp) | UnitEliminated(unit=unit, sp=sp):
            account.lost[state.side_of(unit)] += sp


def _told(account: _Account, state: TlnbState) -> Fight:
    return Fight(
        turn=account.turn,
        kind=account.kind,
        side=account.side,
        spot=account.hex,
        attackers=account.attackers,
        defenders=account.defenders,
        verdict=_verdict(account, state),
        lost={side: account.lost[side] for side in state.battle.sides},
        expected=None if account.verdict else account.due,  # one that did not come to its die
        exchanged={side: account.lost[side] for side in state.battle.sides},
        event=account.event,
    )


def _verdict(account: _Account, state: TlnbState) -> str:
    """How a fight ended, in a few words."""
    enemy = state.battle.enemy(account.side)
    if account.verdict:
        return account.verdict
    if account.effect == "OR":
        return say("the target was ridden down")
    if account.effect.startswith("A") and account.kind == CHARGE:
        return say("the charge failed")
    if account.effect in _DESTROYED:
        return say(_DESTROYED[account.effect])
    if enemy in account.broken:
        return say("the defenders were driven out")
    if account.side in account.broken:
        return say("the attackers were repulsed")
    if account.effect.startswith("D") and not state.combat_units_in(account.hex, enemy):
        return say("the defenders were destroyed")
    if account.effect.startswith("A"):
        return say("the attackers were repulsed")
    if account.effect == "Ex":
        return say("an exchange")
    if any(account.lost.values()):
        return say("both lost") if account.kind != GUNS else say("the target was hit")
    return say("no effect") if account.kind == GUNS else say("no decision")


_DESTROYED: Mapping[str, str] = MappingProxyType(
    {"De": mark("the defenders were destroyed"), "Ae": mark("the attackers were destroyed")}
)
