"""`hexwar los`: the verdict as text and as JSON, and wrong words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexwar.app.main import main
from tests.systems.nlc.cases import each


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["los", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(capsys, *words, "--json"))
    return found


def test_a_blocked_line_is_told_with_its_profile(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "brienne", "2830", "2828").splitlines()
    assert lines == [
        "2828 from 2830: not visible.",
        "The woods in 2829 block the line. (N19.2)",
        "Distance in hexes: 2 of 12. Eye at level 1.",
        "",
        "hex   terrain  level  hexside",
        "2830  clear    1",
        "2829  woods    1               blocked by woods",
        "2828  woods    1",
    ]


@each(
    "start end sentences",
    pytest.param(
        "2211",
        "2117",
        [
            "The slope between 2212 and 2213 blocks the line: it rises to level 1",
            "slope to level 1  blocked by slope",
        ],
        id="a slope with its top",
    ),
    pytest.param(
        "0101",
        "0301",
        [
            "  off map",
            "one way: blocked by edge of the map",
            "other way: open",
            "0301 from 0101: visible.",
        ],
        id="both ways round",
    ),
    pytest.param("2616", "2822", ["2822 from 2616: visible, not spotted."], id="too long to spot"),
    pytest.param("0913", "0914", ["Brienne-le-Château (0913)"], id="names of hexes"),
)
def test_what_is_told_of_a_line(
    capsys: pytest.CaptureFixture[str], start: str, end: str, sentences: list[str]
) -> None:
    text = told(capsys, "brienne", start, end)
    assert [words for words in sentences if words not in text] == []


def test_json_of_a_clear_line_and_what_snow_makes_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "brienne", "1304", "1405")
    assert (found["visible"], found["spotted"], found["blocked_by"]) == (True, True, None)
    assert (found["distance"], found["range"]) == (2, 12)
    assert (found["rule"], found["reason"]) == ("N19.2", "Clear: 2 hexes.")
    assert found["profile"][0] == {
        "hex": "1304",
        "terrain": "clear",
        "level": 0,
        "is_blocked": False,
        "ways": [],
    }
    assert [step["hex"] for step in found["profile"]] == ["1304", "1405"]
    assert (found["hexes"][0], found["hexes"][-1]) == ("1304", "1405")
    found = answer(capsys, "brienne", "1304", "1405", "--weather", "snow")
    assert not found["visible"]
    assert (found["range"], found["rule"]) == (1, "N18")
    assert "snow" in found["reason"]


def test_json_of_a_line_blocked_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "brienne", "2127", "2422")
    assert not found["visible"]
    blocked = found["blocked_by"]
    assert blocked["kind"] == "both ways round"
    assert [way["kind"] for way in blocked["ways"]] == ["woods", "woods"]
    step = found["profile"][1]
    assert step["is_blocked"]
    assert [way["hexes"][0]["hex"] for way in step["ways"]] == ["2126", "2226"]
    assert step["ways"][0]["hexsides"][1] == {
        "hexes": ["2126", "2225"],
        "slope": 1,
        "crest": False,
    }


@each(
    "words sentence",
    ("brienne 0913 3601", "'3601' is not on the map of Brienne"),
    ("brienne 9x 0913", "'9x' is not on the map of Brienne"),
    ("brienne 0913 0914 --weather sleet", "there is no 'sleet'; there are fair, cloudy"),
    ("brienne 0913", "required: B"),
    ("austerlitz 0101 0102", "austerlitz"),
)
def test_wrong_words_are_refused_in_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["los", *words.split()]) == (1 if sentence == "austerlitz" else 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.strip().splitlines()) == 1
