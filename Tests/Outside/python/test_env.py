"""The environment with one round: Gymnasium's own checks, seeds, options, pictures."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest
from conftest import run

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("zombies.env")

import zombies  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

LEVEL = "S4/4Z/2F2/3#1/4P"


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"family": "flashlight", "hearing_distance": 2, "levels": "any"},
        {"family": "8x8z3b8f1", "split": "train", "catching_distance": 0, "zombie_speed": 2, "chase": "vertical"},
        {"family": "1x12", "max_moves": 30},
        {"family": "9x9z4b9f1+lit", "seed": 7, "split": "test", "shares": "train=0.5,test=0.5"},
    ],
)
def test_checker(settings: dict[str, Any]) -> None:
    for mode in (None, "ansi", "rgb_array"):
        env = gymnasium.make("Zombies-v0", render_mode=mode, **settings)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(env.unwrapped)
        # The checks of the wrapper that gymnasium.make adds.
        env.reset(seed=1)
        for _ in range(20):
            env.step(env.action_space.sample())
        env.close()


def test_name_with_module() -> None:
    env = gymnasium.make("zombies:Zombies-v0")
    assert isinstance(env.unwrapped, zombies.env.ZombiesEnv)
    assert env.spec.id == "Zombies-v0"


def test_seeds(program: str) -> None:
    """A seed means the levels of `zombies generate` with the same seed."""
    for levels in ("solvable", "any"):
        words = ["--family", "block", "--seed", "5", "--count", "6", "--format", "csv", "--levels", levels]
        lines = run(program, "generate", *words, "--quiet").splitlines()
        expected = [line.split(",")[1] for line in lines[1:]]
        env = gymnasium.make("Zombies-v0", family="block", levels=levels, seed=5)
        found = [env.reset()[1]["level"] for _ in expected]
        assert found == expected
        assert env.reset(seed=5)[1]["level"] == expected[0]
    # Without a seed, environments differ.
    firsts = {gymnasium.make("Zombies-v0", family="8x8z3b8f1").reset()[1]["level"] for _ in range(4)}
    assert len(firsts) > 1
    with pytest.raises(zombies.BadSettingError):
        env.reset(seed=1 << 64)


def test_split(program: str, tmp_path: Any) -> None:
    """A part has the levels that `zombies levels --split` gives it."""
    generated = run(program, "generate", "--family", "classic", "--count", "3000", "--format", "code", "--quiet")
    (tmp_path / "all.txt").write_text(generated)
    name = str(tmp_path / "part-%s.txt")
    run(program, "levels", str(tmp_path / "all.txt"), "--split", "train=0.8,test=0.2", "-o", name, "--quiet")
    parts = {}
    for part in ("train", "test"):
        lines = (tmp_path / f"part-{part}.txt").read_text().splitlines()
        parts[part] = {line.split(" ")[0] for line in lines if line and not line.startswith(";")}
        env = gymnasium.make("Zombies-v0", split=part, seed=1)
        assert {env.reset()[1]["level"] for _ in range(400)} <= parts[part]
    assert parts["train"] and parts["test"] and not parts["train"] & parts["test"]


def test_levels_of_ones_own() -> None:
    env = gymnasium.make("Zombies-v0", levels="any", seed=42)
    assert env.reset(options={"level": LEVEL})[1]["level"] == LEVEL
    assert env.reset(options={"level": "classic@42#7"})[1]["level"].startswith("S")
    # A level of one's own does not use up a level of the family.
    second = env.reset()[1]["level"]
    env.reset(seed=42)
    assert env.reset()[1]["level"] == second
    assert env.reset(seed=3, options={"level": LEVEL})[1]["level"] == LEVEL
    for wrong in ("S3", "7x7z1@1#1", 7, ["S"]):
        with pytest.raises(zombies.BadLevelError):
            env.reset(options={"level": wrong})
    with pytest.raises(ValueError, match="levle"):
        env.reset(options={"levle": LEVEL})


def test_errors() -> None:
    for settings in ({"family": "clasic"}, {"chase": "x"}, {"max_moves": 0}, {"split": "a b"}, {"seed": -1}):
        with pytest.raises(zombies.BadSettingError):
            gymnasium.make("Zombies-v0", **settings)
    with pytest.raises(ValueError, match="render_mode"):
        zombies.env.ZombiesEnv(render_mode="human")
    env = gymnasium.make("Zombies-v0").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for wrong in (4, -1, "U", None, 0.5, 1 << 70):
        with pytest.raises(zombies.IllegalMoveError):
            env.step(wrong)
    env.close()
    env.close()
    for call in (env.reset, lambda: env.step(0), env.optimum, env.oracle):
        with pytest.raises(zombies.NoPoolError):
            call()


def test_copies() -> None:
    for copy in (True, False):
        env = gymnasium.make("Zombies-v0", copy=copy, disable_env_checker=True)
        before, _ = env.reset(seed=1)
        kept = {name: value.copy() for name, value in before.items()}
        env.step(0)
        assert all((before[name] == kept[name]).all() for name in kept) == copy


def test_copies_of_environments() -> None:
    """A copy goes on in the same way, on its own, with the wrappers of `make` too."""
    settings: list[dict[str, Any]] = [{}, {"copy": False}, {"family": "9x9z2f1", "split": "test", "max_moves": 7}]
    for one in settings:
        env = gymnasium.make("Zombies-v0", levels="any", disable_env_checker=True, **one)
        env.reset(seed=4)
        env.step(0)
        for first in (env, env.unwrapped):
            second = pickle.loads(pickle.dumps(first))
            third = copy.deepcopy(first)
            for move in (0, 2, 0, 2, 2, 0, 2, 0):
                assert repr(second.step(move)) == repr(third.step(move))
            assert repr(second.reset()) == repr(third.reset())
            assert second.observation_space == env.observation_space
        assert env.unwrapped.pool.round().moves == 1
        with pytest.raises(TypeError, match="deepcopy"):
            copy.copy(env.unwrapped)


def test_action_masks() -> None:
    env = gymnasium.make("Zombies-v0", levels="any")
    for _ in range(20):
        info = env.reset()[1]
        masks = env.unwrapped.action_masks()
        assert masks.dtype == np.bool_ and masks.tolist() == (info["action_mask"] == 1).tolist()


def test_heard_is_bounded() -> None:
    for family, most in (("classic", 2), ("8x8z20b2", 20), ("5x5b3", 1), ("1x12", 1)):
        space = gymnasium.make("Zombies-v0", family=family, hearing_distance=3, levels="any").observation_space["heard"]
        assert space == gymnasium.spaces.Box(0, most, (1,), np.int32)


def test_search() -> None:
    """States are saved and restored through the pool."""
    env = gymnasium.make("Zombies-v0", family="flashlight", levels="any").unwrapped
    env.reset(seed=3)
    state = env.pool.get_state()
    first = [env.step(move) for move in (0, 2, 0)]
    env.pool.set_state(state)
    again = [env.step(move) for move in (0, 2, 0)]
    assert repr(first) == repr(again)
    env.pool.set_state(state)
    assert env.observe()[0]["room"][4, 4] == zombies.Square.PLAYER


def test_text_pictures(program: str) -> None:
    """The letters are those of `zombies replay --view player`."""
    env = gymnasium.make("Zombies-v0", render_mode="ansi", hearing_distance=3)
    env.reset(options={"level": LEVEL})
    moves = "LLUU"
    words = ["--moves", moves, "--view", "player", "--hearing-distance", "3"]
    blocks = run(program, "replay", LEVEL, *words).split("\n\n")
    lights = ["dark, heard 1", "dark, heard 0", "dark, heard 0", "lit", "lit"]
    for number, light in enumerate(lights):
        if number > 0:
            env.step("UDLR".index(moves[number - 1]))
        picture, _, last = env.render().rstrip("\n").rpartition("\n")
        assert picture == "\n".join(blocks[number].splitlines()[1:6])
        assert last == light
    env = gymnasium.make("Zombies-v0", family="7x7z1", render_mode="ansi")
    env.reset(options={"level": "S2/3/2P"})
    assert env.render() == "S??\n??.\n?.P\n\n\n\n\ndark\n"


def test_pictures() -> None:
    env = gymnasium.make("Zombies-v0", render_mode="rgb_array", hearing_distance=2)
    env.reset(options={"level": LEVEL})
    dark = env.render()
    assert dark.shape == (200, 200, 3) and dark.dtype == np.uint8
    size = 40
    squares = dark.reshape(5, size, 5, size, 3).swapaxes(1, 2)
    # The squares that are not seen are equal, and the signpost, the player and the floor are others.
    assert (squares[1, 1] == squares[2, 3]).all()
    kinds = {squares[place].tobytes() for place in ((0, 0), (1, 1), (3, 4), (4, 4))}
    assert len(kinds) == 4
    for move in (2, 2, 0):
        env.step(move)
    lit = env.render().reshape(5, size, 5, size, 3).swapaxes(1, 2)
    kinds = {lit[place].tobytes() for place in ((0, 0), (1, 4), (2, 2), (3, 3), (3, 2), (1, 1))}
    assert len(kinds) == 6
    # The main colour of each shape is the one of `zombies draw`.
    for place, color in (((0, 0), "#9a0a18"), ((1, 4), "#166443"), ((3, 3), "#3f3f3f"), ((2, 2), "#8e7023")):
        wanted = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
        assert (lit[place] == wanted).all(axis=-1).sum() > 40, color
    assert gymnasium.make("Zombies-v0").unwrapped.render() is None
