"""Fights (T10, T12, T13): click a target, leave out or take in units, go."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from hexwar.engine import Manner, Refusal, refuse
from hexwar.ground.hiding import is_uncertain
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button, FightOffer, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.common import D, Units, gestures, hexes_of, names_of
from hexwar.systems.tlnb.rules.combat import bombardment, charge
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment
from hexwar.systems.tlnb.rules.combat.charge import DeclareCharge
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, end_words
from hexwar.systems.tlnb.rules.combat.duties import eligible
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target

END = "end"
"""The id of the button that ends a segment."""


class FightPrompter(MapPrompter[D]):
    """Click a target, then the units that take part; the panel shows the whole reckoning."""

    aim: ClassVar[Aim]
    verb: ClassVar[str]  # of the button that begins it
    done: ClassVar[str]  # of the button that ends the segment
    over: ClassVar[str] = ""  # the same where one was declared already
    clue: ClassVar[str] = mark(
        "Click a target that is ringed to see the chances before you decide."
    )

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._target: Hex | None = None
        self._units: Units = ()
        self._over: Hex | None = None

    @cached_property
    def able(self) -> Mapping[Hex, Units]:
        """The targets, each with those who may take part."""
        found: dict[Hex, dict[UnitId, None]] = {}
        for blow in self.options:
            if blow is not None:
                found.setdefault(blow.target, {}).update(dict.fromkeys(blow.units))
        return {hex_: tuple(units) for hex_, units in found.items()}

    @abstractmethod
    def blow(self) -> Any:
        """The answer that is put together now; None where it cannot be one."""

    @abstractmethod
    def report(self, blow: Any) -> object:
        """All of it before the die."""

    def first(self, target: Hex) -> Units:
        """Who takes part as long as nobody is left out."""
        return self.able[target]

    def offer(self) -> Offer:
        """The targets; of one that is clicked its chances, and who takes part."""
        target = self._target
        blow = self.blow() if target is not None and self._units else None
        refusal = None if blow is None else self.decision.refusal(self.view, blow)
        buttons = [self._end()]
        if target is not None:
            buttons.insert(0, self._go(blow, refusal))
        pickable = self.able[target] if target is not None else ()
        report = None if blow is None or self._is_hopeless(refusal) else self.report(blow)
        return Offer(
            self._hint(),
            tuple(buttons),
            self._overlays(),
            frozenset(pickable),
            self._units,
            barred=refusal,
            extra=FightOffer(report, self._units),
        )

    def _is_hopeless(self, refusal: Refusal | None) -> bool:  # noqa: ARG002
        """Whether no table has a column for it."""
        return False

    def _go(self, blow: Any, refusal: Refusal | None) -> Button:
        assert self._target is not None
        place = self.view.battle.battlefield.name_of(self._target)
        words = say("{verb} {place}", verb=say(self.verb), place=place)
        if blow is None:
            refusal = refuse(self.decision.rule, "Choose who takes part.")
        response: Response = refusal if refusal is not None else self.give(blow)
        tip = say("With {units}", units=names_of(self.view, self._units))
        return Button("go", words, tip, response, manner=Manner.MAIN)

    def is_begun(self) -> bool:
        """Whether one was declared already."""
        return False

    def _end(self) -> Button:
        tip, words = say("The next segment begins"), self.over if self.is_begun() else self.done
        return Button(END, say(words), tip, self.law(None), manner=Manner.END)

    def _overlays(self) -> Overlays:
        lit = self._target or (self._over if self._over in self.able else None)
        targets = tuple(
            Target(hex_, self.aim, self._sources(hex_, units) if hex_ == lit or not lit else ())
            for hex_, units in self.able.items()
        )
        units = [unit for units in self.able.values() for unit in units]
        return Overlays(
            selection=hexes_of(self.view, self._units),
            chosen=frozenset(self._units),
            ready=hexes_of(self.view, units),
            targets=targets,
        )

    def _sources(self, hex_: Hex, units: Units) -> tuple[Hex, ...]:
        shown = self._units if hex_ == self._target else units
        return tuple(sorted(hexes_of(self.view, shown)))

    def _hint(self) -> str:
        if self._target is None:
            return say(self.clue) if self.able else say("There is nothing more to do here.")
        if is_uncertain(self.view, (self._target,)):  # T16.9
            return say("What lies under the enemy's flags nearby is left out of the chances.")
        return say("Click the target again to go; click units to leave them out or take them in.")

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A target is looked at; once more it is gone through with; own units go in or out."""
        if hex_ in self.able:
            if hex_ == self._target:
                blow = self.blow() if self._units else None
                return None if blow is None else self.law(blow)
            self._target, self._units = hex_, self.first(hex_)
            return None
        return self._toggle(hex_)

    def _toggle(self, hex_: Hex) -> Response:
        if self._target is None:
            return self.decision.why_not(self.view, hex_)
        here = [u for u in self.able[self._target] if self.view.units[u].hex == hex_]
        if not here:
            words = mark("Nobody in {hex} can take part against {target}.")
            return refuse(self.decision.rule, words, hex=hex_, target=self._target)
        is_in = all(unit in self._units for unit in here)
        kept = tuple(u for u in self._units if u not in here)
        self._units = kept if is_in else (*kept, *here)
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These take part, and no others of their hexes."""
        if self._target is None:
            return None
        able = self.able[self._target]
        self._units = tuple(unit for unit in able if unit in pieces)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Point at a target."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the target."""
        had, self._target, self._units = self._target is not None, None, ()
        return had

    def cycle(self, step: int) -> Hex | None:
        """Look at the next target."""
        hexes = list(self.able)
        if not hexes:
            return None
        place = hexes.index(self._target) + step if self._target in hexes else 0
        self._target = hexes[place % len(hexes)]
        self._units = self.first(self._target)
        return self._target


class AttackPrompter(FightPrompter[DeclareAttack]):
    """Attacks (T10.12), with the duties that are still owed."""

    aim, verb, done = Aim.ASSAULT, mark("Attack"), mark("End of combat")

    @cached_property
    def able(self) -> Mapping[Hex, Units]:
        """Every hex that may be attacked, each with all who may."""
        return eligible(self.view)

    def first(self, target: Hex) -> Units:
        """Those of the best attack that is offered there: other duties are kept (T10.12)."""
        found = [b.units for b in self.options if b is not None and b.target == target]
        return max(found, key=lambda units: self._worth(units, target), default=self.able[target])

    def _worth(self, units: Units, target: Hex) -> tuple[int, int]:
        return odds_of(self.view, units, target).column, len(units)

    def blow(self) -> Blow:
        """The units on the target."""
        assert self._target is not None
        return Blow(self._units, self._target)

    def _end(self) -> Button:
        """No other attack, where attacks are being named; else the end of the segment."""
        return replace(super()._end(), text=end_words(self.view))

    def report(self, blow: Blow) -> object:
        """The odds."""
        return odds_of(self.view, blow.units, blow.target)


class BombardmentPrompter(FightPrompter[DeclareBombardment]):
    """Bombardments (T12.9)."""

    aim, verb, done = Aim.BOMBARD, mark("Bombard"), mark("No bombardment")

    over = mark("No other bombardment")

    def is_begun(self) -> bool:
        """Whether guns have been aimed in this segment, or have fired."""
        return bool(self.view.fights.shots or self.view.fights.bombarded)

    def blow(self) -> Shot:
        """The guns on the target."""
        assert self._target is not None
        return Shot(self._units, self._target)

    def report(self, blow: Shot) -> object:
        """Strength, column and faces."""
        return bombardment.report(self.view, blow)


class ChargePrompter(FightPrompter[DeclareCharge]):
    """Charges (T13.12): the cavalry of one hex, by the shortest way."""

    aim, verb, done = Aim.CHARGE, mark("Charge"), mark("No charge")

    over = mark("No other charge")

    def is_begun(self) -> bool:
        """Whether cavalry is to ride in this segment, or has ridden."""
        return bool(self.view.fights.rides or self.view.fights.charged)

    def first(self, target: Hex) -> Units:
        """The cavalry of one hex."""
        return next(b.units for b in self.options if b is not None and b.target == target)

    def blow(self) -> Ride | None:
        """The cavalry, by its shortest way."""
        assert self._target is not None
        if len(hexes_of(self.view, self._units)) != 1:
            return None
        path = next(charge.charge_paths(self.view, self._units, self._target), None)
        return None if path is None else Ride(self._units, self._target, path)

    def report(self, blow: Ride) -> object:
        """Strengths, column and faces."""
        return charge.report(self.view, blow)

    def _is_hopeless(self, refusal: Refusal | None) -> bool:
        """Whether the odds are below the chart, so that there is no column."""
        return refusal is not None

    def _overlays(self) -> Overlays:
        """The way of the ride too."""
        made, ride = super()._overlays(), self.blow() if self._target and self._units else None
        if ride is None:
            return made
        way = (*ride.path, ride.target)
        targets = (replace(t, way=way) if t.hex == ride.target else t for t in made.targets)
        return replace(made, targets=tuple(targets))


GESTURES = gestures(
    {
        DeclareAttack: AttackPrompter,
        DeclareBombardment: BombardmentPrompter,
        DeclareCharge: ChargePrompter,
    }
)
