"""Charges, and the cavalry that meets them (N10.13, N10.2, N10.23, N10.25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from hexwar.engine import Manner, Refusal
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Offer, PieceId, Report, Response, Sheet
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge, charger_refusal
from hexwar.systems.nlc.rules.combat.charge_paths import Charge, Path, charge_distance
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report, meeting_chances
from hexwar.systems.nlc.rules.combat.fight import hex_of
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction, reactor_refusal
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report, passing_dice
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target, Track
from hexwar.widgets.panels.bars import percent

Units = tuple[UnitId, ...]


MOST_WAYS = 4
"""How many charges are drawn at once; of more only the one that is pointed at."""


class ChargePrompter(NlcPrompter[DeclareCharge]):
    """Click a target that is lit to see the sheet of a charge; draw a way of your own to it.

    The strongest stack rides; a click on another stack chooses that one, and its panel some of it.
    A hex of the enemy that cannot be charged says why when it is pointed at, and when clicked.
    """

    def __init__(
        self, view: GameState, decision: DeclareCharge, options: Sequence[Charge | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._charges = [option for option in options if option is not None]
        self._picked: Units = ()
        self._over: Hex | None = None
        self._drawn: Path = ()

    # -- what is chosen

    @property
    def _best(self) -> dict[Hex, Charge]:
        """The charge on each target, by id: of the chosen units, else of the strongest stack."""
        found: dict[Hex, Charge] = {}
        for charge in self._charges:
            if set(self._picked) <= set(charge.units):
                known = found.get(charge.target)
                if known is None or self._strength(charge) > self._strength(known):
                    found[charge.target] = charge
        return {target: found[target] for target in sorted(found)}

    def _strength(self, charge: Charge) -> int:
        return sum(self.view.sp(unit) for unit in charge.units)

    @property
    def _pickable(self) -> frozenset[str]:
        return frozenset(unit for charge in self._charges for unit in charge.units)

    @property
    def _starts(self) -> frozenset[Hex]:
        return frozenset(charge.start for charge in self._charges)

    # -- what is offered

    def offer(self) -> Offer:
        """The targets, each with the way of a charge on it."""
        best = self._best
        return Offer(
            self._hint(best),
            self._buttons(best),
            Overlays(
                selection=frozenset(hex_of(self.view, unit) for unit in self._picked),
                chosen=frozenset(self._picked),
                ready=self._starts,
                targets=tuple(self._aim(charge, len(best)) for charge in best.values()),
            ),
            self._pickable,
            self._picked,
            sources=self._starts,
        )

    def _aim(self, charge: Charge, number: int) -> Target:
        """A target; it has its way if it is pointed at, or if there are but few."""
        drawn = self._drawn
        if len(drawn) > 1:
            way: Path = drawn if drawn[-1] == charge.target else ()
        elif self._over in self._best:
            way = charge.path if self._over == charge.target else ()
        else:
            way = charge.path if number <= MOST_WAYS else ()
        return Target(charge.target, Aim.CHARGE, way=way)

    def _hint(self, best: dict[Hex, Charge]) -> str:
        charge = None if self._over is None else best.get(self._over)
        if charge is not None:
            names = ", ".join(self.name(unit) for unit in self._riders(charge))
            crossed = ", ".join(charge.path[1:-1])
            by = say(" by {crossed}", crossed=crossed) if crossed else ""
            where = self.place(charge.target)
            return say(
                "Charge {where}{by} with {names}: click to see the chances.",
                where=where,
                by=by,
                names=names,
            )
        refusal = None if self._over is None else self._refusal_at(self._over)
        if refusal is not None:
            return f"{refusal.sentence} ({refusal.rule})"
        return say(
            "Click a target that is ringed to see the chances, or drag the way of the charge."
        )

    def _buttons(self, best: dict[Hex, Charge]) -> tuple[Button, ...]:
        end = Button(
            "end",
            say("End charges"),
            say("Charge no more with this formation"),
            self.law(None),
            manner=Manner.END,
        )
        return (*(self._button(charge) for charge in best.values()), end)

    def _button(self, charge: Charge) -> Button:
        where = self.place(charge.target)
        tip = say(
            "See the chances of a charge on {where} from {start}", where=where, start=charge.start
        )
        sheet = self._sheet(charge)
        return Button(
            charge.target, say("Charge {where}", where=where), tip, sheet, hexes=(charge.target,)
        )

    def _riders(self, charge: Charge) -> Units:
        """Those of the chosen units who would ride; without a choice all of the stack."""
        return tuple(u for u in charge.units if u in self._picked) or charge.units

    def _sheet(self, charge: Charge) -> Sheet:
        """The sheet of a charge along its way."""
        able = [c.units for c in self._charges if c.path == charge.path]
        eligible = max(able, key=len, default=charge.units)
        return Sheet(
            charge.target,
            eligible,
            self._riders(charge),
            partial(self._report, charge),
            lambda units: self.decision.refusal(self.view, replace(charge, units=units)),
            lambda units: self.give(replace(charge, units=units)),
        )

    def _report(self, charge: Charge, units: Units) -> Report:
        return charge_report(self.view, replace(charge, units=units))

    # -- why not

    def _refusal_at(self, hex_: Hex) -> Refusal | None:
        """Why a hex of the enemy cannot be charged: the nearest cavalry that is free says it."""
        side = Side(self.decision.side)
        if hex_ in self._best or hex_ not in enemy_hexes(self.view, side):
            return None
        horse = self._horse(hex_)
        if not horse:
            return Refusal(say("No cavalry of the formation that acts is on the map."), "N10.1")
        free = [u for u in horse if charger_refusal(self.view, self.decision.formation, u) is None]
        if not free:
            return charger_refusal(self.view, self.decision.formation, horse[0])
        return self._way_refusal(free[0], hex_)

    def _horse(self, hex_: Hex) -> Units:
        """The cavalry of those who act, or of the chosen ones, the nearest to a hex first."""
        distance = self.view.battle.battlefield.grid.distance
        units = self._picked or units_of_body(self.view, self.decision.formation)
        horse = (u for u in units if self.view.card(u).arm.is_cavalry)
        on_map = (u for u in horse if self.view.units[u].hex is not None)
        return tuple(sorted(on_map, key=lambda u: distance(hex_of(self.view, u), hex_)))

    def _way_refusal(self, unit: UnitId, target: Hex) -> Refusal:
        """Why a unit that may charge does not get to a hex."""
        start, grid = hex_of(self.view, unit), self.view.battle.battlefield.grid
        longest, name = charge_distance(self.view), self.name(unit)
        if grid.distance(start, target) > longest:
            words = mark("{name} is {distance} hexes away: a charge is at most {longest} long.")
            far = grid.distance(start, target)
            return Refusal(say(words, name=name, distance=far, longest=longest), "N10.14")
        charge = Charge((unit,), target, self._straight(start, target))
        return self.decision.refusal(self.view, charge) or Refusal(
            say("{name} has no open way to {hex}.", name=name, hex=self.place(target)), "N10.14"
        )

    def _straight(self, start: Hex, target: Hex) -> Path:
        """A shortest way over the map, whatever lies there."""
        grid, path = self.view.battle.battlefield.grid, [start]
        while path[-1] != target:
            path.append(min(grid.neighbours[path[-1]], key=lambda h: grid.distance(h, target)))
        return tuple(path)

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the charge on a target; choose a stack, or hear why it cannot charge."""
        charge = self._best.get(hex_)
        if charge is not None:
            return self._sheet(charge)
        here = self.view.units_in(hex_, Side(self.decision.side))
        able = tuple(u for u in here if u in self._pickable)
        if able:
            self._picked = able if able != self._picked else ()
            return None
        own = [u for u in self._horse(hex_) if u in here]
        if own:
            return charger_refusal(self.view, self.decision.formation, own[0]) or Refusal(
                say("{unit} has nobody to charge.", unit=self.name(own[0])), "N10.14"
            )
        return self._refusal_at(hex_)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who charges."""
        self._picked = tuple(UnitId(p) for p in pieces if p in self._pickable)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to a target."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Look at the charge along a way of one's own."""
        self._drawn = ()
        if len(path) < 2:
            return None
        here = self.view.units_in(path[0])
        able = tuple(u for u in here if u in self._pickable)
        units = tuple(u for u in able if u in self._picked) or able
        charge = Charge(units, path[-1], path)
        refusal = self.decision.refusal(self.view, charge)
        return refusal if refusal is not None else self._sheet(charge)

    def back(self) -> bool:
        """Give up the chosen units."""
        was, self._picked = self._picked, ()
        return bool(was)

    def cycle(self, step: int) -> Hex | None:
        """Go to the next target."""
        targets = list(self._best)
        if not targets:
            return None
        last = -1 if step > 0 else 0
        at = targets.index(self._over) if self._over in targets else last
        self._over = targets[(at + step) % len(targets)]
        return self._over


_FATES: Mapping[str, str] = MappingProxyType(
    {
        "both": mark("both give way"),
        "chargers": mark("the chargers give way"),
        "reactors": mark("they give way"),
        "nobody": mark("nobody gives way"),
    }
)
"""What the end of a meeting means for those who are asked."""


class ReactionPrompter(NlcPrompter[ChooseReactionCharge]):
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
            return say("Choose cavalry of one hex that is marked.")
        names, dice = self._names(chosen.units), self._dice(chosen.units)
        act = say("await them") if chosen.in_place else say("ride at {enemy}", enemy=self._enemy)
        return say(
            "Click {enemy} to {act} with {names}, if the morale check shows {dice}.",
            enemy=self._enemy,
            act=act,
            names=names,
            dice=dice,
        )

    def _names(self, units: Units) -> str:
        return ", ".join(self.name(unit) for unit in units)

    def _dice(self, units: Units) -> str:
        return passing_dice(
            self.view, morale_report(self.view, units, Circumstances(reacting=True))
        )

    def _nobody(self) -> Button:
        return Button(
            "nobody",
            say("Nobody reacts"),
            say("The enemy is not met"),
            self.give(None),
            manner=Manner.MAIN,
        )

    def _button(self, reaction: Reaction) -> Button:
        start, units = reaction.path[0], reaction.units
        names, dice = self._names(units), self._dice(units)
        if len(units) == 1:
            words = (
                mark("{who} stands ({dice})")
                if reaction.in_place
                else mark("{who} reacts ({dice})")
            )
            words = say(words, who=names, dice=dice)
        else:
            words = mark("All of {hex} stand ({dice})")
            if not reaction.in_place:
                words = mark("All of {hex} react ({dice})")
            words = say(words, hex=start, dice=dice)
        tip = say("{names}: morale check, passed by {dice}", names=names, dice=dice)
        tip += self._fates(reaction)
        return Button("+".join(units), words, tip, self.give(reaction), hexes=(start,))

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
            return Refusal(say("This cavalry is too far away, or has no open way."), "N10.23")
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
