#!/usr/bin/env python3
"""The policies edge and beeline as a player of the line protocol: edge.py [beeline] [BATCH].

beeline answers the questions in reverse order, each in a line of its own.
"""
import sys

ORDER = {"U": (-1, 0), "L": (0, -1), "D": (1, 0), "R": (0, 1)}


def distances(size, signpost, shut):
    """The length of a shortest path from each square to the signpost."""
    found, queue = {signpost: 0}, [signpost]
    for row, column in queue:
        for down, across in ORDER.values():
            square = row + down, column + across
            if square in found or square in shut:
                continue
            if 1 <= square[0] <= size[0] and 1 <= square[1] <= size[1]:
                found[square] = found[row, column] + 1
                queue.append(square)
    return found


def square(text):
    row, column = text.split(",")
    return int(row), int(column)


def move(room, own, legal, things, is_beeline):
    """The first move of a shortest path around all blocks seen so far and the zombies in sight."""
    room["blocks"] |= {square(thing[1:]) for thing in things if thing[0] == "#"}
    shut = room["blocks"] | {square(thing[1:]) for thing in things if thing[0] == "Z"}
    found = distances(room["size"], room["signpost"], shut)
    own = square(own)
    begins = []
    for letter, (down, across) in ORDER.items():
        target = own[0] + down, own[1] + across
        if own in found and target in found and found[target] == found[own] - 1:
            begins.append(letter)
    if not begins:
        return next(letter for letter in ORDER if letter in legal)
    if is_beeline:
        down = abs(room["signpost"][0] - own[0])
        across = abs(room["signpost"][1] - own[1])
        along = [letter for letter in begins if letter in ("UD" if down >= across else "LR")]
        begins = along + begins
    return begins[0]


def main():
    is_beeline = "beeline" in sys.argv
    batch = next((word for word in sys.argv[1:] if word.isdigit()), "1")
    rooms, answers = {}, []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "go":
            if rooms or answers:
                print(*(answers[::-1] if is_beeline else answers), sep="\n" if is_beeline else " ", flush=True)
            else:
                print("name edge", f"batch {batch}", "once", "ready", sep="\n", flush=True)
            answers = []
        elif words[0] == "round":
            _, number, rows, columns, signpost = words[:5]
            size = int(rows), int(columns)
            rooms[number] = {"size": size, "signpost": square(signpost), "blocks": set()}
        elif words[0] == "see":
            _, number, _, own, legal, _ = words[:6]
            answers.append(f"{number} {move(rooms[number], own, legal, words[6:], is_beeline)}")
        elif words[0] == "end":
            del rooms[words[1]]


main()
