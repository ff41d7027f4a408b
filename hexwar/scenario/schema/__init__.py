"""The form of the files: a map, forces, and a scenario that joins them."""

from __future__ import annotations

from typing import Final

from hexwar.scenario.schema.base import FORMAT, FileRecord, Record
from hexwar.scenario.schema.forces import ForcesFile
from hexwar.scenario.schema.map import MapFile
from hexwar.scenario.schema.scenario import ScenarioFile

KINDS: Final[dict[str, type[FileRecord]]] = {
    "map": MapFile,
    "forces": ForcesFile,
    "scenario": ScenarioFile,
}
"""The kinds of file by the word in their field `kind`."""

__all__ = ["FORMAT", "KINDS", "FileRecord", "ForcesFile", "MapFile", "Record", "ScenarioFile"]
