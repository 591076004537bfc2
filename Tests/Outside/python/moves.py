"""Random legal moves for vector environments, drawn fast: a table, and draws that are used again."""

from __future__ import annotations

from typing import Any

import numpy as np

#: For each draw from 0 to 11 and each mask, one of the legal moves: 12 is divisible by 1, 2, 3 and 4.
TABLE = np.array([
    legal[draw % len(legal)] if legal else 0
    for draw in range(12)
    for legal in [[move for move in range(4) if mask >> move & 1] for mask in range(16)]
], np.uint8)


class RandomMoves:
    """Draws from a seed."""

    def __init__(self, envs: Any, seed: int = 0) -> None:
        self.pool = envs.unwrapped.pool
        draws = np.random.default_rng(seed).integers(0, 12, (1 << 18) + envs.unwrapped.num_envs, np.uint8)
        self.draws, self.at = 16 * draws, 0

    def __call__(self) -> Any:
        slots = len(self.pool.masks)
        self.at = (self.at + slots) % (len(self.draws) - slots + 1)
        return TABLE.take(self.draws[self.at:self.at + slots] | self.pool.masks, mode="clip")
