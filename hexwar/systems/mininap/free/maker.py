"""Free battles, as the rest of the program asks for them (M24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.messages import count, mark, say
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.making import Field, MadeBattle, Maker, Roster, RosterGroup
from hexwar.systems.mininap.battle import UnitCard
from hexwar.systems.mininap.free.army import Army
from hexwar.systems.mininap.free.lists import lists
from hexwar.systems.mininap.free.making import Wish, fits, make, table_of
from hexwar.systems.mininap.numbers import PRINTED
from hexwar.systems.mininap.points import cost_of

_YES: Final[Mapping[str, str]] = MappingProxyType({"off": mark("Off"), "on": mark("On")})


class FreeBattles(Maker):
    """Two armies for points on a table made by lot."""

    @property
    def fields(self) -> Sequence[Field]:
        """Nations, points, the table, and how the units are placed."""
        known = lists()
        nations = {id_: nation.name for id_, nation in known.nations.items()}
        (first, second, *_), same = nations, mark("Both armies cost as much.")
        points = {str(n): str(n) for n in known.points}
        tables = {"": mark("as the points want")}
        tables |= {id_: row.title for id_, row in known.tables.items()}
        setup = {"placed": mark("ready placed"), "free": mark("by the players")}
        return (
            Field("south", mark("South"), nations, first),
            Field("north", mark("North"), nations, second),
            Field("points", mark("Points a side"), points, "150", same),
            Field("table", mark("Table"), tables, ""),
            Field("setup", mark("Set-up"), setup, "placed", mark("Brigade by brigade in turn.")),
            Field("veterans", mark("Veterans"), _YES, "off", mark("Units of guards hold longer.")),
        )

    def unfit(self, chosen: Mapping[str, str]) -> str:
        """Two nations, on a table with room for both."""
        if chosen["south"] == chosen["north"]:
            return say("Two different nations fight.")
        wish = wish_of(chosen, 0)
        if not fits(table_of(wish), wish.points):
            words = mark("The table is too small for {points} points a side.")
            return say(words, points=wish.points)
        return ""

    def make(self, chosen: Mapping[str, str], seed: int) -> MadeBattle:
        """The battle of a value for each field."""
        made = make(wish_of({**self.usual, **chosen}, seed))
        files = {SCENARIO_FILE: made.scenario, "forces.json": made.forces, "table.json": made.table}
        return MadeBattle(made.id, files, tuple(_roster(army) for army in made.armies))


def wish_of(chosen: Mapping[str, str], seed: int) -> Wish:
    """What is wanted, of a value for each field."""
    return Wish(
        south=chosen["south"],
        north=chosen["north"],
        points=int(chosen["points"]),
        seed=seed,
        table=chosen["table"],
        veterans=chosen["veterans"] == "on",
        setup=chosen["setup"],
    )


def _roster(army: Army) -> Roster:
    words = mark("{units}, {sp} SP, {points} points")
    units = count("{n} unit", "{n} units", len(army.units))
    about = say(words, units=units, sp=army.sp, points=army.cost)
    groups = [
        RosterGroup(f"{brigade.name}", tuple(_line(card) for card in brigade.units))
        for brigade in army.brigades
    ]
    commanders = [*(brigade.commander for brigade in army.brigades), *army.higher]
    groups.append(RosterGroup(say("Commanders"), tuple(_line(card) for card in commanders)))
    return Roster(army.nation.name, about, tuple(groups))


def _line(card: UnitCard) -> str:
    points = cost_of(card, PRINTED.with_own({}))
    told = {"name": card.name, "kind": say(card.kind), "sp": card.sp, "points": points}
    if card.is_command:
        return say("{name}, {kind}: {points} points", **told)
    arm = say(card.arm)
    return say("{name}, {kind} {arm}, {sp} SP: {points} points", arm=arm, **told)
