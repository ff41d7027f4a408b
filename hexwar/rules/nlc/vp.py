"""The lines of the score, each with its reasons (N22, N22.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwar.hexes import Hex
from hexwar.model.forces import Arm, FormationId, LeaderCard, Role, Side, UnitId
from hexwar.model.pieces import Box
from hexwar.model.score import ScoreLine, ScoreReason
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.score import card_lines
from hexwar.rules.nlc.demoralization import (
    LOST,
    counted_for,
    is_demoralized,
    level_of,
    lost_by,
    lost_of,
    members,
    scores_when_demoralized,
    start_sp,
)
from hexwar.rules.nlc.holding import holding_reasons, is_held
from hexwar.rules.nlc.numbers import numbers_of

PLACES = {
    Box.UAR: "it awaits recovery",
    Box.RECOVERED: "it awaits recovery",
    Box.PEU: "it is eliminated for good",
    Box.EXITED: "it left the map out of supply",
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
    first, second = state.battle.sides
    lost = {side: lost_sp(state, side) for side in (first, second)}
    if not any(lost.values()):
        return
    better = second if lost[second] < lost[first] else first
    worse = state.battle.enemy(better)
    share = numbers_of(state.battle).victory.sp_per_vp
    points = (lost[worse] - lost[better]) // share
    rate = ScoreReason(
        "", f"Each {share} SP of difference give 1 VP.", rule="N22", counts=points > 0
    )
    reasons = (_side_losses(state, worse), _side_losses(state, better), rate)
    words = f"losses: {lost[worse]} SP against {lost[better]} SP"
    yield ScoreLine(better, points, words, rule="N22.2", reasons=reasons)


def _side_losses(state: GameState, side: Side) -> ScoreReason:
    """What a side has lost, by formation."""
    units = [unit for unit in _units(state, side) if lost_by(state, unit)]
    formations = dict.fromkeys(counted_for(state, unit) for unit in units)
    return ScoreReason(
        state.battle.side_names[side],
        f"lost {lost_sp(state, side)} SP.",
        parts=tuple(
            _formation_losses(state, f, [u for u in units if counted_for(state, u) == f])
            for f in formations
        ),
    )


def _formation_losses(
    state: GameState, formation: FormationId, units: Iterable[UnitId]
) -> ScoreReason:
    """What a formation has lost, by unit."""
    parts = tuple(_unit_loss(state, unit) for unit in units)
    lost = sum(lost_by(state, unit) for unit in units)
    name = state.battle.formations[formation].name
    return ScoreReason(name, f"lost {lost} SP.", f"formation:{formation}", parts=parts)


def _unit_loss(state: GameState, unit: UnitId) -> ScoreReason:
    box = state.units[unit].box
    why = "it is reduced" if box is None else PLACES.get(box, "it is reduced")
    words = f"lost {lost_by(state, unit)} SP: {why}."
    return ScoreReason(state.card(unit).name, words, f"unit:{unit}", rule="N15.6")


# -- hexes and supply sources


def _hex_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """VP hexes held and enemy supply sources controlled (N22.2)."""
    field = state.battle.battlefield
    for hex_, vp in state.battle.vp_hexes.items():
        if state.control.get(hex_) == side:
            yield _hex_line(state, side, hex_, vp, f"holds {field.name_of(hex_)}")
    source_vp = numbers_of(state.battle).victory.supply_source
    for hex_, owner in state.battle.sources_on(state.turn).items():
        if owner != side and state.control.get(hex_) == side:
            words = f"controls the enemy supply source {field.name_of(hex_)}"
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
        card = state.card(unit)
        if card.arm is Arm.BAGGAGE_TRAIN:
            words = ScoreReason(card.name, "was destroyed.", f"unit:{unit}", "N16.4")
            points = numbers_of(state.battle).victory.baggage_train
            yield ScoreLine(side, points, f"took the {card.name}", f"unit:{unit}", "N22", (words,))
    for leader in captured_commanders(state, enemy):
        address = f"leader:{leader.id}"
        words = ScoreReason(leader.name, f"has the rating {leader.rating}.", address, "N14.7")
        yield ScoreLine(side, leader.rating, f"captured {leader.name}", address, "N22", (words,))


def captured_commanders(state: GameState, side: Side) -> list[LeaderCard]:
    """The overall commanders of a side who are captured."""
    return [
        card
        for card in state.battle.leaders.values()
        if card.side == side
        and card.role is Role.OVERALL
        and state.leaders[card.id].box is Box.CAPTURED
    ]


# -- demoralized formations


def _demoralized_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """Enemy formations that are demoralized; small ones give nothing (N15.1, N15.4)."""
    points = numbers_of(state.battle).victory.demoralized_formation
    for card in state.battle.formations.values():
        if card.side != side and is_demoralized(state, card.id):
            counts = scores_when_demoralized(state, card.id)
            yield ScoreLine(
                side,
                points if counts else 0,
                f"demoralized {card.name}",
                f"formation:{card.id}",
                "N15.4",
                tuple(_demoralized_reasons(state, card.id, counts=counts)),
            )


def _demoralized_reasons(
    state: GameState, formation: FormationId, *, counts: bool
) -> Iterator[ScoreReason]:
    """How much the formation lost of what it can bear, and whether it is too small to count."""
    name, address = state.battle.formations[formation].name, f"formation:{formation}"
    lost, level = lost_of(state, formation), level_of(state, formation)
    units = [unit for unit in members(state, formation) if lost_by(state, unit)]
    parts = tuple(_unit_loss(state, unit) for unit in units)
    yield ScoreReason(
        name, f"lost {lost} SP; {level} demoralize it.", address, "N15.2", parts=parts
    )
    if not counts:
        least = numbers_of(state.battle).demoralization.least_sp_for_vp
        words = f"It began with {start_sp(state, formation)} SP; fewer than {least} give nothing."
        yield ScoreReason("", words, rule="N15.1", counts=False)


# -- General Retreat


def _retreat_lines(state: GameState, side: Side) -> Iterator[ScoreLine]:
    """What a side brought off the map that may order a General Retreat (N12.29, N22)."""
    if side not in state.retreating:
        return
    rules, exited = numbers_of(state.battle).victory, state.in_box(Box.EXITED, side)
    for unit in exited:
        card = state.card(unit)
        if card.arm is Arm.BAGGAGE_TRAIN:
            words = ScoreReason(card.name, "left the map.", f"unit:{unit}", "N12.29")
            reason = f"brought off the {card.name}"
            yield ScoreLine(side, rules.train_exited, reason, f"unit:{unit}", "N22", (words,))
    units = [unit for unit in exited if state.card(unit).is_combat_unit]
    if units:
        yield _retreat_line(state, side, units)


def _retreat_line(state: GameState, side: Side, units: list[UnitId]) -> ScoreLine:
    """Each few units are a point, but no more than the enemy's eliminated units are worth."""
    rules, enemy = numbers_of(state.battle).victory, state.battle.enemy(side)
    gone = [unit for unit in _units(state, enemy) if state.units[unit].box in LOST]
    sp = sum(lost_by(state, unit) for unit in gone)
    earned, most = len(units) // rules.units_exited, sp // rules.sp_per_vp
    cap = f"Eliminated enemies of {sp} SP allow {most} VP, one for each {rules.sp_per_vp} SP."
    reasons = (
        ScoreReason(
            "",
            f"{len(units)} units left the map; each {rules.units_exited} give 1 VP.",
            rule="N22",
            counts=earned > 0,
            parts=tuple(
                ScoreReason(state.card(u).name, "left the map.", f"unit:{u}") for u in units
            ),
        ),
        ScoreReason("", cap, rule="N22", counts=most > 0),
    )
    word = "unit" if len(units) == 1 else "units"
    return ScoreLine(
        side, min(earned, most), f"brought {len(units)} {word} off the map", "", "N22", reasons
    )
