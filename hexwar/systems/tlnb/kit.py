"""The player-turn game as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, get_args

from hexwar.ai.policy import RandomPlayer
from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.engine import Event, System
from hexwar.ground.vedettes import cards_with_vedettes
from hexwar.hexes import Hex
from hexwar.kit import Coming, Kit, Player, Reach, ReachEnd
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import find, load_battle
from hexwar.scenario.section import Section
from hexwar.series.comings import due_words, printed_comings
from hexwar.systems.tlnb.battle import TlnbBattle, own
from hexwar.systems.tlnb.numbers import numbers_of
from hexwar.systems.tlnb.options import FLAGS, GROUPS
from hexwar.systems.tlnb.section import SECTION
from hexwar.systems.tlnb.section.build import converted_options, special_texts
from hexwar.systems.tlnb.section.converting import plain_briefing
from hexwar.systems.tlnb.section.schema import TlnbScenario, Weather
from hexwar.table.battle import Battle, Briefing
from hexwar.table.dice import Throw
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import SightLine
from hexwar.table.telling import Audience, Teller

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook
    from hexwar.systems.tlnb.state import TlnbState


class TlnbKit(Kit["TlnbState"]):
    """Alternating player turns over the scenarios of the series."""

    id = "tlnb"
    title = mark("Library of Napoleonic Battles")
    options: ClassVar[Mapping[str, tuple[str, ...]]] = FLAGS
    option_groups = GROUPS
    how_to_play = "the-player-turn"
    form = SECTION
    also_reads: ClassVar[tuple[str, ...]] = ("nlc",)
    weathers = tuple(weather for weather in get_args(Weather))

    @cached_property
    def system(self) -> System[TlnbState]:
        """The rules as the kernel knows them."""
        from hexwar.systems.tlnb.system import tlnb

        return tlnb(lambda header: own(self.battle_of(header)))

    @cached_property
    def section(self) -> Section[TlnbScenario, TlnbBattle]:
        """Options, numbers and names are checked."""
        return SECTION

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """Three levels of one that plans, and one that knows nothing."""
        from hexwar.systems.tlnb.player.seats import levels

        random = mark("makes any legal move: an opponent for a first look at the rules")
        return {**levels(), "random": Player(RandomPlayer, random, mark("moves at random"))}

    @property
    def adviser(self) -> str:
        """Who misjudges nothing."""
        return "hard"

    @property
    def opponent(self) -> str:
        """A careful one."""
        return "normal"

    @property
    def quick(self) -> str:
        """Who does not think at all."""
        return "random"

    def battle(self, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> TlnbBattle:
        """A scenario of the series by id or path, with the players' options over its own."""
        battle = _loaded(scenario)
        merged = _fitting(battle, {**battle.options, **dict(options)}, dict(options))
        for name, value in merged.items():
            if name in FLAGS and value not in FLAGS[name]:
                known = ", ".join(FLAGS[name])
                words = mark("{value} is no value of this option (there are: {known})")
                told = say(words, value=value, known=known)
                raise ScenarioError(told, find(scenario), f"options.{name}")
            refusal = self.option_refusal(name, value, replace(battle, options=merged))
            if refusal:
                raise ScenarioError(refusal, find(scenario), f"options.{name}")
        made = replace(battle, options=MappingProxyType(merged))
        if merged.get("hidden") == "on":
            movement = numbers_of(made).vedette.movement
            made = replace(made, units=cards_with_vedettes(made, movement))
        return made

    def option_refusal(self, name: str, value: str, battle: Battle) -> str:
        """The weather as it was needs a record (T2.9)."""
        told = own(battle)
        is_told = told.weather_historical or told.weather_by_turn
        if (name, value) == ("weather", "historical") and not is_told:
            return say("no weather of {battle} is recorded", battle=battle.name)
        if name == "cards" and value != "none" and not told.stocks:
            return say("{battle} names no decks of cards", battle=battle.name)
        if (name, value) == ("cards", "solitaire") and told.is_campaign:
            return say(NO_SINGLE_DECK)
        if (name, value) == ("allowance", "cards") and battle.options.get("cards") == "none":
            return say("without cards a die or the counters tell how far units go")
        return ""

    def set_up(self, battle: Battle) -> TlnbState:
        """The state before the first question."""
        from hexwar.systems.tlnb.rules.turn.setup import set_up

        return set_up(own(battle))

    def view(self, state: TlnbState, side: Side) -> TlnbState:
        """The state as a side may know it."""
        from hexwar.systems.tlnb.state import view

        return view(state, side)

    def reach(self, state: TlnbState, unit: str) -> Reach | None:
        """Where a unit can go, by the cheaper of the usual movement and Road March."""
        from hexwar.ground.zones import enemy_zone
        from hexwar.systems.tlnb.rules.movement.marching import left_of, open_ends
        from hexwar.systems.tlnb.rules.movement.reach import End, group_of

        mover = UnitId(unit)
        hex_ = state.units[mover].hex
        if hex_ is None:
            return None
        group = group_of(state, (mover,))
        zone = enemy_zone(state, group.side) if group.heeds_zones else frozenset()
        found: dict[Hex, ReachEnd] = {}

        def told(at: Hex, end: End, *, column: bool) -> ReachEnd:
            left = max(left_of(state, (mover,), end, column=column), 0)
            return ReachEnd(end.spent, left, end.path, column, at in zone)

        for column in (False, True):
            for at, end in open_ends(state, (mover,), column=column).items():
                if at not in found or end.spent < found[at].spent:
                    found[at] = told(at, end, column=column)
        return Reach(unit, state.card(mover).name, hex_, group.left, found)

    def absence(self, state: TlnbState, unit: str) -> str:
        """When and where a unit is due."""
        return due_words(state.schedule.arrivals, unit, state.turn)

    def line_of_sight(
        self, state: TlnbState, a: Hex, b: Hex, weather: str | None
    ) -> SightLine | None:
        """What one hex sees of another, in the light of the turn."""
        from hexwar.ground.sight import light_of, line_of_sight

        field = state.battle.battlefield
        sky = state.sky.weather if weather is None else weather
        line = line_of_sight(field, a, b, state.numbers, sky, light_of(state))
        return replace(line, rule=state.battle.cited(line.rule))

    def teller(self, audience: Audience[TlnbState]) -> Teller[TlnbState]:
        """The story by turns, fights, losses, dice and cards."""
        from hexwar.systems.tlnb.aftermath import TlnbTeller

        return TlnbTeller(audience)

    def throws(self, state: TlnbState, event: Event, at: int) -> Sequence[Throw]:
        """Every die of fights, initiative and the rest, with whose it was."""
        from hexwar.systems.tlnb.aftermath.dice import throws_of

        return tuple(throws_of(state, event, at))

    def comings(self, battle: Battle) -> Sequence[Coming]:
        """Arrivals by turn, side and place."""
        return [Coming(*due) for due in printed_comings(own(battle))]

    def proposed(self, scenario: str, system: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """What the section proposes; of other battles some were fought by night (T34.4)."""
        return options if system == self.id else converted_options(scenario)

    def briefing(self, page: Briefing, scenario: str, system: str) -> Briefing:
        """Of a battle of another game the day, and the special rules that it has in this one."""
        return page if system == self.id else plain_briefing(page, special_texts(scenario))

    def rulebook(self, overrides: Mapping[str, object]) -> Rulebook:
        """The rulebook at the chapters of this game, with a scenario's own numbers."""
        from hexwar.rulebook import Rulebook
        from hexwar.systems.tlnb.numbers import PRINTED
        from hexwar.table.numbers import with_own

        return Rulebook.load(with_own(PRINTED.tables, overrides), self.id)

    def editing(self) -> object:
        """Its page in the editor, and what its fields are called."""
        from hexwar.systems.tlnb.editing import TlnbEditing

        return TlnbEditing(self)

    def face(self) -> object:
        """Questions answered by buttons and clicks."""
        from hexwar.systems.tlnb.face import TlnbFace

        return TlnbFace(self)


def _fitting(
    battle: TlnbBattle, merged: dict[str, str], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Options that were not chosen give way: no cards without decks, no MP of cards without cards.

    Without cards the die of T7.44 is the usual way (T7.47).
    """
    if not battle.stocks and "cards" not in chosen:
        merged["cards"] = "none"
    if merged["cards"] == "none" and "allowance" not in chosen and merged["allowance"] == "cards":
        merged["allowance"] = "roll"
    return merged


@lru_cache(maxsize=8)
def _loaded(scenario: str) -> TlnbBattle:
    """A scenario of this game, or of another one of the series (T34.1)."""
    sections = dict.fromkeys((TlnbKit.id, *TlnbKit.also_reads), SECTION)
    return load_battle(scenario, sections)


TLNB: Final = TlnbKit()
"""The game; there is one kit of it."""
