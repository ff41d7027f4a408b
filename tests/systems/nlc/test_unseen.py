"""Undo passes over what a computer answered and nobody saw, and over nothing else (N27.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import pytest

from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import new_match
from hexwar.engine import BarrierKind, Entry, Session, load, save
from hexwar.shell.seats import HUMAN, HotSeat, Seats, barrier_of, witness_of
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side

pytestmark = pytest.mark.rule("N27.8")

GREEDY = "greedy"


def against_computer(
    scenario: str, options: Mapping[str, str], longest: int, seed: str = "7"
) -> Iterator[tuple[Session[GameState], Seats]]:
    """A game each time that the first side, a person, is asked after its enemy has answered."""
    sides = NLC.battle(scenario).sides
    me = sides[0]
    match = new_match(scenario, dict.fromkeys(sides, GREEDY), seed, options)
    session = match.session
    seats = Seats({side: HUMAN if side == me else GREEDY for side in sides})
    session.witness = witness_of(session, seats, lambda: (me,))
    while session.pending is not None and len(session.journal) < longest:
        given = next((entry for entry in reversed(session.journal) if entry.is_given), None)
        if session.pending.side == me and given is not None and given.side != me:
            yield session, seats
        match.step()


def unseen(session: Session[GameState]) -> list[Entry]:
    """The enemy's answers since the last of the side that is asked now."""
    assert session.pending is not None
    found: list[Entry] = []
    for entry in reversed(session.journal):
        if entry.is_given:
            if entry.side == session.pending.side:
                break
            found.append(entry)
    return found


def of_enemy(state: GameState, side: Side) -> object:
    """All that a side sees of the enemy's pieces."""
    seen = view(state, side)
    units = [unit for unit in seen.units.values() if seen.battle.units[unit.id].side != side]
    leaders = [one for one in seen.leaders.values() if seen.battle.leaders[one.id].side != side]
    return units, leaders, seen.hiding, seen.cards


GAMES: tuple[tuple[str, dict[str, str], int, str], ...] = (
    ("brienne", {}, 900, "7"),
    ("montmirail", {"hidden_forces": "on", "orders": "secret"}, 900, "3"),
    ("la-rothiere", {"orders": "open"}, 700, "7"),
)


@pytest.mark.parametrize(("scenario", "options", "longest", "seed"), GAMES)
def test_what_undo_passes_over_has_shown_nothing_and_comes_back(
    scenario: str, options: Mapping[str, str], longest: int, seed: str
) -> None:
    passed = 0
    for session, _ in against_computer(scenario, options, longest, seed):
        if session.barrier() is not None:
            continue
        passed += 1
        assert session.pending is not None
        me = Side(session.pending.side)
        answers, now, digest = unseen(session), of_enemy(session.state, me), session.digest()
        twin = session.fork()
        twin.undo()
        assert twin.pending is not None
        assert twin.pending.side == me
        assert len(twin.journal) < len(session.journal)
        assert of_enemy(twin.state, me) == now  # nothing was to be learnt
        kept = load(NLC.system, save(twin))
        for game in (twin, kept):
            mine = game.undone[-1]
            game.redo()
            assert game.digest() == digest
            assert [entry for entry in mine if entry.side != me] == answers[::-1]
    assert passed > 3, scenario


def test_asked_the_same_again_it_answers_the_same() -> None:
    session, _ = next(
        found for found in against_computer("brienne", {}, 900) if found[0].barrier() is None
    )
    digest, twin = session.digest(), session.fork()
    twin.undo()
    player = NLC.players[GREEDY].make()
    for entry in session.journal[len(twin.journal) :]:
        if not entry.is_given:
            continue
        assert twin.pending is not None
        answer, side = entry.answer, Side(twin.pending.side)
        if side != session.journal[len(twin.journal)].side or entry in unseen(session):
            dice = CounterDice(f"7/{side}/{len(twin.journal)}")
            look = Look(partial(view, twin.state, side))
            answer = player.answer(twin.pending, twin.options, look, dice)
        twin.answer(answer)
    assert twin.digest() == digest


def test_what_a_computer_did_before_the_eyes_of_a_person_stays_done() -> None:
    kinds = set()
    for session, seats in against_computer("la-rothiere", {}, 4000):
        seat = HotSeat(seats, session.state.battle.sides, session.state.battle.secrecy)
        barrier = barrier_of(session, seats, seat, lambda _: True)
        answers = unseen(session)
        asked = {entry.asked for entry in answers if entry.answer is not None}
        if barrier is None:
            assert asked == set()
            assert {entry.asked for entry in answers} == {ChooseReactionCharge.__name__}
            continue
        kinds.add(barrier.kind)
        if barrier.kind is BarrierKind.SIDE:
            name = session.state.battle.side_names[Side(answers[0].side)]
            assert barrier.sentence.startswith(f"{name} (computer) has answered since: ")
        if kinds >= {BarrierKind.SIDE, BarrierKind.CHANCE}:
            return
    raise AssertionError(kinds)


def test_of_the_end_of_its_own_command_move_a_person_has_seen_something() -> None:
    for session, _ in against_computer("brienne", {}, 4000):
        answers = unseen(session)
        if answers and all(e.asked == MoveCommand.__name__ for e in answers):
            barrier = session.barrier()
            assert barrier is not None
            return
    raise AssertionError("no such instant")


def test_without_a_person_nothing_is_passed_over() -> None:
    session, seats = next(against_computer("brienne", {}, 900))
    nobody = replace(seats, players=dict.fromkeys(seats.players, GREEDY))
    both = replace(seats, players=dict.fromkeys(seats.players, HUMAN))
    sides = session.state.battle.sides
    for other in (nobody, both):
        witness = witness_of(session, other, lambda: sides)
        assert not any(witness.answers_anew(side) for side in sides)
