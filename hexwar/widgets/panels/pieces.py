"""Pieces in words and as faces, as all panels show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

from hexwar.systems.nlc.markers import unit_remarks
from hexwar.systems.nlc.rules.supply.trains import train_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import coordinated_side
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitCard, UnitId
from hexwar.table.pieces import Box, Unit
from hexwar.table.reports import points
from hexwar.widgets.board.contents import as_shown, face_in
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    LeaderFace,
    State,
    chit_face,
    leader_face,
    nation_key,
)
from hexwar.widgets.counters.naming import FormationMark, formation_marks
from hexwar.widgets.panels.parts import remark_html

STATE_WORDS: Mapping[State, str] = {
    State.DISRUPTED: "Disrupted",
    State.DEMORALIZED: "demoralized",
    State.EXHAUSTED: "exhausted",
    State.OUT_OF_SUPPLY: "out of supply",
    State.OUT_OF_COMMAND: "out of command",
    State.SQUARE: "in square",
    State.COLUMN: "road column",
}

ROLE_WORDS: Mapping[Role, str] = {
    Role.OVERALL: "overall commander",
    Role.WING: "wing commander",
    Role.CORPS: "corps commander",
    Role.DIVISION: "division commander",
    Role.HQ: "headquarters",
}


@lru_cache(maxsize=8)
def marks_of(battle: Battle) -> Mapping[FormationId, FormationMark]:
    """The stripes of a battle's formations."""
    return formation_marks(battle.formations.values())


def unit_face(state: GameState, unit: UnitId) -> CounterFace:
    """The face of a unit as it now is."""
    return face_in(state, unit, marks_of(state.battle)[state.card(unit).formation])


def leader_face_of(state: GameState, leader: LeaderId) -> LeaderFace:
    """The face of a leader or HQ counter as it now is."""
    card = state.battle.leaders[leader]
    return leader_face(card, state.leaders[leader], marks_of(state.battle)[card.formation])


def chit_of(battle: Battle, formation: FormationId, *, spent: bool = False) -> ChitFace:
    """The face of a formation's chit, or of a side's Coordinated Action (N3.1)."""
    side = coordinated_side(formation)
    if side is not None:
        nation = nation_of(battle, side)
        return ChitFace(nation, nation, FormationMark(0, "CA"), spent=spent)
    return chit_face(battle.formations[formation], marks_of(battle)[formation], spent=spent)


def formation_title(battle: Battle, formation: FormationId) -> str:
    """A formation with its commander, `V Cavalry Corps (Milhaud)`; or a Coordinated Action."""
    side = coordinated_side(formation)
    if side is not None:
        return f"{battle.side_names[side]} Coordinated Action"
    card = battle.formations[formation]
    leaders = [battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def chit_name(battle: Battle, chit: FormationId) -> str:
    """Whose chit it is, without the commander: `V Cavalry Corps`."""
    card = battle.formations.get(chit)
    return formation_title(battle, chit) if card is None else card.name


def nation_of(battle: Battle, side: Side) -> str:
    """The key of the nation that most of a side's counters belong to."""
    nations = Counter(unit.nation for unit in battle.units.values() if unit.side == side)
    return nation_key(max(nations, key=lambda nation: (nations[nation], nation)))


def state_words(state: GameState, id_: UnitId) -> list[str]:
    """The states of a unit in words, those that bar it from something first."""
    unit, states = as_shown(state, id_), unit_face(state, id_).states
    words = [*(STATE_WORDS[one] for one in states), *place_words(state.units[id_])]
    if unit.done:
        return [*words, "acts no more"]
    spent = (
        ("moved", unit.moved),
        ("bombarded", unit.bombarded is not None),
        ("charged", unit.charged),
        ("assaulted", unit.assaulted),
    )
    words += [word for word, holds in spent if holds]
    return [*words, f"{points(unit.spent)} MP spent"] if unit.spent else words


def place_words(unit: Unit) -> list[str]:
    """What a unit takes up beside its hex: its tail (N5.33); of a pontoon train its bridge."""
    words = [f"tail in {unit.tail}"] if unit.tail is not None else []
    if unit.bridging is not None:
        return [*words, f"bridges {unit.bridging[0]}-{unit.bridging[1]}"]
    return [*words, "rested: can bridge"] if unit.rested and not unit.moved else words


def strength_words(card: UnitCard, unit: Unit) -> str:
    """Both sides of a counter, the one that lies up first: `5 SP, then 3`."""
    if not card.is_combat_unit:
        return ""
    if unit.reduced:
        return f"{card.reduced_sp} SP, reduced from {card.sp}"
    below = f", then {card.reduced_sp}" if card.steps > 1 else ""
    return f"{card.sp} SP{below}"


def number_words(card: UnitCard, unit: Unit, morale: int | None = None) -> str:
    """The numbers of a unit in one line."""
    parts = [strength_words(card, unit)]
    parts += [f"initiative {card.initiative}"] if card.is_combat_unit else []
    parts += [f"{card.movement} MP"]
    parts += [f"morale {morale}"] if morale is not None else []
    return " · ".join(part for part in parts if part)


def unit_tooltip(state: GameState, unit: UnitId, morale: int | None = None) -> str:
    """Everything that is known of a unit, as HTML."""
    card, record = state.card(unit), state.units[unit]
    formation = formation_title(state.battle, card.formation)
    lines = [f"<b>{escape(card.name)}</b>", escape(f"{formation} · {card.nation} {card.arm}")]
    lines += [number_words(card, record, morale), ", ".join(state_words(state, unit))]
    remarks = (*unit_remarks(state, unit), *train_remarks(state, unit))
    lines += [remark_html(remark) for remark in remarks]
    lines += [_men(card), _basis(card), escape(card.note)]
    return "<br>".join(line for line in lines if line)


def leader_tooltip(state: GameState, leader: LeaderId) -> str:
    """Everything that is known of a leader, as HTML."""
    card = state.battle.leaders[leader]
    formation = state.battle.formations[card.formation].name
    lines = [f"<b>{escape(card.name)}</b>", escape(f"{formation}, {ROLE_WORDS[card.role]}")]
    lines += [leader_numbers(state, leader)]
    lines += ["rating: estimate"] if card.estimate else []
    return "<br>".join(lines)


def leader_numbers(state: GameState, leader: LeaderId) -> str:
    """Rating and MP of a leader in one line."""
    card = state.battle.leaders[leader]
    moved = " · moved" if state.leaders[leader].moved else ""
    rating = "" if card.role is Role.HQ else f"rating {card.shown_rating} · "
    return f"{rating}{card.movement} MP{moved}"


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


def _men(card: UnitCard) -> str:
    counts = [(card.men, "men"), (card.guns, "guns"), (card.vedettes, "vedettes")]
    return ", ".join(f"{count:,} {noun}" for count, noun in counts if count)


def _basis(card: UnitCard) -> str:
    if card.estimate:
        return "strength: estimate"
    return f"strength: {escape(card.source)}" if card.source else ""
