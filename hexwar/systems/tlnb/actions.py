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


def _lens(id_: str, title: str, about: str, key: str, rule: str, held: str = "") -> Action:
    return Action(id_, title, about, *_VIEW, key, is_switch=True, held=held, help=f"rule:{rule}")


def _dock(id_: str, title: str, about: str, key: str, rule: str) -> Action:
    return Action(f"dock-{id_}", title, about, *_PANELS, key, help=f"rule:{rule}")


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
    ),
    *_behind(
        "go-to",
        _lens("sight", "Line of &sight", "Show what is seen from a hex", "Shift+L", "T4.6", "L"),
        _lens(
            "further",
            "&Reach",
            "Show how far a stack pointed at can go",
            "Shift+F",
            "T7.1",
            "F",
        ),
        _lens("command", "Comman&d range", "Show how far a leader's command reaches", "K", "T5.4"),
        _lens("supply", "S&upply", "Show which of your units cannot trace supply", "U", "T19.2"),
        _lens("zones-own", "Own &zones", "Show where your units control", "Z", "T8.1"),
        _lens("zones-enemy", "&Enemy zones", "Show where enemies control", "X", "T8.1"),
        _lens("moves", "&Last moves", "Show the moves of the last Player-Turn", "M", "T7.1"),
        _lens("sites", "&Victory and supply", "Show victory hexes, sources, entries", "V", "T23.6"),
    ),
    *_behind(
        "board",
        _dock("stack", "&Stack", "Show what stands in a hex", "F2", "T9.1"),
        _dock("combat", "&Combat", "Show the fight and its chances", "F12", "T10.9"),
        _dock("command", "Co&mmand", "Show who is in command, and why not", "F3", "T5.5"),
        _dock("boxes", "&Off map", "Show who is off the map, and who is to come", "F4", "T14.1"),
        _dock("victory", "&Victory points", "Show the score", "Shift+F4", "T23.1"),
    ),
)
