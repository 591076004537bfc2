"""Players as a user of the package would write them: the policies edge, beeline and cautious, and chance.

A player sees one round after another. `begin` starts a round, and `choose` gets an observation and the action mask.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import Any, Optional

import numpy as np
from zombies import Move, Square

#: The order in which players prefer moves.
ORDER = (Move.UP, Move.LEFT, Move.DOWN, Move.RIGHT)
STEPS = {Move.UP: (-1, 0), Move.DOWN: (1, 0), Move.LEFT: (0, -1), Move.RIGHT: (0, 1)}

Place = tuple[int, int]


def stepped(place: Place, move: Move) -> Place:
    """The square to which a move leads."""
    return place[0] + STEPS[move][0], place[1] + STEPS[move][1]


def where(room: Any, square: Square) -> list[Place]:
    """The squares of a room with a value."""
    return [(int(row), int(column)) for row, column in np.argwhere(room == square)]


def first_legal(mask: Any) -> Move:
    """The first legal move in the order of preference."""
    return next((move for move in ORDER if mask[move]), Move.UP)


class Edge:
    """Takes a shortest path around the blocks that it has seen and the zombies that it sees."""

    def begin(self) -> None:
        """Forgets the last round."""
        self.blocks: set[Place] = set()

    def choose(self, observation: Any, mask: Any) -> Move:
        """The next move."""
        room = observation["room"]
        self.blocks.update(where(room, Square.BLOCK))
        shut = self.blocks.union(where(room, Square.ZOMBIE))
        player, signpost = where(room, Square.PLAYER)[0], where(room, Square.SIGNPOST)[0]
        distances = {signpost: 0}
        queue = deque([signpost])
        while queue:
            place = queue.popleft()
            for move in ORDER:
                near = stepped(place, move)
                inside = 0 <= near[0] < room.shape[0] and 0 <= near[1] < room.shape[1]
                if inside and near not in shut and near not in distances:
                    distances[near] = distances[place] + 1
                    queue.append(near)
        if player not in distances:
            return first_legal(mask)
        best = [m for m in ORDER if distances.get(stepped(player, m), np.inf) == distances[player] - 1]
        return self.pick(best, signpost[0] - player[0], signpost[1] - player[1])

    def pick(self, best: list[Move], down: int, across: int) -> Move:
        """One of the moves that begin a shortest path."""
        return best[0]


class Beeline(Edge):
    """Plans as edge does, and prefers moves along the longer axis."""

    def pick(self, best: list[Move], down: int, across: int) -> Move:
        """One of the moves that begin a shortest path."""
        along = (Move.UP, Move.DOWN) if abs(down) >= abs(across) else (Move.LEFT, Move.RIGHT)
        return next((move for move in best if move in along), best[0])


class Cautious:
    """In the dark, goes where a zombie is least likely to catch it, given all that it has seen and heard.

    For families with the placement rule and catching distance 1. It knows the number of zombies. In the dark, every
    zombie that it sees has caught it. So it looks at all sets of squares on which unseen zombies may be.
    """

    #: The sets of squares, for each room and number of zombies.
    all_sets: dict[Any, Any] = {}

    def __init__(self, zombies: int, hearing_distance: int) -> None:
        self.zombies, self.hearing_distance = zombies, hearing_distance
        self.edge = Edge()

    def begin(self) -> None:
        """Forgets the last round."""
        self.edge.begin()
        self.visited: list[Place] = []
        self.seen: set[Place] = set()
        self.blocks: set[Place] = set()
        self.walk: list[Move] = []
        self.sets: Any = None

    def choose(self, observation: Any, mask: Any) -> Move:
        """The next move."""
        if observation["lit"][0]:
            return self.edge.choose(observation, mask)
        room = observation["room"]
        player, signpost = where(room, Square.PLAYER)[0], where(room, Square.SIGNPOST)[0]
        if self.sets is None:
            self.rows, self.columns = room.shape
            self.sets = self.possible_sets(player, signpost)
        if player not in self.visited:
            self.learn(room, player, int(observation["heard"][0]))
            self.walk = self.plan(player, signpost)
        elif not self.walk:
            self.walk = self.plan(player, signpost)
        return self.walk.pop(0) if self.walk else first_legal(mask)

    def near(self, place: Place) -> list[Place]:
        """The neighbours of a square."""
        found = [stepped(place, move) for move in ORDER]
        return [(row, column) for row, column in found if 0 <= row < self.rows and 0 <= column < self.columns]

    def distances(self, place: Place) -> Any:
        """The distance of a square to each zombie of each set."""
        return abs(self.sets[..., 0] - place[0]) + abs(self.sets[..., 1] - place[1])

    def possible_sets(self, start: Place, signpost: Place) -> Any:
        """All sets of squares for the zombies before anything is seen: (sets, zombies, 2)."""
        key = (self.rows, self.columns, self.zombies)
        if key not in self.all_sets:
            empty = {start, signpost, *self.near(start), *self.near(signpost)}
            squares = [(row, column) for row in range(self.rows) for column in range(self.columns)]
            allowed = [square for square in squares if square not in empty]
            sets = list(combinations(allowed, self.zombies))
            self.all_sets[key] = np.array(sets, np.int16).reshape(len(sets), self.zombies, 2)
        return self.all_sets[key]

    def learn(self, room: Any, player: Place, heard: int) -> None:
        """Remembers what is seen and heard on a new square, and drops the sets that are impossible now."""
        self.visited.append(player)
        for square in [player, *self.near(player)]:
            self.seen.add(square)
            if room[square] == Square.BLOCK:
                self.blocks.add(square)
        distances = self.distances(player)
        possible = ~(distances <= 1).any(axis=1)
        if self.hearing_distance > 1:
            possible &= (distances <= self.hearing_distance).sum(axis=1) == heard
        self.sets = self.sets[possible]

    def plan(self, player: Place, signpost: Place) -> list[Move]:
        """The moves to the best square: least risk, nearest to the signpost, shortest walk, first in order."""
        choices: dict[Place, list[Move]] = {}
        walks: dict[Place, list[Move]] = {player: []}
        queue = deque([player])
        while queue:
            place = queue.popleft()
            for move in ORDER:
                near = stepped(place, move)
                if near in walks or near not in self.seen or near in self.blocks:
                    continue
                walks[near] = [*walks[place], move]
                if near in self.visited:
                    queue.append(near)
                else:
                    choices[near] = walks[near]
        best: Optional[tuple[int, int]] = None
        walk: list[Move] = []
        for square, moves in choices.items():
            risk = 0 if square == signpost else int((self.distances(square) <= 1).any(axis=1).sum())
            rank = (risk, abs(square[0] - signpost[0]) + abs(square[1] - signpost[1]))
            # Walks are found in the order of their lengths, and in the order of moves.
            if best is None or rank < best:
                best, walk = rank, moves
        return walk


class Chance:
    """Makes legal moves at random."""

    def __init__(self, seed: int) -> None:
        self.generator = np.random.default_rng(seed)

    def begin(self) -> None:
        """Chance has no memory."""

    def choose(self, observation: Any, mask: Any) -> Move:
        """The next move."""
        return Move(int(self.generator.choice(np.flatnonzero(mask))))
