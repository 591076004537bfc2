"""What the environment and the vector environment share."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .errors import BadLevelError
from .pictures import draw_ansi, draw_rgb
from .pool import Pool

RENDER_MODES = ["ansi", "rgb_array"]

#: For each mask, four entries of int8: 1 for a legal move. Each row is stored as one number of four bytes.
_ROWS = np.array([[mask >> move & 1 for move in range(4)] for mask in range(16)], np.int8).view(np.uint32).ravel()


def action_masks(masks: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Masks of legal moves in the form of Gymnasium: (N,) uint8 to (N, 4) int8, with 1 for a legal move."""
    return _ROWS.take(masks, mode="clip").view(np.int8).reshape(-1, 4)


def observation_space(pool: Pool) -> spaces.Dict:
    """The space of the observations of one round."""
    # All levels of a family have the same number of zombies. Gymnasium does not accept 0 as the highest value.
    zombies = max(1, pool.level().count("Z"))
    return spaces.Dict(
        {
            "room": spaces.Box(0, 7, (pool.rows, pool.columns), np.uint8),
            "lit": spaces.Box(0, 1, (1,), np.int32),
            "heard": spaces.Box(0, zombies, (1,), np.int32),
        }
    )


def check_render_mode(mode: Optional[str]) -> None:
    """Raises an error for a render mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected None or one of {', '.join(RENDER_MODES)}, found {mode!r}")


def picture(pool: Pool, slot: int, mode: Optional[str], hears: bool) -> Any:
    """What the player of a slot sees, as a text or as an array of (height, width, 3) uint8; None without a mode."""
    if mode is None:
        return None
    draw = draw_ansi if mode == "ansi" else draw_rgb
    heard = int(pool.heard[slot]) if hears and not pool.lit[slot] else None
    return draw(pool.squares[slot], bool(pool.lit[slot]), heard)


def checked_options(options: Optional[Mapping[str, Any]], known: Sequence[str]) -> dict[str, Any]:
    """The options of a reset, after a check of their names."""
    found = dict(options or {})
    for name in found:
        if name not in known:
            raise ValueError(f"options: expected {' or '.join(known)}, found {name!r}")
    return found


def checked_level(level: Any) -> str:
    """A level of the caller's, as a text."""
    if not isinstance(level, str):
        raise BadLevelError(f"level: expected a code or a reference, found {level!r}")
    return level


def need_reset(is_fresh: bool) -> None:
    """Raises an error if there has been no reset."""
    if is_fresh:
        raise ResetNeeded("call reset before step")
