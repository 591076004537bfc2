"""Reads from an ELF library what it needs of the system, and derives the platform tag of a wheel."""

from __future__ import annotations

import platform
import re
import struct
import sysconfig
from typing import Iterator, Optional

#: The libraries that every manylinux system has (PEP 600).
COMMON = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libutil|libgcc_s|libstdc\+\+)\.so(\.\d+)?")

#: The first glibc of a manylinux policy with each version of the symbols of libstdc++.
GLIBCXX = {19: 17, 22: 24, 24: 27, 28: 31, 29: 34, 30: 35, 32: 38, 33: 39}

_DYNAMIC, _NEEDED, _STRINGS, _VERSIONS, _VERSION_COUNT = 6, 1, 5, 0x6FFFFFFE, 0x6FFFFFFF


class NotUnderstood(Exception):
    """A file is not an ELF library of 64 bits in little-endian order, or is damaged."""


class Library:
    """The names and versions of what an ELF library imports."""

    def __init__(self, data: bytes) -> None:
        if data[:6] != b"\x7fELF\x02\x01":
            raise NotUnderstood("not a 64-bit little-endian ELF file")
        self.data = data
        try:
            self._read()
        except (struct.error, ValueError, IndexError) as error:
            raise NotUnderstood(f"a damaged ELF file: {error}") from error

    def _read(self) -> None:
        (self.machine,) = struct.unpack_from("<H", self.data, 18)
        (start,) = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        self.segments = []
        for place in range(count):
            kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", self.data, start + place * size)
            self.segments.append((kind, offset, address, length))
        entries = list(self._dynamic())
        table = dict(entries)
        strings = self._offset(table[_STRINGS]) if _STRINGS in table else 0
        self.needed = [self._text(strings + value) for tag, value in entries if tag == _NEEDED]
        #: Pairs of a library and a version of its symbols, such as ("libc.so.6", "GLIBC_2.35").
        self.versions = []
        if _VERSIONS in table:
            place = self._offset(table[_VERSIONS])
            for _ in range(table.get(_VERSION_COUNT, 0)):
                _, names, file, first, following = struct.unpack_from("<HHIII", self.data, place)
                name_place = place + first
                for _ in range(names):
                    name, step = struct.unpack_from("<II", self.data, name_place + 8)
                    self.versions.append((self._text(strings + file), self._text(strings + name)))
                    name_place += step
                place += following

    def _dynamic(self) -> Iterator[tuple[int, int]]:
        # PT_DYNAMIC has the kind 2.
        for kind, offset, _, length in self.segments:
            if kind != 2:
                continue
            for place in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<QQ", self.data, place)
                if tag == 0:
                    return
                yield tag, value

    def _offset(self, address: int) -> int:
        # PT_LOAD has the kind 1.
        for kind, offset, start, length in self.segments:
            if kind == 1 and start <= address < start + length:
                return int(offset + address - start)
        raise ValueError("an address outside of the file")

    def _text(self, place: int) -> str:
        return self.data[place : self.data.index(b"\0", place)].decode()

    def highest(self, prefix: str) -> Optional[tuple[int, ...]]:
        """The highest imported version with a prefix, such as (2, 35) for "GLIBC_"; None without one."""
        found = [
            tuple(int(part) for part in name[len(prefix) :].split("."))
            for _, name in self.versions
            if re.fullmatch(re.escape(prefix) + r"\d+(\.\d+)*", name)
        ]
        return max(found, default=None)


def platform_tag(data: bytes) -> str:
    """The platform tag of a wheel with a library: what the library really needs.

    On Linux with glibc, that is manylinux_2_X by the highest version of a symbol that it imports. If this cannot be
    found out, or if the library needs another library, the tag is that of this machine.
    """
    here = re.sub(r"[.-]", "_", sysconfig.get_platform())
    if not here.startswith("linux"):
        return here
    try:
        library = Library(data)
    except NotUnderstood:
        return here
    glibc, cxx = library.highest("GLIBC_"), library.highest("GLIBCXX_3.4.")
    if glibc is None or glibc[0] != 2 or not all(COMMON.fullmatch(name) for name in library.needed):
        return here
    minor = max(5, glibc[1])
    if cxx is not None:
        fitting = [least for version, least in GLIBCXX.items() if version >= cxx[0]]
        if not fitting:
            return here
        minor = max(minor, min(fitting))
    return f"manylinux_2_{minor}_{platform.machine()}"
