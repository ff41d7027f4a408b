"""What is set right after an import: it changes what it names, and our files agree with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexwar.resources import scenarios
from tests.systems.nlc.cases import each
from tools.history.amendments import AMENDMENTS, Amendment, amend

Raw = dict[str, Any]


def raws() -> tuple[Raw, Raw]:
    scenario: Raw = {
        "orders": [{"formation": "FR-1", "steps": [{"verb": "march", "target": "0101"}]}],
        "special_rules": [{"id": "old-rule", "text": "Old.", "numbers": {"hexes": 2}}],
        "notes": ["First."],
    }
    leader = {"id": "FR-1-L", "special": ["old-rule"]}
    unit = {"id": "FR-1-01", "initiative": 4, "movement": 4}
    return scenario, {"formations": [{"id": "FR-1", "leaders": [leader], "units": [unit]}]}


def amended(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> tuple[Raw, Raw]:
    monkeypatch.setitem(AMENDMENTS, "bourg", Amendment(**changes))
    scenario, forces = raws()
    amend("bourg", scenario, forces)
    return scenario, forces


def test_orders_rules_leaders_and_units_of_named_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, forces = raws()
    amend("elsewhere", scenario, forces)
    assert (scenario, forces) == raws()
    steps = [{"verb": "defend", "target": "0202"}]
    rules = {"old-rule": {"text": "New."}, "new-rule": {"text": "More."}}
    more: Raw = {"fields": {"exhausted": ["FR-1"]}, "notes": ("Second.",)}
    scenario, _ = amended(monkeypatch, orders={"FR-1": steps}, rules=rules, **more)
    assert scenario["orders"] == [{"formation": "FR-1", "steps": steps}]
    assert scenario["special_rules"] == [
        {"id": "old-rule", "text": "New.", "numbers": {"hexes": 2}},
        {"id": "new-rule", "text": "More."},
    ]
    assert (scenario["exhausted"], scenario["notes"]) == (["FR-1"], ["First.", "Second."])
    more = {"special": {"FR-1": []}, "units": {"FR-1-01": {"initiative": 3}}}
    _, forces = amended(monkeypatch, may_order={"FR-1": ["FR-2"]}, **more)
    (formation,) = forces["formations"]
    assert formation["may_order"] == ["FR-2"]
    assert formation["leaders"] == [{"id": "FR-1-L"}]
    assert formation["units"] == [{"id": "FR-1-01", "initiative": 3, "movement": 4}]


@each("battle", *sorted(AMENDMENTS))
def test_our_files_are_as_amended(battle: str) -> None:
    """Amending them once more changes nothing but the notes, which would stand there twice."""
    read = {
        name: json.loads((scenarios() / battle / f"{name}.json").read_text("utf-8"))
        for name in ("scenario", "forces")
    }
    again = json.loads(json.dumps(read))
    amend(battle, again["scenario"], again["forces"])
    notes = AMENDMENTS[battle].notes
    assert again["scenario"]["notes"] == [*read["scenario"]["notes"], *notes]
    assert read["scenario"]["notes"][-len(notes) :] == list(notes) or not notes
    again["scenario"]["notes"] = read["scenario"]["notes"]
    assert again == read
