"""The options of the rules in words (T25.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexwar.messages import mark
from hexwar.table.options import SWITCH, Group, Option

_ON_OFF = {"on": mark("On"), "off": mark("Off")}

SEQUENCE = "sequence"
WEATHER = "weather"
ARRIVALS = "arrivals"
CARDS = "cards"
ALLOWANCE = "allowance"
HIDDEN = "hidden"
CHARTS = "charts"
CHARGE_WHO = "charge_who"
CHARGE_TARGET = "charge_target"
CHARGE_AE = "charge_ae"
OVERRUN = "overrun"
BOMBARD_LOSS = "bombard_loss"
MANDATORY = "mandatory"
DECLARE = "declare"
SHOCK_DIAGONAL = "shock_diagonal"
TOWN_DEFENCE = "town_defence"
NIGHT_ATTACK = "night_attack"
ZOC_EXIT = "zoc_exit"
FRIEND_CANCELS_ZONE = "friend_cancels_zone"
RETREAT_BLOCKED = "retreat_blocked"
SPAN_DESTROY = "span_destroy"

GROUPS: Final[Sequence[Group]] = (
    Group(
        mark("Game"),
        (
            Option(
                SEQUENCE,
                mark("Sequence"),
                "T2.6",
                {"2022": mark("Of 2022"), "2010": mark("Of 2010")},
                mark("Whether leaders move before command is settled, as of 2022, or after it."),
            ),
            Option(
                WEATHER,
                mark("Weather"),
                "T2.9",
                {"rolled": mark("By the dice"), "historical": mark("As it was")},
                mark("Rolled on the weather turns, or what the days of the battle had."),
            ),
            Option(
                ARRIVALS,
                mark("Arrivals"),
                "T20.7",
                {"fixed": mark("As listed"), "varied": mark("Moved by the dice")},
                mark(
                    "Varied, nobody knows to the hour when his reinforcements come. Dice are thrown"
                    " where no cards are played, or where the battle varies arrivals itself."
                ),
            ),
            Option(
                CARDS,
                mark("Cards"),
                "T24.8",
                {
                    "full": mark("A hand for each side"),
                    "solitaire": mark("One deck for both"),
                    "none": mark("None"),
                },
                mark("Cards set how far units move, and bring what nobody planned for."),
            ),
            Option(
                ALLOWANCE,
                mark("Movement allowance"),
                "T7.47",
                {
                    "cards": mark("By the card played"),
                    "roll": mark("By a die each turn"),
                    "printed": mark("As on the counters"),
                },
                mark("Where the movement points of a turn come from."),
            ),
            Option(
                HIDDEN,
                mark("Hidden forces"),
                "T16.1",
                SWITCH,
                mark("Covered stacks, dummies and vedettes."),
            ),
        ),
    ),
    Group(
        mark("Charges and guns"),
        (
            Option(
                CHARTS,
                mark("Tables"),
                "T28.1",
                {"4lb5": mark("Four Lost Battles"), "rev8": mark("Revision 8")},
                mark("The tables of bombardments and charges, and who charges whom by them."),
            ),
            Option(
                CHARGE_WHO,
                mark("Who charges"),
                "T13.2",
                {
                    "by_charts": mark("As the tables say"),
                    "heavy": mark("Heavy cavalry"),
                    "all": mark("All cavalry"),
                },
                mark("By the tables of Four Lost Battles only heavy cavalry, by Revision 8 all."),
            ),
            Option(
                CHARGE_TARGET,
                mark("Who is charged"),
                "T28.2",
                {
                    "by_charts": mark("As the tables say"),
                    "no_cavalry": mark("A hex without cavalry"),
                    "any": mark("Any hex"),
                },
                mark("By the tables of Four Lost Battles no hex with cavalry in it."),
            ),
            Option(
                CHARGE_AE,
                mark("A failed charge"),
                "T13.8",
                {"step": mark("Costs a step"), "eliminate": mark("Destroys the chargers")},
                mark("The sheet of 2005 destroys them; a step is milder."),
            ),
            Option(
                OVERRUN,
                mark("An overrun"),
                "T13.23",
                {"eliminate": mark("Destroys the target"), "step": mark("Costs it a step")},
                mark("A step, and a retreat of 3 hexes, for those who find overruns too deadly."),
            ),
            Option(
                BOMBARD_LOSS,
                mark("Hits of guns"),
                "T12.3",
                {"1R": mark("Cost a step"), "1E": mark("Destroy a unit")},
                mark("The sheets print 1E, a unit destroyed; later notes have a step."),
            ),
        ),
    ),
    Group(
        mark("Combat"),
        (
            Option(
                MANDATORY,
                mark("Contact obliges to attack"),
                "T10.1",
                _ON_OFF,
                mark("On, whoever stands in contact with the enemy must attack him."),
            ),
            Option(
                DECLARE,
                mark("Named beforehand"),
                "T10.24",
                {
                    "charges": mark("Guns and charges"),
                    "all": mark("Attacks too"),
                    "none": mark("Nothing"),
                },
                mark(
                    "What is named before the first shot. Attacks that are named may be dropped,"
                    " not changed; where nothing is named, a promised charge binds."
                ),
            ),
            Option(
                SHOCK_DIAGONAL,
                mark("Equal initiatives in Shock"),
                "T11.23",
                {"1R": mark("Both lose a step"), "exchange": mark("Exchange")},
                mark("The chart of 2005 prints an exchange; later notes have a step each."),
            ),
            Option(
                TOWN_DEFENCE,
                mark("Towns"),
                "T10.16",
                {
                    "none": mark("Stars become Shock"),
                    "third": mark("Attackers a third less"),
                },
                mark("A third less: who attacks into a town counts two thirds."),
            ),
            Option(
                NIGHT_ATTACK,
                mark("Attacks at night"),
                "T22.3",
                SWITCH,
                mark("By a roll on initiative, one column to the left, guns at half."),
            ),
        ),
    ),
    Group(
        mark("Zones and retreats"),
        (
            Option(
                ZOC_EXIT,
                mark("Riding out of a zone"),
                "T8.3",
                {"cavalry": mark("Cavalry and horse guns"), "none": mark("Nobody")},
                mark("Who may leave an enemy zone without a card, from infantry and guns only."),
            ),
            Option(
                FRIEND_CANCELS_ZONE,
                mark("Friends open a retreat"),
                "T11.52",
                _ON_OFF,
                mark("Off, nobody retreats into an enemy zone, though friends stand there."),
            ),
            Option(
                RETREAT_BLOCKED,
                mark("No way to retreat"),
                "T11.86",
                {"eliminate": mark("Destroys the unit"), "step": mark("Costs it steps")},
                mark("A step for each hex that it cannot go is milder."),
            ),
            Option(
                SPAN_DESTROY,
                mark("Bridges can be destroyed"),
                "T7.63",
                SWITCH,
                mark("A bridge that is damaged a second time is gone for good."),
            ),
        ),
    ),
)
"""All that T25.1 lists; the dialog shows those that are offered (`FLAGS`)."""
