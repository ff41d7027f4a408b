"""Free battles: equal points, whole armies, and the same of a seed everywhere (M24)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import SeededChance, save
from hexwar.scenario.making import MadeBattle, write_battle
from hexwar.scenario.reading import content_hash
from hexwar.scenario.register import REGISTER
from hexwar.scenario.validate import Inspection
from hexwar.systems.mininap.free.maker import FreeBattles
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.section import SECTION
from hexwar.table.forces import Side

MAKER = FreeBattles()

NATIONS = ["french", "russian", "prussian", "austrian", "british"]

TABLES = {
    "100": ["", "small", "medium", "large"],
    "150": ["", "small", "medium", "large"],
    "200": ["", "medium", "large"],
    "250": ["", "medium", "large"],
}
"""The tables on which armies of so many points have room."""

RATES = {
    ("infantry", "line"): 2.0,
    ("infantry", "light"): 2.5,
    ("cavalry", "light"): 3.5,
    ("cavalry", "medium"): 4.5,
    ("cavalry", "heavy"): 5.5,
    ("artillery", "light"): 4.0,
    ("artillery", "medium"): 5.0,
    ("artillery", "heavy"): 6.0,
}
COMMANDERS = {"brigade": 4, "division": 6, "corps": 8}


@st.composite
def choices(draw: st.DrawFn) -> dict[str, str]:
    south, north = draw(st.permutations(NATIONS))[:2]
    points = draw(st.sampled_from(sorted(TABLES)))
    return {
        "south": south,
        "north": north,
        "points": points,
        "table": draw(st.sampled_from(TABLES[points])),
        "setup": draw(st.sampled_from(["placed", "free"])),
        "veterans": draw(st.sampled_from(["off", "on"])),
    }


SEEDS = st.integers(0, 999_999_999)


def made(seed: int = 17, **chosen: str) -> MadeBattle:
    return MAKER.make({"south": "french", "north": "russian", **chosen}, seed)


def faults_of(battle: MadeBattle) -> list[str]:
    home = Path("/nowhere").absolute() / battle.id
    drafts = {home / name: told for name, told in battle.files.items()}
    inspection = Inspection({"mininap": SECTION}, drafts=drafts)
    assert inspection.inspect_scenario(home / "scenario.json") is not None
    return [str(one) for one in inspection.files.findings]


def cost(unit: Mapping[str, Any]) -> int:
    """By the table of the rules, half points rounded up."""
    if unit["arm"] == "command":
        return COMMANDERS[unit["kind"]]
    rate = RATES[unit["arm"], unit["kind"]] + unit.get("horse", False)
    whole = unit["sp"] * rate * (1.5 if unit.get("veteran") else 1)
    return int(-(-whole // 1))


@given(choices(), SEEDS)
@pytest.mark.rule("M24.4")
def test_every_battle_passes_the_checks(chosen: dict[str, str], seed: int) -> None:
    assert faults_of(MAKER.make(chosen, seed)) == []


@given(choices(), SEEDS)
@pytest.mark.rule("M24.1", "M24.2")
def test_both_armies_cost_the_points(chosen: dict[str, str], seed: int) -> None:
    units = MAKER.make(chosen, seed).files["forces.json"]["units"]
    for side in (chosen["south"], chosen["north"]):
        own = [unit for unit in units if unit["side"] == side]
        assert sum(cost(unit) for unit in own) == int(chosen["points"])
        assert any(unit.get("veteran") for unit in own) <= (chosen["veterans"] == "on")
        troops = [unit for unit in own if unit["arm"] != "command"]
        foot = sum(unit["sp"] for unit in troops if unit["arm"] == "infantry")
        assert 2 * foot >= sum(unit["sp"] for unit in troops)


@given(choices(), SEEDS)
@pytest.mark.rule("M5.1", "M24.2")
def test_brigades_have_3_to_6_units_and_everybody_a_commander(
    chosen: dict[str, str], seed: int
) -> None:
    units = MAKER.make(chosen, seed).files["forces.json"]["units"]
    for side in (chosen["south"], chosen["north"]):
        own = [unit for unit in units if unit["side"] == side]
        sizes = Counter(unit["brigade"] for unit in own if unit["arm"] != "command")
        assert all(3 <= size <= 6 for size in sizes.values()), sizes
        ranks = {rank: [u for u in own if u["kind"] == rank] for rank in COMMANDERS}
        assert [u["commands"] for u in ranks["brigade"]] == [[brigade] for brigade in sizes]
        commanded = [brigade for u in ranks["division"] for brigade in u["commands"]]
        assert sorted(commanded) == sorted(sizes)
        assert len(ranks["corps"]) == (len(ranks["division"]) > 1)


@given(choices(), SEEDS)
@pytest.mark.rule("M24.3")
def test_nobody_has_another_name_or_place_of_somebody_else(
    chosen: dict[str, str], seed: int
) -> None:
    files = MAKER.make(chosen, seed).files
    units, table = files["forces.json"]["units"], files["table.json"]
    for side in (chosen["south"], chosen["north"]):
        names = [unit["name"] for unit in units if unit["side"] == side]
        assert len(names) == len(set(names))
    zone = 1_500 if table["width"] == 6_000 else 2_000
    sides = {unit["id"]: unit["side"] for unit in units}
    for standing in files["scenario.json"]["setup"]:
        _, y = standing["at"]
        is_south = sides[standing["unit"]] == chosen["south"]
        assert standing["bearing"] == (0 if is_south else 1_800)
        assert y <= zone if is_south else y >= table["depth"] - zone


@pytest.mark.parametrize(
    ("chosen", "seed", "digest"),
    [
        ({"points": "150"}, 17, "0eca6169424f496b"),
        ({"south": "british", "north": "austrian", "points": "100"}, 3, "b590c15181e7017f"),
        ({"south": "prussian", "north": "french", "veterans": "on"}, 10**9 - 1, "619905560d146ac9"),
    ],
)
def test_a_seed_makes_the_same_battle_everywhere(
    chosen: dict[str, str], seed: int, digest: str
) -> None:
    files = made(seed, **chosen).files
    told = [files[name] for name in ("scenario.json", "forces.json", "table.json")]
    assert content_hash(told)[:16] == digest


def test_another_seed_changes_armies_and_ground() -> None:
    one, other = made(1).files, made(2).files
    assert one["table.json"]["pieces"] != other["table.json"]["pieces"]
    assert one["forces.json"]["units"] != other["forces.json"]["units"]


@pytest.mark.parametrize(
    ("chosen", "seed", "told"),
    [
        ({"south": "french", "north": "french"}, 1, "Two different nations"),
        ({"points": "250", "table": "small"}, 1, "too small for 250 points"),
        ({"points": "7"}, 1, "there are: 100, 150, 200, 250"),
        ({"weather": "rain"}, 1, "there is no"),
        ({}, -1, "0 to 999999999"),
        ({}, 10**9, "0 to 999999999"),
        ({"points": "250"}, 1, ""),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(
    chosen: dict[str, str], seed: int, told: str
) -> None:
    refusal = MAKER.refusal(chosen, seed)
    assert told in refusal
    assert bool(told) == bool(refusal)


def test_a_saved_game_opens_where_nobody_has_the_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_battle(made(points="100"), tmp_path)
    game = MININAP.new_game(str(folder), SeededChance("1"), {"secret_fire": "on"})
    shutil.rmtree(folder)
    monkeypatch.setattr(REGISTER, "_paths", {})
    monkeypatch.setattr(REGISTER, "place", None)
    opened = MININAP.load_game(save(game))
    assert opened.notice is None
    assert opened.state.battle.name == "Free battle 17: French against Russians"
    assert opened.state.battle.options["secret_fire"] == "on"
    assert opened.pending == game.pending
    assert MININAP.verify_game(save(game)).ok


def test_the_computer_places_limbered_guns(tmp_path: Path) -> None:
    chosen = {"south": "russian", "north": "french", "points": "100", "setup": "free"}
    seed = next(n for n in range(99) if _is_limbered(MAKER.make(chosen, n)))
    folder = str(write_battle(MAKER.make(chosen, seed), tmp_path))
    players = {Side("russian"): "easy", Side("french"): "easy"}
    match = MININAP.new_match(folder, players, "1")
    while match.session.state.placing is None or any(
        match.session.state.units[unit].pose is None
        for unit, placed in match.session.state.battle.placed.items()
        if placed.is_limbered
    ):
        match.step()


def _is_limbered(battle: MadeBattle) -> bool:
    return any(one.get("limbered") for one in battle.files["scenario.json"]["setup"])
