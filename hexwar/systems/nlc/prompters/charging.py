"""Charges, and the cavalry that meets them (N10.13, N10.2, N10.23, N10.25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from hexwar.engine import Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Offer, Report, Response
from hexwar.systems.nlc.prompters.common import PartyPrompter, Units, following
from hexwar.systems.nlc.prompters.striking import Strike, StrikePrompter
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge, charger_refusal
from hexwar.systems.nlc.rules.combat.charge_paths import Charge, charge_distance
from hexwar.systems.nlc.rules.combat.fight import hex_of
from hexwar.systems.nlc.rules.combat.previews import charge_report, meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction, reactor_refusal
from hexwar.systems.nlc.rules.combat.replies import (
    advance_report,
    reaction_check,
    reaction_report,
    replies_to_charge,
)
from hexwar.systems.nlc.rules.losses.morale import passing_dice
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target, Track, overlays_of
from hexwar.widgets.panels.bars import percent

MOST_WAYS = 4
"""How many charges are drawn at once; of more only the one that is pointed at."""


class ChargePrompter(StrikePrompter[DeclareCharge]):
    """Click a target that is lit to see the sheet of a charge; draw a way of your own to it.

    The strongest stack rides; a click on another stack chooses that one, and its panel some of it.
    """

    strike: ClassVar[Strike] = Strike(
        mark("Charge"),
        mark("a charge on"),
        Aim.CHARGE,
        mark("End charges"),
        mark("Charge no more with this formation"),
        mark("Click a target that is ringed to see the chances, or drag the way of the charge."),
    )

    @property
    def _best(self) -> dict[Hex, Charge]:
        """The charge on each target, by id: of the chosen units, else of the strongest stack."""
        able = (charge for charge in self.blows if set(self.picked) <= set(charge.units))
        found: dict[Hex, Charge] = {}
        for charge in sorted(able, key=self._strength, reverse=True):
            found.setdefault(charge.target, charge)
        return {target: found[target] for target in sorted(found)}

    def _strength(self, charge: Charge) -> int:
        return sum(self.view.sp(unit) for unit in charge.units)

    # -- what is offered

    def offer(self) -> Offer:
        """The targets; a way may be drawn from where the cavalry is."""
        offered = super().offer()
        return replace(offered, sources=overlays_of(offered.overlays).ready)

    def _target(self, blow: Charge, best: dict[Hex, Charge]) -> Target:
        """A target; it has its way if it is pointed at, or if there are but few."""
        way = blow.path
        if len(self.drawn) > 1:
            way = self.drawn if self.drawn[-1] == blow.target else ()
        elif self.over != blow.target and (self.over in best or len(best) > MOST_WAYS):
            way = ()
        return Target(blow.target, Aim.CHARGE, way=way)

    def _hint_on(self, blow: Charge) -> str:
        crossed = ", ".join(blow.path[1:-1])
        return say(
            "Charge {where}{by} with {names}: click to see the chances.",
            where=self.place(blow.target),
            by=say(" by {crossed}", crossed=crossed) if crossed else "",
            names=self.names(self.chosen_of(blow.units)),
        )

    def _tip(self, blow: Charge) -> str:
        words = mark("See the chances of a charge on {where} from {start}")
        return say(words, where=self.place(blow.target), start=blow.start)

    def _eligible(self, blow: Charge) -> Units:
        able = [c.units for c in self.blows if c.path == blow.path]
        return max(able, key=len, default=blow.units)

    def _report(self, blow: Charge) -> Report:
        replies = replies_to_charge(self.view, blow)
        return replace(charge_report(self.view, blow), replies=replies)

    # -- why not

    def _why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex cannot be charged: the nearest cavalry that is free says it."""
        horse = self._horse(hex_)
        if not horse:
            return refuse("N10.1", "No cavalry of the formation that acts is on the map.")
        refusals = [charger_refusal(self.view, self.decision.formation, u) for u in horse]
        if None not in refusals:
            return refusals[0]
        return self._way_refusal(horse[refusals.index(None)], hex_)

    def _why_silent(self, hex_: Hex) -> Refusal | None:
        """Why the cavalry of those who act in a hex cannot charge."""
        own = next((u for u in self._horse(hex_) if self.view.units[u].hex == hex_), None)
        if own is None:
            return None
        words = say("{unit} has nobody to charge.", unit=self.name(own))
        return charger_refusal(self.view, self.decision.formation, own) or Refusal(words, "N10.14")

    def _horse(self, hex_: Hex) -> Units:
        """The cavalry of those who act, or of the chosen ones, the nearest to a hex first."""
        distance = self.view.battle.battlefield.grid.distance
        units = self.picked or units_of_body(self.view, self.decision.formation)
        horse = (u for u in units if self.view.card(u).arm.is_cavalry)
        on_map = (u for u in horse if self.view.units[u].hex is not None)
        return tuple(sorted(on_map, key=lambda u: distance(hex_of(self.view, u), hex_)))

    def _way_refusal(self, unit: UnitId, target: Hex) -> Refusal:
        start, grid = hex_of(self.view, unit), self.view.battle.battlefield.grid
        longest, name = charge_distance(self.view), self.name(unit)
        far = grid.distance(start, target)
        if far > longest:
            words = mark("{name} is {distance} hexes away: a charge is at most {longest} long.")
            return refuse("N10.14", words, name=name, distance=far, longest=longest)
        straight = [start]  # over the map, whatever lies there
        while straight[-1] != target:
            near = grid.neighbours[straight[-1]]
            straight.append(min(near, key=lambda h: grid.distance(h, target)))
        words = say("{name} has no open way to {hex}.", name=name, hex=self.place(target))
        charge = Charge((unit,), target, tuple(straight))
        return self.decision.refusal(self.view, charge) or Refusal(words, "N10.14")

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Look at the charge along a way of one's own."""
        self.drawn = ()
        if len(path) < 2:
            return None
        able = tuple(u for u in self.view.units_in(path[0]) if u in self.able)
        charge = Charge(self.chosen_of(able), path[-1], path)
        return self.decision.refusal(self.view, charge) or self._sheet(charge)


_FATES: Mapping[str, str] = MappingProxyType(
    {
        "both": mark("both give way"),
        "chargers": mark("the chargers give way"),
        "reactors": mark("they give way"),
        "nobody": mark("nobody gives way"),
    }
)
"""What the end of a meeting means for those who are asked."""

_ONE_REACTS = mark("{who} reacts ({dice})"), mark("{who} stands ({dice})")
_ALL_REACT = mark("All of {hex} react ({dice})"), mark("All of {hex} stand ({dice})")
"""The button of those who ride at the enemy, and of those who await him in their place."""


class ReactionPrompter(PartyPrompter[ChooseReactionCharge]):
    """Click cavalry that is marked to choose it, then the enemy to ride against him.

    Each stack has a button too; some of a stack are chosen in its panel, a way is drawn by hand.
    """

    def _begin(self) -> None:
        """The largest party of each hex that can react; the first is chosen."""
        self._stacks: dict[Hex, Reaction] = {}
        self._reports: dict[Reaction, Report] = {}
        reactions = [option for option in self.options if option is not None]
        for reaction in reactions:
            known = self._stacks.get(reaction.path[0], reaction)
            best = max(known, reaction, key=lambda one: len(one.units))
            self._stacks[reaction.path[0]] = best
        self.able = frozenset(unit for reaction in reactions for unit in reaction.units)
        self.picked = next(iter(self._stacks.values())).units

    @property
    def _chosen(self) -> Reaction | None:
        stack = next((r for r in self._stacks.values() if set(self.picked) <= set(r.units)), None)
        return None if stack is None or not self.picked else Reaction(self.picked, stack.path)

    def offer(self) -> Offer:
        """The charge as it comes, and the cavalry that can meet it."""
        chosen, charge = self._chosen, self.decision.charge
        foe = self.view.side_of(self.decision.units[0])
        way = () if chosen is None or chosen.in_place else chosen.path
        way = self.drawn if len(self.drawn) > 1 else way
        words = say("Nobody reacts"), say("The enemy is not met")
        nobody = self.nothing("nobody", *words, Manner.MAIN)
        return Offer(
            self._hint(chosen),
            (nobody, *(self._button(reaction) for reaction in self._stacks.values())),
            Overlays(
                selection=frozenset(() if chosen is None else chosen.path[:1]),
                chosen=frozenset(self.picked),
                ready=frozenset(self._stacks),
                targets=(Target(self.decision.hex, Aim.CHARGE, way=way),),
                tracks=() if charge is None else (Track(foe, charge.path),),
            ),
            self.able,
            self.picked,
            sources=frozenset(self._stacks),
            report=None if chosen is None else self._laid_open(chosen),
        )

    def _laid_open(self, chosen: Reaction) -> Report:
        """The charge of the chosen cavalry before its die; worked out once for each party."""
        charge = self.decision.charge
        if chosen not in self._reports:
            self._reports[chosen] = (
                advance_report(self.view, chosen, self.decision.hex)
                if charge is None
                else reaction_report(self.view, chosen, charge)
            )
        return self._reports[chosen]

    def _hint(self, chosen: Reaction | None) -> str:
        if chosen is None:
            return say("Choose cavalry of one hex that is marked.")
        enemy = self.decision.hex  # that the chargers hit from, or where the enemy came to
        act = say("await them") if chosen.in_place else say("ride at {enemy}", enemy=enemy)
        return say(
            "Click {enemy} to {act} with {names}, if the morale check shows {dice}.",
            enemy=enemy,
            act=act,
            names=self.names(chosen.units),
            dice=self._dice(chosen.units),
        )

    def _dice(self, units: Units) -> str:
        return passing_dice(self.view, reaction_check(self.view, units))

    def _button(self, reaction: Reaction) -> Button:
        start, units = reaction.path[0], reaction.units
        names, dice = self.names(units), self._dice(units)
        words = _ONE_REACTS if len(units) == 1 else _ALL_REACT
        text = say(words[reaction.in_place], who=names, hex=start, dice=dice)
        tip = say("{names}: morale check, passed by {dice}", names=names, dice=dice)
        tip += self._fates(reaction)
        return Button("+".join(units), text, tip, self.give(reaction), spots=(start,))

    def _fates(self, reaction: Reaction) -> str:
        """Who gives way when they meet chargers, and how likely that is (N10.21)."""
        charge = self.decision.charge
        if charge is None:
            return ""
        chances = meeting_chances(self.view, charge, reaction)
        fates = ", ".join(f"{say(_FATES[loser])} {percent(chance)}" for loser, chance in chances)
        return say("; when they meet: {fates}", fates=fates)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Ride at the enemy; choose another stack, or hear why it may not react."""
        chosen, view, side = self._chosen, self.view, self.side
        enemies = (self.decision.hex, *self.hexes_of(self.decision.units))
        if chosen is not None and hex_ in enemies:
            return self.law(chosen)
        if hex_ in self._stacks:
            self.picked = self._stacks[hex_].units
            return None
        horse = [u for u in view.units_in(hex_, side) if view.card(u).arm.is_cavalry]
        if not horse:
            return None
        far = refuse("N10.23", "This cavalry is too far away, or has no open way.")
        return next(filter(None, (reactor_refusal(view, side, unit) for unit in horse)), far)

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Ride by a way of one's own."""
        self.drawn = ()
        if len(path) < 2:
            return None
        stack = self._stacks.get(path[0])
        return None if stack is None else self.law(Reaction(self.chosen_of(stack.units), path))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        chosen = self._chosen
        now = None if chosen is None else chosen.path[0]
        start = following(list(self._stacks), now, step)
        self.picked = self._stacks[start].units
        return start
