"""Cards of marches and orders (N23.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hexwar.engine import Table
from hexwar.model.cards import CardId
from hexwar.model.events import RetreatAllowed
from hexwar.model.forces import FormationCard, Side
from hexwar.model.orders import LineId, Verb
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.conduct import INFILTRATION, PROBE
from hexwar.rules.nlc.cards.decision_effects import (
    GENERAL_ADVANCE,
    GENERAL_RETREAT,
    OVERALL,
    SOUND_OF_GUNS,
    guns_heard,
    is_free_of_zones,
)
from hexwar.rules.nlc.cards.effects import ALWAYS, begin
from hexwar.rules.nlc.cards.order_effects import (
    APPROACH_MARCH,
    FORCED_MARCH,
    TURNING_MOVEMENT,
    is_full_play,
)
from hexwar.rules.nlc.cards.plays import Act, Play, Subjects
from hexwar.rules.nlc.cards.zone_exits import HOLDING, MOBILE_DEFENSE
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.general_retreat import exits_of
from hexwar.rules.nlc.local_decision import try_refusal
from hexwar.rules.nlc.orders import is_ordered, step_of
from hexwar.rules.nlc.pad import givers

FIGHTING = (Verb.ATTACK, Verb.PROBE)
"""The orders under which cavalry may decline its assault (N23.4)."""


# -- whom a card can name


def _named(
    state: GameState, side: Side, fits: Callable[[GameState, FormationCard, LineId], bool]
) -> Sequence[Subjects]:
    """Each formation of a side with an order that fits, in the order of the army list."""
    own = (card for card in state.battle.formations.values() if card.side == side)
    lines = ((card, LineId(card.id)) for card in own if state.lines[LineId(card.id)].steps)
    return [(card.id,) for card, line in lines if fits(state, card, line)]


def marchers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations that an Approach March can name: on the map, and with no unit in an EZOC."""
    return _named(state, side, _can_approach)


def _can_approach(state: GameState, formation: FormationCard, line: LineId) -> bool:
    if not formation.has_chit or state.lines[line].step.fixed:
        return False
    return centre_of(state, line) is not None and is_free_of_zones(state, line)


def deciders(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations whose leaders may decide for themselves this turn (N12.66)."""
    return _named(state, side, lambda state, _, line: try_refusal(state, line) is None)


def hearers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations that can follow the Sound of Guns: none of their units is in an EZOC."""
    return _named(state, side, _can_hear)


def _can_hear(state: GameState, _: FormationCard, line: LineId) -> bool:
    if try_refusal(state, line) is not None or not is_free_of_zones(state, line):
        return False
    return bool(guns_heard(state, line))


def attackers(state: GameState, side: Side) -> Sequence[Subjects]:
    """The formations under an order to Attack (N23.9)."""
    return _named(state, side, lambda s, card, x: card.has_chit and is_ordered(s, x, Verb.ATTACK))


def holders(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; one formation or division must be under Defend or Delay."""
    own = (line for line in state.lines if state.side_of_line(line) == side)
    return ((),) if any(is_ordered(state, x, verb) for x in own for verb in HOLDING) else ()


def infiltrators(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; in full play there must be cavalry that could decline its assault."""
    if not is_full_play(state) or any(_may_decline(state, side)):
        return ((),)
    return ()


def _may_decline(state: GameState, side: Side) -> Iterator[bool]:
    for unit in state.on_map(side):
        yield state.card(unit.id).arm.is_cavalry and step_of(state, unit.id).verb in FIGHTING


def writers(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; a commander must be on the map who can write the order."""
    return ((),) if givers(state, side) else ()


def retreaters(state: GameState, side: Side) -> Sequence[Subjects]:
    """Nobody is named; the army must have a way out, and no leave to take it (N12.29)."""
    return () if side in state.retreating or not exits_of(state, side) else ((),)


# -- what it does


def _in_force(card: CardId, uses: int = 0) -> Act:
    """The act of a card that is in force to the end of the turn, for whom it names."""

    async def act(table: Table[GameState], side: Side, subjects: Subjects) -> None:
        begin(table, side, card, subjects=subjects, uses=uses)

    return act


async def allow_retreat(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """N12.29, N23.8: the army may be ordered off the map; in restricted play by the OC alone."""
    table.emit(RetreatAllowed(side))
    alone = () if is_full_play(table.state) else (OVERALL,)
    begin(table, side, GENERAL_RETREAT, subjects=alone, until=ALWAYS)


PLAYS: Mapping[CardId, Play] = {
    APPROACH_MARCH: Play(_in_force(APPROACH_MARCH, 1), marchers),
    GENERAL_RETREAT: Play(allow_retreat, retreaters),
    GENERAL_ADVANCE: Play(_in_force(GENERAL_ADVANCE), deciders),
    PROBE: Play(_in_force(PROBE), attackers),
    INFILTRATION: Play(_in_force(INFILTRATION), infiltrators),
    SOUND_OF_GUNS: Play(_in_force(SOUND_OF_GUNS), hearers),
    MOBILE_DEFENSE: Play(_in_force(MOBILE_DEFENSE), holders),
    TURNING_MOVEMENT: Play(_in_force(TURNING_MOVEMENT, 1), writers),
    FORCED_MARCH: Play(_in_force(FORCED_MARCH, 1), writers),
}
