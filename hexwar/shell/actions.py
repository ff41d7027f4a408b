"""Every action of the window as data: what it is called, its key, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hexwar.messages import mark, say


class Menu(StrEnum):
    """The menus of the menu bar, in order."""

    GAME = mark("&Game")
    PLAY = mark("&Play")
    VIEW = mark("&View")
    PANELS = mark("P&anels")
    HELP = mark("&Help")


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that the player can ask for at any time; its words are said where it is shown."""

    id: str
    text: str  # with its mnemonic
    tip: str  # one sentence without its stop
    menu: Menu
    group: int  # actions of one group stand together, between two lines
    keys: tuple[str, ...] = ()  # as Qt writes them; the first is shown
    is_switch: bool = False
    held: str = ""  # a key that does the same while it is held
    needs_game: bool = True
    after: str = ""  # of a game's own action: the id of the one that it stands behind
    address: str = ""  # where it leads, if that is all it does

    @property
    def all_keys(self) -> tuple[str, ...]:
        """Its keys, and the one to hold."""
        return (*self.keys, say("hold {held}", held=self.held)) if self.held else self.keys

    @property
    def tooltip(self) -> str:
        """The tip with the key."""
        return f"{say(self.tip)} ({self.keys[0]})" if self.keys else say(self.tip)


ACTIONS = (
    Action(
        "new", "&New game …", "Begin another battle", Menu.GAME, 1, ("Ctrl+N",), needs_game=False
    ),
    Action("open", "&Open …", "Open a saved game", Menu.GAME, 1, ("Ctrl+O",), needs_game=False),
    Action("save", "&Save", "Save the game", Menu.GAME, 2, ("Ctrl+S",)),
    Action(
        "save-as", "Save &as …", "Save the game under another name", Menu.GAME, 2, ("Ctrl+Shift+S",)
    ),
    Action(
        "preferences",
        "&Preferences …",
        "Choose colours, sizes, counters and pace",
        Menu.GAME,
        3,
        ("Ctrl+,",),
        needs_game=False,
    ),
    Action("quit", "&Quit", "Close the window", Menu.GAME, 4, ("Ctrl+Q",), needs_game=False),
    Action("undo", "&Undo", "Take the last answer back", Menu.PLAY, 1, ("Ctrl+Z",)),
    Action(
        "redo",
        "&Redo",
        "Give the answer again that was taken back",
        Menu.PLAY,
        1,
        ("Ctrl+Shift+Z", "Ctrl+Y"),
    ),
    Action(
        "next", "&Next unit", "Choose the next of those who can still act", Menu.PLAY, 2, ("N",)
    ),
    Action(
        "previous",
        "&Last unit",
        "Choose the last of those who can still act",
        Menu.PLAY,
        2,
        ("Shift+N",),
    ),
    Action(
        "confirm", "&Confirm", "Press the main button of the question", Menu.PLAY, 3, ("Space",)
    ),
    Action("end-segment", "&End segment", "Do nothing more in this segment", Menu.PLAY, 3, ("E",)),
    Action(
        "end-activation",
        "End &activation",
        "Do nothing more with this formation; asks if anything is still possible",
        Menu.PLAY,
        3,
        ("Shift+E",),
    ),
    Action("skip", "&Skip the show", "Show the end of it at once", Menu.PLAY, 4, (".",)),
    Action(
        "pause",
        "&Pause",
        "Hold computer players and the show",
        Menu.PLAY,
        4,
        ("P",),
        is_switch=True,
    ),
    Action("zoom-in", "Zoom &in", "Show less of the map, larger", Menu.VIEW, 1, ("+", "=")),
    Action("zoom-out", "Zoom &out", "Show more of the map, smaller", Menu.VIEW, 1, ("-",)),
    Action("zoom-fit", "&Whole map", "Show the whole map", Menu.VIEW, 1, ("0",)),
    Action("zoom-full", "&Full size", "Show the map at 100 %", Menu.VIEW, 1, ("Ctrl+1",)),
    Action("centre", "&Centre", "Bring those who can act into the middle", Menu.VIEW, 2, ("C",)),
    Action("go-to", "&Go to hex …", "Find a hex by its number or a place", Menu.VIEW, 2, ("G",)),
    Action(
        "full-screen",
        "F&ull screen",
        "Give the whole screen to the game",
        Menu.VIEW,
        4,
        ("F11",),
        is_switch=True,
        needs_game=False,
    ),
    Action("board", "&Board", "Put the keyboard on the board", Menu.PANELS, 1, ("F10",)),
    Action("dock-log", "&Log", "Show what has happened", Menu.PANELS, 1, ("F5",)),
    Action("dock-rules", "&Rulebook", "Show the rulebook", Menu.PANELS, 1, ("F6",)),
    Action("dock-map", "&Map in small", "Show the map in small", Menu.PANELS, 1, ("F7",)),
    Action(
        "reset-panels",
        "&Usual places",
        "Put all panels where they were at first",
        Menu.PANELS,
        2,
        needs_game=False,
    ),
    Action("rule", "&Rule of the question", "Open the rulebook there", Menu.HELP, 1, ("F1",)),
    Action("keys", "&Keys …", "Show all keys", Menu.HELP, 1, ("F9",), needs_game=False),
    Action("briefing", "&Briefing …", "Read about this battle", Menu.HELP, 2),
    Action("about-game", "This &game …", "Show who plays, with which dice", Menu.HELP, 2),
    Action("about", "&About hexwar …", "Show the version", Menu.HELP, 2, needs_game=False),
)
"""The actions of every game, in the order of their menus."""

BY_ID = {action.id: action for action in ACTIONS}


def with_own(own: Sequence[Action]) -> tuple[Action, ...]:
    """The actions of every game with a game's own, each behind the one that it names."""
    found = list(ACTIONS)
    for action in own:
        place = next((at for at, other in enumerate(found) if other.id == action.after), -1)
        found.insert(place + 1, action)
    return tuple(found)
