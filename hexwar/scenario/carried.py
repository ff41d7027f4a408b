"""The files of a scenario inside a saved game, so that it opens where nobody has the scenario.

What a save holds comes from anywhere: it goes through the same door as any stranger's file, and
through the same checks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError, quoted
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.reading import Json, object_in, read_object
from hexwar.scenario.section import B, Sections
from hexwar.scenario.summaries import error_of
from hexwar.scenario.validate import Inspection

MOST: Final = 48 << 10
"""Characters of the files of a scenario, as JSON, that a save takes along."""

_NAMED: Final = ("map", "forces")
"""What a scenario names its other files by."""


def carried(scenario: Path) -> Json:
    """The files of a scenario by the names that it has for them; none where a save holds no more.

    A file that comes with hexwar is everywhere, and is left out.

    Args:
        scenario: Its file.
    """
    pen = Pen(scenario.as_posix(), [])
    told = read_object(scenario, pen)
    if told is None:
        return {}
    files: Json = {SCENARIO_FILE: told}
    for name in (told.get(field) for field in _NAMED):
        if not isinstance(name, str):
            return {}
        homes = (scenario.parent / name, scenario.parent.parent / name)
        path = next((path for path in homes if os.path.isfile(path)), None)
        if path is not None and (found := read_object(path, pen)) is not None:
            files[name] = found
    return files if len(json.dumps(files)) <= MOST else {}


def carried_battle(files: object, sections: Sections[B]) -> B:
    """The battle that the files in a save describe.

    Raises:
        ScenarioError: They are no files of a scenario, or have faults.
    """
    if not isinstance(files, Mapping) or SCENARIO_FILE not in files:
        raise ScenarioError(say("the save holds no scenario"))
    battle: B = _battle(json.dumps(files), tuple(sections.items()))
    return battle


@lru_cache(maxsize=8)
def _battle(text: str, sections: Sequence[tuple[str, Any]]) -> Any:
    known, findings = dict(sections), list[Finding]()
    home = Path(os.sep) / "save"
    drafts = dict[Path, Json]()
    for name, told in json.loads(text).items():
        pen = Pen(name, findings)
        found = object_in(json.dumps(told).encode("ascii"), pen)
        if found is not None:
            drafts[(home / name).absolute()] = found
    inspection = Inspection(known, resources.scenarios(), is_thorough=False, drafts=drafts)
    loaded = inspection.inspect_scenario(home.absolute() / SCENARIO_FILE)
    errors = [one for one in (*findings, *inspection.files.findings) if one.is_error]
    if loaded is None or errors:
        raise error_of(errors)
    scenario = loaded.scenario
    if scenario.system not in known:
        words = mark("it is a scenario of {system}")
        raise ScenarioError(say(words, system=quoted(scenario.system)))
    return known[scenario.system].build(scenario, loaded)
