"""Questions about some units of several: who rolls, who advances, who pays, who goes where."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Answer, Button, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.common import D, Units, gestures, hexes_of, names_of
from hexwar.systems.tlnb.rules.combat.charge import CounterCharge, highest_stop
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses, Toll
from hexwar.systems.tlnb.rules.command.command import (
    CheckOfficer,
    CheckUnits,
    initiative,
    officer_initiative,
    unchecked_stacks,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target


class PlainPrompter(MapPrompter[Decision[Any]]):
    """Buttons and clicks; a click on a hex is one on the only piece there that can be meant."""

    @cached_property
    def marks(self) -> Overlays:
        """Where a click is an answer, and where those stand who are asked about, or who act."""
        marks, pieces = super().marks, [p for choice in self.choices for p in choice.pieces]
        leaders = (self.view.leaders[LeaderId(p)].hex for p in pieces if p in self.view.leaders)
        seats = {hex_ for hex_ in leaders if hex_ is not None}
        ready = marks.ready | hexes_of(self.view, pieces) | seats
        acting = hexes_of(self.view, getattr(self.decision, "units", ()))
        return replace(marks, ready=ready, selection=marks.selection or acting)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """An answer by its place, or by the piece that stands there."""
        found = super().click(hex_, joins=joins, adds=adds)
        if found is not None:
            return found
        units, leaders = self.view.units_in(hex_), self.view.leaders_in(hex_)
        here = [c for c in self.choices if any(p in (*units, *leaders) for p in c.pieces)]
        if len(here) == 1:
            return self._answer(here[0])
        words = mark("Several are there: choose in the Stack panel, or press a button.")
        return refuse(self.decision.rule, words) if here else None


# -- sets of units


class SetPrompter(MapPrompter[D]):
    """Click stacks to choose them, pick units of them in the Stack panel; click again to go."""

    is_one_hex: ClassVar[bool] = True
    """Whether all who are chosen must stand in one hex, so that a click chooses another stack."""

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self.units = self.first

    @cached_property
    @abstractmethod
    def able(self) -> Units:
        """Who may be chosen."""

    @property
    def first(self) -> Units:
        """Who is chosen before the player has done anything."""
        return ()

    @abstractmethod
    def value(self, units: Units) -> Any:
        """The answer that names these units."""

    @abstractmethod
    def words(self, units: Units) -> tuple[str, str]:
        """What the main button says with these chosen, and its tip."""

    @abstractmethod
    def others(self) -> tuple[Button, ...]:
        """The other buttons."""

    def hint(self) -> str:
        """What a click does."""
        if not self.units:
            return say("Click a stack that is marked; in the Stack panel choose some units of it.")
        return say("Click it again, or press the button; Esc gives up the choice.")

    def goals(self) -> tuple[Target, ...]:
        """Hexes in which a click goes through with it."""
        return ()

    def offer(self) -> Offer:
        """Who may be chosen, and what comes of those who are."""
        places = hexes_of(self.view, self.units)
        shown = Overlays(
            selection=places,
            chosen=frozenset(self.units),
            ready=hexes_of(self.view, self.able),
            targets=self.goals(),
        )
        buttons = (*self._main(), *self.others())
        barred = self.decision.refusal(self.view, self.value(self.units)) if self.units else None
        return Offer(self.hint(), buttons, shown, frozenset(self.able), self.units, barred=barred)

    def _main(self) -> tuple[Button, ...]:
        if not self.units:
            return ()
        text, tip = self.words(self.units)
        response = self.law(self.value(self.units))
        return (Button("go", text, tip, response, manner=Manner.MAIN),)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A stack is chosen; clicked again, or at its goal, it goes."""
        if any(goal.hex == hex_ for goal in self.goals()) and self.units:
            return self.law(self.value(self.units))
        here = tuple(u for u in self.able if self.view.units[u].hex == hex_)
        if not here:
            return self.decision.why_not(self.view, hex_) or self.nobody(hex_)
        is_in = all(u in self.units for u in here)
        if self.is_one_hex:
            if is_in:
                return self.law(self.value(self.units))
            self.units = here
        else:
            kept = tuple(u for u in self.units if u not in here)
            self.units = kept if is_in else (*kept, *here)
        return None

    def nobody(self, hex_: Hex) -> Refusal:
        """Why a click in a hex does nothing."""
        return refuse(self.decision.rule, "Nobody in {hex} is asked.", hex=hex_)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These are chosen, and no others."""
        found = tuple(u for u in self.able if u in pieces)
        last = self.view.units[found[-1]].hex if found else None
        is_one = self.is_one_hex
        self.units = tuple(u for u in found if not is_one or self.view.units[u].hex == last)
        return None

    def back(self) -> bool:
        """Give up the choice."""
        had, self.units = bool(self.units), ()
        return had

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        hexes = list(dict.fromkeys(self.view.units[u].hex for u in self.able))
        if not hexes:
            return None
        now = next(iter(hexes_of(self.view, self.units)), None)
        place = hexes.index(now) + step if now in hexes else 0
        found: Hex | None = hexes[place % len(hexes)]
        self.units = tuple(u for u in self.able if self.view.units[u].hex == found)
        return found


# -- who rolls his initiative (T6.31, T6.32)


class CheckUnitsPrompter(SetPrompter[CheckUnits]):
    """Which stack, or which units of it, roll their initiative; or all of them (T6.5)."""

    @cached_property
    def able(self) -> Units:
        """Those who have not rolled."""
        stacks = unchecked_stacks(self.view, Side(self.decision.side))
        return tuple(unit for stack in stacks for unit in stack)

    def value(self, units: Units) -> Units:
        """They roll together."""
        return units

    def words(self, units: Units) -> tuple[str, str]:
        """With what they need."""
        n = initiative(self.view, units)
        text = say("Roll: in command on 1 to {n}", n=n)
        return text, say("{names} roll their initiative", names=names_of(self.view, units))

    def others(self) -> tuple[Button, ...]:
        """All of them, one stack after the other; or no other."""
        stacks = unchecked_stacks(self.view, Side(self.decision.side))
        rolls = tuple(Answer(CheckUnits, stack) for stack in stacks)
        words = count("{n} stack rolls", "All {n} stacks roll", len(stacks))
        tip = say("Each stack rolls by its best initiative, the nearest to the enemy first")
        manner = Manner.PLAIN if self.units else Manner.MAIN
        end = say("No other unit"), say("Whoever has not rolled stays out of command")
        return (
            Button("all", words, tip, rolls, manner=manner),
            Button("end", *end, self.law(None), manner=Manner.END),
        )


class CheckOfficerPrompter(MapPrompter[CheckOfficer]):
    """Which officer rolls his initiative; or all of them (T6.31)."""

    def __init__(self, view: TlnbState, decision: CheckOfficer, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._free = tuple(x for x in self.options if x is not None)
        self._officer: LeaderId | None = None

    def offer(self) -> Offer:
        """The officers who may roll; of the one who is chosen what he needs."""
        chosen = self._officer
        seats = {x: self.view.leaders[x].hex for x in self._free}
        seat = None if chosen is None else seats[chosen]
        shown = Overlays(
            selection=frozenset({seat} if seat else ()),
            chosen=frozenset({chosen} if chosen else ()),
            targets=tuple(Target(hex_) for hex_ in dict.fromkeys(seats.values()) if hex_),
        )
        hint = say("Click an officer to see what he needs, once more to roll.")
        picked = () if chosen is None else (chosen,)
        return Offer(hint, self._buttons(), shown, frozenset(self._free), picked)

    def _buttons(self) -> tuple[Button, ...]:
        leaders, found = self.view.battle.leaders, []
        if self._officer is not None:
            n, name = officer_initiative(self.view, self._officer), leaders[self._officer].name
            text = say("{name} rolls: in command on 1 to {n}", name=name, n=n)
            tip = say("If he fails, those in his hex cannot roll for themselves (T6.33)")
            found.append(Button("go", text, tip, self.give(self._officer), manner=Manner.MAIN))
        rolls = tuple(Answer(CheckOfficer, officer) for officer in self._free)
        words = count("{n} officer rolls", "All {n} officers roll", len(self._free))
        needs = (
            say("{name} 1 to {n}", name=leaders[x].name, n=officer_initiative(self.view, x))
            for x in self._free
        )
        manner = Manner.PLAIN if found else Manner.MAIN
        end = say("No other officer"), say("Whoever has not rolled is not in command")
        return (
            *found,
            Button("all", words, ", ".join(needs), rolls, manner=manner),
            Button("end", *end, self.law(None), manner=Manner.END),
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """An officer is looked at; once more he rolls; of several in a hex the next."""
        here = [x for x in self._free if self.view.leaders[x].hex == hex_]
        if not here:
            return refuse("T6.31", "No officer in {hex} rolls now.", hex=hex_)
        if self._officer in here:
            return self.give(self._officer)
        self._officer = here[0]
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """This officer is chosen."""
        found = [x for x in self._free if x in pieces]
        self._officer = found[-1] if found else None
        return None

    def back(self) -> bool:
        """Give up the choice."""
        had, self._officer = self._officer is not None, None
        return had

    def cycle(self, step: int) -> Hex | None:
        """Choose the next officer."""
        if not self._free:
            return None
        place = self._free.index(self._officer) + step if self._officer in self._free else 0
        officer = self._officer = self._free[place % len(self._free)]
        hex_: Hex | None = self.view.leaders[officer].hex
        return hex_


# -- after a fight (T11)


class AdvancePrompter(SetPrompter[Advance]):
    """Who advances: click the hex that was won, or leave out and take in units first (T11.64)."""

    is_one_hex = False

    @cached_property
    def able(self) -> Units:
        """The victors."""
        return tuple(self.decision.units)

    @property
    def first(self) -> Units:
        """The strongest who find room."""
        found: Units = self.options[0]
        return found

    def goals(self) -> tuple[Target, ...]:
        """The hex that was won."""
        sources = tuple(sorted(hexes_of(self.view, self.units)))
        return (Target(self.decision.hex, sources=sources),)

    def value(self, units: Units) -> Units:
        """They go."""
        return units

    def words(self, units: Units) -> tuple[str, str]:
        """How many, and who."""
        text = count("{n} unit advances", "{n} units advance", len(units))
        return text, names_of(self.view, units)

    def hint(self) -> str:
        """What a click does."""
        where = self.view.battle.battlefield.name_of(self.decision.hex)
        return say(
            "Click {hex} to advance; click units to leave them out or take them in.", hex=where
        )

    def others(self) -> tuple[Button, ...]:
        """Nobody."""
        words = say("Nobody"), say("All stay where they are")
        return (Button("none", *words, self.law(())),)


class CounterPrompter(SetPrompter[CounterCharge]):
    """One or two units of cavalry ride against a charge; each choice has its dice (T13.19)."""

    is_one_hex = False

    @cached_property
    def able(self) -> Units:
        """Every unit that may."""
        return tuple(dict.fromkeys(unit for units in self.options for unit in units))

    @property
    def first(self) -> Units:
        """Those who stop it most likely."""
        found: Units = self.options[0]
        return found

    def value(self, units: Units) -> Units:
        """In the order in which the question lists them."""
        listed = (one for one in self.options if set(one) == set(units))
        return next(listed, units)

    def words(self, units: Units) -> tuple[str, str]:
        """The dice that stop the charge."""
        own, theirs = (sum(self.view.sp(u) for u in us) for us in (units, self.decision.charging))
        n = highest_stop(own, theirs) if theirs else 0
        text = say("Ride against it: stopped on 1 to {n}", n=n)
        return text, names_of(self.view, units)

    def hint(self) -> str:
        """What a click does."""
        return say("Click cavalry to leave it out or take it in, then press the button.")

    def goals(self) -> tuple[Target, ...]:
        """The charge: where it came from, and the hex before which it now stands (T13.19)."""
        path, here = self.decision.path, hexes_of(self.view, self.decision.charging)
        end = next(iter(here), path[-1])
        return (Target(end, Aim.CHARGE, way=path if len(path) > 1 else ()),)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        """Own cavalry is taken in or left out; the charge itself is only looked at."""
        if any(goal.hex == hex_ for goal in self.goals()):
            return None
        return super().click(hex_, joins=joins, adds=adds)

    def others(self) -> tuple[Button, ...]:
        """There is no other way: the card has been played."""
        return ()


# -- losses (T11.91, T11.92)


class LossesPrompter(MapPrompter[ChooseLosses]):
    """Click units to have them lose a step, twice for both; the cheapest set is proposed."""

    def __init__(self, view: TlnbState, decision: ChooseLosses, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._steps: dict[UnitId, int] = self._of(self.options[0])

    def _of(self, toll: Toll) -> dict[UnitId, int]:
        return dict(zip(self.decision.units, toll.steps, strict=True))

    @cached_property
    def _most(self) -> Mapping[UnitId, int]:
        """The most steps that each can lose."""
        by_unit = zip(*(toll.steps for toll in self.options), strict=True)
        return {u: max(steps) for u, steps in zip(self.decision.units, by_unit, strict=True)}

    @property
    def _toll(self) -> Toll:
        return Toll(tuple(self._steps[unit] for unit in self.decision.units))

    def offer(self) -> Offer:
        """Who pays so far, and whether that is enough."""
        units = tuple(u for u in self.decision.units if self._most[u])
        paying = tuple(u for u in units if self._steps[u])
        shown = Overlays(
            selection=hexes_of(self.view, paying),
            chosen=frozenset(paying),
            ready=hexes_of(self.view, units),
        )
        refusal = self.decision.refusal(self.view, self._toll)
        words = self._words(paying) or say("Choose who loses a step")
        response = self.law(self._toll)
        button = Button("go", words, say("Carry it out"), response, manner=Manner.MAIN)
        hint = say("Click a unit to change its loss: no step, one, or all of it.")
        buttons = (button, *self._others())
        return Offer(hint, buttons, shown, frozenset(units), paying, barred=refusal)

    def _words(self, paying: Units) -> str:
        said = []
        for unit in paying:
            steps = count("{n} step", "{n} steps", self._steps[unit])
            said.append(f"{self.view.card(unit).name}: {steps}")
        return ", ".join(said)

    def _others(self) -> tuple[Button, ...]:
        """The next cheapest sets, so that keys can choose them."""
        found = [c for c in self.choices if c.answer != self._toll][:_LISTED]
        return tuple(Button(c.id, c.label, c.tip, self.give(c.answer)) for c in found)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The unit there loses a step more; behind its last, none."""
        here = [u for u in self.decision.units if self.view.units[u].hex == hex_ and self._most[u]]
        if not here:
            return refuse("T11.91", "Nobody in {hex} can lose a step for it.", hex=hex_)
        unit = next((u for u in here if self._steps[u] < self._most[u]), None)
        if unit is None:
            for other in here:
                self._steps[other] = 0
        else:
            self._add(unit)
        return None

    def _add(self, unit: UnitId) -> None:
        if not self.decision.sp:  # one step of one unit
            self._steps = dict.fromkeys(self.decision.units, 0)
        self._steps[unit] += 1

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These pay a step each; who is not among them does not."""
        before = {u for u, n in self._steps.items() if n}
        new = [u for u in self.decision.units if u in pieces and u not in before and self._most[u]]
        for unit in before - set(pieces):
            self._steps[unit] = 0
        for unit in new:
            self._add(unit)
        return None

    def back(self) -> bool:
        """The cheapest set again."""
        usual = self._of(self.options[0])
        had, self._steps = self._steps != usual, usual
        return had


_LISTED = 4
"""Other sets of losses with a button of their own."""


GESTURES = gestures(
    {
        CheckOfficer: CheckOfficerPrompter,
        CheckUnits: CheckUnitsPrompter,
        Advance: AdvancePrompter,
        CounterCharge: CounterPrompter,
        ChooseLosses: LossesPrompter,
    }
)
