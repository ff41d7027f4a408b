"""Charges and reactions: what each promises, the enemy's best answer reckoned in (M18, M19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from hexwar.ai.policy import Considered, Reason
from hexwar.messages import say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.player.chances import (
    SURE,
    Odds,
    odds,
    passing,
    together,
)
from hexwar.systems.mininap.player.outlook import Outlook, Question
from hexwar.systems.mininap.player.parties import party, with_unit
from hexwar.systems.mininap.rules.charge import (
    Answer,
    Charge,
    DefendByFire,
    PressHome,
    React,
    Reaction,
    countering,
    defenders,
    evading_length,
    firing_place,
    needed_for,
    reactions,
    run_again,
)
from hexwar.systems.mininap.rules.combat import outflanks
from hexwar.systems.mininap.rules.fire import shot_report
from hexwar.systems.mininap.rules.manoeuvre import reformed
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.questions import ThrowTestAgain
from hexwar.systems.mininap.rules.standing import in_command, touched_by
from hexwar.systems.mininap.state import MiniState, Shot, Unit
from hexwar.table.forces import UnitId

GIVEN_WAY: Final = 0.5
"""VP that a unit loses that evades: its place, and its charge of this turn."""

SPENT: Final = 0.2
"""VP that fire in reaction costs: it cannot be used against the next charge."""

HALTED: Final = 0.3
"""VP that a charger loses that halts before the enemy."""

SUPPORT: Final = 0.6
"""What part of the dice of friends counts who could charge the same enemy too."""


class Clash:
    """One charge as it may go: the worth of each reaction, and of the whole, for the charger."""

    def __init__(self, outlook: Outlook, charge: Charge, support: int = 0) -> None:
        """Look at a charge.

        Args:
            outlook: Of the side that judges; what is reckoned is the same for both.
            charge: As it would go if nobody did anything.
            support: Dice that friends who may charge too would throw at the same enemy.
        """
        self.outlook, self.state, self.charge = outlook, outlook.state, charge
        self.support = support
        self.worth = outlook.worth

    # -- fire on the way

    @cached_property
    def _fires(self) -> dict[UnitId, Shot]:
        """The others who may fire at the charger on its way, with what."""
        state = self.state
        found: dict[UnitId, Shot] = {}
        for unit in defenders(state, self.charge):
            place = firing_place(state, state.units[unit], self.charge)
            if place is not None:
                found[unit] = place.shot
        return found

    def shot_odds(self, unit: UnitId) -> Odds:
        """What one of them hits."""
        place = firing_place(self.state, self.state.units[unit], self.charge)
        if place is None:
            return SURE
        there = replace(self.state.units[self.charge.unit], pose=self.charge.turned.moved(place.at))
        report = shot_report(self.state, place.shot, instead=there, is_suppressed=False)
        return odds(report.pool, self.state.numbers.fire.hit)

    @cached_property
    def _others_odds(self) -> Odds:
        found: Odds = SURE
        for unit in self._fires:
            found = together(found, self.shot_odds(unit))
        return found

    # -- contact

    def contact(self, state: MiniState, run: Charge, hits: Odds, *, caught: bool) -> float:
        """What a run counts for the charger that comes home if it is not stopped by fire.

        Args:
            state: The table in thought.
            run: The run as it then is.
            hits: What is fired at it on its way.
            caught: Whether cavalry that it meets stands still (M19.10).
        """
        unit, sp = run.unit, state.sp(run.unit)
        whole = self.worth.left(unit, sp)
        total = 0.0
        for k, p in enumerate(hits):
            left = sp - k
            lost = whole - self.worth.left(unit, left)
            goes = self._goes_on(left, k)
            fight = self._melee(state, run, left, caught=caught) if goes and run.met else 0.0
            total += p * (goes * fight - (1 - goes) * HALTED - lost)
        return total

    def _goes_on(self, left: int, hits: int) -> float:
        """How likely a charger goes on that was hit (M19.7)."""
        state, unit = self.state, self.charge.unit
        is_veteran = state.is_veteran(unit)
        if left <= 0 or (left == 1 and not is_veteran):
            return 0.0
        numbers = state.numbers.reaction
        if hits < numbers.press_hits:
            return 1.0
        most = numbers.press_veteran if is_veteran else numbers.press
        return passing(most, twice=in_command(state, unit))

    def _melee(self, state: MiniState, run: Charge, sp: int, *, caught: bool) -> float:
        """What the fight counts after contact: with the one that it struck, friends helping."""
        best = None
        for enemy in run.met:
            worth = self._duel(state, run, enemy, sp, caught=caught)
            best = worth if best is None else min(best, worth) - 0.3
        return best or 0.0

    def _duel(
        self, state: MiniState, run: Charge, enemy: UnitId, sp: int, *, caught: bool
    ) -> float:
        end = replace(state.units[run.unit], pose=run.turned.moved(run.length))
        theirs = state.units[enemy]
        is_horse = state.card(enemy).arm is Arm.CAVALRY
        if caught and is_horse and state.card(run.unit).arm is Arm.CAVALRY:
            theirs = replace(theirs, is_caught=True)
        there = with_unit(with_unit(state, end), theirs)
        each = 2 if outflanks(there, end, theirs) else 1
        back = 2 if outflanks(there, theirs, end) else 1
        friends = [u for u in touched_by(self.state, enemy) if u != run.unit]
        mine = party(there, run.unit, enemy, is_led=in_command(state, run.unit), each=each, sp=sp)
        foe = party(
            there,
            enemy,
            run.unit,
            is_led=in_command(self.state, enemy),
            each=back,
            shares=1 + len(friends),
        )
        helped = sum(max(0, self.state.sp(friend)) for friend in friends)
        helped += round(SUPPORT * self.support)
        mine = replace(mine, helped=helped, help_value=mine.value)
        return self.worth.melee(run.unit, mine, enemy, foe)

    # -- reactions

    def reacted(self, answer: Answer) -> float:
        """What the charge counts for the charger if its target reacts so."""
        stands = self._stands(self._others_odds)
        reaction = answer.reaction
        if reaction is Reaction.STAND:
            return stands
        if reaction is Reaction.FIRE:
            hits = together(self._others_odds, self.shot_odds(self.charge.target))
            return self._stands(hits) + SPENT
        most = needed_for(self.state, self.charge, reaction)
        likely = passing(most, twice=in_command(self.state, self.charge.target))
        moved = self._moved(answer)
        if moved is None:
            return stands
        return likely * self._after(moved, reaction) + (1 - likely) * stands

    def _stands(self, hits: Odds) -> float:
        return self.contact(self.state, self.charge, hits, caught=True)

    def _moved(self, answer: Answer) -> Unit | None:
        """Who is charged, after a square, a countercharge or evading that has come off."""
        state, charge = self.state, self.charge
        unit = state.units[charge.target]
        if answer.reaction is Reaction.SQUARE and answer.change is not None:
            after = reformed(state, unit, answer.change)
            return after if isinstance(after, Unit) else None
        if answer.reaction is Reaction.COUNTER:
            pose = countering(state, unit, charge)
            return None if pose is None else replace(unit, pose=pose, has_moved_in_reaction=True)
        assert unit.pose is not None
        faced = replace(unit, pose=replace(unit.pose, bearing=charge.turned.bearing))
        length = evading_length(state, faced, allowance_of(state, unit).move)
        assert faced.pose is not None
        return replace(faced, pose=faced.pose.moved(length), has_moved_in_reaction=True)

    def _after(self, moved: Unit, reaction: Reaction) -> float:
        there = with_unit(self.state, moved)
        run = run_again(there, self.charge)
        worth = self.contact(there, run, self._others_odds, caught=False)
        if reaction is Reaction.SQUARE:
            return max(worth, -HALTED)  # it may halt before the square (M19.7)
        return worth + (GIVEN_WAY if reaction is Reaction.EVADE and not run.met else 0.0)

    @cached_property
    def answers(self) -> Mapping[Answer, float]:
        """The worth of each reaction for the charger."""
        return {answer: self.reacted(answer) for answer in reactions(self.state, self.charge)}

    @property
    def promise(self) -> float:
        """What the charge counts for the charger whose enemy answers as well as he can."""
        return min(self.answers.values())


# -- the questions of this chapter


def react(question: Question[React, Answer]) -> Answer:
    """How a unit reacts that is charged: what leaves the charger least."""
    clash = Clash(question.outlook, question.asked.charge)
    found = {option: -clash.reacted(option) for option in question.options}
    weighed = {option: question.misjudged(worth) for option, worth in found.items()}
    chosen = max(question.options, key=lambda option: weighed[option])
    return question.because(chosen, lambda: _why_react(question, chosen, found))


def _why_react(
    question: Question[React, Answer], chosen: Answer, found: Mapping[Answer, float]
) -> Reason:
    view, charge = question.state, question.asked.charge
    number = needed_for(view, charge, chosen.reaction)
    name, reaction = view.card(charge.target).name, say(chosen.reaction)
    if number is None:
        words = say("{name} does best to {reaction}.", name=name, reaction=reaction)
    else:
        words = say(
            "{name} does best to {reaction}, by a die of {number} or less.",
            name=name,
            reaction=reaction,
            number=number,
        )
    return Reason(words, is_open=True, considered=_rows(found, chosen))


def _rows(found: Mapping[Answer, float], chosen: Answer) -> tuple[Considered, ...]:
    best: dict[str, float] = {}
    for answer, worth in found.items():
        name = str(say(answer.reaction))
        best[name] = max(worth, best.get(name, worth))
    first = str(say(chosen.reaction))
    rest = sorted((name for name in best if name != first), key=lambda name: -best[name])
    return tuple(Considered(name, round(best[name], 2)) for name in (first, *rest))


ENOUGH: Final = 0.9
"""How likely a charger must be stopped for others to hold their fire."""


def defend_by_fire(question: Question[DefendByFire, tuple[UnitId, ...]]) -> tuple[UnitId, ...]:
    """Who fires at a charger: everyone, the surest first, until it is as good as stopped."""
    state, charger = question.state, question.asked.charger
    weight = {unit: state.sp(unit) for unit in question.asked.able}
    order = sorted(weight, key=lambda unit: (-weight[unit], unit))
    chosen: list[UnitId] = []
    strength = state.sp(charger)
    expected = 0.0
    for unit in order:
        if expected >= strength:
            break
        chosen.append(unit)
        expected += state.sp(unit) * state.numbers.fire.hit / 6
    answer = tuple(unit for unit in question.asked.able if unit in chosen)
    name = state.card(charger).name
    return question.because(
        answer,
        Reason(say("Every hit may stop {name} before it is here.", name=name), is_open=True),
    )


def press_home(question: Question[PressHome, bool]) -> bool:
    """Whether cavalry rides at a square: only where the fight promises more than to halt."""
    state, asked = question.state, question.asked
    mine = party(state, asked.unit, asked.target, is_led=in_command(state, asked.unit))
    theirs = party(state, asked.target, asked.unit, is_led=in_command(state, asked.target))
    worth = question.worth.melee(asked.unit, mine, asked.target, theirs)
    goes = question.misjudged(worth) > 0
    words = say("The fight against the square promises {vp} VP.", vp=f"{worth:+.1f}")
    return question.because(goes, Reason(words, is_open=True))


def throw_test_again(question: Question[ThrowTestAgain, bool]) -> bool:
    """A test that failed is always thrown again: there is nothing to lose."""
    again = True
    words = say("A second throw can only be better.")
    return question.because(again, Reason(words, is_open=True))
