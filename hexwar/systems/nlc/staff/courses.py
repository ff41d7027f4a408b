"""Courses: the few ways in which a whole formation may act in one activation (N4.5).

A course answers every question of an activation. It is the staff's judgement with one intent laid
over it: to mass against a hex, to stand, to fall back, to seize a place, to guard one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from heapq import nlargest
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from hexwar.ground.movement import path_to
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.player.movement import RESTLESS, WAITING
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.values import Aim, Place
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, choices, companions
from hexwar.systems.nlc.staff.alone import fears
from hexwar.systems.nlc.staff.characters import Temper
from hexwar.systems.nlc.staff.moves import SCALES, Weighing, worth
from hexwar.systems.nlc.staff.stakes import STEADY, Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.words import hex_name

REACH = 3
"""Hexes beyond a whole move from which a formation does not come to grips with an enemy."""

TARGETS, PLACES = 3, 2
"""How many hexes are thought of to mass against, and to seize."""
RIDE, ESCORT = 0.05, 3
"""Points of a commander riding with troops of so many SP, who can protect him: a tie-breaker."""

FIRM = 50.0
"""Points of staying for who is to stand: more than all else together."""


class Intent(StrEnum):
    """What a course is about."""

    USUAL = "usual"
    STAND = "stand"
    BACK = "back"
    MASS = "mass"
    SEIZE = "seize"
    GUARD = "guard"


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
        if isinstance(asked, ChoosePath) and intent in _LEANS:
            if question.state.card(asked.units[0]).is_vedette:
                return otherwise(question)  # they look, whatever the others are about
            return self.path(asked, question.outlook)
        if isinstance(asked, DeclareAssault | DeclareCharge) and intent is Intent.BACK:
            return None if None in options else otherwise(question)
        return otherwise(question)

    def path(self, asked: ChoosePath, outlook: Outlook) -> Route:
        """Where some units go, as the staff would with this intent.

        It looks at the ends alone, and finds the one way that it takes.
        """
        state = outlook.state
        ways, along = choices(state, asked.units, asked.entry), companions(state, asked.units)
        going = Weighing(Question(asked, (), outlook), SCALES).going
        aim = going.aim
        lean = _LEANS.get(self.intent) if asked.entry is None else None

        @cache
        def points(place: Place) -> float:
            return worth(going, place) + (0.0 if lean is None else lean(self, aim, place))

        rides = along and aim.strength >= ESCORT and not aim.is_guns
        ends = [(points(Place(end.hex, end.column)), end) for end in ways.legal_ends]
        most, best = max(ends, key=itemgetter(0), default=(0.0, None))
        if best is None:
            return Route()
        if ways.can_stay:
            stay = points(Place(ways.group.start)) + (RESTLESS if asked.entry is None else -WAITING)
            if stay >= most + (RIDE if rides else 0.0):
                return Route()
        who = along if best.column or rides else ()
        return Route(path_to(state, best.found, best.hex), best.column, who)


USUAL = Course(Intent.USUAL)
"""As the staff would without a second thought."""


# -- what an intent adds to the worth of a place


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
    if aim.is_guns:
        return -0.4 * far  # they come after those who seize it
    return 4.0 if far == 0 else -1.2 * far


def _guard(course: Course, aim: Aim, place: Place) -> float:
    """The first who can come there goes; the others are not bound."""
    is_there = place.hex == course.hex and not place.column and not aim.is_guns
    return FIRM if is_there and not aim.company(place.hex) else 0.0


_LEANS: Mapping[Intent, Callable[[Course, Aim, Place], float]] = MappingProxyType(
    {
        Intent.STAND: _stand,
        Intent.BACK: _back,
        Intent.MASS: _mass,
        Intent.SEIZE: _seize,
        Intent.GUARD: _guard,
    }
)

_WORDS: Mapping[Intent, str] = MappingProxyType(
    {
        Intent.USUAL: mark("go on by the order"),
        Intent.STAND: mark("stand"),
        Intent.BACK: mark("fall back"),
        Intent.MASS: mark("mass against {place}"),
        Intent.SEIZE: mark("make for {place}"),
        Intent.GUARD: mark("send somebody to guard {place}"),
    }
)


# -- which courses there are


def courses_for(
    outlook: Outlook, units: tuple[UnitId, ...], temper: Temper = STEADY
) -> list[Course]:
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
    alone = fears(outlook.state, Ledger(outlook.state, outlook.side, temper))
    near = {hex_: cost for hex_, cost in alone.items() if away(hex_) <= reach - REACH}
    if near:
        found.append(Course(Intent.GUARD, max(near, key=lambda hex_: (near[hex_], hex_))))
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
