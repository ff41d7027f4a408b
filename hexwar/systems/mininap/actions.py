"""What a player of this game can ask for beside what every game has."""

from __future__ import annotations

from hexwar.shell.actions import Action, Menu, behind

_PLAY, _VIEW, _PANELS = (Menu.PLAY, 2), (Menu.VIEW, 3), (Menu.PANELS, 1)


OWN_ACTIONS = (
    *behind(
        "previous",
        Action(
            "brigade",
            "With the &brigade",
            "The rest of the brigade of the chosen unit goes the same way",
            *_PLAY,
            "B",
            help="rule:M14.2",
        ),
        Action(
            "turn-left",
            "Turn to the &left",
            "Turn the chosen unit by 5 degrees to the left",
            *_PLAY,
            "[",
            help="rule:M16.7",
        ),
        Action(
            "turn-right",
            "Turn to the ri&ght",
            "Turn the chosen unit by 5 degrees to the right",
            *_PLAY,
            "]",
            help="rule:M16.7",
        ),
    ),
    *behind(
        "go-to",
        Action(
            "fire-own",
            "Own &fire",
            "Show what your units have before them",
            *_VIEW,
            "Z",
            is_switch=True,
            help="rule:M9.11",
        ),
        Action(
            "threat",
            "&Threat",
            "Show what the enemy can fire at, and how far he can charge",
            *_VIEW,
            "X",
            is_switch=True,
            help="rule:M9.11",
        ),
        Action(
            "command",
            "Comman&d range",
            "Show how far your commanders reach",
            *_VIEW,
            "K",
            is_switch=True,
            help="rule:M5.3",
        ),
        Action(
            "regions",
            "Front, flan&ks and rear",
            "Show front, flanks and rear of the unit pointed at",
            *_VIEW,
            "R",
            is_switch=True,
            help="rule:M6.8",
        ),
        Action(
            "distances",
            "D&istances",
            "Show how far the unit pointed at is from enemies and commanders",
            *_VIEW,
            "D",
            is_switch=True,
            help="rule:M1.6",
        ),
    ),
    *behind(
        "board",
        Action(
            "dock-unit",
            "&Unit",
            "Show the unit that is chosen or pointed at",
            *_PANELS,
            "F2",
            help="rule:M2.5",
        ),
        Action(
            "dock-combat",
            "&Combat",
            "Show fire, fights and charges with their chances",
            *_PANELS,
            "F12",
            help="rule:M10.3",
        ),
        Action(
            "dock-army",
            "&Armies",
            "Show the brigades of both sides with their losses",
            *_PANELS,
            "F3",
            help="rule:M13.5",
        ),
        Action(
            "dock-victory",
            "&Victory points",
            "Show the score",
            *_PANELS,
            "Shift+F4",
            help="rule:M23.6",
        ),
    ),
)
