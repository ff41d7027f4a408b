"""What is played on: the scenarios of NLC, small battles made up, and the games of the tests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hexwar.ai.policy import CounterDice, Policy, RandomPlayer, pick
from hexwar.app.games import battle_with, kit_of_scenario, load_game, new_game, register, rules_for
from hexwar.engine import Chance, SeededChance, Session
from hexwar.kit import Kit
from hexwar.scenario.summaries import scenario_ids
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.player.random_orders import RandomWriter
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from tests.systems.skirmish.kit import SKIRMISH
from tools.trials.fuzzing.clash import clash

ROOT: Final = Path(__file__).parents[3]

MELEE: Final = str(ROOT / "tests" / "scenarios" / "melee")
FARMS: Final = str(ROOT / "tests" / "systems" / "skirmish" / "scenarios" / "two-farms")

CLASH = "clash"
"""The ground that is made up."""

OFTEN: Final = 12
"""So many games one made-up battle is played."""

USUAL_ONE_IN: Final = 3
"""In one game of so many every option has its usual value."""


class Ground(ABC):
    """A game that can be begun."""

    def __init__(self, name: str) -> None:
        """Call it as a table of counts shall have it."""
        self.name = name

    @abstractmethod
    def begin(self, number: int, seed: str) -> Session[Any]:
        """A new game.

        Args:
            number: How many games were played on this ground before.
            seed: Of the dice.
        """

    @abstractmethod
    def load(self, text: str | bytes, chance: Chance | None = None) -> Session[Any]:
        """A saved game, with other dice if they are given."""

    @abstractmethod
    def view(self, state: Any, side: str) -> Any:
        """What a side may know."""

    @property
    def is_nlc(self) -> bool:
        """Whether it is a battle of NLC, whose promises are known."""
        return False

    def greedy(self) -> Policy:
        """Its best player."""
        return RandomPlayer()

    def random(self) -> Policy:
        """Its player who knows nothing."""
        return RandomPlayer()


class ScenarioGround(Ground):
    """A scenario of NLC, or the small battles that are made up."""

    def __init__(self, scenario: str, folder: Path) -> None:
        """Play a scenario by id or path; made-up battles lie in a folder."""
        super().__init__(Path(scenario).name)
        self.scenario, self.folder = scenario, folder

    @property
    def is_nlc(self) -> bool:
        """It is."""
        return True

    def begin(self, number: int, seed: str) -> Session[Any]:
        """A new game with options drawn by lot, the usual ones now and then."""
        where = self.scenario
        if where == CLASH:
            where = str(clash(number // OFTEN, self.folder))
        dice = CounterDice(f"options/{seed}")
        fixed = {} if dice.below(USUAL_ONE_IN) else dict.fromkeys(NLC.options, "")
        chosen = options_of(NLC, battle_with(where), dice, fixed)
        return new_game(where, SeededChance(seed), chosen)

    def load(self, text: str | bytes, chance: Chance | None = None) -> Session[Any]:
        """A saved game; what it is played on lies among the made-up battles, or is known."""
        is_made_up = self.scenario == CLASH
        beside = self.folder if is_made_up else Path(self.scenario).parent
        return load_game(text, chance, beside=beside)

    def view(self, state: Any, side: str) -> Any:
        """What a side may know."""
        return NLC.view(state, Side(side))

    def greedy(self) -> Policy:
        """Follows its orders."""
        return GreedyPlayer()

    def random(self) -> Policy:
        """Writes any orders."""
        return RandomWriter()


def options_of(
    kit: Kit[Any], battle: Battle, dice: CounterDice, fixed: Mapping[str, str]
) -> dict[str, str]:
    """A value for every option of a game that is not fixed, of those that fit together.

    An option that is fixed as an empty word keeps the scenario's own value.
    """
    drawn: dict[str, str] = {name: value for name, value in fixed.items() if value}
    for name, values in kit.options.items():
        if name not in fixed:
            fits = [v for v in values if _is_open(kit, battle, {**drawn, name: v})]
            drawn[name] = pick(fits, dice)
    return drawn


def _is_open(kit: Kit[Any], battle: Battle, chosen: Mapping[str, str]) -> bool:
    """Whether a battle is played with some options together."""
    there = replace(battle, options={**battle.options, **chosen})
    return not any(kit.option_refusal(name, value, there) for name, value in chosen.items())


class FarmsGround(Ground):
    """The second game of the tests."""

    def __init__(self) -> None:
        super().__init__(SKIRMISH.id)
        register(SKIRMISH)

    def begin(self, number: int, seed: str) -> Session[Any]:  # noqa: ARG002
        """A new game."""
        return kit_of_scenario(FARMS).new_game(FARMS, SeededChance(seed))

    def load(self, text: str | bytes, chance: Chance | None = None) -> Session[Any]:
        """A saved game."""
        return load_game(text, chance)

    def view(self, state: Any, side: str) -> Any:
        """What a side may know."""
        return SKIRMISH.view(state, Side(side))


class PlayerTurnGround(Ground):
    """The player-turn game over its own battles or those of 1814."""

    def __init__(self, name: str = TLNB.id) -> None:
        """Play a battle by id, or several in turn; one of another game is `tlnb:` and its id."""
        super().__init__(name)
        self.scenario = name

    def begin(self, number: int, seed: str) -> Session[Any]:
        """A new game, its options drawn by lot, the usual ones now and then."""
        battles = BATTLES if self.name == TLNB.id else (self.name.removeprefix(BY_TLNB),)
        battle, dice = battles[number % len(battles)], CounterDice(f"options/{seed}")
        fixed = {} if dice.below(USUAL_ONE_IN) else dict.fromkeys(TLNB.options, "")
        chosen = options_of(TLNB, TLNB.battle(battle), dice, fixed)
        return TLNB.new_game(battle, SeededChance(seed), chosen)

    def load(self, text: str | bytes, chance: Chance | None = None) -> Session[Any]:
        """A saved game."""
        return load_game(text, chance)

    def view(self, state: Any, side: str) -> Any:
        """What a side may know."""
        return TLNB.view(state, Side(side))


class MiniGround(Ground):
    """Mini-Nap 2 over one of its battles, or over all in turn."""

    def __init__(self, name: str = MININAP.id) -> None:
        """Play a battle by id, or all of them."""
        super().__init__(Path(name).name)
        self.scenario = name

    def begin(self, number: int, seed: str) -> Session[Any]:
        """A new game, its options drawn by lot, the usual ones now and then."""
        battles = MINI_BATTLES if self.scenario == MININAP.id else (self.scenario,)
        battle, dice = battles[number % len(battles)], CounterDice(f"options/{seed}")
        fixed = {} if dice.below(USUAL_ONE_IN) else dict.fromkeys(MININAP.options, "")
        chosen = options_of(MININAP, MININAP.battle(battle), dice, fixed)
        return MININAP.new_game(battle, SeededChance(seed), chosen)

    def load(self, text: str | bytes, chance: Chance | None = None) -> Session[Any]:
        """A saved game."""
        return load_game(text, chance)

    def view(self, state: Any, side: str) -> Any:
        """What a side may know."""
        return MININAP.view(state, Side(side))


MINI_BATTLES: Final = ("mininap-small", "mininap-medium")
"""The battles of Mini-Nap 2."""

BY_TLNB: Final = f"{TLNB.id}:"
"""Before the name of a battle of another game that is played as this one."""

BATTLES: Final = ("champaubert", "montmirail", "fere-champenoise")
"""Where the player-turn game is tried."""


def grounds(folder: Path, names: tuple[str, ...] = ()) -> dict[str, Ground]:
    """The grounds by name, all or those that are named; a path is a scenario.

    Args:
        folder: Where made-up battles lie.
        names: Scenarios by id or path, by the rules of the player turn with `tlnb:` before them,
            and the words `clash`, `tlnb`, `mininap` and `skirmish`.
    """
    others: dict[str, Callable[[], Ground]] = {
        TLNB.id: PlayerTurnGround,
        MININAP.id: MiniGround,
        SKIRMISH.id: FarmsGround,
    }
    wanted = names or (CLASH, *scenario_ids(), MELEE, *others)
    made = [others[n]() if n in others else _of_scenario(n, folder) for n in wanted]
    return {ground.name: ground for ground in made}


def _of_scenario(name: str, folder: Path) -> Ground:
    kit = None if name == CLASH or name.startswith(BY_TLNB) else kit_of_scenario(name)
    if kit is MININAP:
        return MiniGround(name)
    is_player_turn = name.startswith(BY_TLNB) or kit is TLNB
    return PlayerTurnGround(name) if is_player_turn else ScenarioGround(name, folder)


def played_by(rules: str, names: Sequence[str]) -> tuple[str, ...]:
    """The grounds of some scenarios, or of all, by the rules of a game; those that it plays.

    Args:
        rules: The id of the game; empty: each by its own.
        names: The scenarios; none: all.
    """
    if rules != TLNB.id:
        return tuple(names)
    mine = [name for name in names or scenario_ids() if TLNB in rules_of(name)]
    return tuple(name if kit_of_scenario(name) is TLNB else f"{BY_TLNB}{name}" for name in mine)


def rules_of(name: str) -> Sequence[Kit[Any]]:
    """The games by whose rules a scenario can be played."""
    return rules_for(kit_of_scenario(name).id)
