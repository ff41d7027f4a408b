"""The lines of game files, what is sealed in them, and passwords."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest

from hexwar.engine import SaveError, SeededChance, load, save
from hexwar.engine import gamefile as files
from hexwar.engine.files import write_file
from hexwar.engine.forks import taken_up
from hexwar.engine.gamefile import Chain, DamagedError, Head, Note, first_line, read
from hexwar.engine.save import head_of, parse_file
from hexwar.engine.saved import not_closed
from hexwar.engine.seal import (
    LONGEST_PASSWORD,
    PACKED,
    Lock,
    LockedError,
    Seal,
    WrongPasswordError,
    unlocked,
)
from tests.engine.harbour import SYSTEM
from tests.engine.play import answer, assert_alike, finished, seeded, written

NOTE = Note(title="Épernay", turn=3, words="red moors", at="2026-05-31T20:15:00")


def test_everybody_may_read_where_a_game_stands_and_nothing_else() -> None:
    session = seeded("secret seed", [0, 1, 0])
    text = save(session, NOTE)
    assert text.isascii()
    assert text.splitlines()[0] == '{"layout":2,"system":"harbour","format":1}'
    for secret in ("secret seed", "ChoosePier", "BoatMoored", "piers"):
        assert secret in written(session)
        assert secret not in text
    assert head_of(text) == Head("harbour", 1)
    file = read(text)
    assert file.parts[0].note == NOTE
    assert (file.note.title, file.note.end, file.is_closed) == ("Épernay", "closed", True)
    assert read(save(finished(), NOTE)).note.end == "over"


def test_one_flipped_bit_anywhere_is_noticed() -> None:
    data = save(seeded(1, [0]), NOTE).encode()
    for at in range(len(data)):
        for bit in range(8):
            raw = bytearray(data)
            raw[at] ^= 1 << bit
            text = bytes(raw).decode(errors="replace")
            try:
                session = load(SYSTEM, text)
            except SaveError:
                continue
            assert session.notice == not_closed(), (at, bit)


def test_a_line_that_is_missing_moved_or_added_is_noticed() -> None:
    *lines, end = save(seeded(1, [0, 1]), NOTE).splitlines(keepends=True)
    other = save(seeded(2, [0, 1]), NOTE).splitlines(keepends=True)
    for text in (
        "".join([*lines, other[1], end]),
        "".join([lines[0], end]),
        "".join([*lines, end, end]),
        "".join([*lines, end, lines[1]]),
        "".join([*lines, end, "x"]),
        "".join([lines[0], other[1], end]),
    ):
        with pytest.raises(DamagedError, match=r"^line \d: the file is damaged here\.$") as told:
            load(SYSTEM, text)
        assert told.value.file.damage == int(str(told.value)[5])
    assert load(SYSTEM, "".join(lines)).notice == not_closed()
    assert load(SYSTEM, "".join([*lines, end[:-1]])).notice == not_closed()


def test_what_was_good_before_the_damage_can_still_be_read() -> None:
    *lines, end = save(seeded(1, [0, 1]), NOTE).splitlines(keepends=True)
    with pytest.raises(DamagedError) as told:
        load(SYSTEM, "".join([*lines, end.replace("closed", "clothed")]))
    saved = parse_file(SYSTEM, told.value.file, PACKED)
    assert saved.journal == seeded(1, [0, 1]).journal
    assert saved.is_open


HEAD = '{"layout":2,"system":"harbour","format":1}'


@pytest.mark.parametrize(
    "line",
    [
        "",
        '{"layout":2,',
        '{"layout":2}',
        '{"layout":2,"system":7,"format":1}',
        '{"layout":2,"system":"harbour","format":true}',
        '{"layout":2,"system":"harbour","format":1,"more":1}',
        '{"layout":2,"system":"harbour","format":1,"locks":[]}',
        '{"layout":2,"system":"harbour","format":1,"locks":{"red":{"salt":"xx","proof":""}}}',
        '{"layout":2,"system":"harbour","format":1,"locks":{"red":{"salt":"","proof":"","a":1}}}',
        f'{{"layout":2,"system":"{"x" * 5000}","format":1}}',
        HEAD.replace("2", "[" * 90_000),
    ],
)
def test_a_first_line_that_says_something_else_is_refused(line: str) -> None:
    text = first_line(Head("harbour", 1))
    rest = Chain.of(text).line(NOTE, written(seeded()).encode(), PACKED)
    assert load(SYSTEM, text + rest).journal == []
    told = r"^file: (this is no saved game|line 1: lists and objects|line 2: this is no JSON)"
    with pytest.raises(SaveError, match=told):
        load(SYSTEM, f"{files.START}\n{rest}" if not line else f"{line}\n{rest}")


def test_a_newer_layout_is_told() -> None:
    with pytest.raises(SaveError, match=r"^format: the game was saved by a newer version"):
        load(SYSTEM, '{"layout":3,"system":"harbour","format":1}\n')


def test_notes_and_bodies_of_strangers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    text = first_line(Head("harbour", 1))
    long = text + Chain.of(text).line(Note("x" * 3000), b"{}", PACKED)
    assert read(long).damage == 2
    for body in (b"{}", b"[]", b"7", b"nonsense", b'{"journal":[],"events":[],"marks":[]}'):
        chain = Chain.of(text)
        two = text + chain.line(NOTE, body, PACKED) + chain.line(NOTE, b"{}", PACKED)
        with pytest.raises(
            SaveError, match=r"^line 2: this is no game\.$|^system: this is missing"
        ):
            load(SYSTEM, two)
    bomb = zlib.compress(b"0" * 10_000_000)
    with pytest.raises(SaveError, match="larger than is allowed"):
        PACKED.show(base64.b64encode(bomb).decode(), b"", 1000)
    monkeypatch.setattr(files, "MOST_BODY", 5000)
    chain = Chain.of(text)
    twice = text + "".join(chain.line(NOTE, b"0" * 3000, PACKED) for _ in range(2))
    with pytest.raises(SaveError, match="larger than is allowed"):
        load(SYSTEM, twice)


@pytest.mark.parametrize("body", ["", "####", "AAAA", base64.b64encode(b"x\x9c").decode()])
def test_a_body_that_cannot_be_unpacked_is_refused(body: str) -> None:
    with pytest.raises(SaveError, match="cannot be unpacked"):
        PACKED.show(body, b"", 1000)
    packed = zlib.compress(b"whole") + b"more"
    with pytest.raises(SaveError, match="cannot be unpacked"):
        PACKED.show(base64.b64encode(packed).decode(), b"", 1000)


# Passwords

RED = PACKED.locked("red", "Blücher")
BOTH = RED.locked("blue", "Ney")


def test_a_locked_game_opens_with_the_passwords_of_all_who_set_one() -> None:
    session = seeded("s", [0, 1, 0])
    text = save(session, NOTE, BOTH)
    assert {"red", "blue"} == set(head_of(text).locks)
    with pytest.raises(LockedError, match=r"locked by a password \(blue, red\)") as told:
        load(SYSTEM, text)
    locks = told.value.locks
    for given in ({}, {"red": "Blücher"}, {"blue": "Ney", "red": ""}):
        with pytest.raises(LockedError):
            unlocked(locks, given)
    with pytest.raises(WrongPasswordError, match="not the password of the blue") as wrong:
        unlocked(locks, {"red": "Blücher", "blue": "ney"})
    assert wrong.value.side == "blue"
    seal = unlocked(locks, {"red": "Blu\u0308cher", "blue": "Ney"})  # typed on another machine
    assert_alike(load(SYSTEM, text, seal=seal), session)
    assert load(SYSTEM, save(session, NOTE, RED), seal=unlocked(RED.locks, {"red": "Blücher"}))


def test_nobody_else_reads_a_locked_game() -> None:
    text = save(seeded("s", [0, 1]), NOTE, RED)
    body = base64.b64decode(text.splitlines()[1].split()[2])
    for start in range(len(body)):
        with pytest.raises(zlib.error):
            zlib.decompress(body[start:])
    assert save(seeded("s", [0, 1]), NOTE, RED) != text  # another nonce each time
    for other in (RED.locked("red", "Blücher"), PACKED, PACKED.locked("blue", "Blücher")):
        with pytest.raises(LockedError):
            load(SYSTEM, text, seal=other)
    part = read(text).parts[0]
    assert json.loads(RED.show(part.body, part.place, 10_000))["seed"] == "s"
    with pytest.raises(SaveError, match="cannot be unpacked"):  # nor at another place of the file
        RED.show(part.body, b"elsewhere", 10_000)
    with pytest.raises(SaveError, match="cannot be unpacked"):
        Seal(RED.locks, {"red": bytes(32)}).show(part.body, part.place, 10_000)
    assert "Bl" not in repr(RED)


def test_a_password_is_changed_taken_away_and_bounded() -> None:
    session = seeded("s", [0])
    changed = RED.locked("red", "Gneisenau")
    with pytest.raises(WrongPasswordError):
        unlocked(changed.locks, {"red": "Blücher"})
    text = save(session, NOTE, changed)
    assert load(SYSTEM, text, seal=unlocked(changed.locks, {"red": "Gneisenau"}))
    assert BOTH.locked("red", "").locked("blue", "") == PACKED
    assert load(SYSTEM, save(session, NOTE, BOTH.locked("red", "").locked("blue", "")))
    with pytest.raises(SaveError, match="at most 200 characters"):
        RED.locked("blue", "x" * (LONGEST_PASSWORD + 1))
    assert isinstance(RED.locks["red"], Lock)


def test_a_game_and_its_copies_stay_locked(tmp_path: Path) -> None:
    session = seeded("s", [0, 1, 0])
    session.seal = RED
    again = load(SYSTEM, save(session), seal=unlocked(RED.locks, {"red": "Blücher"}))
    assert again.seal.locks == RED.locks
    twin = taken_up(again, 2, again.header, SeededChance(5))
    for one in (again, again.fork(), twin):
        assert head_of(save(one)).locks == RED.locks
    assert load(SYSTEM, save(seeded("s")), seal=RED).seal == PACKED  # the file was not locked


def test_no_file_that_opens_without_the_passwords_stays_beside_a_locked_one(
    tmp_path: Path,
) -> None:
    path, beside = tmp_path / "game.hexwar", tmp_path / "game.hexwar.bak"
    session = seeded("s", [0])
    for _ in range(2):
        write_file(path, save(session))
        answer(session, 0)
    assert beside.exists()
    session.seal = RED
    write_file(path, save(session))
    assert not beside.exists()
    write_file(path, save(session))
    assert head_of(beside.read_text()).locks == RED.locks
    session.seal = RED.locked("red", "Gneisenau")  # the old password opens nothing any more
    write_file(path, save(session))
    assert not beside.exists()
    session.seal = PACKED
    write_file(path, save(session))
    assert beside.exists()
