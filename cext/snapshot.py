"""The byte format in which states and views are saved.

Layout, little-endian: magic, version, kind, seat, digest, layout, state hash; the game's spec (u16 length, UTF-8);
u8 number of streams, each u32 length and int32 values; u32 length and state block; u64 checksum over all before.
Reading checks form only: what the content means is checked by `Game.restore`, which trusts none of it.
"""

import hashlib
import struct
from dataclasses import dataclass

MAGIC = b"CARAVELA"
VERSION = 1
HEADER = struct.Struct("<8sHBbQQQ")
CHECKSUM_SIZE = 8

HISTORY = 1  # a state as the actions from the start: one stream
VIEW = 2  # a seat's view: one stream, its log
SAMPLED = 3  # a sampled world: one log a seat; `player` is the seat that sampled
BARE = 4  # a state without known history: one log a seat
KINDS = (HISTORY, VIEW, SAMPLED, BARE)


@dataclass(frozen=True)
class Snapshot:
    """The parts of a saved state or view. `state_hash` is 0 except for HISTORY; `player` is -1 where none is meant."""

    kind: int
    player: int
    digest: int
    layout: int
    state_hash: int
    spec: str
    streams: tuple[list[int], ...]
    block: bytes


def seal(body: bytes) -> bytes:
    """The body followed by its checksum."""
    return body + hashlib.blake2b(body, digest_size=CHECKSUM_SIZE).digest()


def write(snapshot: Snapshot) -> bytes:
    """The bytes that `read` takes back."""
    spec = snapshot.spec.encode()
    parts = [
        HEADER.pack(
            MAGIC,
            VERSION,
            snapshot.kind,
            snapshot.player,
            snapshot.digest,
            snapshot.layout,
            snapshot.state_hash,
        ),
        struct.pack("<H", len(spec)),
        spec,
        struct.pack("<B", len(snapshot.streams)),
    ]
    parts.extend(struct.pack(f"<I{len(stream)}i", len(stream), *stream) for stream in snapshot.streams)
    parts.append(struct.pack("<I", len(snapshot.block)))
    parts.append(snapshot.block)
    return seal(b"".join(parts))


def read(data: object) -> Snapshot:
    """The parts of a snapshot. ValueError for anything that `write` cannot have written."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a snapshot is bytes, not {type(data).__name__}")
    raw = bytes(data)
    if raw[: len(MAGIC)] != MAGIC:
        raise ValueError("this is no Caravela snapshot")
    if len(raw) < HEADER.size + CHECKSUM_SIZE:
        raise ValueError(f"the snapshot ends after {len(raw)} bytes")
    body = raw[:-CHECKSUM_SIZE]
    _, version, kind, player, digest, layout, state_hash = HEADER.unpack_from(body)
    if version != VERSION:
        raise ValueError(f"snapshot version {version}; this release reads version {VERSION}")
    if seal(body) != raw:
        raise ValueError("the snapshot's checksum does not fit: it was cut or altered")
    if kind not in KINDS:
        raise ValueError(f"unknown kind of snapshot {kind}")
    reader = _Reader(body, HEADER.size)
    (spec_size,) = reader.take("<H")
    spec = reader.text(spec_size)
    (count,) = reader.take("<B")
    streams = tuple(reader.integers() for _ in range(count))
    (size,) = reader.take("<I")
    block = reader.part(size)
    reader.finish()
    return Snapshot(kind, player, digest, layout, state_hash, spec, streams, block)


class _Reader:
    """Takes values off bytes; ValueError at their end."""

    def __init__(self, data: bytes, offset: int) -> None:
        self._data = data
        self._offset = offset

    def part(self, size: int) -> bytes:
        end = self._offset + size
        if end > len(self._data):
            raise ValueError(f"the snapshot ends early: byte {end} is missing")
        start, self._offset = self._offset, end
        return self._data[start:end]

    def take(self, form: str) -> tuple[int, ...]:
        return struct.unpack(form, self.part(struct.calcsize(form)))

    def text(self, size: int) -> str:
        try:
            return self.part(size).decode()
        except UnicodeDecodeError as error:
            raise ValueError("the snapshot's spec is no text") from error

    def integers(self) -> list[int]:
        (count,) = self.take("<I")
        return list(struct.unpack(f"<{count}i", self.part(4 * count)))

    def finish(self) -> None:
        if self._offset != len(self._data):
            raise ValueError(f"the snapshot has {len(self._data) - self._offset} bytes too many")
