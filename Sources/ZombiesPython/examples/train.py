"""Trains a small agent on one part of the levels, and compares it with exact values: python train.py [UPDATES]

The rooms are those of the family classic in which the player hears zombies within two steps. The agent adds up weights:
for each square that it has visited, one for the number heard there and the place of this square relative to the square
to which a move leads; and a few for the move itself. It makes each move with a probability by its sum (softmax), and
learns from won and lost rounds alone (REINFORCE with a baseline). It plays only levels of the part "train", and is
measured on all levels of both parts, on which it makes the move with the highest sum.

The same seed and UPDATES (default: 2,000) give the same weights, to the bit, with the same NumPy. It takes a minute or
two on one core.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import zombies

FAMILY: dict[str, Any] = {"family": "classic", "levels": "any", "hearing_distance": 2}
SIDE = 5
SLOTS = 512
SEED = 1
MAX_MOVES = 40

#: The most zombies that are told apart.
HEARD = 3
#: Relative places are from -4 to 4 in both directions.
SPAN = 2 * SIDE - 1
PLACES = SPAN * SPAN * HEARD
#: Features of a move itself: nearer to the signpost, or visited once, twice, or more often.
FEATURES = PLACES + 4

STEPS = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])


def relative_places() -> np.ndarray:
    """For each square of a move's target and each visited square, the first weight of their relative place."""
    squares = np.stack(np.divmod(np.arange(SIDE * SIDE), SIDE), axis=1)
    down, across = np.moveaxis(squares[:, None] - squares[None, :] + SIDE - 1, 2, 0)
    return HEARD * (SPAN * down + across)


class Memory:
    """What the agent remembers of the rounds of all slots."""

    def __init__(self, slots: int) -> None:
        self.visits = np.zeros((slots, SIDE * SIDE), np.int64)
        self.heard = np.zeros((slots, SIDE * SIDE), np.int64)
        self.slots = np.arange(slots)
        self.relative = relative_places()

    def begin(self, slots: Any) -> None:
        """Forgets the rounds of some slots."""
        self.visits[slots] = 0

    def see(self, observations: Any) -> np.ndarray:
        """Remembers observations, and returns the player's square in each of them: (slots,)."""
        rooms = observations["room"].reshape(len(self.slots), -1)
        player = np.argmax(rooms == zombies.Square.PLAYER, axis=1)
        self.visits[self.slots, player] += 1
        self.heard[self.slots, player] = np.minimum(observations["heard"][:, 0], HEARD - 1)
        return player

    def features(self, player: np.ndarray) -> np.ndarray:
        """The features of the four moves of each slot: (slots, 4, FEATURES)."""
        row, column = np.divmod(player, SIDE)
        target_row = np.clip(row[:, None] + STEPS[:, 0], 0, SIDE - 1)
        target_column = np.clip(column[:, None] + STEPS[:, 1], 0, SIDE - 1)
        target = SIDE * target_row + target_column
        found = np.zeros((len(self.slots), 4, FEATURES))
        slot, square = np.nonzero(self.visits)
        for move in range(4):
            place = self.relative[target[slot, move], square] + self.heard[slot, square]
            found[slot, move, place] = 1
            found[:, move, PLACES] = target_row[:, move] + target_column[:, move] < row + column
            times = np.minimum(self.visits[self.slots, target[:, move]], 3)
            found[self.slots[times > 0], move, PLACES + times[times > 0]] = 1
        return found


def probabilities(features: np.ndarray, weights: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The probability of each move: (slots, 4), 0 for illegal moves."""
    sums = np.where(masks == 1, features @ weights, -np.inf)
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def train(updates: int) -> np.ndarray:
    """Plays rounds of the part "train", a round in each slot for an update, and returns the weights."""
    envs = gymnasium.make_vec(
        "Zombies-v0", num_envs=SLOTS, split="train", max_moves=MAX_MOVES, autoreset_mode="Disabled", **FAMILY
    )
    generator = np.random.default_rng(SEED)
    weights = np.zeros(FEATURES)
    # The estimates of Adam.
    mean, square = np.zeros(FEATURES), np.zeros(FEATURES)
    memory = Memory(SLOTS)
    for update in range(updates):
        observations, infos = envs.reset(seed=SEED if update == 0 else None)
        memory.begin(slice(None))
        won, is_over = np.zeros(SLOTS), np.zeros(SLOTS, bool)
        # For each slot, the sum over its moves of the direction that makes the move more likely.
        directions = np.zeros((SLOTS, FEATURES))
        while not is_over.all():
            features = memory.features(memory.see(observations))
            chances = probabilities(features, weights, infos["action_mask"])
            moves = (generator.random((SLOTS, 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
            moves = np.minimum(moves, 3)
            chosen = features[memory.slots, moves] - np.einsum("sm,smf->sf", chances, features)
            directions += np.where(is_over, 0, 1)[:, None] * chosen
            observations, rewards, terminations, truncations, infos = envs.step(moves)
            won += rewards
            is_over |= terminations | truncations
        gradient = (won - won.mean()) @ directions / SLOTS
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        weights += 0.05 * mean / (np.sqrt(square) + 1e-6)
    envs.close()
    return weights


def levels_of(split: str) -> list[str]:
    """All levels of a part, in order: the family has few, so many draws find each of them."""
    envs = gymnasium.make_vec("Zombies-v0", num_envs=8192, split=split, **FAMILY)
    _, infos = envs.reset(seed=SEED)
    return sorted(set(infos["level"]))


def edge(levels: list[str]) -> list[bool]:
    """Which levels are won by a player who goes up, and then to the left."""
    return play(levels, lambda player, masks: np.where(masks[:, zombies.Move.UP] == 1, 0, 2))


def agent(levels: list[str], weights: np.ndarray) -> list[bool]:
    """Which levels are won by the agent, who makes the move with the highest sum."""
    memory = Memory(len(levels))

    def moves(observations: Any, masks: np.ndarray) -> np.ndarray:
        features = memory.features(memory.see(observations))
        return probabilities(features, weights, masks).argmax(axis=1)

    return play(levels, moves)


def play(levels: list[str], choose: Any) -> list[bool]:
    """Plays each level once, and returns which are won."""
    envs = gymnasium.make_vec("Zombies-v0", num_envs=len(levels), autoreset_mode="Disabled", **FAMILY)
    observations, infos = envs.reset(options={"level": levels})
    won, is_over = np.zeros(len(levels), bool), np.zeros(len(levels), bool)
    while not is_over.all():
        observations, rewards, terminations, truncations, infos = envs.step(choose(observations, infos["action_mask"]))
        won |= rewards == 1
        is_over |= terminations | truncations
    envs.close()
    return won.tolist()


def main(updates: int) -> None:
    parts = {"train": levels_of("train"), "test": levels_of("test")}
    parts["all"] = parts["train"] + parts["test"]
    optimum = gymnasium.make("Zombies-v0", **FAMILY).unwrapped.optimum()
    assert optimum.levels == len(parts["all"])
    weights = train(updates)

    def row(name: str, shares: list[str]) -> None:
        print(f"{name:<28}" + "".join(f"{share:>16}" for share in shares))

    def share(won: list[bool]) -> str:
        return f"{sum(won)}/{len(won)} {sum(won) / len(won):6.1%}"

    def exact(value: Fraction) -> str:
        return f"{value * optimum.levels}/{optimum.levels} {float(value):6.1%}"

    row(f"after {updates} updates", [f"{part} levels" for part in parts])
    row("chance", ["", "", f"{optimum.random:6.1%}"])
    row("edge", [share(edge(levels)) for levels in parts.values()])
    row("the agent", [share(agent(levels, weights)) for levels in parts.values()])
    row("the best without sight", ["", "", exact(optimum.without_sight)])
    row("the best with sight", ["", "", exact(optimum.with_sight)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
