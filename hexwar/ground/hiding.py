"""Forces that the enemy does not see: what he is shown, and what reveals them (N20, T16)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import lru_cache

from hexwar.hexes import Hex
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.hiding import Hiding, side_of_piece, unseen_by
from hexwar.table.pieces import Box, Unit
from hexwar.table.state import Stance, TableState

# -- how a table looks to him who does not see everything


def place_of(state: TableState, piece: str) -> Hex | None:
    """The true hex of a unit or leader."""
    unit = state.units.get(UnitId(piece))
    return state.leaders[LeaderId(piece)].hex if unit is None else unit.hex


def hiding_seen(state: TableState, hiding: Hiding, side: Side) -> Hiding:
    """What a side knows of the hidden forces: its own, and the enemy's flags.

    A flag tells a hex and whose it is, not whether anything but cover markers lies there.
    """
    battle = state.battle
    theirs = unseen_by(battle, hiding, side)
    dummies = {d: h for d, h in hiding.dummies.items() if side_of_piece(battle, d) != side}
    gains = {h: b for h, b in hiding.gains.items() if b.holder == side}
    if not (theirs or dummies or gains):
        return hiding
    places = [place_of(state, piece) for piece in sorted(theirs & hiding.hidden)]
    flags = {hex_: battle.enemy(side) for hex_ in (*places, *dummies.values()) if hex_ is not None}
    reports = {
        (place_of(state, piece) or piece) if piece in theirs else piece: turns
        for piece, turns in hiding.reports.items()
    }
    return Hiding(
        hidden=hiding.hidden - theirs,
        lifted=hiding.lifted - theirs,
        dummies={d: h for d, h in hiding.dummies.items() if d not in dummies},
        reports=reports,
        gains={h: b for h, b in hiding.gains.items() if h not in gains},
        flags=dict(sorted({**hiding.flags, **flags}.items())),
    )


def take_off(seen: TableState, unseen: Set[str], of: Side) -> None:
    """Take a side's unseen pieces off the map of a view; its indexes agree.

    What is worked out from the rest is kept by where the side truly stands and who is unseen.
    """
    stance = seen.stances[of]
    for piece in sorted(unseen):
        if UnitId(piece) in seen.units:
            seen.put_unit(Unit(UnitId(piece), box=Box.UNSEEN))
        else:
            leader = seen.leaders[LeaderId(piece)]
            seen.put_leader(replace(leader, hex=None, box=Box.UNSEEN, moved=False))
    seen.stances[of] = _stance_without(stance, frozenset(unseen))


@lru_cache(maxsize=256)
def _stance_without(_stance: Stance, _unseen: frozenset[str]) -> Stance:
    """Stands for how a side stands, as one sees it who does not see some of its pieces."""
    return Stance()
