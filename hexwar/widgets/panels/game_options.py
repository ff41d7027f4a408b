"""The options of the rules as the dialog of a new game puts them: words, rule, advice (N3.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwar.messages import mark
from hexwar.table.options import SWITCH, Group, Option

PLAY, BASIC = "play", "basic"
WEATHER, ARRIVALS = "weather", "arrivals"
CUPS, DRAW = "cups", "draw"
DEMORALIZATION = "demoralization"
CARDS, PASSING = "cards", "passing"
HIDDEN_MOVEMENT, HIDDEN_FORCES, VEDETTES = "hidden_movement", "hidden_forces", "vedettes"
SOLITAIRE, NO_CARDS = "solitaire", "none"
ALLOWANCE, BY_CARD, BY_DIE = "allowance", "cards", "roll"
NOT_BASIC = (CUPS, DRAW, CARDS, PASSING, HIDDEN_MOVEMENT, HIDDEN_FORCES, VEDETTES)
"""Options of which the basic game has nothing (N26.1)."""

GROUPS: Final[Sequence[Group]] = (
    Group(
        mark("Game"),
        (
            Option(
                PLAY,
                mark("Rules"),
                "N26.1",
                {"full": mark("The whole game"), BASIC: mark("The basic game")},
                mark(
                    "The basic game is for a first battle: no chits, no written orders, no cards."
                    " One side acts with all its formations, then the other, and each is told what"
                    " to do when it acts. The whole game is what the battles are made for."
                ),
            ),
            Option(
                WEATHER,
                mark("Weather"),
                "N18.2",
                {"rolled": mark("By the dice"), "historical": mark("As it was")},
                mark("Rolled each morning and as it changes, or what the day of the battle had."),
            ),
            Option(
                ARRIVALS,
                mark("Arrivals"),
                "T20.4",
                {"fixed": mark("As listed"), "varied": mark("Earlier or later, by the dice")},
                mark("Varied, nobody knows to the hour when his reinforcements come."),
            ),
            Option(
                DEMORALIZATION,
                mark("Demoralization"),
                "N15.3",
                {"turn_end": mark("At the end of a turn"), "at_once": mark("At once")},
                mark(
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
                CUPS,
                mark("Cups"),
                "N4.41",
                {
                    "two": mark("Two, and a die"),
                    "cover": mark("Two, and a third with markers"),
                    "common": mark("One for both sides"),
                },
                mark(
                    "With a die both sides are equally likely to be next. With cover markers, or"
                    " with one cup, the side with more chits left is. One cup tells nobody whose"
                    " chit is next before it is drawn."
                ),
            ),
            Option(
                DRAW,
                mark("Drawing"),
                "N26.2",
                {
                    "each": mark("One at a time"),
                    "beforehand": mark("All of a turn beforehand"),
                },
                mark(
                    "Beforehand is for play by mail: both sides see in which order chits come, and"
                    " each plays a run of its own chits at one go. At one table it takes away"
                    " much of the surprise."
                ),
            ),
        ),
    ),
    Group(
        mark("Cards"),
        (
            Option(
                CARDS,
                mark("Way of play"),
                "N23.1",
                {
                    "none": mark("None"),
                    "restricted": mark("Restricted (recommended): a card and a die each turn"),
                    "full": mark("Full: hands, a card of each side a turn"),
                    SOLITAIRE: mark("Alone: one deck for both sides"),
                    "events": mark("Random events by two tables"),
                },
                mark(
                    "Restricted play is the least work, and no card decides the day alone. Play"
                    " without cards until you know the orders."
                ),
            ),
            Option(
                PASSING,
                mark("Full play"),
                "N23.7",
                {"off": mark("A card of each side a turn"), "on": mark("A side may play none")},
                mark("Who may pass can save his cards for a better moment."),
            ),
        ),
    ),
    Group(
        mark("Fog of war"),
        (
            Option(
                HIDDEN_MOVEMENT,
                mark("Hidden movement"),
                "N20.1",
                SWITCH,
                mark(
                    "Recommended if you want fog of war against another player: whole formations"
                    " march off the map and come out by a table. It is faster and nearer to how"
                    " armies found one another than the other two."
                ),
            ),
            Option(
                HIDDEN_FORCES,
                mark("Hidden forces"),
                "N20.2",
                SWITCH,
                mark(
                    "Not recommended: covered stacks and dummies add counting of odds and small"
                    " steering rather than what a commander did not know."
                ),
            ),
            Option(
                VEDETTES,
                mark("Vedettes"),
                "N20.3",
                SWITCH,
                mark(
                    "Not recommended: at this scale nobody steered single patrols by the hour, nor"
                    " heard from them at once. Hidden movement serves better."
                ),
            ),
        ),
    ),
)


def options() -> Iterator[Option]:
    """All of them."""
    return (option for group in GROUPS for option in group.options)
