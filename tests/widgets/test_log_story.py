"""The log follows the list of events: sections, undo, and sentences that stay true."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Event
from hexwar.systems.nlc.events import turn
from hexwar.systems.nlc.events.losses import UnitDisrupted
from hexwar.systems.nlc.events.movement import UnitStopped
from hexwar.systems.nlc.events.orders import OrderDispatched, PadClosed
from hexwar.systems.nlc.events.turn import PhaseBegan, TurnBegan
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.pieces import Phase
from hexwar.table.story import EXPORTS, NOBODY, Story, to_csv, to_html, to_text
from tests.widgets import skirmish as s
from tests.widgets.happenings import ATTACK, ENEMY_LINE, GAME, LINE, STAND
from tests.widgets.skirmish import ALLIED, FRENCH, OLSUFIEV, PIRE, battle

NAMES = NlcNames(s.battle())


def lines(story: Story) -> list[tuple[str, str, str]]:
    """Turn, section and sentence of every entry."""
    return [
        (
            story.turn_title(story.section_of(i).turn),
            story.title(story.section_of(i)).plain,
            story.text(i).plain,
        )
        for i in range(len(story.entries))
    ]


def following(*lengths: int) -> Story:
    story = Story(NAMES)
    for length in lengths:
        story.follow(GAME[:length])
    return story


def test_an_activation_is_a_section_that_begins_with_its_draw() -> None:
    story = following(len(GAME))
    titles = [story.title(section).plain for section in story.sections]
    assert titles == [
        "Weather Phase",
        "Chit Pull Phase",
        "V Cavalry Corps (Milhaud)",
        "IX Corps (Olsufiev)",
        "Rally Phase",
        "Weather Phase",
    ]
    acting = story.sections[2]
    assert (acting.formation, acting.side, acting.title) == (s.CAVALRY, s.FRENCH, "Chit Pull Phase")
    assert isinstance(story.entries[acting.first].event, turn.CupChosen)
    assert story.sections[3].side == s.ALLIED

    turns = [story.turn_title(section.turn) for section in story.sections[-2:]]
    assert turns == ["Turn 1: 16:00, day", "Turn 2: 17:00, day"]
    assert story.turn_title(0) == "Before the battle"
    told = [story.text(i).plain for i in range(len(GAME))]
    assert "9th Division (Udom) was Disrupted in 0304." in told  # where it stands then
    assert "9th Division (Udom) rallied in 0404." in told
    before = Story(NAMES)
    before.follow([turn.HexControlled(s.BRIENNE, s.ALLIED)])
    assert before.title(before.sections[0]).plain == "Set-up"


def test_undo_takes_sentences_back_and_what_stayed_is_reported() -> None:
    story = following(len(GAME), 10)
    assert lines(story) == lines(following(10))
    assert [entry.index for entry in story.entries] == list(range(10))
    other = (*GAME[:7], UnitStopped((s.PIRE,), "stays"))
    story = following(len(GAME))
    story.follow(other)
    assert story.text(7).plain == "9th Light Cavalry Division (Piré) stayed in Maizières (0202)."
    assert len(story.entries) == len(other)

    story = Story(NAMES)

    assert [len(following(count).entries) for count in (0, 1)] == [0, 1]
    assert story.follow(GAME[:12]) == 0
    assert story.follow(GAME[:20]) == 12
    assert story.follow(GAME[:20]) == 20
    assert story.follow(GAME[:9]) == story.sections[-1].first


@given(st.lists(st.integers(0, len(GAME)), max_size=8), st.integers(0, len(GAME)))
def test_any_to_and_fro_ends_like_the_straight_way(lengths: list[int], last: int) -> None:
    assert lines(following(*lengths, last)) == lines(following(last))


def test_a_discarded_chit_leaves_the_draw_a_section_of_its_phase() -> None:
    story = Story(NAMES)
    story.follow(
        [
            turn.TurnBegan(1, "day"),
            turn.PhaseBegan(Phase.CHITS),
            turn.ChitDrawn(s.ALLIED, s.NINTH),
            turn.ChitDiscarded(s.NINTH, "no unit of it is left"),
            turn.ChitDrawn(s.FRENCH, s.CAVALRY),
            turn.ActivationBegan(s.CAVALRY, s.FRENCH, had_contact=False),
        ]
    )

    assert [story.title(section).plain for section in story.sections[1:]] == [
        "Chit Pull Phase",
        "Chit Pull Phase",
        "V Cavalry Corps (Milhaud)",
    ]


SECRETS: tuple[Event, ...] = (
    turn.TurnBegan(1, "day"),
    turn.PhaseBegan(Phase.ORDERS),
    OrderDispatched(s.FRENCH, LINE, ATTACK, s.VICTOR, 1),
    OrderDispatched(s.ALLIED, ENEMY_LINE, STAND, s.OLSUFIEV, 1),
    PadClosed(s.FRENCH),
)


@pytest.mark.rule("N3.4")
@pytest.mark.parametrize(
    ("readers", "told"),
    [
        ((), [0, 1, 4]),
        ((NOBODY,), [0, 1, 4]),
        ((s.FRENCH,), [0, 1, 2, 4]),
        ((s.FRENCH, s.ALLIED), [0, 1, 2, 3, 4]),
    ],
    ids=["by default", "nobody", "one side", "both"],
)
def test_a_story_tells_no_secret_of_others(readers: tuple[str, ...], told: list[int]) -> None:
    story = Story(NAMES, readers) if readers else Story(NAMES)
    story.follow(SECRETS)
    assert story.told == told
    assert len(story.entries) == len(SECRETS)


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
