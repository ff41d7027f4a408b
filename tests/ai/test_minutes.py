"""What is kept with a game of its computer players' answers: their reasons and their memory."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.minutes import REASON, kept_of, memory_of, minutes_of, why_of, whys_of
from hexwar.ai.policy import Considered, Reason, Thought
from hexwar.engine import SeededChance, Session, load, save
from hexwar.systems.nlc.kit import NLC
from hexwar.table.why import Why, worth_words
from tests.ai.test_policy import Diarist
from tests.engine.harbour import SYSTEM, Harbour
from tests.engine.play import seeded

WEIGHED = Considered("moor", 1.5), Considered("wait", -0.25)


def played(*reasons: Reason | None) -> Session[Harbour]:
    session = seeded(3)
    for number, reason in enumerate(reasons):
        assert session.pending is not None
        found = Thought(None, reason, {"answers": number})
        session.answer(None, kept_of(session, session.pending.side, found))
    return session


def test_reasons_are_told_with_what_was_weighed_by_the_places_of_events() -> None:
    first, last = Reason("It is calm.", considered=WEIGHED), Reason("So be it.", is_open=True)
    session = load(SYSTEM, save(played(first, None, last)))
    told = list(minutes_of(session, 0, len(session.events)))
    assert [minute.reason for minute in told] == [first, last]
    assert [minute.side for minute in told] == ["red", "red"]
    assert list(minutes_of(session, 0, told[1].events)) == told[:1]
    assert list(minutes_of(session, told[1].events, 99)) == told[1:]


def test_a_secret_reason_is_told_to_its_own_side_only() -> None:
    session = played(Reason("Secret."), Reason("Open.", is_open=True))
    secret, open_ = minutes_of(session, 0, 99)
    assert secret.is_known_to(["red"])
    assert not secret.is_known_to(["blue"])
    assert open_.is_known_to(["red"])
    assert open_.is_known_to(["blue"])


def test_a_memory_is_kept_where_it_has_changed_only() -> None:
    session = seeded(3)
    assert memory_of(session, "red") == {}
    session.answer(None, kept_of(session, "red", Thought(None, memory={"plan": [1, 2]})))
    assert memory_of(session, "red") == {"plan": [1, 2]}
    assert memory_of(session, "blue") == {}
    assert kept_of(session, "red", Thought(None, memory={"plan": [1, 2]})) == {}
    assert kept_of(session, "red", Thought(None)) == {}


@pytest.mark.parametrize(
    "told",
    [
        7,
        {"says": 7},
        {"says": "x", "considered": 7},
        {"says": "x", "considered": [["a"]]},
        {"says": "x", "considered": [["a", "b"]]},
        {"says": "x", "considered": [["a", 1e300]]},
    ],
)
def test_a_reason_that_is_none_is_not_told(told: Any) -> None:
    session = seeded(3)
    session.answer(None, {REASON: told})
    assert list(minutes_of(session, 0, 99)) == []


def test_a_match_keeps_what_its_players_remember_and_their_reasons_where_they_are_wanted() -> None:
    begun = NLC.new_game("first-steps", SeededChance("3"))
    match = Match(begun, {side: Diarist() for side in begun.state.battle.sides}, NLC.view, "3")
    match.step()
    assert list(minutes_of(match.session, 0, 999)) == []
    match.explains = True
    asked = match.session.pending
    assert asked is not None
    before = memory_of(match.session, asked.side).get("answers", 0)
    match.step()
    (minute,) = minutes_of(match.session, 0, 9_999)
    assert minute.side == asked.side
    assert memory_of(match.session, asked.side) == {"answers": before + 1}


def test_a_worth_is_told_to_a_tenth_with_its_sign() -> None:
    told = [(1.26, "+1.3"), (-2.3, "−2.3"), (0.04, "0.0"), (-0.04, "0.0"), (12.0, "+12.0")]
    for worth, words in told:
        assert worth_words(worth) == words, worth


def test_a_reason_in_a_line_has_all_that_was_weighed() -> None:
    assert why_of(Reason("Why not?")).words == "Why not?"
    weighed = why_of(Reason("It is calm.", considered=WEIGHED))
    assert (
        weighed.words == "It is calm. Weighed (VP, by its own reckoning): moor +1.5 and wait −0.2."
    )


@pytest.mark.parametrize(
    ("worths", "scale"),
    [
        ((("go", 0.4), ("stay", 0.0)), "VP more than “stay”"),
        ((("stay", 0.0), ("go", -0.4)), "VP more than “stay”"),
        ((("go", 0.0), ("stay", 0.0)), "VP more than “stay”"),
        ((("go", 0.4), ("run", 0.1)), "VP, by its own reckoning"),  # nobody may stay
        ((("go", 0.4), ("run", 0.04)), "VP, by its own reckoning"),
    ],
)
def test_the_numbers_of_a_reason_are_called_what_they_are(
    worths: tuple[tuple[str, float], ...], scale: str
) -> None:
    why = why_of(Reason("So be it.", considered=tuple(Considered(*one) for one in worths)))
    assert why.scale == scale


def test_worths_that_would_read_alike_are_told_to_a_hundredth() -> None:
    def rows(*worths: float) -> list[str]:
        return [words for _, words in Why("", tuple(("go", one) for one in worths)).rows]

    assert rows(0.84, 0.31) == ["+0.8", "+0.3"]
    assert rows(0.84, 0.81, -0.3) == ["+0.84", "+0.81", "−0.30"]
    assert rows(0.8, 0.8) == ["+0.8", "+0.8"]


def test_each_reason_is_told_once_to_those_who_may_know() -> None:
    secret = Reason("Secret.")
    session = played(secret, secret, Reason("Open.", is_open=True))
    assert [why.sentence for why in whys_of(session, ["red"], 0, 99)] == ["Secret.", "Open."]
    assert [why.sentence for why in whys_of(session, [""], 0, 99)] == ["Open."]
    assert {why.side for why in whys_of(session, ["red"], 0, 99)} == {"red"}
