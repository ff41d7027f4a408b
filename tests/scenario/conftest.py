"""Fixtures of the scenario tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenario.small import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """The small scenario without a fault, in a folder of its own."""
    return Small(tmp_path)
