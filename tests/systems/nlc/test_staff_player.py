"""The staff as a player: its answers are legal, its seed repeats, and its memory can be kept."""

from __future__ import annotations

import json

from hexwar.ai.arena import Match
from hexwar.engine import SeededChance
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.staff.characters import LEVELS, TEMPERS, character
from hexwar.systems.nlc.staff.player import CHAPTERS, Staff
from hexwar.table.forces import Side

FRENCH, ALLIED = Side("french"), Side("allied")


def test_plays_to_the_end_and_a_seed_repeats() -> None:
    matches = [NLC.new_match("first-steps", {FRENCH: "normal", ALLIED: "easy"}, "3") for _ in "ab"]
    results = [match.play() for match in matches]
    assert results[0] == results[1]


def test_its_memory_is_json_and_can_be_taken_up() -> None:
    staff, session = Staff(), NLC.new_game("first-steps", SeededChance("3"))
    match = Match(session, {"french": staff, "allied": GreedyPlayer()}, NLC.view, "3")
    for _ in range(60):
        match.step()
    kept = json.loads(json.dumps(staff.memory()))
    other = Staff()
    other.recall(kept)
    assert other.memory() == staff.memory()


def test_every_level_and_temper_makes_a_character() -> None:
    made = {(level, temper): character(level, temper) for level in LEVELS for temper in TEMPERS}
    assert len(set(made.values())) == len(LEVELS) * len(TEMPERS)


def test_chapters_answer_questions_of_the_game() -> None:
    assert set(CHAPTERS) <= set(NLC.system.decisions)
