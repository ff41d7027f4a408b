"""The editor's side of the game: where its fields stand, what they are called, what is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from hexwar.editor.desk import Desk, Page
from hexwar.editor.port import Basis, SpecialRule
from hexwar.editor.series_port import FIELD_WORDS, SeriesEditing, card_choices, option_words
from hexwar.editor.table_top import TableTop
from hexwar.messages import mark, say
from hexwar.systems.nlc.editing_marches import arrival_marches
from hexwar.systems.nlc.editing_orders import OrdersPage
from hexwar.systems.nlc.editing_state import start_of
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.options import GROUPS
from hexwar.systems.nlc.rules.command.special_rules import KNOWN


class NlcEditing(SeriesEditing):
    """What NLC adds to the editor."""

    fields: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "setup": ("reduced", "exhausted", "improved_positions", "damaged_spans"),
        "orders": ("orders", "divisional_orders"),
        "calendar": ("weather", "arrivals", "alternates", "cumulative_alternates"),
        "victory": ("exits", "supply_sources"),
        "rules": ("options", "cards", "special_rules", "mini_campaign"),
    }
    words: ClassVar[Mapping[str, str]] = {
        **FIELD_WORDS,
        "options": mark("Options that the battle proposes"),
        "exhausted": mark("Exhausted by forced marches"),
        **option_words(GROUPS, "options"),
    }

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """Decks and cards by their titles, special rules by theirs."""
        return {
            **card_choices("cards"),
            "special_rules.id": {id_: say(rule.title) for id_, rule in _RULES.items()},
        }

    def pages(self, desk: Desk) -> Sequence[Page]:
        """The orders at the start."""
        return (OrdersPage(desk),)

    printed_numbers = PRINTED
    basis: ClassVar[Basis | None] = Basis(
        mark(
            "600 infantry, 500 cavalry or 8 guns to an SP, rounded, at least 1; the reduced side"
            " has half of it, rounded up (N2.21)."
        ),
        mark("No rule tells it: this is the estimate by which the battles of hexwar are made."),
    )

    def marches(self, top: TableTop) -> Iterator[tuple[str, str]]:
        """When those who are to come are where their orders send them."""
        return arrival_marches(start_of(top))

    def special_rules(self) -> Mapping[str, SpecialRule]:
        """Those of which the rules know what to do, in their order."""
        return {id_: _RULES[id_] for id_ in KNOWN}


_RULES: Mapping[str, SpecialRule] = {
    "local-decision-until-oc": SpecialRule(
        mark("Alone until the overall commander comes"),
        mark(
            "Until the overall commander of his side is on the map, this leader takes orders from"
            " nobody and changes his own by Local Decision."
        ),
    ),
    "olsufiev-baye": SpecialRule(
        mark("Waits until a place is assaulted"),
        mark(
            "Until a hex that is named here is assaulted this leader tries no Local Decision, gives"
            " no divisional orders and recalls nobody. The step is his first Bad Move."
        ),
        hexes=True,
        steps=True,
    ),
    "ney-near-napoleon": SpecialRule(
        mark("Local Decision near Napoléon only"),
        mark("Ney may try Local Decision only for targets within 8 hexes of Napoléon."),
        numbers={"hexes_from_leader": 8},
    ),
    "napoleon-infantry-bonus": SpecialRule(
        mark("Napoléon leads infantry"),
        mark(
            "Infantry stacked with Napoléon attacks and defends with 25 % more; he gives no orders"
            " in the next turn."
        ),
    ),
    "ney-attack-bonus": SpecialRule(
        mark("Ney leads attackers"),
        mark(
            "Attacking units stacked with Ney have 25 % more; he makes no compliance check in the"
            " next turn."
        ),
    ),
    "grouchy-cavalry-only": SpecialRule(
        mark("A wing of cavalry only"), mark("Only cavalry corps may be assigned to Grouchy.")
    ),
    "blucher-charge": SpecialRule(
        mark("Blücher drives his cavalry"),
        mark(
            "Blücher: +1 morale on reaction charge rolls, -1 on enemy form-square checks, +1 leader"
            " value on Attack Confidence checks within command range; once within range of"
            " attacking subordinates he stays within range of one while an attack order lasts."
        ),
    ),
    "wing-orders-own-corps": SpecialRule(
        mark("A wing commander orders his own corps only"),
        mark("This wing commander may give orders only to the corps of his wing."),
        formations=True,
    ),
    "blucher-orders-ag": SpecialRule(
        mark("Blücher orders a corps of another army"),
        mark("The AG Corps of the Army of Bohemia is under Blücher, who may give it orders."),
        formations=True,
    ),
    "blucher-orders-bohemia": SpecialRule(
        mark("Blücher orders formations of another army"),
        mark(
            "Blücher gives orders to the formations of the Army of Bohemia that are on the map or"
            " come by schedule too."
        ),
        formations=True,
    ),
    "barclay-alone": SpecialRule(
        mark("Takes orders from one man only"),
        mark("III and V Corps take orders only from Barclay."),
        formations=True,
    ),
    "yorck-exhausted": SpecialRule(
        mark("Begins exhausted"),
        mark("The corps has marched all night: it begins exhausted (N20.84)."),
        formations=True,
    ),
    "defend-licence": SpecialRule(
        mark("Defends with a licence"),
        mark(
            "These formations may enter zones of control and assault within 2 hexes of what they"
            " defend."
        ),
        formations=True,
    ),
}
"""What players call the special rules, and what a scenario says of them at first."""
