"""Windows: the moments at which a held card can be played (N23.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.model.cards import COVERED, CardId, Pile, Window
from hexwar.model.events import TacticsPlayed
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.playing import play_card, targets
from hexwar.rules.nlc.cards.ways import is_card_turn

TACTICS = frozenset(
    CardId(id_)
    for id_ in (
        "artillery-cover-fire",
        "cavalry-pursuit",
        "counter-charge",
        "jaws-of-death",
        "forced-march",
        "last-push",
    )
)
"""The cards of which a side plays at most one in an activation (N23.7)."""


@dataclass(frozen=True, slots=True)
class PlayWindowCard(Decision[CardId | None]):
    """N23.6: whether a side plays one of its cards at this moment."""

    rule: ClassVar[str] = "N23.6"
    window: Window
    about_what: str = ""  # what is at stake, in a few words
    barred: tuple[CardId, ...] = ()  # cards of this window that are of no use at this moment

    def options(self, state: GameState) -> Sequence[CardId | None]:
        """None, or a card that fits."""
        return (None, *fitting(state, Side(self.side), self.window, self.barred))

    def kind(self, answer: CardId | None) -> str:
        """`pass` or `play`."""
        return "pass" if answer is None else "play"


def fitting(
    state: GameState, side: Side, window: Window, barred: Collection[CardId] = ()
) -> tuple[CardId, ...]:
    """The cards that a side may play in a window now, as far as they are known.

    Args:
        state: The table; it may be a view.
        side: Whose cards.
        window: The moment.
        barred: Cards of this window that are of no use at this moment.
    """
    piles = state.piles.get(side)
    if piles is None or not is_card_turn(state):
        return ()
    ready = dict.fromkeys((*piles.of(Pile.HELD), *piles.of(Pile.HAND)))
    return tuple(
        id_
        for id_ in ready
        if id_ != COVERED
        and id_ not in barred
        and window in printed(id_).windows
        and not is_spent(state, side, id_)
        and targets(state, side, id_)
    )


def is_spent(state: GameState, side: Side, id_: CardId) -> bool:
    """Whether a side has played its Tactics card of this activation (N23.7)."""
    return id_ in TACTICS and side in state.tactics


async def open_window(
    table: Table[GameState],
    side: Side,
    window: Window,
    about: str = "",
    barred: tuple[CardId, ...] = (),
) -> CardId | None:
    """N23.6: a side that holds a card for this moment may play it.

    Args:
        table: The table.
        side: Who is asked.
        window: The moment.
        about: What is at stake, in a few words.
        barred: Cards of this window that are of no use at this moment.

    Returns:
        The card that it played, whose effect has begun; None if it played none.
    """
    if not fitting(table.state, side, window, barred):
        return None
    id_ = await PlayWindowCard(side, window, about, barred)
    if id_ is None:
        return None
    held = id_ in table.state.piles[side].of(Pile.HELD)
    await play_card(table, side, id_, Pile.HELD if held else Pile.HAND)
    if id_ in TACTICS and table.state.activation is not None:
        table.emit(TacticsPlayed(side))
    return id_
