"""Special rules of a battle: their ids, who bears them, and those that bind a leader (N24.4).

A scenario lists its special rules with their data, and leaders bear their ids. What a rule does
stands in the chapter that it changes; here is what changes nothing but who may change an order.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.engine import Refusal, refuse
from hexwar.messages import mark
from hexwar.series.battle import SpecialRule
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.command.command import commander_of, overall_commander
from hexwar.systems.nlc.section.checks import RuleNeeds
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, OrderStep

ALONE = "local-decision-until-oc"
"""While his OC is off the map this leader takes orders from nobody, a WC neither (N12.61)."""

OLSUFIEV = "olsufiev-baye"
"""Until a hex that the rule names is assaulted nothing of this leader's order changes; his first
Bad Move is the step that the rule names (N12.65)."""

TOLD = (
    *("wing-orders-own-corps", "blucher-orders-ag", "blucher-orders-bohemia", "barclay-alone"),
    *("yorck-exhausted", "defend-licence"),
)
"""Special rules that only tell what other fields of a scenario do: `may_order` and `assigned_to` of
formations, `fixed` and `zone` of steps, and `exhausted`."""

KNOWN: Mapping[str, RuleNeeds] = MappingProxyType(
    {
        ALONE: RuleNeeds(),
        OLSUFIEV: RuleNeeds(hexes=True, steps=True),
        "ney-near-napoleon": RuleNeeds(numbers=("hexes_from_leader",)),
        **dict.fromkeys(("napoleon-infantry-bonus", "ney-attack-bonus"), RuleNeeds()),
        **dict.fromkeys(("grouchy-cavalry-only", "blucher-charge"), RuleNeeds()),
        **dict.fromkeys(TOLD, RuleNeeds()),
    }
)
"""Every special rule that a scenario may list, with the data that it needs."""


def rule_of(battle: NlcBattle, id_: str) -> SpecialRule | None:
    """A battle's special rule of an id, or None where it has none."""
    return next((rule for rule in battle.special_rules if rule.id == id_), None)


def alone_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why nobody may send a line an order yet: its leader is alone until his OC comes (N12.61)."""
    leader = _bearer(state, line, ALONE)
    if leader is None or overall_commander(state, state.side_of_line(line)) is not None:
        return None
    words = mark(
        "Until the overall commander is on the map {name} changes his order by Local Decision only."
    )
    return refuse("N12.61", words, name=state.battle.leaders[leader].name)


def waiting_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a leader may not change anything yet: what he waits for has not happened (N24.4)."""
    formation = LineId(formation_of_line(line))
    leader, rule = _bearer(state, formation, OLSUFIEV), rule_of(state.battle, OLSUFIEV)
    if leader is None or rule is None or any(hex_ in state.assaults.stormed for hex_ in rule.hexes):
        return None
    name, place = state.battle.leaders[leader].name, rule.hexes[0]
    words = mark("{name} holds to his orders until {place} is assaulted.")
    return refuse("N24.4", words, name=name, place=state.battle.battlefield.name_of(place))


def first_bad_move(state: GameState, line: LineId) -> OrderStep | None:
    """What the first Bad Move of a leader is, where a special rule says so (N12.65), else None."""
    leader, rule = _bearer(state, line, OLSUFIEV), rule_of(state.battle, OLSUFIEV)
    if leader is None or rule is None or line in state.pad.misled:
        return None
    return rule.steps[0]


def _bearer(state: GameState, line: LineId, id_: str) -> LeaderId | None:
    """The commander of a line, if he bears a special rule."""
    leader = commander_of(state, line)
    return leader if leader is not None and id_ in state.battle.leaders[leader].special else None
