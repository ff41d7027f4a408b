"""Hand-to-hand combat: who joins in, who strikes whom, which throws are made again (M12, M21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import fsum

from hexwar.ai.policy import Considered, Reason
from hexwar.messages import say
from hexwar.systems.mininap.player.chances import SURE, Odds, again, mean, odds, together
from hexwar.systems.mininap.player.outlook import Outlook, Question
from hexwar.systems.mininap.player.parties import party, with_unit
from hexwar.systems.mininap.rules.combat import Joining, attack_report, joining_of, outflanks
from hexwar.systems.mininap.rules.fighting import (
    AllocateAttack,
    ChooseJoiner,
    HoldBack,
    ThrowAttackAgain,
)
from hexwar.systems.mininap.rules.ground import free_run
from hexwar.systems.mininap.rules.losses import ChoosePursuer, ChoosePursuit
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.standing import in_command, touched_by
from hexwar.systems.mininap.state import Attack, MiniState
from hexwar.table.forces import UnitId

# -- joining in (M12.5)


def choose_joiner(question: Question[ChooseJoiner, UnitId]) -> UnitId:
    """The one first whose help counts most: who comes after may not find room."""
    found = {unit: joining_worth(question.outlook, unit) for unit in question.options}
    return max(question.options, key=lambda unit: round(found[unit], 3))


def hold_back(question: Question[HoldBack, bool]) -> bool:
    """Whether a unit is held back: where the fight with it promises less than without."""
    unit = question.asked.unit
    worth = joining_worth(question.outlook, unit)
    holds = question.misjudged(worth) < 0
    name = question.state.card(unit).name
    words = say("The fight promises {vp} VP more with {name}.", vp=f"{worth:+.1f}", name=name)
    return question.because(holds, Reason(words, is_open=True))


def joining_worth(outlook: Outlook, unit: UnitId) -> float:
    """What it changes in VP that a unit joins in."""
    state = outlook.state
    joining = joining_of(state, unit)
    if joining is None:
        return 0.0
    return fsum(_help(outlook, joining, enemy) for enemy in joining.enemies[:1])


def _help(outlook: Outlook, joining: Joining, enemy: UnitId) -> float:
    """With the friend who fights the enemy already, and without him."""
    state, unit, worth = outlook.state, joining.unit, outlook.worth
    pose = state.pose(unit).moved(joining.length)
    there = with_unit(state, replace(state.units[unit], pose=pose))
    friends = touched_by(state, enemy)
    each = 2 if outflanks(there, there.units[unit], state.units[enemy]) else 1
    shares = len(friends) + 1
    mine = party(there, unit, enemy, is_led=in_command(state, unit), each=each)
    theirs = party(there, enemy, unit, is_led=in_command(state, enemy), shares=shares)
    helped = sum(max(0, state.sp(friend)) for friend in friends)
    mine = replace(mine, helped=helped, help_value=mine.value)
    own_toll, toll = worth.tolls(unit, mine, enemy, theirs)
    if not friends:
        return toll - own_toll
    first = party(state, friends[0], enemy, is_led=in_command(state, friends[0]))
    other = party(state, enemy, friends[0], is_led=in_command(state, enemy))
    alone, without = worth.tolls(friends[0], first, enemy, other)
    eased, _ = worth.tolls(friends[0], first, enemy, replace(other, shares=shares))
    return toll - without - own_toll + alone - eased


# -- allocation (M12.10)


def allocate_attack(
    question: Question[AllocateAttack, tuple[Attack, ...]],
) -> tuple[Attack, ...]:
    """The split that breaks or hurts most, with what friends have allotted already."""
    found = {option: _allotted(question.outlook, option) for option in question.options}
    weighed = {option: question.misjudged(worth) for option, worth in found.items()}
    best = max(question.options, key=lambda option: weighed[option])
    state = question.state
    names = ", ".join(state.card(attack.target).name for attack in best)
    words = say(
        "{unit} hurts most by striking {names}.",
        unit=state.card(question.asked.unit).name,
        names=names,
    )
    return question.because(best, Reason(words, is_open=True))


def _allotted(outlook: Outlook, option: Iterable[Attack]) -> float:
    state, total = outlook.state, 0.0
    for attack in option:
        before: Odds = SURE
        for other in state.attacks:
            if other.target == attack.target:
                before = together(before, attack_odds(state, other))
        worth = hurt(outlook, attack.target, before)
        total += hurt(outlook, attack.target, together(before, attack_odds(state, attack)))
        total -= worth
    return total


def attack_odds(state: MiniState, attack: Attack) -> Odds:
    """The hits of an attack, thrown again where it falls low if it may be."""
    report = attack_report(state, attack)
    found = odds(report.dice, report.value)
    return again(found) if report.may_throw_again and report.dice else found


def hurt(outlook: Outlook, unit: UnitId, found: Odds) -> float:
    """What hits in combat on a unit count beside those that wait already (M13.3, M13.4)."""
    state, worth = outlook.state, outlook.worth
    sp = state.sp(unit) - state.pending.get(unit, 0)
    frail = not state.card(unit).is_command
    start = worth.left(unit, max(sp, 0))

    def left(number: int) -> float:
        rest = sp - number
        return worth.left(unit, 0 if rest <= (1 if frail else 0) else rest)

    return fsum(p * (start - left(k)) for k, p in enumerate(found))


# -- throwing again (M12.15)


def throw_attack_again(question: Question[ThrowAttackAgain, bool]) -> bool:
    """Whether a throw is made again: where another promises more on average."""
    asked = question.asked
    state = question.state
    report = attack_report(state, Attack(asked.unit, asked.target, asked.dice))
    now = hurt(question.outlook, asked.target, (*([0.0] * asked.hits), 1.0))
    found = odds(asked.dice, report.value)
    then = hurt(question.outlook, asked.target, found)
    is_better = question.misjudged(then - now) > 0 if then != now else mean(found) > asked.hits
    words = say(
        "Another throw hits {mean} times on average, this one has hit {hits} times.",
        mean=f"{mean(found):.1f}",
        hits=str(asked.hits),
    )
    rows = (
        Considered(say("Throw again"), round(then, 2)),
        Considered(say("Let it stand"), round(now, 2)),
    )
    ordered = rows if is_better else rows[::-1]
    return question.because(is_better, Reason(words, is_open=True, considered=ordered))


# -- pursuing: M21


def choose_pursuer(question: Question[ChoosePursuer, UnitId]) -> UnitId:
    """The one first whose pursuit promises most."""
    return max(question.options, key=lambda unit: round(pursuit_worth(question.outlook, unit), 3))


def choose_pursuit(question: Question[ChoosePursuit, bool]) -> bool:
    """Whether cavalry pursues: only into a fight that promises something."""
    worth = pursuit_worth(question.outlook, question.asked.unit)
    goes = question.misjudged(worth) > 0.3
    name = question.state.card(question.asked.unit).name
    words = (
        say("{name} rides into a fight that promises {vp} VP.", name=name, vp=f"{worth:+.1f}")
        if worth
        else say("There is nobody before {name} whom it could ride down.", name=name)
    )
    return question.because(goes, Reason(words, is_open=True))


def pursuit_worth(outlook: Outlook, unit: UnitId) -> float:
    """What a pursuit promises in VP: the fight at its end, 0 where it meets nobody."""
    state = outlook.state
    record = state.units[unit]
    limit = allowance_of(state, record).charge * state.numbers.pursuit.share
    run = free_run(state, record, limit)
    if not run.met:
        return 0.0
    after = replace(record, pose=state.pose(unit).moved(run.length))
    there, enemy = with_unit(state, after), run.met[0]
    each = 2 if outflanks(there, after, state.units[enemy]) else 1
    mine = party(there, unit, enemy, is_led=in_command(state, unit), each=each)
    theirs = party(there, enemy, unit, is_led=in_command(state, enemy))
    return outlook.worth.melee(unit, mine, enemy, theirs)
