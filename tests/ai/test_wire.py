"""What goes to the computer players' process and back arrives as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, get_args, get_origin

import pytest

from hexwar.ai.policy import Considered, Look, Reason, thought
from hexwar.ai.wire import (
    Answer,
    Question,
    packed_answer,
    packed_question,
    unpacked_answer,
    unpacked_question,
)
from hexwar.engine import SaveError, SeededChance
from hexwar.engine.foresight import past_of
from hexwar.engine.records import told_fields
from hexwar.kit import Kit
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.forces import Side
from tests.ai.asking import plain
from tests.engine.harbour import HEADER, SYSTEM, ChoosePier, ChooseTow, Tow, start

ALL = {"cards": "full", "hidden_forces": "on", "hidden_movement": "on"}


@pytest.mark.parametrize("scenario", ["brienne", "proving-ground"])
def test_a_question_arrives_as_it_was_asked(scenario: str) -> None:
    game = NLC.new_game(scenario, SeededChance("5"), ALL)
    printed = NLC.set_up(NLC.battle_of(game.header))
    policy, kinds, memory = NLC.players["random"].make(), set[str](), {"aims": ["0913", None, 1.5]}
    pasts = set[tuple[bool, bool]]()  # whether anything was answered since, and changed nothing
    for number in range(100):
        pending = game.pending
        if pending is None:
            break
        look = Look(partial(NLC.view, game.state, Side(pending.side)))
        options = list(game.options)
        if type(pending).__name__ not in kinds:
            kinds.add(type(pending).__name__)
            view = look()
            past = past_of(game, NLC.view)
            pasts.add((len(past.answers) > 0, past.view == view))
            asked = Question(number, "random", pending, options, view, "5", memory, past)
            frame = packed_question(NLC.system, asked)
            heard = unpacked_question(NLC.system, printed, frame[4:])
            for part in fields(asked):
                was, now = getattr(asked, part.name), getattr(heard, part.name)
                assert plain(now) == plain(was), (pending, part.name)
            assert heard.view.battle is printed.battle
            assert NLC.system.digest(heard.view) == NLC.system.digest(view)
        game.answer(thought(policy, pending, options, look, str(number)).answer)
    assert len(kinds) >= 12
    assert {(False, True), (True, True), (True, False)} <= pasts


def test_two_views_never_pass_for_one() -> None:
    game = NLC.new_game("brienne", SeededChance("5"))
    assert game.pending is not None
    side = Side(game.pending.side)
    view = NLC.view(game.state, side)
    frame = packed_question(NLC.system, Question(1, "", game.pending, [], view, ""))[4:]
    one, two = (unpacked_question(NLC.system, game.state, frame).view for _ in "12")
    assert one == two
    assert one.stances[side] is not two.stances[side]


def test_an_answer_arrives_as_it_was_given() -> None:
    weighed = (Considered("tow to 1 and 2", 1.5), Considered("pass", -2.0))
    why = Reason("Both piers are free.", is_open=True, considered=weighed)
    for answer in (
        Answer(7, "ChooseTow", Tow((1, 2), 3), why, memory={"towed": [1, 2]}),
        Answer(8, "ChooseTow", None),
        Answer(9, "ChooseTow", None, fault="KeyError"),
    ):
        assert unpacked_answer(SYSTEM, packed_answer(SYSTEM, answer)[4:]) == answer


def test_what_is_nothing_of_the_game_is_not_sent() -> None:
    """So the window thinks about it itself; nothing is sent as something else."""
    state = start(HEADER)
    for decision, options, view in (
        (ChooseTow("red"), [Tow((1,)), "no tow"], state),
        (ChooseTow("red"), [], lambda: state),
        (ChooseTow("red"), [], None),
        (ChoosePier("red"), [object()], state),
    ):
        asked = Question(1, "greedy", decision, options, view, "")
        with pytest.raises(SaveError):
            packed_question(SYSTEM, asked)
    kept = Answer(1, "ChooseTow", None, memory={"towed": {1, 2}})
    for wrong in (Answer(1, "ChooseTow", "no tow"), Answer(1, "ChoosePeer", None), kept):
        with pytest.raises(SaveError):
            packed_answer(SYSTEM, wrong)


def test_only_a_player_who_looks_ahead_is_told_how_a_question_came_about() -> None:
    game = NLC.new_game("brienne", SeededChance("5"))
    past = NLC.told_to(NLC.adviser, game)
    assert past is not None
    assert past.asked is game.pending
    assert NLC.told_to("greedy", game) is None
    assert NLC.told_to("a guest", game) is None
    asked = Question(1, NLC.adviser, past.asked, list(game.options), past.view, "", past=past)
    assert asked.look().past() is past
    assert replace(asked, past=None).look().past() is None


def keys_of(kind: Any, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """The types of all keys in the fields of a record, and of the records in them."""
    if kind in seen:
        return
    seen.add(kind)
    if get_origin(kind) in (dict, Mapping):
        yield str(kind), get_args(kind)[0]
    for part in get_args(kind):
        yield from keys_of(part, seen)
    if is_dataclass(kind) and isinstance(kind, type):
        for _, part in told_fields(kind):
            yield from keys_of(part, seen)


@pytest.mark.parametrize("kit", [NLC, TLNB])
def test_no_field_of_a_state_has_keys_that_cannot_be_sent(kit: Kit[Any]) -> None:
    state = type(kit.set_up(kit.battle("first-steps")))
    found = list(keys_of(state, set()))
    assert len(found) > 5
    plain_keys = [(where, getattr(key, "__supertype__", key)) for where, key in found]
    assert [w for w, key in plain_keys if not issubclass(key, str | int)] == []
