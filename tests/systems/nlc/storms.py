"""Games of cards by the procedure of The Coming Storm, laid out for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexwar.systems.tlnb.cards.records import Combat, Course, Force, Hour, Step, StormState
from hexwar.systems.tlnb.cards.system import storm

from hexwar.cards.library import stock_of
from hexwar.cards.records import Allotment, CardId, Pile, Stock
from hexwar.engine import Chance, SeededChance, Session
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from tests.scripted import ScriptedChance

FRENCH, COALITION = Side("french"), Side("coalition")
SIDES = (FRENCH, COALITION)

Game = Session[StormState]


def cards(*ids: str) -> tuple[CardId, ...]:
    return tuple(CardId(id_) for id_ in ids)


def stock(*main: str, mode: Sequence[str] = (), draws: int = 0, bonus: int = 0) -> Stock:
    return Stock(cards(*main), cards(*mode), mode_draws=draws, bonus_draws=bonus)


def hour(
    *facts: str,
    day: int = 1,
    kind: TurnKind = TurnKind.DAY,
    names: Mapping[Side, Mapping[str, tuple[str, ...]]] | None = None,
    french: Sequence[Combat] = (),
    coalition: Sequence[Combat] = (),
) -> Hour:
    combats = {FRENCH: tuple(french), COALITION: tuple(coalition)}
    return Hour(day, kind, frozenset(facts), names or {}, combats)


def combat(
    french: Sequence[str] = (),
    coalition: Sequence[str] = (),
    *,
    id_: str = "0913",
    named: Sequence[str] = (),
    charge: tuple[int, int] | None = None,
) -> Combat:
    """A combat; `charge` are the SP of the French and of the Coalition in it."""
    return Combat(
        id_,
        {FRENCH: frozenset(french), COALITION: frozenset(coalition)},
        {} if charge is None else dict(zip(SIDES, charge, strict=True)),
        is_charge=charge is not None,
        named=frozenset(named),
    )


def force(
    id_: str,
    turn: int | None,
    *,
    side: Side = COALITION,
    formation: str | None = None,
    entry: str = "2001",
    is_alternate: bool = False,
) -> Force:
    return Force(id_, side, formation or id_, turn, entry, is_alternate)


def course(
    *hours: Hour,
    french: Stock | None = None,
    coalition: Stock | None = None,
    forces: Sequence[Force] = (),
    routes: Mapping[str, tuple[str, ...]] | None = None,
    is_one_day: bool = False,
    first: Hour | None = None,
) -> Course:
    """A battle of a first turn, where nobody can be named unless told otherwise, and the hours."""
    return Course(
        SIDES,
        {FRENCH: french or stock(), COALITION: coalition or stock()},
        (first or hour(), *hours),
        tuple(forces),
        routes or {},
        is_one_day,
    )


def whole_deck(id_: str, draws: int = 2) -> Stock:
    return stock_of(Allotment(id_, mode_draws=draws))


def game(laid_out: Course, script: Sequence[Any] = (), chance: Chance | None = None) -> Game:
    """A game with the answers of chance written out, or with dice where none are."""
    dice = ScriptedChance(script) if script else SeededChance("storm")
    return Session.begin(storm(lambda _: laid_out), {}, chance or dice)


def lying(session: Game, side: Side, pile: Pile) -> tuple[CardId, ...]:
    return session.state.cards.piles[side].of(pile)


def asked(session: Game) -> str:
    return type(session.pending).__name__


def pass_to(session: Game, turn: int, side: Side, step: Step | None = None) -> None:
    """Answer with the first option until a side is asked on a turn, in a step if one is named."""
    while session.pending is not None:
        state = session.state
        here = (state.turn, session.pending.side) == (turn, side)
        if here and step in (None, state.step):
            return
        session.answer(session.options[0])


def play_out(session: Game) -> None:
    while session.pending is not None:
        session.answer(session.options[0])


def named(session: Game, kind: type[Any]) -> list[Any]:
    return [event for event in session.events if isinstance(event, kind)]
