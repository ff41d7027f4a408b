"""Questions whose one answer several clicks shape: who makes room, comes back, acts together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Offer, PieceId, Response
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.prompters.common import NlcPrompter, following
from hexwar.systems.nlc.rules.combat.fight import hex_of
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.losses.rally import (
    ChooseRallyOrder,
    ChooseRecovery,
    Order,
    Recovery,
    disrupted_in,
    nobody,
    rally_report,
)
from hexwar.systems.nlc.rules.losses.retreat import DisplaceFriend
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure, Displacement
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from hexwar.systems.nlc.rules.turn.actions import (
    Body,
    ChooseCoordinatedFormations,
    fighting_hexes,
    member_refusal,
    pieces_of,
)
from hexwar.systems.nlc.words import dice_words, order_line
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Box
from hexwar.table.words import formation_name

D = TypeVar("D", bound=Decision[Any])

Crowding = ChooseOverstackCure | DisplaceFriend

TICK = "\N{CHECK MARK} "
"""Before the name of what is chosen."""


class UnitPrompter(NlcPrompter[D]):
    """A unit is chosen already; click a hex for it, or choose another unit first."""

    def _begin(self) -> None:
        """The hexes that each unit can go to; the first unit is chosen."""
        self.hexes: dict[UnitId, list[Hex]] = {}
        for option in self.options:
            if option is not None:
                free = self.hexes.setdefault(option.unit, [])
                free += [] if option.hex is None else [option.hex]
        self.unit = next(iter(self.hexes))

    def _choose_button(self, unit: UnitId) -> Button:
        """Chooses a unit; a tick tells which is chosen, for its button alone decides nothing."""
        tip = say("Choose {unit}, then a hex for it", unit=self.name(unit))
        text = f"{TICK if unit == self.unit else ''}{self.name(unit)}"
        return Button(unit, text, tip, picks=(unit,))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the last of some units that is not chosen already."""
        units = [UnitId(p) for p in pieces if p in self.hexes]
        fresh = [unit for unit in units if unit != self.unit] or units
        self.unit = fresh[-1] if fresh else self.unit
        return None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit."""
        self.unit = following(list(self.hexes), self.unit, step)
        return next(iter(self.hexes[self.unit]), None)


class RoomPrompter(UnitPrompter[Crowding]):
    """Click a hex to send a unit there, or choose another unit first."""

    def offer(self) -> Offer:
        """The units, and the free hexes of the chosen one."""
        crowded, free = self.decision.hex, self.hexes[self.unit]
        ways = {hex_: (crowded,) for hex_ in free if hex_ == self.over or len(free) == 1}
        return Offer(
            self._hint(free),
            tuple(self._button(unit) for unit in self.hexes),
            Overlays(
                selection=frozenset({crowded}),
                chosen=frozenset({self.unit}),
                targets=tuple(Target(hex_, sources=ways.get(hex_, ())) for hex_ in free),
            ),
            frozenset(self.hexes),
            (self.unit,),
        )

    def _hint(self, free: Sequence[Hex]) -> str:
        name = self.name(self.unit)
        if not free:
            return say("There is no room anywhere: one unit is lost.")
        if self.over is not None and self.over in free:
            return say("Click: {unit} goes to {hex}.", unit=name, hex=self.place(self.over))
        if len(self.hexes) == 1:
            return say("Click a marked hex: {unit} goes there.", unit=name)
        return say("Click a marked hex: {unit} goes there. Or choose another unit.", unit=name)

    def _button(self, unit: UnitId) -> Button:
        free, name = self.hexes[unit], self.name(unit)
        if len(free) > 1:
            return self._choose_button(unit)
        if not free:
            text, tip = say("{unit} is lost", unit=name), say("It goes to the UAR box")
            return Button(unit, text, tip, self.give(Displacement(unit, None)))
        text = say("{unit} to {hex}", unit=name, hex=free[0])
        tip = say("{unit} goes to {hex}", unit=name, hex=self.place(free[0]))
        manner = Manner.MAIN if unit == self.unit else Manner.PLAIN
        return Button(unit, text, tip, self.give(Displacement(unit, free[0])), manner=manner)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Send the chosen unit to a hex; in the crowded hex, choose the next unit."""
        if hex_ == self.decision.hex:
            self.cycle(1)
            return None
        return self.law(Displacement(self.unit, hex_))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit of the crowded hex."""
        super().cycle(step)
        return self.decision.hex


class RecoveryPrompter(UnitPrompter[ChooseRecovery]):
    """Choose the unit by its button, then click the hex where it shall appear."""

    def offer(self) -> Offer:
        """The units in the box, and the hexes of the chosen one."""
        units, choice = tuple(self._button(unit) for unit in self.hexes), nobody()
        none = self.nothing(choice.id, choice.label, choice.tip, choice.manner)
        words, odds = mark("Click a marked hex for {unit}{odds}."), self._odds(self.unit)
        targets = tuple(Target(hex_) for hex_ in self.hexes[self.unit])
        hint = say(words, unit=self.name(self.unit), odds=odds)
        return Offer(hint, (*units, none), Overlays(targets=targets))

    def _button(self, unit: UnitId) -> Button:
        if unit != self.unit:
            return self._choose_button(unit)
        hex_, name = self.hexes[unit][0], self.name(unit)
        words = mark("{unit} comes back to {hex}{odds}")
        tip = say(words, unit=name, hex=self.place(hex_), odds=self._odds(unit))
        text = say("{unit} to {hex}", unit=name, hex=hex_)
        return Button(unit, text, tip, self.give(Recovery(unit, hex_)))

    def _odds(self, unit: UnitId) -> str:
        """The dice by which a unit comes back; one in the Recovered box needs none (N13.3)."""
        if self.view.units[unit].box is not Box.UAR:
            return ""
        most = numbers_of(self.view.battle).recovery.returns_die
        dice = dice_words(d for d in FACES if d <= most)
        return say(": it returns on {dice}, else it is lost", dice=dice)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Bring the chosen unit back to a hex."""
        if hex_ in self.hexes[self.unit]:
            return self.give(Recovery(self.unit, hex_))
        name, where = self.name(self.unit), self.place(hex_)
        return refuse("N13.7", "{unit} cannot appear in {hex}.", unit=name, hex=where)


class RallyPrompter(NlcPrompter[ChooseRallyOrder]):
    """Click the hexes in the order in which they shall try; the last one follows by itself."""

    _first: Order = ()

    def offer(self) -> Offer:
        """The hexes that still have no place in the order."""
        left = [hex_ for hex_ in self.decision.hexes if hex_ not in self._first]
        order, targets = (*self._first, *left), tuple(Target(hex_) for hex_ in left)
        words, gives = say("In this order"), self.give(order)
        rest = Button("order", words, ", ".join(order), gives, manner=Manner.MAIN)
        hint = mark("Click the hexes in the order in which they try.")
        if self._first:
            hint = mark("First {names}; click the next, or Esc to begin again.")
        return Offer(
            say(hint, names=", ".join(self._first)),
            (*(self._button(hex_) for hex_ in left), rest),
            Overlays(selection=frozenset(self._first), targets=targets),
        )

    def _button(self, hex_: Hex) -> Button:
        names, where = self.names(disrupted_in(self.view, self.side, hex_)), self.place(hex_)
        morale = rally_report(self.view, self.side, hex_).value
        tip = say("{names} in {hex}, morale {morale}", names=names, hex=where, morale=morale)
        words = say("{hex} next", hex=hex_) if self._first else say("{hex} first", hex=hex_)
        gives = self._with(hex_) if len(self._first) + 2 == len(self.decision.hexes) else None
        return Button(hex_, words, tip, gives, spots=(hex_,))

    def _with(self, hex_: Hex) -> Response:
        """The order that begins with what is chosen and a hex; the rest follow by number."""
        chosen = (*self._first, hex_)
        rest = [other for other in self.decision.hexes if other not in chosen]
        return self.law((*chosen, *rest))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The hex tries next."""
        if hex_ not in self.decision.hexes or hex_ in self._first:
            return None
        if len(self._first) + 2 == len(self.decision.hexes):
            return self._with(hex_)
        self._first = (*self._first, hex_)
        return None

    def back(self) -> bool:
        """Begin the order again."""
        was, self._first = self._first, ()
        return bool(was)


class LodgingPrompter(NlcPrompter[AssignTrain]):
    """Choose the units by their buttons or counters; the nearest are chosen at first."""

    def _begin(self) -> None:
        """As many as the train feeds are chosen."""
        self._room = len(self.options[0])
        self._chosen: list[UnitId] = list(self.options[0])

    def offer(self) -> Offer:
        """The units that could live on the train, and the button that puts them there."""
        units, train = self.decision.units, self.decision.train
        number = say("{number} of {room}", number=len(self._chosen), room=self._room)
        words = mark("These units live on {train} until supply is checked again")
        done = Button(
            "done",
            say("Put on the train ({count})", count=number),
            say(words, train=self.name(train)),
            self.law(tuple(self._chosen)),
            manner=Manner.MAIN,
        )
        return Offer(
            say(
                "{count} chosen; who is left may be out of supply. Click a counter or a"
                " button to choose another, then put them on the train.",
                count=number,
            ),
            (*(self._button(unit) for unit in units), done),
            Overlays(
                selection=frozenset({hex_of(self.view, train)}),
                chosen=frozenset(self._chosen),
                targets=tuple(Target(hex_) for hex_ in sorted({*self.hexes_of(units)})),
            ),
            frozenset(units),
        )

    def _button(self, unit: UnitId) -> Button:
        name, where = self.name(unit), self.place(hex_of(self.view, unit))
        text = f"{TICK if unit in self._chosen else ''}{name}"
        tip = say("{name} in {where} lives on the train, or no more", name=name, where=where)
        return Button(unit, text, tip, picks=(unit,), spots=(hex_of(self.view, unit),))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Choose the next unit of a hex."""
        here = [unit for unit in self.decision.units if hex_of(self.view, unit) == hex_]
        if not here:
            words = say("Nobody in {hex} can live on this train.", hex=self.place(hex_))
            return Refusal(words, "N16.3")
        fresh = [unit for unit in here if unit not in self._chosen]
        return self.pick(fresh[:1] or here[:1])

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose units; with more than the train feeds, who was chosen first gives way."""
        for piece in pieces:
            unit = UnitId(piece)
            if unit in self._chosen:
                self._chosen.remove(unit)
            elif unit in self.decision.units:
                self._chosen = [*self._chosen, unit][-self._room :]
        return None


class BodyPrompter(NlcPrompter[ChooseCoordinatedFormations]):
    """Choose formations one after another, by clicks or buttons, then let them act together."""

    def _begin(self) -> None:
        self._chosen: Body = ()
        formations, side = self.view.battle.formations, self.side
        self._able = [f for f in formations if member_refusal(self.view, side, f) is None]

    def offer(self) -> Offer:
        """The formations that may take part, and those who do so far."""
        buttons = [self._button(f) for f in self._able]
        hint = say("Click the formations that act together; a second click leaves one out again.")
        if self._chosen:
            names = ", ".join(self.view.battle.formations[f].name for f in self._chosen)
            hint = say("{names} act together; click others, or press Space.", names=names)
            words = say("Act together"), say("{names} act as one body", names=names)
            buttons.insert(0, Button("go", *words, self.law(self._chosen), manner=Manner.MAIN))
        nobody = self.nothing("end", say("Nobody"), say("The chit has no effect"))
        return Offer(
            hint,
            (*buttons, nobody),
            Overlays(
                ready=fighting_hexes(self.view, self._able),
                selection=fighting_hexes(self.view, self._chosen),
            ),
            pickable=frozenset(p for f in self._able for p in pieces_of(self.view, f)),
        )

    def _button(self, formation: FormationId) -> Button:
        is_in, name = formation in self._chosen, formation_name(self.view, formation)
        verb = say("Leave it out again.") if is_in else say("It takes part.")
        tip = f"{verb} {order_line(self.told, LineId(formation))}".strip()
        text, piece = f"{TICK if is_in else ''}{name}", pieces_of(self.view, formation)[0]
        return Button(formation, text, tip, picks=(piece,))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The formations of the troops there take part, or do no more."""
        units = self.view.units_in(hex_, self.side)
        here = list(dict.fromkeys(self.view.formation_of(unit).id for unit in units))
        able = [formation for formation in here if formation in self._able]
        if here and not able:
            return self.law((here[0],))
        if len(able) > 1:
            words = say("Troops of several formations stand there: press a button.")
            return Refusal(words, "N4.32")
        return self._toggle(able[0]) if able else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The formation of the chosen piece takes part, or does no more."""
        return self._toggle(self.view.formation_of_piece(pieces[-1])) if pieces else None

    def _toggle(self, formation: FormationId) -> Response:
        if formation in self._chosen:
            self._chosen = tuple(f for f in self._chosen if f != formation)
            return None
        wanted = (*self._chosen, formation)
        refusal = self.decision.refusal(self.view, wanted)
        if refusal is None:
            self._chosen = wanted
        return refusal

    def back(self) -> bool:
        """Leave out the last formation."""
        was, self._chosen = self._chosen, self._chosen[:-1]
        return bool(was)
