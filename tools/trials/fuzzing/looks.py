"""What is looked at while a game is played: lightly at every answer, closely at some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from operator import attrgetter
from random import Random
from typing import Any, Final

from hexwar.ai.policy import CounterDice, pick
from hexwar.cards.records import COVERED, OPEN
from hexwar.engine import CHANCE, Decision, IllegalAnswer, Session, verify
from hexwar.engine.save import save
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.nlc.state import GameState
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.state import MapState
from tools.trials import campaign_contract, contract, contract_nlc, mininap, player_turn
from tools.trials.contract import require
from tools.trials.fuzzing.combats import check_combat
from tools.trials.fuzzing.grounds import Ground
from tools.trials.secrets import SECRETS, is_told
from tools.trials.unlisted import mutants

CLOSELY: Final = 20
"""One answer in this many is looked at closely."""

SWAPPED: Final = 4
"""So many secrets are changed at a close look."""

FOUGHT_ONE_IN: Final = 3
"""Of the questions at which a combat may be declared, one in this many is looked at so."""

Done = Counter[str]
"""How often each check was made."""


# -- at every answer


def look(ground: Ground, session: Session[Any]) -> None:
    """What holds at every answer."""
    if ground.is_nlc:
        contract_nlc.check_table(session)
    else:
        check_other(session.state)
    decision = session.pending
    if decision is not None:
        require(bool(session.options), f"{decision} has no legal answer")


def check_other(state: Any) -> None:
    """What holds of a table of another game, where that is known."""
    if isinstance(state, TlnbState):
        player_turn.check_table(state)
    elif isinstance(state, MiniState):
        mininap.check_table(state)


def look_at_combat(ground: Ground, session: Session[Any], dice: CounterDice, done: Done) -> None:
    """Where a combat may be declared, one of them is fought on a copy."""
    is_there = ground.is_nlc and len(session.options) > 1
    if is_there and dice.below(FOUGHT_ONE_IN) == 0 and check_combat(session, dice):
        done["combat foretold"] += 1


# -- now and then


def look_closely(ground: Ground, session: Session[Any], dice: CounterDice, done: Done) -> None:
    """What takes more time: each of these at one answer in `CLOSELY`."""
    for name, check in _close(ground, session, dice):
        if check() is not False:
            done[name] += 1


def _close(
    ground: Ground, session: Session[Any], dice: CounterDice
) -> Iterator[tuple[str, Callable[[], bool | None]]]:
    yield "options", lambda: check_options(ground, session)
    yield "fork", lambda: contract.check_fork(session)
    yield "undo and redo", lambda: contract.check_undo(session)
    yield "view", lambda: check_view(ground, session)
    yield "dice counted", lambda: check_dice(session)
    if ground.is_nlc or isinstance(session.state, TlnbState | MiniState):
        yield "kept", lambda: check_kept(session)
        yield "unlisted answers", lambda: check_unlisted(ground, session, dice)
    if ground.is_nlc:
        yield "secrets swapped", lambda: check_swap(ground, session, dice)


def check_options(ground: Ground, session: Session[Any]) -> bool:
    """Each listed answer is legal, a view lists the same ones, and the question can be put."""
    decision = session.pending
    if decision is None or decision.side == CHANCE:
        return False
    options = list(session.options)
    seen = ground.view(session.state, decision.side)
    require(list(decision.options(seen)) == options, f"{decision} has other answers on a view")
    for option in options:
        refusal = decision.refusal(seen, option)
        require(refusal is None, f"{decision} lists {option!r} and refuses it: {refusal}")
    require(decision.fallback(seen, options) in options, f"{decision} falls back on no answer")
    require(bool(decision.sentence(seen)), f"{decision} has no sentence")
    named = all(choice.label for choice in decision.choices(seen, options))
    require(named, f"{decision} has a choice without a name")
    return True


def check_view(ground: Ground, session: Session[Any]) -> None:
    """No side sees the other's secrets."""
    state = session.state
    if ground.is_nlc:
        contract_nlc.check_view(state)
    elif isinstance(state, TlnbState) and not state.over and state.battle.cards_way == "full":
        for side in state.battle.sides:
            for other, piles in ground.view(state, side).cards.piles.items():
                for pile, cards in piles.lying.items():
                    hidden = other == side or pile in OPEN or set(cards) <= {COVERED}
                    require(hidden, f"{side} sees the {pile.value} cards of {other}")


def check_dice(session: Session[Any]) -> None:
    """As many dice were thrown as the journal tells of: the next one follows from that number."""
    thrown = sum(entry.is_luck for entry in session.journal)
    require(session.luck == thrown, f"{session.luck} dice were thrown, the journal has {thrown}")


def check_kept(session: Session[Any]) -> bool:
    """What is kept of a table is not older than the table: one without it asks the same."""
    decision = session.pending
    if decision is None:
        return False
    fresh = session.state.copy()
    if isinstance(fresh, MapState):
        fresh.stances.clear()
    known = session.system.knowledge(fresh, decision.side)
    same = list(decision.options(known)) == list(session.options)
    require(same, f"{decision} has other answers on a table from which nothing is kept")
    return True


def check_swap(ground: Ground, session: Session[GameState], dice: CounterDice) -> bool:
    """Some secrets are others, and the enemy sees, may answer and is refused the same."""
    state, decision = session.state, session.pending
    if decision is None or state.over:
        return False
    swapped = 0
    for _ in range(SWAPPED):
        name, reader = pick(tuple(SECRETS), dice), pick(state.battle.sides, dice)
        other = state.copy()
        try:
            SECRETS[name](other, state.battle.enemy(reader), Random(dice.below(1 << 30)))
        except LookupError:
            continue  # nobody has such a secret now
        if is_told(name, state, reader):
            continue
        if attrgetter(name)(other) == attrgetter(name)(state):
            continue
        swapped += 1
        same = ground.view(other, reader) == ground.view(state, reader)
        require(same, f"{reader} sees another table when {name} of the enemy is another")
        if decision.side == reader:
            _check_asked(session, decision, other, name, dice)
    return swapped > 0


def _check_asked(
    session: Session[GameState],
    decision: Decision[Any],
    other: GameState,
    name: str,
    dice: CounterDice,
) -> None:
    """A question has the same answers and refusals whatever the enemy's secret is."""
    known = session.system.knowledge(other, decision.side)
    options = list(decision.options(known))
    same = options == list(session.options)
    require(same, f"{decision} has other answers when {name} of the enemy is another")
    seen = session.system.knowledge(session.state, decision.side)
    for answer in mutants(decision, session.options, seen, dice):
        word, otherwise = decision.refusal(seen, answer), decision.refusal(known, answer)
        told = f"{answer!r} is refused otherwise when {name} of the enemy is another"
        require(word == otherwise, f"{told}: {word}, {otherwise}")


def _unlisted(
    session: Session[Any], decision: Decision[Any], seen: Any, dice: CounterDice
) -> Iterator[Any]:
    """A few answers near the listed ones."""
    made: Callable[..., Iterator[Any]] = mutants
    if isinstance(session.state, TlnbState):
        made = player_turn.mutants
    elif isinstance(session.state, MiniState):
        made = mininap.mutants
    return made(decision, session.options, seen, dice)


def check_unlisted(ground: Ground, session: Session[Any], dice: CounterDice) -> bool:
    """The law judges what nobody listed; what it refuses leaves no trace, the rest is played."""
    decision, tried = session.pending, 0
    if decision is None or decision.side == CHANCE:
        return False
    seen = ground.view(session.state, decision.side)
    for answer in _unlisted(session, decision, seen, dice):
        tried += 1
        refusal = session.refusal(answer)
        told = decision.refusal(seen, answer)
        require(told == refusal, f"{answer!r}: {refusal}, by what the side sees {told}")
        twin = session.fork()
        before = twin.digest()
        try:
            twin.answer(answer)
        except IllegalAnswer:
            require(refusal is not None, f"{answer!r} was allowed and then refused")
            require(twin.digest() == before, f"the refused {answer!r} left a trace")
        else:
            require(refusal is None, f"{answer!r} was refused and then allowed")
            if ground.is_nlc:
                contract_nlc.check_table(twin)
            else:
                check_other(twin.state)
    return tried > 0


def legal_unlisted(ground: Ground, session: Session[Any], dice: CounterDice) -> list[Any]:
    """Legal answers that are not listed; few or none."""
    decision = session.pending
    is_known = ground.is_nlc or isinstance(session.state, TlnbState | MiniState)
    if decision is None or decision.side == CHANCE or not is_known:
        return []
    seen, listed = ground.view(session.state, decision.side), list(session.options)
    others = _unlisted(session, decision, seen, dice)
    return [one for one in others if one not in listed and session.refusal(one) is None]


# -- at the end of a game


def look_at_whole(ground: Ground, session: Session[Any], done: Done, *, replayed: bool) -> None:
    """A game is saved; its losses, secret rolls, campaign are told again; its file is verified.

    Args:
        ground: Where it was played.
        session: The game, over or not.
        done: Checks are counted here.
        replayed: Whether the whole game is replayed, which takes as long as playing it.
    """
    if ground.is_nlc:
        contract_nlc.check_losses(session)
        contract_nlc.check_rolls(session)
        done["losses and rolls"] += 1
    if replayed and ground.is_nlc:
        campaign_contract.check_campaign(session)
        done["campaign"] += 1
    if replayed:
        verdict = verify(session.system, save(session))
        require(verdict.ok, f"a replay finds: {verdict.sentence}")
        done["replay"] += 1


def side_of(text: str) -> Side:
    """A side by its word."""
    return Side(text)
