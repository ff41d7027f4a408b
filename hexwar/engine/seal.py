"""What keeps the body of a game file from being read: packing, and the sides' passwords.

Without a password a body is packed, so that nobody reads secrets by accident; whoever wants to
can unpack it. A side may set a password. Then every body is encrypted (AES-256-GCM) under a key
made from the passwords of all sides that have set one (scrypt): the file opens, on any machine,
where each of them is given, and no side can open it alone. A lost password cannot be got back.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from hmac import compare_digest
from unicodedata import normalize

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from hexwar.engine.chance import fresh_bytes
from hexwar.engine.errors import SaveError

LONGEST_PASSWORD = 200
"""In characters."""

_COST = 2**15  # of scrypt: 32 MiB and about 0.1 s for each password
_SALT, _NONCE = 16, 12  # bytes


@dataclass(frozen=True, slots=True)
class Lock:
    """What a file says openly of a side's password: enough to tell a wrong one."""

    salt: str  # hexadecimal
    proof: str  # hexadecimal; made from the key, and does not give it away
    name: str = ""  # what players call the side


class LockedError(SaveError):
    """A game file opens with passwords only."""

    def __init__(self, locks: Mapping[str, Lock]) -> None:
        names = ", ".join(name_of(side, locks[side]) for side in sorted(locks))
        super().__init__("The game is locked by a password ({sides}).", sides=names)
        self.locks = dict(locks)
        """The sides that have set one."""


class WrongPasswordError(SaveError):
    """A password is not the one that was set."""

    def __init__(self, side: str, name: str = "") -> None:
        super().__init__("This is not the password of the {side}.", side=name or side)
        self.side = side


@dataclass(frozen=True, slots=True)
class Seal:
    """Packs and unpacks the bodies of one game's files; it knows the keys, never the passwords."""

    locks: Mapping[str, Lock] = field(default_factory=dict)  # of the sides that have set one
    _keys: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def locked(self, side: str, password: str, name: str = "") -> Seal:
        """The same with a new password of a side; an empty one takes its lock away.

        Args:
            side: Its id.
            password: What will be asked for.
            name: What players call it.

        Raises:
            SaveError: The password is too long.
        """
        locks = {name: lock for name, lock in self.locks.items() if name != side}
        keys = {name: key for name, key in self._keys.items() if name != side}
        if password:
            salt = fresh_bytes(_SALT)
            keys[side] = _key_of(password, salt)
            locks[side] = Lock(salt.hex(), _proof(keys[side]), name)
        return replace(self, locks=locks, _keys=keys)

    def hide(self, plain: bytes, place: bytes) -> str:
        """`plain` as text that stands at `place`; at another place it could not be unpacked."""
        packed = zlib.compress(plain, 6)
        if self.locks:
            nonce = fresh_bytes(_NONCE)
            packed = nonce + AESGCM(self._key()).encrypt(nonce, packed, place)
        return b64encode(packed).decode()

    def show(self, text: str, place: bytes, most: int) -> bytes:
        """What `hide` hid at `place`.

        Args:
            text: What it gave.
            place: The same.
            most: So many bytes are unpacked at most.

        Raises:
            SaveError: It was hidden otherwise, is damaged, or larger than `most`.
        """
        try:
            packed = b64decode(text, validate=True)
            if self.locks:
                nonce, packed = packed[:_NONCE], packed[_NONCE:]
                packed = AESGCM(self._key()).decrypt(nonce, packed, place)
            unpacker = zlib.decompressobj()
            plain = unpacker.decompress(packed, most + 1)
        except (ValueError, zlib.error, InvalidTag) as fault:
            raise SaveError("This part of the file cannot be unpacked.") from fault
        if len(plain) > most:
            raise SaveError("What is packed in the file is larger than is allowed.")
        if not unpacker.eof or unpacker.unused_data:
            raise SaveError("This part of the file cannot be unpacked.")
        return plain

    def _key(self) -> bytes:
        """The key of all who have set a password, together."""
        parts = b"".join(self._keys[side] for side in sorted(self.locks))
        return blake2b(parts, digest_size=32, person=b"hexwar game").digest()


PACKED = Seal()
"""The seal of a game for which nobody has set a password."""


def unlocked(locks: Mapping[str, Lock], passwords: Mapping[str, str]) -> Seal:
    """The seal of a locked game, from the passwords of its sides.

    Raises:
        LockedError: The password of a side is not given.
        WrongPasswordError: One is not the one that was set.
    """
    keys = {}
    for side, lock in locks.items():
        if not passwords.get(side):
            raise LockedError(locks)
        key = _key_of(passwords[side], bytes.fromhex(lock.salt))
        if not compare_digest(_proof(key), lock.proof):
            raise WrongPasswordError(side, lock.name)
        keys[side] = key
    return Seal(dict(locks), keys)


def name_of(side: str, lock: Lock) -> str:
    """What players call a side, as far as the file says it."""
    return lock.name or side


def _key_of(password: str, salt: bytes) -> bytes:
    if len(password) > LONGEST_PASSWORD:
        raise SaveError("A password has at most {most} characters.", most=LONGEST_PASSWORD)
    text = normalize("NFC", password).encode(errors="surrogatepass")
    return Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(text)


def _proof(key: bytes) -> str:
    return blake2b(key, digest_size=8, person=b"hexwar proof").hexdigest()
