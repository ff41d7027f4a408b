"""Mini-Nap 2 as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from hexwar.ai.policy import RandomPlayer
from hexwar.engine import Event, System
from hexwar.kit import Kit, Player
from hexwar.messages import mark, say
from hexwar.scenario.library import find, load_battle
from hexwar.scenario.making import Maker
from hexwar.scenario.section import Section
from hexwar.systems.mininap.options import FLAGS, GROUPS
from hexwar.systems.mininap.section import FORM, SECTION
from hexwar.systems.mininap.section.schema import MiniScenario
from hexwar.table.battle import Battle
from hexwar.table.dice import Throw
from hexwar.table.names import Names
from hexwar.table.telling import Audience, Teller

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook
    from hexwar.systems.mininap.battle import MiniBattle
    from hexwar.systems.mininap.state import MiniState


class MiniKit(Kit["MiniState"]):
    """Fast corps-size battles of miniatures on a measured table."""

    id = "mininap"
    title = mark("Mini-Nap 2")
    options: ClassVar[Mapping[str, tuple[str, ...]]] = FLAGS
    option_groups = GROUPS
    how_to_play = "mini-nap"
    form = FORM
    carries_files = True

    @cached_property
    def system(self) -> System[MiniState]:
        """The rules as the kernel knows them."""
        from hexwar.systems.mininap.battle import own
        from hexwar.systems.mininap.system import mini_nap

        return mini_nap(lambda header: own(self.battle_of(header)))

    @cached_property
    def section(self) -> Section[MiniScenario, MiniBattle]:
        """The rules say whether everybody can stand where he does."""
        return SECTION

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """Three levels of one that plans, and one that knows nothing."""
        from hexwar.systems.mininap.player.seats import levels

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

    def battle(self, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> Battle:
        """A scenario by id or path, with the players' options over its own."""
        return self.with_options(_loaded(scenario), options, find(scenario))

    def option_refusal(self, name: str, value: str, battle: Battle) -> str:  # noqa: ARG002
        """Why a battle is not played with a value of an option."""
        if name not in FLAGS or value in FLAGS[name]:
            return ""
        words = mark("{value} is no value of this option (there are: {known})")
        return say(words, value=value, known=", ".join(FLAGS[name]))

    @property
    def maker(self) -> Maker:
        """Free battles (M24)."""
        from hexwar.systems.mininap.free.maker import FreeBattles  # with the rules' numbers

        return FreeBattles()

    def set_up(self, battle: Battle) -> MiniState:
        """The table before the first question."""
        from hexwar.systems.mininap.battle import own
        from hexwar.systems.mininap.system import set_up

        return set_up(own(battle))

    def names(self, battle: Battle) -> Names:
        """How sentences name sides, units and pieces of ground."""
        return Names(battle)

    def rulebook(self, overrides: Mapping[str, object]) -> Rulebook:
        """The rulebook, with a scenario's own numbers."""
        from hexwar.rulebook import Rulebook
        from hexwar.systems.mininap.numbers import PRINTED
        from hexwar.table.numbers import with_own

        return Rulebook.load(with_own(PRINTED.tables, overrides), self.id)

    def teller(self, audience: Audience[MiniState]) -> Teller[MiniState]:
        """Tells fire, fights, charges and losses."""
        from hexwar.systems.mininap.aftermath import MiniTeller

        return MiniTeller(audience)

    def throws(self, state: MiniState, event: Event, at: int) -> Sequence[Throw]:
        """The dice of fire, fights and tests."""
        from hexwar.systems.mininap.aftermath import throws_of

        return tuple(throws_of(state, event, at))

    def face(self) -> object:
        """Its questions, its table, its panels."""
        from hexwar.systems.mininap.face import MiniFace

        return MiniFace(self)


@lru_cache(maxsize=8)
def _loaded(scenario: str) -> MiniBattle:
    return load_battle(scenario, {MiniKit.id: SECTION})


MININAP: Final = MiniKit()
"""The game; there is one kit of it."""
