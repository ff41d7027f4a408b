"""Random events: the tables, whom they befall, and cards that were taken out (N23.5)."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from hexwar.cards.events import CardPlayed
from hexwar.cards.library import card, event_tables
from hexwar.cards.records import Allotment, CardId, CardScore, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.cards import CardEventRolled, CardHeld
from hexwar.systems.nlc.rules.cards.phase import end_cards, event_card, play_cards
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.decks import lying, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play, units

# the numbers of the cards as the two tables list them; a star reverses the points
A = """
    11 3    12 7    13 8    14 9    15 11   16 12   21 13   22 14   23 15   24 17   25 18
    26 19   31 20   32 22   33 23   34 25   35 26   36 26   41 27*  42 28   43 29   44 29   45 30
"""
B = """
    11 3    12 7    13 8    14 10   15 12   16 12   21 13   22 15   23 16   24 17   25 18
    26 19   31 21   32 23   33 24   34 25   35 26   36 27*  41 28   42 28   43 29   44 29   45 31
"""
ALL_D66 = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
FIRE, PURSUIT = CardId("fire"), CardId("cavalry-pursuit")


def numbers(text: str) -> dict[int, str]:
    words = text.split()
    return dict(zip(map(int, words[::2]), words[1::2], strict=True))


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize(("name", "text"), [("A", A), ("B", B)])
def test_the_tables_are_those_of_the_rulebook(name: str, text: str) -> None:
    listed = {
        d66: "".join(sorted({str(card(id_).number) for id_ in row.cards}))
        + ("*" if row.is_reversed else "")
        for d66, row in event_tables()[name].items()
    }
    assert listed == numbers(text)


@pytest.mark.rule("N23.5")
def test_of_the_two_cards_22_and_24_the_tables_name_one() -> None:
    assert event_tables()["A"][32].cards == ("jaws-of-death",)
    assert event_tables()["B"][33].cards == ("last-push",)


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize("d66", [d66 for d66 in ALL_D66 if d66 >= 46])
def test_from_46_on_there_is_no_event(d66: int) -> None:
    state = with_cards("events", french="fire cavalry-pursuit")
    assert [event_card(state, FRENCH, name, d66) for name in "AB"] == [None, None]


def rolled(state: GameState, *dice: int) -> tuple[str, int, str, str | None]:
    played = play(state, play_cards, dice=dice)
    [event] = played.of(CardEventRolled)
    return event.table, event.d66, event.side, event.card


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize(("die", "name"), [(1, "A"), (3, "A"), (4, "B"), (6, "B")])
def test_a_die_says_which_table(die: int, name: str) -> None:
    assert rolled(with_cards("events", turn=2), die, 6, 6, 1) == (name, 66, FRENCH, None)


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize(("die", "side"), [(1, FRENCH), (3, FRENCH), (2, ALLIED), (6, ALLIED)])
def test_odd_befalls_the_french_and_even_the_coalition(die: int, side: str) -> None:
    state = with_cards("events", french="fire", allied="fire", turn=2)
    assert rolled(state, 4, 2, 3, die) == ("B", 23, side, "fire")


@pytest.mark.rule("N23.5")
def test_the_event_acts_at_once_and_counts() -> None:
    state = with_cards("events", french="fire", turn=2)
    played = play(state, play_cards, dice=[4, 2, 3, 1])
    assert [event.card for event in played.of(CardPlayed)] == [FIRE]
    assert played.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 2),)


@pytest.mark.rule("N23.5")
def test_an_event_for_another_moment_is_held_until_the_turn_ends_and_may_come_again() -> None:
    state = with_cards("events", allied="cavalry-pursuit", turn=2)
    played = play(state, play_cards, dice=[1, 2, 4, 2])
    assert [event.card for event in played.of(CardHeld)] == [PURSUIT]

    async def ending(table: Table[GameState]) -> None:
        end_cards(table)

    after = play(played.state, ending).state
    assert lying(after, ALLIED, Pile.DISCARD) == "cavalry-pursuit"
    again = play(after, play_cards, dice=[1, 2, 4, 2])
    assert [event.source for event in again.of(CardHeld)] == [Pile.DISCARD]


@pytest.mark.rule("N23.5")
def test_a_side_has_its_own_card_of_a_number() -> None:
    state = with_cards("events", french="marshal-ney", allied="another-chance", turn=2)
    assert event_card(state, FRENCH, "A", 22) == "marshal-ney"
    assert event_card(state, ALLIED, "A", 22) == "another-chance"


@pytest.mark.rule("N23.5")
def test_of_two_cards_the_one_that_is_of_use_comes() -> None:
    both = "cossacks untrained-enemy-cavalry"
    horse = "A2 light 4-3 0705"
    state = with_cards("events", "F1 infantry 5-3 0201", horse, french=both, turn=2)
    assert event_card(state, FRENCH, "A", 33) == "untrained-enemy-cavalry"


@pytest.mark.rule("N23.5")
def test_no_events_in_night_am_and_no_mode_cards_ever() -> None:
    night = with_cards("events", french="fire", turn=2, kinds="dm")
    assert play(night, play_cards).asked == []
    first = with_cards("events", french="late-start", mode=1)
    played = play(first, play_cards, dice=[1, 6, 6, 1])
    assert played.of(CardPlayed) == []


# -- cards that were taken out


WHOLE = {"infiltration": 2, "probe": 4, "other-route": 3, "fire": 2}
"""How many of a kind a deck of La Patrie en Danger has."""


def removed(id_: str, count: int) -> GameState:
    """The French have a deck less some cards of a kind."""
    removals = ((CardId(id_), count),) if count else ()
    left = WHOLE[id_] - count
    return with_cards(
        "events",
        french=f"{id_}*{left}" if left else "",
        allotments=MappingProxyType({FRENCH: Allotment("patrie-french", removals)}),
    )


def counting(id_: str, count: int) -> list[str]:
    """The entries of both tables that still stand for a card, such as A21."""
    state = removed(id_, count)
    return [
        f"{name}{d66}"
        for name in "AB"
        for d66 in ALL_D66
        if event_card(state, FRENCH, name, d66) == id_
    ]


@pytest.mark.rule("N23.5")
@pytest.mark.parametrize(
    ("id_", "count", "expected"),
    [
        ("infiltration", 0, "A21 B21"),
        ("infiltration", 1, "A21"),
        ("infiltration", 2, ""),
        ("fire", 1, ""),  # it stands in table B only
        ("probe", 0, "A16 B15 B16"),
        ("probe", 1, "A16 B15 B16"),
        ("probe", 2, "A16 B16"),
        ("probe", 4, ""),
        ("other-route", 2, "A35 A36 B35"),
    ],
)
def test_entries_of_cards_that_were_taken_out_do_not_count(
    id_: str, count: int, expected: str
) -> None:
    assert counting(id_, count) == expected.split()


# -- points


@pytest.mark.rule("N23.5")
def test_a_star_reverses_the_points_of_a_delay() -> None:
    state = with_cards(
        "events",
        "F1 infantry 5-3 0201",
        "F2 infantry 5-3 due",
        "A1 infantry 5-3 0707",
        french="delay",
        arrivals=(Arrival(4, Hex("0101"), units("F2")),),
        turn=2,
    )
    played = play(state, play_cards, dice=[1, 4, 1, 1, 6])
    assert played.state.cards.scores == (CardScore(FRENCH, CardId("delay"), 2, 29, 2),)
    assert [group.turn for group in played.state.schedule.arrivals] == [7]
