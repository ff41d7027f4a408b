"""Raises an army of a nation for exactly so many points (M24.1, M24.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwar.engine.lots import Lots
from hexwar.systems.mininap.battle import Arm, Kind, UnitCard
from hexwar.systems.mininap.free.lists import KindRow, Nation, Organisation
from hexwar.systems.mininap.numbers import PRINTED, Numbers
from hexwar.systems.mininap.points import cost_of
from hexwar.table.forces import Side, UnitId

ATTEMPTS: Final = 400
"""Armies that are thrown together before one fits; 9 of 10 fit within the first 20."""

ARMS: Final = (Arm.ARTILLERY, Arm.CAVALRY, Arm.INFANTRY)
"""In the order in which points are spent: what infantry gets is the rest."""

COMMAND_SP: Final = 2
"""M3.4."""


@dataclass(frozen=True, slots=True)
class Brigade:
    """A brigade with its commander."""

    id: str
    name: str
    commander: UnitCard
    units: tuple[UnitCard, ...]
    division: str


@dataclass(frozen=True, slots=True)
class Army:
    """What a side brings."""

    nation: Nation
    brigades: tuple[Brigade, ...]
    higher: tuple[UnitCard, ...]  # commanders of divisions and of the corps
    divisions: tuple[tuple[str, str], ...]  # id and name of each

    @property
    def cards(self) -> tuple[UnitCard, ...]:
        """All units and commanders, in the order of rank."""
        units = [unit for brigade in self.brigades for unit in brigade.units]
        return (*units, *(brigade.commander for brigade in self.brigades), *self.higher)

    @property
    def units(self) -> tuple[UnitCard, ...]:
        """Its infantry, cavalry and artillery."""
        return tuple(unit for brigade in self.brigades for unit in brigade.units)

    @property
    def sp(self) -> int:
        """The strength of these."""
        return sum(unit.sp for unit in self.units)

    @property
    def cost(self) -> int:
        """Its points (M24.1)."""
        return sum(cost_of(card, PRINTED.with_own({})) for card in self.cards)


@dataclass(slots=True)
class _Raised:
    """A unit that is being raised."""

    row: KindRow
    sp: int
    name: str = ""

    def card(self, nation: Nation, side: Side, number: int, brigade: str) -> UnitCard:
        """What it becomes."""
        return UnitCard(
            UnitId(f"{nation.letter}{number}"),
            self.name,
            side,
            Arm(self.row.arm),
            Kind(self.row.kind),
            self.sp,
            nation=nation.of_unit,
            brigade=brigade,
            is_horse=self.row.horse,
            is_lancer=self.row.lancer,
            is_veteran=self.row.veteran,
        )


def raise_army(
    nation: Nation, side: Side, plan: Organisation, seed: str, *, has_veterans: bool = False
) -> Army:
    """The army of a side: the first of those thrown together that is legal and costs the points.

    Args:
        nation: The army list.
        side: Whose.
        plan: How many points, brigades and divisions.
        seed: The same seed gives the same army.
        has_veterans: Whether it may have units marked as veterans.
    """
    kinds = [row for row in nation.kinds if has_veterans or not row.veteran]
    for attempt in range(ATTEMPTS):
        raising = _Raising(nation, side, plan, Lots(f"{seed}/{side}/{attempt}"))
        army = raising.army(kinds)
        if army is not None:
            return army
    raise AssertionError((nation.name, plan, seed))  # each list is tried with every plan by a test


class _Raising:
    """One attempt."""

    def __init__(self, nation: Nation, side: Side, plan: Organisation, lots: Lots) -> None:
        self.nation, self.side, self.plan, self.lots = nation, side, plan, lots
        self.numbers: Numbers = PRINTED.with_own({})

    def army(self, kinds: Sequence[KindRow]) -> Army | None:
        """An army of some kinds of units; None where it does not come out."""
        higher = self.plan.divisions * self._rate("division")
        higher += self._rate("corps") if self.plan.divisions > 1 else 0
        left = self.plan.points - higher - self.plan.brigades * self._rate("brigade")
        raised = self._drawn(kinds, left)
        if not self._matched(raised, left):
            return None
        groups = self._brigades(raised)
        if groups is None or not self._is_fit(groups):
            return None
        self._name(raised)
        return self._organised(groups)

    def _rate(self, rank: str) -> int:
        return int(getattr(self.numbers.points.command, rank))

    def _cost(self, row: KindRow, sp: int) -> int:
        unit = _Raised(row, sp).card(self.nation, self.side, 1, "")
        return cost_of(unit, self.numbers)

    # -- units

    def _drawn(self, kinds: Sequence[KindRow], budget: int) -> list[_Raised]:
        """Units of each arm, until its share of the points is spent."""
        found, has = list[_Raised](), Counter[str]()
        left = budget
        for arm in ARMS:
            rows = [row for row in kinds if row.arm == arm]
            share = budget * self.nation.share[arm] // 100 if arm is not Arm.INFANTRY else left
            while rows := [row for row in rows if self._may_have(row, has[row.id])]:
                row = self.lots.weighed(rows, [row.weight for row in rows])
                cost = self._cost(row, row.sp[1])
                if 2 * cost > 3 * share:  # rather a little too dear than nothing
                    break
                found.append(_Raised(row, row.sp[1]))
                has[row.id] += 1
                share, left = share - cost, left - cost
        return found

    def _may_have(self, row: KindRow, has: int) -> bool:
        return has < row.most and (not row.each or has < self.plan.points // row.each)

    def _matched(self, raised: list[_Raised], budget: int) -> bool:
        """Makes units stronger or weaker until they cost all that is left."""
        for _ in range(100):
            spare = budget - sum(self._cost(unit.row, unit.sp) for unit in raised)
            if not spare:
                return True
            steps = list(self._steps(raised, spare))
            if not steps:
                return False
            unit, step = self.lots.pick(steps)
            unit.sp += step
        return False

    def _steps(self, raised: Sequence[_Raised], spare: int) -> Iterator[tuple[_Raised, int]]:
        """Each unit that can have one SP more or less without missing the points by more."""
        step = 1 if spare > 0 else -1
        for unit in raised:
            sp = unit.sp + step
            if unit.row.sp[0] <= sp <= unit.row.sp[2]:
                gain = self._cost(unit.row, sp) - self._cost(unit.row, unit.sp)
                if abs(spare - gain) < abs(spare):
                    yield unit, step

    # -- brigades

    def _brigades(self, raised: Sequence[_Raised]) -> list[list[_Raised]] | None:
        """Infantry by regiments; cavalry together if it is enough; guns where they are wanted."""
        of = {arm: [unit for unit in raised if unit.row.arm == arm] for arm in ARMS}
        least, most = self.numbers.setup.brigade_least, self.numbers.setup.brigade_most
        count, horse = self.plan.brigades, of[Arm.CAVALRY]
        is_apart = count > 2 and len(horse) >= least
        foot = count - is_apart
        groups: list[list[_Raised]] = [[] for _ in range(foot)]
        light = [unit for unit in of[Arm.INFANTRY] if unit.row.kind == Kind.LIGHT]
        line = [unit for unit in of[Arm.INFANTRY] if unit.row.kind != Kind.LIGHT]
        line.sort(key=lambda unit: unit.row.id)
        for place, unit in enumerate(line):
            groups[place * foot // len(line)].append(unit)
        others = [*light, *of[Arm.ARTILLERY], *([] if is_apart else horse)]
        if is_apart:
            groups.append([*horse])
            fast = next((unit for unit in others if unit.row.horse), None)
            if fast is not None and len(horse) < most:
                groups[-1].append(fast)
                others.remove(fast)
        for unit in others:
            smallest = min(groups[:foot], key=lambda group: (len(group), groups.index(group)))
            smallest.append(unit)
        fits = all(least <= len(group) <= most for group in groups)
        return groups if fits else None

    def _is_fit(self, groups: Sequence[Sequence[_Raised]]) -> bool:
        """Whether at least half of the SP are infantry (M24.2)."""
        units = [unit for group in groups for unit in group]
        foot = sum(unit.sp for unit in units if unit.row.arm == Arm.INFANTRY)
        return 2 * foot >= sum(unit.sp for unit in units)

    def _name(self, raised: Sequence[_Raised]) -> None:
        """Each kind has its regiments, the battalions of one together."""
        pools: dict[str, list[str]] = {}
        for row in dict.fromkeys(unit.row for unit in raised):
            names = self.lots.shuffled(row.names)
            battalions = row.battalions or ("",)
            pools[row.id] = [f"{number}{name}" for name in names for number in battalions]
        for unit in raised:
            unit.name = pools[unit.row.id].pop(0)

    def _organised(self, groups: Sequence[Sequence[_Raised]]) -> Army:
        nation, generals = self.nation, self.lots.shuffled(self.nation.generals)
        brigades, number, letter = list[Brigade](), 0, nation.letter
        of_division = [place * self.plan.divisions // len(groups) for place in range(len(groups))]
        for place, group in enumerate(groups):
            id_, name, cards = f"{letter}-{place + 1}", generals[place], list[UnitCard]()
            for unit in group:
                number += 1
                cards.append(unit.card(nation, self.side, number, id_))
            commander = self._commander(f"{letter}B{place + 1}", name, Kind.BRIGADE, (id_,))
            division = f"{letter}-{'I' * (of_division[place] + 1)}"
            called = nation.brigade.format(name=name)
            brigades.append(Brigade(id_, called, commander, tuple(cards), division))
        return self._commanded(brigades, generals[len(groups) :])

    def _commanded(self, brigades: Sequence[Brigade], generals: Sequence[str]) -> Army:
        nation, higher = self.nation, list[UnitCard]()
        divisions = list(dict.fromkeys(brigade.division for brigade in brigades))
        for number, (id_, name) in enumerate(zip(divisions, generals, strict=False), start=1):
            own = tuple(brigade.id for brigade in brigades if brigade.division == id_)
            card = self._commander(f"{nation.letter}D{number}", name, Kind.DIVISION, own)
            higher.append(replace(card, division=id_))
        if len(divisions) > 1:
            name = generals[len(divisions)]
            higher.append(self._commander(f"{nation.letter}C", name, Kind.CORPS, ()))
        named = tuple(
            (id_, nation.division.format(name=name))
            for id_, name in zip(divisions, generals, strict=False)
        )
        return Army(nation, tuple(brigades), tuple(higher), named)

    def _commander(self, id_: str, name: str, rank: Kind, commands: tuple[str, ...]) -> UnitCard:
        called, nation = self.nation.commander.format(name=name), self.nation.of_unit
        commander = UnitCard(UnitId(id_), called, self.side, Arm.COMMAND, rank, COMMAND_SP)
        return replace(commander, nation=nation, commands=commands)
