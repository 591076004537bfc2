"""Makes rounds of synthetic people on a campaign: people.py CAMPAIGN.csv [--people 200] [--seed 1] [-o plays.csv].

CAMPAIGN.csv has the columns of `zombies worlds --format csv`, and the output those of `zombies play --record`. The same
arguments give the same file on every machine: all draws and all times are integers.

    zombies worlds --format csv > campaign.csv
    Tests/Plays/people.py campaign.csv --people 200 --seed 1 -o plays.csv
    zombies worlds --plays plays.csv

The people take turns in eight kinds, or in those that --kinds names:

    beginner  often moves at random, else straight to the signpost
    straight  takes a shortest path around what it sees, as the policies edge and beeline do
    avoider   the same, but keeps away from the zombies that it sees
    near      sees one or two moves ahead in the light
    far       sees four moves ahead in the light
    hasty     knows the solution, but one move in five or ten is a slip
    steady    knows the solution, but 3% of its moves are slips
    learner   sees two moves ahead, and remembers what earlier rounds on the same level showed

In the dark, everyone but hasty and steady knows only what a player sees, and forgets it after the round (but for
learner). People go through the levels in order. Each try at a level is an attempt of up to three lives, until they win,
lose patience with the level, or leave for good. All slip, hesitate, take some slips back and ask for hints.

The rules of the game are written here a second time, simply, and share nothing with the program.
"""

import argparse
import csv
import random
import sys

UP, DOWN, LEFT, RIGHT = range(4)
LETTERS = "UDLR"
WON, CAUGHT = -1, -2

# The quantiles 1/64, 3/64 … of a log-normal distribution (median 1000, sigma 0.8): times are skewed.
SKEWED = [179, 262, 322, 374, 422, 469, 515, 560, 606, 653, 700, 750, 801, 854, 910, 969,
          1032, 1099, 1171, 1249, 1334, 1428, 1532, 1650, 1785, 1943, 2133, 2368, 2675, 3109, 3822, 5602]

COLUMNS = ["trial", "round", "policy", "level", "outcome", "moves", "path", "seconds", "first_move_seconds", "undos",
           "hints", "life", "catching_distance", "chase", "zombie_speed", "hearing_distance"]
RULES = COLUMNS[-4:]


class Room:
    """A level under its rules, and all states that a living player can reach.

    A state is a number. players, zombies and lit describe it; moves has the (direction, next) of each legal move, where
    next is a state, WON or CAUGHT; left is the number of moves to a win, None where nothing can be won.
    """

    def __init__(self, row):
        self.code, self.rules = row["level"], [row[rule] for rule in RULES]
        self.catching, self.chase, self.speed = (
            int(row["catching_distance"]), row["chase"], int(row["zombie_speed"]))
        text, plus, _ = self.code.partition("+lit")
        lines = []
        for line in text.split("/"):
            signs, digits = "", ""
            for sign in line + " ":
                if sign.isdigit():
                    digits += sign
                    continue
                signs, digits = signs + "." * int(digits or 0) + sign, ""
            lines.append(signs[:-1])
        self.columns, self.squares = len(lines[0]), len(lines) * len(lines[0])
        signs = "".join(lines)
        self.start, self.signpost = signs.index("P"), signs.index("S")
        self.blocks = frozenset(i for i, sign in enumerate(signs) if sign == "#")
        self.flashlights = frozenset(i for i, sign in enumerate(signs) if sign == "F")
        self.exits = []
        for square in range(self.squares):
            row_number, column = divmod(square, self.columns)
            targets = [square - self.columns if row_number else None,
                       square + self.columns if row_number + 1 < len(lines) else None,
                       square - 1 if column else None,
                       square + 1 if column + 1 < self.columns else None]
            self.exits.append([(d, target) for d, target in enumerate(targets) if target is not None])
        self.sights = [frozenset([square] + [target for _, target in exits])
                       for square, exits in enumerate(self.exits)]
        self.distances = {}
        zombies = tuple(i for i, sign in enumerate(signs) if sign == "Z")
        self.find_states((self.start, zombies, bool(plus) or self.sees_flashlight(self.start)))

    def distance(self, a, b):
        (row, column), (other_row, other_column) = divmod(a, self.columns), divmod(b, self.columns)
        return abs(row - other_row) + abs(column - other_column)

    def is_near(self, zombies, square):
        return any(self.distance(zombie, square) <= self.catching for zombie in zombies)

    def sees_flashlight(self, square):
        return not self.flashlights.isdisjoint(self.sights[square])

    # The rules of the game.

    def chased(self, zombies, player):
        """The zombies after a chase. Each walks in turn, and sees where the earlier ones are."""
        zombies = sorted(zombies)
        for i in range(len(zombies)):
            for _ in range(self.speed):
                (row, column), (to_row, to_column) = (
                    divmod(zombies[i], self.columns), divmod(player, self.columns))
                vertical, horizontal = to_row - row, to_column - column
                steps = []
                if vertical:
                    steps.append(zombies[i] + (self.columns if vertical > 0 else -self.columns))
                if horizontal:
                    steps.append(zombies[i] + (1 if horizontal > 0 else -1))
                if self.chase == "horizontal" or self.chase == "longest" and abs(horizontal) > abs(vertical):
                    steps.reverse()
                for step in steps:
                    if step not in self.blocks and step != self.signpost and step not in zombies:
                        zombies[i] = step
                        break
                else:
                    break
        return tuple(sorted(zombies))

    def moved(self, state, target):
        """The state after a legal move, or WON or CAUGHT."""
        _, zombies, lit = state
        if target == self.signpost:
            return WON
        if self.is_near(zombies, target):
            return CAUGHT
        if lit:
            zombies = self.chased(zombies, target)
            if self.is_near(zombies, target):
                return CAUGHT
        return target, zombies, lit or self.sees_flashlight(target)

    def find_states(self, first):
        numbers, states, self.moves = {first: 0}, [first], []
        for state in states:  # grows
            moves = []
            for direction, target in self.exits[state[0]]:
                if target in self.blocks:
                    continue
                after = self.moved(state, target)
                if isinstance(after, tuple):
                    if after not in numbers:
                        numbers[after] = len(states)
                        states.append(after)
                    after = numbers[after]
                moves.append((direction, after))
            self.moves.append(moves)
        self.players, self.zombies, self.lit = zip(*states)
        before = [[] for _ in states]
        self.left = [None] * len(states)
        for state, moves in enumerate(self.moves):
            for _, after in moves:
                if after >= 0:
                    before[after].append(state)
                elif after == WON:
                    self.left[state] = 1
        queue = [state for state in range(len(states)) if self.left[state] == 1]
        for state in queue:  # grows
            for earlier in before[state]:
                if self.left[earlier] is None:
                    self.left[earlier] = self.left[state] + 1
                    queue.append(earlier)
        self.losing = [sum(not self.can_win(after) for _, after in moves) for moves in self.moves]
        self.ahead = {}

    def can_win(self, after):
        return after == WON or after >= 0 and self.left[after] is not None

    # What people think of.

    def to_signpost(self, shut):
        """The distance of each square from the signpost around squares that are shut; None where there is no path."""
        if shut not in self.distances:
            distances = [None] * self.squares
            distances[self.signpost] = 0
            queue = [self.signpost]
            for square in queue:  # grows
                for _, target in self.exits[square]:
                    if distances[target] is None and target not in shut:
                        distances[target] = distances[square] + 1
                        queue.append(target)
            if len(self.distances) > 5000:
                self.distances.clear()
            self.distances[shut] = distances
        return self.distances[shut]

    def value(self, after, depth):
        """How good a state looks to people who see some moves ahead."""
        if after == WON:
            return 1000 + depth
        if after == CAUGHT:
            return -1000 - depth
        if depth == 0:
            return -self.to_signpost(self.blocks)[self.players[after]]
        key = after * 8 + depth
        if key not in self.ahead:
            self.ahead[key] = max(self.value(next_one, depth - 1) for _, next_one in self.moves[after])
        return self.ahead[key]


class Kind:
    """What people of a kind have in common. The lists are for person 0, 1, 2 …, and begin again at the end."""

    def __init__(self, play, slips, seconds, hints, depths=(0,), knows=False, remembers=False):
        self.play, self.slips, self.milliseconds, self.hints = play, slips, seconds, hints
        self.depths, self.knows, self.remembers = depths, knows, remembers


# Slips and hints are per thousand moves; times are milliseconds of a usual move.
KINDS = {
    "beginner": Kind("straight", [350, 250], 700, 20),
    "straight": Kind("straight", [50], 350, 5),
    "avoider": Kind("avoid", [40], 600, 10),
    "near": Kind("ahead", [40], 900, 10, depths=(1, 2)),
    "far": Kind("ahead", [30], 1800, 15, depths=(4,)),
    "hasty": Kind("solve", [200, 100], 400, 5, knows=True),
    "steady": Kind("solve", [30], 800, 5, knows=True),
    "learner": Kind("ahead", [40], 1200, 10, depths=(2,), remembers=True),
}


class Person:
    """One person with a random stream of their own, so that their rounds do not depend on the others."""

    def __init__(self, name, kind, number, seed):
        self.name, self.kind = name, KINDS[kind]
        self.random = random.Random((seed << 40) + (list(KINDS).index(kind) << 32) + number)
        self.slips = self.kind.slips[number % len(self.kind.slips)]
        self.depth = self.kind.depths[number % len(self.kind.depths)]
        self.is_edge = True
        self.pace = self.skewed(self.kind.milliseconds)
        self.patience = 1 + self.below(4)
        self.undoes = 100 * self.below(5)

    def below(self, count):
        return self.random.getrandbits(32) * count >> 32

    def skewed(self, milliseconds):
        return milliseconds * SKEWED[self.below(len(SKEWED))] // 1000

    def any_of(self, choices):
        return choices[self.below(len(choices))]

    # Choosing a move: an index of the legal moves of a state.

    def straight(self, room, state, shut):
        """The first move of a shortest path around what is shut; None if there is no path."""
        here, distances = room.players[state], room.to_signpost(shut)
        targets = {d: target for d, target in room.exits[here] if distances[target] is not None
                   and target not in room.blocks}
        if not targets:
            return None
        nearest = min(distances[target] for target in targets.values())
        order = [UP, LEFT, DOWN, RIGHT]
        if not self.is_edge:
            rows, columns = (a - b for a, b in zip(
                divmod(here, room.columns), divmod(room.signpost, room.columns)))
            if abs(columns) > abs(rows):
                order = [LEFT, RIGHT, UP, DOWN]
        direction = next(d for d in order if d in targets and distances[targets[d]] == nearest)
        return [d for d, _ in room.moves[state]].index(direction)

    def avoid(self, room, state, blocks, zombies):
        """As straight, but not next to a zombie; where that is impossible, away from zombies."""
        near = {square for square in range(room.squares) if room.is_near(zombies, square)}
        move = self.straight(room, state, frozenset(blocks | near - {room.signpost}))
        if move is not None:
            return move
        targets = dict(room.exits[room.players[state]])
        safe = [min((room.distance(zombie, targets[d]) for zombie in zombies), default=0)
                for d, _ in room.moves[state]]
        return self.any_of([i for i, distance in enumerate(safe) if distance == max(safe)])

    def look(self, room, state, visits, bad):
        """The move with the best prospects. Visited states look worse, so nobody walks in circles for long."""
        values = [(room.value(after, self.depth - 1) - 2 * visits.get(after, 0) - 2000 * ((state, d) in bad))
                  for d, after in room.moves[state]]
        return self.any_of([i for i, value in enumerate(values) if value == max(values)])

    def choose(self, room, state, memory, visits):
        moves, is_lit = room.moves[state], room.lit[state]
        blocks = room.blocks if is_lit else frozenset(memory.blocks)
        seen = room.zombies[state] if is_lit else memory.zombies
        if sum(visits.values()) > 3 * room.squares:
            move = self.straight(room, state, blocks)  # Enough of it.
        elif self.kind.play == "solve" and room.left[state] is not None:
            move = min(range(len(moves)), key=lambda i: (
                0 if moves[i][1] == WON else room.left[moves[i][1]] if room.can_win(moves[i][1]) else 10 ** 9))
        elif self.kind.play == "straight":
            zombies = seen if is_lit else [zombie for zombie in seen if zombie in room.sights[room.players[state]]]
            move = self.straight(room, state, blocks.union(zombies))
        elif self.kind.play == "avoid" or not is_lit:
            move = self.avoid(room, state, blocks, seen)
        else:
            move = self.look(room, state, visits, memory.bad) if self.depth else self.avoid(room, state, blocks, seen)
        return 0 if move is None else move

    def hint(self, room, state, memory):
        """The move of a hint: in the light that of a shortest solution, in the dark straight on."""
        if room.lit[state] and room.left[state] is not None:
            for i, (_, after) in enumerate(room.moves[state]):
                if after == WON or after >= 0 and room.left[after] == room.left[state] - 1:
                    return i
        return self.straight(room, state, frozenset(memory.blocks)) or 0

    # A round, and a campaign.

    def round(self, room, life, memory):
        """Plays a round; returns the cells from the outcome to the life."""
        state, trail, visits = 0, [], {0: 1}
        self.is_edge = self.below(2) == 0
        undos = hints = total = first = 0
        while state >= 0:
            memory.see(room, state)
            moves = room.moves[state]
            losing = room.losing[state] if room.lit[state] or self.kind.knows else 1
            total += self.skewed(self.pace) * (2 + losing) // 2 + 150
            if not trail and not undos:
                total += self.skewed(self.pace) * (3 - life) + 300
                first = total
            is_slip = False
            if self.below(1000) < self.kind.hints * life:
                hints += 1
                move = self.hint(room, state, memory)
            else:
                move = self.choose(room, state, memory, visits)
                if len(moves) > 1 and sum(visits.values()) <= 3 * room.squares and self.below(1000) < self.slips:
                    is_slip = True
                    move = (move + 1 + self.below(len(moves) - 1)) % len(moves)
            direction, after = moves[move]
            if is_slip and after >= 0 and self.below(1000) < self.undoes:
                memory.see(room, after)
                undos += 1
                visits[state] += 1
                continue
            trail.append((state, direction))
            state = after
            visits[state] = visits.get(state, 0) + 1
        if state == CAUGHT:
            memory.learn(room, trail)
        path = "".join(LETTERS[direction] for _, direction in trail)
        outcome = "won" if state == WON else "caught"
        return [outcome, len(path), path, seconds(total), seconds(first), undos, hints, life]

    def play(self, rooms):
        """Plays the campaign; yields a room and the cells of each round."""
        for room in rooms:
            memory, has_won = Memory(), False
            for _ in range(self.patience):
                for life in (1, 2, 3):
                    if not self.kind.remembers:
                        memory = Memory()
                    row = self.round(room, life, memory)
                    yield room, row
                    has_won = row[0] == "won"
                    if has_won:
                        break
                if has_won:
                    break
                if self.below(1000) < 15:
                    return
            # Some play a level again, for its stars.
            if has_won and self.below(1000) < 80:
                yield room, self.round(room, 1, memory if self.kind.remembers else Memory())


class Memory:
    """What a person has seen in the dark, and the moves that turned out badly in the light."""

    def __init__(self):
        self.blocks, self.zombies, self.bad = set(), set(), set()

    def see(self, room, state):
        """Remembers what is in sight in the dark; zombies stay where they are."""
        if not room.lit[state]:
            self.see_from(room, room.players[state], room.zombies[state])

    def see_from(self, room, square, zombies):
        self.blocks |= room.blocks & room.sights[square]
        self.zombies |= room.sights[square].intersection(zombies)

    def learn(self, room, trail):
        """Remembers the fatal move and, if nothing else is left at that state, the move before it."""
        state, direction = trail[-1]
        if not room.lit[state]:
            self.see_from(room, dict(room.exits[room.players[state]])[direction], room.zombies[state])
        for state, direction in reversed(trail):
            self.bad.add((state, direction))
            if not all((state, other) in self.bad for other, _ in room.moves[state]):
                break


def seconds(milliseconds):
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"


def rooms_of(campaign):
    """The levels of a campaign in a CSV that can be won."""
    with open(campaign, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["verdict"] == "solvable"]
    return [Room(row) for row in rows]


def write(file, rooms, count, seed, kinds=tuple(KINDS)):
    """Writes the rounds of people, who take turns in the kinds."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    trial = 0
    for number in range(count):
        kind, place = kinds[number % len(kinds)], number // len(kinds)
        for room, row in Person(f"{kind} {place + 1}", kind, place, seed).play(rooms):
            writer.writerow([trial, 0, f"{kind} {place + 1}", room.code, *row, *room.rules])
            trial += 1


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("campaign")
    arguments.add_argument("--people", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--kinds", default=",".join(KINDS))
    arguments.add_argument("-o", "--output", default="-")
    options = arguments.parse_args()
    kinds = options.kinds.split(",")
    for kind in kinds:
        if kind not in KINDS:
            arguments.error(f"no kind '{kind}', expected some of {','.join(KINDS)}")
    rooms = rooms_of(options.campaign)
    if options.output == "-":
        write(sys.stdout, rooms, options.people, options.seed, kinds)
    else:
        with open(options.output, "w", encoding="utf-8", newline="") as file:
            write(file, rooms, options.people, options.seed, kinds)


if __name__ == "__main__":
    main()
