"""The ways of those who go, and of those who follow (N8.2, N8.92, N11.13, N11.73)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, say
from hexwar.shell.prompter import Button, Offer, PieceId, Response
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.combat.withdrawal import (
    ChooseRetreatBeforeAssault,
    withdrawal,
    withdrawal_report,
)
from hexwar.systems.nlc.rules.losses.morale import morale_report, passing_dice
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Pursuit, Units
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    Path,
    losses_on,
    retreat_path_refusal,
    zone_losses,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target, Track
from hexwar.table.reports import PathQuote, StepCost

MOST_ARROWS = 7
"""How many ways of a retreat are drawn at once."""


class RetreatPrompter(NlcPrompter[ChooseRetreatPath]):
    """Click the hex where the retreat ends, or draw its path."""

    def __init__(
        self, view: GameState, decision: ChooseRetreatPath, options: Sequence[Path]
    ) -> None:
        super().__init__(view, decision, options)
        self._by_end: dict[Hex, Path] = {}
        for path in self.options:
            self._by_end.setdefault(path[-1], path)
        self._over: Hex | None = None
        self._drawn: Path = ()

    def offer(self) -> Offer:
        """Every end with its way."""
        side = Side(self.decision.side)
        shown = self._shown()
        return Offer(
            self._hint(shown),
            tuple(self._button(end, path) for end, path in self._by_end.items()),
            Overlays(
                selection=frozenset({self._start}),
                path=None if shown is None else self._quote(shown),
                targets=tuple(Target(end) for end in self._by_end),
                tracks=tuple(Track(side, path) for path in self._arrows() if path != shown),
            ),
            sources=frozenset({self._start}),
        )

    def _arrows(self) -> Sequence[Path]:
        """The ways that are drawn at once: all, or where they would be a thicket the default."""
        paths = tuple(self._by_end.values())
        return paths if len(paths) <= MOST_ARROWS else paths[:1]

    @property
    def _start(self) -> Hex:
        return attacking_hexes(self.view, self.decision.units[:1])[0]

    def _shown(self) -> Path | None:
        if len(self._drawn) > 1:
            return self._drawn
        return None if self._over is None else self._by_end.get(self._over)

    def _hint(self, shown: Path | None) -> str:
        if shown is None:
            return say("Click the hex where the retreat ends, or drag its path.")
        if self._refusal(shown) is not None:
            return say("The retreat is {hexes} hexes long.", hexes=self.decision.hexes)
        return say("To {hex}: {price}.", hex=self.place(shown[-1]), price=self._price(shown))

    def _price(self, path: Path) -> str:
        losses = losses_on(self.view, self.decision.withdrawal, path)
        return count("{n} step lost", "{n} steps lost", losses) if losses else say("no loss")

    def _quote(self, path: Path) -> PathQuote:
        """The path as the board draws it: its hexes are counted, not paid."""
        steps = tuple(StepCost(hex_, 2, (("retreat", 2),)) for hex_ in path[1:])
        return PathQuote(path, column=False, steps=steps, allowance=2 * self.decision.hexes)

    def _button(self, end: Hex, path: Path) -> Button:
        is_default = path == self.options[0]
        return Button(
            end,
            f"{end}, {self._price(path)}" if len(self._by_end) > 1 else self.place(end),
            say("Retreat by {names}: {price}", names=", ".join(path[1:]), price=self._price(path)),
            self.give(path),
            manner=Manner.MAIN if is_default else Manner.PLAIN,
            hexes=(end,),
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Retreat to a hex."""
        path = self._by_end.get(hex_)
        if path is not None:
            return self.give(path)
        return None if hex_ == self._start else self._why_not(hex_)

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex is no end of the retreat: the law is asked about the hexes next to it."""
        near = self.view.battle.battlefield.grid.neighbours[self._start]
        if hex_ in near:
            return self._refusal((self._start, hex_))
        return Refusal(
            say(
                "The retreat cannot end in {hex}: only in a hex that is marked.",
                hex=self.place(hex_),
            ),
            "N11.13",
        )

    def _refusal(self, path: Path) -> Refusal | None:
        return retreat_path_refusal(self.view, self.decision.withdrawal, path)

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to an end."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a path of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Retreat along a path of one's own."""
        self._drawn = ()
        return self.law(path) if len(path) > 1 else None

    def cycle(self, step: int) -> Hex | None:
        """Show the next way."""
        ends = list(self._by_end)
        last = -1 if step > 0 else 0
        place = ends.index(self._over) if self._over in self._by_end else last
        self._over = ends[(place + step) % len(ends)]
        return self._over


class WithdrawalPrompter(NlcPrompter[ChooseRetreatBeforeAssault]):
    """Click the hex where they go, or draw the way; or let them stand."""

    def __init__(
        self,
        view: GameState,
        decision: ChooseRetreatBeforeAssault,
        options: Sequence[Path | None],
    ) -> None:
        super().__init__(view, decision, options)
        self._by_end: dict[Hex, Path] = {}
        for path in options:
            if path is not None:
                self._by_end.setdefault(path[-1], path)
        self._over: Hex | None = None
        self._drawn: Path = ()

    def offer(self) -> Offer:
        """To stand, and every end of a way."""
        target, shown = self.decision.target, self._shown()
        sources = attacking_hexes(self.view, self.decision.attackers)
        ends = tuple(Target(end) for end in self._by_end)
        tracks = () if shown is None else (Track(Side(self.decision.side), shown),)
        return Offer(
            self._hint(shown),
            (self._stand(), *(self._button(path) for path in self._by_end.values())),
            Overlays(
                selection=frozenset({target}),
                targets=(Target(target, Aim.ASSAULT, sources), *ends),
                tracks=tracks,
            ),
            sources=frozenset({target}),
        )

    def _shown(self) -> Path | None:
        if len(self._drawn) > 1:
            return self._drawn
        return None if self._over is None else self._by_end.get(self._over)

    def _hint(self, shown: Path | None) -> str:
        if shown is None:
            return say(
                "Click a marked hex to leave before the assault{check}, or stand.",
                check=self._check(),
            )
        return say(
            "To {hex}: {price}{check}.",
            hex=self.place(shown[-1]),
            price=self._price(shown),
            check=self._check(),
        )

    def _check(self) -> str:
        """The check that infantry must pass first."""
        stack = withdrawal(self.view, self.decision.target, self.decision.attackers, 1).units
        report = withdrawal_report(self.view, stack)
        if report is None:
            return ""
        return say(", if the morale check shows {dice}", dice=passing_dice(self.view, report))

    def _price(self, path: Path) -> str:
        losses = zone_losses(self.view, Side(self.decision.side), path)
        return count("{n} step lost", "{n} steps lost", losses) if losses else say("no loss")

    def _stand(self) -> Button:
        where = self.place(self.decision.target)
        tip = say("The assault on {where} goes on", where=where)
        return Button("stand", say("Stand"), tip, self.give(None), manner=Manner.MAIN)

    def _button(self, path: Path) -> Button:
        end = path[-1]
        tip = say(
            "Leave by {names}: {price}{check}",
            names=", ".join(path[1:]),
            price=self._price(path),
            check=self._check(),
        )
        return Button(
            end,
            say("To {end}, {price}", end=end, price=self._price(path)),
            tip,
            self.give(path),
            hexes=(end,),
        )

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Leave for a hex."""
        path = self._by_end.get(hex_)
        if path is not None:
            return self.give(path)
        if hex_ == self.decision.target:
            return None
        if hex_ in self.view.battle.battlefield.grid.neighbours[self.decision.target]:
            return self.law((self.decision.target, hex_))
        return Refusal(
            say(
                "They cannot leave for {hex}: only for a hex that is marked.", hex=self.place(hex_)
            ),
            "N8.21",
        )

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to an end."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Leave by a way of one's own."""
        self._drawn = ()
        return self.law(path) if len(path) > 1 else None

    def cycle(self, step: int) -> Hex | None:
        """Show the next way."""
        ends = list(self._by_end)
        last = -1 if step > 0 else 0
        at = ends.index(self._over) if self._over in self._by_end else last
        self._over = ends[(at + step) % len(ends)]
        return self._over


class AdvancePrompter(NlcPrompter[ChooseAdvance]):
    """Click the hex that was won: the chosen units enter it."""

    def __init__(
        self, view: GameState, decision: ChooseAdvance, options: Sequence[Units | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._picked: Units = next(option for option in options if option is not None)

    def offer(self) -> Offer:
        """Each listed party, and nobody."""
        start = attacking_hexes(self.view, self.decision.units)
        return Offer(
            say("Click {hex} to enter it.", hex=self.place(self.decision.target)),
            self._buttons(),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self._picked),
                targets=(Target(self.decision.target, sources=start),),
            ),
            frozenset(self.decision.units),
            self._picked,
            barred=self.decision.refusal(self.view, self._picked),
        )

    def _buttons(self) -> tuple[Button, ...]:
        parties = [option for option in self.options if option is not None]
        buttons = [
            Button(
                "+".join(units),
                self._words(units),
                say("Advance into {hex}", hex=self.place(self.decision.target)),
                self.give(units),
                manner=Manner.MAIN if units == parties[0] else Manner.PLAIN,
            )
            for units in parties
        ]
        stay = Button(
            "nobody", say("Nobody advances"), say("All stay where they are"), self.give(None)
        )
        return (*buttons, stay)

    def _words(self, units: Units) -> str:
        if len(units) > 1:
            return say("All advance")
        return say("{unit} advances", unit=self.name(units[0]))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Enter the hex with the chosen units."""
        if hex_ == self.decision.target:
            return self.law(self._picked)
        return None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who enters."""
        self._picked = tuple(UnitId(p) for p in pieces if p in self.decision.units)
        return None


class PursuitPrompter(NlcPrompter[DeclarePursuit]):
    """Click the fugitives, or the hex next to them where the pursuit ends; or draw its way.

    Another stack is chosen by a click on it, its buttons or N; some of a stack in its panel.
    """

    def __init__(
        self, view: GameState, decision: DeclarePursuit, options: Sequence[Pursuit | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._pursuits = [option for option in options if option is not None]
        self._parties = self._largest()
        self._picked: Units = self._parties[0]
        self._over: Hex | None = None
        self._drawn: tuple[Hex, ...] = ()

    def _largest(self) -> list[Units]:
        """The largest party of each stack that can pursue."""
        found: dict[Hex, Units] = {}
        for pursuit in self._pursuits:
            known = found.get(pursuit.path[0], ())
            found[pursuit.path[0]] = max(known, pursuit.units, key=len)
        return list(found.values())

    # -- what is chosen

    @property
    def _open(self) -> list[Pursuit]:
        """Where the chosen units can go, the shortest way first."""
        chosen = set(self._picked)
        able = [p for p in self._pursuits if chosen and chosen <= set(p.units)]
        least = min((len(p.units) for p in able), default=0)
        own = [replace(p, units=self._picked) for p in able if len(p.units) == least]
        return sorted(own, key=lambda p: len(p.path))

    @property
    def _shown(self) -> Pursuit | None:
        """The pursuit that a click would begin, else the nearest one."""
        found = self._open
        over = [p for p in found if self._over in (p.path[-1], p.fugitives)]
        return next(iter((*over, *found)), None)

    @property
    def _start(self) -> Hex | None:
        return next((p.path[0] for p in self._open), None)

    # -- what is offered

    def offer(self) -> Offer:
        """The fugitives, where the chosen units would end, and their way."""
        shown, fled = self._shown, attacking_hexes(self.view, self._on_map)
        ways = {shown.fugitives: shown.path} if shown is not None else {}
        if len(self._drawn) > 1:
            ways = dict.fromkeys(fled[:1], self._drawn)
        ends = {p.path[-1] for p in self._open} - {self._start}
        start = {self._start} if self._start is not None else set[Hex]()
        return Offer(
            self._hint(shown),
            (self._nobody(), *(self._button(party) for party in self._parties)),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self._picked),
                ready=frozenset(p.path[0] for p in self._pursuits),
                targets=(
                    *(Target(hex_, Aim.CHARGE, way=self._to(ways, hex_)) for hex_ in fled),
                    *(Target(end) for end in sorted(ends)),
                ),
            ),
            frozenset(unit for p in self._pursuits for unit in p.units),
            self._picked,
            sources=frozenset(start),
        )

    @property
    def _on_map(self) -> Units:
        return tuple(u for u in self.decision.fugitives if self.view.units[u].hex is not None)

    def _to(self, ways: dict[Hex, tuple[Hex, ...]], hex_: Hex) -> tuple[Hex, ...]:
        """The way that is drawn to a hex of fugitives, that hex included."""
        return (*ways[hex_], hex_) if hex_ in ways else ()

    def _hint(self, shown: Pursuit | None) -> str:
        if shown is None:
            return say("These units cannot pursue together: choose others.")
        names = ", ".join(self.name(unit) for unit in self._picked)
        if self._over not in (shown.path[-1], shown.fugitives):
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
            dice=self._dice(self._picked),
        )

    def _dice(self, units: Units) -> str:
        return passing_dice(self.view, morale_report(self.view, units))

    def _nobody(self) -> Button:
        return Button(
            "nobody",
            say("Nobody pursues"),
            say("All stay where they are"),
            self.give(None),
            manner=Manner.MAIN,
        )

    def _button(self, party: Units) -> Button:
        names = ", ".join(self.name(unit) for unit in party)
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
        other = next((p for p in self._parties if self._stack_of(p) == hex_), None)
        if other is not None and hex_ != self._start:
            self._picked = other
            return None
        found = next((p for p in self._open if hex_ in (p.path[-1], p.fugitives)), None)
        if found is not None:
            return self.law(found)
        return Refusal(say("A pursuit ends in a marked hex next to the fugitives."), "N11.73")

    def _stack_of(self, party: Units) -> Hex:
        return next(p.path[0] for p in self._pursuits if p.units == party)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who pursues."""
        able = {unit for p in self._pursuits for unit in p.units}
        self._picked = tuple(UnitId(p) for p in pieces if p in able)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to an end."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Pursue by a way of one's own: it ends next to the fugitives, or on them."""
        self._drawn = ()
        fled = attacking_hexes(self.view, self._on_map)
        ridden = path[:-1] if path and path[-1] in fled else path
        if not ridden or not self._picked:
            return None
        grid = self.view.battle.battlefield.grid
        near = sorted(fled, key=lambda hex_: grid.distance(hex_, path[-1]))
        return self.law(Pursuit(self._picked, near[0], ridden))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        places = [self._stack_of(party) for party in self._parties]
        last = -1 if step > 0 else 0
        at = places.index(self._start) if self._start in places else last
        self._picked = self._parties[(at + step) % len(places)]
        return self._start
