"""What a file may cost is seen before an object is made of it."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine.budget import GAME, Budget, OverBudget, inflated, read_bytes, weigh
from tests.systems.nlc.cases import each

SMALL = Budget(size=200, values=10, depth=3, text=8, number=6)


def told(of: Callable[[], object]) -> str:
    """What is said against it."""
    with pytest.raises(OverBudget) as fault:
        of()
    return str(fault.value)


@each(
    "text",
    '{"a": [1, 2, {"b": null}]}',
    "[1, 2, 3, 4, 5, 6, 7, 8, 9]",
    '"\\\\\\"a"',
    '["[[[[[[", "{{{{{{", "a,b,c,d,", "1234567"]',
    "[-1.5e9]",
    "not json at all",
    "",
)
def test_what_keeps_to_its_budget_passes(text: str) -> None:
    weigh(text.encode(), SMALL)


@each(
    "text sentence",
    (" " * 201, "the file is too large: 0.0 MiB, where 0 MiB is the limit"),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 0]", "there are more than 10 values in the file"),
    ("[[], [], [], [], [], []]", "there are more than 10 values in the file"),
    ('"" ' * 30, "there are more than 10 values in the file"),
    ("{" + ":" * 11 + "}", "there are more than 10 values in the file"),
    ('[1,\n{"a":\n[[2]]}]', "line 3: lists and objects stand more than 3 deep in one another"),
    ('[[\n["a[", [', "line 2: lists and objects stand more than 3 deep in one another"),
    ("[[[[", "line 1: lists and objects stand more than 3 deep in one another"),
    ("]]]]", "this is no JSON: more lists and objects end than begin"),
    ('["a",\n"123456789"]', "line 2: a text is longer than 8 bytes"),
    ('{"a":\n\n1234567}', "line 3: a number is longer than 6 characters"),
    ("\nInfinity", "line 2: this is no JSON"),
    ('["\\"",\n1e0100]', "line 2: a number is too large to be used"),
)
def test_what_does_not_is_told_with_its_line(text: str, sentence: str) -> None:
    assert told(lambda: weigh(text.encode(), SMALL)) == sentence


@each(
    "text",
    '"\\u001b[2J"',
    '"\\u001B[2J"',
    '"\\u0000"',
    '"\\u202e"',
    '"\u202e"',
    '"\x9b2J"',
    '"\x7f"',
    '"\u2066"',
)
def test_no_text_of_a_game_commands_a_terminal(text: str) -> None:
    words = f'["\\\\u001b", "\\n\\t é — Ж",\n{text}]'
    assert told(lambda: weigh(words.encode(), GAME)) == (
        "line 2: a text holds a character that cannot be shown"
    )
    weigh(words.encode(), replace(GAME, is_shown=False))
    weigh(words.replace(text, '""').encode(), GAME)


@given(st.lists(st.sampled_from(list(b'[]{}",:1eE+x\\ \n\x0b\xff')), max_size=60).map(bytes))
def test_whatever_the_bytes_are_there_is_a_sentence_or_none(data: bytes) -> None:
    with suppress(OverBudget):
        weigh(data, SMALL)


def values() -> st.SearchStrategy[Any]:
    """Anything that JSON can hold."""
    leaf = st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=6)
    return st.recursive(
        leaf, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner)
    )


def depth_of(value: Any) -> int:
    """How deep lists and objects stand in one another."""
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth_of, inner), default=0)


@given(values(), st.integers(1, 4), st.booleans())
def test_depth_is_that_of_the_values_whatever_stands_in_texts(
    value: Any, most: int, plain: bool
) -> None:
    budget = Budget(size=1 << 20, values=1 << 20, depth=most, text=1 << 20)
    text = json.dumps(value, ensure_ascii=plain).encode()
    if depth_of(value) <= most:
        weigh(text, budget)
    else:
        assert told(lambda: weigh(text, budget)).startswith("line 1: lists and objects stand")


@each("name", "folder", "pipe", "device")
def test_only_a_plain_file_is_opened(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    assert told(lambda: read_bytes(tmp_path / name, 10)) == "this is no file"
    plain = tmp_path / "plain"
    plain.write_text("a")
    before = os.stat(plain)
    with monkeypatch.context() as patched:  # it takes the place of a plain file meanwhile
        patched.setattr(os, "stat", lambda *_, **__: before)
        found = told(lambda: read_bytes(tmp_path / name, 10)) if name != "folder" else ""
    assert found in ("this is no file", "")


def test_a_file_is_read_to_its_last_byte_and_no_larger_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\r\n\x1a0123456")
    assert read_bytes(path, 10) == b"\r\n\x1a0123456"
    assert told(lambda: read_bytes(path, 9)).startswith("the file is too large")
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "none", 9)


def test_what_was_packed_is_not_blown_up_beyond_the_budget() -> None:
    packed = zlib.compress(b"a" * 1000)
    assert inflated(packed, 1000) == b"a" * 1000
    assert told(lambda: inflated(packed, 999)).startswith("the file is too large")
    spoilt = packed[:5] + b"\xff" + packed[6:]
    for broken in (packed[:-1], packed + b"a", b"", b"abc", spoilt):
        with pytest.raises(OverBudget, match="what was packed here is damaged"):
            inflated(broken, 1000)
