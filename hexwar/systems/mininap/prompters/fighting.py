"""Hand-to-hand combat, charges and pursuit: buttons with what they lead to on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from hexwar.engine import Choice, Manner
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, FightOffer, Offer, PieceId, Response
from hexwar.systems.mininap.prompters.common import (
    D,
    StandPrompter,
    gestures,
    is_on,
    names_of,
    point_at,
    run_arrow,
)
from hexwar.systems.mininap.rules.charge import (
    Answer as Reply,
)
from hexwar.systems.mininap.rules.charge import (
    DefendByFire,
    PressHome,
    React,
    Reaction,
    countering,
    evading_length,
    firing_place,
    needed_for,
)
from hexwar.systems.mininap.rules.combat import (
    AttackReport,
    attack_report,
    hold_number,
    joining_of,
    strength_of,
)
from hexwar.systems.mininap.rules.fighting import (
    AllocateAttack,
    ChooseJoiner,
    HoldBack,
    ThrowAttackAgain,
)
from hexwar.systems.mininap.rules.losses import ChoosePursuer, ChoosePursuit
from hexwar.systems.mininap.rules.manoeuvre import reformed
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.questions import ThrowTestAgain
from hexwar.systems.mininap.rules.standing import in_command, touched_by
from hexwar.systems.mininap.state import Attack, MiniState, Unit
from hexwar.systems.mininap.words import block_of
from hexwar.table.forces import UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import Aim, Arrow, Ghost, Hue, Marks, Note, Target
from hexwar.tabletop.pose import Vector


class AskPrompter(StandPrompter[D]):
    """A question that is answered by buttons, with what it is about on the table."""

    def offer(self) -> Offer:
        """The buttons, and the units that stand for answers."""
        pieces = frozenset(piece for choice in self.choices for piece in choice.pieces)
        return Offer(
            self.decision.hint(self.view),
            self.buttons,
            self.laid(),
            pieces,
            decides=bool(pieces),
            extra=FightOffer(self.report(), self.about()),
        )

    def about(self) -> tuple[UnitId, ...]:
        """The units that the question is about."""
        unit = getattr(self.decision, "unit", None)
        return () if unit is None else (UnitId(unit),)

    def report(self) -> object:
        """What the sheet beside the board lays open meanwhile."""
        return None

    def laid(self) -> Marks:
        """What lies over the table meanwhile."""
        ready = frozenset(piece for choice in self.choices for piece in choice.pieces)
        return Marks(selected=frozenset(str(u) for u in self.about()), ready=ready)


# -- joining in, pursuit


class JoinerPrompter(AskPrompter[ChooseJoiner]):
    """Which of several joins in next: click it."""

    def laid(self) -> Marks:
        """Each with the place where it would fight."""
        ghosts = (ghost_of_joining(self.view, UnitId(u)) for u in self.options)
        return super().laid().beside(Marks(ghosts=tuple(g for g in ghosts if g is not None)))


def ghost_of_joining(view: MiniState, unit: UnitId) -> Ghost | None:
    """Where a unit that joins in would stand."""
    joining = joining_of(view, unit)
    if joining is None:
        return None
    after = replace(view.units[unit], pose=view.pose(unit).moved(joining.length))
    names = names_of(view, joining.enemies)
    return Ghost(block_of(view, after), Hue.DOUBT, say("would fight {names}", names=names))


class HoldPrompter(AskPrompter[HoldBack]):
    """Whether a unit joins in or is held back, with the chance."""

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """What holding back takes stands in its tip."""
        unit, made = self.decision.unit, []
        for button in super().buttons:
            gives = button.response
            is_hold = isinstance(gives, tuple) and gives[0].value is True
            made.append(replace(button, tooltip=self._chance(unit)) if is_hold else button)
        return tuple(made)

    def _chance(self, unit: UnitId) -> str:
        if in_command(self.view, unit):
            return say("It is in command: no die is thrown")
        return chance_words(hold_number(self.view, unit))

    def laid(self) -> Marks:
        """Where it would fight."""
        ghost = ghost_of_joining(self.view, self.decision.unit)
        return super().laid().beside(Marks(ghosts=() if ghost is None else (ghost,)))


class PursuitPrompter(AskPrompter[ChoosePursuit]):
    """Whether cavalry pursues, with how far it would run."""

    def laid(self) -> Marks:
        """Its way straight on."""
        unit = self.view.units[self.decision.unit]
        share = self.view.numbers.pursuit.share
        far = allowance_of(self.view, unit).charge * share
        assert unit.pose is not None
        arrow = Arrow(
            (unit.pose.point, unit.pose.at(far)), Hue.OWN, say("up to {cm} cm", cm=f"{far:g}")
        )
        return super().laid().beside(Marks(arrows=(arrow,)))


# -- allocation, dice


class AllocatePrompter(AskPrompter[AllocateAttack]):
    """How a unit shares its strength: a click on an enemy puts all on it."""

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """Each way with the hits to be expected; the best is the one that Space takes."""
        made = [replace(b, tooltip=self._told(c)) for b, c in self._pairs()]
        best = max(range(len(made)), key=lambda n: (self._hits(self.choices[n].answer), -n))
        made[best] = replace(made[best], manner=Manner.MAIN)
        return tuple(made)

    def _pairs(self) -> list[tuple[Button, Choice[Any]]]:
        return list(zip(super().buttons, self.choices, strict=True))

    def _hits(self, attacks: Sequence[Attack]) -> float:
        reports = [attack_report(self.view, attack) for attack in attacks]
        return sum(report.dice * report.value / 6 for report in reports)

    def _told(self, choice: Choice[Any]) -> str:
        return say("{n} hits to be expected", n=f"{self._hits(choice.answer):.1f}")

    @property
    def _reports(self) -> tuple[AttackReport, ...]:
        """All its strength on each of them."""
        unit = self.decision.unit
        sp, enemies = strength_of(self.view, unit), touched_by(self.view, unit)
        return tuple(attack_report(self.view, Attack(unit, enemy, sp)) for enemy in enemies)

    def report(self) -> object:
        """The same."""
        return self._reports

    def laid(self) -> Marks:
        """The enemies that it touches, each with its dice."""
        aims = tuple(
            Target(
                str(r.attack.target),
                Aim.FIGHT,
                text=say("{dice} dice at {value}", dice=r.dice, value=r.value),
            )
            for r in self._reports
        )
        return super().laid().beside(Marks(targets=aims))


class AgainPrompter(AskPrompter[ThrowAttackAgain]):
    """Whether an attack is thrown again, with what to expect."""

    @property
    def _attack(self) -> Attack:
        asked = self.decision
        declared = (
            a for a in self.view.attacks if (a.unit, a.target) == (asked.unit, asked.target)
        )
        return next(declared, Attack(asked.unit, asked.target, asked.dice))

    def report(self) -> object:
        """The attack."""
        return (attack_report(self.view, self._attack),)

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """To throw again is what Space does where less was hit than to be expected."""
        value = attack_report(self.view, self._attack).value
        hits = self.decision.dice * value / 6
        tip = say("{n} hits to be expected", n=f"{hits:.1f}")
        is_low = self.decision.hits < hits
        made = []
        for button in super().buttons:
            gives = button.response
            again = isinstance(gives, tuple) and gives[0].value is True
            manner = Manner.MAIN if again is is_low else Manner.PLAIN
            made.append(replace(button, manner=manner, tooltip=tip if again else ""))
        return tuple(made)

    def laid(self) -> Marks:
        """Whom it attacks."""
        return super().laid().beside(Marks(targets=(Target(str(self.decision.target), Aim.FIGHT),)))


# -- reactions to a charge


class ReactPrompter(AskPrompter[React]):
    """How who is charged reacts: each way with its chance, shown where it leads."""

    def __init__(self, view: MiniState, decision: React, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        ways = ((option, self._after(option)) for option in self.options)
        self._ghosts = [(option, after) for option, after in ways if after is not None][:4]

    def offer(self) -> Offer:
        """The buttons; a click on a ghost is an answer too."""
        told = super().offer()
        if not self._ghosts:
            return told
        return replace(told, hint=say("Press a button, or click where it would stand."))

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Where it would stand after a reaction: it reacts so."""
        point = point_at(spot)
        for option, after in () if joins else self._ghosts:
            if point is not None and is_on(self.view, after, point):
                return self.give(option)
        return None

    def about(self) -> tuple[UnitId, ...]:
        """Who is charged."""
        return (self.decision.charge.target,)

    def report(self) -> object:
        """The charge."""
        return self.decision.charge

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """The reactions; ways to form square that stand alike are one."""
        made, squares = [], 0
        for place, option in enumerate(self.options):
            if option.reaction is Reaction.SQUARE:
                squares += 1
                if squares > 2:
                    continue
            made.append(self._button(place, option, squares))
        return tuple(made)

    def _button(self, place: int, option: Reply, squares: int) -> Button:
        number = needed_for(self.view, self.decision.charge, option.reaction)
        label = say(option.reaction)
        if option.reaction is Reaction.SQUARE and squares:
            stand = option.change.still if option.change is not None else 1
            words = (
                mark("form square on the first stand")
                if stand == 1
                else mark("form square on the second stand")
            )
            label = say(words)
        label = label[:1].upper() + label[1:]
        if number is not None:
            label = say("{reaction} ({number} or less)", reaction=label, number=number)
        is_main = option == self.decision.fallback(self.view, self.options)
        manner = Manner.MAIN if is_main else Manner.PLAIN
        return Button(str(place), label, self._tip(option), self.give(option), manner=manner)

    def _tip(self, option: Reply) -> str:
        run, view = self.decision.charge, self.view
        number = needed_for(view, run, option.reaction)
        chance = chance_words(number) if number is not None else ""
        if option.reaction is Reaction.FIRE:
            place = firing_place(view, view.units[run.target], run)
            if place is not None:
                words = mark("With {sp} SP when it has come {cm} cm")
                return say(words, sp=place.shot.sp, cm=f"{place.at:.1f}")
        return chance

    def laid(self) -> Marks:
        """The run, and where the target could stand after it has reacted."""
        run = self.decision.charge
        marks = super().laid().beside(Marks(arrows=(run_arrow(self.view, run),)))
        ghosts, told = [], set[Reaction]()
        for option, after in self._ghosts:
            text = "" if option.reaction in told else say(option.reaction)
            ghosts.append(Ghost(block_of(self.view, after), Hue.DOUBT, text))
            told.add(option.reaction)
        marks = marks.beside(Marks(ghosts=tuple(ghosts)))
        return marks.beside(self._fire_place())

    def _fire_place(self) -> Marks:
        run = self.decision.charge
        if not any(option.reaction is Reaction.FIRE for option in self.options):
            return Marks()
        place = firing_place(self.view, self.view.units[run.target], run)
        if place is None:
            return Marks()
        at = run.turned.at(place.at)
        return Marks(notes=(Note(at, say("fired at here"), Hue.DOUBT),))

    def _after(self, option: Reply) -> Unit | None:
        """Where the target would stand."""
        view, run = self.view, self.decision.charge
        unit = view.units[run.target]
        if option.reaction is Reaction.SQUARE and option.change is not None:
            found = reformed(view, unit, option.change)
            return found if isinstance(found, Unit) else None
        if option.reaction is Reaction.COUNTER:
            pose = countering(view, unit, run)
            return None if pose is None else replace(unit, pose=pose)
        if option.reaction is Reaction.EVADE and unit.pose is not None:
            faced = replace(unit, pose=replace(unit.pose, bearing=run.turned.bearing))
            far = evading_length(view, faced, allowance_of(view, unit).move)
            assert faced.pose is not None
            return replace(faced, pose=faced.pose.moved(far))
        return None


class DefendPrompter(StandPrompter[DefendByFire]):
    """Who else fires at a charger: all at first; a click leaves one out or takes it in."""

    def __init__(self, view: MiniState, decision: DefendByFire, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._units: tuple[UnitId, ...] = decision.able

    def offer(self) -> Offer:
        """Those who may, and those who do."""
        able = frozenset(str(unit) for unit in self.decision.able)
        lit = frozenset(str(unit) for unit in self._units)
        end = Button("none", say("Nobody fires"), "", self.law(()), manner=Manner.END)
        buttons = [end]
        if self._units:
            words = say("Fire: {names}", names=names_of(self.view, self._units))
            go = Button("fire", words, "", self.law(self._units), manner=Manner.MAIN)
            buttons.insert(0, go)
        marks = Marks(selected=lit, ready=able).beside(self._lines())
        hint = say("Click a unit to leave it out, or to take it in.")
        return Offer(hint, tuple(buttons), marks, able, self._units)

    def _lines(self) -> Marks:
        at = self.view.pose(self.decision.charger).point
        arrows = tuple(Arrow((self.view.pose(u).point, at), Hue.OWN) for u in self._units)
        target = Target(str(self.decision.charger), Aim.FIRE)
        return Marks(arrows=arrows, targets=(target,))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """In or out."""
        able = self.decision.able
        unit = UnitId(str(pieces[-1])) if pieces else None
        if unit in able:
            chosen = set(self._units) ^ {unit}
            self._units = tuple(u for u in able if u in chosen)
        return None


class PressPrompter(AskPrompter[PressHome]):
    """Whether cavalry rides on at a square."""

    def laid(self) -> Marks:
        """Between the two."""
        asked = self.decision
        a: Vector = self.view.pose(asked.unit).point
        b: Vector = self.view.pose(asked.target).point
        return (
            super()
            .laid()
            .beside(
                Marks(arrows=(Arrow((a, b)),), targets=(Target(str(asked.target), Aim.CHARGE),))
            )
        )


def chance_words(number: int) -> str:
    """A die of so much or less, and how likely that is."""
    percent = round(100 * max(0, min(6, number)) / 6)
    return say("a die of {number} or less: {percent} %", number=number, percent=percent)


GESTURES = gestures(
    {
        ChooseJoiner: JoinerPrompter,
        HoldBack: HoldPrompter,
        AllocateAttack: AllocatePrompter,
        ThrowAttackAgain: AgainPrompter,
        ThrowTestAgain: AskPrompter,
        React: ReactPrompter,
        DefendByFire: DefendPrompter,
        PressHome: PressPrompter,
        ChoosePursuit: PursuitPrompter,
        ChoosePursuer: AskPrompter,
    }
)
