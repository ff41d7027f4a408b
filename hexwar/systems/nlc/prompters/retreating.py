"""The ways of those who go, and of those who follow (N8.2, N8.92, N11.13, N11.73)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any, TypeVar

from hexwar.engine import Decision, Manner, Refusal, refuse
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
    leads_off,
    losses_on,
    on_the_map,
    retreat_path_refusal,
    zone_losses,
)
from hexwar.table.overlays import Aim, Overlays, Target, Track
from hexwar.table.reports import PathQuote, StepCost

D = TypeVar("D", bound=Decision[Any])

MOST_ARROWS = 7
"""How many ways of a retreat are drawn at once."""


class WayPrompter(NlcPrompter[D]):
    """Click a hex where a way ends, or draw the way."""

    def _begin(self) -> None:
        """Know the first way to each end."""
        self.ways: dict[Hex, Path] = {}
        for path in self.options:
            if path is not None:
                self.ways.setdefault(path[-1], path)

    @property
    @abstractmethod
    def _start(self) -> Hex:
        """Where they stand."""

    @abstractmethod
    def _price(self, path: Path) -> str:
        """What a way costs, in words."""

    @abstractmethod
    def _why_not(self, hex_: Hex) -> Response:
        """Why a hex is no end."""

    @property
    def _shown(self) -> Path | None:
        """The way that is drawn, or leads to the end that is pointed at."""
        if len(self.drawn) > 1:
            return self.drawn
        return None if self.over is None else self.ways.get(self.over)

    def _price_in_order(self, path: Path) -> str:
        """What it costs who goes before the enemy comes: his order (N8.21)."""
        return say("Disrupted") if zone_losses(self.view, self.side, path) else say("no loss")

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Go to an end."""
        path = self.ways.get(hex_)
        if path is not None:
            return self.give(path)
        return None if hex_ == self._start else self._why_not(hex_)

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go by a way of one's own."""
        self.drawn = ()
        return self.law(path) if len(path) > 1 else None

    def cycle(self, step: int) -> Hex | None:
        """Show the next way."""
        self.over = following(list(self.ways), self.over, step)
        return self.over


class RetreatPrompter(WayPrompter[ChooseRetreatPath]):
    """Click the hex where the retreat ends, or draw its path; leave the map by a button."""

    def _begin(self) -> None:
        """Tell the ways off the map from the others."""
        super()._begin()
        self.off = {path[-1]: path for path in self.options if leads_off(path)}

    @property
    def _start(self) -> Hex:
        return attacking_hexes(self.view, self.decision.units[:1])[0]

    def _price(self, path: Path) -> str:
        if self.decision.evades:
            return self._price_in_order(path)
        losses = losses_on(self.view, self.decision.withdrawal, path)
        cost = count("{n} step lost", "{n} steps lost", losses) if losses else say("no loss")
        return say("{cost}, but gone for good", cost=cost) if leads_off(path) else cost

    def offer(self) -> Offer:
        """Every end with its way; where all ways would be a thicket, only the default."""
        shown, start = self._shown, frozenset({self._start})
        paths = [path for path in self.ways.values() if not leads_off(path)]
        drawn = paths if len(paths) <= MOST_ARROWS else paths[:1]
        return Offer(
            self._hint(shown),
            (*self._buttons(), *(self._off_button(path) for path in self.off.values())),
            Overlays(
                selection=start,
                path=None if shown is None else self._quote(shown),
                targets=tuple(Target(end) for end in self.ways),
                tracks=tuple(Track(self.side, path) for path in drawn if path != shown),
            ),
            sources=start,
        )

    def _buttons(self) -> list[Button]:
        stays = ((end, path) for end, path in self.ways.items() if not leads_off(path))
        return [self._button(end, path) for end, path in stays]

    def _off_button(self, path: Path) -> Button:
        """Off the map at a supply source (N11.41)."""
        manner = Manner.MAIN if path == self.options[0] else Manner.PLAIN
        where = self.place(path[-1])
        text, tip = mark("Off the map at {where}"), mark("Retreat off the map at {where}: {price}")
        words = say(tip, where=where, price=self._price(path))
        return Button(
            f"off {path[-1]}",
            say(text, where=where),
            words,
            self.give(path),
            manner=manner,
            spots=(path[-1],),
        )

    def _hint(self, shown: Path | None) -> str:
        if shown is None:
            return say("Click the hex where the retreat ends, or drag its path.")
        if self._refusal(shown) is not None:
            return say("The retreat is {hexes} hexes long.", hexes=self.decision.hexes)
        words = mark("To {hex}: {price}.")
        if leads_off(shown):
            words = mark("Off the map at {hex}: {price}.")
        return say(words, hex=self.place(shown[-1]), price=self._price(shown))

    def _quote(self, path: Path) -> PathQuote:
        """The path as the board draws it: its hexes are counted, not paid."""
        way = on_the_map(path)
        steps = tuple(StepCost(hex_, 2, (("retreat", 2),)) for hex_ in way[1:])
        return PathQuote(way, column=False, steps=steps, allowance=2 * self.decision.hexes)

    def _button(self, end: Hex, path: Path) -> Button:
        price, manner = self._price(path), Manner.PLAIN
        if path == self.options[0]:
            manner = Manner.MAIN
        text = f"{end}, {price}" if len(self.ways) > 1 else self.place(end)
        tip = say("Retreat by {names}: {price}", names=", ".join(path[1:]), price=price)
        return Button(end, text, tip, self.give(path), manner=manner, spots=(end,))

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex is no end of the retreat: the law is asked about the hexes next to it."""
        if hex_ in self.view.battle.battlefield.grid.neighbours[self._start]:
            return self._refusal((self._start, hex_))
        where = self.place(hex_)
        words = say("The retreat cannot end in {hex}: only in a hex that is marked.", hex=where)
        return Refusal(words, "N11.13")

    def _refusal(self, path: Path) -> Refusal | None:
        return retreat_path_refusal(self.view, self.decision.withdrawal, path)


class WithdrawalPrompter(WayPrompter[ChooseRetreatBeforeAssault]):
    """Click the hex where they go, or draw the way; or let them stand."""

    @property
    def _start(self) -> Hex:
        return self.decision.target

    def _price(self, path: Path) -> str:
        return self._price_in_order(path)

    def offer(self) -> Offer:
        """To stand, and every end of a way."""
        target, shown = self._start, self._shown
        sources = attacking_hexes(self.view, self.decision.attackers)
        ends = tuple(Target(end) for end in self.ways)
        tip = say("The assault on {where} goes on", where=self.place(target))
        stand = Button("stand", say("Stand"), tip, self.give(None), manner=Manner.MAIN)
        return Offer(
            self._hint(shown),
            (stand, *(self._button(path) for path in self.ways.values())),
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
        where, price = self.place(shown[-1]), self._price(shown)
        return say("To {hex}: {price}{check}.", hex=where, price=price, check=check)

    def _check(self) -> str:
        stack = withdrawal(self.view, self.decision.target, self.decision.attackers, 1).units
        report = withdrawal_report(self.view, stack)
        if report is None:
            return ""
        return say(", if the morale check shows {dice}", dice=passing_dice(self.view, report))

    def _button(self, path: Path) -> Button:
        end, names, price = path[-1], ", ".join(path[1:]), self._price(path)
        words = mark("Leave by {names}: {price}{check}")
        tip = say(words, names=names, price=price, check=self._check())
        text = say("To {end}, {price}", end=end, price=price)
        return Button(end, text, tip, self.give(path), spots=(end,))

    def _why_not(self, hex_: Hex) -> Response:
        if hex_ in self.view.battle.battlefield.grid.neighbours[self._start]:
            return self.law((self._start, hex_))
        words = mark("They cannot leave for {hex}: only for a hex that is marked.")
        return refuse("N8.21", words, hex=self.place(hex_))


class AdvancePrompter(PartyPrompter[ChooseAdvance]):
    """Click the hex that was won: the chosen units enter it."""

    def _begin(self) -> None:
        self._parties: list[Units] = [option for option in self.options if option is not None]
        self.picked, self.able = self._parties[0], frozenset(self.decision.units)

    def offer(self) -> Offer:
        """Each listed party, and nobody."""
        start, target = attacking_hexes(self.view, self.decision.units), self.decision.target
        words = say("Nobody advances"), say("All stay where they are")
        stay = self.nothing("nobody", *words, Manner.PLAIN)
        return Offer(
            say("Click {hex} to enter it.", hex=self.place(target)),
            (*(self._button(units) for units in self._parties), stay),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self.picked),
                targets=(Target(target, sources=start),),
            ),
            self.able,
            self.picked,
            barred=self.decision.refusal(self.view, self.picked),
        )

    def _button(self, units: Units) -> Button:
        words = say("{unit} advances", unit=self.name(units[0]))
        if len(units) > 1:
            words = say("All advance")
        tip = say("Advance into {hex}", hex=self.place(self.decision.target))
        manner = Manner.MAIN if units == self._parties[0] else Manner.PLAIN
        return Button("+".join(units), words, tip, self.give(units), manner=manner)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Enter the hex with the chosen units."""
        return self.law(self.picked) if hex_ == self.decision.target else None


class PursuitPrompter(PartyPrompter[DeclarePursuit]):
    """Click the fugitives, or the hex next to them where the pursuit ends; or draw its way.

    Another stack is chosen by a click on it, its buttons or N; some of a stack in its panel.
    """

    def _begin(self) -> None:
        """The largest party of each stack that can pursue; the first is chosen."""
        self._pursuits: list[Pursuit] = [option for option in self.options if option is not None]
        self._parties: dict[Hex, Units] = {}
        for pursuit in self._pursuits:
            known = self._parties.get(pursuit.path[0], ())
            self._parties[pursuit.path[0]] = max(known, pursuit.units, key=len)
        self.picked = next(iter(self._parties.values()))
        self.able = frozenset(unit for p in self._pursuits for unit in p.units)
        fled = [u for u in self.decision.fugitives if self.view.units[u].hex is not None]
        self._fled = attacking_hexes(self.view, fled)

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
        shown, fled = self._shown, self._fled
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
            self.able,
            self.picked,
            sources=frozenset(start),
        )

    def _hint(self, shown: Pursuit | None) -> str:
        if shown is None:
            return say("These units cannot pursue together: choose others.")
        names = self.names(self.picked)
        if self.over not in (shown.path[-1], shown.fugitives):
            words = mark(
                "Click the fugitives to pursue them with {names}, or a marked hex next to them."
            )
            return say(words, names=names)
        where = say("from where they are")
        if len(shown.path) > 1:
            where = say("to {hex}", hex=self.place(shown.path[-1]))
        words = mark("Click to pursue {where} with {names}, if morale shows {dice}.")
        return say(words, where=where, names=names, dice=self._dice(self.picked))

    def _dice(self, units: Units) -> str:
        return passing_dice(self.view, morale_report(self.view, units))

    def _button(self, party: Units) -> Button:
        names = self.names(party)
        first = min((p for p in self._pursuits if p.units == party), key=lambda p: len(p.path))
        words = mark("{names} pursues") if len(party) == 1 else mark("All of {path} pursue")
        text = say(words, names=names, path=first.path[0])
        dice, where = self._dice(party), self.place(first.fugitives)
        words = mark("{names} after those in {hex}, if morale shows {dice}")
        tip = say(words, names=names, hex=where, dice=dice)
        return Button("+".join(party), text, tip, self.give(first), spots=(first.path[0],))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Pursue to a hex; choose the stack of another one."""
        if hex_ in self._parties and hex_ != self._start:
            self.picked = self._parties[hex_]
            return None
        found = next((p for p in self._open if hex_ in (p.path[-1], p.fugitives)), None)
        if found is not None:
            return self.law(found)
        return refuse("N11.73", "A pursuit ends in a marked hex next to the fugitives.")

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Pursue by a way of one's own: it ends next to the fugitives, or on them."""
        self.drawn = ()
        ridden = path[:-1] if path and path[-1] in self._fled else path
        if not ridden or not self.picked:
            return None
        distance = self.view.battle.battlefield.grid.distance
        near = min(self._fled, key=lambda hex_: distance(hex_, path[-1]))
        return self.law(Pursuit(self.picked, near, ridden))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        self.picked = self._parties[following(list(self._parties), self._start, step)]
        return self._start
