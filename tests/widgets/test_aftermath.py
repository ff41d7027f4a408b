"""The report as a page and as a paper."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import tests.widgets.skirmish as s
from hexwar.table.aftermath import (
    Aftermath,
    Chapter,
    Curve,
    Fight,
    Happening,
    March,
    Moment,
    Obedience,
    Passage,
    Toll,
)
from hexwar.table.battle import MapBattle
from hexwar.table.dice import Throw, Wish
from hexwar.table.forces import Side
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine
from hexwar.text import text
from hexwar.widgets.aftermath.page import Report, html_page
from hexwar.widgets.aftermath.paper import Paper
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.aftermath.pictures import grounds_of, lay_counters
from hexwar.widgets.aftermath.writing import write_report
from hexwar.widgets.board.contents import NO_MARKERS

EVIL = "<b onload=alert(1)>&\"'</b>"


def battle_named(name: str) -> MapBattle:
    """The skirmish with a name for all that comes from files."""
    found = s.battle()
    return replace(
        found,
        name=name,
        date=name,
        side_names={side: f"{name}{side}" for side in found.sides},
        units={id_: replace(card, name=name) for id_, card in found.units.items()},
    )


def report(battle: MapBattle, words: str = "Piré marched.") -> Aftermath:
    state = s.start()
    state.battle = battle
    one, other = battle.sides
    said = Passage(words, (text(words),), one)
    fight = Fight(
        turn=1,
        kind="assault",
        side=one,
        spot=s.BRIENNE,
        attackers=(s.PIRE,),
        defenders=(s.UDOM,),
        verdict=words,
        lost={one: 2, other: 1},
        expected={one: 1.25, other: 0.5},
        exchanged={one: 2, other: 1},
        event=5,
    )
    return Aftermath(
        battle=battle,
        turn=2,
        outcome=Outcome(one, "tactical", ((one, 5), (other, 3)), words),
        readers=battle.sides,
        chapters=(Chapter(1, words, (said,)), Chapter(2, "Turn 2", ())),
        moments=tuple(Moment(turn, f"Turn {turn}", state) for turn in range(3)),
        vp=(Curve(one, (0, 2, 5)), Curve(other, (1, 3, 3))),
        score=(ScoreLine(one, 5, words),),
        tolls=(Toll(s.CAVALRY, words, one, 9, {"fire": 2}, 0),),
        fights=(fight,),
        obedience=(Obedience(words, one, written=3, refused=1),),
        throws=(Throw("fire", 5, one, Wish.HIGH), Throw(words, 2, None)),
        cards=(Happening(1, one, text(words)),),
        marches=(March(words, words, one, 12, 5, 1),),
    )


@pytest.fixture
def maps(qtbot: QtBot) -> list[Picture]:
    del qtbot  # fonts need an application
    told = report(s.battle())
    return list(lay_counters(told, grounds_of(told), lambda _: NO_MARKERS))


def test_the_page_has_everything_in_it(maps: list[Picture]) -> None:
    told = report(s.battle())
    page = html_page(told, maps)
    assert page == html_page(told, maps)
    for words in (
        "French tactical victory",
        "Piré marched.",
        "French 5 – Coalition 3 VP",
        "2 (1.2)",
        "1 (0.5)",
        "should have lost 1.2 SP and lost 2",
        "Turning point.",
    ):
        assert words in re.sub("<[^>]+>", "", page), words
    assert "<script" not in page
    outside = re.findall(r'(?:src|href)="(?!data:)[^"]*"|url\((?!data:)[^)]*\)', page)
    assert outside == []
    assert page.count('src="data:image/jpeg;base64,') == len(maps) == 2


def test_names_from_files_are_no_markup(maps: list[Picture]) -> None:
    page = html_page(report(battle_named(EVIL), EVIL), maps, Side("french"))
    assert "&lt;b onload" in page
    assert "<b onload" not in page
    assert re.search(r"<[^>]*alert\(1\)", page) is None


def test_the_paper_has_numbered_pages_of_a4(maps: list[Picture], tmp_path: Path) -> None:
    told = report(s.battle())
    paper = Paper(Report(told, maps))
    assert paper.pages >= 2
    path = write_report(tmp_path / "report.pdf", told, maps, None)
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    pages = len(re.findall(rb"/Type /Page\b(?!s)", data))
    assert pages == paper.pages
    boxes = re.findall(rb"/MediaBox \[0 0 (\d+)[.\d]* (\d+)", data)
    assert set(boxes) == {(b"595", b"842")}


def test_no_heading_stands_alone_at_the_foot_of_a_page(maps: list[Picture]) -> None:
    told = report(s.battle())
    many = tuple(
        Chapter(1, f"Turn {n}", (Passage("", (text("Nothing moved. " * (n % 7 + 1)),)),))
        for n in range(60)
    )
    paper = Paper(Report(replace(told, chapters=many), maps))
    assert paper.pages > 3
    assert paper.lonely_headings == 0


def test_no_row_of_a_table_is_cut_by_the_end_of_a_page(maps: list[Picture]) -> None:
    told = report(s.battle())
    (fight,) = told.fights[:1]
    ends = ("The defenders gave way. " * (n % 5 + 1) for n in range(90))
    many = tuple(replace(fight, verdict=end) for end in ends)
    paper = Paper(Report(replace(told, fights=many), maps))
    assert paper.pages > 4
    assert paper.torn_rows == 0
    assert paper.lonely_headings == 0


def test_maps_show_where_the_armies_are(maps: list[Picture]) -> None:
    assert {picture.image.width() for picture in maps} == {1440}
    assert [picture.moment.turn for picture in maps] == [0, 2]
    bare = grounds_of(report(s.battle()))
    assert all(one.image != other.image for one, other in zip(maps, bare, strict=True))
