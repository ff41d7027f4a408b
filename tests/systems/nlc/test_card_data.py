"""The cards as the rulebook prints them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.cards.library import card, cards, decks
from hexwar.cards.records import Card, CardKind, Window
from hexwar.rulebook import Rulebook, RulebookError
from hexwar.rulebook.card_tables import storm_numbers
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.system import DECISIONS
from tests.systems.nlc.cases import each

# -- what is printed on the cards, and which cards are in which deck: typed from the rulebook


# Number: title and quantity in each player's deck of The Coming Storm.
MANIFEST = """
1 Road Column 1
2 Late Start 1
3 Artillery Cover Fire 2
4 Replacements 1
5 Early Arrival 1
6 Formation Scattered 1
7 Turning Movement 1
8 Approach March 2
9 General Retreat 1
10 Spies Bring News 1
11 General Advance 1
12 Probe 4
13 Infiltration 2
14 Another Chance 1
15 Sound of Guns 2
16 Point-blank Fire 2
17 Cavalry Pursuit 2
18 Counter Charge 2
19 Mobile Defense 2
20 Area Defense 1
21 Heavy Cavalry at Bridges 1
22 Heavy Cavalry vs. Light Cavalry 1
23 Cancel One Enemy Force 2
24 The Last Push 1
25 Reinforcement Arrives Early 2
26 Reinforcement Takes Other Route 3
27 Delay – March Confusion 2
28 Heavy Cavalry and Combined Arms 2
29 Alternate Reinforcements 4
30 New Chief of Staff 1
"""

# What the decks of 1814 have under the numbers where they differ, each side its own.
PATRIE = {
    16: ["Fire", "Fire"],
    21: ["Turning Movement"],
    22: ["From the Jaws of Death", "The Battle Ends"],
    23: ["Cossacks", "Untrained Enemy Cavalry"],
    24: ["Populace", "The Last Push"],
    28: ["Forced March", "Forced March"],
    31: ["Aide de Camp"],
}
PATRIE_FRENCH = {7: ["Emperor Napoléon"], 14: ["Marshal Ney"], 30: ["Marshal Marmont"]}
PATRIE_COALITION = {7: ["Blücher"], 14: ["Another Chance"], 30: ["Gneisenau"]}

# The Fog of War lists of Four Lost Battles.
FOG = {
    7: ["Commander Arrives"],
    14: ["Second Day of Battle"],
    16: ["From the Jaws of Death"] * 2,
    20: ["Untrained Enemy Troops"],
    23: ["Powder Wet"] * 2,
    24: ["Scouts Find Ford"],
}
FOG_FRENCH = {30: ["Reluctant Marshal Yorck"], 31: ["The Last Push"]}
FOG_COALITION = {30: ["Delay – March Confusion"]}

# VP and movement allowance of each card.
PRINTED = """
road-column 2 3/4, late-start 4 2/3, artillery-cover-fire -1 -, replacements -2 3/4,
early-arrival -4 4/6, formation-scattered 3 2/3, tcs-turning-movement -2 4/6,
emperor-napoleon -2 4/6, bluecher -2 4/6, commander-arrives-french -2 4/6,
commander-arrives-coalition -2 4/6, approach-march -1 4/6, general-retreat 0 3/5,
spies-bring-news -1 3/4, general-advance -2 4/6, probe 0 3/4, infiltration -1 3/5,
another-chance -1 3/5, marshal-ney -2 3/5, second-day -1 3/5, sound-of-guns -1 3/5,
point-blank-fire -1 -, fire -1 3/4, cut-their-way -1 -, cavalry-pursuit -1 -,
counter-charge -1 -, mobile-defense 0 3/4, area-defense 0 3/4, untrained-enemy-troops 0 3/4,
heavy-cavalry-at-bridges -1 -, turning-movement -1 4/6, heavy-against-light -1 -,
jaws-of-death -1 -, battle-ends -1 3/5, cancel-one-force -3 3/5, cossacks -1 3/5,
untrained-enemy-cavalry -1 3/5, powder-wet -1 -, last-push -2 3/5, populace -1 3/5,
scouts-find-ford -2 3/5, arrives-early -2 4/5, other-route 1 3/5, delay -2 3/4,
heavy-and-combined-arms -1 -, forced-march -1 4/6, alternate-reinforcements -5 3/4,
new-chief-of-staff -1 3/5, marshal-marmont -2 3/5, gneisenau -2 3/5, reluctant-yorck -1 3/5,
fow-delay -1 3/5, aide-de-camp -1 3/4, fow-last-push -1 3/4
"""

MODES = {1, 2, 4, 5, 6}
ARRIVALS = {25, 26, 27, 29}
MARCH = """
approach-march general-retreat general-advance probe infiltration sound-of-guns mobile-defense
turning-movement tcs-turning-movement
"""
TACTICS = """
artillery-cover-fire cavalry-pursuit counter-charge jaws-of-death forced-march point-blank-fire
cut-their-way heavy-cavalry-at-bridges heavy-against-light heavy-and-combined-arms powder-wet
"""
STARRED = """
general-retreat fire battle-ends new-chief-of-staff commander-arrives-coalition scouts-find-ford
reluctant-yorck
"""


def manifest(*changes: dict[int, list[str]]) -> dict[int, list[str]]:
    """The titles under each number, each as often as it is in the deck."""
    lines = [line.split() for line in MANIFEST.strip().splitlines()]
    found = {int(first): [" ".join(title)] * int(last) for first, *title, last in lines}
    for change in changes:
        found |= change
    return found


def titles(deck: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for id_, quantity in decks()[deck].cards:
        found.setdefault(card(id_).number, []).extend([card(id_).title] * quantity)
    return {number: sorted(under) for number, under in found.items()}


@pytest.mark.rule("T24.1", "N23.10")
@each(
    "deck changes size",
    ("coming-storm", [], 50),
    ("patrie-french", [PATRIE, PATRIE_FRENCH], 53),
    ("patrie-coalition", [PATRIE, PATRIE_COALITION], 53),
    ("four-lost-battles-french", [FOG, FOG_FRENCH], 51),
    ("four-lost-battles-coalition", [FOG, FOG_COALITION], 50),
)
def test_a_deck(deck: str, changes: list[dict[int, list[str]]], size: int) -> None:
    assert titles(deck) == manifest(*changes)
    assert sum(quantity for _, quantity in decks()[deck].cards) == size


@pytest.mark.rule("T24.1", "N23.10")
def test_every_card_is_in_one_of_five_decks_and_leaders_in_their_own() -> None:
    assert len(decks()) == 5
    listed = {id_ for deck in decks().values() for id_, _ in deck.cards}
    assert listed == set(cards())
    french = {"emperor-napoleon", "marshal-ney", "marshal-marmont"}
    for side, own in (("french", french), ("coalition", {"bluecher", "gneisenau"})):
        assert {id_ for id_, c in cards().items() if c.sides == (side,)} == own
        assert own <= {id_ for id_, _ in decks()[f"patrie-{side}"].cards}


def those(fits: Callable[[Card], bool]) -> set[str]:
    return {str(id_) for id_, card_ in cards().items() if fits(card_)}


@pytest.mark.rule("T24.3", "T24.5", "N23.10", "T24.2", "N23.7", "N23.9", "N23.6")
def test_what_is_printed_on_the_cards() -> None:
    printed = {
        id_: (c.vp, "/".join(map(str, c.allowance)) if c.allowance else "-")
        for id_, c in cards().items()
    }
    typed = (row.split() for row in PRINTED.split(","))
    assert printed == {id_: (int(vp), allowance) for id_, vp, allowance in typed}
    assert {c.number for c in cards().values() if c.kind is CardKind.MODE} == MODES
    assert {c.number for c in cards().values() if c.kind is CardKind.ARRIVAL} >= ARRIVALS
    assert those(lambda c: c.kind is CardKind.MARCH) == set(MARCH.split())
    assert those(lambda c: c.kind is CardKind.TACTICS) == set(TACTICS.split())
    assert {c.number for c in cards().values() if c.checks_supply} == {4, 8, 10, 12, 26}
    assert those(lambda c: c.is_enduring) == set(STARRED.split())
    for window, numbers in {
        Window.MODE: MODES,
        Window.PURSUIT: {17},
        Window.ENEMY_PURSUIT: {3},
        Window.CAPTURE: {31},
        Window.ORDERS: {31},
    }.items():
        assert {c.number for c in cards().values() if window in c.windows} == numbers
    assert {window for c in cards().values() for window in c.windows} == set(Window)
    assert all(c.windows and c.text for c in cards().values())


# -- what the rulebook prints of the cards: their tables, their numbers, and that they are built


ROOT = Path(__file__).resolve().parents[3]
NUMBERS = tomllib.loads((ROOT / "hexwar/systems/nlc/numbers.toml").read_text("utf-8"))
BOOK = Rulebook.load(
    NUMBERS,
    "nlc",
    events=[event.__name__ for event in EVENTS],
    decisions=[kind.__name__ for kind in DECISIONS],
)


def lines(rule_id: str) -> list[str]:
    return BOOK.rule(rule_id).text_markdown.splitlines()


def leaves(numbers: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}.{key}")
        else:
            yield f"{prefix}.{key}"


PAGES = {
    "N23.4": """
        | 2 | Late Start | mode | +4 | mode cards |  |
        | 7 | Blücher | leader | −2 | card phase | face down |
        | 9 | General Retreat ★ | march | 0 | card phase |  |
        | 12 | Probe | march | 0 | card phase | face down, supply |
        | 24 | The Last Push | status | −2 | assault |  |
        | 29 | Alternate Reinforcements | arrival | −5 | card phase | face down |
        | 31 | Aide de Camp | game | −1 | capture, orders |  |
    """,
    "N23.10": """
        | 7 | Emperor Napoléon | 1 | – |
        | 7 | Blücher | – | 1 |
        | 12 | Probe | 4 | 4 |
        | 30 | Gneisenau | – | 1 |
        |  | Cards in all | 53 | 53 |
    """,
    "N23.5": """
        | 11 | 3 Artillery Cover Fire | 3 Artillery Cover Fire |
        | 14 | 9 General Retreat | 10 Spies Bring News |
        | 22 | 14 Marshal Ney / 14 Another Chance | 15 Sound of Guns |
        | 36 | 26 Reinforcement Takes Other Route | 27 Delay – March Confusion * |
        | 41 | 27 Delay – March Confusion * | 28 Forced March |
        | 45 | 30 Marshal Marmont / 30 Gneisenau | 31 Aide de Camp |
        | others | no event | no event |
    """,
    "T24.1": """
        | 7 | Turning Movement | 1 | – | – |
        | 16 | From the Jaws of Death | – | 2 | 2 |
        | 31 | The Last Push | – | 1 | – |
        |  | Cards in all | 50 | 51 | 50 |
    """,
    "T24.2": """
        | 0.5 or less | 1 | 2–6 |
        | above 0.5 | 1–2 | 3–6 |
        | 1 or more | 1–3 | 4–6 |
        | 1.5 or more | 1–4 | 5–6 |
        | 2 or more | 1–5 | 6 |
    """,
    "T24.3": """
        | 10 | Spies Bring News | game | 3/4 | −1 |
        | 16 | Point-blank Fire | tactics | – | −1 |
        | 24 | Scouts Find Ford ★ | status | 3/5 | −2 |
        - **10 Spies Bring News.** See one card of the enemy's hand; chance picks it. \
*Of no use:* The enemy holds no card.
        - **16 Point-blank Fire.** In one combat your artillery counts twice. \
*Of no use:* It snows.
    """,
    "T24.4": """
        | 1 | NE | N |
        | 2 | E | NE |
        | 3 | SE | SE |
        | 4 | SW | S |
        | 5 | W | SW |
        | 6 | NW | NW |
    """,
}
"""Rows that the rulebook prints, each once and in this order."""


@pytest.mark.rule("N23.4", "N23.5", "N23.10", "T24.1", "T24.2", "T24.3", "T24.4")
@each("rule_id", *PAGES)
def test_the_tables_are_printed(rule_id: str) -> None:
    rows = [row.strip() for row in PAGES[rule_id].strip().splitlines()]
    printed = lines(rule_id)
    found = [row for line in printed for row in rows if line.startswith(row)]
    assert sorted(found) == sorted(rows)


@pytest.mark.rule("N23.4")
def test_each_card_of_1814_has_a_row_and_no_rule_is_left_out() -> None:
    rows = [line for line in lines("N23.4") if re.match(r"\| \d+ \| [^|]+ \| [a-z]+ \|", line)]
    items = [line for line in lines("N23.4") if re.match(r"- \*\*\d+ ", line)]
    assert (len(rows), len(items)) == (37, 37)
    assert "- **17 Cavalry Pursuit.** All your pursuit checks of this turn pass." in items
    page = (resources.rulebook() / "t24-cards.md").read_text("utf-8")
    asked = {key.lstrip("+") for key in re.findall("{{(.+?)}}", page)}
    twins = {"storm.hand.bonus.tactical", "storm.hand.bonus.decisive"}
    procedure = {key: rows for key, rows in storm_numbers().items() if key != "cards"}
    assert set(leaves(procedure, "storm")) - twins <= asked
    for entry in BOOK.decisions:
        assert entry.text, f"{entry.name} has no line in catalogue.toml"
    for chapter in ("N23", "T24"):
        rules = [
            r for r in BOOK.rules.values() if r.id == chapter or r.id.startswith(f"{chapter}.")
        ]
        assert len(rules) > 5
        assert [rule.id for rule in rules if not rule.built] == []


TOLD = """
N2.32: names (N23.4), in a check for its retreat | −1 |
N6.6: leave an EZOC in which they begin, for 1 MP more
N8.81: | The card The Last Push: attackers' die | +2 |
N8.81: | The card Artillery Cover Fire: its player's die | +1 |
N8.81: his side's die, or | +1 |
N8.81: the enemy's die | −1 |
N9.6: +1 with the card Marshal Marmont
N12.51: goes with the order (N12.67) | +2 |
N12.64: | The card General Advance names the formation | +2 |
N12.67: The hex lies within 10 hexes of its commander
N23.3: lists, and 3 at least
N23.3: their SP divided by 4, rounded
N23.4: His rating is 5.
N23.4: his rating is 4.
N23.4: let 3 dice be rolled again
N23.4: has −25% (N8.5)
N23.4: **Fire** adds 2 MP
N23.4: lies within 5 hexes of a town
N23.4: within 3 hexes of the commander
N23.4: rolls on the table of T24.4 and goes 2 hexes
N23.4: | 5 | 3 |
N23.7: draws 1 card a turn
T24.2: lists, and 3 at least
T24.2: a marginal or tactical victory 1, after a substantial one 2, after a strategic
T24.2: plays none and has 3/4.
T24.2: for 4/6. It goes under the deck.
T24.2: the allowance is 2/3.
T24.2: each player may play 1 Tactics card, the phasing player first
T24.2: +1 is added to its die
"""


@each("told", *TOLD.strip().splitlines())
def test_the_cards_are_told_with_their_numbers(told: str) -> None:
    rule_id, words = told.split(": ", 1)
    assert words in " ".join(BOOK.rule(rule_id).text_markdown.split())


@each(
    "changes sentence",
    ({"delays": 3}, "the table 'delays' is not a list of rows."),
    ({"delays": ["late"]}, "the table 'delays' needs whole numbers."),
    ({"points": ["N"]}, "the table 'directions' has cells missing or to spare."),
)
def test_a_table_that_does_not_fit_is_named(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulebookError, match=re.escape(sentence)):
        Rulebook.load({**NUMBERS, "card": {**NUMBERS["card"], **changes}}, "nlc")
