"""What a game tells without a window has passed the catalogue, but for what comes from files."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import new_game
from hexwar.app.main import main
from hexwar.engine import Decision, SeededChance, Session
from hexwar.rulebook.tables import table
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.battles import section
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.story import Story
from tests.foundations.catalogue import unsaid, wide_letters
from tests.systems.nlc.cases import each


@pytest.fixture(autouse=True)
def _wide() -> Iterator[None]:
    with wide_letters():
        yield


def bypasses(texts: Iterator[str]) -> list[tuple[list[str], str]]:
    return [(found, words) for words in texts if (found := unsaid(words))]


def put(asked: Decision[Any], session: Session[GameState], seen: GameState) -> Iterator[str]:
    """A question as it is put; choices that only a prompter of its own names are left out."""
    yield asked.sentence(seen)
    yield asked.hint(seen)
    if type(asked).choices is not Decision.choices:
        for choice in asked.choices(seen, session.options):
            yield from (choice.label, choice.tip)


@each(
    "scenario most options",
    ("first-steps", 200, {}),
    ("brienne", 250, {}),
    ("brienne", 150, {"cards": "full"}),
)
def test_game(scenario: str, most: int, options: Mapping[str, str]) -> None:
    session = new_game(scenario, SeededChance("7"), options)
    dice, player = CounterDice("catalogue"), NLC.players["random"].make()
    answers: defaultdict[type[Decision[Any]], list[Any]] = defaultdict(list)
    for _ in range(most):
        asked = session.pending
        if asked is None:
            break
        seen = view(session.state, Side(asked.side))
        assert bypasses(put(asked, session, seen)) == []
        refused = (asked.refusal(session.state, answer) for answer in answers[type(asked)])
        assert bypasses(one.sentence for one in refused if one is not None) == []
        answers[type(asked)] = [*answers[type(asked)], *session.options][-8:]
        session.answer(
            player.answer(
                asked, session.options, Look(partial(view, session.state, Side(asked.side))), dice
            )
        )
    battle = session.state.battle
    story = Story(NLC.names(battle), tuple(battle.side_names))
    story.follow(session.events)
    assert len(story.entries) > 100
    assert bypasses(story.text(entry.index).plain for entry in story.entries) == []
    assert bypasses(story.title(part).plain for part in story.sections) == []


def test_findings(tmp_path: Path) -> None:
    home = resources.scenarios() / "first-steps"
    for path in home.glob("*.json"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    file = tmp_path / "scenario.json"
    raw = json.loads(file.read_text("utf-8"))
    raw["turns"][1]["turn"], raw["turns"][1]["hour"] = 7, "noon"
    raw["setup"][0]["hex"], raw["orders"], raw["numbres"] = "9999", 5, {}
    raw["first_player"], raw["numbers"] = "nobody", {"morale.base": 99, "moral.base": 1}
    raw["control"], raw["victory"] = [{"hex": "0101", "side": "x"}], {"hexes": [{"hex": "1"}]}
    file.write_text(json.dumps(raw), "utf-8")
    found = validate([file], {"nlc": section()}, resources.scenarios())
    assert len(found) > 10
    told = (str(one).removeprefix(one.file).replace(one.place, "") for one in found)
    assert bypasses(re.sub(r'"[^"]*"|french|allied|first-steps', "", words) for words in told) == []


def test_rulebook() -> None:
    names = ("fire", "allowance", "levels", "orders", "reactions", "weather winter", "shifts")
    assert bypasses(table(name, PRINTED.tables) for name in names) == []
    assert bypasses(table(name, {}) for name in ("cards", "counter charge")) == []


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("los brienne 1604 0913", "reach brienne FR-5C-01", "los brienne 9999 1"):
        main(line.split())
    told = capsys.readouterr()
    ids = r"FR-\w+-\d+|bridge \(1604\)"
    lines = re.sub(ids, "", told.out + told.err).splitlines()
    assert len(lines) > 40
    assert bypasses(iter(lines)) == []
