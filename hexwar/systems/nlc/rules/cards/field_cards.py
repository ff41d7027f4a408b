"""Cards of news, commanders, ground and combat (N23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.cards.records import SPIES, CardId
from hexwar.engine import Table
from hexwar.ground.zones import enemy_hexes, enemy_zone, is_adjacent_to_enemy
from hexwar.hexes import Hex, Hexside
from hexwar.systems.nlc.events.combat import UnitsRecovered
from hexwar.systems.nlc.events.movement import PopulaceActed
from hexwar.systems.nlc.events.orders import RetreatAllowed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.cards.combat_rows import (
    AREA_DEFENSE,
    BLUECHER,
    COSSACKS,
    COVER_FIRE,
    LAST_PUSH,
    MARMONT,
    NEY,
    RETREATS,
    UNTRAINED,
    marmont_of,
)
from hexwar.systems.nlc.rules.cards.combat_windows import CAVALRY_PURSUIT, COUNTER_CHARGE, JAWS
from hexwar.systems.nlc.rules.cards.decision_effects import BATTLE_ENDS
from hexwar.systems.nlc.rules.cards.effects import (
    ALWAYS,
    SCOUTS,
    begin,
    effects_of,
    is_in_force,
    reveal,
)
from hexwar.systems.nlc.rules.cards.order_effects import (
    AIDE_DE_CAMP,
    EMPEROR,
    ORDER,
    TRACE,
    is_solo,
)
from hexwar.systems.nlc.rules.cards.rerolls import REROLLS
from hexwar.systems.nlc.rules.cards.windows import (
    NOBODY,
    Play,
    Subjects,
    Targets,
    anyone,
    lasting,
    register,
)
from hexwar.systems.nlc.rules.command.blucher import blucher_of
from hexwar.systems.nlc.rules.command.bonuses import NEY_BONUS
from hexwar.systems.nlc.rules.movement.law import FIRE
from hexwar.systems.nlc.rules.orders.pad import giver_of, giver_refusal, line_refusal
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Box, Phase
from hexwar.table.spans import Crossing, crossing

# -- cards of news and of the end of the battle (N23.4)


def news_for(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named: the enemy's orders are read until those of this turn are written (N12.9).

    Alone against the game a formation gets one order for nothing instead (N23.4).
    """
    if not is_solo(state):
        return NOBODY
    own = (card for card in state.battle.formations.values() if card.side == side)
    return [(card.id,) for card in own if _can_be_told(state, side, LineId(card.id))]


def _can_be_told(state: GameState, side: Side, line: LineId) -> bool:
    barred = line_refusal(state, side, line) or giver_refusal(state, giver_of(state, line), line)
    return barred is None


def unsaid(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Nobody is named; a side must have no leave yet to retreat off the map."""
    return NOBODY if set(state.battle.sides) - set(state.pad.retreating) else ()


async def end_battle(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N12.29: both armies may be ordered off the map, to the end of the game."""
    for one in table.state.battle.sides:
        if one not in table.state.pad.retreating:
            table.emit(RetreatAllowed(one))
        begin(table, one, BATTLE_ENDS, until=ALWAYS)


# -- cards of commanders and of their staff (N23.4)


TASKS = (ORDER, TRACE)
"""What an Aide de Camp can be sent for before the chits: one order, or the traces of the turn."""


def emperors(state: GameState, side: Side) -> Sequence[Subjects]:
    """Napoleon, if he is on the map: he has a rating of 5, a chit and an Initial Action (N23.4)."""
    return [(card.id,) for card in state.leaders_on_map(side) if is_napoleon(card)]


def tasks(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """What the Aide de Camp is sent for: before the chits a choice, else a captured leader."""
    is_before = state.phase in (Phase.CARDS, Phase.ORDERS)
    return [(task,) for task in TASKS] if is_before else NOBODY


async def ride(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N12.4, N12.12: he rides for an order or for the traces of this turn.

    At a capture the card itself has said all: who has lost the leader keeps him (N14.7).
    """
    if subjects:
        begin(table, side, AIDE_DE_CAMP, subjects=subjects, uses=int(ORDER in subjects))


# -- cards that change the ground: fires and bridges (N23.4)


POPULACE = CardId("populace")


# -- Fire


def towns_to_burn(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Every town hex of the map that does not burn yet, in map order (N23.9)."""
    burning = state.law.blaze(state).towns
    return [(hex_,) for hex_ in _towns(state) if hex_ not in burning]


async def burn(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: until the first day turn of tomorrow the town costs more MP."""
    state = table.state
    today, later = state.turn_card.day, state.battle.turns[state.turn :]
    light = (t.number for t in later if t.day != today and t.kind is TurnKind.DAY)
    begin(table, side, FIRE, subjects=subjects, until=next(light, ALWAYS + 1) - 1)


def _towns(state: GameState) -> list[Hex]:
    field = state.battle.battlefield
    return [hex_ for hex_ in field.grid.hexes if field.terrain_at(hex_).cover.streets]


# -- Populace


def spans_of_the_people(state: GameState, side: Side) -> Sequence[Subjects]:
    """The bridges and trestles near a town that is in no EZOC (T24.3), each by its two hexes."""
    field, zone = state.battle.battlefield, enemy_zone(state, side)
    limit = numbers_of(state.battle).card.populace_distance
    free = [town for town in _towns(state) if town not in zone]

    def is_near(span: Hexside) -> bool:
        return any(field.grid.distance(town, end) <= limit for town in free for end in span)

    return [span for span in sorted(field.span_at) if is_near(span)]


async def rouse(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """T24.3: a whole span is broken down, or a damaged one is made whole."""
    a, b = map(Hex, subjects)
    table.emit(PopulaceActed(side, (a, b), is_damaged=(a, b) not in table.state.spans.damaged))


# -- Scouts Find Ford


def rivers(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; the card is of use where a river of the map has no span or ford (T18.34)."""
    field = state.battle.battlefield
    is_open = any(crossing(field, state.spans, *s) is Crossing.RIVER for s in field.water)
    return anyone(state, side) if is_open else ()


async def scout(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """T18.34: until the day ends units look for fords."""
    state, later = table.state, table.state.battle.turns[table.state.turn - 1 :]
    day = state.turn_card.day
    until = max(t.number for t in later if t.day == day and t.kind is not TurnKind.NIGHT_AM)
    begin(table, side, SCOUTS, subjects=subjects, until=until)


# -- cards of combat (N23.4): what each can name, and what it puts in force
#
# What is in force acts in the chapters of combat: `combat_rows` has the rows of reports,
# `combat_windows` the moments at which cards are played, `rerolls` the dice that are thrown again.


GNEISENAU = CardId("gneisenau")
ANOTHER_CHANCE = CardId("another-chance")

COSSACK = "cossack"
"""The flag of Cossack units."""


def _unless_in_force(card: CardId, targets: Targets) -> Targets:
    """The targets of a card that is of no more use while another of its kind acts."""

    def found(state: GameState, side: Side) -> Sequence[Subjects]:
        """None while it acts."""
        return () if is_in_force(state, side, card) else targets(state, side)

    return found


# -- 3, 14, 24: dice of an assault


def _cover_fire_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """A side with artillery, in one combat of a turn."""
    fired = ((score.card, score.side, score.turn) for score in state.cards.scores)
    has_guns = any(state.card(unit.id).arm.is_artillery for unit in state.on_map(side))
    return NOBODY if has_guns and (COVER_FIRE, side, state.turn) not in fired else ()


def _ney_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """Ney himself is on the map, not his successor."""
    ney = (card.id for card in state.leaders_on_map(side) if NEY_BONUS in card.special)
    return NOBODY if any(not state.leaders[leader].successor for leader in ney) else ()


async def _another_chance(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N23.4: one die may be thrown again."""
    begin(table, side, ANOTHER_CHANCE, subjects=(REROLLS,), uses=1)


# -- 7, 30: Blücher, Gneisenau, Marmont


def _blucher_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    return () if blucher_of(state, side) is None else NOBODY


async def _bluecher(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N23.4, N11.3: dice may be thrown again, and nobody retreats against his will."""
    dice = numbers_of(table.state.battle).card.rerolls
    begin(table, side, BLUECHER, subjects=(REROLLS,), uses=dice)
    begin(table, side, BLUECHER, subjects=(RETREATS,))


def _gneisenau_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """Each formation with units in the UAR box, the most first; else nobody."""
    if blucher_of(state, side) is None:
        return ()
    waiting = {card.id: _waiting(state, card.id) for card in state.battle.formations.values()}
    own = [f for f in waiting if waiting[f] and state.battle.formations[f].side == side]
    own.sort(key=lambda formation: -len(waiting[formation]))
    return [(formation,) for formation in own] or NOBODY


def _waiting(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units of a formation in the UAR box."""
    return tuple(u for u in state.units_of(formation) if state.units[u].box is Box.UAR)


async def _gneisenau(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4, N13.3: dice may be thrown again; a formation's units are Recovered."""
    dice = numbers_of(table.state.battle).card.rerolls
    begin(table, side, GNEISENAU, subjects=(REROLLS,), uses=dice)
    for name in subjects:
        formation = FormationId(name)
        table.emit(UnitsRecovered(formation, _waiting(table.state, formation)))
        reveal(table, side, GNEISENAU)


def _marmont_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """Marmont is on the map; each enemy stack, or nobody where there is none."""
    if marmont_of(state, side) is None:
        return ()
    return list(_stacks(state, side)) or NOBODY


def _stacks(state: GameState, side: Side) -> Iterator[tuple[UnitId, ...]]:
    """The stacks of a side's enemy: those in contact first, the strongest first."""
    enemy = state.battle.enemy(side)

    def rank(hex_: Hex) -> tuple[bool, int, Hex]:
        strength = sum(state.sp(unit) for unit in state.combat_units_in(hex_, enemy))
        return not is_adjacent_to_enemy(state, enemy, hex_), -strength, hex_

    stacks = (state.combat_units_in(h, enemy) for h in sorted(enemy_hexes(state, side), key=rank))
    return filter(None, stacks)


async def _marmont(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: it is in force to the end of the turn, for himself too: he is rated higher."""
    marmont = marmont_of(table.state, side)
    assert marmont is not None
    begin(table, side, MARMONT, subjects=(*subjects, marmont))


# -- 20: a formation that holds its ground


def _defenders(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations under Defend with a combat unit on the map, in the order of battle."""
    return [
        (card.id,)
        for card in state.battle.formations.values()
        if card.side == side
        and line_row(state, LineId(card.id)).defends
        and any(state.units[u].hex is not None and state.card(u).is_combat_unit for u in card.units)
    ]


# -- 23: cavalry that may not charge


def _cossack_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """The Cossacks of each enemy stack that has any."""
    return _riders(state, side, COSSACKS, COSSACK)


def _cavalry_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """The cavalry of each enemy stack that has any."""
    return _riders(state, side, UNTRAINED)


def _riders(state: GameState, side: Side, card: CardId, flag: str = "") -> list[Subjects]:
    """Cavalry of the enemy stack by stack, but for those whom such a card holds back already."""
    held = {unit for effect in effects_of(state, side, card) for unit in effect.subjects}

    def is_free(unit: UnitId) -> bool:
        card = state.card(unit)
        return card.arm.is_cavalry and (not flag or flag in card.flags) and unit not in held

    found = (tuple(filter(is_free, stack)) for stack in _stacks(state, side))
    return [units for units in found if units]


register(
    {
        SPIES: Play(lasting(SPIES, 1), news_for),
        BATTLE_ENDS: Play(end_battle, unsaid),
        EMPEROR: Play(lasting(EMPEROR), emperors),
        AIDE_DE_CAMP: Play(ride, tasks),
        FIRE: Play(burn, towns_to_burn),
        POPULACE: Play(rouse, spans_of_the_people),
        SCOUTS: Play(scout, rivers),
        COVER_FIRE: Play(lasting(COVER_FIRE, 1), _cover_fire_targets),
        BLUECHER: Play(_bluecher, _unless_in_force(BLUECHER, _blucher_targets)),
        NEY: Play(lasting(NEY), _unless_in_force(NEY, _ney_targets)),
        ANOTHER_CHANCE: Play(_another_chance),
        CAVALRY_PURSUIT: Play(lasting(CAVALRY_PURSUIT), _unless_in_force(CAVALRY_PURSUIT, anyone)),
        COUNTER_CHARGE: Play(lasting(COUNTER_CHARGE), _unless_in_force(COUNTER_CHARGE, anyone)),
        AREA_DEFENSE: Play(lasting(AREA_DEFENSE), _defenders),
        JAWS: Play(lasting(JAWS, 1)),
        COSSACKS: Play(lasting(COSSACKS), _cossack_targets),
        UNTRAINED: Play(lasting(UNTRAINED), _cavalry_targets),
        LAST_PUSH: Play(lasting(LAST_PUSH, 1)),
        MARMONT: Play(_marmont, _unless_in_force(MARMONT, _marmont_targets)),
        GNEISENAU: Play(_gneisenau, _gneisenau_targets),
    }
)
