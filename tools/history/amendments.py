"""What is set right by hand after a conversion: command, orders, special rules.

It is what 37.17 to 37.23 have and the notes lack, or have otherwise, by battle or campaign.
A new conversion gives the same files again. A briefing that a scenario has already is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tools.history import Raw, present


@dataclass(frozen=True, slots=True)
class Amendment:
    """The changes to one battle or campaign."""

    orders: Mapping[str, list[Raw]] = field(default_factory=dict)  # steps by formation
    may_order: Mapping[str, list[str]] = field(default_factory=dict)  # by formation of the leader
    special: Mapping[str, list[str]] = field(default_factory=dict)  # of a formation's commander
    units: Mapping[str, Raw] = field(default_factory=dict)  # fields of units
    rules: Mapping[str, Raw] = field(default_factory=dict)  # special rules, new ones too
    fields: Raw = field(default_factory=dict)  # of the scenario
    notes: tuple[str, ...] = ()  # behind those of the source


def _march(target: str, **more: object) -> Raw:
    return {"verb": "march", "target": target, **more}


def _then(verb: str, target: str, **more: object) -> list[Raw]:
    """March to a place, and do something there: two steps."""
    return [_march(target, **more), {"verb": verb, "target": target}]


def _stay(verb: str, target: str) -> list[Raw]:
    return [{"verb": verb, "target": target}]


def _victory(text: str) -> Raw:
    """The victory hexes of a text such as `1031 3 1330 2`: each with its points."""
    words = iter(text.split())
    hexes = [{"hex": hex_, "vp": int(vp)} for hex_, vp in zip(words, words, strict=True)]
    return {"victory": {"hexes": hexes}}


EVEN: Final = (
    "Points of victory hexes were set by many games between computer players, so that both sides "
    "have something to win. (estimate)"
)

_GROUCHY_AT_CHAMPAUBERT: Final = [
    _march("1272"),
    *_then("probe", "1867"),
    *_then("probe", "2467"),
    *_then("probe", "2673"),
]

AMENDMENTS: Final[dict[str, Amendment]] = {
    "la-rothiere": Amendment(
        may_order={
            "CO-HQ": [
                *("CO-SAC", "CO-BAR", "CO-6", "CO-11", "CO-9", "CO-C"),
                *("CO-4", "CO-BAV", "CO-GR", "CO-CU"),
            ]
        },
        units={"CO-11-04": {"initiative": 3}},  # as in the other battles
        rules={
            "wing-orders-own-corps": {
                "text": "Sacken gives orders only to VI and XI Corps.",
                "formations": ["CO-6", "CO-11"],
            },
            "blucher-orders-bohemia": {
                "text": "Blücher gives orders to the formations of the Army of Bohemia that are on "
                "the map or come by schedule too, but not to III and V Corps, nor to alternates.",
                "formations": ["CO-4", "CO-BAV", "CO-GR", "CO-CU"],
            },
            "barclay-alone": {
                "text": "III and V Corps take orders only from Barclay. His own order, to support "
                "the attack on La Rothière, is never changed, and it does not oblige him to order "
                "his corps to attack (N12.14).",
                "formations": ["CO-3", "CO-5"],
            },
        },
        notes=(
            "Napoléon, Blücher and the two Russian reserve corps have no order in the module: they "
            "stay where they are, or come up as a reserve (estimate).",
            "The Guards and Pahlen's advance guard, alternates of the Army of Bohemia, are not "
            "among those whom 37.22 puts under Blücher: once called they go by Local Decision.",
        ),
    ),
    "champaubert": Amendment(
        orders={
            "FR-GRO": _GROUCHY_AT_CHAMPAUBERT,
            "FR-1C": _GROUCHY_AT_CHAMPAUBERT,
            "FR-6": [_march("1272"), *_then("attack", "1873")],
        },
        units={"CO-P2-03": {"flags": ["landwehr"]}},
        rules={
            "local-decision-until-oc": {
                "text": "Until the overall commander of his side is on the map, this leader takes "
                "orders from nobody and changes his own by Local Decision: Marmont, Grouchy and "
                "Doumerc, and every leader of the Coalition.",
            },
            "olsufiev-baye": {
                "text": "Until a hex of Baye is assaulted Olsufiev tries no Local Decision, and "
                "(house rule) gives no divisional orders and recalls nobody. His first Bad Move is "
                "Defend Champaubert.",
            },
        },
    ),
    "montmirail": Amendment(
        orders={
            "FR-HQ": _stay("defend", "1234"),
            "CO-SAC": [*_then("attack", "1031"), *_then("attack", "0940")],
        },
        special={"CO-6": [], "CO-11": [], "CO-C": []},
        units={"CO-P2-03": {"flags": ["landwehr"]}},
        rules={
            "wing-orders-own-corps": {
                "text": "Sacken gives orders to VI, XI and the Cavalry Corps, but neither to IX "
                "Corps nor to Yorck.",
                "formations": ["CO-6", "CO-11", "CO-C"],
            },
            "local-decision-until-oc": {
                "text": "Unless Blücher comes, Sacken, Yorck and the other leaders who obey nobody "
                "but him change their orders by Local Decision only.",
            },
            "defend-licence": {
                "text": "Ricard's division, the Young Guard and the Guard Cavalry defend with a "
                "licence: they may enter EZOCs and assault within 2 hexes of their objective.",
                "formations": ["FR-6", "FR-YG", "FR-GC"],
            },
            "yorck-exhausted": {
                "text": "Yorck's corps has marched all night: it begins exhausted (N20.84), until "
                "it has been in Reserve for three hours in a row.",
                "formations": ["CO-P1"],
            },
        },
        fields={"exhausted": ["CO-P1"], **_victory("1031 3 1330 3 0825 2 2130 2 0940 3 1333 4")},
        notes=(
            "37.20 lets Sacken order his three corps and lets the Coalition's leaders change their "
            "orders by Local Decision only: that binds those who obey Blücher (house rule).",
            EVEN,
        ),
    ),
    "vauchamps": Amendment(
        orders={
            "FR-HQ": _stay("defend", "1041"),
            "FR-GRO": [
                *_stay("attack", "1751"),
                *_then("attack", "2254"),
                *_then("attack", "2462"),
            ],
            "FR-2C": _then("attack", "1751"),
            "FR-GC": [
                _march("1150", route=["1148", "1149", "1150"]),
                *_stay("attack", "1751"),
                *_then("attack", "2157"),
            ],
            "CO-HQ": _stay("defend", "2254"),
        },
        fields=_victory("1751 2 2254 2 2462 2 2673 4 3084 6 0940 2"),
        notes=(
            "The module names no order for the two headquarters, which stay where they are.",
            EVEN,
        ),
    ),
    "dennewitz": Amendment(
        rules={
            "wing-orders-own-corps": {
                "text": "Bernadotte names only officers of the Swedes and Russians of his wing.",
                "formations": ["CO-RU", "CO-SW", "CO-RI"],
            },
            "road-to-luckau": {
                "formations": ["FR-4", "FR-7", "FR-12", "FR-3C", "FR-D", "FR-6D"],
            },
        },
    ),
    "eylau": Amendment(
        rules={
            "murat-charge": {"formations": ["FR-C", "FR-G"]},
            "guard-in-hand": {"hexes": ["1818"]},
            "ammunition-runs-low": {
                "formations": ["RU-R", "RU-M", "RU-L", "RU-D", "RU-C", "RU-P", "RU-6"],
            },
        },
    ),
    "brienne-la-rothiere": Amendment(
        may_order={
            "CO-HQ": [
                *("CO-SAC", "CO-9", "CO-AG", "CO-4AG", "CO-6", "CO-11", "CO-C"),
                *("CO-BAR", "CO-4", "CO-BAV", "CO-GR", "CO-CU"),
            ]
        },
        rules={
            "blucher-orders-bohemia": {
                "formations": ["CO-AG", "CO-4AG", "CO-4", "CO-BAV", "CO-GR", "CO-CU"],
            },
        },
    ),
    "three-battles": Amendment(
        rules={
            "local-decision-until-oc": {
                "text": "Until the overall commander of his side is on the map, this leader takes "
                "orders from nobody and changes his own by Local Decision: Marmont, Grouchy and "
                "Doumerc, and Olsufiev, Sacken, Yorck and Prince William.",
            },
        },
    ),
    "three-battles-montmirail": Amendment(
        rules={
            "local-decision-until-oc": {
                "text": "Until Blücher is on the map, this leader takes orders from nobody and "
                "changes his own by Local Decision: Udom, Sacken, Yorck and Prince William.",
            },
            "defend-licence": {
                "text": "Ricard's division, the Young Guard and the Guard Cavalry defend with a "
                "licence: they may enter EZOCs and assault within 2 hexes of their objective.",
                "formations": ["FR-6-8D", "FR-YG", "FR-GC"],
            },
        },
    ),
}


def amend(id_: str, scenario: Raw, forces: Raw) -> None:
    """Sets a converted battle or campaign right, in its raw objects."""
    amendment = AMENDMENTS.get(id_)
    if amendment is None:
        return
    scenario |= amendment.fields
    scenario |= present(notes=[*scenario.get("notes", []), *amendment.notes])
    for order in scenario.get("orders", []):
        order["steps"] = amendment.orders.get(order["formation"], order["steps"])
    _amend_rules(scenario, amendment)
    for formation in forces["formations"]:
        if formation["id"] in amendment.may_order:
            formation["may_order"] = amendment.may_order[formation["id"]]
        if formation["id"] in amendment.special:
            leader = formation["leaders"][0]
            leader.pop("special", None)
            leader |= present(special=amendment.special[formation["id"]])
        for unit in formation.get("units", []):
            unit.update(amendment.units.get(unit["id"], {}))


def _amend_rules(scenario: Raw, amendment: Amendment) -> None:
    """New texts and data for the special rules that the notes have, then those that they lack."""
    section = scenario if "special_rules" in scenario else scenario["tlnb"]
    rules = {rule["id"]: rule for rule in section["special_rules"]}
    for id_, fields in amendment.rules.items():
        rules[id_] = {"id": id_, **rules.get(id_, {}), **fields}
    rules.get("yorck-exhausted", {}).pop("numbers", None)  # the rulebook has the hours
    section["special_rules"] = list(rules.values())
