"""Courses: the few ways in which a whole formation may act in one activation (N4.5).

A course answers every question of an activation. It is the greedy player's judgement with one
intent laid over it: to mass against a hex, to stand, to fall back, to seize a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from heapq import nlargest
from types import MappingProxyType
from typing import Any

from hexwar.ground.movement import movers
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.player.fights import odds_of
from hexwar.systems.nlc.player.movement import RESTLESS
from hexwar.systems.nlc.player.movement import path as usual_path
from hexwar.systems.nlc.player.outlook import Outlook, Question, deeds
from hexwar.systems.nlc.player.values import Aim, Place, aim_of, worth
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import hex_name
from hexwar.table.forces import UnitId

REACH = 3
"""Hexes beyond a whole move from which a formation does not come to grips with an enemy."""

TARGETS, PLACES = 3, 2
"""How many hexes are thought of to mass against, and to seize."""

BOLD = 0.8
"""Strength to hardness from which a mass attacks the hex that it came for."""


FIRM = 50.0
"""Points of staying for who is to stand: more than all else together."""


class Intent(StrEnum):
    """What a course is about."""

    USUAL = "usual"
    STAND = "stand"
    BACK = "back"
    MASS = "mass"
    SEIZE = "seize"


@dataclass(frozen=True, slots=True)
class Course:
    """A way to act in one activation; of MASS and SEIZE with the hex that it is about."""

    intent: Intent
    hex: Hex | None = None

    def words(self, view: GameState) -> str:
        """It in a few words."""
        if self.hex is None:
            return say(_WORDS[self.intent])
        return say(_WORDS[self.intent], place=hex_name(view, self.hex))

    def answer(
        self, question: Question[Any, Any], otherwise: Callable[[Question[Any, Any]], Any]
    ) -> Any:
        """What it answers to a question of the side that acts.

        Args:
            question: What is asked.
            otherwise: Who answers where the intent has nothing to say.
        """
        asked, intent, options = question.asked, self.intent, question.options
        if isinstance(asked, ChoosePath):
            return self._path(question)
        if isinstance(asked, DeclareAssault) and intent is Intent.MASS:
            own = [one for one in deeds(options) if one.target == self.hex]
            best = max(own, key=lambda one: odds_of(question.outlook, one), default=None)
            if best is not None and odds_of(question.outlook, best) >= BOLD:
                return best
        if isinstance(asked, DeclareAssault | DeclareCharge) and intent is Intent.BACK:
            return None if None in options else otherwise(question)
        return otherwise(question)

    def _path(self, question: Question[ChoosePath, Route]) -> Route:
        lean = _LEANS.get(self.intent)
        if lean is None or question.asked.entry is not None:
            return usual_path(question)
        group = movers(question.state, question.asked.units)
        aim, known = aim_of(question.state, group), dict[Place, float]()

        def points(route: Route) -> float:
            place = Place(route.hexes[-1] if route.hexes else group.start, route.column)
            if place not in known:
                known[place] = worth(aim, place) + lean(self, aim, place)
            return known[place] + (0.0 if route.hexes else RESTLESS) + _ride(aim, route)

        return max(question.options, key=points)


USUAL = Course(Intent.USUAL)
"""As the greedy player would."""


# -- what an intent adds to the worth of a place


def _ride(aim: Aim, route: Route) -> float:
    """A commander rides with troops who can protect him; it only breaks ties."""
    return 0.05 if route.leaders and not aim.is_guns and aim.strength >= 3 else 0.0


def _stand(course: Course, aim: Aim, place: Place) -> float:  # noqa: ARG001
    hexes = {aim.outlook.state.units[unit].hex for unit in aim.units}
    return FIRM if place.hex in hexes else 0.0


def _back(course: Course, aim: Aim, place: Place) -> float:  # noqa: ARG001
    away = min(6, aim.outlook.enemy_distance(place.hex))
    return 0.8 * away - 0.4 * aim.outlook.pressure.get(place.hex, 0.0)


def _mass(course: Course, aim: Aim, place: Place) -> float:
    assert course.hex is not None
    if not place.column and place.hex in contact_hexes(aim.outlook.state, course.hex):
        return 1.0 if aim.is_guns else 6.0
    return -0.4 * aim.outlook.distance(place.hex, course.hex)


def _seize(course: Course, aim: Aim, place: Place) -> float:
    assert course.hex is not None
    far = aim.outlook.distance(place.hex, course.hex)
    return 4.0 if far == 0 else -1.2 * far


_LEANS: Mapping[Intent, Callable[[Course, Aim, Place], float]] = MappingProxyType(
    {Intent.STAND: _stand, Intent.BACK: _back, Intent.MASS: _mass, Intent.SEIZE: _seize}
)

_WORDS: Mapping[Intent, str] = MappingProxyType(
    {
        Intent.USUAL: mark("go on by the order"),
        Intent.STAND: mark("stand"),
        Intent.BACK: mark("fall back"),
        Intent.MASS: mark("mass against {place}"),
        Intent.SEIZE: mark("make for {place}"),
    }
)


# -- which courses there are


def courses_for(outlook: Outlook, units: tuple[UnitId, ...]) -> list[Course]:
    """The courses worth a thought for some units; the usual one alone far from the enemy."""
    places = outlook.places(u for u in units if outlook.state.card(u).is_combat_unit)
    if not places:
        return [USUAL]
    reach = REACH + max(outlook.state.card(unit).movement for unit in units)
    away = partial(_away, outlook, places)
    foes = [hex_ for hex_ in outlook.enemies if away(hex_) <= reach]
    if not foes:
        return [USUAL]
    found = [USUAL, Course(Intent.STAND), Course(Intent.BACK)]
    found += [
        Course(Intent.MASS, hex_) for hex_ in nlargest(TARGETS, foes, key=_lure(outlook, away))
    ]
    found += [Course(Intent.SEIZE, hex_) for hex_ in _prizes(outlook, away, reach)]
    return found


def _away(outlook: Outlook, places: tuple[Hex, ...], hex_: Hex) -> int:
    return min(outlook.distance(place, hex_) for place in places)


def _lure(outlook: Outlook, away: Callable[[Hex], int]) -> Callable[[Hex], tuple[float, Hex]]:
    """How much a hex of the enemy's invites an attack: what it gives, how soft and near it is."""

    def points(hex_: Hex) -> tuple[float, Hex]:
        soft = outlook.friends_within(hex_, REACH + 1) / max(1.0, outlook.hardness(hex_))
        return outlook.prizes.get(hex_, 0) + min(3.0, soft) - 0.4 * away(hex_), hex_

    return points


def _prizes(outlook: Outlook, away: Callable[[Hex], int], reach: int) -> Iterator[Hex]:
    lost = [hex_ for hex_ in outlook.prizes if outlook.is_lost(hex_) and away(hex_) <= reach]
    yield from sorted(lost, key=lambda hex_: (away(hex_), hex_))[:PLACES]
