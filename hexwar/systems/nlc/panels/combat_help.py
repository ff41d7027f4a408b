"""What each row of a combat sheet is, where its number comes from, and the rule that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from hexwar.messages import mark, say
from hexwar.table.reports import Remark
from hexwar.widgets.panels import parts
from hexwar.widgets.panels.parts import remark_html


@dataclass(frozen=True, slots=True)
class Help:
    """What one row is."""

    words: str  # in a sentence or two, without the last stop
    rule: str

    @property
    def html(self) -> str:
        """As a tip: the words, and the rule behind them."""
        return f"<span>{remark_html(Remark(self.words, self.rule))}</span>"


def explain(part: QWidget, about: Help) -> None:
    """Give a part of the sheet its tip, and the rule that F1 opens over it."""
    parts.explain(part, about.words, about.rule)


HEADLINE = Help(
    mark("What the combat has come to, as its retreats, checks and losses tell"), "N8.9"
)
LOST = Help(mark("The SP that both sides have lost since the combat was declared"), "N2.2")
REPLIES = Help(
    mark(
        "What the other side may do first, by the dice that its check would need; told from what"
        " you can see, before you declare anything"
    ),
    "N4.51",
)
CHANCES = Help(
    mark(
        "How likely each end is: every face of every die is counted, with each open choice as it is"
        " taken for granted below"
    ),
    "N8.9",
)
CONDITION = Help(mark("What must come first for these chances to hold"), "N8.3")
ASSUMED = Help(
    mark("Choices that are still open: the chances count them as if they went this way"), "N31"
)
STRENGTH = Help(
    mark(
        "SP of all who take part, each at its percentage, added and rounded once; the sum finds the"
        " column of the table, and the pips are added to the die"
    ),
    "N8.4",
)
GUNS_STRENGTH = Help(
    mark(
        "SP of the guns that fire, each at its percentage, added and rounded once; the sum finds"
        " the column of the table, and the pips are added to the die"
    ),
    "N9.8",
)
MORALE = Help(
    mark(
        "What the stack checks with if it is told to: the initiative of one unit and 1, then the"
        " rows, never below 1 nor above 5; a die no higher passes"
    ),
    "N2.3",
)
TABLE = Help(
    mark(
        "The dice are the rows, the strengths the columns; tinted is where a side's die can fall,"
        " framed where it fell"
    ),
    "N8.8",
)
CHECK = Help(mark("The value with its reasons: a die no higher succeeds"), "N2.4")
DICE = Help(
    mark("The dice in the order in which they fell; a click lets those that roll lie"), "N2.4"
)

ENDS: Mapping[str, Help] = MappingProxyType(
    {
        "defender eliminated": Help(mark("Nobody is left in the hex; you may advance"), "N11.6"),
        "defender routs": Help(
            mark("The check failed by much: they run farther, Disrupted; you may advance"), "N11.2"
        ),
        "defender retreats": Help(mark("The check failed: they leave the hex"), "N11.1"),
        "stalemate": Help(mark("Both sides stay in contact"), "N8.9"),
        "attacker repulsed": Help(mark("The attackers' check failed: they go back"), "N11.1"),
        "attacker routs": Help(mark("The attackers' check failed by much: they run"), "N11.2"),
        "attacker eliminated": Help(mark("Nobody is left of the attackers"), "N11.6"),
        "target eliminated": Help(mark("Nobody is left in the hex; you may advance"), "N11.6"),
        "target routs": Help(
            mark("The check failed by much, or they were caught: they run"), "N11.2"
        ),
        "target retreats": Help(mark("The check failed: they leave the hex"), "N11.1"),
        "charge held": Help(mark("The target stays, and the chargers ride back"), "N10.6"),
        "chargers repulsed": Help(
            mark("The chargers' check failed: they are back, Disrupted"), "N10.61"
        ),
        "chargers rout": Help(mark("The chargers' check failed by much: they run"), "N10.61"),
        "chargers eliminated": Help(mark("Nobody is left of the chargers"), "N11.6"),
        "both give way": Help(mark("Both sides fail their checks when they meet"), "N10.21"),
        "the enemy gives way": Help(mark("The charge is broken off"), "N10.21"),
        "the reactors give way": Help(mark("The charge goes on, weaker"), "N10.21"),
        "nobody gives way": Help(
            mark("The charge is broken off, and both are Disrupted"), "N10.21"
        ),
        "they do not ride": Help(mark("Their check fails: they stay where they are"), "N10.23"),
        "no effect": Help(mark("The guns do nothing"), "N9.6"),
        "they hold": Help(mark("They check their morale and pass"), "N9.6"),
        "one unit Disrupted": Help(mark("One unit of theirs fails its check"), "N9.6"),
        "retreat": Help(mark("The stack fails its check by much and goes"), "N9.6"),
        "a step lost, they hold": Help(mark("A step is lost, then the stack passes"), "N9.6"),
        "a step lost, the stack Disrupted": Help(
            mark("A step is lost, then the stack fails its check"), "N9.6"
        ),
        "a step lost, retreat": Help(
            mark("A step is lost, then the stack fails its check by much and goes"), "N9.6"
        ),
        "eliminated": Help(mark("Nobody is left in the hex"), "N11.6"),
        "the stack Disrupted": Help(mark("The stack fails its check"), "N9.6"),
    }
)
"""What an end means that the chances name."""


def end_tip(name: str, chance: str) -> str:
    """The tip of an end, by the name that the bars bear."""
    about = ENDS.get(name)
    head = f"<b>{say(name).capitalize()}</b>: {chance}"
    return f"{head}<br>{about.html}" if about is not None else head
