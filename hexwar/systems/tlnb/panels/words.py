"""Pieces and hexes in words, and the rows of a hex, as all panels show them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from hexwar.ground.hiding import flag_words
from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.hexes import Hex, hexside
from hexwar.messages import count, listed, mark, say
from hexwar.systems.tlnb.rules.combat.guard import is_guard
from hexwar.systems.tlnb.rules.command.command import printed_initiative
from hexwar.systems.tlnb.rules.losses.demoralization import level_of, losses_of
from hexwar.systems.tlnb.rules.movement.reach import allowance, order_of
from hexwar.systems.tlnb.rules.special.great_charge import rests_after
from hexwar.systems.tlnb.rules.special.leading import is_exhausted
from hexwar.systems.tlnb.rules.special.places import held_back, leader_waits, unit_waits
from hexwar.systems.tlnb.state import Blow, Ride, Shot, Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import Aim, Entry, Sites, Target
from hexwar.table.pieces import Box
from hexwar.table.reports import points
from hexwar.widgets.board.contents import (
    Markers,
    Plight,
    SkyView,
    as_shown,
    face_in,
    marks_of,
)
from hexwar.widgets.counters.faces import CounterFace, LeaderFace, leader_face
from hexwar.widgets.panels.parts import hex_link
from hexwar.widgets.panels.stack_panel import STATE_WORDS, HexStack, Row, RowKind

BEFORE = (Step.WEATHER, Step.CARDS)
"""The steps in which units still bear the marks of their last Player-Turn (T2.7)."""

# -- what lies on the board beside the counters


def markers_of(state: TlnbState) -> Markers:
    """Plights of units, the sites of the battle, and the sky."""
    plights = {unit: plight_of(state, unit) for unit in state.units}
    return Markers(plights, _sites(state), sky=_sky(state), declared=tuple(_declared(state)))


def _declared(state: TlnbState) -> Iterator[Target]:
    """The fights that are named and not yet fought (T10.12, T12.9, T13.12)."""
    fights = state.fights
    for shot in fights.shots:
        yield Target(shot.target, Aim.BOMBARD, _places(state, shot.units))
    for ride in fights.rides:
        yield Target(ride.target, Aim.CHARGE, way=(*ride.path, ride.target))
    for blow in fights.blows:
        yield Target(blow.target, Aim.ASSAULT, _places(state, blow.units))


def _places(state: TlnbState, units: Sequence[UnitId]) -> tuple[Hex, ...]:
    return tuple(sorted({h for u in units if (h := state.units[u].hex) is not None}))


def plight_of(state: TlnbState, unit: UnitId) -> Plight:
    """What is not in a unit's record: spirit, supply, and command once it is settled (T5.15)."""
    card, command = state.card(unit), state.command
    is_now = card.side == state.phasing and state.step not in BEFORE
    is_asked = is_now and card.is_combat_unit and command.is_settled
    return Plight(
        state.formation_of(unit).id in state.spirit.demoralized,
        exhausted=False,
        out_of_supply=unit in state.supply.unsupplied,
        out_of_command=is_asked and unit not in command.units,
        has_acted=is_now,
    )


def _sites(state: TlnbState) -> Sites:
    battle = state.battle
    turns: dict[tuple[Hex, Side], int] = {}
    for group in state.schedule.arrivals:
        for unit in group.units:
            if state.units[unit].box is Box.DUE:
                key, due = (group.entry, battle.units[unit].side), group.turn
                turns[key] = min(turns.get(key, due), due)
    entries = tuple(Entry(hex_, side, str(turn)) for (hex_, side), turn in sorted(turns.items()))
    sources = battle.sources_on(state.turn)
    return Sites(battle.vp_hexes, dict(state.holding.control), sources, entries)


def _sky(state: TlnbState) -> SkyView:
    limit, light = state_sight_limit(state), light_of(state)
    if limit > state.numbers.sight.adjacent:
        return SkyView(state.sky.weather, light)
    leaders = (leader.hex for leader in state.leaders.values())
    units = (unit.hex for unit in state.on_map())
    watchers = frozenset(hex_ for hex_ in (*units, *leaders) if hex_ is not None)
    return SkyView(state.sky.weather, light, limit, watchers)


# -- counters


def unit_face(state: TlnbState, unit: UnitId) -> CounterFace:
    """The face of a unit as it now is."""
    card = state.card(unit)
    stripe = marks_of(state.battle)[card.formation]
    return face_in(card, state.units[unit], stripe, plight_of(state, unit))


def leader_face_of(state: TlnbState, leader: LeaderId) -> LeaderFace:
    """The face of a leader as he now is."""
    card = state.battle.leaders[leader]
    mark_, rating = marks_of(state.battle)[card.formation], state.battle.rating_of(leader)
    return leader_face(card, state.leaders[leader], mark_, rating)


def number_words(state: TlnbState, unit: UnitId) -> str:
    """Strength, initiative and MP of a unit (T1.5): `6-3-4`, or the MP of a train."""
    card, mp = state.card(unit), points(allowance(state, unit))
    if not card.is_combat_unit:
        return say("{mp} MP", mp=mp)
    return f"{state.sp(unit)}-{printed_initiative(state, unit)}-{mp}"


def number_tip(state: TlnbState, unit: UnitId) -> str:
    """The same in words: `6 SP, then 3; initiative 3; 4 MP this turn`."""
    card, mp = state.card(unit), points(allowance(state, unit))
    if not card.is_combat_unit:
        return say("{mp} MP this turn", mp=mp)
    words = mark("{sp} SP; initiative {initiative}; {mp} MP this turn")
    if state.units[unit].reduced:
        words = mark("{sp} SP, reduced from {full}; initiative {initiative}; {mp} MP this turn")
    elif card.steps > 1:
        words = mark("{sp} SP, then {then}; initiative {initiative}; {mp} MP this turn")
    initiative = printed_initiative(state, unit)
    told = {"sp": state.sp(unit), "full": card.sp, "then": card.reduced_sp}
    return say(words, initiative=initiative, mp=mp, **told)


def state_words(state: TlnbState, unit: UnitId) -> list[str]:
    """The states of a unit in words, those that bar it from something first."""
    record = as_shown(state.units[unit], plight_of(state, unit))
    words = [say(STATE_WORDS[one]) for one in unit_face(state, unit).states]
    words += [say("Old Guard")] if is_guard(state, unit) else []
    words += [say("under a March Order")] if order_of(state, unit) is not None else []
    words += special_words(state, unit)
    if state.card(unit).side != state.phasing or state.step in BEFORE:
        return words
    if state.command.is_settled and unit in state.command.units:
        words.append(say("in command"))
    done = (
        (say("moved"), record.moved),
        (say("bombarded"), record.bombarded is not None),
        (say("charged"), record.charged),
        (say("attacked"), record.assaulted),
        (say("has only just come back"), unit in state.marks.returned),
        (say("must attack"), unit in state.fights.duty_units and state.step is Step.COMBAT),
    )
    words += [word for word, holds in done if holds]
    return [*words, say("{mp} MP spent", mp=points(record.spent))] if record.spent else words


def special_words(state: TlnbState, unit: UnitId) -> list[str]:
    """What special rules of the battle make of a unit now (T34.6)."""
    found = (
        (say("waits where it was set up"), unit_waits(state, unit) is not None),
        (say("held back"), held_back(state, unit) is not None),
        (say("exhausted"), is_exhausted(state, state.formation_of(unit).id)),
        (say("rests after the great charge"), rests_after(state, unit)),
    )
    return [word for word, holds in found if holds]


def rank_words(state: TlnbState, leader: LeaderId) -> str:
    """What a leader is: `commander [3]`, `officer (4)`."""
    battle, parts = state.battle, []
    if leader in battle.commanders:
        parts.append(say("commander [{n}]", n=battle.commanders[leader]))
    if leader in battle.officers:
        parts.append(say("officer ({n})", n=battle.officers[leader]))
    return ", ".join(parts) or say("headquarters")


def leader_states(state: TlnbState, leader: LeaderId) -> list[str]:
    """What a leader has done or may not do in this Player-Turn."""
    command = state.command
    found = (
        (say("in command"), leader in command.officers),
        (say("not in command"), leader in command.failed),
        (say("moved"), leader in command.moved),
        (say("asleep"), leader in command.asleep),
        (say("loses his next move"), leader in command.displaced),
        (say("waits where he was set up"), leader_waits(state, leader) is not None),
    )
    return [words for words, holds in found if holds]


# -- hexes


def ground_words(state: TlnbState, hex_: Hex) -> str:
    """What the ground is, and what was made of it."""
    field, spans = state.battle.battlefield, state.spans
    words = [say(field.terrain_at(hex_).cover.name), say("level {n}", n=field.level(hex_))]
    way = field.way_hexes.get(hex_)
    words += [say(way.value)] if way is not None else []
    words += [say("improved position")] if hex_ in state.positions else []
    for other in field.grid.neighbours[hex_]:
        side = hexside(hex_, other)
        if side in spans.destroyed:
            words.append(say("{span} to {hex} destroyed", span=field.span_name(side), hex=other))
        elif side in spans.damaged:
            words.append(say("{span} to {hex} damaged", span=field.span_name(side), hex=other))
        if side in spans.pontoons:
            words.append(say("pontoon bridge to {hex}", hex=other))
    return ", ".join(words)


def stake_words(state: TlnbState, hex_: Hex) -> str:
    """What a hex is worth and who holds it; empty for most."""
    battle, parts = state.battle, []
    if battle.vp_hexes.get(hex_):
        parts.append(say("{n} VP", n=battle.vp_hexes[hex_]))
    owner = battle.sources_on(state.turn).get(hex_)
    if owner is not None:
        parts.append(say("supply source of the {side}", side=battle.side_names[owner]))
    holder = state.holding.control.get(hex_)
    if parts and holder is not None:
        parts.append(say("held by the {side}", side=battle.side_names[holder]))
    return ", ".join(parts)


def hex_tip(state: TlnbState, hex_: Hex) -> str:
    """Everything in a hex, as HTML: ground, stakes, every counter with its numbers."""
    place = state.battle.battlefield.name_of(hex_)
    lines = [f"<b>{escape(place)}</b>", escape(ground_words(state, hex_))]
    lines.append(escape(stake_words(state, hex_)))
    for unit in state.units_in(hex_):
        states = ", ".join(state_words(state, unit))
        end = f" <i>{escape(states)}</i>" if states else ""
        numbers = f"<b>{escape(number_words(state, unit))}</b>"
        lines.append(f"{escape(state.card(unit).name)} {numbers}{end}")
    for leader in state.leaders_in(hex_):
        words = ", ".join((rank_words(state, leader), *leader_states(state, leader)))
        name = escape(state.battle.leaders[leader].name)
        lines.append(f"{name} <small>{escape(words)}</small>")
    told = (*flag_words(state, hex_), *to_be_fought(state, hex_))
    lines += [f"<i>{escape(words)}</i>" for words in told]
    if state.units_in(hex_):
        lines.append(f"<small>{escape(say('strength-initiative-movement'))}</small>")
    return "<br>".join(line for line in lines if line)


def to_be_fought(state: TlnbState, hex_: Hex) -> list[str]:
    """What is declared against a hex and not yet fought."""
    fights = state.fights
    kinds: tuple[tuple[str, Sequence[Shot | Ride | Blow]], ...] = (
        (mark("to be bombarded by {units}"), fights.shots),
        (mark("to be charged by {units}"), fights.rides),
        (mark("to be attacked by {units}"), fights.blows),
    )
    return [
        say(words, units=listed(state.card(u).name for u in one.units))
        for words, declared in kinds
        for one in declared
        if one.target == hex_
    ]


def hex_words(state: TlnbState, hex_: Hex) -> str:
    """A hex as it is spoken."""
    place = state.battle.battlefield.name_of(hex_)
    parts = [place, ground_words(state, hex_), stake_words(state, hex_)]
    parts += [piece_words(state, u) for u in state.units_in(hex_)]
    parts += [piece_words(state, x) for x in state.leaders_in(hex_)]
    parts += flag_words(state, hex_)
    parts += to_be_fought(state, hex_)
    return ". ".join(part for part in parts if part)


def piece_words(state: TlnbState, piece: str) -> str:
    """A counter as it is spoken: its name, its numbers and its state."""
    if piece in state.leaders:
        leader = LeaderId(piece)
        name = state.battle.leaders[leader].name
        return ", ".join((name, rank_words(state, leader), *leader_states(state, leader)))
    unit = UnitId(piece)
    card = state.card(unit)
    words = (card.name, say(card.arm), number_tip(state, unit), *state_words(state, unit))
    return ", ".join(words)


def place_link(state: TlnbState, hex_: Hex | None) -> str:
    """A hex as a link, HTML."""
    return "" if hex_ is None else hex_link(hex_, state.battle.battlefield.name_of(hex_))


# -- the rows of a hex


def stack_of(state: TlnbState, hex_: Hex, eligible: Collection[str]) -> HexStack:
    """A hex as the stack panel shows it."""
    stake = stake_words(state, hex_) or say("no victory points, no supply source")
    return HexStack(
        state.battle,
        hex_,
        ". ".join(map(_sentence, (ground_words(state, hex_), *flag_words(state, hex_)))),
        "",
        _sentence(stake),
        tuple(_rows(state, hex_, eligible)),
    )


def _sentence(words: str) -> str:
    return escape(words[:1].upper() + words[1:])


def _rows(state: TlnbState, hex_: Hex, eligible: Collection[str]) -> Iterator[Row]:
    for side in state.battle.sides:
        units, leaders = state.units_in(hex_, side), state.leaders_in(hex_, side)
        if units or leaders:
            number, sp = count("{n} unit", "{n} units", len(units)), total_sp(state, units)
            words = say("{units}, {sp} SP", units=number, sp=sp)
            yield Row(RowKind.SIDE, side, state.battle.side_names[side], numbers=words)
        yield from (_unit_row(state, unit, eligible) for unit in units)
        yield from (_leader_row(state, leader, eligible) for leader in leaders)


def total_sp(state: TlnbState, units: Sequence[UnitId]) -> int:
    """The strength of some units, SP."""
    return sum(state.sp(unit) for unit in units)


def _unit_row(state: TlnbState, unit: UnitId, eligible: Collection[str]) -> Row:
    card = state.card(unit)
    formation = formation_title(state, card.formation)
    return Row(
        RowKind.UNIT,
        unit,
        card.name,
        f"{formation} · {say(card.arm)}",
        number_words(state, unit),
        number_words(state, unit),
        tuple(state_words(state, unit)),
        face=unit_face(state, unit),
        tooltip=unit_tip(state, unit),
        eligible=unit in eligible,
    )


def unit_tip(state: TlnbState, unit: UnitId) -> str:
    """Everything that is known of a unit, as HTML."""
    card = state.card(unit)
    formation = formation_title(state, card.formation)
    lines = [f"<b>{escape(card.name)}</b>", escape(f"{formation} · {say(card.arm)}")]
    lines += [escape(number_tip(state, unit)), escape(", ".join(state_words(state, unit)))]
    return "<br>".join(line for line in lines if line)


def _leader_row(state: TlnbState, leader: LeaderId, eligible: Collection[str]) -> Row:
    card = state.battle.leaders[leader]
    return Row(
        RowKind.LEADER,
        leader,
        card.name,
        state.battle.formations[card.formation].name,
        rank_words(state, leader),
        states=tuple(leader_states(state, leader)),
        face=leader_face_of(state, leader),
        eligible=leader in eligible,
        picture=state.battle.pictures.get(leader),
    )


def formation_title(state: TlnbState, formation: FormationId) -> str:
    """A formation with its officer: `VI Corps (Marmont)`."""
    name, officer = state.battle.formations[formation].name, state.battle.officer_of.get(formation)
    return name if officer is None else f"{name} ({state.battle.leaders[officer].name})"


def spirit_words(state: TlnbState, formation: FormationId) -> str:
    """How much of its level a formation has lost: `4 of 9 SP lost`, `demoralized` (T15.1)."""
    level = level_of(state, formation)
    if level is None:
        return ""
    words = say("{lost} of {level} SP lost", lost=losses_of(state, formation), level=level)
    if formation in state.spirit.demoralized:
        return say("demoralized: {words}", words=words)
    return words
