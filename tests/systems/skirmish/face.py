"""The second game as the window knows it: a panel of its own, and a prompter for its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLabel, QVBoxLayout

from hexwar.engine import Decision, Manner, Refusal
from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.shell.actions import Action, Menu
from hexwar.shell.face import Dock
from hexwar.shell.map_face import MapFace
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Acting, Button, Offer, PieceId, Prompter, Questions, Response
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel
from tests.systems.skirmish.rules import Move, MoveUnit, PhaseEnded, Skirmish, ends


class MovePrompter(MapPrompter[MoveUnit]):
    """Pick a unit, then click where it goes."""

    picked: PieceId | None = None

    def offer(self) -> Offer:
        free = frozenset(unit.id for unit in self.view.free())
        button = Button("end", say("End moves"), "", self.give(None), manner=Manner.END)
        hint = say("Click where it goes.") if self.picked else say("Click a unit.")
        overlays = Overlays(targets=tuple(Target(hex_) for hex_ in self._ends()))
        picked = () if self.picked is None else (self.picked,)
        return Offer(hint, (button,), overlays, free, picked)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        self.picked = pieces[-1] if pieces else None
        return None

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:
        del joins, adds
        if self.picked is None:
            units = [unit for unit in self.view.units_in(hex_) if unit in self.offer().pickable]
            return self.pick(units[:1])
        if hex_ in self._ends():
            return self.give(Move(UnitId(self.picked), hex_))
        return Refusal(say("It cannot go there."), MoveUnit.rule)

    def back(self) -> bool:
        had, self.picked = self.picked is not None, None
        return had

    def _ends(self) -> Sequence[Hex]:
        return () if self.picked is None else tuple(ends(self.view, self.view.units[self.picked]))


class SkirmishQuestions(Questions):
    def prompter(
        self, view: Any, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any, Any]:
        if isinstance(decision, MoveUnit):
            return MovePrompter(view, decision, options)
        return super().prompter(view, decision, options)

    def acting(self, view: Skirmish) -> Acting:
        return Acting(view.side)


class CardPanel(Panel):
    """Who still has his card."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.label = QLabel()
        QVBoxLayout(self).addWidget(self.label)
        self.settle()


class CardDock(Dock):
    id = "card"
    title = "Card"

    def __init__(self, look: Look) -> None:
        self.cards = CardPanel(look)
        super().__init__(self.cards)

    def renew(self) -> None:
        if self.controller is not None:
            view = self.controller.view
            names = [view.battle.side_names[side] for side in view.cards]
            self.cards.label.setText(say("Cards left: {who}", who=", ".join(names) or "-"))


class SkirmishFace(MapFace):
    actions = (
        Action("dock-card", "&Card", "Show who has his card", Menu.PANELS, 1, "F2", after="board"),
    )
    milestones = (PhaseEnded,)

    def __init__(self, kit: Kit[Skirmish]) -> None:
        super().__init__(kit)
        self.questions = SkirmishQuestions(kit)

    def docks(self, look: Look) -> Sequence[Dock]:
        return (CardDock(look),)
