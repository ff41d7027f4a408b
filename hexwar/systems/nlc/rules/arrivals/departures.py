"""Units, trains and leaders leave the map (N5.6, N5.61, N12.29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Table, YesNo
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.systems.nlc.events.arrivals import LeaderExited, UnitExited
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, note_losses
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.permissions import line_row, permissions, row_of
from hexwar.systems.nlc.rules.supply.lines import is_hex_supplied, is_supplied
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Leader, Unit
from hexwar.table.words import piece_name, unit_list

Piece = UnitId | LeaderId


@dataclass(frozen=True, slots=True)
class ExitMap(Question[bool], YesNo, rule="N5.61"):
    """N5.61: whether pieces in one hex leave the map there for good."""

    kinds = ("exit", "stay")
    default = False
    pieces: tuple[Piece, ...]  # units that go together and leaders with them, a train, a leader
    hex: Hex

    def sentence(self, view: GameState) -> str:
        """Who may leave, and where."""
        words = mark(
            "{who} may let {pieces} leave the map in {hex} for good, because the order leads there."
        )
        return self.told(view, words, pieces=listed(piece_name(view, x) for x in self.pieces))

    def hint(self, view: GameState) -> str:
        """That it is for good, and what the check of supply will say."""
        return say("Who leaves the map does not come back. {supply}", supply=self._supply(view))

    def _units(self, view: GameState) -> list[UnitId]:
        return [UnitId(piece) for piece in self.pieces if piece in view.units]

    def _supply(self, view: GameState) -> str:
        """What the check of supply will say (N5.6)."""
        fighters = [unit for unit in self._units(view) if view.card(unit).is_combat_unit]
        out = [unit for unit in fighters if not is_supplied(view, unit)]
        if not out:
            return say("In supply: nothing counts as lost.") if fighters else ""
        one = mark("{units} is out of supply and would count as lost.")
        many = mark("{units} are out of supply and would count as lost.")
        return count(one, many, len(out), units=unit_list(view, out))

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Both, and what leaving means."""
        names = say(", ").join(piece_name(view, piece) for piece in self.pieces)
        stay = self.told(view, mark("{names}: in {hex} until the next activation"), names=names)
        gone = mark("{names}: out of play from now on. {supply}")
        leave = say(gone, names=names, supply=self._supply(view))
        return (
            Choice("stay", say("Stay on the map"), stay, answer=False, manner=Manner.MAIN),
            Choice("exit", say("Leave the map"), leave, answer=True),
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
    cost = 2 * numbers_of(state.battle).arrival.exit_cost
    leads = leads_out(state, state.line_id_of(unit), record.hex)
    if not leads or allowance(state, unit) - record.spent < cost:
        return False
    if card.arm.is_cavalry or card.arm.is_train or not is_in_contact(state, unit):
        return True
    return not record.spent and permissions(state, unit).leave_zone


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
    side, hex_ = state.side_of(going[0]), _place(state.units[going[0]])
    along = tuple(x for x in leaders if state.leaders[x].hex == hex_ and can_leader_exit(state, x))
    is_ordered = all(must_exit(state, unit) for unit in going)
    if is_ordered or await ExitMap(side, (*going, *along), hex_):
        leave(table, going, along)


async def offer_leader_exit(table: Table[GameState], leader: LeaderId, spent: int = 0) -> None:
    """N5.61: a leader alone leaves the map where he may, if his side wants it."""
    if can_leader_exit(table.state, leader, spent):
        side, hex_ = table.state.battle.leaders[leader].side, _place(table.state.leaders[leader])
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


def leave(
    table: Table[GameState],
    units: Sequence[UnitId],
    leaders: Sequence[LeaderId],
    *,
    retreating: bool = False,
) -> None:
    """N5.6, N15.1: pieces leave the map, by order or in a retreat; supply is checked at once."""
    state = table.state
    places = {unit: _place(state.units[unit]) for unit in units}
    supplied = {unit: _is_supplied(state, unit, hex_) for unit, hex_ in places.items()}
    lost = [u for u in units if not supplied[u] and state.card(u).is_combat_unit]
    for unit, hex_ in places.items():
        table.emit(UnitExited(unit, hex_, supplied[unit], retreating))
    for leader in leaders:
        table.emit(LeaderExited(leader, _place(table.state.leaders[leader])))
    for formation in dict.fromkeys(counted_for(table.state, unit) for unit in lost):
        note_losses(table, formation)


def _place(piece: Unit | Leader) -> Hex:
    assert piece.hex is not None
    return piece.hex


def _is_supplied(state: GameState, unit: UnitId, hex_: Hex) -> bool:
    if state.card(unit).is_combat_unit:
        return is_supplied(state, unit)
    return is_hex_supplied(state, state.formation_of(unit).id, hex_)
