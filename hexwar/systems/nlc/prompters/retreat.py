"""Retreats: by arm or together, which way, and with whom (N11.12, N11.13, N14.52)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseLeaderStay,
    ChooseRetreatPath,
    Path,
    SplitRetreat,
    losses_on,
    retreat_path_refusal,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Target, Track
from hexwar.table.reports import PathQuote, StepCost

MOST_ARROWS = 7
"""How many ways of a retreat are drawn at once."""


class SplitPrompter(Prompter[SplitRetreat]):
    """Two buttons: together, or foot and horse apart."""

    def offer(self) -> Offer:
        """Both answers."""
        cards = [self.view.card(u) for u in self.decision.units]
        foot = ", ".join(c.name for c in cards if not c.arm.is_mounted)
        horse = ", ".join(c.name for c in cards if c.arm.is_mounted)
        hexes = attacking_hexes(self.view, self.decision.units)
        return Offer(
            "Press one of the buttons.",
            (
                Button(
                    "together",
                    "Together",
                    "All retreat the same way",
                    self.give(False),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "apart",
                    "Foot and horse apart",
                    f"First {foot}, then {horse}",
                    self.give(True),  # noqa: FBT003
                ),
            ),
            Overlays(selection=frozenset(hexes)),
        )


class LeaderPrompter(Prompter[ChooseLeaderStay]):
    """Two buttons: he goes along, or he stays."""

    def offer(self) -> Offer:
        """Both answers."""
        leader = self.view.battle.leaders[self.decision.leader].name
        hex_ = self.view.leaders[self.decision.leader].hex
        return Offer(
            "Press one of the buttons.",
            (
                Button(
                    "goes",
                    f"{leader} goes along",
                    f"{leader} goes with the units",
                    self.give(True),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "stays",
                    f"{leader} stays",
                    f"{leader} stays where he is; alone he may be captured",
                    self.give(False),  # noqa: FBT003
                ),
            ),
            Overlays(selection=frozenset({hex_} if hex_ else ())),
        )


class RetreatPrompter(Prompter[ChooseRetreatPath]):
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
            return "Click the hex where the retreat ends, or drag its path."
        if self._refusal(shown) is not None:
            return f"The retreat is {self.decision.hexes} hexes long."
        return f"To {self.place(shown[-1])}: {self._price(shown)}."

    def _price(self, path: Path) -> str:
        losses = losses_on(self.view, self.decision.withdrawal, path)
        return "no loss" if not losses else f"{losses} step{'s' if losses > 1 else ''} lost"

    def _quote(self, path: Path) -> PathQuote:
        """The path as the board draws it: its hexes are counted, not paid."""
        steps = tuple(StepCost(hex_, 2, (("retreat", 2),)) for hex_ in path[1:])
        return PathQuote(path, column=False, steps=steps, allowance=2 * self.decision.hexes)

    def _button(self, end: Hex, path: Path) -> Button:
        is_default = path == self.options[0]
        return Button(
            end,
            f"{end}, {self._price(path)}" if len(self._by_end) > 1 else self.place(end),
            f"Retreat by {', '.join(path[1:])}: {self._price(path)}",
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
            f"The retreat cannot end in {self.place(hex_)}: only in a hex that is marked.", "N11.13"
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
