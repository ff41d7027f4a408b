"""Napoleon's Later Campaigns as the rest of the program knows it.

Scenarios are listed without the rules: what needs them is imported where it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Final, get_args

from hexwar.engine import Event, System
from hexwar.hexes import Hex
from hexwar.kit import Coming, Kit, Player, Reach, ReachEnd
from hexwar.messages import mark
from hexwar.scenario.section import Section
from hexwar.series.comings import due_words, printed_comings
from hexwar.systems.nlc.battle import NlcBattle, own
from hexwar.systems.nlc.options import FLAGS, GROUPS
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.section.schema import NlcScenario, Weather
from hexwar.table.battle import Battle
from hexwar.table.dice import Throw
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import SightLine
from hexwar.table.telling import Audience, Teller

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook
    from hexwar.systems.nlc.state import GameState
    from hexwar.systems.nlc.words import NlcNames


class NlcKit(Kit["GameState"]):
    """The rules of Napoleon's Later Campaigns over the scenarios of this program."""

    id = "nlc"
    title = mark("Napoleon's Later Campaigns")
    options: ClassVar[Mapping[str, tuple[str, ...]]] = FLAGS
    option_groups = GROUPS
    how_to_play = "the-chit-pull-game"
    form = FILES_ONLY["nlc"]
    weathers = get_args(Weather)

    @cached_property
    def system(self) -> System[GameState]:
        """The rules as the kernel knows them."""
        from hexwar.systems.nlc.system import nlc

        return nlc(lambda header: own(self.battle_of(header)))

    @cached_property
    def section(self) -> Section[NlcScenario, NlcBattle]:
        """Scenarios are checked by numbers, special rules and decks."""
        from hexwar.systems.nlc.battles import section

        return section()

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """One that follows its orders, one that knows nothing, and staffs of three levels."""
        from hexwar.systems.nlc.player import GreedyPlayer
        from hexwar.systems.nlc.player.random_orders import RandomWriter
        from hexwar.systems.nlc.staff.seats import staffs

        greedy = mark("follows its orders, marches by road and fights where the odds are good")
        random = mark("makes any legal move: an opponent for a first look at the rules")
        return {
            "greedy": Player(GreedyPlayer, greedy, mark("plays to win")),
            "random": Player(RandomWriter, random, mark("moves at random")),
            **staffs(),
        }

    @property
    def adviser(self) -> str:
        """A masterly staff: advice is not to misjudge."""
        return "hard"

    @property
    def opponent(self) -> str:
        """A careful staff."""
        return "normal"

    def battle(self, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> NlcBattle:
        """A scenario by id or path, with the players' options over its own, and its cards."""
        from hexwar.systems.nlc.battles import battle_with

        return battle_with(scenario, options)

    def set_up(self, battle: Battle) -> GameState:
        """The state before the first question."""
        from hexwar.systems.nlc.rules.turn.setup import set_up

        return set_up(own(battle))

    def readied(self, state: GameState) -> Iterator[Callable[[], object]]:
        """The net of the map, and the costs of every step there and back."""
        from hexwar.ground.costs import Gait, steps_of
        from hexwar.systems.nlc.rules.orders.goals import plain_net, steps_back_of

        yield partial(plain_net, state.battle.battlefield.grid)
        for gait in Gait:
            yield partial(steps_of, state, gait)
            for marching in (False, True):
                yield partial(steps_back_of, state, gait, marching=marching)

    def option_refusal(self, name: str, value: str, battle: Battle) -> str:
        """Why a battle is not played with a value of an option."""
        from hexwar.systems.nlc.battles import option_refusal

        return option_refusal(name, value, own(battle))

    def view(self, state: GameState, side: Side) -> GameState:
        """The state as a side may know it."""
        from hexwar.systems.nlc.state import view

        return view(state, side)

    def reach(self, state: GameState, unit: str) -> Reach | None:
        """Where a unit can go, by the cheaper of the usual movement and road movement."""
        from hexwar.ground.movement import movers
        from hexwar.ground.zones import enemy_zone
        from hexwar.systems.nlc.preview import move_ends

        mover = UnitId(unit)
        hex_ = state.units[mover].hex
        if hex_ is None:
            return None
        group = movers(state, (mover,))
        ends = dict(move_ends(state, (mover,)))
        by_road = {} if group.is_train else move_ends(state, (mover,), column=True)
        for end, found in by_road.items():
            if end not in ends or found.spent < ends[end].spent:
                ends[end] = found
        zone = enemy_zone(state, group.side) if group.heeds_zones else frozenset()
        known = {
            at: ReachEnd(end.spent, end.left, end.route.hexes, end.route.column, at in zone)
            for at, end in ends.items()
        }
        return Reach(unit, state.card(mover).name, hex_, group.allowance, known)

    def absence(self, state: GameState, unit: str) -> str:
        """When and where a unit is due."""
        return due_words(state.schedule.arrivals, unit, state.turn)

    def line_of_sight(
        self, state: GameState, a: Hex, b: Hex, weather: str | None
    ) -> SightLine | None:
        """What one hex sees of another, in the light of the turn."""
        from hexwar.ground.sight import light_of, line_of_sight
        from hexwar.systems.nlc.numbers import numbers_of

        field, sky = state.battle.battlefield, state.sky.weather if weather is None else weather
        return line_of_sight(field, a, b, numbers_of(state.battle), sky, light_of(state))

    def teller(self, audience: Audience[GameState]) -> Teller[GameState]:
        """The story by turns, fights, losses, orders, dice and cards."""
        from hexwar.systems.nlc.aftermath import NlcTeller

        return NlcTeller(audience)

    def comings(self, battle: Battle) -> Sequence[Coming]:
        """Arrivals by turn, side and place."""
        return [Coming(*due) for due in printed_comings(own(battle))]

    def throws(self, state: GameState, event: Event, at: int) -> Sequence[Throw]:
        """Every die of fire, morale, orders and the rest, with whose it was."""
        from hexwar.systems.nlc.aftermath.dice import throws_of

        return tuple(throws_of(state, event, at))

    def names(self, battle: Battle) -> NlcNames:
        """How sentences name sides, pieces, orders and places."""
        from hexwar.systems.nlc.words import NlcNames

        return NlcNames(own(battle))

    def rulebook(self, overrides: Mapping[str, object]) -> Rulebook:
        """The rulebook, with a scenario's own numbers."""
        from hexwar.rulebook import Rulebook
        from hexwar.systems.nlc.numbers import PRINTED
        from hexwar.table.numbers import with_own

        return Rulebook.load(
            with_own(PRINTED.tables, overrides),
            self.id,
            decisions=[kind.__name__ for kind in self.system.decisions],
            events=[kind.__name__ for kind in self.system.events],
        )

    def face(self) -> object:
        """Its panels, prompters and lenses."""
        from hexwar.systems.nlc.face import NlcFace

        return NlcFace(self)

    def editing(self) -> object:
        """Where its fields stand, its special rules, numbers and decks."""
        from hexwar.systems.nlc.editing import NlcEditing

        return NlcEditing(self)


NLC: Final = NlcKit()
"""The game; there is one kit of it."""
