#!/usr/bin/env python3
"""A player that writes every line that it gets to a file, and plays by the chance of its rounds: record.py FILE [BATCH]."""
import sys

chance, answers, began = {}, [], False
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        log.write(line)
        word, *rest = line.split()
        if word == "round":
            chance[rest[0]] = int(rest[5])
        elif word == "see":
            number, moves = rest[0], rest[3]
            chance[number] = (chance[number] * 6364136223846793005 + 1442695040888963407) % 2**64
            answers += [number, moves[(chance[number] >> 33) % len(moves)]]
        elif word == "end":
            del chance[rest[0]]
        elif word == "go":
            if began:
                print(*answers)
            else:
                print("name record", f"batch {sys.argv[2]}", "ready", sep="\n")
            sys.stdout.flush()
            answers, began = [], True
