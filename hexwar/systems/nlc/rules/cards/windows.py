"""How cards are drawn and played, and the windows at which a held card can be played.

Rules: N23.6, N23.7.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexwar.cards.events import CardDiscarded, CardDrawn, CardPlayed, CardReturned, CardScored
from hexwar.cards.library import card as printed
from hexwar.cards.records import COVERED, CardId, CardKind, CardScore, Pile, Window
from hexwar.engine import CHANCE, Choice, Flow, Table
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.cards import CardLaidDown, DeckShuffled
from hexwar.systems.nlc.events.combat import TacticsPlayed
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.effects import begin
from hexwar.systems.nlc.rules.cards.ways import Way, is_card_turn, is_face_down, way_of
from hexwar.systems.nlc.rules.supply.check import check_all_supply
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import Side

# -- what it takes to say how a card acts: whom it can name, and what happens then (N23.4)


Subjects = tuple[str, ...]
"""Ids that a card names when it is played: a formation, a stack of units, a hex, ..."""

NOBODY: Sequence[Subjects] = ((),)
"""The targets of a card that names nobody."""

Targets = Callable[[GameState, Side], Sequence[Subjects]]
"""Every choice of subjects that is legal now, the default first. None at all: the card is
inapplicable. One that is empty: there is nobody to name."""

Worth = Callable[[GameState, Side, Subjects], int]
"""The VP that a card counts for a side when it is played on some subjects."""

Act = Callable[[Table[GameState], Side, Subjects], Flow]
"""What happens when a side has played the card on some subjects."""


def anyone(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """The targets of a card that names nobody and is always applicable."""
    return NOBODY


def lasting(card: CardId, uses: int = 0) -> Act:
    """The act of a card that is in force to the end of the turn, for whom it names.

    Args:
        card: The card.
        uses: How often it can act; 0 for any number.
    """

    async def act(table: Table[GameState], side: Side, subjects: Subjects) -> None:
        begin(table, side, card, subjects=subjects, uses=uses)

    return act


@dataclass(frozen=True, slots=True)
class Play:
    """How a card acts under NLC."""

    act: Act
    targets: Targets = anyone
    worth: Worth | None = None  # None: the VP that are printed on the card
    is_force: bool = False  # it says "pick one force": in restricted play chance picks (N23.3)


_PLAYS: dict[CardId, Play] = {}


def register(chapter: Mapping[CardId, Play]) -> None:
    """Enter how the cards of a chapter act.

    The chapters use the procedures of the whole game, and some of these open windows for cards:
    so they come to this table, and it does not look for them.
    """
    _PLAYS.update(chapter)


def plays() -> Mapping[CardId, Play]:
    """Each card that can be played under NLC."""
    return MappingProxyType(_PLAYS)


# -- drawing cards, putting them away, and making the deck up anew (N23.7, 18.23)


@dataclass(frozen=True, slots=True)
class DrawCard(Question[CardId], rule="N23.7"):
    """N23.7: which card a side draws; an answer of chance."""

    owner: Side
    pile: Pile

    def options(self, state: GameState) -> Sequence[CardId]:
        """Each card that lies there, one of several alike as often as it lies there."""
        return sorted(state.cards.piles[self.owner].of(self.pile))

    def about(self) -> str:
        """What is drawn."""
        return mark("card")

    def sentence(self, view: GameState) -> str:
        """From which deck."""
        main = mark("Draw a card from the deck of {owner}, and enter which it is.")
        mode = mark("Draw a card from the mode deck of {owner}, and enter which it is.")
        return self.told(view, mode if self.pile is Pile.MODE else main)

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """What to do with the real deck."""
        return say("Draw a card and press which it is.")

    def choices(self, view: GameState, options: Sequence[CardId]) -> Sequence[Choice[CardId]]:  # noqa: ARG002
        """The cards by their titles, each kind once, with how many of it are left."""
        return [card_choice(id_, options.count(id_)) for id_ in dict.fromkeys(options)]

    def seen_by(self) -> Side:
        """The hand is its owner's secret."""
        return self.owner


async def draw(table: Table[GameState], side: Side, *, shown: bool = False) -> CardId | None:
    """N23.7: a side takes a card from its deck into its hand.

    Cards that were put back under the deck come last, the first of them first (18.35).

    Returns:
        The card; None where the deck has run out.
    """
    piles = table.state.cards.piles[side]
    if piles.of(Pile.DECK):
        id_, source = await DrawCard(CHANCE, side, Pile.DECK), Pile.DECK
    elif piles.of(Pile.BOTTOM):
        id_, source = piles.of(Pile.BOTTOM)[0], Pile.BOTTOM
    else:
        return None
    table.emit(CardDrawn(side, id_, source, Pile.HAND, is_shown=shown))
    return id_


def put_away(
    table: Table[GameState], side: Side, id_: CardId, source: Pile, *, shown: bool
) -> None:
    """A card goes without effect, face up or unseen."""
    target = Pile.DISCARD if shown else Pile.SECRET
    table.emit(CardDiscarded(side, id_, source, target, is_shown=shown))


def make_up_decks(table: Table[GameState]) -> None:
    """18.23, 18.38: at the first Night AM turn of a night the decks are made up anew."""
    state = table.state
    before = None if state.turn < 2 else state.battle.turn(state.turn - 1)
    if before is None or before.kind is not state.turn_card.kind:
        for side in state.battle.sides:
            if side in state.cards.piles:
                table.emit(DeckShuffled(side))


# -- playing a card: whom it names, what it scores, what it does (N23.7)


@dataclass(frozen=True, slots=True)
class ChooseCardTarget(Question[Subjects], rule="N23.4"):
    """N23.4: whom a card names."""

    words = mark("{who} must choose whom the card {card} names.")
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, Side(self.side), self.card)


@dataclass(frozen=True, slots=True)
class DrawCardTarget(Question[Subjects], rule="N23.3"):
    """N23.3: chance picks whom a card names."""

    words = mark("Draw at random whom the card {card} of {owner} befalls, and enter it.")
    owner: Side
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, self.owner, self.card)

    def about(self) -> str:
        """What is drawn."""
        return say("the force of {title}", title=printed(self.card).title)

    def seen_by(self) -> Side:
        """What it befalls is its owner's secret."""
        return self.owner


def targets(state: GameState, side: Side, card: CardId) -> Sequence[Subjects]:
    """Every choice of subjects for a card, the default first; none where it is inapplicable."""
    play = plays().get(card)
    return () if play is None else play.targets(state, side)


async def play_card(
    table: Table[GameState],
    side: Side,
    id_: CardId,
    source: Pile,
    *,
    by_chance: bool = False,
    serves: Side | None = None,
    vp: int | None = None,
) -> bool:
    """N23.7: a card is played; one that is of no use goes under the deck and counts nothing.

    A mode card of no use is out of the game (18.51).

    Args:
        table: The table.
        side: Whose card it is.
        id_: The card.
        source: Where it lies.
        by_chance: Whether chance picks a force that it names (N23.3).
        serves: The side that plays it, if it was passed on to the other (N23.3).
        vp: What it counts, if it is not what it counts by itself (N23.3, N23.5).

    Returns:
        Whether it had an effect.
    """
    card, player = printed(id_), side if serves is None else serves
    shown = player != side or not is_face_down(table.state.battle, card)
    is_drawn = by_chance and id_ in plays() and plays()[id_].is_force
    known = table.state if is_drawn else knowledge(table.state, player)
    if not targets(known, player, id_):
        under = Pile.ASIDE if card.kind is CardKind.MODE else Pile.BOTTOM
        table.emit(CardReturned(side, id_, source, under, is_shown=shown))
        return False
    subjects = await choose_subjects(player, id_, by_chance=by_chance)
    open_pile = Pile.ENDURING if card.is_enduring else Pile.DISCARD
    target = open_pile if shown else Pile.SECRET
    by = player if player != side else ""
    table.emit(CardPlayed(side, id_, source, target, is_shown=shown, subjects=subjects, by=by))
    if not shown and way_of(table.state.battle) is Way.FULL:
        table.emit(CardLaidDown(side))
    play, turn = plays()[id_], table.state.turn_card
    if vp is None:
        vp = card.vp if play.worth is None else play.worth(table.state, player, subjects)
    table.emit(CardScored(CardScore(player, id_, vp, turn.day, turn.number, is_shown=shown)))
    if card.checks_supply:
        await check_all_supply(table)
    await play.act(table, player, subjects)
    return True


async def choose_subjects(side: Side, id_: CardId, *, by_chance: bool) -> Subjects:
    """N23.4: whom a card names, as its player chooses, or chance where it picks a force (N23.3)."""
    if by_chance and plays()[id_].is_force:
        return await DrawCardTarget(CHANCE, side, id_)
    return await ChooseCardTarget(side, id_)


# -- windows: the moments at which a held card can be played (N23.6)


TACTICS = frozenset(
    CardId(id_)
    for id_ in (
        *("artillery-cover-fire", "cavalry-pursuit", "counter-charge"),
        *("jaws-of-death", "forced-march", "last-push"),
    )
)
"""The cards of which a side plays at most one in an activation (N23.7)."""


@dataclass(frozen=True, slots=True)
class PlayWindowCard(Question[CardId | None], rule="N23.6"):
    """N23.6: whether a side plays one of its cards at this moment."""

    kinds = ("play", "pass")
    window: Window
    about_what: str = ""  # what is at stake, in a few words
    barred: tuple[CardId, ...] = ()  # cards of this window that are of no use at this moment

    def options(self, state: GameState) -> Sequence[CardId | None]:
        """None, or a card that fits."""
        return (None, *fitting(state, Side(self.side), self.window, self.barred))

    def sentence(self, view: GameState) -> str:
        """Which moment."""
        words = mark("{who} may play a card that they hold for this moment: {moment}.")
        return self.told(view, words, moment=self.about_what or say(self.window))


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
    piles = state.cards.piles.get(side)
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
    return id_ in TACTICS and side in state.cards.tactics


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
    if not fitting(knowledge(table.state, side), side, window, barred):
        return None
    id_ = await PlayWindowCard(side, window, about, barred)
    if id_ is None:
        return None
    held = id_ in table.state.cards.piles[side].of(Pile.HELD)
    await play_card(table, side, id_, Pile.HELD if held else Pile.HAND)
    if id_ in TACTICS and table.state.activation is not None:
        table.emit(TacticsPlayed(side))
    return id_


def card_choice(id_: CardId, number: int) -> Choice[CardId]:
    """A card that was drawn by hand, with how many like it there were."""
    card = printed(id_)
    words = f"{card.number} {card.title}" + (f" ({number})" if number > 1 else "")
    return Choice(f"card:{id_}", words, say("{card} was drawn", card=card.title), id_)
