"""The arena: which games are played, that none is played twice or lost, and what its tables say."""

from __future__ import annotations

import runpy
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from hexwar.app.games import kit_named
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH
from tests.tools.bouts import bout
from tools.opponents import OPPONENTS, greedy
from tools.trials.arena import tables
from tools.trials.arena.contest import Contest, told, told_failures
from tools.trials.arena.games import ROOT, Fixture, Game, Thinking, fixtures, known_players, play
from tools.trials.arena.rating import ratings
from tools.trials.arena.report import report, with_tables
from tools.trials.arena.running import Here, Run, WorkersError, cluster, local
from tools.trials.arena.sequential import Verdict
from tools.trials.arena.store import GAMES, Store
from tools.trials.documents import put_rows

P = ParamSpec("P")
T = TypeVar("T")

ONE_WAY, OTHER_WAY = ("greedy", "random"), ("random", "greedy")


@pytest.fixture(scope="module")
def fought() -> list[Game]:
    """Two tiny games: one seed, with sides exchanged."""
    return [play(fixture) for fixture in fixtures(["first-steps"], "greedy-frozen", "random", [7])]


# -- a game


def test_a_seed_is_played_with_sides_exchanged_on_every_scenario() -> None:
    found = [
        (one.scenario, one.seed, *dict(one.sides).values())
        for one in fixtures(["brienne", "montmirail"], "greedy", "random", [4, 5])
    ]
    assert found == [
        ("brienne", "4", "greedy", "random"),
        ("brienne", "4", "random", "greedy"),
        ("montmirail", "4", "greedy", "random"),
        ("montmirail", "4", "random", "greedy"),
        ("brienne", "5", "greedy", "random"),
        ("brienne", "5", "random", "greedy"),
        ("montmirail", "5", "greedy", "random"),
        ("montmirail", "5", "random", "greedy"),
    ]
    assert len(list(fixtures(["brienne"], "greedy", "greedy", [4, 5]))) == 2
    with pytest.raises(ValueError, match="brienne has no player 'nobody'; there are greedy"):
        list(fixtures(["brienne"], "greedy", "nobody", [1]))


def test_a_game_tells_how_it_went_and_how_long_the_players_thought(fought: list[Game]) -> None:
    assert [[*game.players.values()] for game in fought] == [
        ["greedy-frozen", "random"],
        ["random", "greedy-frozen"],
    ]
    for game in fought:
        assert set(game.vp) == set(game.seconds) == set(game.conduct) == {FRENCH, ALLIED}
        assert game.rules.startswith("nlc ")
        for side in game.vp:
            thinking = game.thinking[side].values()
            assert sum(one.total for one in thinking) / 1000 == pytest.approx(
                game.seconds[side], abs=0.01
            )
            assert 0 <= game.slowest_turn[side] <= game.seconds[side]
            assert all(sum(one.steps.values()) == one.answers for one in thinking)
            assert all(one.p50 <= one.p95 <= one.most for one in thinking)


def test_times_of_several_games_are_pooled() -> None:
    # 19 answers of 1 ms and one of 50 ms; then 20 of 2 ms
    one, other = Thinking.of([1.0] * 19 + [50.0]), Thinking.of([2.0] * 20)
    assert (one.answers, one.total, one.p50, one.p95, one.most) == (20, 69.0, 1.0, 1.0, 50.0)
    both = Thinking.pooled([one, other])
    assert (both.answers, both.total, both.most) == (40, 109.0, 50.0)
    assert 1.0 <= both.p50 / 2.0 <= 1.1  # the 20th and the 38th of 40 took 2 ms
    assert 1.0 <= both.p95 / 2.0 <= 1.1
    assert Thinking.of([0.0]).steps == {0: 1}

    long = Thinking.of([1.0] * 50 + [30.0] * 18 + [400.0, 900.0])
    count, slow = long.longer(20.0)
    assert count == 20
    assert 1.0 <= slow / 400.0 <= 1.1  # the 19th of 20
    assert one.longer(100.0) == (0, 0.0)


# -- games are kept


def test_games_are_kept_line_by_line_and_not_played_again(tmp_path: Path) -> None:
    contest = Contest("greedy", "random", ("brienne",), games=4)
    played: list[str] = []

    def fake(fixture: Fixture) -> Game:
        played.append(fixture.seed)
        return replace(bout(FRENCH, (9, 5)), fixture=fixture)

    run = replace(contest.run(Store(tmp_path / "new"), lambda _: None), play=fake)
    run.go(contest.fixtures[:3], Here, jobs=1)
    assert played == ["0", "0", "1"]
    assert (tmp_path / "new" / GAMES).read_text().count("\n") == 3

    store = Store(tmp_path / "new")
    assert [one.fixture for one in store.games] == [*contest.fixtures[:3]]
    assert list(contest.missing(store)) == [contest.fixtures[3]]
    replace(contest.run(store, lambda _: None), play=fake).go(contest.missing(store), Here, 1)
    assert played == ["0", "0", "1", "1"]
    assert not list(contest.missing(Store(tmp_path / "new")))


def test_a_torn_line_is_a_game_that_was_not_played(tmp_path: Path) -> None:
    games = [bout(FRENCH, (9, 5), seed=seed) for seed in (1, 2, 3)]
    store = Store(tmp_path)
    for game in games[:2]:
        store.keep(game)
    file = tmp_path / GAMES
    file.write_bytes(file.read_bytes()[:-40])

    torn = Store(tmp_path)
    assert (torn.games, torn.torn) == ((games[0],), 1)
    torn.keep(games[2])
    assert Store(tmp_path).games == (games[0], games[2])
    assert "could not be read, so that their games are played: 1" in report(torn)
    assert report(Store(tmp_path / "empty")) == "no games yet"


def test_a_game_is_read_as_it_was_kept(tmp_path: Path, fought: list[Game]) -> None:
    store = Store(tmp_path)
    for game in fought:
        store.keep(game)
    assert set(map(repr, Store(tmp_path).games)) == set(map(repr, fought))


# -- games are run


class Mortal(Here):
    """Workers who die by a game, and play no other after it."""

    def __init__(self, deadly: str) -> None:
        self._deadly = deadly
        self._is_dead = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The game; none, where it is the deadly one or comes after it."""
        if self._is_dead:
            raise BrokenExecutor("the workers are dead")
        self._is_dead = any(getattr(one, "seed", "") == self._deadly for one in args)
        if not self._is_dead:
            return super().submit(fn, *args, **kwargs)
        future: Future[T] = Future()
        future.set_exception(BrokenExecutor("a worker died"))
        return future


def some(*seeds: str) -> list[Fixture]:
    return [Fixture("brienne", seed, ((FRENCH, "greedy"), (ALLIED, "greedy"))) for seed in seeds]


def test_a_dead_worker_costs_no_game_but_the_one_that_kills() -> None:
    kept: list[str] = []
    doors: deque[Executor] = deque([Mortal("3"), Here(), Here()])
    run = Run(
        keep=lambda game: kept.append(game.fixture.seed),
        play=lambda fixture: replace(bout(None, (1, 1)), fixture=fixture),
    )
    run.go(some("1", "2", "3", "4", "5"), doors.popleft, jobs=2)
    assert sorted(kept) == ["1", "2", "3", "4", "5"]
    assert not run.failed

    kept.clear()
    run.go(some("1", "2", "3", "4", "5"), lambda: Mortal("3"), jobs=2)
    assert sorted(kept) == ["1", "2", "4", "5"]
    assert {fixture.seed: why for fixture, why in run.failed.items()} == {"3": "its worker died"}


def test_a_game_that_breaks_down_is_told_and_the_others_go_on() -> None:
    kept: list[Game] = []

    def fragile(fixture: Fixture) -> Game:
        if fixture.seed == "2":
            raise RuntimeError("no end")
        return replace(bout(None, (1, 1)), fixture=fixture)

    run = Run(kept.append, play=fragile)
    run.go(some("1", "2", "3"), Here, jobs=2)
    assert [game.fixture.seed for game in kept] == ["1", "3"]
    assert told_failures(run.failed) == (
        "FAILED brienne 2 {'french': 'greedy', 'allied': 'greedy'}: RuntimeError: no end\n"
    )


def test_no_game_is_begun_once_the_test_has_decided(tmp_path: Path) -> None:
    contest = Contest("greedy", "random", ("brienne",), games=100)
    store = Store(tmp_path)

    def won(fixture: Fixture) -> Game:
        own = next(side for side, name in fixture.sides if name == "greedy")
        return replace(bout(own, (9, 5)), fixture=fixture)

    told_of: list[str] = []
    run = contest.run(store, told_of.append, until_decided=True)
    replace(run, play=won).go(contest.missing(store), Here, jobs=1)
    assert len(store.games) == 14  # seven rounds of two games
    assert contest.verdict(store) is Verdict.ABOVE
    assert contest.decision(store) == (
        "decided: the share of wins of greedy is above 50 % (7 whole rounds)"
    )
    assert replace(contest, bar=0.95).decision(store) == (
        "not decided after 7 whole rounds of 2 games"
    )
    assert told_of[0] == (
        "1 of 100: brienne 0: french greedy 9 VP, allied random 5 VP; french won (marginal)"
    )
    assert told(bout(None, (3, 3))).endswith("allied greedy 3 VP; nobody won (draw)")


def test_one_job_needs_no_other_process() -> None:
    with local(1) as door:
        assert door().submit(int, "7").result() == 7


# -- what they say


MIRRORED = [
    bout(FRENCH, (12, 6), players=ONE_WAY, seed=1),
    bout(ALLIED, (5, 9), players=OTHER_WAY, seed=1),
    bout(None, (8, 8), players=ONE_WAY, seed=2),
    bout(FRENCH, (10, 4), players=OTHER_WAY, seed=2),
    bout(FRENCH, (7, 1), players=ONE_WAY, seed=3),
]
"""greedy has +6 and +4, then 0 and -6, then +6 of a seed whose other game is missing."""


def test_a_pair_has_its_points_and_its_lead_seed_by_seed() -> None:
    (match,) = tables.matches(MIRRORED)
    assert (match.player, match.other) == ("greedy", "random")
    assert match.results == (3, 1, 1)
    assert match.share == 0.7
    assert match.leads == [5.0, -3.0]
    assert tables.rounds(MIRRORED, "greedy", 2) == [1.0, 0.25]
    assert tables.rounds(MIRRORED[1:], "greedy", 2) == []


def test_a_row_tells_of_a_pair_and_who_won_more_comes_first() -> None:
    other = bout(ALLIED, (1, 3), players=ONE_WAY, scenario="montmirail")
    rows = tables.pair_rows([*MIRRORED, other])
    assert [row[:5] for row in rows] == [
        ("greedy", "random", "brienne", "5", "3 / 1 / 1"),
        ("greedy", "random", "montmirail", "1", "0 / 0 / 1"),
        ("greedy", "random", tables.ALL, "6", "3 / 1 / 2"),
    ]
    # a mean of 1 VP of two leads, which lie 4 from it: 12.706 * 5.65685 / sqrt 2
    assert rows[0][5:] == ("70 % (30 to 93)", "+1.0 (-49.8 to +51.8)", "abc")
    assert rows[1][6] == "-"
    assert all(len(row) == len(tables.PAIR_HEAD) for row in rows)
    (lost,) = tables.pair_rows([replace(other, winner=ALLIED)])
    assert lost[:2] == ("random", "greedy")


def test_of_a_player_against_himself_the_first_sides_points_are_told() -> None:
    games = [bout(ALLIED, (3, 9)), bout(ALLIED, (4, 6), seed=2)]
    (row,) = tables.pair_rows(games)
    assert row[:5] == ("greedy", "itself, as allied", "brienne", "2", "0 / 0 / 2")
    assert row[6] == "-4.0 (-29.4 to +21.4)"
    both = tables.pair_rows([*games, bout(FRENCH, (3, 1), scenario="montmirail")])
    assert [row[2] for row in both] == ["brienne", "montmirail"]


def test_a_row_of_times_names_what_took_longest() -> None:
    thinking = {name: Thinking.of([ms]) for name, ms in zip("abcde", (1, 5, 2, 4, 3), strict=True)}
    (row,) = tables.time_rows([bout(None, (1, 1), thinking=thinking)])
    assert row == (
        *("greedy", "brienne", "1.0", "0.5", "3.1 / 5.0 / 5.0", "none"),
        "b 5.0 / 5.0, d 4.0 / 4.0, e 3.0 / 3.0, c 2.0 / 2.0",
    )


def test_the_defeats_of_the_better_player_are_named_if_they_are_few() -> None:
    assert tables.defeats([*MIRRORED, bout(ALLIED, (3, 9))]) == [
        "greedy lost to random: brienne 2 as allied with 4 VP to 10."
    ]
    many = [bout(side, (9, 5), players=ONE_WAY) for side in (FRENCH, ALLIED)] * (tables.FEW + 1)
    assert tables.defeats(many) == []


def test_the_better_player_is_rated_higher_and_oneself_proves_nothing() -> None:
    won = [bout(FRENCH, (9, 5), players=ONE_WAY, seed=seed) for seed in range(8)]
    best, worst = ratings([*won, bout(FRENCH, (9, 5))])
    assert (best.player, best.games, worst.player, worst.games) == ("greedy", 8, "random", 8)
    assert best.skill > 25 > worst.skill
    assert best.deviation < 25 / 3
    even = ratings([bout(None, (5, 5), players=ONE_WAY), bout(None, (5, 5), players=OTHER_WAY)])
    assert [one.skill for one in even] == pytest.approx([25, 25])


def marked(*names: str) -> str:
    return "\n\n".join(f"<!-- {name} -->\n\n<!-- end of {name} -->" for name in names)


def test_the_tables_are_written_anew_in_the_document() -> None:
    document = with_tables(marked("arena", "ratings", "times"), MIRRORED)
    assert "| greedy | random | brienne | 5 | 3 / 1 / 1 | 70 % (30 to 93) |" in document
    assert with_tables(document, MIRRORED) == document
    lost = [bout(ALLIED, (1, 3), players=ONE_WAY, seed=seed) for seed in (1, 2)]
    document = with_tables(document, lost)
    assert "| greedy | random | brienne |" not in document
    assert "| random | greedy | brienne | 2 |" in document
    assert report_has_all_tables(MIRRORED)
    with pytest.raises(ValueError, match="the document has no lines <!-- arena -->"):
        with_tables("nothing", MIRRORED)


def report_has_all_tables(games: list[Game]) -> bool:
    heads = (tables.PAIR_HEAD, tables.RATING_HEAD, tables.TIME_HEAD)
    document = with_tables(marked("arena", "ratings", "times"), games)
    return all(" | ".join(head) in document for head in heads)


def test_rows_of_another_kind_stay_in_a_table() -> None:
    head, old = ("a", "b", "c"), [("x", "1", "old"), ("y", "1", "old")]
    document = put_rows(marked("t"), "t", head, old)
    document = put_rows(document, "t", head, [("x", "1", "new"), ("x", "2", "new")])
    assert [line for line in document.splitlines() if line.startswith("| ")][2:] == [
        "| x | 1 | new |",
        "| x | 2 | new |",
        "| y | 1 | old |",
    ]


# -- the command


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """What the command exits with."""
    monkeypatch.setattr("sys.argv", ["arena", *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "tools" / "arena"), run_name="__main__")
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_command_plays_what_is_not_there_and_reports(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("random", "random", "first-steps", "--games", "1", "--jobs", "1")
    out = ("--out", str(tmp_path / "games"))
    assert command(monkeypatch, *words, *out) == 0
    told_first = capsys.readouterr().out
    assert "1 of 1: first-steps 0: " in told_first
    assert "| random | itself, as allied | first-steps | 1 | " in told_first
    assert command(monkeypatch, *words, *out) == 0
    assert "1 of 1: " not in capsys.readouterr().out
    assert command(monkeypatch, *out) == 0
    assert capsys.readouterr().out == told_first[told_first.index("| player |") :]


@each(
    "words status sentence",
    (("random",), 2, "two players are needed"),
    (("random", "random", "--games", "0"), 2, "at least a game and a job are needed"),
    (("random", "random", "--option", "cards"), 2, "an option is NAME=VALUE"),
    (("random", "nobody", "first-steps"), 1, "arena: first-steps has no player 'nobody'"),
    (("random", "random", "nowhere"), 1, "arena: "),
)
def test_a_wrong_command_line_is_told_in_a_sentence(
    words: tuple[str, ...],
    status: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(monkeypatch, *words, "--out", str(tmp_path / "games")) == status
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


# -- the frozen opponent


def test_the_frozen_opponent_shares_nothing_with_the_player_it_was() -> None:
    folder = Path(greedy.__file__).parent
    for file in folder.glob("*.py"):
        assert "hexwar.systems.nlc.player" not in file.read_text("utf-8"), file.name
        assert "hexwar.systems.nlc.staff" not in file.read_text("utf-8"), file.name
    kit = kit_named("nlc")
    assert set(OPPONENTS["nlc"]) == {"greedy-frozen"}
    assert "greedy-frozen" not in kit.players
    assert set(known_players(kit)) == {*kit.players, "greedy-frozen"}


def test_every_question_that_it_answers_is_still_asked() -> None:
    assert set(greedy.ANSWERS) <= set(kit_named("nlc").system.decisions)


# -- on a cluster


def test_without_dask_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("tools.trials.arena.running.import_module", missing)
    with (
        pytest.raises(WorkersError, match=r"^Dask is not installed \(pip install "),
        cluster("local", 2),
    ):
        raise AssertionError
