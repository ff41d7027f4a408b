"""The options of the rules, and what players read of them (N3.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.messages import mark
from hexwar.table.options import (
    NO_RECORD,
    SWITCH,
    WITHOUT_DECKS,
    Closed,
    Group,
    Option,
    Trait,
    values_of,
)

_BASIC: Final = ("play", "basic")
_NOT_BASIC: Final = (Closed(mark("the basic game has no such option"), beside=_BASIC),)
"""Of options of which the basic game has nothing (N26.1)."""

_ALONE: Final = Closed(NO_SINGLE_DECK, ("solitaire",), trait=Trait.CAMPAIGN)
"""One deck for both sides is for a single battle (N23.8)."""

GROUPS: Final[Sequence[Group]] = (
    Group(
        mark("Game"),
        (
            Option(
                "play",
                mark("Rules"),
                rule="N26.1",
                values={"full": mark("The whole game"), "basic": mark("The basic game")},
                advice=mark(
                    "The basic game is for a first battle: no chits, no written orders, no cards."
                    " One side acts with all its formations, then the other, and each is told what"
                    " to do when it acts. The whole game is what the battles are made for."
                ),
            ),
            Option(
                "weather",
                mark("Weather"),
                rule="N18.2",
                values={"rolled": mark("By the dice"), "historical": mark("As it was")},
                advice=mark(
                    "Rolled each morning and as it changes, or what the day of the battle had."
                ),
                closed=(NO_RECORD,),
                as_it_was={"historical": mark("As it was: {weather} all day")},
            ),
            Option(
                "arrivals",
                mark("Arrivals"),
                rule="T20.4",
                values={
                    "fixed": mark("As listed"),
                    "varied": mark("Earlier or later, by the dice"),
                },
                advice=mark("Varied, nobody knows to the hour when his reinforcements come."),
            ),
            Option(
                "demoralization",
                mark("Demoralization"),
                rule="N15.3",
                values={"turn_end": mark("At the end of a turn"), "at_once": mark("At once")},
                advice=mark(
                    "At the end of a turn is as the rules have it. At once a corps can break in"
                    " the middle of its own attack."
                ),
            ),
        ),
    ),
    Group(
        mark("Chits"),
        (
            Option(
                "cups",
                mark("Cups"),
                rule="N4.41",
                values={
                    "two": mark("Two, and a die"),
                    "cover": mark("Two, and a third with markers"),
                    "common": mark("One for both sides"),
                },
                advice=mark(
                    "With a die both sides are equally likely to be next. With cover markers, or"
                    " with one cup, the side with more chits left is. One cup tells nobody whose"
                    " chit is next before it is drawn."
                ),
                closed=_NOT_BASIC,
            ),
            Option(
                "draw",
                mark("Drawing"),
                rule="N26.2",
                values={
                    "each": mark("One at a time"),
                    "beforehand": mark("All of a turn beforehand"),
                },
                advice=mark(
                    "Beforehand is for play by mail: both sides see in which order chits come, and"
                    " each plays a run of its own chits at one go. At one table it takes away"
                    " much of the surprise."
                ),
                closed=_NOT_BASIC,
            ),
        ),
    ),
    Group(
        mark("Cards"),
        (
            Option(
                "cards",
                mark("Way of play"),
                rule="N23.1",
                values={
                    "none": mark("None"),
                    "restricted": mark("Restricted (recommended): a card and a die each turn"),
                    "full": mark("Full: hands, a card of each side a turn"),
                    "solitaire": mark("Alone: one deck for both sides"),
                    "events": mark("Random events by two tables"),
                },
                advice=mark(
                    "Restricted play is the least work, and no card decides the day alone. Play"
                    " without cards until you know the orders."
                ),
                closed=(*_NOT_BASIC, WITHOUT_DECKS, _ALONE),
            ),
            Option(
                "passing",
                mark("Full play"),
                rule="N23.7",
                values={
                    "off": mark("A card of each side a turn"),
                    "on": mark("A side may play none"),
                },
                advice=mark("Who may pass can save his cards for a better moment."),
                closed=_NOT_BASIC,
            ),
        ),
        has_decks=True,
    ),
    Group(
        mark("Fog of war"),
        (
            Option(
                "orders",
                mark("Orders"),
                rule="N12.93",
                values={
                    "secret": mark("Secret"),
                    "open": mark("Open: both sides see all orders and cards"),
                },
                advice=mark(
                    "Open, both sides see all orders and cards, and nobody hands the machine over."
                ),
                closed=(
                    Closed(mark("the basic game has no written orders"), (), "open", beside=_BASIC),
                ),
            ),
            Option(
                "hidden_movement",
                mark("Hidden movement"),
                rule="N20.1",
                values=SWITCH,
                advice=mark(
                    "Recommended if you want fog of war against another player: whole formations"
                    " march off the map and come out by a table. It is faster and nearer to how"
                    " armies found one another than the other two."
                ),
                closed=_NOT_BASIC,
            ),
            Option(
                "hidden_forces",
                mark("Hidden forces"),
                rule="N20.2",
                values=SWITCH,
                advice=mark(
                    "Not recommended: covered stacks and dummies add counting of odds and small"
                    " steering rather than what a commander did not know."
                ),
                closed=_NOT_BASIC,
            ),
            Option(
                "vedettes",
                mark("Vedettes"),
                rule="N20.3",
                values=SWITCH,
                advice=mark(
                    "Not recommended: at this scale nobody steered single patrols by the hour, nor"
                    " heard from them at once. Hidden movement serves better."
                ),
                closed=_NOT_BASIC,
            ),
        ),
    ),
)
"""The options by subject, as the dialog of a new game puts them."""

FLAGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(values_of(GROUPS))
"""The values of each option, the usual one first."""
