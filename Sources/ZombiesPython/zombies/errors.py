"""The exceptions of this package: one for each code of zombies.h, with the reason that the library gives."""

from __future__ import annotations


class ZombiesError(Exception):
    """An error of the library."""

    #: The code of zombies.h; -1 for errors that the library does not know.
    code = -1


class LibraryError(ZombiesError, ImportError):
    """The library is missing, or belongs to another version of this package."""


class BadPointerError(ZombiesError):
    """A pointer is null or misaligned. This is an error of this package."""

    code = 1


class NoPoolError(ZombiesError):
    """The pool is closed."""

    code = 2


class BadSettingError(ZombiesError, ValueError):
    """A setting is unknown, out of range, or not understood."""

    code = 3


class BadSlotError(ZombiesError, IndexError):
    """No such slots in the pool."""

    code = 4


class IllegalMoveError(ZombiesError, ValueError):
    """A move is illegal or no move; no slot has changed."""

    code = 5


class NoLevelError(ZombiesError):
    """A level cannot be generated; its slot is over, and other slots have changed."""

    code = 6


class BadLevelError(ZombiesError, ValueError):
    """A text is no level, or the level is too large for the pool."""

    code = 7


class BadStateError(ZombiesError, ValueError):
    """Some bytes are not the state of a slot."""

    code = 8


class TooSmallError(ZombiesError):
    """The memory is too small. This is an error of this package."""

    code = 9


class TooLargeError(ZombiesError):
    """A family or a room is too large for exact answers."""

    code = 10


class StoppedError(ZombiesError):
    """The call took longer than the setting max_seconds."""

    code = 11


class ForkedError(ZombiesError):
    """Another thread used the pool when this process was forked: only the parent can use it."""

    code = 12


ERRORS: dict[int, type[ZombiesError]] = {kind.code: kind for kind in ZombiesError.__subclasses__() if kind.code > 0}
