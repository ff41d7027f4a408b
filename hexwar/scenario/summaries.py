"""The scenarios that come with hexwar, as a list shows them: read quickly, and not judged."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.messages import mark, say
from hexwar.scenario.build import briefing_of, date_text, track_of, turns_of
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.files import SCENARIO_FILE, OpenFiles
from hexwar.scenario.findings import Finding
from hexwar.scenario.schema import AnyForces, Envelope, ScenarioFile
from hexwar.scenario.section import Sections, musters_of
from hexwar.table.battle import Briefing, Shelf, Turn, numbered
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class Summary:
    """A scenario as a list shows it."""

    id: str
    name: str
    date: str  # such as 29 January 1814
    turns: int
    side_names: Mapping[Side, str]
    sp: Mapping[Side, int]  # set up or due by schedule
    options: Mapping[str, str] = field(default_factory=dict)  # that it proposes (N3.8)
    recorded_weather: str = ""  # for the option of the weather as it was; empty: none is named
    decks: Mapping[Side, str] = field(default_factory=dict)  # ids of the decks that it names
    briefing: Briefing | None = None
    units: Mapping[Side, int] = field(default_factory=dict)  # as `sp`; trains too
    picture: Path | None = None  # a small picture of its map
    is_campaign: bool = False  # a mini-campaign: never one deck for both sides (N23.8)
    track: tuple[Turn, ...] = ()
    system: str = ""  # the game that it is a scenario of
    shelf: Shelf = Shelf.BATTLE  # where lists show it
    is_yours: bool = False  # of the user's own library
    problem: str = ""  # why it cannot be played; the rest is then empty


def scenario_ids() -> tuple[str, ...]:
    """The ids of the scenarios that come with hexwar, in order."""
    return tuple(
        sorted(path.parent.name for path in resources.scenarios().glob(f"*/{SCENARIO_FILE}"))
    )


MOST_OWN: Final = 300
"""Battles of the user's own library that are listed."""


def summaries(
    sections: Sections[Any], others: Iterable[Path] = (), library: Path | None = None
) -> tuple[Summary, ...]:
    """The scenarios that come with hexwar, by their ids; then those in other folders.

    Args:
        sections: How those of each game are read.
        others: Folders of scenarios that come with games.
        library: The folder of the user's own.
    """
    own = [(id_, resources.scenarios() / id_ / SCENARIO_FILE) for id_ in scenario_ids()]
    files = [file for folder in others for file in sorted(folder.glob(f"*/{SCENARIO_FILE}"))]
    further = [(str(file.parent), file) for file in files]
    found = [_summary(*named, sections) for named in (*own, *further)]
    yours = () if library is None else sorted(islice(library.glob(f"*/{SCENARIO_FILE}"), MOST_OWN))
    found += (replace(_summary(str(f.parent), f, sections), is_yours=True) for f in yours)
    return tuple(found)


def _summary(id_: str, path: Path, sections: Sections[Any]) -> Summary:
    """What a file tells of its scenario, which is called for by an id."""
    forms = {name: section.schema for name, section in sections.items()}
    files = OpenFiles(resources.scenarios(), forms, musters=musters_of(sections))
    opened = files.open(path, Envelope)
    scenario = opened.record
    named = scenario and files.follow(path, scenario.forces, ("forces",), opened.pen)
    forces = named and files.open(named, AnyForces).record
    errors = [finding for finding in files.findings if finding.is_error]
    if not scenario or not forces or errors:
        return Summary(id_, "", "", 0, {}, {}, problem=str(error_of(errors)))
    sp, units = dict.fromkeys(forces.side_names, 0), dict.fromkeys(forces.side_names, 0)
    for side, strength in forces.strengths():
        if side in sp:
            sp[side] += strength
            units[side] += 1
    turns, names = turns_of(scenario), forces.side_names
    head = (id_, scenario.name, date_text(scenario.date), turns, names, sp)
    return Summary(
        *head,
        **asdict(sections[scenario.system].facts(scenario)),
        briefing=briefing_of(scenario),
        units=units,
        picture=_picture(files.follow(path, scenario.map, ("map",), opened.pen)),
        track=track_of(scenario) if isinstance(scenario, ScenarioFile) else numbered(turns),
        system=scenario.system,
        shelf=scenario.shelf,
    )


def _picture(map_: Path | None) -> Path | None:
    """The picture that lies beside a map, made by tools/make_map_pictures.py."""
    picture = map_ and map_.with_suffix(".png")
    return picture if picture and os.path.isfile(picture) else None


def error_of(errors: list[Finding]) -> ScenarioError:
    """The first of some faults, and how many more there are."""
    first = errors[0]
    others = len(errors) - 1
    more = say(" (and {n} more: see hexwar validate)", n=others) if others else ""
    return ScenarioError(first.sentence + more, first.file, first.place)


def summaries_text(summaries: Sequence[Summary]) -> str:
    """A line for each scenario; the paths of the user's own make no column wide."""
    width = max((len(summary.id) for summary in summaries if not summary.is_yours), default=0)
    return "\n".join(f"{summary.id:{width}}  {_summary_text(summary)}" for summary in summaries)


def summaries_json(summaries: Sequence[Summary]) -> str:
    """A list of objects, one for each scenario, without its picture and its turn track."""
    objects = [asdict(summary) for summary in summaries]
    for listed in objects:
        del listed["picture"], listed["track"]
    return json.dumps(objects, ensure_ascii=False, indent=2)


def _summary_text(summary: Summary) -> str:
    if summary.problem:
        told = say("cannot be played: {problem}", problem=summary.problem)
        return say("yours; {told}", told=told) if summary.is_yours else told
    names, sp = summary.side_names, summary.sp
    strengths = ", ".join(say("{name} {sp} SP", name=names[side], sp=sp[side]) for side in names)
    words = mark("{of.name}, {of.date}: {of.turns} turns, {strengths}")
    told = say(words, of=summary, strengths=strengths)
    return say("yours; {told}", told=told) if summary.is_yours else told
