"""Many rounds at once, as a vector environment of Gymnasium: one call of the library for each step."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Optional, Union

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
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
from .env import Observation
from .errors import BadSettingError
from .exact import Optimum, Oracle
from .pool import Pool, refuse_copy

#: The names of the library, and those of Gymnasium.
_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}

class Infos(dict[str, Any]):
    """The infos of a step. The codes of the levels are made when "level" is first read, because they take time.

    This must happen before the next step or reset, which begins other rounds. Afterwards, it is a RuntimeError.
    """

    def __init__(self, items: Mapping[str, Any], read: Callable[[], Any]) -> None:
        super().__init__(items)
        super().__setitem__("level", read)

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if name == "level" and callable(value):
            value = value()
            self[name] = value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    # With a method of its own for iteration, dict(infos) reads the items one by one.
    def __iter__(self) -> Iterator[str]:
        return super().__iter__()

    def items(self) -> Any:
        self["level"]
        return super().items()

    def values(self) -> Any:
        self["level"]
        return super().values()

    def pop(self, name: str, *default: Any) -> Any:
        if name in self:
            self[name]
        return super().pop(name, *default)

    def copy(self) -> dict[str, Any]:
        return dict(self)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)

    def __repr__(self) -> str:
        return repr({name: ("..." if callable(value) else value) for name, value in super().items()})


class ZombiesVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many rounds at once: `gymnasium.make_vec("Zombies-v0", num_envs=1024, family="classic")`.

    Everything has one entry for each of N rounds, in the form of `ZombiesEnv`:

    - observations: "room" (N, rows, columns) uint8, "lit" (N, 1) int32, "heard" (N, 1) int32;
    - actions: (N,) whole numbers from 0 to 3;
    - rewards (N,) float64, terminations and truncations (N,) bool;
    - infos: "action_mask" (N, 4) int8, "outcome" (N,) uint8, and "level" (N,), an array of codes that is made when it
      is first read: read it before the next step.

    Slot *i* plays the rounds *i*, *i* + N, *i* + 2N and so on of the family and seed, so a round does not depend on N.
    In the mode SAME_STEP, the infos "final_obs" and "final_info" have the last observation of each round that ended,
    and its action mask and outcome, but not its level.
    """

    metadata: dict[str, Any] = {
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: Optional[str] = None,
    ) -> None:
        """Makes the environment.

        Args:
            num_envs: The number of rounds at once, 1 to 65,536.
            autoreset_mode: How a slot continues after the end of its round, as Gymnasium defines it.
            copy: Whether "room", the terminations and the truncations are copies. Otherwise they change with the next
                step or reset.
            family, seed, levels, split, shares, max_moves, max_seconds, catching_distance, chase, zombie_speed,
            hearing_distance, render_mode: As for `ZombiesEnv`.
        """
        check_render_mode(render_mode)
        mode = _autoreset(autoreset_mode)
        self.pool = pool = Pool(
            family,
            seed=seed or 0,
            slots=num_envs,
            levels=levels,
            split=split,
            shares=shares,
            max_moves=max_moves,
            max_seconds=max_seconds,
            autoreset=_MODES[mode],
            illegal_moves="ignored",
            catching_distance=catching_distance,
            chase=chase,
            zombie_speed=zombie_speed,
            hearing_distance=hearing_distance,
            arrays="numpy",
        )
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.autoreset_mode = mode
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(pool)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(4)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._hears = hearing_distance > 0
        self._seed = seed
        self._is_fresh = True
        # The number of calls that changed rounds: the levels can be read until it changes.
        self._calls = 0
        self._everywhere = np.ones(num_envs, np.bool_)

    __copy__ = refuse_copy

    # MARK: Rounds

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next round of each slot, or the first rounds of a seed.

        Args:
            seed: The seed of the levels of all slots, 0 to 2^64 - 1.
            options: {"reset_mask": ...}, an array of (N,) bool: the slots that begin a round; the others go on. And
                {"level": ...}: the level of these rounds, or a sequence of N levels, with None for a slot that plays
                the next level of the family.
        """
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise TypeError(f"seed: all slots share one seed; expected a number, found {seed!r}")
        seed = None if seed is None else int(seed)
        found = checked_options(options, ["level", "reset_mask"])
        mask = self._checked_mask(found.get("reset_mask"))
        levels = self._checked_levels(found.get("level"))
        if seed is not None and mask is not None:
            raise ValueError("seed: cannot be combined with the option reset_mask, because all slots share one seed")
        super().reset(seed=seed)
        if seed is None and self._is_fresh:
            seed = self._seed if self._seed is not None else (self.np_random_seed or 0) % (1 << 64)
        self._calls += 1
        if seed is not None:
            self.pool.reset(seed)
        chosen = self._everywhere if mask is None else mask
        if seed is None:
            self.pool.begin(chosen if levels is None else [a and b is None for a, b in zip(chosen, levels)])
        for slot, level in enumerate(levels or ()):
            if level is not None and chosen[slot]:
                self.pool.play(level, slot)
        self._is_fresh = False
        return self._observation(), self._infos(chosen.copy())

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes a move in each slot.

        Args:
            actions: (N,) whole numbers from 0 to 3; an array of uint8 is the fastest.
        """
        need_reset(self._is_fresh)
        self._calls += 1
        self.pool.step(actions)
        infos = self._infos(self._everywhere.copy())
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._add_final(infos)
        terminated, truncated = self.pool.terminated.view(np.bool_), self.pool.truncated.view(np.bool_)
        if self.copy:
            terminated, truncated = terminated.copy(), truncated.copy()
        return self._observation(), self.pool.rewards.astype(np.float64), terminated, truncated, infos

    def observe(self) -> tuple[Observation, dict[str, Any]]:
        """The current observations and infos, for example after `pool.play` or `pool.set_state`."""
        self._calls += 1
        return self._observation(), self._infos(self._everywhere.copy())

    # MARK: What a step returns

    def _observation(self) -> Observation:
        pool = self.pool
        return {
            "room": pool.squares.copy() if self.copy else pool.squares,
            "lit": pool.lit[:, np.newaxis].astype(np.int32),
            "heard": pool.heard[:, np.newaxis].astype(np.int32),
        }

    def _infos(self, present: NDArray[np.bool_]) -> Infos:
        """The infos of the slots that are present: Gymnasium has a second entry with them for each info."""
        calls, pool = self._calls, self.pool

        def read() -> Any:
            if calls != self._calls:
                raise RuntimeError("the levels of an earlier step: read info['level'] before the next step or reset")
            codes = np.empty(pool.slots, object)
            codes[:] = [pool.level(slot) for slot in range(pool.slots)]
            return codes

        items = {
            "action_mask": action_masks(pool.masks),
            "_action_mask": present,
            "outcome": pool.outcomes.copy(),
            "_outcome": present,
            "_level": present,
        }
        return Infos(items, read)

    def _add_final(self, infos: Infos) -> None:
        """Adds the last observations and infos of the rounds that the step ended."""
        pool = self.pool
        ended = (pool.terminated | pool.truncated).view(np.bool_)
        if not ended.any():
            return
        last = np.full(self.num_envs, None, object)
        slots = np.flatnonzero(ended)
        rooms = pool.last_squares[slots]
        lit, heard = pool.last_lit[slots].astype(np.int32), pool.last_heard[slots].astype(np.int32)
        last[slots] = [
            {"room": rooms[place], "lit": lit[place : place + 1], "heard": heard[place : place + 1]}
            for place in range(len(slots))
        ]
        # After its end, a round ignores any move.
        mask = np.zeros((self.num_envs, 4), np.int8)
        mask[ended] = 1
        infos["final_obs"], infos["_final_obs"] = last, ended
        infos["final_info"] = {
            "action_mask": mask,
            "_action_mask": ended.copy(),
            "outcome": infos["outcome"],
            "_outcome": ended.copy(),
        }
        infos["_final_info"] = ended.copy()
        # The new rounds have no outcome yet.
        infos["outcome"] = np.full(self.num_envs, 255, np.uint8)

    # MARK: The rest of the interface

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves of each slot: (N, 4) bool."""
        return action_masks(self.pool.masks).view(np.bool_)

    def render(self) -> Optional[tuple[Any, ...]]:
        """What each player sees: texts, or arrays of (height, width, 3) uint8."""
        if self.render_mode is None:
            return None
        return tuple(picture(self.pool, slot, self.render_mode, self._hears) for slot in range(self.num_envs))

    def optimum(self) -> Optimum:
        """The exact win rates of the best players and of chance, over all levels of the family, selection and split."""
        return self.pool.optimum()

    def oracle(self, slot: int) -> Oracle:
        """The best moves of a slot, given what its player has seen and heard so far."""
        return self.pool.oracle(slot)

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the rounds."""
        # Some versions of Gymnasium also close an environment that could not be made.
        if hasattr(self, "pool"):
            self.pool.close()

    def _checked_mask(self, mask: Any) -> Optional[NDArray[np.bool_]]:
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"options: reset_mask must be an array of ({self.num_envs},) bool, found {mask!r}")
        if not mask.any():
            raise ValueError("options: reset_mask must have at least one true entry")
        return mask

    def _checked_levels(self, levels: Any) -> Optional[list[Optional[str]]]:
        if levels is None:
            return None
        if isinstance(levels, str):
            return [levels] * self.num_envs
        found = list(levels)
        if len(found) != self.num_envs:
            raise ValueError(f"options: expected a level or {self.num_envs} of them, found {len(found)}")
        return [None if level is None else checked_level(level) for level in found]


def _autoreset(mode: Union[AutoresetMode, str]) -> AutoresetMode:
    """A mode of Gymnasium from its name, in the words of Gymnasium or of the library."""
    if isinstance(mode, AutoresetMode):
        return mode
    for known, name in _MODES.items():
        if mode in (name, known.value):
            return known
    names = ", ".join(known.value for known in _MODES)
    raise BadSettingError(f"autoreset_mode: expected one of {names}, found {mode!r}")
