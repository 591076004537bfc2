"""The vector environment: spaces, kinds of arrays, all modes of autoreset, and agreement with single environments."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("zombies.env")

import zombies  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

MODES = list(AutoresetMode)
LEVEL = "S4/4Z/2F2/3#1/4P"


def make(**settings: Any) -> Any:
    return gymnasium.make_vec("Zombies-v0", **settings)


def random_moves(envs: Any) -> Any:
    """A legal move for each slot, each equally likely."""
    masks = envs.unwrapped.action_masks()
    return (envs.unwrapped.np_random.random(masks.shape) * masks).argmax(axis=1).astype(np.uint8)


def check_result(envs: Any, result: Any) -> None:
    """Everything that a step returns has its kind and shape, and is in its space."""
    observation, rewards, terminated, truncated, infos = result
    slots = envs.num_envs
    assert observation in envs.observation_space
    for name, space in envs.observation_space.items():
        assert observation[name].dtype == space.dtype and observation[name].shape == space.shape
    for array, kind in ((rewards, np.float64), (terminated, np.bool_), (truncated, np.bool_)):
        assert type(array) is np.ndarray and array.dtype == kind and array.shape == (slots,)
    assert not (terminated & truncated).any()
    check_infos(infos, slots)
    for slot in np.flatnonzero(infos.get("_final_obs", [])):
        final = infos["final_obs"][slot]
        assert final in envs.single_observation_space
        assert all(final[name].dtype == space.dtype for name, space in envs.single_observation_space.items())


def check_infos(infos: Any, slots: int) -> None:
    assert isinstance(infos, dict)
    for name, value in infos.items():
        if name.startswith("_"):
            assert value.dtype == np.bool_ and value.shape == (slots,)
            assert name[1:] in infos
        else:
            assert "_" + name in infos
            assert isinstance(value, dict) or len(value) == slots
    assert infos["action_mask"].dtype == np.int8 and infos["action_mask"].shape == (slots, 4)
    assert infos["level"].dtype == object and all(isinstance(code, str) for code in infos["level"])
    assert infos["outcome"].dtype == np.uint8


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("slots", [1, 3, 64])
def test_spaces(mode: Any, slots: int) -> None:
    envs = make(num_envs=slots, family="6x6z2b3f1", levels="any", hearing_distance=2, autoreset_mode=mode)
    assert isinstance(envs, zombies.vector.ZombiesVectorEnv)
    assert envs.metadata["autoreset_mode"] is mode and envs.num_envs == slots and envs.spec.id == "Zombies-v0"
    assert envs.observation_space == batch_space(envs.single_observation_space, slots)
    assert envs.action_space == batch_space(envs.single_action_space, slots)
    observation, infos = envs.reset(seed=1)
    assert observation in envs.observation_space
    check_infos(infos, slots)
    envs.action_space.seed(1)
    for step in range(60):
        actions = envs.action_space.sample() if step % 2 else random_moves(envs)
        assert actions in envs.action_space
        result = envs.step(actions)
        check_result(envs, result)
        over = result[2] | result[3]
        if mode is AutoresetMode.DISABLED and over.any():
            envs.reset(options={"reset_mask": over})
    envs.close()
    envs.close()
    assert envs.closed


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("family", ["classic", "flashlight", "8x8z3b8f1", "1x12"])
def test_agrees_with_single_environments(mode: Any, family: str) -> None:
    """Step by step the same as Gymnasium's own loop over single environments, each on the levels of its slot."""
    slots = 6
    settings = {"family": family, "levels": "any", "hearing_distance": 2, "max_moves": 20}
    envs = make(num_envs=slots, autoreset_mode=mode, **settings)
    ones = SyncVectorEnv([lambda: _Slots(**settings) for _ in range(slots)], autoreset_mode=mode)
    for slot, one in enumerate(ones.envs):
        one.first, one.every = slot, slots
    generator = np.random.default_rng(8)
    compare(envs.reset(seed=5), ones.reset(seed=[5] * slots))
    for _ in range(120):
        actions = generator.integers(0, 4, slots)
        result, expected = envs.step(actions), ones.step(actions)
        compare(result, expected)
        over = result[2] | result[3]
        if mode is AutoresetMode.DISABLED and over.any():
            compare(envs.reset(options={"reset_mask": over}), ones.reset(options={"reset_mask": over}), over)
    envs.close()
    ones.close()


class _Slots(gymnasium.Wrapper):
    """A single environment that plays the rounds of one slot: every N-th one, from its own on."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(zombies.env.ZombiesEnv(**settings))
        self.first = self.every = 0

    def reset(self, **options: Any) -> Any:
        skipped = self.every - 1
        if options.get("seed") is not None:
            skipped = self.first
        result = self.env.reset(**options)
        for _ in range(skipped):
            result = self.env.reset()
        return result


def compare(result: Any, expected: Any, present: Any = None) -> None:
    """Compares what two vector environments return; of the infos only entries that are present."""
    if isinstance(expected, dict):
        names = {name for name in expected if not name.startswith("_")}
        # Gymnasium leaves out the code of the last level, which is not kept.
        assert names - {name for name in result if not name.startswith("_")} <= {"level"}
        for name in names & set(result):
            if "_" + name in expected:
                there = expected["_" + name]
                assert (result["_" + name] == there).all(), name
                if name == "final_info":
                    compare(result[name], expected[name])
                else:
                    for slot in np.flatnonzero(there):
                        compare(result[name][slot], expected[name][slot])
            else:
                compare(result[name], expected[name])
    elif isinstance(expected, tuple):
        assert len(result) == len(expected)
        for one, other in zip(result, expected):
            compare(one, other)
    elif isinstance(expected, np.ndarray):
        assert np.array_equal(result, expected)
        assert result.dtype == expected.dtype or expected.dtype.kind == "i"
    else:
        assert result == expected


def test_modes() -> None:
    """The moments in which the next round begins."""
    winning = [0, 0, 0, 0, 2, 2, 2, 2]
    for mode in (*MODES, "SameStep", "next-step"):
        envs = make(num_envs=2, family="5x5z1", autoreset_mode=mode, seed=1)
        observation, _ = envs.reset(options={"level": ["S4/5/2Z2/5/4P", None]})
        for move in winning:
            observation, rewards, terminated, truncated, infos = envs.step([move, 0])
        assert rewards[0] == 1 and terminated[0] and not truncated[0]
        assert infos["outcome"][0] == (255 if envs.autoreset_mode is AutoresetMode.SAME_STEP else 0)
        assert (observation["room"][0, 4, 4] == 7) == (envs.autoreset_mode is AutoresetMode.SAME_STEP)
        if envs.autoreset_mode is AutoresetMode.SAME_STEP:
            assert infos["final_obs"][0]["room"][0, 0] == 7 and infos["final_obs"].dtype == object
            assert infos["final_info"]["outcome"][0] == zombies.Outcome.WON
        observation, rewards, terminated, truncated, infos = envs.step(np.array([0, 0]))
        assert rewards[0] == 0
        assert terminated[0] == (envs.autoreset_mode is AutoresetMode.DISABLED)
    with pytest.raises(zombies.BadSettingError, match="NextStep"):
        make(num_envs=2, autoreset_mode="x")


def test_move_limits() -> None:
    """By default, a round has four moves for each square of its own level."""
    envs = make(num_envs=3, family="classic", autoreset_mode="Disabled", seed=1)
    envs.reset(options={"level": ["S2/3/2P", "S4/5/5/5/4P", "3x3@5#1"]})
    for number in range(1, 101):
        truncated = envs.step([(number - 1) % 2] * 3)[3]
        assert truncated.tolist() == [number >= 36, number == 100, number >= 36]


@pytest.mark.parametrize("mode", MODES)
def test_copies_of_environments(mode: Any) -> None:
    """A copy goes on in the same way, on its own."""
    envs = make(num_envs=7, levels="any", seed=1, hearing_distance=2, autoreset_mode=mode).unwrapped
    envs.reset()
    for _ in range(9):
        envs.step(random_moves(envs))
    first, second = copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))
    envs.close()
    for _ in range(20):
        moves = random_moves(first)
        assert (moves == random_moves(second)).all()
        compare(first.step(moves), second.step(moves))
    assert (first.action_masks() == (first.observe()[1]["action_mask"] == 1)).all()
    with pytest.raises(TypeError, match="deepcopy"):
        copy.copy(first)


def test_resets() -> None:
    envs = make(num_envs=4, family="8x8z3b8f1", levels="any", seed=2)
    first = envs.reset()[1]["level"].tolist()
    second = envs.reset()[1]["level"].tolist()
    assert first == envs.reset(seed=2)[1]["level"].tolist() and first != second
    mask = np.array([True, False, True, False])
    observation, infos = envs.reset(options={"reset_mask": mask, "level": ["S6P", None, None, LEVEL]})
    assert infos["level"].tolist() == ["S6P", first[1], second[2], first[3]]
    assert infos["_level"].tolist() == mask.tolist()
    assert not np.shares_memory(infos["_level"], mask)
    observation, infos = envs.reset(options={"level": LEVEL})
    assert infos["level"].tolist() == [LEVEL] * 4
    for wrong in ([True] * 4, np.ones(3, bool), np.zeros(4, bool), np.ones(4, int)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="combined"):
        envs.reset(seed=1, options={"reset_mask": mask})
    with pytest.raises(TypeError, match="seed"):
        envs.reset(seed=[1, 2, 3, 4])
    with pytest.raises(ValueError, match="4 of them"):
        envs.reset(options={"level": [LEVEL]})


def test_levels_are_read_late() -> None:
    envs = make(num_envs=3, levels="any", seed=1)
    _, infos = envs.reset()
    assert "..." in repr(infos) and "level" in infos and "level" in list(infos)
    for same in (dict(infos), copy.deepcopy(infos), pickle.loads(pickle.dumps(infos)), infos.copy(), {**infos}):
        assert type(same) is dict and same["level"].tolist() == infos["level"].tolist()
    kept = infos["level"].tolist()
    _, _, _, _, later = envs.step(random_moves(envs))
    envs.step(random_moves(envs))
    # What has been read stays.
    assert infos["level"].tolist() == kept and infos.get("level") is infos["level"]
    for read in (lambda: later["level"], lambda: later.get("level"), later.items, later.values, lambda: dict(later)):
        with pytest.raises(RuntimeError, match="before the next step"):
            read()
    _, infos = envs.observe()
    envs.close()
    with pytest.raises(zombies.NoPoolError):
        infos["level"]
    assert infos.get("nothing") is None and infos.pop("nothing", 3) == 3


@pytest.mark.parametrize("mode", MODES)
def test_copies(mode: Any) -> None:
    """With copies, nothing that a step returns changes later, or is shared with what another step returns."""
    envs = make(num_envs=40, levels="any", seed=1, autoreset_mode=mode)
    results = [envs.reset()]
    for _ in range(12):
        results[-1][-1]["level"]
        results.append(envs.step(random_moves(envs)))
    results[-1][-1]["level"]
    frozen = copy.deepcopy(results)
    for _ in range(12):
        envs.step(random_moves(envs))
    for result, kept in zip(results, frozen):
        compare(result, kept)
    arrays = [list(leaves(result)) for result in results]
    for number, some in enumerate(arrays):
        for others in arrays[number + 1 :]:
            assert not any(np.shares_memory(one, other) for one in some for other in others)
    shared = make(num_envs=40, levels="any", seed=1, autoreset_mode=mode, copy=False)
    observation, _ = shared.reset()
    before = observation["room"].copy()
    for _ in range(3):
        shared.step(random_moves(shared))
    assert not (observation["room"] == before).all()


def leaves(data: Any) -> Any:
    """All arrays of numbers in a result."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, (tuple, list)) or isinstance(data, np.ndarray) and data.dtype == object:
        for one in data:
            yield from leaves(one)
    elif isinstance(data, np.ndarray):
        yield data


def test_actions() -> None:
    envs = make(num_envs=3, seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0, 0])
    envs.reset()
    for good in ([0, 1, 2], (3, 3, 3), b"\0\1\2", np.array([0, 1, 2], np.uint64), np.arange(6, dtype=np.int8)[:3]):
        envs.step(good)
    envs.step(np.arange(12, dtype=np.uint8)[::4] % 4)
    wrong = [[0, 1], [0, 1, 4], [0, 1, -1], [0, 1, 256], [0.5, 1, 1], None, "abc", np.array([0, 1]), np.ones(3)]
    wrong += [np.array([0, 1, 260]), np.array([0, 1, -1]), np.array([[0, 1, 2]]), np.array([True, False, True])]
    for actions in wrong:
        with pytest.raises(zombies.IllegalMoveError):
            envs.step(actions)


@pytest.mark.parametrize("mode", MODES)
def test_wrappers(mode: Any) -> None:
    """Wrappers of Gymnasium that read infos work."""
    wrappers = gymnasium.wrappers.vector
    envs = wrappers.DictInfoToList(make(num_envs=8, levels="any", seed=1, autoreset_mode=mode))
    _, infos = envs.reset()
    assert len(infos) == 8 and infos[3]["action_mask"].shape == (4,)
    rounds = 0
    for _ in range(30):
        _, _, terminated, truncated, infos = envs.step(random_moves(envs))
        over = terminated | truncated
        for slot in np.flatnonzero(over):
            rounds += 1
            assert infos[slot]["level"].startswith("S")
            assert ("final_info" in infos[slot]) == (mode is AutoresetMode.SAME_STEP)
        if mode is AutoresetMode.DISABLED and over.any():
            envs.reset(options={"reset_mask": over})
    assert rounds > 10
    envs = wrappers.RecordEpisodeStatistics(make(num_envs=8, levels="any", seed=1, autoreset_mode=mode))
    envs.reset()
    for _ in range(30):
        _, _, terminated, truncated, infos = envs.step(random_moves(envs))
        over = terminated | truncated
        # Older versions of this wrapper count only rounds in this mode.
        if mode is AutoresetMode.NEXT_STEP and over.any():
            assert (infos["episode"]["l"][over] >= 1).all()
        if mode is AutoresetMode.DISABLED and over.any():
            envs.reset(options={"reset_mask": over})
    flat = wrappers.FlattenObservation(make(num_envs=2, family="5x5z1", seed=1))
    assert flat.reset()[0].shape == (2, 27)


def test_other_ways() -> None:
    """The loop of Gymnasium over single environments works too."""
    envs = make(num_envs=2, vectorization_mode="sync", family="block", seed=3)
    observation, infos = envs.reset()
    assert observation["room"].shape == (2, 5, 5) and infos["action_mask"].shape == (2, 4)
    pictures = make(num_envs=2, render_mode="ansi", seed=3)
    pictures.reset()
    assert len(pictures.render()) == 2 and "P" in pictures.render()[1]
    pictures = make(num_envs=2, render_mode="rgb_array", seed=3)
    pictures.reset()
    assert pictures.render()[0].shape == (200, 200, 3)
    assert make(num_envs=2).render() is None


def test_specs() -> None:
    """An environment can be made again from its spec."""
    spec = make(num_envs=3, family="block", seed=4, autoreset_mode="SameStep").spec
    again = gymnasium.make_vec(spec)
    assert again.num_envs == 3 and again.autoreset_mode is AutoresetMode.SAME_STEP
    one = gymnasium.make(gymnasium.make("Zombies-v0", family="block", seed=4).spec)
    assert again.reset()[1]["level"][0] == one.reset()[1]["level"]
