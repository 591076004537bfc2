"""Compares the best values that the model checker Storm finds in the models of `zombies model` with `zombies analyze`.

The families are all those up to 5×5 with up to two things, at hearing distances 0 and 2: a seventh of them without
--long.
"""

import contextlib
import functools
import os
import sys
import tempfile
from fractions import Fraction
from multiprocessing import Pool

import pytest

from programs import block, library, run
from reading import rows

pytestmark = pytest.mark.storm
ARTICLE = "Sources/ZombiesAnalysis/ZombiesAnalysis.docc/ModelsForOtherSolvers.md"
SIDES, MOST_THINGS, HEARING = range(1, 6), 2, (0, 2)
# The program calls these families by the names of presets.
PRESETS = {"5x5z2": "classic", "5x5z1b1": "block", "5x5z1f1": "flashlight"}
# Storm computes with double precision.
CLOSE = 1e-9


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


def exact_values(program, names):
    """The placements that `optimal` and `clairvoyant` win, of how many, from one run of `analyze`."""
    table = program(
        "analyze", "--family", ",".join(names), "--hearing-distance", ",".join(map(str, HEARING)),
        "--policy", "optimal,clairvoyant", "--max-moves", "unlimited", "--format", "csv", "-q")
    values = {}
    for row in rows(table.output):
        values[row["policy"], row["family"], int(row["hearing_distance"]), row["levels"]] = (
            int(row["won"]), int(row["placements"]))
    return values


def storm(path, exact=False):
    """Storm's best probability to reach "won": of an MDP, or of a POMDP all of whose beliefs are explored."""
    stormpy = library("stormpy")
    library("stormpy.io")
    library("stormpy.pomdp")
    options = stormpy.io.DirectEncodingParserOptions()
    options.build_choice_labeling = True
    best = stormpy.parse_properties('Pmax=? [F "won"]')[0]
    kind = stormpy.Rational if exact else float
    model = stormpy.build_model_from_drn[kind](path, options=options)
    if exact:
        value = stormpy.model_checking(model, best).get_value(model.initial_states[0])
        return Fraction(str(value))
    result = stormpy.pomdp.verify_with_belief_unfolding(model, best)
    assert result.completed_exploration, f"{path}: Storm did not explore all beliefs"
    return result.value


def compare(path, job):
    """Compares one value; returns what differs, or None."""
    name, hearing, view, levels, (won, placements) = job
    words = [name, "--levels", levels, "--view", view, "--hearing-distance", str(hearing)]
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model.drn")
        run(path, "model", *words, "-o", model, "-q")
        value = storm(model, exact=view == "all")
    if abs(value - Fraction(won, placements)) > (0 if view == "all" else CLOSE):
        return f"{' '.join(words)}: Storm says {value}, zombies {won}/{placements}"
    return None


def jobs(program, names):
    """The values to compare. Hearing makes no difference in the light, and to a player who sees everything."""
    values = exact_values(program, names)
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
            assert action == "*" and float(chance) == 1, line
            seen[int(state)] = int(sight)
        elif kind == "R":
            rewards.append([word for part in parts[1:] for word in part])
        else:
            head[" ".join(parts[0])] = parts[1]
    count = int(head["states"][0])
    assert (head["discount"], head["values"], head["start include"]) == (["1.0"], ["reward"], ["0"])
    assert rewards == [["*", "*", "1", "*", "1.0"], ["*", "1", "1", "*", "0.0"]]
    assert len(chances) == 4 * count and sorted(seen) == list(range(count))
    assert all(abs(sum(row.values()) - 1) <= Fraction(1, 10 ** 12) for row in chances.values())
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


def unseen(path, name):
    """Compares a player who sees nothing, and its .pomdp file, with Storm; returns what differs, or None."""
    words = ["model", name, "--levels", "any", "--view", "none", "-q", "--format", "pomdp"]
    actions, chances, seen = read_pomdp(run(path, *words).output)
    wins, draws = best_wins(actions, chances, seen), len(chances[0, actions[0]])
    return compare(path, (name, 0, "none", "any", (wins, draws)))


def differing(check, work):
    """What differs, with a process for each processor."""
    with Pool() as pool:
        return list(filter(None, pool.imap_unordered(check, work, chunksize=4)))


def test_players_who_see_or_hear(program, is_long):
    """The wins of `optimal`, and those of `clairvoyant` as exact fractions."""
    work = list(jobs(program, families()[::1 if is_long else 7]))
    assert len(work) > 50 and differing(functools.partial(compare, program.path), work) == []


def test_players_who_see_nothing(program, is_long):
    # Blocks stop some of the rounds of one list of moves, which makes many beliefs.
    names = [name for name in families()
             if name not in PRESETS.values() and int(name[0]) * int(name[2]) <= (9 if "b" in name else 12)]
    names = names[::1 if is_long else 7]
    assert len(names) > 5 and differing(functools.partial(unseen, program.path), names) == []


def test_article(program, tmp_path):
    """The program of the article prints what the article says."""
    (tmp_path / "ask.py").write_text(block(ARTICLE, "storm: program"))
    program("model", "classic", "--levels", "any", "--hearing-distance", "2", "-o", tmp_path / "classic.drn")
    printed = run(sys.executable, tmp_path / "ask.py", tmp_path / "classic.drn").output
    assert printed == block(ARTICLE, "storm: output")


@pytest.mark.parametrize("name", ["3x3z1", "3x4z1f1", "4x3z1b1", "3x4z1+lit"])
@pytest.mark.parametrize("hearing", HEARING)
@pytest.mark.filterwarnings("ignore")
def test_files_of_pomdp_toolkit(program, tmp_path, name, hearing):
    """pomdp-toolkit reads the same moves, observations and rewards, and so the same value."""
    # It says on standard output that there is no GPU.
    with contextlib.redirect_stdout(None):
        parser = library("pomdp_toolkit.parsers").POMDPParser
    path = tmp_path / "model.pomdp"
    program("model", name, "--levels", "any", "--hearing-distance", hearing, "--format", "pomdp", "-q", "-o", path)
    theirs = parser.parse(str(path))
    actions, chances, seen = read_pomdp(path.read_text())
    assert list(theirs.action_labels) == actions and theirs.start_probabilities[0] == 1
    for (state, action), row in chances.items():
        place = actions.index(action)
        found = theirs.transition_table[state, place]
        assert {int(after): found[after] for after in found.nonzero()[0]} == {
            after: float(chance) for after, chance in row.items()}, f"{action} in state {state}"
        assert theirs.observation_table[state, place, seen[state]] == 1, f"the observation in state {state}"
        reward = float(row.get(1, 0)) if state != 1 else 0
        assert theirs.expected_reward_table[state, place] == reward, f"the reward of {action} in state {state}"
    won, _ = exact_values(program, [name])["optimal", name, hearing, "any"]
    assert best_wins(actions, chances, seen) == won
