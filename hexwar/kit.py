"""The port: what a game is to the rest of the program. This half of it needs no Qt.

A game is a folder with a `Kit`. Windows, commands and tools know a game by its kit alone; the list
of games (`hexwar.app.games`) finds the kits. The other half, what a game is to the window, is its
face (`hexwar.shell.face`), which `Kit.face` makes when a window asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from hexwar.ai.arena import Match
from hexwar.ai.minutes import whys_of
from hexwar.ai.policy import Policy
from hexwar.cards.library import CardNames
from hexwar.engine import (
    Chance,
    Event,
    ManualChance,
    SaveError,
    SeededChance,
    Session,
    System,
    chance_from_seed,
)
from hexwar.engine.foresight import Past, past_of
from hexwar.engine.records import seen_by
from hexwar.engine.save import parse
from hexwar.engine.saved import SavedGame, Verdict, not_closed, restored, verdict
from hexwar.engine.seal import PACKED, Seal
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.scenario.carried import carried, carried_battle
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import find, lasting_name, load_battle, named_by_save
from hexwar.scenario.making import Maker
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.section import PLAIN, Section
from hexwar.scenario.summaries import scenario_ids
from hexwar.table.aftermath import Aftermath
from hexwar.table.battle import Battle, Briefing, MapBattle
from hexwar.table.dice import Throw
from hexwar.table.forces import Side
from hexwar.table.names import Names
from hexwar.table.options import Group
from hexwar.table.reports import SightLine
from hexwar.table.spot import Spot
from hexwar.table.state import TableState
from hexwar.table.telling import Audience, Teller

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook  # with its reader of Markdown, which few commands need

OTHER_SCENARIO = -1
"""Stands for a rules revision: the game was played over other files of its scenario."""

RULES: Final = "rules"
"""The option by which a scenario is played by the rules of another game of its series."""


S = TypeVar("S", bound=TableState)
B = TypeVar("B", bound=Battle)


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player."""

    make: Callable[[], Policy]
    about: str  # what it does, as the rest of a sentence
    name: str = ""  # how players read of it, behind `Computer:`; of none its id
    level: str = ""  # the id of who is as able, and even-tempered: its own, or another's
    temper: str = ""  # how it is minded, in a word; of none it has no temper
    minded: str = ""  # what that means, as the rest of a sentence
    foresees: bool = False  # whether it plays on in thought, and so wants to be told of the past

    def called(self, id_: str) -> str:
        """Its name for players."""
        name = say(self.name) if self.name else id_
        return f"{name}, {say(self.temper)}" if self.temper and self.level != id_ else name


_NOBODY: Mapping[str, Player] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ReachEnd:
    """Where a unit may end its move, by the cheapest path."""

    spent: int  # half MP
    left: int
    path: tuple[Hex, ...]
    column: bool = False  # by road movement
    stops: bool = False  # whether it must halt there


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one unit can go from where it stands."""

    unit: str
    name: str
    hex: Hex
    allowance: int  # half MP
    ends: Mapping[Hex, ReachEnd]


@dataclass(frozen=True, slots=True)
class Coming:
    """Forces that the printed schedule brings onto the board."""

    turn: int
    spot: Spot  # where they enter
    side: Side
    names: tuple[str, ...]  # of the formations that they belong to


@dataclass(frozen=True, slots=True)
class SideReader:
    """A side that looks at a state of which secrets ask no more than that."""

    side: Side

    @property
    def key(self) -> Side:
        """The side."""
        return self.side


class Kit(ABC, Generic[S]):
    """A game: its rules, how its scenarios become battles, who can play it, what can be asked.

    What has a body here is what most games want; a game overrides what it does otherwise.
    """

    id: ClassVar[str]  # names the game in saves and scenarios
    title: ClassVar[str]
    form: ClassVar[Section[Any, Any]] = PLAIN
    """How its scenarios are read and listed; checks ask no rule."""
    options: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """The values that each option of a game may have, the usual one first."""
    option_groups: ClassVar[Sequence[Group]] = ()
    """Its options in words, as the dialog of a new game asks for them."""
    how_to_play: ClassVar[str] = "the-board"
    """The page of `docs/help.md` that tells how the game goes."""
    also_reads: ClassVar[tuple[str, ...]] = ()
    """Other games whose scenarios can be played by these rules too."""
    scenarios: ClassVar[Path | None] = None
    """A folder of scenarios that come with the game, beside those of the program."""
    weathers: ClassVar[Sequence[str]] = ()  # the kinds of weather that its rule of sight knows
    is_shown: ClassVar[bool] = True
    """Whether it has a face, so that windows show it."""
    carries_files: ClassVar[bool] = False
    """Whether a saved game takes the files along of a scenario that does not come with hexwar."""

    @cached_property
    @abstractmethod
    def system(self) -> System[S]:
        """The rules as the kernel knows them; their `start` is `set_up` of `battle_of`."""

    @property
    def is_on_map(self) -> bool:
        """Whether its battles are fought on maps of hexes, which the editor makes."""
        return issubclass(self.form.schema, ScenarioFile)

    @cached_property
    def section(self) -> Section[Any, Any]:
        """The same as `form` with all that the rules know to check."""
        return self.form

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """The computer players by name."""
        return {}

    def told_to(self, player: str, session: Session[S]) -> Past[S] | None:
        """How the pending question came about, for a player who looks ahead; None for others."""
        foresees = player in self.players and self.players[player].foresees
        return past_of(session, self.view) if foresees else None

    @property
    def adviser(self) -> str:
        """The id of the computer player who gives advice; empty where none does."""
        return next(iter(self.players), "")

    @property
    def opponent(self) -> str:
        """The id of who is proposed for the other side, and stands in for a person."""
        return self.adviser

    @property
    def quick(self) -> str:
        """The id of the computer player who answers at once when nobody wants to wait."""
        return next(iter(self.players), "")

    @property
    def maker(self) -> Maker | None:
        """What makes battles of this game by a few choices and a seed; None: there is nothing."""
        return None

    # -- a battle

    def battle(self, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> Battle:
        """A scenario by id or path, with the players' options over its own.

        Raises:
            ScenarioError: It cannot be read, or not be played with these options; the sentence
                names file and place.
        """
        battle: Battle = load_battle(scenario, {self.id: self.section})
        return self.with_options(battle, options, find(scenario))

    def with_options(
        self, battle: B, options: tuple[tuple[str, str], ...], file: Path | str = ""
    ) -> B:
        """A battle with the players' options over its own.

        Raises:
            ScenarioError: It cannot be played with these options.
        """
        merged = MappingProxyType({**battle.options, **dict(options)})
        for name, value in merged.items():
            refusal = self.option_refusal(name, value, battle)
            if refusal:
                raise ScenarioError(refusal, file, f"options.{name}")
        return replace(battle, options=merged)

    def carried(self, files: object, options: tuple[tuple[str, str], ...]) -> Battle:
        """The battle of the files in a saved game, with the players' options over its own.

        Raises:
            ScenarioError: They are no files of a scenario, or have faults.
        """
        battle: Battle = carried_battle(files, {self.id: self.section})
        return self.with_options(battle, options)

    @abstractmethod
    def set_up(self, battle: Battle) -> S:
        """The state before the first question."""

    def option_refusal(self, name: str, value: str, battle: Battle) -> str:  # noqa: ARG002
        """Why a battle is not played with a value of an option; empty where it may be."""
        return ""

    def readied(self, state: S) -> Iterator[Callable[[], object]]:  # noqa: ARG002
        """What the first moves of a game would wait for, to be made while it is being opened.

        It is for what is kept by map. What only lenses ask for can wait until the game is shown
        (`BoardWords.fields`).
        """
        return iter(())

    # -- a game

    def new_game(
        self, scenario: str, chance: Chance, options: Mapping[str, str] | None = None
    ) -> Session[S]:
        """A new game, run to its first question.

        Raises:
            ScenarioError: The scenario cannot be read.
        """
        chosen = dict(options or {})
        battle = self.battle(scenario, tuple(sorted(chosen.items())))
        name = lasting_name(scenario)
        header = {"scenario": name, "sha256": battle.sha256, "options": chosen}
        if self.carries_files and scenario not in scenario_ids():
            header |= {"files": files} if (files := carried(find(scenario))) else {}
        return Session.begin(self.system, header, chance)

    def new_match(
        self,
        scenario: str,
        players: Mapping[Side, str],
        seed: str,
        options: Mapping[str, str] | None = None,
        guests: Mapping[str, Player] = _NOBODY,
    ) -> Match:
        """A new game between computer players, who are called by their names.

        Beside the players of the game there may be `guests`.

        Raises:
            ScenarioError: The scenario cannot be read.
        """
        session = self.new_game(scenario, SeededChance(seed), options)
        known = {**self.players, **guests}
        made = {str(side): known[name].make() for side, name in players.items()}
        return Match(session, made, self.view, seed)

    def load_game(
        self,
        text: str | bytes,
        chance: Chance | None = None,
        seal: Seal = PACKED,
        beside: Path | None = None,
    ) -> Session[S]:
        """A saved game, ready to play on; without a `chance` it answers as the save says.

        Its scenario may lie in the folder `beside`, that of the save.

        A game whose scenario was corrected since stays readable: what was played can be looked
        at, and play goes on from its last mark over the corrected files.

        Raises:
            LockedError: A side has set a password, and `seal` was not made with it.
            SaveError: The text is no saved game of this system, or is damaged.
        """
        return self.resumed(parse(self.system, text, seal), chance, beside)

    def resumed(
        self, read: SavedGame, chance: Chance | None = None, beside: Path | None = None
    ) -> Session[S]:
        """A game that was read, ready to play on; see `load_game`."""
        saved, corrected = self._over_present_files(read, beside)
        dice = chance_from_seed(saved.seed) if chance is None else chance
        session = restored(self.system, saved, dice)
        if corrected:
            told = say(
                "The scenario {battle} was corrected since this game was saved: play goes on "
                "from the last mark.",
                battle=corrected,
            )
            session.notice = f"{told} {not_closed()}" if saved.is_open else told
        return session

    def verify_game(
        self, text: str | bytes, seal: Seal = PACKED, beside: Path | None = None
    ) -> Verdict:
        """What a replay of a saved game finds.

        A game whose scenario was corrected since cannot be asked again: it opens, or it does not.

        Raises:
            LockedError: A side has set a password, and `seal` was not made with it.
            SaveError: The text is no saved game of this system, or is damaged.
        """
        saved, corrected = self._over_present_files(parse(self.system, text, seal), beside)
        if not corrected:
            return verdict(self.system, saved)
        session = restored(self.system, saved, ManualChance())
        told = say(
            "The game opens. The scenario {battle} was corrected since it was saved, so the rules"
            " cannot be asked again.",
            battle=corrected,
        )
        return Verdict(ok=True, sentence=told, answers=0, marks=len(session.marks), is_other=True)

    def _over_present_files(self, saved: SavedGame, beside: Path | None) -> tuple[SavedGame, str]:
        """A game with the files of its scenario as they are now; the id, if they have changed."""
        battle = self._named_battle(saved.header, beside)
        if battle.sha256 == saved.header.get("sha256"):
            return saved, ""
        header = {**saved.header, "sha256": battle.sha256}
        return replace(saved, header=header, revision=OTHER_SCENARIO), battle.id

    def battle_of(self, header: Mapping[str, Any]) -> Battle:
        """The battle that a save's header names.

        Raises:
            SaveError: The header names none, or the scenario's files have changed since.
        """
        battle = self._named_battle(header)
        if battle.sha256 != header.get("sha256"):
            raise SaveError(
                "The scenario {id} has changed since this game was saved.", id=battle.id
            )
        return battle

    def _named_battle(self, header: Mapping[str, Any], beside: Path | None = None) -> Battle:
        scenario, options = header.get("scenario"), header.get("options", {})
        if not isinstance(scenario, str) or not isinstance(options, dict):
            raise SaveError("The save names no scenario.")
        chosen = tuple(sorted((str(k), str(v)) for k, v in options.items()))
        try:
            if self.carries_files and "files" in header:
                return self.carried(header["files"], chosen)
            folders = [folder for folder in (self.scenarios, beside) if folder is not None]
            return self.battle(named_by_save(scenario, folders), chosen)
        except ScenarioError as error:
            raise SaveError("Its scenario cannot be opened: {error}", error=error) from error

    # -- what can be asked of a state

    def view(self, state: S, side: Side) -> S:
        """The state as a side may know it: an independent copy without the enemy's secrets."""
        return seen_by(state, SideReader(side))

    def reach(self, state: S, unit: str) -> Reach | None:  # noqa: ARG002
        """Where a unit can go; None where it is not on the map, or the game cannot tell.

        It is a game of hexes that can.
        """
        return None

    def absence(self, state: S, unit: str) -> str:  # noqa: ARG002
        """Where a unit is that is not on the map, as the end of a sentence."""
        return ""

    def line_of_sight(self, state: S, a: Hex, b: Hex, weather: str | None) -> SightLine | None:  # noqa: ARG002
        """What one hex sees of another, in another weather if named; None without such a rule."""
        return None

    # -- what is told of a game

    def aftermath(
        self,
        session: Session[S],
        readers: Sequence[str],
        told: int,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Aftermath | None:
        """The first events of a game told to some readers; None where the game has no report.

        Args:
            session: The game.
            readers: The sides whose secrets may be told, or an empty name for what both may know.
            told: So many events.
            is_wanted: Whether anybody still waits for it; else None.
        """
        table = self.system.start(session.header)
        names, eyes = self.names(table.battle), partial(self.seen, readers=readers)
        whys = partial(whys_of, session, readers)
        teller = self.teller(Audience(names, tuple(readers), eyes, whys))
        return None if teller is None else teller.tell(table, session.events[:told], is_wanted)

    def teller(self, audience: Audience[S]) -> Teller[S] | None:  # noqa: ARG002
        """Who tells a game when it is over, or so far; None where the game has no report."""
        return None

    def throws(self, state: S, event: Event, at: int) -> Sequence[Throw]:  # noqa: ARG002
        """The dice that an event tells of; `at` is its place. The state is that of any time."""
        return ()

    def seen(self, state: S, readers: Sequence[str]) -> S:
        """The state as some readers may know it: of every other side without its secrets."""
        others = [side for side in state.battle.sides if side not in readers]
        for side in others:
            state = self.view(state, state.battle.enemy(side))
        return state

    # -- what is read and shown

    def comings(self, battle: Battle) -> Sequence[Coming]:  # noqa: ARG002
        """Who comes when and where by the printed schedule, which both sides know."""
        return ()

    def proposed(self, scenario: str, system: str, options: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002
        """The options of this game that a scenario proposes, which may be one of another game.

        Args:
            scenario: Its id.
            system: The game that it is for.
            options: What it proposes there.
        """
        return options if system == self.id else {}

    def briefing(self, page: Briefing, scenario: str, system: str) -> Briefing:  # noqa: ARG002
        """The page about a battle, called by its id, that was written for a system.

        A game tells of it what holds by its own rules.
        """
        return page

    def names(self, battle: Battle) -> Names:
        """How sentences name sides, pieces and places."""
        return CardNames(battle) if isinstance(battle, MapBattle) else Names(battle)

    def rulebook(self, overrides: Mapping[str, object]) -> Rulebook | None:  # noqa: ARG002
        """The rulebook, with a scenario's own numbers; None for a game without one.

        Raises:
            RulebookError: A file of it is missing or broken.
        """
        return None

    @abstractmethod
    def face(self) -> object:
        """What the game is to the window, a `Face` of `hexwar.shell.face`; it imports Qt."""

    def editing(self) -> object:
        """What the game is to the editor, an `Editing` of `hexwar.editor.port`; it imports Qt.

        None where it adds nothing to the envelope of a scenario.
        """
        return None
