"""The ways of those who go, and of those who follow (N8.2, N8.92, N11.13, N11.73)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from hexwar.engine import Decision, Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell.prompter import Button, Offer, Response
from hexwar.systems.nlc.prompters.common import NlcPrompter, PartyPrompter, Units, following
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.combat.withdrawal import (
    ChooseRetreatBeforeAssault,
    withdrawal,
    withdrawal_report,
)
from hexwar.systems.nlc.rules.losses.morale import morale_report, passing_dice
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Pursuit
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    Path,
    losses_on,
    retreat_path_refusal,
    zone_losses,
)
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target, Track
from hexwar.table.reports import PathQuote, StepCost

D = TypeVar("D", bound=Decision[Any])

MOST_ARROWS = 7
"""How many ways of a retreat are drawn at once."""


class WayPrompter(NlcPrompter[D]):
    """Click a hex where a way ends, or draw the way."""

    def begin(self) -> None:
        """Know the first way to each end."""
        self.ways: dict[Hex, Path] = {}
        for path in self.options:
            if path is not None:
                self.ways.setdefault(path[-1], path)

    @property
    @abstractmethod
    def start(self) -> Hex:
        """Where they stand."""

    @abstractmethod
    def losses(self, path: Path) -> int:
        """The steps that a way costs."""

    @abstractmethod
    def why_not(self, hex_: Hex) -> Response:
        """Why a hex is no end."""

    @property
    def shown(self) -> Path | None:
        """The way that is drawn, or leads to the end that is pointed at."""
        if len(self.drawn) > 1:
            return self.drawn
        return None if self.over is None else self.ways.get(self.over)

    def price(self, path: Path) -> str:
        """What a way costs, in words."""
        losses = self.losses(path)
        return count("{n} step lost", "{n} steps lost", losses) if losses else say("no loss")

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Go to an end."""
        path = self.ways.get(hex_)
        if path is not None:
            return self.give(path)
        return None if hex_ == self.start else self.why_not(hex_)

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go by a way of one's own."""
        self.drawn = ()
        return self.law(path) if len(path) > 1 else None

    def cycle(self, step: int) -> Hex | None:
        """Show the next way."""
        self.over = following(list(self.ways), self.over, step)
        return self.over


class RetreatPrompter(WayPrompter[ChooseRetreatPath]):
    """Click the hex where the retreat ends, or draw its path."""

    @property
    def start(self) -> Hex:
        """Where those stand who retreat."""
        return attacking_hexes(self.view, self.decision.units[:1])[0]

    def losses(self, path: Path) -> int:
        """The steps that a retreat by this way costs."""
        return losses_on(self.view, self.decision.withdrawal, path)

    def offer(self) -> Offer:
        """Every end with its way."""
        shown, start = self.shown, frozenset({self.start})
        return Offer(
            self._hint(shown),
            tuple(self._button(end, path) for end, path in self.ways.items()),
            Overlays(
                selection=start,
                path=None if shown is None else self._quote(shown),
                targets=tuple(Target(end) for end in self.ways),
                tracks=tuple(Track(self.side, path) for path in self._arrows() if path != shown),
            ),
            sources=start,
        )

    def _arrows(self) -> Sequence[Path]:
        """The ways that are drawn at once: all, or where they would be a thicket the default."""
        paths = tuple(self.ways.values())
        return paths if len(paths) <= MOST_ARROWS else paths[:1]

    def _hint(self, shown: Path | None) -> str:
        if shown is None:
            return say("Click the hex where the retreat ends, or drag its path.")
        if self._refusal(shown) is not None:
            return say("The retreat is {hexes} hexes long.", hexes=self.decision.hexes)
        return say("To {hex}: {price}.", hex=self.place(shown[-1]), price=self.price(shown))

    def _quote(self, path: Path) -> PathQuote:
        """The path as the board draws it: its hexes are counted, not paid."""
        steps = tuple(StepCost(hex_, 2, (("retreat", 2),)) for hex_ in path[1:])
        return PathQuote(path, column=False, steps=steps, allowance=2 * self.decision.hexes)

    def _button(self, end: Hex, path: Path) -> Button:
        is_default = path == self.options[0]
        return Button(
            end,
            f"{end}, {self.price(path)}" if len(self.ways) > 1 else self.place(end),
            say("Retreat by {names}: {price}", names=", ".join(path[1:]), price=self.price(path)),
            self.give(path),
            manner=Manner.MAIN if is_default else Manner.PLAIN,
            hexes=(end,),
        )

    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex is no end of the retreat: the law is asked about the hexes next to it."""
        if hex_ in self.view.battle.battlefield.grid.neighbours[self.start]:
            return self._refusal((self.start, hex_))
        where = self.place(hex_)
        words = say("The retreat cannot end in {hex}: only in a hex that is marked.", hex=where)
        return Refusal(words, "N11.13")

    def _refusal(self, path: Path) -> Refusal | None:
        return retreat_path_refusal(self.view, self.decision.withdrawal, path)


class WithdrawalPrompter(WayPrompter[ChooseRetreatBeforeAssault]):
    """Click the hex where they go, or draw the way; or let them stand."""

    @property
    def start(self) -> Hex:
        """Where those stand who are to be assaulted."""
        return self.decision.target

    def losses(self, path: Path) -> int:
        """The steps that to leave by this way costs."""
        return zone_losses(self.view, self.side, path)

    def offer(self) -> Offer:
        """To stand, and every end of a way."""
        target, shown = self.start, self.shown
        sources = attacking_hexes(self.view, self.decision.attackers)
        ends = tuple(Target(end) for end in self.ways)
        return Offer(
            self._hint(shown),
            (self._stand(), *(self._button(path) for path in self.ways.values())),
            Overlays(
                selection=frozenset({target}),
                targets=(Target(target, Aim.ASSAULT, sources), *ends),
                tracks=() if shown is None else (Track(self.side, shown),),
            ),
            sources=frozenset({target}),
        )

    def _hint(self, shown: Path | None) -> str:
        check = self._check()
        if shown is None:
            words = mark("Click a marked hex to leave before the assault{check}, or stand.")
            return say(words, check=check)
        where, price = self.place(shown[-1]), self.price(shown)
        return say("To {hex}: {price}{check}.", hex=where, price=price, check=check)

    def _check(self) -> str:
        """The check that infantry must pass first."""
        stack = withdrawal(self.view, self.decision.target, self.decision.attackers, 1).units
        report = withdrawal_report(self.view, stack)
        if report is None:
            return ""
        return say(", if the morale check shows {dice}", dice=passing_dice(self.view, report))

    def _stand(self) -> Button:
        tip = say("The assault on {where} goes on", where=self.place(self.start))
        return Button("stand", say("Stand"), tip, self.give(None), manner=Manner.MAIN)

    def _button(self, path: Path) -> Button:
        end, names, price = path[-1], ", ".join(path[1:]), self.price(path)
        words = mark("Leave by {names}: {price}{check}")
        tip = say(words, names=names, price=price, check=self._check())
        text = say("To {end}, {price}", end=end, price=price)
        return Button(end, text, tip, self.give(path), hexes=(end,))

    def why_not(self, hex_: Hex) -> Response:
        """Why they cannot leave for a hex."""
        if hex_ in self.view.battle.battlefield.grid.neighbours[self.start]:
            return self.law((self.start, hex_))
        words = mark("They cannot leave for {hex}: only for a hex that is marked.")
        return Refusal(say(words, hex=self.place(hex_)), "N8.21")


class AdvancePrompter(PartyPrompter[ChooseAdvance]):
    """Click the hex that was won: the chosen units enter it."""

    def begin(self) -> None:
        """All who may advance are chosen at first."""
        self._parties: list[Units] = [option for option in self.options if option is not None]
        self.picked = self._parties[0]

    @property
    def able(self) -> Units:
        """Who may advance."""
        return self.decision.units

    def offer(self) -> Offer:
        """Each listed party, and nobody."""
        start = attacking_hexes(self.view, self.decision.units)
        return Offer(
            say("Click {hex} to enter it.", hex=self.place(self.decision.target)),
            self._buttons(),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self.picked),
                targets=(Target(self.decision.target, sources=start),),
            ),
            frozenset(self.decision.units),
            self.picked,
            barred=self.decision.refusal(self.view, self.picked),
        )

    def _buttons(self) -> tuple[Button, ...]:
        buttons = [
            Button(
                "+".join(units),
                self._words(units),
                say("Advance into {hex}", hex=self.place(self.decision.target)),
                self.give(units),
                manner=Manner.MAIN if units == self._parties[0] else Manner.PLAIN,
            )
            for units in self._parties
        ]
        words = say("Nobody advances"), say("All stay where they are")
        stay = self.nothing("nobody", *words, Manner.PLAIN)
        return (*buttons, stay)

    def _words(self, units: Units) -> str:
        if len(units) > 1:
            return say("All advance")
        return say("{unit} advances", unit=self.name(units[0]))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Enter the hex with the chosen units."""
        return self.law(self.picked) if hex_ == self.decision.target else None


class PursuitPrompter(PartyPrompter[DeclarePursuit]):
    """Click the fugitives, or the hex next to them where the pursuit ends; or draw its way.

    Another stack is chosen by a click on it, its buttons or N; some of a stack in its panel.
    """

    def begin(self) -> None:
        """The largest party of each stack that can pursue; the first is chosen."""
        self._pursuits: list[Pursuit] = [option for option in self.options if option is not None]
        self._parties: dict[Hex, Units] = {}
        for pursuit in self._pursuits:
            known = self._parties.get(pursuit.path[0], ())
            self._parties[pursuit.path[0]] = max(known, pursuit.units, key=len)
        self.picked = next(iter(self._parties.values()))

    @property
    def able(self) -> Collection[UnitId]:
        """Who can pursue."""
        return frozenset(unit for p in self._pursuits for unit in p.units)

    # -- what is chosen

    @property
    def _open(self) -> list[Pursuit]:
        """Where the chosen units can go, the shortest way first."""
        chosen = set(self.picked)
        able = [p for p in self._pursuits if chosen and chosen <= set(p.units)]
        least = min((len(p.units) for p in able), default=0)
        own = [replace(p, units=self.picked) for p in able if len(p.units) == least]
        return sorted(own, key=lambda p: len(p.path))

    @property
    def _shown(self) -> Pursuit | None:
        """The pursuit that a click would begin, else the nearest one."""
        found = self._open
        over = [p for p in found if self.over in (p.path[-1], p.fugitives)]
        return next(iter((*over, *found)), None)

    @property
    def _start(self) -> Hex | None:
        return next((p.path[0] for p in self._open), None)

    # -- what is offered

    def offer(self) -> Offer:
        """The fugitives, where the chosen units would end, and their way."""
        shown, fled = self._shown, attacking_hexes(self.view, self._on_map)
        ways = {} if shown is None else {shown.fugitives: (*shown.path, shown.fugitives)}
        if len(self.drawn) > 1:
            ways = {hex_: (*self.drawn, hex_) for hex_ in fled[:1]}
        ends = {p.path[-1] for p in self._open} - {self._start}
        start = {self._start} if self._start is not None else set[Hex]()
        words = say("Nobody pursues"), say("All stay where they are")
        nobody = self.nothing("nobody", *words, Manner.MAIN)
        return Offer(
            self._hint(shown),
            (nobody, *(self._button(party) for party in self._parties.values())),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self.picked),
                ready=frozenset(p.path[0] for p in self._pursuits),
                targets=(
                    *(Target(hex_, Aim.CHARGE, way=ways.get(hex_, ())) for hex_ in fled),
                    *(Target(end) for end in sorted(ends)),
                ),
            ),
            frozenset(self.able),
            self.picked,
            sources=frozenset(start),
        )

    @property
    def _on_map(self) -> Units:
        return tuple(u for u in self.decision.fugitives if self.view.units[u].hex is not None)

    def _hint(self, shown: Pursuit | None) -> str:
        if shown is None:
            return say("These units cannot pursue together: choose others.")
        names = self.names(self.picked)
        if self.over not in (shown.path[-1], shown.fugitives):
            return say(
                "Click the fugitives to pursue them with {names}, or a marked hex next to them.",
                names=names,
            )
        where = (
            say("to {hex}", hex=self.place(shown.path[-1]))
            if len(shown.path) > 1
            else say("from where they are")
        )
        return say(
            "Click to pursue {where} with {names}, if morale shows {dice}.",
            where=where,
            names=names,
            dice=self._dice(self.picked),
        )

    def _dice(self, units: Units) -> str:
        return passing_dice(self.view, morale_report(self.view, units))

    def _button(self, party: Units) -> Button:
        names = self.names(party)
        first = min((p for p in self._pursuits if p.units == party), key=lambda p: len(p.path))
        text = (
            say("{names} pursues", names=names)
            if len(party) == 1
            else say("All of {path} pursue", path=first.path[0])
        )
        dice = self._dice(party)
        tip = say(
            "{names} after those in {hex}, if morale shows {dice}",
            names=names,
            hex=self.place(first.fugitives),
            dice=dice,
        )
        return Button("+".join(party), text, tip, self.give(first), hexes=(first.path[0],))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Pursue to a hex; choose the stack of another one."""
        if hex_ in self._parties and hex_ != self._start:
            self.picked = self._parties[hex_]
            return None
        found = next((p for p in self._open if hex_ in (p.path[-1], p.fugitives)), None)
        if found is not None:
            return self.law(found)
        return Refusal(say("A pursuit ends in a marked hex next to the fugitives."), "N11.73")

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Pursue by a way of one's own: it ends next to the fugitives, or on them."""
        self.drawn = ()
        fled = attacking_hexes(self.view, self._on_map)
        ridden = path[:-1] if path and path[-1] in fled else path
        if not ridden or not self.picked:
            return None
        grid = self.view.battle.battlefield.grid
        near = sorted(fled, key=lambda hex_: grid.distance(hex_, path[-1]))
        return self.law(Pursuit(self.picked, near[0], ridden))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        self.picked = self._parties[following(list(self._parties), self._start, step)]
        return self._start
