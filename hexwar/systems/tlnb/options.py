"""The options of the rules, and what players read of them (T25.1)."""

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

_ON_OFF = {"on": mark("On"), "off": mark("Off")}


GROUPS: Final[Sequence[Group]] = (
    Group(
        mark("Game"),
        (
            Option(
                "sequence",
                mark("Sequence"),
                rule="T2.6",
                values={"2022": mark("Of 2022"), "2010": mark("Of 2010")},
                advice=mark(
                    "Whether leaders move before command is settled, as of 2022, or after it."
                ),
            ),
            Option(
                "weather",
                mark("Weather"),
                rule="T2.9",
                values={"rolled": mark("By the dice"), "historical": mark("As it was")},
                advice=mark("Rolled on the weather turns, or what the days of the battle had."),
                closed=(NO_RECORD,),
            ),
            Option(
                "arrivals",
                mark("Arrivals"),
                rule="T20.7",
                values={"fixed": mark("As listed"), "varied": mark("Moved by the dice")},
                advice=mark(
                    "Varied, nobody knows to the hour when his reinforcements come. Dice are thrown"
                    " where no cards are played, or where the battle varies arrivals itself."
                ),
            ),
            Option(
                "cards",
                mark("Cards"),
                rule="T24.8",
                values={
                    "full": mark("A hand for each side"),
                    "solitaire": mark("One deck for both"),
                    "none": mark("None"),
                },
                advice=mark("Cards set how far units move, and bring what nobody planned for."),
                closed=(
                    WITHOUT_DECKS,
                    Closed(NO_SINGLE_DECK, ("solitaire",), trait=Trait.CAMPAIGN),
                ),
            ),
            Option(
                "allowance",
                mark("Movement allowance"),
                rule="T7.47",
                values={
                    "cards": mark("By the card played"),
                    "roll": mark("By a die each turn"),
                    "printed": mark("As on the counters"),
                },
                advice=mark("Where the movement points of a turn come from."),
                closed=(
                    Closed(
                        mark("this game is played without cards"),
                        ("cards",),
                        beside=("cards", "none"),
                    ),
                ),
            ),
            Option(
                "hidden",
                mark("Hidden forces"),
                rule="T16.1",
                values=SWITCH,
                advice=mark("Covered stacks, dummies and vedettes."),
            ),
        ),
    ),
    Group(
        mark("Charges and guns"),
        (
            Option(
                "charts",
                mark("Tables"),
                rule="T28.1",
                values={"4lb5": mark("Four Lost Battles"), "rev8": mark("Revision 8")},
                advice=mark(
                    "The tables of bombardments and charges, and who charges whom by them."
                ),
            ),
            Option(
                "charge_who",
                mark("Who charges"),
                rule="T13.2",
                values={
                    "by_charts": mark("As the tables say"),
                    "heavy": mark("Heavy cavalry"),
                    "all": mark("All cavalry"),
                },
                advice=mark(
                    "By the tables of Four Lost Battles only heavy cavalry, by Revision 8 all."
                ),
            ),
            Option(
                "charge_target",
                mark("Who is charged"),
                rule="T28.2",
                values={
                    "by_charts": mark("As the tables say"),
                    "no_cavalry": mark("A hex without cavalry"),
                    "any": mark("Any hex"),
                },
                advice=mark("By the tables of Four Lost Battles no hex with cavalry in it."),
            ),
            Option(
                "charge_ae",
                mark("A failed charge"),
                rule="T13.8",
                values={"step": mark("Costs a step"), "eliminate": mark("Destroys the chargers")},
                advice=mark("The sheet of 2005 destroys them; a step is milder."),
            ),
            Option(
                "overrun",
                mark("An overrun"),
                rule="T13.23",
                values={"eliminate": mark("Destroys the target"), "step": mark("Costs it a step")},
                advice=mark(
                    "A step, and a retreat of 3 hexes, for those who find overruns too deadly."
                ),
            ),
            Option(
                "bombard_loss",
                mark("Hits of guns"),
                rule="T12.3",
                values={"1R": mark("Cost a step"), "1E": mark("Destroy a unit")},
                advice=mark("The sheets print 1E, a unit destroyed; later notes have a step."),
            ),
        ),
    ),
    Group(
        mark("Combat"),
        (
            Option(
                "mandatory",
                mark("Contact obliges to attack"),
                rule="T10.1",
                values=_ON_OFF,
                advice=mark("On, whoever stands in contact with the enemy must attack him."),
            ),
            Option(
                "declare",
                mark("Named beforehand"),
                rule="T10.24",
                values={
                    "charges": mark("Guns and charges"),
                    "all": mark("Attacks too"),
                    "none": mark("Nothing"),
                },
                advice=mark(
                    "What is named before the first shot. Attacks that are named may be dropped,"
                    " not changed; where nothing is named, a promised charge binds."
                ),
            ),
            Option(
                "shock_diagonal",
                mark("Equal initiatives in Shock"),
                rule="T11.23",
                values={"1R": mark("Both lose a step"), "exchange": mark("Exchange")},
                advice=mark("The chart of 2005 prints an exchange; later notes have a step each."),
            ),
            Option(
                "town_defence",
                mark("Towns"),
                rule="T10.16",
                values={
                    "none": mark("Stars become Shock"),
                    "third": mark("Attackers a third less"),
                },
                advice=mark("A third less: who attacks into a town counts two thirds."),
            ),
            Option(
                "night_attack",
                mark("Attacks at night"),
                rule="T22.3",
                values=SWITCH,
                advice=mark("By a roll on initiative, one column to the left, guns at half."),
            ),
        ),
    ),
    Group(
        mark("Zones and retreats"),
        (
            Option(
                "zoc_exit",
                mark("Riding out of a zone"),
                rule="T8.3",
                values={"cavalry": mark("Cavalry and horse guns"), "none": mark("Nobody")},
                advice=mark(
                    "Who may leave an enemy zone without a card, from infantry and guns only."
                ),
            ),
            Option(
                "friend_cancels_zone",
                mark("Friends open a retreat"),
                rule="T11.52",
                values=_ON_OFF,
                advice=mark("Off, nobody retreats into an enemy zone, though friends stand there."),
            ),
            Option(
                "retreat_blocked",
                mark("No way to retreat"),
                rule="T11.86",
                values={"eliminate": mark("Destroys the unit"), "step": mark("Costs it steps")},
                advice=mark("A step for each hex that it cannot go is milder."),
            ),
            Option(
                "span_destroy",
                mark("Bridges can be destroyed"),
                rule="T7.63",
                values=SWITCH,
                advice=mark("A bridge that is damaged a second time is gone for good."),
            ),
        ),
    ),
)
"""The options by subject, as the dialog of a new game puts them; the usual value of each is first.

A value that a table of T25.1 has besides is not played yet, and so not offered.
"""

FLAGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(values_of(GROUPS))
"""The values of each option, the usual one first."""

USUAL: Final[Mapping[str, str]] = MappingProxyType({k: v[0] for k, v in FLAGS.items()})
