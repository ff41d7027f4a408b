"""What cards have put in force: asking for it, using it up, ending it, and when the enemy knows.

Rules: N23.2-N23.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from hexwar.cards.events import CardDiscarded, EffectBegan, EffectChanged, EffectEnded
from hexwar.cards.library import card
from hexwar.cards.records import CardId, CardKind, Effect, Pile
from hexwar.engine import Table
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.movement import FordsForgotten
from hexwar.systems.nlc.rules.cards.ways import is_face_down
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Role, Side, UnitId

SCOUTS = CardId("scouts-find-ford")
"""The card by which fords are found (T18.34)."""

LATE_START = CardId("late-start")
"""The card by which an OC oversleeps (N4.24)."""

ALWAYS = 1 << 16
"""The last turn of an effect that lasts until something ends it."""


def effects_of(state: GameState, side: Side, id_: CardId) -> Iterator[Effect]:
    """The effects of a kind of card that serve a side, in the order in which they began."""
    return (e for e in state.cards.effects if e.card == id_ and e.side == side)


def effect_of(state: GameState, side: Side, id_: CardId) -> Effect | None:
    """The first effect of a kind of card that serves a side, or None."""
    return next(effects_of(state, side, id_), None)


def is_in_force(state: GameState, side: Side, id_: CardId, subject: str | None = None) -> bool:
    """Whether a kind of card acts for a side; on a subject, if one is named."""
    return any(subject is None or subject in e.subjects for e in effects_of(state, side, id_))


def is_asleep(state: GameState, leader: LeaderId) -> bool:
    """Whether a leader is an OC who has overslept (N4.24)."""
    card = state.battle.leaders[leader]
    return card.role is Role.OVERALL and is_in_force(state, card.side, LATE_START)


def begin(
    table: Table[GameState],
    side: Side,
    id_: CardId,
    *,
    subjects: tuple[str, ...] = (),
    until: int | None = None,
    uses: int = 0,
) -> Effect:
    """N23.6: put something in force, to the end of the turn unless told otherwise."""
    state = table.state
    effect = Effect(
        number=state.cards.next_number(side),
        side=side,
        card=id_,
        until=state.turn if until is None else until,
        subjects=subjects,
        left=uses,
        is_secret=is_face_down(state.battle, card(id_)),
    )
    table.emit(EffectBegan(effect))
    return effect


def use(table: Table[GameState], effect: Effect) -> None:
    """An effect acts: it is shown if it was secret, and over if that was its last use (N23.2)."""
    if effect.is_secret:
        reveal(table, effect.side, effect.card)
    use_unseen(table, replace(effect, is_secret=False))


def use_unseen(table: Table[GameState], effect: Effect) -> None:
    """An effect acts where the enemy does not look, on a secret die: it stays secret (N23.2)."""
    if effect.left == 1:
        end(table, effect)
    elif effect.left > 1:
        table.emit(EffectChanged(replace(effect, left=effect.left - 1)))


def end(table: Table[GameState], effect: Effect) -> None:
    """N23.6, 18.38: an effect is over; a starred card is put away with it."""
    table.emit(EffectEnded(effect))
    piles = table.state.cards.piles.get(effect.side)
    if piles is not None and effect.card in piles.of(Pile.ENDURING):
        table.emit(
            CardDiscarded(effect.side, effect.card, Pile.ENDURING, Pile.DISCARD, is_shown=True)
        )


def end_due(table: Table[GameState]) -> None:
    """N23.6: in the Turn End Phase what acts no longer than this turn is over."""
    for effect in table.state.cards.effects:
        if effect.until <= table.state.turn:
            end(table, effect)
    if table.state.spans.found and all(e.card != SCOUTS for e in table.state.cards.effects):
        table.emit(FordsForgotten())


def reveal(table: Table[GameState], side: Side, id_: CardId) -> None:
    """N23.2: a card that a side played face down is shown, and all that it does."""
    for effect in tuple(effects_of(table.state, side, id_)):
        if effect.is_secret:
            table.emit(EffectChanged(replace(effect, is_secret=False)))
    _show(table, side, id_)


def is_played_unseen(state: GameState, side: Side, id_: CardId) -> bool:
    """Whether a side has played a kind of card face down; one put away unseen does not count."""
    piles = state.cards.piles.get(side)
    if piles is None or id_ not in piles.of(Pile.SECRET):
        return False
    return any((x.side, x.card, x.is_shown) == (side, id_, False) for x in state.cards.scores)


def reveal_all(table: Table[GameState]) -> None:
    """N23.2: at the end of the game all is shown that lies face down."""
    for side, piles in table.state.cards.piles.items():
        for id_ in piles.of(Pile.SECRET):
            table.emit(CardRevealed(side, id_, Pile.SECRET, Pile.DISCARD, is_shown=True))


# -- what cards did to the schedule is known to the enemy when the force comes (N23.2, N23.3)


def disclose_arrival(table: Table[GameState], piece: str) -> None:
    """N23.2: a unit or commander has come: the cards that named its group are shown.

    Their effects are over; other cards of their kind may still be secret.

    Args:
        table: The table.
        piece: The unit that has entered, or the formation of a commander who has.
    """
    for effect in _naming(table.state, {piece}):
        table.emit(EffectEnded(replace(effect, is_secret=False)))
        _show(table, effect.side, effect.card)


def _show(table: Table[GameState], side: Side, id_: CardId) -> None:
    if is_played_unseen(table.state, side, id_):
        table.emit(CardRevealed(side, id_, Pile.SECRET, Pile.DISCARD, is_shown=True))


def secret_arrival(state: GameState, units: Iterable[UnitId]) -> Side | None:
    """The side that alone knows that units are due, as a card brings one of them; else None."""
    return next((e.side for e in _naming(state, set(units)) if e.is_secret), None)


def _naming(state: GameState, pieces: Set[str]) -> list[Effect]:
    """The effects of arrival cards that name a group of some units or formations."""
    if not state.cards.effects:
        return []
    groups = {
        g.key for g in state.schedule.arrivals if not pieces.isdisjoint((*g.units, *g.formations))
    }
    arrivals = (e for e in state.cards.effects if card(e.card).kind is CardKind.ARRIVAL)
    return [effect for effect in arrivals if not groups.isdisjoint(effect.subjects)]
