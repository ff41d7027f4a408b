"""The table of balance that is reckoned of many games."""

from __future__ import annotations

import json

import pytest

from hexwar.scenario.writing import to_text
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH
from tests.tools.bouts import bout
from tools.trials import balance

BEGIN, END = "<!-- balance -->", "<!-- end of balance -->"
NAMES = {FRENCH: "French", ALLIED: "Coalition"}


FOUR = (
    bout(FRENCH, (12, 6), 9, {FRENCH: {"C": 3, "D": 1}, ALLIED: {"X": 1}}, (0, 2)),
    bout(FRENCH, (20, 8), 7, {FRENCH: {"C": 1, "X": 3}}, (1, 1)),
    bout(ALLIED, (4, 16), 9, {}, (3, 0)),
    bout(None, (8, 8), 9, {FRENCH: {}, ALLIED: {}}),
)


@pytest.fixture
def line() -> balance.Line:
    return balance.line_of("brienne", NAMES, FOUR)


def test_a_line_has_shares_of_wins_means_and_obedience(line: balance.Line) -> None:
    french, coalition = line.sides
    assert (french.wins, coalition.wins, line.drawn, line.games) == (2, 1, 1, 4)
    assert french.share == pytest.approx((0.150, 0.850), abs=0.001)
    assert coalition.share == pytest.approx((0.046, 0.699), abs=0.001)

    assert (french.vp.mean, french.vp.low, french.vp.high) == (11.0, 4, 12)
    assert (coalition.vp.mean, coalition.vp.low, coalition.vp.high) == (9.5, 6, 8)
    assert line.turns.mean == 8.5
    assert (french.demoralized, coalition.demoralized) == (1.0, 0.75)
    assert str(balance.spread([5])) == "5.0 (5 to 5)"

    assert (french.obeyed, french.refused) == (0.5, 0.375)  # 4 and 3 of 8
    assert (coalition.obeyed, coalition.refused) == (0.0, 1.0)
    assert balance.share_of("C", [one.conduct[ALLIED] for one in FOUR[2:]]) is None


def test_a_row_has_a_cell_for_each_head(line: balance.Line) -> None:
    assert len(balance.row(line)) == len(balance.HEAD)
    assert balance.row(line) == (
        *(
            "brienne",
            "French greedy, Coalition greedy",
            "4",
            "2 (15 to 85 %)",
            "1 (5 to 70 %)",
            "1",
        ),
        *("11.0 (4 to 12)", "9.5 (6 to 8)", "8.5 (7 to 9)", "1.0 / 0.8", "50 % / 0 %"),
        "38 % / 100 %",
    )
    assert balance.row(balance.line_of("b", NAMES, FOUR[2:]))[-1] == "- / -"


@each(
    "players wanted",
    (["greedy"], [("greedy", "greedy")]),
    (["greedy", "greedy"], [("greedy", "greedy")]),
    (["greedy", "random"], [("greedy", "random"), ("random", "greedy")]),
)
def test_each_player_has_either_side(players: list[str], wanted: list[tuple[str, str]]) -> None:
    found = balance.pairings((FRENCH, ALLIED), players)
    assert [(pairing[FRENCH], pairing[ALLIED]) for pairing in found] == wanted


def document(*rows: str) -> str:
    return "\n".join(["# Scenarios", "", BEGIN, *rows, END, "", "More."])


def test_the_table_is_put_between_its_marks_a_new_line_for_the_old(line: balance.Line) -> None:
    made = balance.put_in(document(), [line])
    assert made == f"# Scenarios\n\n{BEGIN}\n\n{balance.table([line])}\n\n{END}\n\nMore."
    assert balance.put_in(made, [line]) == made

    other = balance.line_of("vauchamps", NAMES, FOUR[:1])
    newer = balance.line_of("brienne", NAMES, FOUR[:2])
    made = balance.put_in(balance.put_in(document(), [other, line]), [newer])
    assert made == balance.put_in(document(), [newer, other])
    assert made.count("| brienne |") == 1

    with pytest.raises(ValueError, match="no lines"):
        balance.put_in("# Scenarios", [line])


def test_a_par_is_the_median_lead_of_the_side_that_the_briefing_names() -> None:
    par = balance.par_of(ALLIED, FRENCH, FOUR)
    assert (par.side, par.vp, par.games, par.player) == (ALLIED, -3, 4, "greedy")  # -6 -12 12 0
    assert (par.won, par.drawn, par.spread) == (1, 1, 9)
    old = {"side": "french", "vp": -3, "spread": 7, "games": 24}
    text = to_text({"id": "x", "briefing": {"estimates": "a", "par": old}})
    made = balance.with_par(text, par)
    told = {"side": "allied", "vp": -3, "spread": 9, "games": 4, "player": "greedy", "won": 1}
    assert json.loads(made)["briefing"] == {"estimates": "a", "par": {**told, "drawn": 1}}
    assert made == to_text(json.loads(made))  # as all files of scenarios are written
    assert balance.with_par(made, par) == made
    first = to_text({"id": "x", "briefing": {"estimates": "a"}})
    assert balance.with_par(first, par) == made  # where none stood before
    with pytest.raises(ValueError, match="no briefing"):
        balance.with_par("{}", par)
