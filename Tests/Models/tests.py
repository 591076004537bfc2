"""Compares Storm's values of models with `zombies analyze`: tests.py PROGRAM [--short]. See Tests/Models/run."""

import contextlib
import csv
import io
import os
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from multiprocessing import Pool

import stormpy
import stormpy.io
import stormpy.pomdp

SIDES, MOST_THINGS, HEARING = range(1, 6), 2, (0, 2)

# The program calls these families by the names of presets.
PRESETS = {"5x5z2": "classic", "5x5z1b1": "block", "5x5z1f1": "flashlight"}

# Storm computes with double precision.
CLOSE = 1e-9


class Failure(Exception):
    """Something differs."""


def zombies(*words):
    """The output of the program."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(words)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def families():
    """The names of all families up to 5×5 with up to two things that have a placement."""
    names = []
    for rows in SIDES:
        for columns in SIDES:
            corners = [(0, 0), (rows - 1, columns - 1)]
            free = sum(
                all(abs(row - r) + abs(column - c) > 1 for r, c in corners)
                for row in range(rows) for column in range(columns))
            for zombies_ in range(MOST_THINGS + 1):
                for blocks in range(MOST_THINGS + 1 - zombies_):
                    for lights in range(MOST_THINGS + 1 - zombies_ - blocks):
                        if rows * columns < 2 or zombies_ + blocks + lights > free:
                            continue
                        name = f"{rows}x{columns}" + "".join(
                            f"{letter}{count}" for letter, count in
                            (("z", zombies_), ("b", blocks), ("f", lights)) if count)
                        names += [PRESETS.get(name, name), name + "+lit"]
    return names


def exact_values(names):
    """The placements that `optimal` and `clairvoyant` win, of how many, from one run of `analyze`."""
    table = zombies(
        "analyze", "--family", ",".join(names), "--hearing-distance", ",".join(map(str, HEARING)),
        "--policy", "optimal,clairvoyant", "--max-moves", "unlimited", "--format", "csv", "-q")
    values = {}
    for row in csv.DictReader(io.StringIO(table)):
        values[row["policy"], row["family"], int(row["hearing_distance"]), row["levels"]] = (
            int(row["won"]), int(row["placements"]))
    return values


# --- Storm ---------------------------------------------------------------------------------------


def storm(path, exact=False):
    """Storm's best probability to reach "won": of an MDP, or of a POMDP all of whose beliefs are explored."""
    options = stormpy.io.DirectEncodingParserOptions()
    options.build_choice_labeling = True
    best = stormpy.parse_properties('Pmax=? [F "won"]')[0]
    kind = stormpy.Rational if exact else float
    model = stormpy.build_model_from_drn[kind](path, options=options)
    if exact:
        value = stormpy.model_checking(model, best).get_value(model.initial_states[0])
        return Fraction(str(value))
    result = stormpy.pomdp.verify_with_belief_unfolding(model, best)
    if not result.completed_exploration:
        raise Failure(f"{path}: Storm did not explore all beliefs")
    return result.value


def compare(job):
    """Compares one value; returns what differs, or None."""
    name, hearing, view, levels, (won, placements) = job
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.drn")
        words = [name, "--levels", levels, "--view", view, "--hearing-distance", str(hearing)]
        try:
            zombies("model", *words, "-o", path, "-q")
            value = storm(path, exact=view == "all")
        except Exception as failure:
            return f"{' '.join(words)}: {failure}"
    if abs(value - Fraction(won, placements)) > (0 if view == "all" else CLOSE):
        return f"{' '.join(words)}: Storm says {value}, zombies {won}/{placements}"
    return None


def jobs(names):
    """The values to compare. Hearing makes no difference in the light, and to a player who sees everything."""
    values = exact_values(names)
    for number, name in enumerate(names):
        # Every fifth family also over its solvable levels.
        for levels in ["any", "solvable"] if number % 5 == 0 else ["any"]:
            for policy, view in (("optimal", "player"), ("clairvoyant", "all")):
                for hearing in HEARING:
                    if hearing and (view == "all" or name.endswith("+lit")):
                        continue
                    exact = values[policy, name, hearing, levels]
                    if exact[1] > 0:
                        yield name, hearing, view, levels, exact


# --- The files of pomdp.org ----------------------------------------------------------------------


def read_pomdp(text):
    """Reads the format by its grammar: the chances of each action in each state, what is seen, and the rewards."""
    head, chances, seen, rewards = {}, {}, {}, []
    for line in text.splitlines():
        parts = [part.split() for part in line.split("#")[0].split(":")]
        if parts == [[]]:
            continue
        kind = parts[0][0]
        if kind == "T":
            (action,), (state,), (after, chance) = parts[1:]
            for each in head["actions"] if action == "*" else [action]:
                chances.setdefault((int(state), each), {})[int(after)] = Fraction(chance)
        elif kind == "O":
            (action,), (state,), (sight, chance) = parts[1:]
            if action != "*" or float(chance) != 1:
                raise Failure(line)
            seen[int(state)] = int(sight)
        elif kind == "R":
            rewards.append([word for part in parts[1:] for word in part])
        else:
            head[" ".join(parts[0])] = parts[1]
    count = int(head["states"][0])
    if (head["discount"], head["values"], head["start include"]) != (["1.0"], ["reward"], ["0"]):
        raise Failure(f"{head}")
    if rewards != [["*", "*", "1", "*", "1.0"], ["*", "1", "1", "*", "0.0"]]:
        raise Failure(f"{rewards}")
    if len(chances) != 4 * count or sorted(seen) != list(range(count)):
        raise Failure("not every state has its actions and its observation")
    if any(abs(sum(row.values()) - 1) > Fraction(1, 10 ** 12) for row in chances.values()):
        raise Failure("probabilities do not add up to 1")
    return head["actions"], chances, seen


def best_wins(actions, chances, seen):
    """The draws that the best play wins, by value iteration over beliefs: the states that are still possible."""
    numbers, beliefs, choices = {}, [], []

    def split(states):
        """How many of the states are won, and the beliefs among the others."""
        groups = {}
        for state in states:
            if state > 2:
                groups.setdefault(seen[state], []).append(state)
        found = []
        for group in groups.values():
            belief = tuple(sorted(group))
            if belief not in numbers:
                numbers[belief] = len(beliefs)
                beliefs.append(belief)
            found.append(numbers[belief])
        return states.count(1), found

    def after(state, action):
        (state,) = chances[state, action]
        return state

    start = split(list(chances[0, actions[0]]))
    while len(choices) < len(beliefs):
        belief = beliefs[len(choices)]
        choices.append([split([after(state, action) for state in belief]) for action in actions])
    values, changed = [0] * len(beliefs), True
    while changed:
        changed = False
        for belief in reversed(range(len(beliefs))):
            best = max(won + sum(values[next_] for next_ in found) for won, found in choices[belief])
            if best > values[belief]:
                values[belief], changed = best, True
    return start[0] + sum(values[belief] for belief in start[1])


def unseen(name):
    """Compares a player who sees nothing, and its .pomdp file, with Storm; returns what differs, or None."""
    try:
        words = ["model", name, "--levels", "any", "--view", "none", "-q"]
        actions, chances, seen = read_pomdp(zombies(*words, "--format", "pomdp"))
        wins, draws = best_wins(actions, chances, seen), len(chances[0, actions[0]])
    except Exception as failure:
        return f"{name} --view none: {failure}"
    return compare((name, 0, "none", "any", (wins, draws)))


def read_by_others(name, hearing):
    """pomdp-toolkit reads the same moves, observations and rewards, and so the same value."""
    from pomdp_toolkit.parsers import POMDPParser
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.pomdp")
        zombies("model", name, "--levels", "any", "--hearing-distance", str(hearing), "--format", "pomdp", "-q",
                "-o", path)
        theirs = POMDPParser.parse(path)
        with open(path) as file:
            actions, chances, seen = read_pomdp(file.read())
    if list(theirs.action_labels) != actions or theirs.start_probabilities[0] != 1:
        raise Failure(f"{name}: actions or start")
    for (state, action), row in chances.items():
        place = actions.index(action)
        found = theirs.transition_table[state, place]
        if {int(after): found[after] for after in found.nonzero()[0]} != {
                after: float(chance) for after, chance in row.items()}:
            raise Failure(f"{name}: {action} in state {state}")
        if theirs.observation_table[state, place, seen[state]] != 1:
            raise Failure(f"{name}: observation in state {state}")
        reward = float(row.get(1, 0)) if state != 1 else 0
        if theirs.expected_reward_table[state, place] != reward:
            raise Failure(f"{name}: reward of {action} in state {state}")
    return best_wins(actions, chances, seen)


def article():
    """The program of the article prints what the article says."""
    with open("Sources/ZombiesAnalysis/ZombiesAnalysis.docc/ModelsForOtherSolvers.md") as file:
        text = file.read()

    def block(name):
        return text.split(f"<!-- storm: {name} -->\n```", 1)[1].split("\n", 1)[1].split("```", 1)[0]

    with tempfile.TemporaryDirectory() as folder:
        program, path = os.path.join(folder, "ask.py"), os.path.join(folder, "classic.drn")
        with open(program, "w") as file:
            file.write(block("program"))
        zombies("model", "classic", "--levels", "any", "--hearing-distance", "2", "-o", path)
        done = subprocess.run([sys.executable, program, path], capture_output=True, text=True)
    if done.stdout != block("output"):
        raise Failure(f"the article: {done.stdout}{done.stderr}")


# --- Running them --------------------------------------------------------------------------------


def main(program, short):
    global PROGRAM
    PROGRAM = os.path.abspath(program)
    begin, failed = time.monotonic(), []

    def tell(what, count):
        print(f"{what}: {count} compared ({time.monotonic() - begin:.0f} s so far)", flush=True)

    names = families()[::7 if short else 1]
    # Blocks stop some of the rounds of one list of moves, which makes many beliefs.
    small = [name for name in families()
             if name not in PRESETS.values() and int(name[0]) * int(name[2]) <= (9 if "b" in name else 12)]
    with Pool() as pool:
        work = list(jobs(names))
        failed += filter(None, pool.imap_unordered(compare, work, chunksize=4))
        tell("player and all", len(work))
        small = small[::7 if short else 1]
        failed += filter(None, pool.imap_unordered(unseen, small, chunksize=4))
        tell("none", len(small))
    article()
    tell("article", 1)
    try:
        # It says on standard output that there is no GPU.
        with contextlib.redirect_stdout(None):
            import pomdp_toolkit.parsers  # noqa: F401
    except ImportError:
        print("skipped: .pomdp files are read only by the tests' own parser: pomdp-toolkit is not installed")
    else:
        values, files = exact_values(["3x3z1", "3x4z1f1", "4x3z1b1", "3x4z1+lit"]), 0
        for (policy, name, hearing, levels), (won, _) in values.items():
            if policy == "optimal" and levels == "any":
                files += 1
                found = read_by_others(name, hearing)
                if found != won:
                    failed.append(f"{name}: {found} instead of {won} by the .pomdp file")
        tell("files", files)
    for problem in failed:
        print(f"failed: {problem}")
    print(f"{len(failed)} failed" if failed else f"all values agree with Storm {stormpy.__version__}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--short" in sys.argv[2:]))
