"""Converts the historical notes on the battles of 1814 into scenario files, a module a file."""

from __future__ import annotations

from typing import Any, TypeAlias

Raw: TypeAlias = "dict[str, Any]"
"""An object of a JSON file."""


class ImportFaultError(Exception):
    """A source that says something this tool cannot carry over."""


def formations_of(oob: Raw) -> list[Raw]:
    """The formations of both sides."""
    return [f for side in oob["sides"].values() for f in side["formations"]]


def leader_id(formation: Raw) -> str:
    """The id of a formation's commander."""
    return f"{formation['id']}-L"


def hq_id(formation: Raw) -> str:
    """The id of an HQ counter: the formation of an army's headquarters is called so itself."""
    return f"{formation['id']}-HQ"


def taken(source: Raw, *names: str) -> Raw:
    """Some fields of a source."""
    return {name: source[name] for name in names}


def present(**fields: Any) -> Raw:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}


def told(source: Raw, *names: str) -> Raw:
    """Those of some fields of a source that are there and say something."""
    return present(**{name: source.get(name) for name in names})


def marked(estimate: bool) -> Raw:
    """The mark of an estimate, or nothing."""
    return {"estimate": True} if estimate else {}
