"""What special rules make of leaders: ratings, ranges, who checks, who is exhausted (T34.6)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.special import FormationRested, RuleId
from hexwar.systems.tlnb.rules.special.registry import (
    DUST,
    EXHAUSTED,
    LESTOCQ,
    MOONLIGHT,
    NAPOLEON,
    NEAR_NAPOLEON,
    NEY,
    OLSUFIEV,
    SMOKE,
    TO_THE_LETTER,
)
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId


def bearers(state: TlnbState, id_: str, side: Side | None = None) -> Iterator[LeaderId]:
    """The leaders on the map who bear a special rule, of a side if one is told; no successors."""
    for leader, card in state.battle.leaders.items():
        record = state.leaders[leader]
        is_there = record.hex is not None and not record.successor and side in (None, card.side)
        if is_there and id_ in card.special:
            yield leader


# -- who commands how much (T5)


def rating(state: TlnbState, commander: LeaderId) -> int:
    """A commander's [n]: none after he has led a combat, and less after smoke (T5.5)."""
    printed, reason = state.battle.commanders[commander], why_less(state, commander)
    if reason == NAPOLEON:
        return min(printed, state.numbers.special.led_rating)
    if reason == SMOKE:
        return min(printed, state.battle.special[SMOKE].number("rating"))
    return printed


def why_less(state: TlnbState, commander: LeaderId) -> RuleId | None:
    """The special rule that lowers a commander's [n] in this Player-Turn, if any does."""
    card, led = state.battle.leaders[commander], state.special.led.get(commander)
    if led is not None and NAPOLEON in card.special and _is_next(state, led[0]):
        return NAPOLEON
    rule, fought = state.battle.special.get(SMOKE), state.special.fought.get(commander)
    is_smoked = fought is not None and _is_next(state, fought)
    return SMOKE if rule is not None and card.formation in rule.formations and is_smoked else None


def _is_next(state: TlnbState, count: int) -> bool:
    """Whether a side's present Player-Turn is its first after some Player-Turn of either side."""
    return 1 <= state.count - count <= 2


def commander_range(state: TlnbState) -> int:
    """How far commanders reach, hexes: less in a dust storm, by a special rule (T5.4)."""
    usual, rule = state.numbers.command.commander_range, state.battle.special.get(DUST)
    is_dusty = rule is not None and state.sky.weather == "dust storm"
    return min(usual, rule.number("range")) if rule is not None and is_dusty else usual


def leads_alone(state: TlnbState, leader: LeaderId) -> bool:
    """Whether a Commander-Officer leads his own formation by himself (T5.7).

    Ney does not in the Command Segment after he has led an attack.
    """
    return not _has_led(state, leader)


def _has_led(state: TlnbState, leader: LeaderId) -> bool:
    led = state.special.led.get(leader)
    is_ney = NEY in state.battle.leaders[leader].special
    return led is not None and is_ney and _is_next(state, led[0])


def check_refusal(state: TlnbState, officer: LeaderId) -> Refusal | None:
    """Why an officer makes no initiative check now, or None (T6.31)."""
    card, name = state.battle.leaders[officer], state.battle.leaders[officer].name
    if _has_led(state, officer):
        words = mark("{name} has led an attack in person, and makes no check now.")
        return refuse("T34.6", words, name=name)
    near = state.battle.special.get(NEAR_NAPOLEON)
    if near is not None and NEAR_NAPOLEON in card.special:
        far = near.number("hexes_from_leader")
        if not any(_near(state, officer, x, far) for x in bearers(state, NAPOLEON, card.side)):
            words = mark("{name} checks only within {n} hexes of Napoléon.")
            return refuse("T34.6", words, name=name, n=far)
    return _waits_for(state, officer) or _to_the_letter(state, officer)


def _near(state: TlnbState, one: LeaderId, other: LeaderId, far: int) -> bool:
    """Whether two leaders are within some plain hexes of each other (T4.6)."""
    a, b = state.leaders[one].hex, state.leaders[other].hex
    return a is not None and b is not None and state.battle.battlefield.grid.distance(a, b) <= far


def _waits_for(state: TlnbState, officer: LeaderId) -> Refusal | None:
    """Olsufiev waits until a hex of Baye is attacked or bombarded."""
    card, rule = state.battle.leaders[officer], state.battle.special.get(OLSUFIEV)
    if rule is None or OLSUFIEV not in card.special:
        return None
    if not state.special.stormed.isdisjoint(rule.hexes):
        return None
    words = mark("{name} holds to his orders until {place} is attacked or bombarded.")
    place = state.battle.battlefield.name_of(rule.hexes[0])
    return refuse("T34.6", words, name=card.name, place=place)


def _to_the_letter(state: TlnbState, officer: LeaderId) -> Refusal | None:
    """Oudinot does nothing of himself while his commander is near and has not named him."""
    card, rule = state.battle.leaders[officer], state.battle.special.get(TO_THE_LETTER)
    if rule is None or card.formation not in rule.formations:
        return None
    for commander in state.battle.commanders:
        other = state.battle.leaders[commander]
        if other.side == card.side and commander != officer:
            far = rule.number("hexes")
            if _near(state, officer, commander, far):
                words = mark("{name} obeys to the letter: {other} is near, and has not named him.")
                return refuse("T34.6", words, name=card.name, other=other.name)
    return None


# -- March Orders of his own


def orders_himself(state: TlnbState, formation: FormationId) -> LeaderId | None:
    """The officer on the map who may give his own formation a March Order, by a special rule."""
    rule, officer = state.battle.special.get(LESTOCQ), state.battle.officer_of.get(formation)
    if rule is None or officer is None or formation not in rule.formations:
        return None
    record = state.leaders[officer]
    return officer if record.hex is not None and not record.successor else None


def own_goals(state: TlnbState) -> tuple[Hex, ...]:
    """Where March Orders lead that an officer gives himself."""
    return state.battle.special[LESTOCQ].hexes


# -- marches by night


def march_by_moonlight(state: TlnbState, unit: UnitId) -> tuple[int, int] | None:
    """MP of foot and of horse under a March Order on a moonlit night turn; None otherwise."""
    rule = state.battle.special.get(MOONLIGHT)
    if rule is None or state.formation_of(unit).id not in state.marches.orders:
        return None
    is_moonlit = rule.number("first_turn") <= state.turn <= rule.number("last_turn")
    return state.numbers.special.moonlit_march if is_moonlit and is_night(state) else None


# -- a corps that has marched all night


def is_exhausted(state: TlnbState, formation: FormationId) -> bool:
    """Whether a formation is still exhausted."""
    rule = state.battle.special.get(EXHAUSTED)
    if rule is None or formation not in _tired(state):
        return False
    return state.special.rested.get(formation, 0) < state.numbers.special.rest_turns


def _tired(state: TlnbState) -> tuple[FormationId, ...]:
    """The formations that begin exhausted: those of the rule, else those of its bearers."""
    rule, leaders = state.battle.special[EXHAUSTED], state.battle.leaders.values()
    return rule.formations or tuple(x.formation for x in leaders if EXHAUSTED in x.special)


def exhaustion(state: TlnbState, unit: UnitId) -> int:
    """What exhaustion takes off a unit's initiative in checks, and off its MA; 0 or below."""
    is_tired = is_exhausted(state, state.formation_of(unit).id)
    return state.numbers.special.exhausted if is_tired else 0


def count_rest(table: Table[TlnbState]) -> None:
    """T34.6: at the end of its Player-Turn an exhausted formation has rested, or marched."""
    state = table.state
    if EXHAUSTED not in state.battle.special:
        return
    for formation in _tired(state):
        side, units = state.battle.formations[formation].side, state.units_of(formation)
        here = [state.units[u] for u in units if state.units[u].hex is not None]
        if side != state.phasing or not here or not is_exhausted(state, formation):
            continue
        before = state.special.rested.get(formation, 0)
        turns = 0 if any(unit.spent for unit in here) else before + 1
        if turns != before:
            is_fresh = turns >= state.numbers.special.rest_turns
            table.emit(FormationRested(formation, turns, is_fresh))
