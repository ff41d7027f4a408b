"""The registry of special rules: what scenarios may list, and with which data (T34.6, T34.7)."""

from __future__ import annotations

import pytest

from hexwar.systems.tlnb.battle import own
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.rules.special.registry import COMMON, KNOWN
from tests.systems.nlc.cases import each

OF_1814 = {
    *("napoleon-infantry-bonus", "ney-attack-bonus", "ney-near-napoleon", "grouchy-cavalry-only"),
    *("wing-orders-own-corps", "blucher-orders-ag", "blucher-orders-bohemia", "barclay-alone"),
    *("blucher-charge", "local-decision-until-oc", "olsufiev-baye", "yorck-exhausted"),
}


@pytest.mark.rule("T34.6")
def test_the_registry_has_every_id_of_the_rulebook() -> None:
    eylau = {"frozen-waters", "snow-blindness", "murat-charge", "guard-in-hand"}
    eylau |= {"lestocq-behind-the-line", "evening-by-moonlight", "ammunition-runs-low"}
    dennewitz = {"ahe-banks", "bulow-waits", "ney-in-the-smoke", "oudinot-to-the-letter"}
    dennewitz |= {"dust-in-the-wind", "crown-prince", "road-to-luckau"}
    assert set(COMMON) == OF_1814
    assert set(KNOWN) == OF_1814 | eylau | dennewitz


@pytest.mark.rule("T34.6")
@each("scenario", "brienne", "champaubert", "montmirail")
def test_a_battle_of_1814_tells_its_rules_as_this_game_plays_them(scenario: str) -> None:
    battle = own(TLNB.battle(scenario))
    assert battle.briefing is not None
    assert {rule.id for rule in battle.special_rules} <= OF_1814
    told = "Once a Player-Turn Napoléon may lead one combat with infantry in his hex: one column"
    assert any(text.startswith(told) for text in battle.briefing.special)
    assert not any("25 %" in text for text in battle.briefing.special)


@pytest.mark.rule("T34.6", "T5.13")
def test_reach_lists_stand_for_rules_about_who_may_be_named() -> None:
    """Grouchy: cavalry; Sacken: his wing; Blücher: not III and V Corps, which are Barclay's."""
    battle = own(TLNB.battle("la-rothiere"))
    reach = {battle.leaders[x].name: set(formations) for x, formations in battle.reach.items()}
    assert reach["Grouchy"] == {"FR-5C"}
    assert reach["Sacken"] == {"CO-6", "CO-11"}
    assert reach["Barclay"] == {"CO-3", "CO-5"}
    assert reach["Blücher"] >= {"CO-4", "CO-BAV", "CO-GR", "CO-CU"}
    assert reach["Blücher"].isdisjoint({"CO-3", "CO-5"})


RATINGS = {
    "la-rothiere": "Napoléon [3]; Grouchy [2]; Ney [1](4); Victor (3); Gérard (3); Marmont (4);"
    " Mortier (3); Macdonald (4); Nansouty (5); Milhaud (5); Doumerc (5); Blücher [3]; Sacken [2];"
    " Olsufiev (2); Scherbatov (3); Lieven (3); Vasilchikov (4); Barclay [1]; Pahlen (5);"
    " Gyulai (3); Frimont (3); Wrede (4); Kronprinz von Württemberg (3); Rajewski (3);"
    " Galitzin V (4); Yermolov (4)",
    "vauchamps": "Leval (2); Yorck (3); Kleist (3); Röder (3); Udom (2); Kaptsevich (3)",
    "montmirail": "Prince William (2)",
    "brienne": "Pahlen (5)",
}
"""The table of T34.5: leaders of 1814 as this game rates them."""


@pytest.mark.rule("T34.5")
@each("scenario", *RATINGS)
def test_leaders_of_1814_are_rated_as_the_table_says(scenario: str) -> None:
    battle = own(TLNB.battle(scenario))
    found: dict[str, str] = {}
    for leader, card in battle.leaders.items():
        commander, officer = battle.commanders.get(leader), battle.officers.get(leader)
        said = "" if commander is None else f"[{commander}]"
        found[card.name] = said + ("" if officer is None else f"({officer})")
    table = dict(text.rsplit(" ", 1) for text in RATINGS[scenario].split("; "))
    assert {name: found[name] for name in table} == table
