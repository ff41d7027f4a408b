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
            "propose",
            "March by its &order",
            "Propose all moves of those who act, as ghosts that you can alter and accept",
            *_PLAY,
            "A",
            help="rule:N12.1",
        ),
        Action(
            "propose-all",
            "Acce&pt and end",
            "Make the moves that are proposed, let leaders and trains follow, end the activation",
            *_PLAY,
            "Shift+A",
        ),
        Action(
            "road",
            "Road &march",
            "Switch between the usual movement and road movement",
            *_PLAY,
            "R",
            is_switch=True,
            help="rule:N5.3",
        ),
        Action(
            "leave",
            "Leave &behind …",
            "Lead the way of the chosen units by the hex pointed at, and leave one there",
            *_PLAY,
            "D",
            help="rule:N5.9",
        ),
    ),
    *_behind(
        "go-to",
        Action(
            "sight",
            "Line of &sight",
            "Show what is seen from a hex; a drag with the right button shows the line to a hex",
            *_VIEW,
            "Shift+L",
            is_switch=True,
            held="L",
            help="rule:N19.2",
        ),
        Action(
            "further",
            "&Reach further",
            "Show how far units could go on from the end of their path, or any stack pointed at",
            *_VIEW,
            "Shift+F",
            is_switch=True,
            held="F",
            help="rule:N5.1",
        ),
        Action(
            "command",
            "Comman&d range",
            "Show how far the command of a leader reaches, and by which way",
            *_VIEW,
            "K",
            is_switch=True,
            help="rule:N14.3",
        ),
        Action(
            "supply",
            "Supply dis&tance",
            "Show how far a formation's supply reaches, from where and by which road",
            *_VIEW,
            "U",
            is_switch=True,
            help="rule:N16.6",
        ),
        Action(
            "suppose",
            "If a &bridge falls",
            "Show supply without the bridge of the hex pointed at, then without the next; and back",
            *_VIEW,
            "Shift+U",
            help="rule:N5.71",
        ),
        Action(
            "zones-own",
            "Own &zones of control",
            "Show where your units control the ground",
            *_VIEW,
            "Z",
            is_switch=True,
            help="rule:N6.3",
        ),
        Action(
            "zones-enemy",
            "&Enemy zones of control",
            "Show where enemy units control the ground",
            *_VIEW,
            "X",
            is_switch=True,
            help="rule:N6.3",
        ),
        Action(
            "moves", "&Last moves", "Show the moves of the last turn", *_VIEW, "M", is_switch=True
        ),
        Action(
            "orders",
            "Orders on the &map",
            "Show your orders as arrows, their objectives, and couriers on their way",
            *_VIEW,
            "O",
            is_switch=True,
            help="rule:N12.2",
        ),
        Action(
            "sites",
            "&Victory and supply",
            "Show victory hexes, flags, supply sources and entry hexes",
            *_VIEW,
            "V",
            is_switch=True,
            help="rule:N22.2",
        ),
    ),
    *_behind(
        "board",
        Action(
            "dock-stack", "&Stack", "Show what stands in a hex", *_PANELS, "F2", help="rule:N3.5"
        ),
        Action("dock-orders", "Or&ders", "Show the order pad", *_PANELS, "F12", help="rule:N12.1"),
        Action(
            "dock-cards",
            "&Hand and cards",
            "Show your hand and all piles of cards",
            *_PANELS,
            "Shift+F2",
            help="rule:N23.6",
        ),
        Action(
            "dock-army",
            "&Order of battle",
            "Show all formations",
            *_PANELS,
            "F3",
            help="rule:N14.2",
        ),
        Action("dock-boxes", "Bo&xes", "Show who is off the map", *_PANELS, "F4", help="rule:N3.9"),
        Action(
            "calendar",
            "Calendar of &arrivals",
            "Show who comes when and where, and why late or early",
            *_PANELS,
            "Shift+F3",
            address="calendar:",
            help="rule:N5.8",
        ),
        Action(
            "dock-victory",
            "&Victory points",
            "Show the score",
            *_PANELS,
            "Shift+F4",
            help="rule:N22.2",
        ),
    ),
    Action(
        "sheet",
        "Last &combat",
        "Show the last combat again",
        Menu.PANELS,
        2,
        "F8",
        after="dock-map",
        address="sheet:",
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
        help="rule:N23.10",
    ),
)
"""Its lenses and docks, and what is done with them; in the order of their menus."""
