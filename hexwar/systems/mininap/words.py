"""What the table shows of the units, and what is said of them: blocks, tips, spoken lines."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from types import MappingProxyType
from typing import Final

from hexwar.messages import count, mark, say
from hexwar.systems.mininap.battle import Arm, Formation, Kind, Objective, UnitCard
from hexwar.systems.mininap.rules.losses import is_shaken
from hexwar.systems.mininap.rules.manoeuvre import cannot_act
from hexwar.systems.mininap.rules.shapes import stands
from hexwar.systems.mininap.rules.standing import (
    commander_near,
    footprint,
    gap_to,
    ground_under,
    in_command,
    index,
    touched_by,
)
from hexwar.systems.mininap.rules.victory import holder_of
from hexwar.systems.mininap.state import MiniState, Phase, Unit
from hexwar.table import stands as board
from hexwar.table.forces import UnitId
from hexwar.table.stands import Block, Cloth, Form, Marker, Post, Sign, cloth_of, nearest_block
from hexwar.tabletop.pose import half_up
from hexwar.tabletop.spots import pose_at

MANOEUVRES: Final = (Phase.FIRST_MANOEUVRE, Phase.SECOND_MANOEUVRE)

_ARMS: Final = MappingProxyType(
    {
        Arm.INFANTRY: board.Arm.FOOT,
        Arm.CAVALRY: board.Arm.HORSE,
        Arm.ARTILLERY: board.Arm.GUN,
        Arm.COMMAND: board.Arm.STAFF,
    }
)
_FORMS: Final = MappingProxyType(
    {
        Formation.COLUMN: Form.COLUMN,
        Formation.LINE: Form.LINE,
        Formation.SQUARE: Form.SQUARE,
        Formation.SKIRMISH: Form.LOOSE,
    }
)
_HORSE: Final = MappingProxyType(
    {Kind.LIGHT: "hussar", Kind.MEDIUM: "dragoon", Kind.HEAVY: "cuirassier"}
)
_RANKS: Final = MappingProxyType({Kind.BRIGADE: 1, Kind.DIVISION: 2, Kind.CORPS: 3})

_OUT: Final = 0.8
"""How far from the middle of a place towards its corner its flag stands."""

# -- the cloth and what stands on it


def cloth(state: MiniState) -> Cloth:
    """The table with its ground."""
    return cloth_of(state.battle.ground)


def posts(state: MiniState) -> tuple[Post, ...]:
    """The flags of those who hold objectives (M23.5)."""
    return tuple(_post(state, objective) for objective in state.battle.objectives)


def _post(state: MiniState, objective: Objective) -> Post:
    """In the north-east of the place, where fewest units stand in its way."""
    holder = holder_of(state, objective)
    nation = "" if holder is None else state.battle.nation_of(holder).lower()
    piece = next(p for p in state.battle.ground.pieces if p.id == objective.piece)
    corner = max(piece.ring, key=lambda point: (point[0] + point[1], point))
    x, y = state.battle.ground.middle(objective.piece)
    at = x + _OUT * (corner[0] / 100 - x), y + _OUT * (corner[1] / 100 - y)
    return Post(at, nation, say("{vp} VP", vp=objective.vp))


def blocks(state: MiniState) -> tuple[Block, ...]:
    """Every unit in play as it stands."""
    return tuple(block_of(state, unit) for unit in state.in_play())


def block_of(state: MiniState, unit: Unit) -> Block:
    """A unit from where its record has it."""
    card = state.card(unit.id)
    assert unit.pose is not None
    form = Form.LINE if card.is_single else _FORMS[unit.formation]
    return Block(
        id=unit.id,
        name=card.name,
        side=card.side,
        pose=unit.pose,
        stands=stands(state, unit),
        arm=_ARMS[card.arm],
        coat=card.nation.lower(),
        dress=_dress(card),
        form=form,
        strength=str(state.sp(unit.id)),
        full=str(card.sp),
        markers=tuple(_markers(state, unit)),
        rank=_RANKS.get(card.kind, 0) if card.is_command else 0,
        is_limbered=unit.is_limbered,
        is_light=card.kind is Kind.LIGHT,
        has_flag=card.arm is not Arm.ARTILLERY,
        is_led=_is_led(state, unit),
        is_spent=_is_spent(state, unit),
    )


def _is_led(state: MiniState, unit: Unit) -> bool:
    """Whether it is in command where it stands; of one that does not stand yet nothing is said."""
    stands_here = state.units[unit.id].pose is not None
    return stands_here and not state.card(unit.id).is_command and in_command(state, unit.id)


def _dress(card: UnitCard) -> str:
    if card.arm is not Arm.CAVALRY:
        return ""
    return "lancer" if card.is_lancer else _HORSE[card.kind]


def _is_spent(state: MiniState, unit: Unit) -> bool:
    """Whether it can do nothing more in the manoeuvre phase of its side."""
    is_its = state.phase in MANOEUVRES and state.side_of(unit.id) == state.acting
    return is_its and (unit.is_done or cannot_act(state, unit.id) is not None)


def _markers(state: MiniState, unit: Unit) -> Iterator[Marker]:
    card = state.card(unit.id)
    waiting = state.pending.get(unit.id, 0)
    if unit.hits or waiting:
        words = count("{n} hit", "{n} hits", unit.hits)
        more = say("{n} more wait for the end of the phase", n=waiting)
        text = f"{unit.hits}+{waiting}" if waiting else str(unit.hits)
        yield Marker(Sign.HITS, text, f"{words}, {more}" if waiting else words)
    if unit.has_fired:
        yield Marker(Sign.FIRED, words=say("has fired this turn"))
    if unit.formation is Formation.SKIRMISH and not card.is_single:
        yield Marker(Sign.LOOSE, words=say("in skirmish line"))
    if unit.id in state.suppressed:
        yield Marker(Sign.SUPPRESSED, words=say("suppressed"))
    if unit.is_caught:
        yield Marker(Sign.CAUGHT, words=say("caught standing"))
    if card.is_command and any(is_shaken(state, brigade) for brigade in card.commands):
        yield Marker(Sign.SHAKEN, words=say("leads a shaken brigade"))
    if state.is_veteran(unit.id):
        yield Marker(Sign.VETERAN, words=say("veterans"))


def marker_words(state: MiniState, unit: Unit) -> list[str]:
    """What the markers of a unit mean, but that of its formation."""
    return [m.words for m in _markers(state, unit) if m.sign is not Sign.LOOSE]


def unit_at(state: MiniState, spot: str) -> UnitId | None:
    """The unit whose bases hold a spot."""
    pose = pose_at(spot)
    if pose is None:
        return None
    found = nearest_block([_bare(state, unit) for unit in state.in_play()], pose.point)
    return None if found is None else UnitId(found.id)


def _bare(state: MiniState, unit: Unit) -> Block:
    assert unit.pose is not None
    return Block(unit.id, "", state.side_of(unit.id), unit.pose, stands(state, unit))


# -- what is said of a unit


def kind_words(card: UnitCard) -> str:
    """Line infantry, medium horse artillery, brigade commander."""
    kind = say(card.kind)
    if card.arm is Arm.COMMAND:
        return say("{rank} commander", rank=kind)
    if card.arm is Arm.INFANTRY:
        return say("{kind} infantry", kind=kind)
    if card.arm is Arm.CAVALRY:
        words = mark("{kind} cavalry, lancers") if card.is_lancer else mark("{kind} cavalry")
        return say(words, kind=kind)
    words = mark("{kind} horse artillery") if card.is_horse else mark("{kind} foot artillery")
    return say(words, kind=kind)


def form_words(state: MiniState, unit: Unit) -> str:
    """In attack column, bent line, limbered; nothing for a commander."""
    card = state.card(unit.id)
    if card.is_command:
        return ""
    if card.is_single:
        return say("limbered") if unit.is_limbered else say("unlimbered")
    formation = say(unit.formation)
    return say("bent {formation}", formation=formation) if unit.bend is not None else formation


WINDS: Final = (
    mark("north"),
    mark("north-east"),
    mark("east"),
    mark("south-east"),
    mark("south"),
    mark("south-west"),
    mark("west"),
    mark("north-west"),
)


def wind(bearing: int) -> str:
    """The quarter of the sky that a bearing in tenths of a degree is nearest to."""
    return say(WINDS[half_up(bearing / 450) % len(WINDS)])


def command_words(state: MiniState, unit: UnitId) -> str:
    """By whom a unit is in command, or how far its nearest commander is (M5.3)."""
    card = state.card(unit)
    if card.is_command:
        return ""
    by = commander_near(state, unit)
    if by is not None:
        return say("in command of {name}", name=state.card(by).name)
    here = index(state).areas(unit)
    chain = [c for c in state.battle.chain_of[unit] if state.units[c].pose is not None]
    if not chain:
        return say("out of command: its commanders are lost")
    words = mark("out of command: {name} is {cm} cm away")
    name, cm = state.card(chain[0]).name, gap_to(state, here, chain[0])
    return say(words, name=name, cm=f"{cm:.1f}")


def near_words(state: MiniState, unit: UnitId) -> str:
    """The nearest enemy and how far it is, or whom it touches."""
    met = touched_by(state, unit)
    if met:
        names = ", ".join(state.card(one).name for one in met)
        return say("in contact with {names}", names=names)
    here, side = footprint(state, state.units[unit]), state.side_of(unit)
    near = index(state).near(here, 500.0, (unit,))
    one = next((n for n in near if state.side_of(n.key) != side), None)
    if one is None:
        return ""
    return say("{cm} cm to {name}", cm=f"{one.length:.1f}", name=state.card(one.key).name)


def ground_words(state: MiniState, unit: UnitId) -> str:
    """On what ground a unit is."""
    pieces = ground_under(state, state.units[unit])
    return ", ".join(_on_words(piece.kind) for piece in pieces)


def _on_words(kind: str) -> str:
    words = mark("on a {ground}") if kind in ("hill", "bridge") else mark("in a {ground}")
    return say(words, ground=say(kind))


def piece_words(state: MiniState, piece: str) -> str:
    """A unit as it is spoken: name, formation, strength, front, nearest enemy, markers."""
    unit = UnitId(piece)
    card, record = state.card(unit), state.units[unit]
    if record.pose is None:
        return say("{name}, lost", name=card.name)
    strength = say("{sp} of {full}", sp=state.sp(unit), full=card.sp)
    facing = say("facing {wind}", wind=wind(record.pose.bearing))
    parts = [card.name, kind_words(card), form_words(state, record), strength, facing]
    parts += [near_words(state, unit), command_words(state, unit), ground_words(state, unit)]
    parts += marker_words(state, record)
    return ", ".join(part for part in parts if part)


def piece_tip(state: MiniState, piece: str) -> str:
    """A unit for a tip, as HTML."""
    unit = UnitId(piece)
    card, record = state.card(unit), state.units[unit]
    if record.pose is None:
        return escape(piece_words(state, piece))
    side = state.battle.side_names[card.side]
    head = f"<b>{escape(card.name)}</b> ({escape(side)})"
    what = ", ".join(part for part in (kind_words(card), form_words(state, record)) if part)
    sp = say("{sp} of {full} SP", sp=state.sp(unit), full=card.sp)
    lines = [head, escape(f"{what}, {sp}")]
    more = (near_words(state, unit), command_words(state, unit), ground_words(state, unit))
    lines += [escape(one) for one in more if one]
    lines += [escape(words) for words in marker_words(state, record)]
    return "<br>".join(lines)


def spot_words(state: MiniState, spot: str) -> str:
    """A place as it is spoken."""
    return state.battle.name_of(spot)
