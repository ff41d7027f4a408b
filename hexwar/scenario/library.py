"""Finds scenarios and loads them ready to play."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hexwar import resources
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError, quoted
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.findings import nearest
from hexwar.scenario.register import REGISTER, beside, stem_of
from hexwar.scenario.section import B, Sections
from hexwar.scenario.summaries import error_of, scenario_ids
from hexwar.scenario.validate import Inspection


def find(name_or_path: str | Path) -> Path:
    """The scenario file of an id, or of a path to a scenario's folder or file.

    Raises:
        ScenarioError: there is no such scenario.
    """
    ids = scenario_ids()
    if str(name_or_path) in ids:
        return resources.scenarios() / str(name_or_path) / SCENARIO_FILE
    path = Path(name_or_path)
    for file in (path, path / SCENARIO_FILE):
        if os.path.isfile(file):  # never raises, whatever the name
            return file
    if os.path.isdir(path):
        raise ScenarioError(say("the folder holds no {name}", name=SCENARIO_FILE), path)
    known, hint = ", ".join(ids) or "none", nearest(str(name_or_path), ids)
    words = mark("there is no scenario {path}{hint} (there are: {known})")
    raise ScenarioError(say(words, path=quoted(str(path)), hint=hint, known=known))


def lasting_name(name_or_path: str | Path) -> str:
    """What saves call a scenario that a person has named: its id, or a name of the register.

    Raises:
        ScenarioError: there is no such scenario.
    """
    if str(name_or_path) in scenario_ids():
        return str(name_or_path)
    path = find(name_or_path).absolute()
    return REGISTER.name_of(path.parent if path.name == SCENARIO_FILE else path)


def named_by_save(name: str, folders: Sequence[Path] = ()) -> str:
    """The scenario that a save names, as `find` takes it: its id, or a path.

    Nothing that the save says is taken for a path: the name is one of a scenario of hexwar, of one
    that a person has opened on this machine, or of one that lies in one of these folders.

    Raises:
        ScenarioError: there is no such scenario.
    """
    if name in scenario_ids():
        return name
    near = (beside(folder, name) for folder in folders)
    for path in (REGISTER.path(name), *near, *REGISTER.namesakes(name)):
        if path is not None and (os.path.isfile(path) or os.path.isfile(path / SCENARIO_FILE)):
            REGISTER.lend(name, path)
            return str(path)
    stem = quoted(stem_of(name))
    words = mark(
        "there is no scenario {name} here: open it once, or put its folder beside the save"
    )
    raise ScenarioError(say(words, name=stem))


def load_battle(name_or_path: str | Path, sections: Sections[B]) -> B:
    """The battle of a scenario, ready to be set up by the system that has judged it.

    Raises:
        ScenarioError: there is no such scenario, or its files have faults.
    """
    path = find(name_or_path)
    inspection = Inspection(sections, resources.scenarios(), is_thorough=False)
    loaded = inspection.inspect_scenario(path)
    errors = [finding for finding in inspection.files.findings if finding.is_error]
    if loaded is None or errors:
        raise error_of(errors)
    scenario = loaded.scenario
    return sections[scenario.system].build(scenario, loaded)
