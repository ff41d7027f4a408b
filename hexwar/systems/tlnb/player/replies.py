"""What a plan is worth when the other side has answered it (T32.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hexwar.systems.tlnb.player.building import build
from hexwar.systems.tlnb.player.draft import Draft, draft_of
from hexwar.systems.tlnb.player.fights import Attacks, Plan
from hexwar.systems.tlnb.player.levels import Level
from hexwar.systems.tlnb.player.outlook import Outlook, prizes
from hexwar.systems.tlnb.player.styles import STEADY
from hexwar.systems.tlnb.player.worth import HELD
from hexwar.systems.tlnb.rules.combat.duties import eligible
from hexwar.systems.tlnb.rules.combat.outcomes import ends_of_attack
from hexwar.systems.tlnb.rules.turn.steps import is_played
from hexwar.systems.tlnb.state import Blow, Command, Fights, Step, TlnbState
from hexwar.table.forces import Side

USUAL: Final = (4, 5)
"""MP of foot and of horse that the other side is expected to have."""

FEAR: Final = 0.7
"""What part of the other side's best attacks is expected to come."""


def worth_of(draft: Draft, level: Level) -> float:
    """What a plan is worth: its attacks, the places taken, the way made, less the reply."""
    outlook, state = draft.outlook, draft.state
    fights = is_played(state, Step.COMBAT)
    plan = Attacks(state, outlook.side).plan() if fights else Plan()
    after = expected(state, plan)
    own = plan.worth + _taken(draft) + _made(draft)
    return own - FEAR * reply(after, outlook.enemy, level)


def _taken(draft: Draft) -> float:
    """VP of hexes that units stand in who did not hold them."""
    outlook, total = draft.outlook, 0.0
    share = HELD if outlook.turns_left > 1 else 1.0
    for hex_, vp in prizes(draft.state).items():
        if not outlook.is_ours(hex_) and draft.state.combat_units_in(hex_, outlook.side):
            total += share * 2 * vp
    moved = {hex_ for unit, hex_ in draft.placed.items() if hex_ != draft.start(unit)}
    taken = sum(not moved.isdisjoint(near) for near in outlook.spoils.values())
    return total + taken * outlook.state.numbers.victory.baggage_train


def _made(draft: Draft) -> float:
    """What it is worth to be nearer to aims."""
    total = 0.0
    for unit, hex_ in draft.placed.items():
        won = draft.way_left(unit, draft.start(unit)) - draft.way_left(unit, hex_)
        total += draft.pull(unit, STEADY) * won
    return total


def expected(state: TlnbState, plan: Plan) -> TlnbState:
    """The table after some attacks, each with the end that most faces bring."""
    for blow in plan.ranked():
        able = eligible(state).get(blow.target, ())
        units = tuple(u for u in blow.units if u in able)
        if units:
            ends = ends_of_attack(state, Blow(units, blow.target))
            state = max(ends, key=lambda end: end.faces).state
    return state


def turned(state: TlnbState, side: Side) -> TlnbState:
    """The table when a side's next Player-Turn begins, all its troops in command."""
    copy = state.copy()
    copy.turn += copy.battle.sides.index(side) < copy.player
    copy.player = copy.battle.sides.index(side)
    for record in list(copy.on_map(side)):
        if record.moved or record.spent or record.column:
            fresh = replace(record, moved=False, spent=0, column=False, tail=None)
            copy.put_unit(fresh)
    own = frozenset(u.id for u in copy.on_map(side) if copy.card(u.id).is_combat_unit)
    copy.command = Command(units=own, is_settled=True)
    copy.fights = Fights()
    copy.marks = replace(copy.marks, returned=frozenset(), stirred=frozenset(), far=frozenset())
    copy.deal = replace(copy.deal, allowances={**copy.deal.allowances, side: USUAL})
    copy.forget()
    return copy


def reply(state: TlnbState, side: Side, level: Level) -> float:
    """What the best attacks of a side promise it in its next Player-Turn."""
    after = turned(state, side)
    if after.turn > after.last_turn or not is_played(after, Step.COMBAT):
        return 0.0
    outlook = Outlook(after, side)
    strokes = build(draft_of(outlook, {}), STEADY, level)
    return sum(max(stroke.worth, 0.0) for stroke in strokes)
