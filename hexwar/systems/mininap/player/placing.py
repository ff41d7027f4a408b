"""Free set-up, and the question whether to give up (M24.3, M23.8)."""

from __future__ import annotations

from typing import Final

from hexwar.ai.policy import Considered, Reason
from hexwar.messages import say
from hexwar.systems.mininap.player.aims import aims_of
from hexwar.systems.mininap.player.glance import Body, Glance
from hexwar.systems.mininap.player.outlook import Question
from hexwar.systems.mininap.player.terms import WAITING, Judge
from hexwar.systems.mininap.rules.setup import Place, PlaceUnit
from hexwar.systems.mininap.rules.victory import Resign
from hexwar.systems.mininap.state import Unit

PLANNED: Final = 0.5
"""VP that the place counts beside its terms which the scenario has for a unit: it was thought of
with all others."""


def place_unit(question: Question[PlaceUnit, Place]) -> Place:
    """Units before their commanders, each where the terms of places are best."""
    state = question.state
    waiting = list(dict.fromkeys(place.unit for place in question.options))
    unit = min(waiting, key=lambda one: (state.card(one).is_command, waiting.index(one)))
    found = {p: _worth(question, p) for p in question.options if p.unit == unit}
    weighed = {place: question.misjudged(worth) for place, worth in found.items()}
    best = max(weighed, key=lambda place: weighed[place])
    name = state.card(unit).name
    if _is_planned(question, best):
        words = say("{name} stands where the battle has it.", name=name)
    else:
        words = say("{name} is better placed here.", name=name)
    rows = (Considered(say("This place"), round(found[best], 2)),)
    return question.because(best, Reason(words, is_open=True, considered=rows))


def _is_planned(question: Question[PlaceUnit, Place], place: Place) -> bool:
    return question.state.battle.placed[place.unit].pose == place.pose


def _worth(question: Question[PlaceUnit, Place], place: Place) -> float:
    glance = Glance(question.outlook)
    unit = Unit(place.unit, place.pose, place.formation, is_limbered=place.is_limbered)
    body: Body = glance.body(unit, is_led=True)
    glance.bodies[place.unit] = body
    judge = Judge(glance, aims_of(glance, {}), WAITING)
    return sum(judge.weigh(body).values()) + PLANNED * _is_planned(question, place)


def resign(question: Question[Resign, bool]) -> bool:
    """It never gives a battle up: whoever plays against it may play to the end."""
    gives_up = False
    words = say("There are turns left, and dice.")
    return question.because(gives_up, Reason(words, is_open=True))
