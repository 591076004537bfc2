"""One round at a time, as an environment of Gymnasium."""

from __future__ import annotations

import operator
from typing import Any, Mapping, Optional

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .common import (
    RENDER_MODES,
    action_masks,
    check_render_mode,
    checked_level,
    checked_options,
    need_reset,
    observation_space,
    picture,
)
from .errors import IllegalMoveError
from .exact import Optimum, Oracle
from .pool import Pool, refuse_copy

#: "room": (rows, columns) uint8; "lit": (1,) int32; "heard": (1,) int32.
Observation = dict[str, NDArray[Any]]


class ZombiesEnv(gymnasium.Env[Observation, int]):
    """Rounds of the Zombies puzzle, one after another: `gymnasium.make("Zombies-v0", family="classic")`.

    An observation is a dictionary of what the player sees and hears:

    - "room": (rows, columns) uint8, a number of `Square` for each square;
    - "lit": (1,) int32, 1 if the room is lit;
    - "heard": (1,) int32, the number of zombies heard. Only a level of yours with more zombies than the family can
      exceed the space.

    An action is a `Move`: 0 up, 1 down, 2 left, 3 right. An illegal move leads nowhere, and counts as a move. The
    reward is 1 for the move that wins, and otherwise 0. A round is terminated if it is won, or the player is caught or
    stuck; it is truncated after `max_moves` moves.

    The infos:

    - "action_mask": (4,) int8, 1 for each legal move;
    - "level": the code of the level, which the player must not see;
    - "outcome": an `Outcome`; `Outcome.NONE` unless the move ended the round.

    `reset()` begins the next round of the family, and `reset(seed=S)` the first one of a seed. With the option
    {"level": CODE}, the round is on a level of yours.

    `copy.deepcopy` and `pickle` make an environment that goes on in the same way. `copy.copy` is refused.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        family: str = "classic",
        *,
        seed: Optional[int] = None,
        levels: str = "solvable",
        split: Optional[str] = None,
        shares: Optional[str] = None,
        max_moves: Optional[int] = None,
        max_seconds: Optional[float] = None,
        catching_distance: int = 1,
        chase: str = "longest",
        zombie_speed: int = 1,
        hearing_distance: int = 0,
        copy: bool = True,
        render_mode: Optional[str] = None,
    ) -> None:
        """Makes the environment.

        Args:
            family, levels, split, shares, max_moves, max_seconds: The levels and the limits, as for `Pool`.
            seed: The seed of the first reset without a seed; None for a random one, as Gymnasium expects.
            catching_distance, chase, zombie_speed, hearing_distance: The rules.
            copy: Whether "room" is a copy. Otherwise it changes with the next step or reset.
            render_mode: "ansi", "rgb_array" or None.
        """
        check_render_mode(render_mode)
        self.pool = Pool(
            family,
            seed=seed or 0,
            levels=levels,
            split=split,
            shares=shares,
            max_moves=max_moves,
            max_seconds=max_seconds,
            autoreset="disabled",
            illegal_moves="ignored",
            catching_distance=catching_distance,
            chase=chase,
            zombie_speed=zombie_speed,
            hearing_distance=hearing_distance,
            arrays="numpy",
        )
        self.render_mode = render_mode
        self.copy = copy
        self.observation_space = observation_space(self.pool)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(4)  # type: ignore[assignment]
        self._hears = hearing_distance > 0
        self._seed = seed
        self._is_fresh = True

    __copy__ = refuse_copy

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a round: the next one of the family, or the first one of a seed.

        Args:
            seed: The seed of the levels, 0 to 2^64 - 1.
            options: {"level": CODE}: the level of this round, a code such as "S4/5/Z4/Z4/4P" or a reference such as
                "classic@42#7". The next round continues with the levels of the family.
        """
        super().reset(seed=seed)
        level = checked_options(options, ["level"]).get("level")
        if seed is None and self._is_fresh:
            seed = self._seed if self._seed is not None else self.np_random_seed % (1 << 64)
        if seed is not None:
            self.pool.reset(seed)
        if level is not None:
            self.pool.play(checked_level(level))
        elif seed is None:
            self.pool.begin()
        self._is_fresh = False
        return self.observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move. After the end of a round, moves are ignored until the next reset."""
        need_reset(self._is_fresh)
        try:
            move = operator.index(action)
        except TypeError:
            raise IllegalMoveError(f"expected a move from 0 to 3, found {action!r}") from None
        pool = self.pool
        pool.step((move,))
        observation, info = self.observe()
        return observation, float(pool.rewards[0]), bool(pool.terminated[0]), bool(pool.truncated[0]), info

    def observe(self) -> tuple[Observation, dict[str, Any]]:
        """The current observation and infos, for example after `pool.play` or `pool.set_state`."""
        pool = self.pool
        room = pool.squares[0]
        observation = {
            "room": room.copy() if self.copy else room,
            "lit": pool.lit.astype(np.int32),
            "heard": pool.heard.astype(np.int32),
        }
        info = {
            "action_mask": action_masks(pool.masks)[0],
            "level": pool.level(),
            "outcome": int(pool.outcomes[0]),
        }
        return observation, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as sb3-contrib expects them: (4,) bool."""
        masks: NDArray[np.bool_] = action_masks(self.pool.masks)[0].view(np.bool_)
        return masks

    def render(self) -> Any:
        """What the player sees: a text, or an array of (height, width, 3) uint8."""
        return picture(self.pool, 0, self.render_mode, self._hears)

    def optimum(self) -> Optimum:
        """The exact win rates of the best players and of chance, over all levels of the family, selection and split."""
        return self.pool.optimum()

    def oracle(self) -> Oracle:
        """The best moves, given what the player has seen and heard so far in this round."""
        return self.pool.oracle()

    def close(self) -> None:
        """Frees the round. An environment can be closed twice."""
        self.pool.close()
        super().close()
