"""What is wrong with the decks that a scenario names (18.2)."""

from __future__ import annotations

import pytest

from hexwar.app.main import main
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import NLC, section_of
from hexwar.systems.nlc.section.checks import Rules
from tests.scenario.small import Small
from tests.systems.nlc.cases import each

DECKS = {"blue": {"fire": 2, "probe": 1}}

SECTIONS = {NLC: section_of(Rules(decks=DECKS))}

CASES = [
    pytest.param({"decks": {"french": "blue", "allied": "blue"}}, [], id="no fault"),
    pytest.param(
        {"decks": {"french": "blu"}},
        ['cards.decks.french: error: there is no deck "blu"; did you mean "blue"?'],
        id="unknown deck",
    ),
    pytest.param(
        {
            "decks": {"french": "blue"},
            "removals": [
                {"side": "french", "card": "fire"},
                {"side": "french", "card": "fire", "count": 2},
            ],
        },
        ['cards.removals[1].card: error: the deck blue has 2 of "fire", and no more'],
        id="more than there are",
    ),
    pytest.param(
        {"decks": {"french": "blue"}, "removals": [{"side": "french", "card": "delay"}]},
        ['cards.removals[0].card: error: the deck blue has 0 of "delay", and no more'],
        id="none of them",
    ),
    pytest.param(
        {"removals": [{"side": "allied", "card": "fire"}]},
        ['cards.removals[0].side: error: "allied" has no deck'],
        id="no deck",
    ),
]


@pytest.mark.rule("N23.10")
@each("value expected", *CASES)
def test_finding(small: Small, value: object, expected: list[str]) -> None:
    small.change("scenario", "cards", value)
    found = [str(finding) for finding in validate([small.write()], SECTIONS)]
    assert [text.split("scenario.json: ", 1)[1] for text in found] == expected


def test_the_command_knows_the_decks(small: Small, capsys: pytest.CaptureFixture[str]) -> None:
    small.change("scenario", "cards", {"decks": {"french": "patrie-frensh"}})
    assert main(["validate", str(small.write())]) == 1
    sentence = 'there is no deck "patrie-frensh"; did you mean "patrie-french"?'
    assert sentence in capsys.readouterr().out


@pytest.mark.rule("N23.8")
@each("is_campaign", True, False)
def test_a_campaign_does_not_propose_one_deck(small: Small, is_campaign: bool) -> None:
    small.change("scenario", "options", {"cards": "solitaire"})
    small.change("scenario", "cards", {"decks": {"french": "blue"}})
    small.change("scenario", "mini_campaign", is_campaign)
    found = [str(finding) for finding in validate([small.write()], SECTIONS)]
    sentence = "options.cards: error: a campaign is not played with one deck for both sides (N23.8)"
    assert [text.split("scenario.json: ", 1)[1] for text in found] == [sentence] * is_campaign
