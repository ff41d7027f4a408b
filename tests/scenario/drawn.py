"""Pictures that tests draw, byte by byte."""

from __future__ import annotations

import struct
import zlib


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    wide: int = 6, high: int = 8, *, said: tuple[int, int] = (0, 0), more: bytes = b""
) -> bytes:
    """A grey PNG; it may say that it has another size, and hold more parts before its pixels."""
    size = said if said != (0, 0) else (wide, high)
    head = struct.pack(">IIBBBBB", *size, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * wide) * high)
    parts = chunk(b"IHDR", head) + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def jpeg(wide: int = 6, high: int = 8, passes: int = 1) -> bytes:
    """What is as long as its head a JPEG, with so many passes, and never decoded."""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, high, wide, 3) + b"\x01\x11\0" * 3
    scan = b"\xff\xda" + struct.pack(">HB", 8, 1) + b"\x01\0\0\x3f\0" + b"pixels"
    return b"\xff\xd8" + frame + scan * passes + b"\xff\xd9"
