"""What cards in force do for leaders who decide alone (N12.29, N12.64, N23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexwar.cards.events import CardDiscarded, EffectChanged
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.engine import Table
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.cards.effects import effect_of, is_in_force
from hexwar.systems.nlc.rules.cards.order_effects import is_march_and_attack
from hexwar.systems.nlc.rules.command.command import centre_of, units_under
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep, Side

GENERAL_ADVANCE = CardId("general-advance")
SOUND_OF_GUNS = CardId("sound-of-guns")
GENERAL_RETREAT = CardId("general-retreat")
BATTLE_ENDS = CardId("battle-ends")

OVERALL = "overall"
"""The subject of a General Retreat that the OC alone may order (N23.8)."""


# -- General Advance and Sound of Guns


def decision_shifts(
    state: GameState, line: LineId, wanted: Sequence[OrderStep]
) -> Iterator[tuple[str, int]]:
    """The shifts that cards give a try, by name, columns to the right (N12.64, N12.67)."""
    side, formation = state.side_of_line(line), formation_of_line(line)
    columns = numbers_of(state.battle).card.decision_shift
    if is_in_force(state, side, GENERAL_ADVANCE, formation):
        yield say("General Advance"), columns
    if follows_guns(state, line, wanted):
        yield say("Sound of Guns"), columns


def follows_guns(state: GameState, line: LineId, wanted: Sequence[OrderStep]) -> bool:
    """Whether a leader tries for what the card Sound of Guns lets him try for (N12.67).

    That is to march and to attack a hex that he has heard the guns of. A Bad Move is then no
    effect.
    """
    hears = is_in_force(state, state.side_of_line(line), SOUND_OF_GUNS, formation_of_line(line))
    is_attack = hears and is_march_and_attack(wanted)
    return is_attack and wanted[-1].target in guns_heard(state, line)


def guns_heard(state: GameState, line: LineId) -> tuple[Hex, ...]:
    """The hexes near a line's commander that anybody assaulted or bombarded last turn, by id.

    Who charged has been heard as well (house rule).
    """
    here, radius = centre_of(state, line), numbers_of(state.battle).card.sound_distance
    if here is None:
        return ()
    blows = (blow for struck in state.assaults.struck.values() for blow in struck)
    hexes = {hex_ for turn, hex_ in blows if turn == state.turn - 1}
    distance = state.battle.battlefield.grid.distance
    return tuple(sorted(hex_ for hex_ in hexes if distance(here, hex_) <= radius))


def is_free_of_zones(state: GameState, line: LineId) -> bool:
    """Whether no unit of a line is in an EZOC (N23.4)."""
    return not any(is_in_contact(state, unit) for unit in units_under(state, line))


# -- General Retreat


def may_retreat_alone(state: GameState, side: Side) -> bool:
    """Whether a side's leaders may decide for a General Retreat themselves (N12.29, N23.8).

    Not where a card lets only the OC order it, and The Battle Ends has not been played.
    """
    held = effect_of(state, side, GENERAL_RETREAT)
    return held is None or OVERALL not in held.subjects or is_in_force(state, side, BATTLE_ENDS)


def may_try_again(state: GameState, side: Side) -> Effect | None:
    """The General Retreat by which leaders may try each turn, whatever came of it, or None."""
    held = effect_of(state, side, GENERAL_RETREAT)
    return None if held is None or OVERALL in held.subjects else held


def put_retreat_away(table: Table[GameState], held: Effect) -> None:
    """N12.29: who may take a General Retreat for himself has tried for something else.

    The card goes; only the OC may order the retreat from now on.
    """
    table.emit(EffectChanged(replace(held, subjects=(OVERALL,))))
    piles = table.state.cards.piles.get(held.side)
    if piles is not None and GENERAL_RETREAT in piles.of(Pile.ENDURING):
        table.emit(
            CardDiscarded(held.side, GENERAL_RETREAT, Pile.ENDURING, Pile.DISCARD, is_shown=True)
        )
