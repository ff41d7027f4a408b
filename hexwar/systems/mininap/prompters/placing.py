"""Free set-up: the units are put down one by one, or a brigade as the scenario has it (M24.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexwar.engine import Manner
from hexwar.messages import say
from hexwar.shell.prompter import Answer, Button, Offer, PieceId, Response
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.prompters.common import (
    StandPrompter,
    Word,
    cited,
    gestures,
    is_on,
    name_of,
    point_at,
)
from hexwar.systems.mininap.rules.setup import (
    Place,
    PlaceUnit,
    body_of,
    place_refusal,
    places,
    waiting_for,
    zone_of,
)
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.systems.mininap.words import block_of
from hexwar.table.forces import Side
from hexwar.table.spot import Spot
from hexwar.table.stands import Ghost, Grip, Handles, Hue, Marks, Ruling, Wish, Zone
from hexwar.tabletop.pose import placed

GRIPS = frozenset({Grip.BODY, Grip.TURN})


class PlacePrompter(StandPrompter[PlaceUnit]):
    """The next unit stands as a ghost: click where it goes, drag it, or put it down there."""

    def __init__(self, view: MiniState, decision: PlaceUnit, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._place: Place = options[0]

    @property
    def side(self) -> Side:
        """Who places."""
        return Side(self.decision.side)

    def unit(self, place: Place) -> Unit:
        """The unit where it would be put down."""
        return replace(
            self.view.units[place.unit],
            pose=place.pose,
            formation=place.formation,
            is_limbered=place.is_limbered,
        )

    # -- what is offered

    def offer(self) -> Offer:
        """The ghost of the next unit in the zone."""
        unit = self._place.unit
        block = block_of(self.view, self.unit(self._place))
        ring = tuple((x / 100, y / 100) for x, y in zone_of(self.view.battle, self.side))
        marks = Marks(
            zones=(Zone(ring, Hue.OWN, is_faint=True),),
            ghosts=(Ghost(block, Hue.GOOD, name_of(self.view, unit)),),
            handles=(Handles(str(unit), GRIPS, block),),
        )
        hint = say("Click where it goes, or drag the ghost; Space puts it down.")
        return Offer(hint, tuple(self._buttons()), marks, frozenset(), (unit,))

    def _buttons(self) -> Iterator[Button]:
        name = name_of(self.view, self._place.unit)
        words = say("Put {name} down", name=name)
        yield Button("put", words, "", self.law(self._place), manner=Manner.MAIN)
        tip = say("The whole brigade stands where the scenario has it")
        planned = self._planned()
        if planned is not None:
            yield Button("plan", say("Brigade as planned"), tip, planned)
        if len(waiting_for(self.view, self.side)) > 1:
            yield Button("next", say("Another unit"), "", word=Word.OTHER)
        card = self.view.card(self._place.unit)
        for formation in Formation:
            if not card.is_single and card.may_form(formation):
                words = say("In {formation}", formation=say(formation))
                if formation is not self._place.formation:
                    word = f"{Word.FORM}:{formation.name}"
                    yield Button(f"form-{formation.name}", words, "", word=word)
        if card.arm is Arm.ARTILLERY:
            words = say("Unlimbered") if self._place.is_limbered else say("Limbered")
            yield Button("limber", words, "", word=Word.LIMBER)

    def _planned(self) -> Response:
        """The rest of the brigade where the scenario has it; None where somebody cannot."""
        waiting = waiting_for(self.view, self.side)
        body = body_of(self.view.card(self._place.unit))
        kind, found = type(self.decision), list[Answer]()
        for unit in (u for u in waiting if body_of(self.view.card(u)) == body):
            plan = self.view.battle.placed[unit]
            place = Place(unit, plan.pose, plan.formation, plan.is_limbered)
            if place_refusal(self.view, self.side, place) is not None:
                return None
            found.append(Answer(kind, place))
        return tuple(found)

    # -- what the player does

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The ghost goes there; a click on it puts it down."""
        point = point_at(spot)
        if point is None or joins:
            return None
        if is_on(self.view, self.unit(self._place), point):
            return self.law(self._place)
        return self._try(replace(self._place, pose=placed(point, self._place.pose.bearing)))

    def pick(self, pieces: Sequence[PieceId]) -> Response:  # noqa: ARG002
        """Who stands already stays."""
        return None

    def _try(self, place: Place) -> Response:
        refusal = place_refusal(self.view, self.side, place)
        if refusal is None:
            self._place = place
        return refusal

    def cycle(self, step: int) -> Spot | None:
        """Another unit comes first."""
        unit = self.next_of(waiting_for(self.view, self.side), self._place.unit, step)
        first = None if unit is None else next(places(self.view, unit), None)
        if first is not None:
            self._place = first
        pose = self._place.pose
        return f"{pose.x},{pose.y},{pose.bearing}"

    def write(self, word: str) -> Response:
        """Another unit, another formation, limbered or not."""
        kind, _, name = word.partition(":")
        if kind == Word.OTHER:
            self.cycle(1)
        elif kind == Word.FORM:
            return self._try(replace(self._place, formation=Formation[name]))
        elif kind == Word.LIMBER:
            return self._try(replace(self._place, is_limbered=not self._place.is_limbered))
        elif kind == Word.TURN:
            return self._try(replace(self._place, pose=self._place.pose.turned(int(name))))
        return None

    def judge(self, wish: Wish) -> Ruling:
        """Whether it may stand there."""
        place = self._wished(wish)
        refusal = place_refusal(self.view, self.side, place)
        if refusal is not None:
            return Ruling(None, is_legal=False, reason=cited(refusal))
        name = name_of(self.view, place.unit)
        return Ruling(block_of(self.view, self.unit(place)), text=name)

    def _wished(self, wish: Wish) -> Place:
        return replace(self._place, pose=wish.pose)

    def let_go(self, wish: Wish) -> Response:
        """It stays a ghost there."""
        return self._try(self._wished(wish))


GESTURES = gestures({PlaceUnit: PlacePrompter})
