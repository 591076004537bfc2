"""Tests the plain layer with nothing but Python: python plain.py [CALLS]

Runs without NumPy, pytest or Gymnasium, and with them. At the end it makes CALLS calls with anything (default: 20,000).
"""

from __future__ import annotations

import copy
import ctypes.util
import gc
import importlib.util
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Callable

import zombies
from zombies import Move, Outcome, Pool, Square

LEVEL = "S4/4Z/2F2/3#1/4P"


def raises(kind: type[BaseException], call: Callable[[], Any], words: str = "") -> None:
    """Checks that a call raises an error of a kind with some words."""
    try:
        call()
    except kind as error:
        assert type(error) is kind, f"{type(error).__name__}: {error}"
        assert words in str(error), error
        return
    raise AssertionError(f"no {kind.__name__}")


def test_memory() -> None:
    """The arrays without NumPy."""
    with Pool("5x6z1", slots=3, autoreset="same-step", arrays="memoryview") as pool:
        assert (pool.rows, pool.columns, pool.slots, pool.max_moves) == (5, 6, 3, 120)
        for name in ("squares", "last_squares"):
            view = getattr(pool, name)
            assert isinstance(view, memoryview) and view.format == "B" and view.shape == (3, 5, 6)
        for name in ("lit", "terminated", "truncated", "masks", "outcomes", "last_lit"):
            view = getattr(pool, name)
            assert view.format == "B" and view.shape == (3,)
        assert pool.heard.format == pool.last_heard.format == "H" and pool.rewards.format == "f"
        assert pool.squares[1, 4, 5] == Square.PLAYER and pool.squares[1, 0, 0] == Square.SIGNPOST
        view = pool.squares
    # The arrays stay when the pool is closed.
    assert view[2, 4, 5] == Square.PLAYER and pool.closed


def test_numpy() -> None:
    """Arrays of NumPy if it is installed."""
    if importlib.util.find_spec("numpy") is None:
        raises(zombies.BadSettingError, lambda: Pool("classic", arrays="numpy"), "not installed")
        assert isinstance(Pool("classic").lit, memoryview)
        return
    import numpy

    pool = Pool("classic", slots=2)
    assert isinstance(pool.squares, numpy.ndarray) and pool.squares.shape == (2, 5, 5)
    assert pool.rewards.dtype == numpy.float32 and pool.heard.dtype == numpy.uint16


def test_play() -> None:
    """The player of the article about C: up while it can, and then to the left."""
    pool = Pool("classic", levels="any", seed=42, slots=4)
    assert pool.level(0) == "S2Z1/5/Z4/5/4P"
    ended = won = 0
    for _ in range(1000):
        pool.step([Move.UP if mask >> Move.UP & 1 else Move.LEFT for mask in pool.masks])
        ended += sum(outcome != Outcome.NONE for outcome in pool.outcomes)
        won += sum(outcome == Outcome.WON for outcome in pool.outcomes)
    assert (ended, won) == (806, 156)
    pool.reset()
    assert pool.level(0) == "S2Z1/5/Z4/5/4P" and pool.round(3) == (3, 0)
    pool.reset(seed=43)
    assert pool.settings["seed"] == 43 and pool.level(0) == Pool("classic", levels="any", seed=43).level()


def test_rounds() -> None:
    pool = Pool("classic", slots=4, seed=1)
    levels = [pool.level(slot) for slot in range(4)]
    pool.begin([True, False, False, True])
    assert [pool.round(slot).number for slot in range(4)] == [4, 1, 2, 7]
    pool.begin(first=1, count=2)
    assert [pool.round(slot).number for slot in range(4)] == [4, 5, 6, 7]
    pool.play(LEVEL, slot=2)
    assert pool.level(2) == LEVEL
    pool.step([Move.UP], first=0, count=1)
    assert pool.round(0).moves == 1 and pool.round(1).moves == 0
    pool.step(b"\0\0", first=2)
    assert pool.round(2).moves == 1
    pool.reset()
    assert [pool.level(slot) for slot in range(4)] == levels
    assert zombies.legal_moves(5) == (Move.UP, Move.LEFT)


def test_states() -> None:
    pool = Pool("flashlight", slots=3, seed=1, levels="any", illegal_moves="ignored")
    pool.step([0, 0, 2])
    states = pool.get_state()
    assert len(states) == 3 * pool.state_size
    before = pool.squares.tolist()
    pool.step([0, 2, 2])
    pool.set_state(states)
    assert pool.squares.tolist() == before
    other = Pool("flashlight", slots=1, illegal_moves="ignored")
    other.set_state(states[pool.state_size : 2 * pool.state_size])
    assert other.squares.tolist()[0] == before[1] and other.level() == pool.level(1)
    raises(zombies.BadStateError, lambda: pool.set_state(b"x" * len(states)))
    raises(zombies.BadStateError, lambda: pool.set_state(b""))


def test_copies() -> None:
    """A copy has the same arrays and goes on in the same way, on its own."""
    settings: dict[str, Any] = {"levels": "any", "seed": 3, "illegal_moves": "ignored", "hearing_distance": 2}
    names = ["squares", "lit", "heard", "rewards", "terminated", "truncated", "masks", "outcomes"]
    for family, autoreset, arrays in [
        ("classic", "next-step", "memoryview"),
        ("9x9z2b3f1", "same-step", "memoryview"),
        ("flashlight", "disabled", None),
    ]:
        pool = Pool(family, slots=5, autoreset=autoreset, arrays=arrays, max_moves=9, split="test", **settings)
        pool.reset(7)
        pool.play("S2/3/2P", 1)
        for step in range(30):
            pool.step([step // 3 % 4] * 5)
            before = pool.get_state()
            if step in (0, 8, 17):
                for other in (copy.deepcopy(pool), pickle.loads(pickle.dumps(pool))):
                    twin = copy.deepcopy(pool)
                    assert type(other.squares) is type(pool.squares) and other.settings == pool.settings
                    for move in range(12):
                        for name in names:
                            assert getattr(other, name).tolist() == getattr(twin, name).tolist(), name
                        twin.step([move % 4] * 5)
                        other.step([move % 4] * 5)
                    assert other.get_state() == twin.get_state() and pool.get_state() == before
                    other.close()
    raises(TypeError, lambda: copy.copy(pool), "deepcopy")
    pool.close()
    raises(zombies.NoPoolError, lambda: copy.deepcopy(pool))


def test_move_limits() -> None:
    """By default, a round has four moves for each square of its own level."""
    for family, level, max_moves, limit in [
        ("classic", "S4/5/5/5/4P", None, 100),
        ("classic", "S2/3/2P", None, 36),
        ("classic", "3x3@5#1", None, 36),
        ("9x9z1", "S2/3/2P", None, 36),
        ("classic", "S2/3/2P", 50, 50),
    ]:
        pool = Pool(family, max_moves=max_moves)
        pool.play(level)
        moves = 0
        while not pool.truncated[0]:
            pool.step([moves % 2])
            moves += 1
        assert moves == limit, (family, level, moves)


def test_errors() -> None:
    """An error of its own for each code, with the reason of the library."""
    raises(zombies.BadSettingError, lambda: Pool("classic", slots=0), "slots")
    raises(zombies.BadSettingError, lambda: Pool("classic", seed=-1), "seed")
    raises(zombies.BadSettingError, lambda: Pool("classic", seed=1 << 64), "seed")
    raises(zombies.BadSettingError, lambda: Pool("classic slots=9"), "without spaces")
    raises(zombies.BadSettingError, lambda: Pool("classic", split="a\nb"), "without spaces")
    raises(zombies.BadSettingError, lambda: Pool("classic", split="dev"), "train, test")
    raises(zombies.BadSettingError, lambda: Pool("classic", arrays="list"), "memoryview")
    raises(zombies.BadSettingError, lambda: Pool("\udc80"))
    raises(zombies.NoLevelError, lambda: Pool("3x3z2"))
    raises(TypeError, lambda: Pool("classic", seed=0.5))  # type: ignore[arg-type]
    pool = Pool("classic", slots=2)
    raises(zombies.IllegalMoveError, lambda: pool.step([Move.UP, Move.DOWN]), "slot 1")
    raises(zombies.IllegalMoveError, lambda: pool.step([0]), "expected 2 moves")
    raises(zombies.IllegalMoveError, lambda: pool.step([0, 1 << 70]))
    raises(zombies.IllegalMoveError, lambda: pool.step("UU"))
    raises(zombies.BadLevelError, lambda: pool.play("S3"), "start")
    raises(zombies.BadLevelError, lambda: pool.play("7x7z1@1#0"))
    for call in (pool.level, pool.round, lambda slot: pool.play(LEVEL, slot), pool.oracle):
        for slot in (-1, 2, 1 << 40):
            raises(zombies.BadSlotError, lambda: call(slot), f"slot {slot}")
    raises(zombies.BadSlotError, lambda: pool.begin(first=1, count=2))
    raises(zombies.BadSlotError, lambda: pool.begin([True]))
    raises(zombies.BadSettingError, lambda: pool.reset(seed=-1))
    assert issubclass(zombies.BadSlotError, IndexError) and issubclass(zombies.IllegalMoveError, ValueError)
    codes = [kind.code for kind in zombies.errors.ERRORS.values()]
    assert codes == list(range(1, 13))


def test_closed() -> None:
    pool = Pool("classic", slots=2)
    states = pool.get_state()
    pool.close()
    pool.close()
    calls: list[Callable[[], Any]] = [
        pool.reset,
        pool.begin,
        lambda: pool.step([0, 0]),
        lambda: pool.play(LEVEL),
        pool.level,
        pool.round,
        pool.get_state,
        lambda: pool.set_state(states),
        lambda: pool.state_size,
        pool.optimum,
        pool.oracle,
    ]
    for call in calls:
        raises(zombies.NoPoolError, call, "the pool is closed")
    assert "closed" in repr(pool)


def test_threads() -> None:
    """Threads that share a pool wait for each other, also while one closes it."""
    pool = Pool("6x6z2b3f1", slots=64, levels="any", illegal_moves="ignored")
    problems: list[BaseException] = []

    def play(seed: int) -> None:
        generator = random.Random(seed)
        try:
            while True:
                pool.step(bytes(generator.randrange(4) for _ in range(64)))
                pool.level(generator.randrange(64))
        except zombies.NoPoolError:
            pass
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    threads[0].join(0.3)
    pool.close()
    for thread in threads:
        thread.join()
    assert not problems, problems


def test_stop() -> None:
    """A signal whose handler raises ends every long call at once, and so does the limit on seconds."""
    hearing = Pool("6x6z1b2f1", hearing_distance=2)
    large = Pool("28x28", levels="any")
    calls: dict[str, Callable[[], Any]] = {
        "a plan with hearing": hearing.optimum,
        "a plan without": lambda: Pool("6x6z2b2f1", levels="any").optimum(),
        "a plan that grows": Pool("7x7z4", hearing_distance=3).optimum,
        "an oracle": Pool("8x8z2", levels="any").oracle,
        "a pool": lambda: Pool("28x28z30+lit"),
        "a part": lambda: Pool("28x28z30+lit", split="test", slots=9),
        "a reference": lambda: large.play("28x28z30+lit@1#0"),
        "many moves": lambda: Pool("6x6z2", levels="any", max_moves=1_000_000).optimum(),
    }

    def handler(*_: Any) -> None:
        raise KeyboardInterrupt

    # Seconds of processor time, so that a busy machine is no failure.
    before = signal.signal(signal.SIGPROF, handler)
    try:
        for name, call in calls.items():
            begin = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, 0.3)
            raises(KeyboardInterrupt, call)
            assert time.process_time() - begin < 0.5, f"{name}: {time.process_time() - begin:.2f} s"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    hearing.step([zombies.legal_moves(hearing.masks[0])[0]])
    uses: list[BaseException] = []

    def use(*_: Any) -> None:
        try:
            hearing.level()
        except zombies.ZombiesError as error:
            uses.append(error)
        raise KeyboardInterrupt

    # A handler cannot use the pool of the call, and a pool can be made in another thread.
    made: list[Pool] = []
    thread = threading.Thread(target=lambda: made.append(Pool("6x6z1b2f1", hearing_distance=2)))
    thread.start()
    thread.join()
    signal.signal(signal.SIGPROF, use)
    for call in (hearing.optimum, made[0].optimum):
        signal.setitimer(signal.ITIMER_PROF, 0.1)
        raises(KeyboardInterrupt, call)
    signal.signal(signal.SIGPROF, before)
    assert len(uses) == 1 and "handler" in str(uses[0]), uses
    assert large.level().startswith("S27/28/")
    begin = time.process_time()
    raises(zombies.StoppedError, lambda: Pool("28x28z30+lit", max_seconds=0.3), "max-seconds")
    limited = Pool("6x6z1b2f1", hearing_distance=2, max_seconds=0.3)
    raises(zombies.StoppedError, limited.optimum, "max-seconds")
    assert limited.round().moves == 0 and time.process_time() - begin < 1
    for seconds in (0, -1, float("nan"), float("inf")):
        raises(zombies.BadSettingError, lambda: Pool("classic", max_seconds=seconds), "above 0")


def test_library() -> None:
    """Without a library of the right version, the import fails and says why."""
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text.so")
        with open(text, "w") as file:
            file.write("no library")
        # A library, but another one.
        other = ctypes.util.find_library("m") or "none.so"
        for path in (os.path.join(folder, "none.so"), text, other):
            words = [sys.executable, "-c", "import zombies"]
            result = subprocess.run(
                words, env={**os.environ, "ZOMBIES_LIBRARY": path}, stderr=subprocess.PIPE, text=True
            )
            assert result.returncode == 1
            assert "LibraryError: the library cannot be loaded: " in result.stderr.splitlines()[-1], result.stderr


def test_exact() -> None:
    """The exact values need nothing but the library."""
    assert Pool("classic", levels="any").optimum().levels == 171


def anything(generator: random.Random) -> Any:
    """A number, a text, or something else."""
    kinds: list[Callable[[], Any]] = [
        lambda: generator.randrange(-3, 10),
        lambda: generator.choice([-(1 << 70), -(1 << 31), 255, 256, 1 << 31, (1 << 32) + 1, 1 << 64, 1 << 70]),
        lambda: generator.choice(["", "classic", "S1P", LEVEL, "any", "x" * 300, "\0", "é", "4x4", "\udcff"]),
        lambda: bytes(generator.randrange(256) for _ in range(generator.randrange(9))),
        lambda: [generator.randrange(4) for _ in range(generator.randrange(6))],
        lambda: generator.choice([None, 1.5, float("nan"), True, [], {}, object(), [None], ["x"], [1 << 80], (1, 2)]),
    ]
    return generator.choice(kinds)()


def test_anything(calls: int) -> None:
    """Whatever arguments come in, an exception or a result comes out."""
    generator = random.Random(7)
    names = ["reset", "begin", "step", "play", "level", "round", "get_state", "set_state", "optimum", "oracle", "close"]
    settings = ["seed", "slots", "levels", "split", "shares", "max_moves", "max_seconds", "autoreset", "illegal_moves"]
    settings += ["catching_distance", "chase", "zombie_speed", "hearing_distance", "arrays"]
    expected = (zombies.ZombiesError, TypeError, ValueError, OverflowError, IndexError, MemoryError)
    pool = Pool("4x4z1b1f1", slots=3, levels="any")
    results = failures = 0
    for _ in range(calls):
        name = generator.choice(names)
        arguments = [anything(generator) for _ in range(generator.randrange(4))]
        try:
            if generator.random() < 0.02 or pool.closed:
                chosen = {name: anything(generator) for name in generator.sample(settings, generator.randrange(3))}
                if isinstance(chosen.get("slots"), int) and chosen["slots"] > 100:
                    continue
                pool = Pool(generator.choice(["4x4z1b1f1", "9x9z2", "1x2", anything(generator)]), **chosen)
            elif name != "close" or generator.random() < 0.05:
                getattr(pool, name)(*arguments)
            results += 1
        except expected:
            failures += 1
    assert results > calls // 20 and failures > calls // 20, (results, failures)


def main(calls: int) -> None:
    tests = [value for name, value in sorted(globals().items()) if name.startswith("test_")]
    for test in tests:
        test(*([calls] if test is test_anything else []))
        gc.collect()
    has_numpy = "with" if importlib.util.find_spec("numpy") else "without"
    print(f"plain: {len(tests)} tests, Python {sys.version.split()[0]}, {has_numpy} NumPy")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
