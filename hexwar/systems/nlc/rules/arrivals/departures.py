"""Units, trains and leaders leave the map (N5.6, N5.61, N12.29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Choice, Decision, Manner, Table
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.systems.nlc.events.arrivals import LeaderExited, UnitExited
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, note_losses
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.permissions import line_row, permissions, row_of
from hexwar.systems.nlc.rules.supply.lines import is_hex_supplied, is_supplied
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import hex_name, piece_name, unit_list, whom
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.overlays import Overlays

Piece = UnitId | LeaderId


@dataclass(frozen=True, slots=True)
class ExitMap(Decision[bool]):
    """N5.61: whether pieces in one hex leave the map there for good."""

    rule: ClassVar[str] = "N5.61"
    pieces: tuple[Piece, ...]  # units that go together and leaders with them, a train, a leader
    hex: Hex

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """Stay, or leave."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`stay` or `exit`."""
        return "exit" if answer else "stay"

    def sentence(self, view: GameState) -> str:
        """Who may leave, and where."""
        return say(
            "{who} may let {pieces} leave the map in {hex} for good, because the order leads"
            " there.",
            who=whom(view, self.side),
            pieces=listed(piece_name(view, piece) for piece in self.pieces),
            hex=hex_name(view, self.hex),
        )

    def hint(self, view: GameState) -> str:
        """That it is for good, and what the check of supply will say."""
        return say("Who leaves the map does not come back. {supply}", supply=self._supply(view))

    def _units(self, view: GameState) -> list[UnitId]:
        return [UnitId(piece) for piece in self.pieces if piece in view.units]

    def _supply(self, view: GameState) -> str:
        """What the check of supply will say (N5.6)."""
        fighters = [unit for unit in self._units(view) if view.card(unit).is_combat_unit]
        out = [unit for unit in fighters if not is_supplied(view, unit)]
        if out:
            return count(
                "{units} is out of supply and would count as lost.",
                "{units} are out of supply and would count as lost.",
                len(out),
                units=unit_list(view, out),
            )
        return say("In supply: nothing counts as lost.") if fighters else ""

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Both, and what leaving means."""
        names = say(", ").join(piece_name(view, piece) for piece in self.pieces)
        stay = mark("{names}: in {hex} until the next activation")
        leave = mark("{names}: out of play from now on. {supply}")
        return (
            Choice(
                "stay",
                say("Stay on the map"),
                say(stay, names=names, hex=hex_name(view, self.hex)),
                answer=False,
                manner=Manner.MAIN,
            ),
            Choice(
                "exit",
                say("Leave the map"),
                say(leave, names=names, supply=self._supply(view)),
                answer=True,
            ),
        )

    def marks(self, view: GameState) -> Overlays:
        """Who may leave."""
        chosen: frozenset[Piece] = frozenset(self._units(view))
        return Overlays(selection=frozenset({self.hex}), chosen=chosen)


# -- the law


def can_exit(state: GameState, unit: UnitId) -> bool:
    """Whether a unit or train may leave the map from where it stands now (N5.6, N5.61).

    It stands where its side may leave, its order leads there, and it has the MP left. Infantry and
    artillery that have come into an EZOC stop in it; those who were there need leave to go (N6.6).
    """
    record, card = state.units[unit], state.card(unit)
    if record.hex is None or record.bridging is not None:
        return False
    line = state.line_id_of(unit)
    if not leads_out(state, line, record.hex) or not _can_pay(state, unit):
        return False
    if card.arm.is_cavalry or card.arm.is_train or not is_in_contact(state, unit):
        return True
    return not record.spent and permissions(state, unit).leave_zone


def _can_pay(state: GameState, unit: UnitId) -> bool:
    left = allowance(state, unit) - state.units[unit].spent
    return left >= 2 * numbers_of(state.battle).arrival.exit_cost


def can_leader_exit(state: GameState, leader: LeaderId, spent: int = 0) -> bool:
    """Whether a leader or HQ counter may leave the map from where he is (N5.61).

    Args:
        state: The table.
        leader: On the map.
        spent: What he has ridden, half MP.
    """
    card, hex_ = state.battle.leaders[leader], state.leaders[leader].hex
    if hex_ is None or not leads_out(state, LineId(card.formation), hex_):
        return False
    return card.movement * 2 - spent >= 2 * numbers_of(state.battle).arrival.exit_cost


def leads_out(state: GameState, line: LineId, hex_: Hex) -> bool:
    """Whether a hex is where a side may leave the map, and the order of a line leads off it there.

    That is March to the hex, also when it has become Defend by arriving, or General Retreat.
    """
    held, exits = state.pad.lines.get(line), state.battle.exits_on(state.turn)
    if held is None or not held.steps or exits.get(hex_) != state.side_of_line(line):
        return False
    row = row_of(state, held.step)
    has_come = row.defends and bool(held.stepped)
    return row.leaves or (held.step.target == hex_ and (row.marches or has_come))


def must_exit(state: GameState, unit: UnitId) -> bool:
    """Whether a unit that can leave the map has to: in General Retreat and in command (N12.29)."""
    acting = state.activation
    is_astray = acting is not None and unit in acting.out_of_command
    retreats = line_row(state, state.line_id_of(unit)).leaves
    return retreats and not is_astray and state.card(unit).is_combat_unit


# -- the flow


async def offer_exit(
    table: Table[GameState], units: Sequence[UnitId], leaders: Sequence[LeaderId] = ()
) -> None:
    """N5.61: units of one hex that may leave the map do, if their side wants or must.

    Leaders who went along leave with them where their own order leads out too.
    """
    state = table.state
    going = tuple(unit for unit in units if can_exit(state, unit))
    if not going:
        return
    hex_ = state.units[going[0]].hex
    assert hex_ is not None
    along = tuple(x for x in leaders if state.leaders[x].hex == hex_ and can_leader_exit(state, x))
    if all(must_exit(state, unit) for unit in going) or await ExitMap(
        state.side_of(going[0]), (*going, *along), hex_
    ):
        leave(table, going, along)


async def offer_leader_exit(table: Table[GameState], leader: LeaderId, spent: int = 0) -> None:
    """N5.61: a leader alone leaves the map where he may, if his side wants it."""
    hex_ = table.state.leaders[leader].hex
    if hex_ is None or not can_leader_exit(table.state, leader, spent):
        return
    side = table.state.battle.leaders[leader].side
    if await ExitMap(side, (leader,), hex_):
        leave(table, (), (leader,))


async def offer_exits(
    table: Table[GameState], trains: Sequence[UnitId], leaders: Sequence[LeaderId]
) -> None:
    """N5.61: trains and leaders who have not moved may leave the map from where they stand."""
    for train in trains:
        await offer_exit(table, (train,))
    for leader in leaders:
        await offer_leader_exit(table, leader)


def exit_unmoved(table: Table[GameState], units: Sequence[UnitId]) -> None:
    """N12.29: those in General Retreat who stand where they can leave do, unasked."""
    for unit in units:
        if can_exit(table.state, unit) and must_exit(table.state, unit):
            leave(table, (unit,), ())


def leave(table: Table[GameState], units: Sequence[UnitId], leaders: Sequence[LeaderId]) -> None:
    """N5.6, N15.1: pieces leave the map; their supply is checked at that moment."""
    state = table.state
    supplied = {unit: _is_supplied(state, unit) for unit in units}
    for unit, has_supply in supplied.items():
        hex_ = table.state.units[unit].hex
        assert hex_ is not None
        table.emit(UnitExited(unit, hex_, has_supply))
    for leader in leaders:
        hex_ = table.state.leaders[leader].hex
        assert hex_ is not None
        table.emit(LeaderExited(leader, hex_))
    for formation in dict.fromkeys(_losers(table.state, supplied)):
        note_losses(table, formation)


def _losers(state: GameState, supplied: dict[UnitId, bool]) -> Iterator[FormationId]:
    """The formations that count units which left out of supply (N15.1)."""
    for unit, has_supply in supplied.items():
        if not has_supply and state.card(unit).is_combat_unit:
            yield counted_for(state, unit)


def _is_supplied(state: GameState, unit: UnitId) -> bool:
    hex_ = state.units[unit].hex
    assert hex_ is not None
    if state.card(unit).is_combat_unit:
        return is_supplied(state, unit)
    return is_hex_supplied(state, state.formation_of(unit).id, hex_)
