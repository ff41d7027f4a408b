"""Cards: which is played, on whom, and what is brought into a fight (T32.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexwar.ai.chapters import deeds
from hexwar.cards.library import card
from hexwar.cards.readings import Act, Moment, reading
from hexwar.cards.records import CardId
from hexwar.engine import Table
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.aims import turns_to
from hexwar.systems.tlnb.player.command import aims_of
from hexwar.systems.tlnb.player.fights import mean
from hexwar.systems.tlnb.player.marches import leads_on
from hexwar.systems.tlnb.player.outlook import Outlook, Question, march_costs
from hexwar.systems.tlnb.rules.cards.acts import NameSubjects, Subjects
from hexwar.systems.tlnb.rules.cards.effects import (
    GENERAL_RETREAT,
    INFILTRATION,
    MOBILE_DEFENSE,
    SOUND_OF_GUNS,
)
from hexwar.systems.tlnb.rules.cards.naming import targets
from hexwar.systems.tlnb.rules.cards.piles import begin, is_tactics
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard, allowance_of
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics, Stroke
from hexwar.systems.tlnb.rules.combat.outcomes import (
    ends_of_attack,
    ends_of_charge,
    without_hands,
)
from hexwar.systems.tlnb.rules.combat.pursuit import pursuits
from hexwar.systems.tlnb.state import Blow, Ride, TlnbState
from hexwar.table.forces import FormationId, Side, UnitId

MP: Final = 0.8
"""VP that an MP more of foot is worth to the whole army for a turn; horse half of it."""

ON_THE_WAY: Final = 2.0
"""How many times more it is worth to an army that is all on the way to hexes of the enemy's."""

FREED: Final = 0.08
"""VP for each SP in an enemy zone that a card lets go out of it."""

KEPT: Final = 0.5
"""VP that a Tactics card is worth in hand."""

USUAL: Final = 0.2
"""What most cards do, VP."""

ASTRAY: Final = 4
"""MP that a formation loses by a card that leads it away from its aim."""

COMING: Final = 6
"""Turns that must be left for forces that are called to be of use."""

GIVEN_UP: Final = 8.0
"""VP lost by a side that leaves the field: it attacks no more."""

_ACTS: Final = {
    Act.CANCEL: 3.0,
    Act.DELAY: 2.0,
    Act.EARLY: 1.5,
    Act.ALTERNATE: 3.0,
    Act.MUSTER: 2.0,
    Act.REPLACE: 2.0,
    Act.COMMANDER: 2.0,
    Act.SLEEP: -5.0,
    Act.SCATTER: -2.0,
    Act.PROLONG: 0.0,
}
"""What an act is worth, VP; of others a little."""


def play(question: Question[PlayOneCard, CardId | None]) -> CardId | None:
    """The card of most use: its VP, the MP that it gives, and what it does."""
    state, side = question.state, question.outlook.side
    mp = MP * (1 + ON_THE_WAY * marching(question))
    zone = enemy_zone(state, side)
    held = sum(sp for hex_, sp in question.outlook.friends.items() if hex_ in zone)

    def worth(id_: CardId | None) -> float:
        is_spent = id_ is not None and is_tactics(id_)
        foot, horse = allowance_of(id_, is_spent=is_spent)
        total = mp * (foot - 3 + 0.4 * (horse - 4))
        if id_ is None:
            return total
        if is_spent:
            return total - KEPT
        named = targets(state, side, id_)
        if not named:
            return total
        if id_ == GENERAL_RETREAT:
            return total - GIVEN_UP
        early = question.outlook.turns_left > COMING
        act = reading(id_).act
        deed = 0.0 if act is Act.ALTERNATE and not early else _ACTS.get(act, USUAL)
        deed += FREED * held * (id_ in (MOBILE_DEFENSE, INFILTRATION))
        if not any(_is_on_way(question, id_, subject) for subject in named):
            deed = -ASTRAY * mp * min(_share(question.outlook, subject) for subject in named)
        return total + card(id_).vp + deed

    return max(question.options, key=worth)


def marching(question: Question[Any, Any]) -> float:
    """What part of the army is more than a turn's march from hexes that it is to take."""
    outlook, aims = question.outlook, aims_of(question)
    strength, away = 0, 0
    for formation, units in outlook.places.items():
        sp, aim = sum(outlook.state.sp(u) for u in units), aims.get(formation)
        strength += sp
        if aim is not None and aim in outlook.prizes and not outlook.is_ours(aim):
            away += sp * (turns_to(outlook, formation, aim) > 1)
    return away / max(strength, 1)


def subjects(question: Question[NameSubjects, Subjects]) -> Subjects:
    """Whom a card is played on: formations with an aim that is far, the strongest first."""
    outlook, state = question.outlook, question.state
    formations = [s for s in question.options if s and s[0] in state.battle.formations]
    if not formations:
        return question.default
    aims, index = aims_of(question), state.battle.battlefield.grid.index

    def worth(named: Subjects) -> float:
        formation = FormationId(named[0])
        units = outlook.formations.get(formation, ())
        strength = sum(state.sp(u) for u in units)
        aim = aims.get(formation)
        hexes = [h for u in units if (h := state.units[u].hex) is not None]
        if aim is None or not hexes:
            return 0.1 * strength
        costs = march_costs(state, aim)
        far = min(costs.get(index[h], 0) for h in hexes)
        near = min(outlook.enemy_distance(h) for h in hexes)
        if not _is_on_way(question, question.asked.card, named):
            return -strength
        return strength * (1 + min(far, 40) / 10) * (0.3 if near < 6 else 1.0)

    return max(formations, key=worth)


def _share(outlook: Outlook, named: Subjects) -> float:
    """What part of the army a card makes march."""
    state, places = outlook.state, outlook.places
    led = places.get(FormationId(named[0]), {}) if named else {}
    army = sum(state.sp(u) for units in places.values() for u in units)
    return sum(state.sp(u) for u in led) / max(army, 1)


def _is_on_way(question: Question[Any, Any], id_: CardId, named: Subjects) -> bool:
    """Whether a card that makes a formation march brings it nearer to its aim; true of others."""
    if not named or named[0] not in question.state.battle.formations:
        return True
    formation = FormationId(named[0])
    if reading(id_).act in (Act.MARCH, Act.ORDER):
        return leads_on(question, formation)
    aim, index = aims_of(question).get(formation), question.state.battle.battlefield.grid.index
    if id_ != SOUND_OF_GUNS or aim is None:
        return True
    costs, places = march_costs(question.state, aim), question.outlook.places.get(formation, {})
    away = min((costs.get(index[h], 0) for h in places.values()), default=0)
    return costs.get(index[Hex(named[1])], 0) < away


# -- in fights


def bring(question: Question[PlayTactics, Stroke | None]) -> Stroke | None:
    """A card that changes what the fight promises by more than it costs."""
    asked, state = question.asked, question.state
    side = question.outlook.side
    found = deeds(question.options)
    if asked.moment is Moment.BEFORE:
        plain = _promise(state, asked, side)
        gains = {s: _promise(_with(state, side, s, asked.hex), asked, side) - plain for s in found}
    else:
        gains = {stroke: _other(question, stroke) for stroke in found}
    best = max(found, key=lambda stroke: gains[stroke] - _cost(stroke))
    return best if gains[best] > _cost(best) + 0.2 else None


def _cost(stroke: Stroke) -> float:
    """What a card costs that comes from the hand."""
    return 0.0 if stroke.effect else KEPT - card(stroke.card).vp


def _with(state: TlnbState, side: Side, stroke: Stroke, hex_: Hex) -> TlnbState:
    """The table with a card brought in."""
    table = Table(state.copy())
    begin(table, side, stroke.card, (hex_,))
    table.state.forget()
    return table.state


def _promise(state: TlnbState, asked: PlayTactics, side: Side) -> float:
    if asked.path:
        return mean(state, side, ends_of_charge(state, Ride(asked.units, asked.hex, asked.path)))
    return mean(state, side, ends_of_attack(state, Blow(asked.units, asked.hex)))


def _other(question: Question[PlayTactics, Stroke | None], stroke: Stroke) -> float:
    """What a card does after a fight, or against a charge, VP."""
    asked, state, side = question.asked, question.state, question.outlook.side
    if asked.moment in (Moment.CHARGE, Moment.PURSUIT):
        ride = Ride(asked.units, asked.hex, asked.path)
        feared = -mean(state, side, ends_of_charge(state, ride))
        return 0.45 * feared if "counter" in stroke.card else feared
    if asked.moment is Moment.AFTER:
        return _pursuit(state, asked, side)
    return 1.0 if asked.moment is Moment.RETREAT else 0.0


def _pursuit(state: TlnbState, asked: PlayTactics, side: Side) -> float:
    near = state.battle.battlefield.grid.neighbours[asked.hex]
    enemy = state.battle.enemy(side)
    fled: Sequence[UnitId] = tuple(u.id for u in state.on_map(enemy) if u.id in state.fights.shaken)
    rides = pursuits(without_hands(state), asked.units, (asked.hex, *near), fled)
    return max((mean(state, side, ends_of_charge(state, ride)) for ride in rides), default=0.0)
