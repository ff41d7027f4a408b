"""What cards in force change, as the questions that other chapters ask (T24.3, T24.6).

Each card that changes something stands in one function here; they read the effects in force and
nothing is written. A game without cards has no effects, and every answer is the plain one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwar.cards.library import card
from hexwar.cards.readings import Lasting, numbers, reading
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.ground.law import NO_FIRE, Blaze
from hexwar.hexes import Hex, hexside
from hexwar.messages import mark
from hexwar.systems.tlnb.rules.special.leading import rating
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Arm, FormationId, LeaderId, Side, UnitId

REROLL: Final = "reroll"
"""The subject of an effect that lets a die be thrown again."""

STAND: Final = "stand"
"""The subject of an effect by which a stack ignores a retreat (card 30, Marmont)."""

TRACE, CAPACITY = mark("trace"), mark("capacity")
"""What an Aide de Camp is sent for in the Card Segment (card 31)."""

INFANTRY: Final = "infantry"
"""A fact of a combat: a side has infantry in it."""

EARLY_ARRIVAL = CardId("early-arrival")
TURNING = (CardId("tcs-turning-movement"), CardId("turning-movement"))
GENERAL_RETREAT = CardId("general-retreat")
BATTLE_ENDS = CardId("battle-ends")
GENERAL_ADVANCE = CardId("general-advance")
PROBE = CardId("probe")
INFILTRATION = CardId("infiltration")
MOBILE_DEFENSE = CardId("mobile-defense")
NEY = CardId("marshal-ney")
SOUND_OF_GUNS = CardId("sound-of-guns")
FIRE = CardId("fire")
AREA_DEFENSE = CardId("area-defense")
UNTRAINED_TROOPS = CardId("untrained-enemy-troops")
AT_BRIDGES = CardId("heavy-cavalry-at-bridges")
COSSACKS = CardId("cossacks")
NO_CHARGE = (COSSACKS, CardId("untrained-enemy-cavalry"))
SCOUTS = CardId("scouts-find-ford")
FORCED_MARCH = CardId("forced-march")
NAPOLEON = CardId("emperor-napoleon")
NEW_CHIEF = CardId("new-chief-of-staff")
YORCK = CardId("reluctant-yorck")
MARMONT = CardId("marshal-marmont")
AIDE = CardId("aide-de-camp")
COMMANDERS = (CardId("commander-arrives-french"), CardId("commander-arrives-coalition"))

# -- what is in force


def effects_of(state: TlnbState, side: Side, *ids: CardId) -> tuple[Effect, ...]:
    """The effects of some cards that are in force for a side."""
    effects = state.cards.effects
    return tuple(e for e in effects if e.side == side and e.card in ids) if effects else ()


def is_in_force(state: TlnbState, side: Side, *ids: CardId) -> bool:
    """Whether one of some cards is in force for a side."""
    return any(e.side == side and e.card in ids for e in state.cards.effects)


def named_by(state: TlnbState, side: Side, *ids: CardId) -> frozenset[str]:
    """All that some cards of a side name."""
    return frozenset(s for e in effects_of(state, side, *ids) for s in e.subjects)


def leader_called(state: TlnbState, name: str, side: Side | None = None) -> LeaderId | None:
    """The leader of a name who is on the map, of a side if one is told; None without one."""
    cards = state.battle.leaders.values()
    found = (c for c in cards if c.name == name and side in (None, c.side))
    return next((c.id for c in found if state.leaders[c.id].hex is not None), None)


def reroll_of(state: TlnbState, side: Side) -> Effect | None:
    """An effect by which a side may throw a die of its own again."""
    mine = (effect for effect in state.cards.effects if effect.side == side)
    return next((effect for effect in mine if effect.subjects == (REROLL,)), None)


# -- who is in command (T5, T6)


def rank_of(state: TlnbState, commander: LeaderId) -> int:
    """A commander's [n] (T1.9, T34.6, cards 7 and 30)."""
    card_, rank = state.battle.leaders[commander], rating(state, commander)
    for effect in effects_of(state, card_.side, NAPOLEON):
        read = reading(effect.card)
        if card_.name == read.leader:
            rank = max(rank, read.rating)
    return rank + _more(state, commander, NEW_CHIEF)


def _more(state: TlnbState, commander: LeaderId, id_: CardId) -> int:
    side = state.battle.leaders[commander].side
    staff = (e for e in effects_of(state, side, id_) if commander in e.subjects)
    return sum(reading(e.card).capacity for e in staff)


def capacity(state: TlnbState, commander: LeaderId) -> int:
    """How many officers and stacks a commander may name (T5.5, cards 7, 11, 30, 31)."""
    rank = rank_of(state, commander)
    if commander in named_by(state, state.battle.leaders[commander].side, GENERAL_ADVANCE):
        return max(rank, len(state.battle.officers))
    return rank + _more(state, commander, AIDE)


def is_barred(state: TlnbState, commander: LeaderId, officer: LeaderId) -> bool:
    """Whether a card keeps a commander from naming an officer (T6.4)."""
    name, side = state.battle.leaders[commander].name, state.battle.leaders[commander].side
    reluctant = effects_of(state, state.battle.enemy(side), YORCK)
    return any(officer in e.subjects and reading(e.card).commander == name for e in reluctant)


def rating_of(state: TlnbState, officer: LeaderId) -> int | None:
    """The initiative that a card gives an officer, in place of his own (card 30, Marmont)."""
    card_ = state.battle.leaders[officer]
    found = (reading(e.card) for e in effects_of(state, card_.side, MARMONT))
    return next((read.rating for read in found if read.leader == card_.name), None)


def commanded(state: TlnbState, side: Side) -> frozenset[str]:
    """The officers, formations and units whom cards put in command (cards 7, 15)."""
    return named_by(state, side, *COMMANDERS, SOUND_OF_GUNS)


def commands_all(state: TlnbState, side: Side) -> bool:
    """Whether all units at the start are in command (card 5)."""
    return is_in_force(state, side, EARLY_ARRIVAL)


def traces_freely(state: TlnbState, side: Side) -> bool:
    """Whether an Aide de Camp carries command through EZOCs (card 31)."""
    return TRACE in named_by(state, side, AIDE)


# -- how far, and past whom (T7, T8)


def more_mp(state: TlnbState, unit: UnitId) -> int:
    """MP more for a unit of a formation that a card drives on (cards 8, 28)."""
    effects = state.cards.effects
    if not effects:
        return 0
    side, formation = state.side_of(unit), state.formation_of(unit).id
    mine = (e for e in effects if e.side == side and formation in e.subjects)
    return sum(reading(e.card).mp for e in mine)


def leaves_zones(state: TlnbState, side: Side) -> bool:
    """Whether a side's units may go out of EZOCs (T8.3b, cards 9 and 19)."""
    return is_in_force(state, side, MOBILE_DEFENSE, GENERAL_RETREAT)


def slips_through(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit may go from EZOC to EZOC (T8.3c, card 13)."""
    arm = state.card(unit).arm
    is_able = arm is Arm.INFANTRY or arm.is_cavalry
    return is_able and is_in_force(state, state.side_of(unit), INFILTRATION)


def turns_flank(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit moves as if its first hexes held no EZOC (cards 7 and 21)."""
    return state.formation_of(unit).id in named_by(state, state.side_of(unit), *TURNING)


def guns_heard(state: TlnbState, unit: UnitId) -> Hex | None:
    """The hex toward which a unit must move; None where it need not (card 15)."""
    formation = state.formation_of(unit).id
    for effect in effects_of(state, state.side_of(unit), SOUND_OF_GUNS):
        if effect.subjects[0] == formation and not state.card(unit).is_vedette:
            return Hex(effect.subjects[1])
    return None


def driven_on(state: TlnbState, side: Side) -> frozenset[FormationId]:
    """The formations on a Forced March (card 28)."""
    return frozenset(map(FormationId, named_by(state, side, FORCED_MARCH)))


def blaze_of(state: TlnbState) -> Blaze:
    """The towns that burn (card 16, Fire)."""
    burning = [e for e in state.cards.effects if e.card == FIRE]
    if not burning:
        return NO_FIRE
    return Blaze(frozenset(Hex(e.subjects[0]) for e in burning), numbers().fire)


def has_scouts(state: TlnbState, side: Side) -> bool:
    """Whether a side's scouts find fords (card 24)."""
    return is_in_force(state, side, SCOUTS)


def knows_ford(state: TlnbState, side: Side, a: Hex, b: Hex) -> bool:
    """T18.36: whether a ford is there for a side: one that scouts have found for theirs only."""
    return hexside(a, b) not in state.spans.found or has_scouts(state, side)


def scores_exits(state: TlnbState, side: Side) -> bool:
    """Whether units of a side that leave the map count VP (cards 9 and 22)."""
    if is_in_force(state, side, GENERAL_RETREAT):
        return True
    return any(is_in_force(state, one, BATTLE_ENDS) for one in state.battle.sides)


# -- who attacks and charges (T10, T13)


def is_voluntary(state: TlnbState, side: Side) -> bool:
    """Whether a side's units need not attack (card 12)."""
    return is_in_force(state, side, PROBE)


def gives_way(state: TlnbState, side: Side) -> bool:
    """Whether a side attacks only where it must (card 9)."""
    return is_in_force(state, side, GENERAL_RETREAT)


def may_not_charge(state: TlnbState, unit: UnitId) -> bool:
    """Whether an enemy card keeps cavalry from charging (card 23)."""
    return unit in named_by(state, state.battle.enemy(state.side_of(unit)), *NO_CHARGE)


def rides_over_bridges(state: TlnbState, side: Side) -> bool:
    """Whether heavy cavalry of a side could charge over a bridge, by a card in its hand (21)."""
    piles = state.cards.piles.get(side)
    if piles is None or AT_BRIDGES not in piles.of(Pile.HAND):
        return False
    return state.cards.tactics.count(side) < numbers().most_tactics


# -- what is brought into combats (18.8)


@dataclass(frozen=True, slots=True)
class CombatRow:
    """What a card adds to a combat; all of them add up (18.8)."""

    side: Side  # whom it serves
    card: CardId
    column: int = 0  # columns in his favour
    die: int = 0  # added to his die
    doubles: str = ""  # whose strength counts twice


def is_of(effect: Effect, target: Hex) -> bool:
    """Whether a card was brought into the combat for a hex."""
    return bool(reading(effect.card).moments) and target in effect.subjects[:1]


def is_brought(state: TlnbState, side: Side, target: Hex, *ids: CardId) -> bool:
    """Whether a side has brought one of some cards into the combat for a hex."""
    return any(is_of(e, target) for e in effects_of(state, side, *ids))


def combat_rows(state: TlnbState, units: Sequence[UnitId], target: Hex) -> tuple[CombatRow, ...]:
    """18.8: what the cards of both sides add to an attack on a hex, all together."""
    return tuple(_rows(state, units, target)) if state.cards.effects else ()


def _rows(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Iterator[CombatRow]:
    attacker = state.side_of(units[0])
    for effect in state.cards.effects:
        read = reading(effect.card)
        if not (read.column or read.die or read.doubles):
            continue
        if read.lasts is Lasting.PHASE:
            dry = _without_infantry(state, units, target)
            if dry is not None:
                yield CombatRow(dry, effect.card, read.column)
        elif _acts(state, effect, attacker, units, target):
            yield CombatRow(effect.side, effect.card, read.column, read.die, read.doubles)


def _acts(
    state: TlnbState, effect: Effect, attacker: Side, units: Sequence[UnitId], target: Hex
) -> bool:
    """Whether an effect acts in an attack: one of its own, or one that stands for all that fit."""
    is_attacker = effect.side == attacker
    if effect.card == COSSACKS:
        return not is_attacker and any(u in effect.subjects for u in units)
    if effect.card == NEY:
        return is_attacker and is_near_leader(state, effect, units)
    if effect.card == AREA_DEFENSE:
        return not is_attacker and _is_covered(state, effect, target)
    return is_of(effect, target)


def _without_infantry(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Side | None:
    """The one side of an attack that has no infantry in it, whoever played the card (24.95)."""
    attacker = state.side_of(units[0])
    enemy = state.battle.enemy(attacker)
    has_attacker = has_infantry(state, units)
    if has_attacker == has_infantry(state, state.combat_units_in(target, enemy)):
        return None
    return enemy if has_attacker else attacker


def has_infantry(state: TlnbState, units: Sequence[UnitId]) -> bool:
    """Whether infantry is among some units."""
    return any(state.card(u).arm is Arm.INFANTRY for u in units)


def is_near_leader(state: TlnbState, effect: Effect, units: Sequence[UnitId]) -> bool:
    """Whether one of some units is near the leader whom a card is about (T24.6)."""
    read = reading(effect.card)
    leader = leader_called(state, read.leader, effect.side)
    centre = None if leader is None else state.leaders[leader].hex
    if centre is None:
        return False
    distance = state.battle.battlefield.grid.distance
    hexes = (state.units[u].hex for u in units)
    return any(h is not None and distance(centre, h) <= read.radius for h in hexes)


COVER = (Terrain.TOWN, Terrain.WOODS)


def is_cover(state: TlnbState, hex_: Hex) -> bool:
    """Whether a hex covers who defends his area (card 20)."""
    return hex_ in state.positions or state.battle.battlefield.terrain_at(hex_) in COVER


def _is_covered(state: TlnbState, effect: Effect, target: Hex) -> bool:
    units = state.combat_units_in(target, effect.side)
    formations = {state.formation_of(u).id for u in units}
    return is_cover(state, target) and not formations.isdisjoint(effect.subjects)


def doubles(state: TlnbState, unit: UnitId, rows: Sequence[CombatRow]) -> CombatRow | None:
    """The card that doubles a unit in a combat (cards 16 and 22)."""
    side, arm = state.side_of(unit), state.card(unit).arm
    for row in rows:
        if row.side != side:
            continue
        if row.doubles == "artillery" and arm.is_artillery:
            return row
        if row.doubles == "heavy cavalry" and arm is Arm.HEAVY_CAVALRY:
            return row
    return None


def charge_row(state: TlnbState, units: Sequence[UnitId]) -> CombatRow | None:
    """What a card adds to the die of a charge (card 14, Marshal Ney)."""
    for effect in effects_of(state, state.side_of(units[0]), NEY):
        if is_near_leader(state, effect, units):
            return CombatRow(effect.side, effect.card, die=reading(effect.card).die)
    return None


def gun_row(state: TlnbState, units: Sequence[UnitId]) -> CombatRow | None:
    """What a card adds to the die of a bombardment (card 30, Marmont)."""
    side = state.side_of(units[0])
    for effect in effects_of(state, side, MARMONT):
        leader = leader_called(state, reading(effect.card).leader, side)
        formation = None if leader is None else state.battle.leaders[leader].formation
        if any(state.formation_of(u).id == formation for u in units):
            return CombatRow(side, effect.card, die=reading(effect.card).bombardment)
    return None


def recovery_die(state: TlnbState, side: Side) -> int:
    """What cards add to recovery dice (T14.3, T14.7)."""
    mine = {e.card for e in state.cards.effects if e.side == side and e.subjects != (REROLL,)}
    return sum(reading(id_).recovery for id_ in mine)


def title(id_: CardId) -> str:
    """What is printed on a card."""
    return card(id_).title
