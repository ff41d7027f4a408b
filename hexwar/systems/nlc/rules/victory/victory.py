"""Who holds what, the lines of the score, levels of victory, and how a game ends (N22, N15.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.turn import GameEnded, HexControlled, HexPassed, VpScored
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.decision_effects import GENERAL_RETREAT
from hexwar.systems.nlc.rules.cards.effects import is_in_force, reveal_all
from hexwar.systems.nlc.rules.cards.ways import card_lines
from hexwar.systems.nlc.rules.command.bonuses import NAPOLEON_BONUS
from hexwar.systems.nlc.rules.command.command import is_in_command_range, senior_unit
from hexwar.systems.nlc.rules.losses.demoralization import (
    LOST,
    counted_for,
    has_collapsed,
    is_corps,
    is_demoralized,
    is_led,
    is_small,
    level_of,
    lost_by,
    lost_of,
    members,
    start_sp,
)
from hexwar.systems.nlc.rules.supply.lines import is_supplied, supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, LeaderCard, Role, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import ScoreLine, ScoreReason

# -- who holds a victory hex or a supply source, and whether that counts at the end (N22.2)


def control_events(
    state: GameState, units: Sequence[UnitId], path: Iterable[Hex]
) -> list[HexControlled | HexPassed]:
    """What changes in victory hexes and supply sources when units have gone over hexes (N22.2).

    Args:
        state: The table, with the units where they went.
        units: Those who went together. The one with most SP holds the hexes for them; trains
            hold nothing.
        path: The hexes that they left, crossed and entered.
    """
    holder = senior_unit(state, units)
    if holder is None:
        return []
    side = state.side_of(holder)
    events: list[HexControlled | HexPassed] = []
    for hex_ in dict.fromkeys(path):
        if hex_ not in state.holding.control:
            continue
        if state.holding.control[hex_] != side:
            events.append(HexControlled(hex_, side, holder))
        elif state.holding.last_in.get(hex_) != holder:
            events.append(HexPassed(hex_, holder))
    return events


def is_held(reasons: Iterable[ScoreReason]) -> bool:
    """Whether one of those who hold a hex is able to: then it counts (N22.2)."""
    return any(reason.counts for reason in reasons)


def holding_reasons(state: GameState, side: Side, hex_: Hex) -> tuple[ScoreReason, ...]:
    """Who holds a hex for the side that has it, each with whether that counts (N22.2).

    The units in the hex are asked, else the one that was the last in it. A hex that nobody has
    been in counts for the side that the scenario names.
    """
    here = state.holders_of(hex_, side)
    if here:
        return tuple(_judged(state, unit, say("stands in it")) for unit in here)
    last = state.holding.last_in.get(hex_)
    place = None if last is None else state.units[last].hex
    if last is None and owner_by_scenario(state, hex_) != side:
        words = say("The save of an older version does not tell who took it.")
        return (ScoreReason("", words),)
    if last is None:
        name = state.battle.side_names[side]
        words = mark("Nobody has been in it: by the scenario it belongs to the {name} side.")
        return (ScoreReason("", say(words, name=name), rule="N22.2"),)
    if place is None:
        words = say("was the last in it and is not on the map any more.")
        name = state.card(last).name
        return (ScoreReason(name, words, f"unit:{last}", "N22.2", counts=False),)
    where = state.battle.battlefield.name_of(place)
    return (_judged(state, last, say("was the last in it, is at {where}", where=where)),)


def owner_by_scenario(state: GameState, hex_: Hex) -> Side | None:
    """Whose a hex is while nobody has been in it: as at the start, or by its last change."""
    battle = state.battle
    owner = battle.sources_on(state.turn).get(hex_)
    if owner != battle.supply_sources.get(hex_):
        return owner
    return battle.control.get(hex_, owner)


def _judged(state: GameState, unit: UnitId, place: str) -> ScoreReason:
    """Whether a unit can hold a hex: in supply, or within command range."""
    name, address = state.card(unit).name, f"unit:{unit}"
    if is_supplied(state, unit):
        return ScoreReason(name, say("{place} and is in supply.", place=place), address, "N16.2")
    if is_in_command_range(state, unit):
        words = mark("{place} and is out of supply, but within command range.")
        return ScoreReason(name, say(words, place=place), address, "N14.3")
    words = mark("{place} and is neither in supply nor within command range.")
    line = supply_line(state, unit)
    why = (ScoreReason("", line.reason, rule=line.rule, counts=False),)
    return ScoreReason(name, say(words, place=place), address, "N22.2", counts=False, parts=why)


# -- the lines of the score, each with its reasons (N22, N22.2)


PLACES = {
    **dict.fromkeys((Box.UAR, Box.RECOVERED), mark("it awaits recovery")),
    Box.PEU: mark("it is eliminated for good"),
    Box.EXITED: mark("it left the map out of supply"),
}
"""Why a unit that is off the map counts with its full SP (N15.6)."""


def score_sheet(state: GameState) -> list[ScoreLine]:
    """Every line of the score as the table now stands, those too that count nothing (N22)."""
    lines = list(_loss_lines(state))
    for side in state.battle.sides:
        lines += _hex_lines(state, side)
        lines += _capture_lines(state, side)
        lines += _demoralized_lines(state, side)
        lines += _retreat_lines(state, side)
        lines += card_lines(state, side)
    return lines


def score_lines(state: GameState) -> list[ScoreLine]:
    """The lines that give points as the table now stands (N22)."""
    return [line for line in score_sheet(state) if line.points]


def totals(state: GameState) -> dict[Side, int]:
    """The VP of both sides as the table now stands."""
    result = dict.fromkeys(state.battle.sides, 0)
    for line in score_sheet(state):
        result[line.side] += line.points
    return result


# -- losses


def lost_sp(state: GameState, side: Side) -> int:
    """The SP that a side has lost, over all its formations (N15.6, N22.2)."""
    return sum(lost_by(state, unit) for unit in _units(state, side))


def _units(state: GameState, side: Side) -> Iterator[UnitId]:
    return (card.id for card in state.battle.units.values() if card.side == side)


def _loss_lines(state: GameState) -> Iterator[ScoreLine]:
    """The side with fewer losses scores a part of the difference; without losses no line."""
    lost = {side: lost_sp(state, side) for side in state.battle.sides}
    if not any(lost.values()):
        return
    better = min(state.battle.sides, key=lambda side: lost[side])
    worse = state.battle.enemy(better)
    share = numbers_of(state.battle).victory.sp_per_vp
    points = (lost[worse] - lost[better]) // share
    each = say("Each {share} SP of difference give 1 VP.", share=share)
    rate = ScoreReason("", each, rule="N22", counts=points > 0)
    reasons = (_side_losses(state, worse), _side_losses(state, better), rate)
    words = say("losses: {lost} SP against {other} SP", lost=lost[worse], other=lost[better])
    yield ScoreLine(better, points, words, rule="N22.2", reasons=reasons)


def _side_losses(state: GameState, side: Side) -> ScoreReason:
    """What a side has lost, by formation."""
    losses: dict[FormationId, list[UnitId]] = {}
    for unit in _units(state, side):
        if lost_by(state, unit):
            losses.setdefault(counted_for(state, unit), []).append(unit)
    parts = tuple(_formation_losses(state, f, units) for f, units in losses.items())
    words = say("lost {lost_sp} SP.", lost_sp=lost_sp(state, side))
    return ScoreReason(state.battle.side_names[side], words, parts=parts)


def _formation_losses(
    state: GameState, formation: FormationId, units: Iterable[UnitId]
) -> ScoreReason:
    """What a formation has lost, by unit."""
    parts = tuple(_unit_loss(state, unit) for unit in units)
    words = say("lost {lost} SP.", lost=sum(lost_by(state, unit) for unit in units))
    name = state.battle.formations[formation].name
    return ScoreReason(name, words, f"formation:{formation}", parts=parts)


def _unit_loss(state: GameState, unit: UnitId) -> ScoreReason:
    box = state.units[unit].box
    why = say("it is reduced") if box is None else PLACES.get(box, say("it is reduced"))
    words = say("lost {lost_by} SP: {why}.", lost_by=lost_by(state, unit), why=why)
    return ScoreReason(state.card(unit).name, words, f"unit:{unit}", rule="N15.6")


# -- hexes and supply sources


def _hex_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """VP hexes held and enemy supply sources controlled (N22.2)."""
    field = state.battle.battlefield
    for hex_, vp in state.battle.vp_hexes.items():
        if state.holding.control.get(hex_) == side:
            yield _hex_line(state, side, hex_, vp, say("holds {name}", name=field.name_of(hex_)))
    source_vp = numbers_of(state.battle).victory.supply_source
    for hex_, owner in state.battle.sources_on(state.turn).items():
        if owner != side and state.holding.control.get(hex_) == side:
            words = say("controls the enemy supply source {name}", name=field.name_of(hex_))
            yield _hex_line(state, side, hex_, source_vp, words)


def _hex_line(state: GameState, side: Side, hex_: Hex, vp: int, words: str) -> ScoreLine:
    reasons = holding_reasons(state, side, hex_)
    points = vp if is_held(reasons) else 0
    return ScoreLine(side, points, words, f"hex:{hex_}", "N22.2", reasons)


# -- trains and commanders


def _capture_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """Enemy baggage trains destroyed and overall commanders captured."""
    enemy = state.battle.enemy(side)
    for unit in state.in_box(Box.CAPTURED, enemy):
        card, address = state.card(unit), f"unit:{unit}"
        if card.arm is Arm.BAGGAGE_TRAIN:
            why = ScoreReason(card.name, say("was destroyed."), address, "N16.4")
            points = numbers_of(state.battle).victory.baggage_train
            took = say("took the {card}", card=card.name)
            yield ScoreLine(side, points, took, address, reasons=(why,))
    for leader in captured_commanders(state, enemy):
        address, rated = (
            f"leader:{leader.id}",
            say("has the rating {rating}.", rating=leader.rating),
        )
        why = ScoreReason(leader.name, rated, address, "N14.7")
        captured = say("captured {leader}", leader=leader.name)
        yield ScoreLine(side, leader.rating, captured, address, reasons=(why,))


def captured_commanders(state: GameState, side: Side) -> list[LeaderCard]:
    """The overall commanders of a side who are captured."""
    commanders = _overall_commanders(state.battle, side)
    return [card for card in commanders if state.leaders[card.id].box is Box.CAPTURED]


@lru_cache(maxsize=16)
def _overall_commanders(battle: NlcBattle, side: Side) -> tuple[LeaderCard, ...]:
    cards = battle.leaders.values()
    return tuple(card for card in cards if card.side == side and card.role is Role.OVERALL)


# -- demoralized formations


def _demoralized_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """Enemy formations that are demoralized; who is no corps gives nothing (N15.1, N15.4)."""
    worth = numbers_of(state.battle).victory.demoralized_formation
    for card in state.battle.formations.values():
        if card.side != side and is_demoralized(state, card.id):
            points = worth if is_corps(state, card.id) else 0
            reasons = tuple(_demoralized_reasons(state, card.id))
            words, address = say("demoralized {card}", card=card.name), f"formation:{card.id}"
            yield ScoreLine(side, points, words, address, "N15.4", reasons)


def _demoralized_reasons(state: GameState, formation: FormationId) -> Iterator[ScoreReason]:
    """How much the formation lost of what it can bear, and why it may not count."""
    name, address = state.battle.formations[formation].name, f"formation:{formation}"
    lost, level = lost_of(state, formation), level_of(state, formation)
    units = [unit for unit in members(state, formation) if lost_by(state, unit)]
    parts = tuple(_unit_loss(state, unit) for unit in units)
    words = say("lost {lost} SP; {level} demoralize it.", lost=lost, level=level)
    yield ScoreReason(name, words, address, "N15.2", parts=parts)
    if not is_led(state, formation):
        words = say("A division without a commander is no corps, and gives nothing.")
        yield ScoreReason("", words, rule="N15.4", counts=False)
    elif is_small(state, formation):
        least = numbers_of(state.battle).demoralization.least_sp_for_vp
        small = mark("It began with {start_sp} SP; fewer than {least} give nothing.")
        words = say(small, start_sp=start_sp(state, formation), least=least)
        yield ScoreReason("", words, rule="N15.1", counts=False)


# -- General Retreat


def _retreat_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """What a side brought off the map that has played General Retreat (N12.29, N22)."""
    if not is_in_force(state, side, GENERAL_RETREAT):
        return
    rules, exited = numbers_of(state.battle).victory, state.in_box(Box.EXITED, side)
    for unit in exited:
        card = state.card(unit)
        if card.arm is Arm.BAGGAGE_TRAIN:
            why = ScoreReason(card.name, say("left the map."), f"unit:{unit}", "N12.29")
            words = say("brought off the {card}", card=card.name)
            yield ScoreLine(side, rules.train_exited, words, f"unit:{unit}", reasons=(why,))
    units = [unit for unit in exited if state.card(unit).is_combat_unit]
    if units:
        yield _retreat_line(state, side, units)


def _retreat_line(state: GameState, side: Side, units: list[UnitId]) -> ScoreLine:
    """Each few units are a point, but no more than the enemy's eliminated units are worth."""
    rules, enemy = numbers_of(state.battle).victory, state.battle.enemy(side)
    gone = [unit for unit in _units(state, enemy) if state.units[unit].box in LOST]
    sp = sum(lost_by(state, unit) for unit in gone)
    earned, most = len(units) // rules.units_exited, sp // rules.sp_per_vp
    rate = mark("{n} units left the map; each {units_exited} give 1 VP.")
    cap = mark("Eliminated enemies of {sp} SP allow {most} VP, one for each {sp_per_vp} SP.")
    left = say("left the map.")
    parts = tuple(ScoreReason(state.card(u).name, left, f"unit:{u}") for u in units)
    each = say(rate, n=len(units), units_exited=rules.units_exited)
    limit = say(cap, sp=sp, most=most, sp_per_vp=rules.sp_per_vp)
    reasons = (
        ScoreReason("", each, rule="N22", counts=earned > 0, parts=parts),
        ScoreReason("", limit, rule="N22", counts=most > 0),
    )
    word = "unit" if len(units) == 1 else "units"
    words = say("brought {n} {word} off the map", n=len(units), word=word)
    return ScoreLine(side, min(earned, most), words, reasons=reasons)


# -- levels of victory, and how a game ends (N22.1, N22.3, N15.4)


def is_napoleon(card: LeaderCard) -> bool:
    """Whether a leader is Napoleon, whose capture ends the game (N22)."""
    return NAPOLEON_BONUS in card.special


def automatic_winner(state: GameState) -> tuple[Side, str] | None:
    """The side that has won at once, and why (N22.3)."""
    for side in state.battle.sides:
        for card in captured_commanders(state, side):
            if is_napoleon(card):
                return state.battle.enemy(side), say("{card} was captured", card=card.name)
    return None


def collapse(state: GameState) -> tuple[Side, str] | None:
    """The side that wins because the other's formations are all demoralized, and why (N15.4).

    It is asked in Turn End only. Where both sides have come to that the game goes on (N22.3).
    """
    broken = [side for side in state.battle.sides if has_collapsed(state, side)]
    if len(broken) != 1:
        return None
    name = state.battle.side_names[broken[0]]
    words = say("all formations of the {name} side are demoralized", name=name)
    return state.battle.enemy(broken[0]), words


def level(state: GameState, vp: Sequence[int]) -> str:
    """The level of victory of two totals (N22.1): draw, marginal, ... decisive."""
    rules = numbers_of(state.battle).victory
    low, high = sorted(vp)
    if low < 0:
        low, high = rules.least_total, high - low + rules.least_total
    if (high - low) * 100 <= rules.draw_percent * high:
        return "draw"
    divisor = max(low, rules.least_total)
    return [rung.name for rung in rules.levels if high >= rung.ratio * divisor][-1]


def ending(state: GameState, vp: Mapping[Side, int]) -> tuple[Side | None, str]:
    """Who wins with these totals, and the level; nobody wins a draw (N22, N22.1)."""
    reached = level(state, tuple(vp.values()))
    first, second = state.battle.sides
    return None if reached == "draw" else max((second, first), key=lambda side: vp[side]), reached


def outlook(state: GameState, vp: Mapping[Side, int]) -> str:
    """How the game would end now with these totals, or how it has ended."""
    outcome = state.outcome
    winner, reached = (outcome.winner, outcome.level) if outcome else ending(state, vp)
    how = say("a draw")
    if winner is not None:
        side = state.battle.side_names[winner]
        how = say("{side_names} {reached} victory", side_names=side, reached=say(reached))
    words = mark("If the game ended now: {how}.")
    return say(mark("The game has ended: {how}.") if outcome else words, how=how)


async def end_at_once(table: Table[GameState]) -> None:
    """N22.3: the game ends before its last turn."""
    won = automatic_winner(table.state)
    assert won is not None
    _end_early(table, *won)


def end_by_collapse(table: Table[GameState]) -> bool:
    """N15.4, N22.3: in Turn End a side whose formations are all demoralized has lost.

    Returns:
        Whether the game is over.
    """
    won = collapse(table.state)
    if won is not None:
        _end_early(table, *won)
    return won is not None


def _end_early(table: Table[GameState], winner: Side, reason: str) -> None:
    _emit_score(table)
    vp = tuple(totals(table.state).items())
    table.emit(GameEnded(winner, "decisive", vp, reason))


async def end_of_game(table: Table[GameState]) -> None:
    """N4.9, N22: count the points after the last Turn End."""
    _emit_score(table)
    vp = totals(table.state)
    winner, reached = ending(table.state, vp)
    table.emit(GameEnded(winner, reached, tuple(vp.items()), "points"))


def _emit_score(table: Table[GameState]) -> None:
    reveal_all(table)
    for line in score_lines(table.state):
        table.emit(VpScored(line.side, line.points, line.reason))
