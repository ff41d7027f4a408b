"""What a player of this game can ask for beside what every game has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.shell.actions import Action, Menu

_PLAY, _VIEW, _PANELS = (Menu.PLAY, 2), (Menu.VIEW, 3), (Menu.PANELS, 1)


def _behind(first: str, *actions: Action) -> Iterator[Action]:
    """Actions one behind the other, the first of them behind one that every game has."""
    for action in actions:
        yield replace(action, after=first)
        first = action.id


OWN_ACTIONS = (
    *_behind(
        "previous",
        Action(
            "road",
            "Road &March",
            "Switch Road March of the chosen unit on or off",
            *_PLAY,
            "R",
            is_switch=True,
            help="rule:T7.55",
        ),
        Action(
            "leave",
            "Leave &behind …",
            "Lead the way of the chosen units by the hex pointed at, and leave one there",
            *_PLAY,
            "D",
            help="rule:T7.8",
        ),
    ),
    *_behind(
        "go-to",
        Action(
            "sight",
            "Line of &sight",
            "Show what is seen from a hex",
            *_VIEW,
            "Shift+L",
            is_switch=True,
            held="L",
            help="rule:T4.6",
        ),
        Action(
            "further",
            "&Reach",
            "Show how far units could go on from the end of their path, or any stack pointed at",
            *_VIEW,
            "Shift+F",
            is_switch=True,
            held="F",
            help="rule:T7.1",
        ),
        Action(
            "command",
            "Comman&d range",
            "Show how far a leader's command reaches",
            *_VIEW,
            "K",
            is_switch=True,
            help="rule:T5.4",
        ),
        Action(
            "supply",
            "S&upply",
            "Show which of your units cannot trace supply",
            *_VIEW,
            "U",
            is_switch=True,
            help="rule:T19.2",
        ),
        Action(
            "zones-own",
            "Own &zones",
            "Show where your units control",
            *_VIEW,
            "Z",
            is_switch=True,
            help="rule:T8.1",
        ),
        Action(
            "zones-enemy",
            "&Enemy zones",
            "Show where enemies control",
            *_VIEW,
            "X",
            is_switch=True,
            help="rule:T8.1",
        ),
        Action(
            "duties",
            "Who &must attack",
            "Show who must attack, and whom, as things stand",
            *_VIEW,
            "Shift+D",
            is_switch=True,
            help="rule:T10.11",
        ),
        Action(
            "ways-back",
            "Wa&ys back",
            "Show where a stack pointed at could retreat",
            *_VIEW,
            "B",
            is_switch=True,
            help="rule:T11.52",
        ),
        Action(
            "marches",
            "March &Orders",
            "Show your March Orders that are in force as arrows",
            *_VIEW,
            "O",
            is_switch=True,
            help="rule:T7.5",
        ),
        Action(
            "moves",
            "&Last moves",
            "Show the moves of the last Player-Turn",
            *_VIEW,
            "M",
            is_switch=True,
            help="rule:T7.1",
        ),
        Action(
            "sites",
            "&Victory and supply",
            "Show victory hexes, sources, entries",
            *_VIEW,
            "V",
            is_switch=True,
            help="rule:T23.6",
        ),
    ),
    *_behind(
        "board",
        Action(
            "dock-stack",
            "&Stack",
            "Show what stands in a hex",
            *_PANELS,
            "F2",
            help="rule:T9.1",
        ),
        Action(
            "dock-combat",
            "&Combat",
            "Show the fight and its chances",
            *_PANELS,
            "F12",
            help="rule:T10.9",
        ),
        Action(
            "dock-cards",
            "&Hand and cards",
            "Show your hand and all piles of cards",
            *_PANELS,
            "Shift+F2",
            help="rule:T24.2",
        ),
        Action(
            "dock-command",
            "Co&mmand",
            "Show who is in command, and why not",
            *_PANELS,
            "F3",
            help="rule:T5.5",
        ),
        Action(
            "dock-boxes",
            "&Off map",
            "Show who is off the map, and who is to come",
            *_PANELS,
            "F4",
            help="rule:T14.1",
        ),
        Action(
            "dock-victory",
            "&Victory points",
            "Show the score",
            *_PANELS,
            "Shift+F4",
            help="rule:T23.1",
        ),
    ),
    Action(
        "decks",
        "&Decks of cards …",
        "Look through the cards",
        Menu.HELP,
        1,
        "Shift+F9",
        needs_game=False,
        after="rule",
        address="deck:",
        help="rule:T24.1",
    ),
)
