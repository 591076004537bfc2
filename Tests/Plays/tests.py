"""Compares `zombies worlds --plays` with pandas and SciPy: tests.py PROGRAM [--short]. See Tests/Plays/run.

Everything here is written from the descriptions of the columns (`zombies schema plays`), from the article "How hard is
a level?", and from the documentation of RankCorrelation.swift and RandomStream.swift, in the simplest form.
"""

import hashlib
import io
import math
import os
import subprocess
import sys
import tempfile
import time
import traceback

import numpy
import pandas
import scipy.stats

import people

# The first rounds of people are the same on every machine. If people change, this changes.
FIRST_ROUNDS = "9197769558b9c9f4"

SAMPLES, BOOTSTRAP = 9_999, 5
PLAYS = ["win_rate", "stayers_win_rate", "won_share", "seconds_p50", "undos_mean"]


class Failure(Exception):
    """Something differs."""


# --- The columns ---------------------------------------------------------------------------------


def nine_decimals(part, whole):
    """A share, rounded to nine decimals, half up."""
    billionths = (2 * part * 10 ** 9 + whole) // (2 * whole)
    return f"{billionths // 10 ** 9}.{billionths % 10 ** 9:09}"


def wilson(part, whole):
    """Wilson's 95% interval of a share."""
    z, share = 1.959963984540054, part / whole
    middle = share + z * z / (2 * whole)
    spread = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return max(0.0, (middle - spread) / (1 + z * z / whole)), min(1.0, (middle + spread) / (1 + z * z / whole))


def nearest_rank(values):
    """The median: the smallest value that at least half of the values do not exceed."""
    values = sorted(values)
    return values[math.ceil(len(values) / 2) - 1] if values else None


def last_square(level, path):
    """The row and the column at which a path ends."""
    for row, line in enumerate(level.removesuffix("+lit").split("/")):
        column = 0
        for text in line.replace("P", " P ").replace("S", " S ").replace("Z", " Z ").replace("#", " # ").replace(
                "F", " F ").split():
            if text == "P":
                return (row + path.count("D") - path.count("U"), column + path.count("R") - path.count("L"))
            column += int(text) if text.isdigit() else 1
    raise Failure(f"no start in {level}")


def columns_of_level(rounds, last_levels, stayers):
    """The cells of all columns that come from the rounds on a level. The stayers are those who tried every level."""
    cells, count = {}, len(rounds)
    names = rounds["policy"].unique()
    wins = rounds[rounds["outcome"] == "won"]
    first_wins = wins.groupby("policy", sort=False).head(1)
    cells["players"], cells["players_won"] = len(names), len(first_wins)
    for life in (1, 2, 3):
        cells[f"won_in_life_{life}"] = int((first_wins["life"] == life).sum())
    left = [name for name in names
            if last_levels[name] == rounds["place"].iloc[0] and name not in set(first_wins["policy"])]
    cells["players_left"], cells["rounds"] = len(left), count
    for outcome in ("won", "caught", "stuck", "out-of-moves"):
        cells[outcome.replace("-", "_")] = int((rounds["outcome"] == outcome).sum())
    for name, part, whole in (("won_share", len(first_wins), len(names)), ("win_rate", len(wins), count)):
        if whole:
            cells[name] = nine_decimals(part, whole)
            cells[f"{name}_low"], cells[f"{name}_high"] = wilson(part, whole)
    times, needed = [], []
    for index, win in first_wins.iterrows():
        until = rounds[(rounds["policy"] == win["policy"]) & (rounds.index <= index)]
        times.append(int(until["milliseconds"].sum()))
        needed.append(len(until))
    for name, values in (
            ("seconds_p50", rounds["milliseconds"]), ("first_move_seconds_p50", rounds["first_milliseconds"]),
            ("win_seconds_p50", times)):
        median = nearest_rank(list(values))
        cells[name] = None if median is None else f"{median // 1000}.{median % 1000:03}"
    cells["win_rounds_p50"] = nearest_rank(needed)
    for name in ("undos", "hints"):
        cells[f"{name}_mean"] = nine_decimals(int(rounds[name].sum()), count) if count else None
    cells["won_moves_p50"] = nearest_rank(list(wins["moves"]))
    cells["lost_moves_p50"] = nearest_rank(list(rounds[rounds["outcome"] != "won"]["moves"]))
    squares = {}
    for _, row in rounds[rounds["outcome"] == "caught"].iterrows():
        square = last_square(row["level"], row["path"])
        squares[square] = squares.get(square, 0) + 1
    if squares:
        square = min(square for square in squares if squares[square] == max(squares.values()))
        cells["lost_row"], cells["lost_column"], cells["lost_there"] = *square, squares[square]
    stayed = rounds[rounds["policy"].isin(stayers)]
    cells["stayers_rounds"] = len(stayed)
    if len(stayed):
        cells["stayers_win_rate"] = nine_decimals(int((stayed["outcome"] == "won").sum()), len(stayed))
    return cells


def milliseconds(text):
    seconds, _, rest = text.partition(".")
    return int(seconds) * 1000 + int((rest + "000")[:3])


def read_rounds(text):
    rounds = pandas.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    for name in ("moves", "life", "undos", "hints"):
        rounds[name] = rounds[name].astype(int)
    rounds["milliseconds"] = rounds["seconds"].map(milliseconds)
    rounds["first_milliseconds"] = rounds["first_move_seconds"].map(milliseconds)
    return rounds


def compare_columns(table, text):
    """Compares every cell that comes from rounds; returns their number."""
    rounds, compared = read_rounds(text), 0
    places = {(row["level"], *(row[rule] for rule in people.RULES)): place for place, row in table.iterrows()}
    rounds["place"] = [places[key] for key in zip(rounds["level"], *(rounds[rule] for rule in people.RULES))]
    last_levels = rounds.groupby("policy", sort=False)["place"].last().to_dict()
    tried = rounds.groupby("policy", sort=False)["place"].nunique()
    stayers = set(tried[tried == rounds["place"].nunique()].index)
    names = list(table.columns[table.columns.get_loc("players"):])
    for place, row in table.iterrows():
        found = rounds[rounds["place"] == place]
        cells = columns_of_level(found, last_levels, stayers) if len(found) else {}
        if unknown := set(cells) - set(names):
            raise Failure(f"columns are missing: {unknown}")
        for name in names:
            expected, value = cells.get(name), row[name]
            if not len(found):
                is_count = name in ("players", "players_won", "players_left", "rounds", "won", "caught", "stuck",
                                    "out_of_moves", "stayers_rounds") or name.startswith("won_in_life")
                expected = 0 if is_count else None
            if isinstance(expected, float):
                is_same = value != "" and abs(float(value) - expected) <= 1e-9
            else:
                is_same = value == ("" if expected is None else str(expected))
            if not is_same:
                raise Failure(f"{row['level']}, {name}: {value!r} instead of {expected!r}")
            compared += 1
    return compared


# --- The correlations -----------------------------------------------------------------------------


def high_word(a, b):
    """The high words of products of 64 bits."""
    low, mask = numpy.uint64(32), numpy.uint64(0xFFFF_FFFF)
    (a1, a0), (b1, b0) = (a >> low, a & mask), (b >> low, b & mask)
    middle = a1 * b0 + (a0 * b0 >> low)
    other = a0 * b1 + (middle & mask)
    return a1 * b1 + (middle >> low) + (other >> low)


def philox(counter, key):
    """Philox4x64-10 of arrays of counters: Salmon, Moraes, Dror and Shaw, 2011."""
    x, (k0, k1) = [numpy.atleast_1d(numpy.asarray(word, dtype=numpy.uint64)) for word in counter], key
    m0, m1 = numpy.uint64(0xD2E7470EE14C6C93), numpy.uint64(0xCA5A826395121157)
    for _ in range(10):
        x = [high_word(x[2], m1) ^ x[1] ^ numpy.uint64(k0), x[2] * m1,
             high_word(x[0], m0) ^ x[3] ^ numpy.uint64(k1), x[0] * m0]
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) % 2 ** 64, (k1 + 0xBB67AE8584CAA73B) % 2 ** 64
    return x


def resamples(count):
    """The indices of the things in each sample."""
    key, samples = (0, BOOTSTRAP), numpy.arange(SAMPLES, dtype=numpy.uint64)
    zeros = numpy.zeros_like(samples)
    words = numpy.empty((SAMPLES, count), dtype=numpy.uint64)
    heads = numpy.stack(philox((samples // numpy.uint64(4), zeros, zeros, zeros), key))
    words[:, 0] = heads[samples % numpy.uint64(4), numpy.arange(SAMPLES)]
    for place in range(1, count, 4):
        block = philox((samples, zeros + numpy.uint64(place // 4), zeros, zeros + numpy.uint64(1)), key)
        for offset in range(min(4, count - place)):
            words[:, place + offset] = block[offset]
    bound = numpy.uint64(count)
    # A word in 2**64 / count is rejected, and then the stream would go on. None of these is.
    if not (words * bound >= numpy.uint64(2 ** 64 % count)).all():
        raise Failure(f"a word was rejected below {count}: this computation does not go on")
    return high_word(words, bound).astype(int)


def pearson(ranks, other_ranks):
    """The correlations of the rows of two tables; NaN if a row is constant."""
    ranks, other_ranks = (x - x.mean(axis=-1, keepdims=True) for x in (ranks, other_ranks))
    squares = (ranks ** 2).sum(axis=-1) * (other_ranks ** 2).sum(axis=-1)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        return numpy.where(squares > 0, (ranks * other_ranks).sum(axis=-1) / numpy.sqrt(squares), numpy.nan)


def spearman(values, other_values, axis=-1):
    """SciPy's ranks, and their correlation, for many samples at once. Checked against spearmanr."""
    return pearson(scipy.stats.rankdata(values, axis=axis), scipy.stats.rankdata(other_values, axis=axis))


def values_of(table, measure):
    """A measure of each level; NaN where it is not known."""
    def numbers(name):
        words = {"": numpy.nan, "true": 1.0, "false": 0.0}
        return table[name].map(lambda cell: words[cell] if cell in words else float(cell))

    if measure == "things":
        return numbers("zombies") + numbers("blocks") + numbers("flashlights")
    if measure == "blind_chance":
        return (numbers("blind_wins") / numbers("blind_levels")).round(9)
    return numbers(measure)


def compare_correlations(table, findings, with_bootstrap):
    """Compares every correlation and every interval; returns the number of pairs."""
    drawn, ranks = {}, {}

    def ranks_of(name, known):
        key = name, known.tobytes()
        if key not in ranks:
            count = int(known.sum())
            if count not in drawn:
                drawn[count] = resamples(count)
            ranks[key] = scipy.stats.rankdata(values_of(table, name)[known].to_numpy()[drawn[count]], axis=1)
        return ranks[key]

    played = (pandas.to_numeric(table["rounds"]) > 0).to_numpy()
    for place, row in findings.iterrows():
        measure, play = row["measure"], row["play"]
        first, second = values_of(table, measure), values_of(table, play)
        known = played & first.notna().to_numpy() & second.notna().to_numpy()
        pair = f"{measure} and {play}"
        if int(row["levels"]) != known.sum():
            raise Failure(f"{pair}: {row['levels']} levels instead of {known.sum()}")
        first, second = first[known].to_numpy(), second[known].to_numpy()
        if len(first) < 3 or len(set(first)) == 1 or len(set(second)) == 1:
            if row["correlation"] + row["correlation_low"] + row["correlation_high"]:
                raise Failure(f"{pair}: a correlation of too few or constant values")
            continue
        expected = scipy.stats.spearmanr(first, second).statistic
        if abs(float(row["correlation"]) - expected) > 1e-9:
            raise Failure(f"{pair}: {row['correlation']} instead of {expected}")
        found = pearson(ranks_of(measure, known), ranks_of(play, known))
        # The ranks of every sample give what spearmanr gives.
        for sample in range(place % 97, SAMPLES, 997):
            places = drawn[len(first)][sample]
            if numpy.isnan(found[sample]):
                continue
            expected = scipy.stats.spearmanr(first[places], second[places]).statistic
            if abs(found[sample] - expected) > 1e-12:
                raise Failure(f"{pair}, sample {sample}: {found[sample]} instead of {expected}")
        is_complete = not numpy.isnan(found).any()
        found = numpy.sort(found[~numpy.isnan(found)])
        for name, percent in (("correlation_low", 2.5), ("correlation_high", 97.5)):
            expected = numpy.percentile(found, percent, method="linear")
            if abs(float(row[name]) - expected) > 1e-9:
                raise Failure(f"{pair}, {name}: {row[name]} instead of {expected}")
        if with_bootstrap(row) and is_complete:
            compare_bootstrap(pair, first, second, found)
    return len(findings)


def compare_bootstrap(pair, first, second, found):
    """Compares an interval with SciPy's bootstrap, which draws samples of its own.

    Of B samples, the number below the quantile p of their distribution has the standard deviation
    sqrt(B p (1 - p)), 15.6 for a bound of a 95% interval. Two bounds from independent samples are sqrt(2) times as far
    apart, counted in samples between them. Five standard deviations are 111 samples.
    """
    result = scipy.stats.bootstrap(
        (first, second), spearman, paired=True, vectorized=True, n_resamples=SAMPLES, method="percentile",
        rng=numpy.random.default_rng(1)).confidence_interval
    most = math.ceil(5 * math.sqrt(2 * len(found) * 0.025 * 0.975))
    for bound, percent in ((result.low, 0.025), (result.high, 0.975)):
        place = round((len(found) - 1) * percent)
        low, high = found[max(0, place - most)], found[min(len(found) - 1, place + most)]
        if not low - 1e-12 <= bound <= high + 1e-12:
            raise Failure(f"{pair}: SciPy's bootstrap gives {bound}, expected {low} to {high}")


# --- The measures ---------------------------------------------------------------------------------


def late_measures(room):
    """moves_away, losing_choices, trap_depth and erring_win_probability of a level, by the simplest computation."""
    to_end = [1 if any(after == people.CAUGHT for _, after in moves) else None for moves in room.moves]
    changed = True
    while changed:
        changed = False
        for state, moves in enumerate(room.moves):
            ends = [to_end[after] for _, after in moves if after >= 0 and to_end[after] is not None]
            if ends and (to_end[state] is None or to_end[state] > 1 + min(ends)):
                to_end[state], changed = 1 + min(ends), True
    state, losing, depth = 0, 0, 0
    while state >= 0:
        lost = [after for _, after in room.moves[state] if not room.can_win(after)]
        losing += bool(lost)
        for after in lost:
            depth = max(depth, 1 if after == people.CAUGHT else 1 + (to_end[after] or 0))
        state = best(room, state)
    chances = [0.0] * len(room.moves)
    bests = [best(room, state) if room.left[state] is not None else None for state in range(len(room.moves))]
    for _ in range(4 * room.squares):
        def of(after):
            return 1.0 if after == people.WON else 0.0 if after == people.CAUGHT else chances[after]
        chances = [0.0 if bests[state] is None else 0.9 * of(bests[state])
                   + 0.1 * sum(of(after) for _, after in moves) / len(moves)
                   for state, moves in enumerate(room.moves)]
    away = (room.left[0] - room.to_signpost(room.blocks)[room.start]) // 2
    return {"moves_away": away, "losing_choices": losing, "trap_depth": depth,
            "erring_win_probability": round(chances[0], 9)}


def best(room, state):
    """Where the solution goes."""
    for _, after in room.moves[state]:
        if after == people.WON or after >= 0 and room.left[after] == (room.left[state] or 0) - 1:
            return after
    raise AssertionError("a state with a win has a move towards it")


# --- The tests ------------------------------------------------------------------------------------

# Levels under rules of their own.
RULES = """; rules: zombie-speed 2
5x5z1b3+lit@3#{0}
; rules: chase vertical
6x6z2b3+lit@3#{0}
; rules: chase horizontal, zombie-speed 3
5x7z2b4f1@3#{0}
; rules: catching-distance 0
5x6z2b2+lit@3#{0}
; rules: catching-distance 0, zombie-speed 2
6x5z3f1@3#{0}
; rules: hearing-distance 2
classic@3#{0}
"""


class Tests:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def output(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"{' '.join(arguments)}: status {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return name

    def rounds(self, arguments, count, seed):
        campaign = self.write("campaign.csv", self.output("worlds", *arguments, "--format", "csv", "-q"))
        file = io.StringIO()
        people.write(file, people.rooms_of(os.path.join(self.folder, campaign)), count, seed)
        return file.getvalue()

    def compare(self, arguments, text, files, with_bootstrap=None):
        """Counts the rounds of some files, which are those of a text, and compares all columns.

        With a function that says which rows to compare with SciPy's own bootstrap, compares the correlations too.
        """
        options = [option for file in files for option in ("--plays", file)]
        if with_bootstrap:
            options += ["--correlations-csv", "correlations.csv"]
        output = self.output("worlds", *arguments, *options, "--format", "csv")
        table = pandas.read_csv(io.StringIO(output), dtype=str, keep_default_na=False)
        note = f"{text.count(chr(10)) - 1:,} rounds, {compare_columns(table, text):,} cells"
        if with_bootstrap:
            findings = pandas.read_csv(
                os.path.join(self.folder, "correlations.csv"), dtype=str, keep_default_na=False)
            note += f", {compare_correlations(table, findings, with_bootstrap)} correlations"
        return note

    def people(self):
        options = ["--hearing-distance", "0"]
        text = self.rounds(options, 16, 7)
        found = hashlib.sha256(text.encode()).hexdigest()[:16]
        if found != FIRST_ROUNDS:
            raise Failure(f"the people play other rounds: {found} instead of {FIRST_ROUNDS}")
        if self.rounds(options, 32, 7)[:len(text)] != text:
            raise Failure("the rounds of people depend on how many there are")

    def philox(self):
        found = [int(word[0]) for word in philox((2, 3, 5, 7), (11, 13))]
        # NumPy increments the counter before it makes the first block.
        numpy_stream = numpy.random.Philox(counter=[1, 3, 5, 7], key=[11, 13])
        expected = [int(word) for word in numpy_stream.random_raw(4)]
        if found != expected:
            raise Failure(f"Philox makes {found} instead of {expected}")

    def built_in(self, count, with_bootstrap):
        text = self.rounds([], count, 1)
        return self.compare([], text, [self.write("plays.csv", text)], with_bootstrap)

    def pieces(self, count):
        """Two files that share rounds give what one file gives."""
        text = self.rounds([], count, 2)
        lines = text.splitlines(keepends=True)
        third = len(lines) // 3
        files = [self.write("first.csv", "".join(lines[:2 * third])),
                 self.write("second.csv", lines[0] + "".join(lines[third:]))]
        return self.compare([], text, files)

    def measures(self, families):
        """The measures that suggest how people err."""
        lines = [row.split(",")[5] + "\n" for row in self.output("worlds", "--format", "csv", "-q").splitlines()[1:]]
        lines += [self.output("generate", "--family", family, "--count", "20", "--format", "code", "-q")
                  for family in families]
        file = self.write("levels.txt", "".join(lines))
        table = pandas.read_csv(io.StringIO(self.output(
            "solve", "--difficulty", "--input", file, "--format", "csv", "-q")), dtype=str, keep_default_na=False)
        for _, row in table.iterrows():
            for name, expected in late_measures(people.Room(row)).items():
                if row[name] == "" or abs(float(row[name]) - expected) > 2e-9:
                    raise Failure(f"{row['level']}, {name}: {row[name]!r} instead of {expected!r}")
        return f"{len(table)} levels"

    def rules(self, levels, count):
        texts = (RULES.format(index) for index in range(levels))
        kept = self.winnable(self.write("rules.txt", "; world: Rules\n" + "".join(texts)))
        text = self.rounds([kept], count, 3)
        return self.compare([kept], text, [self.write("plays.csv", text)])

    def winnable(self, file):
        """The levels of a campaign that can be won under their own rules; references promise it for the default."""
        done = subprocess.run(
            [self.program, "worlds", file, "--format", "csv", "-q"], cwd=self.folder, capture_output=True, text=True)
        table = pandas.read_csv(io.StringIO(done.stdout), dtype=str, keep_default_na=False)
        lines, seen = ["; world: Rules\n"], set()
        for _, row in table[table["verdict"] == "solvable"].iterrows():
            rules = (f"; rules: catching-distance {row['catching_distance']}, chase {row['chase']}, "
                     f"zombie-speed {row['zombie_speed']}, hearing-distance {row['hearing_distance']}\n")
            if (rules, row["level"]) not in seen:
                seen.add((rules, row["level"]))
                lines += [rules, row["level"] + "\n"]
        return self.write("kept.txt", "".join(lines))

    def generated(self, family, count):
        grades = "gentle:12,easy:12,medium:12,hard:12,fiendish:12"
        file = self.write("generated.txt", self.output(
            "generate", "--family", family, "--grade", grades, "--distinct", "--sort", "--world", family, "--seed", "1",
            "--format", "code", "-q"))
        text = self.rounds([file], count, 4)
        return self.compare([file], text, [self.write("plays.csv", text)], lambda row: True)


def main(program, is_short):
    failed = 0
    with tempfile.TemporaryDirectory(prefix="zombies-plays.") as folder:
        tests = Tests(program, folder)
        bodies = {
            "Philox equals NumPy's": tests.philox,
            "the people play the recorded rounds": tests.people,
            "measures of erring": lambda: tests.measures(
                ["5x5z1b2+lit", "flashlight"] if is_short else ["6x6z2b3+lit", "6x6z2b2f1", "4x7z1b3+lit", "classic"]),
            "the built-in campaign": lambda: tests.built_in(
                48 if is_short else 400, lambda row: not is_short or row["play"] == "win_rate"),
            "two files with common rounds": lambda: tests.pieces(16 if is_short else 80),
            "levels with rules of their own": lambda: tests.rules(4 if is_short else 20, 24 if is_short else 200),
        }
        if not is_short:
            for family in ("6x6z1b5+lit", "6x6z2b2f1"):
                bodies[f"a campaign of {family}"] = lambda family=family: tests.generated(family, 200)
        for name, body in bodies.items():
            begin = time.monotonic()
            try:
                note, result = body(), "passed"
            except Exception as error:
                note = str(error) if isinstance(error, Failure) else traceback.format_exc()
                result, failed = "FAILED", failed + 1
            print(f"{result}: {name}" + (f": {note}" if note else "") + f" ({time.monotonic() - begin:.1f} s)",
                  flush=True)
    print(f"{len(bodies) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--short" in sys.argv[2:]))
