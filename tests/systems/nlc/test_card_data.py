"""What is printed on the cards, and which cards are in which deck: typed from the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from hexwar.cards.library import DeckError, card, cards, decks, stock_of
from hexwar.cards.records import Allotment, CardId, CardKind, Window

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

# VP and movement allowance of each number, where its cards do not differ.
PRINTED = {
    "road-column": (2, (3, 4)),
    "late-start": (4, (2, 3)),
    "artillery-cover-fire": (-1, None),
    "replacements": (-2, (3, 4)),
    "early-arrival": (-4, (4, 6)),
    "formation-scattered": (3, (2, 3)),
    "tcs-turning-movement": (-2, (4, 6)),
    "emperor-napoleon": (-2, (4, 6)),
    "bluecher": (-2, (4, 6)),
    "commander-arrives-french": (-2, (4, 6)),
    "commander-arrives-coalition": (-2, (4, 6)),
    "approach-march": (-1, (4, 6)),
    "general-retreat": (0, (3, 5)),
    "spies-bring-news": (-1, (3, 4)),
    "general-advance": (-2, (4, 6)),
    "probe": (0, (3, 4)),
    "infiltration": (-1, (3, 5)),
    "another-chance": (-1, (3, 5)),
    "marshal-ney": (-2, (3, 5)),
    "second-day": (-1, (3, 5)),
    "sound-of-guns": (-1, (3, 5)),
    "point-blank-fire": (-1, None),
    "fire": (-1, (3, 4)),
    "cut-their-way": (-1, None),
    "cavalry-pursuit": (-1, None),
    "counter-charge": (-1, None),
    "mobile-defense": (0, (3, 4)),
    "area-defense": (0, (3, 4)),
    "untrained-enemy-troops": (0, (3, 4)),
    "heavy-cavalry-at-bridges": (-1, None),
    "turning-movement": (-1, (4, 6)),
    "heavy-against-light": (-1, None),
    "jaws-of-death": (-1, None),
    "battle-ends": (-1, (3, 5)),
    "cancel-one-force": (-3, (3, 5)),
    "cossacks": (-1, (3, 5)),
    "untrained-enemy-cavalry": (-1, (3, 5)),
    "powder-wet": (-1, None),
    "last-push": (-2, (3, 5)),
    "populace": (-1, (3, 5)),
    "scouts-find-ford": (-2, (3, 5)),
    "arrives-early": (-2, (4, 5)),
    "other-route": (1, (3, 5)),
    "delay": (-2, (3, 4)),
    "heavy-and-combined-arms": (-1, None),
    "forced-march": (-1, (4, 6)),
    "alternate-reinforcements": (-5, (3, 4)),
    "new-chief-of-staff": (-1, (3, 5)),
    "marshal-marmont": (-2, (3, 5)),
    "gneisenau": (-2, (3, 5)),
    "reluctant-yorck": (-1, (3, 5)),
    "fow-delay": (-1, (3, 5)),
    "aide-de-camp": (-1, (3, 4)),
    "fow-last-push": (-1, (3, 4)),
}

KINDS = {
    CardKind.MODE: {1, 2, 4, 5, 6},
    CardKind.ARRIVAL: {25, 26, 27, 29},
}

MARCH = {
    "approach-march",
    "general-retreat",
    "general-advance",
    "probe",
    "infiltration",
    "sound-of-guns",
    "mobile-defense",
    "turning-movement",
    "tcs-turning-movement",
}
TACTICS = {
    "artillery-cover-fire",
    "cavalry-pursuit",
    "counter-charge",
    "jaws-of-death",
    "forced-march",
    "point-blank-fire",
    "cut-their-way",
    "heavy-cavalry-at-bridges",
    "heavy-against-light",
    "heavy-and-combined-arms",
    "powder-wet",
}


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
@pytest.mark.parametrize(
    ("deck", "changes", "size"),
    [
        ("coming-storm", [], 50),
        ("patrie-french", [PATRIE, PATRIE_FRENCH], 53),
        ("patrie-coalition", [PATRIE, PATRIE_COALITION], 53),
        ("four-lost-battles-french", [FOG, FOG_FRENCH], 51),
        ("four-lost-battles-coalition", [FOG, FOG_COALITION], 50),
    ],
)
def test_a_deck(deck: str, changes: list[dict[int, list[str]]], size: int) -> None:
    assert titles(deck) == manifest(*changes)
    assert sum(quantity for _, quantity in decks()[deck].cards) == size


@pytest.mark.rule("T24.1")
def test_there_are_five_decks_and_every_card_is_in_one() -> None:
    assert len(decks()) == 5
    listed = {id_ for deck in decks().values() for id_, _ in deck.cards}
    assert listed == set(cards())


@pytest.mark.rule("T24.3", "T24.5", "N23.10")
def test_victory_points_and_allowances() -> None:
    assert {id_: (c.vp, c.allowance) for id_, c in cards().items()} == PRINTED


@pytest.mark.rule("T24.2", "N23.7")
def test_kinds() -> None:
    for kind, numbers in KINDS.items():
        found = {c.number for c in cards().values() if c.kind is kind}
        assert numbers <= found
    assert {c.number for c in cards().values() if c.kind is CardKind.MODE} == {1, 2, 4, 5, 6}
    assert {id_ for id_, c in cards().items() if c.kind is CardKind.MARCH} == MARCH
    assert {id_ for id_, c in cards().items() if c.kind is CardKind.TACTICS} == TACTICS


@pytest.mark.rule("N23.9")
def test_the_supply_mark_is_on_five_numbers() -> None:
    assert {c.number for c in cards().values() if c.checks_supply} == {4, 8, 10, 12, 26}


@pytest.mark.rule("T24.2")
def test_starred_cards() -> None:
    assert {id_ for id_, c in cards().items() if c.is_enduring} == {
        "general-retreat",
        "fire",
        "battle-ends",
        "new-chief-of-staff",
        "commander-arrives-coalition",
        "scouts-find-ford",
        "reluctant-yorck",
    }


@pytest.mark.rule("N23.6")
@pytest.mark.parametrize(
    ("window", "numbers"),
    [
        (Window.MODE, {1, 2, 4, 5, 6}),
        (Window.PURSUIT, {17}),
        (Window.ENEMY_PURSUIT, {3}),
        (Window.CAPTURE, {31}),
        (Window.ORDERS, {31}),
    ],
)
def test_a_window_is_that_of_its_numbers(window: Window, numbers: set[int]) -> None:
    assert {c.number for c in cards().values() if window in c.windows} == numbers


@pytest.mark.rule("N23.6")
def test_every_window_has_a_card_and_every_card_a_window() -> None:
    assert {window for c in cards().values() for window in c.windows} == set(Window)
    assert all(c.windows and c.text for c in cards().values())


@pytest.mark.rule("N23.10")
@pytest.mark.parametrize(
    ("side", "own"),
    [
        ("french", {"emperor-napoleon", "marshal-ney", "marshal-marmont"}),
        ("coalition", {"bluecher", "gneisenau"}),
    ],
)
def test_a_leader_is_in_the_deck_of_his_side(side: str, own: set[str]) -> None:
    assert {id_ for id_, c in cards().items() if c.sides == (side,)} == own
    assert own <= {id_ for id_, _ in decks()[f"patrie-{side}"].cards}


# --- a deck for one battle ------------------------------------------------------------------------


@pytest.mark.rule("T24.2")
def test_mode_cards_lie_apart_and_a_scenario_takes_cards_out() -> None:
    removed = ((CardId("cancel-one-force"), 1), (CardId("probe"), 4))
    stock = stock_of(Allotment("coming-storm", removed, mode_draws=3, bonus_draws=4))
    assert sorted(card(id_).number for id_ in stock.mode) == [1, 2, 4, 5, 6]
    assert len(stock.main) == 50 - 5 - 5
    assert Counter(stock.main)[CardId("cancel-one-force")] == 1
    assert CardId("probe") not in stock.main
    assert (stock.mode_draws, stock.bonus_draws) == (3, 4)


@pytest.mark.rule("T24.2")
@pytest.mark.parametrize(
    ("allotment", "sentence"),
    [
        (Allotment("whist"), r"there is no deck whist \(there are: coming-storm, "),
        (
            Allotment("coming-storm", ((CardId("probe"), 5),)),
            "the deck coming-storm has 4 cards probe, not 5",
        ),
    ],
)
def test_a_deck_that_cannot_be_made_up(allotment: Allotment, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        stock_of(allotment)
