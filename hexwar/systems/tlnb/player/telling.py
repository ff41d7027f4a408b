"""Why it has answered so: aims, columns, chances, what was weighed (T32.10).

What an open table tells both sides is told to both; aims and plans are for the own side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.ai.policy import Considered, Reason
from hexwar.hexes import Hex
from hexwar.messages import count, say
from hexwar.systems.tlnb.rules.combat import bombardment
from hexwar.systems.tlnb.rules.combat import charge as charges
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.outcomes import (
    FACES,
    End,
    ends_of_attack,
    ends_of_charge,
    ends_of_shot,
)
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import FormationId, LeaderId, Side

MOST = 4
"""Rows of what was weighed that are told."""


def is_told(state: TlnbState) -> bool:
    """Whether what a fight promises rests on what both sides see."""
    return state.battle.flag("hidden") == "off"


def place(state: TlnbState, hex_: Hex) -> str:
    """A hex by its name."""
    return state.battle.battlefield.name_of(hex_)


def ends_words(ends: Sequence[End]) -> str:
    """How many faces of the die empty the hex, and what is lost on average."""
    emptied = sum(end.faces for end in ends if end.is_won)
    own, foe = (sum(end.faces * end.lost[n] for end in ends) / FACES for n in (0, 1))
    return say(
        "{n} of 6 faces win the hex; on average it costs {own} SP and the enemy {foe} SP",
        n=emptied,
        own=f"{own:.1f}",
        foe=f"{foe:.1f}",
    )


def rows(weighed: Mapping[str, float], chosen: str) -> tuple[Considered, ...]:
    """What was weighed, first what was chosen, then the best of the rest."""
    rest = sorted((what for what in weighed if what != chosen), key=lambda what: -weighed[what])
    return tuple(Considered(what, weighed[what]) for what in (chosen, *rest[: MOST - 1]))


# -- fights


def attack_words(state: TlnbState, blow: Blow) -> str:
    """An attack by its column and target."""
    column = odds_of(state, blow.units, blow.target).column_name
    return say("{column} on {hex}", column=column, hex=place(state, blow.target))


def of_attack(
    state: TlnbState, blow: Blow, worths: Mapping[Blow, float], *, is_owed: bool
) -> Reason:
    """Why a hex is attacked: the column, the chances, and what else could be attacked."""
    told = ends_words(ends_of_attack(state, blow))
    words = attack_words(state, blow)
    if is_owed:
        sentence = say("Somebody must attack here. {attack}: {ends}.", attack=words, ends=told)
    else:
        sentence = say("{attack}: {ends}.", attack=words, ends=told)
    best: dict[str, float] = {}
    for other, worth in worths.items():
        name = attack_words(state, other)
        best[name] = max(worth, best.get(name, worth))
    best[words] = worths[blow]
    return Reason(sentence, is_told(state), rows(best, words))


def of_end(state: TlnbState, worths: Mapping[Blow, float]) -> Reason:
    """Why nobody attacks any more."""
    best = max(worths, key=lambda blow: worths[blow], default=None)
    if best is None:
        return Reason(say("There is nobody left to attack."), is_open=True)
    words = attack_words(state, best)
    sentence = say("No attack promises enough; the best is {attack}.", attack=words)
    none = say("No attack")
    weighed = {none: 0.0, words: worths[best]}
    return Reason(sentence, is_told(state), rows(weighed, none))


def of_shot(state: TlnbState, shot: Shot) -> Reason:
    """Why guns fire at a hex."""
    ends = ends_of_shot(state, shot)
    hit = sum(end.faces for end in ends if end.is_won or end.lost[1])
    words = say(
        "{sp} SP of guns on {hex}: {n} of 6 faces drive them off or cost them a step.",
        sp=str(bombardment.report(state, shot).strength),
        hex=place(state, shot.target),
        n=hit,
    )
    return Reason(words, is_told(state))


def of_ride(state: TlnbState, ride: Ride) -> Reason:
    """Why cavalry charges."""
    ends = ends_of_charge(state, ride)
    column = charges.report(state, ride).column_name
    words = say(
        "Charge at {column} on {hex}: {ends}.",
        column=column,
        hex=place(state, ride.target),
        ends=ends_words(ends),
    )
    return Reason(words, is_told(state))


# -- the plan


def of_move(
    state: TlnbState,
    formation: FormationId,
    aim: Hex | None,
    target: Hex | None,
    plans: Sequence[tuple[str, float]],
    *,
    is_train: bool,
) -> Reason:
    """Why units go where they go: to attack, or by the aim of their formation."""
    name = state.battle.formations[formation].name
    if is_train:
        return Reason(say("Trains keep out of the enemy's reach, not far from their troops."))
    if target is not None:
        words = say("They move up to attack {hex}.", hex=place(state, target))
    elif aim is None:
        words = say("{name} has no aim: it looks to its safety.", name=name)
    else:
        words = say("{name} is to go to {hex}.", name=name, hex=place(state, aim))
        vp = state.battle.vp_hexes.get(aim)
        if vp:
            words += " " + say("It counts {vp} VP.", vp=vp)
        if any(state.card(u).arm.is_train for u in state.units_in(aim, _enemy(state, formation))):
            words += " " + say("A train stands there.")
    return Reason(words, considered=tuple(Considered(what, worth) for what, worth in plans))


def _enemy(state: TlnbState, formation: FormationId) -> Side:
    return state.battle.enemy(state.battle.formations[formation].side)


def of_naming(
    state: TlnbState,
    officers: Sequence[LeaderId],
    needs: Mapping[LeaderId, float],
    most: int,
) -> Reason:
    """Why these officers are named."""
    leaders = state.battle.leaders
    if not officers:
        return Reason(say("Nobody in range would gain by a move."))
    left = [x for x in needs if x not in officers and needs[x] > 0]
    words = say(
        "{names} gain most by moving; he may name {n}.",
        names=", ".join(leaders[x].name for x in officers),
        n=most,
    )
    if left:
        words += " " + count("{n} other must roll.", "{n} others must roll.", len(left))
    considered = [Considered(leaders[x].name, round(needs[x], 2)) for x in (*officers, *left)]
    return Reason(words, considered=tuple(considered[:MOST]))
