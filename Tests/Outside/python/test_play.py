"""Players in Python play the same rounds as `zombies simulate`: the same moves, outcomes and paths."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

import pytest
from conftest import run

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("zombies.env")

from players import Beeline, Cautious, Chance, Edge  # noqa: E402

#: Families with their numbers of zombies.
FAMILIES = {"classic": 2, "block": 1, "flashlight": 1, "6x6z2b3f1": 2, "8x8z3b8f1": 3, "1x12": 0}
OUTCOMES = ["won", "caught", "stuck", "out-of-moves"]
#: More than 256, so that each batch plays several rounds in a slot; fewer where cautious takes long.
ROUNDS = {"8x8z3b8f1": 100}
MOST_ROUNDS = 300
SEED = 9


def rounds_of(family: str) -> int:
    return ROUNDS.get(family, MOST_ROUNDS)


class Played(NamedTuple):
    """A round, as a row of a rounds CSV has it."""

    level: str
    outcome: str
    path: str


def play_one_by_one(rounds: int, player: Any, **settings: Any) -> Iterator[Played]:
    """Plays rounds with a single environment."""
    env = gymnasium.make("Zombies-v0", levels="any", **settings)
    for number in range(rounds):
        observation, info = env.reset(seed=SEED if number == 0 else None)
        player.begin()
        path, is_over = "", False
        while not is_over:
            move = player.choose(observation, info["action_mask"])
            observation, _, terminated, truncated, info = env.step(move)
            path += move.name[0]
            is_over = terminated or truncated
        # The first step of a round that ended at its start makes no move.
        made = env.unwrapped.pool.round().moves
        yield Played(info["level"], OUTCOMES[info["outcome"]], path[:made])
    env.close()


def play_together(rounds: int, slots: int, make: Callable[[], Any], **settings: Any) -> list[Optional[Played]]:
    """Plays rounds with a vector environment. Slot i plays the rounds i, i + slots, i + 2 * slots and so on."""
    envs = gymnasium.make_vec("Zombies-v0", num_envs=slots, levels="any", **settings)
    observation, infos = envs.reset(seed=SEED)
    players = [make() for _ in range(slots)]
    for player in players:
        player.begin()
    played: list[Optional[Played]] = [None] * rounds
    numbers = list(range(slots))
    paths = [""] * slots
    is_over = np.zeros(slots, bool)
    while min(numbers) < rounds:
        # One observation for each player.
        rooms, lit, heard, masks = observation["room"], observation["lit"], observation["heard"], infos["action_mask"]
        moves = np.zeros(slots, np.uint8)
        for slot, player in enumerate(players):
            if not is_over[slot] and numbers[slot] < rounds:
                seen = {"room": rooms[slot], "lit": lit[slot], "heard": heard[slot]}
                moves[slot] = player.choose(seen, masks[slot])
        observation, _, terminated, truncated, infos = envs.step(moves)
        for slot, player in enumerate(players):
            if is_over[slot]:
                # The step has begun the next round.
                numbers[slot] += slots
                paths[slot] = ""
                player.begin()
            else:
                paths[slot] += "UDLR"[moves[slot]]
        is_over = terminated | truncated
        for slot in np.flatnonzero(is_over):
            if numbers[slot] < rounds:
                made = envs.pool.round(slot).moves
                outcome = OUTCOMES[infos["outcome"][slot]]
                played[numbers[slot]] = Played(envs.pool.level(slot), outcome, paths[slot][:made])
    envs.close()
    return played


def makers(family: str, hearing: int) -> dict[str, Callable[[], Any]]:
    return {"edge": Edge, "beeline": Beeline, "cautious": lambda: Cautious(FAMILIES[family], hearing)}


@pytest.fixture(scope="module")
def expected(program: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int, str], list[Played]]:
    """The rounds of the program."""
    found: dict[tuple[str, int], dict[str, list[Played]]] = {}

    def rounds(family: str, hearing: int, policy: str) -> list[Played]:
        if (family, hearing) not in found:
            path: Path = tmp_path_factory.mktemp("rounds") / "rounds.csv"
            words = ["--family", family, "--hearing-distance", str(hearing), "--seed", str(SEED), "--levels", "any"]
            words += ["--policy", "edge,beeline,cautious", "--rounds", str(rounds_of(family)), "--quiet"]
            words += ["--rounds-csv", str(path)]
            run(program, "simulate", *words)
            rows: dict[str, list[Played]] = {}
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    played = Played(row["level"], row["outcome"], row["path"])
                    assert len(played.path) == int(row["moves"])
                    rows.setdefault(row["policy"], []).append(played)
            found[family, hearing] = rows
        return found[family, hearing][policy]

    return rounds


@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("policy", ["edge", "beeline", "cautious"])
def test_policies(expected: Any, policy: str, family: str, hearing: int) -> None:
    make = makers(family, hearing)[policy]
    rounds = expected(family, hearing, policy)
    count = rounds_of(family)
    assert len(rounds) == count
    settings = {"family": family, "hearing_distance": hearing}
    assert list(play_one_by_one(count, make(), **settings)) == rounds
    for slots in (1, 7, 256):
        assert play_together(count, slots, make, **settings) == rounds


@pytest.mark.parametrize(("batch", "threads"), [(1, 1), (7, 7), (256, 1)])
@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", ["classic", "block", "flashlight"])
def test_lines(
    program: str, expected: Any, family: str, hearing: int, batch: int, threads: int, tmp_path: Path
) -> None:
    """The policy cautious as a player of the line protocol."""
    rounds_csv = tmp_path / "rounds.csv"
    words = ["--family", family, "--hearing-distance", str(hearing), "--seed", str(SEED), "--levels", "any", "--quiet"]
    words += ["--rounds", str(rounds_of(family)), "--rounds-csv", str(rounds_csv), "--threads", str(threads)]
    words += ["--policy", f"mine='{sys.executable}' '{Path(__file__).with_name('lines.py')}' {batch}"]
    run(program, "simulate", *words)
    with open(rounds_csv, newline="") as file:
        found = [Played(row["level"], row["outcome"], row["path"]) for row in csv.DictReader(file)]
    assert found == expected(family, hearing, "cautious")


@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", FAMILIES)
def test_chance(program: str, family: str, hearing: int) -> None:
    """Moves of chance have no counterpart in the program, which replays them instead."""
    settings = {"family": family, "hearing_distance": hearing}
    rounds = list(play_one_by_one(4, Chance(1), **settings))
    for slots in (1, 7):
        rounds += play_together(4, slots, lambda: Chance(2), **settings)  # type: ignore[arg-type]
    for level, outcome, path in rounds:
        if not path:
            assert outcome in ("caught", "stuck")
            continue
        words = [program, "replay", level, "--moves", path]
        replay = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        ends = [line for line in replay.splitlines() if line.startswith("move") and f"; {outcome}" in line]
        assert ends if outcome != "out-of-moves" else path
