"""Pieces and hexes in words, and pieces as faces: for panels, for tips, and aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from hexwar.ground.hiding import flag_words
from hexwar.hexes import Hex, hexside
from hexwar.messages import mark, say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.panels.markers import hex_remarks, plight_of, unit_remarks
from hexwar.systems.nlc.rules.movement.law import is_forced
from hexwar.systems.nlc.rules.supply.trains import train_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import chit_name, coordinated_side, order_lines
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitCard, UnitId
from hexwar.table.pieces import Box, Unit
from hexwar.table.reports import Remark, points
from hexwar.widgets.board.contents import as_shown, face_in, marks_of, nation_of
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    FormationMark,
    LeaderFace,
    chit_face,
    leader_face,
)
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.spots import Shown
from hexwar.widgets.panels.stack_panel import STATE_WORDS

# -- pieces in words and as faces, as all panels show them


ROLE_WORDS: Mapping[Role, str] = {
    Role.OVERALL: mark("overall commander"),
    Role.WING: mark("wing commander"),
    Role.CORPS: mark("corps commander"),
    Role.DIVISION: mark("division commander"),
    Role.HQ: mark("headquarters"),
}


def unit_face(state: GameState, unit: UnitId) -> CounterFace:
    """The face of a unit as it now is."""
    card, mark = state.card(unit), marks_of(state.battle)[state.card(unit).formation]
    return face_in(card, state.units[unit], mark, plight_of(state, unit))


def leader_face_of(state: GameState, leader: LeaderId) -> LeaderFace:
    """The face of a leader or HQ counter as it now is."""
    card = state.battle.leaders[leader]
    return leader_face(card, state.leaders[leader], marks_of(state.battle)[card.formation])


def chit_of(battle: NlcBattle, formation: FormationId, *, spent: bool = False) -> ChitFace:
    """The face of a formation's chit, or of a side's Coordinated Action (N3.1)."""
    side = coordinated_side(formation)
    if side is not None:
        nation = nation_of(battle, side)
        return ChitFace(nation, nation, FormationMark(0, "CA"), spent=spent)
    return chit_face(battle.formations[formation], marks_of(battle)[formation], spent=spent)


def formation_title(battle: NlcBattle, formation: FormationId) -> str:
    """A formation with its commander, `V Cavalry Corps (Milhaud)`; or a Coordinated Action."""
    if coordinated_side(formation) is not None:
        return chit_name(battle, formation)
    card = battle.formations[formation]
    leaders = [battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def square(look: Look, battle: NlcBattle, side: Side) -> str:
    """A small square in the colour of a side, as HTML."""
    return f'<span style="color:{look.side(battle, side).name()}">\N{BLACK SQUARE}</span>'


def state_words(state: GameState, id_: UnitId) -> list[str]:
    """The states of a unit in words, those that bar it from something first."""
    unit, states = as_shown(state.units[id_], plight_of(state, id_)), unit_face(state, id_).states
    words = [*(say(STATE_WORDS[one]) for one in states), *place_words(state.units[id_])]
    if is_forced(state, id_):  # N20.81
        words.insert(0, say("on a forced march"))
    if unit.done:
        return [*words, say("acts no more")]
    spent = (
        (say("moved"), unit.moved),
        (say("bombarded"), unit.bombarded is not None),
        (say("charged"), unit.charged),
        (say("assaulted"), unit.assaulted),
    )
    words += [word for word, holds in spent if holds]
    return [*words, say("{points} MP spent", points=points(unit.spent))] if unit.spent else words


def place_words(unit: Unit) -> list[str]:
    """What a unit takes up beside its hex: its tail (N5.33); of a pontoon train its bridge."""
    words = [say("tail in {tail}", tail=unit.tail)] if unit.tail is not None else []
    if unit.bridging is not None:
        a, b = unit.bridging
        return [*words, say("bridges {bridging}-{bridging2}", bridging=a, bridging2=b)]
    return [*words, say("rested: can bridge")] if unit.rested and not unit.moved else words


def strength_words(card: UnitCard, unit: Unit) -> str:
    """Both sides of a counter, the one that lies up first: `5 SP, then 3`."""
    if unit.reduced:
        return say("{reduced_sp} SP, reduced from {sp}", reduced_sp=card.reduced_sp, sp=card.sp)
    below = say(", then {reduced_sp}", reduced_sp=card.reduced_sp) if card.steps > 1 else ""
    return say("{sp} SP{below}", sp=card.sp, below=below)


def number_words(card: UnitCard, unit: Unit, morale: int | None = None) -> str:
    """The numbers of a unit in one line."""
    parts = [say("{movement} MP", movement=card.movement)]
    if card.is_combat_unit:
        initiative = say("initiative {initiative}", initiative=card.initiative)
        parts = [strength_words(card, unit), initiative, *parts]
    parts += [say("morale {morale}", morale=morale)] if morale is not None else []
    return " · ".join(parts)


def unit_tooltip(state: GameState, unit: UnitId, morale: int | None = None) -> str:
    """Everything that is known of a unit, as HTML."""
    card, record = state.card(unit), state.units[unit]
    formation = formation_title(state.battle, card.formation)
    lines = [f"<b>{escape(card.name)}</b>", escape(f"{formation} · {card.nation} {say(card.arm)}")]
    lines += [number_words(card, record, morale), ", ".join(state_words(state, unit))]
    remarks = (*unit_remarks(state, unit), *train_remarks(state, unit))
    lines += [remark_html(remark) for remark in remarks]
    counts = ((card.men, _MEN), (card.guns, _GUNS), (card.vedettes, _VEDETTES))
    lines.append(", ".join(say(words, n=n) for n, words in counts if n))
    source = say("strength: {source}", source=escape(card.source)) if card.source else ""
    lines += [say("strength: estimate") if card.estimate else source, escape(card.note)]
    return "<br>".join(line for line in lines if line)


_MEN, _GUNS, _VEDETTES = mark("{n:,} men"), mark("{n:,} guns"), mark("{n:,} vedettes")


def leader_tooltip(state: GameState, leader: LeaderId) -> str:
    """Everything that is known of a leader, as HTML."""
    card = state.battle.leaders[leader]
    formation = state.battle.formations[card.formation].name
    lines = [f"<b>{escape(card.name)}</b>", escape(f"{formation}, {say(ROLE_WORDS[card.role])}")]
    lines += [leader_numbers(state, leader)]
    lines += [say("rating: estimate")] if card.estimate else []
    return "<br>".join(lines)


def leader_numbers(state: GameState, leader: LeaderId) -> str:
    """Rating and MP of a leader in one line."""
    card = state.battle.leaders[leader]
    moved = say(" · moved") if state.leaders[leader].moved else ""
    words = mark("{movement} MP{moved}")
    if card.role is not Role.HQ:
        words = mark("rating {rating} · {movement} MP{moved}")
    return say(words, rating=card.shown_rating, movement=card.movement, moved=moved)


def total_sp(state: GameState, units: Iterable[UnitId]) -> int:
    """The strength of some units, SP."""
    return sum(state.sp(unit) for unit in units)


LOST = (Box.UAR, Box.RECOVERED, Box.PEU, Box.CAPTURED)
"""The boxes of units that have no strength now."""


def strength_of(state: GameState, units: Sequence[UnitId]) -> tuple[int, int]:
    """The SP that some units have now, and the SP that they began with."""
    weak = state.battle.reduced_at_start
    alive = [unit for unit in units if state.units[unit].box not in LOST]
    cards = [state.card(unit) for unit in units]
    began = sum(card.reduced_sp if card.id in weak else card.sp for card in cards)
    return total_sp(state, alive), began


# -- a hex in words: name, terrain, level, ways, what was built or broken, points and supply


def ground_words(battlefield: Battlefield, hex_: Hex) -> str:
    """What the ground is: `town, level 1, road`."""
    cover, level = battlefield.terrain_at(hex_).cover.name, battlefield.level(hex_)
    parts, way = [say(cover), say("level {level}", level=level)], battlefield.way_hexes.get(hex_)
    parts += [way.value] if way is not None else []
    parts += [area.name for area in battlefield.areas if hex_ in area.hexes]
    return ", ".join(parts)


def way_words(battlefield: Battlefield, hex_: Hex) -> str:
    """The names of the roads and trails through a hex."""
    return ", ".join(road.name for road in battlefield.roads if road.name and hex_ in road.hexes)


def works_words(state: GameState, hex_: Hex) -> str:
    """What was made of the ground in a hex and on its hexsides; empty for most."""
    field, spans = state.battle.battlefield, state.spans
    parts = [say("improved position")] if hex_ in state.positions else []
    if hex_ in state.law.blaze(state).towns:
        parts.append(say("on fire, {fire} MP more", fire=numbers_of(state.battle).card.fire))
    for other in field.grid.neighbours[hex_]:
        side = hexside(hex_, other)
        if side in spans.damaged:
            parts.append(say("{span} to {other} damaged", span=field.span_name(side), other=other))
        if side in spans.pontoons:
            parts.append(say("pontoon bridge to {other}", other=other))
        if side in spans.found:
            parts.append(say("ford to {other}, found by scouts", other=other))
    return ", ".join(parts)


def tail_words(state: GameState, hex_: Hex) -> list[str]:
    """The units whose tails lie in a hex (N5.33): `tail of 5th Division, which is in 0912`."""
    words, tails = mark("tail of {card}, which is in {hex}"), state.tails.get(hex_, ())
    return [say(words, card=state.card(u).name, hex=state.units[u].hex) for u in tails]


def stake_words(state: GameState, hex_: Hex) -> str:
    """What a hex is worth and who holds it; empty for most."""
    battle = state.battle
    parts = []
    if hex_ in battle.vp_hexes:
        parts.append(say("{vp_hexes} VP", vp_hexes=battle.vp_hexes[hex_]))
    sources = battle.sources_on(state.turn)
    if hex_ in sources:
        owner = battle.side_names[sources[hex_]]
        parts.append(say("supply source of the {owner}", owner=owner))
    holder = state.holding.control.get(hex_)
    if parts and holder is not None:
        parts.append(say("held by the {side}", side=battle.side_names[holder]))
    return ", ".join(parts)


# -- what the board says of a hex and of a counter: as a tip, and aloud


def hex_tip(view: GameState, hex_: Hex) -> str:
    """Everything in a hex, as HTML: ground, stakes, every counter with its numbers.

    What is the reason of several markers is said once.
    """
    field = view.battle.battlefield
    lines = [f"<b>{escape(field.name_of(hex_))}</b>", escape(ground_words(field, hex_))]
    lines += [remark_html(remark) for remark in hex_remarks(view, hex_)]
    lines.append(escape(stake_words(view, hex_)))
    said: set[Remark] = set()
    for unit in view.units_in(hex_):
        card, states = view.card(unit), ", ".join(state_words(view, unit))
        numbers = f"<small>{escape(number_words(card, view.units[unit]))}</small>"
        end = f" <i>{escape(states)}</i>" if states else ""
        lines.append(f"{escape(card.name)} {numbers}{end}")
        remarks = (*unit_remarks(view, unit), *train_remarks(view, unit))
        lines += [f"&nbsp;&nbsp;{remark_html(one)}" for one in remarks if one not in said]
        said.update(remarks)
    lines += [f"<i>{escape(words)}</i>" for words in tail_words(view, hex_)]
    lines += [f"<i>{escape(words)}</i>" for words in flag_words(view, hex_)]
    for leader in view.leaders_in(hex_):
        name, numbers = view.battle.leaders[leader].name, leader_numbers(view, leader)
        lines.append(f"{escape(name)} <small>{escape(numbers)}</small>")
    lines += [f"<i>{escape(words)}</i>" for words in order_lines(view, hex_)]
    return "<br>".join(line for line in lines if line)


def hex_words(view: GameState, hex_: Hex) -> str:
    """A hex as it is spoken: its name, its ground, and who stands there by side."""
    field = view.battle.battlefield
    parts = [field.name_of(hex_), ground_words(field, hex_), works_words(view, hex_)]
    parts += [stake_words(view, hex_)]
    for side in view.battle.sides:
        units = view.units_in(hex_, side)
        names = [view.card(u).name for u in units]
        names += [view.battle.leaders[x].name for x in view.leaders_in(hex_, side)]
        if names:
            who, sp, words = view.battle.side_names[side], total_sp(view, units), ", ".join(names)
            parts.append(say("{side}, {strength} SP: {names}", side=who, strength=sp, names=words))
    parts += tail_words(view, hex_)
    parts += flag_words(view, hex_)
    parts += [words.rstrip(".") for words in order_lines(view, hex_)]
    return ". ".join(part for part in parts if part)


def piece_words(view: GameState, piece: str) -> str:
    """A counter as it is spoken: its name, its numbers and its state."""
    if piece in view.leaders:
        leader = LeaderId(piece)
        return f"{view.battle.leaders[leader].name}, {leader_numbers(view, leader)}"
    unit = UnitId(piece)
    card, record = view.card(unit), view.units[unit]
    states = ", ".join(state_words(view, unit))
    words = f"{card.name}, {say(card.arm)}, {number_words(card, record)}"
    return f"{words}, {states}" if states else words


# -- counters in a flow


def shown_unit(state: GameState, unit: UnitId) -> Shown:
    """A unit as the flow shows it."""
    name = state.card(unit).name
    return Shown(f"unit:{unit}", unit_face(state, unit), name, unit_tooltip(state, unit))


def shown_leader(state: GameState, leader: LeaderId) -> Shown:
    """A leader as the flow shows him."""
    name = state.battle.leaders[leader].name
    return Shown(
        f"leader:{leader}", leader_face_of(state, leader), name, leader_tooltip(state, leader)
    )
