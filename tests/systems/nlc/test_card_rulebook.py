"""What the rulebook prints of the cards: their tables, their numbers, and that they are built."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.rulebook import Rulebook, RulebookError
from hexwar.rulebook.card_tables import storm_numbers
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.system import DECISIONS

ROOT = Path(__file__).resolve().parents[3]
NUMBERS = tomllib.loads((ROOT / "hexwar/systems/nlc/numbers.toml").read_text("utf-8"))
BOOK = Rulebook.load(
    NUMBERS,
    events=[event.__name__ for event in EVENTS],
    decisions=[kind.__name__ for kind in DECISIONS],
)


def text(rule_id: str) -> str:
    return " ".join(BOOK.rule(rule_id).text_markdown.split())


def lines(rule_id: str) -> list[str]:
    return BOOK.rule(rule_id).text_markdown.splitlines()


def leaves(numbers: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}.{key}")
        else:
            yield f"{prefix}.{key}"


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize(
    "row",
    [
        "| 2 | Late Start | mode | +4 | mode cards |  |",
        "| 7 | Blücher | leader | −2 | card phase | face down |",
        "| 9 | General Retreat ★ | march | 0 | card phase |  |",
        "| 12 | Probe | march | 0 | card phase | face down, supply |",
        "| 24 | The Last Push | status | −2 | assault |  |",
        "| 29 | Alternate Reinforcements | arrival | −5 | card phase | face down |",
        "| 31 | Aide de Camp | game | −1 | capture, orders |  |",
    ],
)
def test_the_table_of_cards(row: str) -> None:
    assert sum(line.startswith(row) for line in lines("N23.4")) == 1


@pytest.mark.rule("N23.4")
def test_each_card_of_1814_has_a_row_of_its_own() -> None:
    rows = [line for line in lines("N23.4") if re.match(r"\| \d+ \| [^|]+ \| [a-z]+ \|", line)]
    items = [line for line in lines("N23.4") if re.match(r"- \*\*\d+ ", line)]
    assert (len(rows), len(items)) == (37, 37)
    assert "- **17 Cavalry Pursuit.** All your pursuit checks of this turn pass." in items


@pytest.mark.rule("N23.10")
@pytest.mark.parametrize(
    "row",
    [
        "| 7 | Emperor Napoléon | 1 | – |",
        "| 7 | Blücher | – | 1 |",
        "| 12 | Probe | 4 | 4 |",
        "| 30 | Gneisenau | – | 1 |",
        "|  | Cards in all | 53 | 53 |",
    ],
)
def test_the_decks_of_1814(row: str) -> None:
    assert row in lines("N23.10")


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize(
    "row",
    [
        "| 11 | 3 Artillery Cover Fire | 3 Artillery Cover Fire |",
        "| 14 | 9 General Retreat | 10 Spies Bring News |",
        "| 22 | 14 Marshal Ney / 14 Another Chance | 15 Sound of Guns |",
        "| 36 | 26 Reinforcement Takes Other Route | 27 Delay – March Confusion * |",
        "| 41 | 27 Delay – March Confusion * | 28 Forced March |",
        "| 45 | 30 Marshal Marmont / 30 Gneisenau | 31 Aide de Camp |",
        "| others | no event | no event |",
    ],
)
def test_the_tables_of_random_events(row: str) -> None:
    assert row in lines("N23.5")


@pytest.mark.rule("T24.1", "T24.3")
@pytest.mark.parametrize(
    ("rule_id", "row"),
    [
        ("T24.1", "| 7 | Turning Movement | 1 | – | – |"),
        ("T24.1", "| 16 | From the Jaws of Death | – | 2 | 2 |"),
        ("T24.1", "| 31 | The Last Push | – | 1 | – |"),
        ("T24.1", "|  | Cards in all | 50 | 51 | 50 |"),
        ("T24.3", "| 10 | Spies Bring News | game | 3/4 | −1 |"),
        ("T24.3", "| 16 | Point-blank Fire | tactics | – | −1 |"),
        ("T24.3", "| 24 | Scouts Find Ford ★ | status | 3/5 | −2 |"),
        (
            "T24.3",
            "- **10 Spies Bring News.** See one card of the enemy's hand; chance picks it. "
            "*Of no use:* The enemy holds no card.",
        ),
        (
            "T24.3",
            "- **16 Point-blank Fire.** In one combat your artillery counts twice. "
            "*Of no use:* It snows.",
        ),
    ],
)
def test_the_cards_of_the_series(rule_id: str, row: str) -> None:
    assert row in lines(rule_id)


@pytest.mark.rule("T24.2")
@pytest.mark.parametrize(
    "row",
    [
        "| 0.5 or less | 1 | 2–6 |",
        "| above 0.5 | 1–2 | 3–6 |",
        "| 1 or more | 1–3 | 4–6 |",
        "| 1.5 or more | 1–4 | 5–6 |",
        "| 2 or more | 1–5 | 6 |",
    ],
)
def test_the_table_of_counter_charges(row: str) -> None:
    assert row in lines("T24.2")


@pytest.mark.rule("T24.4")
def test_the_table_of_directions() -> None:
    rows = ["| 1 | NE | N |", "| 2 | E | NE |", "| 3 | SE | SE |", "| 4 | SW | S |"]
    rows += ["| 5 | W | SW |", "| 6 | NW | NW |"]
    assert "\n".join(rows) in BOOK.rule("T24.4").text_markdown


@pytest.mark.parametrize(
    ("rule_id", "words"),
    [
        ("N2.32", "names (N23.4), in a check for its retreat | −1 |"),
        ("N6.6", "leave an EZOC in which they begin, for 1 MP more"),
        ("N8.81", "| The card The Last Push: attackers' die | +2 |"),
        ("N8.81", "| The card Artillery Cover Fire: its player's die | +1 |"),
        ("N8.81", "his side's die, or | +1 |"),
        ("N8.81", "the enemy's die | −1 |"),
        ("N9.6", "+1 with the card Marshal Marmont"),
        ("N12.51", "goes with the order (N12.67) | +2 |"),
        ("N12.64", "| The card General Advance names the formation | +2 |"),
        ("N12.67", "The hex lies within 10 hexes of its commander"),
        ("N23.3", "lists, and 3 at least"),
        ("N23.3", "their SP divided by 4, rounded"),
        ("N23.4", "His rating is 5."),
        ("N23.4", "his rating is 4."),
        ("N23.4", "let 3 dice be rolled again"),
        ("N23.4", "has −25% (N8.5)"),
        ("N23.4", "**Fire** adds 2 MP"),
        ("N23.4", "lies within 5 hexes of a town"),
        ("N23.4", "within 3 hexes of the commander"),
        ("N23.4", "rolls on the table of T24.4 and goes 2 hexes"),
        ("N23.4", "| 5 | 3 |"),
        ("N23.7", "draws 1 card a turn"),
        ("T24.2", "lists, and 3 at least"),
        ("T24.2", "a marginal or tactical victory 1, after a substantial one 2, after a strategic"),
        ("T24.2", "plays none and has 3/4."),
        ("T24.2", "for 4/6. It goes under the deck."),
        ("T24.2", "the allowance is 2/3."),
        ("T24.2", "each player may play 1 Tactics card, the phasing player first"),
        ("T24.2", "+1 is added to its die"),
    ],
)
def test_the_cards_are_told_with_their_numbers(rule_id: str, words: str) -> None:
    assert words in text(rule_id)


def test_every_number_of_the_procedure_is_printed() -> None:
    page = (resources.rulebook() / "t24-cards.md").read_text("utf-8")
    asked = {key.lstrip("+") for key in re.findall("{{(.+?)}}", page)}
    twins = {"storm.hand.bonus.tactical", "storm.hand.bonus.decisive"}
    assert set(leaves(storm_numbers(), "storm")) - twins <= asked


@pytest.mark.parametrize("chapter", ["N23", "T24"])
def test_no_rule_of_the_cards_is_left_out(chapter: str) -> None:
    rules = [r for r in BOOK.rules.values() if r.id == chapter or r.id.startswith(f"{chapter}.")]
    assert len(rules) > 5
    assert [rule.id for rule in rules if not rule.built] == []


def test_every_decision_has_its_line_in_the_list() -> None:
    for entry in BOOK.decisions:
        assert entry.text, f"{entry.name} has no line in catalogue.toml"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"delays": 3}, "the table 'delays' is not a list of rows."),
        ({"delays": ["late"]}, "the table 'delays' needs whole numbers."),
        ({"points": ["N"]}, "the table 'directions' has cells missing or to spare."),
    ],
)
def test_a_table_of_cards_that_does_not_fit_together_is_named(
    changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulebookError, match=re.escape(sentence)):
        Rulebook.load({**NUMBERS, "card": {**NUMBERS["card"], **changes}})
