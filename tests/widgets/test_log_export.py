"""The log as a file: what is written can be read back, and does no harm."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from hexwar.systems.nlc.events.losses import UnitDisrupted
from hexwar.systems.nlc.events.orders import OrderDispatched, PadClosed
from hexwar.systems.nlc.events.turn import PhaseBegan, TurnBegan
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.pieces import Phase
from hexwar.table.story import EXPORTS, Story, to_csv, to_html, to_text
from tests.widgets.happenings import ATTACK, ENEMY_LINE, GAME
from tests.widgets.skirmish import ALLIED, FRENCH, OLSUFIEV, PIRE, battle


def story() -> Story:
    made = Story(NlcNames(battle()))
    made.follow(GAME)
    return made


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_text_has_a_line_and_the_table_a_row_for_each_event() -> None:
    text = to_text(story())

    assert text.startswith("Skirmish at Brienne\n")
    assert text.count("\nTurn 1: 16:00, day\n==================\n") == 1
    assert "\nV Cavalry Corps (Milhaud)\n  Die 3: the next chit" in text
    assert sum(line.startswith("  ") for line in text.splitlines()) == len(GAME)
    assert "  9th Division (Udom) was Disrupted in 0304. [N11.8]\n" in text

    table = rows(to_csv(story()))
    assert len(table) == len(GAME)
    names = ("number", "turn", "time", "part", "side", "kind", "event")
    assert tuple(table[0]) == (*names, "rule", "hexes", "units", "dice", "text")
    fire = next(row for row in table if row["event"] == "FireResolved")
    told = "French fire on Brienne <le> Château (0303), 7 SP in column 3: die 5, M: morale check."
    cavalry = "V Cavalry Corps (Milhaud)"
    head = ["10", "1", "16:00", cavalry, "French", "Combat"]
    assert list(fire.values()) == [*head, "FireResolved", "N8.8", "0303", "", "5", told]
    move = next(row for row in table if row["event"] == "UnitMoved")
    assert (move["units"], move["hexes"]) == ("FR-5C-01 FR-5C-02", "0202 0203")

    made = battle()
    evil = replace(made.units[PIRE], name='=HYPERLINK("http://x")')
    sly = Story(NlcNames(replace(made, units={**made.units, PIRE: evil})))
    sly.follow([UnitDisrupted(PIRE)])
    assert rows(to_csv(sly))[0]["text"].startswith("'=HYPERLINK")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_is_sound_and_shows_names_as_they_are_written() -> None:
    reader = _Reader()
    reader.feed(to_html(story()))

    assert reader.open == []
    assert reader.tags.count("li") == len(GAME)
    assert reader.tags.count("h2") == 2
    assert "le" not in reader.tags
    assert "Brienne <le> Château (0303)" in reader.words

    empty = Story(NlcNames(battle()))
    assert list(EXPORTS) == ["txt", "csv", "html"]
    assert all(write(empty) for write in EXPORTS.values())


@pytest.mark.rule("N3.4")
@pytest.mark.parametrize("suffix", EXPORTS)
def test_an_export_holds_no_secret_and_no_trace_of_one(suffix: str) -> None:
    """It reads as if the enemy's orders had never been written."""
    public = [TurnBegan(1, "day"), PhaseBegan(Phase.ORDERS), PadClosed(FRENCH)]
    secret = OrderDispatched(ALLIED, ENEMY_LINE, ATTACK, OLSUFIEV, 1)
    without, with_it = Story(NlcNames(battle()), (FRENCH,)), Story(NlcNames(battle()), (FRENCH,))
    without.follow(public)
    with_it.follow([*public[:2], secret, *public[2:]])

    assert EXPORTS[suffix](with_it) == EXPORTS[suffix](without)
    with_it.readers = (ALLIED,)
    assert "sent IX Corps" in EXPORTS[suffix](with_it)
