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
from hexwar.systems.nlc.rules.cards.effects import ALWAYS, begin, effects_of, is_in_force, reveal
from hexwar.systems.nlc.rules.cards.order_effects import (
    AIDE_DE_CAMP,
    EMPEROR,
    ORDER,
    TRACE,
    is_solo,
)
from hexwar.systems.nlc.rules.cards.rerolls import REROLLS
from hexwar.systems.nlc.rules.cards.windows import Act, Play, Subjects, Targets, register
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

# -- cards of news and of the end of the battle (N23.4)


def news_for(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named: the enemy's orders are read. Alone, the formation that gets an order."""
    if not is_solo(state):
        return ((),)
    own = (card for card in state.battle.formations.values() if card.side == side)
    return [(card.id,) for card in own if _can_be_told(state, side, LineId(card.id))]


def _can_be_told(state: GameState, side: Side, line: LineId) -> bool:
    if line_refusal(state, side, line) is not None:
        return False
    return giver_refusal(state, giver_of(state, line), line) is None


async def bring_news(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4, N12.9: the side reads the enemy's orders until its own of this turn are written.

    Alone against the game it has one order for nothing instead.
    """
    begin(table, side, SPIES, subjects=subjects, uses=1)


def unsaid(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Nobody is named; a side must have no leave yet to retreat off the map."""
    return ((),) if any(s not in state.pad.retreating for s in state.battle.sides) else ()


async def end_battle(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N12.29: both armies may be ordered off the map, to the end of the game."""
    for one in table.state.battle.sides:
        if one not in table.state.pad.retreating:
            table.emit(RetreatAllowed(one))
        begin(table, one, BATTLE_ENDS, until=ALWAYS)


register(
    {
        SPIES: Play(bring_news, news_for),
        BATTLE_ENDS: Play(end_battle, unsaid),
    }
)


# -- cards of commanders and of their staff (N23.4)


TASKS = (ORDER, TRACE)
"""What an Aide de Camp can be sent for before the chits: one order, or the traces of the turn."""


def emperors(state: GameState, side: Side) -> Sequence[Subjects]:
    """Napoleon, if he is on the map."""
    cards = state.battle.leaders
    here = (leader.id for leader in state.leaders.values() if leader.hex is not None)
    return [(x,) for x in here if cards[x].side == side and is_napoleon(cards[x])]


async def inspire(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: a rating of 5 this turn, a Coordinated Action chit and an Initial Action."""
    begin(table, side, EMPEROR, subjects=subjects)


def tasks(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """What the Aide de Camp is sent for: before the chits a choice, else a captured leader."""
    is_before = state.phase in (Phase.CARDS, Phase.ORDERS)
    return [(task,) for task in TASKS] if is_before else ((),)


async def ride(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N12.4, N12.12: he rides for an order or for the traces of this turn.

    At a capture the card itself has said all: who has lost the leader keeps him (N14.7).
    """
    if subjects:
        uses = 1 if ORDER in subjects else 0
        begin(table, side, AIDE_DE_CAMP, subjects=subjects, uses=uses)


register(
    {
        EMPEROR: Play(inspire, emperors),
        AIDE_DE_CAMP: Play(ride, tasks),
    }
)


# -- cards that change the ground: fires and bridges (N23.4)


POPULACE = CardId("populace")


# -- Fire


def towns_to_burn(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Every town hex of the map that does not burn yet, in map order (N23.9)."""
    burning = state.law.blaze(state).towns
    return [(hex_,) for hex_ in _towns(state) if hex_ not in burning]


async def burn(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: until the first day turn of tomorrow the town costs more MP."""
    begin(table, side, FIRE, subjects=subjects, until=_until_tomorrow(table.state))


def _until_tomorrow(state: GameState) -> int:
    """The last turn before the first day turn of a later day."""
    today, later = state.turn_card.day, state.battle.turns[state.turn :]
    light = (t.number for t in later if t.day != today and t.kind is TurnKind.DAY)
    return next(light, ALWAYS + 1) - 1


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
    a, b = subjects
    span = (Hex(a), Hex(b))
    table.emit(PopulaceActed(side, span, is_damaged=span not in table.state.spans.damaged))


register(
    {
        FIRE: Play(burn, towns_to_burn),
        POPULACE: Play(rouse, spans_of_the_people),
    }
)


# -- cards of combat (N23.4): what each can name, and what it puts in force
#
# What is in force acts in the chapters of combat: `combat_rows` has the rows of reports,
# `combat_windows` the moments at which cards are played, `rerolls` the dice that are thrown again.


GNEISENAU = CardId("gneisenau")
ANOTHER_CHANCE = CardId("another-chance")

COSSACK = "cossack"
"""The flag of Cossack units."""

NOBODY: Sequence[Subjects] = ((),)
"""The targets of a card that names nobody."""


def _lasting(card: CardId) -> Act:
    """A card that acts to the end of the turn, on whom it names."""

    async def act(table: Table[GameState], side: Side, subjects: Subjects) -> None:
        """N23.6: it is in force to the end of the turn."""
        begin(table, side, card, subjects=subjects)

    return act


def _once(card: CardId) -> Act:
    """A card that acts once."""

    async def act(table: Table[GameState], side: Side, subjects: Subjects) -> None:
        """N23.6: it is in force until it has acted."""
        begin(table, side, card, subjects=subjects, uses=1)

    return act


def _unless_in_force(card: CardId, targets: Targets) -> Targets:
    """The targets of a card that is of no more use while another of its kind acts."""

    def found(state: GameState, side: Side) -> Sequence[Subjects]:
        """None while it acts."""
        return () if is_in_force(state, side, card) else targets(state, side)

    return found


def _nobody(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    return NOBODY


# -- 3, 14, 24: dice of an assault


def _cover_fire_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """A side with artillery, in one combat of a turn."""
    has_fired = any(
        score.card == COVER_FIRE and score.side == side and score.turn == state.turn
        for score in state.cards.scores
    )
    has_guns = any(state.card(unit.id).arm.is_artillery for unit in state.on_map(side))
    return NOBODY if has_guns and not has_fired else ()


def _ney_targets(state: GameState, side: Side) -> Sequence[Subjects]:
    """Ney himself is on the map, not his successor."""
    cards = state.battle.leaders
    return (
        NOBODY
        if any(
            leader.hex is not None
            and not leader.successor
            and cards[leader.id].side == side
            and NEY_BONUS in cards[leader.id].special
            for leader in state.leaders.values()
        )
        else ()
    )


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


def _stacks(state: GameState, side: Side) -> Iterator[Subjects]:
    """The stacks of a side's enemy: those in contact first, the strongest first."""
    enemy = state.battle.enemy(side)

    def rank(hex_: Hex) -> tuple[bool, int, Hex]:
        strength = sum(state.sp(unit) for unit in state.combat_units_in(hex_, enemy))
        return not is_adjacent_to_enemy(state, enemy, hex_), -strength, hex_

    for hex_ in sorted(enemy_hexes(state, side), key=rank):
        units = state.combat_units_in(hex_, enemy)
        if units:
            yield units


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
    return _riders(state, side, UNTRAINED, None)


def _riders(state: GameState, side: Side, card: CardId, flag: str | None) -> list[Subjects]:
    """Cavalry of the enemy stack by stack, but for those whom such a card holds back already."""
    held = {unit for effect in effects_of(state, side, card) for unit in effect.subjects}
    found = (
        tuple(
            UnitId(u)
            for u in stack
            if state.card(UnitId(u)).arm.is_cavalry
            and (flag is None or flag in state.card(UnitId(u)).flags)
            and u not in held
        )
        for stack in _stacks(state, side)
    )
    return [units for units in found if units]


register(
    {
        COVER_FIRE: Play(_once(COVER_FIRE), _cover_fire_targets),
        BLUECHER: Play(_bluecher, _unless_in_force(BLUECHER, _blucher_targets)),
        NEY: Play(_lasting(NEY), _unless_in_force(NEY, _ney_targets)),
        ANOTHER_CHANCE: Play(_another_chance),
        CAVALRY_PURSUIT: Play(
            _lasting(CAVALRY_PURSUIT), _unless_in_force(CAVALRY_PURSUIT, _nobody)
        ),
        COUNTER_CHARGE: Play(_lasting(COUNTER_CHARGE), _unless_in_force(COUNTER_CHARGE, _nobody)),
        AREA_DEFENSE: Play(_lasting(AREA_DEFENSE), _defenders),
        JAWS: Play(_once(JAWS)),
        COSSACKS: Play(_lasting(COSSACKS), _cossack_targets),
        UNTRAINED: Play(_lasting(UNTRAINED), _cavalry_targets),
        LAST_PUSH: Play(_once(LAST_PUSH)),
        MARMONT: Play(_marmont, _unless_in_force(MARMONT, _marmont_targets)),
        GNEISENAU: Play(_gneisenau, _gneisenau_targets),
    }
)
