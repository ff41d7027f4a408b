"""Which of its dice the staff throws again: by what each face is worth at this moment (N23.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from types import MappingProxyType
from typing import Final

from hexwar.ai.chapters import deeds
from hexwar.cards.records import CardId
from hexwar.messages import say
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.combat.assault import ASSAULT, Assault
from hexwar.systems.nlc.rules.combat.confidence import confidence_report, passes
from hexwar.systems.nlc.rules.combat.fight import fight_over, foes_in
from hexwar.systems.nlc.rules.combat.fire import FACES, NO_EFFECT, parse, result
from hexwar.systems.nlc.rules.losses.morale import Verdict, morale_report, verdict
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.staff.cards import DIE, Scene, kept, price_of, scene_of, title, under_way
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.exchanges import feared_fire
from hexwar.systems.nlc.staff.weighing import Weighed, best_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.text import MINUS

# -- dice that are thrown again (N23.4)


def reroll(question: Desk[ChooseReroll, CardId | None]) -> CardId | None:
    """Throw again where the mean of a new die is worth more than this one, and than the card."""
    scene, asked = scene_of(question), question.asked
    gain = gain_of_throw(scene, asked.purpose, asked.die)
    weighed: list[Weighed[CardId | None]] = [Weighed(None, 0.0, say("keep the die"))]
    in_force = {effect.card for effect in scene.state.cards.effects if effect.side == asked.side}
    for id_ in deeds(question.options):
        if id_ in in_force:
            worth = gain - DIE / 2  # one of the dice that it still gives this turn
        else:
            worth = gain + price_of(scene, id_, ()) - kept(scene, id_)
        weighed.append(Weighed(id_, worth, title(id_)))
    words = say(
        "A new die would be worth {sign}{n:.1f} VP.", sign=MINUS if gain < 0 else "+", n=abs(gain)
    )
    return best_of(question, weighed, words)


def gain_of_throw(scene: Scene, purpose: str, die: int) -> float:
    """What a new die is worth more than one that lies, VP on the mean."""
    values = values_of_faces(scene, purpose)
    return fsum(values) / len(values) - values[die - 1]


def values_of_faces(scene: Scene, purpose: str) -> Sequence[float]:
    """What each face of a die is worth to who has thrown it, VP, the 1 first."""
    declared = under_way(scene.state)
    if declared is not None and purpose in FIRES:
        return _fire_faces(scene, declared, purpose)
    if purpose == "Attack Confidence":
        return _confidence_faces(scene)
    if declared is not None and purpose in CHECKS:
        return _morale_faces(scene, declared, purpose)
    caught = _captured(scene, purpose)
    if caught is not None:
        return caught
    low = next((vp for words, vp in LOW.items() if purpose.startswith(words)), 0.0)
    high = next((vp for words, vp in HIGH.items() if purpose.startswith(words)), 0.0)
    return [high * (die > 3) - low * (die > 3) for die in FACES]


FIRES: Final = ("attackers' fire", "defenders' fire")
CHECKS: Final = ("attackers' morale", "defender's morale")

LOW: Final[Mapping[str, float]] = MappingProxyType(
    {
        "morale": 0.4,
        "chargers' morale": 0.8,
        "reactors' morale": 0.8,
        "target's morale": 1.0,
        "forming square": 1.2,
        "compliance": 0.5,
        "local decision": 0.4,
        "coordination": 0.5,
        "recovery": 0.6,
        "rally": 0.3,
        "improved position": 0.2,
    }
)
"""How the purposes of those dice begin of which a low one is wanted, with what it is worth, VP."""

HIGH: Final[Mapping[str, float]] = MappingProxyType(
    {
        "chargers' fire": 0.7,
        "fire at the chargers": 0.6,
        "reactors' fire": 0.6,
        "bombardment": 0.4,
        "pursuit": 0.6,
        "initial action": 0.4,
    }
)
"""And a high one."""


def _fire_faces(scene: Scene, declared: Assault, purpose: str) -> Sequence[float]:
    """What each face of a side's fire does: steps, and the check that it brings about."""
    state, ledger = scene.state, scene.ledger
    hit_hex, _ = feared_fire(ledger, state, declared)
    combat = ASSAULT.combat(state, fight_over(state, declared.target, declared.units, hit_hex))
    tolls = ASSAULT.tolls(state, combat)
    is_attack = purpose == FIRES[0]
    fire, toll = (combat.attack, tolls.defender) if is_attack else (combat.defence, tolls.attacker)
    if fire.column is None:
        return [0.0] * len(FACES)
    about = ASSAULT.defenders_check if is_attack else ASSAULT.attackers_check
    pips, table = sum(row for _, row, _ in fire.modifiers), state.numbers.fire
    step = max((state.sp(u) - state.card(u).reduced_sp for u in toll.units), default=0)
    found: list[float] = []
    for die in FACES:
        hit = parse(result(table, fire.column, die + pips))
        worth = ledger.sp * step * hit.losses
        if hit.checks:
            report = morale_report(state, toll.units, about(state, combat, hit))
            rules = state.numbers.morale
            held = sum(verdict(rules, report.value, one) is Verdict.PASSED for one in FACES)
            worth += (1 - held / len(FACES)) * _driven(scene, toll.units)
        found.append(worth)
    return found


def _confidence_faces(scene: Scene) -> Sequence[float]:
    """What each face of Attack Confidence does: the assault is made, or it is not (N8.31)."""
    declared, state = about_to_assault(scene.state), scene.state
    if declared is None:
        return [0.0] * len(FACES)
    value = confidence_report(state, declared.target, declared.units).value
    _, ends = feared_fire(scene.ledger, state, declared)
    gain = max(0.0, ends - scene.ledger.worth(state))
    return [gain if passes(state.numbers.confidence, value, die) else 0.0 for die in FACES]


def about_to_assault(state: GameState) -> Assault | None:
    """The assault whose Attack Confidence is rolled, as far as the table tells; or None.

    Who attacks is marked by that roll, not before: it may be all that act next to the target.
    """
    acting = state.activation
    if acting is None or not acting.assaulted:
        return None
    target, distance = acting.assaulted[-1], state.battle.battlefield.grid.distance
    fresh = tuple(
        unit.id
        for unit in state.on_map(acting.side)
        if not unit.assaulted and not unit.disrupted and state.card(unit.id).is_combat_unit
        if unit.hex is not None and distance(unit.hex, target) == 1
        if state.formation_of(unit.id).id in acting.formations
    )
    return Assault(target, fresh) if fresh and foes_in(state, target, fresh) else under_way(state)


def _driven(scene: Scene, units: Sequence[UnitId]) -> float:
    """What it costs a stack to be driven back, VP."""
    shaken = fsum(scene.state.sp(unit) for unit in units if not scene.state.units[unit].disrupted)
    places = {scene.state.units[unit].hex for unit in units}
    held = fsum(scene.outlook.prizes.get(hex_, 0) for hex_ in places if hex_ is not None)
    return 0.2 + scene.ledger.stakes.shaken * shaken + 0.5 * held


def _morale_faces(scene: Scene, declared: Assault, purpose: str) -> Sequence[float]:
    """What each face of a check in an assault does: to stand, to go, or to rout."""
    state = scene.state
    hit_hex, _ = feared_fire(scene.ledger, state, declared)
    combat = ASSAULT.combat(state, fight_over(state, declared.target, declared.units, hit_hex))
    tolls = ASSAULT.tolls(state, combat)
    is_defender = purpose == CHECKS[1]
    toll = tolls.defender if is_defender else tolls.attacker
    about = ASSAULT.defenders_check if is_defender else ASSAULT.attackers_check
    units = tuple(unit for unit in toll.units if state.units[unit].hex is not None)
    if not units:
        return [0.0] * len(FACES)
    report = morale_report(state, units, about(state, combat, NO_EFFECT))
    cost = _driven(scene, units)
    step = min(state.sp(u) - state.card(u).reduced_sp for u in units)
    worths = {
        Verdict.PASSED: 0.0,
        Verdict.FAILED: -cost,
        Verdict.ROUTED: -cost - scene.ledger.sp * step,
    }
    return [worths[verdict(state.numbers.morale, report.value, die)] for die in FACES]


def _captured(scene: Scene, purpose: str) -> Sequence[float] | None:
    """What each face does where a leader may be captured (N14.7); None for another die."""
    state = scene.state
    for card in state.leaders_on_map(scene.outlook.side):
        if purpose == say("capture of {name}", name=card.name):
            ransom, limits = scene.ledger.ransom(card), state.numbers.leader
            worst = limits.napoleon_capture_die if is_napoleon(card) else limits.capture_die
            return [-ransom if die <= worst else 0.0 for die in FACES]
    return None
