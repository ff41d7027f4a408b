"""What a place is judged by: terms of which each has a name and a sentence, in VP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from types import MappingProxyType
from typing import Final

from hexwar.messages import mark
from hexwar.systems.mininap.battle import Arm, Formation, Kind
from hexwar.systems.mininap.player.aims import Aim
from hexwar.systems.mininap.player.commanders import led_from
from hexwar.systems.mininap.player.glance import Body, Glance, best_of, lie_of
from hexwar.systems.mininap.rules.victory import holder_of
from hexwar.systems.mininap.state import Unit
from hexwar.table.forces import UnitId


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that a place is judged by."""

    name: str
    sentence: str


TERMS: Final[Mapping[str, Term]] = MappingProxyType(
    {
        "way": Term(mark("the way to its aim"), mark("It comes nearer to where it is to be.")),
        "ground": Term(mark("the objective"), mark("It stands in ground that counts.")),
        "fire": Term(mark("its fire"), mark("It has a better target before it there.")),
        "danger": Term(mark("the enemy's fire"), mark("Less enemy fire reaches it there.")),
        "charge": Term(mark("a charge"), mark("It threatens the enemy with a charge.")),
        "threat": Term(mark("enemy charges"), mark("It is safer from charges there.")),
        "flanks": Term(mark("its flanks"), mark("Its flanks are safer there.")),
        "front": Term(mark("its front"), mark("It faces the enemy there.")),
        "friends": Term(mark("friends beside it"), mark("Friends stand beside it there.")),
        "command": Term(mark("command"), mark("It is in command there.")),
    }
)
"""The terms by the names that they have in the program; each sentence tells what a gain means."""


@dataclass(frozen=True, slots=True)
class Style:
    """How much of each term counts: what is likely only, and what comes later."""

    take: float = 1.3  # VP for each turn nearer to an objective that is to be taken
    hold: float = 0.5  # the same where it is to be held
    haste: float = 0.1  # more of both for each VP of the objective
    horse: float = 0.35  # what part of that counts for cavalry: it is quick, and not to ride ahead
    fire: float = 0.85
    danger: float = 0.5
    charge: float = 0.35
    threat: float = 0.45
    flank: float = 0.35  # VP for each enemy beside or behind
    front: float = 0.4  # VP for facing the nearest enemy, that much less for turning its back
    friend: float = 0.15  # VP for each friend beside, two at most
    command: float = 0.4  # VP for a unit near the enemy


PRESSING: Final = Style()

WAITING: Final = Style(take=0.3, hold=0.6, haste=0.03, danger=0.75, threat=0.7)
"""Of who wins if nothing more happens."""

LATER: Final = 0.45
"""What the fire of guns counts that must still unlimber."""

WATCH: Final = 20.0
"""cm within which enemies make flanks and command count."""


@dataclass
class Judge:
    """Judges places for units of one side."""

    glance: Glance
    aims: Mapping[UnitId, Aim]
    style: Style = field(default=PRESSING)

    def weigh(self, body: Body) -> dict[str, float]:
        """What a place counts for a unit, by term."""
        found = self._weigh(body)
        if body.arm is Arm.COMMAND:
            found["command"] = self.style.command * led_from(self.glance, body, body.at)
        return found

    def _weigh(self, body: Body) -> dict[str, float]:
        found = {
            "way": self._way(body),
            "ground": self._ground(body),
            "fire": self._fire(body),
            "danger": -self.style.danger
            * best_of((self.glance.shot(foe, body) for foe in self.glance.foes), 0.5),
            "charge": self.style.charge
            * best_of((self.glance.charge(body, foe) for foe in self.glance.foes), 0.0),
            "threat": -self.style.threat
            * best_of((self.glance.charge(foe, body) for foe in self.glance.foes), 0.6),
        }
        near = [foe for foe in self.glance.foes if foe.arm is not Arm.COMMAND]
        near = [foe for foe in near if lie_of(body, foe).far <= WATCH]
        if near:
            found["flanks"] = -self.style.flank * min(3, sum(_is_behind(body, f) for f in near))
            found["front"] = self._front(body, near)
            found["friends"] = self.style.friend * min(2, self._beside(body))
            found["command"] = self.style.command * self._is_led(body)
        return found

    def _way(self, body: Body) -> float:
        aim = self.aims.get(body.id)
        if aim is None or (body.arm is Arm.ARTILLERY and self._has_work(body)):
            return 0.0
        rate = self.style.hold if aim.holds else self.style.take
        rate += self.style.haste * aim.vp
        if body.arm is Arm.CAVALRY and aim.objective:
            rate *= self.style.horse
        if aim.objective in body.pieces:
            return 0.0
        return -rate * aim.turns(body)

    def _has_work(self, body: Body) -> bool:
        return self._fire(body) > 0.25

    def _fire(self, body: Body) -> float:
        card, share = self.glance.state.card(body.id), self.style.fire
        if card.arm is Arm.ARTILLERY and body.unit.is_limbered:
            body, share = self.glance.body(_unlimbered(body), is_led=body.is_led), share * LATER
        shots = (self.glance.shot(body, foe) for foe in self.glance.foes)
        return share * best_of(shots, 0.1)

    def _ground(self, body: Body) -> float:
        """What it changes that a unit stands in an objective (M23.5)."""
        if body.arm not in (Arm.INFANTRY, Arm.CAVALRY):
            return 0.0
        state, outlook, total = self.glance.state, self.glance.outlook, 0.0
        share = 0.9 if outlook.turns_left <= 2 else 0.45
        for objective in state.battle.objectives:
            if objective.piece not in body.pieces:
                continue
            mine = self._count(objective.piece, body, is_own=True)
            theirs = self._count(objective.piece, body, is_own=False)
            is_ours = holder_of(state, objective) == outlook.side
            if not is_ours and not theirs:
                total += 2 * objective.vp * share * (0.15 if mine else 1.0)
            elif is_ours and not mine:
                total += objective.vp * share * (2.0 if theirs else 0.4)
            else:
                total += 0.1 * objective.vp * share
        return total

    def _count(self, piece: str, but: Body, *, is_own: bool) -> int:
        bodies = self.glance.friends if is_own else self.glance.foes
        arms = (Arm.INFANTRY, Arm.CAVALRY)
        return sum(piece in b.pieces and b.arm in arms for b in bodies if b.id != but.id)

    def _front(self, body: Body, near: Sequence[Body]) -> float:
        """How it faces the nearest enemy."""
        if body.arm is Arm.COMMAND or body.unit.formation is Formation.SQUARE:
            return 0.0
        lies = [lie_of(body, foe) for foe in near]
        return self.style.front * min(lies, key=lambda lie: lie.far).facing

    def _beside(self, body: Body) -> int:
        count = 0
        for friend in self.glance.friends:
            if friend.id == body.id or friend.arm is Arm.COMMAND:
                continue
            lie = lie_of(body, friend)
            count += lie.far <= 3.0 and abs(lie.facing) < 0.6
        return count

    def _is_led(self, body: Body) -> bool:
        """Whether a commander of its chain is near enough, by the distances of M5.3."""
        state, reach = self.glance.state, self.glance.state.numbers.command
        far = {Kind.BRIGADE: reach.brigade, Kind.DIVISION: reach.division, Kind.CORPS: reach.corps}
        for commander in state.battle.chain_of[body.id]:
            other = self.glance.bodies.get(commander)
            if other is not None and lie_of(body, other).far <= far[state.card(commander).kind]:
                return True
        return False


def _is_behind(body: Body, foe: Body) -> bool:
    dx, dy = foe.at[0] - body.at[0], foe.at[1] - body.at[1]
    ahead = dx * body.ahead[0] + dy * body.ahead[1]
    return ahead < body.half_depth and hypot(dx, dy) < WATCH


def _unlimbered(body: Body) -> Unit:
    return replace(body.unit, is_limbered=False)
