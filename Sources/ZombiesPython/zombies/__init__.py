"""Rooms of the Zombies puzzle for programs: many rounds at once, one move at a time.

`Pool` is the plain layer, which needs nothing but Python. With NumPy and Gymnasium, `gymnasium.make("Zombies-v0")`
makes an environment, and `gymnasium.make_vec("Zombies-v0", num_envs=N)` a vector environment.
"""

from __future__ import annotations

from ._library import library_path
from .constants import Move, Outcome, Square, legal_moves
from .errors import (
    BadLevelError,
    BadPointerError,
    BadSettingError,
    BadSlotError,
    BadStateError,
    ForkedError,
    IllegalMoveError,
    LibraryError,
    NoLevelError,
    NoPoolError,
    StoppedError,
    TooLargeError,
    TooSmallError,
    ZombiesError,
)
from .exact import Optimum, Oracle
from .pool import Pool, RoundNumber

__version__ = "0.4.0"

__all__ = [
    "BadLevelError",
    "BadPointerError",
    "BadSettingError",
    "BadSlotError",
    "BadStateError",
    "ForkedError",
    "IllegalMoveError",
    "LibraryError",
    "Move",
    "NoLevelError",
    "NoPoolError",
    "Optimum",
    "Oracle",
    "Outcome",
    "Pool",
    "RoundNumber",
    "Square",
    "StoppedError",
    "TooLargeError",
    "TooSmallError",
    "ZombiesError",
    "legal_moves",
    "library_path",
]


# As Gymnasium expects it of packages with environments. Without Gymnasium, the plain layer works alone.
try:
    from .registration import register
except ImportError:
    pass
else:
    register()
