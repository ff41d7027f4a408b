"""Hidden movement: who leaves the enemy's sight, how far he stays out of it, what betrays him.

Rules: N20.1, N20.41, N25.5. A formation that is lifted off the map keeps its true hexes; the
enemy's view has none of it. What is asked here is judged by what its owner knows of the enemy.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.hiding import is_seen
from hexwar.ground.sight import is_dark
from hexwar.ground.zones import nearest_distance
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.hidden_movement import (
    FormationLifted,
    FormationPlaced,
    HiddenMarchRolled,
    HiddenMoved,
)
from hexwar.systems.nlc.numbers import HiddenMovement, numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import commander_due, due_units, schedule
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.command.command import is_detached, is_pontoon_line, units_under
from hexwar.systems.nlc.rules.movement.hidden_ground import (
    distance_to_enemy,
    distance_to_watcher,
    is_horse_near,
)
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.systems.nlc.words import line_name
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.state import place_of

LIFT, NOTICE = "N20.11", "N20.12"

# -- who is meant: the lines of the order pad whose pieces go together


def lines_of(state: GameState, formation: FormationId) -> tuple[LineId, ...]:
    """The lines that act on a formation's chit: its own, and those of detached divisions."""
    own = LineId(formation)
    detached = dict.fromkeys(state.pad.detached.get(u, own) for u in state.units_of(formation))
    lines = dict.fromkeys((own, *detached))
    return tuple(line for line in lines if not is_pontoon_line(state, line))


def pieces_of_line(state: GameState, line: LineId) -> tuple[str, ...]:
    """The units and leaders under a line that are on the map, or may enter it now (N20.41)."""
    due = due_units(state, formation_of_line(line))
    units = [u for u in units_under(state, line) if state.units[u].hex is not None or u in due]
    return (*units, *(leaders_of_line(state, line) if units else ()))


def leaders_of_line(state: GameState, line: LineId) -> tuple[LeaderId, ...]:
    """The leaders who go with a line: the formation's own, on the map or entering with it."""
    if is_detached(line):
        return ()
    formation, cards = formation_of_line(line), state.battle.leaders
    coming = commander_due(state, formation)
    return tuple(
        leader
        for leader in state.battle.formations[formation].leaders
        if cards[leader].role not in (Role.OVERALL, Role.HQ)
        and (state.leaders[leader].hex is not None or leader == coming)
    )


def lifted_lines(state: GameState) -> tuple[LineId, ...]:
    """The lines of which somebody on the map moves hidden."""
    lifted = sorted(p for p in state.hiding.lifted if place_of(state, p) is not None)
    return tuple(dict.fromkeys(_line_of(state, piece) for piece in lifted))


def _line_of(state: GameState, piece: str) -> LineId:
    if piece in state.units:
        return state.line_id_of(UnitId(piece))
    return LineId(state.battle.leaders[LeaderId(piece)].formation)


def lifted_pieces(state: GameState, line: LineId) -> tuple[str, ...]:
    """Those under a line who are on the map and move hidden."""
    lifted = (p for p in sorted(state.hiding.lifted) if _line_of(state, p) == line)
    return tuple(piece for piece in lifted if place_of(state, piece) is not None)


def places_of(state: GameState, pieces: Sequence[str]) -> frozenset[Hex]:
    """The hexes of some units and leaders on the map."""
    units = [state.units[UnitId(piece)] for piece in pieces if piece in state.units]
    found = {place_of(state, piece) for piece in pieces} | {unit.tail for unit in units}
    return frozenset(hex_ for hex_ in found if hex_ is not None)


# -- who may be lifted off the map (N20.11, N20.41)


def lift_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why those under a line may not go out of the enemy's sight, or None.

    Args:
        state: What their side knows.
        line: Of the order pad; those under it who are hidden already are not asked about.
    """
    if not line_row(state, line).hides:
        return refuse(LIFT, "Its order is none of March, Reserve and Fall Back.")
    pieces = _to_lift(state, line)
    units = [UnitId(piece) for piece in pieces if piece in state.units]
    if not units:
        return refuse(LIFT, "Nobody of it is in sight.")
    if any(state.units[u].bridging is not None or state.units[u].square for u in units):
        return refuse(LIFT, "A unit of it stands in square, or is a bridge.")
    side = state.side_of_line(line)
    places = places_of(state, pieces) | {
        schedule(state)[unit].entry for unit in units if state.units[unit].hex is None
    }
    if any(is_seen(state, hex_, state.battle.enemy(side)) for hex_ in places):
        return refuse(LIFT, "The enemy sees a part of it.")
    far = numbers_of(state.battle).hidden_movement.lift_distance
    if (distance_to_enemy(state, side, places) or far) < far:
        return refuse(LIFT, "An enemy is less than {far} hexes away.", far=far)
    return None


def _to_lift(state: GameState, line: LineId) -> tuple[str, ...]:
    return tuple(p for p in pieces_of_line(state, line) if p not in state.hiding.unseen)


@dataclass(frozen=True, slots=True)
class LiftFormation(Question[bool], rule="N20.11"):
    """N20.11: whether those under a line go out of the enemy's sight and move hidden."""

    kinds = ("lift", "stay")
    words = mark("{who} may let {line} go out of the enemy's sight and move hidden.")
    clue = mark("Who moves hidden is off the map for the enemy. Press one of the buttons.")
    line: LineId

    def options(self, state: GameState) -> Sequence[bool]:
        """To stay in sight, or to go out of it."""
        return (False, True) if lift_refusal(state, self.line) is None else (False,)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Both, with what they mean."""
        name = line_name(view.battle, self.line)
        stay = say("{name} stays on the map for all to see", name=name)
        rules = numbers_of(view.battle).hidden_movement
        words = mark(
            "{name} moves where the enemy does not see it: by roads, trails and clear hexes, and"
            " into no hex within {near} of an enemy"
        )
        lift = say(words, name=name, near=rules.closed_distance)
        return (
            Choice("stay", say("Stay in sight"), stay, answer=False, manner=Manner.MAIN),
            Choice("lift", say("Move hidden"), lift, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where they are."""
        return _where(view, pieces_of_line(view, self.line))


@dataclass(frozen=True, slots=True)
class RevealHidden(Question[bool], rule="N20.12"):
    """N20.12: whether those who move hidden are placed on the map as they begin to act."""

    kinds = ("reveal", "stay")
    words = mark("{who} may place {line} on the map, or let it go on moving hidden.")
    clue = mark("Who wants to go near the enemy or to fight must be on the map.")
    line: LineId

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """To stay hidden, or to be placed."""
        return (False, True)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Both, with what they mean."""
        name = line_name(view.battle, self.line)
        stay = say("{name} goes on moving where the enemy does not see it", name=name)
        show = say("{name} stands on the map for all to see", name=name)
        return (
            Choice("stay", say("Stay hidden"), stay, answer=False, manner=Manner.MAIN),
            Choice("reveal", say("Place it on the map"), show, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where they are."""
        return _where(view, lifted_pieces(view, self.line))


def _where(view: GameState, pieces: Sequence[str]) -> Overlays:
    return Overlays(ready=places_of(view, pieces))


async def offer_hiding(table: Table[GameState]) -> None:
    """N20.11, N20.12: those who act may go out of sight, or show themselves.

    The enemy learns that somebody acts of whom he sees nothing, and no more.
    """
    state, acting = table.state, active(table.state)
    if not state.battle.has_hidden_movement:
        return
    for formation in acting.formations:
        for line in lines_of(table.state, formation):
            if lifted_pieces(table.state, line) and await RevealHidden(acting.side, line):
                place(table, line, OWN_WILL)
            elif lift_refusal(knowledge(table.state, acting.side), line) is None:
                await _offer_lift(table, line)
        if not _is_seen(table.state, formation):
            table.emit(HiddenMoved(formation))


async def _offer_lift(table: Table[GameState], line: LineId) -> None:
    side = table.state.side_of_line(line)
    if await LiftFormation(side, line):
        pieces = _to_lift(table.state, line)
        was_seen = any(place_of(table.state, piece) is not None for piece in pieces)
        table.emit(FormationLifted(side, *_sorted_out(table.state, pieces), was_seen))


def _is_seen(state: GameState, formation: FormationId) -> bool:
    """Whether the enemy sees anything of a formation."""
    card = state.battle.formations[formation]
    pieces = (p for p in (*card.units, *card.leaders) if p not in state.hiding.unseen)
    return any(place_of(state, piece) is not None for piece in pieces)


# -- what betrays who moves hidden (N20.12, N25.5)


OWN_WILL = mark("its owner showed it")
NOTICED = mark("the enemy noticed it")
SPOTTED = mark("the enemy sees it")
IN_PART = mark("a part of it is in sight")
OTHER_ORDER = mark("its order is of another type")


def next_to_place(state: GameState) -> tuple[LineId, str] | None:
    """A line of hidden troops that must be placed on the map now, and why; None if none must."""
    for line in lifted_lines(state) if state.hiding.lifted else ():
        if not line_row(state, line).hides:
            return line, OTHER_ORDER
        enemy = state.battle.enemy(state.side_of_line(line))
        places = places_of(state, lifted_pieces(state, line))
        if any(is_seen(state, hex_, enemy) for hex_ in places):
            return line, SPOTTED
        if any(place_of(state, piece) is not None for piece in _to_lift(state, line)):
            return line, IN_PART
    return None


async def watch(table: Table[GameState]) -> None:
    """N20.12: at the end of an activation a die tells of each who moves hidden if he is noticed.

    Of those who have acted, and of those near whom an enemy has ended it. No die is thrown where
    none could tell.
    """
    for line in lifted_lines(table.state) if table.state.hiding.lifted else ():
        if lifted_pieces(table.state, line) and is_watched(table.state, line):
            await _roll(table, line)


def is_watched(state: GameState, line: LineId) -> bool:
    """Whether a die is thrown for a line of hidden troops as an activation ends (N20.12)."""
    acting, side = active(state), state.side_of_line(line)
    known, places = knowledge(state, side), places_of(state, lifted_pieces(state, line))
    reach = numbers_of(state.battle).hidden_movement.notice_distance
    if acting.side == side:
        is_acting = formation_of_line(line) in acting.formations
        away = distance_to_watcher(known, side, places)
        return is_acting and away is not None and away <= reach
    units = (u for f in acting.formations for u in known.units_of(f))
    fighters = (known.units[u].hex for u in units if known.card(u).is_combat_unit)
    hexes = [hex_ for hex_ in fighters if hex_ is not None]
    near = (nearest_distance(known, place, hexes) for place in places)
    return any(away is not None and away <= reach for away in near)


async def _roll(table: Table[GameState], line: LineId) -> None:
    """N25.5: one die; the enemy sees it only if it reveals."""
    side = table.state.side_of_line(line)
    die = await throw(table, side, say("hidden movement"), is_secret=True)
    seen = knowledge(table.state, side)
    pieces, rules = lifted_pieces(table.state, line), numbers_of(seen.battle).hidden_movement
    away = distance_to_watcher(seen, side, places_of(seen, pieces))
    assert away is not None
    column = column_of(rules, away)
    modifier = notice_modifier(seen, side, pieces)
    noticed = is_noticed(rules, die + modifier, column)
    words = column_words(rules, column)
    table.emit(HiddenMarchRolled(side, formation_of_line(line), die, modifier, words, noticed))
    if noticed:
        place(table, line, NOTICED)


def column_of(rules: HiddenMovement, away: int) -> int:
    """The column of the table for a distance to the nearest enemy, hexes."""
    return bisect_right(rules.columns, away) - 1


def column_words(rules: HiddenMovement, column: int) -> str:
    """A column of the table: `4-6`, `10+`."""
    low, after = rules.columns[column], rules.columns[column + 1 : column + 2]
    return f"{low}-{after[0] - 1}" if after else f"{low}+"


def is_noticed(rules: HiddenMovement, total: int, column: int) -> bool:
    """Whether a modified die reveals (N25.5)."""
    row = max(1, min(len(rules.table), total)) - 1
    return rules.table[row][column] == "R"


def notice_modifier(state: GameState, side: Side, pieces: Sequence[str]) -> int:
    """What is added to the die of hidden troops (N25.5).

    Args:
        state: What their side knows.
        side: Theirs.
        pieces: Who goes together.
    """
    rules, field = numbers_of(state.battle).hidden_movement, state.battle.battlefield
    fighters = [UnitId(p) for p in pieces if p in state.units]
    fighters = [unit for unit in fighters if state.card(unit).is_combat_unit]
    hexes = [hex_ for unit in fighters if (hex_ := state.units[unit].hex) is not None]
    in_woods = bool(hexes) and all(field.terrain_at(hex_) is Terrain.WOODS for hex_ in hexes)
    is_covered = in_woods or state.sky.weather in rules.covering
    return (
        rules.watched * is_horse_near(state, side, places_of(state, pieces), rules.watch_distance)
        + rules.large * (sum(state.sp(unit) for unit in fighters) > rules.large_sp)
        + rules.covered * is_covered
        + rules.night * is_dark(state)
    )


# -- onto the map again (N20.12, N20.13)


def place(table: Table[GameState], line: LineId, cause: str) -> None:
    """N20.12: those of a line who moved hidden stand on the map again, each in its hex.

    Whom a die or their owner has shown lie there as a hidden force, if they may (N20.13).
    """
    state = table.state
    pieces = lifted_pieces(state, line)
    units, leaders = _sorted_out(state, pieces)
    hexes = dict.fromkeys(hex_ for piece in pieces if (hex_ := place_of(state, piece)))
    side = state.side_of_line(line)
    may_hide = state.battle.has_hidden_forces and cause in (NOTICED, OWN_WILL)
    enemy = state.battle.enemy(side)
    under_flags = may_hide and not any(is_seen(state, hex_, enemy) for hex_ in hexes)
    table.emit(FormationPlaced(side, units, leaders, tuple(hexes), cause, under_flags))


def _sorted_out(
    state: GameState, pieces: Sequence[str]
) -> tuple[tuple[UnitId, ...], tuple[LeaderId, ...]]:
    """The units and the leaders among some pieces."""
    units = tuple(UnitId(piece) for piece in pieces if piece in state.units)
    return units, tuple(LeaderId(piece) for piece in pieces if piece in state.leaders)


async def place_hidden(table: Table[GameState]) -> None:
    """N20.12: hidden troops whom the enemy spots, or who got another order, are placed."""
    found = next_to_place(table.state)
    assert found is not None
    place(table, *found)
