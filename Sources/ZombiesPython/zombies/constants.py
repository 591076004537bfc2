"""The numbers of zombies.h: moves, squares and outcomes."""

from __future__ import annotations

from enum import IntEnum


class Move(IntEnum):
    """The moves. A mask has bit ``1 << move`` for each legal move."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Square(IntEnum):
    """The squares of an observation."""

    #: Not seen.
    UNKNOWN = 0
    #: Nothing there.
    FLOOR = 1
    #: Beyond the sides of a room that is smaller than those of the pool.
    WALL = 2
    BLOCK = 3
    #: A zombie, which hides a flashlight.
    ZOMBIE = 4
    FLASHLIGHT = 5
    #: Always known.
    SIGNPOST = 6
    #: The own square.
    PLAYER = 7


class Outcome(IntEnum):
    """The outcomes of rounds."""

    WON = 0
    CAUGHT = 1
    STUCK = 2
    OUT_OF_MOVES = 3
    #: The round is not over, or no step ended it.
    NONE = 255


#: For each mask, its legal moves in ascending order.
LEGAL_MOVES: tuple[tuple[Move, ...], ...] = tuple(
    tuple(move for move in Move if mask >> move & 1) for mask in range(16)
)


def legal_moves(mask: int) -> tuple[Move, ...]:
    """The legal moves of a mask, in ascending order."""
    return LEGAL_MOVES[mask & 15]
