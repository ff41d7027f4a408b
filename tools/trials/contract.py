"""What must hold in every game, whoever plays: the contract that tests and the fuzzer check."""

from __future__ import annotations

from typing import Any

from hexwar.app.games import kit_named, load_game
from hexwar.engine import CHANCE, Session, save
from hexwar.table.forces import Side
from hexwar.table.state import MapState


class BrokenContractError(AssertionError):
    """Something that must always hold does not; the sentence says what."""


def require(holds: bool, sentence: str) -> None:
    """Raise unless something holds.

    Raises:
        BrokenContractError: it does not.
    """
    if not holds:
        raise BrokenContractError(sentence)


# -- of a table with hexes


def check_pieces(state: MapState) -> None:
    """Each piece in one place, strengths within bounds, and hexes list who is in them."""
    for unit in state.units.values():
        card = state.card(unit.id)
        require((unit.hex is None) != (unit.box is None), f"{unit.id} is in no place or in two")
        require(not unit.reduced or card.steps > 1, f"{unit.id} has one step and is reduced")
        if unit.hex is not None:
            require(unit.id in state.occupants[unit.hex], f"{unit.id} is not listed in its hex")
    for leader in state.leaders.values():
        require((leader.hex is None) != (leader.box is None), f"{leader.id} is in no place or two")
    listed = sum(len(units) for units in state.occupants.values())
    require(listed == sum(1 for _ in state.on_map()), "a hex lists a unit that is elsewhere")


def check_tails(state: MapState) -> None:
    """A tail belongs to a unit in column, and its hex lists it."""
    listed = sum(len(units) for units in state.tails.values())
    tails = {unit: unit.tail for unit in state.units.values() if unit.tail is not None}
    require(listed == len(tails), "a hex lists a tail that is elsewhere")
    for unit, tail in tails.items():
        require(unit.column and unit.hex is not None, f"{unit.id} has a tail and is in no column")
        require(unit.id in state.tails.get(tail, ()), f"the tail of {unit.id} is not listed")


def check_damage(state: MapState) -> None:
    """Each damaged span and each improved position is one of the map."""
    field = state.battle.battlefield
    for side in state.spans.damaged:
        require(side in field.span_at, f"{side} is damaged, and no span is there")
    require(state.positions <= field.grid.index.keys(), "an improved position is off the map")


# -- of any game under way


def check_options(session: Session[Any]) -> None:
    """The pending question has an answer, and each listed answer is legal, on state and view."""
    decision = session.pending
    if decision is None or decision.side == CHANCE:
        return
    options = list(session.options)
    require(bool(options), f"{decision} has no legal answer")
    seen = kit_named(session.system.id).view(session.state, Side(decision.side))
    require(list(decision.options(seen)) == options, f"{decision} has other answers on a view")
    for option in options:
        refusal = decision.refusal(seen, option)
        require(refusal is None, f"{decision} lists {option!r} and refuses it: {refusal}")


def check_fork(session: Session[Any]) -> None:
    """A fork stands where the game stands."""
    twin = session.fork()
    _same(session, twin, "a fork")
    require(twin.where() == session.where(), "the flows of a fork are others")
    _same(session, twin, "a fork whose flows run again")


def check_undo(session: Session[Any]) -> None:
    """Undo and redo lead back to the same table."""
    if not session.can_undo:
        return
    twin = session.fork()
    twin.undo()
    twin.redo()
    _same(session, twin, "undo and redo")


def check_save(session: Session[Any]) -> None:
    """A saved and loaded game is the same game, and its file is the same file."""
    text = save(session)
    twin = load_game(text)
    _same(session, twin, "save and load")
    require(save(twin) == text, "a loaded game saves as another file")


def check_replay(session: Session[Any]) -> None:
    """The rules replay the whole journal to the same table."""
    twin = Session.begin(session.system, session.header, session.chance)
    for entry in session.journal:
        if entry.is_given and twin.pending is not None and twin.pending.side != CHANCE:
            twin.answer(entry.answer)
    _same(session, twin, "a replay")


def check_kernel(session: Session[Any]) -> None:
    """All that must hold of every game, whatever its rules."""
    for check in (check_options, check_fork, check_undo, check_save, check_replay):
        check(session)


def _same(one: Session[Any], other: Session[Any], what: str) -> None:
    require(one.digest() == other.digest(), f"{what} leads to another table")
    require(one.pending == other.pending, f"{what} leads to another question")
    require(len(one.journal) == len(other.journal), f"{what} leads to another journal")
