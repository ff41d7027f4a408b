"""Files that are no JSON, or no JSON that a person would write: one sentence each."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.reading import content_hash, read_object
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import FILES_ONLY
from tests.systems.nlc.cases import each


def read(path: Path, content: bytes | str) -> tuple[object, list[str]]:
    """The object that a file with some content holds, and `place: sentence` of each finding."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    findings: list[Finding] = []
    raw = read_object(path, Pen(path.name, findings))
    return raw, [": ".join(filter(None, (f.place, f.sentence))) for f in findings]


@each(
    "content sentence",
    ('{"a": 1,\n "b" 2}', "line 2, column 6: this is no JSON: a colon should stand here"),
    ("", "line 1, column 1: this is no JSON: a value should stand here"),
    ('{"a": 1} x', "line 1, column 10: this is no JSON: something stands behind the end"),
    (b'{"a":\n "\xe9"}', "line 2: this is no UTF-8 text"),
    ("[1]", "the file should hold an object, not a list"),
    ('"Brienne"', 'the file should hold an object, not "Brienne"'),
    ("[1,]", "line 1, column 4: this is no JSON: a value should stand here"),
    ('{"a" 1}', "line 1, column 6: this is no JSON: a colon should stand here"),
    ("{a: 1}", "line 1, column 2: this is no JSON: a name in double quotes should stand here"),
    ('{"a": 1 "b": 2}', "line 1, column 9: this is no JSON: a comma or the end should stand here"),
    ('{"a": "b', "line 1, column 7: this is no JSON: the text that begins here has no end"),
    ('{"a": "\tb"}', "line 1, column 8: this is no JSON: a control character stands here"),
    ('{"a": "\\q"}', "line 1, column 8: this is no JSON: no such character follows a backslash"),
    ("[" * 30_000, "line 1: lists and objects stand more than 64 deep in one another"),
    ("\n[" * 50_000, "there are more than 40000 values in the file"),
    ('{"a":\n1' + "0" * 5000 + "}", "line 2: a number is longer than 25 characters"),
    ('{"a":\n\n1e999}', "line 3: a number is too large to be used"),
    (b"\0" * 100, "line 1: this is no JSON"),
    ('{"a": 1}'.encode("utf-16"), "line 1: this is no UTF-8 text"),
)
def test_what_is_no_object_of_json(tmp_path: Path, content: bytes | str, sentence: str) -> None:
    assert read(tmp_path / "file.json", content) == (None, [sentence])


@each(
    "content rest sentence",
    ('{"a": 1, "a": 2}', {"a": 2}, 'the key "a" stands here more than once'),
    ('{"a": NaN}', {"a": None}, 'a: "NaN" is no number that can be used'),
    ('{"a": [-Infinity]}', {"a": [None]}, 'a[0]: "-Infinity" is no number that can be used'),
    ('{"a": 1' + "0" * 20 + "}", {"a": None}, f'a: "1{"0" * 20}" is no number that can be used'),
    ('{"a": "\\u001b[2J"}', {"a": None}, 'a: "\\u001b[2J" holds a character that cannot be shown'),
    ('{"a": "\\ud800"}', {"a": None}, 'a: "\\ud800" holds a character that cannot be shown'),
    ('{"\\u202e": 1}', {}, '"\\u202e" holds a character that cannot be shown'),
)
def test_a_value_that_cannot_be_used_leaves_the_rest(
    tmp_path: Path, content: str, rest: object, sentence: str
) -> None:
    assert read(tmp_path / "file.json", content) == (rest, [sentence])


def test_deep_nesting_is_found_but_a_mark_of_byte_order_is_no_fault(tmp_path: Path) -> None:
    raw, sentences = read(tmp_path / "file.json", '{"a":' * 17 + "{}" + "}" * 17)
    assert sentences == [".".join("a" * 16) + ": lists and objects are nested too deeply"]
    assert raw is not None
    content = '\ufeff{"a": "25\u202f% «\u00a0Château\u00a0»"}'
    assert read(tmp_path / "file.json", content) == ({"a": "25\u202f% «\u00a0Château\u00a0»"}, [])
    one, _ = read(tmp_path / "one.json", '{"a": 1, "b": [2]}')
    two, _ = read(tmp_path / "two.json", '{\r\n  "b": [2],\r\n  "a": 1\r\n}\r\n')
    other, _ = read(tmp_path / "other.json", '{"a": 1, "b": [3]}')
    assert content_hash(one) == content_hash(two) != content_hash(other)


def test_a_large_file_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)  # a hole: it takes no room on the disk
    monkeypatch.setattr("hexwar.engine.budget.weigh", lambda *_: pytest.fail("it was read"))
    (finding,) = validate([path], FILES_ONLY)
    assert finding.sentence == "the file is too large: 200.0 MiB, where 1 MiB is the limit"
    assert finding.is_error


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "growing.json"
    path.write_bytes(b" " * (1024 * 1024 + 1))
    before = os.stat_result((stat.S_IFREG, *[0] * 9))
    monkeypatch.setattr(os, "fstat", lambda _: before)
    findings: list[Finding] = []
    assert read_object(path, Pen("growing.json", findings)) is None
    assert [finding.sentence for finding in findings] == [
        "the file is too large: 1.0 MiB, where 1 MiB is the limit"
    ]


@each(
    "name sentence",
    ("nowhere.json", "there is no such file"),
    ("/dev/zero", "this is no file"),
    ("a/b.json", "the file cannot be read: Not a directory"),
    ("pipe.json", "this is no file"),
)
def test_what_is_no_file(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "a").write_text("", "utf-8")
    os.mkfifo(tmp_path / "pipe.json")
    (finding,) = validate([tmp_path / name], FILES_ONLY)
    assert (finding.file, finding.sentence) == ((tmp_path / name).as_posix(), sentence)
