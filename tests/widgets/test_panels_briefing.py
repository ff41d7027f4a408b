"""The briefing as a page."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from hexwar.table.battle import Briefing, Difficulty
from hexwar.table.forces import Side
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.scenario_card import ScenarioCard, SideCard, briefing_html, duration
from tests.systems.nlc.cases import each
from tests.widgets.skirmish import look

FRENCH, ALLIED = Side("french"), Side("allied")
PAGE = Briefing(
    situation="It rains.",
    forces="Two brigades.",
    aims={FRENCH: "Take Bourg.", ALLIED: "Hold Bourg."},
    special=("The bridge is narrow.",),
    victory="Bourg.",
    history="",
    difficulty={FRENCH: Difficulty.HARD, ALLIED: Difficulty.EASY},
    minutes=150,
    sources=(),
    estimates="",
)
NAMES = {FRENCH: "French", ALLIED: "Coalition"}


def test_what_there_is_has_a_heading_and_what_is_not_has_none() -> None:
    page = briefing_html(PAGE, NAMES)
    headings = ["Situation", "Forces", "Aims", "What is special", "Victory", "The game"]
    assert [part.split("</h3>")[0] for part in page.split("<h3>")[1:]] == headings
    assert "<li>Coalition: Hold Bourg.</li>" in page
    assert "<p>French: hard to play</p>" in page
    assert "<p>About 2 1/2 hours for two players.</p>" in page

    told = replace(PAGE, victory="Points (N22.2, T20) for No. 8 and N.", situation="<img> & so on")
    page = briefing_html(told, NAMES)  # a rule is a link, a stranger's file is text only
    assert '(<a href="rule:N22.2">N22.2</a>, <a href="rule:T20">T20</a>)' in page
    assert "for No. 8 and N.</p>" in page
    assert "&lt;img&gt; &amp; so on" in page
    assert "<img" not in page


@each(
    "minutes words",
    (30, "About 30 minutes"),
    (60, "About 1 hour"),
    (75, "About 1 hour"),
    (90, "About 1 1/2 hours"),
    (120, "About 2 hours"),
    (300, "About 5 hours"),
)
def test_time_is_told_in_half_hours(minutes: int, words: str) -> None:
    assert duration(minutes) == words


def test_the_new_game_dialog_shows_the_page_of_the_chosen_battle(qtbot: QtBot) -> None:
    sides = (SideCard(FRENCH, "French", 5), SideCard(ALLIED, "Coalition", 6))
    plain = ScenarioCard("plain", "Plain", "1 February 1814", 4, sides)
    told = replace(plain, id="told", title="Told", briefing="<p>It rains.</p>")
    dialog = NewGameDialog(look(), (plain, told), {})
    qtbot.addWidget(dialog)
    asked: list[tuple[str, str]] = []
    dialog.briefingAsked.connect(lambda title, page: asked.append((title, page)))
    assert dialog.briefing.isHidden()
    dialog.list.setCurrentRow(1)
    assert not dialog.briefing.isHidden()
    dialog.briefing.click()
    assert asked == [("Told", "<p>It rains.</p>")]
