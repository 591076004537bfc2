"""Rows with rounds, solutions and levels, into the commands that show or check them: only here, what one command writes
about a round or a level is held against what another says about it."""

import functools
import os
import re

from program import Failure, rows, same

RULES = {"": "", "other rules, ": "--chase vertical --zombie-speed 2 --catching-distance 0"}
GIVEN = "SP S#/#P SZ/1P S4/5/Z1#2/2F2/4P S4/5/Z1#2/5/4P+lit S3/2Z1/4/3P"


def ending(text):
    """The outcome of a replay, in the form of --rounds-csv, and its number of moves."""
    moves = len(re.findall(r"^move [0-9]+: ", text, re.MULTILINE))
    found = re.findall(r"(?:, |; |^)(won|caught|stuck|out of moves)\b", text, re.MULTILINE)
    return (found[-1].replace(" ", "-") if found else "going on"), moves


def letters(text):
    return "".join(re.findall(r"^move [0-9]+: ([UDLR]) ", text, re.MULTILINE))


def rounds(program, line, seed, rules, folder):
    """`replay` shows the round of each row of --rounds-csv, both by its moves and by its policy."""
    table = rows(program.output(line, folder))
    if not table:
        raise Failure(f"no rows in $ {line}")
    for row in table:
        wanted = row["outcome"], int(row["moves"])
        same(len(row["path"]), wanted[1], f"moves of {row}")
        given = f"zombies replay '{row['level']}' {rules}"
        played = program.output(f"{given} --policy {row['policy']} --seed {seed} --trial {row['trial']} "
                                f"--round {row['round']} --max-moves 30")
        same((ending(played), letters(played)), (wanted, row["path"]), f"by the policy of {row}")
        if row["outcome"] == "out-of-moves":
            wanted = "going on", wanted[1]
        moved = program.output(f"{given} --moves '{row['path']}'")
        same((ending(moved), letters(moved)), (wanted, row["path"]), f"by the moves of {row}")
    return f"{len(table)} rounds, {', '.join(sorted({row['outcome'] for row in table}))}"


def record(program, folder):
    """`replay` shows the rounds that a player played."""
    words = ("up left up left\\nup left up left\\nnext\\nleft\\nnext\\n"
             "up up up up left left left left\\nquit\\n")
    table = rows(program.output(
        f"printf '{words}' | zombies play --text --record - -o t classic@42#7 SP S4/5/5/5/4P", folder))
    same(len(table), 3, "rounds")
    for row in table:
        moved = program.output(f"zombies replay '{row['level']}' --moves '{row['path']}'")
        same((ending(moved), letters(moved)), ((row["outcome"], int(row["moves"])), row["path"]), f"{row}")


def solutions(program, rules, folder):
    """Each solution wins in par, and not a move earlier, under the rules in its row."""
    table = rows(program.output(
        "zombies generate --family 5x5z1b2f1 --levels any --count 20 --format csv > l; "
        f"zombies solve --format csv --input l {rules}", folder))
    solved = [row for row in table if row["solution"]]
    same([row["verdict"] for row in table if not row["solution"]],
         ["unsolvable"] * (len(table) - len(solved)), "verdicts without a solution")
    for row in solved:
        given = (f"zombies replay '{row['level']}' --catching-distance {row['catching_distance']} "
                 f"--chase {row['chase']} --zombie-speed {row['zombie_speed']} --moves ")
        same(ending(program.output(given + row["solution"])), ("won", int(row["par"])), f"{row}")
        same(ending(program.output(given + "'" + row["solution"][:-1] + "'")),
             ("going on", int(row["par"]) - 1), f"one move less of {row}")
    if len(solved) < 5:
        raise Failure(f"only {len(solved)} of {len(table)} levels are solvable")
    return f"{len(solved)} solutions"


def stars(program, folder):
    """The rounds that show how to earn stars are rounds of a policy, and win."""
    shown = 0
    with open(os.path.join(folder, "c"), "w", encoding="utf-8") as file:
        file.write("; world: A\nSP\nclassic@42#7\nS4/5/3Z1/1#3/4P\nS4/5/Z1#2/5/4P+lit\n4x5z1f1@0#3\n")
    for row in rows(program.output("zombies worlds c --stars --format csv", folder)):
        for name in "win", "par":
            if not row[f"{name}_policy"]:
                continue
            shown += 1
            given = f"zombies replay '{row['level']}' "
            played = program.output(given + f"--policy {row[f'{name}_policy']} --seed {row[f'{name}_seed']} "
                                    f"--trial {row[f'{name}_trial']}")
            same((ending(played)[0], letters(played)), ("won", row[f"{name}_moves"]), f"{name} of {row}")
            moved = program.output(given + f"--moves {row[f'{name}_moves']}")
            same(ending(moved)[0], "won", f"{name} of {row}")
            if name == "par":
                same(ending(moved)[1], int(row["par"]), f"par of {row}")
    if shown < 8:
        raise Failure(f"only {shown} rounds")
    return f"{shown} rounds"


def certificates(program, levels, rules, status, folder):
    """`check` proves each verdict of `solve`, level by level, from a file and from a pipe."""
    table = rows(program.output(f"zombies solve --format csv {levels} {rules} --certificate c", folder))
    whole = program.shell("zombies check c", folder).ends(status)
    piped = program.shell(f"zombies solve {levels} {rules} --certificate - -o t | zombies check -", folder)
    same(piped.ends(status).output, whole.output.replace("c:", "standard input:"), "by a pipe")
    lines = whole.output.splitlines()
    same(len(lines), len(table), "lines")
    for row, line in zip(table, lines, strict=True):
        same(line.rpartition(": ")[2], row["level"], "level")
        word = row["verdict"].replace("gave-up", "gave up")
        if not re.search(rf": (proved: )?(the solver )?{word}", line):
            raise Failure(f"'{line}' does not match {row}")
        if row["par"] and f"par {row['par']}, " not in line:
            raise Failure(f"'{line}' does not match {row}")


def told_alike(program, folder):
    """Several tables agree on the same level."""
    program.output(
        "zombies generate --family 6x6z1b5+lit --count 25 --format csv > g.csv; "
        "(echo '; world: A'; awk -F, 'NR > 1 {print $2 \" ; \" $1}' g.csv) > w.txt; "
        "zombies worlds w.txt --format csv > w.csv; "
        "zombies solve --difficulty --format csv --input g.csv > s.csv; "
        "zombies census --family 4x4z1b1+lit --top-csv t.csv -o c; "
        "zombies solve --difficulty --format csv --input t.csv > ts.csv; "
        "zombies hardest --family 6x6z1b5+lit --climbs 2 --steps 200 --format csv > h.csv; "
        "zombies solve --difficulty --format csv --input h.csv > hs.csv", folder)
    cells = 0
    for names in ("g.csv", "s.csv", "w.csv"), ("t.csv", "ts.csv"), ("h.csv", "hs.csv"):
        tables = []
        for name in names:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                tables.append(rows(file.read()))
        for name, table in zip(names, tables):
            same([row["level"] for row in table], [row["level"] for row in tables[0]], f"levels of {name}")
        for place in range(len(tables)):
            for other in tables[:place]:
                for one, two in zip(tables[place], other, strict=True):
                    shared = [column for column in one if column in two and column != "source"]
                    same({column: one[column] for column in shared},
                         {column: two[column] for column in shared}, f"{names} on {one['level']}")
                    cells += len(shared)
    return f"{cells} cells"


def tests(program):
    found = []
    for name, rules in RULES.items():
        for kind, line in {
            "rounds of a family": "--rounds 12 --policy random,edge,beeline,clairvoyant --levels any",
            "games of flashlight": "--games 4 --family flashlight --policy edge,random,clairvoyant",
            "rounds of given levels": f"--rounds 12 --policy random,edge,clairvoyant {GIVEN}",
        }.items():
            line = f"zombies simulate {line} --seed 5 --max-moves 30 {rules} --rounds-csv - -o t"
            found.append((f"{name}{kind} into replay", functools.partial(rounds, program, line, 5, rules)))
        found.append((f"{name}solutions into replay", functools.partial(solutions, program, rules)))
        found.append((f"{name}certificates into check",
                      functools.partial(certificates, program, GIVEN, rules, 0)))
    found += [
        ("play --record into replay", functools.partial(record, program)),
        ("stars into replay", functools.partial(stars, program)),
        ("certificates that gave up into check",
         functools.partial(certificates, program, "8x8z3f1@0#1 SP", "--max-states 3", 2)),
        ("the same levels in several tables", functools.partial(told_alike, program)),
    ]
    return found
