"""Every action of the window as data: what it is called, its key, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.messages import mark, say


class Menu(StrEnum):
    """The menus of the menu bar, in order."""

    GAME = mark("&Game")
    PLAY = mark("&Play")
    SHOW = mark("&Show")
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
    shortcuts: str = ""  # as Qt writes them, with spaces between; the first is shown
    is_switch: bool = False
    held: str = ""  # a key that does the same while it is held
    needs_game: bool = True
    needs_replay: bool = False
    after: str = ""  # of a game's own action: the id of the one that it stands behind
    address: str = ""  # where it leads, if that is all it does
    help: str = ""  # the address of its help; without one that of its menu

    @property
    def help_address(self) -> str:
        """Where F1 leads that is pressed on it."""
        return self.help or HELP_OF[self.menu]

    @property
    def keys(self) -> Sequence[str]:
        """What calls it by the keyboard."""
        return self.shortcuts.split()

    @property
    def all_keys(self) -> Sequence[str]:
        """Its keys, and the one to hold."""
        return (*self.keys, say("hold {held}", held=self.held)) if self.held else self.keys

    @property
    def tooltip(self) -> str:
        """The tip with the key."""
        return f"{say(self.tip)} ({self.keys[0]})" if self.keys else say(self.tip)


HELP_OF: Mapping[Menu, str] = {
    Menu.GAME: "help:saved-games",
    Menu.PLAY: "help:the-question",
    Menu.SHOW: "help:the-show",
    Menu.VIEW: "help:the-board",
    Menu.PANELS: "help:panels",
    Menu.HELP: "help:keys",
}
"""Where F1 leads in each menu, where its entry has no help of its own."""

_GAME, _PLAY, _SHOW, _VIEW, _PANELS, _HELP = Menu

ACTIONS = (
    Action(
        "new",
        "&New game …",
        "Begin another battle",
        _GAME,
        1,
        "Ctrl+N",
        needs_game=False,
        help="help:new-game",
    ),
    Action(
        "free-battle",
        "&Free battle …",
        "Begin a battle by lot: armies for points, on a table that a seed lays out",
        _GAME,
        1,
        needs_game=False,
        help="help:free-battles",
    ),
    Action("open", "&Open …", "Open a saved game", _GAME, 1, "Ctrl+O", needs_game=False),
    Action(
        "replay",
        "Repla&y …",
        "Watch a game that was played",
        _GAME,
        1,
        needs_game=False,
        help="help:replay",
    ),
    Action(
        "replay-this",
        "Replay this gam&e",
        "Look back on the game that is open",
        _GAME,
        1,
        help="help:replay",
    ),
    Action(
        "edit-scenario",
        "Ed&it scenario …",
        "Make a battle, or change one",
        _GAME,
        1,
        needs_game=False,
        help="help:the-editor",
    ),
    Action(
        "add-scenario",
        "Add s&cenario …",
        "Add a scenario from a package to your own",
        _GAME,
        1,
        needs_game=False,
        help="help:your-scenarios",
    ),
    Action("save", "&Save", "Save the game", _GAME, 2, "Ctrl+S"),
    Action("save-as", "Save &as …", "Save the game under another name", _GAME, 2, "Ctrl+Shift+S"),
    Action(
        "password",
        "Pass&word …",
        "Lock the files of this game by a password of a side, or change it",
        _GAME,
        2,
        help="help:saved-games",
    ),
    Action(
        "report",
        "Read a repor&t",
        "Tell the game so far as a page",
        _GAME,
        3,
        "Ctrl+R",
        help="help:report",
    ),
    Action(
        "report-page",
        "Report as a pa&ge …",
        "Write the report as a page",
        _GAME,
        3,
        help="help:report",
    ),
    Action(
        "report-pdf",
        "Report as P&DF …",
        "Write the report as a PDF to print",
        _GAME,
        3,
        help="help:report",
    ),
    Action(
        "preferences",
        "&Preferences …",
        "Choose colours, sizes, counters and pace",
        _GAME,
        4,
        "Ctrl+,",
        needs_game=False,
        help="help:preferences",
    ),
    Action(
        "quit",
        "&Quit",
        "Close the window",
        _GAME,
        5,
        "Ctrl+Q",
        needs_game=False,
        help="help:the-start-page",
    ),
    Action("undo", "&Undo", "Take the last answer back", _PLAY, 1, "Ctrl+Z", help="help:undo"),
    Action(
        "redo",
        "&Redo",
        "Give the answer again that was taken back",
        _PLAY,
        1,
        "Ctrl+Shift+Z Ctrl+Y",
        help="help:undo",
    ),
    Action(
        "undo-to",
        "Undo &to …",
        "Choose how far to take back: a step, the activation, any of the last answers",
        _PLAY,
        1,
        "Ctrl+Alt+Z",
        help="help:undo",
    ),
    Action(
        "redo-all",
        "Re&do all",
        "Give all answers again that were taken back",
        _PLAY,
        1,
        "Ctrl+Alt+Y",
        help="help:undo",
    ),
    Action("next", "&Next unit", "Choose the next of those who can still act", _PLAY, 2, "N"),
    Action(
        "previous", "&Last unit", "Choose the last of those who can still act", _PLAY, 2, "Shift+N"
    ),
    Action("confirm", "&Confirm", "Press the main button of the question", _PLAY, 3, "Space"),
    Action("end-segment", "&End segment", "Do nothing more in this segment", _PLAY, 3, "E"),
    Action(
        "end-activation",
        "End &activation",
        "Do nothing more with this formation; asks if anything is still possible",
        _PLAY,
        3,
        "Shift+E",
    ),
    Action(
        "advise",
        "What would &you do?",
        "Ask the computer player what to do at this question, and why",
        _PLAY,
        4,
        "W",
        help="help:advice",
    ),
    Action(
        "players",
        "&Who plays …",
        "Hand a side to the computer, to another of its players, or to a person",
        _PLAY,
        4,
        "Ctrl+P",
        help="help:who-plays",
    ),
    Action(
        "lend",
        "Let the computer play &for you",
        "Hand your side to the computer from now on, or take it back",
        _PLAY,
        4,
        "Ctrl+Shift+P",
        is_switch=True,
        help="help:who-plays",
    ),
    Action("pause", "&Pause", "Hold computer players and the show", _SHOW, 1, "P", is_switch=True),
    Action("step-back", "Step &back", "Take what was shown last off the board", _SHOW, 1, "<"),
    Action("step-on", "Step &on", "Show one thing more, and hold", _SHOW, 1, ">"),
    Action(
        "skip-activation",
        "Show the &end of it",
        "Show the end of this activation now",
        _SHOW,
        2,
        ",",
    ),
    Action("skip", "&Skip the show", "Show at once all until you are asked", _SHOW, 1, "."),
    Action(
        "play-now",
        "Play &right now",
        "Have the computer answer now, from what it has thought of so far",
        _SHOW,
        2,
        "Ctrl+.",
    ),
    Action("slower", "Slo&wer", "Show everything more slowly", _SHOW, 2, "Alt+-"),
    Action("faster", "&Faster", "Show everything faster", _SHOW, 2, "Alt++ Alt+="),
    Action(
        "stop-after-each",
        "Stop &after each",
        "Wait after each activation of the computer's",
        _SHOW,
        2,
        "Shift+P",
        is_switch=True,
    ),
    Action(
        "activation-back",
        "Last a&ctivation",
        "Go back to where an activation began",
        _SHOW,
        3,
        "Ctrl+<",
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "activation-on",
        "&Next activation",
        "Go on to the next activation",
        _SHOW,
        3,
        "Ctrl+>",
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "turn-back",
        "Last &turn",
        "Go back to where a turn began",
        _SHOW,
        3,
        "Alt+<",
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "turn-on",
        "Ne&xt turn",
        "Go on to the next turn",
        _SHOW,
        3,
        "Alt+>",
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "bookmark",
        "Book&mark",
        "Set a bookmark here, or take it away",
        _SHOW,
        4,
        "Ctrl+B",
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "play-on",
        "Pla&y on from here …",
        "Begin a new game from here, with dice of its own",
        _SHOW,
        4,
        needs_replay=True,
        help="help:replay",
    ),
    Action(
        "leave-replay",
        "&Leave the replay",
        "Go back to where you were",
        _SHOW,
        5,
        "Ctrl+W",
        needs_replay=True,
        help="help:replay",
    ),
    Action("zoom-in", "Zoom &in", "Show less of the map, larger", _VIEW, 1, "+ ="),
    Action("zoom-out", "Zoom &out", "Show more of the map, smaller", _VIEW, 1, "-"),
    Action("zoom-fit", "&Whole map", "Show the whole map", _VIEW, 1, "0"),
    Action("zoom-full", "&Full size", "Show the map at 100 %", _VIEW, 1, "Ctrl+1"),
    Action("centre", "&Centre", "Bring those who can act into the middle", _VIEW, 2, "C"),
    Action(
        "bare",
        "Ma&p without counters",
        "Take all counters off the map, so that the ground is seen",
        _VIEW,
        2,
        is_switch=True,
        held="H",
    ),
    Action(
        "key-to-marks",
        "&Key to the marks",
        "Show what colours, hatches and signs on the board mean",
        _VIEW,
        2,
        "Shift+K",
    ),
    Action(
        "go-to", "&Go to a place …", "Find a place by its name, a hex by its number", _VIEW, 2, "G"
    ),
    Action(
        "full-screen",
        "F&ull screen",
        "Give the whole screen to the game",
        _VIEW,
        4,
        "F11",
        is_switch=True,
        needs_game=False,
    ),
    Action("board", "&Board", "Put the keyboard on the board", _PANELS, 1, "F10"),
    Action("dock-log", "&Log", "Show what has happened", _PANELS, 1, "F5"),
    Action(
        "dock-dice",
        "D&ice",
        "Show what has been thrown, and how lucky it was",
        _PANELS,
        1,
        "Shift+F5",
    ),
    Action("dock-rules", "&Rulebook", "Show the rulebook", _PANELS, 1, "F6", help="help:rulebook"),
    Action("dock-map", "&Map in small", "Show the map in small", _PANELS, 1, "F7"),
    Action(
        "reset-panels",
        "&Usual places",
        "Put all panels where they were at first",
        _PANELS,
        2,
        needs_game=False,
    ),
    Action("now", "&What can I do now?", "List all that can be done now, by piece", _HELP, 1, "?"),
    Action(
        "rule",
        "&Rule of this",
        "Open the rulebook at what the pointer is on, else at the question",
        _HELP,
        1,
        "F1",
        help="help:rulebook",
    ),
    Action("how", "&How to play …", "Read how the game that is open goes", _HELP, 1),
    Action("keys", "&Keys …", "Show all keys", _HELP, 1, "F9", needs_game=False),
    Action("briefing", "&Briefing …", "Read about this battle", _HELP, 2),
    Action("about-game", "This &game …", "Show who plays, with which dice", _HELP, 2),
    Action(
        "about",
        "&About hexwar …",
        "Show the version",
        _HELP,
        2,
        needs_game=False,
        help="help:the-start-page",
    ),
)
"""The actions of every game, in the order of their menus."""

BY_ID = {action.id: action for action in ACTIONS}


def behind(first: str, *actions: Action) -> Iterator[Action]:
    """A game's own actions one behind the other, the first of them behind one of every game."""
    for action in actions:
        yield replace(action, after=first)
        first = action.id


def with_own(own: Sequence[Action]) -> tuple[Action, ...]:
    """The actions of every game with a game's own, each behind the one that it names."""
    found = list(ACTIONS)
    for action in own:
        place = next((at for at, other in enumerate(found) if other.id == action.after), -1)
        found.insert(place + 1, action)
    return tuple(found)
