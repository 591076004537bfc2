"""Nothing leaks: every observation and info is compared with the rules and the sight of naive.py.

The level itself is in info["level"], for the caller. The naive round needs nothing else.
"""

from __future__ import annotations

import itertools
from typing import Any

import naive
import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("zombies.env")

FAMILIES = ["classic", "block", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12", "9x9z4b9f1", "5x5z2b1+lit"]
RULES = [
    {},
    {"hearing_distance": 2},
    {"hearing_distance": 4, "catching_distance": 0, "zombie_speed": 2},
    {"chase": "vertical", "zombie_speed": 3, "hearing_distance": 1},
    {"chase": "horizontal", "max_moves": 7},
]

CASES = list(itertools.product(FAMILIES, RULES))


def check(one: naive.Round, room: Any, lit: Any, heard: Any) -> None:
    """Compares one observation."""
    assert room.tolist() == one.sight(*room.shape)
    assert lit.tolist() == [one.is_lit]
    assert heard.tolist() == [one.heard()]


def naive_rules(rules: dict[str, Any], rows: int, columns: int) -> naive.Rules:
    return naive.Rules(**{"max_moves": 4 * rows * columns, **rules})


@pytest.mark.parametrize("family,rules", CASES)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_vector(family: str, rules: dict[str, Any], mode: str) -> None:
    slots = 5
    envs = gymnasium.make_vec("Zombies-v0", num_envs=slots, family=family, levels="any", autoreset_mode=mode, **rules)
    observation, infos = envs.reset(seed=3)
    limits = naive_rules(rules, *observation["room"].shape[1:])
    assert set(observation) == {"room", "lit", "heard"}
    generator = np.random.default_rng(4)
    rounds = [naive.Round(level, limits) for level in infos["level"]]
    is_over = np.zeros(slots, bool)
    for _ in range(60):
        moves = generator.integers(0, 4, slots)
        observation, rewards, terminated, truncated, infos = envs.step(moves)
        known = {"action_mask", "_action_mask", "outcome", "_outcome", "level", "_level"}
        assert set(infos) - {"final_obs", "_final_obs", "final_info", "_final_info"} == known
        for slot, one in enumerate(rounds):
            ended = False
            if is_over[slot] and mode == "NextStep":
                rounds[slot] = one = naive.Round(infos["level"][slot], limits)
            else:
                was_over = is_over[slot]
                one.move(moves[slot])
                ended = one.outcome != naive.NO_OUTCOME
                assert terminated[slot] == (ended and one.outcome != naive.OUT_OF_MOVES)
                assert truncated[slot] == (one.outcome == naive.OUT_OF_MOVES)
                assert rewards[slot] == (one.outcome == naive.WON and not was_over)
            if mode == "SameStep" and ended:
                final = infos["final_obs"][slot]
                assert set(final) == {"room", "lit", "heard"}
                check(one, final["room"], final["lit"], final["heard"])
                assert infos["final_info"]["outcome"][slot] == one.outcome
                assert infos["final_info"]["action_mask"][slot].tolist() == one.mask()
                rounds[slot] = one = naive.Round(infos["level"][slot], limits)
                assert infos["outcome"][slot] == naive.NO_OUTCOME
            else:
                assert infos["outcome"][slot] == (one.outcome if ended else naive.NO_OUTCOME)
            check(one, *(observation[name][slot] for name in ("room", "lit", "heard")))
            assert infos["action_mask"][slot].tolist() == one.mask()
        is_over = terminated | truncated
        if mode == "Disabled" and is_over.all():
            observation, infos = envs.reset()
            rounds = [naive.Round(level, limits) for level in infos["level"]]
            is_over[:] = False
    envs.close()


@pytest.mark.parametrize("family,rules", CASES)
def test_single(family: str, rules: dict[str, Any]) -> None:
    env = gymnasium.make("Zombies-v0", family=family, levels="any", **rules)
    generator = np.random.default_rng(5)
    for trial in range(12):
        observation, info = env.reset(seed=6 if trial == 0 else None)
        one = naive.Round(info["level"], naive_rules(rules, *observation["room"].shape))
        check(one, **observation)
        while True:
            move = int(generator.integers(0, 4))
            observation, reward, terminated, truncated, info = env.step(move)
            one.move(move)
            check(one, **observation)
            assert set(info) == {"action_mask", "level", "outcome"}
            assert info["outcome"] == one.outcome
            assert info["action_mask"].tolist() == one.mask()
            assert reward == (one.outcome == naive.WON)
            assert (terminated, truncated) == (one.outcome < 3, one.outcome == 3)
            if terminated or truncated:
                break
    env.close()


def test_smaller_room() -> None:
    env = gymnasium.make("Zombies-v0", family="7x8z2b3f1", hearing_distance=3)
    level = "S4/4Z/2F2/3#1/4P"
    observation, info = env.reset(options={"level": level})
    one = naive.Round(level, naive.Rules(hearing_distance=3))
    assert info["level"] == level
    for move in (2, 0, 2, 0, 3, 1):
        check(one, **observation)
        observation = env.step(move)[0]
        one.move(move)
    check(one, **observation)
