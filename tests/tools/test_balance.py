"""Bouts of computer players, and the table of balance that is reckoned of many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hexwar.table.forces import Side
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH
from tools.trials import balance
from tools.trials.duels import Bout, interval, percentile, play_bout, report

NAMES = {FRENCH: "French", ALLIED: "Coalition"}
SELF = {FRENCH: "greedy", ALLIED: "greedy"}


def bout(
    side: Side | None,
    vp: tuple[int, int],
    turns: int = 9,
    obedience: Mapping[Side, Mapping[str, int]] | None = None,
    demoralized: tuple[int, int] = (0, 0),
) -> Bout:
    return Bout(
        seed="1",
        players=SELF,
        winner=None,
        side=side,
        level="draw" if side is None else "marginal",
        vp=dict(zip((FRENCH, ALLIED), vp, strict=True)),
        lost={FRENCH: 0, ALLIED: 0},
        answers=100,
        turns=turns,
        demoralized=dict(zip((FRENCH, ALLIED), demoralized, strict=True)),
        obedience=obedience or {},
    )


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
    assert balance.share_of("C", ALLIED, FOUR[2:]) is None


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
    return "\n".join(["# Scenarios", "", balance.BEGIN, *rows, balance.END, "", "More."])


def test_the_table_is_put_between_its_marks_a_new_line_for_the_old(line: balance.Line) -> None:
    made = balance.put_in(document(), [line])
    assert (
        made
        == f"# Scenarios\n\n{balance.BEGIN}\n\n{balance.table([line])}\n\n{balance.END}\n\nMore."
    )
    assert balance.put_in(made, [line]) == made

    other = balance.line_of("vauchamps", NAMES, FOUR[:1])
    newer = balance.line_of("brienne", NAMES, FOUR[:2])
    made = balance.put_in(balance.put_in(document(), [other, line]), [newer])
    assert made == balance.put_in(document(), [newer, other])
    assert made.count("| brienne |") == 1

    with pytest.raises(ValueError, match="no lines"):
        balance.put_in("# Scenarios", [line])


def test_a_game_tells_its_length_its_broken_formations_and_its_obedience() -> None:
    found = play_bout(MELEE, {FRENCH: "random", ALLIED: "greedy"}, "3")
    assert found.turns == 5
    assert set(found.demoralized) == set(found.obedience) == {FRENCH, ALLIED}
    rolls = [result for counts in found.obedience.values() for result in counts]
    assert set(rolls) <= {"C", "D", "X"}
    assert rolls


MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")


@pytest.fixture(scope="module")
def fought() -> Bout:
    return play_bout(MELEE, {FRENCH: "greedy", ALLIED: "random"}, "7")


def test_a_bout_tells_how_a_game_went_and_which_side_won(fought: Bout) -> None:
    assert fought.winner == {FRENCH: "greedy", ALLIED: "random", None: None}[fought.side]
    assert set(fought.vp) == set(fought.lost) == {FRENCH, ALLIED}
    assert set(fought.times) == {"greedy", "random"}
    told = sum(len(taken) for taken in fought.times["greedy"].values())
    assert told > 0
    assert all(taken >= 0 for times in fought.times["greedy"].values() for taken in times)

    found = play_bout(MELEE, {FRENCH: "greedy", ALLIED: "greedy"}, "7")
    assert found.winner is None
    assert "greedy wins" not in report([found])


def test_wins_are_counted_by_player_and_by_side(fought: Bout) -> None:
    swapped = {FRENCH: "random", ALLIED: "greedy"}
    bouts = [
        replace(fought, winner="greedy", side=FRENCH, level="tactical"),
        replace(fought, winner=None, side=None, level="draw"),
        replace(fought, players=swapped, winner="greedy", side=ALLIED, level="decisive"),
    ]
    text = report(bouts)
    assert "greedy wins 2 of 3, 1 drawn" in text
    assert "  as french 1 of 2, 1 drawn" in text
    assert "  as allied 1 of 1 (" in text
    assert "random wins 0 of 3" in text
    assert "french=greedy against allied=random:" in text
    assert "french tactical 1, nobody draw 1" in text
    assert "ActivateUnit: median" in text


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (190, 200, 0.910, 0.973), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_a_share(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=0.001)


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([5.0], 95) == 5.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.0
    assert percentile(range(1, 201), 95) == 190
