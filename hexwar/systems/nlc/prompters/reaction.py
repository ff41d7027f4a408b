"""Which cavalry meets a charge, or charges those who came near (N10.2, N10.23, N10.25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.rules.combat.charge_preview import meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction, reactor_refusal
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target, Track
from hexwar.widgets.panels.bars import percent

Units = tuple[UnitId, ...]

_FATES: Mapping[str, str] = MappingProxyType(
    {
        "both": "both give way",
        "chargers": "the chargers give way",
        "reactors": "they give way",
        "nobody": "nobody gives way",
    }
)
"""What the end of a meeting means for those who are asked."""


class ReactionPrompter(Prompter[ChooseReactionCharge]):
    """Click cavalry that is marked to choose it, then the enemy to ride against him.

    Each stack has a button too; some of a stack are chosen in its panel, a way is drawn by hand.
    """

    def __init__(
        self, view: GameState, decision: ChooseReactionCharge, options: Sequence[Reaction | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._reactions = [option for option in options if option is not None]
        self._stacks: dict[Hex, Reaction] = {}
        for reaction in self._reactions:
            known = self._stacks.setdefault(reaction.path[0], reaction)
            if len(reaction.units) > len(known.units):
                self._stacks[reaction.path[0]] = reaction
        self._picked: Units = next(iter(self._stacks.values())).units
        self._drawn: tuple[Hex, ...] = ()

    @property
    def _chosen(self) -> Reaction | None:
        """What the chosen units would do."""
        stack = next((r for r in self._stacks.values() if set(self._picked) <= set(r.units)), None)
        return None if stack is None or not self._picked else Reaction(self._picked, stack.path)

    @property
    def _enemy(self) -> Hex:
        """The hex that the chargers hit from, or where the enemy came to."""
        return self.decision.hex

    def offer(self) -> Offer:
        """The charge as it comes, and the cavalry that can meet it."""
        chosen = self._chosen
        charge = self.decision.charge
        tracks = () if charge is None else (Track(self._foe, charge.path),)
        return Offer(
            self._hint(chosen),
            (self._nobody(), *(self._button(reaction) for reaction in self._stacks.values())),
            Overlays(
                selection=frozenset(() if chosen is None else chosen.path[:1]),
                chosen=frozenset(self._picked),
                ready=frozenset(self._stacks),
                targets=(Target(self._enemy, Aim.CHARGE, way=self._way(chosen)),),
                tracks=tracks,
            ),
            frozenset(unit for reaction in self._reactions for unit in reaction.units),
            self._picked,
            sources=frozenset(self._stacks),
        )

    @property
    def _foe(self) -> Side:
        return self.view.side_of(self.decision.units[0])

    def _way(self, chosen: Reaction | None) -> tuple[Hex, ...]:
        if len(self._drawn) > 1:
            return self._drawn
        return () if chosen is None or chosen.in_place else chosen.path

    def _hint(self, chosen: Reaction | None) -> str:
        if chosen is None:
            return "Choose cavalry of one hex that is marked."
        names, dice = self._names(chosen.units), self._dice(chosen.units)
        act = "await them" if chosen.in_place else f"ride at {self._enemy}"
        return f"Click {self._enemy} to {act} with {names}, if the morale check shows {dice}."

    def _names(self, units: Units) -> str:
        return ", ".join(self.name(unit) for unit in units)

    def _dice(self, units: Units) -> str:
        return passing_words(
            self.view, morale_report(self.view, units, Circumstances(reacting=True))
        )

    def _nobody(self) -> Button:
        return Button(
            "nobody",
            "Nobody reacts",
            "The enemy is not met",
            self.give(None),
            manner=Manner.MAIN,
        )

    def _button(self, reaction: Reaction) -> Button:
        start, units = reaction.path[0], reaction.units
        who = self.name(units[0]) if len(units) == 1 else f"All of {start}"
        verb = "stands" if reaction.in_place else "reacts"
        tip = f"{self._names(units)}: morale check, passed by {self._dice(units)}"
        tip += self._fates(reaction)
        return Button(
            "+".join(units),
            f"{who} {verb if len(units) == 1 else verb[:-1]} ({self._dice(units)})",
            tip,
            self.give(reaction),
            hexes=(start,),
        )

    def _fates(self, reaction: Reaction) -> str:
        """Who gives way when they meet chargers, and how likely that is (N10.21)."""
        charge = self.decision.charge
        if charge is None:
            return ""
        chances = meeting_chances(self.view, charge, reaction)
        fates = ", ".join(f"{_FATES[loser]} {percent(chance)}" for loser, chance in chances)
        return f"; when they meet: {fates}"

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Ride at the enemy; choose another stack, or hear why it may not react."""
        chosen = self._chosen
        if chosen is not None and hex_ in (self._enemy, *self._enemies):
            return self.law(chosen)
        if hex_ in self._stacks:
            self._picked = self._stacks[hex_].units
            return None
        side = Side(self.decision.side)
        horse = [u for u in self.view.units_in(hex_, side) if self.view.card(u).arm.is_cavalry]
        found = (reactor_refusal(self.view, side, unit) for unit in horse)
        refusal = next((reason for reason in found if reason is not None), None)
        if horse and refusal is None:
            return Refusal("This cavalry is too far away, or has no open way.", "N10.23")
        return refusal

    @property
    def _enemies(self) -> tuple[Hex, ...]:
        """Where those stand who charge or came near."""
        hexes = (self.view.units[unit].hex for unit in self.decision.units)
        return tuple(hex_ for hex_ in hexes if hex_ is not None)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who rides."""
        able = {unit for reaction in self._reactions for unit in reaction.units}
        self._picked = tuple(UnitId(p) for p in pieces if p in able)
        return None

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Ride by a way of one's own."""
        self._drawn = ()
        if len(path) < 2:
            return None
        stack = self._stacks.get(path[0])
        if stack is None:
            return None
        units = tuple(u for u in stack.units if u in self._picked) or stack.units
        return self.law(Reaction(units, path))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        starts = list(self._stacks)
        chosen = self._chosen
        last = -1 if step > 0 else 0
        at = starts.index(chosen.path[0]) if chosen is not None else last
        start = starts[(at + step) % len(starts)]
        self._picked = self._stacks[start].units
        return start
